//! The name of an SKU from its product group's template: `MS ERW Pipe {nb}NB {od}OD × {thk} × {len} m`.

use super::kit::Kit;
use crate::said;
use crate::said::Said;

/// A template's words, each with what stands in it.
struct Word<'t> {
    text: &'t str,
    tokens: Vec<&'t str>,
}

/// Signs that stand between two sizes: they go where one of the two goes.
const BETWEEN: &[&str] = &["x", "X", "×", "*", "-", "–", "/", ","];
/// The words of a name template beside the codes of properties.
const ALWAYS: &[&str] = &["group", "len", "grade", "make"];

/// The longest name, in characters.
const LONGEST: usize = 120;

/// The error of a template, whatever it is used for.
pub fn form_issue(template: &str) -> Option<Said> {
    let mut open = false;
    for c in template.chars() {
        match c {
            '{' if open => return Some("A { stands inside another".into()),
            '}' if !open => return Some("A } closes nothing".into()),
            '{' | '}' => open = c == '{',
            c if open && c.is_whitespace() => {
                return Some("Names in { } have no spaces".into());
            }
            _ => {}
        }
    }
    if open {
        return Some("A { is not closed".into());
    }
    let empty = words(template).iter().any(|word| word.tokens.iter().any(|one| one.is_empty()));
    empty.then(|| "A { } names nothing".into())
}

/// The first name that a template uses and its group does not have.
pub fn unknown_issue(template: &str, kit: &Kit) -> Option<Said> {
    let codes: Vec<String> = kit.properties.iter().map(|one| one.code.to_lowercase()).collect();
    let known = |token: &str| {
        let token = token.to_lowercase();
        ALWAYS.contains(&token.as_str()) || codes.contains(&token)
    };
    let words = words(template);
    let unknown = words.iter().flat_map(|word| &word.tokens).find(|token| !known(token))?;
    let mut all = codes.clone();
    all.extend(
        ALWAYS
            .iter()
            .filter(|name| !codes.iter().any(|code| code == *name))
            .map(|name| (*name).to_owned()),
    );
    Some(said!(
        "Unknown name '{unknown}' in the name template. Available: {all}",
        unknown,
        all = all.join(", ")
    ))
}

fn words(template: &str) -> Vec<Word<'_>> {
    let word = |text| {
        let parts: Vec<&str> = str::split(text, '{').skip(1).collect();
        let tokens = parts.into_iter().filter_map(|part| Some(part.split_once('}')?.0)).collect();
        Word { text, tokens }
    };
    template.split_whitespace().map(word).collect()
}

/// The name by a template. A word with a name that has no value is left out, and so is the sign
/// that ties it to its neighbour.
pub fn by_template(template: &str, value: &dyn Fn(&str) -> Option<String>) -> String {
    let mut made: Vec<String> = Vec::new();
    let mut sign: Option<&str> = None;
    // Whether something stands before the sign that the sign ties to.
    let mut tied = false;
    for word in words(template) {
        if BETWEEN.contains(&word.text) {
            sign = Some(word.text);
            continue;
        }
        let before = sign.take().filter(|_| tied);
        let text = filled(&word, value);
        tied = text.is_some() || before.is_some();
        if let Some(text) = text {
            made.extend(before.map(str::to_owned));
            made.push(text);
        }
    }
    cut(&made.join(" "))
}

/// Names end where the field does.
pub fn cut(name: &str) -> String {
    name.chars().take(LONGEST).collect()
}

fn filled(word: &Word, value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let mut text = word.text.to_owned();
    for token in &word.tokens {
        text = text.replacen(&format!("{{{token}}}"), &value(&token.to_lowercase())?, 1);
    }
    Some(text)
}
