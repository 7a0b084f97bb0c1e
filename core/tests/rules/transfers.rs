//! Transfers between yards: the machine and who takes its steps, what each step posts, and what is refused.

use godown_core::declare::actor::Actor;
use godown_core::docs::transfers::{self, TRANSFER, TransferLine, TransferLot};
use godown_core::docs::{batches, orders};
use godown_core::kept::doc::Doc;
use godown_core::ledger::books;
use godown_core::ledger::stock::{self, Bucket, Qty, StockPlace};
use godown_core::query::list::{Query, page};
use godown_core::query::{self, queue};
use godown_core::schema::Kind;
use godown_core::{identify, invariant};
use serde_json::{Value, json};

use crate::deeds::{Ground, beginning, inputs, sites};
use crate::matrix;
use crate::support::site::{messages, seeded};
use crate::support::{HOUR, World};

mod journals;
mod refused;

/// Every column of the matrix: `YARD` is of the yard that asks, `YARD2` of the one that sends.
const PEOPLE: &[&str] = &[
    "ADMIN", "SALES", "BM", "PCT", "CREDIT", "YARD", "YARD2", "LOGI", "ACC", "PURCH", "AUDIT",
    "SYS",
];

pub fn ground() -> Ground {
    let [ground, _] = sites();
    ground
}

fn make(ground: &mut Ground) -> String {
    let record = Value::Object(beginning(ground, &TRANSFER));
    let yard = ground.world.who("YARD");
    let made = ground.world.site.create(&yard, "transfer", record);
    made.unwrap_or_else(|issues| panic!("{issues:?}"))["id"].as_str().unwrap().to_owned()
}

fn doc(ground: &Ground, id: &str) -> Doc {
    ground.world.site.read(|case| case.copy(&TRANSFER, id))
}

fn lots(ground: &Ground, id: &str) -> Vec<TransferLot> {
    transfers::lots_of(&doc(ground, id)).unwrap()
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
    let done = ground.world.site.act(&actor, "transfer", id, action, with);
    match done {
        Ok(doc) => Ok(doc["status"].as_str().unwrap().to_owned()),
        Err(issues) => Err(issues.into_iter().map(|issue| issue.message).collect()),
    }
}

/// Takes a step with what it commonly takes, or with the further ways of entering it.
fn step(ground: &mut Ground, who: &str, id: &str, action: &str, way: usize) -> String {
    let with = inputs(ground, &doc(ground, id), action, &[], 7)[way].clone();
    act(ground, who, id, action, with).unwrap_or_else(|why| panic!("{who} {action}: {why:?}"))
}

const ROAD: &[(&str, &str)] = &[
    ("YARD", "request"),
    ("YARD2", "accept"),
    ("LOGI", "assign"),
    ("YARD2", "gate_out"),
    ("YARD", "receive"),
    ("BM", "hand_over"),
    ("ACC", "settle"),
];

/// A transfer that the steps before have led to a status.
pub fn at(ground: &mut Ground, status: &str) -> String {
    let id = make(ground);
    let taken = match status {
        transfers::DRAFT | transfers::CANCELLED => 0,
        transfers::REQUESTED | transfers::REJECTED => 1,
        transfers::ACCEPTED => 2,
        transfers::ASSIGNED => 3,
        transfers::IN_TRANSIT | transfers::DIFFERENT => 4,
        transfers::RECEIVED => 5,
        transfers::PENDING => 6,
        _ => 7,
    };
    for (who, action) in &ROAD[..taken] {
        step(ground, who, &id, action, 0);
    }
    match status {
        transfers::REJECTED => drop(step(ground, "YARD2", &id, "reject", 0)),
        transfers::CANCELLED => drop(step(ground, "YARD", &id, "cancel", 0)),
        transfers::DIFFERENT => drop(step(ground, "YARD", &id, "receive", 2)),
        _ => {}
    }
    assert_eq!(doc(ground, &id).status, status);
    id
}

fn lies(world: &World, yard: &str, batch: &str, bucket: Bucket) -> Qty {
    let place = StockPlace::free(yard, &world.sku, batch).to(bucket);
    world.site.read(|case| stock::balance(case, &place))
}

fn sound(ground: &Ground) {
    assert_eq!(invariant::check(&ground.world.site.memory).unwrap(), []);
}

fn book(ground: &Ground, account: &str) -> i64 {
    ground.world.site.read(|case| books::balance(case, account))
}

#[test]
fn goods_go_from_yard_to_yard_and_cost_what_they_cost() {
    let mut ground = ground();
    let (from, to, batch) =
        (ground.other_yard.clone(), ground.world.yard.clone(), ground.other_batch.clone());
    let at = |ground: &Ground| {
        let of = |yard: &str, bucket| lies(&ground.world, yard, &batch, bucket);
        [
            of(&from, Bucket::Free),
            of(&from, Bucket::Hold),
            of(&to, Bucket::Transit),
            of(&to, Bucket::Free),
        ]
    };
    let (ten, rest, none) = (Qty::new(10, 283_470), Qty::new(90, 2_551_230), Qty::default());
    let id = make(&mut ground);
    assert_eq!(step(&mut ground, "YARD", &id, "request", 0), transfers::REQUESTED);
    assert_eq!(doc(&ground, &id).doc_no.as_deref(), Some("PNT/26-27/00001"));
    assert_eq!(step(&mut ground, "YARD2", &id, "accept", 0), transfers::ACCEPTED);
    assert_eq!(at(&ground), [rest, ten, none, none], "held until they leave");
    sound(&ground);
    assert_eq!(step(&mut ground, "LOGI", &id, "assign", 0), transfers::ASSIGNED);
    assert_eq!(step(&mut ground, "YARD2", &id, "gate_out", 0), transfers::IN_TRANSIT);
    assert_eq!(at(&ground), [rest, none, ten, none]);
    // A tenth of a batch that cost 1,40,000.
    assert_eq!(book(&ground, books::GOODS_IN_TRANSIT), 1_400_000);
    sound(&ground);
    assert_eq!(step(&mut ground, "YARD", &id, "receive", 0), transfers::RECEIVED);
    assert_eq!(at(&ground), [rest, none, none, ten]);
    assert_eq!(book(&ground, books::GOODS_IN_TRANSIT), 0);
    assert_eq!(book(&ground, books::STOCK), 0);
    assert_eq!(step(&mut ground, "BM", &id, "hand_over", 0), transfers::PENDING);
    assert_eq!(step(&mut ground, "ACC", &id, "settle", 0), transfers::COMPLETED);
    assert_eq!(book(&ground, books::FREIGHT_OUTWARD), 50_000);
    sound(&ground);
}

#[test]
fn what_is_short_stays_on_the_road_until_each_gram_of_it_is_decided() {
    let mut ground = ground();
    let (to, from, batch) =
        (ground.world.yard.clone(), ground.other_yard.clone(), ground.other_batch.clone());
    let id = at(&mut ground, transfers::IN_TRANSIT);
    let counted = json!({ "batches": [{
        "lot": 0, "pcs": 6, "weight_g": 170_082, "damaged_pcs": 2, "damaged_g": 56_694, "damaged_to": "DUMP",
    }] });
    assert_eq!(act(&mut ground, "YARD", &id, "receive", counted), Ok(transfers::DIFFERENT.into()));
    let of = |ground: &Ground, bucket| lies(&ground.world, &to, &batch, bucket);
    assert_eq!(of(&ground, Bucket::Free), Qty::new(4, 113_388));
    assert_eq!(of(&ground, Bucket::Dump), Qty::new(2, 56_694));
    assert_eq!(of(&ground, Bucket::Transit), Qty::new(4, 113_388));
    assert_eq!(book(&ground, books::GOODS_IN_TRANSIT), 560_000);
    assert_eq!(book(&ground, books::STOCK_DUMP), 280_000);
    sound(&ground);
    step(&mut ground, "YARD", &id, "hand_over", 0);
    let decided = |rows: Value| json!({ "paper_no": "DC/7", "decisions": rows });
    let one = |decision: &str, pcs: i64| {
        let weight_g = pcs * 28_347;
        json!({ "lot": 0, "decision": decision, "pcs": pcs, "weight_g": weight_g })
    };
    let missing = "Decide on all that is missing of batch B3: 4 pcs / 113.388 kg";
    for rows in [json!([]), json!([one("found", 3)]), json!([one("found", 3), one("return", 2)])] {
        assert_eq!(
            act(&mut ground, "ACC", &id, "settle", decided(rows)),
            Err(vec![missing.into()])
        );
    }
    let debit =
        act(&mut ground, "ACC", &id, "settle", decided(json!([one("transporter_debit", 4)])));
    assert_eq!(debit, Err(vec!["No transporter carried these goods".into()]));
    let rows = json!([one("found", 1), one("return", 1), one("write_off", 2)]);
    assert_eq!(
        act(&mut ground, "ACC", &id, "settle", decided(rows)),
        Ok(transfers::COMPLETED.into())
    );
    assert_eq!(of(&ground, Bucket::Transit), Qty::default());
    assert_eq!(of(&ground, Bucket::Free), Qty::new(5, 141_735));
    assert_eq!(lies(&ground.world, &from, &batch, Bucket::Free), Qty::new(91, 2_579_577));
    assert_eq!(book(&ground, books::GOODS_IN_TRANSIT), 0);
    assert_eq!(book(&ground, books::STOCK_DIFFERENCE), 280_000);
    sound(&ground);
}

#[test]
fn what_is_extra_waits_for_the_yard_that_sent_it() {
    let mut ground = ground();
    let (to, from, batch) =
        (ground.world.yard.clone(), ground.other_yard.clone(), ground.other_batch.clone());
    let id = at(&mut ground, transfers::IN_TRANSIT);
    let extra = json!({ "batches": [{ "lot": 0, "pcs": 11 }] });
    let refused = act(&mut ground, "YARD", &id, "receive", extra);
    assert_eq!(
        refused,
        Err(vec![
            "More was received than sent. Please enter remarks (at least 5 characters)".into()
        ])
    );
    assert_eq!(step(&mut ground, "YARD", &id, "receive", 2), transfers::DIFFERENT);
    assert_eq!(lies(&ground.world, &to, &batch, Bucket::Free).pcs, 10);
    let early = act(&mut ground, "YARD", &id, "hand_over", json!({}));
    assert_eq!(
        early,
        Err(vec!["The from-yard must first say whether what is extra is theirs".into()])
    );
    let own =
        act(&mut ground, "YARD", &id, "confirm_extra", json!({ "remarks": "Ours, all of it" }));
    assert_eq!(own, Err(vec!["Pune Two is outside your access".into()]));
    assert_eq!(step(&mut ground, "YARD2", &id, "confirm_extra", 0), transfers::RECEIVED);
    assert_eq!(lies(&ground.world, &to, &batch, Bucket::Free), Qty::new(11, 311_817));
    assert_eq!(lies(&ground.world, &from, &batch, Bucket::Free), Qty::new(89, 2_522_883));
    sound(&ground);
    let mut ground = self::ground();
    let id = at(&mut ground, transfers::DIFFERENT);
    assert_eq!(step(&mut ground, "YARD2", &id, "deny_extra", 0), transfers::RECEIVED);
    assert_eq!(lies(&ground.world, &to, &batch, Bucket::Free).pcs, 10);
    sound(&ground);
}

#[test]
fn a_transfer_that_is_cancelled_before_it_leaves_gives_its_batches_back() {
    let mut ground = ground();
    let (from, batch) = (ground.other_yard.clone(), ground.other_batch.clone());
    for status in [transfers::DRAFT, transfers::REQUESTED, transfers::ACCEPTED, transfers::ASSIGNED]
    {
        let id = at(&mut ground, status);
        assert_eq!(step(&mut ground, "YARD", &id, "cancel", 0), transfers::CANCELLED, "{status}");
        assert_eq!(lies(&ground.world, &from, &batch, Bucket::Free), Qty::new(100, 2_834_700));
        sound(&ground);
    }
    let id = at(&mut ground, transfers::ASSIGNED);
    assert_eq!(step(&mut ground, "YARD2", &id, "cancel", 0), transfers::CANCELLED);
    let id = at(&mut ground, transfers::REQUESTED);
    let remarks = json!({ "remarks": "No lorry to be had" });
    let foreign = act(&mut ground, "YARD2", &id, "cancel", remarks);
    assert_eq!(foreign, Err(vec!["Pune One is outside your access".into()]));
    let id = at(&mut ground, transfers::IN_TRANSIT);
    let late = act(&mut ground, "YARD", &id, "cancel", json!({ "remarks": "Changed our mind" }));
    let no = doc(&ground, &id).doc_no.unwrap();
    assert_eq!(late, Err(vec![format!("Transfer {no} is In Transit; cancel is not allowed")]));
    sound(&ground);
}

/// Gives the other yard a GSTIN of its own, in this state or in another.
pub fn register(ground: &mut Ground, state: &str, gstin: &str, pin: &str) {
    let gstin = format!("{gstin}{}", identify::check_digit(gstin).unwrap());
    let admin = ground.world.who("ADMIN");
    let yard = ground.other_yard.clone();
    let change = json!({ "state": seeded("state", state), "gstin": gstin, "pin": pin });
    ground.world.site.edit(&admin, "yard", &yard, change).unwrap();
}

#[test]
fn one_gstin_sends_a_challan_and_two_a_taxed_invoice() {
    let [same, other, state] = [0, 1, 2].map(|way| {
        let mut ground = ground();
        match way {
            0 => {}
            1 => register(&mut ground, "24", "24AAPFU0939F1Z", "380001"),
            _ => register(&mut ground, "27", "27AAPFU0939F2Z", "411019"),
        }
        let id = at(&mut ground, transfers::IN_TRANSIT);
        let kept = doc(&ground, &id);
        let of = |key: &str| kept.int(key).unwrap_or(0);
        let books =
            [books::INPUT_TAX, books::OUTPUT_IGST, books::OUTPUT_CGST].map(|a| book(&ground, a));
        sound(&ground);
        (
            kept.text("paper").unwrap().to_owned(),
            of("value_paise"),
            of("igst_paise"),
            of("cgst_paise"),
            books,
        )
    });
    assert_eq!(same, ("challan".into(), 1_400_000, 0, 0, [0, 0, 0]));
    assert_eq!(other, ("tax_invoice".into(), 1_400_000, 252_000, 0, [252_000, -252_000, 0]));
    assert_eq!(state, ("tax_invoice".into(), 1_400_000, 0, 126_000, [252_000, 0, -126_000]));
}

#[test]
fn both_yards_see_a_transfer_once_and_each_waits_for_its_own_steps() {
    let mut ground = ground();
    let id = at(&mut ground, transfers::REQUESTED);
    let listed = |ground: &Ground, who: &str| {
        let site = &ground.world.site;
        let page =
            page(&site.memory, &ground.world.who(who), site.now, "transfer", &Query::default());
        let page = crate::site::wire(&page.unwrap());
        (page["total"].clone(), page["counts"][transfers::REQUESTED].clone())
    };
    for who in ["YARD", "YARD2", "BM", "LOGI", "ADMIN", "AUDIT"] {
        assert_eq!(listed(&ground, who), (json!(1), json!(1)), "{who}");
    }
    let waits = |ground: &Ground, who: &str| {
        let site = &ground.world.site;
        let queue = queue::queue(&site.memory, &ground.world.who(who), site.now).unwrap();
        queue.rows.iter().filter(|row| row.doc_type.0 == "transfer").count()
    };
    let turn = |ground: &Ground| ["YARD", "YARD2", "LOGI"].map(|who| waits(ground, who));
    assert_eq!(turn(&ground), [0, 1, 0]);
    step(&mut ground, "YARD2", &id, "accept", 0);
    assert_eq!(turn(&ground), [0, 0, 1]);
    step(&mut ground, "LOGI", &id, "assign", 0);
    step(&mut ground, "YARD2", &id, "gate_out", 0);
    assert_eq!(turn(&ground), [1, 0, 0]);
    // It is kept by the yard that asked.
    let draft = make(&mut ground);
    let actor = ground.world.who("YARD2");
    let refused =
        ground.world.site.edit(&actor, "transfer", &draft, json!({ "remarks": "More, please" }));
    assert!(messages(refused)[0].ends_with("you may edit only those of your own yards"));
}

#[test]
fn counts_over_several_scopes_count_a_transfer_between_them_once() {
    let mut ground = ground();
    at(&mut ground, transfers::REQUESTED);
    let mut both = ground.world.who("YARD");
    both.yards.push(ground.other_yard.clone());
    let site = &ground.world.site;
    let page = page(&site.memory, &both, site.now, "transfer", &Query::default()).unwrap();
    let page = crate::site::wire(&page);
    assert_eq!((&page["total"], &page["counts"][transfers::REQUESTED]), (&json!(1), &json!(1)));
}

#[test]
fn a_transfer_that_is_three_days_on_the_road_is_told_to_both_yards_and_logistics() {
    let mut ground = ground();
    let id = at(&mut ground, transfers::IN_TRANSIT);
    ground.world.later(72 * HOUR);
    let site = &mut ground.world.site;
    let due = godown_core::kept::read::Range::prefix(&godown_core::kept::keys::key(&["due"]));
    let keys = site.read(|case| case.keys(&due, 1_000));
    let fired = keys.iter().filter(|key| key.contains(&id) && key.contains("fire-"));
    let keys: Vec<String> = fired.cloned().collect();
    assert_eq!(keys.len(), 1);
    let command = godown_core::decide::timed::command_of(&keys[0], 1).unwrap();
    site.deed(&Actor::system(), command.deed).unwrap();
    let told = |who: &str| {
        let actor = ground.world.who(who);
        let notes = page(
            &ground.world.site.memory,
            &actor,
            ground.world.site.now,
            "notification",
            &Query::default(),
        );
        crate::site::wire(&notes.unwrap())["rows"].to_string().contains("on the road for 72 hours")
    };
    assert_eq!(["YARD", "YARD2", "LOGI", "ACC"].map(told), [true, true, true, false]);
}

#[test]
fn the_cost_of_a_batch_follows_it_and_its_whole_stays_where_it_was() {
    let mut ground = ground();
    let id = at(&mut ground, transfers::COMPLETED);
    let batch = ground.world.site.get("batch", &ground.other_batch);
    assert_eq!(batch["record"]["cost_paise"], 14_000_000);
    let lot = &lots(&ground, &id)[0];
    let kept = ground.world.site.read(|case| case.copy(&batches::BATCH, &lot.batch));
    assert_eq!(lot.cost_paise, batches::cost_of(&kept, lot.sent()));
    let seen = |who: &str| {
        let site = &ground.world.site;
        let view =
            query::view(&site.memory, &ground.world.who(who), site.now, "transfer", &id).unwrap();
        view.value().unwrap()["record"].to_string().contains("cost_paise")
    };
    assert_eq!(["ACC", "YARD", "LOGI"].map(seen), [true, false, false]);
}

#[test]
fn the_matrix_of_statuses_actions_and_people_is_the_one_written_down() {
    let base = ground();
    let text = matrix::text_of(&TRANSFER, PEOPLE, |status| {
        let mut ground = base.clone();
        let id = at(&mut ground, status);
        (ground.world, id)
    });
    matrix::written_down("transfer", &text);
}

#[test]
fn declaration_and_types_hold_the_same_fields_in_the_same_order() {
    let inner = |key: &str| match TRANSFER.field(key).unwrap().kind {
        Kind::Rows { fields, .. } => fields.iter().map(|field| field.key).collect::<Vec<_>>(),
        _ => panic!("{key} holds no fields"),
    };
    assert_eq!(inner("lines"), TransferLine::KEYS);
    assert_eq!(inner("lots"), TransferLot::KEYS);
}

#[test]
fn a_transfer_for_an_order_brings_what_it_lacks_and_its_arrival_is_kept_for_it() {
    let mut ground = ground();
    let order = ground.world.at(orders::BM_PENDING);
    let (sku, yard, batch) =
        (ground.world.sku.clone(), ground.world.yard.clone(), ground.world.batch.clone());
    let line = ground.world.site.get("order", &order)["record"]["lines"][0].clone();
    let wanted = line["pcs"].as_i64().unwrap();
    // All but ten pieces leave the yard by another way.
    let lies =
        ground.world.site.read(|look| stock::balance(look, &StockPlace::free(&yard, &sku, &batch)));
    let keeps = stock::issue_weight(lies, 10);
    ground.world.leave(&batch, lies.pcs - 10, lies.g - keeps);
    let bm = ground.world.who("BM");
    let refused = ground.world.site.act(&bm, "order", &order, "approve", json!({})).unwrap_err();
    assert!(refused[0].message.starts_with("Only 10 pcs"), "{refused:?}");
    let record = json!({
        "from_yard": ground.other_yard, "to_yard": yard, "order": order,
        "need_by": ground.world.site.today().plus(3).to_string(),
    });
    let made = ground.world.site.create(&bm, "transfer", record).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    let lines = transfers::lines_of(&doc(&ground, &id)).unwrap();
    assert_eq!((lines.len(), lines[0].pcs), (1, Some(wanted - 10)));
    for (who, action) in [
        ("BM", "request"),
        ("YARD2", "accept"),
        ("LOGI", "assign"),
        ("YARD2", "gate_out"),
        ("YARD", "receive"),
    ] {
        step(&mut ground, who, &id, action, 0);
    }
    let held = ground.world.site.read(|look| stock::reservations(look, &order));
    assert_eq!(held[0].qty.pcs, wanted, "reserved before anybody else takes it");
    assert!(held[0].expires.is_some(), "for as long as an approval may take");
    ground.world.site.act(&bm, "order", &order, "approve", json!({})).unwrap();
    assert_eq!(invariant::check(&ground.world.site.memory).unwrap(), []);
}
