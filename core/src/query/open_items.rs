//! What a customer owes, item by item, and what an amount would pay of it.

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
use crate::error::Halt;
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::read::Read;
use crate::ledger::credit;
use crate::value::{Day, Instant};
use crate::write::save;

/// More cheques in hand than one customer has.
const CHEQUES: usize = 200;

json_answer! {
    /// Something that a customer still has to pay.
    pub struct OpenItem {
        /// Of an invoice its id, else the name of the item.
        pub id: String,
        /// Whether it is an invoice.
        pub invoice: bool,
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
            invoice: def.is_some_and(|def| def.key == INVOICE.key),
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
