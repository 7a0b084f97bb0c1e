//! Why something was done: reasons by kind, chosen wherever a step asks for one.

use std::sync::Arc;

use serde_json::Value;

use super::MASTER;
use super::formats::REASON_CODE;
use super::sales_returns::SETTLEMENTS;
use crate::declare::case::Look;
use crate::error::{Code, Halt, Issue};
use crate::kept::doc::{Doc, Record};
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
    ("additional_inward", "Additional inward"),
    ("transfer", "Inter-godown transfer"),
    ("trip_vehicle", "Change of a trip's vehicle"),
    ("delivery", "Refused delivery"),
    ("block", "Blocked party"),
    ("credit_limit", "Credit limit"),
];

pub static REASON: DocType = DocType {
    key: "reason",
    label: "Reason",
    plural: "Reasons",
    fields: &[
        code("code", "Code", &REASON_CODE).required().immutable().listed().searched(),
        called("name", "Name", 100).required().listed().searched(),
        choice("kind", "Kind", KINDS).required().immutable().listed(),
        yes_no("needs_photo", "Photo needed")
            .listed()
            .help("Of batch closings, additional inwards and returns; a dump needs one anyway"),
        grams("slab_g", "Branch manager approves up to (weight)")
            .help("Of dumps and batch closings; leave blank for the site's"),
        paise("slab_paise", "Branch manager approves up to (value)")
            .guarded(Guarded::Rates)
            .help("Of dumps and batch closings; leave blank for the site's"),
        choice("settlement", "Usual settlement", SETTLEMENTS)
            .only("kind", &["return"])
            .help("Proposed to whoever approves a return"),
    ],
    unique_together: &[("code", &["kind", "code"])],
    sorts: &["name", "code", "kind"],
    filters: &["kind"],
    check: Some(slabs_apply),
    ..MASTER
};

/// Only goods that leave the books are approved by slab, and only returns are settled.
fn slabs_apply(record: &Record, issues: &mut Vec<Issue>) {
    let kind = record.get("kind").and_then(Value::as_str);
    if kind != Some("return") && record.get("settlement").is_some() {
        let message = "Only reasons of returns have a settlement";
        issues.push(Issue::new("settlement", Code::Input, message));
    }
    if matches!(kind, Some("dump" | "batch_closing")) {
        return;
    }
    for key in ["slab_g", "slab_paise"] {
        if record.get(key).is_some() {
            let message = "Only reasons of dumps and batch closings have a limit";
            issues.push(Issue::new(key, Code::Input, message));
        }
    }
}

/// The answer of a step whose remarks are missing or too short.
pub const REMARKS_MISSING: &str = "Please enter remarks (at least 5 characters)";

static REMARKS_FORM: Format = Format {
    name: "remarks",
    parse: |text| match text.chars().count() {
        5..=500 => Ok(text.to_owned()),
        _ => Err(REMARKS_MISSING.into()),
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

/// The reason of this kind with this code.
pub fn find(case: &Look, kind: &str, code: &str) -> Result<Option<Arc<Doc>>, Halt> {
    let joined = [kind, code].map(|part| index::unique_text(&part.into())).join("\u{1e}");
    match case.value::<String>(&keys::unique(REASON.key, "code", &joined))? {
        Some(id) => case.find(REASON.key, &id),
        None => Ok(None),
    }
}

/// Whether a code is that of an active reason of this kind.
pub fn stands(case: &Look, kind: &str, code: &str) -> Result<bool, Halt> {
    Ok(find(case, kind, code)?.is_some_and(|doc| doc.is_active()))
}

/// Whether whoever gives this reason adds a photo.
pub fn needs_photo(case: &Look, kind: &str, code: &str) -> Result<bool, Halt> {
    Ok(find(case, kind, code)?.is_some_and(|doc| doc.flag("needs_photo")))
}

/// A reason in words; the code itself where nobody knows it any more.
pub fn words(case: &Look, kind: &str, code: &str) -> Result<String, Halt> {
    let found = find(case, kind, code)?;
    Ok(found.as_ref().and_then(|doc| doc.text("name")).unwrap_or(code).to_owned())
}
