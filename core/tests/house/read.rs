//! What is declared is read: a field that no rule, report, paper or page reads is one for people, and says why.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::source::{self, Source};
use godown_core::docs;
use godown_core::schema::{Field, Kind};

/// Fields that only people read, on the pages that show every field of a document, and why each is kept.
const FOR_PEOPLE: &[(&str, &str)] = &[
    ("employment", "the personnel file: whether somebody joined, is on notice or left"),
    ("holder", "whoever pays by hand compares it with the bank's answer"),
    ("loading_no", "a line of the plan of a reversal names the loading beside its own number"),
    ("first_g", "the sheet of a stock audit shows the first count beside the second"),
    ("office_address", "where letters go that are not bills"),
    ("rcp_paise", "the price that dealers are told to recommend; nobody sells at it"),
    ("sales_team", "whom a branch manager leads; rights follow from branches"),
    ("tds_rate_bp", "accounts deduct it in their own books"),
    ("tds_section", "accounts deduct it in their own books"),
];

/// The words that a field is declared with.
const BUILDERS: &[&str] = &[
    "text",
    "note",
    "code",
    "link",
    "date",
    "instant",
    "int",
    "days",
    "hours",
    "percent",
    "paise",
    "rate",
    "grams",
    "pieces",
    "millimetres",
    "yes_no",
    "choice",
    "many",
    "rows",
    "group",
    "file",
    "reason",
    "time",
    "secret",
    "called",
];

/// The keys of fields that are offered, by whether a list, a search or a right reads them anyway.
fn declared() -> BTreeMap<&'static str, bool> {
    let mut found = BTreeMap::new();
    for def in docs::ALL {
        gather(def.fields, &mut found);
        def.flow.steps.iter().for_each(|step| gather(step.inputs, &mut found));
        for key in def.filters.iter().chain(def.sorts) {
            if let Some(read) = found.get_mut(key.trim_start_matches('-')) {
                *read = true;
            }
        }
    }
    found
}

fn gather(fields: &'static [Field], found: &mut BTreeMap<&'static str, bool>) {
    for field in fields.iter() {
        let read = field.listed || field.searched || field.unique || field.gives_rights;
        *found.entry(field.key).or_default() |= read;
        match field.kind {
            Kind::Rows { fields, .. } | Kind::Group(fields) => gather(fields, found),
            _ => {}
        }
    }
}

/// Whether a text is the key of a declaration: `text("key", "Label"`.
fn declares(file: &Source, at: usize, said: &str) -> bool {
    let before = file.whole[..at].trim_end();
    let Some(before) = before.strip_suffix('(') else { return false };
    let word = before.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
    let after = file.whole[at + said.len() + 2..].trim_start();
    let labelled = after.strip_prefix(',').is_some_and(|rest| rest.trim_start().starts_with('"'));
    labelled && word.is_some_and(|word| BUILDERS.contains(&word))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Everything that code names: keys in its texts, members of its types, and all words of the app.
fn named() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let given = |path: &str| ["/seed", "/starter", "/demo"].iter().any(|part| path.contains(part));
    let all = source::rust("core/src").into_iter().chain(source::rust("server/src"));
    for file in all.filter(|file| !given(&file.path)) {
        let texts = file.texts.iter().filter(|(at, said)| !declares(&file, *at, said));
        found.extend(texts.flat_map(|(_, said)| said.split('.')).map(str::to_owned));
        for (at, _) in file.code.match_indices('.') {
            let rest = &file.code[at + 1..];
            let member = words(rest).next().filter(|word| rest.starts_with(word));
            let Some(member) = member else { continue };
            if !rest[member.len()..].starts_with('(') {
                found.insert(member.to_owned());
            }
        }
    }
    for path in source::files(&source::root().join("web/src"), &["ts", "tsx"]) {
        let name = path.to_string_lossy();
        if !name.ends_with(".gen.ts") && !name.contains(".test.") {
            found.extend(words(&fs::read_to_string(&path).unwrap()).map(str::to_owned));
        }
    }
    found
}

fn unread() -> BTreeSet<&'static str> {
    let named = named();
    let fields = declared().into_iter().filter(|(key, read)| !read && !named.contains(*key));
    fields.map(|(key, _)| key).collect()
}

#[test]
fn a_declared_field_is_read_or_kept_for_people() {
    let kept: BTreeSet<&str> = FOR_PEOPLE.iter().map(|(key, _)| *key).collect();
    let idle: Vec<&str> = unread().difference(&kept).copied().collect();
    assert!(idle.is_empty(), "declared, and read by nothing: {}", idle.join(", "));
}

#[test]
fn what_is_kept_for_people_is_declared_and_read_by_nothing_else() {
    let unread = unread();
    let gone: Vec<&str> =
        FOR_PEOPLE.iter().map(|(key, _)| *key).filter(|key| !unread.contains(key)).collect();
    assert!(gone.is_empty(), "read by now, or gone: {}", gone.join(", "));
}
