//! One leaf of the index: sorted pairs of a key and a slot, each key without what it shares with the
//! key before it.

/// A leaf is cut before it grows beyond about so many bytes: larger ones cost more to write again
/// for each key, smaller ones are more to find and to keep.
const FULL: usize = 4096;
/// A leaf of less is put together with its neighbour.
const LEAST: usize = FULL / 4;

/// A leaf as it is kept: the key that no key of it comes before, and its pairs.
pub(super) struct Leaf<'a> {
    pub low: &'a [u8],
    pairs: Parts<'a>,
}

/// A leaf is not what was written.
#[derive(Debug)]
pub(super) struct Torn;

impl<'a> Leaf<'a> {
    pub(super) fn open(bytes: &'a [u8]) -> Result<Leaf<'a>, Torn> {
        let mut rest = bytes;
        let length = number(&mut rest)?;
        let low = take(&mut rest, length)?;
        Ok(Leaf { low, pairs: Parts(rest) })
    }

    /// The slot at a key that is not before `low`.
    pub(super) fn get(&self, key: &[u8]) -> Result<Option<&'a [u8]>, Torn> {
        let mut parts = self.pairs.clone();
        // So much the key before, which is not behind the wanted one, has in common with it.
        let mut met = common(self.low, key);
        while let Some(part) = parts.next()? {
            if part.shared > met {
                continue;
            }
            let rest = &key[met..];
            let same = common(part.own, rest);
            if part.shared < met || same == rest.len() || part.own.get(same) > rest.get(same) {
                let found = part.shared == met && part.own == rest;
                return Ok(found.then_some(part.slot));
            }
            met += same;
        }
        Ok(None)
    }

    pub(super) fn pairs(&self) -> Pairs<'a> {
        Pairs { key: self.low.to_vec(), parts: self.pairs.clone() }
    }
}

/// A walk over a leaf's pairs.
pub(super) struct Pairs<'a> {
    /// The key of the pair that was given last.
    pub key: Vec<u8>,
    parts: Parts<'a>,
}

impl<'a> Pairs<'a> {
    /// The next pair's slot; its key is in `key`.
    pub(super) fn next(&mut self) -> Result<Option<&'a [u8]>, Torn> {
        let Some(part) = self.parts.next()? else { return Ok(None) };
        if part.shared > self.key.len() {
            return Err(Torn);
        }
        self.key.truncate(part.shared);
        self.key.extend_from_slice(part.own);
        Ok(Some(part.slot))
    }
}

/// A pair as it is kept.
struct Part<'a> {
    /// So many bytes its key has in common with the key before.
    shared: usize,
    own: &'a [u8],
    slot: &'a [u8],
}

#[derive(Clone)]
struct Parts<'a>(&'a [u8]);

impl<'a> Parts<'a> {
    fn next(&mut self) -> Result<Option<Part<'a>>, Torn> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let [shared, own, slot] =
            [number(&mut self.0)?, number(&mut self.0)?, number(&mut self.0)?];
        let own = take(&mut self.0, own)?;
        Ok(Some(Part { shared, own, slot: take(&mut self.0, slot)? }))
    }
}

/// Sorted pairs on their way into leaves.
#[derive(Default)]
pub(super) struct Heap {
    bytes: Vec<u8>,
    pairs: Vec<Pair>,
    size: usize,
}

/// The place of a pair in a heap.
struct Pair {
    key: usize,
    shared: usize,
    slot: usize,
    end: usize,
}

impl Pair {
    /// About what it takes in a leaf.
    fn size(&self) -> usize {
        self.end - self.key - self.shared + 3
    }
}

impl Heap {
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.pairs.clear();
        self.size = 0;
    }

    pub(super) fn push(&mut self, key: &[u8], slot: &[u8]) {
        let shared = self.pairs.last().map_or(0, |last| common(self.key(last), key));
        let start = self.bytes.len();
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(slot);
        let end = self.bytes.len();
        let pair = Pair { key: start, shared, slot: start + key.len(), end };
        self.size += pair.size();
        self.pairs.push(pair);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Whether a leaf of it would waste its place.
    pub(super) fn is_little(&self) -> bool {
        self.size < LEAST
    }

    /// The leaves of it, each with the key it begins at; the first begins at `low`. Where keys come
    /// in their order (`grows`) leaves are filled; elsewhere they are left room for what comes between.
    pub(super) fn leaves(&self, low: &[u8], grows: bool) -> Vec<(Box<[u8]>, Vec<u8>)> {
        let most = match grows {
            true => FULL,
            false => self.size / self.size.div_ceil(FULL).max(1) + 1,
        };
        let mut leaves: Vec<(Box<[u8]>, Vec<u8>)> = Vec::new();
        let (mut from, mut size) = (0, 0);
        for (at, pair) in self.pairs.iter().enumerate() {
            if at > from && size + pair.size() > most {
                leaves.push(self.leaf(from..at, low));
                (from, size) = (at, 0);
            }
            size += pair.size();
        }
        if from < self.pairs.len() {
            leaves.push(self.leaf(from..self.pairs.len(), low));
        }
        leaves
    }

    /// One leaf, which begins at the shortest key behind the pair before it.
    fn leaf(&self, range: std::ops::Range<usize>, low: &[u8]) -> (Box<[u8]>, Vec<u8>) {
        let pairs = &self.pairs[range.clone()];
        let first = &pairs[0];
        let low = match range.start {
            0 => low,
            _ => &self.key(first)[..first.shared + 1],
        };
        let mut leaf = Vec::with_capacity(FULL + FULL / 2);
        put(&mut leaf, low.len());
        leaf.extend_from_slice(low);
        for (at, pair) in pairs.iter().enumerate() {
            let key = self.key(pair);
            let shared = if at == 0 { common(low, key) } else { pair.shared };
            put(&mut leaf, shared);
            put(&mut leaf, key.len() - shared);
            put(&mut leaf, pair.end - pair.slot);
            leaf.extend_from_slice(&self.bytes[pair.key + shared..pair.end]);
        }
        (low.into(), leaf)
    }

    fn key(&self, pair: &Pair) -> &[u8] {
        &self.bytes[pair.key..pair.slot]
    }
}

/// How many bytes two texts begin with alike.
fn common(one: &[u8], other: &[u8]) -> usize {
    let words = one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0);
    let whole = 8 * words.take_while(|(one, other)| one == other).count();
    let rest = one[whole..].iter().zip(&other[whole..]);
    whole + rest.take_while(|(one, other)| one == other).count()
}

/// Seven bits to a byte, the lowest first; the highest bit says that more follow.
fn put(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn number(rest: &mut &[u8]) -> Result<usize, Torn> {
    let mut number = 0;
    for shift in (0..28).step_by(7) {
        let (byte, behind) = rest.split_first().ok_or(Torn)?;
        *rest = behind;
        number |= usize::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(Torn)
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Result<&'a [u8], Torn> {
    let (taken, behind) = rest.split_at_checked(length).ok_or(Torn)?;
    *rest = behind;
    Ok(taken)
}
