//! The command line of Godown.

mod cli;

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, anyhow, bail};
use clap::Parser;
use cli::{Cli, Task, User};
use godown_core::decide;
use godown_core::error::Halt;
use godown_core::kept::read::Read;
use godown_core::value::{Day, IST_MINUTES};
use godown_server::app::App;
use godown_server::auth::{password, token};
use godown_server::bring::{history, openings};
use godown_server::clock::{reindex, scheduler};
use godown_server::config::{Kept, Place, Serving};
use godown_server::failure::Failure;
use godown_server::files::{FileType, Files};
use godown_server::metrics::Metrics;
use godown_server::out::outbox;
use godown_server::store::disk::RealDisk;
use godown_server::store::{Hash, MemoryStore, Options, SledStore, Store, StoreError};
use godown_server::upkeep::auditor::AuditorFolder;
use godown_server::upkeep::export::Exported;
use godown_server::upkeep::{self, backup, repair, verify};
use godown_server::writer::Clock;
use godown_server::{accept, demo, openapi, site};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

/// How long the index may take to be closed.
const CLOSE_DEADLINE: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "godown: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    log_to_stderr(&cli.place.log)?;
    let place = cli.place;
    match cli.command {
        Task::Openapi => {
            say(openapi::text().trim_end())?;
            Ok(ExitCode::SUCCESS)
        }
        Task::Demo { until } => fill(&place, until.as_deref()),
        Task::Verify { folder: Some(folder), seal, .. } => {
            check_folder(&folder, seal.as_deref().unwrap_or_default())
        }
        Task::Verify { head, .. } => check(&place.data, head.as_deref()),
        Task::Repair => mend(&place.data),
        Task::Backup { backup } => back_up(&place.data, &backup),
        Task::Restore { backup, into, seq, at } => bring_back(&backup, &into, seq, at.as_deref()),
        Task::Export { into, auditor: None } => runtime()?.block_on(export(&place, &into)),
        Task::Export { into, auditor: Some(days) } => {
            let [from, to] = [0, 1].map(|at| day(days.get(at).map(String::as_str)));
            runtime()?.block_on(export_for_auditor(&place, &into, (from?, to?)))
        }
        Task::RotateKey { at_once } => {
            token::rotate(&place.data, at_once).context("the key was not changed")?;
            Ok(ExitCode::SUCCESS)
        }
        Task::Import { good_rows, files, .. } => {
            runtime()?.block_on(bring_in(&place, &files, good_rows))
        }
        Task::Serve(serving) => runtime()?.block_on(serve(&place, &serving)),
        Task::Openings { as_of } => runtime()?.block_on(book_openings(&place, as_of.as_deref())),
        Task::User(task) => runtime()?.block_on(user(&place, task)),
    }
}

/// The machine's clock: the only place where it is read.
fn clock() -> Clock {
    #[expect(clippy::disallowed_methods, reason = "everything else is given this clock")]
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    Arc::new(move || i64::try_from(now()).unwrap_or(i64::MAX))
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.max_blocking_threads(16).enable_all().build().context("no runtime")
}

/// Lines for people on a terminal, JSON for everything else.
fn log_to_stderr(filter: &str) -> anyhow::Result<()> {
    let filter = tracing_subscriber::EnvFilter::try_new(filter).context("GODOWN_LOG")?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let set = match std::io::stderr().is_terminal() {
        true => log.compact().try_init(),
        false => log.json().flatten_event(true).try_init(),
    };
    set.map_err(|error| anyhow!("{error}"))
}

fn say(line: &str) -> anyhow::Result<()> {
    Ok(writeln!(std::io::stdout(), "{line}")?)
}

/// The same for what nothing rests on: a log on a full disk keeps no server from starting.
fn mention(line: &str) {
    let _ = say(line);
}

fn options(reserve_bytes: u64) -> Options {
    let progress = |at, of| {
        let _ = writeln!(std::io::stderr(), "making the index again: {at} of {of}");
    };
    Options { progress: Arc::new(progress), reserve_bytes, ..Options::default() }
}

/// A store's error with advice on what to do.
fn advised(error: StoreError) -> anyhow::Error {
    match error {
        StoreError::Damaged(what) => anyhow!("{what}\n{}", verify::ADVICE),
        other => other.into(),
    }
}

fn store(place: &Place, options: Options) -> anyhow::Result<Arc<dyn Store>> {
    Ok(match place.store {
        Kept::Memory => Arc::new(MemoryStore::default()),
        Kept::Sled => Arc::new(SledStore::open(&place.data, options).map_err(advised)?),
    })
}

fn open(place: &Place, reserve_bytes: u64) -> anyhow::Result<Arc<App>> {
    let metrics = Metrics::default();
    let options = Options { disk: metrics.timed(RealDisk), ..options(reserve_bytes) };
    let store = store(place, options)?;
    let opened = App::measured(store, clock(), &place.data, metrics);
    opened.with_context(|| format!("{} cannot be used", place.data.display()))
}

fn in_words(failure: Failure) -> anyhow::Error {
    anyhow!(failure.to_string())
}

async fn serve(place: &Place, serving: &Serving) -> anyhow::Result<ExitCode> {
    let began = Instant::now();
    let reached = &serving.reached;
    let ways = outbox::Ways::of(&serving.mailing)?;
    let tls = match (&reached.tls_cert, &reached.tls_key) {
        (Some(cert), Some(key)) => Some(accept::tls(cert, key)?),
        _ => None,
    };
    if let Some(files) = accept::open_many().filter(|files| *files < accept::FILES) {
        tracing::warn!(files, "fewer files may be open than connections are held");
    }
    let app = open(place, serving.reserve << 20)?;
    if let Some(proxy) = reached.proxy {
        let _ = app.proxy.set(proxy);
    }
    let listener = TcpListener::bind(reached.addr).await;
    let listener = listener.with_context(|| format!("{} cannot be used", reached.addr))?;
    begin(&app).await?;
    // Before it says that it serves: whoever reads that may stop it at once.
    let (mut terminated, mut interrupted) =
        (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let scheme = if tls.is_some() { "https" } else { "http" };
    mention(&format!("Godown serves {scheme}://{}", listener.local_addr()?));
    tracing::info!(millis = began.elapsed().as_millis() as u64, "ready");
    let stop = async move {
        tokio::select! {
            _ = terminated.recv() => {}
            _ = interrupted.recv() => {}
        }
    };
    let clock = tokio::spawn(scheduler::run(app.clone()));
    let sending = tokio::spawn(ways.run(app.clone()));
    accept::serve(app.clone(), listener, tls, stop).await;
    clock.abort();
    sending.abort();
    let closing = tokio::task::spawn_blocking(move || app.close());
    match tokio::time::timeout(CLOSE_DEADLINE, closing).await {
        Ok(closed) => closed?,
        Err(_late) => {
            // sled waits for ever for a write that failed. The journal holds all of it, so the stop
            // is a good one.
            tracing::error!("the index was not closed in time; the next start brings it up");
            std::process::exit(0);
        }
    }
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

/// Plants what a new directory or a new program needs, and tells the one-time password to whoever
/// starts it.
async fn begin(app: &Arc<App>) -> anyhow::Result<()> {
    reindex::run(app).await.map_err(in_words)?;
    let demo = site::is_demo(app).map_err(in_words)?;
    site::plant(app, &site::planting(demo)).await.map_err(in_words)?;
    if demo {
        mention(&format!("Demo data: every password is {}. Sign in as", demo::PASSWORD));
        mention("  ADMIN SALES BM PCT CREDIT YARD LOGI ACC PURCH AUDIT, SALES2 BM2 YARD2, and");
        mention("  SUPPLIER VENDOR of other firms");
    } else if site::is_empty(app).map_err(in_words)? {
        let first = site::Newcomer::administrator();
        let password = site::let_in(app, first).await.map_err(in_words)?;
        say("The first administrator, shown this once and to be changed at the first sign-in:")?;
        say(&format!("  employee id ADMIN, password {password}"))?;
    }
    Ok(())
}

/// Salts follow from who the password is for, so that the same date gives the same bytes.
fn demo_hash(asked: &str) -> String {
    let (password, person) = asked.split_once(':').unwrap_or((asked, ""));
    let mut salt = *b"demo            ";
    for (at, byte) in salt.iter_mut().skip(4).zip(person.bytes()) {
        *at = byte;
    }
    password::hash(password, &salt).unwrap_or_default()
}

/// A day of the command line; today if none is given.
fn day(asked: Option<&str>) -> anyhow::Result<Day> {
    match asked {
        None => Ok(godown_core::value::Instant(clock()()).day_in(IST_MINUTES)),
        Some(text) => Day::parse(text).with_context(|| format!("{text} is not YYYY-MM-DD")),
    }
}

async fn book_openings(place: &Place, as_of: Option<&str>) -> anyhow::Result<ExitCode> {
    let as_of = day(as_of)?;
    let app = open(place, 0)?;
    reindex::run(&app).await.map_err(in_words)?;
    let booked = openings::book(&app, as_of).await.map_err(in_words);
    tokio::task::spawn_blocking(move || app.close()).await?;
    let booked = booked?;
    booked.refused.iter().try_for_each(|line| say(line))?;
    say(&booked.line())?;
    Ok(if booked.refused.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn export(place: &Place, into: &Path) -> anyhow::Result<ExitCode> {
    is_data(&place.data)?;
    let app = open(place, 0)?;
    reindex::run(&app).await.map_err(in_words)?;
    let done = tokio::task::block_in_place(|| {
        let view = app.store.view()?;
        let now = godown_core::value::Instant(clock()());
        upkeep::export::export(&*view, now, (&place.data, into), &openapi::text())
    });
    tokio::task::spawn_blocking(move || app.close()).await?;
    let Exported { documents, changes, postings, files } = done?;
    say(&format!("{documents} documents, {changes} changes, {postings} postings, {files} files"))?;
    Ok(ExitCode::SUCCESS)
}

async fn export_for_auditor(
    place: &Place,
    into: &Path,
    period: (Day, Day),
) -> anyhow::Result<ExitCode> {
    is_data(&place.data)?;
    let page = upkeep::auditor::page::files()?;
    let page: Vec<(&str, &[u8])> = page.iter().map(|(name, file)| (*name, &file[..])).collect();
    let app = open(place, 0)?;
    reindex::run(&app).await.map_err(in_words)?;
    let now = godown_core::value::Instant(clock()());
    let done = tokio::task::block_in_place(|| {
        upkeep::auditor::export(&*app.store, now, period, (&place.data, into), &page)
    });
    tokio::task::spawn_blocking(move || app.close()).await?;
    let AuditorFolder { entries, documents, vouchers, files, seal } = done?;
    say(&format!(
        "{entries} entries, {documents} documents, {vouchers} vouchers, {files} files; open {}",
        into.join("index.html").display()
    ))?;
    say(&format!("seal {seal}"))?;
    Ok(ExitCode::SUCCESS)
}

fn check_folder(folder: &Path, asked: &str) -> anyhow::Result<ExitCode> {
    let (seal, findings) = upkeep::auditor::verify(folder, asked)?;
    findings.iter().try_for_each(|one| say(&format!("{} {}", one.file, one.what)))?;
    if !findings.is_empty() {
        return Ok(ExitCode::FAILURE);
    }
    say(&format!(
        "every file is as it was sealed, and the entries follow from one another; seal {seal}"
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn fill(place: &Place, until: Option<&str>) -> anyhow::Result<ExitCode> {
    let until = day(until)?;
    let store = store(place, options(0))?;
    if store.head().seq > 0 {
        bail!("{} is not empty", place.data.display());
    }
    let files = Files::open(&place.data)?;
    for (name, photo) in demo::pictures() {
        files.keep(&photo, FileType::Png, &name)?;
    }
    let now = godown_core::value::Instant(clock()());
    let entries = demo::fill(&*store, until, now, &demo_hash)?;
    store.close()?;
    say(&format!("{} holds the demo: {entries} commands until {until}", place.data.display()))?;
    Ok(ExitCode::SUCCESS)
}

async fn user(place: &Place, task: User) -> anyhow::Result<ExitCode> {
    let app = open(place, 0)?;
    reindex::run(&app).await.map_err(in_words)?;
    let made = match task {
        User::Add { id, name, mobile, roles, branch } => {
            let person = site::Newcomer { emp_id: id, name, mobile, roles, branch };
            site::let_in(&app, person).await
        }
        User::Password { id } => site::new_password(&app, &id).await,
    };
    tokio::task::spawn_blocking(move || app.close()).await?;
    say(&format!("The one-time password: {}", made.map_err(in_words)?))?;
    Ok(ExitCode::SUCCESS)
}

async fn bring_in(place: &Place, files: &[PathBuf], good_rows: bool) -> anyhow::Result<ExitCode> {
    let app = open(place, 0)?;
    reindex::run(&app).await.map_err(in_words)?;
    let mut code = ExitCode::SUCCESS;
    for file in files {
        let told = history::bring_in(&app, file, good_rows).await;
        let name = file.display();
        let told = told.map_err(|why| anyhow!("{name}: {why}"))?;
        for issue in &told.issues {
            say(&format!("{name} row {}, {}: {}", issue.row, issue.column, issue.message))?;
        }
        if told.wrong > told.issues.len() {
            say(&format!("{name}: and {} more", told.wrong - told.issues.len()))?;
        }
        if !told.kept {
            say(&format!("{name}: nothing was stored"))?;
            code = ExitCode::FAILURE;
            continue;
        }
        let (plural, new) = (told.plural.to_lowercase(), told.documents);
        say(&format!(
            "{name}: {} {plural} in {} entries; {new} new documents, {} known before",
            told.rows, told.entries, told.known
        ))?;
    }
    tokio::task::spawn_blocking(move || app.close()).await?;
    Ok(code)
}

fn is_data(data: &Path) -> anyhow::Result<()> {
    match data.is_dir() {
        true => Ok(()),
        false => bail!("{} is not a data directory", data.display()),
    }
}

fn mend(data: &Path) -> anyhow::Result<ExitCode> {
    is_data(data)?;
    let done = repair::repair(data, options(0)).map_err(advised)?;
    match &done.cut {
        Some(torn) => say(&format!("cut off what was torn and nobody was told was kept: {torn}"))?,
        None => say("nothing was torn at the end of the journal")?,
    }
    say(&format!("made the index again; entries {}, head {}", done.head.seq, done.head.hash))?;
    Ok(ExitCode::SUCCESS)
}

/// One line for each that does not hold, whichever program made the lists.
fn invariants(read: &dyn Read) -> Result<Vec<String>, Halt> {
    let found = godown_core::invariant::check_beside(read, &decide::reindex::stale(read)?)?;
    Ok(found.iter().map(|one| format!("{}: {} {}", one.name, one.key, one.message)).collect())
}

/// Prints findings that are no fault of the directory.
fn say_of_lists(report: &verify::Report) -> anyhow::Result<()> {
    reindex::left(&report.stale).iter().chain(&report.shared).try_for_each(|line| say(line))
}

fn back_up(data: &Path, to: &Path) -> anyhow::Result<ExitCode> {
    let done = backup::backup(data, to, invariants)?;
    let (seq, head) = (done.manifest.seq, done.manifest.head);
    let (keys, kb) = (done.report.pairs, done.copied.div_ceil(1024));
    say(&format!("{kb} kB copied; restored from it: {seq} entries, {keys} keys, all is well"))?;
    say(&format!("head {head}"))?;
    say_of_lists(&done.report)?;
    Ok(ExitCode::SUCCESS)
}

fn bring_back(
    from: &Path,
    into: &Path,
    seq: Option<u64>,
    at: Option<&str>,
) -> anyhow::Result<ExitCode> {
    let until = match (seq, at) {
        (Some(seq), _) => backup::Until::Seq(seq),
        (None, Some(at)) => {
            backup::Until::minute(at).with_context(|| format!("{at} is not YYYY-MM-DD hh:mm"))?
        }
        (None, None) => backup::Until::End,
    };
    let head = backup::restore(from, into, until)?;
    say(&format!("{} holds {} entries", into.display(), head.seq))?;
    say(&format!("head {}", head.hash))?;
    Ok(ExitCode::SUCCESS)
}

fn check(data: &Path, head: Option<&str>) -> anyhow::Result<ExitCode> {
    is_data(data)?;
    let no_hash = || anyhow!("a hash is 64 hex digits");
    let asked = head.map(|text| Hash::parse(text).ok_or_else(no_hash)).transpose()?;
    let report = verify::verify(data, asked, invariants)?;
    say(&format!("entries {}, head {}, keys {}", report.head.seq, report.head.hash, report.pairs))?;
    if let Some(torn) = &report.torn {
        say(&format!("torn at the end and cut off: {torn}"))?;
    }
    if report.remade {
        say("the index was missing or damaged and was made again: nothing was lost by it")?;
    }
    if let Some(seq) = report.asked {
        say(&format!("entry {seq} has the hash asked for: all up to it is what it was then"))?;
    }
    say_of_lists(&report)?;
    for finding in &report.findings {
        say(finding)?;
    }
    if !report.findings.is_empty() {
        say(verify::ADVICE)?;
    }
    match report.findings.is_empty() {
        true => {
            say("all is well")?;
            Ok(ExitCode::SUCCESS)
        }
        false => Ok(ExitCode::FAILURE),
    }
}
