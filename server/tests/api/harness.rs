//! A running site and the people who call it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use godown_core::declare::actor::Actor;
use godown_core::kept::keys;
use godown_core::kept::read::{Docs, Writes};
use godown_core::value::Day;
use godown_core::write::command::{Command, CommandKind, Did};
use godown_server::app::App;
use godown_server::auth::password::hash;
use godown_server::metrics::Metrics;
use godown_server::store::disk::RealDisk;
use godown_server::store::{Entry, MemoryStore, Options, SledStore, Store};
use godown_server::{accept, demo, site};
use http_body_util::{BodyExt, Full};
use hyper_util::rt::TokioIo;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use warp::http::{HeaderMap, Request, StatusCode};
use warp::hyper;

use crate::world::World;

/// 2026-11-20 10:00 IST.
pub const START: i64 = 1_795_149_000_000;
pub const PASSWORD: &str = "nine quiet lorries";

/// A site with two branches and one person for each role that the tests need.
pub struct Site {
    pub app: Arc<App>,
    pub address: std::net::SocketAddr,
    pub now: Arc<AtomicI64>,
    pub branches: Vec<String>,
    pub people: BTreeMap<&'static str, String>,
    stop: Option<oneshot::Sender<()>>,
    serving: Option<tokio::task::JoinHandle<()>>,
    _directory: TempDir,
}

pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub bytes: Bytes,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or(Value::Null)
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    /// The value, once the status is what it must be.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.bytes));
        self.json()
    }

    /// The code of a refusal with this status.
    #[track_caller]
    pub fn refused(&self, status: u16) -> String {
        let problem = self.expect(status);
        assert_eq!(self.header("content-type"), "application/problem+json");
        problem["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// Hashing takes long enough to be done once for all tests.
static COMMON: OnceLock<String> = OnceLock::new();

fn hashed(password: &str) -> String {
    hash(password, b"salt of the test").unwrap()
}

/// Everything that happened in a world, as one entry.
pub fn kept(world: &World) -> Entry {
    let pairs = world.site.memory.pairs.iter();
    Entry {
        time: world.site.now.0,
        company: keys::COMPANY.to_owned(),
        actor: String::new(),
        command_id: "all".to_owned(),
        did: Did::default(),
        command: RawValue::from_string("{}".to_owned()).unwrap(),
        writes: pairs.map(|(key, value)| (key.clone(), Some(value.clone()))).collect::<Writes>(),
        docs: Docs::new(),
    }
}

pub fn uuid() -> String {
    uuid::Uuid::new_v4().to_string()
}

impl Site {
    /// A site of its own, furnished.
    pub async fn start() -> Site {
        let mut site = Site::over(MemoryStore::default()).await;
        site.furnish().await;
        site
    }

    /// The demo's business, where everybody has the tests' password.
    pub async fn demo() -> Site {
        let hash = COMMON.get_or_init(|| hashed(PASSWORD));
        let told =
            demo::tell(Day::parse("2026-11-20").unwrap(), demo::OVER, &|_| hash.clone()).unwrap();
        let store = MemoryStore::default();
        store.commit(told.entries, 0).unwrap();
        Site::over(store).await
    }

    /// A server over everything that happened in a world, where these people have the tests' password.
    pub async fn of(world: &World, people: &[&str]) -> Site {
        let store = MemoryStore::default();
        store.commit(vec![kept(world)], 0).unwrap();
        let site = Site::over(store).await;
        site.now.store(world.site.now.0, Ordering::SeqCst);
        for emp_id in people {
            site.set_password(&world.who(emp_id).id, PASSWORD, false).await;
        }
        site
    }

    /// A site of its own, furnished, whose store is durable.
    pub async fn durable() -> Site {
        let (directory, metrics) = (tempfile::tempdir().unwrap(), Metrics::default());
        let options = Options { disk: metrics.timed(RealDisk), ..Options::default() };
        let store = SledStore::open(directory.path(), options).unwrap();
        let mut site = Site::serving(Arc::new(store), directory, metrics).await;
        site.furnish().await;
        site
    }

    async fn over(store: MemoryStore) -> Site {
        Site::serving(Arc::new(store), tempfile::tempdir().unwrap(), Metrics::default()).await
    }

    async fn serving(store: Arc<dyn Store>, directory: TempDir, metrics: Metrics) -> Site {
        let now = Arc::new(AtomicI64::new(START));
        let read = now.clone();
        let clock = Arc::new(move || read.load(Ordering::SeqCst));
        let app = App::measured(store, clock, directory.path(), metrics).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let serving = app.clone();
        let serving = tokio::spawn(async move {
            let stop = async { drop(stopped.await) };
            accept::serve(serving, listener, None, stop).await;
        });
        Site {
            app,
            address,
            now,
            branches: Vec::new(),
            people: BTreeMap::new(),
            stop: Some(stop),
            serving: Some(serving),
            _directory: directory,
        }
    }

    async fn furnish(&mut self) {
        site::plant(&self.app, &site::seed()).await.unwrap();
        let state = self.find("state", "name:eq:maharashtra").await;
        for (code, name) in [("PUN", "Pune"), ("NAG", "Nagpur")] {
            let record = json!({
                "code": code, "series_prefix": code, "name": name, "gstin": "27AAPFU0939F1ZV",
                "address": "Market Yard", "state": state,
            });
            let id = self.make("branch", record).await;
            self.branches.push(id);
        }
        let one = self.branches[0].clone();
        let two = self.branches[1].clone();
        for (at, (emp_id, role, branch)) in [
            ("ADMIN", "ADMIN", None),
            ("SALES", "SALES", Some(&one)),
            ("SALES2", "SALES", Some(&two)),
            ("BM", "BM", Some(&one)),
            ("AUDIT", "AUDIT", Some(&one)),
            ("LOGI", "LOGI", Some(&one)),
        ]
        .into_iter()
        .enumerate()
        {
            let mut record = json!({
                "emp_id": emp_id, "name": format!("Person {emp_id}"),
                "mobile": format!("98200000{at:02}"), "roles": [role],
                "designation": "Staff", "joined_on": "2026-04-01",
            });
            if let Some(branch) = branch {
                record["branch"] = branch.as_str().into();
            }
            let id = self.make("employee", record).await;
            self.set_password(&id, PASSWORD, false).await;
            self.people.insert(emp_id, id);
        }
    }

    pub async fn set_password(&self, account: &str, password: &str, must_change: bool) {
        let hash = match password {
            PASSWORD => COMMON.get_or_init(|| hashed(PASSWORD)).clone(),
            other => hashed(other),
        };
        let account = account.to_owned();
        let deed = CommandKind::SetPassword { account, hash, keep: None, must_change };
        let command = Command { command_id: uuid(), deed };
        self.app.carry_out(Actor::system(), command).await.unwrap();
    }

    /// Makes a document as the system.
    pub async fn make(&self, doc_type: &str, record: Value) -> String {
        let id = uuid();
        let record = record.as_object().unwrap().clone();
        let deed = CommandKind::Create { doc_type: doc_type.to_owned(), record };
        let command = Command { command_id: id.clone(), deed };
        self.app.carry_out(Actor::system(), command).await.unwrap();
        id
    }

    /// The id of the first document that fits a condition.
    pub async fn find(&self, doc_type: &str, condition: &str) -> String {
        let query = godown_core::query::list::Query {
            conditions: vec![godown_core::query::list::Where::parse(condition).unwrap()],
            limit: 1,
            ..Default::default()
        };
        let page = self
            .app
            .view(|read, now| {
                let system = Actor::system();
                godown_core::query::list::page(read, &system, now, doc_type, &query)
            })
            .unwrap();
        let rows = page.records().unwrap();
        rows.first().map(|row| row["id"].as_str().unwrap().to_owned()).unwrap_or_default()
    }

    /// Asks the server to stop and waits until it did.
    pub async fn stop(&mut self) {
        drop(self.stop.take());
        if let Some(serving) = self.serving.take() {
            serving.await.unwrap();
        }
    }

    pub fn pass(&self, millis: i64) {
        self.now.fetch_add(millis, Ordering::SeqCst);
    }

    pub fn seq(&self) -> u64 {
        self.app.store.head().seq
    }

    pub async fn send(&self, request: Request<Full<Bytes>>) -> Answer {
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (mut sender, connection) =
            hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let response = sender.send_request(request).await.unwrap();
        let (head, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Answer { status: StatusCode::as_u16(&head.status), headers: head.headers, bytes }
    }

    pub async fn call(
        &self,
        method: &str,
        path: &str,
        token: &str,
        content_type: &str,
        body: impl Into<Bytes>,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(path).header("host", "godown.test");
        if !token.is_empty() {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if !content_type.is_empty() {
            request = request.header("content-type", content_type);
        }
        self.send(request.body(Full::new(body.into())).unwrap()).await
    }

    pub async fn get(&self, path: &str, token: &str) -> Answer {
        self.call("GET", path, token, "", "").await
    }

    /// A list as a file.
    pub async fn export(&self, path: &str, token: &str) -> Answer {
        let request = Request::builder().uri(path).header("host", "godown.test");
        let request = request.header("authorization", format!("Bearer {token}"));
        let request = request.header("accept", "text/csv");
        self.send(request.body(Full::new(Bytes::new())).unwrap()).await
    }

    fn following(&self, query: &str, token: &str) -> Request<Full<Bytes>> {
        let request = Request::builder().uri(format!("/api/changes{query}"));
        let request = request.header("host", "godown.test").header("accept", "text/event-stream");
        let request = request.header("authorization", format!("Bearer {token}"));
        request.body(Full::new(Bytes::new())).unwrap()
    }

    /// The changes as a stream of events.
    pub async fn follow(&self, query: &str, token: &str) -> Events {
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (mut sender, connection) =
            hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let response = sender.send_request(self.following(query, token)).await.unwrap();
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Events { body: response.into_body(), text: String::new() }
    }

    /// The same where it is refused.
    pub async fn ask_to_follow(&self, query: &str, token: &str) -> Answer {
        self.send(self.following(query, token)).await
    }

    pub async fn post(&self, path: &str, token: &str, body: &Value) -> Answer {
        self.call("POST", path, token, "application/json", body.to_string()).await
    }

    pub async fn put(&self, path: &str, token: &str, body: &Value) -> Answer {
        self.call("PUT", path, token, "application/json", body.to_string()).await
    }

    pub async fn form(&self, path: &str, token: &str, body: &str) -> Answer {
        let form = "application/x-www-form-urlencoded";
        self.call("POST", path, token, form, body.to_owned()).await
    }

    /// A sign-in from an address behind a proxy, with what an earlier one left on the device.
    pub async fn form_from(&self, from: &str, cookie: &str, body: &str) -> Answer {
        self.app.proxy.get_or_init(|| std::net::Ipv4Addr::LOCALHOST.into());
        let request = Request::post("/api/login/signIn")
            .header("host", "godown.test")
            .header("content-type", "application/x-www-form-urlencoded")
            .header("x-forwarded-for", from)
            .header("cookie", cookie)
            .body(Full::from(body.to_owned()));
        self.send(request.unwrap()).await
    }

    pub async fn sign_in(&self, emp_id: &str) -> String {
        let body = format!("emailId={emp_id}&password={}", PASSWORD.replace(' ', "+"));
        let answer = self.form("/api/login/signIn", "", &body).await.expect(200);
        assert_eq!(answer["code"], 1, "{answer}");
        answer["accesstoken"].as_str().unwrap().to_owned()
    }

    /// A country, which any administrator may make.
    pub async fn country(&self, token: &str, name: &str, iso2: &str) -> Value {
        let body = json!({ "command_id": uuid(), "record": { "name": name, "iso2": iso2 } });
        self.post("/api/docs/country", token, &body).await.expect(201)
    }
}

/// A stream of events as it comes.
pub struct Events {
    body: hyper::body::Incoming,
    text: String,
}

impl Events {
    /// The name and the data of the next event.
    pub async fn next(&mut self) -> (&'static str, Value) {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data: "));
                let name = if event.starts_with("event: problem") { "problem" } else { "" };
                let data = data.map(|data| serde_json::from_str(data).unwrap());
                self.text = rest.to_owned();
                if let Some(data) = data {
                    return (name, data);
                }
                continue;
            }
            let frame = self.body.frame().await.unwrap().unwrap();
            self.text.push_str(std::str::from_utf8(frame.data_ref().unwrap()).unwrap());
        }
    }

    /// Whether nothing follows any more.
    pub async fn ended(&mut self) -> bool {
        self.body.frame().await.is_none()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
    }
}
