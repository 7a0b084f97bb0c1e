//! The server's parts, as a library so that tests and benches can start it in-process.

pub mod store;
pub mod verify;
pub mod writer;
