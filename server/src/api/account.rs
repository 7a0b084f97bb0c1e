//! A person's own account: made, its password forgotten and set again, its sessions listed and ended.

use std::net::IpAddr;
use std::sync::Arc;

use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::docs::accounts::{self, actor_of};
use godown_core::docs::session::{self, CODE_OVER, NO_REGISTRATION, Reset};
use godown_core::docs::settings;
use godown_core::error::{Code, Halt, Issue, Refused};
use godown_core::json_answer;
use godown_core::kept::doc::Doc;
use godown_core::kept::read::Read;
use godown_core::said;
use godown_core::value::Instant;
use godown_core::write::command::{Command, CommandKind};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::session::{Acknowledged, attempt, open};
use crate::app::App;
use crate::auth::throttle::{FREE, Keys};
use crate::auth::token::LONG_LIFE_SECONDS;
use crate::call::ask::Ask;
use crate::call::reply::{Answer, Answers, Problem, Reply};
use crate::failure::Failure;

/// The one answer to whoever forgot a password, whether the id exists or not.
const SENT: &str = "If the id exists, a reset link was sent";
/// The specification's texts of the template's calls.
const EXISTS: &str = "User already exists!";
const TEMPLATE_FAULT: &str = "Internal server error";
const UNAUTHORISED: &str = "Invalid Authorization token";
/// The role that the specification gives to an account without rights.
pub const GUEST: &str = "GUEST";

json_answer! {
    /// What a site lets strangers do.
    pub struct SiteDoor {
        registration: bool,
    }
}

json_answer! {
    /// A new account and its first session.
    pub struct Registered {
        token as "accessToken": String,
        user: RegisteredUser,
    }
}

json_answer! {
    /// The account, with the keys that the template has.
    pub struct RegisteredUser {
        id: String,
        avatar: String,
        email: Option<String>,
        name: Option<String>,
        username: Option<String>,
        role: &'static str,
    }
}

json_answer! {
    /// A problem as the template's calls are told of it.
    pub struct TemplateProblem {
        message: String,
        code: &'static str,
        errors: Vec<Issue>,
    }
}

json_answer! {
    /// That it was done, in words for the page.
    pub struct Notice {
        code: u32,
        message: &'static str,
    }
}

json_answer! {
    /// The sessions of an account, the newest first.
    pub struct Sessions {
        rows: Vec<SessionRow>,
    }
}

json_answer! {
    /// One session.
    pub struct SessionRow {
        id: String,
        began: Instant,
        expires: i64,
        /// The `User-Agent` of who signed in.
        agent: String,
        /// It is the one that asks.
        current: bool,
    }
}

fn text(body: &Map<String, Value>, key: &str, most: usize) -> Result<String, Problem> {
    match body.get(key) {
        Some(Value::String(text)) if text.chars().count() <= most => Ok(text.clone()),
        Some(Value::String(_)) => Err(Problem::malformed(key, said!("{key} is too long", key))),
        _ => Err(Problem::malformed(key, said!("{key} must be a text", key))),
    }
}

fn issue(issue: Issue) -> Problem {
    Problem::refused(Refused { issues: vec![issue] })
}

fn system(deed: CommandKind) -> (Actor, Command) {
    (Actor::system(), Command { command_id: Uuid::new_v4().to_string(), deed })
}

/// The settings for pages before a session: whether visitors may register.
pub async fn before(ask: Ask) -> Result<Answer<SiteDoor>, Problem> {
    let registration = ask.app.view(may_register)?;
    Ok(Answer::json(&SiteDoor { registration }))
}

fn may_register(read: &dyn Read, now: Instant) -> Result<bool, Halt> {
    let system = Actor::system();
    settings::flag(&docs::look(read, &system, now), "registration")
}

/// The addresses that are refused as the template does: the message beside what a form needs.
pub const TEMPLATE: &str = "/api/auth/";

/// A problem of such a call.
pub fn template_refusal(problem: Problem) -> Reply {
    let Problem { status, code, errors, headers, .. } = problem;
    let message = match status {
        401 => UNAUTHORISED.to_owned(),
        500.. => TEMPLATE_FAULT.to_owned(),
        _ => problem.detail,
    };
    let reply = Answer::status(status, &TemplateProblem { message, code, errors }).reply();
    Reply { headers, ..reply }
}

/// Makes an account without rights and signs it in.
pub async fn register(mut ask: Ask) -> Result<Answer<Registered>, Problem> {
    let body = ask.json(&["email", "username", "password"])?;
    let email = text(&body, "email", 254)?.trim().to_lowercase();
    let name = text(&body, "username", 100)?.trim().to_owned();
    let password = text(&body, "password", 1_000)?;
    if !ask.app.view(may_register)? {
        return Err(Problem::new(403, "forbidden", NO_REGISTRATION));
    }
    attempt(&ask, &Keys::of("register ", &email, ask.peer)).await?;
    let names = vec![name.clone(), email.clone()];
    if let Some(refusal) =
        ask.app.passwords.refusal(&ask.source(), "password", &password, names).await?
    {
        return Err(issue(refusal));
    }
    let hash = ask.app.passwords.hash(&ask.source(), password).await?;
    let (actor, command) = system(CommandKind::Register { name, email, hash });
    let id = command.command_id.clone();
    let made = ask.app.carry_out(actor, command).await.map_err(Problem::from);
    made.map_err(|problem| match problem.code {
        "duplicate" => Problem::new(400, "duplicate", EXISTS),
        _ => problem,
    })?;
    let known = ask.app.view(|read, now| {
        let Some(account) = accounts::find(read, &id)? else { return Ok(None) };
        Ok(actor_of(read, &account, now)?.map(|actor| (account, actor)))
    })?;
    let (account, actor) = known.ok_or_else(|| Problem::fault("the new account is not there"))?;
    let token = open(&ask, &actor, 0, LONG_LIFE_SECONDS).await?;
    let text = |key: &str| account.text(key).map(str::to_owned);
    let user = RegisteredUser {
        id: account.id.clone(),
        avatar: text("photo").unwrap_or_default(),
        email: text("email"),
        name: text("name"),
        username: text("name"),
        role: GUEST,
    };
    Ok(Answer::json(&Registered { token, user }))
}

/// Answers before it looks whether the id exists: neither words nor time tell.
pub async fn forgot(mut ask: Ask) -> Result<Answer<Notice>, Problem> {
    let body = ask.json(&["id"])?;
    let id = text(&body, "id", 254)?.trim().to_owned();
    if id.is_empty() {
        return Err(issue(Issue::new("id", Code::Required, "Employee id is required")));
    }
    attempt(&ask, &Keys::of("forgot ", &id, ask.peer)).await?;
    let app = ask.app.clone();
    tokio::spawn(async move {
        if let Err(problem) = send_code(&app, &id).await {
            tracing::info!(why = problem.detail, "no code was sent");
        }
    });
    Ok(Answer::json(&Notice { code: 1, message: SENT }))
}

async fn send_code(app: &Arc<App>, id: &str) -> Result<(), Problem> {
    let Some(account) = by_name(app, id)? else { return Ok(()) };
    let can = accounts::is_open(&account) && accounts::email(&account).is_some();
    if can {
        let (actor, command) = system(CommandKind::Forgot { account: account.id.clone() });
        app.carry_out(actor, command).await?;
    }
    Ok(())
}

fn by_name(app: &App, name: &str) -> Result<Option<Arc<Doc>>, Failure> {
    if name.chars().any(char::is_control) {
        return Ok(None);
    }
    app.view(|read, _| accounts::by_name(read, name))
}

/// Sets a password for whoever knows the code. Unknown id, no code, a wrong, used or late one: one
/// answer, after the same work.
pub async fn reset(mut ask: Ask) -> Result<Answer<Notice>, Problem> {
    let body = ask.json(&["id", "code", "password"])?;
    let id = text(&body, "id", 254)?.trim().to_owned();
    let (code, password) = (text(&body, "code", 100)?, text(&body, "password", 1_000)?);
    let throttle = Keys::of("reset ", &id, ask.peer);
    attempt(&ask, &throttle).await?;
    let account = by_name(&ask.app, &id)?;
    let account = account.map_or_else(String::new, |account| account.id.clone());
    let standing = ask.app.view(|read, now| standing(read, now, &account))?;
    let mail = standing.as_ref().map_or("", |reset| reset.mail.as_str());
    let tries = Keys::of("code ", mail, ask.peer);
    let fits = ask.app.tokens.code_fits(mail, &code);
    let left = ask.app.throttle.failures(&tries) < FREE;
    if standing.is_none() || !fits || !left {
        ask.app.throttle.failed(&tries, ask.app.now().0);
        return Err(issue(Issue::new("code", Code::Input, CODE_OVER)));
    }
    // Only whoever knows the code is told what is wrong with the password.
    if let Some(refusal) =
        ask.app.passwords.refusal(&ask.source(), "password", &password, vec![id]).await?
    {
        ask.app.throttle.forgive(&throttle);
        return Err(issue(refusal));
    }
    let hash = ask.app.passwords.hash(&ask.source(), password).await?;
    let (actor, command) = system(CommandKind::Reset { account, mail: mail.to_owned(), hash });
    ask.app.carry_out(actor, command).await?;
    ask.app.throttle.succeeded(&throttle);
    Ok(Answer::json(&Notice { code: 1, message: "Your password was changed. Sign in with it" }))
}

fn standing(read: &dyn Read, now: Instant, account: &str) -> Result<Option<Reset>, Halt> {
    let system = Actor::system();
    session::standing_reset(&docs::look(read, &system, now), account)
}

/// Five sign-ins of one account failed in a row: its administrators are told.
pub fn warn(app: &Arc<App>, name: &str, peer: IpAddr) {
    let (app, name) = (app.clone(), name.to_owned());
    tokio::spawn(async move {
        let Ok(Some(account)) = by_name(&app, &name) else { return };
        let source = peer.to_canonical().to_string();
        let (actor, command) = system(CommandKind::Warn { account: account.id.clone(), source });
        if let Err(failure) = app.carry_out(actor, command).await {
            tracing::warn!(why = failure.detail(), "nobody was told of failed sign-ins");
        }
    });
}

pub const SESSIONS_QUERY: &[&str] = &["account"];

/// The sessions of the person, or of another for an administrator.
pub async fn sessions(mut ask: Ask) -> Result<Answer<Sessions>, Problem> {
    let person = ask.person()?;
    let query = ask.query(SESSIONS_QUERY, &[])?;
    let asked = query.text("account");
    let account = if asked.is_empty() { person.actor.id.as_str() } else { asked };
    if account != person.actor.id && !person.actor.is_admin() {
        let message = "You do not have permission to see another's sessions";
        return Err(Problem::of(Code::Forbidden, message));
    }
    let rows = ask.app.view(|read, now| {
        let case = docs::look(read, &person.actor, now);
        let mut rows = session::sessions(&case, account)?;
        rows.sort_by_key(|(_, session)| std::cmp::Reverse(session.began));
        Ok(rows)
    })?;
    let row = |(id, session): (String, session::Session)| SessionRow {
        current: id == person.session,
        id,
        began: session.began,
        expires: session.expires * 1000,
        agent: session.agent,
    };
    Ok(Answer::json(&Sessions { rows: rows.into_iter().map(row).collect() }))
}

/// Ends one session, or all of an account; one's own that asks stays.
pub async fn end_sessions(mut ask: Ask) -> Result<Answer<Acknowledged>, Problem> {
    let person = ask.person()?;
    let body = ask.json(&["session", "account"])?;
    let given = |key: &str| body.get(key).map(|_| text(&body, key, 100)).transpose();
    let deed = match (given("session")?, given("account")?) {
        (Some(session), None) => CommandKind::SignOut { session },
        (None, account) => {
            let account = account.unwrap_or_else(|| person.actor.id.clone());
            CommandKind::Revoke { account, keep: Some(person.session.clone()) }
        }
        _ => return Err(Problem::malformed("session", "Name a session or an account")),
    };
    let command = Command { command_id: Uuid::new_v4().to_string(), deed };
    ask.app.carry_out(person.actor.clone(), command).await?;
    Ok(Acknowledged::answer())
}
