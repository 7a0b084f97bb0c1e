//! Dumped stock: damaged goods set aside out of what is free, until they are restored, sold as scrap,
//! reprocessed or written off.

use super::batches::BATCH;
use super::closings::GRANTS;
use super::goods::SKU;
use super::inwards::acts_here;
use super::orders::ORDER;
use super::people::{EMPLOYEE, PERSON};
use super::places::YARD;
use super::reasons::{MAY_REMARK, REMARKS};
use super::sales_returns::SALES_RETURN;
use super::transfers::TRANSFER;
use super::work_orders::WORK_ORDER;
use super::{MASTER, batches};
use crate::declare::case::Look;
use crate::declare::grant::{Role, ScopeKind};
use crate::error::{Code, Halt, Issue};
use crate::flow::{By, Flow, NO_RULES, Step, acting, by, step};
use crate::json::{Json, json_struct};
use crate::kept::doc::Doc;
use crate::ledger::stock::Qty;
use crate::said;
use crate::schema::status::{StatusFill, StatusIcon, StatusInk, shown};
use crate::schema::*;
use crate::write::within;

mod approve;
pub mod arrived;
mod dispose;
mod out;
mod save;

pub use approve::worth;
pub use out::{OutOfDump, come_back, pieces_of, take};

pub const DRAFT: &str = "Draft";
pub const PENDING: &str = "BM Pending";
pub const APPROVED: &str = "Approved";
pub const REJECTED: &str = "Rejected";
pub const DISPOSAL: &str = "Disposal Pending";
pub const SOLD: &str = "Sold as Scrap";
pub const REPROCESSED: &str = "Reprocessed";
pub const WRITTEN_OFF: &str = "Written Off";
pub const RESTORED: &str = "Restored";

const FILE: Kind = Kind::File;

/// What left the dump with a loading of an order, or into a work.
static GONE: &[Field] = &[
    link("order", "Sold by", &ORDER),
    link("work_order", "Reprocessed by", &WORK_ORDER),
    text("source", "Moved by", 64).internal().guarded(Guarded::House),
    int("line", "Line", 0, 999).internal().guarded(Guarded::House),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight"),
    paise("value_paise", "Value").guarded(Guarded::Cost),
];

pub static DUMP_STOCK: DocType = DocType {
    key: "dump_stock",
    label: "Dump of stock",
    plural: "Dump stock",
    title: "doc_no",
    fields: &[
        date("date", "Date").listed().help("Leave blank for today"),
        link("yard", "Yard", &YARD).required().listed(),
        link("batch", "Batch", &BATCH).required().listed(),
        pieces("pcs", "Pieces").listed(),
        grams("weight_g", "Weight")
            .listed()
            .help("Leave blank for what the pieces weigh in their batch"),
        reason("reason", "Reason", "dump").on_submit().listed(),
        rate("est_paise_per_kg", "Expected value per kg").help("What a scrap dealer would pay"),
        many("photos", "Photos", &FILE).help("At least one, of the goods as they lie"),
        note("remarks", "Remarks", 500),
        text("batch_no", "Batch number", 40).computed().searched(),
        link("sku", "SKU", &SKU).computed().listed(),
        text("sku_name", "SKU", 120).computed().searched(),
        pieces("free_pcs", "Pieces free in the batch").computed(),
        grams("free_g", "Weight free in the batch").computed(),
        paise("cost_paise", "Cost").computed().guarded(Guarded::Cost),
        paise("value_paise", "Value in the books").computed().listed().guarded(Guarded::Cost),
        rows("gone", "Sold or reprocessed", GONE, 500).computed(),
        pieces("left_pcs", "Pieces still in the dump").computed(),
        grams("left_g", "Weight still in the dump").computed(),
        link("transfer", "Came by transfer", &TRANSFER).computed(),
        link("sales_return", "Came by return", &SALES_RETURN).computed(),
        link("work_order", "Scrap of", &WORK_ORDER).computed(),
        link("submitted_by", "Submitted by", &EMPLOYEE).computed().guarded(Guarded::House),
        many("changed_by", "Changed since by", &PERSON).internal().guarded(Guarded::House),
        link("approved_by", "Approved by", &EMPLOYEE).computed(),
        link("proposed_by", "Write-off proposed by", &EMPLOYEE).computed(),
        text("proposed_as", "Proposed as", 20).internal().guarded(Guarded::House),
        date("ended_on", "Left the dump on").computed(),
        int("posting", "Stock posting", 0, i64::MAX).internal().guarded(Guarded::House),
        int("voucher", "Voucher", 0, i64::MAX).internal().guarded(Guarded::House),
    ],
    sorts: &["-date", "doc_no", "-updated_at"],
    filters: &["yard", "batch"],
    scopes: &[ScopeKind::Branch, ScopeKind::Yard],
    grants: GRANTS,
    flow: &DUMP_FLOW,
    series: Some(Series { word: "DMP", width: 6, suffix: "", plain: false }),
    check: Some(save::check),
    on_save: deciding(save::rules),
    waits: &[waits("create"), waits_again("update"), waits("submit")],
    looks: LOOKS,
    ..MASTER
};

const LOOKS: status::Looks = &[
    (PENDING, shown(StatusIcon::People, StatusInk::Blue, StatusFill::Tint)),
    (DISPOSAL, shown(StatusIcon::Alert, StatusInk::Amber, StatusFill::Tint)),
    (SOLD, shown(StatusIcon::Truck, StatusInk::Green, StatusFill::Tint)),
    (REPROCESSED, shown(StatusIcon::Pallet, StatusInk::Violet, StatusFill::Tint)),
    (WRITTEN_OFF, shown(StatusIcon::Done, StatusInk::Grey, StatusFill::Solid)),
    (RESTORED, shown(StatusIcon::Check, StatusInk::Green, StatusFill::Outline)),
];

const MUST_REMARK: &[Field] = &[REMARKS];
const MAY_SAY: &[Field] = &[MAY_REMARK];
/// What whoever looked the goods over found.
const INSPECTED: &[Field] = &[Field { label: "Inspection note", ..REMARKS }];

static DUMP_FLOW: Flow = Flow {
    statuses: &[
        DRAFT,
        PENDING,
        REJECTED,
        APPROVED,
        DISPOSAL,
        SOLD,
        REPROCESSED,
        WRITTEN_OFF,
        RESTORED,
    ],
    rests: &[REJECTED, APPROVED, SOLD, REPROCESSED, WRITTEN_OFF, RESTORED],
    editable: &[DRAFT],
    deletable: &[DRAFT],
    steps: &acting([
        Step {
            id: "DS1",
            from: &[DRAFT],
            action: "submit",
            label: "Send for approval",
            to: &[PENDING],
            by: &[by(Role::Yard)],
            inputs: MAY_SAY,
            guard: Some(acts_here),
            rules: NO_RULES,
            run: approve::submit,
        },
        Step {
            id: "DS2",
            from: &[PENDING],
            action: "approve",
            label: "Dump the goods",
            to: &[APPROVED],
            by: &[by(Role::Bm)],
            inputs: MAY_SAY,
            guard: Some(approve::may_approve),
            rules: NO_RULES,
            run: approve::approve,
        },
        Step {
            id: "DS3",
            from: &[PENDING],
            action: "reject",
            label: "Reject",
            to: &[REJECTED],
            by: &[by(Role::Bm)],
            inputs: MUST_REMARK,
            guard: Some(acts_here),
            rules: NO_RULES,
            run: |_, _, _| Ok(REJECTED),
        },
        Step {
            id: "DS4",
            from: &[REJECTED],
            action: "revise",
            label: "Revise",
            to: &[DRAFT],
            by: &[by(Role::Yard)],
            inputs: MAY_SAY,
            guard: Some(acts_here),
            rules: NO_RULES,
            run: |_, _, _| Ok(DRAFT),
        },
        Step {
            id: "DS5",
            from: &[APPROVED],
            action: "restore",
            label: "Restore to free stock",
            to: &[RESTORED],
            by: &[by(Role::Bm)],
            inputs: INSPECTED,
            guard: Some(dispose::may_restore),
            rules: NO_RULES,
            run: dispose::restore,
        },
        Step {
            id: "DS6",
            from: &[APPROVED],
            action: "propose_write_off",
            label: "Propose to write off",
            to: &[DISPOSAL],
            by: &[by(Role::Acc), by(Role::Admin)],
            inputs: MUST_REMARK,
            guard: Some(acts_here),
            rules: NO_RULES,
            run: dispose::propose,
        },
        Step {
            id: "DS7",
            from: &[DISPOSAL],
            action: "write_off",
            label: "Write off",
            to: &[WRITTEN_OFF],
            by: &[by(Role::Acc), by(Role::Admin)],
            inputs: MUST_REMARK,
            guard: Some(dispose::may_write_off),
            rules: NO_RULES,
            run: dispose::write_off,
        },
        Step {
            id: "DS8",
            from: &[DISPOSAL],
            action: "keep",
            label: "Keep in the dump",
            to: &[APPROVED],
            by: &[by(Role::Bm), by(Role::Acc)],
            inputs: MUST_REMARK,
            guard: Some(acts_here),
            rules: NO_RULES,
            run: dispose::keep,
        },
        Step { from: LYING, to: &[SOLD, REPROCESSED], ..by_goods("DS9", "leave", "Left the dump") },
        Step {
            from: &[APPROVED, DISPOSAL, SOLD, REPROCESSED],
            to: &[APPROVED],
            ..by_goods("DS10", "come_back", "Came back into the dump")
        },
    ]),
};

const LYING: &[&str] = &[APPROVED, DISPOSAL];

const BY_SYSTEM: &[By] = &[by(Role::Sys)];

/// A row of what an order's loading or a work order does to a dump.
const fn by_goods(id: &'static str, action: &'static str, label: &'static str) -> Step {
    Step { by: BY_SYSTEM, guard: Some(out::only_with_goods), ..step(id, action, label) }
}

json_struct! { LEAN
    /// What left a dump by one line of a document.
    pub struct GoneLot {
        pub order: Option<String>,
        pub work_order: Option<String>,
        pub source: String,
        pub line: i64,
        pub pcs: i64,
        pub weight_g: i64,
        pub value_paise: i64,
    }
}

pub fn gone_of(doc: &Doc) -> Result<Vec<GoneLot>, Halt> {
    match doc.get("gone") {
        None => Ok(Vec::new()),
        Some(rows) => {
            Vec::read(rows).map_err(|why| Halt::Fault(format!("dump {}: gone: {why}", doc.id)))
        }
    }
}

/// What is still in the dump of what one put there, and what that is worth in the books.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftInDump {
    pub qty: Qty,
    pub value_paise: i64,
}

pub fn left_of(doc: &Doc) -> Result<LeftInDump, Halt> {
    let mut left =
        LeftInDump { qty: qty_of(doc), value_paise: doc.int("value_paise").unwrap_or(0) };
    for row in gone_of(doc)? {
        left.qty = left.qty - Qty::new(row.pcs, row.weight_g);
        left.value_paise -= row.value_paise;
    }
    Ok(left)
}

/// The quantity of a dump.
pub fn qty_of(doc: &Doc) -> Qty {
    Qty::new(doc.int("pcs").unwrap_or(0), doc.int("weight_g").unwrap_or(0))
}

/// Whether the goods of a dump lie in DUMP.
pub fn lies_in_dump(doc: &Doc) -> bool {
    LYING.contains(&doc.status.as_str())
}

/// Refuses a batch of which more is about to be dumped.
pub fn under_way_issue(look: &Look, batch: &Doc, yard: &str) -> Result<Option<Issue>, Halt> {
    for id in within::ids_of(look, &DUMP_STOCK, (ScopeKind::Yard, yard), "status", PENDING)? {
        let Some(dump) = look.find(DUMP_STOCK.key, &id)? else { continue };
        if dump.text("batch") == Some(&batch.id) {
            let no = batch.title(&batches::BATCH);
            let message =
                said!("{dump} of batch {no} is not decided yet", dump = dump.name(&DUMP_STOCK), no);
            return Ok(Some(Issue::new("batch", Code::Rule, message)));
        }
    }
    Ok(None)
}
