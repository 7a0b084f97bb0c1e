//! What a person keeps beside the business, as the template's calls tell it.

pub mod boards;
pub mod chats;
pub mod kept;
pub mod layers;
pub mod notices;
pub mod recent;
pub mod shop;
pub mod todos;

use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::Verb;
use crate::docs::people::EMPLOYEE;
use crate::error::Halt;
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};
use crate::schema::DocType;
use crate::value::Instant;
use crate::{access, docs};

/// A company has fewer people.
const MANY: usize = 100_000;

json_answer! {
    /// Somebody of the house, as colleagues choose them.
    pub struct Colleague {
        pub id: String,
        pub name: String,
        /// The address of a picture; empty for none.
        pub avatar: String,
    }
}

impl Colleague {
    /// Somebody by their document.
    pub fn of(person: &Doc) -> Colleague {
        Colleague {
            id: person.id.clone(),
            name: person.text("name").unwrap_or_default().to_owned(),
            avatar: docs::desk::picture(person.text("photo")),
        }
    }
}

/// Refuses a person whose roles never view documents of a type.
fn viewer(actor: &Actor, def: &DocType) -> Result<(), Halt> {
    match actor.may(def, Verb::View) {
        true => Ok(()),
        false => Err(access::steps::forbidden(def, Verb::View.name())),
    }
}

/// The active people of the house by name, for whoever may have a board.
///
/// Errors: `Forbidden` for people outside the house and accounts without rights.
pub fn colleagues(read: &dyn Read, actor: &Actor, _: Instant) -> Result<Vec<Colleague>, Halt> {
    viewer(actor, &docs::desk::boards::BOARD)?;
    let range = Range::prefix(&keys::key(&["doc", EMPLOYEE.key]));
    let mut found = Vec::new();
    for (key, bytes) in read.scan(&range, MANY)? {
        let person: Doc = parse(&key, &bytes)?;
        if person.is_active() {
            found.push(Colleague::of(&person));
        }
    }
    found.sort_by(|a, b| (&a.name, &a.id).cmp(&(&b.name, &b.id)));
    Ok(found)
}

/// Somebody by their id, also one who has left.
fn colleague(look: &Look, id: &str) -> Result<Option<Colleague>, Halt> {
    Ok(look.find(EMPLOYEE.key, id)?.map(|person| Colleague::of(&person)))
}
