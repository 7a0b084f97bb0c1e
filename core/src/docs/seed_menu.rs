//! The side menu that a site starts with; each page is shown to those who may view its type.

/// A group of the menu and its pages.
pub struct Group {
    pub name: &'static str,
    pub icon: &'static str,
    pub pages: &'static [MenuPage],
}

/// One page of the menu.
pub struct MenuPage {
    pub name: &'static str,
    pub url: &'static str,
    /// The type whose view right it needs.
    pub needs: &'static str,
    /// Shows how many documents of the type wait for the person.
    pub badge: bool,
}

const fn page(name: &'static str, url: &'static str, needs: &'static str) -> MenuPage {
    MenuPage { name, url, needs, badge: false }
}

const fn queue(name: &'static str, url: &'static str, needs: &'static str) -> MenuPage {
    MenuPage { name, url, needs, badge: true }
}

pub const MENUS: &[Group] = &[
    Group {
        name: "Orders",
        icon: "assignment",
        pages: &[
            queue("Orders", "/order", "order"),
            queue("Loaded orders", "/order_loaded", "loading"),
            queue("Order reversal", "/orderreverselist", "reversal"),
        ],
    },
    Group {
        name: "Sales",
        icon: "receipt_long",
        pages: &[
            queue("Invoices", "/invoice/CreateInvoice", "invoice"),
            queue("Customer receipts", "/customer-reciept", "receipt"),
            queue("Sales returns", "/sales-return", "sales_return"),
            page("Credit notes", "/credit_note", "credit_note"),
            page("Debit notes", "/debit_note", "debit_note"),
            queue("Credit limits", "/credit-limit", "credit_limit_request"),
            page("Opening bills", "/opening_bill", "opening_bill"),
        ],
    },
    Group {
        name: "Purchases",
        icon: "shopping_cart",
        pages: &[
            queue("Purchase orders", "/purchase_order", "purchase_order"),
            queue("Supplier bills", "/supplier_bill", "supplier_bill"),
            queue("Supplier debit notes", "/supplier_note", "supplier_note"),
            queue("Payments", "/supplier_payment", "supplier_payment"),
        ],
    },
    Group {
        name: "Stock",
        icon: "inventory_2",
        pages: &[
            page("View stock", "/ViewStock", "batch"),
            queue("Stock inward", "/stockinward", "inward"),
            queue("Additional inward", "/additionalinward", "additional_inward"),
            queue("Batch closing", "/batch-closing", "batch_closing"),
            queue("Dump stock", "/dump-stock", "dump_stock"),
            queue("Inter-godown transfers", "/IntergodownTransfer", "transfer"),
            page("Stock hold", "/stockhold", "stock_hold"),
            queue("Stock audit", "/stockaudit", "stock_audit"),
            page("Count stock", "/stockauditnew", "stock_audit"),
            queue("Work orders", "/work-order", "work_order"),
            page("Yard work orders", "/yard-work-order", "work_order"),
            page("Work orders by recipe", "/work-order-new", "work_order"),
        ],
    },
    Group {
        name: "Logistics",
        icon: "local_shipping",
        pages: &[
            queue("Trips", "/logistics", "trip"),
            page("Vehicles", "/vehiclemaster", "vehicle"),
            page("Truck types", "/trucktypemaster", "truck_type"),
            page("Drivers", "/driver", "driver"),
        ],
    },
    Group {
        name: "Reports",
        icon: "bar_chart",
        pages: &[
            page("Branch dashboard", "/dashboard/BM", "dashboard_bm"),
            page("Credit dashboard", "/dashboard/credit", "dashboard_credit"),
            page("Accounts dashboard", "/dashboard/accounts", "dashboard_accounts"),
            page("Logistics dashboard", "/dashboard/logistics", "dashboard_logistics"),
            page("Product-wise sales", "/ProductWiseReport", "product_wise_report"),
            page("SKU-wise sales and stock", "/ProductSkuReport", "product_sku_report"),
            page("District-wise sales", "/DistrictWiseReport", "district_wise_report"),
            page("Daily sales", "/DailyProductWiseSalesReport", "daily_product_wise_sales_report"),
            page(
                "Daily purchases",
                "/DailyProductWisePurchaseReport",
                "daily_product_wise_purchase_report",
            ),
            page("Stock by batch", "/BatchWise&SkuWiseReport", "batch_wise_sku_wise_report"),
            page("Credit utilisation", "/utilized-amount", "utilized_amount"),
            page("Batch closing stock", "/BatchClosingStock", "batch_closing_stock"),
            page("Rates by state", "/stateWiseRate", "state_wise_rate"),
            page("Tally", "/tallyReport", "tally_report"),
            page("Sales lines", "/salesExport", "sales_export"),
            page("Day book", "/transactionReport", "transaction_report"),
            page("Day book counts", "/dayBookCounts", "day_book_counts"),
            page("Trial balance", "/trialBalance", "trial_balance"),
            page("Ledger", "/ledger", "ledger"),
            page("Register of numbers", "/numberRegister", "number_register"),
            page("Customer statement", "/customerStatement", "customer_statement"),
            page("Supplier statement", "/supplierStatement", "supplier_statement"),
            page("Transporter statement", "/transporterStatement", "transporter_statement"),
            page("Receipts by mode", "/receiptRegister", "receipt_register"),
            page("Notes register", "/noteRegister", "note_register"),
            page("Freight register", "/freightRegister", "freight_register"),
            page("Deliveries", "/deliveryRegister", "delivery_register"),
            page("Papers that end", "/papersEnding", "papers_ending"),
            page("Open purchase orders", "/openPurchases", "open_purchases"),
            page("Goods not billed", "/goodsNotBilled", "goods_not_billed"),
            page("To reorder", "/toReorder", "to_reorder"),
            page("Payables", "/payables", "payables"),
            page("By nominal size", "/salePurchaseNSReport", "sale_purchase_ns_report"),
            page("Sale and purchase", "/salePurchaseColumnSel", "sale_purchase_column_sel"),
            page("Life of batches", "/BatchwiseReport", "batchwise_report"),
        ],
    },
    Group {
        name: "Parties",
        icon: "storefront",
        pages: &[
            queue("Customers", "/customer", "customer"),
            queue("Suppliers", "/supplier-users", "supplier"),
            queue("Vendors", "/vendor-users", "vendor"),
        ],
    },
    Group {
        name: "Goods",
        icon: "category",
        pages: &[
            page("SKUs", "/sku", "sku"),
            page("SKU cards", "/SkuMastersInfo", "sku"),
            page("Product groups", "/skutype", "product_group"),
            page("SKU properties", "/skuproperties", "sku_property"),
            page("Property values", "/skupropertiesdropdown", "sku_property_value"),
            page("SKU mapping", "/skumapping", "sku_mapping"),
            page("Formulas", "/formulamaster", "formula"),
            page("Prices", "/price", "price"),
            page("Shop products", "/product", "product"),
            page("HSN codes", "/hsn", "hsn"),
            page("Units", "/uommaster", "uom"),
        ],
    },
    Group {
        name: "Places",
        icon: "place",
        pages: &[
            page("Yards", "/yard", "yard"),
            page("Zones", "/Zonemaster", "zone"),
            page("Regions", "/region", "region"),
            page("Countries", "/Countrymaster", "country"),
            page("States", "/states", "state"),
            page("Districts", "/Districtmaster", "district"),
            page("Cities", "/cities", "city"),
        ],
    },
    Group {
        name: "People",
        icon: "group",
        pages: &[
            page("Employees", "/employee", "employee"),
            page("Roles", "/rolemaster", "role"),
            page("Menus", "/menumaster", "menu"),
            page("Menu access", "/menuaccessmaster", "role"),
            page("Access", "/AccessManagement", "role"),
            page("Menu dashboard", "/dashobard-menumaster", "role"),
            page("Audit", "/audit", "audit"),
        ],
    },
    Group {
        name: "Set-up",
        icon: "settings",
        pages: &[
            page("Set up this site", "/setup", "setup"),
            page("Company", "/company", "company"),
            page("Branches", "/branch", "branch"),
            page("Settings", "/setting", "setting"),
            page("Time rules", "/timeconfigurator", "time_rule"),
            page("Holidays", "/holiday", "holiday"),
            page("Triggers", "/triggermaster", "trigger"),
            page("Outbox", "/outbox", "mail"),
            page("Text messages", "/text_message", "text_message"),
            page("Payment terms", "/paymentterms", "payment_term"),
            page("Tally ledgers", "/tally_ledger", "tally_ledger"),
            page("Tally exports", "/tally_export", "tally_export"),
            page("Reasons", "/reason", "reason"),
            page("Work recipes", "/work_recipe", "work_recipe"),
            page("Dump reasons", "/dumpstock", "reason"),
            page("Batch closing reasons", "/batchclosing", "reason"),
            page("Number series", "/number_series", "number_series"),
            page("Period locks", "/period_lock", "period_lock"),
        ],
    },
    Group {
        name: "Desk",
        icon: "event_note",
        pages: &[
            page("Boards", "/desk/board", "board"),
            page("To-do", "/desk/todo", "todo_list"),
            page("Calendar", "/desk/calendar", "calendar_event"),
            page("Inbox", "/desk/inbox", "inbox_message"),
            page("Chat", "/desk/chat", "chat_message"),
            page("Contacts", "/desk/contacts", "contact"),
            page("Shop", "/desk/shop", "cart"),
            page("Proforma invoices", "/desk/proforma", "proforma"),
            page("Recent", "/desk/recent", "notification"),
            page("My notifications", "/desk/notifications", "notification"),
        ],
    },
];

/// The names in the menu that a site begins with, in its order: the app says them in its languages.
pub fn menu_names() -> impl Iterator<Item = &'static str> {
    MENUS.iter().flat_map(|group| {
        std::iter::once(group.name).chain(group.pages.iter().map(|page| page.name))
    })
}
