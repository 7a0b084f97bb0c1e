//! The chat: a room of 100,000 messages is opened and searched, and a message reaches another browser while 1,000
//! people are live.
//!
//! The people are a process of their own, so that the server's memory and CPU time are its own.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints, and may fail")]

#[path = "site/entry.rs"]
mod entry;
#[path = "live/mod.rs"]
mod live;
#[path = "../../core/benches/support/mod.rs"]
mod support;
#[path = "../../core/tests/support/mod.rs"]
mod world;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Command as Program, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use entry::entry;
use godown_core::declare::actor::Actor;
use godown_core::declare::case::Case;
use godown_core::docs;
use godown_core::docs::accounts::actor_of;
use godown_core::docs::session::Password;
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::{Read, Writes};
use godown_core::query::desk::chats;
use godown_core::query::list::{Query, Where, page};
use godown_core::write::command::{Command, CommandKind};
use godown_server::accept;
use godown_server::app::App;
use godown_server::auth::password::hash;
use godown_server::auth::token::{Claims, LONG_LIFE_SECONDS};
use godown_server::store::{Options, SledStore, Store};
use serde_json::{Value, json};
use support::{machine, ms, percentile};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use world::World;
use world::site::NOW;

const MESSAGES: usize = 100_000;
const PEOPLE: usize = 1_000;
/// Members of the room that is opened.
const MEMBERS: usize = 10;
const GROUP: usize = 500;
const ROUNDS: usize = 100;
const SENT: usize = 500;

fn main() {
    if std::env::args().nth(1).as_deref() == Some("people") {
        return live::main();
    }
    println!("the chat on the durable store; {}", machine());
    let world = World::new();
    let data = tempfile::tempdir_in(".").unwrap();
    let store = Arc::new(SledStore::open(data.path(), Options::default()).unwrap());
    let room = fill(&*store, &world);
    let actor = {
        let view = store.view().unwrap();
        let account = view_doc(&*view, "employee", &person(0));
        actor_of(&*view, &account, NOW).unwrap().unwrap()
    };
    println!("\n{MESSAGES} messages in a room of {MEMBERS} {:>22} {:>8}", "p50 ms", "p99 ms");
    let conditions = vec![Where::parse(&format!("room:eq:{room}")).unwrap()];
    let last = Query { conditions, sort: "-sent_at".into(), limit: 50, ..Query::default() };
    let words =
        |q: &str| Query { q: q.into(), sort: "-sent_at".into(), limit: 50, ..Query::default() };
    for (name, query) in [
        ("its last 50", Some(last)),
        ("all conversations with what is unread", None),
        ("search for a word of every tenth", Some(words("crane"))),
        ("search for a word of one", Some(words("w77777"))),
        ("search for two words", Some(words("crane w77770"))),
    ] {
        let (p50, p99) = time(&*store, &actor, query.as_ref());
        println!("{name:<52} {p50:>8.2} {p99:>8.2}");
    }
    people_live(store, &data);
}

fn view_doc(read: &dyn Read, kind: &str, id: &str) -> Doc {
    serde_json::from_slice(&read.get(&keys::doc(kind, id)).unwrap().unwrap()).unwrap()
}

fn time(store: &dyn Store, actor: &Actor, query: Option<&Query>) -> (f64, f64) {
    let ask = || {
        let start = Instant::now();
        let view = store.view().unwrap();
        let bytes = match query {
            Some(query) => {
                serde_json::to_vec(&page(&*view, actor, NOW, "chat_message", query).unwrap())
            }
            None => {
                serde_json::to_vec(&chats::talks(&*view, actor, NOW, &BTreeSet::new()).unwrap())
            }
        };
        assert!(bytes.unwrap().len() > 100);
        start.elapsed()
    };
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| ask()).collect();
    (ms(percentile(&mut times, 50)), ms(percentile(&mut times, 99)))
}

fn person(number: usize) -> String {
    format!("00000000-0000-4000-9000-{number:012}")
}

/// The people, a room of some of them, and what was said in it.
fn fill(store: &dyn Store, world: &World) -> String {
    let keep = |number: usize, writes: Writes| {
        store.commit(vec![entry(number, writes)], store.head().seq).unwrap();
    };
    let mut state = world.site.memory.clone();
    keep(0, state.pairs.iter().map(|(key, value)| (key.clone(), Some(value.clone()))).collect());
    let system = Actor::system();
    let pattern = view_doc(&state, "employee", &world.who("SALES").id);
    let room = "00000000-0000-4000-8000-000000000001".to_owned();
    let members: Vec<String> = (0..MEMBERS).map(person).collect();
    let mut case = Case::new(docs::look(&state, &system, NOW), "");
    for number in 0..PEOPLE {
        let mut doc = pattern.clone();
        doc.id = person(number);
        for (key, value) in [
            ("emp_id", format!("LIVE{number}")),
            ("name", format!("Person {number}")),
            ("email", format!("live{number}@example.com")),
            ("mobile", format!("97{number:08}")),
        ] {
            doc.record.insert(key.to_owned(), value.into());
        }
        case.store(Arc::new(doc)).unwrap();
    }
    let begun = made(
        "chat_room",
        &room,
        &person(0),
        json!({ "name": "All", "members": members, "direct": false }),
    );
    case.store(Arc::new(begun)).unwrap();
    let (writes, _) = case.into_writes();
    state.apply(&writes);
    keep(1, writes);
    for first in (0..MESSAGES).step_by(GROUP) {
        let mut case = Case::new(docs::look(&state, &system, NOW), "");
        for number in first..first + GROUP {
            let about = if number % 10 == 0 { "crane" } else { "lorry" };
            let record = json!({
                "room": room, "text": format!("The {about} comes at nine, w{number}"), "readers": members,
                "sent_at": NOW.0 - ((MESSAGES - number) as i64) * 60_000,
            });
            let id = format!("{number:08x}-0000-4000-b000-000000000000");
            case.store(Arc::new(made("chat_message", &id, &person(number % MEMBERS), record)))
                .unwrap();
        }
        keep(first + 2, case.into_writes().0);
    }
    room
}

fn made(kind: &str, id: &str, owner: &str, record: Value) -> Doc {
    let Value::Object(record) = record else { unreachable!("a record is an object") };
    Doc {
        id: id.to_owned(),
        kind: kind.to_owned(),
        version: 1,
        status: "Active".to_owned(),
        since: NOW,
        doc_no: None,
        branch: None,
        yard: None,
        owner: Some(owner.to_owned()),
        created_by: owner.to_owned(),
        created_at: NOW,
        updated_by: owner.to_owned(),
        updated_at: NOW,
        record,
    }
}

/// A line of this process's status, in MB.
fn memory_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").trim().parse::<f64>().unwrap() / 1024.0
}

fn people_live(store: Arc<SledStore>, data: &tempfile::TempDir) {
    let began = Instant::now();
    let clock = Arc::new(move || NOW.0 + began.elapsed().as_millis() as i64);
    let runtime = Runtime::new().unwrap();
    let (address, tokens): (SocketAddr, Vec<String>) = runtime.block_on(async {
        let app = App::new(store, clock, data.path()).unwrap();
        let hash = hash("nine quiet lorries", b"salt of the site").unwrap();
        let mut tokens = Vec::new();
        for number in 0..PEOPLE {
            let (account, session) = (person(number), format!("session-{number}"));
            let hash = hash.clone();
            let deed = CommandKind::SetPassword {
                account: account.clone(),
                hash,
                keep: None,
                must_change: false,
            };
            let command = Command { command_id: uuid::Uuid::new_v4().to_string(), deed };
            app.carry_out(Actor::system(), command).await.unwrap();
            let known = app.view(|read, _| {
                let kept = read.get(&keys::password(&account))?.unwrap();
                godown_core::kept::read::parse::<Password>("a password", &kept)
            });
            let sv = known.unwrap().sv;
            let claims = Claims::new(&account, &session, sv, NOW.0 / 1000, LONG_LIFE_SECONDS);
            let deed = CommandKind::SignIn {
                account: account.clone(),
                session,
                expires: claims.exp,
                agent: String::new(),
            };
            let actor =
                app.view(|read, now| actor_of(read, &view_doc(read, "employee", &account), now));
            let command = Command { command_id: uuid::Uuid::new_v4().to_string(), deed };
            app.carry_out(actor.unwrap().unwrap(), command).await.unwrap();
            tokens.push(app.tokens.make(&claims).unwrap());
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(accept::serve(app, listener, None, std::future::pending()));
        (address, tokens)
    });
    let before = memory_mb();
    let mut child = Program::new(std::env::current_exe().unwrap())
        .arg("people")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(child.stdout.take().unwrap()).lines();
    let people: Vec<String> = (0..PEOPLE).map(person).collect();
    let task = json!({ "address": address, "tokens": tokens, "people": people, "sent": SENT });
    let mut tell = child.stdin.take().unwrap();
    writeln!(tell, "{task}").unwrap();
    assert_eq!(told.next().unwrap().unwrap(), "ready");
    let live = memory_mb();
    writeln!(tell, "go").unwrap();
    let answer: Value = serde_json::from_str(&told.next().unwrap().unwrap()).unwrap();
    let number = |key: &str| answer[key].as_f64().unwrap();
    println!("\n{PEOPLE} people live, {SENT} messages from one to another");
    println!("until the other hears of it {:>28.2} {:>8.2}", number("p50"), number("p99"));
    println!("the server's memory: {before:.0} MB before, {live:.0} MB with all of them");
    child.wait().unwrap();
}
