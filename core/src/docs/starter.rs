//! Starter sets: the masters of a trade that a new site is given by one command, as ordinary documents.

pub mod steel;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use super::goods::{PRODUCT_GROUP, SKU_MAPPING, SKU_PROPERTY, SKU_PROPERTY_VALUE};
use super::skus::formulas::FORMULA;
use super::skus::sections::preset_of;
use super::tax::HSN;
use crate::access::steps::forbidden;
use crate::declare::actor::Actor;
use crate::declare::case::{Case, Look};
use crate::declare::grant::Verb;
use crate::error::{Code, Halt, Issue};
use crate::json_answer;
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::schema::DocType;
use crate::write::{Done, act, index, known, save};
use steel::{GRADES, GROUPS, MAKES, PROPERTIES, Property, StarterGroup};

/// The sets that a site may be given: key and name.
pub const SETS: &[(&str, &str)] = &[("steel", "Steel and building materials")];

/// The types of a set's documents, in the order in which they are made.
pub const TYPES: &[&DocType] =
    &[&SKU_PROPERTY, &SKU_PROPERTY_VALUE, &HSN, &PRODUCT_GROUP, &SKU_MAPPING, &FORMULA];

/// Rates and formulas of a set hold from the day of today's GST rates.
pub const SINCE: &str = "2025-09-22";
const GST_BP: i64 = 1_800;

json_answer! {
    /// How many documents of one type one act makes, and how many the site has already.
    pub struct MadeOfType {
        pub label: &'static str,
        pub made: usize,
        pub there: usize,
    }
}

json_answer! {
    /// What one act makes, and what it leaves alone.
    pub struct SetupPlan {
        pub made: usize,
        /// What the site has already is left as it is.
        pub there: usize,
        pub types: Vec<MadeOfType>,
        /// What the site's own masters do not let in, with the reason.
        pub refused: Vec<String>,
    }
}

impl SetupPlan {
    fn count(&mut self, def: &DocType, made: bool) {
        let at = self.types.iter().position(|one| one.label == def.plural).unwrap_or_else(|| {
            self.types.push(MadeOfType { label: def.plural, made: 0, there: 0 });
            self.types.len() - 1
        });
        let Some(of) = self.types.get_mut(at) else { return };
        match made {
            true => (self.made, of.made) = (self.made + 1, of.made + 1),
            false => (self.there, of.there) = (self.there + 1, of.there + 1),
        }
    }

    /// Makes a document of the command unless one with its unique values is there; its id.
    ///
    /// Errors: what the reader cannot answer; a refusal is noted.
    pub fn make(
        &mut self,
        case: &mut Case,
        def: &'static DocType,
        record: Value,
    ) -> Result<Option<String>, Halt> {
        let record = record.as_object().cloned().unwrap_or_default();
        if let Some(id) = standing(case, def, &record)? {
            self.count(def, false);
            return Ok(Some(id));
        }
        match case.attempt(|case| save::further(case, def, &record))? {
            Ok(doc) => {
                self.count(def, true);
                Ok(Some(doc.id.clone()))
            }
            Err(refused) => {
                self.refuse(def, &record, &refused.issues);
                Ok(None)
            }
        }
    }

    fn refuse(&mut self, def: &DocType, record: &Record, issues: &[Issue]) {
        let name = record.get(def.title).and_then(Value::as_str).unwrap_or_default();
        let why: Vec<&str> = issues.iter().map(|issue| issue.message.as_str()).collect();
        let label = def.label;
        self.refused.push(format!("{label} {name}: {}", why.join("; ")).replace(" :", ":"));
    }
}

/// The document that has a unique value of the record.
pub fn standing(
    case: &Look,
    def: &'static DocType,
    record: &Record,
) -> Result<Option<String>, Halt> {
    for (name, value, _) in index::unique_values(def, record) {
        if let Some(id) = case.value(&keys::unique(def.key, name, &value))? {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// Whether the person may make everything that a set holds.
///
/// Errors: `Forbidden` under the first type that they may not add.
pub fn may_give(actor: &Actor) -> Result<(), Halt> {
    match TYPES.iter().find(|def| !actor.may(def, Verb::Add)) {
        Some(def) => Err(forbidden(def, "add")),
        None => Ok(()),
    }
}

/// Gives the site what it lacks of a set, in one commit.
///
/// Errors: `NotFound` for a set that there is not, `Forbidden` for whoever may not add its types.
pub fn decide(case: &mut Case, set: &str) -> Result<Done, Halt> {
    if !SETS.iter().any(|(key, _)| *key == set) {
        return Err(Halt::refuse(Code::NotFound, "This starter set does not exist"));
    }
    may_give(case.actor)?;
    if let Some(answer) = known(case)? {
        return Ok(answer);
    }
    let given = give(case)?;
    match given.made {
        0 => Err(Halt::refuse(Code::Rule, "Everything of this set is there already")),
        _ => Ok(Done::nothing()),
    }
}

/// What giving the set would make now: the decision itself, whose writes are let go.
///
/// Errors: what the reader cannot answer.
pub fn planned(look: Look) -> Result<SetupPlan, Halt> {
    give(&mut Case::new(look, "planned"))
}

fn give(case: &mut Case) -> Result<SetupPlan, Halt> {
    let mut given = SetupPlan { made: 0, there: 0, types: Vec::new(), refused: Vec::new() };
    let mut properties: BTreeMap<&str, String> = BTreeMap::new();
    for one in PROPERTIES {
        let Some(id) = given.make(case, &SKU_PROPERTY, property(one))? else { continue };
        properties.insert(one.0, id);
    }
    for (code, options) in [("GRADE", GRADES), ("MAKE", MAKES)] {
        let Some(of) = properties.get(code) else { continue };
        // A list that the site filled itself is the site's.
        let filled = !index::ids_where(case, &SKU_PROPERTY_VALUE, "property", of)?.is_empty();
        for (at, text) in options.iter().enumerate() {
            match filled {
                true => given.count(&SKU_PROPERTY_VALUE, false),
                false => drop(given.make(case, &SKU_PROPERTY_VALUE, value(of, text, at))?),
            }
        }
    }
    for group in GROUPS {
        give_group(case, &mut given, group, &properties)?;
    }
    Ok(given)
}

fn give_group(
    case: &mut Case,
    given: &mut SetupPlan,
    group: &StarterGroup,
    properties: &BTreeMap<&str, String>,
) -> Result<(), Halt> {
    let Some(hsn) = given.make(case, &HSN, hsn(group))? else { return Ok(()) };
    let id = given.make(case, &PRODUCT_GROUP, product_group(group, &hsn))?;
    let Some(id) = id else { return Ok(()) };
    given.make(case, &SKU_MAPPING, mapping(group, &id, &|code| properties.get(code).cloned()))?;
    let of_group = index::ids_where(case, &FORMULA, "product_group", &id)?;
    if !of_group.is_empty() {
        given.count(&FORMULA, false);
        return Ok(());
    }
    let record = formula(group, &id).as_object().cloned().unwrap_or_default();
    let made = case.attempt(|case| activated(case, &record))?;
    match made {
        Ok(_) => given.count(&FORMULA, true),
        Err(refused) => given.refuse(&FORMULA, &record, &refused.issues),
    }
    Ok(())
}

/// A formula whose test rows pass, in force.
fn activated(case: &mut Case, record: &Record) -> Result<Arc<Doc>, Halt> {
    let draft = save::further(case, &FORMULA, record)?;
    act::along(case, &FORMULA, &draft, "activate", &Record::new())
}

fn said(text: &str) -> Value {
    if text.is_empty() { Value::Null } else { text.into() }
}

/// A property's record; one without bounds is a list.
pub fn property((code, label, unit, min, max, step): &Property) -> Value {
    let number = !min.is_empty();
    json!({
        "code": code, "label": label, "kind": if number { "number" } else { "list" },
        "unit": said(unit), "min": said(min), "max": said(max), "step": said(step),
        "in_name": true, "in_formula": number,
    })
}

/// The record of a value that a list offers.
pub fn value(property: &str, text: &str, sort: usize) -> Value {
    json!({ "property": property, "value": text, "sort": sort })
}

/// The record of a group's HSN with its rate.
pub fn hsn(group: &StarterGroup) -> Value {
    let rates = json!([{ "rate_bp": GST_BP, "from": SINCE }]);
    json!({ "code": group.hsn, "name": group.goods, "gst_rates": rates })
}

/// A group's own record.
pub fn product_group(group: &StarterGroup, hsn: &str) -> Value {
    json!({
        "name": group.name,
        "hsn": hsn,
        "rate_uom": group.rate_uom,
        "stock_mode": group.stock_mode,
        "nominal": group.nominal,
        "section": said(group.section),
        "name_template": group.template,
        "load_tolerance_bp": 300,
        "inward_tolerance_bp": 50,
    })
}

/// The record of the properties that a group's SKUs have, all of them mandatory. `id_of` names a property by its code.
pub fn mapping(group: &StarterGroup, id: &str, id_of: &dyn Fn(&str) -> Option<String>) -> Value {
    let mapped = |(at, code): (usize, &&str)| {
        let mut row = json!({
            "property": id_of(code), "form_sequence": at + 1, "is_searchable": true,
            "search_sequence": at + 1, "is_mandatory": true,
        });
        if *code == "LEN" {
            row["default_value"] = "6000".into();
        }
        row
    };
    let rows: Vec<Value> = group.mapped.iter().enumerate().map(mapped).collect();
    json!({ "product_group": id, "properties": rows })
}

/// The record of a group's formula, with the mill's weights as its test rows.
pub fn formula(group: &StarterGroup, id: &str) -> Value {
    let preset = preset_of(group.section);
    let expression = match preset {
        Some(preset) if group.expression.is_empty() => preset.expression,
        _ => group.expression,
    };
    let test = |(inputs, g): (&str, i64)| json!({ "inputs": inputs, "expected_g": g });
    json!({
        "code": group.formula,
        "name": group.name,
        "product_group": id,
        "per": preset.map_or("pc", |preset| preset.per),
        "from": SINCE,
        "expression": expression,
        "tests": group.tests.map(test),
    })
}
