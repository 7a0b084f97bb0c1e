//! Every dashboard that frames answer: its tiles and charts.

use super::dashboard::{Board, Chart, ChartKind, Counted, Lead, Question, Span, Tile};

const QUESTION: Question = Question {
    rows: &[],
    measures: &[],
    span: Span::Today,
    basis: "",
    filters: &[],
    sort: "",
    top: None,
};

const fn sales(basis: &'static str, span: Span, measures: &'static [&'static str]) -> Question {
    Question { measures, span, basis, ..QUESTION }
}

const fn day_tile(
    key: &'static str,
    label: &'static str,
    basis: &'static str,
    measures: &'static [&'static str],
    list: &'static str,
) -> Tile {
    Tile {
        key,
        label,
        question: sales(basis, Span::Today, measures),
        against: None,
        counts: Counted::Total,
        lead: Lead::List(list, Some("date"), None),
    }
}

const fn month_tile(
    key: &'static str,
    label: &'static str,
    measure: &'static [&'static str],
) -> Tile {
    Tile {
        key,
        label,
        question: sales("invoiced", Span::Month, measure),
        against: Some(Span::MonthBefore),
        counts: Counted::Total,
        lead: Lead::Report("product_wise_report"),
    }
}

const fn now_tile(
    key: &'static str,
    label: &'static str,
    measures: &'static [&'static str],
) -> Tile {
    Tile {
        key,
        label,
        question: Question { measures, ..QUESTION },
        against: None,
        counts: Counted::Total,
        lead: Lead::Report("utilized_amount"),
    }
}

/// Orders by where they stand, whenever they were made.
const ROAD: Chart = Chart {
    key: "road",
    title: "Orders by status",
    question: Question {
        rows: &["paper_status"],
        measures: &["papers"],
        filters: ORDERS,
        ..QUESTION
    },
    drawn: ChartKind::Road,
    lead: Lead::List("order", None, Some("status")),
};
const ORDERS: &[(&str, &str)] = &[("paper_kind", "0")];

const AGEING: Chart = Chart {
    key: "ageing",
    title: "Overdue by age",
    question: Question {
        measures: &["overdue_30", "overdue_60", "overdue_90", "overdue_more"],
        ..QUESTION
    },
    drawn: ChartKind::Figures,
    lead: Lead::Report("utilized_amount"),
};

/// Every dashboard that frames answer.
pub static DASHBOARDS: &[Board] = &[
    ACCOUNTS,
    LOGISTICS,
    Board {
        key: "dashboard",
        route: "/dashboard/default",
        reads: &["line", "move", "reserved", "paper", "open"],
        tiles: &[
            day_tile(
                "booked",
                "Booked today",
                "ordered",
                &["sale_mt", "orders", "sale_total"],
                "order",
            ),
            day_tile("loaded", "Loaded today", "loaded", &["sale_mt", "orders"], "loading"),
            day_tile(
                "invoiced",
                "Invoiced today",
                "invoiced",
                &["sale_mt", "invoices", "sale_total"],
                "invoice",
            ),
        ],
        charts: &[
            ROAD,
            Chart {
                key: "stock",
                title: "Stock by yard",
                question: Question {
                    rows: &["yard"],
                    measures: &[
                        "unclaimed_mt",
                        "reserved_mt",
                        "held_mt",
                        "on_road_mt",
                        "dumped_mt",
                    ],
                    ..QUESTION
                },
                drawn: ChartKind::Parts,
                lead: Lead::Report("batch_wise_sku_wise_report"),
            },
            AGEING,
        ],
    },
    Board {
        key: "dashboard_bm",
        route: "/dashboard/BM",
        reads: &["line", "paper", "open", "target"],
        tiles: &[
            month_tile("month_mt", "Sold this month", &["sale_mt", "sale_amount"]),
            Tile {
                key: "target",
                label: "Target of the month",
                question: sales("invoiced", Span::Month, &["target_mt", "target_bp"]),
                against: None,
                counts: Counted::Total,
                lead: Lead::Report("daily_product_wise_sales_report"),
            },
            month_tile("month_customers", "Customers this month", &["customers", "invoices"]),
            month_tile("month_margin", "Margin this month", &["margin_bp", "margin"]),
            Tile {
                key: "held",
                label: "Orders on hold",
                question: Question {
                    measures: &["papers", "papers_mt"],
                    filters: &[("paper_kind", "0"), ("paper_status", "Hold order from BM")],
                    ..QUESTION
                },
                against: None,
                counts: Counted::Total,
                lead: Lead::List("order", None, Some("status")),
            },
        ],
        charts: &[
            ROAD,
            Chart {
                key: "days",
                title: "Sold by day, MT",
                question: Question {
                    rows: &["day"],
                    ..sales("invoiced", Span::Month, &["sale_mt"])
                },
                drawn: ChartKind::Columns,
                lead: Lead::Report("daily_product_wise_sales_report"),
            },
            Chart {
                key: "customers",
                title: "Top customers of the quarter",
                question: Question {
                    rows: &["customer"],
                    sort: "-sale_mt",
                    top: Some(10),
                    ..sales("invoiced", Span::Quarter, &["sale_mt", "sale_amount"])
                },
                drawn: ChartKind::Bars,
                lead: Lead::Report("product_wise_report"),
            },
            Chart {
                key: "salesmen",
                title: "Sold by salesman this month",
                question: Question {
                    rows: &["salesman"],
                    sort: "-sale_mt",
                    ..sales("invoiced", Span::Month, &["sale_mt", "margin_bp"])
                },
                drawn: ChartKind::Bars,
                lead: Lead::Report("product_wise_report"),
            },
        ],
    },
    Board {
        key: "dashboard_credit",
        route: "/dashboard/credit",
        reads: &["account", "open", "limit", "paper", "receipt", "cheque"],
        tiles: &[
            now_tile("utilised", "Utilised", &["utilised", "used_bp"]),
            now_tile("overdue", "Overdue", &["overdue", "outstanding"]),
            Tile {
                question: Question { rows: &["customer"], measures: &["available"], ..QUESTION },
                counts: Counted::Below,
                ..now_tile("over_limit", "Customers over their limit", &[])
            },
            Tile {
                key: "received",
                label: "Received this month",
                question: Question { measures: &["received"], span: Span::Month, ..QUESTION },
                against: Some(Span::MonthBefore),
                counts: Counted::Total,
                lead: Lead::List("receipt", Some("date"), None),
            },
            Tile {
                lead: Lead::List("receipt", None, None),
                ..now_tile("cheques", "Cheques in hand", &["cheques", "to_deposit"])
            },
            Tile {
                lead: Lead::List("receipt", None, None),
                ..now_tile("bounces", "Cheques bounced", &["bounces", "bounced"])
            },
        ],
        charts: &[
            AGEING,
            Chart {
                key: "exposure",
                title: "Largest exposure",
                question: Question {
                    rows: &["customer"],
                    measures: &["utilised", "limit", "overdue"],
                    sort: "-utilised",
                    top: Some(20),
                    ..QUESTION
                },
                drawn: ChartKind::Bars,
                lead: Lead::Report("utilized_amount"),
            },
            ROAD,
        ],
    },
];

/// Documents in some status, whatever their day; it leads to their list.
const fn standing_tile(
    key: &'static str,
    label: &'static str,
    list: &'static str,
    measures: &'static [&'static str],
    filters: &'static [(&'static str, &'static str)],
) -> Tile {
    Tile {
        question: Question { measures, filters, ..QUESTION },
        lead: Lead::List(list, None, Some("status")),
        ..now_tile(key, label, &[])
    }
}

/// Papers of some kinds, by their places among all, that end today or within so many days.
const fn ending_tile(
    key: &'static str,
    label: &'static str,
    days: i32,
    filters: &'static [(&'static str, &'static str)],
) -> Tile {
    Tile {
        question: Question { measures: ENDING, span: Span::Ahead(days), filters, ..QUESTION },
        lead: Lead::Report("papers_ending"),
        ..now_tile(key, label, &[])
    }
}

const ENDING: &[&str] = &["ending"];
const STANDING: &[&str] = &["standing", "standing_amount"];
const NOTES: &[&str] = &["notes_standing", "notes_amount"];
const TRIPS: &[&str] = &["trips_standing", "standing_mt"];

const FREIGHT_TO_SETTLE: Tile = standing_tile(
    "to_settle",
    "Freight to settle",
    "trip",
    &["trips_standing", "to_settle"],
    &[("paper_status", "Closed")],
);

const ACCOUNTS: Board = Board {
    key: "dashboard_accounts",
    route: "/dashboard/accounts",
    reads: &["payment", "note", "trip", "ending", "open", "owed"],
    tiles: &[
        standing_tile(
            "to_confirm",
            "Receipts to confirm",
            "receipt",
            STANDING,
            &[("paper_status", "Pending Confirmation")],
        ),
        Tile {
            question: Question {
                measures: &["due_cheques", "due_amount"],
                filters: &[("paper_status", "Received")],
                ..QUESTION
            },
            lead: Lead::Until("receipt", "cheque_date"),
            ..now_tile("cheques_due", "Cheques to deposit", &[])
        },
        standing_tile(
            "to_clear",
            "Cheques at the bank",
            "receipt",
            STANDING,
            &[("paper_status", "Deposited|Re-deposited")],
        ),
        now_tile("overdue", "Overdue", &["overdue", "outstanding"]),
        Tile {
            lead: Lead::Report("payables"),
            ..now_tile(
                "payable",
                "Payable and overdue",
                &["payable_overdue", "payable_week", "payable"],
            )
        },
        ending_tile("e_invoices", "E-invoices to report within 7 days", 7, &[("ending_kind", "9")]),
        ending_tile("eway_bills", "E-way bills that end by tomorrow", 1, &[("ending_kind", "7")]),
        standing_tile(
            "credit_notes",
            "Credit notes to post",
            "credit_note",
            NOTES,
            &[("paper_kind", "14"), ("paper_status", "Draft")],
        ),
        standing_tile(
            "debit_notes",
            "Debit notes to post",
            "debit_note",
            NOTES,
            &[("paper_kind", "15"), ("paper_status", "Draft")],
        ),
        FREIGHT_TO_SETTLE,
    ],
    charts: &[
        AGEING,
        Chart {
            key: "modes",
            title: "Receipts by mode this month",
            question: Question {
                rows: &["mode"],
                measures: &["payment_amount", "arrived"],
                span: Span::Month,
                sort: "-payment_amount",
                ..QUESTION
            },
            drawn: ChartKind::Bars,
            lead: Lead::Report("receipt_register"),
        },
    ],
};

const LOGISTICS: Board = Board {
    key: "dashboard_logistics",
    route: "/dashboard/logistics",
    reads: &["trip", "delivery", "ending"],
    tiles: &[
        standing_tile(
            "planned",
            "Trips planned",
            "trip",
            TRIPS,
            &[("paper_status", "Planned|Vehicle Placed|Loading")],
        ),
        standing_tile(
            "on_road",
            "Trips on the road",
            "trip",
            TRIPS,
            &[("paper_status", "Dispatched")],
        ),
        Tile {
            question: Question {
                measures: &["proofs_awaited", "awaited_mt"],
                filters: &[("proof", "1")],
                span: Span::Year,
                ..QUESTION
            },
            lead: Lead::Report("delivery_register"),
            ..now_tile("proofs", "Proofs of delivery awaited", &[])
        },
        FREIGHT_TO_SETTLE,
        ending_tile(
            "eway_bills",
            "E-way bills on the road that end by tomorrow",
            1,
            &[("ending_kind", "8")],
        ),
        ending_tile(
            "papers",
            "Papers of vehicles and drivers that end within 15 days",
            15,
            &[("ending_kind", "0|1|2|3|4|5")],
        ),
    ],
    charts: &[
        Chart {
            key: "freight",
            title: "Freight by transporter this quarter",
            question: Question {
                rows: &["party"],
                measures: &["trip_total", "trip_mt", "trip_rate"],
                span: Span::Quarter,
                sort: "-trip_total",
                top: Some(10),
                ..QUESTION
            },
            drawn: ChartKind::Bars,
            lead: Lead::Report("freight_register"),
        },
        Chart {
            key: "short",
            title: "Short by transporter this quarter",
            question: Question {
                rows: &["party"],
                measures: &["short_mt", "delivered_mt"],
                span: Span::Quarter,
                sort: "-short_mt",
                top: Some(10),
                ..QUESTION
            },
            drawn: ChartKind::Bars,
            lead: Lead::Report("delivery_register"),
        },
    ],
};
