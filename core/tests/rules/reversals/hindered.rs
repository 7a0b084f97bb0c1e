//! Reversals of goods that moved on: on a trip, under return, in a locked period, past the portals' day, billed
//! together with others.

use super::*;
use crate::sales_returns as returned;
use crate::support::HOUR;
use crate::trips::fleet;
use godown_core::docs::notes::Note;

fn kinds(plan: &ReversalPlan) -> Vec<&str> {
    plan.effects.iter().map(|one| one.effect.as_str()).collect()
}

fn against(plan: &ReversalPlan) -> Vec<&str> {
    plan.blockers.iter().map(|one| one.message.as_str()).collect()
}

/// The plan is what is done; or it fails, and nothing moved but the reversal itself.
fn ends(world: &mut World, id: &str) -> ReversalPlan {
    ends_by(world, id, "ADMIN")
}

fn ends_by(world: &mut World, id: &str, who: &str) -> ReversalPlan {
    let made = planned(world, id);
    let order = order_of(world, id);
    let stood = |world: &World| (free(world), account(world), world.doc(&order));
    let before = stood(world);
    let no = json!({ "order_no": doc(world, id).text("order_no") });
    let status = must(world, who, id, "execute", no);
    if made.blockers.is_empty() {
        assert_eq!(status, reversals::DONE, "{:?}", doc(world, id).text("why"));
        assert_eq!(told(&effects_of(&doc(world, id)).unwrap()), told(&made.effects));
        let after = account(world);
        let owes = (after.committed, after.receivable, after.on_account);
        let planned =
            (made.committed_after_paise, made.receivable_after_paise, made.account_after_paise);
        assert_eq!(owes, planned);
        assert_eq!(world.doc(&order).status, made.status);
    } else {
        assert_eq!(status, reversals::FAILED);
        assert_eq!(stood(world), before);
    }
    whole(world);
    made
}

fn invoice_of(world: &World, order: &str) -> String {
    world.loadings(order)[0].text("invoice").unwrap().to_owned()
}

#[test]
fn goods_on_the_road_hinder_a_reversal_until_their_stop_is_closed() {
    let mut fleet = fleet();
    let order = fleet.world.at(orders::LOADED);
    let loading = fleet.world.loadings(&order)[0].clone();
    let trip = fleet.dispatched(&[&loading.id]);
    let id = ready(&mut fleet.world, &order, "waiting");
    let made = ends(&mut fleet.world, &id);
    let no = loading.doc_no.as_deref().unwrap();
    let trip_no = fleet.doc(&trip).doc_no.unwrap();
    let why = format!("{no} is on the road on {trip_no}. Record there what became of it first");
    assert_eq!(against(&made), [why.as_str()]);
    let refusal = json!({ "stop": 0, "reason": "PAYMENT", "remarks": "Did not take it" });
    fleet.step("LOGI", &trip, "refuse", refusal);
    let again = json!({ "remarks": "It is back in the yard" });
    must(&mut fleet.world, "ACC", &id, "retry", again);
    must(&mut fleet.world, "ADMIN", &id, "approve", json!({}));
    let made = ends_by(&mut fleet.world, &id, "ACC");
    assert_eq!(kinds(&made), ["bring_back", "waiting"]);
}

#[test]
fn goods_that_are_planned_for_a_trip_are_dropped_from_it() {
    let mut fleet = fleet();
    let order = fleet.world.at(orders::LOADED);
    let loading = fleet.world.loadings(&order)[0].id.clone();
    let other = fleet.loading();
    let trip = fleet.plan(&[&loading, &other]);
    let id = ready(&mut fleet.world, &order, "rejected");
    let made = ends(&mut fleet.world, &id);
    assert_eq!(kinds(&made), ["bring_back", "drop_stop", "rejected"]);
    let dropped = &made.effects[1];
    assert_eq!((dropped.kind.as_str(), dropped.paper_id.as_str()), ("trip", trip.as_str()));
    assert_eq!(fleet.doc(&trip).int("stop_count"), Some(1));
    assert_eq!((fleet.holder(&loading), fleet.holder(&other)), (None, Some(trip)));
    fleet.sound();
}

#[test]
fn a_return_under_way_is_finished_first_and_only_the_rest_comes_back() {
    let mut ground = returned::ground();
    let invoice = ground.sold.0.clone();
    let of = ground.world.site.read(|look| look.copy(&INVOICE, &invoice));
    let order = of.record["orders"][0].as_str().unwrap().to_owned();
    let back = returned::make(&mut ground);
    returned::go(&mut ground, &back, 2);
    // What the yard counts back first is all that left; it counts anew once the return took some of it.
    let id = ready(&mut ground.world, &order, "rejected");
    let made = ends(&mut ground.world, &id);
    let why = "is Approved. Finish or withdraw it first";
    assert!(against(&made).iter().any(|said| said.ends_with(why)), "{:?}", against(&made));
    for (who, action) in [("YARD", "receive"), ("YARD", "inspect"), ("YARD", "hand_over")] {
        returned::step(&mut ground, who, &back, action, 0);
    }
    returned::step(&mut ground, "ACC", &back, "complete", 0);
    let taken = returned::doc(&ground, &back);
    let (pcs, credited) = (taken.record["lots"][0]["received_pcs"].as_i64().unwrap(), owed(&taken));
    let world = &mut ground.world;
    must(world, "ACC", &id, "retry", json!({ "remarks": "The return is done" }));
    must(world, "ADMIN", &id, "approve", json!({}));
    let loading = world.loadings(&order)[0].clone();
    let (all, g) = (loading.int("pcs").unwrap(), loading.int("weight_g").unwrap());
    let left = world.site.read(|look| reversals::plan::left_of(look, &loading));
    assert_eq!(left.pcs, all - pcs);
    assert!(left.g < g);
    let counted = json!({ "loading": loading.id, "pcs": left.pcs, "weight_g": left.g });
    must(world, "YARD", &id, "acknowledge", counted);
    let made = ends_by(world, &id, "ACC");
    assert_eq!(kinds(&made), ["credit", "bring_back", "rejected"]);
    let payable = of.int("payable_paise").unwrap();
    assert_eq!((made.pcs, made.effects[0].amount_paise), (all - pcs, payable - credited));
    assert_eq!(world.site.read(|look| books::balance(look, &books::customer(&world.customer))), 0);
}

/// What a completed return credited.
fn owed(back: &Doc) -> i64 {
    back.int("credited_paise").unwrap_or(0)
}

#[test]
fn an_invoice_of_a_locked_period_is_credited_today_and_stays_as_it_is() {
    let mut world = World::new();
    let before = (free(&world), account(&world));
    let order = world.at(orders::COMPLETED);
    let invoice = invoice_of(&world, &order);
    let day = world.site.today();
    world.later(2 * DAY);
    let admin = world.who("ADMIN");
    let lock = json!({ "branch": world.branch, "locked_to": day.to_string() });
    world.site.create(&admin, "period_lock", lock).unwrap();
    let id = ready(&mut world, &order, "rejected");
    let made = ends(&mut world, &id);
    assert_eq!(kinds(&made), ["credit", "bring_back", "rejected"]);
    assert!(made.effects[0].says.as_deref().unwrap().contains("locked period"), "{made:?}");
    assert_eq!(world.site.read(|look| look.copy(&INVOICE, &invoice)).status, "Posted");
    let note = effects_of(&doc(&world, &id)).unwrap()[0].note.clone().unwrap();
    let note = world.site.read(|look| look.copy(&CREDIT_NOTE, &note));
    assert_eq!(note.text("date"), Some(world.site.today().to_string().as_str()));
    assert_eq!((free(&world), account(&world)), before);
}

#[test]
fn nothing_is_reversed_into_a_period_that_is_locked_up_to_today() {
    let mut world = World::new();
    let order = world.at(orders::COMPLETED);
    let id = ready(&mut world, &order, "rejected");
    let admin = world.who("ADMIN");
    let lock = json!({ "branch": world.branch, "locked_to": world.site.today().to_string() });
    world.site.create(&admin, "period_lock", lock).unwrap();
    let made = ends(&mut world, &id);
    let day = world.site.today();
    let why = format!("Date falls in a locked period (up to {})", day.shown());
    assert_eq!(against(&made), [why.as_str()]);
}

#[test]
fn an_e_way_bill_of_the_day_before_is_past_and_its_invoice_is_credited() {
    let mut world = World::new();
    let order = world.at(orders::COMPLETED);
    let invoice = invoice_of(&world, &order);
    let acc = world.who("ACC");
    let valid = world.site.today().plus(3).to_string();
    let bill = json!({ "ewb_no": "271234567890", "ewb_valid_to": valid });
    world.site.act(&acc, "invoice", &invoice, "record", bill).unwrap();
    let id = ready(&mut world, &order, "waiting");
    let fresh = planned(&world, &id);
    assert_eq!(kinds(&fresh)[0], "cancel");
    let day = world.site.now.0 + 24 * HOUR;
    assert_eq!(fresh.effects[0].until.map(|at| at.0), Some(day));
    world.later(24 * HOUR + 1);
    let made = ends(&mut world, &id);
    assert_eq!(kinds(&made), ["credit", "bring_back", "waiting"]);
    let why = "The e-way bill is older than 24 h; only a credit note is possible";
    assert_eq!(made.effects[0].says.as_deref(), Some(why));
}

#[test]
fn of_an_invoice_of_several_orders_only_the_reversed_one_is_credited() {
    let mut world = World::new();
    let stays = world.at(orders::LOADED);
    let order = world.at(orders::LOADED);
    let free_before = free(&world);
    let loadings: Vec<String> =
        [&stays, &order].map(|one| world.loadings(one)[0].id.clone()).to_vec();
    let acc = world.who("ACC");
    let made = world.site.create(&acc, "invoice", json!({ "loadings": loadings })).unwrap();
    let invoice = made["id"].as_str().unwrap().to_owned();
    world.site.act(&acc, "invoice", &invoice, "post", json!({})).unwrap();
    let owed = account(&world).receivable;
    let stood = world.doc(&stays).status;
    let id = ready(&mut world, &order, "rejected");
    let made = ends(&mut world, &id);
    assert_eq!(kinds(&made), ["credit", "bring_back", "rejected"]);
    assert_eq!(made.effects[0].says.as_deref(), Some("It bills other orders too"));
    let by = made.effects[0].amount_paise;
    assert_eq!(account(&world).receivable, owed - by);
    assert_eq!(free(&world).pcs, free_before.pcs + 36);
    let note = effects_of(&doc(&world, &id)).unwrap()[0].note.clone().unwrap();
    let note = Note::of(&world.site.read(|look| look.copy(&CREDIT_NOTE, &note))).unwrap();
    assert_eq!(note.lines.len(), 1, "of the order that is reversed alone");
    assert_eq!(world.doc(&stays).status, stood);
    // The last one takes the remainder, to the paisa.
    let other = ready(&mut world, &stays, "rejected");
    let made = ends(&mut world, &other);
    assert_eq!(made.effects[0].amount_paise, owed - by);
    assert_eq!(account(&world).receivable, 0);
    let book = |name: &str| world.site.read(|look| books::balance(look, name));
    assert_eq!(book(books::SALES) + book(books::SALES_RETURN), 0);
}
