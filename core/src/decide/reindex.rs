//! Reindexing: keys derived from documents are made anew where their type's declaration is no
//! longer the one that they follow.
//!
//! Rows, sorted keys, words, unique values and counts are kept as the program of then made them, and
//! the journal gives back exactly what was written: so a later program whose declarations say
//! otherwise writes what it makes of them through the journal, too, before it does anything else.
//! Each type's shape is kept beside its keys.
//!
//! Documents may turn out to share a value that is unique by now. The first of them, in the order of
//! their ids, has it; the others are noted, keep theirs, and one of them has it when the first lets go.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::declare::case::{Case, Look};
use crate::docs;
use crate::error::Halt;
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};
use crate::schema::DocType;
use crate::write::index;

/// How much one command does, so that an entry stays small: a key that is looked at counts one.
const WORK: usize = 10_000;
/// A document counts as much as the keys that are made of it.
const OF_A_DOCUMENT: usize = 20;
/// How many keys are counted at a time.
const PAGE: usize = 4_096;

/// The families of keys in the order in which they are looked through: the documents' counts, the
/// documents, and the lists that are made of them.
const FAMILIES: [&str; 7] = ["count", "twice", "uniq", "doc", "row", "idx", "word"];
const LISTS: [&str; 3] = ["row", "idx", "word"];

/// The state of a type's keys: the shape that they follow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Made {
    shape: String,
    /// How many documents were looked at.
    documents: u64,
    /// Behind which key it goes on; none once all are made.
    #[serde(skip_serializing_if = "Option::is_none")]
    behind: Option<String>,
    /// How many keys these documents make, by what they begin with.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    wanted: BTreeMap<String, u64>,
}

fn made(read: &dyn Read, def: &DocType) -> Result<Option<Made>, Halt> {
    let key = keys::shape(def.key);
    read.get(&key)?.map(|bytes| parse(&key, &bytes)).transpose()
}

/// The types whose keys follow another declaration than today's, or none that is known.
///
/// Errors: what the reader cannot answer, or a value that cannot be read at all.
pub fn stale(read: &dyn Read) -> Result<Vec<&'static DocType>, Halt> {
    let mut found = Vec::new();
    for def in docs::ALL {
        let made = made(read, def)?;
        let whole = made.filter(|made| made.behind.is_none());
        if whole.is_none_or(|made| made.shape != index::shape(def)) {
            found.push(*def);
        }
    }
    Ok(found)
}

/// How many documents of a type were looked at when its keys were last made.
///
/// Errors: those of [`stale`].
pub fn documents(read: &dyn Read, def: &DocType) -> Result<u64, Halt> {
    Ok(made(read, def)?.map_or(0, |made| made.documents))
}

/// One sentence for each document that shares a value which should be one's alone, at most `limit`, of
/// the types whose keys follow today's declarations.
///
/// Errors: those of [`stale`].
pub fn shared(read: &dyn Read, limit: usize) -> Result<Vec<String>, Halt> {
    let stale = stale(read)?;
    let mut found = Vec::new();
    for def in docs::ALL.iter().filter(|def| stale.iter().all(|one| one.key != def.key)) {
        let range = Range::prefix(&keys::key(&["twice", def.key]));
        for key in read.keys(&range, limit - found.len())? {
            if let [_, _, name, value, id] = keys::parts(&key)[..] {
                found.push(shares(read, def, name, value, id)?);
            }
        }
    }
    Ok(found)
}

fn shares(
    read: &dyn Read,
    def: &'static DocType,
    name: &str,
    value: &str,
    id: &str,
) -> Result<String, Halt> {
    let holder = keys::unique(def.key, name, value);
    let holder: Option<String> =
        read.get(&holder)?.map(|bytes| parse(&holder, &bytes)).transpose()?;
    let title = |id: &str| -> Result<String, Halt> {
        let doc = read.doc(&keys::doc(def.key, id))?;
        Ok(doc.map_or_else(|| id.to_owned(), |doc| doc.title(def)))
    };
    let fields = index::uniqueness(def).find(|(one, _)| *one == name);
    let label = fields.and_then(|(_, fields)| def.field(fields.last()?)).map(|f| f.label);
    let (label, value) = (label.unwrap_or(name), value.replace('\u{1e}', ", "));
    let (first, other) = (title(holder.as_deref().unwrap_or_default())?, title(id)?);
    Ok(format!("{}: {first} and {other} share {label} {value}", def.label))
}

/// Does the next piece of what is to be made anew, some 500 documents; nothing where nothing is.
///
/// Errors: those of [`stale`].
pub fn decide(case: &mut Case) -> Result<(), Halt> {
    piece(case, WORK)
}

/// The same with as much work as is asked for, at least that of one document.
///
/// Errors: those of [`stale`].
pub fn piece(case: &mut Case, work: usize) -> Result<(), Halt> {
    let mut left = work.max(OF_A_DOCUMENT);
    for def in stale(case.base)? {
        let made = made(case.base, def)?.filter(|made| made.shape == index::shape(def));
        let mut making = Making { case, def, made: made.unwrap_or_else(|| Made::none(def)), left };
        left = making.go_on()?;
        if left == 0 {
            break;
        }
    }
    // Most of what is derived is as it was.
    for (key, value) in std::mem::take(&mut case.writes) {
        if case.base.get(&key)? != value {
            case.writes.insert(key, value);
        }
    }
    Ok(())
}

/// A type under way.
struct Making<'c, 'a> {
    case: &'c mut Case<'a>,
    def: &'static DocType,
    made: Made,
    /// The work left.
    left: usize,
}

impl Made {
    fn none(def: &'static DocType) -> Made {
        let shape = index::shape(def);
        Made { shape, documents: 0, behind: None, wanted: BTreeMap::new() }
    }
}

impl Making<'_, '_> {
    /// The work left after the type; nothing if it ended within.
    fn go_on(&mut self) -> Result<usize, Halt> {
        let last = self.made.behind.take().unwrap_or_default();
        let family = keys::parts(&last).first().copied().unwrap_or_default();
        let at = FAMILIES.iter().position(|one| *one == family).unwrap_or(0);
        for family in &FAMILIES[at..] {
            let mut range = Range::prefix(&keys::key(&[family, self.def.key]));
            if last > range.from && last < range.to {
                range.from = format!("{last}\0");
            }
            let ended = match *family {
                // The documents make these from nothing.
                "count" | "twice" => self.walk(range, 1, |this, key| this.look(key, None))?,
                "uniq" => self.walk(range, 1, |this, key| {
                    let holder = this.case.value::<String>(key)?;
                    this.look(key, holder.as_deref())
                })?,
                "doc" => self.documents(range)?,
                _ => self.lists(range, &last)?,
            };
            if !ended {
                self.left = 0;
                break;
            }
        }
        if self.made.behind.is_none() {
            self.made.wanted.clear();
        }
        self.case.put(keys::shape(self.def.key), &self.made)?;
        Ok(self.left)
    }

    /// Looks at the keys of a range as long as there is work left; whether it came to the end.
    fn walk(
        &mut self,
        range: Range,
        costs: usize,
        mut look: impl FnMut(&mut Self, &str) -> Result<(), Halt>,
    ) -> Result<bool, Halt> {
        let most = self.left / costs;
        let found = self.case.keys(&range, most)?;
        for key in &found {
            look(self, key)?;
        }
        if found.len() == most {
            self.made.behind = Some(found.last().cloned().unwrap_or(range.from));
            return Ok(false);
        }
        self.left -= found.len() * costs;
        Ok(true)
    }

    /// Makes what the documents make.
    fn documents(&mut self, range: Range) -> Result<bool, Halt> {
        let ended = self.walk(range, OF_A_DOCUMENT, |this, key| {
            this.made.documents += 1;
            let doc = this.case.base.doc(key)?;
            doc.map_or(Ok(()), |doc| index::write_anew(this.case, this.def, &doc))
        })?;
        for family in LISTS {
            let range = Range::prefix(&keys::key(&[family, self.def.key]));
            for key in self.case.writes.range(range.from..range.to).map(|(key, _)| key) {
                *self.made.wanted.entry(list_of(key)).or_default() += 1;
            }
        }
        Ok(ended)
    }

    /// Takes out what no document makes. By now everything stands that the documents make: a list with
    /// as many keys holds nothing else, and its documents need not be read once more.
    fn lists(&mut self, mut range: Range, last: &str) -> Result<bool, Halt> {
        while let Some(key) = self.case.keys(&range, 1)?.pop() {
            let list = list_of(&key);
            let whole = Range::prefix(&list);
            let wanted = self.made.wanted.get(&list).copied().unwrap_or(0);
            let begun = last.starts_with(&list);
            if begun || count(self.case, whole.clone())? != wanted {
                let rest = Range { from: range.from, ..whole.clone() };
                let ended = self.walk(rest, 1, |this, key| {
                    let id = keys::parts(key).last().copied().unwrap_or_default();
                    this.look(key, if wanted == 0 { None } else { Some(id) })
                })?;
                if !ended {
                    return Ok(false);
                }
            }
            range.from = whole.to;
        }
        Ok(true)
    }

    /// Takes a key out unless it is of a document that makes it.
    fn look(&mut self, key: &str, id: Option<&str>) -> Result<(), Halt> {
        let doc = match id {
            Some(id) => self.case.base.doc(&keys::doc(self.def.key, id))?,
            None => None,
        };
        if !doc.is_some_and(|doc| index::makes(self.def, &doc, key)) {
            self.case.remove(key.to_owned());
        }
        Ok(())
    }
}

/// The prefix of one list's keys: those of one sort or filter, all rows, all words.
fn list_of(key: &str) -> String {
    let parts = keys::parts(key);
    let named = if parts.first() == Some(&"idx") { 3 } else { 2 };
    keys::key(&parts[..named.min(parts.len())])
}

fn count(case: &Look, mut range: Range) -> Result<u64, Halt> {
    let mut count = 0;
    loop {
        let page = case.keys(&range, PAGE)?;
        count += page.len() as u64;
        match page.last() {
            Some(last) if page.len() == PAGE => range.from = format!("{last}\0"),
            _ => return Ok(count),
        }
    }
}
