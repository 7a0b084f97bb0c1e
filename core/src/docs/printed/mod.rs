//! What stands on the papers of documents, by what a person is shown of them: the server and the browser make the same
//! bytes of it. A new paper is a row of [`PAPERS`].

mod challan;
mod claim;
mod facts;
mod invoice;
mod inward;
mod letter;
mod loading;
mod lorry;
mod note;
mod payment;
mod pick;
mod proforma;
mod purchase;
mod receipt;
mod returned;
mod seen;
mod statement;
mod work;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

pub use facts::{PaperFacts, PaperGoods};
pub use letter::PaperLetter;
pub use pick::PaperPick;
use seen::*;

use super::customers::CUSTOMER;
use super::desk::proforma::PROFORMA;
use super::invoices::INVOICE;
use super::inwards::INWARD;
use super::loadings::LOADING;
use super::notes::{CREDIT_NOTE, DEBIT_NOTE};
use super::orders::ORDER;
use super::purchase_orders::PURCHASE_ORDER;
use super::receipts::RECEIPT;
use super::sales_returns::SALES_RETURN;
use super::supplier_notes::SUPPLIER_NOTE;
use super::supplier_payments::SUPPLIER_PAYMENT;
use super::suppliers::{SUPPLIER, VENDOR};
use super::transfers::TRANSFER;
use super::trips::TRIP;
use super::work_orders::WORK_ORDER;
use crate::declare::case::Look;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::paper::form::{A4, FORMS, PaperForm, THERMAL_80};
use crate::paper::picture::PaperPicture;
use crate::paper::sheet::PaperSheet;
#[cfg(feature = "print")]
use crate::paper::{PaperPage, layout, pdf, picture, svg};
use crate::schema::{Choice, DocType, ReportLink, deciding};

/// At most so many documents go into one file.
pub const MOST: usize = 500;

/// What stands on a paper; there is nothing where no paper is laid out.
const fn printing<T: Copy>(told: T) -> Option<T> {
    if cfg!(feature = "print") { Some(told) } else { None }
}

/// The kinds of paper by key: what is printed on a sheet alone, and what on a roll too.
const SHEET: &[Choice] = &[(A4.key, "A4")];
const ROLL: &[Choice] = &[(A4.key, "A4"), (THERMAL_80.key, "80 mm roll")];

type Sheets = fn(&Seen, &[&str]) -> Vec<PaperSheet>;

/// What a type is printed as.
struct Paper {
    of: &'static [&'static DocType],
    /// By key, and as it is printed.
    copies: &'static [Choice],
    /// What it can be printed on.
    sizes: &'static [Choice],
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
        sizes: ROLL,
        beside: None,
        sheets: printing(invoice::sheets),
    },
    Paper {
        of: &[&CREDIT_NOTE, &DEBIT_NOTE],
        copies: note::COPIES,
        sizes: SHEET,
        beside: None,
        sheets: printing(note::sheets),
    },
    Paper {
        of: &[&ORDER],
        copies: pick::COPIES,
        sizes: ROLL,
        beside: deciding(pick::of_order),
        sheets: printing(pick::sheets),
    },
    Paper {
        of: &[&LOADING],
        copies: loading::COPIES,
        sizes: ROLL,
        beside: None,
        sheets: printing(loading::sheets),
    },
    Paper {
        of: &[&RECEIPT],
        copies: receipt::COPIES,
        sizes: ROLL,
        beside: deciding(facts::of_receipt),
        sheets: printing(receipt::sheets),
    },
    Paper {
        of: &[&TRANSFER],
        copies: challan::COPIES,
        sizes: ROLL,
        beside: deciding(facts::of_transfer),
        sheets: printing(challan::sheets),
    },
    Paper {
        of: &[&TRIP],
        copies: lorry::COPIES,
        sizes: ROLL,
        beside: deciding(facts::of_trip),
        sheets: printing(lorry::sheets),
    },
    Paper {
        of: &[&WORK_ORDER],
        copies: work::COPIES,
        sizes: SHEET,
        beside: deciding(facts::of_work),
        sheets: printing(work::sheets),
    },
    Paper {
        of: &[&SALES_RETURN],
        copies: returned::COPIES,
        sizes: SHEET,
        beside: deciding(facts::of_return),
        sheets: printing(returned::sheets),
    },
    Paper {
        of: &[&INWARD],
        copies: inward::COPIES,
        sizes: SHEET,
        beside: deciding(facts::of_inward),
        sheets: printing(inward::sheets),
    },
    Paper {
        of: &[&PURCHASE_ORDER],
        copies: purchase::COPIES,
        sizes: SHEET,
        beside: deciding(facts::of_inward),
        sheets: printing(purchase::sheets),
    },
    Paper {
        of: &[&SUPPLIER_NOTE],
        copies: claim::COPIES,
        sizes: SHEET,
        beside: deciding(facts::of_inward),
        sheets: printing(claim::sheets),
    },
    Paper {
        of: &[&SUPPLIER_PAYMENT],
        copies: payment::COPIES,
        sizes: SHEET,
        beside: deciding(facts::of_payment),
        sheets: printing(payment::sheets),
    },
    Paper {
        of: &[&PROFORMA],
        copies: proforma::COPIES,
        sizes: SHEET,
        beside: None,
        sheets: printing(proforma::sheets),
    },
    Paper {
        of: &[&CUSTOMER, &SUPPLIER, &VENDOR],
        copies: statement::COPIES,
        sizes: SHEET,
        beside: deciding(facts::of_party),
        sheets: printing(statement::sheets),
    },
];

fn paper(doc_type: &str) -> Option<&'static Paper> {
    PAPERS.iter().find(|paper| paper.of.iter().any(|def| def.key == doc_type))
}

/// The copies of a type's paper, by key and by what is printed on it; none for what is not printed.
pub fn copies(doc_type: &str) -> &'static [Choice] {
    paper(doc_type).map_or(&[], |paper| paper.copies)
}

/// What a type's paper can be printed on, by key and in words; nothing for what is not printed.
pub fn sizes(doc_type: &str) -> &'static [Choice] {
    paper(doc_type).map_or(&[], |paper| paper.sizes)
}

/// The report that a type's paper tells of one document: a statement of account. Whoever prints it must be let into
/// that report's page.
pub fn report(doc_type: &str) -> Option<&'static ReportLink> {
    let paper = paper(doc_type)?;
    let def = paper.of.iter().find(|def| def.key == doc_type)?;
    def.reports.iter().find(|report| report.is_paper)
}

/// What a document's paper tells beside its record; none where the record says it all.
pub fn beside(case: &Look, doc: &Doc) -> Result<Option<PaperFacts>, Halt> {
    let Some(paper) = paper(&doc.kind) else { return Ok(None) };
    let of = paper.beside.map_or(Ok(PaperFacts::default()), |of| of(case, doc))?;
    // A pick list is the yard's own.
    let def = paper.of.iter().copied().find(|def| def.key == doc.kind && def.key != ORDER.key);
    let letter = def.map_or(Ok(None), |def| letter::of(case, def, doc))?;
    let told = PaperFacts { logo: facts::logo(case)?, letter, ..of };
    Ok((told != PaperFacts::default()).then_some(told))
}

/// The files of pictures that stand on the paper of a document, as its view tells of it: each once.
pub fn named_pictures(views: &[Value]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for view in views {
        let logo = view.get("paper").and_then(|paper| paper.get("logo")).and_then(Value::as_str);
        if let Some(logo) = logo.filter(|logo| found.iter().all(|one| one != logo)) {
            found.push(logo.to_owned());
        }
    }
    found
}

/// How documents are wanted on paper.
#[derive(Clone, Debug, Default)]
pub struct PaperWish {
    /// The copies by key, with commas between them; nothing for all.
    pub copies: String,
    /// The key of the kind of paper; nothing for the first that the type is printed on.
    pub size: String,
    /// The pictures by the file that they are read of; a paper goes without one that is missing.
    pub pictures: BTreeMap<String, Arc<PaperPicture>>,
}

impl PaperWish {
    pub fn new(copies: impl Into<String>) -> PaperWish {
        PaperWish { copies: copies.into(), ..PaperWish::default() }
    }

    /// Adds the picture of a file, where it is one that can be read.
    #[cfg(feature = "print")]
    pub fn add_picture(&mut self, file: impl Into<String>, bytes: &[u8]) {
        if let Some(read) = picture::read(bytes) {
            self.pictures.insert(file.into(), Arc::new(read));
        }
    }

    /// The kind of paper for a type.
    ///
    /// # Errors
    /// A text where the type is not printed on such paper.
    pub fn form(&self, doc_type: &str) -> Result<&'static PaperForm, String> {
        let all = sizes(doc_type);
        let wanted = all.iter().find(|(key, _)| self.size.is_empty() || *key == self.size);
        let form = wanted.and_then(|(key, _)| FORMS.iter().find(|form| form.key == *key));
        form.copied().ok_or_else(|| format!("{doc_type} is not printed on {}", self.size))
    }
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
///
/// # Errors
/// A text for the developer where there is no such copy, or it is not printed on such paper.
#[cfg(feature = "print")]
pub fn pages(view: &Value, wish: &PaperWish) -> Result<Vec<PaperPage>, String> {
    let Some(seen) = Seen::of(view) else { return Ok(Vec::new()) };
    let Some(sheets) = paper(seen.doc_type).and_then(|paper| paper.sheets) else {
        return Ok(Vec::new());
    };
    let form = wish.form(seen.doc_type)?;
    let copies = chosen(seen.doc_type, &wish.copies)?;
    let logo = wish.pictures.get(seen.told("logo"));
    let mut sheets = sheets(&seen, &copies);
    for sheet in sheets.iter_mut().filter(|sheet| sheet.is_ours) {
        sheet.logo = logo.cloned();
    }
    Ok(layout::pages(&sheets, form))
}

/// The copies that a document has as it stands, by key and as each is printed: a draft has one, for checking.
#[cfg(feature = "print")]
pub fn offered(view: &Value) -> Vec<(&'static str, String)> {
    let Some(seen) = Seen::of(view) else { return Vec::new() };
    let Some(paper) = paper(seen.doc_type) else { return Vec::new() };
    let mut found: Vec<(&'static str, String)> = Vec::new();
    for (key, name) in paper.copies {
        let sheets = paper.sheets.map(|sheets| sheets(&seen, &[key])).unwrap_or_default();
        let Some(sheet) = sheets.into_iter().next() else { continue };
        // A slip is called by its title: no other copy of the document has it.
        let is_titled = name.to_uppercase() == sheet.title;
        let copy = if is_titled { (*name).to_owned() } else { sheet.copy };
        if found.iter().all(|(_, known)| *known != copy) {
            found.push((key, copy));
        }
    }
    found
}

/// The pages of a document as SVG, each in its true size: as a browser shows and prints them.
///
/// # Errors
/// Those of [`pages`], and one where nothing is printed.
#[cfg(feature = "print")]
pub fn drawn(view: &Value, wish: &PaperWish) -> Result<Vec<String>, String> {
    let doc_type = view.get("type").and_then(Value::as_str).unwrap_or_default();
    let pages = pages(view, wish)?;
    match pages.is_empty() {
        true => Err(format!("nothing of {doc_type} is printed")),
        false => Ok(pages.iter().map(svg::written).collect()),
    }
}

/// Documents of one type as one file.
///
/// # Errors
/// Those of [`drawn`].
#[cfg(feature = "print")]
pub fn file(doc_type: &str, views: &[Value], wish: &PaperWish) -> Result<Vec<u8>, String> {
    let mut all: Vec<PaperPage> = Vec::new();
    for view in views {
        all.extend(pages(view, wish)?);
    }
    if all.is_empty() {
        return Err(format!("nothing of {doc_type} is printed"));
    }
    let title = views.first().filter(|_| views.len() == 1).map(name);
    pdf::written(&all, title.filter(|name| !name.is_empty()).unwrap_or(doc_type))
}

/// What the paper of a document is called: by its number, else by the name of what it is of; nothing for a draft.
pub fn name(view: &Value) -> &str {
    let called = view.get("record").and_then(|record| record.get("name"));
    let number = view.get("doc_no").filter(|number| !number.is_null());
    number.or(called).and_then(Value::as_str).unwrap_or_default()
}
