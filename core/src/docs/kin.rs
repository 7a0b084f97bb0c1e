//! Firms whose names are nearly the same: what a person is warned of before the same firm is kept twice.

use std::collections::BTreeSet;

use crate::declare::case::Look;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::Range;
use crate::rank::split_words;
use crate::schema::DocType;

/// Words that many firms carry, which tell none from another.
const COMMON: &[&str] = &[
    "agencies",
    "agency",
    "and",
    "bros",
    "brothers",
    "co",
    "company",
    "corporation",
    "corp",
    "enterprise",
    "enterprises",
    "india",
    "industries",
    "industry",
    "iron",
    "limited",
    "llp",
    "ltd",
    "m",
    "messrs",
    "metal",
    "metals",
    "ms",
    "pipe",
    "pipes",
    "private",
    "pvt",
    "s",
    "shree",
    "shri",
    "sons",
    "sri",
    "steel",
    "steels",
    "the",
    "trader",
    "traders",
    "trading",
    "tube",
    "tubes",
];

/// How many entries of the search index one word is looked up among.
const LOOKED_UP: usize = 400;
/// How many firms are compared name by name.
const COMPARED: usize = 60;
/// How many are told of.
const TOLD: usize = 3;

/// Other documents of the type whose names are nearly this one's, at most three.
pub fn near(case: &Look, def: &DocType, doc: &Doc) -> Result<Vec<Doc>, Halt> {
    let name = significant(doc.text("name").unwrap_or_default());
    let mut ids: BTreeSet<String> = BTreeSet::new();
    for word in name.iter().filter(|word| word.chars().count() >= 3).take(3) {
        ids.extend(named_so(case, def, word)?.into_iter().filter(|id| *id != doc.id));
    }
    let mut found = Vec::new();
    for id in ids.iter().take(COMPARED) {
        let Some(other) = case.find(def.key, id)? else { continue };
        let other_name = significant(other.text("name").unwrap_or_default());
        if other.status != "Inactive" && alike(&name, &other_name) {
            found.push(Doc::clone(&other));
        }
    }
    found.truncate(TOLD);
    Ok(found)
}

/// The ids of documents found by a word that differs from this one by a slip of the finger.
fn named_so(case: &Look, def: &DocType, word: &str) -> Result<Vec<String>, Halt> {
    let head: String = word.chars().take(3).collect();
    let mut begins = keys::key(&["word", def.key, &head]);
    // Words that begin so, not this word alone.
    begins.pop();
    let mut ids = Vec::new();
    for key in case.keys(&Range::prefix(&begins), LOOKED_UP)? {
        if let [_, _, known, id] = keys::parts(&key)[..]
            && is_slip(word, known)
        {
            ids.push(id.to_owned());
        }
    }
    Ok(ids)
}

/// The words of a name that tell it from others, in order; all of them where none does.
fn significant(name: &str) -> Vec<String> {
    let words = split_words(name);
    let telling: Vec<String> =
        words.iter().filter(|word| !COMMON.contains(&word.as_str())).cloned().collect();
    if telling.is_empty() { words } else { telling }
}

/// The same words in another order, or the same letters but for a slip.
fn alike(one: &[String], other: &[String]) -> bool {
    let sorted = |words: &[String]| {
        let mut words = words.to_vec();
        words.sort();
        words
    };
    !one.is_empty() && (sorted(one) == sorted(other) || is_slip(&one.concat(), &other.concat()))
}

/// One letter more, less, wrong or in the wrong place; two in longer names.
pub fn is_slip(one: &str, other: &str) -> bool {
    let (here, there) = (one.chars().count(), other.chars().count());
    let allowed = if here.min(there) >= 8 { 2 } else { 1 };
    // What differs in length by more is no slip, and is not compared letter by letter.
    here.abs_diff(there) <= allowed && strsim::osa_distance(one, other) <= allowed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_by_a_slip_or_by_common_words_are_alike() {
        let table = [
            ("Sharma Tubes", "Sharma Tubes Pvt Ltd", true),
            ("Sharma Tubes", "M/s Sharma Steel & Co", true),
            ("Ganesh Fabricators", "Ganesh Fabricaters", true),
            ("Ganesh Fabricators", "Fabricators Ganesh", true),
            ("Ganesh Fabricators", "Mahesh Fabricators", true),
            ("Patel Steel", "Patil Steel", true),
            ("Patel Steel", "Pandit Steel", false),
            ("Shree Steel Traders", "Shri Steel Traders", true),
            ("Apex Roofing", "Apex Fencing", false),
        ];
        for (one, other, want) in table {
            assert_eq!(alike(&significant(one), &significant(other)), want, "{one} / {other}");
        }
    }
}
