//! Accounts: the documents by which people sign in, employees and outside firms alike.

use std::sync::Arc;

use serde_json::Value;

use crate::declare::actor::Actor;
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Role, ScopeKind};
use crate::docs::triggers::watch;
use crate::docs::{self, ROLE_TYPE, delegates, roles, session};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Read, parse};
use crate::said;
use crate::schema::{Account, DocType};
use crate::value::{IST_MINUTES, Instant};

/// The switch of a firm's document: whether somebody signs in for it.
const PORTAL: &str = "portal";

/// The types whose documents sign in, employees first.
pub fn types() -> impl Iterator<Item = (&'static DocType, &'static Account)> {
    docs::ALL.iter().filter_map(|def| Some((*def, def.account.as_ref()?)))
}

fn account(doc: &Doc) -> Option<&'static Account> {
    docs::find(&doc.kind)?.account.as_ref()
}

/// The account with this id, of whatever type.
pub fn find(read: &dyn Read, id: &str) -> Result<Option<Arc<Doc>>, Halt> {
    for (def, _) in types() {
        if let Some(doc) = read.doc(&keys::doc(def.key, id))? {
            return Ok(Some(doc));
        }
    }
    Ok(None)
}

/// The account that this sign-in name belongs to.
pub fn by_name(read: &dyn Read, name: &str) -> Result<Option<Arc<Doc>>, Halt> {
    let key = keys::login(name.trim());
    match read.get(&key)? {
        Some(text) => find(read, &parse::<String>(&key, &text)?),
        None => Ok(None),
    }
}

/// Whether anybody may sign in by it: a firm's must be in business and be given the portal.
pub fn is_open(doc: &Doc) -> bool {
    let portal = |account: &Account| account.part.is_none() || doc.flag(PORTAL);
    doc.is_active() && account(doc).is_some_and(portal)
}

/// The person's e-mail address.
pub fn email(doc: &Doc) -> Option<&str> {
    doc.text(account(doc)?.email)
}

/// The roles of the person: those that the document names, or the one of everybody who signs in so.
pub fn role_ids(doc: &Doc) -> Vec<String> {
    if let Some(part) = account(doc).and_then(|account| account.part) {
        return vec![part.name().to_owned()];
    }
    let roles = doc.get("roles").and_then(Value::as_array).map(Vec::as_slice);
    let ids = roles.unwrap_or_default().iter().filter_map(Value::as_str);
    ids.map(str::to_owned).collect()
}

/// The role with this id.
pub fn role(read: &dyn Read, id: &str) -> Result<Option<Arc<Doc>>, Halt> {
    read.doc(&keys::doc(ROLE_TYPE.key, id))
}

/// The parts that the person's roles play, whether or not they may sign in.
pub fn parts(case: &Look, doc: &Doc) -> Result<Vec<Role>, Halt> {
    let mut parts = Vec::new();
    for id in role_ids(doc) {
        parts.extend(case.find(ROLE_TYPE.key, &id)?.and_then(|role| part_of(&role)));
    }
    Ok(parts)
}

/// Applies a change of an account's document: its sign-in names, the end of its sessions where it
/// closed, and an invitation where a firm's opened. `after` is none when it was deleted.
///
/// Errors: a name that is another's is refused at its field.
pub fn changed(
    case: &mut Case,
    def: &DocType,
    before: Option<&Doc>,
    after: Option<&Doc>,
) -> Result<(), Halt> {
    let Some(account) = &def.account else { return Ok(()) };
    write_names(case, def, account, before, after)?;
    if let (Some(before), Some(after)) = (before, after)
        && def
            .fields
            .iter()
            .any(|one| one.gives_rights && before.get(one.key) != after.get(one.key))
    {
        session::bump(case, &after.id)?;
    }
    let was = before.filter(|doc| is_open(doc));
    let is = after.filter(|doc| is_open(doc));
    match (was, is) {
        (Some(was), None) => session::end_all(case, &was.id, None),
        (None, Some(is)) if account.part.is_some() => {
            watch::unless_unknown(invite_newcomer(case, is))
        }
        _ => Ok(()),
    }
}

fn write_names(
    case: &mut Case,
    def: &DocType,
    account: &Account,
    before: Option<&Doc>,
    after: Option<&Doc>,
) -> Result<(), Halt> {
    let name = |doc: Option<&Doc>, key: &str| doc.and_then(|doc| doc.text(key)).map(str::to_owned);
    for key in account.names {
        let old = name(before, key);
        if let Some(old) = old.filter(|old| name(after, key).as_ref() != Some(old)) {
            case.remove(keys::login(&old));
        }
    }
    let Some(after) = after else { return Ok(()) };
    let mut issues = Vec::new();
    for key in account.names {
        let Some(name) = after.text(key) else { continue };
        match case.value::<String>(&keys::login(name))? {
            Some(holder) if holder != after.id => {
                let label = def.field(key).map_or(*key, |field| field.label);
                let message = match seen_title(case, &holder)? {
                    Some(other) => {
                        said!("{label} {name} already exists in {other}", label, name, other)
                    }
                    None => said!("{label} {name} already exists", label, name),
                };
                issues.push(Issue::new(*key, Code::Duplicate, message));
            }
            Some(_) => {}
            None => case.put(keys::login(name), &after.id)?,
        }
    }
    done(issues)
}

/// The name of the account with this id for a person who may view its document.
fn seen_title(case: &Look, id: &str) -> Result<Option<String>, Halt> {
    for (def, _) in types() {
        if let Some(doc) = case.seen(def, id)? {
            return Ok(Some(doc.title(def)));
        }
    }
    Ok(None)
}

/// The name of the account with this id, as people know it.
pub fn title(case: &Look, id: &str) -> Result<String, Halt> {
    let found = find(&case.over(), id)?;
    let named = found.and_then(|doc| Some(doc.title(docs::find(&doc.kind)?)));
    Ok(named.unwrap_or_default())
}

/// Somebody who has a password is not invited again without being asked for.
fn invite_newcomer(case: &mut Case, doc: &Doc) -> Result<(), Halt> {
    match session::has_password(case, &doc.id)? {
        true => Ok(()),
        false => session::invite(case, doc),
    }
}

/// The person behind an account's document as of now, with those in whose place they stand; none
/// when nobody may sign in by it.
///
/// Errors: only what the reader cannot answer.
pub fn actor_of(read: &dyn Read, account: &Doc, now: Instant) -> Result<Option<Actor>, Halt> {
    let Some(mut actor) = oneself(read, account)? else { return Ok(None) };
    actor.stands_in = delegates::places(read, &actor, now.day_in(IST_MINUTES))?;
    Ok(Some(actor))
}

/// The person as themselves, standing in for nobody.
pub(super) fn oneself(read: &dyn Read, account: &Doc) -> Result<Option<Actor>, Halt> {
    if !is_open(account) {
        return Ok(None);
    }
    let ids = |key: &str| -> Vec<String> {
        let all = account.get(key).and_then(serde_json::Value::as_array);
        let all = all.map(Vec::as_slice).unwrap_or_default();
        all.iter().filter_map(|id| id.as_str().map(str::to_owned)).collect()
    };
    let branch = account.text(ScopeKind::Branch.field()).unwrap_or_default().to_owned();
    let mut branches = ids("branches");
    if !branch.is_empty() && !branches.contains(&branch) {
        branches.insert(0, branch.clone());
    }
    let (mut roles, mut departs) = (Vec::new(), Vec::new());
    for id in role_ids(account) {
        let held = role(read, &id)?;
        let Some(role) = held.filter(|role| role.is_active()) else { continue };
        let Some(part) = part_of(&role) else { continue };
        roles.push(part);
        departs.push(roles::departs(&role));
    }
    Ok(Some(Actor {
        id: account.id.clone(),
        name: account.text("name").unwrap_or_default().to_owned(),
        roles,
        departs,
        branch,
        branches,
        reads_branches: ids("reads_branches"),
        yards: ids("yards"),
        reads_yards: ids("reads_yards"),
        show_less_section: account.flag("show_less_section"),
        approval_slab_paise: account.int("approval_slab_paise"),
        acts_for: None,
        stands_in: Vec::new(),
    }))
}

/// The part that a role plays in the workflows.
pub fn part_of(role: &Doc) -> Option<Role> {
    role.text("acts_as").and_then(Role::parse)
}

impl Look<'_> {
    /// The actor of an employee; none when they were deactivated.
    pub fn actor_of(&self, employee: &Doc) -> Result<Option<Actor>, Halt> {
        actor_of(&self.over(), employee, self.now)
    }
}
