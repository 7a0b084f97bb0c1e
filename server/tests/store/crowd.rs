//! Whatever a crowd draws is kept, backed up and restored: the copy verifies, and holds what the site holds.

use godown_core::decide::{Changes, reindex};
use godown_core::error::Halt;
use godown_core::invariant;
use godown_core::kept::keys;
use godown_core::kept::read::{Docs, Memory, Range, Read, Writes};
use godown_core::value::Instant;
use godown_core::write::command::Did;
use godown_server::store::{Entry, Options, SledStore, Store};
use godown_server::upkeep::backup::{Until, backup, restore};
use serde_json::value::{RawValue, to_raw_value};
use tempfile::TempDir;

use crate::crowds::{Beside, Drawings, Given, ground, play};
use crate::proof;
use crate::proof::dice::Dice;

/// After so many commands the site is backed up and restored.
const BACKUP_EVERY: usize = 1_000;
/// So that a site fills several.
const SEGMENT_BYTES: u64 = 256 << 10;

/// The store beside the crowd, and the backup that grows with it.
struct Keeper {
    site: TempDir,
    store: Option<SledStore>,
    given: usize,
    restored: usize,
    keys: usize,
}

fn invariants(read: &dyn Read) -> Result<Vec<String>, Halt> {
    let found = invariant::check_beside(read, &reindex::stale(read)?)?;
    Ok(found.iter().map(|one| format!("{}: {} {}", one.name, one.key, one.message)).collect())
}

fn all(read: &dyn Read) -> Vec<(String, Vec<u8>)> {
    read.scan(&Range::prefix(""), usize::MAX).unwrap()
}

impl Keeper {
    fn keep(&self, entry: Entry) {
        let store = self.store.as_ref().unwrap();
        store.commit(vec![entry], store.head().seq).unwrap();
    }

    /// Backs the site up on top of the backup before, which proves itself, and restores the end and an entry on
    /// the way.
    fn back_up(&mut self, memory: &Memory, dice: &mut Dice) {
        let place = self.site.path();
        let (data, to) = (place.join("data"), place.join("backup"));
        let done = backup(&data, &to, invariants).unwrap();
        assert_eq!(done.report.findings, Vec::<String>::new());
        let half = 1 + dice.below(done.manifest.seq as usize) as u64;
        for until in [Until::End, Until::Seq(half)] {
            let again = tempfile::tempdir().unwrap();
            let path = again.path().join("data");
            let head = restore(&to, &path, until).unwrap();
            let store = SledStore::open(&path, Options::default()).unwrap();
            let view = store.view().unwrap();
            match until {
                Until::End => {
                    let (kept, expected) = (all(&*view), all(memory));
                    self.keys += expected.len();
                    assert!(kept == expected, "the restored site holds what the site holds");
                }
                _ => assert_eq!(head.seq, half),
            }
            assert_eq!(invariants(&*view).unwrap(), Vec::<String>::new(), "at entry {}", head.seq);
        }
        self.restored += 1;
    }
}

impl Beside for Keeper {
    fn begin(&mut self, memory: &Memory) {
        self.store = None;
        self.site = tempfile::tempdir().unwrap();
        let options = Options { segment_bytes: Some(SEGMENT_BYTES), ..Options::default() };
        self.store = Some(SledStore::open(&self.site.path().join("data"), options).unwrap());
        self.keep(Entry {
            time: 0,
            company: keys::COMPANY.to_owned(),
            actor: "SYS".to_owned(),
            command_id: "begun".to_owned(),
            did: Did::default(),
            command: RawValue::from_string("{}".to_owned()).unwrap(),
            writes: all(memory)
                .into_iter()
                .map(|(key, value)| (key, Some(value)))
                .collect::<Writes>(),
            docs: Docs::new(),
        });
    }

    fn decided(&mut self, given: &Given, decided: &Result<Changes, Halt>) {
        self.given += 1;
        let Some(changes) = decided.as_ref().ok().filter(|changes| !changes.writes.is_empty())
        else {
            return;
        };
        self.keep(Entry {
            time: given.now.0,
            company: keys::COMPANY.to_owned(),
            actor: given.actor.id.clone(),
            command_id: given.command.command_id.clone(),
            did: given.command.did(),
            command: to_raw_value(given.command).unwrap(),
            writes: changes.writes.clone(),
            docs: Docs::new(),
        });
    }

    fn look(&mut self, memory: &Memory, _now: Instant, dice: &mut Dice) {
        if self.given / BACKUP_EVERY > self.restored {
            self.back_up(memory, dice);
        }
    }
}

#[test]
fn what_a_crowd_leaves_behind_is_restored_as_it_is_after_every_thousandth_command() {
    let seeds = proof::seeds(10_000, 8);
    let (base, mut drawings) = (ground(), Drawings::default());
    let site = tempfile::tempdir().unwrap();
    let mut keeper = Keeper { site, store: None, given: 0, restored: 0, keys: 0 };
    for seed in seeds.clone() {
        // The invariants of every step are proven where the rules are; here those of what is restored.
        play(&base, &mut keeper, &mut drawings, seed as u64, 150);
    }
    assert!(keeper.restored > 0, "{} commands were given", keeper.given);
    let figure = format!(
        "{} deeds drawn, {} done; {} backups, each restored twice, {} keys equal; 0 violations",
        drawings.drawn(),
        drawings.done(),
        keeper.restored,
        keeper.keys
    );
    proof::report("T22 a crowd, backed up, seeds", seeds.len(), &figure, "0 differences");
}
