//! Dimensions: what reports group and filter by, and its path in each frame.

/// One thing that rows are grouped or filtered by.
#[derive(Debug)]
pub struct Dimension {
    pub key: &'static str,
    pub label: &'static str,
    pub of: ValueKind,
    /// The document type that a value opens; none where there is nothing to open.
    pub opens: Option<&'static str>,
    /// The frames that have it, with the path to it.
    pub paths: &'static [(&'static str, &'static str)],
}

/// The kind of a dimension's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Rows of this frame, told by its `name`.
    Rows(&'static str),
    /// Texts.
    Text,
    Day,
    /// Months as `year * 12 + month - 1`.
    Month,
    /// A number with its unit.
    Number(&'static str),
    /// One of these words.
    Words(&'static [&'static str]),
}

impl Dimension {
    /// Whether figures of trade can be laid out by it: lines of trade have it.
    pub fn is_free(&self) -> bool {
        self.path("line").is_some() && self.key != "paper"
    }

    pub fn path(&self, frame: &str) -> Option<&'static str> {
        self.paths.iter().find(|(of, _)| *of == frame).map(|(_, path)| *path)
    }
}

pub fn dimension(key: &str) -> Option<&'static Dimension> {
    DIMENSIONS.iter().find(|dimension| dimension.key == key)
}

const fn rows(
    key: &'static str,
    label: &'static str,
    frame: &'static str,
    opens: Option<&'static str>,
    paths: &'static [(&'static str, &'static str)],
) -> Dimension {
    Dimension { key, label, of: ValueKind::Rows(frame), opens, paths }
}

const fn text(
    key: &'static str,
    label: &'static str,
    paths: &'static [(&'static str, &'static str)],
) -> Dimension {
    Dimension { key, label, of: ValueKind::Text, opens: None, paths }
}

const fn words(
    key: &'static str,
    label: &'static str,
    words: &'static [&'static str],
    paths: &'static [(&'static str, &'static str)],
) -> Dimension {
    Dimension { key, label, of: ValueKind::Words(words), opens: None, paths }
}

/// Every dimension, in the order in which a person picks them.
pub static DIMENSIONS: &[Dimension] = &[
    rows(
        "product",
        "Product type",
        "product_group",
        Some("product_group"),
        &[
            ("line", "sku.product_group"),
            ("move", "sku.product_group"),
            ("item", "sku.product_group"),
            ("price", "product_group"),
            ("ordered", "sku.product_group"),
            ("reorder", "sku.product_group"),
        ],
    ),
    text(
        "size",
        "Nominal size",
        &[
            ("line", "sku.size"),
            ("move", "sku.size"),
            ("item", "sku.size"),
            ("price", "sku.size"),
            ("ordered", "sku.size"),
            ("reorder", "sku.size"),
        ],
    ),
    text(
        "thickness",
        "Thickness",
        &[
            ("line", "sku.thickness"),
            ("move", "sku.thickness"),
            ("item", "sku.thickness"),
            ("price", "sku.thickness"),
            ("ordered", "sku.thickness"),
            ("reorder", "sku.thickness"),
        ],
    ),
    words(
        "band",
        "Thickness band",
        super::facts::BANDS,
        &[("line", "sku.band"), ("move", "sku.band"), ("item", "sku.band"), ("price", "sku.band")],
    ),
    text("property", "Property", &[("sku_value", "says")]),
    text(
        "make",
        "Make",
        &[
            ("line", "sku.make"),
            ("move", "sku.make"),
            ("item", "sku.make"),
            ("price", "sku.make"),
            ("ordered", "sku.make"),
            ("reorder", "sku.make"),
        ],
    ),
    text(
        "grade",
        "Grade",
        &[
            ("line", "sku.grade"),
            ("move", "sku.grade"),
            ("item", "sku.grade"),
            ("price", "sku.grade"),
            ("ordered", "sku.grade"),
            ("reorder", "sku.grade"),
        ],
    ),
    Dimension {
        key: "length",
        label: "Length, mm",
        of: ValueKind::Number("mm"),
        opens: None,
        paths: &[("line", "sku.length_mm"), ("move", "sku.length_mm")],
    },
    rows(
        "sku",
        "SKU",
        "sku",
        Some("sku"),
        &[
            ("line", "sku"),
            ("move", "sku"),
            ("reserved", "sku"),
            ("item", "sku"),
            ("price", "sku"),
            ("ordered", "sku"),
            ("reorder", "sku"),
        ],
    ),
    rows(
        "branch",
        "Branch",
        "branch",
        Some("branch"),
        &[
            ("line", "branch"),
            ("move", "branch"),
            ("receipt", "branch"),
            ("cheque", "branch"),
            ("account", "customer.branch"),
            ("open", "customer.branch"),
            ("limit", "customer.branch"),
            ("paper", "branch"),
            ("step", "paper.branch"),
            ("reserved", "branch"),
            ("entry", "paper.branch"),
            ("item", "paper.branch"),
            ("payment", "branch"),
            ("note", "branch"),
            ("trip", "branch"),
            ("delivery", "branch"),
            ("ending", "branch"),
            ("ordered", "branch"),
            ("reorder", "branch"),
            ("target", "branch"),
        ],
    ),
    rows(
        "yard",
        "Yard",
        "yard",
        Some("yard"),
        &[
            ("line", "yard"),
            ("move", "yard"),
            ("paper", "yard"),
            ("step", "paper.yard"),
            ("reserved", "yard"),
            ("item", "yard"),
            ("ordered", "yard"),
            ("reorder", "yard"),
        ],
    ),
    rows(
        "region",
        "Zone",
        "region",
        Some("region"),
        &[
            ("line", "place.district.region"),
            ("receipt", "customer.district.region"),
            ("cheque", "customer.district.region"),
            ("account", "customer.district.region"),
            ("open", "customer.district.region"),
        ],
    ),
    rows(
        "state",
        "State",
        "state",
        Some("state"),
        &[
            ("line", "place.state"),
            ("receipt", "customer.state"),
            ("cheque", "customer.state"),
            ("account", "customer.state"),
            ("open", "customer.state"),
            ("price", "state"),
        ],
    ),
    rows(
        "district",
        "District",
        "district",
        Some("district"),
        &[
            ("line", "place.district"),
            ("receipt", "customer.district"),
            ("cheque", "customer.district"),
            ("account", "customer.district"),
            ("open", "customer.district"),
        ],
    ),
    rows(
        "bill_region",
        "Zone of the bill",
        "region",
        Some("region"),
        &[
            ("line", "customer.district.region"),
            ("receipt", "customer.district.region"),
            ("account", "customer.district.region"),
            ("open", "customer.district.region"),
        ],
    ),
    rows(
        "bill_state",
        "State of the bill",
        "state",
        Some("state"),
        &[
            ("line", "customer.state"),
            ("receipt", "customer.state"),
            ("account", "customer.state"),
            ("open", "customer.state"),
        ],
    ),
    rows(
        "bill_district",
        "District of the bill",
        "district",
        Some("district"),
        &[
            ("line", "customer.district"),
            ("receipt", "customer.district"),
            ("account", "customer.district"),
            ("open", "customer.district"),
        ],
    ),
    rows(
        "customer",
        "Customer",
        "customer",
        Some("customer"),
        &[
            ("line", "customer"),
            ("receipt", "customer"),
            ("cheque", "customer"),
            ("account", "customer"),
            ("open", "customer"),
            ("limit", "customer"),
            ("paper", "customer"),
            ("step", "paper.customer"),
            ("payment", "customer"),
            ("note", "customer"),
            ("delivery", "goods.customer"),
        ],
    ),
    text(
        "customer_kind",
        "Customer type",
        &[("line", "customer.kind"), ("receipt", "customer.kind"), ("account", "customer.kind")],
    ),
    text(
        "price_class",
        "Customer class",
        &[
            ("line", "customer.price_class"),
            ("receipt", "customer.price_class"),
            ("account", "customer.price_class"),
        ],
    ),
    words("price_basis", "Price basis", super::facts::PRICE_BASES, &[("line", "order.basis")]),
    text(
        "customer_status",
        "Customer's status",
        &[
            ("line", "customer.status"),
            ("cheque", "customer.status"),
            ("account", "customer.status"),
            ("open", "customer.status"),
            ("limit", "customer.status"),
        ],
    ),
    words("unsold_for", "Last sale", super::unsold::UNSOLD_FOR, &[]),
    words("credit_use", "Use of the limit", super::credit_use::CREDIT_USES, &[]),
    text(
        "pan",
        "Firms of one PAN",
        &[
            ("account", "customer.pan"),
            ("open", "customer.pan"),
            ("limit", "customer.pan"),
            ("cheque", "customer.pan"),
            ("receipt", "customer.pan"),
        ],
    ),
    rows(
        "salesman",
        "Salesman",
        "employee",
        Some("employee"),
        &[
            ("line", "salesman"),
            ("receipt", "customer.salesman"),
            ("cheque", "customer.salesman"),
            ("account", "customer.salesman"),
            ("open", "customer.salesman"),
            ("limit", "customer.salesman"),
            ("payment", "customer.salesman"),
            ("note", "salesman"),
            ("delivery", "salesman"),
        ],
    ),
    rows(
        "supplier",
        "Supplier",
        "supplier",
        Some("supplier"),
        &[
            ("line", "supplier"),
            ("move", "batch.supplier"),
            ("paper", "supplier"),
            ("step", "paper.supplier"),
            ("item", "batch.supplier"),
            ("ordered", "supplier"),
        ],
    ),
    rows("batch", "Batch", "batch", Some("batch"), &[("move", "batch"), ("item", "batch")]),
    text("batch_status", "Batch status", &[("move", "batch.status"), ("item", "batch.status")]),
    text("heat_no", "Heat number", &[("move", "batch.heat_no"), ("item", "batch.heat_no")]),
    text("coil_no", "Coil number", &[("move", "batch.coil_no"), ("item", "batch.coil_no")]),
    rows(
        "paper",
        "Document",
        "paper",
        None,
        &[
            ("line", "paper"),
            ("step", "paper"),
            ("move", "paper"),
            ("receipt", "paper"),
            ("cheque", "paper"),
            ("open", "paper"),
            ("item", "paper"),
            ("reserved", "paper"),
            ("entry", "paper"),
            ("payment", "paper"),
            ("note", "paper"),
            ("trip", "paper"),
            ("delivery", "paper"),
            ("ending", "paper"),
            ("ordered", "paper"),
        ],
    ),
    Dimension {
        key: "paper_kind",
        label: "Type of document",
        of: ValueKind::Words(super::facts::PAPER_LABELS),
        opens: None,
        paths: &[
            ("paper", "kind"),
            ("entry", "paper.kind"),
            ("step", "paper.kind"),
            ("note", "paper.kind"),
        ],
    },
    Dimension {
        key: "book_class",
        label: "Class",
        of: ValueKind::Words(crate::ledger::books::CLASSES),
        opens: None,
        paths: &[("entry", "class")],
    },
    Dimension {
        key: "book_account",
        label: "Account",
        of: ValueKind::Words(super::facts::BOOK_ACCOUNTS),
        opens: None,
        paths: &[("entry", "account")],
    },
    rows(
        "party",
        "Party",
        "ledger",
        None,
        &[("entry", "ledger"), ("trip", "transporter"), ("delivery", "transporter")],
    ),
    text(
        "paper_status",
        "Status of the document",
        &[
            ("paper", "status"),
            ("payment", "paper.status"),
            ("note", "paper.status"),
            ("trip", "paper.status"),
            ("ordered", "paper.status"),
        ],
    ),
    text("after", "New status", &[("step", "after")]),
    rows("by", "Person", "employee", Some("employee"), &[("step", "by")]),
    words("mode", "Mode", super::facts::MODES, &[("payment", "mode")]),
    words("note_reason", "Reason", super::facts::NOTE_REASONS, &[("note", "reason")]),
    text("vehicle", "Vehicle", &[("trip", "vehicle")]),
    words("freight_tax", "GST on the freight", super::facts::FREIGHT_TAX, &[("trip", "tax_by")]),
    words("stop_state", "Stop", super::facts::STOP_STATES, &[("delivery", "stop")]),
    words("proof", "Proof of delivery", super::facts::PROOFS, &[("delivery", "proof")]),
    words("ending_kind", "Paper", super::facts::ENDINGS, &[("ending", "kind")]),
    words("voucher_kind", "Type of voucher", super::tally::KINDS, &[]),
    Dimension {
        key: "tally_state",
        label: "Given to Tally",
        of: ValueKind::Words(super::tally::STATES),
        opens: None,
        paths: &[],
    },
    Dimension {
        key: "imported",
        label: "Imported",
        of: ValueKind::Words(super::facts::IMPORTED),
        opens: None,
        paths: &[
            ("line", "paper.imported"),
            ("receipt", "paper.imported"),
            ("paper", "imported"),
            ("step", "paper.imported"),
        ],
    },
    Dimension {
        key: "side",
        label: "Moved to or from",
        of: ValueKind::Words(super::facts::SIDES),
        opens: None,
        paths: &[("move", "side")],
    },
    Dimension {
        key: "day",
        label: "Day",
        of: ValueKind::Day,
        opens: None,
        paths: &[
            ("line", "day"),
            ("step", "day"),
            ("move", "day"),
            ("receipt", "day"),
            ("entry", "day"),
            ("payment", "day"),
            ("note", "day"),
            ("trip", "day"),
            ("delivery", "day"),
            ("ending", "day"),
            ("ordered", "day"),
        ],
    },
    Dimension {
        key: "month",
        label: "Month",
        of: ValueKind::Month,
        opens: None,
        paths: &[
            ("line", "month"),
            ("step", "month"),
            ("move", "month"),
            ("receipt", "month"),
            ("payment", "month"),
            ("note", "month"),
            ("trip", "month"),
            ("delivery", "month"),
            ("ending", "month"),
        ],
    },
];
