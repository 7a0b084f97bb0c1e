//! What keeps a data directory well: verify, backup, export, repair.

pub mod backup;
pub mod export;
pub mod repair;
pub mod verify;
