//! A stored document: what the system keeps about it, and its record.

use crate::shape::shaped_struct;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::value::Instant;

/// A document's fields and their values, in declared order.
pub type Record = Map<String, Value>;

/// One document as it stands in the store. Only the rules write what stands beside `record`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Doc {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: String,
    /// Raised by one with every change.
    pub version: u32,
    pub status: String,
    /// Since when it is in this status.
    pub since: Instant,
    pub doc_no: Option<String>,
    pub branch: Option<String>,
    pub yard: Option<String>,
    pub owner: Option<String>,
    pub created_by: String,
    pub created_at: Instant,
    pub updated_by: String,
    pub updated_at: Instant,
    pub record: Record,
}

impl Doc {
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.record.get(key)
    }

    pub fn text(&self, key: &str) -> Option<&str> {
        self.record.get(key).and_then(Value::as_str)
    }

    pub fn int(&self, key: &str) -> Option<i64> {
        self.record.get(key).and_then(Value::as_i64)
    }

    pub fn flag(&self, key: &str) -> bool {
        self.record.get(key).and_then(Value::as_bool).unwrap_or(false)
    }

    pub fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.record.insert(key.to_owned(), value.into());
    }

    pub fn is_active(&self) -> bool {
        self.status == "Active"
    }
}

shaped_struct! { "HistoryEntry"
    /// One line of a document's history; never changed once written.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Event {
        pub at: Instant,
        pub by: String,
        pub by_name: String,
        pub role: String,
        pub action: String,
        pub from: String,
        pub to: String,
        pub remarks: Option<String>,
        pub reason: Option<String>,
        pub diff: Vec<Difference>,
        /// The version that the change made.
        pub version: u32,
    }
}

shaped_struct! {
    /// One field before and after a change.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Difference {
        pub path: String,
        pub before: Value,
        pub after: Value,
    }
}

/// The fields in which two records differ, rows and groups taken as a whole line each.
pub fn differences(before: &Record, after: &Record) -> Vec<Difference> {
    let mut found = Vec::new();
    let null = Value::Null;
    let keys = before.keys().chain(after.keys().filter(|key| !before.contains_key(*key)));
    for key in keys {
        let was = before.get(key).unwrap_or(&null);
        let is = after.get(key).unwrap_or(&null);
        compare(key, was, is, &mut found);
    }
    found
}

fn compare(path: &str, was: &Value, is: &Value, found: &mut Vec<Difference>) {
    if was == is {
        return;
    }
    match (was, is) {
        (Value::Array(was), Value::Array(is)) if was.len() == is.len() => {
            for (at, (was, is)) in was.iter().zip(is).enumerate() {
                compare(&format!("{path}.{at}"), was, is, found);
            }
        }
        (Value::Object(was), Value::Object(is)) => {
            for difference in differences(was, is) {
                found
                    .push(Difference { path: format!("{path}.{}", difference.path), ..difference });
            }
        }
        _ => {
            found.push(Difference { path: path.to_owned(), before: was.clone(), after: is.clone() })
        }
    }
}
