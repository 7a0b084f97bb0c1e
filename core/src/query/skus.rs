//! The kit of an SKU, and a preview of one, for the property-driven pages.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::access::steps;
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::Verb;
use crate::docs;
use crate::docs::goods::{self, PRODUCT_GROUP, gst_rate_at, hsn_of};
use crate::docs::skus::{self, SKU, build, kit};
use crate::error::Halt;
use crate::json::Json;
use crate::kept::doc::{Doc, Record};
use crate::kept::read::Read;
use crate::value::Instant;
use crate::write::index;

/// At most so many SKUs of a group come with its kit.
pub const MOST: usize = 5_000;

/// A product group's kit, what its SKUs share, and the SKUs there are: `{kit, hsn, gst_rate_bp,
/// rate_uom, load_tolerance_bp, skus, more}`.
///
/// Errors: `NotFound` for no such group; `Forbidden` for who may not see SKUs.
pub fn kit_of(read: &dyn Read, actor: &Actor, now: Instant, group: &str) -> Result<Value, Halt> {
    let case = docs::look(read, actor, now);
    seen(&case)?;
    let doc = case.doc(&PRODUCT_GROUP, group)?;
    let kit = kit::kit_for(&case, group, case.today())?;
    let ids = index::ids_where(&case, &SKU, "product_group", group)?;
    let mut skus = Vec::with_capacity(ids.len().min(MOST));
    for id in ids.iter().take(MOST) {
        skus.extend(case.find(SKU.key, id)?.map(|doc| known(&doc)));
    }
    let record = Record::from_iter([("product_group".to_owned(), group.into())]);
    let like = Doc { record, ..Doc::clone(&doc) };
    Ok(json!({
        "kit": kit.write(),
        "hsn": hsn_of(&case, &like)?,
        "gst_rate_bp": gst_rate_at(&case, &like, case.today())?,
        "rate_uom": doc.get("rate_uom"),
        "load_tolerance_bp": doc.get("load_tolerance_bp"),
        "skus": skus,
        "more": ids.len() > MOST,
    }))
}

fn known(doc: &Arc<Doc>) -> Value {
    json!({
        "id": doc.id,
        "name": doc.text("name"),
        "code": doc.doc_no,
        "status": doc.status,
        "key": doc.text("combination"),
        "values": doc.get("values"),
        "length_mm": doc.int("length_mm"),
        "grade": doc.text("grade"),
        "make": doc.text("make"),
        "theo_g_per_pc": doc.int("theo_g_per_pc"),
    })
}

/// A preview of a record as an SKU, and the existing SKU that is the same: `{built, twin}`.
///
/// Errors: `NotFound` for no such group or property; `Forbidden` for who may not see SKUs.
pub fn built(read: &dyn Read, actor: &Actor, now: Instant, record: &Record) -> Result<Value, Halt> {
    let case = docs::look(read, actor, now);
    seen(&case)?;
    let group = record.get("product_group").and_then(Value::as_str).unwrap_or_default();
    let kit = skus::kit_of(&case, group, record)?;
    let built = build::build(&kit, record, None);
    let twin = skus::twin(&case, &built.key)?;
    let twin = twin.map(|doc| json!({ "id": doc.id, "name": doc.title(&goods::SKU) }));
    Ok(json!({ "built": built.write(), "twin": twin }))
}

fn seen(case: &Look) -> Result<(), Halt> {
    match case.actor.may(&SKU, Verb::View) {
        true => Ok(()),
        false => Err(steps::forbidden(&SKU, "view")),
    }
}
