//! The demo's credit and debit notes beside those of returns: one of each reason, with GST and without, and drafts.

use godown_core::docs::invoices::{Invoice, InvoiceLine};
use godown_core::docs::notes::{DISCOUNT, QUANTITY, RATE};
use godown_core::value::{Day, RateUom};
use serde_json::{Value, json};

use super::parties::person;
use super::returns::invoices;
use super::site::Site;
use super::yard_work::record_irn;
use super::{Fault, Known};

/// The type, the reason, whether it is posted and with GST, and the words that go with it.
type Job = (&'static str, &'static str, bool, bool, &'static str);

const JOBS: &[Job] = &[
    ("credit_note", RATE, true, true, "Billed at the new list; the order was of the week before"),
    ("credit_note", QUANTITY, true, true, "Weighed 84 kg less on the customer's bridge, slip seen"),
    ("credit_note", DISCOUNT, true, true, "Quarterly quantity discount as agreed"),
    ("debit_note", RATE, true, true, "Loaded after the rate was raised, as the customer accepted"),
    ("debit_note", QUANTITY, true, true, "A bundle was weighed without its core"),
    ("credit_note", DISCOUNT, true, false, "Settled for late delivery, without GST"),
    ("credit_note", RATE, false, true, "The customer sends the quotation"),
    ("debit_note", RATE, false, true, "To be agreed with the salesman first"),
];

/// Behind the invoices that goods come back of.
const DAYS: (i32, i32) = (30, 44);

pub fn make(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    let accounts = person(known, "ACC")?.clone();
    let billed = invoices(site, until, DAYS)?;
    for ((kind, reason, posted, gst, words), invoice) in JOBS.iter().zip(billed) {
        site.pass(60_000);
        let sold = Invoice::of(&invoice)?;
        let record = json!({
            "invoice": invoice.id, "reason": reason, "remarks": words,
            "gst": if *gst { "with" } else { "without" },
            "corrections": [correction(reason, &sold)],
        });
        let note = site.create(&accounts, kind, record)?;
        if *posted {
            let note = site.must(&accounts, &note, "post", json!({}))?;
            record_irn(site, &accounts, kind, &note.id)?;
        }
    }
    Ok(())
}

/// A correction of the invoice's first line: ₹400 a tonne off its rate, a hundredth of the weight, or two in a hundred.
fn correction(reason: &str, sold: &Invoice) -> Value {
    let first = sold.lines.first();
    let by_piece = first.is_some_and(InvoiceLine::by_piece);
    let g = first.map_or(0, InvoiceLine::sold_g);
    let difference = match first.and_then(|line| line.rate_uom) {
        Some(RateUom::Mt) | None => 40_000,
        Some(RateUom::Kg) => 40,
        Some(RateUom::Pcs | RateUom::Mtr | RateUom::Bag) => 500,
    };
    match reason {
        RATE => json!({ "line": 0, "rate_paise": difference }),
        QUANTITY if by_piece => json!({ "line": 0, "pcs": 1 }),
        QUANTITY => json!({ "line": 0, "weight_g": (g / 100).max(1_000) }),
        _ => json!({ "line": 0, "discount_bp": 200 }),
    }
}
