//! A server of any program over a site that the same program furnished.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Builder;
use tokio::task::LocalSet;

use super::wire::Caller;

/// What the server may take, in kB of address space: an attack that needs more ends the server and
/// not the machine.
const MOST_KB: usize = 8 << 20;
/// Rows of a list that is worth exporting, and how many are saved by one call.
const ROWS: usize = 20_000;
const TOGETHER: usize = 500;
/// Lines of an earlier system, so that reports have something to add up.
const LINES: usize = 60_000;

pub struct Server {
    child: Child,
    data: PathBuf,
    pub address: SocketAddr,
    /// Removed with the server, where it is a copy of the site.
    _place: Option<TempDir>,
}

/// A demo, a long list, and years of trade for the reports.
pub fn furnish(binary: &Path) -> TempDir {
    let site = tempfile::tempdir_in(".").unwrap();
    run(binary, site.path(), &["demo"]);
    let trade = site.path().join("trade.csv");
    fs::write(&trade, lines()).unwrap();
    run(binary, site.path(), &["import", "--history", trade.to_str().unwrap()]);
    fs::remove_file(&trade).unwrap();
    let server = Server::start(binary, site.path(), None);
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    LocalSet::new().block_on(&runtime, rows(server.address));
    server.stop();
    site
}

fn run(binary: &Path, data: &Path, args: &[&str]) {
    let mut command = Command::new(binary);
    command.args(args).env("GODOWN_DATA", data).env("GODOWN_LOG", "error");
    let done = command.output().unwrap();
    assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
}

/// Invoiced lines over three years.
fn lines() -> String {
    let mut text =
        "Date,Invoice,Customer,District,Branch,Yard,SKU,Product type,Pcs,Weight (kg),Amount (₹)\n"
            .to_owned();
    for n in 0..LINES {
        let (document, day) = (n / 4, n / 4 % 1_000);
        let (year, month, date) = (2022 + day / 336, day / 28 % 12 + 1, day % 28 + 1);
        let (customer, sku) = (document % 400, n * 7 % 900);
        let _ = writeln!(
            text,
            "{date:02}-{month:02}-{year},H{document},Firm {customer},District {},Branch {},Yard {},\
             Item {sku},Group {},{},{},{}",
            customer % 30,
            customer % 4,
            customer % 8,
            sku % 20,
            n % 90 + 1,
            n % 900 + 100,
            n % 90_000 + 1_000
        );
    }
    text
}

async fn rows(address: SocketAddr) {
    let mut admin = Caller::new(address, IpAddr::from([127, 0, 0, 1]));
    admin.sign_in("ADMIN").await;
    for call in 0..ROWS / TOGETHER {
        let row = |at: usize| json!({ "record": { "name": format!("Region {call} {at}") } });
        let rows: Vec<Value> = (0..TOGETHER).map(row).collect();
        let body = json!({ "command_id": uuid::Uuid::new_v4().to_string(), "rows": rows });
        let (status, said) = admin.post("/api/bulk/region/save", &body).await;
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&said));
    }
}

impl Server {
    /// A server over a copy of a site.
    pub fn on_copy(binary: &Path, site: &Path) -> Server {
        let place = tempfile::tempdir_in(".").unwrap();
        copy(site, place.path());
        let data = place.path().to_owned();
        Server::start(binary, &data, Some(place))
    }

    fn start(binary: &Path, data: &Path, place: Option<TempDir>) -> Server {
        let mut child = Command::new("sh")
            .arg("-c")
            .arg(format!("ulimit -v {MOST_KB} && exec \"$0\" serve"))
            .arg(binary)
            .env("GODOWN_DATA", data)
            .env("GODOWN_ADDR", "127.0.0.1:0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let said = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut said = said.map(Result::unwrap);
        let address = said.find_map(|line| line.split_once("http://")?.1.parse().ok());
        Server { child, data: data.to_owned(), address: address.unwrap(), _place: place }
    }

    fn stop(mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }

    pub fn has_ended(&mut self) -> Option<String> {
        self.child.try_wait().unwrap().map(|status| status.to_string())
    }

    /// A line of the process's status: `VmRSS` is what it holds now, `VmHWM` the most it ever held.
    pub fn memory_mb(&self, name: &str) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(":"));
        let kb = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
        kb.unwrap_or_default() / 1024.0
    }

    /// What lies in the data directory.
    pub fn kept_mb(&self) -> f64 {
        bytes_below(&self.data) as f64 / 1e6
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn bytes_below(directory: &Path) -> u64 {
    let items = fs::read_dir(directory).unwrap().map(|item| item.unwrap().path());
    let bytes = |path: PathBuf| match path.is_dir() {
        true => bytes_below(&path),
        // One that goes away meanwhile holds nothing.
        false => fs::metadata(&path).map_or(0, |about| about.len()),
    };
    items.map(bytes).sum()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for item in fs::read_dir(from).unwrap() {
        let path = item.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(fs::copy(&path, &target).unwrap()),
        }
    }
}
