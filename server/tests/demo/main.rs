//! The demo: a business whose books agree, and every report over it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../../../core/tests/plain/mod.rs"]
mod plain;
mod portal;
#[path = "../../../core/tests/portal/mod.rs"]
mod portal_fields;
#[path = "../../../core/tests/proof/mod.rs"]
mod proof;
mod reports;
mod story;
mod typed;
