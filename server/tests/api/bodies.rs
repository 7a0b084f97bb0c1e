//! Hostile requests: each refused in its own way, none carried out, none that breaks the server.

use bytes::Bytes;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use godown_server::http::routes::{Body, ROUTES};

use crate::harness::{Site, uuid};

const PATH: &str = "/api/docs/country";

#[tokio::test]
async fn a_body_that_two_readers_could_read_differently_is_refused() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let before = site.seq();
    let id = uuid();
    let record = r#"{"name":"Nepal","iso2":"NP"}"#;
    let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    let table: Vec<(&str, Vec<u8>)> = vec![
        ("nothing", Vec::new()),
        ("not an object", b"[]".to_vec()),
        ("null", b"null".to_vec()),
        ("cut off", format!(r#"{{"command_id":"{id}","record":{{"name""#).into()),
        ("more behind it", format!(r#"{{"command_id":"{id}","record":{record}}} {{}}"#).into()),
        (
            "a key twice",
            format!(r#"{{"command_id":"{id}","record":{record},"record":{record}}}"#).into(),
        ),
        (
            "an inner key twice",
            format!(r#"{{"command_id":"{id}","record":{{"name":"a","name":"b","iso2":"NP"}}}}"#)
                .into(),
        ),
        (
            "an unknown key",
            format!(r#"{{"command_id":"{id}","record":{record},"actor":"SYS"}}"#).into(),
        ),
        (
            "a prototype",
            format!(
                r#"{{"command_id":"{id}","record":{{"__proto__":{{}},"name":"a","iso2":"NP"}}}}"#
            )
            .into(),
        ),
        ("too deep", format!(r#"{{"command_id":"{id}","record":{{"name":{}}}}}"#, deep(40)).into()),
        ("a megabyte of brackets", "[".repeat(1_000_000).into_bytes()),
        (
            "a number too large",
            format!(r#"{{"command_id":"{id}","record":{{"name":1e400}}}}"#).into(),
        ),
        ("not a number", format!(r#"{{"command_id":"{id}","record":{{"name":NaN}}}}"#).into()),
        (
            "a fraction",
            format!(r#"{{"command_id":"{id}","version":1.5,"record":{record}}}"#).into(),
        ),
        (
            "a lone surrogate",
            format!(r#"{{"command_id":"{id}","record":{{"name":"\ud800","iso2":"NP"}}}}"#).into(),
        ),
        ("not UTF-8", b"{\"command_id\":\"\xff\"}".to_vec()),
        ("overlong UTF-8", b"{\"command_id\":\"\xc0\xaf\"}".to_vec()),
        ("a text for an object", format!(r#"{{"command_id":"{id}","record":"x"}}"#).into()),
        (
            "a number for a text",
            format!(r#"{{"command_id":"{id}","record":{{"name":7,"iso2":"NP"}}}}"#).into(),
        ),
        (
            "an object for a text",
            format!(r#"{{"command_id":"{id}","record":{{"name":{{}},"iso2":"NP"}}}}"#).into(),
        ),
    ];
    for (name, body) in table {
        let answer = site.call("POST", PATH, &token, "application/json", body).await;
        assert_eq!(answer.refused(400), "malformed", "{name}");
    }
    assert_eq!(site.seq(), before);
}

#[tokio::test]
async fn a_body_with_a_hundred_thousand_keys_is_refused_without_harm() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let keys: Vec<String> = (0..70_000).map(|n| format!("\"k{n}\":0")).collect();
    let body = format!(r#"{{"command_id":"{}","record":{{{}}}}}"#, uuid(), keys.join(","));
    let answer = site.call("POST", PATH, &token, "application/json", body).await;
    assert_eq!(answer.refused(400), "malformed");
}

#[tokio::test]
async fn a_body_over_its_limit_is_refused_whether_it_says_its_length_or_not() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let large = Bytes::from(vec![b' '; 1024 * 1024 + 1]);
    let answer = site.call("POST", PATH, &token, "application/json", large).await;
    assert_eq!(answer.refused(413), "too_large");
    let mut stream = TcpStream::connect(site.address).await.unwrap();
    let head = format!(
        "POST {PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    for _ in 0..17 {
        if stream.write_all(chunk.as_bytes()).await.is_err() {
            break;
        }
    }
    assert!(first_line(&mut stream).await.starts_with("HTTP/1.1 413"));
}

#[tokio::test]
async fn the_content_type_must_be_the_one_that_is_read() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let body = json!({ "command_id": uuid(), "record": { "name": "Nepal", "iso2": "NP" } });
    for kind in ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonx"] {
        let answer = site.call("POST", PATH, &token, kind, body.to_string()).await;
        assert_eq!(answer.refused(415), "unsupported_media_type", "{kind}");
    }
    let kind = "Application/JSON; charset=utf-8";
    site.call("POST", PATH, &token, kind, body.to_string()).await.expect(201);
    let form = site.call("POST", "/api/login/signIn", "", "application/json", "{}").await;
    assert_eq!(form.refused(415), "unsupported_media_type");
}

#[tokio::test]
async fn a_path_that_hides_something_leads_nowhere() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    for path in [
        "/api/docs/country/%00",
        "/api/docs/country/%1f",
        "/api/docs/country/%c0%ae%c0%ae",
        "/api/docs/country/%zz",
        "/api/docs/%2e%2e/country",
        "/api/docs/country%1fx",
        "/api/files/..%2ftoken.key",
        "/api/docs/country/../../healthz",
        "/../etc/passwd",
        "/assets/%2e%2e/index.html",
    ] {
        assert_eq!(site.get(path, &token).await.refused(404), "not_found", "{path}");
    }
}

async fn first_line(stream: &mut TcpStream) -> String {
    let mut bytes = vec![0; 64];
    let read = stream.read(&mut bytes).await.unwrap_or(0);
    String::from_utf8_lossy(&bytes[..read]).into_owned()
}

#[tokio::test]
async fn broken_framing_is_refused_by_the_connection() {
    let site = Site::start().await;
    let many: String = (0..101).map(|n| format!("x{n}: y\r\n")).collect();
    for (name, head) in [
        ("no host", "GET /healthz HTTP/1.1\r\n\r\n".to_owned()),
        ("two hosts", "GET /healthz HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n".to_owned()),
        ("two lengths", "POST /api/logout HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab".to_owned()),
        ("a length that is none", "POST /api/logout HTTP/1.1\r\nhost: a\r\ncontent-length: x\r\n\r\n".to_owned()),
        ("a header that is none", "GET /healthz HTTP/1.1\r\nhost: a\r\nx\r\n\r\n".to_owned()),
        ("no HTTP at all", "hello\r\n\r\n".to_owned()),
        ("a NUL in the path", "GET /\0 HTTP/1.1\r\nhost: a\r\n\r\n".to_owned()),
    ] {
        let mut stream = TcpStream::connect(site.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let line = first_line(&mut stream).await;
        assert!(line.starts_with("HTTP/1.1 400"), "{name}: {line}");
    }
    let mut stream = TcpStream::connect(site.address).await.unwrap();
    let head = format!("GET /healthz HTTP/1.1\r\nhost: a\r\n{many}\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    assert!(first_line(&mut stream).await.starts_with("HTTP/1.1 431"));
    site.get("/healthz", "").await.expect(200);
}

#[tokio::test]
async fn no_call_takes_json_with_a_key_that_stands_twice() {
    let site = Site::demo().await;
    let token = site.sign_in("ADMIN").await;
    let before = site.seq();
    // Without a product group there is no SKU to build: that is said first. Whatever is no name and password lets nobody
    // in, in one message.
    let first = ["/api/sku/built", "/api/auth/login"];
    let bodies = ROUTES.iter().filter(|route| route.body == Body::Json);
    for route in bodies.filter(|route| !first.contains(&route.path)) {
        let path = route.path.replace("print/{type}", "print/invoice");
        let path = path.replace("{type}", "country").replace("{action}", "deactivate");
        let path = path.replace("{id}", &site.find("country", "iso2:eq:in").await);
        let id = uuid();
        for body in [
            format!(r#"{{"command_id":"{id}","command_id":"{id}"}}"#),
            format!(r#"{{"command_id":"{id}","record":{{"name":"a","name":"a"}}}}"#),
            format!(r#"{{"command_id":"{id}","rows":[{{"id":"a","version":1,"id":"a"}}]}}"#),
        ] {
            let answer = site.call(route.method, &path, &token, "application/json", body).await;
            assert_eq!(answer.status, 400, "{} {path}", route.method);
            let text = String::from_utf8_lossy(&answer.bytes).into_owned();
            assert!(text.contains("appears twice"), "{} {path}: {text}", route.method);
        }
    }
    assert_eq!(site.seq(), before);
}
