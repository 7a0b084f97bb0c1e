//! The table of the stock audit's workflow, the inputs of its steps, and how its statuses are shown.

use super::*;
use super::{plan, post, review, sheet};
use crate::docs::reasons::{MAY_REMARK, REMARKS};
use crate::flow::{By, Flow, Step, acting, by, step};
use crate::schema::status::StatusFill::{Edge, Tint};
use crate::schema::status::StatusIcon::{Alert, Pallet, People};
use crate::schema::status::StatusInk::{Amber, Blue, Violet};
use crate::schema::status::{Looks, shown};

pub const LOOKS: Looks = &[
    (COUNTING, shown(Pallet, Violet, Tint)),
    (RECOUNT, shown(Alert, Amber, Edge)),
    (REVIEW, shown(People, Blue, Edge)),
];

/// Those who count, and those who plan.
const COUNTERS: &[By] = &[by(Role::Yard), by(Role::Audit)];

const NAMED: &[Field] = &[many("counters", "Counted by", &EMPLOYEES).required(), MAY_REMARK];

pub static FLOW: Flow = Flow {
    statuses: &[PLANNED, COUNTING, RECOUNT, REVIEW, APPROVED, REJECTED, CANCELLED],
    rests: &[APPROVED, REJECTED, CANCELLED],
    editable: &[PLANNED],
    deletable: &[],
    steps: STEPS,
};

static STEPS: &[Step] = &acting([
    Step {
        from: &[PLANNED],
        to: &[COUNTING],
        by: COUNTERS,
        inputs: &[MAY_REMARK],
        guard: Some(sheet::may_start),
        run: sheet::start,
        ..step("SA1", "start", "Start counting")
    },
    Step {
        from: &[COUNTING, RECOUNT],
        to: &[RECOUNT, REVIEW],
        by: COUNTERS,
        inputs: &[MAY_REMARK],
        guard: Some(review::may_finish),
        run: review::finish,
        ..step("SA2", "finish", "Finish counting")
    },
    Step {
        from: &[COUNTING, RECOUNT],
        by: &[by(Role::Audit)],
        inputs: NAMED,
        run: plan::name_counters,
        ..step("SA3", "name_counters", "Change counters")
    },
    Step {
        from: &[REVIEW],
        to: &[APPROVED],
        by: &[by(Role::Bm)],
        inputs: &[MAY_REMARK],
        guard: Some(post::may_approve),
        run: post::approve,
        ..step("SA4", "approve", "Approve and post")
    },
    Step {
        from: &[REVIEW],
        to: &[REJECTED],
        by: &[by(Role::Bm), by(Role::Audit)],
        inputs: &[REMARKS],
        run: |_, _, _| Ok(REJECTED),
        ..step("SA5", "reject", "Reject")
    },
    Step {
        from: &[PLANNED, COUNTING, RECOUNT],
        to: &[CANCELLED],
        by: &[by(Role::Audit)],
        inputs: &[REMARKS],
        run: |_, _, _| Ok(CANCELLED),
        ..step("SA6", "cancel", "Cancel audit")
    },
]);
