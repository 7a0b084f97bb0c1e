//! The paper that goods travel with between two yards: a challan under one GSTIN, a tax invoice
//! between two.

use super::{TransferLot, lots_of};
use crate::declare::case::Look;
use crate::docs::goods::SKU;
use crate::docs::invoices::eway;
use crate::docs::{places, tax};
use crate::error::{Code, Halt, Issue, done};
use crate::gst::{Split, Tax, TaxLine};
use crate::kept::doc::Doc;
use crate::said;
use crate::value::{Paise, rupees};

/// What goods travel with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    Challan,
    /// Two registrations of one firm are distinct persons (CGST Act, s. 25(4)): a supply between
    /// them is taxed though nobody pays (Schedule I).
    TaxInvoice(Split),
}

/// The paper of goods that go from one yard to another.
pub fn paper_of(case: &Look, from: &str, to: &str) -> Result<Paper, Halt> {
    if places::yard_gstin(case, from)? == places::yard_gstin(case, to)? {
        return Ok(Paper::Challan);
    }
    let same = places::yard_gst_code(case, from)? == places::yard_gst_code(case, to)?;
    Ok(Paper::TaxInvoice(if same { Split::Intra } else { Split::Inter }))
}

fn of(case: &Look, doc: &Doc) -> Result<Paper, Halt> {
    let yard = |key: &str| doc.text(key).unwrap_or_default();
    paper_of(case, yard("from_yard"), yard("to_yard"))
}

/// Notes the paper on the document.
pub fn set(case: &Look, doc: &mut Doc) -> Result<(), Halt> {
    match of(case, doc)? {
        Paper::Challan => {
            doc.set("paper", "challan");
            doc.record.remove("split");
        }
        Paper::TaxInvoice(split) => {
            doc.set("paper", "tax_invoice");
            doc.set("split", split.name());
        }
    }
    Ok(())
}

/// The value of the lots at cost, and the tax on it.
pub fn worth(case: &Look, doc: &Doc, lots: &[TransferLot]) -> Result<(i64, Tax), Halt> {
    let value = lots.iter().map(|lot| lot.cost_paise).sum();
    let Paper::TaxInvoice(split) = of(case, doc)? else { return Ok((value, Tax::default())) };
    let mut tax = Tax::default();
    for lot in lots {
        let sku = case.doc(&SKU, &lot.sku)?;
        let rate = tax::gst_rate_at(case, &sku, case.today())?.unwrap_or(0);
        tax = tax + TaxLine::new(Paise(lot.cost_paise), rate).tax(split);
    }
    Ok((value, tax))
}

/// Refuses goods that need an e-way bill and have none: their value counts, whatever the paper is.
pub fn check_eway(case: &Look, doc: &Doc, value: i64, tax: &Tax) -> Result<(), Halt> {
    if doc.get("ewb_no").is_some() || lots_of(doc)?.is_empty() {
        return Ok(());
    }
    let state = |key: &str| places::yard_gst_code(case, doc.text(key).unwrap_or_default());
    let (from, to) = (state("from_yard")?, state("to_yard")?);
    let threshold = eway::threshold(case, &from, &to, case.today())?;
    let value = value + tax.total().0;
    if value <= threshold {
        return Ok(());
    }
    let limit = rupees(Paise(threshold));
    // What goods cost is not for everybody's eyes.
    let message = match case.actor.sees_cost() {
        true => said!(
            "E-way bill is required (value {value} > {limit})",
            value = rupees(Paise(value)),
            limit
        ),
        false => said!("E-way bill is required (value above {limit})", limit),
    };
    done(vec![Issue::new("ewb_no", Code::EwbNeeded, message)])
}
