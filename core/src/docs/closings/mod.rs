//! The batch closing: a batch is finished, and what its books still say becomes a gain or a loss.

use super::batches::BATCH;
use super::goods::SKU;
use super::orders::ORDER;
use super::people::{EMPLOYEE, PERSON};
use super::places::YARD;
use super::reasons::{MAY_REMARK, REMARKS};
use super::suppliers::SUPPLIER;
use super::{MASTER, inwards};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::flow::{Flow, NO_RULES, Step, acting, by};
use crate::schema::*;

mod approve;
mod reopen;
mod save;

pub use reopen::came_back;

pub const DRAFT: &str = "Draft";
pub const PENDING: &str = "Pending Approval";
pub const APPROVED: &str = "Approved";
pub const REJECTED: &str = "Rejected";
pub const REOPENED: &str = "Reopened";

const FILE: Kind = Kind::File;
static ORDERS: Kind = Kind::Link(&ORDER);

/// The buckets of goods that are not free.
const BUCKETS: &[Choice] = &[
    ("FREE", "Free"),
    ("HOLD", "On hold"),
    ("DUMP", "Dumped"),
    ("TRANSIT", "In transit"),
    ("WIP", "In work"),
];

const LIES: &[Field] = &[
    link("yard", "Yard", &YARD),
    choice("bucket", "Stock", BUCKETS),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight"),
];

/// What leaves the books, each by a posting of its own.
const MOVES: &[Field] = &[
    choice("kind", "Posted as", MOVED).required(),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight"),
    int("posting", "Stock posting", 1, i64::MAX),
];

const MOVED: &[Choice] = &[(COUNT, "Lost in counting"), (WEIGHING, "Weighing difference")];
const COUNT: &str = "count";
const WEIGHING: &str = "weighing";

const fn signed_g(key: &'static str, label: &'static str) -> Field {
    grams(key, label).between(-999_999_999, 999_999_999)
}

pub static BATCH_CLOSING: DocType = DocType {
    key: "batch_closing",
    label: "Batch closing",
    plural: "Batch closings",
    title: "doc_no",
    fields: &[
        date("date", "Date").listed().help("Leave blank for today"),
        link("batch", "Batch", &BATCH).required().immutable().listed(),
        pieces("lost_pcs", "Pieces not found")
            .help("Counted and missing; what is damaged is dumped first"),
        reason("reason", "Reason", "batch_closing").on_submit().listed(),
        note("remarks", "Remarks", 500),
        many("photos", "Photos", &FILE),
        text("batch_no", "Batch number", 40).computed().searched(),
        link("yard", "Yard", &YARD).computed().listed(),
        link("sku", "SKU", &SKU).computed().listed(),
        text("sku_name", "SKU", 120).computed().searched(),
        link("supplier", "Supplier", &SUPPLIER).computed().listed(),
        pieces("in_pcs", "Pieces in").computed(),
        grams("in_g", "Weight in").computed().listed(),
        pieces("balance_pcs", "Pieces left").computed().listed(),
        grams("balance_g", "Weight left").computed().listed(),
        percent("left_bp", "Part of the inward that is left").computed(),
        rows("lies", "Where it lies", LIES, 200).computed(),
        date("last_moved", "Last movement").computed(),
        pieces("reserved_pcs", "Pieces reserved").computed(),
        grams("reserved_g", "Weight reserved").computed(),
        many("orders", "Reserved for", &ORDERS).computed(),
        grams("gained_g", "Loaded beyond its books").computed(),
        grams("lost_g", "Weight of the missing pieces").computed(),
        signed_g("difference_g", "Weighing difference").computed().listed(),
        percent("difference_bp", "Part of the inward").between(-10_000, 10_000).computed().listed(),
        signed_g("explained_g", "Explained by theoretical weight").computed(),
        paise("value_paise", "Value")
            .between(-9_999_999_999_999, 9_999_999_999_999)
            .computed()
            .listed()
            .guarded(Guarded::Cost),
        link("submitted_by", "Submitted by", &EMPLOYEE).computed().guarded(Guarded::House),
        many("changed_by", "Changed since by", &PERSON).internal().guarded(Guarded::House),
        link("approved_by", "Approved by", &EMPLOYEE).computed(),
        rows("moves", "Postings", MOVES, 2).internal().guarded(Guarded::House),
        int("voucher", "Voucher", 0, i64::MAX).internal().guarded(Guarded::House),
        text("reopened_for", "Reopened for", 500).computed(),
    ],
    sorts: &["-date", "doc_no", "-updated_at"],
    filters: &["yard", "batch", "supplier"],
    scopes: &[ScopeKind::Branch, ScopeKind::Yard],
    grants: GRANTS,
    flow: &CLOSING_FLOW,
    series: Some(Series { word: "BCL", width: 6, suffix: "", plain: false }),
    on_save: deciding(save::rules),
    waits: &[waits("create"), waits_again("update"), waits("submit")],
    looks: LOOKS,
    ..MASTER
};

const LOOKS: status::Looks = &[(
    REOPENED,
    status::shown(status::StatusIcon::Alert, status::StatusInk::Amber, status::StatusFill::Outline),
)];

/// Who sees, writes and deletes what a yard takes off its books, here and in dumps.
pub const GRANTS: &[Grant] = &[
    Grant { roles: &[Role::Audit, Role::Admin], verbs: &[Verb::View], reach: Reach::All },
    Grant {
        roles: &[Role::Bm, Role::Acc, Role::Purch],
        verbs: &[Verb::View],
        reach: Reach::Branch,
    },
    Grant { roles: &[Role::Yard], verbs: &[Verb::View, Verb::Add, Verb::Edit], reach: Reach::Yard },
    Grant { roles: &[Role::Yard], verbs: &[Verb::Delete], reach: Reach::Own },
];

const MUST_REMARK: &[Field] = &[REMARKS];
const MAY_SAY: &[Field] = &[MAY_REMARK];

static CLOSING_FLOW: Flow = Flow {
    statuses: &[DRAFT, PENDING, REJECTED, APPROVED, REOPENED],
    rests: &[REJECTED, APPROVED, REOPENED],
    editable: &[DRAFT],
    deletable: &[DRAFT],
    steps: &acting([
        Step {
            id: "BC1",
            from: &[DRAFT],
            action: "submit",
            label: "Send for approval",
            to: &[PENDING],
            by: &[by(Role::Yard)],
            inputs: MAY_SAY,
            guard: Some(inwards::acts_here),
            rules: NO_RULES,
            run: approve::submit,
        },
        Step {
            id: "BC2",
            from: &[PENDING],
            action: "approve",
            label: "Close the batch",
            to: &[APPROVED],
            by: &[by(Role::Bm)],
            inputs: MAY_SAY,
            guard: Some(approve::may_approve),
            rules: NO_RULES,
            run: approve::approve,
        },
        Step {
            id: "BC3",
            from: &[PENDING],
            action: "reject",
            label: "Reject",
            to: &[REJECTED],
            by: &[by(Role::Bm)],
            inputs: MUST_REMARK,
            guard: Some(inwards::acts_here),
            rules: NO_RULES,
            run: approve::reject,
        },
        Step {
            id: "BC4",
            from: &[REJECTED],
            action: "revise",
            label: "Revise",
            to: &[DRAFT],
            by: &[by(Role::Yard)],
            inputs: MAY_SAY,
            guard: Some(inwards::acts_here),
            rules: NO_RULES,
            run: approve::revise,
        },
        Step {
            id: "BC5",
            from: &[APPROVED],
            action: "reopen",
            label: "Reopen the batch",
            to: &[REOPENED],
            by: &[by(Role::Admin)],
            inputs: MUST_REMARK,
            guard: Some(reopen::may_reopen),
            rules: NO_RULES,
            run: reopen::reopen,
        },
        Step {
            id: "BC6",
            from: &[APPROVED],
            action: "come_back",
            label: "Goods came back",
            to: &[REOPENED],
            by: &[by(Role::Sys)],
            inputs: &[],
            guard: None,
            rules: NO_RULES,
            run: reopen::reopen_for_return,
        },
    ]),
};
