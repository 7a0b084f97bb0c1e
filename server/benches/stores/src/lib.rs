//! Stores that rest on other databases than the site's own: the same journal, another index.
//!
//! They obey the contract of `Store`, and leave out what a site needs beside it: the reserve for a
//! full disk, and making a failed index again while the site runs.

mod beside;
mod fjall;
mod redb;
#[path = "../../../src/store/mod.rs"]
pub mod store;

pub use beside::Beside;

/// The journal with redb as its index.
pub type RedbStore = Beside<redb::Redb>;
/// The journal with fjall as its index.
pub type FjallStore = Beside<fjall::Fjall>;

/// The server's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
