//! What a document is found by, and where it stands among those that answer what was typed.

use std::collections::HashSet;

use serde_json::Value;

use crate::kept::doc::{Doc, Record};
use crate::rank::{self, NameStanding, Typed};
use crate::schema::{DocType, Field};

/// At most so many words of a document are kept, those of its name and number first.
const MOST: usize = 40;

/// The texts that a document or a row of its list is searched by.
pub struct SearchTexts<'d> {
    /// Its title and its number.
    pub names: Vec<&'d str>,
    pub others: Vec<&'d str>,
}

impl<'d> SearchTexts<'d> {
    pub fn of_doc(def: &DocType, doc: &'d Doc) -> SearchTexts<'d> {
        SearchTexts::new(def, &doc.record, doc.doc_no.as_deref())
    }

    /// A row holds the fields that the list shows.
    pub fn of_row(def: &DocType, row: &'d Record) -> SearchTexts<'d> {
        SearchTexts::new(def, row, row.get("doc_no").and_then(Value::as_str))
    }

    fn new(def: &DocType, record: &'d Record, number: Option<&'d str>) -> SearchTexts<'d> {
        let text = |field: &Field| record.get(field.key).and_then(Value::as_str);
        let searched = || def.fields.iter().filter(|field| field.searched);
        let title = searched().filter(|field| field.key == def.title).filter_map(text);
        let others = searched().filter(|field| field.key != def.title).filter_map(text);
        SearchTexts { names: title.chain(number).collect(), others: others.collect() }
    }

    /// Lower-case words of all the texts.
    pub fn words(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        let all = self.names.iter().chain(&self.others).flat_map(|text| rank::words(text));
        all.filter(|word| seen.insert(word.clone())).take(MOST).collect()
    }

    pub fn standing(&self, typed: &Typed) -> NameStanding {
        typed.standing(&self.names, &self.others)
    }
}
