//! A temporary limit in the credit ledger: how long it counts.

use godown_core::ledger::balance_key;
use serde_json::json;

use super::*;

#[test]
fn a_temporary_limit_counts_until_the_system_ends_it() {
    let mut world = World::default();
    let today = world.today();
    let place = world
        .decide(|case| {
            credit::set_limit(case, "c", Limit { amount_paise: 10, from: today, to: None })?;
            let until = Some(today.plus(2));
            credit::set_limit(case, "c", Limit { amount_paise: 5, from: today, to: until })
        })
        .unwrap();
    let available = |world: &mut World, days: i64| {
        world.days = days;
        world.decide(|case| limits::position(case, "c")).unwrap().available_paise
    };
    assert_eq!([0, 2, 3].map(|days| available(&mut world, days)), [15, 15, 15]);
    for _ in 0..2 {
        world.decide(|case| credit::end_limit(case, "c", place)).unwrap();
        assert_eq!(available(&mut world, 3), 10);
    }
    assert_eq!(available(&mut world, 4), 10);
    let granted = world.decide(|case| credit::limits(case, "c")).unwrap();
    assert_eq!(granted.len(), 2, "its end is no limit that anybody granted");
}

#[test]
fn a_temporary_limit_of_an_older_program_ends_with_its_day() {
    let mut world = World::default();
    let (today, until) = (world.today(), world.today().plus(2));
    world
        .decide(|case| {
            let key = balance_key("limit", &["c", "00000000"]);
            case.put(key, &json!({ "amount_paise": 5, "from": today, "to": until }))
        })
        .unwrap();
    for (days, amount) in [(0, 5), (2, 5), (3, 0)] {
        world.days = days;
        let at = world.decide(|case| limits::position(case, "c")).unwrap();
        assert_eq!(at.temporary_paise, amount, "after {days} days");
    }
}
