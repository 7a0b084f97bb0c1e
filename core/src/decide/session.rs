//! Sessions and passwords: commands like any other, so that the journal knows who was signed in.

use serde::{Deserialize, Serialize};

use super::command::Deed;
use super::keys;
use super::read::Range;
use super::{Done, case::Case, known};
use crate::error::{Code, Halt};
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
        Deed::SignOut { session } => end(case, session)?,
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
    if own || case.actor.is_admin() || case.actor.has(crate::access::Role::Sys) {
        return Ok(());
    }
    Err(Halt::refuse(Code::Forbidden, "You do not have permission to change another's session"))
}
