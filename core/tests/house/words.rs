//! The words of the product: one for one idea, as the glossary says, in every text of core, server and app.

use std::collections::BTreeSet;
use std::fs;

use crate::source;

/// Texts in another's words, each with the reason.
const OTHERS: &[(&str, &str)] = &[
    // Names of firms and people.
    ("server/src/demo/", ""),
    // What a person types to find a command.
    ("web/src/app/shell/commands.ts", "log out"),
    // The fields of the portals' files, of Tally's and of a certificate's.
    ("core/src/report/tally/", ""),
    // The wire of the specification.
    ("server/src/http/routes.rs", "login"),
    ("server/src/api/session.rs", "login"),
    ("server/src/api/desk/auth.rs", "email"),
];

struct Entry {
    line: usize,
    words: Vec<String>,
    never: Vec<String>,
}

/// The rows of the tables of GLOSSARY.md.
fn glossary() -> Vec<Entry> {
    let text = fs::read_to_string(source::root().join("GLOSSARY.md")).unwrap();
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let Some(row) = line.strip_prefix("| ") else { continue };
        let cells: Vec<&str> = row.trim_end_matches('|').split('|').map(str::trim).collect();
        assert_eq!(
            cells.len(),
            3,
            "GLOSSARY.md:{}: a word, what it means, what it rules out",
            at + 1
        );
        if cells[0] != "Word" {
            let each = |cell: &str| cell.split(", ").map(str::to_owned).collect();
            found.push(Entry { line: at + 1, words: each(cells[0]), never: each(cells[2]) });
        }
    }
    found
}

/// What people read: the place and the text.
fn texts() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in ["core/src", "server/src"] {
        let live = |one: &source::Source| !one.path.ends_with("tests.rs");
        for source in source::rust(folder).into_iter().filter(live) {
            for (at, text) in &source.texts {
                let place = format!("{}:{}", source.path, source.line(*at));
                found.push((place, without_values(text)));
            }
        }
    }
    let root = source::root();
    let app = source::files(&root.join("web/src"), &["ts", "tsx"]);
    let folder = source::files(&root.join("server/src/upkeep/auditor"), &["js", "html"]);
    for path in app.into_iter().chain(folder) {
        let name = path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
        if name.ends_with(".gen.ts") || name.contains(".test.") {
            continue;
        }
        for (at, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let said = spoken(line).into_iter();
            found.extend(said.map(|text| (format!("{name}:{}", at + 1), text)));
        }
    }
    // A word alone in small letters is a key.
    found.retain(|(_, text)| text.contains(' ') || text.starts_with(|c: char| c.is_uppercase()));
    found
}

/// The texts on a line of the app: between quotes, and what stands bare between tags.
fn spoken(line: &str) -> Vec<String> {
    let line = line.trim();
    if ["//", "*", "/*", "import ", "export {"].iter().any(|one| line.starts_with(one)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut bare = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['\'', '"', '`']) {
        let quote = &rest[at..=at];
        let letter = |c: char| c.is_alphanumeric();
        // Within a word it is an apostrophe.
        let apart = !rest[..at].ends_with(letter);
        let end = rest[at + 1..].find(quote).map(|end| at + 1 + end);
        let (true, Some(end)) = (apart, end) else {
            bare.push_str(&rest[..=at]);
            rest = &rest[at + 1..];
            continue;
        };
        bare.push_str(&rest[..at]);
        bare.push('=');
        found.push(rest[at + 1..end].to_owned());
        rest = &rest[end + 1..];
    }
    bare.push_str(rest);
    let bare = without_values(&bare);
    let code = |c: char| "=;(){}[]|&?@#$_/\\+*".contains(c);
    let between = bare.split(['<', '>']).map(str::trim);
    let said = |one: &&str| one.contains(' ') && !one.contains(code) && !is_code(one);
    found.extend(between.filter(said).map(str::to_owned));
    found
}

/// A line with what stands in braces left out.
fn without_values(bare: &str) -> String {
    let mut depth = 0_i32;
    let mut kept = String::new();
    for c in bare.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => {
                depth -= 1;
                kept.push('…');
            }
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

/// Whether it is a line of the program: `return x`, `key: value,`.
fn is_code(bare: &str) -> bool {
    let first = bare.split(' ').next().unwrap_or_default();
    ["return", "class"].contains(&first)
        || (first.ends_with(':') && first.starts_with(|c: char| c.is_lowercase()))
}

/// Whether a text has these words, whole and in any case.
fn has(text: &str, words: &str) -> bool {
    let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '-');
    text.match_indices(words).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + words.len()..].chars().next();
        !word(before) && !word(after)
    })
}

#[test]
fn no_text_uses_what_the_glossary_rules_out() {
    let glossary = glossary();
    let mut wrong = Vec::new();
    for (place, text) in texts() {
        let small = text.to_lowercase();
        for entry in &glossary {
            for never in &entry.never {
                let others = OTHERS.iter().any(|(path, words)| {
                    place.starts_with(path) && (words.is_empty() || words == never)
                });
                if !others && has(&small, &never.to_lowercase()) {
                    let say = entry.words.join(", ");
                    wrong.push(format!("{place}: \"{text}\": {never}; the glossary says {say}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_glossary_holds_words_that_the_product_uses_each_once() {
    let all: Vec<String> = texts().into_iter().map(|(_, text)| text.to_lowercase()).collect();
    let mut met = BTreeSet::new();
    for entry in glossary() {
        for word in &entry.words {
            assert!(met.insert(word.clone()), "GLOSSARY.md:{}: {word} stands twice", entry.line);
            let small = word.to_lowercase();
            let used = all.iter().any(|text| has(text, &small) || text.contains(&small));
            assert!(used, "GLOSSARY.md:{}: no text says {word}", entry.line);
        }
        for never in &entry.never {
            assert!(!entry.words.contains(never), "GLOSSARY.md:{}: {never} is both", entry.line);
        }
    }
}
