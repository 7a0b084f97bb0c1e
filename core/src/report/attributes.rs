//! Attributes of the rows that reports group by: a batch's supplier, a paper's customer.

use super::table::CellFormat;
use crate::docs::batches;

/// An attribute of each row of a dimension: a path of its frame.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// The dimension.
    pub of: &'static str,
    pub key: &'static str,
    pub label: &'static str,
    pub path: &'static str,
    pub shown: CellFormat,
    /// A value that stands for a batch of which nothing lies any more by another word, and that word.
    pub emptied: Option<(&'static str, &'static str)>,
}

const fn attribute(
    of: &'static str,
    key: &'static str,
    label: &'static str,
    path: &'static str,
    shown: CellFormat,
) -> Attribute {
    Attribute { of, key, label, path, shown, emptied: None }
}

const SINCE: Attribute = attribute("batch", "since", "Inward date", "since", CellFormat::Day);
const SUPPLIER: Attribute =
    attribute("batch", "supplier", "Supplier", "supplier.name", CellFormat::Text);
const HEAT: Attribute = attribute("batch", "heat_no", "Heat", "heat_no", CellFormat::Text);
const COIL: Attribute = attribute("batch", "coil_no", "Coil", "coil_no", CellFormat::Text);
const STATUS: Attribute = Attribute {
    emptied: Some((batches::OPEN, batches::EMPTIED)),
    ..attribute("batch", "status", "Status", "status", CellFormat::Text)
};

pub(super) const OF_SKU: &[Attribute] = &[
    attribute("sku", "thickness", "Thickness", "thickness", CellFormat::Text),
    attribute("sku", "grade", "Grade", "grade", CellFormat::Text),
    attribute("sku", "length", "Length, mm", "length_mm", CellFormat::Text),
];

pub(super) const OF_BATCH: &[Attribute] = &[SINCE, SUPPLIER, HEAT, COIL, STATUS];

pub(super) const OF_CLOSED_BATCH: &[Attribute] = &[
    SINCE,
    SUPPLIER,
    HEAT,
    COIL,
    STATUS,
    attribute("batch", "closed_on", "Closed on", "closed_on", CellFormat::Day),
    attribute("batch", "closed_by", "Closed by", "closed_by.name", CellFormat::Text),
    attribute("batch", "closed_for", "Reason", "closed_for", CellFormat::Text),
];

pub(super) const OF_LIFE: &[Attribute] = &[
    SINCE,
    SUPPLIER,
    attribute("batch", "parents", "Made from", "parents", CellFormat::Text),
    attribute("paper", "day", "Date", "day", CellFormat::Day),
    attribute("paper", "customer", "Customer", "customer.name", CellFormat::Text),
];

/// What documents behind a figure are told with.
pub(super) const OF_PAPER: &[Attribute] = &[
    attribute("paper", "day", "Date", "day", CellFormat::Day),
    attribute("paper", "customer", "Customer", "customer.name", CellFormat::Text),
    attribute("paper", "supplier", "Supplier", "supplier.name", CellFormat::Text),
];

pub(super) const OF_CUSTOMER: &[Attribute] = &[
    attribute("customer", "status", "Status", "status", CellFormat::Text),
    attribute("customer", "district", "District", "district.name", CellFormat::Text),
];
