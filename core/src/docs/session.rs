//! Sessions and passwords: commands like any other, so that the journal knows who was signed in.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::declare::case::{Case, Look};
use crate::declare::grant::Role;
use crate::docs::mails::{self, CODE_WORD, Letter, SITE_WORD};
use crate::docs::{STAFF_TYPE, accounts, org, settings, time_rules};
use crate::error::{Code, Halt, done};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::Range;
use crate::schema::Field;
use crate::schema::check::{self, Strictness};
use crate::value::Instant;
use crate::write::command::CommandKind;
use crate::write::{Done, known, save};

/// The session that the server checks a token against on every request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    #[serde(alias = "employee")]
    pub account: String,
    /// The session version of the account when the session began; a newer one ends it.
    pub sv: u32,
    /// Seconds since 1970.
    pub expires: i64,
    pub began: Instant,
    pub agent: String,
}

/// An account's password and session version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Password {
    /// PHC string, Argon2id; empty for none.
    pub hash: String,
    pub sv: u32,
    pub must_change: bool,
    /// The session that goes on although it began under an earlier version: the one in which the
    /// person ended all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<String>,
}

impl Password {
    /// Whether a session of the account goes on.
    pub fn carries(&self, id: &str, session: &Session) -> bool {
        session.sv == self.sv || self.kept.as_deref() == Some(id)
    }
}

pub fn decide(case: &mut Case, deed: &CommandKind) -> Result<Done, Halt> {
    if let Some(answer) = known(case)? {
        return Ok(answer);
    }
    match deed {
        CommandKind::SignIn { account, session, expires, agent } => {
            let who = accounts::find(&case.over(), account)?;
            if let Some(actor) = who.map(|who| case.actor_of(&who)).transpose()?.flatten() {
                time_rules::may_sign_in(case, &actor)?;
            }
            make_room(case, account)?;
            let sv = password(case, account)?.sv;
            let value = Session {
                account: account.clone(),
                sv,
                expires: *expires,
                began: case.now,
                agent: agent.chars().take(120).collect(),
            };
            case.put(keys::session(session), &value)?;
            let listed = keys::key(&["sessions", account, session]);
            case.put(listed, &session)?;
        }
        CommandKind::SignOut { session } => {
            if let Some(value) = case.value::<Session>(&keys::session(session))? {
                self_or_admin(case, &value.account)?;
            }
            end(case, session)?;
        }
        CommandKind::Register { name, email, hash } => register(case, name, email, hash)?,
        CommandKind::Forgot { account } => forgot(case, account)?,
        CommandKind::Reset { account, mail, hash } => {
            let reset = standing_reset(case, account)?.filter(|reset| reset.mail == *mail);
            if reset.is_none() || !case.actor.has(Role::Sys) {
                return Err(Halt::refuse(Code::Rule, CODE_OVER));
            }
            set_password(case, account, hash, false)?;
            end_all(case, account, None)?;
        }
        CommandKind::Revoke { account, keep } => {
            self_or_admin(case, account)?;
            end_all(case, account, keep.as_deref())?;
        }
        CommandKind::SetPassword { account, hash, keep, must_change } => {
            self_or_admin(case, account)?;
            set_password(case, account, hash, *must_change)?;
            end_all(case, account, keep.as_deref())?;
        }
        _ => return Err(Halt::Fault("not a session's deed".into())),
    }
    Ok(Done::nothing())
}

/// The answer to a wrong, used or late code.
pub const CODE_OVER: &str = "The code is wrong or has expired. Ask for a new one";
/// How long a one-time code holds.
pub const CODE_LIFE_MS: i64 = 10 * 60_000;
/// A second code is sent after so long at the earliest.
const CODE_AGAIN_MS: i64 = 60_000;

/// How long the code of an invitation holds.
const INVITED_MS: i64 = 3 * 24 * 3_600_000;

/// A one-time code that was sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reset {
    /// The mail that carries the code, of whose id it is made.
    pub mail: String,
    pub began: Instant,
    /// From when on it holds no longer.
    pub until: Instant,
}

/// The code that would set an account's password now.
pub fn standing_reset(case: &Look, account: &str) -> Result<Option<Reset>, Halt> {
    let reset: Option<Reset> = case.value(&keys::reset(account))?;
    Ok(reset.filter(|reset| case.now < reset.until))
}

fn forgot(case: &mut Case, account: &str) -> Result<(), Halt> {
    let person = accounts::find(&case.over(), account)?.filter(|person| accounts::is_open(person));
    let Some(person) = person.filter(|person| accounts::email(person).is_some()) else {
        return Err(Halt::refuse(Code::Rule, "A code cannot be sent there"));
    };
    let last = standing_reset(case, account)?;
    if last.is_some_and(|last| case.now.0 - last.began.0 < CODE_AGAIN_MS) {
        return Err(Halt::refuse(Code::Rule, "A code has just been sent"));
    }
    let body = format!(
        "Your code to set a new password is {CODE_WORD}\nIt is valid for 10 minutes and works once.\n\n\
         {SITE_WORD}/session/forgot-password?code\n\n\
         If you did not ask for it, ignore this mail: your password does not change."
    );
    send_code(case, &person, "Your code to set a new password", &body, CODE_LIFE_MS)
}

/// Sends whoever signs in by this document a code with which they choose their first password.
pub fn invite(case: &mut Case, person: &Doc) -> Result<(), Halt> {
    let name = accounts::email(person).unwrap_or_default();
    let company = org::name(case)?;
    let body = format!(
        "{company} lets you sign in.\n\n\
         Set a password with the code {CODE_WORD}\nIt is valid for 3 days and works once. If it has \
         expired, ask for a new one on the same page.\n\n\
         {SITE_WORD}/session/forgot-password?code\n\n\
         From then on you sign in with {name} and your password."
    );
    send_code(case, person, &format!("You can sign in at {company}"), &body, INVITED_MS)
}

/// Whether there is anybody to invite, and where to.
pub fn may_invite(_: &Look, doc: &Doc) -> Result<(), Halt> {
    match accounts::is_open(doc) && accounts::email(doc).is_some() {
        true => Ok(()),
        false => Err(Halt::refuse(Code::Rule, "An invitation cannot be sent there")),
    }
}

/// The step by which somebody is invited.
pub fn invited(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    invite(case, doc)?;
    Ok("")
}

fn send_code(
    case: &mut Case,
    person: &Doc,
    subject: &str,
    text: &str,
    life_ms: i64,
) -> Result<(), Halt> {
    let Some(to) = accounts::email(person).map(str::to_owned) else { return Ok(()) };
    let body = format!("{},\n\n{text}\n", person.text("name").unwrap_or_default());
    let letter = Letter { to, subject: subject.to_owned(), body, ..Letter::default() };
    let mail = mails::post(case, letter)?;
    let until = Instant(case.now.0 + life_ms);
    case.put(keys::reset(&person.id), &Reset { mail, began: case.now, until })
}

/// Whether somebody chose a password for this account already.
pub fn has_password(case: &Look, account: &str) -> Result<bool, Halt> {
    Ok(!password(case, account)?.hash.is_empty())
}

/// An account without roles: the person signs in and sees nothing until an administrator grants
/// them some.
fn register(case: &mut Case, name: &str, email: &str, hash: &str) -> Result<(), Halt> {
    if !settings::flag(case, "registration")? {
        return Err(Halt::refuse(Code::Rule, NO_REGISTRATION));
    }
    let mut record = Record::new();
    record.insert("name".to_owned(), name.into());
    record.insert("email".to_owned(), email.into());
    let fields = STAFF_TYPE.fields.iter().copied();
    let fields: Vec<Field> = fields.filter(|f| matches!(f.key, "name" | "email")).collect();
    let checked = check::fields(&fields, &record, None, Strictness::Complete);
    done(checked.issues)?;
    case.as_system(|case| {
        let mut doc = save::blank(case, STAFF_TYPE, case.command_id.to_owned());
        doc.record = checked.record;
        doc.owner = Some(doc.id.clone());
        doc.branch = Some(String::new());
        set_password(case, &doc.id.clone(), hash, false)?;
        save::finish(case, STAFF_TYPE, None, doc, "register", &Record::new(), None)?;
        Ok(())
    })
}

/// The answer of a site without registration.
pub const NO_REGISTRATION: &str = "Accounts are created by your administrator";

/// How many sessions of an account go on at once: the oldest ends where one more begins.
pub const SESSIONS: usize = 1_000;
/// How many sessions one command takes out.
const TAKEN_OUT: usize = 2_000;

/// Takes out the sessions that are over, and the oldest beyond the most. They leave no trace but their
/// entries in the journal.
fn make_room(case: &mut Case, account: &str) -> Result<(), Halt> {
    let mut open = sessions(case, account)?;
    let ids: BTreeSet<String> = open.iter().map(|(id, _)| id.clone()).collect();
    for (id, _) in kept_sessions(case, account)?.into_iter().filter(|(id, _)| !ids.contains(id)) {
        end(case, &id)?;
    }
    open.sort_by_key(|(_, session)| session.began);
    let beyond = (open.len() + 1).saturating_sub(SESSIONS);
    for (id, _) in open.into_iter().take(beyond) {
        end(case, &id)?;
    }
    Ok(())
}

/// The sessions of an account that go on.
pub fn sessions(case: &Look, account: &str) -> Result<Vec<(String, Session)>, Halt> {
    let password = password(case, account)?;
    let mut found = kept_sessions(case, account)?;
    found.retain(|(id, session)| {
        session.expires * 1000 > case.now.0 && password.carries(id, session)
    });
    Ok(found)
}

/// The sessions that are kept of an account, also those that are over.
fn kept_sessions(case: &Look, account: &str) -> Result<Vec<(String, Session)>, Halt> {
    let range = Range::prefix(&keys::key(&["sessions", account]));
    let mut found = Vec::new();
    for key in case.keys(&range, TAKEN_OUT)? {
        let Some(id) = keys::parts(&key).last().copied() else { continue };
        if let Some(session) = case.value::<Session>(&keys::session(id))? {
            found.push((id.to_owned(), session));
        }
    }
    Ok(found)
}

/// Ends every session of an account but one at once, however many they are: those that began under an
/// earlier version are over. Used by deactivation, too.
pub fn end_all(case: &mut Case, account: &str, keep: Option<&str>) -> Result<(), Halt> {
    let mut known = password(case, account)?;
    let kept = keep.map(|id| case.value::<Session>(&keys::session(id))).transpose()?.flatten();
    let goes_on = kept.zip(keep).filter(|(session, id)| known.carries(id, session));
    known.kept = goes_on.map(|(_, id)| id.to_owned());
    known.sv += 1;
    case.put(keys::password(account), &known)?;
    for (id, _) in kept_sessions(case, account)? {
        if Some(&id) != known.kept.as_ref() {
            end(case, &id)?;
        }
    }
    Ok(())
}

fn end(case: &mut Case, session: &str) -> Result<(), Halt> {
    let key = keys::session(session);
    if let Some(value) = case.value::<Session>(&key)? {
        case.remove(keys::key(&["sessions", &value.account, session]));
        case.remove(key);
    }
    Ok(())
}

/// Writes a password's hash for an account.
pub fn set_password(
    case: &mut Case,
    account: &str,
    hash: &str,
    must_change: bool,
) -> Result<(), Halt> {
    let known = password(case, account)?;
    if case.value::<Reset>(&keys::reset(account))?.is_some() {
        case.remove(keys::reset(account));
    }
    let hash = hash.to_owned();
    case.put(keys::password(account), &Password { hash, must_change, ..known })
}

/// Makes every session that began before now invalid: the person's rights have changed.
pub fn bump(case: &mut Case, account: &str) -> Result<(), Halt> {
    let mut known = password(case, account)?;
    known.sv += 1;
    known.kept = None;
    case.put(keys::password(account), &known)
}

fn password(case: &Look, account: &str) -> Result<Password, Halt> {
    let found = case.value(&keys::password(account))?;
    Ok(found.unwrap_or(Password { hash: String::new(), sv: 0, must_change: false, kept: None }))
}

fn self_or_admin(case: &Look, account: &str) -> Result<(), Halt> {
    let own = case.actor.id == account;
    if own || case.actor.is_admin() || case.actor.has(Role::Sys) {
        return Ok(());
    }
    Err(Halt::refuse(Code::Forbidden, "You do not have permission to change another's session"))
}
