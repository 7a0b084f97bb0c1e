//! What people type for goods, and what stands first in the catalogue then.

use godown_core::declare::actor::Actor;
use godown_core::query::stock::{CatalogueRow, Wanted, catalogue};
use godown_core::value::Instant;

use crate::story::{docs, story};

/// As typed, once the signs between sizes are spaces, and how the first name begins.
const TYPED: &[(&str, &str)] = &[
    ("angle 50 50 6", "MS Angle 50 × 50 × 6 "),
    ("angle 50 50 5", "MS Angle 50 × 50 × 5 "),
    ("ms angle 50 50 6 6", "MS Angle 50 × 50 × 6 "),
    ("angle 100 100 10", "MS Angle 100 × 100 × 10 "),
    ("angle 100 100 8", "MS Angle 100 × 100 × 8 "),
    ("angle 25", "MS Angle 25 × 25 × 3 "),
    ("angle 6", "MS Angle 50 × 50 × 6 "),
    ("ms angle 65", "MS Angle 65 × 65 × 6 "),
    ("tmt 12", "TMT Bar 12 mm × 12 m "),
    ("tmt 8", "TMT Bar 8 mm × 12 m "),
    ("tmt 10", "TMT Bar 10 mm × 12 m "),
    ("tmt bar 16", "TMT Bar 16 mm × 12 m "),
    ("tmt 12 500d", "TMT Bar 12 mm × 12 m Fe 500D"),
    ("tmt 25 fe 550d", "TMT Bar 25 mm × 12 m Fe 550D"),
    ("12 tmt", "TMT Bar 12 mm × 12 m "),
    ("tmt 20 vardhan", "TMT Bar 20 mm × 12 m "),
    ("gi pipe 15nb", "GI Pipe 15NB 21.3OD × "),
    ("gi 15nb 2.6", "GI Pipe 15NB 21.3OD × 2.6 "),
    ("erw 15nb 3.2", "MS ERW Pipe 15NB 21.3OD × 3.2 "),
    ("pipe 100nb 4.5 gi", "GI Pipe 100NB 114.3OD × 4.5 "),
    ("erw pipe 50nb 3.6", "MS ERW Pipe 50NB 60.3OD × 3.6 "),
    ("60.3od 2.6 gi", "GI Pipe 50NB 60.3OD × 2.6 "),
    ("ms erw 80nb 4.5", "MS ERW Pipe 80NB 88.9OD × 4.5 "),
    ("shs 50 50 3", "MS SHS 50 × 50 × 3 "),
    ("shs 50 50 3.0", "MS SHS 50 × 50 × 3 "),
    ("shs 50 2.5", "MS SHS 50 × 50 × 2.5 "),
    ("shs 25 25 2", "MS SHS 25 × 25 × 2 "),
    ("shs 100 100 4.8", "MS SHS 100 × 100 × 4.8 "),
    ("ms shs 72 72 4", "MS SHS 72 × 72 × 4 "),
    ("rhs 100 50 2", "MS RHS 100 × 50 × 2 "),
    ("rhs 50 25 2.5", "MS RHS 50 × 25 × 2.5 "),
    ("rhs 40 20 3", "MS RHS 40 × 20 × 3 "),
    ("rhs 96 48 4", "MS RHS 96 × 48 × 4 "),
    ("flat 50 6", "MS Flat 50 × 6 "),
    ("flat 50 10", "MS Flat 50 × 10 "),
    ("flat 100 12", "MS Flat 100 × 12 "),
    ("flat 150 16", "MS Flat 150 × 16 "),
    ("flat 25 5", "MS Flat 25 × 5 "),
    ("channel 75", "MS Channel 75 mm "),
    ("channel 100", "MS Channel 100 mm "),
    ("channel 125 6", "MS Channel 125 mm "),
    ("hr sheet 2500 1250 2", "HR Sheet 2500 × 1250 × 2 "),
    ("hr sheet 2500 1250 2.5", "HR Sheet 2500 × 1250 × 2.5 "),
    ("gp 3000 1500 1.2", "GP Sheet 3000 × 1500 × 1.2 "),
    ("gp sheet 3000 1", "GP Sheet 3000 × 1500 × 1 "),
    ("binding wire 18", "Binding Wire 18 gauge"),
    ("wire 20", "Binding Wire 20 gauge"),
    ("cement 43", "Cement OPC 43 "),
    ("opc 53", "Cement OPC 53 "),
    ("ppc", "Cement PPC 50 kg"),
    ("scrap", "MS scrap"),
    ("sku-000161", "MS Angle 50 × 50 × 6 "),
];

/// On the story's last day.
fn found(q: &str, customer: &str) -> Vec<CatalogueRow> {
    let now = Instant(1_795_250_000_000);
    let wanted =
        Wanted { q: q.to_owned(), customer: customer.to_owned(), limit: 30, ..Wanted::default() };
    catalogue(&story().state, &Actor::system(), now, &wanted).unwrap().rows
}

#[test]
fn what_is_typed_for_goods_finds_them_first() {
    let wrong: Vec<String> = TYPED
        .iter()
        .filter_map(|(q, wanted)| {
            let first = found(q, "").into_iter().next().map(|row| row.name).unwrap_or_default();
            (!first.starts_with(wanted)).then(|| format!("{q}: {first}, and not {wanted}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn of_names_that_answer_alike_what_lies_in_the_yards_stands_first_and_then_by_size() {
    let rows = found("gi pipe", "");
    let here: Vec<bool> = rows.iter().map(|row| row.free_pcs > 0 || row.free_g > 0).collect();
    assert!(here.is_sorted_by(|a, b| a >= b), "{here:?}");
    let size = |row: &CatalogueRow| row.name.split(' ').nth(2).unwrap().to_owned();
    let sizes: Vec<String> = rows.iter().filter(|row| row.free_pcs > 0).map(size).collect();
    let number = |size: &String| size.trim_end_matches("NB").parse::<u32>().unwrap();
    assert!(sizes.len() > 5 && sizes.is_sorted_by_key(number), "{sizes:?}");
}

#[test]
fn of_goods_that_lie_here_those_that_the_customer_takes_stand_first() {
    let orders = docs(story(), "order");
    let taken = |order: &godown_core::kept::doc::Doc| {
        let lines = order.get("lines")?.as_array()?.clone();
        let sku = lines.first()?.get("sku")?.as_str()?.to_owned();
        Some((order.text("customer")?.to_owned(), sku))
    };
    let mut moved = 0;
    for (customer, sku) in orders.iter().rev().filter_map(taken).take(40) {
        let place = |customer: &str| found("ms", customer).iter().position(|row| row.sku == sku);
        if let (Some(theirs), Some(anybodys)) = (place(&customer), place("")) {
            assert!(theirs <= anybodys.max(5), "{sku} of {customer}: {theirs}, {anybodys}");
            moved += usize::from(theirs < anybodys);
        }
    }
    assert!(moved > 0, "a customer's own goods come before others");
}
