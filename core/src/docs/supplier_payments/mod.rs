//! Payments to suppliers, transporters and job workers: money that leaves by bank, cheque or cash, set against their
//! bills by due date or by hand.

use super::formats::{CHEQUE, UTR};
use super::inwards::INWARD;
use super::opening_bills::OPENING_BILL;
use super::org::BRANCH;
use super::people::{EMPLOYEE, PERSON};
use super::reasons::{MAY_REMARK, REMARKS};
use super::receipts::{SPREADS, TRANSFERS};
use super::supplier_bills::{SETTLED, SUPPLIER_BILL};
use super::suppliers::{SUPPLIER, VENDOR};
use super::trips::TRIP;
use super::{KEEP, MASTER};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::flow::{By, Flow, Step, acting, by, step};
use crate::schema::*;

mod save;

pub const DRAFT: &str = "Draft";
pub const PENDING: &str = "Pending Approval";
pub const POSTED: &str = "Posted";
pub const CANCELLED: &str = "Cancelled";
pub const REVERSED: &str = "Reversed";

/// Whom a payment goes to: the type of the party, which is the field that names it.
const PARTIES: &[Choice] = &[("supplier", "Supplier"), ("vendor", "Transporter or job worker")];

/// The type of a kind of party; none for a word that is no kind.
pub fn party_type(kind: &str) -> Option<&'static DocType> {
    [&SUPPLIER, &VENDOR].into_iter().find(|def| def.key == kind)
}

const MODES: &[Choice] = &[
    ("neft", "NEFT"),
    ("rtgs", "RTGS"),
    ("imps", "IMPS"),
    ("upi", "UPI"),
    ("bank_transfer", "Other bank transfer"),
    ("cheque", "Cheque"),
    ("cash", "Cash"),
];
const BY_CHEQUE: &[&str] = &["cheque"];

/// The links that name a bill in a payment's lines.
pub const BILLS: &[&str] = &["supplier_bill", "inward", "opening_bill", "trip"];

/// What is paid of one bill.
const ALLOCATION: &[Field] = &[
    link("supplier_bill", "Supplier bill", &SUPPLIER_BILL),
    link("inward", "Inward without a bill", &INWARD),
    link("opening_bill", "Opening bill", &OPENING_BILL),
    link("trip", "Trip", &TRIP),
    paise("amount_paise", "Amount").between(1, 9_999_999_999_999).required(),
];

const ALLOCATE: &[Field] = &[
    rows("allocations", "Bills", ALLOCATION, 200).help("Leave blank to pay what is due first"),
    MAY_REMARK,
];

pub static SUPPLIER_PAYMENT: DocType = DocType {
    key: "supplier_payment",
    label: "Payment",
    plural: "Payments",
    title: "doc_no",
    fields: &[
        date("date", "Date").required().today().listed(),
        link("branch", "Branch", &BRANCH).required().listed(),
        choice("party_kind", "Paid to", PARTIES).required().default("\"supplier\""),
        link("supplier", "Supplier", &SUPPLIER).only("party_kind", &["supplier"]),
        link("vendor", "Transporter or job worker", &VENDOR).only("party_kind", &["vendor"]),
        text("party_name", "Party", 100).computed().listed().searched(),
        choice("mode", "Mode", MODES).required().listed().default("\"neft\""),
        paise("amount_paise", "Amount")
            .between(1, 9_999_999_999_999)
            .required()
            .listed()
            .guarded(Guarded::Rates),
        code("utr", "UTR", &UTR)
            .only("mode", TRANSFERS)
            .listed()
            .searched()
            .help("The reference number of the bank transfer"),
        code("cheque_no", "Cheque number", &CHEQUE).only("mode", BY_CHEQUE).listed().searched(),
        date("cheque_date", "Cheque date").only("mode", BY_CHEQUE),
        text("bank", "Bank account", 100)
            .help("The account that paid it. Leave blank for the company’s first"),
        choice("spread", "Set against", SPREADS).default("\"due\""),
        rows("allocations", "Bills", ALLOCATION, 200)
            .only("spread", &["hand"])
            .guarded(Guarded::Rates),
        note("narration", "Narration", 500),
        file("slip", "Slip or photo"),
        paise("on_account_paise", "On account").computed().listed().guarded(Guarded::Rates),
        rows("settled", "Set against", SETTLED, 500).computed().guarded(Guarded::Rates),
        link("submitted_by", "Submitted by", &EMPLOYEE).computed(),
        link("approved_by", "Approved by", &EMPLOYEE).computed(),
        many("changed_by", "Changed since by", &PERSON).internal(),
        int("voucher", "Voucher", 0, i64::MAX).internal().guarded(Guarded::Cost),
    ],
    unique_together: &[
        ("payment utr", &["mode", "utr"]),
        ("payment cheque", &["bank", "cheque_no"]),
    ],
    sorts: &["-date", "doc_no", "amount_paise"],
    filters: &["supplier", "vendor", "mode"],
    scopes: &[ScopeKind::Branch],
    grants: &[
        Grant { roles: &[Role::Bm], verbs: &[Verb::View], reach: Reach::Branch },
        Grant { roles: &[Role::Acc], verbs: KEEP, reach: Reach::Branch },
        Grant { roles: &[Role::Audit], verbs: &[Verb::View], reach: Reach::All },
        Grant { roles: &[Role::Admin], verbs: KEEP, reach: Reach::All },
    ],
    flow: &FLOW,
    series: Some(Series { word: "PAY", width: 6, suffix: "", plain: false }),
    check: Some(save::check),
    on_save: deciding(save::rules),
    ..MASTER
};

static FLOW: Flow = Flow {
    statuses: &[DRAFT, PENDING, POSTED, CANCELLED, REVERSED],
    rests: &[POSTED, CANCELLED, REVERSED],
    editable: &[DRAFT],
    deletable: &[DRAFT],
    steps: STEPS,
};

const ACCOUNTS: &[By] = &[by(Role::Acc)];

static STEPS: &[Step] = &acting([
    Step {
        from: &[DRAFT],
        to: &[PENDING],
        by: ACCOUNTS,
        inputs: &[MAY_REMARK],
        run: save::submit,
        ..step("SP1", "submit", "Send for approval")
    },
    Step {
        from: &[PENDING],
        to: &[POSTED],
        by: &[by(Role::Acc), by(Role::Bm)],
        inputs: &[MAY_REMARK],
        guard: Some(save::may_approve),
        run: save::approve,
        ..step("SP2", "approve", "Approve and post")
    },
    Step {
        from: &[PENDING],
        to: &[DRAFT],
        by: &[by(Role::Acc), by(Role::Bm)],
        inputs: &[REMARKS],
        run: |_, _, _| Ok(DRAFT),
        ..step("SP3", "query", "Send back")
    },
    Step {
        from: &[POSTED],
        by: ACCOUNTS,
        inputs: ALLOCATE,
        guard: Some(save::may_allocate),
        run: save::allocate,
        ..step("SP4", "allocate", "Set against bills")
    },
    Step {
        from: &[DRAFT, PENDING],
        to: &[CANCELLED],
        by: ACCOUNTS,
        inputs: &[REMARKS],
        run: save::cancel,
        ..step("SP5", "cancel", "Cancel payment")
    },
    Step {
        from: &[POSTED],
        to: &[REVERSED],
        by: ACCOUNTS,
        inputs: &[REMARKS],
        guard: Some(save::may_reverse),
        run: save::reverse,
        ..step("SP6", "reverse", "Reverse")
    },
]);
