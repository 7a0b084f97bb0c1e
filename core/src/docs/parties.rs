//! Whom the business trades with: payment terms, customers and suppliers, and how they are approved.

use serde_json::Value;

use super::formats::{
    ACCOUNT, CODE, EMAIL, GSTIN_ANY, IFSC, MOBILE, PAN, PIN, REASON_CODE, UDYAM, percent_shown,
};
use super::people::EMPLOYEE;
use super::places::{self, CITY, COUNTRY, DISTRICT, REGION, STATE, YARD};
use super::prices::PRICE_CLASSES;
use super::{ADMIN_KEEPS, MASTER, reasons, settings};
use crate::access::{Grant, Reach, Role, Verb};
use crate::decide::case::Case;
use crate::decide::doc::Doc;
use crate::error::{Code, Halt, Issue, done};
use crate::flow::{Flow, Step, by};
use crate::gst::Category;
use crate::identify;
use crate::ledger::credit;
use crate::schema::check::Strictness;
use crate::schema::*;
use crate::value::Day;

const TERM_KINDS: &[Choice] = &[
    ("advance", "Advance"),
    ("cod", "Cash on delivery"),
    ("credit", "Credit"),
    ("lc", "Letter of credit"),
    ("pdc", "Post-dated cheque"),
];

const TERM_BASES: &[Choice] =
    &[("invoice", "Invoice date"), ("eom", "End of month"), ("delivery", "Delivery")];

const INSTALMENTS: &[Field] =
    &[percent("part_bp", "Part").required(), days("days", "After", 180).required()];

const ACCOUNTS_KEEP: &[Grant] = &[
    ADMIN_KEEPS[0],
    ADMIN_KEEPS[1],
    Grant { roles: &[Role::Acc], verbs: &[Verb::Add, Verb::Edit], reach: Reach::All },
];

pub static PAYMENT_TERM: DocType = DocType {
    key: "payment_term",
    label: "Payment terms",
    plural: "Payment terms",
    fields: &[
        code("code", "Code", &CODE).required().unique().immutable().listed().searched(),
        text("name", "Name", 100).required().unique().listed().searched(),
        choice("kind", "Kind", TERM_KINDS).required().listed(),
        days("days", "Days", 180).required().listed().default("0"),
        choice("basis", "Counted from", TERM_BASES).default("\"invoice\""),
        percent("advance_bp", "Advance").listed(),
        yes_no("needs_credit_check", "Credit approval")
            .listed()
            .default("true")
            .help("Without it an order needs no credit stages"),
        rows("instalments", "Instalments", INSTALMENTS, 12),
        percent("interest_bp", "Interest a year after the due date").between(0, 3_600),
        percent("discount_bp", "Cash discount"),
        days("discount_days", "Cash discount within", 180),
    ],
    sorts: &["name", "code"],
    grants: ACCOUNTS_KEEP,
    check: Some(term_check),
    ..MASTER
};

fn term_check(record: &Record, issues: &mut Vec<Issue>) {
    let Some(rows) = record.get("instalments").and_then(Value::as_array) else { return };
    let parts = rows.iter().filter_map(|row| row.get("part_bp").and_then(Value::as_i64));
    if parts.sum::<i64>() != 10_000 {
        let message = format!("Instalments must add up to {}", percent_shown(10_000));
        issues.push(Issue::new("instalments", Code::Input, message));
    }
}

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

const DISTANCES: &[Field] = &[
    link("yard", "Yard", &YARD).required(),
    int("distance_km", "Distance, km", 1, 4_000).required(),
];

const SHIP_TO: &[Field] = &[
    text("label", "Label", 60).required(),
    text("line1", "Address line 1", 100).on_submit(),
    text("line2", "Address line 2", 100),
    link("city", "City", &CITY),
    link("district", "District", &DISTRICT),
    link("state", "State", &STATE).on_submit(),
    code("pin", "PIN code", &PIN).on_submit(),
    code("gstin", "GSTIN", &GSTIN_ANY),
    text("contact", "Contact person", 100),
    code("mobile", "Mobile", &MOBILE),
    text("unloading_notes", "Unloading notes", 200),
    rows("distances", "Distance from a yard", DISTANCES, 20),
];

/// A bank account of a party.
const BANK: &[Field] = &[
    text("bank", "Bank", 100).on_submit(),
    code("ifsc", "IFSC", &IFSC).on_submit(),
    code("account", "Account number", &ACCOUNT).on_submit(),
    text("holder", "Account holder", 100),
];

const PAPERS: &[Field] = &[
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

const CUSTOMER_KINDS: &[Choice] = &[
    ("Dealer", "Dealer"),
    ("Retailer", "Retailer"),
    ("Contractor", "Contractor"),
    ("Builder", "Builder"),
    ("Fabricator", "Fabricator"),
    ("OEM", "OEM"),
    ("Government", "Government"),
    ("Walk-in", "Walk-in"),
];

const CATEGORIES: &[Choice] = &[
    ("Regular", "Regular"),
    ("Composition", "Composition"),
    ("Unregistered", "Unregistered"),
    ("SEZ", "SEZ"),
    ("Deemed export", "Deemed export"),
    ("Overseas", "Overseas"),
    ("UIN", "UIN"),
    ("Tax deductor", "Tax deductor"),
];

const TERMS: Kind = Kind::Link(&PAYMENT_TERM);

pub static CUSTOMER: DocType = DocType {
    key: "customer",
    label: "Customer",
    plural: "Customers",
    fields: &[
        text("name", "Firm name", 100).required().listed().searched(),
        choice("kind", "Type", CUSTOMER_KINDS).on_submit().listed(),
        choice("gst_category", "GST category", CATEGORIES).on_submit().listed(),
        code("gstin", "GSTIN", &GSTIN_ANY).unique().listed().searched(),
        code("pan", "PAN", &PAN).searched(),
        text("contact_person", "Contact person", 100).on_submit().listed().searched(),
        code("mobile", "Mobile", &MOBILE).on_submit().unique().listed().searched(),
        yes_no("whatsapp", "Mobile is on WhatsApp"),
        text("phone", "Phone", 20),
        code("email", "E-mail", &EMAIL).searched(),
        group("billing", "Billing address", ADDRESS).on_submit(),
        note("office_address", "Office address", 300),
        rows("ship_to", "Delivery addresses", SHIP_TO, 50),
        link("sales_owner", "Salesperson", &EMPLOYEE).listed(),
        link("branch_manager", "Branch manager", &EMPLOYEE),
        link("region", "Region", &REGION).listed(),
        choice("price_class", "Price class", PRICE_CLASSES),
        link("payment_term", "Payment terms", &PAYMENT_TERM).on_submit().listed(),
        many("other_terms", "Further terms allowed", &TERMS),
        days("allowed_overdue_days", "Overdue days allowed", 180).guarded(Guarded::Cost),
        yes_no("block_on_overdue", "Overdue invoices block").guarded(Guarded::Cost),
        group("bank", "Bank", BANK),
        yes_no("tds_194q", "Deducts TDS on purchases"),
        yes_no("msme", "Micro or small enterprise"),
        code("udyam", "Udyam number", &UDYAM),
        text("tally_name", "Ledger name in Tally", 100).unique().help("Empty for the firm name"),
        rows("papers", "Papers", PAPERS, 10),
        note("ratings", "Ratings", 300).guarded(Guarded::Cost),
        file("photo", "Picture"),
        link("state", "State", &STATE).computed().listed(),
        text("block_reason", "Blocked because", 500).computed().listed(),
        link("submitted_by", "Submitted by", &EMPLOYEE).computed(),
        group("proposed", "Changes that wait for approval", PROPOSED).computed(),
    ],
    unique_together: &[("pan", &["state", "pan"])],
    sorts: &["name", "doc_no", "-updated_at"],
    filters: &["sales_owner", "state", "region", "payment_term"],
    grants: &[
        Grant {
            roles: &[
                Role::Sales,
                Role::Bm,
                Role::Pct,
                Role::Credit,
                Role::Logi,
                Role::Acc,
                Role::Audit,
                Role::Admin,
            ],
            verbs: &[Verb::View],
            reach: Reach::All,
        },
        Grant {
            roles: &[Role::Bm, Role::Acc, Role::Credit, Role::Admin],
            verbs: &[Verb::Edit],
            reach: Reach::All,
        },
        Grant {
            roles: &[Role::Sales, Role::Bm, Role::Admin],
            verbs: &[Verb::Add],
            reach: Reach::All,
        },
        Grant { roles: &[Role::Sales], verbs: &[Verb::Edit, Verb::Delete], reach: Reach::Own },
        Grant { roles: &[Role::Admin], verbs: &[Verb::Delete], reach: Reach::All },
    ],
    flow: &CUSTOMER_FLOW,
    series: Some(Series { word: "C", width: 6, suffix: "", plain: true }),
    check: Some(party_check),
    on_save: Some(customer_rules),
    ..MASTER
};

/// What an approved customer keeps until a change of it is approved.
const PROPOSED: &[Field] = &[
    choice("gst_category", "GST category", CATEGORIES),
    code("gstin", "GSTIN", &GSTIN_ANY),
    link("payment_term", "Payment terms", &PAYMENT_TERM),
    group("billing", "Billing address", ADDRESS),
];

const REASON: &[Field] = &[
    code("reason", "Reason", &REASON_CODE).required(),
    note("remarks", "Remarks", 500).required().missing(REMARKS),
];

/// What a step answers when its remarks are missing or too short.
pub const REMARKS: &str = "Please enter remarks (at least 5 characters)";

const REMARKS_NEEDED: &[Field] = &[note("remarks", "Remarks", 500).required().missing(REMARKS)];
const REMARKS_OPTIONAL: &[Field] = &[note("remarks", "Remarks", 500)];

const CREDIT: &[Field] = &[
    paise("limit_paise", "Credit limit"),
    date("from", "From"),
    date("to", "To").help("For a temporary limit, at most 90 days"),
    paise("opening_receivable_paise", "Opening receivable"),
    date("due", "Opening receivable is due on"),
    note("remarks", "Remarks", 500).required().missing(REMARKS),
];

macro_rules! step {
    ($id:literal $action:literal $label:literal: $from:expr => $to:expr; $by:expr; $inputs:expr; $guard:expr; $run:expr) => {
        Step {
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

static CUSTOMER_FLOW: Flow = Flow {
    statuses: &["Draft", "Pending Approval", "Active", "Blocked", "Rejected", "Inactive"],
    editable: &["Draft", "Rejected", "Active", "Blocked"],
    deletable: &["Draft"],
    steps: &[
        step!("C1" "submit" "Send for approval": &["Draft", "Rejected"] => &["Pending Approval"];
            &[by(Role::Sales), by(Role::Bm)]; REMARKS_OPTIONAL; None; submit),
        step!("C2" "approve" "Approve": &["Pending Approval"] => &["Active"];
            &[by(Role::Bm)]; REMARKS_OPTIONAL; Some(another_person); |_, _, _| Ok("Active")),
        step!("C3" "approve" "Approve the changes": &["Active", "Blocked"] => &[];
            &[by(Role::Bm)]; REMARKS_OPTIONAL; Some(changes_wait); approve_changes),
        step!("C4" "reject" "Reject": &["Pending Approval"] => &["Rejected"];
        &[by(Role::Bm)]; REMARKS_NEEDED; None; |_, _, inputs| {
            remarks(inputs)?;
            Ok("Rejected")
        }),
        step!("C5" "reject" "Reject the changes": &["Active", "Blocked"] => &[];
        &[by(Role::Bm)]; REMARKS_NEEDED; Some(changes_wait); |_, doc, inputs| {
            remarks(inputs)?;
            doc.record.remove("proposed");
            Ok("")
        }),
        step!("C6" "block" "Block": &["Active"] => &["Blocked"];
        &[by(Role::Credit)]; REASON; None; |case, doc, inputs| {
            let said = remarks(inputs)?;
            reasons::check(case, "block", inputs.get("reason").and_then(Value::as_str).unwrap_or(""))?;
            doc.set("block_reason", said);
            Ok("Blocked")
        }),
        step!("C7" "unblock" "Unblock": &["Blocked"] => &["Active"];
        &[by(Role::Credit)]; REMARKS_NEEDED; None; |_, doc, inputs| {
            remarks(inputs)?;
            doc.record.remove("block_reason");
            Ok("Active")
        }),
        step!("C8" "deactivate" "Deactivate": &["Active", "Blocked", "Rejected"] => &["Inactive"];
            &[by(Role::Bm)]; REMARKS_OPTIONAL; None; |_, _, _| Ok("Inactive")),
        step!("C9" "activate" "Activate": &["Inactive"] => &["Pending Approval"];
            &[by(Role::Bm)]; REMARKS_OPTIONAL; None; submit),
        step!("C10" "set_credit" "Set the credit": &["Active", "Blocked"] => &[];
            &[by(Role::Credit)]; CREDIT; None; set_credit),
    ],
};

/// The remarks of a step, which must say something.
pub fn remarks(inputs: &Record) -> Result<String, Halt> {
    let said = inputs.get("remarks").and_then(Value::as_str).unwrap_or("");
    match said.chars().count() >= 5 {
        true => Ok(said.to_owned()),
        false => Err(Halt::issues(vec![Issue::new("remarks", Code::Input, REMARKS)])),
    }
}

/// The record must be complete before anybody is asked to approve it.
fn submit(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let def = super::find(&doc.kind).ok_or_else(|| Halt::Fault(format!("no type {}", doc.kind)))?;
    let checked = check::check(def, &doc.record, Some(&doc.record), Strictness::Complete);
    let mut issues = checked.issues;
    issues.extend(registration_issues(&doc.record));
    done(issues)?;
    doc.set("submitted_by", case.actor.id.clone());
    Ok("Pending Approval")
}

fn another_person(case: &Case, doc: &Doc) -> Result<(), Halt> {
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

fn changes_wait(case: &Case, doc: &Doc) -> Result<(), Halt> {
    match doc.get("proposed") {
        Some(_) => another_person(case, doc),
        None => Err(Halt::refuse(Code::BadState, "No changes wait for approval")),
    }
}

fn approve_changes(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    if let Some(Value::Object(changes)) = doc.record.remove("proposed") {
        for (key, value) in changes {
            doc.set(&key, value);
        }
    }
    copy_state(doc);
    done(address_issues(case, doc)?)?;
    Ok("")
}

fn set_credit(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    remarks(inputs)?;
    let int = |key: &str| inputs.get(key).and_then(Value::as_i64);
    let day = |key: &str| inputs.get(key).and_then(Value::as_str).and_then(Day::parse);
    let (limit, opening) = (int("limit_paise"), int("opening_receivable_paise"));
    let from = day("from").unwrap_or(case.today());
    let to = day("to");
    let mut issues = Vec::new();
    if limit.is_none() && opening.is_none() {
        issues.push(Issue::new("limit_paise", Code::Required, "Credit limit is required"));
    }
    if to.is_some_and(|to| to < from || to.days_since(from) > 90) {
        let message = "A temporary limit lasts at most 90 days";
        issues.push(Issue::new("to", Code::Input, message));
    }
    if opening.is_some() && day("due").is_none() {
        let message = "Opening receivable is due on is required";
        issues.push(Issue::new("due", Code::Required, message));
    }
    done(issues)?;
    if let Some(amount_paise) = limit {
        credit::set_limit(case, &doc.id, credit::Limit { amount_paise, from, to })?;
    }
    if let Some((amount, due)) = opening.filter(|amount| *amount > 0).zip(day("due")) {
        credit::opening(case, &doc.id, amount, due)?;
    }
    Ok("")
}

/// What a party's record says of its registration, whatever its state.
fn party_check(record: &Record, issues: &mut Vec<Issue>) {
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
fn registration_issues(record: &Record) -> Vec<Issue> {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    let registered =
        text("gst_category").and_then(Category::parse).is_some_and(Category::registered);
    match registered && text("gstin").is_none() {
        true => vec![Issue::new("gstin", Code::Required, "GSTIN is required")],
        false => Vec::new(),
    }
}

fn customer_rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    if doc.text("sales_owner").is_none() && case.actor.has(Role::Sales) {
        doc.set("sales_owner", case.actor.id.clone());
    }
    if let Some(owner) = doc.text("sales_owner").map(str::to_owned) {
        doc.branch = case.find("employee", &owner)?.and_then(|doc| doc.branch);
        doc.owner = Some(owner);
    }
    if let Some(before) = before {
        done(foreign_changes(case, before, doc))?;
        propose(case, before, doc);
    }
    copy_state(doc);
    let mut issues = address_issues(case, doc)?;
    if doc.status != "Draft" {
        issues.extend(registration_issues(&doc.record));
    }
    done(issues)
}

/// The billing address's state beside the record's fields, for lists and duplicates.
fn copy_state(doc: &mut Doc) {
    let state = doc.get("billing").and_then(|billing| billing.get("state")).cloned();
    match state {
        Some(state) => doc.set("state", state),
        None => drop(doc.record.remove("state")),
    }
}

/// Every address against its own state: the PIN code, and the GSTIN that goods are billed under.
fn address_issues(case: &Case, doc: &Doc) -> Result<Vec<Issue>, Halt> {
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

/// What accounts keep on a customer that is not theirs.
const ACC_FIELDS: &[&str] = &[
    "gst_category",
    "gstin",
    "pan",
    "billing",
    "ship_to",
    "tds_194q",
    "msme",
    "udyam",
    "tally_name",
    "bank",
    "papers",
    "email",
];

/// What the credit manager keeps.
const CREDIT_FIELDS: &[&str] = &[
    "allowed_overdue_days",
    "block_on_overdue",
    "ratings",
    "payment_term",
    "other_terms",
    "papers",
];

/// Refuses changes of fields that are not the person's to change.
fn foreign_changes(case: &Case, before: &Doc, doc: &Doc) -> Vec<Issue> {
    let actor = case.actor;
    let drafts = matches!(before.status.as_str(), "Draft" | "Rejected");
    if [Role::Admin, Role::Bm, Role::Sys].into_iter().any(|role| actor.has(role))
        || (drafts && actor.has(Role::Sales))
    {
        return Vec::new();
    }
    let mut own: Vec<&str> = Vec::new();
    if actor.has(Role::Acc) {
        own.extend(ACC_FIELDS);
    }
    if actor.has(Role::Credit) {
        own.extend(CREDIT_FIELDS);
    }
    if actor.has(Role::Sales) {
        own.extend(["contact_person", "mobile", "whatsapp", "phone", "email", "ship_to", "papers"]);
    }
    let changed = CUSTOMER.fields.iter().filter(|field| !field.computed);
    let foreign = changed
        .filter(|field| before.get(field.key) != doc.get(field.key) && !own.contains(&field.key));
    let message =
        |label: &str| format!("You do not have permission to change {}", label.to_lowercase());
    foreign.map(|field| Issue::new(field.key, Code::Scope, message(field.label))).collect()
}

/// Changes of an approved customer that need approval wait; the old values keep working.
fn propose(case: &Case, before: &Doc, doc: &mut Doc) {
    if !matches!(before.status.as_str(), "Active" | "Blocked") || case.actor.has(Role::Sys) {
        return;
    }
    let mut waiting =
        before.get("proposed").and_then(Value::as_object).cloned().unwrap_or_default();
    let mut new = false;
    for field in PROPOSED {
        let (was, is) = (before.get(field.key).cloned(), doc.get(field.key).cloned());
        if was == is {
            continue;
        }
        if let Some(is) = is {
            waiting.insert(field.key.to_owned(), is);
            new = true;
        }
        match was {
            Some(was) => doc.set(field.key, was),
            None => drop(doc.record.remove(field.key)),
        }
    }
    if new {
        doc.set("proposed", Value::Object(waiting));
        doc.set("submitted_by", case.actor.id.clone());
    }
}

const SUPPLIER_KINDS: &[Choice] =
    &[("Mill", "Mill"), ("Stockist", "Stockist"), ("Importer", "Importer")];

const GROUPS: Kind = Kind::Link(&super::goods::PRODUCT_GROUP);

pub static SUPPLIER: DocType = DocType {
    key: "supplier",
    label: "Supplier",
    plural: "Suppliers",
    fields: &[
        text("name", "Firm name", 100).required().listed().searched(),
        choice("kind", "Category", SUPPLIER_KINDS).on_submit().listed(),
        choice("gst_category", "GST category", CATEGORIES).on_submit().listed(),
        code("gstin", "GSTIN", &GSTIN_ANY).unique().listed().searched(),
        code("pan", "PAN", &PAN).searched(),
        text("contact_person", "Contact person", 100).on_submit().listed().searched(),
        code("mobile", "Mobile", &MOBILE).on_submit().unique().listed().searched(),
        code("email", "E-mail", &EMAIL).searched(),
        group("billing", "Address", ADDRESS).on_submit(),
        group("bank", "Bank", BANK).on_submit(),
        text("tds_section", "TDS section", 40),
        percent("tds_rate_bp", "TDS rate"),
        yes_no("msme", "Micro or small enterprise"),
        code("udyam", "Udyam number", &UDYAM),
        days("lead_days", "Lead time", 180),
        many("product_groups", "Supplies", &GROUPS),
        link("payment_term", "Payment terms", &PAYMENT_TERM),
        date("agreement_to", "Agreement till"),
        rows("papers", "Papers", PAPERS, 10),
        link("state", "State", &STATE).computed().listed(),
        text("block_reason", "Blocked because", 500).computed().listed(),
        link("submitted_by", "Submitted by", &EMPLOYEE).computed(),
        group("proposed", "Changes that wait for approval", PROPOSED_BANK).computed(),
    ],
    unique_together: &[("pan", &["state", "pan"])],
    sorts: &["name", "doc_no", "-updated_at"],
    filters: &["state", "kind"],
    grants: &[
        Grant {
            roles: &[
                Role::Bm,
                Role::Yard,
                Role::Logi,
                Role::Acc,
                Role::Purch,
                Role::Audit,
                Role::Admin,
            ],
            verbs: &[Verb::View],
            reach: Reach::All,
        },
        Grant {
            roles: &[Role::Purch, Role::Admin],
            verbs: &[Verb::Add, Verb::Edit, Verb::Delete],
            reach: Reach::All,
        },
    ],
    flow: &SUPPLIER_FLOW,
    series: Some(Series { word: "S", width: 6, suffix: "", plain: true }),
    check: Some(party_check),
    on_save: Some(supplier_rules),
    ..MASTER
};

const PROPOSED_BANK: &[Field] = &[group("bank", "Bank", BANK)];

static SUPPLIER_FLOW: Flow = Flow {
    statuses: &["Draft", "Pending Approval", "Active", "Blocked", "Rejected", "Inactive"],
    editable: &["Draft", "Rejected", "Active", "Blocked"],
    deletable: &["Draft"],
    steps: &[
        step!("S1" "submit" "Send for approval": &["Draft", "Rejected"] => &["Pending Approval"];
            &[by(Role::Purch)]; REMARKS_OPTIONAL; None; submit),
        step!("S2" "approve" "Approve": &["Pending Approval"] => &["Active"];
            &[by(Role::Acc)]; REMARKS_OPTIONAL; Some(another_person); |_, _, _| Ok("Active")),
        step!("S3" "approve" "Approve the bank": &["Active", "Blocked"] => &[];
            &[by(Role::Acc)]; REMARKS_OPTIONAL; Some(changes_wait); approve_changes),
        step!("S4" "reject" "Reject": &["Pending Approval"] => &["Rejected"];
        &[by(Role::Acc)]; REMARKS_NEEDED; None; |_, _, inputs| {
            remarks(inputs)?;
            Ok("Rejected")
        }),
        step!("S5" "reject" "Reject the bank": &["Active", "Blocked"] => &[];
        &[by(Role::Acc)]; REMARKS_NEEDED; Some(changes_wait); |_, doc, inputs| {
            remarks(inputs)?;
            doc.record.remove("proposed");
            Ok("")
        }),
        step!("S6" "block" "Block": &["Active"] => &["Blocked"];
        &[by(Role::Acc)]; REMARKS_NEEDED; None; |_, doc, inputs| {
            let said = remarks(inputs)?;
            doc.set("block_reason", said);
            Ok("Blocked")
        }),
        step!("S7" "unblock" "Unblock": &["Blocked"] => &["Active"];
        &[by(Role::Acc)]; REMARKS_NEEDED; None; |_, doc, inputs| {
            remarks(inputs)?;
            doc.record.remove("block_reason");
            Ok("Active")
        }),
        step!("S8" "deactivate" "Deactivate": &["Active", "Blocked", "Rejected"] => &["Inactive"];
            &[by(Role::Purch)]; REMARKS_OPTIONAL; None; |_, _, _| Ok("Inactive")),
        step!("S9" "activate" "Activate": &["Inactive"] => &["Pending Approval"];
            &[by(Role::Purch)]; REMARKS_OPTIONAL; None; submit),
    ],
};

fn supplier_rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let approved = |doc: &&Doc| matches!(doc.status.as_str(), "Active" | "Blocked");
    if let Some(before) = before.filter(approved)
        && before.get("bank") != doc.get("bank")
        && let Some(bank) = doc.get("bank").cloned()
    {
        let mut waiting = Record::new();
        waiting.insert("bank".to_owned(), bank);
        doc.set("proposed", Value::Object(waiting));
        doc.set("submitted_by", case.actor.id.clone());
        match before.get("bank").cloned() {
            Some(bank) => doc.set("bank", bank),
            None => drop(doc.record.remove("bank")),
        }
    }
    copy_state(doc);
    let mut issues = address_issues(case, doc)?;
    if doc.status != "Draft" {
        issues.extend(registration_issues(&doc.record));
    }
    done(issues)
}
