//! Additional inwards: what comes in, costs or weighs otherwise than an approved inward says, and opening stock.

use std::fmt::Write;

use godown_core::access::steps;
use godown_core::docs;
use godown_core::docs::additional::ADDITIONAL_INWARD;
use godown_core::error::Code;
use godown_core::kept::keys;
use godown_core::ledger::books;
use godown_core::ledger::stock::Qty;
use godown_core::ledger::stock::life::{self, LifeKind};
use godown_core::report::build;
use serde_json::json;

use crate::deeds::Ground;
use crate::support::COLUMNS;

mod late;
mod opened;
mod opening;
mod refused;
mod shown;
mod world;

use world::{KIND, TYPES, Yard, postings, refused, worth};

#[test]
fn the_value_of_each_posting_is_the_value_of_its_voucher_to_the_paisa() {
    for kind in TYPES {
        let mut yard = Yard::new();
        yard.sell(3, 90_613, true);
        let doc = yard.approved(kind, yard.lines(kind));
        let (lines, voucher) = worth(&yard, &doc);
        assert_eq!(lines, voucher, "{kind}");
        assert_ne!(voucher, 0, "{kind}");
        let posted = postings(&yard.ground.world.site.memory, &doc.id).len();
        assert_eq!(posted, usize::from(*kind != "late_freight"), "{kind}");
    }
}

#[test]
fn opening_stock_is_no_purchase_and_stands_against_opening_balances() {
    let mut yard = Yard::new();
    let before = yard.accounts();
    let bought = purchases(&yard);
    let doc = yard.approved("opening_stock", yard.goods());
    let cost = 453_060;
    assert_eq!(yard.off(&before), [(books::STOCK, cost), (books::OPENING, -cost)]);
    assert_eq!((doc.text("supplier"), doc.int("tax_paise")), (None, Some(0)));
    let line = doc.get("lines").unwrap()[0].clone();
    let batch = line["batch"].as_str().unwrap();
    assert_eq!(yard.cost(batch), cost);
    assert_eq!(yard.life(batch).of(LifeKind::Opening), Qty::new(3, 90_612));
    assert_eq!(purchases(&yard), bought, "no report counts it as bought");
    let extra = yard.approved("extra_receipt", yard.goods());
    assert_eq!(purchases(&yard), bought + 1);
    assert_eq!(extra.text("supplier"), Some(yard.ground.supplier.as_str()));
}

/// The lines of purchases that reports read.
fn purchases(yard: &Yard) -> usize {
    let frames = build::whole(&yard.ground.world.site.memory, 1).unwrap();
    let lines = frames.frame("line").unwrap();
    let kind = lines.column("kind").unwrap();
    (0..lines.rows()).filter(|row| lines.is_live(*row) && kind.at(*row) == 1).count()
}

#[test]
fn an_extra_receipt_bears_tax_only_with_the_suppliers_paper() {
    let mut yard = Yard::new();
    let before = yard.accounts();
    let supplier = books::supplier(&yard.ground.supplier);
    let owed = yard.account(&supplier);
    let doc = yard.approved("extra_receipt", yard.goods());
    assert_eq!(yard.off(&before), [(books::STOCK, 453_060)]);
    assert_eq!(yard.account(&supplier) - owed, -453_060);
    assert_eq!(doc.doc_no.as_deref(), Some("ADI/PN/26-27/00001"));
    let mut billed = yard.record("extra_receipt", yard.goods());
    billed["supplier_invoice_no"] = json!("S/18");
    let id = yard.make("PURCH", KIND, billed).unwrap();
    yard.step("PURCH", KIND, &id, "submit").unwrap();
    yard.step("BM", KIND, &id, "approve").unwrap();
    let tax = 81_551;
    assert_eq!(yard.off(&before), [(books::STOCK, 2 * 453_060), (books::INPUT_TAX, tax)]);
}

#[test]
fn a_late_cost_is_borne_by_what_is_left_and_the_rest_is_a_variance_of_its_own() {
    let mut yard = Yard::new();
    let order = yard.sell(5, 151_020, true);
    let loaded = yard.sell(2, 60_408, false);
    let (before, cost) = (yard.accounts(), yard.cost(&yard.batch));
    let doc = yard.approved("late_freight", yard.lines("late_freight"));
    // Half of it is invoiced: what is loaded and not invoiced still has its cost in stock.
    let stays = 15_001;
    assert_eq!(
        yard.off(&before),
        [
            (books::STOCK, stays),
            (books::COST_VARIANCE, 30_001 - stays),
            (books::FREIGHT_INWARD, -30_001)
        ]
    );
    assert_eq!(doc.int("variance_paise"), Some(15_000));
    assert_ne!(doc.int("voucher"), doc.int("variance_voucher"), "a voucher of its own");
    assert_eq!(yard.cost(&yard.batch), cost + 30_001, "all that is still to be sold costs more");
    let kept = |yard: &Yard, order: &str| {
        let loading = yard.ground.world.loadings(order)[0].text("invoice").unwrap().to_owned();
        yard.doc("invoice", &loading).get("lines").unwrap()[0]["parts"][0]["cost_paise"]
            .as_i64()
            .unwrap()
    };
    assert_eq!(kept(&yard, &order), cost / 2, "what was sold before had cost what it had cost");
    yard.ground.world.invoice(&loaded);
    assert_eq!(kept(&yard, &loaded), 308_040, "a fifth of the new cost");
    let rest = yard.life(&yard.batch).residue;
    yard.sell(rest.pcs, rest.g, true);
    let stock = yard.account(books::STOCK);
    assert!(stock.abs() <= 2, "an empty yard is worth nothing: {stock}");
}

#[test]
fn a_correction_moves_weight_at_the_batchs_cost_and_is_reversed_by_its_own_postings() {
    let mut yard = Yard::new();
    let (before, free) = (yard.accounts(), yard.free());
    let doc = yard.approved("weight_correction", yard.lines("weight_correction"));
    assert_eq!(yard.free(), free - Qty::new(0, 2_040));
    assert_eq!(yard.off(&before), [(books::STOCK, -10_200), (books::COST_VARIANCE, 10_200)]);
    assert_eq!(yard.life(&yard.batch).of(LifeKind::Lost), Qty::new(0, -2_040));
    yard.step("ACC", KIND, &doc.id, "reverse").unwrap();
    assert_eq!((yard.free(), yard.accounts()), (free, before));
    assert_eq!(yard.life(&yard.batch).of(LifeKind::Lost), Qty::default());
    let more = json!([{ "of_batch": yard.batch, "weight_g": 1_000 }]);
    let doc = yard.approved("weight_correction", more);
    assert_eq!(yard.free(), free + Qty::new(0, 1_000));
    yard.step("ACC", KIND, &doc.id, "reverse").unwrap();
    assert_eq!(yard.life(&yard.batch).of(LifeKind::Gained), Qty::default());
}

#[test]
fn every_type_is_reversed_and_leaves_stock_books_and_cost_as_they_were() {
    for kind in TYPES {
        let mut yard = Yard::new();
        let (before, free, cost) = (yard.accounts(), yard.free(), yard.cost(&yard.batch));
        let supplier = books::supplier(&yard.ground.supplier);
        let owed = yard.account(&supplier);
        let doc = yard.approved(kind, yard.lines(kind));
        assert_eq!(refused(yard.step("PURCH", KIND, &doc.id, "reverse")).0, Code::Forbidden);
        let reversed = yard.step("ACC", KIND, &doc.id, "reverse").unwrap();
        assert_eq!(reversed["status"], "Reversed");
        assert_eq!((yard.accounts(), yard.free()), (before, free), "{kind}");
        assert_eq!((yard.cost(&yard.batch), yard.account(&supplier)), (cost, owed), "{kind}");
        let postings = postings(&yard.ground.world.site.memory, &doc.id);
        assert!(postings.iter().skip(1).all(|one| one.reverses.is_some()), "{kind}");
    }
}

#[test]
fn an_inward_is_not_reversed_under_what_stands_on_it() {
    let mut yard = Yard::new();
    let doc = yard.approved("late_freight", yard.lines("late_freight"));
    let why = refused(yard.act("ACC", "inward", "reverse"));
    assert_eq!(
        why.2,
        "This inward is used by Additional inward ADI/PN/26-27/00001; reverse that first"
    );
    yard.step("ACC", KIND, &doc.id, "reverse").unwrap();
    yard.act("ACC", "inward", "reverse").unwrap();
    let later = yard.record("late_freight", yard.lines("late_freight"));
    let why = refused(yard.make("PURCH", KIND, later));
    assert_eq!(why.1, "inward");
    assert!(why.2.ends_with("is Reversed; select an approved inward"), "{}", why.2);
}

/// An additional inward in a status.
fn at(yard: &mut Yard, status: &str) -> String {
    let id = yard.make("PURCH", KIND, yard.record("opening_stock", yard.goods())).unwrap();
    let road: &[(&str, &str)] = match status {
        "Draft" => &[],
        "Pending Approval" => &[("PURCH", "submit")],
        "On Hold" => &[("PURCH", "submit"), ("BM", "query")],
        "Rejected" => &[("PURCH", "submit"), ("BM", "reject")],
        "Approved" => &[("PURCH", "submit"), ("BM", "approve")],
        _ => &[("PURCH", "submit"), ("BM", "approve"), ("ACC", "reverse")],
    };
    for (who, action) in road {
        yard.step(who, KIND, &id, action).unwrap();
    }
    assert_eq!(yard.doc(KIND, &id).status, status);
    id
}

#[test]
fn the_matrix_of_statuses_actions_and_roles_is_the_one_written_down() {
    let mut text = String::new();
    let mut yard = Yard::new();
    for status in ADDITIONAL_INWARD.flow.statuses {
        let id = at(&mut yard, status);
        let doc = yard.doc(KIND, &id);
        writeln!(text, "{status}").unwrap();
        for action in ADDITIONAL_INWARD.flow.action_names() {
            write!(text, "  {action:20}").unwrap();
            for column in COLUMNS {
                let mut tried =
                    Yard { ground: ground_of(&yard), inward: id.clone(), batch: String::new() };
                let world = &tried.ground.world;
                let who = world.who(column);
                let look = docs::look(&world.site.memory, &who, world.site.now);
                let offered = steps::allowed(&look, &ADDITIONAL_INWARD, &doc, action).is_ok();
                let cell = match tried.take(column, KIND, &id, action) {
                    Ok(after) => {
                        let to = after["status"].as_str().unwrap().to_owned();
                        let mut rows = ADDITIONAL_INWARD.flow.steps.iter();
                        assert!(rows.any(|step| step.action == action && step.to.contains(&&*to)));
                        "+".to_owned()
                    }
                    Err(issues) => issues[0].code.status().to_string(),
                };
                assert_eq!(cell == "+", offered, "{status} {action} {column}");
                write!(text, "{column:>7} {cell:3}").unwrap();
            }
            text.push('\n');
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/matrices/additional_inward.txt");
    if std::env::var("UPDATE").is_ok() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), text, "UPDATE=1 rewrites it");
}

fn ground_of(yard: &Yard) -> Ground {
    yard.ground.clone()
}

#[test]
fn a_batchs_life_is_told_from_its_postings_and_sums_to_what_is_left() {
    let mut yard = Yard::new();
    yard.sell(4, 120_816, true);
    yard.approved("weight_correction", yard.lines("weight_correction"));
    let life = yard.life(&yard.batch);
    let kinds: Vec<_> = life.rows.iter().map(|row| (row.kind, row.by, row.left)).collect();
    assert_eq!(
        kinds,
        [
            (LifeKind::Received, Qty::new(10, 302_040), Qty::new(10, 302_040)),
            (LifeKind::Sold, Qty::new(-4, -120_816), Qty::new(6, 181_224)),
            (LifeKind::Lost, Qty::new(0, -2_040), Qty::new(6, 179_184)),
        ]
    );
    let sum = life.sums.values().fold(Qty::default(), |sum, qty| sum + *qty);
    assert_eq!(
        (sum, life.residue, life.came_in()),
        (Qty::new(6, 179_184), Qty::new(6, 179_184), Qty::new(10, 302_040),)
    );
    assert_eq!(life.places.values().copied().collect::<Vec<_>>(), [life.residue]);
    let none = yard.ground.world.site.read(|case| life::life(case, &yard.batch, &|_| false));
    assert!(none.rows.is_empty(), "who sees no yard is told of none");
    // A ledger that an older program wrote is looked through.
    let index = keys::key(&["bal", "moved"]);
    let begun = life::begun_key();
    let memory = &mut yard.ground.world.site.memory;
    memory.pairs.retain(|key, _| !key.starts_with(&index) && *key != begun);
    assert_eq!(yard.life(&yard.batch), life);
}
