//! Sixty-four people with sessions of their own want the same thing of the shipped binary at the same
//! moment: one gets it, the others are told, and nothing is given away twice.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Barrier, mpsc};
use std::thread;

use crate::proof::{report, seeds, size};
use crate::shop::{Plan, Shop};
use crate::site::{Client, Site, verify};
use godown_core::ledger::balance_key;
use godown_core::ledger::credit::CreditAccount;
use godown_core::ledger::stock::Availability;
use godown_server::store::walk;
use serde_json::{Value, json};

const PEOPLE: usize = 64;
/// How many of the people can have what they want.
const PLACES: i64 = 2;
const PCS: i64 = 36;

/// A person at their own connection.
struct Person<'a> {
    shop: &'a Shop,
    client: Client,
    who: String,
    made: usize,
}

impl<'a> Person<'a> {
    fn new(shop: &'a Shop, site: &Site, role: &str, number: usize) -> Person<'a> {
        let who = format!("{role}{number:02}");
        Person { shop, client: site.client(), who, made: number << 24 }
    }

    fn call(&mut self, who: &str, path: &str, mut body: Value) -> (u16, Value) {
        if !body.is_null() {
            self.made += 1;
            body["command_id"] = json!(format!("c0000000-0000-4000-8000-{:012x}", self.made));
        }
        self.shop.call(&mut self.client, who, path, &body).unwrap()
    }

    /// One step on an order that must be fine, taken by somebody; the next version.
    fn step(&mut self, who: &str, order: &Order, action: &str, inputs: Value) -> Order {
        let (status, done) = self.call(who, &order.step(action), order.body(inputs));
        assert_eq!(status, 200, "{action}: {done}");
        Order { id: order.id.clone(), version: done["version"].as_u64().unwrap() }
    }

    /// Does what they want themselves.
    fn want(&mut self, order: &Order, action: &str, inputs: Value) -> (u16, Value) {
        let who = self.who.clone();
        self.call(&who, &order.step(action), order.body(inputs))
    }

    /// A new order, submitted.
    fn submitted(&mut self, customer: usize) -> Order {
        let record = self.shop.order(customer, &[0], PCS);
        let (status, made) = self.call("SALES", "/api/docs/order", json!({ "record": record }));
        assert_eq!(status, 201, "{made}");
        let order = Order { id: made["id"].as_str().unwrap().to_owned(), version: 1 };
        self.step("SALES", &order, "submit", json!({ "confirm": true }))
    }

    fn forward(&mut self, order: &Order) -> Order {
        self.step("PCT", order, "forward", json!({ "recommendation": "approve" }))
    }
}

/// An order at the version its holder knows.
struct Order {
    id: String,
    version: u64,
}

impl Order {
    fn path(&self) -> String {
        format!("/api/docs/order/{}", self.id)
    }

    fn step(&self, action: &str) -> String {
        format!("{}/{action}", self.path())
    }

    fn body(&self, inputs: Value) -> Value {
        json!({ "version": self.version, "inputs": inputs })
    }
}

fn reason(code: &str) -> Value {
    json!({ "reason": code, "remarks": "As agreed by phone" })
}

fn well(data: &Path) {
    let (well, text) = verify(data);
    assert!(well, "{text}");
}

/// Everybody approves one order at once, or every other one rejects it; the statuses they were told.
fn fight(order: &Order, people: &mut [Person], mixed: bool) -> Vec<(u16, Value)> {
    let start = Barrier::new(people.len());
    thread::scope(|scope| {
        let fighting: Vec<_> = people
            .iter_mut()
            .enumerate()
            .map(|(number, person)| {
                let start = &start;
                scope.spawn(move || {
                    start.wait();
                    match mixed && number % 2 == 1 {
                        false => person.want(order, "approve", json!({})),
                        true => person.want(order, "reject", reason("RATE_LOW")),
                    }
                })
            })
            .collect();
        fighting.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

#[test]
fn of_sixty_four_people_on_one_order_one_wins_and_the_others_get_409() {
    let shop = Shop::furnish(&Plan {
        crowd: &[("BM", PEOPLE)],
        customers: 1,
        limit_paise: 900_000_000_000,
        skus: 1,
        pcs: 1_000_000,
    });
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    let mut people: Vec<Person> =
        (0..PEOPLE).map(|number| Person::new(&shop, &site, "BM", number)).collect();
    let rounds = seeds(1_000, 20);
    let mut decided = BTreeMap::new();
    for round in rounds.clone() {
        let order = people[0].submitted(0);
        let answers = fight(&order, &mut people, round % 2 == 1);
        let (won, lost): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.0 == 200);
        assert_eq!((won.len(), lost.len()), (1, PEOPLE - 1));
        assert!(lost.iter().all(|(status, why)| *status == 409 && why["code"] == "stale"));
        let (_, doc) = people[0].call("BM", &order.path(), Value::Null);
        assert_eq!((&doc["version"], &doc["status"]), (&won[0].1["version"], &won[0].1["status"]));
        assert_eq!(doc["version"], order.version + 1);
        decided.insert(order.id, 0);
    }
    site.stop();
    let count = |text: &str| {
        let command: Value = serde_json::from_str(text).unwrap();
        let known = decided.get_mut(command["id"].as_str().unwrap_or_default());
        let deciding = command["action"] == "approve" || command["action"] == "reject";
        known.into_iter().filter(|_| deciding).for_each(|times| *times += 1);
    };
    let mut count = count;
    walk(&data.path().join("journal"), |kept| count(kept.entry.command.get()));
    assert!(decided.values().all(|times| *times == 1));
    well(data.path());
    let rounds = rounds.len();
    let figure = format!("{} x 200, {} x 409", rounds, rounds * (PEOPLE - 1));
    report("T6 64 people, one order, over HTTP", rounds, &figure, "1 wins, 63 get 409");
}

/// A prize for which more people ask than can have it.
struct Prize {
    role: &'static str,
    action: &'static str,
    short: &'static str,
}

/// The order before its step.
type Bring = fn(&mut Person) -> Order;
/// What a winner does so that somebody else may win; their order stands before the step again.
type Release = fn(&mut Person, &Order) -> Order;

/// First all at once, then as often as they like.
fn scramble(
    shop: &Shop,
    site: &Site,
    prize: &Prize,
    bring: Bring,
    release: Release,
) -> (usize, usize) {
    let attempts = size(50_000, 640);
    let (start, ready) = (Barrier::new(PEOPLE), Barrier::new(PEOPLE));
    let (tried, first, wins) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for number in 0..PEOPLE {
            let (start, ready, tried, first, wins) = (&start, &ready, &tried, &first, &wins);
            scope.spawn(move || {
                let mut person = Person::new(shop, site, prize.role, number);
                let mut order = bring(&mut person);
                start.wait();
                let mut won = attempt(&mut person, &order, prize);
                first.fetch_add(usize::from(won.is_some()), Ordering::SeqCst);
                ready.wait();
                while tried.fetch_add(1, Ordering::SeqCst) + PEOPLE < attempts {
                    if let Some(version) = won {
                        wins.fetch_add(1, Ordering::SeqCst);
                        order = release(&mut person, &Order { version, ..order });
                    }
                    won = attempt(&mut person, &order, prize);
                }
                wins.fetch_add(usize::from(won.is_some()), Ordering::SeqCst);
            });
        }
    });
    assert_eq!(first.into_inner(), PLACES as usize);
    (attempts, wins.into_inner())
}

/// The version they won, if they did.
fn attempt(person: &mut Person, order: &Order, prize: &Prize) -> Option<u64> {
    let (status, answer) = person.want(order, prize.action, json!({}));
    if status == 200 {
        return answer["version"].as_u64();
    }
    assert_eq!((status, answer["code"].as_str()), (422, Some(prize.short)), "{answer}");
    None
}

/// Looks at every state that the store went through: how often one key was written, and that what it
/// held was never too much.
fn every_state(data: &Path, key: &str, mut fits: impl FnMut(&[u8]) -> bool) -> usize {
    let mut seen = 0;
    let walked = walk(&data.join("journal"), |kept| {
        if let Some(Some(value)) = kept.entry.writes.get(key) {
            seen += 1;
            assert!(fits(value), "entry {}: {}", kept.seq, String::from_utf8_lossy(value));
        }
    });
    assert_eq!(walked.damage, None);
    well(data);
    seen
}

#[test]
fn the_last_credit_is_given_once() {
    // The limit is ₹ 1,50,000, and each order comes to ₹ 70,746.
    let limit_paise = 15_000_000;
    let shop = Shop::furnish(&Plan {
        crowd: &[("CREDIT", PEOPLE)],
        customers: 1,
        limit_paise,
        skus: 1,
        pcs: 1_000_000,
    });
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    let prize = Prize { role: "CREDIT", action: "credit_approve", short: "credit_short" };
    let bring = |person: &mut Person| {
        let order = person.submitted(0);
        let order = person.step("BM", &order, "approve", json!({}));
        person.forward(&order)
    };
    let release = |person: &mut Person, order: &Order| {
        let order = person.step("CREDIT", order, "cancel", reason("LIMIT"));
        let order = person.step("SALES", &order, "represent", json!({ "reference": "Receipt 17" }));
        person.forward(&order)
    };
    let (attempts, won) = scramble(&shop, &site, &prize, bring, release);
    site.stop();
    let states = every_state(data.path(), &balance_key("credit", &[&shop.customers[0]]), |value| {
        let account: CreditAccount = serde_json::from_slice(value).unwrap();
        (0..=limit_paise).contains(&account.utilised())
    });
    let figure = format!("{won} won; 0 overdraws in {states} states of the account");
    report("T7 the last credit, over HTTP", attempts, &figure, "0 overdraws");
}

/// Goods for two orders and a half, and as many people who may approve one.
fn scarce() -> Shop {
    Shop::furnish(&Plan {
        crowd: &[("BM", PEOPLE)],
        customers: 1,
        limit_paise: 900_000_000_000,
        skus: 1,
        pcs: PLACES * PCS + PCS / 2,
    })
}

/// The states of the stock that the store went through, none of which promised too much.
fn states_of_stock(shop: &Shop, data: &Path) -> usize {
    every_state(data, &balance_key("position", &[&shop.yard, &shop.goods[0].0]), |value| {
        let position: Availability = serde_json::from_slice(value).unwrap();
        position.covers_holds() && !position.held.any_negative()
    })
}

#[test]
fn the_last_pieces_are_promised_once() {
    let shop = scarce();
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    let prize = Prize { role: "BM", action: "approve", short: "stock_short" };
    let release = |person: &mut Person, order: &Order| {
        let order = person.step("PCT", order, "reject", reason("LIMIT"));
        let order = person.step("SALES", &order, "revise", json!({ "remarks": "Once more" }));
        person.step("SALES", &order, "submit", json!({ "confirm": true }))
    };
    let bring = |person: &mut Person| person.submitted(0);
    let (attempts, won) = scramble(&shop, &site, &prize, bring, release);
    site.stop();
    let states = states_of_stock(&shop, data.path());
    let figure = format!("{won} won; 0 overdraws in {states} states of the stock");
    report("T7 the last pieces, over HTTP", attempts, &figure, "0 overdraws");
}

/// All approve at once, and the process is killed among the answers; who was told that they won.
fn killed_in_the_midst(shop: &Shop, data: &Path, after: usize) -> Vec<String> {
    let site = Site::start(data, &[]);
    let bring = |number| {
        let mut person = Person::new(shop, &site, "BM", number);
        let order = person.submitted(0);
        (person, order)
    };
    let holders: Vec<(Person, Order)> = (0..PEOPLE / 4).map(bring).collect();
    let (tell, told) = mpsc::channel();
    let (start, mut won) = (Barrier::new(holders.len()), Vec::new());
    thread::scope(|scope| {
        for (mut person, order) in holders {
            let (start, tell) = (&start, tell.clone());
            scope.spawn(move || {
                let (who, id) = (person.who.clone(), order.id.clone());
                let mut body = order.body(json!({}));
                body["command_id"] = json!(format!("d0000000-0000-4000-8000-{:012x}", person.made));
                start.wait();
                let path = order.step("approve");
                let answer = person.shop.call(&mut person.client, &who, &path, &body);
                // Whoever got no answer is told so too: the end comes after so many of them.
                let _ = tell.send(answer.is_ok_and(|answer| answer.0 == 200).then_some(id));
            });
        }
        drop(tell);
        won.extend(told.iter().take(after).flatten());
        site.kill();
        won.extend(told.iter().flatten());
    });
    won
}

#[test]
fn the_last_pieces_are_promised_once_though_the_process_is_killed() {
    let rounds = seeds(500, 3);
    let (shop, mut acknowledged, mut states) = (scarce(), 0, 0);
    for round in rounds.clone() {
        let data = shop.copy();
        let won = killed_in_the_midst(&shop, data.path(), round % (PEOPLE / 4));
        assert!(won.len() <= PLACES as usize, "{won:?}");
        let site = Site::start(data.path(), &[]);
        let mut client = site.client();
        for id in &won {
            let path = format!("/api/docs/order/{id}");
            let (_, doc) = shop.call(&mut client, "BM", &path, &Value::Null).unwrap();
            assert_eq!(doc["version"], 3, "an approval that was acknowledged is kept: {doc}");
        }
        site.stop();
        acknowledged += won.len();
        states += states_of_stock(&shop, data.path());
    }
    let figure =
        format!("{acknowledged} approvals acknowledged, 0 lost; 0 overdraws in {states} states");
    report("T7 under T1: the last pieces, kill -9", rounds.len(), &figure, "0 lost, 0 overdraws");
}
