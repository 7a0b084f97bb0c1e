//! The index in redb: a copy-on-write B-tree in one file.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::store::StoreError;
use godown_core::kept::read::Range;
use redb::{Builder, Database, Durability, ReadTransaction, ReadableDatabase, TableDefinition};

use crate::beside::{Base, Mark, Pairs, Slots, damaged};

const SLOTS: TableDefinition<&str, &[u8]> = TableDefinition::new("slots");
const MARK: TableDefinition<(), &[u8]> = TableDefinition::new("mark");

/// What redb may hold in memory, as sled may in a site.
const CACHE_BYTES: usize = 128 << 20;
/// So many keys are applied between two commits that reach the disk.
const SYNC_KEYS: usize = 65_536;

pub struct Redb {
    database: Database,
    /// Keys since the last commit that reached the disk.
    since: AtomicUsize,
}

impl Base for Redb {
    type Snapshot = ReadTransaction;

    fn open(path: &Path) -> Result<Redb, StoreError> {
        fs::create_dir_all(path)?;
        let mut builder = Builder::new();
        // As the site's index is checked at each start: redb checks no page when it is read.
        builder.set_cache_size(CACHE_BYTES).set_check_integrity_on_open(true);
        let database = builder.create(path.join("redb"));
        let database = database.map_err(damaged)?;
        let base = Redb { database, since: AtomicUsize::new(0) };
        base.write(Durability::Immediate, Slots::new(), None)?;
        Ok(base)
    }

    fn mark(&self) -> Result<Mark, StoreError> {
        let at = self.snapshot()?;
        let table = at.open_table(MARK).map_err(damaged)?;
        let text = table.get(()).map_err(damaged)?;
        text.map_or(Ok(Mark::default()), |text| {
            serde_json::from_slice(text.value()).map_err(damaged)
        })
    }

    fn apply(&self, slots: Slots, mark: Mark) -> Result<(), StoreError> {
        let since = self.since.fetch_add(slots.len(), Ordering::Relaxed) + slots.len();
        let durability = match since >= SYNC_KEYS {
            true => {
                self.since.store(0, Ordering::Relaxed);
                Durability::Immediate
            }
            false => Durability::None,
        };
        self.write(durability, slots, Some(mark))
    }

    fn sync(&self) -> Result<(), StoreError> {
        self.write(Durability::Immediate, Slots::new(), None)
    }

    fn snapshot(&self) -> Result<ReadTransaction, StoreError> {
        self.database.begin_read().map_err(damaged)
    }

    fn get(&self, at: &ReadTransaction, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let table = at.open_table(SLOTS).map_err(damaged)?;
        let slot = table.get(key).map_err(damaged)?;
        Ok(slot.map(|slot| slot.value().to_vec()))
    }

    fn scan(&self, at: &ReadTransaction, range: &Range, most: usize) -> Result<Pairs, StoreError> {
        let table = at.open_table(SLOTS).map_err(damaged)?;
        let found = table.range(range.from.as_str()..range.to.as_str()).map_err(damaged)?;
        let pair = |pair: Result<(redb::AccessGuard<&str>, redb::AccessGuard<&[u8]>), _>| {
            let (key, slot) = pair.map_err(damaged)?;
            Ok((key.value().to_owned(), slot.value().to_vec()))
        };
        match range.reverse {
            true => found.rev().take(most).map(pair).collect(),
            false => found.take(most).map(pair).collect(),
        }
    }
}

impl Redb {
    fn write(
        &self,
        durability: Durability,
        slots: Slots,
        mark: Option<Mark>,
    ) -> Result<(), StoreError> {
        let mut writing = self.database.begin_write().map_err(damaged)?;
        writing.set_durability(durability).map_err(damaged)?;
        // Else a start after a sudden end walks over the whole file.
        writing.set_quick_repair(matches!(durability, Durability::Immediate));
        {
            let mut table = writing.open_table(SLOTS).map_err(damaged)?;
            for (key, slot) in slots {
                match slot {
                    Some(slot) => drop(table.insert(key, slot.as_slice()).map_err(damaged)?),
                    None => drop(table.remove(key).map_err(damaged)?),
                }
            }
            let mut table = writing.open_table(MARK).map_err(damaged)?;
            if let Some(mark) = mark {
                let text = serde_json::to_vec(&mark).map_err(damaged)?;
                table.insert((), text.as_slice()).map_err(damaged)?;
            }
        }
        writing.commit().map_err(damaged)
    }
}
