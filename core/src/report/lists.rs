//! The reports that tell rows as they stand: their columns, their order, their balances.

use super::measures::{Unit, Window};
use super::rows::{List, Listed, day, sum, text};
use super::table::Shown;
use super::{Ask, Filter, facts};

pub(super) static SKU_LEDGER: List = List {
    frame: "move",
    filter: |_| Vec::new(),
    window: Window::Within,
    columns: &[
        day("day", "Date", "day"),
        text("paper", "Document", "paper.name"),
        text("customer", "Customer", "paper.customer.name"),
        text("supplier", "Supplier", "paper.supplier.name"),
        text("yard", "Yard", "yard.name"),
        text("batch", "Batch", "batch.name"),
        sum("pcs", "Pcs", "pcs", Unit::Pieces),
        sum("g", "MT", "g", Unit::Grams),
    ],
    order: &["day", "seq"],
    balances: &[
        ("pcs", sum("balance_pcs", "Balance pcs", "pcs", Unit::Pieces)),
        ("g", sum("balance_g", "Balance MT", "g", Unit::Grams)),
    ],
    paper: Some("paper"),
};

const SALE_LINES: fn(&Ask) -> Vec<Filter> = |ask| vec![Filter::is("kind", ask.basis.line_kind())];

pub(super) static SALES_LINES: List = List {
    frame: "line",
    filter: SALE_LINES,
    window: Window::Within,
    columns: &[
        day("date", "Date", "day"),
        text("invoice", "Invoice", "paper.name"),
        text("order", "Order", "order.name"),
        text("branch", "Branch", "branch.name"),
        text("yard", "Yard", "yard.name"),
        text("customer", "Customer", "customer.name"),
        text("state", "State", "place.state.name"),
        text("district", "District", "place.district.name"),
        text("salesman", "Salesman", "salesman.name"),
        text("product", "Product type", "sku.product_group.name"),
        text("sku", "SKU", "sku.name"),
        text("make", "Make", "sku.make"),
        text("grade", "Grade", "sku.grade"),
        sum("pcs", "Pcs", "pcs", Unit::Pieces),
        sum("mt", "MT", "g", Unit::Grams),
        sum("taxable", "Goods ₹", "amount", Unit::Paise),
        sum("freight", "Freight ₹", "freight", Unit::Paise),
        sum("gst", "GST ₹", "gst", Unit::Paise),
        sum("cost", "Cost ₹", "cost", Unit::Paise),
    ],
    order: &["day", "paper"],
    balances: &[],
    paper: Some("paper"),
};

pub(super) static DAY_BOOK: List = List {
    frame: "paper",
    filter: |_| Vec::new(),
    window: Window::Within,
    columns: &[
        day("day", "Date", "day"),
        Listed {
            key: "kind",
            label: "Type",
            path: "kind",
            shown: Shown::Text,
            words: facts::PAPER_LABELS,
            total: false,
        },
        text("paper", "Number", "name"),
        text("customer", "Customer", "customer.name"),
        text("supplier", "Supplier", "supplier.name"),
        text("yard", "Yard", "yard.name"),
        sum("pcs", "Pcs", "pcs", Unit::Pieces),
        sum("g", "MT", "g", Unit::Grams),
        sum("amount", "₹", "amount", Unit::Paise),
        text("status", "Status", "status"),
        Listed {
            key: "at",
            label: "Since",
            path: "at",
            shown: Shown::Instant,
            words: &[],
            total: false,
        },
        text("by", "By", "by.name"),
    ],
    order: &["-day", "-at"],
    balances: &[],
    paper: Some(""),
};
