//! The company and its branches, the numbers of their documents, and locked periods.

use std::sync::Arc;

use serde_json::Value;

use super::formats::{
    ACCOUNT, CIN, EMAIL, GSTIN, IFSC, MOBILE, PAN, PIN, PREFIX, SERIES_PREFIX, TAN,
};
use super::people::EMPLOYEE;
use super::places::{self, STATE};
use super::time_rules::{self, Of};
use super::{ADMIN_KEEPS, MASTER, SINGLE, series, settings};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::error::{Code, Halt, Issue, done};
use crate::gst::e_invoice::Reporter;
use crate::identify;
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};
use crate::said;
use crate::said::Said;
use crate::schema::*;
use crate::value::Day;
use crate::write::index;

/// More branches than a company has.
const BRANCHES: usize = 1_000;

/// A bank account of the company, as its invoices show the first.
pub const BANK_ACCOUNTS: &[Field] = &[
    text("bank", "Bank", 100).required(),
    text("branch", "Branch", 100),
    code("ifsc", "IFSC", &IFSC).required(),
    code("account", "Account number", &ACCOUNT).required(),
];

const TCS_RULES: &[Field] = &[
    text("section", "Section", 40).required(),
    percent("rate_bp", "Rate").required(),
    date("from", "From").required(),
];

pub static COMPANY: DocType = DocType {
    key: "company",
    label: "Company",
    plural: "Company",
    title: "name",
    fields: &[
        called("name", "Legal name", 100).required().listed().searched(),
        text("trade_name", "Trade name", 100).listed(),
        code("pan", "PAN", &PAN).required().listed(),
        code("tan", "TAN", &TAN),
        code("cin", "CIN", &CIN),
        note("address", "Registered address", 300),
        code("mobile", "Mobile", &MOBILE),
        code("email", "E-mail", &EMAIL),
        paise("aato_paise", "Turnover of the last financial year")
            .between(0, 9_999_999_999_999)
            .required()
            .guarded(Guarded::Cost)
            .help("Decides the number of HSN digits and whether invoices are e-invoices"),
        date("e_invoice_from", "E-invoices from").help(
            "Leave blank to go by the turnover; set it where a year before the last one counts",
        ),
        yes_no("has_lut", "Letter of undertaking"),
        rows("bank_accounts", "Bank accounts", BANK_ACCOUNTS, 10),
        file("logo", "Logo"),
        note("invoice_terms", "Terms on the invoice", 2000),
        note("receipt_terms", "Terms on the receipt", 2000),
        rows("tcs_rules", "TCS rules", TCS_RULES, 20),
    ],
    flow: &SINGLE,
    single: true,
    on_save: deciding(|case, _, doc| e_invoice_rules(case, doc)),
    ..MASTER
};

/// E-invoices begin no later than the financial year that follows such a turnover.
fn e_invoice_rules(case: &mut Case, doc: &mut Doc) -> Result<(), Halt> {
    let turnover_paise = doc.int("aato_paise").unwrap_or(0);
    let lowered_paise = settings::value(case, "e_invoice_aato_paise")?.as_i64();
    let reporter = Reporter { turnover_paise, lowered_paise, since: None };
    let (Some(latest), Some(since)) =
        (reporter.latest_start(case.today()), doc.text("e_invoice_from").and_then(Day::parse))
    else {
        return Ok(());
    };
    let message = said!("At this turnover e-invoices begin by {latest}", latest = latest.shown());
    let late = since > latest;
    done(late.then(|| Issue::new("e_invoice_from", Code::Input, message)).into_iter().collect())
}

/// The company's turnover of the last financial year, paise; 0 where there is no company yet.
pub fn turnover(case: &Look) -> Result<i64, Halt> {
    Ok(case.single(&COMPANY)?.and_then(|doc| doc.int("aato_paise")).unwrap_or(0))
}

/// The company's name.
pub fn name(case: &Look) -> Result<String, Halt> {
    let company = case.find(COMPANY.key, COMPANY.key)?;
    Ok(company.map(|company| company.title(&COMPANY)).unwrap_or_default())
}

/// What a branch is to sell a month; each counts until the next begins.
const TARGETS: &[Field] = &[
    date("from", "From month").required().help("The first of a month"),
    grams("monthly_g", "Target a month")
        .between(0, 999_999_999_999)
        .required()
        .help("0 ends the target before it"),
];

pub static BRANCH: DocType = DocType {
    key: "branch",
    label: "Branch",
    plural: "Branches",
    fields: &[
        code("code", "Code", &PREFIX).required().unique().immutable().listed().searched(),
        called("name", "Name", 100).required().unique().listed().searched(),
        code("gstin", "GSTIN", &GSTIN).required().listed(),
        note("address", "Address", 300).required(),
        link("state", "State", &STATE).required().listed(),
        code("pin", "PIN code", &PIN),
        link("manager", "Branch manager", &EMPLOYEE).listed(),
        code("series_prefix", "Series prefix", &SERIES_PREFIX)
            .required()
            .unique()
            .immutable()
            .listed()
            .help("Part of the document numbers of the branch"),
        code("mobile", "Mobile", &MOBILE),
        rows("targets", "Monthly sales targets", TARGETS, 120),
    ],
    sorts: &["name", "code"],
    filters: &["state"],
    check: Some(target_check),
    cuts: Some(ScopeKind::Branch),
    on_save: deciding(|case, before, doc| {
        place_rules(case, doc)?;
        pan_rules(case, before, doc)?;
        before.map_or_else(|| series::prefix_rules(case, doc), |_| Ok(()))
    }),
    after: &[&COMPANY],
    ..MASTER
};

/// A target begins with a month, and no two with the same.
fn target_check(record: &Record, issues: &mut Vec<Issue>) {
    let rows = record.get("targets").and_then(Value::as_array).map(Vec::as_slice);
    let from = |row: &Value| row.get("from").and_then(Value::as_str).and_then(Day::parse);
    let days: Vec<Option<Day>> = rows.unwrap_or_default().iter().map(from).collect();
    for (at, day) in days.iter().enumerate().filter_map(|(at, day)| Some((at, (*day)?))) {
        let message = if day.civil().2 != 1 {
            "A target begins on the first of a month"
        } else if days[..at].contains(&Some(day)) {
            "Another target begins in this month"
        } else {
            continue;
        };
        issues.push(Issue::new(format!("targets.{at}.from"), Code::Input, message));
    }
}

/// A branch's registration is of the company's PAN. One that was saved before stays as it is.
fn pan_rules(case: &Look, before: Option<&Doc>, branch: &Doc) -> Result<(), Halt> {
    let gstin = branch.text("gstin").unwrap_or_default();
    if before.is_some_and(|before| before.text("gstin") == Some(gstin)) {
        return Ok(());
    }
    let Some(company) = case.single(&COMPANY)? else { return Ok(()) };
    let wrong = company.text("pan").and_then(|pan| identify::gstin_matches_pan(gstin, pan).err());
    done(wrong.map(|message| Issue::new("gstin", Code::Input, message)).into_iter().collect())
}

/// The id of the branch with this code.
pub fn branch_id(read: &dyn Read, code: &str) -> Result<Option<String>, Halt> {
    let key = keys::unique(BRANCH.key, "code", &index::unique_text(&code.into()));
    read.get(&key)?.map(|id| parse(&key, &id)).transpose()
}

/// The name of the branch that a yard belongs to.
pub fn branch_of_yard(case: &Look, yard: &str) -> Result<Option<String>, Halt> {
    let yard = case.find(places::YARD.key, yard)?;
    let branch = yard.as_ref().and_then(|yard| yard.text("branch"));
    let branch = branch.map(|id| case.find(BRANCH.key, id)).transpose()?.flatten();
    Ok(branch.map(|branch| branch.title(&BRANCH)))
}

/// A place's PIN code and GSTIN must belong to its state.
pub fn place_rules(case: &mut Case, doc: &mut Doc) -> Result<(), Halt> {
    let code = places::gst_code(case, doc.text("state"))?;
    let pin = doc.text("pin").map(|pin| ("pin", pin));
    let gstin = doc.text("gstin").map(|gstin| ("gstin", gstin));
    done(places::state_issues(&code, pin, gstin))
}

/// How the books are kept is shown to those who keep and audit them.
pub const BOOKS_VIEW: &[Grant] = &[
    Grant {
        roles: &[Role::Admin, Role::Bm, Role::Credit, Role::Acc, Role::Audit],
        verbs: &[Verb::View],
        reach: Reach::All,
    },
    ADMIN_KEEPS[1],
];

pub static PERIOD_LOCK: DocType = DocType {
    key: "period_lock",
    label: "Period lock",
    plural: "Period locks",
    title: "branch",
    fields: &[
        link("branch", "Branch", &BRANCH).required().unique().immutable().listed(),
        date("soft_to", "Accounts only up to").listed(),
        date("locked_to", "Locked up to").listed(),
    ],
    sorts: &["locked_to"],
    filters: &["branch"],
    grants: BOOKS_VIEW,
    check: Some(lock_check),
    ..MASTER
};

fn lock_check(record: &Record, issues: &mut Vec<Issue>) {
    let day = |key: &str| record.get(key).and_then(|value| value.as_str()).and_then(Day::parse);
    if let (Some(soft), Some(hard)) = (day("soft_to"), day("locked_to"))
        && soft < hard
    {
        let message = "Accounts only up to must not be before Locked up to";
        issues.push(Issue::new("soft_to", Code::Input, message));
    }
}

/// Refuses a posting date in a locked period of the branch, in the future, or too far back.
///
/// The whole rule for the date of anything that is posted; `path` is the field that holds it.
pub fn check_posting_day(
    case: &Look,
    doc_type: &str,
    branch: &str,
    day: Day,
    path: &str,
) -> Result<(), Halt> {
    check_open_day(case, branch, day, path)?;
    let mut issues = Vec::new();
    let back = case.today().days_since(day);
    let of = Of { branch: Some(branch), doc_type: Some(doc_type), ..Of::default() };
    let most = time_rules::back_date_days(case, &of)?;
    if back < 0 {
        issues.push(Issue::new(path, Code::Input, "Date is in the future"));
    } else if back > most && !case.actor.has(Role::Sys) {
        let message = said!("You may back-date at most {most} days", most);
        issues.push(Issue::new(path, Code::Backdate, message));
    }
    done(issues)
}

/// Refuses a date in a locked period. How far back a date may lie is judged when it is submitted; a
/// lock holds at once.
pub fn check_open_day(case: &Look, branch: &str, day: Day, path: &str) -> Result<(), Halt> {
    let Some(to) = locked_to(case, branch)?.filter(|to| day <= *to) else { return Ok(()) };
    done(vec![Issue::new(path, Code::PeriodLocked, locked_message(to))])
}

/// Refuses an opening date in a period that is locked in any branch, or in the future: an opening bill is of no
/// branch, and may lie as far back as the books begin.
pub fn check_opening_day(case: &Look, day: Day, path: &str) -> Result<(), Halt> {
    refuse_future(case, day, path)?;
    let branches = Range::prefix(&keys::key(&["doc", BRANCH.key]));
    for key in case.keys(&branches, BRANCHES)? {
        check_open_day(case, keys::parts(&key).last().copied().unwrap_or_default(), day, path)?;
    }
    Ok(())
}

/// Refuses a day of opening stock that is locked in its branch, or in the future.
pub fn check_opening_stock_day(
    case: &Look,
    branch: &str,
    day: Day,
    path: &str,
) -> Result<(), Halt> {
    refuse_future(case, day, path)?;
    check_open_day(case, branch, day, path)
}

fn refuse_future(case: &Look, day: Day, path: &str) -> Result<(), Halt> {
    let ahead = day > case.today();
    done(
        ahead.then(|| Issue::new(path, Code::Input, "Date is in the future")).into_iter().collect(),
    )
}

/// The next number of a statutory series of a branch, for the year of a day: never before the last one's day.
pub fn dated_number(
    case: &mut Case,
    def: &DocType,
    branch: &str,
    day: Day,
) -> Result<String, Halt> {
    let prefix = case.doc(&BRANCH, branch)?.text("series_prefix").unwrap_or_default().to_owned();
    let last = keys::key(&["last", def.key, &prefix, &day.fy().to_string()]);
    if let Some(last) = case.value::<Day>(&last)?.filter(|last| *last > day) {
        let (kind, last) = (def.label.to_lowercase(), last.shown());
        let message = said!("The last {kind} of the series is of {last}", kind, last);
        return Err(Halt::issues(vec![Issue::new("date", Code::Input, message)]));
    }
    case.put(last, &day)?;
    let number = next_number(case, def, branch, day)?;
    identify::docno(&number).map_err(|message| Halt::refuse(Code::Input, message))
}

/// The next number of a type's series for a branch and the year of a day.
pub fn next_number(case: &mut Case, def: &DocType, branch: &str, day: Day) -> Result<String, Halt> {
    let prefix = case.doc(&BRANCH, branch)?.text("series_prefix").unwrap_or("").to_owned();
    let series = def.series.ok_or_else(|| Halt::Fault(format!("{} has no series", def.key)))?;
    case.number(def, &series, &prefix, day)
}

/// What is said of a day that is locked, with the last locked one.
pub fn locked_message(to: Day) -> Said {
    said!("Date falls in a locked period (up to {to})", to = to.shown())
}

/// The last day that nobody may post into.
pub fn hard_lock(case: &Look, branch: &str) -> Result<Option<Day>, Halt> {
    Ok(lock_of(case, branch)?.and_then(|lock| lock.text("locked_to").and_then(Day::parse)))
}

/// The active period lock of a branch.
fn lock_of(case: &Look, branch: &str) -> Result<Option<Arc<Doc>>, Halt> {
    let value = index::unique_text(&branch.into());
    let Some(id) = case.value::<String>(&keys::unique("period_lock", "branch", &value))? else {
        return Ok(None);
    };
    Ok(case.find("period_lock", &id)?.filter(|lock| lock.is_active()))
}

/// The last day that this person may not post into; the softly locked days are open to accounts.
fn locked_to(case: &Look, branch: &str) -> Result<Option<Day>, Halt> {
    let Some(lock) = lock_of(case, branch)? else { return Ok(None) };
    let day = |key: &str| lock.text(key).and_then(Day::parse);
    let accounts = [Role::Acc, Role::Admin, Role::Sys].into_iter().any(|r| case.actor.has(r));
    Ok(if accounts { day("locked_to") } else { day("soft_to").max(day("locked_to")) })
}
