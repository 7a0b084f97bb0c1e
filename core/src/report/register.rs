//! Every report: what it is called, who may open it, and what it asks where nobody says otherwise.

use super::ask::Period;
use super::attributes::{Attribute, OF_BATCH, OF_CLOSED_BATCH, OF_LIFE, OF_SKU};
use super::filters::{BATCH_FILTERS, PLACE_FILTERS, SALE_FILTERS, SLOW_FILTERS, STOCK_FILTERS};
use super::lists::{SALES_LINES, SKU_LEDGER};
use super::rows::List;
use super::table::ReportTable;
use super::{Ask, Fault, Frames, book_reports, daily_reports, purchase_reports, road_reports};
use crate::access::pages::{self, AppPage};

/// How a report is made.
#[derive(Debug)]
pub enum ReportKind {
    Cube(Cube),
    List(&'static List),
    /// By a function of its own over the kernel.
    Made(fn(&Frames, &Ask) -> Result<ReportTable, Fault>),
}

/// Figures by dimensions.
#[derive(Debug)]
pub struct Cube {
    pub rows: &'static [&'static str],
    pub columns: &'static [&'static str],
    pub measures: &'static [&'static str],
    /// Figures that can be chosen beside those.
    pub more: &'static [&'static str],
    pub attributes: &'static [Attribute],
    /// A figure, `-` before it for the largest first; by name when empty.
    pub sort: &'static str,
    /// The person picks rows, columns and figures.
    pub free: bool,
    /// The figure of the chart; none when empty.
    pub chart: &'static str,
    /// The figure whose cells across are coloured by how high they are in their row; none when empty.
    pub heat: &'static str,
    /// The dimensions of its maps: one of states, and one of what lies in them.
    pub maps: &'static [(&'static str, &'static str)],
}

#[derive(Debug)]
pub struct Report {
    /// The route's name in snake_case.
    pub key: &'static str,
    pub route: &'static str,
    pub period: Period,
    /// Whether sales can be counted as invoiced, loaded or ordered.
    pub basis: bool,
    /// The dimensions that it offers to filter by, in that order.
    pub filters: &'static [&'static str],
    pub kind: ReportKind,
    /// The frames that it reads, beside those that they link to.
    pub reads: &'static [&'static str],
    /// Links to other reports: a name, a report, and parameters beside its own filters.
    pub beside: &'static [(&'static str, &'static str, &'static str)],
}

impl Report {
    /// Its page: the name, and who may open it.
    pub fn page(&self) -> &'static AppPage {
        pages::page(self.key).unwrap_or(&pages::NONE)
    }
}

pub fn report(key: &str) -> Option<&'static Report> {
    REPORTS.iter().find(|report| report.key == key)
}

pub(super) const CUBE: Cube = Cube {
    rows: &[],
    columns: &[],
    measures: &[],
    more: &[],
    attributes: &[],
    sort: "",
    free: false,
    chart: "",
    heat: "",
    maps: &[],
};

pub(super) const BASE: Report = Report {
    key: "",
    route: "",
    period: Period::Month,
    basis: false,
    filters: &[],
    kind: ReportKind::Cube(CUBE),
    reads: &["line"],
    beside: &[],
};

pub static REPORTS: &[Report] = &[
    Report {
        key: "product_wise_report",
        route: "/ProductWiseReport",
        basis: true,
        filters: SALE_FILTERS,
        kind: ReportKind::Cube(Cube {
            rows: &["product", "make"],
            measures: &[
                "invoices",
                "sale_pcs",
                "sale_mt",
                "sale_amount",
                "sale_rate",
                "margin",
                "margin_bp",
                "share_bp",
                "change_bp",
            ],
            more: &[
                "sale_gst",
                "sale_freight",
                "sale_total",
                "sale_cost",
                "customers",
                "new_customers",
                "orders",
                "last_sale",
            ],
            sort: "-sale_amount",
            chart: "sale_mt",
            ..CUBE
        }),
        ..BASE
    },
    Report {
        key: "product_sku_report",
        route: "/ProductSkuReport",
        basis: true,
        filters: SLOW_FILTERS,
        reads: &["line", "move", "reserved", "sku_value"],
        kind: ReportKind::Cube(Cube {
            rows: &["product", "size", "sku"],
            measures: &[
                "opening_mt",
                "inward_mt",
                "out_mt",
                "returned_mt",
                "difference_mt",
                "closing_pcs",
                "closing_mt",
                "sale_mt",
                "sale_rate",
                "cover",
            ],
            more: &[
                "opening_pcs",
                "inward_pcs",
                "out_pcs",
                "returned_pcs",
                "sale_pcs",
                "sale_amount",
                "inside_in_mt",
                "inside_out_mt",
                "worked_in_mt",
                "worked_out_mt",
                "dumped_mt",
                "held_mt",
                "free_mt",
                "reserved_mt",
                "last_sale",
                "unsold",
                "age",
                "value",
                "value_rate",
            ],
            attributes: OF_SKU,
            chart: "closing_mt",
            ..CUBE
        }),
        beside: &[
            (
                "Unsold for more than 90 days",
                "product_sku_report",
                "unsold_for=3|4|5&measures=closing_pcs|closing_mt|last_sale|unsold|age|value",
            ),
            ("By thickness band", "product_sku_report", "rows=product|band|sku"),
        ],
        ..BASE
    },
    Report {
        key: "product_sku_report_view",
        route: "/ProductSkuReport/view/:id",
        period: Period::Year,
        filters: &["yard", "batch", "side", "sku"],
        reads: &["move"],
        kind: ReportKind::List(&SKU_LEDGER),
        beside: &[
            ("Rates day by day", "state_wise_rate", "rows=customer&columns=day&measures=sale_rate"),
            (
                "Who buys it",
                "sale_purchase_column_sel",
                "rows=customer&columns=&measures=sale_mt|sale_rate|last_sale",
            ),
            (
                "Stock by yard",
                "batch_wise_sku_wise_report",
                "rows=yard|batch&measures=closing_pcs|closing_mt|free_mt|held_mt|on_road_mt|age",
            ),
            (
                "Orders that claim it",
                "batch_wise_sku_wise_report",
                "rows=paper&measures=reserved_mt",
            ),
        ],
        ..BASE
    },
    Report {
        key: "district_wise_report",
        route: "/DistrictWiseReport",
        basis: true,
        filters: PLACE_FILTERS,
        reads: &["line", "open"],
        kind: ReportKind::Cube(Cube {
            rows: &["region", "state", "district"],
            measures: &[
                "customers",
                "orders",
                "sale_mt",
                "sale_amount",
                "sale_rate",
                "freight_rate",
                "outstanding",
                "overdue",
                "share_bp",
            ],
            more: &[
                "new_customers",
                "sale_pcs",
                "sale_total",
                "sale_freight",
                "margin",
                "margin_bp",
                "change_bp",
            ],
            sort: "-sale_mt",
            chart: "sale_mt",
            maps: &[("state", "district"), ("bill_state", "bill_district")],
            ..CUBE
        }),
        beside: &[
            (
                "By the address of the bill",
                "district_wise_report",
                "rows=bill_region|bill_state|bill_district",
            ),
            ("By the address of the goods", "district_wise_report", "rows=region|state|district"),
        ],
        ..BASE
    },
    daily_reports::DAILY_SALES,
    daily_reports::DAILY_PURCHASES,
    Report {
        key: "batch_wise_sku_wise_report",
        route: "/BatchWise&SkuWiseReport",
        period: Period::AsOn,
        filters: BATCH_FILTERS,
        reads: &["move", "reserved"],
        kind: ReportKind::Cube(Cube {
            rows: &["sku", "batch"],
            measures: &[
                "ever_in_pcs",
                "ever_in_mt",
                "ever_out_mt",
                "held_mt",
                "on_road_mt",
                "closing_pcs",
                "closing_mt",
                "weight_bp",
                "age",
                "value",
            ],
            more: &[
                "ever_out_pcs",
                "ever_used_mt",
                "ever_returned_mt",
                "reserved_mt",
                "theoretical_mt",
                "value_rate",
                "free_pcs",
                "free_mt",
                "dumped_mt",
                "in_work_mt",
                "ever_difference_mt",
            ],
            attributes: OF_BATCH,
            chart: "closing_mt",
            ..CUBE
        }),
        ..BASE
    },
    road_reports::UTILIZED_AMOUNT,
    Report {
        key: "batch_closing_stock",
        route: "/BatchClosingStock",
        period: Period::AsOn,
        filters: BATCH_FILTERS,
        reads: &["move"],
        kind: ReportKind::Cube(Cube {
            rows: &["supplier", "batch"],
            measures: &[
                "ever_in_mt",
                "ever_out_mt",
                "dumped_mt",
                "closing_pcs",
                "closing_mt",
                "ever_difference_mt",
                "loss_bp",
                "difference_value",
            ],
            more: &[
                "ever_in_pcs",
                "ever_out_pcs",
                "ever_used_mt",
                "ever_returned_mt",
                "held_mt",
                "free_mt",
                "value",
                "age",
            ],
            attributes: OF_CLOSED_BATCH,
            chart: "ever_difference_mt",
            ..CUBE
        }),
        ..BASE
    },
    Report {
        key: "state_wise_rate",
        route: "/stateWiseRate",
        basis: true,
        filters: SALE_FILTERS,
        reads: &["line", "sold", "price"],
        kind: ReportKind::Cube(Cube {
            rows: &["product", "size"],
            columns: &["state"],
            measures: &["sale_rate", "sale_mt"],
            more: &[
                "list_rate",
                "floor_rate",
                "list_from",
                "lowest_rate",
                "highest_rate",
                "freight_rate",
                "delivered_rate",
                "sale_amount",
                "margin_bp",
            ],
            chart: "sale_rate",
            heat: "sale_rate",
            ..CUBE
        }),
        beside: &[
            (
                "Ex-yard rates",
                "state_wise_rate",
                "price_basis=1&measures=sale_rate|lowest_rate|highest_rate|sale_mt",
            ),
            (
                "FOR rates with net-back",
                "state_wise_rate",
                "price_basis=2&measures=delivered_rate|freight_rate|sale_rate|sale_mt",
            ),
        ],
        ..BASE
    },
    Report {
        key: "sales_export",
        route: "/salesExport",
        filters: SALE_FILTERS,
        reads: &["line", "sold"],
        kind: ReportKind::List(&SALES_LINES),
        ..BASE
    },
    book_reports::TALLY_REPORT,
    book_reports::TRANSACTION_REPORT,
    book_reports::DAY_BOOK_COUNTS,
    book_reports::TRIAL_BALANCE,
    book_reports::LEDGER,
    book_reports::NUMBER_REGISTER,
    book_reports::CUSTOMER_STATEMENT,
    book_reports::TRANSPORTER_STATEMENT,
    book_reports::SUPPLIER_STATEMENT,
    road_reports::RECEIPT_REGISTER,
    road_reports::NOTE_REGISTER,
    road_reports::FREIGHT_REGISTER,
    road_reports::DELIVERY_REGISTER,
    road_reports::PAPERS_ENDING,
    purchase_reports::OPEN_PURCHASES,
    purchase_reports::GOODS_NOT_BILLED,
    purchase_reports::TO_REORDER,
    purchase_reports::PAYABLES,
    Report {
        key: "sale_purchase_ns_report",
        route: "/salePurchaseNSReport",
        basis: true,
        filters: STOCK_FILTERS,
        reads: &["line", "move"],
        kind: ReportKind::Cube(Cube {
            rows: &["product", "size"],
            measures: &[
                "opening_mt",
                "purchase_mt",
                "purchase_rate",
                "sale_mt",
                "sale_rate",
                "closing_mt",
                "spread",
                "cover",
            ],
            more: &[
                "purchase_pcs",
                "purchase_amount",
                "sale_pcs",
                "sale_amount",
                "closing_pcs",
                "inward_mt",
                "out_mt",
                "returned_mt",
                "inside_in_mt",
                "inside_out_mt",
                "worked_in_mt",
                "worked_out_mt",
                "difference_mt",
            ],
            chart: "spread",
            ..CUBE
        }),
        beside: &[("With the thickness", "sale_purchase_ns_report", "rows=product|size|thickness")],
        ..BASE
    },
    Report {
        key: "sale_purchase_column_sel",
        route: "/salePurchaseColumnSel",
        basis: true,
        filters: SALE_FILTERS,
        reads: &["line", "move", "receipt"],
        kind: ReportKind::Cube(Cube {
            rows: &["product", "size"],
            columns: &["yard"],
            measures: &["purchase_mt", "sale_mt", "spread"],
            free: true,
            ..CUBE
        }),
        ..BASE
    },
    Report {
        key: "batchwise_report",
        route: "/BatchwiseReport",
        period: Period::AsOn,
        filters: BATCH_FILTERS,
        reads: &["move", "item"],
        kind: ReportKind::Cube(Cube {
            rows: &["batch", "paper"],
            measures: &[
                "ever_in_pcs",
                "ever_in_mt",
                "ever_out_pcs",
                "ever_out_mt",
                "ever_used_mt",
                "ever_returned_mt",
                "ever_difference_mt",
                "closing_pcs",
                "closing_mt",
                "sold_rate",
                "sold_margin",
            ],
            more: &[
                "ever_used_pcs",
                "sold_amount",
                "sold_cost",
                "weight_bp",
                "age",
                "value",
                "loss_bp",
                "held_mt",
                "dumped_mt",
                "free_mt",
            ],
            attributes: OF_LIFE,
            ..CUBE
        }),
        ..BASE
    },
];
