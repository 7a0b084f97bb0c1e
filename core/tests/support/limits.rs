//! Credit limit requests of the site's customer.

use serde_json::{Value, json};

use super::World;

impl World {
    /// A draft of the salesman that asks for another credit limit.
    pub fn asks(&mut self, record: Value) -> String {
        let mut all = json!({ "customer": self.customer, "kind": "permanent", "reason": "REVIEW" });
        for (key, value) in record.as_object().unwrap() {
            all[key] = value.clone();
        }
        let sales = self.who("SALES");
        let made = self.site.create(&sales, "credit_limit_request", all).unwrap();
        made["id"].as_str().unwrap().to_owned()
    }

    /// A step of a credit limit request that must be fine; the status it leads to.
    pub fn decides(&mut self, who: &str, request: &str, action: &str, inputs: Value) -> String {
        let actor = self.who(who);
        let done = self.site.act(&actor, "credit_limit_request", request, action, inputs);
        let done = done.unwrap_or_else(|issues| panic!("{who} {action}: {issues:?}"));
        done["status"].as_str().unwrap().to_owned()
    }

    /// Another limit, asked for and approved; the request.
    pub fn granted(&mut self, record: Value) -> String {
        let id = self.asks(record);
        self.decides("SALES", &id, "submit", json!({}));
        for who in ["BM", "CREDIT"] {
            self.decides(who, &id, "approve", json!({}));
        }
        id
    }
}
