//! One import under way: names looked up, rows tried, then stored, each as its own command.

use std::sync::{Arc, PoisonError};

use futures_util::future::{join, join_all};
use godown_core::decide::{decide, submitted};
use godown_core::declare::actor::Actor;
use godown_core::declare::case::Look;
use godown_core::docs;
use godown_core::error::{Halt, Issue, Refused};
use godown_core::kept::keys;
use godown_core::schema::DocType;
use godown_core::table::cell::Found;
use godown_core::table::import::Import;
use godown_core::table::plan::{Before, RowIssue, Seen};
use godown_core::table::{SheetRow, link};
use godown_core::write::command::{Command, CommandKind, Kept};
use godown_core::write::save;
use sha2::{Digest, Sha256};

use crate::app::{App, Work, as_of};
use crate::failure::Failure;

use super::{PART, READ, ROUNDS};
use crate::bring::jobs::{ImportedRows, Job, Progress, RowOutcome, Stage};

/// A row about to be stored, or what is wrong with it.
enum Ready {
    Command(Box<Command>),
    /// The same command was carried out before.
    Known {
        id: String,
        version: u32,
    },
    Wrong(Vec<RowIssue>),
    /// It names another row of the file, which may be stored by and by.
    Later,
}

pub(super) struct Run {
    pub app: Arc<App>,
    pub actor: Actor,
    pub job: Arc<Job>,
}

impl Run {
    pub async fn all(&self, import: Import) -> Result<(), Failure> {
        let import = Arc::new(self.named(import).await?);
        let asked = self.job.asked;
        if asked.dry_run || asked.rows == ImportedRows::All {
            let outcomes = self.try_all(&import).await?;
            let failed = outcomes.iter().any(|outcome| !outcome.done);
            if asked.dry_run || failed {
                self.keep(
                    outcomes.into_iter().map(|outcome| RowOutcome {
                        done: outcome.done && asked.dry_run,
                        ..outcome
                    }),
                );
                return Ok(());
            }
        }
        self.job.progress.send_modify(|progress| {
            *progress = Progress { stage: Stage::Storing, ..Progress::default() };
        });
        self.store_all(&import).await
    }

    /// Looks every name of a linked document up.
    async fn named(&self, mut import: Import) -> Result<Import, Failure> {
        for (kind, names) in import.wanted() {
            let Some(to) = docs::find(kind) else { continue };
            let names: Vec<String> = names.into_iter().collect();
            for part in names.chunks(READ) {
                let (sender, part) = (self.actor.clone(), part.to_vec());
                let found = self.app.walk(Work::Import, &self.actor.id, move |read, now| {
                    let actor = as_of(read, &sender, now)?;
                    // A case remembers what it read; names are as many as the rows.
                    let mut left = link::COMPARED;
                    let find = |name: String| {
                        let case = docs::look(read, &actor, now);
                        let found = link::find_or_near(&case, to, &name, &mut left)?;
                        Ok((name, found))
                    };
                    part.into_iter().map(find).collect::<Result<Vec<_>, Halt>>()
                });
                for (name, found) in found.await? {
                    import.know(to, &name, found);
                }
            }
        }
        Ok(import)
    }

    /// Decides every row without keeping anything.
    async fn try_all(&self, import: &Arc<Import>) -> Result<Vec<RowOutcome>, Failure> {
        let mut outcomes = Vec::with_capacity(import.rows.len());
        let mut seen = Seen::default();
        for from in (0..import.rows.len()).step_by(READ) {
            let (run, import, mut met) = (self.clone(), import.clone(), std::mem::take(&mut seen));
            let part = self.app.walk(Work::Import, &self.actor.id, move |read, now| {
                let mut part = Vec::with_capacity(READ);
                let actor = as_of(read, &run.actor, now)?;
                for row in import.rows.iter().skip(from).take(READ) {
                    let case = docs::look(read, &actor, now);
                    let outcome = match run.ready(&case, &import, row, &mut met, true)? {
                        Ready::Command(command) => match decide(read, &actor, now, &command) {
                            Ok(changes) => {
                                let later = submitted(read, &actor, now, &changes)?;
                                run.tried(row, &import, later)
                            }
                            Err(Halt::Refused(refused)) => {
                                let placed = refused.issues.into_iter();
                                wrong(row, placed.map(|one| import.plan.placed(row, one)))
                            }
                            Err(other) => return Err(other),
                        },
                        Ready::Known { .. } | Ready::Later => good(row, None),
                        Ready::Wrong(issues) => wrong(row, issues),
                    };
                    part.push(outcome);
                }
                Ok((part, met))
            });
            let (part, met) = part.await?;
            seen = met;
            outcomes.extend(part);
            self.job.progress.send_modify(|progress| {
                progress.checked = outcomes.len();
                progress.failed = outcomes.iter().filter(|outcome| !outcome.done).count();
            });
        }
        Ok(outcomes)
    }

    /// Stores every good row: one part is prepared while the one before is written.
    async fn store_all(&self, import: &Arc<Import>) -> Result<(), Failure> {
        let mut seen = Seen::default();
        let mut waiting: Vec<usize> = (0..import.rows.len()).collect();
        for round in 0..ROUNDS {
            let last = round + 1 == ROUNDS;
            let parts: Vec<Vec<usize>> = waiting.chunks(PART).map(<[usize]>::to_vec).collect();
            let before = waiting.len();
            let mut later = Vec::new();
            let mut current: Vec<(usize, Ready)> = Vec::new();
            for part in parts.into_iter().map(Some).chain([None]) {
                let prepare = async {
                    match part {
                        Some(part) => self.prepare(import, part, std::mem::take(&mut seen)).await,
                        None => Ok((Vec::new(), std::mem::take(&mut seen))),
                    }
                };
                let (prepared, written) = join(prepare, self.write(import, current)).await;
                later.extend(written?);
                let (ready, met) = prepared?;
                seen = met;
                current = ready;
            }
            waiting = later;
            if waiting.is_empty() || waiting.len() == before || last {
                break;
            }
        }
        let lost: Vec<RowOutcome> = self.never(import, waiting).await?;
        self.keep(lost);
        let mut results = self.job.results.lock().unwrap_or_else(PoisonError::into_inner);
        results.sort_by_key(|outcome| outcome.row);
        Ok(())
    }

    /// ImportedRows that name rows which could not be stored: what is wrong with them after all.
    async fn never(
        &self,
        import: &Arc<Import>,
        rows: Vec<usize>,
    ) -> Result<Vec<RowOutcome>, Failure> {
        let (run, import) = (self.clone(), import.clone());
        let work = move |read: &dyn godown_core::kept::read::Read, now| {
            let actor = as_of(read, &run.actor, now)?;
            let case = docs::look(read, &actor, now);
            let rows = rows.into_iter().filter_map(|at| import.rows.get(at));
            let failed = rows.map(|row| {
                let mut find = |to: &'static DocType, name: &str| match import.found(to, name) {
                    Found::One(id) if id == "row" => {
                        link::find(&case, to, name).unwrap_or(Found::Nothing)
                    }
                    found => found,
                };
                wrong(row, import.plan.check(row, Before::New, &mut find).1)
            });
            Ok(failed.collect())
        };
        self.app.walk(Work::Import, &self.actor.id, work).await
    }

    async fn prepare(
        &self,
        import: &Arc<Import>,
        part: Vec<usize>,
        mut seen: Seen,
    ) -> Result<(Vec<(usize, Ready)>, Seen), Failure> {
        let mut ready = Vec::with_capacity(part.len());
        for few in part.chunks(READ) {
            let (more, met) = self.prepare_few(import, few.to_vec(), seen).await?;
            ready.extend(more);
            seen = met;
        }
        Ok((ready, seen))
    }

    async fn prepare_few(
        &self,
        import: &Arc<Import>,
        part: Vec<usize>,
        mut seen: Seen,
    ) -> Result<(Vec<(usize, Ready)>, Seen), Failure> {
        let (run, import) = (self.clone(), import.clone());
        let work = move |read: &dyn godown_core::kept::read::Read, now| {
            let mut ready = Vec::with_capacity(part.len());
            let actor = match as_of(read, &run.actor, now) {
                Err(Halt::Refused(why)) => return Ok((run.refused(&import, part, &why), seen)),
                actor => actor?,
            };
            for at in part {
                let Some(row) = import.rows.get(at) else { continue };
                let case = docs::look(read, &actor, now);
                let one = run.ready(&case, &import, row, &mut seen, false)?;
                ready.push((at, run.submittable(&case, &import, row, one)?));
            }
            Ok((ready, seen))
        };
        self.app.walk(Work::Import, &self.actor.id, work).await
    }

    /// A row that would be stored, with what would be refused when it is submitted.
    fn tried(&self, row: &SheetRow, import: &Import, later: Vec<Issue>) -> RowOutcome {
        let placed: Vec<RowIssue> =
            later.into_iter().map(|issue| import.plan.placed(row, issue)).collect();
        match (placed.is_empty(), self.job.asked.rows) {
            (true, _) => good(row, None),
            (false, ImportedRows::Ready) => wrong(row, placed),
            (false, _) => RowOutcome { warnings: Some(placed), ..good(row, None) },
        }
    }

    /// Where only rows are stored that can be submitted too: what is wrong with one that cannot.
    fn submittable(
        &self,
        case: &Look,
        import: &Import,
        row: &SheetRow,
        ready: Ready,
    ) -> Result<Ready, Halt> {
        let Ready::Command(command) = &ready else { return Ok(ready) };
        if self.job.asked.rows != ImportedRows::Ready {
            return Ok(ready);
        }
        let later = match decide(case.base, case.actor, case.now, command) {
            Ok(changes) => submitted(case.base, case.actor, case.now, &changes)?,
            // What refuses the row itself is told when it is stored.
            Err(Halt::Refused(_)) => Vec::new(),
            Err(other) => return Err(other),
        };
        match later.is_empty() {
            true => Ok(ready),
            false => {
                let placed = later.into_iter().map(|issue| import.plan.placed(row, issue));
                Ok(Ready::Wrong(placed.collect()))
            }
        }
    }

    /// A part of which no row may be stored any more, each with why.
    fn refused(&self, import: &Import, part: Vec<usize>, why: &Refused) -> Vec<(usize, Ready)> {
        let placed = |row: &SheetRow| {
            let issues = why.issues.iter().cloned();
            Ready::Wrong(issues.map(|issue| import.plan.placed(row, issue)).collect())
        };
        part.into_iter().filter_map(|at| Some((at, placed(import.rows.get(at)?)))).collect()
    }

    /// Has a part's commands carried out; answers the rows that wait for others.
    async fn write(
        &self,
        import: &Arc<Import>,
        part: Vec<(usize, Ready)>,
    ) -> Result<Vec<usize>, Failure> {
        let sent = part.into_iter().filter_map(|(at, ready)| {
            let row = import.rows.get(at)?;
            Some(async move {
                match ready {
                    Ready::Later => Ok((at, None)),
                    Ready::Wrong(issues) => Ok((at, Some(wrong(row, issues)))),
                    Ready::Known { id, version } => {
                        let outcome = RowOutcome { version: Some(version), ..good(row, Some(id)) };
                        Ok((at, Some(outcome)))
                    }
                    Ready::Command(command) => {
                        self.carry_out(import, row, *command).await.map(|done| (at, Some(done)))
                    }
                }
            })
        });
        let mut later = Vec::new();
        let mut outcomes = Vec::new();
        let mut failed = None;
        for done in join_all(sent).await {
            match done {
                Ok((_, Some(outcome))) => outcomes.push(outcome),
                Ok((at, None)) => later.push(at),
                Err(failure) => failed = Some(failure),
            }
        }
        self.keep(outcomes);
        failed.map_or(Ok(later), Err)
    }

    /// Errors: only what is wrong with the server, which ends the import: its rows are repeated
    /// under the same ids when it is sent again.
    async fn carry_out(
        &self,
        import: &Import,
        row: &SheetRow,
        command: Command,
    ) -> Result<RowOutcome, Failure> {
        match self.app.carry_out(self.actor.clone(), command).await {
            Ok(outcome) => {
                let doc = outcome.answer.doc();
                Ok(RowOutcome {
                    version: doc.map(|doc| doc.version),
                    ..good(row, doc.map(|doc| doc.id.clone()))
                })
            }
            Err(Failure::Refused(refused)) => {
                let issues = refused.issues.into_iter();
                Ok(wrong(row, issues.map(|issue| import.plan.placed(row, issue))))
            }
            Err(failure) => Err(failure),
        }
    }

    fn keep(&self, outcomes: impl IntoIterator<Item = RowOutcome>) {
        let mut results = self.job.results.lock().unwrap_or_else(PoisonError::into_inner);
        results.extend(outcomes);
        let done = results.iter().filter(|outcome| outcome.done).count();
        let all = results.len();
        let dry = self.job.asked.dry_run;
        self.job.progress.send_modify(|progress| {
            progress.checked = all;
            progress.stored = if dry { 0 } else { done };
            progress.failed = all - done;
        });
    }

    /// The command of a row, after every check that needs no decision.
    fn ready(
        &self,
        case: &Look,
        import: &Import,
        row: &SheetRow,
        seen: &mut Seen,
        trying: bool,
    ) -> Result<Ready, Halt> {
        let command_id = self.row_id(row);
        if let Some(left) =
            case.value::<Kept>(&keys::command(&command_id))?.and_then(|kept| kept.left)
        {
            return Ok(Ready::Known { id: left.id, version: left.version });
        }
        let def = import.plan.def;
        let mut later = false;
        let mut halted = None;
        let mut find = |to: &'static DocType, name: &str| match import.found(to, name) {
            Found::One(id) if id == "row" && !trying => match link::find(case, to, name) {
                Ok(Found::Nothing) => {
                    later = true;
                    Found::Nothing
                }
                Ok(found) => found,
                Err(halt) => {
                    halted = Some(halt);
                    Found::Nothing
                }
            },
            found => found,
        };
        let (mut record, mut issues) = import.plan.check(row, Before::New, &mut find);
        let mut before = None;
        if import.plan.key.is_some()
            && let Some(id) = link::holder(case, &import.plan, row, &record)?
        {
            before = case.find(def.key, &id)?;
        }
        if let Some(doc) = &before {
            let how = save::strictness(def, &doc.status);
            (record, issues) = import.plan.check(row, Before::Is(&doc.record, how), &mut find);
        }
        if let Some(halt) = halted {
            return Err(halt);
        }
        if later && before.is_none() {
            return Ok(Ready::Later);
        }
        let twice = seen.meet(def, row.number, &record);
        issues.extend(twice.into_iter().map(|issue| import.plan.placed(row, issue)));
        if !issues.is_empty() {
            return Ok(Ready::Wrong(issues));
        }
        if trying {
            record = unnamed(def, record);
        }
        // What the rules fill is not sent.
        record.retain(|key, _| def.field(key).is_some_and(|field| !field.computed));
        let doc_type = def.key.to_owned();
        let deed = match before {
            None => CommandKind::Create { doc_type, record },
            Some(doc) => {
                CommandKind::Update { doc_type, id: doc.id.clone(), version: doc.version, record }
            }
        };
        Ok(Ready::Command(Box::new(Command { command_id, deed })))
    }

    /// The command id of one row: it follows from the import's own and from what the row says, so
    /// that a repeated import repeats every row's command.
    fn row_id(&self, row: &SheetRow) -> String {
        let mut hash = Sha256::new();
        hash.update(format!("{} {}", self.job.id, row.number));
        for cell in &row.cells {
            hash.update([0x1f]);
            hash.update(cell.as_bytes());
        }
        let digest = hash.finalize();
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        uuid::Builder::from_random_bytes(bytes).into_uuid().hyphenated().to_string()
    }

    fn clone(&self) -> Run {
        Run { app: self.app.clone(), actor: self.actor.clone(), job: self.job.clone() }
    }
}

/// A record that is only tried, without the names of rows that are not stored yet.
fn unnamed(
    def: &'static DocType,
    mut record: godown_core::kept::doc::Record,
) -> godown_core::kept::doc::Record {
    use godown_core::schema::Kind;
    record.retain(|key, value| {
        let own = |kind: Kind| matches!(kind, Kind::Link(to) if to.key == def.key);
        let own = def.field(key).is_some_and(|field| own(field.kind));
        !(own && value.as_str() == Some("row"))
    });
    record
}

fn good(row: &SheetRow, id: Option<String>) -> RowOutcome {
    RowOutcome { row: row.number, done: true, id, version: None, errors: None, warnings: None }
}

fn wrong(row: &SheetRow, issues: impl IntoIterator<Item = RowIssue>) -> RowOutcome {
    let errors: Vec<RowIssue> = issues.into_iter().collect();
    let errors = (!errors.is_empty()).then_some(errors);
    RowOutcome { row: row.number, done: false, id: None, version: None, errors, warnings: None }
}
