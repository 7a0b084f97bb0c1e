//! The ledgers under random and racing commands: nothing oversold, nothing lost, every sum recomputable.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use godown_core::declare::actor::Actor;
use godown_core::declare::case::Case;
use godown_core::docs;
use godown_core::docs::limits;
use godown_core::error::{Code, Halt};
use godown_core::invariant;
use godown_core::kept::read::Memory;
use godown_core::ledger::credit::{self, Limit};
use godown_core::ledger::stock::{self, Bucket, Qty, Side, StockPlace};
use godown_core::ledger::{Source, books};
use godown_core::value::{Day, Instant};
use proptest::prelude::*;

mod temporary;

const NOON: i64 = 1_790_000_000_000;

/// A store and its clock; a refused deed leaves it as it was.
#[derive(Default)]
struct World {
    memory: Memory,
    days: i64,
    /// Goods are reserved by weight or by the piece; those of one SKU never by both.
    by_weight: bool,
}

impl World {
    fn now(&self) -> Instant {
        Instant(NOON + self.days * 86_400_000)
    }

    fn today(&self) -> Day {
        self.now().day_in(330)
    }

    fn decide<T>(&mut self, deed: impl FnOnce(&mut Case) -> Result<T, Halt>) -> Result<T, Halt> {
        let (now, actor) = (self.now(), Actor::system());
        let mut case = Case::new(docs::look(&self.memory, &actor, now), "");
        let done = deed(&mut case)?;
        let (writes, _) = case.into_writes();
        self.memory.apply(&writes);
        Ok(done)
    }

    fn receive(&mut self, batch: &str, pcs: i64, g: i64) {
        let day = self.today();
        let place = StockPlace::free("yard", "sku", batch);
        let source = Source::new("inward", "i", 0, day);
        self.decide(|case| {
            stock::post(case, Side::Supplier, Side::Stock(place), Qty::new(pcs, g), &source)
        })
        .unwrap();
    }

    fn holds(&self) {
        assert_eq!(invariant::check(&self.memory).unwrap(), []);
    }
}

fn code(result: Result<(), Halt>) -> Option<Code> {
    match result {
        Err(Halt::Refused(refused)) => Some(refused.issues[0].code),
        Err(other) => panic!("{other:?}"),
        Ok(()) => None,
    }
}

fn message<T: std::fmt::Debug>(result: Result<T, Halt>) -> String {
    match result {
        Err(Halt::Refused(refused)) => refused.issues[0].message.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_batch_is_issued_by_its_own_weight_and_the_last_piece_takes_the_rest() {
    let mut world = World::default();
    world.receive("b", 100, 2_834_700);
    let mut issued = Vec::new();
    for pcs in [33, 33, 34] {
        let day = world.today();
        let g = world.decide(|case| {
            let place = StockPlace::free("yard", "sku", "b");
            let g = stock::issue_weight(stock::balance(case, &place)?, pcs);
            let source = Source::new("loading", "l", 0, day);
            stock::post(case, Side::Stock(place), Side::Customer, Qty::new(pcs, g), &source)?;
            Ok(g)
        });
        issued.push(g.unwrap());
    }
    assert_eq!(issued, [935_451, 935_451, 963_798]);
    let left = world.decide(|case| stock::batches(case, "yard", "sku")).unwrap();
    assert_eq!(left, []);
    world.holds();
}

#[test]
fn a_shortage_says_what_is_free_and_who_holds_the_rest() {
    let mut world = World::default();
    world.receive("b", 10, 500_000);
    world
        .decide(|case| stock::reserve(case, "o1", 0, "yard", "sku", Qty::new(8, 1), None))
        .unwrap();
    let refused =
        world.decide(|case| stock::reserve(case, "o2", 0, "yard", "sku", Qty::new(3, 1), None));
    assert_eq!(
        message(refused),
        "Only 2 pcs / 0.100 MT of sku is free at yard (8 pcs reserved for 1 order)"
    );
    world.holds();
}

#[test]
fn a_loading_heavier_than_ordered_does_not_block_the_next_order() {
    let mut world = World::default();
    world.receive("b", 100, 2_800_000);
    for order in ["o1", "o2"] {
        let qty = Qty::new(50, 1_450_000);
        world.decide(|case| stock::reserve(case, order, 0, "yard", "sku", qty, None)).unwrap();
    }
    let day = world.today();
    world
        .decide(|case| {
            let loaded = Qty::new(50, 1_430_000);
            stock::consume(case, "o1", 0, loaded)?;
            let from = Side::Stock(StockPlace::free("yard", "sku", "b"));
            stock::post(case, from, Side::Customer, loaded, &Source::new("loading", "l", 0, day))
        })
        .unwrap();
    let reserved = world.decide(|case| stock::reserved(case, "yard", "sku")).unwrap();
    assert_eq!(reserved, Qty::new(50, 1_370_000));
    world.holds();
}

#[test]
fn a_loaded_line_touches_eight_keys() {
    let mut world = World::default();
    world.receive("b", 10, 10_000);
    let qty = Qty::new(8, 8_000);
    world.decide(|case| stock::reserve(case, "o", 0, "yard", "sku", qty, None)).unwrap();
    let (day, before) = (world.today(), world.memory.clone());
    world
        .decide(|case| {
            stock::consume(case, "o", 0, qty)?;
            let from = Side::Stock(StockPlace::free("yard", "sku", "b"));
            stock::post(case, from, Side::Customer, qty, &Source::new("loading", "l", 0, day))
        })
        .unwrap();
    let after = &world.memory.pairs;
    let gone = before.pairs.keys().filter(|key| !after.contains_key(*key)).count();
    let set = after.iter().filter(|(key, value)| before.pairs.get(*key) != Some(*value)).count();
    assert_eq!(gone + set, 8);
}

#[test]
fn a_posting_of_an_earlier_day_takes_no_more_than_was_there_since() {
    let mut world = World::default();
    world.receive("b", 10, 10_000);
    world.days = 2;
    world.receive("b", 10, 10_000);
    let before = world.today().plus(-1);
    let mut take = |pcs: i64| {
        world.decide(|case| {
            let from = Side::Stock(StockPlace::free("yard", "sku", "b"));
            let source = Source::new("loading", "l", 0, before);
            stock::post(case, from, Side::Customer, Qty::new(pcs, pcs * 1_000), &source)
        })
    };
    assert!(message(take(11)).starts_with("Only 10 pcs"));
    take(10).unwrap();
    world.holds();
}

#[test]
fn reservations_expire_only_when_told_and_firm_ones_never() {
    let mut world = World::default();
    world.receive("b", 10, 10_000);
    let until = Instant(world.now().0 + 1);
    for order in ["soft", "firm"] {
        world
            .decide(|case| {
                let qty = Qty::new(5, 5_000);
                stock::reserve(case, order, 1, "yard", "sku", qty, Some(until))
            })
            .unwrap();
    }
    world.decide(|case| stock::make_firm(case, "firm")).unwrap();
    let late = Instant(until.0 + 1);
    assert!(world.decide(|case| stock::expire(case, "soft", late)).unwrap());
    assert!(!world.decide(|case| stock::expire(case, "firm", late)).unwrap());
    let left = world.decide(|case| stock::reserved(case, "yard", "sku")).unwrap();
    assert_eq!(left, Qty::new(5, 5_000));
    world.holds();
}

#[test]
fn of_two_approvals_that_do_not_fit_together_one_succeeds() {
    let mut world = World::default();
    let limit = Limit { amount_paise: 100, from: world.today(), to: None };
    world.decide(|case| credit::set_limit(case, "c", limit)).unwrap();
    let mut approve = |order: &str| {
        world.decide(|case| {
            limits::check(case, "c", "", 60)?;
            credit::commit(case, "c", order, 60)
        })
    };
    assert_eq!(code(approve("o1")), None);
    let refused = message(approve("o2"));
    assert_eq!(refused, "Credit short by ₹0.20 (limit ₹1.00, used ₹0.60)");
    world.holds();
}

#[test]
fn an_overdue_invoice_blocks_and_its_payment_frees_the_limit() {
    let mut world = World::default();
    let today = world.today();
    world
        .decide(|case| {
            credit::set_limit(case, "c", Limit { amount_paise: 100_000, from: today, to: None })?;
            credit::commit(case, "c", "o", 50_000)?;
            credit::invoice(case, "c", "o", "i", 50_500, today.plus(1))
        })
        .unwrap();
    world.days = 13;
    let refused = message(world.decide(|case| limits::check(case, "c", "", 1)));
    assert_eq!(refused, "1 invoice overdue up to 12 days");
    world
        .decide(|case| {
            credit::receive(case, "c", "r", 60_000)?;
            credit::settle(case, "c", "r", "i", 50_500)?;
            limits::check(case, "c", "", 109_500)
        })
        .unwrap();
    let position = world.decide(|case| limits::position(case, "c")).unwrap();
    assert_eq!(
        (position.receivable_paise, position.on_account_paise, position.available_paise),
        (0, 9_500, 109_500)
    );
    world.holds();
}

#[test]
fn a_voucher_that_does_not_sum_to_zero_is_never_written() {
    let mut world = World::default();
    let day = world.today();
    let source = Source::new("inward", "i", 0, day);
    let off = world.decide(|case| {
        books::post(case, &source, day, &[(books::STOCK, 100), (books::ROUND_OFF, -99)])
    });
    assert!(matches!(off, Err(Halt::Fault(_))));
    assert!(world.memory.pairs.is_empty());
    let rows = [(books::STOCK, 100), (books::OPENING, -100), (books::TCS, 0)];
    let seq = world.decide(|case| books::post(case, &source, day, &rows)).unwrap();
    world.decide(|case| books::reverse(case, seq, &source, day)).unwrap();
    assert_eq!(world.decide(|case| books::balance(case, books::STOCK)).unwrap(), 0);
    world.holds();
}

#[test]
fn a_damaged_store_is_told_by_the_rule_that_it_breaks() {
    let mut world = World::default();
    world.receive("b", 10, 10_000);
    let from = Side::Stock(StockPlace::free("yard", "sku", "b"));
    let day = world.today();
    world
        .decide(|case| {
            stock::reserve(case, "o", 0, "yard", "sku", Qty::new(4, 4_000), None)?;
            credit::commit(case, "c", "o", 70)?;
            let source = Source::new("loading", "l", 0, day);
            stock::post(case, from, Side::Customer, Qty::new(6, 6_000), &source)
        })
        .unwrap();
    for (part, broken, name) in [
        ("stock", r#"{"pcs":5,"g":4000,"since":"2026-09-21"}"#, "ST1"),
        ("position", r#"{"free":{"pcs":4,"g":4000},"held":{"pcs":5,"g":4000}}"#, "ST3"),
        (
            "reserved",
            r#"{"line":0,"yard":"yard","sku":"sku","pcs":3,"g":4000,"expires":null}"#,
            "ST4",
        ),
        ("credit", r#"{"committed":-70,"receivable":0,"on_account":0}"#, "CR2"),
    ] {
        let mut memory = world.memory.clone();
        let wanted = format!("1\u{1f}bal\u{1f}{part}\u{1f}");
        let key = memory.pairs.keys().find(|key| key.starts_with(&wanted)).unwrap().clone();
        memory.pairs.insert(key, broken.as_bytes().to_vec());
        let found = invariant::check(&memory).unwrap();
        assert!(found.iter().any(|one| one.name == name), "{name}: {found:?}");
    }
    // An index that lacks a posting.
    let mut memory = world.memory.clone();
    let moved =
        memory.pairs.keys().find(|key| key.contains("bal\u{1f}moved\u{1f}")).unwrap().clone();
    memory.pairs.remove(&moved);
    let found = invariant::check(&memory).unwrap();
    assert!(found.iter().any(|one| one.name == "ST9"), "{found:?}");
    let mut memory = world.memory.clone();
    let first = memory.pairs.keys().find(|key| key.contains("post\u{1f}stock")).unwrap().clone();
    memory.pairs.remove(&first);
    let found = invariant::check(&memory).unwrap();
    assert!(found.iter().any(|one| one.name == "NO1"), "{found:?}");
}

#[test]
fn sixty_four_racing_reservations_never_oversell() {
    let mut world = World::default();
    world.receive("b", 100, 1_000_000);
    let world = Arc::new(Mutex::new(world));
    let racers: Vec<_> = (0..64)
        .map(|at| {
            let world = Arc::clone(&world);
            std::thread::spawn(move || {
                let order = format!("o{at}");
                let mut world = world.lock().unwrap();
                let qty = Qty::new(3, 30_000);
                world
                    .decide(|case| stock::reserve(case, &order, 0, "yard", "sku", qty, None))
                    .is_ok()
            })
        })
        .collect();
    let taken = racers.into_iter().map(|one| one.join().unwrap());
    assert_eq!(taken.filter(|ok| *ok).count(), 33);
    world.lock().unwrap().holds();
}

#[derive(Clone, Debug)]
enum CommandKind {
    In { batch: usize, pcs: i64, g: i64 },
    Out { batch: usize, pcs: i64, g: i64, back: i32 },
    Move { batch: usize, pcs: i64, g: i64, to: usize },
    Reserve { order: usize, line: u32, pcs: i64, g: i64 },
    Consume { order: usize, line: u32, pcs: i64, g: i64 },
    Release { order: usize },
    NextDay,
}

fn deeds() -> impl Strategy<Value = CommandKind> {
    let (batch, order, pcs, g) = (0..3_usize, 0..4_usize, 0..40_i64, 0..40_000_i64);
    prop_oneof![
        (batch.clone(), pcs.clone(), g.clone()).prop_map(|(batch, pcs, g)| CommandKind::In {
            batch,
            pcs,
            g
        }),
        (batch.clone(), pcs.clone(), g.clone(), 0..4)
            .prop_map(|(batch, pcs, g, back)| CommandKind::Out { batch, pcs, g, back }),
        (batch, pcs.clone(), g.clone(), 1..5_usize)
            .prop_map(|(batch, pcs, g, to)| CommandKind::Move { batch, pcs, g, to }),
        (order.clone(), 0..3_u32, pcs.clone(), g.clone())
            .prop_map(|(order, line, pcs, g)| CommandKind::Reserve { order, line, pcs, g }),
        (order.clone(), 0..3_u32, pcs, g).prop_map(|(order, line, pcs, g)| CommandKind::Consume {
            order,
            line,
            pcs,
            g
        }),
        order.prop_map(|order| CommandKind::Release { order }),
        Just(CommandKind::NextDay),
    ]
}

const BATCHES: [&str; 3] = ["b0", "b1", "b2"];
const ORDERS: [&str; 4] = ["o0", "o1", "o2", "o3"];

/// Carries a deed out; answers what it moved into and out of the business.
fn carry_out(world: &mut World, deed: &CommandKind) -> Option<Qty> {
    let today = world.today();
    let place = |batch: usize| StockPlace::free("yard", "sku", BATCHES[batch]);
    let source = |back: i32| Source::new("test", "t", 0, today.plus(-back));
    match *deed {
        CommandKind::NextDay => {
            world.days += 1;
            None
        }
        CommandKind::In { batch, pcs, g } => {
            let (qty, to) = (Qty::new(pcs, g), Side::Stock(place(batch)));
            let done = world.decide(|case| stock::post(case, Side::Supplier, to, qty, &source(0)));
            done.ok().map(|_| qty)
        }
        CommandKind::Out { batch, pcs, g, back } => {
            let (qty, from) = (Qty::new(pcs, g), Side::Stock(place(batch)));
            let done =
                world.decide(|case| stock::post(case, from, Side::Customer, qty, &source(back)));
            done.ok().map(|_| -qty)
        }
        CommandKind::Move { batch, pcs, g, to } => {
            let (from, to) = (place(batch), place(batch).to(Bucket::ALL[to]));
            let (from, to) = (Side::Stock(from), Side::Stock(to));
            let qty = Qty::new(pcs, g);
            world.decide(|case| stock::post(case, from, to, qty, &source(0))).ok();
            None
        }
        CommandKind::Reserve { order, line, pcs, g } => {
            let qty = Qty::new(if world.by_weight { 0 } else { pcs.max(1) }, g);
            let order = ORDERS[order];
            world.decide(|case| stock::reserve(case, order, line, "yard", "sku", qty, None)).ok();
            None
        }
        CommandKind::Consume { order, line, pcs, g } => {
            let qty = Qty::new(pcs, g);
            world.decide(|case| stock::consume(case, ORDERS[order], line, qty)).ok();
            None
        }
        CommandKind::Release { order } => {
            world.decide(|case| stock::release_all(case, ORDERS[order])).ok();
            None
        }
    }
}

fn on_hand(world: &mut World) -> Qty {
    let mut sum = Qty::default();
    for batch in BATCHES {
        for bucket in Bucket::ALL {
            let place = StockPlace::free("yard", "sku", batch).to(*bucket);
            sum = sum + world.decide(|case| stock::balance(case, &place)).unwrap();
        }
    }
    sum
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn goods_are_neither_made_nor_lost_and_every_invariant_holds(
        deeds in prop::collection::vec(deeds(), 1..80),
        by_weight in any::<bool>(),
    ) {
        let mut world = World { by_weight, ..World::default() };
        let mut sum = Qty::default();
        for deed in &deeds {
            sum = sum + carry_out(&mut world, deed).unwrap_or_default();
        }
        prop_assert_eq!(on_hand(&mut world), sum);
        prop_assert_eq!(invariant::check(&world.memory).unwrap(), []);
    }

    #[test]
    fn credit_moves_between_its_sums_and_none_turns_negative(
        deeds in prop::collection::vec((0..7_u8, 0..3_usize, 1..100_i64), 1..80),
    ) {
        let mut world = World::default();
        let mut invoices = 0;
        let mut received: BTreeMap<String, i64> = BTreeMap::new();
        for (deed, at, amount) in deeds {
            let order = ORDERS[at];
            let today = world.today();
            invoices += 1;
            let invoice = format!("i{}", invoices % 5 + at);
            let done = world.decide(|case| match deed {
                0 => credit::commit(case, "c", order, amount),
                1 => credit::recommit(case, "c", order, amount),
                2 => credit::uncommit(case, "c", order),
                3 => {
                    let fresh = format!("n{invoices}");
                    credit::invoice(case, "c", order, &fresh, amount, today)
                }
                4 => credit::receive(case, "c", "r", amount),
                5 => match credit::open_invoices(case, "c")?.first() {
                    Some((id, open)) => {
                        let pay = amount.min(open.balance_paise);
                        credit::settle(case, "c", "r", id, pay)
                    }
                    None => Ok(()),
                },
                _ => credit::credit_note(case, "c", "n", &invoice, amount),
            });
            if done.is_ok() && deed == 4 {
                *received.entry("c".to_owned()).or_default() += amount;
            }
        }
        prop_assert_eq!(invariant::check(&world.memory).unwrap(), []);
    }
}
