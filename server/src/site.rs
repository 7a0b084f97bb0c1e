//! The first contents of a data directory, and people who are added from the command line.

use std::sync::Arc;

use futures_util::future::join_all;
use godown_core::declare::actor::Actor;
use godown_core::declare::grant::ScopeKind;
use godown_core::docs::{STAFF_TYPE, org, seed};
use godown_core::error::Issue;
use godown_core::kept::doc::Record;
use godown_core::kept::keys;
use godown_core::kept::read::Range;
use godown_core::value::IST_MINUTES;
use godown_core::write::command::{Command, Deed};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::app::App;
use crate::auth::password::hash_anew;
use crate::auth::token::LETTERS;
use crate::auth::value;
use crate::http::reply::Problem;
use crate::{demo, places};

/// A person to be let in.
pub struct Newcomer {
    pub emp_id: String,
    pub name: String,
    pub mobile: String,
    pub roles: Vec<String>,
    /// The code of their branch; administrators may have none.
    pub branch: Option<String>,
}

/// Whether nobody can sign in yet.
pub fn is_empty(app: &App) -> Result<bool, Problem> {
    let range = Range::prefix(&keys::key(&["login"]));
    app.view(|read, _| Ok(read.scan(&range, 1)?.is_empty()))
}

/// Whether the directory was made by the demo.
pub fn is_demo(app: &App) -> Result<bool, Problem> {
    app.view(|read, _| Ok(read.get(&demo::mark())?.is_some()))
}

/// Plants what every site starts with: states, units, terms, reasons, roles, menus, settings.
///
/// The ids follow from what is made, so that a start that was cut short is carried on by the next.
pub async fn seed(app: &Arc<App>) -> Result<(), Problem> {
    let made = seed::seed(&mut stable).into_iter();
    make(app, made.map(|one| (one.doc_type, one.id, one.record))).await
}

/// The countries of the world, and India's districts and cities.
pub async fn places(app: &Arc<App>) -> Result<(), Problem> {
    let mut id = stable;
    let all: Vec<_> = places::all(&mut id).collect();
    for group in all.chunks(GROUP) {
        let made = group.iter();
        make(
            app,
            made.map(|one| (one.doc_type, stable(one.doc_type, &one.key), one.record.clone())),
        )
        .await?;
    }
    Ok(())
}

/// At most so many commands wait at once.
const GROUP: usize = 512;

async fn make(
    app: &Arc<App>,
    all: impl Iterator<Item = (&'static str, String, Record)>,
) -> Result<(), Problem> {
    let made = all.map(|(doc_type, command_id, record)| {
        let deed = Deed::Create { doc_type: doc_type.to_owned(), record };
        app.carry_out(Actor::system(), Command { command_id, deed })
    });
    for done in join_all(made).await {
        done?;
    }
    Ok(())
}

/// A UUID of version 4 that is the same for the same document of the seed.
fn stable(doc_type: &str, key: &str) -> String {
    let digest = Sha256::digest(format!("godown seed {doc_type} {key}"));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_random_bytes(bytes).into_uuid().hyphenated().to_string()
}

/// Makes the employee and returns their one-time password.
pub async fn let_in(app: &Arc<App>, person: Newcomer) -> Result<String, Problem> {
    let today = app.now().day_in(IST_MINUTES);
    let mut record = Record::new();
    let mut set = |key: &str, value: Value| record.insert(key.to_owned(), value);
    set("emp_id", person.emp_id.into());
    set("name", person.name.into());
    set("mobile", person.mobile.into());
    set("roles", json!(person.roles));
    set("designation", "Staff".into());
    set("joined_on", today.to_string().into());
    if let Some(code) = person.branch {
        let (field, missing) = (ScopeKind::Branch.field(), format!("there is no branch {code}"));
        let id = app.view(|read, _| org::branch_id(read, &code))?;
        set(field, id.ok_or_else(|| Problem::malformed(field, missing))?.into());
    }
    let employee = Uuid::new_v4().to_string();
    let deed = Deed::Create { doc_type: STAFF_TYPE.key.to_owned(), record };
    app.carry_out(Actor::system(), Command { command_id: employee.clone(), deed }).await?;
    one_time(app, employee).await
}

/// Gives somebody a new one-time password and ends their sessions.
pub async fn new_password(app: &Arc<App>, emp_id: &str) -> Result<String, Problem> {
    let id = app.view(|read, _| value::<String>(read, &keys::login(emp_id)))?;
    let missing = || Problem::malformed("id", format!("nobody signs in as {emp_id}"));
    one_time(app, id.ok_or_else(missing)?).await
}

/// Sets a random password that must be changed at the first sign-in.
async fn one_time(app: &Arc<App>, account: String) -> Result<String, Problem> {
    let password = random()?;
    let hash = hash_anew(&password).map_err(Problem::fault)?;
    let deed = Deed::SetPassword { account, hash, keep: None, must_change: true };
    let command = Command { command_id: Uuid::new_v4().to_string(), deed };
    app.carry_out(Actor::system(), command).await?;
    Ok(password)
}

/// A random password of 16 letters in groups of four: about 79 bits.
fn random() -> Result<String, Problem> {
    let mut password = String::new();
    while password.len() < 19 {
        let mut byte = [0];
        getrandom::fill(&mut byte).map_err(|error| Problem::fault(error.to_string()))?;
        // Bytes beyond the last whole round of letters are drawn again, so that none is likelier.
        let round = 256 - 256 % LETTERS.len();
        let Some(letter) = LETTERS.get(usize::from(byte[0]) % LETTERS.len()) else { continue };
        if usize::from(byte[0]) >= round {
            continue;
        }
        if password.len() % 5 == 4 {
            password.push('-');
        }
        password.push(char::from(*letter));
    }
    Ok(password)
}

/// A problem in words for a person at a terminal.
pub fn told(problem: &Problem) -> String {
    let line = |issue: &Issue| format!("{}: {}", issue.path, issue.message);
    let lines: Vec<String> = problem.errors.iter().map(line).collect();
    match (&problem.internal, lines.is_empty()) {
        (Some(why), _) => why.clone(),
        (None, false) => lines.join("\n"),
        (None, true) => problem.detail.clone(),
    }
}
