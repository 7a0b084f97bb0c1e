//! What the reports say of a site, against plain loops and against the rules.

use std::collections::BTreeMap;

use godown_core::declare::actor::Actor;
use godown_core::docs::{self, limits};
use godown_core::kept::read::Memory;
use godown_core::ledger::credit::BALANCES;
use godown_core::report::register::ReportKind;
use godown_core::report::{self, Frames, Params, REPORTS, ReportTable, build};
use godown_core::value::{Day, Instant};
use serde_json::{Value, json};

use crate::drawn;
use crate::plain::{Plain, Told};
use crate::proof::dice::Dice;

fn as_loops_tell(table: &ReportTable) -> Told {
    let steps = |at: usize| {
        let steps = table.lines[at].steps.iter();
        steps.map(|step| (step.dimension, step.value.clone())).collect()
    };
    let lines = table.lines.iter().enumerate();
    Told {
        heads: table.heads.iter().map(|head| head.key.clone()).collect(),
        lines: lines.map(|(at, line)| (line.level, line.cells.clone(), steps(at))).collect(),
        total: table.total.clone().unwrap_or_default(),
    }
}

/// Every report says what plain loops over the same facts say, of all days and of some days.
pub fn reports_are_right(memory: &Memory, now: Instant, dice: &mut Dice) {
    let today = now.day_in(330);
    let (frames, plain) = (build::whole(memory, 1).unwrap(), Plain::of(memory));
    for one in REPORTS.iter().filter(|one| !matches!(one.kind, ReportKind::Made(_))) {
        let to = today.plus(dice.below(9) as i32 - 4);
        let from = to.plus(-(dice.below(200) as i32));
        let days = [("from", from), ("to", to)];
        let some: Params = days.map(|(key, day)| (key.to_owned(), day.to_string())).into();
        for params in [Params::new(), some] {
            let table = report::run(&frames, one.key, &params, today).unwrap();
            let (native, told) = (as_loops_tell(&table), plain.told(one, &params, today).unwrap());
            let first = native.lines.iter().zip(&told.lines).find(|(a, b)| a != b);
            assert!(native == told, "{} {params:?}: {first:?}", one.key);
        }
    }
    balances_are_those_of_the_rules(memory, now, &frames, today);
}

/// A customer's limit, outstanding amount and the rest: by the rules, and in the report.
fn balances_are_those_of_the_rules(memory: &Memory, now: Instant, frames: &Frames, today: Day) {
    let system = Actor::system();
    let look = docs::look(memory, &system, now);
    let keys: Vec<&str> = BALANCES.iter().map(|one| one.key).collect();
    for customer in drawn::ids(memory, docs::find("customer").unwrap()) {
        let position = serde_json::to_value(limits::position(&look, &customer).unwrap()).unwrap();
        let asked = json!({ "measures": keys.join("|"), "rows": "customer", "customer": customer });
        let params: Params = serde_json::from_value(asked).unwrap();
        let table = report::run(frames, "utilized_amount", &params, today).unwrap();
        let table = serde_json::to_value(&table).unwrap();
        let totals: Vec<Value> = table["totals"].as_array().cloned().unwrap_or_default();
        let figures = totals.iter().rev().map(|figure| figure.as_i64().unwrap_or(0));
        let reported: BTreeMap<&str, i64> = keys.iter().rev().copied().zip(figures).collect();
        for (key, reported) in reported {
            let ruled = position[format!("{key}_paise")].as_i64();
            assert_eq!(Some(reported), ruled, "{key} of {customer}");
        }
    }
}
