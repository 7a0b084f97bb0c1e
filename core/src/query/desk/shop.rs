//! The shop: what it offers, and the cart of who asks.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde::ser::{Error, Serializer};
use serde_json::value::RawValue;

use super::viewer;
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::docs;
use crate::docs::desk::carts::{self, CART};
use crate::docs::desk::picture;
use crate::docs::desk::products::{PRODUCT, RATINGS};
use crate::error::Halt;
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};
use crate::query::catalogue::{Places, catalogue_row};
use crate::query::yards::yards_asked;
use crate::shape::{Shape, Shaped};
use crate::value::{Instant, RateUom, line_amount};

/// The most products that a shop shows.
const PRODUCTS: usize = 500;

/// An amount in rupees with its paise behind the point, as the template's pages read a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rupees(pub i64);

impl Shaped for Rupees {
    fn shape() -> Shape {
        Shape::Decimal
    }
}

impl Serialize for Rupees {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let text = match self.0 % 100 {
            0 => (self.0 / 100).to_string(),
            paise => format!("{}.{paise:02}", self.0 / 100),
        };
        RawValue::from_string(text).map_err(S::Error::custom)?.serialize(out)
    }
}

json_answer! {
    /// A product of the shop.
    pub struct ShopProduct {
        /// The SKU.
        pub id: String,
        pub img_url as "imgUrl": String,
        /// Of one piece today; null where none is set, and for those who see no rates.
        pub price: Option<Rupees>,
        /// The free pieces in the yards of which the person sees the stock.
        pub total_unit as "totalUnit": i64,
        pub title: String,
        pub category: String,
        pub brand: String,
        /// 1 to 5.
        pub rating: i64,
        pub free_shipping as "freeShipping": bool,
        pub description: String,
    }
}

json_answer! {
    /// A category or a brand, and of how many products.
    pub struct ShopCount {
        pub title: String,
        pub product: usize,
    }
}

json_answer! {
    /// A rating, and of how many products.
    pub struct ShopRating {
        pub rate: i64,
        pub product: usize,
    }
}

json_answer! {
    /// A line of a cart.
    pub struct ShopCartItem {
        /// Pieces.
        pub amount: i64,
        pub product [among]: ShopProduct,
    }
}

/// What is in the yards that a person sees, and for whom its price is.
struct Counter<'a> {
    look: Look<'a>,
    yards: BTreeSet<String>,
}

impl<'a> Counter<'a> {
    fn new(read: &'a dyn Read, actor: &'a Actor, now: Instant) -> Result<Counter<'a>, Halt> {
        let look = docs::look(read, actor, now);
        // Who sees no stock is shown the goods without it.
        let yards = match yards_asked(&look, "") {
            Err(Halt::Refused(_)) => Vec::new(),
            yards => yards?,
        };
        Ok(Counter { look, yards: yards.into_iter().collect() })
    }

    fn product(&self, product: &Doc) -> Result<ShopProduct, Halt> {
        let row = catalogue_row(&self.look, &product.id, &self.yards, &Places::default())?;
        let uom = row.rate_uom.as_deref().and_then(RateUom::parse);
        let piece = |(uom, rate)| {
            let weight_g = row.theo_g_per_pc.unwrap_or_default();
            line_amount(uom, rate, 1, weight_g, row.length_mm.unwrap_or_default())
        };
        let price = uom.zip(row.rate_paise).and_then(piece).map(|paise| Rupees(paise.0));
        let text = |key: &str| product.text(key).unwrap_or_default().to_owned();
        Ok(ShopProduct {
            id: product.id.clone(),
            img_url: picture(product.text("picture")),
            price,
            total_unit: row.free_pcs,
            title: text("name"),
            category: row.type_name,
            brand: text("brand"),
            rating: product.int("rating").unwrap_or(RATINGS.0),
            free_shipping: product.flag("free_shipping"),
            description: text("description"),
        })
    }
}

/// The products that are for sale, by title.
///
/// Errors: `Forbidden` for roles that view no products.
pub fn products(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Vec<ShopProduct>, Halt> {
    viewer(actor, &PRODUCT)?;
    let counter = Counter::new(read, actor, now)?;
    let mut found = Vec::new();
    let all = Range::prefix(&keys::key(&["doc", PRODUCT.key]));
    for (key, bytes) in counter.look.scan(&all, PRODUCTS)? {
        let product: Doc = parse(&key, &bytes)?;
        if carts::offered(&counter.look, &product.id)? {
            found.push(counter.product(&product)?);
        }
    }
    found.sort_by(|a, b| (&a.title, &a.id).cmp(&(&b.title, &b.id)));
    Ok(found)
}

/// The categories of the products, each once.
///
/// Errors: as those of [`products`].
pub fn categories(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Vec<ShopCount>, Halt> {
    Ok(counted(products(read, actor, now)?, |product| product.category))
}

/// The brands of the products, each once.
///
/// Errors: as those of [`products`].
pub fn brands(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Vec<ShopCount>, Halt> {
    Ok(counted(products(read, actor, now)?, |product| product.brand))
}

fn counted(all: Vec<ShopProduct>, by: impl Fn(ShopProduct) -> String) -> Vec<ShopCount> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for title in all.into_iter().map(by) {
        *counts.entry(title).or_default() += 1;
    }
    counts.into_iter().map(|(title, product)| ShopCount { title, product }).collect()
}

/// Every rating, the best first, with the number of its products.
///
/// Errors: as those of [`products`].
pub fn ratings(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Vec<ShopRating>, Halt> {
    let all = products(read, actor, now)?;
    let of = |rate: i64| all.iter().filter(|one| one.rating == rate).count();
    Ok((RATINGS.0..=RATINGS.1).rev().map(|rate| ShopRating { rate, product: of(rate) }).collect())
}

/// The cart of who asks, in the order in which they picked.
///
/// Errors: `Forbidden` for people outside the house and accounts without rights.
pub fn cart(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Vec<ShopCartItem>, Halt> {
    viewer(actor, &CART)?;
    let counter = Counter::new(read, actor, now)?;
    let Some(kept) = counter.look.seen(&CART, &actor.id)? else { return Ok(Vec::new()) };
    let mut items = Vec::new();
    for line in carts::of(&kept).lines {
        let product = counter.look.doc(&PRODUCT, &line.sku)?;
        items.push(ShopCartItem { amount: line.pcs, product: counter.product(&product)? });
    }
    Ok(items)
}
