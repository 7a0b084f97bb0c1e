//! A customer's credit as a decision needs it: position, ageing, what is open, and firms of the same owner.

use serde_json::{Value, json};

use super::Links;
use super::list::{self, Op, Query, Where};
use crate::declare::actor::Actor;
use crate::declare::case::{Look, not_found};
use crate::declare::grant::Verb;
use crate::docs;
use crate::docs::customers::CUSTOMER;
use crate::docs::limits;
use crate::docs::orders::{self, ORDER, Order};
use crate::error::{Code, Halt};
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Range, Read};
use crate::ledger::credit::{self, Open, Position};
use crate::value::{Day, Instant};

const LAST_RECEIPTS: usize = 10;
const FIRMS: usize = 50;

/// The position with the names of the contract, and for those who see all figures what stands
/// behind it. Where an `order` is named: what it takes further, and why that does not fit.
///
/// Errors: `NotFound` for a customer or an order out of scope; `Forbidden` for those who see none of
/// its credit.
pub fn credit(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    customer: &str,
    order: &str,
) -> Result<Value, Halt> {
    let case = docs::look(read, actor, now);
    let doc = case.find(CUSTOMER.key, customer)?;
    let doc = doc.filter(|doc| actor.covers(&CUSTOMER, Verb::View, doc));
    let doc = doc.ok_or_else(|| not_found(&CUSTOMER))?;
    if !actor.sees_credit(&doc) {
        let message = "You do not have permission to view credit";
        return Err(Halt::refuse(Code::Forbidden, message));
    }
    let position = limits::position(&case, customer)?;
    let mut answer = position_value(&position)?;
    answer["customer"] = customer.into();
    answer["name"] = doc.title(&CUSTOMER).into();
    answer["status"] = doc.status.clone().into();
    if !order.is_empty() {
        answer["order"] = for_order(&case, customer, order)?;
    }
    if !actor.sees_cost() {
        return Ok(answer);
    }
    let open = credit::open_invoices(&case, customer)?;
    let mut links = Links::default();
    links.want(CUSTOMER.key, customer);
    answer["ageing"] = ageing(&open, case.today());
    answer["invoices"] = invoices(&case, open, case.today())?;
    answer["orders"] = orders(&case, customer)?;
    answer["limits"] = serde_json::to_value(credit::limits(&case, customer)?).map_err(fault)?;
    answer["receipts"] = receipts(read, actor, now, customer)?;
    answer["group"] = group(&case, &doc)?;
    answer["links"] = links.titles(&case)?;
    Ok(answer)
}

/// The credit that an order takes beyond what it holds, and the refusal that would meet it now.
fn for_order(case: &Look, customer: &str, id: &str) -> Result<Value, Halt> {
    let doc = case.find(ORDER.key, id)?;
    let doc = doc.filter(|doc| case.actor.covers(&ORDER, Verb::View, doc));
    let doc = doc.filter(|doc| doc.text("customer") == Some(customer));
    let doc = doc.ok_or_else(|| not_found(&ORDER))?;
    let further = orders::credit::further(case, &doc, &Order::of(&doc)?)?.max(0);
    Ok(json!({
        "id": id,
        "further_paise": further,
        "short": limits::shortage(case, customer, further)?,
    }))
}

fn fault(error: serde_json::Error) -> Halt {
    Halt::Fault(error.to_string())
}

fn position_value(position: &Position) -> Result<Value, Halt> {
    serde_json::to_value(position).map_err(fault)
}

/// Open balances by how late they are.
fn ageing(open: &[(String, Open)], today: Day) -> Value {
    const BUCKETS: [(&str, i64); 5] = [
        ("not_due_paise", 0),
        ("days_1_30_paise", 30),
        ("days_31_60_paise", 60),
        ("days_61_90_paise", 90),
        ("days_over_90_paise", i64::MAX),
    ];
    let mut sums = [0_i64; 5];
    for (_, one) in open {
        let late = today.days_since(one.due);
        let at = BUCKETS.iter().position(|(_, most)| late <= *most).unwrap_or(4);
        sums[at] = sums[at].saturating_add(one.balance_paise);
    }
    BUCKETS
        .iter()
        .zip(sums)
        .map(|((name, _), sum)| ((*name).to_owned(), Value::from(sum)))
        .collect()
}

/// Open invoices, the oldest due first.
fn invoices(case: &Look, mut open: Vec<(String, Open)>, today: Day) -> Result<Value, Halt> {
    open.sort_by(|(a, one), (b, two)| (one.due, a).cmp(&(two.due, b)));
    let row = |(id, one): (String, Open)| {
        let doc = case.find("invoice", &id)?;
        Ok(json!({
            "id": id,
            "doc_no": doc.as_ref().and_then(|doc| doc.doc_no.clone()),
            "date": doc.as_ref().and_then(|doc| doc.text("date")),
            "due": one.due,
            "amount_paise": one.amount_paise,
            "balance_paise": one.balance_paise,
            "overdue_days": today.days_since(one.due).max(0),
        }))
    };
    open.into_iter().map(row).collect::<Result<Vec<Value>, Halt>>().map(Value::from)
}

/// Orders that hold credit and are not invoiced.
fn orders(case: &Look, customer: &str) -> Result<Value, Halt> {
    let row = |(id, committed_paise): (String, i64)| {
        let doc = case.find("order", &id)?;
        Ok(json!({
            "id": id,
            "doc_no": doc.as_ref().and_then(|doc| doc.doc_no.clone()),
            "status": doc.as_ref().map(|doc| doc.status.clone()),
            "committed_paise": committed_paise,
        }))
    };
    let rows = credit::commitments(case, customer)?.into_iter().map(row);
    rows.collect::<Result<Vec<Value>, Halt>>().map(Value::from)
}

/// The customer's last receipts that the person may see, newest first.
fn receipts(read: &dyn Read, actor: &Actor, now: Instant, customer: &str) -> Result<Value, Halt> {
    let asked = docs::find("receipt").filter(|def| actor.may(def, Verb::View));
    let Some(def) = asked.filter(|def| def.field("customer").is_some_and(|field| field.listed))
    else {
        return Ok(json!([]));
    };
    let of = Where { field: "customer".to_owned(), op: Op::Eq, value: customer.to_owned() };
    let query = Query { conditions: vec![of], limit: LAST_RECEIPTS, ..Query::default() };
    let page = list::page(read, actor, now, def.key, &query)?;
    Ok(page.records()?.into_iter().map(Value::Object).collect())
}

/// The credit positions of other firms with the same PAN.
fn group(case: &Look, customer: &Doc) -> Result<Value, Halt> {
    let Some(pan) = customer.text("pan") else { return Ok(json!([])) };
    let word = keys::key(&["word", CUSTOMER.key, &pan.to_lowercase()]);
    let mut firms = Vec::new();
    for (key, _) in case.scan(&Range::prefix(&word), FIRMS)? {
        let id = keys::parts(&key).last().copied().unwrap_or_default().to_owned();
        let found = case.find(CUSTOMER.key, &id)?.filter(|doc| doc.id != customer.id);
        let Some(firm) = found.filter(|doc| doc.text("pan") == Some(pan)) else { continue };
        let mut row = position_value(&limits::position(case, &id)?)?;
        row["customer"] = id.into();
        row["name"] = firm.title(&CUSTOMER).into();
        row["status"] = firm.status.clone().into();
        firms.push(row);
    }
    Ok(firms.into())
}
