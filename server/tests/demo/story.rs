//! The demo is a business whose books agree, with something on every page.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use godown_core::declare::actor::Actor;
use godown_core::docs::orders::STATUSES;
use godown_core::docs::reversals::plan::{Reversing, plan};
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::value::{Day, IST_MINUTES, Instant};
use godown_server::demo;

fn tell(until: &str) -> demo::Told {
    tell_by(until, demo::OVER)
}

fn tell_by(until: &str, now: Instant) -> demo::Told {
    let until = Day::parse(until).expect("a day");
    demo::tell(until, now, &|text| format!("hash of {text}")).expect("a story")
}

/// The story once, for every test that only reads it.
pub fn story() -> &'static demo::Told {
    static STORY: OnceLock<demo::Told> = OnceLock::new();
    STORY.get_or_init(|| tell("2026-11-21"))
}

pub fn docs(told: &demo::Told, kind: &str) -> Vec<Doc> {
    let prefix = godown_core::kept::keys::key(&["doc", kind]);
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
fn audits_stand_in_every_status_and_holds_of_every_kind_in_each_of_theirs() {
    let told = story();
    let audits: std::collections::BTreeSet<String> =
        docs(told, "stock_audit").into_iter().map(|doc| doc.status).collect();
    for status in godown_core::docs::audits::FLOW.statuses {
        assert!(audits.contains(*status), "{status}: {audits:?}");
    }
    let holds: std::collections::BTreeSet<(String, String)> = docs(told, "stock_hold")
        .into_iter()
        .map(|doc| (doc.text("kind").unwrap_or("").to_owned(), doc.status))
        .collect();
    for kind in ["quality", "promise", "management"] {
        for status in ["Active", "Released", "Expired"] {
            assert!(holds.contains(&(kind.to_owned(), status.to_owned())), "{kind} {status}");
        }
    }
    assert!(holds.contains(&("promise".to_owned(), "Consumed".to_owned())), "{holds:?}");
    let posted: i64 = docs(told, "stock_audit")
        .iter()
        .filter(|doc| doc.status == "Approved")
        .flat_map(|doc| godown_core::docs::audits::lines_of(doc).expect("readable"))
        .map(|line| line.difference_pcs.abs())
        .sum();
    assert!(posted > 0, "an approved audit has differences");
}

#[test]
fn there_are_notes_of_every_reason_and_returns_to_their_end() {
    let told = story();
    let mut notes = std::collections::BTreeSet::new();
    for kind in ["credit_note", "debit_note"] {
        for note in docs(told, kind) {
            let reason = note.text("reason").unwrap_or("").to_owned();
            notes.insert((
                kind,
                note.status.clone(),
                reason,
                note.text("gst").unwrap_or("").to_owned(),
            ));
        }
    }
    for (kind, reason, gst) in [
        ("credit_note", "return", "with"),
        ("credit_note", "rate_difference", "with"),
        ("credit_note", "quantity_difference", "with"),
        ("credit_note", "discount", "with"),
        ("credit_note", "discount", "without"),
        ("debit_note", "rate_difference", "with"),
        ("debit_note", "quantity_difference", "with"),
    ] {
        let one = (kind, "Posted".to_owned(), reason.to_owned(), gst.to_owned());
        assert!(notes.contains(&one), "{one:?}: {notes:?}");
    }
    assert!(notes.iter().any(|(_, status, ..)| status == "Draft"));
    let returns = docs(told, "sales_return");
    let settled: std::collections::BTreeSet<&str> = returns
        .iter()
        .filter(|doc| doc.status == "Completed" && doc.text("credit_note").is_some())
        .filter_map(|doc| doc.text("settlement"))
        .collect();
    assert_eq!(settled.into_iter().collect::<Vec<_>>(), ["credit_note", "repair", "replace"]);
}

#[test]
fn receipts_stand_in_every_status_and_some_money_lies_on_account() {
    let told = story();
    let receipts = docs(told, "receipt");
    let statuses: std::collections::BTreeSet<&str> =
        receipts.iter().map(|doc| doc.status.as_str()).collect();
    for status in godown_core::docs::receipts::FLOW.statuses {
        assert!(statuses.contains(status), "{status}: {statuses:?}");
    }
    let modes: std::collections::BTreeSet<&str> =
        receipts.iter().filter_map(|doc| doc.text("mode")).collect();
    for mode in ["cash", "cheque", "pdc", "neft", "rtgs", "imps", "upi"] {
        assert!(modes.contains(mode), "{mode}: {modes:?}");
    }
    let on_account = |doc: &&Doc| doc.int("on_account_paise") > Some(0);
    assert!(receipts.iter().any(|doc| on_account(&doc)), "no money on account");
    let bounced = |doc: &&Doc| doc.int("charges_paise") > Some(0);
    assert!(receipts.iter().any(|doc| bounced(&doc)), "no bounce with charges");
}

#[test]
fn one_reversal_is_done_and_one_waits_for_its_yard() {
    let reversals = docs(story(), "reversal");
    let done: Vec<&Doc> = reversals.iter().filter(|doc| doc.status == "Done").collect();
    let waits: Vec<&Doc> = reversals.iter().filter(|doc| doc.status == "Approved").collect();
    assert_eq!((done.len(), waits.len()), (1, 1));
    assert!(done[0].get("effects").is_some(), "what was done is told");
    assert!(waits[0].get("back").is_none(), "the yard has counted nothing of it back");
}

#[test]
fn something_stands_against_one_reversal_and_its_plan_says_what() {
    let told = story();
    let reversals = docs(told, "reversal");
    let asked: Vec<&Doc> = reversals.iter().filter(|doc| doc.status == "BM Pending").collect();
    assert_eq!(asked.len(), 1);
    let reversing = Reversing::of(asked[0]).unwrap();
    let system = Actor::system();
    let look = godown_core::docs::look(&told.state, &system, told.now);
    let plan = plan(&look, &reversing).unwrap();
    assert!(plan.blockers.len() > plan.waits.len(), "{:?}", plan.blockers);
}

#[test]
fn an_e_way_bill_ends_with_the_last_day_and_trips_stand_in_every_status() {
    let trips = docs(story(), "trip");
    let statuses: std::collections::BTreeSet<&str> =
        trips.iter().map(|doc| doc.status.as_str()).collect();
    for status in godown_core::docs::trips::FLOW.statuses {
        assert!(statuses.contains(status), "{status}: {statuses:?}");
    }
    let until = Day::parse("2026-11-21").unwrap();
    let stops = |doc: &Doc| godown_core::docs::trips::stops_of(doc).unwrap();
    let on_road = trips.iter().filter(|doc| doc.status == "Dispatched").flat_map(stops);
    let mut open = on_road.filter(|stop| stop.is_open());
    assert!(open.any(|stop| stop.ewb_to == Some(until)), "none ends on the last day");
}

#[test]
fn nothing_in_the_demo_happened_after_its_last_day() {
    let told = story();
    let until = Day::parse("2026-11-21").unwrap();
    assert_eq!(told.now.day_in(IST_MINUTES), until);
    assert!(told.entries.iter().all(|entry| entry.time <= told.now.0));
    let prefix = keys::key(&["doc"]);
    let ours = told.state.pairs.range(prefix.clone()..);
    for (key, text) in ours.take_while(|(key, _)| key.starts_with(&prefix)) {
        let doc: Doc = serde_json::from_slice(text).unwrap();
        for at in [doc.created_at, doc.updated_at, doc.since] {
            assert!(at <= told.now, "{key}");
        }
        if ["invoice", "receipt", "inward", "loading", "credit_note"].contains(&doc.kind.as_str()) {
            let day = doc.text("date").and_then(Day::parse);
            assert!(day.is_none_or(|day| day <= until), "{key}");
        }
    }
}

#[test]
fn nothing_of_the_demo_happens_after_the_hour_that_it_is_made_at() {
    let midnight =
        (i64::from(Day::parse("2026-04-12").expect("a day").0) * 1_440 - IST_MINUTES) * 60_000;
    let whole = tell("2026-04-12").entries.len();
    for minutes in [1, 9 * 60, 18 * 60 + 34] {
        let now = Instant(midnight + minutes * 60_000);
        let told = tell_by("2026-04-12", now);
        assert!(told.entries.is_sorted_by_key(|entry| entry.time), "made {minutes} after midnight");
        assert!(
            told.entries.iter().all(|entry| entry.time <= now.0),
            "made {minutes} after midnight"
        );
        assert_eq!(told.entries.len(), whole, "made {minutes} after midnight");
    }
}

#[test]
fn the_demo_is_the_same_business_in_whichever_year_month_and_week_it_is_made() {
    let counts = |told: &demo::Told| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let prefix = keys::key(&["doc"]);
        let ours = told.state.pairs.range(prefix.clone()..);
        for (_, text) in ours.take_while(|(key, _)| key.starts_with(&prefix)) {
            let doc: Doc = serde_json::from_slice(text).expect("a document");
            *counts.entry(format!("{} {}", doc.kind, doc.status)).or_default() += 1;
        }
        counts
    };
    let one = counts(story());
    assert_eq!(counts(&tell("2028-02-29")), one);
    // Over the turn of the financial year a few documents differ, but none is missing that a page is shown with.
    let spring = counts(&tell("2026-04-01"));
    assert!(spring.keys().eq(one.keys()), "{spring:?} and {one:?}");
}

#[test]
fn the_same_date_gives_the_same_bytes() {
    let (first, second) = (tell("2026-04-12"), tell("2026-04-12"));
    assert!(first.entries.len() > 1_000, "{} entries", first.entries.len());
    assert_eq!(first.entries.len(), second.entries.len());
    assert!(first.state == second.state);
}

#[test]
fn every_posted_invoice_of_the_demo_has_the_irn_that_its_turnover_asks_for() {
    let told = story();
    let mut states: BTreeMap<String, usize> = BTreeMap::new();
    let mut numbers = std::collections::BTreeSet::new();
    for invoice in docs(told, "invoice").iter().filter(|doc| doc.status == "Posted") {
        *states.entry(invoice.text("irn_state").unwrap_or("").to_owned()).or_default() += 1;
        let irn = invoice.text("irn").map(str::to_owned);
        assert!(
            irn.is_none_or(|irn| numbers.insert(irn)),
            "{:?} has another's IRN",
            invoice.doc_no
        );
    }
    let known = ["not_needed", "recorded"];
    assert!(states.keys().all(|state| known.contains(&state.as_str())), "{states:?}");
    assert!(states.get("recorded").is_some_and(|count| *count > 300), "{states:?}");
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

/// Grams of a piece by the tables' formulas, all in integers: values in thousandths.
fn grams(section: &str, of: &BTreeMap<String, i128>) -> i128 {
    let v = |code: &str| of[code];
    // Square micrometres, times a factor in units of the tenth decimal, times the length.
    let per_m =
        |area: i128, factor: i128| nearest(area * factor * v("LEN"), 10_i128.pow(16) * 1_000);
    match section {
        "pipe" => per_m((v("OD") - v("THK")) * v("THK"), 246_615_000),
        "shs" => per_m(2 * (2 * v("A") - 2 * v("THK")) * v("THK"), 78_500_000),
        "rhs" => per_m(2 * (v("A") + v("B") - 2 * v("THK")) * v("THK"), 78_500_000),
        "round" => per_m(v("D") * v("D"), 61_654_000),
        "angle" => per_m((v("A") + v("B") - v("THK")) * v("THK"), 78_500_000),
        "flat" => per_m(v("W") * v("THK"), 78_500_000),
        "sheet" => nearest(v("L") * v("W") * v("THK") * 785, 10_i128.pow(14)),
        "channel" => nearest(v("KGM") * v("LEN"), 1_000_000),
        _ => of.get("COIL").or(of.get("BAG")).copied().unwrap(),
    }
}

fn nearest(above: i128, below: i128) -> i128 {
    (2 * above + below) / (2 * below)
}

#[test]
fn every_sku_of_the_demo_has_the_weight_of_the_tables() {
    let told = story();
    let find = |kind: &str, id: &str| told.find(kind, id).unwrap().unwrap();
    let skus = docs(told, "sku");
    for sku in &skus {
        let group = find("product_group", sku.text("product_group").unwrap());
        let Some(values) = sku.get("values") else {
            // Scrap is weighed, and has no section.
            assert_eq!(group.text("section"), None, "{:?}", sku.text("name"));
            continue;
        };
        let mut of = BTreeMap::new();
        for row in values.as_array().unwrap() {
            let property = find("sku_property", row["property"].as_str().unwrap());
            let value = row["value"].as_str().unwrap();
            if let Some(number) = godown_core::value::decimal::decimal(value) {
                of.insert(property.text("code").unwrap().to_owned(), i128::from(number));
            }
        }
        let wanted = grams(group.text("section").unwrap_or(""), &of);
        let name = sku.text("name").unwrap();
        assert_eq!(i128::from(sku.int("theo_g_per_pc").unwrap()), wanted, "{name}");
        assert_eq!(sku.int("calc_g_per_pc"), sku.int("theo_g_per_pc"), "{name}");
        assert!(sku.text("formula").is_some(), "{name}");
    }
    assert!(skus.len() >= 220);
}

#[test]
fn the_desk_of_the_owner_holds_what_the_template_counts() {
    let told = story();
    let count = |kind: &str, owner: &str| {
        docs(told, kind).iter().filter(|doc| doc.owner.as_deref() == Some(owner)).count()
    };
    let people = docs(told, "employee");
    let id = |emp_id: &str| {
        people.iter().find(|doc| doc.text("emp_id") == Some(emp_id)).expect("a person").id.clone()
    };
    let owner = id("ADMIN");
    let kinds = ["inbox_message", "contact", "proforma"].map(|kind| count(kind, &owner));
    assert_eq!(kinds, [12, 68, 4]);
    let system = Actor::system();
    let products = godown_core::query::desk::shop::products(&told.state, &system, told.now);
    let products = products.expect("readable");
    assert_eq!(products.len(), 13);
    assert!(products.iter().all(|product| product.total_unit == 100 && product.price.is_some()));
    for who in [owner, id("SALES")] {
        let cart = told.find("cart", &who).expect("readable").expect("a cart");
        let lines = godown_core::docs::desk::carts::of(&cart).lines;
        assert_eq!(lines.iter().map(|line| line.pcs).collect::<Vec<_>>(), [1, 1, 1, 1]);
    }
}
