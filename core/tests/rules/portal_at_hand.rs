//! The portals' files are the same bytes where the browser makes them of the documents that it has; what the portals do
//! to a posted invoice, and until when.

use godown_core::calls;
use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Role;
use godown_core::docs::portal::PortalFile;
use godown_core::query::portal::{self as portals, PortalAsked};
use godown_core::query::view;
use godown_core::value::Instant;
use serde_json::{Value, json};

use crate::invoices::World;
use crate::notes::Sold;
use crate::site::messages;

const BUYER: (&str, &str) = ("27AABFT1234K1Z9", "411001");
const FAR: (&str, &str) = ("29ABCPE1234F1Z7", "560001");
const HOUR_MS: i64 = 3_600_000;

fn reported(world: &mut World) {
    let turnover = json!({ "aato_paise": 12_000_000_000_i64 });
    world.site.edit(&Actor::system(), "company", "company", turnover).unwrap();
}

fn posted(world: &mut World, (gstin, pin): (&str, &str)) -> String {
    let customer = world.customer(gstin, pin);
    world.invoiced(&customer)["id"].as_str().unwrap().to_owned()
}

fn doc(world: &World, kind: &str, id: &str) -> Value {
    serde_json::to_value(&*world.site.read(|case| case.find(kind, id)).unwrap()).unwrap()
}

fn here(world: &World, file: &str, kind: &str, ids: &[&str], docs: &[Value]) -> Value {
    let args = json!({ "actor": world.actor(Role::Acc), "now": world.site.now, "file": file, "doc_type": kind,
        "ids": ids, "from": "2026-11-01", "to": "2026-11-30", "docs": docs });
    calls::call("portal_file", &args).unwrap()
}

fn there(world: &World, file: PortalFile, kind: &str, ids: &[&str]) -> String {
    let ids = ids.iter().map(|id| (*id).to_owned()).collect();
    let asked = PortalAsked { file, doc_type: kind.to_owned(), ids, ..PortalAsked::default() };
    let acc = world.actor(Role::Acc);
    let bytes = portals::file(&world.site.memory, &acc, world.site.now, &asked).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_device_writes_an_invoice_that_it_has_as_the_server_does() {
    let mut world = World::new();
    reported(&mut world);
    let id = posted(&mut world, FAR);
    let own = [doc(&world, "invoice", &id)];
    for (file, name) in [(PortalFile::Inv01, "inv01"), (PortalFile::EwayBill, "eway")] {
        let made = here(&world, name, "invoice", &[&id], &own);
        assert_eq!(made["text"], there(&world, file, "invoice", &[&id]));
    }
    let none = here(&world, "inv01", "invoice", &[&id], &[]);
    assert_eq!(none["want"], json!([{ "type": "invoice", "id": id }]));
}

#[test]
fn a_device_writes_what_waits_of_the_documents_that_it_has_by_number() {
    let mut world = World::new();
    reported(&mut world);
    let mut all = vec![posted(&mut world, BUYER)];
    let customer = world.customer(FAR.0, FAR.1);
    for _ in 0..2 {
        all.push(world.invoiced(&customer)["id"].as_str().unwrap().to_owned());
    }
    let irn = json!({ "irn": "ab".repeat(32), "ack_no": "112010036563310", "ack_date": "2026-11-21",
        "signed_qr": "eyJhbGciOiJSUzI1NiJ9.e30.c2ln" });
    world.act(Role::Acc, "invoice", &all[2], "record", irn);
    let docs: Vec<Value> = all.iter().rev().map(|id| doc(&world, "invoice", id)).collect();
    let made = here(&world, "inv01", "invoice", &[], &docs);
    assert_eq!(made["text"], there(&world, PortalFile::Inv01, "invoice", &[]));
    let none = here(&world, "inv01", "credit_note", &[], &docs);
    assert_eq!(none["refused"][0]["message"], "No document of this period waits for the portal");
}

#[test]
fn a_note_is_written_once_its_invoice_is_at_hand() {
    let mut sold = Sold::new();
    reported(&mut sold.world);
    let lines = json!([{ "line": 0, "rate_paise": 50_000 }]);
    let id = sold.draft("credit_note", "rate_difference", lines).unwrap();
    sold.post("credit_note", &id).unwrap();
    let invoice = sold.of("credit_note", &id).invoice;
    let mut docs = vec![doc(&sold.world, "credit_note", &id)];
    let wants = here(&sold.world, "inv01", "credit_note", &[&id], &docs);
    assert_eq!(wants["want"], json!([{ "type": "invoice", "id": invoice }]));
    docs.push(doc(&sold.world, "invoice", &invoice));
    let made = here(&sold.world, "inv01", "credit_note", &[&id], &docs);
    assert_eq!(made["text"], there(&sold.world, PortalFile::Inv01, "credit_note", &[&id]));
}

#[test]
fn what_a_buyer_was_when_the_invoice_was_posted_is_what_the_portal_is_told() {
    let mut world = World::new();
    reported(&mut world);
    let customer = world.customer(FAR.0, FAR.1);
    let id = world.invoiced(&customer)["id"].as_str().unwrap().to_owned();
    let before = there(&world, PortalFile::Inv01, "invoice", &[&id]);
    let sez = json!({ "gst_category": "SEZ" });
    world.site.edit(&Actor::system(), "customer", &customer, sez).unwrap();
    assert_eq!(there(&world, PortalFile::Inv01, "invoice", &[&id]), before);
}

fn deadlines(world: &World, id: &str) -> Vec<(String, i64)> {
    let seen = view(&world.site.memory, &world.actor(Role::Acc), world.site.now, "invoice", id);
    let seen = seen.unwrap().value().unwrap();
    let rows = seen["deadlines"].as_array().cloned().unwrap_or_default();
    let of =
        |row: &Value| (row["label"].as_str().unwrap().to_owned(), row["until"].as_i64().unwrap());
    rows.iter().map(of).collect()
}

#[test]
fn both_portals_cancel_for_a_day_and_the_invoice_says_until_when() {
    let mut world = World::new();
    reported(&mut world);
    let id = posted(&mut world, FAR);
    let last = deadlines(&world, &id);
    assert_eq!(last.len(), 1, "{last:?}");
    assert_eq!(last[0].0, "IRN can be generated until");
    let said = json!({ "irn": "ab".repeat(32), "ack_no": "112010036563310", "ack_date": "2026-11-21",
        "signed_qr": "eyJhbGciOiJSUzI1NiJ9.e30.c2ln", "ewb_no": "123456789012", "ewb_valid_to": "2026-11-25" });
    let at = world.site.now;
    world.act(Role::Acc, "invoice", &id, "record", said);
    let day = at.0 + 24 * HOUR_MS;
    let told = deadlines(&world, &id);
    let labels: Vec<&str> = told.iter().map(|(label, _)| &**label).collect();
    assert_eq!(
        labels,
        [
            "IRN can be cancelled until",
            "E-way bill can be cancelled until",
            "E-way bill is valid until"
        ]
    );
    assert!(told[..2].iter().all(|(_, until)| (day..day + HOUR_MS).contains(until)), "{told:?}");
    assert_eq!(
        told[2].1,
        godown_core::docs::orders::save::day_start(
            godown_core::value::Day::parse("2026-11-26").unwrap()
        )
        .0
    );
    // The last moment still counts, the next one does not.
    let remarks = json!({ "remarks": "billed to the wrong firm" });
    world.site.now = Instant(told[0].1 + 1);
    let said = world.try_act(Role::Acc, "invoice", &id, "cancel", remarks.clone());
    assert_eq!(messages(said), ["IRN is active; after 24 h only a credit note is possible"]);
    world.site.now = Instant(told[0].1);
    let said = messages(world.try_act(Role::Acc, "invoice", &id, "cancel", remarks));
    assert!(said[0].ends_with("is completed; reverse the order instead"), "{said:?}");
}

#[test]
fn part_b_keeps_every_vehicle_that_the_e_way_bill_named() {
    let mut world = World::new();
    let id = posted(&mut world, FAR);
    let part_b = |world: &World| -> Vec<(String, String)> {
        let rows = world.invoice(&id).part_b;
        rows.into_iter().map(|row| (row.ewb_no, row.vehicle_no)).collect()
    };
    let vehicle = |no: &str| json!({ "part_b_vehicle": no });
    let said = world.try_act(Role::Acc, "invoice", &id, "record", vehicle("MH12AB1234"));
    assert_eq!(messages(said), ["Enter the e-way bill that names the vehicle"]);
    let bill = json!({ "ewb_no": "123456789012", "ewb_valid_to": "2026-11-25", "part_b_vehicle": "MH12AB1234" });
    world.act(Role::Acc, "invoice", &id, "record", bill);
    // Named again as it is: nothing new.
    world.act(Role::Acc, "invoice", &id, "record", vehicle("MH12AB1234"));
    world.act(Role::Logi, "invoice", &id, "record", vehicle("MH14CD5678"));
    let of = |no: &str| ("123456789012".to_owned(), no.to_owned());
    assert_eq!(part_b(&world), [of("MH12AB1234"), of("MH14CD5678")]);
    // Valid for longer, the same vehicle is an entry of its own.
    let longer = json!({ "ewb_valid_to": "2026-11-27", "part_b_vehicle": "MH14CD5678" });
    world.act(Role::Acc, "invoice", &id, "record", longer);
    assert_eq!(part_b(&world).len(), 3);
    assert!(world.invoice(&id).part_b.iter().all(|row| !row.by.is_empty()));
    world.site.now = Instant(world.site.now.0 + 10 * 24 * HOUR_MS);
    let said = world.try_act(Role::Acc, "invoice", &id, "record", vehicle("MH12AB1234"));
    assert_eq!(messages(said), ["E-way bill 123456789012 ended on 27-11-2026. Extend it first"]);
    world.is_sound();
}
