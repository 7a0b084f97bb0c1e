//! The auditor's folder: opened, shown and checked without a server.

use godown_core::audit;
use godown_core::folder::check::FolderCheck;
use godown_core::folder::opened::OpenedFolder;
use godown_core::folder::sums;
use godown_core::value::Day;
use serde::Serialize;
use wasm_bindgen::prelude::*;

fn wrong(why: impl std::fmt::Display) -> JsError {
    JsError::new(&why.to_string())
}

fn text(answer: &impl Serialize) -> Result<String, JsError> {
    serde_json::to_string(answer).map_err(wrong)
}

fn day(text: &str) -> Result<Day, JsError> {
    Day::parse(text).ok_or_else(|| wrong("no day"))
}

/// A folder that is open; every answer is JSON text.
#[wasm_bindgen]
pub struct Folder(OpenedFolder);

#[wasm_bindgen]
impl Folder {
    /// Opens a folder by its head.
    ///
    /// # Errors
    /// A sentence, when it is none of this version.
    pub fn open(head: &str) -> Result<Folder, JsError> {
        OpenedFolder::open(head).map(Folder).map_err(wrong)
    }

    /// What the page shows first: `FolderOverview`.
    ///
    /// # Errors
    /// None that a browser meets.
    pub fn overview(&self) -> Result<String, JsError> {
        text(&self.0.overview())
    }

    /// Takes a piece: nothing, or the `FolderFinding` for which it is not used.
    ///
    /// # Errors
    /// None that a browser meets.
    pub fn take(&mut self, name: &str, piece: &str) -> Result<Option<String>, JsError> {
        self.0.take(name, piece).err().map(|finding| text(&finding)).transpose()
    }

    /// A part of the documents that hold what was typed: `FolderTable`.
    ///
    /// # Errors
    /// None that a browser meets.
    pub fn list(
        &self,
        kind: &str,
        typed: &str,
        from: usize,
        count: usize,
    ) -> Result<String, JsError> {
        text(&self.0.list(kind, typed, from, count))
    }

    /// The pieces that a document still needs: a list of names.
    ///
    /// # Errors
    /// None that a browser meets.
    pub fn needs(&mut self, kind: &str, id: &str) -> Result<String, JsError> {
        text(&self.0.needs(kind, id))
    }

    /// A document: `FolderDocument`, or null.
    ///
    /// # Errors
    /// A sentence, when an entry does not hold what its title says.
    pub fn document(&self, kind: &str, id: &str) -> Result<String, JsError> {
        text(&self.0.document(kind, id).map_err(wrong)?)
    }

    /// `FolderTable`.
    ///
    /// # Errors
    /// None that a browser meets.
    pub fn trial_balance(&self) -> Result<String, JsError> {
        text(&self.0.trial_balance())
    }

    /// The accounts of a type of parties: `FolderTable`, or null.
    ///
    /// # Errors
    /// None that a browser meets.
    pub fn parties(&self, kind: &str) -> Result<String, JsError> {
        text(&self.0.parties(kind))
    }

    /// The vouchers of an account: `FolderTable`.
    ///
    /// # Errors
    /// None that a browser meets.
    pub fn ledger(&self, account: &str) -> Result<String, JsError> {
        text(&self.0.ledger(account))
    }

    /// The vouchers of some days: `FolderTable`.
    ///
    /// # Errors
    /// When they are no days.
    pub fn day_book(&self, from: &str, to: &str) -> Result<String, JsError> {
        text(&self.0.day_book(day(from)?, day(to)?))
    }

    /// Begins a check.
    pub fn check(&self) -> FolderChecking {
        FolderChecking(self.0.check())
    }
}

/// A check under way.
#[wasm_bindgen]
pub struct FolderChecking(FolderCheck);

#[wasm_bindgen]
impl FolderChecking {
    /// The pieces in the order in which they are to be given: a list of names.
    ///
    /// # Errors
    /// None that a browser meets.
    pub fn pieces(&self) -> Result<String, JsError> {
        text(&self.0.pieces())
    }

    /// Takes the next piece.
    pub fn take(&mut self, name: &str, piece: &str) {
        self.0.take(name, piece);
    }

    /// Ends it: `FolderReport`.
    ///
    /// # Errors
    /// None that a browser meets.
    pub fn finish(self) -> Result<String, JsError> {
        text(&self.0.finish())
    }
}

/// The SHA-256 of bytes, 64 hexadecimal digits.
#[wasm_bindgen]
pub fn folder_hash(bytes: &[u8]) -> String {
    audit::hash(bytes)
}

/// Which files are not as they were sealed: `FolderSums`. `found` is an object of hashes by name, as JSON text.
///
/// # Errors
/// When it is none.
#[wasm_bindgen]
pub fn folder_sums(list: &str, seal: &str, found: &str, asked: &str) -> Result<String, JsError> {
    let found = serde_json::from_str(found).map_err(wrong)?;
    text(&sums::compare(list, seal, &found, asked))
}
