//! Tokens: HS256 and nothing else, under a key that never leaves the data directory.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use quick_cache::sync::Cache;
use serde::{Deserialize, Serialize};

/// A working day.
pub const LIFE_SECONDS: i64 = 12 * 3600;
/// Of a session that began by the template's calls: 7 days.
pub const LONG_LIFE_SECONDS: i64 = 7 * 24 * 3600;
/// How far another machine's clock may be ahead.
const SKEW_SECONDS: i64 = 60;
const KEY_BYTES: usize = 32;
/// So many tokens whose signature was found good are not checked anew with each request.
const KNOWN_TOKENS: usize = 4096;
/// RFC 9068: an access token, so that no token made for another use passes for one.
const TYPE: &str = "at+jwt";

/// Letters and digits that are not taken for one another.
pub const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
/// About 39 bits, of which five may be guessed.
const CODE_LETTERS: usize = 8;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// The employee's document id.
    pub id: String,
    /// Seconds since 1970.
    pub exp: i64,
    pub iat: i64,
    /// The session.
    pub jti: String,
    /// The employee's session version.
    pub sv: u32,
}

pub struct Tokens {
    codes: ring::hmac::Key,
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
    /// By their whole text. What changes, the time and the session, is checked every time.
    known: Cache<String, Claims>,
}

impl Tokens {
    /// Reads the key, or makes it on the first start, readable by its owner only.
    pub fn open(directory: &Path) -> io::Result<Tokens> {
        let path = directory.join("token.key");
        let mut key = Vec::new();
        match File::open(&path) {
            Ok(mut file) => {
                file.read_to_end(&mut key)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => key = make_key(directory)?,
            Err(error) => return Err(error),
        }
        if key.len() != KEY_BYTES {
            let message = format!("{} is not a key of {KEY_BYTES} bytes", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(Tokens::new(&key))
    }

    fn new(key: &[u8]) -> Tokens {
        let mut validation = Validation::new(Algorithm::HS256);
        // Times are checked by the server's own clock, which tests set.
        validation.validate_exp = false;
        validation.validate_aud = false;
        validation.required_spec_claims.clear();
        let of_codes = ring::hmac::sign(
            &ring::hmac::Key::new(ring::hmac::HMAC_SHA256, key),
            b"one-time codes",
        );
        Tokens {
            codes: ring::hmac::Key::new(ring::hmac::HMAC_SHA256, of_codes.as_ref()),
            encoding: EncodingKey::from_secret(key),
            decoding: DecodingKey::from_secret(key),
            validation,
            known: Cache::new(KNOWN_TOKENS),
        }
    }

    /// The one-time code that a mail carries: it follows from the mail's id and a key of our own, so
    /// that nobody needs to keep it, and whoever reads the journal cannot make it.
    pub fn code(&self, mail: &str) -> String {
        let tag = ring::hmac::sign(&self.codes, mail.as_bytes());
        let letter = |byte: &u8| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]);
        tag.as_ref().iter().take(CODE_LETTERS).map(letter).collect()
    }

    /// Whether what was typed is the mail's code, found out in constant time.
    pub fn code_fits(&self, mail: &str, typed: &str) -> bool {
        let typed: String = typed.chars().filter(char::is_ascii_alphanumeric).collect();
        let tag = ring::hmac::sign(&self.codes, typed.to_ascii_lowercase().as_bytes());
        ring::hmac::verify(&self.codes, self.code(mail).as_bytes(), tag.as_ref()).is_ok()
    }

    /// A token; `None` cannot happen with a key of our own.
    pub fn make(&self, claims: &Claims) -> Option<String> {
        let header = Header { typ: Some(TYPE.to_owned()), ..Header::new(Algorithm::HS256) };
        encode(&header, claims, &self.encoding).ok()
    }

    /// The claims of a token that is ours and good at `now` (milliseconds).
    pub fn read(&self, token: &str, now: i64) -> Option<Claims> {
        let claims = match self.known.get(token) {
            Some(claims) => claims,
            None => self.signed(token)?,
        };
        let now = now / 1000;
        (claims.exp > now && claims.iat <= now + SKEW_SECONDS).then_some(claims)
    }

    /// The claims of a token that bears our signature.
    fn signed(&self, token: &str) -> Option<Claims> {
        let read = decode::<Claims>(token, &self.decoding, &self.validation).ok()?;
        if read.header.typ.as_deref() != Some(TYPE) {
            return None;
        }
        self.known.insert(token.to_owned(), read.claims.clone());
        Some(read.claims)
    }
}

/// Written aside and renamed, so that a half-written key is never read.
fn make_key(directory: &Path) -> io::Result<Vec<u8>> {
    let mut key = vec![0; KEY_BYTES];
    getrandom::fill(&mut key).map_err(|error| io::Error::other(error.to_string()))?;
    let aside = directory.join("token.key.new");
    let mut options = OpenOptions::new();
    let mut file = options.create(true).truncate(true).write(true).mode(0o600).open(&aside)?;
    file.write_all(&key)?;
    file.sync_all()?;
    std::fs::rename(&aside, directory.join("token.key"))?;
    File::open(directory)?.sync_all()?;
    Ok(key)
}
