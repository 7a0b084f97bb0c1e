//! Pages that are no type's: what they are called, and to whom they open unless a role's rights say otherwise.

use crate::declare::grant::{PEOPLE, Role};

/// A page that is no type's.
#[derive(Debug)]
pub struct AppPage {
    pub key: &'static str,
    pub label: &'static str,
    /// The parts that it opens to.
    pub parts: &'static [Role],
}

/// A page that opens to nobody.
pub static NONE: AppPage = AppPage { key: "", label: "", parts: &[] };

pub fn page(key: &str) -> Option<&'static AppPage> {
    PAGES.iter().find(|page| page.key == key)
}

const SALES: &[Role] = &[Role::Sales, Role::Bm, Role::Acc, Role::Audit, Role::Admin];
const PLACES: &[Role] = &[Role::Sales, Role::Bm, Role::Credit, Role::Acc, Role::Audit, Role::Admin];
const STOCK: &[Role] = &[Role::Bm, Role::Yard, Role::Acc, Role::Purch, Role::Audit, Role::Admin];
const TRADE: &[Role] = &[Role::Bm, Role::Acc, Role::Purch, Role::Audit, Role::Admin];
const CREDIT: &[Role] = &[Role::Bm, Role::Pct, Role::Credit, Role::Acc, Role::Audit, Role::Admin];
const RATES: &[Role] = &[Role::Bm, Role::Credit, Role::Acc, Role::Audit, Role::Admin];
const BOOKS: &[Role] = &[Role::Bm, Role::Acc, Role::Audit, Role::Admin];
const ACCOUNTS: &[Role] = &[Role::Acc, Role::Audit, Role::Admin];

const BRANCH: &[Role] = &[Role::Bm, Role::Audit, Role::Admin];
const CARRIERS: &[Role] = &[Role::Bm, Role::Logi, Role::Acc, Role::Audit, Role::Admin];
const CREDITORS: &[Role] = &[Role::Pct, Role::Credit, Role::Acc, Role::Audit, Role::Admin];

/// Every such page: the checklist of a new site, the audit, the dashboards, and the reports.
pub static PAGES: &[AppPage] = &[
    AppPage { key: "setup", label: "Set up this site", parts: &[Role::Admin] },
    AppPage { key: "audit", label: "Audit", parts: &[Role::Admin] },
    AppPage { key: "dashboard", label: "Dashboard", parts: PEOPLE },
    AppPage { key: "dashboard_bm", label: "Branch dashboard", parts: BRANCH },
    AppPage { key: "dashboard_credit", label: "Credit dashboard", parts: CREDITORS },
    AppPage { key: "dashboard_accounts", label: "Accounts dashboard", parts: ACCOUNTS },
    AppPage { key: "dashboard_logistics", label: "Logistics dashboard", parts: CARRIERS },
    AppPage { key: "product_wise_report", label: "Product-wise sales", parts: SALES },
    AppPage { key: "product_sku_report", label: "SKU-wise sales and stock", parts: STOCK },
    AppPage { key: "product_sku_report_view", label: "SKU ledger", parts: STOCK },
    AppPage { key: "district_wise_report", label: "District-wise sales", parts: PLACES },
    AppPage {
        key: "daily_product_wise_sales_report",
        label: "Daily product-wise sales",
        parts: SALES,
    },
    AppPage {
        key: "daily_product_wise_purchase_report",
        label: "Daily product-wise purchases",
        parts: TRADE,
    },
    AppPage { key: "batch_wise_sku_wise_report", label: "Stock by SKU and batch", parts: STOCK },
    AppPage { key: "utilized_amount", label: "Credit utilisation", parts: CREDIT },
    AppPage { key: "batch_closing_stock", label: "Batch closing stock", parts: STOCK },
    AppPage { key: "state_wise_rate", label: "Rates by state", parts: RATES },
    AppPage { key: "sales_export", label: "Sales lines", parts: ACCOUNTS },
    AppPage { key: "tally_report", label: "Tally", parts: ACCOUNTS },
    AppPage { key: "transaction_report", label: "Day book", parts: BOOKS },
    AppPage { key: "day_book_counts", label: "Day book counts", parts: BOOKS },
    AppPage { key: "trial_balance", label: "Trial balance", parts: ACCOUNTS },
    AppPage { key: "ledger", label: "Ledger", parts: ACCOUNTS },
    AppPage { key: "number_register", label: "Register of numbers", parts: ACCOUNTS },
    AppPage { key: "customer_statement", label: "Customer statement", parts: ACCOUNTS },
    AppPage { key: "supplier_statement", label: "Supplier statement", parts: ACCOUNTS },
    AppPage { key: "transporter_statement", label: "Transporter statement", parts: ACCOUNTS },
    AppPage { key: "receipt_register", label: "Receipts by mode", parts: BOOKS },
    AppPage { key: "note_register", label: "Credit and debit notes", parts: BOOKS },
    AppPage { key: "freight_register", label: "Freight", parts: CARRIERS },
    AppPage { key: "delivery_register", label: "Deliveries", parts: CARRIERS },
    AppPage { key: "papers_ending", label: "Papers that end", parts: CARRIERS },
    AppPage { key: "open_purchases", label: "Open purchase orders", parts: TRADE },
    AppPage { key: "goods_not_billed", label: "Goods not billed", parts: TRADE },
    AppPage { key: "to_reorder", label: "To reorder", parts: STOCK },
    AppPage { key: "payables", label: "Payables", parts: ACCOUNTS },
    AppPage {
        key: "sale_purchase_ns_report",
        label: "Sale and purchase by nominal size",
        parts: TRADE,
    },
    AppPage { key: "sale_purchase_column_sel", label: "Sale and purchase", parts: TRADE },
    AppPage { key: "batchwise_report", label: "Life of batches", parts: STOCK },
];
