//! `godown repair`: what can be made again without losing anything, and nothing else.

use std::fs;
use std::path::Path;

use crate::store::{Head, Options, SledStore, Store, StoreError, lock, walk};

/// The outcome of a repair.
pub struct Repaired {
    pub head: Head,
    /// An append at the end that was torn and is cut off: nobody was told that it was kept.
    pub cut: Option<String>,
}

/// Cuts off an append that was torn and makes the index again, in a directory that no other process
/// has open.
///
/// Errors: `Damaged` with the place when anything else is wrong; then nothing was changed.
pub fn repair(data: &Path, options: Options) -> Result<Repaired, StoreError> {
    let held = lock(data)?;
    let walked = walk(&data.join("journal"), |_| ());
    drop(held);
    if let Some(damage) = walked.damage {
        return Err(StoreError::Damaged(damage));
    }
    // An index that can be read knows whether the journal lost its end.
    let store = SledStore::open(data, options.clone())?;
    store.close()?;
    drop(store);
    fs::remove_dir_all(data.join("index"))?;
    let store = SledStore::open(data, options)?;
    store.close()?;
    Ok(Repaired { head: store.head(), cut: walked.torn })
}
