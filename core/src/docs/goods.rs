//! Goods: units, and product groups with the properties that their SKUs have.

use serde_json::Value;

use super::formats::{DECIMAL, PROPERTY_CODE};
use super::skus::{formulas, kit, name, sections};
use super::tax::{self, GST_RATES, HSN};
use super::{ADMIN_KEEPS, MASTER};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, Reach, Role, Verb};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::said;
use crate::schema::*;
use crate::value::decimal::decimal;

pub use super::skus::SKU;

pub use super::prices::{PRICE, PriceAsk, PriceInForce, price_at, price_for};
pub use super::tax::{gst_rate_at, hsn_of};
use super::units::{self, UOM};

/// Masters that the purchase desk keeps beside the administrator.
pub const PURCHASE_KEEPS: &[Grant] = &[
    ADMIN_KEEPS[0],
    ADMIN_KEEPS[1],
    Grant { roles: &[Role::Purch], verbs: &[Verb::Add, Verb::Edit], reach: Reach::All },
];

/// The units that a rate can be for.
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

/// The rules for a rate below the floor.
const FLOOR_RULES: &[Choice] =
    &[("override", "The branch manager may approve it"), ("never", "No one may")];

pub static PRODUCT_GROUP: DocType = DocType {
    key: "product_group",
    label: "Product group",
    plural: "Product groups",
    fields: &[
        called("name", "Name", 100).required().unique().listed().searched(),
        link("hsn", "HSN", &HSN).required().listed(),
        rows("gst_rates", "GST rates", GST_RATES, 20).help("Leave blank for the rates of the HSN"),
        link("uom", "Unit", &UOM),
        link("alt_uom", "Additional unit", &UOM).help("Of the same measure as the unit"),
        choice("rate_uom", "Rates are", RATE_UOMS).required().listed(),
        choice("stock_mode", "Stock is kept in", STOCK_MODES).required().listed(),
        yes_no("nominal", "Billed by theoretical weight")
            .help("Otherwise by the weight that was loaded"),
        yes_no("scrap", "Sold out of the dump")
            .help("Scrap, by weight: loaded from whatever lies in the yard's dump"),
        choice("section", "Section", sections::SECTIONS)
            .listed()
            .help("Sets the drawing and the formula it starts with"),
        text("name_template", "Template of names", 200).help(
            "MS ERW Pipe {nb}NB {od}OD × {thk} × {len} m {grade}; {group} and {make} besides",
        ),
        percent("load_tolerance_bp", "Tolerance of a loading")
            .between(0, 1_000)
            .help("Leave blank for the site's"),
        percent("inward_tolerance_bp", "Tolerance of an inward")
            .between(0, 1_000)
            .help("Leave blank for the site's"),
        choice("price_floor_rule", "Sale below the floor rate", FLOOR_RULES)
            .default("\"override\"")
            .help("Who may sell below the floor rate of a price"),
    ],
    filters: &["stock_mode", "scrap"],
    grants: PURCHASE_KEEPS,
    check: Some(|record, issues| {
        let by_weight = record.get("stock_mode").and_then(Value::as_str) == Some("kg");
        if record.get("scrap") == Some(&Value::Bool(true)) && !by_weight {
            let message = "What is sold out of the dump is kept in kg only";
            issues.push(Issue::new("stock_mode", Code::Input, message));
        }
        let template = record.get("name_template").and_then(Value::as_str).unwrap_or_default();
        issues.extend(
            name::form_issue(template)
                .map(|message| Issue::new("name_template", Code::Input, message)),
        );
    }),
    on_save: deciding(group_rules),
    after: &[&HSN],
    ..MASTER
};

/// Whether the floor rate of an SKU's product group binds everybody.
pub fn floor_is_firm(case: &Look, sku: &str) -> Result<bool, Halt> {
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
    if let Some(template) = doc.text("name_template") {
        let issue = match before {
            // What a new group maps is not known yet; its mapping looks at the template.
            None => None,
            Some(_) => name::unknown_issue(template, &kit::kit_for(case, &doc.id, case.today())?),
        };
        issues.extend(issue.map(|message| Issue::new("name_template", Code::Input, message)));
    }
    if let Some(before) = before {
        for key in ["stock_mode", "scrap"] {
            if before.get(key) != doc.get(key) && is_used(case, PRODUCT_GROUP.key, &doc.id)? {
                let label = PRODUCT_GROUP.field(key).map_or(key, |field| field.label);
                let message = said!("{label} cannot be changed once SKUs exist", label);
                issues.push(Issue::new(key, Code::Input, message));
            }
        }
    }
    done(issues)
}

fn is_used(case: &Look, kind: &str, id: &str) -> Result<bool, Halt> {
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
        code("code", "Code", &PROPERTY_CODE)
            .required()
            .unique()
            .immutable()
            .listed()
            .searched()
            .help("Its name in formulas and templates: OD, THK, LEN"),
        text("label", "Label", 100).required().unique().listed().searched(),
        choice("kind", "Kind", PROPERTY_KINDS).required().immutable().listed(),
        text("unit", "Unit", 12).listed(),
        code("min", "Least", &DECIMAL),
        code("max", "Most", &DECIMAL),
        code("step", "Step", &DECIMAL),
        yes_no("in_name", "Part of the name").listed().default("true"),
        yes_no("in_formula", "Used in formulas").listed().default("true"),
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
    after: &[&SKU_PROPERTY],
    ..MASTER
};

const MAPPED: &[Field] = &[
    link("property", "Property", &SKU_PROPERTY).required(),
    int("form_sequence", "Form sequence", 0, 999),
    yes_no("is_searchable", "Is searchable"),
    int("search_sequence", "Search sequence", 0, 999),
    yes_no("is_mandatory", "Is mandatory"),
    text("validation_rules", "Validation rules", 200).help("min 1.6, max 12, step 0.1"),
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
    on_save: deciding(mapping_rules),
    after: &[&SKU_PROPERTY, &PRODUCT_GROUP],
    ..MASTER
};

/// A property is mapped once, its rules can be read, and no two stand at the same place of the form
/// or of the search.
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
        let rules = row.get("validation_rules").and_then(Value::as_str).unwrap_or_default();
        if let Err(message) = kit::rules(rules) {
            let path = format!("properties.{at}.validation_rules");
            issues.push(Issue::new(path, Code::Input, message));
        }
    }
}

/// Properties that the group's template or its active formula names stay mapped.
fn mapping_rules(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let group = doc.text("product_group").unwrap_or_default().to_owned();
    let mut kit = kit::kit_for(case, &group, case.today())?;
    kit.properties = kit::properties(case, &kit::rows_of(doc, "properties"))?;
    let mut issues = Vec::new();
    if let Some(message) = name::unknown_issue(&kit.template, &kit) {
        issues.push(Issue::new("properties", Code::Input, message));
    }
    if let Some(used) = formulas::in_force(case, &group, case.today())? {
        let wrong = formulas::record_issues(&kit, &used.record);
        let title = used.title(&formulas::FORMULA);
        issues.extend(wrong.into_iter().map(|issue| {
            Issue::new(
                "properties",
                Code::Input,
                said!("{title}: {message}", title, message = issue.message),
            )
        }));
    }
    done(issues)
}

/// How an SKU's stock is kept: `pcs_kg`, `pcs` or `kg`, as its product group says.
pub fn stock_mode(case: &Look, sku: &str) -> Result<String, Halt> {
    let sku = case.doc(&SKU, sku)?;
    let group = case.doc(&PRODUCT_GROUP, sku.text("product_group").unwrap_or_default())?;
    Ok(group.text("stock_mode").unwrap_or("pcs_kg").to_owned())
}
