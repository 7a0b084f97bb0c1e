//! Random receipts, clearings, bounces, allocations and their taking back: whatever is done, the books agree.

use godown_core::docs::receipts;
use godown_core::invariant;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{account, act, doc, ground, open, write};
use crate::deeds::Ground;
use crate::support::DAY;

#[derive(Clone, Copy, Debug)]
enum Deed {
    Write {
        mode: usize,
        paise: i64,
        spread: usize,
    },
    /// The next steps of some receipt: the first that its status has behind this place.
    Step {
        which: usize,
        at: usize,
        paise: i64,
    },
    Days(i64),
}

const MODES: &[&str] = &["neft", "cash", "cheque", "cheque", "pdc", "adjustment"];
const STEPS: &[(&str, &str)] = &[
    ("SALES", "submit"),
    ("ACC", "confirm"),
    ("ACC", "deposit"),
    ("ACC", "clear"),
    ("ACC", "bounce"),
    ("ACC", "redeposit"),
    ("ACC", "allocate"),
    ("ACC", "unallocate"),
    ("ADMIN", "cancel"),
    ("ADMIN", "reverse"),
];

fn deeds() -> impl Strategy<Value = Deed> {
    prop_oneof![
        2 => (0..MODES.len(), 1..9_000_000_i64, 0..3_usize)
            .prop_map(|(mode, paise, spread)| Deed::Write { mode, paise, spread }),
        7 => (0..9_usize, 0..STEPS.len(), 1..9_000_000_i64)
            .prop_map(|(which, at, paise)| Deed::Step { which, at, paise }),
        1 => (1..12_i64).prop_map(Deed::Days),
    ]
}

fn written(ground: &mut Ground, number: usize, deed: (usize, i64, usize)) -> Option<String> {
    let (mode, paise, spread) = deed;
    let number = 100_000 + number;
    let today = ground.world.site.today();
    let spread = ["due", "none", "hand"][spread];
    let mut change = json!({ "amount_paise": paise, "spread": spread, "date": today.to_string() });
    match MODES[mode] {
        "cheque" => change["cheque_date"] = json!(today.to_string()),
        "pdc" => change["cheque_date"] = json!(today.plus(3).to_string()),
        "neft" => change["utr"] = json!(format!("HDFCR52026{number}")),
        _ => {}
    }
    if change.get("cheque_date").is_some() {
        change["cheque_no"] = json!(number.to_string());
    }
    if spread == "hand" {
        let pays = paise.min(open(ground, &ground.sold.0)) / 2;
        let row =
            json!({ "invoice": ground.sold.0, "amount_paise": pays, "tds_paise": pays / 1_000 });
        change["allocations"] = json!([row]);
    }
    write(ground, "SALES", MODES[mode], change).ok()
}

fn taken(ground: &mut Ground, id: &str, at: usize, paise: i64) {
    let invoice = ground.sold.0.clone();
    let (who, action) = STEPS[at];
    let with: Value = match action {
        "bounce" => json!({ "reason": "FUNDS", "charges_paise": paise % 90_000 }),
        "allocate" if paise % 2 == 0 => {
            let row = json!({
                "invoice": invoice, "amount_paise": paise, "discount_paise": paise % 700,
            });
            json!({ "allocations": [row] })
        }
        "unallocate" | "cancel" | "reverse" => json!({ "remarks": "As agreed by phone" }),
        _ => json!({}),
    };
    // A refusal leaves everything as it was: the check below tells.
    let _ = act(ground, who, id, action, with);
}

/// No voucher is off, no allocation goes beyond its invoice, and what is used follows from the three sums.
fn holds(ground: &Ground, ids: &[String]) -> Result<(), TestCaseError> {
    prop_assert_eq!(invariant::check(&ground.world.site.memory).unwrap(), []);
    let at = account(ground);
    prop_assert_eq!(at.committed + at.receivable - at.on_account, at.utilised());
    let (mut paid, mut on_account, mut cheques) = (0, 0, 0);
    for id in ids {
        let doc = doc(ground, id);
        for row in receipts::settled_of(&doc).unwrap() {
            let own = row.invoice.as_deref() == Some(&ground.sold.0);
            paid += if own { row.amount_paise + row.tds_paise + row.discount_paise } else { 0 };
        }
        on_account += doc.int("on_account_paise").unwrap_or(0);
        cheques += if receipts::in_hand(&doc) { doc.int("amount_paise").unwrap() } else { 0 };
    }
    prop_assert!(paid <= super::PAYABLE, "{} of {}", paid, super::PAYABLE);
    prop_assert_eq!(open(ground, &ground.sold.0), super::PAYABLE - paid);
    prop_assert_eq!(at.on_account, on_account);
    prop_assert_eq!(at.cheques, cheques);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn books_credit_and_receipts_agree_after_every_event(
        deeds in prop::collection::vec(deeds(), 1..60),
    ) {
        let mut ground = ground();
        ground.world.setting(json!({ "bounces_block": 0 }));
        let mut ids: Vec<String> = Vec::new();
        for (number, deed) in deeds.into_iter().enumerate() {
            match deed {
                Deed::Write { mode, paise, spread } => {
                    ids.extend(written(&mut ground, number, (mode, paise, spread)));
                }
                Deed::Step { which, at, paise } if !ids.is_empty() => {
                    let id = ids[which % ids.len()].clone();
                    taken(&mut ground, &id, at, paise);
                }
                Deed::Step { .. } => {}
                Deed::Days(days) => ground.world.later(days * DAY),
            }
            holds(&ground, &ids)?;
        }
    }
}
