//! Desks want the same of a return and of an invoice's notes in one group of the writer: one of them gets it, and the
//! others are told.

use std::collections::BTreeMap;
use std::sync::Arc;

use godown_core::decide::decide;
use godown_core::declare::actor::Actor;
use godown_core::docs::sales_returns::SALES_RETURN;
use godown_core::error::Code;
use godown_core::invariant;
use godown_core::kept::keys;
use godown_core::kept::read::{Docs, Range, Read, Writes};
use godown_core::value::Instant;
use godown_core::write::command::{Command, CommandKind, Did};
use godown_server::failure::Failure;
use godown_server::store::{Entry, MemoryStore, Store};
use godown_server::writer::{Outcome, Writer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::deeds::{Ground, beginning, inputs, returns, sites};
use crate::proof;
use crate::proof::dice::Dice;
use crate::support::World;
use crate::writer::{Test, at, job, together};

const RETURN: &str = "sales_return";

fn ground() -> Ground {
    let [mut ground, _] = sites();
    returns::sold(&mut ground);
    for who in ["SALES", "YARD"] {
        ground.world.send_file(who, "file-1");
    }
    ground
}

fn make(ground: &mut Ground, who: &str, kind: &str, record: Value) -> String {
    let actor = ground.world.who(who);
    let made = ground.world.site.create(&actor, kind, record).unwrap();
    made["id"].as_str().unwrap().to_owned()
}

/// A return of so many pieces, and the steps that it has taken.
fn begun(ground: &mut Ground, pcs: i64, steps: &[(&str, &str)]) -> String {
    let mut record = Value::Object(beginning(ground, &SALES_RETURN));
    record["lines"][0]["pcs"] = json!(pcs);
    let id = make(ground, "SALES", RETURN, record);
    for (who, action) in steps {
        let doc = ground.world.site.read(|case| case.copy(&SALES_RETURN, &id));
        let with = inputs(ground, &doc, action, &[], doc.version)[0].clone();
        let actor = ground.world.who(who);
        ground.world.site.act(&actor, RETURN, &id, action, with).unwrap();
    }
    id
}

/// A step by somebody on what they have on their screen.
fn desk(ground: &Ground, at: usize, who: &str, kind: &str, id: &str, action: &str) -> Test {
    let (doc_type, id, action) = (kind.to_owned(), id.to_owned(), action.to_owned());
    let version = ground.world.site.get(kind, &id)["version"].as_u64().unwrap() as u32;
    let deed = CommandKind::Act { doc_type, id, version, action, inputs: Default::default() };
    let command = Command { command_id: format!("00000000-0000-4000-8fff-{at:012}"), deed };
    let actor: Actor = ground.world.who(who);
    job(move |read, now| decide(read, &actor, Instant(now), &command))
}

/// The site's state in a store, and its writer.
pub fn kept(world: &World) -> (Arc<MemoryStore>, Arc<Writer>) {
    let pairs = &world.site.memory.pairs;
    let writes: Writes =
        pairs.iter().map(|(key, value)| (key.clone(), Some(value.clone()))).collect();
    let now = world.site.now.0;
    let entry = Entry {
        time: now,
        company: keys::COMPANY.to_owned(),
        actor: String::new(),
        command_id: "all that is there".to_owned(),
        did: Did::default(),
        command: RawValue::from_string("{}".to_owned()).unwrap(),
        writes,
        docs: Docs::new(),
    };
    let store = Arc::new(MemoryStore::default());
    store.commit(vec![entry], 0).unwrap();
    let writer = Writer::spawn(store.clone(), at(now), Arc::default()).unwrap();
    (store, Arc::new(writer))
}

/// One of them was done, and why the others were not.
pub fn one_of(answers: Vec<Result<Outcome, Failure>>) -> Vec<(Code, String)> {
    let done = answers.iter().filter(|answer| answer.is_ok()).count();
    assert_eq!(done, 1, "{answers:?}");
    let refusal = |answer: Result<Outcome, Failure>| match answer.err()? {
        Failure::Refused(refused) => {
            Some((refused.issues[0].code, refused.issues[0].message.clone()))
        }
        other => panic!("{other:?}"),
    };
    answers.into_iter().filter_map(refusal).collect()
}

/// How many documents of the type have a number of their own.
fn numbered(read: &dyn Read, kind: &str) -> usize {
    let range = Range::prefix(&keys::key(&["doc", kind]));
    let docs = read.scan(&range, usize::MAX).unwrap();
    let numbered =
        |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).unwrap()["doc_no"].is_string();
    docs.iter().filter(|(_, bytes)| numbered(bytes)).count()
}

fn is_sound(store: &MemoryStore) {
    let view = store.view().unwrap();
    assert_eq!(invariant::check(&*view).unwrap(), []);
}

#[tokio::test]
async fn of_two_desks_that_end_the_same_return_one_credits_it() {
    let mut ground = ground();
    let road = [
        ("SALES", "submit"),
        ("BM", "approve"),
        ("YARD", "receive"),
        ("YARD", "inspect"),
        ("YARD", "hand_over"),
    ];
    let id = begun(&mut ground, 10, &road);
    let (store, writer) = kept(&ground.world);
    let desks = (0..2).map(|at| desk(&ground, at, "ACC", RETURN, &id, "complete")).collect();
    let refused = one_of(together(&writer, desks).await);
    assert_eq!(refused[0].0, Code::Stale, "{refused:?}");
    assert_eq!(numbered(&*store.view().unwrap(), "credit_note"), 1);
    is_sound(&store);
}

#[tokio::test]
async fn of_two_desks_that_ask_for_the_same_goods_back_one_gets_them() {
    let mut ground = ground();
    let ids = [20, 20].map(|pcs| begun(&mut ground, pcs, &[]));
    let (store, writer) = kept(&ground.world);
    let desks =
        ids.iter().enumerate().map(|(at, id)| desk(&ground, at, "SALES", RETURN, id, "submit"));
    let refused = one_of(together(&writer, desks.collect()).await);
    assert_eq!(refused[0].0, Code::OverReturn);
    assert!(refused[0].1.starts_with("Only 16 pcs ("), "{refused:?}");
    assert_eq!(numbered(&*store.view().unwrap(), RETURN), 1);
    is_sound(&store);
}

#[tokio::test]
async fn of_two_desks_that_credit_the_rest_of_a_line_one_does() {
    let mut ground = ground();
    let invoice = ground.sold.0.clone();
    let note = json!({
        "invoice": invoice, "reason": "discount", "gst": "with",
        "corrections": [{ "line": 0, "amount_paise": 3_500_000 }],
    });
    let ids = [0, 1].map(|_| make(&mut ground, "ACC", "credit_note", note.clone()));
    let (store, writer) = kept(&ground.world);
    let desks =
        ids.iter().enumerate().map(|(at, id)| desk(&ground, at, "ACC", "credit_note", id, "post"));
    let refused = one_of(together(&writer, desks.collect()).await);
    assert_eq!(refused[0].0, Code::OverReturn, "{refused:?}");
    assert_eq!(numbered(&*store.view().unwrap(), "credit_note"), 1);
    is_sound(&store);
}

/// So many desks ask for the last piece at once.
const DESKS: usize = 8;

#[tokio::test]
async fn the_last_piece_that_may_come_back_is_given_to_one_of_many_desks() {
    let rounds = proof::seeds(12_500, 10);
    let mut ground = ground();
    begun(&mut ground, 35, &[("SALES", "submit")]);
    let ids: Vec<String> = (0..DESKS).map(|_| begun(&mut ground, 1, &[])).collect();
    let mut won = BTreeMap::<String, usize>::new();
    for round in rounds.clone() {
        let mut dice = Dice(round as u64);
        let mut asking = ids.clone();
        for at in (1..asking.len()).rev() {
            asking.swap(at, dice.below(at + 1));
        }
        let (store, writer) = kept(&ground.world);
        let desks = asking.iter().enumerate();
        let desks = desks.map(|(at, id)| desk(&ground, at, "SALES", RETURN, id, "submit"));
        let refused = one_of(together(&writer, desks.collect()).await);
        assert_eq!(refused.len(), DESKS - 1, "round {round}");
        assert!(refused.iter().all(|(code, _)| *code == Code::OverReturn), "{refused:?}");
        let view = store.view().unwrap();
        assert_eq!(numbered(&*view, RETURN), 2, "round {round}");
        let first = |id: &&String| {
            let bytes = view.get(&keys::doc(RETURN, id)).unwrap().unwrap();
            serde_json::from_slice::<Value>(&bytes).unwrap()["doc_no"].is_string()
        };
        *won.entry(ids.iter().find(first).unwrap().clone()).or_default() += 1;
        is_sound(&store);
    }
    let figure = format!(
        "{} attempts, {} returns, of {} desks; 0 pieces twice",
        rounds.len() * DESKS,
        won.values().sum::<usize>(),
        won.len()
    );
    proof::report("T7 the last returnable piece", rounds.len(), &figure, "0 pieces twice");
}
