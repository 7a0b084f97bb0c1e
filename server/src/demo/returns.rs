//! The demo's sales returns at the end of the story: one in every status, one split three ways, one that came late.

use godown_core::declare::actor::Actor;
use godown_core::docs::invoices::{INVOICE, Invoice, POSTED};
use godown_core::docs::sales_returns as returns;
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read, parse};
use godown_core::value::{Day, part};
use serde_json::{Value, json};

use super::parties::{manager, person};
use super::site::Site;
use super::yard_work::record_irn;
use super::{Fault, Known};

/// The status, the reason, at most so many pieces, how they are split in tenths (on hold, dumped), words.
type Job = (&'static str, &'static str, i64, (i64, i64), &'static str);

const JOBS: &[Job] = &[
    (returns::PENDING, "RUST", 20, (3, 2), "The lower layer is rusted through"),
    (returns::PENDING, "EXCESS", 8, (0, 0), "Ordered twice by the site"),
    (returns::INSPECTED, "QUALITY", 12, (5, 0), "The seam opens when it is bent"),
    (returns::INSPECTED, "BEND", 10, (0, 4), "Bent when the sling slipped"),
    (returns::RECEIVED, "WRONG_SIZE", 15, (0, 0), "Two millimetres are wanted"),
    (returns::APPROVED, "RUST", 6, (0, 0), "Stood in the rain at the site"),
    (returns::APPROVED, "EXCESS", 5, (0, 0), "Left over when the shed was done"),
    (returns::BM_PENDING, "QUALITY", 9, (0, 0), "The test certificate says another grade"),
    (returns::BM_PENDING, "BEND", 4, (0, 0), "Bent at both ends"),
    (returns::BM_PENDING, "RATE_DISPUTE", 18, (0, 0), "The customer heard another rate"),
    (returns::REJECTED, "RATE_DISPUTE", 7, (0, 0), "Dearer than the next dealer"),
    (returns::CANCELLED, "EXCESS", 3, (0, 0), "They are used after all"),
    (returns::DRAFT, "WRONG_SIZE", 5, (0, 0), "The size is to be measured again"),
    (returns::COMPLETED, "WRONG_SIZE", 6, (0, 0), "Sixteen gauge was ordered, eighteen came"),
    (returns::COMPLETED, "BEND", 8, (3, 0), "To be straightened and sent again"),
    (returns::COMPLETED, "RUST", 11, (2, 3), "White rust under the strapping"),
];

/// Asked for after the time limit.
const LATE: Job =
    (returns::APPROVED, "RUST", 4, (0, 0), "Found under the sheeting when the site was cleared");

const ROAD: &[&str] = &["submit", "approve", "receive", "inspect", "hand_over", "complete"];

/// Goods are asked for within so many days, and as late as that.
const WITHIN: i32 = 28;
const LONG_AGO: i32 = 45;

pub fn make(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    let mut invoices = invoices(site, until, (0, WITHIN))?.into_iter();
    for (at, job) in JOBS.iter().enumerate() {
        let Some(invoice) = invoices.next() else { return Ok(()) };
        one(site, known, at, job, &invoice)?;
    }
    let long_ago = self::invoices(site, until, (LONG_AGO, LONG_AGO + 30))?;
    match long_ago.first() {
        Some(invoice) => one(site, known, JOBS.len(), &LATE, invoice),
        None => Ok(()),
    }
}

/// The posted invoices of some days back, the newest first.
pub fn invoices(site: &Site, until: Day, (least, most): (i32, i32)) -> Result<Vec<Doc>, Fault> {
    let all = site.state.scan(&Range::prefix(&keys::key(&["doc", INVOICE.key])), usize::MAX)?;
    let mut found: Vec<Doc> = Vec::new();
    for (key, text) in all {
        let doc: Doc = parse(&key, &text)?;
        let day = doc.text("date").and_then(Day::parse).unwrap_or_default();
        let back = until.days_since(day);
        if doc.status == POSTED && (i64::from(least)..=i64::from(most)).contains(&back) {
            found.push(doc);
        }
    }
    found.sort_by(|a, b| (b.text("date"), &b.doc_no).cmp(&(a.text("date"), &a.doc_no)));
    Ok(found)
}

fn one(site: &mut Site, known: &Known, at: usize, job: &Job, invoice: &Doc) -> Result<(), Fault> {
    let (end, reason, most, split, words) = *job;
    let sold = Invoice::of(invoice)?;
    let owner = known.people.values().find(|actor| invoice.owner.as_deref() == Some(&actor.id));
    let yard = known.yards.iter().find(|yard| invoice.yard.as_deref() == Some(&yard.id));
    let parts = sold
        .lines
        .iter()
        .enumerate()
        .flat_map(|(at, line)| line.parts.iter().map(move |p| (at, p)));
    let goods = parts.max_by_key(|(_, part)| part.pcs).filter(|(_, part)| part.pcs > 0);
    let Some(((seller, yard), (line, goods))) = owner.zip(yard).zip(goods) else { return Ok(()) };
    let keeper = person(known, ["YARD", "YARD2", "YARD3"][yard.branch])?.clone();
    let approver = person(known, manager(yard.branch))?.clone();
    let seller = seller.clone();
    let photo = site.photo(&seller, at)?;
    let record = json!({
        "invoice": invoice.id, "pickup": if at.is_multiple_of(2) { "customer" } else { "we" },
        "freight_by": if at.is_multiple_of(3) { "we" } else { "customer" }, "photos": [photo],
        "vehicle_no": format!("MH14GT{:04}", 4_100 + at * 7), "remarks": words,
        "lines": [{
            "line": line, "batch": goods.batch, "pcs": goods.pcs.min(most), "reason": reason,
            "condition": words,
        }],
    });
    let accounts = person(known, "ACC")?.clone();
    let doc = site.create(&seller, "sales_return", record)?;
    let doc = walk(site, doc, [&seller, &approver, &keeper, &accounts], (end, at, split))?;
    match doc.text("credit_note") {
        Some(note) => record_irn(site, &accounts, "credit_note", note),
        None => Ok(()),
    }
}

fn walk(
    site: &mut Site,
    mut doc: Doc,
    [seller, approver, keeper, accounts]: [&Actor; 4],
    (end, at, split): (&str, usize, (i64, i64)),
) -> Result<Doc, Fault> {
    let steps = match end {
        returns::DRAFT | returns::CANCELLED => 0,
        returns::BM_PENDING | returns::REJECTED => 1,
        returns::APPROVED => 2,
        returns::RECEIVED => 3,
        returns::INSPECTED => 4,
        returns::PENDING => 5,
        _ => 6,
    };
    for action in &ROAD[..steps] {
        site.pass(60_000);
        let actor = match *action {
            "submit" => seller,
            "approve" => approver,
            "complete" => accounts,
            _ => keeper,
        };
        let inputs = inputs(&doc, action, at, split)?;
        doc = site.must(actor, &doc, action, inputs)?;
    }
    let said = |words: &str| json!({ "remarks": words });
    match end {
        returns::REJECTED => {
            site.must(approver, &doc, "reject", said("The rate was agreed in writing"))
        }
        returns::CANCELLED => site.must(seller, &doc, "cancel", said("The customer keeps them")),
        _ => Ok(doc),
    }
}

fn inputs(doc: &Doc, action: &str, at: usize, (hold, dump): (i64, i64)) -> Result<Value, Fault> {
    let lots = returns::lots_of(doc)?;
    let rows = |row: &dyn Fn(&returns::ReturnLot) -> Value| -> Vec<Value> {
        let number = |(at, mut row): (usize, Value)| {
            row["lot"] = at.into();
            row
        };
        lots.iter().map(row).enumerate().map(number).collect()
    };
    Ok(match action {
        "approve" => json!({
            "settlement": returns::SETTLEMENTS[at % 3].0, "override": true,
            "remarks": "Looked at by the salesman at the site",
        }),
        "receive" => {
            let weight: i64 = lots.iter().map(|lot| lot.approved_g).sum();
            let tare = 7_850_000 + at as i64 * 35_000;
            json!({
                "tare_g": tare, "gross_g": tare + weight, "slip_no": format!("SR{:04}", 31 + at * 3),
                "lines": rows(&|lot| json!({ "pcs": lot.approved_pcs })),
            })
        }
        "inspect" => json!({
            "lines": rows(&|lot| {
                let pcs = lot.received_pcs;
                let (hold, dump) = (part(pcs, hold, 10), part(pcs, dump, 10));
                json!({ "free_pcs": pcs - hold - dump, "hold_pcs": hold, "dump_pcs": dump })
            }),
            "remarks": "Looked over piece by piece",
        }),
        _ => json!({}),
    })
}
