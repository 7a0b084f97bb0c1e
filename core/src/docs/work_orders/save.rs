//! Checks of a work order's record, the values computed whenever it is saved, and its submission.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use super::issue::set_aside;
use super::{
    APPROVED, PENDING, WORK_ORDER, WorkInput, WorkOutput, cutting, inputs_of, outputs_of, recipe,
};
use crate::declare::case::{Case, Look};
use crate::declare::grant::Role;
use crate::docs::batches::BATCH;
use crate::docs::dumps::{self, DUMP_STOCK};
use crate::docs::goods::{self, SKU};
use crate::docs::inwards::acts_here;
use crate::docs::places::YARD;
use crate::docs::suppliers::{VENDOR, group_issue};
use crate::docs::{four_eyes, org, settings};
use crate::error::{Code, Halt, Issue, done};
use crate::json::Json;
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::{self, Qty};
use crate::said;
use crate::said::Said;
use crate::schema::check::{self, Strictness};
use crate::value::{self, Day, Grams, kg};

/// Rules between fields that hold in a draft too.
pub fn check(record: &Record, issues: &mut Vec<Issue>) {
    let rows = |key: &str| record.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let mut seen = BTreeSet::new();
    for (at, row) in rows("inputs").iter().enumerate() {
        let batch = row.get("batch").and_then(Value::as_str).map(str::to_owned);
        if batch.is_some_and(|batch| !seen.insert(batch)) {
            let message = "This batch is in another row already";
            issues.push(Issue::new(format!("inputs.{at}.batch"), Code::Input, message));
        }
    }
    for key in ["inputs", "outputs"] {
        for (at, row) in rows(key).iter().enumerate() {
            let has = |key: &str| row.get(key).and_then(Value::as_i64).is_some_and(|n| n > 0);
            if !has("pcs") && !has("weight_g") {
                let message = "Enter pieces or weight";
                issues.push(Issue::new(format!("{key}.{at}.pcs"), Code::Required, message));
            }
        }
    }
    issues.extend(
        rows("cuts").iter().enumerate().filter_map(|(at, row)| cutting::form_issue(at, row)),
    );
    let is = |key: &str, value: &str| record.get(key).and_then(Value::as_str) == Some(value);
    if is("entry", "recipe") && record.get("recipe").is_none() {
        issues.push(Issue::new("recipe", Code::Required, "Recipe is required"));
    }
    if is("work", "job_work") && record.get("vendor").is_none() {
        issues.push(Issue::new("vendor", Code::Required, "Job worker is required"));
    }
}

/// The place, the weights that follow from pieces, and what both sides come to.
pub fn rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    four_eyes::changed(case, doc);
    let yard = case.doc(&YARD, doc.text("yard").unwrap_or_default())?;
    doc.branch = yard.branch.clone();
    doc.yard = Some(yard.id.clone());
    doc.set("date", case.today().to_string());
    if before.is_none() && yard_only(case) && doc.text("entry") != Some("yard") {
        doc.set("entry", "yard");
    }
    let inputs = fill_inputs(case, doc)?;
    by_recipe(case, doc, &inputs)?;
    let outputs = fill_outputs(case, doc)?;
    let into = inputs.iter().fold(Qty::default(), |sum, row| sum + Qty::new(row.pcs, row.weight_g));
    cutting::set(case, before, doc, (&inputs, &outputs))?;
    doc.set("in_pcs", into.pcs);
    doc.set("in_g", into.g);
    doc.set("out_g", outputs.iter().map(|row| row.weight_g).sum::<i64>());
    Ok(())
}

/// Whoever makes work orders in the yard alone makes those of the yard.
fn yard_only(case: &Look) -> bool {
    case.actor.has(Role::Yard) && !case.actor.has(Role::Bm) && !case.actor.is_admin()
}

fn fill_inputs(case: &Look, doc: &mut Doc) -> Result<Vec<WorkInput>, Halt> {
    let mut inputs = inputs_of(doc)?;
    let yard = doc.yard.clone().unwrap_or_default();
    let dump = dump_of(case, doc)?;
    if let Some(dump) = dump.as_ref().filter(|_| inputs.is_empty()) {
        let left = dumps::left_of(dump)?.qty;
        let batch = dump.text("batch").unwrap_or_default().to_owned();
        inputs.push(WorkInput { batch, pcs: left.pcs, weight_g: left.g, dump: true });
    }
    let reprocessed = dump.as_ref().and_then(|dump| dump.text("batch"));
    for row in &mut inputs {
        let batch = case.doc(&BATCH, &row.batch)?;
        let sku = batch.text("sku").unwrap_or_default();
        // Never by what lies where: of a batch that others have just taken nothing is free either.
        row.dump = reprocessed == Some(row.batch.as_str());
        if row.weight_g == 0 && row.pcs > 0 {
            let lies = stock::balance(case, &row.place(&yard, sku))?;
            // What more pieces weigh than there are, their batch does not tell.
            row.weight_g = if row.pcs <= lies.pcs { stock::issue_weight(lies, row.pcs) } else { 0 };
        }
    }
    if !inputs.is_empty() {
        doc.set("inputs", inputs.iter().map(WorkInput::write).collect::<Vec<_>>());
    }
    Ok(inputs)
}

/// The dump that a work order reprocesses.
fn dump_of(case: &Look, doc: &Doc) -> Result<Option<Arc<Doc>>, Halt> {
    let Some(id) = doc.text("dump") else { return Ok(None) };
    let dump = case.doc(&DUMP_STOCK, id)?;
    let no = dump.name(&DUMP_STOCK);
    let message = match () {
        () if dump.yard != doc.yard => said!("{no} lies in another yard", no),
        () if !dumps::lies_in_dump(&dump) => {
            said!("{no} is {status}; its goods are not in the dump", no, status = dump.status)
        }
        () => return Ok(Some(dump)),
    };
    done(vec![Issue::new("dump", Code::Rule, message)]).map(|()| None)
}

/// A recipe says what an order makes that names nothing itself.
fn by_recipe(case: &Look, doc: &mut Doc, inputs: &[WorkInput]) -> Result<(), Halt> {
    let Some(id) = doc.text("recipe") else { return Ok(()) };
    let found = case.doc(&super::WORK_RECIPE, id)?;
    let skus = skus_of(case, inputs)?;
    done(recipe::issue(case, &found, doc, &skus)?.into_iter().collect())?;
    if !outputs_of(doc)?.is_empty() || inputs.is_empty() {
        return Ok(());
    }
    let of = inputs.iter().fold(Qty::default(), |sum, row| sum + Qty::new(row.pcs, row.weight_g));
    let made = recipe::makes(&found, of);
    doc.set("outputs", made.outputs);
    let rest = [
        ("scrap_g", Some(made.scrap_g)),
        ("loss_g", Some(made.loss_g)),
        ("kerf_mm", found.int("kerf_mm")),
        ("process_paise_per_kg", found.int("process_paise_per_kg")),
    ];
    for (key, value) in rest {
        if let Some(value) = value.filter(|_| doc.get(key).is_none()) {
            doc.set(key, value);
        }
    }
    Ok(())
}

fn skus_of(case: &Look, inputs: &[WorkInput]) -> Result<Vec<String>, Halt> {
    let sku = |row: &WorkInput| -> Result<String, Halt> {
        Ok(case.doc(&BATCH, &row.batch)?.text("sku").unwrap_or_default().to_owned())
    };
    inputs.iter().map(sku).collect()
}

fn fill_outputs(case: &Look, doc: &mut Doc) -> Result<Vec<WorkOutput>, Halt> {
    let mut outputs = outputs_of(doc)?;
    for row in &mut outputs {
        let sku = case.doc(&SKU, &row.sku)?;
        if row.weight_g == 0 {
            row.weight_g = sku.int("theo_g_per_pc").unwrap_or(0).saturating_mul(row.pcs);
        }
        row.length_mm = row.length_mm.or(sku.int("length_mm"));
    }
    if !outputs.is_empty() {
        doc.set("outputs", outputs.iter().map(WorkOutput::write).collect::<Vec<_>>());
    }
    Ok(outputs)
}

/// The record is complete and balances; the number is given. Small work of a yard is approved by its
/// limit and listed for a later look.
pub fn submit(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    acts_here(case, doc)?;
    let checked = check::check(&WORK_ORDER, &doc.record, Some(&doc.record), Strictness::Complete);
    let mut issues = checked.issues;
    let (inputs, outputs) = (inputs_of(doc)?, outputs_of(doc)?);
    match short_issues(case, doc, &inputs)? {
        short if short.is_empty() => issues.extend(balance_issue(case, doc)?),
        short => issues.extend(short),
    }
    issues.extend(length_issue(case, doc, &inputs, &outputs)?);
    issues.extend(cutting::issues(doc, &inputs, &outputs)?);
    for (at, row) in outputs.iter().enumerate() {
        issues.extend(
            count_issue(case, row)?.map(|(key, code, message)| {
                Issue::new(format!("outputs.{at}.{key}"), code, message)
            }),
        );
    }
    let start = doc.text("start_on").and_then(Day::parse);
    if start.is_some_and(|day| day < case.today()) {
        issues.push(Issue::new("start_on", Code::Input, "Start must not be in the past"));
    }
    if doc.text("work") == Some("job_work") {
        for (at, row) in outputs_of(doc)?.iter().enumerate() {
            let path = format!("outputs.{at}.sku");
            issues.extend(group_issue(case, &VENDOR, doc.text("vendor"), &row.sku, path)?);
        }
    }
    done(issues)?;
    let branch = doc.branch.clone().unwrap_or_default();
    org::check_open_day(case, &branch, case.today(), "")?;
    if doc.doc_no.is_none() {
        doc.doc_no = Some(org::next_number(case, &WORK_ORDER, &branch, case.today())?);
    }
    doc.set("submitted_by", case.actor.id.clone());
    four_eyes::changed(case, doc);
    let slab = settings::int_of(case, "work_order_yard_g")?;
    let small = doc.text("entry") == Some("yard") && doc.int("in_g").unwrap_or(0) <= slab;
    if !small || doc.text("work") == Some("job_work") {
        return Ok(PENDING);
    }
    set_aside(case, doc)?;
    doc.set("approved_as", "slab");
    Ok(APPROVED)
}

/// Goods counted in pieces have pieces, those by weight alone have none, and all have a weight.
pub fn count_issue(
    case: &Look,
    row: &WorkOutput,
) -> Result<Option<(&'static str, Code, Said)>, Halt> {
    let mode = goods::stock_mode(case, &row.sku)?;
    let required =
        |key, label: &str| Some((key, Code::Required, said!("{label} is required", label)));
    Ok(match (mode.as_str(), row.pcs, row.weight_g) {
        ("pcs_kg" | "pcs", 0, _) => required("pcs", "Pieces"),
        ("kg", 1.., _) => Some(("pcs", Code::Input, "This product is kept by weight only".into())),
        (_, _, 0) => required("weight_g", "Weight"),
        _ => None,
    })
}

/// The inputs that have no weight, because their batches hold fewer pieces.
fn short_issues(case: &Look, doc: &Doc, inputs: &[WorkInput]) -> Result<Vec<Issue>, Halt> {
    let yard = doc.yard.as_deref().unwrap_or_default();
    let mut issues = Vec::new();
    for (at, row) in inputs.iter().enumerate().filter(|(_, row)| row.weight_g == 0) {
        let batch = case.doc(&BATCH, &row.batch)?;
        let place = row.place(yard, batch.text("sku").unwrap_or_default());
        let has = stock::balance(case, &place)?;
        if row.pcs > has.pcs {
            let message = said!(
                "Only {pcs} pcs / {weight} is there",
                pcs = value::grouped(has.pcs),
                weight = kg(Grams(has.g))
            );
            issues.push(Issue::new(format!("inputs.{at}.pcs"), Code::StockShort, message));
        }
    }
    Ok(issues)
}

/// What goes in comes out, is scrap, or is lost, within the site's tolerance.
fn balance_issue(case: &Look, doc: &Doc) -> Result<Option<Issue>, Halt> {
    let of = |key: &str| doc.int(key).unwrap_or(0);
    let out = of("out_g").saturating_add(of("scrap_g")).saturating_add(of("loss_g"));
    let off = of("in_g").saturating_sub(out);
    let allowed =
        value::part(of("in_g"), settings::int_of(case, "work_order_tolerance_bp")?, 10_000);
    let message = || {
        said!(
            "{goes_in} goes in, {comes_out} comes out with scrap and loss; at most {allowed} may differ",
            goes_in = kg(Grams(of("in_g"))),
            comes_out = kg(Grams(out)),
            allowed = kg(Grams(allowed))
        )
    };
    Ok((off.abs() > allowed).then(|| Issue::new("outputs", Code::Tolerance, message())))
}

/// The lengths that are cut, with what each cut takes, come out of those that go in.
fn length_issue(
    case: &Look,
    doc: &Doc,
    inputs: &[WorkInput],
    outputs: &[WorkOutput],
) -> Result<Option<Issue>, Halt> {
    let bars =
        cutting::bars_of(case, inputs)?.filter(|_| doc.text("work") == Some("cut_to_length"));
    let Some((bars, wanted)) = bars.zip(cutting::wanted_of(outputs)) else { return Ok(None) };
    let kerf = doc.int("kerf_mm").unwrap_or(0);
    let has: i64 = bars.iter().map(|bar| bar.length_mm.saturating_mul(bar.pcs)).sum();
    let needs: i64 = wanted.iter().map(|(mm, pcs)| (mm + kerf).saturating_mul(*pcs)).sum();
    // The last cut of a bar may be its end.
    let least = needs - kerf * bars.iter().map(|bar| bar.pcs).sum::<i64>();
    let message = || {
        said!(
            "The cuts need {needs} mm with {kerf} mm for each cut; the inputs have {has} mm",
            needs = value::grouped(needs),
            kerf,
            has = value::grouped(has)
        )
    };
    Ok((least > has).then(|| Issue::new("outputs", Code::Rule, message())))
}
