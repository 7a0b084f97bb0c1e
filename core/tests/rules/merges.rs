//! Duplicates of a master: what names one of them names the other from then on.

use crate::site::{Site, messages, person, seeded};
use godown_core::declare::grant::Role;
use godown_core::docs;
use godown_core::kept::doc::Event;
use godown_core::kept::keys;
use godown_core::schema::check;
use serde_json::{Value, json};

/// Pune, twice: as it should be and as somebody typed it; and a transporter at the second.
fn twice(site: &mut Site) -> [String; 4] {
    let district = site.make("district", json!({ "name": "Pune", "state": seeded("state", "27") }));
    let city = |site: &mut Site, name: &str| {
        site.make("city", json!({ "name": name, "district": district, "pincodes": ["411001"] }))
    };
    let (pune, poona) = (city(site, "Pune"), city(site, "Poona"));
    let billing = json!({
        "line1": "Ring Road", "state": seeded("state", "27"), "pin": "411001", "city": poona,
    });
    let vendor = json!({
        "name": "Shree Transport", "kind": "Transporter", "gst_category": "Regular",
        "gstin": "27AAPFU0939F1ZV", "pan": "AAPFU0939F", "transporter_id": "27AAPFU0939F1ZV",
        "contact_person": "Kiran Shah", "mobile": "9820000001", "billing": billing,
        "bank": { "bank": "HDFC Bank", "ifsc": "HDFC0000412", "account": "041211800027",
                  "account_again": "041211800027" },
    });
    let vendor = site.make("vendor", vendor);
    [district, pune, poona, vendor]
}

fn city_of(site: &Site, vendor: &str) -> Value {
    site.get("vendor", vendor)["record"]["billing"]["city"].clone()
}

#[test]
fn what_names_a_duplicate_names_the_other_one_and_says_so_in_its_history() {
    let mut site = Site::new();
    let admin = person(Role::Admin);
    let [_, pune, poona, vendor] = twice(&mut site);
    let merged = site.act(&admin, "city", &poona, "merge", json!({ "into": pune })).unwrap();
    assert_eq!(merged["status"], "Inactive");
    assert_eq!(city_of(&site, &vendor), json!(pune));
    let version = site.get("vendor", &vendor)["version"].as_u64().unwrap() as u32;
    let event: Event =
        site.read(|case| case.value(&keys::history("vendor", &vendor, version))).unwrap();
    assert_eq!(event.action, "merge");
    assert_eq!(event.remarks.as_deref(), Some("Poona was merged into Pune"));
    let changed: Vec<&str> = event.diff.iter().map(|one| one.path.as_str()).collect();
    assert_eq!(changed, ["billing.city", "city"]);
    assert_eq!(site.get("vendor", &vendor)["record"]["city"], "Pune");
    // Nothing names it any longer, so it can go.
    let version = site.get("city", &poona)["version"].as_u64().unwrap() as u32;
    let deed = godown_core::write::command::CommandKind::Delete {
        doc_type: "city".into(),
        id: poona,
        version,
    };
    site.deed(&admin, deed).unwrap();
}

#[test]
fn a_duplicate_is_merged_only_into_another_active_one_of_its_state_and_nothing_changes_else() {
    let mut site = Site::new();
    let admin = person(Role::Admin);
    let [district, pune, poona, vendor] = twice(&mut site);
    let elsewhere =
        site.make("district", json!({ "name": "Surat", "state": seeded("state", "24") }));
    let surat = site.make("city", json!({ "name": "Surat", "district": elsewhere }));
    let old = site.make("city", json!({ "name": "Punawadi", "district": district }));
    site.act(&admin, "city", &old, "deactivate", json!({})).unwrap();
    let table = [
        (json!({ "into": poona }), "Select another city"),
        (json!({ "into": old }), "Punawadi is inactive"),
        (json!({ "into": surat }), "Surat is in another state; correct the state first"),
        (json!({ "into": district }), "City was not found"),
        (json!({}), "Select the city that stays"),
    ];
    for (inputs, message) in table {
        let refused = site.act(&admin, "city", &poona, "merge", inputs.clone());
        assert_eq!(messages(refused), [message], "{inputs}");
    }
    let refused = site.act(&person(Role::Logi), "city", &poona, "merge", json!({ "into": pune }));
    assert_eq!(messages(refused).len(), 1);
    assert_eq!(city_of(&site, &vendor), json!(poona));
}

#[test]
fn only_masters_name_what_can_be_merged() {
    let merged = docs::ALL.iter().filter(|def| def.flow.action_names().contains(&"merge"));
    let mut seen = Vec::new();
    for def in merged {
        seen.push(def.key);
        for user in docs::ALL.iter().filter(|user| check::may_link(user.fields, def)) {
            assert!(
                user.flow.retires(),
                "{} is named by {}, which is no master",
                def.key,
                user.key
            );
        }
    }
    assert_eq!(seen, ["city"]);
}
