//! The debit note that an inward proposes: what the supplier billed and did not bring, or brought and took
//! back. It is kept with the inward as it was when that was approved; whether it is sent is the buyer's decision.

use serde_json::{Value, json};

use super::approve::tolerance_of;
use super::save::{int, lines_of, text};
use crate::declare::case::Look;
use crate::docs::goods::SKU;
use crate::error::Halt;
use crate::kept::doc::{Doc, Record};
use crate::value::{self, RateUom};

/// Writes the proposal into an inward that is being approved; none where nothing can be claimed.
pub fn propose(case: &Look, doc: &mut Doc) -> Result<(), Halt> {
    let (mut claims, mut sum) = (Vec::new(), 0_i64);
    for (at, line) in lines_of(doc).iter().enumerate() {
        for (what, pcs, g) in [
            ("rejected", int(line, "rejected_pcs"), int(line, "rejected_g")),
            ("short", 0, short_g(case, line)?),
        ] {
            let (amount, tax) = worth(case, line, pcs, g)?;
            if amount == 0 {
                continue;
            }
            sum = sum.saturating_add(amount).saturating_add(tax);
            claims.push(json!({
                "line": at + 1, "what": what, "pcs": pcs, "weight_g": g,
                "rate_paise": int(line, "rate_paise"), "rate_uom": line.get("rate_uom"),
                "amount_paise": amount, "tax_paise": tax,
            }));
        }
    }
    match claims.is_empty() {
        true => ["claims", "claim_paise"].into_iter().for_each(|key| drop(doc.record.remove(key))),
        false => {
            doc.set("claims", Value::Array(claims));
            doc.set("claim_paise", sum);
        }
    }
    Ok(())
}

/// What the supplier's papers weigh beyond what came, where that is more than weighbridges differ by.
fn short_g(case: &Look, line: &Record) -> Result<i64, Halt> {
    let billed = int(line, "supplier_weight_g");
    let short = billed - int(line, "weight_g") - int(line, "rejected_g");
    let allowed = i128::from(billed) * i128::from(tolerance_of(case, text(line, "sku"))?);
    Ok(if i128::from(short) * 10_000 > allowed { short } else { 0 })
}

/// What so much of a line was billed at, and the tax on it as the line bears it.
fn worth(case: &Look, line: &Record, pcs: i64, g: i64) -> Result<(i64, i64), Halt> {
    let length = case.doc(&SKU, text(line, "sku"))?.int("length_mm").unwrap_or(0);
    let uom = RateUom::parse(text(line, "rate_uom")).unwrap_or(RateUom::Mt);
    let amount = value::line_amount(uom, int(line, "rate_paise"), pcs, g, length);
    let amount = amount.map_or(0, |paise| paise.0);
    Ok((amount, value::part(int(line, "tax_paise"), amount, int(line, "amount_paise"))))
}
