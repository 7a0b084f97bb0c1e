//! The common parts of customers and suppliers: addresses, banks, papers, and the steps of their
//! approval.

use std::collections::BTreeSet;

use serde_json::Value;

use super::formats::{ACCOUNT, IFSC, PIN};
use super::places::{self, CITY, COUNTRY, DISTRICT, STATE};
use super::{four_eyes, kin, settings};
use crate::declare::case::{Case, Look};
use crate::declare::grant::Verb;
use crate::error::{Code, Halt, Issue, done};
use crate::identify;
use crate::identify::Category;
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::schema::check::Strictness;
use crate::schema::*;
use crate::value::Day;

pub use super::customers::CUSTOMER;
pub use super::suppliers::{SUPPLIER, VENDOR};
pub use super::terms::PAYMENT_TERM;

/// An address with its state; what tax and papers are decided by.
pub const ADDRESS: &[Field] = &[
    text("line1", "Address line 1", 100).on_submit(),
    text("line2", "Address line 2", 100),
    link("city", "City", &CITY),
    link("district", "District", &DISTRICT),
    link("state", "State", &STATE).on_submit(),
    link("country", "Country", &COUNTRY),
    code("pin", "PIN code", &PIN).on_submit(),
];

const ACCOUNT_AGAIN: &str = "account_again";
const ACCOUNTS_DIFFER: &str = "The two account numbers differ";

/// A bank account of a party.
pub(super) const BANK: &[Field] = &[
    text("bank", "Bank", 100).on_submit(),
    code("ifsc", "IFSC", &IFSC).on_submit(),
    code("account", "Account number", &ACCOUNT).on_submit(),
    code(ACCOUNT_AGAIN, "Account number again", &ACCOUNT)
        .help("Type a new account number twice; it is compared and not kept"),
    text("holder", "Account holder", 100),
];

pub(super) const PAPERS: &[Field] = &[
    choice(
        "kind",
        "Paper",
        &[
            ("gst_certificate", "GST certificate"),
            ("pan", "PAN card"),
            ("cheque", "Cancelled cheque"),
            ("shop_photo", "Photo of the shop"),
            ("other", "Other"),
        ],
    )
    .required(),
    file("file", "File").required(),
];

pub(super) const CATEGORIES: &[Choice] = &[
    ("Regular", "Regular"),
    ("Composition", "Composition"),
    ("Unregistered", "Unregistered"),
    ("SEZ", "SEZ"),
    ("Deemed export", "Deemed export"),
    ("Overseas", "Overseas"),
    ("UIN", "UIN"),
    ("Tax deductor", "Tax deductor"),
];

pub use super::reasons::REMARKS_MISSING as REMARKS;

pub(super) const REMARKS_NEEDED: &[Field] =
    &[note("remarks", "Remarks", 500).required().missing(REMARKS)];
pub(super) const REMARKS_OPTIONAL: &[Field] = &[note("remarks", "Remarks", 500)];

/// One row of a party's workflow, written as a line of its table.
macro_rules! step {
    ($id:literal $action:literal $label:literal: $from:expr => $to:expr; $by:expr; $inputs:expr; $guard:expr; $run:expr) => {
        $crate::flow::Step {
            id: $id,
            from: $from,
            action: $action,
            label: $label,
            to: $to,
            by: $by,
            inputs: $inputs,
            guard: $guard,
            rules: $crate::flow::NO_RULES,
            run: $run,
        }
    };
}
pub(super) use step;

/// The remarks of a step, which must say something.
pub fn remarks(inputs: &Record) -> Result<String, Halt> {
    let said = inputs.get("remarks").and_then(Value::as_str).unwrap_or("");
    match said.chars().count() >= 5 {
        true => Ok(said.to_owned()),
        false => Err(Halt::issues(vec![Issue::new("remarks", Code::Input, REMARKS)])),
    }
}

/// The record must be complete before anybody is asked to approve it.
pub(super) fn submit(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let def = super::find(&doc.kind).ok_or_else(|| Halt::Fault(format!("no type {}", doc.kind)))?;
    let checked = check::check(def, &doc.record, Some(&doc.record), Strictness::Complete);
    let mut issues = checked.issues;
    issues.extend(registration_issues(&doc.record));
    if lacks_certificate(doc) && settings::flag(case, "gst_certificate")? {
        issues.push(Issue::new("papers", Code::Required, NO_CERTIFICATE));
    }
    done(issues)?;
    doc.set("submitted_by", case.actor.id.clone());
    four_eyes::changed(case, doc);
    Ok("Pending Approval")
}

/// The whole party is approved.
pub(super) fn approve(_: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    four_eyes::seen(doc);
    Ok("Active")
}

pub(super) fn another_person(case: &Look, doc: &Doc) -> Result<(), Halt> {
    four_eyes::another_person(case, doc, &format!("{}_approve", doc.kind), "approve")
}

pub(super) fn changes_wait(case: &Look, doc: &Doc) -> Result<(), Halt> {
    match doc.get("proposed") {
        Some(_) => another_person(case, doc),
        None => Err(Halt::refuse(Code::BadState, "No changes wait for approval")),
    }
}

pub(super) fn approve_changes(
    case: &mut Case,
    doc: &mut Doc,
    _: &Record,
) -> Result<&'static str, Halt> {
    if let Some(Value::Object(changes)) = doc.record.remove("proposed") {
        for (key, value) in changes {
            match value.as_array().is_some_and(Vec::is_empty) {
                true => drop(doc.record.remove(&key)),
                false => doc.set(&key, value),
            }
        }
    }
    four_eyes::seen(doc);
    copy_places(case, doc)?;
    done(address_issues(case, doc)?)?;
    Ok("")
}

/// The changes that waited are dropped; the values in force stay.
pub(super) fn reject_changes(
    _: &mut Case,
    doc: &mut Doc,
    inputs: &Record,
) -> Result<&'static str, Halt> {
    remarks(inputs)?;
    doc.record.remove("proposed");
    four_eyes::seen(doc);
    Ok("")
}

/// Refuses a new account number that was not typed twice, and keeps it once.
pub(super) fn typed_twice(before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let Some(bank) = doc.record.get_mut("bank").and_then(Value::as_object_mut) else {
        return Ok(());
    };
    let again = bank.remove(ACCOUNT_AGAIN);
    let kept = before.and_then(|doc| doc.get("bank")?.get("account").cloned());
    let account = bank.get("account").cloned();
    if bank.is_empty() {
        doc.record.remove("bank");
    }
    if account.is_none() || account == kept || account == again {
        return Ok(());
    }
    let (code, message) = match again {
        None => (Code::Required, "Type the account number twice"),
        Some(_) => (Code::Input, ACCOUNTS_DIFFER),
    };
    done(vec![Issue::new(format!("bank.{ACCOUNT_AGAIN}"), code, message)])
}

/// A PAN that was left empty is the one inside the GSTIN.
pub(super) fn pan_of_gstin(doc: &mut Doc) {
    let inside = doc.text("gstin").and_then(identify::gstin_pan).map(str::to_owned);
    if let (None, Some(pan)) = (doc.text("pan"), inside) {
        doc.set("pan", pan);
    }
}

/// Checks of a party's registration, whatever its state, and of an account number that was typed twice.
pub(super) fn party_check(record: &Record, issues: &mut Vec<Issue>) {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    let bank = |key: &str| record.get("bank").and_then(|bank| bank.get(key));
    if bank(ACCOUNT_AGAIN).is_some_and(|again| bank("account") != Some(again)) {
        issues.push(Issue::new(format!("bank.{ACCOUNT_AGAIN}"), Code::Input, ACCOUNTS_DIFFER));
    }
    let Some(gstin) = text("gstin") else { return };
    let category = text("gst_category").and_then(Category::parse);
    if let Some(Err(message)) = category.map(|of| identify::gstin_for(of, gstin)) {
        issues.push(Issue::new("gstin", Code::Input, message));
    }
    if let Some(Err(message)) = text("pan").map(|pan| identify::gstin_matches_pan(gstin, pan)) {
        issues.push(Issue::new("pan", Code::Input, message));
    }
}

/// A registered party must give its GSTIN before it is submitted.
pub(super) fn registration_issues(record: &Record) -> Vec<Issue> {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    let registered =
        text("gst_category").and_then(Category::parse).is_some_and(Category::registered);
    match registered && text("gstin").is_none() {
        true => vec![Issue::new("gstin", Code::Required, "GSTIN is required")],
        false => Vec::new(),
    }
}

const NO_CERTIFICATE: &str = "The GST certificate is missing";

/// Whether a party gives a GSTIN without its certificate.
pub fn lacks_certificate(doc: &Doc) -> bool {
    let papers = doc.get("papers").and_then(Value::as_array).into_iter().flatten();
    let mut kinds = papers.filter_map(|paper| paper.get("kind").and_then(Value::as_str));
    doc.text("gstin").is_some() && !kinds.any(|kind| kind == "gst_certificate")
}

/// Warnings before a party is saved: one with nearly the same name, a code that was given up, a
/// certificate that is missing, an agreement that ends.
pub(super) fn party_warnings(case: &Look, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    let mut found = Vec::new();
    let Some(def) = super::find(&doc.kind) else { return Ok(found) };
    if matches!(doc.status.as_str(), "Draft" | "Pending Approval" | "Rejected") {
        let near = kin::near(case, def, doc)?;
        let (seen, unseen): (Vec<Doc>, Vec<Doc>) =
            near.into_iter().partition(|other| case.actor.covers(def, Verb::View, other));
        for other in seen {
            let (name, no) = (other.title(def), other.doc_no.as_deref().unwrap_or(""));
            let message = said!(
                "{name} ({no}, {status}) has nearly the same name",
                name,
                no,
                status = other.status
            );
            found.push(Issue::new("name", Code::Duplicate, message));
        }
        if !unseen.is_empty() {
            let message =
                said!("Another {label} has nearly the same name", label = def.label.to_lowercase());
            found.push(Issue::new("name", Code::Duplicate, message));
        }
        if lacks_certificate(doc) {
            found.push(Issue::new("papers", Code::Required, NO_CERTIFICATE));
        }
    }
    if let Some(old) = doc.text("gstin").and_then(|gstin| gstin.get(..2))
        && identify::current_code(old) != old
    {
        let now = identify::current_code(old);
        let message =
            said!("GSTIN starts with {old}, which became {now}; ask for the new one", old, now);
        found.push(Issue::new("gstin", Code::Input, message));
    }
    let ends = doc.text("agreement_to").and_then(Day::parse);
    if let Some(to) = ends.filter(|to| to.days_since(case.today()) <= 30) {
        let verb = if to < case.today() { "ended" } else { "ends" };
        let message = said!("The agreement {verb} on {to}", verb, to = to.shown());
        found.push(Issue::new("agreement_to", Code::Rule, message));
    }
    Ok(found)
}

/// The billing address's state and the name of its city beside the record's fields, for lists, searches and duplicates.
pub(super) fn copy_places(case: &Look, doc: &mut Doc) -> Result<(), Halt> {
    let of = |key: &str| doc.get("billing").and_then(|billing| billing.get(key)).cloned();
    let (state, city) = (of("state"), of("city"));
    let city = city.as_ref().and_then(Value::as_str).map(|id| case.find(CITY.key, id));
    let city = city.transpose()?.flatten().and_then(|city| city.get("name").cloned());
    for (key, value) in [("state", state), ("city", city)] {
        match value {
            Some(value) => doc.set(key, value),
            None => drop(doc.record.remove(key)),
        }
    }
    Ok(())
}

/// Every address against its own state: the PIN code, and the GSTIN that goods are billed under.
pub(super) fn address_issues(case: &Look, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    let mut issues = Vec::new();
    let read = |of: &Value, key: &str| of.get(key).and_then(Value::as_str).map(str::to_owned);
    if let Some(billing) = doc.get("billing") {
        let code = places::gst_code(case, read(billing, "state").as_deref())?;
        let pin = read(billing, "pin");
        let pin = pin.as_deref().map(|pin| ("billing.pin", pin));
        issues.extend(places::state_issues(&code, pin, doc.text("gstin").map(|g| ("gstin", g))));
    }
    for at in ["billing", "bill_to", "ship_to"] {
        let rows = match doc.get(at) {
            Some(Value::Array(rows)) => rows.iter().enumerate().collect(),
            Some(group) => vec![(0, group)],
            None => Vec::new(),
        };
        let many = matches!(doc.get(at), Some(Value::Array(_)));
        for (n, row) in rows {
            let path = if many { format!("{at}.{n}.") } else { format!("{at}.") };
            let (state, city) = (read(row, "state"), read(row, "city"));
            let district = read(row, "district");
            let parts = [(&CITY, city.as_deref()), (&DISTRICT, district.as_deref())];
            issues.extend(places::within_state(case, &path, state.as_deref(), parts)?);
        }
    }
    for (list, at, row) in BESIDE.iter().flat_map(|list| numbered(doc, list)) {
        let code = places::gst_code(case, read(row, "state").as_deref())?;
        let paths = [format!("{list}.{at}.pin"), format!("{list}.{at}.gstin")];
        let (pin, gstin) = (read(row, "pin"), read(row, "gstin"));
        let pin = pin.as_deref().map(|pin| (paths[0].as_str(), pin));
        let gstin = gstin.as_deref().map(|gstin| (paths[1].as_str(), gstin));
        issues.extend(places::state_issues(&code, pin, gstin));
    }
    issues.extend(branch_issues(case, doc)?);
    Ok(issues)
}

/// The lists of a party's addresses beside the billing address: where it is billed, and where goods go.
const BESIDE: [&str; 2] = ["bill_to", "ship_to"];

fn numbered<'d>(
    doc: &'d Doc,
    list: &'static str,
) -> impl Iterator<Item = (&'static str, usize, &'d Value)> {
    let rows = doc.get(list).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    rows.iter().enumerate().map(move |(at, row)| (list, at, row))
}

/// The branches that a firm is billed at: each of the firm's own PAN, registered where it lies, and under a label of
/// its own, by which orders name it.
fn branch_issues(case: &Look, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    let mut issues = Vec::new();
    let read = |of: &Value, key: &str| of.get(key).and_then(Value::as_str).map(str::to_owned);
    let category = doc.text("gst_category").and_then(Category::parse);
    let own = doc.text("gstin");
    let pan = doc.text("pan").or(own.and_then(identify::gstin_pan));
    let mut labels = BTreeSet::new();
    for (list, at, row) in BESIDE.iter().flat_map(|list| numbered(doc, list)) {
        let path = |key: &str| format!("{list}.{at}.{key}");
        let label = read(row, "label").unwrap_or_default();
        let is_new = labels.insert((list, label.to_lowercase()));
        if list != "bill_to" {
            let is_billed = labels.contains(&("bill_to", label.to_lowercase()));
            if is_billed {
                let message = said!("{label} already exists among the billing addresses", label);
                issues.push(Issue::new(path("label"), Code::Duplicate, message));
            }
            continue;
        }
        if !is_new {
            let message = said!("{label} already exists", label);
            issues.push(Issue::new(path("label"), Code::Duplicate, message));
        }
        let state = places::gst_code(case, read(row, "state").as_deref())?;
        let gstin = read(row, "gstin");
        let wrong = match (&gstin, own) {
            (Some(gstin), _) => {
                let formed = category.map(|of| identify::gstin_for(of, gstin).map(drop));
                let matches = pan.map(|pan| identify::gstin_matches_pan(gstin, pan));
                formed.into_iter().chain(matches).find_map(Result::err)
            }
            (None, Some(own)) if !state.is_empty() => {
                let other = identify::gstin_matches_state(own, &state).is_err();
                other.then(|| "GSTIN is required for a branch in another state".into())
            }
            _ => None,
        };
        let code = if gstin.is_some() { Code::Input } else { Code::Required };
        issues.extend(wrong.map(|message| Issue::new(path("gstin"), code, message)));
    }
    Ok(issues)
}

/// An address of a customer by the label that an order names it by.
pub fn labelled<'d>(customer: &'d Doc, list: &str, label: Option<&str>) -> Option<&'d Record> {
    let rows = customer.get(list)?.as_array()?;
    let named = |row: &&Value| row.get("label").and_then(Value::as_str) == label;
    label.and_then(|_| rows.iter().find(named))?.as_object()
}

/// Where a customer is billed: at the branch of this label, else at the firm's own address.
pub fn billed_at<'d>(customer: &'d Doc, label: Option<&str>) -> Option<&'d Record> {
    match label {
        Some(_) => labelled(customer, "bill_to", label),
        None => customer.get("billing")?.as_object(),
    }
}

/// The customer or supplier that a document is about; a party's own name.
pub fn named(case: &Look, def: &DocType, record: &Record) -> Result<Option<String>, Halt> {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    if let Some(name) = text("customer_name").or(text("supplier_name")) {
        return Ok(Some(name.to_owned()));
    }
    for kind in ["customer", "supplier", "vendor"] {
        if def.key == kind {
            return Ok(text("name").map(str::to_owned));
        }
        let Some(id) = text(kind) else { continue };
        let Some(to) = super::find(kind) else { continue };
        return Ok(case.find(kind, id)?.map(|doc| doc.title(to)));
    }
    Ok(None)
}

/// The type and the id of the party that a document is made out to; a party's own.
pub fn made_out_to(def: &DocType, doc: &Doc) -> Option<(&'static DocType, String)> {
    [&CUSTOMER, &SUPPLIER, &VENDOR].into_iter().find_map(|party| {
        let id = if def.key == party.key { Some(doc.id.as_str()) } else { doc.text(party.key) };
        id.map(|id| (party, id.to_owned()))
    })
}

/// A party's ledger account, as the books have it.
pub const PARTY_LEDGER: ReportLink = ReportLink {
    label: "Ledger",
    report: "ledger",
    route: "/ledger",
    filter: "party",
    is_paper: false,
};

pub const CUSTOMER_STATEMENT: ReportLink = ReportLink {
    label: "Statement",
    report: "customer_statement",
    route: "/customerStatement",
    filter: "party",
    is_paper: true,
};

pub const TRANSPORTER_STATEMENT: ReportLink = ReportLink {
    label: "Statement",
    report: "transporter_statement",
    route: "/transporterStatement",
    filter: "party",
    is_paper: true,
};

/// The statement of a supplier of material.
pub const SUPPLIER_STATEMENT: ReportLink = ReportLink {
    label: "Statement",
    report: "supplier_statement",
    route: "/supplierStatement",
    filter: "party",
    is_paper: true,
};
