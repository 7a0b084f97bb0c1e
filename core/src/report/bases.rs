//! Base measures: sums, counts and first or last values that one frame answers over some of its
//! days.

use super::facts::{BILLIONTHS, BUCKETS, LINE_KINDS, PAPERS, RATES, SIDES};

/// The days of a frame that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Window {
    /// The days asked for.
    Within,
    /// As many days just before them.
    Previous,
    /// All days before them.
    Before,
    /// All days until their last.
    Until,
    /// As the books stand, whatever the days.
    Now,
}

/// The aggregate of a frame's column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    Sum(&'static str),
    /// The sum of one column times another, divided by a number half away from zero.
    Product(&'static str, &'static str, i64),
    Distinct(&'static str),
    Least(&'static str),
    Most(&'static str),
}

/// The filter on a frame's rows: all conditions hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Lines of the basis: invoiced, loaded or ordered.
    Sale,
    /// The column holds this word of its words.
    Is(&'static str, &'static [&'static str], &'static str),
    IsNot(&'static str, &'static [&'static str], &'static str),
    /// The amount is more than nothing, or less.
    Positive(&'static str),
    Negative(&'static str),
    /// The day lies before the last day asked for.
    Overdue(&'static str),
    /// By so many days at least, and at most.
    OverdueBy(&'static str, i64, i64),
    /// Limits that hold on the last day asked for: lasting ones, or temporary ones.
    Lasting,
    Temporary,
    /// Whatever is in force on the last day asked for.
    InForce,
    /// The day is one of those asked for.
    New(&'static str),
}

/// A figure that a frame answers.
#[derive(Clone, Copy, Debug)]
pub struct Base {
    pub key: &'static str,
    pub frame: &'static str,
    pub when: &'static [When],
    pub window: Window,
    pub take: Take,
}

pub fn base(key: &str) -> Option<&'static Base> {
    BASES.iter().find(|base| base.key == key)
}

const PURCHASE: &[When] = &[When::Is("kind", LINE_KINDS, "purchase")];
const SALE: &[When] = &[When::Sale];
/// Lines invoiced at a rate per tonne.
const RATED: &[When] =
    &[When::Sale, When::Positive("sold.rate"), When::Is("sold.per", RATES, "MT")];
const NOTHING: &[When] = &[];

const fn line(key: &'static str, when: &'static [When], take: Take) -> Base {
    Base { key, frame: "line", when, window: Window::Within, take }
}

const fn moves(key: &'static str, when: &'static [When], window: Window, take: Take) -> Base {
    Base { key, frame: "move", when, window, take }
}

const TO_CUSTOMER: &[When] = &[When::Is("side", SIDES, "customer")];
const FROM_SUPPLIER: &[When] = &[When::Is("side", SIDES, "supplier")];
const OPENED: &[When] = &[When::Is("side", SIDES, "opening")];
const LOST: &[When] = &[When::Is("side", SIDES, "loss")];
const GAINED: &[When] = &[When::Is("side", SIDES, "gain")];
const FREE: &[When] = &[When::Is("bucket", BUCKETS, "free")];
const HELD: &[When] = &[When::Is("bucket", BUCKETS, "hold")];
const DUMPED: &[When] = &[When::Is("bucket", BUCKETS, "dump")];
const ON_ROAD: &[When] = &[When::Is("bucket", BUCKETS, "transit")];
const IN_WORK: &[When] = &[When::Is("bucket", BUCKETS, "wip")];
const INVOICED: &[When] = &[When::Is("paper.kind", PAPERS, "invoice")];
/// Of goods whose weight is known from their size.
const WEIGHED: &[When] = &[When::Positive("sku.theo_g")];
const INSIDE_IN: &[When] = &[When::Is("side", SIDES, "stock"), When::Positive("g")];
const INSIDE_OUT: &[When] = &[When::Is("side", SIDES, "stock"), When::Negative("g")];

pub static BASES: &[Base] = &[
    line("sale_g", SALE, Take::Sum("g")),
    line("sale_pcs", SALE, Take::Sum("pcs")),
    line("sale_amount", SALE, Take::Sum("amount")),
    line("sale_gst", SALE, Take::Sum("gst")),
    line("sale_freight", SALE, Take::Sum("freight")),
    line("sale_cost", SALE, Take::Sum("cost")),
    line("sale_papers", SALE, Take::Distinct("paper")),
    line("sale_orders", SALE, Take::Distinct("order")),
    line("sale_customers", SALE, Take::Distinct("customer")),
    line("sale_last", SALE, Take::Most("day")),
    line("sale_new", &[When::Sale, When::New("customer.since")], Take::Distinct("customer")),
    line("rate_low", RATED, Take::Least("sold.rate")),
    line("rate_high", RATED, Take::Most("sold.rate")),
    Base {
        key: "previous_amount",
        frame: "line",
        when: SALE,
        window: Window::Previous,
        take: Take::Sum("amount"),
    },
    Base {
        key: "previous_g",
        frame: "line",
        when: SALE,
        window: Window::Previous,
        take: Take::Sum("g"),
    },
    line("purchase_g", PURCHASE, Take::Sum("g")),
    line("purchase_pcs", PURCHASE, Take::Sum("pcs")),
    line("purchase_amount", PURCHASE, Take::Sum("amount")),
    line("purchase_gst", PURCHASE, Take::Sum("gst")),
    line("purchase_cost", PURCHASE, Take::Sum("cost")),
    line("purchase_other_g", PURCHASE, Take::Sum("other_g")),
    line("purchase_papers", PURCHASE, Take::Distinct("paper")),
    moves("opening_g", NOTHING, Window::Before, Take::Sum("g")),
    moves("opening_pcs", NOTHING, Window::Before, Take::Sum("pcs")),
    moves("closing_g", NOTHING, Window::Until, Take::Sum("g")),
    moves("closing_pcs", NOTHING, Window::Until, Take::Sum("pcs")),
    moves("inward_g", FROM_SUPPLIER, Window::Within, Take::Sum("g")),
    moves("inward_pcs", FROM_SUPPLIER, Window::Within, Take::Sum("pcs")),
    moves("opened_g", OPENED, Window::Within, Take::Sum("g")),
    moves("out_g", TO_CUSTOMER, Window::Within, Take::Sum("g")),
    moves("out_pcs", TO_CUSTOMER, Window::Within, Take::Sum("pcs")),
    moves("lost_g", LOST, Window::Within, Take::Sum("g")),
    moves("gained_g", GAINED, Window::Within, Take::Sum("g")),
    moves("inside_in_g", INSIDE_IN, Window::Within, Take::Sum("g")),
    moves("inside_out_g", INSIDE_OUT, Window::Within, Take::Sum("g")),
    moves("free_g", FREE, Window::Until, Take::Sum("g")),
    moves("free_pcs", FREE, Window::Until, Take::Sum("pcs")),
    moves("held_g", HELD, Window::Until, Take::Sum("g")),
    moves("dumped_g", DUMPED, Window::Until, Take::Sum("g")),
    moves("on_road_g", ON_ROAD, Window::Until, Take::Sum("g")),
    moves("in_work_g", IN_WORK, Window::Until, Take::Sum("g")),
    moves("closing_value_g", NOTHING, Window::Until, VALUE_G),
    moves("closing_value_pcs", NOTHING, Window::Until, VALUE_PCS),
    moves("closing_since", NOTHING, Window::Until, Take::Product("g", "batch.since", 1)),
    moves("weighed_g", WEIGHED, Window::Until, Take::Sum("g")),
    moves("theoretical_g", WEIGHED, Window::Until, Take::Product("pcs", "sku.theo_g", 1)),
    moves("lost_value_g", LOST, Window::Until, VALUE_G),
    moves("lost_value_pcs", LOST, Window::Until, VALUE_PCS),
    moves("gained_value_g", GAINED, Window::Until, VALUE_G),
    moves("gained_value_pcs", GAINED, Window::Until, VALUE_PCS),
    invoiced("sold_amount", Take::Sum("amount")),
    invoiced("sold_g", Take::Sum("g")),
    invoiced("sold_cost_g", VALUE_G),
    invoiced("sold_cost_pcs", VALUE_PCS),
    now("list_rate", "price", &[When::InForce], Take::Most("rate")),
    now("floor_rate", "price", &[When::InForce, When::Positive("floor")], Take::Least("floor")),
    now("list_from", "price", &[When::InForce], Take::Most("from")),
    moves("ever_in_g", FROM_SUPPLIER, Window::Until, Take::Sum("g")),
    moves("ever_in_pcs", FROM_SUPPLIER, Window::Until, Take::Sum("pcs")),
    moves("ever_opened_g", OPENED, Window::Until, Take::Sum("g")),
    moves("ever_opened_pcs", OPENED, Window::Until, Take::Sum("pcs")),
    moves("ever_out_g", TO_CUSTOMER, Window::Until, Take::Sum("g")),
    moves("ever_out_pcs", TO_CUSTOMER, Window::Until, Take::Sum("pcs")),
    moves("ever_lost_g", LOST, Window::Until, Take::Sum("g")),
    moves("ever_gained_g", GAINED, Window::Until, Take::Sum("g")),
    Base {
        key: "papers",
        frame: "paper",
        when: NOTHING,
        window: Window::Now,
        take: Take::Distinct("id"),
    },
    now("reserved_g", "reserved", NOTHING, Take::Sum("g")),
    now("papers_g", "paper", NOTHING, Take::Sum("g")),
    Base {
        key: "received",
        frame: "receipt",
        when: NOTHING,
        window: Window::Within,
        take: Take::Sum("amount"),
    },
    Base {
        key: "last_received",
        frame: "receipt",
        when: NOTHING,
        window: Window::Until,
        take: Take::Most("day"),
    },
    now("committed", "account", NOTHING, Take::Sum("committed")),
    now("receivable", "account", NOTHING, Take::Sum("receivable")),
    now("on_account", "account", NOTHING, Take::Sum("on_account")),
    now("unpaid", "open", NOTHING, BALANCE),
    now("overdue", "open", &[When::Overdue("due")], BALANCE),
    now("overdue_30", "open", &[When::OverdueBy("due", 1, 30)], BALANCE),
    now("overdue_60", "open", &[When::OverdueBy("due", 31, 60)], BALANCE),
    now("overdue_90", "open", &[When::OverdueBy("due", 61, 90)], BALANCE),
    now("overdue_more", "open", &[When::OverdueBy("due", 91, i64::MAX)], BALANCE),
    now("oldest_due", "open", &[When::Overdue("due")], Take::Least("due")),
    now("limit", "limit", &[When::Lasting], Take::Sum("amount")),
    now("temporary", "limit", &[When::Temporary], Take::Sum("amount")),
];

const BALANCE: Take = Take::Sum("balance");
/// The landed cost of goods, by weight, or by pieces where they are not weighed.
const VALUE_G: Take = Take::Product("g", "batch.cost_g", BILLIONTHS);
const VALUE_PCS: Take = Take::Product("pcs", "batch.cost_pc", BILLIONTHS);

const fn now(key: &'static str, frame: &'static str, when: &'static [When], take: Take) -> Base {
    Base { key, frame, when, window: Window::Now, take }
}

/// Of what invoices say of goods, batch by batch.
const fn invoiced(key: &'static str, take: Take) -> Base {
    Base { key, frame: "item", when: INVOICED, window: Window::Until, take }
}
