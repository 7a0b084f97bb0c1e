//! The papers that go to suppliers: a debit note and the advice of a payment.

use serde_json::{Value, json};

use super::texts;

fn paper(kind: &str, status: &str, record: Value) -> Value {
    json!({
        "type": kind, "id": "n", "status": status, "doc_no": "PN/SDN/26-27/00001", "warnings": [],
        "links": {
            "sku": { "s": "MS Pipe 50NB" }, "batch": { "b": "PUN2611-003" },
            "supplier_bill": { "i": "PN/SB/26-27/00004" }, "yard": { "y": "Pune One" },
        },
        "paper": {
            "from": { "name": "Trishul Steel", "gstin": "27AAPFU0939F1ZV", "address": "Plot 4, Pune" },
            "to": { "name": "Jindal Steel", "address": "Raigarh" },
            "goods": [{ "sku": "s", "hsn": "7306", "gst_rate_bp": 1_800 }],
        },
        "record": record,
    })
}

fn says(page: &[String], all: &[&str]) {
    for text in all {
        assert!(page.iter().any(|one| one.contains(text)), "{text}: {page:?}");
    }
}

fn returned(status: &str) -> Value {
    paper(
        "supplier_note",
        status,
        json!({
            "date": "2026-11-25", "kind": "return", "yard": "y", "vehicle_no": "MH12AB1234",
            "lines": [{
                "batch": "b", "sku": "s", "pcs": 4, "weight_g": 120_816, "why": "Bent ends",
                "rate_paise": 5_000_000, "rate_uom": "MT", "amount_paise": 604_080,
                "tax_paise": 108_734
            }],
            "amount_paise": 604_080, "tax_paise": 108_734, "total_paise": 712_814,
            "settled": [{ "bill_no": "JS/1838", "amount_paise": 712_814, "item": "x" }],
        }),
    )
}

#[test]
fn goods_go_back_to_their_supplier_with_a_debit_note() {
    let pages = texts(&returned("Posted"), &["supplier", "office"]);
    assert_eq!(pages.len(), 2);
    assert_eq!(pages[0][..2], ["DEBIT NOTE", "For the supplier"]);
    assert_eq!(pages[1][1], "Office copy");
    says(
        &pages[0],
        &[
            "PN/SDN/26-27/00001",
            "Goods that go back",
            "Jindal Steel",
            "Pune One",
            "MH12AB1234",
            "MS Pipe 50NB",
            "PUN2611-003",
            "Bent ends",
            "7306",
            "120.816",
            "6,040.80",
            "1,087.34",
            "7,128.14",
            "Rupees seven thousand",
            "JS/1838: 7,128.14",
        ],
    );
}

#[test]
fn what_a_bill_said_too_much_is_claimed_by_a_debit_note_that_names_it() {
    let claim = paper(
        "supplier_note",
        "Posted",
        json!({
            "date": "2026-11-25", "kind": "claim", "yard": "y", "supplier_bill": "i",
            "claims": [{ "line": 1, "told": "51,000.00 and not 50,000.00", "over_paise": 60_000,
                "over_tax_paise": 10_800 }],
            "amount_paise": 60_000, "tax_paise": 10_800, "total_paise": 70_800,
        }),
    );
    let page = &texts(&claim, &["supplier"])[0];
    says(
        page,
        &[
            "Billed too much",
            "PN/SB/26-27/00004",
            "51,000.00 and not 50,000.00",
            "600.00",
            "708.00",
        ],
    );
    assert!(page.iter().all(|text| text != "HSN"), "no goods move: {page:?}");
}

#[test]
fn a_debit_note_that_nobody_approved_says_so() {
    let heads = [
        ("Draft", "NOT APPROVED, NO DEBIT NOTE"),
        ("Pending Approval", "NOT APPROVED, NO DEBIT NOTE"),
        ("Cancelled", "DEBIT NOTE, CANCELLED"),
        ("Reversed", "DEBIT NOTE, REVERSED"),
    ];
    for (status, head) in heads {
        assert_eq!(texts(&returned(status), &["supplier"])[0][0], head, "{status}");
    }
}

#[test]
fn a_payment_goes_with_an_advice_of_the_bills_that_it_pays() {
    let payment = |status: &str| {
        paper(
            "supplier_payment",
            status,
            json!({
                "date": "2026-11-25", "party_kind": "supplier", "mode": "neft",
                "utr": "SBIN426331234567", "bank": "HDFC Bank", "amount_paise": 1_000_000,
                "on_account_paise": 287_186, "narration": "November",
                "settled": [{ "bill_no": "JS/1838", "amount_paise": 712_814, "item": "x" }],
            }),
        )
    };
    let pages = texts(&payment("Posted"), &["party", "office"]);
    assert_eq!(pages[0][..2], ["PAYMENT ADVICE", "For the party"]);
    says(
        &pages[0],
        &[
            "Jindal Steel",
            "NEFT",
            "SBIN426331234567",
            "HDFC Bank",
            "JS/1838",
            "7,128.14",
            "On account",
            "2,871.86",
            "10,000.00",
            "Rupees ten thousand",
            "November",
        ],
    );
    assert_eq!(texts(&payment("Draft"), &["party"])[0][0], "NOT APPROVED, NO PAYMENT");
    assert_eq!(texts(&payment("Reversed"), &["party"])[0][0], "PAYMENT, REVERSED");
}
