//! The store in this process: its contract, its writer, and what it makes of what was left behind.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod altered;
mod contract;
mod crowd;
#[path = "../../../core/tests/crowd/mod.rs"]
mod crowds;
#[path = "../../../core/tests/deeds/mod.rs"]
mod deeds;
#[path = "../../../core/tests/drawn/mod.rs"]
mod drawn;
#[path = "../support/store_kit.rs"]
mod kit;
mod midnight;
#[path = "../../../core/tests/proof/mod.rs"]
mod proof;
mod recovery;
mod returns;
mod reversals;
mod simulate;
#[path = "../../../core/tests/support/mod.rs"]
mod support;
mod writer;

use support::site;
