//! What a reader of any file may count on: its size, its first line, one meaning for every name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::source;
use godown_core::docs;
use godown_core::schema::{Field, Kind};

/// A file is read at one sitting.
const LINES: usize = 500;
/// The formatters break most lines earlier; no text or comment runs further.
const COLUMNS: usize = 120;

const RUST: &[&str] = &["core/src", "core/tests", "core/benches", "server/src", "server/tests"];
const MORE_RUST: &[&str] = &["server/benches", "wasm/src", "wasm/tests"];

/// Files that are still longer; none may join them.
const TOO_LONG: &[&str] = &["core/tests/rules/frames.rs"];

/// Files that still have longer lines; none may join them.
const TOO_WIDE: &[&str] = &[
    "core/src/docs/messages.rs",
    "core/src/docs/parties.rs",
    "core/src/docs/suppliers.rs",
    "core/src/docs/time_rules.rs",
    "core/tests/rules/frames.rs",
    "core/tests/rules/guards.rs",
    "core/tests/rules/hostile.rs",
    "core/tests/rules/invoices.rs",
    "core/tests/rules/masters.rs",
    "core/tests/rules/skus.rs",
    "core/tests/rules/time_rules.rs",
    "core/tests/rules/triggers.rs",
    "core/tests/rules/waiting.rs",
    "server/src/demo/masters.rs",
    "server/src/demo/orders.rs",
    "server/src/demo/parties.rs",
    "server/src/demo/vendors.rs",
    "server/src/store/entry.rs",
    "server/tests/api/bodies.rs",
    "server/tests/api/import.rs",
];

/// The modules that know no business: what they spell is the mechanism's own.
const ENGINE: &[&str] = &["kept", "declare", "flow.rs", "schema", "access", "write", "ledger"];

fn rust_files() -> Vec<PathBuf> {
    let folders = RUST.iter().chain(MORE_RUST).map(|folder| source::root().join(folder));
    folders.filter(|folder| folder.exists()).flat_map(|one| source::files(&one, &["rs"])).collect()
}

/// What people write for the browser; generated files are nobody's to break.
fn web_files() -> Vec<PathBuf> {
    let written = source::files(&source::root().join("web/src"), &["ts", "tsx", "css", "mjs"]);
    let generated = |path: &PathBuf| path.to_string_lossy().ends_with(".gen.ts");
    written.into_iter().filter(|path| !generated(path)).collect()
}

fn scripts() -> Vec<PathBuf> {
    source::files(&source::root().join(".scripts"), &["mjs"])
}

fn name(path: &Path) -> String {
    path.strip_prefix(source::root()).unwrap().to_string_lossy().into_owned()
}

fn none(wrong: Vec<String>) {
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_file_has_at_most_500_lines() {
    let all = rust_files().into_iter().chain(web_files()).chain(scripts());
    let long = all.filter_map(|path| {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        let known = TOO_LONG.contains(&name(&path).as_str());
        (lines > LINES && !known).then(|| format!("{}: {lines} lines", name(&path)))
    });
    none(long.collect());
}

#[test]
fn a_line_fits_a_window() {
    let mut wrong = Vec::new();
    let all = rust_files().into_iter().chain(web_files()).chain(scripts());
    for path in all.filter(|path| !TOO_WIDE.contains(&name(path).as_str())) {
        for (at, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let columns = line.chars().count();
            if columns > COLUMNS {
                wrong.push(format!("{}:{}: {columns} columns", name(&path), at + 1));
            }
        }
    }
    none(wrong);
}

#[test]
fn a_rust_file_opens_by_saying_what_it_is_for() {
    let silent = rust_files().into_iter().filter(|path| {
        let text = fs::read_to_string(path).unwrap();
        !text.lines().next().is_some_and(|line| line.starts_with("//! ") && line.len() > 10)
    });
    none(silent.map(|path| name(&path)).collect());
}

#[test]
fn a_public_type_of_core_has_a_name_of_its_own() {
    let mut defined: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in source::rust("core/src") {
        for (at, name) in types(&source.code) {
            let place = format!("{}:{}", source.path, source.line(at));
            defined.entry(name.to_owned()).or_default().push(place);
        }
    }
    let twice = defined.into_iter().filter(|(_, places)| places.len() > 1);
    none(twice.map(|(name, places)| format!("{name}: {}", places.join(", "))).collect());
}

/// The public types that some code defines, each with its place.
fn types(code: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("pub ") {
        let rest = &code[at + 4..];
        let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
        let Some(rest) = kinds.iter().find_map(|kind| rest.strip_prefix(kind)) else { continue };
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        // A macro's own name for it is none.
        if end > 0 {
            found.push((at, &rest[..end]));
        }
    }
    found
}

#[test]
fn the_engine_spells_no_key_of_a_business() {
    let keys = keys_of_businesses();
    let mut wrong = Vec::new();
    for source in source::rust("core/src") {
        let path = source.path.trim_start_matches("core/src/");
        let stands = path.split('/').next().unwrap_or_default();
        if !ENGINE.contains(&stands) || WIRE.contains(&path) {
            continue;
        }
        for (at, text) in &source.texts {
            if keys.contains(text.as_str()) && !is_own(path, text) {
                wrong.push(format!("{}:{}: \"{text}\"", source.path, source.line(*at)));
            }
        }
    }
    none(wrong);
}

/// The keys of types, of their fields at any depth, of their inputs and of their statuses' actions.
fn keys_of_businesses() -> BTreeSet<&'static str> {
    let mut keys = BTreeSet::new();
    for def in docs::ALL {
        keys.insert(def.key);
        fields(def.fields, &mut keys);
        for step in def.flow.steps {
            keys.insert(step.action);
            fields(step.inputs, &mut keys);
        }
    }
    keys
}

fn fields(of: &'static [Field], keys: &mut BTreeSet<&'static str>) {
    for field in of {
        keys.insert(field.key);
        if let Kind::Rows { fields: inner, .. } | Kind::Group(inner) = field.kind {
            fields(inner, keys);
        }
    }
}

/// Whether a word that a business declares, too, is the mechanism's own where it stands.
fn is_own(path: &str, word: &str) -> bool {
    OWN.iter().any(|(place, words)| path.starts_with(place) && words.contains(&word))
}

/// Words that the mechanism has for something else than the key of a document that is spelled alike.
const OWN: &[(&str, &[&str])] = &[
    ("kept/keys.rs", &["file", "sent", "next", "due", "used"]),
    ("declare/grant.rs", &["view", "add", "edit", "delete", "approve", "export", "print"]),
    ("declare/grant.rs", &["branch", "yard", "owner", "role", "party"]),
    // The words by which addresses name a role's view.
    ("declare/grant.rs", &["credit", "account", "vendor", "supplier"]),
    ("flow.rs", &["activate", "deactivate"]),
    ("schema/mod.rs", &["days", "id"]),
    ("write/index.rs", &["id"]),
    // The name of a status's picture.
    ("schema/status.rs", &["card"]),
    ("access/rights.rs", &["view", "export", "print"]),
    // What became of a batch.
    ("ledger/stock/life.rs", &["made", "used", "arrived"]),
    // What a command of an older program called an account.
    ("write/command.rs", &["employee", "delete"]),
    ("write/files.rs", &["file"]),
    // What the history keeps of a step's inputs.
    ("write/save.rs", &["add", "edit", "delete", "remarks", "reason"]),
    // The accounts and dimensions of the ledgers, as their keys spell them.
    (
        "ledger/books.rs",
        &["round_off", "bank", "customer", "supplier", "vendor", "sales_return", "tcs"],
    ),
    ("ledger/credit", &["credit", "order", "invoice", "receipt", "limit", "receive", "settle"]),
    ("ledger/credit", &["credit_note", "debit_note", "charges"]),
    ("ledger/mod.rs", &["post"]),
    ("ledger/stock", &["batch", "sku", "yard", "order", "orders"]),
];

/// What tells the browser of declarations does so in the words of the wire.
const WIRE: &[&str] = &["schema/describe.rs", "schema/openapi.rs", "schema/typescript.rs"];

/// Where a digest is still made of it; none may join them.
const DEBUGGED: &[&str] = &["core/src/docs/orders/record.rs", "core/src/report/cut.rs"];

#[test]
fn no_text_that_is_kept_is_made_for_debugging() {
    let mut wrong = Vec::new();
    let all = source::rust("core/src").into_iter();
    for source in all.filter(|source| !DEBUGGED.contains(&source.path.as_str())) {
        let debugs = source.texts.iter().filter(|(_, text)| text.contains(":?}"));
        // What `Fault`, an assertion or a finding of the audit says is read by people and never kept.
        let said = |at: usize| {
            let line = source.whole[..at].rfind('\n').map_or(0, |at| at + 1);
            let before = &source.code[line..at];
            ["Fault", "assert", "found.add", "self.add", "panic!"]
                .iter()
                .any(|one| before.contains(one))
        };
        let kept = debugs.filter(|(at, _)| !said(*at));
        wrong
            .extend(kept.map(|(at, text)| format!("{}:{}: {text}", source.path, source.line(*at))));
    }
    none(wrong);
}

/// The core says which icons a menu may have, and only the app can draw them: both know the same ones.
#[test]
fn the_app_draws_the_icons_that_a_menu_may_have() {
    let drawn = fs::read_to_string(source::root().join("web/src/ui/MenuIcon.tsx")).unwrap();
    let (_, rest) = drawn.split_once("const MENU_ICONS").unwrap();
    let (rows, _) = rest.split_once("\n}").unwrap();
    let keys = rows.lines().skip(1).filter_map(|line| line.trim().split_once(": "));
    let drawn: BTreeSet<&str> = keys.map(|(key, _)| key).collect();
    let known: BTreeSet<&str> = docs::roles::MENU_ICONS.iter().copied().collect();
    assert_eq!(drawn, known);
}
