//! Until when the portals of the GST still do something about a posted invoice.

use super::{Invoice, POSTED, irn};
use crate::declare::case::Look;
use crate::docs::orders::save::day_start;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::schema::Deadline;
use crate::value::{Day, Instant};

/// Both portals cancel for 24 hours (CGST Rules 2017, rules 48(4) and 138(9)).
const CANCELLED_MS: i64 = 86_400_000;

impl Invoice {
    /// Until when the portal cancels its IRN; none without one.
    pub fn irn_until(&self) -> Option<Instant> {
        self.irn_at.filter(|_| self.irn.is_some()).map(later)
    }

    /// Until when the portal cancels its e-way bill; none without one.
    pub fn ewb_until(&self) -> Option<Instant> {
        self.ewb_at.filter(|_| self.ewb_no.is_some()).map(later)
    }
}

fn later(at: Instant) -> Instant {
    Instant(at.0.saturating_add(CANCELLED_MS))
}

/// The moment at which something ends that is valid to a day.
pub fn end_of(day: Day) -> Instant {
    day_start(day.plus(1))
}

pub fn deadlines(look: &Look, doc: &Doc) -> Result<Vec<Deadline>, Halt> {
    if doc.status != POSTED {
        return Ok(Vec::new());
    }
    let invoice = Invoice::of(doc)?;
    let accepted = match invoice.irn_state.as_deref() {
        Some(irn::NEEDED) => {
            irn::reporter(look)?.last_day(invoice.date.unwrap_or(look.today())).map(end_of)
        }
        _ => None,
    };
    let all = [
        ("IRN can be generated until", accepted),
        ("IRN can be cancelled until", invoice.irn_until()),
        ("E-way bill can be cancelled until", invoice.ewb_until()),
        ("E-way bill is valid until", invoice.ewb_valid_to.map(end_of)),
    ];
    let told = |(label, until): (&str, Option<Instant>)| Some(Deadline::new(label, until?));
    Ok(all.into_iter().filter_map(told).collect())
}
