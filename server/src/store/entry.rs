//! One kept command: what was asked, by whom and when, and the changes it made.

use std::fmt;
use std::io::Write;
use std::ops::Range;

use godown_core::decide::read::{Docs, Writes};
use ring::digest::{SHA256, digest};
use serde::{Deserialize, Deserializer, de};
use serde_json::value::RawValue;

/// The format of an entry's text. A reader refuses what it does not know.
const FORMAT: u32 = 1;

/// What a group is made of. `commit` gives it its number and its link to the entry before.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Milliseconds UTC.
    pub time: i64,
    pub company: String,
    pub actor: String,
    pub command_id: String,
    pub command: Box<RawValue>,
    pub writes: Writes,
    /// Not kept.
    pub docs: Docs,
}

/// An entry as it was kept.
#[derive(Clone, Debug)]
pub struct Kept {
    pub seq: u64,
    /// The hash of the entry before.
    pub prev: Hash,
    pub hash: Hash,
    pub entry: Entry,
    /// Where each value stands in the text that was kept.
    pub(super) spans: Vec<Span>,
}

/// A value's place in an entry's text, in the order of the keys that hold one.
pub(super) type Span = Range<usize>;

impl Entry {
    /// Every value must be readable when the journal is replayed: one JSON text, not `null`, with no
    /// space around it.
    pub fn check(&self) -> Result<(), String> {
        for (key, value) in &self.writes {
            let Some(value) = value else { continue };
            let text: &RawValue = serde_json::from_slice(value)
                .map_err(|error| format!("the value at {key:?} is not JSON: {error}"))?;
            if text.get().len() != value.len() || value == b"null" {
                return Err(format!("the value at {key:?} is null or has space around it"));
            }
        }
        Ok(())
    }

    /// The bytes that are kept and hashed, and where the values stand in them.
    pub(super) fn encode(&self, seq: u64, prev: &Hash) -> (Vec<u8>, Vec<Span>) {
        let mut spans = Vec::with_capacity(self.writes.len());
        let values: usize = self
            .writes
            .iter()
            .map(|(key, value)| key.len() + 16 + value.as_ref().map_or(4, Vec::len))
            .sum();
        let mut out = Vec::with_capacity(values + self.command.get().len() + 256);
        push(
            &mut out,
            format_args!(
                r#"{{"v":{FORMAT},"seq":{seq},"prev":"{prev}","time":{},"company":"#,
                self.time
            ),
        );
        quote(&mut out, &self.company);
        out.extend_from_slice(br#","actor":"#);
        quote(&mut out, &self.actor);
        out.extend_from_slice(br#","command_id":"#);
        quote(&mut out, &self.command_id);
        out.extend_from_slice(br#","command":"#);
        out.extend_from_slice(self.command.get().as_bytes());
        out.extend_from_slice(br#","changes":{"#);
        for (index, (key, value)) in self.writes.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            quote(&mut out, key);
            out.push(b':');
            let start = out.len();
            out.extend_from_slice(value.as_deref().unwrap_or(b"null"));
            if value.is_some() {
                spans.push(start..out.len());
            }
        }
        out.extend_from_slice(b"}}");
        (out, spans)
    }
}

impl Kept {
    pub(super) fn decode(bytes: &[u8]) -> Result<Kept, String> {
        let stored: Stored<'_> =
            serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        if stored.v != FORMAT {
            return Err(format!("format {} is newer than this program knows", stored.v));
        }
        let entry = Entry {
            time: stored.time,
            company: stored.company,
            actor: stored.actor,
            command_id: stored.command_id,
            command: stored.command,
            writes: stored.changes.writes,
            docs: Docs::new(),
        };
        let base = bytes.as_ptr() as usize;
        let spans = stored.changes.texts.iter().map(|text| {
            let start = text.as_ptr() as usize - base;
            start..start + text.len()
        });
        let spans = spans.collect();
        Ok(Kept { seq: stored.seq, prev: stored.prev, hash: Hash::of(bytes), entry, spans })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored<'a> {
    v: u32,
    seq: u64,
    prev: Hash,
    time: i64,
    company: String,
    actor: String,
    command_id: String,
    command: Box<RawValue>,
    #[serde(borrow)]
    changes: Changes<'a>,
}

#[derive(Default)]
struct Changes<'a> {
    writes: Writes,
    texts: Vec<&'a str>,
}

impl<'de: 'a, 'a> Deserialize<'de> for Changes<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Changes<'a>, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Changes<'de>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("keys and their new values")
            }

            fn visit_map<M: de::MapAccess<'de>>(
                self,
                mut map: M,
            ) -> Result<Changes<'de>, M::Error> {
                let mut changes = Changes::default();
                while let Some((key, value)) = map.next_entry::<String, Option<&RawValue>>()? {
                    if changes.writes.last_key_value().is_some_and(|(last, _)| *last >= key) {
                        return Err(de::Error::custom("keys are out of order"));
                    }
                    let text = value.map(RawValue::get);
                    changes.texts.extend(text);
                    changes.writes.insert(key, text.map(|text| text.as_bytes().to_vec()));
                }
                Ok(changes)
            }
        }
        from.deserialize_map(Visitor)
    }
}

/// A SHA-256, written as 64 hex digits; all zero before the first entry.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    pub fn of(bytes: &[u8]) -> Hash {
        let mut hash = [0; 32];
        hash.copy_from_slice(digest(&SHA256, bytes).as_ref());
        Hash(hash)
    }

    pub fn parse(text: &str) -> Option<Hash> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        let mut hash = [0; 32];
        for (byte, pair) in hash.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = u8::try_from(hex(pair[0])? * 16 + hex(pair[1])?).ok()?;
        }
        Some(Hash(hash))
    }
}

fn hex(digit: u8) -> Option<u32> {
    char::from(digit).to_digit(16)
}

impl fmt::Display for Hash {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = b"0123456789abcdef";
        let mut text = [0_u8; 64];
        for (pair, byte) in text.chunks_exact_mut(2).zip(self.0) {
            pair[0] = digits[usize::from(byte >> 4)];
            pair[1] = digits[usize::from(byte & 15)];
        }
        out.write_str(std::str::from_utf8(&text).unwrap_or_default())
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Hash, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(from)?;
        Hash::parse(&text).ok_or_else(|| de::Error::custom("a hash is 64 hex digits"))
    }
}

impl serde::Serialize for Hash {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

fn push(out: &mut Vec<u8>, text: fmt::Arguments<'_>) {
    out.write_fmt(text).expect("invariant: a vector takes every byte");
}

fn quote(out: &mut Vec<u8>, text: &str) {
    serde_json::to_writer(out, text).expect("invariant: a string is JSON and a vector takes it");
}
