//! Who sees a return, whose turn each step is, and who may take it.

use godown_core::declare::grant::Role;
use godown_core::docs::sales_returns::{self, ReturnLine, ReturnLot, SALES_RETURN};
use godown_core::query::list::{Query, Where, page};
use godown_core::query::{self, queue};
use godown_core::schema::Kind;
use serde_json::json;

use super::{ROAD, at, doc, draft, ground, make, step};
use crate::deeds::Ground;
use crate::matrix;

/// Every column of the matrix: `YARD` is of the yard that the goods come to, `YARD2` of another; `SALES2` is
/// another salesperson.
const PEOPLE: &[&str] = &[
    "ADMIN", "SALES", "SALES2", "BM", "PCT", "CREDIT", "YARD", "YARD2", "LOGI", "ACC", "PURCH",
    "AUDIT", "SYS",
];

#[test]
fn the_returns_of_an_order_are_found_by_each_order_that_they_name() {
    let mut ground = ground();
    let id = make(&mut ground);
    let order = doc(&ground, &id).record["orders"][0].as_str().unwrap().to_owned();
    let asked = [
        (format!("orders:eq:{order}"), 1),
        (format!("orders:in:nobody|{order}"), 1),
        ("orders:eq:nobody".to_owned(), 0),
    ];
    for (condition, found) in asked {
        let conditions = vec![Where::parse(&condition).unwrap()];
        let query = Query { conditions, limit: 10, ..Query::default() };
        let site = &ground.world.site;
        let sales = ground.world.who("SALES");
        let page = page(&site.memory, &sales, site.now, "sales_return", &query).unwrap();
        assert_eq!(page.total, found, "{condition}");
        let ids: Vec<_> = page.records().unwrap().iter().map(|row| row["id"].clone()).collect();
        assert_eq!(ids, vec![json!(id); found as usize], "{condition}");
    }
}

#[test]
fn who_asks_sees_their_own_and_the_yard_sees_no_rates() {
    let mut ground = ground();
    let id = at(&mut ground, sales_returns::INSPECTED);
    let seen = |who: &str| {
        let site = &ground.world.site;
        let view = query::view(&site.memory, &ground.world.who(who), site.now, "sales_return", &id);
        let text = view.ok().map(|view| view.value().unwrap()["record"].to_string());
        text.map(|text| ["amount_paise", "cost_paise"].map(|key| text.contains(key)))
    };
    for (who, shown) in [
        ("SALES", Some([true, false])),
        ("SALES2", None),
        ("BM", Some([true, true])),
        ("CREDIT", Some([true, true])),
        ("YARD", Some([false, false])),
        ("YARD2", None),
        ("LOGI", Some([false, false])),
        ("ACC", Some([true, true])),
        ("PURCH", None),
        ("AUDIT", Some([true, true])),
    ] {
        assert_eq!(seen(who), shown, "{who}");
    }
}

#[test]
fn each_step_waits_for_those_who_take_it() {
    let mut ground = ground();
    let waits = |ground: &Ground| {
        let site = &ground.world.site;
        let of = |who: &str| {
            let queue = queue::queue(&site.memory, &ground.world.who(who), site.now).unwrap();
            queue.rows.iter().filter(|row| row.doc_type.0 == "sales_return").count()
        };
        ["SALES", "BM", "YARD", "YARD2", "ACC"].map(of)
    };
    let id = make(&mut ground);
    let table: [[usize; 5]; 5] =
        [[0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 1, 1, 0, 0], [0, 0, 0, 0, 1]];
    for ((who, action), turn) in ROAD.iter().zip(table) {
        let status = step(&mut ground, who, &id, action, 0);
        assert_eq!(waits(&ground), turn, "{status}");
    }
    assert_eq!(step(&mut ground, "ACC", &id, "send_back", 0), sales_returns::INSPECTED);
}

#[test]
fn accounts_ask_for_a_return_too_and_nobody_approves_their_own() {
    let mut ground = ground();
    let id = draft(&mut ground, "ACC", json!({})).unwrap();
    assert_eq!(step(&mut ground, "ACC", &id, "submit", 0), sales_returns::BM_PENDING);
    assert_eq!(
        doc(&ground, &id).owner,
        Some(ground.world.who("SALES").id),
        "it is the salesperson's"
    );
    let mut both = ground.world.who("ACC");
    both.roles.push(Role::Bm);
    let with = json!({ "settlement": "replace" });
    let own = ground.world.site.act(&both, "sales_return", &id, "approve", with.clone());
    assert_eq!(
        own.unwrap_err()[0].message,
        "You created this sales return; another person must approve"
    );
    ground.world.setting(json!({ "allow_self_approval": ["sales_return_approve"] }));
    ground.world.site.act(&both, "sales_return", &id, "approve", with).unwrap();
    assert_eq!(doc(&ground, &id).text("settlement"), Some("replace"));
}

#[test]
fn the_matrix_of_statuses_actions_and_people_is_the_one_written_down() {
    let base = ground();
    let text = matrix::text_of(&SALES_RETURN, PEOPLE, |status| {
        let mut ground = base.clone();
        let id = at(&mut ground, status);
        (ground.world, id)
    });
    matrix::written_down("sales_return", &text);
}

#[test]
fn declaration_and_types_hold_the_same_fields_in_the_same_order() {
    let inner = |key: &str| match SALES_RETURN.field(key).unwrap().kind {
        Kind::Rows { fields, .. } => fields.iter().map(|field| field.key).collect::<Vec<_>>(),
        _ => panic!("{key} holds no fields"),
    };
    assert_eq!(inner("lines"), ReturnLine::KEYS);
    assert_eq!(inner("lots"), ReturnLot::KEYS);
}
