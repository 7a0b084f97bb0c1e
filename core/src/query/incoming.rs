//! What is on its way into stock: the lines of inwards that wait for their approval.

use std::collections::BTreeSet;

use crate::declare::case::Look;
use crate::declare::grant::ScopeKind;
use crate::docs::additional::{self, ADDITIONAL_INWARD};
use crate::docs::goods::SKU;
use crate::docs::inwards::save::{lines_of, qty_of, text};
use crate::docs::inwards::{INWARD, ON_HOLD, PENDING};
use crate::docs::places::{YARD, ZONE};
use crate::error::Halt;
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::query::Links;
use crate::schema::DocType;
use crate::write::within;

json_answer! {
    /// Goods of a line that are in no bucket yet.
    pub struct IncomingRow {
        pub doc_type: &'static str,
        /// None where the person does not see the document.
        pub id: Option<String>,
        pub doc_no: Option<String>,
        pub status: String,
        pub date: Option<String>,
        pub yard: String,
        pub sku: String,
        pub name: Option<String>,
        pub zone: Option<String>,
        pub pcs: i64,
        pub g: i64,
    }
}

/// Which of it is asked for; empty for all.
#[derive(Clone, Copy, Debug)]
pub struct IncomingWanted<'a> {
    pub skus: &'a BTreeSet<String>,
    pub zone: &'a str,
    pub words: &'a [String],
}

/// The incoming goods of some yards.
pub fn incoming(
    case: &Look,
    yards: &[String],
    wanted: &IncomingWanted,
    links: &mut Links,
) -> Result<Vec<IncomingRow>, Halt> {
    let mut rows = Vec::new();
    for yard in yards {
        for def in [&INWARD, &ADDITIONAL_INWARD] {
            for status in [PENDING, ON_HOLD] {
                for id in within::ids_of(case, def, (ScopeKind::Yard, yard), "status", status)? {
                    let doc = case.find(def.key, &id)?;
                    let doc = doc.filter(|doc| def.key == INWARD.key || additional::brings(doc));
                    if let Some(doc) = doc {
                        lines(case, def, &doc, wanted, &mut rows)?;
                    }
                }
            }
        }
    }
    for row in &rows {
        links.want(YARD.key, &row.yard);
        row.zone.iter().for_each(|zone| links.want(ZONE.key, zone));
    }
    rows.sort_by(|a, b| (&a.name, &a.date, &a.doc_no).cmp(&(&b.name, &b.date, &b.doc_no)));
    Ok(rows)
}

fn lines(
    case: &Look,
    def: &'static DocType,
    doc: &Doc,
    wanted: &IncomingWanted,
    rows: &mut Vec<IncomingRow>,
) -> Result<(), Halt> {
    let seen = case.seen(def, &doc.id)?.is_some();
    for line in lines_of(doc) {
        let (sku, zone) = (text(&line, "sku"), text(&line, "zone"));
        let named = case.find(SKU.key, sku)?;
        let fits = (wanted.skus.is_empty() || wanted.skus.contains(sku))
            && (wanted.zone.is_empty() || wanted.zone == zone)
            && named.as_ref().is_some_and(|sku| sku_matches(sku, wanted.words));
        if !fits {
            continue;
        }
        let qty = qty_of(&line);
        rows.push(IncomingRow {
            doc_type: def.key,
            id: seen.then(|| doc.id.clone()),
            doc_no: doc.doc_no.clone().filter(|_| seen),
            status: doc.status.clone(),
            date: doc.text("date").map(str::to_owned),
            yard: doc.yard.clone().unwrap_or_default(),
            sku: sku.to_owned(),
            name: named.and_then(|sku| sku.text("name").map(str::to_owned)),
            zone: (!zone.is_empty()).then(|| zone.to_owned()),
            pcs: qty.pcs,
            g: qty.g,
        });
    }
    Ok(())
}

/// Whether every word stands in what an SKU is found by.
fn sku_matches(sku: &Doc, words: &[String]) -> bool {
    let fields = ["name", "make", "grade", "barcode"];
    let texts: Vec<String> = fields
        .iter()
        .filter_map(|field| sku.text(field))
        .chain(sku.doc_no.as_deref())
        .map(str::to_lowercase)
        .collect();
    words.iter().all(|word| texts.iter().any(|text| text.contains(word.as_str())))
}
