//! Checks of a request's record, the values computed whenever it is saved, and its submission.

use serde_json::{Value, json};

use super::effect::{self, LimitEffect, LimitFacts, effect as effect_of};
use super::{BM_PENDING, CREDIT_LIMIT_REQUEST, DRAFT, KINDS, OPEN, amount_of};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Role, Verb};
use crate::docs::customers::CUSTOMER;
use crate::docs::orders::{self, ORDER};
use crate::docs::people::EMPLOYEE;
use crate::docs::{four_eyes, org};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::said;
use crate::said::Said;
use crate::schema::Verdict;
use crate::schema::check::{self, Strictness};
use crate::value::{Day, Paise, rupees, rupees_short};
use crate::write::index;

/// Rules between fields that hold in a draft too.
pub fn check(record: &Record, issues: &mut Vec<Issue>) {
    let day = |key: &str| record.get(key).and_then(Value::as_str).and_then(Day::parse);
    if day("from").zip(day("to")).is_some_and(|(from, to)| to < from) {
        issues.push(Issue::new("to", Code::Input, "To must not be before From"));
    }
    for field in CREDIT_LIMIT_REQUEST.fields {
        let Some(only) = field.only else { continue };
        if record.contains_key(field.key) && !only.values.contains(&kind_of(record)) {
            let message = said!("{label} is not for this type of limit", label = field.label);
            issues.push(Issue::new(field.key, Code::Input, message));
        }
    }
}

fn kind_of(record: &Record) -> &str {
    record.get("kind").and_then(Value::as_str).unwrap_or_default()
}

/// What the type of limit needs beside what all of them do.
fn missing(record: &Record) -> Option<Issue> {
    let (key, message) = match kind_of(record) {
        "temporary" => ("to", "To is required"),
        "order" => ("order", "Order is required"),
        _ => return None,
    };
    (!record.contains_key(key)).then(|| Issue::new(key, Code::Required, message))
}

/// The facts behind a request.
pub fn facts_of(look: &Look, doc: &Doc) -> Result<LimitFacts, Halt> {
    let customer = doc.text("customer").unwrap_or_default();
    let order = doc.text("order").filter(|_| doc.text("kind") == Some("order"));
    effect::facts_of(look, customer, order)
}

/// Whose it is, and what of the customer and the order a list shows.
pub fn rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    four_eyes::changed(case, doc);
    let customer = case.doc(&CUSTOMER, doc.text("customer").unwrap_or_default())?;
    let salesman = customer.text("sales_owner").map(str::to_owned);
    doc.owner = Some(salesman.unwrap_or_else(|| doc.created_by.clone()));
    let mut issues = Vec::new();
    match home(case, &customer, doc)? {
        Some(branch) => doc.branch = Some(branch),
        None => {
            let name = customer.title(&CUSTOMER);
            let message =
                said!("{name} has no salesperson. Select one on the customer first", name);
            issues.push(Issue::new("customer", Code::Rule, message));
        }
    }
    let (actor, def) = (case.actor, &CREDIT_LIMIT_REQUEST);
    if before.is_none() && actor.has(Role::Sales) && !actor.covers(def, Verb::Add, doc) {
        let message = said!(
            "{customer} is another salesperson's customer",
            customer = customer.title(&CUSTOMER)
        );
        issues.push(Issue::new("customer", Code::Scope, message));
    }
    issues.extend(order_issue(case, doc)?);
    done(issues)?;
    doc.set("date", case.today().to_string());
    doc.set("customer_name", customer.title(&CUSTOMER));
    let order = doc.text("order").map(|id| case.find(ORDER.key, id)).transpose()?.flatten();
    match order.and_then(|order| order.doc_no.clone()) {
        Some(no) => doc.set("order_no", no),
        None => drop(doc.record.remove("order_no")),
    }
    Ok(())
}

/// The branch that decides: the salesperson's, else the customer's branch manager's, else that of who asks.
fn home(case: &Look, customer: &Doc, doc: &Doc) -> Result<Option<String>, Halt> {
    let asking = doc.owner.as_deref();
    let people = [customer.text("sales_owner"), customer.text("branch_manager"), asking];
    for id in people.into_iter().flatten() {
        let branch = case.find(EMPLOYEE.key, id)?.and_then(|doc| doc.branch.clone());
        if let Some(branch) = branch.filter(|branch| !branch.is_empty()) {
            return Ok(Some(branch));
        }
    }
    Ok(doc.branch.clone().filter(|branch| !branch.is_empty()))
}

/// A limit for one order is for one that the customer has under way.
fn order_issue(look: &Look, doc: &Doc) -> Result<Option<Issue>, Halt> {
    let Some(id) = doc.text("order") else { return Ok(None) };
    let order = look.doc(&ORDER, id)?;
    let refuse = |message: Said| Ok(Some(Issue::new("order", Code::Input, message)));
    if order.text("customer") != doc.text("customer") {
        return refuse("This order is another customer's".into());
    }
    if needs_credit(order.status.as_str()) {
        return Ok(None);
    }
    refuse(said!(
        "{order} is {status}; it needs no credit",
        order = order.name(&ORDER),
        status = order.status
    ))
}

/// Whether an order in this status may be given a limit of its own.
pub fn needs_credit(status: &str) -> bool {
    !matches!(status, orders::DRAFT | orders::BM_REJECTED | orders::COMPLETED)
}

/// The request of a customer that waits for a decision.
pub fn open_of(look: &Look, customer: &str) -> Result<Option<String>, Halt> {
    let place = index::unique_text(&customer.into());
    look.value(&keys::unique(CREDIT_LIMIT_REQUEST.key, "open_for", &place))
}

/// The record is complete, changes something, and no other request of the customer is open.
pub fn submit(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let known = Some(&doc.record);
    let mut issues =
        check::check(&CREDIT_LIMIT_REQUEST, &doc.record, known, Strictness::Complete).issues;
    issues.extend(missing(&doc.record));
    let facts = facts_of(case, doc)?;
    issues.extend(effect_of(&facts, &doc.record).issues);
    issues.extend(customer_issue(case, doc)?);
    issues.extend(other_issue(case, doc)?);
    issues.extend(order_issue(case, doc)?);
    done(issues)?;
    let customer = doc.text("customer").unwrap_or_default().to_owned();
    if doc.doc_no.is_none() {
        let branch = doc.branch.clone().unwrap_or_default();
        let number = org::next_number(case, &CREDIT_LIMIT_REQUEST, &branch, case.today())?;
        doc.doc_no = Some(number);
    }
    doc.set("date", case.today().to_string());
    doc.set("current_paise", effect::current_of(&facts, &doc.record));
    doc.set("used_paise", facts.utilised_paise);
    doc.set("overdue_paise", crate::docs::limits::position(case, &customer)?.overdue_paise);
    doc.set("open_for", customer);
    doc.set("submitted_by", case.actor.id.clone());
    doc.record.remove("recommendations");
    four_eyes::changed(case, doc);
    Ok(BM_PENDING)
}

/// A limit is granted to a customer who is approved.
fn customer_issue(look: &Look, doc: &Doc) -> Result<Option<Issue>, Halt> {
    let customer = look.doc(&CUSTOMER, doc.text("customer").unwrap_or_default())?;
    let approved = matches!(customer.status.as_str(), "Active" | "Blocked");
    let message = || {
        said!(
            "{customer} is {status}",
            customer = customer.title(&CUSTOMER),
            status = customer.status
        )
    };
    Ok((!approved).then(|| Issue::new("customer", Code::Input, message())))
}

/// One open request of a customer at a time.
fn other_issue(look: &Look, doc: &Doc) -> Result<Option<Issue>, Halt> {
    let customer = doc.text("customer").unwrap_or_default();
    let Some(id) = open_of(look, customer)?.filter(|id| *id != doc.id) else { return Ok(None) };
    let other = look.find(CREDIT_LIMIT_REQUEST.key, &id)?;
    let no = other.and_then(|other| other.doc_no.clone()).unwrap_or_default();
    let name = doc.text("customer_name").unwrap_or_default();
    let message = said!("An open request of {name} already exists in {no}", name, no);
    Ok(Some(Issue::new("customer", Code::Duplicate, message)))
}

/// The request is back with whoever asked, and another may be submitted.
pub fn take_back(_: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    doc.record.remove("open_for");
    Ok(DRAFT)
}

/// Only whoever submitted a request takes it back, or whose customer it is.
pub fn may_withdraw(look: &Look, doc: &Doc) -> Result<(), Halt> {
    let own = doc.owner.as_deref().is_some_and(|id| look.actor.is(id));
    let submitted = doc.text("submitted_by").is_some_and(|id| look.actor.is(id));
    match own || submitted || look.actor.is_admin() {
        true => Ok(()),
        false => Err(Halt::refuse(Code::Rule, "Another person submitted this request")),
    }
}

/// What to look at in a request before it is decided; while it is typed the form tells the same by its
/// effect.
pub fn warn(look: &Look, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    if !OPEN.contains(&doc.status.as_str()) {
        return Ok(Vec::new());
    }
    let facts = facts_of(look, doc)?;
    let made = effect_of(&facts, &at_amount(doc, amount_of(doc)?));
    let mut found = Vec::new();
    let mut warn = |path: &str, message: Said| {
        found.push(Issue::new(path, Code::Rule, message));
    };
    let money = |paise: i64| rupees(Paise(paise));
    if made.stops {
        let short = money(-made.free_after_paise);
        warn("amount_paise", said!("Orders of this customer stop until {short} is paid", short));
    } else if made.free_after_paise < 0 {
        let short = money(-made.free_after_paise);
        warn("amount_paise", said!("{short} is used beyond this limit, too", short));
    }
    if made.short_paise > 0 {
        let short = money(made.short_paise);
        warn("amount_paise", said!("The order still lacks {short}", short));
    }
    if made.management {
        let slab = rupees_short(Paise(facts.credit_slab_paise));
        warn("amount_paise", said!("Above {slab} the management decides, too", slab));
    }
    Ok(found)
}

/// The record with the amount that stands after the levels before.
pub fn at_amount(doc: &Doc, amount: i64) -> Record {
    let mut record = doc.record.clone();
    record.insert("amount_paise".to_owned(), json!(amount));
    record
}

/// What would be granted beyond what is in force, in a sentence for the queue.
pub fn finding(look: &Look, doc: &Doc) -> Result<Option<Verdict>, Halt> {
    if !OPEN.contains(&doc.status.as_str()) || !look.actor.sees_rates() {
        return Ok(None);
    }
    let facts = facts_of(look, doc)?;
    let made: LimitEffect = effect_of(&facts, &at_amount(doc, amount_of(doc)?));
    let by = made.limit_after_paise.saturating_sub(made.limit_before_paise);
    let much = rupees_short(Paise(by.saturating_abs()));
    let kind = kind_of(&doc.record);
    let label = KINDS.iter().find(|(key, _)| *key == kind).map_or("", |(_, label)| label);
    let label = label.to_lowercase();
    let way = if by < 0 { "less" } else { "more" };
    Ok(Some(Verdict::Says(match made.stops {
        true => format!("{much} {way}, {label}: supply stops"),
        false => format!("{much} {way}, {label}"),
    })))
}
