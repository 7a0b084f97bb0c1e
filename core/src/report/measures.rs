//! The figures of reports, and how each is worked out of what frames answer.

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

const fn figure(
    key: &'static str,
    label: &'static str,
    unit: FigureKind,
    by: Working,
    of: &'static [&'static str],
) -> Measure {
    Measure { key, label, unit, of, by }
}

/// A sum of the books, in paise.
const fn booked(key: &'static str, label: &'static str, of: &'static [&'static str]) -> Measure {
    figure(key, label, FigureKind::Paise, Working::Sum, of)
}

pub const OF_COSTED: &str = "Only lines whose cost is known: imported ones may lack it.";
const OF_LANDED: &str = "Only lines whose landed cost is known: imported ones may lack it.";
const OF_COMPARED: &str = "Only lines with the supplier's weight: imported ones may lack it.";

const OF_BOOKS: &str = "Debit above zero, credit below.";

/// Figures that leave out the rows in which something is not known, or whose sign says something, and what they say.
const PARTLY: &[(&str, &str)] = &[
    ("orders", "Only invoices made from orders here: imported ones name none."),
    ("sale_cost", OF_COSTED),
    ("margin", OF_COSTED),
    ("margin_bp", OF_COSTED),
    ("landed_rate", OF_LANDED),
    ("supplier_mt", OF_COMPARED),
    ("variance_bp", OF_COMPARED),
    ("book_opening", OF_BOOKS),
    ("book_closing", OF_BOOKS),
];

/// What a report of credit can show beside what is used of it.
pub const OF_CREDIT: &[&str] = &[
    "cheques",
    "to_deposit",
    "bounces",
    "last_received",
    "outstanding",
    "overdue_30",
    "overdue_60",
    "overdue_90",
    "overdue_more",
];

/// Every figure that a report can show.
pub static MEASURES: &[Measure] = &[
    figure("invoices", "Invoices", FigureKind::Count, Working::Sum, &["sale_papers"]),
    figure("orders", "Orders", FigureKind::Count, Working::Known, &["sale_orders"]),
    figure("customers", "Customers", FigureKind::Count, Working::Sum, &["sale_customers"]),
    figure("sale_pcs", "Sale pcs", FigureKind::Pieces, Working::Sum, &["sale_pcs"]),
    figure("sale_mt", "Sale MT", FigureKind::Grams, Working::Sum, &["sale_g"]),
    figure("sale_amount", "Sale ₹", FigureKind::Paise, Working::Sum, &["sale_amount"]),
    figure("sale_gst", "GST ₹", FigureKind::Paise, Working::Sum, &["sale_gst"]),
    figure("sale_freight", "Freight ₹", FigureKind::Paise, Working::Sum, &["sale_freight"]),
    figure(
        "sale_total",
        "Total ₹",
        FigureKind::Paise,
        Working::Sum,
        &["sale_amount", "sale_freight", "sale_gst"],
    ),
    figure(
        "sale_rate",
        "Sale ₹/MT",
        FigureKind::PaisePerTonne,
        Working::PerTonne,
        &["sale_amount", "sale_g"],
    ),
    figure("lowest_rate", "Lowest ₹/MT", FigureKind::PaisePerTonne, Working::Known, &["rate_low"]),
    figure(
        "highest_rate",
        "Highest ₹/MT",
        FigureKind::PaisePerTonne,
        Working::Known,
        &["rate_high"],
    ),
    figure(
        "freight_rate",
        "Freight/MT",
        FigureKind::PaisePerTonne,
        Working::PerTonne,
        &["sale_freight", "sale_g"],
    ),
    figure("sale_cost", "Cost ₹", FigureKind::Paise, Working::Known, &["sale_cost"]),
    figure(
        "margin",
        "Margin ₹",
        FigureKind::Paise,
        Working::SumKnown,
        &["costed_amount", "-sale_cost"],
    ),
    figure(
        "margin_bp",
        "Margin %",
        FigureKind::BasisPoints,
        Working::Ratio(2),
        &["costed_amount", "-sale_cost", "costed_amount"],
    ),
    figure("share_bp", "Share", FigureKind::BasisPoints, Working::Share, &["sale_amount"]),
    figure("share_mt_bp", "Share of MT", FigureKind::BasisPoints, Working::Share, &["sale_g"]),
    figure(
        "change_bp",
        "vs before",
        FigureKind::BasisPoints,
        Working::Ratio(2),
        &["sale_amount", "-previous_amount", "previous_amount"],
    ),
    figure(
        "change_mt_bp",
        "MT vs before",
        FigureKind::BasisPoints,
        Working::Ratio(2),
        &["sale_g", "-previous_g", "previous_g"],
    ),
    figure("last_sale", "Last sale", FigureKind::Date, Working::Known, &["sale_last"]),
    figure("new_customers", "New customers", FigureKind::Count, Working::Sum, &["sale_new"]),
    booked("book_opening", "Opening ₹", &["opened_amount", "opened_cost"]),
    booked("book_debit", "Debit ₹", &["debit_amount", "debit_cost"]),
    booked("book_credit", "Credit ₹", &["-credit_amount", "-credit_cost"]),
    booked("book_closing", "Closing ₹", &["closed_amount", "closed_cost"]),
    figure("list_rate", "List ₹/MT", FigureKind::PaisePerTonne, Working::Known, &["list_rate"]),
    figure("floor_rate", "Floor ₹/MT", FigureKind::PaisePerTonne, Working::Known, &["floor_rate"]),
    figure("list_from", "List since", FigureKind::Date, Working::Known, &["list_from"]),
    figure("purchases", "Inwards", FigureKind::Count, Working::Sum, &["purchase_papers"]),
    figure("purchase_pcs", "Purchase pcs", FigureKind::Pieces, Working::Sum, &["purchase_pcs"]),
    figure("purchase_mt", "Purchase MT", FigureKind::Grams, Working::Sum, &["purchase_g"]),
    figure("purchase_amount", "Purchase ₹", FigureKind::Paise, Working::Sum, &["purchase_amount"]),
    figure("purchase_gst", "Purchase GST ₹", FigureKind::Paise, Working::Sum, &["purchase_gst"]),
    figure(
        "purchase_rate",
        "Purchase ₹/MT",
        FigureKind::PaisePerTonne,
        Working::PerTonne,
        &["purchase_amount", "purchase_g"],
    ),
    figure(
        "landed_rate",
        "Landed ₹/MT",
        FigureKind::PaisePerTonne,
        Working::PerTonne,
        &["purchase_cost", "landed_g"],
    ),
    figure(
        "supplier_mt",
        "Supplier's MT",
        FigureKind::Grams,
        Working::Known,
        &["purchase_other_g"],
    ),
    figure(
        "variance_bp",
        "Our weight vs supplier's",
        FigureKind::BasisPoints,
        Working::Ratio(2),
        &["compared_g", "-purchase_other_g", "purchase_other_g"],
    ),
    figure(
        "spread",
        "Spread ₹/MT",
        FigureKind::PaisePerTonne,
        Working::Spread,
        &["sale_amount", "sale_g", "purchase_amount", "purchase_g"],
    ),
    figure("opening_pcs", "Opening pcs", FigureKind::Pieces, Working::Sum, &["opening_pcs"]),
    figure("opening_mt", "Opening MT", FigureKind::Grams, Working::Sum, &["opening_g"]),
    figure("inward_pcs", "Inward pcs", FigureKind::Pieces, Working::Sum, &["inward_pcs"]),
    figure("inward_mt", "Inward MT", FigureKind::Grams, Working::Sum, &["inward_g"]),
    figure("out_pcs", "Out pcs", FigureKind::Pieces, Working::Sum, &["out_pcs"]),
    figure("out_mt", "Out MT", FigureKind::Grams, Working::Sum, &["out_g"]),
    figure("returned_pcs", "Returned pcs", FigureKind::Pieces, Working::Sum, &["returned_pcs"]),
    figure("returned_mt", "Returned MT", FigureKind::Grams, Working::Sum, &["returned_g"]),
    figure("inside_in_mt", "Transfer in MT", FigureKind::Grams, Working::Sum, &["inside_in_g"]),
    figure("inside_out_mt", "Transfer out MT", FigureKind::Grams, Working::Sum, &["inside_out_g"]),
    figure("worked_in_mt", "Used in work MT", FigureKind::Grams, Working::Sum, &["worked_in_g"]),
    figure("worked_out_mt", "Made in work MT", FigureKind::Grams, Working::Sum, &["worked_out_g"]),
    figure(
        "difference_mt",
        "Gain and loss MT",
        FigureKind::Grams,
        Working::Sum,
        &["gained_g", "lost_g"],
    ),
    figure("closing_pcs", "Closing pcs", FigureKind::Pieces, Working::Sum, &["closing_pcs"]),
    figure("closing_mt", "Closing MT", FigureKind::Grams, Working::Sum, &["closing_g"]),
    figure("cover", "Days of cover", FigureKind::Days, Working::Cover, &["closing_g", "sale_g"]),
    figure(
        "ever_in_pcs",
        "In pcs",
        FigureKind::Pieces,
        Working::Sum,
        &["ever_in_pcs", "ever_opened_pcs", "ever_made_pcs"],
    ),
    figure(
        "ever_in_mt",
        "In MT",
        FigureKind::Grams,
        Working::Sum,
        &["ever_in_g", "ever_opened_g", "ever_made_g"],
    ),
    figure(
        "ever_used_pcs",
        "Used in work pcs, all",
        FigureKind::Pieces,
        Working::Sum,
        &["ever_used_pcs"],
    ),
    figure(
        "ever_used_mt",
        "Used in work MT, all",
        FigureKind::Grams,
        Working::Sum,
        &["ever_used_g"],
    ),
    figure("ever_out_pcs", "Out pcs, all", FigureKind::Pieces, Working::Sum, &["ever_out_pcs"]),
    figure("ever_out_mt", "Out MT, all", FigureKind::Grams, Working::Sum, &["ever_out_g"]),
    figure(
        "ever_returned_pcs",
        "Returned pcs, all",
        FigureKind::Pieces,
        Working::Sum,
        &["ever_returned_pcs"],
    ),
    figure(
        "ever_returned_mt",
        "Returned MT, all",
        FigureKind::Grams,
        Working::Sum,
        &["ever_returned_g"],
    ),
    figure(
        "ever_difference_mt",
        "Closing difference MT",
        FigureKind::Grams,
        Working::Sum,
        &["ever_gained_g", "ever_lost_g"],
    ),
    figure(
        "loss_bp",
        "Loss %",
        FigureKind::BasisPoints,
        Working::Ratio(1),
        &["ever_lost_g", "ever_in_g", "ever_opened_g", "ever_made_g"],
    ),
    figure(
        "difference_value",
        "Closing difference ₹",
        FigureKind::Paise,
        Working::Sum,
        &["gained_value_g", "gained_value_pcs", "lost_value_g", "lost_value_pcs"],
    ),
    figure(
        "value",
        "Value ₹",
        FigureKind::Paise,
        Working::Sum,
        &["closing_value_g", "closing_value_pcs"],
    ),
    figure(
        "value_rate",
        "Cost ₹/MT",
        FigureKind::PaisePerTonne,
        Working::PerTonne,
        &["closing_value_g", "closing_g"],
    ),
    figure("age", "Age, days", FigureKind::Days, Working::Age, &["closing_since", "closing_g"]),
    figure("theoretical_mt", "Theoretical MT", FigureKind::Grams, Working::Sum, &["theoretical_g"]),
    figure(
        "weight_bp",
        "Actual vs theoretical",
        FigureKind::BasisPoints,
        Working::Ratio(2),
        &["weighed_g", "-theoretical_g", "theoretical_g"],
    ),
    figure("sold_amount", "Sold ₹", FigureKind::Paise, Working::Sum, &["sold_amount"]),
    figure(
        "sold_rate",
        "Sold ₹/MT",
        FigureKind::PaisePerTonne,
        Working::PerTonne,
        &["sold_amount", "sold_g"],
    ),
    figure(
        "sold_cost",
        "Cost of it ₹",
        FigureKind::Paise,
        Working::Sum,
        &["sold_cost_g", "sold_cost_pcs"],
    ),
    figure(
        "sold_margin",
        "Margin ₹, all",
        FigureKind::Paise,
        Working::Sum,
        &["sold_amount", "-sold_cost_g", "-sold_cost_pcs"],
    ),
    figure("free_pcs", "Free pcs", FigureKind::Pieces, Working::Sum, &["free_pcs"]),
    figure("free_mt", "Free MT", FigureKind::Grams, Working::Sum, &["free_g"]),
    figure("held_mt", "Held MT", FigureKind::Grams, Working::Sum, &["held_g"]),
    figure("dumped_mt", "Dump MT", FigureKind::Grams, Working::Sum, &["dumped_g"]),
    figure("on_road_mt", "In transit MT", FigureKind::Grams, Working::Sum, &["on_road_g"]),
    figure("in_work_mt", "In work MT", FigureKind::Grams, Working::Sum, &["in_work_g"]),
    figure("reserved_mt", "Reserved MT", FigureKind::Grams, Working::Sum, &["reserved_g"]),
    figure(
        "unclaimed_mt",
        "Unclaimed MT",
        FigureKind::Grams,
        Working::Sum,
        &["free_g", "-reserved_g"],
    ),
    figure("papers", "Documents", FigureKind::Count, Working::Sum, &["papers"]),
    figure("papers_mt", "Documents MT", FigureKind::Grams, Working::Sum, &["papers_g"]),
    figure("received", "Received ₹", FigureKind::Paise, Working::Sum, &["received"]),
    figure("limit", "Limit ₹", FigureKind::Paise, Working::Sum, &["limit"]),
    figure("temporary", "Temporary ₹", FigureKind::Paise, Working::Sum, &["temporary"]),
    figure("for_orders", "One-order limits ₹", FigureKind::Paise, Working::Sum, &["for_orders"]),
    figure("receivable", "Receivable ₹", FigureKind::Paise, Working::Sum, &["receivable"]),
    figure("committed", "Committed ₹", FigureKind::Paise, Working::Sum, &["committed"]),
    figure("on_account", "On account ₹", FigureKind::Paise, Working::Sum, &["on_account"]),
    figure(
        "utilised",
        "Utilised ₹",
        FigureKind::Paise,
        Working::Sum,
        &["receivable", "committed", "-on_account"],
    ),
    figure(
        "available",
        "Available ₹",
        FigureKind::Paise,
        Working::Sum,
        &["limit", "temporary", "for_orders", "-receivable", "-committed", "on_account", "counted"],
    ),
    figure(
        "used_bp",
        "Used %",
        FigureKind::BasisPoints,
        Working::Ratio(3),
        &["receivable", "committed", "-on_account", "limit", "temporary", "for_orders"],
    ),
    figure("cheques", "Cheques in hand ₹", FigureKind::Paise, Working::Sum, &["cheques"]),
    figure("to_deposit", "To deposit ₹", FigureKind::Paise, Working::Sum, &["to_deposit"]),
    figure("bounces", "Bounces, 90 days", FigureKind::Count, Working::Sum, &["bounces"]),
    figure("bounced", "Bounced ₹, 90 days", FigureKind::Paise, Working::Sum, &["bounced"]),
    figure("outstanding", "Outstanding ₹", FigureKind::Paise, Working::Sum, &["outstanding"]),
    figure("overdue", "Overdue ₹", FigureKind::Paise, Working::Sum, &["overdue"]),
    figure("days_overdue", "Days overdue", FigureKind::Days, Working::Since, &["oldest_due"]),
    figure("last_received", "Last receipt", FigureKind::Date, Working::Known, &["last_received"]),
    figure("overdue_30", "1-30 days ₹", FigureKind::Paise, Working::Sum, &["overdue_30"]),
    figure("overdue_60", "31-60 days ₹", FigureKind::Paise, Working::Sum, &["overdue_60"]),
    figure("overdue_90", "61-90 days ₹", FigureKind::Paise, Working::Sum, &["overdue_90"]),
    figure("overdue_more", "Over 90 days ₹", FigureKind::Paise, Working::Sum, &["overdue_more"]),
];
