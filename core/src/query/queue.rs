//! The queue of a person: the documents that wait for their own steps, oldest first.

use std::collections::BTreeMap;

use serde_json::Value;

use super::list;
use super::walk;
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::{Role, ScopeKind, Verb};
use crate::docs::time_rules::{self, Of};
use crate::docs::{self, DocKey, parties};
use crate::error::Halt;
use crate::flow::{At, Step};
use crate::json_answer;
use crate::kept::doc::Record;
use crate::kept::keys;
use crate::kept::read::{Range, Read};
use crate::schema::{DocType, Verdict};
use crate::value::Instant;
use crate::write::index;

/// At most so many rows are shown; the counts know the rest.
pub const QUEUE_ROWS: usize = 100;

/// At most so many rows are looked at one by one, where no counter knows whose turn it is.
const LOOKED_AT: usize = 1_000;

/// A status of a type that waits for the person.
#[derive(Clone, Copy)]
struct Waiting {
    def: &'static DocType,
    status: &'static str,
    /// The role in which it waits for them.
    role: Role,
    /// Whether only their own documents wait for them.
    own: bool,
    /// At which of the document's places the person must work.
    at: At,
    /// A step carries the document forward; else its `waiting_for` says whose turn it is.
    forward: bool,
}

json_answer! {
    /// The documents that wait for a person.
    pub struct Queue {
        /// The first [`QUEUE_ROWS`] of them, the oldest first.
        pub rows: Vec<QueueRow>,
        pub total: i64,
        /// How many of each type wait.
        pub counts: BTreeMap<String, i64>,
        /// The same by type and status.
        pub by_status: BTreeMap<String, BTreeMap<String, i64>>,
    }
}

json_answer! {
    /// A document that waits for a person.
    pub struct QueueRow {
        pub doc_type as "type": DocKey,
        pub id: String,
        pub version: i64,
        pub doc_no: Option<String>,
        pub status: &'static str,
        pub since: i64,
        pub party: Option<String>,
        /// A finding of its type's rule, in words.
        pub finding: Option<String>,
        /// Whether the rule found nothing to look at.
        pub clear: bool,
        pub weight_g: Option<i64>,
        pub amount_paise: Option<i64>,
        /// Within how many hours the role is to act.
        pub sla_hours: Option<i64>,
        pub late: bool,
    }
}

/// The documents that wait for the person.
///
/// Errors: only what the reader cannot answer.
pub fn queue(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Queue, Halt> {
    let case = docs::look(read, actor, now);
    let Gathered { rows, counts, by_status, total } = gathered(&case)?;
    let rows: Result<Vec<QueueRow>, Halt> =
        rows.iter().map(|(since, waiting, row)| shown(&case, *since, waiting, row)).collect();
    Ok(Queue { rows: rows?, total, counts, by_status })
}

/// How many of each type wait: what the menu's badges show.
pub fn counts(read: &dyn Read, actor: &Actor, now: Instant) -> Result<BTreeMap<String, i64>, Halt> {
    Ok(gathered(&docs::look(read, actor, now))?.counts)
}

struct Gathered {
    /// Since when, why, and the row of the list; oldest first.
    rows: Vec<(i64, Waiting, Record)>,
    counts: BTreeMap<String, i64>,
    by_status: BTreeMap<String, BTreeMap<String, i64>>,
    total: i64,
}

fn gathered(case: &Look) -> Result<Gathered, Halt> {
    let actor = case.actor;
    let mut rows: Vec<(i64, Waiting, Record)> = Vec::new();
    let (mut counts, mut by_status) = (BTreeMap::new(), BTreeMap::new());
    let mut total = 0;
    for def in docs::ALL.iter().filter(|def| actor.may(def, Verb::View)) {
        let mut of_type: BTreeMap<String, i64> = BTreeMap::new();
        for waiting in waiting(def, actor) {
            let (count, found) = gather(case, &waiting)?;
            if count > 0 {
                of_type.insert(waiting.status.to_owned(), count);
                total += count;
            }
            for row in found {
                let since = row.get("since").and_then(Value::as_i64).unwrap_or(0);
                rows.push((since, waiting, row));
            }
        }
        let sum: i64 = of_type.values().sum();
        if sum > 0 {
            counts.insert(def.key.to_owned(), sum);
            by_status.insert(def.key.to_owned(), of_type);
        }
    }
    rows.sort_by(|a, b| (a.0, &id_of(&a.2)).cmp(&(b.0, &id_of(&b.2))));
    rows.truncate(QUEUE_ROWS);
    Ok(Gathered { rows, counts, by_status, total })
}

/// The statuses of a type that wait for this person.
fn waiting(def: &'static DocType, actor: &Actor) -> Vec<Waiting> {
    let fits = |status: &&&'static str| !def.flow.at_rest(status);
    let wait = |status: &&'static str| {
        let (steps, forward) = def.flow.carrying_on(status);
        let part = |step: &&'static Step| Some((*step, part_of(step, actor, def)?));
        let (step, (role, own, at)) = steps.iter().find_map(part)?;
        // A draft that its owner sends off waits for nobody else.
        let draft = def.flow.statuses.first() == Some(status);
        let personal = draft && step.by.iter().any(|by| by.own);
        Some(Waiting { def, status, role, own: own || personal, at, forward })
    };
    def.flow.statuses.iter().filter(fits).filter_map(wait).collect()
}

/// The role in which the person has a step, whether on their own documents only, and at which place.
fn part_of(step: &Step, actor: &Actor, def: &DocType) -> Option<(Role, bool, At)> {
    let people = || step.by.iter().filter(|by| by.role != Role::Sys);
    let mine = people().filter(|by| actor.takes(by.role, def, None)).min_by_key(|by| by.own);
    match mine {
        Some(by) => Some((by.role, by.own, by.at)),
        None if actor.takes(Role::Admin, def, None) => {
            people().next().map(|by| (by.role, false, At::Either))
        }
        None => None,
    }
}

/// How many wait, and the first of them by the type's own order.
fn gather(case: &Look, waiting: &Waiting) -> Result<(i64, Vec<Record>), Halt> {
    let def = waiting.def;
    let by_owner = waiting.own && def.scopes.contains(&ScopeKind::Owner);
    let scopes = match by_owner {
        true => owners(case.actor, def).map(|id| index::scope(ScopeKind::Owner, id)).collect(),
        false => list::scope_keys(case, def)?,
    };
    let counted = waiting.forward && (by_owner || !waiting.own) && waiting.at == At::Either;
    let most = if counted { QUEUE_ROWS } else { LOOKED_AT };
    let mut count = 0;
    let mut rows: Vec<Record> = Vec::new();
    let mut doubled = 0;
    for scope in &scopes {
        let counted: Option<i64> = case.value(&keys::count(def.key, scope, waiting.status))?;
        count += counted.unwrap_or(0);
        let status = waiting.status.to_lowercase();
        let name = index::filter_index("status");
        let prefix = keys::key(&["idx", def.key, &name, scope, &status]);
        for row in walk::rows(case, def, &case.keys(&Range::prefix(&prefix), most)?)? {
            match rows.iter().any(|known| id_of(known) == id_of(&row)) {
                true => doubled += 1,
                false => rows.push(row),
            }
        }
    }
    let all = rows.len();
    rows.retain(|row| is_mine(case.actor, waiting, row));
    let others = (all - rows.len()) as i64;
    Ok((count - doubled - others, rows))
}

fn is_mine(actor: &Actor, waiting: &Waiting, row: &Record) -> bool {
    let text = |key: &str| row.get(key).and_then(Value::as_str);
    let turn = match text("waiting_for").and_then(Role::parse) {
        Some(role) if !waiting.forward => actor.has(role) || actor.is_admin(),
        _ => true,
    };
    let owner = text("owner").unwrap_or_default();
    let [branch, yard] = [ScopeKind::Branch, ScopeKind::Yard].map(|kind| match waiting.at {
        At::Second => waiting.def.second.and_then(|second| text(second.field(kind)?)),
        _ => text(kind.field()),
    });
    let works = |place: &Actor| place.works_at(waiting.role, branch, yard);
    let here = waiting.at == At::Either || actor.everywhere(waiting.def).any(works);
    turn && here && (!waiting.own || owners(actor, waiting.def).any(|id| id == owner))
}

/// The owners whose documents a person looks after: themselves, and those they stand in for.
fn owners<'a>(actor: &'a Actor, def: &DocType) -> impl Iterator<Item = &'a str> {
    actor.everywhere(def).map(|place| place.acts_for.as_deref().unwrap_or(&place.id))
}

fn id_of(row: &Record) -> &str {
    row.get("id").and_then(Value::as_str).unwrap_or("")
}

fn shown(case: &Look, since: i64, waiting: &Waiting, row: &Record) -> Result<QueueRow, Halt> {
    let def = waiting.def;
    let sla_hours = sla(case, waiting, row)?;
    let found = finding(case, def, id_of(row))?;
    let late = sla_hours.is_some_and(|hours| case.now.0 - since > hours * 3_600_000);
    Ok(QueueRow {
        doc_type: DocKey(def.key),
        id: id_of(row).to_owned(),
        version: row.get("version").and_then(Value::as_i64).unwrap_or(0),
        doc_no: row.get("doc_no").and_then(Value::as_str).map(str::to_owned),
        status: waiting.status,
        since,
        party: parties::named(case, def, row)?,
        finding: found.as_ref().and_then(said).map(str::to_owned),
        clear: found == Some(Verdict::Clear),
        weight_g: first(case.actor, def, row, &["weight_g", "net_g"]),
        amount_paise: first(
            case.actor,
            def,
            row,
            &["payable_paise", "total_paise", "amount_paise"],
        ),
        sla_hours,
        late,
    })
}

fn finding(case: &Look, def: &'static DocType, id: &str) -> Result<Option<Verdict>, Halt> {
    let Some(of) = def.finding else { return Ok(None) };
    case.find(def.key, id)?.map(|doc| of(case, &doc)).transpose().map(Option::flatten)
}

fn said(found: &Verdict) -> Option<&str> {
    match found {
        Verdict::Clear => None,
        Verdict::Says(text) => Some(text),
    }
}

/// The first of these columns that the row has and the person sees.
fn first(actor: &Actor, def: &DocType, row: &Record, keys: &[&str]) -> Option<i64> {
    let seen = |key: &&&str| def.field(key).is_some_and(|field| actor.sees(field.guarded));
    let value = keys.iter().filter(seen).find_map(|key| row.get(*key));
    value.and_then(Value::as_i64)
}

/// Within how many hours the role is to act on this status.
fn sla(case: &Look, waiting: &Waiting, row: &Record) -> Result<Option<i64>, Halt> {
    let draft = waiting.def.flow.statuses.first() == Some(&waiting.status);
    if draft {
        return Ok(None);
    }
    let text = |key: &str| row.get(key).and_then(Value::as_str);
    let of = Of { branch: text("branch"), yard: text("yard"), ..Of::role(waiting.role) };
    time_rules::hours_of(case, "decision", &of)
}
