//! Builds an SKU from its kit alone: its name, key, weight and issues. The same function answers
//! under the form and decides on the server.

use std::collections::BTreeMap;

use serde_json::Value;

use super::kit::{InForce, Kit, Mapped, OWN};
use super::name;
use crate::error::{Code, Issue};
use crate::formula::{Failed, Formula, Given, Per, Variable};
use crate::json::json_struct;
use crate::kept::doc::Record;
use crate::said;
use crate::said::Said;
use crate::value::decimal::{decimal, decimal_shown};
use crate::value::{self, Grams, imperial, kg};

json_struct! { WHOLE
    /// A property of an SKU with its value.
    #[derive(Eq)]
    pub struct SkuValue {
        /// The property's id.
        pub property: String,
        pub value: String,
    }
}

json_struct! { WHOLE
    /// The SKU that a record would be.
    pub struct Built {
        pub name: String,
        /// Two SKUs with the same key are the same; empty for one without properties.
        pub key: String,
        /// The values as they are kept, in the order of the mapping.
        pub values: Vec<SkuValue>,
        pub length_mm: Option<i64>,
        pub grade: Option<String>,
        pub make: Option<String>,
        /// Grams of a metre, where the goods have a length.
        pub g_per_m: Option<i64>,
        /// Grams of a piece by the formula, and the formula's id.
        pub calc_g_per_pc: Option<i64>,
        pub formula: Option<String>,
        /// Grams of a piece as it counts: the formula's, or another one with a reason.
        pub theo_g_per_pc: Option<i64>,
        pub issues: Vec<Issue>,
        /// The error of each property, by its id: its issue, or that it is missing.
        pub errors: BTreeMap<String, String>,
        /// Warnings: allowed, but worth a look.
        pub warnings: Vec<String>,
    }
}

/// A weight may differ so much from the formula's without a warning, percent.
const NEAR_PCT: i64 = 15;

/// A value of an SKU, as it is kept.
struct Had<'k> {
    of: &'k Mapped,
    text: String,
}

/// Builds this record. `before`: the SKU as it stands, whose weight and formula stay while its
/// values do.
pub fn build(kit: &Kit, record: &Record, before: Option<&Record>) -> Built {
    let mut built = Built::default();
    let had = values(kit, record, before, &mut built);
    own_fields(record, &had, &mut built);
    let value = |one: &Had| SkuValue { property: one.of.property.clone(), value: one.text.clone() };
    built.values = had.iter().map(value).collect();
    built.key = key(kit, &had, &built);
    built.name = named(kit, record, &had, &built);
    weigh(kit, record, before, &had, &mut built);
    built
}

fn text<'r>(record: &'r Record, key: &str) -> Option<&'r str> {
    record.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty())
}

fn int(record: &Record, key: &str) -> Option<i64> {
    record.get(key).and_then(Value::as_i64)
}

/// The record's rows as pairs of property and value.
fn rows(record: &Record) -> Vec<(&str, &str)> {
    let rows = record.get("values").and_then(Value::as_array).map(Vec::as_slice);
    let rows = rows.unwrap_or_default().iter();
    rows.map(|row| (said(row, "property"), said(row, "value"))).collect()
}

fn said<'r>(row: &'r Value, key: &str) -> &'r str {
    row.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Checks the values; answers them as they are kept, in the mapping's order.
fn values<'k>(
    kit: &'k Kit,
    record: &Record,
    before: Option<&Record>,
    built: &mut Built,
) -> Vec<Had<'k>> {
    let given = rows(record);
    let old = before.map(rows).unwrap_or_default();
    let mut found: BTreeMap<usize, Had> = BTreeMap::new();
    for (at, (property, value)) in given.iter().enumerate() {
        let path = format!("values.{at}.value");
        let place = kit.properties.iter().position(|one| one.property == *property);
        let Some((place, of)) = place.and_then(|at| Some((at, kit.properties.get(at)?))) else {
            let message = "This property is not mapped to this group";
            built.issues.push(Issue::new(&path, Code::Input, message));
            continue;
        };
        let result = match found.contains_key(&place) {
            true => Err(said!("{label} is listed twice", label = of.label)),
            false => kept(of, value, old.contains(&(property, value))),
        };
        match result {
            Ok(text) => drop(found.insert(place, Had { of, text })),
            Err(message) => {
                built.errors.insert(of.property.clone(), message.to_string());
                built.issues.push(Issue::new(&path, Code::Input, message));
            }
        }
    }
    for (place, of) in kit.properties.iter().enumerate() {
        let own = OWN.iter().find(|(code, _)| *code == of.code);
        let own = own.and_then(|(_, key)| own_text(record, key));
        if found.contains_key(&place) || built.errors.contains_key(&of.property) {
            continue;
        }
        match own.map(|text| kept(of, &text, false)) {
            Some(Ok(text)) => drop(found.insert(place, Had { of, text })),
            Some(Err(message)) => missing(of, message, Code::Input, built),
            None if of.mandatory => {
                missing(of, said!("{label} is required", label = of.label), Code::Required, built);
            }
            None => {}
        }
    }
    found.into_values().collect()
}

fn missing(of: &Mapped, message: Said, code: Code, built: &mut Built) {
    built.errors.insert(of.property.clone(), message.to_string());
    built.issues.push(Issue::new("values", code, message));
}

/// The SKU's own field as a property's value.
fn own_text(record: &Record, key: &str) -> Option<String> {
    let number = int(record, key).map(|number| number.to_string());
    number.or_else(|| text(record, key).map(str::to_owned))
}

/// A value as it is kept, or what is wrong with it. `stays`: it stood there before.
fn kept(of: &Mapped, value: &str, stays: bool) -> Result<String, Said> {
    let label = &of.label;
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    match of.kind.as_str() {
        "number" => number(of, &value).map(decimal_shown),
        "list" => {
            let offered = of.options.iter().find(|one| one.to_lowercase() == value.to_lowercase());
            match offered {
                Some(offered) => Ok(offered.clone()),
                None if stays => Ok(value),
                None => Err(said!("{label} must be one of the offered values", label)),
            }
        }
        "bool" => match value.to_lowercase().as_str() {
            "yes" | "true" => Ok("Yes".to_owned()),
            "no" | "false" => Ok("No".to_owned()),
            _ => Err(said!("{label} must be Yes or No", label)),
        },
        _ => Ok(value),
    }
}

fn number(of: &Mapped, value: &str) -> Result<i64, Said> {
    let label = &of.label;
    let unit = of.unit.trim();
    let bare = value.strip_suffix(unit).map_or(value, str::trim_end);
    let wrong = || said!("{label} must be a number with at most 3 decimals", label);
    let number = in_inches(value, unit).or_else(|| decimal(bare)).ok_or_else(wrong)?;
    let word = |bound: Option<i64>| bound.map_or_else(|| "any".to_owned(), decimal_shown);
    if of.min.is_some_and(|min| number < min) || of.max.is_some_and(|max| number > max) {
        return Err(said!(
            "{label} must be between {min} and {max}",
            label,
            min = word(of.min),
            max = word(of.max)
        ));
    }
    match of.step.filter(|step| *step > 0) {
        Some(step) if (number - of.min.unwrap_or(0)) % step != 0 => {
            Err(said!("{label} must go in steps of {step}", label, step = decimal_shown(step)))
        }
        _ => Ok(number),
    }
}

/// The SKU's own length, grade and make: a property of that code fills them.
fn own_fields(record: &Record, had: &[Had], built: &mut Built) {
    let value = |code: &str| had.iter().find(|one| one.of.code == code);
    built.length_mm = match value("LEN") {
        Some(one) => decimal(&one.text).and_then(|number| in_mm(number, &one.of.unit)),
        None => int(record, "length_mm"),
    };
    let own = |code: &str, key: &str| {
        let of_property = value(code).map(|one| one.text.clone());
        of_property.or_else(|| text(record, key).map(|text| text.trim().to_owned()))
    };
    built.grade = own("GRADE", "grade");
    built.make = own("MAKE", "make");
}

/// A value in inches or feet, as thousandths of a metric unit: the half of one is rounded up.
fn in_inches(value: &str, unit: &str) -> Option<i64> {
    let per = match unit.to_lowercase().as_str() {
        "mm" => 1_000,
        "cm" => 10_000,
        "m" => 1_000_000,
        _ => return None,
    };
    imperial(value).map(|length| (length + per / 2) / per)
}

/// Thousandths of a unit as whole millimetres.
fn in_mm(thousandths: i64, unit: &str) -> Option<i64> {
    let per = match unit.trim().to_lowercase().as_str() {
        "m" => 1,
        "cm" => 100,
        _ => 1_000,
    };
    (thousandths % per == 0).then_some(thousandths / per)
}

/// The key that identical SKUs share: the group, its values by code, its length, grade and make.
///
/// Written so that different values never give the same key: the signs between the parts are marked
/// where a value holds them.
fn key(kit: &Kit, had: &[Had], built: &Built) -> String {
    if had.is_empty() {
        return String::new();
    }
    let plain = |text: &str| {
        let lower = text.to_lowercase();
        lower.replace('\\', "\\\\").replace('|', "\\|").replace('=', "\\=")
    };
    let mut values: Vec<(&str, String)> =
        had.iter().map(|one| (one.of.code.as_str(), plain(&one.text))).collect();
    let mut own = |code: &'static str, value: Option<String>| {
        if !values.iter().any(|(other, _)| *other == code) {
            values.extend(value.map(|value| (code, value)));
        }
    };
    own("LEN", built.length_mm.map(|mm| mm.to_string()));
    own("GRADE", built.grade.as_deref().map(plain));
    own("MAKE", built.make.as_deref().map(plain));
    values.sort();
    let mut parts = vec![kit.group.clone()];
    parts.extend(values.into_iter().map(|(code, value)| format!("{code}={value}")));
    parts.join("|")
}

fn named(kit: &Kit, record: &Record, had: &[Had], built: &Built) -> String {
    let own = |code: &str| match code {
        "group" => Some(kit.name.clone()),
        "len" => built.length_mm.map(decimal_shown),
        "grade" => built.grade.clone(),
        "make" => built.make.clone(),
        code => {
            let one = had.iter().find(|one| one.of.code.eq_ignore_ascii_case(code));
            one.map(|one| one.text.clone())
        }
    };
    if !kit.template.is_empty() {
        return name::by_template(&kit.template, &own);
    }
    if let Some(name) = text(record, "name") {
        return name.trim().to_owned();
    }
    let mut words = vec![kit.name.clone()];
    let is_own = |one: &Had| OWN.iter().any(|(code, _)| *code == one.of.code);
    for one in had.iter().filter(|one| one.of.in_name && !is_own(one)) {
        words.push(format!("{}{}", one.text, one.of.unit));
    }
    words.extend(own("len").map(|length| format!("{length}m")));
    words.extend(own("grade"));
    words.extend(own("make"));
    name::cut(&words.join(" "))
}

/// A formula's id, and the grams of a piece by it or why it gives none.
type Weighed = (String, Result<i64, Said>);

/// The weight of a piece: by the formula in force, or another one with a reason.
fn weigh(kit: &Kit, record: &Record, before: Option<&Record>, had: &[Had], built: &mut Built) {
    let sent = int(record, "theo_g_per_pc");
    match weighed(kit, sent, before, had, built) {
        None => {
            built.theo_g_per_pc = sent;
            if kit.stock_mode == "pcs_kg" && sent.is_none() {
                let message = "Weight per piece is required";
                built.issues.push(Issue::new("theo_g_per_pc", Code::Required, message));
            }
        }
        Some((id, calc)) => {
            let made = before.filter(|was| int(was, "theo_g_per_pc") == int(was, "calc_g_per_pc"));
            let made = made.and_then(|was| int(was, "theo_g_per_pc"));
            // What comes back as it was made is nobody's wish.
            let wish = sent.filter(|sent| made != Some(*sent));
            if let Ok(calc) = calc {
                (built.calc_g_per_pc, built.formula) = (Some(calc), Some(id));
            }
            built.theo_g_per_pc = wish.or(built.calc_g_per_pc);
            match (wish, calc) {
                (None, Err(message)) if built.errors.is_empty() => {
                    built.issues.push(Issue::new("theo_g_per_pc", Code::Input, message));
                }
                (None, _) => {}
                (Some(wish), calc) => overridden(record, wish, calc.ok(), built),
            }
        }
    }
    built.g_per_m = metre_of(kit, had, built);
}

/// Grams of a metre: by the formula where it weighs the goods, else their share of the piece.
fn metre_of(kit: &Kit, had: &[Had], built: &Built) -> Option<i64> {
    let mm = built.length_mm.filter(|mm| *mm > 0)?;
    let of_piece = value::amount(built.theo_g_per_pc?, 1_000, mm).map(|g| g.0);
    let weighs = |formula: &&InForce| {
        formula.per == "m"
            && built.formula.as_ref() == Some(&formula.id)
            && built.theo_g_per_pc == built.calc_g_per_pc
    };
    let formula = kit.formula.as_ref().filter(weighs);
    let by_metre = formula.and_then(|formula| by_formula(kit, formula, had, Some(1_000)).ok());
    by_metre.or(of_piece)
}

/// The same goods keep the version they were weighed by; others are weighed by the one in force.
fn weighed(
    kit: &Kit,
    sent: Option<i64>,
    before: Option<&Record>,
    had: &[Had],
    built: &Built,
) -> Option<Weighed> {
    let key = |was: &&Record| text(was, "combination").unwrap_or_default() == built.key;
    let same = before.filter(key);
    let used = same.and_then(|was| text(was, "formula").zip(int(was, "calc_g_per_pc")));
    match (used, &kit.formula) {
        (Some((used, calc)), _) => Some((used.to_owned(), Ok(calc))),
        // Weighed by hand before there was a formula.
        (None, _)
            if same.is_some_and(|was| sent.is_some() && int(was, "theo_g_per_pc") == sent) =>
        {
            None
        }
        (None, Some(formula)) => {
            Some((formula.id.clone(), by_formula(kit, formula, had, built.length_mm)))
        }
        (None, None) => None,
    }
}

/// A weight other than the formula's needs a reason, and one far from it is looked at twice.
fn overridden(record: &Record, wish: i64, calc: Option<i64>, built: &mut Built) {
    if calc == Some(wish) {
        return;
    }
    let shown = |g: i64| kg(Grams(g));
    if text(record, "weight_reason").is_none() {
        let other = calc.map_or_else(
            || "a weight of your own".to_owned(),
            |calc| format!("a weight other than the formula's {}", shown(calc)),
        );
        let message = said!("Give a reason for {other}", other);
        built.issues.push(Issue::new("weight_reason", Code::Required, message));
    }
    let Some(calc) = calc else { return };
    let off = (wish - calc).abs();
    if off.saturating_mul(100) > calc.saturating_mul(NEAR_PCT) {
        let pct = off.saturating_mul(100) / calc.max(1);
        let (above, weight, calc) = (wish > calc, shown(wish), shown(calc));
        let warning = match above {
            true => said!("{weight} is {pct} % above the formula's {calc}", weight, pct, calc),
            false => said!("{weight} is {pct} % below the formula's {calc}", weight, pct, calc),
        };
        built.warnings.push(warning.to_string());
    }
}

/// Grams of a piece by the formula in force, or one sentence why not.
fn by_formula(
    kit: &Kit,
    formula: &InForce,
    had: &[Had],
    length_mm: Option<i64>,
) -> Result<i64, Said> {
    let parsed = Formula::parse(&formula.expression)?;
    let per = Per::parse(&formula.per).unwrap_or(Per::Piece);
    let variables = kit.variables();
    let given: Vec<Given> = variables
        .iter()
        .filter_map(|variable| Some((variable, value_of(variable, had, length_mm)?)))
        .collect();
    let result = match (per, length_mm) {
        (Per::Piece, _) => parsed.grams(&given),
        (Per::Metre, Some(mm)) => parsed.grams_of(&given, mm),
        (Per::Metre, None) => Err(Failed::Missing("len".to_owned())),
    };
    result.map_err(|failed| match &failed {
        Failed::Missing(name) => {
            let label = kit.by_code(name).map(|one| one.label.clone());
            let label = label.unwrap_or_else(|| "Standard length".into());
            said!("{label} is needed for the weight", label)
        }
        failed => failed.message("Weight formula"),
    })
}

fn value_of(variable: &Variable, had: &[Had], length_mm: Option<i64>) -> Option<i64> {
    let one = had.iter().find(|one| one.of.code.eq_ignore_ascii_case(&variable.name));
    match one {
        Some(one) => decimal(&one.text),
        None if variable.name == "len" => length_mm?.checked_mul(1_000),
        None => None,
    }
}
