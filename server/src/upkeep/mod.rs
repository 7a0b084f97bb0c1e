//! What keeps a data directory well: verify, backup, export, the auditor's folder, repair.

pub mod auditor;
pub mod backup;
pub mod export;
pub mod repair;
pub mod verify;
