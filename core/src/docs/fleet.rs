//! The fleet: truck types, vehicles and their papers, drivers.

use serde_json::Value;

use super::formats::{LICENCE, MOBILE, VEHICLE as REG_NO};
use super::reasons::REMARKS;
use super::suppliers::VENDOR;
use super::{ADMIN_KEEPS, MASTER, settings};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, Reach, Role, Verb};
use crate::error::{Code, Halt, Issue, done};
use crate::flow::{self, Flow, NO_RULES, Step, acting, by};
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::said::Said;
use crate::schema::*;
use crate::value::{Day, Grams, mt};

/// Masters that logistics keeps beside the administrator.
const LOGISTICS_KEEPS: &[Grant] = &[
    ADMIN_KEEPS[0],
    ADMIN_KEEPS[1],
    Grant { roles: &[Role::Logi], verbs: &[Verb::Add, Verb::Edit], reach: Reach::All },
];

const BODIES: &[Choice] = &[("open", "Open"), ("closed", "Closed")];

pub static TRUCK_TYPE: DocType = DocType {
    key: "truck_type",
    label: "Truck type",
    plural: "Truck types",
    fields: &[
        called("name", "Name", 100).required().unique().listed().searched(),
        int("wheels", "Wheels", 3, 22).required().listed(),
        grams("max_g", "Largest load").between(500_000, 60_000_000).required().listed(),
        millimetres("max_length_mm", "Longest piece", 1_000, 25_000).required().listed(),
        choice("body", "Body", BODIES).listed(),
    ],
    ..MASTER
};

const OWNERS: &[Choice] = &[("own", "Own"), ("vendor", "Transporter's")];

pub static VEHICLE: DocType = DocType {
    key: "vehicle",
    label: "Vehicle",
    plural: "Vehicles",
    title: "reg_no",
    fields: &[
        code("reg_no", "Number", &REG_NO).required().unique().listed().searched(),
        text("name", "Name", 100).searched(),
        link("truck_type", "Truck type", &TRUCK_TYPE).required().listed(),
        choice("owned_by", "Owner", OWNERS).required().listed(),
        link("vendor", "Transporter", &VENDOR).listed(),
        grams("capacity_g", "Capacity").between(500_000, 60_000_000).required().listed(),
        millimetres("body_length_mm", "Body length", 1_000, 25_000),
        date("rc_to", "Registration valid to"),
        date("insurance_to", "Insurance valid to").listed(),
        date("fitness_to", "Fitness valid to").listed(),
        date("permit_to", "Permit valid to").listed(),
        date("puc_to", "Pollution certificate valid to"),
        link("driver", "Usual driver", &DRIVER),
        text("gps_id", "GPS id", 40).searched(),
        date("allowed_to", "Allowed with expired papers until").computed(),
    ],
    sorts: &["reg_no", "insurance_to"],
    filters: &["truck_type", "owned_by", "vendor"],
    grants: &[
        LOGISTICS_KEEPS[0],
        LOGISTICS_KEEPS[1],
        LOGISTICS_KEEPS[2],
        Grant { roles: &[Role::Vendor], verbs: &[Verb::View], reach: Reach::Party },
    ],
    party: Some("vendor"),
    flow: &PAPERS_FLOW,
    check: Some(vehicle_check),
    warn: warning(vehicle_warnings),
    after: &[&TRUCK_TYPE],
    ..MASTER
};

pub static DRIVER: DocType = DocType {
    key: "driver",
    label: "Driver",
    plural: "Drivers",
    fields: &[
        called("name", "Name", 100).required().listed().searched(),
        code("mobile", "Mobile", &MOBILE).required().unique().listed().searched(),
        code("licence_no", "Driving licence", &LICENCE).required().unique().listed().searched(),
        date("licence_to", "Licence valid to").required().listed(),
        date("allowed_to", "Allowed with an expired licence until").computed(),
    ],
    sorts: &["name", "licence_to"],
    grants: LOGISTICS_KEEPS,
    flow: &PAPERS_FLOW,
    warn: warning(driver_warnings),
    ..MASTER
};

/// How long expired papers may be let pass at a time, days.
const ALLOWED_DAYS: i64 = 15;

const ALLOW: &[Field] =
    &[date("until", "Until").required().help("At most 15 days from today"), REMARKS];

/// A vehicle or driver whose papers have run out stands still, unless the administrator lets it run.
static PAPERS_FLOW: Flow = Flow {
    steps: &acting([
        Step { id: "F1", by: &[by(Role::Admin), by(Role::Logi)], ..flow::DEACTIVATE },
        Step { id: "F2", by: &[by(Role::Admin), by(Role::Logi)], ..flow::ACTIVATE },
        Step {
            id: "F3",
            from: &["Active"],
            action: "allow",
            label: "Allow with expired papers",
            to: &[],
            by: &[by(Role::Admin)],
            inputs: ALLOW,
            guard: Some(has_expired),
            rules: NO_RULES,
            run: allow,
        },
    ]),
    ..flow::MASTER
};

fn has_expired(case: &Look, doc: &Doc) -> Result<(), Halt> {
    match expired_papers(doc, case.today()).is_empty() {
        true => Err(Halt::refuse(Code::Rule, "All papers are valid")),
        false => Ok(()),
    }
}

fn allow(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let until = inputs.get("until").and_then(Value::as_str).and_then(Day::parse);
    let until = until.unwrap_or_default();
    if until < case.today() || until.days_since(case.today()) > ALLOWED_DAYS {
        let message = said!(
            "Expired papers may be allowed for at most {allowed_days} days",
            allowed_days = ALLOWED_DAYS
        );
        return done(vec![Issue::new("until", Code::Input, message)]).map(|()| "");
    }
    doc.set("allowed_to", until.to_string());
    Ok("")
}

fn vehicle_check(record: &Record, issues: &mut Vec<Issue>) {
    let vendors = record.get("owned_by").and_then(Value::as_str) == Some("vendor");
    match (vendors, record.get("vendor").is_some()) {
        (true, false) => {
            let message = "Select the transporter that owns the vehicle";
            issues.push(Issue::new("vendor", Code::Required, message));
        }
        (false, true) => {
            issues.push(Issue::new(
                "vendor",
                Code::Input,
                "A vehicle of our own has no transporter",
            ));
        }
        _ => {}
    }
}

/// Papers that have run out or soon will, and a capacity beyond what its type carries.
fn vehicle_warnings(case: &Look, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    let mut found = paper_warnings(case, doc)?;
    let kind = doc.text("truck_type").map(|id| case.find(TRUCK_TYPE.key, id)).transpose()?;
    if let Some(kind) = kind.flatten()
        && let Some((has, most)) = doc.int("capacity_g").zip(kind.int("max_g"))
        && has > most
    {
        let message = said!(
            "A {kind} carries at most {most}",
            kind = kind.title(&TRUCK_TYPE),
            most = mt(Grams(most))
        );
        found.push(Issue::new("capacity_g", Code::Overload, message));
    }
    Ok(found)
}

fn driver_warnings(case: &Look, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    paper_warnings(case, doc)
}

fn paper_warnings(case: &Look, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    let ahead = settings::int_of(case, "vehicle_warn_days")?;
    let today = case.today();
    let soon = papers(doc).filter(|(_, _, to)| to.days_since(today) <= ahead);
    let issue = |(key, words, to): (&'static str, &str, Day)| {
        let on = to.shown();
        let message = match to < today {
            true => said!("{words} expired on {on}", words, on),
            false => said!("{words} expires on {on}", words, on),
        };
        Issue::new(key, Code::VehicleDoc, message)
    };
    Ok(soon.map(issue).collect())
}

/// The papers of a vehicle or a driver: the field, its words, and the last day.
fn papers(doc: &Doc) -> impl Iterator<Item = (&'static str, &'static str, Day)> {
    let papers = [
        ("rc_to", "Registration"),
        ("insurance_to", "Insurance"),
        ("fitness_to", "Fitness"),
        ("permit_to", "Permit"),
        ("puc_to", "Pollution certificate"),
        ("licence_to", "Driving licence"),
    ];
    papers
        .into_iter()
        .filter_map(|(key, words)| Some((key, words, doc.text(key).and_then(Day::parse)?)))
}

/// The papers of a vehicle or a driver that had run out on a day: their words and last day.
pub fn expired_papers(doc: &Doc, on: Day) -> Vec<(&'static str, Day)> {
    papers(doc).filter(|(_, _, to)| *to < on).map(|(_, words, to)| (words, to)).collect()
}

/// The same of what the administrator does not let pass on that day.
pub fn forbidding_papers(doc: &Doc, on: Day) -> Vec<(&'static str, Day)> {
    match doc.text("allowed_to").and_then(Day::parse).is_some_and(|to| on <= to) {
        true => Vec::new(),
        false => expired_papers(doc, on),
    }
}

/// Refuses a vehicle and a driver whose papers had run out on a day.
pub fn paper_issues(
    case: &Look,
    vehicle: &Doc,
    driver: Option<&str>,
    on: Day,
) -> Result<Vec<Issue>, Halt> {
    let mut issues = Vec::new();
    let mut refuse = |path: &str, doc: &Doc, name: String| {
        for (paper, to) in forbidding_papers(doc, on) {
            let message = said!("{paper} of {name} expired on {to}", paper, name, to = to.shown());
            issues.push(Issue::new(path, Code::VehicleDoc, message));
        }
    };
    refuse("vehicle", vehicle, vehicle.title(&VEHICLE));
    if let Some(driver) = driver.map(|id| case.find(DRIVER.key, id)).transpose()?.flatten() {
        refuse("driver", &driver, driver.title(&DRIVER));
    }
    Ok(issues)
}

/// The refusal of a load above what a vehicle carries.
pub fn overload(vehicle: &str, load_g: i64, capacity_g: i64) -> Option<Said> {
    let (load, most) = (mt(Grams(load_g)), mt(Grams(capacity_g)));
    (capacity_g > 0 && load_g > capacity_g)
        .then(|| said!("Load {load} exceeds {vehicle} capacity {most}", load, vehicle, most))
}
