//! The table of the trip's workflow, the inputs of its steps, and how its statuses are shown.

use super::*;
use super::{deliver, freight, road, within};
use crate::docs::reasons::{MAY_REMARK, REMARKS};
use crate::flow::{By, Flow, InputRules, Step, acting, by, own, step};
use crate::schema::status::StatusFill::{Edge, Solid, Tint};
use crate::schema::status::StatusIcon::{Done, Pallet, Truck};
use crate::schema::status::StatusInk::{Amber, Green, Teal, Violet};
use crate::schema::status::{Looks, shown};

pub const LOOKS: Looks = &[
    (PLACED, shown(Truck, Violet, Tint)),
    (UNDER_LOADING, shown(Pallet, Teal, Tint)),
    (DISPATCHED, shown(Truck, Amber, Edge)),
    (SETTLED, shown(Done, Green, Solid)),
];

const AT_STOP: Field = int("stop", "Stop", 0, STOPS as i64 - 1).required();
const ODOMETER: Field = int("odometer", "Odometer, km", 0, 9_999_999);

/// Part B of one e-way bill.
const PAPER: &[Field] =
    &[AT_STOP, code("ewb_no", "E-way bill", &EWB).required(), date("valid_to", "Valid to")];

const PAPERS: Field =
    rows("papers", "E-way bills", PAPER, STOPS).help("Each names this vehicle in its Part B");

const PLACE: &[Field] = &[ODOMETER, MAY_REMARK];
const DISPATCH: &[Field] = &[PAPERS, ODOMETER, MAY_REMARK];
const RECORD: &[Field] = &[PAPERS.required().at_least(1), MAY_REMARK];

const CHANGE: &[Field] = &[
    link("vehicle", "Vehicle", &VEHICLE).required(),
    link("driver", "Driver", &DRIVER).help("Leave blank for the vehicle's usual driver"),
    link("vendor", "Transporter", &VENDOR).help("Leave blank where it stays the same"),
    reason("reason", "Reason", "trip_vehicle").required(),
    text("overhang", "Overhang", 200),
    choice("freight_basis", "Freight basis", FREIGHT_BASES)
        .help("Leave blank where the freight stays the same"),
    paise("freight_rate_paise", "Freight rate"),
    int("km", "Distance, km", 1, 9_999),
    choice("freight_tax", "GST on the freight", FREIGHT_TAX),
    PAPERS,
    MAY_REMARK,
];

const REACH: &[Field] = &[AT_STOP, instant("at", "Reached"), MAY_REMARK];

/// What was not handed over of one row of a stop's goods.
const SHORT: &[Field] = &[
    int("line", "Goods", 0, 199).required(),
    pieces("pcs", "Short pieces"),
    grams("weight_g", "Short weight").help("Leave blank for what the pieces weigh"),
];

const DELIVER: &[Field] = &[
    AT_STOP,
    text("received_by", "Received by", 100).required(),
    instant("received_at", "Received").required(),
    many("photos", "Photos of the signed copy", &FILE),
    file("signature", "Signature"),
    rows("short", "Not handed over", SHORT, 200),
    choice("shortage", "Shortage", SHORTAGES),
    link("driver", "Delivered by", &DRIVER),
    MAY_REMARK,
];

const REFUSE: &[Field] = &[
    AT_STOP,
    reason("reason", "Reason", "delivery").required(),
    instant("at", "Refused"),
    many("photos", "Photos", &FILE),
    link("driver", "Driver", &DRIVER),
    REMARKS,
];

const CLOSE: &[Field] = &[
    ODOMETER,
    int("km", "Distance, km", 1, 9_999).help("Leave blank where it is as planned"),
    paise("hamali_paise", "Hamali").help("Leave blank where it is as planned"),
    paise("detention_paise", "Detention"),
    rows("expenses", "Expenses", EXPENSE, 20),
    MAY_REMARK,
];

const ADVANCE: &[Field] = &[
    paise("amount_paise", "Amount").between(1, 9_999_999_999).required(),
    choice("paid_by", "Paid by", PAID_NOW).required(),
    text("utr", "UTR", 30),
    MAY_REMARK,
];

/// An advance is money that goes out.
const PAID_NOW: &[Choice] = &[PAID_BY[0], PAID_BY[1]];

const SETTLE: &[Field] = &[
    text("bill_no", "Transporter's bill", 30),
    paise("tax_paise", "GST on the bill").help("Where the transporter charges it"),
    paise("claim_paise", "Claim").help("Leave blank for the value of what was lost"),
    choice("paid_by", "Balance paid by", PAID_BY),
    text("utr", "UTR", 30),
    MAY_REMARK,
];

/// What the system tells of a transfer that was received.
const ARRIVED: &[Field] = &[
    AT_STOP,
    pieces("short_pcs", "Short pieces"),
    grams("short_g", "Short weight"),
    text("received_by", "Received by", 100),
];

const POD_RULES: InputRules = InputRules { alone: Some(deliver::proof_rule), over: &[] };
const UTR_RULES: InputRules = InputRules { alone: Some(freight::utr_rule), over: &[] };

pub static FLOW: Flow = Flow {
    statuses: &[PLANNED, PLACED, UNDER_LOADING, DISPATCHED, CLOSED, SETTLED, CANCELLED],
    rests: &[SETTLED, CANCELLED],
    editable: &[PLANNED, PLACED, UNDER_LOADING],
    deletable: &[],
    steps: STEPS,
};

/// Those who are at a stop: logistics, and the transporter that carries the goods.
const CALLERS: &[By] = &[by(Role::Logi), own(Role::Vendor)];
const BEFORE_IT_GOES: &[&str] = &[PLANNED, PLACED, UNDER_LOADING];
const WITH_A_VEHICLE: &[&str] = &[PLACED, UNDER_LOADING, DISPATCHED];

static STEPS: &[Step] = &acting([
    Step {
        from: &[PLANNED],
        to: &[PLACED, UNDER_LOADING],
        by: &[by(Role::Logi)],
        inputs: PLACE,
        guard: Some(road::may_place),
        run: road::place,
        ..step("TR1", "place", "Vehicle is here")
    },
    Step {
        from: &[PLACED],
        to: &[UNDER_LOADING],
        by: &[by(Role::Logi)],
        inputs: &[MAY_REMARK],
        run: |_, _, _| Ok(UNDER_LOADING),
        ..step("TR2", "start_loading", "Start loading")
    },
    Step {
        from: &[UNDER_LOADING],
        to: &[DISPATCHED],
        by: &[by(Role::Logi)],
        inputs: DISPATCH,
        guard: Some(road::may_dispatch),
        run: road::dispatch,
        ..step("TR3", "dispatch", "Dispatch")
    },
    Step {
        from: &[DISPATCHED],
        by: CALLERS,
        inputs: REACH,
        guard: Some(deliver::has_open),
        run: deliver::reach,
        ..step("TR4", "reach", "Reached")
    },
    Step {
        from: &[DISPATCHED],
        by: CALLERS,
        inputs: DELIVER,
        guard: Some(deliver::has_open),
        rules: POD_RULES,
        run: deliver::deliver,
        ..step("TR5", "deliver", "Hand over")
    },
    Step {
        from: &[DISPATCHED],
        by: CALLERS,
        inputs: REFUSE,
        guard: Some(deliver::has_open),
        run: deliver::refuse,
        ..step("TR6", "refuse", "Refused by the receiver")
    },
    Step {
        from: &[DISPATCHED],
        to: &[CLOSED],
        by: &[by(Role::Logi)],
        inputs: CLOSE,
        guard: Some(road::may_close),
        run: road::close,
        ..step("TR7", "close", "Close the trip")
    },
    Step {
        from: &[CLOSED],
        to: &[SETTLED],
        by: &[by(Role::Acc)],
        inputs: SETTLE,
        guard: Some(freight::may_settle),
        rules: UTR_RULES,
        run: freight::settle,
        ..step("TR8", "settle", "Settle the freight")
    },
    Step {
        from: &[UNDER_LOADING, DISPATCHED, CLOSED],
        by: &[by(Role::Acc)],
        inputs: ADVANCE,
        guard: Some(freight::may_pay_advance),
        rules: UTR_RULES,
        run: freight::pay_advance,
        ..step("TR9", "pay_advance", "Pay an advance")
    },
    Step {
        from: WITH_A_VEHICLE,
        by: &[by(Role::Logi)],
        inputs: CHANGE,
        run: road::change_vehicle,
        ..step("TR10", "change_vehicle", "Change vehicle")
    },
    Step {
        from: WITH_A_VEHICLE,
        by: &[by(Role::Logi)],
        inputs: RECORD,
        run: road::record_papers,
        ..step("TR11", "record_papers", "Enter e-way bills")
    },
    Step {
        from: &[PLACED, UNDER_LOADING],
        to: &[PLANNED],
        by: &[by(Role::Logi)],
        inputs: &[REMARKS],
        run: road::release,
        ..step("TR12", "release", "Send the vehicle away")
    },
    Step {
        from: &[PLANNED, PLACED],
        to: &[CANCELLED],
        by: &[by(Role::Logi)],
        inputs: &[REMARKS],
        run: road::cancel,
        ..step("TR13", "cancel", "Cancel")
    },
    Step {
        from: BEFORE_IT_GOES,
        to: &[UNDER_LOADING],
        by: &[by(Role::Sys)],
        run: road::loaded,
        ..step("TR14", "loaded", "Goods left the yard")
    },
    Step {
        from: BEFORE_IT_GOES,
        by: &[by(Role::Sys)],
        inputs: &[AT_STOP],
        run: road::drop_stop,
        ..step("TR15", "drop_stop", "Take a stop off")
    },
    Step {
        from: &[DISPATCHED],
        by: &[by(Role::Sys)],
        inputs: ARRIVED,
        run: within::take_arrival,
        ..step("TR16", "arrived", "Received by the yard")
    },
]);
