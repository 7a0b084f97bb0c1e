//! The table of the supplier bill's workflow, and how its statuses are shown.

use super::{CANCELLED, DRAFT, MATCHED, MISMATCH, POSTED, REVERSED, WAITING, post};
use crate::declare::grant::Role;
use crate::docs::reasons::{MAY_REMARK, REMARKS};
use crate::flow::{By, Flow, Step, acting, by, step};
use crate::schema::status::StatusFill::{Edge, Tint};
use crate::schema::status::StatusIcon::{Alert, Check, Pallet};
use crate::schema::status::StatusInk::{Blue, Red, Teal};
use crate::schema::status::{Looks, shown};

pub const LOOKS: Looks = &[
    (WAITING, shown(Pallet, Blue, Tint)),
    (MISMATCH, shown(Alert, Red, Edge)),
    (MATCHED, shown(Check, Teal, Tint)),
];

/// Those who enter bills.
const DESK: &[By] = &[by(Role::Acc), by(Role::Purch)];
/// Where a bill stands by its match.
const JUDGED: &[&str] = &[WAITING, MISMATCH, MATCHED];

pub static FLOW: Flow = Flow {
    statuses: &[DRAFT, WAITING, MISMATCH, MATCHED, POSTED, CANCELLED, REVERSED],
    rests: &[POSTED, CANCELLED, REVERSED],
    editable: &[DRAFT],
    deletable: &[DRAFT],
    steps: STEPS,
};

static STEPS: &[Step] = &acting([
    Step {
        from: &[DRAFT],
        to: JUDGED,
        by: DESK,
        inputs: &[MAY_REMARK],
        run: post::submit,
        ..step("SB1", "submit", "Match")
    },
    Step {
        from: &[WAITING, MISMATCH],
        to: JUDGED,
        by: &[by(Role::Acc), by(Role::Purch), by(Role::Sys)],
        inputs: &[MAY_REMARK],
        run: post::match_again,
        ..step("SB2", "match", "Match again")
    },
    Step {
        from: &[MISMATCH],
        to: &[MATCHED],
        by: &[by(Role::Bm)],
        inputs: &[REMARKS],
        guard: Some(post::may_accept),
        run: post::accept,
        ..step("SB3", "approve", "Accept the differences")
    },
    Step {
        from: &[MISMATCH],
        to: &[MATCHED],
        by: &[by(Role::Bm), by(Role::Acc)],
        inputs: &[MAY_REMARK],
        guard: Some(post::may_claim),
        run: post::claim,
        ..step("SB4", "claim", "Claim the difference")
    },
    Step {
        from: &[MATCHED],
        to: &[POSTED, MISMATCH, WAITING],
        by: &[by(Role::Acc)],
        inputs: &[MAY_REMARK],
        guard: Some(post::may_post),
        run: post::post,
        ..step("SB5", "post", "Post")
    },
    Step {
        from: JUDGED,
        to: &[DRAFT],
        by: &[by(Role::Acc), by(Role::Purch), by(Role::Bm)],
        inputs: &[REMARKS],
        run: post::send_back,
        ..step("SB6", "query", "Send back")
    },
    Step {
        from: &[DRAFT, WAITING, MISMATCH, MATCHED],
        to: &[CANCELLED],
        by: DESK,
        inputs: &[REMARKS],
        run: post::cancel,
        ..step("SB7", "cancel", "Cancel bill")
    },
    Step {
        from: &[POSTED],
        to: &[REVERSED],
        by: &[by(Role::Acc)],
        inputs: &[REMARKS],
        guard: Some(post::may_reverse),
        run: post::reverse,
        ..step("SB8", "reverse", "Reverse")
    },
]);
