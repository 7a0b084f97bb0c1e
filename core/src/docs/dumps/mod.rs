//! Dumped stock: damaged goods set aside out of what is free, until they are restored or written off.

use super::batches::BATCH;
use super::closings::GRANTS;
use super::goods::SKU;
use super::inwards::acts_here;
use super::people::{EMPLOYEE, PERSON};
use super::places::YARD;
use super::reasons::{MAY_REMARK, REMARKS};
use super::{MASTER, batches};
use crate::declare::case::Look;
use crate::declare::grant::{Role, ScopeKind};
use crate::error::{Code, Halt, Issue};
use crate::flow::{Flow, NO_RULES, Step, acting, by};
use crate::kept::doc::Doc;
use crate::ledger::stock::Qty;
use crate::schema::status::{StatusFill, StatusIcon, StatusInk, shown};
use crate::schema::*;
use crate::write::within;

mod approve;
mod dispose;
mod save;

pub use approve::worth;

pub const DRAFT: &str = "Draft";
pub const PENDING: &str = "BM Pending";
pub const APPROVED: &str = "Approved";
pub const REJECTED: &str = "Rejected";
pub const DISPOSAL: &str = "Disposal Pending";
pub const WRITTEN_OFF: &str = "Written Off";
pub const RESTORED: &str = "Restored";

const FILE: Kind = Kind::File;

pub static DUMP_STOCK: DocType = DocType {
    key: "dump_stock",
    label: "Dump of stock",
    plural: "Dump stock",
    title: "batch_no",
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
        link("submitted_by", "Submitted by", &EMPLOYEE).computed().guarded(Guarded::House),
        many("changed_by", "Changed since by", &PERSON).computed().guarded(Guarded::House),
        link("approved_by", "Approved by", &EMPLOYEE).computed(),
        link("proposed_by", "Write-off proposed by", &EMPLOYEE).computed(),
        text("proposed_as", "Proposed as", 20).computed().guarded(Guarded::House),
        date("ended_on", "Left the dump on").computed(),
        int("posting", "Stock posting", 0, i64::MAX).computed().guarded(Guarded::House),
        int("voucher", "Voucher", 0, i64::MAX).computed().guarded(Guarded::House),
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
    (WRITTEN_OFF, shown(StatusIcon::Done, StatusInk::Grey, StatusFill::Solid)),
    (RESTORED, shown(StatusIcon::Check, StatusInk::Green, StatusFill::Outline)),
];

const MUST_REMARK: &[Field] = &[REMARKS];
const MAY_SAY: &[Field] = &[MAY_REMARK];
/// What whoever looked the goods over found.
const INSPECTED: &[Field] = &[Field { label: "Inspection note", ..REMARKS }];

static DUMP_FLOW: Flow = Flow {
    statuses: &[DRAFT, PENDING, REJECTED, APPROVED, DISPOSAL, WRITTEN_OFF, RESTORED],
    rests: &[REJECTED, APPROVED, WRITTEN_OFF, RESTORED],
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
    ]),
};

/// The quantity of a dump.
pub fn qty_of(doc: &Doc) -> Qty {
    Qty::new(doc.int("pcs").unwrap_or(0), doc.int("weight_g").unwrap_or(0))
}

/// Whether the goods of a dump lie in DUMP.
pub fn lies_in_dump(doc: &Doc) -> bool {
    [APPROVED, DISPOSAL].contains(&doc.status.as_str())
}

/// Refuses a batch of which more is about to be dumped.
pub fn under_way_issue(look: &Look, batch: &Doc, yard: &str) -> Result<Option<Issue>, Halt> {
    for id in within::ids_of(look, &DUMP_STOCK, (ScopeKind::Yard, yard), "status", PENDING)? {
        let Some(dump) = look.find(DUMP_STOCK.key, &id)? else { continue };
        if dump.text("batch") == Some(&batch.id) {
            let no = batch.title(&batches::BATCH);
            let message = format!("{} of batch {no} is not decided yet", dump.name(&DUMP_STOCK));
            return Ok(Some(Issue::new("batch", Code::Rule, message)));
        }
    }
    Ok(None)
}
