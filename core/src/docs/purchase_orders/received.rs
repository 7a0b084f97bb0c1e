//! What comes in against a purchase order: which of its lines, how much of it, and where the order stands then.

use std::sync::Arc;

use serde_json::json;

use super::{APPROVED, CLOSED, PART_RECEIVED, PURCHASE_ORDER, RECEIVED, measure, shown_measure};
use crate::declare::case::{Case, Look};
use crate::docs::goods::SKU;
use crate::docs::inwards::save::{int, lines_of, set_lines, text};
use crate::docs::{settings, supplier_bills};
use crate::error::{Code, Halt, Issue};
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::said::Said;
use crate::write::save;

/// The order that an inward comes in against.
pub fn order_of(case: &Look, inward: &Doc) -> Result<Option<Arc<Doc>>, Halt> {
    inward.text("purchase_order").map(|id| case.doc(&PURCHASE_ORDER, id)).transpose()
}

/// Writes what an inward takes over from its order: the supplier and the order's number.
pub fn take_over(case: &Look, inward: &mut Doc) -> Result<(), Halt> {
    let Some(order) = order_of(case, inward)? else { return Ok(()) };
    if inward.text("supplier").is_none()
        && let Some(supplier) = order.text("supplier")
    {
        inward.set("supplier", supplier);
    }
    if let Some(no) = &order.doc_no {
        inward.set("po_no", no.clone());
    }
    Ok(())
}

/// Says of each line of an inward which line of the order it is of, by its SKU, and takes over the rate where none was
/// typed. Of two lines of one SKU the first is filled before the second.
pub fn take_over_lines(case: &Look, inward: &Doc, lines: &mut [Record]) -> Result<(), Halt> {
    let order = order_of(case, inward)?;
    let ordered = order.as_deref().map(lines_of).unwrap_or_default();
    let mut taken = vec![0_i64; ordered.len()];
    for line in lines {
        let is_of =
            |at: &usize| ordered.get(*at).is_some_and(|of| text(of, "sku") == text(line, "sku"));
        let named = usize::try_from(int(line, "order_line") - 1).ok().filter(is_of);
        let has_room = |at: &usize| left(&ordered[*at]) > taken[*at];
        let mut of_sku = (0..ordered.len()).filter(is_of);
        let Some(at) = named.or_else(|| of_sku.clone().find(has_room)).or_else(|| of_sku.next())
        else {
            line.remove("order_line");
            continue;
        };
        let of = &ordered[at];
        line.insert("order_line".to_owned(), (at as i64 + 1).into());
        if int(line, "rate_paise") == 0 && int(of, "rate_paise") > 0 {
            line.insert("rate_paise".to_owned(), int(of, "rate_paise").into());
        }
        taken[at] += int(line, if super::by_weight(of) { "weight_g" } else { "pcs" });
    }
    Ok(())
}

/// What is still to come of the order of an inward, as lines of it.
pub fn to_come(case: &Look, inward: &Doc) -> Result<Vec<Record>, Halt> {
    let order = order_of(case, inward)?;
    let open = |line: &Record| {
        let left = |all: &str, came: &str| (int(line, all) - int(line, came)).max(0);
        let (pcs, g) = (left("pcs", "received_pcs"), left("weight_g", "received_g"));
        let row = json!({ "sku": text(line, "sku"), "pcs": pcs, "weight_g": g });
        row.as_object().cloned().filter(|_| pcs + g > 0)
    };
    Ok(order.as_deref().map(lines_of).unwrap_or_default().iter().filter_map(open).collect())
}

/// How much of an order's line is still to come.
fn left(line: &Record) -> i64 {
    measure(line, "pcs", "weight_g") - measure(line, "received_pcs", "received_g")
}

/// What is wrong with an inward as goods of its order: the order's standing, its supplier and branch, and lines that
/// were not ordered or come to more than remains with the tolerance.
pub fn issues(case: &Look, inward: &Doc) -> Result<Vec<Issue>, Halt> {
    let Some(order) = order_of(case, inward)? else { return Ok(Vec::new()) };
    let name = order.name(&PURCHASE_ORDER);
    let of_order = |message: Said| vec![Issue::new("purchase_order", Code::Input, message)];
    if ![APPROVED, PART_RECEIVED, RECEIVED].contains(&order.status.as_str()) {
        return Ok(of_order(said!(
            "{name} is {status}; nothing comes in against it",
            name,
            status = order.status
        )));
    }
    if order.text("supplier") != inward.text("supplier") {
        return Ok(of_order(said!("{name} is of another supplier", name)));
    }
    if order.branch != inward.branch {
        return Ok(of_order(said!("{name} is of another branch", name)));
    }
    let tolerance = settings::int_of(case, "purchase_tolerance_bp")?;
    let ordered = lines_of(&order);
    let mut coming = vec![0_i64; ordered.len()];
    let mut issues = Vec::new();
    for (at, line) in lines_of(inward).iter().enumerate() {
        let sku = || Ok::<_, Halt>(case.doc(&SKU, text(line, "sku"))?.title(&SKU));
        let no = int(line, "order_line");
        let Some((nth, of)) =
            usize::try_from(no - 1).ok().and_then(|nth| Some((nth, ordered.get(nth)?)))
        else {
            let message = said!("{sku} is not on {name}", sku = sku()?, name);
            issues.push(Issue::new(format!("lines.{at}.sku"), Code::Input, message));
            continue;
        };
        let key = if super::by_weight(of) { "weight_g" } else { "pcs" };
        coming[nth] += int(line, key);
        let most = allowed(measure(of, "pcs", "weight_g"), tolerance);
        if measure(of, "received_pcs", "received_g") + coming[nth] > most {
            let message = said!(
                "Line {no} of {name}, {sku}: {coming} comes in and {left} remains",
                no,
                name,
                sku = sku()?,
                coming = shown_measure(of, coming[nth]),
                left = shown_measure(of, left(of).max(0))
            );
            issues.push(Issue::new(format!("lines.{at}.{key}"), Code::Tolerance, message));
        }
    }
    Ok(issues)
}

/// A measure with its tolerance above it.
fn allowed(measure: i64, bp: i64) -> i64 {
    let more = i128::from(measure) * i128::from(bp) / 10_000;
    measure.saturating_add(i64::try_from(more).unwrap_or(i64::MAX))
}

/// The goods of an inward that was approved are no longer to come; `back` gives them back to the order.
pub fn count(case: &mut Case, inward: &Doc, back: bool) -> Result<(), Halt> {
    let Some(before) = order_of(case, inward)? else { return Ok(()) };
    let mut order = Doc::clone(&before);
    let mut lines = lines_of(&order);
    let sign = if back { -1 } else { 1 };
    for line in lines_of(inward) {
        let nth = usize::try_from(int(&line, "order_line") - 1).ok();
        let Some(of) = nth.and_then(|nth| lines.get_mut(nth)) else { continue };
        let from = [
            ("received_pcs", "pcs"),
            ("received_g", "weight_g"),
            ("received_paise", "amount_paise"),
        ];
        for (key, from) in from {
            let sum = int(of, key) + sign * int(&line, from);
            of.insert(key.to_owned(), sum.into());
        }
    }
    set_lines(&mut order, lines);
    if order.status != CLOSED {
        let tolerance = settings::int_of(case, "purchase_tolerance_bp")?;
        order.status = status_with(&order, tolerance).to_owned();
    }
    let deed = if back { "give_back" } else { "receive" };
    let mut said = Record::new();
    said.insert("remarks".to_owned(), inward.doc_no.clone().unwrap_or_default().into());
    let order = save::finish(case, &PURCHASE_ORDER, Some(&before), order, deed, &said, None)?;
    supplier_bills::rematch(case, &order)
}

/// Where an order stands by what came in.
pub fn stand(case: &mut Case, order: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    Ok(status_with(order, settings::int_of(case, "purchase_tolerance_bp")?))
}

/// Where it stands with this tolerance: nothing came, some of it, or all of it within the tolerance.
fn status_with(order: &Doc, tolerance_bp: i64) -> &'static str {
    let lines = lines_of(order);
    let came = |line: &Record| measure(line, "received_pcs", "received_g");
    let complete = |line: &Record| {
        let least =
            i128::from(measure(line, "pcs", "weight_g")) * i128::from(10_000 - tolerance_bp);
        i128::from(came(line)) * 10_000 >= least
    };
    match () {
        () if lines.iter().all(complete) => RECEIVED,
        () if lines.iter().any(|line| came(line) > 0) => PART_RECEIVED,
        () => APPROVED,
    }
}
