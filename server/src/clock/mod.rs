//! What the server does by itself: commands that fall due, and lists that a new program makes anew.

pub mod reindex;
pub mod scheduler;
