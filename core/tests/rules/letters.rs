//! Letters between people of the house, and proforma invoices that become orders.

use godown_core::query;
use serde_json::{Value, json};

use crate::printed::texts;
use crate::support::World;
use crate::support::telling::{all, told};

fn letters(world: &World, who: &str) -> Vec<Value> {
    let id = world.who(who).id;
    let of = |letter: &Value| letter["owner"] == id.as_str();
    all(world, "inbox_message").into_iter().filter(of).collect()
}

fn write(world: &mut World, who: &str, record: Value) -> Result<Value, Vec<String>> {
    let actor = world.who(who);
    let sent = world.site.create(&actor, "inbox_message", record);
    sent.map_err(|issues| issues.into_iter().map(|issue| issue.path).collect())
}

#[test]
fn a_letter_stands_in_the_boxes_of_its_sender_and_of_whom_it_goes_to() {
    let mut world = World::new();
    let bm = world.who("BM");
    let text = "<p onclick=x()>Rates<script>alert(1)</script><img src=//elsewhere/x></p>";
    let record = json!({
        "to_person": bm.id, "subject": "Rates", "message": text, "sender_name": "Somebody else",
    });
    write(&mut world, "SALES", record).unwrap();
    let (sent, came) = (letters(&world, "SALES"), letters(&world, "BM"));
    assert_eq!((sent.len(), came.len()), (1, 1));
    let name = world.who("SALES").name;
    for (letter, folder, read) in [(&sent[0], "sent", true), (&came[0], "inbox", false)] {
        let record = &letter["record"];
        assert_eq!((&record["folder"], &record["read"]), (&json!(folder), &json!(read)));
        assert_eq!(record["sender_name"], name.as_str());
        assert_eq!(record["message"], "<p>Rates</p>");
    }
    assert!(told(&world).contains(&(bm.name.clone(), format!("Message from {name}"))));
    let id = came[0]["id"].as_str().unwrap();
    let other = world.who("SALES");
    world.site.act(&other, "inbox_message", id, "read", json!({})).unwrap_err();
    world.site.act(&bm, "inbox_message", id, "read", json!({})).unwrap();
    assert_eq!(letters(&world, "BM")[0]["record"]["read"], true);
}

#[test]
fn a_letter_to_a_role_goes_to_everybody_else_who_has_it() {
    let mut world = World::new();
    write(&mut world, "BM", json!({ "to_role": "SALES", "subject": "Prices" })).unwrap();
    let holders = ["SALES", "SALES2"].map(|who| letters(&world, who).len());
    assert_eq!(holders, [1, 1]);
    let before = all(&world, "inbox_message").len();
    let (bm, nobody) = (world.who("BM").id, "00000000-0000-4000-8000-000000000000");
    for (record, path) in [
        (json!({ "to_person": bm, "subject": "To myself" }), "to_person"),
        (json!({ "to_person": nobody, "subject": "To nobody" }), "to_person"),
        (json!({ "to_person": bm, "to_role": "SALES", "subject": "To both" }), "to_role"),
        (json!({ "to_role": "BM" }), "subject"),
    ] {
        assert!(write(&mut world, "BM", record).unwrap_err().contains(&path.to_owned()), "{path}");
        assert_eq!(all(&world, "inbox_message").len(), before, "{path}");
    }
}

fn proforma(world: &mut World, sku: Option<&str>) -> String {
    let sales = world.who("SALES");
    let record = json!({
        "order_no": "PF-1", "dated_at": world.site.now.0, "vat_bp": 1_800,
        "buyer": { "name": "Kapoor Tubes" }, "seller": { "name": "Us" },
        "items": [{ "sku": sku, "name": "Angle", "unit": 36, "price_paise": 166_500 }],
    });
    let made = world.site.create(&sales, "proforma", record).unwrap();
    made["id"].as_str().unwrap().to_owned()
}

fn progress(world: &World, id: &str) -> String {
    world.site.get("proforma", id)["record"]["progress"].as_str().unwrap().to_owned()
}

#[test]
fn a_proforma_invoice_becomes_an_order_and_tells_how_far_it_is() {
    let mut world = World::new();
    let sku = world.sku.clone();
    let id = proforma(&mut world, Some(&sku));
    let made = world.site.get("proforma", &id);
    let sums = ["net_paise", "vat_paise", "total_paise"].map(|key| made["record"][key].clone());
    assert_eq!(sums, [json!(5_994_000), json!(1_078_920), json!(7_072_920)]);
    let sales = world.who("SALES");
    let order = world.order_record();
    let inputs = json!({ "customer": order["customer"], "yard": order["yard"] });
    let stranger = world.who("SALES2");
    world.site.act(&stranger, "proforma", &id, "order", inputs.clone()).unwrap_err();
    world.site.act(&sales, "proforma", &id, "order", inputs.clone()).unwrap();
    let order = world.site.get("proforma", &id)["record"]["order"].as_str().unwrap().to_owned();
    let line = world.site.get("order", &order)["record"]["lines"][0].clone();
    assert_eq!((&line["sku"], &line["pcs"]), (&json!(sku), &json!(36)));
    assert_eq!((&line["rate_uom"], &line["rate_paise"]), (&json!("PCS"), &json!(166_500)));
    assert_eq!(progress(&world, &id), "pending");
    world.site.act(&sales, "proforma", &id, "order", inputs).unwrap_err();
    let mut record = world.site.get("proforma", &id)["record"].clone();
    record["progress"] = json!("delivered");
    world.site.edit(&sales, "proforma", &id, record).unwrap();
    assert_eq!(progress(&world, &id), "pending", "its order alone says how far it is");
}

#[test]
fn an_item_without_an_sku_becomes_no_order() {
    let mut world = World::new();
    let id = proforma(&mut world, None);
    let sales = world.who("SALES");
    let order = world.order_record();
    let inputs = json!({ "customer": order["customer"], "yard": order["yard"] });
    let issues = world.site.act(&sales, "proforma", &id, "order", inputs).unwrap_err();
    assert_eq!(issues[0].path, "items.0.sku");
    assert_eq!(all(&world, "order").len(), 0);
}

#[test]
fn a_proforma_invoice_is_printed_with_its_sums_and_is_no_tax_invoice() {
    let mut world = World::new();
    let id = proforma(&mut world, None);
    let (sales, now) = (world.who("SALES"), world.site.now);
    let view = query::view(&world.site.memory, &sales, now, "proforma", &id).unwrap();
    let pages = texts(&view.value().unwrap(), &["buyer"]);
    for text in [
        "PROFORMA INVOICE",
        "PF-1",
        "Kapoor Tubes",
        "Angle",
        "59,940.00",
        "VAT 18%",
        "70,729.20",
        "Not a tax invoice",
    ] {
        assert!(pages[0].iter().any(|said| said.contains(text)), "{text}: {:?}", pages[0]);
    }
}
