//! Source files as tests look at them: code without comments and texts, and the texts themselves.

use std::fs;
use std::path::{Path, PathBuf};

/// One Rust file; positions are bytes, the same in `whole` and `code`.
pub struct Source {
    /// From the root of the repository, with `/`.
    pub path: String,
    pub whole: String,
    /// Comments, texts and what only tests compile are blank.
    pub code: String,
    /// Every text outside tests: where it begins, and what it says without its escapes taken back.
    pub texts: Vec<(usize, String)>,
}

impl Source {
    fn read(root: &Path, path: &Path) -> Source {
        let whole = fs::read_to_string(path).unwrap();
        let (code, texts) = lexed(&whole);
        let code = without_tests(code);
        let live = |(at, _): &(usize, String)| code[*at..].starts_with('"');
        let texts = texts.into_iter().filter(live).collect();
        let path = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        Source { path, whole, code, texts }
    }

    /// The line of a position, from 1.
    pub fn line(&self, at: usize) -> usize {
        self.whole[..at].matches('\n').count() + 1
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// Every Rust file below a folder of the repository, in the order of their paths.
pub fn rust(folder: &str) -> Vec<Source> {
    let root = root();
    files(&root.join(folder), &["rs"]).iter().map(|path| Source::read(&root, path)).collect()
}

/// Every file below a folder with one of these endings, in the order of their paths.
pub fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let named = path.extension().is_some_and(|ending| endings.iter().any(|one| ending == *one));
        if path.is_dir() {
            found.extend(files(&path, endings));
        } else if named {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The code with comments and the insides of texts blank, and the texts with their places.
fn lexed(whole: &str) -> (String, Vec<(usize, String)>) {
    let mut code = whole.as_bytes().to_vec();
    let mut texts = Vec::new();
    let bytes = whole.as_bytes();
    let mut blank = |from: usize, to: usize| {
        for byte in &mut code[from..to] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    };
    let mut at = 0;
    while at < bytes.len() {
        let rest = &whole[at..];
        let (end, inside) = if rest.starts_with("//") {
            (at + rest.find('\n').unwrap_or(rest.len()), None)
        } else if rest.starts_with("/*") {
            (at + rest.find("*/").map_or(rest.len(), |end| end + 2), None)
        } else if let Some(hashes) = raw(whole, at) {
            let close = format!("\"{}", "#".repeat(hashes));
            let from = at + 2 + hashes;
            let to = from + whole[from..].find(&close).unwrap();
            (to + close.len(), Some((from, to)))
        } else if rest.starts_with('"') {
            let to = text_end(bytes, at + 1);
            (to + 1, Some((at + 1, to)))
        } else if let Some(length) = character(rest) {
            (at + length, Some((at + 1, at + length - 1)))
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        };
        match inside {
            Some((from, to)) => {
                if bytes[from - 1] == b'"' {
                    texts.push((from - 1, whole[from..to].to_owned()));
                }
                blank(from, to);
            }
            None => blank(at, end),
        }
        at = end;
    }
    (String::from_utf8(code).unwrap(), texts)
}

/// The `#` of a raw text that begins here.
fn raw(whole: &str, at: usize) -> Option<usize> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    if whole[..at].chars().next_back().is_some_and(word) {
        return None;
    }
    let rest = whole[at..].strip_prefix('r')?;
    let hashes = rest.bytes().take_while(|byte| *byte == b'#').count();
    rest[hashes..].starts_with('"').then_some(hashes)
}

fn text_end(bytes: &[u8], mut at: usize) -> usize {
    while bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at
}

/// The length of a character literal; none for a lifetime.
fn character(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix('\'')?;
    if let Some(escaped) = inside.strip_prefix('\\') {
        let skip = escaped.chars().next()?.len_utf8();
        return Some(2 + skip + escaped[skip..].find('\'')? + 1);
    }
    let one = inside.chars().next()?.len_utf8();
    inside[one..].starts_with('\'').then_some(one + 2)
}

/// The code with every item that only tests compile blank.
fn without_tests(mut code: String) -> String {
    const TEST: &str = "#[cfg(test)]";
    while let Some(from) = code.find(TEST) {
        let rest = &code[from..];
        let open = rest.find('{').unwrap_or(rest.len());
        let end = match rest.find(';') {
            Some(end) if end < open => end + 1,
            _ => closing(rest, open),
        };
        let blank: String =
            rest[..end].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
        code.replace_range(from..from + end, &blank);
    }
    code
}

/// Behind the brace that closes the one at a place.
fn closing(code: &str, open: usize) -> usize {
    let mut depth = 0;
    for (at, byte) in code.bytes().enumerate().skip(open) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return at + 1;
        }
    }
    code.len()
}
