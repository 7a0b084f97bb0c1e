//! The plan of a stock audit: which part of a yard is counted, when, by whom.

use serde_json::Value;

use super::MASTER;
use super::batches::BATCH;
use super::goods::{PRODUCT_GROUP, SKU};
use super::people::EMPLOYEE;
use super::places::{YARD, ZONE};
use super::reasons::REMARKS;
use crate::declare::case::Case;
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::error::{Code, Halt, Issue, done};
use crate::flow::{Flow, NO_RULES, Step, acting, by};
use crate::kept::doc::{Doc, Record};
use crate::schema::*;
use crate::value::Day;

pub const PLANNED: &str = "Planned";
pub const CANCELLED: &str = "Cancelled";

/// The scope of a count: all of the yard, or the SKUs that the field of the same name lists.
const COUNTED: &[Choice] = &[
    ("yard", "The whole yard"),
    ("zones", "Zones"),
    ("product_groups", "Product groups"),
    ("skus", "SKUs"),
    ("batches", "Batches"),
];

static ZONES: Kind = Kind::Link(&ZONE);
static GROUPS: Kind = Kind::Link(&PRODUCT_GROUP);
static SKUS: Kind = Kind::Link(&SKU);
static BATCHES: Kind = Kind::Link(&BATCH);
static EMPLOYEES: Kind = Kind::Link(&EMPLOYEE);

/// The furthest day that a count is planned for, days ahead.
const AHEAD: i64 = 365;

pub static STOCK_AUDIT: DocType = DocType {
    key: "stock_audit",
    label: "Stock audit",
    plural: "Stock audits",
    title: "name",
    fields: &[
        text("name", "Name", 160).computed().listed().searched(),
        link("yard", "Yard", &YARD).required().immutable().listed(),
        choice("counted", "Counted", COUNTED).required().listed().default("\"yard\""),
        many("zones", "Zones", &ZONES),
        many("product_groups", "Product groups", &GROUPS),
        many("skus", "SKUs", &SKUS),
        many("batches", "Batches", &BATCHES),
        many("counters", "Counted by", &EMPLOYEES).required().listed(),
        date("planned_on", "Planned on").required().listed(),
        yes_no("blind", "Counters do not see the book quantities").listed().default("true"),
        note("note", "Note", 500),
    ],
    sorts: &["-planned_on", "doc_no", "name"],
    filters: &["yard", "counted"],
    scopes: &[ScopeKind::Branch, ScopeKind::Yard],
    grants: &[
        Grant { roles: &[Role::Bm], verbs: &[Verb::View], reach: Reach::Branch },
        Grant { roles: &[Role::Yard], verbs: &[Verb::View], reach: Reach::Yard },
        Grant {
            roles: &[Role::Audit, Role::Admin],
            verbs: &[Verb::View, Verb::Add, Verb::Edit],
            reach: Reach::All,
        },
    ],
    flow: &AUDIT_FLOW,
    series: Some(Series { word: "AUD", width: 6, suffix: "", plain: true }),
    check: Some(audit_check),
    on_save: deciding(audit_rules),
    ..MASTER
};

static AUDIT_FLOW: Flow = Flow {
    statuses: &[PLANNED, CANCELLED],
    rests: &[CANCELLED],
    editable: &[PLANNED],
    deletable: &[],
    steps: &acting([Step {
        id: "A1",
        from: &[PLANNED],
        action: "cancel",
        label: "Cancel audit",
        to: &[CANCELLED],
        by: &[by(Role::Audit), by(Role::Admin)],
        inputs: &[REMARKS],
        guard: None,
        rules: NO_RULES,
        run: |_, _, _| Ok(CANCELLED),
    }]),
};

fn audit_check(record: &Record, issues: &mut Vec<Issue>) {
    let counted = record.get("counted").and_then(Value::as_str).unwrap_or("yard");
    for (key, label) in COUNTED.iter().filter(|(key, _)| *key != "yard") {
        let given = record.get(*key).is_some();
        if given != (counted == *key) {
            let (code, message) = match given {
                true => (Code::Input, format!("{label} do not apply to this kind of count")),
                false => (Code::Required, format!("Choose the {} to count", label.to_lowercase())),
            };
            issues.push(Issue::new(*key, code, message));
        }
    }
}

fn audit_rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let yard = case.doc(&YARD, doc.text("yard").unwrap_or_default())?;
    doc.yard = Some(yard.id.clone());
    doc.branch = yard.branch.clone();
    let day = doc.text("planned_on").and_then(Day::parse).unwrap_or_default();
    let moved = before.is_none_or(|before| before.get("planned_on") != doc.get("planned_on"));
    let mut issues = Vec::new();
    match day.days_since(case.today()) {
        days if moved && days < 0 => {
            let message = "A count is planned for today or later";
            issues.push(Issue::new("planned_on", Code::Input, message));
        }
        days if days > AHEAD => {
            let message = format!("A count is planned at most {AHEAD} days ahead");
            issues.push(Issue::new("planned_on", Code::Input, message));
        }
        _ => {}
    }
    let zones = doc.get("zones").and_then(Value::as_array).cloned().unwrap_or_default();
    for (at, id) in zones.iter().filter_map(Value::as_str).enumerate() {
        if case.doc(&ZONE, id)?.text("yard") != Some(yard.id.as_str()) {
            let message = format!("This zone is not in {}", yard.title(&YARD));
            issues.push(Issue::new(format!("zones.{at}"), Code::Input, message));
        }
    }
    done(issues)?;
    let counted = doc.text("counted").unwrap_or("yard");
    let what = COUNTED.iter().find(|(key, _)| *key == counted).map_or(counted, |(_, words)| *words);
    let name = format!("{}, {}, {}", yard.title(&YARD), what.to_lowercase(), day.shown());
    doc.set("name", name);
    Ok(())
}
