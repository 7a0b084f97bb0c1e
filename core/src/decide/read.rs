//! What a decision may look at: keys and values of one state, behind a trait that may not know all.

use std::collections::BTreeMap;

use crate::error::Halt;

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

/// A reading with writes laid over it: what the state will be once they are kept.
pub struct Overlay<'a> {
    pub base: &'a dyn Read,
    pub writes: &'a Writes,
}

impl Read for Overlay<'_> {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Halt> {
        match self.writes.get(key) {
            Some(value) => Ok(value.clone()),
            None => self.base.get(key),
        }
    }

    fn scan(&self, range: &Range, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Halt> {
        if range.from >= range.to {
            return Ok(Vec::new());
        }
        let over: Vec<_> = self.writes.range(range.from.clone()..range.to.clone()).collect();
        // Every removal may hide one pair of the base, so that many more are read.
        let removed = over.iter().filter(|(_, value)| value.is_none()).count();
        let mut merged: BTreeMap<String, Vec<u8>> =
            self.base.scan(range, limit.saturating_add(removed))?.into_iter().collect();
        for (key, value) in over {
            match value {
                Some(value) => merged.insert(key.clone(), value.clone()),
                None => merged.remove(key),
            };
        }
        Ok(if range.reverse {
            merged.into_iter().rev().take(limit).collect()
        } else {
            merged.into_iter().take(limit).collect()
        })
    }
}
