//! Who writes and posts notes.

use godown_core::docs::notes::{DRAFT, POSTED};

use super::*;
use crate::matrix;
use crate::support::World as Village;

/// A note in a status.
fn station(base: &Village, kind: &str, status: &str) -> matrix::Station {
    let mut village = base.clone();
    let order = village.at(godown_core::docs::orders::COMPLETED);
    let invoice = village.loadings(&order)[0].text("invoice").unwrap().to_owned();
    let acc = village.who("ACC");
    let sent = json!({
        "invoice": invoice, "reason": "rate_difference", "gst": "with",
        "corrections": [{ "line": 0, "rate_paise": 50_000 }],
    });
    let made = village.site.create(&acc, kind, sent).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    if status == POSTED {
        village.site.act(&acc, kind, &id, "post", json!({})).unwrap();
    }
    assert!([DRAFT, POSTED].contains(&status));
    (village, id)
}

#[test]
fn the_matrix_of_statuses_actions_and_roles_is_the_one_written_down() {
    let base = Village::new();
    for def in [&CREDIT_NOTE, &DEBIT_NOTE] {
        let text = matrix::text(def, |status| station(&base, def.key, status));
        matrix::written_down(def.key, &text);
    }
}

#[test]
fn sales_see_the_notes_of_their_own_customers() {
    let (village, id) = station(&Village::new(), CREDIT, POSTED);
    let seen = |who: &str| {
        let doc = village.site.read(|case| case.copy(&CREDIT_NOTE, &id));
        village.who(who).covers(&CREDIT_NOTE, godown_core::declare::grant::Verb::View, &doc)
    };
    let people = ["SALES", "SALES2", "BM", "CREDIT", "ACC", "LOGI", "AUDIT", "YARD", "PURCH"];
    assert_eq!(people.map(seen), [true, false, true, true, true, true, true, false, false]);
}
