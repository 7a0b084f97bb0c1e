//! The starter set of a steel trader: product groups, their properties, names and weights, and the HSN of each.

/// One product group: how it is sold, what its SKUs are named and weighed by, and how the mill's
/// tables weigh two of them.
#[derive(Debug)]
pub struct StarterGroup {
    pub name: &'static str,
    pub hsn: &'static str,
    pub goods: &'static str,
    pub rate_uom: &'static str,
    pub stock_mode: &'static str,
    /// Billed by theoretical weight.
    pub nominal: bool,
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

const PIPE: StarterGroup = StarterGroup {
    name: "MS ERW Pipe",
    hsn: "73063090",
    goods: "Welded tubes and pipes of iron or steel",
    rate_uom: "MT",
    stock_mode: "pcs_kg",
    nominal: true,
    section: "pipe",
    template: "{group} {nb}NB {od}OD × {thk} × {len} m {grade} {make}",
    formula: "PIPE_ERW",
    expression: "",
    tests: [("od = 60.3, thk = 3.6", 5_034), ("od = 21.3, thk = 2.6", 1_199)],
    mapped: TUBE,
};

/// Rolled long products: weighed when loaded.
const ROLLED: StarterGroup = StarterGroup { nominal: false, ..PIPE };

pub const GROUPS: &[StarterGroup] = &[
    PIPE,
    StarterGroup {
        name: "GI Pipe",
        hsn: "73063010",
        goods: "Galvanised welded pipes",
        formula: "PIPE_GI",
        ..PIPE
    },
    StarterGroup {
        name: "MS SHS",
        hsn: "73066100",
        goods: "Square hollow sections",
        section: "shs",
        template: "{group} {a} × {a} × {thk} × {len} m {grade} {make}",
        formula: "SHS",
        tests: [("a = 50, thk = 3", 4_427), ("a = 100, thk = 4.8", 14_349)],
        mapped: &["A", "THK", "LEN", "GRADE", "MAKE"],
        ..PIPE
    },
    StarterGroup {
        name: "MS RHS",
        hsn: "73066110",
        goods: "Rectangular hollow sections",
        section: "rhs",
        template: "{group} {a} × {b} × {thk} × {len} m {grade} {make}",
        formula: "RHS",
        tests: [("a = 50, b = 50, thk = 3", 4_427), ("a = 100, b = 50, thk = 3.2", 7_214)],
        mapped: &["A", "B", "THK", "LEN", "GRADE", "MAKE"],
        ..PIPE
    },
    StarterGroup {
        name: "TMT Bar",
        hsn: "72142090",
        goods: "Bars with indentations",
        section: "round",
        template: "{group} {d} mm × {len} m {grade} {make}",
        formula: "TMT",
        tests: [("d = 12", 888), ("d = 32", 6_313)],
        mapped: &["D", "LEN", "GRADE", "MAKE"],
        ..ROLLED
    },
    StarterGroup {
        name: "MS Angle",
        hsn: "72165000",
        goods: "Angles of iron or steel",
        section: "angle",
        template: "{group} {a} × {b} × {thk} × {len} m {grade} {make}",
        formula: "ANGLE",
        tests: [("a = 50, b = 50, thk = 5", 3_729), ("a = 100, b = 100, thk = 10", 14_915)],
        mapped: &["A", "B", "THK", "LEN", "GRADE", "MAKE"],
        ..ROLLED
    },
    StarterGroup {
        name: "MS Channel",
        hsn: "72163100",
        goods: "U sections",
        section: "channel",
        template: "{group} {h} mm × {len} m {grade} {make}",
        formula: "CHANNEL",
        tests: [("kgm = 7.14", 7_140), ("kgm = 36.3", 36_300)],
        mapped: &["H", "KGM", "LEN", "GRADE", "MAKE"],
        ..ROLLED
    },
    StarterGroup {
        name: "MS Flat",
        hsn: "72119090",
        goods: "Flat bars",
        section: "flat",
        template: "{group} {w} × {thk} × {len} m {grade} {make}",
        formula: "FLAT",
        tests: [("w = 50, thk = 6", 2_355), ("w = 150, thk = 16", 18_840)],
        mapped: &["W", "THK", "LEN", "GRADE", "MAKE"],
        ..ROLLED
    },
    StarterGroup { name: "HR Sheet", hsn: "72083940", goods: "Hot rolled sheets", ..SHEET },
    StarterGroup {
        name: "GP Sheet",
        hsn: "72104900",
        goods: "Galvanised plain sheets",
        formula: "SHEET_GP",
        ..SHEET
    },
    StarterGroup {
        name: "Binding Wire",
        hsn: "72171010",
        goods: "Wire of iron",
        rate_uom: "KG",
        section: "",
        template: "{group} {gauge} gauge, {coil} kg coil {grade} {make}",
        formula: "WIRE",
        expression: "coil",
        tests: [("coil = 25", 25_000), ("coil = 12.5", 12_500)],
        mapped: &["GAUGE", "COIL", "GRADE", "MAKE"],
        ..ROLLED
    },
    StarterGroup {
        name: "Cement",
        hsn: "25232930",
        goods: "Portland cement",
        rate_uom: "BAG",
        stock_mode: "pcs",
        section: "",
        template: "{group} {grade} {bag} kg bag {make}",
        formula: "CEMENT",
        expression: "bag",
        tests: [("bag = 50", 50_000), ("bag = 25", 25_000)],
        mapped: &["BAG", "GRADE", "MAKE"],
        ..ROLLED
    },
];

const SHEET: StarterGroup = StarterGroup {
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

/// The grades that the list of grades begins with.
pub const GRADES: &[&str] = &[
    "YST 210", "YST 240", "YST 310", "YST 355", "Fe 500D", "Fe 550D", "E250", "E350", "Soft",
    "OPC 43", "OPC 53", "PPC",
];

/// What the list of makes begins with: whether an integrated plant or a rolling mill made it. A site adds its mills.
pub const MAKES: &[&str] = &["Primary", "Secondary"];
