//! Health, readiness and metrics for a monitor, and the description of the API.

use godown_core::kept::keys;
use godown_core::kept::read::Range;
use serde_json::json;

use crate::call::ask::Ask;
use crate::call::reply::{Problem, Reply};
use crate::metrics::{CONTENT_TYPE, Present};
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

pub async fn metrics(ask: Ask) -> Result<Reply, Problem> {
    let sessions = ask.app.walk(|read, _| {
        let range = Range::prefix(&keys::key(&["sess"]));
        Ok(read.scan(&range, COUNTED)?.len())
    });
    let sessions = sessions.await? as u64;
    let condition = ask.app.store.condition();
    let present = Present {
        commands: ask.app.store.head().seq,
        waiting: ask.app.writer.waiting() as u64,
        full: condition == Condition::Full,
        read_only: matches!(condition, Condition::ReadOnly(_)),
        sessions,
    };
    let text = ask.app.metrics.text(&present);
    Ok(Reply::of(200, CONTENT_TYPE, text.map_err(|error| Problem::fault(error.to_string()))?))
}
