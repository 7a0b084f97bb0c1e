//! Midnight passes while many people press at once: the last credit is given once though a temporary limit ends and a
//! cheque bounces beside it, one cheque comes to one end, and the invoices of two financial years are numbered one by
//! one.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use godown_core::decide::decide;
use godown_core::declare::actor::Actor;
use godown_core::docs::orders::{CREDIT_PENDING, LOADED};
use godown_core::error::Code;
use godown_core::invariant;
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::{Docs, Range, Read};
use godown_core::ledger::credit::CreditAccount;
use godown_core::value::{Day, Instant};
use godown_core::write::command::{Command, CommandKind, Did};
use godown_server::failure::Failure;
use godown_server::store::{Entry, MemoryStore, Store};
use godown_server::writer::{Outcome, Writer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::deeds::receipts;
use crate::proof;
use crate::proof::dice::Dice;
use crate::support::{HOUR, World};
use crate::writer::{Test, job};

const ORDERS: usize = 8;
/// What an order of the site comes to, in paise.
const ORDER: i64 = 7_074_616;
const LIMIT: i64 = 2 * ORDER + 30_000;
const FOR_A_WHILE: i64 = 2 * ORDER;
/// What the bank takes for a cheque that bounced; one order less fits.
const CHARGES: i64 = 59_000;
const CHEQUE: i64 = 100_000;
/// So many people clear one cheque, and as many say that it bounced.
const CLERKS: usize = 5;

/// A press of a button, and what it is about.
struct Press {
    who: Actor,
    kind: &'static str,
    id: String,
    action: &'static str,
    inputs: Value,
}

/// What became of a press: when it was decided for the last time, and how.
struct Told {
    press: usize,
    at: Instant,
    answer: Result<Outcome, Failure>,
}

/// The site in a store whose clock goes on by so much at each group of commands.
fn kept(world: &World, from: i64, step: i64) -> (Arc<MemoryStore>, Arc<Writer>) {
    let entry = Entry {
        time: from - 1,
        company: keys::COMPANY.to_owned(),
        actor: String::new(),
        command_id: "all that is there".to_owned(),
        did: Did::default(),
        command: RawValue::from_string("{}".to_owned()).unwrap(),
        writes: world
            .site
            .memory
            .pairs
            .iter()
            .map(|(key, value)| (key.clone(), Some(value.clone())))
            .collect(),
        docs: Docs::new(),
    };
    let store = Arc::new(MemoryStore::default());
    store.commit(vec![entry], 0).unwrap();
    let time = AtomicI64::new(from);
    let clock = Arc::new(move || time.fetch_add(step, Ordering::Relaxed));
    let writer = Writer::spawn(store.clone(), clock, Arc::default()).unwrap();
    (store, Arc::new(writer))
}

/// All of them press at once, each on what they have on their screen.
async fn press(world: &World, writer: &Arc<Writer>, presses: Vec<Press>) -> Vec<Told> {
    let mut waiting = Vec::new();
    for (at, press) in presses.into_iter().enumerate() {
        let version = world.site.get(press.kind, &press.id)["version"].as_u64().unwrap() as u32;
        let deed = CommandKind::Act {
            doc_type: press.kind.to_owned(),
            id: press.id,
            version,
            action: press.action.to_owned(),
            inputs: press.inputs.as_object().cloned().unwrap_or_default(),
        };
        let command = Command { command_id: format!("00000000-0000-4000-8ddd-{at:012}"), deed };
        let decided = Arc::new(Mutex::new(Instant(0)));
        let seen = decided.clone();
        let test: Test = job(move |read, now| {
            *seen.lock().unwrap() = Instant(now);
            decide(read, &press.who, Instant(now), &command)
        });
        let writer = writer.clone();
        waiting.push(tokio::spawn(async move {
            let answer = writer.submit(test).await;
            let at_last = *decided.lock().unwrap();
            Told { press: at, at: at_last, answer }
        }));
    }
    let mut told = Vec::new();
    for one in waiting {
        told.push(one.await.unwrap());
    }
    told.sort_by_key(|one| one.answer.as_ref().ok().and_then(|outcome| outcome.seq));
    told
}

fn shuffled<T>(mut all: Vec<T>, dice: &mut Dice) -> Vec<T> {
    for at in (1..all.len()).rev() {
        all.swap(at, dice.below(at + 1));
    }
    all
}

fn is_sound(store: &MemoryStore) {
    assert_eq!(invariant::check(&*store.view().unwrap()).unwrap(), []);
}

fn due() -> Value {
    json!({ "reason": "FUNDS", "charges_paise": CHARGES })
}

/// Eight orders that wait for credit of a customer whose temporary limit ends today, and whose cheque is at the bank;
/// the orders, the request, the receipt.
fn short_of_credit() -> (World, Vec<String>, String, String) {
    let mut world = World::new();
    world.batch = world.stock(1_000, 28_347_000);
    world.customer = world.customer_of("27", "27AAPFU0939F1ZV", "411001", "9822011111", LIMIT);
    let orders = (0..ORDERS).map(|_| world.at(CREDIT_PENDING)).collect();
    let today = world.site.today().to_string();
    let request =
        world.granted(json!({ "kind": "temporary", "amount_paise": FOR_A_WHILE, "to": today }));
    let receipt = at_the_bank(&mut world);
    (world, orders, request, receipt)
}

/// A cheque of the customer, taken in and deposited today; its receipt.
fn at_the_bank(world: &mut World) -> String {
    let today = world.site.today().to_string();
    let mut record = json!({
        "date": today, "customer": world.customer, "mode": "cheque", "amount_paise": CHEQUE,
        "spread": "none", "cheque_no": "000017", "cheque_date": today, "drawn_on": "HDFC Bank, Camp",
        "ifsc": "HDFC0001234",
    });
    record["utr"] = Value::Null;
    let (sales, acc) = (world.who("SALES"), world.who("ACC"));
    let receipt = world.site.create(&sales, "receipt", record).unwrap();
    let receipt = receipt["id"].as_str().unwrap().to_owned();
    for (who, action) in [(&sales, "submit"), (&acc, "confirm"), (&acc, "deposit")] {
        let with = receipts::inputs(action)[0].clone();
        world.site.act(who, "receipt", &receipt, action, with).unwrap();
    }
    receipt
}

/// The first moment of the next day in India.
fn midnight(world: &World) -> i64 {
    let day: Day = world.site.today();
    (i64::from(day.0) + 1) * 24 * HOUR - 330 * 60_000
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_last_credit_is_given_once_though_a_limit_ends_and_a_cheque_bounces() {
    let rounds = proof::seeds(10_000, 20);
    let (world, orders, request, receipt) = short_of_credit();
    let (credit, acc) = (world.who("CREDIT"), world.who("ACC"));
    let midnight = midnight(&world);
    let (mut approved, mut attempts) = (BTreeMap::<usize, usize>::new(), 0);
    for round in rounds.clone() {
        let mut dice = Dice(round as u64);
        let act = |who: &Actor, kind, id: &str, action, inputs| Press {
            who: who.clone(),
            kind,
            id: id.to_owned(),
            action,
            inputs,
        };
        let mut presses: Vec<Press> = orders
            .iter()
            .map(|id| act(&credit, "order", id, "credit_approve", json!({})))
            .collect();
        presses.push(act(&acc, "receipt", &receipt, "bounce", due()));
        presses.push(act(&Actor::system(), "credit_limit_request", &request, "expire", json!({})));
        let presses = shuffled(presses, &mut dice);
        let kinds: Vec<&str> = presses.iter().map(|press| press.action).collect();
        attempts += presses.len();
        let step = 1 + dice.below(3) as i64;
        let (store, writer) = kept(&world, midnight - dice.below(8) as i64, step);
        let told = press(&world, &writer, presses).await;
        // A temporary limit counts until the system ends it.
        let (mut used, mut given, mut more) = (0, 0, FOR_A_WHILE);
        for Told { press, at, answer } in told {
            match (kinds[press], answer) {
                ("bounce", answer) => {
                    assert!(answer.is_ok(), "round {round}: {answer:?}");
                    used += CHARGES;
                }
                ("credit_approve", Ok(_)) => {
                    used += ORDER;
                    given += 1;
                    assert!(used <= LIMIT + more, "round {round}: {given} orders at {at:?}");
                }
                ("credit_approve", Err(Failure::Refused(refused))) => {
                    assert_eq!(refused.issues[0].code, Code::CreditShort, "{refused:?}");
                }
                ("expire", answer) => {
                    assert_eq!(answer.is_ok(), at.0 >= midnight, "round {round}: {answer:?}");
                    more = if answer.is_ok() { 0 } else { more };
                }
                (_, answer) => panic!("round {round}: {answer:?}"),
            }
        }
        *approved.entry(given).or_default() += 1;
        is_sound(&store);
    }
    assert!(approved.keys().all(|given| (1..=4).contains(given)), "{approved:?}");
    let figure = format!("{attempts} attempts, orders given: {approved:?}; 0 overdraws");
    proof::report("T7 the last credit at midnight", rounds.len(), &figure, "0 overdraws");
}

/// The evening of 31 March: six hours to midnight.
fn last_evening(world: &mut World) -> Day {
    let end = world.site.today().fy().last_day();
    world.site.now = Instant((i64::from(end.0) + 1) * 24 * HOUR - 330 * 60_000 - 6 * HOUR);
    end
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_cheque_is_cleared_or_bounces_once_though_the_year_ends_meanwhile() {
    let rounds = proof::seeds(10_000, 20);
    let mut world = World::new();
    last_evening(&mut world);
    let receipt = at_the_bank(&mut world);
    let (midnight, customer) = (midnight(&world), world.customer.clone());
    let mut ends = BTreeMap::<(&str, bool), usize>::new();
    for round in rounds.clone() {
        let mut dice = Dice(round as u64);
        let presses = (0..2 * CLERKS).map(|at| Press {
            who: world.who(if at % 4 < 2 { "ACC" } else { "ADMIN" }),
            kind: "receipt",
            id: receipt.clone(),
            action: if at % 2 == 0 { "clear" } else { "bounce" },
            inputs: if at % 2 == 0 { json!({}) } else { due() },
        });
        let presses = shuffled(presses.collect(), &mut dice);
        let kinds: Vec<&str> = presses.iter().map(|press| press.action).collect();
        let step = 1 + dice.below(3) as i64;
        let (store, writer) = kept(&world, midnight - dice.below(8) as i64, step);
        let mut done = Vec::new();
        for Told { press, at, answer } in press(&world, &writer, presses).await {
            match answer {
                Ok(_) => done.push((kinds[press], at.0 >= midnight)),
                Err(Failure::Refused(refused)) => {
                    assert_eq!(refused.issues[0].code, Code::Stale, "{refused:?}");
                }
                Err(other) => panic!("round {round}: {other:?}"),
            }
        }
        let [(action, later)] = done[..] else { panic!("round {round}: {done:?}") };
        *ends.entry((action, later)).or_default() += 1;
        let view = store.view().unwrap();
        let key = godown_core::ledger::balance_key("credit", &[&customer]);
        let account: CreditAccount =
            serde_json::from_slice(&view.get(&key).unwrap().unwrap()).unwrap();
        let came = if action == "clear" { (CHEQUE, 0, 0) } else { (0, 0, CHARGES) };
        assert_eq!((account.on_account, account.cheques, account.receivable), came, "{round}");
        is_sound(&store);
    }
    let attempts = rounds.len() * 2 * CLERKS;
    let figure = format!("{attempts} attempts, after midnight or not: {ends:?}; 0 twice");
    proof::report("T7 one cheque at midnight of 31 March", rounds.len(), &figure, "0 twice");
}

/// The numbers of posted invoices by the day that they bear.
fn numbers(read: &dyn Read) -> Vec<(String, String)> {
    let range = Range::prefix(&keys::key(&["doc", "invoice"]));
    let docs = read.scan(&range, usize::MAX).unwrap();
    let docs = docs.iter().map(|(_, bytes)| serde_json::from_slice::<Doc>(bytes).unwrap());
    let mut numbers: Vec<_> =
        docs.filter_map(|doc| Some((doc.doc_no.clone()?, doc.text("date")?.to_owned()))).collect();
    numbers.sort();
    numbers
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn invoices_around_midnight_of_the_31st_of_march_are_numbered_without_gap_or_double() {
    let rounds = proof::seeds(12_500, 10);
    let mut world = World::new();
    world.batch = world.stock(1_000, 28_347_000);
    let loaded: Vec<String> = (0..ORDERS).map(|_| world.at(LOADED)).collect();
    let end = last_evening(&mut world);
    let acc = world.who("ACC");
    let drafts: Vec<String> = loaded
        .into_iter()
        .map(|order| {
            let loading = world.loadings(&order)[0].id.clone();
            let made = world.site.create(&acc, "invoice", json!({ "loadings": [loading] }));
            made.unwrap()["id"].as_str().unwrap().to_owned()
        })
        .collect();
    let midnight = midnight(&world);
    let mut split = BTreeMap::<usize, usize>::new();
    for round in rounds.clone() {
        let mut dice = Dice(round as u64);
        let presses = drafts.iter().map(|id| Press {
            who: acc.clone(),
            kind: "invoice",
            id: id.clone(),
            action: "post",
            inputs: json!({}),
        });
        let presses = shuffled(presses.collect(), &mut dice);
        let step = 1 + dice.below(3) as i64;
        let (store, writer) = kept(&world, midnight - dice.below(8) as i64, step);
        for Told { answer, .. } in press(&world, &writer, presses).await {
            assert!(answer.is_ok(), "round {round}: {answer:?}");
        }
        let view = store.view().unwrap();
        let posted = numbers(&*view);
        let (old, new): (Vec<_>, Vec<_>) =
            posted.iter().partition(|(no, _)| no.starts_with("PN/26-27/"));
        for (year, part) in [("26-27", &old), ("27-28", &new)] {
            let first = if year == "26-27" { end.to_string() } else { end.plus(1).to_string() };
            for (at, (no, date)) in (1..).zip(part) {
                assert_eq!(*no, format!("PN/{year}/{at:06}"), "round {round}: {posted:?}");
                assert_eq!(*date, first, "round {round}: {posted:?}");
            }
        }
        assert_eq!(old.len() + new.len(), ORDERS);
        *split.entry(old.len()).or_default() += 1;
        is_sound(&store);
    }
    let figure =
        format!("{} posted, of the old year: {split:?}; 0 gaps, 0 doubles", rounds.len() * ORDERS);
    proof::report(
        "T7 invoices at midnight of 31 March",
        rounds.len(),
        &figure,
        "0 gaps, 0 doubles",
    );
}
