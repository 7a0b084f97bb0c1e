//! States and union territories as the GST numbers them, and the PIN codes that lie in each: what
//! a new site's state master is filled from.

/// One state, union territory or other place that a GSTIN can begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Two digits, as in a GSTIN.
    pub code: &'static str,
    pub name: &'static str,
    /// The usual short name, 2 to 5 letters.
    pub alpha: &'static str,
    /// A union territory, with or without a legislature.
    pub is_ut: bool,
    /// The state's half of the tax is UTGST: a union territory without a legislature (UTGST Act
    /// 2017, s.2(8)).
    pub utgst: bool,
    /// Value from which goods moving inside the state need an e-way bill, in paise.
    pub ewb_intra_paise: i64,
    /// The code that stands for this place today; differs only for the two codes given up.
    pub current: &'static str,
}

/// In paise.
const LAKH: i64 = 10_000_000;
const HALF_LAKH: i64 = 5_000_000;

const fn of_state(
    code: &'static str,
    alpha: &'static str,
    name: &'static str,
    ewb_intra_paise: i64,
) -> State {
    State { code, name, alpha, is_ut: false, utgst: false, ewb_intra_paise, current: code }
}

/// A union territory; those with a legislature of their own levy SGST.
const fn territory(
    code: &'static str,
    alpha: &'static str,
    name: &'static str,
    legislature: bool,
    ewb_intra_paise: i64,
) -> State {
    State { code, name, alpha, is_ut: true, utgst: !legislature, ewb_intra_paise, current: code }
}

/// Every place, in the order of the codes.
pub static STATES: &[State] = &[
    territory("01", "JK", "Jammu and Kashmir", true, HALF_LAKH),
    of_state("02", "HP", "Himachal Pradesh", HALF_LAKH),
    of_state("03", "PB", "Punjab", LAKH),
    territory("04", "CH", "Chandigarh", false, HALF_LAKH),
    of_state("05", "UK", "Uttarakhand", HALF_LAKH),
    of_state("06", "HR", "Haryana", HALF_LAKH),
    territory("07", "DL", "Delhi", true, LAKH),
    of_state("08", "RJ", "Rajasthan", LAKH),
    of_state("09", "UP", "Uttar Pradesh", HALF_LAKH),
    of_state("10", "BR", "Bihar", LAKH),
    of_state("11", "SK", "Sikkim", HALF_LAKH),
    of_state("12", "AR", "Arunachal Pradesh", HALF_LAKH),
    of_state("13", "NL", "Nagaland", HALF_LAKH),
    of_state("14", "MN", "Manipur", HALF_LAKH),
    of_state("15", "MZ", "Mizoram", HALF_LAKH),
    of_state("16", "TR", "Tripura", HALF_LAKH),
    of_state("17", "ML", "Meghalaya", HALF_LAKH),
    of_state("18", "AS", "Assam", HALF_LAKH),
    of_state("19", "WB", "West Bengal", HALF_LAKH),
    of_state("20", "JH", "Jharkhand", LAKH),
    of_state("21", "OD", "Odisha", HALF_LAKH),
    of_state("22", "CG", "Chhattisgarh", HALF_LAKH),
    of_state("23", "MP", "Madhya Pradesh", HALF_LAKH),
    of_state("24", "GJ", "Gujarat", HALF_LAKH),
    State { current: "26", ..territory("25", "DD", "Daman and Diu (old)", false, HALF_LAKH) },
    territory("26", "DNHDD", "Dadra and Nagar Haveli and Daman and Diu", false, HALF_LAKH),
    of_state("27", "MH", "Maharashtra", LAKH),
    State { current: "37", ..of_state("28", "AD", "Andhra Pradesh (old)", HALF_LAKH) },
    of_state("29", "KA", "Karnataka", HALF_LAKH),
    of_state("30", "GA", "Goa", HALF_LAKH),
    territory("31", "LD", "Lakshadweep", false, HALF_LAKH),
    of_state("32", "KL", "Kerala", HALF_LAKH),
    of_state("33", "TN", "Tamil Nadu", LAKH),
    territory("34", "PY", "Puducherry", true, HALF_LAKH),
    territory("35", "AN", "Andaman and Nicobar Islands", false, HALF_LAKH),
    of_state("36", "TS", "Telangana", HALF_LAKH),
    of_state("37", "AP", "Andhra Pradesh", HALF_LAKH),
    territory("38", "LA", "Ladakh", false, HALF_LAKH),
    of_state("96", "OC", "Other country", HALF_LAKH),
    // The sea within the limits of the law counts as a union territory without a legislature.
    territory("97", "OT", "Other territory", false, HALF_LAKH),
    of_state("99", "CJ", "Centre jurisdiction", HALF_LAKH),
];

/// The place of a two-digit code.
use crate::said;
use crate::said::Said;
pub fn state(code: &str) -> Option<&'static State> {
    STATES.iter().find(|state| state.code == code)
}

/// The name of the state or territory of a two-digit code.
pub fn state_name(code: &str) -> Option<String> {
    state(code).map(|state| state.name.to_owned())
}

/// The place of a short name in capitals (`MH`).
pub fn state_by_alpha(alpha: &str) -> Option<&'static State> {
    STATES.iter().find(|state| state.alpha == alpha)
}

/// The code that stands for the same place today (25 became 26, 28 became 37); an unknown code
/// stands for itself.
pub fn current_code(code: &str) -> &str {
    state(code).map_or(code, |state| state.current)
}

/// First three digits of a PIN code, from and to, and the states that have post offices there;
/// ascending. Prefixes 9xx are the army's, the others left out are not given.
static PINS: &[(u16, u16, &[&str])] = &[
    (110, 110, &["07"]),
    (121, 136, &["06"]),
    (140, 140, &["03", "04"]),
    (141, 152, &["03"]),
    (160, 160, &["04", "03", "06"]),
    (171, 177, &["02"]),
    (180, 193, &["01"]),
    (194, 194, &["38"]),
    (201, 243, &["09"]),
    (244, 244, &["09", "05"]),
    (245, 245, &["09"]),
    (246, 247, &["09", "05"]),
    (248, 249, &["05"]),
    (250, 261, &["09"]),
    (262, 262, &["09", "05"]),
    (263, 263, &["05"]),
    (271, 285, &["09"]),
    (301, 345, &["08"]),
    (360, 361, &["24"]),
    (362, 362, &["24", "26"]),
    (363, 395, &["24"]),
    (396, 396, &["24", "26"]),
    (400, 402, &["27"]),
    (403, 403, &["30"]),
    (404, 445, &["27"]),
    (450, 488, &["23"]),
    (490, 497, &["22"]),
    (500, 506, &["36"]),
    (507, 507, &["36", "37"]),
    (508, 509, &["36"]),
    (515, 532, &["37"]),
    (533, 533, &["37", "34"]),
    (534, 535, &["37"]),
    (560, 591, &["29"]),
    (600, 604, &["33"]),
    (605, 605, &["33", "34"]),
    (606, 606, &["33"]),
    (607, 607, &["33", "34"]),
    (608, 608, &["33"]),
    (609, 609, &["33", "34"]),
    (610, 643, &["33"]),
    (670, 672, &["32"]),
    (673, 673, &["32", "34"]),
    (674, 681, &["32"]),
    (682, 682, &["32", "31"]),
    (683, 695, &["32"]),
    (700, 736, &["19"]),
    (737, 737, &["11"]),
    (738, 743, &["19"]),
    (744, 744, &["35"]),
    (751, 770, &["21"]),
    (781, 788, &["18"]),
    (790, 792, &["12"]),
    (793, 794, &["17"]),
    (795, 795, &["14"]),
    (796, 796, &["15"]),
    (797, 798, &["13"]),
    (799, 799, &["16"]),
    (800, 812, &["10"]),
    (813, 814, &["10", "20"]),
    (815, 816, &["20"]),
    (821, 821, &["10"]),
    (822, 822, &["20"]),
    (823, 824, &["10"]),
    (825, 835, &["20"]),
    (841, 855, &["10"]),
];

/// The GST codes of the states where a PIN code may lie, the likeliest first; `None` for the
/// army's and for prefixes not given to any state, which match every address.
pub fn pin_state(pin: &str) -> Option<&'static [&'static str]> {
    let prefix: u16 = pin.get(..3)?.parse().ok()?;
    PINS.iter().find(|(from, to, _)| (*from..=*to).contains(&prefix)).map(|row| row.2)
}

/// Refuses a PIN code that lies in another state than the address's (India Post, first three
/// digits). A code of no known state matches every address.
pub fn pin_matches_state(pin: &str, state_code: &str) -> Result<(), Said> {
    let Some(codes) = pin_state(pin) else { return Ok(()) };
    if codes.contains(&current_code(state_code)) {
        return Ok(());
    }
    let names: Vec<&str> =
        codes.iter().filter_map(|code| state(code)).map(|state| state.name).collect();
    Err(said!("PIN {pin} belongs to {names}", pin, names = names.join(" or ")))
}
