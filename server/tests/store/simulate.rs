//! Seeded play against a naive model: groups, reads, leaps of time, stops, and ends at any call to the disk, with
//! or without the power. After each end the store is what the model says, or that and the one group that nobody was
//! told of, or its first entries.

mod disk;
mod model;

use std::sync::Arc;
use std::time::Instant;

use crate::kit;
use crate::proof;
use crate::proof::dice::Dice;
use disk::DyingDisk;
use godown_core::kept::read::Range;
use godown_server::store::{Entry, Options, SledStore, Store, StoreError};
use model::Model;
use tempfile::TempDir;

/// How many steps one seed takes.
const STEPS: usize = 400;
/// So that a few hundred steps fill several.
const SEGMENT_BYTES: u64 = 32 << 10;
/// Calls to the disk that a commit makes at most, and some more.
const CALLS: usize = 6;

/// A store under play, and what it must hold.
struct Play {
    dice: Dice,
    data: TempDir,
    disk: Arc<DyingDisk>,
    store: Option<SledStore>,
    model: Model,
    ends: usize,
}

impl Play {
    fn new(seed: u64) -> Play {
        let mut play = Play {
            dice: Dice(seed),
            data: tempfile::tempdir().unwrap(),
            disk: Arc::default(),
            store: None,
            model: Model::default(),
            ends: 0,
        };
        play.open();
        play
    }

    fn open(&mut self) {
        self.disk = Arc::default();
        let options = Options {
            disk: self.disk.clone(),
            segment_bytes: Some(SEGMENT_BYTES),
            flush_keys: *self.dice.one(&[1, 16, 16_384]),
            cache_bytes: 8 << 20,
            ..Options::default()
        };
        self.store = Some(SledStore::open(self.data.path(), options).unwrap());
    }

    fn store(&self) -> &SledStore {
        self.store.as_ref().unwrap()
    }

    fn step(&mut self) {
        match self.dice.below(100) {
            0..60 => self.commit(),
            60..64 => self.stale(),
            64..80 => self.read(),
            80..90 => self.follow(),
            90..94 => self.stop(),
            _ => self.end(),
        }
        assert_eq!(self.store().head().seq, self.model.seq());
    }

    fn commit(&mut self) {
        let group = self.model.group(&mut self.dice);
        let head = self.store().commit(group.clone(), self.model.seq()).unwrap();
        self.model.keep(&group);
        assert_eq!(head.time, self.model.time());
    }

    /// Somebody else was faster.
    fn stale(&mut self) {
        let group = self.model.group(&mut self.dice);
        let elsewhere = self.model.seq() + 1 + self.dice.below(3) as u64;
        let refused = self.store().commit(group, elsewhere);
        assert_eq!(refused.unwrap_err(), StoreError::Conflict { head: self.model.seq() });
    }

    fn read(&mut self) {
        let keys: Vec<String> = (0..8).map(|_| self.model.key(&mut self.dice)).collect();
        let view = self.store().view().unwrap();
        assert_eq!(view.seq(), self.model.seq());
        for key in &keys {
            assert_eq!(view.get(key).unwrap(), self.model.get(key), "{key:?}");
        }
        let (from, limit) = (&keys[0], 1 + keys.len());
        let range = Range { from: from.clone(), ..Range::prefix("c\u{1f}") };
        assert_eq!(view.scan(&range, limit).unwrap(), self.model.scan(from, limit));
    }

    fn follow(&mut self) {
        let since = self.dice.below(self.model.seq() as usize + 1) as u64;
        let told = self.store().entries(since).unwrap().map(Result::unwrap);
        let told: Vec<(u64, String)> = told.map(|kept| (kept.seq, kept.entry.command_id)).collect();
        assert_eq!(told, self.model.behind(since));
    }

    fn stop(&mut self) {
        self.store().close().unwrap();
        self.store = None;
        self.open();
        self.same();
    }

    /// The process dies at some call of a commit; half of the times the power goes with it.
    fn end(&mut self) {
        self.ends += 1;
        let group = self.model.group(&mut self.dice);
        self.disk.die_after(self.dice.below(CALLS), self.dice.below(100));
        let told = self.store().commit(group.clone(), self.model.seq());
        self.store = None;
        if self.dice.below(2) == 0 {
            self.disk.lose_power(&mut self.dice);
        }
        self.open();
        let (before, after) = (self.model.seq(), self.model.seq() + group.len() as u64);
        let found = self.store().head().seq;
        match told {
            Ok(_) => assert_eq!(found, after, "what was acknowledged is there"),
            Err(_) => assert!((before..=after).contains(&found), "{found}"),
        }
        self.model.keep(&group[..(found - before) as usize]);
        self.same();
    }

    /// Every key and value.
    fn same(&self) {
        let view = self.store().view().unwrap();
        assert_eq!(kit::all(&*view), self.model.scan("", usize::MAX));
    }
}

/// What the model alone does of the same steps in a second.
fn model_alone(steps: usize) -> f64 {
    let (mut model, mut dice) = (Model::default(), Dice(1));
    let began = Instant::now();
    for _ in 0..steps {
        match dice.below(100) {
            0..70 => {
                let group: Vec<Entry> = model.group(&mut dice);
                model.keep(&group);
            }
            70..90 => drop((0..8).map(|_| model.get(&model.key(&mut dice))).collect::<Vec<_>>()),
            _ => drop(model.scan(&model.key(&mut dice), 9)),
        }
    }
    steps as f64 / began.elapsed().as_secs_f64()
}

#[test]
fn after_every_end_the_store_is_what_the_model_says() {
    let seeds = proof::seeds(10_000, 4);
    let (began, mut ends) = (Instant::now(), 0);
    for seed in seeds.clone() {
        let mut play = Play::new(seed as u64);
        for at in 0..STEPS {
            play.step();
            assert!(play.store.is_some(), "seed {seed}, step {at}");
        }
        ends += play.ends;
    }
    let seeds = seeds.len();
    let rate = (seeds * STEPS) as f64 / began.elapsed().as_secs_f64();
    let figure = format!(
        "{} steps, {ends} ends, {rate:.0} steps/s over the store, {:.0} by the model alone; 0 \
         divergences",
        seeds * STEPS,
        model_alone(proof::size(1_000_000, 2_000)),
    );
    proof::report("T17 simulator, seeds", seeds, &figure, "0 divergences, model 100 k/s");
}
