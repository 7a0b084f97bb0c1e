//! What a receipt must say before it is saved and sent for confirmation.

use serde_json::Value;

use super::*;
use super::{advance, allocate, cash};
use crate::declare::case::Case;
use crate::docs::four_eyes;
use crate::error::Issue;
use crate::kept::doc::Record;
use crate::kept::keys;
use crate::said;
use crate::value::{Paise, rupees};
use crate::write::index;

/// The rules between the fields: what each mode needs, and what only it has.
pub fn check(record: &Record, issues: &mut Vec<Issue>) {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    let mode = text("mode").unwrap_or_default();
    let called = MODES.iter().find(|(key, _)| *key == mode).map_or("", |(_, label)| *label);
    let mut asked = |key: &'static str, needed: bool, label: &str| match (needed, record.get(key)) {
        (true, None) => {
            let message = said!("{label} is required for {called}", label, called = of_a(called));
            issues.push(Issue::new(key, Code::Required, message));
        }
        (false, Some(_)) => {
            issues.push(Issue::new(
                key,
                Code::Input,
                said!("{called} has no {label}", called, label),
            ));
        }
        _ => {}
    };
    asked("utr", TRANSFERS.contains(&mode), "UTR");
    let cheque = CHEQUES.contains(&mode);
    asked("cheque_no", cheque, "Cheque number");
    asked("cheque_date", cheque, "Cheque date");
    asked("drawn_on", cheque, "Bank");
    asked("ifsc", cheque, "IFSC");
    let adjustment = ADJUSTMENT.contains(&mode);
    asked("adjusted", adjustment, "Account to adjust");
    asked("supplier", adjustment && text("adjusted") == Some("supplier"), "Supplier");
    if adjustment && record.get("narration").is_none() {
        let message = "Narration is required for an adjustment";
        issues.push(Issue::new("narration", Code::Required, message));
    }
    if adjustment && record.get("for_order").is_some() {
        let message = "An adjustment brings no money that could be an advance";
        issues.push(Issue::new("for_order", Code::Input, message));
    }
    dates(record, issues);
    spread(record, issues);
}

/// `a cheque`, `NEFT`.
fn of_a(mode: &str) -> String {
    let plain = mode.chars().nth(1).is_some_and(char::is_lowercase);
    let article = if mode.starts_with(['A', 'O']) { "an" } else { "a" };
    match plain && mode != "Cash" {
        true => format!("{article} {}", mode.to_lowercase()),
        false => mode.to_owned(),
    }
}

/// A post-dated cheque is dated after the day that it is received, any other is not.
fn dates(record: &Record, issues: &mut Vec<Issue>) {
    let day = |key: &str| record.get(key).and_then(Value::as_str).and_then(Day::parse);
    let (Some(received), Some(dated)) = (day("date"), day("cheque_date")) else { return };
    let message = match record.get("mode").and_then(Value::as_str) {
        Some("cheque") if dated > received => {
            "This cheque is post-dated. Select Post-dated cheque as the mode"
        }
        Some("pdc") if dated <= received => {
            "A post-dated cheque is dated after the day it is received"
        }
        _ => return,
    };
    issues.push(Issue::new("cheque_date", Code::Input, message));
}

/// Rows are given by hand alone; together they are no more than the amount.
fn spread(record: &Record, issues: &mut Vec<Issue>) {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    let rows = record.get("allocations").and_then(Value::as_array).map(Vec::as_slice);
    let rows = rows.unwrap_or_default();
    let by_hand = text("spread").map_or(!rows.is_empty(), |spread| spread == "hand");
    let moves = text("adjusted") == Some("on_account");
    match (by_hand, rows.is_empty()) {
        (true, true) => {
            let message = "Enter what the amount is set against";
            issues.push(Issue::new("allocations", Code::Required, message));
        }
        (false, false) => {
            let message = "Allocations are entered only where the amount is set against by hand";
            issues.push(Issue::new("allocations", Code::Input, message));
        }
        _ => {}
    }
    if moves && text("spread") == Some("none") {
        let message = "Money on account is adjusted against what is open";
        issues.push(Issue::new("spread", Code::Input, message));
    }
    issues.extend(allocate::row_issues(rows));
    let sum = rows.iter().filter_map(|row| row.get("amount_paise")?.as_i64()).fold(0, add);
    let amount = record.get("amount_paise").and_then(Value::as_i64).unwrap_or(0);
    if sum > amount {
        let (sum, amount) = (rupees(Paise(sum)), rupees(Paise(amount)));
        let message = said!("Allocations come to {sum}; the receipt is of {amount}", sum, amount);
        issues.push(Issue::new("allocations", Code::Input, message));
    }
    if moves && by_hand && sum < amount {
        let message = "Set the whole amount against what is open";
        issues.push(Issue::new("allocations", Code::Input, message));
    }
}

fn add(sum: i64, one: i64) -> i64 {
    sum.saturating_add(one)
}

pub fn rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    four_eyes::changed(case, doc);
    let customer = case.doc(&CUSTOMER, &customer_of(doc))?;
    let salesman = customer.text("sales_owner").map(str::to_owned);
    let actor = case.actor;
    let for_own = salesman.is_none() || salesman.as_deref() == Some(actor.id.as_str());
    let for_all = actor.is_admin() || actor.has(Role::Acc);
    let wrote = doc.created_by == actor.id;
    if before.is_none() && wrote && !for_all && !for_own {
        let message = said!(
            "{customer} is another salesperson's customer",
            customer = customer.title(&CUSTOMER)
        );
        return done(vec![Issue::new("customer", Code::Scope, message)]);
    }
    doc.owner = Some(salesman.unwrap_or_else(|| doc.created_by.clone()));
    let home = doc.owner.as_deref().map(|id| case.find(EMPLOYEE.key, id)).transpose()?.flatten();
    if let Some(branch) =
        home.and_then(|doc| doc.branch.clone()).filter(|branch| !branch.is_empty())
    {
        doc.branch = Some(branch);
    }
    doc.set("customer_name", customer.title(&CUSTOMER));
    if doc.text("spread").is_none() {
        let spread = if doc.get("allocations").is_some() { "hand" } else { "due" };
        doc.set("spread", spread);
    }
    if doc.text("bank").is_none() && is_money(doc) && mode(doc) != "cash" {
        own_bank(case)?.into_iter().for_each(|bank| doc.set("bank", bank));
    }
    let mut issues = standing(case, doc)?;
    issues.extend(advance::issue(case, doc)?);
    done(issues)
}

/// The company's first bank account.
fn own_bank(case: &Look) -> Result<Option<String>, Halt> {
    let company = case.single(&org::COMPANY)?;
    let first = company.as_ref().and_then(|doc| doc.get("bank_accounts")?.as_array()?.first());
    Ok(first.and_then(|row| row.get("bank")?.as_str()).map(str::to_owned))
}

/// Everything against a receipt as things stand now: its date, its number, cash beyond the law, and more set against
/// an item than is open.
pub fn standing(case: &Look, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    let mut issues = Vec::new();
    let branch = doc.branch.as_deref().unwrap_or_default();
    match check_open_period(case, branch, day(doc), "date") {
        Err(Halt::Refused(refused)) => issues.extend(refused.issues),
        other => other?,
    }
    issues.extend(known_issue(case, doc)?);
    issues.extend(cash::too_much(case, doc)?);
    issues.extend(allocate::open_issues(case, doc, &allocations_of(doc)?)?);
    Ok(issues)
}

/// A transfer or a cheque that another receipt was written for.
fn known_issue(case: &Look, doc: &Doc) -> Result<Option<Issue>, Halt> {
    let of = [
        ("utr", &["mode", "utr"][..], "utr", "UTR"),
        ("cheque", &["customer", "ifsc", "cheque_no"][..], "cheque_no", "Cheque"),
    ];
    for (name, fields, key, label) in of {
        let values: Option<Vec<String>> =
            fields.iter().map(|key| doc.get(key).map(index::unique_text)).collect();
        let Some(values) = values else { continue };
        let key_of = keys::unique(RECEIPT.key, name, &values.join("\u{1e}"));
        let holder = case.value::<String>(&key_of)?.filter(|id| *id != doc.id);
        let Some(holder) = holder else { continue };
        let no = case.seen(&RECEIPT, &holder)?.and_then(|other| other.doc_no.clone());
        let other = no.unwrap_or_else(|| "another receipt".to_owned());
        let value = doc.text(key).unwrap_or_default();
        let message = said!("{label} {value} already used in {other}", label, value, other);
        return Ok(Some(Issue::new(key, Code::Duplicate, message)));
    }
    Ok(None)
}

/// Sends it for confirmation, if it still may be: days may have passed since it was saved.
pub fn submit(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let mut issues = Vec::new();
    check(&doc.record, &mut issues);
    issues.extend(standing(case, doc)?);
    done(issues)?;
    doc.set("submitted_by", case.actor.id.clone());
    four_eyes::changed(case, doc);
    Ok(PENDING)
}

/// For whoever takes in a cheque: how often the customer's came back unpaid.
pub fn warn(case: &Look, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    let mut issues = Vec::new();
    let open = [DRAFT, PENDING, RECEIVED].contains(&doc.status.as_str());
    if !open || !is_cheque(doc) {
        return Ok(issues);
    }
    let (count, days) = cheque::bounced_lately(case, &customer_of(doc), case.today())?;
    if count > 0 {
        let cheques = if count == 1 { "1 cheque".to_owned() } else { format!("{count} cheques") };
        let message = said!("{cheques} of this customer bounced within {days} days", cheques, days);
        issues.push(Issue::new("mode", Code::Rule, message));
    }
    Ok(issues)
}
