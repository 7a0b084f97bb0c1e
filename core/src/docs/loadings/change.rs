//! Changes of a posted loading: taken back whole, corrected by the weighbridge, invoiced.

use serde_json::{Value, json};

use super::post::{WEIGHT_ROUND, move_loaded, slip_key};
use super::{
    LOADING, LoadingLine, POSTED, REVERSED, is_invoiced, rows_of, weigh, worth, write_rows,
};
use crate::declare::case::{Case, Look};
use crate::docs::dumps;
use crate::docs::orders::Order;
use crate::docs::trips;
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::Source;
use crate::ledger::stock::{self, Bucket, Qty, Side};
use crate::said;
use crate::value::{grouped, part};
use crate::write::save;

fn int(inputs: &Record, key: &str) -> i64 {
    inputs.get(key).and_then(Value::as_i64).unwrap_or(0)
}

/// Takes the goods back as they went out; what was counted must be what left, less what returns brought back
/// before: `gone` of each row, or nothing.
pub fn reverse(
    case: &mut Case,
    order: &mut Order,
    mut loading: Doc,
    gone: &[Qty],
    inputs: &Record,
) -> Result<(), Halt> {
    let rows = rows_of(&loading)?;
    let left = |at: usize, row: &LoadingLine| row.qty() - gone.get(at).copied().unwrap_or_default();
    let out = rows.iter().enumerate().fold(Qty::default(), |sum, (at, row)| sum + left(at, row));
    let pcs = out.pcs;
    if int(inputs, "pcs") != pcs {
        let message =
            said!("{pcs} pcs left the yard; all of them must come back", pcs = grouped(pcs));
        return done(vec![Issue::new("pcs", Code::Input, message)]);
    }
    let mut issues = Vec::new();
    let whole: i64 = rows.iter().map(|row| row.weight_g).sum();
    let net = loading.int("net_g").unwrap_or(0) - (whole - out.g);
    weigh::net_weight(case, net, int(inputs, "weight_g"), "weight_g", &mut issues)?;
    done(issues)?;
    let bucket = inputs.get("bucket").and_then(Value::as_str).and_then(Bucket::parse);
    let yard = order.yard().to_owned();
    let today = case.today();
    for (at, row) in rows.iter().enumerate() {
        let from = row.place(&yard);
        // What left the dump goes back into it.
        let place = if row.dump { from } else { from.to(bucket.unwrap_or(Bucket::Free)) };
        let source = Source::new(LOADING.key, &loading.id, at as u32, today);
        let source = match row.posting {
            Some(seq) => source.reversing(seq),
            None => source,
        };
        let back = left(at, row);
        if !back.is_zero() {
            stock::post(case, Side::Customer, Side::Stock(place), back, &source)?;
        }
        if let Some(cost) = row.cost_paise.filter(|_| !back.is_zero()) {
            let cost = part(cost, back.g, row.weight_g);
            dumps::come_back(case, &place, back, cost, &dumps::OutOfDump::of(&source))?;
        }
        if let Some(line) = order.lines.get_mut(row.order_line as usize) {
            move_loaded(line, -row.counted(), -row.weight_g);
            if line.short_reason.as_deref() == Some(WEIGHT_ROUND) {
                (line.short_pcs, line.short_g, line.short_reason) = (None, None, None);
            }
        }
    }
    let before = loading.clone();
    let slip = loading.text("slip_no").unwrap_or_default();
    case.remove(slip_key(&loading, loading.text("date").unwrap_or_default(), slip));
    loading.status = REVERSED.to_owned();
    loading.set("reversed_at", case.now.0);
    let id = loading.id.clone();
    save::finish(case, &LOADING, Some(&before), loading, "reverse", inputs, None)?;
    trips::dropped(case, LOADING.key, &id)
}

/// Sets lines to the weights of a corrected slip; the differences are postings of their own.
pub fn correct(
    case: &mut Case,
    doc: &Doc,
    order: &mut Order,
    mut loading: Doc,
    inputs: &Record,
) -> Result<(), Halt> {
    if let Some(wrong) = not_corrected(doc, &loading) {
        return done(vec![Issue::new("loading", Code::Input, wrong)]);
    }
    let before = loading.clone();
    let was = rows_of(&loading)?;
    let mut rows = weighed_again(case, order, (&mut loading, &was), inputs)?;
    let mut corrections =
        loading.get("corrections").and_then(Value::as_array).cloned().unwrap_or_default();
    for (at, (row, old)) in rows.iter_mut().zip(&was).enumerate() {
        let by = row.weight_g - old.weight_g;
        if by == 0 {
            continue;
        }
        let source = Source::new(LOADING.key, &loading.id, at as u32, case.today());
        let posting = move_weight(case, (&doc.id, order.yard()), (row, old), source)?;
        corrections.push(json!({
            "at": case.now,
            "by": case.actor.id,
            "reason": inputs.get("reason").cloned().unwrap_or(Value::Null),
            "line": at,
            "by_g": by,
            "posting": posting,
        }));
        if let Some(line) = order.lines.get_mut(row.order_line as usize) {
            move_loaded(line, 0, by);
        }
    }
    loading.set("corrections", Value::Array(corrections));
    worth::set_value(case, order, &mut loading, &rows)?;
    write_rows(&mut loading, &rows);
    let id = loading.id.clone();
    save::finish(case, &LOADING, Some(&before), loading, "correct", inputs, None)?;
    trips::left_the_yard(case, LOADING.key, &id)
}

/// Why the weights of a loading are not corrected at this order, or no longer.
fn not_corrected(order: &Doc, loading: &Doc) -> Option<&'static str> {
    match () {
        () if loading.text("order") != Some(&order.id) => {
            Some("This loading belongs to another order")
        }
        () if loading.status != POSTED => Some("This loading did not leave the yard"),
        () if is_invoiced(loading) => Some("This loading is already invoiced"),
        () => None,
    }
}

/// The rows with the weights that are entered, judged as those of a loading that leaves now; its own weights
/// are set.
fn weighed_again(
    case: &Look,
    order: &Order,
    (loading, was): (&mut Doc, &[LoadingLine]),
    inputs: &Record,
) -> Result<Vec<LoadingLine>, Halt> {
    let mut rows = was.to_vec();
    let mut issues = Vec::new();
    let wanted = inputs.get("lines").and_then(Value::as_array).cloned().unwrap_or_default();
    for (at, row) in wanted.iter().filter_map(Value::as_object).enumerate() {
        match usize::try_from(int(row, "line")).ok().and_then(|line| rows.get_mut(line)) {
            Some(line) if int(row, "weight_g") > 0 => line.weight_g = int(row, "weight_g"),
            _ => {
                let path = format!("lines.{at}.line");
                issues.push(Issue::new(path, Code::Input, "Enter a line and its weight"));
            }
        }
    }
    for key in ["tare_g", "gross_g"] {
        if inputs.contains_key(key) {
            loading.set(key, int(inputs, key));
        }
    }
    let net = loading.int("gross_g").unwrap_or(0) - loading.int("tare_g").unwrap_or(0);
    if net <= 0 {
        issues.push(Issue::new("tare_g", Code::Input, "Tare must be below the gross weight"));
    }
    loading.set("net_g", net.max(0));
    let mut uncounted = order.clone();
    for row in was {
        if let Some(line) = uncounted.lines.get_mut(row.order_line as usize) {
            move_loaded(line, -row.counted(), -row.weight_g);
            line.short_reason = None;
        }
    }
    weigh::lines(case, &uncounted, &rows, &mut issues)?;
    weigh::net(case, loading, &rows, &mut issues)?;
    weigh::vehicle(case, loading, &mut issues)?;
    done(issues)?;
    Ok(rows)
}

/// Posts what a row weighs more or less than before, and values the row anew. The posting's number.
fn move_weight(
    case: &mut Case,
    (order, yard): (&str, &str),
    (row, old): (&mut LoadingLine, &LoadingLine),
    source: Source,
) -> Result<u64, Halt> {
    let by = row.weight_g - old.weight_g;
    let stock = Side::Stock(old.place(yard));
    let (from, to) = if by > 0 { (stock, Side::Customer) } else { (Side::Customer, stock) };
    // What is taken back of it is no return.
    let source = match old.posting {
        Some(seq) if by < 0 => source.reversing(seq),
        _ => source,
    };
    row.cost_paise = worth_again(case, order, old, by, (&source, yard))?;
    stock::post(case, from, to, Qty { pcs: 0, g: by.abs() }, &source)
}

/// What a row of scrap is worth with so much more of the dump, or less.
fn worth_again(
    case: &mut Case,
    order: &str,
    row: &LoadingLine,
    by_g: i64,
    (source, yard): (&Source, &str),
) -> Result<Option<i64>, Halt> {
    let Some(cost) = row.cost_paise else { return Ok(None) };
    let (place, qty) = (row.place(yard), Qty::new(0, by_g.abs()));
    let out = dumps::OutOfDump { order: Some(order), ..dumps::OutOfDump::of(source) };
    if by_g > 0 {
        return Ok(Some(cost + dumps::take(case, &place, qty, &out)?));
    }
    let back = part(cost, qty.g, row.weight_g);
    Ok(Some(cost - dumps::come_back(case, &place, qty, back, &out)?))
}

/// Notes the invoice a loading stands on, or that it stands on none any more.
pub fn set_invoice(case: &mut Case, id: &str, invoice: Option<(&str, &str)>) -> Result<(), Halt> {
    let before = case.doc(&LOADING, id)?;
    let mut loading = Doc::clone(&before);
    loading.record.remove("invoice");
    loading.record.remove("invoice_no");
    if let Some((invoice, number)) = invoice {
        loading.set("invoice", invoice);
        loading.set("invoice_no", number);
    }
    super::sort_fields(&mut loading);
    let action = if invoice.is_some() { "invoice" } else { "uninvoice" };
    save::finish(case, &LOADING, Some(&before), loading, action, &Record::new(), None).map(drop)
}
