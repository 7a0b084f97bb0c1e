//! The server's layers: each file uses its own layer and those that stand above it in the list.

use std::fs;
use std::path::Path;

use crate::source;

/// From what knows nothing of the others to what knows all; a longer path goes before a shorter one.
const LAYERS: &[(&str, &[&str])] = &[
    ("plain", &["config", "feed", "files", "ids", "live", "pack", "places", "call/strict"]),
    ("store", &["store"]),
    ("upkeep", &["upkeep"]),
    ("failure", &["failure"]),
    ("parts", &["bodies", "frames", "metrics", "pool", "writer", "bring/jobs"]),
    ("secrets", &["auth/held", "auth/password", "auth/throttle", "auth/token"]),
    ("app", &["app"]),
    ("site", &["auth", "site", "demo"]),
    ("work", &["clock", "made", "out", "bring"]),
    ("call", &["call"]),
    ("api", &["api"]),
    ("http", &["http", "openapi"]),
    ("accept", &["accept"]),
    ("command line", &["cli"]),
];

/// The layer of a module's path: `auth/token`.
fn layer(module: &str) -> Option<usize> {
    let fits = |prefix: &str| {
        module.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let all = LAYERS.iter().enumerate();
    let found = all.flat_map(|(at, (_, prefixes))| prefixes.iter().map(move |one| (at, *one)));
    found.filter(|(_, one)| fits(one)).max_by_key(|(_, one)| one.len()).map(|(at, _)| at)
}

/// The module of a file: `auth/token`, and `auth` of its `mod.rs`.
fn module(source: &Path, file: &Path) -> String {
    let path = file.strip_prefix(source).unwrap().with_extension("");
    let path = path.to_str().unwrap();
    path.strip_suffix("/mod").unwrap_or(path).to_owned()
}

/// The modules that a line names from the crate's root: `crate::{a, b::c}` is `a` and `b/c`.
fn named(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in line.match_indices("crate::") {
        let before = line[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let rest = &line[at + "crate::".len()..];
        let names = match rest.strip_prefix('{') {
            Some(group) => group.split('}').next().unwrap_or_default().split(',').collect(),
            None => vec![rest],
        };
        for name in names {
            let path: String = name
                .trim()
                .chars()
                .take_while(|c| c.is_lowercase() || *c == '_' || *c == ':')
                .collect();
            found.push(path.trim_end_matches(':').replace("::", "/"));
        }
    }
    found
}

#[test]
fn a_file_uses_its_own_layer_and_those_above_it() {
    let source = source::root().join("server/src");
    let all = source::files(&source, &["rs"]);
    let mut wrong = Vec::new();
    for file in &all {
        let of = module(&source, file);
        if matches!(of.as_str(), "lib" | "main") {
            continue;
        }
        let Some(own) = layer(&of) else {
            wrong.push(format!("{of} stands in no layer"));
            continue;
        };
        let text = fs::read_to_string(file).unwrap();
        for (at, line) in
            text.lines().enumerate().filter(|(_, line)| !line.trim().starts_with("//"))
        {
            for used in named(line) {
                let Some(other) = layer(&used).filter(|other| *other > own) else { continue };
                let (above, below) = (LAYERS[own].0, LAYERS[other].0);
                wrong.push(format!("{of}:{} uses {used}: {above} stands above {below}", at + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_line_of_the_wrong_direction_is_found() {
    assert_eq!(named("use crate::http::reply::Problem;"), ["http/reply"]);
    assert_eq!(named("use crate::{hook, auth::token};"), ["hook", "auth/token"]);
    assert_eq!(named("use godown_core::access;"), [""; 0]);
    assert!(layer("auth/token") < layer("app") && layer("app") < layer("auth"));
}
