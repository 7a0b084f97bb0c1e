//! The site on which a crowd works.

use serde_json::json;

use crate::deeds::{Ground, returns, sites};

/// A site whose people hold one role each, some hold two, and a customer who owes something from before.
pub fn ground() -> Ground {
    let [mut ground, _] = sites();
    returns::sold(&mut ground);
    let world = &mut ground.world;
    // Enough for a seed's orders.
    world.batch = world.stock(1_000, 28_347_000);
    let roles: &[(&str, &[&str])] = &[
        ("DUO", &["BM", "CREDIT"]),
        ("TRIO", &["SALES", "ACC", "YARD"]),
        ("ADMIN2", &["ADMIN"]),
        ("YARD3", &["YARD"]),
    ];
    for (at, (emp_id, roles)) in roles.iter().enumerate() {
        let (branch, yard) = (world.branch.clone(), world.yard.clone());
        let id = world.site.make(
            "employee",
            json!({
                "emp_id": emp_id, "name": emp_id, "mobile": format!("98220{:05}", 80_000 + at),
                "roles": roles, "branch": branch, "yards": [yard], "designation": "Executive",
                "joined_on": "2024-04-01",
            }),
        );
        let mut actor = world.who("ADMIN");
        actor.id = id;
        actor.name = (*emp_id).to_owned();
        world.people.push(actor);
    }
    ground
}

/// Names the seed where its play fails.
pub struct Named(pub u64);

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("SEED={} plays it again", self.0);
        }
    }
}
