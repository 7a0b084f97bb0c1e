//! The auditor's folder: what a period's entries say, written so that a browser opens it without a server, and checked
//! by the same functions that wrote it.

pub mod books;
pub mod check;
pub mod entries;
pub mod index;
pub mod opened;
pub mod page;
pub mod sums;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::value::{Day, Instant};

/// The format of the folder; a page of another refuses it.
pub const VERSION: u32 = 1;
/// The function that every piece calls with its name and its text.
pub const CALL: &str = "godown";
/// The piece that tells of all others.
pub const HEAD: &str = "head";
/// The folder of the pieces, and that of the attachments.
pub const DATA: &str = "data";
pub const FILES: &str = "files";

/// An entry of the journal by its number and hash.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolderEnd {
    /// 0 before the first entry.
    pub seq: u64,
    /// 64 hexadecimal digits.
    pub hash: String,
    pub time: i64,
}

/// A piece of the folder's data: a file that a page loads as a script.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolderPiece {
    pub name: String,
    /// The SHA-256 of its text, 64 hexadecimal digits.
    pub sha256: String,
    /// Its first and last entry; 0 where it holds none.
    pub first: u64,
    pub last: u64,
}

impl FolderPiece {
    /// The piece of a text.
    pub fn of(name: &str, text: &str) -> FolderPiece {
        let sha256 = crate::audit::hash(text.as_bytes());
        FolderPiece { name: name.to_owned(), sha256, ..FolderPiece::default() }
    }
}

/// A type with how many of its documents the folder holds, and the pieces that list them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolderType {
    pub key: String,
    pub count: u64,
    pub pieces: Vec<FolderPiece>,
}

/// An attachment, named by the SHA-256 of its content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolderFile {
    pub id: String,
    pub name: String,
    /// Its place in the folder.
    pub path: String,
}

/// What the folder is of, and what is in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FolderHead {
    pub v: u32,
    pub site: String,
    /// The period, both days in it.
    pub from: Day,
    pub to: Day,
    pub made: Instant,
    /// The entry before the folder's first one, the folder's last one, and the journal's last one when it was made.
    pub before: FolderEnd,
    pub last: FolderEnd,
    pub journal: FolderEnd,
    pub entries: Vec<FolderPiece>,
    pub types: Vec<FolderType>,
    pub vouchers: Vec<FolderPiece>,
    pub names: Vec<FolderPiece>,
    pub files: Vec<FolderFile>,
    /// The balance of each account before the period, paise, debit above zero.
    pub opening: BTreeMap<String, i64>,
}

/// A piece's file: a script without modules, which a browser loads from a disk too.
pub fn script(name: &str, text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16 + 64);
    out.push_str(CALL);
    out.push_str("('");
    out.push_str(name);
    out.push_str("','");
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\'' => out.push_str("\\'"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            other => out.push(other),
        }
    }
    out.push_str("');\n");
    out
}

/// The name and the text of a piece's file; `None` when it is not as [`script`] writes it.
pub fn unscript(file: &str) -> Option<(String, String)> {
    let inner = file.strip_prefix(CALL)?.strip_prefix("('")?.strip_suffix("');\n")?;
    let (name, quoted) = inner.split_once("','")?;
    let mut text = String::with_capacity(quoted.len());
    let mut rest = quoted.chars();
    while let Some(c) = rest.next() {
        text.push(match c {
            '\\' => match rest.next()? {
                'n' => '\n',
                'r' => '\r',
                'u' => {
                    let digits: String = rest.by_ref().take(4).collect();
                    char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
                }
                other => other,
            },
            other => other,
        });
    }
    (script(name, &text) == file).then(|| (name.to_owned(), text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_read_as_it_was_written() {
        for text in ["", "a'b\\n\n\r\u{2028}\u{7f}₹", "','"] {
            let file = script("names-1", text);
            assert_eq!(unscript(&file), Some(("names-1".to_owned(), text.to_owned())));
            assert_eq!(unscript(&file.replace("names-1", "names-1 ")).unwrap().0, "names-1 ");
            assert_eq!(unscript(&format!(" {file}")), None);
        }
        assert_eq!(unscript("godown('a','\\q');\n"), None);
    }
}
