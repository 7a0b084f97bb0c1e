//! Attributes of the rows that reports group by: a batch's supplier, a paper's customer.

use super::table::Shown;

/// An attribute of each row of a dimension: a path of its frame.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// The dimension.
    pub of: &'static str,
    pub key: &'static str,
    pub label: &'static str,
    pub path: &'static str,
    pub shown: Shown,
}

const fn attribute(
    of: &'static str,
    key: &'static str,
    label: &'static str,
    path: &'static str,
    shown: Shown,
) -> Attribute {
    Attribute { of, key, label, path, shown }
}

const SINCE: Attribute = attribute("batch", "since", "Inward date", "since", Shown::Day);
const SUPPLIER: Attribute =
    attribute("batch", "supplier", "Supplier", "supplier.name", Shown::Text);
const HEAT: Attribute = attribute("batch", "heat_no", "Heat", "heat_no", Shown::Text);
const COIL: Attribute = attribute("batch", "coil_no", "Coil", "coil_no", Shown::Text);
const STATUS: Attribute = attribute("batch", "status", "Status", "status", Shown::Text);

pub(super) const OF_SKU: &[Attribute] = &[
    attribute("sku", "thickness", "Thickness", "thickness", Shown::Text),
    attribute("sku", "grade", "Grade", "grade", Shown::Text),
    attribute("sku", "length", "Length, mm", "length_mm", Shown::Text),
];

pub(super) const OF_BATCH: &[Attribute] = &[SINCE, SUPPLIER, HEAT, COIL, STATUS];

pub(super) const OF_CLOSED_BATCH: &[Attribute] = &[
    SINCE,
    SUPPLIER,
    HEAT,
    COIL,
    STATUS,
    attribute("batch", "closed_on", "Closed on", "closed_on", Shown::Day),
];

pub(super) const OF_LIFE: &[Attribute] = &[
    SINCE,
    SUPPLIER,
    attribute("batch", "parents", "Made from", "parents", Shown::Text),
    attribute("paper", "day", "Date", "day", Shown::Day),
    attribute("paper", "customer", "Customer", "customer.name", Shown::Text),
];

pub(super) const OF_CUSTOMER: &[Attribute] = &[
    attribute("customer", "status", "Status", "status", Shown::Text),
    attribute("customer", "district", "District", "district.name", Shown::Text),
];
