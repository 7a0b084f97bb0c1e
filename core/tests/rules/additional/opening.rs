//! What users of another program reported as broken in its opening stock, each as a test of what must not happen here.
//!
//! The number behind the program's name is that of the report in its public list of defects.

use godown_core::ledger::books;
use godown_core::report::tally::{self, VoucherKind};
use godown_core::report::{Params, build};
use serde_json::{Value, json};

use super::world::{KIND, Yard, worth};

/// Lines whose rates and weights come to no whole paise.
fn odd_lines(yard: &Yard) -> Value {
    let line = |at: i64| {
        json!({
            "sku": yard.ground.world.sku, "pcs": at, "weight_g": at * 30_203 + at % 7,
            "rate_paise": 4_999_999 + at * 333,
        })
    };
    (1..=30).map(line).collect()
}

/// What the batches of a document's lines had cost.
fn in_stock(yard: &Yard, id: &str) -> i64 {
    let doc = yard.doc(KIND, id);
    let lines = doc.get("lines").unwrap().as_array().unwrap().clone();
    lines.iter().filter_map(|line| line["batch"].as_str()).map(|batch| yard.cost(batch)).sum()
}

/// erpnext#35692: after opening stock was entered the stock was worth 74,241 more than the ledger said.
#[test]
fn opening_stock_is_worth_the_same_in_stock_and_in_the_ledger_to_the_paisa() {
    let mut yard = Yard::new();
    let before = yard.accounts();
    let doc = yard.approved("opening_stock", odd_lines(&yard));
    let (lines, vouchers) = worth(&yard, &doc);
    assert_eq!((lines, in_stock(&yard, &doc.id)), (vouchers, vouchers));
    assert_eq!(yard.off(&before), [(books::STOCK, vouchers), (books::OPENING, -vouchers)]);
}

/// erpnext#56459: stock and ledger were opened by entries of their own that nothing ever made agree.
#[test]
fn opening_stock_and_its_ledger_entry_come_and_go_together_at_every_step() {
    let mut yard = Yard::new();
    let before = yard.accounts();
    let record = yard.record("opening_stock", odd_lines(&yard));
    let id = yard.make("PURCH", KIND, record).unwrap();
    let mut seen = Vec::new();
    let steps = [("PURCH", "submit"), ("BM", "approve"), ("ACC", "reverse")];
    for (who, action) in steps {
        assert_eq!(yard.off(&before).is_empty(), in_stock(&yard, &id) == 0, "before {action}");
        yard.step(who, KIND, &id, action).unwrap();
        seen.push(yard.account(books::STOCK) - balance(&before, books::STOCK));
    }
    assert!(seen[1] > 0, "{seen:?}");
    assert_eq!((seen[0], seen[2], yard.off(&before)), (0, 0, vec![]));
}

fn balance(accounts: &[(&'static str, i64)], wanted: &str) -> i64 {
    accounts.iter().find(|(key, _)| *key == wanted).map_or(0, |(_, sum)| *sum)
}

/// erpnext#32326: the button was pressed twice, and the opening was there twice.
#[test]
fn opening_stock_whose_button_is_pressed_twice_comes_in_once() {
    let mut yard = Yard::new();
    let before = yard.accounts();
    let id = yard.pending("opening_stock", odd_lines(&yard));
    yard.step("BM", KIND, &id, "approve").unwrap();
    let (off, free) = (yard.off(&before), yard.free());
    let again = yard.step("BM", KIND, &id, "approve");
    assert!(again.is_err(), "another press is another command, and there is nothing to approve");
    assert_eq!((yard.off(&before), yard.free()), (off, free));
}

#[test]
fn opening_stock_goes_to_tally_as_a_journal_between_two_accounts_without_supplier_or_tax() {
    let mut yard = Yard::new();
    let doc = yard.approved("opening_stock", yard.goods());
    let frames = build::whole(&yard.ground.world.site.memory, 1).unwrap();
    let book = tally::book(&frames, &Params::new(), yard.ground.world.site.today()).unwrap();
    let voucher = book.vouchers.iter().find(|one| one.id == doc.id).unwrap();
    assert_eq!((voucher.kind, &*voucher.party, voucher.items.len()), (VoucherKind::Journal, "", 0));
    let mut sums: Vec<i64> = voucher.entries.iter().map(|entry| entry.paise).collect();
    sums.sort_unstable();
    let (_, worth) = worth(&yard, &doc);
    assert_eq!(sums, [-worth, worth], "stock and the opening account, and no input tax");
    assert!(voucher.entries.iter().all(|entry| entry.bill.is_none()), "nobody is owed for it");
    let bought = |one: &&tally::TallyVoucher| one.kind == VoucherKind::Purchase;
    let bought: Vec<&str> = book.vouchers.iter().filter(bought).map(|one| &*one.id).collect();
    assert_eq!(bought, [&*yard.inward]);
}
