//! The sheet of an audit that was started: the batches that lay in its scope then, each with its counts.

use super::{COUNTING, STOCK_AUDIT, SheetLine, UNDER_WAY, in_scope, plan};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Role, ScopeKind};
use crate::docs::batches::BATCH;
use crate::docs::inwards::acts_here;
use crate::error::{Code, Halt};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::said;
use crate::value::Day;
use crate::write::within;

/// So many lines are read at a time.
const PAGE: usize = 4_096;

/// The key of a batch on the sheet of an audit.
fn line_key(audit: &str, batch: &str) -> String {
    keys::key(&["sheet", audit, batch])
}

pub fn line(look: &Look, audit: &str, batch: &str) -> Result<Option<SheetLine>, Halt> {
    look.value(&line_key(audit, batch))
}

pub fn put_line(case: &mut Case, audit: &str, batch: &str, line: &SheetLine) -> Result<(), Halt> {
    case.put(line_key(audit, batch), line)
}

/// Takes a batch off the sheet that was only put there because it was found.
pub fn remove_line(case: &mut Case, audit: &str, batch: &str) {
    case.remove(line_key(audit, batch));
}

/// Every batch of the sheet.
pub fn lines(look: &Look, audit: &str) -> Result<Vec<(String, SheetLine)>, Halt> {
    let mut range = Range::prefix(&keys::key(&["sheet", audit]));
    let mut found = Vec::new();
    loop {
        let page = look.scan(&range, PAGE)?;
        for (key, bytes) in &page {
            let batch = keys::parts(key).last().copied().unwrap_or_default().to_owned();
            found.push((batch, parse(key, bytes)?));
        }
        match page.last() {
            Some((last, _)) if page.len() == PAGE => range.from = format!("{last}\0"),
            _ => return Ok(found),
        }
    }
}

/// Only its counters and those who plan audits carry a count on.
pub fn counts_here(look: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(look, doc)?;
    let plans = look.actor.is_admin() || look.actor.has(Role::Audit);
    if plans || plan::ids(doc, "counters").iter().any(|id| look.actor.is(id)) {
        return Ok(());
    }
    Err(Halt::refuse(
        Code::Rule,
        said!("You are not among the counters of {audit}", audit = name_of(doc)),
    ))
}

pub fn name_of(audit: &Doc) -> String {
    audit.doc_no.clone().unwrap_or_else(|| "this stock audit".to_owned())
}

pub fn may_start(look: &Look, doc: &Doc) -> Result<(), Halt> {
    counts_here(look, doc)?;
    let on = doc.text("planned_on").and_then(Day::parse).unwrap_or_default();
    match on > look.today() {
        true => {
            let message = said!("The count is planned for {on}", on = on.shown());
            Err(Halt::refuse(Code::Rule, message))
        }
        false => Ok(()),
    }
}

/// The batches that lie there now are to be counted, none of them in two audits at once.
pub fn start(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let batches = in_scope(case, doc)?;
    if batches.is_empty() {
        let message = "The yard has no stock that this audit covers";
        return Err(Halt::refuse(Code::Rule, message));
    }
    let yard = doc.text("yard").unwrap_or_default().to_owned();
    for other in others(case, &yard, &doc.id)? {
        for batch in batches.keys() {
            refuse_other(case, &other, batch)?;
        }
    }
    for (batch, sku) in &batches {
        let line = SheetLine { sku: sku.clone(), ..SheetLine::default() };
        put_line(case, &doc.id, batch, &line)?;
    }
    doc.set("sheet_lines", batches.len());
    doc.set("started_at", case.now.0);
    doc.set("round", 1);
    Ok(COUNTING)
}

/// The other audits of a yard that are under way.
pub fn others(look: &Look, yard: &str, audit: &str) -> Result<Vec<Doc>, Halt> {
    let mut found = Vec::new();
    for status in UNDER_WAY {
        for id in within::ids_of(look, &STOCK_AUDIT, (ScopeKind::Yard, yard), "status", status)? {
            found.extend((id != audit).then(|| look.copy(&STOCK_AUDIT, &id)).transpose()?);
        }
    }
    Ok(found)
}

/// A difference that two audits found at once would be posted twice.
pub fn refuse_other(look: &Look, other: &Doc, batch: &str) -> Result<(), Halt> {
    if line(look, &other.id, batch)?.is_none() {
        return Ok(());
    }
    let no = look.doc(&BATCH, batch)?.title(&BATCH);
    let message = said!("Batch {no} is being counted in {audit}", no, audit = name_of(other));
    Err(Halt::refuse(Code::Rule, message))
}
