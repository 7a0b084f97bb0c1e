//! Health, readiness and metrics for a monitor, and the description of the API.

use godown_core::json_answer;
use godown_core::kept::keys;
use godown_core::kept::read::Range;

use crate::app::Work;
use crate::call::ask::Ask;
use crate::call::reply::{Answer, Problem, Reply};
use crate::metrics::{CONTENT_TYPE, Present};
use crate::store::Condition;

/// Sessions are counted up to here.
const COUNTED: usize = 10_000;

json_answer! {
    /// That the process runs.
    pub struct Health {
        status: &'static str,
    }
}

json_answer! {
    /// Whether the store takes commands, and the last entry that it holds.
    pub struct Readiness {
        /// `ok`, `full` or `read_only`.
        status: &'static str,
        seq: u64,
        reason [optional]: Option<String>,
    }
}

pub async fn alive(_: Ask) -> Result<Answer<Health>, Problem> {
    Ok(Answer::json(&Health { status: "ok" }))
}

pub async fn ready(ask: Ask) -> Result<Answer<Readiness>, Problem> {
    let seq = ask.app.store.view().map(|view| view.seq())?;
    let (code, status, reason) = match ask.app.store.condition() {
        Condition::Well => (200, "ok", None),
        Condition::Full => (503, "full", Some("no space is left on the disk".to_owned())),
        Condition::ReadOnly(why) => (503, "read_only", Some(why)),
    };
    Ok(Answer::status(code, &Readiness { status, seq, reason }))
}

pub async fn metrics(ask: Ask) -> Result<Reply, Problem> {
    let sessions = ask.app.walk(Work::Upkeep, "metrics", |read, _| {
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
