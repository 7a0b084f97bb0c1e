//! What an approval was given for: a digest of an order's terms, kept with the order and compared later.
//!
//! The digest is kept for ever, so that each form of its text stays as it is. A change of what is
//! digested is a new form with a new number; approvals by the forms before it stand.

use std::fmt::Write;

use super::record::{Line, Order};
use crate::value::RateUom;
use crate::value::hash::digest;

/// The form of today, and what its values begin with.
const SECOND: &str = "2:";

impl Order {
    /// A digest of what was sold at what price: who, where, what, how much, for how much.
    pub fn terms(&self) -> String {
        format!("{SECOND}{}", digest(second(self).bytes()))
    }

    /// Whether the branch manager approved just this, whichever program kept it.
    pub fn is_as_approved(&self) -> bool {
        match self.approved_hash.as_deref() {
            None => false,
            Some(kept) if kept.starts_with(SECOND) => kept == self.terms(),
            Some(kept) => self.bill_to.is_none() && kept == digest(first(self).bytes()),
        }
    }

    /// A digest of whom and what is asked for, to find an order that was typed twice within minutes.
    pub fn goods(&self) -> String {
        let mut text = String::new();
        line(&mut text, "customer", Some(&self.customer));
        for of in &self.lines {
            line(&mut text, "line", Some(&row(of, false)));
        }
        digest(text.bytes())
    }
}

/// One line for each term that is set: its key and its value.
fn second(order: &Order) -> String {
    let mut text = String::new();
    let paise = |amount: Option<i64>| amount.map(|paise| paise.to_string());
    for (key, value) in [
        ("customer", Some(order.customer.clone())),
        // No order of a program before this has one, so that the form is what it was.
        ("bill_to", order.bill_to.clone()),
        ("ship_to", order.ship_to.clone()),
        ("yard", order.yard.clone()),
        ("payment_term", order.payment_term.clone()),
        ("price_basis", order.price_basis.clone()),
        ("freight_rate_paise", paise(order.freight_rate_paise)),
        ("loading_rate_paise", paise(order.loading_rate_paise)),
        ("place_override", order.place_override.clone()),
    ] {
        line(&mut text, key, value.as_deref());
    }
    for of in &order.lines {
        line(&mut text, "line", Some(&row(of, true)));
    }
    text
}

/// A field holds one line of text, so that no value is taken for the next key.
fn line(text: &mut String, key: &str, value: Option<&str>) {
    if let Some(value) = value {
        let _ = writeln!(text, "{key} {value}");
    }
}

/// SKU, pieces and grams, and the rate's unit, paise and discount where prices count; `-` for none.
fn row(of: &Line, priced: bool) -> String {
    let mut row = of.sku.clone();
    let mut add = |number: Option<i64>| match number {
        Some(number) => drop(write!(row, " {number}")),
        None => row.push_str(" -"),
    };
    add(of.pcs);
    add(of.weight_g);
    if priced {
        add(of.rate_paise);
        add(of.discount_bp);
        row.push(' ');
        row.push_str(of.rate_uom.map_or("-", RateUom::name));
    }
    row
}

/// The form of the first programs, letter for letter.
fn first(order: &Order) -> String {
    let mut text = order.customer.clone();
    let quoted = |value: &Option<String>| match value {
        Some(value) => format!("Some(\"{}\")", value.replace('\\', "\\\\").replace('"', "\\\"")),
        None => "None".to_owned(),
    };
    let number = |value: Option<i64>| match value {
        Some(value) => format!("Some({value})"),
        None => "None".to_owned(),
    };
    let unit = |value: Option<RateUom>| match value {
        Some(RateUom::Mt) => "Some(Mt)",
        Some(RateUom::Kg) => "Some(Kg)",
        Some(RateUom::Pcs) => "Some(Pcs)",
        Some(RateUom::Mtr) => "Some(Mtr)",
        Some(RateUom::Bag) => "Some(Bag)",
        None => "None",
    };
    for value in [
        quoted(&order.ship_to),
        quoted(&order.yard),
        quoted(&order.payment_term),
        quoted(&order.price_basis),
        number(order.freight_rate_paise),
        number(order.loading_rate_paise),
        quoted(&order.place_override),
    ] {
        let _ = write!(text, "|{value}");
    }
    for line in &order.lines {
        let (pcs, weight) = (number(line.pcs), number(line.weight_g));
        let (uom, rate) = (unit(line.rate_uom), number(line.rate_paise));
        let discount = number(line.discount_bp);
        let _ = write!(text, "|{} {pcs} {weight} {uom} {rate} {discount}", line.sku);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Order {
        let line = Line {
            sku: "sku-1".into(),
            pcs: Some(36),
            weight_g: Some(1_020_500),
            rate_uom: Some(RateUom::Mt),
            rate_paise: Some(5_875_000),
            ..Line::default()
        };
        let counted = Line {
            sku: "sku-2".into(),
            weight_g: None,
            rate_uom: Some(RateUom::Pcs),
            discount_bp: Some(150),
            ..line.clone()
        };
        Order {
            customer: "customer-1".into(),
            ship_to: Some("Gate \"2\", Nagpur".into()),
            yard: Some("yard-1".into()),
            payment_term: Some("payment_term-CR30".into()),
            price_basis: Some("for".into()),
            freight_rate_paise: Some(90_000),
            lines: vec![line, counted],
            ..Order::default()
        }
    }

    #[test]
    fn the_terms_of_a_known_order_are_this_text_and_this_digest() {
        let text = "customer customer-1\nship_to Gate \"2\", Nagpur\nyard yard-1\n\
                    payment_term payment_term-CR30\nprice_basis for\nfreight_rate_paise 90000\n\
                    line sku-1 36 1020500 5875000 - MT\nline sku-2 36 - 5875000 150 PCS\n";
        assert_eq!(second(&known()), text);
        assert_eq!(known().terms(), "2:c06a61611fcdccbf");
        assert_eq!(known().goods(), "8157451745f43bf3");
    }

    #[test]
    fn the_first_form_is_what_the_first_programs_kept() {
        let text = [
            r#"customer-1|Some("Gate \"2\", Nagpur")|Some("yard-1")|Some("payment_term-CR30")"#,
            r#"|Some("for")|Some(90000)|None|None"#,
            "|sku-1 Some(36) Some(1020500) Some(Mt) Some(5875000) None",
            "|sku-2 Some(36) None Some(Pcs) Some(5875000) Some(150)",
        ]
        .concat();
        assert_eq!(first(&known()), text);
        assert_eq!(digest(first(&known()).bytes()), "29335dcdb869d78a");
    }

    #[test]
    fn an_approval_of_either_form_stands_until_a_term_changes() {
        for kept in [known().terms(), digest(first(&known()).bytes())] {
            let mut order = Order { approved_hash: Some(kept), ..known() };
            assert!(order.is_as_approved());
            order.remarks = Some("Call before".into());
            assert!(order.is_as_approved(), "remarks are no term");
            let elsewhere = Order { bill_to: Some("Nashik".into()), ..order.clone() };
            assert!(!elsewhere.is_as_approved(), "billed at another place");
            order.lines[1].discount_bp = Some(151);
            assert!(!order.is_as_approved());
        }
        assert!(!known().is_as_approved(), "nobody approved it");
    }
}
