//! Suppliers of material: their approval, and their bank, whose change accounts must approve.

use serde_json::Value;

use super::MASTER;
use super::formats::{EMAIL, GSTIN_ANY, MOBILE, PAN, UDYAM};
use super::goods::PRODUCT_GROUP;
use super::parties::{
    ADDRESS, BANK, CATEGORIES, PAPERS, REMARKS_NEEDED, REMARKS_OPTIONAL, address_issues,
    another_person, approve_changes, changes_wait, copy_state, party_check, registration_issues,
    reject_changes, remarks, step, submit,
};
use super::people::EMPLOYEE;
use super::places::STATE;
use super::terms::PAYMENT_TERM;
use crate::access::{Grant, Reach, Role, Verb};
use crate::decide::case::Case;
use crate::decide::doc::Doc;
use crate::error::{Halt, done};
use crate::flow::{Flow, acting, by};
use crate::schema::*;

const SUPPLIER_KINDS: &[Choice] =
    &[("Mill", "Mill"), ("Stockist", "Stockist"), ("Importer", "Importer")];

const GROUPS: Kind = Kind::Link(&PRODUCT_GROUP);

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
        Grant { roles: &[Role::Supplier], verbs: &[Verb::View], reach: Reach::Party },
    ],
    party: Some("id"),
    flow: &SUPPLIER_FLOW,
    series: Some(Series { word: "S", width: 6, suffix: "", plain: true }),
    check: Some(party_check),
    on_save: deciding(supplier_rules),
    ..MASTER
};

const PROPOSED_BANK: &[Field] = &[group("bank", "Bank", BANK)];

static SUPPLIER_FLOW: Flow = Flow {
    statuses: &["Draft", "Pending Approval", "Active", "Blocked", "Rejected", "Inactive"],
    editable: &["Draft", "Rejected", "Active", "Blocked"],
    deletable: &["Draft"],
    steps: &acting([
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
        &[by(Role::Acc)]; REMARKS_NEEDED; Some(changes_wait); reject_changes),
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
    ]),
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
