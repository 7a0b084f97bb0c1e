//! What is traded: units, product groups with their properties, and the SKUs made of both.

use std::sync::Arc;

use serde_json::Value;

use super::formats::{CODE, DECIMAL, decimal};
use super::tax::{self, GST_RATES, HSN};
use super::{ADMIN_KEEPS, MASTER};
use crate::access::{Grant, Reach, Role, Verb};
use crate::decide::case::Case;
use crate::decide::doc::Doc;
use crate::decide::{index, keys};
use crate::error::{Code, Halt, Issue, done};
use crate::schema::*;

pub use super::prices::{Ask, PRICE, Price, price_at, price_for};
pub use super::tax::{gst_rate_at, hsn_of};
use super::units::{self, UOM};

/// Masters that the purchase desk keeps beside the administrator.
pub const PURCHASE_KEEPS: &[Grant] = &[
    ADMIN_KEEPS[0],
    ADMIN_KEEPS[1],
    Grant { roles: &[Role::Purch], verbs: &[Verb::Add, Verb::Edit], reach: Reach::All },
];

/// What a rate is for.
pub const RATE_UOMS: &[Choice] = &[
    ("MT", "per MT"),
    ("KG", "per kg"),
    ("PCS", "per piece"),
    ("MTR", "per metre"),
    ("BAG", "per bag"),
];

/// How stock of a product group is kept.
pub const STOCK_MODES: &[Choice] =
    &[("pcs_kg", "Pieces and kg"), ("pcs", "Pieces only"), ("kg", "Kg only")];

/// What becomes of a rate below the floor.
const FLOOR_RULES: &[Choice] =
    &[("override", "The branch manager may approve it"), ("never", "Nobody may")];

pub static PRODUCT_GROUP: DocType = DocType {
    key: "product_group",
    label: "Product group",
    plural: "Product groups",
    fields: &[
        text("name", "Name", 100).required().unique().listed().searched(),
        link("hsn", "HSN", &HSN).required().listed(),
        rows("gst_rates", "GST rates", GST_RATES, 20).help("Empty for the rates of the HSN"),
        link("uom", "Unit", &UOM),
        link("alt_uom", "Further unit", &UOM).help("Of the same measure as the unit"),
        choice("rate_uom", "Rates are", RATE_UOMS).required().listed(),
        choice("stock_mode", "Stock is kept in", STOCK_MODES).required().listed(),
        yes_no("batch_required", "Batch needed").default("true"),
        yes_no("loose_pieces", "Loose pieces allowed").default("true"),
        yes_no("nominal", "Billed by theoretical weight")
            .help("Otherwise by the weight that was loaded"),
        percent("load_tolerance_bp", "Tolerance of a loading")
            .between(0, 1_000)
            .help("Empty for the site's"),
        percent("inward_tolerance_bp", "Tolerance of an inward")
            .between(0, 1_000)
            .help("Empty for the site's"),
        choice("price_floor_rule", "Below the floor rate", FLOOR_RULES)
            .default("\"override\"")
            .help("Who may sell below the floor rate of a price"),
    ],
    filters: &["stock_mode"],
    grants: PURCHASE_KEEPS,
    on_save: deciding(group_rules),
    ..MASTER
};

/// Whether the floor rate of an SKU's product group binds everybody.
pub fn floor_is_firm(case: &Case, sku: &str) -> Result<bool, Halt> {
    let group =
        case.find(SKU.key, sku)?.and_then(|sku| sku.text("product_group").map(str::to_owned));
    let group = group.map(|id| case.find(PRODUCT_GROUP.key, &id)).transpose()?.flatten();
    Ok(group.is_some_and(|group| group.text("price_floor_rule") == Some("never")))
}

fn group_rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let hsn = doc.text("hsn").unwrap_or_default().to_owned();
    let mut issues: Vec<Issue> = tax::hsn_issue(case, &hsn)?.into_iter().collect();
    let code = case.find(HSN.key, &hsn)?.and_then(|doc| doc.text("code").map(str::to_owned));
    tax::check_rates(&doc.record, code.as_deref().unwrap_or(""), &mut issues);
    issues.extend(units::alternative_issue(case, doc)?);
    if let Some(before) = before {
        for key in ["stock_mode", "batch_required"] {
            if before.get(key) != doc.get(key) && is_used(case, PRODUCT_GROUP.key, &doc.id)? {
                let label = PRODUCT_GROUP.field(key).map_or(key, |field| field.label);
                let message = format!("{label} cannot be changed once SKUs exist");
                issues.push(Issue::new(key, Code::Input, message));
            }
        }
    }
    done(issues)
}

fn is_used(case: &Case, kind: &str, id: &str) -> Result<bool, Halt> {
    Ok(case.value::<String>(&keys::used(kind, id))?.is_some())
}

const PROPERTY_KINDS: &[Choice] =
    &[("number", "Number"), ("list", "List"), ("text", "Text"), ("bool", "Yes or no")];

pub static SKU_PROPERTY: DocType = DocType {
    key: "sku_property",
    label: "SKU property",
    plural: "SKU properties",
    title: "label",
    fields: &[
        code("code", "Code", &CODE).required().unique().immutable().listed().searched(),
        text("label", "Label", 100).required().unique().listed().searched(),
        choice("kind", "Kind", PROPERTY_KINDS).required().immutable().listed(),
        text("unit", "Unit", 12).listed(),
        code("min", "Least", &DECIMAL),
        code("max", "Most", &DECIMAL),
        code("step", "Step", &DECIMAL),
        yes_no("in_name", "Part of the name").listed().default("true"),
        yes_no("in_formula", "Used in formulas").listed(),
    ],
    sorts: &["label", "code"],
    grants: PURCHASE_KEEPS,
    check: Some(|record, issues| {
        let bound = |key: &str| record.get(key).and_then(Value::as_str).and_then(decimal);
        if bound("min").zip(bound("max")).is_some_and(|(min, max)| min > max) {
            issues.push(Issue::new("max", Code::Input, "Most must not be below Least"));
        }
    }),
    ..MASTER
};

pub static SKU_PROPERTY_VALUE: DocType = DocType {
    key: "sku_property_value",
    label: "Property value",
    plural: "Property values",
    title: "value",
    fields: &[
        link("property", "Property", &SKU_PROPERTY).required().immutable().listed(),
        text("value", "Value", 60).required().listed().searched(),
        int("sort", "Order", 0, 9_999).listed().default("0"),
    ],
    unique_together: &[("value", &["property", "value"])],
    sorts: &["sort", "value"],
    filters: &["property"],
    grants: PURCHASE_KEEPS,
    ..MASTER
};

const MAPPED: &[Field] = &[
    link("property", "Property", &SKU_PROPERTY).required(),
    int("form_sequence", "Form sequence", 0, 999),
    yes_no("is_searchable", "Is searchable"),
    int("search_sequence", "Search sequence", 0, 999),
    yes_no("is_mandatory", "Is mandatory"),
    text("validation_rules", "Validation rules", 200),
    text("default_value", "Default", 60),
];

pub static SKU_MAPPING: DocType = DocType {
    key: "sku_mapping",
    label: "SKU mapping",
    plural: "SKU mappings",
    title: "product_group",
    fields: &[
        link("product_group", "Product group", &PRODUCT_GROUP)
            .required()
            .unique()
            .immutable()
            .listed(),
        rows("properties", "Properties", MAPPED, 40).at_least(1),
    ],
    sorts: &["-updated_at"],
    filters: &["product_group"],
    grants: PURCHASE_KEEPS,
    check: Some(mapping_check),
    ..MASTER
};

/// A property is mapped once, and no two stand at the same place of the form or of the search.
fn mapping_check(record: &Record, issues: &mut Vec<Issue>) {
    let rows = record.get("properties").and_then(Value::as_array).map(Vec::as_slice);
    let rows = rows.unwrap_or_default();
    for (at, row) in rows.iter().enumerate() {
        for (key, message) in [
            ("property", "This property is mapped already"),
            ("form_sequence", "Another property has this form sequence"),
            ("search_sequence", "Another property has this search sequence"),
        ] {
            let value = row.get(key);
            if value.is_some() && rows.iter().take(at).any(|other| other.get(key) == value) {
                issues.push(Issue::new(format!("properties.{at}.{key}"), Code::Input, message));
            }
        }
        let searchable = row.get("is_searchable").and_then(Value::as_bool).unwrap_or(false);
        if row.get("search_sequence").is_some() && !searchable {
            let path = format!("properties.{at}.search_sequence");
            let message = "Only a searchable property has a search sequence";
            issues.push(Issue::new(path, Code::Input, message));
        }
    }
}

const VALUES: &[Field] = &[
    link("property", "Property", &SKU_PROPERTY).required(),
    text("value", "Value", 60).required(),
];

const REORDER: &[Field] = &[
    link("yard", "Yard", &super::places::YARD).required(),
    pieces("min_pcs", "Least"),
    pieces("max_pcs", "Most"),
    pieces("reorder_pcs", "Reorder at"),
];

const SALE_STATES: &[Choice] =
    &[("open", "Open"), ("blocked", "Blocked"), ("discontinued", "Discontinued")];

pub static SKU: DocType = DocType {
    key: "sku",
    label: "SKU",
    plural: "SKUs",
    fields: &[
        text("name", "Name", 120)
            .unique()
            .listed()
            .searched()
            .help("Empty for the name made of the group and its values"),
        link("product_group", "Product group", &PRODUCT_GROUP).required().listed(),
        rows("values", "Properties", VALUES, 40),
        text("make", "Make", 60).listed().searched(),
        text("grade", "Grade", 60).listed().searched(),
        millimetres("length_mm", "Standard length", 1, 18_000).listed(),
        grams("theo_g_per_pc", "Weight per piece").between(1, 999_999_999).listed(),
        pieces("pcs_per_bundle", "Pieces per bundle"),
        link("hsn", "HSN", &HSN).help("Empty for the product group's"),
        link("uom", "Unit", &UOM),
        text("barcode", "Barcode", 40).unique().searched(),
        choice("sale_status", "Sale", SALE_STATES).default("\"open\"").listed(),
        choice("purchase_status", "Purchase", SALE_STATES).default("\"open\""),
        rows("reorder", "Reorder levels", REORDER, 50),
        file("image", "Picture"),
        note("remark", "Remark", 500),
        text("combination", "Combination", 400).computed(),
    ],
    unique_together: &[("combination", &["combination"])],
    sorts: &["name", "doc_no", "-updated_at"],
    filters: &["product_group", "sale_status"],
    grants: PURCHASE_KEEPS,
    series: Some(Series { word: "SKU", width: 6, suffix: "", plain: true }),
    on_save: deciding(sku_rules),
    ..MASTER
};

fn sku_rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let group_id = doc.text("product_group").unwrap_or_default().to_owned();
    let group = case.doc(&PRODUCT_GROUP, &group_id)?;
    let mut issues = Vec::new();
    if let Some(hsn) = doc.text("hsn").map(str::to_owned) {
        issues.extend(tax::hsn_issue(case, &hsn)?);
    }
    let moved = before.is_some() && is_used(case, SKU.key, &doc.id)?;
    if moved && before.is_some_and(|before| before.text("product_group") != Some(&group_id)) {
        let message = "Product group cannot be changed once the SKU was used";
        issues.push(Issue::new("product_group", Code::Input, message));
    }
    if group.text("stock_mode") == Some("pcs_kg") && doc.int("theo_g_per_pc").is_none() {
        let message = "Weight per piece is required";
        issues.push(Issue::new("theo_g_per_pc", Code::Required, message));
    }
    let named = properties(case, doc, &group_id, &mut issues)?;
    done(issues)?;
    if doc.text("name").is_none() {
        doc.set("name", built_name(&group, doc, &named));
    }
    doc.set("combination", combination(doc, &group_id, &named));
    Ok(())
}

/// A value an SKU has: its property, its text, and its place in the name.
struct Named {
    property: Arc<Doc>,
    value: String,
    order: i64,
}

/// Checks the values against the group's mapping; answers them in the mapping's order.
fn properties(
    case: &Case,
    doc: &Doc,
    group: &str,
    issues: &mut Vec<Issue>,
) -> Result<Vec<Named>, Halt> {
    let mapping = mapping_of(case, group)?;
    let mut named: Vec<Named> = Vec::new();
    let values = doc.get("values").and_then(Value::as_array).cloned().unwrap_or_default();
    for (at, row) in values.iter().enumerate() {
        let read = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default();
        let property = case.doc(&SKU_PROPERTY, read("property"))?;
        let order = mapping.iter().find(|one| one.property == property.id);
        let path = format!("values.{at}.value");
        if !mapping.is_empty() && order.is_none() {
            let label = property.title(&SKU_PROPERTY);
            issues.push(Issue::new(
                &path,
                Code::Input,
                format!("{label} is not mapped to this group"),
            ));
        }
        if named.iter().any(|other| other.property.id == property.id) {
            let label = property.title(&SKU_PROPERTY);
            issues.push(Issue::new(&path, Code::Input, format!("{label} is given twice")));
        }
        if let Some(message) = value_issue(case, &property, read("value"))? {
            issues.push(Issue::new(&path, Code::Input, message));
        }
        let order = order.map_or(999, |one| one.order);
        named.push(Named { property, value: read("value").to_owned(), order });
    }
    for needed in mapping.iter().filter(|one| one.mandatory) {
        if !named.iter().any(|one| one.property.id == needed.property) {
            let label = case.doc(&SKU_PROPERTY, &needed.property)?.title(&SKU_PROPERTY);
            issues.push(Issue::new("values", Code::Required, format!("{label} is required")));
        }
    }
    named.sort_by(|a, b| (a.order, &a.property.id).cmp(&(b.order, &b.property.id)));
    Ok(named)
}

struct Mapped {
    property: String,
    order: i64,
    mandatory: bool,
}

fn mapping_of(case: &Case, group: &str) -> Result<Vec<Mapped>, Halt> {
    let value = index::key_text(&group.into());
    let id = case.value::<String>(&keys::unique("sku_mapping", "product_group", &value))?;
    let mapping = id.map(|id| case.find("sku_mapping", &id)).transpose()?.flatten();
    let Some(mapping) = mapping.filter(|doc| doc.is_active()) else { return Ok(Vec::new()) };
    let rows = mapping.get("properties").and_then(Value::as_array).cloned().unwrap_or_default();
    let one = |row: &Value| {
        Some(Mapped {
            property: row.get("property")?.as_str()?.to_owned(),
            order: row.get("form_sequence").and_then(Value::as_i64).unwrap_or(999),
            mandatory: row.get("is_mandatory").and_then(Value::as_bool).unwrap_or(false),
        })
    };
    Ok(rows.iter().filter_map(one).collect())
}

/// What is wrong with a property's value.
fn value_issue(case: &Case, property: &Doc, value: &str) -> Result<Option<String>, Halt> {
    let label = property.title(&SKU_PROPERTY);
    Ok(match property.text("kind") {
        Some("number") => number_issue(property, &label, value),
        Some("list") => {
            let joined = [&property.id, value].map(|part| index::key_text(&part.into()));
            let key = keys::unique("sku_property_value", "value", &joined.join("\u{1e}"));
            let known = case.value::<String>(&key)?.is_some();
            (!known).then(|| format!("{label} must be one of the offered values"))
        }
        Some("bool") if !matches!(value, "Yes" | "No") => {
            Some(format!("{label} must be Yes or No"))
        }
        _ => None,
    })
}

fn number_issue(property: &Doc, label: &str, value: &str) -> Option<String> {
    let Some(number) = decimal(value) else {
        return Some(format!("{label} must be a number with at most 3 decimals"));
    };
    let bound = |key: &str| property.text(key).and_then(decimal);
    let (min, max) = (bound("min"), bound("max"));
    if min.is_some_and(|min| number < min) || max.is_some_and(|max| number > max) {
        let word = |key: &str| property.text(key).unwrap_or("any").to_owned();
        return Some(format!("{label} must be between {} and {}", word("min"), word("max")));
    }
    match bound("step").filter(|step| *step > 0) {
        Some(step) if (number - min.unwrap_or(0)) % step != 0 => {
            Some(format!("{label} must go in steps of {}", property.text("step").unwrap_or("")))
        }
        _ => None,
    }
}

fn built_name(group: &Doc, doc: &Doc, named: &[Named]) -> String {
    let mut words = vec![group.title(&PRODUCT_GROUP)];
    for one in named.iter().filter(|one| one.property.flag("in_name")) {
        let unit = one.property.text("unit").unwrap_or("");
        words.push(format!("{}{unit}", one.value));
    }
    if let Some(length) = doc.int("length_mm") {
        words.push(format!("{}m", super::formats::decimal_shown(length)));
    }
    words.extend(["grade", "make"].into_iter().filter_map(|key| doc.text(key).map(str::to_owned)));
    words.join(" ").chars().take(120).collect()
}

/// What makes an SKU the same as another; empty for one without values, which its name tells apart.
fn combination(doc: &Doc, group: &str, named: &[Named]) -> String {
    if named.is_empty() {
        return String::new();
    }
    let mut parts = vec![group.to_owned()];
    let mut values: Vec<&Named> = named.iter().collect();
    values.sort_by(|a, b| a.property.id.cmp(&b.property.id));
    for one in values {
        let value = decimal(&one.value).map_or_else(|| one.value.to_lowercase(), |n| n.to_string());
        parts.push(format!("{}={value}", one.property.text("code").unwrap_or("")));
    }
    parts.push(doc.int("length_mm").unwrap_or(0).to_string());
    parts.extend(["grade", "make"].map(|key| doc.text(key).unwrap_or("").to_lowercase()));
    parts.join("|")
}
