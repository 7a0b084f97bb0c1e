//! The table of the sales return's workflow, the inputs of its steps, and how its statuses are shown.

use super::*;
use super::{approve, decide, inspect, receive, save, settle};
use crate::docs::inwards::acts_here;
use crate::docs::loadings;
use crate::docs::reasons::{MAY_REMARK, REMARKS};
use crate::flow::{By, Flow, InputRules, Step, acting, by, own, step};
use crate::schema::status::StatusFill::Tint;
use crate::schema::status::StatusIcon::{Pallet, Truck};
use crate::schema::status::StatusInk::{Olive, Violet};
use crate::schema::status::{Looks, shown};

pub const LOOKS: Looks =
    &[(RECEIVED, shown(Truck, Violet, Tint)), (INSPECTED, shown(Pallet, Olive, Tint))];

/// So much of one lot of the return.
const SOME: &[Field] = &[
    int("lot", "Line", 0, 199).required(),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight").help("Leave blank for what the pieces weighed when they left"),
];

/// What became of one lot.
const FOUND: &[Field] = &[
    int("lot", "Line", 0, 199).required(),
    pieces("free_pcs", "Pieces free"),
    grams("free_g", "Weight free"),
    pieces("hold_pcs", "Pieces on hold"),
    grams("hold_g", "Weight on hold"),
    pieces("dump_pcs", "Pieces dumped"),
    grams("dump_g", "Weight dumped"),
];

/// What becomes of so much of one lot that was put on hold.
const DECIDED: &[Field] = &[
    int("lot", "Line", 0, 199).required(),
    pieces("free_pcs", "Pieces free"),
    grams("free_g", "Weight free"),
    pieces("dump_pcs", "Pieces dumped"),
    grams("dump_g", "Weight dumped"),
];

const APPROVE: &[Field] = &[
    choice("settlement", "Settlement", SETTLEMENTS).required(),
    rows("lines", "Lines", SOME, 200).help("Only those of which less is approved"),
    yes_no("override", "Accept after the time limit"),
    MAY_REMARK,
];

const RECEIVE: &[Field] = &[
    code("vehicle_no", "Vehicle", &REG_NO),
    grams("tare_g", "Tare").required(),
    grams("gross_g", "Gross").required(),
    text("slip_no", "Weighbridge slip", 20).required(),
    rows("lines", "Lines", SOME, 200).required().at_least(1),
    many("photos", "Photos", &FILE),
    MAY_REMARK,
];

const INSPECT: &[Field] = &[
    rows("lines", "Lines", FOUND, 200).required().at_least(1),
    many("photos", "Photos", &FILE),
    MAY_REMARK,
];

const DECIDE: &[Field] = &[
    rows("lines", "Lines", DECIDED, 200).required().at_least(1),
    Field { label: "Inspection note", ..REMARKS },
];

const WEIGHTS: InputRules = InputRules { alone: Some(loadings::weights), over: &[] };

pub static FLOW: Flow = Flow {
    statuses: &[
        DRAFT, BM_PENDING, REJECTED, APPROVED, RECEIVED, INSPECTED, PENDING, COMPLETED, CANCELLED,
    ],
    rests: &[REJECTED, COMPLETED, CANCELLED],
    editable: &[DRAFT],
    deletable: &[DRAFT],
    steps: STEPS,
};

/// Those who ask for a return: whose customer it is, and accounts.
const MAKERS: &[By] = &[own(Role::Sales), by(Role::Acc)];

static STEPS: &[Step] = &acting([
    Step {
        from: &[DRAFT],
        to: &[BM_PENDING],
        by: MAKERS,
        inputs: &[MAY_REMARK],
        run: save::submit,
        ..step("SR1", "submit", "Send for approval")
    },
    Step {
        from: &[BM_PENDING, APPROVED],
        to: &[DRAFT],
        by: MAKERS,
        inputs: &[MAY_REMARK],
        run: save::withdraw,
        ..step("SR2", "withdraw", "Withdraw")
    },
    Step {
        from: &[BM_PENDING],
        to: &[APPROVED],
        by: &[by(Role::Bm)],
        inputs: APPROVE,
        guard: Some(approve::may_approve),
        run: approve::approve,
        ..step("SR3", "approve", "Approve")
    },
    Step {
        from: &[BM_PENDING],
        to: &[REJECTED],
        by: &[by(Role::Bm)],
        inputs: &[REMARKS],
        guard: Some(acts_here),
        run: save::give_up,
        ..step("SR4", "reject", "Reject")
    },
    Step {
        from: &[REJECTED],
        to: &[DRAFT],
        by: MAKERS,
        inputs: &[MAY_REMARK],
        run: save::withdraw,
        ..step("SR5", "revise", "Revise")
    },
    Step {
        from: &[APPROVED, RECEIVED],
        to: &[RECEIVED],
        by: &[by(Role::Yard)],
        inputs: RECEIVE,
        guard: Some(receive::may_receive),
        rules: WEIGHTS,
        run: receive::receive,
        ..step("SR6", "receive", "Receive")
    },
    Step {
        from: &[APPROVED, RECEIVED],
        to: &[REJECTED],
        by: &[by(Role::Yard)],
        inputs: &[REMARKS],
        guard: Some(acts_here),
        run: save::give_up,
        ..step("SR7", "refuse", "Refuse at the gate")
    },
    Step {
        from: &[RECEIVED],
        to: &[INSPECTED],
        by: &[by(Role::Yard)],
        inputs: INSPECT,
        guard: Some(receive::may_receive),
        run: inspect::inspect,
        ..step("SR8", "inspect", "Inspect")
    },
    Step {
        from: &[INSPECTED],
        to: &[PENDING],
        by: &[by(Role::Yard), by(Role::Bm)],
        inputs: &[MAY_REMARK],
        guard: Some(acts_here),
        run: |_, _, _| Ok(PENDING),
        ..step("SR9", "hand_over", "Send to accounts")
    },
    Step {
        from: &[PENDING],
        to: &[INSPECTED],
        by: &[by(Role::Acc)],
        inputs: &[REMARKS],
        guard: Some(acts_here),
        run: |_, _, _| Ok(INSPECTED),
        ..step("SR10", "send_back", "Send back")
    },
    Step {
        from: &[PENDING],
        to: &[COMPLETED],
        by: &[by(Role::Acc)],
        inputs: &[MAY_REMARK],
        guard: Some(settle::may_complete),
        run: settle::complete,
        ..step("SR13", "complete", "Complete")
    },
    Step {
        from: &[INSPECTED, PENDING, COMPLETED],
        by: &[by(Role::Bm)],
        inputs: DECIDE,
        guard: Some(decide::may_decide),
        run: decide::decide_held,
        ..step("SR12", "decide_held", "Decide on held goods")
    },
    Step {
        from: &[DRAFT],
        to: &[CANCELLED],
        by: MAKERS,
        inputs: &[REMARKS],
        run: |_, _, _| Ok(CANCELLED),
        ..step("SR11", "cancel", "Cancel")
    },
]);
