//! The dimensions that reports about sales, stock and batches offer to filter by.

/// What sales are filtered by, with what stands beside the place of the goods.
macro_rules! sale_filters {
    ($($beside:literal),*) => {
        &[
            "branch",
            "yard",
            "product",
            "salesman",
            "region",
            "state",
            "district",
            $($beside,)*
            "customer",
            "price_class",
            "price_basis",
            "size",
            "band",
            "make",
            "sku",
            "imported",
        ]
    };
}

pub(super) const SALE_FILTERS: &[&str] = sale_filters!();
/// The same, and the address of the bill.
pub(super) const PLACE_FILTERS: &[&str] =
    sale_filters!("bill_region", "bill_state", "bill_district");
pub(super) const SLOW_FILTERS: &[&str] = &[
    "unsold_for",
    "yard",
    "product",
    "size",
    "thickness",
    "band",
    "property",
    "make",
    "grade",
    "sku",
    "branch",
];
pub(super) const STOCK_FILTERS: &[&str] =
    &["yard", "product", "size", "thickness", "band", "make", "grade", "sku", "branch"];
pub(super) const BATCH_FILTERS: &[&str] =
    &["yard", "product", "sku", "supplier", "batch_status", "heat_no", "coil_no", "batch"];
