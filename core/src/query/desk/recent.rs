//! The documents that a person worked on lately.

use super::viewer;
use crate::declare::actor::Actor;
use crate::declare::grant::Verb;
use crate::docs;
use crate::docs::desk::{iso, picture};
use crate::docs::mails::NOTIFICATION;
use crate::docs::people::EMPLOYEE;
use crate::error::Halt;
use crate::json_answer;
use crate::kept::doc::{Doc, Event};
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};
use crate::schema::Told;
use crate::value::Instant;

/// So many lines of a document's history are looked through for comments.
const HISTORY: usize = 500;
/// The action by which people speak about a document.
const COMMENT: &str = "comment";

/// A document, and when somebody last did something with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkedOn {
    pub doc_type: String,
    pub id: String,
    pub at: Instant,
}

json_answer! {
    /// A document that a person worked on.
    pub struct RecentDoc {
        pub doc_type as "type": String,
        /// What documents of the type are called.
        pub label: &'static str,
        pub id: String,
        /// Its number, else its title.
        pub title: String,
        pub status: String,
        /// Whose it is: its owner, else whoever made it.
        pub owner: String,
        pub comments: usize,
        /// How often it was written.
        pub revision: i64,
        /// When the person last did something with it, milliseconds since 1970.
        pub worked_at: i64,
    }
}

json_answer! {
    /// The same as the template's list tells it.
    pub struct ProjectItem {
        pub id: String,
        pub email: String,
        pub user_name as "userName": String,
        pub project_name as "projectName": String,
        pub date: String,
        pub project_image as "projectImage": String,
        pub user_image as "userImage": String,
        pub comment: usize,
        pub revision: i64,
    }
}

/// Those of some documents that the person still sees, in their order; what people keep for themselves is left out.
///
/// Errors: `Forbidden` for people outside the house and accounts without rights.
pub fn recent(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    worked: &[WorkedOn],
) -> Result<Vec<RecentDoc>, Halt> {
    viewer(actor, &NOTIFICATION)?;
    let mut found = Vec::new();
    for (one, doc) in seen(read, actor, now, worked)? {
        let Some(def) = docs::find(&one.doc_type) else { continue };
        found.push(RecentDoc {
            doc_type: one.doc_type.clone(),
            label: def.label,
            id: doc.id.clone(),
            title: doc.doc_no.clone().unwrap_or_else(|| doc.title(def)),
            status: doc.status.clone(),
            owner: owner(read, &doc)?.map(|person| text(&person, "name")).unwrap_or_default(),
            comments: comments(read, &doc)?,
            revision: i64::from(doc.version),
            worked_at: one.at.0,
        });
    }
    Ok(found)
}

/// The same as the template's list.
///
/// Errors: `Forbidden` for people outside the house and accounts without rights.
pub fn projects(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    worked: &[WorkedOn],
) -> Result<Vec<ProjectItem>, Halt> {
    viewer(actor, &NOTIFICATION)?;
    let mut found = Vec::new();
    for (one, doc) in seen(read, actor, now, worked)? {
        let Some(def) = docs::find(&one.doc_type) else { continue };
        let person = owner(read, &doc)?;
        let of = |key: &str| person.as_ref().map(|person| text(person, key)).unwrap_or_default();
        found.push(ProjectItem {
            id: doc.id.clone(),
            email: of("email"),
            user_name: of("name"),
            project_name: doc.name(def),
            date: iso(one.at),
            project_image: String::new(),
            user_image: picture(person.as_ref().and_then(|person| person.text("photo"))),
            comment: comments(read, &doc)?,
            revision: i64::from(doc.version),
        });
    }
    Ok(found)
}

fn seen<'w>(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    worked: &'w [WorkedOn],
) -> Result<Vec<(&'w WorkedOn, Doc)>, Halt> {
    let look = docs::look(read, actor, now);
    let mut found = Vec::new();
    for one in worked {
        let def = docs::find(&one.doc_type).filter(|def| def.told != Told::Never);
        let Some(def) = def.filter(|def| actor.may(def, Verb::View)) else { continue };
        if let Some(doc) = look.seen(def, &one.id)? {
            found.push((one, Doc::clone(&doc)));
        }
    }
    Ok(found)
}

fn owner(read: &dyn Read, doc: &Doc) -> Result<Option<Doc>, Halt> {
    let id = doc.owner.as_deref().unwrap_or(&doc.created_by);
    Ok(read.doc(&keys::doc(EMPLOYEE.key, id))?.map(|person| Doc::clone(&person)))
}

fn text(doc: &Doc, key: &str) -> String {
    doc.text(key).unwrap_or_default().to_owned()
}

fn comments(read: &dyn Read, doc: &Doc) -> Result<usize, Halt> {
    let mut count = 0;
    for (key, bytes) in
        read.scan(&Range::prefix(&keys::key(&["hist", &doc.kind, &doc.id])), HISTORY)?
    {
        let event: Event = parse(&key, &bytes)?;
        count += usize::from(event.action == COMMENT);
    }
    Ok(count)
}
