//! Where things are: country, state, district, city.

use super::MASTER;
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
        text("gst_code", "GST code", 2).required().unique().listed(),
        text("alpha", "Letters", 2).listed(),
        yes_no("is_ut", "Union territory").listed(),
        paise("ewb_threshold_paise", "E-way bill threshold inside the state").default("5000000"),
    ],
    unique_together: &[("name", &["country", "name"])],
    filters: &["country"],
    ..MASTER
};

pub static DISTRICT: DocType = DocType {
    key: "district",
    label: "District",
    plural: "Districts",
    fields: &[
        text("name", "Name", 100).required().listed().searched(),
        link("state", "State", &STATE).required().listed(),
    ],
    unique_together: &[("name", &["state", "name"])],
    filters: &["state"],
    ..MASTER
};

pub static CITY: DocType = DocType {
    key: "city",
    label: "City",
    plural: "Cities",
    fields: &[
        text("name", "Name", 100).required().listed().searched(),
        link("district", "District", &DISTRICT).required().listed(),
    ],
    unique_together: &[("name", &["district", "name"])],
    filters: &["district"],
    ..MASTER
};
