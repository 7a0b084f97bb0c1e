//! What goes wrong with notes elsewhere, and does not here.

use godown_core::declare::actor::Actor;
use godown_core::error::Code;
use serde_json::json;

use super::every::taxed;
use super::*;

#[test]
fn a_note_of_a_whole_invoice_is_its_exact_mirror_and_not_a_paisa_low() {
    let mut sold = Sold::new();
    let all = json!([{ "line": 0, "weight_g": 1_020_500 }]);
    let note = sold.note(CREDIT, notes::QUANTITY, all);
    let invoice = sold.world.invoice(&sold.invoice);
    assert_eq!(
        amounts(&note),
        [
            invoice.taxable_paise,
            invoice.cgst_paise,
            invoice.sgst_paise,
            invoice.igst_paise,
            invoice.round_off_paise,
            invoice.payable_paise,
        ]
    );
    assert_eq!(sold.account(), CreditAccount::default());
    // In paise where each half is rounded, and by a round-off that is below zero.
    assert_eq!((note.cgst_paise, note.round_off_paise), (539_589, -16));
    sold.world.is_sound();
}

#[test]
fn a_note_is_taxed_as_its_invoice_was_though_rates_and_addresses_change() {
    let mut sold = Sold::new();
    sold.later(DAY);
    let hsn = sold.world.site.read(|case| {
        let sku = case.copy(&godown_core::docs::goods::SKU, &sold.world.sku)?;
        let group = sku.text("product_group").unwrap_or_default().to_owned();
        let group = case.copy(&godown_core::docs::goods::PRODUCT_GROUP, &group)?;
        Ok(group.text("hsn").unwrap_or_default().to_owned())
    });
    let system = Actor::system();
    let rates = json!({ "gst_rates": [
        { "rate_bp": 1_800, "from": "2017-07-01" }, { "rate_bp": 500, "from": "2026-11-22" },
    ] });
    sold.world.site.edit(&system, "hsn", &hsn, rates).unwrap();
    let moved = json!({
        "gstin": "29AABFT1234K1Z5", "billing": {
            "line1": "Ring road", "state": crate::site::seeded("state", "29"), "pin": "560001",
        },
    });
    sold.world.site.edit(&system, "customer", &sold.customer.clone(), moved).unwrap();
    let note = sold.note(CREDIT, notes::RATE, json!([{ "line": 0, "rate_paise": 50_000 }]));
    assert_eq!(amounts(&note), [51_025, 4_592, 4_592, 0, 0, 60_209]);
    assert_eq!((note.lines[0].gst_rate_bp, note.place_of_supply.as_deref()), (1_800, Some("27")));
    assert_eq!(note.buyer.and_then(|buyer| buyer.gstin).as_deref(), Some("27AABFT1234K1Z9"));
    sold.world.is_sound();
}

#[test]
fn three_notes_that_fit_one_by_one_do_not_pass_together() {
    let mut sold = Sold::new();
    let half = json!([{ "line": 0, "weight_g": 510_250 }]);
    let ids = [(); 3].map(|()| sold.draft(CREDIT, notes::QUANTITY, half.clone()).unwrap());
    sold.post(CREDIT, &ids[0]).unwrap();
    // The taxes of the second half are what the first one left.
    let acc = sold.world.actor(Role::Acc);
    sold.world.site.edit(&acc, CREDIT, &ids[1], json!({})).unwrap();
    sold.post(CREDIT, &ids[1]).unwrap();
    let third = sold.post(CREDIT, &ids[2]).unwrap_err();
    assert_eq!(third[0].code, Code::OverReturn);
    assert_eq!(sold.account(), CreditAccount::default());
    sold.world.is_sound();
}

#[test]
fn a_line_that_is_taken_out_and_put_in_again_is_credited_once() {
    let mut sold = Sold::new();
    let all = json!([{ "line": 0, "weight_g": 1_020_500 }]);
    let id = sold.draft(CREDIT, notes::QUANTITY, all.clone()).unwrap();
    let acc = sold.world.actor(Role::Acc);
    for rows in [json!([]), all.clone()] {
        sold.world.site.edit(&acc, CREDIT, &id, json!({ "corrections": rows })).unwrap();
    }
    sold.post(CREDIT, &id).unwrap();
    let again = sold.draft(CREDIT, notes::QUANTITY, all).unwrap_err();
    assert_eq!(again[0].code, Code::OverReturn);
    let credited = sold.world.site.read(|case| noted::of(case, &sold.invoice, 0)).credited;
    assert_eq!((credited.g, credited.payable()), (1_020_500, 7_074_600));
}

#[test]
fn a_note_of_nothing_is_none_however_often_it_is_asked_for() {
    let mut sold = Sold::new();
    for _ in 0..3 {
        for row in [json!({ "line": 0, "weight_g": 0 }), json!({ "line": 0, "pcs": 0 })] {
            assert!(sold.draft(CREDIT, notes::QUANTITY, json!([row])).is_err());
        }
        let empty = sold.draft(CREDIT, notes::QUANTITY, json!([])).unwrap();
        assert_eq!(messages(sold.post(CREDIT, &empty)), ["Enter what is corrected"]);
    }
    assert_eq!(sold.account().receivable, 7_074_600);
    assert_eq!(sold.book(books::SALES_RETURN), 0);
}

#[test]
fn a_note_lowers_the_line_that_it_names_and_not_another_of_the_same_goods() {
    let mut sold = taxed(false);
    let note = sold.note(CREDIT, notes::QUANTITY, json!([{ "line": 1, "weight_g": 100_100 }]));
    let [first, second] =
        [0, 1].map(|line| sold.world.site.read(|case| noted::of(case, &sold.invoice, line)));
    assert_eq!(first, noted::Noted::default());
    assert_eq!(second.credited.g, 100_100);
    assert_eq!(note.lines[0].rate_paise, 6_012_345, "at the rate of its own line");
    sold.world.is_sound();
}

#[test]
fn what_was_charged_without_gst_is_credited_without_a_tax_that_nobody_paid() {
    let mut sold = Sold::new();
    let dearer = json!([{ "line": 0, "rate_paise": 8_515 }]);
    let without = json!({ "gst": "without" });
    let charged = sold.draft_with(DEBIT, notes::RATE, dearer, without).unwrap();
    sold.post(DEBIT, &charged).unwrap();
    assert_eq!(sold.of(DEBIT, &charged).payable_paise, 8_690);
    let all = json!([{ "line": 0, "weight_g": 1_020_500 }]);
    let back = sold.note(CREDIT, notes::QUANTITY, all);
    let invoice = sold.world.invoice(&sold.invoice);
    let taxes = (back.cgst_paise, back.sgst_paise);
    assert_eq!(taxes, (invoice.cgst_paise, invoice.sgst_paise), "no more than was charged");
    assert_eq!(back.taxable_paise, invoice.taxable_paise + 8_690);
    assert_eq!(back.payable_paise, invoice.payable_paise + 8_690);
    sold.world.is_sound();
}
