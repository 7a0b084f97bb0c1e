//! Whatever bytes a stranger sends, no reader panics: each is fed its corpus, and changes of it.
//!
//! `npm test` reads every file of `corpus/<target>`, and some thousand changes of them. `npm run prove` goes on for
//! a minute each. What makes a reader panic is written into its corpus: it stays there as a test.

mod change;

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::proof;
use crate::proof::dice::Dice;
use crate::world::World;
use godown_core::decide::decide;
use godown_core::docs;
use godown_core::error::Halt;
use godown_core::formula::{Formula, Per, Variable};
use godown_core::query::list::{self, Where};
use godown_core::schema::check::{Strictness, check};
use godown_core::table::import::Import;
use godown_core::table::plan::Saving;
use godown_core::write::command::{Command, CommandKind};
use godown_server::auth::token::Tokens;
use godown_server::call::strict;
use godown_server::store::walk;
use serde_json::Value;
use tempfile::TempDir;

/// A reader of what comes from outside.
struct Target {
    name: &'static str,
    read: fn(&[u8]),
    /// Pieces that its inputs are made of, beside what stands in the corpus.
    words: &'static [&'static str],
}

const TARGETS: &[Target] = &[
    Target { name: "form", read: form, words: &["&", "=", "%", "%00", "+", "password=", "%c3%28"] },
    Target {
        name: "query",
        read: query,
        words: &["where=", ":eq:", ":in:", "|", "sort=-", "limit="],
    },
    Target {
        name: "command",
        read: command,
        words: &[
            "\"lines\":[",
            "null",
            "-1",
            "9223372036854775807",
            "1e308",
            "\"\\ud800\"",
            "{}",
            "[]",
        ],
    },
    Target { name: "token", read: token, words: &[".", "eyJ", "==", "e30"] },
    Target {
        name: "formula",
        read: formula,
        words: &["(", ")", "*", "/", "pi", "min(", "max(", "0.0001", "99999999999999999999", "a"],
    },
    Target {
        name: "csv",
        read: rows,
        words: &["\"", "\"\"", ",", "\r\n", ";", "\t", "\u{feff}", "=1+1"],
    },
    Target {
        name: "xlsx",
        read: rows,
        words: &["PK\u{1}\u{2}", "PK\u{3}\u{4}", "<c r=\"", "<!DOCTYPE"],
    },
    Target { name: "journal", read: journal, words: &["{\"", "\0\0\0\0", "prev"] },
];

fn form(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = strict::form(text);
    }
}

/// A site to ask and to write in.
static WORLD: LazyLock<World> = LazyLock::new(World::new);

fn query(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(pairs) = strict::form(text) else { return };
    let of = |name: &'static str| -> Vec<String> {
        pairs.iter().filter(|pair| pair.0 == name).map(|pair| pair.1.clone()).collect()
    };
    let conditions: Result<Vec<Where>, Halt> =
        of("where").iter().map(|text| Where::parse(text)).collect();
    let Ok(conditions) = conditions else { return };
    let asked = list::Query {
        q: of("q").concat(),
        conditions,
        sort: of("sort").concat(),
        limit: 5,
        ..list::Query::default()
    };
    let admin = WORLD.who("ADMIN");
    for kind in ["sku", "order", "customer"] {
        let page = list::page(&WORLD.site.memory, &admin, WORLD.site.now, kind, &asked);
        assert!(!matches!(page, Err(Halt::Fault(_))), "{page:?}");
    }
}

/// `{type, record}` looked at and decided as a new document, and what it says of a fault.
fn command(bytes: &[u8]) {
    let Ok(Value::Object(mut body)) = strict::json(bytes) else { return };
    let (Some(Value::String(kind)), Some(Value::Object(record))) =
        (body.remove("type"), body.remove("record"))
    else {
        return;
    };
    let Some(def) = docs::find(&kind) else { return };
    for how in [Strictness::Draft, Strictness::Complete] {
        check(def, &record, None, how);
    }
    let deed = CommandKind::Create { doc_type: kind, record };
    let command = Command { command_id: "ffffffff-ffff-4fff-8fff-ffffffffffff".into(), deed };
    let admin = WORLD.who("ADMIN");
    let decided = decide(&WORLD.site.memory, &admin, WORLD.site.now, &command).map(drop);
    assert!(!matches!(decided, Err(Halt::Fault(_))), "{decided:?}");
}

fn token(bytes: &[u8]) {
    static OURS: LazyLock<(TempDir, Tokens)> = LazyLock::new(|| {
        let place = tempfile::tempdir().unwrap();
        let tokens = Tokens::open(place.path()).unwrap();
        (place, tokens)
    });
    if let Ok(text) = std::str::from_utf8(bytes) {
        assert!(OURS.1.read(text, WORLD.site.now.0).is_none(), "a token of nobody's was taken");
        OURS.1.code_fits("mail", text);
    }
}

fn formula(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(formula) = Formula::parse(text) else { return };
    let names = formula.names();
    let known = |name: &&str| Variable { name: (*name).to_owned(), unit: "mm".to_owned() };
    let known: Vec<Variable> = names.iter().map(known).collect();
    for per in [Per::Piece, Per::Metre] {
        formula.issue(&known, per);
    }
    for value in [0, 1, -1_000, 12_345, i64::MAX] {
        let given: Vec<_> = known.iter().map(|variable| (variable, value)).collect();
        let _ = (formula.grams(&given), formula.grams_of(&given, 6_000));
    }
}

fn rows(bytes: &[u8]) {
    for kind in ["country", "customer", "sku"] {
        let def = docs::find(kind).unwrap();
        for saving in [Saving::Add, Saving::Update] {
            if let Ok(mut import) = Import::open(def, bytes, saving) {
                import.wanted();
                import.check(1_000);
            }
        }
    }
}

/// The bytes as a journal's only file.
fn journal(bytes: &[u8]) {
    static PLACE: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());
    fs::write(PLACE.path().join("0001.log"), bytes).unwrap();
    walk(PLACE.path(), drop);
}

fn corpus(target: &Target) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(target.name)
}

fn kept(target: &Target) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(corpus(target)).unwrap().map(Result::unwrap);
    let one = |entry: fs::DirEntry| {
        (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap())
    };
    entries.map(one).collect()
}

/// How long the reader took; what makes it panic is kept.
fn feed(target: &Target, input: &[u8]) -> Duration {
    let began = Instant::now();
    if catch_unwind(AssertUnwindSafe(|| (target.read)(input))).is_err() {
        let name = format!("panics-{:08x}", crc32fast::hash(input));
        fs::write(corpus(target).join(&name), input).unwrap();
        panic!("{}: corpus/{0}/{name} makes it panic", target.name);
    }
    began.elapsed()
}

#[test]
fn no_reader_panics_whatever_it_is_given() {
    let seconds = proof::size(60, 0);
    let changes = proof::size(usize::MAX, 500);
    for (at, target) in TARGETS.iter().enumerate() {
        let kept: Vec<Vec<u8>> = kept(target).into_values().collect();
        assert!(!kept.is_empty(), "{} has no corpus", target.name);
        for input in &kept {
            feed(target, input);
        }
        let mut dice = Dice(at as u64);
        let (began, mut fed, mut slowest) = (Instant::now(), 0, Duration::ZERO);
        // The long form goes on for its minute; the short one for so many changes.
        while fed < changes && (seconds == 0 || began.elapsed().as_secs() < seconds as u64) {
            let input = change::changed(&mut dice, &kept, target.words);
            slowest = slowest.max(feed(target, &input));
            fed += 1;
        }
        let rate = fed as f64 / began.elapsed().as_secs_f64();
        let figure =
            format!("{rate:.0} a second, the slowest {} ms; 0 panics", slowest.as_millis());
        proof::report(&format!("T18 fuzz: {}", target.name), fed, &figure, "0 panics");
    }
}
