//! How a journal segment frames its texts, so that every damaged byte is noticed and named.
//!
//! A frame is a header of 16 bytes and a payload of JSON in UTF-8:
//! `FF 67 64`, one byte of kind, payload length (u32, little endian), CRC-32 of the payload,
//! CRC-32 of the 12 bytes before. The byte FF never stands in UTF-8, so after a damaged frame
//! the next whole one can be found.

pub(super) const HEADER: usize = 16;
const MARK: [u8; 3] = [0xff, b'g', b'd'];

/// Whether a frame begins what one append wrote. Everything before it had been synced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Goes = 0,
    Opens = 1,
}

/// One frame of a segment, or why there is none.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found<'a> {
    Frame {
        kind: Kind,
        payload: &'a [u8],
    },
    /// The bytes end inside the frame.
    Short,
    Bad,
    End,
}

pub(super) fn push(out: &mut Vec<u8>, kind: Kind, payload: &[u8]) {
    let length = u32::try_from(payload.len()).expect("invariant: an entry is far below 4 GiB");
    let start = out.len();
    out.extend_from_slice(&MARK);
    out.push(kind as u8);
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(&crc32fast::hash(payload).to_le_bytes());
    let check = crc32fast::hash(&out[start..]);
    out.extend_from_slice(&check.to_le_bytes());
    out.extend_from_slice(payload);
}

/// The kind, payload length and payload CRC a header speaks of; `None` when it is damaged.
pub(super) fn header(bytes: &[u8; HEADER]) -> Option<(Kind, usize, u32)> {
    if bytes[..3] != MARK || crc32fast::hash(&bytes[..12]) != word(bytes, 12) {
        return None;
    }
    let kind = match bytes[3] {
        0 => Kind::Goes,
        1 => Kind::Opens,
        _ => return None,
    };
    Some((kind, usize::try_from(word(bytes, 4)).ok()?, word(bytes, 8)))
}

fn word(bytes: &[u8; HEADER], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

pub(super) fn at(bytes: &[u8], place: usize) -> Found<'_> {
    let rest = bytes.get(place..).unwrap_or_default();
    if rest.is_empty() {
        return Found::End;
    }
    let Some(head) = rest.first_chunk::<HEADER>() else {
        return Found::Short;
    };
    let Some((kind, length, crc)) = header(head) else {
        return Found::Bad;
    };
    match rest.get(HEADER..HEADER + length) {
        None => Found::Short,
        Some(payload) if crc32fast::hash(payload) == crc => Found::Frame { kind, payload },
        Some(_) => Found::Bad,
    }
}

/// Whether a whole frame of a later append stands behind `place`: then what is wrong at `place` had
/// been synced and is damage, not an append that was torn.
pub(super) fn synced_behind(bytes: &[u8], place: usize) -> bool {
    let mut from = place + 1;
    while let Some(step) =
        bytes.get(from..).and_then(|rest| rest.iter().position(|byte| *byte == 0xff))
    {
        from += step;
        if matches!(at(bytes, from), Found::Frame { kind: Kind::Opens, .. }) {
            return true;
        }
        from += 1;
    }
    false
}
