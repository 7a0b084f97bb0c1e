//! The lorry receipt of each stop of a trip: the consignment note that the goods travel under.

use super::seen::{
    Part, Seen, cell, counted, fact, joined, left, party, right, strong, wide, with,
};
use crate::docs::batches::BATCH;
use crate::docs::goods::SKU;
use crate::docs::trips::{CANCELLED, PLACED, PLANNED, UNDER_LOADING};
use crate::paper::sheet::{PaperCell, PaperParty, PaperSheet};
use crate::schema::Choice;

pub const COPIES: &[Choice] = &[
    ("consignor", "Consignor's copy"),
    ("consignee", "Consignee's copy"),
    ("driver", "Driver's copy"),
];

pub fn sheets(seen: &Seen, copies: &[&str]) -> Vec<PaperSheet> {
    let stops = seen.record.rows("stops");
    let asked: Vec<&str> = match not_yet(seen) {
        Some(_) => vec!["For checking"],
        None => {
            COPIES.iter().filter(|(key, _)| copies.contains(key)).map(|(_, copy)| *copy).collect()
        }
    };
    let each = |copy: &&str| {
        let copy = copy.to_string();
        stops
            .iter()
            .enumerate()
            .map(|(at, stop)| sheet(seen, (at + 1, stops.len()), *stop, &copy))
            .collect::<Vec<_>>()
    };
    asked.iter().flat_map(each).collect()
}

/// What stands in place of the title until the vehicle is on its way.
fn not_yet(seen: &Seen) -> Option<&'static str> {
    match seen.status {
        PLANNED | PLACED | UNDER_LOADING => Some("PLANNED, NOT A LORRY RECEIPT"),
        CANCELLED => Some("CANCELLED, NOT A LORRY RECEIPT"),
        _ => None,
    }
}

/// The goods of a stop, batch by batch.
fn goods(seen: &Seen, stop: Part) -> Vec<Vec<PaperCell>> {
    let row = |(at, row): (usize, &Part)| {
        vec![
            cell((at + 1).to_string()),
            strong(seen.title(SKU.key, row.text("sku"))),
            cell(seen.goods(row.text("sku")).text("hsn")),
            cell(seen.title(BATCH.key, row.text("batch"))),
            cell(row.pieces("pcs")),
            cell(row.kilograms("weight_g")),
        ]
    };
    stop.rows("goods").iter().enumerate().map(row).collect()
}

fn consignee(stop: Part) -> PaperParty {
    let lines = [
        stop.text("address").to_owned(),
        joined([stop.text("contact").to_owned(), stop.text("mobile").to_owned()]),
        with("Unloading:", stop.text("unloading")),
    ];
    PaperParty {
        label: "Consignee".to_owned(),
        name: stop.text("party").to_owned(),
        lines: lines.into_iter().filter(|line| !line.is_empty()).collect(),
    }
}

/// A fact, unless there is nothing to say.
fn told(fact: (String, String)) -> Option<(String, String)> {
    Some(fact).filter(|(_, value)| !value.is_empty())
}

fn sheet(seen: &Seen, (at, of): (usize, usize), stop: Part, copy: &str) -> PaperSheet {
    let record = seen.record;
    let (from, carrier) = (seen.beside("from"), seen.beside("carrier"));
    let own = Some(record.text("lr_no")).filter(|no| !no.is_empty()).unwrap_or(seen.number());
    // One number for the vehicle, and each of its consignments by its place.
    let number = if of > 1 { format!("{own}/{at}") } else { own.to_owned() };
    let is_own = carrier.text("name").is_empty();
    // The vehicle that these goods left on, where the trip went on with another since.
    let vehicle = Some(stop.text("vehicle_no")).filter(|no| !no.is_empty());
    let tax = match record.text("freight_tax") {
        "rcm" => "Paid by the consignor, under reverse charge",
        "forward" => "Charged by the transporter",
        "exempt" => "Exempt",
        _ => "",
    };
    let driver = joined([record.text("driver_name").to_owned(), record.text("mobile").to_owned()]);
    PaperSheet {
        number: number.clone(),
        // A hired vehicle travels under its transporter's name.
        is_ours: is_own,
        facts: vec![
            fact("LR", number),
            fact("Trip", seen.number()),
            fact("Date", record.day("date")),
            fact("Vehicle", vehicle.unwrap_or(record.text("vehicle_no"))),
            fact("Driver", driver),
            fact("Goods of", stop.text("no")),
            fact("E-way bill", stop.text("ewb_no")),
            fact("Left", record.moment("out_at")),
        ],
        parties: vec![party("Consignor", from, String::new()), consignee(stop)],
        columns: vec![
            left("#"),
            wide("Goods"),
            left("HSN"),
            left("Batch"),
            right("Pieces"),
            right("kg"),
        ],
        rows: goods(seen, stop),
        said: vec![
            fact("Price basis", seen.said("stops.price_basis", stop)),
            fact("GST on the freight", tax),
            fact("Overhang", record.text("overhang")),
            fact("Note", stop.text("note")),
        ],
        sums: told(fact("Pieces", counted(stop.pieces("pcs")))).into_iter().collect(),
        total: told(fact("Net weight", stop.weight("weight_g"))),
        signed_by: ["Consignor", "Driver", "Received, name and time"].map(str::to_owned).to_vec(),
        ..seen.sheet(
            not_yet(seen).unwrap_or("LORRY RECEIPT"),
            copy,
            if is_own { from } else { carrier },
        )
    }
}
