//! The store's contract, on the stores of this crate.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

// The contract names the crate that it was written for.
extern crate godown_stores as godown_server;

#[path = "../../../tests/store/contract.rs"]
mod contract;
#[path = "../../../tests/support/store_kit.rs"]
mod site_kit;

mod kit {
    use godown_server::store::Store;
    use godown_server::{FjallStore, RedbStore};

    pub use crate::site_kit::{all, entry, fill, get, key_of, put};

    pub fn on_every_store(test: impl Fn(&dyn Store)) {
        let data = tempfile::tempdir().unwrap();
        test(&RedbStore::open(data.path()).unwrap());
        let data = tempfile::tempdir().unwrap();
        test(&FjallStore::open(data.path()).unwrap());
    }
}
