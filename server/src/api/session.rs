//! Sign-in, the restored session, sign-out, and one's own password.

use std::sync::Arc;
use std::time::Duration;

use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Verb;
use godown_core::docs::accounts::{self, actor_of};
use godown_core::docs::session::Password;
use godown_core::docs::{self, STAFF_TYPE, settings};
use godown_core::error::{Code, Halt, Issue, Refused};
use godown_core::json_answer;
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::Read;
use godown_core::said;
use godown_core::said::Said;
use godown_core::value::Instant;
use godown_core::write::command::{Command, CommandKind};
use serde_json::Value;
use uuid::Uuid;
use warp::http::header::{COOKIE, SET_COOKIE, USER_AGENT};

use super::account;
use crate::auth::throttle::{FREE, Keys};
use crate::auth::token::Claims;
use crate::auth::{User, user, value};
use crate::call::ask::Ask;
use crate::call::reply::{Answer, Problem};
use crate::call::{header, strict};

const BAD: &str = "Employee id or password is incorrect";
const INACTIVE: &str = "Your account is inactive. Contact admin";

json_answer! {
    /// Whether somebody was let in.
    pub struct SignedIn {
        /// 1 for yes, 0 for no.
        code: u32,
        message: String,
        /// The person, unless nobody was let in.
        data: Vec<User>,
        token as "accesstoken" [optional]: Option<String>,
    }
}

json_answer! {
    /// The person of a session, or an employee for whoever keeps employees.
    pub struct UserDetails {
        code: u32,
        data: User,
    }
}

json_answer! {
    /// That it was done.
    pub struct Acknowledged {
        code: u32,
    }
}

impl Acknowledged {
    pub fn answer() -> Answer<Acknowledged> {
        Answer::json(&Acknowledged { code: 1 })
    }
}

pub async fn sign_in(mut ask: Ask) -> Result<Answer<SignedIn>, Problem> {
    let text = ask.form_text()?;
    let tries = Try::all(&text);
    let Some(first) = tries.first() else { return Ok(refused("Employee id is required")) };
    if first.name.trim().is_empty() {
        return Ok(refused("Employee id is required"));
    }
    if first.password.is_empty() {
        return Ok(refused("Password is required"));
    }
    match recognised(&ask, first, &tries).await? {
        Some((known, device)) => {
            Ok(begin(&ask, known).await?.with(SET_COOKIE, &cookie(&device, "/api/login")))
        }
        None => Ok(refused(BAD)),
    }
}

/// Whose name and password these are, by any reading of what was sent, and the mark of the device that they may
/// keep. Every way in counts its tries here, before anything costly is done.
///
/// Errors: 429 for too many tries.
pub async fn recognised(
    ask: &Ask,
    first: &Try,
    tries: &[Try],
) -> Result<Option<(Known, String)>, Problem> {
    let known = ask.app.view(|read, _| account_named(read, &first.name))?;
    let name = known.map_or_else(|| first.name.clone(), |account| account.id.clone());
    let throttle = ask.app.throttle.of_sign_in(&name, ask.peer, device(ask));
    attempt(ask, &throttle).await?;
    for one in tries {
        let known = verified(ask, one).await;
        let known = known.inspect_err(|_| ask.app.throttle.forgive(&throttle))?;
        let Some(known) = known else { continue };
        return Ok(Some((known, ask.app.throttle.let_in(&throttle))));
    }
    tracing::info!(peer = %ask.peer, "a sign-in failed");
    if ask.app.throttle.failures(&throttle).is_multiple_of(FREE) {
        account::warn(&ask.app, &first.name, ask.peer);
    }
    Ok(None)
}

/// The cookie by which a device is known to have signed in before. It opens nothing: guesses made elsewhere
/// do not slow it down.
const DEVICE: &str = "godown_device";
const A_YEAR: u32 = 365 * 24 * 60 * 60;

fn device(ask: &Ask) -> Option<&str> {
    let pairs = header(&ask.headers, &COOKIE).split(';').filter_map(|pair| pair.split_once('='));
    pairs
        .map(|(name, value)| (name.trim(), value.trim()))
        .find(|pair| pair.0 == DEVICE)
        .map(|p| p.1)
}

/// The cookie of a device, sent back to the way in that it used.
pub fn cookie(device: &str, path: &str) -> String {
    format!("{DEVICE}={device}; Path={path}; Max-Age={A_YEAR}; HttpOnly; SameSite=Strict")
}

/// So long whoever tries too often waits for the refusal: who sends on and on costs the less.
const REFUSED_AFTER: Duration = Duration::from_millis(100);

/// Counts a try before it is looked at, so that those made at once are counted, too.
///
/// Errors: 429 with the seconds to wait.
// DECISIONS 92
pub async fn attempt(ask: &Ask, throttle: &Keys) -> Result<(), Problem> {
    match ask.app.throttle.attempt(throttle, ask.app.now().0) {
        0 => Ok(()),
        seconds => {
            tokio::time::sleep(REFUSED_AFTER).await;
            let message = said!("Too many attempts. Try again in {seconds} s", seconds);
            Err(Problem::of(Code::RateLimit, message).retry_after(seconds))
        }
    }
}

/// The specification's refusal: 200 with code 0.
fn refused(message: &str) -> Answer<SignedIn> {
    let (message, data) = (message.to_owned(), Vec::new());
    Answer::json(&SignedIn { code: 0, message, data, token: None })
}

/// One reading of what was sent.
#[derive(Debug, PartialEq)]
pub struct Try {
    pub name: String,
    pub password: String,
}

impl Try {
    /// The form read strictly, and, since some clients send what was typed without escaping it, read
    /// once more as it stands if that differs.
    fn all(text: &str) -> Vec<Try> {
        let mut tries = Vec::new();
        if let Ok(pairs) = strict::form(text) {
            let of = |name: &str| {
                let found = pairs.iter().find(|pair| pair.0 == name);
                found.map(|pair| pair.1.clone()).unwrap_or_default()
            };
            tries.push(Try { name: of("emailId"), password: of("password") });
        }
        if let Some((name, password)) = text.split_once("&password=")
            && let Some(name) = name.strip_prefix("emailId=")
        {
            let raw = Try { name: name.to_owned(), password: password.to_owned() };
            if tries.first() != Some(&raw) {
                tries.push(raw);
            }
        }
        tries
    }
}

/// An account, and the password that fits it.
pub struct Known {
    pub account: Arc<Doc>,
    pub password: Password,
}

/// The account whose password this is. The same work is done where there is none.
async fn verified(ask: &Ask, one: &Try) -> Result<Option<Known>, Problem> {
    let known = ask.app.view(|read, _| lookup(read, &one.name))?;
    let hash = known.as_ref().map(|known| known.password.hash.clone()).unwrap_or_default();
    let fits = ask.app.passwords.verify(&ask.source(), one.password.clone(), hash).await?;
    Ok(known.filter(|_| fits))
}

fn lookup(read: &dyn Read, name: &str) -> Result<Option<Known>, Halt> {
    let Some(account) = account_named(read, name)? else { return Ok(None) };
    let password = value::<Password>(read, &keys::password(&account.id))?;
    Ok(password.map(|password| Known { account, password }))
}

fn account_named(read: &dyn Read, name: &str) -> Result<Option<Arc<Doc>>, Halt> {
    let name = name.trim();
    if name.len() > 320 || name.chars().any(char::is_control) {
        return Ok(None);
    }
    accounts::by_name(read, name)
}

async fn begin(ask: &Ask, known: Known) -> Result<Answer<SignedIn>, Problem> {
    let Known { account, password } = known;
    let actor = ask.app.view(|read, now| actor_of(read, &account, now))?;
    let Some(actor) = actor else {
        tracing::info!(person = account.id, "an inactive account tried to sign in");
        return Ok(refused(INACTIVE));
    };
    let hours = ask
        .app
        .view(|read, now| settings::int_of(&docs::look(read, &actor, now), "session_hours"))?;
    let token = match open(ask, &actor, password.sv, hours * 3_600).await {
        // Outside the hours of the person's roles.
        Err(problem) if problem.code == Code::Rule.name() => return Ok(refused(&problem.detail)),
        token => token?,
    };
    let must_change = password.must_change;
    let data = ask.app.view(|read, _| user(read, &actor, &account, must_change))?;
    let (message, data) = ("Signed in".to_owned(), vec![data]);
    Ok(Answer::json(&SignedIn { code: 1, message, data, token: Some(token) }))
}

/// Begins a session of a person who was let in; its token.
pub async fn open(ask: &Ask, actor: &Actor, sv: u32, life: i64) -> Result<String, Problem> {
    let session = Uuid::new_v4().to_string();
    let iat = ask.app.now().0 / 1000;
    let claims = Claims::new(&actor.id, &session, sv, iat, life);
    let agent = header(&ask.headers, &USER_AGENT).to_owned();
    let deed =
        CommandKind::SignIn { account: actor.id.clone(), session, expires: claims.exp, agent };
    let command = Command { command_id: Uuid::new_v4().to_string(), deed };
    ask.app.carry_out(actor.clone(), command).await?;
    let token = ask.app.tokens.make(&claims);
    token.ok_or_else(|| Problem::fault("a token could not be made"))
}

pub async fn details(mut ask: Ask) -> Result<Answer<UserDetails>, Problem> {
    let person = ask.person()?;
    let text = ask.form_text()?;
    let pairs = strict::form(&text).map_err(|why| Problem::malformed("", Said::finished(why)))?;
    let id = pairs.iter().find(|pair| pair.0 == "id").map(|pair| pair.1.clone());
    let id = id.filter(|id| !id.is_empty());
    let id = id.ok_or_else(|| Problem::malformed("id", "id is required"))?;
    if id == person.actor.id {
        let (actor, account) = (&person.actor, &person.account);
        let data = ask.app.view(|read, _| user(read, actor, account, person.must_change))?;
        return Ok(Answer::json(&UserDetails { code: 1, data }));
    }
    if !person.actor.may(STAFF_TYPE, Verb::Edit) {
        let message = "You do not have permission to view another employee's details";
        return Err(Problem::of(Code::Forbidden, message));
    }
    let data = ask.app.view(|read, now| other(read, &id, now))?;
    let missing = || Problem::of(Code::NotFound, "Employee not found or you cannot see it");
    Ok(Answer::json(&UserDetails { code: 1, data: data.ok_or_else(missing)? }))
}

fn other(read: &dyn Read, id: &str, now: Instant) -> Result<Option<User>, Halt> {
    let Some(employee) = read.doc(&keys::doc(STAFF_TYPE.key, id))? else { return Ok(None) };
    let password = value::<Password>(read, &keys::password(id))?;
    let must_change = password.is_some_and(|password| password.must_change);
    let actor = actor_of(read, &employee, now)?;
    actor.map(|actor| user(read, &actor, &employee, must_change)).transpose()
}

pub async fn sign_out(ask: Ask) -> Result<Answer<Acknowledged>, Problem> {
    let person = ask.person()?;
    let deed = CommandKind::SignOut { session: person.session.clone() };
    let command = Command { command_id: Uuid::new_v4().to_string(), deed };
    ask.app.carry_out(person.actor.clone(), command).await?;
    Ok(Acknowledged::answer())
}

pub async fn change_password(mut ask: Ask) -> Result<Answer<Acknowledged>, Problem> {
    let person = ask.person()?;
    let body = ask.json(&["old", "new"])?;
    let text = |key: &str| match body.get(key) {
        Some(Value::String(text)) => Ok(text.clone()),
        _ => Err(Problem::malformed(key, said!("{key} must be a text", key))),
    };
    let (old, new) = (text("old")?, text("new")?);
    let id = person.actor.id.clone();
    let throttle = Keys::of("change ", &id, ask.peer);
    attempt(&ask, &throttle).await?;
    let hash = ask.app.view(|read, _| value::<Password>(read, &keys::password(&id)))?;
    let hash = hash.map(|password| password.hash).unwrap_or_default();
    if !ask.app.passwords.verify(&ask.source(), old.clone(), hash).await? {
        return Err(issue(Issue::new("old", Code::Input, "The old password is not correct")));
    }
    ask.app.throttle.succeeded(&throttle);
    let own = person.account.text("emp_id").unwrap_or_default();
    let names = vec![own.to_owned(), person.actor.name.clone()];
    if let Some(refusal) = ask.app.passwords.refusal(&ask.source(), "new", &new, names).await? {
        return Err(issue(refusal));
    }
    if new == old {
        let message = "The new password must differ from the old one";
        return Err(issue(Issue::new("new", Code::Input, message)));
    }
    let hash = ask.app.passwords.hash(&ask.source(), new).await?;
    let keep = Some(person.session.clone());
    let deed = CommandKind::SetPassword { account: id, hash, keep, must_change: false };
    let command = Command { command_id: Uuid::new_v4().to_string(), deed };
    ask.app.carry_out(person.actor.clone(), command).await?;
    Ok(Acknowledged::answer())
}

fn issue(issue: Issue) -> Problem {
    Problem::refused(Refused { issues: vec![issue] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_that_came_unescaped_is_tried_as_it_stands() {
        let pair =
            |name: &str, password: &str| Try { name: name.into(), password: password.into() };
        assert_eq!(Try::all("emailId=A&password=b"), [pair("A", "b")]);
        assert_eq!(Try::all("emailId=A&password=b%26c"), [pair("A", "b&c"), pair("A", "b%26c")]);
        assert_eq!(Try::all("emailId=A&password=b&c=d"), [pair("A", "b"), pair("A", "b&c=d")]);
        assert_eq!(Try::all("emailId=A&password=100%"), [pair("A", "100%")]);
        assert_eq!(Try::all("password=b&emailId=A"), [pair("A", "b")]);
    }
}
