//! Imports of this process: how far each is, and what its sender is told.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use godown_core::docs::DocKey;
use godown_core::error::Code;
use godown_core::json_answer;
use godown_core::shape::{Shape, Shaped};
use godown_core::table::plan::RowIssue;
use godown_core::table::plan::Saving;
use serde::Serialize;
use tokio::sync::watch;

use crate::failure::Failure;

/// Imports that run at once; each holds its file in memory.
const RUNNING: usize = 2;
/// How long the results of an import are kept for whoever sent it.
const KEPT: Duration = Duration::from_secs(15 * 60);

/// Which rows of a file are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportedRows {
    /// Those that can be saved.
    Good,
    /// All, or none if something is wrong with any.
    All,
    /// Those that can be saved and submitted: no draft is left that nobody can send off.
    Ready,
}

/// The options of an import.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Nothing is stored.
    pub dry_run: bool,
    pub rows: ImportedRows,
    pub saving: Saving,
}

json_answer! {
    /// How one row went.
    pub struct RowOutcome {
        pub row: u32,
        /// It was stored; of a dry run: it would be.
        pub done: bool,
        pub id [optional]: Option<String>,
        pub version [optional]: Option<u32>,
        pub errors [optional]: Option<Vec<RowIssue>>,
        /// What would be refused when its draft is submitted; of a dry run alone.
        pub warnings [optional]: Option<Vec<RowIssue>>,
    }
}

json_answer! {
    /// The state of an import for its sender.
    pub struct ImportState {
        pub id: String,
        pub doc_type as "type": DocKey,
        pub state: Stage,
        pub dry_run: bool,
        pub total: usize,
        pub checked: usize,
        pub stored: usize,
        pub failed: usize,
        /// Why it ended before its end.
        pub detail: String,
        /// The rows, once it ended.
        pub results [optional]: Option<Vec<RowOutcome>>,
    }
}

/// What an import does now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    #[default]
    Checking,
    Storing,
    Done,
    Failed,
}

impl Shaped for Stage {
    fn shape() -> Shape {
        Shape::Words(vec!["checking", "storing", "done", "failed"])
    }
}

/// How far an import is.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    pub stage: Stage,
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
    pub(super) results: Mutex<Vec<RowOutcome>>,
    pub(super) begun: Instant,
}

impl Job {
    fn runs(&self) -> bool {
        matches!(self.progress.borrow().stage, Stage::Checking | Stage::Storing)
    }

    /// Waits until it ended, at most so long.
    pub async fn ended(&self, most: Duration) {
        let mut progress = self.progress.subscribe();
        let end = progress.wait_for(|now| matches!(now.stage, Stage::Done | Stage::Failed));
        let _ = tokio::time::timeout(most, end).await;
    }

    /// The state of the import for its sender, with the results once it ended.
    pub fn told(&self) -> ImportState {
        let now = self.progress.borrow().clone();
        let results = (!self.runs())
            .then(|| self.results.lock().unwrap_or_else(PoisonError::into_inner).clone());
        ImportState {
            id: self.id.clone(),
            doc_type: DocKey(self.doc_type),
            state: now.stage,
            dry_run: self.asked.dry_run,
            total: self.total,
            checked: now.checked,
            stored: now.stored,
            failed: now.failed,
            detail: now.detail,
            results,
        }
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
