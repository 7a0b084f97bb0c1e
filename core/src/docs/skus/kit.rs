//! All that decides what the SKUs of a product group are: its properties, its name template, the
//! formula in force. Gathered once; what an SKU would be follows from it without further reading.

use serde_json::Value;

use super::formulas::{self, FORMULA};
use super::sections;
use crate::declare::case::Look;
use crate::docs::goods::{PRODUCT_GROUP, SKU_MAPPING, SKU_PROPERTY, SKU_PROPERTY_VALUE};
use crate::error::Halt;
use crate::formula::Variable;
use crate::json::json_struct;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::said::Said;
use crate::value::Day;
use crate::value::decimal::decimal;
use crate::write::index;

json_struct! { LOOSE
    /// A property as a product group uses it.
    pub struct Mapped {
        /// The property's id.
        pub property: String,
        pub code: String,
        pub label: String,
        /// `number`, `list`, `text` or `bool`.
        pub kind: String,
        pub unit: String,
        /// Bounds in thousandths: the property's, or narrower ones of the mapping.
        pub min: Option<i64>,
        pub max: Option<i64>,
        pub step: Option<i64>,
        pub in_name: bool,
        pub in_formula: bool,
        pub mandatory: bool,
        pub default: String,
        /// The active values of a list, in order.
        pub options: Vec<String>,
    }
}

json_struct! { LOOSE
    /// The formula that weighs a product group's SKUs on a day.
    pub struct InForce {
        pub id: String,
        pub title: String,
        pub edition: i64,
        pub expression: String,
        /// `pc` or `m`.
        pub per: String,
        pub from: String,
        pub tests: i64,
    }
}

json_struct! { LOOSE
    pub struct Kit {
        /// The product group's id.
        pub group: String,
        pub name: String,
        /// `pcs_kg`, `pcs` or `kg`.
        pub stock_mode: String,
        /// The section that is drawn; empty for goods without one.
        pub section: String,
        /// Empty for a name of the group and its values one after another.
        pub template: String,
        /// In the order of the mapping.
        pub properties: Vec<Mapped>,
        /// The group maps its properties: others are refused.
        pub mapped: bool,
        pub formula: Option<InForce>,
        /// The formula that the section comes with, for a group that has none.
        pub preset: String,
        pub preset_per: String,
    }
}

/// Properties of these codes fill the SKU's own fields, which lists and orders read.
pub const OWN: [(&str, &str); 3] = [("LEN", "length_mm"), ("GRADE", "grade"), ("MAKE", "make")];

impl Kit {
    pub fn by_code(&self, code: &str) -> Option<&Mapped> {
        self.properties.iter().find(|one| one.code.eq_ignore_ascii_case(code))
    }

    /// The names that the group's formulas may use: mapped numbers, and the standard length.
    pub fn variables(&self) -> Vec<Variable> {
        let numbers = self.properties.iter().filter(|one| one.kind == "number" && one.in_formula);
        let variable =
            |one: &Mapped| Variable { name: one.code.to_lowercase(), unit: one.unit.clone() };
        let mut found: Vec<Variable> = numbers.map(variable).collect();
        if !found.iter().any(|one| one.name == "len") {
            found.push(Variable { name: "len".to_owned(), unit: "mm".to_owned() });
        }
        found
    }
}

/// The kit of a product group on a day: what its SKUs are made of.
///
/// Errors: `NotFound` for no such group.
pub fn kit_for(case: &Look, group: &str, on: Day) -> Result<Kit, Halt> {
    let doc = case.doc(&PRODUCT_GROUP, group)?;
    let said = |key: &str| doc.text(key).unwrap_or_default().to_owned();
    let mapping = mapping_of(case, group)?;
    let (section, preset) =
        (said("section"), sections::preset_of(doc.text("section").unwrap_or("")));
    Ok(Kit {
        group: group.to_owned(),
        name: doc.title(&PRODUCT_GROUP),
        stock_mode: said("stock_mode"),
        section,
        template: said("name_template"),
        mapped: mapping.is_some(),
        properties: match mapping {
            Some(mapping) => properties(case, &mapping)?,
            None => Vec::new(),
        },
        formula: formulas::in_force(case, group, on)?.map(|doc| in_force(&doc)),
        preset: preset.map(|one| one.expression.to_owned()).unwrap_or_default(),
        preset_per: preset.map(|one| one.per.to_owned()).unwrap_or_default(),
    })
}

fn in_force(doc: &Doc) -> InForce {
    let said = |key: &str| doc.text(key).unwrap_or_default().to_owned();
    let tests = doc.get("tests").and_then(Value::as_array).map_or(0, Vec::len);
    InForce {
        id: doc.id.clone(),
        title: doc.title(&FORMULA),
        edition: doc.int("edition").unwrap_or(1),
        expression: said("expression"),
        per: said("per"),
        from: said("from"),
        tests: i64::try_from(tests).unwrap_or(i64::MAX),
    }
}

/// The group's active mapping.
pub fn mapping_of(case: &Look, group: &str) -> Result<Option<Vec<Value>>, Halt> {
    let value = index::unique_text(&group.into());
    let id = case.value::<String>(&keys::unique(SKU_MAPPING.key, "product_group", &value))?;
    let found = id.map(|id| case.find(SKU_MAPPING.key, &id)).transpose()?.flatten();
    let found = found.filter(|doc| doc.is_active());
    Ok(found.map(|doc| rows_of(&doc, "properties")))
}

pub fn rows_of(doc: &Doc, key: &str) -> Vec<Value> {
    doc.get(key).and_then(Value::as_array).cloned().unwrap_or_default()
}

/// The properties of a mapping's rows, in the order of their form.
pub fn properties(case: &Look, rows: &[Value]) -> Result<Vec<Mapped>, Halt> {
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        let id = row.get("property").and_then(Value::as_str).unwrap_or_default();
        let property = case.doc(&SKU_PROPERTY, id)?;
        let order = row.get("form_sequence").and_then(Value::as_i64).unwrap_or(999);
        found.push((order, one(case, &property, row)?));
    }
    found.sort_by_key(|(order, _)| *order);
    Ok(found.into_iter().map(|(_, one)| one).collect())
}

/// A property that no mapping orders: everything is open.
pub fn unmapped(case: &Look, property: &Doc) -> Result<Mapped, Halt> {
    one(case, property, &Value::Null)
}

fn one(case: &Look, property: &Doc, row: &Value) -> Result<Mapped, Halt> {
    let said = |key: &str| property.text(key).unwrap_or_default().to_owned();
    let of_row = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default();
    let rules = rules(of_row("validation_rules")).unwrap_or_default();
    let bound = |key: &str, narrower: Option<i64>| {
        narrower.or_else(|| property.text(key).and_then(decimal))
    };
    let kind = said("kind");
    let options = if kind == "list" { options(case, &property.id)? } else { Vec::new() };
    Ok(Mapped {
        property: property.id.clone(),
        code: said("code"),
        label: said("label"),
        kind,
        unit: said("unit"),
        min: bound("min", rules.min),
        max: bound("max", rules.max),
        step: bound("step", rules.step),
        in_name: property.flag("in_name"),
        in_formula: property.get("in_formula") != Some(&Value::Bool(false)),
        mandatory: row.get("is_mandatory") == Some(&Value::Bool(true)),
        default: of_row("default_value").to_owned(),
        options,
    })
}

/// The active values of a list property, by their order.
fn options(case: &Look, property: &str) -> Result<Vec<String>, Halt> {
    let mut found = Vec::new();
    for id in index::ids_where(case, &SKU_PROPERTY_VALUE, "property", property)? {
        let Some(doc) = case.find(SKU_PROPERTY_VALUE.key, &id)?.filter(|doc| doc.is_active())
        else {
            continue;
        };
        found.push((doc.int("sort").unwrap_or(0), doc.text("value").unwrap_or("").to_owned()));
    }
    found.sort();
    Ok(found.into_iter().map(|(_, value)| value).collect())
}

/// Bounds that a mapping lays on a property, thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    pub min: Option<i64>,
    pub max: Option<i64>,
    pub step: Option<i64>,
}

/// Reads `min 1.6, max 12, step 0.1`, any of them.
pub fn rules(text: &str) -> Result<Rules, Said> {
    let mut rules = Rules::default();
    for part in text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()) {
        let pair = part.split_once([' ', '=']);
        let pair = pair.and_then(|(name, value)| Some((name, decimal(value.trim())?)));
        match pair {
            Some(("min", value)) => rules.min = Some(value),
            Some(("max", value)) => rules.max = Some(value),
            Some(("step", value)) if value > 0 => rules.step = Some(value),
            _ => return Err("Write rules as min 1.6, max 12, step 0.1".into()),
        }
    }
    match rules.min.zip(rules.max) {
        Some((min, max)) if min > max => Err("max must not be below min".into()),
        _ => Ok(rules),
    }
}
