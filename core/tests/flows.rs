//! The order's road: G4's walk to the paisa, and who may do what in which status.

mod support;

use godown_core::docs::orders::{self, credit};
use godown_core::invariant;
use godown_core::ledger::credit as accounts;
use serde_json::json;
use support::World;

/// T4 T6 T10 T12 T16 T18 T19 T17 T22 T23, and the posting that completes it (T25).
fn walk(world: &mut World) -> (String, String) {
    let id = world.draft();
    assert_eq!(world.step("SALES", &id, "submit", json!({})), orders::BM_PENDING);
    assert_eq!(world.doc(&id).doc_no.as_deref(), Some("ORD/PN/26-27/000001"));
    assert_eq!(world.step("BM", &id, "approve", json!({})), orders::PRELIMINARY);
    let forward = json!({ "recommendation": "approve" });
    assert_eq!(world.step("PCT", &id, "forward", forward), orders::CREDIT_PENDING);
    assert_eq!(world.step("CREDIT", &id, "credit_approve", json!({})), orders::WAITING);
    assert_eq!(world.load(&id, 20, 566_944), orders::WAITING);
    let concern = json!({ "reason": "SHORT", "remarks": "Bundle has 15 pieces" });
    assert_eq!(world.step("YARD", &id, "raise_concern", concern), orders::YARD_CONCERN);
    let remarks = json!({ "remarks": "Take the next bundle" });
    assert_eq!(world.step("BM", &id, "resolve", remarks), orders::WAITING);
    assert_eq!(world.load(&id, 16, 453_556), orders::LOADED);
    let loading = world.loadings(&id)[1].id.clone();
    let concern = json!({ "reason": "RATE", "loading": loading, "remarks": "Rate is not on the slip" });
    assert_eq!(world.step("ACC", &id, "account_concern", concern), orders::ACCOUNT_CONCERN);
    let answer = json!({ "resolution": "no_change", "remarks": "The rate is the agreed one" });
    assert_eq!(world.step("BM", &id, "answer", answer), orders::ACCOUNT_CONCERN);
    let remarks = json!({ "remarks": "Accepted, thank you" });
    assert_eq!(world.step("ACC", &id, "account_resolve", remarks), orders::LOADED);
    let invoice = world.invoice(&id);
    (id, invoice)
}

#[test]
fn the_walk_of_the_domain_ends_in_an_invoice_to_the_paisa() {
    let mut world = World::new();
    let (id, invoice) = walk(&mut world);
    assert_eq!(world.doc(&id).status, orders::COMPLETED);
    let record = world.site.get("invoice", &invoice)["record"].clone();
    for (key, paise) in [
        ("goods_paise", 5_995_438),
        ("cgst_paise", 539_589),
        ("sgst_paise", 539_589),
        ("igst_paise", 0),
        ("total_paise", 7_074_616),
        ("round_off_paise", -16),
        ("payable_paise", 7_074_600),
    ] {
        assert_eq!(record[key].as_i64().unwrap_or(0), paise, "{key}");
    }
    let at = world.site.read(|case| accounts::position(case, &world.customer));
    assert_eq!((at.committed_paise, at.receivable_paise), (0, 7_074_600));
    assert_eq!(credit::value(&world.order(&id)), 7_074_616);
    assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
}

#[test]
fn the_walk_to_another_state_bears_igst() {
    let mut world = World::abroad();
    let (id, invoice) = walk(&mut world);
    assert_eq!(world.doc(&id).status, orders::LOADED, "an e-way bill is missing");
    let record = world.site.get("invoice", &invoice)["record"].clone();
    for (key, paise) in [
        ("igst_paise", 1_079_179),
        ("total_paise", 7_074_617),
        ("round_off_paise", -17),
        ("payable_paise", 7_074_600),
    ] {
        assert_eq!(record[key].as_i64().unwrap_or(0), paise, "{key}");
    }
    let acc = world.who("ACC");
    let ewb = json!({ "ewb_no": "181234567890", "distance_km": 840 });
    world.site.act(&acc, "invoice", &invoice, "record", ewb).unwrap();
    assert_eq!(world.doc(&id).status, orders::COMPLETED);
    assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
}
