//! Suppliers of material and vendors of services: their approval, and their bank, whose change
//! accounts must approve.

use serde_json::Value;

use super::MASTER;
use super::formats::{EMAIL, EMPLOYEE_ID, GSTIN_ANY, MOBILE, PAN, TRANSPORTER_ID, UDYAM};
use super::four_eyes;
use super::goods::{PRODUCT_GROUP, SKU};
use super::parties::{
    ADDRESS, BANK, CATEGORIES, PAPERS, PARTY_LEDGER, REMARKS_NEEDED, REMARKS_OPTIONAL,
    SUPPLIER_STATEMENT, TRANSPORTER_STATEMENT, address_issues, another_person, approve,
    approve_changes, changes_wait, copy_places, pan_of_gstin, party_check, party_warnings,
    registration_issues, reject_changes, remarks, step, submit, typed_twice,
};
use super::people::{EMPLOYEE, PERSON};
use super::places::STATE;
use super::profile;
use super::terms::{self, PAYMENT_TERM};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, Reach, Role, Verb};
use crate::docs::session;
use crate::error::{Code, Halt, Issue, done};
use crate::flow::{Flow, acting, by, own};
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::schema::*;
use crate::value::Day;

/// The fields of a source: those that both types share, and its own between them.
macro_rules! source_fields {
    ($kinds:expr; $($own:expr,)*) => { &[
        called("name", "Firm name", 100).required().listed().searched(),
        choice("kind", "Category", $kinds).on_submit().listed(),
        choice("gst_category", "GST category", CATEGORIES).on_submit().listed(),
        code("gstin", "GSTIN", &GSTIN_ANY).unique().listed().searched(),
        code("pan", "PAN", &PAN).searched(),
        $($own,)*
        text("contact_person", "Contact person", 100).on_submit().listed().searched(),
        code("mobile", "Mobile", &MOBILE).on_submit().unique().listed().searched(),
        yes_no("whatsapp", "Mobile is on WhatsApp"),
        text("phone", "Phone", 20),
        code("email", "E-mail", &EMAIL).searched(),
        group("billing", "Address", ADDRESS).on_submit(),
        group("bank", "Bank", BANK).on_submit(),
        link("payment_term", "Payment terms", &PAYMENT_TERM),
        text("tds_section", "TDS section", 40),
        percent("tds_rate_bp", "TDS rate"),
        yes_no("msme", "Micro or small enterprise"),
        code("udyam", "Udyam number", &UDYAM),
        yes_no("pay_in_45_days", "To be paid within 45 days").help("For a micro or small enterprise"),
        days("lead_days", "Lead time", 180),
        date("agreement_to", "Agreement till"),
        yes_no("portal", "Signs in to the portal").listed(),
        code("portal_id", "Portal id", &EMPLOYEE_ID).unique().help("Signs in like the e-mail"),
        code("portal_email", "Portal e-mail", &EMAIL).unique().searched(),
        code("portal_mobile", "Portal mobile", &MOBILE).unique().searched(),
        rows("papers", "Papers", PAPERS, 10),
        file("photo", "Picture"),
        note("note", "Note", 500).guarded(Guarded::House),
        profile::LANGUAGE.computed(),
        profile::THEME.computed(),
        link("state", "State", &STATE).computed().listed(),
        text("city", "City", 100).computed().listed().searched(),
        text("block_reason", "Reason for blocking", 500).computed().listed().guarded(Guarded::House),
        link("submitted_by", "Submitted by", &EMPLOYEE).computed().guarded(Guarded::House),
        many("changed_by", "Changed since by", &PERSON).internal().guarded(Guarded::House),
        group("proposed", "Changes that wait for approval", PROPOSED_BANK).computed(),
    ] };
}

/// The workflow of a source: a desk keeps it, accounts approve it and its bank.
macro_rules! source_flow {
    ($desk:expr, $firm:expr; $($id:literal)*) => { source_flow!(@ $desk, $firm; [$($id)*]) };
    (@ $desk:expr, $firm:expr; [$a:literal $b:literal $c:literal $d:literal $e:literal $f:literal $g:literal $h:literal $i:literal $j:literal $k:literal]) => {
        Flow {
            statuses: &["Draft", "Pending Approval", "Active", "Blocked", "Rejected", "Inactive"], rests: &["Active", "Blocked", "Rejected", "Inactive"],
            editable: &["Draft", "Rejected", "Active", "Blocked"],
            deletable: &["Draft"],
            steps: &acting([
                step!($a "submit" "Send for approval": &["Draft", "Rejected"] => &["Pending Approval"];
                    &[by($desk)]; REMARKS_OPTIONAL; None; submit),
                step!($b "approve" "Approve": &["Pending Approval"] => &["Active"];
                    &[by(Role::Acc)]; REMARKS_OPTIONAL; Some(another_person); approve),
                step!($c "approve" "Approve the bank": &["Active", "Blocked"] => &[];
                    &[by(Role::Acc)]; REMARKS_OPTIONAL; Some(changes_wait); approve_changes),
                step!($d "reject" "Reject": &["Pending Approval"] => &["Rejected"];
                &[by(Role::Acc)]; REMARKS_NEEDED; None; |_, _, inputs| {
                    remarks(inputs)?;
                    Ok("Rejected")
                }),
                step!($e "reject" "Reject the bank": &["Active", "Blocked"] => &[];
                &[by(Role::Acc)]; REMARKS_NEEDED; Some(changes_wait); reject_changes),
                step!($f "block" "Block": &["Active"] => &["Blocked"];
                &[by(Role::Acc)]; REMARKS_NEEDED; None; |_, doc, inputs| {
                    let said = remarks(inputs)?;
                    doc.set("block_reason", said);
                    Ok("Blocked")
                }),
                step!($g "unblock" "Unblock": &["Blocked"] => &["Active"];
                &[by(Role::Acc)]; REMARKS_NEEDED; None; |_, doc, inputs| {
                    remarks(inputs)?;
                    doc.record.remove("block_reason");
                    Ok("Active")
                }),
                step!($h "deactivate" "Deactivate": &["Active", "Blocked", "Rejected"] => &["Inactive"];
                    &[by($desk)]; REMARKS_OPTIONAL; None; |_, _, _| Ok("Inactive")),
                step!($i "activate" "Activate": &["Inactive"] => &["Pending Approval"];
                    &[by($desk)]; REMARKS_OPTIONAL; None; submit),
                step!($j "invite" "Invite to the portal": &["Active"] => &[];
                    &[by($desk)]; &[]; Some(session::may_invite); session::invited),
                step!($k "profile" "Change my profile": &["Active"] => &[];
                    &[own($firm)]; &PORTAL_PROFILE; None; profile::change),
            ]),
        }
    };
}

/// Somebody of the firm signs in by its document.
const PORTAL: Account = Account {
    names: &["portal_id", "portal_email", "portal_mobile"],
    email: "portal_email",
    part: None,
};

/// The fields of their own record that somebody of the firm may change.
static PORTAL_PROFILE: [Field; 4] = [
    code("portal_mobile", "Mobile", &MOBILE).required(),
    code("portal_email", "E-mail", &EMAIL).required(),
    profile::LANGUAGE,
    profile::THEME,
];

const VIEW: Grant = Grant {
    roles: &[Role::Bm, Role::Yard, Role::Logi, Role::Acc, Role::Purch, Role::Audit, Role::Admin],
    verbs: &[Verb::View],
    reach: Reach::All,
};

const SUPPLIER_KINDS: &[Choice] =
    &[("Mill", "Mill"), ("Stockist", "Stockist"), ("Importer", "Importer")];

const GROUPS: Kind = Kind::Link(&PRODUCT_GROUP);

pub static SUPPLIER: DocType = DocType {
    key: "supplier",
    label: "Supplier",
    plural: "Suppliers",
    fields: source_fields! {
        SUPPLIER_KINDS;
        many("product_groups", "Supplies", &GROUPS).help("Leave blank for any product group"),
    },
    unique_together: &[("pan", &["state", "pan"])],
    sorts: &["name", "doc_no", "-updated_at"],
    filters: &["state", "kind"],
    grants: &[
        VIEW,
        Grant {
            roles: &[Role::Purch, Role::Admin],
            verbs: &[Verb::Add, Verb::Edit, Verb::Delete],
            reach: Reach::All,
        },
        Grant { roles: &[Role::Supplier], verbs: &[Verb::View], reach: Reach::Party },
    ],
    party: Some("id"),
    account: Some(Account { part: Some(Role::Supplier), ..PORTAL }),
    flow: &SUPPLIER_FLOW,
    series: Some(Series { word: "S", width: 6, suffix: "", plain: true }),
    check: Some(source_check),
    on_save: deciding(source_rules),
    warn: warning(party_warnings),
    reports: &[SUPPLIER_STATEMENT, PARTY_LEDGER],
    ..MASTER
};

static SUPPLIER_FLOW: Flow = source_flow! { Role::Purch, Role::Supplier; "S1" "S2" "S3" "S4" "S5" "S6" "S7" "S8" "S9" "S10" "S11" };

const VENDOR_KINDS: &[Choice] = &[
    ("Transporter", "Transporter"),
    ("Job-worker", "Job-worker"),
    ("Crane", "Crane"),
    ("Weighbridge", "Weighbridge"),
];

pub static VENDOR: DocType = DocType {
    key: "vendor",
    label: "Vendor",
    plural: "Vendors",
    fields: source_fields! {
        VENDOR_KINDS;
        code("transporter_id", "Transporter id", &TRANSPORTER_ID)
            .unique()
            .listed()
            .searched()
            .help("The GSTIN or TRANSIN that e-way bills give for a transporter"),
        many("product_groups", "Works on", &GROUPS)
            .help("Of a job worker; leave blank for any product group"),
    },
    unique_together: &[("pan", &["state", "pan"])],
    sorts: &["name", "doc_no", "-updated_at"],
    filters: &["state", "kind"],
    grants: &[
        VIEW,
        Grant {
            roles: &[Role::Logi, Role::Admin],
            verbs: &[Verb::Add, Verb::Edit, Verb::Delete],
            reach: Reach::All,
        },
        Grant { roles: &[Role::Vendor], verbs: &[Verb::View], reach: Reach::Party },
    ],
    party: Some("id"),
    account: Some(Account { part: Some(Role::Vendor), ..PORTAL }),
    flow: &VENDOR_FLOW,
    series: Some(Series { word: "V", width: 6, suffix: "", plain: true }),
    check: Some(source_check),
    on_save: deciding(source_rules),
    warn: warning(party_warnings),
    reports: &[TRANSPORTER_STATEMENT, PARTY_LEDGER],
    ..MASTER
};

static VENDOR_FLOW: Flow = source_flow! { Role::Logi, Role::Vendor; "V1" "V2" "V3" "V4" "V5" "V6" "V7" "V8" "V9" "V10" "V11" };

const PROPOSED_BANK: &[Field] = &[group("bank", "Bank", BANK)];

/// Refuses goods of a product group that was not agreed with a supplier or vendor; `path` is the field of the SKU.
pub fn group_issue(
    case: &Look,
    def: &'static DocType,
    party: Option<&str>,
    sku: &str,
    path: String,
) -> Result<Option<Issue>, Halt> {
    let Some(party) = party.map(|id| case.find(def.key, id)).transpose()?.flatten() else {
        return Ok(None);
    };
    let agreed = party.get("product_groups").and_then(Value::as_array).map(Vec::as_slice);
    let agreed = agreed.unwrap_or_default();
    let sku = case.find(SKU.key, sku)?;
    let group = sku.as_ref().and_then(|sku| sku.text("product_group"));
    let Some(group) = group.filter(|id| !agreed.is_empty() && agreed.iter().all(|one| one != id))
    else {
        return Ok(None);
    };
    let (group, name) = (case.doc(&PRODUCT_GROUP, group)?, party.title(def));
    let message = said!(
        "{group} is not among what was agreed with {name}",
        group = group.title(&PRODUCT_GROUP),
        name
    );
    Ok(Some(Issue::new(path, Code::Rule, message)))
}

fn source_check(record: &Record, issues: &mut Vec<Issue>) {
    party_check(record, issues);
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    let flag = |key: &str| record.get(key).and_then(Value::as_bool).unwrap_or(false);
    for (key, label) in [("portal_email", "Portal e-mail"), ("portal_mobile", "Portal mobile")] {
        if flag("portal") && text(key).is_none() {
            let message = said!("{label} is required for anyone who signs in", label);
            issues.push(Issue::new(key, Code::Required, message));
        }
    }
    if flag("pay_in_45_days") && !flag("msme") {
        let message = "Only a micro or small enterprise must be paid within 45 days";
        issues.push(Issue::new("pay_in_45_days", Code::Input, message));
    }
    if flag("msme") && text("udyam").is_none() {
        let message = "Udyam number is required for a micro or small enterprise";
        issues.push(Issue::new("udyam", Code::Required, message));
    }
}

/// Within so many days of its bill a micro or small enterprise must be paid, whatever was agreed: section 15 of the
/// MSMED Act, 2006.
const MSME_DAYS: i32 = 45;

/// The day by which a bill of the supplier must be paid: by the terms, and no later than the law allows.
pub fn due_day(
    case: &Look,
    supplier: Option<&Doc>,
    term: Option<&str>,
    billed: Day,
) -> Result<Day, Halt> {
    let due = terms::due_day(case, term, billed)?;
    Ok(last_day(supplier, billed).map_or(due, |last| due.min(last)))
}

/// The last day that the law allows for a bill of the supplier; none where it sets none.
pub fn last_day(supplier: Option<&Doc>, billed: Day) -> Option<Day> {
    let hurried = supplier.is_some_and(|supplier| supplier.flag("pay_in_45_days"));
    hurried.then(|| billed.plus(MSME_DAYS))
}

fn source_rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    typed_twice(before, doc)?;
    let approved = |doc: &&Doc| matches!(doc.status.as_str(), "Active" | "Blocked");
    if let Some(before) = before.filter(approved)
        && before.get("bank") != doc.get("bank")
        && let Some(bank) = doc.get("bank").cloned()
    {
        let mut waiting = Record::new();
        waiting.insert("bank".to_owned(), bank);
        doc.set("proposed", Value::Object(waiting));
        doc.set("submitted_by", case.actor.id.clone());
        four_eyes::changed(case, doc);
        match before.get("bank").cloned() {
            Some(bank) => doc.set("bank", bank),
            None => drop(doc.record.remove("bank")),
        }
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
