//! The calls beside documents: what the shell and the order pages ask of the core's queries.

use godown_core::query;
use serde_json::json;

use crate::http::ask::Ask;
use crate::http::reply::{Problem, Reply};

/// What the palette shows.
const HITS: usize = 20;

pub async fn search(mut ask: Ask) -> Result<Reply, Problem> {
    let person = ask.person()?;
    let asked = ask.query(&["q"], &[])?;
    let q = asked.text("q").to_owned();
    let found =
        ask.app.walk(move |read, now| query::search::search(read, &person.actor, now, &q, HITS));
    let found = found.await?;
    Ok(Reply::json(&match found {
        rows @ serde_json::Value::Array(_) => json!({ "rows": rows }),
        other => other,
    }))
}
