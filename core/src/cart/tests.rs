//! The operations on a cart, and the invariants that hold after each.

use proptest::prelude::*;

use super::*;

fn cart(lines: &[(&str, i64)]) -> Cart {
    let line =
        |(sku, pcs): &(&str, i64)| CartLine { sku: (*sku).into(), pcs: *pcs, weight_g: None };
    Cart { lines: lines.iter().map(line).collect() }
}

fn problem(result: Result<Cart, Issue>) -> (String, String) {
    let issue = result.unwrap_err();
    (issue.path, issue.message)
}

#[test]
fn a_present_sku_is_raised_and_a_new_one_enters_at_the_end() {
    let start = cart(&[("A", 4), ("B", 1)]);
    assert_eq!(start.add("A", None), Ok(cart(&[("A", 5), ("B", 1)])));
    assert_eq!(start.add("B", Some(9)), Ok(cart(&[("A", 4), ("B", 10)])));
    assert_eq!(start.add("C", None), Ok(cart(&[("A", 4), ("B", 1), ("C", 1)])));
}

#[test]
fn an_amount_of_zero_removes_the_line() {
    let start = cart(&[("A", 4), ("B", 1)]);
    assert_eq!(start.change("A", 7), Ok(cart(&[("A", 7), ("B", 1)])));
    assert_eq!(start.change("A", 0), Ok(cart(&[("B", 1)])));
    assert_eq!(start.remove("B"), Ok(cart(&[("A", 4)])));
}

#[test]
fn what_is_out_of_bounds_is_refused_at_its_field() {
    let start = cart(&[("A", 4), ("B", MAX_PCS)]);
    let pieces = "Pieces must be 1 to 9,99,999".to_owned();
    for (result, path) in [
        (start.add("A", Some(0)), "lines.0.pcs"),
        (start.add("A", Some(-1)), "lines.0.pcs"),
        (start.add("B", None), "lines.1.pcs"),
        (start.add("A", Some(i64::MAX)), "lines.0.pcs"),
        (start.add("C", Some(MAX_PCS + 1)), "lines.2.pcs"),
        (start.change("A", -1), "lines.0.pcs"),
        (start.change("A", MAX_PCS + 1), "lines.0.pcs"),
    ] {
        assert_eq!(problem(result), (path.to_owned(), pieces.clone()));
    }
    let missing = ("sku".to_owned(), "C is not in the cart".to_owned());
    assert_eq!(problem(start.change("C", 1)), missing);
    assert_eq!(problem(start.remove("C")), missing);
}

#[test]
fn a_cart_holds_at_most_a_hundred_lines() {
    let mut full = Cart::default();
    for index in 0..MAX_LINES {
        full = full.add(&format!("S{index}"), None).unwrap();
    }
    let want = ("lines".to_owned(), "An order holds at most 100 lines".to_owned());
    assert_eq!(problem(full.add("MORE", None)), want);
    assert!(full.add("S0", None).is_ok());
    let mut rows = full;
    rows.lines.push(CartLine { sku: "MORE".into(), pcs: 1, weight_g: None });
    assert_eq!(problem(rows.merge()), want);
}

#[test]
fn a_line_moves_from_its_start_to_its_end_index() {
    let start = cart(&[("A", 1), ("B", 2), ("C", 3)]);
    assert_eq!(start.reorder(0, 2), Ok(cart(&[("B", 2), ("C", 3), ("A", 1)])));
    assert_eq!(start.reorder(2, 0), Ok(cart(&[("C", 3), ("A", 1), ("B", 2)])));
    assert_eq!(start.reorder(1, 1), Ok(start.clone()));
    let no_line = |path: &str| (path.to_owned(), "The cart has no line 4".to_owned());
    assert_eq!(problem(start.reorder(3, 0)), no_line("start"));
    assert_eq!(problem(start.reorder(0, 3)), no_line("end"));
    assert!(start.reorder(usize::MAX, 0).is_err());
}

#[test]
fn rows_of_one_sku_are_merged_where_it_stood_first() {
    let mut rows = cart(&[("A", 1), ("B", 2), ("A", 3), ("B", 4)]);
    rows.lines[0].weight_g = Some(10);
    rows.lines[2].weight_g = Some(20);
    rows.lines[3].weight_g = Some(30);
    let merged = rows.merge().unwrap();
    let seen: Vec<_> =
        merged.lines.iter().map(|line| (&*line.sku, line.pcs, line.weight_g)).collect();
    assert_eq!(seen, [("A", 4, Some(30)), ("B", 6, None)]);
    let over = cart(&[("A", MAX_PCS), ("B", 1), ("A", 1)]);
    assert_eq!(problem(over.merge()).0, "lines.2.pcs");
    assert_eq!(problem(cart(&[("A", -1)]).merge()).0, "lines.0.pcs");
}

#[test]
fn a_typed_weight_lives_until_the_pieces_change() {
    let weighed = cart(&[("A", 1)]).weigh("A", Some(2_500)).unwrap();
    assert_eq!(weighed.lines[0].weight_g, Some(2_500));
    assert_eq!(weighed.add("A", None), Ok(cart(&[("A", 2)])));
    assert_eq!(weighed.weigh("A", None), Ok(cart(&[("A", 1)])));
    for weight in [0, -1, MAX_WEIGHT_G + 1] {
        let want = "Weight must be 0.001 to 9,99,999.999 kg".to_owned();
        assert_eq!(problem(weighed.weigh("A", Some(weight))), ("lines.0.weight_g".into(), want));
    }
}

#[test]
fn a_draft_holds_the_customer_the_yard_and_the_lines() {
    let mut picked = cart(&[("A", 4), ("B", 1)]);
    picked.lines[1].weight_g = Some(1_250);
    let record = to_order_draft(&picked, "C-000123", "PN1");
    assert_eq!(
        serde_json::to_string(&record).unwrap(),
        r#"{"customer":"C-000123","yard":"PN1","lines":[{"sku":"A","pcs":4},{"sku":"B","pcs":1,"weight_g":1250}]}"#
    );
}

fn any_cart() -> impl Strategy<Value = Cart> {
    let line = |(sku, pcs)| CartLine { sku, pcs, weight_g: None };
    prop::collection::btree_map("[A-F]", 1..=MAX_PCS, 0..6)
        .prop_map(move |picked| picked.into_iter().map(line).collect::<Vec<_>>())
        .prop_shuffle()
        .prop_map(|lines| Cart { lines })
}

fn sorted(cart: &Cart) -> Vec<(String, i64)> {
    let mut lines: Vec<_> = cart.lines.iter().map(|line| (line.sku.clone(), line.pcs)).collect();
    lines.sort();
    lines
}

proptest! {
    #[test]
    fn reordering_keeps_every_line(cart in any_cart(), start in 0..7_usize, end in 0..7_usize) {
        match cart.reorder(start, end) {
            Ok(next) => {
                prop_assert_eq!(sorted(&next), sorted(&cart));
                prop_assert_eq!(&next.lines[end], &cart.lines[start]);
                prop_assert_eq!(next.reorder(end, start), Ok(cart));
            }
            Err(_) => prop_assert!(start.max(end) >= cart.lines.len()),
        }
    }

    #[test]
    fn adding_a_new_sku_and_removing_it_changes_nothing(cart in any_cart(), pcs in 1..=MAX_PCS) {
        prop_assert_eq!(cart.add("NEW", Some(pcs)).unwrap().remove("NEW"), Ok(cart));
    }

    #[test]
    fn a_cart_never_leaves_its_bounds(
        steps in prop::collection::vec((0..4_u8, "[A-F]", -2..=MAX_PCS + 2), 0..60),
    ) {
        let mut now = Cart::default();
        for (step, sku, pcs) in steps {
            let next = match step {
                0 => now.add(&sku, None),
                1 => now.add(&sku, Some(pcs)),
                2 => now.change(&sku, pcs),
                _ => now.remove(&sku),
            };
            now = next.unwrap_or(now);
            prop_assert!(now.lines.iter().all(|line| (1..=MAX_PCS).contains(&line.pcs)));
            prop_assert_eq!(now.merge(), Ok(now.clone()));
        }
    }
}
