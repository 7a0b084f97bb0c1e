//! The demo's money: transfers, cash and cheques that pay what is due first, and at the end of the story a receipt in
//! every status.

use godown_core::declare::actor::Actor;
use godown_core::docs::receipts::{self, RECEIPT};
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read};
use godown_core::ledger::balance_key;
use godown_core::value::Day;
use serde_json::{Value, json};

use super::parties::person;
use super::site::Site;
use super::{Fault, Known};

const BANKS: &[(&str, &str)] = &[
    ("HDFC Bank, Camp", "HDFC0000007"),
    ("State Bank of India, Pimpri", "SBIN0003618"),
    ("ICICI Bank, Vapi", "ICIC0000193"),
    ("Axis Bank, Secunderabad", "UTIB0000068"),
];

/// Of so many receipts one is a cheque, and one is cash where it is small enough.
const CHEQUES: usize = 4;
const CASH: usize = 7;
const SMALL_PAISE: i64 = 5_000_000;
/// Cash of a day stays well below the law's limit.
const CASH_PAISE: i64 = 4_500_000;

/// A payment: the salesperson writes it, accounts confirm it. The cheque that is still to go to the bank.
pub fn pay(
    site: &mut Site,
    known: &Known,
    customer: usize,
    amount: i64,
) -> Result<Option<Doc>, Fault> {
    let turn = count(site)?;
    let mode = match turn {
        _ if amount <= SMALL_PAISE && turn.is_multiple_of(CASH) => "cash",
        _ if turn % CHEQUES == 1 => "cheque",
        _ => ["neft", "rtgs", "imps", "neft"][turn % 4],
    };
    let amount = if mode == "cash" { amount.min(CASH_PAISE) } else { amount };
    let record = record(site, turn, mode, amount.max(1));
    let doc = written(site, known, customer, record)?;
    Ok((doc.status == receipts::RECEIVED).then_some(doc))
}

/// The next step of a cheque: to the bank, then paid. Whether there is another one.
pub fn follow(site: &mut Site, known: &Known, id: &str) -> Result<bool, Fault> {
    let accounts = person(known, "ACC")?.clone();
    let Some(doc) = site.find(RECEIPT.key, id)? else { return Ok(false) };
    match doc.status.as_str() {
        receipts::RECEIVED => {
            site.must(&accounts, &doc, "deposit", json!({}))?;
            Ok(true)
        }
        receipts::DEPOSITED => {
            site.must(&accounts, &doc, "clear", json!({}))?;
            Ok(false)
        }
        _ => Ok(false),
    }
}

fn count(site: &Site) -> Result<usize, Fault> {
    let all = Range::prefix(&keys::key(&["doc", RECEIPT.key]));
    Ok(site.state.keys(&all, usize::MAX)?.len())
}

/// What a receipt of this mode holds.
fn record(site: &mut Site, turn: usize, mode: &str, amount: i64) -> Value {
    let today = site.today();
    let mut record = json!({
        "date": today.to_string(), "mode": mode, "amount_paise": amount, "spread": "due",
    });
    let number = site.new_id().replace('-', "").to_uppercase();
    match mode {
        "cash" => {}
        "cheque" | "pdc" => {
            let (bank, ifsc) = BANKS[turn % BANKS.len()];
            record["cheque_no"] = json!(format!("{:06}", 100_000 + turn * 37 % 899_999));
            record["cheque_date"] = json!(today.to_string());
            record["drawn_on"] = json!(bank);
            record["ifsc"] = json!(ifsc);
        }
        _ => record["utr"] = json!(format!("HDFCR{}", &number[..11])),
    }
    record
}

/// A receipt of a customer that accounts confirmed.
fn written(site: &mut Site, known: &Known, customer: usize, record: Value) -> Result<Doc, Fault> {
    let (doc, sales) = drafted(site, known, customer, record)?;
    let accounts = person(known, "ACC")?.clone();
    site.must(&sales, &doc, "submit", json!({}))?;
    site.must(&accounts, &doc, "confirm", json!({}))
}

fn drafted(
    site: &mut Site,
    known: &Known,
    customer: usize,
    mut record: Value,
) -> Result<(Doc, Actor), Fault> {
    let firm = &known.customers[customer];
    let sales = person(known, firm.sales)?.clone();
    record["customer"] = json!(firm.id);
    Ok((site.create(&sales, RECEIPT.key, record)?, sales))
}

/// One receipt in every status, money on account, and an invoice paid with tax deducted.
pub fn make(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    let owing = owing(site, known)?;
    let mut customers = owing.iter().map(|(at, _)| *at).cycle();
    let mut next = || customers.next().unwrap_or(0);
    let accounts = person(known, "ACC")?.clone();
    let turn = |site: &Site| count(site).map(|turn| turn * CHEQUES + 1);
    let cheque = |site: &mut Site, mode: &str, dated: i32, back: i32| -> Result<Value, Fault> {
        let turn = turn(site)?;
        let mut cheque = record(site, turn, mode, 15_000_000 + (turn as i64 % 7) * 1_250_000);
        cheque["date"] = json!(until.plus(-back).to_string());
        cheque["cheque_date"] = json!(until.plus(dated).to_string());
        Ok(cheque)
    };
    for dated in [1, 12, 27, 41] {
        let pdc = cheque(site, "pdc", dated, 2)?;
        written(site, known, next(), pdc)?;
    }
    let lies = cheque(site, "cheque", -1, 1)?;
    written(site, known, next(), lies)?;
    let on = |back: i32| until.plus(-back).to_string();
    for at_bank in 0..2 {
        let cheque = cheque(site, "cheque", -3, 3)?;
        let doc = written(site, known, next(), cheque)?;
        site.must(&accounts, &doc, "deposit", json!({ "date": on(2 - at_bank) }))?;
    }
    for (reason, charges, again) in [("FUNDS", 59_000, true), ("SIGNATURE", 0, false)] {
        let cheque = cheque(site, "cheque", -9, 9)?;
        let doc = written(site, known, next(), cheque)?;
        site.must(&accounts, &doc, "deposit", json!({ "date": on(8) }))?;
        let mut bounce = json!({ "date": on(6), "reason": reason });
        if charges > 0 {
            bounce["charges_paise"] = json!(charges);
        }
        let doc = site.must(&accounts, &doc, "bounce", bounce)?;
        if again {
            site.must(&accounts, &doc, "redeposit", json!({ "date": on(1) }))?;
        }
    }
    waiting(site, known, &mut next)?;
    paid_by_hand(site, known, &owing)?;
    given_up(site, known, &mut next)
}

/// A draft, and what waits for accounts.
fn waiting(site: &mut Site, known: &Known, next: &mut dyn FnMut() -> usize) -> Result<(), Fault> {
    for (mode, amount, sent) in
        [("neft", 24_500_000, true), ("cash", 4_200_000, true), ("upi", 1_850_000, false)]
    {
        let turn = count(site)?;
        let record = record(site, turn, mode, amount);
        let (doc, sales) = drafted(site, known, next(), record)?;
        if sent {
            site.must(&sales, &doc, "submit", json!({}))?;
        }
    }
    let turn = count(site)?;
    let mut advance = record(site, turn, "rtgs", 50_000_000);
    advance["spread"] = json!("none");
    advance["narration"] = json!("Advance for the next lot");
    written(site, known, next(), advance).map(|_| ())
}

/// An invoice paid short by the tax that the customer deducts, and a small discount.
fn paid_by_hand(site: &mut Site, known: &Known, owing: &[(usize, String)]) -> Result<(), Fault> {
    let Some((customer, invoice)) = owing.last() else { return Ok(()) };
    let turn = count(site)?;
    let (tds, discount, money) = (12_500, 20_000, 2_467_500);
    let mut record = record(site, turn, "neft", money);
    record["spread"] = json!("hand");
    record["allocations"] = json!([{
        "invoice": invoice, "amount_paise": money, "tds_paise": tds, "discount_paise": discount,
    }]);
    written(site, known, *customer, record).map(|_| ())
}

/// A cheque that was given back, and a transfer that was entered for another firm.
fn given_up(site: &mut Site, known: &Known, next: &mut dyn FnMut() -> usize) -> Result<(), Fault> {
    let admin = person(known, "ADMIN")?.clone();
    let turn = count(site)?;
    let record = self::record(site, turn, "cheque", 8_800_000);
    let doc = written(site, known, next(), record)?;
    site.must(&admin, &doc, "cancel", json!({ "remarks": "Replaced by a transfer" }))?;
    let turn = count(site)?;
    let record = self::record(site, turn, "imps", 3_300_000);
    let doc = written(site, known, next(), record)?;
    site.must(&admin, &doc, "reverse", json!({ "remarks": "Entered for another firm" }))?;
    Ok(())
}

/// Customers with an invoice of which a good deal is open, each with that invoice.
fn owing(site: &Site, known: &Known) -> Result<Vec<(usize, String)>, Fault> {
    let mut found = Vec::new();
    for (at, customer) in known.customers.iter().enumerate() {
        let open = Range::prefix(&balance_key("open", &[&customer.id]));
        for (key, text) in site.state.scan(&open, usize::MAX)? {
            let open: Value = serde_json::from_slice(&text).unwrap_or_default();
            let item = keys::parts(&key).last().copied().unwrap_or_default().to_owned();
            let invoice = site.find("invoice", &item)?.is_some();
            if invoice && open["balance_paise"].as_i64() > Some(5_000_000) {
                found.push((at, item));
                break;
            }
        }
    }
    Ok(found)
}
