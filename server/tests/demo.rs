//! The demo is a business whose books agree, with something on every page.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::sync::OnceLock;

use godown_core::decide::doc::Doc;
use godown_core::docs::orders::STATUSES;
use godown_core::value::Day;
use godown_server::demo;

fn tell(until: &str) -> demo::Told {
    let until = Day::parse(until).expect("a day");
    demo::tell(until, &|text| format!("hash of {text}")).expect("a story")
}

/// The story once, for every test that only reads it.
fn story() -> &'static demo::Told {
    static STORY: OnceLock<demo::Told> = OnceLock::new();
    STORY.get_or_init(|| tell("2026-11-21"))
}

fn docs(told: &demo::Told, kind: &str) -> Vec<Doc> {
    let prefix = godown_core::decide::keys::key(&["doc", kind]);
    let pairs = told.state.pairs.range(prefix.clone()..);
    let ours = pairs.take_while(|(key, _)| key.starts_with(&prefix));
    ours.map(|(_, bytes)| serde_json::from_slice(bytes).expect("a document")).collect()
}

#[test]
fn the_demo_has_orders_in_every_status_and_its_books_agree() {
    let told = story();
    let orders = docs(told, "order");
    let mut by_status: BTreeMap<&str, usize> = BTreeMap::new();
    for order in &orders {
        *by_status.entry(&order.status).or_default() += 1;
    }
    for status in STATUSES {
        assert!(by_status.get(status).is_some_and(|n| *n >= 3), "{status}: {by_status:?}");
    }
    assert!((500..=750).contains(&orders.len()), "{} orders", orders.len());
    for (kind, least) in [
        ("customer", 60),
        ("sku", 220),
        ("batch", 350),
        ("vehicle", 25),
        ("employee", 18),
        ("invoice", 350),
        ("receipt", 200),
    ] {
        let count = docs(told, kind).len();
        assert!(count >= least, "{count} of {kind}");
    }
    let violations = godown_core::invariant::check(&told.state).expect("readable");
    assert!(violations.is_empty(), "{violations:?}");
}

#[test]
fn the_same_date_gives_the_same_bytes() {
    let (first, second) = (tell("2026-04-12"), tell("2026-04-12"));
    assert!(first.entries.len() > 1_000, "{} entries", first.entries.len());
    assert_eq!(first.entries.len(), second.entries.len());
    assert!(first.state == second.state);
}

#[test]
fn orders_lie_in_two_financial_years() {
    let told = story();
    let mut years: BTreeMap<String, usize> = BTreeMap::new();
    for order in docs(told, "order") {
        if let Some(number) = order.doc_no.as_deref() {
            let year = number.split('/').nth(2).unwrap_or("").to_owned();
            *years.entry(year).or_default() += 1;
        }
    }
    assert!(years.get("25-26").is_some_and(|n| *n >= 10), "{years:?}");
    assert!(years.contains_key("26-27"), "{years:?}");
}
