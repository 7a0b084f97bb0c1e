//! Notes in any order: with cess and tax collected at source too they mirror their invoice to the paisa.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// An invoice of two lines whose goods bear cess, with tax collected at source.
pub fn taxed(abroad: bool) -> Sold {
    let mut world = World::new();
    let hsn = world.site.read(|case| {
        let sku = case.copy(&godown_core::docs::goods::SKU, &world.sku)?;
        let group = sku.text("product_group").unwrap_or_default().to_owned();
        let group = case.copy(&godown_core::docs::goods::PRODUCT_GROUP, &group)?;
        Ok(group.text("hsn").unwrap_or_default().to_owned())
    });
    let cess = json!({ "cess_rates": [{ "rate_bp": 333, "from": "2017-07-01" }] });
    world.site.edit(&godown_core::declare::actor::Actor::system(), "hsn", &hsn, cess).unwrap();
    let customer = match abroad {
        true => world.customer("29ABCPE1234F1Z7", "560001"),
        false => world.customer("27AABFT1234K1Z9", "411001"),
    };
    let lines = [(20, 600_100, 5_875_000), (10, 300_300, 6_012_345)].map(|(pcs, g, rate)| {
        json!({
            "sku": world.sku, "pcs": pcs, "weight_g": g, "rate_uom": "MT", "rate_paise": rate,
            "discount_bp": 125,
        })
    });
    let order = world.order_of(&customer, lines.to_vec());
    let rows = [(0, 20, 600_100), (1, 10, 300_300)].map(|(line, pcs, g)| {
        json!({ "order_line": line, "batch": world.batch, "pcs": pcs, "weight_g": g })
    });
    let loading = world.load_of(&order, rows.to_vec(), 900_400);
    let invoice = world.draft(&[&loading], json!({ "tcs_section": "206C(1)" })).unwrap();
    world.post(&invoice).unwrap();
    Sold { world, customer, invoice }
}

#[test]
fn the_hsns_cess_stands_on_order_and_invoice_and_in_the_books() {
    let sold = taxed(false);
    let invoice = sold.world.invoice(&sold.invoice);
    assert!(invoice.cess_paise > 0 && invoice.tcs_paise > 0);
    let lines = invoice.lines.iter().map(|line| line.cess_paise).sum::<i64>();
    let totals = invoice.hsn_totals.iter().map(|one| one.cess_paise).sum::<i64>();
    assert_eq!([lines, totals], [invoice.cess_paise; 2]);
    for line in &invoice.lines {
        assert_eq!(line.cess_bp, 333);
        let exact = i128::from(line.taxable_paise) * 333;
        assert_eq!(i128::from(line.cess_paise), (exact + 5_000) / 10_000);
    }
    let order = sold.world.site.get("order", &invoice.orders[0]);
    assert_eq!(order["record"]["cess_paise"], invoice.cess_paise);
    assert_eq!(sold.book(books::OUTPUT_CESS), -invoice.cess_paise);
    let sum = invoice.taxable_paise + invoice.cgst_paise + invoice.sgst_paise + invoice.cess_paise;
    assert_eq!(invoice.total_paise, sum + invoice.tcs_paise);
    sold.world.is_sound();
}

/// Somebody corrects a line: by some thousandths of it, in one of the ways there are.
fn step() -> impl Strategy<Value = (bool, usize, i64, usize, bool)> {
    (any::<bool>(), 0..2_usize, 1..=600_i64, 0..3_usize, any::<bool>())
}

fn row(sold: &Sold, line: usize, part: i64, way: usize, debit: bool) -> (&'static str, Value) {
    let whole = sold.world.invoice(&sold.invoice).portion(line);
    let of = sold.world.site.read(|case| noted::of(case, &sold.invoice, line as i64));
    let left = if debit { of.left_to_debit(whole) } else { of.left_to_credit(whole) };
    let some = |n: i64| (n * part / 1_000).max(1);
    match way {
        0 => (notes::QUANTITY, json!({ "line": line, "weight_g": some(left.g) })),
        1 => (notes::RATE, json!({ "line": line, "rate_paise": 1_000 * part })),
        _ if debit => (notes::RATE, json!({ "line": line, "rate_paise": 100 * part, "pcs": 1 })),
        _ => (notes::DISCOUNT, json!({ "line": line, "amount_paise": some(left.amount) })),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_notes_of_an_invoice_never_exceed_it_by_a_paisa(
        abroad: bool, steps in prop::collection::vec(step(), 1..10),
    ) {
        let mut sold = taxed(abroad);
        let invoice = sold.world.invoice(&sold.invoice);
        let (mut credited, mut debited) = (0, 0);
        for (debit, line, part, way, gst) in steps {
            let (reason, row) = row(&sold, line, part, way, debit);
            let kind = if debit { DEBIT } else { CREDIT };
            let gst = json!({ "gst": if gst { "with" } else { "without" } });
            // What exceeds the line is refused.
            let Ok(id) = sold.draft_with(kind, reason, json!([row]), gst) else { continue };
            if sold.post(kind, &id).is_err() {
                continue;
            }
            let note = sold.of(kind, &id);
            prop_assert_eq!(note.cgst_paise, note.sgst_paise);
            let sum = if debit { &mut debited } else { &mut credited };
            *sum += note.payable_paise;
            prop_assert!(credited <= invoice.payable_paise + debited);
            prop_assert!(debited <= invoice.payable_paise);
            sold.world.is_sound();
        }
    }

    #[test]
    fn the_last_notes_take_what_is_left_to_the_paisa(
        abroad: bool, steps in prop::collection::vec(step(), 0..8),
    ) {
        let mut sold = taxed(abroad);
        let invoice = sold.world.invoice(&sold.invoice);
        let mut owed = invoice.payable_paise;
        for (debit, line, part, way, _) in steps {
            let (reason, row) = row(&sold, line, part, way, debit);
            let kind = if debit { DEBIT } else { CREDIT };
            let Ok(id) = sold.draft(kind, reason, json!([row])) else { continue };
            if sold.post(kind, &id).is_ok() {
                let note = sold.of(kind, &id);
                owed += if debit { note.payable_paise } else { -note.payable_paise };
            }
        }
        for line in 0..2 {
            let whole = invoice.portion(line);
            let of = sold.world.site.read(|case| noted::of(case, &sold.invoice, line as i64));
            let left = of.left_to_credit(whole);
            if left.amount > 0 {
                let rest = json!([{ "line": line, "weight_g": left.g }]);
                owed -= sold.note(CREDIT, notes::QUANTITY, rest).payable_paise;
            }
        }
        prop_assert_eq!(owed, 0);
        let account = sold.account();
        prop_assert_eq!(account.receivable, account.on_account);
        for taxes in [books::OUTPUT_CGST, books::OUTPUT_IGST, books::OUTPUT_CESS, books::TCS] {
            prop_assert_eq!(sold.book(taxes), 0, "{}", taxes);
        }
        prop_assert_eq!(sold.book(books::ROUND_OFF), 0);
        prop_assert_eq!(sold.book(books::SALES) + sold.book(books::SALES_RETURN), 0);
        sold.world.is_sound();
    }
}
