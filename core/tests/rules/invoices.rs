//! Invoices from posted loadings, by commands over a site in memory.

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
use godown_core::value::Instant;
use godown_core::write::command::CommandKind;
use godown_core::{invariant, query};
use serde_json::{Value, json};

const DAY_MS: i64 = 86_400_000;
/// 31-03-2027, 23:59:59 in India.
const LAST_SECOND: Instant = Instant(1_806_517_799_000);

pub struct World {
    pub site: Site,
    pub branch: String,
    pub yard: String,
    pub sku: String,
    pub batch: String,
    vehicle: String,
    driver: String,
    sales: Actor,
    slips: u32,
}

impl World {
    pub fn new() -> World {
        World::at(NOW)
    }

    pub fn at(now: Instant) -> World {
        let mut site = Site::new();
        site.now = now;
        site.make(
            "company",
            json!({ "name": "Deccan Steel", "pan": "AAPFU0939F", "aato_paise": 1_000,
            "tcs_rules": [{ "section": "206C(1)", "rate_bp": 100, "from": "2020-10-01" }] }),
        );
        let branch = site.branch();
        let yard = site.make(
            "yard",
            json!({ "code": "RJN", "name": "Ranjangaon", "branch": branch,
            "address": "Plot 4", "state": seeded("state", "27"), "pin": "412220" }),
        );
        let sales = site.employee("SALES", "9800000001", &["SALES"], &branch);
        let (_, sku) = site.goods();
        let truck = site.make(
            "vehicle",
            json!({ "reg_no": "MH12AB1234", "owned_by": "own",
            "truck_type": seeded("truck_type", TRUCK), "capacity_g": 25_000_000 }),
        );
        let driver = site.make(
            "driver",
            json!({ "name": "Ramesh", "mobile": "9800000002",
            "licence_no": "MH1220110012345", "licence_to": "2030-01-01" }),
        );
        let sales = Actor {
            id: sales,
            branch: branch.clone(),
            branches: vec![branch.clone()],
            ..person(Role::Sales)
        };
        let batch = stock_up(&mut site, &yard, &sku);
        World { site, branch, yard, sku, batch, vehicle: truck, driver, sales, slips: 0 }
    }

    pub fn actor(&self, role: Role) -> Actor {
        Actor {
            branches: vec![self.branch.clone()],
            yards: vec![self.yard.clone()],
            ..person(role)
        }
    }

    pub fn customer(&mut self, gstin: &str, pin: &str) -> String {
        let record = json!({ "name": format!("Firm {gstin}"), "kind": "Dealer", "gst_category": "Regular",
            "gstin": gstin, "pan": &gstin[2..12], "contact_person": "Anil", "mobile": format!("98{}", &pin.repeat(2)[..8]),
            "billing": { "line1": "Main road", "state": seeded("state", &gstin[..2]), "pin": pin },
            "payment_term": seeded("payment_term", "CR30"), "sales_owner": self.sales.id });
        let id = self.site.make("customer", record);
        self.act(Role::Sales, "customer", &id, "submit", json!({}));
        self.act(Role::Bm, "customer", &id, "approve", json!({}));
        let limit = json!({ "limit_paise": 100_000_000, "remarks": "Opening limit" });
        self.act(Role::Credit, "customer", &id, "set_credit", limit);
        id
    }

    pub fn try_act(
        &mut self,
        role: Role,
        kind: &str,
        id: &str,
        action: &str,
        inputs: Value,
    ) -> Result<Value, Vec<Issue>> {
        let actor = if role == Role::Sales { self.sales.clone() } else { self.actor(role) };
        self.site.act(&actor, kind, id, action, inputs)
    }

    pub fn act(&mut self, role: Role, kind: &str, id: &str, action: &str, inputs: Value) -> Value {
        let done = self.try_act(role, kind, id, action, inputs);
        done.unwrap_or_else(|issues| panic!("{kind} {action}: {issues:?}"))
    }

    /// An order of `pcs` pieces that weigh `weight_g`, at G4's rate, on its way to the yard.
    pub fn order(&mut self, customer: &str, pcs: i64, weight_g: i64) -> String {
        let record = json!({ "customer": customer, "yard": self.yard,
            "payment_term": seeded("payment_term", "CR30"), "price_basis": "ex_yard",
            "delivery_by": self.site.today().plus(7).to_string(),
            "lines": [{ "sku": self.sku, "pcs": pcs, "weight_g": weight_g, "rate_uom": "MT",
                "rate_paise": 5_875_000 }] });
        let made = self.site.create(&self.sales.clone(), "order", record).unwrap();
        let id = made["id"].as_str().unwrap().to_owned();
        self.act(Role::Sales, "order", &id, "submit", json!({ "confirm": true }));
        self.act(Role::Bm, "order", &id, "approve", json!({}));
        let advice = json!({ "recommendation": "approve" });
        self.act(Role::Pct, "order", &id, "forward", advice);
        self.act(Role::Credit, "order", &id, "credit_approve", json!({}));
        id
    }

    /// One vehicle of the order; the loading's id.
    pub fn load(&mut self, order: &str, pcs: i64, weight_g: i64) -> String {
        self.slips += 1;
        let record = json!({ "vehicle": self.vehicle, "driver": self.driver, "mobile": "9800000002",
            "slip_no": format!("S{}", self.slips), "tare_g": 8_000_000, "gross_g": 8_000_000 + weight_g,
            "lines": [{ "order_line": 0, "batch": self.batch, "pcs": pcs, "weight_g": weight_g }] });
        self.act(Role::Yard, "order", order, "load", json!({ "loading_record": record }));
        let posted = self.site.read(|case| godown_core::docs::loadings::posted(case, order));
        posted.last().unwrap().id.clone()
    }

    pub fn draft(&mut self, loadings: &[&str], more: Value) -> Result<String, Vec<Issue>> {
        let mut sent = json!({ "loadings": loadings });
        sent.as_object_mut().unwrap().extend(record(more));
        let acc = self.actor(Role::Acc);
        let made = self.site.create(&acc, "invoice", sent)?;
        Ok(made["id"].as_str().unwrap().to_owned())
    }

    pub fn post(&mut self, invoice: &str) -> Result<Value, Vec<Issue>> {
        self.try_act(Role::Acc, "invoice", invoice, "post", json!({}))
    }

    /// A whole order's way to its posted invoice.
    pub fn invoiced(&mut self, customer: &str) -> Value {
        let order = self.order(customer, 36, 1_020_500);
        let loading = self.load(&order, 36, 1_020_500);
        let invoice = self.draft(&[&loading], json!({})).unwrap();
        self.post(&invoice).unwrap()
    }

    /// Every named invariant holds.
    pub fn is_sound(&self) {
        assert_eq!(invariant::check(&self.site.memory).unwrap(), []);
    }

    pub fn invoice(&self, id: &str) -> Invoice {
        self.site.read(|case| Invoice::of(&*case.doc(&INVOICE, id)?))
    }
}

const TRUCK: &str = "Truck 14 wheels";

/// 400 pieces that cost ₹50 a kg.
fn stock_up(site: &mut Site, yard: &str, sku: &str) -> String {
    let actor = Actor::system();
    let mut case = Case::new(docs::look(&site.memory, &actor, site.now), "opening");
    let qty = Qty { pcs: 400, g: 12_000_000 };
    let lot = Lot { sku, yard, day: case.today(), qty, cost_paise: 60_000_000, ..Lot::default() };
    let batch = batches::open(&mut case, &lot).unwrap();
    let source = Source::new("opening", "opening", 0, case.today());
    let to = Side::Stock(StockPlace::free(yard, sku, &batch));
    stock::post(&mut case, Side::Opening, to, qty, &source).unwrap();
    let (writes, _) = case.into_writes();
    site.memory.apply(&writes);
    batch
}

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

#[test]
fn an_invoice_with_an_old_irn_or_a_completed_order_is_not_cancelled() {
    let mut world = World::new();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 36, 1_020_500);
    let irn = "0123456789abcdef".repeat(4);
    let invoice = world.draft(&[&loading], json!({ "irn": irn })).unwrap();
    world.post(&invoice).unwrap();
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
