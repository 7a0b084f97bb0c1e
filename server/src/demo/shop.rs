//! The demo's shop: thirteen products, a hundred of each in stock, and the carts of two people.

use std::collections::BTreeMap;

use godown_core::declare::actor::Actor;
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::value::Day;
use serde_json::{Value, json};

use super::goods::priced;
use super::parties::{manager, person};
use super::site::Site;
use super::{Fault, Known, Sku};

/// What lies there of each product.
const PIECES: i64 = 100;
/// How many products a cart holds.
const IN_CART: usize = 4;
/// Lines of one truck.
const TRUCK: usize = 7;

/// A product: its name, group, size, mill, grade, rating, and whether it comes without freight.
struct Product {
    name: &'static str,
    group: &'static str,
    size: &'static [(&'static str, &'static str)],
    brand: &'static str,
    grade: &'static str,
    rating: i64,
    free: bool,
}

const fn product(
    (name, rating, free): (&'static str, i64, bool),
    group: &'static str,
    size: &'static [(&'static str, &'static str)],
    (brand, grade): (&'static str, &'static str),
) -> Product {
    Product { name, group, size, brand, grade, rating, free }
}

const SHS: &str = "MS SHS";
const RHS: &str = "MS RHS";
const TMT: &str = "TMT Bar";
const CEMENT: &str = "Cement";
const NAVKAR: (&str, &str) = ("Navkar", "YST 310");
const TRISHUL: (&str, &str) = ("Trishul", "YST 310");
const GANGA: (&str, &str) = ("Ganga", "YST 310");

const PRODUCTS: &[Product] = &[
    product(
        ("Square tube 40 × 2", 5, true),
        SHS,
        &[("A", "40"), ("THK", "2"), ("LEN", "6000")],
        NAVKAR,
    ),
    product(
        ("Square tube 40 × 3", 4, false),
        SHS,
        &[("A", "40"), ("THK", "3"), ("LEN", "6000")],
        NAVKAR,
    ),
    product(
        ("Square tube 45 × 2.5", 4, false),
        SHS,
        &[("A", "45"), ("THK", "2.5"), ("LEN", "6000")],
        TRISHUL,
    ),
    product(
        ("Square tube 45 × 3", 3, true),
        SHS,
        &[("A", "45"), ("THK", "3"), ("LEN", "6000")],
        TRISHUL,
    ),
    product(
        ("Square tube 90 × 4", 5, false),
        SHS,
        &[("A", "90"), ("THK", "4"), ("LEN", "6000")],
        TRISHUL,
    ),
    product(
        ("Rectangular tube 66 × 33", 3, false),
        RHS,
        &[("A", "66"), ("B", "33"), ("THK", "2.5"), ("LEN", "6000")],
        NAVKAR,
    ),
    product(
        ("Rectangular tube 70 × 30", 4, true),
        RHS,
        &[("A", "70"), ("B", "30"), ("THK", "3"), ("LEN", "6000")],
        GANGA,
    ),
    product(
        ("Rectangular tube 145 × 82", 2, false),
        RHS,
        &[("A", "145"), ("B", "82"), ("THK", "4.8"), ("LEN", "6000")],
        GANGA,
    ),
    product(
        ("Rebar 28 mm", 5, false),
        TMT,
        &[("D", "28"), ("LEN", "12000")],
        ("Vardhan", "Fe 500D"),
    ),
    product(
        ("Rebar 28 mm, high ductility", 4, false),
        TMT,
        &[("D", "28"), ("LEN", "12000")],
        ("Vardhan", "Fe 550D"),
    ),
    product(("Rebar 36 mm", 1, false), TMT, &[("D", "36"), ("LEN", "12000")], ("Ganga", "Fe 500D")),
    product(("Cement, 50 kg bag", 5, true), CEMENT, &[("BAG", "50")], ("Sahyadri", "OPC 43")),
    product(("Cement, 25 kg bag", 3, true), CEMENT, &[("BAG", "25")], ("Sahyadri", "OPC 43")),
];

pub fn make(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    let skus = skus(site)?;
    priced(site, &skus, until.plus(-30))?;
    for truck in skus.chunks(TRUCK) {
        bring(site, known, truck)?;
    }
    let admin = person(known, "ADMIN")?.clone();
    for (at, (sku, product)) in skus.iter().zip(PRODUCTS).enumerate() {
        let picture = site.photo(&admin, at)?;
        let record = json!({
            "sku": sku.id, "name": product.name, "brand": product.brand, "rating": product.rating,
            "free_shipping": product.free, "picture": picture,
            "description": format!("{} of {}, {}", product.group, product.brand, product.grade),
        });
        site.create(&admin, "product", record)?;
    }
    for who in ["ADMIN", "SALES"] {
        let picker = person(known, who)?.clone();
        let cart = site.create(&picker, "cart", json!({ "person": picker.id }))?;
        for sku in skus.iter().take(IN_CART) {
            site.must(&picker, &cart, "add", json!({ "sku": sku.id }))?;
        }
    }
    Ok(())
}

/// The SKUs of the products, in sizes that no yard keeps yet.
fn skus(site: &mut Site) -> Result<Vec<Sku>, Fault> {
    let system = Actor::system();
    let groups = named(site, "product_group", "name")?;
    let properties = named(site, "sku_property", "code")?;
    let missing = |what: &str| Fault::text(format!("the demo has no {what}"));
    let mut made = Vec::new();
    for product in PRODUCTS {
        let group = groups.get(product.group).ok_or_else(|| missing(product.group))?;
        let values = product.size.iter().copied();
        let values = values.chain([("GRADE", product.grade), ("MAKE", product.brand)]);
        let row = |(code, value): (&str, &str)| {
            let property = properties.get(code).map(|doc| &doc.id);
            json!({ "property": property, "value": value })
        };
        let by_piece = group.text("stock_mode") == Some("pcs");
        let record = json!({
            "product_group": group.id,
            "values": values.map(row).collect::<Vec<Value>>(),
            "pcs_per_bundle": if by_piece { Value::Null } else { json!(20) },
        });
        let sku = site.create(&system, "sku", record)?;
        let (rate_paise, rate_uom) = match product.group {
            SHS => (6_020_000, "MT"),
            RHS => (6_050_000, "MT"),
            TMT => (5_490_000, "MT"),
            _ => (36_500, "BAG"),
        };
        made.push(Sku {
            theo_g: sku.int("theo_g_per_pc").unwrap_or(1_000),
            id: sku.id,
            rate_paise,
            weight: 1,
            rate_uom,
        });
    }
    Ok(made)
}

/// The documents of a type by one of their texts.
fn named(site: &Site, kind: &str, key: &str) -> Result<BTreeMap<String, Doc>, Fault> {
    let prefix = keys::key(&["doc", kind]);
    let ours = site.state.pairs.range(prefix.clone()..);
    let mut found = BTreeMap::new();
    for (_, bytes) in ours.take_while(|(key, _)| key.starts_with(&prefix)) {
        let doc: Doc =
            serde_json::from_slice(bytes).map_err(|error| Fault::text(error.to_string()))?;
        found.insert(doc.text(key).unwrap_or_default().to_owned(), doc);
    }
    Ok(found)
}

/// One truck of them for the first yard, weighed in and approved.
fn bring(site: &mut Site, known: &Known, skus: &[Sku]) -> Result<(), Fault> {
    let yard = &known.yards[0];
    let buyer = person(known, "PURCH")?.clone();
    let line = |(at, sku): (usize, &Sku)| {
        let weight_g = PIECES * sku.theo_g;
        json!({
            "sku": sku.id, "pcs": PIECES, "weight_g": weight_g, "supplier_weight_g": weight_g,
            "rate_paise": sku.rate_paise * 94 / 100, "heat_no": format!("S{}", 4_100 + at),
            "zone": yard.zones[at % yard.zones.len()],
        })
    };
    let lines: Vec<Value> = skus.iter().enumerate().map(line).collect();
    let total_g: i64 = skus.iter().map(|sku| PIECES * sku.theo_g).sum();
    let (tare_g, number) = (9_600_000, 2_000 + site.entries.len() % 7_000);
    let day = site.today();
    let record = json!({
        "date": day.to_string(), "yard": yard.id, "supplier": known.suppliers[0],
        "supplier_invoice_no": format!("SI/SHOP/{number}"),
        "supplier_invoice_date": day.plus(-1).to_string(),
        "supplier_invoice_paise": 95_000_000, "vehicle_no": format!("MH12SH{number}"),
        "ewb_no": format!("27{:010}", number * 88_321), "tare_g": tare_g, "gross_g": tare_g + total_g,
        "unloading_by": "Yard crew", "lines": lines, "freight_paise": 1_200_000,
    });
    let doc = site.create(&buyer, "inward", record)?;
    let doc = site.must(&buyer, &doc, "submit", json!({}))?;
    site.pass(1_000);
    let approver = person(known, manager(yard.branch))?.clone();
    let remarks = json!({ "remarks": "Weights and papers checked" });
    site.must(&approver, &doc, "approve", remarks)?;
    Ok(())
}

/// The SKU and the name of each product.
pub fn offered(site: &Site) -> Result<Vec<(String, String)>, Fault> {
    Ok(named(site, "product", "name")?.into_iter().map(|(name, doc)| (doc.id, name)).collect())
}
