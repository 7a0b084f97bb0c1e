//! The table of the receipt's workflow, the inputs of its steps, and how its statuses are shown.

use super::*;
use super::{allocate, cheque, confirm, save};
use crate::docs::reasons::{MAY_REMARK, REMARKS};
use crate::flow::{By, Flow, Step, acting, by, own, step};
use crate::schema::status::StatusFill::{Edge, Solid, Tint};
use crate::schema::status::StatusIcon::{Alert, Building, Done, People};
use crate::schema::status::StatusInk::{Blue, Green, Red, Teal, Violet};
use crate::schema::status::{Looks, shown};

pub const LOOKS: Looks = &[
    (PENDING, shown(People, Blue, Tint)),
    (DEPOSITED, shown(Building, Teal, Tint)),
    (BOUNCED, shown(Alert, Red, Edge)),
    (REDEPOSITED, shown(Building, Violet, Tint)),
    (CLEARED, shown(Done, Green, Solid)),
];

const DEPOSIT: &[Field] = &[
    date("date", "Deposited on").help("Leave blank for today"),
    text("bank", "Bank account", 100),
    MAY_REMARK,
];

const CLEAR: &[Field] = &[date("date", "Cleared on").help("Leave blank for today"), MAY_REMARK];

const BOUNCE: &[Field] = &[
    date("date", "Bounced on").help("Leave blank for today"),
    reason("reason", "Reason", "bounce").required(),
    paise("charges_paise", "Charges to the customer"),
    MAY_REMARK,
];

const ALLOCATE: &[Field] = &[
    rows("allocations", "Allocations", ALLOCATION, 200)
        .help("Leave blank to pay what is due first"),
    MAY_REMARK,
];

const UNALLOCATE: &[Field] = &[
    link("invoice", "Invoice", &INVOICE).help("Leave blank for everything"),
    text("item", "Other item", 40),
    REMARKS,
];

pub static FLOW: Flow = Flow {
    statuses: &[
        DRAFT,
        PENDING,
        RECEIVED,
        DEPOSITED,
        BOUNCED,
        REDEPOSITED,
        CLEARED,
        CONFIRMED,
        CANCELLED,
        REVERSED,
    ],
    rests: &[BOUNCED, CLEARED, CONFIRMED, CANCELLED, REVERSED],
    editable: &[DRAFT],
    deletable: &[DRAFT],
    steps: STEPS,
};

/// Those who take in money: whose customer it is, and accounts.
const MAKERS: &[By] = &[own(Role::Sales), by(Role::Acc)];
const ACCOUNTS: &[By] = &[by(Role::Acc)];
const AT_BANK: &[&str] = &[DEPOSITED, REDEPOSITED];

static STEPS: &[Step] = &acting([
    Step {
        from: &[DRAFT],
        to: &[PENDING],
        by: MAKERS,
        inputs: &[MAY_REMARK],
        run: save::submit,
        ..step("CR1", "submit", "Send for confirmation")
    },
    Step {
        from: &[PENDING],
        to: &[DRAFT],
        by: MAKERS,
        inputs: &[MAY_REMARK],
        run: |_, _, _| Ok(DRAFT),
        ..step("CR2", "withdraw", "Back to draft")
    },
    Step {
        from: &[PENDING],
        to: &[RECEIVED, CONFIRMED],
        by: ACCOUNTS,
        inputs: &[MAY_REMARK],
        guard: Some(confirm::may_confirm),
        run: confirm::confirm,
        ..step("CR3", "confirm", "Confirm")
    },
    Step {
        from: &[RECEIVED],
        to: &[DEPOSITED],
        by: ACCOUNTS,
        inputs: DEPOSIT,
        guard: Some(cheque::may_deposit),
        run: cheque::deposit,
        ..step("CR4", "deposit", "Deposit")
    },
    Step {
        from: AT_BANK,
        to: &[CLEARED],
        by: ACCOUNTS,
        inputs: CLEAR,
        guard: Some(cheque::may_clear),
        run: cheque::clear,
        ..step("CR5", "clear", "Cleared")
    },
    Step {
        from: AT_BANK,
        to: &[BOUNCED],
        by: ACCOUNTS,
        inputs: BOUNCE,
        guard: Some(cheque::may_bounce),
        run: cheque::bounce,
        ..step("CR6", "bounce", "Bounced")
    },
    Step {
        from: &[BOUNCED],
        to: &[REDEPOSITED],
        by: ACCOUNTS,
        inputs: DEPOSIT,
        guard: Some(cheque::may_deposit),
        run: cheque::redeposit,
        ..step("CR7", "redeposit", "Re-deposit")
    },
    Step {
        from: ARRIVED,
        by: &[by(Role::Acc), by(Role::Sys)],
        inputs: ALLOCATE,
        guard: Some(allocate::may_allocate),
        run: allocate::allocate,
        ..step("CR8", "allocate", "Set against invoices")
    },
    Step {
        from: ARRIVED,
        by: &[by(Role::Acc), by(Role::Sys)],
        inputs: UNALLOCATE,
        guard: Some(allocate::may_unallocate),
        run: allocate::unallocate,
        ..step("CR9", "unallocate", "Take back from invoices")
    },
    Step {
        from: &[DRAFT],
        to: &[CANCELLED],
        by: MAKERS,
        inputs: &[MAY_REMARK],
        run: confirm::cancel,
        ..step("CR10", "cancel", "Cancel receipt")
    },
    Step {
        from: &[PENDING, RECEIVED],
        to: &[CANCELLED],
        by: &[by(Role::Admin)],
        inputs: &[REMARKS],
        run: confirm::cancel,
        ..step("CR11", "cancel", "Cancel receipt")
    },
    Step {
        from: ARRIVED,
        to: &[REVERSED],
        by: &[by(Role::Admin)],
        inputs: &[REMARKS],
        run: confirm::reverse,
        ..step("CR12", "reverse", "Reverse")
    },
]);
