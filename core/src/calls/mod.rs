//! The calls that the browser makes into the core, by name: the binding and the vectors share them.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::cart::reorder::{Fact, again};
use crate::cart::{Cart, to_order_draft};
use crate::docs::desk;
use crate::docs::limit_requests::effect::{LimitFacts, effect};
#[cfg(feature = "decide")]
use crate::docs::skus::{build::build, formulas, kit::Kit};
use crate::error::Issue;
use crate::json::{Json, object};
use crate::json_answer;
use crate::kept::doc::Record;
use crate::schema::check::{self, Strictness};
use crate::schema::describe;
use crate::{docs, token};

pub mod found;
#[cfg(feature = "decide")]
pub mod labels;
#[cfg(feature = "decide")]
pub mod portal;
#[cfg(feature = "decide")]
mod preview;
#[cfg(all(feature = "decide", feature = "report", feature = "sheet"))]
pub mod types;

json_answer! {
    /// What a user can mend, in place of an answer.
    pub struct Refusal {
        pub refused: Vec<Issue>,
    }
}

/// Every call, in the order of the documentation.
pub const NAMES: &[&str] = &[
    "schema",
    "check",
    "quote",
    "effect",
    "actions",
    "decide",
    "foresee",
    "view",
    "cart",
    "moved",
    "parts",
    "again",
    "token_expired",
    "ranked",
    "meant",
    "found",
    "sku",
    "formula",
    "labels",
    "scan",
    "qr",
    "portal_file",
];

/// Answers a call.
///
/// Errors: a text for the developer when the arguments are not of the call's form. What a user can
/// mend is part of the answer, never an error.
pub fn call(name: &str, args: &Value) -> Result<Value, String> {
    match name {
        "schema" => value(&describe::schema(&docs::REGISTER)),
        "check" => check_record(args),
        "quote" => {
            let (order, facts) = (record(args, "order")?, record(args, "facts")?);
            Ok(docs::orders::quote::quote(order, facts).write())
        }
        "effect" => {
            let facts: LimitFacts = read(args, "facts")?;
            Ok(effect(&facts, record(args, "request")?).write())
        }
        #[cfg(feature = "decide")]
        "actions" => preview::actions(args),
        #[cfg(feature = "decide")]
        "decide" => preview::decide(args),
        #[cfg(feature = "decide")]
        "foresee" => preview::foresee(args),
        #[cfg(feature = "decide")]
        "view" => preview::view(args),
        #[cfg(feature = "decide")]
        "reversal" => preview::reversal(args),
        "cart" => cart(args),
        "moved" => moved(args),
        "parts" => {
            let sizes: Vec<i64> = read(args, "sizes")?;
            Ok(crate::value::parts(read(args, "whole")?, &sizes).write())
        }
        "again" => {
            let facts: BTreeMap<String, Fact> = read(args, "facts")?;
            Ok(again(record(args, "order")?, &facts).write())
        }
        #[cfg(feature = "decide")]
        "sku" => {
            let before = args.get("before").and_then(Value::as_object);
            let kit: Kit = read(args, "kit")?;
            Ok(build(&kit, record(args, "record")?, before).write())
        }
        #[cfg(feature = "decide")]
        "formula" => formula(args),
        #[cfg(feature = "decide")]
        "labels" => labels::labels(args),
        #[cfg(feature = "decide")]
        "scan" => labels::scan(args),
        #[cfg(feature = "decide")]
        "qr" => labels::qr(args),
        #[cfg(feature = "decide")]
        "portal_file" => portal::portal_file(args),
        #[cfg(feature = "sheet")]
        "cells" => crate::table::import::cells(args),
        #[cfg(feature = "sheet")]
        "problems" => crate::table::import::problems(args),
        "ranked" => found::ranked(args),
        "meant" => found::meant(args),
        "found" => found::found(args),
        "token_expired" => Ok(token::expired(text(args, "token")?, read(args, "now")?).into()),
        _ => Err(format!("no call is named {name}")),
    }
}

fn value(of: &impl Serialize) -> Result<Value, String> {
    serde_json::to_value(of).map_err(|error| error.to_string())
}

fn given<'a>(args: &'a Value, key: &str) -> Result<&'a Value, String> {
    args.get(key).ok_or_else(|| format!("missing field `{key}`"))
}

fn read<T: Json>(args: &Value, key: &str) -> Result<T, String> {
    T::read(given(args, key)?).map_err(|why| format!("{key}: {why}"))
}

fn maybe<T: Json>(args: &Value, key: &str) -> Result<Option<T>, String> {
    args.get(key).map_or(Ok(None), Json::read)
}

fn text<'a>(args: &'a Value, key: &str) -> Result<&'a str, String> {
    given(args, key)?.as_str().ok_or_else(|| format!("{key}: not a text"))
}

fn record<'a>(args: &'a Value, key: &str) -> Result<&'a Record, String> {
    object(given(args, key)?).map_err(|why| format!("{key}: {why}"))
}

/// The issues of a record, or with an `action` those of its inputs: what the server would say of
/// their fields. `complete`: as a document that leaves its draft must be.
fn check_record(args: &Value) -> Result<Value, String> {
    let doc_type = text(args, "doc_type")?;
    let def = docs::find(doc_type).ok_or_else(|| format!("no type {doc_type}"))?;
    if args.get("action").is_some() {
        let action = text(args, "action")?;
        let step = def.flow.row(text(args, "status")?, action);
        let step = step.ok_or_else(|| format!("{doc_type} has no action {action}"))?;
        return Ok(step.check(record(args, "inputs")?).issues.write());
    }
    let before = args.get("before").and_then(Value::as_object);
    let complete: bool = read(args, "complete")?;
    let how = if complete { Strictness::Complete } else { Strictness::Draft };
    Ok(check::check(def, record(args, "record")?, before, how).issues.write())
}

#[cfg(feature = "decide")]
/// Evaluates a formula for its product group's kit.
fn formula(args: &Value) -> Result<Value, String> {
    let (kit, record): (Kit, &Record) = (read(args, "kit")?, record(args, "record")?);
    let issues = formulas::record_issues(&kit, record);
    value(&preview::TriedFormula { issues, outcomes: formulas::outcomes(&kit, record) })
}

/// The rows with one of them at another place, or `{refused: [issue]}`.
fn moved(args: &Value) -> Result<Value, String> {
    let rows = given(args, "rows")?.as_array().ok_or("rows: not a list")?;
    let mut rows = rows.clone();
    match desk::moved(&mut rows, read(args, "start")?, read(args, "end")?) {
        Ok(()) => Ok(Value::Array(rows)),
        Err(issue) => value(&Refusal { refused: vec![issue] }),
    }
}

/// The next cart, the order's record, or `{refused: [issue]}`.
fn cart(args: &Value) -> Result<Value, String> {
    let cart: Cart = read(args, "cart")?;
    let deed = given(args, "deed")?;
    let sku = || text(deed, "sku");
    let at = |key: &str| read::<u32>(deed, key).map(|at| at as usize);
    let next: Result<Cart, Issue> = match text(deed, "deed")? {
        "add" => cart.add(sku()?, maybe(deed, "pcs")?),
        "change" => cart.change(sku()?, read(deed, "pcs")?),
        "remove" => cart.remove(sku()?),
        "reorder" => cart.reorder(at("start")?, at("end")?),
        "weigh" => cart.weigh(sku()?, maybe(deed, "weight_g")?),
        "merge" => cart.merge(),
        "to_order" => {
            let order = to_order_draft(&cart, text(deed, "customer")?, text(deed, "yard")?);
            return Ok(Value::Object(order));
        }
        other => return Err(format!("a cart has no deed {other}")),
    };
    match next {
        Ok(cart) => Ok(cart.write()),
        Err(issue) => value(&Refusal { refused: vec![issue] }),
    }
}
