//! The days of documents that a calendar shows beside events: which fields of which types, and of which statuses.

use crate::docs::fleet::{DRIVER, VEHICLE};
use crate::docs::limit_requests::CREDIT_LIMIT_REQUEST;
use crate::docs::orders::ORDER;
use crate::docs::prices::PRICE;
use crate::docs::receipts::RECEIPT;
use crate::schema::DocType;

/// A layer of the calendar: the days that some fields of a type name.
pub struct Layer {
    pub key: &'static str,
    pub label: &'static str,
    pub of: &'static DocType,
    pub fields: &'static [&'static str],
    /// Of documents that are still on their way; else of all.
    pub under_way: bool,
}

const fn layer(
    (key, label): (&'static str, &'static str),
    of: &'static DocType,
    fields: &'static [&'static str],
) -> Layer {
    Layer { key, label, of, fields, under_way: false }
}

pub const LAYERS: &[Layer] = &[
    Layer { under_way: true, ..layer(("deliveries", "Deliveries"), &ORDER, &["delivery_by"]) },
    layer(("cheques", "Cheques"), &RECEIPT, &["cheque_date"]),
    layer(
        ("vehicles", "Vehicle papers"),
        &VEHICLE,
        &["rc_to", "insurance_to", "fitness_to", "permit_to", "puc_to"],
    ),
    layer(("licences", "Licences"), &DRIVER, &["licence_to"]),
    layer(("prices", "Prices"), &PRICE, &["to"]),
    layer(("limits", "Credit limits"), &CREDIT_LIMIT_REQUEST, &["valid_to"]),
];
