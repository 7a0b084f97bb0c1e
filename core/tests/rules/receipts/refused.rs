//! What a receipt refuses: each in words that say what to mend, and nothing changed by it.

use godown_core::docs::receipts;
use godown_core::error::Code;
use serde_json::{Value, json};

use super::{PAYABLE, account, act, confirmed, doc, ground, sound, step, write};
use crate::support::DAY;

#[test]
fn a_record_is_refused_with_what_to_mend() {
    let mut ground = ground();
    let invoice = ground.sold.0.clone();
    let by_hand = |rows: Value| json!({ "spread": "hand", "allocations": rows });
    let one = |row: Value| by_hand(json!([row]));
    let table = [
        (
            "neft",
            json!({ "amount_paise": 0 }),
            "Amount must be between ₹0.01 and ₹99,99,99,99,999.99",
        ),
        ("neft", json!({ "utr": null }), "UTR is required for NEFT"),
        ("neft", json!({ "utr": "HDFC1" }), "UTR is not valid: it has 12 to 22 letters and digits"),
        ("cash", json!({ "utr": "HDFCR52026112100" }), "Cash has no UTR"),
        ("cheque", json!({ "cheque_no": "12345" }), "Cheque number is not valid: it has 6 digits"),
        ("cheque", json!({ "cheque_no": null }), "Cheque number is required for a cheque"),
        ("cheque", json!({ "drawn_on": null }), "Bank is required for a cheque"),
        ("pdc", json!({ "ifsc": null }), "IFSC is required for a post-dated cheque"),
        ("cheque", json!({ "ifsc": "HDFC1234567" }), "IFSC must look like HDFC0001234"),
        (
            "cheque",
            json!({ "cheque_date": "2026-12-05" }),
            "This cheque is post-dated. Select Post-dated cheque as the mode",
        ),
        (
            "pdc",
            json!({ "cheque_date": "2026-11-21" }),
            "A post-dated cheque is dated after the day it is received",
        ),
        ("neft", json!({ "date": "2026-11-22" }), "Date is in the future"),
        (
            "adjustment",
            json!({ "adjusted": null }),
            "Account to adjust is required for an adjustment",
        ),
        ("adjustment", json!({ "narration": null }), "Narration is required for an adjustment"),
        ("adjustment", json!({ "adjusted": "supplier" }), "Supplier is required for an adjustment"),
        (
            "adjustment",
            json!({ "adjusted": "on_account", "spread": "none" }),
            "Money on account is adjusted against what is open",
        ),
        ("neft", json!({ "spread": "hand" }), "Enter what the amount is set against"),
        (
            "neft",
            json!({ "allocations": [{ "invoice": invoice, "amount_paise": 5 }] }),
            "Allocations are entered only where the amount is set against by hand",
        ),
        ("neft", one(json!({ "amount_paise": 5 })), "Select the invoice"),
        ("neft", one(json!({ "invoice": invoice })), "Enter an amount"),
        (
            "neft",
            one(json!({ "invoice": invoice, "item": "opening", "amount_paise": 5 })),
            "An invoice or another item, not both",
        ),
        (
            "neft",
            one(json!({ "invoice": invoice, "amount_paise": 100_001 })),
            "Allocations come to ₹1,000.01; the receipt is of ₹1,000.00",
        ),
        (
            "neft",
            one(json!({ "item": "opening", "amount_paise": 5 })),
            "Only ₹0.00 of Opening balance is open",
        ),
    ];
    for (mode, change, message) in table {
        assert_eq!(
            write(&mut ground, "ACC", mode, change.clone()),
            Err(vec![message.into()]),
            "{mode} {change}"
        );
    }
    assert_eq!(account(&ground).receivable, PAYABLE);
    sound(&ground);
}

#[test]
fn a_transfer_or_a_cheque_is_entered_once_until_it_is_given_up() {
    let mut ground = ground();
    let first = confirmed(&mut ground, "neft", json!({ "utr": "HDFCR52026112100" }));
    let twice = write(&mut ground, "ACC", "neft", json!({ "utr": "hdfcr52026112100" }));
    assert_eq!(twice, Err(vec!["UTR HDFCR52026112100 already used in RCP/PN/26-27/000001".into()]));
    // Another mode counts its own.
    write(&mut ground, "ACC", "rtgs", json!({ "utr": "HDFCR52026112100" })).unwrap();
    let acc = ground.world.who("ACC");
    let record = super::by_mode(&ground, "neft", 1);
    let made = ground.world.site.create(&acc, "receipt", record).unwrap();
    let to = json!({ "utr": "HDFCR52026112100" });
    let edited = ground.world.site.edit(&acc, "receipt", made["id"].as_str().unwrap(), to);
    let issue = &edited.unwrap_err()[0];
    assert_eq!((issue.code, issue.path.as_str()), (Code::Duplicate, "utr"));
    let cheque = write(&mut ground, "ACC", "cheque", json!({})).unwrap();
    let same = write(&mut ground, "ACC", "cheque", json!({}));
    assert_eq!(same, Err(vec!["Cheque 123456 already used in another receipt".into()]));
    step(&mut ground, "ACC", &cheque, "cancel", json!({}));
    assert_eq!(doc(&ground, &cheque).text("void_no"), Some("123456"));
    write(&mut ground, "ACC", "cheque", json!({})).unwrap();
    assert_eq!(doc(&ground, &first).status, receipts::CONFIRMED);
}

#[test]
fn an_event_is_refused_before_its_day_and_before_the_event_before_it() {
    let mut ground = ground();
    let pdc = json!({ "amount_paise": 500_000, "cheque_date": "2026-12-05" });
    let id = confirmed(&mut ground, "pdc", pdc);
    let on = |day: &str| json!({ "date": day });
    assert_eq!(
        act(&mut ground, "ACC", &id, "deposit", on("2026-11-20")),
        Err(vec!["Cheque was received on 21-11-2026; it cannot be before that".into()])
    );
    step(&mut ground, "ACC", &id, "deposit", json!({}));
    let early = "Cheque is dated 05-12-2026; cannot be cleared before that";
    assert_eq!(act(&mut ground, "ACC", &id, "clear", json!({})), Err(vec![early.into()]));
    ground.world.later(20 * DAY);
    assert_eq!(act(&mut ground, "ACC", &id, "clear", on("2026-12-04")), Err(vec![early.into()]));
    assert_eq!(
        act(&mut ground, "ACC", &id, "bounce", json!({ "date": "2026-12-30", "reason": "FUNDS" })),
        Err(vec!["Date is in the future".into()])
    );
    assert_eq!(
        act(&mut ground, "ACC", &id, "bounce", json!({})),
        Err(vec!["Select a reason".into()])
    );
    let branch = ground.world.branch.clone();
    ground.world.site.make("period_lock", json!({ "branch": branch, "locked_to": "2026-12-06" }));
    let locked = "Date falls in a locked period (up to 06-12-2026)";
    assert_eq!(act(&mut ground, "ACC", &id, "clear", on("2026-12-05")), Err(vec![locked.into()]));
    assert_eq!(step(&mut ground, "ACC", &id, "clear", on("2026-12-07")), receipts::CLEARED);
    let back = write(&mut ground, "ACC", "neft", on("2026-12-06"));
    assert_eq!(back, Err(vec![locked.into()]));
    sound(&ground);
}

#[test]
fn whoever_wrote_a_receipt_takes_no_step_of_its_money() {
    let mut ground = ground();
    let id = write(&mut ground, "ACC", "cheque", json!({ "amount_paise": 500_000 })).unwrap();
    step(&mut ground, "ACC", &id, "submit", json!({}));
    let refused =
        |must: &str| Err(vec![format!("You created this receipt; another person must {must}")]);
    assert_eq!(act(&mut ground, "ACC", &id, "confirm", json!({})), refused("confirm"));
    step(&mut ground, "ADMIN", &id, "confirm", json!({}));
    assert_eq!(act(&mut ground, "ACC", &id, "deposit", json!({})), refused("deposit"));
    step(&mut ground, "ADMIN", &id, "deposit", json!({}));
    assert_eq!(act(&mut ground, "ACC", &id, "clear", json!({})), refused("clear"));
    let bounce = json!({ "reason": "FUNDS" });
    assert_eq!(act(&mut ground, "ACC", &id, "bounce", bounce), refused("enter the bounce"));
    ground.world.setting(json!({ "allow_self_approval": ["receipt_confirm"] }));
    assert_eq!(step(&mut ground, "ACC", &id, "clear", json!({})), receipts::CLEARED);
}

#[test]
fn no_more_is_set_against_invoices_than_the_receipt_has_and_they_owe() {
    let mut ground = ground();
    let invoice = ground.sold.0.clone();
    let id = confirmed(&mut ground, "neft", json!({ "amount_paise": 9_000_000, "spread": "none" }));
    let row =
        |paise: i64| json!({ "allocations": [{ "invoice": invoice, "amount_paise": paise }] });
    let no = super::invoice_no(&ground).unwrap();
    assert_eq!(
        act(&mut ground, "ACC", &id, "allocate", row(PAYABLE + 1)),
        Err(vec![format!("Only ₹70,746.00 of {no} is open")])
    );
    let small = confirmed(&mut ground, "upi", json!({ "amount_paise": 1_000, "spread": "none" }));
    assert_eq!(
        act(&mut ground, "ACC", &small, "allocate", row(1_001)),
        Err(vec!["Only ₹10.00 of this receipt is on account".into()])
    );
    step(&mut ground, "ACC", &id, "allocate", row(PAYABLE));
    assert_eq!(
        act(&mut ground, "ACC", &small, "allocate", json!({})),
        Err(vec!["This customer has nothing open".into()])
    );
    assert_eq!(
        act(&mut ground, "ACC", &small, "unallocate", json!({ "remarks": "Nothing there" })),
        Err(vec!["This receipt is not set against anything".into()])
    );
    sound(&ground);
}
