//! The table of the work order's workflow, the inputs of its steps, and how its statuses are shown.

use super::*;
use super::{finish, issue, output, save};
use crate::docs::reasons::{MAY_REMARK, REMARKS};
use crate::flow::{By, Flow, Step, acting, by, step};
use crate::schema::status::StatusFill::{Edge, Tint};
use crate::schema::status::StatusIcon::{Card, Check, Pallet, Pause, People};
use crate::schema::status::StatusInk::{Amber, Blue, Olive, Violet};
use crate::schema::status::{Looks, shown};

pub const LOOKS: Looks = &[
    (PENDING, shown(People, Blue, Tint)),
    (IN_PROCESS, shown(Pallet, Violet, Tint)),
    (ON_HOLD, shown(Pause, Amber, Edge)),
    (RECORDED, shown(Check, Olive, Tint)),
    (CLOSING, shown(Card, Blue, Edge)),
];

/// So much of one input.
pub const PART: &[Field] = &[
    int("input", "Batch", 0, 19).required(),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight").help("Leave blank for what the pieces weigh in their batch"),
];

const ISSUE: &[Field] = &[
    rows("batches", "Batches", PART, 20).required().at_least(1),
    code("challan_no", "Job-work challan", &DOCNO),
    MAY_REMARK,
];

/// Under which a job worker returns goods: asked by table 5A of form GST ITC-04.
const WORKER_CHALLAN: Field = code("challan_no", "Job worker's challan", &DOCNO);

const PARTS: &[Field] =
    &[rows("batches", "Batches", PART, 20).required().at_least(1), WORKER_CHALLAN, MAY_REMARK];

const RECORD: &[Field] = &[
    rows("used", "Used", PART, 20).required().at_least(1),
    rows("outputs", "Made", OUTPUT, 50).required().at_least(1),
    grams("scrap_g", "Scrap"),
    WORKER_CHALLAN,
    MAY_REMARK,
];

pub static FLOW: Flow = Flow {
    statuses: &[
        DRAFT, PENDING, REJECTED, APPROVED, IN_PROCESS, ON_HOLD, RECORDED, CLOSING, CLOSED,
        CANCELLED,
    ],
    rests: &[REJECTED, CLOSED, CANCELLED],
    editable: &[DRAFT],
    deletable: &[DRAFT],
    steps: STEPS,
};

/// Those who make work orders.
const MAKERS: &[By] = &[by(Role::Yard), by(Role::Bm)];

/// A row that those who make work orders take, with a remark if they like.
const fn row(id: &'static str, action: &'static str, label: &'static str) -> Step {
    Step { by: MAKERS, inputs: &[MAY_REMARK], ..step(id, action, label) }
}

static STEPS: &[Step] = &acting([
    Step {
        from: &[DRAFT],
        to: &[PENDING, APPROVED],
        run: save::submit,
        ..row("WO1", "submit", "Send for approval")
    },
    Step {
        from: &[PENDING],
        to: &[APPROVED],
        by: &[by(Role::Bm)],
        guard: Some(issue::may_approve),
        run: issue::approve,
        ..row("WO2", "approve", "Approve")
    },
    Step {
        from: &[PENDING],
        to: &[REJECTED],
        by: &[by(Role::Bm)],
        inputs: &[REMARKS],
        run: |_, _, _| Ok(REJECTED),
        ..row("WO3", "reject", "Reject")
    },
    Step {
        from: &[REJECTED],
        to: &[DRAFT],
        run: |_, _, _| Ok(DRAFT),
        ..row("WO4", "revise", "Revise")
    },
    Step {
        from: &[APPROVED, IN_PROCESS, RECORDED],
        to: &[IN_PROCESS, RECORDED],
        by: &[by(Role::Yard)],
        inputs: ISSUE,
        guard: Some(issue::may_issue),
        run: issue::issue,
        ..row("WO5", "issue", "Issue material")
    },
    Step {
        from: &[IN_PROCESS, RECORDED],
        to: &[IN_PROCESS, RECORDED],
        by: &[by(Role::Yard)],
        inputs: PARTS,
        guard: Some(issue::may_give_back),
        run: issue::give_back,
        ..row("WO6", "give_back", "Return unused")
    },
    Step {
        from: &[APPROVED, IN_PROCESS, RECORDED],
        to: &[],
        inputs: PARTS,
        guard: Some(issue::may_issue),
        run: issue::reduce,
        ..row("WO7", "reduce", "Need less")
    },
    Step {
        from: &[IN_PROCESS, RECORDED],
        to: &[RECORDED],
        by: &[by(Role::Yard)],
        inputs: RECORD,
        guard: Some(issue::may_give_back),
        run: output::record,
        ..row("WO8", "record_output", "Record output")
    },
    Step {
        from: &[RECORDED],
        to: &[CLOSING],
        guard: Some(finish::nothing_in_work),
        run: finish::hand_over,
        ..row("WO9", "hand_over", "Send to accounts")
    },
    Step {
        from: &[CLOSING],
        to: &[CLOSED],
        by: &[by(Role::Acc)],
        guard: Some(finish::may_close),
        run: finish::close,
        ..row("WO10", "close", "Close")
    },
    Step {
        from: &[CLOSING],
        to: &[RECORDED],
        by: &[by(Role::Acc)],
        inputs: &[REMARKS],
        run: |_, _, _| Ok(RECORDED),
        ..row("WO11", "send_back", "Send back")
    },
    Step {
        from: &[APPROVED, IN_PROCESS, RECORDED],
        to: &[ON_HOLD],
        inputs: &[REMARKS],
        run: finish::hold,
        ..row("WO12", "hold", "Hold")
    },
    Step {
        from: &[ON_HOLD],
        to: &[APPROVED, IN_PROCESS, RECORDED],
        run: finish::resume,
        ..row("WO13", "resume", "Resume")
    },
    Step {
        from: &[DRAFT, PENDING, APPROVED, IN_PROCESS, ON_HOLD],
        to: &[CANCELLED],
        inputs: &[REMARKS],
        guard: Some(finish::may_cancel),
        run: finish::cancel,
        ..row("WO14", "cancel", "Cancel")
    },
]);
