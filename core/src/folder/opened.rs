//! A folder as its page has it open: the lists that were loaded, and the entries that a document is drawn from.

use std::collections::BTreeMap;

use serde::Serialize;

use super::books::FolderBooks;
use super::check::{self, FolderCheck};
use super::entries::{self, FolderDepth};
use super::index::{FolderRow, FolderVoucher};
use super::page::{self, FolderDocument, FolderNames, FolderTable};
use super::sums::FolderFinding;
use super::{FolderHead, VERSION};
use crate::docs;
use crate::kept::doc::{Doc, Event};
use crate::ledger::books::PARTIES;
use crate::schema::DocType;
use crate::value::{Day, grouped};

/// A line of the page's menu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FolderEntryPoint {
    pub key: String,
    pub label: String,
    pub count: String,
    /// The pieces that its list is read from.
    pub pieces: Vec<String>,
}

/// What the page shows first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FolderOverview {
    pub title: String,
    pub period: String,
    pub made: String,
    pub types: Vec<FolderEntryPoint>,
    /// The pieces of names, and those of vouchers.
    pub names: Vec<String>,
    pub vouchers: Vec<String>,
    /// The months of the period, each with its first and last day.
    pub months: Vec<(String, Day, Day)>,
    pub attachments: String,
}

/// An open folder.
pub struct OpenedFolder {
    head: FolderHead,
    names: FolderNames,
    rows: BTreeMap<String, Vec<FolderRow>>,
    books: FolderBooks,
    entries: BTreeMap<String, String>,
}

impl OpenedFolder {
    /// Opens a folder by the text of its head.
    ///
    /// # Errors
    /// In words, when it is no head or one of another version.
    pub fn open(head: &str) -> Result<OpenedFolder, String> {
        let head: FolderHead =
            serde_json::from_str(head).map_err(|_| "data/head.js cannot be read")?;
        if head.v != VERSION {
            return Err(format!(
                "The folder is of version {}, which this page does not know",
                head.v
            ));
        }
        let mut names = FolderNames::default();
        head.files.iter().for_each(|file| names.file(&file.id, &file.name, &file.path));
        let books = FolderBooks { opening: head.opening.clone(), ..FolderBooks::default() };
        let (rows, entries) = (BTreeMap::new(), BTreeMap::new());
        Ok(OpenedFolder { head, names, rows, books, entries })
    }

    /// A check of the folder.
    pub fn check(&self) -> FolderCheck {
        FolderCheck::new(self.head.clone())
    }

    pub fn overview(&self) -> FolderOverview {
        let point = |one: &super::FolderType| {
            let def = docs::find(&one.key)?;
            let pieces = one.pieces.iter().map(|piece| piece.name.clone()).collect();
            let count = grouped(i64::try_from(one.count).unwrap_or(i64::MAX));
            Some(FolderEntryPoint {
                key: one.key.clone(),
                label: def.plural.to_owned(),
                count,
                pieces,
            })
        };
        let mut types: Vec<FolderEntryPoint> = self.head.types.iter().filter_map(point).collect();
        types.sort_by(|one, other| one.label.cmp(&other.label));
        let named =
            |pieces: &[super::FolderPiece]| pieces.iter().map(|piece| piece.name.clone()).collect();
        FolderOverview {
            title: self.head.site.clone(),
            period: format!("{} to {}", self.head.from.shown(), self.head.to.shown()),
            made: check::made(self.head.made),
            types,
            names: named(&self.head.names),
            vouchers: named(&self.head.vouchers),
            months: months(self.head.from, self.head.to),
            attachments: grouped(i64::try_from(self.head.files.len()).unwrap_or(i64::MAX)),
        }
    }

    /// Takes a piece that was loaded.
    ///
    /// # Errors
    /// The finding, when it is not the piece that the head names; it is not used then.
    pub fn take(&mut self, name: &str, text: &str) -> Result<(), FolderFinding> {
        check::known(&self.head, name, text)?;
        let unreadable = || FolderFinding::new(&check::path(name), "cannot be read");
        let is_of = |pieces: &[super::FolderPiece]| pieces.iter().any(|piece| piece.name == name);
        if is_of(&self.head.entries) {
            self.entries.insert(name.to_owned(), text.to_owned());
        } else if is_of(&self.head.vouchers) {
            for line in text.lines() {
                let one = FolderVoucher::read(line).ok_or_else(unreadable)?;
                self.books.vouchers.insert(one.number, one);
            }
        } else if is_of(&self.head.names) {
            for line in text.lines() {
                let (kind, id, own): (String, String, String) =
                    serde_json::from_str(line).map_err(|_| unreadable())?;
                self.names.name(&kind, &id, &own);
            }
        } else if let Some(of) = self.head.types.iter().find(|one| is_of(&one.pieces)) {
            let rows: Result<Vec<FolderRow>, _> = text.lines().map(serde_json::from_str).collect();
            let rows = rows.map_err(|_| unreadable())?;
            self.rows.entry(of.key.clone()).or_default().extend(rows);
        }
        Ok(())
    }

    /// The documents of the loaded lists that hold every word which was typed, the last changed first: of one type, or
    /// of all where none is named. A part of `count` lines behind the first `from`.
    pub fn list(&self, kind: &str, typed: &str, from: usize, count: usize) -> FolderTable {
        let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
        let mut found = Vec::new();
        for (key, rows) in self.rows.iter().filter(|(key, _)| kind.is_empty() || *key == kind) {
            let Some(def) = docs::find(key) else { continue };
            let lines = rows.iter().map(|row| (row.at, page::row(def, row, &self.names), def));
            found.extend(lines.filter(|(_, line, def)| {
                let mut text = def.label.to_lowercase();
                for cell in &line.cells {
                    text.push(' ');
                    text.push_str(&cell.text.to_lowercase());
                }
                words.iter().all(|word| text.contains(word))
            }));
        }
        found.sort_by_key(|(at, ..)| std::cmp::Reverse(*at));
        let total = found.len();
        let part = found.into_iter().skip(from).take(count);
        match docs::find(kind) {
            Some(def) => {
                let lines = part.map(|(_, line, _)| line).collect();
                FolderTable {
                    title: def.plural.to_owned(),
                    columns: page::columns(def),
                    lines,
                    total,
                }
            }
            None => {
                let mixed = |(_, line, def): (i64, page::FolderLine, &DocType)| mixed(line, def);
                let columns = ["Type", "Number or name", "Status", "Last change"]
                    .map(page::FolderColumn::text);
                let lines = part.map(mixed).collect();
                FolderTable {
                    title: "Documents".to_owned(),
                    columns: columns.to_vec(),
                    lines,
                    total,
                }
            }
        }
    }

    fn row(&self, kind: &str, id: &str) -> Option<&FolderRow> {
        self.rows.get(kind)?.iter().find(|row| row.id == id)
    }

    /// The pieces of entries that a document is drawn from; those of others are let go.
    pub fn needs(&mut self, kind: &str, id: &str) -> Vec<String> {
        let seqs = self.row(kind, id).map(|row| row.entries.clone()).unwrap_or_default();
        let holds = |piece: &&super::FolderPiece| {
            seqs.iter().any(|seq| (piece.first..=piece.last).contains(seq))
        };
        let needed: Vec<String> =
            self.head.entries.iter().filter(holds).map(|piece| piece.name.clone()).collect();
        self.entries.retain(|name, _| needed.contains(name));
        needed.into_iter().filter(|name| !self.entries.contains_key(name)).collect()
    }

    /// A document with its history, drawn from the entries that hold it. `None` when the folder does not list it.
    ///
    /// # Errors
    /// In words, when an entry does not hold what its title says.
    pub fn document(&self, kind: &str, id: &str) -> Result<Option<FolderDocument>, String> {
        let Some((row, def)) = self.row(kind, id).zip(docs::find(kind)) else { return Ok(None) };
        let mut told = FolderDocument {
            title: row.no.clone().unwrap_or_else(|| row.title.clone()),
            label: def.label.to_owned(),
            status: if row.gone { "Removed".to_owned() } else { row.status.clone() },
            earlier: row.before,
            ..FolderDocument::default()
        };
        for (title, line) in self.entries.values().flat_map(|text| entries::lines(text)) {
            if !row.entries.iter().any(|seq| title.contains(&format!("\"seq\":{seq},"))) {
                continue;
            }
            let entry = entries::read(title, line)?;
            let source = (entry.title.seq, entry.hash.as_str(), entry.depth == FolderDepth::Whole);
            for change in &entry.changes {
                let own = change.key.get(1).is_some_and(|own| own == kind)
                    && change.key.get(2).is_some_and(|own| own == id);
                let Some(text) = change.value.as_deref().filter(|_| own) else { continue };
                if change.is_of(&["doc"]) {
                    let doc: Doc = serde_json::from_str(text).map_err(|error| error.to_string())?;
                    (told.facts, told.tables) = page::record(def, &doc.record, &self.names);
                } else if change.is_of(&["hist"]) {
                    let event: Event =
                        serde_json::from_str(text).map_err(|error| error.to_string())?;
                    told.history.push(page::step(def, &event, source, &self.names));
                }
            }
        }
        Ok(Some(told))
    }

    pub fn trial_balance(&self) -> FolderTable {
        self.books.trial_balance()
    }

    /// The accounts of a type of parties; none of what is no such type.
    pub fn parties(&self, kind: &str) -> Option<FolderTable> {
        PARTIES.iter().any(|(own, ..)| *own == kind).then(|| self.books.parties(kind, &self.names))
    }

    pub fn ledger(&self, account: &str) -> FolderTable {
        self.books.ledger(account, &self.names)
    }

    /// The vouchers of some days, both among them.
    pub fn day_book(&self, from: Day, to: Day) -> FolderTable {
        self.books.day_book((from, to), &self.names)
    }
}

fn mixed(mut line: page::FolderLine, def: &DocType) -> page::FolderLine {
    let last = line.cells.pop().unwrap_or_default();
    line.cells.truncate(2);
    line.cells.insert(0, page::FolderText::plain(def.label));
    line.cells.push(last);
    line
}

/// The months that a period touches, each cut to it.
fn months(from: Day, to: Day) -> Vec<(String, Day, Day)> {
    let mut months = Vec::new();
    let mut first = from;
    while first <= to {
        let (year, month, _) = first.civil();
        let (next_year, next_month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
        let Some(next) = Day::from_civil(next_year, next_month, 1) else { break };
        months.push((format!("{month:02}-{year}"), first, next.plus(-1).min(to)));
        first = next;
    }
    months
}
