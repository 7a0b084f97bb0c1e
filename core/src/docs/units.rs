//! Units of measure: what the GST calls them, what they measure, and their exact factors.

use serde_json::Value;

use super::MASTER;
use super::formats::CODE;
use crate::declare::case::{Case, Look};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::said;
use crate::said::Said;
use crate::schema::*;

const DIMENSIONS: &[Choice] =
    &[("count", "Count"), ("weight", "Weight"), ("length", "Length"), ("area", "Area")];

/// Unit quantity codes of the GST (annexure to the GSTR-1 rules).
const UQC: &[Choice] = &[
    ("BAG", "Bags"),
    ("BAL", "Bale"),
    ("BDL", "Bundles"),
    ("BKL", "Buckles"),
    ("BOU", "Billion of units"),
    ("BOX", "Box"),
    ("BTL", "Bottles"),
    ("BUN", "Bunches"),
    ("CAN", "Cans"),
    ("CBM", "Cubic metres"),
    ("CCM", "Cubic centimetres"),
    ("CMS", "Centimetres"),
    ("CTN", "Cartons"),
    ("DOZ", "Dozens"),
    ("DRM", "Drums"),
    ("GGK", "Great gross"),
    ("GMS", "Grams"),
    ("GRS", "Gross"),
    ("GYD", "Gross yards"),
    ("KGS", "Kilograms"),
    ("KLR", "Kilolitres"),
    ("KME", "Kilometres"),
    ("LTR", "Litres"),
    ("MLT", "Millilitres"),
    ("MTR", "Metres"),
    ("MTS", "Metric tonnes"),
    ("NOS", "Numbers"),
    ("OTH", "Others"),
    ("PAC", "Packs"),
    ("PCS", "Pieces"),
    ("PRS", "Pairs"),
    ("QTL", "Quintals"),
    ("ROL", "Rolls"),
    ("SET", "Sets"),
    ("SQF", "Square feet"),
    ("SQM", "Square metres"),
    ("SQY", "Square yards"),
    ("TBS", "Tablets"),
    ("TGM", "Ten gross"),
    ("THD", "Thousands"),
    ("TON", "Tonnes"),
    ("TUB", "Tubes"),
    ("UGS", "US gallons"),
    ("UNT", "Units"),
    ("YDS", "Yards"),
];

pub static UOM: DocType = DocType {
    key: "uom",
    label: "Unit",
    plural: "Units",
    fields: &[
        code("code", "Code", &CODE).required().unique().immutable().listed().searched(),
        called("name", "Name", 100).required().unique().listed().searched(),
        choice("uqc", "GST unit code", UQC).required().listed(),
        choice("dimension", "Measures", DIMENSIONS).required().listed(),
        int("decimals", "Decimals", 0, 3).required().listed(),
        int("num", "Factor, above the line", 1, 1_000_000_000).required().default("1"),
        int("den", "Factor, below the line", 1, 1_000_000_000).required().default("1"),
    ],
    sorts: &["name", "code"],
    on_save: deciding(unit_rules),
    ..MASTER
};

/// The dimension of a unit never changes once something is kept in it, nor does its factor.
fn unit_rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let Some(before) = before else { return Ok(()) };
    if case.value::<String>(&keys::used(UOM.key, &doc.id))?.is_none() {
        return Ok(());
    }
    let changed =
        ["dimension", "num", "den"].into_iter().filter(|key| before.get(key) != doc.get(key));
    let issue = |key: &str| {
        let label = UOM.field(key).map_or(key, |field| field.label);
        Issue::new(
            key,
            Code::Input,
            said!("{label} cannot be changed once the unit is used", label),
        )
    };
    done(changed.map(issue).collect())
}

/// So much of one unit in another, as a fraction that is not rounded: numerator, denominator.
///
/// Errors: what to say to a person when the units measure different things; only the weight of an
/// SKU, or a weighbridge, leads from pieces to kilograms.
pub fn convert(quantity: i64, from: &Doc, to: &Doc) -> Result<(i128, i128), Said> {
    let measure = |unit: &Doc| {
        let key = unit.text("dimension").unwrap_or_default();
        DIMENSIONS.iter().find(|(of, _)| *of == key).map_or(key, |(_, words)| *words).to_lowercase()
    };
    if from.get("dimension") != to.get("dimension") {
        let (one, other) = (from.title(&UOM), to.title(&UOM));
        let (a, b) = (measure(from), measure(to));
        return Err(said!(
            "{one} measures {a} and {other} measures {b}; only the weight of an SKU leads from one to the other",
            one,
            a,
            other,
            b
        ));
    }
    let part = |unit: &Doc, key: &str| i128::from(unit.int(key).unwrap_or(1).max(1));
    let num = i128::from(quantity) * part(from, "num") * part(to, "den");
    Ok((num, part(from, "den") * part(to, "num")))
}

/// A product group's further unit must measure what its unit does.
pub fn alternative_issue(case: &Look, group: &Doc) -> Result<Option<Issue>, Halt> {
    let unit = |key: &str| match group.get(key).and_then(Value::as_str) {
        Some(id) => case.find(UOM.key, id),
        None => Ok(None),
    };
    let Some(other) = unit("alt_uom")? else { return Ok(None) };
    let Some(unit) = unit("uom")? else {
        let message = "A further unit needs a unit";
        return Ok(Some(Issue::new("alt_uom", Code::Input, message)));
    };
    let wrong = convert(1, &unit, &other).err();
    Ok(wrong.map(|message| Issue::new("alt_uom", Code::Input, message)))
}
