//! Who may approve: by type, amount and branch, as the steps and slabs themselves have it.

use godown_core::error::Halt;
use godown_core::query::approvers::{Approvers, ApproversAsked, approvers};
use serde_json::json;

use crate::support::World;

fn asked(world: &World, who: &str, kind: &str, paise: i64) -> Result<Approvers, Halt> {
    let asked = ApproversAsked {
        doc_type: kind.to_owned(),
        paise: Some(paise),
        branch: world.branch.clone(),
    };
    approvers(&world.site.memory, &world.who(who), world.site.now, &asked)
}

/// Who may take a step, and who has the role and may not.
fn of(found: &Approvers, label: &str) -> (Vec<String>, Vec<String>) {
    let step = found.steps.iter().find(|step| step.label == label).unwrap();
    let own = step.people.iter().filter(|one| !one.stands_in);
    let (may, not): (Vec<_>, Vec<_>) = own.partition(|one| one.may);
    let names = |all: Vec<&godown_core::query::approvers::Approver>| {
        all.iter().map(|one| one.name.clone()).collect()
    };
    (names(may), names(not))
}

#[test]
fn a_person_s_slab_decides_for_which_amounts_they_are_named() {
    let mut world = World::new();
    let bm = world.who("BM").id;
    let slab = json!({ "approval_slab_paise": 5_000_000 });
    world.site.edit(&world.who("ADMIN"), "employee", &bm, slab).unwrap();
    let small = asked(&world, "SALES", "order", 5_000_000).unwrap();
    assert_eq!(of(&small, "Approve").0, ["BM", "BM2"]);
    let large = asked(&world, "SALES", "order", 5_000_001).unwrap();
    assert_eq!(of(&large, "Approve"), (vec!["BM2".to_owned()], vec!["BM".to_owned()]));
    let step = large.steps.iter().find(|step| step.label == "Approve").unwrap();
    let barred = step.people.iter().find(|one| one.name == "BM").unwrap();
    let why = barred.why.clone().unwrap();
    assert!(why.contains("You approve up to ₹"), "{why}");
    assert!(step.people.iter().any(|one| one.stands_in && one.may), "the administrator stands in");
}

#[test]
fn above_the_site_s_limit_of_a_type_the_administrator_alone_is_named() {
    let world = World::new();
    let site = world.site.get("setting", "setting")["record"]["dump_bm_paise"].as_i64().unwrap();
    let within = asked(&world, "YARD", "dump_stock", site).unwrap();
    assert_eq!(of(&within, "Dump the goods").0, ["BM", "BM2"]);
    let beyond = asked(&world, "YARD", "dump_stock", site + 1).unwrap();
    assert_eq!(of(&beyond, "Dump the goods").0, Vec::<String>::new());
    let step = beyond.steps.iter().find(|step| step.label == "Dump the goods").unwrap();
    assert!(step.people.iter().any(|one| one.may && one.stands_in));
}

#[test]
fn a_supplier_that_the_administrator_submitted_is_approved_by_somebody_who_is_named() {
    let world = World::new();
    let found = asked(&world, "ADMIN", "supplier", 0).unwrap();
    let regular =
        found.steps.iter().flat_map(|step| &step.people).any(|one| one.may && !one.stands_in);
    assert!(regular, "{:?}", found.steps.iter().map(|step| step.label).collect::<Vec<_>>());
    assert!(asked(&world, "ADMIN", "nothing", 0).is_err());
}
