//! A supplier's goods on their road into stock, and what people see of it.

use crate::site::wire;
use std::sync::Arc;

use godown_core::decide::decide;
use godown_core::declare::actor::Actor;
use godown_core::declare::case::Case;
use godown_core::declare::grant::Role;
use godown_core::docs::holds::STOCK_HOLD;
use godown_core::error::{Code, Halt, Issue};
use godown_core::kept::doc::{Doc, Record};
use godown_core::kept::read::Memory;
use godown_core::ledger::credit::{self as accounts, Limit};
use godown_core::ledger::stock::{self as ledger, Qty, Side, StockPlace};
use godown_core::ledger::{Source, books};
use godown_core::query::{self, credit, stock};
use godown_core::value::{Day, Instant};
use godown_core::write::command::{Command, CommandKind};
use godown_core::write::save;
use godown_core::{docs, invariant};
use serde_json::{Value, json};

/// 21 September 2026, noon in India.
const NOW: Instant = Instant(1_789_972_200_000);

struct World {
    memory: Memory,
    commands: u32,
}

fn person(id: &str, role: Role, branch: &str, yard: &str) -> Actor {
    let yards = if yard.is_empty() { Vec::new() } else { vec![yard.to_owned()] };
    Actor {
        id: id.to_owned(),
        name: id.to_owned(),
        roles: vec![role],
        branch: branch.to_owned(),
        branches: if yard.is_empty() { vec![branch.to_owned()] } else { Vec::new() },
        yards,
        ..Actor::system()
    }
}

fn purch() -> Actor {
    person("purch", Role::Purch, "pune", "")
}

fn bm() -> Actor {
    person("bm", Role::Bm, "pune", "")
}

fn yard_man() -> Actor {
    person("yardman", Role::Yard, "pune", "rj")
}

fn acc() -> Actor {
    person("acc", Role::Acc, "pune", "")
}

impl World {
    /// A branch, two yards, one product group with two SKUs, and a supplier.
    fn new() -> World {
        let mut world = World { memory: Memory::default(), commands: 0 };
        let group = json!({ "name": "ERW pipe", "rate_uom": "MT", "stock_mode": "pcs_kg",
            "gst_rates": [{ "rate_bp": 1_800, "from": "2025-09-22" }] });
        for (kind, id, record) in [
            ("branch", "pune", json!({ "code": "PN", "name": "Pune", "series_prefix": "PN" })),
            ("branch", "vapi", json!({ "code": "VP", "name": "Vapi", "series_prefix": "VP" })),
            ("yard", "rj", json!({ "code": "RJ", "name": "Ranjangaon", "branch": "pune" })),
            ("yard", "vp", json!({ "code": "VP", "name": "Vapi yard", "branch": "vapi" })),
            ("product_group", "erw", group),
            ("sku", "s1", json!({ "name": "ERW 25 NB", "product_group": "erw" })),
            ("sku", "s2", json!({ "name": "ERW 40 NB", "product_group": "erw" })),
            ("supplier", "mill", json!({ "name": "Mill", "gst_category": "Regular" })),
            ("customer", "c1", json!({ "name": "Asha Traders", "pan": "AAACA1234F" })),
            ("customer", "c2", json!({ "name": "Asha Steel", "pan": "AAACA1234F" })),
        ] {
            world.plant(kind, id, record);
        }
        world
    }

    /// Puts a master into the store as it stands.
    fn plant(&mut self, kind: &str, id: &str, record: Value) {
        let def = docs::find(kind).unwrap();
        self.system(|case| {
            let mut doc = save::blank(case, def, id.to_owned());
            doc.status = "Active".to_owned();
            doc.record = record.as_object().unwrap().clone();
            save::finish(case, def, None, doc, "create", &Record::new(), None)
        });
    }

    fn system<T>(&mut self, deed: impl FnOnce(&mut Case) -> Result<T, Halt>) -> T {
        let actor = Actor::system();
        let mut case = Case::new(docs::look(&self.memory, &actor, NOW), "");
        let done = deed(&mut case).unwrap();
        let (writes, _) = case.into_writes();
        self.memory.apply(&writes);
        done
    }

    fn send(&mut self, actor: &Actor, deed: CommandKind) -> Result<Arc<Doc>, Vec<Issue>> {
        self.commands += 1;
        let command_id = format!("00000000-0000-4000-8000-{:012x}", self.commands);
        match decide(&self.memory, actor, NOW, &Command { command_id, deed }) {
            Ok(changes) => {
                self.memory.apply(&changes.writes);
                assert_eq!(invariant::check(&self.memory).unwrap(), []);
                let doc = changes.answer.doc().unwrap();
                Ok(self.system(|case| case.find(&doc.kind, &doc.id)).unwrap())
            }
            Err(Halt::Refused(refused)) => Err(refused.issues),
            Err(other) => panic!("{other:?}"),
        }
    }

    fn create(&mut self, actor: &Actor, record: Value) -> Result<Arc<Doc>, Vec<Issue>> {
        let record = record.as_object().unwrap().clone();
        self.send(actor, CommandKind::Create { doc_type: "inward".to_owned(), record })
    }

    fn update(&mut self, actor: &Actor, doc: &Doc, record: Value) -> Result<Arc<Doc>, Vec<Issue>> {
        let record = record.as_object().unwrap().clone();
        let (doc_type, id, version) = ("inward".to_owned(), doc.id.clone(), doc.version);
        self.send(actor, CommandKind::Update { doc_type, id, version, record })
    }

    fn act(&mut self, actor: &Actor, doc: &Doc, action: &str) -> Result<Arc<Doc>, Vec<Issue>> {
        self.act_with(actor, doc, action, json!({}))
    }

    fn act_with(
        &mut self,
        actor: &Actor,
        doc: &Doc,
        action: &str,
        inputs: Value,
    ) -> Result<Arc<Doc>, Vec<Issue>> {
        let (doc_type, action) = ("inward".to_owned(), action.to_owned());
        let inputs = inputs.as_object().unwrap().clone();
        let (id, version) = (doc.id.clone(), doc.version);
        self.send(actor, CommandKind::Act { doc_type, id, version, action, inputs })
    }

    fn approved(&mut self, record: Value) -> Arc<Doc> {
        let draft = self.create(&purch(), record).unwrap();
        let pending = self.act(&purch(), &draft, "submit").unwrap();
        self.act(&bm(), &pending, "approve").unwrap()
    }

    fn free(&mut self, sku: &str) -> Qty {
        self.system(|case| ledger::free(case, "rj", sku))
    }
}

/// Two lines of 1,000 kg each on a truck of 10 t.
fn load() -> Value {
    json!({
        "date": "2026-09-21",
        "yard": "rj",
        "supplier": "mill",
        "supplier_invoice_no": "4521",
        "supplier_invoice_date": "2026-09-20",
        "vehicle_no": "MH12AB1234",
        "tare_g": 10_000_000,
        "gross_g": 12_000_000,
        "freight_paise": 100_001,
        "lines": [
            { "sku": "s1", "pcs": 40, "weight_g": 1_000_000, "rate_paise": 5_875_000 },
            { "sku": "s2", "pcs": 20, "weight_g": 1_000_000, "rate_paise": 5_900_000,
              "coil_no": "C-77", "quality_hold": true },
        ],
    })
}

fn with(mut record: Value, change: impl FnOnce(&mut Value)) -> Value {
    change(&mut record);
    record
}

fn first(result: Result<Arc<Doc>, Vec<Issue>>) -> (Code, String) {
    let issue = result.unwrap_err().remove(0);
    (issue.code, issue.message)
}

impl World {
    /// The hold of the second line.
    fn hold(&mut self, inward: &Doc) -> Arc<Doc> {
        let id = inward.get("lines").unwrap()[1]["stock_hold"].as_str().unwrap().to_owned();
        self.system(|case| case.doc(&STOCK_HOLD, &id))
    }

    fn release(&mut self, actor: &Actor, hold: &Doc) -> Result<Arc<Doc>, Vec<Issue>> {
        let inputs = json!({ "remarks": "Tested, as the certificate says" });
        self.send(
            actor,
            CommandKind::Act {
                doc_type: "stock_hold".to_owned(),
                id: hold.id.clone(),
                version: hold.version,
                action: "release".to_owned(),
                inputs: inputs.as_object().unwrap().clone(),
            },
        )
    }
}

#[test]
fn what_is_held_for_quality_is_freed_by_the_branch_manager() {
    let mut world = World::new();
    let doc = world.approved(load());
    let hold = world.hold(&doc);
    assert_eq!((hold.text("inward"), hold.status.as_str()), (Some(doc.id.as_str()), "Active"));
    assert!(world.release(&yard_man(), &hold).is_err());
    assert_eq!(world.free("s2"), Qty::default());
    assert_eq!(world.release(&bm(), &hold).unwrap().status, "Released");
    assert_eq!(world.free("s2"), Qty::new(20, 1_000_000));
}

#[test]
fn the_hold_of_goods_that_go_back_to_their_supplier_ends_with_them() {
    let mut world = World::new();
    let doc = world.approved(load());
    let said = json!({ "remarks": "Came to the wrong godown" });
    world.act_with(&acc(), &doc, "reverse", said).unwrap();
    let hold = world.hold(&doc);
    assert_eq!(hold.status, "Released");
    assert!(world.release(&bm(), &hold).is_err());
    assert_eq!(world.free("s2"), Qty::default());
}

#[test]
fn an_approved_inward_brings_batches_stock_cost_and_the_suppliers_claim() {
    let mut world = World::new();
    let doc = world.approved(load());
    assert_eq!(
        (doc.status.as_str(), doc.doc_no.as_deref()),
        ("Approved", Some("INW/PN/26-27/00001"))
    );
    assert_eq!(world.free("s1"), Qty::new(40, 1_000_000));
    assert_eq!(world.free("s2"), Qty::default(), "what is held for quality cannot be sold");
    let batches: Vec<Arc<Doc>> = doc
        .get("lines")
        .unwrap()
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["batch"].as_str().unwrap().to_owned())
        .map(|id| world.system(|case| case.find("batch", &id)).unwrap())
        .collect();
    assert_eq!(batches[0].text("batch_no"), Some("RJ2609-001"));
    assert_eq!(batches[1].text("batch_no"), Some("C-77"));
    let costs: Vec<_> = batches.iter().map(|batch| batch.int("cost_paise").unwrap()).collect();
    assert_eq!(costs, [5_875_000 + 50_001, 5_900_000 + 50_000]);
    assert_eq!(batches[0].int("cost_paise_per_kg"), Some(5_925));
    let at = |world: &mut World, account: &str| world.system(|case| books::balance(case, account));
    assert_eq!(at(&mut world, books::STOCK), 11_875_001);
    assert_eq!(at(&mut world, books::INPUT_TAX), 2_119_500);
    assert_eq!(at(&mut world, &books::supplier("mill")), -13_894_500);
}

#[test]
fn the_maker_of_an_inward_does_not_approve_it() {
    let mut world = World::new();
    let mut both = bm();
    both.roles.push(Role::Purch);
    let draft = world.create(&both, load()).unwrap();
    let pending = world.act(&both, &draft, "submit").unwrap();
    let refused = first(world.act(&both, &pending, "approve"));
    let message = "You created this stock inward; another person must approve";
    assert_eq!(refused, (Code::FourEyes, message.to_owned()));
    assert!(world.act(&bm_of_pune_too(), &pending, "approve").is_ok());
}

fn bm_of_pune_too() -> Actor {
    person("bm2", Role::Bm, "pune", "")
}

#[test]
fn lines_that_weigh_otherwise_than_the_weighbridge_need_remarks() {
    let mut world = World::new();
    let heavy = with(load(), |record| record["gross_g"] = 12_011_000.into());
    let draft = world.create(&purch(), heavy).unwrap();
    let pending = world.act(&purch(), &draft, "submit").unwrap();
    let refused = first(world.act(&bm(), &pending, "approve"));
    assert_eq!(refused.0, Code::Tolerance);
    assert!(
        refused.1.starts_with("Weight 2,000.000 kg is 0.55 % off 2,011.000 kg"),
        "{}",
        refused.1
    );
    let remarks = json!({ "remarks": "Rain on the sheets" });
    assert!(world.act_with(&bm(), &pending, "approve", remarks).is_ok());
}

#[test]
fn a_suppliers_invoice_comes_in_once_a_year_until_it_is_reversed() {
    let mut world = World::new();
    let doc = world.approved(load());
    let again = first(world.create(&purch(), load()));
    let message = "Invoice 4521 of this supplier is already inwarded in INW/PN/26-27/00001";
    assert_eq!(again, (Code::Duplicate, message.to_owned()));
    // Who may not see that inward is not told which it is.
    let other = with(load(), |record| record["yard"] = "vp".into());
    let again = first(world.create(&person("vapi", Role::Purch, "vapi", ""), other));
    let message = "Invoice 4521 of this supplier is already inwarded";
    assert_eq!(again, (Code::Duplicate, message.to_owned()));
    let remarks = json!({ "remarks": "Wrong supplier" });
    let reversed = world.act_with(&acc(), &doc, "reverse", remarks).unwrap();
    assert_eq!(reversed.status, "Reversed");
    assert_eq!(world.free("s1"), Qty::default());
    assert_eq!(world.system(|case| books::balance(case, books::STOCK)), 0);
    assert!(world.create(&purch(), load()).is_ok());
}

#[test]
fn an_inward_whose_batch_was_used_cannot_be_reversed() {
    let mut world = World::new();
    let doc = world.approved(load());
    let batch = doc.get("lines").unwrap()[0]["batch"].as_str().unwrap().to_owned();
    world.plant("order", "o", json!({}));
    world.plant("loading", "l", json!({ "order": "o" }));
    world.system(|case| {
        let mut order = Doc::clone(&case.find("order", "o")?.unwrap());
        order.doc_no = Some("ORD/PN/26-27/000001".to_owned());
        case.store(Arc::new(order))?;
        let place = StockPlace::free("rj", "s1", &batch);
        let source = Source::new("loading", "l", 0, case.today());
        ledger::post(case, Side::Stock(place), Side::Customer, Qty::new(1, 25_000), &source)
    });
    let remarks = json!({ "remarks": "Wrong supplier" });
    let refused = first(world.act_with(&acc(), &doc, "reverse", remarks));
    let message = "Batch RJ2609-001 already sold in ORD/PN/26-27/000001; use Additional inward (−) \
                   or Sales return";
    assert_eq!(refused, (Code::Rule, message.to_owned()));
}

#[test]
fn a_yard_man_neither_sees_nor_sets_rates_and_the_desk_completes_them() {
    let mut world = World::new();
    let mut record = load();
    record.as_object_mut().unwrap().remove("freight_paise");
    let draft = world.create(&yard_man(), record.clone()).unwrap();
    assert_eq!(draft.get("lines").unwrap()[0].get("rate_paise"), None);
    let pending = world.act(&yard_man(), &draft, "submit").unwrap();
    assert_eq!(first(world.act(&bm(), &pending, "approve")).1, "Line 1 has no rate yet");
    let priced = world.update(&purch(), &pending, record.clone()).unwrap();
    let shown = query::view(&world.memory, &yard_man(), NOW, "inward", &priced.id).unwrap();
    let text = shown.value().unwrap().to_string();
    for hidden in ["rate_paise", "amount_paise", "cost_paise", "5875000"] {
        assert!(!text.contains(&format!("\"{hidden}\":")), "{hidden} in {text}");
    }
    assert_eq!(first(world.update(&yard_man(), &priced, record)).0, Code::BadState);
    assert_eq!(world.act(&bm(), &priced, "approve").unwrap().status, "Approved");
}

#[test]
fn an_inward_of_another_branch_is_not_there() {
    let mut world = World::new();
    let draft = world.create(&purch(), load()).unwrap();
    let pending = world.act(&purch(), &draft, "submit").unwrap();
    let stranger = person("bm3", Role::Bm, "vapi", "");
    assert_eq!(first(world.act(&stranger, &pending, "approve")).0, Code::NotFound);
    let mut reader = person("bm4", Role::Bm, "vapi", "");
    reader.reads_branches.push("pune".to_owned());
    assert_eq!(first(world.act(&reader, &pending, "approve")).0, Code::Scope);
    let other = with(load(), |record| {
        record["yard"] = "vp".into();
        record["supplier_invoice_no"] = "1".into();
    });
    assert_eq!(first(world.create(&purch(), other)).0, Code::Scope);
}

#[test]
fn a_query_sends_the_inward_back_and_a_rejection_needs_words() {
    let mut world = World::new();
    let draft = world.create(&purch(), load()).unwrap();
    let pending = world.act(&purch(), &draft, "submit").unwrap();
    assert_eq!(first(world.act(&bm(), &pending, "reject")).0, Code::Required);
    let remarks = json!({ "remarks": "Which truck was it?" });
    let held = world.act_with(&bm(), &pending, "query", remarks.clone()).unwrap();
    let again = world.act(&purch(), &held, "submit").unwrap();
    assert_eq!(again.doc_no, pending.doc_no, "the number stays");
    let rejected = world.act_with(&bm(), &again, "reject", remarks).unwrap();
    let revised = world.act(&purch(), &rejected, "revise").unwrap();
    assert_eq!(revised.status, "Draft");
}

#[test]
fn dates_of_a_locked_period_or_too_far_back_are_not_posted() {
    let mut world = World::new();
    let old = with(load(), |record| {
        record["date"] = "2026-09-20".into();
        record["supplier_invoice_date"] = "2026-09-19".into();
    });
    let draft = world.create(&purch(), old).unwrap();
    let refused = first(world.act(&purch(), &draft, "submit"));
    assert_eq!(refused, (Code::Backdate, "You may back-date at most 0 days".to_owned()));
    let today = with(load(), |record| record["supplier_invoice_no"] = "4522".into());
    let draft = world.create(&purch(), today).unwrap();
    let pending = world.act(&purch(), &draft, "submit").unwrap();
    world.plant("period_lock", "lock", json!({ "branch": "pune", "soft_to": "2026-09-21" }));
    let refused = first(world.act(&bm(), &pending, "approve"));
    let message = "Date falls in a locked period (up to 21-09-2026)";
    assert_eq!(refused, (Code::PeriodLocked, message.to_owned()));
}

#[test]
fn stock_is_shown_by_batch_to_those_of_the_yard_and_its_cost_to_few() {
    let mut world = World::new();
    world.approved(load());
    world.system(|case| ledger::reserve(case, "o", 0, "rj", "s1", Qty::new(10, 240_000), None));
    let asked = stock::Asked { limit: 50, ..stock::Asked::default() };
    let seen = wire(&stock::stock(&world.memory, &yard_man(), NOW, &asked).unwrap());
    let rows = seen["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!((&rows[0]["name"], &rows[0]["free_pcs"]), (&json!("ERW 25 NB"), &json!(40)));
    assert_eq!((&rows[0]["reserved_pcs"], &rows[0]["reserved_g"]), (&json!(10), &json!(250_000)));
    assert_eq!((&rows[1]["hold_pcs"], &rows[1]["free_pcs"]), (&json!(20), &json!(0)));
    assert!(rows[0].get("cost_paise_per_kg").is_none());
    let seen = wire(&stock::stock(&world.memory, &acc(), NOW, &asked).unwrap());
    assert_eq!(seen["rows"][0]["cost_paise_per_kg"], json!(5_925));
    let found = stock::Asked { q: "c-77".to_owned(), ..asked.clone() };
    assert_eq!(wire(&stock::stock(&world.memory, &acc(), NOW, &found).unwrap())["total"], json!(1));
    let of = |skus: &[&str], offset: usize| {
        let skus = skus.iter().map(|sku| (*sku).to_owned()).collect();
        let asked = stock::Asked { skus, offset, yard: "rj".into(), ..asked.clone() };
        let seen = wire(&stock::stock(&world.memory, &yard_man(), NOW, &asked).unwrap());
        (seen["total"].clone(), seen["rows"].as_array().unwrap().len())
    };
    assert_eq!(of(&["s1", "s2"], 0), (json!(2), 2));
    assert_eq!(of(&["s1", "s2"], 1), (json!(2), 1));
    assert_eq!(of(&["s1", "none"], 0), (json!(1), 1));
    assert_eq!(of(&["none"], 0), (json!(0), 0));
    let stranger = person("x", Role::Yard, "vapi", "vp");
    assert_eq!(
        wire(&stock::stock(&world.memory, &stranger, NOW, &asked).unwrap())["total"],
        json!(0)
    );
    let logistics = person("l", Role::Logi, "pune", "");
    assert!(stock::stock(&world.memory, &logistics, NOW, &asked).is_err());
}

#[test]
fn the_catalogue_shows_what_a_yard_has_and_hides_prices_from_the_yard() {
    let mut world = World::new();
    world.approved(load());
    let price = json!({ "sku": "s1", "rate_uom": "MT", "rate_paise": 6_000_000,
        "from": "2026-09-01" });
    let record = price.as_object().unwrap().clone();
    let admin = person("admin", Role::Admin, "pune", "");
    world.send(&admin, CommandKind::Create { doc_type: "price".to_owned(), record }).unwrap();
    let wanted = stock::Wanted {
        yard: "rj".to_owned(),
        limit: 50,
        q: "25".to_owned(),
        ..Default::default()
    };
    let sales = person("s", Role::Sales, "pune", "");
    let seen = wire(&stock::catalogue(&world.memory, &sales, NOW, &wanted).unwrap());
    let row = &seen["rows"][0];
    assert_eq!(
        (&row["sku"], &row["free_pcs"], &row["gst_rate_bp"]),
        (&json!("s1"), &json!(40), &json!(1_800))
    );
    assert_eq!(row["rate_paise"], json!(6_000_000));
    assert_eq!(seen["rows"].as_array().unwrap().len(), 1);
    let hidden = wire(&stock::catalogue(&world.memory, &yard_man(), NOW, &wanted).unwrap());
    assert_eq!(
        (&hidden["rows"][0]["rate_paise"], &hidden["rows"][0]["free_pcs"]),
        (&Value::Null, &json!(40))
    );
    let elsewhere = stock::Wanted { yard: "vp".to_owned(), ..wanted };
    assert!(stock::catalogue(&world.memory, &sales, NOW, &elsewhere).is_err());
}

#[test]
fn credit_shows_the_firms_of_one_owner_and_only_to_those_who_decide() {
    let mut world = World::new();
    let due = Day::parse("2026-09-01").unwrap();
    world.system(|case| {
        let limit = Limit { amount_paise: 1_000_000, from: due, to: None };
        accounts::set_limit(case, "c1", limit)?;
        accounts::invoice(case, "c1", "o", "i", 300_000, due)?;
        accounts::commit(case, "c2", "o2", 70)
    });
    let seen = wire(&credit::credit(&world.memory, &acc(), NOW, "c1", "").unwrap());
    assert_eq!(seen["available_paise"], json!(700_000));
    assert_eq!(seen["ageing"]["days_1_30_paise"], json!(300_000));
    assert_eq!(seen["overdue_days"], json!(20));
    assert_eq!(seen["group"][0]["committed_paise"], json!(70));
    let sales = person("s", Role::Sales, "pune", "");
    match credit::credit(&world.memory, &sales, NOW, "c1", "") {
        Err(Halt::Refused(refused)) => assert_eq!(refused.issues[0].code, Code::Forbidden),
        other => panic!("{other:?}"),
    }
}
