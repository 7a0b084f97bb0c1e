//! Every rule of Godown: no I/O, no clock, no random, no floats.

pub mod access;
pub mod audit;
pub mod calls;
pub mod cart;
pub mod decide;
pub mod docs;
pub mod earlier;
pub mod error;
pub mod flow;
pub mod formula;
pub mod gst;
pub mod identify;
pub mod invariant;
pub mod json;
pub mod ledger;
#[cfg(feature = "decide")]
pub mod menu;
#[cfg(feature = "decide")]
pub mod query;
#[cfg(feature = "report")]
pub mod report;
pub mod schema;
pub mod table;
pub mod value;
pub mod words;
