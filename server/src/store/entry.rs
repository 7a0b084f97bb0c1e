//! One kept command: what was asked, by whom and when, and the changes it made.

use std::fmt;
use std::io::Write;
use std::ops::Range;

use godown_core::decide::keys;
use godown_core::decide::read::{Docs, Writes};
use ring::digest::{SHA256, digest};
use serde::{Deserialize, Deserializer, de};
use serde_json::value::RawValue;

/// The format of an entry's text: with the separator of keys as JSON escapes it, as before, or with
/// `STAND_IN` for it, which takes a sixth of the room. A reader refuses what it does not know.
const ESCAPED: u32 = 1;
const STOOD_IN: u32 = 2;

/// What stands for the separator of keys: JSON leaves it as it is, and texts hold it as little.
const STAND_IN: char = '\u{7f}';

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
        let format = self.format();
        push(
            &mut out,
            format_args!(
                r#"{{"v":{format},"seq":{seq},"prev":"{prev}","time":{},"company":"#,
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
            match format {
                ESCAPED => quote(&mut out, key),
                _ => quote_key(&mut out, key),
            }
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

    /// A key that holds the stand-in itself could not be told from one that does not.
    fn format(&self) -> u32 {
        match self.writes.keys().any(|key| key.contains(STAND_IN)) {
            true => ESCAPED,
            false => STOOD_IN,
        }
    }
}

impl Kept {
    pub(super) fn decode(bytes: &[u8]) -> Result<Kept, String> {
        let stored: Stored<'_> =
            serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let stood_in = match stored.v {
            ESCAPED => false,
            STOOD_IN => true,
            newer => return Err(format!("format {newer} is newer than this program knows")),
        };
        let (writes, texts) = stored.changes.read(stood_in)?;
        let entry = Entry {
            time: stored.time,
            company: stored.company,
            actor: stored.actor,
            command_id: stored.command_id,
            command: stored.command,
            writes,
            docs: Docs::new(),
        };
        let base = bytes.as_ptr() as usize;
        let spans = texts.iter().map(|text| {
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

/// Keys as they are written, each with its new value.
struct Changes<'a>(Vec<(String, Option<&'a str>)>);

impl<'a> Changes<'a> {
    /// The writes, and the text of each value.
    fn read(self, stood_in: bool) -> Result<(Writes, Vec<&'a str>), String> {
        let separator = keys::SEPARATOR.to_string();
        let (mut writes, mut texts) = (Writes::new(), Vec::with_capacity(self.0.len()));
        for (key, text) in self.0 {
            let key = if stood_in { key.replace(STAND_IN, &separator) } else { key };
            if writes.last_key_value().is_some_and(|(last, _)| *last >= key) {
                return Err("keys are out of order".to_owned());
            }
            texts.extend(text);
            writes.insert(key, text.map(|text| text.as_bytes().to_vec()));
        }
        Ok((writes, texts))
    }
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
                let mut changes = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, Option<&RawValue>>()? {
                    changes.push((key, value.map(RawValue::get)));
                }
                Ok(Changes(changes))
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

/// A key with the stand-in for its separators; most need no other escape.
fn quote_key(out: &mut Vec<u8>, key: &str) {
    const SEPARATOR: u8 = keys::SEPARATOR as u8;
    const STANDS: u8 = STAND_IN as u8;
    let start = out.len();
    out.push(b'"');
    out.extend(key.bytes().map(|byte| if byte == SEPARATOR { STANDS } else { byte }));
    if out[start + 1..].iter().any(|byte| matches!(byte, 0..=0x1f | b'"' | b'\\')) {
        out.truncate(start);
        return quote(out, &key.replace(keys::SEPARATOR, &STAND_IN.to_string()));
    }
    out.push(b'"');
}

fn quote(out: &mut Vec<u8>, text: &str) {
    serde_json::to_writer(out, text).expect("invariant: a string is JSON and a vector takes it");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: &str) -> Entry {
        Entry {
            time: 7,
            company: "1".to_owned(),
            actor: "a".to_owned(),
            command_id: "c".to_owned(),
            command: RawValue::from_string("{}".to_owned()).unwrap(),
            writes: Writes::from([(key.to_owned(), Some(b"5".to_vec()))]),
            docs: Docs::new(),
        }
    }

    #[test]
    fn a_key_is_read_as_it_was_written_whatever_it_holds() {
        for key in ["1\u{1f}doc\u{1f}x\u{1f}", "1\u{1f}\"\\\n\u{1f}", "1\u{1f}\u{7f}", "\u{2603}"] {
            let entry = entry(key);
            let (text, spans) = entry.encode(1, &Hash::default());
            let kept = Kept::decode(&text).unwrap();
            assert_eq!(kept.entry.writes, entry.writes);
            assert_eq!((&kept.spans, &text[spans[0].clone()]), (&spans, &b"5"[..]));
        }
    }

    #[test]
    fn an_entry_of_the_first_format_is_read() {
        let prev = Hash::default();
        let text = format!(
            r#"{{"v":1,"seq":1,"prev":"{prev}","time":7,"company":"1","actor":"a","command_id":"c","command":{{}},"changes":{{"1\u001fdoc\u001f":5}}}}"#
        );
        let kept = Kept::decode(text.as_bytes()).unwrap();
        assert_eq!(kept.entry.writes, entry("1\u{1f}doc\u{1f}").writes);
        let newer = text.replace(r#""v":1"#, r#""v":3"#);
        assert!(Kept::decode(newer.as_bytes()).unwrap_err().contains("format 3 is newer"));
    }
}
