//! The order's record as a type, held to the declaration by a test.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::decide::doc::Doc;
use crate::error::Halt;
use crate::value::{Day, Instant, RateUom};

macro_rules! record {
    ($(#[$doc:meta])* $name:ident { $($key:ident: $kind:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $(#[serde(skip_serializing_if = "is_nothing")] pub $key: $kind),*
        }

        impl $name {
            /// The keys in order, for the test that holds declaration and type together.
            pub const KEYS: &[&str] = &[$(stringify!($key)),*];
        }
    };
}

/// What a record leaves out.
trait Nothing {
    fn nothing(&self) -> bool;
}

impl<T> Nothing for Option<T> {
    fn nothing(&self) -> bool {
        self.is_none()
    }
}

impl<T> Nothing for Vec<T> {
    fn nothing(&self) -> bool {
        self.is_empty()
    }
}

impl Nothing for String {
    fn nothing(&self) -> bool {
        self.is_empty()
    }
}

impl Nothing for bool {
    fn nothing(&self) -> bool {
        !self
    }
}

fn is_nothing(value: &impl Nothing) -> bool {
    value.nothing()
}

record! {
    /// An order's record.
    Order {
        date: Option<Day>,
        customer: String,
        customer_name: String,
        city: String,
        ship_to: Option<String>,
        bill_address: String,
        ship_address: String,
        place_override: Option<String>,
        place_reason: Option<String>,
        place_of_supply: String,
        split: Option<String>,
        yard: Option<String>,
        payment_term: Option<String>,
        price_basis: Option<String>,
        freight_rate_paise: Option<i64>,
        loading_rate_paise: Option<i64>,
        delivery_by: Option<Day>,
        po_no: Option<String>,
        po_date: Option<Day>,
        broker: Option<String>,
        brokerage_paise: Option<i64>,
        salesman: Option<String>,
        source: Option<String>,
        truck_type: Option<String>,
        remarks: Option<String>,
        internal_note: Option<String>,
        lines: Vec<Line>,
        pcs: Option<i64>,
        weight_g: Option<i64>,
        taxable_paise: Option<i64>,
        cgst_paise: Option<i64>,
        sgst_paise: Option<i64>,
        igst_paise: Option<i64>,
        total_paise: Option<i64>,
        waiting_for: Option<String>,
        load_state: Option<String>,
        loaded_bp: Option<i64>,
        invoiced_bp: Option<i64>,
        invoiced_paise: Option<i64>,
        loadings: Option<i64>,
        revision: Option<i64>,
        approval_level: Option<i64>,
        acted_on: bool,
        last_step: Option<String>,
        last_step_by: Option<String>,
        submitted_at: Option<Instant>,
        approved_at: Option<Instant>,
        approved_by: Option<String>,
        approved_hash: Option<String>,
        override_reason: Option<String>,
        rate_stale: bool,
        hold_until: Option<Day>,
        resume_at: Option<Instant>,
        reservation_expires: Option<Instant>,
        reservation_lapsed: Option<Instant>,
        recommendation: Option<String>,
        credit: Option<CreditSnapshot>,
        rejection: Option<String>,
        concern: Option<Concern>,
        attachments: Vec<String>,
        archive_at: Option<Instant>,
        archived: bool,
    }
}

record! {
    /// One line of an order.
    Line {
        sku: String,
        pcs: Option<i64>,
        weight_g: Option<i64>,
        rate_uom: Option<RateUom>,
        rate_paise: Option<i64>,
        discount_bp: Option<i64>,
        alt_ok: bool,
        remark: Option<String>,
        back_order: bool,
        nominal: bool,
        hsn: String,
        gst_rate_bp: Option<i64>,
        theo_g: Option<i64>,
        length_mm: Option<i64>,
        list_rate_paise: Option<i64>,
        floor_paise: Option<i64>,
        amount_paise: Option<i64>,
        charges_paise: Option<i64>,
        tax_paise: Option<i64>,
        loaded_pcs: Option<i64>,
        loaded_g: Option<i64>,
        short_pcs: Option<i64>,
        short_g: Option<i64>,
        short_reason: Option<String>,
    }
}

record! {
    /// The customer's position when the preliminary team recommended.
    CreditSnapshot {
        at: Option<Instant>,
        limit_paise: Option<i64>,
        used_paise: Option<i64>,
        available_paise: Option<i64>,
        overdue_paise: Option<i64>,
        overdue_days: Option<i64>,
    }
}

record! {
    /// What the yard or accounts object to, and what was answered.
    Concern {
        of: Option<String>,
        reason: String,
        lines: Vec<i64>,
        loading: Option<String>,
        remarks: String,
        photos: Vec<String>,
        by: String,
        at: Option<Instant>,
        answer: Option<String>,
        answer_remarks: Option<String>,
        answered_by: Option<String>,
        answered_as: Option<String>,
        countersign: bool,
        countersigned_by: Option<String>,
    }
}

impl Order {
    /// The order of a stored document.
    ///
    /// Errors: `Fault` when the record is not what the declaration promises.
    pub fn of(doc: &Doc) -> Result<Order, Halt> {
        serde_json::from_value(Value::Object(doc.record.clone()))
            .map_err(|error| Halt::Fault(format!("order {}: {error}", doc.id)))
    }

    /// Puts the order back into its document, in declared order.
    pub fn write(&self, doc: &mut Doc) -> Result<(), Halt> {
        match serde_json::to_value(self) {
            Ok(Value::Object(record)) => {
                doc.record = record;
                Ok(())
            }
            _ => Err(Halt::Fault(format!("order {} is no record", doc.id))),
        }
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

    /// A digest of what was sold at what price: who, where, what, how much, for how much.
    pub fn commercial_hash(&self) -> String {
        let mut text = format!(
            "{}|{:?}|{:?}|{:?}|{:?}|{:?}|{:?}|{:?}",
            self.customer,
            self.ship_to,
            self.yard,
            self.payment_term,
            self.price_basis,
            self.freight_rate_paise,
            self.loading_rate_paise,
            self.place_override,
        );
        for line in &self.lines {
            text.push_str(&format!(
                "|{} {:?} {:?} {:?} {:?} {:?}",
                line.sku, line.pcs, line.weight_g, line.rate_uom, line.rate_paise, line.discount_bp
            ));
        }
        digest(&text)
    }

    /// A digest of whom and what is asked for, to find an order that was typed twice.
    pub fn goods_hash(&self) -> String {
        let mut text = self.customer.clone();
        for line in &self.lines {
            text.push_str(&format!("|{} {:?} {:?}", line.sku, line.pcs, line.weight_g));
        }
        digest(&text)
    }
}

impl Line {
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

    pub fn is_short(&self) -> bool {
        self.short_reason.is_some()
    }

    /// Whether something may still be loaded: pieces to the last, weight to within the tolerance
    /// that closed it.
    pub fn is_open(&self) -> bool {
        self.open() != (0, 0)
    }
}

/// FNV-1a, 64 bits: tells contents apart, guards nothing.
fn digest(text: &str) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}
