//! The products of the shop: the SKUs that it offers, and how.

use crate::docs::MASTER;
use crate::docs::skus::SKU;
use crate::schema::*;

/// How good a product is, at least and at most.
pub const RATINGS: (i64, i64) = (1, 5);

/// An SKU in the shop, which it is named by: price, stock and category are the SKU's own.
pub static PRODUCT: DocType = DocType {
    key: "product",
    label: "Shop product",
    plural: "Shop products",
    fields: &[
        link("sku", "SKU", &SKU).required().immutable().listed(),
        called("name", "Name", 100).required().listed().searched(),
        called("brand", "Brand", 60).required().listed().searched(),
        int("rating", "Rating", RATINGS.0, RATINGS.1).required().listed(),
        yes_no("free_shipping", "Free shipping").listed(),
        file("picture", "Picture"),
        note("description", "Description", 1_000),
    ],
    named_by: Some("sku"),
    sorts: &["name", "brand", "rating"],
    filters: &["brand"],
    after: &[&SKU],
    ..MASTER
};
