//! The dimensions that reports about sales, stock and batches offer to filter by.

pub(super) const SALE_FILTERS: &[&str] = &[
    "branch",
    "yard",
    "product",
    "salesman",
    "region",
    "state",
    "district",
    "customer",
    "price_class",
    "price_basis",
    "size",
    "make",
    "sku",
    "imported",
];
/// The same, and the address of the bill beside that of the goods.
pub(super) const PLACE_FILTERS: &[&str] = &[
    "branch",
    "yard",
    "product",
    "salesman",
    "region",
    "state",
    "district",
    "bill_region",
    "bill_state",
    "bill_district",
    "customer",
    "price_class",
    "price_basis",
    "size",
    "make",
    "sku",
    "imported",
];
pub(super) const STOCK_FILTERS: &[&str] =
    &["yard", "product", "size", "thickness", "make", "grade", "sku", "branch"];
pub(super) const BATCH_FILTERS: &[&str] =
    &["yard", "product", "sku", "supplier", "batch_status", "heat_no", "coil_no", "batch"];
