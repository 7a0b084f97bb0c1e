//! The properties of SKUs as rows of their own, and the bands that thicknesses fall into.

use serde_json::Value;

use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, facts,
};
use crate::declare::case::Look;
use crate::docs::goods::SKU_PROPERTY;
use crate::docs::skus::SKU;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::read::parse;
use crate::schema::Guarded;
use crate::value::decimal::decimal;

/// What plates, pipes and sections are told apart by in the trade; the first for goods without a thickness.
pub const BANDS: &[&str] = &[
    "No thickness",
    "Up to 3 mm",
    "Over 3 to 6 mm",
    "Over 6 to 12 mm",
    "Over 12 to 25 mm",
    "Over 25 mm",
];
/// Micrometres: what each but the second is more than.
const MORE_THAN: [i64; 4] = [3_000, 6_000, 12_000, 25_000];
/// The kinds of properties that reports filter by: what was typed freely is in the name.
const FILTERED: &[&str] = &["number", "list"];

facts! {
    SKU_VALUE SkuValue = "sku_value" by "sku" from &[FactSource { prefix: &["doc", "sku"], rows: values }];
    sku: Holds::Link("sku");
    /// The property's label, `: `, the value and its unit.
    says: Holds::Text;
}

/// The place among [`BANDS`] of a thickness as it is written, in millimetres.
pub(super) fn band(thickness: Option<&str>) -> i64 {
    match thickness.and_then(decimal) {
        Some(um @ 1..) => 1 + MORE_THAN.iter().filter(|more| um > **more).count() as i64,
        _ => 0,
    }
}

fn values(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a document", text)?;
    for value in doc.get("values").and_then(Value::as_array).into_iter().flatten() {
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        let (Some(property), Some(said)) = (text("property"), text("value")) else { continue };
        let Some(property) = case.find(SKU_PROPERTY.key, property)? else { continue };
        if !FILTERED.contains(&property.text("kind").unwrap_or_default()) {
            continue;
        }
        let says = [property.text("label").unwrap_or_default(), ": ", said];
        let unit = property.text("unit").map(|unit| format!(" {unit}"));
        let says = says.concat() + unit.as_deref().unwrap_or_default();
        let row = SkuValue { sku: doc.id.as_str().into(), says: says.into() };
        take(row.row(RowScope::of(&doc, &SKU)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thickness_falls_into_one_band_and_its_upper_bound_belongs_to_it() {
        let cases = [("0.3", 1), ("3", 1), ("3.2", 2), ("6.0", 2), ("12", 3), ("12.5", 4)];
        let more = [("25", 4), ("25.001", 5), ("60", 5), ("0", 0), ("thick", 0)];
        for (text, place) in cases.into_iter().chain(more) {
            assert_eq!(band(Some(text)), place, "{text}");
        }
        assert_eq!(BANDS[band(None) as usize], "No thickness");
    }
}
