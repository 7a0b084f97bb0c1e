//! What a stock audit refuses, each with what to do, and nothing is changed by it.

use godown_core::docs::{audits, orders};
use godown_core::error::Code;
use serde_json::{Value, json};

use super::*;

/// Who counts what after this change, where it is refused, and how.
type Wrong = (&'static str, Value, &'static str, &'static str);

#[test]
fn a_wrong_count_is_told_what_is_wrong_with_it_and_changes_nothing() {
    let mut ground = ground();
    let id = at(&mut ground, audits::COUNTING);
    let now = ground.world.site.now.0;
    let wrong: [Wrong; 9] = [
        ("YARD", json!({}), "pcs", "Enter pieces or weight; 0 where nothing is found"),
        ("YARD", json!({ "weight_g": 1_000 }), "pcs", "Enter the pieces; 0 where nothing is found"),
        (
            "YARD",
            json!({ "pcs": 3, "weight_g": 0 }),
            "weight_g",
            "Pieces that are there weigh something",
        ),
        (
            "YARD",
            json!({ "pcs": 0, "weight_g": 500 }),
            "weight_g",
            "Without pieces there is no weight",
        ),
        ("YARD", json!({ "pcs": -1 }), "pcs", "Pieces must be between 0 and 9,99,999"),
        (
            "YARD",
            json!({ "pcs": 1, "counted_at": now + HOUR }),
            "counted_at",
            "Counted at is in the future",
        ),
        (
            "YARD",
            json!({ "pcs": 1, "counted_at": now - HOUR }),
            "counted_at",
            "It was counted before the audit was started",
        ),
        (
            "AUDIT",
            json!({ "pcs": 1 }),
            "stock_audit",
            "You are not among the counters of AUD-000001",
        ),
        (
            "YARD2",
            json!({ "pcs": 1 }),
            "stock_audit",
            "You are not among the counters of AUD-000001",
        ),
    ];
    let before = ground.world.site.memory.clone();
    for (who, with, path, message) in wrong {
        let refused = count(&mut ground, who, &id, with).unwrap_err();
        let found = refused.iter().any(|one| one.path == path && one.message == message);
        assert!(found, "{who} {path} {message}: {refused:?}");
        assert_eq!(ground.world.site.memory, before, "{message}");
    }
    let refused = count(&mut ground, "YARD", &id, json!({ "pcs": 1, "status": "Taken Back" }));
    assert_eq!(refused.unwrap_err()[0].code, Code::Malformed);
    assert_eq!(ground.world.site.memory, before);
    let sent = json!({ "pcs": 1, "batch_no": "B9", "sku": "none", "round": 2 });
    let made = count(&mut ground, "YARD", &id, sent).unwrap();
    let told = ["batch_no", "sku", "round"].map(|key| made["record"][key].clone());
    assert_eq!(told, [json!("B1"), json!(ground.world.sku), json!(1)], "what follows is not sent");
}

#[test]
fn a_second_count_is_another_persons_and_only_of_what_needs_it() {
    let mut ground = ground();
    let agreed = ground.rest.clone();
    let batches = json!([ground.world.batch, agreed]);
    let id = planned(&mut ground, json!({ "batches": batches }));
    step(&mut ground, "YARD", &id, "start");
    counted(&mut ground, "YARD", &id, 90);
    let open = messages(act(&mut ground, "YARD", &id, "finish", json!({})));
    assert_eq!(open, ["1 batch is not counted: B2. Count it, with 0 where nothing is found"]);
    count(&mut ground, "YARD3", &id, json!({ "batch": agreed, "pcs": 0 })).unwrap();
    step(&mut ground, "YARD", &id, "finish");
    let refused = count(&mut ground, "YARD", &id, json!({ "pcs": 90 })).unwrap_err();
    assert_eq!(refused[0].code, Code::FourEyes);
    assert_eq!(
        refused[0].message,
        "You counted batch B1 before; another person must count it again"
    );
    let open = messages(act(&mut ground, "YARD", &id, "finish", json!({})));
    let first = open[0].split(':').next().unwrap().to_owned();
    assert!(first.ends_with("not counted a second time"), "{open:?}");
}

#[test]
fn who_planned_counted_or_finished_an_audit_does_not_approve_it() {
    let mut ground = ground();
    let id = at(&mut ground, audits::REVIEW);
    for (who, did) in [("AUDIT", "created"), ("YARD", "counted"), ("YARD3", "counted")] {
        let mut actor = ground.world.who("BM");
        actor.id = ground.world.who(who).id;
        let refused = ground.world.site.act(&actor, KIND, &id, "approve", json!({})).unwrap_err();
        assert_eq!(
            refused[0].message,
            format!("You {did} this stock audit; another person must approve")
        );
    }
    ground.world.setting(json!({ "audit_bm_paise": 100_000 }));
    let refused = messages(act(&mut ground, "BM", &id, "approve", json!({})));
    let slab = "A branch manager approves the differences of a stock audit up to 2,000.000 kg and ₹1,000; \
                the administrator must approve";
    assert_eq!(refused, [slab]);
    ground.world.setting(json!({ "audit_bm_paise": 20_000_000, "audit_bm_g": 1_000 }));
    let refused = messages(act(&mut ground, "BM", &id, "approve", json!({})));
    assert!(refused[0].contains("up to 1.000 kg and ₹2,00,000; the administrator"), "{refused:?}");
    step(&mut ground, "ADMIN", &id, "approve");
    sound(&ground);
}

#[test]
fn a_count_below_what_is_reserved_names_the_orders_and_posts_nothing() {
    let mut ground = ground();
    let batch = ground.world.batch.clone();
    let rest = ground.rest.clone();
    ground.world.at(orders::PRELIMINARY);
    let id = planned(&mut ground, json!({ "batches": [batch, rest] }));
    step(&mut ground, "YARD", &id, "start");
    counted(&mut ground, "YARD", &id, 30);
    count(&mut ground, "YARD", &id, json!({ "batch": rest, "pcs": 0 })).unwrap();
    step(&mut ground, "YARD", &id, "finish");
    for (batch, pcs) in [(batch, 30), (rest, 0)] {
        let _ = count(&mut ground, "YARD3", &id, json!({ "batch": batch, "pcs": pcs }));
    }
    step(&mut ground, "YARD3", &id, "finish");
    let lines = lines_of(&doc(&ground, &id)).unwrap();
    let line = lines.iter().find(|line| line.difference_pcs == -70).unwrap();
    assert_eq!(line.orders.len(), 1, "{line:?}");
    let before = ground.world.site.memory.clone();
    let refused = act(&mut ground, "ADMIN", &id, "approve", json!({})).unwrap_err();
    let message = "Batch B1 is short by 70 pcs / 1,984.290 kg, which are reserved for ORD/PN/26-27/000001. \
                   Change those orders first";
    assert!(refused.iter().any(|one| one.message == message), "{refused:?}");
    assert_eq!(ground.world.site.memory, before);
    sound(&ground);
}

#[test]
fn goods_on_hold_are_counted_and_are_not_posted_away() {
    let mut ground = ground();
    let (yard, sku, batch) =
        (ground.world.yard.clone(), ground.world.sku.clone(), ground.world.batch.clone());
    let bm = ground.world.who("BM");
    let hold = json!({
        "yard": yard, "sku": sku, "batch": batch, "pcs": 98, "kind": "quality", "reason": "DAMAGE",
        "to": ground.world.site.today().plus(9).to_string(),
    });
    ground.world.site.create(&bm, "stock_hold", hold).unwrap();
    let id = at(&mut ground, audits::REVIEW);
    let line = lines_of(&doc(&ground, &id)).unwrap().remove(0);
    assert_eq!((line.book_pcs, line.difference_pcs), (100, -5), "what is on hold lies there too");
    let refused = act(&mut ground, "BM", &id, "approve", json!({})).unwrap_err();
    assert_eq!(refused[0].path, "lines.0.batch");
    assert!(
        refused[0].message.starts_with("Only 2 pcs / 56.694 kg of batch B1 is free"),
        "{refused:?}"
    );
}

#[test]
fn an_approval_is_refused_where_the_day_of_the_count_is_locked() {
    let mut ground = ground();
    let id = at(&mut ground, audits::REVIEW);
    let admin = ground.world.who("ADMIN");
    let on = ground.world.site.today();
    ground.world.later(48 * HOUR);
    let lock = json!({ "branch": ground.world.branch, "locked_to": on.to_string() });
    ground.world.site.create(&admin, "period_lock", lock).unwrap();
    let refused = messages(act(&mut ground, "BM", &id, "approve", json!({})));
    assert_eq!(refused, [format!("Date falls in a locked period (up to {})", on.shown())]);
    assert_eq!(free(&ground).pcs, 100);
}

#[test]
fn two_audits_do_not_count_one_batch_at_once_and_none_starts_before_its_day() {
    let mut ground = ground();
    let first = at(&mut ground, audits::COUNTING);
    let second = planned(&mut ground, json!({}));
    let refused = messages(act(&mut ground, "YARD", &second, "start", json!({})));
    assert_eq!(refused, ["Batch B1 is being counted in AUD-000001"]);
    step(&mut ground, "AUDIT", &first, "cancel");
    step(&mut ground, "YARD", &second, "start");
    let on = ground.world.site.today().plus(3);
    let later = planned(&mut ground, json!({ "planned_on": on.to_string() }));
    let refused = messages(act(&mut ground, "YARD", &later, "start", json!({})));
    assert_eq!(refused, [format!("The count is planned for {}", on.shown())]);
    let empty = json!({ "counted": "age", "batches": null, "age_days": 900 });
    let empty = planned(&mut ground, empty);
    let refused = messages(act(&mut ground, "YARD", &empty, "start", json!({})));
    assert_eq!(refused, ["The yard has no stock that this audit covers"]);
}

#[test]
fn a_plan_names_counters_who_work_there_and_do_not_see_the_books() {
    let mut ground = ground();
    let audit = ground.world.who("AUDIT");
    let mut tried = |who: &str, blind: bool| {
        let mut record = plan(&ground);
        record["counters"] = json!([ground.world.who(who).id]);
        record["blind"] = json!(blind);
        ground.world.site.create(&audit, KIND, record)
    };
    assert_eq!(messages(tried("YARD2", true)), ["YARD2 does not work in Pune One"]);
    assert_eq!(messages(tried("SALES", true)), ["SALES does not count stock"]);
    assert_eq!(
        messages(tried("AUDIT", true)),
        ["AUDIT sees the book quantities; select another person, or let counters see them"]
    );
    tried("AUDIT", false).unwrap();
    tried("YARD", true).unwrap();
}

#[test]
fn a_counted_batch_is_neither_closed_nor_dumped_and_counting_ends_with_the_audit() {
    let mut ground = ground();
    let id = at(&mut ground, audits::COUNTING);
    let yard = ground.world.who("YARD");
    let dump = Value::Object(crate::deeds::beginning(&ground, &docs::dumps::DUMP_STOCK));
    let mut dump = dump;
    dump.as_object_mut().unwrap().remove("photos");
    let made = ground.world.site.create(&yard, "dump_stock", dump);
    let refused = match made {
        Ok(made) => {
            let dump = made["id"].as_str().unwrap().to_owned();
            ground.world.site.act(&yard, "dump_stock", &dump, "submit", json!({})).unwrap_err()
        }
        Err(refused) => refused,
    };
    let told = "Batch B1 is being counted in AUD-000001";
    assert!(refused.iter().any(|one| one.message == told), "{refused:?}");
    step(&mut ground, "AUDIT", &id, "cancel");
    let refused = messages(count(&mut ground, "YARD", &id, json!({ "pcs": 1 })));
    assert_eq!(refused, ["AUD-000001 is Cancelled; counting is not allowed"]);
}
