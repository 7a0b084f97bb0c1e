//! The table of the reversal's workflow, the inputs of its steps, and how its statuses are shown.

use super::*;
use super::{execute, save};
use crate::docs::reasons::MAY_REMARK;
use crate::flow::{By, Flow, Step, acting, by, own, step};
use crate::schema::status::StatusFill::{Edge, Solid, Tint};
use crate::schema::status::StatusIcon::{Building, Card};
use crate::schema::status::StatusInk::{Blue, Green};
use crate::schema::status::{Looks, StatusIcon, shown};

pub const LOOKS: Looks = &[
    (REQUESTED, shown(Building, Blue, Tint)),
    (DONE, shown(StatusIcon::Done, Green, Solid)),
    (ACCOUNT_PENDING, shown(Card, Blue, Edge)),
];

const COUNTED: &[Field] = &[
    link("loading", "Loading", &LOADING).required(),
    pieces("pcs", "Pieces counted").required(),
    grams("weight_g", "Weight").required(),
    choice("bucket", "Back to", BACK_TO).help("Leave blank for free stock"),
    MAY_REMARK,
];

/// What is typed to carry a reversal out: the number of its order.
const CONFIRM: &[Field] = &[
    text("order_no", "Order’s number", 40)
        .required()
        .missing("Type the order’s number")
        .help("Type it as it stands above"),
    MAY_REMARK,
];

const MAKERS: &[By] = &[own(Role::Sales), by(Role::Bm)];
const BM: &[By] = &[by(Role::Bm)];
const ACC: &[By] = &[by(Role::Acc)];

pub static FLOW: Flow = Flow {
    statuses: &[REQUESTED, BM_PENDING, ACCOUNT_PENDING, APPROVED, DONE, REJECTED, FAILED],
    rests: &[DONE, REJECTED, FAILED],
    editable: &[REQUESTED],
    deletable: &[REQUESTED],
    steps: STEPS,
};

static STEPS: &[Step] = &acting([
    Step {
        from: &[REQUESTED],
        to: &[BM_PENDING],
        by: MAKERS,
        inputs: &[MAY_REMARK],
        run: save::submit,
        ..step("RV1", "submit", "Send for approval")
    },
    Step {
        from: OPEN,
        to: &[REQUESTED],
        by: MAKERS,
        inputs: &[MAY_REMARK],
        guard: Some(save::may_withdraw),
        run: save::withdraw,
        ..step("RV2", "withdraw", "Withdraw")
    },
    Step {
        from: &[BM_PENDING],
        to: &[ACCOUNT_PENDING],
        by: BM,
        inputs: &[MAY_REMARK],
        guard: Some(save::may_approve),
        run: save::bm_approve,
        ..step("RV3", "approve", "Approve")
    },
    Step {
        from: &[ACCOUNT_PENDING],
        to: &[APPROVED],
        by: ACC,
        inputs: &[MAY_REMARK],
        guard: Some(save::may_approve),
        run: save::account_approve,
        ..step("RV4", "approve", "Approve")
    },
    Step {
        from: &[BM_PENDING],
        to: &[REJECTED],
        by: BM,
        inputs: &[REMARKS],
        run: save::reject,
        ..step("RV5", "reject", "Reject")
    },
    Step {
        from: &[ACCOUNT_PENDING, APPROVED],
        to: &[REJECTED],
        by: ACC,
        inputs: &[REMARKS],
        run: save::reject,
        ..step("RV6", "reject", "Reject")
    },
    Step {
        from: &[ACCOUNT_PENDING, APPROVED],
        by: &[by(Role::Yard)],
        inputs: COUNTED,
        run: execute::acknowledge,
        ..step("RV7", "acknowledge", "Goods are back")
    },
    Step {
        from: &[APPROVED],
        to: &[DONE, FAILED],
        by: ACC,
        inputs: CONFIRM,
        guard: Some(save::may_execute),
        run: execute::execute,
        ..step("RV8", "execute", "Carry out")
    },
    Step {
        from: &[FAILED],
        to: &[ACCOUNT_PENDING],
        by: &[by(Role::Bm), by(Role::Acc)],
        inputs: &[REMARKS],
        run: save::again,
        ..step("RV9", "retry", "Try again")
    },
]);
