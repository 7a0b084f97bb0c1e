//! The count: what one person found of a batch at one place; a wrong one is taken back and counted anew.

use serde_json::Value;

use super::{COUNTING, RECOUNT, STOCK_AUDIT, SheetCount, SheetLine, plan, round_of, sheet};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::docs::batches::BATCH;
use crate::docs::goods::{self, SKU};
use crate::docs::people::EMPLOYEE;
use crate::docs::places::YARD;
use crate::docs::reasons::MAY_REMARK;
use crate::docs::{MASTER, standing};
use crate::error::{Code, Halt, Issue, done};
use crate::flow::{Flow, Step, acting, own, step};
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::said::Said;
use crate::schema::*;
use crate::value::Instant;

pub const STANDS: &str = "Counted";
pub const TAKEN_BACK: &str = "Taken Back";

/// How far a device's clock may be ahead.
const AHEAD_MS: i64 = 5 * 60_000;

pub static STOCK_COUNT: DocType = DocType {
    key: "stock_count",
    label: "Count",
    plural: "Counts",
    title: "batch_no",
    fields: &[
        link("stock_audit", "Stock audit", &STOCK_AUDIT).required().immutable().listed(),
        link("batch", "Batch", &BATCH).required().immutable().listed(),
        pieces("pcs", "Pieces").listed().help("0 where nothing is found"),
        grams("weight_g", "Weight").listed().help("Leave blank for pieces that are not weighed"),
        text("place", "Place", 40)
            .listed()
            .help("Where a batch lies in two places and each is counted by itself"),
        yes_no("extra", "Not on the sheet").listed(),
        note("remarks", "Remarks", 300),
        instant("counted_at", "Counted at").listed(),
        text("batch_no", "Batch number", 40).computed().searched(),
        link("yard", "Yard", &YARD).computed(),
        link("sku", "SKU", &SKU).computed(),
        int("round", "Count", 1, 9).computed(),
    ],
    sorts: &["-counted_at", "-updated_at"],
    filters: &["stock_audit", "batch"],
    scopes: &[ScopeKind::Branch, ScopeKind::Yard, ScopeKind::Owner],
    grants: &[
        // Whoever counts a second time must not know what was counted first.
        Grant { roles: &[Role::Yard], verbs: &[Verb::View, Verb::Add], reach: Reach::Own },
        Grant { roles: &[Role::Bm], verbs: &[Verb::View], reach: Reach::Branch },
        Grant { roles: &[Role::Audit, Role::Admin], verbs: &[Verb::View], reach: Reach::All },
        Grant { roles: &[Role::Audit, Role::Admin], verbs: &[Verb::Add], reach: Reach::Own },
    ],
    flow: &COUNT_FLOW,
    check: Some(check),
    on_save: deciding(count),
    waits: &[waits("create")],
    looks: LOOKS,
    ..MASTER
};

const LOOKS: status::Looks = &[
    (
        STANDS,
        status::shown(
            status::StatusIcon::Check,
            status::StatusInk::Green,
            status::StatusFill::Tint,
        ),
    ),
    (
        TAKEN_BACK,
        status::shown(
            status::StatusIcon::Cross,
            status::StatusInk::Grey,
            status::StatusFill::Outline,
        ),
    ),
];

static COUNT_FLOW: Flow = Flow {
    statuses: &[STANDS, TAKEN_BACK],
    rests: &[STANDS, TAKEN_BACK],
    editable: &[],
    deletable: &[],
    steps: &acting([Step {
        from: &[STANDS],
        to: &[TAKEN_BACK],
        by: &[own(Role::Yard), own(Role::Audit)],
        inputs: &[MAY_REMARK],
        guard: Some(may_take_back),
        run: take_back,
        ..step("SC1", "take_back", "Take back")
    }]),
};

fn number(record: &Record, key: &str) -> Option<i64> {
    record.get(key).and_then(Value::as_i64)
}

/// Pieces and weight are there together or not at all.
fn check(record: &Record, issues: &mut Vec<Issue>) {
    let (path, code, message) = match (number(record, "pcs"), number(record, "weight_g")) {
        (None, None) => ("pcs", Code::Required, "Enter pieces or weight; 0 where nothing is found"),
        (Some(1..), Some(0)) => ("weight_g", Code::Input, "Pieces that are there weigh something"),
        _ => return,
    };
    issues.push(Issue::new(path, code, message));
}

/// Notes a count on the audit's sheet, with the moment at which it was made.
fn count(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let audit = case.doc(&STOCK_AUDIT, doc.text("stock_audit").unwrap_or_default())?;
    doc.yard = audit.yard.clone();
    doc.branch = audit.branch.clone();
    let batch = case.doc(&BATCH, doc.text("batch").unwrap_or_default())?;
    let mut issues: Vec<Issue> = audit_issue(case, &audit).into_iter().collect();
    done(issues)?;
    issues = standing::closed_issue(case, &batch)?.into_iter().collect();
    issues.extend(mode_issue(case, &doc.record, batch.text("sku").unwrap_or_default())?);
    let at = moment(case, &audit, doc.int("counted_at"), &mut issues);
    let place = doc.text("place").unwrap_or_default().trim().to_owned();
    let round = round_of(&audit);
    let line = sheet::line(case, &audit.id, &batch.id)?;
    let extra = line.as_ref().is_none_or(|line| line.extra);
    issues.extend(match &line {
        Some(line) => line_issue(case, line, round, (&batch, &place))?,
        None => not_on_sheet(case, &audit, &batch, doc.flag("extra"), round)?,
    });
    done(issues)?;
    let sku = batch.text("sku").unwrap_or_default().to_owned();
    let mut line =
        line.unwrap_or_else(|| SheetLine { sku: sku.clone(), extra, ..SheetLine::default() });
    line.counts.push(SheetCount {
        id: doc.id.clone(),
        round,
        at,
        by: case.actor.id.clone(),
        place,
        pcs: doc.int("pcs").unwrap_or(0),
        g: doc.int("weight_g"),
    });
    sheet::put_line(case, &audit.id, &batch.id, &line)?;
    match extra {
        true => doc.set("extra", true),
        false => drop(doc.record.remove("extra")),
    }
    doc.set("counted_at", at.0);
    doc.set("batch_no", batch.title(&BATCH));
    doc.set("sku", sku);
    doc.set("round", round);
    doc.set("yard", audit.text("yard").unwrap_or_default().to_owned());
    Ok(())
}

/// Counts are taken while the audit counts, from its counters.
fn audit_issue(look: &Look, audit: &Doc) -> Option<Issue> {
    let name = sheet::name_of(audit);
    let counts = plan::ids(audit, "counters").iter().any(|id| look.actor.is(id));
    let (code, message) = match () {
        () if ![COUNTING, RECOUNT].contains(&audit.status.as_str()) => (
            Code::BadState,
            said!("{name} is {status}; counting is not allowed", name, status = audit.status),
        ),
        () if !counts => (Code::Rule, said!("You are not among the counters of {name}", name)),
        () => return None,
    };
    Some(Issue::new("stock_audit", code, message))
}

/// Goods counted in pieces have pieces, and those by weight alone have none.
fn mode_issue(look: &Look, record: &Record, sku: &str) -> Result<Option<Issue>, Halt> {
    let (pcs, g) = (number(record, "pcs"), number(record, "weight_g"));
    let found = match (goods::stock_mode(look, sku)?.as_str(), pcs, g) {
        ("kg", Some(1..), _) => {
            ("pcs", Code::Input, "This product is kept by weight only; leave the pieces blank")
        }
        ("kg", _, None) => {
            ("weight_g", Code::Required, "Enter the weight; 0 where nothing is found")
        }
        ("pcs_kg" | "pcs", None, _) => {
            ("pcs", Code::Required, "Enter the pieces; 0 where nothing is found")
        }
        ("pcs_kg" | "pcs", Some(0), Some(1..)) => {
            ("weight_g", Code::Input, "Without pieces there is no weight")
        }
        _ => return Ok(None),
    };
    Ok(Some(Issue::new(found.0, found.1, found.2)))
}

/// When it was counted: as the device says, which may have waited for the server since.
fn moment(look: &Look, audit: &Doc, given: Option<i64>, issues: &mut Vec<Issue>) -> Instant {
    let Some(at) = given else { return look.now };
    let began = audit.int("started_at").unwrap_or(0);
    let message = match () {
        () if at > look.now.0 + AHEAD_MS => "Counted at is in the future",
        () if at < began => "It was counted before the audit was started",
        () => return Instant(at.min(look.now.0)),
    };
    issues.push(Issue::new("counted_at", Code::Input, message));
    look.now
}

/// Nobody counts a batch a second time as the first, and none is counted twice at one place.
fn line_issue(
    look: &Look,
    line: &SheetLine,
    round: i64,
    (batch, place): (&Doc, &str),
) -> Result<Option<Issue>, Halt> {
    let no = batch.title(&BATCH);
    if !line.is_due(round) {
        let message = said!("Batch {no} needs no second count", no);
        return Ok(Some(Issue::new("batch", Code::Rule, message)));
    }
    let own = |one: &&SheetCount| look.actor.is(&one.by);
    if line.counts.iter().filter(|one| one.round < round).any(|one| own(&one)) {
        let message =
            said!("You counted batch {no} before; another person must count it again", no);
        return Ok(Some(Issue::new("batch", Code::FourEyes, message)));
    }
    let same = |one: &&SheetCount| one.place.to_lowercase() == place.to_lowercase();
    let Some(before) = line.of_round(round).find(same) else { return Ok(None) };
    let at = before.at.shown();
    let message = match own(&before) {
        true => said!(
            "You counted batch {no} here at {at}; take that count back to count again",
            no,
            at
        ),
        false => {
            let by = look.doc(&EMPLOYEE, &before.by)?.title(&EMPLOYEE);
            said!(
                "Batch {no} was counted by {by} at {at}; enter another place if you counted other pieces of it",
                no,
                by,
                at
            )
        }
    };
    Ok(Some(Issue::new("batch", Code::Rule, message)))
}

/// What lies there and is not on the sheet is counted when its counter says so.
fn not_on_sheet(
    look: &Look,
    audit: &Doc,
    batch: &Doc,
    said: bool,
    round: i64,
) -> Result<Option<Issue>, Halt> {
    let no = batch.title(&BATCH);
    let name = sheet::name_of(audit);
    let issue = |key: &str, message: Said| Ok(Some(Issue::new(key, Code::Rule, message)));
    if round > 1 {
        return issue("batch", said!("Batch {no} needs no second count", no));
    }
    if !said {
        let message = said!(
            "Batch {no} is not on the sheet of {name}; say that it is not on the sheet if it lies here",
            no,
            name
        );
        return issue("extra", message);
    }
    for other in sheet::others(look, audit.text("yard").unwrap_or_default(), &audit.id)? {
        sheet::refuse_other(look, &other, &batch.id)?;
    }
    Ok(None)
}

/// A count is taken back as long as its round goes on.
fn may_take_back(look: &Look, doc: &Doc) -> Result<(), Halt> {
    let audit = look.doc(&STOCK_AUDIT, doc.text("stock_audit").unwrap_or_default())?;
    let counting = [COUNTING, RECOUNT].contains(&audit.status.as_str());
    if counting && doc.int("round") == Some(round_of(&audit)) {
        return Ok(());
    }
    let message =
        said!("{audit} goes on without it: this count is finished", audit = sheet::name_of(&audit));
    Err(Halt::refuse(Code::BadState, message))
}

fn take_back(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let (audit, batch) =
        (doc.text("stock_audit").unwrap_or_default(), doc.text("batch").unwrap_or_default());
    if let Some(mut line) = sheet::line(case, audit, batch)? {
        line.counts.retain(|one| one.id != doc.id);
        match line.extra && line.counts.is_empty() {
            true => sheet::remove_line(case, audit, batch),
            false => sheet::put_line(case, audit, batch, &line)?,
        }
    }
    Ok(TAKEN_BACK)
}
