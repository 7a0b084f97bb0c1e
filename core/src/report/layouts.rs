//! Layouts of the pivot that every site starts with.

/// A name, and what stands in the page's address.
pub static LAYOUTS: &[(&str, &str)] = &[
    ("Sizes by yard", "rows=product|size&columns=yard&measures=purchase_mt|sale_mt|spread"),
    ("Districts by month", "rows=state|district&columns=month&measures=sale_mt|sale_amount"),
    (
        "Customers and products",
        "rows=customer|product&columns=&measures=sale_mt|sale_rate|margin_bp",
    ),
    ("Salesmen by product", "rows=salesman&columns=product&measures=sale_mt|sale_amount"),
    (
        "Makes: bought and sold",
        "rows=make|product&columns=&measures=purchase_mt|purchase_rate|sale_mt|sale_rate|spread",
    ),
];
