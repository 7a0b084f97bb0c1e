//! The journal's entries as the folder holds them: each title, and behind it the rest that its hash is of.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::audit::{Title, hash};
use crate::docs;
use crate::kept::doc::{Doc, Event};
use crate::kept::keys;
use crate::schema::Kind;

/// The separator of keys as entries hold it.
const STAND_IN: char = '\u{7f}';
/// Before what is told of an entry whose rest stays out, since it holds a secret.
const TOLD: char = '~';

/// How much of an entry the folder holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderDepth {
    /// All of it: its hash covers what is shown.
    Whole,
    /// Its documents without their secrets, which no hash proves.
    Told,
    /// Its title alone: it is not of the period.
    Title,
}

/// A value that an entry wrote, by the components of its key; `None` where it removed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderChange {
    pub key: Vec<String>,
    pub value: Option<String>,
}

impl FolderChange {
    /// Whether it is of a family of keys.
    pub fn is_of(&self, family: &[&str]) -> bool {
        self.key.len() > family.len() && family.iter().zip(&self.key).all(|(is, own)| is == own)
    }
}

/// An entry of the folder.
#[derive(Clone, Debug)]
pub struct FolderEntry<'t> {
    pub title: Title<'t>,
    /// The hash of its title.
    pub hash: String,
    pub depth: FolderDepth,
    /// Documents, lines of their histories and vouchers; nothing else is shown.
    pub changes: Vec<FolderChange>,
}

#[derive(Deserialize)]
struct Rest<'a> {
    #[serde(borrow)]
    changes: BTreeMap<Cow<'a, str>, Option<&'a RawValue>>,
}

/// What is told of an entry: `None` for its title alone.
pub fn line(rest: Option<&str>) -> Result<String, String> {
    let Some(rest) = rest else { return Ok(String::new()) };
    let changes = changes(rest)?;
    match is_secret(&changes, rest) {
        false => Ok(rest.to_owned()),
        true => told(&changes),
    }
}

/// Whether an entry holds what must not leave the site: passwords, sessions, codes.
fn is_secret(changes: &[FolderChange], rest: &str) -> bool {
    changes.iter().any(|one| one.key.first().is_some_and(|own| keys::SECRET.contains(&&**own)))
        || changes.iter().any(|one| redacted(one).is_some_and(|text| Some(text) != one.value))
        || rest.contains("$argon2")
}

/// The value of a document or of a line of its history without secrets.
fn redacted(change: &FolderChange) -> Option<String> {
    let secrets = || {
        let fields = change.key.get(1).and_then(|key| docs::find(key))?.fields.iter();
        Some(fields.filter(|one| matches!(one.kind, Kind::Secret)).map(|one| one.key))
    };
    let text = change.value.as_deref()?;
    if change.is_of(&["doc"]) {
        let mut doc: Doc = serde_json::from_str(text).ok()?;
        let before = doc.record.len();
        secrets()?.for_each(|key| drop(doc.record.shift_remove(key)));
        let is_same = doc.record.len() == before;
        return if is_same { Some(text.to_owned()) } else { serde_json::to_string(&doc).ok() };
    }
    if change.is_of(&["hist"]) {
        let mut event: Event = serde_json::from_str(text).ok()?;
        let secrets: Vec<&str> = secrets()?.collect();
        let before = event.diff.len();
        event.diff.retain(|one| !secrets.contains(&one.path.as_str()));
        let is_same = event.diff.len() == before;
        return if is_same { Some(text.to_owned()) } else { serde_json::to_string(&event).ok() };
    }
    None
}

fn told(changes: &[FolderChange]) -> Result<String, String> {
    let mut shown = BTreeMap::new();
    for one in changes {
        let Some(text) = redacted(one) else { continue };
        let raw = RawValue::from_string(text).map_err(|error| error.to_string())?;
        shown.insert(stood_in(&one.key), raw);
    }
    let shown = BTreeMap::from([("changes", shown)]);
    let text = serde_json::to_string(&shown).map_err(|error| error.to_string())?;
    Ok(format!("{TOLD}{text}"))
}

fn stood_in(key: &[String]) -> String {
    let mut text = keys::COMPANY.to_owned();
    for part in key {
        text.push(STAND_IN);
        text.push_str(part);
    }
    text.push(STAND_IN);
    text
}

/// All changes of an entry's rest, which begins behind its title.
fn changes(rest: &str) -> Result<Vec<FolderChange>, String> {
    let text = match rest.strip_prefix(',') {
        Some(behind) => Cow::Owned(format!("{{{behind}")),
        None => Cow::Borrowed(rest.trim_start_matches(TOLD)),
    };
    let rest: Rest<'_> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let change = |(key, value): (Cow<'_, str>, Option<&RawValue>)| FolderChange {
        key: key.split_terminator(STAND_IN).skip(1).map(str::to_owned).collect(),
        value: value.map(|raw| raw.get().to_owned()),
    };
    Ok(rest.changes.into_iter().map(change).collect())
}

/// Reads an entry: its title, and the line that was told behind it.
///
/// # Errors
/// In words, when it cannot be read or is not what its title says.
pub fn read<'t>(title: &'t str, told: &str) -> Result<FolderEntry<'t>, String> {
    let own: Title<'t> = serde_json::from_str(title)
        .map_err(|_| "an entry has no title that can be read".to_owned())?;
    let unreadable = |_| format!("Entry {} cannot be read", own.seq);
    let depth = match told.chars().next() {
        None => FolderDepth::Title,
        Some(TOLD) => FolderDepth::Told,
        Some(_) => FolderDepth::Whole,
    };
    if depth == FolderDepth::Whole && hash(told.as_bytes()) != own.rest {
        return Err(format!("Entry {} does not hold what its title says", own.seq));
    }
    let mut found = Vec::new();
    if depth != FolderDepth::Title {
        found = changes(told).map_err(unreadable)?;
        let families: [&[&str]; 3] = [&["doc"], &["hist"], &["post", "books"]];
        found.retain(|one| families.iter().any(|family| one.is_of(family)));
    }
    Ok(FolderEntry { hash: hash(title.as_bytes()), title: own, depth, changes: found })
}

/// The entries of a piece, each as its title and what is told behind it.
pub fn lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut all = text.split('\n');
    std::iter::from_fn(move || {
        let title = all.next().filter(|title| !title.is_empty())?;
        Some((title, all.next().unwrap_or_default()))
    })
}
