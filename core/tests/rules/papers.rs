//! The papers of documents that carry no seller of their own: what stands on them is what the record and the company
//! say, and what a person may not see is not on their paper.

use godown_core::declare::actor::Actor;
use godown_core::docs::batches::BATCH;
use godown_core::docs::orders::{self, ORDER, Order};
use godown_core::docs::printed::{PaperWish, chosen, copies, file};
use godown_core::docs::transfers;
use godown_core::query;
use serde_json::{Value, json};

use crate::deeds::Ground;
use crate::printed::texts;
use crate::site::messages;
use crate::support::World;
use crate::transfers::{at, ground, register};

/// A document as a person of a role is shown it.
fn shown(ground: &mut Ground, who: &str, kind: &str, id: &str) -> Value {
    let actor = ground.world.who(who);
    let site = &ground.world.site;
    query::view(&site.memory, &actor, site.now, kind, id).unwrap().value().unwrap()
}

/// Every sheet of a document; kept as a file for whoever wants to look at it.
fn all(view: &Value) -> Vec<Vec<String>> {
    if let Some(folder) = std::env::var_os("GODOWN_PAPERS") {
        let kind = view["type"].as_str().unwrap();
        let name = format!("{kind}-{}.pdf", view["status"].as_str().unwrap());
        let made = file(kind, std::slice::from_ref(view), &PaperWish::default()).unwrap();
        std::fs::write(std::path::PathBuf::from(folder).join(name), made).unwrap();
    }
    texts(view, &chosen(view["type"].as_str().unwrap(), "").unwrap())
}

fn says(page: &[String], text: &str) {
    assert!(page.iter().any(|one| one.contains(text)), "{text}: {page:?}");
}

#[test]
fn a_transfer_travels_with_a_challan_in_three_copies() {
    let mut ground = ground();
    let id = at(&mut ground, transfers::IN_TRANSIT);
    let view = shown(&mut ground, "ADMIN", "transfer", &id);
    let pages = all(&view);
    assert_eq!(pages.len(), 3);
    let heads: Vec<&str> = pages.iter().map(|page| page[1].as_str()).collect();
    let of = ["Original for consignee", "Duplicate for transporter", "Triplicate for consigner"];
    assert_eq!(heads, of);
    let page = &pages[0];
    assert_eq!(page[0], "DELIVERY CHALLAN");
    let told = |party: &str, key: &str| view["paper"][party][key].as_str().unwrap().to_owned();
    says(page, view["doc_no"].as_str().unwrap());
    says(page, view["record"]["vehicle_no"].as_str().unwrap());
    for party in ["from", "to"] {
        says(page, &format!("GSTIN {}", told(party, "gstin")));
    }
    says(page, view["paper"]["goods"][0]["hsn"].as_str().unwrap());
    // What the goods cost stands on it, and no tax under one registration.
    says(page, "14,000.00");
    assert!(page.iter().all(|text| !text.contains("GST %")), "{page:?}");
}

#[test]
fn between_two_registrations_the_paper_is_a_tax_invoice() {
    let mut ground = ground();
    register(&mut ground, "24", "24AAPFU0939F1Z", "380001");
    let id = at(&mut ground, transfers::IN_TRANSIT);
    let view = shown(&mut ground, "ADMIN", "transfer", &id);
    let page = &all(&view)[0];
    assert_eq!(page[0], "TAX INVOICE");
    for text in ["Place of supply", "IGST 18 %", "2,520.00", "16,520.00", "Rupees sixteen thousand"]
    {
        says(page, text);
    }
}

#[test]
fn a_challan_has_its_value_whoever_prints_it_and_the_cost_of_a_batch_stays_hidden() {
    let mut ground = ground();
    let id = at(&mut ground, transfers::IN_TRANSIT);
    let view = shown(&mut ground, "YARD", "transfer", &id);
    let page = &all(&view)[0];
    assert_eq!(page.iter().filter(|text| text.contains("14,000.00")).count(), 2, "{page:?}");
    says(page, "Rupees fourteen thousand only");
    assert!(page.iter().all(|text| text != "Taxable ₹"), "no column of costs: {page:?}");
    assert!(view["record"].get("value_paise").is_none(), "{view}");
    assert!(view["record"]["lots"][0].get("cost_paise").is_none(), "{view}");
    // Before goods leave nobody is told what they are worth.
    let asked = at(&mut ground, transfers::REQUESTED);
    assert!(shown(&mut ground, "YARD", "transfer", &asked)["paper"].get("worth").is_none());
}

#[test]
fn what_goods_travel_with_has_a_number_of_at_most_sixteen_characters() {
    let mut ground = ground();
    let id = at(&mut ground, transfers::IN_TRANSIT);
    let view = shown(&mut ground, "ADMIN", "transfer", &id);
    assert_eq!(view["doc_no"], "PNT/26-27/00001");
    let branch = ground.world.branch.clone();
    let series = json!({ "doc_type": "transfer", "branch": branch, "fy": "27-28", "prefix": "PNX", "width": 5 });
    let site = &mut ground.world.site;
    let id = site.make("number_series", series);
    let longer = site.edit(&Actor::system(), "number_series", &id, json!({ "width": 6 }));
    assert_eq!(messages(longer), ["This pattern gives 17 characters; GST allows 16"]);
}

#[test]
fn a_transfer_that_has_not_left_is_no_challan() {
    let mut ground = ground();
    let id = at(&mut ground, transfers::REQUESTED);
    let pages = all(&shown(&mut ground, "ADMIN", "transfer", &id));
    assert_eq!(pages.len(), 1);
    assert_eq!(pages[0][..2], ["TRANSFER ASKED FOR, NOT A CHALLAN", "For checking"]);
}

/// What every paper tells of the company.
fn company() -> Value {
    json!({
        "name": "Golden Steel Private Limited", "gstin": "27AAPFU0939F1ZV",
        "address": "Chakan", "state": "Maharashtra", "state_code": "27"
    })
}

fn receipt(change: Value) -> Value {
    let mut record = json!({
        "date": "2026-11-25", "customer_name": "श्री क्षितिज स्टील ट्रेडर्स", "mode": "cheque",
        "amount_paise": 25_000_000, "cheque_no": "000123", "cheque_date": "2026-11-24",
        "drawn_on": "State Bank of India, Chakan", "on_account_paise": 5_000_000,
        "settled": [{
            "name": "PN/26-27/000042", "date": "2026-11-25", "amount_paise": 20_000_000,
            "tds_paise": 20_000, "discount_paise": 0
        }]
    });
    record.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    json!({
        "type": "receipt", "id": "r", "status": "Deposited", "doc_no": "PN/RCP/26-27/000007",
        "warnings": [], "links": {}, "record": record,
        "paper": { "from": company(), "to": { "name": "X", "address": "MIDC Chakan" }, "goods": [],
            "bank": { "bank": "HDFC Bank", "branch": "Chakan", "ifsc": "HDFC0000412",
                "account": "041211800027" },
            "terms": "Please quote the receipt when you write to us." }
    })
}

#[test]
fn a_receipt_says_what_came_and_what_it_is_set_against() {
    let pages = all(&receipt(json!({})));
    assert_eq!(pages.len(), 2);
    let page = &pages[0];
    assert_eq!(page[..2], ["RECEIPT", "For the customer"]);
    for text in [
        "PN/RCP/26-27/000007",
        "श्री क्षितिज स्टील ट्रेडर्स",
        "000123",
        "PN/26-27/000042",
        "2,00,000.00",
        "200.00",
        "50,000.00",
        "2,50,000.00",
        "Rupees two lakh fifty thousand only",
        "Valid once the cheque is cleared.",
        "HDFC Bank, Chakan · account 041211800027 · IFSC HDFC0000412",
        "Please quote the receipt when you write to us.",
    ] {
        says(page, text);
    }
    assert!(page.iter().all(|text| text != "Discount ₹"), "nothing was allowed: {page:?}");
}

#[test]
fn a_receipt_without_money_to_see_has_no_amounts() {
    let mut hidden = receipt(json!({}));
    let record = hidden["record"].as_object_mut().unwrap();
    record
        .retain(|key, _| !["amount_paise", "on_account_paise", "settled"].contains(&key.as_str()));
    let page = &all(&hidden)[0];
    assert!(page.iter().all(|text| !text.contains("Rupees") && !text.contains(".00")), "{page:?}");
}

#[test]
fn each_stop_of_a_trip_has_its_own_lorry_receipt() {
    let stop = |no: &str, party: &str| {
        json!({
            "no": no, "party": party, "address": "Plot 4, Talegaon", "price_basis": "for",
            "pcs": 40, "weight_g": 1_200_000,
            "goods": [{ "sku": "s", "batch": "b", "pcs": 40, "weight_g": 1_200_000 }]
        })
    };
    let mut view = json!({
        "type": "trip", "id": "t", "status": "Dispatched", "doc_no": "TRP-00003", "warnings": [],
        "links": { "sku": { "s": "MS ERW Pipe" }, "batch": { "b": "PUN12611-004" } },
        "record": {
            "date": "2026-11-25", "lr_no": "LR-77", "vehicle_no": "MH12AB1234",
            "driver_name": "Ramesh", "freight_tax": "rcm", "freight_paise": 900_000,
            "stops": [stop("LD-1", "Kshitij Steel"), stop("LD-2", "Balaji Traders")]
        },
        "paper": {
            "from": company(), "carrier": { "name": "Shree Roadlines" },
            "goods": [{ "sku": "s", "hsn": "73063090" }]
        }
    });
    let pages = all(&view);
    assert_eq!(pages.len(), 6);
    says(&pages[0], "LR-77/1");
    says(&pages[1], "LR-77/2");
    for text in [
        "LORRY RECEIPT",
        "Shree Roadlines",
        "Balaji Traders",
        "73063090",
        "PUN12611-004",
        "1,200",
        "FOR destination",
        "Paid by the consignor, under reverse charge",
    ] {
        says(&pages[1], text);
    }
    assert!(pages.iter().flatten().all(|text| !text.contains("9,000")), "the freight is ours");
    view["status"] = json!("Planned");
    assert_eq!(all(&view)[0][0], "PLANNED, NOT A LORRY RECEIPT");
}

#[test]
fn a_work_order_tells_the_machine_what_it_takes_and_makes() {
    let view = json!({
        "type": "work_order", "id": "w", "status": "Approved", "doc_no": "WO-00009", "warnings": [],
        "links": { "sku": { "s": "MS Angle 50 × 50", "t": "MS Angle, cut" }, "batch": { "b": "PUN1-7" } },
        "record": {
            "work": "cut_to_length", "in_g": 600_000, "out_g": 590_000, "scrap_g": 10_000,
            "kerf_mm": 3, "inputs": [{ "batch": "b", "pcs": 10, "weight_g": 600_000 }],
            "lots": [{ "batch": "b", "sku": "s", "wip_paise": 4_000_000 }],
            "cuts": [{ "input": 0, "bars": 10, "cuts": "2000 + 2000", "bar_mm": 6_000, "rest_mm": 1_994 }],
            "outputs": [{ "sku": "t", "pcs": 20, "weight_g": 590_000, "length_mm": 2_000 }]
        },
        "paper": { "from": company(), "goods": [] }
    });
    let pages = all(&view);
    assert_eq!(pages.len(), 1);
    for text in [
        "WORK ORDER",
        "Cut to length",
        "MS Angle 50 × 50",
        "PUN1-7",
        "2000 + 2000",
        "MS Angle, cut",
        "Bar of 6,000 mm · left 1,994 mm",
        "Length 2,000 mm",
        "590.000 kg",
    ] {
        says(&pages[0], text);
    }
    assert!(pages[0].iter().all(|text| !text.contains("40,000")), "no costs: {:?}", pages[0]);
}

#[test]
fn a_return_note_shows_what_was_asked_approved_and_received() {
    let view = json!({
        "type": "sales_return", "id": "q", "status": "Received at Yard", "doc_no": "SRN-00002",
        "warnings": [], "links": { "sku": { "s": "MS ERW Pipe" }, "batch": { "b": "PUN1-7" } },
        "record": {
            "date": "2026-11-25", "invoice_no": "PN/26-27/000042", "invoice_date": "2026-11-01",
            "customer_name": "Kshitij Steel", "pickup": "we", "freight_by": "customer",
            "amount_paise": 1_234_500, "lines": [{ "line": 0, "batch": "b", "condition": "Bent ends" }],
            "lots": [{
                "sku": "s", "batch": "b", "pcs": 12, "weight_g": 300_000, "approved_pcs": 11,
                "approved_g": 275_000, "received_pcs": 10, "received_g": 250_000
            }],
            "tare_g": 5_000_000, "gross_g": 5_250_000, "net_g": 250_000
        },
        "paper": { "from": company(), "to": {}, "goods": [{ "sku": "s", "hsn": "73063090" }] }
    });
    let page = &all(&view)[0];
    for text in [
        "SALES RETURN NOTE",
        "PN/26-27/000042",
        "Kshitij Steel",
        "Bent ends",
        "Approved, pcs",
        "275",
        "250",
        "12,345.00",
        "The customer",
        "73063090",
    ] {
        says(page, text);
    }
}

#[test]
fn every_paper_has_copies_and_what_is_not_printed_has_none() {
    for kind in ["receipt", "transfer", "trip", "work_order", "sales_return", "loading"] {
        assert!(!copies(kind).is_empty(), "{kind}");
    }
    assert!(copies("vehicle").is_empty());
}

#[test]
fn a_pick_list_says_from_where_the_yard_takes_what_the_oldest_first() {
    let mut world = World::new();
    let (old, new) = (world.stock_since("2026-09-01", 20, 566_940), world.batch.clone());
    world.system(|case| {
        let mut doc = case.copy(&BATCH, &old)?;
        doc.set("rack", "R7");
        case.put_doc(doc.into())
    });
    let id = world.at(orders::WAITING);
    let no = |world: &World, id: &str| {
        world.site.get("batch", id)["record"]["batch_no"].as_str().unwrap_or_default().to_owned()
    };
    let view = |world: &World, who: &str| {
        let actor = world.who(who);
        let seen = query::view(&world.site.memory, &actor, world.site.now, "order", &id);
        seen.unwrap().value().unwrap()
    };
    let told = view(&world, "YARD");
    let picks = told["paper"]["picks"].as_array().unwrap();
    let row = |at: usize| {
        let of = |key: &str| picks[at][key].clone();
        (of("batch"), of("rack"), of("pcs"))
    };
    assert_eq!(picks.len(), 2);
    assert_eq!(row(0), (json!(no(&world, &old)), json!("R7"), json!(20)));
    assert_eq!(row(1), (json!(no(&world, &new)), Value::Null, json!(16)));
    let weights: i64 = picks.iter().filter_map(|pick| pick["weight_g"].as_i64()).sum();
    assert!((1_020_499..=1_020_501).contains(&weights), "{weights}");
    let pages = all(&told);
    assert_eq!((pages.len(), pages[0][0].as_str()), (1, "PICK LIST"));
    for text in ["rack R7", &no(&world, &old), &no(&world, &new), "Picked by", "To pick"] {
        says(&pages[0], text);
    }
    assert!(pages[0].iter().all(|text| !text.contains('₹')), "{:?}", pages[0]);
    let mut loading = world.loading(36, 1_020_500);
    loading["lines"][0]["reason"] = json!("The older bundle lies below");
    world.step("YARD", &id, "load", json!({ "loading_record": loading }));
    let told = view(&world, "YARD");
    assert_eq!(all(&told)[0][0], "NOT WAITING FOR LOADING, NO PICK LIST");
    assert!(told["paper"].get("picks").is_none());
}

#[test]
fn what_is_not_free_stands_on_the_pick_list_without_a_batch() {
    let mut world = World::new();
    let id = world.at(orders::WAITING);
    world.system(|case| {
        let doc = case.copy(&ORDER, &id)?;
        let mut order = Order::of(&doc)?;
        order.lines[0].pcs = Some(130);
        order.lines[0].weight_g = Some(3_684_000);
        let mut doc = doc;
        order.write(&mut doc);
        case.put_doc(doc.into())
    });
    let actor = world.who("YARD");
    let seen = query::view(&world.site.memory, &actor, world.site.now, "order", &id).unwrap();
    let told = seen.value().unwrap();
    let picks = told["paper"]["picks"].as_array().unwrap();
    assert_eq!((&picks[0]["pcs"], &picks[1]["pcs"]), (&json!(100), &json!(30)));
    assert!(picks[1].get("batch").is_none());
    says(&all(&told)[0], "None is free");
}
