//! Messages: mails that wait in the outbox until they are sent, and notifications in the app.

use super::formats::{DOC_TYPE, EMAIL};
use super::people::{ANYBODY_OWN, EMPLOYEE};
use super::{MASTER, printed};
use crate::access::steps;
use crate::declare::case::Case;
use crate::declare::grant::{Grant, KEEPERS, PEOPLE, Reach, Role, ScopeKind, Verb};
use crate::error::{Code, Halt, Issue, done};
use crate::flow::{Flow, NO_RULES, Step, acting, by};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::Range;
use crate::schema::*;
use crate::value::Instant;
use crate::write::{act, save};

pub const QUEUED: &str = "Queued";
pub const SENT: &str = "Sent";
pub const FAILED: &str = "Failed";
pub const DISCARDED: &str = "Discarded";

/// The placeholder of the one-time code in a mail's text. The sender makes the code from the mail's
/// id and a key that no journal holds.
pub const CODE_WORD: &str = "{{code}}";
/// The placeholder of the app's address in a mail's text; a line with it is left out where the
/// server was not told its address.
pub const SITE_WORD: &str = "{{site}}";

/// The first wait after a refused delivery; each further one is twice as long.
const FIRST_WAIT_MS: i64 = 60_000;
const LONGEST_WAIT_MS: i64 = 6 * 3_600_000;
/// A mail that no server took for so long has failed.
const GIVEN_UP_MS: i64 = 3 * 24 * 3_600_000;

pub const QUEUED_AT: Field = instant("queued_at", "Queued").computed();
pub const NEXT_AT: Field = instant("next_at", "Sent at the earliest").computed();
pub const TRIES: Field = int("tries", "Tries", 0, 1_000_000).computed().listed();
pub const LAST_ERROR: Field = text("last_error", "Last error", 300).computed().listed();
pub const SENT_AT: Field = instant("sent_at", "Sent").computed().listed();

/// Written by the rules in the commit of what caused it, or by a person who sends a document's paper; never a secret in
/// it.
pub static MAIL: DocType = DocType {
    key: "mail",
    label: "Mail",
    plural: "Mails",
    title: "subject",
    fields: &[
        code("to", "To", &EMAIL).required().immutable().listed().searched(),
        text("subject", "Subject", 200).required().immutable().listed().searched(),
        note("body", "Text", 4_000).required().immutable(),
        code("paper_type", "Type of the attached document", &DOC_TYPE).immutable(),
        text("paper", "Attached document", 40).immutable(),
        text("paper_name", "Attached", 100).computed().listed().searched(),
        text("report", "Attached report", 60).computed(),
        text("question", "Asked of the report", 2_100).computed(),
        text("page", "Page", 200).computed(),
        QUEUED_AT,
        NEXT_AT,
        TRIES,
        LAST_ERROR,
        SENT_AT,
    ],
    sorts: &["-created_at", "-updated_at"],
    filters: &["paper"],
    scopes: &[ScopeKind::Owner],
    grants: &[
        Grant { roles: &[Role::Admin], verbs: &[Verb::View], reach: Reach::All },
        Grant { roles: KEEPERS, verbs: &[Verb::View, Verb::Add], reach: Reach::Own },
    ],
    flow: &OUT_FLOW,
    told: Told::Never,
    on_save: deciding(with_paper),
    ..MASTER
};

/// A person's own mail goes with the paper of a document that they may see and print.
fn with_paper(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    if before.is_some() {
        return Ok(());
    }
    let wrong = |path: &str, message: &'static str| Issue::new(path, Code::Input, message);
    let kept = ["subject", "body"].into_iter();
    // What the sender fills in is the rules' alone.
    let issues: Vec<Issue> = kept
        .filter(|key| doc.text(key).is_some_and(|text| text.contains("{{")))
        .map(|key| wrong(key, "Leave out the two braces {{"))
        .collect();
    done(issues)?;
    let kind = doc.text("paper_type").unwrap_or_default();
    let def = super::find(kind).filter(|def| !printed::copies(def.key).is_empty());
    let def = def.ok_or_else(|| {
        Halt::issues(vec![wrong("paper_type", "This type of document is not printed")])
    })?;
    if case.actor.may(def, Verb::View) && !case.actor.may(def, Verb::Print) {
        return Err(steps::forbidden(def, "print"));
    }
    let paper = case.find(def.key, doc.text("paper").unwrap_or_default())?;
    let paper = paper.filter(|paper| case.actor.covers(def, Verb::View, paper));
    let paper =
        paper.ok_or_else(|| Halt::issues(vec![wrong("paper", "This document was not found")]))?;
    doc.set("paper_name", cut(&paper.name(def), 100));
    queue(case, doc, case.now)
}

const ERROR: &[Field] = &[text("error", "The server's answer", 300).required()];

const DEFERRED: &[Field] =
    &[ERROR[0], yes_no("unreachable", "The mail server could not be reached")];

/// How whatever waits in an outbox leaves it.
pub static OUT_FLOW: Flow = Flow {
    statuses: &[QUEUED, SENT, FAILED, DISCARDED],
    rests: &[QUEUED, SENT, FAILED, DISCARDED],
    editable: &[],
    deletable: &[],
    steps: &acting([
        Step {
            id: "ML1",
            from: &[QUEUED],
            action: "sent",
            label: "Sent",
            to: &[SENT],
            by: &[by(Role::Sys)],
            inputs: &[],
            guard: None,
            rules: NO_RULES,
            run: |case, doc, _| {
                take_out(case, doc);
                count_try(doc);
                doc.set("sent_at", case.now.0);
                Ok(SENT)
            },
        },
        Step {
            id: "ML2",
            from: &[QUEUED],
            action: "defer",
            label: "Try again later",
            to: &[FAILED],
            by: &[by(Role::Sys)],
            inputs: DEFERRED,
            guard: None,
            rules: NO_RULES,
            run: defer,
        },
        Step {
            id: "ML3",
            from: &[QUEUED],
            action: "fail",
            label: "Permanently refused",
            to: &[FAILED],
            by: &[by(Role::Sys)],
            inputs: ERROR,
            guard: None,
            rules: NO_RULES,
            run: |case, doc, inputs| {
                take_out(case, doc);
                count_try(doc);
                note_error(doc, inputs);
                failed(case, doc)
            },
        },
        Step {
            id: "ML4",
            from: &[QUEUED, FAILED],
            action: "retry",
            label: "Send now",
            to: &[QUEUED],
            by: &[by(Role::Admin)],
            inputs: &[],
            guard: None,
            rules: NO_RULES,
            run: |case, doc, _| {
                take_out(case, doc);
                doc.set("queued_at", case.now.0);
                put_in(case, doc, case.now)?;
                Ok(QUEUED)
            },
        },
        Step {
            id: "ML5",
            from: &[QUEUED, FAILED],
            action: "discard",
            label: "Discard",
            to: &[DISCARDED],
            by: &[by(Role::Admin)],
            inputs: &[],
            guard: None,
            rules: NO_RULES,
            run: |case, doc, _| {
                take_out(case, doc);
                Ok(DISCARDED)
            },
        },
    ]),
};

fn count_try(doc: &mut Doc) -> i64 {
    let tries = doc.int("tries").unwrap_or(0) + 1;
    doc.set("tries", tries);
    tries
}

fn note_error(doc: &mut Doc, inputs: &Record) {
    let error = inputs.get("error").cloned().unwrap_or_default();
    doc.set("last_error", error);
}

fn defer(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    take_out(case, doc);
    note_error(doc, inputs);
    if inputs.get("unreachable").is_some_and(|value| value == true) {
        put_in(case, doc, case.now)?;
        return Ok("");
    }
    let tries = count_try(doc);
    if case.now.0 - doc.int("queued_at").unwrap_or(0) >= GIVEN_UP_MS {
        return failed(case, doc);
    }
    put_in(case, doc, Instant(case.now.0 + wait_ms(tries)))?;
    Ok("")
}

/// Whoever sent it learns that it did not arrive.
fn failed(case: &mut Case, doc: &Doc) -> Result<&'static str, Halt> {
    let (Some(name), Some(owner)) = (doc.text("paper_name"), &doc.owner) else { return Ok(FAILED) };
    let to = doc.text("to").unwrap_or_default();
    let notice = Notice {
        to: owner.clone(),
        title: format!("{name} was not sent to {to}"),
        body: doc.text("last_error").unwrap_or_default().to_owned(),
        page: format!("/go/{}/{}", MAIL.key, doc.id),
        about: doc.id.clone(),
        warning: true,
    };
    notify(case, notice)?;
    Ok(FAILED)
}

/// How long to wait after so many refusals, in milliseconds.
pub fn wait_ms(tries: i64) -> i64 {
    FIRST_WAIT_MS.saturating_mul(1 << (tries - 1).clamp(0, 20)).min(LONGEST_WAIT_MS)
}

/// The outbox of a type: what waits in it is sent by another way.
pub fn outbox(kind: &str) -> &'static str {
    if kind == MAIL.key { "out" } else { "texts" }
}

fn out_key(doc: &Doc) -> Option<String> {
    doc.int("next_at").map(|at| keys::out(outbox(&doc.kind), at, &doc.id))
}

fn take_out(case: &mut Case, doc: &mut Doc) {
    if let Some(key) = out_key(doc) {
        case.remove(key);
    }
    doc.record.remove("next_at");
}

fn put_in(case: &mut Case, doc: &mut Doc, at: Instant) -> Result<(), Halt> {
    doc.set("next_at", at.0);
    case.put(keys::out(outbox(&doc.kind), at.0, &doc.id), &1)
}

/// Puts what was not tried yet into its outbox.
pub fn queue(case: &mut Case, doc: &mut Doc, not_before: Instant) -> Result<(), Halt> {
    doc.set("queued_at", case.now.0);
    put_in(case, doc, not_before.max(case.now))?;
    doc.set("tries", 0);
    Ok(())
}

/// A mail to be.
#[derive(Clone, Debug, Default)]
pub struct Letter {
    pub to: String,
    pub subject: String,
    pub body: String,
    /// The page it leads to, from its root.
    pub page: String,
    /// When it may be sent at the earliest; now if in the past.
    pub not_before: Instant,
    /// Whose it is, by whose rights what it is sent with is made; nobody's for one of the rules.
    pub owner: Option<String>,
    /// A report that it is sent with, and what is asked of it, as in the report's address.
    pub report: Option<(String, String)>,
}

/// Puts a mail into the outbox, in the commit under way; answers its id.
pub fn post(case: &mut Case, letter: Letter) -> Result<String, Halt> {
    case.as_system(|case| {
        let id = case.new_id();
        let mut doc = save::blank(case, &MAIL, id.clone());
        doc.set("to", letter.to);
        doc.set("subject", cut(&letter.subject, 200));
        doc.set("body", cut(&letter.body, 4_000));
        doc.set("page", letter.page);
        if let Some((report, question)) = letter.report {
            doc.set("report", report);
            doc.set("question", question);
        }
        doc.owner = letter.owner.or(doc.owner);
        queue(case, &mut doc, letter.not_before)?;
        save::finish(case, &MAIL, None, doc, "create", &Record::new(), None)?;
        Ok(id)
    })
}

/// At most so many characters of a text.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => {
            let kept: String = text.chars().take(most.saturating_sub(1)).collect();
            format!("{}…", kept.trim_end())
        }
    }
}

pub const UNREAD: &str = "Unread";
pub const READ: &str = "Read";

const SEVERITIES: &[Choice] = &[("info", "Notice"), ("warning", "Warning")];

/// To one person, who alone sees it.
pub static NOTIFICATION: DocType = DocType {
    key: "notification",
    label: "Notification",
    plural: "Notifications",
    title: "title",
    fields: &[
        link("to", "To", &EMPLOYEE).computed(),
        text("title", "Title", 80).required().listed(),
        text("body", "Text", 500).listed(),
        text("page", "Page", 200).listed(),
        choice("severity", "Severity", SEVERITIES).listed(),
        text("about", "About", 100).computed(),
        instant("told_at", "Notified on").computed().listed(),
        instant("read_at", "Read").computed().listed(),
    ],
    sorts: &["-told_at"],
    scopes: &[ScopeKind::Owner],
    grants: &[
        Grant { roles: PEOPLE, verbs: &[Verb::View], reach: Reach::Own },
        Grant { roles: KEEPERS, verbs: &[Verb::Add], reach: Reach::Own },
    ],
    flow: &NOTIFICATION_FLOW,
    on_save: deciding(to_oneself),
    told: Told::Never,
    ..MASTER
};

static NOTIFICATION_FLOW: Flow = Flow {
    statuses: &[UNREAD, READ, DISCARDED],
    rests: &[UNREAD, READ, DISCARDED],
    editable: &[],
    deletable: &[],
    steps: &acting([
        Step {
            id: "NT1",
            from: &[UNREAD],
            action: "read",
            label: "Mark as read",
            to: &[READ],
            by: READERS,
            inputs: &[],
            guard: None,
            rules: NO_RULES,
            run: |case, doc, _| {
                case.remove(unread_key(doc));
                doc.set("read_at", case.now.0);
                Ok(READ)
            },
        },
        Step {
            id: "NT2",
            from: &[UNREAD, READ],
            action: "discard",
            label: "Discard",
            to: &[DISCARDED],
            by: ANYBODY_OWN,
            inputs: &[],
            guard: None,
            rules: NO_RULES,
            run: |case, doc, _| {
                case.remove(unread_key(doc));
                Ok(DISCARDED)
            },
        },
    ]),
};

/// A note that somebody leaves for themselves, and that leads nowhere but to a page of the app.
fn to_oneself(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let page = doc.text("page").unwrap_or("/");
    if !page.starts_with('/') || page.starts_with("//") {
        let message = "Enter a page of this app, as /dashboard/default";
        return Err(Halt::issues(vec![Issue::new("page", Code::Input, message)]));
    }
    doc.set("to", doc.owner.clone().unwrap_or_default());
    doc.set("told_at", case.now.0);
    case.put(unread_key(doc), &1)
}

const READERS: &[crate::flow::By] = &{
    let mut all = [by(Role::Sys); 11];
    let mut at = 0;
    while at < ANYBODY_OWN.len() {
        all[at] = ANYBODY_OWN[at];
        at += 1;
    }
    all
};

fn unread_key(doc: &Doc) -> String {
    let text = |key: &str| doc.text(key).unwrap_or_default();
    keys::key(&["note", text("to"), text("about"), &doc.id])
}

/// A notification to be.
#[derive(Clone, Debug, Default)]
pub struct Notice {
    /// The employee.
    pub to: String,
    pub title: String,
    pub body: String,
    pub page: String,
    /// The id of the document it speaks of: acting on it marks the notification as read.
    pub about: String,
    pub warning: bool,
}

/// Tells one person, in the commit under way.
pub fn notify(case: &mut Case, notice: Notice) -> Result<(), Halt> {
    case.as_system(|case| {
        let id = case.new_id();
        let mut doc = save::blank(case, &NOTIFICATION, id);
        doc.owner = Some(notice.to.clone());
        doc.set("to", notice.to);
        doc.set("title", cut(&notice.title, 80));
        doc.set("body", cut(&notice.body, 500));
        doc.set("page", notice.page);
        doc.set("severity", if notice.warning { "warning" } else { "info" });
        doc.set("about", notice.about);
        doc.set("told_at", case.now.0);
        case.put(unread_key(&doc), &1)?;
        save::finish(case, &NOTIFICATION, None, doc, "create", &Record::new(), None)?;
        Ok(())
    })
}

/// More unread notifications of one document than anybody has.
const UNREAD_ROWS: usize = 50;

/// Whoever acts on a document knows of it: their notifications about it count as read.
pub fn acted_on(case: &mut Case, id: &str) -> Result<(), Halt> {
    if case.actor.has(Role::Sys) {
        return Ok(());
    }
    let range = Range::prefix(&keys::key(&["note", &case.actor.id, id]));
    let unread = match case.keys(&range, UNREAD_ROWS) {
        // A preview does not know them; who carries the step out does.
        Err(Halt::Need(_)) => return Ok(()),
        found => found?,
    };
    for key in unread {
        let Some(notice) = keys::parts(&key).last().copied() else { continue };
        let doc = case.doc(&NOTIFICATION, notice)?;
        act::by_system(case, &NOTIFICATION, &doc, "read", &Record::new())?;
    }
    Ok(())
}
