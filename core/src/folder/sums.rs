//! The list of the folder's files with their hashes, its seal, and which file is not as it was sealed.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::audit::hash;

/// The list, as `sha256sum -c` reads it.
pub const LIST: &str = "SHA256SUMS";
/// The file that names the list's own hash.
pub const SEAL: &str = "SEAL.txt";

/// A file that is not as it was sealed, and what is the matter with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FolderFinding {
    pub file: String,
    pub what: String,
}

impl FolderFinding {
    pub fn new(file: &str, what: &str) -> FolderFinding {
        FolderFinding { file: file.to_owned(), what: what.to_owned() }
    }
}

/// The outcome of comparing files with the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FolderSums {
    pub files: usize,
    /// The seal that follows from the files as they are.
    pub seal: String,
    pub findings: Vec<FolderFinding>,
}

/// The list of files by their names, each with its SHA-256.
pub fn list(files: &BTreeMap<String, String>) -> String {
    files.iter().map(|(name, hash)| format!("{hash}  {name}\n")).collect()
}

/// The seal of a list: its SHA-256.
pub fn seal(list: &str) -> String {
    hash(list.as_bytes())
}

/// The file that tells the seal.
pub fn seal_file(seal: &str) -> String {
    format!(
        "The seal of this folder is\n\n{seal}\n\n\
         It is the SHA-256 of the file {LIST}, which names the SHA-256 of every other file.\n\
         Whoever made the folder tells it in another way than with the folder: compare the two.\n"
    )
}

/// Which of the files that were `found`, by their SHA-256, are not as the list and its seal say. `list_text` and
/// `seal_text` are those two files; `asked` is the seal as it was told in another way, empty where it was not.
pub fn compare(
    list_text: &str,
    seal_text: &str,
    found: &BTreeMap<String, String>,
    asked: &str,
) -> FolderSums {
    let mut files = found.clone();
    files.retain(|name, _| ![LIST, SEAL].contains(&name.as_str()));
    let own = list(&files);
    let mut sums = FolderSums { files: found.len(), seal: seal(&own), findings: Vec::new() };
    let is_sealed = seal_file(&sums.seal) == seal_text;
    if is_sealed && own != list_text {
        sums.findings.push(FolderFinding::new(LIST, "was changed: all other files are as sealed"));
    }
    if !is_sealed {
        sums.findings = against(list_text, &files);
        let is_list_sealed = seal_file(&seal(list_text)) == seal_text;
        if !is_list_sealed && own == list_text {
            sums.findings.push(FolderFinding::new(SEAL, "was changed: it does not seal the list"));
        } else if !is_list_sealed {
            let what = "is not the list that the seal is of: it or the seal was changed";
            sums.findings.push(FolderFinding::new(LIST, what));
        }
    }
    let asked = asked.trim().to_lowercase();
    if !asked.is_empty() && sums.findings.is_empty() && asked != sums.seal {
        let what = "is not the seal that you were told: this is another folder, or all of it was rewritten";
        sums.findings.push(FolderFinding::new(SEAL, what));
    }
    sums
}

fn against(list_text: &str, files: &BTreeMap<String, String>) -> Vec<FolderFinding> {
    let listed: BTreeMap<&str, &str> = list_text
        .lines()
        .filter_map(|line| line.split_once("  "))
        .map(|(hash, name)| (name, hash))
        .collect();
    let mut findings = Vec::new();
    for (name, hash) in &listed {
        match files.get(*name) {
            Some(own) if own == hash => {}
            Some(_) => findings.push(FolderFinding::new(name, "was changed")),
            None => findings.push(FolderFinding::new(name, "is missing")),
        }
    }
    for name in files.keys().filter(|name| !listed.contains_key(name.as_str())) {
        findings.push(FolderFinding::new(name, "is no file of the folder"));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> BTreeMap<String, String> {
        let files = ["data/head.js", "files/a.pdf", "index.html"];
        files.map(|name| (name.to_owned(), hash(name.as_bytes()))).into_iter().collect()
    }

    fn named(list: &str, seal: &str, found: &BTreeMap<String, String>) -> Vec<String> {
        compare(list, seal, found, "").findings.into_iter().map(|one| one.file).collect()
    }

    #[test]
    fn a_byte_that_was_changed_in_any_file_names_that_file() {
        let files = folder();
        let (list, none) = (list(&files), [""; 0]);
        let seal = seal_file(&seal(&list));
        assert_eq!(named(&list, &seal, &files), none);
        for name in files.keys() {
            let mut changed = files.clone();
            changed.insert(name.clone(), hash(b"changed"));
            assert_eq!(named(&list, &seal, &changed), [name.as_str()]);
        }
        for at in 0..list.len() {
            let mut bytes = list.clone().into_bytes();
            bytes[at] ^= 1;
            assert_eq!(named(&String::from_utf8_lossy(&bytes), &seal, &files), [LIST], "{at}");
        }
        for at in 0..seal.len() {
            let mut bytes = seal.clone().into_bytes();
            bytes[at] ^= 1;
            assert_eq!(named(&list, &String::from_utf8_lossy(&bytes), &files), [SEAL], "{at}");
        }
    }

    #[test]
    fn a_file_more_or_less_is_named_and_a_folder_made_anew_has_another_seal() {
        let files = folder();
        let text = list(&files);
        let sealed = seal_file(&seal(&text));
        let mut fewer = files.clone();
        fewer.remove("files/a.pdf");
        assert_eq!(named(&text, &sealed, &fewer), ["files/a.pdf"]);
        assert_eq!(named(&list(&fewer), &seal_file(&seal(&list(&fewer))), &files), ["files/a.pdf"]);
        let told = compare(&text, &sealed, &files, &seal(&list(&fewer)));
        assert_eq!(told.findings[0].file, SEAL);
        assert!(compare(&text, &sealed, &files, &seal(&text).to_uppercase()).findings.is_empty());
    }
}
