//! Who takes the steps of an invoice, and until when the portals take one back.

use godown_core::docs::invoices::{CANCELLED, DRAFT, POSTED};

use super::*;
use crate::matrix;
use crate::support::World as Village;

/// An invoice in a status, of the first of an order's two loadings: what completes no order may still be cancelled.
fn station(base: &Village, status: &str) -> matrix::Station {
    let mut village = base.clone();
    let order = village.at(docs::orders::WAITING);
    for (pcs, weight_g) in [(10, 283_470), (26, 737_030)] {
        village.load(&order, pcs, weight_g);
    }
    let acc = village.who("ACC");
    let sent = json!({ "loadings": [village.loadings(&order)[0].id] });
    let made = village.site.create(&acc, "invoice", sent).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    let road: &[(&str, Value)] =
        &[("post", json!({})), ("cancel", json!({ "remarks": "Wrong party" }))];
    let taken = [DRAFT, POSTED, CANCELLED].iter().position(|one| *one == status).unwrap();
    for (action, inputs) in &road[..taken] {
        village.site.act(&acc, "invoice", &id, action, inputs.clone()).unwrap();
    }
    (village, id)
}

#[test]
fn the_matrix_of_statuses_actions_and_roles_of_an_invoice_is_the_one_written_down() {
    let base = Village::new();
    let text = matrix::text(&INVOICE, |status| station(&base, status));
    matrix::written_down("invoice", &text);
}

/// An invoice of the first of an order's two loadings, with an e-way bill of now.
fn on_the_road() -> (World, String) {
    let mut world = World::new();
    let customer = world.customer("29ABCPE1234F1Z7", "560001");
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 10, 283_470);
    world.load(&order, 26, 737_030);
    let invoice = world.draft(&[&loading], json!({})).unwrap();
    world.post(&invoice).unwrap();
    let valid = world.site.today().plus(3).to_string();
    let bill = json!({ "ewb_no": "271234567890", "ewb_valid_to": valid });
    world.act(Role::Acc, "invoice", &invoice, "record", bill);
    (world, invoice)
}

#[test]
fn an_invoice_is_cancelled_until_its_e_way_bill_is_a_day_old_and_not_a_moment_longer() {
    let why = json!({ "remarks": "Wrong party" });
    let (mut world, invoice) = on_the_road();
    world.site.now = Instant(world.site.now.0 + DAY_MS + 1);
    let before = world.site.get("invoice", &invoice);
    let late = world.try_act(Role::Acc, "invoice", &invoice, "cancel", why.clone()).unwrap_err();
    let message = "The e-way bill is older than 24 h; only a credit note is possible";
    assert_eq!((late[0].code, late[0].message.as_str()), (Code::Rule, message));
    assert_eq!(world.site.get("invoice", &invoice), before, "nothing changed");
    let (mut world, invoice) = on_the_road();
    world.site.now = Instant(world.site.now.0 + DAY_MS);
    let gone = world.act(Role::Acc, "invoice", &invoice, "cancel", why);
    assert_eq!(gone["status"], CANCELLED);
    world.is_sound();
}
