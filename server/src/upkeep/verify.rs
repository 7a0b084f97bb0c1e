//! `godown verify`: whether the history is whole, the index says the same, and the invariants hold.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use godown_core::decide::reindex;
use godown_core::error::Halt;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read};
use godown_core::schema::DocType;
use xxhash_rust::xxh3::xxh3_128;

use crate::store::{
    Hash, Head, Kept, Options, SledStore, Store, StoreError, lock, marked, told, unconfirmed, walk,
};

/// How many pairs are compared at a time.
const PAGE: usize = 1000;
/// How many differences are named before the rest is only counted.
const NAMED: usize = 20;

/// Advice for a history that is not whole.
pub const ADVICE: &str = "Nothing was changed. Keep this directory as it is, restore the last backup into an \
                          empty one (godown restore BACKUP DIR), and compare its head with this one's";

/// The findings; all is well when there are none.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Whoever wrote down an earlier head can look its hash up in `entries`: a chain proves that
    /// nothing was altered only to those who hold one of its hashes.
    pub head: Head,
    /// How many keys the index holds.
    pub pairs: usize,
    /// An append at the end that was torn, which is no fault; it was cut off.
    pub torn: Option<String>,
    /// The index was missing, damaged or of another history, and was made again from the journal.
    pub remade: bool,
    /// The entry whose hash was asked for.
    pub asked: Option<u64>,
    /// The types with documents whose lists another program made: the next start makes them anew.
    pub stale: Vec<&'static DocType>,
    /// Documents that share a value which is unique by now, which is no fault of the directory.
    pub shared: Vec<String>,
    pub findings: Vec<String>,
}

/// Checks a data directory that no other process has open, as a start finds it: what a start mends
/// is mended. `asked` is the hash of an entry that was written down elsewhere; `invariants` gives one
/// line for each that does not hold.
pub fn verify(
    data: &Path,
    asked: Option<Hash>,
    invariants: impl Fn(&dyn Read) -> Result<Vec<String>, Halt>,
) -> Result<Report, StoreError> {
    let held = lock(data)?;
    let mut expected = BTreeMap::new();
    let told = told(&data.join("journal"));
    let mut witness = Witness { marked: marked(data), told, asked, ..Witness::default() };
    let walked = walk(&data.join("journal"), |kept| {
        witness.see(&kept);
        replay(&mut expected, &kept);
    });
    drop(held);
    let mut report = Report { head: walked.head, torn: walked.torn, ..Report::default() };
    report.findings.extend(walked.damage);
    report.asked = witness.found;
    if report.findings.is_empty() {
        report.findings.extend(witness.against(walked.head));
    }
    if !report.findings.is_empty() {
        return Ok(report);
    }
    let remade = Arc::new(AtomicBool::new(false));
    let tell = remade.clone();
    let progress = Arc::new(move |_, _| tell.store(true, Ordering::Relaxed));
    let store = match SledStore::open(data, Options { progress, ..Options::default() }) {
        Ok(store) => store,
        Err(StoreError::Damaged(text)) => {
            report.findings.push(text);
            return Ok(report);
        }
        Err(error) => return Err(error),
    };
    report.remade = remade.load(Ordering::Relaxed);
    {
        let view = store.view()?;
        compare(&*view, expected, &mut report).map_err(fault)?;
        report.findings.extend(invariants(&*view).map_err(fault)?);
        report.stale = stale(&*view).map_err(fault)?;
        report.shared = reindex::shared(&*view, NAMED).map_err(fault)?;
    }
    store.close()?;
    Ok(report)
}

/// Facts about the history from outside the journal: a chain can be forged as a whole, or be an
/// older copy of itself.
#[derive(Default)]
struct Witness {
    marked: Option<Head>,
    told: Option<(u64, Hash)>,
    asked: Option<Hash>,
    /// The journal's own hash of the entry that the index was made up to, and of the one that was told.
    own: Option<Hash>,
    own_told: Option<Hash>,
    found: Option<u64>,
}

impl Witness {
    fn see(&mut self, kept: &Kept) {
        if self.marked.is_some_and(|marked| marked.seq == kept.seq) {
            self.own = Some(kept.hash);
        }
        if self.told.is_some_and(|(seq, _)| seq == kept.seq) {
            self.own_told = Some(kept.hash);
        }
        if self.asked == Some(kept.hash) {
            self.found = Some(kept.seq);
        }
    }

    /// Whether anything but the journal itself says that it ends here, or goes no further.
    fn confirms(&self, end: Head) -> bool {
        self.told.is_some()
            || self.marked.is_some_and(|marked| marked.seq >= end.seq)
            || self.asked == Some(end.hash)
    }

    fn against(&self, end: Head) -> Vec<String> {
        let mut wrong = Vec::new();
        if end.seq > 0 && !self.confirms(end) {
            wrong.push(unconfirmed(end.seq));
        }
        if let (Some((seq, told)), Some(own)) = (self.told, self.own_told)
            && own != told
        {
            wrong.push(format!("entry {seq} is not the one that journal/head tells: {told}"));
        }
        if let (Some(marked), Some(own)) = (self.marked.filter(|marked| marked.seq > 0), self.own)
            && own != marked.hash
        {
            wrong.push(format!(
                "entry {} is not the one that the index was made from: that one's hash was {}",
                marked.seq, marked.hash
            ));
        }
        if let Some(asked) = self.asked.filter(|_| self.found.is_none()) {
            wrong.push(format!(
                "no entry has the hash {asked}: this is an older copy, or the history was altered"
            ));
        }
        wrong
    }
}

fn replay(state: &mut BTreeMap<String, u128>, kept: &Kept) {
    for (key, value) in &kept.entry.writes {
        match value {
            Some(value) => state.insert(key.clone(), xxh3_128(value)),
            None => state.remove(key),
        };
    }
}

fn compare(
    index: &dyn Read,
    mut expected: BTreeMap<String, u128>,
    report: &mut Report,
) -> Result<(), Halt> {
    let mut wrong = Vec::new();
    let mut range = Range::prefix("");
    loop {
        let page = index.scan(&range, PAGE)?;
        let Some((last, _)) = page.last() else { break };
        range.from = format!("{last}\0");
        report.pairs += page.len();
        for (key, value) in page {
            match expected.remove(&key) {
                Some(hash) if hash == xxh3_128(&value) => {}
                Some(_) => wrong.push(format!("the index has another value at {key:?}")),
                None => wrong.push(format!("the index has {key:?}, which the journal does not")),
            }
        }
    }
    wrong.extend(expected.keys().map(|key| format!("the index lacks {key:?}")));
    let rest = wrong.len().saturating_sub(NAMED);
    report.findings.extend(wrong.into_iter().take(NAMED));
    if rest > 0 {
        report.findings.push(format!("and {rest} more keys differ between journal and index"));
    }
    Ok(())
}

fn stale(index: &dyn Read) -> Result<Vec<&'static DocType>, Halt> {
    let mut found = Vec::new();
    for def in reindex::stale(index)? {
        if !index.keys(&Range::prefix(&keys::key(&["doc", def.key])), 1)?.is_empty() {
            found.push(def);
        }
    }
    Ok(found)
}

fn fault(halt: Halt) -> StoreError {
    StoreError::Damaged(match halt {
        Halt::Fault(text) => text,
        other => format!("{other:?}"),
    })
}
