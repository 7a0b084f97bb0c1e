//! What keeps a data directory well: verify, backup, repair.

pub mod backup;
pub mod repair;
pub mod verify;
