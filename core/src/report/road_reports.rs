//! The reports over money and the road: credit, receipts and notes as they are written, trips with their freight,
//! what was handed over, and papers that end.

use super::ask::Period;
use super::attributes::OF_CUSTOMER;
use super::bases::Window;
use super::facts;
use super::measures::{FigureKind, OF_CREDIT};
use super::register::{BASE, CUBE, Cube, Report, ReportKind};
use super::rows::{List, day, sum, text, word};

pub(super) const UTILIZED_AMOUNT: Report = Report {
    key: "utilized_amount",
    route: "/utilized-amount",
    period: Period::AsOn,
    filters: &["branch", "salesman", "customer", "customer_status", "credit_use", "pan"],
    reads: &["account", "open", "limit", "receipt", "cheque"],
    kind: ReportKind::Cube(Cube {
        rows: &["salesman", "customer"],
        measures: &[
            "limit",
            "temporary",
            "temporary_until",
            "receivable",
            "committed",
            "cheques",
            "on_account",
            "utilised",
            "available",
            "used_bp",
            "overdue",
            "days_overdue",
            "bounces",
            "last_received",
        ],
        more: OF_CREDIT,
        attributes: OF_CUSTOMER,
        sort: "-utilised",
        chart: "utilised",
        ..CUBE
    }),
    beside: &[
        ("Over the limit", "utilized_amount", "credit_use=4"),
        ("Blocked customers", "utilized_amount", "customer_status=Blocked"),
        ("More than 90 % used", "utilized_amount", "credit_use=3|4"),
        ("Firms of one PAN", "utilized_amount", "rows=pan|customer"),
    ],
    ..BASE
};

pub(super) const RECEIPT_REGISTER: Report = Report {
    key: "receipt_register",
    route: "/receiptRegister",
    filters: &["mode", "paper_status", "branch", "salesman", "customer"],
    reads: &["payment"],
    kind: ReportKind::Cube(Cube {
        rows: &["mode", "paper_status"],
        measures: &["payments", "payment_amount", "arrived", "settled", "deducted", "unsettled"],
        more: &["charges"],
        chart: "payment_amount",
        ..CUBE
    }),
    beside: &[
        ("Receipt by receipt", "receipt_register", "rows=mode|paper_status|paper"),
        ("Day by day", "receipt_register", "rows=day|mode"),
    ],
    ..BASE
};

pub(super) const NOTE_REGISTER: Report = Report {
    key: "note_register",
    route: "/noteRegister",
    filters: &["paper_kind", "note_reason", "paper_status", "branch", "salesman", "customer"],
    reads: &["note"],
    kind: ReportKind::Cube(Cube {
        rows: &["paper_kind", "note_reason"],
        measures: &["notes", "note_taxable", "note_gst", "note_total"],
        ..CUBE
    }),
    beside: &[("Note by note", "note_register", "rows=paper_kind|note_reason|paper")],
    ..BASE
};

pub(super) const FREIGHT_REGISTER: Report = Report {
    key: "freight_register",
    route: "/freightRegister",
    filters: &["party", "paper_status", "freight_tax", "vehicle", "branch"],
    reads: &["trip"],
    kind: ReportKind::Cube(Cube {
        rows: &["party", "paper"],
        measures: &[
            "trips",
            "trip_mt",
            "trip_freight",
            "trip_rate",
            "trip_advance",
            "trip_total",
            "trip_rcm",
            "trip_balance",
            "trip_paid",
        ],
        more: &[
            "trip_stops",
            "trip_agreed_advance",
            "trip_charged_tax",
            "trip_claim",
            "trip_recovered",
        ],
        chart: "trip_total",
        ..CUBE
    }),
    beside: &[("Deliveries", "delivery_register", "")],
    ..BASE
};

static DELIVERIES: List = List {
    frame: "delivery",
    filter: |_| Vec::new(),
    window: Window::Within,
    columns: &[
        day("day", "Left", "day"),
        text("trip", "Trip", "paper.name"),
        text("goods", "Loading or transfer", "goods.name"),
        text("order", "Order", "order.name"),
        text("party", "Receiver", "party"),
        text("city", "City", "city"),
        word("stop", "Stop", "stop", facts::STOP_STATES),
        word("proof", "Proof of delivery", "proof", facts::PROOFS),
        day("done", "Handed over", "done"),
        text("received_by", "Received by", "received_by"),
        sum("pcs", "Pcs", "pcs", FigureKind::Pieces),
        sum("mt", "MT", "g", FigureKind::Grams),
        sum("short_pcs", "Short pcs", "short_pcs", FigureKind::Pieces),
        sum("short_mt", "Short MT", "short_g", FigureKind::Grams),
        sum("claim", "Claim ₹", "claim", FigureKind::Paise),
        text("vehicle", "Vehicle", "vehicle"),
        text("transporter", "Transporter", "transporter.name"),
        text("ewb", "E-way bill", "ewb"),
        text("salesman", "Salesman", "salesman.name"),
    ],
    order: &["day", "paper"],
    balances: &[],
    paper: Some("paper"),
};

pub(super) const DELIVERY_REGISTER: Report = Report {
    key: "delivery_register",
    route: "/deliveryRegister",
    filters: &["stop_state", "proof", "party", "salesman", "customer", "branch"],
    reads: &["delivery"],
    kind: ReportKind::List(&DELIVERIES),
    beside: &[("Freight", "freight_register", "")],
    ..BASE
};

static ENDING_PAPERS: List = List {
    frame: "ending",
    filter: |_| Vec::new(),
    window: Window::Within,
    columns: &[
        day("day", "Last day", "day"),
        word("kind", "Paper", "kind", facts::ENDINGS),
        text("name", "Of", "name"),
        text("number", "Number", "number"),
        text("paper", "Document", "paper.name"),
        text("branch", "Branch", "branch.name"),
    ],
    order: &["day", "kind", "of"],
    balances: &[],
    paper: Some("paper"),
};

pub(super) const PAPERS_ENDING: Report = Report {
    key: "papers_ending",
    route: "/papersEnding",
    period: Period::Ahead,
    filters: &["ending_kind", "branch"],
    reads: &["ending"],
    kind: ReportKind::List(&ENDING_PAPERS),
    ..BASE
};
