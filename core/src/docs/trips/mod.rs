//! The trip: a vehicle that takes loadings to customers and transfers to other yards, stop by stop. Its
//! declaration, and its stops as types.

use super::batches::BATCH;
use super::fleet::{DRIVER, VEHICLE};
use super::formats::{EWB, MOBILE, PIN, VEHICLE as REG_NO};
use super::goods::SKU;
use super::invoices::clock::end_of;
use super::loadings::LOADING;
use super::orders::{BASES, ORDER};
use super::org::BRANCH;
use super::people::{EMPLOYEE, PERSON};
use super::places::YARD;
use super::sales_returns::SALES_RETURN;
use super::suppliers::VENDOR;
use super::transfers::TRANSFER;
use super::{KEEP, MASTER};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::error::Halt;
use crate::json::{Json, json_struct};
use crate::kept::doc::Doc;
use crate::ledger::stock::Qty;
use crate::schema::*;
use crate::value::{Day, Instant};

pub mod claims;
mod deliver;
mod flow;
mod freight;
mod load;
mod papers;
mod plan;
mod road;
mod shortage;
mod stops;
mod within;

pub use claims::on_trip;
pub use flow::FLOW;
pub use plan::reckon;
pub use stops::describe;
pub use within::{arrived, dropped, freight_issue, left_the_yard, vehicle_issue};

pub const PLANNED: &str = "Planned";
pub const PLACED: &str = "Vehicle Placed";
pub const UNDER_LOADING: &str = "Loading";
pub const DISPATCHED: &str = "Dispatched";
pub const CLOSED: &str = "Closed";
pub const SETTLED: &str = "Freight Settled";
pub const CANCELLED: &str = "Cancelled";

/// What has become of a stop.
pub const STATES: &[Choice] = &[
    (WAITING, "Waiting"),
    (REACHED, "Reached"),
    (DELIVERED, "Delivered"),
    (PARTLY, "Partly delivered"),
    (REFUSED, "Refused"),
];
pub const WAITING: &str = "waiting";
pub const REACHED: &str = "reached";
pub const DELIVERED: &str = "delivered";
pub const PARTLY: &str = "partly";
pub const REFUSED: &str = "refused";

/// What becomes of goods that were not handed over.
pub const SHORTAGES: &[Choice] = &[
    ("return", "They come back: sales return"),
    ("claim", "They are lost: claim on the transporter"),
];

pub const FREIGHT_BASES: &[Choice] = &[("mt", "Tonne"), ("trip", "Trip"), ("km", "Kilometre")];
pub const FREIGHT_TAX: &[Choice] =
    &[("rcm", "Reverse charge"), ("forward", "Charged by the transporter"), ("exempt", "Exempt")];
pub const PAID_BY: &[Choice] = &[
    ("bank_transfer", "Bank transfer"),
    ("cash", "Cash"),
    ("account", "Left on the transporter's account"),
];

const FILE: Kind = Kind::File;
const ORDERS: Kind = Kind::Link(&ORDER);
/// More than one vehicle ever calls at.
const STOPS: u32 = 30;

/// Goods of one batch that a stop takes, and how much of them was not handed over.
const GOODS: &[Field] = &[
    link("sku", "SKU", &SKU),
    link("batch", "Batch", &BATCH),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight"),
    pieces("short_pcs", "Short pieces"),
    grams("short_g", "Short weight"),
];

const STOP: &[Field] = &[
    link("loading", "Loading", &LOADING),
    link("transfer", "Transfer", &TRANSFER),
    instant("eta", "Expected"),
    text("note", "Note", 200),
    choice("state", "State", STATES).computed(),
    text("no", "Number", 40).computed(),
    link("order", "Order", &ORDER).computed(),
    link("salesman", "Salesman", &EMPLOYEE).computed(),
    text("party", "Receiver", 100).computed(),
    text("city", "City", 100).computed(),
    note("address", "Address", 500).computed(),
    code("pin", "PIN code", &PIN).computed(),
    text("contact", "Contact person", 100).computed(),
    code("mobile", "Mobile", &MOBILE).computed(),
    text("unloading", "Unloading notes", 200).computed(),
    link("yard", "From yard", &YARD).computed(),
    link("to_yard", "To yard", &YARD).computed(),
    choice("price_basis", "Price basis", BASES).computed(),
    pieces("pcs", "Pieces").between(0, 99_999_999).computed(),
    grams("weight_g", "Weight").computed(),
    millimetres("longest_mm", "Longest piece", 0, 100_000).computed(),
    rows("goods", "Goods", GOODS, 200).computed(),
    yes_no("out", "Left the yard").computed(),
    text("vehicle_no", "Loaded on", 20).computed(),
    yes_no("ewb_needed", "E-way bill needed").computed(),
    code("ewb_no", "E-way bill", &EWB).computed(),
    date("ewb_to", "E-way bill valid to").computed(),
    instant("reached_at", "Reached").computed(),
    instant("done_at", "Handed over").computed(),
    text("received_by", "Received by", 100).computed(),
    many("photos", "Proof of delivery", &FILE).computed(),
    file("signature", "Signature").computed(),
    pieces("short_pcs", "Short pieces").computed(),
    grams("short_g", "Short weight").computed(),
    choice("shortage", "Shortage", SHORTAGES).computed(),
    link("sales_return", "Sales return", &SALES_RETURN).computed(),
    paise("claim_paise", "Value of the shortage").computed().guarded(Guarded::Rates),
    text("reason", "Reason for the refusal", 40).computed(),
    note("remarks", "Remarks", 500).computed(),
];

/// Part B of an e-way bill: the vehicle that it names, from when.
const PART_B: &[Field] = &[
    text("no", "Number", 40),
    code("ewb_no", "E-way bill", &EWB),
    date("valid_to", "Valid to"),
    code("vehicle_no", "Vehicle", &REG_NO),
    text("place", "From", 100),
    text("reason", "Reason for another vehicle", 40),
    instant("at", "Entered"),
    link("by", "By", &EMPLOYEE),
];

/// A vehicle that the trip went on with before another took over.
const VEHICLE_BEFORE: &[Field] = &[
    link("vehicle", "Vehicle", &VEHICLE),
    code("vehicle_no", "Number", &REG_NO),
    link("driver", "Driver", &DRIVER),
    text("reason", "Reason", 40),
    instant("at", "Until"),
    link("by", "By", &EMPLOYEE),
];

pub const EXPENSE: &[Field] = &[
    text("what", "Expense", 60).required(),
    paise("amount_paise", "Amount").between(1, 9_999_999_999).required(),
];

const fn freight(field: Field) -> Field {
    field.guarded(Guarded::Freight)
}

pub static TRIP: DocType = DocType {
    key: "trip",
    label: "Trip",
    plural: "Trips",
    title: "doc_no",
    fields: &[
        link("vehicle", "Vehicle", &VEHICLE).required(),
        link("driver", "Driver", &DRIVER).help("Leave blank for the vehicle's usual driver"),
        link("vendor", "Transporter", &VENDOR).help("Leave blank for the vehicle's owner").listed(),
        instant("leaves_at", "Leaves").required(),
        instant("back_at", "Back by").help("Leave blank for 12 hours later"),
        text("lr_no", "LR number", 30).searched(),
        rows("stops", "Stops", STOP, STOPS)
            .required()
            .at_least(1)
            .missing("At least one stop is needed"),
        text("overhang", "Overhang", 200)
            .help("How pieces longer than the bed are secured and marked"),
        freight(choice("freight_basis", "Freight basis", FREIGHT_BASES)),
        freight(paise("freight_rate_paise", "Freight rate")),
        int("km", "Distance, km", 1, 9_999),
        freight(choice("freight_tax", "GST on the freight", FREIGHT_TAX)),
        freight(paise("hamali_paise", "Hamali")).help("Loading and unloading"),
        freight(paise("advance_paise", "Advance")),
        note("remarks", "Remarks", 500),
        date("date", "Date").computed().listed(),
        code("vehicle_no", "Vehicle", &REG_NO).computed().listed().searched(),
        text("driver_name", "Driver", 100).computed().listed().searched(),
        code("mobile", "Driver's mobile", &MOBILE).computed(),
        text("going_to", "Going to", 200).computed().listed().searched(),
        text("carries", "Carries", 500).computed().searched(),
        int("stop_count", "Stops", 0, STOPS as i64).computed().listed(),
        int("open_count", "Stops to go", 0, STOPS as i64).computed().listed(),
        int("pcs", "Pieces", 0, 99_999_999).computed(),
        grams("weight_g", "Weight").computed().listed(),
        grams("capacity_g", "Capacity").computed(),
        percent("fill_bp", "Load").between(0, 1_000_000).computed().listed(),
        millimetres("longest_mm", "Longest piece", 0, 100_000).computed(),
        millimetres("bed_mm", "Bed", 0, 100_000).computed(),
        freight(paise("freight_paise", "Freight")).computed().listed(),
        many("orders", "Orders", &ORDERS).computed(),
        many("salesmen", "Salespeople", &PERSON).internal(),
        link("second_yard", "Other yard", &YARD).computed(),
        link("second_branch", "Other branch", &BRANCH).internal(),
        instant("placed_at", "Vehicle placed").computed(),
        instant("out_at", "Dispatched").computed(),
        link("dispatched_by", "Dispatched by", &EMPLOYEE).computed(),
        instant("ewb_until", "E-way bills are valid until").computed(),
        rows("part_b", "Part B of e-way bills", PART_B, 300).computed(),
        rows("vehicles", "Vehicles before", VEHICLE_BEFORE, 20).computed(),
        instant("in_at", "Closed").computed(),
        link("closed_by", "Closed by", &EMPLOYEE).computed(),
        int("odometer_out", "Odometer at the start, km", 0, 9_999_999).computed(),
        int("odometer_in", "Odometer at the end, km", 0, 9_999_999).computed(),
        freight(paise("detention_paise", "Detention")).computed(),
        freight(rows("expenses", "Expenses", EXPENSE, 20)).computed(),
        freight(paise("total_paise", "Freight and charges")).computed(),
        freight(paise("advance_paid_paise", "Advance paid")).computed(),
        text("bill_no", "Transporter's bill", 30).computed().searched(),
        paise("claim_paise", "Claim").computed().guarded(Guarded::Rates),
        freight(paise("tax_paise", "GST on the freight, amount")).computed(),
        paise("recovered_paise", "Charged to customers").computed().guarded(Guarded::Rates),
        freight(paise("balance_paise", "Balance")).computed(),
        freight(paise("paid_paise", "Balance paid")).computed(),
        freight(choice("paid_by", "Balance paid by", PAID_BY)).computed(),
        text("utr", "UTR", 30).computed().guarded(Guarded::Freight),
        link("settled_by", "Settled by", &EMPLOYEE).computed(),
        many("changed_by", "Changed since by", &PERSON).internal().guarded(Guarded::House),
    ],
    sorts: &["-date", "leaves_at", "doc_no", "-updated_at"],
    filters: &["vehicle", "vendor", "driver", "orders"],
    scopes: &[ScopeKind::Branch, ScopeKind::Yard, ScopeKind::Owner],
    grants: &[
        Grant {
            roles: &[Role::Logi],
            verbs: &[Verb::View, Verb::Add, Verb::Edit],
            reach: Reach::Branch,
        },
        Grant { roles: &[Role::Bm, Role::Acc], verbs: &[Verb::View], reach: Reach::Branch },
        Grant { roles: &[Role::Yard], verbs: &[Verb::View], reach: Reach::Yard },
        Grant { roles: &[Role::Sales], verbs: &[Verb::View], reach: Reach::Own },
        Grant { roles: &[Role::Vendor], verbs: &[Verb::View], reach: Reach::Party },
        Grant { roles: &[Role::Audit], verbs: &[Verb::View], reach: Reach::All },
        Grant { roles: &[Role::Admin], verbs: KEEP, reach: Reach::All },
    ],
    second: Some(SecondPlace { branch: "second_branch", yard: "second_yard" }),
    owners: Some("salesmen"),
    party: Some("vendor"),
    flow: &FLOW,
    series: Some(Series { word: "TRP", width: 5, suffix: "", plain: false }),
    check: Some(plan::check),
    on_save: deciding(plan::rules),
    warn: warning(plan::warn),
    waits: &[waits_again("reach"), waits_again("deliver"), waits_again("refuse")],
    looks: flow::LOOKS,
    ..MASTER
};

json_struct! { LEAN
    /// Goods of one batch that a stop takes.
    pub struct TripGoods {
        pub sku: String,
        pub batch: String,
        pub pcs: i64,
        pub weight_g: i64,
        pub short_pcs: i64,
        pub short_g: i64,
    }
}

json_struct! { LEAN
    /// A stop of a trip: a loading for a customer, or a transfer for another yard.
    pub struct TripStop {
        pub loading: Option<String>,
        pub transfer: Option<String>,
        pub eta: Option<Instant>,
        pub note: Option<String>,
        pub state: String,
        pub no: String,
        pub order: Option<String>,
        pub salesman: Option<String>,
        pub party: String,
        pub city: String,
        pub address: String,
        pub pin: Option<String>,
        pub contact: Option<String>,
        pub mobile: Option<String>,
        pub unloading: Option<String>,
        pub yard: Option<String>,
        pub to_yard: Option<String>,
        pub price_basis: Option<String>,
        pub pcs: i64,
        pub weight_g: i64,
        pub longest_mm: i64,
        pub goods: Vec<TripGoods>,
        /// The goods left the yard.
        pub out: bool,
        /// The vehicle that they left on.
        pub vehicle_no: Option<String>,
        pub ewb_needed: bool,
        pub ewb_no: Option<String>,
        pub ewb_to: Option<Day>,
        pub reached_at: Option<Instant>,
        pub done_at: Option<Instant>,
        pub received_by: Option<String>,
        pub photos: Vec<String>,
        pub signature: Option<String>,
        pub short_pcs: Option<i64>,
        pub short_g: Option<i64>,
        pub shortage: Option<String>,
        pub sales_return: Option<String>,
        pub claim_paise: Option<i64>,
        pub reason: Option<String>,
        pub remarks: Option<String>,
    }
}

json_struct! { LEAN
    /// An entry of Part B: an e-way bill names a vehicle.
    pub struct TripPartB {
        pub no: String,
        pub ewb_no: String,
        pub valid_to: Option<Day>,
        pub vehicle_no: String,
        pub place: Option<String>,
        pub reason: Option<String>,
        pub at: Option<Instant>,
        pub by: String,
    }
}

json_struct! { LEAN
    /// A vehicle that the trip went on with before another took over.
    pub struct TripVehicle {
        pub vehicle: String,
        pub vehicle_no: String,
        pub driver: Option<String>,
        pub reason: Option<String>,
        pub at: Option<Instant>,
        pub by: String,
    }
}

impl TripGoods {
    pub fn qty(&self) -> Qty {
        Qty::new(self.pcs, self.weight_g)
    }

    pub fn short(&self) -> Qty {
        Qty::new(self.short_pcs, self.short_g)
    }
}

impl TripStop {
    /// What it takes along: the type and the id of the document.
    pub fn carries(&self) -> Option<(&'static str, &str)> {
        match (&self.loading, &self.transfer) {
            (Some(id), _) => Some((LOADING.key, id)),
            (None, Some(id)) => Some((TRANSFER.key, id)),
            (None, None) => None,
        }
    }

    /// The field that names what it takes along.
    pub fn field(&self) -> &'static str {
        if self.transfer.is_some() { "transfer" } else { "loading" }
    }

    /// Whether somebody still has to call there.
    pub fn is_open(&self) -> bool {
        [WAITING, REACHED].contains(&self.state.as_str())
    }

    /// The stop in words: its goods, and where they go.
    pub fn name(&self) -> String {
        format!("{} for {}", self.no, self.party)
    }
}

fn rows_of<T: Json>(doc: &Doc, key: &str) -> Result<Vec<T>, Halt> {
    match doc.get(key) {
        None => Ok(Vec::new()),
        Some(rows) => {
            Vec::read(rows).map_err(|why| Halt::Fault(format!("trip {}: {key}: {why}", doc.id)))
        }
    }
}

/// The stops of a trip, in their order.
pub fn stops_of(doc: &Doc) -> Result<Vec<TripStop>, Halt> {
    rows_of(doc, "stops")
}

/// What Part B of the trip's e-way bills said, the oldest entry first.
pub fn part_b_of(doc: &Doc) -> Result<Vec<TripPartB>, Halt> {
    rows_of(doc, "part_b")
}

/// The vehicles that the trip went on with before.
pub fn vehicles_of(doc: &Doc) -> Result<Vec<TripVehicle>, Halt> {
    rows_of(doc, "vehicles")
}

/// Writes rows, and none where there are none.
fn set_rows<T: Json>(doc: &mut Doc, key: &str, rows: &[T]) {
    match rows.is_empty() {
        true => drop(doc.record.remove(key)),
        false => doc.set(key, rows.iter().map(T::write).collect::<Vec<_>>()),
    }
}

/// Writes the stops with what they come to.
fn set_stops(doc: &mut Doc, stops: &[TripStop]) {
    set_rows(doc, "stops", stops);
    doc.set("stop_count", stops.len() as i64);
    doc.set("open_count", stops.iter().filter(|stop| stop.is_open()).count() as i64);
    let ends = stops.iter().filter(|stop| stop.is_open()).filter_map(|stop| stop.ewb_to).min();
    match ends.filter(|_| doc.status == DISPATCHED || doc.get("out_at").is_some()) {
        Some(day) => doc.set("ewb_until", end_of(day).0),
        None => drop(doc.record.remove("ewb_until")),
    }
    doc.record = TRIP.ordered(std::mem::take(&mut doc.record));
}
