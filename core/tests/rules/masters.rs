//! The rules of the masters: goods with their taxes and prices, series, periods, switches, yards.

use crate::site::{Site, messages, person, seeded};
use godown_core::declare::actor::Actor;
use godown_core::declare::case::Case;
use godown_core::declare::grant::Role;
use godown_core::docs;
use godown_core::docs::goods::{self, PriceAsk};
use godown_core::docs::{fleet, org, places, settings, tax, units};
use godown_core::ledger::Source;
use godown_core::ledger::stock::{self, Qty, Side, StockPlace};
use godown_core::value::Day;
use serde_json::{Value, json};

fn day(text: &str) -> Day {
    Day::parse(text).unwrap()
}

#[test]
fn a_gst_rate_must_be_a_slab_of_its_first_day() {
    let mut site = Site::new();
    let mut hsn = |code: &str, rate: i64, from: &str| {
        site.create(
            &person(Role::Admin),
            "hsn",
            json!({
                "code": code, "name": "Goods", "gst_rates": [{ "rate_bp": rate, "from": from }],
            }),
        )
    };
    assert_eq!(
        messages(hsn("2523", 2800, "2026-11-21")),
        ["GST rate 28 % is not valid on 21-11-2026"]
    );
    assert_eq!(
        messages(hsn("7214", 1200, "2025-09-22")),
        ["GST rate 12 % is not valid on 22-09-2025"]
    );
    assert_eq!(
        messages(hsn("2523", 2800, "2017-07-01")),
        ["GST rate 28 % is not valid on 22-09-2025"]
    );
    assert_eq!(
        messages(hsn("7214", 4000, "2024-01-01")),
        ["GST rate 40 % is not valid on 01-01-2024"]
    );
    hsn("69041000", 1200, "2025-09-22").unwrap();
    hsn("7113", 150, "2025-09-22").unwrap();
}

#[test]
fn a_large_company_needs_six_digits_of_hsn() {
    let mut site = Site::new();
    let rates = json!([{ "rate_bp": 1800, "from": "2017-07-01" }]);
    // From when the company was smaller.
    let hsn = site.make("hsn", json!({ "code": "7306", "name": "Pipes", "gst_rates": rates }));
    site.make(
        "company",
        json!({
            "name": "Acme Steel", "pan": "AAPFU0939F", "aato_paise": 5_000_000_001_i64,
        }),
    );
    let new = json!({ "code": "7308", "name": "Structures", "gst_rates": rates });
    let refused = site.create(&person(Role::Admin), "hsn", new).unwrap_err();
    assert_eq!(refused[0].path, "code");
    assert_eq!(refused[0].message, "HSN must have at least 6 digits for this company");
    let none = json!({ "code": "730890", "name": "Structures" });
    let refused = messages(site.create(&person(Role::Admin), "hsn", none));
    assert_eq!(refused, ["GST rates are required"]);
    let refused = site.create(
        &person(Role::Purch),
        "product_group",
        json!({
            "name": "Pipes", "hsn": hsn, "rate_uom": "MT", "stock_mode": "pcs_kg",
        }),
    );
    assert_eq!(messages(refused), ["HSN must have at least 6 digits for this company"]);
}

#[test]
fn a_gst_rate_is_the_one_in_force_on_the_day() {
    let mut site = Site::new();
    let hsn = site.make("hsn", json!({
        "code": "252329", "name": "Cement",
        "gst_rates": [
            { "rate_bp": 2800, "from": "2017-07-01" }, { "rate_bp": 1800, "from": "2025-09-22" },
        ],
    }));
    let group = site.make(
        "product_group",
        json!({
            "name": "Cement", "hsn": hsn, "rate_uom": "BAG", "stock_mode": "pcs",
        }),
    );
    let sku = site.make("sku", json!({ "name": "OPC 53", "product_group": group }));
    let rate = |on: &str| {
        site.read(|case| {
            let sku = case.doc(&goods::SKU, &sku)?;
            tax::gst_rate_at(case, &sku, day(on))
        })
    };
    assert_eq!(rate("2017-06-30"), None);
    assert_eq!(rate("2025-09-21"), Some(2800));
    assert_eq!(rate("2025-09-22"), Some(1800));
}

#[test]
fn prices_of_the_same_goods_and_customers_may_not_overlap() {
    let mut site = Site::new();
    let (_, sku) = site.goods();
    let bm = person(Role::Bm);
    let price = |from: &str, to: Option<&str>| json!({ "sku": sku, "rate_uom": "MT", "rate_paise": 5_875_000, "from": from, "to": to });
    site.create(&bm, "price", price("2026-11-01", None)).unwrap();
    let over = site.create(&bm, "price", price("2026-12-01", None));
    assert_eq!(messages(over), ["Overlaps with rate from 01-11-2026"]);
    site.create(&bm, "price", price("2026-10-01", Some("2026-10-31"))).unwrap();
    let floor = json!({
        "sku": sku, "rate_uom": "MT", "rate_paise": 100, "floor_paise": 101, "from": "2027-01-01",
    });
    assert_eq!(
        messages(site.create(&bm, "price", floor)),
        ["Floor rate must not be above the rate"]
    );
}

#[test]
fn a_delivered_price_counts_for_delivered_orders_alone_and_the_ex_yard_one_where_there_is_none() {
    let mut site = Site::new();
    let (_, sku) = site.goods();
    let bm = person(Role::Bm);
    let price = |basis: &str, rate: i64| {
        json!({ "sku": sku, "rate_uom": "MT", "rate_paise": rate,
        "basis": basis, "from": "2026-11-01" })
    };
    let asked = |site: &Site, delivered: bool| {
        let ask = PriceAsk { sku: &sku, delivered, ..PriceAsk::default() };
        site.read(|case| goods::price_for(case, &ask, day("2026-11-20")))
            .map(|price| price.rate_paise)
    };
    let usual = site.create(&bm, "price", price("ex_yard", 5_875_000)).unwrap();
    assert_eq!([true, false].map(|delivered| asked(&site, delivered)), [Some(5_875_000); 2]);
    let made = site.create(&bm, "price", price("for", 5_990_000)).unwrap();
    assert_eq!([true, false].map(|it| asked(&site, it)), [Some(5_990_000), Some(5_875_000)]);
    let id = made["id"].as_str().unwrap();
    let twice = site.create(&bm, "price", price("for", 6_000_000));
    assert_eq!(messages(twice), ["Overlaps with rate from 01-11-2026"]);
    // Its basis was wrong: it moves to the other prices, where one stands already.
    let moved = site.edit(&bm, "price", id, json!({ "basis": "ex_yard" }));
    assert_eq!(messages(moved), ["Overlaps with rate from 01-11-2026"]);
    let usual = usual["id"].as_str().unwrap();
    site.edit(&bm, "price", usual, json!({ "to": "2026-11-30" })).unwrap();
    site.edit(&bm, "price", id, json!({ "basis": "ex_yard", "from": "2026-12-01" })).unwrap();
    assert_eq!([true, false].map(|it| asked(&site, it)), [Some(5_875_000); 2]);
}

#[test]
fn the_most_specific_price_wins() {
    let mut site = Site::new();
    let (group, sku) = site.goods();
    let state = seeded("state", "27");
    let mut price = |rate: i64, extra: Value| {
        let mut value = json!({ "rate_uom": "MT", "rate_paise": rate, "from": "2026-04-01" });
        value.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        site.make("price", value)
    };
    price(1, json!({ "product_group": group }));
    price(2, json!({ "product_group": group, "state": state }));
    price(3, json!({ "sku": sku }));
    price(4, json!({ "sku": sku, "price_class": "A" }));
    let last = price(5, json!({ "sku": sku, "state": state }));
    let today = site.today();
    let found = |site: &Site, state: &str, class: &str| {
        let ask = PriceAsk { sku: &sku, state, price_class: class, ..PriceAsk::default() };
        site.read(|case| goods::price_for(case, &ask, today)).map(|price| price.rate_paise)
    };
    assert_eq!(found(&site, &state, "A"), Some(5));
    assert_eq!(found(&site, "elsewhere", "A"), Some(4));
    assert_eq!(found(&site, "elsewhere", "B"), Some(3));
    site.act(&person(Role::Bm), "price", &last, "deactivate", json!({})).unwrap();
    assert_eq!(found(&site, &state, ""), Some(3));
    let past = site.read(|case| goods::price_at(case, &sku, &state, day("2026-03-31")));
    assert_eq!(past, None);
}

#[test]
fn an_sku_gets_a_code_and_a_name_and_is_not_made_twice() {
    let mut site = Site::new();
    let (group, _) = site.goods();
    let admin = person(Role::Admin);
    let thick = site.make(
        "sku_property",
        json!({
            "code": "THK", "label": "Thickness", "kind": "number", "unit": "mm", "min": "1.6",
            "max": "12", "step": "0.2", "in_name": true,
        }),
    );
    site.make(
        "sku_mapping",
        json!({
            "product_group": group,
            "properties": [{ "property": thick, "form_sequence": 1, "is_mandatory": true }],
        }),
    );
    let sku = |value: &str| {
        json!({
            "product_group": group, "length_mm": 6000, "theo_g_per_pc": 30204,
            "values": [{ "property": thick, "value": value }],
        })
    };
    let made = site.create(&admin, "sku", sku("3.6")).unwrap();
    assert_eq!(made["doc_no"], "SKU-000002");
    assert_eq!(made["record"]["name"], "MS Pipe 3.6mm 6m");
    let mut again = sku("3.60");
    again["name"] = "Another name".into();
    assert_eq!(messages(site.create(&admin, "sku", again)), ["MS Pipe 3.6mm 6m already exists"]);
    assert_eq!(
        messages(site.create(&admin, "sku", sku("14"))),
        ["Thickness must be between 1.6 and 12"]
    );
    assert_eq!(
        messages(site.create(&admin, "sku", sku("3.7"))),
        ["Thickness must go in steps of 0.2"]
    );
    let none = json!({ "product_group": group, "theo_g_per_pc": 1 });
    assert_eq!(messages(site.create(&admin, "sku", none)), ["Thickness is required"]);
}

#[test]
fn instalments_add_up_to_the_whole() {
    let mut site = Site::new();
    let term = json!({
        "code": "SPLIT", "name": "Half and half", "kind": "credit", "days": 30,
        "instalments": [{ "part_bp": 5000, "days": 0 }, { "part_bp": 4000, "days": 30 }],
    });
    let refused = site.create(&person(Role::Acc), "payment_term", term);
    assert_eq!(messages(refused), ["Instalments must add up to 100 %"]);
}

#[test]
fn a_statutory_series_keeps_within_sixteen_characters() {
    let mut site = Site::new();
    let branch = site.branch();
    let series = |kind: &str, width: i64| json!({ "doc_type": kind, "branch": branch, "fy": "26-27", "width": width });
    let admin = person(Role::Admin);
    let refused = site.create(
        &admin,
        "number_series",
        json!({
            "doc_type": "invoice", "branch": branch, "fy": "26-28", "width": 6,
        }),
    );
    assert_eq!(messages(refused), ["Financial year must look like 26-27"]);
    let made = site.create(&admin, "number_series", series("invoice", 6)).unwrap();
    assert_eq!(made["record"]["pattern"], "PN/26-27/000000");
    let refused = site.create(&admin, "number_series", series("credit_note", 8));
    assert_eq!(messages(refused), ["This pattern gives 18 characters; GST allows 16"]);
}

#[test]
fn a_posting_day_must_lie_in_an_open_period() {
    let mut site = Site::new();
    let branch = site.branch();
    site.make(
        "period_lock",
        json!({
            "branch": branch, "locked_to": "2026-10-31", "soft_to": "2026-11-19",
        }),
    );
    let checked = |actor: &Actor, on: &str| {
        let case = docs::look(&site.memory, actor, site.now);
        match org::check_posting_day(&case, "invoice", &branch, day(on), "date") {
            Ok(()) => Vec::new(),
            Err(godown_core::error::Halt::Refused(refused)) => {
                refused.issues.into_iter().map(|issue| issue.message).collect()
            }
            Err(other) => panic!("{other:?}"),
        }
    };
    let (acc, yard) = (person(Role::Acc), person(Role::Yard));
    assert!(checked(&yard, "2026-11-21").is_empty());
    assert_eq!(checked(&yard, "2026-11-22"), ["Date is in the future"]);
    assert_eq!(checked(&yard, "2026-11-20"), ["You may back-date at most 0 days"]);
    assert!(checked(&acc, "2026-11-18").is_empty());
    assert_eq!(checked(&acc, "2026-11-17"), ["You may back-date at most 3 days"]);
    assert_eq!(checked(&yard, "2026-11-19"), ["Date falls in a locked period (up to 19-11-2026)"]);
    assert_eq!(checked(&acc, "2026-10-31"), ["Date falls in a locked period (up to 31-10-2026)"]);
}

#[test]
fn a_switch_has_its_default_until_it_is_set() {
    let mut site = Site::new();
    assert_eq!(site.read(|case| settings::int_of(case, "represent_days")), 7);
    site.edit(&person(Role::Admin), "setting", "setting", json!({ "represent_days": 5 })).unwrap();
    assert_eq!(site.read(|case| settings::int_of(case, "represent_days")), 5);
}

#[test]
fn a_yard_that_holds_stock_stays_open() {
    let mut site = Site::new();
    let branch = site.branch();
    let (_, sku) = site.goods();
    let yard = site.make(
        "yard",
        json!({
            "code": "CHK", "name": "Chakan", "branch": branch, "address": "Chakan",
            "state": seeded("state", "27"), "pin": "410501",
        }),
    );
    let today = site.today();
    let admin = person(Role::Admin);
    for arrives in [true, false] {
        let actor = Actor::system();
        let mut case = Case::new(docs::look(&site.memory, &actor, site.now), "");
        let place = Side::Stock(StockPlace::free(&yard, &sku, "batch"));
        let (from, to) = if arrives { (Side::Opening, place) } else { (place, Side::Loss) };
        let source = Source::new("inward", "i", 0, today);
        stock::post(&mut case, from, to, Qty::new(10, 1_000), &source).unwrap();
        let (writes, _) = case.into_writes();
        site.memory.apply(&writes);
        let closed = site.act(&admin, "yard", &yard, "deactivate", json!({}));
        match arrives {
            true => assert_eq!(messages(closed), ["Chakan still holds stock"]),
            false => assert_eq!(closed.unwrap()["status"], "Inactive"),
        }
    }
}

#[test]
fn a_threshold_of_a_state_is_the_one_in_force_on_the_day() {
    let mut site = Site::new();
    let id = seeded("state", "27");
    let rows = json!({ "ewb_thresholds": [
        { "from": "2018-06-16", "threshold_paise": 10_000_000 },
        { "from": "2026-10-01", "threshold_paise": 5_000_000 },
    ] });
    site.edit(&person(Role::Admin), "state", &id, rows).unwrap();
    let on = |text: &str| site.read(|case| places::ewb_threshold(case, "27", day(text)));
    assert_eq!(on("2018-01-01"), None);
    assert_eq!(on("2026-09-30"), Some(10_000_000));
    assert_eq!(on("2026-10-01"), Some(5_000_000));
    let twice = json!({ "ewb_thresholds": [
        { "from": "2018-06-16", "threshold_paise": 1 }, { "from": "2018-06-16", "threshold_paise": 2 },
    ] });
    assert_eq!(
        messages(site.edit(&person(Role::Admin), "state", &id, twice)),
        ["Another threshold begins on 16-06-2018 too"]
    );
}

#[test]
fn a_unit_leads_to_another_of_the_same_measure_exactly() {
    let mut site = Site::new();
    let unit =
        |site: &Site, code: &str| site.read(|case| case.doc(&units::UOM, &seeded("uom", code)));
    let (kg, mt, pcs) = (unit(&site, "KG"), unit(&site, "MT"), unit(&site, "PCS"));
    assert_eq!(units::convert(3, &mt, &kg), Ok((3_000, 1)));
    assert_eq!(units::convert(970_872, &kg, &mt), Ok((970_872, 1_000)));
    assert_eq!(
        units::convert(1, &pcs, &kg).unwrap_err().message(),
        "Piece measures count and Kilogram measures weight; only the weight of an SKU leads from one to the other"
    );
    let hsn = site.make("hsn", json!({
        "code": "730630", "name": "Pipes", "gst_rates": [{ "rate_bp": 1800, "from": "2017-07-01" }],
    }));
    let group = |uom: &str, alt: &str| {
        json!({
            "name": "Bolts", "hsn": hsn, "rate_uom": "PCS", "stock_mode": "pcs",
            "uom": seeded("uom", uom), "alt_uom": seeded("uom", alt),
        })
    };
    let purch = person(Role::Purch);
    let refused = messages(site.create(&purch, "product_group", group("PCS", "KG")));
    assert!(refused[0].starts_with("Piece measures count"), "{refused:?}");
    site.create(&purch, "product_group", group("PCS", "BDL")).unwrap();
    let changed =
        site.edit(&person(Role::Admin), "uom", &seeded("uom", "PCS"), json!({ "num": 12 }));
    assert_eq!(
        messages(changed),
        ["Factor, above the line cannot be changed once the unit is used"]
    );
}

#[test]
fn a_property_is_mapped_once_and_stands_at_its_own_place() {
    let mut site = Site::new();
    let (group, _) = site.goods();
    let thick = json!({ "code": "THK", "label": "Thickness", "kind": "number" });
    let thick = site.make("sku_property", thick);
    let mapped = |rows: Value| json!({ "product_group": group, "properties": rows });
    let table = [
        (json!([{ "property": thick }, { "property": thick }]), "This property is mapped already"),
        (
            json!([{ "property": thick, "search_sequence": 1 }]),
            "Only a searchable property has a search sequence",
        ),
    ];
    for (rows, message) in table {
        let refused = site.create(&person(Role::Purch), "sku_mapping", mapped(rows));
        assert_eq!(messages(refused), [message]);
    }
}

#[test]
fn payment_terms_are_refused_with_what_to_mend() {
    let mut site = Site::new();
    let term = |change: Value| {
        let mut value = json!({ "code": "X1", "name": "Terms", "kind": "credit", "days": 30 });
        value.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        value
    };
    let table = [
        (json!({ "kind": "advance" }), "Advance is required for terms of this kind"),
        (
            json!({ "advance_bp": 10_000, "needs_credit_check": true }),
            "Full payment in advance needs no credit approval",
        ),
        (json!({ "discount_bp": 200 }), "Enter the number of days for the cash discount"),
        (
            json!({ "discount_bp": 200, "discount_days": 31 }),
            "The cash discount ends before the amount is due",
        ),
        (
            json!({ "instalments": [{ "part_bp": 5000, "days": 30 }, { "part_bp": 5000, "days": 30 }] }),
            "Each instalment is due after the one before it",
        ),
        (
            json!({ "interest_bp": 3_601 }),
            "Interest a year after the due date must be between 0.00 % and 36.00 %",
        ),
    ];
    for (change, message) in table {
        let refused = site.create(&person(Role::Acc), "payment_term", term(change));
        assert_eq!(messages(refused), [message]);
    }
}

#[test]
fn a_vehicle_is_its_transporters_or_the_companys() {
    let mut site = Site::new();
    let truck = seeded("truck_type", "Truck 10 wheels");
    let lorry = |owner: &str| json!({ "reg_no": "MH12AB1234", "truck_type": truck, "owned_by": owner, "capacity_g": 16_000_000 });
    let logi = person(Role::Logi);
    assert_eq!(
        messages(site.create(&logi, "vehicle", lorry("vendor"))),
        ["Select the transporter that owns the vehicle"]
    );
    site.create(&logi, "vehicle", lorry("own")).unwrap();
}

#[test]
fn a_lorry_with_expired_papers_stands_still_until_the_administrator_lets_it_run() {
    let mut site = Site::new();
    let logi = person(Role::Logi);
    let made = site.create(
        &logi,
        "vehicle",
        json!({
            "reg_no": "MH12AB1234", "truck_type": seeded("truck_type", "Truck 10 wheels"),
            "owned_by": "own", "capacity_g": 16_000_000, "insurance_to": "2026-11-20",
        }),
    );
    let id = made.unwrap()["id"].as_str().unwrap().to_owned();
    let forbids = |site: &Site| {
        let doc = site.read(|case| case.doc(&fleet::VEHICLE, &id));
        fleet::forbidding_papers(&doc, site.today()).len()
    };
    assert_eq!(forbids(&site), 1);
    let until = |day: &str| json!({ "until": day, "remarks": "Renewal is on its way" });
    let refused = site.act(&logi, "vehicle", &id, "allow", until("2026-11-25"));
    assert_eq!(messages(refused), ["You do not have permission to allow vehicle"]);
    let admin = person(Role::Admin);
    let far = site.act(&admin, "vehicle", &id, "allow", until("2026-12-07"));
    assert_eq!(messages(far), ["Expired papers may be allowed for at most 15 days"]);
    site.act(&admin, "vehicle", &id, "allow", until("2026-11-25")).unwrap();
    assert_eq!(forbids(&site), 0);
    let renewed = json!({ "insurance_to": "2027-11-20" });
    site.edit(&logi, "vehicle", &id, renewed).unwrap();
    let needless = site.act(&admin, "vehicle", &id, "allow", until("2026-11-25"));
    assert_eq!(messages(needless), ["All papers are valid"]);
}
