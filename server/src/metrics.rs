//! Numbers of this process for a monitor: counters, and how long requests, decisions and syncs take.

use std::sync::Arc;
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use warp::http::Method;

use crate::store::disk::{Disk, TimedDisk};

/// The format's name, as monitors ask for it.
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Upper bounds in seconds.
const REQUEST: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
const DECISION: [f64; 12] =
    [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.25, 1.0];
const SYNC: [f64; 12] =
    [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];
/// Upper bounds in commands; the last is the most that a group holds.
const GROUP: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

// DECISIONS 59
type Requests = Family<Request, Histogram, fn() -> Histogram>;

/// The labels of a request. Each has few values, so that a monitor keeps few series, and none is
/// taken from what a client sends, so that no id reaches the monitor.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Request {
    method: &'static str,
    /// A pattern of the route table, `asset` or nothing.
    route: &'static str,
    status: &'static str,
}

/// Counters and histograms since the process began. Clones of one count together.
pub struct Metrics {
    pub answered: Counter,
    pub refused: Counter,
    pub failed: Counter,
    pub swept: Counter,
    pub mailed: Counter,
    pub not_kept: Counter,
    pub connections: Gauge,
    /// Seconds that one command took to decide; one that is decided again counts again.
    pub decisions: Histogram,
    /// Commands that were decided and synced together.
    pub groups: Histogram,
    requests: Requests,
    syncs: Histogram,
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics {
            answered: Counter::default(),
            refused: Counter::default(),
            failed: Counter::default(),
            swept: Counter::default(),
            mailed: Counter::default(),
            not_kept: Counter::default(),
            connections: Gauge::default(),
            decisions: Histogram::new(DECISION),
            groups: Histogram::new(GROUP),
            requests: Family::new_with_constructor(|| Histogram::new(REQUEST)),
            syncs: Histogram::new(SYNC),
        }
    }
}

/// Numbers that stand elsewhere and are read when a monitor asks.
pub struct Present {
    /// The last entry of the journal.
    pub commands: u64,
    pub waiting: u64,
    pub full: bool,
    pub read_only: bool,
    pub sessions: u64,
}

impl Metrics {
    /// Counts one answer, once its head is known: a body that is streamed may take longer.
    pub fn request(&self, method: &Method, route: &'static str, status: u16, took: Duration) {
        let (counter, class) = match status {
            500.. => (&self.failed, "5xx"),
            400.. => (&self.refused, "4xx"),
            300.. => (&self.answered, "3xx"),
            _ => (&self.answered, "2xx"),
        };
        counter.inc();
        let labels = Request { method: name(method), route, status: class };
        self.requests.get_or_create(&labels).observe(took.as_secs_f64());
    }

    /// The same disk, with each sync of a file timed.
    pub fn timed(&self, disk: impl Disk) -> Arc<dyn Disk> {
        let syncs = self.syncs.clone();
        Arc::new(TimedDisk::new(disk, move |took| syncs.observe(took.as_secs_f64())))
    }

    /// All numbers as OpenMetrics text.
    pub fn text(&self, present: &Present) -> Result<String, std::fmt::Error> {
        let mut all = Registry::with_prefix("godown");
        let commands = ConstCounter::new(present.commands);
        all.register("commands", "Commands kept since the first day", commands);
        all.register("answered", "Requests carried out", self.answered.clone());
        all.register("refused", "Requests refused", self.refused.clone());
        all.register("failed", "Requests failed", self.failed.clone());
        all.register("swept", "Due commands carried out", self.swept.clone());
        all.register("mailed", "Mails and messages that a server took", self.mailed.clone());
        all.register("not_kept", "Commands the store did not keep", self.not_kept.clone());
        let gauges = [
            ("waiting", "Commands that wait for the writer", present.waiting),
            ("disk_full", "1 while the disk is full", u64::from(present.full)),
            ("read_only", "1 once the disk failed", u64::from(present.read_only)),
            ("sessions", "Sessions that have not ended", present.sessions),
        ];
        for (name, help, value) in gauges {
            all.register(name, help, ConstGauge::new(value));
        }
        all.register("connections", "Open connections", self.connections.clone());
        let (help, unit) = ("Commands decided and synced together", "commands".to_owned());
        all.register_with_unit("group", help, Unit::Other(unit), self.groups.clone());
        let durations: [(&str, &str, &Histogram); 2] = [
            ("decision_duration", "Time to decide one command", &self.decisions),
            ("sync_duration", "Time to sync the journal", &self.syncs),
        ];
        for (name, help, histogram) in durations {
            all.register_with_unit(name, help, Unit::Seconds, histogram.clone());
        }
        let help = "Time to answer one request, up to the head of the answer";
        all.register_with_unit("request_duration", help, Unit::Seconds, self.requests.clone());
        let mut out = String::new();
        text::encode(&mut out, &all)?;
        Ok(out)
    }
}

/// A client may send any word as its method.
fn name(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "DELETE" => "DELETE",
        _ => "other",
    }
}
