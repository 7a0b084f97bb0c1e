//! Matrices of a type's states, actions and roles, as they are written down in `tests/matrices`.

use std::fmt::Write;

use crate::support::{COLUMNS, World};
use godown_core::access::steps;
use godown_core::declare::grant::{Role, Verb};
use godown_core::docs;
use godown_core::error::{Code, Halt};
use godown_core::kept::doc::Doc;
use godown_core::query;
use godown_core::schema::DocType;

/// A site with one document of the type in a status.
pub type Station = (World, String);

/// What each role gets of each action in each status.
pub fn text(def: &'static DocType, station: impl Fn(&str) -> Station) -> String {
    text_of(def, COLUMNS, station)
}

/// The same for people of its own.
pub fn text_of(
    def: &'static DocType,
    people: &[&str],
    station: impl Fn(&str) -> Station,
) -> String {
    let mut text = String::new();
    for status in def.flow.statuses {
        let (world, id) = station(status);
        let doc = world.site.read(|look| look.copy(def, &id));
        assert_eq!(&doc.status, status);
        writeln!(text, "{status}").unwrap();
        write!(text, "  {:20}", "").unwrap();
        people.iter().for_each(|column| write!(text, "{column:7}").unwrap());
        text.truncate(text.trim_end().len());
        text.push('\n');
        for action in def.flow.action_names() {
            write!(text, "  {action:20}").unwrap();
            for column in people {
                write!(text, "{:7}", cell(&world, def, &doc, action, column)).unwrap();
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text.push('\n');
    }
    text
}

/// `+` where the step is offered, `-` where it is the role's and its guard refuses, else the status of
/// the refusal.
fn cell(world: &World, def: &'static DocType, doc: &Doc, action: &str, who: &str) -> String {
    let actor = world.who(who);
    let look = docs::look(&world.site.memory, &actor, world.site.now);
    let seen = actor.covers(def, Verb::View, doc);
    if !seen && !actor.has(Role::Sys) {
        return "404".to_owned();
    }
    let allowed = steps::allowed(&look, def, doc, action);
    if !actor.has(Role::Sys) {
        let view = query::view(&world.site.memory, &actor, world.site.now, def.key, &doc.id);
        let view = view.unwrap().value().unwrap();
        let button = view["actions"].as_array().unwrap().iter().find(|one| one["action"] == action);
        let offered = button.is_some_and(|one| one["allowed"] == true);
        assert_eq!(offered, allowed.is_ok(), "{} {action} by {who}", doc.status);
    }
    match allowed {
        Ok(_) => "+".to_owned(),
        Err(Halt::Refused(refused)) => match refused.issues[0].code {
            Code::Forbidden | Code::BadState => refused.status().to_string(),
            _ => "-".to_owned(),
        },
        Err(other) => panic!("{other:?}"),
    }
}

/// Holds a text to the file of its name; `UPDATE=1` writes it.
pub fn written_down(name: &str, text: &str) {
    let path = format!("{}/tests/matrices/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var("UPDATE").is_ok() {
        std::fs::write(&path, text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), text, "UPDATE=1 rewrites it");
}
