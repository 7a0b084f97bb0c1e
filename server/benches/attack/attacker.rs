//! The attacker: a process of its own, at an address of its own, that uses half a core at the most.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Lines, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::LocalSet;

use super::server::Server;
use super::wire::Caller;
use super::{raw, workbook};

pub const FROM: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 3));
/// So far the attacker may be ahead of half a core.
const SLACK: Duration = Duration::from_millis(5);
/// Bytes of one upload, and how many are enough where nobody refuses them.
const UPLOAD: usize = 5 << 20;
const UPLOADS: usize = 100;
const LETTERS: &str = "4@a3e1li0o$5s7t+";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

pub struct Attack {
    pub name: &'static str,
    /// Who signs in for it; nobody where it is empty.
    who: &'static str,
    /// How many calls are under way at once.
    at_once: usize,
    how: How,
}

#[derive(Clone, Copy)]
enum How {
    Reset,
    Employee,
    Workbook(usize),
    Upload,
    Guess,
    Get(&'static str, &'static str),
    Body,
    Idle,
}

const LONG_LIST: &str = "/api/docs/region";
const DEEP_PAGE: &str = "/api/docs/region?q=region&sort=-name&offset=9000&limit=500";
const REPORT: &str = "/api/reports/product_wise_report";

pub const ALL: &[Attack] = &[
    Attack { name: "a stranger resets passwords", who: "", at_once: 16, how: How::Reset },
    Attack { name: "the yard makes employees", who: "YARD", at_once: 16, how: How::Employee },
    Attack { name: "a workbook of 7 kB", who: "ADMIN", at_once: 4, how: How::Workbook(1) },
    Attack { name: "a workbook of 9 MB", who: "ADMIN", at_once: 1, how: How::Workbook(36) },
    Attack { name: "a supplier uploads", who: "SUPPLIER", at_once: 2, how: How::Upload },
    Attack { name: "120 wrong passwords at once", who: "", at_once: 120, how: How::Guess },
    Attack { name: "20 exports", who: "ADMIN", at_once: 20, how: How::Get(LONG_LIST, XLSX) },
    Attack { name: "20 deep pages", who: "ADMIN", at_once: 20, how: How::Get(DEEP_PAGE, "*/*") },
    Attack { name: "20 reports as JSON", who: "ADMIN", at_once: 20, how: How::Get(REPORT, "*/*") },
    Attack { name: "400 bodies of 1 MB", who: "", at_once: 400, how: How::Body },
    Attack { name: "2,500 idle and slow heads", who: "", at_once: 2_500, how: How::Idle },
];

impl Attack {
    pub fn is(&self, words: &str) -> bool {
        self.name.contains(words)
    }
}

/// The process as the bench holds it.
pub struct Attacker {
    child: Child,
    tell: ChildStdin,
    told: Lines<BufReader<ChildStdout>>,
}

impl Attacker {
    /// Starts it and waits until it has signed in.
    pub async fn come(server: &Server, attack: &Attack) -> Attacker {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .arg("attacker")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut tell = child.stdin.take().unwrap();
        let mut told = BufReader::new(child.stdout.take().unwrap()).lines();
        let task = json!({ "address": server.address.to_string(), "name": attack.name });
        writeln!(tell, "{task}").unwrap();
        told.next().unwrap().unwrap();
        Attacker { child, tell, told }
    }

    pub fn go(&mut self) {
        writeln!(self.tell, "go").unwrap();
    }

    /// Ends it: what it was answered, by status.
    pub async fn stop(mut self) -> BTreeMap<u16, usize> {
        writeln!(self.tell, "stop").unwrap();
        let told = self.told.next().unwrap().unwrap();
        self.child.wait().unwrap();
        serde_json::from_str(&told).unwrap()
    }
}

/// What all its calls share.
pub struct Work {
    pub address: SocketAddr,
    how: How,
    book: Bytes,
    began: Cell<Instant>,
    next: Cell<usize>,
    answers: RefCell<BTreeMap<u16, usize>>,
}

pub fn main() {
    let task: Value = serde_json::from_str(&read_line()).unwrap();
    godown_server::accept::open_many();
    let attack = ALL.iter().find(|one| one.name == task["name"]).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let address = task["address"].as_str().unwrap().parse().unwrap();
    LocalSet::new().block_on(&runtime, play(address, attack));
}

fn read_line() -> String {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    line
}

async fn play(address: SocketAddr, attack: &Attack) {
    let mut caller = Caller::new(address, FROM);
    if !attack.who.is_empty() {
        let (status, said) = caller.sign_in(attack.who).await;
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&said));
    }
    let book = match attack.how {
        How::Workbook(texts) => workbook::of(texts).into(),
        _ => Bytes::new(),
    };
    let work = Rc::new(Work {
        address,
        how: attack.how,
        book,
        began: Cell::new(Instant::now()),
        next: Cell::new(0),
        answers: RefCell::default(),
    });
    println!("ready");
    read_line();
    let (stop, stopped) = oneshot::channel();
    std::thread::spawn(move || {
        read_line();
        let _ = stop.send(());
    });
    work.began.set(Instant::now() - 2 * used());
    for at in 0..attack.at_once {
        let (work, caller) = (work.clone(), caller.again());
        tokio::task::spawn_local(async move { work.go_on(at, caller).await });
    }
    let _ = stopped.await;
    println!("{}", serde_json::to_string(&*work.answers.borrow()).unwrap());
}

/// The processor's time of this process, which has one thread that works.
fn used() -> Duration {
    let told = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    let nanos = told.split_whitespace().next().unwrap().parse().unwrap();
    Duration::from_nanos(nanos)
}

impl Work {
    /// Waits as long as the process is ahead of half a core.
    pub async fn pace(&self) {
        loop {
            let ahead = (2 * used()).saturating_sub(self.began.get().elapsed());
            if ahead < SLACK {
                return;
            }
            tokio::time::sleep(ahead).await;
        }
    }

    pub fn count(&self, status: u16) {
        *self.answers.borrow_mut().entry(status).or_default() += 1;
    }

    async fn go_on(&self, at: usize, mut caller: Caller) {
        loop {
            self.pace().await;
            let number = self.next.replace(self.next.get() + 1);
            match self.how {
                How::Body => raw::half_a_body(self).await,
                How::Idle => raw::slow_head(self, at).await,
                How::Upload if self.kept() >= UPLOADS => return,
                _ => self.count(self.call(&mut caller, number).await),
            }
        }
    }

    fn kept(&self) -> usize {
        self.answers.borrow().get(&201).copied().unwrap_or(0)
    }

    async fn call(&self, caller: &mut Caller, number: usize) -> u16 {
        // A name and a password that differ by the case of an accent alone, full of what may stand
        // for letters: among the slowest to judge, and too weak to be kept.
        let word: String = LETTERS.chars().cycle().take(98).collect();
        let (name, password) = (format!("{word}É"), format!("{word}é"));
        let answer = match self.how {
            How::Reset => {
                let body = json!({ "id": name, "code": "abcdefgh", "password": password });
                caller.post("/api/session/reset", &body).await
            }
            How::Employee => {
                let record =
                    json!({ "emp_id": format!("E{number}"), "name": name, "password": password });
                caller.create("employee", &record).await
            }
            How::Workbook(_) => {
                let id = uuid::Uuid::new_v4();
                let path = format!("/api/import/country?command_id={id}&dry_run=true");
                caller.send(&path, XLSX, self.book.clone()).await
            }
            How::Upload => {
                let mut file = format!("%PDF-1.7 {number} ").into_bytes();
                file.resize(UPLOAD, b'x');
                caller.send("/api/files?name=slip.pdf", "application/pdf", file.into()).await
            }
            How::Guess => caller.try_password("SALES", &format!("guess-{number}")).await,
            How::Get(path, accept) => caller.get(path, accept).await,
            How::Body | How::Idle => (0, Bytes::new()),
        };
        answer.0
    }
}
