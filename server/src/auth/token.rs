//! Tokens: HS256 and nothing else, under keys that never leave the data directory: one signs, and the one before it is
//! still taken until it is dropped.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::iter;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use jsonwebtoken::{
    Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode,
};
use quick_cache::sync::Cache;
use serde::{Deserialize, Serialize};

/// Of a session that began by the template's calls: 7 days.
pub const LONG_LIFE_SECONDS: i64 = 7 * 24 * 3600;
/// How far another machine's clock may be ahead.
const SKEW_SECONDS: i64 = 60;
const KEY_BYTES: usize = 32;
/// So many tokens whose signature was found good are not checked anew with each request.
const KNOWN_TOKENS: usize = 4096;
/// RFC 9068: an access token, so that no token made for another use passes for one.
const TYPE: &str = "at+jwt";
/// Who makes tokens, and who they are for: a token of another program that was given the same key is none of ours.
const ISSUER: &str = "godown";
const AUDIENCE: &str = "godown";
/// The key that signs, and the one that signed before it.
const KEY: &str = "token.key";
const FORMER: &str = "token.former.key";
/// So many letters name a key in a token's head.
const KEY_ID: usize = 16;

/// Letters and digits that are not taken for one another.
pub const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
/// About 39 bits, of which five may be guessed.
const CODE_LETTERS: usize = 8;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    pub iss: String,
    pub aud: String,
    /// The employee's document id.
    pub id: String,
    /// The same under the name that clients of the template's calls read.
    #[serde(rename = "userId", default)]
    pub user_id: String,
    /// Seconds since 1970.
    pub exp: i64,
    pub iat: i64,
    /// The session.
    pub jti: String,
    /// The employee's session version.
    pub sv: u32,
}

impl Claims {
    /// Those of a session that begins at `iat` and lasts so many seconds.
    pub fn new(id: &str, session: &str, sv: u32, iat: i64, life: i64) -> Claims {
        let (iss, aud, jti) = (ISSUER.to_owned(), AUDIENCE.to_owned(), session.to_owned());
        let (id, user_id) = (id.to_owned(), id.to_owned());
        Claims { iss, aud, id, user_id, exp: iat + life, iat, jti, sv }
    }
}

/// A key with everything that follows from it.
struct TokenKey {
    id: String,
    codes: ring::hmac::Key,
    encoding: EncodingKey,
    decoding: DecodingKey,
}

impl TokenKey {
    fn new(key: &[u8]) -> TokenKey {
        let derived = |what: &[u8]| {
            ring::hmac::sign(&ring::hmac::Key::new(ring::hmac::HMAC_SHA256, key), what)
        };
        let hex = |byte: &u8| format!("{byte:02x}");
        let id: String = derived(b"key id").as_ref().iter().map(hex).collect();
        TokenKey {
            id: id[..KEY_ID].to_owned(),
            codes: ring::hmac::Key::new(
                ring::hmac::HMAC_SHA256,
                derived(b"one-time codes").as_ref(),
            ),
            encoding: EncodingKey::from_secret(key),
            decoding: DecodingKey::from_secret(key),
        }
    }

    fn code(&self, mail: &str) -> String {
        let tag = ring::hmac::sign(&self.codes, mail.as_bytes());
        let letter = |byte: &u8| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]);
        tag.as_ref().iter().take(CODE_LETTERS).map(letter).collect()
    }

    /// Found out in constant time.
    fn code_fits(&self, mail: &str, typed: &str) -> bool {
        let tag = ring::hmac::sign(&self.codes, typed.as_bytes());
        ring::hmac::verify(&self.codes, self.code(mail).as_bytes(), tag.as_ref()).is_ok()
    }
}

pub struct Tokens {
    key: TokenKey,
    former: Option<TokenKey>,
    validation: Validation,
    /// By their whole text. What changes, the time and the session, is checked every time.
    known: Cache<String, Claims>,
}

impl Tokens {
    /// Reads the keys, or makes one on the first start, readable by its owner only.
    pub fn open(directory: &Path) -> io::Result<Tokens> {
        let key = match read_key(&directory.join(KEY))? {
            Some(key) => key,
            None => make_key(directory)?,
        };
        let former = read_key(&directory.join(FORMER))?;
        Ok(Tokens::new(&key, former.as_deref()))
    }

    fn new(key: &[u8], former: Option<&[u8]>) -> Tokens {
        let mut validation = Validation::new(Algorithm::HS256);
        // Times are checked by the server's own clock, which tests set.
        validation.validate_exp = false;
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[AUDIENCE]);
        validation.set_required_spec_claims(&["iss", "aud"]);
        Tokens {
            key: TokenKey::new(key),
            former: former.map(TokenKey::new),
            validation,
            known: Cache::new(KNOWN_TOKENS),
        }
    }

    /// The one-time code that a mail carries: it follows from the mail's id and a key of our own, so
    /// that nobody needs to keep it, and whoever reads the journal cannot make it.
    pub fn code(&self, mail: &str) -> String {
        self.key.code(mail)
    }

    /// Whether what was typed is the mail's code, by either key: a mail may be older than the new one.
    pub fn code_fits(&self, mail: &str, typed: &str) -> bool {
        let typed: String = typed.chars().filter(char::is_ascii_alphanumeric).collect();
        let typed = typed.to_ascii_lowercase();
        let former = self.former.as_ref().is_some_and(|key| key.code_fits(mail, &typed));
        self.key.code_fits(mail, &typed) || former
    }

    /// A token; `None` cannot happen with a key of our own.
    pub fn make(&self, claims: &Claims) -> Option<String> {
        let (typ, kid) = (Some(TYPE.to_owned()), Some(self.key.id.clone()));
        let header = Header { typ, kid, ..Header::new(Algorithm::HS256) };
        encode(&header, claims, &self.key.encoding).ok()
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

    /// The claims of a token that bears our signature, by the key that it names.
    fn signed(&self, token: &str) -> Option<Claims> {
        let kid = decode_header(token).ok()?.kid?;
        let key = iter::once(&self.key).chain(&self.former).find(|key| key.id == kid)?;
        let read = decode::<Claims>(token, &key.decoding, &self.validation).ok()?;
        if read.header.typ.as_deref() != Some(TYPE) {
            return None;
        }
        self.known.insert(token.to_owned(), read.claims.clone());
        Some(read.claims)
    }
}

/// Makes another key the one that signs, from the next start on. Tokens of the one before are good until they end or,
/// where `at_once`, no longer: then everyone signs in again, as after a key was read by somebody else.
///
/// # Errors
/// Where the directory has no key, or cannot be written.
pub fn rotate(directory: &Path, at_once: bool) -> io::Result<()> {
    let former = directory.join(FORMER);
    if read_key(&directory.join(KEY))?.is_none() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "there is no key yet"));
    }
    match at_once {
        false => {
            // The key that signs stands under both names until the new one takes its place.
            let aside = directory.join("token.former.key.new");
            write_key(&aside, &std::fs::read(directory.join(KEY))?)?;
            std::fs::rename(&aside, &former)?;
        }
        true => match std::fs::remove_file(&former) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        },
    }
    make_key(directory).map(drop)
}

/// The bytes of a key; `None` where there is no such file.
fn read_key(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let key = match std::fs::read(path) {
        Ok(key) => key,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if key.len() != KEY_BYTES {
        let message = format!("{} is not a key of {KEY_BYTES} bytes", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(Some(key))
}

fn write_key(path: &Path, key: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let mut file = options.create(true).truncate(true).write(true).mode(0o600).open(path)?;
    file.write_all(key)?;
    file.sync_all()
}

/// Written aside and renamed, so that a half-written key is never read.
fn make_key(directory: &Path) -> io::Result<Vec<u8>> {
    let mut key = vec![0; KEY_BYTES];
    getrandom::fill(&mut key).map_err(|error| io::Error::other(error.to_string()))?;
    let aside = directory.join("token.key.new");
    write_key(&aside, &key)?;
    std::fs::rename(&aside, directory.join(KEY))?;
    File::open(directory)?.sync_all()?;
    Ok(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims() -> Claims {
        Claims::new("person", "session", 1, 1_000, LONG_LIFE_SECONDS)
    }

    #[test]
    fn a_token_of_the_key_before_is_good_until_that_key_is_dropped() {
        let place = tempfile::tempdir().unwrap();
        let first = Tokens::open(place.path()).unwrap();
        let (token, code) = (first.make(&claims()).unwrap(), first.code("mail"));
        rotate(place.path(), false).unwrap();
        let second = Tokens::open(place.path()).unwrap();
        assert!(second.read(&token, 1_000_000).is_some());
        assert!(second.code_fits("mail", &code));
        let newer = second.make(&claims()).unwrap();
        assert_ne!(newer, token);
        assert!(first.read(&newer, 1_000_000).is_none());
        rotate(place.path(), false).unwrap();
        let third = Tokens::open(place.path()).unwrap();
        assert!(third.read(&token, 1_000_000).is_none(), "a key goes with the second one after it");
        assert!(!third.code_fits("mail", &code));
        assert!(third.read(&newer, 1_000_000).is_some());
        rotate(place.path(), true).unwrap();
        assert!(Tokens::open(place.path()).unwrap().read(&newer, 1_000_000).is_none());
    }

    #[test]
    fn a_token_says_whose_it_is_and_by_which_key() {
        let place = tempfile::tempdir().unwrap();
        let tokens = Tokens::open(place.path()).unwrap();
        let head = decode_header(tokens.make(&claims()).unwrap()).unwrap();
        assert_eq!(head.kid.as_deref(), Some(tokens.key.id.as_str()));
        let of = |iss: &str, aud: &str| {
            let foreign = Claims { iss: iss.to_owned(), aud: aud.to_owned(), ..claims() };
            tokens.read(&tokens.make(&foreign).unwrap(), 1_000_000).is_some()
        };
        assert!(of(ISSUER, AUDIENCE));
        assert!(!of("another", AUDIENCE));
        assert!(!of(ISSUER, "another"));
    }

    #[test]
    fn keys_are_read_by_their_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let place = tempfile::tempdir().unwrap();
        Tokens::open(place.path()).unwrap();
        rotate(place.path(), false).unwrap();
        for name in [KEY, FORMER] {
            let mode = std::fs::metadata(place.path().join(name)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{name}");
        }
    }
}
