//! What a world's yards hold beside its first batch.

use godown_core::ledger::Source;
use godown_core::ledger::stock::{self, Qty, Side, StockPlace};
use serde_json::json;

use super::{World, seeded};

impl World {
    /// A new batch of which all pieces left the yard, and not all of its weight.
    pub fn rest(&mut self, pcs: i64, g: i64, left_g: i64) -> String {
        let batch = self.stock(pcs, g);
        self.leave(&batch, pcs, g - left_g);
        batch
    }

    /// Goods of a batch leave the yard without a paper.
    pub fn leave(&mut self, batch: &str, pcs: i64, g: i64) {
        let (sku, yard) = (self.sku.clone(), self.yard.clone());
        self.system(|case| {
            let place = Side::Stock(StockPlace::free(&yard, &sku, batch));
            let source = Source::new("batch", batch, 0, case.today());
            stock::post(case, place, Side::Customer, Qty { pcs, g }, &source)
        });
    }

    /// A second yard of the branch with a batch of its own, and `YARD2` who works there.
    pub fn other_yard(&mut self) -> (String, String) {
        let branch = self.branch.clone();
        let yard = self.site.make(
            "yard",
            json!({
                "code": "PUN2", "name": "Pune Two", "branch": branch, "address": "Chakan, Pune",
                "state": seeded("state", "27"), "pin": "410501",
            }),
        );
        let mut actor = self.who("YARD");
        actor.id = self.site.make(
            "employee",
            json!({
                "emp_id": "YARD2", "name": "YARD2", "mobile": "9822070007", "roles": ["YARD"],
                "branch": branch, "yards": [yard], "designation": "Executive",
                "joined_on": "2024-04-01",
            }),
        );
        actor.name = "YARD2".to_owned();
        actor.yards = vec![yard.clone()];
        self.people.push(actor);
        let first = std::mem::replace(&mut self.yard, yard.clone());
        let batch = self.stock(100, 2_834_700);
        self.yard = first;
        (yard, batch)
    }
}
