//! A role's document against the declarations: where it has a row, the row alone rules.

use crate::site::{Site, messages, person, wire};
use godown_core::access::rights;
use godown_core::declare::actor::{Actor, Departs, Right};
use godown_core::declare::grant::{PARTS, Reach, Role, Verb};
use godown_core::docs::orders::ORDER;
use godown_core::docs::{self, people, roles};
use godown_core::query;
use serde_json::{Map, Value, json};

/// A role of the site's own that plays a part and departs in these rows.
fn role(code: &str, part: &str, rows: Value) -> Value {
    json!({
        "code": code, "name": format!("Role {code}"), "acts_as": part, "login_type": "bm",
        "home": "/dashboard/default", "rights": rows,
    })
}

fn actor(site: &Site, employee: &str) -> Actor {
    site.read(|case| case.actor_of(&*case.doc(&people::EMPLOYEE, employee)?)).unwrap()
}

#[test]
fn a_row_of_the_role_rules_its_type_alone_and_leaves_the_others_as_declared() {
    for def in docs::ALL {
        for reach in rights::reaches_of(def) {
            let row: Map<String, Value> = [("page".to_owned(), json!(def.key))]
                .into_iter()
                .chain(
                    [Verb::View, Verb::Edit]
                        .map(|verb| (verb.name().to_owned(), json!(reach.name()))),
                )
                .collect();
            let mut site = Site::new();
            let made = site.create(&person(Role::Admin), "role", role("OWN", "BM", json!([row])));
            let departs =
                site.read(|case| case.find("role", "OWN")).map(|doc| roles::departs(&doc));
            assert!(made.is_ok() && departs.is_some(), "{}: {made:?}", def.key);
            let held = Actor { departs: departs.into_iter().collect(), ..person(Role::Bm) };
            for verb in Verb::ALL {
                let wanted = matches!(verb, Verb::View | Verb::Edit).then_some(reach);
                assert_eq!(held.reaches(def, *verb).pop(), wanted, "{} {verb:?}", def.key);
            }
            for other in docs::ALL.iter().filter(|other| other.key != def.key) {
                for verb in Verb::ALL {
                    let declared = person(Role::Bm).reaches(other, *verb);
                    assert_eq!(held.reaches(other, *verb), declared, "{}", other.key);
                }
            }
        }
    }
}

#[test]
fn no_row_reaches_by_what_its_documents_do_not_belong_to() {
    for def in docs::ALL {
        let known = rights::reaches_of(def);
        for reach in Reach::ALL.iter().filter(|reach| !known.contains(reach)) {
            let rows = json!([{ "page": def.key, "view": reach.name() }]);
            let made = Site::new().create(&person(Role::Admin), "role", role("OWN", "BM", rows));
            let issues = made.unwrap_err();
            assert_eq!(issues[0].path, "rights.0.view", "{}", def.key);
        }
    }
}

#[test]
fn a_changed_role_acts_on_the_next_request_of_whoever_holds_it() {
    let mut site = Site::new();
    let admin = person(Role::Admin);
    site.create(&admin, "role", role("REGION", "BM", json!([]))).unwrap();
    let branch = site.branch();
    let id = site.employee("REG1", "9812345678", &["REGION"], &branch);
    let customer = docs::find("customer").unwrap();
    assert!(actor(&site, &id).may(customer, Verb::Edit));
    let rows = json!([{ "page": "customer", "view": "all" }]);
    site.edit(&admin, "role", "REGION", json!({ "rights": rows })).unwrap();
    let after = actor(&site, &id);
    assert!(after.may(customer, Verb::View) && !after.may(customer, Verb::Edit));
    assert!(!after.takes(Role::Bm, customer, None) && after.takes(Role::Bm, &ORDER, None));
    let refused = site.create(&after, "customer", json!({ "name": "Shree Steel" }));
    assert_eq!(messages(refused), ["You do not have permission to add customer"]);
    site.act(&admin, "role", "REGION", "deactivate", json!({})).unwrap();
    let retired = actor(&site, &id);
    assert!(
        docs::ALL.iter().all(|def| !retired.may(def, Verb::View)),
        "a retired role has nothing"
    );
}

#[test]
fn nobody_takes_the_right_to_administer_from_the_administrator() {
    let admin = person(Role::Admin);
    for page in ["role", "menu", "employee", "setting"] {
        let rows = json!([{ "page": page, "view": "all" }]);
        let mut site = Site::new();
        let refused = messages(site.edit(&admin, "role", "ADMIN", json!({ "rights": rows })));
        assert_eq!(refused, ["The administrator's own right to administer cannot be changed"]);
    }
    let mut site = Site::new();
    let retired = site.act(&admin, "role", "ADMIN", "deactivate", json!({}));
    assert_eq!(messages(retired), ["The administrator's role cannot be deactivated"]);
    let twin = site.create(&admin, "role", role("ADMIN2", "ADMIN", json!([])));
    assert_eq!(messages(twin), ["Only the role ADMIN can administer"]);
    let blind = site.edit(&admin, "role", "ADMIN", json!({ "figures": "none" }));
    assert_eq!(messages(blind), ["The administrator sees all figures"]);
}

#[test]
fn only_an_administrator_changes_what_a_role_may_do() {
    let mut site = Site::new();
    let admin = person(Role::Admin);
    let rows = json!([{ "page": "role", "view": "all", "add": "all", "edit": "all" }]);
    site.create(&admin, "role", role("KEEPER", "BM", rows)).unwrap();
    let branch = site.branch();
    let id = site.employee("KEEP1", "9812345678", &["KEEPER"], &branch);
    let keeper = actor(&site, &id);
    site.edit(&keeper, "role", "SALES", json!({ "name": "Area sales" })).unwrap();
    let own = json!([{ "page": "company", "view": "all", "edit": "all" }]);
    let raised = site.edit(&keeper, "role", "KEEPER", json!({ "rights": own }));
    assert_eq!(messages(raised), ["Only an administrator changes what a role may do"]);
}

#[test]
fn the_figures_of_a_role_decide_which_amounts_are_seen() {
    for (figures, rates, cost) in
        [("none", false, false), ("rates", true, false), ("all", true, true)]
    {
        for part in PARTS.iter().filter(|part| **part != Role::Admin) {
            let mut site = Site::new();
            let mut own = role("OWN", part.name(), json!([]));
            own["figures"] = json!(figures);
            site.create(&person(Role::Admin), "role", own).unwrap();
            let departs =
                site.read(|case| case.find("role", "OWN")).map(|doc| roles::departs(&doc));
            let held = Actor { departs: departs.into_iter().collect(), ..person(*part) };
            assert_eq!((held.sees_rates(), held.sees_cost()), (rates, cost), "{part:?} {figures}");
        }
    }
}

#[test]
fn the_tester_says_through_which_role_or_why_not() {
    let mut site = Site::new();
    let admin = person(Role::Admin);
    let branch = site.branch();
    let id = site.employee("SALES1", "9812345678", &["SALES"], &branch);
    let told = wire(&query::access::person(&site.memory, &admin, site.now, &id).unwrap());
    assert_eq!(told["types"]["order"]["view"], json!({ "reach": "own", "through": "Sales" }));
    let why = &told["types"]["role"]["view"]["why"];
    assert!(why.as_str().unwrap().starts_with("None of "), "{why}");
    assert!(
        why.as_str()
            .unwrap()
            .ends_with(" may view roles. The roles Administrator, Audit and Branch manager may"),
        "{why}"
    );
    let by_sales = query::access::person(&site.memory, &person(Role::Sales), site.now, &id);
    assert!(by_sales.is_err());
}

#[test]
fn the_matrix_agrees_with_what_each_role_is_allowed() {
    let site = Site::new();
    let told = wire(&query::access::matrix(&site.memory, &person(Role::Admin), site.now).unwrap());
    let rows = told["roles"].as_array().unwrap();
    assert_eq!(rows.len(), PARTS.len());
    for role in PARTS {
        let row = rows.iter().find(|row| row["id"] == role.name()).unwrap();
        for def in docs::ALL {
            for verb in Verb::ALL {
                let allowed = person(*role).reaches(def, *verb).pop().map(Reach::name);
                let cell = row["cells"][def.key].get(verb.name()).and_then(Value::as_str);
                assert_eq!(cell, allowed, "{role:?} {} {verb:?}", def.key);
            }
        }
    }
}

#[test]
fn the_right_to_edit_employees_raises_nobody() {
    let mut site = Site::new();
    let admin = person(Role::Admin);
    let rows = json!([{ "page": "employee", "view": "all", "add": "all", "edit": "all" }]);
    site.create(&admin, "role", role("HR", "BM", rows)).unwrap();
    let branch = site.branch();
    let clerk = site.employee("HR1", "9812345678", &["HR"], &branch);
    let boss = site.employee("BOSS", "9812345679", &["ADMIN"], "");
    let clerk_acts = actor(&site, &clerk);
    site.edit(&clerk_acts, "employee", &clerk, json!({ "designation": "Clerk" })).unwrap();
    for (id, change, path) in [
        (&clerk, json!({ "roles": ["HR", "ADMIN"] }), "roles"),
        (&clerk, json!({ "roles": ["HR", "CREDIT"] }), "roles"),
        (&clerk, json!({ "reads_branches": [branch] }), "reads_branches"),
        (&clerk, json!({ "password": "hash" }), "password"),
        (&boss, json!({ "email": "clerk@firm.example" }), "roles"),
        (&boss, json!({ "designation": "Owner" }), "roles"),
    ] {
        let refused = site.edit(&clerk_acts, "employee", id, change.clone()).unwrap_err();
        assert_eq!(refused[0].path, path, "{change}");
        assert!(refused[0].message.starts_with("Only an administrator changes"), "{change}");
    }
}

#[test]
fn a_report_opens_by_the_roles_own_row_and_is_shut_by_it() {
    let report = godown_core::access::pages::page("utilized_amount").unwrap();
    let right = |view: Option<Reach>, export: Option<Reach>| Departs {
        rights: vec![Right { page: report.key.to_owned(), view, export, ..Right::default() }],
        ..Departs::default()
    };
    let who = |part: Role, departs: Departs| Actor {
        roles: vec![part],
        departs: vec![departs],
        ..Actor::system()
    };
    let plain = Departs::default;
    for (actor, opens, exports) in [
        (who(Role::Sales, plain()), false, false),
        (who(Role::Pct, plain()), true, false),
        (who(Role::Credit, plain()), true, true),
        (who(Role::Sales, right(Some(Reach::All), None)), true, false),
        (who(Role::Sales, right(Some(Reach::All), Some(Reach::All))), true, true),
        (who(Role::Credit, right(None, None)), false, false),
    ] {
        assert_eq!((actor.opens(report), actor.exports(report)), (opens, exports), "{actor:?}");
    }
}
