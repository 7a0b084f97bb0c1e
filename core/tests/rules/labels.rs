//! Labels: what stands on them, who may print them, and where one that is scanned belongs.

use std::collections::BTreeMap;

use godown_core::calls;
use godown_core::docs::orders;
use godown_core::error::Halt;
use godown_core::labels::pick::{PickLine, PickLot, PickOrder, Picking};
use godown_core::labels::scan::{LookedUp, ScanAnswer, ScanLine, ScanLot, ScanPlace, scan};
use godown_core::labels::{LabelCode, LabelKind, LabelSize};
use godown_core::query::labels::{Labels, LabelsAsked, labels};
use serde_json::{Value, json};

use crate::support::World;

fn asked(doc_type: &str, id: &str, size: LabelSize) -> LabelsAsked {
    let (doc_type, id) = (doc_type.to_owned(), id.to_owned());
    LabelsAsked { doc_type, id, bundles: false, size, copies: 1 }
}

fn printed(world: &World, who: &str, asked: &LabelsAsked) -> Result<Labels, Vec<String>> {
    let made = labels(&world.site.memory, &world.who(who), world.site.now, asked);
    made.map_err(|halt| match halt {
        Halt::Refused(refused) => refused.issues.into_iter().map(|one| one.message).collect(),
        other => panic!("{other:?}"),
    })
}

/// The texts of an SVG, in their order.
fn texts(svg: &str) -> Vec<&str> {
    let after = svg.split("<text ").skip(1);
    after.filter_map(|part| Some(part.split_once('>')?.1.split_once("</text>")?.0)).collect()
}

#[test]
fn a_batch_says_its_number_goods_and_weight_on_every_size() {
    let world = World::new();
    for size in LabelSize::ALL {
        let made = printed(&world, "YARD", &asked("batch", &world.batch, size)).unwrap();
        let [page] = &made.pages[..] else { panic!("{} pages", made.pages.len()) };
        let said = texts(page);
        assert_eq!(said[0], "B1", "{size:?}");
        assert!(said.iter().any(|text| text.starts_with("100 pcs, 2,834.700 kg")), "{said:?}");
        assert!(
            made.zpl.starts_with("^XA") && made.zpl.contains("^FDQA,GD1:B:B1:"),
            "{}",
            made.zpl
        );
        assert_eq!(made.zpl.matches("^BC").count(), 1, "{size:?}: the number has its own code");
    }
}

#[test]
fn a_sheet_holds_ten_and_begins_another() {
    let world = World::new();
    let of = LabelsAsked { copies: 11, ..asked("batch", &world.batch, LabelSize::A4) };
    let made = printed(&world, "YARD", &of).unwrap();
    assert_eq!((made.count, made.pages.len()), (11, 2));
    assert_eq!((made.width_um, made.height_um), (210_000, 297_000));
    let numbers = |page: &str| texts(page).iter().filter(|text| **text == "B1").count();
    assert_eq!(made.pages.iter().map(|page| numbers(page)).collect::<Vec<_>>(), [10, 1]);
    assert!(made.zpl.contains("^PQ11"), "the printer makes the copies itself");
    let many = LabelsAsked { copies: 501, ..of };
    assert_eq!(
        printed(&world, "YARD", &many).unwrap_err(),
        ["At most 500 labels are printed at once"]
    );
}

#[test]
fn a_bundle_says_its_own_pieces_and_the_last_one_the_rest() {
    let mut world = World::new();
    let of = LabelsAsked { bundles: true, ..asked("batch", &world.batch, LabelSize::Large) };
    let refused = printed(&world, "YARD", &of).unwrap_err();
    assert!(refused[0].ends_with("has no pieces per bundle. Enter them in the SKU"), "{refused:?}");
    let (admin, sku) = (world.who("ADMIN"), world.sku.clone());
    world.site.edit(&admin, "sku", &sku, json!({ "pcs_per_bundle": 40 })).unwrap();
    let made = printed(&world, "YARD", &of).unwrap();
    let parts: Vec<&str> = made
        .pages
        .iter()
        .map(|page| texts(page))
        .map(|said| *said.iter().find(|text| text.starts_with("Bundle")).unwrap())
        .collect();
    assert_eq!(parts, ["Bundle 1 of 3: 40 pcs", "Bundle 2 of 3: 40 pcs", "Bundle 3 of 3: 20 pcs"]);
    assert!(made.zpl.contains("GD1:P:B1:20:"), "{}", made.zpl);
}

#[test]
fn zones_and_loadings_have_labels_and_other_documents_none() {
    let mut world = World::new();
    let zone = world.site.make("zone", json!({ "yard": world.yard, "name": "Bay A" }));
    let made = printed(&world, "YARD", &asked("zone", &zone, LabelSize::Large)).unwrap();
    assert_eq!(texts(&made.pages[0])[..2], ["PUN1/Bay A", "Pune One"]);
    let order = world.at(orders::WAITING);
    world.load(&order, 36, 1_020_500);
    let loading = world.loadings(&order)[0].clone();
    let made = printed(&world, "YARD", &asked("loading", &loading.id, LabelSize::Small)).unwrap();
    assert_eq!(texts(&made.pages[0])[0], loading.doc_no.as_deref().unwrap());
    let none = printed(&world, "YARD", &asked("order", &order, LabelSize::Large)).unwrap_err();
    assert!(none[0].contains("not found"), "{none:?}");
    let hidden = printed(&world, "PCT", &asked("batch", &world.batch, LabelSize::Large));
    assert_eq!(hidden.unwrap_err(), ["Batch not found or you cannot see it"]);
}

#[test]
fn nothing_on_a_label_runs_over_its_edge() {
    let mut world = World::new();
    let (admin, sku) = (world.who("ADMIN"), world.sku.clone());
    let name = format!("{} <&> ", "Square hollow section 100 x 100 x 4.0").repeat(2);
    world.site.edit(&admin, "sku", &sku, json!({ "name": name.trim() })).unwrap();
    let batch = world.batch.clone();
    let number = "H74195-2026/KLMNOPQRSTUVWXYZ-0001-ABCDEF".to_owned();
    world.system(|case| {
        let before = case.doc(&godown_core::docs::batches::BATCH, &batch)?;
        let mut doc = (*before).clone();
        doc.set("batch_no", number.clone());
        doc.set("heat_no", "H".repeat(40));
        let (def, none) = (&godown_core::docs::batches::BATCH, json!({}));
        let none = none.as_object().unwrap();
        godown_core::write::save::finish(case, def, Some(&before), doc, "edit", none, None)
    });
    for size in [LabelSize::Large, LabelSize::Small] {
        let made = printed(&world, "YARD", &asked("batch", &batch, size)).unwrap();
        let page = &made.pages[0];
        assert!(page.contains("&lt;&amp;&gt;"), "{page}");
        for part in page.split("<text ").skip(1) {
            let number = |key: &str| -> i64 {
                let from = part.find(&format!("{key}=\"")).unwrap() + key.len() + 2;
                part[from..].split('"').next().unwrap().parse().unwrap()
            };
            let text = part.split_once('>').unwrap().1.split_once("</text>").unwrap().0;
            let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
            let wide =
                godown_core::paper::text::width(&text, number("font-size"), part.contains("700"));
            assert!(number("x") + wide <= made.width_um, "{size:?}: {text}");
            assert!(number("y") <= made.height_um, "{size:?}: {text}");
        }
        // So long a number is no bar code on a small label: narrower bars run together.
        assert_eq!(made.zpl.contains("^BC"), size == LabelSize::Large && made.zpl.contains("^BY2"));
    }
}

#[test]
fn a_device_prints_from_the_documents_at_hand_or_says_which_it_lacks() {
    let world = World::new();
    let doc = |kind: &str, id: &str| {
        serde_json::to_value(&*world.site.read(|case| case.find(kind, id)).unwrap()).unwrap()
    };
    let call = |docs: Vec<Value>| {
        let args = json!({
            "actor": world.who("YARD"), "now": world.site.now, "docs": docs, "doc_type": "batch",
            "id": world.batch, "bundles": false, "size": "100x50", "copies": 1,
        });
        calls::call("labels", &args).unwrap()
    };
    let batch = doc("batch", &world.batch);
    assert_eq!(call(vec![batch.clone()]), json!({ "want": [{ "type": "sku", "id": world.sku }] }));
    let all = vec![batch, doc("sku", &world.sku), doc("yard", &world.yard)];
    let there = printed(&world, "YARD", &asked("batch", &world.batch, LabelSize::Large)).unwrap();
    assert_eq!(call(all), serde_json::to_value(there).unwrap());
}

fn lot(batch: &str, sku: &str, free_pcs: i64, free_g: i64) -> ScanLot {
    ScanLot {
        batch: batch.to_lowercase(),
        batch_no: batch.to_owned(),
        sku: sku.to_owned(),
        sku_name: format!("Pipe {sku}"),
        status: "Open".to_owned(),
        yard: "y1".to_owned(),
        yard_name: "Pune One".to_owned(),
        free_pcs,
        free_g,
        ..ScanLot::default()
    }
}

fn line(at: i64, sku: &str, open: i64) -> ScanLine {
    let name = format!("Pipe {sku}");
    ScanLine { at, sku: sku.to_owned(), name, open, ..ScanLine::default() }
}

/// A page that loads lines of two SKUs out of one yard.
fn loading() -> ScanPlace {
    let closed = ScanLot {
        status: "Closed".to_owned(),
        closed_on: Some("2026-10-30".to_owned()),
        ..lot("B3", "a", 5, 900)
    };
    let held = ScanLot { hold_pcs: 12, hold_g: 300_000, ..lot("B4", "a", 0, 0) };
    let away =
        ScanLot { yard: "y2".to_owned(), yard_name: "Mumbai".to_owned(), ..lot("B5", "a", 9, 900) };
    let reserved = ScanLot { reserved_pcs: 7, reserved_g: 700, ..lot("B6", "a", 7, 700) };
    let coil = ScanLot { coil_no: Some("C-77".to_owned()), ..lot("B8", "b", 0, 4_000_000) };
    ScanPlace {
        yard: "y1".to_owned(),
        yard_name: "Pune One".to_owned(),
        what: "this loading".to_owned(),
        lines: vec![
            line(0, "a", 30),
            ScanLine { by_weight: true, ..line(1, "b", 1_500_000) },
            line(2, "a", 10),
        ],
        lots: vec![
            lot("B1", "a", 20, 600_000),
            lot("B2", "c", 5, 900),
            closed,
            held,
            away,
            reserved,
            lot("B7", "a", 0, 0),
            coil,
        ],
        ..ScanPlace::default()
    }
}

fn label(number: &str) -> String {
    LabelCode::of(LabelKind::Batch, number).text()
}

fn filled(answer: &ScanAnswer) -> (Option<i64>, Option<&str>, Option<i64>) {
    assert!(answer.ok, "{}", answer.says);
    (answer.line, answer.batch.as_deref(), answer.amount)
}

#[test]
fn a_scan_fills_the_first_line_with_room() {
    let mut place = loading();
    assert_eq!(filled(&scan(&label("B1"), &place)), (Some(0), Some("b1"), Some(20)));
    assert_eq!(filled(&scan("b1", &place)), (Some(0), Some("b1"), Some(20)), "its bar code alone");
    assert_eq!(filled(&scan("C-77", &place)), (Some(1), Some("b8"), Some(1_500_000)));
    place.lines[0].picked = BTreeMap::from([("b1".to_owned(), 8), ("b6".to_owned(), 7)]);
    let answer = scan(&label("B1"), &place);
    assert_eq!(filled(&answer), (Some(0), Some("b1"), Some(20)));
    assert_eq!(answer.says, "12 pcs of batch B1");
    let bundle = LabelCode { pcs: Some(5), ..LabelCode::of(LabelKind::Bundle, "B1") };
    assert_eq!(filled(&scan(&bundle.text(), &place)), (Some(0), Some("b1"), Some(13)));
    // What a full line leaves goes into the next of the same goods.
    place.lines[0].open = 15;
    assert_eq!(filled(&scan(&label("B1"), &place)), (Some(2), Some("b1"), Some(10)));
    place.lines[2].picked = BTreeMap::from([("b1".to_owned(), 10)]);
    let answer = scan(&label("B1"), &place);
    assert_eq!(filled(&answer), (Some(0), Some("b1"), None), "what is in stays as it is");
    assert_eq!(answer.says, "Batch B1 is in this line already");
}

#[test]
fn a_scan_that_fills_nothing_says_why() {
    let place = loading();
    let zone = LabelCode::of(LabelKind::Zone, "PUN1/Bay A").text();
    let whole = label("B1");
    let torn = &whole[..whole.len() - 2];
    for (text, says) in [
        ("  ", "Nothing was read. Scan again"),
        (
            torn,
            "This label is damaged and was not read whole. Scan its other code, or select the batch by hand",
        ),
        (zone.as_str(), "This is the label of zone PUN1/Bay A. Scan a batch"),
        ("B2", "Batch B2 is Pipe c. This loading takes Pipe a, Pipe b and 1 more"),
        ("B3", "Batch B3 was closed on 30-10-2026"),
        ("B4", "Batch B4 is on hold: 12 pcs, 300.000 kg"),
        ("B5", "Batch B5 does not lie in Pune One: it lies in Mumbai"),
        ("B7", "Nothing of batch B7 is free in Pune One"),
    ] {
        let answer = scan(text, &place);
        assert!(!answer.ok && answer.line.is_none() && answer.amount.is_none(), "{text}");
        assert_eq!(answer.says, says);
    }
    let spares = ScanPlace { spares_reserved: true, ..loading() };
    assert!(scan("B6", &place).ok, "an order loads what is reserved for it");
    assert_eq!(scan("B6", &spares).says, "All that is free of batch B6 is reserved for orders");
    let full = ScanPlace { lines: vec![line(0, "a", 0)], ..loading() };
    assert_eq!(scan("B1", &full).says, "The line of Pipe a is complete without batch B1");
}

#[test]
fn an_unknown_number_is_looked_up_before_it_is_refused() {
    for (looked_up, says) in [
        (LookedUp::Not, ""),
        (LookedUp::Done, "No batch has the number X9"),
        (
            LookedUp::Away,
            "Batch X9 is not among what this device knows, and the server was not reached",
        ),
    ] {
        let answer = scan(&label("X9"), &ScanPlace { looked_up, ..loading() });
        assert_eq!((answer.ok, answer.says.as_str(), answer.number.as_str()), (false, says, "X9"));
    }
}

#[test]
fn rows_that_name_their_batches_take_those_alone() {
    let rows = ["b1", "b5"].iter().enumerate();
    let rows =
        rows.map(|(at, batch)| ScanLine { batch: (*batch).to_owned(), ..line(at as i64, "a", 0) });
    let what = "this receipt".to_owned();
    let place = ScanPlace { what, lines: rows.collect(), ..loading() };
    assert_eq!(filled(&scan("B5", &place)), (Some(1), Some("b5"), None), "wherever it lies");
    assert_eq!(scan("B6", &place).says, "Batch B6 is not part of this receipt");
}

#[test]
fn a_page_that_wants_one_batch_or_looks_for_anything_takes_what_it_is_shown() {
    let one = ScanPlace { lines: Vec::new(), ..loading() };
    assert_eq!(filled(&scan("B2", &one)), (None, Some("b2"), None));
    assert_eq!(scan("B4", &one).says, "Batch B4 is on hold: 12 pcs, 300.000 kg");
    let empties = ScanPlace { lines: Vec::new(), wants_empty: true, ..loading() };
    assert_eq!(filled(&scan("B7", &empties)), (None, Some("b7"), None));
    let there = scan("B5", &empties).says;
    assert_eq!(there, "Batch B5 does not lie in Pune One: it lies in Mumbai");
    let search = ScanPlace { searches: true, ..ScanPlace::default() };
    let zone = LabelCode::of(LabelKind::Zone, "PUN1/Bay A").text();
    let answer = scan(&zone, &search);
    assert_eq!(
        (answer.ok, answer.kind.as_str(), answer.number.as_str()),
        (true, "zone", "PUN1/Bay A")
    );
}

fn pick(batch: &str, sku: &str, day: &str, free_pcs: i64, free_g: i64) -> PickLot {
    let [batch, sku, inward_date] = [batch, sku, day].map(str::to_owned);
    PickLot { batch_no: batch.to_uppercase(), batch, sku, inward_date, free_pcs, free_g }
}

#[test]
fn lines_take_the_oldest_or_the_nearest_and_share_what_there_is() {
    let picking = Picking::new(vec![
        pick("b2", "a", "2026-10-08", 140, 3_780_000),
        pick("b1", "a", "2026-09-01", 72, 1_872_000),
        pick("b3", "a", "2026-10-20", 50, 1_500_000),
        pick("x1", "x", "2026-10-20", 0, 900_000),
        pick("none", "a", "2026-01-01", 0, 0),
    ]);
    let of = |sku: &str, open: i64, g_per_pc: Option<i64>| PickLine {
        sku: sku.to_owned(),
        open,
        by_weight: g_per_pc.is_none(),
        g_per_pc,
    };
    let lines = [of("a", 90, Some(30_000)), of("a", 10, Some(30_000)), of("x", 400_000, None)];
    let told = |order: PickOrder| -> Vec<Vec<(String, i64, bool)>> {
        let rows = picking.suggest(&lines, order).into_iter();
        rows.map(|picked| picked.into_iter().map(|one| (one.batch, one.amount, one.late)).collect())
            .collect()
    };
    let row = |batch: &str, amount: i64, late: bool| (batch.to_owned(), amount, late);
    assert_eq!(
        told(PickOrder::Oldest),
        [
            vec![row("b1", 72, false), row("b2", 18, false)],
            vec![row("b2", 10, false)],
            vec![row("x1", 400_000, false)],
        ]
    );
    // Pieces of 30 kg are those of b3; b1, older by more than 30 days, is left lying.
    assert_eq!(
        told(PickOrder::Nearest),
        [
            vec![row("b3", 50, true), row("b2", 40, true)],
            vec![row("b2", 10, true)],
            vec![row("x1", 400_000, false)],
        ]
    );
    // The same is told of what somebody took, whatever was offered.
    let newer = |taken: &[(&str, i64)]| -> Vec<(String, String, i64)> {
        let taken = taken.iter().map(|(batch, pcs)| ((*batch).to_owned(), *pcs)).collect();
        let found = picking.newer(&lines[0], &taken).into_iter();
        found.map(|one| (one.batch, one.older_no, one.days)).collect()
    };
    let late = |batch: &str, days: i64| (batch.to_owned(), "B1".to_owned(), days);
    assert_eq!(newer(&[("b2", 18), ("b3", 1)]), [late("b2", 37), late("b3", 49)]);
    assert_eq!(newer(&[("b1", 72), ("b2", 18), ("b3", 1)]), []);
    assert_eq!(newer(&[("b1", 71), ("b3", 1)]), [late("b3", 49)]);
    let ranked = picking.ranked(&lines[0], PickOrder::Nearest);
    assert_eq!(ranked.iter().map(|lot| lot.batch.as_str()).collect::<Vec<_>>(), ["b3", "b2", "b1"]);
}
