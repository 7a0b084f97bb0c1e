//! How a customer pays: the money that came in, the cheques in hand, and those that bounced. Each is read here
//! and nowhere else.

use super::invoices::{self, INVOICE};
use super::org::BRANCH;
use super::receipts::RECEIPT;
use crate::declare::case::Look;
use crate::declare::grant::ScopeKind;
use crate::error::Halt;
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::Range;
use crate::schema::DocType;
use crate::value::Day;
use crate::write::within;

/// More branches than a company has.
const MANY: usize = 10_000;
/// How a receipt is paid where it is a cheque.
const BY_CHEQUE: &[&str] = &["cheque", "pdc"];
/// Its statuses while it is no money yet.
const IN_HAND: &[&str] = &["Received", "Deposited", "Re-deposited"];
const BOUNCED: &str = "Bounced";
/// Its statuses once the money has come in.
const MONEY: &[&str] = &["Confirmed", "Cleared"];
/// For so many days at most a cheque is in hand before it clears.
const CLEARS_WITHIN: i32 = 180;

json_answer! {
    /// A cheque of a customer.
    pub struct Cheque {
        pub receipt: String,
        pub doc_no: Option<String>,
        pub cheque_no: Option<String>,
        pub date: Option<Day>,
        pub status: String,
        pub amount_paise: i64,
    }
}

/// An amount of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayAmount {
    pub day: Day,
    pub paise: i64,
}

/// A posted invoice as it is to be paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Billed {
    pub day: Day,
    pub due: Day,
    pub paise: i64,
}

/// A customer's documents of a type dated from a day on, in every branch.
fn of_customer(
    look: &Look,
    def: &'static DocType,
    customer: &str,
    since: Option<Day>,
) -> Result<Vec<Doc>, Halt> {
    let first = since.map(|day| day.to_string()).unwrap_or_default();
    let mut found = Vec::new();
    for key in look.keys(&Range::prefix(&keys::key(&["doc", BRANCH.key])), MANY)? {
        let branch = keys::parts(&key).last().copied().unwrap_or_default();
        let of = ("customer", customer);
        for id in within::ids_from(look, def, (ScopeKind::Branch, branch), of, &first)? {
            found.extend(look.find(def.key, &id)?.map(|doc| Doc::clone(&doc)));
        }
    }
    Ok(found)
}

fn day(doc: &Doc, key: &str) -> Option<Day> {
    doc.text(key).and_then(Day::parse)
}

/// The money that came in from a day on; a cheque is money once it has cleared.
pub fn received(look: &Look, customer: &str, since: Day) -> Result<Vec<DayAmount>, Halt> {
    let all = of_customer(look, &RECEIPT, customer, Some(since.plus(-CLEARS_WITHIN)))?;
    let came_in = |receipt: &&Doc| {
        MONEY.contains(&receipt.status.as_str()) && receipt.text("mode") != Some("adjustment")
    };
    let amount = |receipt: &Doc| {
        let day = day(receipt, "cleared_on").or(day(receipt, "date"))?;
        Some(DayAmount { day, paise: receipt.int("amount_paise")? })
    };
    let amounts = all.iter().filter(came_in).filter_map(amount);
    Ok(amounts.filter(|amount| amount.day >= since).collect())
}

/// The posted invoices of a day and later.
pub fn billed(look: &Look, customer: &str, since: Day) -> Result<Vec<Billed>, Halt> {
    let all = of_customer(look, &INVOICE, customer, Some(since))?;
    let posted = all.iter().filter(|invoice| invoice.status == invoices::POSTED);
    let one = |invoice: &Doc| {
        let day = day(invoice, "date")?;
        let due = invoice.text("due_date").and_then(Day::parse).unwrap_or(day);
        Some(Billed { day, due, paise: invoice.int("payable_paise")? })
    };
    Ok(posted.filter_map(one).collect())
}

/// The cheques of a customer that are no money yet.
pub fn cheques_in_hand(look: &Look, customer: &str) -> Result<Vec<Cheque>, Halt> {
    cheques(look, customer, |receipt| IN_HAND.contains(&receipt.status.as_str()))
}

/// The cheques of a customer that bounced, whatever became of them.
pub fn bounces(look: &Look, customer: &str) -> Result<Vec<Cheque>, Halt> {
    let ever = |receipt: &Doc| receipt.int("bounces").unwrap_or(0) > 0;
    cheques(look, customer, |receipt| receipt.status == BOUNCED || ever(receipt))
}

fn cheques(
    look: &Look,
    customer: &str,
    wanted: impl Fn(&Doc) -> bool,
) -> Result<Vec<Cheque>, Halt> {
    let by_cheque = |receipt: &&Doc| {
        BY_CHEQUE.contains(&receipt.text("mode").unwrap_or_default()) && wanted(receipt)
    };
    let all = of_customer(look, &RECEIPT, customer, None)?;
    let cheque = |receipt: &Doc| Cheque {
        receipt: receipt.id.clone(),
        doc_no: receipt.doc_no.clone(),
        cheque_no: receipt.text("cheque_no").map(str::to_owned),
        date: day(receipt, "cheque_date").or(day(receipt, "date")),
        status: receipt.status.clone(),
        amount_paise: receipt.int("amount_paise").unwrap_or(0),
    };
    Ok(all.iter().filter(by_cheque).map(cheque).collect())
}
