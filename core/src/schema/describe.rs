//! Declarations as the browser reads them.

use serde_json::Value;

use super::{Choice, DocType, Field, Kind, Need, ReportLink, Unit, direction};
use crate::declare::case::Register;
use crate::declare::grant::{PARTS, Role};
use crate::error::Code;
use crate::flow::Step;
use crate::json_answer;
use crate::shape::{Shape, Shaped};
use crate::value::NamedPeriod;

json_answer! {
    /// One field's declaration.
    pub struct FieldDef {
        pub key: &'static str,
        pub label: &'static str,
        pub kind: FieldKind,
        /// Before a document leaves its draft at the latest.
        pub required: bool,
        pub unique: bool,
        pub immutable: bool,
        /// Written by the rules alone.
        pub readonly: bool,
        pub listed: bool,
        /// The program's own note: not shown, and not told in a history.
        pub internal [optional]: Option<bool>,
        /// Where it applies; absent for everywhere.
        pub only [optional]: Option<OnlyDef>,
        pub help: &'static str,
        pub unit: Unit,
        /// The least integer, or how many rows there must be.
        pub min: Option<i64>,
        /// The greatest integer, the most characters, or how many rows there may be.
        pub max: Option<i64>,
        pub choices: Vec<ChoiceDef>,
        /// The type of the documents that it names.
        pub link: Option<&'static str>,
        /// The kind of the reasons that it names.
        pub reason: Option<&'static str>,
        /// Those of its rows or its group.
        pub fields: Vec<FieldDef>,
        /// Each of many.
        pub of: Option<Box<FieldDef>>,
        pub format: Option<&'static str>,
        pub default: Value,
        /// A new document begins with the day on which it is typed.
        pub today [optional]: Option<bool>,
    }
}

json_answer! {
    /// Where a field applies: with some values of another choice of the same record.
    pub struct OnlyDef {
        pub field: &'static str,
        pub values: Vec<&'static str>,
    }
}

json_answer! {
    /// A value that a field allows.
    pub struct ChoiceDef {
        pub key: &'static str,
        pub label: &'static str,
    }
}

json_answer! {
    /// An action with what it asks for.
    pub struct ActionDef {
        pub action: &'static str,
        pub label: &'static str,
        pub inputs: Vec<FieldDef>,
    }
}

json_answer! {
    /// A step of the workflow: from where, and by whom.
    pub struct StepDef {
        pub action: &'static str,
        pub from: Vec<&'static str>,
        /// The statuses that it can lead to; empty where the status stays.
        pub to: Vec<&'static str>,
        /// Those of people; whoever administers takes every person's step.
        pub by: Vec<RoleKey>,
    }
}

json_answer! {
    /// A command that waits in the browser while it is offline.
    pub struct WaitsDef {
        /// `create`, `update` or an action.
        pub deed: &'static str,
        /// A second one may be made of the same document before the first was sent.
        pub again: bool,
    }
}

json_answer! {
    /// One type's declaration.
    pub struct DocDef {
        pub key: &'static str,
        pub label: &'static str,
        pub plural: &'static str,
        /// The field that names a document.
        pub title: &'static str,
        pub fields: Vec<FieldDef>,
        pub statuses: Vec<&'static str>,
        /// Those in which a document waits for somebody.
        pub under_way: Vec<&'static str>,
        /// Columns of its list that no record holds.
        pub figures: Vec<FieldDef>,
        pub sorts: Vec<&'static str>,
        pub default_sort: Option<&'static str>,
        pub filters: Vec<&'static str>,
        pub searchable: bool,
        /// The field by whose days its list is cut.
        pub dated: ColumnDef,
        /// What its list can be grouped by.
        pub groups: Vec<ColumnDef>,
        /// The fields that are added over its list.
        pub totals: Vec<&'static str>,
        /// There is at most one document.
        pub single: bool,
        pub warns: bool,
        pub actions: Vec<ActionDef>,
        pub steps: Vec<StepDef>,
        pub waits: Vec<WaitsDef>,
        /// The copies of its paper; none where it is not printed.
        pub copies: Vec<ChoiceDef>,
        /// What its paper can be printed on.
        pub sizes: Vec<ChoiceDef>,
        /// The reports that tell of one document of the type.
        pub reports: Vec<ReportLinkDef>,
        /// The types of which a site needs documents first, in their order.
        pub after: Vec<&'static str>,
    }
}

json_answer! {
    /// A key of a list's rows, with its words.
    pub struct ColumnDef {
        pub key: &'static str,
        pub label: &'static str,
    }
}

json_answer! {
    /// A link from a document's page to a report of that document alone.
    pub struct ReportLinkDef {
        pub label: &'static str,
        pub report: &'static str,
        pub route: &'static str,
        /// The filter that takes the document's id.
        pub filter: &'static str,
        /// Whether it is what the document's paper tells.
        pub is_paper as "paper": bool,
    }
}

json_answer! {
    /// A part of the business that a person can have.
    pub struct RoleDef {
        pub key: RoleKey,
        pub label: &'static str,
        /// The words by which addresses name its view.
        pub views: Vec<&'static str>,
    }
}

json_answer! {
    /// All that the browser needs to know of the declarations.
    pub struct Schema {
        pub types: Vec<DocDef>,
        pub codes: Vec<Code>,
        pub roles: Vec<RoleDef>,
        /// The periods that lists are cut by.
        pub periods: Vec<ChoiceDef>,
    }
}

/// A part of the business as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(transparent)]
pub struct RoleKey(Role);

impl Shaped for RoleKey {
    fn shape() -> Shape {
        Shape::Named("RoleKey", || Shape::Words(PARTS.iter().map(|role| role.name()).collect()))
    }
}

/// The name of a field's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(transparent)]
pub struct FieldKind(&'static str);

impl FieldKind {
    const ALL: &[&str] = &[
        "text", "note", "int", "bool", "date", "time", "instant", "choice", "link", "reason",
        "rows", "group", "many", "code", "secret", "file",
    ];
}

impl Shaped for FieldKind {
    fn shape() -> Shape {
        Shape::Named("FieldKind", || Shape::Words(FieldKind::ALL.to_vec()))
    }
}

/// One field's declaration.
pub fn field(of: &Field) -> FieldDef {
    let default = match of.default {
        "" => Value::Null,
        text => serde_json::from_str(text).unwrap_or(Value::Null),
    };
    let mut def = FieldDef {
        key: of.key,
        label: of.label,
        kind: FieldKind(kind_name(of.kind)),
        required: of.need != Need::Never,
        unique: of.unique,
        immutable: of.immutable,
        readonly: of.computed,
        listed: of.listed,
        internal: of.internal.then_some(true),
        only: of.only.map(|only| OnlyDef { field: only.field, values: only.values.to_vec() }),
        help: of.help,
        unit: Unit::None,
        min: None,
        max: None,
        choices: Vec::new(),
        link: None,
        reason: None,
        fields: Vec::new(),
        of: None,
        format: None,
        default,
        today: of.today.then_some(true),
    };
    match of.kind {
        Kind::Text { max } | Kind::Note { max } => {
            def.max = Some(max.into());
            def.min = (of.least > 0).then(|| of.least.into());
        }
        Kind::Code(form) => def.format = Some(form.name),
        Kind::Int { unit, min, max } => {
            (def.unit, def.min, def.max) = (unit, bound(min), bound(max));
        }
        Kind::Choice(allowed) => {
            def.choices = allowed.iter().map(|(key, label)| ChoiceDef { key, label }).collect();
        }
        Kind::Link(to) => def.link = Some(to.key),
        Kind::Reason(kind) => def.reason = Some(kind),
        Kind::Rows { fields, min, max } => {
            def.fields = fields.iter().map(field).collect();
            (def.min, def.max) = (Some(min.into()), Some(max.into()));
        }
        Kind::Group(fields) => def.fields = fields.iter().map(field).collect(),
        Kind::Many(kind) => def.of = Some(Box::new(field(&Field { kind: *kind, ..*of }))),
        Kind::Bool | Kind::Date | Kind::Time | Kind::Instant | Kind::Secret | Kind::File => {}
    }
    def
}

/// The largest integer that a browser's number holds exactly.
const MOST: i64 = 9_007_199_254_740_991;

/// A bound that a browser can hold; one beyond is no bound to it.
fn bound(value: i64) -> Option<i64> {
    (-MOST..=MOST).contains(&value).then_some(value)
}

/// The name of a kind on the wire.
pub fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Text { .. } => "text",
        Kind::Note { .. } => "note",
        Kind::Code(_) => "code",
        Kind::Int { .. } => "int",
        Kind::Bool => "bool",
        Kind::Date => "date",
        Kind::Time => "time",
        Kind::Instant => "instant",
        Kind::Choice(_) => "choice",
        Kind::Link(_) => "link",
        Kind::Reason(_) => "reason",
        Kind::Rows { .. } => "rows",
        Kind::Group(_) => "group",
        Kind::Many(_) => "many",
        Kind::Secret => "secret",
        Kind::File => "file",
    }
}

/// One type's declaration.
pub fn doc_type(def: &DocType, register: &Register) -> DocDef {
    let names = def.flow.action_names();
    let steps =
        names.into_iter().filter_map(|name| def.flow.steps.iter().find(|step| step.action == name));
    let actions = steps.map(|step| ActionDef {
        action: step.action,
        label: step.label,
        inputs: step.inputs.iter().map(field).collect(),
    });
    let statuses = def.flow.statuses;
    DocDef {
        key: def.key,
        label: def.label,
        plural: def.plural,
        title: def.title,
        fields: def.fields.iter().map(field).collect(),
        statuses: statuses.to_vec(),
        under_way: statuses
            .iter()
            .copied()
            .filter(|status| def.flow.is_under_way(status))
            .collect(),
        figures: def.figures.iter().map(|figure| field(&figure.field)).collect(),
        sorts: def.sorts.iter().map(|sort| direction(sort).0).collect(),
        default_sort: def.sorts.first().copied(),
        filters: def.filters.to_vec(),
        searchable: def.fields.iter().any(|field| field.searched),
        dated: dated(def),
        groups: def.grouped().into_iter().map(|(key, label)| ColumnDef { key, label }).collect(),
        totals: def.totalled().map(|field| field.key).collect(),
        single: def.single,
        warns: def.warn.is_some(),
        actions: actions.collect(),
        steps: def.flow.steps.iter().map(step).collect(),
        waits: def.waits.iter().map(|one| WaitsDef { deed: one.deed, again: one.again }).collect(),
        copies: choices((register.hooks.copies)(def.key)),
        sizes: choices((register.hooks.sizes)(def.key)),
        reports: def.reports.iter().map(report_link).collect(),
        after: def.after.iter().map(|one| one.key).collect(),
    }
}

fn dated(def: &DocType) -> ColumnDef {
    let key = def.dated();
    ColumnDef { key, label: def.field(key).map_or("Last changed", |field| field.label) }
}

fn report_link(of: &ReportLink) -> ReportLinkDef {
    ReportLinkDef {
        label: of.label,
        report: of.report,
        route: of.route,
        filter: of.filter,
        is_paper: of.is_paper,
    }
}

fn choices(all: &[Choice]) -> Vec<ChoiceDef> {
    all.iter().map(|(key, label)| ChoiceDef { key, label }).collect()
}

fn step(of: &Step) -> StepDef {
    let people = of.by.iter().map(|by| by.role).filter(|role| *role != Role::Sys);
    let mut by: Vec<Role> = people.collect();
    if !by.is_empty() {
        by.push(Role::Admin);
    }
    by.sort_unstable();
    by.dedup();
    StepDef {
        action: of.action,
        from: of.from.to_vec(),
        to: of.to.to_vec(),
        by: by.into_iter().map(RoleKey).collect(),
    }
}

/// The declarations of all types, and the names that they use.
pub fn schema(register: &Register) -> Schema {
    Schema {
        types: register.types.iter().map(|def| doc_type(def, register)).collect(),
        codes: Code::ALL.to_vec(),
        roles: PARTS
            .iter()
            .map(|role| RoleDef {
                key: RoleKey(*role),
                label: role.label(),
                views: role.views().to_vec(),
            })
            .collect(),
        periods: NamedPeriod::ALL
            .iter()
            .map(|period| ChoiceDef { key: period.name(), label: period.label() })
            .collect(),
    }
}
