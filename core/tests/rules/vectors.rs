//! Calls and their exact answers, written down once and compared here and through wasm.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::support::site::record;
use crate::support::{World, inputs, station};
use godown_core::decide::decide;
use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::docs::orders::{self, facts};
use godown_core::error::Halt;
use godown_core::kept::read::{Memory, Range, Read};
use godown_core::write::command::{Command, CommandKind};
use godown_core::{calls, query};
use serde_json::{Value, json};

/// Remembers what a decision looked at: that is what the browser must know to decide the same.
struct Watched<'a> {
    memory: &'a Memory,
    seen: RefCell<BTreeMap<String, Value>>,
}

impl Watched<'_> {
    fn note(&self, key: &str, value: Option<&[u8]>) {
        let value = value.map_or(Value::Null, |bytes| serde_json::from_slice(bytes).unwrap());
        self.seen.borrow_mut().insert(key.to_owned(), value);
    }
}

impl Read for Watched<'_> {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Halt> {
        let value = self.memory.get(key)?;
        self.note(key, value.as_deref());
        Ok(value)
    }

    fn scan(&self, range: &Range, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Halt> {
        let pairs = self.memory.scan(range, limit)?;
        pairs.iter().for_each(|(key, value)| self.note(key, Some(value)));
        Ok(pairs)
    }
}

/// The calls, in the order of their names.
fn calls_to_make() -> Vec<(&'static str, Value)> {
    let mut made = Vec::new();
    let base = World::new();
    checks(&base, &mut made);
    action_checks(&mut made);
    quotes(&base, &mut made);
    for (status, who, action) in [
        (orders::DRAFT, "SALES", "submit"),
        (orders::BM_PENDING, "BM", "approve"),
        (orders::PRELIMINARY, "PCT", "forward"),
        (orders::CREDIT_PENDING, "CREDIT", "credit_approve"),
        (orders::CREDIT_PENDING, "YARD", "credit_approve"),
        (orders::WAITING, "YARD", "load"),
        (orders::LOADED, "BM", "approve"),
    ] {
        steps(&base, status, who, action, &mut made);
    }
    carts(&mut made);
    made.push(("schema", Value::Null));
    let order =
        json!({ "lines": [{ "sku": "a", "pcs": 3, "rate_paise": 100 }, { "sku": "b", "pcs": 1 }] });
    let fact = json!({
        "name": "A", "rate_paise": 120, "free_pcs": 2, "theo_g_per_pc": 10, "active": true,
    });
    made.push(("again", json!({ "order": order, "facts": { "a": fact } })));
    skus(&mut made);
    labels(&base, &mut made);
    found(&mut made);
    made.push(("token_expired", json!({ "token": "not.a.token", "now": 0 })));
    made
}

fn checks(world: &World, made: &mut Vec<(&'static str, Value)>) {
    let whole = world.order_record();
    let mut bad = whole.clone();
    bad["lines"][0]["pcs"] = json!(-1);
    bad["po_no"] = json!("x".repeat(31));
    bad["colour"] = json!("red");
    for (record, complete) in [(&whole, true), (&bad, true), (&json!({}), false)] {
        let args = json!({ "doc_type": "order", "record": record, "complete": complete });
        made.push(("check", args));
    }
    let vehicle = json!({ "reg_no": "mh 12 ab 1234x", "capacity_g": 1 });
    made.push(("check", json!({ "doc_type": "vehicle", "record": vehicle, "complete": true })));
}

fn action_checks(made: &mut Vec<(&'static str, Value)>) {
    for (status, action, inputs) in [
        (orders::BM_PENDING, "hold", json!({})),
        (orders::BM_PENDING, "hold", json!({ "hold_until": "31-02-2026", "colour": "red" })),
        (orders::BM_PENDING, "reject", json!({ "reason": "LIMIT", "remarks": "Tell\u{7}" })),
        (orders::WAITING, "load", json!({ "loading_record": { "mobile": "12", "lines": [] } })),
        (orders::LOADED, "correct_loading", json!({ "lines": [{ "line": 0, "weight_g": "x" }] })),
        // What this status does not have is checked by the action's first row.
        (orders::DRAFT, "represent", json!({})),
    ] {
        let args = json!({
            "doc_type": "order", "status": status, "action": action, "inputs": inputs,
        });
        made.push(("check", args));
    }
}

fn quotes(world: &World, made: &mut Vec<(&'static str, Value)>) {
    let bm = world.who("BM");
    for (key, value) in [
        ("/lines/0/pcs", json!(36)),
        ("/lines/0/pcs", json!(360)),
        ("/lines/0/rate_paise", json!(5_600_000)),
        ("/lines/0/discount_bp", json!(250)),
        ("/delivery_by", json!("2027-12-31")),
    ] {
        let mut order = world.order_record();
        match order.pointer_mut(key) {
            Some(slot) => *slot = value,
            None => order["lines"][0][key.rsplit('/').next().unwrap()] = value,
        }
        let memory = &world.site.memory;
        let case = docs::look(memory, &bm, world.site.now);
        let facts = facts::for_record(&case, "", &record(order.clone())).unwrap();
        made.push(("quote", json!({ "order": order, "facts": facts })));
    }
}

fn steps(
    base: &World,
    status: &str,
    who: &str,
    action: &'static str,
    made: &mut Vec<(&'static str, Value)>,
) {
    let (mut world, id) = station(base, status);
    let actor = world.who(who);
    let inputs = record(inputs(&mut world, &id, action));
    let version = world.doc(&id).version;
    let now = world.site.now;
    let watched = Watched { memory: &world.site.memory, seen: RefCell::default() };
    drop(query::view(&watched, &actor, now, "order", &id));
    let facts = json!({ "pairs": watched.seen.take(), "whole": true });
    let of = json!({
        "facts": facts, "actor": actor, "now": now, "doc_type": "order", "id": id,
    });
    made.push(("actions", of.clone()));
    made.push(("view", of));
    let (doc_type, command_id) = ("order".into(), "ffffffff-ffff-4fff-8fff-ffffffffffff".into());
    let deed = CommandKind::Act { doc_type, id, version, action: action.into(), inputs };
    let command = Command { command_id, deed };
    drop(decide(&watched, &actor, now, &command));
    let facts = json!({ "pairs": watched.seen.take(), "whole": true });
    let args = json!({ "facts": facts, "actor": actor, "now": now, "command": command });
    made.push(("decide", args));
    foresights(&world, &actor, &command, made);
}

/// With the document alone at hand, and with nothing but what was typed.
fn foresights(
    world: &World,
    actor: &Actor,
    command: &Command,
    made: &mut Vec<(&'static str, Value)>,
) {
    let CommandKind::Act { id, .. } = &command.deed else { return };
    let doc = world.doc(id);
    let args = json!({
        "actor": actor, "now": world.site.now, "command": command, "docs": [doc],
    });
    made.push(("foresee", args));
    let deed =
        CommandKind::Create { doc_type: "order".into(), record: record(world.order_record()) };
    let command = Command { command_id: command.command_id.clone(), deed };
    let args = json!({ "actor": actor, "now": world.site.now, "command": command, "docs": [] });
    made.push(("foresee", args));
}

fn found(made: &mut Vec<(&'static str, Value)>) {
    let choices = json!([
        { "names": ["Theme: Aubergine"], "others": ["dark mode"] },
        { "names": ["Dark fibre"], "others": [] },
        { "names": ["Orders"], "others": ["Sales"] },
        { "names": ["GI Pipe 150NB"], "others": [] },
        { "names": ["GI Pipe 15NB", "SKU-000007"], "others": ["Trishul"] },
    ]);
    for q in ["dark", "15 nb", "pipe 15", "sku 7", "trishul pipe", "Orders", "zebra", ""] {
        made.push(("ranked", json!({ "q": q, "choices": choices })));
    }
    let names =
        json!([["MS Angle 50 × 50 × 5 × 6 m", "SKU-000007"], ["MS Angle 50 × 50 × 6 × 6 m"]]);
    for q in ["angle 50x50x6", "sku 7", "angle", ""] {
        made.push(("meant", json!({ "q": q, "names": names })));
    }
    for (whole, sizes) in [(6_007, json!([1_000, 2_000, 3_001])), (3_718_500, json!([18, 122]))] {
        made.push(("parts", json!({ "whole": whole, "sizes": sizes })));
    }
    let rows = json!([
        { "id": "a", "reg_no": "MH12FX18650", "doc_no": null },
        { "id": "b", "reg_no": "MH12FX1865", "doc_no": null },
        { "id": "c", "reg_no": "GJ15AB1234", "doc_no": null },
    ]);
    for q in ["1865", "FX1865", "MH 12 FX 1865", "mh-12-fx-1865", "234", ""] {
        made.push(("found", json!({ "doc_type": "vehicle", "q": q, "rows": rows })));
    }
}

fn carts(made: &mut Vec<(&'static str, Value)>) {
    let cart = json!({ "lines": [{ "sku": "a", "pcs": 3 }, { "sku": "b", "pcs": 7 }] });
    for deed in [
        json!({ "deed": "add", "sku": "b" }),
        json!({ "deed": "change", "sku": "a", "pcs": 0 }),
        json!({ "deed": "reorder", "start": 0, "end": 1 }),
        json!({ "deed": "reorder", "start": 0, "end": 9 }),
        json!({ "deed": "to_order", "customer": "c", "yard": "y" }),
    ] {
        made.push(("cart", json!({ "cart": cart, "deed": deed })));
    }
}

fn skus(made: &mut Vec<(&'static str, Value)>) {
    let number = |code: &str| {
        json!({
            "property": code.to_lowercase(), "code": code, "label": code, "kind": "number",
            "unit": "mm", "in_formula": true, "mandatory": true,
        })
    };
    let formula = json!({
        "id": "f", "expression": "l * w * thk * 0.00000785", "per": "pc", "from": "2026-04-01",
    });
    let kit = json!({
        "group": "sheet", "name": "HR Sheet", "stock_mode": "pcs_kg", "mapped": true,
        "template": "{group} {l} × {w} × {thk}", "formula": formula,
        "properties": [number("L"), number("W"), number("THK")],
    });
    let row = |property: &str, value: &str| json!({ "property": property, "value": value });
    for (thk, more) in [
        ("2", json!({})),
        ("2.00 mm", json!({ "theo_g_per_pc": 60_000 })),
        ("0", json!({})),
        ("two", json!({})),
        ("99999999", json!({})),
    ] {
        let mut sku = json!({ "values": [row("l", "2500"), row("w", "1250"), row("thk", thk)] });
        sku.as_object_mut().unwrap().extend(record(more));
        made.push(("sku", json!({ "kit": kit, "record": sku })));
    }
    for expression in ["l * w * thk * 0.00000785", "l / (w", "l / 0", "thk2 * 0.5", "l * w"] {
        let tests = json!([
            { "inputs": "l = 2500, w = 1250, thk = 2", "expected_g": 49_063 },
            { "inputs": "l = 1", "expected_g": 1 },
        ]);
        let draft = json!({ "per": "pc", "expression": expression, "tests": tests });
        made.push(("formula", json!({ "kit": kit, "record": draft })));
    }
}

/// Labels of every size over the documents at hand and without them, and scans that fill, miss and are torn.
fn labels(world: &World, made: &mut Vec<(&'static str, Value)>) {
    let doc = |kind: &str, id: &str| world.site.read(|case| case.find(kind, id));
    let docs = [("batch", &world.batch), ("sku", &world.sku), ("yard", &world.yard)];
    let docs: Vec<Value> = docs.map(|(kind, id)| json!(&*doc(kind, id).unwrap())).to_vec();
    for (size, docs) in [("100x50", &docs[..]), ("50x25", &docs), ("a4", &docs), ("a4", &[])] {
        made.push((
            "labels",
            json!({
                "actor": world.who("YARD"), "now": world.site.now, "docs": docs, "doc_type": "batch",
                "id": world.batch, "bundles": false, "size": size, "copies": 2,
            }),
        ));
    }
    let lot = json!({
        "batch": world.batch, "batch_no": "B1", "sku": world.sku, "sku_name": "Pipe", "yard": "y",
        "yard_name": "Pune One", "status": "Open", "free_pcs": 9, "free_g": 900, "heat_no": null,
    });
    let line = json!({ "at": 0, "sku": world.sku, "name": "Pipe", "open": 5 });
    let place = json!({ "yard": "y", "what": "this loading", "lines": [line], "lots": [lot] });
    for text in ["GD1:B:B1:D", "B1", "b1", "GD1:B:B", "B7", ""] {
        made.push(("scan", json!({ "text": text, "place": place })));
    }
    made.push(("qr", json!({ "text": "eyJhbGciOiJSUzI1NiJ9.a-signed-invoice.x" })));
}

#[test]
fn every_call_answers_the_bytes_that_are_written_down() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../wasm/tests/vectors.json");
    if std::env::var("UPDATE").is_ok() {
        let row = |(at, (call, args)): (usize, (&str, Value))| {
            let answer = calls::call(call, &args).unwrap().to_string();
            let name = format!("vector {at}");
            json!({ "call": call, "name": name, "args": args, "answer": answer }).to_string()
        };
        let rows: Vec<String> = calls_to_make().into_iter().enumerate().map(row).collect();
        std::fs::write(path, format!("[\n{}\n]\n", rows.join(",\n"))).unwrap();
    }
    let vectors: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let vectors = vectors.as_array().unwrap();
    assert!(vectors.len() > 30, "UPDATE=1 writes them");
    for vector in vectors {
        let (call, name) = (vector["call"].as_str().unwrap(), &vector["name"]);
        let answer = calls::call(call, &vector["args"]).unwrap().to_string();
        assert_eq!(answer, vector["answer"], "{name}, {call}; UPDATE=1 rewrites them");
    }
}
