//! Fairness: work of one kind or of one person keeps no other waiting.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use futures_util::future::{join, join_all};
use godown_server::app::Work;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

use crate::harness::{Site, uuid};

const EXPORTS: usize = 20;

/// Work of a person that goes on until the gate opens.
fn begin(site: &Site, kind: Work, who: &str, gate: &Arc<Mutex<Receiver<()>>>) -> JoinHandle<bool> {
    let (app, gate, who) = (site.app.clone(), gate.clone(), who.to_owned());
    tokio::spawn(async move {
        let work = move || drop(gate.lock().map(|gate| gate.recv()));
        app.blocking(kind, &who, work).await.is_ok()
    })
}

fn gate() -> (Sender<()>, Arc<Mutex<Receiver<()>>>) {
    let (open, gate) = channel();
    (open, Arc::new(Mutex::new(gate)))
}

#[tokio::test]
async fn twenty_exports_of_one_person_keep_no_list_and_nobody_elses_export_waiting() {
    let site = Site::start().await;
    let (admin, bm) = (site.sign_in("ADMIN").await, site.sign_in("BM").await);
    let (open, gate) = gate();
    let exports = (0..EXPORTS).map(|_| begin(&site, Work::Export, &site.people["ADMIN"], &gate));
    let exports: Vec<JoinHandle<bool>> = exports.collect();
    for token in [&bm, &admin] {
        site.get("/api/docs/state?limit=5", token).await.expect(200);
        site.get("/api/menu", token).await.expect(200);
    }
    assert_eq!(site.export("/api/docs/state", &bm).await.status, 200);
    drop(open);
    for export in exports {
        assert!(export.await.is_ok_and(|done| done));
    }
}

#[tokio::test]
async fn the_slow_reads_of_one_person_leave_a_place_to_another() {
    let site = Site::start().await;
    let bm = site.sign_in("BM").await;
    let (open, gate) = gate();
    let reads = (0..EXPORTS).map(|_| begin(&site, Work::Read, &site.people["ADMIN"], &gate));
    let reads: Vec<JoinHandle<bool>> = reads.collect();
    site.get("/api/docs/state?limit=5", &bm).await.expect(200);
    drop(open);
    for read in reads {
        assert!(read.await.is_ok_and(|done| done));
    }
}

#[tokio::test]
async fn however_much_one_person_saves_at_once_nobody_is_turned_away() {
    let site = Site::start().await;
    let (admin, bm) = (site.sign_in("ADMIN").await, site.sign_in("BM").await);
    let row =
        |call: usize, at: usize| json!({ "record": { "name": format!("Region {call} {at}") } });
    let save = |call: usize| {
        let rows: Vec<Value> = (0..500).map(|at| row(call, at)).collect();
        let body = json!({ "command_id": uuid(), "rows": rows });
        let (site, admin) = (&site, &admin);
        async move { site.post("/api/bulk/region/save", admin, &body).await.expect(200) }
    };
    let own = json!({ "command_id": uuid(), "version": 1, "inputs": { "mobile": "9820000003" } });
    let path = format!("/api/docs/employee/{}/profile", site.people["BM"]);
    let (saved, others) = join(join_all((0..4).map(save)), site.post(&path, &bm, &own)).await;
    others.expect(200);
    for answer in saved {
        let results = answer["results"].as_array().cloned().unwrap_or_default();
        assert_eq!(results.len(), 500);
        assert!(results.iter().all(|row| row["done"] == true), "{:?}", results.first());
    }
}

/// The first line of the answer to a head whose body never comes.
async fn answered(site: &Site, head: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(site.address).await?;
    stream.write_all(format!("{head}\r\nHost: x\r\n\r\n").as_bytes()).await?;
    let mut read = [0; 12];
    stream.read_exact(&mut read).await?;
    Ok(String::from_utf8_lossy(&read).into_owned())
}

#[tokio::test]
async fn a_body_of_nobody_who_is_signed_in_is_refused_before_it_is_read() -> std::io::Result<()> {
    let site = Site::start().await;
    let json = "HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 900000";
    for path in ["/api/auth/register", "/api/session/forgot", "/api/session/reset"] {
        assert_eq!(answered(&site, &format!("POST {path} {json}")).await?, "HTTP/1.1 413");
    }
    for path in ["/api/docs/state", "/api/files", "/api/import/state", "/api/session/password"] {
        assert_eq!(answered(&site, &format!("POST {path} {json}")).await?, "HTTP/1.1 401");
    }
    Ok(())
}

#[tokio::test]
async fn one_person_sends_a_part_of_what_the_server_takes_at_once() {
    let site = Site::start().await;
    let (admin, bm) = (site.sign_in("ADMIN").await, site.sign_in("BM").await);
    let held = site.app.bodies.take(&site.people["ADMIN"], 64 << 20);
    assert!(held.is_ok());
    let body = json!({ "names": [] });
    let refused = site.post("/api/lookup/state", &admin, &body).await;
    assert_eq!(refused.refused(429), "rate_limit");
    assert_eq!(refused.header("retry-after"), "1");
    site.post("/api/lookup/state", &bm, &body).await.expect(200);
    drop(held);
    site.post("/api/lookup/state", &admin, &body).await.expect(200);
}
