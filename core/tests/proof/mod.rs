//! How large a proof is played, and the line it is reported by.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

pub mod dice;

/// `PROVE` is the share of the full size to play: `1` is all of it. Without it tests are as short as
/// they may be.
pub fn size(full: usize, usual: usize) -> usize {
    let share: f64 = match std::env::var("PROVE") {
        Ok(share) => share.parse().unwrap(),
        Err(_) => return usual,
    };
    ((full as f64 * share) as usize).clamp(1, full)
}

/// One row of the table that `npm run prove` ends with.
pub fn report(test: &str, rounds: usize, figure: &str, target: &str) {
    eprintln!("proof | {test} | {rounds} | {figure} | {target}");
}
