//! Reads of a decision: keys and values of one state, behind a trait that may not know all.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::Halt;
use crate::kept::doc::Doc;

/// One state of the store at one `seq`. Values are JSON text in UTF-8.
///
/// An implementation that cannot answer at once returns `Halt::Need` with the keys (or range
/// prefixes) it lacks; the caller fetches them and decides again from the start.
pub trait Read {
    /// The value at a key, `None` when there is none.
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Halt>;

    /// The values at several keys, in the order asked.
    fn many(&self, keys: &[String]) -> Result<Vec<Option<Vec<u8>>>, Halt> {
        keys.iter().map(|key| self.get(key)).collect()
    }

    /// At most `limit` pairs with `range.from <= key < range.to`, ascending, or descending when
    /// `range.reverse`.
    fn scan(&self, range: &Range, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Halt>;

    /// The keys of such a scan; a store that keeps values apart need not fetch them.
    fn keys(&self, range: &Range, limit: usize) -> Result<Vec<String>, Halt> {
        Ok(self.scan(range, limit)?.into_iter().map(|(key, _)| key).collect())
    }

    /// The document at a key. A store may keep what was parsed before: masters are read by every
    /// decision and seldom change.
    fn doc(&self, key: &str) -> Result<Option<Arc<Doc>>, Halt> {
        self.get(key)?.map(|bytes| parse(key, &bytes).map(Arc::new)).transpose()
    }
}

/// A half-open range of keys and the direction to walk it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub from: String,
    pub to: String,
    pub reverse: bool,
}

impl Range {
    /// Every key that begins with `prefix`.
    pub fn prefix(prefix: &str) -> Range {
        Range { from: prefix.to_owned(), to: after(prefix), reverse: false }
    }

    pub fn reversed(mut self) -> Range {
        self.reverse = true;
        self
    }
}

/// The first key behind every key that begins with `prefix`. U+10FFFF never stands in a key.
fn after(prefix: &str) -> String {
    let mut end = prefix.to_owned();
    end.push('\u{10ffff}');
    end
}

/// A reading over a map: tests, the browser's preview, and the changes pending in a group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    pub pairs: BTreeMap<String, Vec<u8>>,
}

impl Memory {
    /// Writes what was decided.
    pub fn apply(&mut self, writes: &Writes) {
        for (key, value) in writes {
            match value {
                Some(value) => self.pairs.insert(key.clone(), value.clone()),
                None => self.pairs.remove(key),
            };
        }
    }
}

impl Read for Memory {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Halt> {
        Ok(self.pairs.get(key).cloned())
    }

    fn scan(&self, range: &Range, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Halt> {
        if range.from >= range.to {
            return Ok(Vec::new());
        }
        let found = self.pairs.range(range.from.clone()..range.to.clone());
        let pair = |(key, value): (&String, &Vec<u8>)| (key.clone(), value.clone());
        Ok(if range.reverse {
            found.rev().take(limit).map(pair).collect()
        } else {
            found.take(limit).map(pair).collect()
        })
    }
}

/// Keys to write (`Some`) and to remove (`None`).
pub type Writes = BTreeMap<String, Option<Vec<u8>>>;

/// The documents among some writes, by key: who has them need not read them from their bytes.
pub type Docs = BTreeMap<String, Arc<Doc>>;

/// A pending write over a key.
pub trait Written {
    /// `None` when the key is removed.
    fn text(&self) -> Option<&Vec<u8>>;

    /// The document that the text says, if it is at hand.
    fn doc(&self) -> Option<&Arc<Doc>> {
        None
    }
}

impl Written for Option<Vec<u8>> {
    fn text(&self) -> Option<&Vec<u8>> {
        self.as_ref()
    }
}

/// A reading with writes laid over it: what the state will be once they are kept.
pub struct Overlay<'a, W = Option<Vec<u8>>, K = String> {
    pub base: &'a dyn Read,
    pub writes: &'a BTreeMap<K, W>,
}

impl<W: Written, K: Borrow<str> + Ord> Overlay<'_, W, K> {
    /// The writes in a range, in its direction, up to so many that hold a value, and what `of` makes
    /// of these.
    fn upper<T>(
        &self,
        range: &Range,
        limit: usize,
        of: impl Fn(&Vec<u8>) -> T,
    ) -> Vec<(String, Option<T>)> {
        if range.from >= range.to {
            return Vec::new();
        }
        let bounds = (Bound::Included(range.from.as_str()), Bound::Excluded(range.to.as_str()));
        let found = self.writes.range::<str, _>(bounds);
        let found = found.map(|(key, written)| (key.borrow(), written.text()));
        match range.reverse {
            true => enough(found.rev(), limit, of),
            false => enough(found, limit, of),
        }
    }
}

/// The first of some writes, up to so many that hold a value, and what `of` makes of these: what lies
/// behind them is behind the limit, whatever stands below.
pub fn enough<'w, T>(
    writes: impl Iterator<Item = (&'w str, Option<&'w Vec<u8>>)>,
    limit: usize,
    of: impl Fn(&Vec<u8>) -> T,
) -> Vec<(String, Option<T>)> {
    let mut held = 0;
    let wanted = |(_, value): &(&str, Option<&Vec<u8>>)| {
        held += usize::from(value.is_some());
        held <= limit
    };
    writes.take_while(wanted).map(|(key, value)| (key.to_owned(), value.map(&of))).collect()
}

/// What a range holds with some writes of it (see [`enough`]) over what `lower` finds up to a limit.
///
/// Errors: those of `lower`.
pub fn over<T>(
    upper: Vec<(String, Option<T>)>,
    range: &Range,
    limit: usize,
    lower: impl FnOnce(usize) -> Result<Vec<(String, T)>, Halt>,
) -> Result<Vec<(String, T)>, Halt> {
    // Every removal may hide one.
    let hidden = upper.iter().filter(|(_, value)| value.is_none()).count();
    let lower = lower(limit.saturating_add(hidden))?;
    if upper.is_empty() {
        return Ok(lower);
    }
    Ok(merge(lower, upper, range.reverse, limit))
}

/// Two sorted lists as one; of equal keys the upper counts.
fn merge<T>(
    lower: Vec<(String, T)>,
    upper: Vec<(String, Option<T>)>,
    reverse: bool,
    limit: usize,
) -> Vec<(String, T)> {
    let mut merged = Vec::with_capacity(limit.min(lower.len() + upper.len()));
    let (mut lower, mut upper) = (lower.into_iter().peekable(), upper.into_iter().peekable());
    while merged.len() < limit {
        let order = match (lower.peek(), upper.peek()) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some((low, _)), Some((up, _))) if reverse => up.cmp(low),
            (Some((low, _)), Some((up, _))) => low.cmp(up),
        };
        if order == Ordering::Less {
            merged.extend(lower.next());
            continue;
        }
        if order == Ordering::Equal {
            lower.next();
        }
        if let Some((key, Some(value))) = upper.next() {
            merged.push((key, value));
        }
    }
    merged
}

impl<W: Written, K: Borrow<str> + Ord> Read for Overlay<'_, W, K> {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Halt> {
        match self.writes.get(key) {
            Some(written) => Ok(written.text().cloned()),
            None => self.base.get(key),
        }
    }

    fn doc(&self, key: &str) -> Result<Option<Arc<Doc>>, Halt> {
        let Some(written) = self.writes.get(key) else { return self.base.doc(key) };
        match (written.text(), written.doc()) {
            (None, _) => Ok(None),
            (_, Some(doc)) => Ok(Some(doc.clone())),
            (Some(text), None) => parse(key, text).map(|doc| Some(Arc::new(doc))),
        }
    }

    fn scan(&self, range: &Range, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Halt> {
        let upper = self.upper(range, limit, Vec::clone);
        over(upper, range, limit, |limit| self.base.scan(range, limit))
    }

    fn keys(&self, range: &Range, limit: usize) -> Result<Vec<String>, Halt> {
        over_keys(self.upper(range, limit, |_| ()), range, limit, self.base)
    }
}

/// The keys of a range with some writes of it over a base.
///
/// Errors: what the base cannot answer.
pub fn over_keys(
    upper: Vec<(String, Option<()>)>,
    range: &Range,
    limit: usize,
    base: &dyn Read,
) -> Result<Vec<String>, Halt> {
    if upper.is_empty() {
        return base.keys(range, limit);
    }
    let keys = over(upper, range, limit, |limit| {
        Ok(base.keys(range, limit)?.into_iter().map(|key| (key, ())).collect())
    })?;
    Ok(keys.into_iter().map(|(key, ())| key).collect())
}

/// JSON bytes as a value.
pub fn parse<T: DeserializeOwned>(key: &str, bytes: &[u8]) -> Result<T, Halt> {
    from_bytes(bytes).map_err(|error| unreadable(key, &error))
}

/// The same for a value that keeps its texts where they are: for who reads a million of them.
pub fn parse_in_place<'a, T: Deserialize<'a>>(key: &str, bytes: &'a [u8]) -> Result<T, Halt> {
    serde_json::from_slice(bytes).map_err(|error| unreadable(key, &error))
}

fn unreadable(key: &str, error: &serde_json::Error) -> Halt {
    Halt::Fault(format!("value at {}: {error}", key.escape_debug()))
}

#[cfg(not(target_arch = "wasm32"))]
fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> serde_json::Result<T> {
    serde_json::from_slice(bytes)
}

/// A value as JSON bytes.
#[cfg(not(target_arch = "wasm32"))]
pub fn written<T: Serialize>(value: &T) -> serde_json::Result<Vec<u8>> {
    serde_json::to_vec(value)
}

/// Through one value type, so that the browser's download holds one reader of each type, not two.
#[cfg(target_arch = "wasm32")]
fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> serde_json::Result<T> {
    serde_json::from_value(serde_json::from_slice(bytes)?)
}

/// A value as JSON bytes.
#[cfg(target_arch = "wasm32")]
pub fn written<T: Serialize>(value: &T) -> serde_json::Result<Vec<u8>> {
    serde_json::to_vec(&serde_json::to_value(value)?)
}
