//! Passwords: Argon2id on a bounded pool, and which ones are refused.

use argon2::password_hash::phc::{Output, PasswordHash};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use godown_core::error::{Code, Issue};
use godown_core::said;

use crate::failure::Failure;
use crate::pool::{Behind, Pool, Size};

/// How many are worked on at once: each takes 19 MiB and a core for a while.
const AT_ONCE: usize = 3;
/// How many of them are one source's: others find a place beside who guesses.
const EACH: usize = 2;
/// How many more may wait: a shift that begins, not a flood.
const WAITING: usize = 600;
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
pub const SHORTEST: usize = 8;
pub const LONGEST: usize = 128;
/// Passwords that fall within so many guesses are refused: common ones, their variants, and those with a row of digits
/// behind them.
const GUESSES: u64 = 100_000;
/// Fits no password; verified where there is none, so that an unknown id costs the same time.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5LWlzLWhlcmUtMQ$\
                      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// `who` asks, as everywhere below, is a person or an address: they take turns.
#[derive(Clone)]
pub struct Passwords {
    pool: Pool,
}

impl Default for Passwords {
    fn default() -> Passwords {
        let (each, each_waiting) = (EACH, WAITING);
        let behind = Behind::InACrowd;
        let size = Size { at_once: AT_ONCE, each, waiting: WAITING, each_waiting, behind };
        Passwords { pool: Pool::new(size) }
    }
}

/// Memory is asked for beyond the size from which glibc always gives it back to the system when it
/// is freed; what is not touched is not used.
const RETURNED_BLOCKS: usize = 34 * 1024;
const HASH_BYTES: usize = 32;

fn derive(password: &str, salt: &[u8], params: Params) -> Result<Output, argon2::Error> {
    let blocks = params.block_count();
    let mut memory = Vec::with_capacity(blocks.max(RETURNED_BLOCKS));
    memory.resize(blocks, Block::new());
    let mut out = [0; HASH_BYTES];
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    argon.hash_password_into_with_memory(password.as_bytes(), salt, &mut out, &mut memory)?;
    Output::new(&out).map_err(|_| argon2::Error::OutputTooLong)
}

/// The hash of a password with a salt of 16 bytes, as a PHC string. Blocks for a while.
pub fn hash(password: &str, salt: &[u8; 16]) -> Result<String, String> {
    let params = Params::new(MEMORY_KIB, PASSES, 1, None);
    let output = params.and_then(|params| derive(password, salt, params));
    let output = output.map_err(|error| error.to_string())?;
    let (salt, output) = (STANDARD_NO_PAD.encode(salt), STANDARD_NO_PAD.encode(output.as_bytes()));
    Ok(format!("$argon2id$v=19$m={MEMORY_KIB},t={PASSES},p=1${salt}${output}"))
}

/// The same with a random salt.
pub fn hash_anew(password: &str) -> Result<String, String> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(|error| error.to_string())?;
    hash(password, &salt)
}

/// Compared in constant time, with the parameters that the hash was made with.
fn fits(password: &str, hash: &str) -> bool {
    let Ok(hash) = PasswordHash::new(if hash.is_empty() { NOBODY } else { hash }) else {
        return false;
    };
    let (Some(salt), Some(wanted), Ok(params)) = (&hash.salt, &hash.hash, Params::try_from(&hash))
    else {
        return false;
    };
    derive(password, salt.as_ref(), params).is_ok_and(|output| output == *wanted)
}

impl Passwords {
    /// Whether the password is the hash's; an empty hash costs the same and fits nothing.
    pub async fn verify(&self, who: &str, password: String, hash: String) -> Result<bool, Failure> {
        self.pool.run(who, move || fits(&password, &hash)).await
    }

    pub async fn hash(&self, who: &str, password: String) -> Result<String, Failure> {
        self.pool.run(who, move || hash_anew(&password)).await?.map_err(Failure::Fault)
    }

    /// What is wrong with a new password of a person of these names. Judging one takes a while, too.
    pub async fn refusal(
        &self,
        who: &str,
        path: &str,
        password: &str,
        names: Vec<String>,
    ) -> Result<Option<Issue>, Failure> {
        let (path, password) = (path.to_owned(), password.to_owned());
        let judged = move || {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            refusal(&path, &password, &names)
        };
        self.pool.run(who, judged).await
    }

    /// With a salt that follows from a command, so that the command repeated is the same command.
    pub async fn hash_salted(
        &self,
        who: &str,
        password: String,
        salt: [u8; 16],
    ) -> Result<String, Failure> {
        self.pool.run(who, move || hash(&password, &salt)).await?.map_err(Failure::Fault)
    }
}

/// Refuses a new password that is too weak for a person of these names.
// DECISIONS 12
fn refusal(path: &str, password: &str, names: &[&str]) -> Option<Issue> {
    let length = password.chars().count();
    let same = |name: &&&str| !name.is_empty() && name.eq_ignore_ascii_case(password);
    let message = if !(SHORTEST..=LONGEST).contains(&length) {
        said!(
            "A password has {shortest} to {longest} characters",
            shortest = SHORTEST,
            longest = LONGEST
        )
    } else if names.iter().find(same).is_some() {
        "The password must not be your employee id".into()
    } else if is_common(password, length, names) {
        "This password is among the most common. Enter another".into()
    } else {
        return None;
    };
    Some(Issue::new(path, Code::Input, message))
}

/// How much of a password is judged at a time: the work grows with the square of it and more.
const JUDGED: usize = 32;
/// How many names are looked for in it, and how much of each.
const NAMES: usize = 20;

/// Whether its first characters and its last fall within few guesses, both: then no part makes it strong.
fn is_common(password: &str, length: usize, names: &[&str]) -> bool {
    let (parts, names) = judged(password, length, names);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    parts.iter().all(|part| zxcvbn::zxcvbn(part, &names).guesses() <= GUESSES)
}

/// The parts of a password that are judged, and the names that are looked for in them.
fn judged(password: &str, length: usize, names: &[&str]) -> ([String; 2], Vec<String>) {
    let cut = |text: &str| text.chars().take(JUDGED).collect::<String>();
    let last = password.chars().skip(length.saturating_sub(JUDGED)).collect();
    ([cut(password), last], names.iter().take(NAMES).map(|name| cut(name)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_fits_where_there_is_none() {
        assert!(PasswordHash::new(NOBODY).is_ok());
        assert!(!fits("", ""));
        assert!(!fits("godown-demo", ""));
    }

    #[test]
    fn a_password_fits_its_own_hash_only() {
        let hash = hash_anew("a long walk home").unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(fits("a long walk home", &hash));
        assert!(!fits("a long walk homE", &hash));
    }

    #[test]
    fn common_short_and_own_names_are_refused() {
        let refused = |password: &str| refusal("new", password, &["SALES-07"]).is_some();
        for password in [
            "password",
            "password1234",
            "12345678",
            "qwertyuiop",
            "Password1",
            "iloveyou",
            "short",
            "sales-07",
        ] {
            assert!(refused(password), "{password}");
        }
        assert!(refused(&"x".repeat(129)));
        assert!(refused(&"x".repeat(128)));
        assert!(!refused(&format!("{}seven green pipes", "x".repeat(100))));
        assert!(!refused("seven green pipes"));
        assert!(!refused("godown-demo"));
    }
    #[test]
    fn however_long_a_password_and_names_are_a_bounded_part_of_them_is_judged() {
        let long = "Ａé\u{301}".repeat(50_000);
        let names = vec![&*long; 1_000];
        for length in [LONGEST, long.chars().count()] {
            let password: String = long.chars().take(length).collect();
            let (parts, names) = judged(&password, length, &names);
            let longest = parts.iter().chain(&names).map(|part| part.chars().count()).max();
            assert_eq!((longest, names.len()), (Some(JUDGED), NAMES));
        }
    }
}
