//! What customers and suppliers share: addresses, banks, papers, and the steps of their approval.

use serde_json::Value;

use super::formats::{ACCOUNT, IFSC, PIN};
use super::places::{self, CITY, COUNTRY, DISTRICT, STATE};
use super::settings;
use crate::access::Role;
use crate::decide::case::Case;
use crate::decide::doc::Doc;
use crate::error::{Code, Halt, Issue, done};
use crate::gst::Category;
use crate::identify;
use crate::schema::check::Strictness;
use crate::schema::*;

pub use super::customers::CUSTOMER;
pub use super::suppliers::SUPPLIER;
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

/// A bank account of a party.
pub(super) const BANK: &[Field] = &[
    text("bank", "Bank", 100).on_submit(),
    code("ifsc", "IFSC", &IFSC).on_submit(),
    code("account", "Account number", &ACCOUNT).on_submit(),
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
    done(issues)?;
    doc.set("submitted_by", case.actor.id.clone());
    Ok("Pending Approval")
}

pub(super) fn another_person(case: &Case, doc: &Doc) -> Result<(), Halt> {
    let step = format!("{}_approve", doc.kind);
    let own = doc.text("submitted_by") == Some(case.actor.id.as_str());
    if own && !case.actor.has(Role::Sys) && !settings::allows_self(case, &step)? {
        let message = format!(
            "You submitted this {}; another person must approve",
            doc.kind.replace('_', " ")
        );
        return Err(Halt::refuse(Code::FourEyes, message));
    }
    Ok(())
}

pub(super) fn changes_wait(case: &Case, doc: &Doc) -> Result<(), Halt> {
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
            doc.set(&key, value);
        }
    }
    copy_state(doc);
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
    Ok("")
}

/// What a party's record says of its registration, whatever its state.
pub(super) fn party_check(record: &Record, issues: &mut Vec<Issue>) {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
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

/// The billing address's state beside the record's fields, for lists and duplicates.
pub(super) fn copy_state(doc: &mut Doc) {
    let state = doc.get("billing").and_then(|billing| billing.get("state")).cloned();
    match state {
        Some(state) => doc.set("state", state),
        None => drop(doc.record.remove("state")),
    }
}

/// Every address against its own state: the PIN code, and the GSTIN that goods are billed under.
pub(super) fn address_issues(case: &Case, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    let mut issues = Vec::new();
    let read = |of: &Value, key: &str| of.get(key).and_then(Value::as_str).map(str::to_owned);
    if let Some(billing) = doc.get("billing") {
        let code = places::gst_code(case, read(billing, "state").as_deref())?;
        let pin = read(billing, "pin");
        let pin = pin.as_deref().map(|pin| ("billing.pin", pin));
        issues.extend(places::state_issues(&code, pin, doc.text("gstin").map(|g| ("gstin", g))));
    }
    let rows = doc.get("ship_to").and_then(Value::as_array).cloned().unwrap_or_default();
    for (at, row) in rows.iter().enumerate() {
        let code = places::gst_code(case, read(row, "state").as_deref())?;
        let paths = [format!("ship_to.{at}.pin"), format!("ship_to.{at}.gstin")];
        let (pin, gstin) = (read(row, "pin"), read(row, "gstin"));
        let pin = pin.as_deref().map(|pin| (paths[0].as_str(), pin));
        let gstin = gstin.as_deref().map(|gstin| (paths[1].as_str(), gstin));
        issues.extend(places::state_issues(&code, pin, gstin));
    }
    Ok(issues)
}

/// The customer or supplier that a document is about; a party's own name.
pub fn named(case: &Case, def: &DocType, record: &Record) -> Result<Option<String>, Halt> {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    if let Some(name) = text("customer_name").or(text("supplier_name")) {
        return Ok(Some(name.to_owned()));
    }
    for kind in ["customer", "supplier"] {
        if def.key == kind {
            return Ok(text("name").map(str::to_owned));
        }
        let Some(id) = text(kind) else { continue };
        let Some(to) = super::find(kind) else { continue };
        return Ok(case.find(kind, id)?.map(|doc| doc.title(to)));
    }
    Ok(None)
}
