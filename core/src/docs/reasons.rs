//! Why something was done: reasons by kind, chosen wherever a step asks for one.

use super::MASTER;
use super::formats::REASON_CODE;
use crate::declare::case::Look;
use crate::error::Halt;
use crate::kept::doc::Record;
use crate::kept::keys;
use crate::schema::*;
use crate::write::index;

/// The kinds of reasons.
pub const KINDS: &[Choice] = &[
    ("bm_hold", "Hold by the branch manager"),
    ("bm_reject", "Rejection by the branch manager"),
    ("credit_reject", "Rejection by the credit team"),
    ("yard_concern", "Concern of the yard"),
    ("account_concern", "Concern of accounts"),
    ("short_close", "Short closing"),
    ("return", "Return"),
    ("bounce", "Bounced cheque"),
    ("work_order", "Difference of a work order"),
    ("reversal", "Reversal"),
    ("dump", "Dump"),
    ("batch_closing", "Batch closing"),
    ("stock", "Stock"),
    ("transfer", "Inter-godown transfer"),
    ("block", "Blocked party"),
];

pub static REASON: DocType = DocType {
    key: "reason",
    label: "Reason",
    plural: "Reasons",
    fields: &[
        code("code", "Code", &REASON_CODE).required().immutable().listed().searched(),
        text("name", "Name", 100).required().listed().searched(),
        choice("kind", "Kind", KINDS).required().immutable().listed(),
        text("gl_head", "Ledger head", 100).later(),
        yes_no("needs_photo", "Photo needed").listed().later(),
        grams("slab_g", "Branch manager approves up to (weight)")
            .help("Leave blank for the site's")
            .later(),
        paise("slab_paise", "Branch manager approves up to (value)")
            .help("Leave blank for the site's")
            .later(),
    ],
    unique_together: &[("code", &["kind", "code"])],
    sorts: &["name", "code", "kind"],
    filters: &["kind"],
    ..MASTER
};

/// The answer of a step whose remarks are missing or too short.
pub const REMARKS_MISSING: &str = "Please enter remarks (at least 5 characters)";

static REMARKS_FORM: Format = Format {
    name: "remarks",
    parse: |text| match text.chars().count() {
        5..=500 => Ok(text.to_owned()),
        _ => Err(REMARKS_MISSING.to_owned()),
    },
};

/// Remarks that a step needs, 5 to 500 characters.
pub const REMARKS: Field =
    code("remarks", "Remarks", &REMARKS_FORM).required().missing(REMARKS_MISSING);
/// Remarks that a step takes.
pub const MAY_REMARK: Field = code("remarks", "Remarks", &REMARKS_FORM);

/// The reason that a step was given.
pub fn given(inputs: &Record) -> Option<String> {
    inputs.get("reason").and_then(|code| code.as_str()).map(str::to_owned)
}

/// The id of the reason of this kind with this code.
fn id_of(case: &Look, kind: &str, code: &str) -> Result<Option<String>, Halt> {
    let joined = [kind, code].map(|part| index::unique_text(&part.into())).join("\u{1e}");
    case.value(&keys::unique(REASON.key, "code", &joined))
}

/// Whether a code is that of an active reason of this kind.
pub fn stands(case: &Look, kind: &str, code: &str) -> Result<bool, Halt> {
    let Some(id) = id_of(case, kind, code)? else { return Ok(false) };
    Ok(case.find(REASON.key, &id)?.is_some_and(|doc| doc.is_active()))
}

/// A reason in words; the code itself where nobody knows it any more.
pub fn words(case: &Look, kind: &str, code: &str) -> Result<String, Halt> {
    let Some(id) = id_of(case, kind, code)? else { return Ok(code.to_owned()) };
    let found = case.find(REASON.key, &id)?;
    Ok(found.as_ref().and_then(|doc| doc.text("name")).unwrap_or(code).to_owned())
}
