//! What a customer owes, and what is owed to a supplier or transporter, item by item, and what an amount pays of it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::list::{self, Op, Query, Where};
use crate::declare::actor::Actor;
use crate::declare::case::{Look, not_found};
use crate::declare::grant::Verb;
use crate::docs;
use crate::docs::customers::CUSTOMER;
use crate::docs::invoices::INVOICE;
use crate::docs::receipts::{self, RECEIPT};
use crate::docs::supplier_payments::{self, SUPPLIER_PAYMENT};
use crate::docs::suppliers::SUPPLIER;
use crate::error::Halt;
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::read::Read;
use crate::ledger::{books, credit, payables};
use crate::value::{Day, Instant};
use crate::write::save;

/// More cheques in hand than one customer has.
const CHEQUES: usize = 200;

json_answer! {
    /// Something that is still to be paid.
    pub struct OpenItem {
        /// Of a document its id, else the name of the item.
        pub id: String,
        /// The field of an allocation that names it.
        pub field: &'static str,
        /// The type of its document, which the reader may open.
        pub opens: Option<&'static str>,
        pub name: String,
        pub date: Option<Day>,
        pub due: Day,
        pub overdue_days: i64,
        pub amount_paise: i64,
        pub balance_paise: i64,
        /// What cheques in hand are to pay of it.
        pub cheques_paise: i64,
        /// What the amount that was asked about would pay of it, the oldest due first.
        pub pays_paise: i64,
    }
}

json_answer! {
    /// What a customer has to pay, and has paid already without saying what for.
    pub struct OpenItems {
        /// The oldest due first.
        pub rows: Vec<OpenItem>,
        pub on_account_paise: i64,
        /// The part of it that no receipt brought.
        pub unassigned_paise: i64,
    }
}

json_answer! {
    /// What is to be paid to a supplier or a transporter.
    pub struct OpenBills {
        /// The oldest due first.
        pub rows: Vec<OpenItem>,
    }
}

/// The question: an amount, how it is paid and when.
#[derive(Clone, Debug, Default)]
pub struct OpenAsked {
    pub amount_paise: i64,
    pub mode: String,
    pub date: Option<Day>,
    /// The order that it is an advance for.
    pub order: Option<String>,
}

/// What a customer has to pay, and what an amount pays of it.
///
/// Errors: `NotFound` for a customer out of scope; `Forbidden` for those who see no receipts.
pub fn open_items(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    customer: &str,
    asked: &OpenAsked,
) -> Result<OpenItems, Halt> {
    let look = docs::look(read, actor, now);
    look.seen(&CUSTOMER, customer)?.ok_or_else(|| not_found(&CUSTOMER))?;
    if !actor.may(&RECEIPT, Verb::View) {
        return Err(crate::access::steps::forbidden(&RECEIPT, "view"));
    }
    let typed = typed(&look, customer, asked);
    let pays = receipts::by_due_date(&look, &typed, asked.amount_paise, &[])?;
    let pays =
        |id: &str| pays.iter().find(|row| row.item_id() == id).map_or(0, |row| row.amount_paise);
    let in_hand = in_hand(read, &look, customer)?;
    let mut rows = Vec::new();
    for (id, open, _) in credit::outstanding(credit::open_invoices(&look, customer)?, 0) {
        let doc = receipts::document_of(&look, &id)?;
        let def = doc.as_deref().and_then(|doc| docs::find(&doc.kind));
        let seen = def.zip(doc.as_deref()).filter(|(def, doc)| actor.covers(def, Verb::View, doc));
        let date = |key: &str| doc.as_ref().and_then(|doc| doc.text(key)).and_then(Day::parse);
        rows.push(OpenItem {
            field: if def.is_some_and(|def| def.key == INVOICE.key) { "invoice" } else { "item" },
            opens: seen.map(|(def, _)| def.key),
            name: receipts::name_of_item(&look, &id)?,
            date: date("bill_date").or(date("date")),
            due: open.due,
            overdue_days: look.today().days_since(open.due).max(0),
            amount_paise: open.amount_paise,
            balance_paise: open.balance_paise,
            cheques_paise: in_hand.get(&id).copied().unwrap_or(0),
            pays_paise: pays(&id),
            id,
        });
    }
    let account = credit::account(&look, customer)?;
    Ok(OpenItems {
        rows,
        on_account_paise: account.on_account,
        unassigned_paise: credit::unassigned(&look, customer)?,
    })
}

/// What is to be paid to a party, `supplier` or `vendor`, and what an amount in paise pays of it.
///
/// Errors: `NotFound` for a party out of scope; `Forbidden` for those who see no payments.
pub fn open_bills(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    (kind, id): (&str, &str),
    amount_paise: i64,
) -> Result<OpenBills, Halt> {
    let look = docs::look(read, actor, now);
    let party = supplier_payments::party_type(kind).ok_or_else(|| not_found(&SUPPLIER))?;
    look.seen(party, id)?.ok_or_else(|| not_found(party))?;
    if !actor.may(&SUPPLIER_PAYMENT, Verb::View) {
        return Err(crate::access::steps::forbidden(&SUPPLIER_PAYMENT, "view"));
    }
    let (mut left, mut rows) = (amount_paise, Vec::new());
    for (id, bill) in payables::open(&look, &books::party(kind, id))? {
        let doc = look.find(&bill.kind, &id)?;
        let def = docs::find(&bill.kind);
        let seen = def.zip(doc.as_deref()).filter(|(def, doc)| actor.covers(def, Verb::View, doc));
        let date = |key: &str| doc.as_ref().and_then(|doc| doc.text(key)).and_then(Day::parse);
        let field = supplier_payments::BILLS.iter().find(|key| **key == bill.kind);
        let pays_paise = left.clamp(0, bill.paise);
        left -= pays_paise;
        rows.push(OpenItem {
            field: field.copied().unwrap_or_default(),
            opens: seen.map(|(def, _)| def.key),
            name: bill.bill_no,
            date: date("bill_date").or(date("date")),
            due: bill.due,
            overdue_days: look.today().days_since(bill.due).max(0),
            amount_paise: bill.of_paise,
            balance_paise: bill.paise,
            cheques_paise: 0,
            pays_paise,
            id,
        });
    }
    Ok(OpenBills { rows })
}

/// A receipt of the amount as it might be typed.
fn typed(look: &Look, customer: &str, asked: &OpenAsked) -> Doc {
    let mut doc = save::blank(look, &RECEIPT, String::new());
    doc.set("customer", customer);
    asked.order.iter().for_each(|order| doc.set("for_order", order.as_str()));
    doc.set("mode", asked.mode.as_str());
    doc.set("date", asked.date.unwrap_or(look.today()).to_string());
    doc
}

/// What the customer's cheques in hand are to pay, by item.
fn in_hand(read: &dyn Read, look: &Look, customer: &str) -> Result<BTreeMap<String, i64>, Halt> {
    let of = |field: &str, op, value: &str| Where {
        field: field.to_owned(),
        op,
        value: value.to_owned(),
    };
    let held = [receipts::RECEIVED, receipts::DEPOSITED, receipts::REDEPOSITED].join("|");
    let conditions = vec![of("customer", Op::Eq, customer), of("status", Op::In, &held)];
    let query = Query { conditions, limit: CHEQUES, ..Query::default() };
    let mut sums: BTreeMap<String, i64> = BTreeMap::new();
    let page = list::page(read, look.actor, look.now, RECEIPT.key, &query)?.records()?;
    for id in page.iter().filter_map(|row| row.get("id").and_then(Value::as_str)) {
        let Some(doc) = look.find(RECEIPT.key, id)? else { continue };
        for row in receipts::planned_now(&doc)? {
            *sums.entry(row.item_id().to_owned()).or_default() += row.total();
        }
    }
    Ok(sums)
}
