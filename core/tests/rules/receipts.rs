//! Customer receipts: what each event posts and on which day, what money is set against, and what a bounce undoes.

use godown_core::docs::customers::CUSTOMER;
use godown_core::docs::limits;
use godown_core::docs::receipts::{self, RECEIPT};
use godown_core::invariant;
use godown_core::kept::doc::Doc;
use godown_core::kept::read::{Range, Read, parse};
use godown_core::ledger::books::{self, Voucher};
use godown_core::ledger::credit::{self, CreditAccount, Position};
use godown_core::ledger::posting_key;
use godown_core::query::list::{self, Query};
use godown_core::query::open_items::{self, OpenAsked};
use serde_json::{Value, json};

use crate::deeds::receipts::{by_mode, inputs};
use crate::deeds::{Ground, returns, sites};
use crate::support::DAY;

mod advances;
mod cash;
mod opened;
mod peers;
mod people;
mod random;
mod refused;
mod statement;
mod told;

/// What the invoice of the ground comes to.
const PAYABLE: i64 = 7_074_600;

/// A site where one invoice is open.
fn ground() -> Ground {
    let [mut ground, _] = sites();
    returns::sold(&mut ground);
    ground
}

/// Writes a receipt of this mode with another value of some fields; what it refuses otherwise, in words.
fn write(ground: &mut Ground, who: &str, mode: &str, change: Value) -> Result<String, Vec<String>> {
    let actor = ground.world.who(who);
    let mut record = by_mode(ground, mode, 123_456);
    record.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    match ground.world.site.create(&actor, "receipt", record) {
        Ok(made) => Ok(made["id"].as_str().unwrap().to_owned()),
        Err(issues) => Err(issues.into_iter().map(|issue| issue.message).collect()),
    }
}

/// Takes a step; what it refuses otherwise, in words.
fn act(
    ground: &mut Ground,
    who: &str,
    id: &str,
    action: &str,
    with: Value,
) -> Result<String, Vec<String>> {
    let actor = ground.world.who(who);
    match ground.world.site.act(&actor, "receipt", id, action, with) {
        Ok(doc) => Ok(doc["status"].as_str().unwrap().to_owned()),
        Err(issues) => Err(issues.into_iter().map(|issue| issue.message).collect()),
    }
}

fn step(ground: &mut Ground, who: &str, id: &str, action: &str, with: Value) -> String {
    act(ground, who, id, action, with).unwrap_or_else(|why| panic!("{who} {action}: {why:?}"))
}

/// A receipt of this mode that accounts confirmed.
fn confirmed(ground: &mut Ground, mode: &str, change: Value) -> String {
    let id = write(ground, "SALES", mode, change).unwrap();
    step(ground, "SALES", &id, "submit", json!({}));
    step(ground, "ACC", &id, "confirm", json!({}));
    id
}

fn doc(ground: &Ground, id: &str) -> Doc {
    ground.world.site.read(|case| case.copy(&RECEIPT, id))
}

fn account(ground: &Ground) -> CreditAccount {
    let customer = ground.world.customer.clone();
    ground.world.site.read(|case| credit::account(case, &customer))
}

fn position(ground: &Ground) -> Position {
    let customer = ground.world.customer.clone();
    ground.world.site.read(|case| limits::position(case, &customer))
}

fn open(ground: &Ground, item: &str) -> i64 {
    let customer = ground.world.customer.clone();
    ground.world.site.read(|case| credit::open_invoice(case, &customer, item)).balance_paise
}

fn book(ground: &Ground, account: &str) -> i64 {
    ground.world.site.read(|case| books::balance(case, account))
}

fn owed(ground: &Ground) -> i64 {
    book(ground, &books::customer(&ground.world.customer))
}

/// The vouchers of a receipt: their days, and their rows without the customer's name.
fn vouchers(ground: &Ground, id: &str) -> Vec<(String, Vec<(String, i64)>)> {
    let range = Range::prefix(posting_key("books", 0).split("0000").next().unwrap());
    let customer = books::customer(&ground.world.customer);
    let all = ground.world.site.memory.scan(&range, 10_000).unwrap();
    let all = all.iter().map(|(key, text)| parse::<Voucher>(key, text).unwrap());
    let of = all.filter(|one| one.doc_id == id).map(|one| {
        let rows = one.rows.into_iter().map(|(account, paise)| {
            (if account == customer { "customer".to_owned() } else { account }, paise)
        });
        (one.date.to_string(), rows.collect())
    });
    of.collect()
}

fn sound(ground: &Ground) {
    assert_eq!(invariant::check(&ground.world.site.memory).unwrap(), []);
    let account = account(ground);
    let sums = account.committed + account.receivable - account.on_account;
    assert_eq!(account.utilised(), sums);
}

fn rows(pairs: &[(&str, i64)]) -> Vec<(String, i64)> {
    pairs.iter().map(|(account, paise)| ((*account).to_owned(), *paise)).collect()
}

#[test]
fn money_that_came_pays_what_is_due_first() {
    let mut ground = ground();
    let invoice = ground.sold.0.clone();
    assert_eq!((open(&ground, &invoice), owed(&ground)), (PAYABLE, PAYABLE));
    let id = write(&mut ground, "SALES", "neft", json!({ "amount_paise": 7_500_000 })).unwrap();
    step(&mut ground, "SALES", &id, "submit", json!({}));
    assert_eq!(account(&ground).receivable, PAYABLE, "nothing is posted before it is confirmed");
    assert_eq!(doc(&ground, &id).doc_no, None);
    assert_eq!(step(&mut ground, "ACC", &id, "confirm", json!({})), receipts::CONFIRMED);
    let kept = doc(&ground, &id);
    assert_eq!(kept.doc_no.as_deref(), Some("RCP/PN/26-27/000001"));
    assert_eq!(kept.int("on_account_paise"), Some(7_500_000 - PAYABLE));
    let paid = receipts::settled_of(&kept).unwrap();
    assert_eq!((paid.len(), paid[0].amount_paise), (1, PAYABLE));
    assert_eq!(Some(paid[0].name.as_str()), invoice_no(&ground).as_deref());
    assert_eq!(open(&ground, &invoice), 0);
    assert_eq!(account(&ground).on_account, 7_500_000 - PAYABLE);
    let wanted = rows(&[("bank", 7_500_000), ("customer", -7_500_000)]);
    assert_eq!(vouchers(&ground, &id), [("2026-11-21".to_owned(), wanted)]);
    sound(&ground);
}

fn invoice_no(ground: &Ground) -> Option<String> {
    let invoice = ground.world.site.get("invoice", &ground.sold.0);
    invoice["doc_no"].as_str().map(str::to_owned)
}

#[test]
fn a_cheque_is_taken_in_deposited_and_cleared_each_on_its_own_day() {
    let mut ground = ground();
    let invoice = ground.sold.0.clone();
    let id = confirmed(&mut ground, "cheque", json!({ "amount_paise": PAYABLE }));
    assert_eq!(doc(&ground, &id).status, receipts::RECEIVED);
    assert_eq!((owed(&ground), book(&ground, books::CHEQUES_IN_HAND)), (0, PAYABLE));
    let at = account(&ground);
    assert_eq!((at.receivable, at.on_account, at.cheques), (PAYABLE, 0, PAYABLE));
    assert_eq!(position(&ground).utilised_paise, PAYABLE, "no credit rests on a cheque");
    sound(&ground);
    ground.world.later(DAY);
    assert_eq!(
        step(&mut ground, "ACC", &id, "deposit", json!({ "bank": "ICICI Bank" })),
        receipts::DEPOSITED
    );
    assert_eq!(vouchers(&ground, &id).len(), 1, "at the bank it is no money yet");
    ground.world.later(2 * DAY);
    let on = json!({ "date": "2026-11-23" });
    assert_eq!(step(&mut ground, "ACC", &id, "clear", on), receipts::CLEARED);
    let taken = rows(&[("cheques_in_hand", PAYABLE), ("customer", -PAYABLE)]);
    let cleared = rows(&[("bank", PAYABLE), ("cheques_in_hand", -PAYABLE)]);
    assert_eq!(
        vouchers(&ground, &id),
        [("2026-11-21".to_owned(), taken), ("2026-11-23".to_owned(), cleared)]
    );
    let at = account(&ground);
    assert_eq!((at.receivable, at.on_account, at.cheques), (0, 0, 0));
    assert_eq!(open(&ground, &invoice), 0);
    let kept = doc(&ground, &id);
    let events: Vec<String> =
        receipts::events_of(&kept).unwrap().into_iter().map(|one| one.event).collect();
    assert_eq!(events, ["received", "deposited", "cleared"]);
    assert_eq!(kept.text("cleared_on"), Some("2026-11-23"));
    sound(&ground);
}

#[test]
fn a_cheque_that_bounced_may_be_deposited_again() {
    let mut ground = ground();
    let id = bounced(&mut ground, json!({ "reason": "FUNDS", "charges_paise": 59_000 }));
    assert_eq!(owed(&ground), PAYABLE + 59_000, "owed again, and what the bounce cost");
    assert_eq!(open(&ground, credit::CHARGES), 59_000);
    assert_eq!(book(&ground, books::CHARGES_RECOVERED), -59_000);
    assert_eq!(book(&ground, books::CHEQUES_IN_HAND), 0);
    sound(&ground);
    ground.world.later(DAY);
    assert_eq!(step(&mut ground, "ACC", &id, "redeposit", json!({})), receipts::REDEPOSITED);
    assert_eq!(account(&ground).cheques, PAYABLE);
    sound(&ground);
    step(&mut ground, "ACC", &id, "clear", json!({}));
    let at = account(&ground);
    assert_eq!((at.receivable, at.on_account, at.cheques), (59_000, 0, 0));
    assert_eq!(vouchers(&ground, &id).len(), 4);
    sound(&ground);
}

/// A cheque of the whole invoice that came back unpaid.
fn bounced(ground: &mut Ground, with: Value) -> String {
    let id = confirmed(ground, "cheque", json!({ "amount_paise": PAYABLE }));
    step(ground, "ACC", &id, "deposit", json!({}));
    assert_eq!(step(ground, "ACC", &id, "bounce", with), receipts::BOUNCED);
    id
}

#[test]
fn money_on_account_is_set_against_an_invoice_later_with_tds_and_a_discount() {
    let mut ground = ground();
    let invoice = ground.sold.0.clone();
    let id = confirmed(&mut ground, "rtgs", json!({ "amount_paise": 7_000_000, "spread": "none" }));
    assert_eq!(account(&ground).on_account, 7_000_000);
    assert_eq!(open(&ground, &invoice), PAYABLE);
    ground.world.later(3 * DAY);
    let row = json!({
        "invoice": invoice, "amount_paise": 6_000_000, "tds_paise": 7_075, "discount_paise": 10_000,
    });
    step(&mut ground, "ACC", &id, "allocate", json!({ "allocations": [row] }));
    let at = account(&ground);
    assert_eq!((at.receivable, at.on_account), (PAYABLE - 6_017_075, 1_000_000));
    assert_eq!(doc(&ground, &id).int("on_account_paise"), Some(1_000_000));
    let deducted =
        rows(&[("tds_receivable", 7_075), ("discount_allowed", 10_000), ("customer", -17_075)]);
    assert_eq!(vouchers(&ground, &id)[1], ("2026-11-24".to_owned(), deducted));
    sound(&ground);
    // The rest pays what is due first.
    step(&mut ground, "ACC", &id, "allocate", json!({}));
    assert_eq!(account(&ground).on_account, 0);
    assert_eq!(open(&ground, &invoice), PAYABLE - 7_017_075);
    sound(&ground);
    let back = json!({ "invoice": invoice, "remarks": "Paid another bill" });
    step(&mut ground, "ACC", &id, "unallocate", back);
    let at = account(&ground);
    assert_eq!((at.receivable, at.on_account), (PAYABLE, 7_000_000));
    assert_eq!(book(&ground, books::TDS_RECEIVABLE), 0);
    assert_eq!(doc(&ground, &id).get("settled"), None);
    sound(&ground);
}

#[test]
fn what_an_amount_would_pay_is_told_before_it_is_entered() {
    let mut ground = ground();
    let cheque = json!({ "amount_paise": 2_000_000 });
    confirmed(&mut ground, "cheque", cheque);
    let site = &ground.world.site;
    let acc = ground.world.who("ACC");
    let asked = OpenAsked { amount_paise: 3_000_000, ..OpenAsked::default() };
    let told = open_items::open_items(&site.memory, &acc, site.now, &ground.world.customer, &asked)
        .unwrap();
    let row = &told.rows[0];
    assert_eq!((row.id.as_str(), row.field), (ground.sold.0.as_str(), "invoice"));
    assert_eq!((row.balance_paise, row.pays_paise), (PAYABLE, 3_000_000));
    assert_eq!(row.cheques_paise, 2_000_000, "a cheque in hand is to pay it too");
    assert_eq!(told.on_account_paise, 0);
}

#[test]
fn a_list_of_customers_tells_what_each_owes_and_may_owe_to_those_who_see_their_credit() {
    let mut ground = ground();
    let told = |ground: &Ground, who: &str| {
        let (site, actor) = (&ground.world.site, ground.world.who(who));
        let page = list::page(&site.memory, &actor, site.now, "customer", &Query::default());
        let rows = page.unwrap().records().unwrap();
        let row = rows.into_iter().find(|row| row["id"] == json!(ground.world.customer)).unwrap();
        (row.get("balance_paise").cloned(), row.get("granted_paise").cloned())
    };
    let now = position(&ground);
    assert_eq!(told(&ground, "ACC"), (Some(json!(PAYABLE)), Some(json!(now.granted_paise))));
    confirmed(&mut ground, "neft", json!({ "amount_paise": PAYABLE + 50_000 }));
    assert_eq!(told(&ground, "ACC").0, Some(json!(-50_000)), "what is on account is theirs");
    assert_eq!(told(&ground, "LOGI"), (None, None));
}

#[test]
fn an_invoice_that_was_paid_while_its_cheque_was_in_hand_is_not_paid_again() {
    let mut ground = ground();
    let invoice = ground.sold.0.clone();
    let by_hand = json!({
        "amount_paise": PAYABLE, "spread": "hand",
        "allocations": [{ "invoice": invoice, "amount_paise": PAYABLE }],
    });
    let cheque = confirmed(&mut ground, "cheque", by_hand);
    step(&mut ground, "ACC", &cheque, "deposit", json!({}));
    confirmed(&mut ground, "neft", json!({ "amount_paise": 5_000_000 }));
    assert_eq!(open(&ground, &invoice), PAYABLE - 5_000_000);
    step(&mut ground, "ACC", &cheque, "clear", json!({}));
    assert_eq!(open(&ground, &invoice), 0);
    assert_eq!(doc(&ground, &cheque).int("on_account_paise"), Some(5_000_000));
    assert_eq!(account(&ground).on_account, 5_000_000);
    sound(&ground);
}

#[test]
fn a_receipt_that_was_wrong_is_reversed_with_all_that_it_paid() {
    let mut ground = ground();
    let invoice = ground.sold.0.clone();
    let neft = confirmed(&mut ground, "neft", json!({ "amount_paise": 1_000_000 }));
    let cheque = confirmed(&mut ground, "cheque", json!({ "amount_paise": 2_000_000 }));
    step(&mut ground, "ACC", &cheque, "deposit", json!({}));
    step(&mut ground, "ACC", &cheque, "clear", json!({}));
    assert_eq!(open(&ground, &invoice), PAYABLE - 3_000_000);
    let why = json!({ "remarks": "Entered for another firm" });
    assert_eq!(
        act(&mut ground, "ACC", &neft, "reverse", why.clone()),
        Err(vec!["You do not have permission to reverse receipt".into()])
    );
    for id in [&neft, &cheque] {
        assert_eq!(step(&mut ground, "ADMIN", id, "reverse", why.clone()), receipts::REVERSED);
        sound(&ground);
    }
    let at = account(&ground);
    assert_eq!((at.receivable, at.on_account, at.cheques), (PAYABLE, 0, 0));
    assert_eq!((owed(&ground), book(&ground, books::BANK)), (PAYABLE, 0));
    // The transfer may be entered again, for the right firm.
    confirmed(&mut ground, "neft", json!({ "amount_paise": 1_000_000 }));
    sound(&ground);
}

#[test]
fn an_adjustment_moves_what_is_on_account_or_owed_to_the_same_firm_or_given_up() {
    let mut ground = ground();
    let (customer, supplier) = (ground.world.customer.clone(), ground.supplier.clone());
    let invoice = ground.sold.0.clone();
    let note = json!({ "amount_paise": 100_000, "adjusted": "on_account" });
    let id = write(&mut ground, "ACC", "adjustment", note.clone()).unwrap();
    step(&mut ground, "ACC", &id, "submit", json!({}));
    assert_eq!(
        act(&mut ground, "ADMIN", &id, "confirm", json!({})),
        Err(vec!["Only ₹0.00 is on account beside receipts".into()])
    );
    ground.world.system(|case| credit::credit_note(case, &customer, "note", "unknown", 150_000));
    ground.world.system(|case| {
        let day = case.today();
        let source = godown_core::ledger::Source::new("credit_note", "note", 0, day);
        let account = books::customer(&customer);
        books::post(case, &source, day, &[(&account, -150_000), (books::SALES_RETURN, 150_000)])
    });
    step(&mut ground, "ADMIN", &id, "confirm", json!({}));
    assert_eq!((open(&ground, &invoice), account(&ground).on_account), (PAYABLE - 100_000, 50_000));
    assert_eq!(vouchers(&ground, &id), [], "nothing moves in the books");
    sound(&ground);
    let owed_to = json!({ "amount_paise": 200_000, "adjusted": "supplier", "supplier": supplier });
    let id = confirmed(&mut ground, "adjustment", owed_to);
    assert_eq!(book(&ground, &books::supplier(&supplier)), 200_000);
    sound(&ground);
    step(&mut ground, "ADMIN", &id, "reverse", json!({ "remarks": "Not agreed yet" }));
    assert_eq!(book(&ground, &books::supplier(&supplier)), 0);
    confirmed(&mut ground, "adjustment", json!({ "amount_paise": 44 }));
    assert_eq!(book(&ground, books::WRITTEN_OFF), 44);
    assert_eq!(open(&ground, &invoice), PAYABLE - 100_044);
    sound(&ground);
}

#[test]
fn the_opening_balance_and_charges_are_paid_like_invoices() {
    let mut ground = ground();
    let customer = ground.world.customer.clone();
    let credit_manager = ground.world.who("CREDIT");
    let opening = json!({
        "opening_receivable_paise": 300_000, "due": "2026-05-01", "reason": "OPENING", "remarks": "From the old books",
    });
    ground.world.site.act(&credit_manager, "customer", &customer, "set_credit", opening).unwrap();
    let id = confirmed(&mut ground, "upi", json!({ "amount_paise": 400_000 }));
    let names: Vec<String> =
        receipts::settled_of(&doc(&ground, &id)).unwrap().into_iter().map(|row| row.name).collect();
    assert_eq!(names, ["Opening balance".to_owned(), invoice_no(&ground).unwrap()]);
    let back = json!({ "item": "opening", "remarks": "Is for the new bill" });
    step(&mut ground, "ACC", &id, "unallocate", back);
    assert_eq!(open(&ground, credit::OPENING), 300_000);
    sound(&ground);
    let row = json!({ "invoice": ground.sold.0, "amount_paise": 300_000 });
    step(&mut ground, "ACC", &id, "allocate", json!({ "allocations": [row] }));
    assert_eq!(open(&ground, &ground.sold.0), PAYABLE - 400_000);
    sound(&ground);
}

#[test]
fn cheques_in_hand_count_as_far_as_the_settings_say() {
    let mut ground = ground();
    let before = position(&ground).available_paise;
    confirmed(&mut ground, "pdc", json!({ "amount_paise": 1_000_001 }));
    assert_eq!(position(&ground).available_paise, before, "nothing counts before it clears");
    ground.world.setting(json!({ "pdc_counts_bp": 5_000 }));
    let at = position(&ground);
    assert_eq!((at.cheques_paise, at.counted_paise), (1_000_001, 500_000));
    assert_eq!(at.available_paise, before + 500_000);
    let customer = ground.world.customer.clone();
    let short = ground
        .world
        .site
        .read(|case| limits::shortage(case, &customer, "", at.available_paise + 100));
    assert_eq!(
        short.unwrap().message(),
        "Credit short by ₹1.00 (limit ₹10,00,000.00, used ₹70,746.00, cheques in hand counted ₹5,000.00)"
    );
}

#[test]
fn a_customer_whose_cheques_bounce_too_often_is_blocked() {
    let mut ground = ground();
    let customer = ground.world.customer.clone();
    let status =
        |ground: &Ground| ground.world.site.read(|case| case.copy(&CUSTOMER, &customer)).status;
    let id = bounced(&mut ground, inputs("bounce")[0].clone());
    assert_eq!((status(&ground).as_str(), position(&ground).bounces), ("Active", 1));
    step(&mut ground, "ACC", &id, "redeposit", json!({}));
    step(&mut ground, "ACC", &id, "bounce", inputs("bounce")[0].clone());
    assert_eq!(doc(&ground, &id).int("bounces"), Some(2));
    assert_eq!((status(&ground).as_str(), position(&ground).bounces), ("Blocked", 2));
    let said = ground.world.site.get("customer", &customer)["record"]["block_reason"].clone();
    assert_eq!(said, "2 cheques bounced within 90 days");
    let draft = ground.world.draft();
    let refused = ground.world.act("SALES", &draft, "submit", json!({})).unwrap_err();
    assert_eq!(refused[0].message, "Customer is blocked: 2 cheques bounced within 90 days");
    // Older bounces are forgotten, and a site may block nobody.
    let manager = ground.world.who("CREDIT");
    let unblock = json!({ "remarks": "Paid by transfer" });
    ground.world.site.act(&manager, "customer", &customer, "unblock", unblock).unwrap();
    ground.world.later(91 * DAY);
    assert_eq!(position(&ground).bounces, 0);
    ground.world.setting(json!({ "bounces_block": 0 }));
    for _ in 0..3 {
        step(&mut ground, "ACC", &id, "redeposit", json!({}));
        step(&mut ground, "ACC", &id, "bounce", inputs("bounce")[0].clone());
    }
    assert_eq!((status(&ground).as_str(), position(&ground).bounces), ("Active", 3));
    sound(&ground);
}

#[test]
fn bounces_are_counted_for_as_many_days_as_the_site_says() {
    let mut ground = ground();
    bounced(&mut ground, inputs("bounce")[0].clone());
    ground.world.later(31 * DAY);
    assert_eq!(position(&ground).bounces, 1);
    ground.world.setting(json!({ "bounces_within_days": 30 }));
    assert_eq!(position(&ground).bounces, 0);
}

#[test]
fn a_cheque_is_given_back_before_it_is_deposited_and_not_later() {
    let mut ground = ground();
    let id = confirmed(&mut ground, "pdc", json!({ "amount_paise": 500_000 }));
    let why = json!({ "remarks": "Replaced by a transfer" });
    let refused = act(&mut ground, "ACC", &id, "cancel", why.clone());
    assert_eq!(refused.map_err(|why| why.len()), Err(1), "only an administrator");
    assert_eq!(step(&mut ground, "ADMIN", &id, "cancel", why.clone()), receipts::CANCELLED);
    assert_eq!((account(&ground).cheques, book(&ground, books::CHEQUES_IN_HAND)), (0, 0));
    assert_eq!(owed(&ground), PAYABLE);
    sound(&ground);
    let id = confirmed(&mut ground, "cheque", json!({ "amount_paise": 500_000 }));
    step(&mut ground, "ACC", &id, "deposit", json!({}));
    assert!(act(&mut ground, "ADMIN", &id, "cancel", why).is_err());
}
