//! Sales returns: the machine and who takes its steps, what each step claims and posts, and
//! what becomes of goods that come back.

use godown_core::declare::grant::Verb;
use godown_core::docs::sales_returns::{self, ReturnLot, SALES_RETURN};
use godown_core::docs::{batches, closings};
use godown_core::invariant;
use godown_core::kept::doc::Doc;
use godown_core::ledger::stock::life::{self, LifeKind};
use godown_core::ledger::stock::{self, Bucket, Qty, Side, StockPlace};
use godown_core::ledger::{Source, books};
use godown_core::query::{self, returnable};
use godown_core::write::command::CommandKind;
use serde_json::{Value, json};

use crate::deeds::{Ground, beginning, inputs, returns, sites};
use crate::support::DAY;

mod credited;
mod peers;
mod people;
mod refused;

pub fn ground() -> Ground {
    let [mut ground, _] = sites();
    returns::sold(&mut ground);
    ground
}

/// A draft with another value of some fields.
fn draft(ground: &mut Ground, who: &str, change: Value) -> Result<String, Vec<String>> {
    let actor = ground.world.who(who);
    let file = CommandKind::SendFile { file: "file-1".into(), bytes: 1 };
    ground.world.site.deed(&actor, file).unwrap();
    let mut record = beginning(ground, &SALES_RETURN);
    record.extend(change.as_object().unwrap().clone());
    match ground.world.site.create(&actor, "sales_return", Value::Object(record)) {
        Ok(made) => Ok(made["id"].as_str().unwrap().to_owned()),
        Err(issues) => Err(issues.into_iter().map(|issue| issue.message).collect()),
    }
}

pub fn make(ground: &mut Ground) -> String {
    draft(ground, "SALES", json!({})).unwrap()
}

/// A draft of so many pieces.
fn of_pieces(ground: &mut Ground, pcs: i64) -> Result<String, Vec<String>> {
    let batch = ground.sold.1.clone();
    let line = json!({ "line": 0, "batch": batch, "pcs": pcs, "reason": "RUST" });
    draft(ground, "SALES", json!({ "lines": [line] }))
}

pub fn doc(ground: &Ground, id: &str) -> Doc {
    ground.world.site.read(|case| case.copy(&SALES_RETURN, id))
}

fn lot(ground: &Ground, id: &str) -> ReturnLot {
    sales_returns::lots_of(&doc(ground, id)).unwrap()[0].clone()
}

/// Takes a step; what it refuses otherwise, in words.
fn act(
    ground: &mut Ground,
    who: &str,
    id: &str,
    action: &str,
    with: Value,
) -> Result<String, Vec<String>> {
    let actor = ground.world.who(who);
    match ground.world.site.act(&actor, "sales_return", id, action, with) {
        Ok(doc) => Ok(doc["status"].as_str().unwrap().to_owned()),
        Err(issues) => Err(issues.into_iter().map(|issue| issue.message).collect()),
    }
}

/// Takes a step with what it commonly takes, or with the further ways of entering it.
pub fn step(ground: &mut Ground, who: &str, id: &str, action: &str, way: usize) -> String {
    let turn = doc(ground, id).version;
    let with = inputs(ground, &doc(ground, id), action, &[], turn)[way].clone();
    act(ground, who, id, action, with).unwrap_or_else(|why| panic!("{who} {action}: {why:?}"))
}

const ROAD: &[(&str, &str)] = &[
    ("SALES", "submit"),
    ("BM", "approve"),
    ("YARD", "receive"),
    ("YARD", "inspect"),
    ("YARD", "hand_over"),
];

/// Takes so many steps of the road.
pub fn go(ground: &mut Ground, id: &str, steps: usize) {
    for (who, action) in &ROAD[..steps] {
        step(ground, who, id, action, 0);
    }
}

/// A return that the steps before have led to a status.
fn at(ground: &mut Ground, status: &str) -> String {
    let id = make(ground);
    let taken = match status {
        sales_returns::DRAFT | sales_returns::CANCELLED => 0,
        sales_returns::BM_PENDING | sales_returns::REJECTED => 1,
        sales_returns::APPROVED => 2,
        sales_returns::RECEIVED => 3,
        sales_returns::INSPECTED => 4,
        _ => 5,
    };
    go(ground, &id, taken);
    match status {
        sales_returns::REJECTED => drop(step(ground, "BM", &id, "reject", 0)),
        sales_returns::CANCELLED => drop(step(ground, "SALES", &id, "cancel", 0)),
        sales_returns::COMPLETED => drop(step(ground, "ACC", &id, "complete", 0)),
        _ => {}
    }
    assert_eq!(doc(ground, &id).status, status);
    id
}

fn lies(ground: &Ground, yard: &str, batch: &str, bucket: Bucket) -> Qty {
    let place = StockPlace::free(yard, &ground.world.sku, batch).to(bucket);
    ground.world.site.read(|case| stock::balance(case, &place))
}

/// What of the sold batch lies in the yard: free, on hold, dumped.
fn back(ground: &Ground) -> [Qty; 3] {
    let (yard, batch) = (ground.world.yard.clone(), ground.sold.1.clone());
    [Bucket::Free, Bucket::Hold, Bucket::Dump].map(|bucket| lies(ground, &yard, &batch, bucket))
}

/// What can still be asked for of the invoice's first line.
fn left(ground: &Ground) -> Qty {
    let site = &ground.world.site;
    let acc = ground.world.who("ACC");
    let all = returnable::returnable(&site.memory, &acc, site.now, &ground.sold.0).unwrap();
    Qty::new(all.rows[0].left_pcs, all.rows[0].left_g)
}

fn sound(ground: &Ground) {
    assert_eq!(invariant::check(&ground.world.site.memory).unwrap(), []);
}

fn book(ground: &Ground, account: &str) -> i64 {
    ground.world.site.read(|case| books::balance(case, account))
}

fn batch(ground: &Ground) -> Doc {
    ground.world.site.read(|case| case.copy(&batches::BATCH, &ground.sold.1))
}

const ALL: Qty = Qty { pcs: 36, g: 1_020_500 };
const TEN: Qty = Qty { pcs: 10, g: 283_472 };

#[test]
fn goods_come_back_into_their_own_batch_at_what_they_had_cost() {
    let mut ground = ground();
    let none = Qty::default();
    assert_eq!(
        [book(&ground, books::STOCK), book(&ground, books::COST_OF_SALES)],
        [-14_000_000, 14_000_000]
    );
    let id = make(&mut ground);
    assert_eq!(left(&ground), ALL, "a draft claims nothing");
    assert_eq!(step(&mut ground, "SALES", &id, "submit", 0), sales_returns::BM_PENDING);
    let kept = doc(&ground, &id);
    assert_eq!(kept.doc_no.as_deref(), Some("SRN/PN/26-27/00001"));
    assert_eq!((kept.int("pcs"), kept.int("weight_g")), (Some(10), Some(TEN.g)));
    assert_eq!(kept.int("amount_paise"), Some(1_665_398), "ten pieces at the invoice's own rate");
    assert_eq!(kept.owner, Some(ground.world.who("SALES").id));
    assert_eq!(left(&ground), ALL - TEN, "a request claims what it asks for");
    sound(&ground);
    assert_eq!(step(&mut ground, "BM", &id, "approve", 1), sales_returns::APPROVED);
    assert_eq!(doc(&ground, &id).text("settlement"), Some("credit_note"));
    assert_eq!(lot(&ground, &id).approved(), Qty::new(9, 255_125));
    assert_eq!(left(&ground), Qty::new(27, 765_375));
    assert_eq!(step(&mut ground, "YARD", &id, "receive", 0), sales_returns::RECEIVED);
    assert_eq!(back(&ground), [none, none, none], "in the books once it is inspected");
    sound(&ground);
    assert_eq!(step(&mut ground, "YARD", &id, "inspect", 1), sales_returns::INSPECTED);
    assert_eq!(back(&ground), [Qty::new(9, 255_125), none, none]);
    assert_eq!(doc(&ground, &id).int("cost_paise"), Some(3_500_000));
    assert_eq!(book(&ground, books::STOCK), -10_500_000);
    assert_eq!(book(&ground, books::COST_OF_SALES), 10_500_000);
    assert_eq!(book(&ground, books::COST_VARIANCE), 0);
    sound(&ground);
    assert_eq!(step(&mut ground, "YARD", &id, "hand_over", 0), sales_returns::PENDING);
    sound(&ground);
}

#[test]
fn a_line_is_split_three_ways_to_the_gram_and_the_paisa() {
    let mut ground = ground();
    let id = at(&mut ground, sales_returns::RECEIVED);
    let split = json!({ "lines": [{
        "lot": 0, "free_pcs": 5, "hold_pcs": 3, "dump_pcs": 2, "dump_g": 56_000,
    }] });
    assert_eq!(
        act(&mut ground, "YARD", &id, "inspect", split),
        Ok(sales_returns::INSPECTED.into())
    );
    // What the dumped pieces do not weigh is shared by the others; the last takes the rest.
    assert_eq!(back(&ground), [Qty::new(5, 142_170), Qty::new(3, 85_302), Qty::new(2, 56_000)]);
    let sum = back(&ground).into_iter().fold(Qty::default(), |sum, qty| sum + qty);
    assert_eq!(sum, TEN);
    let dumped = book(&ground, books::STOCK_DUMP);
    assert_eq!(dumped, 768_251);
    assert_eq!(book(&ground, books::STOCK), -14_000_000 + 3_888_886 - dumped);
    assert_eq!(book(&ground, books::COST_OF_SALES), 14_000_000 - 3_888_886);
    assert_eq!(book(&ground, books::STOCK_DIFFERENCE), 0);
    sound(&ground);
}

#[test]
fn dumped_goods_are_worth_what_the_site_says_of_dumps() {
    let mut ground = ground();
    ground.world.setting(json!({ "dump_value": "scrap", "scrap_paise_per_kg": 3_500 }));
    let id = at(&mut ground, sales_returns::RECEIVED);
    let all = json!({ "lines": [{ "lot": 0, "dump_pcs": 10 }] });
    act(&mut ground, "YARD", &id, "inspect", all).unwrap();
    assert_eq!(book(&ground, books::STOCK_DUMP), 992_152);
    assert_eq!(book(&ground, books::STOCK_DIFFERENCE), 3_888_886 - 992_152);
    assert_eq!(book(&ground, books::STOCK), -14_000_000);
    sound(&ground);
}

#[test]
fn what_was_put_on_hold_is_free_or_dumped_by_the_branch_manager() {
    let mut ground = ground();
    let id = at(&mut ground, sales_returns::INSPECTED);
    let held = back(&ground)[1];
    assert_eq!(held.pcs, 3);
    let stock = book(&ground, books::STOCK);
    let some =
        json!({ "lines": [{ "lot": 0, "free_pcs": 1, "dump_pcs": 1 }], "remarks": "Looked over" });
    let more =
        json!({ "lines": [{ "lot": 0, "free_pcs": 3, "dump_pcs": 1 }], "remarks": "Looked over" });
    let none = json!({ "lines": [{ "lot": 0 }], "remarks": "Looked over" });
    let refused = act(&mut ground, "BM", &id, "decide_held", more);
    assert_eq!(refused, Err(vec!["Only 0 pcs (0.000 kg) of this line were on hold".into()]));
    let refused = act(&mut ground, "BM", &id, "decide_held", none);
    assert_eq!(refused, Err(vec!["Enter what is free, or what is dumped".into()]));
    let before = back(&ground);
    assert_eq!(
        act(&mut ground, "BM", &id, "decide_held", some),
        Ok(sales_returns::INSPECTED.into())
    );
    let now = back(&ground);
    assert_eq!([0, 1, 2].map(|at| now[at].pcs - before[at].pcs), [1, -2, 1]);
    let moved = now.into_iter().fold(Qty::default(), |sum, qty| sum + qty);
    assert_eq!(moved, TEN);
    let dumped = now[2] - before[2];
    assert_eq!(stock - book(&ground, books::STOCK), batches::cost_of(&batch(&ground), dumped));
    sound(&ground);
    assert_eq!(step(&mut ground, "BM", &id, "decide_held", 0), sales_returns::INSPECTED);
    assert_eq!(back(&ground)[1], Qty::default());
    let over = act(
        &mut ground,
        "BM",
        &id,
        "decide_held",
        json!({ "lines": [{ "lot": 0 }], "remarks": "Again" }),
    );
    assert_eq!(over, Err(vec!["Nothing of this return is on hold".into()]));
    sound(&ground);
}

/// Closes the batch of which all was sold; its closing.
fn close(ground: &mut Ground) -> String {
    let (yard, bm) = (ground.world.who("YARD"), ground.world.who("BM"));
    let record = json!({ "batch": ground.sold.1, "reason": "WEIGHING_LOSS" });
    let made = ground.world.site.create(&yard, "batch_closing", record).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    ground.world.site.act(&yard, "batch_closing", &id, "submit", json!({})).unwrap();
    ground.world.site.act(&bm, "batch_closing", &id, "approve", json!({})).unwrap();
    assert_eq!(batch(ground).status, batches::CLOSED);
    id
}

#[test]
fn a_batch_that_was_closed_opens_again_by_a_return_and_its_closing_says_so() {
    // Before the return was asked for, and between its receipt and its inspection.
    for received in [false, true] {
        let mut ground = ground();
        let before = received.then(|| at(&mut ground, sales_returns::RECEIVED));
        let closing = close(&mut ground);
        let id = before.unwrap_or_else(|| at(&mut ground, sales_returns::RECEIVED));
        step(&mut ground, "YARD", &id, "inspect", 1);
        assert_eq!(batch(&ground).status, batches::OPEN);
        let closing = ground.world.site.get("batch_closing", &closing);
        assert_eq!(closing["status"], closings::REOPENED);
        assert_eq!(closing["record"]["reopened_for"], "Goods came back from a customer");
        assert_eq!(back(&ground)[0], TEN);
        sound(&ground);
    }
}

#[test]
fn goods_may_come_back_to_any_yard_and_are_received_there_alone() {
    let mut ground = ground();
    let (other, batch) = (ground.other_yard.clone(), ground.sold.1.clone());
    let id = draft(&mut ground, "SALES", json!({ "yard": other })).unwrap();
    go(&mut ground, &id, 2);
    let seen = |ground: &Ground, who: &str| {
        let actor = ground.world.who(who);
        actor.covers(&SALES_RETURN, Verb::View, &doc(ground, &id))
    };
    assert_eq!(["YARD", "YARD2"].map(|who| seen(&ground, who)), [false, true]);
    step(&mut ground, "YARD2", &id, "receive", 0);
    step(&mut ground, "YARD2", &id, "inspect", 1);
    assert_eq!(lies(&ground, &other, &batch, Bucket::Free), TEN);
    assert_eq!(back(&ground), [Qty::default(); 3]);
    sound(&ground);
}

#[test]
fn several_returns_share_what_was_sold_and_the_last_takes_the_rest_of_its_cost() {
    let mut ground = ground();
    for (pcs, rest) in [(10, 26), (20, 6), (6, 0)] {
        let id = of_pieces(&mut ground, pcs).unwrap();
        go(&mut ground, &id, 3);
        step(&mut ground, "YARD", &id, "inspect", 1);
        assert_eq!(left(&ground).pcs, rest);
        sound(&ground);
    }
    assert_eq!(left(&ground), Qty::default(), "no gram is left without a piece");
    assert_eq!(back(&ground)[0], ALL);
    assert_eq!(book(&ground, books::STOCK), 0);
    assert_eq!(book(&ground, books::COST_OF_SALES), 0);
}

#[test]
fn what_never_came_or_was_given_up_can_be_asked_for_again() {
    let mut ground = ground();
    let id = at(&mut ground, sales_returns::APPROVED);
    assert_eq!(step(&mut ground, "YARD", &id, "receive", 1), sales_returns::RECEIVED);
    assert_eq!(left(&ground).pcs, 27, "nine came of ten");
    // A mistake at the scale is entered again until the goods are inspected.
    assert_eq!(step(&mut ground, "YARD", &id, "receive", 0), sales_returns::RECEIVED);
    assert_eq!(left(&ground), ALL - TEN);
    sound(&ground);
    assert_eq!(step(&mut ground, "YARD", &id, "refuse", 0), sales_returns::REJECTED);
    assert_eq!(left(&ground), ALL);
    assert_eq!(step(&mut ground, "SALES", &id, "revise", 0), sales_returns::DRAFT);
    assert_eq!(doc(&ground, &id).get("net_g"), None);
    go(&mut ground, &id, 2);
    assert_eq!(step(&mut ground, "SALES", &id, "withdraw", 0), sales_returns::DRAFT);
    assert_eq!((left(&ground), doc(&ground, &id).get("settlement")), (ALL, None));
    go(&mut ground, &id, 1);
    assert_eq!(step(&mut ground, "BM", &id, "reject", 0), sales_returns::REJECTED);
    assert_eq!(left(&ground), ALL);
    assert_eq!(step(&mut ground, "SALES", &id, "revise", 0), sales_returns::DRAFT);
    assert_eq!(step(&mut ground, "SALES", &id, "cancel", 0), sales_returns::CANCELLED);
    assert_eq!(left(&ground), ALL);
    sound(&ground);
}

#[test]
fn a_cost_that_came_later_is_a_variance_of_what_comes_back() {
    let mut ground = ground();
    let sold = ground.sold.1.clone();
    ground.world.system(|case| batches::add_cost(case, &sold, 1_400_000, &Default::default()));
    let id = at(&mut ground, sales_returns::RECEIVED);
    step(&mut ground, "YARD", &id, "inspect", 1);
    assert_eq!(book(&ground, books::COST_OF_SALES), 14_000_000 - 3_888_886);
    let now = batches::cost_of(&batch(&ground), TEN);
    assert_eq!(book(&ground, books::STOCK), -14_000_000 + now);
    assert_eq!(book(&ground, books::COST_VARIANCE), 3_888_886 - now);
    sound(&ground);
}

#[test]
fn the_life_of_a_batch_tells_a_return_from_a_correction_of_what_was_loaded() {
    let mut ground = ground();
    let id = at(&mut ground, sales_returns::INSPECTED);
    let sold = ground.sold.1.clone();
    let life = ground.world.site.read(|case| life::life(case, &sold, &|_| true));
    assert_eq!(life.of(LifeKind::Returned), TEN);
    assert_eq!(life.of(LifeKind::Sold), -ALL);
    assert_eq!(life.residue, TEN);
    assert!(life.rows.iter().any(|row| row.posting.doc_id == id));
    // Goods that are kept by weight alone.
    let coil = ground.world.stock(0, 5_000_000);
    let (yard, sku) = (ground.world.yard.clone(), ground.world.sku.clone());
    ground.world.system(|case| {
        let place = Side::Stock(StockPlace::free(&yard, &sku, &coil));
        let day = case.today();
        let source = Source::new("loading", "one", 0, day);
        let out = stock::post(case, place, Side::Customer, Qty::new(0, 4_000_000), &source)?;
        let less = source.reversing(out);
        stock::post(case, Side::Customer, place, Qty::new(0, 1_000), &less)?;
        let source = Source::new("sales_return", "two", 0, day);
        stock::post(case, Side::Customer, place, Qty::new(0, 500_000), &source)
    });
    let life = ground.world.site.read(|case| life::life(case, &coil, &|_| true));
    assert_eq!(life.of(LifeKind::Sold), Qty::new(0, -3_999_000));
    assert_eq!(life.of(LifeKind::Returned), Qty::new(0, 500_000));
}

#[test]
fn an_invoice_is_not_cancelled_while_its_goods_come_back_nor_after() {
    let mut ground = ground();
    // Without its papers the order is not complete, so that nothing else holds the invoice.
    let (mut world, invoice) = {
        let mut abroad = crate::support::World::abroad();
        let order = abroad.at(godown_core::docs::orders::LOADED);
        let invoice = abroad.invoice(&order);
        (abroad, invoice)
    };
    let batch = world.batch.clone();
    std::mem::swap(&mut ground.world, &mut world);
    ground.sold = (invoice.clone(), batch);
    let acc = ground.world.who("ACC");
    let cancel = |ground: &mut Ground| {
        let remarks = json!({ "remarks": "Wrong customer" });
        let done = ground.world.site.act(&acc, "invoice", &invoice, "cancel", remarks);
        done.map(drop).map_err(|issues| issues[0].message.clone())
    };
    let id = make(&mut ground);
    step(&mut ground, "SALES", &id, "submit", 0);
    let no = doc(&ground, &id).doc_no.unwrap();
    let open = format!("Sales return {no} returns goods of this invoice; withdraw it first");
    assert_eq!(cancel(&mut ground), Err(open));
    for (who, action) in &ROAD[1..4] {
        step(&mut ground, who, &id, action, 0);
    }
    let back = format!("Goods came back by Sales return {no}; only a credit note is possible");
    assert_eq!(cancel(&mut ground), Err(back));
    let mut ground = self::ground();
    let id = at(&mut ground, sales_returns::BM_PENDING);
    step(&mut ground, "SALES", &id, "withdraw", 0);
    let remarks = json!({ "remarks": "Wrong customer" });
    let done = ground.world.site.act(&acc, "invoice", &ground.sold.0.clone(), "cancel", remarks);
    assert!(
        done.unwrap_err()[0].message.ends_with("reverse the order instead"),
        "the return holds it no more"
    );
}

#[test]
fn what_is_late_needs_the_branch_managers_word_and_a_late_credit_note_has_no_gst() {
    let mut ground = ground();
    let id = make(&mut ground);
    let warned = |ground: &Ground, id: &str| -> Vec<String> {
        let site = &ground.world.site;
        let view =
            query::view(&site.memory, &ground.world.who("SALES"), site.now, "sales_return", id);
        let all =
            view.unwrap().value().unwrap()["warnings"].as_array().cloned().unwrap_or_default();
        all.iter().map(|one| one["message"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(warned(&ground, &id), Vec::<String>::new());
    assert_eq!(doc(&ground, &id).text("return_by"), Some("2026-12-21"));
    assert_eq!(doc(&ground, &id).text("gst_until"), Some("2027-11-30"));
    ground.world.later(31 * DAY);
    let late = "Returns of this invoice were taken until 21-12-2026";
    assert_eq!(
        warned(&ground, &id),
        [format!("{late}: the branch manager must accept it after the time limit")]
    );
    go(&mut ground, &id, 1);
    assert!(doc(&ground, &id).flag("late"));
    let plain = json!({ "settlement": "repair" });
    let refused = act(&mut ground, "BM", &id, "approve", plain);
    assert_eq!(refused, Err(vec![format!("{late}. Accept it after the time limit, with remarks")]));
    let silent = json!({ "settlement": "repair", "override": true });
    let refused = act(&mut ground, "BM", &id, "approve", silent);
    assert_eq!(refused, Err(vec!["Please enter remarks (at least 5 characters)".into()]));
    assert_eq!(step(&mut ground, "BM", &id, "approve", 0), sales_returns::APPROVED);
    ground.world.later(365 * DAY);
    let gst = "A credit note with GST was possible until 30-11-2027 (CGST Act, s.34(2)): only a commercial \
               credit note without GST is possible";
    assert_eq!(warned(&ground, &id), [gst]);
}

#[test]
fn a_site_says_how_long_it_takes_goods_back() {
    let mut ground = ground();
    ground.world.setting(json!({ "return_days": 0 }));
    ground.world.later(DAY);
    let id = at(&mut ground, sales_returns::BM_PENDING);
    assert!(doc(&ground, &id).flag("late"));
}
