//! The yards of which a person sees the stock.

use crate::declare::case::Look;
use crate::declare::grant::{Place, Verb};
use crate::docs::batches::{self, BATCH};
use crate::docs::places::YARD;
use crate::error::{Code, Halt};
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::said;

/// At most so many rows of one answer.
pub const PAGE_ROWS: usize = 500;
/// A company has fewer yards.
const MANY: usize = 1_000_000;

/// The yards that a person sees stock of: those that their declared rights to it reach.
pub fn yards_seen(case: &Look) -> Result<Vec<Doc>, Halt> {
    let actor = case.actor;
    if !actor.may(&BATCH, Verb::View) || !actor.holds_any(batches::STOCK) {
        let message = "You do not have permission to view stock";
        return Err(Halt::refuse(Code::Forbidden, message));
    }
    let mut seen = Vec::new();
    for (key, bytes) in case.scan(&Range::prefix(&keys::key(&["doc", YARD.key])), MANY)? {
        let yard: Doc = parse(&key, &bytes)?;
        let place = Place { branch: yard.text("branch"), yard: Some(&yard.id), ..Place::default() };
        if actor.granted(batches::STOCK, Verb::View, &place) {
            seen.push(yard);
        }
    }
    seen.sort_by(|a, b| a.text("name").cmp(&b.text("name")));
    Ok(seen)
}

/// Whether the person sees what lies in a yard.
pub fn sees_yard(case: &Look, yard: &str) -> Result<bool, Halt> {
    Ok(yards_seen(case)?.iter().any(|doc| doc.id == yard))
}

pub fn yards_asked(case: &Look, yard: &str) -> Result<Vec<String>, Halt> {
    let seen: Vec<String> = yards_seen(case)?.into_iter().map(|doc| doc.id).collect();
    if yard.is_empty() {
        return Ok(seen);
    }
    if seen.iter().any(|id| id == yard) {
        return Ok(vec![yard.to_owned()]);
    }
    let name = case.find(YARD.key, yard)?.map(|doc| doc.title(&YARD));
    let message =
        said!("{name} is outside your access", name = name.as_deref().unwrap_or("This yard"));
    Err(Halt::refuse(Code::Scope, message))
}
