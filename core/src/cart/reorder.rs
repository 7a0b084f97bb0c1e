//! An old order as a new cart, with what has changed since.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::json::{Json, json_struct, wrong};
use crate::shape::{Member, Shape, Shaped, member};

use super::{Cart, CartLine, MAX_LINES, MAX_PCS};

json_struct! { WHOLE
    /// An SKU as the catalogue has it today, at the cart's yard.
    #[derive(Eq)]
    pub struct Fact {
        pub name: String,
        /// Paise per rate unit; `None` when the SKU has no price.
        pub rate_paise: Option<i64>,
        /// Pieces free to promise.
        pub free_pcs: i64,
        /// Theoretical weight of one piece, in grams.
        pub theo_g_per_pc: i64,
        /// Whether it may still be sold.
        pub active: bool,
    }
}

/// One thing that is no longer as it was in the old order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// No longer sold; it is not in the new cart.
    Discontinued { sku: String },
    /// Another rate, in paise per rate unit; `now_paise` is `None` when there is no price today.
    Price { sku: String, before_paise: i64, now_paise: Option<i64> },
    /// Another theoretical weight of one piece, in grams.
    WeightPerPiece { sku: String, before_g: i64, now_g: i64 },
    /// Fewer pieces are free than the new cart holds; they stay in it.
    Short { sku: String, free_pcs: i64 },
}

impl Shaped for Changed {
    fn shape() -> Shape {
        fn case(kind: &'static str, amounts: &[(&'static str, Shape)]) -> Shape {
            let kind = Member { key: "kind", optional: false, shape: Shape::Words(vec![kind]) };
            let amounts = amounts.iter().cloned();
            let amounts = amounts.map(|(key, shape)| Member { key, optional: false, shape });
            Shape::Object(
                [kind, member::<String>("sku", false)].into_iter().chain(amounts).collect(),
            )
        }
        Shape::Named("Changed", || {
            let integer = || Shape::Integer;
            Shape::Either(vec![
                case("discontinued", &[]),
                case(
                    "price",
                    &[("before_paise", integer()), ("now_paise", Shape::maybe(integer()))],
                ),
                case("weight_per_piece", &[("before_g", integer()), ("now_g", integer())]),
                case("short", &[("free_pcs", integer())]),
            ])
        })
    }
}

impl Json for Changed {
    fn read(_: &Value) -> Result<Changed, String> {
        Err(wrong("a thing to read"))
    }

    fn write(&self) -> Value {
        match self {
            Changed::Discontinued { sku } => json!({ "kind": "discontinued", "sku": sku }),
            Changed::Price { sku, before_paise, now_paise } => json!({
                "kind": "price", "sku": sku, "before_paise": before_paise, "now_paise": now_paise,
            }),
            Changed::WeightPerPiece { sku, before_g, now_g } => json!({
                "kind": "weight_per_piece", "sku": sku, "before_g": before_g, "now_g": now_g,
            }),
            Changed::Short { sku, free_pcs } => {
                json!({ "kind": "short", "sku": sku, "free_pcs": free_pcs })
            }
        }
    }
}

json_struct! { WHOLE
    /// The new cart and the changes, SKU by SKU in the order of the old lines.
    #[derive(Eq)]
    pub struct Again {
        pub cart: Cart,
        pub changed: Vec<Changed>,
    }
}

/// Makes a new cart from the record of an old order.
///
/// Of each line `sku` and `pcs` are read, and `rate_paise` and `theo_g_per_pc` (or `theo_g` of the
/// whole line) where present. Lines of one SKU are merged; its first line is what today is compared
/// with. A line without a SKU or without pieces is passed over, pieces beyond the bound of a line
/// are cut to it, and lines beyond the bound of a cart are left out.
pub fn again(order: &Map<String, Value>, facts: &BTreeMap<String, Fact>) -> Again {
    let mut made = Again::default();
    let mut seen: Vec<Old> = Vec::new();
    let lines = order.get("lines").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for line in lines.iter().filter_map(Old::read) {
        match seen.iter_mut().find(|old| old.sku == line.sku) {
            Some(old) => old.pcs = old.pcs.saturating_add(line.pcs).min(MAX_PCS),
            None => seen.push(line),
        }
    }
    for old in seen {
        match facts.get(old.sku) {
            Some(fact) if fact.active => {
                if made.cart.lines.len() < MAX_LINES {
                    old.compare(fact, &mut made.changed);
                    made.cart.lines.push(CartLine {
                        sku: old.sku.to_owned(),
                        pcs: old.pcs,
                        weight_g: None,
                    });
                }
            }
            _ => made.changed.push(Changed::Discontinued { sku: old.sku.to_owned() }),
        }
    }
    made
}

/// One SKU of an old order.
struct Old<'a> {
    sku: &'a str,
    pcs: i64,
    rate_paise: Option<i64>,
    theo_g_per_pc: Option<i64>,
}

impl<'a> Old<'a> {
    fn read(line: &'a Value) -> Option<Old<'a>> {
        let number = |key: &str| line.get(key).and_then(Value::as_i64);
        let sku = line.get("sku")?.as_str().filter(|sku| !sku.is_empty())?;
        let pcs = number("pcs").filter(|pcs| *pcs > 0)?;
        let of_line = || number("theo_g").map(|theo| theo / pcs);
        Some(Old {
            sku,
            pcs: pcs.min(MAX_PCS),
            rate_paise: number("rate_paise"),
            theo_g_per_pc: number("theo_g_per_pc").or_else(of_line),
        })
    }

    fn compare(&self, fact: &Fact, changed: &mut Vec<Changed>) {
        let sku = || self.sku.to_owned();
        if let Some(before_paise) = self.rate_paise
            && fact.rate_paise != Some(before_paise)
        {
            changed.push(Changed::Price { sku: sku(), before_paise, now_paise: fact.rate_paise });
        }
        if let Some(before_g) = self.theo_g_per_pc
            && fact.theo_g_per_pc != before_g
        {
            let now_g = fact.theo_g_per_pc;
            changed.push(Changed::WeightPerPiece { sku: sku(), before_g, now_g });
        }
        if fact.free_pcs < self.pcs {
            changed.push(Changed::Short { sku: sku(), free_pcs: fact.free_pcs.max(0) });
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fact(rate_paise: Option<i64>, free_pcs: i64, theo_g_per_pc: i64, active: bool) -> Fact {
        Fact { name: String::new(), rate_paise, free_pcs, theo_g_per_pc, active }
    }

    fn order(lines: Value) -> Map<String, Value> {
        Map::from_iter([("lines".to_owned(), lines)])
    }

    #[test]
    fn an_unchanged_order_comes_back_without_remarks() {
        let old = order(json!([
            {"sku": "A", "pcs": 5, "rate_paise": 100, "theo_g_per_pc": 30},
            {"sku": "B", "pcs": 2, "rate_paise": 200, "theo_g": 80},
        ]));
        let facts = BTreeMap::from([
            ("A".to_owned(), fact(Some(100), 5, 30, true)),
            ("B".to_owned(), fact(Some(200), 9, 40, true)),
        ]);
        let made = again(&old, &facts);
        assert_eq!(made.changed, []);
        let lines: Vec<_> = made.cart.lines.iter().map(|line| (&*line.sku, line.pcs)).collect();
        assert_eq!(lines, [("A", 5), ("B", 2)]);
    }

    #[test]
    fn every_change_since_is_named_once_per_sku() {
        let old = order(json!([
            {"sku": "GONE", "pcs": 1},
            {"sku": "OFF", "pcs": 1},
            {"sku": "A", "pcs": 5, "rate_paise": 100, "theo_g_per_pc": 30},
            {"sku": "A", "pcs": 3, "rate_paise": 100, "theo_g_per_pc": 30},
            {"sku": "B", "pcs": 1, "rate_paise": 7},
        ]));
        let facts = BTreeMap::from([
            ("OFF".to_owned(), fact(Some(1), 9, 1, false)),
            ("A".to_owned(), fact(Some(110), 7, 31, true)),
            ("B".to_owned(), fact(None, 1, 0, true)),
        ]);
        let made = again(&old, &facts);
        let sku = |sku: &str| sku.to_owned();
        assert_eq!(
            made.changed,
            [
                Changed::Discontinued { sku: sku("GONE") },
                Changed::Discontinued { sku: sku("OFF") },
                Changed::Price { sku: sku("A"), before_paise: 100, now_paise: Some(110) },
                Changed::WeightPerPiece { sku: sku("A"), before_g: 30, now_g: 31 },
                Changed::Short { sku: sku("A"), free_pcs: 7 },
                Changed::Price { sku: sku("B"), before_paise: 7, now_paise: None },
            ]
        );
        assert_eq!(made.cart.lines.len(), 2);
        assert_eq!(made.cart.lines[0].pcs, 8);
    }

    #[test]
    fn lines_that_cannot_be_read_are_passed_over() {
        let old = order(json!([
            {"pcs": 1}, {"sku": "A"}, {"sku": "A", "pcs": 0}, {"sku": "", "pcs": 1}, "A",
            {"sku": "A", "pcs": 5_000_000},
        ]));
        let facts = BTreeMap::from([("A".to_owned(), fact(None, i64::MAX, 0, true))]);
        let made = again(&old, &facts);
        assert_eq!(made.changed, []);
        assert_eq!(made.cart.lines[0].pcs, MAX_PCS);
        assert_eq!(again(&Map::new(), &facts), Again::default());
    }

    #[test]
    fn a_change_carries_its_kind_on_the_wire() {
        let change = Changed::Short { sku: "A".to_owned(), free_pcs: 2 };
        assert_eq!(change.write(), json!({"kind": "short", "sku": "A", "free_pcs": 2}));
    }
}
