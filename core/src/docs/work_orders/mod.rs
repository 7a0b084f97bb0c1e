//! The work order: goods of some batches become others by cutting, slitting or job work. Its
//! declaration, and its lots as types.

use super::batches::BATCH;
use super::dumps::DUMP_STOCK;
use super::formats::DOCNO;
use super::goods::SKU;
use super::orders::ORDER;
use super::people::{EMPLOYEE, PERSON};
use super::places::YARD;
use super::suppliers::VENDOR;
use super::{KEEP, MASTER};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::error::Halt;
use crate::json::{Json, json_struct};
use crate::kept::doc::Doc;
use crate::ledger::stock::{Bucket, Qty, StockPlace};
use crate::schema::*;

pub mod cutting;
mod finish;
mod flow;
mod issue;
pub mod itc04;
mod output;
mod recipe;
mod save;

pub use flow::FLOW;
pub use recipe::WORK_RECIPE;

pub const DRAFT: &str = "Draft";
pub const PENDING: &str = "Admin Approval Pending";
pub const REJECTED: &str = "Rejected";
pub const APPROVED: &str = "Approved";
pub const IN_PROCESS: &str = "In Process";
pub const ON_HOLD: &str = "On Hold";
pub const RECORDED: &str = "Output Recorded";
pub const CLOSING: &str = "Closing Pending";
pub const CLOSED: &str = "Closed";
pub const CANCELLED: &str = "Cancelled";

/// What is done to the goods.
pub const TYPES: &[Choice] = &[
    ("cut_to_length", "Cut to length"),
    ("slitting", "Slitting"),
    ("straightening", "Straightening"),
    ("threading", "Threading"),
    ("bending", "Bending"),
    ("bundling", "Bundling"),
    ("grade_change", "Grade or SKU change"),
    ("job_work", "Job work at a vendor"),
];

/// Where a work order begins.
pub const ENTRIES: &[Choice] =
    &[("office", "In the office"), ("yard", "In the yard"), ("recipe", "By a recipe")];

const APPROVED_AS: &[Choice] = &[("person", "By a person"), ("slab", "By the yard's limit")];

const INPUT: &[Field] = &[
    link("batch", "Batch", &BATCH).required(),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight").help("Leave blank for what the pieces weigh in their batch"),
    yes_no("dump", "Out of the dump").computed(),
];

const OUTPUT: &[Field] = &[
    link("sku", "SKU", &SKU).required(),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight").help("Leave blank for what the pieces weigh by their size"),
    millimetres("length_mm", "Length", 1, 18_000).help("Leave blank for the SKU's"),
];

const CUT: &[Field] = &[
    int("input", "Input", 0, 19).required(),
    int("bars", "Bars", 1, 9_999).required(),
    text("cuts", "Cuts in mm", 1_000).required().help("2000 + 2000 + 1500"),
    millimetres("bar_mm", "Bar", 0, 18_000).computed(),
    millimetres("rest_mm", "Left of each", -18_000, 18_000).computed(),
];

/// The goods of one input on their way: set aside, in work, and used up.
const LOT: &[Field] = &[
    link("batch", "Batch", &BATCH),
    link("sku", "SKU", &SKU),
    pieces("held_pcs", "Pieces set aside"),
    grams("held_g", "Weight set aside"),
    pieces("wip_pcs", "Pieces in work"),
    grams("wip_g", "Weight in work"),
    yes_no("dump", "Out of the dump"),
    paise("held_paise", "Value set aside").guarded(Guarded::Cost),
    paise("wip_paise", "Cost in work").guarded(Guarded::Cost),
    pieces("used_pcs", "Pieces used"),
    grams("used_g", "Weight used"),
];

/// What was made: each row is a batch of its own.
const MADE: &[Field] = &[
    link("batch", "Batch", &BATCH),
    link("sku", "SKU", &SKU),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight"),
    yes_no("scrap", "Scrap"),
    paise("cost_paise", "Cost").guarded(Guarded::Cost),
];

pub static WORK_ORDER: DocType = DocType {
    key: "work_order",
    label: "Work order",
    plural: "Work orders",
    title: "doc_no",
    fields: &[
        choice("entry", "Made", ENTRIES).default("\"office\"").listed().immutable(),
        choice("work", "Work", TYPES).required().listed(),
        link("yard", "Yard", &YARD).required().listed(),
        link("recipe", "Recipe", &WORK_RECIPE),
        date("start_on", "Start").listed(),
        link("order", "For order", &ORDER),
        link("dump", "Reprocesses the dump", &DUMP_STOCK)
            .help("Its batch is taken out of the dump; leave the inputs blank for all of it"),
        link("vendor", "Job worker", &VENDOR).listed().help("Of job work"),
        rows("inputs", "Inputs", INPUT, 20)
            .on_submit()
            .at_least(1)
            .missing("At least one batch is needed"),
        rows("outputs", "Expected outputs", OUTPUT, 50)
            .on_submit()
            .at_least(1)
            .missing("At least one output is needed"),
        grams("scrap_g", "Expected scrap"),
        grams("loss_g", "Expected loss"),
        millimetres("kerf_mm", "Width of a cut", 0, 50).help("Of cutting to length"),
        rows("cuts", "Cutting plan", CUT, 200).help("Leave blank for the plan of least waste"),
        link("scrap_sku", "Scrap is kept as", &SKU)
            .help("Leave blank to keep it under the input's SKU"),
        text("machine", "Machine", 60),
        text("operator", "Operator", 100),
        rate("process_paise_per_kg", "Process cost per kg made").guarded(Guarded::Rates),
        note("remarks", "Remarks", 500),
        date("date", "Date").computed().listed(),
        pieces("in_pcs", "Pieces in").computed(),
        grams("in_g", "Weight in").computed().listed(),
        grams("out_g", "Expected weight out").computed(),
        rows("lots", "Goods in work", LOT, 20).computed(),
        rows("made", "Made", MADE, 500).computed(),
        pieces("wip_pcs", "Pieces in work").computed(),
        grams("wip_g", "Weight in work").computed(),
        grams("used_g", "Weight used").computed(),
        grams("made_g", "Weight made").computed().listed(),
        grams("scrapped_g", "Scrap").computed(),
        grams("lost_g", "Loss").computed(),
        code("challan_no", "Job-work challan", &DOCNO).computed().searched(),
        date("sent_on", "Sent to the job worker on").computed(),
        date("return_by", "To be returned by").computed(),
        itc04::FIELD,
        choice("approved_as", "Approved", APPROVED_AS).computed(),
        text("held_in", "On hold in", 40).internal().guarded(Guarded::House),
        link("submitted_by", "Submitted by", &EMPLOYEE).computed(),
        many("changed_by", "Changed since by", &PERSON).internal().guarded(Guarded::House),
        link("approved_by", "Approved by", &EMPLOYEE).computed(),
        link("closed_by", "Closed by", &EMPLOYEE).computed(),
    ],
    sorts: &["-updated_at", "-date", "doc_no"],
    filters: &["entry", "yard", "approved_as"],
    scopes: &[ScopeKind::Branch, ScopeKind::Yard],
    grants: &[
        Grant { roles: &[Role::Audit, Role::Admin], verbs: &[Verb::View], reach: Reach::All },
        Grant { roles: &[Role::Bm, Role::Acc], verbs: &[Verb::View], reach: Reach::Branch },
        Grant { roles: &[Role::Bm], verbs: &[Verb::Add, Verb::Edit], reach: Reach::Branch },
        Grant {
            roles: &[Role::Yard],
            verbs: &[Verb::View, Verb::Add, Verb::Edit],
            reach: Reach::Yard,
        },
        Grant { roles: &[Role::Yard, Role::Bm], verbs: &[Verb::Delete], reach: Reach::Own },
        Grant { roles: &[Role::Admin], verbs: KEEP, reach: Reach::All },
    ],
    flow: &FLOW,
    series: Some(Series { word: "WO", width: 5, suffix: "", plain: false }),
    check: Some(save::check),
    on_save: deciding(save::rules),
    waits: &[
        waits("create"),
        waits_again("update"),
        waits("issue"),
        waits("give_back"),
        waits("record_output"),
    ],
    looks: flow::LOOKS,
    ..MASTER
};

json_struct! { LEAN
    /// A batch that goes in.
    pub struct WorkInput {
        pub batch: String,
        pub pcs: i64,
        pub weight_g: i64,
        /// Whether it lies in the dump, and not in the free stock.
        pub dump: bool,
    }
}

impl WorkInput {
    /// Where it is taken from in a yard.
    fn place<'a>(&'a self, yard: &'a str, sku: &'a str) -> StockPlace<'a> {
        StockPlace::free(yard, sku, &self.batch).to(home(self.dump))
    }
}

/// The bucket that an input comes from, and goes back to.
fn home(dump: bool) -> Bucket {
    if dump { Bucket::Dump } else { Bucket::Free }
}

json_struct! { LEAN
    /// Goods that are expected, or were made.
    pub struct WorkOutput {
        pub sku: String,
        pub pcs: i64,
        pub weight_g: i64,
        pub length_mm: Option<i64>,
    }
}

json_struct! { LEAN
    /// The goods of one input.
    pub struct WorkLot {
        pub batch: String,
        pub sku: String,
        pub held_pcs: i64,
        pub held_g: i64,
        pub wip_pcs: i64,
        pub wip_g: i64,
        pub dump: bool,
        /// What of the dump's value is set aside; of free goods the batch's cost is asked when they are issued.
        pub held_paise: Option<i64>,
        pub wip_paise: i64,
        pub used_pcs: i64,
        pub used_g: i64,
    }
}

impl WorkLot {
    /// What is set aside for the work and not issued yet.
    pub fn held(&self) -> Qty {
        Qty::new(self.held_pcs, self.held_g)
    }

    /// What was issued, and neither used nor given back.
    pub fn in_work(&self) -> Qty {
        Qty::new(self.wip_pcs, self.wip_g)
    }

    fn set_held(&mut self, qty: Qty) {
        (self.held_pcs, self.held_g) = (qty.pcs, qty.g);
    }

    fn set_in_work(&mut self, qty: Qty) {
        (self.wip_pcs, self.wip_g) = (qty.pcs, qty.g);
    }
}

json_struct! { LEAN
    /// A batch that was made.
    pub struct MadeLot {
        pub batch: String,
        pub sku: String,
        pub pcs: i64,
        pub weight_g: i64,
        pub scrap: bool,
        pub cost_paise: i64,
    }
}

fn rows_of<T: Json>(doc: &Doc, key: &str) -> Result<Vec<T>, Halt> {
    match doc.get(key) {
        None => Ok(Vec::new()),
        Some(rows) => Vec::read(rows)
            .map_err(|why| Halt::Fault(format!("work order {}: {key}: {why}", doc.id))),
    }
}

pub fn inputs_of(doc: &Doc) -> Result<Vec<WorkInput>, Halt> {
    rows_of(doc, "inputs")
}

pub fn outputs_of(doc: &Doc) -> Result<Vec<WorkOutput>, Halt> {
    rows_of(doc, "outputs")
}

/// The goods of each input, in the order of the inputs; none before the approval.
pub fn lots_of(doc: &Doc) -> Result<Vec<WorkLot>, Halt> {
    rows_of(doc, "lots")
}

pub fn made_of(doc: &Doc) -> Result<Vec<MadeLot>, Halt> {
    rows_of(doc, "made")
}

fn set_lots(doc: &mut Doc, lots: &[WorkLot]) {
    doc.set("lots", lots.iter().map(WorkLot::write).collect::<Vec<_>>());
    let sum = |of: fn(&WorkLot) -> i64| lots.iter().map(of).sum::<i64>();
    doc.set("wip_pcs", sum(|lot| lot.wip_pcs));
    doc.set("wip_g", sum(|lot| lot.wip_g));
    doc.set("used_g", sum(|lot| lot.used_g));
}
