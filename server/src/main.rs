//! The command line of Godown.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, anyhow, bail};
use clap::{Parser, Subcommand};
use godown_core::value::{Day, IST_MINUTES};
use godown_server::app::App;
use godown_server::auth::password;
use godown_server::config::{Kept, Place, Serving};
use godown_server::http::reply::Problem;
use godown_server::store::{MemoryStore, Options, SledStore, Store};
use godown_server::writer::Clock;
use godown_server::{accept, demo, mail, openapi, site, sweep, verify};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

/// Order approval, stock and logistics in one binary
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(flatten)]
    place: Place,
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Serve the app; an empty data directory gets one administrator, whose password is printed once
    Serve(Serving),
    /// Fill an empty data directory with a business to try the app with
    Demo {
        /// The last day of the story; today if left out
        #[arg(long)]
        until: Option<String>,
    },
    /// Check the journal's chain, the index against it, and every invariant
    Verify,
    /// Let people in
    #[command(subcommand)]
    User(User),
    /// Print the description of the HTTP API
    Openapi,
}

#[derive(Subcommand)]
enum User {
    /// Make an employee and print a one-time password
    Add {
        /// The employee id to sign in with
        id: String,
        #[arg(long)]
        name: String,
        #[arg(long)]
        mobile: String,
        /// A role; may be repeated
        #[arg(long = "role", required = true)]
        roles: Vec<String>,
        /// The code of the employee's branch
        #[arg(long)]
        branch: Option<String>,
    },
    /// Give an employee a new one-time password and end the sessions
    Password {
        /// The employee id, e-mail or mobile
        id: String,
    },
}

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
        Task::Verify => check(&place.data),
        Task::Serve(serving) => runtime()?.block_on(serve(&place, &serving)),
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

fn store(place: &Place) -> anyhow::Result<Arc<dyn Store>> {
    let progress = |at, of| {
        let _ = writeln!(std::io::stderr(), "making the index again: {at} of {of}");
    };
    let options = Options { progress: Arc::new(progress), ..Options::default() };
    Ok(match place.store {
        Kept::Memory => Arc::new(MemoryStore::default()),
        Kept::Sled => Arc::new(SledStore::open(&place.data, options)?),
    })
}

fn open(place: &Place) -> anyhow::Result<Arc<App>> {
    let store = store(place)?;
    let opened = App::new(store, clock(), &place.data);
    opened.with_context(|| format!("{} cannot be used", place.data.display()))
}

fn in_words(problem: Problem) -> anyhow::Error {
    anyhow!(site::told(&problem))
}

async fn serve(place: &Place, serving: &Serving) -> anyhow::Result<ExitCode> {
    let began = Instant::now();
    let reached = &serving.reached;
    let post = mail::Post::of(&serving.mailing)?;
    let tls = match (&reached.tls_cert, &reached.tls_key) {
        (Some(cert), Some(key)) => Some(accept::tls(cert, key)?),
        _ => None,
    };
    let app = open(place)?;
    let listener = TcpListener::bind(reached.addr).await;
    let listener = listener.with_context(|| format!("{} cannot be used", reached.addr))?;
    begin(&app).await?;
    let scheme = if tls.is_some() { "https" } else { "http" };
    say(&format!("Godown serves {scheme}://{}", listener.local_addr()?))?;
    tracing::info!(millis = began.elapsed().as_millis() as u64, "ready");
    let (mut terminated, mut interrupted) =
        (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let stop = async move {
        tokio::select! {
            _ = terminated.recv() => {}
            _ = interrupted.recv() => {}
        }
    };
    let sweep = tokio::spawn(sweep::run(app.clone()));
    let mails = post.map(|post| tokio::spawn(mail::run(app.clone(), post)));
    accept::serve(app.clone(), listener, tls, stop).await;
    sweep.abort();
    mails.inspect(tokio::task::JoinHandle::abort);
    tokio::task::spawn_blocking(move || app.close()).await?;
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

/// What a new directory needs, and what whoever starts it must know.
async fn begin(app: &Arc<App>) -> anyhow::Result<()> {
    if site::is_demo(app).map_err(in_words)? {
        say(&format!("Demo data: every password is {}. Sign in as", demo::PASSWORD))?;
        say("  ADMIN SALES BM PCT CREDIT YARD LOGI ACC PURCH AUDIT, SALES2 BM2 YARD2, and")?;
        say("  SUPPLIER VENDOR of other firms")?;
    } else if site::is_empty(app).map_err(in_words)? {
        site::seed(app).await.map_err(in_words)?;
        site::places(app).await.map_err(in_words)?;
        let first = site::Newcomer {
            emp_id: "ADMIN".to_owned(),
            name: "Administrator".to_owned(),
            mobile: "9000000000".to_owned(),
            roles: vec!["ADMIN".to_owned()],
            branch: None,
        };
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

fn fill(place: &Place, until: Option<&str>) -> anyhow::Result<ExitCode> {
    let today = godown_core::value::Instant(clock()()).day_in(IST_MINUTES);
    let until = match until {
        None => today,
        Some(text) => Day::parse(text).with_context(|| format!("{text} is not YYYY-MM-DD"))?,
    };
    let store = store(place)?;
    if store.head().seq > 0 {
        bail!("{} is not empty", place.data.display());
    }
    let entries = demo::fill(&*store, until, &demo_hash)?;
    store.close()?;
    say(&format!("{} holds the demo: {entries} commands until {until}", place.data.display()))?;
    Ok(ExitCode::SUCCESS)
}

async fn user(place: &Place, task: User) -> anyhow::Result<ExitCode> {
    let app = open(place)?;
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

fn check(data: &Path) -> anyhow::Result<ExitCode> {
    if !data.is_dir() {
        bail!("{} is not a data directory", data.display());
    }
    let report = verify::verify(data, |read| {
        let found = godown_core::invariant::check(read)?;
        Ok(found.iter().map(|one| format!("{}: {} {}", one.name, one.key, one.message)).collect())
    })?;
    say(&format!("entries {}, head {}, keys {}", report.head.seq, report.head.hash, report.pairs))?;
    if let Some(torn) = &report.torn {
        say(&format!("torn at the end and cut off: {torn}"))?;
    }
    for finding in &report.findings {
        say(finding)?;
    }
    match report.findings.is_empty() {
        true => {
            say("all is well")?;
            Ok(ExitCode::SUCCESS)
        }
        false => Ok(ExitCode::FAILURE),
    }
}
