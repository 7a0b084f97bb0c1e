//! Credit limit requests: the machine and who takes its steps, what each level may say, and what the last one
//! grants.

use godown_core::access::steps;
use godown_core::declare::grant::Role;
use godown_core::docs::customers::CUSTOMER;
use godown_core::docs::limit_requests::{self, CREDIT_LIMIT_REQUEST, recommendations_of};
use godown_core::docs::{limits, orders};
use godown_core::error::{Code, Issue};
use godown_core::invariant;
use godown_core::kept::doc::Doc;
use godown_core::ledger::credit;
use godown_core::query;
use serde_json::{Value, json};

use crate::matrix;
use crate::support::site::person;
use crate::support::{DAY, World};

mod effects;
mod over;
mod peers;
mod told;

/// A crore and a half: more than a credit manager grants.
const LARGE: i64 = 1_500_000_000;

fn doc(world: &World, id: &str) -> Doc {
    world.site.read(|look| look.copy(&CREDIT_LIMIT_REQUEST, id))
}

fn act(
    world: &mut World,
    who: &str,
    id: &str,
    action: &str,
    inputs: Value,
) -> Result<String, Vec<Issue>> {
    let actor = world.who(who);
    let done = world.site.act(&actor, "credit_limit_request", id, action, inputs)?;
    Ok(done["status"].as_str().unwrap().to_owned())
}

/// The first issue of a step that is refused.
fn refused(world: &mut World, who: &str, id: &str, action: &str, inputs: Value) -> Issue {
    act(world, who, id, action, inputs).unwrap_err().remove(0)
}

/// The position by its limit, its temporary limit, and what is free.
fn limits_of(world: &World) -> (i64, i64, i64) {
    let at = world.site.read(|look| limits::position(look, &world.customer));
    (at.limit_paise, at.temporary_paise, at.available_paise)
}

fn submitted(world: &mut World, record: Value) -> String {
    let id = world.asks(record);
    world.decides("SALES", &id, "submit", json!({}));
    id
}

fn day(world: &World, days: i32) -> String {
    world.site.today().plus(days).to_string()
}

/// A request that the steps before have led to a status.
fn at(world: &mut World, status: &str) -> String {
    use limit_requests::*;
    let until = day(world, 10);
    let id = match status {
        MANAGEMENT_PENDING => world.asks(json!({ "amount_paise": LARGE })),
        EXPIRED => world.asks(json!({ "kind": "temporary", "amount_paise": 500, "to": until })),
        _ => world.asks(json!({ "amount_paise": 150_000_000 })),
    };
    let road: &[(&str, &str)] = &[("SALES", "submit"), ("BM", "approve"), ("CREDIT", "approve")];
    let taken = match status {
        DRAFT => 0,
        BM_PENDING => 1,
        CREDIT_PENDING | REJECTED => 2,
        _ => 3,
    };
    for (who, action) in &road[..taken] {
        world.decides(who, &id, action, json!({}));
    }
    match status {
        REJECTED => {
            world.decides("CREDIT", &id, "reject", json!({ "remarks": "Pay what is due first" }));
        }
        EXPIRED => {
            world.later(11 * DAY);
            world.decides("SYS", &id, "expire", json!({}));
        }
        SUPERSEDED => drop(world.granted(json!({ "amount_paise": 160_000_000 }))),
        _ => {}
    }
    assert_eq!(doc(world, &id).status, status);
    id
}

#[test]
fn the_matrix_of_a_credit_limit_request_is_the_one_written_down() {
    let base = World::new();
    let text = matrix::text(&CREDIT_LIMIT_REQUEST, |status| {
        let mut world = base.clone();
        let id = at(&mut world, status);
        (world, id)
    });
    matrix::written_down("credit_limit_request", &text);
}

#[test]
fn a_limit_is_granted_as_a_dated_row_beside_those_before_it() {
    let mut world = World::new();
    assert_eq!(limits_of(&world), (100_000_000, 0, 100_000_000));
    let id = submitted(&mut world, json!({ "amount_paise": 150_000_000 }));
    let asked = doc(&world, &id);
    assert_eq!(asked.doc_no.as_deref(), Some("CLR/PN/26-27/00001"));
    assert_eq!(asked.int("current_paise"), Some(100_000_000));
    assert_eq!(asked.owner, Some(world.who("SALES").id));
    world.decides("BM", &id, "approve", json!({}));
    assert_eq!(limits_of(&world), (100_000_000, 0, 100_000_000), "one level grants nothing");
    world.decides("CREDIT", &id, "approve", json!({}));
    assert_eq!(limits_of(&world), (150_000_000, 0, 150_000_000));
    let kept = world.site.read(|look| credit::limits(look, &world.customer));
    let amounts: Vec<i64> = kept.iter().map(|limit| limit.amount_paise).collect();
    assert_eq!(amounts, [100_000_000, 150_000_000]);
    let granted = doc(&world, &id);
    assert_eq!(granted.int("granted_paise"), Some(150_000_000));
    assert_eq!(granted.text("granted_from"), Some(&*world.site.today().to_string()));
    let said = recommendations_of(&granted).unwrap();
    let levels: Vec<&str> = said.iter().map(|row| row.level.as_str()).collect();
    assert_eq!(levels, ["bm", "credit"]);
    let customer = world.site.get("customer", &world.customer);
    assert_eq!(customer["record"]["limits"][1]["request"], json!(id));
    assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
}

#[test]
fn a_limit_above_the_slab_is_decided_by_the_management_too() {
    let mut world = World::new();
    let id = submitted(&mut world, json!({ "amount_paise": LARGE }));
    world.decides("BM", &id, "approve", json!({}));
    assert_eq!(world.decides("CREDIT", &id, "approve", json!({})), "Management Pending");
    assert_eq!(limits_of(&world).0, 100_000_000);
    let forbidden = refused(&mut world, "CREDIT", &id, "approve", json!({}));
    assert_eq!(forbidden.code, Code::BadState);
    assert_eq!(world.decides("ADMIN", &id, "approve", json!({})), "Approved");
    assert_eq!(limits_of(&world).0, LARGE);
    // The slab is a setting.
    world.setting(json!({ "limit_credit_paise": 2 * LARGE }));
    let id = submitted(&mut world, json!({ "amount_paise": LARGE + 100 }));
    world.decides("BM", &id, "approve", json!({}));
    assert_eq!(world.decides("CREDIT", &id, "approve", json!({})), "Approved");
    // A lower limit is no risk that the management would have to take.
    world.setting(json!({ "limit_credit_paise": 100 }));
    let id = submitted(&mut world, json!({ "amount_paise": LARGE }));
    world.decides("BM", &id, "approve", json!({}));
    assert_eq!(world.decides("CREDIT", &id, "approve", json!({})), "Approved");
}

#[test]
fn nobody_decides_twice_in_a_row_or_on_what_they_asked_for() {
    let mut world = World::new();
    let (bm, admin) = (world.who("BM"), world.who("ADMIN"));
    let ask = json!({
        "customer": world.customer, "kind": "permanent", "reason": "REVIEW", "amount_paise": LARGE,
    });
    let made = world.site.create(&bm, "credit_limit_request", ask).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    world.decides("BM", &id, "submit", json!({}));
    let own = refused(&mut world, "BM", &id, "approve", json!({}));
    let told = "You created this credit limit request; another person must approve";
    assert_eq!((own.code, own.message.as_str()), (Code::FourEyes, told));
    world.decides("ADMIN", &id, "approve", json!({}));
    let again = refused(&mut world, "ADMIN", &id, "approve", json!({}));
    let told = "You approved this credit limit request; another person must approve";
    assert_eq!((again.code, again.message.as_str()), (Code::FourEyes, told));
    world.decides("PCT", &id, "recommend", json!({ "recommendation": "approve" }));
    world.decides("CREDIT", &id, "approve", json!({}));
    assert_eq!(world.decides("ADMIN", &id, "approve", json!({})), "Approved");
    // What a site allows, it allows.
    world.setting(json!({ "allow_self_approval": ["credit_limit_approve"] }));
    let ask = json!({
        "customer": world.customer, "kind": "permanent", "reason": "REVIEW", "amount_paise": 5_000,
    });
    let made = world.site.create(&admin, "credit_limit_request", ask).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    for action in ["submit", "approve", "approve"] {
        world.decides("ADMIN", &id, action, json!({}));
    }
    assert_eq!(doc(&world, &id).status, "Approved");
}

#[test]
fn a_customer_has_one_open_request() {
    let mut world = World::new();
    let first = submitted(&mut world, json!({ "amount_paise": 150_000_000 }));
    let second = world.asks(json!({ "amount_paise": 160_000_000 }));
    let issue = refused(&mut world, "SALES", &second, "submit", json!({}));
    let name = "Sharma Tubes 9822012345";
    let told = format!("An open request of {name} already exists in CLR/PN/26-27/00001");
    assert_eq!((issue.path.as_str(), issue.code), ("customer", Code::Duplicate));
    assert_eq!(issue.message, told);
    world.decides("SALES", &first, "withdraw", json!({}));
    world.decides("SALES", &second, "submit", json!({}));
    world.decides("BM", &second, "reject", json!({ "remarks": "Not before the season" }));
    world.decides("SALES", &first, "submit", json!({}));
    assert_eq!(
        doc(&world, &first).doc_no.as_deref(),
        Some("CLR/PN/26-27/00001"),
        "it keeps its number"
    );
}

#[test]
fn a_level_approves_less_than_was_asked_for_and_never_more() {
    let mut world = World::new();
    let id = submitted(&mut world, json!({ "amount_paise": 200_000_000 }));
    for (amount, wrong) in
        [(200_000_001, true), (100_000_000, true), (99, true), (150_000_000, false)]
    {
        let inputs = json!({ "amount_paise": amount, "remarks": "Half of it for now" });
        let mut world = world.clone();
        let done = act(&mut world, "BM", &id, "approve", inputs);
        assert_eq!(done.is_err(), wrong, "{amount}");
        if let Err(issues) = done {
            let told = "Enter an amount between the ₹10,00,000.00 in force and the ₹20,00,000.00 asked for";
            assert_eq!((issues[0].path.as_str(), &*issues[0].message), ("amount_paise", told));
        }
    }
    let silent = refused(&mut world, "BM", &id, "approve", json!({ "amount_paise": 150_000_000 }));
    assert_eq!((silent.path.as_str(), silent.code), ("remarks", Code::Required));
    let half = json!({ "amount_paise": 150_000_000, "remarks": "Half of it for now" });
    world.decides("BM", &id, "approve", half);
    world.decides("CREDIT", &id, "approve", json!({}));
    assert_eq!(limits_of(&world).0, 150_000_000);
}

#[test]
fn the_preliminary_team_advises_and_holds_nothing_up() {
    let mut world = World::new();
    let id = at(&mut world, limit_requests::CREDIT_PENDING);
    let advice = |word: &str| json!({ "recommendation": word });
    let silent = refused(&mut world, "PCT", &id, "recommend", advice("decline"));
    assert_eq!((silent.path.as_str(), silent.code), ("remarks", Code::Required));
    let mut why = advice("caution");
    why["remarks"] = json!("Two invoices were paid late");
    assert_eq!(world.decides("PCT", &id, "recommend", why), limit_requests::CREDIT_PENDING);
    let said = recommendations_of(&doc(&world, &id)).unwrap();
    assert_eq!((said[1].level.as_str(), said[1].advice.as_str()), ("pct", "caution"));
    assert_eq!(world.decides("CREDIT", &id, "approve", json!({})), "Approved");
}

#[test]
fn a_salesperson_asks_for_their_own_customers_alone() {
    let mut world = World::new();
    let other = world.who("SALES2");
    let ask = json!({ "customer": world.customer, "kind": "permanent", "amount_paise": 5 });
    let issues = world.site.create(&other, "credit_limit_request", ask).unwrap_err();
    assert_eq!((issues[0].path.as_str(), issues[0].code), ("customer", Code::Scope));
    let id = submitted(&mut world, json!({ "amount_paise": 150_000_000 }));
    assert_eq!(refused(&mut world, "SALES2", &id, "withdraw", json!({})).code, Code::NotFound);
}

#[test]
fn what_a_request_needs_depends_on_its_type() {
    let mut world = World::new();
    let (sales, customer) = (world.who("SALES"), world.customer.clone());
    let order = world.at(orders::CREDIT_PENDING);
    let draft = world.draft();
    let other = world.customer_of("29", "29ABCPE1234F1Z7", "560001", "9822055555", 500);
    for (record, path, told) in [
        (json!({ "kind": "order", "amount_paise": 1 }), "order", "Order is required"),
        (json!({ "kind": "temporary", "amount_paise": 1 }), "to", "To is required"),
        (json!({ "kind": "permanent" }), "amount_paise", "Amount is required"),
        (
            json!({ "kind": "permanent", "amount_paise": 100_000_000 }),
            "amount_paise",
            "The credit limit is ₹10,00,000.00 already",
        ),
        (
            json!({ "kind": "temporary", "amount_paise": 1, "to": day(&world, 91) }),
            "to",
            "A temporary limit lasts at most 90 days",
        ),
        (
            json!({ "kind": "temporary", "amount_paise": 0, "to": day(&world, 9) }),
            "amount_paise",
            "No temporary limit is in force",
        ),
    ] {
        let id = world.asks(record);
        let issue = refused(&mut world, "SALES", &id, "submit", json!({}));
        assert_eq!((issue.path.as_str(), issue.message.as_str()), (path, told));
    }
    // What the record alone tells is refused as it is saved.
    for (record, path, told) in [
        (
            json!({ "kind": "permanent", "to": day(&world, 9) }),
            "to",
            "To is not for this type of limit",
        ),
        (
            json!({ "kind": "temporary", "from": day(&world, 9), "to": day(&world, 8) }),
            "to",
            "To must not be before From",
        ),
        (json!({ "kind": "order", "order": draft }), "order", "Order is Draft; it needs no credit"),
        (
            json!({ "kind": "order", "order": order, "customer": other }),
            "order",
            "This order is another customer's",
        ),
    ] {
        let mut all = json!({ "customer": customer });
        for (key, value) in record.as_object().unwrap() {
            all[key] = value.clone();
        }
        let issues = world.site.create(&sales, "credit_limit_request", all).unwrap_err();
        assert_eq!((issues[0].path.as_str(), issues[0].message.as_str()), (path, told));
    }
    let dear =
        json!({ "customer": customer, "kind": "permanent", "amount_paise": 50_000_000_001_i64 });
    assert!(world.site.create(&sales, "credit_limit_request", dear).is_err(), "₹50 crore at most");
}

#[test]
fn firms_of_one_pan_are_bound_together_where_a_site_says_so() {
    let mut world = World::new();
    // A firm in another state, by the same owner.
    let kin = world.customer_of("33", "33AABFT1234K1ZG", "600001", "9822077777", 1_000_000);
    let (customer, order) = (world.customer.clone(), world.at(orders::WAITING));
    world.system(|case| credit::commit(case, &kin, "elsewhere", 99_000_000));
    let short = |world: &World, amount: i64| {
        world.site.read(|look| limits::shortage(look, &customer, &order, amount))
    };
    assert_eq!(short(&world, 1_000), None);
    world.setting(json!({ "group_bound": true }));
    let told = "Credit of 2 firms with PAN AABFT1234K short by ₹50,756.16 (limits ₹10,10,000.00, used ₹10,60,746.16)";
    assert_eq!(short(&world, 1_000).unwrap().message(), told);
    world.system(|case| credit::uncommit(case, &kin, "elsewhere"));
    assert_eq!(short(&world, 1_000), None);
    let blind = world.who("SALES");
    let seen = query::credit::credit(
        &world.site.memory,
        &world.who("CREDIT"),
        world.site.now,
        &customer,
        "",
    );
    assert_eq!(seen.unwrap().behind.unwrap().group[0].customer, kin);
    let own =
        query::credit::credit(&world.site.memory, &blind, world.site.now, &customer, "").unwrap();
    assert!(own.behind.is_none() && own.facts.limit_paise == 100_000_000);
}

#[test]
fn the_address_of_a_level_gives_no_right() {
    let mut world = World::new();
    let id = at(&mut world, limit_requests::CREDIT_PENDING);
    let request = doc(&world, &id);
    for who in ["SALES", "BM", "ACC", "AUDIT"] {
        let actor = world.who(who);
        let look = godown_core::docs::look(&world.site.memory, &actor, world.site.now);
        assert!(
            steps::allowed(&look, &CREDIT_LIMIT_REQUEST, &request, "approve").is_err(),
            "{who}"
        );
    }
}

#[test]
fn a_request_of_a_customer_without_a_salesperson_says_so_at_the_customer() {
    let mut world = World::new();
    let (customer, admin) = (world.customer.clone(), person(Role::Admin));
    let manager = world.who("BM");
    let change = |world: &mut World, manager: Option<&str>| {
        world.system(|case| {
            let mut doc = case.copy(&CUSTOMER, &customer)?;
            doc.record.remove("sales_owner");
            doc.record.remove("branch_manager");
            if let Some(manager) = manager {
                doc.set("branch_manager", manager);
            }
            case.put_doc(doc.into())
        });
    };
    let asked = json!({ "customer": customer, "kind": "permanent", "reason": "REVIEW", "amount_paise": 100 });
    change(&mut world, None);
    let issues = world.site.create(&admin, "credit_limit_request", asked.clone()).unwrap_err();
    let name = "Sharma Tubes 9822012345";
    let message = format!("{name} has no salesperson. Select one on the customer first");
    assert_eq!((&*issues[0].path, &*issues[0].message), ("customer", message.as_str()));
    change(&mut world, Some(&manager.id));
    let made = world.site.create(&admin, "credit_limit_request", asked).unwrap();
    assert_eq!(made["branch"], json!(world.branch));
}
