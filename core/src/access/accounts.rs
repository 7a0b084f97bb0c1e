//! Accounts: the documents by which people sign in, employees and outside firms alike.

use std::sync::Arc;

use serde_json::Value;

use super::{ROLE_TYPE, Role};
use crate::decide::case::{Case, parse};
use crate::decide::doc::Doc;
use crate::decide::keys;
use crate::decide::read::Read;
use crate::decide::session;
use crate::docs;
use crate::docs::triggers::watch;
use crate::error::{Code, Halt, Issue, done};
use crate::schema::{Account, DocType};

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

/// Where mails to the person go.
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

/// The parts that the person's roles play, whether or not he may sign in.
pub fn parts(case: &Case, doc: &Doc) -> Result<Vec<Role>, Halt> {
    let mut parts = Vec::new();
    for id in role_ids(doc) {
        parts.extend(case.find(ROLE_TYPE.key, &id)?.and_then(|role| super::part_of(&role)));
    }
    Ok(parts)
}

/// What a change of an account's document brings with it: its sign-in names, the end of its
/// sessions where it closed, and an invitation where a firm's opened. `after` is none when it was
/// deleted.
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
                let other = title(case, &holder)?;
                let message = format!("{label} {name} already exists in {other}");
                issues.push(Issue::new(*key, Code::Duplicate, message));
            }
            Some(_) => {}
            None => case.put(keys::login(name), &after.id)?,
        }
    }
    done(issues)
}

/// What people call the account with this id.
pub fn title(case: &Case, id: &str) -> Result<String, Halt> {
    let found = find(&case.over(), id)?;
    let named = found.and_then(|doc| Some(doc.title(docs::find(&doc.kind)?)));
    Ok(named.unwrap_or_default())
}

/// Nobody who has a password is invited again by himself.
fn invite_newcomer(case: &mut Case, doc: &Doc) -> Result<(), Halt> {
    match session::has_password(case, &doc.id)? {
        true => Ok(()),
        false => session::invite(case, doc),
    }
}
