//! What receipts say of bills, voucher by voucher: for whoever keeps the customer's account bill by bill.

use serde_json::Value;

use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, facts,
};
use crate::declare::case::Look;
use crate::docs;
use crate::docs::receipts::{self, RECEIPT};
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::read::parse;
use crate::schema::Guarded;

facts! {
    /// A bill in a receipt's voucher: one that it pays, opens again, or makes.
    PAID Paid = "paid" by "paper" from &[
        FactSource { prefix: &["doc", "receipt"], rows: paid },
        FactSource { prefix: &["doc", "supplier_payment"], rows: paid_out },
        FactSource { prefix: &["doc", "supplier_note"], rows: paid_out },
    ];
    paper: Holds::Link("paper");
    /// The voucher's line of the receipt.
    line: Holds::Int;
    name: Holds::Text;
    amount: Holds::Int, Rates;
    /// 1 of a bill that the voucher makes.
    new: Holds::Int;
    /// The books' next entry when what a receipt pays changed after it was booked; such a row has no bill.
    after: Holds::Int;
}

/// A bill of one voucher of a receipt.
struct OfVoucher {
    line: i64,
    name: String,
    amount: i64,
    new: i64,
    after: i64,
}

fn paid(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a receipt", text)?;
    for bill in bills(&doc)? {
        let row = Paid {
            paper: doc.id.as_str().into(),
            line: bill.line.into(),
            name: bill.name.into(),
            amount: bill.amount.into(),
            new: bill.new.into(),
            after: bill.after.into(),
        };
        take(row.row(RowScope::of(&doc, &RECEIPT)));
    }
    Ok(())
}

/// The bills of suppliers and transporters that a payment, or a note of goods that went back, is set against.
fn paid_out(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a payment", text)?;
    let Some(def) = docs::find(&doc.kind) else { return Ok(()) };
    for bill in doc.get("settled").and_then(Value::as_array).into_iter().flatten() {
        let row = Paid {
            paper: doc.id.as_str().into(),
            line: 0.into(),
            name: bill["bill_no"].as_str().into(),
            amount: bill["amount_paise"].as_i64().into(),
            new: 0.into(),
            after: 0.into(),
        };
        take(row.row(RowScope::of(&doc, def)));
    }
    Ok(())
}

/// Where the money came: what was paid then and later. Where a cheque was taken in and came back: what it was to
/// pay, and its charges.
fn bills(doc: &Doc) -> Result<Vec<OfVoucher>, Halt> {
    let events = receipts::events_of(doc)?;
    let (planned, settled) = (receipts::planned_of(doc)?, receipts::settled_of(doc)?);
    let cleared = events.iter().any(|event| event.event == "cleared");
    let last = events.iter().rfind(|event| is_money(&event.event)).map(|event| event.line);
    let mut found = Vec::new();
    let (mut plan, mut came) = (None, None);
    for event in &events {
        let line = event.line;
        if is_money(&event.event) {
            (plan, came) = (Some(line), Some(line));
        }
        let of_plan = match event.event.as_str() {
            "received" | "redeposited" => !cleared || came != last,
            "bounced" => true,
            _ => false,
        };
        let of_plan = planned.iter().filter(|row| of_plan && Some(row.line) == plan);
        found.extend(of_plan.map(|row| OfVoucher {
            line,
            name: row.name.clone(),
            amount: row.amount_paise,
            new: 0,
            after: 0,
        }));
        if event.charges_paise > 0 {
            let (name, amount) = ("Bounce charges".to_owned(), event.charges_paise);
            found.push(OfVoucher { line, name, amount, new: 1, after: 0 });
        }
    }
    let came = came.unwrap_or(0);
    for row in &settled {
        let (money, deducted) = (row.amount_paise, row.tds_paise + row.discount_paise);
        for (line, amount) in [(came, money), (row.line, deducted)] {
            found.push(OfVoucher { line, name: row.name.clone(), amount, new: 0, after: 0 });
        }
    }
    found.retain(|bill| bill.amount > 0);
    if let Some(after) = doc.int("moved_after") {
        found.push(OfVoucher { line: came, name: String::new(), amount: 0, new: 0, after });
    }
    Ok(found)
}

/// Whether such an event books the amount to the customer.
fn is_money(event: &str) -> bool {
    ["received", "redeposited", "confirmed"].contains(&event)
}
