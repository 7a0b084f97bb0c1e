//! The server's parts, as a library so that tests and benches can start it in-process.

pub mod accept;
pub mod api;
pub mod app;
pub mod assets;
pub mod auth;
pub mod backup;
pub mod config;
pub mod demo;
pub mod failure;
pub mod files;
pub mod frames;
pub mod history;
pub mod hook;
pub mod http;
pub mod import;
pub mod live;
pub mod mail;
pub mod metrics;
pub mod openapi;
pub mod outbox;
pub mod places;
pub mod pool;
pub mod remake;
pub mod repair;
pub mod site;
pub mod store;
pub mod sweep;
pub mod verify;
pub mod writer;

/// Decisions make and drop many small values.
// DECISIONS 19
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
