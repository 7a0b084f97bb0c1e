//! The figures of reports, and how each is worked out of what frames answer.

use crate::value::div_half_away;

/// The kind of a figure, which decides how it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
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

impl Unit {
    pub const ALL: &[Unit] = &[
        Unit::Count,
        Unit::Pieces,
        Unit::Grams,
        Unit::Paise,
        Unit::PaisePerTonne,
        Unit::BasisPoints,
        Unit::Days,
        Unit::Date,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Unit::Count => "count",
            Unit::Pieces => "pieces",
            Unit::Grams => "grams",
            Unit::Paise => "paise",
            Unit::PaisePerTonne => "paise_per_tonne",
            Unit::BasisPoints => "basis_points",
            Unit::Days => "days",
            Unit::Date => "day",
        }
    }
}

/// A figure as it is shown.
#[derive(Debug)]
pub struct Measure {
    pub key: &'static str,
    pub label: &'static str,
    pub unit: Unit,
    /// The base measures it is computed from, by the keys of [`BASES`](super::bases::BASES).
    pub of: &'static [&'static str],
    pub by: By,
}

/// How a figure is worked out of its bases, in their order. A base with `-` before it is taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The sum of all of them.
    Sum,
    /// The sum of the first so many, of the sum of the rest.
    Ratio(usize),
    /// The first per tonne of the second.
    PerTonne,
    /// The first per tonne of the second, less the third per tonne of the fourth.
    Spread,
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
            By::Sum => Some(narrow(sum(0..self.of.len()))),
            By::Ratio(first) => ratio(sum(0..first) * 10_000, sum(first..self.of.len())),
            By::PerTonne => per_tonne(0),
            By::Spread => Some(per_tonne(0)?.saturating_sub(per_tonne(2)?)),
            By::Share => ratio(signed(0) * 10_000, i128::from(around.all.first().copied()?)),
            By::Known => Some(narrow(signed(0))).filter(|found| *found != 0),
            By::Cover => ratio(signed(0) * i128::from(around.days), signed(1)),
            By::Since => Some(around.to - narrow(signed(0))).filter(|_| signed(0) != 0),
            By::Age => Some(around.to - ratio(signed(0), signed(1))?),
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
    unit: Unit,
    by: By,
    of: &'static [&'static str],
) -> Measure {
    Measure { key, label, unit, of, by }
}

/// Every figure that a report can show.
pub static MEASURES: &[Measure] = &[
    figure("invoices", "Invoices", Unit::Count, By::Sum, &["sale_papers"]),
    figure("orders", "Orders", Unit::Count, By::Sum, &["sale_orders"]),
    figure("customers", "Customers", Unit::Count, By::Sum, &["sale_customers"]),
    figure("sale_pcs", "Sale pcs", Unit::Pieces, By::Sum, &["sale_pcs"]),
    figure("sale_mt", "Sale MT", Unit::Grams, By::Sum, &["sale_g"]),
    figure("sale_amount", "Sale ₹", Unit::Paise, By::Sum, &["sale_amount"]),
    figure("sale_gst", "GST ₹", Unit::Paise, By::Sum, &["sale_gst"]),
    figure("sale_freight", "Freight ₹", Unit::Paise, By::Sum, &["sale_freight"]),
    figure(
        "sale_total",
        "Total ₹",
        Unit::Paise,
        By::Sum,
        &["sale_amount", "sale_freight", "sale_gst"],
    ),
    figure("sale_rate", "Sale ₹/MT", Unit::PaisePerTonne, By::PerTonne, &["sale_amount", "sale_g"]),
    figure("lowest_rate", "Lowest ₹/MT", Unit::PaisePerTonne, By::Known, &["rate_low"]),
    figure("highest_rate", "Highest ₹/MT", Unit::PaisePerTonne, By::Known, &["rate_high"]),
    figure(
        "freight_rate",
        "Freight/MT",
        Unit::PaisePerTonne,
        By::PerTonne,
        &["sale_freight", "sale_g"],
    ),
    figure("sale_cost", "Cost ₹", Unit::Paise, By::Sum, &["sale_cost"]),
    figure("margin", "Margin ₹", Unit::Paise, By::Sum, &["sale_amount", "-sale_cost"]),
    figure(
        "margin_bp",
        "Margin %",
        Unit::BasisPoints,
        By::Ratio(2),
        &["sale_amount", "-sale_cost", "sale_amount"],
    ),
    figure("share_bp", "Share", Unit::BasisPoints, By::Share, &["sale_amount"]),
    figure("share_mt_bp", "Share of MT", Unit::BasisPoints, By::Share, &["sale_g"]),
    figure(
        "change_bp",
        "vs previous",
        Unit::BasisPoints,
        By::Ratio(2),
        &["sale_amount", "-previous_amount", "previous_amount"],
    ),
    figure(
        "change_mt_bp",
        "MT vs previous",
        Unit::BasisPoints,
        By::Ratio(2),
        &["sale_g", "-previous_g", "previous_g"],
    ),
    figure("last_sale", "Last sale", Unit::Date, By::Known, &["sale_last"]),
    figure("new_customers", "New customers", Unit::Count, By::Sum, &["sale_new"]),
    figure("list_rate", "List ₹/MT", Unit::PaisePerTonne, By::Known, &["list_rate"]),
    figure("floor_rate", "Floor ₹/MT", Unit::PaisePerTonne, By::Known, &["floor_rate"]),
    figure("list_from", "List since", Unit::Date, By::Known, &["list_from"]),
    figure("purchases", "Inwards", Unit::Count, By::Sum, &["purchase_papers"]),
    figure("purchase_pcs", "Purchase pcs", Unit::Pieces, By::Sum, &["purchase_pcs"]),
    figure("purchase_mt", "Purchase MT", Unit::Grams, By::Sum, &["purchase_g"]),
    figure("purchase_amount", "Purchase ₹", Unit::Paise, By::Sum, &["purchase_amount"]),
    figure("purchase_gst", "Purchase GST ₹", Unit::Paise, By::Sum, &["purchase_gst"]),
    figure(
        "purchase_rate",
        "Purchase ₹/MT",
        Unit::PaisePerTonne,
        By::PerTonne,
        &["purchase_amount", "purchase_g"],
    ),
    figure(
        "landed_rate",
        "Landed ₹/MT",
        Unit::PaisePerTonne,
        By::PerTonne,
        &["purchase_cost", "purchase_g"],
    ),
    figure("supplier_mt", "Supplier's MT", Unit::Grams, By::Sum, &["purchase_other_g"]),
    figure(
        "variance_bp",
        "Our weight vs supplier's",
        Unit::BasisPoints,
        By::Ratio(2),
        &["purchase_g", "-purchase_other_g", "purchase_other_g"],
    ),
    figure(
        "spread",
        "Spread ₹/MT",
        Unit::PaisePerTonne,
        By::Spread,
        &["sale_amount", "sale_g", "purchase_amount", "purchase_g"],
    ),
    figure("opening_pcs", "Opening pcs", Unit::Pieces, By::Sum, &["opening_pcs"]),
    figure("opening_mt", "Opening MT", Unit::Grams, By::Sum, &["opening_g"]),
    figure("inward_pcs", "Inward pcs", Unit::Pieces, By::Sum, &["inward_pcs"]),
    figure("inward_mt", "Inward MT", Unit::Grams, By::Sum, &["inward_g"]),
    figure("out_pcs", "Out pcs", Unit::Pieces, By::Sum, &["out_pcs"]),
    figure("out_mt", "Out MT", Unit::Grams, By::Sum, &["out_g"]),
    figure("inside_in_mt", "Transfer in MT", Unit::Grams, By::Sum, &["inside_in_g"]),
    figure("inside_out_mt", "Transfer out MT", Unit::Grams, By::Sum, &["inside_out_g"]),
    figure("difference_mt", "Gain and loss MT", Unit::Grams, By::Sum, &["gained_g", "lost_g"]),
    figure("closing_pcs", "Closing pcs", Unit::Pieces, By::Sum, &["closing_pcs"]),
    figure("closing_mt", "Closing MT", Unit::Grams, By::Sum, &["closing_g"]),
    figure("cover", "Days of cover", Unit::Days, By::Cover, &["closing_g", "sale_g"]),
    figure("ever_in_pcs", "In pcs", Unit::Pieces, By::Sum, &["ever_in_pcs", "ever_opened_pcs"]),
    figure("ever_in_mt", "In MT", Unit::Grams, By::Sum, &["ever_in_g", "ever_opened_g"]),
    figure("ever_out_pcs", "Out pcs, all", Unit::Pieces, By::Sum, &["ever_out_pcs"]),
    figure("ever_out_mt", "Out MT, all", Unit::Grams, By::Sum, &["ever_out_g"]),
    figure(
        "ever_difference_mt",
        "Closing difference MT",
        Unit::Grams,
        By::Sum,
        &["ever_gained_g", "ever_lost_g"],
    ),
    figure("loss_bp", "Loss %", Unit::BasisPoints, By::Ratio(1), &["ever_lost_g", "ever_in_g"]),
    figure(
        "difference_value",
        "Closing difference ₹",
        Unit::Paise,
        By::Sum,
        &["gained_value_g", "gained_value_pcs", "lost_value_g", "lost_value_pcs"],
    ),
    figure("value", "Value ₹", Unit::Paise, By::Sum, &["closing_value_g", "closing_value_pcs"]),
    figure(
        "value_rate",
        "Cost ₹/MT",
        Unit::PaisePerTonne,
        By::PerTonne,
        &["closing_value_g", "closing_g"],
    ),
    figure("age", "Age, days", Unit::Days, By::Age, &["closing_since", "closing_g"]),
    figure("theoretical_mt", "Theoretical MT", Unit::Grams, By::Sum, &["theoretical_g"]),
    figure(
        "weight_bp",
        "Actual vs theoretical",
        Unit::BasisPoints,
        By::Ratio(2),
        &["weighed_g", "-theoretical_g", "theoretical_g"],
    ),
    figure("sold_amount", "Sold ₹", Unit::Paise, By::Sum, &["sold_amount"]),
    figure("sold_rate", "Sold ₹/MT", Unit::PaisePerTonne, By::PerTonne, &["sold_amount", "sold_g"]),
    figure("sold_cost", "Cost of it ₹", Unit::Paise, By::Sum, &["sold_cost_g", "sold_cost_pcs"]),
    figure(
        "sold_margin",
        "Margin ₹, all",
        Unit::Paise,
        By::Sum,
        &["sold_amount", "-sold_cost_g", "-sold_cost_pcs"],
    ),
    figure("free_pcs", "Free pcs", Unit::Pieces, By::Sum, &["free_pcs"]),
    figure("free_mt", "Free MT", Unit::Grams, By::Sum, &["free_g"]),
    figure("held_mt", "Held MT", Unit::Grams, By::Sum, &["held_g"]),
    figure("dumped_mt", "Dump MT", Unit::Grams, By::Sum, &["dumped_g"]),
    figure("on_road_mt", "In transit MT", Unit::Grams, By::Sum, &["on_road_g"]),
    figure("in_work_mt", "In work MT", Unit::Grams, By::Sum, &["in_work_g"]),
    figure("reserved_mt", "Reserved MT", Unit::Grams, By::Sum, &["reserved_g"]),
    figure("unclaimed_mt", "Unclaimed MT", Unit::Grams, By::Sum, &["free_g", "-reserved_g"]),
    figure("papers", "Documents", Unit::Count, By::Sum, &["papers"]),
    figure("papers_mt", "Documents MT", Unit::Grams, By::Sum, &["papers_g"]),
    figure("received", "Received ₹", Unit::Paise, By::Sum, &["received"]),
    figure("limit", "Limit ₹", Unit::Paise, By::Sum, &["limit"]),
    figure("temporary", "Temporary ₹", Unit::Paise, By::Sum, &["temporary"]),
    figure("receivable", "Invoices open ₹", Unit::Paise, By::Sum, &["receivable"]),
    figure("committed", "Committed ₹", Unit::Paise, By::Sum, &["committed"]),
    figure("on_account", "On account ₹", Unit::Paise, By::Sum, &["on_account"]),
    figure(
        "utilised",
        "Utilised ₹",
        Unit::Paise,
        By::Sum,
        &["receivable", "committed", "-on_account"],
    ),
    figure(
        "available",
        "Available ₹",
        Unit::Paise,
        By::Sum,
        &["limit", "temporary", "-receivable", "-committed", "on_account"],
    ),
    figure(
        "used_bp",
        "Used %",
        Unit::BasisPoints,
        By::Ratio(3),
        &["receivable", "committed", "-on_account", "limit", "temporary"],
    ),
    figure("unpaid", "Outstanding ₹", Unit::Paise, By::Sum, &["unpaid"]),
    figure("overdue", "Overdue ₹", Unit::Paise, By::Sum, &["overdue"]),
    figure("days_overdue", "Days overdue", Unit::Days, By::Since, &["oldest_due"]),
    figure("last_received", "Last receipt", Unit::Date, By::Known, &["last_received"]),
    figure("overdue_30", "1-30 days ₹", Unit::Paise, By::Sum, &["overdue_30"]),
    figure("overdue_60", "31-60 days ₹", Unit::Paise, By::Sum, &["overdue_60"]),
    figure("overdue_90", "61-90 days ₹", Unit::Paise, By::Sum, &["overdue_90"]),
    figure("overdue_more", "Over 90 days ₹", Unit::Paise, By::Sum, &["overdue_more"]),
];
