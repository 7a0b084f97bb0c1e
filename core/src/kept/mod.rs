//! What is kept, and how it is read: documents, their history, the keys they stand at, one state of the store.

pub mod doc;
pub mod keys;
pub mod past;
pub mod read;
