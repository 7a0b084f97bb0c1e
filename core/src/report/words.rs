//! The words that reports write into their cells, beside what is declared and what people called things.

use std::collections::BTreeSet;

use super::dimensions::{DIMENSIONS, ValueKind};
use super::numbers::STATUTORY;
use super::register::{REPORTS, ReportKind};
pub(in crate::report) use crate::said::NOT_SET;

/// Above the figures of all columns of a pivot.
pub(in crate::report) const ALL: &str = "All";
/// The balance before the days that were asked for.
pub(in crate::report) const OPENING: &str = "Opening";
pub(in crate::report) const OPENING_BALANCE: &str = "Opening balance";

/// Every word that a cell of a report may hold, for those who translate them.
pub fn cell_words() -> BTreeSet<&'static str> {
    let mut found = BTreeSet::from([NOT_SET, ALL, OPENING, OPENING_BALANCE]);
    found.extend(STATUTORY.iter().map(|(_, nature)| *nature));
    for dimension in DIMENSIONS {
        if let ValueKind::Words(words) = dimension.of {
            found.extend(words);
        }
    }
    for report in REPORTS {
        if let ReportKind::List(list) = &report.kind {
            found.extend(list.heads().flat_map(|column| column.words));
        }
    }
    found
}
