//! Imports under way: a file's rows checked and stored part by part, each row its own command,
//! while whoever sent it may ask how far it is.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use godown_core::declare::actor::Actor;
use godown_core::table::import::Import;
use tokio::sync::watch;

use super::jobs::{Asked, Job, Progress, Stage};
use crate::app::App;
use crate::failure::Failure;

mod run;
use run::Run;

/// Rows that are prepared together, and are on their way to the writer at once.
const PART: usize = 512;
/// Rows that are read while commits wait.
const READ: usize = 64;
/// How often rows that name other rows of the same file are tried again.
const ROUNDS: usize = 20;

/// Begins an import; it goes on by itself, whether its sender waits or not.
///
/// Errors: when too many run.
pub fn begin(
    app: &Arc<App>,
    actor: Actor,
    id: String,
    asked: Asked,
    import: Import,
) -> Result<Arc<Job>, Failure> {
    let job = app.imports.begin(Job {
        id,
        person: actor.id.clone(),
        doc_type: import.plan.def.key,
        total: import.rows.len(),
        asked,
        progress: watch::Sender::new(Progress::default()),
        results: Mutex::default(),
        begun: Instant::now(),
    })?;
    let run = Run { app: app.clone(), actor, job: job.clone() };
    tokio::spawn(async move {
        let ended = run.all(import).await;
        run.job.progress.send_modify(|progress| match ended {
            Ok(()) => progress.stage = Stage::Done,
            Err(failure) => {
                progress.stage = Stage::Failed;
                progress.detail = failure.detail();
                if let Some(why) = failure.internal() {
                    tracing::error!("an import failed: {why}");
                }
            }
        });
    });
    Ok(job)
}
