//! Duplicates of a master: what names one of them names another from then on.
//!
//! Only a master that no ledger, price, paper or imported name counts is merged. Documents and books stay under the
//! party or the goods that they were made out to, so a duplicate of those is deactivated.

use serde_json::Value;

use super::customers::CUSTOMER;
use super::parties::copy_places;
use super::suppliers::{SUPPLIER, VENDOR};
use crate::access::steps;
use crate::declare::case::Case;
use crate::declare::grant::{Role, Verb};
use crate::error::{Code, Halt, Issue};
use crate::flow::{Step, by, step};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::said;
use crate::said::Said;
use crate::schema::{DocType, check};
use crate::write::save;

/// Records of one type that are looked through for those that name the duplicate.
pub const LOOKED_THROUGH: usize = 20_000;

/// Those who keep the name of their city beside it, for lists and searches.
const PARTIES: &[&DocType] = &[&CUSTOMER, &SUPPLIER, &VENDOR];

/// The input that names the record which stays.
pub const INTO: &str = "into";

/// The step of a type's flow, whose own part is the link to another of the type.
pub const MERGE: Step = Step {
    from: &["Active", "Inactive"],
    to: &["Inactive"],
    by: &[by(Role::Admin)],
    run: merge,
    ..step("M3", "merge", "Merge into another")
};

/// Has whatever names the duplicate name the other one, each with a line of its history.
///
/// Errors: `Input` for the duplicate itself, one that is inactive or of another state; `Rule` where more records than
/// [`LOOKED_THROUGH`] would have to be read; `Forbidden` for who may not edit what names it.
fn merge(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let def = case.def_of(doc)?;
    let into = inputs.get(INTO).and_then(Value::as_str).unwrap_or_default();
    let kept = case.doc(def, into)?;
    if let Some(message) = unfit(def, doc, &kept) {
        return Err(Halt::issues(vec![Issue::new(INTO, Code::Input, message)]));
    }
    let remarks = format!("{} was merged into {}", doc.title(def), kept.title(def));
    let told = Record::from_iter([("remarks".to_owned(), remarks.into())]);
    let used = case.value::<String>(&keys::used(def.key, &doc.id))?.is_some();
    let users = super::ALL.iter().filter(|user| used && check::may_link(user.fields, def));
    for user in users {
        let found = naming(case, user, def, &doc.id)?;
        if !found.is_empty() && !case.actor.may(user, Verb::Edit) {
            return Err(steps::forbidden(user, "edit"));
        }
        for before in found {
            let mut after = before.clone();
            for path in paths(user, def, &before.record, &doc.id) {
                if let Some(at) = value_at(&mut after.record, &path) {
                    *at = into.into();
                }
            }
            if PARTIES.iter().any(|party| party.key == user.key) {
                copy_places(case, &mut after)?;
            }
            let role = Some(Role::Admin);
            save::finish(case, user, Some(&before), after, "merge", &told, role)?;
        }
    }
    case.remove(keys::used(def.key, &doc.id));
    Ok("Inactive")
}

fn unfit(def: &DocType, doc: &Doc, kept: &Doc) -> Option<Said> {
    let (label, name) = (def.label.to_lowercase(), kept.title(def));
    if kept.id == doc.id {
        return Some(said!("Select another {label}", label));
    }
    if !kept.is_active() {
        return Some(said!("{name} is inactive", name));
    }
    (kept.text("state") != doc.text("state"))
        .then(|| said!("{name} is in another state; correct the state first", name))
}

/// The records of a type that name the duplicate.
fn naming(case: &Case, user: &DocType, def: &DocType, id: &str) -> Result<Vec<Doc>, Halt> {
    let rows = case.scan(&Range::prefix(&keys::key(&["doc", user.key])), LOOKED_THROUGH + 1)?;
    if rows.len() > LOOKED_THROUGH {
        let (most, plural) = (LOOKED_THROUGH, user.plural.to_lowercase());
        let message =
            said!("There are more than {most} {plural}; change them one by one", most, plural);
        return Err(Halt::refuse(Code::Rule, message));
    }
    let mut found = Vec::new();
    let holds = |bytes: &[u8]| bytes.windows(id.len()).any(|part| part == id.as_bytes());
    for (key, bytes) in rows.iter().filter(|(_, bytes)| holds(bytes)) {
        let doc: Doc = parse(key, bytes)?;
        if !paths(user, def, &doc.record, id).is_empty() {
            found.push(doc);
        }
    }
    Ok(found)
}

fn paths(user: &DocType, def: &DocType, record: &Record, id: &str) -> Vec<String> {
    let all = check::links(user.fields, record).into_iter();
    all.filter(|(_, of, named)| of.key == def.key && *named == id).map(|(path, ..)| path).collect()
}

/// What stands at a path (`addresses.1.city`).
fn value_at<'r>(record: &'r mut Record, path: &str) -> Option<&'r mut Value> {
    let (first, rest) =
        path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let value = record.get_mut(first)?;
    match rest {
        None => Some(value),
        Some(rest) => value.pointer_mut(&format!("/{}", rest.replace('.', "/"))),
    }
}
