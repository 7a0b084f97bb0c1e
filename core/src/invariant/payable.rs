//! The invariant of what is owed to suppliers and transporters: bills are what their vouchers owe, less what was paid
//! of them. With BK1 a party's account is what is open on its bills, less what is on account, and what no bill tells.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Found, SEPARATED, account, each, table};
use crate::docs::supplier_bills::SUPPLIER_BILL;
use crate::docs::supplier_notes::SUPPLIER_NOTE;
use crate::docs::supplier_payments::SUPPLIER_PAYMENT;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Read, parse};
use crate::ledger::books::Voucher;
use crate::ledger::payables::Payable;

/// PY1.
pub(super) fn rules(read: &dyn Read, found: &mut Found) -> Result<(), Halt> {
    let bills: BTreeMap<String, Payable> = table(read, &["bal", "payable"])?;
    if bills.is_empty() {
        return Ok(());
    }
    let mut owed: BTreeMap<String, i64> = BTreeMap::new();
    each(read, &["post", "books"], |key, bytes| {
        let voucher: Voucher = parse(key, bytes)?;
        for (party, paise) in &voucher.rows {
            let bill = account(&[party, &voucher.doc_id]);
            if bills.contains_key(&bill) {
                *owed.entry(bill).or_default() -= paise;
            }
        }
        Ok(())
    })?;
    let paid = paid(read)?;
    for (key, bill) in &bills {
        let id = key.rsplit(SEPARATED).next().unwrap_or_default();
        // What is claimed of a bill is booked by its debit note.
        let claim = match bill.kind == SUPPLIER_BILL.key {
            true => read.doc(&keys::doc(&bill.kind, id))?.and_then(|doc| doc.int("claim_paise")),
            false => None,
        };
        let vouchers = owed.get(key).copied().unwrap_or_default() - claim.unwrap_or_default();
        if bill.of_paise != vouchers {
            let message = format!("is {}, its vouchers owe {vouchers}", bill.of_paise);
            found.add("PY1", key, message);
        }
        let (done, set) = (bill.of_paise - bill.paise, paid.get(id).copied().unwrap_or_default());
        if done != set {
            found.add("PY1", key, format!("{done} of it is paid, {set} was set against it"));
        }
    }
    Ok(())
}

/// What payments and notes are set against, by the document that is the bill.
fn paid(read: &dyn Read) -> Result<BTreeMap<String, i64>, Halt> {
    let mut paid: BTreeMap<String, i64> = BTreeMap::new();
    for kind in [SUPPLIER_PAYMENT.key, SUPPLIER_NOTE.key] {
        each(read, &["doc", kind], |key, bytes| {
            let doc: Doc = parse(key, bytes)?;
            for row in doc.get("settled").and_then(Value::as_array).into_iter().flatten() {
                let item = row["item"].as_str().unwrap_or_default().to_owned();
                *paid.entry(item).or_default() += row["amount_paise"].as_i64().unwrap_or(0);
            }
            Ok(())
        })?;
    }
    Ok(paid)
}
