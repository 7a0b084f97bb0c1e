//! The demo's range: what the mills roll of the groups of the starter set, and what it costs.

use godown_core::docs::starter::steel::StarterGroup;

/// The mills that the demo buys of.
pub const MAKES: &[&str] =
    &["Trishul", "Navkar", "Vardhan", "Ganga", "Suryodaya", "Meru", "Sahyadri", "Manjira"];

/// Rupees for one rate unit of a group.
pub fn rupees(group: &StarterGroup) -> i64 {
    match group.name {
        "GI Pipe" => 68_400,
        "MS SHS" => 60_200,
        "MS RHS" => 60_500,
        "TMT Bar" => 54_900,
        "MS Angle" => 56_400,
        "MS Channel" => 57_100,
        "MS Flat" => 55_800,
        "HR Sheet" => 57_900,
        "GP Sheet" => 71_300,
        "Binding Wire" => 74,
        "Cement" => 365,
        _ => 58_750,
    }
}

/// A size: the values of its properties.
pub type Size = Vec<(&'static str, String)>;

pub fn sizes(group: &StarterGroup) -> Vec<Size> {
    let mut found: Vec<Size> = Vec::new();
    let tenths = |number: i64| match number % 10 {
        0 => (number / 10).to_string(),
        part => format!("{}.{part}", number / 10),
    };
    let mut add = |values: &[(&'static str, String)], len: i64, grade: &str, make: &str| {
        let mut size = values.to_vec();
        if len > 0 {
            size.push(("LEN", len.to_string()));
        }
        size.extend([("GRADE", grade.to_owned()), ("MAKE", make.to_owned())]);
        found.push(size);
    };
    let whole = |number: i64| number.to_string();
    match group.name {
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
                    let size = [("NB", whole(bore)), ("OD", tenths(od)), ("THK", tenths(thk))];
                    add(&size, 6_000, "YST 210", "Trishul");
                }
            }
        }
        "MS SHS" => {
            for a in [25_i64, 38, 50, 60, 72, 80, 100] {
                for thk in [20_i64, 25, 30, 40, 48] {
                    add(&[("A", whole(a)), ("THK", tenths(thk))], 6_000, "YST 310", "Navkar");
                }
            }
        }
        "MS RHS" => {
            for (a, b) in
                [(40_i64, 20_i64), (50, 25), (60, 40), (80, 40), (96, 48), (100, 50), (122, 61)]
            {
                for thk in [20_i64, 25, 30, 40, 48] {
                    let size = [("A", whole(a)), ("B", whole(b)), ("THK", tenths(thk))];
                    add(&size, 6_000, "YST 310", "Navkar");
                }
            }
        }
        "TMT Bar" => {
            for d in [8_i64, 10, 12, 16, 20, 25, 32] {
                for grade in ["Fe 500D", "Fe 550D"] {
                    add(&[("D", whole(d))], 12_000, grade, "Vardhan");
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
                let size = [("A", whole(a)), ("B", whole(a)), ("THK", whole(thk))];
                add(&size, 6_000, "E250", "Ganga");
            }
        }
        "MS Channel" => {
            for (h, per_m) in [
                (75_i64, "7.14"),
                (100, "9.56"),
                (125, "13.1"),
                (150, "16.8"),
                (200, "22.3"),
                (250, "30.6"),
                (300, "36.3"),
            ] {
                add(&[("H", whole(h)), ("KGM", per_m.to_owned())], 6_000, "E250", "Ganga");
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
                add(&[("W", whole(w)), ("THK", whole(thk))], 6_000, "E250", "Ganga");
            }
        }
        "HR Sheet" | "GP Sheet" => {
            for (w, l) in [(1_250_i64, 2_500_i64), (1_500, 3_000)] {
                for thk in [8_i64, 10, 12, 16, 20, 25, 30] {
                    let size = [("L", whole(l)), ("W", whole(w)), ("THK", tenths(thk))];
                    add(&size, 0, "E250", "Suryodaya");
                }
            }
        }
        "Binding Wire" => {
            for gauge in [18, 20] {
                add(&[("GAUGE", whole(gauge)), ("COIL", whole(25))], 0, "Soft", "Meru");
            }
        }
        _ => {
            for (make, grade) in
                [("Sahyadri", "OPC 53"), ("Sahyadri", "PPC"), ("Manjira", "OPC 43")]
            {
                add(&[("BAG", whole(50))], 0, grade, make);
            }
        }
    }
    found
}
