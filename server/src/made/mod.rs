//! Files made of documents and reports, for whoever asks for them and for whoever sends them.

pub mod papers;
pub mod reports;
