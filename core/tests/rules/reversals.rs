//! Order reversals: the machine and who takes its steps, the plan as the commands themselves make it, and an execution
//! that does all of it or nothing.

use godown_core::docs::invoices::INVOICE;
use godown_core::docs::notes::CREDIT_NOTE;
use godown_core::docs::orders;
use godown_core::docs::reversals::plan::{ReversalPlan, Reversing, plan};
use godown_core::docs::reversals::{self, REVERSAL, ReversalEffect, effects_of};
use godown_core::error::{Code, Issue};
use godown_core::invariant;
use godown_core::kept::doc::Doc;
use godown_core::ledger::books;
use godown_core::ledger::credit::{self, CreditAccount};
use godown_core::ledger::stock;
use godown_core::query;
use serde_json::{Value, json};

use crate::matrix;
use crate::support::{DAY, World};

mod hindered;

fn doc(world: &World, id: &str) -> Doc {
    world.site.read(|look| look.copy(&REVERSAL, id))
}

fn act(
    world: &mut World,
    who: &str,
    id: &str,
    action: &str,
    inputs: Value,
) -> Result<String, Vec<Issue>> {
    let actor = world.who(who);
    let done = world.site.act(&actor, "reversal", id, action, inputs)?;
    Ok(done["status"].as_str().unwrap().to_owned())
}

fn must(world: &mut World, who: &str, id: &str, action: &str, inputs: Value) -> String {
    act(world, who, id, action, inputs)
        .unwrap_or_else(|issues| panic!("{who} {action}: {issues:?}"))
}

fn asks(world: &mut World, order: &str, to: &str) -> Result<String, Vec<Issue>> {
    let bm = world.who("SALES");
    let record = json!({
        "order": order, "to": to, "reason": "WRONG_PARTY", "remarks": "Sold to the wrong firm",
    });
    let made = world.site.create(&bm, "reversal", record)?;
    Ok(made["id"].as_str().unwrap().to_owned())
}

fn order_of(world: &World, id: &str) -> String {
    doc(world, id).text("order").unwrap().to_owned()
}

/// The yard counts every loading of the order back as it left.
fn counted(world: &mut World, id: &str) {
    for loading in world.loadings(&order_of(world, id)) {
        let [pcs, g] = ["pcs", "weight_g"].map(|key| loading.int(key).unwrap());
        let inputs = json!({ "loading": loading.id, "pcs": pcs, "weight_g": g });
        must(world, "YARD", id, "acknowledge", inputs);
    }
}

/// A reversal that is approved and counted back, ready to be carried out.
fn ready(world: &mut World, order: &str, to: &str) -> String {
    let id = asks(world, order, to).unwrap();
    must(world, "SALES", &id, "submit", json!({}));
    must(world, "BM", &id, "approve", json!({}));
    counted(world, &id);
    must(world, "ACC", &id, "approve", json!({}));
    id
}

fn executes(world: &mut World, id: &str) -> String {
    let no = doc(world, id).text("order_no").unwrap().to_owned();
    must(world, "ADMIN", id, "execute", json!({ "order_no": no }))
}

fn planned(world: &World, id: &str) -> ReversalPlan {
    world.site.read(|look| plan(look, &Reversing::of(&*look.doc(&REVERSAL, id)?)?))
}

fn account(world: &World) -> CreditAccount {
    world.site.read(|look| credit::account(look, &world.customer))
}

/// Effects without what is known only once they are done: the id of the credit note.
fn told(effects: &[ReversalEffect]) -> Vec<ReversalEffect> {
    effects.iter().map(|one| ReversalEffect { note: None, ..one.clone() }).collect()
}

/// What is free of the site's goods, over all batches.
fn free(world: &World) -> stock::Qty {
    world.site.read(|look| stock::free(look, &world.yard, &world.sku))
}

fn whole(world: &World) {
    assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
}

fn at(world: &mut World, status: &str) -> String {
    use reversals::*;
    let order = world.at(orders::LOADED);
    let id = asks(world, &order, "waiting").unwrap();
    let road: &[(&str, &str)] = &[("SALES", "submit"), ("BM", "approve"), ("ACC", "approve")];
    let taken = match status {
        REQUESTED => 0,
        BM_PENDING => 1,
        ACCOUNT_PENDING | REJECTED => 2,
        _ => 3,
    };
    for (who, action) in &road[..taken] {
        must(world, who, &id, action, json!({}));
    }
    match status {
        REJECTED => drop(must(world, "ACC", &id, "reject", json!({ "remarks": "It was right" }))),
        DONE => {
            counted(world, &id);
            executes(world, &id);
        }
        FAILED => drop(executes(world, &id)),
        _ => {}
    }
    assert_eq!(doc(world, &id).status, status);
    id
}

#[test]
fn the_matrix_of_a_reversal_is_the_one_written_down() {
    let base = World::new();
    let text = matrix::text(&REVERSAL, |status| {
        let mut world = base.clone();
        let id = at(&mut world, status);
        (world, id)
    });
    matrix::written_down("reversal", &text);
}

#[test]
fn a_loaded_order_comes_back_to_the_gram_and_waits_for_loading_again() {
    let mut world = World::new();
    let order = world.at(orders::WAITING);
    let (stock_before, credit_before) = (free(&world), account(&world));
    world.load(&order, 36, 1_020_500);
    let id = ready(&mut world, &order, "waiting");
    let made = planned(&world, &id);
    assert_eq!((made.blockers.len(), made.waits.len()), (0, 0));
    assert_eq!((made.pcs, made.weight_g), (36, 1_020_500));
    assert_eq!(made.status, orders::WAITING);
    let kinds: Vec<&str> = made.effects.iter().map(|one| one.effect.as_str()).collect();
    assert_eq!(kinds, ["bring_back", "waiting"]);
    assert_eq!(world.doc(&order).status, orders::LOADED, "looking changes nothing");
    assert_eq!(executes(&mut world, &id), reversals::DONE);
    assert_eq!(effects_of(&doc(&world, &id)).unwrap(), made.effects);
    assert_eq!(world.doc(&order).status, orders::WAITING);
    assert_eq!((free(&world), account(&world)), (stock_before, credit_before));
    whole(&world);
    world.load(&order, 36, 1_020_500);
    assert_eq!(world.doc(&order).status, orders::LOADED, "it is loaded again");
}

#[test]
fn a_completed_order_ends_rejected_with_its_invoice_cancelled() {
    let mut world = World::new();
    let before = (free(&world), account(&world));
    let order = world.at(orders::COMPLETED);
    let invoice = world.loadings(&order)[0].text("invoice").unwrap().to_owned();
    let owed = account(&world).receivable;
    let id = ready(&mut world, &order, "rejected");
    let made = planned(&world, &id);
    let kinds: Vec<&str> = made.effects.iter().map(|one| one.effect.as_str()).collect();
    assert_eq!(kinds, ["cancel", "bring_back", "rejected"]);
    assert_eq!((made.effects[0].amount_paise, made.effects[0].receivable_paise), (owed, -owed));
    assert_eq!(executes(&mut world, &id), reversals::DONE);
    assert_eq!(effects_of(&doc(&world, &id)).unwrap(), made.effects);
    let after = world.doc(&order);
    assert_eq!(
        (after.status.as_str(), after.text("rejection")),
        ("Rejected By BM", Some("REVERSED"))
    );
    assert_eq!(world.site.read(|look| look.copy(&INVOICE, &invoice)).status, "Cancelled");
    assert_eq!((free(&world), account(&world)), before);
    let no = doc(&world, &id).doc_no.unwrap();
    let admin = world.who("ADMIN");
    let view = query::view(&world.site.memory, &admin, world.site.now, "invoice", &invoice);
    let history = view.unwrap().value().unwrap();
    let lines = history["history"].as_array().unwrap();
    let told = |line: &Value| line["remarks"].as_str().is_some_and(|said| said.starts_with(&no));
    assert!(lines.iter().any(told), "{lines:?}");
    whole(&world);
}

#[test]
fn an_invoice_of_the_day_before_yesterday_with_an_irn_is_credited_whole() {
    let mut world = World::new();
    let before = (free(&world), account(&world));
    let order = world.at(orders::COMPLETED);
    let invoice = world.loadings(&order)[0].text("invoice").unwrap().to_owned();
    let acc = world.who("ACC");
    let irn = "a".repeat(64);
    let today = world.site.today().to_string();
    let mut paper = json!({ "irn": irn, "ack_no": "112010036563310", "ack_date": today });
    paper["signed_qr"] = json!("eyJ");
    world.site.act(&acc, "invoice", &invoice, "record", paper).unwrap();
    let id = ready(&mut world, &order, "rejected");
    assert_eq!(planned(&world, &id).effects[0].effect, "cancel");
    assert!(planned(&world, &id).effects[0].until.is_some(), "the portal takes it back for a day");
    world.later(2 * DAY);
    let made = planned(&world, &id);
    assert_eq!(made.blockers, []);
    assert_eq!(made.effects[0].effect, "credit");
    let why = "IRN is active; after 24 h only a credit note is possible";
    assert_eq!(made.effects[0].says.as_deref(), Some(why));
    assert_eq!(executes(&mut world, &id), reversals::DONE);
    let done = effects_of(&doc(&world, &id)).unwrap();
    assert_eq!(told(&done), told(&made.effects));
    let note = done[0].note.clone().unwrap();
    let note = world.site.read(|look| look.copy(&CREDIT_NOTE, &note));
    assert_eq!((note.status.as_str(), note.text("reason")), ("Posted", Some("reversal")));
    assert_eq!((free(&world), account(&world)), before);
    let book = |name: &str| world.site.read(|look| books::balance(look, name));
    assert_eq!(book(books::SALES) + book(books::SALES_RETURN), 0);
    assert_eq!(book(books::COST_OF_SALES), 0);
    assert_eq!(book(&books::customer(&world.customer)), 0);
    whole(&world);
}

#[test]
fn money_of_a_reversed_invoice_stands_on_account() {
    let mut world = World::new();
    let order = world.at(orders::COMPLETED);
    let invoice = world.loadings(&order)[0].text("invoice").unwrap().to_owned();
    let owed = account(&world).receivable;
    let receipt = json!({
        "date": world.site.today().to_string(), "customer": world.customer, "mode": "neft",
        "amount_paise": owed, "utr": "HDFC123456789012", "spread": "hand",
        "allocations": [{ "invoice": invoice, "amount_paise": owed }],
    });
    let (sales, acc) = (world.who("SALES"), world.who("ACC"));
    let made = world.site.create(&sales, "receipt", receipt).unwrap();
    let receipt = made["id"].as_str().unwrap();
    world.site.act(&sales, "receipt", receipt, "submit", json!({})).unwrap();
    world.site.act(&acc, "receipt", receipt, "confirm", json!({})).unwrap();
    assert_eq!(account(&world).receivable, 0);
    let id = ready(&mut world, &order, "rejected");
    let made = planned(&world, &id);
    let kinds: Vec<&str> = made.effects.iter().map(|one| one.effect.as_str()).collect();
    assert_eq!(kinds, ["unallocate", "cancel", "bring_back", "rejected"]);
    assert_eq!((made.receivable_after_paise, made.account_after_paise), (0, owed));
    assert_eq!(executes(&mut world, &id), reversals::DONE);
    assert_eq!(effects_of(&doc(&world, &id)).unwrap(), made.effects);
    let at = account(&world);
    assert_eq!((at.committed, at.receivable, at.on_account), (0, 0, owed));
    assert_eq!(at.utilised(), at.committed + at.receivable - at.on_account);
    whole(&world);
}

#[test]
fn an_order_loaded_in_part_comes_back_and_another_may_be_asked_for_after_it() {
    let mut world = World::new();
    let order = world.at(orders::WAITING);
    world.load(&order, 10, 283_000);
    let id = ready(&mut world, &order, "waiting");
    let issues = {
        let other = asks(&mut world, &order, "waiting").unwrap();
        act(&mut world, "SALES", &other, "submit", json!({})).unwrap_err()
    };
    assert_eq!(issues[0].code, Code::Duplicate);
    let no = doc(&world, &id).doc_no.unwrap();
    let name = world.doc(&order).name(&orders::ORDER);
    let message = format!("An open reversal of {name} already exists in {no}");
    assert_eq!(issues[0].message, message);
    assert_eq!(executes(&mut world, &id), reversals::DONE);
    assert_eq!(world.loadings(&order).len(), 0);
    let row = world.site.read(|look| look.copy(&orders::ORDER, &order));
    assert_eq!(row.text("load_state"), Some("none"));
    whole(&world);
}

#[test]
fn a_reversal_that_is_blocked_fails_without_any_effect_and_says_why() {
    let mut world = World::new();
    let order = world.at(orders::COMPLETED);
    let id = asks(&mut world, &order, "rejected").unwrap();
    must(&mut world, "SALES", &id, "submit", json!({}));
    must(&mut world, "BM", &id, "approve", json!({}));
    must(&mut world, "ACC", &id, "approve", json!({}));
    let loading = world.loadings(&order)[0].clone();
    let why = format!("The yard has not counted {} back yet", loading.doc_no.as_deref().unwrap());
    let made = planned(&world, &id);
    let against: Vec<&str> = made.blockers.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(against, [why.as_str()]);
    assert_eq!((made.waits.len(), made.waits[0].pcs), (1, 36));
    let before = (free(&world), account(&world), world.doc(&order));
    assert_eq!(executes(&mut world, &id), reversals::FAILED);
    assert_eq!(doc(&world, &id).text("why"), Some(why.as_str()));
    assert_eq!((free(&world), account(&world), world.doc(&order)), before);
    whole(&world);
    let again = json!({ "remarks": "The yard counts it now" });
    assert_eq!(must(&mut world, "ACC", &id, "retry", again), reversals::ACCOUNT_PENDING);
    counted(&mut world, &id);
    must(&mut world, "ADMIN", &id, "approve", json!({}));
    let no = world.doc(&order).doc_no.unwrap();
    let done = must(&mut world, "ACC", &id, "execute", json!({ "order_no": no }));
    assert_eq!(done, reversals::DONE);
    whole(&world);
}

#[test]
fn a_draft_invoice_and_a_return_under_way_stand_against_a_reversal() {
    let mut world = World::new();
    let order = world.at(orders::LOADED);
    let acc = world.who("ACC");
    let open: Vec<String> = world.loadings(&order).iter().map(|one| one.id.clone()).collect();
    world.site.create(&acc, "invoice", json!({ "loadings": open })).unwrap();
    let id = ready(&mut world, &order, "waiting");
    let made = planned(&world, &id);
    assert_eq!(made.blockers.len(), 1);
    assert!(made.blockers[0].message.ends_with("bills this order. Delete it first"));
    assert_eq!(executes(&mut world, &id), reversals::FAILED);
    whole(&world);
}

#[test]
fn the_order_is_confirmed_by_its_number_and_by_another_person() {
    let mut world = World::new();
    let order = world.at(orders::LOADED);
    let id = ready(&mut world, &order, "waiting");
    let no = world.doc(&order).doc_no.unwrap();
    let wrong = act(&mut world, "ADMIN", &id, "execute", json!({ "order_no": "ORD/1" }));
    let wrong = wrong.unwrap_err().remove(0);
    assert_eq!(
        (wrong.path.as_str(), wrong.message),
        ("order_no", format!("Type {no} to carry the reversal out"))
    );
    let same = act(&mut world, "ACC", &id, "execute", json!({ "order_no": no })).unwrap_err();
    assert_eq!(same[0].code, Code::FourEyes);
    let message = "You approved this order reversal; another person must carry it out";
    assert_eq!(same[0].message, message);
    let bm = world.who("BM");
    let record = json!({
        "order": order, "to": "waiting", "reason": "DATA_ERROR", "remarks": "Typed into the wrong order",
    });
    must(&mut world, "ACC", &id, "reject", json!({ "remarks": "Ask again" }));
    let own =
        world.site.create(&bm, "reversal", record).unwrap()["id"].as_str().unwrap().to_owned();
    must(&mut world, "BM", &own, "submit", json!({}));
    let self_approved = act(&mut world, "BM", &own, "approve", json!({})).unwrap_err();
    let message = "You created this order reversal; another person must approve";
    assert_eq!(self_approved[0].message, message);
}

#[test]
fn only_an_order_of_which_goods_left_can_be_reversed() {
    let mut world = World::new();
    let waiting = world.at(orders::WAITING);
    let issues = asks(&mut world, &waiting, "waiting").unwrap_err();
    let name = world.doc(&waiting).name(&orders::ORDER);
    let message = format!("Nothing of {name} is loaded; the branch manager can cancel it");
    assert_eq!(issues[0].message, message);
    let pending = world.at(orders::BM_PENDING);
    let issues = asks(&mut world, &pending, "waiting").unwrap_err();
    let name = world.doc(&pending).name(&orders::ORDER);
    let message = format!("{name} is BM Approval Pending; reversal is not allowed");
    assert_eq!((issues[0].code, issues[0].message.as_str()), (Code::BadState, message.as_str()));
}

#[test]
fn the_yard_counts_what_left_and_no_other_number() {
    let mut world = World::new();
    let id = at(&mut world, reversals::APPROVED);
    let loading = world.loadings(&order_of(&world, &id))[0].id.clone();
    let count = |pcs: i64, g: i64| json!({ "loading": loading, "pcs": pcs, "weight_g": g });
    let few = act(&mut world, "YARD", &id, "acknowledge", count(35, 1_020_500)).unwrap_err();
    assert_eq!(few[0].message, "36 pcs left the yard; all of them must come back");
    let light = act(&mut world, "YARD", &id, "acknowledge", count(36, 900_000)).unwrap_err();
    assert_eq!((light[0].path.as_str(), light[0].code), ("weight_g", Code::Tolerance));
    must(&mut world, "YARD", &id, "acknowledge", count(36, 1_020_000));
    assert_eq!(executes(&mut world, &id), reversals::DONE);
    whole(&world);
}
