//! `godown verify`: whether the history is whole, the index says the same, and the invariants hold.

use std::collections::BTreeMap;
use std::path::Path;

use godown_core::decide::read::{Range, Read};
use godown_core::error::Halt;
use xxhash_rust::xxh3::xxh3_128;

use crate::store::{Head, Kept, Options, SledStore, Store, StoreError, lock, walk};

/// How many pairs are compared at a time.
const PAGE: usize = 1000;
/// How many differences are named before the rest is only counted.
const NAMED: usize = 20;

/// What was found; all is well when `findings` is empty.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Whoever wrote down an earlier head can look its hash up in `entries`: a chain proves that
    /// nothing was altered only to those who hold one of its hashes.
    pub head: Head,
    /// How many keys the index holds.
    pub pairs: usize,
    /// An append at the end that was torn, which is no fault; it was cut off.
    pub torn: Option<String>,
    pub findings: Vec<String>,
}

/// Checks a data directory that no other process has open. `invariants` gives one line for each that
/// does not hold.
pub fn verify(
    data: &Path,
    invariants: impl Fn(&dyn Read) -> Result<Vec<String>, Halt>,
) -> Result<Report, StoreError> {
    let held = lock(data)?;
    let mut expected = BTreeMap::new();
    let walked = walk(&data.join("journal"), |kept| replay(&mut expected, &kept));
    drop(held);
    let mut report = Report { head: walked.head, torn: walked.torn, ..Report::default() };
    if let Some(damage) = walked.damage {
        report.findings.push(damage);
        return Ok(report);
    }
    let store = match SledStore::open(data, Options::default()) {
        Ok(store) => store,
        Err(StoreError::Damaged(text)) => {
            report.findings.push(text);
            return Ok(report);
        }
        Err(error) => return Err(error),
    };
    {
        let view = store.view()?;
        compare(&*view, expected, &mut report).map_err(fault)?;
        report.findings.extend(invariants(&*view).map_err(fault)?);
    }
    store.close()?;
    Ok(report)
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

fn fault(halt: Halt) -> StoreError {
    StoreError::Damaged(match halt {
        Halt::Fault(text) => text,
        other => format!("{other:?}"),
    })
}
