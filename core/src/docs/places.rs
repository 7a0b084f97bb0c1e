//! Where things are: country, state, region, district, city, and the yards with their zones.

use super::formats::{CODE, GST_CODE, GSTIN, MOBILE, PIN};
use super::org::BRANCH;
use super::people::EMPLOYEE;
use super::{MASTER, org};
use crate::access::Role;
use crate::decide::case::Case;
use crate::decide::doc::Doc;
use crate::decide::read::Range;
use crate::error::{Code, Halt, Issue};
use crate::flow::{self, Flow, Step, acting, by};
use crate::identify;
use crate::ledger::balance_key;
use crate::schema::*;

pub static COUNTRY: DocType = DocType {
    key: "country",
    label: "Country",
    plural: "Countries",
    fields: &[
        text("name", "Name", 100).required().unique().listed().searched(),
        text("iso2", "ISO code", 2).required().unique().listed(),
        text("dial", "Dialling code", 6).listed(),
    ],
    ..MASTER
};

pub static STATE: DocType = DocType {
    key: "state",
    label: "State",
    plural: "States",
    fields: &[
        text("name", "Name", 100).required().listed().searched(),
        link("country", "Country", &COUNTRY).required().listed(),
        code("gst_code", "GST code", &GST_CODE).required().unique().listed().searched(),
        text("alpha", "Letters", 5).listed().searched(),
        yes_no("is_ut", "Union territory").listed(),
        paise("ewb_threshold_paise", "E-way bill threshold inside the state")
            .listed()
            .default("5000000"),
    ],
    unique_together: &[("name", &["country", "name"])],
    sorts: &["name", "gst_code"],
    filters: &["country"],
    ..MASTER
};

pub static REGION: DocType = DocType {
    key: "region",
    label: "Region",
    plural: "Regions",
    fields: &[
        text("name", "Name", 100).required().unique().listed().searched(),
        link("head", "Head", &EMPLOYEE).listed(),
    ],
    ..MASTER
};

pub static DISTRICT: DocType = DocType {
    key: "district",
    label: "District",
    plural: "Districts",
    fields: &[
        text("name", "Name", 100).required().listed().searched(),
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
        text("name", "Name", 100).required().listed().searched(),
        link("district", "District", &DISTRICT).required().listed(),
        many("pincodes", "PIN codes", &PIN_CODE),
    ],
    unique_together: &[("name", &["district", "name"])],
    filters: &["district"],
    ..MASTER
};

pub static YARD: DocType = DocType {
    key: "yard",
    label: "Yard",
    plural: "Yards",
    fields: &[
        code("code", "Code", &CODE).required().unique().immutable().listed().searched(),
        text("name", "Name", 100).required().unique().listed().searched(),
        link("branch", "Branch", &BRANCH).required().listed(),
        note("address", "Address", 300).required(),
        text("location", "Location", 100).listed().searched(),
        link("city", "City", &CITY),
        link("state", "State", &STATE).required().listed(),
        code("pin", "PIN code", &PIN).required(),
        code("gstin", "GSTIN", &GSTIN).help("Empty for the branch's"),
        link("in_charge", "In charge", &EMPLOYEE).listed(),
        code("mobile", "Mobile", &MOBILE),
        yes_no("has_weighbridge", "Own weighbridge").listed().default("true"),
        grams("capacity_g", "Capacity").between(0, 999_999_999_999),
        text("latitude", "Latitude", 12),
        text("longitude", "Longitude", 12),
        choice("virtual_kind", "Virtual", VIRTUAL).help("For goods that lie in no real place"),
    ],
    sorts: &["name", "code"],
    filters: &["branch", "state"],
    flow: &YARD_FLOW,
    on_save: deciding(yard_rules),
    ..MASTER
};

static YARD_FLOW: Flow = Flow {
    statuses: flow::MASTER.statuses,
    editable: flow::MASTER.editable,
    deletable: flow::MASTER.deletable,
    steps: &acting([
        Step {
            id: "Y1",
            from: &["Active"],
            action: "deactivate",
            label: "Deactivate",
            to: &["Inactive"],
            by: &[by(Role::Admin)],
            inputs: &[],
            guard: Some(is_empty),
            run: |_, _, _| Ok("Inactive"),
        },
        Step {
            id: "Y2",
            from: &["Inactive"],
            action: "activate",
            label: "Activate",
            to: &["Active"],
            by: &[by(Role::Admin)],
            inputs: &[],
            guard: None,
            run: |_, _, _| Ok("Active"),
        },
    ]),
};

/// A yard closes only once nothing lies in it and nothing is reserved from it.
fn is_empty(case: &Case, doc: &Doc) -> Result<(), Halt> {
    for (ledger, what) in [("stock", "stock"), ("position", "reservations")] {
        let range = Range::prefix(&balance_key(ledger, &[&doc.id]));
        if !case.scan(&range, 1)?.is_empty() {
            let message = format!("{} still holds {what}", doc.title(&YARD));
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
        text("name", "Name", 100).required().listed().searched(),
    ],
    unique_together: &[("name", &["yard", "name"])],
    filters: &["yard"],
    ..MASTER
};

fn yard_rules(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    doc.branch = doc.text("branch").map(str::to_owned);
    org::place_rules(case, doc)
}

/// The GST code of a state document; empty when there is none.
pub fn gst_code(case: &Case, state: Option<&str>) -> Result<String, Halt> {
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
pub fn yard_gst_code(case: &Case, yard: &str) -> Result<String, Halt> {
    let yard = case.doc(&YARD, yard)?;
    gst_code(case, yard.text("state"))
}

/// The GSTIN a yard's goods are sold under: its own, or its branch's.
pub fn yard_gstin(case: &Case, yard: &str) -> Result<String, Halt> {
    let yard = case.doc(&YARD, yard)?;
    if let Some(own) = yard.text("gstin") {
        return Ok(own.to_owned());
    }
    let branch = yard.text("branch").map(|id| case.find("branch", id)).transpose()?.flatten();
    Ok(branch.and_then(|doc| doc.text("gstin").map(str::to_owned)).unwrap_or_default())
}
