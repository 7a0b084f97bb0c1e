//! The server through HTTP, on a free port over the memory store with a clock the tests set.

mod access;
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod account;
mod audit;
mod bodies;
mod bulk;
mod changes;
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod desk;
mod docs;
mod fair;
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod fields;
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod files;
mod frames;
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
mod fuzz;
#[allow(clippy::unwrap_used, reason = "a site that cannot be set up is a test that fails")]
mod harness;
mod history;
mod import;
mod masters;
mod metrics;
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod notes;
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod observatory;
mod openapi;
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod openings;
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]
mod portal;
#[path = "../../../core/tests/proof/mod.rs"]
mod proof;
mod session;
mod shell;
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
mod sweep;
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod walk;
#[path = "../../../core/tests/support/mod.rs"]
mod world;
