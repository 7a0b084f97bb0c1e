//! The switches of a site: each of them, set another way, makes the business go another way. Those of one business
//! are tried beside it; the last test names a switch that no test sets.

use godown_core::docs::orders;
use godown_core::docs::settings::SETTING;
use godown_core::error::{Code, Issue};
use godown_core::ledger::stock;
use godown_core::query;
use serde_json::{Value, json};

use crate::support::site::seeded;
use crate::support::telling::all;
use crate::support::{DAY, World};

mod goods;
mod sources;

/// What is seen on a site as it is, and on one with another setting.
fn both<T>(set: Value, seen: impl Fn(&mut World) -> T) -> [T; 2] {
    let mut as_it_is = World::new();
    let mut other = as_it_is.clone();
    other.setting(set);
    [seen(&mut as_it_is), seen(&mut other)]
}

/// The status of an order once everything that follows by itself is done.
fn status(world: &World, order: &str) -> String {
    world.doc(order).status
}

/// Whether a step was taken; what was said against it otherwise.
fn took(done: Result<Value, Vec<Issue>>) -> Result<(), String> {
    done.map(drop).map_err(|issues| issues[0].message.clone())
}

#[test]
fn every_switch_says_in_a_sentence_what_it_changes() {
    let silent: Vec<&str> =
        SETTING.fields.iter().filter(|field| field.help.is_empty()).map(|one| one.key).collect();
    assert_eq!(silent, Vec::<&str>::new());
}

#[test]
fn stock_is_reserved_at_the_step_that_the_site_says() {
    // At the branch manager's desk, at the preliminary team's, at the credit manager's, in the yard.
    let stations =
        [orders::BM_PENDING, orders::PRELIMINARY, orders::CREDIT_PENDING, orders::WAITING];
    let reserved = |world: &mut World| {
        stations.map(|status| {
            let mut world = world.clone();
            let order = world.at(status);
            let held = world.site.read(|look| stock::reservations(look, &order));
            held.iter().map(|one| one.qty.pcs).sum::<i64>()
        })
    };
    let [usual, early] = both(json!({ "reserve_at": "submit" }), reserved);
    assert_eq!((usual, early), ([0, 36, 36, 36], [36; 4]));
    let [_, late] = both(json!({ "reserve_at": "credit_approval" }), reserved);
    assert_eq!(late, [0, 0, 0, 36]);
}

#[test]
fn a_good_order_within_the_slab_passes_credit_by_itself() {
    let approved = |world: &mut World| {
        let order = world.at(orders::BM_PENDING);
        world.step("BM", &order, "approve", json!({}));
        status(world, &order)
    };
    // The order comes to ₹70,746.16.
    let set = json!({ "auto_credit_pass": true, "auto_credit_slab_paise": 7_074_616 });
    assert_eq!(both(set, approved), [orders::PRELIMINARY, orders::WAITING]);
    let set = json!({ "auto_credit_pass": true, "auto_credit_slab_paise": 7_074_615 });
    assert_eq!(both(set, approved)[1], orders::PRELIMINARY);
    let set = json!({ "auto_credit_pass": false, "auto_credit_slab_paise": 7_074_616 });
    assert_eq!(both(set, approved)[1], orders::PRELIMINARY);
}

#[test]
fn the_preliminary_team_rejects_where_the_site_lets_it() {
    let rejected = |world: &mut World| {
        let order = world.at(orders::PRELIMINARY);
        let why = json!({ "reason": "LIMIT", "remarks": "Above what they can pay" });
        let done = took(world.act("PCT", &order, "reject", why));
        (done, status(world, &order))
    };
    let [usual, advising] = both(json!({ "pct_may_reject": false }), rejected);
    assert_eq!(usual, (Ok(()), orders::CREDIT_REJECTED.to_owned()));
    let why = "The preliminary credit team may not reject; forward with your advice";
    assert_eq!(advising, (Err(why.to_owned()), orders::PRELIMINARY.to_owned()));
}

#[test]
fn overdue_invoices_block_only_where_the_site_says_so_after_its_days_and_above_its_amount() {
    // The first order is invoiced, and two days late when the second is to be approved.
    let approved = |world: &mut World| {
        world.at(orders::COMPLETED);
        world.later(32 * DAY);
        let second = world.at(orders::CREDIT_PENDING);
        took(world.act("CREDIT", &second, "credit_approve", json!({})))
    };
    let late = Err("1 invoice overdue up to 2 days".to_owned());
    assert_eq!(both(json!({ "block_on_overdue": false }), approved), [late.clone(), Ok(())]);
    assert_eq!(both(json!({ "allowed_overdue_days": 1 }), approved)[1], late);
    assert_eq!(both(json!({ "allowed_overdue_days": 2 }), approved)[1], Ok(()));
    let set = json!({ "allowed_overdue_days": 2, "allowed_overdue_paise": 7_074_599 });
    assert_eq!(both(set, approved)[1], late);
    let set = json!({ "allowed_overdue_days": 2, "allowed_overdue_paise": 7_074_600 });
    assert_eq!(both(set, approved)[1], Ok(()));
}

#[test]
fn an_invoice_is_rounded_to_the_rupee_or_not_at_all() {
    let billed = |world: &mut World| {
        let order = world.at(orders::LOADED);
        let invoice = world.invoice(&order);
        let record = world.site.get("invoice", &invoice)["record"].clone();
        ["total_paise", "round_off_paise", "payable_paise"].map(|key| record[key].as_i64())
    };
    let [rounded, exact] = both(json!({ "round_off": "none" }), billed);
    assert_eq!(rounded.map(Option::unwrap_or_default), [7_074_616, -16, 7_074_600]);
    assert_eq!(exact.map(Option::unwrap_or_default), [7_074_616, 0, 7_074_616]);
}

#[test]
fn a_customer_with_a_gstin_is_sent_for_approval_with_its_certificate_where_the_site_asks_for_it() {
    let submitted = |world: &mut World| {
        let sales = world.who("SALES");
        let record = crate::deeds::party("Dealer", "27AAPFU0939F1ZV", "9822066666");
        let made = world.site.create(&sales, "customer", record).unwrap();
        let id = made["id"].as_str().unwrap();
        world.site.act(&sales, "customer", id, "submit", json!({})).map_err(|issues| {
            let issue = &issues[0];
            (issue.code, issue.path.clone())
        })
    };
    let [usual, asked] = both(json!({ "gst_certificate": true }), submitted);
    assert!(usual.is_ok(), "{usual:?}");
    assert_eq!(asked.unwrap_err(), (Code::Required, "papers".to_owned()));
}

#[test]
fn an_order_is_delivered_within_the_days_of_the_site() {
    // By the end of the year, in forty days.
    let submitted = |world: &mut World| {
        let order = world.draft();
        world.act("SALES", &order, "submit", json!({})).map(drop).map_err(|why| why[0].path.clone())
    };
    let late = Err("delivery_by".to_owned());
    assert_eq!(both(json!({ "delivery_max_days": 39 }), submitted), [Ok(()), late]);
}

#[test]
fn a_repeated_order_is_asked_about_within_the_minutes_of_the_site() {
    let again = |world: &mut World| {
        let orders = [world.draft(), world.draft()];
        world.step("SALES", &orders[0], "submit", json!({}));
        let second = world.act("SALES", &orders[1], "submit", json!({}));
        second.map(drop).map_err(|why| why[0].code)
    };
    assert_eq!(both(json!({ "duplicate_minutes": 0 }), again), [Err(Code::Duplicate), Ok(())]);
}

#[test]
fn a_draft_is_archived_after_the_days_of_the_site() {
    let archived = |world: &mut World| {
        let order = world.draft();
        (world.doc(&order).int("archive_at").unwrap() - world.site.now.0) / DAY
    };
    assert_eq!(both(json!({ "draft_archive_days": 5 }), archived), [30, 5]);
}

#[test]
fn a_rejected_order_goes_straight_back_to_credit_within_the_days_of_the_site() {
    let again = |world: &mut World| {
        let order = world.at(orders::CREDIT_REJECTED);
        world.later(4 * DAY);
        let with = json!({ "reference": "Receipt 17" });
        world.act("SALES", &order, "represent", with).is_ok()
    };
    assert_eq!(both(json!({ "represent_days": 3 }), again), [true, false]);
}

/// What a person is warned of when they open a document.
fn warnings(world: &World, who: &str, kind: &str, id: &str) -> Vec<String> {
    let view = query::view(&world.site.memory, &world.who(who), world.site.now, kind, id);
    let view = view.unwrap().value().unwrap();
    let all = view["warnings"].as_array().cloned().unwrap_or_default();
    all.iter().map(|one| one["message"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_rate_is_one_to_look_at_after_the_days_of_the_site() {
    // In force since 1 April.
    let asked = |world: &mut World| {
        let price = all(world, "price")[0]["id"].as_str().unwrap().to_owned();
        warnings(world, "ADMIN", "price", &price)
    };
    let [usual, patient] = both(json!({ "price_stale_days": 234 }), asked);
    assert_eq!(usual, ["This rate is 234 days old; is it still right?"]);
    assert_eq!(patient, Vec::<String>::new());
}

#[test]
fn papers_of_a_vehicle_are_warned_of_as_long_before_as_the_site_says() {
    let asked = |world: &mut World| {
        let to = world.site.today().plus(20).to_string();
        let vehicle = json!({
            "reg_no": "MH14GT4100", "truck_type": seeded("truck_type", "Truck 10 wheels"),
            "owned_by": "own", "capacity_g": 16_000_000, "insurance_to": to,
        });
        let id = world.site.make("vehicle", vehicle);
        warnings(world, "ADMIN", "vehicle", &id).len()
    };
    assert_eq!(both(json!({ "vehicle_warn_days": 20 }), asked), [0, 1]);
}

#[test]
fn a_temporary_limit_lasts_at_most_as_long_as_the_site_says() {
    let asked = |world: &mut World| {
        let to = world.site.today().plus(60).to_string();
        let id = world.asks(json!({ "kind": "temporary", "amount_paise": 5_000_000, "to": to }));
        let sales = world.who("SALES");
        let done = world.site.act(&sales, "credit_limit_request", &id, "submit", json!({}));
        done.map(drop).map_err(|issues| issues[0].path.clone())
    };
    let set = json!({ "temporary_limit_days": 30 });
    assert_eq!(both(set, asked), [Ok(()), Err("to".to_owned())]);
}

#[test]
fn goods_between_states_need_an_e_way_bill_above_the_value_of_the_site() {
    let needed = |set: Value| {
        let mut world = World::abroad();
        world.setting(set);
        let order = world.at(orders::LOADED);
        let invoice = world.invoice(&order);
        world.site.get("invoice", &invoice)["record"]["ewb_needed"] == json!(true)
    };
    assert!(needed(json!({})));
    let set = |paise: i64| json!({ "ewb_threshold_paise": paise });
    assert_eq!([7_074_599, 7_074_600].map(|paise| needed(set(paise))), [true, false]);
}

#[test]
fn a_customer_without_a_pan_buys_up_to_the_value_of_the_site() {
    let forwarded = |world: &mut World| {
        let order = world.at(orders::PRELIMINARY);
        let customer = world.customer.clone();
        world.system(|case| {
            let mut doc = case.copy(&godown_core::docs::customers::CUSTOMER, &customer)?;
            doc.set("gst_category", "Unregistered");
            for key in ["gstin", "pan"] {
                doc.record.remove(key);
            }
            case.put_doc(doc.into())
        });
        took(world.act("PCT", &order, "forward", json!({ "recommendation": "approve" })))
    };
    let missing = Err("The customer's PAN is missing".to_owned());
    assert_eq!(both(json!({ "pan_required_paise": 7_074_616 }), forwarded), [Ok(()), missing]);
    assert_eq!(both(json!({ "pan_required_paise": 7_074_617 }), forwarded)[1], Ok(()));
}
