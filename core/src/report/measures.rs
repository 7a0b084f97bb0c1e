//! The figures of reports, and how each is worked out of what frames answer.

use super::bases::{Window, base};
pub use super::figures::MEASURES;
use super::named::json_word;
use crate::ledger::credit::BALANCES;
use crate::value::div_half_away;

/// The kind of a figure, which decides how it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureKind {
    Count,
    Pieces,
    /// Grams, shown in tonnes of three decimals.
    Grams,
    Paise,
    /// Paise per tonne, shown in whole rupees.
    PaisePerTonne,
    /// Hundredths of a percent.
    BasisPoints,
    Days,
    /// A day since 1970-01-01.
    Date,
}

impl FigureKind {
    pub const ALL: &[FigureKind] = &[
        FigureKind::Count,
        FigureKind::Pieces,
        FigureKind::Grams,
        FigureKind::Paise,
        FigureKind::PaisePerTonne,
        FigureKind::BasisPoints,
        FigureKind::Days,
        FigureKind::Date,
    ];

    pub fn name(self) -> &'static str {
        match self {
            FigureKind::Count => "count",
            FigureKind::Pieces => "pieces",
            FigureKind::Grams => "grams",
            FigureKind::Paise => "paise",
            FigureKind::PaisePerTonne => "paise_per_tonne",
            FigureKind::BasisPoints => "basis_points",
            FigureKind::Days => "days",
            FigureKind::Date => "day",
        }
    }
}

json_word!(FigureKind);

/// A figure as it is shown.
#[derive(Debug)]
pub struct Measure {
    pub key: &'static str,
    pub label: &'static str,
    pub unit: FigureKind,
    /// The base measures it is computed from, by the keys of [`BASES`](super::bases::BASES).
    pub of: &'static [&'static str],
    pub by: Working,
}

/// How a figure is worked out of its bases, in their order. A base with `-` before it is taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Working {
    /// The sum of all of them.
    Sum,
    /// The sum of the first so many, of the sum of the rest.
    Ratio(usize),
    /// The first per tonne of the second.
    PerTonne,
    /// The sum of all but the last per tonne of the last.
    SumPerTonne,
    /// The first per tonne of the second, less the third per tonne of the fourth.
    Spread,
    /// The sum of all of them; none where each is nothing, because no row counted.
    SumKnown,
    /// The first, of the first over all rows.
    Share,
    /// The first; none where it is nothing, because no row counted.
    Known,
    /// How many days the first lasts at the pace of the second over the days asked for.
    Cover,
    /// How many days before the last one asked for the first lies; none where it is no day.
    Since,
    /// The same of days summed by what the second counts.
    Age,
}

/// All that a figure may look at beside its bases.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// The bases over all rows.
    pub all: &'a [i64],
    pub days: i64,
    /// The last day asked for.
    pub to: i64,
}

impl Measure {
    /// The keys of its bases, without their signs.
    pub fn bases(&self) -> impl Iterator<Item = &'static str> {
        self.of.iter().map(|key| key.trim_start_matches('-'))
    }

    /// Whether it says something of the whole alone, so that it is told once and not for each day across.
    pub fn is_whole(&self) -> bool {
        self.bases().any(|key| base(key).is_some_and(|base| base.window.is_of_month()))
    }

    /// Whether it looks at the days asked for and at none before them.
    pub fn is_of_its_days(&self) -> bool {
        let before = [Window::Previous, Window::MonthBefore];
        !self.bases().any(|key| base(key).is_some_and(|base| before.contains(&base.window)))
    }

    /// What the figure is, in words: a balance of a customer's account, or one that not every row has.
    pub fn says(&self) -> Option<&'static str> {
        let balance = BALANCES.iter().find(|balance| balance.key == self.key);
        let partly = || PARTLY.iter().find(|(key, _)| *key == self.key).map(|(_, says)| *says);
        balance.map(|balance| balance.says).or_else(partly)
    }

    /// The figure, half away from zero; `None` where it says nothing, as a rate of no weight.
    pub fn work_out(&self, bases: &[i64], around: &Around) -> Option<i64> {
        let signed = |n: usize| {
            let value = i128::from(bases.get(n).copied().unwrap_or(0));
            if self.of.get(n).is_some_and(|key| key.starts_with('-')) { -value } else { value }
        };
        let sum = |range: std::ops::Range<usize>| range.map(signed).sum::<i128>();
        let ratio = |n: i128, d: i128| (d != 0).then(|| narrow(div_half_away(n, d)));
        let per_tonne = |n: usize| ratio(signed(n) * 1_000_000, signed(n + 1));
        match self.by {
            Working::Sum => Some(narrow(sum(0..self.of.len()))),
            Working::SumKnown if bases.iter().all(|base| *base == 0) => None,
            Working::SumKnown => Some(narrow(sum(0..self.of.len()))),
            Working::Ratio(first) => ratio(sum(0..first) * 10_000, sum(first..self.of.len())),
            Working::PerTonne => per_tonne(0),
            Working::SumPerTonne => {
                let last = self.of.len().saturating_sub(1);
                ratio(sum(0..last) * 1_000_000, signed(last))
            }
            Working::Spread => Some(per_tonne(0)?.saturating_sub(per_tonne(2)?)),
            Working::Share => ratio(signed(0) * 10_000, i128::from(around.all.first().copied()?)),
            Working::Known => Some(narrow(signed(0))).filter(|found| *found != 0),
            Working::Cover => ratio(signed(0) * i128::from(around.days), signed(1)),
            Working::Since => Some(around.to - narrow(signed(0))).filter(|_| signed(0) != 0),
            Working::Age => Some(around.to - ratio(signed(0), signed(1))?),
        }
    }
}

fn narrow(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}

pub fn measure(key: &str) -> Option<&'static Measure> {
    MEASURES.iter().find(|measure| measure.key == key)
}

pub const OF_COSTED: &str = "Only lines whose cost is known: imported ones may lack it.";
const OF_LANDED: &str = "Only lines whose landed cost is known: imported ones may lack it.";
const OF_COMPARED: &str = "Only lines with the supplier's weight: imported ones may lack it.";

const OF_RATE: &str = "Goods alone, without freight and GST: the net-back of what was sold FOR.";
const OF_DELIVERED: &str = "Goods and freight, without GST.";

const OF_MONTH: &str = "From the first of the month until the last day of the period.";
const OF_TARGET: &str = "Of the month in which the period ends. Targets are set for branches.";
const OF_MONTH_BEFORE: &str = "Of the month before, until the same day.";

const OF_OPENING: &str =
    "Before the period, and what documents of opening stock brought in within it.";

const OF_BOOKS: &str = "Debit above zero, credit below.";

/// Figures that leave out the rows in which something is not known, or whose sign says something, and what they say.
const PARTLY: &[(&str, &str)] = &[
    ("month_mt", OF_MONTH),
    ("month_amount", OF_MONTH),
    ("month_before_mt", OF_MONTH_BEFORE),
    ("month_before_amount", OF_MONTH_BEFORE),
    ("month_purchase_mt", OF_MONTH),
    ("month_purchase_amount", OF_MONTH),
    ("month_before_purchase_mt", OF_MONTH_BEFORE),
    ("month_before_purchase_amount", OF_MONTH_BEFORE),
    ("temporary_until", "The last day of the temporary limit that ends first."),
    ("target_mt", OF_TARGET),
    (
        "target_bp",
        "Sold from the first of the month until the last day of the period, of the month's target.",
    ),
    ("unsold", "Since the last sale, until the last day of the period."),
    ("orders", "Only invoices made from orders here: imported ones name none."),
    ("sale_rate", OF_RATE),
    ("delivered_rate", OF_DELIVERED),
    ("sale_cost", OF_COSTED),
    ("margin", OF_COSTED),
    ("margin_bp", OF_COSTED),
    ("landed_rate", OF_LANDED),
    ("supplier_mt", OF_COMPARED),
    ("variance_bp", OF_COMPARED),
    ("opening_pcs", OF_OPENING),
    ("opening_mt", OF_OPENING),
    ("payable", OF_PAYABLE),
    ("payable_due", "The day of what is due first."),
    ("advances", OF_ADVANCES),
    ("book_opening", OF_BOOKS),
    ("book_closing", OF_BOOKS),
];

const OF_PAYABLE: &str =
    "What is owed by the books, where money on account counts towards the bill that is due first.";
const OF_ADVANCES: &str = "What was paid beyond all bills.";

/// What a report of credit can show beside what is used of it.
pub const OF_CREDIT: &[&str] = &[
    "for_orders",
    "to_deposit",
    "bounced",
    "outstanding",
    "overdue_30",
    "overdue_60",
    "overdue_90",
    "overdue_more",
];
