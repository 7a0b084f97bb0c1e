//! A document as it was: its newest version with its history's differences taken back, newest first.

use serde_json::Value;

use crate::error::Halt;
use crate::kept::doc::{Doc, Event, Record};
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};

/// A document at an earlier version; its values stand in no order.
///
/// The branch, yard and owner beside the record are not in the history, and are today's.
pub fn at_version(read: &dyn Read, today: &Doc, version: u32) -> Result<Doc, Halt> {
    let mut doc = today.clone();
    let range = Range {
        from: keys::history(&doc.kind, &doc.id, version),
        to: keys::history(&doc.kind, &doc.id, doc.version + 1),
        reverse: true,
    };
    for (key, bytes) in read.scan(&range, (doc.version + 1 - version) as usize)? {
        let event: Event = parse(&key, &bytes)?;
        if event.version == version {
            doc.version = version;
            doc.status = event.to;
            doc.updated_by = event.by;
            doc.updated_at = event.at;
            break;
        }
        for difference in event.diff.iter().rev() {
            put(&mut doc.record, &difference.path, &difference.before);
        }
    }
    Ok(doc)
}

fn put(record: &mut Record, path: &str, value: &Value) {
    match path.split_once('.') {
        None if value.is_null() => {
            record.shift_remove(path);
        }
        None => {
            record.insert(path.to_owned(), value.clone());
        }
        Some((head, rest)) => {
            if let Some(inner) = record.get_mut(head) {
                put_within(inner, rest, value);
            }
        }
    }
}

fn put_within(within: &mut Value, path: &str, value: &Value) {
    match within {
        Value::Object(record) => put(record, path, value),
        Value::Array(rows) => {
            let (at, rest) = path.split_once('.').unwrap_or((path, ""));
            let row = at.parse::<usize>().ok().and_then(|at| rows.get_mut(at));
            match (row, rest) {
                (Some(row), "") => *row = value.clone(),
                (Some(row), rest) => put_within(row, rest, value),
                (None, _) => {}
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::kept::doc::differences;
    use crate::kept::past::*;
    use proptest::prelude::*;

    fn any_record() -> impl Strategy<Value = Record> {
        let leaf = prop_oneof![
            (0_i64..5).prop_map(Value::from),
            "[a-c]{0,2}".prop_map(Value::from),
            any::<bool>().prop_map(Value::from),
        ];
        let value = leaf.prop_recursive(3, 12, 3, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
                proptest::collection::btree_map("[x-z]", inner, 0..3)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        });
        proptest::collection::btree_map("[p-s]", value, 0..4)
            .prop_map(|map| map.into_iter().collect())
    }

    fn sorted(record: Record) -> std::collections::BTreeMap<String, String> {
        fn canonical(value: &Value) -> String {
            match value {
                Value::Object(map) => {
                    let inner: std::collections::BTreeMap<_, _> =
                        map.iter().map(|(key, value)| (key, canonical(value))).collect();
                    format!("{inner:?}")
                }
                Value::Array(rows) => {
                    format!("{:?}", rows.iter().map(canonical).collect::<Vec<_>>())
                }
                other => other.to_string(),
            }
        }
        record.into_iter().map(|(key, value)| (key, canonical(&value))).collect()
    }

    proptest! {
        #[test]
        fn taking_the_differences_back_gives_the_record_before(
            before in any_record(),
            after in any_record(),
        ) {
            let mut record = after.clone();
            for difference in differences(&before, &after).iter().rev() {
                put(&mut record, &difference.path, &difference.before);
            }
            prop_assert_eq!(sorted(record), sorted(before));
        }
    }
}
