//! What a batch closing shows: how the batch stands, and the difference that closing it leaves.

use serde_json::{Value, json};

use super::{BATCH_CLOSING, REJECTED, REOPENED};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH};
use crate::docs::four_eyes;
use crate::docs::goods::SKU;
use crate::docs::places::YARD;
use crate::docs::standing::{self, Whereabouts};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::ledger::stock::{self, Bucket, Qty};
use crate::said;
use crate::value;

/// Everything but what a person enters; one closing of a batch at a time.
pub fn rules(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    four_eyes::changed(case, doc);
    doc.set("date", standing::day_of(case, doc).to_string());
    let batch = case.doc(&BATCH, doc.text("batch").unwrap_or_default())?;
    done(standing::closed_issue(case, &batch)?.into_iter().collect())?;
    if let Some(other) = under_way(case, doc, &batch.id)? {
        let name = other.doc_no.clone().unwrap_or("a draft".to_owned());
        let message = said!(
            "Batch {batch} is already being closed in {name}",
            batch = batch.title(&BATCH),
            name
        );
        return done(vec![Issue::new("batch", Code::Duplicate, message)]);
    }
    compute(case, doc, &batch)?;
    case.put(closing_key(&batch.id), &doc.id)
}

/// The key of the closing that counts for a batch.
fn closing_key(batch: &str) -> String {
    keys::key(&["closing", batch])
}

/// Another closing of the batch that has come to no end, or that closed it.
pub fn under_way(look: &Look, doc: &Doc, batch: &str) -> Result<Option<Doc>, Halt> {
    let of_batch = of_batch(look, batch)?;
    let counts =
        |other: &Doc| other.id != doc.id && ![REJECTED, REOPENED].contains(&&*other.status);
    Ok(of_batch.filter(counts))
}

/// The last closing of a batch that was written.
pub fn of_batch(look: &Look, batch: &str) -> Result<Option<Doc>, Halt> {
    let Some(id) = look.value::<String>(&closing_key(batch))? else { return Ok(None) };
    Ok(look.find(BATCH_CLOSING.key, &id)?.map(|doc| Doc::clone(&doc)))
}

/// A revised closing is again the one that counts.
pub fn counts_again(case: &mut Case, doc: &Doc) -> Result<(), Halt> {
    case.put(closing_key(doc.text("batch").unwrap_or_default()), &doc.id)
}

/// The fields that follow from the ledger.
pub fn compute(look: &Look, doc: &mut Doc, batch: &Doc) -> Result<(), Halt> {
    let sku = look.doc(&SKU, batch.text("sku").unwrap_or_default())?;
    let standing = Whereabouts::of(look, batch)?;
    place(look, doc, batch, &standing)?;
    let yard = doc.yard.clone().unwrap_or_default();
    let free = standing.free(&yard);
    for (key, value) in [("batch_no", batch.text("batch_no")), ("supplier", batch.text("supplier"))]
    {
        if let Some(value) = value {
            doc.set(key, value);
        }
    }
    doc.set("sku", sku.id.clone());
    doc.set("sku_name", sku.title(&SKU));
    let of = |key: &str| batch.int(key).unwrap_or(0);
    let (in_pcs, in_g) = (of("in_pcs"), of("in_g"));
    set_all(doc, &[("in_pcs", in_pcs), ("in_g", in_g), ("balance_pcs", free.pcs)]);
    set_all(doc, &[("balance_g", free.g), ("left_bp", part_bp(free.g, in_g))]);
    let lies: Vec<Value> = standing.lies.iter().map(|one| {
        json!({ "yard": one.yard, "bucket": one.bucket.name(), "pcs": one.qty.pcs, "weight_g": one.qty.g })
    }).collect();
    doc.set("lies", lies);
    match standing.last_moved {
        Some(day) => doc.set("last_moved", day.to_string()),
        None => drop(doc.record.remove("last_moved")),
    }
    reservations(look, doc, free)?;
    difference(doc, batch, &sku, free);
    Ok(())
}

fn set_all(doc: &mut Doc, values: &[(&str, i64)]) {
    values.iter().for_each(|(key, value)| doc.set(key, *value));
}

/// A part of a weight in hundredths of a percent, at most all of it either way.
fn part_bp(part: i64, of: i64) -> i64 {
    value::part(10_000, part.abs(), of).min(10_000) * part.signum()
}

/// A closing stands where the batch lies; of a batch that lies nowhere, where it came in.
fn place(look: &Look, doc: &mut Doc, batch: &Doc, standing: &Whereabouts) -> Result<(), Halt> {
    let origin = batch.text("origin").unwrap_or_default();
    let free = standing.lies.iter().filter(|one| one.bucket == Bucket::Free);
    let mut yards: Vec<&str> = free.map(|one| one.yard.as_str()).collect();
    yards.sort_by_key(|yard| *yard != origin);
    let yard = look.doc(&YARD, yards.first().copied().unwrap_or(origin))?;
    doc.branch = yard.text("branch").map(str::to_owned);
    doc.yard = Some(yard.id.clone());
    doc.set("yard", yard.id.clone());
    Ok(())
}

/// What orders hold of the SKU in the yard that only this batch could give them.
fn reservations(look: &Look, doc: &mut Doc, free: Qty) -> Result<(), Halt> {
    let (yard, sku) = (doc.text("yard").unwrap_or_default(), doc.text("sku").unwrap_or_default());
    let needed = standing::needed_of(free, &stock::position(look, yard, sku)?);
    let orders = match needed.is_zero() {
        true => Vec::new(),
        false => stock::holders(look, yard, sku)?,
    };
    set_all(doc, &[("reserved_pcs", needed.pcs), ("reserved_g", needed.g)]);
    doc.set("orders", orders);
    Ok(())
}

/// What was weighed out beyond the books, less what the books still say: above zero a gain.
fn difference(doc: &mut Doc, batch: &Doc, sku: &Doc, free: Qty) {
    let of = |key: &str| batch.int(key).unwrap_or(0);
    let (in_pcs, in_g, gained) = (of("in_pcs"), of("in_g"), of("gained_g"));
    let lost = doc.int("lost_pcs").unwrap_or(0).min(free.pcs);
    let lost_g = value::part(in_g, lost, in_pcs).min(free.g);
    let by = gained - (free.g - lost_g);
    let gone = in_pcs - lost;
    let explained = match sku.int("theo_g_per_pc") {
        Some(theo) if in_pcs > 0 => {
            let theoretical = theo.saturating_mul(gone) - value::part(in_g, gone, in_pcs);
            theoretical.clamp(by.min(0), by.max(0))
        }
        _ => 0,
    };
    set_all(doc, &[("gained_g", gained), ("lost_g", lost_g), ("difference_g", by)]);
    set_all(doc, &[("difference_bp", part_bp(by, in_g)), ("explained_g", explained)]);
    doc.set("value_paise", value_of(batch, by, Qty::new(lost, lost_g)));
}

/// What a difference in weight and what was lost come to at the batch's cost: above zero a gain.
pub fn value_of(batch: &Doc, difference_g: i64, lost: Qty) -> i64 {
    batches::cost_of(batch, Qty::new(0, difference_g.abs())) * difference_g.signum()
        - batches::cost_of(batch, lost)
}
