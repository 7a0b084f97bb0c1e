//! Guessing slowed down: failed sign-ins counted per account and per source, never a lock.

use std::collections::BTreeMap;
use std::io::Write;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The first failure that is followed by a wait, of one second; every further one doubles it.
pub const FREE: u32 = 5;
const LONGEST_MS: i64 = 15 * 60 * 1000;
/// A count is forgotten so long after its last failure.
const FORGOTTEN_MS: i64 = 60 * 60 * 1000;
/// How many counts are kept; the oldest give way.
const KEPT: usize = 8192;

/// Failed tries in a row.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Count {
    failures: u32,
    /// Milliseconds since 1970.
    last: i64,
}

impl Count {
    fn wait_until(self) -> i64 {
        let Some(over) = self.failures.checked_sub(FREE) else { return 0 };
        let wait = 1000_i64.saturating_mul(1 << over.min(20));
        self.last + wait.min(LONGEST_MS)
    }
}

#[derive(Default)]
struct State {
    counts: BTreeMap<String, Count>,
    changed: bool,
}

pub struct Throttle {
    file: PathBuf,
    state: Mutex<State>,
}

/// The keys under which tries are counted. Names are kept as hashes, because people type passwords
/// into the wrong field.
pub struct Keys {
    account: String,
    source: String,
}

impl Keys {
    /// Of sign-ins.
    pub fn new(name: &str, peer: IpAddr) -> Keys {
        Keys::of("", name, peer)
    }

    /// Of another kind of try, counted apart: whoever asks for codes does not slow sign-ins down.
    pub fn of(kind: &str, name: &str, peer: IpAddr) -> Keys {
        let name = Sha256::digest(name.trim().to_lowercase().as_bytes());
        let short: String = name.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Keys { account: format!("{kind}a{short}"), source: format!("{kind}{}", source(peer)) }
    }
}

/// One machine of IPv4, one network of IPv6: whoever has one address there has all.
fn source(peer: IpAddr) -> String {
    match peer.to_canonical() {
        IpAddr::V4(ip) => format!("s{ip}"),
        IpAddr::V6(ip) => {
            let [a, b, c, d, ..] = ip.segments();
            format!("s{a:x}:{b:x}:{c:x}:{d:x}")
        }
    }
}

impl Throttle {
    /// Reads the counts of before the last stop. A file that cannot be read counts nothing.
    pub fn open(directory: &Path) -> Throttle {
        let file = directory.join("throttle.json");
        let counts = std::fs::read(&file).ok();
        let counts = counts.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let state = State { counts: counts.unwrap_or_default(), changed: false };
        Throttle { file, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The seconds to wait before a try is looked at; 0 for none.
    pub fn wait(&self, keys: &Keys, now: i64) -> i64 {
        let state = self.state();
        let until = |key: &String| state.counts.get(key).map_or(0, |count| count.wait_until());
        let until = until(&keys.account).max(until(&keys.source));
        (until - now).max(0).saturating_add(999) / 1000
    }

    /// How often the account was tried in a row.
    pub fn failures(&self, keys: &Keys) -> u32 {
        self.state().counts.get(&keys.account).map_or(0, |count| count.failures)
    }

    pub fn failed(&self, keys: &Keys, now: i64) {
        let mut state = self.state();
        for key in [&keys.account, &keys.source] {
            let count = state.counts.entry(key.clone()).or_default();
            if now - count.last > FORGOTTEN_MS {
                count.failures = 0;
            }
            count.failures = count.failures.saturating_add(1);
            count.last = now;
        }
        if state.counts.len() > KEPT {
            let mut ages: Vec<i64> = state.counts.values().map(|count| count.last).collect();
            ages.sort_unstable();
            let oldest = ages.get(KEPT / 4).copied().unwrap_or(now);
            state.counts.retain(|_, count| count.last > oldest);
        }
        state.changed = true;
    }

    /// Forgets the account's failures, and among its source's those that were this person's typos:
    /// an office behind one address is not slowed by them, a guesser's other tries stay counted.
    pub fn succeeded(&self, keys: &Keys) {
        let mut state = self.state();
        let Some(own) = state.counts.remove(&keys.account) else { return };
        if let Some(count) = state.counts.get_mut(&keys.source) {
            count.failures = count.failures.saturating_sub(own.failures);
        }
        state.changed = true;
    }

    /// Writes what changed. Blocks.
    pub fn save(&self) -> std::io::Result<()> {
        let bytes = {
            let mut state = self.state();
            if !std::mem::take(&mut state.changed) {
                return Ok(());
            }
            serde_json::to_vec(&state.counts)?
        };
        let aside = self.file.with_extension("json.new");
        let mut file = std::fs::File::create(&aside)?;
        file.write_all(&bytes)?;
        file.sync_data()?;
        std::fs::rename(&aside, &self.file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(name: &str) -> Keys {
        Keys::new(name, IpAddr::from([10, 0, 0, 1]))
    }

    #[test]
    fn the_wait_begins_with_the_fifth_failure_and_doubles_to_a_cap() {
        let directory = tempfile::tempdir().unwrap();
        let throttle = Throttle::open(directory.path());
        let mut waits = Vec::new();
        for _ in 0..20 {
            throttle.failed(&keys("sales"), 1_000);
            waits.push(throttle.wait(&keys("SALES "), 1_000));
        }
        assert_eq!(&waits[..8], [0, 0, 0, 0, 1, 2, 4, 8]);
        assert_eq!(waits.last(), Some(&900));
        assert_eq!(throttle.wait(&keys("sales"), 901_000), 0);
    }

    #[test]
    fn a_success_forgets_the_account_but_not_the_guesses_at_others() {
        let directory = tempfile::tempdir().unwrap();
        let throttle = Throttle::open(directory.path());
        for _ in 0..6 {
            throttle.failed(&keys("sales"), 1_000);
        }
        throttle.failed(&keys("bm"), 1_000);
        throttle.succeeded(&keys("bm"));
        assert_eq!(throttle.wait(&keys("bm"), 1_000), 2);
        throttle.succeeded(&keys("sales"));
        assert_eq!(throttle.wait(&keys("sales"), 1_000), 0);
    }

    #[test]
    fn counts_survive_a_restart_and_stay_bounded() {
        let directory = tempfile::tempdir().unwrap();
        let throttle = Throttle::open(directory.path());
        for n in 0..10_000_i64 {
            throttle.failed(&Keys::new(&n.to_string(), IpAddr::from([1, 1, 1, 1])), n);
        }
        throttle.save().unwrap();
        let again = Throttle::open(directory.path());
        assert!(again.state().counts.len() <= KEPT);
        assert!(again.wait(&Keys::new("9999", IpAddr::from([1, 1, 1, 1])), 9_999) > 0);
    }
}
