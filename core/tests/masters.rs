//! The rules of the masters: goods and their taxes and prices, people, parties, series and periods.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod site;

use godown_core::access::{Actor, Role, actor_of};
use godown_core::decide::case::Case;
use godown_core::decide::command::Deed;
use godown_core::decide::{keys, session};
use godown_core::docs::goods::{self, Ask};
use godown_core::docs::{org, people, settings, tax};
use godown_core::ledger::stock::{self, Place, Qty, Side};
use godown_core::ledger::{Source, credit};
use godown_core::menu::menu;
use godown_core::value::Day;
use serde_json::{Value, json};
use site::{Site, messages, person, seeded};

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
    site.make(
        "company",
        json!({
            "name": "Acme Steel", "pan": "AAPFU0939F", "aato_paise": 5_000_000_001_i64,
        }),
    );
    let hsn = site.make("hsn", json!({
        "code": "7306", "name": "Pipes", "gst_rates": [{ "rate_bp": 1800, "from": "2017-07-01" }],
    }));
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
        let ask = Ask { sku: &sku, state, region: "", price_class: class };
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
    assert!(
        messages(site.create(&admin, "sku", again))[0]
            .ends_with("already exists in MS Pipe 3.6mm 6m")
    );
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
    assert_eq!(messages(refused), ["This pattern gives 17 characters; GST allows 16"]);
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
        let case = Case::new(&site.memory, actor, site.now, "");
        match org::check_posting_day(&case, &branch, day(on), "date") {
            Ok(()) => Vec::new(),
            Err(godown_core::error::Halt::Refused(refused)) => {
                refused.issues.into_iter().map(|issue| issue.message).collect()
            }
            Err(other) => panic!("{other:?}"),
        }
    };
    let (acc, yard) = (person(Role::Acc), person(Role::Yard));
    assert!(checked(&yard, "2026-11-21").is_empty());
    assert_eq!(checked(&yard, "2026-11-22"), ["Date lies in the future"]);
    assert_eq!(checked(&yard, "2026-11-20"), ["You may back-date at most 0 days"]);
    assert!(checked(&acc, "2026-11-18").is_empty());
    assert_eq!(checked(&acc, "2026-11-17"), ["You may back-date at most 3 days"]);
    assert_eq!(checked(&yard, "2026-11-19"), ["Date falls in a locked period (up to 19-11-2026)"]);
    assert_eq!(checked(&acc, "2026-10-31"), ["Date falls in a locked period (up to 31-10-2026)"]);
}

#[test]
fn a_switch_has_its_default_until_it_is_set() {
    let mut site = Site::new();
    assert_eq!(site.read(|case| settings::int_of(case, "reservation_h")), 48);
    site.edit(&person(Role::Admin), "setting", "setting", json!({ "reservation_h": 24 })).unwrap();
    assert_eq!(site.read(|case| settings::int_of(case, "reservation_h")), 24);
}

#[test]
fn an_employee_signs_in_by_id_mobile_or_e_mail() {
    let mut site = Site::new();
    let branch = site.branch();
    let id = site.employee("SALES", "9812345678", &["SALES"], &branch);
    let admin = person(Role::Admin);
    site.edit(&admin, "employee", &id, json!({ "email": "A@b.in" })).unwrap();
    for name in ["sales", "9812345678", "a@B.in "] {
        let found = site.read(|case| people::by_login(case, name));
        assert_eq!(found.map(|doc| doc.id), Some(id.clone()), "{name}");
    }
    site.edit(&admin, "employee", &id, json!({ "email": null })).unwrap();
    assert!(site.read(|case| people::by_login(case, "a@b.in")).is_none());
    let taken = site.create(
        &admin,
        "employee",
        json!({
            "emp_id": "9812345678", "name": "Other", "mobile": "9812345679", "roles": ["SALES"],
            "branch": branch, "designation": "Executive", "joined_on": "2024-04-01",
        }),
    );
    assert_eq!(messages(taken), ["Employee id 9812345678 already exists in Person SALES"]);
}

#[test]
fn a_reporting_chain_never_loops() {
    let mut site = Site::new();
    let branch = site.branch();
    let top = site.employee("BM", "9812345678", &["BM"], &branch);
    let low = site.employee("SALES", "9812345679", &["SALES"], &branch);
    let admin = person(Role::Admin);
    site.edit(&admin, "employee", &low, json!({ "reporting_to": top })).unwrap();
    let loops = site.edit(&admin, "employee", &top, json!({ "reporting_to": low }));
    assert_eq!(messages(loops), ["Reporting chain loops back to this employee"]);
}

#[test]
fn the_yard_role_needs_a_yard() {
    let mut site = Site::new();
    let branch = site.branch();
    let refused = site.create(
        &person(Role::Admin),
        "employee",
        json!({
            "emp_id": "YARD", "name": "Yard", "mobile": "9812345678", "roles": ["YARD"],
            "branch": branch, "designation": "In charge", "joined_on": "2024-04-01",
        }),
    );
    assert_eq!(messages(refused), ["Yards are required for the yard role"]);
}

#[test]
fn a_password_is_kept_apart_from_the_record() {
    let mut site = Site::new();
    let branch = site.branch();
    let id = site.employee("SALES", "9812345678", &["SALES"], &branch);
    site.edit(&person(Role::Admin), "employee", &id, json!({ "password": "$argon2id$hash" }))
        .unwrap();
    assert!(!site.get("employee", &id).to_string().contains("argon2id"));
    let kept: session::Password = site.read(|case| case.value(&keys::password(&id))).unwrap();
    assert_eq!((kept.hash.as_str(), kept.must_change), ("$argon2id$hash", true));
    let written: Vec<&String> = site
        .memory
        .pairs
        .iter()
        .filter(|(_, value)| String::from_utf8_lossy(value).contains("argon2id"))
        .map(|(key, _)| key)
        .collect();
    assert_eq!(written, [&keys::password(&id)]);
}

#[test]
fn a_change_of_rights_and_a_deactivation_act_at_once() {
    let mut site = Site::new();
    let branch = site.branch();
    let id = site.employee("SALES", "9812345678", &["SALES"], &branch);
    let admin = person(Role::Admin);
    let sign_in = Deed::SignIn {
        employee: id.clone(),
        session: "s1".into(),
        expires: 0,
        agent: "test".into(),
    };
    site.deed(&Actor::system(), sign_in).unwrap();
    let version = |site: &Site| {
        let kept: Option<session::Password> = site.read(|case| case.value(&keys::password(&id)));
        kept.map_or(0, |kept| kept.sv)
    };
    let before = version(&site);
    site.edit(&admin, "employee", &id, json!({ "name": "Renamed" })).unwrap();
    assert_eq!(version(&site), before);
    site.edit(&admin, "employee", &id, json!({ "roles": ["SALES", "BM"] })).unwrap();
    assert_eq!(version(&site), before + 1);
    site.act(&admin, "employee", &id, "deactivate", json!({})).unwrap();
    assert!(site.read(|case| case.value::<session::Session>(&keys::session("s1"))).is_none());
    let gone = site.read(|case| case.doc(&people::EMPLOYEE, &id));
    assert_eq!(actor_of(&gone), None);
}

#[test]
fn the_last_administrator_stays() {
    let mut site = Site::new();
    let first = site.employee("ADMIN", "9812345678", &["ADMIN"], "");
    let actor = |site: &Site, id: &str| {
        actor_of(&site.read(|case| case.doc(&people::EMPLOYEE, id))).unwrap()
    };
    let me = actor(&site, &first);
    let own = site.act(&me, "employee", &first, "deactivate", json!({}));
    assert_eq!(messages(own), ["You cannot deactivate yourself"]);
    let demoted = site.edit(
        &person(Role::Admin),
        "employee",
        &first,
        json!({ "roles": ["SALES"], "branch": null }),
    );
    assert_eq!(messages(demoted), ["Branch is required"]);
    let branch = site.branch();
    let demoted = site.edit(
        &person(Role::Admin),
        "employee",
        &first,
        json!({ "roles": ["SALES"], "branch": branch }),
    );
    assert_eq!(messages(demoted), ["The last administrator cannot be removed"]);
    let other = person(Role::Admin);
    let last = site.act(&other, "employee", &first, "deactivate", json!({}));
    assert_eq!(messages(last), ["The last administrator cannot be deactivated"]);
    let second = site.employee("ADMIN2", "9812345679", &["ADMIN"], "");
    let me = actor(&site, &second);
    site.act(&me, "employee", &first, "deactivate", json!({})).unwrap();
}

fn firm(name: &str, mobile: &str) -> Value {
    json!({
        "name": name, "kind": "Dealer", "gst_category": "Regular", "gstin": "27AAPFU0939F1ZV",
        "pan": "AAPFU0939F", "contact_person": "Asha", "mobile": mobile,
        "billing": { "line1": "MG Road", "state": seeded("state", "27"), "pin": "411001" },
        "payment_term": seeded("payment_term", "CR30"),
    })
}

#[test]
fn a_customer_is_approved_by_another_person() {
    let mut site = Site::new();
    let bm = person(Role::Bm);
    let made = site.create(&bm, "customer", firm("Shree Steel", "9812345678")).unwrap();
    assert_eq!(made["doc_no"], "C-000001");
    let id = made["id"].as_str().unwrap().to_owned();
    site.act(&bm, "customer", &id, "submit", json!({})).unwrap();
    let own = site.act(&bm, "customer", &id, "approve", json!({}));
    assert_eq!(messages(own), ["You submitted this customer; another person must approve"]);
    let other = Actor { id: "bm2".into(), ..bm };
    let done = site.act(&other, "customer", &id, "approve", json!({})).unwrap();
    assert_eq!(done["status"], "Active");
}

#[test]
fn a_draft_customer_may_be_incomplete_until_it_is_submitted() {
    let mut site = Site::new();
    let sales = person(Role::Sales);
    let made = site.create(&sales, "customer", json!({ "name": "Shree Steel" })).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    let refused = messages(site.act(&sales, "customer", &id, "submit", json!({})));
    assert!(refused.contains(&"Billing address is required".to_owned()), "{refused:?}");
    assert!(refused.contains(&"Payment terms are required".to_owned()), "{refused:?}");
}

#[test]
fn whoever_buys_on_credit_gives_his_pan() {
    let mut site = Site::new();
    let sales = person(Role::Sales);
    let mut cash = firm("Shree Steel", "9812345678");
    cash["gst_category"] = "Unregistered".into();
    (cash["gstin"], cash["pan"]) = (Value::Null, Value::Null);
    let made = site.create(&sales, "customer", cash).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    let refused = site.act(&sales, "customer", &id, "submit", json!({}));
    assert_eq!(messages(refused), ["PAN is required for a customer who buys on credit"]);
    let advance = json!({ "payment_term": seeded("payment_term", "ADV") });
    site.edit(&sales, "customer", &id, advance).unwrap();
    site.act(&sales, "customer", &id, "submit", json!({})).unwrap();
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
        let mut case = Case::new(&site.memory, &actor, site.now, "");
        let place = Side::Stock(Place::free(&yard, &sku, "batch"));
        let (from, to) = if arrives { (Side::Opening, place) } else { (place, Side::Loss) };
        let source = Source::new("inward", "i", 0, today);
        stock::post(&mut case, from, to, Qty::new(10, 1_000), &source).unwrap();
        let writes = case.writes;
        site.memory.apply(&writes);
        let closed = site.act(&admin, "yard", &yard, "deactivate", json!({}));
        match arrives {
            true => assert_eq!(messages(closed), ["Chakan still holds stock"]),
            false => assert_eq!(closed.unwrap()["status"], "Inactive"),
        }
    }
}

#[test]
fn a_customers_numbers_agree_with_its_address() {
    let mut site = Site::new();
    let sales = person(Role::Sales);
    let mut wrong = firm("Shree Steel", "9812345678");
    wrong["billing"]["state"] = seeded("state", "24").into();
    assert_eq!(
        messages(site.create(&sales, "customer", wrong)),
        [
            "PIN 411001 belongs to Maharashtra",
            "GSTIN starts with 27 (Maharashtra) but the state is Gujarat",
        ]
    );
    let mut wrong = firm("Shree Steel", "9812345678");
    wrong["pan"] = "ABCPE1234F".into();
    assert_eq!(
        messages(site.create(&sales, "customer", wrong)),
        ["PAN inside GSTIN differs from PAN"]
    );
    let mut wrong = firm("Shree Steel", "9812345678");
    wrong["gstin"] = "27AAPFU0939F1ZW".into();
    let refused = messages(site.create(&sales, "customer", wrong));
    assert_eq!(refused, ["GSTIN check digit is wrong; did you mistype a character?"]);
    site.create(&sales, "customer", firm("Shree Steel", "9812345678")).unwrap();
    let twice = messages(site.create(&sales, "customer", firm("Other", "9812345678")));
    assert_eq!(
        twice,
        [
            "GSTIN 27AAPFU0939F1ZV already exists in Shree Steel",
            "Mobile 9812345678 already exists in Shree Steel",
            "PAN AAPFU0939F already exists in Shree Steel",
        ]
    );
}

/// An approved customer.
fn active(site: &mut Site) -> String {
    let id = site.make("customer", firm("Shree Steel", "9812345678"));
    site.act(&person(Role::Sales), "customer", &id, "submit", json!({})).unwrap();
    site.act(&person(Role::Bm), "customer", &id, "approve", json!({})).unwrap();
    id
}

#[test]
fn a_change_of_what_was_approved_waits_and_the_old_value_keeps_working() {
    let mut site = Site::new();
    let id = active(&mut site);
    let acc = person(Role::Acc);
    let billing = json!({ "line1": "FC Road", "state": seeded("state", "27"), "pin": "411004" });
    let saved = site.edit(&acc, "customer", &id, json!({ "billing": billing })).unwrap();
    assert_eq!(saved["record"]["billing"]["line1"], "MG Road");
    assert_eq!(saved["record"]["proposed"]["billing"]["line1"], "FC Road");
    let done = site.act(&person(Role::Bm), "customer", &id, "approve", json!({})).unwrap();
    assert_eq!(done["record"]["billing"]["line1"], "FC Road");
    assert!(done["record"].get("proposed").is_none());
    let foreign = site.edit(&acc, "customer", &id, json!({ "name": "Renamed" }));
    assert_eq!(messages(foreign), ["You do not have permission to change firm name"]);
}

#[test]
fn a_customer_is_blocked_with_a_reason_of_the_list() {
    let mut site = Site::new();
    let id = active(&mut site);
    let credit = person(Role::Credit);
    let block = |reason: &str, remarks: &str| json!({ "reason": reason, "remarks": remarks });
    let short = site.act(&credit, "customer", &id, "block", block("OVERDUE", "no"));
    assert_eq!(messages(short), ["Please enter remarks (at least 5 characters)"]);
    let unknown = site.act(&credit, "customer", &id, "block", block("WEATHER", "It rains"));
    assert_eq!(messages(unknown), ["Choose a reason of the list"]);
    let done =
        site.act(&credit, "customer", &id, "block", block("OVERDUE", "90 days late")).unwrap();
    assert_eq!(done["status"], "Blocked");
    assert_eq!(done["record"]["block_reason"], "90 days late");
}

#[test]
fn the_credit_that_is_set_is_the_credit_that_is_checked() {
    let mut site = Site::new();
    let id = active(&mut site);
    let set = json!({
        "limit_paise": 50_000_000, "opening_receivable_paise": 10_000_000, "due": "2026-12-01",
        "remarks": "As agreed",
    });
    site.act(&person(Role::Credit), "customer", &id, "set_credit", set).unwrap();
    let at = site.read(|case| credit::position(case, &id));
    assert_eq!(
        (at.limit_paise, at.receivable_paise, at.available_paise),
        (50_000_000, 10_000_000, 40_000_000)
    );
    let long = json!({ "limit_paise": 1, "to": "2027-11-21", "remarks": "For a year" });
    let refused = site.act(&person(Role::Credit), "customer", &id, "set_credit", long);
    assert_eq!(messages(refused), ["A temporary limit lasts at most 90 days"]);
}

#[test]
fn a_change_of_a_suppliers_bank_waits_for_accounts() {
    let mut site = Site::new();
    let purch = person(Role::Purch);
    let bank = |account: &str| json!({ "bank": "HDFC", "ifsc": "HDFC0001234", "account": account });
    let id = site.make("supplier", json!({
        "name": "Mill", "kind": "Mill", "gst_category": "Unregistered", "contact_person": "Ravi",
        "mobile": "9812345678", "bank": bank("123456789"),
        "billing": { "line1": "MIDC", "state": seeded("state", "27"), "pin": "411001" },
    }));
    site.act(&purch, "supplier", &id, "submit", json!({})).unwrap();
    site.act(&person(Role::Acc), "supplier", &id, "approve", json!({})).unwrap();
    let saved = site.edit(&purch, "supplier", &id, json!({ "bank": bank("987654321") })).unwrap();
    assert_eq!(saved["record"]["bank"]["account"], "123456789");
    let done = site.act(&person(Role::Acc), "supplier", &id, "approve", json!({})).unwrap();
    assert_eq!(done["record"]["bank"]["account"], "987654321");
}

#[test]
fn a_persons_menu_holds_what_he_may_see() {
    let site = Site::new();
    let names = |role: Role| -> Vec<String> {
        let menu = menu(&site.memory, &person(role), site.now).unwrap();
        let groups = menu.as_array().unwrap();
        let children = groups.iter().flat_map(|group| group["children"].as_array().unwrap());
        children.map(|page| page["menuName"].as_str().unwrap().to_owned()).collect()
    };
    assert!(names(Role::Admin).contains(&"Menus".to_owned()));
    assert!(names(Role::Sales).contains(&"Customers".to_owned()));
    assert!(!names(Role::Sales).contains(&"Menus".to_owned()));
    assert!(!names(Role::Yard).contains(&"Customers".to_owned()));
}

#[test]
fn a_menus_badge_counts_what_waits_for_the_person() {
    let mut site = Site::new();
    let id = site.make("customer", firm("Shree Steel", "9812345678"));
    site.act(&person(Role::Sales), "customer", &id, "submit", json!({})).unwrap();
    let badge = |role: Role| {
        let menu = menu(&site.memory, &person(role), site.now).unwrap();
        let groups = menu.as_array().unwrap().iter();
        let mut pages = groups.flat_map(|group| group["children"].as_array().unwrap().clone());
        pages.find(|page| page["menuName"] == "Customers").unwrap()["badge"].clone()
    };
    assert_eq!(badge(Role::Bm), 1);
    assert_eq!(badge(Role::Acc), Value::Null);
}
