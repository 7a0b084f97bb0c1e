//! The order's record as a type, held to the declaration by a test.

use crate::docs::loadings::WEIGHT_ROUND;
use crate::error::Halt;
use crate::json::{self, json_struct};
use crate::kept::doc::Doc;
use crate::ledger::stock::DUMPED;
use crate::value::{Day, Instant, RateUom};

json_struct! { LEAN
    /// An order's record.
    pub struct Order {
        pub date: Option<Day>,
        pub customer: String,
        pub customer_name: String,
        pub city: String,
        pub customer_mobile: String,
        /// Numbers of the vehicles that took goods of it, a blank between them.
        pub vehicles: String,
        pub bill_to: Option<String>,
        pub ship_to: Option<String>,
        pub bill_address: String,
        pub ship_address: String,
        pub place_override: Option<String>,
        pub place_reason: Option<String>,
        pub place_of_supply: String,
        pub place_name: Option<String>,
        pub split: Option<String>,
        pub yard: Option<String>,
        pub payment_term: Option<String>,
        pub price_basis: Option<String>,
        pub freight_rate_paise: Option<i64>,
        pub loading_rate_paise: Option<i64>,
        pub delivery_by: Option<Day>,
        pub po_no: Option<String>,
        pub po_date: Option<Day>,
        pub broker: Option<String>,
        pub brokerage_paise: Option<i64>,
        pub salesman: Option<String>,
        pub source: Option<String>,
        pub truck_type: Option<String>,
        pub remarks: Option<String>,
        pub internal_note: Option<String>,
        pub lines: Vec<Line>,
        pub pcs: Option<i64>,
        pub weight_g: Option<i64>,
        pub taxable_paise: Option<i64>,
        pub cgst_paise: Option<i64>,
        pub sgst_paise: Option<i64>,
        pub igst_paise: Option<i64>,
        pub cess_paise: Option<i64>,
        pub total_paise: Option<i64>,
        pub waiting_for: Option<String>,
        pub load_state: Option<String>,
        pub loaded_bp: Option<i64>,
        pub invoiced_bp: Option<i64>,
        pub invoiced_paise: Option<i64>,
        pub loadings: Option<i64>,
        pub revision: Option<i64>,
        pub approval_level: Option<i64>,
        pub acted_on: bool,
        pub last_step: Option<String>,
        pub last_step_by: Option<String>,
        pub changed_by: Vec<String>,
        pub submitted_at: Option<Instant>,
        pub approved_at: Option<Instant>,
        pub approved_by: Option<String>,
        pub approved_hash: Option<String>,
        pub override_reason: Option<String>,
        /// Of the last approval round: when it was forwarded to credit, and when credit approved it.
        pub forwarded_at: Option<Instant>,
        pub credit_approved_at: Option<Instant>,
        pub rate_stale: bool,
        pub hold_until: Option<Day>,
        pub resume_at: Option<Instant>,
        pub reservation_expires: Option<Instant>,
        pub reservation_lapsed: Option<Instant>,
        pub recommendation: Option<String>,
        pub credit: Option<CreditSnapshot>,
        pub rejection: Option<String>,
        pub suggestion: Option<String>,
        /// What must have come in on account before the order is submitted to credit again, paise.
        pub advance_asked_paise: Option<i64>,
        pub gstin_checked_on: Option<Day>,
        pub concern: Option<Concern>,
        pub attachments: Vec<String>,
        pub replaces: Option<String>,
        pub replaces_no: Option<String>,
        pub archive_at: Option<Instant>,
        pub archived: bool,
    }
}

json_struct! { LEAN
    /// One line of an order.
    pub struct Line {
        pub sku: String,
        pub pcs: Option<i64>,
        pub weight_g: Option<i64>,
        pub rate_uom: Option<RateUom>,
        pub rate_paise: Option<i64>,
        pub discount_bp: Option<i64>,
        pub make: Option<String>,
        pub alt_ok: bool,
        pub remark: Option<String>,
        pub back_order: bool,
        pub nominal: bool,
        pub dump: bool,
        pub hsn: String,
        pub gst_rate_bp: Option<i64>,
        pub cess_bp: Option<i64>,
        pub theo_g: Option<i64>,
        /// The formula, a version of its own, that the SKU was weighed by when the order was submitted.
        pub formula: Option<String>,
        pub length_mm: Option<i64>,
        pub list_rate_paise: Option<i64>,
        pub floor_paise: Option<i64>,
        pub amount_paise: Option<i64>,
        pub charges_paise: Option<i64>,
        pub tax_paise: Option<i64>,
        pub loaded_pcs: Option<i64>,
        pub loaded_g: Option<i64>,
        pub short_pcs: Option<i64>,
        pub short_g: Option<i64>,
        pub short_reason: Option<String>,
    }
}

json_struct! { LEAN
    /// The customer's position when the preliminary team recommended.
    pub struct CreditSnapshot {
        pub at: Option<Instant>,
        pub limit_paise: Option<i64>,
        pub used_paise: Option<i64>,
        pub available_paise: Option<i64>,
        pub overdue_paise: Option<i64>,
        pub overdue_days: Option<i64>,
    }
}

json_struct! { LEAN
    /// A concern of the yard or accounts, and the answer to it.
    pub struct Concern {
        pub of: Option<String>,
        pub reason: String,
        pub lines: Vec<i64>,
        pub loading: Option<String>,
        pub remarks: String,
        pub photos: Vec<String>,
        pub by: String,
        pub at: Option<Instant>,
        pub answer: Option<String>,
        pub answer_remarks: Option<String>,
        pub answered_by: Option<String>,
        pub answered_as: Option<String>,
        pub countersign: bool,
        pub countersigned_by: Option<String>,
    }
}

impl Order {
    /// The order of a stored document.
    ///
    /// Errors: `Fault` when the record is not what the declaration promises.
    pub fn of(doc: &Doc) -> Result<Order, Halt> {
        let mut order = Order::default();
        match json::fill(&mut order, &doc.record) {
            Ok(()) => Ok(order),
            Err(why) => Err(Halt::Fault(format!("order {}: {why}", doc.id))),
        }
    }

    /// A vehicle took goods of it, by its number.
    pub fn carried_by(&mut self, vehicle: &str) {
        if !vehicle.is_empty() && !self.vehicles.split(' ').any(|known| known == vehicle) {
            let before = if self.vehicles.is_empty() { "" } else { " " };
            self.vehicles.push_str(before);
            self.vehicles.push_str(vehicle);
        }
    }

    /// Puts the order back into its document, in declared order.
    pub fn write(&self, doc: &mut Doc) {
        doc.record = json::record(self);
    }

    pub fn total(&self) -> i64 {
        self.total_paise.unwrap_or(0)
    }

    /// Freight (when the price includes the way) and loading, per tonne.
    pub fn charges_per_tonne(&self) -> i64 {
        let freight = match self.price_basis.as_deref() {
            Some("for") => self.freight_rate_paise.unwrap_or(0),
            _ => 0,
        };
        freight.saturating_add(self.loading_rate_paise.unwrap_or(0))
    }

    pub fn yard(&self) -> &str {
        self.yard.as_deref().unwrap_or_default()
    }

    /// Something of it has left the yard.
    pub fn is_partly_loaded(&self) -> bool {
        self.lines.iter().any(|line| line.loaded() != (0, 0))
    }

    /// Every line is loaded or short-closed.
    pub fn nothing_open(&self) -> bool {
        self.lines.iter().all(|line| !line.is_open())
    }
}

impl Line {
    /// What it reserves of a yard: its SKU, or goods of the dump.
    pub fn pool(&self) -> &str {
        if self.dump { DUMPED } else { &self.sku }
    }

    pub fn ordered(&self) -> (i64, i64) {
        (self.pcs.unwrap_or(0), self.weight_g.unwrap_or(0))
    }

    pub fn loaded(&self) -> (i64, i64) {
        (self.loaded_pcs.unwrap_or(0), self.loaded_g.unwrap_or(0))
    }

    /// Pieces and grams still to be loaded; the grams of counted goods follow the pieces.
    pub fn open(&self) -> (i64, i64) {
        let (pcs, weight) = self.ordered();
        if self.is_short() {
            return (0, 0);
        }
        match pcs > 0 {
            true => {
                let open = (pcs - self.loaded().0).max(0);
                (open, crate::value::part(weight, open, pcs))
            }
            false => (0, (weight - self.loaded().1).max(0)),
        }
    }

    /// Pieces and grams that a short-closed line leaves behind; a difference of the scales leaves nothing.
    pub fn left_behind(&self) -> (i64, i64) {
        match self.short_reason.as_deref() {
            None | Some(WEIGHT_ROUND) => (0, 0),
            Some(_) => (self.short_pcs.unwrap_or(0), self.short_g.unwrap_or(0)),
        }
    }

    pub fn is_short(&self) -> bool {
        self.short_reason.is_some()
    }

    /// Whether something may still be loaded: pieces to the last, weight to within the tolerance
    /// that closed it.
    pub fn is_open(&self) -> bool {
        self.open() != (0, 0)
    }
}
