//! The reports that lay sales and purchases out day by day.

use super::filters::SALE_FILTERS;
use super::register::{BASE, CUBE, Cube, Report, ReportKind};

pub(super) const DAILY_SALES: Report = Report {
    key: "daily_product_wise_sales_report",
    route: "/DailyProductWiseSalesReport",
    basis: true,
    filters: SALE_FILTERS,
    kind: ReportKind::Cube(Cube {
        rows: &["product"],
        columns: &["day"],
        measures: &[
            "sale_mt",
            "month_mt",
            "target_mt",
            "target_bp",
            "month_before_mt",
            "month_change_bp",
        ],
        more: &["sale_amount", "month_amount", "month_before_amount", "sale_pcs", "sale_rate"],
        chart: "sale_mt",
        ..CUBE
    }),
    reads: &["line", "target"],
    beside: &[(
        "Branches against their targets",
        "daily_product_wise_sales_report",
        "rows=branch&columns=&measures=month_mt|target_mt|target_bp|month_before_mt|month_change_bp",
    )],
    ..BASE
};

pub(super) const DAILY_PURCHASES: Report = Report {
    key: "daily_product_wise_purchase_report",
    route: "/DailyProductWisePurchaseReport",
    filters: &["branch", "yard", "supplier", "product", "size", "make", "sku", "imported"],
    kind: ReportKind::Cube(Cube {
        rows: &["product", "supplier"],
        columns: &["day"],
        measures: &[
            "purchase_mt",
            "month_purchase_mt",
            "month_before_purchase_mt",
            "month_purchase_change_bp",
        ],
        more: &[
            "purchase_amount",
            "month_purchase_amount",
            "month_before_purchase_amount",
            "purchase_pcs",
            "landed_rate",
            "purchase_rate",
            "supplier_mt",
            "variance_bp",
        ],
        chart: "purchase_mt",
        ..CUBE
    }),
    ..BASE
};
