//! What goes wrong elsewhere with cheques and allocations: each is named by it, and does not go wrong here.

use godown_core::docs::receipts;
use godown_core::ledger::books;
use serde_json::json;

use super::{PAYABLE, account, act, confirmed, doc, ground, open, position, sound, step, write};

#[test]
fn a_post_dated_cheque_is_not_counted_as_money_before_it_clears() {
    let mut ground = ground();
    let before = position(&ground);
    let id = confirmed(&mut ground, "pdc", json!({ "amount_paise": PAYABLE }));
    let at = position(&ground);
    assert_eq!(
        (at.utilised_paise, at.available_paise, at.outstanding_paise, at.open_invoices),
        (
            before.utilised_paise,
            before.available_paise,
            before.outstanding_paise,
            before.open_invoices
        )
    );
    assert_eq!(super::book(&ground, books::BANK), 0);
    step(&mut ground, "ACC", &id, "deposit", json!({}));
    assert_eq!(position(&ground).available_paise, before.available_paise, "nor at the bank");
    sound(&ground);
}

#[test]
fn a_bounce_opens_the_invoices_again_and_leaves_the_receipt_as_it_was_written() {
    let mut ground = ground();
    let invoice = ground.sold.0.clone();
    let id = confirmed(&mut ground, "cheque", json!({ "amount_paise": PAYABLE }));
    step(&mut ground, "ACC", &id, "deposit", json!({}));
    let before = doc(&ground, &id);
    let first = super::vouchers(&ground, &id)[0].clone();
    step(&mut ground, "ACC", &id, "bounce", json!({ "reason": "FUNDS" }));
    let after = doc(&ground, &id);
    for key in
        ["date", "customer", "mode", "amount_paise", "cheque_no", "cheque_date", "ifsc", "spread"]
    {
        assert_eq!(after.get(key), before.get(key), "{key}");
    }
    assert_eq!(after.doc_no, before.doc_no);
    let all = super::vouchers(&ground, &id);
    assert_eq!(
        (all.len(), &all[0]),
        (2, &first),
        "the first voucher stands, another takes it back"
    );
    let taken_back = super::rows(&[("customer", PAYABLE), ("cheques_in_hand", -PAYABLE)]);
    assert_eq!(all[1].1, taken_back);
    assert_eq!(open(&ground, &invoice), PAYABLE);
    // It can be paid by something else at once.
    confirmed(&mut ground, "neft", json!({ "amount_paise": PAYABLE }));
    assert_eq!(open(&ground, &invoice), 0);
    sound(&ground);
}

#[test]
fn an_invoice_is_listed_once_in_a_receipt_and_paid_no_more_than_it_owes() {
    let mut ground = ground();
    let invoice = ground.sold.0.clone();
    let row = |paise: i64| json!({ "invoice": invoice, "amount_paise": paise });
    let by_hand =
        |rows| json!({ "amount_paise": 9_000_000, "spread": "hand", "allocations": rows });
    let twice = by_hand(json!([row(4_000_000), row(4_000_000)]));
    assert_eq!(write(&mut ground, "ACC", "neft", twice), Err(vec!["This is listed twice".into()]));
    let no = super::invoice_no(&ground).unwrap();
    let beyond = by_hand(json!([row(PAYABLE + 1)]));
    assert_eq!(
        write(&mut ground, "ACC", "neft", beyond),
        Err(vec![format!("Only ₹70,746.00 of {no} is open")])
    );
    sound(&ground);
}

#[test]
fn two_receipts_written_for_one_invoice_do_not_pay_it_twice() {
    let mut ground = ground();
    let invoice = ground.sold.0.clone();
    let whole = |utr: &str| {
        json!({
            "amount_paise": PAYABLE, "utr": utr, "spread": "hand",
            "allocations": [{ "invoice": invoice, "amount_paise": PAYABLE }],
        })
    };
    let ids: Vec<String> = ["HDFCR52026112101", "HDFCR52026112102"]
        .map(|utr| {
            let id = write(&mut ground, "SALES", "neft", whole(utr)).unwrap();
            step(&mut ground, "SALES", &id, "submit", json!({}));
            id
        })
        .to_vec();
    step(&mut ground, "ACC", &ids[0], "confirm", json!({}));
    // The money came all the same: it stands on account, and the person is told what to mend.
    let no = super::invoice_no(&ground).unwrap();
    assert_eq!(
        act(&mut ground, "ACC", &ids[1], "confirm", json!({})),
        Err(vec![format!("Only ₹0.00 of {no} is open")])
    );
    step(&mut ground, "SALES", &ids[1], "withdraw", json!({}));
    let sales = ground.world.who("SALES");
    let other = json!({ "spread": "none", "allocations": null });
    ground.world.site.edit(&sales, "receipt", &ids[1], other).unwrap();
    step(&mut ground, "SALES", &ids[1], "submit", json!({}));
    assert_eq!(step(&mut ground, "ACC", &ids[1], "confirm", json!({})), receipts::CONFIRMED);
    assert_eq!((open(&ground, &invoice), account(&ground).on_account), (0, PAYABLE));
    sound(&ground);
}
