//! Places: country, state, region, district, city, and the yards with their zones.

use serde_json::Value;

use super::formats::{DIAL, GST_CODE, GSTIN, ISO2, LATITUDE, LONGITUDE, MOBILE, PIN, YARD_CODE};
use super::merges;
use super::org::BRANCH;
use super::people::EMPLOYEE;
use super::{MASTER, org};
use crate::declare::case::{Case, Look};
use crate::declare::grant::ScopeKind;
use crate::error::{Code, Halt, Issue, done};
use crate::flow::{self, Flow, Step, acting};
use crate::identify;
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::Range;
use crate::ledger::balance_key;
use crate::said;
use crate::schema::*;
use crate::value::Day;
use crate::write::index;

pub static COUNTRY: DocType = DocType {
    key: "country",
    label: "Country",
    plural: "Countries",
    fields: &[
        called("name", "Name", 100).required().unique().listed().searched(),
        code("iso2", "ISO code", &ISO2).required().unique().listed().searched(),
        code("dial", "Dialling code", &DIAL).listed(),
    ],
    ..MASTER
};

/// The value from which goods that stay in the state need an e-way bill; the last that began counts.
const EWB_THRESHOLDS: &[Field] =
    &[date("from", "From").required(), paise("threshold_paise", "Threshold").required()];

pub static STATE: DocType = DocType {
    key: "state",
    label: "State",
    plural: "States",
    fields: &[
        called("name", "Name", 100).required().listed().searched(),
        link("country", "Country", &COUNTRY).required().listed(),
        code("gst_code", "GST code", &GST_CODE).required().unique().listed().searched(),
        text("alpha", "Letters", 5).listed().searched(),
        yes_no("is_ut", "Union territory").listed(),
        date("code_from", "Code in use from")
            .help("Leave blank for the codes that the GST began with"),
        date("code_to", "Code in use until"),
        rows("ewb_thresholds", "E-way bill threshold inside the state", EWB_THRESHOLDS, 20)
            .help("Before the first of them, the threshold between states applies"),
    ],
    unique_together: &[("name", &["country", "name"])],
    sorts: &["name", "gst_code"],
    filters: &["country"],
    check: Some(state_check),
    ..MASTER
};

fn state_check(record: &Record, issues: &mut Vec<Issue>) {
    let day = |key: &str| record.get(key).and_then(Value::as_str).and_then(Day::parse);
    if day("code_from").zip(day("code_to")).is_some_and(|(from, to)| to < from) {
        let message = "Code in use until must not be before Code in use from";
        issues.push(Issue::new("code_to", Code::Input, message));
    }
    let rows = record.get("ewb_thresholds").and_then(Value::as_array);
    let days: Vec<Option<Day>> = rows.into_iter().flatten().map(began).collect();
    for (at, day) in days.iter().enumerate() {
        if let Some(day) = day.filter(|day| days.iter().take(at).any(|other| *other == Some(*day)))
        {
            let message = said!("Another threshold begins on {day} too", day = day.shown());
            issues.push(Issue::new(format!("ewb_thresholds.{at}.from"), Code::Input, message));
        }
    }
}

fn began(row: &Value) -> Option<Day> {
    row.get("from").and_then(Value::as_str).and_then(Day::parse)
}

/// The value from which goods inside the state of this GST code need an e-way bill on a day, paise;
/// `None` where the state has none of its own yet.
pub fn ewb_threshold(case: &Look, gst_code: &str, on: Day) -> Result<Option<i64>, Halt> {
    let key = keys::unique(STATE.key, "gst_code", &index::unique_text(&gst_code.into()));
    let Some(id) = case.value::<String>(&key)? else { return Ok(None) };
    let state = case.find(STATE.key, &id)?;
    let rows = state.as_ref().and_then(|doc| doc.get("ewb_thresholds")?.as_array());
    let in_force = rows.into_iter().flatten().filter(|row| began(row).is_some_and(|d| d <= on));
    let last = in_force.max_by_key(|row| began(row));
    Ok(last.and_then(|row| row.get("threshold_paise")?.as_i64()))
}

pub static REGION: DocType = DocType {
    key: "region",
    label: "Region",
    plural: "Regions",
    fields: &[
        called("name", "Name", 100).required().unique().listed().searched(),
        link("head", "Head", &EMPLOYEE).listed(),
    ],
    ..MASTER
};

pub static DISTRICT: DocType = DocType {
    key: "district",
    label: "District",
    plural: "Districts",
    fields: &[
        called("name", "Name", 100).required().listed().searched(),
        link("state", "State", &STATE).required().listed(),
        link("region", "Region", &REGION).listed(),
    ],
    unique_together: &[("name", &["state", "name"])],
    filters: &["state", "region"],
    ..MASTER
};

const PIN_CODE: Kind = Kind::Code(&PIN);

pub static CITY: DocType = DocType {
    key: "city",
    label: "City",
    plural: "Cities",
    fields: &[
        called("name", "Name", 100).required().listed().searched(),
        link("district", "District", &DISTRICT).required().listed(),
        link("state", "State", &STATE).computed().listed(),
        many("pincodes", "PIN codes", &PIN_CODE),
    ],
    unique_together: &[("name", &["district", "name"])],
    filters: &["district", "state"],
    on_save: deciding(city_rules),
    flow: &CITY_FLOW,
    ..MASTER
};

static CITY_FLOW: Flow = Flow {
    steps: &acting([
        flow::DEACTIVATE,
        flow::ACTIVATE,
        Step {
            inputs: &[link(merges::INTO, "Merge into", &CITY)
                .required()
                .missing("Select the city that stays")
                .help("What names the duplicate will name this one")],
            ..merges::MERGE
        },
    ]),
    ..flow::MASTER
};

/// A city lies in its district's state, and so do its PIN codes.
fn city_rules(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let district = case.doc(&DISTRICT, doc.text("district").unwrap_or_default())?;
    let state = district.text("state").unwrap_or_default().to_owned();
    let code = gst_code(case, Some(&state))?;
    doc.set("state", state);
    let pins = doc.get("pincodes").and_then(Value::as_array);
    let wrong =
        pins.into_iter().flatten().filter_map(Value::as_str).enumerate().filter_map(|(at, pin)| {
            let message = identify::pin_matches_state(pin, &code).err()?;
            Some(Issue::new(format!("pincodes.{at}"), Code::Input, message))
        });
    done(if code.is_empty() { Vec::new() } else { wrong.collect() })
}

/// Refuses a city and a district that lie in another state than the one they stand beside.
///
/// `at` is the path of the fields, with its dot; each of the three is named by its id.
pub fn within_state(
    case: &Look,
    at: &str,
    state: Option<&str>,
    parts: [(&'static DocType, Option<&str>); 2],
) -> Result<Vec<Issue>, Halt> {
    let mut issues = Vec::new();
    let Some(state) = state else { return Ok(issues) };
    for (def, id) in parts {
        let Some(part) = id.map(|id| case.find(def.key, id)).transpose()?.flatten() else {
            continue;
        };
        let Some(own) = part.text("state").filter(|own| *own != state) else { continue };
        let own = case.doc(&STATE, own)?.title(&STATE);
        let message = said!("{part} is in {own}", part = part.title(def), own);
        issues.push(Issue::new(format!("{at}{}", def.key), Code::Input, message));
    }
    Ok(issues)
}

pub static YARD: DocType = DocType {
    key: "yard",
    label: "Yard",
    plural: "Yards",
    fields: &[
        code("code", "Code", &YARD_CODE).required().unique().immutable().listed().searched(),
        called("name", "Name", 100).required().unique().listed().searched(),
        link("branch", "Branch", &BRANCH).required().listed(),
        note("address", "Address", 300).required(),
        text("location", "Location", 100).listed().searched(),
        link("city", "City", &CITY),
        link("state", "State", &STATE).required().listed(),
        code("pin", "PIN code", &PIN).required(),
        code("gstin", "GSTIN", &GSTIN).help("Leave blank for the branch's"),
        link("in_charge", "In charge", &EMPLOYEE).listed(),
        code("mobile", "Mobile", &MOBILE),
        text("phone", "Other phones", 60),
        yes_no("has_weighbridge", "Own weighbridge")
            .listed()
            .default("true")
            .help("Without one, a loading names the weighbridge that weighed it"),
        grams("capacity_g", "Capacity").between(0, 999_999_999_999),
        code("latitude", "Latitude", &LATITUDE),
        code("longitude", "Longitude", &LONGITUDE),
        choice("virtual_kind", "Virtual", VIRTUAL).help("For goods that are in no real place"),
    ],
    sorts: &["name", "code"],
    filters: &["branch", "state"],
    cuts: Some(ScopeKind::Yard),
    flow: &YARD_FLOW,
    on_save: deciding(yard_rules),
    after: &[&BRANCH],
    ..MASTER
};

static YARD_FLOW: Flow = Flow {
    steps: &acting([
        Step { id: "Y1", guard: Some(is_empty), ..flow::DEACTIVATE },
        Step { id: "Y2", ..flow::ACTIVATE },
    ]),
    ..flow::MASTER
};

/// A yard closes only once nothing lies in it, nothing is reserved from it, and no work is open.
fn is_empty(case: &Look, doc: &Doc) -> Result<(), Halt> {
    for (ledger, what) in [("stock", "stock"), ("position", "reservations")] {
        let range = Range::prefix(&balance_key(ledger, &[&doc.id]));
        if !case.scan(&range, 1)?.is_empty() {
            let message = said!("{yard} still holds {what}", yard = doc.title(&YARD), what);
            return Err(Halt::refuse(Code::Rule, message));
        }
    }
    let scope = index::scope(ScopeKind::Yard, &doc.id);
    for def in super::ALL.iter().filter(|def| def.scopes.contains(&ScopeKind::Yard)) {
        let mut open = 0;
        for status in def.flow.statuses.iter().filter(|status| def.flow.is_under_way(status)) {
            open += case.value::<i64>(&keys::count(def.key, &scope, status))?.unwrap_or(0);
        }
        if open > 0 {
            let what = if open == 1 { def.label } else { def.plural }.to_lowercase();
            let message =
                said!("{yard} still has {open} open {what}", yard = doc.title(&YARD), open, what);
            return Err(Halt::refuse(Code::Rule, message));
        }
    }
    Ok(())
}

const VIRTUAL: &[Choice] = &[("transit", "In transit"), ("dump", "Dump")];

pub static ZONE: DocType = DocType {
    key: "zone",
    label: "Zone",
    plural: "Zones",
    fields: &[
        link("yard", "Yard", &YARD).required().immutable().listed(),
        called("name", "Name", 100).required().listed().searched(),
    ],
    unique_together: &[("name", &["yard", "name"])],
    filters: &["yard"],
    after: &[&YARD],
    ..MASTER
};

fn yard_rules(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    doc.branch = doc.text("branch").map(str::to_owned);
    done(within_state(
        case,
        "",
        doc.text("state"),
        [(&CITY, doc.text("city")), (&DISTRICT, None)],
    )?)?;
    org::place_rules(case, doc)
}

/// The GST code of a state document; empty when there is none.
pub fn gst_code(case: &Look, state: Option<&str>) -> Result<String, Halt> {
    let Some(id) = state else { return Ok(String::new()) };
    let state = case.find("state", id)?;
    Ok(state.and_then(|doc| doc.text("gst_code").map(str::to_owned)).unwrap_or_default())
}

/// Refuses a PIN code and a GSTIN that belong to another state than the one they stand beside.
pub fn state_issues(
    gst_code: &str,
    pin: Option<(&str, &str)>,
    gstin: Option<(&str, &str)>,
) -> Vec<Issue> {
    let mut issues = Vec::new();
    if gst_code.is_empty() {
        return issues;
    }
    if let Some((path, pin)) = pin
        && let Err(message) = identify::pin_matches_state(pin, gst_code)
    {
        issues.push(Issue::new(path, Code::Input, message));
    }
    if let Some((path, gstin)) = gstin
        && let Err(message) = identify::gstin_matches_state(gstin, gst_code)
    {
        issues.push(Issue::new(path, Code::Input, message));
    }
    issues
}

/// The state a yard's goods move from, as a GST code.
pub fn yard_gst_code(case: &Look, yard: &str) -> Result<String, Halt> {
    let yard = case.doc(&YARD, yard)?;
    gst_code(case, yard.text("state"))
}

/// The GSTIN a yard's goods are sold under: its own, or its branch's.
pub fn yard_gstin(case: &Look, yard: &str) -> Result<String, Halt> {
    let yard = case.doc(&YARD, yard)?;
    if let Some(own) = yard.text("gstin") {
        return Ok(own.to_owned());
    }
    let branch = yard.text("branch").map(|id| case.find("branch", id)).transpose()?.flatten();
    Ok(branch.and_then(|doc| doc.text("gstin").map(str::to_owned)).unwrap_or_default())
}
