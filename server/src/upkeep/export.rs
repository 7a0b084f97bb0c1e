//! `godown export`: everything that a site holds, as files that any program reads, with a page that says what is where.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::error::Halt;
use godown_core::kept::doc::{Doc, Event};
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read, parse};
use godown_core::query::list::Query;
use godown_core::schema::{DocType, Kind};
use godown_core::table::book::{CSV, Out};
use godown_core::table::export;
use godown_core::table::link::Names;
use godown_core::value::Instant;
use serde::Serialize;

use crate::files::About;

/// So many keys are read at a time.
const PAGE: usize = 1_000;
/// So many rows of a table.
const PART: usize = 200;
/// The ledgers whose postings are told, by their keys.
const LEDGERS: [&str; 3] = ["stock", "credit", "books"];

/// How much was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    pub documents: u64,
    pub changes: u64,
    pub postings: u64,
    pub files: u64,
}

/// A line of a document's history with the document that it is of.
#[derive(Serialize)]
struct Change<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    id: &'a str,
    #[serde(flatten)]
    event: Event,
}

/// Writes everything that `read` holds, and the attachments of a data directory, to a directory that is empty or not
/// there yet. Passwords, sessions and keys are left out. The page that tells of the files is written last: where it
/// stands, the export is whole. `fields` describes every field of every type: `openapi.json`.
///
/// # Errors
/// Where the directory holds something, or a file cannot be written.
pub fn export(
    read: &dyn Read,
    now: Instant,
    (data, to): (&Path, &Path),
    fields: &str,
) -> anyhow::Result<Exported> {
    empty(to)?;
    for inside in ["documents", "tables", "history", "ledgers", "files"] {
        fs::create_dir_all(to.join(inside))?;
    }
    let mut done = Exported::default();
    let mut held = Vec::new();
    for def in docs::ALL {
        let (documents, changes) = (documents(read, def, to)?, history(read, def, to)?);
        if documents > 0 {
            table(read, now, def, to)?;
            held.push((*def, documents));
        }
        (done.documents, done.changes) = (done.documents + documents, done.changes + changes);
    }
    for ledger in LEDGERS {
        done.postings += postings(read, ledger, to)?;
    }
    done.files = attachments(&data.join("files"), to)?;
    write(&to.join("openapi.json"), fields.as_bytes())?;
    write(&to.join("README.txt"), page(&held, &done).as_bytes())?;
    Ok(done)
}

/// Refuses a directory that holds something.
pub(super) fn empty(to: &Path) -> anyhow::Result<()> {
    let is_empty = match fs::read_dir(to) {
        Ok(mut inside) => inside.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(error).with_context(|| to.display().to_string()),
    };
    ensure!(is_empty, "{} is not empty", to.display());
    Ok(())
}

fn told(halt: Halt) -> anyhow::Error {
    anyhow!("{halt:?}")
}

/// Writes a file and syncs it, with the directory that it is in where that is not there.
pub(super) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = File::create(path).with_context(|| path.display().to_string())?;
    file.write_all(bytes)?;
    Ok(file.sync_all()?)
}

/// A file of one JSON text a line; there is none where there is no line.
struct Lines {
    path: PathBuf,
    out: Option<BufWriter<File>>,
    count: u64,
}

impl Lines {
    fn new(path: PathBuf) -> Lines {
        Lines { path, out: None, count: 0 }
    }

    fn line(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        let out = match &mut self.out {
            Some(out) => out,
            none => none.insert(BufWriter::new(File::create(&self.path)?)),
        };
        serde_json::to_writer(&mut *out, value)?;
        out.write_all(b"\n")?;
        self.count += 1;
        Ok(())
    }

    fn finish(self) -> anyhow::Result<u64> {
        if let Some(out) = self.out {
            out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        }
        Ok(self.count)
    }
}

/// Every pair whose key begins so, in the order of the keys.
fn each(
    read: &dyn Read,
    prefix: &str,
    mut take: impl FnMut(&str, &[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut range = Range::prefix(prefix);
    loop {
        let page = read.scan(&range, PAGE).map_err(told)?;
        page.iter().try_for_each(|(key, bytes)| take(key, bytes))?;
        match page.last() {
            Some((last, _)) if page.len() == PAGE => range.from = format!("{last}\0"),
            _ => return Ok(()),
        }
    }
}

/// The fields of a type that nobody is told.
fn secrets(def: &DocType) -> BTreeSet<&'static str> {
    let secret = def.fields.iter().filter(|field| matches!(field.kind, Kind::Secret));
    secret.map(|field| field.key).collect()
}

fn documents(read: &dyn Read, def: &DocType, to: &Path) -> anyhow::Result<u64> {
    let mut lines = Lines::new(to.join("documents").join(format!("{}.ndjson", def.key)));
    let secret = secrets(def);
    each(read, &keys::key(&["doc", def.key]), |key, bytes| {
        let mut doc: Doc = parse(key, bytes).map_err(told)?;
        doc.record.retain(|field, _| !secret.contains(field.as_str()));
        lines.line(&doc)
    })?;
    lines.finish()
}

fn history(read: &dyn Read, def: &DocType, to: &Path) -> anyhow::Result<u64> {
    let mut lines = Lines::new(to.join("history").join(format!("{}.ndjson", def.key)));
    let secret = secrets(def);
    each(read, &keys::key(&["hist", def.key]), |key, bytes| {
        let mut event: Event = parse(key, bytes).map_err(told)?;
        event.diff.retain(|field| !secret.contains(field.path.as_str()));
        let parts = keys::parts(key);
        let id = parts.iter().rev().nth(1).copied().unwrap_or_default();
        lines.line(&Change { kind: def.key, id, event })
    })?;
    lines.finish()
}

fn postings(read: &dyn Read, ledger: &str, to: &Path) -> anyhow::Result<u64> {
    let mut lines = Lines::new(to.join("ledgers").join(format!("{ledger}.ndjson")));
    each(read, &keys::key(&["post", ledger]), |key, bytes| {
        let posting: serde_json::Value = parse(key, bytes).map_err(told)?;
        lines.line(&posting)
    })?;
    lines.finish()
}

/// The documents of a type as a table with the columns of its list's file.
fn table(read: &dyn Read, now: Instant, def: &DocType, to: &Path) -> anyhow::Result<()> {
    let system = Actor::system();
    let mut rows = export::begin(read, &system, now, def.key, &Query::default()).map_err(told)?;
    let all = rows.rows();
    rows.measure(read, &system, now, 0..all).map_err(told)?;
    let rows = rows.with_columns(&system);
    let mut file =
        BufWriter::new(File::create(to.join("tables").join(format!("{}.csv", def.key)))?);
    let mut out = Out::begin(CSV, def.plural).map_err(|why| anyhow!(why))?;
    out.row(&rows.heads()).map_err(|why| anyhow!(why))?;
    let mut names = Names::default();
    for from in (0..all).step_by(PART) {
        let upto = all.min(from + PART);
        let part = rows.part((read, &system, now), &mut names, from..upto).map_err(told)?;
        part.iter().try_for_each(|cells| out.row(cells)).map_err(|why| anyhow!(why))?;
        file.write_all(&out.taken().map_err(|why| anyhow!(why))?)?;
    }
    file.write_all(&out.finish().map_err(|why| anyhow!(why))?)?;
    Ok(file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?)
}

/// The attachments by their ids, and a table of their names.
fn attachments(from: &Path, to: &Path) -> anyhow::Result<u64> {
    let inside = match fs::read_dir(from) {
        Ok(inside) => inside,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(error.into()),
    };
    let mut known = Vec::new();
    for entry in inside {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "json") {
            known.push(serde_json::from_slice::<About>(&fs::read(&path)?)?);
        }
    }
    known.sort_by(|one, two| one.id.cmp(&two.id));
    let mut lines = Lines::new(to.join("files.ndjson"));
    for about in known {
        let name = format!("{}.{}", about.id, about.kind.extension());
        fs::copy(from.join(&about.id), to.join("files").join(&name))
            .with_context(|| format!("attachment {}", about.id))?;
        lines.line(&about)?;
    }
    lines.finish()
}

/// What is where, for whoever finds the directory years later.
fn page(held: &[(&DocType, u64)], done: &Exported) -> String {
    let mut page = String::from(
        "Everything that a site of Godown held\n\n\
         documents/TYPE.ndjson  a document a line, as JSON; its fields are in \"record\"\n\
         tables/TYPE.csv        the same documents as a table, with the headings that people know\n\
         history/TYPE.ndjson    a change a line: when, by whom, the statuses, each field before and after\n\
         ledgers/NAME.ndjson    a posting a line: pieces and grams of stock, credit, and the vouchers of the books\n\
         files/ID.EXTENSION     the attachments; ID is the SHA-256 of the content, by which documents name them\n\
         files.ndjson           their names, kinds and sizes\n\
         openapi.json           every field of every type: its kind, its unit, its bounds\n\n\
         Amounts are in paise, weights in grams, days as YYYY-MM-DD, times in milliseconds since 1970 in UTC.\n\
         A document names another by its \"id\". Passwords, sessions and keys are left out.\n\n",
    );
    for (def, count) in held {
        page.push_str(&format!("{:<24}{count:>10}  {}\n", def.key, def.plural));
    }
    page.push_str(&format!(
        "\n{} documents, {} changes, {} postings, {} files\n",
        done.documents, done.changes, done.postings, done.files
    ));
    page
}
