//! Guards of steps; each refusal is the reason on the button.

use super::facts::{self, Depth};
use super::quote;
use super::{Concern, ORDER, Order};
use crate::declare::case::Look;
use crate::declare::grant::Role;
use crate::docs::invoices::eway;
use crate::docs::{limits, loadings, parties, receipts, settings, standing, time_rules};
use crate::error::{Code, Halt, Issue, done};
use crate::identify::Category;
use crate::kept::doc::Doc;
use crate::said;
use crate::said::Said;
use crate::schema::check::{self, Strictness};
use crate::value::{Paise, rupees_short};

const DAY_MS: i64 = 86_400_000;

fn rule(message: impl Into<Said>) -> Halt {
    Halt::refuse(Code::Rule, message)
}

pub fn may_submit(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let order = Order::of(doc)?;
    if order.archived {
        return Err(rule("This draft was archived. Create a new order"));
    }
    let checked = check::check(&ORDER, &doc.record, Some(&doc.record), Strictness::Complete);
    let mut issues = checked.issues;
    let facts = facts::gather(case, &doc.id, &order, Depth::Today)?;
    let found = quote::of(&order, &facts).errors();
    issues.extend(
        found
            .into_iter()
            .filter(|found| !issues.iter().any(|issue| issue.path == found.path))
            .collect::<Vec<Issue>>(),
    );
    done(issues)
}

pub fn not_acted_on(_: &Look, doc: &Doc) -> Result<(), Halt> {
    match Order::of(doc)?.acted_on {
        false => Ok(()),
        true => Err(rule("The branch manager has acted on this order; it cannot be withdrawn")),
    }
}

/// Nobody takes two approval steps in a row, or approves what they changed. Asked back, somebody decides again as
/// they did: that is one decision, and the next step is another's. It is theirs alone: who stands in for them may have
/// asked for it.
fn four_eyes(case: &Look, order: &Order, step: &str) -> Result<(), Halt> {
    let last = order.last_step_by.as_deref().is_some_and(|id| case.actor.is(id));
    let changed = order.changed_by.iter().any(|id| case.actor.is(id));
    let again = order.last_step_by.as_ref() == Some(&case.actor.id)
        && order.last_step.as_deref() == Some(step)
        && order.approval_level.unwrap_or(0) == 0;
    // A countersign is about what changed since the approval, whoever gave that.
    let last = last && !again && step != "countersign";
    if !(last || changed) || case.actor.has(Role::Sys) || settings::allows_self(case, step)? {
        return Ok(());
    }
    let did = match order.last_step.as_deref() {
        _ if !last => "changed",
        Some("submit") => "submitted",
        Some("forward") => "forwarded",
        _ => "approved",
    };
    let must = match step {
        "forward" | "countersign" => step,
        _ => "approve",
    };
    let message = said!("You {did} this order; another person must {must}", did, must);
    Err(Halt::refuse(Code::FourEyes, message))
}

/// Nothing is approved for or loaded to a customer that may not buy.
pub fn customer_may_buy(case: &Look, order: &Order) -> Result<(), Halt> {
    let customer = case.doc(&parties::CUSTOMER, &order.customer)?;
    match facts::barred(&customer) {
        None => Ok(()),
        Some(why) if customer.status == "Blocked" => Err(Halt::refuse(Code::CustomerBlocked, why)),
        Some(why) => Err(rule(why)),
    }
}

pub fn may_approve(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let order = Order::of(doc)?;
    four_eyes(case, &order, "approve")?;
    customer_may_buy(case, &order)
}

/// The customer is known well enough for a credit decision.
pub fn may_forward(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let order = Order::of(doc)?;
    four_eyes(case, &order, "forward")?;
    customer_may_buy(case, &order)?;
    let customer = case.doc(&parties::CUSTOMER, &order.customer)?;
    let category = customer.text("gst_category").and_then(Category::parse);
    let gstin = customer.text("gstin").is_some();
    if category.is_some_and(Category::registered) && !gstin {
        return Err(rule("The customer's GSTIN is missing"));
    }
    let pan = gstin || customer.text("pan").is_some();
    if !pan && order.total() >= settings::int_of(case, "pan_required_paise")? {
        return Err(rule("The customer's PAN is missing"));
    }
    let from = settings::value(case, "papers_from_paise")?.as_i64();
    let asked = from.is_some_and(|from| order.total() >= from) && !case.actor.has(Role::Sys);
    match asked && parties::lacks_certificate(&customer) {
        true => Err(rule("The customer's GST certificate is missing")),
        false => Ok(()),
    }
}

pub fn may_credit_approve(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let order = Order::of(doc)?;
    four_eyes(case, &order, "credit_approve")?;
    customer_may_buy(case, &order)?;
    match case.actor.has(Role::Sys) {
        true => Ok(()),
        false => standing::within_own(case, order.total()),
    }
}

pub fn nothing_loaded(_: &Look, doc: &Doc) -> Result<(), Halt> {
    match Order::of(doc)?.is_partly_loaded() {
        false => Ok(()),
        true => Err(rule("Part of this order is loaded; short-close or reverse it instead")),
    }
}

pub fn pct_may_reject(case: &Look, doc: &Doc) -> Result<(), Halt> {
    if !settings::flag(case, "pct_may_reject")? {
        return Err(rule("The preliminary credit team may not reject; forward with your advice"));
    }
    nothing_loaded(case, doc)
}

fn is_cancelled(order: &Order) -> bool {
    let reason = order.rejection.as_deref().unwrap_or("");
    reason.starts_with("CANCELLED_") || reason == "REVERSED"
}

pub fn may_revise(_: &Look, doc: &Doc) -> Result<(), Halt> {
    match is_cancelled(&Order::of(doc)?) {
        false => Ok(()),
        true => Err(rule("This order was cancelled. Create a new one")),
    }
}

/// Requires that the order is still as the branch manager approved it.
pub fn may_represent(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let order = Order::of(doc)?;
    let days = settings::int_of(case, "represent_days")?;
    let Some(at) = order.approved_at else {
        return Err(rule("The branch manager never approved this order; revise it"));
    };
    if !order.is_as_approved() {
        return Err(rule("The order changed since the branch manager approved it; revise it"));
    }
    if case.now.0 - at.0 > days * DAY_MS {
        let message = said!("The approval is older than {days} days; revise the order", days);
        return Err(rule(message));
    }
    advance_has_come(case, &doc.id, &order)?;
    customer_may_buy(case, &order)
}

/// An advance that credit asked for lies on the customer's account, cleared and not for another order.
fn advance_has_come(case: &Look, order_id: &str, order: &Order) -> Result<(), Halt> {
    let Some(asked) = order.advance_asked_paise else { return Ok(()) };
    let kept = receipts::advance::kept_for_others(case, &order.customer, order_id)?;
    let has = limits::position(case, &order.customer)?.on_account_paise - kept;
    if has >= asked {
        return Ok(());
    }
    let [asked, has] = [asked, has].map(|paise| rupees_short(Paise(paise)));
    Err(rule(said!("Credit asked for an advance of {asked}; {has} is on account", asked, has)))
}

pub fn may_load(case: &Look, doc: &Doc) -> Result<(), Halt> {
    customer_may_buy(case, &Order::of(doc)?)?;
    time_rules::may_load(case, doc)
}

fn concern(order: &Order) -> Result<&Concern, Halt> {
    order.concern.as_ref().ok_or_else(|| rule("No concern is open"))
}

/// The yard closes what it raised itself, and whatever was only the vehicle.
pub fn own_concern(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let order = Order::of(doc)?;
    let concern = concern(&order)?;
    match case.actor.is(&concern.by) || concern.reason == "VEHICLE" {
        true => Ok(()),
        false => Err(rule("Another person raised this concern; the branch manager resolves it")),
    }
}

pub fn answered(_: &Look, doc: &Doc) -> Result<(), Halt> {
    let order = Order::of(doc)?;
    let concern = concern(&order)?;
    if concern.answer.is_none() {
        return Err(rule("The concern has no answer yet"));
    }
    match concern.countersign && concern.countersigned_by.is_none() {
        true => Err(rule("The value went up; credit must countersign first")),
        false => Ok(()),
    }
}

pub fn may_unload(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let order = Order::of(doc)?;
    let concern = concern(&order)?;
    let consent = concern.answer.as_deref() == Some("unload")
        && matches!(concern.answered_as.as_deref(), Some("BM" | "ADMIN"));
    if !consent {
        return Err(rule("The branch manager has not agreed to unload"));
    }
    let loading = concern.loading.as_deref().unwrap_or_default();
    match loadings::is_invoiced(&*case.doc(&loadings::LOADING, loading)?) {
        true => Err(rule("The loading is invoiced; it can only come back as a return")),
        false => Ok(()),
    }
}

pub fn may_answer(_: &Look, doc: &Doc) -> Result<(), Halt> {
    concern(&Order::of(doc)?).map(|_| ())
}

pub fn needs_countersign(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let order = Order::of(doc)?;
    match concern(&order)?.countersign {
        true => four_eyes(case, &order, "countersign"),
        false => Err(rule("The value did not go up; no countersign is needed")),
    }
}

/// Every loading that was not taken back has a posted invoice with the papers it needs.
pub fn may_complete(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let posted = loadings::posted(case, &doc.id)?;
    let missing: Vec<String> = posted
        .iter()
        .filter(|loading| !loadings::is_invoiced(loading))
        .filter_map(|loading| loading.doc_no.clone())
        .collect();
    if !missing.is_empty() || posted.is_empty() {
        return Err(rule(said!("No posted invoice for {missing}", missing = missing.join(", "))));
    }
    for loading in &posted {
        eway::papers_complete(case, loading)?;
    }
    Ok(())
}

pub fn reservation_is_due(case: &Look, doc: &Doc) -> Result<(), Halt> {
    match Order::of(doc)?.reservation_expires {
        Some(at) if at <= case.now => Ok(()),
        _ => Err(rule("No reservation of this order has expired")),
    }
}

pub fn never_submitted(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let due = Order::of(doc)?.archive_at.is_some_and(|at| at <= case.now);
    match doc.doc_no.is_none() && due {
        true => Ok(()),
        false => Err(rule("This draft is not due to be archived")),
    }
}
