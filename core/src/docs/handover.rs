//! Handover from a person who leaves to a successor: the customers, the open documents, and the
//! places that name them. A few go with the command, the rest with the scheduler.

use serde_json::Value;

use super::people::EMPLOYEE;
use crate::declare::case::{Case, Look};
use crate::declare::grant::ScopeKind;
use crate::error::{Code, Halt, Issue};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::Range;
use crate::said;
use crate::said::Said;
use crate::schema::DocType;
use crate::write::{index, save};

/// How many documents one command hands over.
pub const AT_ONCE: usize = 200;
/// More masters of one kind than this are not looked through.
const MASTERS: usize = 10_000;

/// Masters that name a person who looks after them: the type, the field, and whether an index of
/// equal values finds them.
const CARED_FOR: &[(&str, &str, bool)] = &[
    ("customer", "sales_owner", true),
    ("customer", "branch_manager", true),
    ("employee", "reporting_to", true),
    ("branch", "manager", false),
    ("yard", "in_charge", false),
    ("region", "head", false),
];

/// Types whose documents belong to a person until they come to rest.
fn owned() -> impl Iterator<Item = &'static DocType> {
    let all = super::ALL.iter().copied();
    all.filter(|def| def.key != EMPLOYEE.key && def.scopes.contains(&ScopeKind::Owner))
}

/// Statuses in which somebody still has to carry a document on: drafts and what came back too.
fn open(def: &'static DocType) -> impl Iterator<Item = &'static str> {
    def.flow.statuses.iter().filter(|status| !def.flow.at_rest(status)).copied()
}

/// The documents that a person still holds, in words: `12 customers and 3 orders`; empty for none.
pub fn held(case: &Look, person: &str) -> Result<String, Halt> {
    let mut parts = Vec::new();
    for (kind, field, indexed) in CARED_FOR {
        let Some(def) = super::find(kind) else { continue };
        let count = cared_for(case, def, field, *indexed, person, MASTERS)?.len();
        // The employees who report to them and the branches they manage are counted by other
        // fields.
        if count > 0 && *field != "branch_manager" {
            parts.push(words(count, def));
        }
    }
    let scope = index::scope(ScopeKind::Owner, person);
    for def in owned() {
        let mut count = 0;
        for status in open(def) {
            count += case.value::<i64>(&keys::count(def.key, &scope, status))?.unwrap_or(0);
        }
        if count > 0 {
            parts.push(words(usize::try_from(count).unwrap_or(0), def));
        }
    }
    Ok(match parts.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
    })
}

fn words(count: usize, def: &DocType) -> String {
    let noun = if count == 1 { def.label } else { def.plural };
    format!("{count} {}", noun.to_lowercase())
}

/// Masters that name the person in a field.
fn cared_for(
    case: &Look,
    def: &'static DocType,
    field: &str,
    indexed: bool,
    person: &str,
    most: usize,
) -> Result<Vec<String>, Halt> {
    let id_of = |key: &String| keys::parts(key).last().copied().unwrap_or_default().to_owned();
    if !indexed {
        let all = case.keys(&Range::prefix(&keys::key(&["doc", def.key])), MASTERS)?;
        let mut found = Vec::new();
        for id in all.iter().map(id_of) {
            if case.find(def.key, &id)?.is_some_and(|doc| doc.text(field) == Some(person)) {
                found.push(id);
            }
        }
        found.truncate(most);
        return Ok(found);
    }
    let mut ids = Vec::new();
    for scope in list_scopes(case, def)? {
        let name = index::filter_index(field);
        let value = person.to_lowercase();
        let range = Range::prefix(&keys::key(&["idx", def.key, &name, &scope, &value]));
        for id in case.keys(&range, most)?.iter().map(id_of) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
    }
    ids.truncate(most);
    Ok(ids)
}

/// The scope keys that a type's documents lie in: the company's, or every branch's.
fn list_scopes(case: &Look, def: &DocType) -> Result<Vec<String>, Halt> {
    if def.scopes.is_empty() {
        return Ok(vec![index::EVERYWHERE.to_owned()]);
    }
    let branches = case.keys(&Range::prefix(&keys::key(&["doc", "branch"])), MASTERS)?;
    let id_of = |key: &String| keys::parts(key).last().copied().unwrap_or_default().to_owned();
    let mut scopes = vec![index::scope(ScopeKind::Branch, "")];
    scopes.extend(branches.iter().map(|key| index::scope(ScopeKind::Branch, &id_of(key))));
    Ok(scopes)
}

/// Hands over up to two hundred documents; answers whether something may be left.
pub fn hand_over(case: &mut Case, from: &str, to: &str) -> Result<bool, Halt> {
    let mut left = AT_ONCE;
    for (kind, field, indexed) in CARED_FOR {
        let Some(def) = super::find(kind) else { continue };
        for id in cared_for(case, def, field, *indexed, from, left)? {
            // An employee who reported to the person does not report to themselves.
            let heir = (*kind, *field) == ("employee", "reporting_to") && id == to;
            let value = if heir { Value::Null } else { to.into() };
            give(case, def, &id, |doc| match &value {
                Value::Null => drop(doc.record.remove(*field)),
                value => {
                    doc.set(field, value.clone());
                    if *field == "sales_owner" {
                        doc.owner = Some(to.to_owned());
                    }
                }
            })?;
            left -= 1;
        }
        if left == 0 {
            return Ok(true);
        }
    }
    let scope = index::scope(ScopeKind::Owner, from);
    for def in owned() {
        for status in open(def) {
            let name = index::filter_index("status");
            let status = status.to_lowercase();
            let range = Range::prefix(&keys::key(&["idx", def.key, &name, &scope, &status]));
            for key in case.keys(&range, left)? {
                let id = keys::parts(&key).last().copied().unwrap_or_default().to_owned();
                give(case, def, &id, |doc| {
                    doc.owner = Some(to.to_owned());
                    if doc.text("salesman") == Some(from) {
                        doc.set("salesman", to);
                    }
                })?;
                left -= 1;
            }
            if left == 0 {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Changes one document as the system, with its line of history.
fn give(
    case: &mut Case,
    def: &'static DocType,
    id: &str,
    change: impl FnOnce(&mut Doc),
) -> Result<(), Halt> {
    let before = case.doc(def, id)?;
    let mut doc = Doc::clone(&before);
    change(&mut doc);
    case.as_system(|case| {
        save::finish(case, def, Some(&before), doc, "hand_over", &Record::new(), None)
    })?;
    Ok(())
}

/// Refuses a successor who could not carry the work on.
pub fn fits(case: &Look, leaver: &Doc, successor: &str) -> Result<Vec<Issue>, Halt> {
    let issue = |message: Said| vec![Issue::new("successor", Code::Input, message)];
    let heir = case.doc(&EMPLOYEE, successor)?;
    let name = heir.title(&EMPLOYEE);
    if heir.id == leaver.id || !heir.is_active() {
        return Ok(issue(said!("{name} cannot take over the work", name)));
    }
    let roles = |doc: &Doc| -> Vec<Value> {
        doc.get("roles").and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let shared = roles(leaver).iter().any(|role| roles(&heir).contains(role));
    Ok(match shared {
        true => Vec::new(),
        false => issue(said!(
            "{name} has none of the roles of {leaver}",
            name,
            leaver = leaver.title(&EMPLOYEE)
        )),
    })
}
