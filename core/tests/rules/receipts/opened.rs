//! Opening bills: account, ledger and open items agree, whoever enters, pays, corrects and locks them.

use godown_core::decide::decide;
use godown_core::docs::customers::CUSTOMER;
use godown_core::docs::opening_bills::OPENING_BILL;
use godown_core::error::Halt;
use godown_core::value::Day;
use godown_core::write::command::{Command, CommandKind};

use super::*;
use crate::site::messages;

const AS_OF: &str = "2026-03-31";

fn bill(ground: &Ground, more: Value) -> Value {
    let mut record = json!({
        "party_kind": "customer", "customer": ground.world.customer, "kind": "bill", "bill_no": "SB/25-26/0817",
        "bill_date": "2026-02-10", "due_date": "2026-03-12", "date": AS_OF, "amount_paise": 12_345_600,
    });
    let change = more.as_object().unwrap().clone();
    record.as_object_mut().unwrap().extend(change);
    record.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    record
}

fn enter(ground: &mut Ground, who: &str, more: Value) -> Result<String, Vec<String>> {
    let actor = ground.world.who(who);
    let record = bill(ground, more);
    match ground.world.site.create(&actor, "opening_bill", record) {
        Ok(made) => Ok(made["id"].as_str().unwrap().to_owned()),
        Err(issues) => Err(issues.into_iter().map(|issue| issue.message).collect()),
    }
}

fn take(
    ground: &mut Ground,
    who: &str,
    id: &str,
    action: &str,
    with: Value,
) -> Result<String, Vec<String>> {
    let actor = ground.world.who(who);
    match ground.world.site.act(&actor, "opening_bill", id, action, with) {
        Ok(doc) => Ok(doc["status"].as_str().unwrap().to_owned()),
        Err(issues) => Err(issues.into_iter().map(|issue| issue.message).collect()),
    }
}

fn posted(ground: &mut Ground, more: Value) -> String {
    let id = enter(ground, "ACC", more).unwrap();
    take(ground, "ACC", &id, "post", json!({})).unwrap();
    id
}

/// What the customer owes by their account, which is what the ledger says.
fn agreed(ground: &Ground) -> i64 {
    sound(ground);
    let account = account(ground);
    let owes = account.receivable - account.on_account - account.cheques;
    assert_eq!(owes, owed(ground));
    owes
}

#[test]
fn bills_that_were_open_when_the_books_began_stand_in_account_and_ledger_and_are_paid_by_hand() {
    let mut ground = ground();
    assert_eq!(agreed(&ground), PAYABLE);
    let first = posted(&mut ground, json!({}));
    let second =
        posted(&mut ground, json!({ "bill_no": "SB/25-26/0901", "amount_paise": 100_000 }));
    assert_eq!(agreed(&ground), PAYABLE + 12_445_600);
    assert_eq!(book(&ground, books::OPENING), -12_445_600);
    // Each is due on its own day, and the oldest is paid first.
    let overdue = position(&ground);
    assert_eq!(overdue.overdue_paise, 12_445_600);
    let customer = ground.world.customer.clone();
    let acc = ground.world.who("ACC");
    let asked =
        OpenAsked { amount_paise: 200_000, mode: "neft".to_owned(), ..OpenAsked::default() };
    let site = &ground.world.site;
    let items = open_items::open_items(&site.memory, &acc, site.now, &customer, &asked).unwrap();
    let names: Vec<(&str, &str, i64)> =
        items.rows.iter().map(|row| (row.name.as_str(), row.field, row.pays_paise)).collect();
    assert_eq!(names[..2], [("SB/25-26/0817", "item", 200_000), ("SB/25-26/0901", "item", 0)]);
    // By hand another one is paid.
    let row = json!({ "item": second, "amount_paise": 100_000 });
    let paid = json!({ "amount_paise": 123_456, "spread": "hand", "allocations": [row] });
    let receipt = confirmed(&mut ground, "neft", paid);
    assert_eq!((open(&ground, &second), open(&ground, &first)), (0, 12_345_600));
    assert_eq!(agreed(&ground), PAYABLE + 12_445_600 - 123_456);
    let refused = take(&mut ground, "ACC", &second, "reverse", json!({ "remarks": "Twice there" }));
    assert_eq!(
        refused,
        Err(vec!["A receipt is allocated to this bill; take its allocation back first".to_owned()])
    );
    let back = json!({ "item": second, "remarks": "Was for the new bill" });
    step(&mut ground, "ACC", &receipt, "unallocate", back);
    assert_eq!(open(&ground, &second), 100_000);
    take(&mut ground, "ACC", &second, "reverse", json!({ "remarks": "Twice there" })).unwrap();
    assert_eq!(open(&ground, &second), 0);
    assert_eq!(agreed(&ground), PAYABLE + 12_345_600 - 123_456);
    // Once reversed it is neither paid nor reversed again.
    let again = take(&mut ground, "ACC", &second, "reverse", json!({ "remarks": "Twice there" }));
    assert!(again.is_err());
    let row = json!({ "item": second, "amount_paise": 1 });
    let hand = json!({ "spread": "hand", "allocations": [row] });
    let refused = write(&mut ground, "SALES", "imps", hand).unwrap_err();
    assert_eq!(refused.last().unwrap(), "Only ₹0.00 of SB/25-26/0901 is open");
}

#[test]
fn an_opening_advance_is_used_by_an_adjustment_and_posted_by_another_person() {
    let mut ground = ground();
    let advance = json!({ "kind": "advance", "bill_no": "ADV-1", "amount_paise": 500_000 });
    let id = enter(&mut ground, "ACC", advance).unwrap();
    assert_eq!(
        take(&mut ground, "ACC", &id, "post", json!({})),
        Err(vec!["You created this opening bill; another person must post it".to_owned()])
    );
    take(&mut ground, "ADMIN", &id, "post", json!({})).unwrap();
    assert_eq!(agreed(&ground), PAYABLE - 500_000);
    assert_eq!(book(&ground, books::OPENING), 500_000);
    let from = json!({ "amount_paise": 300_000, "adjusted": "on_account" });
    confirmed(&mut ground, "adjustment", from);
    assert_eq!(account(&ground).on_account, 200_000);
    let refused = take(&mut ground, "ACC", &id, "reverse", json!({ "remarks": "Not agreed" }));
    let left = "Only ₹2,000.00 of such money is still on account".to_owned();
    assert_eq!(refused, Err(vec![left]));
    assert_eq!(agreed(&ground), PAYABLE - 500_000);
}

#[test]
fn what_suppliers_and_transporters_are_owed_stands_on_the_other_side() {
    let mut ground = ground();
    let supplier = ground.world.site.read(|case| {
        let keys =
            case.keys(&Range::prefix(&godown_core::kept::keys::key(&["doc", "supplier"])), 1)?;
        Ok(godown_core::kept::keys::parts(&keys[0]).last().unwrap().to_string())
    });
    let before = book(&ground, &books::supplier(&supplier));
    let of = json!({
        "party_kind": "supplier", "supplier": supplier, "customer": null, "bill_no": "TS/884",
        "amount_paise": 7_000_000,
    });
    let id = posted(&mut ground, of.clone());
    assert_eq!(book(&ground, &books::supplier(&supplier)) - before, -7_000_000);
    assert_eq!(book(&ground, books::OPENING), 7_000_000);
    sound(&ground);
    // The same bill of the same supplier is entered once, of whichever case its number is.
    let twice = enter(&mut ground, "ACC", of);
    assert!(twice.unwrap_err()[0].contains("already exists"));
    take(&mut ground, "ACC", &id, "reverse", json!({ "remarks": "Paid in March" })).unwrap();
    assert_eq!(book(&ground, &books::supplier(&supplier)), before);
    assert_eq!(book(&ground, books::OPENING), 0);
    sound(&ground);
}

#[test]
fn an_opening_bill_says_what_is_wrong_with_it() {
    let mut ground = ground();
    for (change, message) in [
        (json!({ "customer": null }), "Customer is required"),
        (json!({ "bill_no": null }), "Bill number is required"),
        (
            json!({ "amount_paise": 0 }),
            "Amount still open must be between ₹0.01 and ₹99,99,99,99,999.99",
        ),
        (
            json!({ "bill_date": "2026-04-01", "due_date": "2026-05-01" }),
            "A bill dated after that day is not an opening bill. Enter it as a separate bill",
        ),
        (json!({ "due_date": "2026-02-09" }), "Due must not be before the bill date"),
        (json!({ "date": "2029-03-31" }), "Date is in the future"),
    ] {
        assert_eq!(enter(&mut ground, "ACC", change), Err(vec![message.to_owned()]));
    }
    for who in ["SALES", "BM", "YARD", "PCT", "LOGI"] {
        assert!(enter(&mut ground, who, json!({})).is_err(), "{who}");
    }
    assert_eq!(agreed(&ground), PAYABLE);
}

#[test]
fn a_locked_period_takes_no_opening_bill_and_gives_none_back() {
    let mut ground = ground();
    let draft = enter(&mut ground, "ACC", json!({})).unwrap();
    let stands = posted(&mut ground, json!({ "bill_no": "SB/25-26/0999" }));
    let owes = agreed(&ground);
    let branch = ground.world.branch.clone();
    ground.world.site.make("period_lock", json!({ "branch": branch, "locked_to": AS_OF }));
    let locked = Err(vec!["Date falls in a locked period (up to 31-03-2026)".to_owned()]);
    assert_eq!(take(&mut ground, "ACC", &draft, "post", json!({})), locked);
    assert_eq!(enter(&mut ground, "ACC", json!({ "bill_no": "SB/1" })), locked);
    // What is posted is corrected by a reversal of today, as everything else.
    take(&mut ground, "ACC", &stands, "reverse", json!({ "remarks": "Was paid" })).unwrap();
    assert_eq!(agreed(&ground), owes - 12_345_600);
}

#[test]
fn one_sum_is_booked_with_the_opening_credit_and_corrected_by_the_difference() {
    let mut ground = ground();
    let customer = ground.world.customer.clone();
    let credit_manager = ground.world.who("CREDIT");
    for (sum, due) in [
        (12_345_600, "2026-05-01"),
        (22_345_600, "2026-06-01"),
        (0, "2026-06-01"),
        (300_000, "2026-06-02"),
    ] {
        let set = json!({
            "opening_receivable_paise": sum, "due": due, "as_of": AS_OF, "reason": "OPENING",
            "remarks": "From the old books",
        });
        ground.world.site.act(&credit_manager, "customer", &customer, "set_credit", set).unwrap();
        assert_eq!(agreed(&ground), PAYABLE + sum);
        assert_eq!(book(&ground, books::OPENING), -sum);
    }
    let party = ground.world.site.read(|case| case.copy(&CUSTOMER, &customer));
    let bill = party.text("opening_bill").unwrap().to_owned();
    let bill = ground.world.site.read(|case| case.copy(&OPENING_BILL, &bill));
    assert_eq!(
        (bill.int("amount_paise"), bill.text("due_date")),
        (Some(300_000), Some("2026-06-02"))
    );
    assert_eq!(bill.doc_no.as_deref(), Some("OPB-000001"));
    let refused = take(&mut ground, "ACC", &bill.id, "reverse", json!({ "remarks": "Is wrong" }));
    assert!(refused.unwrap_err()[0].starts_with("This sum was carried over"));
}

#[test]
fn an_opening_balance_of_an_older_program_is_booked_once() {
    let mut ground = ground();
    let customer = ground.world.customer.clone();
    // That program kept the sum on the customer and in the account, and booked nothing.
    let mut old = ground.world.site.read(|case| case.copy(&CUSTOMER, &customer));
    ground.world.system(|case| {
        let due = godown_core::value::Day::parse("2026-05-01").unwrap();
        credit::opening(case, &customer, 300_000, due)?;
        old.set("opening_paise", 300_000);
        old.set("opening_due", "2026-05-01");
        case.put_doc(std::sync::Arc::new(old.clone()))
    });
    sound(&ground);
    assert_eq!(owed(&ground), PAYABLE);
    let acc = ground.world.who("ACC");
    let as_of = json!({ "as_of": AS_OF });
    let site = &mut ground.world.site;
    site.act(&acc, "customer", &customer, "book_opening", as_of.clone()).unwrap();
    assert_eq!(agreed(&ground), PAYABLE + 300_000);
    let again = ground.world.site.act(&acc, "customer", &customer, "book_opening", as_of);
    assert_eq!(messages(again), ["The opening balance is in the books"]);
    // It is paid as before.
    confirmed(&mut ground, "upi", json!({ "amount_paise": 300_000 }));
    assert_eq!(open(&ground, credit::OPENING), 0);
    assert_eq!(agreed(&ground), PAYABLE);
}

/// One press of a button, under a name that the browser gives it.
fn press(ground: &mut Ground, command_id: &str, deed: CommandKind) -> Result<bool, Vec<String>> {
    let (acc, site) = (ground.world.who("ACC"), &mut ground.world.site);
    let command = Command { command_id: command_id.to_owned(), deed };
    match decide(&site.memory, &acc, site.now, &command) {
        Ok(changes) => {
            site.memory.apply(&changes.writes);
            Ok(!changes.replayed)
        }
        Err(Halt::Refused(refused)) => {
            Err(refused.issues.into_iter().map(|issue| issue.message).collect())
        }
        Err(other) => panic!("{other:?}"),
    }
}

/// erpnext#32326: the button was pressed twice, and the opening invoices were there twice.
#[test]
fn an_opening_bill_whose_button_is_pressed_twice_is_there_once() {
    let mut ground = ground();
    let record = bill(&ground, json!({})).as_object().cloned().unwrap();
    let create = || CommandKind::Create { doc_type: "opening_bill".into(), record: record.clone() };
    let [first, second] =
        ["70000000-0000-4000-8000-000000000001", "70000000-0000-4000-8000-000000000002"];
    assert_eq!(press(&mut ground, first, create()), Ok(true));
    // The same press comes again, as over a line that broke.
    assert_eq!(press(&mut ground, first, create()), Ok(false));
    // Another press is another command: the bill is known.
    let known = press(&mut ground, second, create()).unwrap_err();
    assert!(known[0].contains("already exists"), "{known:?}");
    let bills = ground.world.site.read(|case| {
        case.keys(&Range::prefix(&godown_core::kept::keys::key(&["doc", "opening_bill"])), 9)
    });
    assert_eq!(bills.len(), 1);
    let post = |version: u32| CommandKind::Act {
        doc_type: "opening_bill".into(),
        id: first.to_owned(),
        version,
        action: "post".into(),
        inputs: Default::default(),
    };
    let third = "70000000-0000-4000-8000-000000000003";
    assert_eq!(press(&mut ground, third, post(1)), Ok(true));
    assert_eq!(press(&mut ground, third, post(1)), Ok(false));
    assert_eq!(agreed(&ground), PAYABLE + 12_345_600);
    let acc = ground.world.who("ACC");
    let done = ground.world.site.act(&acc, "opening_bill", first, "post", json!({}));
    assert!(done.is_err(), "it is posted");
    assert_eq!(agreed(&ground), PAYABLE + 12_345_600);
}

/// erpnext#41157: an opening invoice that was due before the books began was refused.
#[test]
fn an_opening_bill_that_was_due_before_the_books_began_is_taken_with_its_own_due_date() {
    let mut ground = ground();
    let due = json!({ "bill_date": "2025-01-02", "due_date": "2025-02-01" });
    let id = posted(&mut ground, due);
    let bill = ground.world.site.read(|case| case.copy(&OPENING_BILL, &id));
    assert_eq!(bill.text("due_date"), Some("2025-02-01"));
    let at = position(&ground);
    assert_eq!(at.overdue_paise, 12_345_600);
    let since = Day::parse("2025-02-01").unwrap();
    assert_eq!(at.overdue_days, ground.world.site.today().days_since(since));
}
