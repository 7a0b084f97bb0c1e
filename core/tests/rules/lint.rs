//! Lints of every declaration: each rule names its findings.

use std::collections::BTreeSet;

use godown_core::access::rights;
use godown_core::declare::grant::Verb;
use godown_core::docs::reasons::KINDS;
use godown_core::docs::{self, ROLE_TYPE};
use godown_core::kept::doc::Record;
use godown_core::schema::check::{self, Strictness};
use godown_core::schema::{DocType, Field, Kind, direction};

/// A rule over all declarations: what is wrong, one line each.
pub type Rule = fn() -> Vec<String>;

/// Sort keys that stand beside the record.
const HEADER: &[&str] = &["status", "doc_no", "created_at", "updated_at", "since"];

fn each(find: impl Fn(&'static DocType, &mut Vec<String>)) -> Vec<String> {
    let mut found = Vec::new();
    for def in docs::ALL {
        let mut here = Vec::new();
        find(def, &mut here);
        found.extend(here.into_iter().map(|what| format!("{}: {what}", def.key)));
    }
    found
}

/// Every field of a type, of its rows and groups and of its steps' inputs, with its path.
pub fn all_fields(def: &'static DocType) -> Vec<(String, &'static Field)> {
    let mut found = Vec::new();
    nested("", def.fields, &mut found);
    for step in def.flow.steps {
        nested(&format!("{}.", step.action), step.inputs, &mut found);
    }
    found
}

fn nested(path: &str, fields: &'static [Field], found: &mut Vec<(String, &'static Field)>) {
    for field in fields {
        let path = format!("{path}{}", field.key);
        match field.kind {
            Kind::Rows { fields, .. } | Kind::Group(fields) => {
                nested(&format!("{path}."), fields, found);
            }
            _ => {}
        }
        found.push((path, field));
    }
}

/// The type a field leads to, through `Many` too.
pub fn target(kind: Kind) -> Option<&'static DocType> {
    match kind {
        Kind::Link(to) => Some(to),
        Kind::Many(of) => target(*of),
        _ => None,
    }
}

/// The register finds every type by its key.
pub fn keys_are_unique() -> Vec<String> {
    each(|def, found| {
        if docs::find(def.key).is_none_or(|first| !std::ptr::eq(first, def)) {
            found.push("the key is taken".to_owned());
        }
    })
}

/// Keys are snake_case, in a word or a few.
pub fn keys_are_snake_case() -> Vec<String> {
    let snake = |key: &str| {
        key.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
            && key.starts_with(|c: char| c.is_ascii_lowercase())
    };
    each(|def, found| {
        if !snake(def.key) {
            found.push("the key is not snake_case".to_owned());
        }
        let fields = all_fields(def);
        found.extend(fields.iter().filter(|(_, f)| !snake(f.key)).map(|(path, _)| path.clone()));
    })
}

pub fn links_lead_to_registered_types() -> Vec<String> {
    each(|def, found| {
        for (path, field) in all_fields(def) {
            if target(field.kind).is_some_and(|to| docs::find(to.key).is_none()) {
                found.push(format!("{path} leads to no registered type"));
            }
        }
    })
}

pub fn titles_are_fields() -> Vec<String> {
    each(|def, found| {
        if def.field(def.title).is_none() && def.title != "doc_no" {
            found.push(format!("title {} is not a field", def.title));
        }
        // What has a number of its branch and year is called by it wherever something leads there.
        if def.series.is_some_and(|series| !series.plain) && def.title != "doc_no" {
            found.push(format!("it has a number, and {} is its title", def.title));
        }
    })
}

pub fn lists_have_columns() -> Vec<String> {
    each(|def, found| {
        if !def.fields.iter().any(|field| field.listed) {
            found.push("no field is listed".to_owned());
        }
    })
}

pub fn fields_have_one_key_each() -> Vec<String> {
    each(|def, found| {
        let mut seen = BTreeSet::new();
        for (path, _) in all_fields(def) {
            // The rows of one action may ask for the same inputs.
            let input = def.flow.steps.iter().any(|s| path.starts_with(&format!("{}.", s.action)));
            if !seen.insert(path.clone()) && !input {
                found.push(format!("{path} is declared twice"));
            }
        }
        for key in ["id", "version", "status", "since", "doc_no", "owner", "updated_at"] {
            if def.field(key).is_some() {
                found.push(format!("{key} stands beside every record already"));
            }
        }
    })
}

pub fn everything_has_words() -> Vec<String> {
    each(|def, found| {
        if def.label.is_empty() || def.plural.is_empty() {
            found.push("the type has no words".to_owned());
        }
        let fields = all_fields(def).into_iter();
        found.extend(fields.filter(|(_, f)| f.label.trim().is_empty()).map(|(path, _)| path));
        let steps = def.flow.steps.iter().filter(|step| step.label.is_empty());
        found.extend(steps.map(|step| format!("{} has no words", step.action)));
    })
}

pub fn sorts_filters_and_unique_name_fields() -> Vec<String> {
    each(|def, found| {
        let known = |key: &str| HEADER.contains(&key) || def.field(key).is_some();
        let sorts = def.sorts.iter().map(|sort| direction(sort).0);
        let unique = def.unique_together.iter().flat_map(|(_, fields)| fields.iter().copied());
        let named = sorts.chain(def.filters.iter().copied()).chain(unique);
        let unknown = named.filter(|key| !known(key));
        found.extend(unknown.map(|key| format!("{key} is not a field")));
        if def.sorts.is_empty() {
            found.push("the list has no order".to_owned());
        }
    })
}

pub fn unique_names_differ() -> Vec<String> {
    each(|def, found| {
        let mut seen = BTreeSet::new();
        let alone = def.fields.iter().filter(|field| field.unique).map(|field| field.key);
        for name in alone.chain(def.unique_together.iter().map(|(name, _)| *name)) {
            if !seen.insert(name) {
                found.push(format!("two unique values are called {name}"));
            }
        }
    })
}

pub fn steps_join_declared_statuses() -> Vec<String> {
    each(|def, found| {
        let flow = def.flow;
        let known = |status: &&&str| !flow.statuses.contains(*status);
        for step in flow.steps {
            let unknown = step.from.iter().chain(step.to).filter(known);
            found.extend(unknown.map(|status| format!("{}: no status {status}", step.action)));
            if step.from.is_empty() || step.by.is_empty() {
                found.push(format!("{}: nobody can ever take it", step.action));
            }
        }
        let listed = flow.editable.iter().chain(flow.deletable);
        found.extend(listed.filter(known).map(|status| format!("no status {status}")));
    })
}

pub fn what_waits_can_be_done() -> Vec<String> {
    each(|def, found| {
        let steps = def.flow.action_names();
        let known =
            |deed: &str| ["create", "update", "delete"].contains(&deed) || steps.contains(&deed);
        let unknown = def.waits.iter().filter(|one| !known(one.deed));
        found.extend(unknown.map(|one| format!("{} waits, and is no action", one.deed)));
    })
}

/// A type without steps changes its status by other documents' effects.
pub fn statuses_can_be_reached() -> Vec<String> {
    each(|def, found| {
        if def.flow.steps.is_empty() {
            return;
        }
        let mut reached: BTreeSet<&str> = def.flow.statuses.first().into_iter().copied().collect();
        loop {
            let before = reached.len();
            for step in def.flow.steps {
                if step.from.iter().any(|status| reached.contains(status)) {
                    reached.extend(step.to);
                }
            }
            if reached.len() == before {
                break;
            }
        }
        let lost = def.flow.statuses.iter().filter(|status| !reached.contains(**status));
        found.extend(lost.map(|status| format!("nothing leads to {status}")));
    })
}

/// Rows of one action in one status are told apart by role, or the first hides the second.
pub fn rows_of_an_action_can_be_told_apart() -> Vec<String> {
    each(|def, found| {
        let steps = def.flow.steps;
        for (at, step) in steps.iter().enumerate() {
            let same = steps.iter().take(at).filter(|other| other.action == step.action);
            let hidden = same.filter(|other| {
                step.from.iter().any(|status| other.from.contains(status))
                    && step.by.iter().all(|by| other.by.contains(by))
            });
            found.extend(hidden.map(|other| format!("{} hides {}", other.id, step.id)));
        }
    })
}

pub fn steps_have_ids_of_their_own() -> Vec<String> {
    each(|def, found| {
        let mut seen = BTreeSet::new();
        let again = def.flow.steps.iter().filter(|step| !seen.insert(step.id));
        found.extend(again.map(|step| format!("{} names two rows", step.id)));
    })
}

pub fn every_type_can_be_viewed() -> Vec<String> {
    each(|def, found| {
        if !def.grants.iter().any(|grant| grant.verbs.contains(&Verb::View)) {
            found.push("nobody may view it".to_owned());
        }
        for grant in def.grants.iter().filter(|grant| !grant.verbs.contains(&Verb::View)) {
            for role in grant.roles {
                let views = def
                    .grants
                    .iter()
                    .any(|other| other.verbs.contains(&Verb::View) && other.roles.contains(role));
                if !views {
                    found.push(format!("{} may change a field that they cannot view", role.name()));
                }
            }
        }
    })
}

pub fn series_are_sane() -> Vec<String> {
    let mut words = BTreeSet::new();
    let mut found = Vec::new();
    for def in docs::ALL {
        let Some(series) = def.series else { continue };
        if !(3..=8).contains(&series.width) {
            found.push(format!("{}: {} digits", def.key, series.width));
        }
        if series.plain && series.word.is_empty() {
            found.push(format!("{}: a plain series needs a word", def.key));
        }
        if !words.insert((series.word, series.suffix)) {
            found.push(format!("{}: another type has the same numbers", def.key));
        }
    }
    found
}

pub fn statutory_numbers_fit_sixteen_characters() -> Vec<String> {
    each(|def, found| {
        let Some(series) = def.series.filter(|series| !series.plain && series.word.is_empty())
        else {
            return;
        };
        let length = "ABC".len() + series.suffix.len() + "/26-27/".len() + series.width;
        if length > 16 {
            found.push(format!("a number may have {length} characters"));
        }
    })
}

pub fn defaults_pass_their_own_check() -> Vec<String> {
    each(|def, found| {
        for (path, field) in all_fields(def).into_iter().filter(|(_, f)| !f.default.is_empty()) {
            let Ok(value) = serde_json::from_str(field.default) else {
                found.push(format!("{path}: the default is not JSON"));
                continue;
            };
            let mut record = Record::new();
            record.insert(field.key.to_owned(), value);
            let one = std::slice::from_ref(field);
            let checked = check::fields(one, &record, None, Strictness::Complete);
            found.extend(
                checked.issues.into_iter().map(|issue| format!("{path}: {}", issue.message)),
            );
        }
    })
}

pub fn choices_have_one_key_each() -> Vec<String> {
    each(|def, found| {
        for (path, field) in all_fields(def) {
            let Kind::Choice(of) = field.kind else { continue };
            let keys: BTreeSet<&str> = of.iter().map(|(key, _)| *key).collect();
            if keys.len() != of.len() || of.is_empty() {
                found.push(format!("{path}: choices repeat or are missing"));
            }
        }
    })
}

pub fn reasons_are_of_a_known_kind() -> Vec<String> {
    each(|def, found| {
        for (path, field) in all_fields(def) {
            let Kind::Reason(kind) = field.kind else { continue };
            if !KINDS.iter().any(|(key, _)| *key == kind) {
                found.push(format!("{path}: no reasons are of the kind {kind}"));
            }
        }
    })
}

/// A number that can be negative or is unbounded upward is a slip of the declaration.
pub fn bounds_are_in_order() -> Vec<String> {
    each(|def, found| {
        for (path, field) in all_fields(def) {
            match field.kind {
                Kind::Int { min, max, .. } if min >= max => {
                    found.push(format!("{path}: {min}..{max}"))
                }
                Kind::Text { max } | Kind::Note { max } if max == 0 || max > 4_000 => {
                    found.push(format!("{path}: at most {max} characters"));
                }
                Kind::Rows { min, max, fields } if min > max || max == 0 || fields.is_empty() => {
                    found.push(format!("{path}: {min}..{max} rows"));
                }
                _ => {}
            }
        }
    })
}

/// A key names its unit, so that no reader mistakes paise for rupees or grams for kilograms.
pub fn keys_name_their_unit() -> Vec<String> {
    use godown_core::schema::Unit;
    let wanted = |unit: Unit| match unit {
        Unit::Paise | Unit::Rate => "_paise",
        Unit::Grams => "_g",
        Unit::Millimetres => "_mm",
        Unit::Bp => "_bp",
        Unit::None | Unit::Pieces | Unit::Days | Unit::Hours => "",
    };
    each(|def, found| {
        for (path, field) in all_fields(def) {
            let Kind::Int { unit, .. } = field.kind else { continue };
            let fits = field.key.ends_with(wanted(unit))
                || field.key.contains(&format!("{}_per_", wanted(unit)));
            if !fits {
                found.push(format!("{path} does not name its unit"));
            }
        }
    })
}

/// Secrets must be fields of the record itself: the server takes them from there alone.
pub fn secrets_are_fields_of_the_record() -> Vec<String> {
    each(|def, found| {
        for (path, field) in all_fields(def) {
            let secret = matches!(field.kind, Kind::Secret);
            if secret && (def.field(field.key).is_none() || field.listed || field.searched) {
                found.push(format!("{path} would be shown"));
            }
        }
    })
}

pub fn listed_fields_fit_a_cell() -> Vec<String> {
    each(|def, found| {
        for field in def.fields.iter().filter(|field| field.listed) {
            if matches!(field.kind, Kind::Rows { .. } | Kind::Group(_) | Kind::Secret) {
                found.push(format!("{} cannot be a column", field.key));
            }
        }
    })
}

pub fn searched_fields_are_texts() -> Vec<String> {
    each(|def, found| {
        for field in def.fields.iter().filter(|field| field.searched) {
            if !matches!(field.kind, Kind::Text { .. } | Kind::Note { .. } | Kind::Code(_)) {
                found.push(format!("{} has no words to search", field.key));
            }
        }
    })
}

/// Amounts that say nothing of a trade: a threshold of the law, the person's own bound, what the yard
/// itself expects of a scrap dealer.
const OPEN_AMOUNTS: &[&str] = &[
    "state.ewb_thresholds.",
    "employee.approval_slab_paise",
    "setting.",
    "dump_stock.est_paise_per_kg",
    "proforma.",
];

/// No type that people who only load and carry may view holds an open rate or amount.
pub fn amounts_are_guarded() -> Vec<String> {
    use godown_core::declare::grant::Role;
    use godown_core::schema::{Guarded, Unit};
    let shown = |grant: &godown_core::declare::grant::Grant| {
        grant.verbs.contains(&Verb::View)
            && [Role::Yard, Role::Logi].iter().any(|role| grant.roles.contains(role))
    };
    each(|def, found| {
        if !def.grants.iter().any(shown) {
            return;
        }
        let mut open = Vec::new();
        open_amounts("", def.fields, &mut open, |field| {
            let amount = matches!(field.kind, Kind::Int { unit: Unit::Paise | Unit::Rate, .. });
            amount && field.guarded == Guarded::Open
        });
        open.retain(|path| {
            let path = format!("{}.{path}", def.key);
            !OPEN_AMOUNTS.iter().any(|known| path.starts_with(known))
        });
        found.extend(open);
    })
}

/// The paths of fields that a rule finds, without those inside a guarded group or row.
fn open_amounts(
    path: &str,
    fields: &'static [Field],
    found: &mut Vec<String>,
    rule: fn(&Field) -> bool,
) {
    for field in fields {
        let path = format!("{path}{}", field.key);
        match field.kind {
            Kind::Rows { fields, .. } | Kind::Group(fields)
                if field.guarded == godown_core::schema::Guarded::Open =>
            {
                open_amounts(&format!("{path}."), fields, found, rule);
            }
            _ if rule(field) => found.push(path),
            _ => {}
        }
    }
}

/// `grants` name only people's roles, since the system has every right.
pub fn grants_name_people() -> Vec<String> {
    each(|def, found| {
        for grant in def.grants {
            if grant.roles.contains(&godown_core::declare::grant::Role::Sys)
                || grant.verbs.is_empty()
            {
                found.push("a grant names the system or nothing".to_owned());
            }
        }
    })
}

/// Lists are cut by what documents belong to: a right to view that reaches otherwise shows nothing.
pub fn grants_reach_by_what_documents_belong_to() -> Vec<String> {
    each(|def, found| {
        let known = rights::reaches_of(def);
        let views = def.grants.iter().filter(|grant| grant.verbs.contains(&Verb::View));
        let foreign = views.filter(|grant| !known.contains(&grant.reach));
        found.extend(foreign.map(|grant| format!("nothing is cut by {}", grant.reach.name())));
    })
}

/// An owner shares their documents by names of roles.
pub fn documents_are_shared_with_roles() -> Vec<String> {
    each(|def, found| {
        let Some(key) = def.shared else { return };
        let to = def.field(key).and_then(|field| match field.kind {
            Kind::Many(of) => target(*of),
            _ => None,
        });
        if to.is_none_or(|to| to.key != ROLE_TYPE.key) {
            found.push(format!("{key} names no roles"));
        }
    })
}
