//! Invoices from posted loadings, by commands over a site in memory.

mod people;
mod world;

use crate::site::{NOW, Site, person, record, seeded};
use godown_core::declare::actor::Actor;
use godown_core::declare::case::Case;
use godown_core::declare::grant::Role;
use godown_core::docs;
use godown_core::docs::batches::{self, Lot};
use godown_core::docs::invoices::{INVOICE, Invoice};
use godown_core::error::{Code, Issue};
use godown_core::ledger::stock::{self, Qty, Side, StockPlace};
use godown_core::ledger::{Source, books, credit};
use godown_core::query::list::{Query, page};
use godown_core::value::Instant;
use godown_core::write::command::CommandKind;
use godown_core::{invariant, query};
use serde_json::{Value, json};
pub use world::World;

const DAY_MS: i64 = 86_400_000;
/// 31-03-2027, 23:59:59 in India.
const LAST_SECOND: Instant = Instant(1_806_517_799_000);

fn code(result: Result<impl std::fmt::Debug, Vec<Issue>>) -> Code {
    result.unwrap_err().first().unwrap().code
}

fn amounts(invoice: &Value) -> [i64; 6] {
    let of = |key: &str| invoice["record"][key].as_i64().unwrap();
    [
        of("cgst_paise"),
        of("sgst_paise"),
        of("igst_paise"),
        of("total_paise"),
        of("round_off_paise"),
        of("payable_paise"),
    ]
}

#[test]
fn an_invoice_inside_the_state_splits_its_tax_and_rounds_to_the_rupee() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let invoice = world.invoiced(&customer);
    assert_eq!(amounts(&invoice), [539_589, 539_589, 0, 7_074_616, -16, 7_074_600]);
    assert_eq!(invoice["doc_no"], "PN/26-27/000001");
    assert_eq!(invoice["status"], "Posted");
    assert_eq!(invoice["record"]["due_date"], "2026-12-21");
    let words = "Rupees seventy thousand seven hundred forty-six only";
    assert_eq!(invoice["record"]["amount_in_words"], words);
    assert_eq!(invoice["record"]["seller"]["gstin"], "27AAPFU0939F1ZV");
    assert_eq!(invoice["record"]["buyer"]["gstin"], "27AABFT1234K1Z9");
}

#[test]
fn an_invoice_names_the_batches_that_its_goods_came_from() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let id = world.invoiced(&customer)["id"].as_str().unwrap().to_owned();
    let acc = world.actor(Role::Acc);
    let view = query::view(&world.site.memory, &acc, world.site.now, "invoice", &id).unwrap();
    let view = serde_json::to_value(view).unwrap();
    let batch = world.site.get("batch", &world.batch);
    assert_eq!(view["links"]["batch"][&world.batch], batch["record"]["batch_no"]);
}

#[test]
fn an_invoice_to_another_state_bears_integrated_tax_and_completes_with_its_e_way_bill() {
    let mut world = World::new();
    let customer = world.customer("29ABCPE1234F1Z7", "560001");
    let invoice = world.invoiced(&customer);
    assert_eq!(amounts(&invoice), [0, 0, 1_079_179, 7_074_617, -17, 7_074_600]);
    assert_eq!(invoice["record"]["ewb_needed"], true);
    let order = invoice["record"]["orders"][0].as_str().unwrap().to_owned();
    assert_eq!(world.site.get("order", &order)["status"], "Order Loaded");
    let id = invoice["id"].as_str().unwrap();
    let ewb = json!({ "ewb_no": "123456789012", "ewb_date": "2026-11-21", "distance_km": 840 });
    let recorded = world.act(Role::Acc, "invoice", id, "record", ewb);
    assert_eq!(recorded["record"]["ewb_valid_to"], "2026-11-26");
    assert_eq!(world.site.get("order", &order)["status"], "Order Completed");
}

#[test]
fn posting_turns_the_commitment_into_a_debt_and_books_sale_and_cost() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let invoice = world.invoiced(&customer);
    let order = invoice["record"]["orders"][0].as_str().unwrap().to_owned();
    let done = world.site.get("order", &order);
    assert_eq!(done["status"], "Order Completed");
    assert_eq!(done["record"]["invoiced_bp"], 10_000);
    let account = world.site.read(|case| credit::account(case, &customer));
    assert_eq!((account.committed, account.receivable), (0, 7_074_600));
    let balance = |account: &str| world.site.read(|case| books::balance(case, account));
    assert_eq!(balance(&books::customer(&customer)), 7_074_600);
    assert_eq!(balance(books::SALES), -5_995_438);
    assert_eq!(balance(books::ROUND_OFF), 16);
    assert_eq!(balance(books::COST_OF_SALES), 5_102_500);
    world.is_sound();
}

#[test]
fn an_invoice_that_rounds_to_nothing_is_refused_and_says_so_before_it_is_posted() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let line = json!({ "sku": world.sku, "pcs": 1, "weight_g": 28_347, "rate_uom": "MT",
        "rate_paise": 100 });
    let order = world.order_of(&customer, vec![line]);
    let loading = world.load(&order, 1, 28_347);
    let invoice = world.draft(&[&loading], json!({})).unwrap();
    let refused = world.post(&invoice).unwrap_err();
    let said = "This invoice comes to ₹0. Correct the rates of its orders";
    assert_eq!((refused[0].code, refused[0].message.as_str()), (Code::Rule, said));
    let acc = world.actor(Role::Acc);
    let view = query::view(&world.site.memory, &acc, world.site.now, "invoice", &invoice).unwrap();
    let view = serde_json::to_value(view).unwrap();
    let post = view["actions"].as_array().unwrap().iter().find(|one| one["action"] == "post");
    assert_eq!(post.unwrap()["why"], said);
    world.is_sound();
}

#[test]
fn two_loadings_of_a_line_are_priced_as_one() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let order = world.order(&customer, 36, 1_020_500);
    let first = world.load(&order, 13, 368_500);
    let second = world.load(&order, 23, 652_000);
    let id = world.draft(&[&first, &second], json!({})).unwrap();
    let posted = world.post(&id).unwrap();
    assert_eq!(amounts(&posted), [539_589, 539_589, 0, 7_074_616, -16, 7_074_600]);
    let invoice = world.invoice(&id);
    assert_eq!(invoice.lines.len(), 1);
    assert_eq!(invoice.lines[0].parts.len(), 2);
    world.is_sound();
}

#[test]
fn one_invoice_takes_loadings_of_several_orders_of_the_same_terms() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let other = world.customer("29ABCPE1234F1Z7", "560001");
    let orders = [world.order(&customer, 36, 1_020_500), world.order(&customer, 20, 600_000)];
    let foreign = world.order(&other, 10, 300_000);
    let first = world.load(&orders[0], 36, 1_020_500);
    let parts = [world.load(&orders[1], 12, 360_000), world.load(&orders[1], 8, 240_000)];
    let theirs = world.load(&foreign, 10, 300_000);
    let said = world.draft(&[&first, &theirs], json!({})).unwrap_err();
    assert_eq!(said[0].path, "loadings.1");
    assert!(said[0].message.starts_with("The customer differs"), "{said:?}");
    let account = |world: &World| world.site.read(|case| credit::account(case, &customer));
    let before = account(&world);
    let id = world.draft(&[&first, &parts[0]], json!({})).unwrap();
    world.post(&id).unwrap();
    let shares = world.invoice(&id).shares;
    assert_eq!(
        shares.iter().map(|share| share.amount_paise).sum::<i64>(),
        account(&world).receivable
    );
    let held = |world: &World, at: usize| {
        world.site.read(|case| credit::committed_for(case, &customer, &orders[at]))
    };
    assert_eq!(held(&world, 0), 0);
    assert_eq!(held(&world, 1), before.committed - 7_074_616 - shares[1].amount_paise);
    assert_eq!(world.site.get("order", &orders[0])["status"], "Order Completed");
    assert_eq!(world.site.get("order", &orders[1])["status"], "Order Loaded");
    world.is_sound();
    let rest = world.draft(&[&parts[1]], json!({})).unwrap();
    world.post(&rest).unwrap();
    assert_eq!(world.site.get("order", &orders[1])["status"], "Order Completed");
    assert_eq!(account(&world).committed, 0);
    world.is_sound();
}

#[test]
fn a_loading_stands_on_one_live_invoice() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 36, 1_020_500);
    let first = world.draft(&[&loading], json!({})).unwrap();
    let second = world.draft(&[&loading], json!({})).unwrap();
    world.post(&first).unwrap();
    let before = world.site.memory.clone();
    assert_eq!(code(world.post(&second)), Code::Duplicate);
    assert_eq!(code(world.draft(&[&loading], json!({}))), Code::Duplicate);
    assert_eq!(world.site.memory, before);
}

#[test]
fn a_refused_posting_burns_no_number() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 36, 1_020_500);
    let old = world.draft(&[&loading], json!({ "date": "2026-11-10" })).unwrap();
    assert_eq!(code(world.post(&old)), Code::Backdate);
    let lock = json!({ "branch": world.branch, "locked_to": "2026-11-20" });
    world.site.make("period_lock", lock);
    assert_eq!(code(world.post(&old)), Code::PeriodLocked);
    let fresh = world.draft(&[&loading], json!({})).unwrap();
    assert_eq!(world.post(&fresh).unwrap()["doc_no"], "PN/26-27/000001");
}

#[test]
fn a_series_runs_by_financial_year_and_its_dates_never_go_back() {
    let mut world = World::at(LAST_SECOND);
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let number = |invoice: &Value| invoice["doc_no"].as_str().unwrap().to_owned();
    assert_eq!(number(&world.invoiced(&customer)), "PN/26-27/000001");
    world.site.now = Instant(LAST_SECOND.0 + 1_000);
    assert_eq!(number(&world.invoiced(&customer)), "PN/27-28/000001");
    world.site.now = Instant(LAST_SECOND.0 + 2 * DAY_MS);
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 36, 1_020_500);
    let late = world.draft(&[&loading], json!({ "date": "2027-03-31" })).unwrap();
    assert_eq!(number(&world.post(&late).unwrap()), "PN/26-27/000002");
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 36, 1_020_500);
    let earlier = world.draft(&[&loading], json!({ "date": "2027-03-30" })).unwrap();
    let said = world.post(&earlier).unwrap_err();
    assert_eq!(said[0].message, "The last invoice of the series is of 31-03-2027");
    world.is_sound();
}

#[test]
fn a_series_is_moved_forward_before_it_begins_and_leaves_no_number_out_after_that() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let series = json!({ "doc_type": "invoice", "branch": world.branch, "fy": "26-27", "width": 6, "next": 7 });
    let series = world.site.make("number_series", series);
    assert_eq!(world.invoiced(&customer)["doc_no"], "PN/26-27/000007");
    let later = world.site.edit(&Actor::system(), "number_series", &series, json!({ "next": 20 }));
    assert_eq!(
        crate::site::messages(later),
        ["8 is the next number of this series; none may be left out"]
    );
    assert_eq!(world.invoiced(&customer)["doc_no"], "PN/26-27/000008");
}

#[test]
fn a_cancelled_invoice_mirrors_its_postings_and_stays_listed() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let order = world.order(&customer, 36, 1_020_500);
    let first = world.load(&order, 13, 368_500);
    world.load(&order, 23, 652_000);
    let accounts = |world: &World| {
        let names = [books::SALES, books::OUTPUT_CGST, books::STOCK, books::ROUND_OFF];
        let booked = names.map(|name| world.site.read(|case| books::balance(case, name)));
        (booked, world.site.read(|case| credit::account(case, &customer)))
    };
    let before = accounts(&world);
    let invoice = world.draft(&[&first], json!({})).unwrap();
    world.post(&invoice).unwrap();
    assert_ne!(accounts(&world), before);
    let short = world.try_act(Role::Acc, "invoice", &invoice, "cancel", json!({ "remarks": "no" }));
    assert_eq!(short.unwrap_err()[0].path, "remarks");
    let why = json!({ "remarks": "Wrong party" });
    let gone = world.act(Role::Acc, "invoice", &invoice, "cancel", why);
    assert_eq!(accounts(&world), before);
    assert_eq!(
        (&gone["status"], &gone["doc_no"]),
        (&json!("Cancelled"), &json!("PN/26-27/000001"))
    );
    let again = world.draft(&[&first], json!({})).unwrap();
    assert_eq!(world.post(&again).unwrap()["doc_no"], "PN/26-27/000002");
    world.is_sound();
}

/// What the portal answers of an invoice.
fn registered() -> Value {
    json!({ "irn": "0123456789abcdef".repeat(4), "ack_no": "112010036563310",
        "ack_date": "2026-11-21", "signed_qr": "eyJhbGciOiJSUzI1NiJ9.signed" })
}

#[test]
fn a_draft_has_no_irn_however_it_is_sent() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 36, 1_020_500);
    let draft = world.draft(&[&loading], registered()).unwrap();
    let acc = world.actor(Role::Acc);
    world.site.edit(&acc, "invoice", &draft, registered()).unwrap();
    let refused = world.try_act(Role::Acc, "invoice", &draft, "record", registered());
    assert_eq!(code(refused), Code::BadState);
    for status in ["Draft", "Posted"] {
        let kept = world.site.get("invoice", &draft);
        let papers = ["irn", "ack_no", "ack_date", "signed_qr"].map(|key| &kept["record"][key]);
        assert_eq!((&kept["status"], papers), (&json!(status), [&Value::Null; 4]));
        if status == "Draft" {
            world.post(&draft).unwrap();
        }
    }
}

#[test]
fn an_invoice_with_an_old_irn_or_a_completed_order_is_not_cancelled() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 36, 1_020_500);
    let invoice = world.draft(&[&loading], json!({})).unwrap();
    world.post(&invoice).unwrap();
    world.act(Role::Acc, "invoice", &invoice, "record", registered());
    let why = json!({ "remarks": "Wrong party" });
    let done = world.try_act(Role::Acc, "invoice", &invoice, "cancel", why.clone());
    assert_eq!(code(done), Code::Rule);
    world.site.now = Instant(NOW.0 + DAY_MS + 1);
    let late = world.try_act(Role::Acc, "invoice", &invoice, "cancel", why);
    assert_eq!(code(late), Code::IrnLive);
    let other = json!({ "irn": "f".repeat(64) });
    let changed = world.try_act(Role::Acc, "invoice", &invoice, "record", other);
    assert_eq!(changed.unwrap_err()[0].message, "The IRN of an invoice never changes");
}

#[test]
fn a_disputed_loading_is_not_drafted_and_a_changed_one_is_saved_again() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 36, 1_020_500);
    let draft = world.draft(&[&loading], json!({})).unwrap();
    let concern =
        json!({ "reason": "WEIGHT_SLIP", "loading": loading, "remarks": "The slip is unreadable" });
    world.act(Role::Acc, "order", &order, "account_concern", concern);
    assert!(world.draft(&[&loading], json!({})).is_err());
    assert!(world.post(&draft).is_err());
    let slip = json!({ "loading": loading, "reason": "WEIGHT_SLIP", "gross_g": 9_020_000,
        "lines": [{ "line": 0, "weight_g": 1_020_000 }] });
    world.act(Role::Yard, "order", &order, "correct_loading", slip);
    let answer = json!({ "resolution": "changed", "remarks": "Weighed again" });
    world.act(Role::Bm, "order", &order, "answer", answer);
    let accept = json!({ "remarks": "The new slip is fine" });
    world.act(Role::Acc, "order", &order, "account_resolve", accept);
    let said = world.post(&draft).unwrap_err();
    assert!(said[0].message.ends_with("Save it again"), "{said:?}");
    let acc = world.actor(Role::Acc);
    world.site.edit(&acc, "invoice", &draft, json!({})).unwrap();
    assert_eq!(world.post(&draft).unwrap()["record"]["weight_g"], 1_020_000);
    world.is_sound();
}

#[test]
fn a_draft_may_be_deleted_and_a_sent_amount_is_not_taken() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 36, 1_020_500);
    let draft = world.draft(&[&loading], json!({ "payable_paise": 1 })).unwrap();
    assert_eq!(world.invoice(&draft).payable_paise, 7_074_600);
    let acc = world.actor(Role::Acc);
    let deed = CommandKind::Delete { doc_type: "invoice".into(), id: draft, version: 1 };
    world.site.deed(&acc, deed).unwrap();
    let draft = world.draft(&[&loading], json!({ "tcs_section": "206C(1)" })).unwrap();
    assert_eq!(world.invoice(&draft).tcs_paise, 70_746);
    let none = world.draft(&[&loading], json!({ "tcs_section": "194Q" })).unwrap_err();
    assert_eq!(none[0].path, "tcs_section");
}

#[test]
fn a_site_may_ask_for_the_e_way_bill_before_posting() {
    let mut world = World::new();
    let customer = world.customer("29ABCPE1234F1Z7", "560001");
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 36, 1_020_500);
    let invoice = world.draft(&[&loading], json!({})).unwrap();
    world
        .site
        .edit(&Actor::system(), "setting", "setting", json!({ "ewb_at_post": true }))
        .unwrap();
    let said = world.post(&invoice).unwrap_err();
    assert_eq!(said[0].message, "E-way bill is required (value ₹70,746.00 > ₹50,000.00)");
    let acc = world.actor(Role::Acc);
    let ewb = json!({ "ewb_no": "123456789012" });
    world.site.edit(&acc, "invoice", &invoice, ewb).unwrap();
    world.post(&invoice).unwrap();
    assert_eq!(world.site.get("order", &order)["status"], "Order Completed");
}

#[test]
fn the_record_and_the_declaration_of_an_invoice_hold_the_same_fields() {
    let declared: Vec<&str> = INVOICE.fields.iter().map(|field| field.key).collect();
    assert_eq!(declared, Invoice::KEYS);
}

#[test]
fn ninety_nine_lines_of_half_a_paisa_leave_nothing_over_however_they_are_loaded() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    // 28.348 kg at ₹58,750 a tonne come to ₹1,665.445.
    let line = json!({ "sku": world.sku, "pcs": 1, "weight_g": 28_348, "rate_uom": "MT", "rate_paise": 5_875_000 });
    let order = world.order_of(&customer, vec![line; 99]);
    let ordered = world.site.get("order", &order)["record"]["total_paise"].as_i64().unwrap();
    let loadings = [0..50, 50..98, 98..99].map(|lines| world.load_lines(&order, lines, 28_348));
    let mut invoiced = 0;
    for loading in loadings {
        let id = world.draft(&[&loading], json!({})).unwrap();
        let posted = world.post(&id).unwrap();
        let [.., total, _, _] = amounts(&posted);
        let taxed: i64 = amounts(&posted)[..3].iter().sum();
        let bare: i64 = world.invoice(&id).lines.iter().map(|line| line.amount_paise).sum();
        assert_eq!(total, bare + taxed);
        assert_eq!(bare % 166_545, 0, "half a paisa is rounded line by line, away from zero");
        invoiced += total;
        world.is_sound();
    }
    assert!((ordered - invoiced).abs() <= 3, "ordered {ordered}, invoiced {invoiced}");
    assert_eq!(world.site.get("order", &order)["status"], "Order Completed");
    let account = world.site.read(|case| credit::account(case, &customer));
    assert_eq!(account.committed, 0);
}

#[test]
fn an_order_is_found_by_its_customers_mobile_and_by_the_vehicle_that_came_for_it() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let order = world.order(&customer, 36, 1_020_500);
    let mobile = world.site.get("customer", &customer)["record"]["mobile"].clone();
    let found = |world: &World, typed: &str| -> Vec<String> {
        let asked = Query { q: typed.to_owned(), limit: 10, ..Query::default() };
        let (system, read) = (Actor::system(), &world.site.memory);
        let rows = page(read, &system, world.site.now, "order", &asked).unwrap().records().unwrap();
        rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
    };
    let numbers = [mobile.as_str().unwrap(), "MH12AB1234", "1234", "MH 12 AB 1234"];
    assert_eq!(numbers.map(|typed| found(&world, typed).len()), [1, 0, 0, 0]);
    world.load(&order, 36, 1_020_500);
    for typed in numbers {
        assert_eq!(found(&world, typed), [order.as_str()], "{typed}");
    }
}
