//! A new site's first acts: a starter set, and the number series of a year.

use godown_core::decide::decide;
use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Role;
use godown_core::docs::starter::{self, SetupPlan};
use godown_core::docs::{self, years};
use godown_core::error::{Code, Halt};
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read};
use godown_core::query::setup::{self, offers};
use godown_core::value::{Fy, Instant};
use godown_core::write::command::{Command, CommandKind};
use serde_json::{Value, json};

use crate::site::{Site, messages, person, wire};

const DAY_MS: i64 = 86_400_000;

/// Takes the act as this person; the issues where it is refused, else the command's id.
fn act(site: &mut Site, who: &Actor, at: u32, deed: CommandKind) -> Result<String, Vec<Code>> {
    let command_id = format!("10000000-0000-4000-8000-{at:012}");
    let command = Command { command_id: command_id.clone(), deed };
    match decide(&site.memory, who, site.now, &command) {
        Ok(changes) => {
            site.memory.apply(&changes.writes);
            Ok(command_id)
        }
        Err(Halt::Refused(refused)) => Err(refused.issues.iter().map(|one| one.code).collect()),
        Err(other) => panic!("{other:?}"),
    }
}

fn steel() -> CommandKind {
    CommandKind::GiveSet { set: "steel".to_owned() }
}

fn year(fy: &str) -> CommandKind {
    CommandKind::OpenYear { fy: fy.to_owned() }
}

fn planned(site: &Site, who: &Actor) -> SetupPlan {
    starter::planned(docs::look(&site.memory, who, site.now)).unwrap()
}

/// The documents of a type, as a person is shown each.
fn all(site: &Site, kind: &str) -> Vec<Value> {
    let keys = site.memory.keys(&Range::prefix(&keys::key(&["doc", kind])), usize::MAX).unwrap();
    keys.iter().map(|key| site.get(kind, keys::parts(key).last().unwrap())).collect()
}

fn of(given: &SetupPlan, label: &str) -> (usize, usize) {
    let one = given.types.iter().find(|one| one.label == label).unwrap();
    (one.made, one.there)
}

#[test]
fn the_starter_set_is_made_by_one_command_and_lacks_nothing_for_an_sku() {
    let mut site = Site::new();
    let admin = person(Role::Admin);
    let before = planned(&site, &admin);
    assert_eq!((of(&before, "Product groups"), of(&before, "Formulas")), ((12, 0), (12, 0)));
    let id = act(&mut site, &admin, 1, steel()).unwrap();
    let told = offers::set_given(&site.memory, &admin, site.now, &id).unwrap();
    assert_eq!((told.made, told.there, told.refused.len()), (before.made, 0, 0));
    assert_eq!(wire(&told.types), wire(&before.types));
    let groups = all(&site, "product_group");
    let shs = groups.iter().find(|one| one["record"]["name"] == "MS SHS").unwrap();
    let mappings = all(&site, "sku_mapping");
    let mapping = mappings.iter().find(|one| one["record"]["product_group"] == shs["id"]).unwrap();
    let rows = mapping["record"]["properties"].as_array().unwrap();
    assert_eq!(rows.len(), 5);
    assert!(rows.iter().all(|row| row["is_mandatory"] == true), "{rows:?}");
    let formulas = all(&site, "formula");
    assert_eq!(formulas.len(), 12);
    assert!(formulas.iter().all(|one| one["status"] == "Active"), "all tests of a set pass");
    let values = ["50", "3", "6000", "YST 310", "Primary"];
    let row = |(row, value): (&Value, &str)| json!({ "property": row["property"], "value": value });
    let values: Vec<Value> = rows.iter().zip(values).map(row).collect();
    let sku = site.create(&admin, "sku", json!({ "product_group": shs["id"], "values": values }));
    assert_eq!(sku.unwrap()["record"]["theo_g_per_pc"], 26_564);
}

#[test]
fn a_set_leaves_alone_what_the_site_has_and_is_made_once() {
    let mut site = Site::new();
    let admin = person(Role::Admin);
    site.make(
        "sku_property",
        json!({ "code": "THK", "label": "Wall", "kind": "number", "unit": "mm" }),
    );
    let rates = json!([{ "rate_bp": 1_800, "from": "2025-09-22" }]);
    let hsn = site.make("hsn", json!({ "code": "73066100", "name": "Ours", "gst_rates": rates }));
    site.make(
        "product_group",
        json!({ "name": "MS SHS", "hsn": hsn, "rate_uom": "KG", "stock_mode": "pcs_kg" }),
    );
    let id = act(&mut site, &admin, 1, steel()).unwrap();
    let told = offers::set_given(&site.memory, &admin, site.now, &id).unwrap();
    assert_eq!((of(&told, "Product groups"), of(&told, "HSN codes")), ((11, 1), (11, 1)));
    assert_eq!(of(&told, "SKU properties"), (15, 1));
    assert_eq!(of(&told, "SKU mappings"), (12, 0), "a group without properties is given them");
    assert_eq!(site.get("hsn", &hsn)["record"]["name"], "Ours");
    assert_eq!(act(&mut site, &admin, 2, steel()), Err(vec![Code::Rule]));
    assert_eq!(planned(&site, &admin).made, 0);
    let again = act(&mut site, &admin, 1, steel());
    assert_eq!(again, Ok(id), "a repeated command gets its first answer");
}

#[test]
fn a_set_is_given_by_whoever_may_add_all_of_it_and_offered_to_nobody_else() {
    let mut site = Site::new();
    for role in [Role::Purch, Role::Bm, Role::Sales] {
        assert_eq!(act(&mut site, &person(role), 1, steel()), Err(vec![Code::Forbidden]));
    }
    let admin = person(Role::Admin);
    let nothing = CommandKind::GiveSet { set: "cloth".to_owned() };
    assert_eq!(act(&mut site, &admin, 1, nothing), Err(vec![Code::NotFound]));
    let offered = |site: &Site| {
        let found = wire(&setup::setup(&site.memory, &admin, site.now).unwrap());
        found["sets"].as_array().unwrap().len()
    };
    assert_eq!(offered(&site), 1);
    act(&mut site, &admin, 1, steel()).unwrap();
    assert_eq!(offered(&site), 0);
}

#[test]
fn the_series_of_a_year_are_made_for_all_branches_and_those_there_are_left_alone() {
    let mut site = Site::new();
    let admin = person(Role::Admin);
    let branch = site.branch();
    let own = json!({
        "doc_type": "invoice", "branch": branch, "fy": "26-27", "width": 4, "prefix": "TAX",
    });
    site.make("number_series", own);
    let fy = site.today().fy();
    assert_eq!(fy.to_string(), "26-27");
    let plan = years::planned(docs::look(&site.memory, &admin, site.now), fy).unwrap();
    assert_eq!((plan.made, plan.there), (18, 1));
    let id = act(&mut site, &admin, 1, year("26-27")).unwrap();
    let told = offers::year_opened(&site.memory, &admin, site.now, &id, "26-27").unwrap();
    assert_eq!((told.made, told.there), (18, 1));
    let patterns: Vec<String> = all(&site, "number_series")
        .iter()
        .map(|one| one["record"]["pattern"].as_str().unwrap().to_owned())
        .collect();
    let mut apart = patterns.clone();
    apart.sort_unstable();
    apart.dedup();
    assert_eq!(apart.len(), patterns.len(), "each number tells what it is of: {patterns:?}");
    for pattern in ["TAX/26-27/0000", "PNC/26-27/00000", "PND/26-27/00000", "RCP/PN/26-27/000000"] {
        assert!(patterns.iter().any(|one| one == pattern), "{pattern} in {patterns:?}");
    }
    act(&mut site, &admin, 2, year("27-28")).unwrap();
    let next = all(&site, "number_series");
    let next = next
        .iter()
        .find(|one| one["record"]["fy"] == "27-28" && one["record"]["doc_type"] == "invoice");
    assert_eq!(next.unwrap()["record"]["pattern"], "TAX/27-28/0000", "as in the year before");
    assert_eq!(act(&mut site, &admin, 3, year("27-28")), Err(vec![Code::Rule]));
    assert_eq!(act(&mut site, &admin, 3, year("28-29")), Err(vec![Code::Input]));
    let acc = person(Role::Acc);
    assert_eq!(act(&mut site, &acc, 3, year("27-28")), Err(vec![Code::Forbidden]));
}

#[test]
fn the_next_year_s_series_are_proposed_from_the_first_of_march() {
    let mut site = Site::new();
    let admin = person(Role::Admin);
    site.branch();
    act(&mut site, &admin, 1, year("26-27")).unwrap();
    let proposed = |site: &Site| {
        let found = wire(&setup::setup(&site.memory, &admin, site.now).unwrap());
        let years = found["years"].as_array().unwrap().clone();
        years.iter().map(|one| one["fy"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // 28-02-2027 and 01-03-2027, noon in India.
    site.now = Instant(1_803_796_200_000);
    assert_eq!(proposed(&site), [""; 0]);
    site.now = Instant(1_803_796_200_000 + DAY_MS);
    assert_eq!(proposed(&site), ["27-28"]);
    act(&mut site, &admin, 2, year("27-28")).unwrap();
    assert_eq!(proposed(&site), [""; 0]);
    assert_eq!(Fy::parse("27-28"), Some(Fy(2027)));
}

#[test]
fn a_branch_is_registered_under_the_company_s_pan() {
    let mut site = Site::new();
    let admin = person(Role::Admin);
    site.make("company", json!({ "name": "Acme Steel", "pan": "AAPFU0939F", "aato_paise": 1 }));
    let id = site.branch();
    let own = site.get("branch", &id)["record"]["gstin"].as_str().unwrap().to_owned();
    let other = json!({ "gstin": "27AABFT1234K1Z9" });
    let refused = site.edit(&admin, "branch", &id, other);
    let said = messages(refused);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("PAN"), "{said:?}");
    assert_eq!(site.get("branch", &id)["record"]["gstin"], own);
    let renamed = site.edit(&admin, "branch", &id, json!({ "name": "Pune MIDC" }));
    assert!(renamed.is_ok());
}
