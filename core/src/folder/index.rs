//! Lists and vouchers that follow from the folder's entries: made when it is written, and again when it is checked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::entries::{FolderDepth, FolderEntry};
use crate::docs;
use crate::kept::doc::{Doc, Record};
use crate::ledger::books::Voucher;
use crate::value::Day;
use crate::write::index::in_row;

/// A document as the folder lists it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FolderRow {
    pub id: String,
    pub no: Option<String>,
    pub title: String,
    pub status: String,
    pub version: u32,
    /// The version before the folder's first change of it; 0 where that made it.
    pub before: u32,
    /// When it was changed last.
    pub at: i64,
    /// It was removed.
    #[serde(default)]
    pub gone: bool,
    /// An entry that shows it is told without its proof.
    pub told: bool,
    /// The entries that changed it.
    pub entries: Vec<u64>,
    /// The fields of its list.
    pub record: Record,
}

/// A voucher with its number and the entry that booked it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderVoucher {
    pub entry: u64,
    pub number: u64,
    pub voucher: Voucher,
    /// As the entry holds it.
    pub text: String,
}

impl FolderVoucher {
    /// Its line in the pieces of vouchers.
    pub fn line(&self) -> String {
        format!("{} {} {}", self.entry, self.number, self.text)
    }

    /// Reads such a line.
    pub fn read(line: &str) -> Option<FolderVoucher> {
        let (entry, rest) = line.split_once(' ')?;
        let (number, text) = rest.split_once(' ')?;
        Some(FolderVoucher {
            entry: entry.parse().ok()?,
            number: number.parse().ok()?,
            voucher: serde_json::from_str(text).ok()?,
            text: text.to_owned(),
        })
    }
}

/// What the entries read so far say.
#[derive(Clone, Debug)]
pub struct FolderIndex {
    period: (Day, Day),
    /// By type and id.
    pub rows: BTreeMap<(String, String), FolderRow>,
    /// By number: those of the period.
    pub vouchers: BTreeMap<u64, FolderVoucher>,
}

impl FolderIndex {
    /// Of a period, both days in it.
    pub fn new(period: (Day, Day)) -> FolderIndex {
        FolderIndex { period, rows: BTreeMap::new(), vouchers: BTreeMap::new() }
    }

    /// Takes the next entry.
    ///
    /// # Errors
    /// In words, when a value in it cannot be read.
    pub fn take(&mut self, entry: &FolderEntry) -> Result<(), String> {
        let seq = entry.title.seq;
        let unreadable = |what: &str| format!("Entry {seq} holds a {what} that cannot be read");
        for change in &entry.changes {
            let text = change.value.as_deref();
            if change.is_of(&["doc"]) && change.key.len() == 3 {
                let doc = text.map(serde_json::from_str::<Doc>).transpose();
                let doc = doc.map_err(|_| unreadable("document"))?;
                self.document(entry, &change.key[1], &change.key[2], doc);
            } else if let (true, Some(text)) = (change.is_of(&["post", "books"]), text) {
                let voucher: Voucher =
                    serde_json::from_str(text).map_err(|_| unreadable("voucher"))?;
                let number = u64::from_str_radix(&change.key[2], 16);
                let number = number.map_err(|_| unreadable("voucher"))?;
                if (self.period.0..=self.period.1).contains(&voucher.date) {
                    let text = text.to_owned();
                    let one = FolderVoucher { entry: seq, number, voucher, text };
                    self.vouchers.insert(number, one);
                }
            }
        }
        Ok(())
    }

    fn document(&mut self, entry: &FolderEntry, kind: &str, id: &str, doc: Option<Doc>) {
        let Some(def) = docs::find(kind) else { return };
        let row = self.rows.entry((kind.to_owned(), id.to_owned())).or_default();
        if row.entries.is_empty() {
            row.before = doc.as_ref().map_or(0, |doc| doc.version.saturating_sub(1));
        }
        row.entries.push(entry.title.seq);
        row.told |= entry.depth == FolderDepth::Told;
        row.gone = doc.is_none();
        row.at = entry.title.time;
        id.clone_into(&mut row.id);
        let Some(mut doc) = doc else { return };
        row.title = doc.title(def);
        (row.no, row.status, row.version) = (doc.doc_no, doc.status, doc.version);
        row.record = Record::new();
        for field in def.fields.iter().filter(|field| in_row(def, field)) {
            if let Some(value) = doc.record.shift_remove(field.key) {
                row.record.insert(field.key.to_owned(), value);
            }
        }
    }
}
