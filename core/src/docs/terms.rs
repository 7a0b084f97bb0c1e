//! Payment terms: when a customer pays, and whether their orders need the credit stages.

use serde_json::Value;

use super::formats::{CODE, percent_shown};
use super::{ADMIN_KEEPS, MASTER};
use crate::declare::case::Look;
use crate::declare::grant::{Grant, Reach, Role, Verb};
use crate::error::{Code, Halt, Issue};
use crate::kept::doc::Record;
use crate::said;
use crate::schema::*;
use crate::value::{Day, part};

const TERM_KINDS: &[Choice] = &[
    ("advance", "Advance"),
    ("cod", "Cash on delivery"),
    ("credit", "Credit"),
    ("lc", "Letter of credit"),
    ("pdc", "Post-dated cheque"),
];

const TERM_BASES: &[Choice] =
    &[("invoice", "Invoice date"), ("eom", "End of month"), ("delivery", "Delivery")];

const INSTALMENTS: &[Field] =
    &[percent("part_bp", "Part").required(), days("days", "After", 180).required()];

const ACCOUNTS_KEEP: &[Grant] = &[
    ADMIN_KEEPS[0],
    ADMIN_KEEPS[1],
    Grant { roles: &[Role::Acc], verbs: &[Verb::Add, Verb::Edit], reach: Reach::All },
];

pub static PAYMENT_TERM: DocType = DocType {
    key: "payment_term",
    label: "Payment terms",
    plural: "Payment terms",
    fields: &[
        code("code", "Code", &CODE).required().unique().immutable().listed().searched(),
        called("name", "Name", 100).required().unique().listed().searched(),
        choice("kind", "Kind", TERM_KINDS).required().listed(),
        days("days", "Days", 180).required().listed().default("0"),
        choice("basis", "Counted from", TERM_BASES)
            .default("\"invoice\"")
            .help("Delivery counts from the invoice date until deliveries are recorded"),
        percent("advance_bp", "Advance").listed(),
        yes_no("needs_credit_check", "Credit approval")
            .listed()
            .default("true")
            .help("If not ticked, an order needs no credit stages"),
        rows("instalments", "Instalments", INSTALMENTS, 12).help(
            "Parts of the invoice, each due so many days after; in the place of the days above",
        ),
        percent("interest_bp", "Interest a year after the due date").between(0, 3_600),
        percent("discount_bp", "Cash discount").between(0, 5_000),
        days("discount_days", "Cash discount within", 180),
    ],
    sorts: &["name", "code"],
    grants: ACCOUNTS_KEEP,
    check: Some(term_check),
    ..MASTER
};

fn term_check(record: &Record, issues: &mut Vec<Issue>) {
    let int = |key: &str| record.get(key).and_then(Value::as_i64);
    let flag = |key: &str| record.get(key).and_then(Value::as_bool);
    let advance = record.get("kind").and_then(Value::as_str) == Some("advance");
    if advance && int("advance_bp").unwrap_or(0) == 0 {
        let message = "Advance is required for terms of this kind";
        issues.push(Issue::new("advance_bp", Code::Required, message));
    }
    if int("advance_bp") == Some(10_000) && flag("needs_credit_check") == Some(true) {
        let message = "Full payment in advance needs no credit approval";
        issues.push(Issue::new("needs_credit_check", Code::Input, message));
    }
    if int("discount_bp").is_some_and(|bp| bp > 0) && int("discount_days").is_none() {
        let message = "Enter the number of days for the cash discount";
        issues.push(Issue::new("discount_days", Code::Required, message));
    }
    let parts = record.get("instalments").and_then(Value::as_array).and_then(|rows| rows.last());
    let last = parts.and_then(|row| row.get("days")?.as_i64()).or(int("days"));
    if int("discount_days").zip(last).is_some_and(|(within, days)| within > days) {
        let message = "The cash discount ends before the amount is due";
        issues.push(Issue::new("discount_days", Code::Input, message));
    }
    let Some(rows) = record.get("instalments").and_then(Value::as_array) else { return };
    let after: Vec<i64> = rows.iter().filter_map(|row| row.get("days")?.as_i64()).collect();
    if let Some(at) = (1..after.len()).find(|at| after[*at] <= after[at - 1]) {
        let path = format!("instalments.{at}.days");
        let message = "Each instalment is due after the one before it";
        issues.push(Issue::new(path, Code::Input, message));
    }
    let parts = rows.iter().filter_map(|row| row.get("part_bp").and_then(Value::as_i64));
    if parts.sum::<i64>() != 10_000 {
        let message = said!("Instalments must add up to {whole}", whole = percent_shown(10_000));
        issues.push(Issue::new("instalments", Code::Input, message));
    }
}

/// What terms come to for a debt of a day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgreedTerms {
    /// The day by which all of it must be paid.
    pub due: Day,
    /// Its instalments, which come to the debt; none where it is due at once.
    pub parts: Vec<(Day, i64)>,
    /// Interest a year on what is paid later, in hundredths of a percent.
    pub interest_bp: Option<i64>,
    /// The cash discount, in hundredths of a percent, and the last day of it.
    pub discount: Option<(i64, Day)>,
}

/// What these terms come to for an amount that is owed from a day on; all due on that day without terms. An
/// instalment is its part rounded to the paisa; the last one takes what is left.
pub fn agreed(
    case: &Look,
    term: Option<&str>,
    from: Day,
    amount_paise: i64,
) -> Result<AgreedTerms, Halt> {
    let Some(id) = term else { return Ok(AgreedTerms { due: from, ..AgreedTerms::default() }) };
    let term = case.doc(&PAYMENT_TERM, id)?;
    let base = match term.text("basis") {
        Some("eom") => end_of_month(from),
        _ => from,
    };
    let after = |days: i64| base.plus(i32::try_from(days).unwrap_or(0));
    let some = |key: &str| term.int(key).filter(|bp| *bp > 0);
    let mut agreed = AgreedTerms {
        due: after(term.int("days").unwrap_or(0)),
        parts: Vec::new(),
        interest_bp: some("interest_bp"),
        discount: some("discount_bp").zip(term.int("discount_days")).map(|(bp, days)| {
            let days = i32::try_from(days).unwrap_or(0);
            (bp, from.plus(days))
        }),
    };
    let rows = term.get("instalments").and_then(Value::as_array).map(Vec::as_slice);
    let (mut left, rows) = (amount_paise, rows.unwrap_or_default());
    for (at, row) in rows.iter().enumerate() {
        let int = |key: &str| row.get(key).and_then(Value::as_i64).unwrap_or(0);
        let paise = match at + 1 == rows.len() {
            true => left,
            false => part(amount_paise, int("part_bp"), 10_000).min(left),
        };
        left -= paise;
        agreed.due = after(int("days"));
        agreed.parts.push((agreed.due, paise));
    }
    Ok(agreed)
}

/// The day by which what is owed from a day on must be paid by these terms; that day without terms.
pub fn due_day(case: &Look, term: Option<&str>, from: Day) -> Result<Day, Halt> {
    Ok(agreed(case, term, from, 0)?.due)
}

fn end_of_month(day: Day) -> Day {
    let (year, month, _) = day.civil();
    let (year, month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    Day::from_civil(year, month, 1).map_or(day, |next| next.plus(-1))
}
