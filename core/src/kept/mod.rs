//! The kept state and how it is read: documents, their history, their keys, one state of the store.

pub mod doc;
pub mod keys;
pub mod past;
pub mod read;
