//! What time does: the sweep carries out what has fallen due, once, and leaves the rest.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use crate::harness;
use crate::world;
use crate::world::World;
use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::docs::handover::{self, AT_ONCE};
use godown_core::docs::orders::{BM_PENDING, DRAFT, HOLD};
use godown_core::error::Halt;
use godown_core::kept::doc::{Doc, Event};
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read};
use godown_core::value::Instant;
use godown_server::app::App;
use godown_server::clock::scheduler;
use godown_server::store::{Entries, Entry, Head, MemoryStore, Store, StoreError, View};

/// A store that counts its commits. The first after [`Counted::hold`] waits until so many commands are
/// with the writer, so that nothing depends on who is faster.
#[derive(Default)]
struct Counted {
    store: MemoryStore,
    commits: AtomicUsize,
    held: OnceLock<(Weak<App>, usize)>,
    over: AtomicBool,
}

impl Counted {
    fn hold(&self, app: &Arc<App>, commands: usize) {
        self.commits.store(0, Ordering::SeqCst);
        let first = self.held.set((Arc::downgrade(app), commands));
        assert!(first.is_ok(), "a store is held once");
    }
}

impl Store for Counted {
    fn view(&self) -> Result<Box<dyn View + '_>, StoreError> {
        self.store.view()
    }

    fn head(&self) -> Head {
        self.store.head()
    }

    fn commit(&self, group: Vec<Entry>, expected_head: u64) -> Result<Head, StoreError> {
        self.commits.fetch_add(1, Ordering::SeqCst);
        if let Some((app, commands)) = self.held.get()
            && let Some(app) = app.upgrade()
            && !self.over.swap(true, Ordering::SeqCst)
        {
            while app.writer.waiting() + group.len() < *commands {
                std::thread::yield_now();
            }
        }
        self.store.commit(group, expected_head)
    }

    fn entries(&self, since: u64) -> Result<Entries<'_>, StoreError> {
        self.store.entries(since)
    }

    fn close(&self) -> Result<(), StoreError> {
        self.store.close()
    }
}

struct Site {
    app: Arc<App>,
    store: Arc<Counted>,
    now: Arc<AtomicI64>,
    _directory: tempfile::TempDir,
}

impl Site {
    /// A server over everything that happened in a world.
    fn over(world: &World) -> Site {
        let store = Arc::new(Counted::default());
        store.commit(vec![harness::kept(world)], 0).unwrap();
        let now = Arc::new(AtomicI64::new(world.site.now.0));
        let read = now.clone();
        let directory = tempfile::tempdir().unwrap();
        let clock = Arc::new(move || read.load(Ordering::SeqCst));
        let app = App::new(store.clone(), clock, directory.path()).unwrap();
        Site { app, store, now, _directory: directory }
    }

    /// Sweeps at a moment; how many commands it kept.
    async fn sweep_at(&self, at: i64) -> u64 {
        self.now.store(at, Ordering::SeqCst);
        let before = self.app.store.head().seq;
        assert!(scheduler::once(&self.app).await.is_ok());
        self.app.store.head().seq - before
    }

    fn see<T>(&self, look: impl FnOnce(&dyn Read, Instant) -> Result<T, Halt>) -> T {
        self.app.view(look).unwrap_or_else(|_| panic!("the store can be read"))
    }

    /// What is to be done to documents, first things first; reminders of triggers left out.
    fn due(&self) -> Vec<(String, String)> {
        let range = Range::prefix(&keys::key(&["due"]));
        let found = self.see(|read, _| read.keys(&range, 100));
        let named = |key: &String| {
            let parts = keys::parts(key);
            (parts[3].to_owned(), parts[4].to_owned())
        };
        let documents = |(_, what): &(String, String)| !what.starts_with("fire-") && what != "arm";
        found.iter().map(named).filter(documents).collect()
    }

    fn doc(&self, id: &str) -> Arc<Doc> {
        self.see(|read, _| read.doc(&keys::doc("order", id))).unwrap()
    }

    fn last_event(&self, id: &str) -> Event {
        let range = Range::prefix(&keys::key(&["hist", "order", id])).reversed();
        let found = self.see(|read, _| read.scan(&range, 1));
        serde_json::from_slice(&found[0].1).unwrap()
    }
}

#[tokio::test]
async fn what_falls_due_is_done_once_in_the_name_of_the_system() {
    let mut world = World::new();
    let orders = [DRAFT, BM_PENDING, HOLD].map(|status| world.at(status));
    let site = Site::over(&world);
    let waiting: Vec<(String, String)> = site.due();
    let named = |id: &String, what: &str| (id.clone(), what.to_owned());
    for one in [named(&orders[0], "archive"), named(&orders[2], "resume")] {
        assert!(waiting.contains(&one), "{one:?} of {waiting:?}");
    }
    assert!(site.sweep_at(world.site.now.0).await > 0, "new triggers look through what is there");
    assert_eq!(site.sweep_at(world.site.now.0).await, 0, "nothing else is due yet");

    let late = world.site.now.0 + 400 * world::DAY;
    let done = site.sweep_at(late).await;
    assert!(done >= waiting.len() as u64, "{done} of {waiting:?}");
    for (id, what) in &waiting {
        let keys = site.due();
        assert!(!keys.contains(&(id.clone(), what.clone())), "{what} is still due");
    }
    let system = Actor::system().id;
    for id in [&orders[0], &orders[2]] {
        let event = site.last_event(id);
        assert_eq!((event.by, event.at.0), (system.clone(), late), "{}", event.action);
    }
    assert_eq!(site.doc(&orders[0]).get("archived"), Some(&true.into()));
    assert_eq!(site.doc(&orders[2]).status, BM_PENDING, "a held order comes back");

    while site.sweep_at(late).await > 0 {}
    assert_eq!(site.sweep_at(late).await, 0, "what is done is not done again");
}

#[tokio::test]
async fn what_is_due_together_is_kept_together() {
    let mut world = World::new();
    (0..40).for_each(|_| drop(world.draft()));
    let site = Site::over(&world);
    while site.sweep_at(world.site.now.0).await > 0 {}
    let late = world.site.now.0 + 31 * world::DAY;
    let range = Range {
        from: keys::key(&["due"]),
        to: keys::key(&["due", &keys::sortable(late + 1)]),
        reverse: false,
    };
    let due = site.see(|read, _| read.keys(&range, 1_000)).len();
    assert!((40..100).contains(&due), "{due}");
    site.store.hold(&site.app, due);
    let done = site.sweep_at(late).await;
    let commits = site.store.commits.load(Ordering::SeqCst);
    assert!(done >= 40 && commits <= 4, "{done} commands in {commits} commits");
}

#[tokio::test]
async fn what_is_refused_stays_due_and_keeps_nobody_else_waiting() {
    let mut world = World::new();
    let orders = [world.draft(), world.draft()];
    let mut site = Site::over(&world);
    let due = site.due();
    assert_eq!(due.len(), 2, "{due:?}");
    // The first in the sweep's order names no order any more.
    let mut pairs = world.site.memory.pairs.clone();
    pairs.remove(&keys::doc("order", &due[0].0));
    world.site.memory.pairs = pairs;
    site = Site::over(&world);

    assert!(site.sweep_at(world.site.now.0 + 400 * world::DAY).await >= 1);
    assert_eq!(site.due(), due[..1]);
    let other = orders.iter().find(|id| **id != due[0].0).unwrap();
    assert_eq!(site.doc(other).get("archived"), Some(&true.into()));
}

#[tokio::test]
async fn a_hold_ends_with_its_last_day_and_a_handing_over_is_carried_on_until_nothing_is_left() {
    let mut world = World::new();
    let (bm, sales, admin) = (world.who("BM"), world.who("SALES"), world.who("ADMIN"));
    let hold = serde_json::json!({
        "yard": world.yard, "sku": world.sku, "pcs": 10, "kind": "quality", "to": "2026-11-22",
        "reason": "DAMAGE",
    });
    let hold =
        world.site.create(&bm, "stock_hold", hold).unwrap()["id"].as_str().unwrap().to_owned();
    for at in 0..2 * AT_ONCE + 5 {
        let firm = serde_json::json!({ "name": format!("Firm {at}") });
        world.site.create(&sales, "customer", firm).unwrap();
    }
    let heir = serde_json::json!({ "successor": world.who("SALES2").id });
    world.site.act(&admin, "employee", &sales.id, "deactivate", heir).unwrap();
    let site = Site::over(&world);
    assert!(site.due().contains(&(hold.clone(), "expire".to_owned())));
    // The seeded rules have timers of their own beside the two that carry the work on.
    let swept = site.sweep_at(world.site.now.0 + 1).await;
    assert!(swept >= 2, "the rest is handed over in one sweep");
    let held =
        site.see(|read, now| handover::held(&docs::look(read, &Actor::system(), now), &sales.id));
    assert_eq!(held, "");
    let status = |site: &Site| {
        let doc = site.see(|read, _| read.doc(&keys::doc("stock_hold", &hold)));
        doc.unwrap().status.clone()
    };
    assert_eq!(status(&site), "Active");
    site.sweep_at(world.site.now.0 + 36 * world::HOUR).await;
    assert_eq!(status(&site), "Expired");
    assert!(site.due().is_empty(), "{:?}", site.due());
}
