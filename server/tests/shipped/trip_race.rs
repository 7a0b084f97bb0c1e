//! Planners at their own desks want one loading on their trips at the same moment: one has it, the others are told
//! whose it is, and no state of the store had it on two.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Barrier;
use std::thread;

use godown_core::docs::trips::claims;
use godown_core::kept::doc::Doc;
use godown_server::store::walk;
use serde_json::{Value, json};

use crate::proof::{report, seeds};
use crate::shop::{Plan, Shop};
use crate::site::{Client, Site, verify};

const PLANNERS: usize = 8;
const PCS: i64 = 4;
/// A day of the shop's year.
const LATE: &str = "2099-12-31";

/// A planner with a vehicle of their own, so that the loading alone is fought for.
struct Planner<'a> {
    shop: &'a Shop,
    client: Client,
    who: String,
    vehicle: String,
    made: usize,
}

impl<'a> Planner<'a> {
    fn new(shop: &'a Shop, site: &Site, number: usize) -> Planner<'a> {
        let who = format!("LOGI{number:02}");
        let (client, made) = (site.client(), number << 24);
        let mut planner = Planner { shop, client, who, vehicle: String::new(), made };
        let lorry =
            planner.call("LOGI00", &format!("/api/docs/vehicle/{}", shop.vehicle), Value::Null);
        let record = json!({
            "reg_no": format!("MH14RC{:04}", 1_000 + number), "owned_by": "own",
            "truck_type": lorry.1["record"]["truck_type"], "capacity_g": 16_000_000,
            "insurance_to": LATE, "driver": shop.driver,
        });
        planner.vehicle = planner.make("vehicle", record).1;
        planner
    }

    fn call(&mut self, who: &str, path: &str, mut body: Value) -> (u16, Value) {
        if !body.is_null() {
            self.made += 1;
            body["command_id"] = json!(format!("f0000000-0000-4000-8000-{:012x}", self.made));
        }
        self.shop.call(&mut self.client, who, path, &body).unwrap()
    }

    /// A new document of theirs; its version and id.
    fn make(&mut self, kind: &str, record: Value) -> (u64, String) {
        let who = self.who.clone();
        let (status, made) =
            self.call(&who, &format!("/api/docs/{kind}"), json!({ "record": record }));
        assert_eq!(status, 201, "{made}");
        (made["version"].as_u64().unwrap(), made["id"].as_str().unwrap().to_owned())
    }

    fn trip(&self, loading: &str) -> Value {
        // In the year of the shop's clock and later, so that it never lies in the past.
        json!({
            "vehicle": self.vehicle, "leaves_at": 4_070_908_800_000_i64 - 86_400_000 * 30,
            "stops": [{ "loading": loading }],
        })
    }

    fn plan(&mut self, loading: &str) -> (u16, Value) {
        let (who, record) = (self.who.clone(), self.trip(loading));
        self.call(&who, "/api/docs/trip", json!({ "record": record }))
    }

    fn cancel(&mut self, trip: &Value) {
        let path = format!("/api/docs/trip/{}/cancel", trip["id"].as_str().unwrap());
        let inputs = json!({ "remarks": "Another lorry takes it" });
        let who = self.who.clone();
        let (status, done) =
            self.call(&who, &path, json!({ "version": trip["version"], "inputs": inputs }));
        assert_eq!(status, 200, "{done}");
    }

    /// A loading that the yard has begun.
    fn loading(&mut self) -> String {
        let record = self.shop.order(0, &[0], PCS);
        let (status, made) = self.call("SALES", "/api/docs/order", json!({ "record": record }));
        assert_eq!(status, 201, "{made}");
        let id = made["id"].as_str().unwrap().to_owned();
        let mut version = 1;
        for (who, action, inputs) in [
            ("SALES", "submit", json!({ "confirm": true })),
            ("BM", "approve", json!({})),
            ("PCT", "forward", json!({ "recommendation": "approve" })),
            ("CREDIT", "credit_approve", json!({})),
        ] {
            let path = format!("/api/docs/order/{id}/{action}");
            let (status, done) =
                self.call(who, &path, json!({ "version": version, "inputs": inputs }));
            assert_eq!(status, 200, "{action}: {done}");
            version = done["version"].as_u64().unwrap();
        }
        let mut record = self.shop.loading("WB-1", &[0], PCS);
        record["order"] = json!(id);
        let (status, made) = self.call("YARD", "/api/docs/loading", json!({ "record": record }));
        assert_eq!(status, 201, "{made}");
        made["id"].as_str().unwrap().to_owned()
    }
}

/// The trips that ever held the loading, none of them beside another.
fn holders(data: &Path, loading: &str) -> BTreeSet<String> {
    let mut live: BTreeSet<String> = BTreeSet::new();
    let mut ever = BTreeSet::new();
    let walked = walk(&data.join("journal"), |kept| {
        for (key, value) in &kept.entry.writes {
            let Some(value) = value.as_ref().filter(|_| key.contains("trip")) else { continue };
            let Ok(trip) = serde_json::from_slice::<Doc>(value) else { continue };
            if trip.kind != "trip" {
                continue;
            }
            let stops = godown_core::docs::trips::stops_of(&trip).unwrap();
            let held = claims::held(&trip.status, &stops);
            match held.iter().any(|(_, id)| id == loading) {
                true => live.insert(trip.id.clone()),
                false => live.remove(&trip.id),
            };
        }
        assert!(live.len() <= 1, "entry {}: {live:?}", kept.seq);
        ever.extend(live.iter().cloned());
    });
    assert_eq!(walked.damage, None);
    let (well, text) = verify(data);
    assert!(well, "{text}");
    ever
}

#[test]
fn of_planners_who_take_one_loading_at_once_one_has_it_and_the_others_are_told_by_which_trip() {
    let shop = Shop::furnish(&Plan {
        crowd: &[("LOGI", PLANNERS)],
        customers: 1,
        limit_paise: 900_000_000_000,
        skus: 1,
        pcs: 1_000_000,
    });
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    let mut planners: Vec<Planner> =
        (0..PLANNERS).map(|number| Planner::new(&shop, &site, number)).collect();
    let loading = planners[0].loading();
    let rounds = seeds(200, 10).count();
    for _ in 0..rounds {
        let start = Barrier::new(PLANNERS);
        let answers: Vec<(u16, Value)> = thread::scope(|scope| {
            let planning: Vec<_> = planners
                .iter_mut()
                .map(|planner| {
                    let (start, loading) = (&start, &loading);
                    scope.spawn(move || {
                        start.wait();
                        planner.plan(loading)
                    })
                })
                .collect();
            planning.into_iter().map(|one| one.join().unwrap()).collect()
        });
        let winners = answers.iter().enumerate().filter(|(_, answer)| answer.0 == 201);
        let [(winner, (_, trip))] = winners.collect::<Vec<_>>()[..] else {
            panic!("{answers:?}");
        };
        let told = format!("already exists in {}", trip["doc_no"].as_str().unwrap());
        for (_, (status, why)) in answers.iter().enumerate().filter(|(at, _)| *at != winner) {
            let first = &why["errors"][0];
            assert_eq!(
                (*status, &first["code"], &first["path"]),
                (409, &json!("duplicate"), &json!("stops.0.loading"))
            );
            assert!(first["message"].as_str().unwrap().ends_with(&told), "{why}");
        }
        planners[winner].cancel(trip);
    }
    site.stop();
    assert_eq!(holders(data.path(), &loading).len(), rounds);
    let figure = format!("{rounds} planned, {} told", rounds * (PLANNERS - 1));
    report("Planners of one loading, over HTTP", rounds, &figure, "1 has it, 7 are told");
}
