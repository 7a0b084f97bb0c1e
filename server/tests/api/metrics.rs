//! Numbers for a monitor: what is measured, and that their labels are few and name nobody.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use godown_server::http::routes::ROUTES;
use serde_json::json;

use crate::harness::{Site, uuid};

/// Values by name and labels, as a monitor reads them.
async fn scrape(site: &Site) -> BTreeMap<String, f64> {
    let answer = site.get("/metrics", "").await;
    assert_eq!(answer.status, 200);
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    assert_eq!(answer.header("content-type"), kind);
    let text = String::from_utf8(answer.bytes.to_vec()).unwrap();
    assert!(text.ends_with("# EOF\n"), "{text}");
    let samples = text.lines().filter(|line| !line.starts_with('#'));
    let sample = |line: &str| {
        let (name, value) = line.rsplit_once(' ').unwrap();
        (name.to_owned(), value.parse().unwrap())
    };
    samples.map(sample).collect()
}

/// How much each value has grown.
fn grown(now: &BTreeMap<String, f64>, before: &BTreeMap<String, f64>, name: &str) -> f64 {
    let of = |samples: &BTreeMap<String, f64>| samples.get(name).copied().unwrap_or(0.0);
    of(now) - of(before)
}

/// The labels of a sample: name and value.
fn labels(name: &str) -> Vec<(&str, &str)> {
    let Some((_, rest)) = name.split_once('{') else { return Vec::new() };
    let inside = rest.strip_suffix('}').unwrap();
    inside.split(',').map(|label| label.split_once('=').unwrap()).collect()
}

#[tokio::test]
async fn a_request_and_its_commit_are_seen_in_the_histograms() {
    let site = Site::durable().await;
    let admin = site.sign_in("ADMIN").await;
    let before = scrape(&site).await;
    site.country(&admin, "Bhutan", "BT").await;
    let after = scrape(&site).await;
    let labels = r#"{method="POST",route="/api/docs/{type}",status="2xx"}"#;
    for (name, least) in [
        (format!("godown_request_duration_seconds_count{labels}"), 1.0),
        (format!("godown_request_duration_seconds_sum{labels}"), f64::MIN_POSITIVE),
        ("godown_decision_duration_seconds_count".to_owned(), 1.0),
        ("godown_decision_duration_seconds_sum".to_owned(), f64::MIN_POSITIVE),
        ("godown_group_commands_count".to_owned(), 1.0),
        ("godown_group_commands_sum".to_owned(), 1.0),
        ("godown_group_commands_bucket{le=\"1.0\"}".to_owned(), 1.0),
        ("godown_sync_duration_seconds_count".to_owned(), 1.0),
        ("godown_sync_duration_seconds_sum".to_owned(), f64::MIN_POSITIVE),
        ("godown_commands_total".to_owned(), 1.0),
    ] {
        let grown = grown(&after, &before, &name);
        assert!(grown >= least, "{name} has grown by {grown}: {after:?}");
    }
}

#[tokio::test]
async fn a_refusal_counts_under_its_class_and_its_route() {
    let site = Site::start().await;
    let before = scrape(&site).await;
    site.get("/api/menu", "").await.refused(401);
    let after = scrape(&site).await;
    let labels = r#"{method="GET",route="/api/menu",status="4xx"}"#;
    let name = format!("godown_request_duration_seconds_count{labels}");
    assert_eq!(grown(&after, &before, &name), 1.0, "{after:?}");
    assert_eq!(grown(&after, &before, "godown_refused_total"), 1.0);
}

#[tokio::test]
async fn no_label_holds_what_a_client_sent() {
    let site = Site::start().await;
    let admin = site.sign_in("ADMIN").await;
    let (id, stranger) = (site.branches[0].clone(), uuid());
    site.get(&format!("/api/docs/branch/{id}"), &admin).await.expect(200);
    site.get(&format!("/api/docs/branch/{stranger}"), &admin).await.refused(404);
    site.get(&format!("/api/files/{stranger}"), &admin).await.refused(404);
    site.get(&format!("/api/{stranger}"), &admin).await.refused(404);
    site.get(&format!("/{stranger}.png"), "").await;
    site.get(&format!("/api/search?q={stranger}"), &admin).await.expect(200);
    site.call("STRANGE", &format!("/api/docs/branch/{id}"), &admin, "", "").await.refused(405);
    let body = json!({ "command_id": stranger, "record": {} });
    site.post("/api/docs/country", &admin, &body).await.refused(422);
    let samples = scrape(&site).await;
    let routes = ROUTES.iter().map(|route| route.path).chain(["asset", ""]);
    let routes: Vec<String> = routes.map(|route| format!("{route:?}")).collect();
    let mut seen = 0;
    for (name, value) in samples.keys().flat_map(|sample| labels(sample)) {
        let known = match name {
            "route" => routes.iter().any(|route| route == value),
            "method" => {
                let all = ["\"GET\"", "\"POST\"", "\"PUT\"", "\"DELETE\"", "\"other\""];
                all.contains(&value)
            }
            "status" => ["\"2xx\"", "\"3xx\"", "\"4xx\"", "\"5xx\""].contains(&value),
            "le" => value == "\"+Inf\"" || value.trim_matches('"').parse::<f64>().is_ok(),
            _ => false,
        };
        assert!(known, "{name}={value}");
        seen += 1;
    }
    assert!(seen > 0, "{samples:?}");
}
