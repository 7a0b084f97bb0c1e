//! Every rule of Godown: no I/O, no clock, no random, no floats.

pub mod decide;
pub mod error;
pub mod value;
