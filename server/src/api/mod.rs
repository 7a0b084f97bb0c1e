//! The handlers: each parses its call, asks the core or the store, and answers.

pub mod account;
pub mod audit;
pub mod bulk;
pub mod changes;
pub mod desk;
pub mod docs;
pub mod export;
pub mod files;
pub mod import;
pub mod own;
pub mod portal;
pub mod print;
pub mod reports;
pub mod session;
pub mod system;
pub mod trips;
