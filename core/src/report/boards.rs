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
        reads: &["line", "paper", "open"],
        tiles: &[
            month_tile("month_mt", "Sold this month", &["sale_mt", "sale_amount"]),
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
