//! The demo's goods: product groups, SKUs of the sizes that move, and dated prices.

use godown_core::access::Actor;
use godown_core::value::Day;
use serde_json::{Value, json};

use super::site::Site;
use super::{Fault, Known, Sku};

/// Name, HSN, description, GST, rate unit, stock mode, theoretical billing, rupees per rate unit.
type Group = (&'static str, &'static str, &'static str, i64, &'static str, &'static str, bool, i64);

const GROUPS: &[Group] = &[
    (
        "MS ERW Pipe",
        "73063090",
        "Welded tubes and pipes of iron or steel",
        1_800,
        "MT",
        "pcs_kg",
        true,
        58_750,
    ),
    ("GI Pipe", "73063010", "Galvanised welded pipes", 1_800, "MT", "pcs_kg", true, 68_400),
    ("MS SHS", "73066100", "Square hollow sections", 1_800, "MT", "pcs_kg", true, 60_200),
    ("MS RHS", "73066110", "Rectangular hollow sections", 1_800, "MT", "pcs_kg", true, 60_500),
    ("TMT Bar", "72142090", "Bars with indentations", 1_800, "MT", "pcs_kg", false, 54_900),
    ("MS Angle", "72165000", "Angles of iron or steel", 1_800, "MT", "pcs_kg", false, 56_400),
    ("MS Channel", "72163100", "U sections", 1_800, "MT", "pcs_kg", false, 57_100),
    ("MS Flat", "72119090", "Flat bars", 1_800, "MT", "pcs_kg", false, 55_800),
    ("HR Sheet", "72083940", "Hot rolled sheets", 1_800, "MT", "pcs_kg", false, 57_900),
    ("GP Sheet", "72104900", "Galvanised plain sheets", 1_800, "MT", "pcs_kg", false, 71_300),
    ("Binding Wire", "72171010", "Wire of iron", 1_800, "KG", "pcs_kg", false, 74),
    ("Cement", "25232930", "Portland cement", 1_800, "BAG", "pcs", false, 365),
];

/// Hundredths of a millimetre or whole sizes as people write them.
struct Size {
    name: String,
    length_mm: Option<i64>,
    theo_g: Option<i64>,
    grade: &'static str,
    make: &'static str,
}

/// Grams per piece of a section: kg per metre in millionths, times the length in millimetres.
fn grams(kg_per_m_millionths: i64, length_mm: i64) -> Option<i64> {
    Some((kg_per_m_millionths * length_mm + 500_000) / 1_000_000)
}

fn sizes(group: &str) -> Vec<Size> {
    let mut found = Vec::new();
    let mut add = |name: String, length: Option<i64>, theo_g: Option<i64>, grade, make| {
        found.push(Size { name, length_mm: length, theo_g, grade, make });
    };
    match group {
        "MS ERW Pipe" | "GI Pipe" => {
            // Nominal bore, outside diameter in tenths of a millimetre.
            for (bore, od) in [
                (15, 213_i64),
                (20, 269),
                (25, 337),
                (32, 424),
                (40, 483),
                (50, 603),
                (65, 761),
                (80, 889),
                (100, 1_143),
            ] {
                for thk in [26_i64, 32, 36, 45] {
                    let per_m = (od - thk) * thk * 246_615 / 1_000;
                    let shown = format!(
                        "{bore}NB {}.{}OD × {}.{} × 6 m",
                        od / 10,
                        od % 10,
                        thk / 10,
                        thk % 10
                    );
                    add(shown, Some(6_000), grams(per_m, 6_000), "YST 210", "Trishul");
                }
            }
        }
        "MS SHS" | "MS RHS" => {
            let sides: &[(i64, i64)] = if group == "MS SHS" {
                &[(25, 25), (38, 38), (50, 50), (60, 60), (72, 72), (80, 80), (100, 100)]
            } else {
                &[(40, 20), (50, 25), (60, 40), (80, 40), (96, 48), (100, 50), (122, 61)]
            };
            for (a, b) in sides {
                for thk in [20_i64, 25, 30, 40, 48] {
                    let per_m = 2 * (a * 10 + b * 10 - 2 * thk) * thk * 7_850 / 100;
                    let shown = format!("{a} × {b} × {}.{} × 6 m", thk / 10, thk % 10);
                    add(shown, Some(6_000), grams(per_m, 6_000), "YST 310", "Navkar");
                }
            }
        }
        "TMT Bar" => {
            for d in [8_i64, 10, 12, 16, 20, 25, 32] {
                for grade in ["Fe 500D", "Fe 550D"] {
                    add(
                        format!("{d} mm × 12 m"),
                        Some(12_000),
                        grams(d * d * 61_654 / 10, 12_000),
                        grade,
                        "Vardhan",
                    );
                }
            }
        }
        "MS Angle" => {
            for (a, thk) in [
                (25_i64, 3_i64),
                (31, 4),
                (40, 5),
                (50, 5),
                (50, 6),
                (65, 6),
                (75, 8),
                (90, 8),
                (100, 8),
                (100, 10),
                (110, 10),
                (130, 12),
            ] {
                add(
                    format!("{a} × {a} × {thk} × 6 m"),
                    Some(6_000),
                    grams((2 * a - thk) * thk * 7_850, 6_000),
                    "E250",
                    "Ganga",
                );
            }
        }
        "MS Channel" => {
            for (h, per_m) in [
                (75_i64, 7_140_000_i64),
                (100, 9_560_000),
                (125, 13_100_000),
                (150, 16_800_000),
                (200, 22_300_000),
                (250, 30_600_000),
                (300, 36_300_000),
            ] {
                add(format!("{h} mm × 6 m"), Some(6_000), grams(per_m, 6_000), "E250", "Ganga");
            }
        }
        "MS Flat" => {
            for (w, thk) in [
                (25_i64, 5_i64),
                (32, 6),
                (40, 6),
                (50, 6),
                (50, 10),
                (65, 8),
                (75, 10),
                (100, 12),
                (100, 16),
                (130, 10),
                (150, 12),
                (150, 16),
            ] {
                add(
                    format!("{w} × {thk} × 6 m"),
                    Some(6_000),
                    grams(w * thk * 7_850, 6_000),
                    "E250",
                    "Ganga",
                );
            }
        }
        "HR Sheet" | "GP Sheet" => {
            for (w, l) in [(1_250_i64, 2_500_i64), (1_500, 3_000)] {
                for thk in [8_i64, 10, 12, 16, 20, 25, 30] {
                    let g = (w * l * thk * 785 + 500_000) / 1_000_000;
                    let shown = format!("{l} × {w} × {}.{}", thk / 10, thk % 10);
                    add(shown, Some(l), Some(g), "E250", "Suryodaya");
                }
            }
        }
        "Binding Wire" => {
            for gauge in [18, 20] {
                add(format!("{gauge} gauge, 25 kg coil"), None, Some(25_000), "Soft", "Meru");
            }
        }
        _ => {
            for (make, grade) in
                [("Sahyadri", "OPC 53"), ("Sahyadri", "PPC"), ("Manjira", "OPC 43")]
            {
                add(format!("{grade} 50 kg bag"), None, Some(50_000), grade, make);
            }
        }
    }
    found
}

pub fn make(site: &mut Site, known: &mut Known, system: &Actor, today: Day) -> Result<(), Fault> {
    let since = "2025-09-22";
    for (name, hsn, description, gst, uom, mode, nominal, rupees) in GROUPS {
        let rates = json!([{ "rate_bp": gst, "from": since }]);
        let hsn = site
            .create(system, "hsn", json!({ "code": hsn, "name": description, "gst_rates": rates }))?
            .id;
        let group = site.create(
            system,
            "product_group",
            json!({
                "name": name,
                "hsn": hsn,
                "rate_uom": uom,
                "stock_mode": mode,
                "batch_required": true,
                "nominal": nominal,
                "load_tolerance_bp": 300,
                "inward_tolerance_bp": 50,
            }),
        )?;
        known.groups.push((group.id.clone(), (*uom).to_owned(), rupees * 100));
        for (at, size) in sizes(name).into_iter().enumerate() {
            let sku = site.create(
                system,
                "sku",
                json!({
                    "name": format!("{name} {} {}", size.name, size.grade),
                    "product_group": group.id,
                    "make": size.make,
                    "grade": size.grade,
                    "length_mm": size.length_mm,
                    "theo_g_per_pc": size.theo_g,
                    "pcs_per_bundle": if *mode == "pcs" { Value::Null } else { json!(20) },
                }),
            )?;
            let step = site.between(-3, 6) * 25_000;
            let rate_paise = rupees * 100 + if *uom == "MT" { step } else { 0 };
            let weight = [3, 2, 2, 1][at % 4];
            known.skus.push(Sku {
                id: sku.id,
                theo_g: size.theo_g.unwrap_or(1_000),
                rate_paise,
                weight,
                rate_uom: uom,
                length_mm: size.length_mm,
            });
        }
    }
    prices(site, known, system, today)
}

/// One rate for each SKU, from the first of the month before the story begins.
fn prices(site: &mut Site, known: &mut Known, system: &Actor, today: Day) -> Result<(), Fault> {
    let from = today.plus(-30).to_string();
    for at in 0..known.skus.len() {
        let sku = &known.skus[at];
        let floor = sku.rate_paise * 97 / 100;
        let record = json!({
            "sku": sku.id,
            "rate_uom": sku.rate_uom,
            "rate_paise": sku.rate_paise,
            "floor_paise": floor - floor % 100,
            "from": from,
        });
        site.create(system, "price", record)?;
    }
    by_state(site, known, system, &from)
}

/// What a product group costs in the states of the other branches, and what a class of customers
/// pays that none of the demo's belongs to.
fn by_state(site: &mut Site, known: &Known, system: &Actor, from: &str) -> Result<(), Fault> {
    for (at, (group, uom, paise)) in known.groups.iter().enumerate() {
        for (state, dearer) in [("24", 60_000), ("36", 110_000), ("29", 145_000)] {
            let extra = if uom == "MT" { dearer + at as i64 * 2_500 } else { 100 };
            let record = json!({
                "product_group": group,
                "state": known.states.get(state),
                "rate_uom": uom,
                "rate_paise": paise + extra,
                "floor_paise": paise,
                "basis": "for",
                "from": from,
            });
            site.create(system, "price", record)?;
        }
    }
    for sku in known.skus.iter().step_by(9) {
        let record = json!({
            "sku": sku.id,
            "price_class": "D",
            "rate_uom": sku.rate_uom,
            "rate_paise": sku.rate_paise * 102 / 100,
            "from": from,
        });
        site.create(system, "price", record)?;
    }
    Ok(())
}
