//! Many people want the same thing at the same moment: one gets it, the others are told, and nothing
//! is given away twice. `PROVE=1` runs the sizes of the proof.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../../core/tests/support/mod.rs"]
mod world;

use std::collections::BTreeMap;
use std::env;
use std::sync::Arc;

use godown_core::access::Actor;
use godown_core::decide::command::{Command, Deed};
use godown_core::decide::read::{Read, Writes};
use godown_core::decide::{Changes, decide};
use godown_core::docs::orders;
use godown_core::error::{Code, Halt};
use godown_core::invariant;
use godown_core::value::Instant;
use godown_server::store::{Entry, MemoryStore, Options, SledStore, Store};
use godown_server::writer::{Header, Job, Outcome, WriteError, Writer};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use world::World;
use world::site::record;

const PEOPLE: usize = 64;

fn rounds(proof: usize, usual: usize) -> usize {
    if env::var_os("PROVE").is_some() { proof } else { usual }
}

/// One person's step on one order, as the server sends it to the writer.
struct Step {
    actor: Actor,
    command: Command,
}

impl Job for Step {
    fn header(&self) -> Header {
        Header {
            company: "c1".to_owned(),
            actor: self.actor.id.clone(),
            command_id: self.command.command_id.clone(),
            command: RawValue::from_string(serde_json::to_string(&self.command).unwrap()).unwrap(),
        }
    }

    fn decide(&self, read: &dyn Read, now: i64) -> Result<Changes, Halt> {
        decide(read, &self.actor, Instant(now), &self.command)
    }
}

/// What everybody wants to do, each under an id of his own.
#[derive(Default)]
struct Race {
    steps: Vec<Step>,
}

impl Race {
    fn add(&mut self, world: &World, who: &str, order: &str, action: &str, inputs: Value) {
        let number = self.steps.len();
        let actor = Actor { id: format!("{who}-{number}"), ..world.who(who) };
        let deed = Deed::Act {
            doc_type: "order".to_owned(),
            id: order.to_owned(),
            version: world.doc(order).version,
            action: action.to_owned(),
            inputs: record(inputs),
        };
        let command_id = format!("10000000-0000-4000-8000-{number:012}");
        self.steps.push(Step { actor, command: Command { command_id, deed } });
    }

    /// Everybody at once; afterwards every invariant of the store holds.
    async fn run(self, world: &World, store: Arc<dyn Store>) -> Vec<Result<Outcome, WriteError>> {
        let writes: Writes = world
            .site
            .memory
            .pairs
            .clone()
            .into_iter()
            .map(|(key, value)| (key, Some(value)))
            .collect();
        let entry = Entry {
            time: world.site.now.0,
            company: "c1".to_owned(),
            actor: "site".to_owned(),
            command_id: "site".to_owned(),
            command: RawValue::from_string("{}".to_owned()).unwrap(),
            writes,
        };
        store.commit(&[entry], 0).unwrap();
        let now = world.site.now.0;
        let writer = Arc::new(Writer::spawn(store.clone(), Arc::new(move || now)).unwrap());
        let mut running = JoinSet::new();
        for step in self.steps {
            let writer = writer.clone();
            running.spawn(async move { writer.submit(step).await });
        }
        let answers = running.join_all().await;
        assert_eq!(invariant::check(&*store.view().unwrap()).unwrap(), []);
        answers
    }
}

fn won(answers: &[Result<Outcome, WriteError>]) -> usize {
    answers.iter().filter(|answer| answer.is_ok()).count()
}

/// How many were told what, by code.
fn told(answers: &[Result<Outcome, WriteError>]) -> BTreeMap<Code, usize> {
    let mut told = BTreeMap::new();
    for answer in answers {
        match answer {
            Ok(_) => {}
            Err(WriteError::Refused(refused)) => {
                *told.entry(refused.issues[0].code).or_default() += 1
            }
            Err(other) => panic!("{other:?}"),
        }
    }
    told
}

/// An order before the branch manager, and everybody approves or rejects it.
fn fight(world: &World, order: &str) -> Race {
    let mut race = Race::default();
    for number in 0..PEOPLE {
        let reject = json!({ "reason": "RATE_LOW", "remarks": "As agreed by phone" });
        match number % 2 {
            0 => race.add(world, "BM", order, "approve", json!({})),
            _ => race.add(world, "BM", order, "reject", reject),
        }
    }
    race
}

/// Many orders of 36 pieces that wait for one step.
fn waiting(world: &mut World, status: &str) -> Vec<String> {
    (0..PEOPLE).map(|_| world.at(status)).collect()
}

/// Everybody takes that step for one of them.
fn crowd(world: &World, orders: &[String], who: &str, action: &str) -> Race {
    let mut race = Race::default();
    for order in orders {
        race.add(world, who, order, action, json!({}));
    }
    race
}

#[tokio::test(flavor = "multi_thread")]
async fn of_sixty_four_people_on_one_order_one_wins_and_the_others_get_409() {
    let mut world = World::new();
    let order = world.at(orders::BM_PENDING);
    let rounds = rounds(1_000, 30);
    for _ in 0..rounds {
        let store = Arc::new(MemoryStore::default());
        let answers = fight(&world, &order).run(&world, store.clone()).await;
        assert_eq!((won(&answers), store.head().seq), (1, 2));
        assert_eq!(told(&answers), BTreeMap::from([(Code::Stale, PEOPLE - 1)]));
    }
    eprintln!("{rounds} orders, {PEOPLE} people each: one won, {} got 409", PEOPLE - 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_pieces_are_promised_once() {
    let mut world = World::new();
    let orders = waiting(&mut world, orders::BM_PENDING);
    let rounds = rounds(800, 6);
    for _ in 0..rounds {
        let race = crowd(&world, &orders, "BM", "approve");
        let answers = race.run(&world, Arc::new(MemoryStore::default())).await;
        // 100 pieces are there, and each wants 36.
        assert_eq!(won(&answers), 2, "{:?}", told(&answers));
        assert_eq!(told(&answers), BTreeMap::from([(Code::StockShort, PEOPLE - 2)]));
    }
    eprintln!("{} attempts on the last pieces: none oversold", rounds * PEOPLE);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_credit_is_given_once() {
    let mut world = World::new();
    world.stock(100_000, 2_834_700_000);
    let orders = waiting(&mut world, orders::CREDIT_PENDING);
    let rounds = rounds(800, 6);
    for _ in 0..rounds {
        let race = crowd(&world, &orders, "CREDIT", "credit_approve");
        let answers = race.run(&world, Arc::new(MemoryStore::default())).await;
        // The limit is ₹ 10,00,000, and each order comes to ₹ 70,746.
        assert_eq!(won(&answers), 14, "{:?}", told(&answers));
        assert_eq!(told(&answers), BTreeMap::from([(Code::CreditShort, PEOPLE - 14)]));
    }
    eprintln!("{} attempts on the last credit: none overdrawn", rounds * PEOPLE);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_durable_store_gives_the_same_answers() {
    let mut world = World::new();
    let order = world.at(orders::BM_PENDING);
    let data = tempfile::tempdir().unwrap();
    let store = Arc::new(SledStore::open(data.path(), Options::default()).unwrap());
    let answers = fight(&world, &order).run(&world, store.clone()).await;
    assert_eq!((won(&answers), store.head().seq), (1, 2));
    assert_eq!(told(&answers), BTreeMap::from([(Code::Stale, PEOPLE - 1)]));
}
