//! The table of the order's workflow: T4 to T26, and the steps that change no status.

use super::*;
use super::{cancel, concerns, credit, effects, guards, loads, reversed};
use crate::declare::grant::Role;
use crate::docs::loadings::{self, LOADING, LOADING_FIELDS};
use crate::docs::reasons::{MAY_REMARK, REMARKS};
use crate::flow::{By, Flow, InputRules, Step, acting, by, own, step};

const BM_REJECT: Field = reason("reason", "Reason", "bm_reject").required();
const CREDIT_REJECT: Field = reason("reason", "Reason", "credit_reject").required();
const FILES: Field = many("files", "Files", &FILE);

/// The fields of a line that may be changed without a new order.
const LINE_CHANGES: &[Field] = &[
    int("line", "Line", 0, 99).required(),
    link("sku", "SKU", &SKU),
    pieces("pcs", "Pieces").between(1, 999_999),
    grams("weight_g", "Weight"),
    rate("rate_paise", "Rate").between(1, 9_999_999_999).guarded(Guarded::Rates),
    percent("discount_bp", "Discount").guarded(Guarded::Rates),
    yes_no("back_order", "Waits for stock"),
];

const CHANGES: &[Field] = &[
    link("yard", "Yard", &YARD),
    link("payment_term", "Payment term", &PAYMENT_TERM),
    date("delivery_by", "Delivery by"),
    text("bill_to", "Bill to", 100),
    text("ship_to", "Ship to", 100),
    rows("lines", "Lines", LINE_CHANGES, 100),
];

const CHANGE: Field = group("changes", "Changes", CHANGES);

const SHORT_LINES: &[Field] =
    &[int("line", "Line", 0, 99).required(), reason("reason", "Reason", "short_close").required()];

const WEIGHED: &[Field] =
    &[int("line", "Line", 0, 99).required(), grams("weight_g", "Weight").required()];

/// What returns brought back of a row of a loading.
const GONE: &[Field] =
    &[int("line", "Line", 0, 199), pieces("pcs", "Pieces"), grams("weight_g", "Weight")];

pub const BACK_TO: &[Choice] = &[("FREE", "Free stock"), ("HOLD", "On hold")];
const RESOLUTIONS: &[Choice] =
    &[("no_change", "Nothing to change"), ("changed", "Changed as asked"), ("unload", "Unload")];

/// Whoever may see an order may speak about it.
const EVERYBODY: &[By] = &[
    by(Role::Sales),
    by(Role::Bm),
    by(Role::Pct),
    by(Role::Credit),
    by(Role::Yard),
    by(Role::Logi),
    by(Role::Acc),
    by(Role::Audit),
];

pub static FLOW: Flow = Flow {
    statuses: STATUSES,
    rests: &[COMPLETED],
    editable: &[DRAFT],
    deletable: &[DRAFT],
    steps: STEPS,
};

static STEPS: &[Step] = &acting([
    Step {
        from: &[DRAFT],
        to: &[BM_PENDING],
        by: &[own(Role::Sales), by(Role::Bm)],
        inputs: &[yes_no("confirm", "Not the same as the order before")],
        guard: Some(guards::may_submit),
        run: effects::submit,
        ..step("T4", "submit", "Submit")
    },
    Step {
        from: &[BM_PENDING],
        to: &[DRAFT],
        by: &[own(Role::Sales), own(Role::Bm)],
        inputs: &[REMARKS],
        guard: Some(guards::not_acted_on),
        run: effects::withdraw,
        ..step("T5", "withdraw", "Withdraw")
    },
    Step {
        from: &[BM_PENDING],
        to: &[PRELIMINARY],
        by: &[by(Role::Bm)],
        inputs: &[
            MAY_REMARK,
            CHANGE,
            note("override_reason", "Reason for rate below floor price", 500)
                .guarded(Guarded::Rates),
        ],
        guard: Some(guards::may_approve),
        run: effects::approve,
        ..step("T6", "approve", "Approve")
    },
    Step {
        from: &[BM_PENDING],
        to: &[HOLD],
        by: &[by(Role::Bm)],
        inputs: &[
            reason("reason", "Reason", "bm_hold").required(),
            REMARKS,
            date("hold_until", "Until").required(),
            yes_no("keep_stock", "Keep the reservation"),
        ],
        run: effects::hold,
        ..step("T7", "hold", "Hold")
    },
    Step {
        from: &[HOLD],
        to: &[BM_PENDING],
        by: &[by(Role::Bm), by(Role::Sys)],
        inputs: &[MAY_REMARK],
        run: effects::resume,
        ..step("T8", "resume", "Resume")
    },
    Step {
        from: &[BM_PENDING],
        to: &[BM_REJECTED],
        by: &[by(Role::Bm)],
        inputs: &[BM_REJECT, REMARKS],
        guard: Some(guards::nothing_loaded),
        run: cancel::bm_reject,
        ..step("T9", "reject", "Reject")
    },
    Step {
        from: &[HOLD],
        to: &[BM_REJECTED],
        by: &[by(Role::Bm)],
        inputs: &[BM_REJECT, REMARKS],
        guard: Some(guards::nothing_loaded),
        run: cancel::bm_reject,
        ..step("T8a", "reject", "Reject")
    },
    Step {
        from: &[PRELIMINARY],
        to: &[CREDIT_REJECTED],
        by: &[by(Role::Pct)],
        inputs: &[CREDIT_REJECT, REMARKS],
        guard: Some(guards::pct_may_reject),
        run: cancel::credit_reject,
        ..step("T11", "reject", "Reject")
    },
    Step {
        from: &[PRELIMINARY],
        to: &[CREDIT_PENDING],
        by: &[by(Role::Pct), by(Role::Sys)],
        inputs: &[
            choice("recommendation", "Recommendation", RECOMMENDATIONS).required(),
            date("gstin_checked_on", "GSTIN found active on"),
            MAY_REMARK,
            FILES,
        ],
        guard: Some(guards::may_forward),
        run: credit::forward,
        ..step("T10", "forward", "Forward to credit")
    },
    Step {
        from: &[PRELIMINARY],
        to: &[BM_PENDING],
        by: &[by(Role::Pct)],
        inputs: &[REMARKS],
        run: credit::query,
        ..step("T10a", "query", "Ask the branch manager")
    },
    Step {
        from: &[CREDIT_PENDING],
        to: &[WAITING],
        by: &[by(Role::Credit), by(Role::Sys)],
        inputs: &[
            MAY_REMARK,
            yes_no("override", "Approve despite the limit or overdue bills"),
            link("payment_term", "Other payment term", &PAYMENT_TERM),
        ],
        guard: Some(guards::may_credit_approve),
        run: credit::approve,
        ..step("T12", "credit_approve", "Approve credit")
    },
    Step {
        from: &[CREDIT_PENDING],
        to: &[PRELIMINARY],
        by: &[by(Role::Credit)],
        inputs: &[REMARKS],
        run: credit::credit_query,
        ..step("T12a", "credit_query", "Ask the preliminary team")
    },
    Step {
        from: &[CREDIT_PENDING],
        to: &[CREDIT_REJECTED],
        by: &[by(Role::Credit)],
        inputs: &[
            CREDIT_REJECT,
            REMARKS,
            text("suggestion", "What is needed", 200),
            paise("advance_paise", "Advance to ask for").guarded(Guarded::Rates),
        ],
        guard: Some(guards::nothing_loaded),
        run: cancel::credit_reject,
        ..step("T13", "credit_reject", "Reject credit")
    },
    Step {
        from: &[CREDIT_REJECTED],
        to: &[DRAFT],
        by: &[own(Role::Sales), by(Role::Bm)],
        inputs: &[REMARKS],
        guard: Some(guards::may_revise),
        run: effects::revise,
        ..step("T14", "revise", "Revise")
    },
    Step {
        from: &[CREDIT_REJECTED],
        to: &[PRELIMINARY],
        by: &[own(Role::Sales), by(Role::Bm)],
        inputs: &[
            text("reference", "Receipt or limit", 100)
                .required()
                .missing("Enter the receipt or the new limit"),
            MAY_REMARK,
        ],
        guard: Some(guards::may_represent),
        run: credit::represent,
        ..step("T14a", "represent", "Submit again")
    },
    Step {
        from: &[BM_REJECTED],
        to: &[DRAFT],
        by: &[own(Role::Sales), own(Role::Bm)],
        inputs: &[REMARKS],
        guard: Some(guards::may_revise),
        run: effects::revise,
        ..step("T15", "revise", "Revise")
    },
    Step {
        from: &[WAITING],
        to: &[LOADED],
        by: &[by(Role::Yard)],
        inputs: &[
            link("loading", "Loading", &LOADING),
            group("loading_record", "Loading", LOADING_FIELDS),
            rows("short_close", "Short-closed lines", SHORT_LINES, 100),
            MAY_REMARK,
        ],
        guard: Some(guards::may_load),
        rules: InputRules {
            alone: Some(loads::weights),
            over: &[
                loadings::rule_of_lines,
                loadings::rule_of_net,
                loadings::rule_of_weighbridge,
                loadings::rule_of_vehicle,
            ],
        },
        run: loads::load,
        ..step("T16", "load", "Load")
    },
    Step {
        from: &[WAITING],
        to: &[LOADED],
        by: &[by(Role::Yard)],
        inputs: &[
            reason("reason", "Reason", "short_close").required(),
            many("lines", "Lines", &LINE_NUMBER),
            MAY_REMARK,
        ],
        run: loads::short_close,
        ..step("T17", "short_close", "Short-close")
    },
    Step {
        from: &[WAITING],
        to: &[YARD_CONCERN],
        by: &[by(Role::Yard)],
        inputs: &[
            reason("reason", "Type", "yard_concern").required().missing("Select what is wrong"),
            many("lines", "Lines", &LINE_NUMBER),
            many("photos", "Photos", &FILE),
            REMARKS,
        ],
        run: concerns::raise,
        ..step("T18", "raise_concern", "Raise concern")
    },
    Step {
        from: &[YARD_CONCERN],
        to: &[WAITING],
        by: &[by(Role::Bm)],
        inputs: &[REMARKS, CHANGE],
        run: concerns::resolve,
        ..step("T19", "resolve", "Resolve")
    },
    Step {
        from: &[YARD_CONCERN],
        to: &[WAITING],
        by: &[by(Role::Yard)],
        inputs: &[REMARKS],
        guard: Some(guards::own_concern),
        run: concerns::resolve,
        ..step("T19y", "resolve", "Resolve")
    },
    Step {
        from: &[YARD_CONCERN],
        to: &[CREDIT_PENDING],
        by: &[by(Role::Bm)],
        inputs: &[REMARKS, group("changes", "Changes", CHANGES).required()],
        run: concerns::escalate,
        ..step("T20", "escalate", "Amend and ask credit")
    },
    Step {
        from: &[YARD_CONCERN],
        to: &[BM_REJECTED],
        by: &[by(Role::Bm)],
        inputs: &[BM_REJECT, REMARKS],
        guard: Some(guards::nothing_loaded),
        run: cancel::bm_reject,
        ..step("T21", "cancel", "Cancel")
    },
    Step {
        from: &[WAITING],
        to: &[BM_REJECTED],
        by: &[by(Role::Bm)],
        inputs: &[BM_REJECT, REMARKS],
        guard: Some(guards::nothing_loaded),
        run: cancel::bm_reject,
        ..step("T21a", "cancel", "Cancel")
    },
    Step {
        from: &[WAITING],
        to: &[CREDIT_REJECTED],
        by: &[by(Role::Credit)],
        inputs: &[CREDIT_REJECT, REMARKS],
        guard: Some(guards::nothing_loaded),
        run: cancel::credit_reject,
        ..step("T21c", "cancel", "Withdraw credit")
    },
    Step {
        from: &[LOADED],
        to: &[ACCOUNT_CONCERN],
        by: &[by(Role::Acc)],
        inputs: &[
            reason("reason", "Type", "account_concern").required().missing("Select what is wrong"),
            link("loading", "Loading", &LOADING).required(),
            REMARKS,
        ],
        run: concerns::account_raise,
        ..step("T22", "account_concern", "Raise concern")
    },
    Step {
        from: &[ACCOUNT_CONCERN],
        to: &[LOADED],
        by: &[by(Role::Acc)],
        inputs: &[REMARKS],
        guard: Some(guards::answered),
        run: concerns::account_resolve,
        ..step("T23", "account_resolve", "Accept the answer")
    },
    Step {
        from: &[ACCOUNT_CONCERN],
        to: &[WAITING],
        by: &[by(Role::Yard)],
        inputs: &[
            pieces("pcs", "Pieces counted").required(),
            grams("weight_g", "Weight").required(),
            choice("bucket", "Back to", BACK_TO),
            REMARKS,
        ],
        guard: Some(guards::may_unload),
        run: loads::unload,
        ..step("T24", "unload", "Unload")
    },
    Step {
        from: &[LOADED],
        to: &[COMPLETED],
        by: &[by(Role::Acc), by(Role::Sys)],
        inputs: &[MAY_REMARK],
        guard: Some(guards::may_complete),
        run: effects::complete,
        ..step("T25", "complete", "Complete")
    },
    Step {
        from: &[WAITING, LOADED, COMPLETED],
        by: &[by(Role::Sys)],
        inputs: &[
            link("loading", "Loading", &LOADING).required(),
            pieces("pcs", "Pieces counted").required(),
            grams("weight_g", "Weight").required(),
            choice("bucket", "Back to", BACK_TO),
            rows("gone", "Returned before", GONE, 200),
            REMARKS,
        ],
        run: reversed::bring_back,
        ..step("T26a", "bring_back", "Bring a loading back")
    },
    Step {
        from: &[WAITING, LOADED, COMPLETED],
        to: &[WAITING, BM_REJECTED],
        by: &[by(Role::Sys)],
        inputs: &[choice("to", "After the reversal", ENDS).required(), REMARKS],
        run: reversed::reverse,
        ..step("T26", "reverse", "Reverse")
    },
    Step { from: STATUSES, by: EVERYBODY, inputs: &[REMARKS], ..step("C1", "comment", "Comment") },
    Step {
        from: STATUSES,
        by: EVERYBODY,
        inputs: &[many("files", "Files", &FILE).required(), MAY_REMARK],
        run: effects::attach,
        ..step("C2", "attach", "Attach")
    },
    Step {
        from: &[LOADED, ACCOUNT_CONCERN],
        by: &[by(Role::Yard)],
        inputs: &[
            link("loading", "Loading", &LOADING).required(),
            reason("reason", "Reason", "account_concern").required(),
            MAY_REMARK,
            rows("lines", "Weights", WEIGHED, 200).at_least(1).required(),
            grams("tare_g", "Tare"),
            grams("gross_g", "Gross"),
        ],
        run: loads::correct,
        ..step("C3", "correct_loading", "Correct the loading")
    },
    Step {
        from: &[ACCOUNT_CONCERN],
        by: &[by(Role::Bm), by(Role::Yard), own(Role::Sales)],
        inputs: &[choice("resolution", "Resolution", RESOLUTIONS).required(), REMARKS, CHANGE],
        guard: Some(guards::may_answer),
        run: concerns::answer,
        ..step("C4", "answer", "Answer")
    },
    Step {
        from: &[ACCOUNT_CONCERN],
        by: &[by(Role::Credit)],
        inputs: &[MAY_REMARK, yes_no("override", "Approve despite the limit or overdue bills")],
        guard: Some(guards::needs_countersign),
        run: concerns::countersign,
        ..step("C5", "countersign", "Countersign")
    },
    Step {
        from: &[BM_PENDING, HOLD, PRELIMINARY, CREDIT_PENDING],
        by: &[by(Role::Sys)],
        guard: Some(guards::reservation_is_due),
        run: effects::expire_reservation,
        ..step("S1", "expire_reservation", "Release the reservation")
    },
    Step {
        from: &[DRAFT],
        by: &[by(Role::Sys)],
        guard: Some(guards::never_submitted),
        run: effects::archive,
        ..step("S2", "archive", "Archive")
    },
]);
