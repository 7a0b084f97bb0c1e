//! The transfer of goods from one yard to another: its declaration, and its lines and lots as types.

use super::batches::BATCH;
use super::fleet::{DRIVER, VEHICLE};
use super::formats::{DOCNO, EWB, MOBILE, VEHICLE as REG_NO};
use super::goods::SKU;
use super::orders::ORDER;
use super::org::BRANCH;
use super::people::{EMPLOYEE, PERSON};
use super::places::YARD;
use super::suppliers::VENDOR;
use super::{KEEP, MASTER};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::error::Halt;
use crate::json::{Json, json_struct};
use crate::kept::doc::Doc;
use crate::ledger::stock::Qty;
use crate::schema::*;

mod accept;
mod flow;
mod paper;
mod receive;
mod road;
mod save;
mod settle;

pub use flow::FLOW;
pub use paper::{Paper, paper_of};

pub const DRAFT: &str = "Draft";
pub const REQUESTED: &str = "Requested";
pub const REJECTED: &str = "Rejected by From-Yard";
pub const ACCEPTED: &str = "From-Yard Accepted";
pub const ASSIGNED: &str = "Logistic Assigned";
pub const IN_TRANSIT: &str = "In Transit";
pub const DIFFERENT: &str = "Received with Discrepancy";
pub const RECEIVED: &str = "Received";
pub const PENDING: &str = "Account Pending";
pub const COMPLETED: &str = "Completed";
pub const CANCELLED: &str = "Cancelled";

/// Where damaged goods go.
pub const DAMAGED_TO: &[Choice] = &[("HOLD", "On hold"), ("DUMP", "Dump")];
pub const PAPERS: &[Choice] = &[("challan", "Delivery challan"), ("tax_invoice", "Tax invoice")];
pub const SPLITS: &[Choice] = &[("intra", "CGST and SGST"), ("inter", "IGST")];

const FILE: Kind = Kind::File;

const LINE: &[Field] = &[
    link("sku", "SKU", &SKU).required(),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight").help("Leave blank for what the pieces weigh by their size"),
    text("remark", "Remark", 200),
];

/// Goods of one batch: as sent, as received, and what is between.
static LOT: &[Field] = &[
    int("line", "Line", 0, 49),
    link("batch", "Batch", &BATCH),
    link("sku", "SKU", &SKU),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight"),
    pieces("received_pcs", "Received pieces"),
    grams("received_g", "Received weight"),
    pieces("damaged_pcs", "Damaged pieces"),
    grams("damaged_g", "Damaged weight"),
    choice("damaged_to", "Damaged goods", DAMAGED_TO),
    pieces("short_pcs", "Short pieces").help("Still on the road"),
    grams("short_g", "Short weight"),
    pieces("extra_pcs", "Extra pieces").help("Until the from-yard confirms them"),
    grams("extra_g", "Extra weight"),
    paise("cost_paise", "Cost").guarded(Guarded::Cost),
    paise("road_paise", "Cost on the road").guarded(Guarded::Cost),
];

/// What was decided of goods that did not arrive.
pub const DECISIONS: &[Choice] = &[
    ("found", "Found later"),
    ("transporter_debit", "Debit to the transporter"),
    ("write_off", "Write-off"),
    ("return", "Returned to the from-yard"),
];

pub const DECISION: &[Field] = &[
    int("lot", "Batch", 0, 99).required(),
    choice("decision", "Decision", DECISIONS).required(),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight"),
];

const fn cost(field: Field) -> Field {
    field.computed().guarded(Guarded::Cost)
}

pub static TRANSFER: DocType = DocType {
    key: "transfer",
    label: "Transfer",
    plural: "Transfers",
    title: "doc_no",
    fields: &[
        link("from_yard", "From yard", &YARD).required().listed(),
        link("to_yard", "To yard", &YARD).required().listed(),
        date("need_by", "Needed by").on_submit().listed(),
        link("order", "For order", &ORDER),
        rows("lines", "Lines", LINE, 50)
            .on_submit()
            .at_least(1)
            .missing("At least one line is needed"),
        note("remarks", "Remarks", 500),
        date("date", "Date").computed().listed(),
        link("from_branch", "From branch", &BRANCH).computed(),
        pieces("pcs", "Pieces").computed().listed(),
        grams("weight_g", "Weight").computed().listed(),
        choice("paper", "Goods travel with", PAPERS).computed().listed(),
        choice("split", "Tax", SPLITS).computed(),
        rows("lots", "Batches", LOT, 100).computed(),
        text("short_reason", "Reason for a short acceptance", 40).computed(),
        link("vehicle", "Vehicle", &VEHICLE).computed(),
        code("vehicle_no", "Vehicle", &REG_NO).computed().listed().searched(),
        link("vendor", "Transporter", &VENDOR).computed().listed(),
        link("driver", "Driver", &DRIVER).computed(),
        code("mobile", "Driver's mobile", &MOBILE).computed(),
        text("lr_no", "LR number", 30).computed().searched(),
        paise("freight_paise", "Freight").computed().guarded(Guarded::Rates),
        code("ewb_no", "E-way bill", &EWB).computed().searched(),
        grams("tare_g", "Tare").computed(),
        grams("gross_g", "Gross").computed(),
        grams("net_g", "Net").computed(),
        text("seal", "Seal", 40).computed(),
        text("slip_no", "Weighbridge slip", 20).computed().searched(),
        instant("out_at", "Left").computed(),
        link("sent_by", "Sent by", &EMPLOYEE).computed(),
        instant("in_at", "Arrived").computed(),
        link("received_by", "Received by", &EMPLOYEE).computed(),
        note("received_remarks", "Remarks on the receipt", 500).computed(),
        many("photos", "Photos", &FILE).computed(),
        pieces("road_pcs", "Pieces on the road").computed(),
        grams("road_g", "Weight on the road").computed(),
        code("paper_no", "Challan or invoice", &DOCNO).computed().listed().searched(),
        rows("decisions", "Decisions", DECISION, 200).computed(),
        cost(paise("value_paise", "Value of the goods")),
        cost(paise("cgst_paise", "CGST")),
        cost(paise("sgst_paise", "SGST")),
        cost(paise("igst_paise", "IGST")),
        link("submitted_by", "Requested by", &EMPLOYEE).computed(),
        many("changed_by", "Changed since by", &PERSON).internal(),
    ],
    sorts: &["-updated_at", "need_by", "doc_no"],
    filters: &["from_yard", "to_yard", "from_branch"],
    scopes: &[ScopeKind::Branch, ScopeKind::Yard],
    grants: &[
        Grant { roles: &[Role::Audit, Role::Admin], verbs: &[Verb::View], reach: Reach::All },
        Grant {
            roles: &[Role::Bm, Role::Logi, Role::Acc, Role::Purch],
            verbs: &[Verb::View],
            reach: Reach::Branch,
        },
        Grant {
            roles: &[Role::Bm, Role::Purch],
            verbs: &[Verb::Add, Verb::Edit],
            reach: Reach::Branch,
        },
        Grant {
            roles: &[Role::Yard],
            verbs: &[Verb::View, Verb::Add, Verb::Edit],
            reach: Reach::Yard,
        },
        Grant {
            roles: &[Role::Yard, Role::Bm, Role::Purch],
            verbs: &[Verb::Delete],
            reach: Reach::Own,
        },
        Grant { roles: &[Role::Admin], verbs: KEEP, reach: Reach::All },
    ],
    second: Some(SecondPlace { branch: "from_branch", yard: "from_yard" }),
    flow: &FLOW,
    // What goods travel with has a statutory number, challan or invoice (CGST Rules 2017, rules 46(b) and 55(1)):
    // DECISIONS 139.
    series: Some(Series { word: "", width: 5, suffix: "T", plain: false }),
    check: Some(save::check),
    on_save: deciding(save::rules),
    follow: deciding(road::follow),
    waits: &[
        waits("create"),
        waits("update"),
        waits("accept"),
        waits("gate_out"),
        waits("receive"),
    ],
    looks: flow::LOOKS,
    ..MASTER
};

json_struct! { LEAN
    /// One line of a transfer: what is asked for.
    pub struct TransferLine {
        pub sku: String,
        pub pcs: Option<i64>,
        pub weight_g: Option<i64>,
        pub remark: Option<String>,
    }
}

json_struct! { LEAN
    /// The goods of one batch of a transfer.
    pub struct TransferLot {
        pub line: i64,
        pub batch: String,
        pub sku: String,
        pub pcs: i64,
        pub weight_g: i64,
        pub received_pcs: i64,
        pub received_g: i64,
        pub damaged_pcs: i64,
        pub damaged_g: i64,
        pub damaged_to: Option<String>,
        pub short_pcs: i64,
        pub short_g: i64,
        pub extra_pcs: i64,
        pub extra_g: i64,
        pub cost_paise: i64,
        pub road_paise: i64,
    }
}

impl TransferLot {
    /// What was taken of the batch, and left the from-yard.
    pub fn sent(&self) -> Qty {
        Qty::new(self.pcs, self.weight_g)
    }

    /// What did not arrive, and is still on the road.
    pub fn short(&self) -> Qty {
        Qty::new(self.short_pcs, self.short_g)
    }

    /// What arrived beyond what was sent, until the from-yard says whether it is theirs.
    pub fn extra(&self) -> Qty {
        Qty::new(self.extra_pcs, self.extra_g)
    }
}

fn rows_of<T: Json>(doc: &Doc, key: &str) -> Result<Vec<T>, Halt> {
    match doc.get(key) {
        None => Ok(Vec::new()),
        Some(rows) => {
            Vec::read(rows).map_err(|why| Halt::Fault(format!("transfer {}: {key}: {why}", doc.id)))
        }
    }
}

/// The lines of a transfer.
pub fn lines_of(doc: &Doc) -> Result<Vec<TransferLine>, Halt> {
    rows_of(doc, "lines")
}

/// The batches of a transfer.
pub fn lots_of(doc: &Doc) -> Result<Vec<TransferLot>, Halt> {
    rows_of(doc, "lots")
}

fn set_lots(doc: &mut Doc, lots: &[TransferLot]) {
    doc.set("lots", lots.iter().map(TransferLot::write).collect::<Vec<_>>());
    let on_road = on_the_road(doc, lots);
    let sum = on_road.iter().fold(Qty::default(), |sum, qty| sum + *qty);
    doc.set("road_pcs", sum.pcs);
    doc.set("road_g", sum.g);
}

/// What of each batch lies in TRANSIT in the name of this transfer.
pub fn on_the_road(doc: &Doc, lots: &[TransferLot]) -> Vec<Qty> {
    let of = |lot: &TransferLot| match doc.get("out_at").zip(doc.get("in_at")) {
        Some(_) => lot.short(),
        None if doc.get("out_at").is_some() => lot.sent(),
        None => Qty::default(),
    };
    lots.iter().map(of).collect()
}

/// Whether the batches are held at the from-yard until they leave.
pub fn holds_lots(doc: &Doc) -> bool {
    [ACCEPTED, ASSIGNED].contains(&doc.status.as_str())
}
