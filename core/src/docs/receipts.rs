//! The plain receipt: cash or a bank transfer, confirmed by another person than who wrote it.

use serde_json::Value;

use super::customers::CUSTOMER;
use super::formats::UTR;
use super::four_eyes;
use super::org::{self, BRANCH};
use super::people::{EMPLOYEE, PERSON};
use super::{KEEP, MASTER, settings};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::error::{Code, Halt, Issue, done};
use crate::flow::{Flow, NO_RULES, Step, acting, by, own};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::ledger::{Source, books, credit};
use crate::schema::*;
use crate::value::{Day, Paise, rupees};

pub const DRAFT: &str = "Draft";
pub const CONFIRMED: &str = "Confirmed";
pub const CANCELLED: &str = "Cancelled";

const MODES: &[Choice] = &[("cash", "Cash"), ("bank_transfer", "Bank transfer")];

pub static RECEIPT: DocType = DocType {
    key: "receipt",
    label: "Receipt",
    plural: "Receipts",
    title: "customer_name",
    fields: &[
        date("date", "Date").required().listed(),
        link("customer", "Customer", &CUSTOMER).required().listed(),
        text("customer_name", "Customer", 100).computed().listed().searched(),
        choice("mode", "Mode", MODES).required().listed().default("\"bank_transfer\""),
        paise("amount_paise", "Amount")
            .between(1, 9_999_999_999_999)
            .required()
            .listed()
            .guarded(Guarded::Rates),
        code("utr", "UTR", &UTR)
            .listed()
            .searched()
            .help("The reference number of the bank transfer"),
        text("bank", "Bank", 100).listed().help("The account that received it"),
        note("narration", "Narration", 500),
        file("slip", "Slip"),
        link("confirmed_by", "Confirmed by", &EMPLOYEE).computed(),
        instant("confirmed_at", "Confirmed").computed(),
        many("changed_by", "Changed since by", &PERSON).internal(),
        int("voucher", "Voucher", 0, i64::MAX).internal().guarded(Guarded::Cost),
    ],
    unique_together: &[("utr", &["mode", "utr"])],
    sorts: &["-date", "doc_no", "amount_paise"],
    filters: &["customer", "mode"],
    scopes: &[ScopeKind::Branch, ScopeKind::Owner],
    grants: &[
        Grant { roles: &[Role::Sales], verbs: KEEP, reach: Reach::Own },
        Grant {
            roles: &[Role::Bm, Role::Pct, Role::Credit],
            verbs: &[Verb::View],
            reach: Reach::Branch,
        },
        Grant { roles: &[Role::Acc], verbs: &[Verb::View, Verb::Edit], reach: Reach::Branch },
        Grant { roles: &[Role::Audit], verbs: &[Verb::View], reach: Reach::All },
        Grant { roles: &[Role::Admin], verbs: KEEP, reach: Reach::All },
    ],
    flow: &FLOW,
    series: Some(Series { word: "RCP", width: 6, suffix: "", plain: false }),
    check: Some(mode_rules),
    on_save: deciding(on_save),
    ..MASTER
};

static FLOW: Flow = Flow {
    statuses: &[DRAFT, CONFIRMED, CANCELLED],
    rests: &[CONFIRMED, CANCELLED],
    editable: &[DRAFT],
    deletable: &[DRAFT],
    steps: &acting([
        Step {
            id: "R1",
            from: &[DRAFT],
            action: "confirm",
            label: "Confirm",
            to: &[CONFIRMED],
            by: &[by(Role::Acc)],
            inputs: &[],
            guard: Some(another_person),
            rules: NO_RULES,
            run: confirm,
        },
        Step {
            id: "R2",
            from: &[DRAFT],
            action: "cancel",
            label: "Cancel receipt",
            to: &[CANCELLED],
            by: &[own(Role::Sales), by(Role::Admin)],
            inputs: &[note("remarks", "Remarks", 500)],
            guard: None,
            rules: NO_RULES,
            run: |_, _, _| Ok(CANCELLED),
        },
    ]),
};

/// A transfer has its UTR; cash has none.
fn mode_rules(record: &Record, issues: &mut Vec<Issue>) {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    match (text("mode"), text("utr")) {
        (Some("bank_transfer"), None) => {
            issues.push(Issue::new("utr", Code::Required, "UTR is required for a bank transfer"));
        }
        (Some("cash"), Some(_)) => {
            issues.push(Issue::new("utr", Code::Input, "Cash has no UTR"));
        }
        _ => {}
    }
}

fn on_save(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    four_eyes::changed(case, doc);
    let customer = case.doc(&CUSTOMER, doc.text("customer").unwrap_or_default())?;
    let mut issues = Vec::new();
    let date = day(doc);
    if date > case.today() {
        issues.push(Issue::new("date", Code::Input, "Date is in the future"));
    }
    let salesman = customer.text("sales_owner").map(str::to_owned);
    let actor = case.actor;
    let wrote = doc.created_by == actor.id;
    let for_own = salesman.is_none() || salesman.as_deref() == Some(actor.id.as_str());
    if before.is_none() && wrote && !actor.is_admin() && !for_own {
        let message = format!("{} is another salesperson's customer", customer.title(&CUSTOMER));
        issues.push(Issue::new("customer", Code::Scope, message));
    }
    issues.extend(too_much_cash(case, doc)?);
    done(issues)?;
    doc.owner = Some(salesman.unwrap_or_else(|| doc.created_by.clone()));
    let home = doc.owner.as_deref().map(|id| case.find(EMPLOYEE.key, id)).transpose()?.flatten();
    if let Some(branch) =
        home.and_then(|doc| doc.branch.clone()).filter(|branch| !branch.is_empty())
    {
        doc.branch = Some(branch);
    }
    check_open_period(case, doc.branch.as_deref().unwrap_or_default(), date, "date")?;
    doc.set("customer_name", customer.title(&CUSTOMER));
    Ok(())
}

fn day(receipt: &Doc) -> Day {
    receipt.text("date").and_then(Day::parse).unwrap_or_default()
}

/// Cash of one person on one day stays below the limit of the Income-tax Act, s.269ST.
fn too_much_cash(case: &Look, receipt: &Doc) -> Result<Option<Issue>, Halt> {
    if receipt.text("mode") != Some("cash") {
        return Ok(None);
    }
    let limit = settings::int_of(case, "cash_limit_paise")?;
    let taken: i64 = case.value(&cash_key(receipt))?.unwrap_or(0);
    let sum = taken.saturating_add(receipt.int("amount_paise").unwrap_or(0));
    Ok((sum >= limit).then(|| {
        let message = format!(
            "Cash of {} or more from one person a day is not allowed (Income-tax Act, s.269ST)",
            rupees(Paise(limit))
        );
        Issue::new("amount_paise", Code::Rule, message)
    }))
}

/// The key of a customer's confirmed cash of a day.
fn cash_key(receipt: &Doc) -> String {
    let text = |key: &str| receipt.text(key).unwrap_or_default();
    keys::key(&["cash", text("customer"), text("date")])
}

/// A receipt is confirmed by somebody who did not write it.
fn another_person(case: &Look, doc: &Doc) -> Result<(), Halt> {
    four_eyes::another_person(case, doc, "receipt_confirm", "confirm")
}

fn confirm(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let date = day(doc);
    let branch = doc.branch.clone().unwrap_or_default();
    check_open_period(case, &branch, date, "date")?;
    done(too_much_cash(case, doc)?.into_iter().collect())?;
    let amount = doc.int("amount_paise").unwrap_or(0);
    let customer = doc.text("customer").unwrap_or_default().to_owned();
    let cash = doc.text("mode") == Some("cash");
    if cash {
        let taken: i64 = case.value(&cash_key(doc))?.unwrap_or(0);
        case.put(cash_key(doc), &taken.saturating_add(amount))?;
    }
    credit::receive(case, &customer, &doc.id, amount)?;
    let source = Source::new(RECEIPT.key, &doc.id, 0, date);
    let into = if cash { books::CASH } else { books::BANK };
    let account = books::customer(&customer);
    let voucher = books::post(case, &source, date, &[(into, amount), (&account, -amount)])?;
    let prefix = case.doc(&BRANCH, &branch)?.text("series_prefix").unwrap_or_default().to_owned();
    if let Some(series) = RECEIPT.series {
        doc.doc_no = Some(case.number(&RECEIPT, &series, &prefix, date)?);
    }
    doc.set("voucher", voucher);
    four_eyes::seen(doc);
    doc.set("confirmed_by", case.actor.id.clone());
    doc.set("confirmed_at", case.now.0);
    Ok(CONFIRMED)
}

/// Refuses a date in a locked period or in the future, however far back it lies.
pub fn check_open_period(case: &Look, branch: &str, day: Day, path: &str) -> Result<(), Halt> {
    match org::check_posting_day(case, RECEIPT.key, branch, day, path) {
        Err(Halt::Refused(refused)) => {
            let rest = refused.issues.into_iter().filter(|issue| issue.code != Code::Backdate);
            done(rest.collect())
        }
        other => other,
    }
}
