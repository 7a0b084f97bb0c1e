//! Saved views: questions to reports, and lists as a person set them up.

use serde_json::Value;

use super::MASTER;
use super::mails::{self, Letter};
use super::orders::save::day_start;
use super::people::{EMPLOYEE, PERSON, ROLE_KIND};
use crate::declare::case::Case;
use crate::declare::grant::{Grant, KEEPERS, PEOPLE, Reach, Role, ScopeKind, Verb};
use crate::error::{Code, Halt, Issue};
use crate::flow::{Flow, Step, acting, by, step};
use crate::kept::doc::Doc;
use crate::schema::*;
use crate::value::{Day, Instant};
use crate::write::index;

static KEPT: Flow = Flow {
    statuses: &["Active"],
    rests: &["Active"],
    steps: &[],
    editable: &["Active"],
    deletable: &["Active"],
};

const NAME: Field = called("name", "Name", 60).required().listed().searched();
const SHARED: Field =
    many("roles", "Shared with", &ROLE_KIND).help("Leave blank to keep it private");

/// What is alike in all saved views: whose they are, and with whom they are shared.
const VIEW: DocType = DocType {
    scopes: &[ScopeKind::Owner],
    shared: Some("roles"),
    grants: &[
        Grant { roles: PEOPLE, verbs: &[Verb::View], reach: Reach::Shared },
        Grant { roles: KEEPERS, verbs: &[Verb::Add, Verb::Edit, Verb::Delete], reach: Reach::Own },
    ],
    flow: &KEPT,
    ..MASTER
};

const DAILY: &str = "daily";
const WEEKLY: &str = "weekly";
const MONTHLY: &str = "monthly";

/// How often a report goes out by mail; it tells of the days since it last did.
const EVERY: &[Choice] = &[
    (DAILY, "Every day, of the day before"),
    (WEEKLY, "Every Monday, of the week before"),
    (MONTHLY, "On the first of a month, of the month before"),
];
/// The step that sends a report, and how long after midnight in India it is due.
const MAIL_STEP: &str = "mail";
const MAIL_MS: i64 = 7 * 3_600_000;

pub static REPORT_VIEW: DocType = DocType {
    key: "report_view",
    label: "Saved view",
    plural: "Saved views",
    fields: &[
        NAME,
        text("report", "Report", 60).required().immutable().listed(),
        text("question", "Question", 2_000)
            .help("Dates, filters, rows, columns and figures, as in the address"),
        SHARED,
        choice("mail_every", "Send by mail", EVERY)
            .help("At seven in the morning, as a workbook with what each recipient may see"),
        many("mail_to", "Also to", &PERSON).only("mail_every", &[DAILY, WEEKLY, MONTHLY]),
        instant("next_mail_at", "Next mail").computed(),
    ],
    sorts: &["name", "report"],
    filters: &["report"],
    flow: &MAILED,
    on_save: deciding(planned),
    ..VIEW
};

static MAILED: Flow = Flow {
    steps: &acting([Step {
        from: &["Active"],
        by: &[by(Role::Sys)],
        run: |case, doc, _| mail(case, doc),
        ..step("RV1", MAIL_STEP, "Send by mail")
    }]),
    ..KEPT
};

/// The first day in its rhythm after a day.
fn next_day(every: &str, after: Day) -> Option<Day> {
    let days = (1..=31).map(|days| after.plus(days));
    let due = |day: &Day| match every {
        // The epoch was a Thursday.
        WEEKLY => (day.0 + 3).rem_euclid(7) == 0,
        MONTHLY => day.civil().2 == 1,
        _ => true,
    };
    days.into_iter().find(due)
}

/// Puts the next mail into the sweep's index, in place of the one that was there.
fn plan(case: &mut Case, doc: &mut Doc) -> Result<(), Halt> {
    if let Some(at) = doc.int("next_mail_at") {
        index::clear_due(case, Instant(at), doc, MAIL_STEP);
    }
    doc.record.remove("next_mail_at");
    let every = doc.text("mail_every").unwrap_or_default().to_owned();
    if every.is_empty() {
        return Ok(());
    }
    let Some(day) = next_day(&every, case.today()) else { return Ok(()) };
    let at = Instant(day_start(day).0 + MAIL_MS);
    doc.set("next_mail_at", at.0);
    index::set_due(case, at, doc, MAIL_STEP)
}

/// A view that goes out by mail needs somebody's address.
fn planned(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let was = before.and_then(|before| before.text("mail_every"));
    let every = doc.text("mail_every");
    if every.is_some() && every != was {
        let owner = doc.owner.clone().unwrap_or_default();
        let owner = case.find(EMPLOYEE.key, &owner)?;
        if owner.is_none_or(|owner| owner.text("email").is_none()) {
            let message = "Enter your e-mail address in your profile first";
            return Err(Halt::issues(vec![Issue::new("mail_every", Code::Input, message)]));
        }
    }
    if every == was && before.is_some() {
        return Ok(());
    }
    plan(case, doc)
}

/// Posts a mail to the owner and to each other recipient, of the days since the last one; each is made as its recipient
/// may see it.
fn mail(case: &mut Case, doc: &mut Doc) -> Result<&'static str, Halt> {
    let every = doc.text("mail_every").unwrap_or_default().to_owned();
    let to = case.today().plus(-1);
    let from = match every.as_str() {
        WEEKLY => to.plus(-6),
        MONTHLY => to.plus(1 - to.civil().2 as i32),
        _ => to,
    };
    let text = |key: &str| doc.text(key).unwrap_or_default().to_owned();
    let asked = text("question");
    let kept = asked
        .split('&')
        .filter(|part| !part.is_empty() && !part.starts_with("from=") && !part.starts_with("to="));
    let days = [format!("from={from}"), format!("to={to}")];
    let question: Vec<&str> = kept.chain(days.iter().map(String::as_str)).collect();
    let question = question.join("&");
    let mut people: Vec<String> = doc.owner.clone().into_iter().collect();
    let also = doc.get("mail_to").and_then(Value::as_array).into_iter().flatten();
    for id in also.filter_map(Value::as_str) {
        if !people.iter().any(|one| one == id) {
            people.push(id.to_owned());
        }
    }
    let (name, report) = (text("name"), text("report"));
    let days = if from == to { to.shown() } else { format!("{} to {}", from.shown(), to.shown()) };
    for id in people {
        let Some(person) = case.find(EMPLOYEE.key, &id)?.filter(|one| one.is_active()) else {
            continue;
        };
        let Some(email) = person.text("email").map(str::to_owned) else { continue };
        let called = person.text("name").unwrap_or_default();
        let letter = Letter {
            to: email,
            subject: format!("{name}, {days}"),
            body: format!("{called},\n\n{name} of {days} is attached.\n"),
            owner: Some(id),
            report: Some((report.clone(), question.clone())),
            ..Letter::default()
        };
        mails::post(case, letter)?;
    }
    plan(case, doc)?;
    Ok("")
}

pub static LIST_VIEW: DocType = DocType {
    key: "list_view",
    label: "List view",
    plural: "List views",
    fields: &[
        NAME,
        text("list", "List", 60).required().immutable().listed(),
        text("question", "Question", 2_000)
            .help("Filters, sort, groups and columns with their widths, as in the address"),
        yes_no("opens", "Opens first").help("The list opens with this view"),
        SHARED,
    ],
    sorts: &["name", "list"],
    filters: &["list"],
    on_save: Some(of_a_list),
    ..VIEW
};

/// A view belongs to the list of a type that there is.
fn of_a_list(_: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    match doc.text("list").is_none_or(|list| super::find(list).is_some()) {
        true => Ok(()),
        false => Err(Halt::issues(vec![Issue::new("list", Code::Input, "There is no such list")])),
    }
}
