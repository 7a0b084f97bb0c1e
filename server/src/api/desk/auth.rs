//! The template's sign-in: a session like any other, told in the template's words.

use godown_core::declare::actor::Actor;
use godown_core::docs::accounts::{self, actor_of};
use godown_core::error::Code;
use godown_core::json_answer;
use godown_core::kept::doc::Doc;
use serde_json::Value;
use warp::http::header::SET_COOKIE;

use crate::api::account::GUEST;
use crate::api::session::{Try, cookie, open, recognised};
use crate::auth::token::LONG_LIFE_SECONDS;
use crate::call::ask::Ask;
use crate::call::reply::{Answer, Problem};
use crate::call::strict;

/// The specification's answer to whoever is not let in, whatever the cause.
const BAD: &str = "Invalid email or password";
/// The role that the specification gives to an administrator.
const ADMINISTRATOR: &str = "SA";
/// The longest name and password that are looked at, in bytes.
const LONGEST: usize = 1_000;

json_answer! {
    /// A session and whose it is.
    pub struct TemplateSession {
        token as "accessToken": String,
        user: TemplateUser,
    }
}

json_answer! {
    /// The person of a session.
    pub struct TemplateProfile {
        user: TemplateUser,
    }
}

json_answer! {
    /// A person, with the keys that the template has.
    pub struct TemplateUser {
        id: String,
        /// The address of a picture; empty for none.
        avatar: String,
        email: Option<String>,
        name: String,
        /// `SA` for an administrator, `GUEST` without rights, else the person's first part in the business.
        role: String,
    }
}

impl TemplateUser {
    fn of(actor: &Actor, account: &Doc) -> TemplateUser {
        let role = match actor.roles.first() {
            _ if actor.is_admin() => ADMINISTRATOR,
            None => GUEST,
            Some(role) => role.name(),
        };
        TemplateUser {
            id: actor.id.clone(),
            avatar: godown_core::docs::desk::picture(account.text("photo")),
            email: accounts::email(account).map(str::to_owned),
            name: actor.name.clone(),
            role: role.to_owned(),
        }
    }
}

fn bad() -> Problem {
    Problem::new(400, "input", BAD)
}

/// The name and password that were sent; whatever cannot be read is nobody's.
fn sent(ask: &mut Ask) -> Result<Option<Try>, Problem> {
    let bytes = ask.bytes()?;
    let Ok(Value::Object(body)) = strict::json(&bytes) else { return Ok(None) };
    let text = |key: &str| {
        let text = body.get(key).and_then(Value::as_str).unwrap_or_default();
        (!text.is_empty() && text.len() <= LONGEST).then(|| text.to_owned())
    };
    Ok(text("email").zip(text("password")).map(|(name, password)| Try { name, password }))
}

/// Begins a session of 7 days for whoever knows the password.
///
/// Errors: 400 in one message for everybody else, 429 for too many tries.
pub async fn login(mut ask: Ask) -> Result<Answer<TemplateSession>, Problem> {
    let one = sent(&mut ask)?.ok_or_else(bad)?;
    let tries = std::slice::from_ref(&one);
    let Some((known, device)) = recognised(&ask, &one, tries).await? else { return Err(bad()) };
    let actor = ask.app.view(|read, now| actor_of(read, &known.account, now))?;
    // An account that was closed, or that is not let in at this hour, is refused like a wrong password.
    let actor = actor.ok_or_else(bad)?;
    let token = match open(&ask, &actor, known.password.sv, LONG_LIFE_SECONDS).await {
        Err(problem) if problem.code == Code::Rule.name() => return Err(bad()),
        token => token?,
    };
    let user = TemplateUser::of(&actor, &known.account);
    let answer = Answer::json(&TemplateSession { token, user });
    Ok(answer.with(SET_COOKIE, &cookie(&device, "/api/auth")))
}

/// The person of the session.
pub async fn profile(ask: Ask) -> Result<Answer<TemplateProfile>, Problem> {
    let person = ask.person()?;
    let user = TemplateUser::of(&person.actor, &person.account);
    Ok(Answer::json(&TemplateProfile { user }))
}
