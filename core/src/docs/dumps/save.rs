//! Checks of a dump's record, and the values computed from it whenever it is saved.

use serde_json::Value;

use super::qty_of;
use crate::declare::case::{Case, Look};
use crate::docs::batches::{self, BATCH};
use crate::docs::goods::{self, SKU};
use crate::docs::places::YARD;
use crate::docs::{four_eyes, standing};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::{self, Qty, StockPlace};
use crate::said;
use crate::said::Said;
use crate::value::{Grams, grouped, kg};

/// A dump of nothing is none.
pub fn check(record: &Record, issues: &mut Vec<Issue>) {
    let has = |key: &str| record.get(key).and_then(Value::as_i64).is_some_and(|n| n > 0);
    if !has("pcs") && !has("weight_g") {
        issues.push(Issue::new("pcs", Code::Required, "Enter pieces or weight"));
    }
}

/// Scope, computed fields, and a quantity that is there.
pub fn rules(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    four_eyes::changed(case, doc);
    doc.set("date", standing::day_of(case, doc).to_string());
    let yard = case.doc(&YARD, doc.text("yard").unwrap_or_default())?;
    doc.branch = yard.text("branch").map(str::to_owned);
    doc.yard = Some(yard.id.clone());
    let batch = case.doc(&BATCH, doc.text("batch").unwrap_or_default())?;
    done(standing::closed_issue(case, &batch)?.into_iter().collect())?;
    compute(case, doc, &batch)?;
    done(quantity_issues(case, doc, &batch)?)
}

/// The place that a dump takes from.
pub fn place<'a>(doc: &'a Doc, batch: &'a Doc) -> StockPlace<'a> {
    let (yard, sku) = (doc.yard.as_deref(), batch.text("sku"));
    StockPlace::free(yard.unwrap_or_default(), sku.unwrap_or_default(), &batch.id)
}

fn compute(look: &Look, doc: &mut Doc, batch: &Doc) -> Result<(), Halt> {
    let sku = look.doc(&SKU, batch.text("sku").unwrap_or_default())?;
    let free = stock::balance(look, &place(doc, batch))?;
    doc.set("batch_no", batch.title(&BATCH));
    doc.set("sku", sku.id.clone());
    doc.set("sku_name", sku.title(&SKU));
    doc.set("free_pcs", free.pcs);
    doc.set("free_g", free.g);
    let qty = qty_of(doc);
    if qty.g == 0 && qty.pcs > 0 {
        doc.set("weight_g", stock::issue_weight(free, qty.pcs.min(free.pcs)));
    }
    doc.set("cost_paise", batches::cost_of(batch, qty_of(doc)));
    Ok(())
}

/// At most what is free in the batch and reserved for nobody; pieces keep a weight.
pub fn quantity_issues(look: &Look, doc: &Doc, batch: &Doc) -> Result<Vec<Issue>, Halt> {
    let place = place(doc, batch);
    let (asked, free) = (qty_of(doc), stock::balance(look, &place)?);
    let issue = |path: &str, code: Code, message: Said| Ok(vec![Issue::new(path, code, message)]);
    let no = batch.title(&BATCH);
    if asked.pcs == 0 && free.pcs > 0 {
        let message = "Enter the pieces: this batch is counted in pieces";
        return issue("pcs", Code::Required, message.into());
    }
    let counted = goods::stock_mode(look, place.sku)? != "kg";
    if counted && free.pcs == 0 && free.g > 0 {
        let message = said!("No pieces of batch {no} are left; close it instead", no);
        return issue("pcs", Code::Rule, message);
    }
    if (free - asked).any_negative() {
        let message = said!(
            "Only {pcs} pcs / {weight} of batch {no} is free here",
            pcs = grouped(free.pcs),
            weight = kg(Grams(free.g)),
            no
        );
        let path = if asked.pcs > free.pcs { "pcs" } else { "weight_g" };
        return issue(path, Code::StockShort, message);
    }
    let left = free - asked;
    if left.pcs > 0 && left.g == 0 && free.g > 0 {
        let message = said!("{pcs} pcs would be left without weight", pcs = grouped(left.pcs));
        return issue("weight_g", Code::Input, message);
    }
    let position = stock::position(look, place.yard, place.sku)?;
    let rest = stock::Availability { free: position.free - asked, ..position };
    match rest.covers_holds() {
        true => Ok(Vec::new()),
        false => match stock::short_of(look, place.yard, place.sku)? {
            Halt::Refused(refused) => Ok(refused
                .issues
                .into_iter()
                .map(|issue| Issue { path: "pcs".to_owned(), ..issue })
                .collect()),
            other => Err(other),
        },
    }
}

/// What is dumped as the ledger moves it.
pub fn moved(doc: &Doc) -> Result<Qty, Halt> {
    let qty = qty_of(doc);
    match qty.is_zero() {
        true => Err(Halt::refuse(Code::Rule, "There is nothing to dump")),
        false => Ok(qty),
    }
}
