//! What is asked of a list: its conditions, words, order and page.

use crate::error::{Code, Halt, Issue};
use crate::said::Said;

/// At most so many rows on a page.
pub const PAGE_ROWS: usize = 500;
/// Totals that no counter keeps are exact up to here.
pub const COUNTED_ROWS: usize = 1_000;
/// So many rows are looked at for conditions that no index answers.
pub(super) const WALKED_ROWS: usize = 10_000;

/// How a row's field is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// One of several values, split by `|`.
    In,
    /// The text holds the value, letters without case.
    Has,
    /// On the days of a named period, or between two days: `this_month`, `2026-04-01|2026-04-30`.
    During,
    /// At least so many days ago.
    Older,
}

impl Op {
    fn parse(name: &str) -> Option<Op> {
        Some(match name {
            "eq" => Op::Eq,
            "ne" => Op::Ne,
            "lt" => Op::Lt,
            "le" => Op::Le,
            "gt" => Op::Gt,
            "ge" => Op::Ge,
            "in" => Op::In,
            "has" => Op::Has,
            "during" => Op::During,
            "older" => Op::Older,
            _ => return None,
        })
    }
}

/// One condition over a listed field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Where {
    pub field: String,
    pub op: Op,
    pub value: String,
}

/// The query of a list. All conditions must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Word prefixes over the searched fields.
    pub q: String,
    pub conditions: Vec<Where>,
    /// A declared sort, `-` before it for descending; empty for the type's own.
    pub sort: String,
    pub offset: usize,
    pub limit: usize,
    /// All rows are wanted and not a page of them: at most so many.
    pub whole: Option<usize>,
}

impl Query {
    /// How many rows are wanted.
    pub(super) fn rows(&self) -> usize {
        self.whole.unwrap_or(self.limit.clamp(1, PAGE_ROWS))
    }

    /// How many rows are looked at for conditions that no index answers, first and at most.
    pub(super) fn walked(&self) -> [usize; 2] {
        match self.whole {
            Some(most) => [most + 1; 2],
            None => [COUNTED_ROWS, WALKED_ROWS],
        }
    }
}

impl Where {
    /// `field:op:value`, split at the first two colons.
    ///
    /// Errors: `Malformed` for a condition of another form.
    pub fn parse(text: &str) -> Result<Where, Halt> {
        let mut parts = text.splitn(3, ':');
        let (field, op, value) = (parts.next(), parts.next(), parts.next());
        match (field, op.and_then(Op::parse), value) {
            (Some(field), Some(op), Some(value)) => {
                Ok(Where { field: field.to_owned(), op, value: value.to_owned() })
            }
            _ => Err(malformed("where", "A condition must look like status:eq:Draft")),
        }
    }
}

pub(super) fn malformed(path: &str, message: impl Into<Said>) -> Halt {
    Halt::issues(vec![Issue::new(path, Code::Malformed, message)])
}
