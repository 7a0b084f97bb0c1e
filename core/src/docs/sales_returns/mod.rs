//! The sales return: goods of a posted invoice come back from their customer. Its declaration, and its
//! lines and lots as types.

use super::batches::BATCH;
use super::customers::CUSTOMER;
use super::formats::VEHICLE as REG_NO;
use super::goods::SKU;
use super::invoices::INVOICE;
use super::notes::CREDIT_NOTE;
use super::orders::ORDER;
use super::people::{EMPLOYEE, PERSON};
use super::places::YARD;
use super::{KEEP, MASTER};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::error::Halt;
use crate::json::{Json, json_struct};
use crate::kept::doc::Doc;
use crate::ledger::stock::Qty;
use crate::schema::*;

mod approve;
mod decide;
mod flow;
mod inspect;
mod receive;
mod save;
mod settle;
mod short;
mod sold;

pub use flow::FLOW;
pub use save::of_invoice_issue;
pub use short::open_for;
pub use sold::{SoldLot, goods_of, sold_of};

pub const DRAFT: &str = "Draft";
pub const BM_PENDING: &str = "BM Approval Pending";
pub const REJECTED: &str = "Rejected";
pub const APPROVED: &str = "Approved";
pub const RECEIVED: &str = "Received at Yard";
pub const INSPECTED: &str = "Inspected";
pub const PENDING: &str = "Account Pending";
pub const COMPLETED: &str = "Completed";
pub const CANCELLED: &str = "Cancelled";

const FILE: Kind = Kind::File;
static ORDERS: Kind = Kind::Link(&ORDER);

/// Who fetches the goods, and who pays for that.
pub const PARTIES: &[Choice] = &[("we", "We"), ("customer", "The customer")];
pub const SETTLEMENTS: &[Choice] =
    &[("credit_note", "Credit note"), ("replace", "Replacement"), ("repair", "Repair")];

/// Some of what a line of the invoice was loaded of.
static LINE: &[Field] = &[
    int("line", "Invoice line", 0, 499).required(),
    link("batch", "Batch", &BATCH).required(),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight").help("Leave blank for what the pieces weighed when they left"),
    reason("reason", "Reason", "return").on_submit(),
    text("condition", "Condition", 200),
];

/// The same on its way: as asked for, approved, received, and as it was found.
static LOT: &[Field] = &[
    int("line", "Invoice line", 0, 499),
    link("batch", "Batch", &BATCH),
    link("sku", "SKU", &SKU),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight"),
    pieces("approved_pcs", "Approved pieces"),
    grams("approved_g", "Approved weight"),
    pieces("received_pcs", "Received pieces"),
    grams("received_g", "Received weight"),
    pieces("free_pcs", "Pieces free"),
    grams("free_g", "Weight free"),
    pieces("hold_pcs", "Pieces on hold"),
    grams("hold_g", "Weight on hold"),
    pieces("dump_pcs", "Pieces dumped"),
    grams("dump_g", "Weight dumped"),
    paise("cost_paise", "Cost").guarded(Guarded::Cost),
];

pub static SALES_RETURN: DocType = DocType {
    key: "sales_return",
    label: "Sales return",
    plural: "Sales returns",
    title: "doc_no",
    fields: &[
        link("invoice", "Invoice", &INVOICE).required().immutable(),
        link("yard", "Returned to", &YARD)
            .listed()
            .help("Leave blank for the yard that the goods left"),
        rows("lines", "Lines", LINE, 200)
            .on_submit()
            .at_least(1)
            .missing("At least one line is needed"),
        choice("pickup", "Brought by", PARTIES).on_submit(),
        choice("freight_by", "Freight is borne by", PARTIES).on_submit(),
        code("vehicle_no", "Return vehicle", &REG_NO).searched(),
        many("photos", "Photos", &FILE),
        note("remarks", "Remarks", 500),
        date("date", "Date").computed().listed(),
        text("invoice_no", "Invoice", 20).computed().listed().searched(),
        date("invoice_date", "Invoice date").computed(),
        link("customer", "Customer", &CUSTOMER).computed(),
        text("customer_name", "Customer", 100).computed().listed().searched(),
        many("orders", "Orders", &ORDERS).computed(),
        text("order_no", "Order", 200).computed().searched(),
        rows("lots", "Goods", LOT, 200).computed(),
        int("pcs", "Pieces", 0, 99_999_999).computed().listed(),
        grams("weight_g", "Weight").between(0, 99_999_999_999).computed().listed(),
        paise("amount_paise", "Value at the invoice's rates")
            .computed()
            .listed()
            .guarded(Guarded::Rates),
        date("return_by", "To be asked for by").computed(),
        yes_no("late", "After the time limit").computed().listed(),
        date("gst_until", "Credit note with GST until").computed(),
        choice("proposed", "Proposed settlement", SETTLEMENTS).computed(),
        choice("settlement", "Settlement", SETTLEMENTS).computed().listed(),
        code("came_on", "Vehicle that came", &REG_NO).computed().searched(),
        grams("tare_g", "Tare").computed(),
        grams("gross_g", "Gross").computed(),
        grams("net_g", "Net").computed(),
        text("slip_no", "Weighbridge slip", 20).computed().searched(),
        many("yard_photos", "Photos of the yard", &FILE).computed(),
        instant("received_at", "Received").computed(),
        link("received_by", "Received by", &EMPLOYEE).computed(),
        instant("inspected_at", "Inspected").computed(),
        link("inspected_by", "Inspected by", &EMPLOYEE).computed(),
        note("inspection", "Inspection note", 500).computed(),
        paise("cost_paise", "Cost").computed().guarded(Guarded::Cost),
        link("submitted_by", "Submitted by", &EMPLOYEE).computed().guarded(Guarded::House),
        many("changed_by", "Changed since by", &PERSON).internal().guarded(Guarded::House),
        link("approved_by", "Approved by", &EMPLOYEE).computed(),
        int("voucher", "Voucher", 0, i64::MAX).computed().guarded(Guarded::House),
        link("credit_note", "Credit note", &CREDIT_NOTE).computed(),
        text("credit_note_no", "Credit note", 20).computed().searched(),
        paise("credited_paise", "Credited").computed().guarded(Guarded::Rates),
        link("replacement", "Replacement order", &ORDER).computed(),
        text("replacement_no", "Replacement order", 30).computed().searched(),
    ],
    sorts: &["-updated_at", "-date", "doc_no"],
    filters: &["yard", "invoice", "customer", "orders"],
    scopes: &[ScopeKind::Branch, ScopeKind::Yard, ScopeKind::Owner],
    grants: &[
        Grant {
            roles: &[Role::Sales],
            verbs: &[Verb::View, Verb::Add, Verb::Edit, Verb::Delete],
            reach: Reach::Own,
        },
        Grant {
            roles: &[Role::Bm, Role::Credit, Role::Logi],
            verbs: &[Verb::View],
            reach: Reach::Branch,
        },
        Grant {
            roles: &[Role::Acc],
            verbs: &[Verb::View, Verb::Add, Verb::Edit, Verb::Delete],
            reach: Reach::Branch,
        },
        Grant { roles: &[Role::Yard], verbs: &[Verb::View], reach: Reach::Yard },
        Grant { roles: &[Role::Audit], verbs: &[Verb::View], reach: Reach::All },
        Grant { roles: &[Role::Admin], verbs: KEEP, reach: Reach::All },
    ],
    flow: &FLOW,
    series: Some(Series { word: "SRN", width: 5, suffix: "", plain: false }),
    on_save: deciding(save::rules),
    warn: warning(save::warn),
    waits: &[waits("receive"), waits("inspect")],
    looks: flow::LOOKS,
    ..MASTER
};

json_struct! { LEAN
    /// Some goods of an invoice's line, as a person asks for their return.
    pub struct ReturnLine {
        pub line: i64,
        pub batch: String,
        pub pcs: Option<i64>,
        pub weight_g: Option<i64>,
        pub reason: Option<String>,
        pub condition: Option<String>,
    }
}

json_struct! { LEAN
    /// The goods of one line of a return.
    pub struct ReturnLot {
        pub line: i64,
        pub batch: String,
        pub sku: String,
        pub pcs: i64,
        pub weight_g: i64,
        pub approved_pcs: i64,
        pub approved_g: i64,
        pub received_pcs: i64,
        pub received_g: i64,
        pub free_pcs: i64,
        pub free_g: i64,
        pub hold_pcs: i64,
        pub hold_g: i64,
        pub dump_pcs: i64,
        pub dump_g: i64,
        pub cost_paise: i64,
    }
}

/// A quantity of a lot: as asked for, approved, received.
pub type Stage = fn(&ReturnLot) -> Qty;

impl ReturnLot {
    pub fn asked(&self) -> Qty {
        Qty::new(self.pcs, self.weight_g)
    }

    pub fn approved(&self) -> Qty {
        Qty::new(self.approved_pcs, self.approved_g)
    }

    pub fn received(&self) -> Qty {
        Qty::new(self.received_pcs, self.received_g)
    }

    /// What of it waits for a decision.
    pub fn held(&self) -> Qty {
        Qty::new(self.hold_pcs, self.hold_g)
    }

    fn nothing(&self) -> Qty {
        Qty::default()
    }
}

/// What a return in this status still claims of its invoice: of goods that are not back yet.
pub fn claims_in(status: &str) -> Stage {
    match status {
        BM_PENDING => ReturnLot::asked,
        APPROVED => ReturnLot::approved,
        RECEIVED => ReturnLot::received,
        _ => ReturnLot::nothing,
    }
}

/// Whether the goods of a return in this status are back in the stock.
pub fn is_back(status: &str) -> bool {
    [INSPECTED, PENDING, COMPLETED].contains(&status)
}

fn rows_of<T: Json>(doc: &Doc, key: &str) -> Result<Vec<T>, Halt> {
    match doc.get(key) {
        None => Ok(Vec::new()),
        Some(rows) => Vec::read(rows)
            .map_err(|why| Halt::Fault(format!("sales return {}: {key}: {why}", doc.id))),
    }
}

/// The lines of a return, as they were asked for.
pub fn lines_of(doc: &Doc) -> Result<Vec<ReturnLine>, Halt> {
    rows_of(doc, "lines")
}

/// The goods of a return, in the order of its lines.
pub fn lots_of(doc: &Doc) -> Result<Vec<ReturnLot>, Halt> {
    rows_of(doc, "lots")
}

/// Writes the goods, and what they come to as they stand now.
fn set_lots(doc: &mut Doc, lots: &[ReturnLot], stage: Stage) {
    doc.set("lots", lots.iter().map(ReturnLot::write).collect::<Vec<_>>());
    let sum = lots.iter().fold(Qty::default(), |sum, lot| sum + stage(lot));
    doc.set("pcs", sum.pcs);
    doc.set("weight_g", sum.g);
}
