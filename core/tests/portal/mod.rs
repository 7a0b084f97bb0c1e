//! The fields that the portals publish for their files, and the check of a file against them.

use serde_json::Value;

/// What a field holds, with its bounds as published.
#[derive(Clone, Copy)]
pub enum Holds {
    /// A text of so many letters.
    Text(usize, usize),
    /// One of these texts.
    One(&'static [&'static str]),
    /// `DD/MM/YYYY`.
    Date,
    /// A whole number within bounds.
    Int(i64, i64),
    /// A number of at most so many decimals, not below zero and below a bound.
    Number(usize, f64),
    /// A number of at most so many decimals on either side of zero, below a bound.
    Signed(usize, f64),
    /// So many digits, at least and at most.
    Digits(usize, usize),
    /// So many letters, at least and at most.
    Letters(usize, usize),
    /// Two digits at most, not all of them zero.
    State,
    /// 4, 6 or 8 digits, not all of them zero.
    Hsn,
    /// A document's number: letters, digits, `/` and `-`, the first of them a letter or a digit above zero.
    DocNo,
    /// Two digits of the state and 13 letters and digits, or `URP` where that is allowed.
    Gstin(bool),
    Object(&'static [Row]),
    List(&'static [Row]),
}

/// A field: its name, whether it is mandatory, and what it holds.
pub type Row = (&'static str, bool, Holds);

use Holds::{
    Date, Digits, DocNo, Gstin, Hsn, Int, Letters, List, Number, Object, One, Signed, State, Text,
};

const YES: &[&str] = &["Y", "N"];
const MONEY: Holds = Number(2, 1e12);
/// Of a whole document.
const TOTAL: Holds = Number(2, 1e14);
const PIN: Holds = Int(100_000, 999_999);

const SELLER: &[Row] = &[
    ("Gstin", true, Gstin(false)),
    ("LglNm", true, Text(3, 100)),
    ("Addr1", true, Text(1, 100)),
    ("Addr2", false, Text(3, 100)),
    ("Loc", true, Text(3, 50)),
    ("Pin", true, PIN),
    ("Stcd", true, State),
    ("Ph", false, Digits(6, 12)),
];
const BUYER: &[Row] = &[
    ("Gstin", true, Gstin(true)),
    ("LglNm", true, Text(3, 100)),
    ("Pos", true, State),
    ("Addr1", true, Text(1, 100)),
    ("Addr2", false, Text(3, 100)),
    ("Loc", true, Text(3, 100)),
    ("Pin", true, PIN),
    ("Stcd", true, State),
    ("Ph", false, Digits(6, 12)),
];
const SHIP: &[Row] = &[
    ("Gstin", false, Gstin(true)),
    ("LglNm", true, Text(3, 100)),
    ("Addr1", true, Text(1, 100)),
    ("Addr2", false, Text(3, 100)),
    ("Loc", true, Text(3, 100)),
    ("Pin", true, PIN),
    ("Stcd", true, State),
];
const ITEM: &[Row] = &[
    ("SlNo", true, Digits(1, 6)),
    ("PrdDesc", false, Text(3, 300)),
    ("IsServc", true, One(YES)),
    ("HsnCd", true, Hsn),
    ("Qty", false, Number(3, 1e10)),
    ("Unit", false, Letters(3, 8)),
    ("UnitPrice", true, Number(3, 1e12)),
    ("TotAmt", true, MONEY),
    ("Discount", false, MONEY),
    ("AssAmt", true, MONEY),
    ("GstRt", true, Number(3, 1e3)),
    ("IgstAmt", false, MONEY),
    ("CgstAmt", false, MONEY),
    ("SgstAmt", false, MONEY),
    ("CesRt", false, Number(3, 1e3)),
    ("CesAmt", false, MONEY),
    ("TotItemVal", true, MONEY),
];
const PRECEDING: &[Row] = &[("InvNo", true, DocNo), ("InvDt", true, Date)];

/// INV-01, schema 1.1: mandatory and optional fields of what is written.
pub const INV01: &[Row] = &[
    ("Version", true, One(&["1.1"])),
    (
        "TranDtls",
        true,
        Object(&[
            ("TaxSch", true, One(&["GST"])),
            ("SupTyp", true, One(&["B2B", "SEZWP", "SEZWOP", "EXPWP", "EXPWOP", "DEXP"])),
            ("RegRev", false, One(YES)),
            ("IgstOnIntra", false, One(YES)),
        ]),
    ),
    (
        "DocDtls",
        true,
        Object(&[
            ("Typ", true, One(&["INV", "CRN", "DBN"])),
            ("No", true, DocNo),
            ("Dt", true, Date),
        ]),
    ),
    ("SellerDtls", true, Object(SELLER)),
    ("BuyerDtls", true, Object(BUYER)),
    ("ShipDtls", false, Object(SHIP)),
    ("ItemList", true, List(ITEM)),
    (
        "ValDtls",
        true,
        Object(&[
            ("AssVal", true, TOTAL),
            ("CgstVal", false, TOTAL),
            ("SgstVal", false, TOTAL),
            ("IgstVal", false, TOTAL),
            ("CesVal", false, TOTAL),
            ("OthChrg", false, TOTAL),
            ("RndOffAmt", false, Signed(2, 1e2)),
            ("TotInvVal", true, TOTAL),
        ]),
    ),
    ("RefDtls", false, Object(&[("PrecDocDtls", false, List(PRECEDING))])),
];

const STATE_NO: Holds = Int(1, 99);
const BILL_ITEM: &[Row] = &[
    ("itemNo", true, Int(1, 250)),
    ("productName", false, Text(0, 100)),
    ("productDesc", false, Text(0, 100)),
    ("hsnCode", true, Int(1_000, 99_999_999)),
    ("quantity", false, Number(3, 1e10)),
    ("qtyUnit", false, Text(3, 3)),
    ("taxableAmount", true, MONEY),
    ("sgstRate", false, Number(3, 1e2)),
    ("cgstRate", false, Number(3, 1e2)),
    ("igstRate", false, Number(3, 1e2)),
    ("cessRate", false, Number(3, 1e3)),
    ("cessNonAdvol", false, MONEY),
];
const BILL: &[Row] = &[
    ("userGstin", true, Text(15, 15)),
    ("supplyType", true, One(&["O"])),
    ("subSupplyType", true, Int(1, 12)),
    ("subSupplyDesc", false, Text(0, 20)),
    ("docType", true, One(&["INV"])),
    ("docNo", true, Text(1, 16)),
    ("docDate", true, Date),
    ("transType", true, Int(1, 4)),
    ("fromGstin", true, Text(3, 15)),
    ("fromTrdName", false, Text(0, 100)),
    ("fromAddr1", false, Text(0, 120)),
    ("fromAddr2", false, Text(0, 120)),
    ("fromPlace", false, Text(0, 50)),
    ("fromPincode", true, PIN),
    ("fromStateCode", true, STATE_NO),
    ("actualFromStateCode", true, STATE_NO),
    ("toGstin", true, Text(3, 15)),
    ("toTrdName", false, Text(0, 100)),
    ("toAddr1", false, Text(0, 120)),
    ("toAddr2", false, Text(0, 120)),
    ("toPlace", false, Text(0, 50)),
    ("toPincode", true, PIN),
    ("toStateCode", true, STATE_NO),
    ("actualToStateCode", true, STATE_NO),
    ("totalValue", false, MONEY),
    ("cgstValue", false, MONEY),
    ("sgstValue", false, MONEY),
    ("igstValue", false, MONEY),
    ("cessValue", false, MONEY),
    ("TotNonAdvolVal", false, MONEY),
    ("OthValue", false, Signed(2, 1e12)),
    ("totInvValue", true, MONEY),
    ("transMode", false, Int(1, 4)),
    ("transDistance", true, Int(0, 4_000)),
    ("transporterName", false, Text(0, 100)),
    ("transporterId", false, Text(0, 15)),
    ("transDocNo", false, Text(0, 15)),
    ("transDocDate", false, Text(0, 10)),
    ("vehicleNo", false, Text(0, 15)),
    ("vehicleType", false, Text(0, 1)),
    ("mainHsnCode", true, Int(1_000, 99_999_999)),
    ("itemList", true, List(BILL_ITEM)),
];

/// The bulk file of the e-way bill portal.
pub const BILLS: &[Row] = &[("version", true, One(&["1.0.0621"])), ("billLists", true, List(BILL))];

/// What a value breaks of the published fields, each with its path; a field that is not published, too.
pub fn breaks(rows: &[Row], value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    object(rows, value, "", &mut found);
    found
}

fn object(rows: &[Row], value: &Value, at: &str, found: &mut Vec<String>) {
    let Some(map) = value.as_object() else {
        found.push(format!("{at} is no object"));
        return;
    };
    let unknown = map.keys().filter(|key| !rows.iter().any(|row| row.0 == key.as_str()));
    found.extend(unknown.map(|key| format!("{at}{key} is not published")));
    for (key, mandatory, holds) in rows {
        match map.get(*key) {
            Some(value) => one(*holds, value, &format!("{at}{key}"), found),
            None if *mandatory => found.push(format!("{at}{key} is missing")),
            None => {}
        }
    }
}

fn one(holds: Holds, value: &Value, at: &str, found: &mut Vec<String>) {
    let text = value.as_str();
    let letters = text.map(|text| text.chars().count());
    let plain = |text: &str| !text.contains(['"', '\\']) && !text.chars().any(char::is_control);
    let fits = match holds {
        Text(least, most) => {
            letters.is_some_and(|n| (least..=most).contains(&n)) && text.is_some_and(plain)
        }
        One(words) => text.is_some_and(|text| words.contains(&text)),
        Date => text.is_some_and(is_date),
        Int(least, most) => value.as_i64().is_some_and(|n| (least..=most).contains(&n)),
        Number(places, below) => {
            value.as_f64().is_some_and(|n| (0.0..below).contains(&n)) && decimals(value) <= places
        }
        Signed(places, below) => {
            value.as_f64().is_some_and(|n| n.abs() < below) && decimals(value) <= places
        }
        Digits(least, most) => text.is_some_and(|text| is_digits(text, least, most)),
        Letters(least, most) => text.is_some_and(|text| {
            (least..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphabetic())
        }),
        State => text.is_some_and(|text| is_digits(text, 1, 2) && !is_nought(text)),
        Hsn => text
            .is_some_and(|text| is_digits(text, 4, 8) && text.len() % 2 == 0 && !is_nought(text)),
        DocNo => text.is_some_and(is_number),
        Gstin(none) => text.is_some_and(|text| match text {
            "URP" => none,
            _ => {
                let capital = |b: u8| b.is_ascii_digit() || b.is_ascii_uppercase();
                text.len() == 15 && is_digits(&text[..2], 2, 2) && text.bytes().all(capital)
            }
        }),
        Object(rows) => return object(rows, value, &format!("{at}."), found),
        List(rows) => {
            let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
            for (row, value) in list.iter().enumerate() {
                object(rows, value, &format!("{at}.{row}."), found);
            }
            !list.is_empty()
        }
    };
    if !fits {
        found.push(format!("{at} holds {value}"));
    }
}

fn decimals(value: &Value) -> usize {
    value.to_string().split_once('.').map_or(0, |(_, part)| part.len())
}

fn is_digits(text: &str, least: usize, most: usize) -> bool {
    (least..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_nought(text: &str) -> bool {
    text.bytes().all(|byte| byte == b'0')
}

fn is_number(text: &str) -> bool {
    let begins = text.bytes().next().is_some_and(|b| b.is_ascii_alphanumeric() && b != b'0');
    let rest = text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'-'));
    begins && rest && text.len() <= 16
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('/').collect();
    let digits = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    parts.iter().map(|part| part.len()).eq([2, 2, 4]) && parts.iter().all(digits)
}

/// Paise of a number of rupees in a file.
pub fn paise(value: &Value) -> i64 {
    (value.as_f64().unwrap() * 100.0).round() as i64
}

/// The amounts of an e-invoice as its record has them: taxable, CGST, SGST, IGST, cess, TCS, round-off, payable.
pub fn amounts(told: &Value) -> [i64; 8] {
    const KEYS: [&str; 8] =
        ["AssVal", "CgstVal", "SgstVal", "IgstVal", "CesVal", "OthChrg", "RndOffAmt", "TotInvVal"];
    KEYS.map(|key| paise(&told["ValDtls"][key]))
}

/// The sums that the portal makes of an e-invoice itself, which must be those that it says.
pub fn adds_up(told: &Value) {
    let items = told["ItemList"].as_array().unwrap();
    let sum = |key: &str| items.iter().map(|item| paise(&item[key])).sum::<i64>();
    let [taxable, cgst, sgst, igst, cess, other, round_off, payable] = amounts(told);
    let of = ["AssAmt", "CgstAmt", "SgstAmt", "IgstAmt", "CesAmt"].map(sum);
    assert_eq!(of, [taxable, cgst, sgst, igst, cess]);
    assert_eq!(sum("TotItemVal") + other + round_off, payable);
    for item in items {
        let net = paise(&item["TotAmt"]) - paise(&item["Discount"]);
        assert_eq!(net, paise(&item["AssAmt"]), "{item}");
    }
}
