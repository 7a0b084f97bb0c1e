//! The audit: the journal's entries as rows and as a file, and their titles for whoever follows the chain.

use godown_core::declare::actor::Actor;
use godown_core::declare::case::Look;
use godown_core::docs;
use godown_core::error::{Code, Halt, Issue, Refused};
use godown_core::json_answer;
use godown_core::query::audit::{self, AuditFilter, AuditRow, HEADS};
use godown_core::query::desk::recent::WorkedOn;
use godown_core::said;
use godown_core::table::book::Out;
use godown_core::table::cell::Cell;
use godown_core::value::{Day, Instant};
use godown_core::write::command::Did;

use super::export;
use crate::app::{App, Work};
use crate::call::ask::{Ask, Query};
use crate::call::reply::{Answer, Problem, Reply};
use crate::failure::Failure;
use crate::pool::stand_back;
use crate::store::Kept;

pub const AUDIT_QUERY: &[&str] = &["actor", "type", "id", "deed", "from", "to", "before", "limit"];
pub const TITLES_QUERY: &[&str] = &["since"];

/// Titles, one a line.
pub const LINES: &str = "application/x-ndjson";

const ROWS: usize = 100;
const MOST_ROWS: usize = 500;
const TITLES: usize = 5_000;
/// More rows are in no file: whoever needs them asks for fewer days at a time.
const FILE_ROWS: usize = 100_000;
/// Entries are read backwards in parts of so many.
const PART: u64 = 1_000;
/// One answer looks through so many entries; where it ended is told.
const LOOKED_AT: u64 = 20_000;

json_answer! {
    /// A page of the audit, newest first.
    pub struct AuditPage {
        rows: Vec<AuditRow>,
        /// The entry to go on before; null when there are no more.
        before: Option<u64>,
        head: JournalHead,
        /// The commands that the filter can name, each with its words.
        deeds: Vec<(&'static str, &'static str)>,
    }
}

json_answer! {
    /// The journal's last entry.
    pub struct JournalHead {
        seq: u64,
        hash: String,
        time: i64,
    }
}

/// One entry as the audit page shows it.
struct Found {
    at: (u64, i64),
    actor: String,
    command_id: String,
    did: Did,
}

impl Found {
    fn of(kept: Kept) -> Found {
        let (at, entry) = ((kept.seq, kept.entry.time), kept.entry);
        Found { at, actor: entry.actor, command_id: entry.command_id, did: entry.did }
    }

    fn fits(&self, wanted: &AuditFilter) -> bool {
        wanted.fits(self.at.1, &self.actor, &self.did)
    }

    fn row(&self, case: &Look) -> Result<AuditRow, Halt> {
        audit::row(case, self.at, &self.actor, &self.command_id, &self.did)
    }
}

/// The audit trail, newest first: one page with the entry to go on before, or a file.
pub async fn rows(mut ask: Ask) -> Result<Answer<AuditPage>, Problem> {
    let person = ask.person()?;
    let media = export::wanted(&ask);
    audit::may_read(&person.actor, media.is_some())?;
    let query = ask.query(AUDIT_QUERY, &[])?;
    let wanted = wanted(&query)?;
    let head = ask.app.store.head();
    let before = query.number("before", head.seq + 1, u64::MAX)?;
    let limit = query.rows("limit", ROWS, MOST_ROWS)?.max(1);
    let (app, actor) = (ask.app.clone(), person.actor.clone());
    let work = move || -> Result<Answer<AuditPage>, Problem> {
        if let Some(media) = media {
            stand_back();
            let found = whole(&app, &wanted)?;
            let bytes = file(&app, &actor, media, &found)?;
            return Ok(Answer::other(export::named("Audit", media, bytes)));
        }
        let (found, next) = back(&app, &wanted, before.min(head.seq + 1), LOOKED_AT, limit)?;
        let rows = app.view(|read, now| {
            let case = docs::look(read, &actor, now);
            found.iter().map(|one| one.row(&case)).collect::<Result<Vec<_>, _>>()
        })?;
        let head = JournalHead { seq: head.seq, hash: head.hash.to_string(), time: head.time };
        let deeds = audit::deeds(&wanted.doc_type);
        Ok(Answer::json(&AuditPage { rows, before: next, head, deeds }))
    };
    let kind = if media.is_some() { Work::Export } else { Work::Read };
    ask.app.blocking(kind, &person.actor.id, work).await?
}

/// The titles of entries in their order, from which the chain of hashes can be followed.
pub async fn titles(mut ask: Ask) -> Result<Reply, Problem> {
    let person = ask.person()?;
    audit::may_read(&person.actor, false)?;
    let query = ask.query(TITLES_QUERY, &[])?;
    let since = query.number("since", 0, u64::MAX)?;
    let app = ask.app.clone();
    let work = move || -> Result<Reply, Problem> {
        let mut lines = String::new();
        for kept in app.store.entries(since.min(app.store.head().seq))?.take(TITLES) {
            lines.push_str(&kept?.title());
            lines.push('\n');
        }
        Ok(Reply::of(200, LINES, lines))
    };
    ask.app.blocking(Work::Read, &person.actor.id, work).await?
}

fn wanted(query: &Query) -> Result<AuditFilter, Problem> {
    let text = |name: &str| query.text(name).to_owned();
    let day = |name: &str| match query.text(name) {
        "" => Ok(None),
        text => Day::parse(text).map(Some).ok_or_else(|| {
            let message = said!("{name} must be a day, as 2026-04-01", name);
            let issue = Issue::new(name, Code::Input, message);
            Problem::refused(Refused { issues: vec![issue] })
        }),
    };
    Ok(AuditFilter {
        actor: text("actor"),
        doc_type: text("type"),
        id: text("id"),
        deed: text("deed"),
        from: day("from")?,
        to: day("to")?,
    })
}

/// The newest that fit before an entry, and the entry to go on before unless there are none.
fn back(
    app: &App,
    wanted: &AuditFilter,
    before: u64,
    looked_at: u64,
    limit: usize,
) -> Result<(Vec<Found>, Option<u64>), Problem> {
    let mut found = Vec::new();
    let mut end = before.saturating_sub(1);
    let last = end.saturating_sub(looked_at);
    while end > last {
        let start = end.saturating_sub(PART);
        let count = usize::try_from(end - start).unwrap_or(usize::MAX);
        let part = app.store.entries(start)?.take(count).map(|kept| kept.map(Found::of));
        let part = part.collect::<Result<Vec<_>, _>>()?;
        if part.last().is_some_and(|newest| wanted.is_before(newest.at.1)) {
            return Ok((found, None));
        }
        for one in part.into_iter().rev().filter(|one| one.fits(wanted)) {
            let seq = one.at.0;
            found.push(one);
            if found.len() == limit {
                return Ok((found, Some(seq).filter(|seq| *seq > 1)));
            }
        }
        end = start;
    }
    Ok((found, Some(end + 1).filter(|next| *next > 1)))
}

/// So many commands of a person are looked through for the documents that they worked on.
const WORKED: usize = 400;
/// Among so many commands of everybody: the page is opened often, and each is read whole.
const WORKED_AMONG: u64 = 5_000;

/// The documents that a person's last commands were about, each once, the last first.
pub fn worked_on(app: &App, person: &str) -> Result<Vec<WorkedOn>, Problem> {
    let wanted = AuditFilter { actor: person.to_owned(), ..AuditFilter::default() };
    let (done, _) = back(app, &wanted, app.store.head().seq + 1, WORKED_AMONG, WORKED)?;
    let mut found: Vec<WorkedOn> = Vec::new();
    for one in done {
        let (Some(doc_type), Some(id)) = (one.did.doc_type, one.did.id) else { continue };
        if found.iter().all(|known| known.id != id || known.doc_type != doc_type) {
            found.push(WorkedOn { doc_type, id, at: Instant(one.at.1) });
        }
    }
    Ok(found)
}

/// All that fit, oldest first.
fn whole(app: &App, wanted: &AuditFilter) -> Result<Vec<Found>, Problem> {
    let mut found = Vec::new();
    for kept in app.store.entries(0)? {
        let one = Found::of(kept?);
        if wanted.is_past(one.at.1) {
            break;
        }
        if one.fits(wanted) {
            found.push(one);
        }
        if found.len() > FILE_ROWS {
            let message =
                said!("A file holds up to {most} entries. Select fewer days", most = FILE_ROWS);
            return Err(Problem::new(422, "too_long", message));
        }
    }
    Ok(found)
}

/// So many rows are read while commits wait.
const READ: usize = 50;

fn file(app: &App, actor: &Actor, media: &str, found: &[Found]) -> Result<Vec<u8>, Failure> {
    let mut out = Out::stream(media, "Audit").map_err(Failure::Fault)?;
    let heads: Vec<Cell> = HEADS.iter().map(|head| Cell::Text((*head).to_owned())).collect();
    out.row(&heads).map_err(Failure::Fault)?;
    for part in found.chunks(READ) {
        let rows = app.view(|read, now| {
            let case = docs::look(read, actor, now);
            part.iter().map(|one| one.row(&case)).collect::<Result<Vec<_>, _>>()
        })?;
        rows.iter().try_for_each(|row| out.row(&row.cells())).map_err(Failure::Fault)?;
    }
    out.finish().map_err(Failure::Fault)
}
