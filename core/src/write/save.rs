//! Create, update and delete of any document: check, links, unique values, version, history.

use std::sync::Arc;

use serde_json::Value;

use crate::access::steps;
use crate::declare::actor::Actor;
use crate::declare::case::{Case, Look, not_found};
use crate::declare::grant::{Role, Verb};
use crate::error::{Code, Halt, Issue, done};
use crate::flow::Step;
use crate::kept::doc::{Difference, Doc, Event, Record, differences};
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::said;
use crate::schema::DocType;
use crate::schema::check::{self, Strictness};
use crate::schema::{Field, Kind};
use crate::write::{Done, files, known, within};

/// A new document; its id is the command's.
pub fn create(case: &mut Case, def: &'static DocType, sent: &Record) -> Result<Done, Halt> {
    if !case.actor.may(def, Verb::Add) {
        return Err(steps::forbidden(def, "add"));
    }
    let checked = check::check(def, sent, None, strictness(def, first_status(def)));
    malformed(&checked.issues)?;
    if let Some(answer) = known(case)? {
        return Ok(answer);
    }
    done(checked.issues)?;
    let id = case.command_id.to_owned();
    made(case, def, checked.record, id).map(Done::now)
}

/// A further document of a command that makes several, by the rights and rules of [`create`].
///
/// Errors: `Forbidden` for whoever may not add it, and what speaks against it.
pub fn further(case: &mut Case, def: &'static DocType, sent: &Record) -> Result<Arc<Doc>, Halt> {
    if !case.actor.may(def, Verb::Add) {
        return Err(steps::forbidden(def, "add"));
    }
    let checked = check::check(def, sent, None, strictness(def, first_status(def)));
    done(checked.issues)?;
    let id = case.new_id();
    made(case, def, checked.record, id)
}

fn made(
    case: &mut Case,
    def: &'static DocType,
    record: Record,
    id: String,
) -> Result<Arc<Doc>, Halt> {
    let named = def.named_by.and_then(|key| record.get(key)).and_then(Value::as_str);
    let id = match named {
        _ if def.single => def.key.to_owned(),
        Some(name) => name.to_owned(),
        None => id,
    };
    if case.find(def.key, &id)?.is_some() {
        let path = def.named_by.unwrap_or_default();
        let message = said!("{label} already exists", label = def.label);
        return Err(Halt::issues(vec![Issue::new(path, Code::Duplicate, message)]));
    }
    let mut doc = blank(case, def, id);
    doc.record = record;
    check_links(case, def, None, &doc.record)?;
    if let Some(rules) = def.on_save {
        rules(case, None, &mut doc)?;
    }
    within::sent(case, def, Verb::Add, &doc)?;
    if let Some(series) = def.series.as_ref().filter(|series| series.plain) {
        let today = case.today();
        doc.doc_no = Some(case.number(def, series, "", today)?);
    }
    finish(case, def, None, doc, "create", &Record::new(), None)
}

/// A changed record of a document that may be edited.
pub fn update(
    case: &mut Case,
    def: &'static DocType,
    id: &str,
    version: u32,
    sent: &Record,
) -> Result<Done, Halt> {
    let before = match visible(case, def, id)? {
        Visible::Doc(doc) => doc,
        Visible::Answered(answer) => return Ok(answer),
    };
    if !case.actor.may(def, Verb::Edit) {
        return Err(steps::forbidden(def, "edit"));
    }
    let sent = with_hidden(case.actor, def.fields, sent, &before.record);
    let how = strictness(def, &before.status);
    let checked = check::check(def, &sent, Some(&before.record), how);
    malformed(&checked.issues)?;
    if let Some(answer) = known(case)? {
        return Ok(answer);
    }
    fresh(case, def, &before, version)?;
    within::kept(case, def, Verb::Edit, &before)?;
    case.actor = case.actor.placed(def, Verb::Edit, &before).unwrap_or(case.actor);
    if !def.flow.editable.contains(&before.status.as_str()) {
        let message = said!(
            "{name} is {status}; edit is not allowed",
            name = before.name(def),
            status = before.status
        );
        return Err(Halt::refuse(Code::BadState, message));
    }
    done(checked.issues)?;
    let mut doc = Doc::clone(&before);
    doc.record = checked.record;
    check_links(case, def, Some(&before.record), &doc.record)?;
    if let Some(rules) = def.on_save {
        rules(case, Some(&before), &mut doc)?;
    }
    within::sent(case, def, Verb::Edit, &doc)?;
    finish(case, def, Some(&before), doc, "edit", &Record::new(), None).map(Done::now)
}

/// Removes a document that nothing names; what is named is deactivated instead.
pub fn delete(
    case: &mut Case,
    def: &'static DocType,
    id: &str,
    version: u32,
) -> Result<Done, Halt> {
    let before = match visible(case, def, id)? {
        Visible::Doc(doc) => doc,
        Visible::Answered(answer) => return Ok(answer),
    };
    if !case.actor.may(def, Verb::Delete) {
        return Err(steps::forbidden(def, "delete"));
    }
    if let Some(answer) = known(case)? {
        return Ok(answer);
    }
    fresh(case, def, &before, version)?;
    within::kept(case, def, Verb::Delete, &before)?;
    let deletable = !def.single && def.flow.deletable.contains(&before.status.as_str());
    if !deletable || before.doc_no_burnt(def) {
        let message = said!(
            "{name} is {status}; delete is not allowed",
            name = before.name(def),
            status = before.status
        );
        return Err(Halt::refuse(Code::BadState, message));
    }
    if let Some(by) = case.value::<String>(&keys::used(def.key, id))? {
        let users = case.register.find(&by);
        let count = users.map(|users| count_users(case, users, id)).transpose()?.flatten();
        let used_by = match (users, count) {
            (Some(users), Some(1)) => format!("1 {} uses", users.label.to_lowercase()),
            (Some(users), Some(count)) => format!("{count} {} use", users.plural.to_lowercase()),
            (Some(users), None) => format!("A {} uses", users.label.to_lowercase()),
            (None, _) => format!("A {by} uses"),
        };
        let label = def.label.to_lowercase();
        let message = match def.flow.retires() {
            true => said!("{used_by} this {label}. Deactivate it instead", used_by, label),
            false => said!("{used_by} this {label}", used_by, label),
        };
        return Err(Halt::refuse(Code::Referenced, message));
    }
    let mut gone = Doc::clone(&before);
    gone.version += 1;
    gone.status = "Deleted".to_owned();
    let event = event(case, &before.status, &gone, "delete", &Record::new(), None, Vec::new());
    case.put(keys::history(def.key, id, gone.version), &event)?;
    (case.register.hooks.writing)(case, def, Some(&before), None)?;
    drop_timers(case, def, &before)?;
    case.erase(&before)?;
    Ok(Done::now(Arc::new(gone)))
}

/// Documents that are looked through to count those which use another; of more it is not said how many.
const COUNTED: usize = 1_000;

/// The number of documents of a type that name the id; none where they are too many to look through, or none does now.
fn count_users(case: &Case, users: &DocType, id: &str) -> Result<Option<usize>, Halt> {
    fn names(value: &Value, id: &str) -> bool {
        match value {
            Value::String(text) => text == id,
            Value::Array(rows) => rows.iter().any(|one| names(one, id)),
            Value::Object(fields) => fields.values().any(|one| names(one, id)),
            _ => false,
        }
    }
    let rows = case.scan(&Range::prefix(&keys::key(&["doc", users.key])), COUNTED + 1)?;
    if rows.len() > COUNTED {
        return Ok(None);
    }
    let mut count = 0;
    for (key, bytes) in &rows {
        count += usize::from(parse::<Doc>(key, bytes)?.record.values().any(|one| names(one, id)));
    }
    Ok(Some(count).filter(|count| *count > 0))
}

/// Takes out the timers that the document's moments set, so that nothing falls due of what is gone.
fn drop_timers(case: &mut Case, def: &DocType, doc: &Doc) -> Result<(), Halt> {
    let moments = def.fields.iter().filter(|field| matches!(field.kind, Kind::Instant));
    for at in moments.filter_map(|field| doc.int(field.key)) {
        let timers = keys::dues(at, &doc.kind, &doc.id);
        for key in case.keys(&Range::prefix(&timers), usize::MAX)? {
            case.remove(key);
        }
    }
    Ok(())
}

/// Writes a changed document with its next version and one line of history.
///
/// The caller has set the record and the status; `action` and `inputs` are what the history tells.
pub fn finish(
    case: &mut Case,
    def: &'static DocType,
    before: Option<&Doc>,
    mut doc: Doc,
    action: &str,
    inputs: &Record,
    role: Option<Role>,
) -> Result<Arc<Doc>, Halt> {
    doc.version = before.map_or(0, |doc| doc.version) + 1;
    doc.updated_by = case.actor.id.clone();
    doc.updated_at = case.now;
    if before.is_none_or(|before| before.status != doc.status) {
        doc.since = case.now;
    }
    let empty = Record::new();
    let was = before.map_or(&empty, |doc| &doc.record);
    let diff = if before.is_some() { differences(was, &doc.record) } else { Vec::new() };
    let names = diff.iter().any(|one| check::names_at(def.fields, &one.path));
    let from = before.map_or("", |doc| &doc.status);
    let event = event(case, from, &doc, action, inputs, role, diff);
    case.put(keys::history(def.key, &doc.id, doc.version), &event)?;
    if before.is_none() || names {
        mark_used(case, def, before, &doc)?;
        mark_files(case, def, before, &doc)?;
    }
    (case.register.hooks.writing)(case, def, before, Some(&doc))?;
    let doc = Arc::new(doc);
    case.store(doc.clone())?;
    (case.register.hooks.written)(case, def, before, &doc)?;
    // Where triggers were stopped, the history has one more line.
    case.doc(def, &doc.id)
}

/// Writes a line of the system's into a document's history, with a version of its own; nothing else
/// of the document changes, and no trigger looks at it.
pub fn note(
    case: &mut Case,
    def: &'static DocType,
    id: &str,
    action: &str,
    said: &str,
) -> Result<(), Halt> {
    let mut doc = case.copy(def, id)?;
    doc.version += 1;
    case.as_system(|case| {
        doc.updated_by = case.actor.id.clone();
        doc.updated_at = case.now;
        let inputs = std::iter::once(("remarks".to_owned(), said.into())).collect();
        let event = event(case, &doc.status, &doc, action, &inputs, None, Vec::new());
        case.put(keys::history(def.key, id, doc.version), &event)?;
        case.store(Arc::new(doc))
    })
}

fn event(
    case: &Look,
    from: &str,
    after: &Doc,
    action: &str,
    inputs: &Record,
    role: Option<Role>,
    diff: Vec<Difference>,
) -> Event {
    let said = |key: &str| inputs.get(key).and_then(Value::as_str).map(str::to_owned);
    let role = role.or(case.actor.roles.first().copied());
    Event {
        at: case.now,
        by: case.actor.id.clone(),
        by_name: case.actor.name.clone(),
        role: role.map(Role::name).unwrap_or_default().to_owned(),
        action: action.to_owned(),
        from: from.to_owned(),
        to: after.status.clone(),
        remarks: said("remarks"),
        reason: said("reason"),
        diff,
        version: after.version,
    }
}

/// The document if the person may see it; a repeated command is answered even if they no longer
/// may.
pub enum Visible {
    Doc(Arc<Doc>),
    Answered(Done),
}

pub fn visible(case: &Case, def: &'static DocType, id: &str) -> Result<Visible, Halt> {
    let found = case.find(def.key, id)?;
    match found.filter(|doc| case.actor.covers(def, Verb::View, doc)) {
        Some(doc) => Ok(Visible::Doc(doc)),
        None => match known(case)? {
            Some(answer) => Ok(Visible::Answered(answer)),
            None => Err(not_found(def)),
        },
    }
}

/// Refuses a version that is not the newest, with who changed it and when.
pub fn fresh(case: &Look, def: &DocType, doc: &Doc, version: u32) -> Result<(), Halt> {
    if doc.version == version {
        return Ok(());
    }
    let by = match (case.register.hooks.title_of)(case, &doc.updated_by)? {
        name if name.is_empty() => doc.updated_by.clone(),
        name => name,
    };
    let label = def.label;
    let at = doc.updated_at.shown();
    let message = said!("{label} was changed by {by} at {at}. Reload and try again", label, by, at);
    Err(Halt::refuse(Code::Stale, message))
}

/// Issues of the request's shape come alone and first.
pub fn malformed(issues: &[Issue]) -> Result<(), Halt> {
    let bad: Vec<Issue> =
        issues.iter().filter(|issue| issue.code == Code::Malformed).cloned().collect();
    done(bad)
}

/// The status that a new document of the type is in.
pub fn first_status(def: &DocType) -> &'static str {
    def.flow.statuses.first().copied().unwrap_or("Active")
}

/// A draft may be incomplete; a master never is.
pub fn strictness(def: &DocType, status: &str) -> Strictness {
    match status == "Draft" && first_status(def) == "Draft" {
        true => Strictness::Draft,
        false => Strictness::Complete,
    }
}

/// A document that nobody saved yet, for those that a rule makes.
pub fn blank(case: &Look, def: &DocType, id: String) -> Doc {
    Doc {
        id,
        kind: def.key.to_owned(),
        version: 0,
        status: first_status(def).to_owned(),
        since: case.now,
        doc_no: None,
        branch: (!case.actor.branch.is_empty()).then(|| case.actor.branch.clone()),
        yard: None,
        owner: Some(case.actor.id.clone()),
        created_by: case.actor.id.clone(),
        created_at: case.now,
        updated_by: case.actor.id.clone(),
        updated_at: case.now,
        record: Record::new(),
    }
}

/// Fields that the person may not see keep their values, whatever was sent.
fn with_hidden(actor: &Actor, fields: &[Field], sent: &Record, before: &Record) -> Record {
    let mut all = sent.clone();
    for field in fields.iter().filter(|field| !actor.sees(field.guarded)) {
        match before.get(field.key) {
            Some(value) => all.insert(field.key.to_owned(), value.clone()),
            None => all.remove(field.key),
        };
    }
    all
}

/// Every link must lead to an active document, every reason be an active one of its kind, and every
/// file be one that the person may name; what was there before may have been retired.
pub fn check_links(
    case: &Look,
    def: &DocType,
    before: Option<&Record>,
    record: &Record,
) -> Result<(), Halt> {
    let old: Vec<(&str, String)> = before
        .map(|record| check::links(def.fields, record))
        .unwrap_or_default()
        .into_iter()
        .map(|(_, to, id)| (to.key, id.to_owned()))
        .collect();
    let mut issues = Vec::new();
    for (path, to, id) in check::links(def.fields, record) {
        if old.iter().any(|(kind, known)| *kind == to.key && known == id) {
            continue;
        }
        let label = to.label;
        match case.find(to.key, id)? {
            None => {
                issues.push(Issue::new(path, Code::Input, said!("{label} was not found", label)))
            }
            Some(doc) if doc.status == "Inactive" => {
                let message = said!("{name} is inactive", name = doc.name(to));
                issues.push(Issue::new(path, Code::Input, message));
            }
            Some(_) => {}
        }
    }
    let known = before.map(|record| check::reasons(def.fields, record)).unwrap_or_default();
    for (path, kind, code) in check::reasons(def.fields, record) {
        let was = known.iter().any(|(_, of, before)| *of == kind && *before == code);
        if !was && !(case.register.hooks.reason_stands)(case, kind, code)? {
            issues.push(Issue::new(path, Code::Input, check::NO_REASON));
        }
    }
    issues.extend(files::unknown(case, def.fields, before, record)?);
    done(issues)
}

/// Every link among a step's inputs must lead somewhere, every reason be one of its kind, and every
/// file one that the person may name.
pub fn check_input_links(case: &Look, step: &Step, inputs: &Record) -> Result<(), Halt> {
    let mut issues = Vec::new();
    for (path, to, id) in check::links(step.inputs, inputs) {
        if case.find(to.key, id)?.is_none() {
            issues.push(Issue::new(
                path,
                Code::Input,
                said!("{label} was not found", label = to.label),
            ));
        }
    }
    for (path, kind, code) in check::reasons(step.inputs, inputs) {
        if !(case.register.hooks.reason_stands)(case, kind, code)? {
            issues.push(Issue::new(path, Code::Input, check::NO_REASON));
        }
    }
    issues.extend(files::unknown(case, step.inputs, None, inputs)?);
    done(issues)
}

fn mark_used(case: &mut Case, def: &DocType, before: Option<&Doc>, doc: &Doc) -> Result<(), Halt> {
    let old = before.map(|doc| check::links(def.fields, &doc.record)).unwrap_or_default();
    let new = check::links(def.fields, &doc.record);
    for (_, to, id) in new {
        let known = old.iter().any(|(_, kind, before)| kind.key == to.key && *before == id);
        let key = keys::used(to.key, id);
        if !known && case.value::<String>(&key)?.is_none() {
            case.put(key, &def.key)?;
        }
    }
    Ok(())
}

/// Keeps for every file which documents name it: who sees one of them sees the file.
fn mark_files(case: &mut Case, def: &DocType, before: Option<&Doc>, doc: &Doc) -> Result<(), Halt> {
    let old = before.map(|doc| check::files(def.fields, &doc.record)).unwrap_or_default();
    let new = check::files(def.fields, &doc.record);
    let names = |all: &[(String, &str)], id: &str| all.iter().any(|(_, other)| *other == id);
    for (_, id) in old.iter().filter(|(_, id)| !names(&new, id)) {
        case.remove(keys::file(id, def.key, &doc.id));
        case.put(keys::once(id), &1)?;
    }
    for (_, id) in new.iter().filter(|(_, id)| !names(&old, id)) {
        case.put(keys::file(id, def.key, &doc.id), &1)?;
        files::dont_forget(case, id)?;
    }
    Ok(())
}

impl Doc {
    /// A number that was given stays with its document.
    fn doc_no_burnt(&self, def: &DocType) -> bool {
        self.doc_no.is_some() && def.series.is_none_or(|series| !series.plain)
    }
}
