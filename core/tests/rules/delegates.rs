//! Delegates act for an absent person: within the dates, in their scope, and never past four eyes.

use crate::site::{messages, wire};
use crate::support::{DAY, World};
use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Verb;
use godown_core::docs::accounts;
use godown_core::docs::orders::{self, ORDER};
use godown_core::docs::people::EMPLOYEE;
use godown_core::error::{Code, Halt, Issue};
use godown_core::query::offered::{Chosen, offered};
use godown_core::query::turn::turn;
use godown_core::query::{list, queue, view};
use serde_json::{Value, json};

/// The manager of another branch, who stands in for the one of the first.
const OTHER: &str = "BMFAR";

/// Somebody as their account and the day make them.
fn as_now(world: &World, name: &str) -> Actor {
    let found = world.site.read(|case| {
        let account = accounts::by_name(&case.over(), name)?.unwrap();
        case.actor_of(&account)
    });
    found.unwrap()
}

fn id_of(world: &World, name: &str) -> String {
    as_now(world, name).id
}

/// A site with a second branch, whose manager the first one's manager named for three days.
fn away() -> World {
    let mut world = World::new();
    let far = world.site.make(
        "branch",
        json!({
            "code": "FAR", "series_prefix": "FAR", "name": "Far", "gstin": "27AAPFU0939F1ZV",
            "address": "Nagpur", "state": world.site.get("branch", &world.branch)["record"]["state"],
        }),
    );
    world.site.employee(OTHER, "9833300001", &["BM"], &far);
    let (bm, other) = (id_of(&world, "BM"), id_of(&world, OTHER));
    let days = json!({
        "delegate": other,
        "delegate_from": world.site.today().to_string(),
        "delegate_to": world.site.today().plus(2).to_string(),
    });
    world.site.edit(&Actor::system(), "employee", &bm, days).unwrap();
    world
}

#[test]
fn whoever_is_away_chooses_among_colleagues_of_any_branch_with_one_of_his_roles_and_sees_no_more() {
    let world = away();
    let (bm, chosen) = (as_now(&world, "BM"), |id: &str, field: &str| Chosen {
        doc_type: "employee".to_owned(),
        id: id.to_owned(),
        field: field.to_owned(),
    });
    let ask = |actor: &Actor, chosen: &Chosen, q: &str| {
        let query = list::Query { q: q.to_owned(), limit: 50, ..list::Query::default() };
        offered(&world.site.memory, actor, world.site.now, ("employee", chosen), &query)
    };
    let names = |actor: &Actor, chosen: &Chosen, q: &str| -> Vec<String> {
        let rows = ask(actor, chosen, q).unwrap().records().unwrap();
        rows.iter().map(|row| row["emp_id"].as_str().unwrap().to_owned()).collect()
    };
    let own = chosen(&bm.id, "delegate");
    assert_eq!(names(&bm, &own, ""), ["BM", "BM2", OTHER]);
    assert_eq!(names(&bm, &own, "bmf"), [OTHER]);
    // A list shows them their own branch alone, and a name is not found by what is not shown.
    let listed =
        list::page(&world.site.memory, &bm, world.site.now, "employee", &list::Query::default());
    let listed = serde_json::to_string(&listed.unwrap()).unwrap();
    assert!(!listed.contains(OTHER));
    assert_eq!(names(&bm, &own, "9833300001"), [""; 0]);
    let row = ask(&bm, &own, "bmf").unwrap().records().unwrap().remove(0);
    let keys: Vec<&str> = row.keys().map(String::as_str).collect();
    assert_eq!(keys, ["id", "version", "status", "doc_no", "name", "emp_id", "designation"]);
    // Another's field, and one that offers nobody.
    let sales = as_now(&world, "SALES");
    let halted = |result: Result<_, Halt>| match result {
        Err(Halt::Refused(refused)) => refused.issues[0].code,
        _ => panic!("it was answered"),
    };
    assert_eq!(halted(ask(&sales, &own, "").map(drop)), Code::NotFound);
    let other = chosen(&bm.id, "reporting_to");
    assert_eq!(halted(ask(&bm, &other, "").map(drop)), Code::Input);
}

fn code(result: Result<Value, Vec<Issue>>) -> Code {
    result.unwrap_err()[0].code
}

fn approve(world: &mut World, who: &str, order: &str) -> Result<Value, Vec<Issue>> {
    let actor = as_now(world, who);
    world.site.act(&actor, "order", order, "approve", json!({}))
}

#[test]
fn a_delegate_sees_is_asked_and_acts_for_who_is_away_and_the_history_says_so() {
    let mut world = away();
    let order = world.at(orders::BM_PENDING);
    let other = as_now(&world, OTHER);
    let doc = world.doc(&order);
    assert!(other.covers(&ORDER, Verb::View, &doc));
    let page =
        list::page(&world.site.memory, &other, world.site.now, "order", &list::Query::default());
    assert_eq!(page.unwrap().records().unwrap().len(), 1);
    let queue = wire(&queue::queue(&world.site.memory, &other, world.site.now).unwrap());
    assert_eq!(queue["rows"][0]["id"], order.as_str());
    let seen = view(&world.site.memory, &other, world.site.now, "order", &order).unwrap();
    let seen = seen.value().unwrap();
    let action = seen["actions"].as_array().unwrap().iter().find(|a| a["action"] == "approve");
    assert_eq!(action.unwrap()["allowed"], true);
    approve(&mut world, OTHER, &order).unwrap();
    let admin = as_now(&world, "ADMIN");
    let told = view(&world.site.memory, &admin, world.site.now, "order", &order).unwrap();
    let history = told.value().unwrap()["history"].clone();
    let names: Vec<&str> =
        history.as_array().unwrap().iter().filter_map(|line| line["by_name"].as_str()).collect();
    let (other, bm) = (as_now(&world, OTHER).name, as_now(&world, "BM").name);
    assert!(names.contains(&format!("{other} for {bm}").as_str()), "{names:?}");
}

#[test]
fn outside_the_days_a_delegate_is_nobody_there() {
    let mut world = away();
    let order = world.at(orders::BM_PENDING);
    let before = world.site.now;
    world.later(3 * DAY);
    assert!(as_now(&world, OTHER).stands_in.is_empty());
    assert_eq!(code(approve(&mut world, OTHER, &order)), Code::NotFound);
    world.site.now = before;
    let bm = id_of(&world, "BM");
    world.site.act(&Actor::system(), "employee", &bm, "deactivate", json!({})).unwrap_err();
    let nobody = json!({ "delegate": null, "delegate_from": null, "delegate_to": null });
    world.site.edit(&Actor::system(), "employee", &bm, nobody).unwrap();
    assert_eq!(code(approve(&mut world, OTHER, &order)), Code::NotFound);
}

#[test]
fn a_delegation_begins_on_a_day_and_ends_on_none_before_it() {
    let mut world = away();
    let (bm, today) = (id_of(&world, "BM"), world.site.today());
    let day = |days: i32| json!(today.plus(days).to_string());
    let set = |world: &mut World, from: Value, to: Value| {
        let days = json!({ "delegate_from": from, "delegate_to": to });
        messages(world.site.edit(&Actor::system(), "employee", &bm, days))
    };
    assert_eq!(set(&mut world, json!(null), day(2)), ["Away from is required"]);
    let before = ["Away to must not be before Away from"];
    assert_eq!(set(&mut world, day(2), day(1)), before);
    let days = json!({ "delegate_from": day(1), "delegate_to": day(1) });
    world.site.edit(&Actor::system(), "employee", &bm, days).unwrap();
    let mut places = Vec::new();
    for _ in 0..3 {
        places.push(as_now(&world, OTHER).stands_in.len());
        world.later(DAY);
    }
    assert_eq!(places, [0, 1, 0]);
}

#[test]
fn nobody_approves_through_a_delegation_what_he_or_the_absent_one_submitted() {
    // The absent manager made the sale: their delegate would approve it in their name.
    for maker in ["BM", OTHER] {
        let mut world = away();
        let both = json!({ "roles": ["BM", "SALES"] });
        for who in ["BM", OTHER] {
            let id = id_of(&world, who);
            world.site.edit(&Actor::system(), "employee", &id, both.clone()).unwrap();
        }
        let (actor, record) = (as_now(&world, maker), world.order_record());
        let draft = world.site.create(&actor, "order", record).unwrap();
        let order = draft["id"].as_str().unwrap().to_owned();
        let branch = world.site.get("order", &order)["branch"].clone();
        world.site.act(&actor, "order", &order, "submit", json!({})).unwrap();
        let refused = approve(&mut world, OTHER, &order);
        assert_eq!(code(refused), Code::FourEyes, "{maker} in {branch}");
    }
}

#[test]
fn a_delegate_who_submitted_an_order_does_not_decide_again_for_who_approved_it() {
    let mut world = away();
    let order = world.draft();
    let delegate = as_now(&world, OTHER);
    world.site.act(&delegate, "order", &order, "submit", json!({ "confirm": true })).unwrap();
    approve(&mut world, "BM", &order).unwrap();
    world.step("PCT", &order, "query", json!({ "remarks": "Which rate is right?" }));
    assert_eq!(code(approve(&mut world, OTHER, &order)), Code::FourEyes);
    // Who decided decides again.
    approve(&mut world, "BM", &order).unwrap();
}

#[test]
fn what_is_personal_stays_with_the_person() {
    let mut world = away();
    let other = as_now(&world, OTHER);
    let bm = id_of(&world, "BM");
    let absent = world.site.read(|case| case.copy(&EMPLOYEE, &bm));
    assert!(!other.covers(&EMPLOYEE, Verb::View, &absent));
    let taken = json!({ "mobile": "9833300009", "email": "mine@example.in" });
    let refused = world.site.act(&other, "employee", &bm, "profile", taken);
    assert_eq!(code(refused), Code::NotFound);
}

#[test]
fn a_delegate_acts_in_the_roles_that_both_hold_alone() {
    let mut world = away();
    let bm = id_of(&world, "BM");
    world
        .site
        .edit(&Actor::system(), "employee", &bm, json!({ "roles": ["BM", "CREDIT"] }))
        .unwrap();
    let place = as_now(&world, OTHER).stands_in.remove(0);
    assert_eq!(place.roles, [godown_core::declare::grant::Role::Bm]);
    let order = world.at(orders::CREDIT_PENDING);
    let other = as_now(&world, OTHER);
    let refused = world.site.act(&other, "order", &order, "credit_approve", json!({}));
    assert_eq!(code(refused), Code::Forbidden);
}

#[test]
fn a_role_of_the_sites_own_is_not_another_that_plays_the_same_part() {
    let mut world = away();
    let (bm, other) = (id_of(&world, "BM"), id_of(&world, OTHER));
    let keys = json!({
        "code": "KEYS", "name": "Keeps the customers", "acts_as": "BM", "login_type": "bm",
        "home": "/dashboard/default",
        "rights": [{ "page": "customer", "view": "all", "add": "all", "edit": "all" }],
    });
    let keys = world.site.make("role", keys);
    let mut given = |who: &str, roles: &[&str]| {
        world.site.edit(&Actor::system(), "employee", who, json!({ "roles": roles })).unwrap();
        let place = as_now(&world, OTHER).stands_in.pop();
        let departs = place.map(|place| place.departs).unwrap_or_default();
        departs.into_iter().map(|one| one.role).collect::<Vec<String>>()
    };
    assert_eq!(given(&bm, &["BM", &keys]), ["BM"]);
    assert_eq!(given(&bm, &[&keys, "BM"]), ["BM"]);
    assert_eq!(given(&other, &[&keys]), [keys.as_str()]);
    assert!(given(&other, &["SALES"]).is_empty());
}

#[test]
fn whose_turn_it_is_names_the_delegate_with_the_person_whose_place_they_take() {
    let mut world = away();
    let id = world.at(orders::BM_PENDING);
    let sales = world.who("SALES");
    let turn = turn(&world.site.memory, &sales, world.site.now, "order", &id).unwrap();
    assert_eq!(turn.says.unwrap(), format!("Waiting for BM, BM2 or Person {OTHER} for BM"));
}
