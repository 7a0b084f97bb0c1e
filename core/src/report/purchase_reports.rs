//! The reports over purchase orders: what is still to come, what came and is not billed, what is to be paid, and
//! what to order anew.

use super::ask::Period;
use super::register::{BASE, CUBE, Cube, Report, ReportKind};
use super::reorder;

const FILTERS: &[&str] = &["supplier", "yard", "product", "sku", "branch", "paper_status"];

pub(super) const OPEN_PURCHASES: Report = Report {
    key: "open_purchases",
    route: "/openPurchases",
    period: Period::AsOn,
    filters: FILTERS,
    reads: &["ordered"],
    kind: ReportKind::Cube(Cube {
        rows: &["supplier", "paper"],
        measures: &[
            "on_order_mt",
            "came_mt",
            "open_mt",
            "open_pcs",
            "open_amount",
            "late_mt",
            "late_amount",
        ],
        more: &["open_orders", "on_order_pcs"],
        sort: "-open_amount",
        chart: "open_amount",
        ..CUBE
    }),
    beside: &[
        ("Line by line", "open_purchases", "rows=paper|sku"),
        ("By expected day", "open_purchases", "rows=day|supplier"),
        ("By SKU", "open_purchases", "rows=sku|supplier"),
        ("Goods not billed", "goods_not_billed", ""),
    ],
    ..BASE
};

pub(super) const PAYABLES: Report = Report {
    key: "payables",
    route: "/payables",
    period: Period::AsOn,
    filters: &["party", "paper_kind", "branch"],
    reads: &["owed"],
    kind: ReportKind::Cube(Cube {
        rows: &["party", "paper"],
        measures: &[
            "payable_due",
            "payable",
            "payable_week",
            "payable_overdue",
            "payable_30",
            "payable_60",
            "payable_90",
            "payable_more",
            "advances",
        ],
        sort: "-payable",
        chart: "payable",
        ..CUBE
    }),
    beside: &[
        ("By due day", "payables", "rows=day|party"),
        ("Supplier statements", "supplier_statement", ""),
        ("Transporter statements", "transporter_statement", ""),
    ],
    ..BASE
};

pub(super) const GOODS_NOT_BILLED: Report = Report {
    key: "goods_not_billed",
    route: "/goodsNotBilled",
    period: Period::AsOn,
    filters: FILTERS,
    reads: &["ordered"],
    kind: ReportKind::Cube(Cube {
        rows: &["supplier", "paper"],
        measures: &["unbilled_mt", "unbilled_pcs", "unbilled_amount"],
        sort: "-unbilled_amount",
        chart: "unbilled_amount",
        ..CUBE
    }),
    beside: &[
        ("Line by line", "goods_not_billed", "rows=paper|sku"),
        ("Open purchase orders", "open_purchases", ""),
    ],
    ..BASE
};

pub(super) const TO_REORDER: Report = Report {
    key: "to_reorder",
    route: "/toReorder",
    period: Period::AsOn,
    filters: &["yard", "product", "sku", "branch"],
    reads: &["reorder", "move", "reserved", "ordered"],
    kind: ReportKind::Made(reorder::table),
    beside: &[("Open purchase orders", "open_purchases", "")],
    ..BASE
};
