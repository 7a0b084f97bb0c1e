//! A return's record: its invoice, what is asked for and may be, how it is sent, and how it is given up.

use std::sync::Arc;

use serde_json::Value;

use super::settle;
use super::sold::{SoldLot, claim, sold_of, value_of};
use super::{
    BM_PENDING, DRAFT, FLOW, REJECTED, ReturnLine, ReturnLot, SALES_RETURN, lines_of, lots_of,
    set_lots,
};
use crate::declare::case::{Case, Look};
use crate::declare::grant::ScopeKind;
use crate::docs::batches::BATCH;
use crate::docs::invoices::{self, INVOICE, Invoice};
use crate::docs::places::YARD;
use crate::docs::{four_eyes, goods, org, reasons, settings, standing};
use crate::error::{Code, Halt, Issue, done};
use crate::gst::amended;
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::Qty;
use crate::said;
use crate::said::Said;
use crate::schema::check::{self, Strictness};
use crate::value::{Day, Grams, grouped, kg, part};
use crate::write::within;

/// The invoice as the person sees it; only posted ones have goods with their customer.
fn invoice_of(look: &Look, doc: &Doc) -> Result<(Arc<Doc>, Invoice), Halt> {
    let only = "goods of a posted invoice come back";
    invoices::noted::posted(look, doc.text("invoice").unwrap_or_default(), only)
}

/// What the invoice says, where the goods go, and how much of each line is asked for.
pub fn rules(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    four_eyes::changed(case, doc);
    let (found, invoice) = invoice_of(case, doc)?;
    describe(case, doc, &found, &invoice)?;
    ask(case, doc, &found.id, &invoice)
}

fn describe(look: &Look, doc: &mut Doc, found: &Doc, invoice: &Invoice) -> Result<(), Halt> {
    if doc.get("yard").is_none() {
        doc.set("yard", invoice.yard.clone());
    }
    let yard = look.doc(&YARD, doc.text("yard").unwrap_or_default())?;
    doc.branch = found.branch.clone();
    doc.owner = found.owner.clone();
    doc.yard = Some(yard.id.clone());
    doc.set("date", look.today().to_string());
    doc.set("invoice_no", found.doc_no.clone());
    doc.set("customer", invoice.customer.clone());
    doc.set("customer_name", invoice.customer_name.clone());
    doc.set("order_no", invoice.order_no.clone());
    let sold_on = invoice.date.unwrap_or(look.today());
    let until = sold_on.plus(settings::int_of(look, "return_days")? as i32);
    doc.set("invoice_date", sold_on.to_string());
    doc.set("return_by", until.to_string());
    doc.set("late", look.today() > until);
    doc.set("gst_until", amended::last_day(sold_on).to_string());
    Ok(())
}

/// Each line as goods, within what may still be returned of it.
fn ask(look: &Look, doc: &mut Doc, id: &str, invoice: &Invoice) -> Result<(), Halt> {
    let sold = sold_of(look, id, invoice)?;
    let (mut lots, mut issues) = (Vec::new(), Vec::new());
    let (mut amount, mut orders) = (0_i64, Vec::<String>::new());
    let lines = lines_of(doc)?;
    for (at, line) in lines.iter().enumerate() {
        let twice =
            lines[..at].iter().any(|one| (one.line, &one.batch) == (line.line, &line.batch));
        match lot_of(look, line, &sold, twice)? {
            Ok(lot) => {
                let of = usize::try_from(line.line).ok().and_then(|at| invoice.lines.get(at));
                amount += of.map_or(0, |of| value_of(of, lot.asked()));
                orders.extend(of.map(|of| of.order.clone()).filter(|id| !orders.contains(id)));
                lots.push(lot);
            }
            Err(issue) => {
                issues.push(Issue { path: format!("lines.{at}.{}", issue.path), ..issue })
            }
        }
    }
    done(issues)?;
    doc.set("orders", if orders.is_empty() { invoice.orders.clone() } else { orders });
    set_lots(doc, &lots, ReturnLot::asked);
    doc.set("amount_paise", amount);
    Ok(())
}

/// One line as goods, or why it cannot be.
fn lot_of(
    look: &Look,
    line: &ReturnLine,
    sold: &[SoldLot],
    twice: bool,
) -> Result<Result<ReturnLot, Issue>, Halt> {
    let wrong = |path: &str, code: Code, message: Said| Ok(Err(Issue::new(path, code, message)));
    if !sold.iter().any(|one| one.line == line.line) {
        return wrong("line", Code::Input, "The invoice does not have this line".into());
    }
    let Some(one) = sold.iter().find(|one| (one.line, &one.batch) == (line.line, &line.batch))
    else {
        let no = look.find(BATCH.key, &line.batch)?;
        let no = no.map_or_else(|| line.batch.clone(), |batch| batch.title(&BATCH));
        let message = said!("This line was not loaded of batch {no}", no);
        return wrong("batch", Code::Input, message);
    };
    if twice {
        let message = "This batch of the line is listed twice".into();
        return wrong("batch", Code::Input, message);
    }
    let left = one.left();
    let counted = one.qty.pcs > 0;
    let pcs = line.pcs.unwrap_or(0);
    if !counted && pcs > 0 && goods::stock_mode(look, &one.sku)? == "kg" {
        return wrong("pcs", Code::Input, "This product is kept by weight only".into());
    }
    let weight = match line.weight_g.filter(|g| *g > 0) {
        Some(g) => g,
        None if counted => part(left.g, pcs.min(left.pcs), left.pcs),
        None => 0,
    };
    let asked = Qty::new(pcs, weight);
    if counted && pcs == 0 {
        return wrong("pcs", Code::Required, "Enter the pieces".into());
    }
    if !counted && asked.g == 0 {
        return wrong("weight_g", Code::Required, "Enter the weight".into());
    }
    if (left - asked).any_negative() {
        let path = if asked.pcs > left.pcs { "pcs" } else { "weight_g" };
        return wrong(path, Code::OverReturn, over(left));
    }
    if let Some(message) = pieces_without_weight(left, asked) {
        return wrong("weight_g", Code::Input, message);
    }
    Ok(Ok(ReturnLot {
        line: line.line,
        batch: line.batch.clone(),
        sku: one.sku.clone(),
        pcs: asked.pcs,
        weight_g: asked.g,
        ..ReturnLot::default()
    }))
}

/// The refusal of who asks for more than was sold and did not come back.
fn over(left: Qty) -> Said {
    let (pcs, weight) = (grouped(left.pcs), kg(Grams(left.g)));
    said!("Only {pcs} pcs ({weight}) of this line can still be returned", pcs, weight)
}

/// What some pieces weigh leaves a weight for the others, and pieces have one.
pub fn pieces_without_weight(of: Qty, taken: Qty) -> Option<Said> {
    let rest = of - taken;
    match () {
        () if of.g > 0 && taken.pcs > 0 && taken.g == 0 => {
            Some("Enter the weight of the pieces".into())
        }
        () if of.g > 0 && rest.pcs > 0 && rest.g == 0 => {
            Some(said!("{pcs} pcs would be left without weight", pcs = grouped(rest.pcs)))
        }
        () => None,
    }
}

/// The record is complete, and what it asks for is claimed of the invoice; the number is given.
pub fn submit(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let (found, invoice) = invoice_of(case, doc)?;
    describe(case, doc, &found, &invoice)?;
    ask(case, doc, &found.id, &invoice)?;
    let checked = check::check(&SALES_RETURN, &doc.record, Some(&doc.record), Strictness::Complete);
    let mut issues = checked.issues;
    let yard = case.doc(&YARD, doc.text("yard").unwrap_or_default())?;
    if !yard.is_active() {
        let message = said!("{yard} is inactive", yard = yard.name(&YARD));
        issues.push(Issue::new("yard", Code::Input, message));
    }
    issues.extend(photo_issue(case, doc)?);
    done(issues)?;
    let branch = doc.branch.clone().unwrap_or_default();
    if doc.doc_no.is_none() {
        doc.doc_no = Some(org::next_number(case, &SALES_RETURN, &branch, case.today())?);
    }
    let lots = lots_of(doc)?;
    claim(case, doc, &[], (&lots, ReturnLot::asked))?;
    doc.set("proposed", settle::proposed(case, doc)?);
    doc.set("submitted_by", case.actor.id.clone());
    four_eyes::changed(case, doc);
    Ok(BM_PENDING)
}

/// Some reasons are shown.
fn photo_issue(look: &Look, doc: &Doc) -> Result<Option<Issue>, Halt> {
    if standing::has_photos(doc) {
        return Ok(None);
    }
    for line in lines_of(doc)? {
        let reason = line.reason.as_deref().unwrap_or_default();
        if reasons::needs_photo(look, "return", reason)? {
            let message = said!(
                "A photo is needed for goods returned for: {reason}",
                reason = reasons::words(look, "return", reason)?
            );
            return Ok(Some(Issue::new("photos", Code::Required, message)));
        }
    }
    Ok(None)
}

/// What the steps behind the request had found.
const FOUND_SINCE: &[&str] = &[
    "settlement",
    "approved_by",
    "came_on",
    "tare_g",
    "gross_g",
    "net_g",
    "slip_no",
    "received_at",
    "received_by",
];

/// Back to its draft: nothing is claimed, and nothing of it was decided.
pub fn withdraw(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let mut lots = lots_of(doc)?;
    claim(case, doc, &lots, (&[], ReturnLot::asked))?;
    for lot in &mut lots {
        (lot.approved_pcs, lot.approved_g) = (0, 0);
        (lot.received_pcs, lot.received_g) = (0, 0);
    }
    for key in FOUND_SINCE {
        doc.record.remove(*key);
    }
    set_lots(doc, &lots, ReturnLot::asked);
    Ok(DRAFT)
}

/// It does not come: what it claimed may be asked for again.
pub fn give_up(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let lots = lots_of(doc)?;
    claim(case, doc, &lots, (&[], ReturnLot::asked))?;
    Ok(REJECTED)
}

/// For whoever reads it: a time limit that is over, and a credit note that no longer lowers the tax.
pub fn warn(look: &Look, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    let mut issues = Vec::new();
    let open = !FLOW.at_rest(&doc.status);
    let found = look.seen(&INVOICE, doc.text("invoice").unwrap_or_default())?;
    let Some(sold_on) =
        found.as_ref().and_then(|found| found.text("date").and_then(Day::parse)).filter(|_| open)
    else {
        return Ok(issues);
    };
    if let Some(message) = amended::too_late(sold_on, look.today()) {
        issues.push(Issue::new("invoice", Code::Rule, message));
    }
    let by = sold_on.plus(settings::int_of(look, "return_days")? as i32);
    if look.today() > by && [DRAFT, BM_PENDING].contains(&doc.status.as_str()) {
        let message = said!(
            "Returns of this invoice were taken until {until}: the branch manager must accept it after the \
             time limit",
            until = by.shown()
        );
        issues.push(Issue::new("late", Code::Rule, message));
    }
    Ok(issues)
}

/// Why an invoice cannot be taken back any more: its goods are being returned, or are back.
pub fn of_invoice_issue(look: &Look, invoice: &Doc) -> Result<Option<Said>, Halt> {
    let branch = invoice.branch.as_deref().unwrap_or_default();
    let scope = (ScopeKind::Branch, branch);
    for id in within::ids_of(look, &SALES_RETURN, scope, "invoice", &invoice.id)? {
        let Some(doc) = look.find(SALES_RETURN.key, &id)? else { continue };
        let name = doc.name(&SALES_RETURN);
        if super::is_back(&doc.status) {
            let message = said!("Goods came back by {name}; only a credit note is possible", name);
            return Ok(Some(message));
        }
        if FLOW.is_under_way(&doc.status) {
            return Ok(Some(said!(
                "{name} returns goods of this invoice; withdraw it first",
                name
            )));
        }
    }
    Ok(None)
}

/// The photos that a step brought, behind those of the steps before.
pub fn add_photos(doc: &mut Doc, inputs: &Record) {
    let of = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    let mut photos = of(doc.get("yard_photos"));
    for photo in of(inputs.get("photos")) {
        if !photos.contains(&photo) {
            photos.push(photo);
        }
    }
    if !photos.is_empty() {
        doc.set("yard_photos", photos);
    }
}
