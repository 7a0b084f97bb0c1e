//! Planners, drivers and yards at random: whatever they try, no loading is on two live trips.

use std::collections::BTreeMap;

use godown_core::docs::trips::{TRIP, claims, stops_of};
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read, parse};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Fleet, fleet, lorry};
use crate::support::HOUR;

const LOADINGS: usize = 5;
const LORRIES: usize = 3;

/// What somebody tries: may be refused.
#[derive(Clone, Debug)]
enum Try {
    Plan { lorry: usize, stops: Vec<usize> },
    Edit { trip: usize, stops: Vec<usize> },
    Step { trip: usize, action: &'static str, stop: usize },
    Wait,
}

fn tries() -> impl Strategy<Value = Vec<Try>> {
    let stops = || prop::collection::vec(0..LOADINGS, 1..4);
    let action = prop::sample::select(vec![
        "place",
        "start_loading",
        "dispatch",
        "reach",
        "deliver",
        "refuse",
        "close",
        "settle",
        "release",
        "cancel",
        "cancel",
        "place",
        "dispatch",
    ]);
    let one = prop_oneof![
        3 => (0..LORRIES, stops()).prop_map(|(lorry, stops)| Try::Plan { lorry, stops }),
        2 => (0..6_usize, stops()).prop_map(|(trip, stops)| Try::Edit { trip, stops }),
        8 => (0..6_usize, action, 0..3_usize)
            .prop_map(|(trip, action, stop)| Try::Step { trip, action, stop }),
        1 => Just(Try::Wait),
    ];
    prop::collection::vec(one, 1..40)
}

struct Play {
    fleet: Fleet,
    loadings: Vec<String>,
    lorries: Vec<String>,
    trips: Vec<String>,
}

impl Play {
    fn stops(&self, of: &[usize]) -> Value {
        of.iter().map(|at| json!({ "loading": self.loadings[*at] })).collect()
    }

    fn attempt(&mut self, one: &Try) {
        match one {
            Try::Plan { lorry, stops } => {
                let mut record = self.fleet.record(self.stops(stops));
                record["vehicle"] = json!(self.lorries[*lorry]);
                self.trips.extend(self.fleet.try_plan(record));
            }
            Try::Edit { trip, stops } => {
                let Some(trip) = self.trips.get(*trip).cloned() else { return };
                let stops = json!({ "stops": self.stops(stops) });
                let logi = self.fleet.world.who("LOGI");
                let _may_be_refused = self.fleet.world.site.edit(&logi, "trip", &trip, stops);
            }
            Try::Step { trip, action, stop } => {
                let Some(trip) = self.trips.get(*trip).cloned() else { return };
                let (who, inputs) = match *action {
                    "deliver" => ("LOGI", self.fleet.pod(*stop)),
                    "reach" => ("LOGI", json!({ "stop": stop })),
                    "refuse" => (
                        "LOGI",
                        json!({ "stop": stop, "reason": "LATE", "remarks": "Came at night" }),
                    ),
                    "settle" => ("ACC", json!({ "paid_by": "cash" })),
                    "release" | "cancel" => ("LOGI", json!({ "remarks": "Not today" })),
                    _ => ("LOGI", json!({})),
                };
                let _may_be_refused = self.fleet.act(who, &trip, action, inputs);
            }
            Try::Wait => self.fleet.world.later(7 * HOUR),
        }
    }

    /// How many live trips each loading is on, and what is kept of it.
    fn check(&self) -> Result<(), TestCaseError> {
        let memory = &self.fleet.world.site.memory;
        let mut on: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (key, text) in memory.scan(&Range::prefix(&keys::key(&["doc", TRIP.key])), 100).unwrap()
        {
            let doc: Doc = parse(&key, &text).unwrap();
            for (_, id) in claims::held(&doc.status, &stops_of(&doc).unwrap()) {
                on.entry(id).or_default().push(doc.id.clone());
            }
        }
        for loading in &self.loadings {
            let trips = on.remove(loading).unwrap_or_default();
            prop_assert!(trips.len() <= 1, "{loading} is on {trips:?}");
            prop_assert_eq!(self.fleet.holder(loading), trips.first().cloned());
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn no_loading_is_ever_on_two_live_trips(tries in tries()) {
        let mut fleet = fleet();
        let vendor = fleet.vendor.clone();
        let mut lorries = vec![fleet.lorry.clone()];
        lorries.extend((1..LORRIES).map(|at| {
            lorry(&mut fleet.world, &vendor, &format!("MH14GT42{at:02}"), json!({}))
        }));
        let loadings: Vec<String> = (0..LOADINGS).map(|_| fleet.loading()).collect();
        let mut play = Play { fleet, loadings, lorries, trips: Vec::new() };
        for one in &tries {
            play.attempt(one);
            play.check()?;
        }
        play.fleet.sound();
    }
}
