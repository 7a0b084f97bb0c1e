//! The frames that reports read: kept current from the journal, and cut for whoever asks.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use godown_core::report::build;
use godown_core::report::cut::Cut;
use godown_core::report::{Fault, Frames, bytes, delta, facts};

use crate::failure::Failure;
use crate::store::{Store, View};

/// Further behind than so many entries, everything is made again: that is less work.
const BEHIND: u64 = 5_000;
/// A browser that is further behind is sent whole frames.
const CHANGES: u64 = 1_000;
/// So many people's snapshots are kept, as they were last sent.
const SNAPSHOTS: usize = 16;

/// The frames of the whole company, and the last snapshots that were cut of them.
#[derive(Default)]
pub struct Kept {
    whole: Mutex<Option<Arc<Frames>>>,
    snapshots: Mutex<Vec<Arc<Snapshot>>>,
}

/// A person's frames as they were cut.
pub struct Snapshot {
    pub frames: Frames,
    /// The same as bytes, and these compressed.
    pub bytes: Vec<u8>,
    packed: std::sync::OnceLock<Vec<u8>>,
    tag: std::sync::OnceLock<String>,
}

impl Snapshot {
    /// The bytes compressed with brotli.
    pub fn packed(&self) -> &[u8] {
        self.packed.get_or_init(|| crate::pack::brotli(&self.bytes, 4).to_vec())
    }

    /// A name of exactly these bytes, without quotes: another start or program that writes others names them otherwise.
    pub fn tag(&self) -> &str {
        let digest = || xxhash_rust::xxh3::xxh3_128(&self.bytes);
        self.tag
            .get_or_init(|| format!("{}-{}-{:032x}", self.frames.scope, self.frames.seq, digest()))
    }
}

/// The answer that brings a person's frames up to date.
pub enum Fresh {
    Whole(Arc<Snapshot>),
    Changes(Vec<u8>),
    Current,
}

fn fault(fault: &Fault) -> Failure {
    Failure::Fault(format!("frames: {fault}"))
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Kept {
    /// The whole company's frames as the store stands. Blocks.
    pub fn current(&self, store: &dyn Store) -> Result<Arc<Frames>, Failure> {
        let mut whole = held(&self.whole);
        let view = store.view()?;
        let head = view.seq();
        let known = whole.as_ref().map(|frames| frames.seq);
        match known {
            Some(seq) if seq == head => {}
            Some(seq) if seq < head && head - seq <= BEHIND => {
                let changed = changed(store, &*view, seq)?;
                let changes = build::whole_delta(&*view, &changed, seq, head)?;
                let frames = Arc::make_mut(whole.get_or_insert_default());
                if let Err(why) = delta::apply(frames, &changes) {
                    // What was half applied is not used again.
                    *whole = None;
                    return Err(fault(&why));
                }
            }
            _ => *whole = Some(Arc::new(build::whole(&*view, head)?)),
        }
        Ok(whole.get_or_insert_default().clone())
    }

    /// A person's frames as the store stands. Blocks.
    pub fn snapshot(&self, store: &dyn Store, cut: &Cut) -> Result<Arc<Snapshot>, Failure> {
        let whole = self.current(store)?;
        let fits =
            |one: &&Arc<Snapshot>| one.frames.scope == cut.scope && one.frames.seq == whole.seq;
        if let Some(known) = held(&self.snapshots).iter().find(fits) {
            return Ok(known.clone());
        }
        let frames = cut.take(&whole).map_err(|why| fault(&why))?;
        let bytes = bytes::write(&frames);
        let made = Arc::new(Snapshot {
            frames,
            bytes,
            packed: Default::default(),
            tag: Default::default(),
        });
        let mut snapshots = held(&self.snapshots);
        snapshots.retain(|one| one.frames.scope != cut.scope);
        if snapshots.len() >= SNAPSHOTS {
            snapshots.remove(0);
        }
        snapshots.push(made.clone());
        Ok(made)
    }

    /// The difference between a person's frames, of this scope and up to this entry, and the
    /// present ones. Blocks.
    pub fn fresh(
        &self,
        store: &dyn Store,
        cut: &Cut,
        known: Option<(&str, u64)>,
    ) -> Result<Fresh, Failure> {
        if let Some((scope, since)) = known.filter(|(scope, _)| *scope == cut.scope) {
            let view = store.view()?;
            let head = view.seq();
            if since == head {
                return Ok(Fresh::Current);
            }
            if since < head && head - since <= CHANGES {
                let changed = changed(store, &*view, since)?;
                let changes = cut.delta(&*view, &changed, since, head)?;
                debug_assert_eq!(changes.scope, scope);
                return Ok(Fresh::Changes(bytes::write(&changes)));
            }
        }
        self.snapshot(store, cut).map(Fresh::Whole)
    }
}

/// The documents that frames are made of and that changed behind an entry.
fn changed(
    store: &dyn Store,
    view: &dyn View,
    since: u64,
) -> Result<BTreeSet<facts::Touched>, Failure> {
    let mut found = BTreeSet::new();
    for kept in store.entries(since)? {
        let kept = kept?;
        if kept.seq > view.seq() {
            break;
        }
        kept.entry.writes.keys().for_each(|key| facts::touched(key, &mut found));
    }
    Ok(found)
}
