//! The series that documents are numbered by: their form, where they begin, and when they end.

use serde::{Deserialize, Serialize};

use super::MASTER;
use super::formats::{FY, SERIES_PREFIX};
use super::org::{self, BOOKS_VIEW, BRANCH};
use crate::declare::case::{Case, Look, SeriesForm};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::said;
use crate::said::Said;
use crate::schema::*;
use crate::value::{Day, Fy};
use crate::write::index;

/// Types that take their numbers from a series of a branch and year.
pub const NUMBERED: &[Choice] = &[
    ("order", "Order"),
    ("invoice", "Invoice"),
    ("credit_note", "Credit note"),
    ("debit_note", "Debit note"),
    ("receipt", "Receipt"),
    ("purchase_order", "Purchase order"),
    ("inward", "Stock inward"),
    ("supplier_bill", "Supplier bill"),
    ("supplier_note", "Supplier debit note"),
    ("supplier_payment", "Payment"),
    ("additional_inward", "Additional inward"),
    ("batch_closing", "Batch closing"),
    ("dump_stock", "Dump of stock"),
    ("sales_return", "Sales return"),
    ("transfer", "Transfer"),
    ("work_order", "Work order"),
    ("trip", "Trip"),
    ("credit_limit_request", "Credit limit request"),
    ("reversal", "Order reversal"),
];

pub static NUMBER_SERIES: DocType = DocType {
    key: "number_series",
    label: "Number series",
    plural: "Number series",
    title: "pattern",
    fields: &[
        choice("doc_type", "Document", NUMBERED).required().immutable().listed(),
        link("branch", "Branch", &BRANCH).required().immutable().listed(),
        code("fy", "Financial year", &FY).required().immutable().listed(),
        code("prefix", "Prefix of its own", &SERIES_PREFIX)
            .help("Leave blank for the prefix of the branch"),
        int("width", "Digits", 3, 8).required().listed(),
        int("next", "Next number at least", 1, 99_999_999).listed().default("1"),
        text("pattern", "Pattern", 40).computed().listed().searched(),
    ],
    unique_together: &[
        ("series", &["doc_type", "branch", "fy"]),
        ("prefix", &["doc_type", "fy", "prefix"]),
    ],
    sorts: &["pattern"],
    filters: &["branch", "doc_type"],
    grants: BOOKS_VIEW,
    on_save: deciding(series_rules),
    warn: warning(ended),
    after: &[&BRANCH],
    ..MASTER
};

/// A statutory number has at most so many characters (CGST Rules 2017, rule 46(b)).
pub const STATUTORY: usize = 16;

/// A series of its own for a type's numbers in a branch and year: what it changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnSeries {
    pub width: usize,
    /// The first number; 0 where an older program kept none.
    #[serde(default)]
    pub start: i64,
    /// Its prefix where it is not the branch's.
    #[serde(default)]
    pub prefix: Option<String>,
    /// The document that says so; empty where an older program kept none.
    #[serde(default)]
    pub id: String,
    /// The prefixes that it used up before this one, each with the first number.
    #[serde(default)]
    pub before: Vec<(String, i64)>,
}

/// How a series ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeriesEnd {
    /// Its last number was given.
    Exhausted,
    /// Its financial year is locked up to this day.
    Locked(Day),
    /// Somebody took it out of use.
    Closed,
}

fn series_key(doc_type: &str, prefix: &str, fy: &str) -> String {
    keys::key(&["series", doc_type, prefix, fy])
}

/// The series that a branch and year set up for themselves, if they did; `prefix` is the branch's.
fn own_series(
    case: &Look,
    doc_type: &str,
    prefix: &str,
    fy: &str,
) -> Result<Option<OwnSeries>, Halt> {
    case.value(&series_key(doc_type, prefix, fy))
}

/// The form of a branch's series of a year, where it set up one of its own; `prefix` is the branch's.
///
/// Errors: `PeriodLocked` once the year is locked, `Rule` where the series was taken out of use.
pub fn form(
    look: &Look,
    doc_type: &str,
    prefix: &str,
    fy: &str,
) -> Result<Option<SeriesForm>, Halt> {
    let own = own_series(look, doc_type, prefix, fy)?;
    let branch = index::unique_text(&prefix.into());
    let branch: Option<String> = look.value(&keys::unique(BRANCH.key, "series_prefix", &branch))?;
    let (path, id) = ("date", own.as_ref().map_or("", |own| own.id.as_str()));
    match closed(look, id, branch.as_deref().unwrap_or_default(), fy)? {
        Some(SeriesEnd::Locked(to)) => {
            Err(Halt::issues(vec![Issue::new(path, Code::PeriodLocked, org::locked_message(to))]))
        }
        Some(_) => {
            let head = own.and_then(|own| own.prefix).unwrap_or_else(|| prefix.to_owned());
            let message = said!(
                "The series {head}/{fy} is closed. Make it active again under Number series",
                head,
                fy
            );
            Err(Halt::issues(vec![Issue::new(path, Code::Rule, message)]))
        }
        None => Ok(own.map(|own| SeriesForm { width: own.width, prefix: own.prefix })),
    }
}

/// Whether a year's series gives no more numbers, for another reason than that it is used up.
fn closed(look: &Look, id: &str, branch: &str, fy: &str) -> Result<Option<SeriesEnd>, Halt> {
    let doc = if id.is_empty() { None } else { look.find(NUMBER_SERIES.key, id)? };
    if doc.is_some_and(|doc| !doc.is_active()) {
        return Ok(Some(SeriesEnd::Closed));
    }
    let Some(year) = Fy::parse(fy) else { return Ok(None) };
    let locked = org::hard_lock(look, branch)?.filter(|to| *to >= year.last_day());
    Ok(locked.map(SeriesEnd::Locked))
}

/// How a series that a branch set up for a year has ended; none while it gives numbers.
///
/// Errors: only what the reader cannot answer.
pub fn end(look: &Look, doc: &Doc) -> Result<Option<SeriesEnd>, Halt> {
    let text = |key: &str| doc.text(key).unwrap_or_default();
    if let Some(end) = closed(look, &doc.id, text("branch"), text("fy"))? {
        return Ok(Some(end));
    }
    let branch = look.find(BRANCH.key, text("branch"))?;
    let prefix = branch.as_ref().and_then(|branch| branch.text("series_prefix"));
    let prefix = doc.text("prefix").or(prefix).unwrap_or_default();
    let next: i64 = look.value(&keys::next(text("doc_type"), prefix, text("fy")))?.unwrap_or(1);
    let width = usize::try_from(doc.int("width").unwrap_or(6)).unwrap_or(6);
    Ok((next > SeriesForm::last(width)).then_some(SeriesEnd::Exhausted))
}

/// What a person reads of a series that has ended, and what to do about it.
fn ended(look: &Look, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    let message = match end(look, doc)? {
        None => return Ok(Vec::new()),
        Some(SeriesEnd::Exhausted) => {
            "Exhausted: its last number was given. Give it more digits, or a prefix of its own"
                .into()
        }
        Some(SeriesEnd::Locked(to)) => {
            said!("Closed: the year is locked up to {to}", to = to.shown())
        }
        Some(SeriesEnd::Closed) => "Closed: it gives no numbers until it is active again".into(),
    };
    Ok(vec![Issue::new("pattern", Code::Rule, message)])
}

/// The branch's own prefix, once no other branch's series numbers documents by it.
///
/// Errors: `Duplicate` under `series_prefix`.
pub fn prefix_rules(look: &Look, branch: &Doc) -> Result<(), Halt> {
    let Some(prefix) = branch.text("series_prefix") else { return Ok(()) };
    let range = Range::prefix(&keys::key(&["doc", NUMBER_SERIES.key]));
    for (key, bytes) in look.scan(&range, usize::MAX)? {
        let series: Doc = parse(&key, &bytes)?;
        if series.text("prefix") == Some(prefix) && series.text("branch") != Some(&branch.id) {
            let pattern = series.text("pattern").unwrap_or_default();
            let message = said!("{prefix} is the prefix of the series {pattern}", prefix, pattern);
            return done(vec![Issue::new("series_prefix", Code::Duplicate, message)]);
        }
    }
    Ok(())
}

fn series_rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let read = |key: &str| doc.text(key).unwrap_or_default().to_owned();
    let (doc_type, branch, fy) = (read("doc_type"), read("branch"), read("fy"));
    let of_branch = case.doc(&BRANCH, &branch)?.text("series_prefix").unwrap_or("").to_owned();
    let prefix = doc.text("prefix").unwrap_or(&of_branch).to_owned();
    let width = usize::try_from(doc.int("width").unwrap_or(6)).unwrap_or(6);
    let series = super::find(&doc_type).and_then(|def| def.series);
    let (word, suffix) = series.map_or(("", ""), |series| (series.word, series.suffix));
    let digits = "0".repeat(width);
    let pattern = match word {
        "" => format!("{prefix}{suffix}/{fy}/{digits}"),
        word => format!("{word}/{prefix}/{fy}/{digits}"),
    };
    let mut issues = Vec::new();
    if series.is_some_and(|series| series.word.is_empty()) && pattern.len() > STATUTORY {
        let message = said!(
            "This pattern gives {length} characters; GST allows {statutory}",
            length = pattern.len(),
            statutory = STATUTORY
        );
        issues.push(Issue::new("width", Code::Input, message));
    }
    let counter = keys::next(&doc_type, &prefix, &fy);
    let used: i64 = case.value(&counter)?.unwrap_or(1);
    let mut own = own_series(case, &doc_type, &of_branch, &fy)?.unwrap_or_default();
    let old_prefix = own.prefix.clone().unwrap_or_else(|| of_branch.clone());
    let moved = old_prefix != prefix;
    if moved {
        issues.extend(other_prefix(case, doc, (&of_branch, &old_prefix, &prefix), &own, used)?);
    }
    let kept = Some(own.start).filter(|start| !moved && *start > 0);
    let kept = kept.or(before.filter(|_| !moved).and_then(|doc| doc.int("next")));
    let (start, next) = (kept.unwrap_or(1), doc.int("next").unwrap_or(1));
    // No gap may come into a series that has begun (CGST Rules 2017, rule 46(b): consecutive numbers).
    match used > start {
        true if next > used => {
            let message =
                said!("{used} is the next number of this series; none may be left out", used);
            issues.push(Issue::new("next", Code::Rule, message));
        }
        true => {}
        false => case.put(counter, &next)?,
    }
    if used > SeriesForm::last(width).saturating_add(1) {
        let message = said!("{last} was given already; it takes more digits", last = used - 1);
        issues.push(Issue::new("width", Code::Rule, message));
    }
    done(issues)?;
    doc.set("pattern", pattern);
    let begun = |start: i64| start.max(1);
    if moved && case.value::<i64>(&keys::next(&doc_type, &old_prefix, &fy))?.is_some() {
        own.before.push((old_prefix, begun(own.start)));
    }
    own.prefix = doc.text("prefix").map(str::to_owned);
    own.start = if used > start { start } else { next };
    (own.width, own.id) = (width, doc.id.clone());
    case.put(series_key(&doc_type, &of_branch, &fy), &own)
}

/// What speaks against another prefix: the branch's, the one that the series had, and the new one.
fn other_prefix(
    look: &Look,
    doc: &Doc,
    (of_branch, old, new): (&str, &str, &str),
    own: &OwnSeries,
    used: i64,
) -> Result<Option<Issue>, Halt> {
    let text = |key: &str| doc.text(key).unwrap_or_default();
    let issue = |code, message: Said| Ok(Some(Issue::new("prefix", code, message)));
    let holder = index::unique_text(&new.into());
    let holder: Option<String> = look.value(&keys::unique(BRANCH.key, "series_prefix", &holder))?;
    if new != of_branch && holder.is_some() {
        return issue(Code::Duplicate, said!("{new} is the prefix of another branch", new));
    }
    if used > 1 {
        return issue(Code::Rule, said!("{new} numbered documents of this year already", new));
    }
    let next: i64 = look.value(&keys::next(text("doc_type"), old, text("fy")))?.unwrap_or(1);
    let width = super::find(text("doc_type")).and_then(|def| def.series).map(|one| one.width);
    let width = if own.width > 0 { own.width } else { width.unwrap_or(6) };
    if next > own.start.max(1) && next <= SeriesForm::last(width) {
        let message = said!(
            "{old} numbers documents of this year; another prefix follows once it is used up",
            old
        );
        return issue(Code::Rule, message);
    }
    Ok(None)
}
