//! What a note refuses: each in words that say what to mend, and nothing changed by it.

use godown_core::error::Code;
use serde_json::{Value, json};

use super::*;

#[test]
fn a_correction_is_refused_with_what_to_mend() {
    let mut sold = Sold::new();
    let all = "Only 36 pcs (1,020.500 kg) of this line can still be credited";
    let price = "Only a discount has one; the amount follows from the invoice's rate";
    let table = [
        (
            "quantity_difference",
            json!({ "line": 7, "weight_g": 1 }),
            "line",
            "The invoice does not have this line",
        ),
        ("quantity_difference", json!({ "line": 0 }), "weight_g", "Enter the weight or the pieces"),
        (
            "quantity_difference",
            json!({ "line": 0, "weight_g": 0, "pcs": 0 }),
            "weight_g",
            "Enter the weight or the pieces",
        ),
        ("quantity_difference", json!({ "line": 0, "weight_g": 1_020_501 }), "weight_g", all),
        ("quantity_difference", json!({ "line": 0, "pcs": 37 }), "pcs", all),
        (
            "quantity_difference",
            json!({ "line": 0, "weight_g": 1_000, "rate_paise": 1 }),
            "rate_paise",
            "Only a rate difference has one; the line keeps the invoice's rate",
        ),
        (
            "quantity_difference",
            json!({ "line": 0, "weight_g": 1_000, "amount_paise": 1 }),
            "amount_paise",
            price,
        ),
        ("rate_difference", json!({ "line": 0 }), "rate_paise", "Enter the difference in the rate"),
        (
            "rate_difference",
            json!({ "line": 0, "rate_paise": 5_875_100 }),
            "rate_paise",
            "Only ₹59,954.38 of this line can still be credited",
        ),
        (
            "rate_difference",
            json!({ "line": 0, "rate_paise": 1, "weight_g": 1 }),
            "rate_paise",
            "This comes to less than a paisa",
        ),
        (
            "rate_difference",
            json!({ "line": 0, "rate_paise": 1, "amount_paise": 1 }),
            "amount_paise",
            price,
        ),
        ("discount", json!({ "line": 0 }), "discount_bp", "Enter the discount"),
        (
            "discount",
            json!({ "line": 0, "discount_bp": 1, "amount_paise": 1 }),
            "amount_paise",
            "Enter the discount or its amount",
        ),
        (
            "discount",
            json!({ "line": 0, "discount_bp": 1, "pcs": 1 }),
            "pcs",
            "A discount is on all of the line",
        ),
        (
            "discount",
            json!({ "line": 0, "amount_paise": 5_995_439 }),
            "amount_paise",
            "Only ₹59,954.38 of this line can still be credited",
        ),
    ];
    let before = sold.world.site.memory.clone();
    for (reason, row, key, message) in table {
        let refused = sold.draft(CREDIT, reason, json!([row])).unwrap_err();
        let refused: Vec<(&str, &str)> =
            refused.iter().map(|one| (one.path.as_str(), one.message.as_str())).collect();
        assert_eq!(refused, [(format!("corrections.0.{key}").as_str(), message)], "{reason} {row}");
        assert_eq!(sold.world.site.memory, before);
    }
    let above = sold.draft(CREDIT, notes::QUANTITY, json!([{ "line": 0, "pcs": 37 }]));
    assert_eq!(above.unwrap_err()[0].code, Code::OverReturn);
    let twice = json!([{ "line": 0, "discount_bp": 1 }, { "line": 0, "discount_bp": 1 }]);
    let refused = sold.draft(CREDIT, notes::DISCOUNT, twice).unwrap_err();
    assert_eq!(
        (refused[0].path.as_str(), refused[0].message.as_str()),
        ("corrections.1.line", "This line is listed twice")
    );
}

#[test]
fn taxes_and_sums_are_never_taken_from_whoever_sends_them() {
    let mut sold = Sold::new();
    for key in ["cgst_paise", "taxable_paise", "gst_rate_bp", "cess_paise"] {
        let row = json!([{ "line": 0, "weight_g": 1_000, key: 1 }]);
        let refused = sold.draft(CREDIT, notes::QUANTITY, row).unwrap_err();
        assert_eq!(refused[0].code, Code::Malformed, "{key}");
    }
    let sent = json!({
        "payable_paise": 1, "place_of_supply": "29", "split": "inter", "customer": "nobody",
        "irn": "f".repeat(64), "mirror": [{ "line": 0, "amount": 1 }],
    });
    let rows = json!([{ "line": 0, "rate_paise": 50_000 }]);
    let id = sold.draft_with(CREDIT, notes::RATE, rows, sent).unwrap();
    let note = sold.of(CREDIT, &id);
    assert_eq!((note.payable_paise, note.place_of_supply.as_deref()), (60_209, Some("27")));
    assert_eq!((note.customer.clone(), note.irn.clone()), (sold.customer.clone(), None));
    assert_eq!((note.split.as_deref(), note.mirror[0].amount), (Some("intra"), 51_025));
}

#[test]
fn returned_goods_are_not_credited_by_hand() {
    let mut sold = Sold::new();
    let by_return = "Returned goods are credited by their sales return";
    assert_eq!(messages(sold.draft(CREDIT, notes::RETURN, json!([]))), [by_return]);
    let rows = json!([{ "line": 0, "weight_g": 1_000 }]);
    assert_eq!(messages(sold.draft(CREDIT, notes::RETURN, rows.clone())), [by_return]);
    assert!(sold.draft(DEBIT, notes::RETURN, rows).is_err(), "no debit note has that reason");
    assert!(sold.draft(DEBIT, notes::DISCOUNT, json!([{ "line": 0, "discount_bp": 1 }])).is_err());
}

#[test]
fn a_note_is_against_a_posted_invoice_of_a_day_before_it() {
    let mut sold = Sold::new();
    let rows = json!([{ "line": 0, "rate_paise": 50_000 }]);
    let day = |date: &str| json!({ "date": date });
    for (date, message) in
        [("2026-11-22", "Date is in the future"), ("2026-11-20", "Date is before the invoice's")]
    {
        let refused = sold.draft_with(CREDIT, notes::RATE, rows.clone(), day(date));
        assert_eq!(messages(refused), [message]);
    }
    let order = sold.world.order(&sold.customer.clone(), 36, 1_020_500);
    let loading = sold.world.load(&order, 36, 1_020_500);
    let draft = sold.world.draft(&[&loading], json!({})).unwrap();
    let other = json!({ "invoice": draft });
    let refused = sold.draft_with(CREDIT, notes::RATE, rows.clone(), other).unwrap_err();
    assert_eq!(refused[0].path, "invoice");
    assert!(refused[0].message.ends_with("is Draft; only a posted invoice has notes"));
    let nothing = sold.draft(CREDIT, notes::RATE, json!([])).unwrap();
    assert_eq!(messages(sold.post(CREDIT, &nothing)), ["Enter what is corrected"]);
    let branch = sold.world.branch.clone();
    let id = sold.draft(CREDIT, notes::RATE, rows).unwrap();
    sold.world.site.make("period_lock", json!({ "branch": branch, "locked_to": "2026-11-21" }));
    let locked = "Date falls in a locked period (up to 21-11-2026)";
    assert_eq!(messages(sold.post(CREDIT, &id)), [locked]);
    sold.world.is_sound();
}

#[test]
fn an_invoice_with_a_note_is_not_cancelled() {
    let mut sold = Sold::new();
    // Without its papers the order is not complete, so that nothing else holds the invoice.
    let abroad = sold.world.customer("29ABCPE1234F1Z7", "560001");
    sold.invoice = sold.world.invoiced(&abroad)["id"].as_str().unwrap().to_owned();
    sold.note(DEBIT, notes::RATE, json!([{ "line": 0, "rate_paise": 50_000 }]));
    let why = json!({ "remarks": "Wrong party" });
    let refused = sold.world.try_act(Role::Acc, "invoice", &sold.invoice.clone(), "cancel", why);
    assert_eq!(messages(refused), ["Debit note PND/26-27/00001 is posted of this invoice"]);
}

#[test]
fn a_line_is_never_debited_beyond_what_it_was_billed() {
    let mut sold = Sold::new();
    let all: Value = json!([{ "line": 0, "weight_g": 1_020_500 }]);
    sold.note(DEBIT, notes::QUANTITY, all.clone());
    let more = sold.draft(DEBIT, notes::RATE, json!([{ "line": 0, "rate_paise": 1 }]));
    assert_eq!(messages(more), ["Nothing of this line can still be debited"]);
    // Both are taken back to the paisa.
    let note = sold.note(CREDIT, notes::QUANTITY, json!([{ "line": 0, "weight_g": 2_041_000 }]));
    assert_eq!(note.payable_paise, 2 * 7_074_600);
    assert_eq!(sold.account().receivable - sold.account().on_account, 0);
    sold.world.is_sound();
}
