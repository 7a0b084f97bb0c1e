//! Guessing slowed down: failed sign-ins counted per account and per source, never a lock.

use std::collections::BTreeMap;
use std::io::Write;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The first failure of an account that is followed by a wait, of one second; every further one doubles it.
pub const FREE: u32 = 5;
/// The same of an address for sign-ins: an office behind one signs in together, and every try counts until it
/// proves right.
const FREE_OF_ADDRESS: u32 = 40;
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
    /// The same of the one before, for a try that proves right: it delays nobody.
    #[serde(default)]
    before: i64,
}

impl Count {
    fn wait_until(self, free: u32) -> i64 {
        let Some(over) = self.failures.checked_sub(free) else { return 0 };
        let wait = 1000_i64.saturating_mul(1 << over.min(20));
        self.last + wait.min(LONGEST_MS)
    }
}

#[derive(Default, Serialize, Deserialize)]
struct State {
    counts: BTreeMap<String, Count>,
    /// Where each account signed in from, the latest last: devices and addresses, as hashes.
    #[serde(default)]
    known: BTreeMap<String, Vec<String>>,
    #[serde(skip)]
    changed: bool,
}

/// From how many places an account is known.
const PLACES: usize = 12;

pub struct Throttle {
    file: PathBuf,
    state: Mutex<State>,
}

/// The keys under which tries are counted. Names are kept as hashes, because people type passwords
/// into the wrong field.
pub struct Keys {
    account: String,
    source: String,
    /// The account together with a device or an address from which it signed in before: only tries from
    /// there count then, so that nobody is slowed down by another's guesses.
    own: Option<String>,
    /// What a known device sent.
    device: Option<String>,
    /// The first failure of the source that is followed by a wait.
    free_of_source: u32,
}

/// A device as a place.
fn place_of(device: &str) -> String {
    format!("d{}", short(device))
}

fn short(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

impl Keys {
    /// Of a kind of try, each counted apart: whoever asks for codes does not slow sign-ins down.
    pub fn of(kind: &str, name: &str, peer: IpAddr) -> Keys {
        let account = format!("{kind}a{}", short(&name.trim().to_lowercase()));
        let source = format!("{kind}{}", source(peer));
        let free_of_source = if kind.is_empty() { FREE_OF_ADDRESS } else { FREE };
        Keys { account, source, own: None, device: None, free_of_source }
    }

    fn counted(&self) -> impl Iterator<Item = &String> {
        let others = [&self.account, &self.source].into_iter().filter(|_| self.own.is_none());
        self.own.iter().chain(others)
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

impl State {
    fn count(&mut self, keys: &Keys, now: i64) {
        for key in keys.counted() {
            let count = self.counts.entry(key.clone()).or_default();
            if now - count.last > FORGOTTEN_MS {
                count.failures = 0;
            }
            count.failures = count.failures.saturating_add(1);
            count.before = count.last;
            count.last = now;
        }
        if self.counts.len() > KEPT {
            let mut ages: Vec<i64> = self.counts.values().map(|count| count.last).collect();
            ages.sort_unstable();
            let oldest = ages.get(KEPT / 4).copied().unwrap_or(now);
            self.counts.retain(|_, count| count.last > oldest);
        }
        self.changed = true;
    }
}

impl Throttle {
    /// Reads the counts of before the last stop. A file that cannot be read counts nothing.
    pub fn open(directory: &Path) -> Throttle {
        let file = directory.join("throttle.json");
        let state = std::fs::read(&file).ok();
        let state = state.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        Throttle { file, state: Mutex::new(state.unwrap_or_default()) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The keys of a sign-in of an account; `device` is what an earlier sign-in left there.
    pub fn of_sign_in(&self, account: &str, peer: IpAddr, device: Option<&str>) -> Keys {
        let mut keys = Keys::of("", account, peer);
        let state = self.state();
        let known = state.known.get(&keys.account);
        let is_known = |place: &String| known.is_some_and(|known| known.contains(place));
        keys.device = device.filter(|device| is_known(&place_of(device))).map(str::to_owned);
        let place = keys.device.as_deref().map(place_of);
        let place = place.or_else(|| Some(keys.source.clone()).filter(is_known));
        keys.own = place.map(|place| format!("{} {place}", keys.account));
        keys
    }

    /// Counts a try as failed before it is looked at; the seconds to wait where it comes too soon, 0 for
    /// none.
    pub fn attempt(&self, keys: &Keys, now: i64) -> i64 {
        let mut state = self.state();
        let until = |key: &String| {
            let free = if *key == keys.source { keys.free_of_source } else { FREE };
            state.counts.get(key).map_or(0, |count| count.wait_until(free))
        };
        let until = keys.counted().map(until).max().unwrap_or(0);
        let seconds = (until - now).max(0).saturating_add(999) / 1000;
        if seconds == 0 {
            state.count(keys, now);
        }
        seconds
    }

    /// How often the account was tried in a row.
    pub fn failures(&self, keys: &Keys) -> u32 {
        let counted = keys.own.as_ref().unwrap_or(&keys.account);
        self.state().counts.get(counted).map_or(0, |count| count.failures)
    }

    pub fn failed(&self, keys: &Keys, now: i64) {
        self.state().count(keys, now);
    }

    /// Takes one count back: the try was not looked at, or nobody guessed.
    pub fn forgive(&self, keys: &Keys) {
        let mut state = self.state();
        for key in keys.counted() {
            if let Some(count) = state.counts.get_mut(key) {
                count.failures = count.failures.saturating_sub(1);
                count.last = count.before;
            }
        }
        state.changed = true;
    }

    /// The same as [`succeeded`](Throttle::succeeded) for a sign-in, whose place is known from now on;
    /// what the device is to send the next time.
    pub fn let_in(&self, keys: &Keys) -> String {
        self.succeeded(keys);
        let anew = || uuid::Uuid::new_v4().simple().to_string();
        let device = keys.device.clone().unwrap_or_else(anew);
        let mut state = self.state();
        let known = state.known.entry(keys.account.clone()).or_default();
        for place in [keys.source.clone(), place_of(&device)] {
            known.retain(|one| *one != place);
            known.push(place);
        }
        let beyond = known.len().saturating_sub(PLACES);
        known.drain(..beyond);
        state.changed = true;
        device
    }

    /// Forgets the account's failures, and among its source's those that were this person's typos:
    /// an office behind one address is not slowed by them, a guesser's other tries stay counted.
    pub fn succeeded(&self, keys: &Keys) {
        let mut state = self.state();
        if let Some(own) = &keys.own {
            state.changed |= state.counts.remove(own).is_some();
            return;
        }
        let Some(own) = state.counts.remove(&keys.account) else { return };
        if let Some(count) = state.counts.get_mut(&keys.source) {
            count.failures = count.failures.saturating_sub(own.failures);
            count.last = count.before;
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
            serde_json::to_vec(&*state)?
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

    fn opened() -> (tempfile::TempDir, Throttle) {
        let directory = tempfile::tempdir().unwrap();
        let throttle = Throttle::open(directory.path());
        (directory, throttle)
    }

    fn at(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    fn keys(name: &str) -> Keys {
        Keys::of("", name, at(1))
    }

    #[test]
    fn five_tries_are_free_and_the_wait_behind_them_doubles_to_a_cap() {
        let (_directory, throttle) = opened();
        let mut now = 1_000;
        let mut waits = Vec::new();
        for _ in 0..20 {
            let wait = throttle.attempt(&keys("sales"), now);
            waits.push(wait);
            now += wait * 1_000;
            assert!(wait == 0 || throttle.attempt(&keys("SALES "), now) == 0);
        }
        assert_eq!(&waits[..9], [0, 0, 0, 0, 0, 1, 2, 4, 8]);
        assert_eq!(waits.last(), Some(&900));
    }

    #[test]
    fn of_many_tries_at_once_five_are_looked_at() {
        let (_directory, throttle) = opened();
        let looked_at = (0..120).filter(|_| throttle.attempt(&keys("sales"), 1_000) == 0);
        assert_eq!(looked_at.count(), 5);
    }

    #[test]
    fn an_office_behind_one_address_signs_in_together() {
        let (_directory, throttle) = opened();
        let people: Vec<Keys> = (0..30).map(|n| keys(&format!("person{n}"))).collect();
        assert!(people.iter().all(|keys| throttle.attempt(keys, 1_000) == 0));
        people.iter().for_each(|keys| throttle.succeeded(keys));
        assert!(people.iter().all(|keys| throttle.attempt(keys, 1_000) == 0));
    }

    #[test]
    fn a_success_forgets_the_account_but_not_the_guesses_at_others() {
        let (_directory, throttle) = opened();
        for _ in 0..=FREE_OF_ADDRESS {
            throttle.failed(&keys("sales"), 1_000);
        }
        throttle.failed(&keys("bm"), 1_000);
        throttle.succeeded(&keys("bm"));
        assert_eq!(throttle.attempt(&keys("bm"), 1_000), 2);
        throttle.succeeded(&keys("sales"));
        assert_eq!(throttle.attempt(&keys("sales"), 1_000), 0);
    }

    #[test]
    fn a_known_device_or_address_is_not_slowed_down_by_guesses_from_elsewhere() {
        let (directory, throttle) = opened();
        let device = throttle.let_in(&throttle.of_sign_in("sales", at(1), None));
        for n in 0..100 {
            let guesser = throttle.of_sign_in("sales", at(2), Some("guessed"));
            throttle.attempt(&guesser, 1_000 + n);
        }
        assert!(throttle.attempt(&throttle.of_sign_in("sales", at(3), None), 2_000) > 0);
        throttle.save().unwrap();
        let throttle = Throttle::open(directory.path());
        let known = [(at(1), None), (at(2), Some(device.as_str())), (at(4), Some(device.as_str()))];
        for (peer, device) in known {
            let own = throttle.of_sign_in("sales", peer, device);
            assert_eq!(throttle.attempt(&own, 2_000), 0);
        }
        // What is known of one account helps with no other.
        for _ in 0..FREE_OF_ADDRESS {
            throttle.attempt(&throttle.of_sign_in("bm", at(2), None), 2_000);
        }
        let other = throttle.of_sign_in("bm", at(2), Some(&device));
        assert!(throttle.attempt(&other, 2_000) > 0);
        assert_eq!(throttle.let_in(&throttle.of_sign_in("sales", at(2), Some(&device))), device);
    }

    #[test]
    fn guesses_from_a_known_place_are_slowed_down_too() {
        let (_directory, throttle) = opened();
        throttle.let_in(&throttle.of_sign_in("sales", at(1), None));
        let own = || throttle.of_sign_in("sales", at(1), None);
        let looked_at = (0..120).filter(|_| throttle.attempt(&own(), 1_000) == 0);
        assert_eq!(looked_at.count(), 5);
    }

    #[test]
    fn counts_survive_a_restart_and_stay_bounded() {
        let (directory, throttle) = opened();
        for n in 0..10_000_i64 {
            throttle.failed(&Keys::of("", &n.to_string(), IpAddr::from([1, 1, 1, 1])), n);
        }
        throttle.save().unwrap();
        let again = Throttle::open(directory.path());
        assert!(again.state().counts.len() <= KEPT);
        let next = Keys::of("", "9999", IpAddr::from([1, 1, 1, 1]));
        assert!(again.attempt(&next, 9_999) > 0);
    }
}
