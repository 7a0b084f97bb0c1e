//! Trips: the machine and who takes its steps, what each holds, what is refused, and what is booked.

use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Role;
use godown_core::docs::orders;
use godown_core::docs::trips::{self, TRIP, TripStop, claims};
use godown_core::error::Issue;
use godown_core::invariant;
use godown_core::kept::doc::Doc;
use godown_core::ledger::books;
use godown_core::write::command::CommandKind;
use serde_json::{Value, json};

use crate::deeds::party;
use crate::matrix;
use crate::support::site::{record, seeded};
use crate::support::{COLUMNS, HOUR, World};

mod freight;
mod handed;
mod peers;
mod random;
mod refused;
mod seen;
mod six;
mod yards;

/// A world with a transporter, a lorry of theirs, and goods to load.
#[derive(Clone)]
pub struct Fleet {
    pub world: World,
    pub vendor: String,
    pub lorry: String,
}

/// Half a minute after the vehicle left.
const LATER: i64 = 30_000;

pub fn fleet() -> Fleet {
    let mut world = World::new();
    let vendor = transporter(&mut world, "27AAACR5055K1Z7", "9822077777", "VENDOR");
    let lorry = lorry(&mut world, &vendor, "MH14GT4100", json!({}));
    world.vehicle = lorry.clone();
    world.batch = world.stock(1_000, 28_347_000);
    Fleet { world, vendor, lorry }
}

/// A transporter that was approved; somebody of theirs signs in under a name.
pub fn transporter(world: &mut World, gstin: &str, mobile: &str, name: &str) -> String {
    let (logi, acc) = (world.who("LOGI"), world.who("ACC"));
    let made = world.site.create(&logi, "vendor", party("Transporter", gstin, mobile)).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    world.site.act(&logi, "vendor", &id, "submit", json!({})).unwrap();
    world.site.act(&acc, "vendor", &id, "approve", json!({})).unwrap();
    world.people.push(Actor {
        id: id.clone(),
        name: name.to_owned(),
        roles: vec![Role::Vendor],
        ..Actor::system()
    });
    id
}

pub fn lorry(world: &mut World, vendor: &str, reg_no: &str, with: Value) -> String {
    let mut value = json!({
        "reg_no": reg_no, "truck_type": seeded("truck_type", "Truck 10 wheels"),
        "owned_by": "vendor", "vendor": vendor, "capacity_g": 16_000_000,
        "insurance_to": "2027-11-30",
    });
    value.as_object_mut().unwrap().extend(record(with));
    world.site.make("vehicle", value)
}

impl Fleet {
    /// A loading of 36 pieces that left the yard.
    pub fn loading(&mut self) -> String {
        let order = self.world.at(orders::LOADED);
        self.world.loadings(&order)[0].id.clone()
    }

    /// A loading that the yard has begun, and its order.
    pub fn draft(&mut self) -> (String, String) {
        let order = self.world.at(orders::WAITING);
        let yard = self.world.who("YARD");
        let mut record = self.world.loading(36, 1_020_500);
        record["order"] = json!(order);
        let made = self.world.site.create(&yard, "loading", record).unwrap();
        (made["id"].as_str().unwrap().to_owned(), order)
    }

    /// The yard lets a draft leave.
    pub fn post(&mut self, (loading, order): &(String, String)) {
        self.world.step("YARD", order, "load", json!({ "loading": loading }));
    }

    pub fn record(&self, stops: Value) -> Value {
        json!({
            "vehicle": self.lorry, "driver": self.world.driver,
            "leaves_at": self.world.site.now.0 + HOUR, "stops": stops,
            "freight_basis": "mt", "freight_rate_paise": 150_000, "freight_tax": "rcm",
        })
    }

    pub fn try_plan(&mut self, record: Value) -> Result<String, Vec<Issue>> {
        let logi = self.world.who("LOGI");
        let made = self.world.site.create(&logi, "trip", record)?;
        Ok(made["id"].as_str().unwrap().to_owned())
    }

    /// A planned trip of some loadings.
    pub fn plan(&mut self, loadings: &[&str]) -> String {
        let stops: Vec<Value> = loadings.iter().map(|id| json!({ "loading": id })).collect();
        let record = self.record(json!(stops));
        self.try_plan(record).unwrap_or_else(|issues| panic!("{issues:?}"))
    }

    pub fn doc(&self, trip: &str) -> Doc {
        self.world.site.read(|look| look.copy(&TRIP, trip))
    }

    pub fn stop(&self, trip: &str, at: usize) -> TripStop {
        trips::stops_of(&self.doc(trip)).unwrap()[at].clone()
    }

    /// Takes a step; what it refuses otherwise, in words.
    pub fn act(
        &mut self,
        who: &str,
        trip: &str,
        action: &str,
        with: Value,
    ) -> Result<String, Vec<String>> {
        let actor = self.world.who(who);
        let file = CommandKind::SendFile { file: "photo-1".into(), bytes: 1 };
        self.world.site.deed(&actor, file).unwrap();
        match self.world.site.act(&actor, "trip", trip, action, with) {
            Ok(doc) => Ok(doc["status"].as_str().unwrap().to_owned()),
            Err(issues) => Err(issues.into_iter().map(|issue| issue.message).collect()),
        }
    }

    pub fn step(&mut self, who: &str, trip: &str, action: &str, with: Value) -> String {
        let done = self.act(who, trip, action, with);
        done.unwrap_or_else(|why| panic!("{who} {action}: {why:?}"))
    }

    /// A dispatched trip of some loadings.
    pub fn dispatched(&mut self, loadings: &[&str]) -> String {
        let trip = self.plan(loadings);
        assert_eq!(self.step("LOGI", &trip, "place", json!({})), trips::UNDER_LOADING);
        assert_eq!(self.step("LOGI", &trip, "dispatch", json!({})), trips::DISPATCHED);
        self.world.later(LATER);
        trip
    }

    pub fn pod(&self, stop: usize) -> Value {
        json!({
            "stop": stop, "received_by": "Ganesh Patil", "received_at": self.world.site.now.0,
            "photos": ["photo-1"],
        })
    }

    /// The same with pieces of the first goods that were not handed over.
    pub fn short(&self, stop: usize, pcs: i64, shortage: &str) -> Value {
        let mut pod = self.pod(stop);
        pod["short"] = json!([{ "line": 0, "pcs": pcs }]);
        pod["shortage"] = json!(shortage);
        pod
    }

    pub fn deliver(&mut self, trip: &str, stop: usize) {
        let pod = self.pod(stop);
        self.step("LOGI", trip, "deliver", pod);
    }

    pub fn sound(&self) {
        assert_eq!(invariant::check(&self.world.site.memory).unwrap(), []);
    }

    pub fn book(&self, account: &str) -> i64 {
        self.world.site.read(|look| books::balance(look, account))
    }

    pub fn owed(&self) -> i64 {
        self.book(&books::party("vendor", &self.vendor))
    }

    /// The trip that holds a loading.
    pub fn holder(&self, loading: &str) -> Option<String> {
        self.world.site.read(|look| claims::trip_of(look, "loading", loading))
    }
}

const PAID: &str = "HDFC123456789012";

#[test]
fn goods_of_two_orders_go_on_one_vehicle_from_the_plan_to_the_freight() {
    let mut fleet = fleet();
    let (first, second) = (fleet.loading(), fleet.loading());
    let trip = fleet.plan(&[&first, &second]);
    let doc = fleet.doc(&trip);
    assert_eq!(doc.status, trips::PLANNED);
    assert_eq!(doc.doc_no.as_deref(), Some("TRP/PN/26-27/00001"));
    assert_eq!((doc.int("weight_g"), doc.int("pcs")), (Some(2_041_000), Some(72)));
    assert_eq!((doc.int("fill_bp"), doc.int("capacity_g")), (Some(1_276), Some(16_000_000)));
    assert_eq!((doc.int("longest_mm"), doc.int("bed_mm")), (Some(6_000), Some(6_700)));
    assert_eq!(doc.int("freight_paise"), Some(306_150), "₹1,500 a tonne");
    assert_eq!(doc.text("vendor"), Some(fleet.vendor.as_str()), "whose vehicle it is");
    assert_eq!((doc.text("driver_name"), doc.text("mobile")), (Some("Ramesh"), Some("9822000001")));
    assert_eq!(doc.branch.as_deref(), Some(fleet.world.branch.as_str()));
    assert_eq!(fleet.holder(&first), Some(trip.clone()));
    fleet.sound();
    assert_eq!(fleet.step("LOGI", &trip, "place", json!({ "odometer": 81_200 })), "Loading");
    assert_eq!(fleet.step("LOGI", &trip, "dispatch", json!({})), trips::DISPATCHED);
    let advance = json!({ "amount_paise": 200_000, "paid_by": "bank_transfer", "utr": PAID });
    fleet.step("ACC", &trip, "pay_advance", advance);
    assert_eq!((fleet.owed(), fleet.book(books::BANK)), (200_000, -200_000));
    fleet.world.later(HOUR);
    fleet.step("LOGI", &trip, "reach", json!({ "stop": 0 }));
    assert_eq!(fleet.stop(&trip, 0).state, trips::REACHED);
    fleet.deliver(&trip, 0);
    let stop = fleet.stop(&trip, 0);
    assert_eq!(
        (stop.state.as_str(), stop.received_by.as_deref()),
        ("delivered", Some("Ganesh Patil"))
    );
    let early = fleet.act("LOGI", &trip, "close", json!({}));
    assert_eq!(early, Err(vec!["1 stop is still open".into()]));
    fleet.deliver(&trip, 1);
    let costs = json!({ "odometer": 81_530, "hamali_paise": 40_000, "detention_paise": 10_000 });
    assert_eq!(fleet.step("LOGI", &trip, "close", costs), trips::CLOSED);
    assert_eq!(
        fleet.holder(&first),
        Some(trip.clone()),
        "what was delivered goes on no other trip"
    );
    fleet.sound();
    let balance = json!({ "bill_no": "GT/17", "paid_by": "bank_transfer", "utr": PAID });
    assert_eq!(fleet.step("ACC", &trip, "settle", balance), trips::SETTLED);
    assert_eq!(fleet.owed(), 0, "advance and balance come to what was owed");
    assert_eq!(fleet.book(books::BANK), -356_150);
    fleet.sound();
}

/// A trip that the steps before have led to a status, with a fleet of its own.
fn station(status: &str) -> (World, String) {
    let mut fleet = fleet();
    let trip = match status {
        trips::PLANNED | trips::PLACED | trips::CANCELLED => {
            let (draft, _) = fleet.draft();
            fleet.plan(&[&draft])
        }
        trips::UNDER_LOADING => {
            let one = fleet.loading();
            fleet.plan(&[&one])
        }
        _ => {
            let one = fleet.loading();
            fleet.dispatched(&[&one])
        }
    };
    match status {
        trips::PLACED | trips::UNDER_LOADING => {
            fleet.step("LOGI", &trip, "place", json!({}));
        }
        trips::CANCELLED => {
            fleet.step("LOGI", &trip, "cancel", json!({ "remarks": "Not today" }));
        }
        trips::CLOSED | trips::SETTLED => {
            fleet.deliver(&trip, 0);
            fleet.step("LOGI", &trip, "close", json!({}));
        }
        _ => {}
    }
    if status == trips::SETTLED {
        fleet.step("ACC", &trip, "settle", json!({ "paid_by": "cash" }));
    }
    assert_eq!(fleet.doc(&trip).status, status);
    (fleet.world, trip)
}

#[test]
fn the_matrix_of_states_actions_and_roles_is_the_one_that_is_written_down() {
    let people: Vec<&str> = COLUMNS.iter().copied().chain(["VENDOR"]).collect();
    matrix::written_down("trip", &matrix::text_of(&TRIP, &people, station));
}

#[test]
fn a_trip_that_waits_for_its_goods_goes_on_with_the_first_that_leave() {
    let mut fleet = fleet();
    let drafts = [fleet.draft(), fleet.draft()];
    let trip = fleet.plan(&[&drafts[0].0, &drafts[1].0]);
    assert!(fleet.stop(&trip, 0).no.starts_with("Draft of "));
    assert_eq!(fleet.step("LOGI", &trip, "place", json!({})), trips::PLACED);
    fleet.post(&drafts[0]);
    assert_eq!(fleet.doc(&trip).status, trips::UNDER_LOADING);
    assert!(fleet.stop(&trip, 0).out);
    let early = fleet.act("LOGI", &trip, "dispatch", json!({}));
    let no = fleet.stop(&trip, 1).no;
    assert_eq!(early, Err(vec![format!("{no} has not left the yard yet")]));
    fleet.post(&drafts[1]);
    assert_eq!(fleet.step("LOGI", &trip, "dispatch", json!({})), trips::DISPATCHED);
    fleet.sound();
}

#[test]
fn a_refused_stop_and_a_cancelled_trip_leave_their_goods_to_other_trips() {
    let mut fleet = fleet();
    let (first, second) = (fleet.loading(), fleet.loading());
    let trip = fleet.dispatched(&[&first, &second]);
    let refused = json!({ "stop": 0, "reason": "CLOSED", "remarks": "The gate was shut" });
    fleet.step("LOGI", &trip, "refuse", refused);
    assert_eq!(fleet.holder(&first), None);
    fleet.deliver(&trip, 1);
    fleet.step("LOGI", &trip, "close", json!({}));
    let again = fleet.plan(&[&first]);
    assert_eq!(fleet.holder(&first), Some(again.clone()));
    fleet.step("LOGI", &again, "cancel", json!({ "remarks": "Only next week" }));
    assert_eq!(fleet.holder(&first), None);
    fleet.plan(&[&first]);
    fleet.sound();
}

#[test]
fn a_vehicle_is_replaced_with_a_reason_and_each_vehicle_stays_known() {
    let mut fleet = fleet();
    let one = fleet.loading();
    let trip = fleet.dispatched(&[&one]);
    let (vendor, driver) = (fleet.vendor.clone(), fleet.world.driver.clone());
    let other = lorry(&mut fleet.world, &vendor, "MH14GT4200", json!({}));
    let change = |reason: Value| json!({ "vehicle": other, "driver": driver, "reason": reason });
    let silent = fleet.act("LOGI", &trip, "change_vehicle", change(Value::Null));
    assert_eq!(silent, Err(vec!["Select a reason".into()]));
    fleet.step("LOGI", &trip, "change_vehicle", change(json!("BREAKDOWN")));
    let doc = fleet.doc(&trip);
    assert_eq!(doc.text("vehicle_no"), Some("MH14GT4200"));
    let before = trips::vehicles_of(&doc).unwrap();
    assert_eq!(before[0].vehicle_no, "MH14GT4100");
    assert_eq!(before[0].reason.as_deref(), Some("BREAKDOWN"));
    let same = fleet.act("LOGI", &trip, "change_vehicle", change(json!("ACCIDENT")));
    assert_eq!(same, Err(vec!["This is the vehicle of the trip already".into()]));
    fleet.sound();
    let next = fleet.loading();
    fleet.plan(&[&next]);
    fleet.sound();
}

#[test]
fn a_loading_that_is_taken_back_is_off_its_trip() {
    let mut fleet = fleet();
    let order = fleet.world.at(orders::ACCOUNT_CONCERN);
    let loading = fleet.world.loadings(&order)[0].id.clone();
    let other = fleet.loading();
    let trip = fleet.plan(&[&loading, &other]);
    let answer = json!({ "resolution": "unload", "remarks": "Back with it" });
    fleet.world.step("BM", &order, "answer", answer);
    let back = json!({ "pcs": 36, "weight_g": 1_020_500, "remarks": "All back in bay 4" });
    fleet.world.step("YARD", &order, "unload", back);
    let doc = fleet.doc(&trip);
    assert_eq!((doc.int("stop_count"), doc.int("weight_g")), (Some(1), Some(1_020_500)));
    assert_eq!(fleet.holder(&loading), None);
    fleet.sound();
}

#[test]
fn what_is_on_the_road_is_not_taken_back_into_the_yard() {
    let mut fleet = fleet();
    let order = fleet.world.at(orders::ACCOUNT_CONCERN);
    let loading = fleet.world.loadings(&order)[0].id.clone();
    let trip = fleet.dispatched(&[&loading]);
    let answer = json!({ "resolution": "unload", "remarks": "Back with it" });
    fleet.world.step("BM", &order, "answer", answer);
    let back = json!({ "pcs": 36, "weight_g": 1_020_500, "remarks": "All back in bay 4" });
    let refused = fleet.world.act("YARD", &order, "unload", back.clone()).unwrap_err();
    let no = fleet.stop(&trip, 0).no;
    assert_eq!(
        refused[0].message,
        format!("{no} is on the road on TRP/PN/26-27/00001. Record there what became of it first")
    );
    let refusal = json!({ "stop": 0, "reason": "PAYMENT", "remarks": "Did not take it" });
    fleet.step("LOGI", &trip, "refuse", refusal);
    fleet.world.step("YARD", &order, "unload", back);
    fleet.sound();
}
