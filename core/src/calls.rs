//! The calls that the browser makes into the core, by name: the binding and the vectors share them.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::access::{Actor, token};
use crate::cart::reorder::{Fact, again};
use crate::cart::{Cart, to_order_draft};
use crate::decide::case::Case;
use crate::decide::command::Command;
use crate::decide::read::{Range, Read};
use crate::error::{Halt, Issue};
use crate::schema::check::{self, Strictness};
use crate::schema::{Record, describe};
use crate::value::Instant;
use crate::{docs, flow, query};

/// Every call, in the order of the documentation.
pub const NAMES: &[&str] =
    &["schema", "check", "quote", "actions", "decide", "view", "cart", "again", "token_expired"];

/// Answers a call.
///
/// Errors: a text for the developer when the arguments are not of the call's form. What a user can
/// mend is part of the answer, never an error.
pub fn call(name: &str, args: Value) -> Result<Value, String> {
    match name {
        "schema" => Ok(describe::schema()),
        "check" => check_record(read_args(args)?),
        "quote" => quote(read_args(args)?),
        "actions" => actions(read_args(args)?),
        "decide" => decide(read_args(args)?),
        "view" => view(read_args(args)?),
        "cart" => cart(read_args(args)?),
        "again" => {
            let args: AgainArgs = read_args(args)?;
            written(again(&args.order, &args.facts))
        }
        "token_expired" => {
            let args: TokenArgs = read_args(args)?;
            Ok(token::expired(&args.token, args.now).into())
        }
        _ => Err(format!("no call is named {name}")),
    }
}

fn read_args<T: DeserializeOwned>(args: Value) -> Result<T, String> {
    serde_json::from_value(args).map_err(|error| error.to_string())
}

fn written<T: serde::Serialize>(value: T) -> Result<Value, String> {
    serde_json::to_value(value).map_err(|error| error.to_string())
}

#[derive(Deserialize)]
struct CheckArgs {
    doc_type: String,
    record: Record,
    before: Option<Record>,
    /// As a document that leaves its draft must be.
    complete: bool,
}

/// The issues of a record: what the server would say of its fields.
fn check_record(args: CheckArgs) -> Result<Value, String> {
    let def = docs::find(&args.doc_type).ok_or_else(|| format!("no type {}", args.doc_type))?;
    let how = if args.complete { Strictness::Complete } else { Strictness::Draft };
    written(check::check(def, &args.record, args.before.as_ref(), how).issues)
}

#[derive(Deserialize)]
struct QuoteArgs {
    order: Record,
    facts: Record,
}

fn quote(args: QuoteArgs) -> Result<Value, String> {
    written(docs::orders::quote::quote(&args.order, &args.facts))
}

/// What the browser knows: values by key, `null` where it knows that there is none.
#[derive(Deserialize)]
struct Facts {
    pairs: BTreeMap<String, Value>,
    /// Whether what is not among the pairs does not exist, or is merely not known here.
    whole: bool,
}

impl Read for Facts {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Halt> {
        match self.pairs.get(key) {
            Some(Value::Null) => Ok(None),
            Some(value) => Ok(Some(value.to_string().into_bytes())),
            None if self.whole => Ok(None),
            None => Err(Halt::Need(vec![key.to_owned()])),
        }
    }

    fn scan(&self, range: &Range, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Halt> {
        if !self.whole {
            return Err(Halt::Need(vec![range.from.clone()]));
        }
        if range.from >= range.to {
            return Ok(Vec::new());
        }
        let found = self.pairs.range(range.from.clone()..range.to.clone());
        let found = found.filter(|(_, value)| !value.is_null());
        let pair = |(key, value): (&String, &Value)| (key.clone(), value.to_string().into_bytes());
        Ok(if range.reverse {
            found.rev().take(limit).map(pair).collect()
        } else {
            found.take(limit).map(pair).collect()
        })
    }
}

#[derive(Deserialize)]
struct DocArgs {
    facts: Facts,
    actor: Actor,
    now: Instant,
    doc_type: String,
    id: String,
}

/// `[{action, label, inputs, allowed, why}]`, or `{need}`.
fn actions(args: DocArgs) -> Result<Value, String> {
    let def = docs::find(&args.doc_type).ok_or_else(|| format!("no type {}", args.doc_type))?;
    let case = Case::new(&args.facts, &args.actor, args.now, "");
    let views = case.doc(def, &args.id).and_then(|doc| flow::actions(&case, def, &doc));
    match views {
        Ok(views) => written(views),
        Err(halt) => halted(halt),
    }
}

fn view(args: DocArgs) -> Result<Value, String> {
    match query::view(&args.facts, &args.actor, args.now, &args.doc_type, &args.id) {
        Ok(view) => Ok(view),
        Err(halt) => halted(halt),
    }
}

#[derive(Deserialize)]
struct DecideArgs {
    facts: Facts,
    actor: Actor,
    now: Instant,
    command: Command,
}

/// `{changes: {writes, answer}}`, `{refused: [issue]}` or `{need: [key]}`.
fn decide(args: DecideArgs) -> Result<Value, String> {
    match crate::decide::decide(&args.facts, &args.actor, args.now, &args.command) {
        Err(halt) => halted(halt),
        Ok(changes) => {
            let mut writes = Record::new();
            for (key, value) in changes.writes {
                let value = match value {
                    Some(bytes) => read_json(&bytes)?,
                    None => Value::Null,
                };
                writes.insert(key, value);
            }
            Ok(json!({ "changes": { "writes": writes, "answer": changes.answer } }))
        }
    }
}

fn read_json(bytes: &[u8]) -> Result<Value, String> {
    serde_json::from_slice(bytes).map_err(|error| error.to_string())
}

fn halted(halt: Halt) -> Result<Value, String> {
    match halt {
        Halt::Refused(refused) => Ok(json!({ "refused": refused.issues })),
        Halt::Need(keys) => Ok(json!({ "need": keys })),
        Halt::Fault(text) => Err(text),
    }
}

#[derive(Deserialize)]
struct CartArgs {
    cart: Cart,
    deed: CartDeed,
}

/// What can be done with a cart.
#[derive(Deserialize)]
#[serde(tag = "deed", rename_all = "snake_case")]
enum CartDeed {
    Add { sku: String, pcs: Option<i64> },
    Change { sku: String, pcs: i64 },
    Remove { sku: String },
    Reorder { start: u32, end: u32 },
    Weigh { sku: String, weight_g: Option<i64> },
    Merge,
    ToOrder { customer: String, yard: String },
}

/// The next cart, the order's record, or `{refused: [issue]}`.
fn cart(args: CartArgs) -> Result<Value, String> {
    let cart = args.cart;
    let next: Result<Cart, Issue> = match args.deed {
        CartDeed::Add { sku, pcs } => cart.add(&sku, pcs),
        CartDeed::Change { sku, pcs } => cart.change(&sku, pcs),
        CartDeed::Remove { sku } => cart.remove(&sku),
        CartDeed::Reorder { start, end } => cart.reorder(start as usize, end as usize),
        CartDeed::Weigh { sku, weight_g } => cart.weigh(&sku, weight_g),
        CartDeed::Merge => cart.merge(),
        CartDeed::ToOrder { customer, yard } => {
            return written(to_order_draft(&cart, &customer, &yard));
        }
    };
    match next {
        Ok(cart) => written(cart),
        Err(issue) => Ok(json!({ "refused": [issue] })),
    }
}

/// An old order, and what is known of its SKUs now.
#[derive(Deserialize)]
struct AgainArgs {
    order: Record,
    facts: BTreeMap<String, Fact>,
}

#[derive(Deserialize)]
struct TokenArgs {
    token: String,
    /// Milliseconds since 1970.
    now: i64,
}
