//! The customer receipt: its declaration, and what it is set against and what became of it as types.

use super::customers::CUSTOMER;
use super::formats::{CHEQUE, IFSC, UTR};
use super::invoices::INVOICE;
use super::orders::ORDER;
use super::people::{EMPLOYEE, PERSON};
use super::suppliers::SUPPLIER;
use super::{KEEP, MASTER, org};
use crate::declare::case::Look;
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::error::{Code, Halt, done};
use crate::json::{Json, json_struct};
use crate::kept::doc::Doc;
use crate::ledger::credit;
use crate::schema::*;
use crate::value::Day;

pub mod advance;
mod allocate;
mod cash;
mod cheque;
mod confirm;
mod flow;
mod save;

pub use allocate::{by_due_date, document_of, name_of_item};
pub use flow::FLOW;

pub const DRAFT: &str = "Draft";
pub const PENDING: &str = "Pending Confirmation";
pub const RECEIVED: &str = "Received";
pub const DEPOSITED: &str = "Deposited";
pub const BOUNCED: &str = "Bounced";
pub const REDEPOSITED: &str = "Re-deposited";
pub const CLEARED: &str = "Cleared";
pub const CONFIRMED: &str = "Confirmed";
pub const CANCELLED: &str = "Cancelled";
pub const REVERSED: &str = "Reversed";

/// The statuses of a receipt whose money came.
pub const ARRIVED: &[&str] = &[CLEARED, CONFIRMED];

pub const MODES: &[Choice] = &[
    ("cash", "Cash"),
    ("cheque", "Cheque"),
    ("pdc", "Post-dated cheque"),
    ("neft", "NEFT"),
    ("rtgs", "RTGS"),
    ("imps", "IMPS"),
    ("upi", "UPI"),
    ("bank_transfer", "Other bank transfer"),
    ("adjustment", "Adjustment"),
];

/// Those that have a UTR.
pub const TRANSFERS: &[&str] = &["neft", "rtgs", "imps", "upi", "bank_transfer"];
const CHEQUES: &[&str] = &["cheque", "pdc"];
const ADJUSTMENT: &[&str] = &["adjustment"];

/// What an adjustment takes the amount from.
const ADJUSTED: &[Choice] = &[
    ("on_account", "Advance or credit note on account"),
    ("supplier", "Supplier account"),
    ("written_off", "Balance written off"),
];

/// How the money is set against what is open.
pub const SPREADS: &[Choice] =
    &[("due", "By due date"), ("hand", "By hand"), ("none", "Stays on account")];

/// Open items without a document, by their names in the credit ledger.
const ITEMS: &[Choice] =
    &[(credit::OPENING, "Opening balance"), (credit::CHARGES, "Bounce charges")];

const EVENTS: &[Choice] = &[
    ("received", "Received"),
    ("deposited", "Deposited"),
    ("bounced", "Bounced"),
    ("redeposited", "Re-deposited"),
    ("cleared", "Cleared"),
    ("confirmed", "Confirmed"),
    ("reversed", "Reversed"),
];

/// What is set against one open item: money, and what the customer did not pay in money.
pub const ALLOCATION: &[Field] = &[
    link("invoice", "Invoice", &INVOICE),
    text("item", "Other item", 40),
    paise("amount_paise", "Amount"),
    paise("tds_paise", "TDS"),
    paise("discount_paise", "Discount"),
];

/// The same as it stands in the ledger, or is to stand there.
const SETTLEMENT: &[Field] = &[
    link("invoice", "Invoice", &INVOICE),
    text("item", "Other item", 40),
    text("name", "Set against", 40),
    date("date", "Date"),
    paise("amount_paise", "Amount"),
    paise("tds_paise", "TDS"),
    paise("discount_paise", "Discount"),
    int("line", "Line of its voucher", 0, 99_999).internal(),
    int("voucher", "Voucher", 0, i64::MAX).internal(),
];

const EVENT: &[Field] = &[
    choice("event", "Event", EVENTS),
    date("date", "Date"),
    link("by", "By", &EMPLOYEE),
    text("bank", "Bank account", 100),
    reason("reason", "Reason", "bounce"),
    paise("charges_paise", "Charges"),
    int("line", "Line of its voucher", 0, 99_999).internal(),
    int("voucher", "Voucher", 0, i64::MAX).internal(),
];

pub static RECEIPT: DocType = DocType {
    key: "receipt",
    label: "Receipt",
    plural: "Receipts",
    title: "doc_no",
    fields: &[
        date("date", "Date").required().today().listed(),
        link("customer", "Customer", &CUSTOMER).required(),
        text("customer_name", "Customer", 100).computed().listed().searched(),
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
        code("cheque_no", "Cheque number", &CHEQUE).only("mode", CHEQUES).listed().searched(),
        date("cheque_date", "Cheque date").only("mode", CHEQUES).listed(),
        text("drawn_on", "Drawn on", 100)
            .only("mode", CHEQUES)
            .help("The customer’s bank and branch, as on the cheque"),
        code("ifsc", "IFSC", &IFSC).only("mode", CHEQUES),
        choice("adjusted", "Adjusted against", ADJUSTED).only("mode", ADJUSTMENT),
        link("supplier", "Supplier", &SUPPLIER).only("adjusted", &["supplier"]),
        text("bank", "Bank account", 100)
            .help("The account that received it. Leave blank for the company’s first"),
        link("for_order", "Advance for order", &ORDER)
            .help("Kept for the invoices of this order, and set against them as they are posted"),
        choice("spread", "Set against", SPREADS).default("\"due\""),
        rows("allocations", "Allocations", ALLOCATION, 200).guarded(Guarded::Rates),
        note("narration", "Narration", 500),
        file("slip", "Slip or photo"),
        paise("on_account_paise", "On account").computed().listed().guarded(Guarded::Rates),
        rows("planned", "To be set against", SETTLEMENT, 500).computed().guarded(Guarded::Rates),
        rows("settled", "Set against", SETTLEMENT, 500).computed().guarded(Guarded::Rates),
        rows("events", "Events", EVENT, 100).computed().guarded(Guarded::Rates),
        date("deposited_on", "Deposited on").computed(),
        date("cleared_on", "Cleared on").computed(),
        date("bounced_on", "Bounced on").computed(),
        reason("bounce_reason", "Reason of the bounce", "bounce").computed(),
        int("bounces", "Times bounced", 0, 99).computed(),
        paise("charges_paise", "Bounce charges").computed().guarded(Guarded::Rates),
        text("void_no", "Number that was given up", 30).computed().searched(),
        link("submitted_by", "Submitted by", &EMPLOYEE).computed(),
        link("confirmed_by", "Confirmed by", &EMPLOYEE).computed(),
        instant("confirmed_at", "Confirmed").computed(),
        many("changed_by", "Changed since by", &PERSON).internal(),
        int("voucher", "Voucher", 0, i64::MAX).internal().guarded(Guarded::Cost),
        int("vouchers", "Vouchers so far", 0, 99_999).internal(),
        int("moved_after", "Set again after the entry in the books", 0, i64::MAX).internal(),
    ],
    unique_together: &[("utr", &["mode", "utr"]), ("cheque", &["customer", "ifsc", "cheque_no"])],
    sorts: &["-date", "doc_no", "amount_paise", "cheque_date"],
    filters: &["customer", "mode", "for_order"],
    scopes: &[ScopeKind::Branch, ScopeKind::Owner],
    grants: &[
        Grant { roles: &[Role::Sales], verbs: KEEP, reach: Reach::Own },
        Grant {
            roles: &[Role::Bm, Role::Pct, Role::Credit],
            verbs: &[Verb::View],
            reach: Reach::Branch,
        },
        Grant { roles: &[Role::Acc], verbs: KEEP, reach: Reach::Branch },
        Grant { roles: &[Role::Audit], verbs: &[Verb::View], reach: Reach::All },
        Grant { roles: &[Role::Admin], verbs: KEEP, reach: Reach::All },
    ],
    flow: &FLOW,
    series: Some(Series { word: "RCP", width: 6, suffix: "", plain: false }),
    check: Some(save::check),
    on_save: deciding(save::rules),
    warn: warning(save::warn),
    waits: &[waits("create"), waits("update"), waits("submit")],
    looks: flow::LOOKS,
    ..MASTER
};

json_struct! { LEAN
    /// What is set against one open item.
    pub struct ReceiptAllocation {
        pub invoice: Option<String>,
        pub item: Option<String>,
        pub amount_paise: i64,
        pub tds_paise: i64,
        pub discount_paise: i64,
    }
}

json_struct! { LEAN
    /// What a receipt paid of one open item, where it stands in the ledger.
    pub struct ReceiptSettlement {
        pub invoice: Option<String>,
        pub item: Option<String>,
        pub name: String,
        pub date: Option<Day>,
        pub amount_paise: i64,
        pub tds_paise: i64,
        pub discount_paise: i64,
        pub line: i64,
        pub voucher: i64,
    }
}

json_struct! { LEAN
    /// Something that became of a receipt on a day.
    pub struct ReceiptEvent {
        pub event: String,
        pub date: Option<Day>,
        pub by: Option<String>,
        pub bank: Option<String>,
        pub reason: Option<String>,
        pub charges_paise: i64,
        pub line: i64,
        pub voucher: i64,
    }
}

impl ReceiptAllocation {
    /// The name of the open item in the credit ledger.
    pub fn item_id(&self) -> &str {
        self.invoice.as_deref().or(self.item.as_deref()).unwrap_or_default()
    }

    /// By how much the item is less open.
    pub fn total(&self) -> i64 {
        self.amount_paise.saturating_add(self.deducted())
    }

    /// What of it is no money.
    pub fn deducted(&self) -> i64 {
        self.tds_paise.saturating_add(self.discount_paise)
    }

    /// An allocation of money alone to an item of the ledger.
    pub fn of(case: &Look, item: &str, amount_paise: i64) -> Result<ReceiptAllocation, Halt> {
        let is_invoice = case.find(INVOICE.key, item)?.is_some();
        let [invoice, item] = [is_invoice.then_some(item), (!is_invoice).then_some(item)];
        Ok(ReceiptAllocation {
            invoice: invoice.map(str::to_owned),
            item: item.map(str::to_owned),
            amount_paise,
            ..ReceiptAllocation::default()
        })
    }
}

impl ReceiptSettlement {
    /// The same as an allocation.
    pub fn allocation(&self) -> ReceiptAllocation {
        ReceiptAllocation {
            invoice: self.invoice.clone(),
            item: self.item.clone(),
            amount_paise: self.amount_paise,
            tds_paise: self.tds_paise,
            discount_paise: self.discount_paise,
        }
    }
}

fn rows_of<T: Json>(doc: &Doc, key: &str) -> Result<Vec<T>, Halt> {
    match doc.get(key) {
        None => Ok(Vec::new()),
        Some(rows) => {
            Vec::read(rows).map_err(|why| Halt::Fault(format!("receipt {}: {key}: {why}", doc.id)))
        }
    }
}

fn set_rows<T: Json>(doc: &mut Doc, key: &str, rows: &[T]) {
    match rows.is_empty() {
        true => drop(doc.record.remove(key)),
        false => doc.set(key, rows.iter().map(T::write).collect::<Vec<_>>()),
    }
}

/// What a person set a receipt against.
pub fn allocations_of(doc: &Doc) -> Result<Vec<ReceiptAllocation>, Halt> {
    rows_of(doc, "allocations")
}

/// What a cheque was to pay once it clears: a plan for each time that it was taken in, by the line of that voucher.
pub fn planned_of(doc: &Doc) -> Result<Vec<ReceiptSettlement>, Halt> {
    rows_of(doc, "planned")
}

/// What a cheque in hand is to pay as things stand.
pub fn planned_now(doc: &Doc) -> Result<Vec<ReceiptAllocation>, Halt> {
    let last = cheque::taken_in_at(doc)?;
    let planned = planned_of(doc)?.into_iter().filter(|row| Some(row.line) == last);
    Ok(planned.map(|row| row.allocation()).collect())
}

/// What a receipt paid.
pub fn settled_of(doc: &Doc) -> Result<Vec<ReceiptSettlement>, Halt> {
    rows_of(doc, "settled")
}

pub fn events_of(doc: &Doc) -> Result<Vec<ReceiptEvent>, Halt> {
    rows_of(doc, "events")
}

fn mode(doc: &Doc) -> &str {
    doc.text("mode").unwrap_or_default()
}

/// Whether the money comes by a cheque.
pub fn is_cheque(doc: &Doc) -> bool {
    CHEQUES.contains(&mode(doc))
}

/// Whether a cheque was taken in and is no money yet.
pub fn in_hand(doc: &Doc) -> bool {
    [RECEIVED, DEPOSITED, REDEPOSITED].contains(&doc.status.as_str())
}

/// Whether the amount of a receipt is on the customer's account, less what it paid.
pub fn has_arrived(doc: &Doc) -> bool {
    ARRIVED.contains(&doc.status.as_str())
}

/// Whether money came with it, and was not merely moved or given up.
pub fn is_money(doc: &Doc) -> bool {
    mode(doc) != "adjustment"
}

/// Whether it sets money against invoices that is on account already.
pub fn moves_account(doc: &Doc) -> bool {
    mode(doc) == "adjustment" && doc.text("adjusted") == Some("on_account")
}

fn customer_of(doc: &Doc) -> String {
    doc.text("customer").unwrap_or_default().to_owned()
}

fn amount_of(doc: &Doc) -> i64 {
    doc.int("amount_paise").unwrap_or(0)
}

fn day_in(doc: &Doc, key: &str) -> Option<Day> {
    doc.text(key).and_then(Day::parse)
}

/// The day that the receipt was written for.
fn day(doc: &Doc) -> Day {
    day_in(doc, "date").unwrap_or_default()
}

/// The day on which its money came: of a cheque when it cleared.
pub fn arrived_on(doc: &Doc) -> Day {
    day_in(doc, "cleared_on").unwrap_or(day(doc))
}

/// Refuses a date in a locked period or in the future, however far back it lies.
pub fn check_open_period(case: &Look, branch: &str, day: Day, path: &str) -> Result<(), Halt> {
    match org::check_posting_day(case, RECEIPT.key, branch, day, path) {
        Err(Halt::Refused(refused)) => {
            let rest = refused.issues.into_iter().filter(|issue| issue.code != Code::Backdate);
            done(rest.collect())
        }
        other => other,
    }
}
