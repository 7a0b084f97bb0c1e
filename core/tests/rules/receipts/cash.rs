//! Cash from one person: in a day, for one invoice, under two names, and by the law of the day.

use godown_core::docs::receipts;
use serde_json::{Value, json};

use super::{confirmed, ground, step, write};
use crate::deeds::Ground;
use crate::support::DAY;

const DAILY: &str = "Cash of ₹2,00,000.00 or more from one person a day is not allowed (Income-tax Act 2025, s.186)";

fn cash(ground: &mut Ground, paise: i64, change: Value) -> Result<String, Vec<String>> {
    let mut all = json!({ "amount_paise": paise, "spread": "none" });
    all.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    write(ground, "ACC", "cash", all)
}

#[test]
fn cash_of_a_day_stays_below_the_limit_whatever_receipts_it_comes_by() {
    let mut ground = ground();
    assert_eq!(cash(&mut ground, 20_000_000, json!({})), Err(vec![DAILY.into()]));
    confirmed(&mut ground, "cash", json!({ "amount_paise": 15_000_000, "spread": "none" }));
    assert_eq!(cash(&mut ground, 5_000_000, json!({})), Err(vec![DAILY.into()]));
    let fits = cash(&mut ground, 4_999_999, json!({})).unwrap();
    let other = cash(&mut ground, 4_999_999, json!({})).unwrap();
    step(&mut ground, "ACC", &fits, "submit", json!({}));
    step(&mut ground, "ACC", &other, "submit", json!({}));
    step(&mut ground, "ADMIN", &fits, "confirm", json!({}));
    // Two drafts that fit one by one do not both fit.
    let admin = ground.world.who("ADMIN");
    let refused = ground.world.site.act(&admin, "receipt", &other, "confirm", json!({}));
    assert_eq!(refused.unwrap_err()[0].message, DAILY);
    // Taken back, it is not counted.
    let why = json!({ "remarks": "Counted wrongly" });
    assert_eq!(step(&mut ground, "ADMIN", &fits, "reverse", why), receipts::REVERSED);
    step(&mut ground, "ADMIN", &other, "confirm", json!({}));
    ground.world.later(DAY);
    let today = json!({ "date": ground.world.site.today().to_string() });
    cash(&mut ground, 19_999_999, today).unwrap();
}

#[test]
fn two_firms_of_one_person_share_the_limit() {
    let mut ground = ground();
    let state = crate::support::site::seeded("state", "24");
    let billing = json!({ "line1": "GIDC, Vapi", "state": state, "pin": "396195" });
    let firm = ground.world.site.make(
        "customer",
        json!({
            "name": "Sharma Pipes", "kind": "Dealer", "gst_category": "Regular",
            "gstin": "24AABFT1234K1ZF", "pan": "AABFT1234K", "contact_person": "A. Sharma",
            "mobile": "9822055555", "billing": billing,
            "payment_term": crate::support::site::seeded("payment_term", "CR30"),
        }),
    );
    confirmed(&mut ground, "cash", json!({ "amount_paise": 15_000_000, "spread": "none" }));
    let theirs = cash(&mut ground, 5_000_000, json!({ "customer": firm }));
    assert_eq!(theirs, Err(vec![DAILY.into()]));
}

#[test]
fn an_invoice_is_not_paid_in_cash_bit_by_bit_beyond_the_limit() {
    let mut ground = ground();
    let invoice = ground.sold.0.clone();
    let limits =
        json!([{ "from": "2017-04-01", "below_paise": 2_000_000, "law": "Test Act, s.1" }]);
    ground.world.setting(json!({ "cash_limits": limits }));
    let first = json!({ "amount_paise": 1_500_000 });
    confirmed(&mut ground, "cash", first);
    ground.world.later(DAY);
    let today = ground.world.site.today().to_string();
    let rest = json!({
        "date": today, "amount_paise": 500_000, "spread": "hand",
        "allocations": [{ "invoice": invoice, "amount_paise": 500_000 }],
    });
    assert_eq!(
        write(&mut ground, "SALES", "cash", rest),
        Err(vec![
            "Cash of ₹20,000.00 or more for one invoice is not allowed (Test Act, s.1)".into()
        ])
    );
    // By due date an invoice takes as much as it may, and the rest stays on account.
    let id = confirmed(&mut ground, "cash", json!({ "date": today, "amount_paise": 600_000 }));
    let kept = super::doc(&ground, &id);
    assert_eq!(kept.int("on_account_paise"), Some(100_001));
    let refused = super::act(&mut ground, "ACC", &id, "allocate", json!({}));
    assert_eq!(refused, Err(vec!["This customer has nothing open".into()]));
    super::sound(&ground);
}

#[test]
fn the_limit_and_its_law_are_those_of_the_day_of_the_receipt() {
    let mut ground = ground();
    let before = json!({ "date": "2026-03-31" });
    assert_eq!(
        cash(&mut ground, 20_000_000, before.clone()),
        Err(vec![
            "Cash of ₹2,00,000.00 or more from one person a day is not allowed (Income-tax Act, s.269ST)"
                .into()
        ])
    );
    let lower = json!([
        { "from": "2017-04-01", "below_paise": 20_000_000, "law": "Old Act" },
        { "from": "2026-10-01", "below_paise": 5_000_000, "law": "New Act" },
    ]);
    ground.world.setting(json!({ "cash_limits": lower }));
    assert!(cash(&mut ground, 5_000_000, before).is_ok());
    assert_eq!(
        cash(&mut ground, 5_000_000, json!({})),
        Err(vec![
            "Cash of ₹50,000.00 or more from one person a day is not allowed (New Act)".into()
        ])
    );
}
