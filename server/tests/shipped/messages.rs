//! The shipped binary gives messages to the site's message service, each until it was taken once.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use ring::hmac;

use crate::site::{Client, Site};
use serde_json::{Value, json};

/// How long something that must come may take before the test gives up.
const PATIENCE: Duration = Duration::from_secs(180);

/// The key with which the site signs.
const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// What came to the service.
struct Call {
    /// In small letters.
    head: String,
    /// As it was signed.
    sent: Vec<u8>,
    signature: Option<String>,
    body: Value,
}

impl Call {
    fn header(&self, name: &str) -> &str {
        let line = self.head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        line.unwrap_or_else(|| panic!("no {name} in {}", self.head))
    }
}

/// A service that answers with these statuses, one for each call, and with 200 from then on.
fn service(statuses: &'static [u16]) -> (String, Receiver<Call>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/texts?key=hidden", listener.local_addr().unwrap());
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        let mut statuses = statuses.iter();
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") {
                stream.read_line(&mut head).unwrap();
            }
            // A signature has capitals, and its name may have them.
            let named = |line: &&str| line.to_lowercase().starts_with("webhook-signature: ");
            let signature = head.lines().find(named).map(|line| line[19..].to_owned());
            let head = head.to_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let mut body = vec![0; length.unwrap().trim().parse().unwrap()];
            stream.read_exact(&mut body).unwrap();
            let status = statuses.next().unwrap_or(&200);
            let answer = format!(
                "HTTP/1.1 {status} X\r\ncontent-length: 7\r\nconnection: close\r\n\r\nno room"
            );
            stream.get_mut().write_all(answer.as_bytes()).unwrap();
            let call =
                Call { head, body: serde_json::from_slice(&body).unwrap(), sent: body, signature };
            if tell.send(call).is_err() {
                return;
            }
        }
    });
    (url, told)
}

/// What the service works out by itself: HMAC-SHA256 over id, time and body with the shared key.
fn signed(call: &Call, id: &str) -> String {
    let key = BASE64.decode(SECRET.strip_prefix("whsec_").unwrap()).unwrap();
    let time = call.header("webhook-timestamp");
    let mut text = format!("{id}.{time}.").into_bytes();
    text.extend_from_slice(&call.sent);
    let key = hmac::Key::new(hmac::HMAC_SHA256, &key);
    format!("v1,{}", BASE64.encode(hmac::sign(&key, &text)))
}

fn uuid(number: usize) -> String {
    format!("b0000000-0000-4000-8000-{number:012x}")
}

fn make(client: &mut Client, number: usize, path: &str, record: Value) {
    let body = json!({ "command_id": uuid(number), "record": record });
    let done = client.send("POST", &format!("/api/docs/{path}"), &body).unwrap();
    assert_eq!(done.0, 201, "{}", done.1);
}

/// The only message, once it is in a status with that many tries.
fn message(client: &mut Client, status: &str, tries: i64) -> Value {
    let asked = Instant::now();
    loop {
        let (_, page) = client.get("/api/docs/text_message").unwrap();
        let row = &page["rows"][0];
        if row["status"] == status && row["tries"] == tries {
            return row.clone();
        }
        assert!(asked.elapsed() < PATIENCE, "{page}");
    }
}

#[test]
fn a_message_is_posted_with_its_id_until_the_service_takes_it_and_a_refusal_stands_in_the_outbox() {
    let (url, calls) = service(&[503]);
    let data = tempfile::tempdir().unwrap();
    let environment = [
        ("GODOWN_MESSAGE_URL", url.as_str()),
        ("GODOWN_MESSAGE_TOKEN", "s3cret"),
        ("GODOWN_MESSAGE_SECRET", SECRET),
    ];
    let site = Site::start(data.path(), &environment);
    let mut client = site.client();
    client.settle(site.first_password.as_deref().unwrap());
    let (_, page) = client.get("/api/docs/employee?where=emp_id:eq:ADMIN").unwrap();
    let path = format!("/api/docs/employee/{}/profile", page["rows"][0]["id"].as_str().unwrap());
    let inputs = json!({ "mobile": "9822012345", "channels": ["sms"] });
    let version = &page["rows"][0]["version"];
    let body = json!({ "command_id": uuid(1), "version": version, "inputs": inputs });
    assert_eq!(client.send("POST", &path, &body).unwrap().0, 200);
    let (_, settings) = client.get("/api/docs/setting/setting").unwrap();
    let mut record = settings["record"].clone();
    record["message_channels"] = json!(["sms"]);
    let body = json!({ "command_id": uuid(2), "version": settings["version"], "record": record });
    let done = client.send("PUT", "/api/docs/setting/setting", &body).unwrap();
    assert_eq!(done.0, 200, "{}", done.1);
    let record = json!({
        "name": "A new holiday", "event": "status", "doc_type": "holiday", "in_status": "Active",
        "recipients": [{ "kind": "role", "role": "ADMIN" }], "channels": ["sms"],
        "title": "Holiday {{name}}", "body": "On {{date}}.",
    });
    make(&mut client, 3, "trigger", record);
    make(&mut client, 4, "holiday", json!({ "date": "2027-01-26", "name": "Republic Day" }));
    let call = calls.recv_timeout(PATIENCE).unwrap();
    let (head, body) = (&call.head, &call.body);
    assert!(head.starts_with("post /texts?key=hidden "), "{head}");
    assert!(head.contains("authorization: bearer s3cret\r\n"), "{head}");
    let id = body["id"].as_str().unwrap();
    assert!(head.contains(&format!("idempotency-key: {id}\r\n")), "{head}");
    let text = "Holiday Republic Day\nOn 26-01-2027.";
    let wanted = json!({ "id": id, "channel": "sms", "to": "+919822012345", "text": text });
    assert_eq!(*body, wanted);
    assert_eq!(call.header("webhook-id"), id);
    assert_eq!(call.signature.as_deref(), Some(signed(&call, id).as_str()));
    let row = message(&mut client, "Queued", 1);
    assert_eq!(row["last_error"], "503 no room");
    // The administrator has it sent at once.
    let path = format!("/api/docs/text_message/{id}/retry");
    let retry = json!({ "command_id": uuid(5), "version": row["version"] });
    assert_eq!(client.send("POST", &path, &retry).unwrap().0, 200);
    let again = calls.recv_timeout(PATIENCE).unwrap();
    assert_eq!(again.body, wanted);
    assert_eq!(again.signature.as_deref(), Some(signed(&again, id).as_str()));
    message(&mut client, "Sent", 2);
    site.stop();
}
