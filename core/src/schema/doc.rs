//! A document's title and scope, as its type declares them.

use super::DocType;
use crate::declare::grant::ScopeKind;
use crate::kept::doc::{Doc, Record};

impl Doc {
    /// The document's name in messages: its type and number, or its title.
    pub fn name(&self, def: &DocType) -> String {
        let title = self.doc_no.as_deref().or_else(|| self.text(def.title)).unwrap_or("");
        match title.is_empty() {
            true => def.label.to_owned(),
            false => format!("{} {title}", def.label),
        }
    }

    /// The document's name without its type; the status of one that has no number yet.
    pub fn title(&self, def: &DocType) -> String {
        let title = self.text(def.title).or(self.doc_no.as_deref());
        let unnamed = if def.series.is_some() { &self.status } else { &self.id };
        title.unwrap_or(unnamed).to_owned()
    }

    /// The scope as it is kept beside the record.
    pub fn beside(&self) -> [(ScopeKind, Option<&str>); 3] {
        ScopeKind::BESIDE.map(|kind| (kind, self.place(kind)))
    }

    /// The branch, yard or owner it belongs to.
    pub fn place(&self, kind: ScopeKind) -> Option<&str> {
        match kind {
            ScopeKind::Branch => self.branch.as_deref(),
            ScopeKind::Yard => self.yard.as_deref(),
            ScopeKind::Owner => self.owner.as_deref(),
            ScopeKind::Party | ScopeKind::Role => None,
        }
    }
}

impl DocType {
    /// A record's values in the order of the declaration; what is no longer declared comes last.
    pub fn ordered(&self, mut record: Record) -> Record {
        let mut sorted = Record::new();
        for field in self.fields {
            if let Some(value) = record.shift_remove(field.key) {
                sorted.insert(field.key.to_owned(), value);
            }
        }
        sorted.extend(record);
        sorted
    }
}
