//! The first contents of a data directory, and people who are added from the command line.

use std::sync::Arc;

use futures_util::future::join_all;
use godown_core::declare::actor::Actor;
use godown_core::declare::grant::ScopeKind;
use godown_core::docs::seed::plan::{Planting, planter};
use godown_core::docs::seed::{self, Seed};
use godown_core::docs::{STAFF_TYPE, org, roles};
use godown_core::kept::doc::Record;
use godown_core::kept::keys;
use godown_core::kept::read::Range;
use godown_core::said;
use godown_core::value::IST_MINUTES;
use godown_core::write::command::{Command, CommandKind};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::app::App;
use crate::auth::password::hash_anew;
use crate::auth::token::LETTERS;
use crate::auth::value;
use crate::failure::Failure;
use crate::ids::stable;
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

impl Newcomer {
    /// Whoever a new site lets in first.
    pub fn administrator() -> Newcomer {
        Newcomer {
            emp_id: "ADMIN".to_owned(),
            name: "Administrator".to_owned(),
            mobile: "9000000000".to_owned(),
            roles: vec!["ADMIN".to_owned()],
            branch: None,
        }
    }
}

/// The roles that every site has, for the help.
pub fn roles_in_words() -> String {
    let codes: Vec<&str> = roles::ROLES.iter().map(|(code, _)| *code).collect();
    format!("A role, by its code; may be repeated. Every site has {}", codes.join(", "))
}

/// Whether nobody can sign in yet.
pub fn is_empty(app: &App) -> Result<bool, Failure> {
    let range = Range::prefix(&keys::key(&["login"]));
    app.view(|read, _| Ok(read.scan(&range, 1)?.is_empty()))
}

/// Whether the directory was made by the demo.
pub fn is_demo(app: &App) -> Result<bool, Failure> {
    app.view(|read, _| Ok(read.get(&demo::mark())?.is_some()))
}

/// Everything that this program gives to a site: its seed, and the places of the world, of which
/// the demo has its own.
pub fn planting(demo: bool) -> Planting {
    if demo {
        return demo::planting();
    }
    let mut planting = seed();
    planting.rows.extend(places::all(&mut stable).map(|place| Seed {
        doc_type: place.doc_type,
        id: stable(place.doc_type, &place.key),
        record: place.record,
    }));
    planting
}

/// The rows of the rules, without the places.
pub fn seed() -> Planting {
    Planting { rows: seed::seed(&mut stable), retired: seed::retired(&mut stable) }
}

/// At most so many commands wait at once.
const GROUP: usize = 512;

/// Gives a site what it lacks of a planting, once. A row that the rules refuse stays out and is
/// logged: it is tried again by the next program that brings something. On a full disk all of it
/// waits for the next start.
pub async fn plant(app: &Arc<App>, planting: &Planting) -> Result<(), Failure> {
    if app.view(|read, _| planting.is_done(read))? {
        return Ok(());
    }
    match plant_all(app, planting).await {
        Err(Failure::Full) => {
            tracing::warn!("no room for what this program brings: the next start tries again");
            Ok(())
        }
        planted => planted,
    }
}

async fn plant_all(app: &Arc<App>, planting: &Planting) -> Result<(), Failure> {
    let commands = app.view(|read, _| planting.plan(read))?;
    let mut planted = 0;
    for group in commands.chunks(GROUP) {
        let sent = group.iter().map(|command| app.carry_out(planter(), command.clone()));
        for (command, done) in group.iter().zip(join_all(sent).await) {
            match done {
                Ok(_) => planted += 1,
                Err(refused @ Failure::Refused(_)) => tell(command, &refused),
                Err(failure) => return Err(failure),
            }
        }
    }
    // No other command has the number of this entry.
    let command_id = format!("sys-planted-{}", app.store.head().seq + 1);
    let deed = CommandKind::Planted { digest: planting.digest() };
    app.carry_out(Actor::system(), Command { command_id, deed }).await?;
    if planted > 0 {
        tracing::info!(rows = planted, "planted what this program brings");
    }
    Ok(())
}

fn tell(command: &Command, refused: &Failure) {
    let did = command.did();
    let (what, id) = (did.doc_type.unwrap_or_default(), did.id.unwrap_or_default());
    tracing::warn!("{what} {id} was not planted: {refused}");
}

/// Makes the employee and returns their one-time password.
pub async fn let_in(app: &Arc<App>, person: Newcomer) -> Result<String, Failure> {
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
        let (field, missing) =
            (ScopeKind::Branch.field(), said!("there is no branch {code}", code));
        let id = app.view(|read, _| org::branch_id(read, &code))?;
        set(field, id.ok_or_else(|| Failure::malformed(field, missing))?.into());
    }
    let employee = Uuid::new_v4().to_string();
    let deed = CommandKind::Create { doc_type: STAFF_TYPE.key.to_owned(), record };
    app.carry_out(Actor::system(), Command { command_id: employee.clone(), deed }).await?;
    one_time(app, employee).await
}

/// Gives somebody a new one-time password and ends their sessions.
pub async fn new_password(app: &Arc<App>, emp_id: &str) -> Result<String, Failure> {
    let id = app.view(|read, _| value::<String>(read, &keys::login(emp_id)))?;
    let missing = || Failure::malformed("id", said!("nobody signs in as {emp_id}", emp_id));
    one_time(app, id.ok_or_else(missing)?).await
}

/// Sets a random password that must be changed at the first sign-in.
async fn one_time(app: &Arc<App>, account: String) -> Result<String, Failure> {
    let password = random()?;
    let hash = hash_anew(&password).map_err(Failure::Fault)?;
    let deed = CommandKind::SetPassword { account, hash, keep: None, must_change: true };
    let command = Command { command_id: Uuid::new_v4().to_string(), deed };
    app.carry_out(Actor::system(), command).await?;
    Ok(password)
}

/// A random password of 16 letters in groups of four: about 79 bits.
fn random() -> Result<String, Failure> {
    let mut password = String::new();
    while password.len() < 19 {
        let mut byte = [0];
        getrandom::fill(&mut byte).map_err(|error| Failure::Fault(error.to_string()))?;
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
