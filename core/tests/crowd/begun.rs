//! What the people of the crowd begin a document with.

use godown_core::declare::actor::Actor;
use godown_core::docs::loadings::is_invoiced;
use godown_core::docs::reversals::plan::ELIGIBLE;
use godown_core::kept::doc::{Doc, Record};
use godown_core::schema::DocType;
use serde_json::{Value, json};

use super::Crowd;
use crate::deeds::{audits, beginning, receipts, scrap_order};
use crate::drawn;

impl Crowd<'_> {
    /// What a person begins with: mostly what such a document looks like, else whatever the fields take.
    pub(super) fn begin(&mut self, def: &'static DocType, actor: &Actor) -> Record {
        if !self.sure && self.dice.chance(25) {
            return self.draw(actor, |drawn| drawn.record(def.fields));
        }
        let known = match def.key {
            "order" if self.dice.chance(15) => {
                let weight_g = 20_000 + self.dice.below(40) as i64 * 1_000;
                scrap_order(&self.ground, weight_g).as_object().cloned().unwrap_or_default()
            }
            "receipt" => self.receipt(),
            "order" | "customer" | "supplier" | "vendor" | "purchase_order" | "inward"
            | "additional_inward" | "transfer" | "work_order" | "stock_audit" => {
                beginning(&self.ground, def)
            }
            "batch_closing" | "dump_stock" => self.with_a_photo(def, actor),
            "sales_return" => self.of_an_invoice(def, actor),
            "credit_limit_request" => self.of_a_limit(def),
            "reversal" => return self.of_what_left(),
            "loading" | "invoice" => return self.of_an_order(def),
            "stock_count" => return self.of_an_audit(),
            "credit_note" | "debit_note" => return self.of_a_line(),
            _ => return self.draw(actor, |drawn| drawn.record(def.fields)),
        };
        let (mut record, sure) = (known, self.sure);
        if def.key == "order" {
            let soon = self.ground.world.site.today().plus(20).to_string();
            record.insert("delivery_by".to_owned(), json!(soon));
        }
        self.draw(actor, |drawn| {
            for field in def.fields.iter().filter(|field| field.unique && !field.computed) {
                record.insert(field.key.to_owned(), drawn.value(&field.kind));
            }
            for _ in 0..if sure { 0 } else { drawn.dice.below(3) } {
                drawn.change(&mut record, def.fields);
            }
        });
        for (number, code) in [("supplier_invoice_no", "S"), ("utr", "HDFC1234567")] {
            if record.get(number).is_some_and(|value| !value.is_null()) {
                record.insert(number.to_owned(), json!(format!("{code}{:05}", self.sent)));
            }
        }
        if let Some(gstin) =
            record.get("gstin").and_then(Value::as_str).filter(|gstin| gstin.len() == 15)
        {
            record.insert("pan".to_owned(), json!(gstin[2..12]));
        }
        record
    }

    /// Money by some mode.
    fn receipt(&mut self) -> Record {
        let modes = ["neft", "upi", "cash", "cheque", "cheque", "cheque", "pdc", "adjustment"];
        let mode = *self.dice.one(&modes);
        let record = receipts::by_mode(&self.ground, mode, self.sent);
        record.as_object().cloned().unwrap_or_default()
    }

    /// What such a document looks like, with a photo that the person sent.
    fn with_a_photo(&mut self, def: &'static DocType, actor: &Actor) -> Record {
        let mut record = beginning(&self.ground, def);
        let photo = self.draw(actor, |drawn| json!(drawn.files));
        record.insert("photos".to_owned(), photo);
        record
    }

    /// A return of some invoice's first goods.
    fn of_an_invoice(&mut self, def: &'static DocType, actor: &Actor) -> Record {
        let mut record = self.with_a_photo(def, actor);
        let invoice = &godown_core::docs::invoices::INVOICE;
        if let Some(doc) = self.some_doc(invoice, "record").filter(|_| self.dice.chance(50)) {
            let part = &doc.record["lines"][0]["parts"][0];
            let (batch, pcs) = (part["batch"].clone(), part["pcs"].as_u64().unwrap_or(1));
            let pcs = 1 + self.dice.below(pcs.max(1) as usize);
            record["invoice"] = json!(doc.id);
            record["lines"] = json!([{ "line": 0, "batch": batch, "pcs": pcs, "reason": "BEND" }]);
        }
        record
    }

    /// A limit for good, for a while, or for one order.
    fn of_a_limit(&mut self, def: &'static DocType) -> Record {
        let mut record = beginning(&self.ground, def);
        let crores = 1 + self.dice.below(20) as i64;
        record.insert("amount_paise".to_owned(), json!(crores * 10_000_000));
        match *self.dice.one(&["permanent", "temporary", "temporary", "order"]) {
            "temporary" => {
                let to = self.ground.world.site.today().plus(self.dice.below(20) as i32);
                record.insert("kind".to_owned(), json!("temporary"));
                record.insert("to".to_owned(), json!(to.to_string()));
            }
            "order" => {
                let order = self.some_doc(&godown_core::docs::orders::ORDER, "");
                record.insert("kind".to_owned(), json!("order"));
                record.insert("order".to_owned(), json!(order.map(|order| order.id)));
            }
            _ => {}
        }
        record
    }

    /// The reversal of some order of which goods left the yard.
    fn of_what_left(&mut self) -> Record {
        let (memory, order) = (&self.ground.world.site.memory, &godown_core::docs::orders::ORDER);
        let ids = drawn::ids(memory, order);
        let docs = ids.iter().filter_map(|id| drawn::doc(memory, order.key, id));
        let out: Vec<String> = docs
            .filter(|doc| ELIGIBLE.contains(&doc.status.as_str()))
            .filter(|doc| !self.posted(doc).is_empty())
            .map(|doc| doc.id)
            .collect();
        if out.is_empty() {
            return Record::new();
        }
        let value = json!({
            "order": self.dice.one(&out), "to": self.dice.one(&["waiting", "rejected"]),
            "reason": "WRONG_PARTY", "remarks": "Sold to the wrong firm",
        });
        value.as_object().cloned().unwrap_or_default()
    }

    /// Some order of which goods left that no invoice bills yet.
    fn with_goods_out(&mut self) -> Option<Doc> {
        let (memory, order) = (&self.ground.world.site.memory, &godown_core::docs::orders::ORDER);
        let ids = drawn::ids(memory, order);
        let docs = ids.iter().filter_map(|id| drawn::doc(memory, order.key, id));
        let open = |doc: &Doc| self.posted(doc).iter().any(|loading| !is_invoiced(loading));
        let fit: Vec<Doc> = docs.filter(open).collect();
        (!fit.is_empty()).then(|| self.dice.one(&fit).clone())
    }

    /// A loading or an invoice of some order that is under way.
    fn of_an_order(&mut self, def: &DocType) -> Record {
        let of = if def.key == "invoice" { self.with_goods_out() } else { None };
        let any = &godown_core::docs::orders::ORDER;
        let Some(order) = of.or_else(|| self.some_doc(any, "comment")) else {
            return Record::new();
        };
        let mut value = match def.key {
            "invoice" => {
                let posted = self.posted(&order);
                let open = posted.iter().filter(|loading| !self.sure || !is_invoiced(loading));
                let open: Vec<&str> = open.map(|loading| loading.id.as_str()).collect();
                json!({ "loadings": open })
            }
            _ => {
                let pcs = 1 + self.dice.below(30) as i64;
                self.ground.world.loading(pcs, pcs * (27_900 + self.dice.below(900) as i64))
            }
        };
        if def.key == "loading" {
            value["order"] = json!(order.id);
        }
        value.as_object().cloned().unwrap_or_default()
    }

    /// A note of some invoice's first line, mostly of a reason that fits what it corrects.
    fn of_a_line(&mut self) -> Record {
        let invoice = &godown_core::docs::invoices::INVOICE;
        let Some(doc) = self.some_doc(invoice, "record") else { return Record::new() };
        let some = 1 + self.dice.below(60_000) as i64;
        let [(reason, key), (_, other)] = [(); 2].map(|()| {
            *self.dice.one(&[
                ("rate_difference", "rate_paise"),
                ("quantity_difference", "weight_g"),
                ("discount", "amount_paise"),
            ])
        });
        let key = if self.dice.chance(5) { other } else { key };
        let gst = *self.dice.one(&["with", "with", "without"]);
        let value = json!({
            "invoice": doc.id, "reason": reason, "gst": gst, "corrections": [{ "line": 0, key: some }],
        });
        value.as_object().cloned().unwrap_or_default()
    }

    /// A count of some batch that waits for one.
    fn of_an_audit(&mut self) -> Record {
        let Some(audit) = self.some_doc(&godown_core::docs::audits::STOCK_AUDIT, "finish") else {
            return Record::new();
        };
        let site = &self.ground.world.site;
        let open = audits::open(&site.memory, site.now, &audit);
        let off = *self.dice.one(&[0, 0, -1, 2, -30]);
        open.first().map(|one| audits::count(&audit, one, off)).unwrap_or_default()
    }
}
