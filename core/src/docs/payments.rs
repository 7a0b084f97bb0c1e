//! How a customer pays: the money that came in, the cheques in hand, and those that bounced. Each is read here
//! and nowhere else.

use super::invoices::{self, INVOICE, Invoice};
use super::org::BRANCH;
use super::receipts::{self, CANCELLED, RECEIPT, REVERSED};
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
/// A post-dated cheque is in hand for so many days at most before it clears.
const CLEARS_WITHIN: i32 = 400;

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

/// A receipt whose money came, on the day that it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paid {
    pub day: Day,
    /// The money of it.
    pub money_paise: i64,
    /// By how much less is owed since: the money, what was deducted, what was written off.
    pub less_paise: i64,
}

/// What a bounced cheque cost the customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charged {
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
pub fn of_customer(
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

/// What was paid from a day on, and charged; a cheque is money once it has cleared.
pub fn paid(look: &Look, customer: &str, since: Day) -> Result<(Vec<Paid>, Vec<Charged>), Halt> {
    let (mut paid, mut charged) = (Vec::new(), Vec::new());
    for receipt in of_customer(look, &RECEIPT, customer, Some(since.plus(-CLEARS_WITHIN)))? {
        if receipts::has_arrived(&receipt) {
            paid.push(paid_by(&receipt)?);
        }
        if ![CANCELLED, REVERSED].contains(&receipt.status.as_str()) {
            let events = receipts::events_of(&receipt)?.into_iter();
            let charge = |one: receipts::ReceiptEvent| {
                let paise = one.charges_paise;
                one.date.filter(|_| paise > 0).map(|day| Charged { day, paise })
            };
            charged.extend(events.filter_map(charge));
        }
    }
    paid.retain(|one| one.day >= since);
    charged.retain(|one| one.day >= since);
    Ok((paid, charged))
}

fn paid_by(receipt: &Doc) -> Result<Paid, Halt> {
    let amount = receipt.int("amount_paise").unwrap_or(0);
    let settled = receipts::settled_of(receipt)?;
    let deducted: i64 = settled.iter().map(|row| row.allocation().deducted()).sum();
    // What was on account already is owed no less for being set against an invoice.
    let less = if receipts::moves_account(receipt) { 0 } else { amount };
    Ok(Paid {
        day: receipts::arrived_on(receipt),
        money_paise: if receipts::is_money(receipt) { amount } else { 0 },
        less_paise: less.saturating_add(deducted),
    })
}

/// The posted invoices of a day and later.
pub fn billed(look: &Look, customer: &str, since: Day) -> Result<Vec<Billed>, Halt> {
    let all = of_customer(look, &INVOICE, customer, Some(since))?;
    let posted = all.iter().filter(|invoice| invoice.status == invoices::POSTED);
    let one = |invoice: &Doc| -> Option<Vec<Billed>> {
        let day = day(invoice, "date")?;
        let due = invoice.text("due_date").and_then(Day::parse).unwrap_or(day);
        let whole = Billed { day, due, paise: invoice.int("payable_paise")? };
        let parts = Invoice::of(invoice).ok()?.due_parts();
        match parts.is_empty() {
            true => Some(vec![whole]),
            false => {
                Some(parts.into_iter().map(|(due, paise)| Billed { day, due, paise }).collect())
            }
        }
    };
    Ok(posted.filter_map(one).flatten().collect())
}

/// The cheques of a customer that are no money yet.
pub fn cheques_in_hand(look: &Look, customer: &str) -> Result<Vec<Cheque>, Halt> {
    cheques(look, customer, receipts::in_hand)
}

/// The cheques of a customer that bounced, whatever became of them.
pub fn bounced(look: &Look, customer: &str) -> Result<Vec<Cheque>, Halt> {
    cheques(look, customer, |receipt| receipt.int("bounces").unwrap_or(0) > 0)
}

/// Those of a customer that are wanted, the last one first.
fn cheques(
    look: &Look,
    customer: &str,
    wanted: impl Fn(&Doc) -> bool,
) -> Result<Vec<Cheque>, Halt> {
    let all = of_customer(look, &RECEIPT, customer, None)?;
    let cheque = |receipt: &Doc| Cheque {
        receipt: receipt.id.clone(),
        doc_no: receipt.doc_no.clone(),
        cheque_no: receipt.text("cheque_no").map(str::to_owned),
        date: day(receipt, "cheque_date").or(day(receipt, "date")),
        status: receipt.status.clone(),
        amount_paise: receipt.int("amount_paise").unwrap_or(0),
    };
    let these = all.iter().filter(|receipt| receipts::is_cheque(receipt) && wanted(receipt));
    let mut found: Vec<Cheque> = these.map(cheque).collect();
    found.sort_by(|one, other| (other.date, &other.receipt).cmp(&(one.date, &one.receipt)));
    Ok(found)
}
