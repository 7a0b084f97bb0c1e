//! What carries the goods: truck types, vehicles and their papers, drivers.

use super::formats::{LICENCE, MOBILE, VEHICLE as REG_NO};
use super::{ADMIN_KEEPS, MASTER};
use crate::access::{Grant, Reach, Role, Verb};
use crate::decide::doc::Doc;
use crate::schema::*;
use crate::value::Day;

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
        text("name", "Name", 100).required().unique().listed().searched(),
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
        text("transporter", "Transporter", 100).listed().searched(),
        grams("capacity_g", "Capacity").between(500_000, 60_000_000).required().listed(),
        millimetres("body_length_mm", "Body length", 1_000, 25_000),
        date("rc_to", "Registration valid to"),
        date("insurance_to", "Insurance valid to").listed(),
        date("fitness_to", "Fitness valid to").listed(),
        date("permit_to", "Permit valid to").listed(),
        date("puc_to", "Pollution certificate valid to"),
        link("driver", "Usual driver", &DRIVER),
        text("gps_id", "GPS id", 40),
    ],
    sorts: &["reg_no", "insurance_to"],
    filters: &["truck_type", "owned_by"],
    grants: LOGISTICS_KEEPS,
    ..MASTER
};

pub static DRIVER: DocType = DocType {
    key: "driver",
    label: "Driver",
    plural: "Drivers",
    fields: &[
        text("name", "Name", 100).required().listed().searched(),
        code("mobile", "Mobile", &MOBILE).required().unique().listed().searched(),
        code("licence_no", "Driving licence", &LICENCE).required().unique().listed().searched(),
        date("licence_to", "Licence valid to").required().listed(),
    ],
    sorts: &["name", "licence_to"],
    grants: LOGISTICS_KEEPS,
    ..MASTER
};

/// The papers of a vehicle that had run out on a day: their words and last day.
pub fn expired_papers(vehicle: &Doc, on: Day) -> Vec<(&'static str, Day)> {
    let papers = [
        ("rc_to", "Registration"),
        ("insurance_to", "Insurance"),
        ("fitness_to", "Fitness"),
        ("permit_to", "Permit"),
        ("puc_to", "Pollution certificate"),
    ];
    let last = |(key, words)| Some((words, vehicle.text(key).and_then(Day::parse)?));
    papers.into_iter().filter_map(last).filter(|(_, to)| *to < on).collect()
}
