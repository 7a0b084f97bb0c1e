//! What of an invoice can still be credited and debited, line by line.

use crate::declare::actor::Actor;
use crate::declare::case::not_found;
use crate::docs;
use crate::docs::invoices::{self, INVOICE, Invoice};
use crate::docs::notes::proposed;
use crate::error::Halt;
use crate::gst::amended;
use crate::gst::mirror::Portion;
use crate::json_answer;
use crate::kept::read::Read;
use crate::ledger::{credit, notes};
use crate::value::{Day, Instant, RateUom};

json_answer! {
    /// A line of an invoice; amounts are null for those who see no rates.
    pub struct NotableLine {
        pub line: i64,
        pub sku: String,
        pub name: String,
        /// The rate multiplies pieces, not weight.
        pub by_piece: bool,
        pub rate_paise: Option<i64>,
        pub rate_uom: Option<RateUom>,
        pub gst_rate_bp: i64,
        pub pcs: i64,
        pub g: i64,
        pub amount_paise: Option<i64>,
        /// What can still be credited.
        pub credit_pcs: i64,
        pub credit_g: i64,
        pub credit_paise: Option<i64>,
        /// What can still be debited.
        pub debit_pcs: i64,
        pub debit_g: i64,
        pub debit_paise: Option<i64>,
    }
}

json_answer! {
    /// The lines of an invoice; of one that is not posted nothing can be credited or debited.
    pub struct Notable {
        pub rows: Vec<NotableLine>,
        /// What is still to be paid on the invoice.
        pub open_paise: Option<i64>,
        /// The last day of a credit note with GST.
        pub gst_until: Option<Day>,
        /// The interest after the due date that a debit note of today would charge; null where there is none.
        pub interest_paise: Option<i64>,
        /// The cash discount that a credit note of today would give.
        pub cash_discount_paise: Option<i64>,
    }
}

/// What of an invoice can still be noted.
///
/// Errors: `NotFound`.
pub fn notable(read: &dyn Read, actor: &Actor, now: Instant, id: &str) -> Result<Notable, Halt> {
    let look = docs::look(read, actor, now);
    let doc = look.seen(&INVOICE, id)?.ok_or_else(|| not_found(&INVOICE))?;
    let invoice = Invoice::of(&doc)?;
    let posted = doc.status == invoices::POSTED;
    let paise = |amount: i64| actor.sees_rates().then_some(amount);
    let mut rows = Vec::new();
    for (at, (line, whole)) in (0_i64..).zip(invoice.lines.iter().zip(invoice.portions())) {
        let noted = notes::of(&look, id, at)?;
        let left = |left: Portion| if posted { left } else { Portion::default() };
        let (credit, debit) = (left(noted.left_to_credit(whole)), left(noted.left_to_debit(whole)));
        rows.push(NotableLine {
            line: at,
            sku: line.sku.clone(),
            name: line.name.clone(),
            by_piece: line.by_piece(),
            rate_paise: paise(line.rate_paise),
            rate_uom: line.rate_uom,
            gst_rate_bp: line.gst_rate_bp,
            pcs: whole.pcs,
            g: whole.g,
            amount_paise: paise(whole.amount),
            credit_pcs: credit.pcs,
            credit_g: credit.g,
            credit_paise: paise(credit.amount),
            debit_pcs: debit.pcs,
            debit_g: debit.g,
            debit_paise: paise(debit.amount),
        });
    }
    let customer = invoice.customer.as_deref().unwrap_or_default();
    let open = credit::open_invoice(&look, customer, id)?.balance_paise;
    let [interest, discount] = match posted {
        true => proposed(&look, &doc, &invoice)?,
        false => [None, None],
    };
    Ok(Notable {
        rows,
        interest_paise: interest.and_then(paise),
        cash_discount_paise: discount.and_then(paise),
        open_paise: paise(open).filter(|_| posted),
        gst_until: invoice.date.filter(|_| posted).map(amended::last_day),
    })
}
