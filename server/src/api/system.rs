//! What a monitor and a reader of the API ask.

use std::fmt::Write;
use std::sync::atomic::Ordering;

use godown_core::decide::keys;
use godown_core::decide::read::Range;
use serde_json::json;

use crate::http::ask::Ask;
use crate::http::reply::{Problem, Reply};
use crate::store::Condition;

/// Sessions are counted up to here.
const COUNTED: usize = 10_000;

pub async fn alive(_: Ask) -> Result<Reply, Problem> {
    Ok(Reply::json(&json!({ "status": "ok" })))
}

pub async fn ready(ask: Ask) -> Result<Reply, Problem> {
    let seq = ask.app.store.view().map(|view| view.seq())?;
    let (code, status, reason) = match ask.app.store.condition() {
        Condition::Well => return Ok(Reply::json(&json!({ "status": "ok", "seq": seq }))),
        Condition::Full => (503, "full", "no space is left on the disk".to_owned()),
        Condition::ReadOnly(why) => (503, "read_only", why),
    };
    Ok(Reply::status(code, &json!({ "status": status, "seq": seq, "reason": reason })))
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
    let condition = ask.app.store.condition();
    let full = u64::from(condition == Condition::Full);
    let read_only = u64::from(matches!(condition, Condition::ReadOnly(_)));
    let waiting = ask.app.writer.waiting() as u64;
    let rows: [(&str, &str, &str, u64); 12] = [
        ("godown_commands_total", "counter", "Commands kept since the first day", head.seq),
        ("godown_answered_total", "counter", "Requests carried out", of(&counters.answered)),
        ("godown_refused_total", "counter", "Requests refused", of(&counters.refused)),
        ("godown_failed_total", "counter", "Requests failed", of(&counters.failed)),
        ("godown_swept_total", "counter", "Due commands carried out", of(&counters.swept)),
        (
            "godown_mailed_total",
            "counter",
            "Mails and messages that a server took",
            of(&counters.mailed),
        ),
        (
            "godown_not_kept_total",
            "counter",
            "Commands the store did not keep",
            of(&counters.not_kept),
        ),
        ("godown_waiting", "gauge", "Commands that wait for the writer", waiting),
        ("godown_disk_full", "gauge", "1 while the disk is full", full),
        ("godown_read_only", "gauge", "1 once the disk failed", read_only),
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
