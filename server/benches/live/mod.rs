//! The people of the chat's bench: each listens to the changes, and some write to others.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tokio::task::LocalSet;
use warp::http::Request;

use self::wire::{Wire, connect, read_line};
use crate::support::{ms, percentile};

#[path = "../client/wire.rs"]
mod wire;

/// A message is sent so often, whoever sends it.
const BETWEEN: Duration = Duration::from_millis(50);

/// When each message was sent, and how long it took until whom it is for heard of it.
#[derive(Default)]
struct Heard {
    sent: BTreeMap<String, (usize, Instant)>,
    took: Vec<Duration>,
}

pub fn main() {
    let task: Value = serde_json::from_str(&read_line()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    LocalSet::new().block_on(&runtime, play(task));
}

async fn play(task: Value) {
    let address = task["address"].as_str().unwrap().to_owned();
    let texts = |key: &str| -> Vec<String> {
        let all = task[key].as_array().unwrap().iter();
        all.map(|one| one.as_str().unwrap().to_owned()).collect()
    };
    let (tokens, people) = (texts("tokens"), texts("people"));
    let heard = Rc::new(RefCell::new(Heard::default()));
    for (who, token) in tokens.iter().enumerate() {
        listen(&address, token, who, heard.clone()).await;
    }
    println!("ready");
    read_line();
    let mut wire = connect(&address).await;
    let sent = task["sent"].as_u64().unwrap() as usize;
    for number in 0..sent {
        let from = 2 * number % people.len();
        say(&mut wire, &tokens[from], (from + 1, &people[from + 1]), &heard).await;
        tokio::time::sleep(BETWEEN).await;
    }
    while heard.borrow().took.len() < sent {
        tokio::task::yield_now().await;
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let mut took = heard.borrow().took.clone();
    println!(
        "{}",
        json!({ "p50": ms(percentile(&mut took, 50)), "p99": ms(percentile(&mut took, 99)) })
    );
}

/// Opens the stream of one person; what it tells of a message that is waited for is timed.
async fn listen(address: &str, token: &str, who: usize, heard: Rc<RefCell<Heard>>) {
    let mut wire = connect(address).await;
    let request = Request::get("/api/changes")
        .header("host", "godown.bench")
        .header("accept", "text/event-stream")
        .header("authorization", format!("Bearer {token}"));
    let answer = wire.send_request(request.body(Full::default()).unwrap()).await.unwrap();
    assert_eq!(answer.status(), 200);
    let mut body = answer.into_body();
    tokio::task::spawn_local(async move {
        let _open = wire;
        while let Some(Ok(frame)) = body.frame().await {
            let now = Instant::now();
            let Some(data) = frame.data_ref() else { continue };
            let text = String::from_utf8_lossy(data);
            for part in text.split("\"id\":\"").skip(1) {
                let id = part.split('"').next().unwrap_or_default();
                let mut heard = heard.borrow_mut();
                // Whoever sends it hears of it, too.
                let Some((to, at)) = heard.sent.get(id).copied() else { continue };
                if to == who {
                    heard.sent.remove(id);
                    heard.took.push(now - at);
                }
            }
        }
    });
}

async fn say(wire: &mut Wire, token: &str, (place, to): (usize, &str), heard: &Rc<RefCell<Heard>>) {
    let id = uuid::Uuid::new_v4().to_string();
    let body =
        json!({ "command_id": id, "record": { "to": to, "text": "The crane comes at nine" } });
    heard.borrow_mut().sent.insert(id, (place, Instant::now()));
    let request = Request::post("/api/docs/chat_message")
        .header("host", "godown.bench")
        .header("content-type", "application/json")
        .header("authorization", format!("Bearer {token}"));
    let answer =
        wire.send_request(request.body(Full::from(body.to_string())).unwrap()).await.unwrap();
    let status = answer.status();
    let bytes = answer.into_body().collect().await.unwrap().to_bytes();
    assert_eq!(status, 201, "{}", String::from_utf8_lossy(&bytes));
}
