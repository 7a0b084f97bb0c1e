//! `godown export --auditor`: the books, documents and attachments of a period as a folder that any browser opens.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use godown_core::audit;
use godown_core::declare::actor::Actor;
use godown_core::declare::case::Look;
use godown_core::docs::{self, org, reasons};
use godown_core::error::Halt;
use godown_core::folder::check::FolderCheck;
use godown_core::folder::entries::{self, FolderDepth};
use godown_core::folder::index::FolderIndex;
use godown_core::folder::page::reason_type;
use godown_core::folder::sums::{self, FolderFinding};
use godown_core::folder::{
    DATA, FILES, FolderEnd, FolderFile, FolderHead, FolderPiece, FolderType, HEAD, VERSION, script,
    unscript,
};
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::ledger::books::Voucher;
use godown_core::schema::check;
use godown_core::value::{Day, IST_MINUTES, Instant};

use crate::files::About;
use crate::store::{Hash, Kept, Store};

pub mod page;

/// A piece is about as long, in bytes.
const PIECE: usize = 1 << 20;

/// How much a folder holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditorFolder {
    pub entries: u64,
    pub documents: usize,
    pub vouchers: usize,
    pub files: usize,
    /// The hash of the list of its files: whoever gets the folder is told it in another way.
    pub seal: String,
}

/// Writes a period, both days in it, to a directory that is empty or not there yet. Passwords, sessions and codes stay
/// out. `page` are the files of its page (see [`page::files`]). `SEAL.txt` is written last: where it stands, the folder
/// is whole.
///
/// # Errors
/// Where the directory holds something, nothing was kept in the period, or a file cannot be written.
pub fn export(
    store: &dyn Store,
    now: Instant,
    period: (Day, Day),
    (data, to): (&Path, &Path),
    page: &[(&str, &[u8])],
) -> anyhow::Result<AuditorFolder> {
    ensure!(period.0 <= period.1, "{} is after {}", period.0, period.1);
    super::export::empty(to)?;
    fs::create_dir_all(to.join(DATA))?;
    fs::create_dir_all(to.join(FILES))?;
    let survey = survey(store, period)?;
    let mut out = Out { to: to.to_owned(), sums: BTreeMap::new() };
    let mut read = Reader::new(period);
    let entries = read.entries(store, &survey, &mut out)?;
    let view = store.view()?;
    let system = Actor::system();
    let look = docs::look(&*view, &system, now);
    let names = out.pieces("names", read.names(&look, &survey)?)?;
    let (types, files) = (out.types(&read.index)?, out.files(data, &read.files)?);
    let vouchers = read.index.vouchers.values().map(|one| one.line()).collect();
    let vouchers = out.pieces("vouchers", vouchers)?;
    let journal = store.head();
    let journal =
        FolderEnd { seq: journal.seq, hash: journal.hash.to_string(), time: journal.time };
    let head = FolderHead {
        v: VERSION,
        site: org::name(&look).map_err(told)?,
        from: period.0,
        to: period.1,
        made: now,
        before: survey.before.clone(),
        last: read.last.clone(),
        journal,
        entries,
        types,
        vouchers,
        names,
        files,
        opening: survey.opening,
    };
    out.script(HEAD, &serde_json::to_string(&head)?)?;
    for (name, bytes) in page {
        out.put(name, bytes)?;
    }
    Ok(AuditorFolder {
        entries: head.last.seq - head.before.seq,
        documents: read.index.rows.len(),
        vouchers: read.index.vouchers.len(),
        files: head.files.len(),
        seal: out.seal()?,
    })
}

fn told(halt: Halt) -> anyhow::Error {
    anyhow!("{halt:?}")
}

fn day_of(kept: &Kept) -> Day {
    Instant(kept.entry.time).day_in(IST_MINUTES)
}

/// The entries that a period needs, and what was booked before it.
#[derive(Default)]
struct Survey {
    before: FolderEnd,
    last: u64,
    /// Entries of other days that booked to the period.
    further: BTreeSet<u64>,
    opening: BTreeMap<String, i64>,
}

fn vouchers(kept: &Kept) -> anyhow::Result<Vec<Voucher>> {
    let prefix = keys::key(&["post", "books"]);
    let of = kept.entry.writes.range(prefix.clone()..);
    let of = of.take_while(|(key, _)| key.starts_with(&prefix));
    let texts = of.filter_map(|(_, value)| value.as_deref());
    Ok(texts.map(serde_json::from_slice).collect::<Result<_, _>>()?)
}

fn survey(store: &dyn Store, (from, to): (Day, Day)) -> anyhow::Result<Survey> {
    let mut found = Survey::default();
    let (mut before, mut has_begun) = (FolderEnd::default(), false);
    before.hash = Hash::default().to_string();
    for kept in store.entries(0)? {
        let kept = kept?;
        let is_of_period = (from..=to).contains(&day_of(&kept));
        let mut books = false;
        for voucher in vouchers(&kept)? {
            books |= (from..=to).contains(&voucher.date);
            for (account, paise) in voucher.rows.iter().filter(|_| voucher.date < from) {
                let sum = found.opening.entry(account.clone()).or_default();
                *sum = sum.saturating_add(*paise);
            }
        }
        if is_of_period || books {
            if !has_begun {
                (found.before, has_begun) = (before.clone(), true);
            }
            found.last = kept.seq;
        }
        if books && !is_of_period {
            found.further.insert(kept.seq);
        }
        before = FolderEnd { seq: kept.seq, hash: kept.hash.to_string(), time: kept.entry.time };
    }
    if !has_begun {
        bail!("nothing was kept from {} to {}", from.shown(), to.shown());
    }
    found.opening.retain(|_, paise| *paise != 0);
    Ok(found)
}

/// What was read of the period's entries.
struct Reader {
    period: (Day, Day),
    index: FolderIndex,
    last: FolderEnd,
    /// What documents name, by type and id; of reasons their kind and code.
    links: BTreeSet<(String, String)>,
    reasons: BTreeSet<(&'static str, String)>,
    files: BTreeSet<String>,
}

impl Reader {
    fn new(period: (Day, Day)) -> Reader {
        let index = FolderIndex::new(period);
        let (links, reasons, files) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        Reader { period, index, last: FolderEnd::default(), links, reasons, files }
    }

    /// Writes the entries to their pieces as it reads them.
    fn entries(
        &mut self,
        store: &dyn Store,
        survey: &Survey,
        out: &mut Out,
    ) -> anyhow::Result<Vec<FolderPiece>> {
        let (mut pieces, mut text, mut first) = (Vec::new(), String::new(), survey.before.seq + 1);
        for kept in store.entries(survey.before.seq)? {
            let kept = kept?;
            let is_whole = survey.further.contains(&kept.seq)
                || (self.period.0..=self.period.1).contains(&day_of(&kept));
            let title = kept.title();
            let rest = if is_whole { kept.rest() } else { None };
            let line = entries::line(rest.as_deref()).map_err(|why| anyhow!(why))?;
            self.entry(&title, &line).map_err(|why| anyhow!(why))?;
            text.push_str(&title);
            text.push('\n');
            text.push_str(&line);
            text.push('\n');
            let is_last = kept.seq == survey.last;
            if is_last || text.len() >= PIECE {
                let name = format!("entries-{:05}", pieces.len() + 1);
                let piece = FolderPiece { first, last: kept.seq, ..FolderPiece::of(&name, &text) };
                out.script(&name, &text)?;
                pieces.push(piece);
                (first, text) = (kept.seq + 1, String::new());
            }
            if is_last {
                let time = kept.entry.time;
                self.last = FolderEnd { seq: kept.seq, hash: kept.hash.to_string(), time };
                break;
            }
        }
        Ok(pieces)
    }

    fn entry(&mut self, title: &str, line: &str) -> Result<(), String> {
        let entry = entries::read(title, line)?;
        self.index.take(&entry)?;
        if entry.depth == FolderDepth::Title {
            return Ok(());
        }
        for change in entry.changes.iter().filter(|change| change.is_of(&["doc"])) {
            let doc =
                change.value.as_deref().and_then(|text| serde_json::from_str::<Doc>(text).ok());
            let Some(doc) = doc else { continue };
            let Some(def) = docs::find(&doc.kind) else { continue };
            for (_, to, id) in check::links(def.fields, &doc.record) {
                self.links.insert((to.key.to_owned(), id.to_owned()));
            }
            for (_, kind, code) in check::reasons(def.fields, &doc.record) {
                self.reasons.insert((kind, code.to_owned()));
            }
            let files = check::files(def.fields, &doc.record);
            self.files.extend(files.into_iter().map(|(_, id)| id.to_owned()));
        }
        Ok(())
    }

    /// The lines of names: of all that documents and vouchers name.
    fn names(&self, look: &Look, survey: &Survey) -> anyhow::Result<Vec<String>> {
        let mut links = self.links.clone();
        let rows = self.index.vouchers.values().flat_map(|one| &one.voucher.rows);
        let accounts = rows.map(|(account, _)| account).chain(survey.opening.keys());
        let parties = accounts.filter_map(|account| account.split_once(':'));
        links.extend(parties.map(|(kind, id)| (kind.to_owned(), id.to_owned())));
        let booked = self.index.vouchers.values().map(|one| &one.voucher);
        links.extend(booked.map(|one| (one.doc_type.clone(), one.doc_id.clone())));
        let mut lines = Vec::new();
        for (kind, id) in links {
            let Some(def) = docs::find(&kind) else { continue };
            let Some(doc) = look.find(def.key, &id).map_err(told)? else { continue };
            let name = doc.doc_no.clone().unwrap_or_else(|| doc.title(def));
            lines.push(serde_json::to_string(&(kind, id, name))?);
        }
        for (kind, code) in &self.reasons {
            let name = reasons::words(look, kind, code).map_err(told)?;
            lines.push(serde_json::to_string(&(reason_type(kind), code, name))?);
        }
        Ok(lines)
    }
}

/// The directory that is written to, with the hash of each file.
struct Out {
    to: PathBuf,
    sums: BTreeMap<String, String>,
}

impl Out {
    fn put(&mut self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        super::export::write(&self.to.join(name), bytes)?;
        self.sums.insert(name.to_owned(), audit::hash(bytes));
        Ok(())
    }

    fn script(&mut self, name: &str, text: &str) -> anyhow::Result<()> {
        self.put(&format!("{DATA}/{name}.js"), script(name, text).as_bytes())
    }

    /// Writes lines as pieces.
    fn pieces(&mut self, name: &str, lines: Vec<String>) -> anyhow::Result<Vec<FolderPiece>> {
        let (mut pieces, mut text) = (Vec::new(), String::new());
        let mut lines = lines.into_iter().peekable();
        while let Some(line) = lines.next() {
            text.push_str(&line);
            text.push('\n');
            if text.len() >= PIECE || lines.peek().is_none() {
                let name = format!("{name}-{:05}", pieces.len() + 1);
                self.script(&name, &text)?;
                pieces.push(FolderPiece::of(&name, &text));
                text.clear();
            }
        }
        Ok(pieces)
    }

    /// The lists of documents, type by type.
    fn types(&mut self, index: &FolderIndex) -> anyhow::Result<Vec<FolderType>> {
        let mut types = Vec::new();
        for def in docs::ALL {
            let from = (def.key.to_owned(), String::new());
            let rows = index.rows.range(from..).take_while(|((kind, _), _)| kind == def.key);
            let lines = rows.map(|(_, row)| serde_json::to_string(row));
            let lines = lines.collect::<Result<Vec<String>, _>>()?;
            if lines.is_empty() {
                continue;
            }
            let count = lines.len() as u64;
            let pieces = self.pieces(&format!("list-{}", def.key), lines)?;
            types.push(FolderType { key: def.key.to_owned(), count, pieces });
        }
        Ok(types)
    }

    /// The attachments that documents name; one that is lost stays out, and the check names it.
    fn files(&mut self, data: &Path, named: &BTreeSet<String>) -> anyhow::Result<Vec<FolderFile>> {
        let kept = data.join("files");
        let mut files = Vec::new();
        for id in named {
            let about = match fs::read(kept.join(format!("{id}.json"))) {
                Ok(bytes) => serde_json::from_slice::<About>(&bytes)?,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(error.into()),
            };
            let bytes = fs::read(kept.join(id)).with_context(|| format!("attachment {id}"))?;
            let path = format!("{FILES}/{id}.{}", about.kind.extension());
            self.put(&path, &bytes)?;
            files.push(FolderFile { id: id.clone(), name: about.name, path });
        }
        Ok(files)
    }

    /// Writes the list of the files, and its seal.
    fn seal(&self) -> anyhow::Result<String> {
        let list = sums::list(&self.sums);
        let seal = sums::seal(&list);
        super::export::write(&self.to.join(sums::LIST), list.as_bytes())?;
        super::export::write(&self.to.join(sums::SEAL), sums::seal_file(&seal).as_bytes())?;
        Ok(seal)
    }
}

/// What is the matter with a folder, by its files and by its entries; nothing where all is as it was sealed.
///
/// # Errors
/// Where it cannot be read.
pub fn verify(folder: &Path, asked: &str) -> anyhow::Result<(String, Vec<FolderFinding>)> {
    let mut found = BTreeMap::new();
    for name in within(folder, "")? {
        found.insert(name.clone(), audit::hash(&fs::read(folder.join(&name))?));
    }
    let text = |name: &str| {
        fs::read(folder.join(name)).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    };
    let list = text(sums::LIST).unwrap_or_default();
    let compared = sums::compare(&list, &text(sums::SEAL).unwrap_or_default(), &found, asked);
    let mut findings = compared.findings;
    if findings.is_empty() {
        let piece = |name: &str| -> anyhow::Result<String> {
            let path = format!("{DATA}/{name}.js");
            let (_, text) =
                unscript(&text(&path)?).with_context(|| format!("{path} is no piece"))?;
            Ok(text)
        };
        let head: FolderHead = serde_json::from_str(&piece(HEAD)?)?;
        let mut check = FolderCheck::new(head);
        for name in check.pieces() {
            check.take(&name, &piece(&name)?);
        }
        findings = check.finish().findings;
    }
    Ok((compared.seal, findings))
}

/// The files of a directory and those below it, each by its path with `/`.
fn within(folder: &Path, below: &str) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    let inside = folder.join(below);
    for entry in fs::read_dir(&inside).with_context(|| inside.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let name = if below.is_empty() { name } else { format!("{below}/{name}") };
        match entry.file_type()?.is_dir() {
            true => names.extend(within(folder, &name)?),
            false => names.push(name),
        }
    }
    Ok(names)
}
