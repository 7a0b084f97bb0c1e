//! Imported records of an earlier system: its invoiced lines, purchases and receipts, for the
//! reports alone.
//!
//! They are no documents: nothing is done to them, no stock and no credit follows from them. One
//! entry brings many rows; names that lead to a master here stand for it, the others stand as the
//! earlier system wrote them.
//!
//! ```text
//! earlier <kind> <day>.<command id>     the documents of one entry, a `EarlierPart`
//! earlier_no <kind> <number>            -> a digest of the document's rows
//! earlier_name <type> <name>            -> a name that leads to no master, a `Name`
//! ```

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::docs::MASTER;
use crate::kept::keys;
use crate::schema::*;

#[cfg(feature = "decide")]
pub mod bring;
#[cfg(feature = "sheet")]
pub mod file;

/// Rows that one entry brings, unless one document has more.
pub const ROWS: usize = 1_000;
/// The most rows that one entry, and so one document, may have.
pub const MOST_ROWS: usize = 5_000;

/// One kind of rows.
#[derive(Debug)]
pub struct EarlierKind {
    /// The declaration of a row; the document's number is its `number`.
    pub def: &'static DocType,
    /// The type of document that a row's document is like: who sees those sees it.
    pub like: &'static str,
    /// The other party: a type, and the field that names them.
    pub party: &'static str,
}

pub static KINDS: &[EarlierKind] = &[
    EarlierKind { def: &SALE, like: "invoice", party: "customer" },
    EarlierKind { def: &PURCHASE, like: "inward", party: "supplier" },
    EarlierKind { def: &RECEIPT, like: "receipt", party: "customer" },
];

pub fn kind(key: &str) -> Option<&'static EarlierKind> {
    KINDS.iter().find(|kind| kind.def.key == key)
}

/// Returns are below zero.
const fn signed_pieces(key: &'static str, label: &'static str) -> Field {
    pieces(key, label).between(-999_999, 999_999)
}

const fn signed_grams(key: &'static str, label: &'static str) -> Field {
    grams(key, label).between(-999_999_999, 999_999_999)
}

const fn signed_paise(key: &'static str, label: &'static str) -> Field {
    paise(key, label).between(-9_999_999_999_999, 9_999_999_999_999)
}

static SALE: DocType = DocType {
    key: "sale",
    label: "Invoiced line",
    plural: "Invoiced lines",
    title: "number",
    fields: &[
        date("date", "Date").required(),
        text("number", "Invoice", 60).required(),
        text("customer", "Customer", 200).required(),
        text("district", "District", 100),
        text("state", "State", 100),
        text("salesman", "Salesman", 100),
        text("branch", "Branch", 100),
        text("yard", "Yard", 100),
        text("sku", "SKU", 200).required(),
        text("product", "Product type", 100),
        signed_pieces("pcs", "Pcs"),
        signed_grams("weight_g", "Weight"),
        signed_paise("amount_paise", "Amount").required(),
        signed_paise("freight_paise", "Freight"),
        signed_paise("gst_paise", "GST"),
        signed_paise("cost_paise", "Cost"),
    ],
    ..MASTER
};

static PURCHASE: DocType = DocType {
    key: "purchase",
    label: "Purchased line",
    plural: "Purchased lines",
    title: "number",
    fields: &[
        date("date", "Date").required(),
        text("number", "Purchase", 60).required(),
        text("supplier", "Supplier", 200).required(),
        text("state", "State", 100),
        text("branch", "Branch", 100),
        text("yard", "Yard", 100),
        text("sku", "SKU", 200).required(),
        text("product", "Product type", 100),
        signed_pieces("pcs", "Pcs"),
        signed_grams("weight_g", "Weight"),
        signed_grams("supplier_weight_g", "Supplier's weight"),
        signed_paise("amount_paise", "Amount").required(),
        signed_paise("gst_paise", "GST"),
        signed_paise("cost_paise", "Landed cost"),
    ],
    ..MASTER
};

static RECEIPT: DocType = DocType {
    key: "receipt",
    label: "Receipt",
    plural: "Receipts",
    title: "number",
    fields: &[
        date("date", "Date").required(),
        text("number", "Receipt", 60).required(),
        text("customer", "Customer", 200).required(),
        text("district", "District", 100),
        text("state", "State", 100),
        text("branch", "Branch", 100),
        signed_paise("amount_paise", "Amount").required(),
    ],
    ..MASTER
};

/// The documents of one entry, as they are kept. Ids are named by their place among `ids`, counted
/// from 1; 0 is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierPart {
    pub ids: Vec<String>,
    pub papers: Vec<EarlierDoc>,
}

/// One document of an earlier system. It is kept as a row of values in this order, since one entry
/// holds thousands: a further value may only be added at the end, with what it is where it is missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "DocValues", into = "DocValues")]
pub struct EarlierDoc {
    pub number: String,
    /// Days since 1970-01-01.
    pub day: i32,
    pub party: u32,
    pub salesman: u32,
    pub branch: u32,
    pub rows: Vec<EarlierLine>,
}

type DocValues = (String, i32, u32, u32, u32, Vec<EarlierLine>);

impl From<DocValues> for EarlierDoc {
    fn from((number, day, party, salesman, branch, rows): DocValues) -> EarlierDoc {
        EarlierDoc { number, day, party, salesman, branch, rows }
    }
}

impl From<EarlierDoc> for DocValues {
    fn from(doc: EarlierDoc) -> DocValues {
        (doc.number, doc.day, doc.party, doc.salesman, doc.branch, doc.rows)
    }
}

/// One row of such a document, kept in the same way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "RowValues", into = "RowValues")]
pub struct EarlierLine {
    pub sku: u32,
    pub yard: u32,
    pub pcs: i64,
    pub weight_g: i64,
    /// The [`AMOUNTS`].
    pub amounts: [i64; AMOUNTS.len()],
}

type RowValues = (u32, u32, i64, i64, [i64; AMOUNTS.len()]);

impl From<RowValues> for EarlierLine {
    fn from((sku, yard, pcs, weight_g, amounts): RowValues) -> EarlierLine {
        EarlierLine { sku, yard, pcs, weight_g, amounts }
    }
}

impl From<EarlierLine> for RowValues {
    fn from(row: EarlierLine) -> RowValues {
        (row.sku, row.yard, row.pcs, row.weight_g, row.amounts)
    }
}

impl EarlierPart {
    pub fn id(&self, place: u32) -> &str {
        let at = usize::try_from(place).ok().and_then(|place| place.checked_sub(1));
        at.and_then(|at| self.ids.get(at)).map_or("", String::as_str)
    }
}

/// Paise without tax and freight, tax, freight, cost; and grams by the supplier's papers.
pub const AMOUNTS: [&str; 5] =
    ["amount_paise", "gst_paise", "freight_paise", "cost_paise", "supplier_weight_g"];

/// A name of the earlier system, and the ids that stood beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name {
    pub name: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub of: BTreeMap<String, String>,
}

/// The folded form of a number: letters without case, and no mark that ids are joined by.
pub fn folded(name: &str) -> String {
    name.replace('|', "/").to_lowercase()
}

/// The prefix of the ids of names, which no document's id has.
pub const NAMED: char = '~';

/// The id of a name that leads to no master.
pub fn name_id(name: &str) -> String {
    format!("{NAMED}{}", folded(name))
}

pub fn part_key(kind: &str, day: crate::value::Day, command_id: &str) -> String {
    keys::key(&["earlier", kind, &format!("{day}.{command_id}")])
}

pub fn number_key(kind: &str, number: &str) -> String {
    keys::key(&["earlier_no", kind, &folded(number)])
}

pub fn name_key(of: &str, name: &str) -> String {
    keys::key(&["earlier_name", of, &name_id(name)])
}
