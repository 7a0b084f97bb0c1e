//! Facts, the rows that reports count: made of the documents, postings and balances in the store.
//!
//! Rows follow from what stands under one key of the store and from what the same command wrote, so
//! that they can be made again, one key at a time, in whatever order keys change.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::{Place, ScopeKind};
use crate::docs;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::Read;
use crate::schema::{DocType, Guarded};
use crate::value::{IST_MINUTES, Instant};

mod accounts;
mod batches;
mod books;
mod carried;
mod credit;
mod dims;
mod earlier;
mod ordered;
mod owed;
mod paid;
mod prices;
mod reorder;
mod road;
mod settled;
mod sizes;
mod sold;
mod steps;
mod tally;
mod targets;
mod trade;

pub use batches::{BATCH, BILLIONTHS};
pub use dims::{BRANCH, CUSTOMER, DISTRICT, EMPLOYEE, GROUP, PAPER, PLACE, REGION, SKU};
pub use dims::{IMPORTED, PAPER_LABELS, PAPERS, PRICE_BASES};
pub use dims::{STATE, SUPPLIER, YARD};
pub use sizes::{BANDS, SKU_VALUE};
pub use trade::{BUCKETS, LINE, LINE_KINDS, MOVE, RECEIPT, RESERVED, SIDES};

pub use books::{BILL, BROUGHT, COMPANY, ENTRY, INSTALMENT, ITEM, LEDGER, PARTIES, RATES};
pub use books::{BOOK_ACCOUNTS, own_account};
pub use credit::{ACCOUNT, CHEQUE, CHEQUE_STATES, LIMIT, LIMIT_KINDS, OPEN};
pub use ordered::ORDERED;
pub use owed::OWED;
pub use paid::PAID;
pub use prices::PRICE;
pub use reorder::REORDER;
pub use road::{DELIVERY, ENDING, ENDINGS, FREIGHT_TAX, PROOFS, STOP_STATES, TRIP_ROW};
pub use settled::{MODES, NOTE, NOTE_REASONS, PAYMENT};
pub use sold::{SAID, SOLD};
pub use steps::STEP;
pub use tally::{TALLY_ERROR, TALLY_EXPORT, TALLY_LEDGER};
pub use targets::TARGET;

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    Int,
    /// Days since 1970-01-01.
    Day,
    Text,
    /// One of a few words, by its place among them.
    Code(&'static [&'static str]),
    /// The row of another frame with this id.
    Link(&'static str),
    /// As a link, to rows that come only to whoever has a report that reads their frame.
    Secondary(&'static str),
}

impl Holds {
    /// The frame that a link leads to.
    pub fn to(self) -> Option<&'static str> {
        match self {
            Holds::Link(to) | Holds::Secondary(to) => Some(to),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct FactColumn {
    pub name: &'static str,
    pub holds: Holds,
    pub guarded: Guarded,
}

/// One frame: its columns, and what its rows are made of.
#[derive(Debug)]
pub struct FrameSpec {
    pub name: &'static str,
    /// The column whose value says which key of the store a row was made of.
    pub key: &'static str,
    pub columns: &'static [FactColumn],
    pub sources: &'static [FactSource],
    /// Keys whose change makes rows of other keys anew, because these tell something of them.
    pub told_by: &'static [FactSource],
}

/// Keys of the store that rows are made of: all that begin with these parts.
#[derive(Clone, Copy, Debug)]
pub struct FactSource {
    pub prefix: &'static [&'static str],
    /// The rows of one key, from its parts behind the prefix and its value.
    pub rows: Make,
}

/// Makes the rows of one key.
pub type Make = fn(&Look, &[&str], &[u8], &mut TakeRow) -> Result<(), Halt>;

/// Takes the rows as they are made: a million of them never stand in memory at once.
pub type TakeRow<'t> = dyn FnMut(FactRow<'_>) + 't;

/// One cell of a row; its text is the document's own wherever it stands there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FactCell<'c> {
    #[default]
    None,
    Int(i64),
    Text(Cow<'c, str>),
}

impl From<i64> for FactCell<'_> {
    fn from(value: i64) -> Self {
        FactCell::Int(value)
    }
}

impl<'c> From<Cow<'c, str>> for FactCell<'c> {
    fn from(value: Cow<'c, str>) -> Self {
        if value.is_empty() { FactCell::None } else { FactCell::Text(value) }
    }
}

impl<'c> From<&'c str> for FactCell<'c> {
    fn from(value: &'c str) -> Self {
        Cow::Borrowed(value).into()
    }
}

impl From<String> for FactCell<'_> {
    fn from(value: String) -> Self {
        FactCell::from(Cow::Owned(value))
    }
}

impl<'c, T> From<Option<T>> for FactCell<'c>
where
    FactCell<'c>: From<T>,
{
    fn from(value: Option<T>) -> Self {
        value.map_or(FactCell::None, FactCell::from)
    }
}

/// A row, its cells in the order of its frame's columns, and where it may be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactRow<'c> {
    pub cells: Vec<FactCell<'c>>,
    pub seen: RowScope<'c>,
}

impl FactRow<'_> {
    /// The same, with texts of its own.
    pub fn into_owned(self) -> FactRow<'static> {
        let own = |cell| match cell {
            FactCell::None => FactCell::None,
            FactCell::Int(number) => FactCell::Int(number),
            FactCell::Text(text) => FactCell::Text(Cow::Owned(text.into_owned())),
        };
        FactRow { cells: self.cells.into_iter().map(own).collect(), seen: self.seen.into_owned() }
    }
}

/// The scope of a row: whoever may see the document that it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowScope<'c> {
    /// The type of that document.
    pub of: &'static str,
    pub branch: Option<Cow<'c, str>>,
    pub yard: Option<Cow<'c, str>>,
    pub owner: Option<Cow<'c, str>>,
    pub second_branch: Option<Cow<'c, str>>,
    pub second_yard: Option<Cow<'c, str>>,
}

impl<'c> RowScope<'c> {
    pub(in crate::report) fn of(doc: &'c Doc, def: &DocType) -> RowScope<'c> {
        let part = |part: &'c Option<String>| part.as_deref().map(Cow::Borrowed);
        RowScope {
            of: def.key,
            branch: part(&doc.branch),
            yard: part(&doc.yard),
            owner: part(&doc.owner),
            second_branch: def.second_of(doc, ScopeKind::Branch).map(Cow::Borrowed),
            second_yard: def.second_of(doc, ScopeKind::Yard).map(Cow::Borrowed),
        }
    }

    /// The same, with texts of its own.
    pub fn into_owned(self) -> RowScope<'static> {
        let own = |part: Option<Cow<'c, str>>| part.map(|text| Cow::Owned(text.into_owned()));
        RowScope {
            of: self.of,
            branch: own(self.branch),
            yard: own(self.yard),
            owner: own(self.owner),
            second_branch: own(self.second_branch),
            second_yard: own(self.second_yard),
        }
    }

    /// Whether the person's right to view reaches here.
    pub fn by(&self, actor: &Actor) -> bool {
        let place = Place {
            branch: self.branch.as_deref(),
            yard: self.yard.as_deref(),
            owner: self.owner.as_deref(),
            second_branch: self.second_branch.as_deref(),
            second_yard: self.second_yard.as_deref(),
            ..Place::default()
        };
        docs::find(self.of).is_some_and(|def| actor.views(def, &place))
    }
}

/// Every frame; a frame comes after those it links to.
pub static FRAMES: &[&FrameSpec] = &[
    &BRANCH,
    &YARD,
    &EMPLOYEE,
    &REGION,
    &STATE,
    &DISTRICT,
    &GROUP,
    &SKU,
    &SKU_VALUE,
    &SUPPLIER,
    &CUSTOMER,
    &PLACE,
    &BATCH,
    &SAID,
    &PAPER,
    &STEP,
    &SOLD,
    &LINE,
    &MOVE,
    &RECEIPT,
    &ACCOUNT,
    &OPEN,
    &LIMIT,
    &CHEQUE,
    &PAYMENT,
    &NOTE,
    &RESERVED,
    &PRICE,
    &TARGET,
    &COMPANY,
    &LEDGER,
    &TRIP_ROW,
    &DELIVERY,
    &ENDING,
    &ORDERED,
    &REORDER,
    &OWED,
    &BROUGHT,
    &ENTRY,
    &BILL,
    &INSTALMENT,
    &PAID,
    &ITEM,
    &TALLY_LEDGER,
    &TALLY_EXPORT,
    &TALLY_ERROR,
];

pub fn frame(name: &str) -> Option<&'static FrameSpec> {
    FRAMES.iter().copied().find(|frame| frame.name == name)
}

impl FrameSpec {
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }
}

/// A key of the store as a frame knows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Touched {
    pub frame: &'static str,
    /// The value of the frame's key column in all rows of it.
    pub id: String,
    key: String,
}

/// The rows of frames that a change of this key changes.
pub fn touched(key: &str, found: &mut BTreeSet<Touched>) {
    let parts = keys::parts(key);
    for frame in FRAMES {
        for source in frame.sources.iter().chain(frame.told_by) {
            if let Some(rest) = rest(&parts, source) {
                found.insert(Touched {
                    frame: frame.name,
                    id: rest.join("|"),
                    key: key.to_owned(),
                });
            }
        }
    }
}

/// The keys that the row of this id is made of.
pub fn standing_for(name: &str, id: &str) -> Vec<Touched> {
    let Some(frame) = frame(name) else { return Vec::new() };
    let each = frame.sources.iter().map(|source| {
        // Several rows may be made of one document, or of one part of an earlier system's.
        let many = matches!(source.prefix[0], "doc" | "earlier");
        let parts = id.split('|').take(if many { 1 } else { usize::MAX });
        let parts: Vec<&str> = source.prefix.iter().copied().chain(parts).collect();
        Touched { frame: frame.name, id: id.to_owned(), key: keys::key(&parts) }
    });
    each.collect()
}

/// The parts behind a source's prefix.
fn rest<'p>(parts: &'p [&'p str], source: &FactSource) -> Option<&'p [&'p str]> {
    let rest = parts.strip_prefix(source.prefix)?;
    (!rest.is_empty()).then_some(rest)
}

/// The rows that stand for a touched key now: none when it is gone.
///
/// Errors: only what the reader cannot answer.
pub fn rows_of(read: &dyn Read, touched: &Touched) -> Result<Vec<FactRow<'static>>, Halt> {
    let mut rows = Vec::new();
    let Some(text) = read.get(&touched.key)? else { return Ok(rows) };
    let mut take = |row: FactRow<'_>| rows.push(row.into_owned());
    let told = frame(touched.frame);
    let every = told.into_iter().flat_map(|frame| frame.sources.iter().chain(frame.told_by));
    make(read, every, &touched.key, &text, &mut take)?;
    Ok(rows)
}

fn make(
    read: &dyn Read,
    sources: impl Iterator<Item = &'static FactSource>,
    key: &str,
    text: &[u8],
    take: &mut TakeRow,
) -> Result<(), Halt> {
    let actor = Actor::system();
    let case = docs::look(read, &actor, Default::default());
    let parts = keys::parts(key);
    for source in sources {
        if let Some(rest) = rest(&parts, source) {
            (source.rows)(&case, rest, text, take)?;
        }
    }
    Ok(())
}

/// All rows of a frame as the store stands, given out key by key.
///
/// Errors: only what the reader cannot answer.
pub fn all_rows(
    read: &dyn Read,
    frame: &'static FrameSpec,
    take: &mut TakeRow,
) -> Result<(), Halt> {
    use crate::kept::read::Range;
    const AT_ONCE: usize = 1_000;
    for source in frame.sources {
        let mut range = Range::prefix(&keys::key(source.prefix));
        loop {
            let found = read.scan(&range, AT_ONCE)?;
            for (key, text) in &found {
                // What another document tells of a row stands in the row already.
                make(read, std::iter::once(source), key, text, take)?;
            }
            match found.last() {
                Some((last, _)) if found.len() == AT_ONCE => range.from = format!("{last}\0"),
                _ => break,
            }
        }
    }
    Ok(())
}

/// Declares a frame and the struct that its rows are made by, in the same order.
macro_rules! facts {
    (
        $(#[$doc:meta])*
        $def:ident $row:ident = $name:literal by $key:literal from $sources:expr
            $(, told_by $told_by:expr)?;
        $($(#[$_about:meta])* $column:ident: $holds:expr $(, $guarded:ident)?;)*
    ) => {
        $(#[$doc])*
        pub static $def: FrameSpec = FrameSpec {
            name: $name,
            key: $key,
            columns: &[$(FactColumn {
                name: stringify!($column),
                holds: $holds,
                guarded: facts!(@ $($guarded)?),
            }),*],
            sources: $sources,
            told_by: facts!(# $($told_by)?),
        };

        #[derive(Default)]
        pub(super) struct $row<'c> { $(pub(super) $column: FactCell<'c>),* }

        impl<'c> $row<'c> {
            pub(super) fn row(self, seen: RowScope<'c>) -> FactRow<'c> {
                FactRow { cells: vec![$(self.$column),*], seen }
            }
        }
    };
    (#) => { &[] };
    (# $told_by:expr) => { $told_by };
    (@) => { Guarded::Open };
    (@ $guarded:ident) => { Guarded::$guarded };
}
use facts;

/// A day as a cell, from a field that holds one.
fn day_of(doc: &Doc, field: &str) -> FactCell<'static> {
    let day = doc.text(field).and_then(crate::value::Day::parse);
    day.map(|day| i64::from(day.0)).into()
}

/// The day of an instant, where the business is.
fn day_at(at: Option<Instant>) -> FactCell<'static> {
    at.map(|at| i64::from(at.day_in(IST_MINUTES).0)).into()
}

/// A word's place among the words of a code.
fn code(words: &[&str], word: &str) -> FactCell<'static> {
    words.iter().position(|one| *one == word).map(|at| at as i64).into()
}
