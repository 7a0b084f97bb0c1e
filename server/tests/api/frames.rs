//! Frames over HTTP: not sent again to whoever has them, and from where a download broke off. Long answers packed.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Read;

use bytes::Bytes;
use flate2::read::GzDecoder;
use http_body_util::Full;
use warp::http::Request;

use crate::harness::Site;

#[tokio::test]
async fn frames_that_are_there_are_not_sent_again_and_a_download_goes_on_where_it_broke_off() {
    let site = Site::start().await;
    let token = site.sign_in("BM").await;
    let ask = |headers: &[(&str, &str)]| {
        let mut request = Request::builder().uri("/api/frames").header("host", "godown.test");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.header("authorization", format!("Bearer {token}"));
        site.send(request.body(Full::new(Bytes::new())).unwrap())
    };
    let whole = ask(&[]).await;
    let tag = whole.header("etag");
    assert_eq!((whole.status, whole.header("accept-ranges")), (200, "bytes"));
    assert!(tag.starts_with('"') && tag.ends_with('"'), "{tag}");
    let length = whole.bytes.len();
    let known = ask(&[("if-none-match", tag)]).await;
    assert_eq!((known.status, known.bytes.len(), known.header("etag")), (304, 0, tag));
    assert_eq!(ask(&[("if-none-match", "\"another\"")]).await.status, 200);
    let packed = ask(&[("accept-encoding", "br")]).await;
    assert_eq!(packed.header("etag"), format!("{}-br\"", tag.trim_end_matches('"')));
    let rest = [("range", "bytes=1000-"), ("if-range", tag), ("accept-encoding", "br")];
    let rest = ask(&rest).await;
    assert_eq!((rest.status, rest.header("content-encoding")), (206, ""));
    assert_eq!(rest.header("content-range"), format!("bytes 1000-{}/{length}", length - 1));
    assert_eq!(rest.bytes[..], whole.bytes[1000..]);
    let other = ask(&[("range", "bytes=1000-"), ("if-range", "\"another\"")]).await;
    assert_eq!((other.status, other.bytes.len()), (200, length));
    let beyond = ask(&[("range", &format!("bytes={length}-"))]).await;
    assert_eq!(
        (beyond.status, beyond.header("content-range")),
        (416, &*format!("bytes */{length}"))
    );
}

#[tokio::test]
async fn a_long_answer_comes_packed_to_whoever_takes_that_and_is_the_same() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let ask = |path: &'static str, encoding: &'static str| {
        let request = Request::builder().uri(path).header("host", "godown.test");
        let request = request.header("accept-encoding", encoding);
        let request = request.header("authorization", format!("Bearer {token}"));
        site.send(request.body(Full::new(Bytes::new())).unwrap())
    };
    let plain = ask("/api/menu", "identity").await;
    assert_eq!((plain.status, plain.header("content-encoding")), (200, ""));
    let packed = ask("/api/menu", "gzip, deflate, br").await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.header("vary").contains("accept-encoding"));
    assert!(packed.bytes.len() < plain.bytes.len() / 2);
    let mut text = Vec::new();
    GzDecoder::new(&packed.bytes[..]).read_to_end(&mut text).unwrap();
    assert_eq!(text, plain.bytes);
    let short = ask("/api/session", "gzip").await;
    assert_eq!((short.status, short.header("content-encoding")), (200, ""));
}
