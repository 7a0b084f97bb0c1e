//! The audit as people read it: who did what when, to what, newest first.

use crate::access::pages::page;
use crate::audit::{DEEDS, words};
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::{Role, Verb};
use crate::docs::{self, accounts};
use crate::error::{Code, Halt};
use crate::json_answer;
use crate::table::cell::{Cell, instant_text};
use crate::value::{Day, IST_MINUTES, Instant};
use crate::write::command::Did;

/// The filter of entries; empty fields leave nothing out.
#[derive(Clone, Debug, Default)]
pub struct AuditFilter {
    pub actor: String,
    pub doc_type: String,
    pub id: String,
    pub deed: String,
    pub from: Option<Day>,
    pub to: Option<Day>,
}

impl AuditFilter {
    pub fn fits(&self, time: i64, actor: &str, did: &Did) -> bool {
        let same = |wanted: &str, is: Option<&str>| wanted.is_empty() || is == Some(wanted);
        let day = Instant(time).day_in(IST_MINUTES);
        same(&self.actor, Some(actor))
            && same(&self.doc_type, did.doc_type.as_deref())
            && same(&self.id, did.id.as_deref())
            && (same(&self.deed, Some(&did.deed)) || same(&self.deed, did.action.as_deref()))
            && self.from.is_none_or(|from| day >= from)
            && !self.is_past(time)
    }

    /// Whether an entry of this time is later than what is wanted.
    pub fn is_past(&self, time: i64) -> bool {
        self.to.is_some_and(|to| Instant(time).day_in(IST_MINUTES) > to)
    }

    /// Whether everything up to an entry of this time is earlier than what is wanted.
    pub fn is_before(&self, time: i64) -> bool {
        self.from.is_some_and(|from| Instant(time).day_in(IST_MINUTES) < from)
    }
}

json_answer! {
    /// One entry of the journal, and the document that it was about.
    #[derive(PartialEq)]
    pub struct AuditRow {
        pub seq: u64,
        pub time: i64,
        /// The account that did it.
        pub actor: String,
        pub actor_name: String,
        pub what: String,
        pub doc_type as "type": Option<String>,
        pub type_label: &'static str,
        pub id: Option<String>,
        /// The document's number or name, while it is there and the person may see it.
        pub name: String,
        pub command_id: String,
    }
}

/// The heads of [`AuditRow::cells`].
pub const HEADS: &[&str] =
    &["Entry", "When", "Who", "What", "Type", "Document", "Document id", "Command id"];

impl AuditRow {
    pub fn cells(&self) -> Vec<Cell> {
        let text = |text: &str| match text {
            "" => Cell::Empty,
            text => Cell::Text(text.to_owned()),
        };
        vec![
            Cell::Number { value: i64::try_from(self.seq).unwrap_or(i64::MAX), places: 0 },
            Cell::Text(instant_text(Instant(self.time))),
            text(&self.actor_name),
            text(&self.what),
            text(self.type_label),
            text(&self.name),
            text(self.id.as_deref().unwrap_or_default()),
            text(&self.command_id),
        ]
    }
}

/// The commands that a filter can name: the kinds of commands, and the steps of a type.
pub fn deeds(doc_type: &str) -> Vec<(&'static str, &'static str)> {
    let mut all = DEEDS.to_vec();
    for step in docs::find(doc_type).into_iter().flat_map(|def| def.flow.steps) {
        if !all.iter().any(|(key, _)| *key == step.action) {
            all.push((step.action, step.label));
        }
    }
    all
}

/// Whether the actor may read the audit, or export it as a file.
///
/// Errors: `Forbidden` for everybody else.
pub fn may_read(actor: &Actor, as_file: bool) -> Result<(), Halt> {
    let opens = page("audit").is_some_and(|page| match as_file {
        true => actor.opens(page) && actor.exports(page),
        false => actor.opens(page),
    });
    match opens {
        true => Ok(()),
        false => {
            let message = "You do not have permission to read the audit";
            Err(Halt::refuse(Code::Forbidden, message))
        }
    }
}

/// An entry as the person sees it.
pub fn row(
    case: &Look,
    (seq, time): (u64, i64),
    actor: &str,
    command_id: &str,
    did: &Did,
) -> Result<AuditRow, Halt> {
    let def = did.doc_type.as_deref().and_then(docs::find);
    let name = match (def, &did.id) {
        (Some(def), Some(id)) => {
            let doc = case.find(def.key, id)?;
            let seen = doc.filter(|doc| case.actor.covers(def, Verb::View, doc));
            seen.map(|doc| doc.doc_no.clone().unwrap_or_else(|| doc.title(def))).unwrap_or_default()
        }
        (None, Some(id)) => accounts::title(case, id)?,
        _ => String::new(),
    };
    let actor_name = match actor {
        "" => Role::Sys.label().to_owned(),
        id if id == Role::Sys.name() => Role::Sys.label().to_owned(),
        id => accounts::title(case, id)?,
    };
    Ok(AuditRow {
        seq,
        time,
        actor: actor.to_owned(),
        actor_name,
        what: words(did).to_owned(),
        doc_type: did.doc_type.clone(),
        type_label: def.map_or("", |def| def.label),
        id: did.id.clone(),
        name,
        command_id: command_id.to_owned(),
    })
}
