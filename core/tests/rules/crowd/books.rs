//! What the books of a crowd come to, by plain loops over what is kept: credit, vouchers and notes.

use std::collections::BTreeMap;

use godown_core::declare::actor::Actor;
use godown_core::docs::invoices::INVOICE;
use godown_core::docs::notes::{self, CREDIT_NOTE, DEBIT_NOTE};
use godown_core::docs::{self, limits};
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::{Memory, Range, Read, parse};
use godown_core::ledger::books::Voucher;
use godown_core::ledger::credit::CreditPosting;
use godown_core::value::Instant;
use serde::de::DeserializeOwned;

fn all<T: DeserializeOwned>(memory: &Memory, parts: &[&str]) -> Vec<T> {
    let found = memory.scan(&Range::prefix(&keys::key(parts)), usize::MAX).unwrap();
    found.iter().map(|(key, bytes)| parse(key, bytes).unwrap()).collect()
}

/// Committed and receivable less what is on account is what is utilised; every voucher and all of them together are
/// zero in sum; and no notes take more of an invoice than it bills, by a paisa.
pub fn are_right(memory: &Memory, now: Instant) {
    let mut used: BTreeMap<String, i64> = BTreeMap::new();
    for one in all::<CreditPosting>(memory, &["post", "credit"]) {
        let by = one.by_amount;
        *used.entry(one.customer).or_default() += by.committed + by.receivable - by.on_account;
    }
    let system = Actor::system();
    let look = docs::look(memory, &system, now);
    for (customer, used) in used {
        let at = limits::position(&look, &customer).unwrap();
        assert_eq!(at.utilised_paise, used, "utilised of {customer}");
    }
    let mut balances: BTreeMap<String, i64> = BTreeMap::new();
    for voucher in all::<Voucher>(memory, &["post", "books"]) {
        assert_eq!(voucher.rows.iter().map(|(_, paise)| paise).sum::<i64>(), 0, "{voucher:?}");
        for (account, paise) in voucher.rows {
            *balances.entry(account).or_default() += paise;
        }
    }
    assert_eq!(balances.values().sum::<i64>(), 0, "the trial balance: {balances:?}");
    notes_are_within(memory);
}

fn notes_are_within(memory: &Memory) {
    // Of the taxable value and of each tax.
    const SUMS: [&str; 5] =
        ["taxable_paise", "cgst_paise", "sgst_paise", "igst_paise", "cess_paise"];
    let invoices = all::<Doc>(memory, &["doc", INVOICE.key]).into_iter();
    let sums = |doc: &Doc| SUMS.map(|key| doc.int(key).unwrap_or(0));
    let mut left: BTreeMap<String, [i64; 5]> =
        invoices.map(|doc| (doc.id.clone(), sums(&doc))).collect();
    for (kind, sign) in [(CREDIT_NOTE.key, -1), (DEBIT_NOTE.key, 1)] {
        for note in all::<Doc>(memory, &["doc", kind]) {
            if note.status == notes::POSTED {
                let of = left.entry(note.text("invoice").unwrap().to_owned()).or_default();
                sums(&note).iter().zip(of).for_each(|(by, left)| *left += sign * by);
            }
        }
    }
    let over: Vec<_> =
        left.iter().filter(|(_, left)| left.iter().any(|paise| *paise < 0)).collect();
    assert!(over.is_empty(), "credited beyond what was billed: {over:?}");
}
