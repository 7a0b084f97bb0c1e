//! The road of an inward to its approval, and what the approval brings into stock and books.

use serde_json::Value;

use super::save::{int, lines_of, qty_of, set_lines, text};
use super::{APPROVED, INWARD, PENDING, debit};
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, Lot};
use crate::docs::four_eyes;
use crate::docs::goods::{self, PRODUCT_GROUP, SKU};
use crate::docs::holds::{self, arrived::OnArrival};
use crate::docs::org;
use crate::docs::places::YARD;
use crate::docs::purchase_orders::received;
use crate::docs::settings;
use crate::docs::suppliers::{self, SUPPLIER};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::payables::{self, Payable};
use crate::ledger::stock::{self, Bucket, Side, StockPlace};
use crate::ledger::{Source, books, purchases};
use crate::said;
use crate::schema::DocType;
use crate::schema::check::{self, Strictness};
use crate::value::{self, Day, Grams, Paise};

/// A person acts on the inwards of their own yards and branches; others they only read.
pub fn acts_here(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let (yard, branch) = (doc.yard.as_deref(), doc.branch.as_deref());
    if case.actor.in_yard(yard.unwrap_or_default(), branch.unwrap_or_default()) {
        return Ok(());
    }
    let yard = yard.map(|id| case.doc(&YARD, id)).transpose()?;
    let name = yard.as_ref().and_then(|doc| doc.text("name")).unwrap_or("This yard");
    Err(Halt::refuse(Code::Scope, said!("{name} is outside your access", name)))
}

pub fn day_of(doc: &Doc) -> Day {
    doc.text("date").and_then(Day::parse).unwrap_or_default()
}

/// The record is complete and its date is one that may be posted; the number is given.
pub fn submit(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let mut issues = Vec::new();
    issues.extend(supplier_issue(case, doc)?);
    issues.extend(ewb_issue(case, doc)?);
    issues.extend(slip_issue(case, doc)?);
    for (at, line) in lines_of(doc).iter().enumerate() {
        line_issues(case, at, line, &mut issues)?;
        issues.extend(bought_issue(case, doc, at, line)?);
    }
    issues.extend(received::issues(case, doc)?);
    send(case, &INWARD, doc, issues)
}

/// Sends a complete record for approval, unless something is wrong with it or with its date; `more` is
/// what was found wrong besides.
pub fn send(
    case: &mut Case,
    def: &'static DocType,
    doc: &mut Doc,
    more: Vec<Issue>,
) -> Result<&'static str, Halt> {
    let branch = doc.branch.as_deref().unwrap_or_default();
    let day = org::check_posting_day(case, def.key, branch, day_of(doc), "date");
    send_on(case, def, doc, day, more)
}

/// The same where its date was judged by a rule of its own, with what that said.
pub fn send_on(
    case: &mut Case,
    def: &'static DocType,
    doc: &mut Doc,
    day: Result<(), Halt>,
    more: Vec<Issue>,
) -> Result<&'static str, Halt> {
    let mut issues = check::check(def, &doc.record, Some(&doc.record), Strictness::Complete).issues;
    issues.extend(more);
    match day {
        Err(Halt::Refused(refused)) => issues.extend(refused.issues),
        other => other?,
    }
    done(issues)?;
    let branch = doc.branch.clone().unwrap_or_default();
    if doc.doc_no.is_none() {
        doc.doc_no = Some(org::next_number(case, def, &branch, day_of(doc))?);
    }
    doc.set("submitted_by", case.actor.id.clone());
    four_eyes::changed(case, doc);
    Ok(PENDING)
}

/// A document is sent for approval with an active supplier.
pub fn supplier_issue(case: &Look, doc: &Doc) -> Result<Option<Issue>, Halt> {
    let Some(id) = doc.text("supplier") else { return Ok(None) };
    let supplier = case.doc(&SUPPLIER, id)?;
    let wrong = !supplier.is_active();
    let message = said!(
        "{supplier} is {status}",
        supplier = supplier.name(&SUPPLIER),
        status = supplier.status
    );
    Ok(wrong.then(|| Issue::new("supplier", Code::Input, message)))
}

fn ewb_issue(case: &Look, doc: &Doc) -> Result<Option<Issue>, Halt> {
    let threshold = settings::int_of(case, "ewb_threshold_paise")?;
    let worth = doc.int("supplier_invoice_paise").unwrap_or(0);
    let needed = worth > threshold && doc.get("ewb_no").is_none();
    let message = said!(
        "E-way bill is required (value {worth} > {threshold})",
        worth = value::rupees_short(Paise(worth)),
        threshold = value::rupees_short(Paise(threshold))
    );
    Ok(needed.then(|| Issue::new("ewb_no", Code::EwbNeeded, message)))
}

fn slip_issue(case: &Look, doc: &Doc) -> Result<Option<Issue>, Halt> {
    let needed = doc.get("slip_photo").is_none() && settings::flag(case, "inward_slip_photo")?;
    let message = "Photo of the weighbridge slip is required";
    Ok(needed.then(|| Issue::new("slip_photo", Code::Required, message)))
}

/// Goods are bought that are open for purchase, from a supplier with whom their group was agreed.
pub fn bought_issue(
    case: &Look,
    doc: &Doc,
    at: usize,
    line: &Record,
) -> Result<Option<Issue>, Halt> {
    let (id, path) = (text(line, "sku"), format!("lines.{at}.sku"));
    let sku = case.find(SKU.key, id)?;
    let closed =
        sku.as_ref().and_then(|sku| sku.text("purchase_status")).filter(|is| *is != "open");
    if let (Some(is), Some(sku)) = (closed, &sku) {
        let message = said!("{sku} is {is} for purchase", sku = sku.title(&SKU), is);
        return Ok(Some(Issue::new(path, Code::Rule, message)));
    }
    suppliers::group_issue(case, &SUPPLIER, doc.text("supplier"), id, path)
}

/// Pieces and weight as the product group keeps its stock; a rate of whoever sees rates.
pub fn line_issues(
    case: &Look,
    at: usize,
    line: &Record,
    issues: &mut Vec<Issue>,
) -> Result<(), Halt> {
    let mut miss = |key: &str, label: &str| {
        let message = said!("{label} is required", label);
        issues.push(Issue::new(format!("lines.{at}.{key}"), Code::Required, message));
    };
    let mode = goods::stock_mode(case, text(line, "sku"))?;
    if mode != "kg" && int(line, "pcs") == 0 {
        miss("pcs", "Pieces");
    }
    if mode != "pcs" && int(line, "weight_g") == 0 {
        miss("weight_g", "Weight");
    }
    if case.actor.sees_rates() && int(line, "rate_paise") == 0 {
        miss("rate_paise", "Rate");
    }
    if int(line, "rejected_pcs") + int(line, "rejected_g") > 0
        && text(line, "reject_reason").is_empty()
    {
        miss("reject_reason", "Reason for rejection");
    }
    if mode == "kg" && int(line, "pcs") > 0 {
        let message = "This product is kept by weight only";
        issues.push(Issue::new(format!("lines.{at}.pcs"), Code::Input, message));
    }
    Ok(())
}

/// Another person approves, in an open period, what has its rates.
pub fn may_approve(case: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(case, doc)?;
    four_eyes::another_person(case, doc, "inward_approve", "approve")?;
    rates_are_there(doc)?;
    org::check_open_day(case, doc.branch.as_deref().unwrap_or_default(), day_of(doc), "date")
}

/// Every line has its rate, whoever typed it.
pub fn rates_are_there(doc: &Doc) -> Result<(), Halt> {
    match lines_of(doc).iter().position(|line| int(line, "rate_paise") == 0) {
        Some(at) => {
            let message = said!("Line {line} has no rate yet", line = at + 1);
            Err(Halt::refuse(Code::Rule, message))
        }
        None => Ok(()),
    }
}

/// Batches, stock, cost and the supplier's claim.
pub fn approve(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    four_eyes::seen(doc);
    done(received::issues(case, doc)?)?;
    if inputs.get("remarks").and_then(Value::as_str).is_none() {
        let mut issues: Vec<Issue> = tolerance_issue(case, doc)?.into_iter().collect();
        issues.extend(rate_issues(case, doc)?);
        done(issues)?;
    }
    let mut lines = lines_of(doc);
    let costs = landed_costs(doc, &lines);
    let (id, supplier) = (doc.id.clone(), doc.text("supplier").map(str::to_owned));
    let origin = Origin {
        side: Side::Supplier,
        inward: Some(&id),
        supplier: supplier.as_deref(),
        additional: None,
    };
    for (at, (line, cost)) in lines.iter_mut().zip(costs).enumerate() {
        receive(case, doc, at, line, cost, &origin)?;
        purchases::note(case, text(line, "sku"), int(line, "rate_paise"), day_of(doc))?;
    }
    set_lines(doc, lines);
    received::count(case, doc, false)?;
    debit::propose(case, doc)?;
    let voucher = book(case, doc)?;
    doc.set("voucher", voucher);
    Ok(APPROVED)
}

/// Where the goods of a document come from, and the papers that their batches name.
#[derive(Clone, Copy)]
pub struct Origin<'a> {
    pub side: Side<'a>,
    pub inward: Option<&'a str>,
    pub additional: Option<&'a str>,
    pub supplier: Option<&'a str>,
}

/// One line's batch and its receipt into stock.
pub fn receive(
    case: &mut Case,
    doc: &Doc,
    at: usize,
    line: &mut Record,
    cost_paise: i64,
    origin: &Origin,
) -> Result<(), Halt> {
    let yard = doc.text("yard").unwrap_or_default();
    let qty = qty_of(line);
    let mill = ["coil_no", "heat_no"].into_iter().map(|key| text(line, key));
    let lot = Lot {
        sku: text(line, "sku"),
        yard,
        day: Day::parse(text(line, "in_since")).unwrap_or(day_of(doc)),
        qty,
        cost_paise,
        mill_no: mill.clone().find(|no| !no.is_empty()),
        line: Some(line),
        inward: origin.inward,
        additional: origin.additional,
        supplier: origin.supplier,
        ..Lot::default()
    };
    let batch = batches::open(case, &lot)?;
    let place = place_of(yard, line, &batch);
    let source = Source::new(&doc.kind, &doc.id, at as u32, day_of(doc));
    let posting = stock::post(case, origin.side, Side::Stock(place), qty, &source)?;
    if place.bucket == Bucket::Hold {
        let why = OnArrival {
            field: if doc.kind == INWARD.key { "inward" } else { "additional_inward" },
            id: &doc.id,
            reason: "QUALITY",
            remarks: "Held for quality when it came in",
        };
        let hold = holds::arrived::keep(case, &place, qty, &why)?;
        line.insert("stock_hold".to_owned(), hold.into());
    }
    line.insert("cost_paise".to_owned(), cost_paise.into());
    line.insert("posting".to_owned(), posting.into());
    line.insert("batch".to_owned(), batch.into());
    Ok(())
}

/// The place of a line's goods: free, or on hold for their quality.
pub fn place_of<'a>(yard: &'a str, line: &'a Record, batch: &'a str) -> StockPlace<'a> {
    let held = line.get("quality_hold").and_then(Value::as_bool).unwrap_or(false);
    let place = StockPlace::free(yard, text(line, "sku"), batch);
    if held { place.to(Bucket::Hold) } else { place }
}

/// Each line's amount and its part of freight and other cost: by weight, else by amount. The last
/// line takes the rest, so that the parts sum to the whole.
fn landed_costs(doc: &Doc, lines: &[Record]) -> Vec<i64> {
    let weighed = lines.iter().all(|line| int(line, "weight_g") > 0);
    let key = if weighed { "weight_g" } else { "amount_paise" };
    let mut of: i64 = lines.iter().map(|line| int(line, key)).sum();
    let mut rest = extra_cost(doc);
    let mut cost = |line: &Record| {
        let share = value::part(rest, int(line, key), of);
        rest -= share;
        of -= int(line, key);
        int(line, "amount_paise") + share
    };
    lines.iter().map(&mut cost).collect()
}

fn extra_cost(doc: &Doc) -> i64 {
    doc.int("freight_paise").unwrap_or(0) + doc.int("other_cost_paise").unwrap_or(0)
}

fn book(case: &mut Case, doc: &Doc) -> Result<u64, Halt> {
    let supplier = books::supplier(doc.text("supplier").unwrap_or_default());
    let of = |key: &str| doc.int(key).unwrap_or(0);
    let (amount, tax, extra) = (of("amount_paise"), of("tax_paise"), extra_cost(doc));
    // DECISIONS 173: goods of an order are owed when their bill is posted, and its tax is claimed then.
    let of_order = doc.get("purchase_order").is_some();
    let (owed, tax) =
        if of_order { (books::GOODS_NOT_BILLED, 0) } else { (supplier.as_str(), tax) };
    let rows = [
        (books::STOCK, amount + extra),
        (books::INPUT_TAX, tax),
        (owed, -(amount + tax)),
        (books::FREIGHT_INWARD, -extra),
    ];
    let day = day_of(doc);
    if !of_order {
        payables::charge(case, &supplier, &doc.id, &payable(case, doc, amount + tax)?)?;
    }
    let source = Source::new(INWARD.key, &doc.id, 0, day);
    books::post(case, &source, day, &rows)
}

/// What is owed for an inward that is its own bill, due by the supplier's terms.
fn payable(case: &Look, doc: &Doc, paise: i64) -> Result<Payable, Halt> {
    let supplier = case.doc(&SUPPLIER, doc.text("supplier").unwrap_or_default())?;
    let billed = doc.text("supplier_invoice_date").and_then(Day::parse).unwrap_or(day_of(doc));
    Ok(Payable {
        paise,
        of_paise: paise,
        due: suppliers::due_day(case, Some(&supplier), supplier.text("payment_term"), billed)?,
        kind: doc.kind.clone(),
        bill_no: doc.text("supplier_invoice_no").unwrap_or_default().to_owned(),
    })
}

/// The lines must weigh what the weighbridge says, within the tolerance of what they are.
fn tolerance_issue(case: &Look, doc: &Doc) -> Result<Option<Issue>, Halt> {
    let lines = lines_of(doc);
    let net = doc.int("net_g").unwrap_or(0);
    if lines.iter().any(|line| int(line, "weight_g") == 0) || net == 0 {
        return Ok(None);
    }
    let (mut sum, mut allowed) = (0_i128, 0_i128);
    for line in &lines {
        let bp = tolerance_of(case, text(line, "sku"))?;
        sum += i128::from(int(line, "weight_g"));
        allowed += i128::from(int(line, "weight_g")) * i128::from(bp);
    }
    let off = (sum - i128::from(net)).abs();
    if off * 10_000 <= allowed {
        return Ok(None);
    }
    let percent = |part: i128, of: i128| shown_percent(value::div_half_away(part, of));
    let message = said!(
        "Weight {weight} is {off} off {net}; allowed ±{allowed}. Approve with remarks",
        weight = value::kg(Grams(sum as i64)),
        off = percent(off * 10_000, i128::from(net)),
        net = value::kg(Grams(net)),
        allowed = percent(allowed, sum)
    );
    Ok(Some(Issue::new("remarks", Code::Tolerance, message)))
}

/// How far weights of an SKU may lie apart when it comes in, hundredths of a percent.
pub fn tolerance_of(case: &Look, sku: &str) -> Result<i64, Halt> {
    let sku = case.doc(&SKU, sku)?;
    let group = case.doc(&PRODUCT_GROUP, sku.text("product_group").unwrap_or_default())?;
    match group.int("inward_tolerance_bp") {
        Some(bp) => Ok(bp),
        None => settings::int_of(case, "inward_tolerance_bp"),
    }
}

fn shown_percent(bp: i128) -> String {
    format!("{}.{:02} %", bp / 100, bp % 100)
}

/// A rate far from the last purchase of the same SKU needs a word.
pub fn rate_issues(case: &Look, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    let mut issues = Vec::new();
    for line in lines_of(doc) {
        let Some(last) = purchases::last(case, text(&line, "sku"))? else { continue };
        let rate = int(&line, "rate_paise");
        let off = i128::from(rate - last.rate_paise).abs();
        if off * 10_000 > i128::from(last.rate_paise) * i128::from(purchases::RATE_TOLERANCE_BP) {
            let message = said!(
                "Rate {rate} is far from the last purchase at {last}. Approve with remarks",
                rate = value::rupees_short(Paise(rate)),
                last = value::rupees_short(Paise(last.rate_paise))
            );
            issues.push(Issue::new("remarks", Code::Rule, message));
        }
    }
    Ok(issues)
}
