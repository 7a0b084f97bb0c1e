//! What stands on the papers of documents, by what a person is shown of them: the server and the browser make the same
//! bytes of it. A new paper is a row of [`PAPERS`].

mod challan;
mod facts;
mod invoice;
mod loading;
mod lorry;
mod note;
mod receipt;
mod returned;
mod seen;
mod work;

#[cfg(feature = "print")]
use serde_json::Value;

pub use facts::{PaperFacts, PaperGoods};
use seen::*;

use super::invoices::INVOICE;
use super::loadings::LOADING;
use super::notes::{CREDIT_NOTE, DEBIT_NOTE};
use super::receipts::RECEIPT;
use super::sales_returns::SALES_RETURN;
use super::transfers::TRANSFER;
use super::trips::TRIP;
use super::work_orders::WORK_ORDER;
use crate::declare::case::Look;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::paper::sheet::PaperSheet;
#[cfg(feature = "print")]
use crate::paper::{PaperPage, layout, pdf, svg};
use crate::schema::{Choice, DocType, deciding};

/// At most so many documents go into one file.
pub const MOST: usize = 500;

/// What stands on a paper; there is nothing where no paper is laid out.
const fn printing<T: Copy>(told: T) -> Option<T> {
    if cfg!(feature = "print") { Some(told) } else { None }
}

type Sheets = fn(&Seen, &[&str]) -> Vec<PaperSheet>;

/// What a type is printed as.
struct Paper {
    of: &'static [&'static DocType],
    /// By key, and as it is printed.
    copies: &'static [Choice],
    /// What it tells beside the record.
    beside: Option<facts::Beside>,
    /// The sheets of the copies that are asked for.
    #[cfg_attr(not(feature = "print"), expect(dead_code, reason = "only a layout asks"))]
    sheets: Option<Sheets>,
}

static PAPERS: &[Paper] = &[
    Paper {
        of: &[&INVOICE],
        copies: invoice::COPIES,
        beside: None,
        sheets: printing(invoice::sheets),
    },
    Paper {
        of: &[&CREDIT_NOTE, &DEBIT_NOTE],
        copies: note::COPIES,
        beside: None,
        sheets: printing(note::sheets),
    },
    Paper {
        of: &[&LOADING],
        copies: loading::COPIES,
        beside: None,
        sheets: printing(loading::sheets),
    },
    Paper {
        of: &[&RECEIPT],
        copies: receipt::COPIES,
        beside: deciding(facts::of_receipt),
        sheets: printing(receipt::sheets),
    },
    Paper {
        of: &[&TRANSFER],
        copies: challan::COPIES,
        beside: deciding(facts::of_transfer),
        sheets: printing(challan::sheets),
    },
    Paper {
        of: &[&TRIP],
        copies: lorry::COPIES,
        beside: deciding(facts::of_trip),
        sheets: printing(lorry::sheets),
    },
    Paper {
        of: &[&WORK_ORDER],
        copies: work::COPIES,
        beside: deciding(facts::of_work),
        sheets: printing(work::sheets),
    },
    Paper {
        of: &[&SALES_RETURN],
        copies: returned::COPIES,
        beside: deciding(facts::of_return),
        sheets: printing(returned::sheets),
    },
];

fn paper(doc_type: &str) -> Option<&'static Paper> {
    PAPERS.iter().find(|paper| paper.of.iter().any(|def| def.key == doc_type))
}

/// The copies of a type's paper, by key and by what is printed on it; none for what is not printed.
pub fn copies(doc_type: &str) -> &'static [Choice] {
    paper(doc_type).map_or(&[], |paper| paper.copies)
}

/// What a document's paper tells beside its record; none where the record says it all.
pub fn beside(case: &Look, doc: &Doc) -> Result<Option<PaperFacts>, Halt> {
    let of = paper(&doc.kind).and_then(|paper| paper.beside);
    of.map(|of| of(case, doc)).transpose()
}

/// The copies of a type that are asked for by key, in their own order; none asked for are all.
///
/// # Errors
/// A text where there is no such copy.
pub fn chosen(doc_type: &str, asked: &str) -> Result<Vec<&'static str>, String> {
    let all = copies(doc_type).iter().map(|(key, _)| *key);
    if asked.is_empty() {
        return Ok(all.collect());
    }
    let asked: Vec<&str> = asked.split(',').collect();
    let unknown = asked.iter().find(|one| all.clone().all(|key| key != **one));
    match unknown {
        Some(unknown) => Err(format!("there is no copy {unknown}")),
        None => Ok(all.filter(|key| asked.contains(key)).collect()),
    }
}

/// The pages of a document, as its view tells of it.
#[cfg(feature = "print")]
pub fn pages(view: &Value, copies: &[&str]) -> Vec<PaperPage> {
    let Some(seen) = Seen::of(view) else { return Vec::new() };
    let sheets = paper(seen.doc_type).and_then(|paper| paper.sheets);
    sheets.map(|sheets| layout::pages(&sheets(&seen, copies))).unwrap_or_default()
}

/// The pages of a document as SVG, each in its true size: as a browser shows and prints them.
///
/// # Errors
/// A text for the developer where there is no such copy, or nothing is printed.
#[cfg(feature = "print")]
pub fn drawn(view: &Value, copies: &str) -> Result<Vec<String>, String> {
    let doc_type = view.get("type").and_then(Value::as_str).unwrap_or_default();
    let pages = pages(view, &chosen(doc_type, copies)?);
    match pages.is_empty() {
        true => Err(format!("nothing of {doc_type} is printed")),
        false => Ok(pages.iter().map(svg::written).collect()),
    }
}

/// Documents of one type as one file.
///
/// # Errors
/// A text for the developer where the type is not printed or there is no such copy.
#[cfg(feature = "print")]
pub fn file(doc_type: &str, views: &[Value], copies: &str) -> Result<Vec<u8>, String> {
    let copies = chosen(doc_type, copies)?;
    let all: Vec<PaperPage> = views.iter().flat_map(|view| pages(view, &copies)).collect();
    if all.is_empty() {
        return Err(format!("nothing of {doc_type} is printed"));
    }
    let one = views.first().and_then(|view| view.get("doc_no")).and_then(Value::as_str);
    let title = one.filter(|_| views.len() == 1).unwrap_or(doc_type);
    pdf::written(&all, title)
}
