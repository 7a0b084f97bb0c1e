//! The common parts of customers and suppliers: addresses, banks, papers, and the steps of their
//! approval.

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
            doc.set(&key, value);
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

/// Checks of a party's registration, whatever its state.
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
            let message = format!("{name} ({no}, {}) has nearly the same name", other.status);
            found.push(Issue::new("name", Code::Duplicate, message));
        }
        if !unseen.is_empty() {
            let message = format!("Another {} has nearly the same name", def.label.to_lowercase());
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
        let message = format!("GSTIN starts with {old}, which became {now}; ask for the new one");
        found.push(Issue::new("gstin", Code::Input, message));
    }
    let ends = doc.text("agreement_to").and_then(Day::parse);
    if let Some(to) = ends.filter(|to| to.days_since(case.today()) <= 30) {
        let verb = if to < case.today() { "ended" } else { "ends" };
        let message = format!("The agreement {verb} on {}", to.shown());
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
    for at in ["billing", "ship_to"] {
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
    is_paper: false,
};
