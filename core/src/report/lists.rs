//! The reports that tell rows as they stand: their columns, their order, their balances.

use super::bases::Window;
use super::measures::{FigureKind, OF_COSTED};
use super::rows::{List, Listed, NumberSide, day, rate, sum, text, word};
use super::table::CellFormat;
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
        rate("rate", "Cost ₹/MT", "batch.rate", FigureKind::PaisePerTonne),
        sum("pcs", "Pcs", "pcs", FigureKind::Pieces),
        sum("g", "MT", "g", FigureKind::Grams),
    ],
    order: &["day", "seq"],
    balances: &[
        ("pcs", sum("balance_pcs", "Balance pcs", "pcs", FigureKind::Pieces)),
        ("g", sum("balance_g", "Balance MT", "g", FigureKind::Grams)),
    ],
    paper: Some("paper"),
};

const SALE_LINES: fn(&Ask) -> Vec<Filter> =
    |ask| vec![Filter::within("kind", ask.basis.line_kinds())];

/// A figure that lines without a cost do not have.
const fn costed(figure: Listed) -> Listed {
    Listed { rests: Some("costed"), says: Some(OF_COSTED), ..figure }
}

pub(super) static SALES_LINES: List = List {
    frame: "line",
    filter: SALE_LINES,
    window: Window::Within,
    columns: &[
        day("date", "Date", "day"),
        text("invoice", "Invoice", "paper.name"),
        text("customer", "Customer", "customer.name"),
        text("sku", "SKU", "sku.name"),
        sum("pcs", "Pcs", "pcs", FigureKind::Pieces),
        sum("mt", "MT", "g", FigureKind::Grams),
        rate("rate", "Rate ₹", "sold.rate", FigureKind::Paise),
        word("per", "Per", "sold.per", facts::RATES),
        sum("taxable", "Goods ₹", "amount", FigureKind::Paise),
        sum("freight", "Freight ₹", "freight", FigureKind::Paise),
        sum("gst", "GST ₹", "gst", FigureKind::Paise),
        Listed {
            and: &[(1, "freight"), (1, "gst")],
            ..sum("total", "Total ₹", "amount", FigureKind::Paise)
        },
        costed(sum("cost", "Cost ₹", "cost", FigureKind::Paise)),
        Listed {
            and: &[(-1, "cost")],
            ..costed(sum("margin", "Margin ₹", "amount", FigureKind::Paise))
        },
        text("order", "Order", "order.name"),
        text("branch", "Branch", "branch.name"),
        text("yard", "Yard", "yard.name"),
        text("salesman", "Salesman", "salesman.name"),
        text("product", "Product type", "sku.product_group.name"),
        text("make", "Make", "sku.make"),
        text("grade", "Grade", "sku.grade"),
        text("batches", "Batches", "sold.batches"),
        text("hsn", "HSN", "sold.hsn"),
        rate("discount_bp", "Discount %", "sold.discount_bp", FigureKind::BasisPoints),
        rate("gst_bp", "GST %", "sold.gst_bp", FigureKind::BasisPoints),
        sum("cgst", "CGST ₹", "sold.cgst", FigureKind::Paise),
        sum("sgst", "SGST ₹", "sold.sgst", FigureKind::Paise),
        sum("igst", "IGST ₹", "sold.igst", FigureKind::Paise),
        text("gstin", "GSTIN", "sold.gstin"),
        text("supply", "Supply code", "sold.supply"),
        text("supply_name", "Place of supply", "sold.supply_name"),
        text("consignee", "Shipped to", "sold.consignee"),
        text("address", "Address", "sold.address"),
        text("district", "District", "place.district.name"),
        text("state", "State", "place.state.name"),
        day("ordered", "Ordered", "order.day"),
        day("submitted", "Submitted", "order.submitted"),
        day("approved", "Approved by the manager", "order.approved"),
        text("loading", "Weighbridge slip", "sold.loading"),
        text("po", "Purchase order", "sold.purchase_order"),
        text("vehicle", "Vehicle", "sold.vehicle"),
        text("ewb", "E-way bill", "sold.ewb"),
        text("irn", "IRN", "sold.irn"),
        day("posted", "Posted", "sold.posted"),
        day("due", "Due", "sold.due"),
        sum("cess", "Cess ₹", "sold.cess", FigureKind::Paise),
        word("type", "Type", "paper.kind", facts::PAPER_LABELS),
        text("against", "Against", "sold.against"),
        text("note_reason", "Reason of the note", "sold.reason"),
        day("forwarded", "Forwarded to credit", "order.forwarded"),
        day("credited", "Approved by credit", "order.credited"),
        text("loadings", "Loadings", "sold.loadings"),
        day("loaded", "Loaded", "sold.loaded"),
        day("delivered", "Delivered", "sold.delivered"),
        text("received_by", "Received by", "sold.received_by"),
        sum("short_pcs", "Short pcs", "sold.short_pcs", FigureKind::Pieces),
        sum("short_mt", "Short MT", "sold.short_g", FigureKind::Grams),
        word("basis", "Price basis", "order.basis", facts::PRICE_BASES),
        text("buyer_address", "Buyer's address", "sold.buyer_address"),
        text("buyer_state", "Buyer's state", "sold.buyer_state"),
        rate("version", "Version", "sold.version", FigureKind::Count),
        rate("line", "Line", "sold.line", FigureKind::Count),
        text("customer_code", "Customer code", "customer.code"),
        text("seller_gstin", "Seller's GSTIN", "sold.seller_gstin"),
        text("payment_term", "Payment terms", "sold.term"),
        rate("tcs", "TCS of the document ₹", "sold.tcs", FigureKind::Paise),
        rate("round_off", "Round off of the document ₹", "sold.round_off", FigureKind::Paise),
        rate("document_total", "Document total ₹", "sold.payable", FigureKind::Paise),
        text("ack_no", "Acknowledgement number", "sold.ack_no"),
        day("ack_date", "Acknowledged", "sold.ack_day"),
        day("ewb_date", "E-way bill date", "sold.ewb_day"),
        day("ewb_valid_to", "E-way bill valid to", "sold.ewb_until"),
        text("transporter", "Transporter", "sold.carrier"),
        text("driver", "Driver", "sold.driver"),
    ],
    order: &["day", "paper"],
    balances: &[],
    paper: Some("paper"),
};

pub(super) static DAY_BOOK: List = List {
    frame: "step",
    filter: |_| Vec::new(),
    window: Window::Within,
    columns: &[
        day("day", "Date", "day"),
        Listed { shown: CellFormat::Instant, ..text("at", "Time", "at") },
        word("kind", "Type", "paper.kind", facts::PAPER_LABELS),
        text("paper", "Number", "paper.name"),
        text("customer", "Customer", "paper.customer.name"),
        text("supplier", "Supplier", "paper.supplier.name"),
        text("yard", "Yard", "paper.yard.name"),
        text("goods", "Goods", "paper.said.sku.name"),
        rate("lines", "Lines", "paper.said.lines", FigureKind::Count),
        sum("pcs", "Pcs ±", "pcs", FigureKind::Pieces),
        sum("g", "MT ±", "g", FigureKind::Grams),
        sum("amount", "₹ ±", "amount", FigureKind::Paise),
        text("before", "From", "before"),
        text("status", "To", "after"),
        text("by", "By", "by.name"),
        text("remarks", "Remarks", "remarks"),
        text("said", "Remarks of the document", "paper.said.remarks"),
    ],
    order: &["-day", "-at", "-version", "of"],
    balances: &[],
    paper: Some("paper"),
};

/// What a row of a voucher comes to, whether it tells of costs or not.
const fn posted(figure: Listed, side: Option<NumberSide>) -> Listed {
    Listed { and: &[(1, "cost")], side, ..figure }
}

pub(super) static LEDGER_LINES: List = List {
    frame: "entry",
    filter: |_| Vec::new(),
    window: Window::Within,
    columns: &[
        day("day", "Date", "day"),
        text("paper", "Number", "paper.name"),
        word("account", "Account", "account", facts::BOOK_ACCOUNTS),
        text("party", "Party", "ledger.name"),
        posted(sum("debit", "Debit ₹", "amount", FigureKind::Paise), Some(NumberSide::Above)),
        posted(sum("credit", "Credit ₹", "amount", FigureKind::Paise), Some(NumberSide::Below)),
    ],
    order: &["day", "seq"],
    balances: &[(
        "balance",
        posted(sum("balance", "Balance ₹", "amount", FigureKind::Paise), None),
    )],
    paper: Some("paper"),
};
