//! Sessions and passwords: commands like any other, so that the journal knows who was signed in.

use serde::{Deserialize, Serialize};

use super::command::Deed;
use super::keys;
use super::read::Range;
use super::save;
use super::{Done, case::Case, known};
use crate::access::Role;
use crate::docs::mails::{self, CODE_WORD, Letter, SITE_WORD};
use crate::docs::people::{self, EMPLOYEE};
use crate::docs::{settings, time_rules};
use crate::error::{Code, Halt, done};
use crate::schema::check::{self, Strictness};
use crate::schema::{Field, Record};
use crate::value::Instant;

/// What the server checks a token against on every request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    pub employee: String,
    /// The session version of the employee when the session began; a newer one ends it.
    pub sv: u32,
    /// Seconds since 1970.
    pub expires: i64,
    pub began: Instant,
    pub agent: String,
}

/// An employee's password and session version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Password {
    /// PHC string, Argon2id; empty for none.
    pub hash: String,
    pub sv: u32,
    pub must_change: bool,
}

pub fn decide(case: &mut Case, deed: &Deed) -> Result<Done, Halt> {
    if let Some(answer) = known(case)? {
        return Ok(answer);
    }
    match deed {
        Deed::SignIn { employee, session, expires, agent } => {
            let who = case.find(EMPLOYEE.key, employee)?;
            if let Some(actor) = who.map(|who| case.actor_of(&who)).transpose()?.flatten() {
                time_rules::may_sign_in(case, &actor)?;
            }
            end_expired(case, employee)?;
            let sv = password(case, employee)?.sv;
            let value = Session {
                employee: employee.clone(),
                sv,
                expires: *expires,
                began: case.now,
                agent: agent.chars().take(120).collect(),
            };
            case.put(keys::session(session), &value)?;
            let listed = keys::key(&["sessions", employee, session]);
            case.put(listed, &session)?;
        }
        Deed::SignOut { session } => {
            if let Some(value) = case.value::<Session>(&keys::session(session))? {
                self_or_admin(case, &value.employee)?;
            }
            end(case, session)?;
        }
        Deed::Register { name, email, hash } => register(case, name, email, hash)?,
        Deed::Forgot { employee } => forgot(case, employee)?,
        Deed::Reset { employee, mail, hash } => {
            let reset = standing_reset(case, employee)?.filter(|reset| reset.mail == *mail);
            if reset.is_none() || !case.actor.has(Role::Sys) {
                return Err(Halt::refuse(Code::Rule, CODE_OVER));
            }
            set_password(case, employee, hash, false)?;
            end_all(case, employee, None)?;
        }
        Deed::Revoke { employee, keep } => {
            self_or_admin(case, employee)?;
            end_all(case, employee, keep.as_deref())?;
        }
        Deed::SetPassword { employee, hash, keep, must_change } => {
            self_or_admin(case, employee)?;
            set_password(case, employee, hash, *must_change)?;
            end_all(case, employee, keep.as_deref())?;
        }
        _ => return Err(Halt::Fault("not a session's deed".into())),
    }
    Ok(Done::nothing())
}

/// What a wrong, used or late code is answered.
pub const CODE_OVER: &str = "The code is wrong or has expired. Ask for a new one";
/// How long a one-time code holds.
pub const CODE_LIFE_MS: i64 = 10 * 60_000;
/// A second code is sent after so long at the earliest.
const CODE_AGAIN_MS: i64 = 60_000;

/// A one-time code that was sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reset {
    /// The mail that carries the code, of whose id it is made.
    pub mail: String,
    pub began: Instant,
}

/// The code that would set an employee's password now.
pub fn standing_reset(case: &Case, employee: &str) -> Result<Option<Reset>, Halt> {
    let reset: Option<Reset> = case.value(&keys::reset(employee))?;
    Ok(reset.filter(|reset| case.now.0 - reset.began.0 < CODE_LIFE_MS))
}

fn forgot(case: &mut Case, employee: &str) -> Result<(), Halt> {
    let person = case.find(EMPLOYEE.key, employee)?.filter(|person| person.is_active());
    let to = person.as_ref().and_then(|person| person.text("email").map(str::to_owned));
    let (Some(person), Some(to)) = (person, to) else {
        return Err(Halt::refuse(Code::Rule, "Nobody can be sent a code there"));
    };
    let last = standing_reset(case, employee)?;
    if last.is_some_and(|last| case.now.0 - last.began.0 < CODE_AGAIN_MS) {
        return Err(Halt::refuse(Code::Rule, "A code was sent a moment ago"));
    }
    let body = format!(
        "{},\n\nYour code to set a new password is {CODE_WORD}\nIt holds for 10 minutes and works once.\n\n\
         {SITE_WORD}/session/forgot-password?code\n\n\
         If you did not ask for it, leave this mail alone: your password stays as it is.\n",
        person.text("name").unwrap_or_default()
    );
    let subject = "Your code to set a new password".to_owned();
    let letter = Letter { to, subject, body, ..Letter::default() };
    let mail = mails::post(case, letter)?;
    case.put(keys::reset(employee), &Reset { mail, began: case.now })
}

/// An employee without roles: he signs in and sees nothing until an administrator grants him some.
fn register(case: &mut Case, name: &str, email: &str, hash: &str) -> Result<(), Halt> {
    if !settings::flag(case, "registration")? {
        return Err(Halt::refuse(Code::Rule, NO_REGISTRATION));
    }
    let mut record = Record::new();
    record.insert("name".to_owned(), name.into());
    record.insert("email".to_owned(), email.into());
    let fields = EMPLOYEE.fields.iter().copied();
    let fields: Vec<Field> = fields.filter(|f| matches!(f.key, "name" | "email")).collect();
    let checked = check::fields(&fields, &record, None, Strictness::Complete);
    done(checked.issues)?;
    case.as_system(|case| {
        let mut doc = save::blank(case, &EMPLOYEE, case.command_id.to_owned());
        doc.record = checked.record;
        doc.owner = Some(doc.id.clone());
        doc.branch = Some(String::new());
        people::write_logins(case, None, &doc)?;
        set_password(case, &doc.id.clone(), hash, false)?;
        save::finish(case, &EMPLOYEE, None, doc, "register", &Record::new(), None)?;
        Ok(())
    })
}

/// What a site answers that lets nobody make himself an account.
pub const NO_REGISTRATION: &str = "Accounts are created by your administrator";

/// Sessions that ran out leave no trace but their entries in the journal.
fn end_expired(case: &mut Case, employee: &str) -> Result<(), Halt> {
    for (id, session) in sessions(case, employee)? {
        if session.expires * 1000 <= case.now.0 {
            end(case, &id)?;
        }
    }
    Ok(())
}

/// The sessions of an employee, also those that ran out since he last signed in.
pub fn sessions(case: &Case, employee: &str) -> Result<Vec<(String, Session)>, Halt> {
    let range = Range::prefix(&keys::key(&["sessions", employee]));
    let mut found = Vec::new();
    for key in case.keys(&range, 10_000)? {
        let Some(id) = keys::parts(&key).last().copied() else { continue };
        if let Some(session) = case.value::<Session>(&keys::session(id))? {
            found.push((id.to_owned(), session));
        }
    }
    Ok(found)
}

/// Ends every session of an employee at once: used by deactivation and changes of rights too.
pub fn end_all(case: &mut Case, employee: &str, keep: Option<&str>) -> Result<(), Halt> {
    let range = Range::prefix(&keys::key(&["sessions", employee]));
    for (key, _) in case.scan(&range, 10_000)? {
        let id = keys::parts(&key).last().copied().unwrap_or_default().to_owned();
        if Some(id.as_str()) != keep {
            end(case, &id)?;
        }
    }
    Ok(())
}

fn end(case: &mut Case, session: &str) -> Result<(), Halt> {
    let key = keys::session(session);
    if let Some(value) = case.value::<Session>(&key)? {
        case.remove(keys::key(&["sessions", &value.employee, session]));
        case.remove(key);
    }
    Ok(())
}

/// Writes a password's hash for an employee.
pub fn set_password(
    case: &mut Case,
    employee: &str,
    hash: &str,
    must_change: bool,
) -> Result<(), Halt> {
    let sv = password(case, employee)?.sv;
    if case.value::<Reset>(&keys::reset(employee))?.is_some() {
        case.remove(keys::reset(employee));
    }
    case.put(keys::password(employee), &Password { hash: hash.to_owned(), sv, must_change })
}

/// Makes every session that began before now invalid: the person's rights have changed.
pub fn bump(case: &mut Case, employee: &str) -> Result<(), Halt> {
    let mut known = password(case, employee)?;
    known.sv += 1;
    case.put(keys::password(employee), &known)
}

fn password(case: &Case, employee: &str) -> Result<Password, Halt> {
    let found = case.value(&keys::password(employee))?;
    Ok(found.unwrap_or(Password { hash: String::new(), sv: 0, must_change: false }))
}

fn self_or_admin(case: &Case, employee: &str) -> Result<(), Halt> {
    let own = case.actor.id == employee;
    if own || case.actor.is_admin() || case.actor.has(Role::Sys) {
        return Ok(());
    }
    Err(Halt::refuse(Code::Forbidden, "You do not have permission to change another's session"))
}
