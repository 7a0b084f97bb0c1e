//! What reports say of the demo, found once more from its documents.

use godown_core::docs::batches;
use godown_core::ledger::stock::Qty;

use super::*;

#[test]
fn what_was_sold_is_the_sum_of_the_posted_invoices_and_their_notes() {
    let mine = Cut::of(&who("ADMIN")).take(frames()).unwrap();
    let mut params = all();
    params.insert("measures".into(), "invoices|sale_pcs|sale_mt|sale_amount|sale_gst".into());
    let table = godown_core::report::run(&mine, "product_wise_report", &params, today()).unwrap();
    let mut sums = [0_i64; 5];
    for invoice in docs("invoice").iter().filter(|doc| doc.status == "Posted") {
        sums[0] += 1;
        for line in invoice.get("lines").unwrap().as_array().unwrap() {
            let int = |key: &str| line.get(key).and_then(|v| v.as_i64()).unwrap_or(0);
            sums[1] += int("pcs");
            sums[2] += int("weight_g");
            sums[3] += int("amount_paise");
            sums[4] += int("cgst_paise") + int("sgst_paise") + int("igst_paise");
        }
    }
    let mut noted = 0;
    for (kind, sign) in [("credit_note", -1), ("debit_note", 1)] {
        for note in docs(kind).iter().filter(|doc| doc.status == "Posted") {
            noted += 1;
            let moves = ["return", "quantity_difference"].contains(&note.text("reason").unwrap());
            for line in note.get("lines").unwrap().as_array().unwrap() {
                let int = |key: &str| sign * line.get(key).and_then(|v| v.as_i64()).unwrap_or(0);
                sums[1] += if moves { int("pcs") } else { 0 };
                sums[2] += if moves { int("weight_g") } else { 0 };
                sums[3] += int("amount_paise");
                sums[4] += int("cgst_paise") + int("sgst_paise") + int("igst_paise");
            }
        }
    }
    assert!(noted >= 9, "{noted} notes");
    assert_eq!(table.total.unwrap(), sums.map(ReportCell::Number));
}

#[test]
fn what_lies_of_a_batch_is_worth_that_part_of_what_the_batch_cost() {
    let mine = Cut::of(&who("ADMIN")).take(frames()).unwrap();
    let mut params = all();
    params.insert("rows".into(), "batch".into());
    params.insert("measures".into(), "closing_pcs|closing_mt|value|age|theoretical_mt".into());
    let table =
        godown_core::report::run(&mine, "batch_wise_sku_wise_report", &params, today()).unwrap();
    let until = i64::from(Day::parse(UNTIL).unwrap().0);
    let (batches, skus, groups) = (docs("batch"), docs("sku"), docs("product_group"));
    let of = |docs: &[Doc], id: &str| docs.iter().find(|doc| doc.id == id).unwrap().clone();
    let mut worth = 0;
    for line in &table.lines {
        let batch = of(&batches, &line.steps[0].value);
        let sku = of(&skus, batch.text("sku").unwrap());
        let figures = line.cells.iter().rev().take(5).map(|cell| match cell {
            ReportCell::Number(figure) => Some(*figure),
            _ => None,
        });
        let [theoretical, age, value, g, pcs] = figures.collect::<Vec<_>>()[..] else { panic!() };
        let (pcs, g) = (pcs.unwrap(), g.unwrap());
        let part = batches::cost_of(&batch, Qty { pcs, g });
        assert!((value.unwrap() - part).abs() <= 1, "{}: {value:?}, {part}", batch.id);
        let group = of(&groups, sku.text("product_group").unwrap());
        let weighed = i64::from(group.text("stock_mode") != Some("pcs"));
        let theory = weighed * pcs * sku.int("theo_g_per_pc").unwrap_or(0);
        assert_eq!(theoretical.unwrap(), theory, "{}", batch.id);
        let since = i64::from(Day::parse(batch.text("inward_date").unwrap()).unwrap().0);
        assert_eq!(age, (g != 0).then_some(until - since), "{}", batch.id);
        worth += part;
    }
    assert!(worth > 0);
}

#[test]
fn a_column_that_is_hidden_is_missed_alone() {
    let mine = Cut::of(&who("ADMIN")).take(frames()).unwrap();
    let mut params = all();
    let run =
        |params: &Params| godown_core::report::run(&mine, "sales_export", params, today()).unwrap();
    let whole = run(&params);
    let at = whole.heads.iter().position(|head| head.key == "mt").unwrap();
    params.insert("hide".into(), "mt|date|nothing".into());
    let less = run(&params);
    assert_eq!(less.heads.len() + 1, whole.heads.len());
    let without = |cells: &[ReportCell], at: usize| [&cells[..at], &cells[at + 1..]].concat();
    for (line, own) in less.lines.iter().zip(&whole.lines) {
        assert_eq!(line.cells, without(&own.cells, at));
    }
    assert_eq!(less.total.unwrap(), without(&whole.total.unwrap(), at - 1));
}
