//! The store in this process: its contract, its writer, and what it makes of what was left behind.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod altered;
mod contract;
#[path = "../support/store_kit.rs"]
mod kit;
mod layers;
#[path = "../../../core/tests/proof/mod.rs"]
mod proof;
mod recovery;
mod simulate;
mod writer;
