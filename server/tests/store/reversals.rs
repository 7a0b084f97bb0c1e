//! A reversal is one entry of the journal: wherever its append is torn the site holds none of it, and whole all of it.

use std::fs;

use godown_core::decide::{Changes, decide};
use godown_core::declare::actor::Actor;
use godown_core::docs::orders;
use godown_core::docs::reversals::{DONE, REVERSAL};
use godown_core::error::Code;
use godown_core::invariant;
use godown_core::kept::keys;
use godown_core::kept::read::{Docs, Memory, Writes};
use godown_core::write::command::{Command, CommandKind};
use godown_server::store::{Entry, SledStore, Store};
use serde_json::value::to_raw_value;
use serde_json::{Value, json};

use crate::kit::{all, copy, open};
use crate::recovery::segment;
use crate::returns::{kept, one_of};
use crate::support::World;
use crate::writer::{Test, job, together};

/// The end of the journal, and every so many bytes of the rest, at which the append is torn.
const EDGE: usize = 40;
const STRIDE: usize = 701;

/// A completed and paid order of two loadings whose reversal waits to be carried out; the reversal, and the order's
/// number.
fn ready() -> (World, String, String) {
    let mut world = World::new();
    let order = world.at(orders::WAITING);
    world.load(&order, 10, 283_000);
    world.load(&order, 26, 737_500);
    let invoice = world.invoice(&order);
    let (sales, acc, bm, yard) =
        (world.who("SALES"), world.who("ACC"), world.who("BM"), world.who("YARD"));
    let make = |world: &mut World, actor: &Actor, kind: &str, record: Value| -> String {
        world.site.create(actor, kind, record).unwrap()["id"].as_str().unwrap().to_owned()
    };
    let receipt = json!({
        "date": world.site.today().to_string(), "customer": world.customer, "mode": "neft",
        "amount_paise": 100_000, "utr": "HDFC123456789012", "spread": "hand",
        "allocations": [{ "invoice": invoice, "amount_paise": 100_000 }],
    });
    let receipt = make(&mut world, &sales, "receipt", receipt);
    world.site.act(&sales, "receipt", &receipt, "submit", json!({})).unwrap();
    world.site.act(&acc, "receipt", &receipt, "confirm", json!({})).unwrap();
    let record = json!({
        "order": order, "to": "rejected", "reason": "WRONG_PARTY", "remarks": "Sold to the wrong firm",
    });
    let id = make(&mut world, &sales, "reversal", record);
    world.site.act(&sales, "reversal", &id, "submit", json!({})).unwrap();
    world.site.act(&bm, "reversal", &id, "approve", json!({})).unwrap();
    for loading in world.loadings(&order) {
        let [pcs, g] = ["pcs", "weight_g"].map(|key| loading.int(key).unwrap());
        let counted = json!({ "loading": loading.id, "pcs": pcs, "weight_g": g });
        world.site.act(&yard, "reversal", &id, "acknowledge", counted).unwrap();
    }
    world.site.act(&acc, "reversal", &id, "approve", json!({})).unwrap();
    let no = world.doc(&order).doc_no.unwrap();
    (world, id, no)
}

fn execution(world: &World, id: &str, no: &str, at: usize) -> Command {
    let version = world.site.read(|look| look.copy(&REVERSAL, id)).version;
    let inputs = json!({ "order_no": no }).as_object().cloned().unwrap();
    let (doc_type, id, action) = ("reversal".into(), id.to_owned(), "execute".into());
    let deed = CommandKind::Act { doc_type, id, version, action, inputs };
    Command { command_id: format!("00000000-0000-4000-8eee-{at:012}"), deed }
}

fn entry(world: &World, actor: &Actor, command: &Command, writes: Writes) -> Entry {
    Entry {
        time: world.site.now.0,
        company: keys::COMPANY.to_owned(),
        actor: actor.id.clone(),
        command_id: command.command_id.clone(),
        did: command.did(),
        command: to_raw_value(command).unwrap(),
        writes,
        docs: Docs::new(),
    }
}

fn append(store: &SledStore, entry: Entry) {
    store.commit(vec![entry], store.head().seq).unwrap();
}

#[test]
fn a_reversal_torn_at_any_write_leaves_all_of_it_or_nothing() {
    let (world, id, no) = ready();
    let admin = world.who("ADMIN");
    let command = execution(&world, &id, &no, 1);
    let changes: Changes = decide(&world.site.memory, &admin, world.site.now, &command).unwrap();
    assert_eq!(serde_json::to_value(&changes.answer).unwrap()["status"], DONE);
    let mut done: Memory = world.site.memory.clone();
    done.apply(&changes.writes);
    let [before, after] = [&world.site.memory, &done].map(|memory| all(memory));

    let data = tempfile::tempdir().unwrap();
    let pairs = before.iter().map(|(key, value)| (key.clone(), Some(value.clone())));
    append(
        &open(data.path()),
        entry(&world, &admin, &execution(&world, &id, &no, 0), pairs.collect()),
    );
    let whole = tempfile::tempdir().unwrap();
    copy(data.path(), whole.path());
    append(&open(whole.path()), entry(&world, &admin, &command, changes.writes));
    let journal = |data: &tempfile::TempDir| segment(data.path(), 1);
    let [old, new] = [&data, &whole].map(|data| fs::read(journal(data)).unwrap());

    let torn = (old.len()..new.len())
        .filter(|at| at - old.len() < EDGE || new.len() - at < EDGE || at % STRIDE == 0);
    for length in torn {
        fs::write(journal(&data), &new[..length]).unwrap();
        let store = open(data.path());
        assert!(all(&*store.view().unwrap()) == before, "torn at byte {length}");
    }
    fs::write(journal(&data), &new).unwrap();
    let store = open(data.path());
    let view = store.view().unwrap();
    assert!(all(&*view) == after);
    assert_eq!(invariant::check(&*view).unwrap(), []);
}

#[tokio::test]
async fn of_people_who_carry_out_the_same_reversal_at_once_one_does() {
    let (world, id, no) = ready();
    let admin = world.who("ADMIN");
    let (store, writer) = kept(&world);
    let desk = |at: usize| -> Test {
        let (admin, command) = (admin.clone(), execution(&world, &id, &no, at));
        job(move |read, now| decide(read, &admin, godown_core::value::Instant(now), &command))
    };
    let refused = one_of(together(&writer, (1..=8).map(desk).collect()).await);
    assert!(refused.iter().all(|(code, _)| *code == Code::Stale), "{refused:?}");
    assert_eq!(invariant::check(&*store.view().unwrap()).unwrap(), []);
}
