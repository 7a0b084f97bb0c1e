//! An invoice's lines as notes mirror them: what each is billed by, and each of its amounts.

use super::{INVOICE, Invoice, InvoiceLine, POSTED};
use crate::declare::case::Look;
use crate::error::{Code, Halt, Issue};
use crate::gst::mirror::{Portion, spread};
use crate::kept::doc::Doc;
use crate::ledger::stock::Qty;
use crate::said;
use crate::said::Said;
use crate::value::{Day, RateUom, div_half_away, part};

impl Invoice {
    /// Its instalments as the credit ledger keeps them.
    pub fn due_parts(&self) -> Vec<(Day, i64)> {
        self.instalments.iter().map(|part| (part.due, part.amount_paise)).collect()
    }

    /// Its lines, each with its share of what the invoice bears as a whole.
    pub fn portions(&self) -> Vec<Portion> {
        let mut lines: Vec<Portion> = self.lines.iter().map(InvoiceLine::portion).collect();
        spread(&mut lines, self.tcs_paise, self.round_off_paise);
        lines
    }

    /// The same of one line.
    pub fn portion(&self, line: usize) -> Portion {
        self.portions().get(line).copied().unwrap_or_default()
    }
}

impl InvoiceLine {
    /// All taxes of the line.
    pub fn tax_paise(&self) -> i64 {
        self.cgst_paise + self.sgst_paise + self.igst_paise + self.cess_paise
    }

    /// Its rate is for pieces; else for weight.
    pub fn by_piece(&self) -> bool {
        let by_piece = matches!(self.rate_uom, Some(RateUom::Pcs | RateUom::Bag | RateUom::Mtr));
        by_piece && self.pcs > 0 || self.weight_g == 0
    }

    /// The weight that it is billed by; an older program told the weighed one alone.
    pub fn sold_g(&self) -> i64 {
        if self.billed_g > 0 { self.billed_g } else { self.weight_g }
    }

    /// What counts of a quantity where the line is billed by it.
    pub fn measure(&self, qty: Qty) -> i64 {
        if self.by_piece() { qty.pcs } else { qty.g }
    }

    /// A difference in the rate of so much of `of` units of the line, the line's discount taken off.
    pub fn rate_worth(&self, rate_paise: i64, taken: i64, of: i64) -> i64 {
        let micro = if self.qty_micro > 0 { self.qty_micro } else { self.qty_milli * 1_000 };
        let gross = i128::from(rate_paise) * i128::from(part(micro, taken, of));
        let gross = div_half_away(gross, 1_000_000);
        let off = div_half_away(gross * i128::from(self.discount_bp), 10_000);
        i64::try_from(gross - off).unwrap_or(i64::MAX)
    }

    fn portion(&self) -> Portion {
        Portion {
            pcs: self.pcs,
            g: self.sold_g(),
            amount: self.amount_paise,
            charges: self.charges_paise,
            cgst: self.cgst_paise,
            sgst: self.sgst_paise,
            igst: self.igst_paise,
            cess: self.cess_paise,
            ..Portion::default()
        }
    }
}

/// A posted invoice that the person sees; `only` says what such a one alone has.
///
/// Errors: an issue of the field `invoice`.
pub fn posted(look: &Look, id: &str, only: &str) -> Result<(std::sync::Arc<Doc>, Invoice), Halt> {
    let refused =
        |code: Code, message: Said| Err(Halt::issues(vec![Issue::new("invoice", code, message)]));
    let Some(found) = look.seen(&INVOICE, id)? else {
        return refused(Code::Input, "Invoice was not found".into());
    };
    if found.status != POSTED {
        let message = said!(
            "{invoice} is {status}; only {only}",
            invoice = found.name(&INVOICE),
            status = found.status,
            only
        );
        return refused(Code::BadState, message);
    }
    let invoice = Invoice::of(&found)?;
    Ok((found, invoice))
}
