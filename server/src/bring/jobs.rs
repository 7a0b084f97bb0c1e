//! Imports of this process: how far each is, and what its sender is told.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use godown_core::error::Code;
use godown_core::table::plan::Saving;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::failure::Failure;

/// Imports that run at once; each holds its file in memory.
const RUNNING: usize = 2;
/// How long the results of an import are kept for whoever sent it.
const KEPT: Duration = Duration::from_secs(15 * 60);

/// The options of an import.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Nothing is stored.
    pub dry_run: bool,
    /// Rows are stored only if nothing is wrong with any.
    pub whole: bool,
    pub saving: Saving,
}

/// How one row went.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    pub row: u32,
    /// It was stored; of a dry run: it would be.
    pub done: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Value>,
}

/// How far an import is.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// `checking`, `storing`, `done` or `failed`.
    pub state: &'static str,
    pub checked: usize,
    pub stored: usize,
    pub failed: usize,
    /// Why it ended before its end.
    pub detail: String,
}

/// One import, running or ended.
pub struct Job {
    pub id: String,
    pub person: String,
    pub doc_type: &'static str,
    pub total: usize,
    pub(super) asked: Asked,
    pub(super) progress: watch::Sender<Progress>,
    pub(super) results: Mutex<Vec<Outcome>>,
    pub(super) begun: Instant,
}

impl Job {
    fn runs(&self) -> bool {
        matches!(self.progress.borrow().state, "checking" | "storing")
    }

    /// Waits until it ended, at most so long.
    pub async fn ended(&self, most: Duration) {
        let mut progress = self.progress.subscribe();
        let end = progress.wait_for(|now| matches!(now.state, "done" | "failed"));
        let _ = tokio::time::timeout(most, end).await;
    }

    /// The state of the import for its sender, with the results once it ended.
    pub fn told(&self) -> Value {
        let now = self.progress.borrow().clone();
        let mut told = json!({
            "id": self.id,
            "type": self.doc_type,
            "state": now.state,
            "dry_run": self.asked.dry_run,
            "total": self.total,
            "checked": now.checked,
            "stored": now.stored,
            "failed": now.failed,
            "detail": now.detail,
        });
        if !self.runs() {
            let results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
            told["results"] = serde_json::to_value(&*results).unwrap_or_default();
        }
        told
    }
}

/// The imports of this process, the last one of each person.
// DECISIONS 29
#[derive(Default)]
pub struct Imports(Mutex<HashMap<String, Arc<Job>>>);

impl Imports {
    /// The person's import of this id.
    pub fn find(&self, person: &str, id: &str) -> Option<Arc<Job>> {
        let jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.get(person).filter(|job| job.id == id).cloned()
    }

    /// Errors: 429 while another one of the person runs, 503 while too many do.
    pub(super) fn begin(&self, job: Job) -> Result<Arc<Job>, Failure> {
        let mut jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.retain(|_, job| job.runs() || job.begun.elapsed() < KEPT);
        if jobs.get(&job.person).is_some_and(|own| own.runs()) {
            let message = "Another import of yours is running. Wait until it ends";
            return Err(Failure::refuse(Code::RateLimit, message));
        }
        if jobs.values().filter(|job| job.runs()).count() >= RUNNING {
            return Err(Failure::Busy("too many imports run"));
        }
        let job = Arc::new(job);
        jobs.insert(job.person.clone(), job.clone());
        Ok(job)
    }
}
