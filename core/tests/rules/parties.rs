//! Parties and people that leave: vendors, warnings of what is nearly the same, work that is handed
//! over, and what a new site still needs.

use crate::site::wire;
use crate::support::World;
use crate::support::site::{Site, messages, person, record, seeded};
use godown_core::declare::actor::{Actor, Departs, Right};
use godown_core::declare::grant::{Reach, Role};
use godown_core::docs::{handover, orders};
use godown_core::invariant;
use godown_core::query::{setup, view, warnings};
use godown_core::value::Instant;
use serde_json::{Value, json};

fn vendor(change: Value) -> Value {
    let mut value = json!({
        "name": "Shree Transport", "kind": "Transporter", "gst_category": "Regular",
        "gstin": "27AAPFU0939F1ZV", "pan": "AAPFU0939F", "transporter_id": "27AAPFU0939F1ZV",
        "contact_person": "Kiran Shah", "mobile": "9820000001",
        "billing": { "line1": "Transport Nagar", "state": seeded("state", "27"), "pin": "411019" },
        "bank": { "bank": "HDFC Bank", "ifsc": "HDFC0000412", "account": "041211800027",
                  "account_again": "041211800027" },
    });
    value.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    value.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    value
}

#[test]
fn a_vendor_is_sent_by_logistics_and_approved_by_accounts() {
    let mut site = Site::new();
    let (logi, acc) = (person(Role::Logi), person(Role::Acc));
    let made = site.create(&logi, "vendor", vendor(json!({}))).unwrap();
    assert_eq!((&made["doc_no"], &made["status"]), (&json!("V-000001"), &json!("Draft")));
    let id = made["id"].as_str().unwrap();
    let refused = site.act(&acc, "vendor", id, "submit", json!({}));
    assert_eq!(messages(refused), ["You do not have permission to submit vendor"]);
    site.act(&logi, "vendor", id, "submit", json!({})).unwrap();
    let refused = site.act(&logi, "vendor", id, "approve", json!({}));
    assert_eq!(messages(refused), ["You do not have permission to approve vendor"]);
    site.act(&acc, "vendor", id, "approve", json!({})).unwrap();
    let bank = json!({ "bank": {
        "bank": "Axis", "ifsc": "UTIB0000123",
        "account": "912010012345", "account_again": "912010012345",
    } });
    let edited = site.edit(&logi, "vendor", id, bank).unwrap();
    assert_eq!(edited["record"]["bank"]["bank"], "HDFC Bank");
    assert_eq!(edited["record"]["proposed"]["bank"]["bank"], "Axis");
    let done = site.act(&acc, "vendor", id, "approve", json!({})).unwrap();
    assert_eq!(done["record"]["bank"]["bank"], "Axis");
    let blocked = json!({ "remarks": "Lorries came late three times" });
    assert_eq!(site.act(&acc, "vendor", id, "block", blocked).unwrap()["status"], "Blocked");
}

#[test]
fn a_new_account_number_is_typed_twice_and_kept_once() {
    let mut site = Site::new();
    let logi = person(Role::Logi);
    let bank = |account: &str, again: Value| {
        let mut bank = json!({ "bank": "Axis", "ifsc": "UTIB0000123", "account": account });
        if !again.is_null() {
            bank["account_again"] = again;
        }
        json!({ "bank": bank })
    };
    for (again, message) in [
        (json!(null), "Type the account number twice"),
        (json!("912010012354"), "The two account numbers differ"),
    ] {
        let refused = site.create(&logi, "vendor", vendor(bank("912010012345", again)));
        let issues = refused.unwrap_err();
        assert_eq!((&*issues[0].path, &*issues[0].message), ("bank.account_again", message));
    }
    let made = site.create(&logi, "vendor", vendor(bank("912010012345", json!("912010012345"))));
    let made = made.unwrap();
    assert_eq!(made["record"]["bank"]["account"], "912010012345");
    assert!(made["record"]["bank"].get("account_again").is_none());
    let id = made["id"].as_str().unwrap();
    // The same number is not typed anew.
    site.edit(&logi, "vendor", id, bank("912010012345", json!(null))).unwrap();
    let refused = site.edit(&logi, "vendor", id, bank("912010099999", json!(null)));
    assert_eq!(messages(refused), ["Type the account number twice"]);
}

#[test]
fn a_source_is_refused_with_what_to_mend() {
    let mut site = Site::new();
    let branch = site.branch();
    site.employee("LOGI", "9820000007", &["LOGI"], &branch);
    let mill = json!({ "name": "Mill", "portal_mobile": "9820000008" });
    site.make("supplier", mill);
    let logi = person(Role::Logi);
    let table = [
        (
            json!({ "gstin": "29ABCPE1234F1Z7", "pan": null, "transporter_id": null }),
            "GSTIN starts with 29 (Karnataka) but the state is Maharashtra",
        ),
        (json!({ "pan": "ABCPE1234F" }), "PAN inside GSTIN differs from PAN"),
        (
            json!({ "transporter_id": "88XX" }),
            "Transporter id must be 15 letters and digits: a GSTIN or TRANSIN",
        ),
        (
            json!({ "portal": true, "portal_mobile": "9820000002" }),
            "Portal e-mail is required for anyone who signs in",
        ),
        (json!({ "portal_mobile": "9820000007" }), "Portal mobile 9820000007 already exists"),
        (
            json!({ "portal_mobile": "9820000008" }),
            "Portal mobile 9820000008 already exists in Mill",
        ),
        (
            json!({ "pay_in_45_days": true }),
            "Only a micro or small enterprise must be paid within 45 days",
        ),
        (json!({ "msme": true }), "Udyam number is required for a micro or small enterprise"),
    ];
    for (change, message) in table {
        let refused = site.create(&logi, "vendor", vendor(change));
        assert_eq!(messages(refused), [message]);
    }
    site.create(&logi, "vendor", vendor(json!({}))).unwrap();
    let twice = messages(site.create(&logi, "vendor", vendor(json!({ "name": "Another" }))));
    assert_eq!(twice[0], "GSTIN 27AAPFU0939F1ZV already exists in Shree Transport");
}

#[test]
fn an_address_names_a_city_of_its_own_state() {
    let mut site = Site::new();
    let district = site.make("district", json!({ "name": "Pune", "state": seeded("state", "27") }));
    let city = json!({ "name": "Pune", "district": district, "pincodes": ["411001"] });
    let city = site.make("city", city);
    let elsewhere = json!({ "name": "Surat", "district": district, "pincodes": ["395003"] });
    let refused = site.create(&person(Role::Admin), "city", elsewhere);
    assert_eq!(messages(refused), ["PIN 395003 belongs to Gujarat"]);
    let billing = json!({
        "line1": "Ring Road", "state": seeded("state", "24"), "pin": "395003", "city": city,
    });
    let wrong = vendor(json!({
        "billing": billing, "gstin": null, "pan": null, "transporter_id": null,
    }));
    let refused = site.create(&person(Role::Logi), "vendor", wrong);
    assert_eq!(messages(refused), ["Pune is in Maharashtra"]);
}

fn warned(site: &Site, actor: &Actor, kind: &str, id: &str, value: Value) -> Vec<String> {
    let typed = warnings::TypedRecord { id: id.to_owned(), record: record(value) };
    let found = wire(&warnings::warnings(&site.memory, actor, site.now, kind, &typed).unwrap());
    let issues = found["warnings"].as_array().unwrap().clone();
    issues.iter().map(|issue| issue["message"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_firm_with_nearly_the_same_name_is_told_of_and_kept_all_the_same() {
    let mut site = Site::new();
    let sales = person(Role::Sales);
    let first = json!({ "name": "Ganesh Fabricators Pvt Ltd" });
    site.create(&sales, "customer", first).unwrap();
    let told = ["Ganesh Fabricators Pvt Ltd (C-000001, Draft) has nearly the same name"];
    let near = json!({ "name": "M/s Ganesh Fabricaters" });
    assert_eq!(warned(&site, &sales, "customer", "", near.clone()), told);
    assert!(warned(&site, &sales, "customer", "", json!({ "name": "Apex Roofing" })).is_empty());
    let made = site.create(&sales, "customer", near).unwrap();
    let id = made["id"].as_str().unwrap();
    let shown = view(&site.memory, &sales, site.now, "customer", id).unwrap().value().unwrap();
    assert_eq!(shown["warnings"][0]["message"], told[0]);
    assert_eq!(shown["warnings"][0]["path"], "name");
    let own = json!({ "name": "M/s Ganesh Fabricaters" });
    assert_eq!(warned(&site, &sales, "customer", id, own), told, "not of itself");
}

#[test]
fn whose_a_value_is_nobody_learns_who_may_not_view_the_other() {
    let mut site = Site::new();
    let branch = site.branch();
    let own = site.employee("SALES", "9820000007", &["SALES"], &branch);
    let mill = json!({
        "name": "Mill", "portal": true, "portal_mobile": "9820000008",
        "portal_email": "anita@mill.in",
    });
    let mill = site.make("supplier", mill);
    let taken = json!({ "portal_mobile": "9820000007" });
    let refused = site.edit(&person(Role::Purch), "supplier", &mill, taken);
    assert_eq!(messages(refused), ["Portal mobile 9820000007 already exists"]);
    let taken = json!({ "mobile": "9820000008" });
    let sales = Actor { id: own.clone(), ..person(Role::Sales) };
    let refused = site.act(&sales, "employee", &own, "profile", taken.clone());
    assert_eq!(messages(refused), ["Mobile 9820000008 already exists"]);
    let refused = site.edit(&person(Role::Admin), "employee", &own, taken);
    assert_eq!(messages(refused), ["Mobile 9820000008 already exists in Mill"]);

    let ganesh = json!({ "name": "Ganesh Fabricators", "mobile": "9820000009" });
    site.create(&sales, "customer", ganesh).unwrap();
    let again = json!({ "name": "Ganesh Fabricaters", "mobile": "9820000009" });
    let own = Some(Reach::Own);
    let right = Right { page: "customer".to_owned(), view: own, add: own, ..Right::default() };
    let departs = vec![Departs { role: "OWN".to_owned(), figures: None, rights: vec![right] }];
    let other = Actor { id: "another".to_owned(), departs, ..person(Role::Sales) };
    let refused = site.create(&other, "customer", again.clone());
    assert_eq!(messages(refused), ["Mobile 9820000009 already exists"]);
    let told = warned(&site, &other, "customer", "", again);
    assert_eq!(told, ["Another customer has nearly the same name"]);
}

#[test]
fn a_code_that_was_given_up_a_missing_certificate_and_papers_near_their_end_are_told_of() {
    let world = World::new();
    let logi = world.who("LOGI");
    let old =
        json!({ "name": "Old firm", "gstin": "28AABFT1234K1Z7", "agreement_to": "2026-12-01" });
    let found = warned(&world.site, &logi, "vendor", "", old);
    assert_eq!(found[0], "The GST certificate is missing");
    assert_eq!(found[1], "GSTIN starts with 28, which became 37; ask for the new one");
    assert_eq!(found[2], "The agreement ends on 01-12-2026");
    let lorry = json!({
        "reg_no": "MH12AB9999", "insurance_to": "2026-12-05", "puc_to": "2026-11-20",
        "rc_to": "2027-11-20",
    });
    assert_eq!(
        warned(&world.site, &logi, "vehicle", "", lorry),
        ["Insurance expires on 05-12-2026", "Pollution certificate expired on 20-11-2026"]
    );
    let nobody = person(Role::Pct);
    let typed = warnings::TypedRecord::default();
    let refused =
        warnings::warnings(&world.site.memory, &nobody, world.site.now, "vehicle", &typed);
    assert!(refused.is_err());
}

#[test]
fn who_leaves_names_a_successor_who_gets_the_customers_and_the_open_work() {
    let mut world = World::new();
    let open = world.at(orders::BM_PENDING);
    let done = world.at(orders::COMPLETED);
    let (sales, heir, admin) = (world.who("SALES"), world.who("SALES2"), world.who("ADMIN"));
    let branch = world.branch.clone();
    let owner = json!({ "sales_owner": sales.id });
    world.site.edit(&admin, "customer", &world.customer.clone(), owner).unwrap();
    world.site.edit(&admin, "branch", &branch, json!({ "manager": sales.id })).unwrap();
    let yards = json!({ "in_charge": sales.id });
    world.site.edit(&admin, "yard", &world.yard.clone(), yards).unwrap();
    let leave = |world: &mut World, inputs: Value| {
        world.site.act(&admin, "employee", &sales.id, "deactivate", inputs)
    };
    assert_eq!(
        messages(leave(&mut world, json!({}))),
        ["Select who takes over 1 customer, 1 branch, 1 yard and 1 order"]
    );
    let other = world.who("PCT").id;
    assert_eq!(
        messages(leave(&mut world, json!({ "successor": other }))),
        ["PCT has none of the roles of SALES"]
    );
    assert_eq!(
        messages(leave(&mut world, json!({ "successor": sales.id }))),
        ["SALES cannot take over the work"]
    );
    let left = leave(&mut world, json!({ "successor": heir.id })).unwrap();
    assert_eq!(
        (&left["status"], &left["record"]["successor"]),
        (&json!("Inactive"), &json!(heir.id))
    );
    let customer = world.site.get("customer", &world.customer);
    assert_eq!(
        (&customer["owner"], &customer["record"]["sales_owner"]),
        (&json!(heir.id), &json!(heir.id))
    );
    assert_eq!(world.site.get("branch", &branch)["record"]["manager"], json!(heir.id));
    assert_eq!(world.site.get("yard", &world.yard)["record"]["in_charge"], json!(heir.id));
    assert_eq!(world.doc(&open).owner, Some(heir.id.clone()));
    assert_eq!(world.doc(&done).owner, Some(sales.id), "what is done stays theirs");
    world.act("SALES2", &open, "withdraw", json!({ "remarks": "Taken over" })).unwrap();
    assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
}

#[test]
fn what_is_too_much_for_one_command_is_handed_over_by_the_next_ones() {
    let mut world = World::new();
    let (sales, heir) = (world.who("SALES"), world.who("SALES2"));
    for at in 0..handover::AT_ONCE + 30 {
        let made = world.site.create(&sales, "customer", json!({ "name": format!("Firm {at}") }));
        made.unwrap();
    }
    let admin = world.who("ADMIN");
    let successor = json!({ "successor": heir.id });
    let left = world.site.act(&admin, "employee", &sales.id, "deactivate", successor).unwrap();
    assert!(left["record"]["handing_over"].is_i64());
    let still = world.site.read(|case| handover::held(case, &sales.id));
    assert_eq!(still, "31 customers");
    let done = world.site.act(&Actor::system(), "employee", &sales.id, "hand_over", json!({}));
    assert!(done.unwrap()["record"].get("handing_over").is_none());
    assert_eq!(world.site.read(|case| handover::held(case, &sales.id)), "");
}

#[test]
fn a_new_site_is_told_what_it_still_needs_and_nobody_but_the_administrator_is() {
    let mut site = Site::new();
    let admin = person(Role::Admin);
    let steps = |site: &Site| wire(&setup::setup(&site.memory, &admin, site.now).unwrap());
    let of = |found: &Value, key: &str| {
        let all = found["steps"].as_array().unwrap().clone();
        all.into_iter().find(|step| step["key"] == key).unwrap()
    };
    let fresh = steps(&site);
    assert_eq!((&fresh["done"], &fresh["complete"]), (&json!(0), &json!(false)));
    let company = json!({
        "name": "Acme Steel", "pan": "AAPFU0939F", "aato_paise": 1, "address": "Pune",
        "bank_accounts": [{ "bank": "HDFC", "ifsc": "HDFC0000412", "account": "041211800027" }],
    });
    site.make("company", company);
    let branch = site.branch();
    let found = steps(&site);
    assert_eq!(of(&found, "company")["done"], true);
    assert_eq!(of(&found, "gstin")["done"], true);
    let unled = of(&found, "branch");
    assert_eq!(
        (&unled["done"], &unled["says"]),
        (&json!(false), &json!("1 branch, 1 without a branch manager"))
    );
    let bm = site.employee("BM", "9812345670", &["BM"], &branch);
    site.edit(&Actor::system(), "branch", &branch, json!({ "manager": bm })).unwrap();
    let series = json!({ "doc_type": "invoice", "branch": branch, "fy": "26-27", "width": 6 });
    site.make("number_series", series);
    let found = steps(&site);
    assert_eq!(
        (of(&found, "branch")["done"].clone(), of(&found, "series")["done"].clone()),
        (true.into(), true.into())
    );
    let people = of(&found, "people")["says"].as_str().unwrap().to_owned();
    assert!(people.starts_with("1 person, no one yet for Sales, Credit manager"), "{people}");
    let yard = site.make(
        "yard",
        json!({
            "code": "PUN1", "name": "Pune One", "branch": branch, "address": "MIDC, Pune",
            "state": seeded("state", "27"), "pin": "411019",
        }),
    );
    site.make("employee", json!({
        "emp_id": "ALL", "name": "Everybody Else", "mobile": "9812345671", "branch": branch, "yards": [yard],
        "roles": ["SALES", "CREDIT", "YARD", "LOGI", "ACC", "PURCH"], "designation": "Executive",
        "joined_on": "2024-04-01",
    }));
    assert_eq!(
        of(&steps(&site), "people")["says"],
        "2 people, only one for Branch manager, Credit manager, Accounts: nobody else approves what they ask for"
    );
    let refused = setup::setup(&site.memory, &person(Role::Bm), Instant(0));
    assert!(refused.is_err());
    let world = World::new();
    let found = steps(&world.site);
    for key in ["goods", "stock", "fleet"] {
        assert_eq!(of(&found, key)["done"], true, "{}", of(&found, key));
    }
}
