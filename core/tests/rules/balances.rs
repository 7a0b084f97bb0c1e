//! A customer's balances: one definition, whatever people enter, twice and in odd orders.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use godown_core::declare::actor::Actor;
use godown_core::declare::case::Case;
use godown_core::docs::{self, limits};
use godown_core::error::Halt;
use godown_core::invariant;
use godown_core::kept::read::Memory;
use godown_core::ledger::credit::{self, BALANCES, Limit};
use godown_core::ledger::{Source, books};
use godown_core::query;
use godown_core::report::facts::{Touched, touched};
use godown_core::report::{self, Frames, Params, build, delta};
use godown_core::value::{Day, Instant};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::World as Shop;

/// A site with a customer, and the frames made of it.
static BASE: LazyLock<(Shop, Frames)> = LazyLock::new(|| {
    let shop = Shop::new();
    let frames = build::whole(&shop.site.memory, 0).unwrap();
    (shop, frames)
});

/// A store, its clock, and the frames that followed every change of it.
struct World {
    memory: Memory,
    customer: String,
    days: i64,
    frames: Frames,
}

impl Default for World {
    fn default() -> World {
        let (shop, frames) = &*BASE;
        let memory = shop.site.memory.clone();
        let mut world =
            World { memory, customer: shop.customer.clone(), days: 0, frames: frames.clone() };
        // The limit that the site's customer begins with.
        let from = world.today().plus(-1);
        let nothing = Limit { amount_paise: 0, from, to: None };
        world.decide(|case, customer| credit::set_limit(case, customer, nothing)).unwrap();
        world
    }
}

impl World {
    fn now(&self) -> Instant {
        Instant(BASE.0.site.now.0 + self.days * 86_400_000)
    }

    fn today(&self) -> Day {
        self.now().day_in(330)
    }

    /// A refused deed leaves everything as it was.
    fn decide<T>(
        &mut self,
        deed: impl FnOnce(&mut Case, &str) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        let (now, actor) = (self.now(), Actor::system());
        let mut case = Case::new(docs::look(&self.memory, &actor, now), "");
        let done = deed(&mut case, &self.customer)?;
        let (writes, _) = case.into_writes();
        self.memory.apply(&writes);
        let mut keys: BTreeSet<Touched> = BTreeSet::new();
        writes.keys().for_each(|key| touched(key, &mut keys));
        let seq = self.frames.seq;
        let changed = build::whole_delta(&self.memory, &keys, seq, seq + 1).unwrap();
        delta::apply(&mut self.frames, &changed).unwrap();
        Ok(done)
    }

    /// The balances by which the rules decide, by the keys of their definitions.
    fn of_the_rules(&mut self) -> BTreeMap<String, i64> {
        let position = self.decide(|case, customer| limits::position(case, customer)).unwrap();
        let told = serde_json::to_value(&position).unwrap();
        let of = |key: &str| told[format!("{key}_paise")].as_i64().unwrap();
        let mut found: BTreeMap<String, i64> =
            BALANCES.iter().map(|one| (one.key.to_owned(), of(one.key))).collect();
        found.insert("days_overdue".to_owned(), position.overdue_days);
        found
    }

    /// The same balances as a report of today has them.
    fn of_the_report(&self, frames: &Frames) -> BTreeMap<String, i64> {
        let mut keys: Vec<&str> = BALANCES.iter().map(|one| one.key).collect();
        keys.push("days_overdue");
        let asked =
            json!({ "measures": keys.join("|"), "rows": "customer", "customer": self.customer });
        let params: Params = serde_json::from_value(asked).unwrap();
        let table = report::run(frames, "utilized_amount", &params, self.today()).unwrap();
        let told = serde_json::to_value(&table).unwrap();
        let figures: Vec<Value> = told["totals"].as_array().cloned().unwrap_or_default();
        let figures = figures.iter().rev().map(|figure| figure.as_i64().unwrap_or(0));
        keys.iter().rev().map(|key| (*key).to_owned()).zip(figures).collect()
    }
}

fn message<T: std::fmt::Debug>(result: Result<T, Halt>) -> String {
    match result {
        Err(Halt::Refused(refused)) => refused.issues[0].message.clone(),
        other => panic!("{other:?}"),
    }
}

#[derive(Clone, Debug)]
enum Deed {
    Limit { amount: i64, from: i32, lasts: Option<i32> },
    Ends(usize),
    OrderLimit(i64),
    Opening { amount: i64, due: i32 },
    Commit(i64),
    Invoice { amount: i64, due: i32 },
    Receive(i64),
    Settle(i64),
    Days(i64),
}

fn deeds() -> impl Strategy<Value = Deed> {
    let day = -5..12_i32;
    prop_oneof![
        (0..500_i64, day.clone(), prop::option::of(0..9_i32))
            .prop_map(|(amount, from, lasts)| Deed::Limit { amount, from, lasts }),
        (0..9_usize).prop_map(Deed::Ends),
        (0..120_i64).prop_map(Deed::OrderLimit),
        (-200..200_i64, day.clone()).prop_map(|(amount, due)| Deed::Opening { amount, due }),
        (1..100_i64).prop_map(Deed::Commit),
        (1..100_i64, day).prop_map(|(amount, due)| Deed::Invoice { amount, due }),
        (1..150_i64).prop_map(Deed::Receive),
        (1..100_i64).prop_map(Deed::Settle),
        (1..6_i64).prop_map(Deed::Days),
    ]
}

/// The voucher beside a change of the account.
fn book(case: &mut Case, customer: &str, amount: i64) -> Result<(), Halt> {
    let (day, account) = (case.today(), books::customer(customer));
    let source = Source::new("invoice", "i", 0, day);
    books::post(case, &source, day, &[(&account, amount), (books::BANK, -amount)]).map(drop)
}

fn carry_out(world: &mut World, deed: &Deed, at: usize) -> Result<(), Halt> {
    let today = world.today();
    match *deed {
        Deed::Limit { amount, from, lasts } => world.decide(|case, customer| {
            let from = today.plus(from);
            let to = lasts.map(|days| from.plus(days));
            credit::set_limit(case, customer, Limit { amount_paise: amount, from, to }).map(drop)
        }),
        Deed::Ends(place) => {
            world.decide(|case, customer| credit::end_limit(case, customer, place))
        }
        Deed::OrderLimit(amount) => {
            world.decide(|case, customer| credit::set_order_limit(case, customer, "o", amount))
        }
        Deed::Opening { amount, due } => {
            world.decide(|case, customer| credit::opening(case, customer, amount, today.plus(due)))
        }
        Deed::Commit(amount) => {
            world.decide(|case, customer| credit::commit(case, customer, "o", amount))
        }
        Deed::Invoice { amount, due } => world.decide(|case, customer| {
            book(case, customer, amount)?;
            credit::invoice(case, customer, "o", &format!("i{at}"), amount, today.plus(due))
        }),
        Deed::Receive(amount) => world.decide(|case, customer| {
            book(case, customer, -amount)?;
            credit::receive(case, customer, "r", amount)
        }),
        Deed::Settle(amount) => world.decide(|case, customer| {
            let open = credit::open_invoices(case, customer)?;
            let Some((item, open)) = open.get(amount as usize % open.len().max(1)) else {
                return Ok(());
            };
            credit::settle(case, customer, "r", item, amount.min(open.balance_paise))
        }),
        Deed::Days(days) => {
            world.days += days;
            Ok(())
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn rules_and_reports_have_the_same_balances_after_every_change(
        deeds in prop::collection::vec(deeds(), 1..40),
    ) {
        let mut world = World::default();
        for (at, deed) in deeds.iter().enumerate() {
            match carry_out(&mut world, deed, at) {
                Ok(()) | Err(Halt::Refused(_)) => {}
                Err(other) => prop_assert!(false, "{deed:?}: {other:?}"),
            }
            let rules = world.of_the_rules();
            prop_assert_eq!(&rules, &world.of_the_report(&world.frames), "{:?}", deed);
        }
        prop_assert_eq!(invariant::check(&world.memory).unwrap(), []);
        let anew = build::whole(&world.memory, 1).unwrap();
        prop_assert_eq!(world.of_the_rules(), world.of_the_report(&anew));
    }
}

#[test]
fn another_due_date_alone_of_the_opening_balance_reaches_the_reports() {
    let mut world = World::default();
    for due in [-1, 0, -31] {
        carry_out(&mut world, &Deed::Opening { amount: 49, due }, 0).unwrap();
        assert_eq!(world.of_the_rules(), world.of_the_report(&world.frames));
    }
}

#[test]
fn an_opening_balance_that_is_set_again_is_corrected() {
    let mut world = World::default();
    let today = world.today();
    let mut set =
        |amount: i64| world.decide(|case, customer| credit::opening(case, customer, amount, today));
    set(12_345_600).unwrap();
    set(22_345_600).unwrap();
    let account = world.decide(|case, customer| credit::account(case, customer)).unwrap();
    assert_eq!(account.receivable, 22_345_600);
    world
        .decide(|case, customer| {
            book(case, customer, -22_345_600)?;
            credit::receive(case, customer, "r", 22_345_600)?;
            credit::settle(case, customer, "r", credit::OPENING, 22_345_600)
        })
        .unwrap();
    assert_eq!(invariant::check(&world.memory).unwrap(), []);
    let refused = world.decide(|case, customer| credit::opening(case, customer, 100, today));
    assert_eq!(
        message(refused),
        "₹2,23,456.00 is already paid on the opening balance; it cannot be set below that"
    );
}

#[test]
fn an_opening_advance_that_is_used_cannot_be_taken_back() {
    let mut world = World::default();
    let today = world.today();
    world
        .decide(|case, customer| {
            credit::opening(case, customer, -10_000, today)?;
            credit::invoice(case, customer, "o", "i", 6_000, today)?;
            credit::settle(case, customer, "r", "i", 6_000)
        })
        .unwrap();
    let refused = world.decide(|case, customer| credit::opening(case, customer, 0, today));
    assert_eq!(
        message(refused),
        "₹60.00 is already used of the opening advance; it cannot be set below that"
    );
}

#[test]
fn the_ages_of_what_is_outstanding_come_to_the_same_as_the_position() {
    let mut world = World::default();
    let today = world.today();
    world
        .decide(|case, customer| {
            credit::invoice(case, customer, "o", "late", 300, today.plus(-40))?;
            credit::invoice(case, customer, "o", "open", 500, today.plus(9))?;
            credit::receive(case, customer, "r", 250)
        })
        .unwrap();
    let (admin, now) = (BASE.0.who("ADMIN"), world.now());
    let seen = query::credit::credit(&world.memory, &admin, now, &world.customer, "").unwrap();
    let behind = seen.behind.unwrap();
    let (ageing, at) = (behind.ageing, seen.position);
    assert_eq!((ageing.days_31_60_paise, ageing.not_due_paise), (50, 500));
    assert_eq!((at.overdue_paise, at.outstanding_paise), (50, 550));
    let rows: Vec<i64> = behind.invoices.iter().map(|one| one.outstanding_paise).collect();
    assert_eq!(rows, [50, 500]);
}

#[test]
fn an_opening_balance_without_a_due_date_is_due_by_the_payment_term() {
    let mut shop = BASE.0.clone();
    let (credit, customer) = (shop.who("CREDIT"), shop.customer.clone());
    let set = json!({ "opening_receivable_paise": 500, "reason": "OPENING", "remarks": "From the old books" });
    let done = shop.site.act(&credit, "customer", &customer, "set_credit", set).unwrap();
    assert_eq!(done["record"]["opening_due"], shop.site.today().plus(30).to_string());
    let at = shop.site.read(|case| limits::position(case, &customer));
    assert_eq!((at.receivable_paise, at.overdue_paise), (500, 0));
}

#[test]
fn an_opening_balance_is_named_where_it_is_overdue() {
    let mut world = World::default();
    let today = world.today();
    world
        .decide(|case, customer| {
            credit::set_limit(
                case,
                customer,
                Limit { amount_paise: 1_000, from: today, to: None },
            )?;
            credit::opening(case, customer, 500, today.plus(-22))
        })
        .unwrap();
    let mut refused =
        || message(world.decide(|case, customer| limits::check(case, customer, "", 1)));
    assert_eq!(refused(), "1 opening balance overdue up to 22 days");
    world
        .decide(|case, customer| credit::invoice(case, customer, "o", "i", 100, today.plus(-3)))
        .unwrap();
    let refused = message(world.decide(|case, customer| limits::check(case, customer, "", 1)));
    assert_eq!(refused, "1 invoice and the opening balance overdue up to 22 days");
}

#[test]
fn a_lower_limit_takes_the_place_of_a_higher_one_and_a_temporary_one_ends() {
    let mut world = World::default();
    let today = world.today();
    let mut set = |amount_paise: i64, from: i32, to: Option<i32>| {
        let (from, to) = (today.plus(from), to.map(|day| today.plus(day)));
        let limit = Limit { amount_paise, from, to };
        world.decide(|case, customer| credit::set_limit(case, customer, limit)).unwrap()
    };
    set(1_000, 0, None);
    set(500, 0, None);
    set(700, 10, None);
    set(50, 0, Some(4));
    let last = set(30, 3, Some(9));
    let at = |world: &mut World, days: i64| {
        world.days = days;
        let rules = world.of_the_rules();
        assert_eq!(rules, world.of_the_report(&world.frames), "on day {days}");
        (rules["limit"], rules["temporary"])
    };
    let days = [0, 3, 9, 10].map(|days| at(&mut world, days));
    assert_eq!(days, [(500, 50), (500, 30), (500, 30), (700, 30)]);
    world.decide(|case, customer| credit::end_limit(case, customer, last)).unwrap();
    assert_eq!(at(&mut world, 10), (700, 0));
}
