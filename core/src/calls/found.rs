//! What is found among choices and rows at hand by what was typed, as the server finds it in lists.

use serde_json::Value;

use super::{read, text};
use crate::json::{json_struct, object};
use crate::kept::doc::Record;
use crate::rank::{self, NameStanding, Typed, natural_key};
use crate::write::index::SearchTexts;
use crate::{docs, json_answer};

json_struct! { LOOSE
    /// Something to choose, by the names and the other words that find it.
    #[derive(Eq)]
    pub struct RankChoice {
        pub names: Vec<String>,
        pub others: Vec<String>,
    }
}

json_answer! {
    /// A choice that was found.
    pub struct RankedChoice {
        /// Where it stood among those that were given.
        pub at: usize,
        /// Whether what was typed is all of one of its names.
        pub exact: bool,
    }
}

/// The choices that what was typed finds, those that answer best first; of equals the one that was given first.
///
/// Errors: arguments of another form.
pub(super) fn ranked(args: &Value) -> Result<Value, String> {
    let typed = Typed::new(text(args, "q")?);
    let choices: Vec<RankChoice> = read(args, "choices")?;
    fn plain(texts: &[String]) -> Vec<&str> {
        texts.iter().map(String::as_str).collect()
    }
    let mut found: Vec<(NameStanding, usize)> = Vec::new();
    for (at, choice) in choices.iter().enumerate() {
        let texts = || choice.names.iter().chain(&choice.others);
        if typed.finds(&texts().flat_map(|text| rank::words(text)).collect::<Vec<_>>()) {
            found.push((typed.standing(&plain(&choice.names), &plain(&choice.others)), at));
        }
    }
    found.sort();
    let told = found.into_iter().map(|(standing, at)| {
        let exact = !typed.is_empty() && standing.is_exact();
        super::value(&RankedChoice { at, exact })
    });
    told.collect()
}

/// Where the things stand that pasted words mean, by the names of each, as [`rank::meant`] has it.
///
/// Errors: arguments of another form.
pub(super) fn meant(args: &Value) -> Result<Value, String> {
    let names: Vec<Vec<String>> = read(args, "names")?;
    super::value(&rank::meant(text(args, "q")?, &names))
}

/// Where the rows of a type's list stand that what was typed finds, the best first, as a page of the list has them.
///
/// Errors: an unknown type, or arguments of another form.
pub(super) fn found(args: &Value) -> Result<Value, String> {
    let doc_type = text(args, "doc_type")?;
    let def = docs::find(doc_type).ok_or_else(|| format!("no type {doc_type}"))?;
    let typed = Typed::new(text(args, "q")?);
    let rows = args.get("rows").and_then(Value::as_array).ok_or("missing field `rows`")?;
    let by_name = !def.default_sort().1 && !typed.is_empty();
    let mut found = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let row: &Record = object(row).map_err(|why| format!("rows: {why}"))?;
        let texts = SearchTexts::of_row(def, row);
        if typed.finds(&texts.words()) {
            let name = texts.names.first().filter(|_| by_name).map(|name| natural_key(name));
            found.push((texts.standing(&typed), name, at));
        }
    }
    found.sort();
    Ok(found.into_iter().map(|(_, _, at)| Value::from(at)).collect())
}
