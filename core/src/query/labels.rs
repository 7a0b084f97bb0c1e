//! The labels of a document: a batch's, of every batch of an inward, of a zone or of a loading, as far as a person may
//! see it.

use serde_json::Value;

use super::viewed;
use crate::declare::actor::Actor;
use crate::declare::case::{Look, not_found};
use crate::declare::grant::Verb;
use crate::docs;
use crate::docs::additional::ADDITIONAL_INWARD;
use crate::docs::batches::BATCH;
use crate::docs::goods::SKU;
use crate::docs::inwards::INWARD;
use crate::docs::loadings::LOADING;
use crate::docs::places::{YARD, ZONE};
use crate::docs::work_orders::WORK_ORDER;
use crate::error::{Code, Halt, Issue};
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::read::Read;
use crate::labels::layout::{MOST, plain};
use crate::labels::{Label, LabelCode, LabelKind, LabelSheet, LabelSize};
use crate::said;
use crate::value::{Day, Grams, Instant, grouped, kg};

/// Which labels of which document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelsAsked {
    pub doc_type: String,
    pub id: String,
    /// One for each bundle of a batch in place of one for the batch.
    pub bundles: bool,
    pub size: LabelSize,
    pub copies: usize,
}

json_answer! {
    /// Labels, page by page as SVG, and as a label printer takes them.
    pub struct Labels {
        pub count: usize,
        /// The size of a page, as CSS has it.
        pub width_um: i64,
        pub height_um: i64,
        pub pages: Vec<String>,
        pub zpl: String,
    }
}

/// Errors: `NotFound` for a document that has no labels or that the person may not view; a refusal where it has none
/// yet, or too many.
pub fn labels(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    asked: &LabelsAsked,
) -> Result<Labels, Halt> {
    let case = docs::look(read, actor, now);
    let (def, doc) = viewed(&case, &asked.doc_type, &asked.id)?;
    let labels = match def.key {
        key if key == ZONE.key => vec![of_zone(&case, &doc)?],
        key if key == LOADING.key => vec![of_loading(&case, &doc)?],
        key if key == BATCH.key => of_batch(&case, &doc, asked.bundles)?,
        key if key == INWARD.key || key == ADDITIONAL_INWARD.key => {
            of_rows(&case, &doc, "lines", asked.bundles)?
        }
        key if key == WORK_ORDER.key => of_rows(&case, &doc, "made", asked.bundles)?,
        _ => return Err(not_found(def)),
    };
    let copies = asked.copies.max(1);
    if labels.is_empty() {
        let message = said!("{name} has no batches yet to print labels of", name = doc.name(def));
        return Err(Halt::refuse(Code::Rule, message));
    }
    if labels.len().saturating_mul(copies) > MOST {
        let message = said!("At most {most} labels are printed at once", most = MOST);
        return Err(Halt::issues(vec![Issue::new("copies", Code::Input, message)]));
    }
    let sheet = LabelSheet::of(&labels, asked.size, copies);
    let (width_um, height_um) =
        sheet.pages.first().map_or((0, 0), |page| (page.width, page.height));
    let count = labels.len() * copies;
    Ok(Labels { count, width_um, height_um, pages: sheet.svg(), zpl: sheet.zpl })
}

/// The name of what a document names, as far as the person may view it.
fn name_of(
    case: &Look,
    doc_type: &'static crate::schema::DocType,
    id: Option<&str>,
) -> Result<String, Halt> {
    let Some(id) = id else { return Ok(String::new()) };
    let found = case.find(doc_type.key, id)?;
    Ok(found.map(|doc| doc.title(doc_type)).unwrap_or_default())
}

fn joined<const N: usize>(parts: [String; N]) -> String {
    let said: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    said.join(", ")
}

fn with(word: &str, value: Option<&str>) -> String {
    value.map(|value| format!("{word} {value}")).unwrap_or_default()
}

fn quantity(pcs: i64, g: i64) -> String {
    let pieces = if pcs > 0 { format!("{} pcs", grouped(pcs)) } else { String::new() };
    let weight = if g > 0 { kg(Grams(g)) } else { String::new() };
    joined([pieces, weight])
}

fn shown(day: Option<&str>) -> String {
    day.and_then(Day::parse).map(Day::shown).unwrap_or_default()
}

fn of_zone(case: &Look, zone: &Doc) -> Result<Label, Halt> {
    let yard = zone.text("yard").and_then(|id| case.find(YARD.key, id).transpose()).transpose()?;
    let code = yard.as_ref().and_then(|yard| yard.text("code")).unwrap_or_default();
    let name = yard.as_ref().map(|yard| yard.title(&YARD)).unwrap_or_default();
    let number = format!("{code}/{}", zone.text("name").unwrap_or_default());
    Ok(plain(LabelKind::Zone, &number, &name, vec!["Zone".to_owned()]))
}

fn of_loading(case: &Look, loading: &Doc) -> Result<Label, Halt> {
    let Some(number) = &loading.doc_no else {
        let message = "A draft has no number to print. Load the goods first";
        return Err(Halt::refuse(Code::BadState, message));
    };
    let text = |key: &str| loading.text(key).unwrap_or_default().to_owned();
    let facts = vec![
        joined([text("vehicle_no"), shown(loading.text("date"))]),
        quantity(loading.int("pcs").unwrap_or(0), loading.int("weight_g").unwrap_or(0)),
        with("Seal", loading.text("seal")),
        joined([name_of(case, &YARD, loading.text("yard"))?, with("to", loading.text("city"))]),
    ];
    let title = text("customer_name");
    let facts = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
    Ok(plain(LabelKind::Loading, number, &title, facts))
}

/// The batches that rows of a document name, in their order.
fn of_rows(case: &Look, doc: &Doc, rows: &str, bundles: bool) -> Result<Vec<Label>, Halt> {
    let rows = doc.get(rows).and_then(Value::as_array);
    let ids = rows.into_iter().flatten().filter_map(|row| row.get("batch")?.as_str());
    let mut labels = Vec::new();
    for id in ids {
        let batch = case.doc(&BATCH, id)?;
        if case.actor.covers(&BATCH, Verb::View, &batch) {
            labels.extend(of_batch(case, &batch, bundles)?);
        }
    }
    Ok(labels)
}

fn of_batch(case: &Look, batch: &Doc, bundles: bool) -> Result<Vec<Label>, Halt> {
    let sku = match batch.text("sku") {
        Some(id) => case.find(SKU.key, id)?,
        None => None,
    };
    let number = batch.text("batch_no").unwrap_or_default();
    let title = sku.as_ref().map(|sku| sku.title(&SKU)).unwrap_or_default();
    let (pcs, g) = (batch.int("in_pcs").unwrap_or(0), batch.int("in_g").unwrap_or(0));
    let own = |key: &str| batch.text(key).unwrap_or_default().to_owned();
    let zone = name_of(case, &ZONE, batch.text("zone"))?;
    let facts: Vec<String> = [
        quantity(pcs, g),
        joined([with("Heat", batch.text("heat_no")), with("Coil", batch.text("coil_no"))]),
        joined([own("make"), with("in", Some(&shown(batch.text("inward_date"))))]),
        joined([
            name_of(case, &YARD, batch.text("origin"))?,
            zone,
            with("rack", batch.text("rack")),
        ]),
    ]
    .into_iter()
    .filter(|fact| !fact.is_empty())
    .collect();
    if !bundles {
        return Ok(vec![plain(LabelKind::Batch, number, &title, facts)]);
    }
    let each = sku.as_ref().and_then(|sku| sku.int("pcs_per_bundle")).filter(|each| *each > 0);
    let Some(each) = each.filter(|_| pcs > 0) else {
        let message = said!("{title} has no pieces per bundle. Enter them in the SKU", title);
        return Err(Halt::issues(vec![Issue::new("bundles", Code::Rule, message)]));
    };
    let many = (pcs + each - 1) / each;
    if many > MOST as i64 {
        let message = said!("At most {most} labels are printed at once", most = MOST);
        return Err(Halt::issues(vec![Issue::new("bundles", Code::Input, message)]));
    }
    let bundle = |at: i64| {
        // The last one has what the others leave.
        let has = each.min(pcs - at * each);
        let code = LabelCode { pcs: Some(has), ..LabelCode::of(LabelKind::Bundle, number) };
        let part = format!("Bundle {} of {many}: {} pcs", at + 1, grouped(has));
        // What the whole batch came to is no bundle's.
        Label { code, title: title.clone(), facts: facts[1..].to_vec(), part }
    };
    Ok((0..many).map(bundle).collect())
}
