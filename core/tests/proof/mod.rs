//! How large a proof is played, and the line it is reported by.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

pub mod dice;

use std::ops::Range;

/// `PROVE` is the share of the full size to play: `1` is all of it. Without it tests are as short as
/// they may be.
pub fn size(full: usize, usual: usize) -> usize {
    let share: f64 = match std::env::var("PROVE") {
        Ok(share) => share.parse().unwrap(),
        Err(_) => return usual,
    };
    ((full as f64 * share).round() as usize).clamp(1, full)
}

/// The rounds to play, each of which may be the seed of what it draws: behind those of earlier runs, of which
/// `PROVE_FROM` tells the share. `SEED` names the first.
#[allow(dead_code, reason = "not every binary of tests draws by seeds")]
pub fn seeds(full: usize, usual: usize) -> Range<usize> {
    let played = |share: String| (full as f64 * share.parse::<f64>().unwrap()).round() as usize;
    let named = std::env::var("SEED").ok().map(|seed| seed.parse().unwrap());
    let first = named.or_else(|| std::env::var("PROVE_FROM").ok().map(played)).unwrap_or(0);
    first..first + size(full, usual)
}

/// One row of the table that `npm run prove` ends with.
pub fn report(test: &str, rounds: usize, figure: &str, target: &str) {
    eprintln!("proof | {test} | {rounds} | {figure} | {target}");
}
