//! Declarations as the browser reads them: the shapes of `types.gen.ts`.

use serde_json::{Value, json};

use super::{DocType, Field, Kind, Need, direction, offered};
use crate::declare::case::Register;
use crate::declare::grant::{PARTS, Role};

/// One field's declaration.
pub fn field(of: &Field) -> Value {
    let mut unit = "none";
    let (mut min, mut max) = (Value::Null, Value::Null);
    let mut choices: Vec<Value> = Vec::new();
    let mut link = Value::Null;
    let mut reason = Value::Null;
    let mut inner: Vec<Value> = Vec::new();
    let mut each = Value::Null;
    let mut format = Value::Null;
    match of.kind {
        Kind::Text { max: most } | Kind::Note { max: most } => max = most.into(),
        Kind::Code(form) => format = form.name.into(),
        Kind::Int { unit: counted, min: low, max: high } => {
            unit = counted.name();
            min = bound(low);
            max = bound(high);
        }
        Kind::Choice(allowed) => choices = allowed.iter().map(choice).collect(),
        Kind::Link(to) => link = to.key.into(),
        Kind::Reason(kind) => reason = kind.into(),
        Kind::Rows { fields, min: low, max: high } => {
            inner = offered(fields).map(field).collect();
            min = low.into();
            max = high.into();
        }
        Kind::Group(fields) => inner = offered(fields).map(field).collect(),
        Kind::Many(kind) => each = field(&Field { kind: *kind, ..*of }),
        Kind::Bool | Kind::Date | Kind::Time | Kind::Instant | Kind::Secret | Kind::File => {}
    }
    let default = match of.default {
        "" => Value::Null,
        text => serde_json::from_str(text).unwrap_or(Value::Null),
    };
    object(vec![
        ("key", of.key.into()),
        ("label", of.label.into()),
        ("kind", kind_name(of.kind).into()),
        ("required", (of.need != Need::Never).into()),
        ("unique", of.unique.into()),
        ("immutable", of.immutable.into()),
        ("readonly", of.computed.into()),
        ("listed", of.listed.into()),
        ("help", of.help.into()),
        ("unit", unit.into()),
        ("min", min),
        ("max", max),
        ("choices", choices.into()),
        ("link", link),
        ("reason", reason),
        ("fields", inner.into()),
        ("of", each),
        ("format", format),
        ("default", default),
    ])
}

/// An object that values are moved into; `json!` copies each, with all that is nested in it.
fn object(pairs: Vec<(&str, Value)>) -> Value {
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// The largest integer that a browser's number holds exactly.
const MOST: i64 = 9_007_199_254_740_991;

/// A bound that a browser can hold; one beyond is no bound to it.
fn bound(value: i64) -> Value {
    if (-MOST..=MOST).contains(&value) { value.into() } else { Value::Null }
}

fn choice(of: &super::Choice) -> Value {
    json!({ "key": of.0, "label": of.1 })
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
pub fn doc_type(def: &DocType) -> Value {
    let actions: Vec<Value> = def
        .flow
        .action_names()
        .into_iter()
        .filter_map(|name| def.flow.steps.iter().find(|step| step.action == name))
        .map(|step| {
            let inputs = step.inputs.iter().map(field).collect();
            object(vec![
                ("action", step.action.into()),
                ("label", step.label.into()),
                ("inputs", inputs),
            ])
        })
        .collect();
    let waits = def.waits.iter().map(|one| json!({ "deed": one.deed, "again": one.again }));
    let sorts = def.sorts.iter().map(|sort| direction(sort).0);
    object(vec![
        ("key", def.key.into()),
        ("label", def.label.into()),
        ("plural", def.plural.into()),
        ("title", def.title.into()),
        ("fields", offered(def.fields).map(field).collect()),
        ("statuses", def.flow.statuses.into()),
        ("sorts", sorts.collect()),
        ("default_sort", def.sorts.first().copied().into()),
        ("filters", def.filters.into()),
        ("searchable", def.fields.iter().any(|field| field.searched).into()),
        ("single", def.single.into()),
        ("warns", def.warn.is_some().into()),
        ("actions", actions.into()),
        ("waits", waits.collect()),
    ])
}

/// All that the browser needs to know of the declarations.
pub fn schema(register: &Register) -> Value {
    let types = register.types.iter().map(|def| doc_type(def)).collect();
    let codes = crate::error::Code::ALL.iter().map(|code| code.name()).collect();
    let role = |role: &Role| json!({ "key": role.name(), "label": role.label() });
    let roles = PARTS.iter().map(role).collect();
    object(vec![("types", types), ("codes", codes), ("roles", roles)])
}
