//! The writer: groups, refusals, faults, and what everybody is told when nothing could be kept.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, mpsc};

use crate::kit;
use crate::kit::{EIO, ENOSPC, FailingDisk, get, key_of};
use godown_core::decide::Changes;
use godown_core::error::{Code, Halt, Refused};
use godown_core::kept::read::{Docs, Read, Writes};
use godown_core::write::Answer;
use godown_core::write::command::{Did, Left};
use godown_server::failure::Failure;
use godown_server::store::{Entries, Entry, Head, MemoryStore, SledStore, Store, StoreError, View};
use godown_server::writer::{Clock, Header, Job, Outcome, Writer};
use serde_json::value::RawValue;

type Decide = Box<dyn Fn(&dyn Read, i64) -> Result<Changes, Halt> + Send>;

pub struct Test(Decide);

impl Job for Test {
    fn header(&self) -> Header {
        Header {
            company: "c".to_owned(),
            actor: "u".to_owned(),
            command_id: "id".to_owned(),
            did: Did::default(),
            command: RawValue::from_string("{}".to_owned()).unwrap(),
        }
    }

    fn decide(&self, read: &dyn Read, now: i64) -> Result<Changes, Halt> {
        (self.0)(read, now)
    }
}

pub fn job(decide: impl Fn(&dyn Read, i64) -> Result<Changes, Halt> + Send + 'static) -> Test {
    Test(Box::new(decide))
}

fn writes(pairs: &[(&str, String)]) -> Changes {
    let pair = |(key, value): &(&str, String)| (key_of(key), Some(value.clone().into_bytes()));
    let writes: Writes = pairs.iter().map(pair).collect();
    Changes { writes, docs: Docs::new(), answer: Answer::Nothing {}, replayed: false }
}

fn number(read: &dyn Read, key: &str) -> Result<i64, Halt> {
    let value = read.get(&key_of(key))?;
    Ok(value.map_or(0, |value| String::from_utf8(value).unwrap().parse().unwrap()))
}

/// An answer that tells a number.
fn told(number: impl ToString) -> Answer {
    let text = || number.to_string();
    Answer::Left(Left { kind: text(), id: text(), version: 1, status: text(), doc_no: None })
}

fn count() -> Test {
    job(|read, _| {
        let next = number(read, "count")? + 1;
        Ok(Changes { answer: told(next), ..writes(&[("count", next.to_string())]) })
    })
}

fn taken() -> Refused {
    Refused::one(Code::Stale, "taken")
}

/// Takes the one thing there is.
fn take() -> Test {
    job(|read, _| match number(read, "taken")? {
        0 => Ok(writes(&[("taken", "1".to_owned())])),
        _ => Err(Halt::Refused(taken())),
    })
}

pub fn at(time: i64) -> Clock {
    Arc::new(move || time)
}

fn spawn(store: &Arc<MemoryStore>) -> Writer {
    Writer::spawn(store.clone(), at(0), Arc::default()).unwrap()
}

async fn submit(writer: Arc<Writer>, job: Test) -> Result<Outcome, Failure> {
    writer.submit(job).await
}

/// Has all jobs wait before the first of them is decided, which makes them one group.
pub async fn together(writer: &Arc<Writer>, jobs: Vec<Test>) -> Vec<Result<Outcome, Failure>> {
    let (open, gate) = mpsc::channel::<()>();
    let (reach, reached) = tokio::sync::oneshot::channel();
    let held = Mutex::new((gate, Some(reach)));
    let hold = job(move |_, _| {
        let (gate, reach) = &mut *held.lock().unwrap();
        reach.take().unwrap().send(()).unwrap();
        let _ = gate.recv();
        Ok(writes(&[]))
    });
    let hold = tokio::spawn(submit(writer.clone(), hold));
    reached.await.unwrap();
    let waiting: Vec<_> =
        jobs.into_iter().map(|job| tokio::spawn(submit(writer.clone(), job))).collect();
    // On the test's one thread each yield lets at least one task run until it waits for its answer.
    for _ in &waiting {
        tokio::task::yield_now().await;
    }
    drop(open);
    hold.await.unwrap().unwrap();
    let mut answers = Vec::new();
    for answer in waiting {
        answers.push(answer.await.unwrap());
    }
    answers
}

#[tokio::test]
async fn commands_of_one_group_see_each_others_changes() {
    let store = Arc::new(MemoryStore::default());
    let writer = Arc::new(spawn(&store));
    let answers = together(&writer, (0..200).map(|_| count()).collect()).await;
    for (answer, expected) in answers.into_iter().zip(1_u64..) {
        let outcome = Outcome { seq: Some(expected), answer: told(expected), replayed: false };
        assert_eq!(answer, Ok(outcome));
    }
    assert_eq!((store.head().seq, get(&*store, "count").as_deref()), (200, Some("200")));
}

#[tokio::test]
async fn one_of_many_that_want_the_same_thing_gets_it_and_a_refused_command_changes_nothing() {
    let store = Arc::new(MemoryStore::default());
    let writer = Arc::new(spawn(&store));
    let answers = together(&writer, (0..64).map(|_| take()).collect()).await;
    let refused = answers.iter().filter(|answer| **answer == Err(Failure::Refused(taken())));
    assert_eq!((refused.count(), store.head().seq), (63, 1));
}

#[tokio::test]
async fn a_group_that_cannot_be_kept_is_answered_by_no_refusal() {
    let data = tempfile::tempdir().unwrap();
    let disk = Arc::new(FailingDisk::default());
    let store = Arc::new(SledStore::open(data.path(), disk.options()).unwrap());
    let writer = Arc::new(Writer::spawn(store.clone(), at(0), Arc::default()).unwrap());
    disk.write.store(ENOSPC, Ordering::SeqCst);
    for answer in together(&writer, vec![take(), take(), count()]).await {
        assert_eq!(answer, Err(Failure::Full));
    }
    disk.write.store(0, Ordering::SeqCst);
    assert!(writer.submit(take()).await.is_ok());
    assert_eq!(writer.submit(take()).await, Err(Failure::Refused(taken())));
    disk.sync.store(EIO, Ordering::SeqCst);
    for answer in together(&writer, vec![count(), take(), count()]).await {
        assert!(matches!(answer, Err(Failure::Unknown(_))), "{answer:?}");
    }
    assert!(matches!(writer.submit(count()).await, Err(Failure::ReadOnly(_))));
    assert_eq!((store.head().seq, get(&*store, "count")), (1, None));
}

/// A job of those that a full disk keeps, too.
struct Spared(Test);

impl Job for Spared {
    fn header(&self) -> Header {
        self.0.header()
    }

    fn decide(&self, read: &dyn Read, now: i64) -> Result<Changes, Halt> {
        self.0.decide(read, now)
    }

    fn is_spared(&self) -> bool {
        true
    }
}

#[tokio::test]
async fn what_is_spared_is_kept_where_there_is_no_room_for_anything_else() {
    let data = tempfile::tempdir().unwrap();
    let disk = Arc::new(FailingDisk::default());
    let store = Arc::new(SledStore::open(data.path(), disk.options()).unwrap());
    let writer = Writer::spawn(store.clone(), at(0), Arc::default()).unwrap();
    assert!(writer.submit(count()).await.is_ok());
    disk.hold.store(ENOSPC, Ordering::SeqCst);
    let long = || job(|_, _| Ok(writes(&[("long", format!("\"{}\"", "x".repeat(1 << 20)))])));
    // Whatever the store knows of its disk by then, and without a reserve.
    assert_eq!(writer.submit(long()).await, Err(Failure::Full));
    assert!(writer.submit(Spared(long())).await.is_ok());
    assert_eq!(writer.submit(count()).await, Err(Failure::Full));
    assert_eq!(store.head().seq, 2);
}

#[tokio::test]
async fn a_decision_that_panics_or_fails_harms_no_other() {
    let store = Arc::new(MemoryStore::default());
    let writer = Arc::new(spawn(&store));
    let jobs = vec![
        count(),
        job(|_, _| panic!("a defect")),
        job(|_, _| Err(Halt::Fault("broken".to_owned()))),
        job(|_, _| Err(Halt::Need(vec!["k".to_owned()]))),
        job(|_, _| Ok(writes(&[("bad", "{".to_owned())]))),
        job(|_, _| Ok(writes(&[("bad", "null".to_owned())]))),
        count(),
    ];
    let answers = together(&writer, jobs).await;
    for answer in &answers[1..6] {
        assert!(matches!(answer, Err(Failure::Fault(_))), "{answer:?}");
    }
    assert_eq!(answers[6].as_ref().unwrap().answer, told(2));
    assert_eq!((store.head().seq, get(&*store, "bad")), (2, None));
}

#[tokio::test]
async fn a_command_without_changes_leaves_no_entry() {
    let store = Arc::new(MemoryStore::default());
    let writer = spawn(&store);
    let kept = job(|_, _| Ok(Changes { answer: told(1), replayed: true, ..writes(&[]) }));
    let outcome = Outcome { seq: None, answer: told(1), replayed: true };
    assert_eq!(writer.submit(kept).await, Ok(outcome));
    assert_eq!(store.head().seq, 0);
}

#[tokio::test]
async fn time_never_runs_backwards_from_entry_to_entry() {
    let store = Arc::new(MemoryStore::default());
    let clock = Arc::new(AtomicI64::new(0));
    let shown = clock.clone();
    let read: Clock = Arc::new(move || shown.load(Ordering::SeqCst));
    let writer = Writer::spawn(store.clone(), read, Arc::default()).unwrap();
    for time in [100, 50, 99, 200, 1] {
        clock.store(time, Ordering::SeqCst);
        writer.submit(job(|_, now| Ok(writes(&[("at", now.to_string())])))).await.unwrap();
    }
    let times: Vec<i64> = store.entries(0).unwrap().map(|kept| kept.unwrap().entry.time).collect();
    assert_eq!(times, [100, 100, 100, 200, 200]);
    assert_eq!(get(&*store, "at").as_deref(), Some("200"));
}

#[tokio::test]
async fn whoever_comes_to_a_full_queue_is_turned_away_and_nothing_that_waits_is_lost() {
    let store = Arc::new(MemoryStore::default());
    let writer = Arc::new(spawn(&store));
    let answers = together(&writer, (0..1500).map(|_| count()).collect()).await;
    let busy = answers.iter().filter(|answer| matches!(answer, Err(Failure::Busy(_)))).count();
    assert_eq!((busy, store.head().seq), (1500 - 1024, 1024));
}

#[tokio::test]
async fn a_stopped_writer_answers_what_waits_and_takes_nothing_more() {
    let store = Arc::new(MemoryStore::default());
    let writer = Arc::new(spawn(&store));
    let waiting = tokio::spawn(submit(writer.clone(), count()));
    tokio::task::yield_now().await;
    writer.stop();
    assert!(waiting.await.unwrap().is_ok());
    assert!(matches!(writer.submit(count()).await, Err(Failure::Unavailable(_))));
}

#[tokio::test]
async fn followers_are_told_of_the_head() {
    let store = Arc::new(MemoryStore::default());
    let writer = spawn(&store);
    let mut head = writer.head();
    assert_eq!(head.borrow_and_update().seq, 0);
    writer.submit(count()).await.unwrap();
    head.changed().await.unwrap();
    assert_eq!(*head.borrow(), store.head());
}

/// A store that another process also writes to: each commit finds the head moved by it first.
struct Shared {
    own: MemoryStore,
    others: AtomicI64,
}

impl Store for Shared {
    fn view(&self) -> Result<Box<dyn View + '_>, StoreError> {
        self.own.view()
    }

    fn head(&self) -> Head {
        self.own.head()
    }

    fn commit(&self, group: Vec<Entry>, expected_head: u64) -> Result<Head, StoreError> {
        if self.others.fetch_sub(1, Ordering::SeqCst) > 0 {
            let read = number(&*self.own.view()?, "count").unwrap() + 10;
            let other = kit::entry(0, &[("count", Some(&read.to_string()))]);
            self.own.commit(vec![other], self.own.head().seq)?;
        }
        self.own.commit(group, expected_head)
    }

    fn entries(&self, since: u64) -> Result<Entries<'_>, StoreError> {
        self.own.entries(since)
    }

    fn close(&self) -> Result<(), StoreError> {
        self.own.close()
    }
}

#[tokio::test]
async fn a_group_is_decided_again_when_another_process_was_faster() {
    let store = Arc::new(Shared { own: MemoryStore::default(), others: AtomicI64::new(3) });
    let writer = Writer::spawn(store.clone(), at(0), Arc::default()).unwrap();
    let outcome = Outcome { seq: Some(4), answer: told(31), replayed: false };
    assert_eq!(writer.submit(count()).await, Ok(outcome));
    store.others.store(1000, Ordering::SeqCst);
    assert!(matches!(writer.submit(count()).await, Err(Failure::Unavailable(_))));
}
