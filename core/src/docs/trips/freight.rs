//! The freight of a trip: what is agreed, the advance, and the settlement with the transporter.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{DELIVERED, PARTLY, SETTLED, TRIP, TripStop, stops_of};
use crate::declare::case::{Case, Look};
use crate::docs::customers::CUSTOMER;
use crate::docs::formats::percent_shown;
use crate::docs::orders::{ORDER, Order};
use crate::docs::suppliers::{self, VENDOR};
use crate::docs::{four_eyes, org, places, settings, tax, terms};
use crate::error::{Code, Halt, Issue, done};
use crate::gst::{Split, Tax, TaxLine};
use crate::kept::doc::{Doc, Record};
use crate::ledger::payables::{self, Payable};
use crate::ledger::{Source, books, credit};
use crate::said;
use crate::value::{Paise, amount, part, parts, rupees};

/// Vouchers of advances are numbered from here on, those of charged customers from there.
const ADVANCES: u32 = 100;
const CHARGES: u32 = 200;

fn int(record: &Record, key: &str) -> i64 {
    record.get(key).and_then(Value::as_i64).unwrap_or(0)
}

fn text<'r>(record: &'r Record, key: &str) -> Option<&'r str> {
    record.get(key).and_then(Value::as_str)
}

/// Rules between the fields of the freight.
pub fn check(record: &Record, issues: &mut Vec<Issue>) {
    let mut need = |key: &str, message: &'static str| {
        if record.get(key).is_none() {
            issues.push(Issue::new(key, Code::Required, message));
        }
    };
    match text(record, "freight_basis") {
        Some(basis) => {
            need("freight_rate_paise", "Freight rate is required");
            if basis == "km" {
                need("km", "Enter the distance: the freight is by the kilometre");
            }
        }
        None if record.contains_key("freight_rate_paise") => {
            need("freight_basis", "Select what the freight rate is for");
        }
        None => {}
    }
}

/// The freight by its basis, from what is on the vehicle.
fn agreed(doc: &Doc) -> i64 {
    let int = |key: &str| doc.int(key).unwrap_or(0);
    let rate = int("freight_rate_paise");
    match doc.text("freight_basis") {
        Some("mt") => amount(int("weight_g"), rate, 1_000_000).map_or(0, |paise| paise.0),
        Some("km") => rate.saturating_mul(int("km")),
        Some(_) => rate,
        None => 0,
    }
}

/// Sets the freight, and refuses what a transporter's trip lacks or an own vehicle has too much of.
pub fn issues(look: &Look, doc: &mut Doc) -> Result<Vec<Issue>, Halt> {
    let mut issues = Vec::new();
    let mut refuse =
        |key: &str, code: Code, message: &'static str| issues.push(Issue::new(key, code, message));
    match (doc.get("vendor").is_some(), doc.get("freight_basis").is_some()) {
        (true, false) => {
            refuse("freight_basis", Code::Required, "Select what the transporter is paid by");
        }
        (false, true) => {
            refuse("freight_basis", Code::Input, "Nobody is paid freight for a vehicle of our own");
        }
        _ => {}
    }
    if doc.get("vendor").is_some() && doc.get("freight_tax").is_none() {
        refuse("freight_tax", Code::Required, "Select who pays the GST on the freight");
    }
    reckon(doc);
    let most = most_advance(look, doc)?;
    let wanted = doc.int("advance_paise").unwrap_or(0);
    issues.extend(too_much(look, "advance_paise", wanted, most)?);
    Ok(issues)
}

/// The most that is paid before the goods arrive.
fn most_advance(look: &Look, doc: &Doc) -> Result<i64, Halt> {
    let share = settings::int_of(look, "freight_advance_bp")?;
    Ok(part(doc.int("freight_paise").unwrap_or(0), share, 10_000))
}

fn too_much(look: &Look, path: &str, paise: i64, most: i64) -> Result<Option<Issue>, Halt> {
    if paise <= most {
        return Ok(None);
    }
    let share = percent_shown(settings::int_of(look, "freight_advance_bp")?);
    let message = said!(
        "An advance is at most {share} of the freight: {most}",
        share,
        most = rupees(Paise(most))
    );
    Ok(Some(Issue::new(path, Code::Input, message)))
}

/// Works the freight out again, with what is known of weight and distance by now.
pub fn reckon(doc: &mut Doc) {
    doc.set("freight_paise", agreed(doc));
    doc.set("total_paise", owed(doc));
}

/// An advance is paid to a transporter, as long as something of it may be.
pub fn may_pay_advance(look: &Look, doc: &Doc) -> Result<(), Halt> {
    let paid = doc.int("advance_paid_paise").unwrap_or(0);
    let message = match () {
        () if doc.get("vendor").is_none() => "No transporter carries these goods",
        () if most_advance(look, doc)? <= paid => "Nothing more is paid in advance",
        () => return Ok(()),
    };
    Err(Halt::refuse(Code::Rule, message))
}

/// The account that money goes out of.
fn paid_from(inputs: &Record) -> Option<&'static str> {
    match text(inputs, "paid_by") {
        Some("cash") => Some(books::CASH),
        Some("bank_transfer") => Some(books::BANK),
        _ => None,
    }
}

/// A bank transfer has its UTR, and cash has none.
pub fn utr_rule(inputs: &Record, issues: &mut Vec<Issue>) {
    let message = match (text(inputs, "paid_by"), inputs.contains_key("utr")) {
        (Some("bank_transfer"), false) => "UTR is required for a bank transfer",
        (Some("cash" | "account"), true) => "Only a bank transfer has a UTR",
        _ => return,
    };
    let code = if inputs.contains_key("utr") { Code::Input } else { Code::Required };
    issues.push(Issue::new("utr", code, message));
}

fn check_day(look: &Look, doc: &Doc) -> Result<(), Halt> {
    let branch = doc.branch.as_deref().unwrap_or_default();
    org::check_posting_day(look, TRIP.key, branch, look.today(), "")
}

fn transporter(doc: &Doc) -> Option<String> {
    doc.text("vendor").map(|id| books::party(VENDOR.key, id))
}

/// Money goes to the transporter before the freight is settled, and is set off then.
pub fn pay_advance(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    check_day(case, doc)?;
    let paid = doc.int("advance_paid_paise").unwrap_or(0);
    let more = int(inputs, "amount_paise");
    let most = most_advance(case, doc)? - paid;
    done(too_much(case, "amount_paise", more, most)?.into_iter().collect())?;
    let (Some(party), Some(from)) = (transporter(doc), paid_from(inputs)) else { return Ok("") };
    let line = ADVANCES + doc.version % 100;
    let today = case.today();
    let source = Source::new(TRIP.key, &doc.id, line, today);
    books::post(case, &source, today, &[(&party, more), (from, -more)])?;
    doc.set("advance_paid_paise", paid + more);
    Ok("")
}

/// Who planned a trip does not settle its freight.
pub fn may_settle(look: &Look, doc: &Doc) -> Result<(), Halt> {
    four_eyes::another_person(look, doc, "trip_settle", "settle its freight")
}

/// What is owed for the trip, without tax: the freight and what came on top of it.
fn owed(doc: &Doc) -> i64 {
    let own = ["freight_paise", "hamali_paise", "detention_paise"];
    let own: i64 = own.iter().filter_map(|key| doc.int(key)).sum();
    let rows = doc.get("expenses").and_then(Value::as_array);
    let of = |row: &Value| row.get("amount_paise").and_then(Value::as_i64);
    own + rows.into_iter().flatten().filter_map(of).sum::<i64>()
}

/// The settlement: the freight is owed, its tax accounted for, what was lost claimed, the advance set off and
/// the balance paid. Each is a voucher of its own.
pub fn settle(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    check_day(case, doc)?;
    let gross = owed(doc);
    let claim = claim(doc, inputs)?;
    let [charged, reverse] = taxes(case, doc, inputs, gross)?;
    let advance = doc.int("advance_paid_paise").unwrap_or(0);
    let balance = gross + charged.total().0 - advance - claim;
    let party = transporter(doc);
    done(balance_issues(party.is_some(), balance, inputs))?;
    let owes = party.clone().unwrap_or_else(|| books::CASH.to_owned());
    let vouchers: [&[(&str, i64)]; 3] = [
        &[
            (books::FREIGHT_OUTWARD, gross),
            (books::INPUT_TAX, charged.total().0),
            (&owes, -(gross + charged.total().0)),
        ],
        &[(books::INPUT_TAX, reverse.total().0), (books::RCM_PAYABLE, -reverse.total().0)],
        &[(&owes, claim), (books::CHARGES_RECOVERED, -claim)],
    ];
    let today = case.today();
    for (line, rows) in (0_u32..).zip(vouchers) {
        books::post(case, &Source::new(TRIP.key, &doc.id, line, today), today, rows)?;
    }
    if let (Some(party), Some(from)) = (&party, paid_from(inputs)) {
        let source = Source::new(TRIP.key, &doc.id, 3, today);
        books::post(case, &source, today, &[(party, balance), (from, -balance)])?;
        doc.set("paid_paise", balance);
    } else if let Some(party) = party.as_deref().filter(|_| balance > 0) {
        payables::charge(case, party, &doc.id, &payable(case, doc, inputs, balance)?)?;
    }
    let recovered = charge_customers(case, doc, gross)?;
    for key in ["bill_no", "paid_by", "utr"] {
        if let Some(value) = inputs.get(key) {
            doc.set(key, value.clone());
        }
    }
    let tax = charged.total().0 + reverse.total().0;
    let found = [
        ("claim_paise", claim),
        ("tax_paise", tax),
        ("balance_paise", balance),
        ("recovered_paise", recovered),
    ];
    for (key, paise) in found {
        doc.set(key, paise);
    }
    doc.set("settled_by", case.actor.id.clone());
    doc.record = TRIP.ordered(std::mem::take(&mut doc.record));
    Ok(SETTLED)
}

/// What is still owed to the transporter, due by their terms.
fn payable(case: &Look, doc: &Doc, inputs: &Record, paise: i64) -> Result<Payable, Halt> {
    let vendor = case.doc(&VENDOR, doc.text("vendor").unwrap_or_default())?;
    let bill_no = text(inputs, "bill_no").or(doc.doc_no.as_deref()).unwrap_or_default();
    Ok(Payable {
        paise,
        of_paise: paise,
        due: suppliers::due_day(case, Some(&vendor), vendor.text("payment_term"), case.today())?,
        kind: doc.kind.clone(),
        bill_no: bill_no.to_owned(),
    })
}

/// What is claimed of the transporter: the value of what was lost, or less where that was agreed.
fn claim(doc: &Doc, inputs: &Record) -> Result<i64, Halt> {
    let lost: i64 = stops_of(doc)?.iter().filter_map(|stop| stop.claim_paise).sum();
    let wanted = inputs.get("claim_paise").and_then(Value::as_i64).unwrap_or(lost);
    let message = match () {
        () if wanted > lost => {
            said!("Goods worth {lost} were lost; no more is claimed", lost = rupees(Paise(lost)))
        }
        () if wanted < lost && inputs.get("remarks").is_none() => {
            "Less is claimed than was lost. Please enter remarks (at least 5 characters)".into()
        }
        () => return Ok(wanted),
    };
    let path = if wanted > lost { "claim_paise" } else { "remarks" };
    let code = if wanted > lost { Code::Input } else { Code::Required };
    done(vec![Issue::new(path, code, message)]).map(|()| wanted)
}

/// The tax that the transporter charges, and the one that we owe in their place (CGST Act, s. 9(3)).
fn taxes(look: &Look, doc: &Doc, inputs: &Record, gross: i64) -> Result<[Tax; 2], Halt> {
    let how = doc.text("freight_tax").filter(|_| doc.get("vendor").is_some());
    let charged = int(inputs, "tax_paise");
    if how != Some("forward") && charged > 0 {
        let message = "The transporter of this trip charges no GST";
        done(vec![Issue::new("tax_paise", Code::Input, message)])?;
    }
    let mut taxes = [Tax::default(); 2];
    match how {
        Some("forward") => taxes[0].igst = Paise(charged),
        Some("rcm") => {
            let rows = settings::value(look, "freight_gst_rates")?;
            let rows = rows.as_array().map(Vec::as_slice).unwrap_or_default();
            let rate = tax::rate_on(rows, look.today()).unwrap_or(0);
            taxes[1] = TaxLine::new(Paise(gross), rate).tax(split(look, doc)?);
        }
        _ => {}
    }
    Ok(taxes)
}

/// The transporter's state against that of the yard that the goods left.
fn split(look: &Look, doc: &Doc) -> Result<Split, Halt> {
    let vendor = look.doc(&VENDOR, doc.text("vendor").unwrap_or_default())?;
    let theirs = places::gst_code(look, vendor.text("state"))?;
    let ours = places::yard_gst_code(look, doc.yard.as_deref().unwrap_or_default())?;
    Ok(if theirs == ours { Split::Intra } else { Split::Inter })
}

fn balance_issues(carried: bool, balance: i64, inputs: &Record) -> Vec<Issue> {
    let paid_by = text(inputs, "paid_by");
    let (code, message) = match (carried, balance.signum(), paid_by) {
        (true, 1, None) => (Code::Required, "Select how the balance is paid"),
        (true, -1, Some("cash" | "bank_transfer")) => {
            (Code::Input, "The transporter owes us: leave it on the transporter's account")
        }
        (false, _, Some(_)) => (Code::Input, "No transporter carried these goods"),
        _ => return Vec::new(),
    };
    vec![Issue::new("paid_by", code, message)]
}

/// What each customer is charged: the share of Ex-yard goods, by weight, of what the trip cost.
fn shares(look: &Look, stops: &[TripStop], gross: i64) -> Result<BTreeMap<String, i64>, Halt> {
    let weights: Vec<i64> = stops.iter().map(|stop| stop.weight_g).collect();
    let mut shares = BTreeMap::new();
    for (stop, share) in stops.iter().zip(parts(gross, &weights)) {
        let handed = [DELIVERED, PARTLY].contains(&stop.state.as_str());
        let theirs = handed && stop.price_basis.as_deref() == Some("ex_yard");
        let Some(order) = stop.order.as_deref().filter(|_| theirs) else { continue };
        let order = Order::of(&*look.doc(&ORDER, order)?)?;
        *shares.entry(order.customer).or_default() += share;
    }
    Ok(shares)
}

/// Who bought Ex-yard bears the freight: at what it cost, without a margin, as their agent (CGST Rules 2017,
/// rule 33).
fn charge_customers(case: &mut Case, doc: &Doc, gross: i64) -> Result<i64, Halt> {
    if !settings::flag(case, "recover_ex_yard")? {
        return Ok(0);
    }
    let today = case.today();
    let mut sum = 0;
    for (at, (customer, paise)) in (0_u32..).zip(shares(case, &stops_of(doc)?, gross)?) {
        if paise <= 0 {
            continue;
        }
        let term = case.doc(&CUSTOMER, &customer)?.text("payment_term").map(str::to_owned);
        let due = terms::due_day(case, term.as_deref(), today)?;
        credit::charge(case, &customer, (TRIP.key, &doc.id), paise, due)?;
        let account = books::customer(&customer);
        let source = Source::new(TRIP.key, &doc.id, CHARGES + at, today);
        books::post(case, &source, today, &[(&account, paise), (books::FREIGHT, -paise)])?;
        sum += paise;
    }
    Ok(sum)
}
