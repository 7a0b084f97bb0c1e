//! What people type for goods, firms, vehicles, batches and numbers, and what stands first then.

use godown_core::declare::actor::Actor;
use godown_core::kept::doc::Record;
use godown_core::query::list::{Query, page};
use godown_core::query::search::search;
use godown_core::query::stock::{CatalogueRow, Wanted, catalogue};
use godown_core::value::Instant;
use godown_core::{calls, docs};
use serde_json::{Value, json};

use crate::story::{self, story};

/// Kind, as typed, and how the first that is found begins.
fn table() -> impl Iterator<Item = [&'static str; 3]> {
    let lines = include_str!("queries.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect::<Vec<_>>().try_into().expect("three columns"))
}

const NOW: Instant = Instant(1_795_250_000_000);

/// On the story's last day.
fn found(q: &str, customer: &str) -> Vec<CatalogueRow> {
    let wanted =
        Wanted { q: q.to_owned(), customer: customer.to_owned(), limit: 30, ..Wanted::default() };
    catalogue(&story().state, &Actor::system(), NOW, &wanted).unwrap().rows
}

/// How the first that is found is called.
fn first(kind: &str, q: &str) -> String {
    let (read, system) = (&story().state, Actor::system());
    match kind {
        "sku" => found(q, "").into_iter().next().map(|row| row.name),
        "any" => {
            let hits = search(read, &system, NOW, q, 50).unwrap();
            hits.into_iter().next().map(|hit| format!("{} {}", hit.doc_type.0, hit.title))
        }
        _ => rows(kind, q, 1).into_iter().next().map(|row| name_of(kind, &row)),
    }
    .unwrap_or_default()
}

/// What the list of a type finds.
fn rows(kind: &str, q: &str, limit: usize) -> Vec<Record> {
    let query = Query { q: q.to_owned(), limit, ..Query::default() };
    page(&story().state, &Actor::system(), NOW, kind, &query).unwrap().records().unwrap()
}

/// The number of a row, of a master its title.
fn name_of(kind: &str, row: &Record) -> String {
    let numbered = ["order", "loading", "invoice", "receipt"].contains(&kind);
    let key = if numbered { "doc_no" } else { docs::find(kind).unwrap().title };
    row.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

#[test]
fn what_is_typed_finds_first_what_is_meant() {
    let wrong: Vec<String> = table()
        .map(|[kind, q, wanted]| (kind, q, wanted, first(kind, q)))
        .filter(|(_, _, wanted, first)| !first.starts_with(wanted))
        .map(|(kind, q, wanted, first)| format!("{kind} {q}: {first}, and not {wanted}"))
        .collect();
    assert!(table().count() >= 100, "{}", table().count());
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn rows_at_hand_are_found_in_the_order_of_the_list() {
    let mut held = 0;
    for [kind, q, _] in table().filter(|[kind, ..]| !["sku", "any"].contains(kind)) {
        let all = rows(kind, "", 500);
        let args = json!({ "doc_type": kind, "q": q, "rows": all });
        let found = calls::call("found", &args).unwrap();
        let at_hand: Vec<&Value> = found
            .as_array()
            .unwrap()
            .iter()
            .map(|at| &all[at.as_u64().unwrap() as usize]["id"])
            .collect();
        let mut listed: Vec<Value> =
            rows(kind, q, 500).iter().map(|row| row["id"].clone()).collect();
        // What the list does not show is found by the server alone.
        listed.retain(|id| at_hand.contains(&id));
        if all.len() < 500 {
            assert_eq!(at_hand, listed.iter().collect::<Vec<_>>(), "{kind} {q}");
            held += usize::from(!at_hand.is_empty());
        }
    }
    assert!(held > 30, "{held}");
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
    let orders = story::docs(story(), "order");
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
