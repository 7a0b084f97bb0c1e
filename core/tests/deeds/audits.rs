//! What people plan, count and enter on the road of a stock audit.

use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::docs::audits::{self, SheetLine, sheet};
use godown_core::kept::doc::{Doc, Record};
use godown_core::kept::read::Read;
use godown_core::ledger::stock::{self, Bucket, Qty, StockPlace};
use godown_core::value::Instant;
use serde_json::{Value, json};

use super::Ground;

/// The first batch of the yard, counted by all who work there and see no books.
pub fn plan(ground: &Ground) -> Value {
    let world = &ground.world;
    let counts = |actor: &&Actor| ["YARD", "YARD3"].contains(&actor.name.as_str());
    let counters: Vec<&str> =
        world.people.iter().filter(counts).map(|actor| actor.id.as_str()).collect();
    json!({
        "yard": world.yard, "counted": "batches", "batches": [world.batch], "counters": counters,
        "planned_on": world.site.today().to_string(), "blind": true,
    })
}

pub fn inputs(doc: &Doc, action: &str) -> Vec<Value> {
    match action {
        "start" | "finish" | "approve" => vec![json!({})],
        "name_counters" => vec![json!({ "counters": doc.get("counters") })],
        _ => vec![json!({ "remarks": "Put off to next month" })],
    }
}

/// The batches that wait to be counted, each with what the books say of it.
pub fn open(read: &impl Read, now: Instant, audit: &Doc) -> Vec<(String, Qty)> {
    let system = Actor::system();
    let look = docs::look(read, &system, now);
    let round = audits::round_of(audit);
    let waits = |line: &SheetLine| line.is_due(round) && line.of_round(round).next().is_none();
    let lines = sheet::lines(&look, &audit.id).unwrap();
    let open = lines.into_iter().filter(|(_, line)| waits(line));
    open.map(|(batch, line)| {
        let free = StockPlace::free(audit.text("yard").unwrap(), &line.sku, &batch);
        let of = |bucket| stock::balance(&look, &free.to(bucket)).unwrap();
        let book = of(Bucket::Free) + of(Bucket::Hold);
        (batch, book)
    })
    .collect()
}

/// A count of a batch that is as many pieces off its books.
pub fn count(audit: &Doc, (batch, book): &(String, Qty), off: i64) -> Record {
    let pcs = (book.pcs + off).max(0);
    let value = json!({ "stock_audit": audit.id, "batch": batch, "pcs": pcs });
    value.as_object().cloned().unwrap()
}
