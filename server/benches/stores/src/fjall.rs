//! The index in fjall: a log-structured merge tree with a journal of its own.

use std::path::Path;

use crate::store::StoreError;
use fjall::{Database, Guard, Keyspace, KeyspaceCreateOptions, PersistMode, Readable, Snapshot};
use godown_core::kept::read::Range;

use crate::beside::{Base, Mark, Pairs, Slots, damaged};

/// What fjall may hold of what it read, as sled may in a site.
const CACHE_BYTES: u64 = 128 << 20;
const MARK: &str = "mark";

pub struct Fjall {
    database: Database,
    slots: Keyspace,
    about: Keyspace,
}

impl Base for Fjall {
    type Snapshot = Snapshot;

    fn open(path: &Path) -> Result<Fjall, StoreError> {
        let database = Database::builder(path).cache_size(CACHE_BYTES).open();
        let database = database.map_err(damaged)?;
        let [slots, about] =
            ["slots", "about"].map(|name| database.keyspace(name, KeyspaceCreateOptions::default));
        let (slots, about) = (slots.map_err(damaged)?, about.map_err(damaged)?);
        Ok(Fjall { database, slots, about })
    }

    fn mark(&self) -> Result<Mark, StoreError> {
        let text = self.about.get(MARK).map_err(damaged)?;
        text.map_or(Ok(Mark::default()), |text| serde_json::from_slice(&text).map_err(damaged))
    }

    fn apply(&self, slots: Slots, mark: Mark) -> Result<(), StoreError> {
        // The site's journal is the one that is synced: this one only reaches the system's cache.
        let mut batch = self.database.batch().durability(None);
        for (key, slot) in slots {
            match slot {
                Some(slot) => batch.insert(&self.slots, key, slot),
                None => batch.remove(&self.slots, key),
            }
        }
        batch.insert(&self.about, MARK, serde_json::to_vec(&mark).map_err(damaged)?);
        batch.commit().map_err(damaged)
    }

    fn sync(&self) -> Result<(), StoreError> {
        // Else the next start reads up to 64 MiB of its journal.
        self.slots.rotate_memtable_and_wait().map_err(damaged)?;
        self.database.persist(PersistMode::SyncAll).map_err(damaged)
    }

    fn snapshot(&self) -> Result<Snapshot, StoreError> {
        Ok(self.database.snapshot())
    }

    fn get(&self, at: &Snapshot, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let slot = at.get(&self.slots, key).map_err(damaged)?;
        Ok(slot.map(|slot| slot.to_vec()))
    }

    fn scan(&self, at: &Snapshot, range: &Range, most: usize) -> Result<Pairs, StoreError> {
        let found = at.range(&self.slots, range.from.as_str()..range.to.as_str());
        match range.reverse {
            true => found.rev().take(most).map(pair).collect(),
            false => found.take(most).map(pair).collect(),
        }
    }
}

fn pair(guard: Guard) -> Result<(String, Vec<u8>), StoreError> {
    let (key, slot) = guard.into_inner().map_err(damaged)?;
    Ok((String::from_utf8(key.to_vec()).map_err(damaged)?, slot.to_vec()))
}
