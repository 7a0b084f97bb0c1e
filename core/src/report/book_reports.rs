//! The reports over the books: vouchers for Tally, the day book, the trial balance, the ledgers and the numbers given.

use super::ask::Period;
use super::lists::{DAY_BOOK, LEDGER_LINES};
use super::register::{BASE, CUBE, Cube, Report, ReportKind};
use super::{numbers, statement, tally};

/// What the trial balance and the ledgers offer to filter by.
const BOOK_FILTERS: &[&str] = &["book_account", "party", "branch", "paper_kind"];

pub(super) const TALLY_REPORT: Report = Report {
    key: "tally_report",
    route: "/tallyReport",
    filters: &["branch", "voucher_kind", "paper_kind", "tally_state"],
    reads: &[
        "entry",
        "bill",
        "paid",
        "item",
        "move",
        "company",
        "tally_ledger",
        "tally_export",
        "tally_error",
    ],
    kind: ReportKind::Made(tally::table),
    ..BASE
};

pub(super) const TRANSACTION_REPORT: Report = Report {
    key: "transaction_report",
    route: "/transactionReport",
    filters: DAY_FILTERS,
    reads: &["paper", "said", "step"],
    kind: ReportKind::List(&DAY_BOOK),
    beside: &[
        ("Counts by type and person", "day_book_counts", ""),
        ("Counts by day", "day_book_counts", "rows=day|paper_kind"),
        ("Register of numbers", "number_register", ""),
    ],
    ..BASE
};

/// What the day book and its counts are filtered by.
const DAY_FILTERS: &[&str] =
    &["paper_kind", "by", "after", "customer", "supplier", "yard", "branch", "imported"];

pub(super) const DAY_BOOK_COUNTS: Report = Report {
    key: "day_book_counts",
    route: "/dayBookCounts",
    filters: DAY_FILTERS,
    reads: &["step"],
    kind: ReportKind::Cube(Cube {
        rows: &["paper_kind", "by"],
        measures: &["steps", "stepped", "step_pcs", "step_mt", "step_amount"],
        chart: "steps",
        ..CUBE
    }),
    beside: &[
        ("Day by day", "day_book_counts", "rows=day|paper_kind"),
        ("What each became", "day_book_counts", "rows=paper_kind|after"),
        ("Day book", "transaction_report", ""),
    ],
    ..BASE
};

pub(super) const TRIAL_BALANCE: Report = Report {
    key: "trial_balance",
    route: "/trialBalance",
    period: Period::Year,
    filters: BOOK_FILTERS,
    reads: &["entry"],
    kind: ReportKind::Cube(Cube {
        rows: &["book_class", "book_account"],
        measures: &["book_opening", "book_debit", "book_credit", "book_closing"],
        ..CUBE
    }),
    beside: &[
        ("Party by party", "trial_balance", "rows=book_account|party"),
        ("Ledger", "ledger", ""),
    ],
    ..BASE
};

pub(super) const LEDGER: Report = Report {
    key: "ledger",
    route: "/ledger",
    period: Period::Month,
    filters: BOOK_FILTERS,
    reads: &["entry"],
    kind: ReportKind::List(&LEDGER_LINES),
    beside: &[("Trial balance", "trial_balance", "")],
    ..BASE
};

pub(super) const NUMBER_REGISTER: Report = Report {
    key: "number_register",
    route: "/numberRegister",
    period: Period::Year,
    filters: &["paper_kind", "branch"],
    reads: &["paper"],
    kind: ReportKind::Made(numbers::register),
    beside: &[("Day book", "transaction_report", "")],
    ..BASE
};

/// What statements are filtered by, and the frames that they read.
const STATEMENT_FILTERS: &[&str] = &["party", "branch"];
const STATEMENT_READS: &[&str] = &["brought", "entry", "bill", "instalment"];

pub(super) const CUSTOMER_STATEMENT: Report = Report {
    key: "customer_statement",
    route: "/customerStatement",
    period: Period::Year,
    filters: STATEMENT_FILTERS,
    reads: STATEMENT_READS,
    kind: ReportKind::Made(statement::of_customers),
    beside: &[("Ledger", "ledger", "")],
    ..BASE
};

pub(super) const SUPPLIER_STATEMENT: Report = Report {
    key: "supplier_statement",
    route: "/supplierStatement",
    kind: ReportKind::Made(statement::of_suppliers),
    ..CUSTOMER_STATEMENT
};

pub(super) const TRANSPORTER_STATEMENT: Report = Report {
    key: "transporter_statement",
    route: "/transporterStatement",
    kind: ReportKind::Made(statement::of_transporters),
    ..CUSTOMER_STATEMENT
};
