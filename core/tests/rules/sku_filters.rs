//! The SKU-wise report by the properties of SKUs and by the bands of their thickness.

use std::collections::{BTreeMap, BTreeSet};

use godown_core::kept::keys;
use godown_core::report::table::{ReportCell, ReportTable};
use godown_core::report::{self, Frames};
use serde_json::{Value, json};

use crate::reports::{TODAY, asked, frames_with};

const REPORT: &str = "product_sku_report";
/// The properties whose documents the site of the other test leaves out: ids, codes, labels, kinds and units.
const PROPERTIES: [(&str, &str, &str, &str, &str); 3] = [
    ("318285a5-ce1e-471b-8b10-ca4eb29062c5", "THK", "Thickness", "number", "mm"),
    ("4d6f07d8-da3b-46a0-866f-f23aebfb188c", "GRADE", "Grade", "list", ""),
    ("0fc23624-2ee6-4edf-867d-8e95ec60f50d", "LEN", "Length", "text", "mm"),
];

fn frames() -> Frames {
    frames_with(|pairs: &mut BTreeMap<String, Value>| {
        let branches = keys::key(&["doc", "branch"]);
        let (_, like) = pairs.iter().find(|(key, _)| key.starts_with(&branches)).unwrap();
        let like = like.clone();
        for (id, code, label, kind, unit) in PROPERTIES {
            let mut doc = like.clone();
            doc["id"] = json!(id);
            doc["type"] = json!("sku_property");
            doc["record"] = json!({ "code": code, "label": label, "kind": kind, "unit": unit });
            if unit.is_empty() {
                doc["record"].as_object_mut().unwrap().remove("unit");
            }
            pairs.insert(keys::doc("sku_property", id), doc);
        }
    })
}

/// The names of a table's lines.
fn names(table: &ReportTable) -> BTreeSet<String> {
    let name = |cell: &ReportCell| match cell {
        ReportCell::Text(text) => text.clone(),
        other => panic!("{other:?} is no name"),
    };
    table.lines.iter().map(|line| name(&line.cells[0])).collect()
}

fn skus(frames: &Frames, more: &[(&str, &str)]) -> BTreeSet<String> {
    let whole = [("from", "2018-01-01"), ("to", TODAY), ("rows", "sku")];
    names(&asked(frames, REPORT, &[&whole[..], more].concat()))
}

#[test]
fn skus_are_filtered_by_every_property_that_is_a_number_or_a_choice() {
    let frames = frames();
    let offered = report::values(&frames, "property", "", 100).unwrap().values;
    let offered: Vec<&str> = offered.iter().map(|(_, name)| name.as_str()).collect();
    assert!(offered.contains(&"Thickness: 3.2 mm") && offered.contains(&"Grade: YST 310"));
    assert!(offered.iter().all(|one| !one.starts_with("Length")), "typed freely: {offered:?}");
    let all = skus(&frames, &[]);
    let of = |values: &str| skus(&frames, &[("property", values)]);
    let grade = of("Grade: YST 310");
    assert!(!grade.is_empty() && grade.len() < all.len());
    assert!(grade.iter().all(|name| name.contains("YST 310")), "{grade:?}");
    // Of one property any of the values, of two properties both.
    assert_eq!(of("Thickness: 2 mm|Thickness: 3 mm"), grade);
    assert!(of("Thickness: 3 mm").is_empty(), "nothing of it was bought or sold");
    assert_eq!(of("Thickness: 2 mm|Thickness: 3 mm|Grade: YST 310"), grade);
    assert!(of("Thickness: 2 mm|Grade: Fe 500D").is_empty());
    assert!(of("Thickness: 99 mm").is_empty());
}

#[test]
fn skus_are_grouped_and_filtered_by_the_band_of_their_thickness() {
    let frames = frames();
    let whole = [("from", "2018-01-01"), ("to", TODAY), ("rows", "band")];
    let bands = names(&asked(&frames, REPORT, &whole));
    assert_eq!(bands, BTreeSet::from(["No thickness", "Up to 3 mm"].map(str::to_owned)));
    let (thin, none) = (skus(&frames, &[("band", "1")]), skus(&frames, &[("band", "0")]));
    assert!(thin.iter().all(|name| name.contains("× 2 ×")), "{thin:?}");
    assert!(!thin.is_empty() && thin.is_disjoint(&none));
    assert_eq!(&thin | &none, skus(&frames, &[]));
    // Where no property is known there is no thickness.
    let bands = names(&asked(&frames_with(|_| {}), REPORT, &whole));
    assert_eq!(bands, BTreeSet::from(["No thickness".to_owned()]));
}
