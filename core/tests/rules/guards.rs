//! The order's guards and the rules of its inputs, each as a table of what is refused and in which words.

use crate::site::wire;
use crate::support::site::seeded;
use crate::support::{self, DAY, HOUR, World};
use godown_core::declare::actor::Actor;
use godown_core::docs::orders;
use godown_core::docs::seed::{self, Seed};
use godown_core::error::{Code, Issue};
use godown_core::query::credit as position;
use serde_json::{Value, json};

/// The code and message of the refusal that a step gets.
fn refused(
    world: &mut World,
    who: &str,
    order: &str,
    action: &str,
    inputs: Value,
) -> (Code, String) {
    let issues = world.act(who, order, action, inputs).unwrap_err();
    (issues[0].code, issues[0].message.clone())
}

#[test]
fn a_draft_is_submitted_only_when_it_is_complete() {
    let mut world = World::new();
    let whole = world.order_record();
    for (field, value, path) in [
        ("yard", json!(null), "yard"),
        ("payment_term", json!(null), "payment_term"),
        ("delivery_by", json!(null), "delivery_by"),
        ("delivery_by", json!("2027-06-01"), "delivery_by"),
        ("lines", json!([]), "lines"),
        ("lines", json!([{ "sku": world.sku, "weight_g": 5_000 }]), "lines.0.pcs"),
    ] {
        let mut record = whole.clone();
        record[field] = value;
        let id = world.draft_of(record);
        let issues = world.act("SALES", &id, "submit", json!({})).unwrap_err();
        assert!(issues.iter().any(|issue| issue.path == path), "{field}: {issues:?}");
        assert_eq!(world.doc(&id).doc_no, None, "a refusal burns no number");
    }
    let id = world.draft_of(json!({ "customer": world.customer }));
    assert_eq!(world.doc(&id).status, orders::DRAFT, "a draft may hold only the customer");
}

#[test]
fn a_blocked_customer_neither_orders_nor_loads() {
    let mut world = World::new();
    let draft = world.draft();
    let waiting = world.at(orders::WAITING);
    let credit = world.who("CREDIT");
    let customer = world.customer.clone();
    let block = |one: &Seed| one.doc_type == "reason" && one.record["kind"] == "block";
    let reason = seed::seed(&mut seeded).into_iter().find(block).unwrap();
    let reason = reason.record["code"].clone();
    let inputs = json!({ "reason": reason, "remarks": "Two cheques bounced" });
    world.site.act(&credit, "customer", &customer, "block", inputs).unwrap();
    let blocked = (Code::CustomerBlocked, "Customer is blocked: Two cheques bounced".to_owned());
    assert_eq!(refused(&mut world, "SALES", &draft, "submit", json!({})), blocked);
    assert_eq!(refused(&mut world, "YARD", &waiting, "load", json!({})), blocked);
}

#[test]
fn a_step_of_the_system_between_two_of_one_person_makes_them_no_two_persons() {
    let mut world = World::new();
    world.setting(json!({ "preliminary_stage": false }));
    let id = world.draft();
    world.step("SALES", &id, "submit", json!({}));
    assert_eq!(world.step("ADMIN", &id, "approve", json!({})), orders::CREDIT_PENDING);
    let (code, message) = refused(&mut world, "ADMIN", &id, "credit_approve", json!({}));
    assert_eq!(code, Code::FourEyes);
    assert_eq!(message, "You approved this order; another person must approve");
    world.step("CREDIT", &id, "credit_approve", json!({}));
}

#[test]
fn whoever_changed_the_terms_gives_no_approval_of_them() {
    let changed = "You changed this order; another person must approve";
    let mut world = World::new();
    // A draft of somebody else's, changed before it is submitted.
    let id = world.draft();
    let admin = world.who("ADMIN");
    let dearer = json!({ "freight_rate_paise": 100, "price_basis": "for" });
    world.site.edit(&admin, "order", &id, dearer).unwrap();
    world.step("SALES", &id, "submit", json!({}));
    let four_eyes = (Code::FourEyes, changed.to_owned());
    assert_eq!(refused(&mut world, "ADMIN", &id, "approve", json!({})), four_eyes);
    world.step("BM", &id, "approve", json!({}));
    // What was decided since is another's decision.
    world.step("ADMIN", &id, "forward", json!({ "recommendation": "approve" }));
    // More is asked for after a concern.
    let id = world.at(orders::YARD_CONCERN);
    let more = support::inputs(&mut world, &id, "escalate");
    world.step("ADMIN", &id, "escalate", more);
    assert_eq!(refused(&mut world, "ADMIN", &id, "credit_approve", json!({})), four_eyes);
    world.step("CREDIT", &id, "credit_approve", json!({}));
    // A comment changes nothing.
    let mut world = World::new();
    let id = world.at(orders::BM_PENDING);
    world.step("BM", &id, "comment", json!({ "remarks": "As agreed by phone" }));
    world.step("BM", &id, "approve", json!({}));
}

#[test]
fn whoever_raised_a_value_in_an_answer_does_not_countersign_it() {
    let mut world = World::new();
    let id = world.at(orders::ACCOUNT_CONCERN);
    let dearer = json!({
        "resolution": "unload", "remarks": "The dearer rate was agreed",
        "changes": { "lines": [{ "line": 0, "rate_paise": 6_875_000 }] },
    });
    world.step("ADMIN", &id, "answer", dearer);
    let (code, message) = refused(&mut world, "ADMIN", &id, "countersign", json!({}));
    assert_eq!(code, Code::FourEyes);
    assert_eq!(message, "You changed this order; another person must countersign");
    world.step("CREDIT", &id, "countersign", json!({}));
}

#[test]
fn nobody_takes_two_approval_steps_in_a_row() {
    let mut world = World::new();
    let id = world.draft();
    world.step("ADMIN", &id, "submit", json!({}));
    let (code, message) = refused(&mut world, "ADMIN", &id, "approve", json!({}));
    assert_eq!(code, Code::FourEyes);
    assert_eq!(message, "You submitted this order; another person must approve");
    world.setting(json!({ "allow_self_approval": ["approve"] }));
    world.step("ADMIN", &id, "approve", json!({}));
    let forward = json!({ "recommendation": "approve" });
    let (code, message) = refused(&mut world, "ADMIN", &id, "forward", forward);
    assert_eq!(code, Code::FourEyes);
    assert_eq!(message, "You approved this order; another person must forward");
}

#[test]
fn a_rate_below_the_floor_needs_the_branch_managers_words() {
    let mut world = World::new();
    let mut record = world.order_record();
    record["lines"][0]["rate_paise"] = json!(5_600_000);
    let id = world.draft_of(record);
    world.step("SALES", &id, "submit", json!({}));
    let (code, message) = refused(&mut world, "BM", &id, "approve", json!({}));
    assert_eq!((code, message.as_str()), (Code::BelowFloor, "Rate ₹56,000 is below floor ₹57,000"));
    let words = json!({ "override_reason": "A large buyer" });
    assert_eq!(world.step("BM", &id, "approve", words), orders::PRELIMINARY);
}

#[test]
fn an_amount_above_the_slab_waits_for_the_next_approver() {
    let mut world = World::new();
    let id = world.at(orders::BM_PENDING);
    let small = world.people.iter().position(|one| one.name == "BM").unwrap();
    world.people[small].approval_slab_paise = Some(1_000_000);
    assert_eq!(world.step("BM", &id, "approve", json!({})), orders::BM_PENDING);
    assert_eq!(world.order(&id).approval_level, Some(1));
    let (code, _) = refused(&mut world, "BM", &id, "approve", json!({}));
    assert_eq!(code, Code::FourEyes);
    assert_eq!(world.step("BM2", &id, "approve", json!({})), orders::PRELIMINARY);
}

#[test]
fn the_same_order_within_ten_minutes_is_asked_about() {
    let mut world = World::new();
    let first = world.draft();
    world.step("SALES", &first, "submit", json!({}));
    let second = world.draft();
    let (code, message) = refused(&mut world, "SALES", &second, "submit", json!({}));
    assert_eq!(code, Code::Duplicate);
    assert!(message.contains("ORD/PN/26-27/000001"), "{message}");
    world.later(11 * 60_000);
    world.step("SALES", &second, "submit", json!({}));
}

#[test]
fn an_order_after_the_cut_off_is_delivered_on_the_next_working_day() {
    let mut world = World::new();
    let week = ["mon", "tue", "wed", "thu", "fri", "sat"];
    world.site.make(
        "time_rule",
        json!({ "name": "Until 11", "kind": "order_cut_off", "to": "11:00", "days": week }),
    );
    world.site.make("holiday", json!({ "date": "2026-11-23", "name": "Gurpurab" }));
    for (wanted, given) in [("2026-11-21", "2026-11-24"), ("2026-11-25", "2026-11-25")] {
        let mut record = world.order_record();
        record["delivery_by"] = json!(wanted);
        let id = world.draft_of(record);
        world.step("SALES", &id, "submit", json!({ "confirm": true }));
        assert_eq!(world.order(&id).delivery_by.unwrap().to_string(), given);
    }
}

#[test]
fn two_orders_never_get_the_same_pieces() {
    let mut world = World::new();
    let mut record = world.order_record();
    record["lines"][0] = json!({ "sku": world.sku, "pcs": 70 });
    let first = world.draft_of(record.clone());
    record["lines"][0]["pcs"] = json!(71);
    let second = world.draft_of(record);
    for id in [&first, &second] {
        world.step("SALES", id, "submit", json!({}));
    }
    world.step("BM", &first, "approve", json!({}));
    let issues = world.act("BM", &second, "approve", json!({})).unwrap_err();
    assert_eq!((issues[0].code, issues[0].path.as_str()), (Code::StockShort, "lines.0.pcs"));
    let wait = json!({
        "remarks": "The rest comes on Monday",
        "changes": { "lines": [{ "line": 0, "back_order": true }] },
    });
    assert_eq!(world.step("BM", &second, "approve", wait), orders::PRELIMINARY);
}

#[test]
fn of_two_orders_for_the_last_credit_one_wins() {
    let mut world = World::new();
    let (credit, customer) = (world.who("CREDIT"), world.customer.clone());
    world.granted(json!({ "amount_paise": 10_000_000 }));
    let first = world.at(orders::CREDIT_PENDING);
    let second = world.at(orders::CREDIT_PENDING);
    world.step("CREDIT", &first, "credit_approve", json!({}));
    let (code, message) = refused(&mut world, "CREDIT", &second, "credit_approve", json!({}));
    assert_eq!(code, Code::CreditShort);
    assert_eq!(message, "Credit short by ₹41,492.32 (limit ₹1,00,000.00, used ₹70,746.16)");
    // Who does not see credit is told no amount.
    let blind = Actor { show_less_section: true, ..credit.clone() };
    let told = world.site.act(&blind, "order", &second, "credit_approve", json!({})).unwrap_err();
    let told = (told[0].code, told[0].message.as_str());
    assert_eq!(told, (Code::CreditShort, "The customer's credit is not sufficient"));
    let page = |order: &str| {
        let (read, now) = (&world.site.memory, world.site.now);
        wire(&position::credit(read, &credit, now, &customer, order).unwrap())["order"].clone()
    };
    assert_eq!(
        (&page(&second)["short"], &page(&second)["further_paise"]),
        (&json!(message), &json!(7_074_616))
    );
    assert_eq!((&page(&first)["short"], &page(&first)["further_paise"]), (&json!(null), &json!(0)));
    assert_eq!(page(""), json!(null));
    let beyond = json!({ "override": true, "remarks": "Cheque is in hand" });
    assert_eq!(world.step("CREDIT", &second, "credit_approve", beyond), orders::WAITING);
}

#[test]
fn a_reservation_that_ran_out_is_taken_again_or_refused() {
    let mut world = World::new();
    let id = world.at(orders::CREDIT_PENDING);
    let (code, _) = refused(&mut world, "SYS", &id, "expire_reservation", json!({}));
    assert_eq!(code, Code::Rule, "it has not run out");
    world.later(49 * HOUR);
    world.step("SYS", &id, "expire_reservation", json!({}));
    assert!(world.order(&id).reservation_lapsed.is_some());
    let mut other = world.order_record();
    other["lines"][0] = json!({ "sku": world.sku, "pcs": 90 });
    let other = world.draft_of(other);
    world.step("SALES", &other, "submit", json!({}));
    world.step("BM", &other, "approve", json!({}));
    let (code, message) = refused(&mut world, "CREDIT", &id, "credit_approve", json!({}));
    assert_eq!(code, Code::ResExpired);
    assert!(message.starts_with("Stock reservation expired and only"), "{message}");
}

#[test]
fn paid_in_advance_needs_no_credit_decision() {
    let mut world = World::new();
    let customer = world.customer.clone();
    world.system(|case| {
        godown_core::ledger::credit::receive(case, &customer, "receipt-1", 8_000_000)
    });
    let mut record = world.order_record();
    record["payment_term"] = json!(seeded("payment_term", "ADV"));
    let id = world.draft_of(record);
    world.step("SALES", &id, "submit", json!({}));
    assert_eq!(world.step("BM", &id, "approve", json!({})), orders::WAITING);
    let audit = world.who("AUDIT");
    let view = godown_core::query::view(&world.site.memory, &audit, world.site.now, "order", &id);
    let view = view.unwrap().value().unwrap();
    let history = view["history"].as_array().unwrap();
    let told: Vec<_> = history.iter().take(3).map(|one| (&one["action"], &one["role"])).collect();
    assert_eq!(
        told,
        [
            (&json!("credit_approve"), &json!("SYS")),
            (&json!("forward"), &json!("SYS")),
            (&json!("approve"), &json!("BM")),
        ]
    );
}

#[test]
fn the_weighbridge_and_the_papers_decide_what_leaves() {
    let mut world = World::new();
    let id = world.at(orders::WAITING);
    let loading = world.loading(36, 1_020_500);
    for (pointer, value, path, code, message) in [
        (
            "/lines/0/pcs",
            json!(37),
            "lines.0.pcs",
            Code::Input,
            "Only 36 pcs of this line are open",
        ),
        (
            "/lines/0/weight_g",
            json!(1_104_500),
            "lines.0.weight_g",
            Code::Tolerance,
            "Weight 1,104.500 kg is 8.231 % off 1,020.500 kg; allowed ±3 %",
        ),
        (
            "/gross_g",
            json!(9_104_500),
            "lines",
            Code::Tolerance,
            "Weights of lines differ from net weight by 84 kg",
        ),
        (
            "/tare_g",
            json!(9_100_000),
            "loading_record.tare_g",
            Code::Input,
            "Tare must be below the gross weight",
        ),
    ] {
        let mut wrong = loading.clone();
        *wrong.pointer_mut(pointer).unwrap() = value;
        let inputs = json!({ "loading_record": wrong });
        let issues = world.act("YARD", &id, "load", inputs).unwrap_err();
        let found = issues.iter().find(|issue| issue.path == path);
        let found = found.unwrap_or_else(|| panic!("{pointer}: {issues:?}"));
        assert_eq!((found.code, found.message.as_str()), (code, message));
    }
    let admin = world.who("ADMIN");
    let vehicle = world.vehicle.clone();
    let old = json!({ "insurance_to": "2026-11-20", "capacity_g": 1_000_000 });
    world.site.edit(&admin, "vehicle", &vehicle, old).unwrap();
    let issues = world.act("YARD", &id, "load", json!({ "loading_record": loading })).unwrap_err();
    let told: Vec<_> = issues.iter().map(|one| (one.code, one.message.as_str())).collect();
    assert_eq!(
        told,
        [
            (Code::VehicleDoc, "Insurance of MH12AB1234 expired on 20-11-2026"),
            (Code::Overload, "Load 1.021 MT exceeds MH12AB1234 capacity 1.000 MT"),
        ]
    );
}

#[test]
fn whoever_loads_is_told_no_amount_that_they_do_not_see() {
    let mut world = World::new();
    // This order and nothing beyond.
    world.granted(json!({ "amount_paise": 7_074_616 }));
    let id = world.at(orders::WAITING);
    // 3 % more weight, which is allowed, comes to a paisa more than 3 % of the value.
    let inputs = json!({ "loading_record": world.loading(36, 1_051_115) });
    for (who, by) in [("YARD", ""), ("ADMIN", " by ₹2,122.39")] {
        let (code, message) = refused(&mut world, who, &id, "load", inputs.clone());
        let told = format!("Loaded value exceeds approved credit{by}. Unload or request credit");
        assert_eq!((code, message), (Code::CreditShort, told), "{who}");
    }
}

#[test]
fn a_draft_loading_holds_nothing_until_the_order_loads_it() {
    let mut world = World::new();
    let id = world.at(orders::WAITING);
    let mut record = world.loading(36, 1_020_500);
    record["order"] = json!(id);
    let yard = world.who("YARD");
    let made = world.site.create(&yard, "loading", record).unwrap();
    assert_eq!(made["status"], "Draft");
    assert!(world.loadings(&id).is_empty());
    let done = world.step("YARD", &id, "load", json!({ "loading": made["id"] }));
    assert_eq!(done, orders::LOADED);
    assert_eq!(world.loadings(&id)[0].doc_no.as_deref(), Some("ORD/PN/26-27/000001-L1"));
}

#[test]
fn the_rest_is_short_closed_and_its_credit_given_back() {
    let mut world = World::new();
    let id = world.at(orders::WAITING);
    world.load(&id, 20, 566_944);
    let rounding = json!({ "reason": "WEIGHT_ROUND" });
    let (code, message) = refused(&mut world, "YARD", &id, "short_close", rounding);
    assert_eq!(code, Code::Input, "pieces are counted: {message}");
    let reason = json!({ "reason": "CUSTOMER_OK" });
    assert_eq!(world.step("YARD", &id, "short_close", reason), orders::LOADED);
    let order = world.order(&id);
    assert_eq!(order.load_state.as_deref(), Some("short_closed"));
    assert_eq!((order.lines[0].short_pcs, order.loaded_bp), (Some(16), Some(5_555)));
    let customer = world.customer.clone();
    let held =
        world.site.read(|case| godown_core::ledger::credit::committed_for(case, &customer, &id));
    assert_eq!(held, 3_930_340, "20 pieces at 566.944 kg with 18 % GST");
}

#[test]
fn a_cancelled_order_is_not_revised_and_an_old_approval_not_presented_again() {
    let mut world = World::new();
    let id = world.at(orders::WAITING);
    let why = json!({ "reason": "CANCELLED_BY_CUSTOMER", "remarks": "Site is closed" });
    assert_eq!(world.step("BM", &id, "cancel", why), orders::BM_REJECTED);
    let remarks = json!({ "remarks": "Once more please" });
    let (code, message) = refused(&mut world, "SALES", &id, "revise", remarks);
    assert_eq!(
        (code, message.as_str()),
        (Code::Rule, "This order was cancelled. Create a new one")
    );
    let id = world.at(orders::CREDIT_REJECTED);
    world.later(8 * DAY);
    let reference = json!({ "reference": "Receipt 17" });
    let (_, message) = refused(&mut world, "SALES", &id, "represent", reference);
    assert_eq!(message, "The approval is older than 7 days; revise the order");
}

#[test]
fn a_higher_value_goes_back_to_credit_and_a_lower_one_does_not() {
    let mut world = World::new();
    let id = world.at(orders::YARD_CONCERN);
    let change = |pcs: i64| json!({ "remarks": "As the customer asked", "changes": { "lines": [{ "line": 0, "pcs": pcs }] } });
    let (_, message) = refused(&mut world, "BM", &id, "resolve", change(40));
    assert_eq!(message, "The pieces can only be reduced");
    let (_, message) = refused(&mut world, "BM", &id, "escalate", change(30));
    assert_eq!(message, "The value does not go up; resolve the concern instead");
    assert_eq!(world.step("BM", &id, "escalate", change(40)), orders::CREDIT_PENDING);
    assert_eq!(world.step("CREDIT", &id, "credit_approve", json!({})), orders::WAITING);
}

#[test]
fn a_client_sets_no_status_total_or_foreign_salesman() {
    let mut world = World::new();
    let mut record = world.order_record();
    record["total_paise"] = json!(1);
    record["approved_hash"] = json!("0");
    let id = world.draft_of(record.clone());
    assert_eq!(world.order(&id).total(), 7_074_616);
    assert_eq!(world.order(&id).approved_hash, None);
    record["salesman"] = json!(world.who("SALES2").id);
    let sales = world.who("SALES");
    let issues = world.site.create(&sales, "order", record.clone()).unwrap_err();
    assert_eq!(issues[0].code, Code::Scope);
    assert_eq!(issues[0].message, "Order is SALES2's; you may add only your own");
    record["status"] = json!("Order Completed");
    let issues = world.site.create(&sales, "order", record).unwrap_err();
    assert_eq!(issues[0].code, Code::Malformed);
}

#[test]
fn a_file_can_be_named_by_who_sent_it_or_sees_it() {
    let mut world = World::new();
    let id = world.at(orders::WAITING);
    let files = |ids: &[&str]| json!({ "files": ids, "remarks": "The signed slip" });
    let missing = |issues: Vec<Issue>| {
        let paths: Vec<_> = issues.iter().map(|issue| issue.path.clone()).collect();
        assert!(issues.iter().all(|issue| issue.message == "File was not found"), "{issues:?}");
        paths
    };
    world.send_file("YARD", "slip");
    let issues = world.act("YARD", &id, "attach", files(&["slip", "never", "sent"])).unwrap_err();
    assert_eq!(missing(issues), ["files.1", "files.2"]);
    let issues = world.act("BM", &id, "attach", files(&["slip"])).unwrap_err();
    assert_eq!(missing(issues), ["files.0"]);
    world.step("YARD", &id, "attach", files(&["slip"]));
    world.step("BM", &id, "attach", files(&["slip"]));
    assert_eq!(world.order(&id).attachments, ["slip"]);
}

#[test]
fn a_record_names_only_files_that_were_sent() {
    let mut world = World::new();
    let admin = world.who("ADMIN");
    let company = |logo: &str| json!({ "name": "Sharma Steel", "pan": "AABFT1234K", "aato_paise": 0, "logo": logo });
    let issues = world.site.create(&admin, "company", company("logo-1")).unwrap_err();
    assert_eq!((issues[0].path.as_str(), &*issues[0].message), ("logo", "File was not found"));
    world.send_file("ADMIN", "logo-1");
    world.site.create(&admin, "company", company("logo-1")).unwrap();
    let id = "company".to_owned();
    world.site.edit(&world.who("ADMIN"), "company", &id, company("logo-1")).unwrap();
}

#[test]
fn what_somebody_sees_and_may_not_edit_is_refused_with_whose_it_is_and_what_he_may() {
    let mut world = World::new();
    let (id, sales) = (world.customer.clone(), world.who("SALES2"));
    let number = world.site.get("customer", &id)["doc_no"].as_str().unwrap().to_owned();
    let edit = json!({ "mobile": "9822055555" });
    let issues = world.site.edit(&sales, "customer", &id, edit).unwrap_err();
    let wanted = format!("Customer {number} is SALES's; you may edit only your own");
    assert_eq!((issues[0].code, issues[0].message.clone()), (Code::Scope, wanted));
}
