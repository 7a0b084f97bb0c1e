//! One kept command: what was asked, by whom and when, and the changes it made.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use godown_core::audit::{TITLED, Title};
use godown_core::kept::keys;
use godown_core::kept::read::{Docs, Writes};
use godown_core::write::command::Did;
use ring::digest::{Context, SHA256, digest};
use serde::{Deserialize, Deserializer, de};
use serde_json::value::RawValue;

/// The formats of an entry's text. In the first, the separator of keys stands as JSON escapes it, and the
/// entry's hash is of its whole text. In the second, `STAND_IN` and the separator stand for each other,
/// and the hash is of the entry's title. A reader refuses what it does not know.
const WHOLE: u32 = 1;
const NEWEST: u32 = TITLED;

/// The stand-in for the separator of keys: JSON leaves it as it is, where the separator's escape
/// would take a sixth of the room.
// DECISIONS 50
const STAND_IN: char = '\u{7f}';

/// The text between an entry's title and its rest.
const REST: &[u8] = br#","command":"#;

/// One command with its changes. `commit` gives it its number and its link to the entry before.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Milliseconds UTC.
    pub time: i64,
    pub company: String,
    pub actor: String,
    pub command_id: String,
    pub did: Did,
    pub command: Box<RawValue>,
    pub writes: Writes,
    /// Not kept.
    pub docs: Docs,
}

impl Entry {
    /// About how much it takes.
    pub(super) fn bytes(&self) -> u64 {
        let writes = self.writes.iter();
        let all = writes.map(|(key, value)| key.len() + value.as_ref().map_or(0, Vec::len));
        (self.command.get().len() + all.sum::<usize>()) as u64
    }
}

/// An entry as it was kept.
#[derive(Clone, Debug)]
pub struct Kept {
    pub seq: u64,
    /// The hash of the entry before.
    pub prev: Hash,
    pub hash: Hash,
    pub entry: Entry,
    v: u32,
    rest: Hash,
    /// The span of each value in the text that was kept.
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

    /// The bytes that are kept, where the values stand in them, and the entry's hash.
    pub(super) fn encode(&self, seq: u64, prev: &Hash) -> (Vec<u8>, Vec<Span>, Hash) {
        let mut spans = Vec::with_capacity(self.writes.len());
        let values: usize = self
            .writes
            .iter()
            .map(|(key, value)| key.len() + 16 + value.as_ref().map_or(4, Vec::len))
            .sum();
        let mut out = Vec::with_capacity(values + self.command.get().len() + 512);
        let title = self.title(NEWEST, seq, prev, Hash::default());
        serde_json::to_writer(&mut out, &title).expect("invariant: a title is JSON");
        // The title's own end comes after the rest.
        out.pop();
        let title = out.len();
        out.extend_from_slice(REST);
        out.extend_from_slice(self.command.get().as_bytes());
        out.extend_from_slice(br#","changes":{"#);
        for (index, (key, value)) in self.writes.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            quote_key(&mut out, key);
            out.push(b':');
            let start = out.len();
            out.extend_from_slice(value.as_deref().unwrap_or(b"null"));
            if value.is_some() {
                spans.push(start..out.len());
            }
        }
        out.extend_from_slice(b"}}");
        let rest = Hash::of(&out[title..]).to_string();
        // The hash is the title's last value: its digits stand before a quote.
        out[title - 1 - rest.len()..title - 1].copy_from_slice(rest.as_bytes());
        let hash = Hash::of_title(&out[..title]);
        (out, spans, hash)
    }

    fn title(&self, v: u32, seq: u64, prev: &Hash, rest: Hash) -> Title<'_> {
        Title {
            v,
            seq,
            prev: Cow::Owned(prev.to_string()),
            time: self.time,
            company: Cow::Borrowed(&self.company),
            actor: Cow::Borrowed(&self.actor),
            command_id: Cow::Borrowed(&self.command_id),
            did: Cow::Borrowed(&self.did),
            rest: Cow::Owned(rest.to_string()),
        }
    }
}

impl Kept {
    pub(super) fn decode(bytes: &[u8]) -> Result<Kept, String> {
        let stored: Stored<'_> =
            serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let base = bytes.as_ptr() as usize;
        let title = (stored.command.get().as_ptr() as usize - base).saturating_sub(REST.len());
        let (hash, rest) = hashes(&stored, bytes, title)?;
        let did = match stored.did {
            Some(did) => did,
            None => serde_json::from_str(stored.command.get()).unwrap_or_default(),
        };
        let (writes, texts) = stored.changes.read(stored.v != WHOLE)?;
        let spans = texts.iter().map(|text| {
            let start = text.as_ptr() as usize - base;
            start..start + text.len()
        });
        let spans = spans.collect();
        let entry = Entry {
            time: stored.time,
            company: stored.company,
            actor: stored.actor,
            command_id: stored.command_id,
            did,
            command: stored.command.to_owned(),
            writes,
            docs: Docs::new(),
        };
        Ok(Kept { seq: stored.seq, prev: stored.prev, hash, entry, v: stored.v, rest, spans })
    }

    /// The entry's title as JSON, whose hash is the entry's; of an entry of the first format what is told
    /// of it instead.
    pub fn title(&self) -> String {
        let title = self.entry.title(self.v, self.seq, &self.prev, self.rest);
        serde_json::to_string(&title).expect("invariant: a title is JSON")
    }

    /// The entry's text behind its title, whose hash the title names; none of an entry of the first format, which
    /// has no title.
    pub fn rest(&self) -> Option<String> {
        let (text, _, hash) = self.entry.encode(self.seq, &self.prev);
        let behind = self.title().len() - 1;
        (self.v == NEWEST && hash == self.hash)
            .then(|| String::from_utf8_lossy(&text[behind..]).into_owned())
    }
}

/// An entry's hash, and the one its title names; refuses a rest that is not what the title says.
fn hashes(stored: &Stored<'_>, bytes: &[u8], title: usize) -> Result<(Hash, Hash), String> {
    match (stored.v, stored.rest) {
        (WHOLE, None) => {
            let hash = Hash::of(bytes);
            Ok((hash, hash))
        }
        (NEWEST, Some(named)) => match Hash::of(&bytes[title..]) == named {
            true => Ok((Hash::of_title(&bytes[..title]), named)),
            false => Err("what it holds is not what its title says".to_owned()),
        },
        (WHOLE | NEWEST, _) => Err("its title is not of its format".to_owned()),
        (newer, _) => Err(format!("format {newer} is newer than this program knows")),
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
    did: Option<Did>,
    rest: Option<Hash>,
    #[serde(borrow)]
    command: &'a RawValue,
    #[serde(borrow)]
    changes: Changes<'a>,
}

/// Keys as they are written, each with its new value.
struct Changes<'a>(Vec<(String, Option<&'a str>)>);

impl<'a> Changes<'a> {
    /// The writes, and the text of each value.
    fn read(self, stood_in: bool) -> Result<(Writes, Vec<&'a str>), String> {
        let (mut writes, mut texts) = (Writes::new(), Vec::with_capacity(self.0.len()));
        for (key, text) in self.0 {
            let key = if stood_in { swapped(&key) } else { key };
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

    /// Of a title that lacks its end.
    // DECISIONS 57
    fn of_title(open: &[u8]) -> Hash {
        let mut context = Context::new(&SHA256);
        context.update(open);
        context.update(b"}");
        let mut hash = [0; 32];
        hash.copy_from_slice(context.finish().as_ref());
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

/// A key with its separators and the stand-ins changed for each other: done twice it is what it was.
fn swapped(key: &str) -> String {
    let swap = |c| match c {
        keys::SEPARATOR => STAND_IN,
        STAND_IN => keys::SEPARATOR,
        other => other,
    };
    key.chars().map(swap).collect()
}

/// A key as it stands in an entry; most need no escape.
fn quote_key(out: &mut Vec<u8>, key: &str) {
    const SEPARATOR: u8 = keys::SEPARATOR as u8;
    const STANDS: u8 = STAND_IN as u8;
    let start = out.len();
    out.push(b'"');
    out.extend(key.bytes().map(|byte| match byte {
        SEPARATOR => STANDS,
        STANDS => SEPARATOR,
        other => other,
    }));
    if out[start + 1..].iter().any(|byte| matches!(byte, 0..=0x1f | b'"' | b'\\')) {
        out.truncate(start);
        let quoted = serde_json::to_writer(out, &swapped(key));
        return quoted.expect("invariant: a string is JSON and a vector takes it");
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use godown_core::audit::Chain;

    use super::*;

    fn entry(key: &str) -> Entry {
        Entry {
            time: 7,
            company: "1".to_owned(),
            actor: "a".to_owned(),
            command_id: "c".to_owned(),
            did: Did { deed: "delete".to_owned(), ..Did::default() },
            command: RawValue::from_string("{}".to_owned()).unwrap(),
            writes: Writes::from([(key.to_owned(), Some(b"5".to_vec()))]),
            docs: Docs::new(),
        }
    }

    #[test]
    fn a_key_is_read_as_it_was_written_whatever_it_holds() {
        for key in ["1\u{1f}doc\u{1f}x\u{1f}", "1\u{1f}\"\\\n\u{1f}", "1\u{1f}\u{7f}", "\u{2603}"] {
            let entry = entry(key);
            let (text, spans, hash) = entry.encode(1, &Hash::default());
            let kept = Kept::decode(&text).unwrap();
            assert_eq!((&kept.entry.writes, kept.hash), (&entry.writes, hash));
            assert_eq!((&kept.spans, &text[spans[0].clone()]), (&spans, &b"5"[..]));
        }
    }

    #[test]
    fn the_hash_of_an_entry_is_its_titles_and_covers_the_rest() {
        let (text, _, hash) = entry("k").encode(1, &Hash::default());
        let kept = Kept::decode(&text).unwrap();
        assert_eq!(Hash::of(kept.title().as_bytes()), hash);
        assert_eq!(Hash::of(kept.rest().unwrap().as_bytes()), kept.rest);
        let altered = String::from_utf8(text).unwrap().replace(r#""k":5"#, r#""k":6"#);
        let refused = Kept::decode(altered.as_bytes()).unwrap_err();
        assert_eq!(refused, "what it holds is not what its title says");
    }

    #[test]
    fn the_core_follows_the_chain_of_titles_and_names_the_one_that_does_not_follow() {
        let (mut titles, mut prev) = (Vec::new(), Hash::default());
        for seq in 1..=3 {
            let (text, _, hash) = entry("k").encode(seq, &prev);
            titles.push(Kept::decode(&text).unwrap().title());
            prev = hash;
        }
        let asked =
            Chain { asked: Some(Hash::of(titles[1].as_bytes()).to_string()), ..Chain::default() };
        let followed = asked.follow(&titles[..1].join("\n")).follow(&titles[1..].join("\n"));
        assert_eq!((followed.seq, followed.hash.as_str()), (3, prev.to_string().as_str()));
        assert_eq!((followed.found, followed.told, followed.wrong), (Some(2), 0, None));
        for (lines, wrong) in [
            ([0, 2], "Where entry 2 belongs stands one that calls itself 3"),
            ([1, 2], "Where entry 1 belongs stands one that calls itself 2"),
        ] {
            let lines = lines.map(|at| titles[at].as_str()).join("\n");
            assert_eq!(Chain::default().follow(&lines).wrong.as_deref(), Some(wrong));
        }
        let altered = titles.join("\n").replacen(r#""actor":"a""#, r#""actor":"b""#, 1);
        let wrong = Chain::default().follow(&altered).wrong;
        assert_eq!(wrong.as_deref(), Some("Entry 2 does not follow from the one before it"));
    }

    #[test]
    fn an_entry_of_the_first_format_is_read() {
        let prev = Hash::default();
        let text = format!(
            r#"{{"v":1,"seq":1,"prev":"{prev}","time":7,"company":"1","actor":"a","command_id":"c","command":{{"deed":"delete"}},"changes":{{"1\u001fdoc\u001f":5}}}}"#
        );
        let kept = Kept::decode(text.as_bytes()).unwrap();
        let same = entry("1\u{1f}doc\u{1f}");
        assert_eq!((&kept.entry.writes, &kept.entry.did), (&same.writes, &same.did));
        let told = Chain::default().follow(&kept.title());
        assert_eq!((told.told, told.hash), (1, kept.hash.to_string()));
        let newer = text.replace(r#""v":1"#, r#""v":3"#);
        assert!(Kept::decode(newer.as_bytes()).unwrap_err().contains("format 3 is newer"));
    }
}
