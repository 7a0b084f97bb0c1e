//! The server's parts, as a library so that tests and benches can start it in-process.

pub mod accept;
pub mod api;
pub mod app;
pub mod auth;
pub mod bodies;
pub mod bring;
pub mod call;
pub mod clock;
pub mod config;
pub mod demo;
pub mod failure;
pub mod feed;
pub mod files;
pub mod frames;
pub mod http;
pub mod ids;
pub mod live;
pub mod made;
pub mod metrics;
pub mod openapi;
pub mod out;
pub mod pack;
pub mod places;
pub mod pool;
pub mod site;
pub mod store;
pub mod upkeep;
pub mod writer;

/// Decisions make and drop many small values.
// DECISIONS 19
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
