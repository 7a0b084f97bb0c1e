//! People and yards that move to another branch: what was done stays where it was done, and whoever went sees it no
//! more.

use godown_core::declare::actor::Actor;
use godown_core::docs::accounts;
use godown_core::docs::orders;
use godown_core::error::Halt;
use godown_core::invariant;
use godown_core::ledger::stock::{self, Qty};
use godown_core::query;
use serde_json::json;

use crate::support::World;
use crate::support::site::seeded;

/// Another branch of the house.
fn nagpur(world: &mut World) -> String {
    world.site.make(
        "branch",
        json!({
            "code": "NAG", "name": "Nagpur", "gstin": "27AAPFU0939F1ZV", "address": "Market Yard",
            "state": seeded("state", "27"), "pin": "440001", "series_prefix": "NG",
        }),
    )
}

/// A person as they sign in now.
fn today(world: &World, who: &str) -> Actor {
    let id = world.who(who).id;
    let memory = &world.site.memory;
    let account = accounts::find(memory, &id).unwrap().unwrap();
    accounts::actor_of(memory, &account, world.site.now).unwrap().unwrap()
}

fn moves(world: &mut World, who: &str, branch: &str) -> Actor {
    let (admin, id) = (world.who("ADMIN"), world.who(who).id);
    world.site.edit(&admin, "employee", &id, json!({ "branch": branch })).unwrap();
    today(world, who)
}

fn sees(world: &World, actor: &Actor, order: &str) -> bool {
    match query::view(&world.site.memory, actor, world.site.now, "order", order) {
        Ok(_) => true,
        Err(Halt::Refused(refused)) if refused.status() == 404 => false,
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn a_manager_who_moves_leaves_the_orders_of_the_branch_to_whoever_stays() {
    let mut world = World::new();
    let order = world.at(orders::BM_PENDING);
    let other = nagpur(&mut world);
    let before = today(&world, "BM");
    assert!(sees(&world, &before, &order));
    let after = moves(&mut world, "BM", &other);
    assert!(!sees(&world, &after, &order));
    assert!(world.site.act(&after, "order", &order, "approve", json!({})).is_err());
    assert_eq!(world.doc(&order).status, orders::BM_PENDING);
    let stays = today(&world, "BM2");
    world.site.act(&stays, "order", &order, "approve", json!({})).unwrap();
    assert_eq!(world.doc(&order).status, orders::PRELIMINARY);
    assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
}

#[test]
fn a_salesperson_who_moves_keeps_their_orders_and_numbers_the_next_one_in_the_new_branch() {
    let mut world = World::new();
    let first = world.at(orders::WAITING);
    let other = nagpur(&mut world);
    let home = world.branch.clone();
    let sales = moves(&mut world, "SALES", &other);
    assert!(sees(&world, &sales, &first));
    let record = world.order_record();
    let made = world.site.create(&sales, "order", record).unwrap();
    let second = made["id"].as_str().unwrap().to_owned();
    world.site.act(&sales, "order", &second, "submit", json!({ "confirm": true })).unwrap();
    let of = |id: &str| {
        let doc = world.doc(id);
        (doc.doc_no.clone().unwrap(), doc.branch.clone().unwrap())
    };
    assert_eq!(of(&first), ("ORD/PN/26-27/000001".to_owned(), home));
    assert_eq!(of(&second), ("ORD/NG/26-27/000001".to_owned(), other));
    let (bm, after) = (today(&world, "BM"), second.as_str());
    assert!(!sees(&world, &bm, after), "it waits for the manager of the new branch");
    assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
}

#[test]
fn a_yard_that_moves_to_another_branch_keeps_its_goods_and_what_was_promised_of_them() {
    let mut world = World::new();
    let order = world.at(orders::WAITING);
    let other = nagpur(&mut world);
    let free = |world: &World| world.site.read(|look| stock::free(look, &world.yard, &world.sku));
    let before: Qty = free(&world);
    let (admin, yard) = (world.who("ADMIN"), world.yard.clone());
    world.site.edit(&admin, "yard", &yard, json!({ "branch": other })).unwrap();
    assert_eq!(free(&world), before);
    assert_eq!(world.load(&order, 36, 1_020_500), orders::LOADED);
    // Where the goods lie, there they are billed: by whoever keeps the books of that branch.
    let loading = world.loadings(&order)[0].id.clone();
    let (acc, record) = (world.who("ACC"), json!({ "loadings": [loading] }));
    let refused = world.site.create(&acc, "invoice", record).unwrap_err();
    assert_eq!(refused[0].message, "Nagpur is outside your access");
    let acc = world.people.iter_mut().find(|actor| actor.name == "ACC").unwrap();
    acc.branches.push(other);
    let invoice = world.invoice(&order);
    assert_eq!(world.site.get("invoice", &invoice)["doc_no"], "NG/26-27/000001");
    assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
}
