//! A small mail server, and what came to it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// How long something that must come may take before the test gives up.
pub const PATIENCE: Duration = Duration::from_secs(180);

/// What it does with a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// Takes it.
    Takes,
    /// Takes no connection.
    Refuses,
    /// Reads it whole and says nothing any more.
    FallsSilent,
    /// Takes it and says so to the test, too.
    TakesAndTells,
    /// Has no room just now.
    Busy,
    /// Knows nobody of that name.
    Unknown,
}

/// A mail as it came: the raw text of its head and body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    pub text: String,
}

impl Mail {
    pub fn header(&self, name: &str) -> String {
        let head = self.text.split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
        let line = head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        line.unwrap_or_default().to_owned()
    }

    pub fn body(&self) -> &str {
        self.text.split_once("\r\n\r\n").unwrap().1
    }
}

struct State {
    mood: Mutex<Mood>,
    mails: Mutex<Vec<Mail>>,
    tell: Mutex<Sender<()>>,
}

/// Listens until the test ends.
pub struct Smtp {
    pub address: SocketAddr,
    state: Arc<State>,
    told: Receiver<()>,
}

impl Smtp {
    pub fn start(mood: Mood) -> Smtp {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (tell, told) = mpsc::channel();
        let state =
            State { mood: Mutex::new(mood), mails: Mutex::default(), tell: Mutex::new(tell) };
        let state = Arc::new(state);
        let shared = state.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let shared = shared.clone();
                thread::spawn(move || talk(stream.unwrap(), &shared));
            }
        });
        Smtp { address, state, told }
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    pub fn become_(&self, mood: Mood) {
        *self.state.mood.lock().unwrap() = mood;
    }

    pub fn mails(&self) -> Vec<Mail> {
        self.state.mails.lock().unwrap().clone()
    }

    /// Waits until a mail was read, or taken, by its mood.
    pub fn wait(&self) {
        self.told.recv_timeout(PATIENCE).unwrap();
    }

    /// Forgets what was told before.
    pub fn settle(&self) {
        while self.told.try_recv().is_ok() {}
    }
}

/// One connection; it ends when the other side goes away.
fn talk(stream: TcpStream, state: &State) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let mut stream = stream;
    let mut say = |text: &str| stream.write_all(format!("{text}\r\n").as_bytes()).ok();
    let mood = || *state.mood.lock().unwrap();
    if mood() == Mood::Refuses {
        return say("421 not now");
    }
    say("220 test")?;
    loop {
        let line = lines.next()?.ok()?;
        match line.split([' ', ':']).next()?.to_ascii_uppercase().as_str() {
            "RCPT" if mood() == Mood::Unknown => say("550 nobody of that name")?,
            "RCPT" if mood() == Mood::Busy => say("450 no room just now")?,
            "DATA" => {
                say("354 go on")?;
                let mut text = String::new();
                loop {
                    let line = lines.next()?.ok()?;
                    if line == "." {
                        break;
                    }
                    text.push_str(line.strip_prefix('.').unwrap_or(&line));
                    text.push_str("\r\n");
                }
                if mood() == Mood::FallsSilent {
                    state.tell.lock().unwrap().send(()).ok()?;
                    // Nothing more is said until the other side is gone.
                    return lines.next()?.ok().map(drop);
                }
                state.mails.lock().unwrap().push(Mail { text });
                say("250 taken")?;
                if matches!(mood(), Mood::TakesAndTells | Mood::Takes) {
                    state.tell.lock().unwrap().send(()).ok()?;
                }
            }
            "QUIT" => return say("221 bye"),
            _ => say("250 well")?,
        }
    }
}
