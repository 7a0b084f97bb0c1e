//! What stands on a document's paper, whatever it says: the parts that every one has, without their places.

use std::sync::Arc;

use super::picture::PaperPicture;
use super::qr::Qr;

/// What stands on a document's paper.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaperSheet {
    pub title: String,
    /// Whose copy it is.
    pub copy: String,
    pub number: String,
    /// Whether it is the company's own paper, which has its logo.
    pub is_ours: bool,
    pub logo: Option<Arc<PaperPicture>>,
    pub seller: String,
    pub seller_lines: Vec<String>,
    pub facts: Vec<(String, String)>,
    pub parties: Vec<PaperParty>,
    /// The signed QR code: every copy shows the same.
    pub code: Option<Arc<Qr>>,
    /// Small print below the parties.
    pub notes: Vec<String>,
    pub columns: Vec<PaperColumn>,
    pub rows: Vec<Vec<PaperCell>>,
    /// What is said beside the sums, a head of its own and its text.
    pub said: Vec<(String, String)>,
    pub sums: Vec<(String, String)>,
    /// What is to be paid or comes out: the last sum.
    pub total: Option<(String, String)>,
    pub terms: String,
    /// Who signs for the seller; else those that each sign on a line of their own.
    pub signatory: Option<String>,
    pub signed_by: Vec<String>,
}

/// A party as it is addressed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaperParty {
    pub label: String,
    pub name: String,
    pub lines: Vec<String>,
}

/// A column of a sheet's table: the first that is `wide` takes what the others leave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaperColumn {
    pub head: String,
    pub right: bool,
    pub wide: bool,
}

/// A cell: its text, and smaller lines below.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaperCell {
    pub text: String,
    pub bold: bool,
    pub below: Vec<String>,
}
