//! The end of a return: its credit note, what it does to the customer's account, and the order that replaces goods.

use godown_core::docs::notes::{CREDIT_NOTE, Note};
use godown_core::docs::orders::{self, ORDER, Order};
use godown_core::error::Code;
use godown_core::kept::keys;
use godown_core::kept::read::Range;
use godown_core::ledger::credit::{self, CreditAccount};
use godown_core::ledger::{books, notes};
use serde_json::{Value, json};

use super::*;
use crate::site::seeded;

fn note(ground: &Ground, id: &str) -> Note {
    let note = doc(ground, id).text("credit_note").unwrap().to_owned();
    ground.world.site.read(|case| Note::of(&*case.doc(&CREDIT_NOTE, &note)?))
}

fn account(ground: &Ground) -> CreditAccount {
    ground.world.site.read(|case| credit::account(case, &ground.world.customer))
}

/// A return of so many pieces that was inspected and handed over, all of them free.
fn handed_over(ground: &mut Ground, pcs: i64, settlement: &str) -> String {
    let id = of_pieces(ground, pcs).unwrap();
    go(ground, &id, 1);
    act(ground, "BM", &id, "approve", json!({ "settlement": settlement })).unwrap();
    step(ground, "YARD", &id, "receive", 0);
    step(ground, "YARD", &id, "inspect", 1);
    step(ground, "YARD", &id, "hand_over", 0);
    id
}

fn complete(ground: &mut Ground, id: &str) {
    assert_eq!(step(ground, "ACC", id, "complete", 0), sales_returns::COMPLETED);
}

#[test]
fn accounts_credit_what_came_back_at_the_invoices_rate_taxes_and_place_of_supply() {
    let mut ground = ground();
    let id = at(&mut ground, sales_returns::PENDING);
    let stock =
        [books::STOCK, books::STOCK_DUMP, books::COST_OF_SALES].map(|one| book(&ground, one));
    assert_eq!(account(&ground).receivable, 7_074_600);
    complete(&mut ground, &id);
    let kept = doc(&ground, &id);
    assert_eq!(kept.text("credit_note_no"), Some("PNC/26-27/00001"));
    assert_eq!(kept.int("credited_paise"), Some(1_965_166));
    assert_eq!(kept.get("replacement"), None);
    let note = note(&ground, &id);
    assert_eq!((note.reason.as_str(), note.gst.as_str()), ("return", "with"));
    assert_eq!((note.sales_return.as_deref(), note.return_no), (Some(id.as_str()), kept.doc_no));
    assert_eq!((note.pcs, note.weight_g), (10, TEN.g));
    // Ten of 36 pieces of G4's line.
    assert_eq!([note.goods_paise, note.cgst_paise, note.sgst_paise], [1_665_398, 149_886, 149_886]);
    assert_eq!((note.round_off_paise, note.payable_paise), (-4, 1_965_166));
    assert_eq!(
        (note.lines[0].rate_paise, note.place_of_supply.as_deref()),
        (5_875_000, Some("27"))
    );
    assert_eq!(note.lines[0].parts[0].cost_paise, 3_888_886);
    assert_eq!(account(&ground).receivable, 7_074_600 - 1_965_166);
    assert_eq!(book(&ground, books::SALES_RETURN), 1_665_398);
    assert_eq!(book(&ground, books::OUTPUT_CGST), -539_589 + 149_886);
    let customer = books::customer(&ground.world.customer);
    assert_eq!(book(&ground, &customer), 7_074_600 - 1_965_166);
    // What the goods had cost went back into the books when they were inspected.
    let after =
        [books::STOCK, books::STOCK_DUMP, books::COST_OF_SALES].map(|one| book(&ground, one));
    assert_eq!(after, stock);
    let noted = ground.world.site.read(|case| notes::of(case, &ground.sold.0, 0));
    assert_eq!(noted.back, TEN);
    sound(&ground);
}

#[test]
fn the_notes_of_all_that_was_sold_come_to_the_invoice_in_whatever_order_they_are_made() {
    let mut ground = ground();
    let ids = [10, 20, 6].map(|pcs| handed_over(&mut ground, pcs, "credit_note"));
    let mut payable = 0;
    for at in [2, 0, 1] {
        complete(&mut ground, &ids[at]);
        payable += note(&ground, &ids[at]).payable_paise;
        sound(&ground);
    }
    assert_eq!(payable, 7_074_600);
    assert_eq!(account(&ground), CreditAccount::default());
    for name in [books::OUTPUT_CGST, books::OUTPUT_SGST, books::ROUND_OFF, books::STOCK] {
        assert_eq!(book(&ground, name), 0, "{name}");
    }
}

#[test]
fn goods_of_a_line_that_became_cheaper_are_credited_at_what_was_left_of_it() {
    let mut ground = ground();
    let acc = ground.world.who("ACC");
    let lower = json!({
        "invoice": ground.sold.0, "reason": "rate_difference", "gst": "with",
        "corrections": [{ "line": 0, "rate_paise": 50_000 }],
    });
    let made = ground.world.site.create(&acc, "credit_note", lower).unwrap();
    let cheaper = made["id"].as_str().unwrap();
    let made = ground.world.site.act(&acc, "credit_note", cheaper, "post", json!({})).unwrap();
    let first = made["record"]["payable_paise"].as_i64().unwrap();
    let ids = [18, 18].map(|pcs| handed_over(&mut ground, pcs, "credit_note"));
    ids.iter().for_each(|id| complete(&mut ground, id));
    let both = ids.map(|id| note(&ground, &id).payable_paise);
    // The value and either tax of one half may be a paisa more.
    assert!((both[0] - both[1]).abs() <= 3, "{both:?}");
    assert_eq!(first + both.iter().sum::<i64>(), 7_074_600);
    sound(&ground);
}

#[test]
fn the_same_return_is_credited_once_by_whoever_of_two_desks_is_first() {
    let mut ground = ground();
    let id = at(&mut ground, sales_returns::PENDING);
    let (acc, seen) = (ground.world.who("ACC"), doc(&ground, &id).version);
    let deed = || CommandKind::Act {
        doc_type: "sales_return".into(),
        id: id.clone(),
        version: seen,
        action: "complete".into(),
        inputs: Default::default(),
    };
    ground.world.site.deed(&acc, deed()).unwrap();
    let after = ground.world.site.memory.clone();
    let second = ground.world.site.deed(&acc, deed()).unwrap_err();
    assert_eq!(second[0].code, Code::Stale);
    // Nor after a reload.
    let again = act(&mut ground, "ACC", &id, "complete", json!({})).unwrap_err();
    assert!(again[0].ends_with("is Completed; complete is not allowed"), "{again:?}");
    assert_eq!(ground.world.site.memory, after);
    sound(&ground);
}

#[test]
fn a_return_that_comes_too_late_for_gst_is_credited_without_it() {
    let mut ground = ground();
    // The first of December after its financial year.
    ground.world.later(375 * DAY);
    let id = of_pieces(&mut ground, 10).unwrap();
    go(&mut ground, &id, 1);
    step(&mut ground, "BM", &id, "approve", 0);
    step(&mut ground, "YARD", &id, "receive", 0);
    step(&mut ground, "YARD", &id, "inspect", 1);
    step(&mut ground, "YARD", &id, "hand_over", 0);
    let taxed = book(&ground, books::OUTPUT_CGST);
    complete(&mut ground, &id);
    let note = note(&ground, &id);
    assert_eq!((note.gst.as_str(), note.payable_paise), ("without", 1_665_398));
    assert_eq!(book(&ground, books::OUTPUT_CGST), taxed);
    sound(&ground);
}

#[test]
fn the_usual_settlement_of_its_reason_is_proposed_to_the_approver() {
    let mut ground = ground();
    let admin = ground.world.who("ADMIN");
    let batch = ground.sold.1.clone();
    let mut proposed = |reason: &str| {
        let line = json!({ "line": 0, "batch": batch, "pcs": 1, "reason": reason });
        let id = draft(&mut ground, "SALES", json!({ "lines": [line] })).unwrap();
        step(&mut ground, "SALES", &id, "submit", 0);
        let proposed = doc(&ground, &id).text("proposed").unwrap().to_owned();
        step(&mut ground, "SALES", &id, "withdraw", 0);
        proposed
    };
    assert_eq!(
        ["RUST", "WRONG_SIZE", "QUALITY"].map(&mut proposed),
        ["credit_note", "replace", "replace"]
    );
    let rust = seeded("reason", "return-RUST");
    ground.world.site.edit(&admin, "reason", &rust, json!({ "settlement": "repair" })).unwrap();
    let id = make(&mut ground);
    step(&mut ground, "SALES", &id, "submit", 0);
    assert_eq!(doc(&ground, &id).text("proposed"), Some("repair"));
    let hold = seeded("reason", "bm-hold-RATE-CHECK");
    let refused =
        ground.world.site.edit(&admin, "reason", &hold, json!({ "settlement": "repair" }));
    assert_eq!(crate::site::messages(refused), ["Only reasons of returns have a settlement"]);
}

/// The order that replaces ten pieces, and its document's id.
fn replaced(ground: &mut Ground) -> (String, String) {
    let id = handed_over(ground, 10, "replace");
    complete(ground, &id);
    let order = doc(ground, &id).text("replacement").unwrap().to_owned();
    (id, order)
}

fn order(ground: &Ground, id: &str) -> Order {
    ground.world.site.read(|case| Order::of(&*case.doc(&ORDER, id)?))
}

fn held(ground: &Ground, id: &str) -> i64 {
    let customer = ground.world.customer.clone();
    ground.world.site.read(|case| credit::committed_for(case, &customer, id))
}

/// Fills in what a replacement still lacks and takes it to a role's desk.
fn to_credit(ground: &mut Ground, id: &str, change: Value) -> Result<(), Vec<String>> {
    let sales = ground.world.who("SALES");
    let mut record = json!({ "delivery_by": ground.world.site.today().plus(7).to_string() });
    record.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    let words = |issues: Vec<godown_core::error::Issue>| {
        issues.into_iter().map(|one| one.message).collect::<Vec<_>>()
    };
    ground.world.site.edit(&sales, "order", id, record).map_err(words)?;
    for (who, action, inputs) in [
        ("SALES", "submit", json!({ "confirm": true })),
        ("BM", "approve", json!({})),
        ("PCT", "forward", json!({ "recommendation": "approve" })),
    ] {
        ground.world.act(who, id, action, inputs).map_err(words)?;
    }
    Ok(())
}

#[test]
fn a_replacement_is_an_order_at_the_rates_of_the_invoice_linked_both_ways() {
    let mut ground = ground();
    // Meanwhile the price went up, and its floor above the invoice's rate.
    let admin = ground.world.who("ADMIN");
    let prices = ground.world.site.read(|case| {
        let range = Range::prefix(&keys::key(&["doc", "price"]));
        case.keys(&range, 9)
    });
    let price = keys::parts(&prices[0])[2].to_owned();
    let risen = json!({ "rate_paise": 6_500_000, "floor_paise": 6_400_000 });
    ground.world.site.edit(&admin, "price", &price, risen).unwrap();
    let (returned, id) = replaced(&mut ground);
    let made = order(&ground, &id);
    assert_eq!(made.replaces.as_deref(), Some(returned.as_str()));
    assert_eq!(made.replaces_no, doc(&ground, &returned).doc_no);
    let line = &made.lines[0];
    assert_eq!(
        (line.pcs, line.weight_g, line.rate_paise),
        (Some(10), Some(TEN.g), Some(5_875_000))
    );
    assert_eq!(line.floor_paise, None, "no floor holds for it");
    let kept = ground.world.doc(&id);
    assert_eq!(
        (kept.status.as_str(), kept.owner.clone()),
        (orders::DRAFT, Some(ground.world.who("SALES").id))
    );
    assert_eq!(doc(&ground, &returned).text("replacement_no"), kept.doc_no.as_deref());
    assert_eq!(held(&ground, &id), 1_965_166, "the credit that came back waits for it");
    // It is not thrown away with that.
    let sales = ground.world.who("SALES");
    let version = kept.version;
    let delete = CommandKind::Delete { doc_type: "order".into(), id: id.clone(), version };
    assert!(ground.world.site.deed(&sales, delete).is_err());
    let dearer = json!({ "lines": [
        { "sku": ground.world.sku, "pcs": 10, "weight_g": TEN.g, "rate_paise": 6_000_000 },
    ] });
    let locked = "Goods are replaced at the rate of their invoice, ₹58,750.00/MT";
    assert_eq!(to_credit(&mut ground, &id, dearer), Err(vec![locked.into()]));
    let same = json!({ "lines": [{ "sku": ground.world.sku, "pcs": 10, "weight_g": TEN.g }] });
    to_credit(&mut ground, &id, same).unwrap();
    assert_eq!(order(&ground, &id).lines[0].rate_paise, Some(5_875_000));
    sound(&ground);
}

#[test]
fn the_branch_manager_does_not_change_a_locked_rate_either() {
    let mut ground = ground();
    let (_, id) = replaced(&mut ground);
    let sales = ground.world.who("SALES");
    let day = json!({ "delivery_by": ground.world.site.today().plus(7).to_string() });
    ground.world.site.edit(&sales, "order", &id, day).unwrap();
    ground.world.step("SALES", &id, "submit", json!({ "confirm": true }));
    let change = json!({
        "remarks": "Rate as agreed", "changes": { "lines": [{ "line": 0, "rate_paise": 5_900_000 }] },
    });
    let refused = ground.world.act("BM", &id, "approve", change).unwrap_err();
    assert_eq!(
        refused[0].message,
        "Goods are replaced at the rate of their invoice, ₹58,750.00/MT"
    );
}

#[test]
fn a_replacement_takes_credit_only_for_what_it_is_dearer() {
    let mut ground = ground();
    let (_, id) = replaced(&mut ground);
    let customer = ground.world.customer.clone();
    // Nothing further fits: the limit is below what is used.
    ground.world.granted(json!({ "amount_paise": 1_000_000, "stop_supply": true }));
    to_credit(&mut ground, &id, json!({})).unwrap();
    assert_eq!(ground.world.step("CREDIT", &id, "credit_approve", json!({})), orders::WAITING);
    let total = order(&ground, &id).total();
    assert_eq!(held(&ground, &id), total);
    assert!((total - 1_965_166).abs() <= 50, "{total}");
    sound(&ground);
    // Twice as many pieces are more than was credited.
    let (_, more) = replaced(&mut ground);
    let lines = json!({ "lines": [{ "sku": ground.world.sku, "pcs": 20 }] });
    to_credit(&mut ground, &more, lines).unwrap();
    let refused = ground.world.act("CREDIT", &more, "credit_approve", json!({})).unwrap_err();
    let further = order(&ground, &more).total() - held(&ground, &more);
    let used = ground.world.site.read(|case| credit::account(case, &customer)).utilised();
    let short = further + used - 1_000_000;
    let short = godown_core::value::rupees(godown_core::value::Paise(short));
    assert!(refused[0].message.starts_with(&format!("Credit short by {short}")), "{refused:?}");
    let reject = json!({ "reason": "LIMIT", "remarks": "Only what was returned" });
    ground.world.step("CREDIT", &more, "credit_reject", reject);
    assert_eq!(held(&ground, &more), 0, "what waited for it is free again");
    sound(&ground);
}

#[test]
fn goods_that_are_repaired_go_back_by_an_order_of_their_own_too() {
    let mut ground = ground();
    let id = handed_over(&mut ground, 4, "repair");
    complete(&mut ground, &id);
    let back = doc(&ground, &id).text("replacement").unwrap().to_owned();
    assert_eq!(order(&ground, &back).lines[0].pcs, Some(4));
    assert_eq!(note(&ground, &id).reason, "return");
    sound(&ground);
}
