//! The shipped binary under those who keep it busy: idle connections by the thousand, slow ones, a crowd
//! that signs in, hostile bodies, and a stop in the midst of it.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/store_kit.rs"]
mod kit;
#[path = "../../core/tests/proof/mod.rs"]
mod proof;
#[path = "support/shop.rs"]
mod shop;
#[path = "support/store_site.rs"]
mod site;
#[path = "../../core/tests/support/mod.rs"]
mod world;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use godown_server::accept;
use godown_server::store::walk;
use proof::{report, size};
use serde_json::{Value, json};
use shop::{Plan, Shop};
use site::{Site, verify};

const ORDERS: &str = "/api/docs/order?limit=5";

fn furnished(crowd: &[(&str, usize)]) -> Shop {
    let limit_paise = 900_000_000_000;
    Shop::furnish(&Plan { crowd, customers: 1, limit_paise, skus: 1, pcs: 1_000_000 })
}

/// A connection that has said this much.
fn said(site: &Site, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(&site.address).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    stream
}

/// Whether the server closes a connection, whatever it says before. Waits.
fn is_closed(stream: &mut TcpStream) -> bool {
    // The server's longest deadline is a minute.
    stream.set_read_timeout(Some(Duration::from_secs(90))).unwrap();
    let mut part = [0; 4096];
    loop {
        match stream.read(&mut part) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() == std::io::ErrorKind::ConnectionReset,
        }
    }
}

/// An honest person's reads; how long the slowest of a hundred took.
fn honest(shop: &Shop, site: &Site, count: usize) -> Duration {
    let mut client = site.client();
    let mut took: Vec<Duration> = (0..count)
        .map(|_| {
            let began = Instant::now();
            let (status, answer) = shop.call(&mut client, "SALES", ORDERS, &Value::Null).unwrap();
            assert_eq!(status, 200, "{answer}");
            began.elapsed()
        })
        .collect();
    took.sort();
    took[count * 99 / 100]
}

fn ids(data: &Path) -> Vec<String> {
    let mut ids = Vec::new();
    walk(&data.join("journal"), |kept| ids.push(kept.entry.command_id));
    ids
}

/// Orders until the server is gone; the ids of those that were acknowledged.
fn until_it_stops(
    shop: &Shop,
    site: &Site,
    number: usize,
    acknowledged: &AtomicUsize,
) -> Vec<String> {
    let (mut client, mut kept) = (site.client(), Vec::new());
    for made in 0.. {
        let id = format!("c{number:07x}-0000-4000-8000-{made:012x}");
        let body = json!({ "command_id": id, "record": shop.order(0, &[0], 6) });
        match shop.call(&mut client, "SALES", "/api/docs/order", &body) {
            Ok((201, _)) => kept.push(id),
            Ok((503, _)) | Err(_) => break,
            Ok((status, answer)) => panic!("{status} {answer}"),
        }
        acknowledged.fetch_add(1, Ordering::Relaxed);
    }
    kept
}

#[test]
fn a_stop_in_the_midst_of_work_answers_what_runs_and_loses_nothing() {
    let (shop, rounds) = (furnished(&[]), size(5, 1));
    let (clients, open) = (size(500, 12), size(500, 60));
    let (mut lost, mut kept_in_all, mut latest) = (0, 0, Duration::ZERO);
    for _ in 0..rounds {
        let data = shop.copy();
        let site = Site::start(data.path(), &[]);
        let head = "POST /api/docs/order HTTP/1.1\r\nhost: x\r\n";
        let body = format!(
            "{head}authorization: Bearer {}\r\ncontent-type: application/json\r\n\
             content-length: 900\r\n\r\n{{\"half\"",
            shop.token("SALES")
        );
        let halves = [head, body.as_str(), ""];
        let _open: Vec<_> = (0..open).map(|at| said(&site, halves[at % 3])).collect();
        let count = AtomicUsize::new(0);
        let (kept, took) = thread::scope(|scope| {
            let write = |number| {
                let (shop, site, count) = (&shop, &site, &count);
                scope.spawn(move || until_it_stops(shop, site, number, count))
            };
            let clients: Vec<_> = (0..clients).map(write).collect();
            while count.load(Ordering::Relaxed) < 50 {
                thread::yield_now();
            }
            let began = Instant::now();
            site.terminate();
            let kept: Vec<String> = clients.into_iter().flat_map(|it| it.join().unwrap()).collect();
            (kept, began)
        });
        site.ended();
        latest = latest.max(took.elapsed());
        let ids = ids(data.path());
        lost += kept.iter().filter(|id| !ids.contains(id)).count();
        kept_in_all += kept.len();
        assert!(verify(data.path()).0);
    }
    assert_eq!(lost, 0);
    let figure = format!(
        "{clients} at work, {open} half open: {kept_in_all} acknowledged, 0 lost, gone within {} ms",
        latest.as_millis()
    );
    report("T24 a stop under load", rounds, &figure, "0 lost, within 10 s");
}

#[test]
fn idle_connections_by_the_thousand_leave_honest_people_alone() {
    // As many as this process may hold, and the server with it.
    let most = accept::open_many().map_or(usize::MAX, |most| usize::try_from(most).unwrap());
    let (shop, count) = (furnished(&[]), size(10_000, 1_000).min(most - 300));
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    honest(&shop, &site, 20);
    let before = site.memory_kb();
    let alive = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
    let mut idle: Vec<_> = (0..count).map(|_| said(&site, alive)).collect();
    let mut answered = 0;
    for stream in &mut idle {
        let mut first = [0; 12];
        stream.read_exact(&mut first).unwrap();
        answered += usize::from(&first == b"HTTP/1.1 200");
    }
    assert_eq!(answered, count, "some were refused");
    let late = honest(&shop, &site, 200);
    let more = site.memory_kb().saturating_sub(before) / 1024;
    site.stop();
    let figure = format!(
        "{count} of {count} answered and held open; an honest read within {} ms (p99), {more} MB more",
        late.as_millis()
    );
    report("T8 idle connections", count, &figure, "300 MB, 50 ms, 0 refused");
}

#[test]
fn slow_and_half_closed_connections_are_ended_and_disturb_nobody() {
    let (shop, each) = (furnished(&[]), size(1_000, 50));
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    let quiet = honest(&shop, &site, 200);
    let head = "GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: ".to_owned();
    let body = "POST /api/login/signIn HTTP/1.1\r\nhost: x\r\n\
                content-type: application/x-www-form-urlencoded\r\ncontent-length: 500\r\n\r\nemail"
        .to_owned();
    // Many answers asked for, and none read.
    let read = "GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(40);
    let kinds = [("slow heads", head), ("slow bodies", body), ("slow readers", read)];
    let mut slow: Vec<(&str, Vec<TcpStream>)> = Vec::new();
    for (name, text) in &kinds {
        slow.push((name, (0..each).map(|_| said(&site, text)).collect()));
    }
    let half: Vec<_> =
        (0..each).map(|_| said(&site, "GET /healthz HTTP/1.1\r\nhost: x\r\n")).collect();
    half.iter().for_each(|stream| stream.shutdown(std::net::Shutdown::Write).unwrap());
    slow.push(("half closed", half));
    let late = honest(&shop, &site, 200);
    let mut told = Vec::new();
    // Waiting for the deadlines takes a minute, so only the long form does.
    if std::env::var("PROVE").is_ok() {
        let began = Instant::now();
        slow.swap(2, 3);
        for (name, streams) in &mut slow {
            let closed =
                streams.iter_mut().filter_map(|stream| is_closed(stream).then_some(())).count();
            assert_eq!(closed, each, "{name}");
            told.push(format!("{name} within {} s", began.elapsed().as_secs()));
        }
    }
    assert_eq!(site.client().get("/healthz").unwrap().0, 200);
    drop(slow);
    site.stop();
    let figure = format!(
        "{} connections; an honest read within {} ms (p99), {} before; closed: {}",
        4 * each,
        late.as_millis(),
        quiet.as_millis(),
        told.join(", ")
    );
    report("T9 slow connections", 4 * each, &figure, "heads 10 s, bodies 30 s");
}

#[test]
fn a_crowd_that_signs_in_waits_its_turn_and_keeps_nobody_from_working() {
    let count = size(500, 24);
    let shop = furnished(&[("SALES", count)]);
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    let quiet = honest(&shop, &site, 100);
    let (before, over) = (site.memory_kb(), AtomicBool::new(false));
    let (statuses, late) = thread::scope(|scope| {
        let site = &site;
        let sign_in = |n| {
            scope.spawn(move || {
                let name = format!("SALES{n:02}");
                let answer = site.client().sign_in(&name, "nine+quiet+lorries").unwrap();
                (answer.0, answer.1["code"].clone())
            })
        };
        let crowd: Vec<_> = (0..count).map(sign_in).collect();
        let late = scope.spawn(|| {
            let mut late = Duration::ZERO;
            while !over.load(Ordering::Relaxed) {
                late = late.max(honest(&shop, site, 20));
            }
            late
        });
        let statuses: Vec<_> = crowd.into_iter().map(|it| it.join().unwrap()).collect();
        over.store(true, Ordering::Relaxed);
        (statuses, late.join().unwrap())
    });
    for (status, code) in &statuses {
        assert!(matches!(status, 200 | 429 | 503), "{status} {code}");
    }
    let served =
        statuses.iter().filter(|(status, code)| *status == 200 && *code == json!(1)).count();
    assert!(served > 0);
    let more = site.memory_kb().saturating_sub(before) / 1024;
    site.stop();
    let figure = format!(
        "{served} of {count} signed in, the rest told to come back; others' reads within {} ms, {} \
         before; {more} MB more",
        late.as_millis(),
        quiet.as_millis()
    );
    report("T26 a crowd signs in", count, &figure, "others served, 64 MB");
}

#[test]
fn hostile_bodies_are_refused_at_once_and_leave_nothing_behind() {
    let (shop, rounds) = (furnished(&[]), size(100, 2));
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    let id = "c0000000-0000-4000-8000-000000000001";
    let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let keys: Vec<String> = (0..70_000).map(|n| format!("\"k{n}\":0")).collect();
    let record = |record: &str| format!(r#"{{"command_id":"{id}","record":{record}}}"#);
    let bodies = [
        "[".repeat(1_000_000),
        deep(128),
        deep(129),
        record(&deep(200)),
        record(r#"{"rate":1e400}"#),
        record(r#"{"rate":NaN}"#),
        record(r#"{"name":"\ud800"}"#),
        record(r#"{"name":"a","name":"b"}"#),
        record(&format!("{{{}}}", keys.join(","))),
        record(&format!(r#"{{"name":"{}"}}"#, "x".repeat(1_000_000))),
        record("{\"name\":\"\u{0}\"}"),
        record("7"),
        "null".to_owned(),
        String::new(),
    ];
    let mut client = site.client().with_token(shop.token("SALES"));
    let before = site.memory_kb();
    let mut latest = Duration::ZERO;
    for _ in 0..rounds {
        for body in &bodies {
            let began = Instant::now();
            let (status, answer) = client.raw("POST", "/api/docs/order", body).unwrap();
            latest = latest.max(began.elapsed());
            let start: String = body.chars().take(60).collect();
            assert!((400..500).contains(&status), "{start}: {status} {answer}");
        }
    }
    let more = site.memory_kb().saturating_sub(before) / 1024;
    assert!(!ids(data.path()).contains(&id.to_owned()));
    site.stop();
    let figure = format!(
        "{} bodies, all 4xx; the slowest {} ms; {more} MB more",
        rounds * bodies.len(),
        latest.as_millis()
    );
    report("T10 hostile bodies", rounds * bodies.len(), &figure, "0 times 5xx, 50 ms");
}
