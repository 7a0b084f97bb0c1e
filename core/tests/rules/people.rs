//! The rules of people and parties: sign-in names, rights, approvals, credit, and each one's menu.

use crate::site::{Site, messages, person, seeded, wire};
use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Role;
use godown_core::docs::limits;
use godown_core::docs::{accounts, people, session};
use godown_core::kept::keys;
use godown_core::menu::menu;
use godown_core::write::command::CommandKind;
use serde_json::{Value, json};

#[test]
fn an_employee_signs_in_by_id_mobile_or_e_mail() {
    let mut site = Site::new();
    let branch = site.branch();
    let id = site.employee("SALES", "9812345678", &["SALES"], &branch);
    let admin = person(Role::Admin);
    site.edit(&admin, "employee", &id, json!({ "email": "A@b.in" })).unwrap();
    for name in ["sales", "9812345678", "a@B.in "] {
        let found = site.read(|case| accounts::by_name(&case.over(), name));
        assert_eq!(found.map(|doc| doc.id.clone()), Some(id.clone()), "{name}");
    }
    site.edit(&admin, "employee", &id, json!({ "email": null })).unwrap();
    assert!(site.read(|case| accounts::by_name(&case.over(), "a@b.in")).is_none());
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
    let sign_in = CommandKind::SignIn {
        account: id.clone(),
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
    let gone = site.read(|case| case.actor_of(&*case.doc(&people::EMPLOYEE, &id)?));
    assert_eq!(gone, None);
}

#[test]
fn the_last_administrator_stays() {
    let mut site = Site::new();
    let first = site.employee("ADMIN", "9812345678", &["ADMIN"], "");
    let actor = |site: &Site, id: &str| {
        site.read(|case| case.actor_of(&*case.doc(&people::EMPLOYEE, id)?)).unwrap()
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
    assert_eq!(messages(own), ["You created this customer; another person must approve"]);
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
fn a_pan_that_was_left_empty_is_the_one_inside_the_gstin() {
    let mut site = Site::new();
    let sales = person(Role::Sales);
    let mut firm = firm("Shree Steel", "9812345678");
    let pan = firm["pan"].take();
    let made = site.create(&sales, "customer", firm).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    assert_eq!(site.get("customer", &id)["record"]["pan"], pan);
    site.act(&sales, "customer", &id, "submit", json!({})).unwrap();
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
    assert_eq!(messages(unknown), ["Select a reason"]);
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
        "reason": "OPENING", "remarks": "As agreed",
    });
    site.act(&person(Role::Credit), "customer", &id, "set_credit", set).unwrap();
    let at = site.read(|case| limits::position(case, &id));
    assert_eq!(
        (at.limit_paise, at.receivable_paise, at.available_paise),
        (50_000_000, 10_000_000, 40_000_000)
    );
    let again = json!({ "limit_paise": 1, "reason": "OPENING", "remarks": "Another one" });
    let refused = site.act(&person(Role::Credit), "customer", &id, "set_credit", again);
    let message = "This customer has a limit. Another needs a credit limit request";
    assert_eq!(messages(refused), [message]);
}

#[test]
fn a_change_of_a_suppliers_bank_waits_for_accounts() {
    let mut site = Site::new();
    let purch = person(Role::Purch);
    let bank = |account: &str| {
        json!({
            "bank": "HDFC", "ifsc": "HDFC0001234", "account": account, "account_again": account,
        })
    };
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
        let menu = wire(&menu(&site.memory, &person(role), site.now).unwrap());
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
        let menu = wire(&menu(&site.memory, &person(role), site.now).unwrap());
        let groups = menu.as_array().unwrap().iter();
        let mut pages = groups.flat_map(|group| group["children"].as_array().unwrap().clone());
        pages.find(|page| page["menuName"] == "Customers").unwrap()["badge"].clone()
    };
    assert_eq!(badge(Role::Bm), 1);
    assert_eq!(badge(Role::Acc), Value::Null);
}
