//! The check of a folder: that its entries follow from each other, and that all it shows is what they hold.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::entries::{self, FolderDepth, FolderEntry};
use super::index::{FolderIndex, FolderRow, FolderVoucher};
use super::sums::FolderFinding;
use super::{DATA, FolderHead, FolderPiece};
use crate::audit::{Chain, hash};
use crate::docs;
use crate::kept::doc::Doc;
use crate::schema::check;
use crate::value::{Instant, grouped};

/// More findings than these are only counted.
const NAMED: usize = 50;

/// The outcome of the check, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FolderReport {
    pub findings: Vec<FolderFinding>,
    pub proven: Vec<String>,
    pub not_proven: Vec<String>,
}

/// A check under way: it is given the pieces one by one, the entries in their order and before the others.
pub struct FolderCheck {
    head: FolderHead,
    chain: Chain,
    index: FolderIndex,
    documents: usize,
    vouchers: usize,
    depths: [i64; 3],
    told: Vec<u64>,
    files: BTreeSet<String>,
    findings: Vec<FolderFinding>,
    more: i64,
}

impl FolderCheck {
    /// Begins a check of the folder that the head tells of.
    pub fn new(head: FolderHead) -> FolderCheck {
        let start = head.before.clone();
        let chain =
            Chain { seq: start.seq, hash: start.hash, time: start.time, ..Chain::default() };
        let index = FolderIndex::new((head.from, head.to));
        let (told, files) = (Vec::new(), BTreeSet::new());
        let (documents, vouchers, depths, findings, more) = (0, 0, [0; 3], Vec::new(), 0);
        FolderCheck { head, chain, index, documents, vouchers, depths, told, files, findings, more }
    }

    /// The pieces in the order in which they are to be given.
    pub fn pieces(&self) -> Vec<String> {
        let types = self.head.types.iter().flat_map(|one| &one.pieces);
        let all = self.head.entries.iter().chain(types).chain(&self.head.vouchers);
        all.chain(&self.head.names).map(|piece| piece.name.clone()).collect()
    }

    /// Takes the next piece.
    pub fn take(&mut self, name: &str, text: &str) {
        if let Err(finding) = known(&self.head, name, text) {
            self.find(finding);
        }
        let of = |pieces: &[FolderPiece]| pieces.iter().any(|piece| piece.name == name);
        if of(&self.head.entries) {
            self.entries(name, text);
        } else if of(&self.head.vouchers) {
            self.vouchers(name, text);
        } else if let Some(at) = self.head.types.iter().position(|one| of(&one.pieces)) {
            let kind = self.head.types[at].key.clone();
            self.rows(name, &kind, text);
        }
    }

    fn find(&mut self, finding: FolderFinding) {
        match self.findings.len() < NAMED {
            true => self.findings.push(finding),
            false => self.more += 1,
        }
    }

    fn entries(&mut self, name: &str, text: &str) {
        for (title, told) in entries::lines(text) {
            let chain = std::mem::take(&mut self.chain).follow(title);
            self.chain = Chain { wrong: None, ..chain };
            let read = match chain.wrong {
                Some(wrong) => Err(wrong),
                None => entries::read(title, told).and_then(|entry| self.entry(&entry)),
            };
            if let Err(what) = read {
                self.find(FolderFinding::new(&path(name), &what));
                return;
            }
        }
    }

    fn entry(&mut self, entry: &FolderEntry) -> Result<(), String> {
        self.depths[entry.depth as usize] += 1;
        if entry.depth == FolderDepth::Told {
            self.told.push(entry.title.seq);
        }
        for change in entry.changes.iter().filter(|change| change.is_of(&["doc"])) {
            let doc =
                change.value.as_deref().and_then(|text| serde_json::from_str::<Doc>(text).ok());
            let Some((doc, def)) = doc
                .and_then(|doc| Some((docs::find(&doc.kind)?, doc)))
                .map(|(def, doc)| (doc, def))
            else {
                continue;
            };
            self.files.extend(
                check::files(def.fields, &doc.record).into_iter().map(|(_, id)| id.to_owned()),
            );
        }
        self.index.take(entry)
    }

    fn rows(&mut self, name: &str, kind: &str, text: &str) {
        for line in text.lines() {
            let id = serde_json::from_str::<FolderRow>(line).map(|row| row.id).unwrap_or_default();
            let own = self.index.rows.remove(&(kind.to_owned(), id.clone()));
            let is_same =
                own.is_some_and(|row| serde_json::to_string(&row).is_ok_and(|own| own == line));
            if !is_same {
                let what = format!("lists {kind} {id} otherwise than the entries hold it");
                self.find(FolderFinding::new(&path(name), &what));
            }
            self.documents += 1;
        }
    }

    fn vouchers(&mut self, name: &str, text: &str) {
        for line in text.lines() {
            let told = FolderVoucher::read(line);
            let number = told.as_ref().map_or(0, |one| one.number);
            let own = self.index.vouchers.remove(&number);
            if told.is_none() || own != told {
                let what = format!("voucher {number} is not as the entries hold it");
                self.find(FolderFinding::new(&path(name), &what));
            }
            let sum =
                told.iter().flat_map(|one| &one.voucher.rows).map(|(_, paise)| i128::from(*paise));
            if sum.sum::<i128>() != 0 {
                let what = format!("voucher {number} does not sum to zero");
                self.find(FolderFinding::new(&path(name), &what));
            }
            self.vouchers += 1;
        }
    }

    /// Ends the check.
    pub fn finish(mut self) -> FolderReport {
        let (end, last) = (&self.chain, &self.head.last);
        if (end.seq, &end.hash) != (last.seq, &last.hash) {
            let what = format!("the entries end with {} and not with {}", end.seq, last.seq);
            self.find(FolderFinding::new(&path(super::HEAD), &what));
        }
        let missing: Vec<String> =
            self.index.rows.keys().map(|(kind, id)| format!("{kind} {id}")).collect();
        let numbers = self.index.vouchers.keys().map(|number| format!("voucher {number}"));
        let missing: Vec<String> = missing.into_iter().chain(numbers.collect::<Vec<_>>()).collect();
        for what in missing {
            let what = format!("{what} is in the entries and in no list");
            self.find(FolderFinding::new(&path(super::HEAD), &what));
        }
        let there: BTreeMap<&str, &str> =
            self.head.files.iter().map(|file| (file.id.as_str(), file.path.as_str())).collect();
        let lost = self.files.iter().filter(|id| !there.contains_key(id.as_str()));
        let lost: Vec<String> = lost.cloned().collect();
        for id in lost {
            self.find(FolderFinding::new(
                &format!("{}/{id}", super::FILES),
                "is named by a document and missing",
            ));
        }
        if self.more > 0 {
            let what = format!("and {} more findings", self.more);
            self.find(FolderFinding::new("", &what));
        }
        let (proven, not_proven) = (self.proven(), self.not_proven());
        FolderReport { findings: self.findings, proven, not_proven }
    }

    fn proven(&self) -> Vec<String> {
        if !self.findings.is_empty() {
            return Vec::new();
        }
        let (before, last) = (&self.head.before, &self.head.last);
        let [whole, ..] = self.depths;
        vec![
            format!(
                "Entries {} to {} follow from one another: none was altered, left out, added or moved since it \
                 was kept. Entry {} has the hash {}.",
                before.seq.saturating_add(1),
                last.seq,
                last.seq,
                last.hash
            ),
            format!(
                "{} of them are here in full, and each holds what its hash is of.",
                grouped(whole)
            ),
            format!(
                "The {} documents, their histories and the {} vouchers that this folder lists are those of these \
                 entries, without one more or less, and every voucher sums to zero.",
                count(self.documents),
                count(self.vouchers)
            ),
            format!(
                "Documents name {} attachments by the SHA-256 of their content. Whether each file has that content, \
                 the check of the files says.",
                count(self.files.len())
            ),
        ]
    }

    fn not_proven(&self) -> Vec<String> {
        let [_, told, title] = self.depths;
        let (before, last) = (&self.head.before, &self.head.last);
        let mut lines = vec![
            format!(
                "That these entries are the site's own. They begin behind entry {} with the hash {} and end with entry \
                 {} with the hash {}: ask whoever runs the site to let “godown verify --head {}” look for it in the \
                 journal, or compare it with a hash that you noted earlier.",
                before.seq, before.hash, last.seq, last.hash, last.hash
            ),
            "That what was entered is true. The chain shows that nobody changed it afterwards; not that goods came, \
             that money was paid, or that nothing was kept off the books. Times are those of the server's clock."
                .to_owned(),
            format!(
                "Opening balances. They are what was booked before {}: compare them with the closing balances of the \
                 folder of the period before.",
                self.head.from.shown()
            ),
            "Names of what was last changed before the period, such as a customer's: they are as of the day on which \
             the folder was made."
                .to_owned(),
        ];
        if told > 0 {
            let mut told_of: Vec<String> = self.told.iter().take(10).map(u64::to_string).collect();
            if self.told.len() > told_of.len() {
                told_of.push("and others".to_owned());
            }
            lines.push(format!(
                "{} entries hold passwords or sessions, which leave no site ({}). Their place in the chain is proven; \
                 what they say of documents is not.",
                grouped(told), told_of.join(", ")
            ));
        }
        if title > 0 {
            lines.push(format!(
                "{} entries are not of the period and stand here by their titles alone: who did what when. What they \
                 hold is not here.",
                grouped(title)
            ));
        }
        lines.push(format!(
            "What came after entry {}. When the folder was made, on {}, the journal ended with entry {} with the \
             hash {}.",
            last.seq, self.head.made.shown(), self.head.journal.seq, self.head.journal.hash
        ));
        lines.push(
            "This page itself, by itself: whoever can change a file can change the page. Compare the seal with the one \
             that you were told in another way, or let another program compare the files: sha256sum -c SHA256SUMS."
                .to_owned(),
        );
        lines
    }
}

fn count(of: usize) -> String {
    grouped(i64::try_from(of).unwrap_or(i64::MAX))
}

/// The file of a piece.
pub fn path(name: &str) -> String {
    format!("{DATA}/{name}.js")
}

/// Whether a piece's text is that of the piece which the head names.
///
/// # Errors
/// The finding, when it is not.
pub fn known(head: &FolderHead, name: &str, text: &str) -> Result<(), FolderFinding> {
    let types = head.types.iter().flat_map(|one| &one.pieces);
    let mut all = head.entries.iter().chain(types).chain(&head.vouchers).chain(&head.names);
    match all.find(|piece| piece.name == name) {
        Some(piece) if piece.sha256 == hash(text.as_bytes()) => Ok(()),
        Some(_) => Err(FolderFinding::new(&path(name), "was changed")),
        None => Err(FolderFinding::new(&path(name), "is no piece of this folder")),
    }
}

/// When the folder was made, for its page.
pub fn made(at: Instant) -> String {
    at.shown()
}
