//! The store of decided changes, and the contract that every store obeys.
//!
//! A store holds one state, a map from keys to values, and the entries that made it.
//!
//! - Keys are UTF-8 and begin with a company id. Values are JSON text, without white space around
//!   it and never `null` (`Entry::new` refuses others).
//! - Entries are numbered from 1 without a gap. Entry `n` names the hash of entry `n - 1`; the head
//!   is the last entry's number, hash and time.
//! - `commit` keeps a whole group or nothing. It compares the head first: `Conflict` says that
//!   somebody else was faster, and that every decision of the group must be made again. When it
//!   returns `Ok` the group survives the death of the process and the loss of power, and every view
//!   taken afterwards holds it.
//! - When it fails with `Full`, `ReadOnly` or `Unavailable` nothing of the group was kept. When it
//!   fails with `Unknown` nobody may be told that the group was kept or refused: it may come to light
//!   at the next start, and until then the store only reads.
//! - When the process or the power ends within a commit, the next start finds nothing of the group,
//!   all of it, or its first entries: each entry is whole, and nobody was told of any.
//! - A `view` is the state after exactly one entry, however long it is held. Commits do not wait for
//!   it. What it shows is kept beside what changed since, so it is not held longer than a request.
//! - `entries` gives what was kept, in order, up to the head at the time of the call.
//!
//! Every method may block.

pub mod disk;
mod elsewhere;
mod entry;
mod extent;
mod flush;
mod frame;
mod index;
mod journal;
mod leaf;
mod leaves;
mod memory;
mod memtable;
mod recover;
mod reserve;
mod segment;
mod sled;
mod values;
mod view;

use std::fmt;

use godown_core::kept::read::Read;

pub use entry::{Entry, Hash, Kept};
pub use extent::{Extent, copy, extents, tell, told};
pub use journal::{Journal, Walked, unconfirmed, walk};
pub use memory::MemoryStore;
pub use segment::Walk;
pub use sled::{Options, SledStore, lock, marked};
pub use values::{Place, Values, slot};

/// The state after one entry.
pub trait View: Read {
    fn seq(&self) -> u64;
}

/// Keeps the entries and the state that they make. The module's text is its contract.
pub trait Store: Send + Sync + 'static {
    fn view(&self) -> Result<Box<dyn View + '_>, StoreError>;

    fn head(&self) -> Head;

    /// Keeps the group if the head is still at `expected_head`. Its entries are numbered on from
    /// there.
    fn commit(&self, group: Vec<Entry>, expected_head: u64) -> Result<Head, StoreError>;

    /// The same on a full disk, for a little that must be kept then, too: in a part of what is held for it.
    fn commit_spared(&self, group: Vec<Entry>, expected_head: u64) -> Result<Head, StoreError> {
        self.commit(group, expected_head)
    }

    /// The entries behind `since`, read as they are asked for.
    fn entries(&self, since: u64) -> Result<Entries<'_>, StoreError>;

    /// Whether it takes what is to be kept.
    fn condition(&self) -> Condition {
        Condition::Well
    }

    /// Whether there is room for so many bytes beside what it keeps, and for its reserve then.
    fn has_room(&self, bytes: u64) -> bool {
        let _ = bytes;
        true
    }

    /// Takes writes again if the disk has room again. Called every few seconds.
    fn look_for_room(&self) {}

    /// Leaves the mark of a clean stop. Afterwards nothing is kept any more.
    fn close(&self) -> Result<(), StoreError>;
}

pub type Entries<'a> = Box<dyn Iterator<Item = Result<Kept, StoreError>> + Send + 'a>;

/// The last entry that was kept; `seq` 0 before the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Head {
    pub seq: u64,
    pub hash: Hash,
    pub time: i64,
}

/// Whether a store takes what is to be kept; it reads in any case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    Well,
    /// The disk is full; writes go on by themselves once there is room.
    Full,
    /// The disk failed: only a start ends this, because it reads what is really there.
    ReadOnly(String),
}

/// Why a store could not do its work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The head is elsewhere: read again and decide again.
    Conflict { head: u64 },
    /// The disk is full. It works again once there is room.
    Full,
    /// It cannot be used now, and the text says why.
    Unavailable(String),
    /// The disk failed earlier: nothing is kept before the next start.
    ReadOnly(String),
    /// The disk failed while it kept this: whether it did shows at the next start.
    Unknown(String),
    /// The kept data is damaged, and the text names the place.
    Damaged(String),
    /// Another process has the directory open.
    InUse(String),
}

impl StoreError {
    fn closed() -> StoreError {
        StoreError::Unavailable("the store is closed".to_owned())
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict { head } => write!(out, "the store has moved on to entry {head}"),
            StoreError::Full => out.write_str("no space is left on the disk"),
            StoreError::Unavailable(text)
            | StoreError::ReadOnly(text)
            | StoreError::Unknown(text)
            | StoreError::Damaged(text)
            | StoreError::InUse(text) => out.write_str(text),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> StoreError {
        match is_full(&error) {
            true => StoreError::Full,
            false => StoreError::Unavailable(error.to_string()),
        }
    }
}

fn is_full(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded)
}
