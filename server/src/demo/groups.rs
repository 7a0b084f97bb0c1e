//! The demo's range: product groups, their properties, and the sizes that the mills roll.

/// One product group: how it is sold, what its SKUs are named and weighed by, and how the mill's
/// tables weigh two of them.
pub struct Group {
    pub name: &'static str,
    pub hsn: &'static str,
    pub goods: &'static str,
    pub rate_uom: &'static str,
    pub stock_mode: &'static str,
    /// Billed by theoretical weight.
    pub nominal: bool,
    /// For one rate unit.
    pub rupees: i64,
    pub section: &'static str,
    pub template: &'static str,
    pub formula: &'static str,
    /// Empty for the section's own.
    pub expression: &'static str,
    pub tests: [(&'static str, i64); 2],
    /// Codes of properties, in the order of the form.
    pub mapped: &'static [&'static str],
}

const TUBE: &[&str] = &["NB", "OD", "THK", "LEN", "GRADE", "MAKE"];

const PIPE: Group = Group {
    name: "MS ERW Pipe",
    hsn: "73063090",
    goods: "Welded tubes and pipes of iron or steel",
    rate_uom: "MT",
    stock_mode: "pcs_kg",
    nominal: true,
    rupees: 58_750,
    section: "pipe",
    template: "{group} {nb}NB {od}OD × {thk} × {len} m {grade} {make}",
    formula: "PIPE_ERW",
    expression: "",
    tests: [("od = 60.3, thk = 3.6", 5_034), ("od = 21.3, thk = 2.6", 1_199)],
    mapped: TUBE,
};

/// Rolled long products: weighed when loaded.
const ROLLED: Group = Group { nominal: false, ..PIPE };

pub const GROUPS: &[Group] = &[
    PIPE,
    Group {
        name: "GI Pipe",
        hsn: "73063010",
        goods: "Galvanised welded pipes",
        rupees: 68_400,
        formula: "PIPE_GI",
        ..PIPE
    },
    Group {
        name: "MS SHS",
        hsn: "73066100",
        goods: "Square hollow sections",
        rupees: 60_200,
        section: "shs",
        template: "{group} {a} × {a} × {thk} × {len} m {grade} {make}",
        formula: "SHS",
        tests: [("a = 50, thk = 3", 4_427), ("a = 100, thk = 4.8", 14_349)],
        mapped: &["A", "THK", "LEN", "GRADE", "MAKE"],
        ..PIPE
    },
    Group {
        name: "MS RHS",
        hsn: "73066110",
        goods: "Rectangular hollow sections",
        rupees: 60_500,
        section: "rhs",
        template: "{group} {a} × {b} × {thk} × {len} m {grade} {make}",
        formula: "RHS",
        tests: [("a = 50, b = 50, thk = 3", 4_427), ("a = 100, b = 50, thk = 3.2", 7_214)],
        mapped: &["A", "B", "THK", "LEN", "GRADE", "MAKE"],
        ..PIPE
    },
    Group {
        name: "TMT Bar",
        hsn: "72142090",
        goods: "Bars with indentations",
        rupees: 54_900,
        section: "round",
        template: "{group} {d} mm × {len} m {grade} {make}",
        formula: "TMT",
        tests: [("d = 12", 888), ("d = 32", 6_313)],
        mapped: &["D", "LEN", "GRADE", "MAKE"],
        ..ROLLED
    },
    Group {
        name: "MS Angle",
        hsn: "72165000",
        goods: "Angles of iron or steel",
        rupees: 56_400,
        section: "angle",
        template: "{group} {a} × {b} × {thk} × {len} m {grade} {make}",
        formula: "ANGLE",
        tests: [("a = 50, b = 50, thk = 5", 3_729), ("a = 100, b = 100, thk = 10", 14_915)],
        mapped: &["A", "B", "THK", "LEN", "GRADE", "MAKE"],
        ..ROLLED
    },
    Group {
        name: "MS Channel",
        hsn: "72163100",
        goods: "U sections",
        rupees: 57_100,
        section: "channel",
        template: "{group} {h} mm × {len} m {grade} {make}",
        formula: "CHANNEL",
        tests: [("kgm = 7.14", 7_140), ("kgm = 36.3", 36_300)],
        mapped: &["H", "KGM", "LEN", "GRADE", "MAKE"],
        ..ROLLED
    },
    Group {
        name: "MS Flat",
        hsn: "72119090",
        goods: "Flat bars",
        rupees: 55_800,
        section: "flat",
        template: "{group} {w} × {thk} × {len} m {grade} {make}",
        formula: "FLAT",
        tests: [("w = 50, thk = 6", 2_355), ("w = 150, thk = 16", 18_840)],
        mapped: &["W", "THK", "LEN", "GRADE", "MAKE"],
        ..ROLLED
    },
    Group { name: "HR Sheet", hsn: "72083940", goods: "Hot rolled sheets", ..SHEET },
    Group {
        name: "GP Sheet",
        hsn: "72104900",
        goods: "Galvanised plain sheets",
        rupees: 71_300,
        formula: "SHEET_GP",
        ..SHEET
    },
    Group {
        name: "Binding Wire",
        hsn: "72171010",
        goods: "Wire of iron",
        rate_uom: "KG",
        rupees: 74,
        section: "",
        template: "{group} {gauge} gauge, {coil} kg coil {grade} {make}",
        formula: "WIRE",
        expression: "coil",
        tests: [("coil = 25", 25_000), ("coil = 12.5", 12_500)],
        mapped: &["GAUGE", "COIL", "GRADE", "MAKE"],
        ..ROLLED
    },
    Group {
        name: "Cement",
        hsn: "25232930",
        goods: "Portland cement",
        rate_uom: "BAG",
        stock_mode: "pcs",
        rupees: 365,
        section: "",
        template: "{group} {grade} {bag} kg bag {make}",
        formula: "CEMENT",
        expression: "bag",
        tests: [("bag = 50", 50_000), ("bag = 25", 25_000)],
        mapped: &["BAG", "GRADE", "MAKE"],
        ..ROLLED
    },
];

const SHEET: Group = Group {
    rupees: 57_900,
    section: "sheet",
    template: "{group} {l} × {w} × {thk} {grade} {make}",
    formula: "SHEET_HR",
    tests: [("l = 2500, w = 1250, thk = 2", 49_063), ("l = 3000, w = 1500, thk = 3", 105_975)],
    mapped: &["L", "W", "THK", "GRADE", "MAKE"],
    ..ROLLED
};

/// Code, label, unit, least, most, step; a property without bounds is a list.
pub type Property =
    (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

pub const PROPERTIES: &[Property] = &[
    ("NB", "Nominal bore", "", "6", "600", "1"),
    ("OD", "Outside diameter", "mm", "6", "660", "0.1"),
    ("A", "Width a", "mm", "10", "400", "0.1"),
    ("B", "Height b", "mm", "10", "400", "0.1"),
    ("D", "Diameter", "mm", "4", "60", "0.1"),
    ("H", "Depth", "mm", "40", "600", "1"),
    ("L", "Length of the sheet", "mm", "500", "12000", "1"),
    ("W", "Width", "mm", "10", "2500", "1"),
    ("THK", "Thickness", "mm", "0.3", "60", "0.1"),
    ("KGM", "Weight of a metre", "kg/m", "0.1", "400", ""),
    ("GAUGE", "Gauge", "", "8", "30", "1"),
    ("COIL", "Weight of a coil", "kg", "1", "100", "0.5"),
    ("BAG", "Weight of a bag", "kg", "1", "100", "1"),
    ("LEN", "Length", "mm", "1000", "18000", "1"),
    ("GRADE", "Grade", "", "", "", ""),
    ("MAKE", "Make", "", "", "", ""),
];

/// The options of the lists.
pub const OFFERED: &[(&str, &[&str])] = &[
    (
        "GRADE",
        &[
            "YST 210", "YST 240", "YST 310", "YST 355", "Fe 500D", "Fe 550D", "E250", "E350",
            "Soft", "OPC 43", "OPC 53", "PPC",
        ],
    ),
    (
        "MAKE",
        &["Trishul", "Navkar", "Vardhan", "Ganga", "Suryodaya", "Meru", "Sahyadri", "Manjira"],
    ),
];

/// A size: the values of its properties.
pub type Size = Vec<(&'static str, String)>;

pub fn sizes(group: &Group) -> Vec<Size> {
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
