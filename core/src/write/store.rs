//! A document with all that is derived from it: written and removed together.

use std::sync::Arc;

use crate::declare::case::Case;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::write::index;

impl Case<'_> {
    /// Writes a document with its list rows, counts and search words.
    ///
    /// The version, times and history are the caller's (`save`, `act`).
    pub fn store(&mut self, doc: Arc<Doc>) -> Result<(), Halt> {
        let def = self.def_of(&doc)?;
        let before = self.find(&doc.kind, &doc.id)?;
        index::write(self, def, before.as_deref(), Some(&doc))?;
        self.put_doc(doc)
    }

    /// Removes a document with all that was indexed for it. Its history stays.
    pub fn erase(&mut self, doc: &Doc) -> Result<(), Halt> {
        let def = self.def_of(doc)?;
        index::write(self, def, Some(doc), None)?;
        self.remove_doc(doc);
        Ok(())
    }
}
