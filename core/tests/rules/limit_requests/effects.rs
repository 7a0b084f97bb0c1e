//! The effect of a request: a table of what it shows, and that it is what the ledger then says.

use super::*;
use godown_core::docs::limit_requests::effect::{LimitEffect, LimitFacts, effect, facts_of};
use godown_core::value::Day;
use proptest::prelude::*;

const TODAY: Day = Day(20_778);

fn facts() -> LimitFacts {
    LimitFacts {
        today: TODAY,
        limit_paise: 1_000,
        temporary_paise: 200,
        temporary_until: Some(TODAY.plus(5)),
        for_orders_paise: 50,
        utilised_paise: 920,
        counted_paise: 20,
        own_paise: 60,
        room_paise: 10,
        order_paise: 400,
        credit_slab_paise: 5_000,
        most_days: 90,
    }
}

fn made(facts: &LimitFacts, record: Value) -> LimitEffect {
    effect(facts, record.as_object().unwrap())
}

#[test]
fn what_a_request_would_do_is_shown_before_it_is_sent() {
    let free = |effect: &LimitEffect| {
        (effect.limit_after_paise, effect.free_before_paise, effect.free_after_paise)
    };
    for (record, after, told) in [
        (json!({}), (1_250, 350, 350), ""),
        (json!({ "kind": "permanent", "amount_paise": 2_000 }), (2_250, 350, 1_350), ""),
        (json!({ "kind": "permanent", "amount_paise": 600 }), (850, 350, -50), "stops"),
        (json!({ "kind": "permanent", "amount_paise": 4_751 }), (5_001, 350, 4_101), "management"),
        (json!({ "kind": "temporary", "amount_paise": 500 }), (1_550, 350, 650), ""),
        (json!({ "kind": "temporary", "amount_paise": 0 }), (1_050, 350, 150), ""),
        (json!({ "kind": "order", "amount_paise": 90 }), (1_290, 360, 390), "short"),
        (json!({ "kind": "order", "amount_paise": 100 }), (1_300, 360, 400), ""),
    ] {
        let made = made(&facts(), record.clone());
        assert_eq!(free(&made), after, "{record}");
        let said = match () {
            () if made.stops => "stops",
            () if made.management => "management",
            () if made.short_paise > 0 => "short",
            () => "",
        };
        assert_eq!(said, told, "{record}");
    }
}

#[test]
fn what_is_wrong_with_a_request_is_told_at_its_field() {
    let to = |days: i32| TODAY.plus(days).to_string();
    for (record, path) in [
        (json!({ "kind": "permanent", "amount_paise": 1_000 }), "amount_paise"),
        (json!({ "kind": "temporary", "amount_paise": 200, "to": to(5) }), "amount_paise"),
        (json!({ "kind": "order", "amount_paise": 60 }), "amount_paise"),
        (json!({ "kind": "permanent", "amount_paise": 600 }), "stop_supply"),
        (json!({ "kind": "permanent", "amount_paise": 999, "stop_supply": true }), "stop_supply"),
        (json!({ "kind": "temporary", "amount_paise": 1, "to": to(91) }), "to"),
        (json!({ "kind": "temporary", "amount_paise": 1, "to": to(-1) }), "to"),
        (
            json!({ "kind": "permanent", "amount_paise": 1, "from": to(-1), "stop_supply": true }),
            "from",
        ),
    ] {
        let paths: Vec<String> =
            made(&facts(), record.clone()).issues.into_iter().map(|issue| issue.path).collect();
        assert_eq!(paths, [path], "{record}");
    }
    let longer = json!({ "kind": "temporary", "amount_paise": 200, "to": to(9) });
    assert_eq!(made(&facts(), longer).issues, [], "the same for longer is another limit");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// What the form showed is what the ledger says once the request is granted.
    #[test]
    fn the_effect_that_was_shown_is_the_one_that_comes(
        kind in prop::sample::select(vec!["permanent", "temporary"]),
        amount in 0..300_000_000_i64,
        used in 0..200_000_000_i64,
        before in prop::option::of(1..90_000_000_i64),
    ) {
        let mut world = BASE.clone();
        let customer = world.customer.clone();
        world.system(|case| credit::commit(case, &customer, "o", used));
        let to = day(&world, 30);
        if let Some(before) = before {
            let before = json!({ "kind": "temporary", "amount_paise": before, "to": day(&world, 9) });
            world.granted(before);
        }
        let facts = world.site.read(|look| facts_of(look, &customer, None));
        let mut record = json!({ "kind": kind, "amount_paise": amount });
        if kind == "temporary" {
            record["to"] = json!(to);
        }
        let mut shown = made(&facts, record.clone());
        if shown.stops {
            record["stop_supply"] = json!(true);
            shown = made(&facts, record.clone());
        }
        let id = world.asks(record);
        let done = act(&mut world, "SALES", &id, "submit", json!({}));
        prop_assert_eq!(done.is_ok(), shown.issues.is_empty(), "{:?} {:?}", done, shown.issues);
        if done.is_err() {
            return Ok(());
        }
        for who in ["BM", "CREDIT"] {
            world.decides(who, &id, "approve", json!({}));
        }
        let at = world.site.read(|look| limits::position(look, &customer));
        prop_assert_eq!(at.granted_paise, shown.limit_after_paise);
        prop_assert_eq!(at.available_paise, shown.free_after_paise);
        prop_assert_eq!(at.utilised_paise, shown.used_paise);
        prop_assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
    }
}

static BASE: std::sync::LazyLock<World> = std::sync::LazyLock::new(World::new);
