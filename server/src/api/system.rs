//! What a monitor and a reader of the API ask.

use std::fmt::Write;
use std::sync::atomic::Ordering;

use godown_core::decide::keys;
use godown_core::decide::read::Range;
use serde_json::json;

use crate::http::ask::Ask;
use crate::http::reply::{Problem, Reply};

/// Sessions are counted up to here.
const COUNTED: usize = 10_000;

pub async fn alive(_: Ask) -> Result<Reply, Problem> {
    Ok(Reply::json(&json!({ "status": "ok" })))
}

pub async fn ready(ask: Ask) -> Result<Reply, Problem> {
    let seq = ask.app.store.view().map(|view| view.seq())?;
    Ok(Reply::json(&json!({ "status": "ok", "seq": seq })))
}

pub async fn openapi(_: Ask) -> Result<Reply, Problem> {
    Ok(Reply::of(200, "application/json", crate::openapi::text()))
}

pub async fn metrics(ask: Ask) -> Result<Reply, Problem> {
    let sessions = ask.app.walk(|read, _| {
        let range = Range::prefix(&keys::key(&["sess"]));
        Ok(read.scan(&range, COUNTED)?.len())
    });
    let sessions = sessions.await? as u64;
    let counters = &ask.app.counters;
    let of = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
    let head = ask.app.store.head();
    let rows: [(&str, &str, &str, u64); 8] = [
        ("godown_commands_total", "counter", "Commands kept since the first day", head.seq),
        ("godown_answered_total", "counter", "Requests carried out", of(&counters.answered)),
        ("godown_refused_total", "counter", "Requests refused", of(&counters.refused)),
        ("godown_failed_total", "counter", "Requests failed", of(&counters.failed)),
        ("godown_swept_total", "counter", "Due commands carried out", of(&counters.swept)),
        ("godown_mailed_total", "counter", "Mails that a server took", of(&counters.mailed)),
        ("godown_connections", "gauge", "Open connections", of(&counters.connections)),
        ("godown_sessions", "gauge", "Sessions that have not ended", sessions),
    ];
    let mut text = String::new();
    for (name, kind, help, value) in rows {
        let line = format_args!("# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n");
        text.write_fmt(line).map_err(|error| Problem::fault(error.to_string()))?;
    }
    Ok(Reply::of(200, "text/plain; version=0.0.4; charset=utf-8", text))
}
