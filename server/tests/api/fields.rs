//! Every field of every type as every person: what they may not set stays as it was, whatever they send.

use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Verb;
use godown_core::docs;
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::schema::{DocType, Field, Kind};
use serde_json::{Value, json};

use crate::harness::{Site, uuid};
use crate::proof::report;
use crate::walk::{PEOPLE, Walker};

/// Names of what a client of another program would send to be more than they are.
const FOREIGN: &[&str] = &["createdBy", "status", "approvalStatus", "creditLimit", "roleId"];

fn kept(site: &Site, def: &DocType, id: &str) -> Doc {
    let bytes = site.app.view(|read, _| read.get(&keys::doc(def.key, id))).unwrap();
    serde_json::from_slice(&bytes.unwrap()).unwrap()
}

/// Another value of the same form.
fn other(value: &Value) -> Value {
    match value {
        Value::Bool(on) => (!on).into(),
        Value::Number(number) => (number.as_i64().unwrap_or(0) + 1).into(),
        Value::Array(_) => json!([]),
        Value::Object(_) => json!({}),
        Value::String(_) | Value::Null => uuid().into(),
    }
}

/// Puts another value into every field that the person may not set, row by row; how many.
fn forge(fields: &[Field], sent: &mut Value, kept: &Value, actor: &Actor) -> usize {
    let mut forged = 0;
    for field in fields {
        let was = kept.get(field.key).unwrap_or(&Value::Null);
        if field.computed || !actor.sees(field.guarded) {
            sent[field.key] = other(was);
            forged += 1;
        } else if let (Kind::Rows { fields, .. }, Some(rows)) =
            (field.kind, sent[field.key].as_array_mut())
        {
            for (row, was) in rows.iter_mut().zip(was.as_array().into_iter().flatten()) {
                forged += forge(fields, row, was, actor);
            }
        } else if let Kind::Group(fields) = field.kind
            && sent[field.key].is_object()
        {
            forged += forge(fields, &mut sent[field.key], was, actor);
        }
    }
    forged
}

/// What of a record the person may not set.
fn not_his(fields: &[Field], record: &Value, actor: &Actor) -> Value {
    let mut found = json!({});
    for field in fields {
        let Some(value) = record.get(field.key) else { continue };
        if field.computed || !actor.sees(field.guarded) {
            found[field.key] = value.clone();
            continue;
        }
        match (field.kind, value) {
            (Kind::Rows { fields, .. }, Value::Array(rows)) => {
                found[field.key] = rows.iter().map(|row| not_his(fields, row, actor)).collect();
            }
            (Kind::Group(fields), group) => found[field.key] = not_his(fields, group, actor),
            _ => {}
        }
    }
    found
}

#[tokio::test]
async fn nobody_sets_a_field_that_is_not_his_to_set() {
    let site = Site::demo().await;
    let (mut fields, mut stored, mut types) = (0, 0, 0);
    for emp_id in PEOPLE {
        let who = Walker::new(&site, emp_id).await;
        for def in docs::ALL.iter().copied().filter(|def| who.actor.may(def, Verb::Edit)) {
            let Some(id) = who.one(def, true) else { continue };
            let path = format!("/api/docs/{}/{id}", def.key);
            let seen = site.get(&path, &who.token).await.expect(200);
            let before = kept(&site, def, id);
            let own = Value::Object(before.record.clone().into_iter().collect());
            let mut body = json!({
                "command_id": uuid(), "version": seen["version"], "record": seen["record"],
            });
            fields += forge(def.fields, &mut body["record"], &own, &who.actor);
            let answer = site.put(&path, &who.token, &body).await;
            assert!(answer.status < 500, "{emp_id} {path}: {}", answer.status);
            let after = kept(&site, def, id);
            let now = Value::Object(after.record.clone().into_iter().collect());
            let [mut was, mut is] =
                [&own, &now].map(|record| not_his(def.fields, record, &who.actor));
            // Who saved is written by the server: the saver's own id may come, and nothing else.
            let [before_them, with_them] = [&mut was, &mut is].map(take_savers);
            let added = with_them.strip_prefix(&before_them[..]).unwrap_or(&with_them);
            assert!(
                added.iter().all(|id| *id == who.actor.id.as_str()),
                "{emp_id} {path}: {added:?}"
            );
            assert_eq!(was, is, "{emp_id} {path}, {}", answer.status);
            let place = |doc: &Doc| {
                (doc.status.clone(), doc.owner.clone(), doc.created_by.clone(), doc.doc_no.clone())
            };
            assert_eq!(place(&before), place(&after), "{emp_id} {path}");
            (stored, types) = (stored + usize::from(answer.status == 200), types + 1);
            for name in FOREIGN.iter().filter(|name| def.field(name).is_none()) {
                let mut body = json!({
                    "command_id": uuid(), "version": after.version, "record": seen["record"],
                });
                body["record"][name] = "1".into();
                let answer = site.put(&path, &who.token, &body).await;
                let refused = matches!(answer.status, 400 | 403 | 409 | 422);
                assert!(refused, "{emp_id} {path} {name}: {}", answer.status);
                fields += 1;
            }
        }
    }
    let figure = format!(
        "{} people, {types} documents that they may edit, {stored} of them stored; 0 fields set that \
         are not theirs",
        PEOPLE.len()
    );
    report("T12 person x type x field", fields, &figure, "0 set");
}

fn take_savers(record: &mut Value) -> Vec<Value> {
    let savers = record.as_object_mut().and_then(|record| record.remove("changed_by"));
    savers.and_then(|savers| savers.as_array().cloned()).unwrap_or_default()
}
