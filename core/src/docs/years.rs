//! The number series of a financial year: those of all branches and documents, made in one act.

use serde_json::json;

use super::org::BRANCH;
use super::series::{NUMBER_SERIES, NUMBERED, STATUTORY};
use super::starter::{SetupPlan, standing};
use crate::access::steps::forbidden;
use crate::declare::case::{Case, Look};
use crate::declare::grant::Verb;
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::said;
use crate::said::Said;
use crate::value::Fy;
use crate::write::{Done, known};

/// At most so many branches have series.
const BRANCHES: usize = 2_000;

/// The month from which the next year's series are proposed.
const PROPOSED_FROM: u32 = 3;

/// The financial years whose series are to be there today: this one, and the next one from 1 March.
pub fn due(look: &Look) -> Vec<Fy> {
    let fy = look.today().fy();
    let (_, month, _) = look.today().civil();
    match month == PROPOSED_FROM {
        true => vec![fy, Fy(fy.0 + 1)],
        false => vec![fy],
    }
}

/// Makes the series of a year that the branches lack, in one commit; those that exist are left alone.
///
/// Errors: `Forbidden` for whoever may not write series, `Input` for another year than this one or the next.
pub fn decide(case: &mut Case, fy: &str) -> Result<Done, Halt> {
    if !case.actor.may(&NUMBER_SERIES, Verb::Add) {
        return Err(forbidden(&NUMBER_SERIES, "add"));
    }
    if let Some(answer) = known(case)? {
        return Ok(answer);
    }
    let this = case.today().fy();
    let year = Fy::parse(fy).filter(|year| year.0 == this.0 || year.0 == this.0 + 1);
    let Some(year) = year else {
        let message = said!("Financial year must be {this} or {next}", this, next = Fy(this.0 + 1));
        return Err(Halt::issues(vec![Issue::new("fy", Code::Input, message)]));
    };
    let given = open(case, year)?;
    let refused =
        given.refused.iter().map(|why| Issue::new("fy", Code::Rule, Said::finished(why.clone())));
    done(refused.collect())?;
    match given.made {
        0 => Err(Halt::refuse(
            Code::Rule,
            said!("All number series of {year} are there already", year),
        )),
        _ => Ok(Done::nothing()),
    }
}

/// What opening a year would make now: the decision itself, whose writes are let go.
///
/// Errors: what the reader cannot answer.
pub fn planned(look: Look, year: Fy) -> Result<SetupPlan, Halt> {
    open(&mut Case::new(look, "planned"), year)
}

fn open(case: &mut Case, year: Fy) -> Result<SetupPlan, Halt> {
    let mut given = SetupPlan { made: 0, there: 0, types: Vec::new(), refused: Vec::new() };
    let rows = case.scan(&Range::prefix(&keys::key(&["doc", BRANCH.key])), BRANCHES)?;
    for (key, text) in rows {
        let branch: Doc = parse(&key, &text)?;
        if !branch.is_active() {
            continue;
        }
        for (doc_type, _) in NUMBERED {
            let record = series_of(case, &branch, doc_type, year)?;
            given.make(case, &NUMBER_SERIES, record)?;
        }
    }
    Ok(given)
}

/// A branch's series of a type and year: as that of the year before, else by the branch's prefix.
fn series_of(
    case: &Look,
    branch: &Doc,
    doc_type: &str,
    year: Fy,
) -> Result<serde_json::Value, Halt> {
    let of =
        |year: Fy| json!({ "doc_type": doc_type, "branch": branch.id, "fy": year.to_string() });
    let before: Record = of(Fy(year.0 - 1)).as_object().cloned().unwrap_or_default();
    let before = standing(case, &NUMBER_SERIES, &before)?;
    let before = before.map(|id| case.doc(&NUMBER_SERIES, &id)).transpose()?;
    let mut record = of(year);
    if let Some(prefix) = before.as_ref().and_then(|doc| doc.text("prefix")) {
        record["prefix"] = prefix.into();
    }
    let width = before.and_then(|doc| doc.int("width"));
    record["width"] = width.unwrap_or_else(|| usual_width(branch, doc_type)).into();
    Ok(record)
}

/// As many digits as the type has, and no more than a statutory number has room for behind the branch's prefix.
fn usual_width(branch: &Doc, doc_type: &str) -> i64 {
    let series = super::find(doc_type).and_then(|def| def.series);
    let prefix = branch.text("series_prefix").unwrap_or_default().len();
    let width = series.map_or(6, |series| match series.word {
        // `PN` + `C` + `/26-27/` + the number.
        "" => series.width.min(STATUTORY.saturating_sub(prefix + series.suffix.len() + 7)),
        _ => series.width,
    });
    i64::try_from(width.max(3)).unwrap_or(6)
}
