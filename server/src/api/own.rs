//! The calls beside documents: what the shell and the order pages ask of the core's queries.

use godown_core::{menu, query};
use serde_json::json;

use crate::http::ask::Ask;
use crate::http::reply::{Problem, Reply};

pub async fn menu(mut ask: Ask) -> Result<Reply, Problem> {
    ask.query(&[], &[])?;
    let person = ask.person()?;
    let menu = ask.app.walk(move |read, now| menu::menu(read, &person.actor, now));
    Ok(Reply::json(&menu.await?))
}

pub async fn queue(mut ask: Ask) -> Result<Reply, Problem> {
    ask.query(&[], &[])?;
    let person = ask.person()?;
    let queue = ask.app.walk(move |read, now| query::queue::queue(read, &person.actor, now));
    Ok(Reply::json(&queue.await?))
}

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
