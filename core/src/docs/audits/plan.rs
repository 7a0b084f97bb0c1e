//! What a plan may say, and the batches that it counts.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{COUNTED, MOST, STOCK_AUDIT, STOCK_COUNT};
use crate::declare::case::{Case, Look};
use crate::declare::grant::Verb;
use crate::docs::batches::BATCH;
use crate::docs::four_eyes;
use crate::docs::goods::SKU;
use crate::docs::people::EMPLOYEE;
use crate::docs::places::{YARD, ZONE};
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::{self, Bucket};
use crate::said;
use crate::said::Said;
use crate::schema::Guarded;
use crate::value::Day;

/// The furthest day that a count is planned for, days ahead.
const AHEAD: i64 = 365;
/// How many batches a rolling plan counts unless it says so.
const ROLLING: i64 = 100;

/// The field that says what a kind of plan counts.
fn field_of(counted: &'static str) -> &'static str {
    match counted {
        "age" => "age_days",
        "rolling" => "rolling_days",
        other => other,
    }
}

/// Each kind of plan says its own part and no other's.
pub fn check(record: &Record, issues: &mut Vec<Issue>) {
    let counted = record.get("counted").and_then(Value::as_str).unwrap_or("yard");
    for (key, label) in COUNTED.iter().filter(|(key, _)| *key != "yard") {
        let field = field_of(key);
        let (code, message) = match (record.get(field).is_some(), counted == *key) {
            (true, false) => {
                (Code::Input, said!("{label} do not apply to this kind of count", label))
            }
            (false, true) => {
                let message = match *key {
                    "age" => "Enter how old the batches are".into(),
                    "rolling" => "Enter within how many days every batch is counted".into(),
                    _ => said!("Select the {label} to count", label = label.to_lowercase()),
                };
                (Code::Required, message)
            }
            _ => continue,
        };
        issues.push(Issue::new(field, code, message));
    }
    if record.get("most").is_some() && counted != "rolling" {
        let message = "Only a count of those counted longest ago takes a part of the yard";
        issues.push(Issue::new("most", Code::Input, message));
    }
}

pub fn rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    four_eyes::changed(case, doc);
    let yard = case.doc(&YARD, doc.text("yard").unwrap_or_default())?;
    doc.yard = Some(yard.id.clone());
    doc.branch = yard.branch.clone();
    let day = doc.text("planned_on").and_then(Day::parse).unwrap_or_default();
    let moved = before.is_none_or(|before| before.get("planned_on") != doc.get("planned_on"));
    let mut issues = Vec::new();
    let mut refuse = |message: Said| {
        issues.push(Issue::new("planned_on", Code::Input, message));
    };
    match day.days_since(case.today()) {
        days if moved && days < 0 => refuse("A count is planned for today or later".into()),
        days if days > AHEAD => {
            refuse(said!("A count is planned at most {ahead} days ahead", ahead = AHEAD))
        }
        _ => {}
    }
    for (at, id) in ids(doc, "zones").into_iter().enumerate() {
        if case.doc(&ZONE, id)?.text("yard") != Some(yard.id.as_str()) {
            let message = said!("This zone is not in {yard}", yard = yard.title(&YARD));
            issues.push(Issue::new(format!("zones.{at}"), Code::Input, message));
        }
    }
    issues.extend(counter_issues(case, doc, &ids(doc, "counters"))?);
    done(issues)?;
    let counted = doc.text("counted").unwrap_or("yard");
    let what = COUNTED.iter().find(|(key, _)| *key == counted).map_or(counted, |(_, words)| *words);
    let name = format!("{}, {}, {}", yard.title(&YARD), what.to_lowercase(), day.shown());
    doc.set("name", name);
    Ok(())
}

pub fn ids<'d>(doc: &'d Doc, key: &str) -> Vec<&'d str> {
    let ids = doc.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    ids.iter().filter_map(Value::as_str).collect()
}

/// Counters are people who count stock in the yard, and of a blind count those who are not shown its
/// book quantities.
fn counter_issues(look: &Look, doc: &Doc, counters: &[&str]) -> Result<Vec<Issue>, Halt> {
    let yard = look.doc(&YARD, doc.text("yard").unwrap_or_default())?.title(&YARD);
    let blind = doc.flag("blind");
    let mut issues = Vec::new();
    for (at, id) in counters.iter().enumerate() {
        let person = look.doc(&EMPLOYEE, id)?;
        let name = person.title(&EMPLOYEE);
        let actor = look.actor_of(&person)?;
        let message = match &actor {
            Some(one) if !one.may(&STOCK_COUNT, Verb::Add) => {
                said!("{name} does not count stock", name)
            }
            Some(one) if !one.covers_alone(&STOCK_AUDIT, Verb::View, doc) => {
                said!("{name} does not work in {yard}", name, yard)
            }
            Some(one) if blind && one.sees(Guarded::Blind) => said!(
                "{name} sees the book quantities; select another person, or let counters see them",
                name
            ),
            Some(_) => continue,
            None => said!("{name} cannot sign in", name),
        };
        issues.push(Issue::new(format!("counters.{at}"), Code::Input, message));
    }
    Ok(issues)
}

/// Other people count from now on; what was counted stays.
pub fn name_counters(
    case: &mut Case,
    doc: &mut Doc,
    inputs: &Record,
) -> Result<&'static str, Halt> {
    let named = inputs.get("counters").cloned().unwrap_or_default();
    let ids = named.as_array().map(Vec::as_slice).unwrap_or_default();
    let ids: Vec<&str> = ids.iter().filter_map(Value::as_str).collect();
    done(counter_issues(case, doc, &ids)?)?;
    doc.set("counters", named);
    four_eyes::changed(case, doc);
    Ok("")
}

/// Whether a plan names a batch of its yard; one that depends on the day is told by its sheet.
pub fn counts_by_plan(look: &Look, audit: &Doc, batch: &Doc) -> Result<bool, Halt> {
    let sku = batch.text("sku").unwrap_or_default();
    Ok(match audit.text("counted").unwrap_or("yard") {
        "age" | "rolling" => false,
        _ => names(look, audit, &batch.id, sku)?,
    })
}

/// Whether a batch is of what the plan lists.
fn names(look: &Look, audit: &Doc, batch: &str, sku: &str) -> Result<bool, Halt> {
    let counted = audit.text("counted").unwrap_or("yard");
    let listed = ids(audit, counted);
    let lists = |id: Option<&str>| id.is_some_and(|id| listed.contains(&id));
    Ok(match counted {
        "zones" => lists(look.doc(&BATCH, batch)?.text("zone")),
        "skus" => lists(Some(sku)),
        "batches" => lists(Some(batch)),
        "product_groups" => lists(look.doc(&SKU, sku)?.text("product_group")),
        _ => true,
    })
}

/// The batches with something free or on hold in the yard that the plan counts, each with its SKU. What
/// is in work, dumped or on the road lies elsewhere.
///
/// Errors: a refusal of more than one sheet holds.
pub fn in_scope(look: &Look, audit: &Doc) -> Result<BTreeMap<String, String>, Halt> {
    let yard = audit.text("yard").unwrap_or_default();
    let mut lies: BTreeMap<String, (String, Day)> = BTreeMap::new();
    for one in stock::lying_in(look, yard)? {
        if [Bucket::Free, Bucket::Hold].contains(&one.bucket) {
            lies.insert(one.batch, (one.sku, one.since));
        }
    }
    let mut found = BTreeMap::new();
    match audit.text("counted").unwrap_or("yard") {
        "age" => {
            let days = i32::try_from(audit.int("age_days").unwrap_or(0)).unwrap_or(i32::MAX);
            let since = look.today().plus(-days);
            let old = lies.into_iter().filter(|(_, (_, arrived))| *arrived <= since);
            found.extend(old.map(|(batch, (sku, _))| (batch, sku)));
        }
        "rolling" => return rolling(look, audit, lies),
        _ => {
            for (batch, (sku, _)) in lies {
                if names(look, audit, &batch, &sku)? {
                    found.insert(batch, sku);
                }
            }
        }
    }
    if found.len() > MOST {
        let message = said!(
            "{batches} batches lie there; one audit counts at most {most}. Plan zones, product groups or SKUs instead",
            batches = crate::value::grouped(found.len() as i64),
            most = crate::value::grouped(MOST as i64)
        );
        return Err(Halt::refuse(Code::Rule, message));
    }
    Ok(found)
}

/// The next part of a yard: what was never counted, oldest first, then what was counted longest ago.
fn rolling(
    look: &Look,
    audit: &Doc,
    lies: BTreeMap<String, (String, Day)>,
) -> Result<BTreeMap<String, String>, Halt> {
    let yard = audit.text("yard").unwrap_or_default();
    let days = i32::try_from(audit.int("rolling_days").unwrap_or(0)).unwrap_or(i32::MAX);
    let since = look.today().plus(-days);
    let mut due = BTreeSet::new();
    for (batch, (sku, arrived)) in lies {
        let counted = stock::counted_on(look, yard, &batch)?.map(|one| one.on);
        if counted.is_none_or(|on| on < since) {
            due.insert((counted, arrived, batch, sku));
        }
    }
    let most = usize::try_from(audit.int("most").unwrap_or(ROLLING)).unwrap_or(MOST);
    Ok(due.into_iter().take(most).map(|(_, _, batch, sku)| (batch, sku)).collect())
}
