//! Every answer by the rules of the HTTP Observatory: a hundred points are its best mark.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use godown_server::http::routes::ROUTES;

use crate::harness::{Answer, Site};
use crate::proof::report;

/// One header's rule: what the answer gains by it, or loses.
type Rule = (&'static str, fn(&Answer) -> i32);

/// As the Observatory scores them; there are no cookies and no redirects, which gain nothing.
const RULES: &[Rule] = &[
    ("content-security-policy", policy),
    ("cookies", |answer| if answer.header("set-cookie").is_empty() { 0 } else { -20 }),
    ("cross-origin-resource-sharing", |answer| {
        match answer.header("access-control-allow-origin") {
            "" => 0,
            _ => -50,
        }
    }),
    ("cross-origin-resource-policy", |answer| {
        match answer.header("cross-origin-resource-policy") {
            "same-origin" | "same-site" => 10,
            "cross-origin" => -5,
            _ => 0,
        }
    }),
    ("redirection", |answer| if (300..400).contains(&answer.status) { -20 } else { 0 }),
    ("referrer-policy", |answer| match answer.header("referrer-policy") {
        "no-referrer" | "same-origin" | "strict-origin" | "strict-origin-when-cross-origin" => 5,
        "" => 0,
        _ => -5,
    }),
    ("strict-transport-security", |answer| match age(answer.header("strict-transport-security")) {
        Some(15_768_000..) => 0,
        Some(_) => -10,
        None => -20,
    }),
    ("subresource-integrity", |answer| if foreign_scripts(answer) { -50 } else { 0 }),
    ("x-content-type-options", |answer| match answer.header("x-content-type-options") {
        "nosniff" => 0,
        _ => -5,
    }),
    ("x-frame-options", |answer| match (frames(answer), answer.header("x-frame-options")) {
        (true, _) => 5,
        (false, "DENY" | "SAMEORIGIN") => 0,
        _ => -20,
    }),
];

/// A policy's directives and their sources.
fn directives(answer: &Answer) -> BTreeMap<&str, Vec<&str>> {
    let policy = answer.header("content-security-policy").split(';');
    policy
        .filter_map(|text| {
            let mut words = text.split_whitespace();
            Some((words.next()?, words.collect()))
        })
        .collect()
}

fn policy(answer: &Answer) -> i32 {
    let directives = directives(answer);
    let of = |name: &str| directives.get(name).or(directives.get("default-src"));
    let holds = |name: &str, source: &str| of(name).is_none_or(|all| all.contains(&source));
    let open = |name: &str| {
        let loose = |source: &&str| matches!(*source, "*" | "http:" | "https:" | "data:" | "ftp:");
        of(name).is_none_or(|sources| sources.iter().any(loose))
    };
    if directives.is_empty() {
        return -25;
    }
    if holds("script-src", "'unsafe-inline'") || open("script-src") || open("object-src") {
        return -20;
    }
    if holds("script-src", "'unsafe-eval'") {
        return -10;
    }
    // Styles by attribute count as styles here, which is stricter than the Observatory is.
    let styles = ["style-src", "style-src-attr", "style-src-elem"];
    if styles.iter().any(|name| holds(name, "'unsafe-inline'") || open(name)) {
        return 0;
    }
    match directives.get("default-src").map(Vec::as_slice) {
        Some(["'none'"]) => 10,
        _ => 5,
    }
}

fn frames(answer: &Answer) -> bool {
    matches!(directives(answer).get("frame-ancestors").map(Vec::as_slice), Some(["'none'"]))
}

fn age(header: &str) -> Option<u64> {
    header.split(';').find_map(|part| part.trim().strip_prefix("max-age=")?.parse().ok())
}

fn foreign_scripts(answer: &Answer) -> bool {
    let page = String::from_utf8_lossy(&answer.bytes).into_owned();
    let html = answer.header("content-type").starts_with("text/html");
    html && page.split("<script").skip(1).any(|tag| {
        let tag = tag.split('>').next().unwrap_or_default();
        tag.contains("src=\"http") || tag.contains("src=\"//")
    })
}

/// Gains beyond a hundred count only for those who lose nothing much, as the Observatory has it.
fn score(answer: &Answer) -> (i32, Vec<(&'static str, i32)>) {
    let all: Vec<(&str, i32)> = RULES.iter().map(|(name, rule)| (*name, rule(answer))).collect();
    let lost: i32 = all.iter().map(|(_, by)| (*by).min(0)).sum();
    let gained: i32 = all.iter().map(|(_, by)| (*by).max(0)).sum();
    (if 100 + lost >= 90 { 100 + lost + gained } else { 100 + lost }, all)
}

/// The files of the web build as they are addressed.
fn assets(folder: &Path, under: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for entry in entries.map(Result::unwrap) {
        let path = format!("{under}/{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => found.extend(assets(&entry.path(), &path)),
            false => found.push(path),
        }
    }
    found
}

#[tokio::test]
async fn every_page_file_and_answer_gets_the_observatorys_best_mark() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let built = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../web/dist");
    let mut paths = assets(&built, "");
    let build = paths.len();
    paths.extend(["/", "/orders/view/1", "/nothing.png", "/api/nothing"].map(str::to_owned));
    let gets = ROUTES.iter().filter(|route| route.method == "GET");
    paths.extend(gets.map(|route| route.path.replace("{type}", "country").replace(['{', '}'], "")));
    let mut least = i32::MAX;
    for path in &paths {
        for token in ["", &token] {
            let answer = site.get(path, token).await;
            let (points, all) = score(&answer);
            assert!(points >= 100, "{path}: {points} {all:?}");
            least = least.min(points);
        }
    }
    for route in ROUTES.iter().filter(|route| route.method != "GET") {
        let path = route.path.replace("{type}", "country").replace(['{', '}'], "");
        let answer = site.call(route.method, &path, "", "", "").await;
        let (points, all) = score(&answer);
        assert!(points >= 100, "{} {path}: {points} {all:?}", route.method);
        least = least.min(points);
    }
    let figure = format!("{build} files and every call, at least {least} points");
    report("T15 headers by the Observatory's rules", paths.len(), &figure, ">= 100");
}
