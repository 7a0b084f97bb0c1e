//! The order: its declaration, and the record as a type.

mod approval;
mod arrived;
pub mod cancel;
pub mod changes;
pub mod concerns;
pub mod credit;
pub mod effects;
pub mod facts;
pub mod finding;
pub mod flow;
pub mod guards;
pub mod loads;
pub mod quote;
mod record;
pub mod replace;
pub mod reversed;
pub mod save;

pub use arrived::{arrived, lacks};
pub use record::{Concern, CreditSnapshot, Line, Order};

use super::goods::{PRICE, RATE_UOMS, SKU};
use super::parties::{CUSTOMER, PAYMENT_TERM};
use super::people::{EMPLOYEE, PERSON};
use super::places::YARD;
use super::sales_returns::SALES_RETURN;
use super::skus::formulas::FORMULA;
use super::{MASTER, fleet::TRUCK_TYPE};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::schema::status::{Looks, StatusFill, StatusIcon, StatusInk, shown};
use crate::schema::*;

pub const DRAFT: &str = "Draft";
pub const BM_PENDING: &str = "BM Approval Pending";
pub const HOLD: &str = "Hold order from BM";
pub const BM_REJECTED: &str = "Rejected By BM";
pub const PRELIMINARY: &str = "Preliminary Credit Team";
pub const CREDIT_PENDING: &str = "Credit Approval Pending";
pub const CREDIT_REJECTED: &str = "Rejected From Credit Team";
pub const WAITING: &str = "Waiting for Loading";
pub const YARD_CONCERN: &str = "Raise Concern From Yard";
pub const LOADED: &str = "Order Loaded";
pub const ACCOUNT_CONCERN: &str = "Raise Concern By Account";
pub const COMPLETED: &str = "Order Completed";

/// The twelve statuses in the order of the road.
pub const STATUSES: &[&str] = &[
    DRAFT,
    BM_PENDING,
    HOLD,
    BM_REJECTED,
    PRELIMINARY,
    CREDIT_PENDING,
    CREDIT_REJECTED,
    WAITING,
    YARD_CONCERN,
    LOADED,
    ACCOUNT_CONCERN,
    COMPLETED,
];

const LOOKS: Looks = &[
    (DRAFT, shown(StatusIcon::Draft, StatusInk::Grey, StatusFill::Dashed)),
    (BM_PENDING, shown(StatusIcon::People, StatusInk::Blue, StatusFill::Tint)),
    (HOLD, shown(StatusIcon::Pause, StatusInk::Amber, StatusFill::Edge)),
    (BM_REJECTED, shown(StatusIcon::Cross, StatusInk::Red, StatusFill::Outline)),
    (PRELIMINARY, shown(StatusIcon::Check, StatusInk::Violet, StatusFill::Tint)),
    (CREDIT_PENDING, shown(StatusIcon::Building, StatusInk::Magenta, StatusFill::Tint)),
    (CREDIT_REJECTED, shown(StatusIcon::Card, StatusInk::Wine, StatusFill::Outline)),
    (WAITING, shown(StatusIcon::Pallet, StatusInk::Teal, StatusFill::Tint)),
    (YARD_CONCERN, shown(StatusIcon::Alert, StatusInk::Orange, StatusFill::Edge)),
    (LOADED, shown(StatusIcon::Truck, StatusInk::Olive, StatusFill::Tint)),
    (ACCOUNT_CONCERN, shown(StatusIcon::Quote, StatusInk::Brown, StatusFill::Edge)),
    (COMPLETED, shown(StatusIcon::Done, StatusInk::Green, StatusFill::Solid)),
];

/// The ends of an order that is reversed.
pub const ENDS: &[Choice] =
    &[("waiting", "It is loaded again"), ("rejected", "It is rejected: Reversed")];

pub const BASES: &[Choice] = &[("ex_yard", "Ex-yard"), ("for", "FOR destination")];
const SOURCES: &[Choice] =
    &[("desk", "Desk"), ("phone", "Phone"), ("whatsapp", "WhatsApp"), ("portal", "Portal")];
const SPLITS: &[Choice] =
    &[("intra", "CGST and SGST"), ("inter", "IGST"), ("zero_rated", "Zero-rated")];
const LOAD_STATES: &[Choice] = &[
    ("none", "Not loaded"),
    ("partial", "Partly loaded"),
    ("full", "Loaded"),
    ("short_closed", "Short-closed"),
];
pub const RECOMMENDATIONS: &[Choice] =
    &[("approve", "Approve"), ("caution", "Approve with caution"), ("decline", "Decline")];
const DEPARTMENTS: &[Choice] = &[("yard", "Yard"), ("account", "Accounts")];
const FILE: Kind = Kind::File;
const LINE_NUMBER: Kind = Kind::Int { unit: Unit::None, min: 0, max: 99 };

static LINE: &[Field] = &[
    link("sku", "SKU", &SKU).required(),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight").help("Leave blank for the theoretical weight"),
    choice("rate_uom", "Rate unit", RATE_UOMS),
    rate("rate_paise", "Rate").guarded(Guarded::Rates).help("Leave blank for the price of the day"),
    percent("discount_bp", "Discount").guarded(Guarded::Rates),
    text("make", "Make", 60).help("Leave blank for any; another one is a substitute"),
    yes_no("alt_ok", "Substitute allowed"),
    text("remark", "Remark", 200),
    yes_no("back_order", "Waits for stock").computed(),
    yes_no("nominal", "Billed by theoretical weight").computed(),
    yes_no("dump", "Out of the dump").computed(),
    text("hsn", "HSN", 8).computed(),
    percent("gst_rate_bp", "GST rate").computed().guarded(Guarded::Rates),
    percent("cess_bp", "Cess rate").computed().guarded(Guarded::Rates),
    grams("theo_g", "Theoretical weight").computed(),
    link("formula", "Weighed by", &FORMULA).computed(),
    millimetres("length_mm", "Length", 0, 100_000).computed(),
    rate("list_rate_paise", "List rate").computed().guarded(Guarded::Rates),
    rate("floor_paise", "Floor rate").computed().guarded(Guarded::Rates),
    paise("amount_paise", "Amount").computed().guarded(Guarded::Rates),
    paise("charges_paise", "Freight and loading").computed().guarded(Guarded::Rates),
    paise("tax_paise", "Tax").computed().guarded(Guarded::Rates),
    pieces("loaded_pcs", "Loaded pieces").computed(),
    grams("loaded_g", "Loaded weight").computed(),
    pieces("short_pcs", "Short-closed pieces").computed(),
    grams("short_g", "Short-closed weight").computed(),
    text("short_reason", "Reason for short closing", 40).computed(),
];

const CREDIT_SNAPSHOT: &[Field] = &[
    instant("at", "At"),
    paise("limit_paise", "Limit"),
    paise("used_paise", "Used").between(i64::MIN, i64::MAX),
    paise("available_paise", "Available").between(i64::MIN, i64::MAX),
    paise("overdue_paise", "Overdue"),
    int("overdue_days", "Overdue days", 0, 100_000),
];

const CONCERN: &[Field] = &[
    choice("of", "Raised by", DEPARTMENTS),
    text("reason", "Type", 40),
    many("lines", "Lines", &LINE_NUMBER),
    text("loading", "Loading", 64),
    note("remarks", "Remarks", 500),
    many("photos", "Photos", &FILE),
    link("by", "By", &EMPLOYEE),
    instant("at", "At"),
    text("answer", "Answer", 20),
    note("answer_remarks", "Answer's remarks", 500),
    link("answered_by", "Answered by", &EMPLOYEE),
    text("answered_as", "Answered as", 10),
    yes_no("countersign", "Needs a countersign"),
    link("countersigned_by", "Countersigned by", &EMPLOYEE),
];

pub static ORDER: DocType = DocType {
    key: "order",
    label: "Order",
    plural: "Orders",
    title: "doc_no",
    fields: &[
        date("date", "Date").computed().listed(),
        link("customer", "Customer", &CUSTOMER).required(),
        text("customer_name", "Customer", 100).computed().listed().searched(),
        text("city", "City", 100).computed().listed().searched(),
        // By what people say on the telephone and at the gate.
        text("customer_mobile", "Customer's mobile", 20).internal().searched(),
        text("vehicles", "Vehicles", 400).internal().searched(),
        text("bill_to", "Bill to", 100)
            .help("The label of one of the customer's other billing addresses"),
        text("ship_to", "Ship to", 100).help("The label of one of the customer's addresses"),
        note("bill_address", "Billed to", 500).computed(),
        note("ship_address", "Shipped to", 500).computed(),
        text("place_override", "Place of supply override", 2),
        text("place_reason", "Reason for the place of supply override", 200),
        text("place_of_supply", "Place of supply", 2).computed(),
        text("place_name", "Place of supply, name", 100).computed(),
        choice("split", "Tax", SPLITS).computed(),
        link("yard", "Yard", &YARD).on_submit().listed(),
        link("payment_term", "Payment term", &PAYMENT_TERM).on_submit(),
        choice("price_basis", "Price basis", BASES).on_submit().default("\"ex_yard\""),
        rate("freight_rate_paise", "Freight per MT").guarded(Guarded::Rates),
        rate("loading_rate_paise", "Loading per MT").guarded(Guarded::Rates),
        date("delivery_by", "Delivery by").on_submit(),
        text("po_no", "Purchase order", 30).searched(),
        date("po_date", "Purchase order of"),
        text("broker", "Broker", 100),
        rate("brokerage_paise", "Brokerage per MT").guarded(Guarded::Rates),
        link("salesman", "Salesman", &EMPLOYEE).listed(),
        choice("source", "Source", SOURCES).default("\"desk\""),
        link("truck_type", "Truck type", &TRUCK_TYPE),
        note("remarks", "Remarks", 500),
        note("internal_note", "Internal note", 500),
        rows("lines", "Lines", LINE, 100).at_least(1),
        int("pcs", "Pieces", 0, 99_999_999).computed(),
        grams("weight_g", "Weight").between(0, 99_999_999_999).computed().listed(),
        paise("taxable_paise", "Taxable").computed().guarded(Guarded::Rates),
        paise("cgst_paise", "CGST").computed().guarded(Guarded::Rates),
        paise("sgst_paise", "SGST").computed().guarded(Guarded::Rates),
        paise("igst_paise", "IGST").computed().guarded(Guarded::Rates),
        paise("cess_paise", "Cess").computed().guarded(Guarded::Rates),
        paise("total_paise", "Total").computed().listed().guarded(Guarded::Rates),
        text("waiting_for", "Waiting for", 20).computed().listed(),
        choice("load_state", "Loading", LOAD_STATES).computed(),
        percent("loaded_bp", "Loaded").computed().listed(),
        percent("invoiced_bp", "Invoiced").computed().listed(),
        paise("invoiced_paise", "Invoiced amount").computed().guarded(Guarded::Rates),
        int("loadings", "Loadings", 0, 1_000).computed(),
        int("revision", "Revision", 0, 1_000).computed(),
        int("approval_level", "Approval level", 0, 20).computed(),
        yes_no("acted_on", "Acted on").internal(),
        text("last_step", "Last approval step", 20).internal(),
        link("last_step_by", "Last approval step by", &EMPLOYEE).internal(),
        many("changed_by", "Terms changed since by", &PERSON).internal(),
        instant("submitted_at", "Submitted").computed(),
        instant("approved_at", "Approved").computed(),
        link("approved_by", "Approved by", &EMPLOYEE).computed(),
        text("approved_hash", "Approved content", 18).internal(),
        note("override_reason", "Reason for rate below floor price", 500)
            .computed()
            .guarded(Guarded::Rates),
        instant("forwarded_at", "Forwarded").computed(),
        instant("credit_approved_at", "Credit approved").computed(),
        yes_no("rate_stale", "Prices have changed").computed(),
        date("hold_until", "Held until").computed(),
        instant("resume_at", "Resumed at").computed(),
        instant("reservation_expires", "Reserved until").computed(),
        instant("reservation_lapsed", "Reservation ended").computed(),
        choice("recommendation", "Recommendation", RECOMMENDATIONS).computed(),
        group("credit", "Credit at the recommendation", CREDIT_SNAPSHOT)
            .computed()
            .guarded(Guarded::Cost),
        text("rejection", "Reason for rejection", 40).computed(),
        text("suggestion", "What is needed", 200).computed(),
        paise("advance_asked_paise", "Advance asked for").computed().guarded(Guarded::Rates),
        date("gstin_checked_on", "GSTIN found active on").computed(),
        group("concern", "Concern", CONCERN).computed(),
        many("attachments", "Files", &FILE).computed(),
        link("replaces", "Replaces goods of", &SALES_RETURN).computed(),
        text("replaces_no", "Replaces goods of", 20).computed().searched(),
        instant("archive_at", "Archived from").computed(),
        yes_no("archived", "Archived").computed(),
    ],
    sorts: &["-date", "total_paise", "doc_no", "since"],
    filters: &["customer", "yard", "salesman"],
    scopes: &[ScopeKind::Branch, ScopeKind::Yard, ScopeKind::Owner],
    grants: GRANTS,
    flow: &flow::FLOW,
    looks: LOOKS,
    series: Some(Series { word: "ORD", width: 6, suffix: "", plain: false }),
    on_save: deciding(save::on_save),
    follow: deciding(effects::follow),
    finding: deciding(finding::of),
    // Steps that a person takes beside a truck or with a customer, and that nobody else takes
    // meanwhile in their place.
    waits: &[
        waits("create"),
        waits("update"),
        waits("submit"),
        waits_again("load"),
        waits("raise_concern"),
        waits("resolve"),
        waits("account_concern"),
        waits("answer"),
        waits("account_resolve"),
        waits_again("comment"),
    ],
    after: &[&CUSTOMER, &SKU, &PRICE],
    ..MASTER
};

const GRANTS: &[Grant] = &[
    Grant {
        roles: &[Role::Sales],
        verbs: &[Verb::View, Verb::Add, Verb::Edit, Verb::Delete],
        reach: Reach::Own,
    },
    Grant { roles: &[Role::Bm], verbs: &[Verb::View, Verb::Add, Verb::Edit], reach: Reach::Branch },
    Grant { roles: &[Role::Bm], verbs: &[Verb::Delete], reach: Reach::Own },
    Grant {
        roles: &[Role::Pct, Role::Credit, Role::Logi, Role::Acc],
        verbs: &[Verb::View],
        reach: Reach::Branch,
    },
    Grant { roles: &[Role::Yard], verbs: &[Verb::View], reach: Reach::Yard },
    Grant { roles: &[Role::Audit], verbs: &[Verb::View], reach: Reach::All },
    Grant { roles: &[Role::Admin], verbs: super::KEEP, reach: Reach::All },
];
