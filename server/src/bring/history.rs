//! Import of records of an earlier system from files: streamed, checked as a whole, then kept.

use std::collections::HashSet;
use std::fs::File as Disk;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use futures_util::future::join_all;
use godown_core::decide;
use godown_core::declare::actor::Actor;
use godown_core::earlier::bring::apart;
use godown_core::earlier::file::{EarlierRow as ReadRow, File};
use godown_core::earlier::{MOST_ROWS, ROWS};
use godown_core::error::{Halt, Issue};
use godown_core::said;
use godown_core::table::SheetRow;
use godown_core::table::csv::Lines;
use godown_core::table::plan::RowIssue;
use godown_core::write::command::Command;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::failure::Failure;

/// Entries that are on their way to the writer at once.
const AT_ONCE: usize = 8;
/// So many issues are told.
const TOLD: usize = 100;

/// How a file went.
#[derive(Debug, Default)]
pub struct Told {
    /// The name of its rows.
    pub plural: &'static str,
    pub rows: usize,
    pub documents: usize,
    /// Documents that were brought in before.
    pub known: usize,
    pub entries: usize,
    /// The first issues, and how many there are.
    pub issues: Vec<RowIssue>,
    pub wrong: usize,
    /// Whether anything was stored.
    pub kept: bool,
}

impl Told {
    fn note(&mut self, issue: RowIssue) {
        self.wrong += 1;
        if self.issues.len() < TOLD {
            self.issues.push(issue);
        }
    }
}

/// Brings a file in. Nothing is stored if a row of it is bad, unless good rows are wanted: then the
/// documents that have a bad row are left out.
///
/// # Errors
/// A sentence about the whole file or the store.
pub async fn bring_in(app: &Arc<App>, path: &Path, good_rows: bool) -> Result<Told, String> {
    let mut told = Told::default();
    let bad = check(app, path, &mut told)?;
    if told.wrong > 0 && !good_rows {
        return Ok(told);
    }
    told.kept = true;
    let (mut parts, mut waiting) = (Parts::open(path)?, Vec::new());
    loop {
        let part = parts.next_part()?;
        let ended = part.is_none();
        if let Some(part) = part {
            let part = part.without(&bad);
            if !part.rows.is_empty() {
                told.entries += 1;
                told.rows += part.rows.len();
                waiting.push(app.carry_out(Actor::system(), part.command(&parts.file)));
            }
        }
        if ended || waiting.len() == AT_ONCE {
            for done in join_all(waiting.drain(..)).await {
                done.map_err(|failure| failure.to_string())?;
            }
        }
        if ended {
            return Ok(told);
        }
    }
}

/// Reads the whole file and has every entry decided, without keeping any. Answers the numbers of
/// the documents that are bad.
fn check(app: &App, path: &Path, told: &mut Told) -> Result<HashSet<String>, String> {
    let mut parts = Parts::open(path)?;
    told.plural = parts.file.kind.def.plural;
    let mut bad = HashSet::new();
    while let Some(mut part) = parts.next_part()? {
        for (number, issue) in part.issues.drain(..) {
            bad.insert(number);
            told.note(issue);
        }
        let part = part.without(&bad);
        if part.rows.is_empty() {
            continue;
        }
        let documents = part.documents();
        let command = part.command(&parts.file);
        let decided =
            app.view(|read, now| match decide::decide(read, &Actor::system(), now, &command) {
                Ok(changes) if changes.replayed => Ok(Ok(0)),
                Ok(changes) => Ok(Ok(new_documents(&changes))),
                Err(Halt::Refused(refused)) => Ok(Err(refused.issues)),
                Err(other) => Err(other),
            });
        match decided.map_err(|failure: Failure| failure.to_string())? {
            Ok(new) => {
                told.documents += new;
                told.known += documents - new;
            }
            Err(issues) => {
                for issue in issues {
                    let at = place(&issue);
                    bad.extend(at.and_then(|at| part.names.get(at)).cloned());
                    told.note(parts.file.placed(issue, &part.numbers));
                }
            }
        }
    }
    Ok(bad)
}

/// The row of the command that an issue is about: `rows.17.date`.
fn place(issue: &Issue) -> Option<usize> {
    issue.path.split('.').nth(1)?.parse().ok()
}

fn new_documents(changes: &decide::Changes) -> usize {
    let key = |key: &&String| {
        godown_core::kept::keys::parts(key).first().is_some_and(|part| *part == "earlier_no")
    };
    changes.writes.keys().filter(key).count()
}

/// Rows that one entry brings.
#[derive(Default)]
struct Part {
    rows: Vec<Vec<Value>>,
    /// Of each row, its document's number and its own in the file.
    names: Vec<String>,
    numbers: Vec<u32>,
    /// The issues, each with the number of its document.
    issues: Vec<(String, RowIssue)>,
}

impl Part {
    /// The documents that are not bad.
    fn without(self, bad: &HashSet<String>) -> Part {
        if bad.is_empty() {
            return self;
        }
        let mut good = Part::default();
        for ((row, name), number) in self.rows.into_iter().zip(self.names).zip(self.numbers) {
            if !bad.contains(&name) {
                good.rows.push(row);
                good.names.push(name);
                good.numbers.push(number);
            }
        }
        good
    }

    fn documents(&self) -> usize {
        self.names.chunk_by(|a, b| a == b).count()
    }

    /// Its id follows from what the rows say, so that the same rows are the same command.
    fn command(&self, file: &File) -> Command {
        let deed = file.deed(self.rows.clone());
        let digest = Sha256::digest(serde_json::to_vec(&deed).unwrap_or_default());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        let id = uuid::Builder::from_random_bytes(bytes).into_uuid();
        Command { command_id: id.hyphenated().to_string(), deed }
    }
}

/// A file as parts, no document in two of them.
struct Parts {
    file: File,
    lines: Lines<BufReader<Disk>>,
    /// The first row of the next part.
    ahead: Option<(SheetRow, ReadRow)>,
    /// The documents that were met.
    met: HashSet<String>,
}

impl Parts {
    fn open(path: &Path) -> Result<Parts, String> {
        let disk = Disk::open(path).map_err(|error| error.to_string())?;
        let lines =
            Lines::open(BufReader::with_capacity(1 << 16, disk)).map_err(|why| why.to_string())?;
        let file = File::open(&lines.head).map_err(|issues| {
            let line = |issue: &Issue| issue.message.clone();
            issues.iter().map(line).collect::<Vec<_>>().join("; ")
        })?;
        Ok(Parts { file, lines, ahead: None, met: HashSet::new() })
    }

    fn next_part(&mut self) -> Result<Option<Part>, String> {
        let mut part = Part::default();
        loop {
            let next = match self.ahead.take() {
                Some(next) => Some(next),
                None => self.lines.next_row().map_err(|why| why.to_string())?.map(|row| {
                    let read = self.file.read(&row);
                    (row, read)
                }),
            };
            let Some((row, mut read)) = next else { break };
            let same = part.names.last() == Some(&read.number);
            if !same && part.rows.len() >= ROWS {
                self.ahead = Some((row, read));
                break;
            }
            if !same && !read.number.is_empty() && !self.met.insert(read.number.clone()) {
                let message = apart(self.file.kind, &read.number);
                read.issues.push(self.file.of_number(&row, message));
            }
            if part.rows.len() >= MOST_ROWS {
                let message = said!("A document may have at most {most} rows", most = MOST_ROWS);
                read.issues.push(self.file.of_number(&row, message));
                part.issues.extend(read.issues.into_iter().map(|one| (read.number.clone(), one)));
                continue;
            }
            part.issues.extend(read.issues.into_iter().map(|one| (read.number.clone(), one)));
            part.rows.push(read.cells);
            part.names.push(read.number);
            part.numbers.push(row.number);
        }
        Ok((!part.rows.is_empty()).then_some(part))
    }
}
