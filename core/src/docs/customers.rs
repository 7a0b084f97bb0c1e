//! Customers: their addresses and terms, their approval, and the limit of their credit.

use serde_json::{Value, json};

use super::MASTER;
use super::formats::{EMAIL, GSTIN_ANY, MOBILE, PAN, PIN, UDYAM};
use super::four_eyes;
use super::limit_requests::CREDIT_LIMIT_REQUEST;
use super::opening_bills::{self, OPENING_BILL};
use super::orders::ORDER;
use super::parties::{
    ADDRESS, BANK, CATEGORIES, CUSTOMER_STATEMENT, PAPERS, PARTY_LEDGER, REMARKS, REMARKS_NEEDED,
    REMARKS_OPTIONAL, address_issues, another_person, approve, approve_changes, changes_wait,
    copy_places, pan_of_gstin, party_check, party_warnings, registration_issues, reject_changes,
    remarks, step, submit, typed_twice,
};
use super::people::{EMPLOYEE, PERSON};
use super::places::{CITY, DISTRICT, REGION, STATE, YARD};
use super::prices::PRICE_CLASSES;
use super::terms::{PAYMENT_TERM, due_day};
use super::{org, settings};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, Reach, Role, Verb};
use crate::error::{Code, Halt, Issue, done};
use crate::flow::{Flow, acting, by};
use crate::kept::doc::{Doc, Record};
use crate::ledger::credit;
use crate::said;
use crate::said::Said;
use crate::schema::*;
use crate::value::{Day, Paise, rupees_short};
use crate::write::save;

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
    rows("distances", "Distance from a yard", DISTANCES, 20)
        .help("An order without a yard is given the nearest"),
];

/// A branch of the customer that is billed by itself, under the registration of its state.
const BILL_TO: &[Field] = &[
    text("label", "Label", 60).required(),
    text("line1", "Address line 1", 100).on_submit(),
    text("line2", "Address line 2", 100),
    link("city", "City", &CITY),
    link("district", "District", &DISTRICT),
    link("state", "State", &STATE).on_submit(),
    code("pin", "PIN code", &PIN).on_submit(),
    code("gstin", "GSTIN", &GSTIN_ANY).help("Leave blank for the firm's own, in the same state"),
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

const TERMS: Kind = Kind::Link(&PAYMENT_TERM);

pub static CUSTOMER: DocType = DocType {
    key: "customer",
    label: "Customer",
    plural: "Customers",
    fields: &[
        called("name", "Firm name", 100).required().listed().searched(),
        choice("kind", "Type", CUSTOMER_KINDS).on_submit().listed(),
        choice("gst_category", "GST category", CATEGORIES)
            .on_submit()
            .listed()
            .guarded(Guarded::Firm),
        code("gstin", "GSTIN", &GSTIN_ANY).unique().listed().searched().guarded(Guarded::Firm),
        code("pan", "PAN", &PAN).searched().guarded(Guarded::Firm),
        text("contact_person", "Contact person", 100).on_submit().listed().searched(),
        code("mobile", "Mobile", &MOBILE).on_submit().unique().listed().searched(),
        yes_no("whatsapp", "Mobile is on WhatsApp"),
        text("phone", "Phone", 20),
        code("email", "E-mail", &EMAIL).searched(),
        group("billing", "Billing address", ADDRESS).on_submit(),
        note("office_address", "Office address", 300),
        rows("bill_to", "Other billing addresses", BILL_TO, 20)
            .help("Branches of the firm that an order may be billed to")
            .guarded(Guarded::Firm),
        rows("ship_to", "Delivery addresses", SHIP_TO, 50),
        link("sales_owner", "Salesman", &EMPLOYEE).listed(),
        link("branch_manager", "Branch manager", &EMPLOYEE),
        link("region", "Region", &REGION).listed(),
        choice("price_class", "Price class", PRICE_CLASSES).guarded(Guarded::Firm),
        link("payment_term", "Payment terms", &PAYMENT_TERM)
            .on_submit()
            .missing("Payment terms are required")
            .listed()
            .guarded(Guarded::Firm),
        many("other_terms", "Other terms allowed", &TERMS).guarded(Guarded::Firm),
        days("allowed_overdue_days", "Overdue days allowed", 180).guarded(Guarded::Cost),
        yes_no("block_on_overdue", "Overdue invoices block").guarded(Guarded::Cost),
        group("bank", "Bank", BANK).guarded(Guarded::Firm),
        yes_no("tds_194q", "Deducts TDS on purchases").guarded(Guarded::Firm),
        yes_no("msme", "Micro or small enterprise").guarded(Guarded::Firm),
        code("udyam", "Udyam number", &UDYAM).guarded(Guarded::Firm),
        text("tally_name", "Ledger name in Tally", 100)
            .unique()
            .help("Leave blank for the firm name")
            .guarded(Guarded::Firm),
        rows("papers", "Papers", PAPERS, 10).guarded(Guarded::Firm),
        note("ratings", "Ratings", 300).guarded(Guarded::Cost),
        file("photo", "Picture"),
        link("state", "State", &STATE).computed().listed(),
        text("city", "City", 100).computed().listed().searched(),
        rows("limits", "Credit limits", LIMITS, MOST_LIMITS as u32)
            .computed()
            .guarded(Guarded::Cost),
        paise("opening_paise", "Opening receivable").computed().guarded(Guarded::Cost),
        date("opening_due", "Opening receivable is due on").computed().guarded(Guarded::Cost),
        link("opening_bill", "Opening balance in the books", &OPENING_BILL)
            .computed()
            .guarded(Guarded::Cost),
        text("block_reason", "Reason for blocking", 500).computed().listed(),
        link("submitted_by", "Submitted by", &EMPLOYEE).computed(),
        many("changed_by", "Changed since by", &PERSON).internal(),
        group("proposed", "Changes that wait for approval", PROPOSED)
            .computed()
            .guarded(Guarded::Firm),
    ],
    unique_together: &[("pan", &["state", "pan"])],
    sorts: &["name", "doc_no", "-updated_at"],
    filters: &["sales_owner", "branch_manager", "state", "region", "payment_term"],
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
    figures: super::limits::FIGURES,
    flow: &CUSTOMER_FLOW,
    series: Some(Series { word: "C", width: 6, suffix: "", plain: true }),
    check: Some(party_check),
    on_save: deciding(customer_rules),
    warn: warning(party_warnings),
    reports: &[CUSTOMER_STATEMENT, PARTY_LEDGER],
    ..MASTER
};

/// The limits as they were granted; which of them is in force the credit ledger says.
static LIMITS: &[Field] = &[
    paise("limit_paise", "Credit limit"),
    date("from", "From"),
    date("to", "To"),
    link("order", "For order", &ORDER),
    link("request", "Request", &CREDIT_LIMIT_REQUEST),
];
const MOST_LIMITS: usize = 200;

/// The fields whose changes wait for approval, while an approved customer keeps the old values.
const PROPOSED: &[Field] = &[
    choice("gst_category", "GST category", CATEGORIES),
    code("gstin", "GSTIN", &GSTIN_ANY),
    link("payment_term", "Payment terms", &PAYMENT_TERM),
    group("billing", "Billing address", ADDRESS),
    rows("bill_to", "Other billing addresses", BILL_TO, 20),
];

const REASON: &[Field] = &[
    reason("reason", "Reason", "block").required(),
    note("remarks", "Remarks", 500).required().missing(REMARKS),
];

const CREDIT: &[Field] = &[
    paise("limit_paise", "Credit limit")
        .help("The first one; another needs a credit limit request"),
    date("from", "From"),
    paise("opening_receivable_paise", "Opening receivable"),
    date("due", "Opening receivable is due on")
        .help("Leave blank to give it the days of the payment term from today"),
    date("as_of", "Opening receivable as of")
        .help("The last day before the books began; leave blank for today"),
    reason("reason", "Reason", "credit_limit").required(),
    note("remarks", "Remarks", 500).required().missing(REMARKS),
];

/// When the books began.
const AS_OF: &[Field] =
    &[date("as_of", "As of").help("The last day before the books began; leave blank for today")];

static CUSTOMER_FLOW: Flow = Flow {
    statuses: &["Draft", "Pending Approval", "Active", "Blocked", "Rejected", "Inactive"],
    rests: &["Active", "Blocked", "Rejected", "Inactive"],
    editable: &["Draft", "Rejected", "Active", "Blocked"],
    deletable: &["Draft"],
    steps: &acting([
        step!("C1" "submit" "Send for approval": &["Draft", "Rejected"] => &["Pending Approval"];
            &[by(Role::Sales), by(Role::Bm)]; REMARKS_OPTIONAL; None; submit_customer),
        step!("C2" "approve" "Approve": &["Pending Approval"] => &["Active"];
            &[by(Role::Bm)]; REMARKS_OPTIONAL; Some(another_person); approve),
        step!("C3" "approve" "Approve the changes": &["Active", "Blocked"] => &[];
            &[by(Role::Bm)]; REMARKS_OPTIONAL; Some(changes_wait); approve_changes),
        step!("C4" "reject" "Reject": &["Pending Approval"] => &["Rejected"];
        &[by(Role::Bm)]; REMARKS_NEEDED; None; |_, _, inputs| {
            remarks(inputs)?;
            Ok("Rejected")
        }),
        step!("C5" "reject" "Reject the changes": &["Active", "Blocked"] => &[];
        &[by(Role::Bm)]; REMARKS_NEEDED; Some(changes_wait); reject_changes),
        step!("C6" "block" "Block": &["Active"] => &["Blocked"];
        &[by(Role::Credit), by(Role::Sys)]; REASON; None; |_, doc, inputs| {
            let said = remarks(inputs)?;
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
        step!("C10" "set_credit" "Set the opening credit": &["Active", "Blocked"] => &[];
            &[by(Role::Credit)]; CREDIT; None; set_credit),
        step!("C11" "new_limit" "New credit limit": &["Active", "Blocked"] => &[];
            &[by(Role::Sys)]; &[]; Some(only_by_request); |_, _, _| Ok("")),
        step!("C12" "book_opening" "Book the opening balance": &["Active", "Blocked", "Inactive"] => &[];
            &[by(Role::Acc), by(Role::Sys)]; AS_OF; Some(opening_bills::may_carry);
            opening_bills::carry_over),
    ]),
};

/// A customer who buys on credit must give a PAN.
fn submit_customer(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let to = submit(case, doc, inputs)?;
    let term = doc.text("payment_term").map(|id| case.find(PAYMENT_TERM.key, id)).transpose()?;
    let kind = term.flatten().and_then(|term| term.text("kind").map(str::to_owned));
    if matches!(kind.as_deref(), Some("credit" | "pdc" | "lc")) && doc.text("pan").is_none() {
        let message = "PAN is required for a customer who buys on credit";
        return done(vec![Issue::new("pan", Code::Required, message)]).map(|()| to);
    }
    Ok(to)
}

/// The credit that a customer is carried over with: the first limit, and what was owed before the books
/// began. Every further limit is asked for and approved by several people.
fn set_credit(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    remarks(inputs)?;
    let int = |key: &str| inputs.get(key).and_then(Value::as_i64);
    let day = |key: &str| inputs.get(key).and_then(Value::as_str).and_then(Day::parse);
    let (limit, opening) = (int("limit_paise"), int("opening_receivable_paise"));
    if limit.is_none() && opening.is_none() {
        let message = "Credit limit is required";
        return done(vec![Issue::new("limit_paise", Code::Required, message)]).map(|()| "");
    }
    if let Some(amount_paise) = limit {
        done(first_limit_issue(case, doc, amount_paise)?.into_iter().collect())?;
        let from = day("from").unwrap_or(case.today());
        credit::set_limit(case, &doc.id, credit::Limit { amount_paise, from, to: None })?;
        add_limit(doc, json!({ "limit_paise": amount_paise, "from": from }));
    }
    if let Some(amount) = opening {
        let due = match day("due") {
            Some(due) => due,
            None => due_day(case, doc.text("payment_term"), case.today())?,
        };
        credit::opening(case, &doc.id, amount, due)?;
        doc.set("opening_paise", amount);
        doc.set("opening_due", due.to_string());
        let as_of = day("as_of").unwrap_or(case.today());
        org::check_opening_day(case, as_of, "as_of")?;
        opening_bills::carry(case, doc, as_of)?;
    }
    Ok("")
}

/// Nobody grants a limit alone but the one that a customer comes with, up to the credit manager's slab.
fn first_limit_issue(look: &Look, doc: &Doc, amount: i64) -> Result<Option<Issue>, Halt> {
    let refuse = |message: Said| Ok(Some(Issue::new("limit_paise", Code::Rule, message)));
    if !credit::limits(look, &doc.id)?.is_empty() {
        return refuse("This customer has a limit. Another needs a credit limit request".into());
    }
    let slab = settings::int_of(look, "limit_credit_paise")?;
    if amount > slab && !look.actor.is_admin() {
        let most = rupees_short(Paise(slab));
        return refuse(said!("A limit above {most} needs a credit limit request", most));
    }
    Ok(None)
}

/// A limit is granted by a request, and never by a step of its own.
fn only_by_request(_: &Look, _: &Doc) -> Result<(), Halt> {
    Err(Halt::refuse(Code::Rule, "A limit is granted by a credit limit request"))
}

/// The newest limit beside those before it.
fn add_limit(doc: &mut Doc, limit: Value) {
    let mut limits = doc.get("limits").and_then(Value::as_array).cloned().unwrap_or_default();
    limits.push(limit);
    let beyond = limits.len().saturating_sub(MOST_LIMITS);
    doc.set("limits", Value::Array(limits.split_off(beyond)));
}

/// A request was approved: its limit stands on the customer, too.
pub fn limit_granted(case: &mut Case, request: &Doc) -> Result<(), Halt> {
    let before = case.doc(&CUSTOMER, request.text("customer").unwrap_or_default())?;
    let mut limit = json!({
        "limit_paise": request.int("granted_paise"),
        "from": request.text("granted_from"),
    });
    // A request keeps what was typed for another kind of limit out of its record.
    for key in ["to", "order"] {
        if let Some(value) = request.text(key) {
            limit[key] = json!(value);
        }
    }
    limit["request"] = json!(request.id);
    let mut doc = Doc::clone(&before);
    add_limit(&mut doc, limit);
    save::finish(case, &CUSTOMER, Some(&before), doc, "new_limit", &Record::new(), None).map(drop)
}

fn customer_rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    typed_twice(before, doc)?;
    if doc.text("sales_owner").is_none() && case.actor.has(Role::Sales) {
        doc.set("sales_owner", case.actor.id.clone());
    }
    if let Some(owner) = doc.text("sales_owner").map(str::to_owned) {
        doc.branch = case.find("employee", &owner)?.and_then(|doc| doc.branch.clone());
        doc.owner = Some(owner);
    }
    if doc.text("branch_manager").is_none()
        && let Some(branch) = doc.branch.clone()
        && let Some(manager) = case.find("branch", &branch)?.and_then(|b| b.get("manager").cloned())
    {
        doc.set("branch_manager", manager);
    }
    if let Some(before) = before {
        done(foreign_changes(case, before, doc))?;
        // What is to wait for approval is right before it waits.
        done(address_issues(case, doc)?)?;
        propose(case, before, doc);
    }
    pan_of_gstin(doc);
    if matches!(doc.status.as_str(), "Draft" | "Rejected") {
        four_eyes::changed(case, doc);
    }
    copy_places(case, doc)?;
    let mut issues = address_issues(case, doc)?;
    if doc.status != "Draft" {
        issues.extend(registration_issues(&doc.record));
    }
    done(issues)
}

/// The fields that accounts maintain on a customer that is not theirs.
const ACC_FIELDS: &[&str] = &[
    "gst_category",
    "gstin",
    "pan",
    "billing",
    "bill_to",
    "ship_to",
    "tds_194q",
    "msme",
    "udyam",
    "tally_name",
    "bank",
    "papers",
    "email",
];

/// The fields that the credit manager maintains.
const CREDIT_FIELDS: &[&str] = &[
    "allowed_overdue_days",
    "block_on_overdue",
    "ratings",
    "payment_term",
    "other_terms",
    "papers",
];

/// Refuses changes of fields that are not the person's to change.
fn foreign_changes(case: &Look, before: &Doc, doc: &Doc) -> Vec<Issue> {
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
    let message = |label: &str| {
        said!("You do not have permission to change {label}", label = label.to_lowercase())
    };
    foreign.map(|field| Issue::new(field.key, Code::Scope, message(field.label))).collect()
}

/// Changes of an approved customer that need approval wait; the old values keep working.
fn propose(case: &Look, before: &Doc, doc: &mut Doc) {
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
        // The last of the other addresses goes with approval too.
        let emptied = matches!(field.kind, Kind::Rows { .. }).then(|| json!([]));
        if let Some(is) = is.or(emptied) {
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
        four_eyes::changed(case, doc);
    }
}
