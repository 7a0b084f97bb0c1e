//! Limits on what leaves the yard: the weighbridge, the vehicle's papers and the order.

use serde_json::Value;

use super::{DRAFT, LOADING, LoadingLine, rows_of, set_net, tolerance_bp};
use crate::declare::case::Look;
use crate::docs::batches::BATCH;
use crate::docs::fleet::{self, VEHICLE};
use crate::docs::formats::percent_shown;
use crate::docs::orders::{Line, Order};
use crate::docs::places::YARD;
use crate::docs::settings;
use crate::error::{Code, Halt, Issue};
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::said::Said;
use crate::value::decimal::decimal_shown;
use crate::value::{Grams, grouped, kg, part};
use crate::write::save;

/// The loading that a step of the order is sent with, or names; none where there is neither.
fn sent(case: &Look, inputs: &Record) -> Result<Option<Doc>, Halt> {
    let mut loading = match inputs.get("loading").and_then(Value::as_str) {
        Some(id) => match case.find(LOADING.key, id)? {
            Some(kept) if kept.status == DRAFT => Doc::clone(&kept),
            _ => return Ok(None),
        },
        None => {
            let Some(record) = inputs.get("loading_record").and_then(Value::as_object) else {
                return Ok(None);
            };
            let mut loading = save::blank(case, &LOADING, String::new());
            loading.record = record.clone();
            loading
        }
    };
    set_net(&mut loading);
    Ok(Some(loading))
}

pub fn rule_of_lines(
    case: &Look,
    order: &Doc,
    inputs: &Record,
    issues: &mut Vec<Issue>,
) -> Result<(), Halt> {
    let Some(loading) = sent(case, inputs)? else { return Ok(()) };
    lines(case, &Order::of(order)?, &rows_of(&loading)?, issues)
}

pub fn rule_of_net(
    case: &Look,
    _: &Doc,
    inputs: &Record,
    issues: &mut Vec<Issue>,
) -> Result<(), Halt> {
    let Some(loading) = sent(case, inputs)? else { return Ok(()) };
    net(case, &loading, &rows_of(&loading)?, issues)
}

pub fn rule_of_weighbridge(
    case: &Look,
    order: &Doc,
    inputs: &Record,
    issues: &mut Vec<Issue>,
) -> Result<(), Halt> {
    match sent(case, inputs)? {
        Some(loading) => weighbridge(case, order.yard.as_deref(), &loading, issues),
        None => Ok(()),
    }
}

pub fn rule_of_vehicle(
    case: &Look,
    _: &Doc,
    inputs: &Record,
    issues: &mut Vec<Issue>,
) -> Result<(), Halt> {
    match sent(case, inputs)? {
        Some(loading) => vehicle(case, &loading, issues),
        None => Ok(()),
    }
}

/// The vehicle's papers are in force and it can carry the load.
pub fn vehicle(case: &Look, loading: &Doc, issues: &mut Vec<Issue>) -> Result<(), Halt> {
    let vehicle = case.doc(&VEHICLE, loading.text("vehicle").unwrap_or_default())?;
    issues.extend(fleet::paper_issues(case, &vehicle, loading.text("driver"), case.today())?);
    let (net, most) = (loading.int("net_g").unwrap_or(0), vehicle.int("capacity_g").unwrap_or(0));
    let over = fleet::overload(&vehicle.title(&VEHICLE), net, most);
    issues.extend(over.map(|message| Issue::new("gross_g", Code::Overload, message)));
    Ok(())
}

/// A yard without a weighbridge of its own names the one that weighed: its slip is told apart by it.
pub fn weighbridge(
    case: &Look,
    yard: Option<&str>,
    loading: &Doc,
    issues: &mut Vec<Issue>,
) -> Result<(), Halt> {
    let yard = yard.map(|id| case.find(YARD.key, id)).transpose()?.flatten();
    let has_none = |yard: &Doc| yard.get("has_weighbridge") == Some(&Value::Bool(false));
    if yard.is_some_and(|yard| has_none(&yard)) && loading.text("weighbridge").is_none() {
        let message = "The yard has no weighbridge of its own: enter the one that weighed";
        issues.push(Issue::new("weighbridge", Code::Required, message));
    }
    Ok(())
}

/// The lines together weigh what the weighbridge said.
pub fn net(
    case: &Look,
    loading: &Doc,
    rows: &[LoadingLine],
    issues: &mut Vec<Issue>,
) -> Result<(), Halt> {
    let sum: i64 = rows.iter().map(|row| row.weight_g).sum();
    net_weight(case, loading.int("net_g").unwrap_or(0), sum, "lines", issues)
}

/// What the lines weigh together against what the weighbridge said.
pub fn net_weight(
    case: &Look,
    net: i64,
    sum: i64,
    path: &str,
    issues: &mut Vec<Issue>,
) -> Result<(), Halt> {
    let off = (sum - net).abs();
    let allowed = settings::int_of(case, "net_weight_tolerance_bp")?;
    if i128::from(off) * 10_000 > i128::from(allowed) * i128::from(net) {
        let message =
            said!("Weights of lines differ from net weight by {off}", off = short_kg(off));
        issues.push(Issue::new(path, Code::Tolerance, message));
    }
    Ok(())
}

/// Kilograms without needless zeros, for a difference.
fn short_kg(g: i64) -> String {
    match g % 1_000 {
        0 => format!("{} kg", grouped(g / 1_000)),
        _ => kg(Grams(g)),
    }
}

/// Every line of the order gets pieces it still has open, and a weight they can have.
pub fn lines(
    case: &Look,
    order: &Order,
    rows: &[LoadingLine],
    issues: &mut Vec<Issue>,
) -> Result<(), Halt> {
    for (at, row) in rows.iter().enumerate() {
        let line = usize::try_from(row.order_line).ok().and_then(|at| order.lines.get(at));
        let mut refuse = |field: &str, code: Code, message: Said| {
            issues.push(Issue::new(format!("lines.{at}.{field}"), code, message));
        };
        let Some(line) = line else {
            refuse("order_line", Code::Input, "The order does not have this line".into());
            continue;
        };
        if line.pcs.is_some() && row.pcs == 0 {
            refuse("pcs", Code::Required, "Enter the pieces".into());
        }
        if let Some(message) = other_make(case, line, row)? {
            refuse("batch", Code::Rule, message);
        }
        if line.weight_g.is_some() && row.weight_g == 0 {
            refuse("weight_g", Code::Required, "Enter the weight".into());
        }
        let first = rows.iter().position(|other| other.order_line == row.order_line) == Some(at);
        if !first {
            continue;
        }
        let same = rows.iter().filter(|other| other.order_line == row.order_line);
        let (pcs, g) = same.fold((0, 0), |(pcs, g), row| (pcs + row.pcs, g + row.weight_g));
        if pcs > line.open().0 && line.pcs.is_some() {
            let open = grouped(line.open().0);
            refuse("pcs", Code::Input, said!("Only {open} pcs of this line are open", open));
            continue;
        }
        let allowed = tolerance_bp(case, &line.sku)?;
        if let Some(message) = off_weight(line, pcs, g, allowed) {
            refuse("weight_g", Code::Tolerance, message);
        }
    }
    Ok(())
}

/// Goods of another make than the one that was ordered are a substitute.
fn other_make(case: &Look, line: &Line, row: &LoadingLine) -> Result<Option<Said>, Halt> {
    let Some(ordered) = line.make.as_deref().filter(|_| !line.alt_ok) else { return Ok(None) };
    let batch = case.find(BATCH.key, &row.batch)?;
    let make = batch.as_ref().and_then(|batch| batch.text("make"));
    let other = make.filter(|make| !make.eq_ignore_ascii_case(ordered));
    Ok(other.map(|make| said!("The batch is of make {make}; {ordered} was ordered", make, ordered)))
}

/// Counted goods weigh about what their pieces should; goods by weight are at most what is open.
fn off_weight(line: &Line, pcs: i64, g: i64, allowed_bp: i64) -> Option<Said> {
    let ordered = line.weight_g.unwrap_or(0);
    let all = line.pcs.unwrap_or(0);
    let wanted = if all > 0 { part(ordered, pcs, all) } else { line.open().1 };
    let off = if all > 0 { (g - wanted).abs() } else { (g - wanted).max(0) };
    let base = if all > 0 { wanted } else { ordered };
    if wanted == 0 || i128::from(off) * 10_000 <= i128::from(allowed_bp) * i128::from(base) {
        return None;
    }
    let percent = decimal_shown(off * 100_000 / base.max(1));
    Some(said!(
        "Weight {weight} is {percent} % off {wanted}; allowed ±{allowed}",
        weight = kg(Grams(g)),
        percent,
        wanted = kg(Grams(wanted)),
        allowed = percent_shown(allowed_bp)
    ))
}
