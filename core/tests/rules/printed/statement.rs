//! The statement of account on paper: the lines of its report, and the balance by its side.

use godown_core::docs::printed::{PaperWish, file, report};
use serde_json::{Value, json};

use super::texts;

fn column(key: &str, label: &str, shown: &str) -> Value {
    json!({ "key": key, "label": label, "under": null, "shown": shown })
}

fn line(level: usize, cells: Value) -> Value {
    json!({ "level": level, "cells": cells, "steps": [], "opens": null })
}

/// A customer who owed ₹1,000.00, was sent two invoices and paid one of them.
fn customer() -> Value {
    json!({
        "type": "customer",
        "id": "c1",
        "doc_no": "C000007",
        "status": "Active",
        "record": { "name": "Shree Krishna Traders", "pan": "AAPFU0939F" },
        "paper": {
            "from": { "name": "Trishul Steel", "gstin": "27AAPFU0939F1ZV", "address": "Plot 4, Pune" },
            "to": { "name": "Shree Krishna Traders", "address": "Nagar Road, Pune", "state": "Maharashtra" },
            "bank": { "bank": "State Bank", "account": "00112233", "ifsc": "SBIN0001234" },
        },
        "account": {
            "columns": [
                column("paper", "Document", "text"),
                column("day", "Date", "day"),
                column("due", "Due", "day"),
                column("debit", "Debit ₹", "paise"),
                column("credit", "Credit ₹", "paise"),
                column("balance", "Balance ₹", "paise"),
            ],
            "rows": [
                line(0, json!(["Opening balance", null, null, null, null, 100_000])),
                line(1, json!(["PN/26-27/000042", 20_545, 20_575, 5_000_000, null, 5_100_000])),
                line(1, json!(["PN/26-27/000043", 20_546, 20_576, 2_500_050, null, 7_600_050])),
                line(1, json!(["RC/26-27/000009", 20_550, null, null, 5_000_000, 2_600_050])),
                line(0, json!(["Closing balance by how late it is", null, null, null, null, null])),
                line(1, json!(["Not due", null, null, null, null, 2_500_050])),
                line(1, json!(["1–30 days", null, null, null, null, 0])),
                line(1, json!(["Over 90 days", null, null, null, null, 100_000])),
            ],
            "totals": [null, null, 7_500_050, 5_000_000, 2_600_050],
            "days": ["2026-04-01", "2026-11-27"],
            "read": 4,
        },
    })
}

#[test]
fn a_statement_tells_every_line_of_its_report_with_the_side_of_the_balance() {
    let pages = texts(&customer(), &[]);
    assert_eq!(pages.len(), 1);
    let said = |text: &str| pages[0].iter().any(|one| one.contains(text));
    for text in [
        "STATEMENT OF ACCOUNT",
        "01-04-2026 to 27-11-2026",
        "C000007",
        "Opening balance",
        "1,000.00 Dr",
        "PN/26-27/000042",
        "02-04-2026",
        "02-05-2026",
        "50,000.00",
        "76,000.50 Dr",
        "Total",
        "75,000.50",
        "26,000.50 Dr",
        "Not due",
        "25,000.50 Dr",
        "Over 90 days",
        "Rupees twenty-six thousand",
        "SBIN0001234",
    ] {
        assert!(said(text), "{text}: {:?}", pages[0]);
    }
    assert!(!said("1–30 days"), "nothing is that late: {:?}", pages[0]);
    assert!(!said("Closing balance by"), "{:?}", pages[0]);
}

#[test]
fn who_is_in_credit_is_not_asked_to_pay() {
    let mut view = customer();
    view["account"]["totals"][4] = json!(-300_000);
    let pages = texts(&view, &[]);
    let said = |text: &str| pages[0].iter().any(|one| one.contains(text));
    assert!(said("3,000.00 Cr"), "{:?}", pages[0]);
    assert!(!said("SBIN0001234"), "{:?}", pages[0]);
}

#[test]
fn a_party_that_nothing_is_booked_for_is_told_so() {
    let mut view = customer();
    view["account"]["rows"] = json!([]);
    view["account"]["totals"] = Value::Null;
    let pages = texts(&view, &[]);
    let said = |text: &str| pages[0].iter().any(|one| one.contains(text));
    assert!(said("Nothing is booked until 27-11-2026."), "{:?}", pages[0]);
    assert!(!said("Total") && !said("Debit"), "{:?}", pages[0]);
}

#[test]
fn who_is_told_no_balance_prints_what_moved() {
    let mut view = customer();
    let account = &mut view["account"];
    account["columns"].as_array_mut().unwrap().pop();
    let rows = account["rows"].as_array().unwrap()[1..4].to_vec();
    account["rows"] = Value::from(rows);
    account["totals"].as_array_mut().unwrap().pop();
    for row in account["rows"].as_array_mut().unwrap() {
        row["cells"].as_array_mut().unwrap().pop();
    }
    let pages = texts(&view, &[]);
    let said = |text: &str| pages[0].iter().any(|one| one.contains(text));
    assert!(said("RC/26-27/000009") && said("50,000.00"), "{:?}", pages[0]);
    assert!(!said("Balance") && !said(" Dr"), "{:?}", pages[0]);
}

#[test]
fn a_long_account_goes_on_to_further_pages_under_the_same_heads() {
    let mut view = customer();
    let rows = view["account"]["rows"].as_array_mut().unwrap();
    let one = rows[1].clone();
    for at in 0..150 {
        let mut more = one.clone();
        more["cells"][0] = json!(format!("PN/26-27/{at:06}"));
        rows.insert(2, more);
    }
    let pages = texts(&view, &[]);
    assert!(pages.len() > 3, "{}", pages.len());
    let told = |page: &Vec<String>, text: &str| page.iter().any(|one| one == text);
    let tabled = pages.iter().filter(|page| page.iter().any(|one| one.starts_with("PN/26-27/")));
    assert!(tabled.clone().all(|page| told(page, "Document") && told(page, "Balance ₹")));
    assert!((0..150).all(|at| pages.iter().any(|page| told(page, &format!("PN/26-27/{at:06}")))));
}

#[test]
fn only_those_who_have_an_account_have_a_statement_and_none_is_made_without_its_lines() {
    assert_eq!(report("customer").map(|report| report.report), Some("customer_statement"));
    assert_eq!(report("vendor").map(|report| report.report), Some("transporter_statement"));
    assert_eq!(report("supplier").map(|report| report.report), Some("supplier_statement"));
    assert!(report("invoice").is_none() && report("employee").is_none());
    let mut view = customer();
    view.as_object_mut().unwrap().remove("account");
    assert!(file("customer", &[view], &PaperWish::default()).is_err());
}
