//! Authentication: a token is checked against the session in the store on every request.

pub mod held;
pub mod password;
pub mod throttle;
pub mod token;

use std::collections::BTreeMap;
use std::sync::Arc;

use godown_core::access::rights;
use godown_core::declare::actor::Actor;
use godown_core::declare::grant::{Role, Verb};
use godown_core::docs;
use godown_core::docs::accounts::{self, actor_of};
use godown_core::docs::session::{Password, Session};
use godown_core::error::{Code, Halt};
use godown_core::json_answer;
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::{Read, parse};
use godown_core::value::Instant;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::failure::Failure;
use held::{Held, Known};
use token::Claims;

/// A person with a session that holds now.
#[derive(Clone, Debug)]
pub struct Person {
    pub actor: Actor,
    pub session: String,
    pub must_change: bool,
    /// The document by which the person signs in.
    pub account: Arc<Doc>,
}

fn expired() -> Failure {
    Failure::refuse(Code::AuthExpired, "Your session has expired. Sign in again")
}

impl App {
    /// The person whose token it is, with the rights that the store gives them now.
    ///
    /// `sent` is the value of the header `Authorization`.
    pub fn person(&self, sent: &str) -> Result<Person, Failure> {
        let token = match sent.split_once(' ') {
            Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim(),
            _ => return Err(Failure::refuse(Code::AuthBad, "Sign in first")),
        };
        let now = self.now();
        let claims = self.tokens.read(token, now.0).ok_or_else(expired)?;
        self.view(|read, now| standing(read, &self.held, &claims, now))?.ok_or_else(expired)
    }
}

/// The person of a session that still stands, else `None`.
fn standing(
    read: &dyn Read,
    held: &Held,
    claims: &Claims,
    now: Instant,
) -> Result<Option<Person>, Halt> {
    let session = match held.find(&claims.jti) {
        Some(Known::Begun(session)) => Some(session),
        Some(Known::Ended) => None,
        None => value::<Session>(read, &keys::session(&claims.jti))?,
    };
    let Some(session) = session else { return Ok(None) };
    let password = value::<Password>(read, &keys::password(&session.account))?;
    let Some(password) = password else { return Ok(None) };
    let same = session.account == claims.id && session.sv == claims.sv;
    if !same || !password.carries(&claims.jti, &session) {
        return Ok(None);
    }
    let Some(account) = accounts::find(read, &claims.id)? else { return Ok(None) };
    let (session, must_change) = (claims.jti.clone(), password.must_change);
    let person = |actor| Person { actor, session, must_change, account: account.clone() };
    Ok(actor_of(read, &account, now)?.map(person))
}

/// The value at a key, parsed.
pub fn value<T: DeserializeOwned>(read: &dyn Read, key: &str) -> Result<Option<T>, Halt> {
    match read.get(key)? {
        None => Ok(None),
        Some(bytes) => parse(key, &bytes).map(Some),
    }
}

json_answer! {
    /// A signed-in person as the browser is told of them.
    pub struct User {
        id: String,
        /// The type of the document by which the person signs in.
        account: String,
        show_less_section: bool,
        name: String,
        roles: Vec<Role>,
        emp_id: Option<String>,
        branch: String,
        branches: Vec<String>,
        yards: Vec<String>,
        email: Option<String>,
        photo: Option<String>,
        theme: Option<String>,
        language: Option<String>,
        must_change_password: bool,
        /// The home page of the person's first role.
        home: Option<String>,
        /// The verbs on each type of document and page.
        rights: BTreeMap<&'static str, Vec<Verb>>,
        /// By whom the browser foresees what a command would do.
        actor: Actor,
    }
}

/// The person of an account.
pub fn user(
    read: &dyn Read,
    actor: &Actor,
    account: &Doc,
    must_change: bool,
) -> Result<User, Halt> {
    let text = |key: &str| account.text(key).map(str::to_owned);
    Ok(User {
        id: actor.id.clone(),
        account: account.kind.clone(),
        show_less_section: actor.show_less_section,
        name: actor.name.clone(),
        roles: actor.roles.clone(),
        emp_id: text("emp_id"),
        branch: actor.branch.clone(),
        branches: actor.branches.clone(),
        yards: actor.yards.clone(),
        email: accounts::email(account).map(str::to_owned),
        photo: text("photo"),
        theme: text("theme"),
        language: text("language"),
        must_change_password: must_change,
        home: home(read, account)?,
        rights: rights::told(&docs::REGISTER, actor),
        actor: actor.clone(),
    })
}

fn home(read: &dyn Read, account: &Doc) -> Result<Option<String>, Halt> {
    let Some(first) = accounts::role_ids(account).into_iter().next() else { return Ok(None) };
    let role = accounts::role(read, &first)?;
    Ok(role.and_then(|role| role.text("home").map(str::to_owned)))
}
