//! Bringing in: files of rows as commands, and files of an earlier system for the reports.

pub mod history;
pub mod import;
pub mod jobs;
pub mod openings;
