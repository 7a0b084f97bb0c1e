//! The cart of the order page: a list of SKUs and pieces that becomes the draft of an order.

use serde_json::{Map, Value, json};

use crate::error::{Code, Issue};
use crate::json::json_struct;
use crate::said;
use crate::value::grouped;

pub mod reorder;

/// The most lines that an order, and so a cart, may hold.
pub const MAX_LINES: usize = 100;

/// The most pieces of one line.
pub const MAX_PCS: i64 = 999_999;

/// The most a line may weigh, in grams: 999,999.999 kg.
pub const MAX_WEIGHT_G: i64 = 999_999_999;

json_struct! { WHOLE
    /// A person's cart, in the order in which they picked; each SKU stands once.
    #[derive(Eq)]
    pub struct Cart {
        pub lines: Vec<CartLine>,
    }
}

json_struct! { SPARE
    /// One SKU and how much of it.
    #[derive(Eq)]
    pub struct CartLine {
        pub sku: String,
        /// 1 to [`MAX_PCS`].
        pub pcs: i64,
        /// The weight asked for, in grams; `None` where the pieces alone say it.
        pub weight_g: Option<i64>,
    }
}

/// Every function leaves its cart as it is and gives the next one, or the one problem found.
impl Cart {
    /// Adds pieces (1 unless said): a SKU that is present has its pieces raised, a new one enters
    /// at the end. A weight typed for the line no longer fits its pieces and is dropped.
    pub fn add(&self, sku: &str, pcs: Option<i64>) -> Result<Cart, Issue> {
        let added = pcs.unwrap_or(1);
        let at = self.position(sku);
        let path = pcs_path(at.unwrap_or(self.lines.len()));
        let before = at.map_or(0, |at| self.lines[at].pcs);
        in_bounds(&path, added)?;
        in_bounds(&path, before.saturating_add(added))?;
        match at {
            Some(at) => Ok(self.with_pcs(at, before + added)),
            None if self.lines.len() >= MAX_LINES => Err(too_many_lines()),
            None => {
                Ok(self.with_line(CartLine { sku: sku.to_owned(), pcs: added, weight_g: None }))
            }
        }
    }

    /// Sets the pieces of a line; 0 removes it. A weight typed before is dropped.
    pub fn change(&self, sku: &str, pcs: i64) -> Result<Cart, Issue> {
        let at = self.find(sku)?;
        if pcs == 0 {
            return Ok(self.without(at));
        }
        in_bounds(&pcs_path(at), pcs)?;
        Ok(self.with_pcs(at, pcs))
    }

    /// Sets the weight asked for in a line, 1 to [`MAX_WEIGHT_G`] grams, or takes it away.
    pub fn weigh(&self, sku: &str, weight_g: Option<i64>) -> Result<Cart, Issue> {
        let at = self.find(sku)?;
        if weight_g.is_some_and(|weight| !(1..=MAX_WEIGHT_G).contains(&weight)) {
            let path = format!("lines.{at}.weight_g");
            return Err(Issue::new(path, Code::Input, "Weight must be 0.001 to 9,99,999.999 kg"));
        }
        let mut next = self.clone();
        next.lines[at].weight_g = weight_g;
        Ok(next)
    }

    /// Takes a SKU out.
    pub fn remove(&self, sku: &str) -> Result<Cart, Issue> {
        self.find(sku).map(|at| self.without(at))
    }

    /// Moves the line at index `start` so that it stands at index `end`.
    pub fn reorder(&self, start: usize, end: usize) -> Result<Cart, Issue> {
        for (path, index) in [("start", start), ("end", end)] {
            if index >= self.lines.len() {
                let message = said!("The cart has no line {line}", line = index.saturating_add(1));
                return Err(Issue::new(path, Code::Input, message));
            }
        }
        let mut next = self.clone();
        let line = next.lines.remove(start);
        next.lines.insert(end, line);
        Ok(next)
    }

    /// The same goods with each SKU once, where it stood first: pieces are added up, and weights
    /// too where every line of the SKU has one. For rows pasted or kept from elsewhere; refused
    /// with the first row or sum out of bounds, its path naming the row as it came.
    pub fn merge(&self) -> Result<Cart, Issue> {
        let mut merged = Cart::default();
        for (row, line) in self.lines.iter().enumerate() {
            in_bounds(&pcs_path(row), line.pcs)?;
            match merged.position(&line.sku) {
                Some(at) => {
                    let kept = &mut merged.lines[at];
                    kept.pcs += line.pcs;
                    kept.weight_g =
                        kept.weight_g.zip(line.weight_g).map(|(a, b)| a.saturating_add(b));
                    in_bounds(&pcs_path(row), kept.pcs)?;
                }
                None if merged.lines.len() >= MAX_LINES => return Err(too_many_lines()),
                None => merged.lines.push(line.clone()),
            }
        }
        Ok(merged)
    }

    fn position(&self, sku: &str) -> Option<usize> {
        self.lines.iter().position(|line| line.sku == sku)
    }

    fn find(&self, sku: &str) -> Result<usize, Issue> {
        let missing = || Issue::new("sku", Code::Input, said!("{sku} is not in the cart", sku));
        self.position(sku).ok_or_else(missing)
    }

    fn with_line(&self, line: CartLine) -> Cart {
        let mut next = self.clone();
        next.lines.push(line);
        next
    }

    fn with_pcs(&self, at: usize, pcs: i64) -> Cart {
        let mut next = self.clone();
        next.lines[at].pcs = pcs;
        next.lines[at].weight_g = None;
        next
    }

    fn without(&self, at: usize) -> Cart {
        let mut next = self.clone();
        next.lines.remove(at);
        next
    }
}

/// The record of a draft order: `customer`, `yard` and lines of `sku`, `pcs` and, where asked for,
/// `weight_g`. Rates, weights and taxes are the order's own business. An empty cart gives a draft
/// without lines, which may be kept but not submitted.
pub fn to_order_draft(cart: &Cart, customer: &str, yard: &str) -> Map<String, Value> {
    let line = |line: &CartLine| {
        let mut row = Map::new();
        row.insert("sku".to_owned(), json!(line.sku));
        row.insert("pcs".to_owned(), json!(line.pcs));
        if let Some(weight) = line.weight_g {
            row.insert("weight_g".to_owned(), json!(weight));
        }
        Value::Object(row)
    };
    let mut record = Map::new();
    record.insert("customer".to_owned(), json!(customer));
    record.insert("yard".to_owned(), json!(yard));
    record.insert("lines".to_owned(), cart.lines.iter().map(line).collect());
    record
}

fn pcs_path(line: usize) -> String {
    format!("lines.{line}.pcs")
}

fn in_bounds(path: &str, pcs: i64) -> Result<(), Issue> {
    if (1..=MAX_PCS).contains(&pcs) {
        return Ok(());
    }
    let message = said!("Pieces must be 1 to {most}", most = grouped(MAX_PCS));
    Err(Issue::new(path, Code::Input, message))
}

fn too_many_lines() -> Issue {
    Issue::new("lines", Code::Input, said!("An order holds at most {most} lines", most = MAX_LINES))
}

#[cfg(test)]
mod tests;
