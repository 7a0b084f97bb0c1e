//! Labels in the browser: printed from the documents at hand, and found their place when they are scanned.

use serde::Serialize;
use serde_json::Value;

use super::preview::{AtHand, docs_of, wanting};
use super::{read, text, value};
use crate::declare::actor::Actor;
use crate::json_answer;
use crate::labels::LabelSize;
use crate::labels::pick::{PickLine, PickLot, PickOrder, Picking};
use crate::labels::scan;
use crate::paper::qr::Qr;
use crate::query::labels::{self, LabelsAsked};
use crate::value::Instant;

json_answer! {
    /// A QR code: the modules of its side, and the dark ones as an SVG path, each one wide.
    pub struct QrPath {
        pub size: i64,
        pub path: String,
    }
}

/// The labels of a document over those at hand: [`labels::Labels`], [`super::Refusal`] or
/// [`DocsWant`](super::preview::DocsWant).
pub fn labels(args: &Value) -> Result<Value, String> {
    let (actor, now): (Actor, Instant) = (read(args, "actor")?, read(args, "now")?);
    let known = AtHand::of(&docs_of(args)?);
    let size = text(args, "size")?;
    let asked = LabelsAsked {
        doc_type: text(args, "doc_type")?.to_owned(),
        id: text(args, "id")?.to_owned(),
        bundles: read(args, "bundles")?,
        size: LabelSize::parse(size).ok_or_else(|| format!("no label is of size {size}"))?,
        copies: read::<u32>(args, "copies")? as usize,
    };
    match labels::labels(&known, &actor, now, &asked) {
        Ok(labels) => value(&labels),
        Err(halt) => wanting(halt),
    }
}

pub fn scan(args: &Value) -> Result<Value, String> {
    value(&scan::scan(text(args, "text")?, &read(args, "place")?))
}

/// [`QrPath`], or null for a text that no code holds.
pub fn qr(args: &Value) -> Result<Value, String> {
    let code = Qr::dense(text(args, "text")?);
    value(&code.map(|code| QrPath { size: code.size(), path: code.path(1) }))
}

/// A yard's free stock that stays open between calls.
pub struct OpenPicking(Picking);

impl OpenPicking {
    /// Errors: a text when they are no rows of the stock.
    pub fn open(rows: &Value) -> Result<OpenPicking, String> {
        let lots = read::<Vec<PickLot>>(rows, "rows")?;
        Ok(OpenPicking(Picking::new(lots)))
    }

    /// The answer as JSON text, written as it is made: a thousand picks of a long order are no tree of values between.
    ///
    /// Errors: a text when the arguments are not of the call's form.
    pub fn call(&self, name: &str, args: &Value) -> Result<String, String> {
        match name {
            "suggest" => {
                let lines: Vec<PickLine> = read(args, "lines")?;
                written(&self.0.suggest(&lines, read(args, "order")?))
            }
            "newer" => {
                let line: PickLine = read(args, "line")?;
                written(&self.0.newer(&line, &read(args, "taken")?))
            }
            "ranked" => {
                let (line, order): (PickLine, PickOrder) =
                    (read(args, "line")?, read(args, "order")?);
                let ranked = self.0.ranked(&line, order);
                written(&ranked.iter().map(|lot| &lot.batch).collect::<Vec<_>>())
            }
            _ => Err(format!("picking has no call {name}")),
        }
    }
}

fn written(answer: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(answer).map_err(|error| error.to_string())
}
