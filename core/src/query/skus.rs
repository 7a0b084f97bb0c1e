//! The kit of an SKU, and a preview of one, for the property-driven pages.

use serde_json::Value;

use crate::access::steps;
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::Verb;
use crate::docs;
use crate::docs::goods::{PRODUCT_GROUP, gst_rate_at, hsn_of};
use crate::docs::skus::build::{Built, SkuValue};
use crate::docs::skus::kit::Kit;
use crate::docs::skus::{self, SKU, build, kit};
use crate::error::Halt;
use crate::json::Json;
use crate::json_answer;
use crate::kept::doc::{Doc, Record};
use crate::kept::read::Read;
use crate::value::Instant;
use crate::write::index;

/// At most so many SKUs of a group come with its kit.
pub const MOST: usize = 5_000;

json_answer! {
    /// What the SKUs of a product group are built from, and those there are.
    pub struct SkuKit {
        pub kit: Kit,
        pub hsn: Option<String>,
        pub gst_rate_bp: Option<i64>,
        pub rate_uom: Option<String>,
        pub load_tolerance_bp: Option<i64>,
        pub skus: Vec<KnownSku>,
        /// Whether there are more than [`MOST`].
        pub more: bool,
    }
}

json_answer! {
    /// An SKU of a product group as its matrix shows it.
    pub struct KnownSku {
        pub id: String,
        pub name: String,
        pub code: Option<String>,
        pub status: String,
        /// The values that make it, as one text.
        pub key: Option<String>,
        pub values: Vec<SkuValue>,
        pub length_mm: Option<i64>,
        pub grade: Option<String>,
        pub make: Option<String>,
        pub theo_g_per_pc: Option<i64>,
    }
}

json_answer! {
    /// A record as an SKU, and the one that is the same already.
    pub struct SkuBuilt {
        pub built: Built,
        pub twin: Option<SkuTwin>,
    }
}

json_answer! {
    /// An SKU with the same values.
    pub struct SkuTwin {
        pub id: String,
        pub name: String,
    }
}

/// A product group's kit, what its SKUs share, and the SKUs there are.
///
/// Errors: `NotFound` for no such group; `Forbidden` for who may not see SKUs.
pub fn kit_of(read: &dyn Read, actor: &Actor, now: Instant, group: &str) -> Result<SkuKit, Halt> {
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
    Ok(SkuKit {
        kit,
        hsn: hsn_of(&case, &like)?,
        gst_rate_bp: gst_rate_at(&case, &like, case.today())?,
        rate_uom: doc.text("rate_uom").map(str::to_owned),
        load_tolerance_bp: doc.int("load_tolerance_bp"),
        skus,
        more: ids.len() > MOST,
    })
}

fn known(doc: &Doc) -> KnownSku {
    let text = |key: &str| doc.text(key).map(str::to_owned);
    let values = doc.get("values").and_then(Value::as_array).into_iter().flatten();
    KnownSku {
        id: doc.id.clone(),
        name: text("name").unwrap_or_default(),
        code: doc.doc_no.clone(),
        status: doc.status.clone(),
        key: text("combination"),
        values: values.filter_map(|value| SkuValue::read(value).ok()).collect(),
        length_mm: doc.int("length_mm"),
        grade: text("grade"),
        make: text("make"),
        theo_g_per_pc: doc.int("theo_g_per_pc"),
    }
}

/// A preview of a record as an SKU, and the existing SKU that is the same.
///
/// Errors: `NotFound` for no such group or property; `Forbidden` for who may not see SKUs.
pub fn built(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    record: &Record,
) -> Result<SkuBuilt, Halt> {
    let case = docs::look(read, actor, now);
    seen(&case)?;
    let group = record.get("product_group").and_then(Value::as_str).unwrap_or_default();
    let kit = skus::kit_of(&case, group, record)?;
    let built = build::build(&kit, record, None);
    let twin = skus::twin(&case, &built.key)?;
    let twin = twin.map(|doc| SkuTwin { id: doc.id.clone(), name: doc.title(&SKU) });
    Ok(SkuBuilt { built, twin })
}

fn seen(case: &Look) -> Result<(), Halt> {
    match case.actor.may(&SKU, Verb::View) {
        true => Ok(()),
        false => Err(steps::forbidden(&SKU, "view")),
    }
}
