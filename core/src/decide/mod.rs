//! Every write is a command, and one pure function decides it.

pub mod read;
