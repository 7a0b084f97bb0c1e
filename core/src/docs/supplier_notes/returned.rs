//! Goods that go back to their supplier: out of stock at what they cost, claimed at what they were bought for.

use serde_json::Value;

use super::{PENDING, POSTED, REVERSED, SUPPLIER_NOTE, party, set_settled, unbook, unsettle};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH};
use crate::docs::goods::SKU;
use crate::docs::inwards::approve::{acts_here, day_of, send, supplier_issue};
use crate::docs::inwards::save::{begin, find_supplier, int, lines_of, qty_of, sum_up, text};
use crate::docs::inwards::{self, INWARD};
use crate::docs::purchase_orders::{PURCHASE_ORDER, measure};
use crate::docs::{four_eyes, org};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::payables;
use crate::ledger::stock::{self, Side, StockPlace};
use crate::ledger::{Source, books};
use crate::said;
use crate::said::Said;
use crate::value::{self, RateUom, part};

/// What each batch was bought for, and the sums.
pub fn rules(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    doc.set("kind", "return");
    if let Some(supplier) = find_supplier(case, doc)? {
        doc.set("supplier_name", supplier.text("name").unwrap_or_default());
    }
    begin(case, &SUPPLIER_NOTE, doc)?;
    let mut lines = lines_of(doc);
    let mut issues = Vec::new();
    for (at, line) in lines.iter_mut().enumerate() {
        issues.extend(price(case, doc, at, line)?);
    }
    done(issues)?;
    sum_up(doc, lines);
    let sums = ["amount_paise", "tax_paise"].map(|key| doc.int(key).unwrap_or(0));
    doc.set("total_paise", sums[0].saturating_add(sums[1]));
    for key in ["total_pcs", "total_g"] {
        doc.record.remove(key);
    }
    doc.record = SUPPLIER_NOTE.ordered(std::mem::take(&mut doc.record));
    Ok(())
}

/// Prices a line as its inward did, or says why its goods do not go back.
fn price(case: &Look, doc: &Doc, at: usize, line: &mut Record) -> Result<Option<Issue>, Halt> {
    let batch = case.doc(&BATCH, text(line, "batch"))?;
    let wrong = |message: Said| Some(Issue::new(format!("lines.{at}.batch"), Code::Input, message));
    if batch.text("supplier") != doc.text("supplier") {
        return Ok(wrong(said!(
            "Batch {batch} is not of this supplier",
            batch = batch.title(&BATCH)
        )));
    }
    let inward = batch.text("inward").map(|id| case.find(INWARD.key, id)).transpose()?.flatten();
    let bought = inward.as_deref().filter(|inward| inward.status == inwards::APPROVED);
    let Some((inward, of)) = bought.and_then(|inward| {
        let of = lines_of(inward).into_iter().find(|of| text(of, "batch") == batch.id)?;
        Some((inward, of))
    }) else {
        return Ok(wrong(said!("Batch {batch} came with no inward", batch = batch.title(&BATCH))));
    };
    if !is_billed(case, inward, &of)? {
        let message = "Its goods are not billed yet: match the bill first, or reverse the inward";
        return Ok(wrong(message.into()));
    }
    let sku = case.doc(&SKU, text(&of, "sku"))?;
    let uom = RateUom::parse(text(&of, "rate_uom")).unwrap_or(RateUom::Mt);
    let length = sku.int("length_mm").unwrap_or(0);
    let (rate, qty) = (int(&of, "rate_paise"), qty_of(line));
    let amount = value::line_amount(uom, rate, qty.pcs, qty.g, length).map_or(0, |paise| paise.0);
    let tax = part(int(&of, "tax_paise"), amount, int(&of, "amount_paise").max(1));
    let found: [(&str, Value); 6] = [
        ("sku", sku.id.clone().into()),
        ("rate_paise", rate.into()),
        ("rate_uom", uom.name().into()),
        ("amount_paise", amount.into()),
        ("tax_paise", tax.into()),
        ("cost_paise", batches::cost_of(&batch, qty).into()),
    ];
    found.into_iter().for_each(|(key, value)| drop(line.insert(key.to_owned(), value)));
    Ok(None)
}

/// Whether the supplier is owed the goods of an inward's line: with the inward itself, or by the bills of its order.
fn is_billed(case: &Look, inward: &Doc, line: &Record) -> Result<bool, Halt> {
    let Some(order) = inward.text("purchase_order") else { return Ok(true) };
    let lines = lines_of(&*case.doc(&PURCHASE_ORDER, order)?);
    let nth = usize::try_from(int(line, "order_line") - 1).ok();
    let billed = |of: &Record| {
        measure(of, "billed_pcs", "billed_g") >= measure(of, "received_pcs", "received_g")
    };
    Ok(nth.and_then(|nth| lines.get(nth)).is_some_and(billed))
}

pub fn submit(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let mut issues: Vec<Issue> = supplier_issue(case, doc)?.into_iter().collect();
    for (at, line) in lines_of(doc).iter().enumerate() {
        if qty_of(line).is_zero() {
            let message = "Enter the pieces or the weight that goes back";
            issues.push(Issue::new(format!("lines.{at}.weight_g"), Code::Required, message));
        }
    }
    send(case, &SUPPLIER_NOTE, doc, issues)?;
    Ok(PENDING)
}

pub fn may_approve(case: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(case, doc)?;
    four_eyes::another_person(case, doc, "supplier_note_approve", "approve")?;
    org::check_open_day(case, doc.branch.as_deref().unwrap_or_default(), day_of(doc), "date")
}

/// The goods leave their yard, and what they were bought for is set against what is due to the supplier first.
pub fn approve(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    four_eyes::seen(doc);
    let day = day_of(doc);
    let yard = doc.text("yard").unwrap_or_default().to_owned();
    let mut lines = lines_of(doc);
    let (mut cost, mut amount, mut tax) = (0_i64, 0_i64, 0_i64);
    for (at, line) in lines.iter_mut().enumerate() {
        let place = StockPlace::free(&yard, text(line, "sku"), text(line, "batch"));
        let source = Source::new(SUPPLIER_NOTE.key, &doc.id, at as u32, day);
        let posting = stock::post(case, Side::Stock(place), Side::Supplier, qty_of(line), &source)?;
        let worth = batches::cost_of(&*case.doc(&BATCH, text(line, "batch"))?, qty_of(line));
        line.insert("posting".to_owned(), posting.into());
        line.insert("cost_paise".to_owned(), worth.into());
        cost = cost.saturating_add(worth);
        amount = amount.saturating_add(int(line, "amount_paise"));
        tax = tax.saturating_add(int(line, "tax_paise"));
    }
    crate::docs::inwards::save::set_lines(doc, lines);
    let party = party(doc);
    let rows = [
        (party.as_str(), amount + tax),
        (books::STOCK, -cost),
        (books::COST_VARIANCE, cost - amount),
        (books::INPUT_TAX, -tax),
    ];
    let voucher = books::post(case, &Source::new(SUPPLIER_NOTE.key, &doc.id, 0, day), day, &rows)?;
    doc.set("voucher", voucher);
    let settled = payables::settle(case, &party, amount + tax)?;
    set_settled(doc, &settled);
    Ok(POSTED)
}

/// The goods come back into their yard, and the bills are open again.
pub fn reverse(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let today = case.today();
    let yard = doc.text("yard").unwrap_or_default().to_owned();
    for (at, line) in lines_of(doc).iter().enumerate() {
        let place = StockPlace::free(&yard, text(line, "sku"), text(line, "batch"));
        let seq = u64::try_from(int(line, "posting")).unwrap_or(0);
        let source = Source::new(SUPPLIER_NOTE.key, &doc.id, at as u32, today).reversing(seq);
        stock::post(case, Side::Supplier, Side::Stock(place), qty_of(line), &source)?;
    }
    let party = party(doc);
    unsettle(case, &party, doc)?;
    unbook(case, doc)?;
    Ok(REVERSED)
}
