//! Effects of the steps of sales and the branch manager: submit, approve, hold, revise, and the
//! steps that follow by themselves.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::changes::{Allow, change};
use super::facts::{self, Depth};
use super::quote::{self, net_rate};
use super::save::{self, HOUR_MS, day_start, timer, waiting_for};
use super::*;
use crate::access::steps;
use crate::declare::case::{Case, Look};
use crate::docs::formats::percent_shown;
use crate::docs::holds::promise;
use crate::docs::time_rules::{self, Of};
use crate::docs::{goods, parties, receipts, settings};
use crate::docs::{limit_requests, limits};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::ledger::credit;
use crate::ledger::stock::{self, Qty};
use crate::said;
use crate::value::{Day, Instant, Paise, rupees_short};
use crate::write::act;

pub type NextStatus = Result<&'static str, Halt>;

/// Writes the order back and says where it goes; empty to stay.
pub fn leave(doc: &mut Doc, mut order: Order, to: &'static str) -> NextStatus {
    order.waiting_for = waiting_for(if to.is_empty() { &doc.status } else { to });
    order.write(doc);
    Ok(to)
}

pub fn text<'r>(inputs: &'r Record, key: &str) -> Option<&'r str> {
    inputs.get(key).and_then(Value::as_str)
}

pub fn flag(inputs: &Record, key: &str) -> bool {
    inputs.get(key).and_then(Value::as_bool).unwrap_or(false)
}

/// The reason given.
pub fn reason(inputs: &Record) -> String {
    text(inputs, "reason").unwrap_or_default().to_owned()
}

pub fn need_remarks(inputs: &Record) -> Result<(), Halt> {
    match text(inputs, "remarks") {
        Some(_) => Ok(()),
        None => done(vec![Issue::new("remarks", Code::Required, parties::REMARKS)]),
    }
}

pub fn submit(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    if doc.doc_no.is_none() {
        order.date = Some(case.today());
    }
    shift_past_cut_off(case, doc, &mut order)?;
    let (_, made) = facts::reckon(case, &doc.id, &mut order, Depth::Today)?;
    done(made.errors())?;
    keep_formulas(case, &mut order)?;
    save::addresses(case, &mut order)?;
    question_a_double(case, doc, &order, flag(inputs, "confirm"))?;
    if doc.doc_no.is_none() {
        doc.doc_no = Some(number(case, doc, &order)?);
    }
    save::place(case, doc, &order)?;
    timer(case, doc, "archive", &mut order.archive_at, None)?;
    if settings::text_of(case, "reserve_at")? == "submit" {
        reserve(case, doc, &mut order)?;
    }
    took_step(case, &mut order, "submit");
    order.submitted_at = Some(case.now);
    (order.forwarded_at, order.credit_approved_at) = (None, None);
    order.acted_on = false;
    order.approval_level = Some(0);
    order.rate_stale = false;
    order.rejection = None;
    (order.suggestion, order.advance_asked_paise) = (None, None);
    order.recommendation = None;
    order.credit = Some(super::credit::snapshot(case, &order)?);
    leave(doc, order, BM_PENDING)
}

/// The versions of the formulas that the goods are weighed by now: a later one changes nothing of this order.
fn keep_formulas(case: &Look, order: &mut Order) -> Result<(), Halt> {
    for line in &mut order.lines {
        let sku = case.find(SKU.key, &line.sku)?;
        line.formula = sku.and_then(|sku| sku.text("formula").map(str::to_owned));
    }
    Ok(())
}

/// An order of today that comes after the cut-off is delivered on the next working day.
fn shift_past_cut_off(case: &Look, doc: &Doc, order: &mut Order) -> Result<(), Halt> {
    let of = Of { yard: order.yard.as_deref(), ..Of::place(doc) };
    let first = time_rules::order_day(case, &of)?;
    if order.delivery_by.is_some_and(|by| by < first && by <= case.today()) {
        order.delivery_by = Some(first);
    }
    Ok(())
}

#[derive(Serialize, Deserialize)]
struct Recent {
    order: String,
    at: Instant,
}

/// The same goods for the same customer within minutes are asked about.
fn question_a_double(
    case: &mut Case,
    doc: &Doc,
    order: &Order,
    confirmed: bool,
) -> Result<(), Halt> {
    let key = keys::key(&["recent", "order", &order.customer, &order.goods()]);
    let minutes = settings::int_of(case, "duplicate_minutes")?;
    let recent = case.value::<Recent>(&key)?;
    let recent = recent.filter(|recent| recent.order != doc.id);
    let recent = recent.filter(|recent| case.now.0 - recent.at.0 < minutes * 60_000);
    if let Some(recent) = recent.filter(|_| !confirmed) {
        let other = case.seen(&ORDER, &recent.order)?;
        let no = other.and_then(|doc| doc.doc_no.clone());
        let no = no.map(|no| format!(" {no}")).unwrap_or_default();
        let message = said!(
            "The same order{no} was submitted within {minutes} minutes. Confirm to submit this one too",
            no,
            minutes
        );
        return done(vec![Issue::new("confirm", Code::Duplicate, message)]);
    }
    case.put(key, &Recent { order: doc.id.clone(), at: case.now })
}

pub fn number(case: &mut Case, doc: &Doc, order: &Order) -> Result<String, Halt> {
    let branch = doc.branch.as_deref().map(|id| case.find("branch", id)).transpose()?.flatten();
    let prefix = branch.as_ref().and_then(|doc| doc.text("series_prefix"));
    let (Some(prefix), Some(series)) = (prefix, ORDER.series) else {
        let message = "The salesperson has no branch";
        return Err(Halt::issues(vec![Issue::new("salesman", Code::Input, message)]));
    };
    let day = order.date.unwrap_or(case.today());
    case.number(&ORDER, &series, prefix, day)
}

/// Somebody decided on the order, or asked for a decision: the next one is another person's. What the
/// system does by itself stands between no two of them.
pub fn took_step(case: &Look, order: &mut Order, step: &str) {
    if case.actor.has(Role::Sys) {
        return;
    }
    order.last_step = Some(step.to_owned());
    order.last_step_by = Some(case.actor.id.clone());
}

/// Somebody set or changed what an approval is given for: it is not theirs to give.
pub fn changed_terms(case: &Look, order: &mut Order) {
    if !case.actor.has(Role::Sys) && !order.changed_by.contains(&case.actor.id) {
        order.changed_by.push(case.actor.id.clone());
    }
}

pub fn withdraw(case: &mut Case, doc: &mut Doc, _: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    release(case, doc, &mut order)?;
    order.revision = Some(order.revision.unwrap_or(0) + 1);
    leave(doc, order, DRAFT)
}

pub fn approve(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    let changed = match inputs.get("changes").and_then(Value::as_object) {
        Some(changes) => change(case, doc, &mut order, changes, Allow::Approval)?,
        None => false,
    };
    if changed {
        need_remarks(inputs)?;
    }
    above_floor(case, &mut order, inputs)?;
    order.acted_on = true;
    took_step(case, &mut order, "approve");
    order.changed_by.clear();
    let bound = case.actor.approval_slab_paise;
    if bound.is_some_and(|slab| order.total() > slab) {
        order.approval_level = Some(order.approval_level.unwrap_or(0) + 1);
        return leave(doc, order, "");
    }
    if settings::text_of(case, "reserve_at")? != "credit_approval" {
        reserve(case, doc, &mut order)?;
    }
    order.approved_at = Some(case.now);
    order.approved_by = Some(case.actor.id.clone());
    order.approved_hash = Some(order.terms());
    leave(doc, order, PRELIMINARY)
}

/// A rate below the floor needs words, where the product group lets anybody go below it.
fn above_floor(case: &Look, order: &mut Order, inputs: &Record) -> Result<(), Halt> {
    if let Some(reason) = text(inputs, "override_reason") {
        order.override_reason = Some(reason.to_owned());
    }
    let mut issues = Vec::new();
    let slab = settings::int_of(case, "discount_slab_bp")?;
    for (at, line) in order.lines.iter().enumerate() {
        if line.discount_bp.is_some_and(|bp| bp > slab) && text(inputs, "override_reason").is_none()
        {
            let message =
                said!("A discount above {slab} needs a reason", slab = percent_shown(slab));
            issues.push(Issue::new(format!("lines.{at}.discount_bp"), Code::BelowFloor, message));
        }
        let rate = net_rate(line.rate_paise.unwrap_or(0), line.discount_bp.unwrap_or(0));
        let Some(floor) = line.floor_paise.filter(|floor| rate < *floor) else { continue };
        let never = goods::floor_is_firm(case, &line.sku)?;
        if never || text(inputs, "override_reason").is_none() {
            let (rate, floor) = (rupees_short(Paise(rate)), rupees_short(Paise(floor)));
            let message = match never {
                true => said!(
                    "Rate {rate} is below floor {floor}, and no one may go below it",
                    rate,
                    floor
                ),
                false => said!("Rate {rate} is below floor {floor}", rate, floor),
            };
            issues.push(Issue::new(format!("lines.{at}.rate_paise"), Code::BelowFloor, message));
        }
    }
    done(issues)
}

/// Reserves everything open anew, for as long as an approval may take.
pub fn reserve(case: &mut Case, doc: &Doc, order: &mut Order) -> Result<(), Halt> {
    let hours = time_rules::hours_of(case, "reservation", &Of::place(doc))?;
    let expires = hours.map(|hours| Instant(case.now.0 + hours * HOUR_MS));
    hold_stock(case, doc, order, expires)
}

/// Reserves everything open anew; every line that is short says so.
pub fn hold_stock(
    case: &mut Case,
    doc: &Doc,
    order: &mut Order,
    expires: Option<Instant>,
) -> Result<(), Halt> {
    stock::release_all(case, &doc.id)?;
    let mut issues = Vec::new();
    for (at, line) in order.lines.iter().enumerate() {
        let (pcs, g) = line.open();
        let mut qty = Qty { pcs, g };
        let wanted = promise::PromiseLine {
            order: &doc.id,
            line: at as u32,
            customer: &order.customer,
            yard: order.yard(),
            sku: &line.sku,
            qty,
        };
        if !line.dump {
            promise::keep(case, &wanted)?;
        }
        if line.back_order {
            let free = stock::position(case, order.yard(), line.pool())?.available();
            qty = Qty { pcs: pcs.min(free.pcs), g: g.min(free.g) };
        }
        if qty.is_zero() || (pcs > 0 && qty.pcs == 0) || qty.any_negative() {
            continue;
        }
        match stock::reserve(case, &doc.id, at as u32, order.yard(), line.pool(), qty, expires) {
            Ok(()) => {}
            Err(Halt::Refused(refused)) => {
                let path = format!("lines.{at}.{}", if pcs > 0 { "pcs" } else { "weight_g" });
                let at_line = |issue: Issue| Issue { path: path.clone(), ..issue };
                issues.extend(refused.issues.into_iter().map(at_line));
            }
            Err(other) => return Err(other),
        }
    }
    done(issues)?;
    order.reservation_lapsed = None;
    timer(case, doc, "expire_reservation", &mut order.reservation_expires, expires)
}

/// Gives up what the order holds of the stock.
pub fn release(case: &mut Case, doc: &Doc, order: &mut Order) -> Result<(), Halt> {
    stock::release_all(case, &doc.id)?;
    order.reservation_lapsed = None;
    timer(case, doc, "expire_reservation", &mut order.reservation_expires, None)
}

/// The longest hold where no time rule bounds it: a year, so that a mistyped one is noticed.
const MOST_HOLD_DAYS: i64 = 365;

pub fn hold(case: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let until = text(inputs, "hold_until").and_then(Day::parse).unwrap_or_default();
    let most = time_rules::hours_of(case, "hold", &Of::place(doc))?;
    let most = most.map_or(MOST_HOLD_DAYS, |hours| hours.div_euclid(24).max(1));
    let days = until.days_since(case.today());
    if days < 1 || days > most {
        let message = said!("A hold lasts 1 to {most} days", most);
        return done(vec![Issue::new("hold_until", Code::Input, message)]).map(|()| "");
    }
    let mut order = Order::of(doc)?;
    order.acted_on = true;
    order.hold_until = Some(until);
    let at = day_start(until);
    timer(case, doc, "resume", &mut order.resume_at, Some(at))?;
    match flag(inputs, "keep_stock") {
        true => hold_stock(case, doc, &mut order, Some(at))?,
        false => release(case, doc, &mut order)?,
    }
    leave(doc, order, HOLD)
}

pub fn resume(case: &mut Case, doc: &mut Doc, _: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    timer(case, doc, "resume", &mut order.resume_at, None)?;
    order.hold_until = None;
    let facts = facts::gather(case, &doc.id, &order, Depth::Today)?;
    let today = quote::of(&order, &facts);
    let moved =
        |(line, now): (&Line, &quote::QuoteLine)| line.list_rate_paise != now.list_rate_paise;
    order.rate_stale = order.lines.iter().zip(&today.lines).any(moved);
    leave(doc, order, BM_PENDING)
}

pub fn revise(case: &mut Case, doc: &mut Doc, _: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    release(case, doc, &mut order)?;
    order.revision = Some(order.revision.unwrap_or(0) + 1);
    order.rejection = None;
    order.acted_on = false;
    leave(doc, order, DRAFT)
}

pub fn attach(_: &mut Case, doc: &mut Doc, inputs: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    add_files(&mut order, inputs)?;
    leave(doc, order, "")
}

/// Adds the files of a step, ten at most on one order.
pub fn add_files(order: &mut Order, inputs: &Record) -> Result<(), Halt> {
    let files = inputs.get("files").and_then(Value::as_array).cloned().unwrap_or_default();
    for file in files.iter().filter_map(Value::as_str) {
        if !order.attachments.iter().any(|own| own == file) {
            order.attachments.push(file.to_owned());
        }
    }
    match order.attachments.len() > 10 {
        true => done(vec![Issue::new("files", Code::Input, "An order holds at most 10 files")]),
        false => Ok(()),
    }
}

pub fn complete(case: &mut Case, doc: &mut Doc, _: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    release(case, doc, &mut order)?;
    credit::uncommit(case, &order.customer, &doc.id)?;
    limit_requests::order_over(case, &order.customer, &doc.id)?;
    leave(doc, order, COMPLETED)
}

pub fn expire_reservation(case: &mut Case, doc: &mut Doc, _: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    stock::expire(case, &doc.id, case.now)?;
    timer(case, doc, "expire_reservation", &mut order.reservation_expires, None)?;
    order.reservation_lapsed = Some(case.now);
    leave(doc, order, "")
}

/// A draft nobody came back to leaves every list; its document and history stay.
pub fn archive(case: &mut Case, doc: &mut Doc, _: &Record) -> NextStatus {
    let mut order = Order::of(doc)?;
    timer(case, doc, "archive", &mut order.archive_at, None)?;
    order.archived = true;
    order.waiting_for = None;
    order.write(doc);
    doc.branch = None;
    doc.yard = None;
    doc.owner = None;
    Ok("")
}

/// T6a: what needs no further person goes on by itself, in the same commit.
pub fn follow(case: &mut Case, action: &'static str, doc: Arc<Doc>) -> Result<Arc<Doc>, Halt> {
    if doc.status != PRELIMINARY || !matches!(action, "approve" | "represent") {
        return Ok(doc);
    }
    let pass = action == "approve" && passes_by_itself(case, &doc)?;
    if !pass && settings::flag(case, "preliminary_stage")? {
        return Ok(doc);
    }
    let fits = case.as_system(|case| steps::allowed(case, &ORDER, &doc, "forward").map(|_| ()));
    match fits {
        Err(Halt::Refused(_)) => return Ok(doc),
        other => other?,
    }
    let mut inputs = Record::new();
    inputs.insert("recommendation".to_owned(), json!("approve"));
    let doc = act::by_system(case, &ORDER, &doc, "forward", &inputs)?;
    match pass {
        true => act::by_system(case, &ORDER, &doc, "credit_approve", &Record::new()),
        false => Ok(doc),
    }
}

/// Paid in advance, or small and good enough that no person needs to look.
fn passes_by_itself(case: &Look, doc: &Doc) -> Result<bool, Halt> {
    let order = Order::of(doc)?;
    let term = order.payment_term.as_deref().map(|id| case.find("payment_term", id));
    let term = term.transpose()?.flatten();
    let at = limits::position(case, &order.customer)?;
    let advance = term.as_ref().is_some_and(|term| {
        term.text("kind") == Some("advance") && term.int("advance_bp").unwrap_or(10_000) == 10_000
    });
    // Money on account that neither a debt nor another order needs.
    let kept = receipts::advance::kept_for_others(case, &order.customer, &doc.id)?;
    if advance && -at.utilised_paise - kept >= order.total() {
        return Ok(true);
    }
    let unchecked = term
        .as_ref()
        .is_some_and(|term| term.get("needs_credit_check").and_then(Value::as_bool) == Some(false));
    let small = settings::flag(case, "auto_credit_pass")?
        && order.total() <= settings::int_of(case, "auto_credit_slab_paise")?;
    let good = order.total() <= at.available_paise && at.overdue_paise == 0;
    Ok((small || (unchecked && !advance)) && good)
}

/// The last posted invoice completes the order; called with every posting.
pub fn complete_if_due(case: &mut Case, order_id: &str) -> Result<(), Halt> {
    let doc = case.doc(&ORDER, order_id)?;
    let fits = case.as_system(|case| steps::allowed(case, &ORDER, &doc, "complete").map(|_| ()));
    match fits {
        Ok(()) => act::by_system(case, &ORDER, &doc, "complete", &Record::new()).map(|_| ()),
        Err(Halt::Refused(_)) => Ok(()),
        Err(other) => Err(other),
    }
}
