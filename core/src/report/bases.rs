//! Base measures: sums, counts and first or last values that one frame answers over some of its
//! days.

use super::facts::{
    BILLIONTHS, BUCKETS, CHEQUE_STATES, LIMIT_KINDS, LINE_KINDS, PAPERS, PROOFS, RATES, SIDES,
};

/// The days of a frame that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Window {
    /// The days asked for.
    Within,
    /// As many days just before them.
    Previous,
    /// The days of the month of the last one, until it.
    MonthToDate,
    /// The days of the month before that one, until the same day of it.
    MonthBefore,
    /// All days before them.
    Before,
    /// All days until their last.
    Until,
    /// As the books stand, whatever the days.
    Now,
    /// The same of what counts in the month of the last day asked for.
    OfMonth,
}

impl Window {
    /// Whether its days are those of a month, whatever the first day asked for.
    pub fn is_of_month(self) -> bool {
        matches!(self, Window::MonthToDate | Window::MonthBefore | Window::OfMonth)
    }
}

/// The aggregate of a frame's column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taking {
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
    /// Lines of the basis: invoiced, with what notes took back or raised, loaded or ordered.
    Sale,
    /// The same without the notes.
    Sold,
    /// The column holds this word of its words.
    Is(&'static str, &'static [&'static str], &'static str),
    IsNot(&'static str, &'static [&'static str], &'static str),
    /// The column holds something: a link leads somewhere, a cost was told.
    Known(&'static str),
    /// The amount is more than nothing, or less.
    Positive(&'static str),
    Negative(&'static str),
    /// The day lies before the last day asked for.
    Overdue(&'static str),
    /// By so many days at least, and at most.
    OverdueBy(&'static str, i64, i64),
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
    pub take: Taking,
}

pub fn base(key: &str) -> Option<&'static Base> {
    BASES.iter().find(|base| base.key == key)
}

const PURCHASE: &[When] = &[When::Is("kind", LINE_KINDS, "purchase")];
const SALE: &[When] = &[When::Sale];
const SOLD: &[When] = &[When::Sold];
/// What an earlier system brought in may lack a cost, a landed cost, the supplier's weight.
const COSTED: &[When] = &[When::Sale, When::Known("costed")];
const LANDED: &[When] = &[When::Is("kind", LINE_KINDS, "purchase"), When::Known("cost")];
const COMPARED: &[When] = &[When::Is("kind", LINE_KINDS, "purchase"), When::Known("other_g")];
/// Lines invoiced at a rate per tonne.
const RATED: &[When] =
    &[When::Sold, When::Positive("sold.rate"), When::Is("sold.per", RATES, "MT")];
const NOTHING: &[When] = &[];

const fn line(key: &'static str, when: &'static [When], take: Taking) -> Base {
    Base { key, frame: "line", when, window: Window::Within, take }
}

const fn of_month(
    key: &'static str,
    when: &'static [When],
    window: Window,
    column: &'static str,
) -> Base {
    Base { key, frame: "line", when, window, take: Taking::Sum(column) }
}

const fn moves(key: &'static str, when: &'static [When], window: Window, take: Taking) -> Base {
    Base { key, frame: "move", when, window, take }
}

const TO_CUSTOMER: &[When] =
    &[When::Is("side", SIDES, "customer"), When::IsNot("paper.kind", PAPERS, "sales_return")];
const RETURNED: &[When] =
    &[When::Is("side", SIDES, "customer"), When::Is("paper.kind", PAPERS, "sales_return")];
const FROM_SUPPLIER: &[When] = &[When::Is("side", SIDES, "supplier")];
const OPENED: &[When] = &[When::Is("side", SIDES, "opening")];
const LOST: &[When] = &[When::Is("side", SIDES, "loss")];
/// By a closing or a count, not by writing off what was dumped.
const MISSED: &[When] = &[When::Is("side", SIDES, "loss"), When::Is("bucket", BUCKETS, "free")];
const GAINED: &[When] = &[When::Is("side", SIDES, "gain")];
const FREE: &[When] = &[When::Is("bucket", BUCKETS, "free")];
const HELD: &[When] = &[When::Is("bucket", BUCKETS, "hold")];
const DUMPED: &[When] = &[When::Is("bucket", BUCKETS, "dump")];
const ON_ROAD: &[When] = &[When::Is("bucket", BUCKETS, "transit")];
const IN_WORK: &[When] = &[When::Is("bucket", BUCKETS, "wip")];
/// What invoices sold, less what notes took back of it.
const INVOICED: &[When] = &[
    When::IsNot("paper.kind", PAPERS, "inward"),
    When::IsNot("paper.kind", PAPERS, "additional_inward"),
];
/// Of goods whose weight is known from their size.
const WEIGHED: &[When] = &[When::Positive("sku.theo_g")];
const LASTING: &[When] = &[When::Is("kind", LIMIT_KINDS, "lasting"), When::InForce];
const TEMPORARY: &[When] = &[When::Is("kind", LIMIT_KINDS, "temporary"), When::InForce];
/// Temporary limits that give something.
const ENDING: &[When] =
    &[When::Is("kind", LIMIT_KINDS, "temporary"), When::InForce, When::Positive("granted_to")];
/// Cheques here whose date has come.
const TO_DEPOSIT: &[When] =
    &[When::Is("state", CHEQUE_STATES, "received"), When::OverdueBy("day", 0, i64::MAX)];
const BOUNCED: &[When] =
    &[When::Is("state", CHEQUE_STATES, "bounced"), When::OverdueBy("day", 0, 90)];
/// Bills that are still to be paid on a day.
const TO_PAY: &[When] = &[When::Positive("day")];
/// Cheques whose date has come.
const CHEQUE_DUE: &[When] = &[When::OverdueBy("due", 0, i64::MAX)];
/// Goods of purchase orders that are still to come, and those whose day has passed.
const COMING: &[When] = &[When::Positive("open")];
const LATE: &[When] = &[When::Positive("open"), When::Overdue("day")];
const AWAITED: &[When] = &[When::Is("proof", PROOFS, "Awaited")];
const INSIDE_IN: &[When] = &[When::Is("side", SIDES, "transfer"), When::Positive("g")];
const INSIDE_OUT: &[When] = &[When::Is("side", SIDES, "transfer"), When::Negative("g")];

const WORKED_IN: &[When] = &[When::Is("side", SIDES, "work"), When::Negative("g")];
const WORKED_OUT: &[When] = &[When::Is("side", SIDES, "work"), When::Positive("g")];

pub static BASES: &[Base] = &[
    line("sale_g", SALE, Taking::Sum("g")),
    line("sale_pcs", SALE, Taking::Sum("pcs")),
    line("sale_amount", SALE, Taking::Sum("amount")),
    line("sale_gst", SALE, Taking::Sum("gst")),
    line("sale_freight", SALE, Taking::Sum("freight")),
    line("sale_cost", SALE, Taking::Sum("cost")),
    line("costed_amount", COSTED, Taking::Sum("amount")),
    line("sale_papers", SOLD, Taking::Distinct("paper")),
    line("sale_orders", &[When::Sold, When::Known("order")], Taking::Distinct("order")),
    line("sale_customers", &[When::Sold, When::Known("customer")], Taking::Distinct("customer")),
    line("sale_last", SOLD, Taking::Most("day")),
    line("sale_new", &[When::Sold, When::New("customer.since")], Taking::Distinct("customer")),
    line("rate_low", RATED, Taking::Least("sold.rate")),
    line("rate_high", RATED, Taking::Most("sold.rate")),
    Base {
        key: "previous_amount",
        frame: "line",
        when: SALE,
        window: Window::Previous,
        take: Taking::Sum("amount"),
    },
    Base {
        key: "previous_g",
        frame: "line",
        when: SALE,
        window: Window::Previous,
        take: Taking::Sum("g"),
    },
    of_month("month_g", SALE, Window::MonthToDate, "g"),
    of_month("month_amount", SALE, Window::MonthToDate, "amount"),
    of_month("month_before_g", SALE, Window::MonthBefore, "g"),
    of_month("month_before_amount", SALE, Window::MonthBefore, "amount"),
    Base {
        key: "target_g",
        frame: "target",
        when: &[When::InForce],
        window: Window::OfMonth,
        take: Taking::Sum("g"),
    },
    Base {
        key: "sale_last_ever",
        frame: "line",
        when: SOLD,
        window: Window::Until,
        take: Taking::Most("day"),
    },
    line("purchase_g", PURCHASE, Taking::Sum("g")),
    line("purchase_pcs", PURCHASE, Taking::Sum("pcs")),
    line("purchase_amount", PURCHASE, Taking::Sum("amount")),
    line("purchase_gst", PURCHASE, Taking::Sum("gst")),
    line("purchase_cost", PURCHASE, Taking::Sum("cost")),
    of_month("month_bought_g", PURCHASE, Window::MonthToDate, "g"),
    of_month("month_bought_amount", PURCHASE, Window::MonthToDate, "amount"),
    of_month("month_before_bought_g", PURCHASE, Window::MonthBefore, "g"),
    of_month("month_before_bought_amount", PURCHASE, Window::MonthBefore, "amount"),
    line("landed_g", LANDED, Taking::Sum("g")),
    line("purchase_other_g", PURCHASE, Taking::Sum("other_g")),
    line("compared_g", COMPARED, Taking::Sum("g")),
    line("purchase_papers", PURCHASE, Taking::Distinct("paper")),
    moves("opening_g", NOTHING, Window::Before, Taking::Sum("g")),
    moves("opening_pcs", NOTHING, Window::Before, Taking::Sum("pcs")),
    moves("closing_g", NOTHING, Window::Until, Taking::Sum("g")),
    moves("closing_pcs", NOTHING, Window::Until, Taking::Sum("pcs")),
    moves("inward_g", FROM_SUPPLIER, Window::Within, Taking::Sum("g")),
    moves("inward_pcs", FROM_SUPPLIER, Window::Within, Taking::Sum("pcs")),
    moves("opened_g", OPENED, Window::Within, Taking::Sum("g")),
    moves("opened_pcs", OPENED, Window::Within, Taking::Sum("pcs")),
    moves("out_g", TO_CUSTOMER, Window::Within, Taking::Sum("g")),
    moves("out_pcs", TO_CUSTOMER, Window::Within, Taking::Sum("pcs")),
    moves("returned_g", RETURNED, Window::Within, Taking::Sum("g")),
    moves("returned_pcs", RETURNED, Window::Within, Taking::Sum("pcs")),
    moves("lost_g", LOST, Window::Within, Taking::Sum("g")),
    moves("gained_g", GAINED, Window::Within, Taking::Sum("g")),
    moves("inside_in_g", INSIDE_IN, Window::Within, Taking::Sum("g")),
    moves("inside_out_g", INSIDE_OUT, Window::Within, Taking::Sum("g")),
    moves("worked_in_g", WORKED_IN, Window::Within, Taking::Sum("g")),
    moves("worked_out_g", WORKED_OUT, Window::Within, Taking::Sum("g")),
    moves("free_g", FREE, Window::Until, Taking::Sum("g")),
    moves("free_pcs", FREE, Window::Until, Taking::Sum("pcs")),
    moves("held_g", HELD, Window::Until, Taking::Sum("g")),
    moves("dumped_g", DUMPED, Window::Until, Taking::Sum("g")),
    moves("on_road_g", ON_ROAD, Window::Until, Taking::Sum("g")),
    moves("in_work_g", IN_WORK, Window::Until, Taking::Sum("g")),
    moves("closing_value_g", NOTHING, Window::Until, VALUE_G),
    moves("closing_value_pcs", NOTHING, Window::Until, VALUE_PCS),
    moves("closing_since", NOTHING, Window::Until, Taking::Product("g", "batch.since", 1)),
    moves("weighed_g", WEIGHED, Window::Until, Taking::Sum("g")),
    moves("theoretical_g", WEIGHED, Window::Until, Taking::Product("pcs", "sku.theo_g", 1)),
    moves("lost_value_g", MISSED, Window::Until, VALUE_G),
    moves("lost_value_pcs", MISSED, Window::Until, VALUE_PCS),
    moves("gained_value_g", GAINED, Window::Until, VALUE_G),
    moves("gained_value_pcs", GAINED, Window::Until, VALUE_PCS),
    invoiced("sold_amount", Taking::Sum("amount")),
    invoiced("sold_g", Taking::Sum("g")),
    invoiced("sold_cost_g", VALUE_G),
    invoiced("sold_cost_pcs", VALUE_PCS),
    now("list_rate", "price", &[When::InForce], Taking::Most("rate")),
    now("floor_rate", "price", &[When::InForce, When::Positive("floor")], Taking::Least("floor")),
    now("list_from", "price", &[When::InForce], Taking::Most("from")),
    moves("ever_in_g", FROM_SUPPLIER, Window::Until, Taking::Sum("g")),
    moves("ever_in_pcs", FROM_SUPPLIER, Window::Until, Taking::Sum("pcs")),
    moves("ever_opened_g", OPENED, Window::Until, Taking::Sum("g")),
    moves("ever_opened_pcs", OPENED, Window::Until, Taking::Sum("pcs")),
    moves("ever_made_g", WORKED_OUT, Window::Until, Taking::Sum("g")),
    moves("ever_made_pcs", WORKED_OUT, Window::Until, Taking::Sum("pcs")),
    moves("ever_used_g", WORKED_IN, Window::Until, Taking::Sum("g")),
    moves("ever_used_pcs", WORKED_IN, Window::Until, Taking::Sum("pcs")),
    moves("ever_out_g", TO_CUSTOMER, Window::Until, Taking::Sum("g")),
    moves("ever_out_pcs", TO_CUSTOMER, Window::Until, Taking::Sum("pcs")),
    moves("ever_returned_g", RETURNED, Window::Until, Taking::Sum("g")),
    moves("ever_returned_pcs", RETURNED, Window::Until, Taking::Sum("pcs")),
    moves("ever_lost_g", MISSED, Window::Until, Taking::Sum("g")),
    moves("ever_gained_g", GAINED, Window::Until, Taking::Sum("g")),
    Base {
        key: "papers",
        frame: "paper",
        when: NOTHING,
        window: Window::Now,
        take: Taking::Distinct("id"),
    },
    within("steps", "step", Taking::Sum("times")),
    within("stepped", "step", Taking::Distinct("paper")),
    within("step_pcs", "step", Taking::Sum("pcs")),
    within("step_g", "step", Taking::Sum("g")),
    within("step_amount", "step", Taking::Sum("amount")),
    now("reserved_g", "reserved", NOTHING, Taking::Sum("g")),
    now("papers_g", "paper", NOTHING, Taking::Sum("g")),
    Base {
        key: "received",
        frame: "receipt",
        when: NOTHING,
        window: Window::Within,
        take: Taking::Sum("amount"),
    },
    Base {
        key: "last_received",
        frame: "receipt",
        when: NOTHING,
        window: Window::Until,
        take: Taking::Most("day"),
    },
    now("committed", "account", NOTHING, Taking::Sum("committed")),
    now("receivable", "account", NOTHING, Taking::Sum("receivable")),
    now("on_account", "account", NOTHING, Taking::Sum("on_account")),
    now("for_orders", "account", NOTHING, Taking::Sum("for_orders")),
    now("cheques", "account", NOTHING, Taking::Sum("cheques")),
    now("counted", "account", NOTHING, Taking::Sum("counted")),
    now("to_deposit", "cheque", TO_DEPOSIT, Taking::Sum("amount")),
    now("bounces", "cheque", BOUNCED, Taking::Sum("times")),
    now("bounced", "cheque", BOUNCED, Taking::Sum("amount")),
    now("outstanding", "open", NOTHING, UNPAID),
    now("overdue", "open", &[When::Overdue("due")], UNPAID),
    now("overdue_30", "open", &[When::OverdueBy("due", 1, 30)], UNPAID),
    now("overdue_60", "open", &[When::OverdueBy("due", 31, 60)], UNPAID),
    now("overdue_90", "open", &[When::OverdueBy("due", 61, 90)], UNPAID),
    now("overdue_more", "open", &[When::OverdueBy("due", 91, i64::MAX)], UNPAID),
    now(
        "oldest_due",
        "open",
        &[When::Overdue("due"), When::Positive("unpaid")],
        Taking::Least("due"),
    ),
    now("payable", "owed", NOTHING, UNPAID),
    now("payable_week", "owed", &[When::OverdueBy("day", -7, 0)], UNPAID),
    now("payable_overdue", "owed", &[When::Overdue("day")], UNPAID),
    now("payable_30", "owed", &[When::OverdueBy("day", 1, 30)], UNPAID),
    now("payable_60", "owed", &[When::OverdueBy("day", 31, 60)], UNPAID),
    now("payable_90", "owed", &[When::OverdueBy("day", 61, 90)], UNPAID),
    now("payable_more", "owed", &[When::OverdueBy("day", 91, i64::MAX)], UNPAID),
    now("payable_due", "owed", TO_PAY, Taking::Least("day")),
    now("advances", "owed", NOTHING, Taking::Sum("advance")),
    booked("opened_amount", NOTHING, Window::Before, "amount"),
    booked("opened_cost", NOTHING, Window::Before, "cost"),
    booked("debit_amount", &[When::Positive("amount")], Window::Within, "amount"),
    booked("debit_cost", &[When::Positive("cost")], Window::Within, "cost"),
    booked("credit_amount", &[When::Negative("amount")], Window::Within, "amount"),
    booked("credit_cost", &[When::Negative("cost")], Window::Within, "cost"),
    booked("closed_amount", NOTHING, Window::Until, "amount"),
    booked("closed_cost", NOTHING, Window::Until, "cost"),
    now("limit", "limit", LASTING, Taking::Sum("amount")),
    now("temporary", "limit", TEMPORARY, Taking::Sum("amount")),
    now("temporary_to", "limit", ENDING, Taking::Least("granted_to")),
    within("payments", "payment", Taking::Distinct("paper")),
    within("payment_amount", "payment", Taking::Sum("amount")),
    within("arrived", "payment", Taking::Sum("arrived")),
    within("settled", "payment", Taking::Sum("settled")),
    within("deducted", "payment", Taking::Sum("deducted")),
    within("unsettled", "payment", Taking::Sum("on_account")),
    within("charges", "payment", Taking::Sum("charges")),
    now("due_cheques", "payment", CHEQUE_DUE, Taking::Distinct("paper")),
    now("due_amount", "payment", CHEQUE_DUE, Taking::Sum("amount")),
    now("standing", "payment", NOTHING, Taking::Distinct("paper")),
    now("standing_amount", "payment", NOTHING, Taking::Sum("amount")),
    within("notes", "note", Taking::Distinct("paper")),
    within("note_taxable", "note", Taking::Sum("taxable")),
    within("note_gst", "note", Taking::Sum("gst")),
    within("note_total", "note", Taking::Sum("total")),
    now("notes_standing", "note", NOTHING, Taking::Distinct("paper")),
    now("notes_amount", "note", NOTHING, Taking::Sum("total")),
    within("trips", "trip", Taking::Distinct("paper")),
    within("trip_stops", "trip", Taking::Sum("stops")),
    within("trip_g", "trip", Taking::Sum("g")),
    within("trip_freight", "trip", Taking::Sum("freight")),
    within("trip_agreed_advance", "trip", Taking::Sum("agreed_advance")),
    within("trip_advance", "trip", Taking::Sum("advance")),
    within("trip_total", "trip", Taking::Sum("total")),
    within("trip_rcm", "trip", Taking::Sum("rcm")),
    within("trip_charged_tax", "trip", Taking::Sum("charged_tax")),
    within("trip_balance", "trip", Taking::Sum("balance")),
    within("trip_paid", "trip", Taking::Sum("paid")),
    within("trip_claim", "trip", Taking::Sum("claim")),
    within("trip_recovered", "trip", Taking::Sum("recovered")),
    now("trips_standing", "trip", NOTHING, Taking::Distinct("paper")),
    now("standing_g", "trip", NOTHING, Taking::Sum("g")),
    now("standing_total", "trip", NOTHING, Taking::Sum("total")),
    now("standing_advance", "trip", NOTHING, Taking::Sum("advance")),
    within("deliveries", "delivery", Taking::Sum("times")),
    within("delivery_g", "delivery", Taking::Sum("g")),
    within("short_pcs", "delivery", Taking::Sum("short_pcs")),
    within("short_g", "delivery", Taking::Sum("short_g")),
    Base { when: AWAITED, ..within("awaited", "delivery", Taking::Sum("times")) },
    Base { when: AWAITED, ..within("awaited_g", "delivery", Taking::Sum("g")) },
    within("ending", "ending", Taking::Sum("times")),
    now("open_orders", "ordered", COMING, Taking::Distinct("paper")),
    now("ordered_pcs", "ordered", COMING, Taking::Sum("pcs")),
    now("ordered_g", "ordered", COMING, Taking::Sum("g")),
    now("came_g", "ordered", COMING, Taking::Sum("received_g")),
    now("open_pcs", "ordered", COMING, Taking::Sum("open_pcs")),
    now("open_g", "ordered", COMING, Taking::Sum("open_g")),
    now("open_amount", "ordered", COMING, Taking::Sum("open_amount")),
    now("late_g", "ordered", LATE, Taking::Sum("open_g")),
    now("late_amount", "ordered", LATE, Taking::Sum("open_amount")),
    now("unbilled_pcs", "ordered", NOTHING, Taking::Sum("unbilled_pcs")),
    now("unbilled_g", "ordered", NOTHING, Taking::Sum("unbilled_g")),
    now("unbilled_amount", "ordered", NOTHING, Taking::Sum("unbilled_amount")),
];

const fn within(key: &'static str, frame: &'static str, take: Taking) -> Base {
    Base { key, frame, when: NOTHING, window: Window::Within, take }
}

const fn booked(
    key: &'static str,
    when: &'static [When],
    window: Window,
    column: &'static str,
) -> Base {
    Base { key, frame: "entry", when, window, take: Taking::Sum(column) }
}

const UNPAID: Taking = Taking::Sum("unpaid");
/// The landed cost of goods, by weight, or by pieces where they are not weighed.
const VALUE_G: Taking = Taking::Product("g", "batch.cost_g", BILLIONTHS);
const VALUE_PCS: Taking = Taking::Product("pcs", "batch.cost_pc", BILLIONTHS);

const fn now(key: &'static str, frame: &'static str, when: &'static [When], take: Taking) -> Base {
    Base { key, frame, when, window: Window::Now, take }
}

/// Of what invoices say of goods, batch by batch.
const fn invoiced(key: &'static str, take: Taking) -> Base {
    Base { key, frame: "item", when: INVOICED, window: Window::Until, take }
}
