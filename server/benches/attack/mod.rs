//! The parts of the bench of attacks.

pub mod attacker;
pub mod honest;
pub mod raw;
pub mod server;
pub mod wire;
pub mod workbook;

/// Of everybody, as the demo has it.
pub const PASSWORD: &str = "godown-demo";
