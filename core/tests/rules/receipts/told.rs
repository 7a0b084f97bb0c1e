//! Who is told of a cheque, what reports make of it, and what a device without the server makes of a receipt.

use godown_core::calls;
use godown_core::report::tally;
use godown_core::report::{self, Params, build};
use serde_json::{Value, json};

use super::{PAYABLE, confirmed, ground, step};
use crate::deeds::Ground;
use crate::deeds::receipts::by_mode;
use crate::support::telling::{sweep, told};
use crate::support::{DAY, World};

fn titles(world: &World, words: &str) -> Vec<String> {
    let all = told(world).into_iter().filter(|row| row.1.contains(words));
    let mut who: Vec<String> = all.map(|row| row.0).collect();
    who.sort();
    who
}

#[test]
fn accounts_are_told_the_day_before_a_cheque_is_due() {
    let mut ground = ground();
    sweep(&mut ground.world);
    let due = json!({ "amount_paise": 500_000, "cheque_date": "2026-12-05" });
    let id = confirmed(&mut ground, "pdc", due.clone());
    let mut second = due;
    second["cheque_no"] = json!("000999");
    let gone = confirmed(&mut ground, "pdc", second);
    step(&mut ground, "ACC", &gone, "deposit", json!({}));
    ground.world.later(12 * DAY);
    sweep(&mut ground.world);
    assert_eq!(titles(&ground.world, "is dated tomorrow"), [""; 0]);
    ground.world.later(DAY);
    sweep(&mut ground.world);
    assert_eq!(
        titles(&ground.world, "is dated tomorrow"),
        ["ACC"],
        "of the one that is still here"
    );
    step(&mut ground, "ACC", &id, "deposit", json!({}));
}

#[test]
fn those_who_sell_and_give_credit_are_told_of_a_bounce() {
    let mut ground = ground();
    let id = confirmed(&mut ground, "cheque", json!({ "amount_paise": 500_000 }));
    step(&mut ground, "ACC", &id, "deposit", json!({}));
    step(&mut ground, "ACC", &id, "bounce", json!({ "reason": "FUNDS" }));
    let who = titles(&ground.world, "bounced");
    for role in ["BM", "CREDIT", "SALES"] {
        assert!(who.iter().any(|one| one == role), "{role}: {who:?}");
    }
}

/// A figure of a report's grand total.
fn figure(ground: &Ground, report: &str, measure: &str) -> i64 {
    let frames = build::whole(&ground.world.site.memory, 1).unwrap();
    let asked = json!({ "measures": measure, "rows": "customer" });
    let params: Params = serde_json::from_value(asked).unwrap();
    let table = report::run(&frames, report, &params, ground.world.site.today()).unwrap();
    let table = serde_json::to_value(&table).unwrap();
    table["totals"].as_array().unwrap().last().unwrap().as_i64().unwrap_or(0)
}

#[test]
fn reports_of_credit_move_with_every_event() {
    let mut ground = ground();
    let figures = |ground: &Ground| {
        ["cheques", "to_deposit", "bounces", "receivable", "available"]
            .map(|measure| figure(ground, "utilized_amount", measure))
    };
    let limit = 100_000_000;
    let id = confirmed(&mut ground, "cheque", json!({ "amount_paise": PAYABLE }));
    let left = limit - PAYABLE;
    assert_eq!(figures(&ground), [PAYABLE, PAYABLE, 0, PAYABLE, left]);
    ground.world.setting(json!({ "pdc_counts_bp": 10_000 }));
    assert_eq!(figure(&ground, "utilized_amount", "available"), limit);
    ground.world.setting(json!({ "pdc_counts_bp": 0 }));
    step(&mut ground, "ACC", &id, "deposit", json!({}));
    assert_eq!(figures(&ground), [PAYABLE, 0, 0, PAYABLE, left]);
    step(&mut ground, "ACC", &id, "bounce", json!({ "reason": "FUNDS" }));
    assert_eq!(figures(&ground), [0, 0, 1, PAYABLE, left]);
    step(&mut ground, "ACC", &id, "redeposit", json!({}));
    step(&mut ground, "ACC", &id, "clear", json!({}));
    assert_eq!(figures(&ground), [0, 0, 1, 0, limit]);
}

/// A voucher as Tally gets it: number, type, and each entry with its bill.
type Exported = (String, String, Vec<(i64, String)>);

fn exported(ground: &Ground) -> Vec<Exported> {
    let frames = build::whole(&ground.world.site.memory, 1).unwrap();
    let today = ground.world.site.today();
    let days = [("from", "2026-04-01".to_owned()), ("to", today.to_string())];
    let params: Params = days.map(|(key, day)| (key.to_owned(), day)).into();
    let book = tally::book(&frames, &params, today).unwrap();
    assert_eq!(book.refused, [""; 0]);
    let read = tally::read(&tally::file(&book, false, "xml").unwrap()).unwrap();
    assert_eq!(read.len(), book.vouchers.len(), "the file says what the books say");
    let of = book.vouchers.iter().filter(|one| one.number.starts_with("RCP"));
    let shown = of.map(|one| {
        let entries = one.entries.iter().map(|entry| {
            let bill = entry.bill.as_ref();
            let bill =
                bill.map_or(entry.ledger.clone(), |bill| format!("{} {}", bill.kind, bill.name));
            (entry.paise, bill)
        });
        (one.number.clone(), one.kind.name().to_owned(), entries.collect())
    });
    shown.collect()
}

#[test]
fn tally_is_given_a_receipt_its_clearing_as_a_contra_and_its_bounce_as_a_journal() {
    let mut ground = ground();
    let id = confirmed(&mut ground, "cheque", json!({ "amount_paise": PAYABLE + 100 }));
    step(&mut ground, "ACC", &id, "deposit", json!({}));
    let bounce = json!({ "reason": "FUNDS", "charges_paise": 59_000 });
    step(&mut ground, "ACC", &id, "bounce", bounce);
    ground.world.later(DAY);
    step(&mut ground, "ACC", &id, "redeposit", json!({}));
    step(&mut ground, "ACC", &id, "clear", json!({}));
    let no = super::invoice_no(&ground).unwrap();
    let rcp = "RCP/PN/26-27/000001";
    let all = exported(&ground);
    let kinds: Vec<(String, &str)> =
        all.iter().map(|(number, kind, _)| (number.clone(), kind.as_str())).collect();
    assert_eq!(
        kinds,
        [
            (rcp.to_owned(), "Receipt"),
            (format!("{rcp}/2"), "Journal"),
            (format!("{rcp}/3"), "Receipt"),
            (format!("{rcp}/4"), "Contra"),
        ]
    );
    let against = |paise: i64, bill: String| (paise, bill);
    assert!(all[0].2.contains(&against(-PAYABLE, format!("Agst Ref {no}"))), "{:?}", all[0]);
    assert!(all[0].2.contains(&against(-100, format!("On Account {rcp}"))), "{:?}", all[0]);
    assert!(all[1].2.contains(&against(PAYABLE, format!("Agst Ref {no}"))), "{:?}", all[1]);
    assert!(all[1].2.contains(&against(59_000, "New Ref Bounce charges".into())), "{:?}", all[1]);
    assert!(all[2].2.contains(&against(-PAYABLE, format!("Agst Ref {no}"))), "{:?}", all[2]);
    let sums = all.iter().map(|(_, _, rows)| rows.iter().map(|(paise, _)| paise).sum::<i64>());
    assert_eq!(sums.collect::<Vec<_>>(), [0, 0, 0, 0]);
}

/// Each voucher of a receipt by its number: its state among [`tally::STATES`], and whether Tally alters its own.
fn states(ground: &Ground) -> Vec<(String, String, bool)> {
    let frames = build::whole(&ground.world.site.memory, 1).unwrap();
    let today = ground.world.site.today();
    let of = |state: usize| {
        let params: Params = [("from", "2026-04-01"), ("tally_state", &state.to_string())]
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .into();
        let book = tally::book(&frames, &params, today).unwrap();
        let named = tally::STATES[state];
        let receipts = book.vouchers.into_iter().filter(|one| one.number.starts_with("RCP"));
        receipts.map(|one| (one.number, named.to_owned(), one.alter)).collect::<Vec<_>>()
    };
    (0..tally::STATES.len()).flat_map(of).collect()
}

#[test]
fn a_voucher_that_tallys_log_names_is_given_again_and_the_others_are_not() {
    let mut ground = ground();
    let id = confirmed(&mut ground, "cheque", json!({ "amount_paise": PAYABLE }));
    for action in ["deposit", "clear"] {
        step(&mut ground, "ACC", &id, action, json!({}));
    }
    let rcp = "RCP/PN/26-27/000001";
    let state = |number: &str, state: &str, alter| (number.to_owned(), state.to_owned(), alter);
    let second = format!("{rcp}/2");
    assert_eq!(states(&ground), [state(rcp, "New", false), state(&second, "New", false)]);

    let frames = build::whole(&ground.world.site.memory, 1).unwrap();
    let until = frames.frame("entry").unwrap().column("seq").unwrap().bounds().1;
    let export = |errors: Value| {
        json!({
            "from": "2026-04-01", "to": "2027-03-31", "file": "vouchers.xml", "vouchers": 2,
            "until": until, "hash": "00", "errors_told": errors,
        })
    };
    let acc = ground.world.who("ACC");
    let first = ground.world.site.create(&acc, "tally_export", export(json!([]))).unwrap();
    let first = first["id"].as_str().unwrap().to_owned();
    let exported = |number: &str| state(number, "Exported", true);
    assert_eq!(states(&ground), [exported(rcp), exported(&second)]);

    // The second voucher's number begins with the first one's.
    let line = format!("Voucher {rcp}/2: Ledger 'ICICI' does not exist!");
    let told = export(json!([{ "line": line }]));
    ground.world.site.edit(&acc, "tally_export", &first, told).unwrap();
    assert_eq!(states(&ground), [exported(rcp), state(&second, "Refused by Tally", false)]);

    ground.world.later(DAY);
    ground.world.site.create(&acc, "tally_export", export(json!([]))).unwrap();
    assert_eq!(states(&ground), [exported(rcp), exported(&second)]);
}

#[test]
fn a_receipt_is_written_without_the_server_and_checked_as_far_as_the_device_knows() {
    let ground = ground();
    let mut record = by_mode(&ground, "cheque", 123_456);
    record["cheque_no"] = Value::Null;
    let foreseen = |record: &Value| {
        let customer = ground.world.site.get("customer", &ground.world.customer);
        let command = json!({
            "command_id": "ffffffff-ffff-4fff-8fff-ffffffffffff", "deed": "create",
            "doc_type": "receipt", "record": record,
        });
        let (actor, now) = (ground.world.who("SALES"), ground.world.site.now);
        let args = json!({ "actor": actor, "now": now, "command": command, "docs": [customer] });
        calls::call("foresee", &args).unwrap()
    };
    let refused = foreseen(&record);
    assert_eq!(refused["refused"][0]["message"], "Cheque number is required for a cheque");
    record["cheque_no"] = json!("123456");
    let kept = foreseen(&record);
    assert_eq!(kept["doc"]["status"], "Draft", "{kept}");
}
