//! What a person is refused with is a text and its parameters, so that the browser can say it in another language;
//! the list of these texts is `web/src/words/refusals.txt`, and `UPDATE=1` writes it anew.
//!
//! The list holds the text of every `said!`; the texts that a refusal is made of where it stands, and those that
//! it takes by a name (`let message = …`, `for (key, message) in …`, a constant); the same of the functions and
//! closures of a file that pass on a `Said`; and sentences that become one by `.into()`. It does not hold what is
//! finished where nobody can see its text: the words of a reader of JSON, and of a file that is no workbook.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;

use crate::source::{self, Source};

/// What refuses, and the place of what it says among its arguments.
const MAKERS: &[(&str, usize)] = &[
    ("Issue::new", 2),
    ("Issue::whole", 1),
    ("Refused::one", 1),
    ("Halt::refuse", 1),
    ("Failure::refuse", 1),
    ("Failure::malformed", 1),
    ("Problem::new", 2),
    ("Problem::of", 1),
    ("Problem::malformed", 1),
    ("Said::finished", 0),
    ("Said::from", 0),
];

/// Where a sentence is finished before it is said, each with the reason; few may join them.
const FINISHED: &[(&str, &str)] = &[
    ("core/src/docs/years.rs", "a list of what several masters do not let in"),
    ("server/src/http/mod.rs", "the words of the reader of an address"),
    ("server/src/api/session.rs", "the words of the reader of a form"),
    ("server/src/made/reports.rs", "the words of the reader of an address"),
    ("server/src/call/reply.rs", "how many more issues there are, behind the first"),
];

/// Functions whose texts are said as they stand.
const SPEAKING: &[(&str, &str)] = &[("server/src/failure.rs", "fn detail(")];

/// Where an error is one for a person, whoever makes a refusal of it.
const RETURNING: &[&str] =
    &["core/src/docs", "core/src/query", "core/src/table", "core/src/ledger"];

const LIST: &str = "web/src/words/refusals.txt";

fn sources() -> Vec<Source> {
    let mut all = source::rust("core/src");
    all.extend(source::rust("server/src"));
    all.retain(|one| !one.path.ends_with("tests.rs") && one.path != "core/src/said.rs");
    all
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The places behind the opening bracket of every call of a name.
fn calls(code: &str, name: &str) -> Vec<usize> {
    let open = format!("{name}(");
    let apart = |at: &usize| {
        let before = code[..*at].chars().next_back();
        !before.is_some_and(|c| is_word(c) || c == ':')
    };
    let own = |at: &usize| !code[..*at].ends_with("fn ");
    let found = code.match_indices(&open).map(|(at, _)| at).filter(apart).filter(own);
    found.map(|at| at + open.len()).collect()
}

/// Until where a bracket is open that was opened before, and where it is divided by one of some signs.
fn divided(code: &str, from: usize, signs: &[char]) -> (usize, Vec<usize>) {
    let (mut depth, mut at_signs) = (0_i32, Vec::new());
    for (at, c) in code[from..].char_indices() {
        match c {
            c if depth == 0 && signs.contains(&c) => at_signs.push(from + at),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return (from + at, at_signs),
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    (code.len(), at_signs)
}

/// The arguments of a call, without the space around them.
fn arguments(code: &str, from: usize) -> Vec<Range<usize>> {
    let (end, commas) = divided(code, from, &[',']);
    let mut begin = from;
    let mut found = Vec::new();
    for to in commas.into_iter().chain([end]) {
        let text = &code[begin..to];
        let from = begin + (text.len() - text.trim_start().len());
        if !text.trim().is_empty() {
            found.push(from..from + text.trim().len());
        }
        begin = to + 1;
    }
    found
}

/// What a text says, with its escapes taken back.
fn plain(text: &str) -> String {
    let mut said = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (c, c == '\\') {
            (_, false) => said.push(c),
            _ => match rest.next() {
                Some('\n') => rest = rest.as_str().trim_start().chars(),
                Some('n') => said.push('\n'),
                Some(other) => said.push(other),
                None => {}
            },
        }
    }
    said
}

/// Whether a text is one for a person, where it might be a key.
fn is_sentence(text: &str) -> bool {
    text.contains(' ') && text.starts_with(|c: char| c.is_uppercase() || c == '{' || c.is_numeric())
}

/// The refusals of a tree of files, and the constants that they may be named by.
struct Reading {
    sources: Vec<Source>,
    constants: BTreeMap<String, String>,
    found: BTreeSet<String>,
}

impl Reading {
    fn new() -> Reading {
        let sources = sources();
        let mut constants = BTreeMap::new();
        for source in &sources {
            for (at, text) in &source.texts {
                let before = source.code[..*at].trim_end();
                let Some(before) = before.strip_suffix(": &str =") else { continue };
                let name = before.rsplit(|c| !is_word(c)).next().unwrap_or_default();
                constants.insert(name.to_owned(), plain(text));
            }
        }
        Reading { sources, constants, found: BTreeSet::new() }
    }

    fn read(mut self) -> BTreeSet<String> {
        let sources = std::mem::take(&mut self.sources);
        let shared = shared(&sources);
        for source in &sources {
            for from in calls(&source.code, "said!") {
                let first = &arguments(&source.code, from)[0];
                self.found.extend(texts(source, first.clone()).map(plain));
            }
            let mut makers: BTreeMap<String, usize> =
                MAKERS.iter().map(|(name, at)| ((*name).to_owned(), *at)).collect();
            for one in shared.iter().filter(|one| one.reaches(source)) {
                makers.insert(one.name.clone(), one.at);
                for module in ["super", &one.module] {
                    makers.insert(format!("{module}::{}", one.name), one.at);
                }
            }
            makers.extend(passing(source).into_iter().map(|one| (one.name, one.at)));
            for (name, place) in &makers {
                for from in calls(&source.code, name) {
                    if let Some(what) = arguments(&source.code, from).get(*place) {
                        self.said(source, what.clone());
                    }
                }
            }
            self.become_said(source);
            if RETURNING.iter().any(|folder| source.path.starts_with(folder)) {
                for from in calls(&source.code, "Err") {
                    let end = divided(&source.code, from, &[]).0;
                    if !source.code[from..end].contains("format!") {
                        self.sentences(source, from..end);
                        self.named(source, end, "message");
                    }
                }
            }
            for (_, begin) in SPEAKING.iter().filter(|(path, _)| *path == source.path) {
                let at = source.code.find(begin).unwrap();
                let open = at + source.code[at..].find('{').unwrap() + 1;
                self.sentences(source, open..divided(&source.code, open, &[]).0);
            }
        }
        self.found
    }

    /// What stands as the argument of a refusal: a text, a constant, or a name for some texts.
    fn said(&mut self, source: &Source, what: Range<usize>) {
        let code = &source.code[what.clone()];
        if code.starts_with('"') {
            let sentences = texts(source, what).map(plain).filter(|text| text.contains(' '));
            self.found.extend(sentences);
            return;
        }
        let code = code.strip_suffix(".into()").unwrap_or(code);
        if let Some(text) = self.constants.get(code.rsplit("::").next().unwrap()) {
            self.found.insert(text.clone());
        } else if code.chars().all(is_word) {
            self.named(source, what.start, code);
        } else if ["match ", "if "].iter().any(|one| code.starts_with(one)) {
            self.sentences(source, what);
        }
    }

    /// The sentences that a name stands for at a place; a name may stand for another.
    fn named(&mut self, source: &Source, at: usize, name: &str) {
        let Some(bound) = bound(&source.code, at, name) else { return };
        let other = source.code[bound.clone()].trim();
        if !other.is_empty() && other.chars().all(is_word) && other != name {
            self.named(source, bound.start, other);
        }
        self.sentences(source, bound);
    }

    fn sentences(&mut self, source: &Source, within: Range<usize>) {
        let code = &source.code[within.clone()];
        // A `said!` is read by itself: its parameters may have sentences that are no refusals.
        let parameters: Vec<Range<usize>> = calls(code, "said!")
            .into_iter()
            .map(|from| within.start + from..divided(&source.code, within.start + from, &[]).0)
            .collect();
        let beside = |at: usize| !parameters.iter().any(|one| one.contains(&at));
        let inside = source.texts.iter().filter(|(at, _)| within.contains(at) && beside(*at));
        self.found.extend(inside.map(|(_, text)| plain(text)).filter(|text| is_sentence(text)));
        let names = code.split(|c| !is_word(c));
        let named = names.filter_map(|name| self.constants.get(name));
        self.found.extend(named.filter(|text| is_sentence(text)).cloned());
    }

    /// Sentences that become what is said by `.into()`.
    fn become_said(&mut self, source: &Source) {
        if !source.code.contains("Said") && !source.code.contains("said!") {
            return;
        }
        for (at, text) in &source.texts {
            let behind = source.code[*at + text.len() + 2..].trim_start();
            if behind.starts_with(".into()") && is_sentence(text) {
                self.found.insert(plain(text));
            }
        }
    }
}

/// The texts in a part of a file.
fn texts(source: &Source, within: Range<usize>) -> impl Iterator<Item = &str> {
    let inside = move |at: usize| within.contains(&at);
    source.texts.iter().filter(move |(at, _)| inside(*at)).map(|(_, text)| text.as_str())
}

/// The statement that gave a name its value last before a place.
fn bound(code: &str, before: usize, name: &str) -> Option<Range<usize>> {
    let mut end = before;
    loop {
        let at = ["let ", "for "].iter().filter_map(|one| code[..end].rfind(one)).max()?;
        end = at;
        let ends_with = if code[at..].starts_with("let ") { "=" } else { " in " };
        let pattern = &code[at + 4..at + code[at..].find(ends_with)?];
        if pattern.contains(';') || !pattern.split(|c| !is_word(c)).any(|word| word == name) {
            continue;
        }
        let value = at + 4 + pattern.len() + ends_with.len();
        let sign = if ends_with == "=" { ';' } else { '{' };
        let (close, signs) = divided(code, value, &[sign]);
        return Some(value..signs.first().copied().unwrap_or(close));
    }
}

/// A function or closure that passes on what is said.
struct Passing {
    name: String,
    /// The place of what is said among its arguments.
    at: usize,
    /// The module that it stands in.
    module: String,
    /// The folder in which others may call it as they do in its own file.
    folder: Option<String>,
}

impl Passing {
    fn reaches(&self, source: &Source) -> bool {
        let named = format!("{}::", self.module);
        let inside = |folder: &str| source.path.starts_with(folder) || source.code.contains(&named);
        self.folder.as_deref().is_some_and(inside)
    }
}

fn shared(sources: &[Source]) -> Vec<Passing> {
    sources.iter().flat_map(passing).filter(|one| one.folder.is_some()).collect()
}

/// Those that a file has: with an argument `message: Said`, `said: impl Into<Said>` or `why: &'static str`.
fn passing(source: &Source) -> Vec<Passing> {
    let code = &source.code;
    let mut found = Vec::new();
    for kind in [": Said", ": impl Into<Said>", ": &'static str"] {
        for (at, _) in code.match_indices(kind) {
            let name = code[..at].rsplit(|c| !is_word(c)).next().unwrap_or_default();
            if kind.ends_with("str") && !["message", "why", "said"].contains(&name) {
                continue;
            }
            found.extend(passing_at(source, at));
        }
    }
    found
}

fn passing_at(source: &Source, at: usize) -> Option<Passing> {
    let code = &source.code;
    let mut depth = 0;
    let (mut open, mut commas) = (None, 0);
    for (place, c) in code[..at].char_indices().rev() {
        match c {
            ')' | ']' | '>' => depth += 1,
            '(' | '|' if depth == 0 => {
                open = Some((place, c));
                break;
            }
            '(' | '[' | '<' => depth -= 1,
            ',' if depth == 0 => commas += 1,
            ';' | '{' | '}' => return None,
            _ => {}
        }
    }
    let (open, sign) = open?;
    let before = code[..open].trim_end();
    let path = source.path.trim_end_matches(".rs").trim_end_matches("/mod");
    let module = path.rsplit('/').next()?.to_owned();
    if sign == '|' {
        let name = before.strip_suffix('=')?.trim_end().rsplit(|c| !is_word(c)).next()?;
        return Some(Passing { name: name.to_owned(), at: commas, module, folder: None });
    }
    // The generics of a function stand between its name and its arguments.
    let before = before.rsplit_once('<').filter(|_| before.ends_with('>')).map_or(before, |p| p.0);
    let name = before.rsplit(|c| !is_word(c)).next()?;
    let head = before[..before.len() - name.len()].trim_end();
    let inside = code[open + 1..at].trim_start();
    let method = ["&self", "&mut self", "self"].iter().any(|one| inside.starts_with(one));
    let public = head.rsplit('\n').next()?.contains("pub");
    let folder = source.path.rsplit_once('/').map(|(folder, _)| format!("{folder}/"));
    head.ends_with("fn").then(|| Passing {
        name: name.to_owned(),
        at: commas - usize::from(method),
        module,
        folder: folder.filter(|_| public && !method),
    })
}

#[test]
fn a_refusal_is_made_of_a_text_and_its_parameters() {
    let mut wrong = Vec::new();
    for source in sources() {
        for (name, place) in MAKERS {
            for from in calls(&source.code, name) {
                let arguments = arguments(&source.code, from);
                let Some(said) = arguments.get(*place) else { continue };
                let known = FINISHED.iter().any(|(path, _)| *path == source.path);
                let finished = *name == "Said::finished" && !known;
                // A parameter may be put together: what is said around it is not.
                if finished || source.code[said.clone()].starts_with("format!") {
                    wrong.push(format!("{}:{}: {name}", source.path, source.line(from)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_braces_of_a_text_hold_a_name_and_nothing_else() {
    let mut wrong = Vec::new();
    for source in sources() {
        for from in calls(&source.code, "said!") {
            let first = arguments(&source.code, from)[0].clone();
            let text = texts(&source, first).next().unwrap_or_default();
            let named = |part: &str| {
                let name = part.split_once('}').map_or("", |(name, _)| name);
                !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_')
            };
            if text.matches('{').count() != text.matches('}').count()
                || !text.split('{').skip(1).all(named)
            {
                wrong.push(format!("{}:{}: {text}", source.path, source.line(from)));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_list_of_refusals_is_current() {
    let mut wanted = String::new();
    for text in Reading::new().read() {
        assert!(!text.contains('\n'), "{text:?} has several lines");
        wanted += &text;
        wanted.push('\n');
    }
    let path = source::root().join(LIST);
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &wanted).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "{LIST} is stale: npm run gen");
}
