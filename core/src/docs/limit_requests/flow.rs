//! The table of the request's workflow, the inputs of its steps, and how its statuses are shown.

use super::*;
use super::{decide, over, save};
use crate::docs::reasons::{MAY_REMARK, REMARKS};
use crate::flow::{By, Flow, Step, acting, by, own, step};
use crate::schema::status::StatusFill::{Outline, Tint};
use crate::schema::status::StatusIcon::{Building, Card, Cross};
use crate::schema::status::StatusInk::{Grey, Magenta, Violet};
use crate::schema::status::{Looks, shown};

pub const LOOKS: Looks = &[
    (CREDIT_PENDING, shown(Card, Magenta, Tint)),
    (MANAGEMENT_PENDING, shown(Building, Violet, Tint)),
    (SUPERSEDED, shown(Cross, Grey, Outline)),
];

const APPROVE: &[Field] = &[
    paise("amount_paise", "Approved amount")
        .between(0, MOST_PAISE)
        .guarded(Guarded::Rates)
        .help("Leave blank to approve what was asked for"),
    MAY_REMARK,
];

const RECOMMEND: &[Field] =
    &[choice("recommendation", "Recommendation", ADVICE).required(), MAY_REMARK];

static REPLACED: &[Field] =
    &[link("request", "Replaced by", &CREDIT_LIMIT_REQUEST), date("from", "From")];

/// Those who ask for a limit.
const MAKERS: &[By] = &[own(Role::Sales), by(Role::Bm), by(Role::Pct), by(Role::Credit)];
const BM: &[By] = &[by(Role::Bm)];
const CREDIT: &[By] = &[by(Role::Credit)];
/// The management is who administers the site.
const MANAGEMENT: &[By] = &[by(Role::Admin)];
const SYSTEM: &[By] = &[by(Role::Sys)];

pub static FLOW: Flow = Flow {
    statuses: &[
        DRAFT,
        BM_PENDING,
        CREDIT_PENDING,
        MANAGEMENT_PENDING,
        REJECTED,
        APPROVED,
        EXPIRED,
        SUPERSEDED,
    ],
    rests: &[REJECTED, APPROVED, EXPIRED, SUPERSEDED],
    editable: &[DRAFT],
    deletable: &[DRAFT],
    steps: STEPS,
};

static STEPS: &[Step] = &acting([
    Step {
        from: &[DRAFT],
        to: &[BM_PENDING],
        by: MAKERS,
        inputs: &[MAY_REMARK],
        run: save::submit,
        ..step("CL1", "submit", "Send for approval")
    },
    Step {
        from: OPEN,
        to: &[DRAFT],
        by: MAKERS,
        inputs: &[MAY_REMARK],
        guard: Some(save::may_withdraw),
        run: save::take_back,
        ..step("CL2", "withdraw", "Withdraw")
    },
    Step {
        from: &[BM_PENDING],
        to: &[CREDIT_PENDING],
        by: BM,
        inputs: APPROVE,
        guard: Some(decide::may_decide),
        run: decide::bm_approve,
        ..step("CL3", "approve", "Approve")
    },
    Step {
        from: &[CREDIT_PENDING],
        to: &[MANAGEMENT_PENDING, APPROVED],
        by: CREDIT,
        inputs: APPROVE,
        guard: Some(decide::may_decide),
        run: decide::credit_approve,
        ..step("CL4", "approve", "Approve")
    },
    Step {
        from: &[MANAGEMENT_PENDING],
        to: &[APPROVED],
        by: MANAGEMENT,
        inputs: APPROVE,
        guard: Some(decide::may_decide),
        run: decide::management_approve,
        ..step("CL5", "approve", "Approve")
    },
    Step {
        from: &[CREDIT_PENDING],
        by: &[by(Role::Pct)],
        inputs: RECOMMEND,
        guard: Some(decide::may_recommend),
        run: decide::recommend,
        ..step("CL6", "recommend", "Recommend")
    },
    Step {
        from: &[BM_PENDING],
        to: &[REJECTED],
        by: BM,
        inputs: &[REMARKS],
        run: decide::reject,
        ..step("CL7", "reject", "Reject")
    },
    Step {
        from: &[CREDIT_PENDING],
        to: &[REJECTED],
        by: CREDIT,
        inputs: &[REMARKS],
        run: decide::reject,
        ..step("CL8", "reject", "Reject")
    },
    Step {
        from: &[MANAGEMENT_PENDING],
        to: &[REJECTED],
        by: MANAGEMENT,
        inputs: &[REMARKS],
        run: decide::reject,
        ..step("CL9", "reject", "Reject")
    },
    Step {
        from: &[REJECTED],
        to: &[DRAFT],
        by: MAKERS,
        inputs: &[MAY_REMARK],
        guard: Some(save::may_withdraw),
        run: save::take_back,
        ..step("CL10", "revise", "Revise")
    },
    Step {
        from: &[APPROVED],
        to: &[EXPIRED],
        by: SYSTEM,
        guard: Some(over::is_over),
        run: over::expire,
        ..step("CL11", "expire", "End the limit")
    },
    Step {
        from: &[APPROVED],
        to: &[SUPERSEDED],
        by: SYSTEM,
        inputs: REPLACED,
        run: over::supersede,
        ..step("CL12", "supersede", "Replaced by another limit")
    },
]);
