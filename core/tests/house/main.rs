//! How the source is kept: its layers, and what a reader of any file may count on.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod layers;
mod read;
mod refusals;
mod server;
mod source;
mod tidy;
mod words;
