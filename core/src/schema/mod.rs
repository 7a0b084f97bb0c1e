//! How a document type is declared: constant data from which list, form, API, checks and types follow.

mod build;
pub mod check;
pub mod describe;
mod doc;
mod lists;
mod offered;
pub mod openapi;
pub mod status;
pub mod typescript;

pub use build::*;

use std::sync::Arc;

use serde_json::Value;

use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, ScopeKind};
use crate::error::{Halt, Issue};
use crate::flow::Flow;
use crate::json::{by_value, json_name};
use crate::json_answer;
use crate::kept::doc::{Doc, Record};
use crate::said::Said;
use crate::value::Instant;

/// The unit of an integer. The browser formats by it; keys name it where it is not plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    None,
    Paise,
    Grams,
    Pieces,
    Millimetres,
    /// Paise per rate unit (MT, KG, PCS, MTR, BAG).
    Rate,
    /// Hundredths of a percent.
    Bp,
    Days,
    Hours,
}

impl Unit {
    pub const ALL: &[Unit] = &[
        Unit::None,
        Unit::Paise,
        Unit::Grams,
        Unit::Pieces,
        Unit::Millimetres,
        Unit::Rate,
        Unit::Bp,
        Unit::Days,
        Unit::Hours,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Unit::None => "none",
            Unit::Paise => "paise",
            Unit::Grams => "grams",
            Unit::Pieces => "pieces",
            Unit::Millimetres => "millimetres",
            Unit::Rate => "rate",
            Unit::Bp => "bp",
            Unit::Days => "days",
            Unit::Hours => "hours",
        }
    }

    pub fn parse(name: &str) -> Option<Unit> {
        Unit::ALL.iter().copied().find(|unit| unit.name() == name)
    }
}

json_name!(Unit);
by_value!(Unit);

/// A written form with its own rule: its name for the browser, and the function that normalises a
/// text or says what is wrong with it.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    pub name: &'static str,
    pub parse: fn(&str) -> Result<String, Said>,
}

/// One allowed value of a choice and its words.
pub type Choice = (&'static str, &'static str);

/// The kind of a field's value.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// One line of at most `max` characters.
    Text {
        max: u32,
    },
    /// Several lines of at most `max` characters.
    Note {
        max: u32,
    },
    /// A text with a written form.
    Code(&'static Format),
    Int {
        unit: Unit,
        min: i64,
        max: i64,
    },
    Bool,
    /// A civil date, `YYYY-MM-DD`.
    Date,
    /// A time of day, `HH:MM`.
    Time,
    /// Milliseconds since 1970, UTC.
    Instant,
    Choice(&'static [Choice]),
    /// The id of another document.
    Link(&'static DocType),
    /// The code of an active reason of this kind.
    Reason(&'static str),
    /// Rows of fields, at least `min` and at most `max`.
    Rows {
        fields: &'static [Field],
        min: u32,
        max: u32,
    },
    /// Fields that belong together.
    Group(&'static [Field]),
    /// Several values of one kind, without repetition, at most 500.
    Many(&'static Kind),
    /// Set and never read back; the server hashes it before it makes the command.
    Secret,
    /// The id of a stored file.
    File,
}

/// When a field must be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    Never,
    /// Once the document leaves its draft.
    Submit,
    Always,
}

/// The people who may see a field, of those who see its document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarded {
    Open,
    /// Rates and amounts: not for those who only load and carry.
    Rates,
    /// What transport costs: for those who see rates, and for those who hire it.
    Freight,
    /// Cost, margin and credit: not for those with a shortened view either.
    Cost,
    /// What the books say of goods that are counted: not for those who count them.
    Blind,
    /// Of a firm's papers and terms: not for those who only carry goods to it.
    Firm,
    /// Internal notes of the house: not for people of other firms.
    House,
}

/// One field of a declaration.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub key: &'static str,
    pub label: &'static str,
    pub kind: Kind,
    pub need: Need,
    /// A text has at least so many letters; 0 for any.
    pub least: u32,
    /// A column of the list.
    pub listed: bool,
    /// Its words are found by the list's search.
    pub searched: bool,
    /// No two documents of the type hold the same value, letters compared without case.
    pub unique: bool,
    /// Fixed once the document exists.
    pub immutable: bool,
    /// Written by the rules only.
    pub computed: bool,
    /// The program's own note, which nobody reads on a page or in a history.
    pub internal: bool,
    /// Where it applies; none for everywhere.
    pub only: Option<Only>,
    /// Of a document by which somebody signs in: its change acts on their next request.
    pub gives_rights: bool,
    pub guarded: Guarded,
    pub help: &'static str,
    /// The message when it is missing; empty for the common one.
    pub missing: &'static str,
    /// A new document begins with the day on which it is typed.
    pub today: bool,
    /// The default of a new document, as JSON text; empty for none.
    pub default: &'static str,
    /// Whom a link offers beyond what its chooser sees.
    pub offer: Option<&'static Offer>,
}

/// Where a field applies: with some values of another choice of the same record, or of the record whose row it is in.
#[derive(Clone, Copy, Debug)]
pub struct Only {
    pub field: &'static str,
    pub values: &'static [&'static str],
}

/// An offer: people who may be chosen in a field though the chooser does not see them in lists.
#[derive(Clone, Copy, Debug)]
pub struct Offer {
    /// The field of several values of which chooser and chosen must have one in common.
    pub shares: &'static str,
    /// The fields that are shown of those who may be chosen.
    pub shown: &'static [&'static str],
}

/// How a document gets its number; the number is given once and never burnt.
#[derive(Clone, Copy, Debug)]
pub struct Series {
    /// The word the number begins with; empty for statutory numbers.
    pub word: &'static str,
    /// Digits of the running number.
    pub width: usize,
    /// The suffix behind the branch's prefix, for a second statutory series (credit notes: `C`).
    pub suffix: &'static str,
    /// One running number for the company without branch and year (`C-000123`).
    pub plain: bool,
}

/// A document type, declared once.
#[derive(Clone, Copy, Debug)]
pub struct DocType {
    /// Singular snake_case: the name in URLs, keys and types.
    pub key: &'static str,
    pub label: &'static str,
    pub plural: &'static str,
    /// The field that names a document to people, or `doc_no` where its number does.
    pub title: &'static str,
    pub fields: &'static [Field],
    /// Values that must be unique together, beside the fields that are unique alone: name, fields.
    pub unique_together: &'static [(&'static str, &'static [&'static str])],
    /// Fields the list can be sorted by; the first is the default, `-` before it for descending.
    pub sorts: &'static [&'static str],
    /// Fields with an index of equal values; `status` is always one.
    pub filters: &'static [&'static str],
    /// How visibility is cut; empty for documents of the whole company.
    pub scopes: &'static [ScopeKind],
    pub grants: &'static [Grant],
    pub flow: &'static Flow,
    pub series: Option<Series>,
    /// Exactly one document, whose id is the type's key.
    pub single: bool,
    /// The field whose value is a document's id, for masters that records name by their code; else
    /// the id is that of the command that made it.
    pub named_by: Option<&'static str>,
    /// The way in which documents of other types are limited that belong to one of this type.
    pub cuts: Option<ScopeKind>,
    /// The second place that a document is about, beside the one that it belongs to: its people see
    /// it and take their steps, and do not keep it.
    pub second: Option<SecondPlace>,
    /// The field that names the outside firm which a document is about, `id` where it is the firm
    /// itself: who signs in for that firm may be shown it.
    pub party: Option<&'static str>,
    /// The field that names the roles with which an owner shares a document.
    pub shared: Option<&'static str>,
    /// The field that names further people whom a document is about: they are shown it like their own.
    pub owners: Option<&'static str>,
    /// How people sign in by the documents of the type; `None` where nobody does.
    pub account: Option<Account>,
    /// Rules between fields that need nothing but the record.
    pub check: Option<fn(&Record, &mut Vec<Issue>)>,
    /// Rules and computed fields that need to read: runs on every create and update, after `check`.
    pub on_save: Option<OnSave>,
    /// Warnings for the person before they save, and for whoever reads the document later; they
    /// refuse nothing. A master that has none says so to the form.
    pub warn: Option<Warn>,
    /// Until when something outside the house can still be done, for whoever reads the document.
    pub deadlines: Option<DeadlinesOf>,
    /// Further steps of the system in the same commit that follow from a step.
    pub follow: Option<Follow>,
    /// The changes that may be made offline and sent later: none that another must see at once.
    pub waits: &'static [Waits],
    /// The actions whose inputs name what they change: each is decided over the document as it stands, whichever
    /// version was seen.
    // DECISIONS 215
    pub as_it_stands: &'static [&'static str],
    /// Whether it is counted how many documents of each status lie in each scope. Those that lie in many scopes and
    /// that nobody counts are not: their lists tell how many they found.
    pub counted: bool,
    /// The finding on a document at a glance, for whoever it waits for.
    pub finding: Option<FindingRule>,
    /// Columns of its list that no record holds.
    pub figures: &'static [Figure],
    /// Whether triggers look at the documents of the type.
    pub told: Told,
    /// How statuses are shown that no other type has told of.
    pub looks: status::Looks,
    /// The reports that tell of one document of the type.
    pub reports: &'static [ReportLink],
    /// The types of which a site needs documents before the first one of this type, in their order.
    pub after: &'static [&'static DocType],
}

/// A link from a document's page to a report of that document alone.
#[derive(Clone, Copy, Debug)]
pub struct ReportLink {
    pub label: &'static str,
    /// The report's key, which is the page that a reader must be let into.
    pub report: &'static str,
    /// The report's address.
    pub route: &'static str,
    /// The filter that takes the document's id.
    pub filter: &'static str,
    /// Whether it is what the document's paper tells: a statement of account.
    pub is_paper: bool,
}

/// The fields of a record that name a document's second branch and yard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondPlace {
    pub branch: &'static str,
    pub yard: &'static str,
}

/// Whether triggers look at the documents of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    ByTriggers,
    /// The documents are themselves what people are told by: a message about a message would set off
    /// the next one.
    Never,
}

/// A change that may wait to be sent.
#[derive(Clone, Copy, Debug)]
pub struct Waits {
    /// `create`, `update` or an action.
    pub deed: &'static str,
    /// A second one may be made of the same document before the first was sent.
    pub again: bool,
}

pub const fn waits(deed: &'static str) -> Waits {
    Waits { deed, again: false }
}

pub const fn waits_again(deed: &'static str) -> Waits {
    Waits { deed, again: true }
}

/// How people sign in by the documents of a type.
#[derive(Clone, Copy, Debug)]
pub struct Account {
    /// The fields whose values are sign-in names, each one person's alone.
    pub names: &'static [&'static str],
    /// The field that mails to the person go to.
    pub email: &'static str,
    /// The part of everybody who signs in so; `None` where the document names the roles.
    pub part: Option<crate::declare::grant::Role>,
}

/// A column of a list that no record holds: it is worked out whenever a page is read, so that a list is neither sorted
/// nor filtered by it.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    pub field: Field,
    /// The figure of a document by its id; `None` for those who may not see it.
    pub of: fn(&Look, &str) -> Result<Option<i64>, Halt>,
}

/// Looks a document over; `None` where there is nothing to look at.
pub type FindingRule = fn(&Look, &Doc) -> Result<Option<Verdict>, Halt>;

/// A finding: nothing against the document, or one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Clear,
    Says(String),
}

/// Looks a record over for what may be wrong with it: issues at its fields that refuse nothing.
pub type Warn = fn(&Look, &Doc) -> Result<Vec<Issue>, Halt>;

json_answer! {
    /// A moment up to which something can still be done, or holds.
    pub struct Deadline {
        /// What ends, as a sentence that the moment completes: `E-way bill is valid until`.
        pub label: String,
        pub until: Instant,
    }
}

impl Deadline {
    pub fn new(label: &str, until: Instant) -> Deadline {
        Deadline { label: label.to_owned(), until }
    }
}

/// The deadlines of a document, past ones too: whoever shows them knows what time it is.
pub type DeadlinesOf = fn(&Look, &Doc) -> Result<Vec<Deadline>, Halt>;

/// A warning: where nothing is decided the form only knows that there is one to ask for.
pub const fn warning(rule: Warn) -> Option<Warn> {
    if cfg!(feature = "decide") { Some(rule) } else { Some(|_, _| Ok(Vec::new())) }
}

/// A rule that only a decision follows; there is none where nothing is decided.
pub const fn deciding<T: Copy>(rule: T) -> Option<T> {
    if cfg!(feature = "decide") { Some(rule) } else { None }
}

/// Runs after a step was carried out: the action that was taken and the document it left.
pub type Follow = fn(&mut Case, &'static str, Arc<Doc>) -> Result<Arc<Doc>, Halt>;

/// Runs before a document is written: the case, the document as it was, and as it will be.
pub type OnSave = fn(&mut Case, Option<&Doc>, &mut Doc) -> Result<(), Halt>;

impl SecondPlace {
    /// The field that names the second place of a kind.
    pub fn field(self, kind: ScopeKind) -> Option<&'static str> {
        match kind {
            ScopeKind::Branch => Some(self.branch),
            ScopeKind::Yard => Some(self.yard),
            _ => None,
        }
    }
}

impl DocType {
    pub fn field(&self, key: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// The outside firm that a document of this type is about.
    pub fn party_of<'d>(&self, doc: &'d Doc) -> Option<&'d str> {
        match self.party? {
            "id" => Some(&doc.id),
            field => doc.text(field),
        }
    }

    /// The second branch or yard of a document of this type.
    pub fn second_of<'d>(&self, doc: &'d Doc, kind: ScopeKind) -> Option<&'d str> {
        self.second.and_then(|second| second.field(kind)).and_then(|field| doc.text(field))
    }

    /// The roles that a document of this type is shared with.
    pub fn shared_with<'d>(&self, doc: &'d Doc) -> Vec<&'d str> {
        named(self.shared, doc)
    }

    /// The further people whom a document of this type is about.
    pub fn owners_of<'d>(&self, doc: &'d Doc) -> Vec<&'d str> {
        named(self.owners, doc)
    }

    /// The first sort without its direction, and whether it descends.
    pub fn default_sort(&self) -> (&'static str, bool) {
        direction(self.sorts.first().copied().unwrap_or("updated_at"))
    }
}

/// The ids that stand in a field of several values.
fn named<'d>(field: Option<&str>, doc: &'d Doc) -> Vec<&'d str> {
    let named = field.and_then(|field| doc.get(field)).and_then(Value::as_array);
    named.into_iter().flatten().filter_map(Value::as_str).collect()
}

/// `-date` is `date`, descending.
pub fn direction(sort: &str) -> (&str, bool) {
    match sort.strip_prefix('-') {
        Some(key) => (key, true),
        None => (sort, false),
    }
}
