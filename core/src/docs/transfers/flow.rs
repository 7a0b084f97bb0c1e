//! The table of the transfer's workflow, the inputs of its steps, and how its statuses are shown.

use super::*;
use super::{accept, receive, road, settle};
use crate::docs::reasons::{MAY_REMARK, REMARKS};
use crate::flow::{At, Flow, InputRules, Step, acting, at, by, step};
use crate::schema::status::StatusFill::{Edge, Outline, Solid, Tint};
use crate::schema::status::StatusIcon::{Alert, Building, Card, Check, Cross, Done, Truck};
use crate::schema::status::StatusInk::{Amber, Blue, Green, Olive, Red, Teal, Violet};
use crate::schema::status::{Looks, shown};

pub const LOOKS: Looks = &[
    (REQUESTED, shown(Building, Blue, Tint)),
    (REJECTED, shown(Cross, Red, Outline)),
    (ACCEPTED, shown(Check, Teal, Tint)),
    (ASSIGNED, shown(Truck, Violet, Tint)),
    (IN_TRANSIT, shown(Truck, Amber, Tint)),
    (DIFFERENT, shown(Alert, Red, Edge)),
    (RECEIVED, shown(Check, Olive, Tint)),
    (PENDING, shown(Card, Blue, Edge)),
    (COMPLETED, shown(Done, Green, Solid)),
    (CANCELLED, shown(Cross, Red, Outline)),
];

/// A batch for a line.
pub static PICK: &[Field] = &[
    int("line", "Line", 0, 49).required(),
    link("batch", "Batch", &BATCH).required(),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight").help("Only of goods without pieces"),
];

/// What was counted and weighed of a batch on arrival.
pub const COUNT: &[Field] = &[
    int("lot", "Batch", 0, 99).required(),
    pieces("pcs", "Received pieces"),
    grams("weight_g", "Received weight").help("Leave blank for what the pieces weigh"),
    pieces("damaged_pcs", "Damaged pieces"),
    grams("damaged_g", "Damaged weight").help("Leave blank for what the pieces weigh"),
    choice("damaged_to", "Damaged goods", DAMAGED_TO),
];

static ACCEPT: &[Field] = &[
    rows("batches", "Batches", PICK, 100).required().at_least(1),
    reason("reason", "Reason for a short acceptance", "transfer"),
    MAY_REMARK,
];

const ASSIGN: &[Field] = &[
    link("vehicle", "Vehicle", &VEHICLE),
    link("vendor", "Transporter", &VENDOR),
    code("vehicle_no", "Transporter's vehicle", &REG_NO).help("Of a vehicle without a record"),
    link("driver", "Driver", &DRIVER),
    code("mobile", "Driver's mobile", &MOBILE),
    paise("freight_paise", "Freight"),
    text("lr_no", "LR number", 30),
    code("ewb_no", "E-way bill", &EWB),
    MAY_REMARK,
];

const GATE_OUT: &[Field] = &[
    grams("tare_g", "Tare").required(),
    grams("gross_g", "Gross").required(),
    text("slip_no", "Weighbridge slip", 20),
    text("seal", "Seal", 40),
    code("ewb_no", "E-way bill", &EWB),
    MAY_REMARK,
];

const RECEIVE: &[Field] = &[
    rows("batches", "Batches", COUNT, 100).required().at_least(1),
    many("photos", "Photos", &FILE),
    MAY_REMARK,
];

const SETTLE: &[Field] = &[
    code("paper_no", "Challan or invoice", &DOCNO).required(),
    paise("freight_paise", "Freight"),
    rows("decisions", "Decisions", DECISION, 200),
    MAY_REMARK,
];

const WEIGHTS: InputRules = InputRules { alone: Some(crate::docs::loadings::weights), over: &[] };

pub static FLOW: Flow = Flow {
    statuses: &[
        DRAFT, REQUESTED, REJECTED, ACCEPTED, ASSIGNED, IN_TRANSIT, DIFFERENT, RECEIVED, PENDING,
        COMPLETED, CANCELLED,
    ],
    rests: &[REJECTED, COMPLETED, CANCELLED],
    editable: &[DRAFT],
    deletable: &[DRAFT],
    steps: STEPS,
};

static STEPS: &[Step] = &acting([
    Step {
        from: &[DRAFT],
        to: &[REQUESTED],
        by: &[at(At::First, Role::Yard), at(At::First, Role::Bm), at(At::First, Role::Purch)],
        inputs: &[MAY_REMARK],
        run: save::request,
        ..step("IG1", "request", "Request")
    },
    Step {
        from: &[REQUESTED],
        to: &[ACCEPTED],
        by: &[at(At::Second, Role::Yard)],
        inputs: ACCEPT,
        guard: Some(accept::may_accept),
        run: accept::accept,
        ..step("IG2", "accept", "Accept")
    },
    Step {
        from: &[REQUESTED],
        to: &[REJECTED],
        by: &[at(At::Second, Role::Yard), at(At::Second, Role::Bm)],
        inputs: &[REMARKS],
        run: |_, _, _| Ok(REJECTED),
        ..step("IG3", "reject", "Reject")
    },
    Step {
        from: &[ACCEPTED, ASSIGNED],
        to: &[ASSIGNED],
        by: &[by(Role::Logi)],
        inputs: ASSIGN,
        run: road::assign,
        ..step("IG4", "assign", "Assign vehicle")
    },
    Step {
        from: &[ASSIGNED],
        to: &[IN_TRANSIT],
        by: &[at(At::Second, Role::Yard)],
        inputs: GATE_OUT,
        guard: Some(road::may_leave),
        rules: WEIGHTS,
        run: road::gate_out,
        ..step("IG5", "gate_out", "Gate out")
    },
    Step {
        from: &[IN_TRANSIT],
        to: &[RECEIVED, DIFFERENT],
        by: &[at(At::First, Role::Yard)],
        inputs: RECEIVE,
        run: receive::receive,
        ..step("IG6", "receive", "Receive")
    },
    Step {
        from: &[DIFFERENT],
        to: &[RECEIVED, DIFFERENT],
        by: &[at(At::Second, Role::Yard)],
        inputs: &[REMARKS],
        guard: Some(receive::has_extra),
        run: receive::confirm_extra,
        ..step("IG7", "confirm_extra", "Confirm the extra")
    },
    Step {
        from: &[DIFFERENT],
        to: &[RECEIVED, DIFFERENT],
        by: &[at(At::Second, Role::Yard)],
        inputs: &[REMARKS],
        guard: Some(receive::has_extra),
        run: receive::deny_extra,
        ..step("IG8", "deny_extra", "Not ours")
    },
    Step {
        from: &[RECEIVED, DIFFERENT],
        to: &[PENDING],
        by: &[at(At::First, Role::Bm), at(At::First, Role::Yard)],
        inputs: &[MAY_REMARK],
        guard: Some(receive::no_extra),
        run: |_, _, _| Ok(PENDING),
        ..step("IG9", "hand_over", "Send to accounts")
    },
    Step {
        from: &[PENDING],
        to: &[COMPLETED],
        by: &[by(Role::Acc)],
        inputs: SETTLE,
        guard: Some(settle::may_settle),
        run: settle::settle,
        ..step("IG10", "settle", "Settle")
    },
    Step {
        from: &[DRAFT, REQUESTED, ACCEPTED, ASSIGNED],
        to: &[CANCELLED],
        by: &[at(At::First, Role::Yard), at(At::First, Role::Bm), at(At::First, Role::Purch)],
        inputs: &[REMARKS],
        run: accept::cancel,
        ..step("IG11", "cancel", "Cancel")
    },
    // Who sends may still find goods damaged while they wait for the lorry.
    Step {
        from: &[ACCEPTED, ASSIGNED],
        to: &[CANCELLED],
        by: &[at(At::Second, Role::Yard), at(At::Second, Role::Bm)],
        inputs: &[REMARKS],
        run: accept::cancel,
        ..step("IG12", "cancel", "Cancel")
    },
]);
