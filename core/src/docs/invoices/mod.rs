//! The tax invoice: its declaration and workflow, and the record as a type.

pub mod cancel;
pub mod clock;
pub mod draft;
pub mod eway;
pub mod irn;
pub mod noted;
pub mod post;

use super::batches::BATCH;
use super::formats::{ACK, EWB, GSTIN_ANY, IRN, PIN, VEHICLE};
use super::goods::RATE_UOMS;
use super::goods::SKU;
use super::loadings::LOADING;
use super::orders::ORDER;
use super::org::BANK_ACCOUNTS;
use super::parties::{CATEGORIES, CUSTOMER, PAYMENT_TERM};
use super::people::EMPLOYEE;
use super::places::YARD;
use super::{KEEP, MASTER};

use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::error::Halt;
use crate::flow::{Flow, NO_RULES, Step, acting, by};
use crate::json::{self, json_struct};
use crate::kept::doc::Doc;
use crate::schema::*;
use crate::value::{Day, Instant, RateUom};
pub use eway::papers_complete;

pub const DRAFT: &str = "Draft";
pub const POSTED: &str = "Posted";
pub const CANCELLED: &str = "Cancelled";

static LOADINGS: Kind = Kind::Link(&LOADING);
static ORDERS: Kind = Kind::Link(&ORDER);
pub const SPLITS: &[Choice] =
    &[("intra", "CGST and SGST"), ("inter", "IGST"), ("zero_rated", "Zero-rated")];

/// The batches that the pieces of a line were loaded from.
pub static PART: &[Field] = &[
    link("loading", "Loading", &LOADING),
    int("loading_line", "Line of the loading", 0, 999),
    link("batch", "Batch", &BATCH),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight"),
    yes_no("dump", "Out of the dump"),
    paise("cost_paise", "Cost").guarded(Guarded::Cost),
];

static LINE: &[Field] = &[
    link("order", "Order", &ORDER),
    int("order_line", "Line of the order", 0, 99),
    link("sku", "SKU", &SKU),
    text("name", "Name", 120),
    text("hsn", "HSN", 8),
    text("uqc", "GST unit", 3),
    int("qty_milli", "Quantity in thousandths", 0, 999_999_999_999),
    int("qty_micro", "Quantity in millionths", 0, 999_999_999_999_999),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight").between(0, 99_999_999_999),
    grams("billed_g", "Billed weight").between(0, 99_999_999_999),
    rate("rate_paise", "Rate").guarded(Guarded::Rates),
    choice("rate_uom", "Rate unit", RATE_UOMS),
    percent("discount_bp", "Discount").guarded(Guarded::Rates),
    paise("amount_paise", "Amount").guarded(Guarded::Rates),
    paise("charges_paise", "Freight and loading").guarded(Guarded::Rates),
    paise("taxable_paise", "Taxable").guarded(Guarded::Rates),
    percent("gst_rate_bp", "GST rate"),
    percent("cess_bp", "Cess rate"),
    paise("cgst_paise", "CGST").guarded(Guarded::Rates),
    paise("sgst_paise", "SGST").guarded(Guarded::Rates),
    paise("igst_paise", "IGST").guarded(Guarded::Rates),
    paise("cess_paise", "Cess").guarded(Guarded::Rates),
    rows("parts", "Loaded", PART, 500),
];

/// How the goods travel, in the e-way bill's words.
const MODES: &[Choice] = &[("road", "Road"), ("rail", "Rail"), ("air", "Air"), ("ship", "Ship")];

pub const HSN_TOTAL: &[Field] = &[
    text("hsn", "HSN", 8),
    percent("gst_rate_bp", "GST rate"),
    paise("taxable_paise", "Taxable").guarded(Guarded::Rates),
    paise("cgst_paise", "CGST").guarded(Guarded::Rates),
    paise("sgst_paise", "SGST").guarded(Guarded::Rates),
    paise("igst_paise", "IGST").guarded(Guarded::Rates),
    paise("cess_paise", "Cess").guarded(Guarded::Rates),
];

/// Part B of the e-way bill: the vehicle that it names, from when.
static PART_B: &[Field] = &[
    code("ewb_no", "E-way bill", &EWB),
    code("vehicle_no", "Vehicle", &VEHICLE),
    date("valid_to", "Valid to"),
    instant("at", "Entered"),
    link("by", "By", &EMPLOYEE),
];

/// A part of the invoice that is due on a day of its own.
static INSTALMENT: &[Field] =
    &[date("due", "Due date"), paise("amount_paise", "Amount").guarded(Guarded::Rates)];

/// An order's share of the invoice, to give it back when the invoice is cancelled.
static SHARE: &[Field] = &[
    link("order", "Order", &ORDER),
    paise("amount_paise", "Amount").guarded(Guarded::Rates),
    paise("committed_paise", "From the commitment").guarded(Guarded::Cost),
];

/// A party as it was when the invoice was posted.
pub const PARTY: &[Field] = &[
    text("name", "Name", 100),
    code("gstin", "GSTIN", &GSTIN_ANY),
    text("pan", "PAN", 10),
    note("address", "Address", 500),
    code("pin", "PIN code", &PIN),
    text("state", "State", 100),
    text("state_code", "GST state code", 2),
    text("mobile", "Mobile", 20),
    choice("gst_category", "GST category", CATEGORIES),
];

pub const fn no_rates(field: Field) -> Field {
    field.computed().guarded(Guarded::Rates)
}

pub static INVOICE: DocType = DocType {
    key: "invoice",
    label: "Invoice",
    plural: "Invoices",
    title: "doc_no",
    fields: &[
        date("date", "Date").listed().help("Leave blank to use the posting date"),
        many("loadings", "Loadings", &LOADINGS).required(),
        text("tcs_section", "TCS section", 40).help("One of the company's rules"),
        // What the portal answers is recorded of a posted invoice: a draft has no number that could be registered.
        code("irn", "IRN", &IRN).computed().searched().unique(),
        code("ack_no", "Acknowledgement", &ACK).computed(),
        date("ack_date", "Acknowledged on").computed(),
        note("signed_qr", "Text of the signed QR code", 2_000).computed(),
        code("ewb_no", "E-way bill", &EWB).listed().searched(),
        date("ewb_date", "E-way bill of"),
        date("ewb_valid_to", "E-way bill valid to"),
        int("distance_km", "Distance, km", 1, 4_000),
        text("transporter", "Transporter", 100),
        choice("ewb_mode", "Mode of transport", MODES),
        link("customer", "Customer", &CUSTOMER).computed().listed(),
        text("customer_name", "Customer", 100).computed().listed().searched(),
        many("orders", "Orders", &ORDERS).computed(),
        text("order_no", "Order", 200).computed().listed().searched(),
        link("yard", "Yard", &YARD).computed().listed(),
        link("salesman", "Salesman", &EMPLOYEE).computed(),
        text("bill_to", "Bill to", 100).computed(),
        text("ship_to", "Ship to", 100).computed(),
        link("payment_term", "Payment term", &PAYMENT_TERM).computed(),
        text("place_of_supply", "Place of supply", 2).computed(),
        text("place_name", "Place of supply, name", 100).computed(),
        choice("split", "Tax", SPLITS).computed(),
        text("state_tax", "State's tax", 5).computed(),
        group("seller", "Seller", PARTY).computed(),
        group("buyer", "Buyer", PARTY).computed(),
        group("consignee", "Shipped to", PARTY).computed(),
        note("dispatch_from", "Dispatched from", 500).computed(),
        text("vehicle_no", "Vehicle", 40).computed().listed().searched(),
        text("slip_no", "Weighbridge slip", 60).computed(),
        text("po_no", "Purchase order", 100).computed(),
        rows("lines", "Lines", LINE, 500).computed(),
        rows("hsn_totals", "By HSN", HSN_TOTAL, 100).computed(),
        rows("shares", "By order", SHARE, 100).computed(),
        int("pcs", "Pieces", 0, 99_999_999).computed(),
        grams("weight_g", "Weight").between(0, 99_999_999_999).computed().listed(),
        no_rates(paise("goods_paise", "Goods")),
        no_rates(paise("charges_paise", "Freight and loading")),
        no_rates(paise("taxable_paise", "Taxable")).listed(),
        no_rates(paise("cgst_paise", "CGST")),
        no_rates(paise("sgst_paise", "SGST")),
        no_rates(paise("igst_paise", "IGST")),
        no_rates(paise("cess_paise", "Cess")),
        no_rates(percent("tcs_bp", "TCS rate")),
        no_rates(paise("tcs_paise", "TCS")),
        no_rates(paise("total_paise", "Total")),
        no_rates(paise("round_off_paise", "Round off").between(-50, 50)),
        no_rates(paise("payable_paise", "Payable")).listed(),
        no_rates(text("amount_in_words", "In words", 300)),
        date("due_date", "Due date").computed().listed(),
        rows("instalments", "Instalments", INSTALMENT, 12).computed(),
        percent("interest_bp", "Interest a year after the due date").computed(),
        percent("discount_bp", "Cash discount").computed(),
        date("discount_until", "Cash discount until").computed(),
        yes_no("ewb_needed", "E-way bill needed").computed().listed(),
        choice("irn_state", "E-invoice", irn::STATES).computed().listed(),
        yes_no("reverse_charge", "Reverse charge").computed(),
        group("bank", "Bank account", BANK_ACCOUNTS).computed(),
        note("terms", "Terms", 2_000).computed(),
        instant("posted_at", "Posted").computed(),
        link("posted_by", "Posted by", &EMPLOYEE).computed(),
        instant("irn_at", "IRN recorded").computed(),
        instant("ewb_at", "E-way bill recorded").computed(),
        rows("part_b", "Part B of the e-way bill", PART_B, 100).computed(),
        int("voucher", "Voucher", 0, i64::MAX).internal().guarded(Guarded::Cost),
        int("cost_voucher", "Cost voucher", 0, i64::MAX).internal().guarded(Guarded::Cost),
        note("cancelled_because", "Reason for cancellation", 500).computed(),
    ],
    sorts: &["-date", "doc_no", "payable_paise", "due_date"],
    filters: &["yard", "customer"],
    scopes: &[ScopeKind::Branch, ScopeKind::Owner],
    grants: &[
        Grant { roles: &[Role::Sales], verbs: &[Verb::View], reach: Reach::Own },
        Grant {
            roles: &[Role::Bm, Role::Credit, Role::Logi],
            verbs: &[Verb::View],
            reach: Reach::Branch,
        },
        Grant { roles: &[Role::Acc], verbs: KEEP, reach: Reach::Branch },
        Grant { roles: &[Role::Audit], verbs: &[Verb::View], reach: Reach::All },
        Grant { roles: &[Role::Admin], verbs: KEEP, reach: Reach::All },
    ],
    flow: &FLOW,
    series: Some(Series { word: "", width: 6, suffix: "", plain: false }),
    on_save: deciding(draft::on_save),
    follow: deciding(post::follow),
    warn: warning(irn::warn),
    deadlines: deciding(clock::deadlines),
    ..MASTER
};

/// The input that adds a line to the log of Part B.
pub const PART_B_VEHICLE: &str = "part_b_vehicle";

/// Papers that come after the number.
const PAPERS: &[Field] = &[
    code("irn", "IRN", &IRN),
    code("ack_no", "Acknowledgement", &ACK),
    date("ack_date", "Acknowledged on"),
    note("signed_qr", "Text of the signed QR code", 2_000),
    code("ewb_no", "E-way bill", &EWB),
    date("ewb_date", "E-way bill of"),
    date("ewb_valid_to", "E-way bill valid to"),
    int("distance_km", "Distance, km", 1, 4_000),
    text("transporter", "Transporter", 100),
    choice("ewb_mode", "Mode of transport", MODES),
    code(PART_B_VEHICLE, "Vehicle of Part B", &VEHICLE)
        .help("What the e-way bill names from now on: enter it again after a change of vehicle"),
];

const REMARKS: &[Field] =
    &[note("remarks", "Remarks", 500).required().missing(super::parties::REMARKS)];

static FLOW: Flow = Flow {
    statuses: &[DRAFT, POSTED, CANCELLED],
    rests: &[POSTED, CANCELLED],
    editable: &[DRAFT],
    deletable: &[DRAFT],
    steps: &acting([
        Step {
            id: "I1",
            from: &[DRAFT],
            action: "post",
            label: "Post invoice",
            to: &[POSTED],
            by: &[by(Role::Acc)],
            inputs: &[],
            guard: Some(post::may_post),
            rules: NO_RULES,
            run: post::post,
        },
        Step {
            id: "I2",
            from: &[POSTED],
            action: "record",
            label: "Record IRN and e-way bill",
            to: &[],
            by: &[by(Role::Acc), by(Role::Logi)],
            inputs: PAPERS,
            guard: None,
            rules: NO_RULES,
            run: eway::record,
        },
        Step {
            id: "I3",
            from: &[POSTED],
            action: "cancel",
            label: "Cancel invoice",
            to: &[CANCELLED],
            by: &[by(Role::Acc), by(Role::Sys)],
            inputs: REMARKS,
            guard: Some(cancel::may_cancel),
            rules: NO_RULES,
            run: cancel::cancel,
        },
    ]),
};

json_struct! { FILLED
    /// An invoice's record.
    pub struct Invoice {
        pub date: Option<Day>,
        pub loadings: Vec<String>,
        pub tcs_section: Option<String>,
        pub irn: Option<String>,
        pub ack_no: Option<String>,
        pub ack_date: Option<Day>,
        pub signed_qr: Option<String>,
        pub ewb_no: Option<String>,
        pub ewb_date: Option<Day>,
        pub ewb_valid_to: Option<Day>,
        pub distance_km: Option<i64>,
        pub transporter: Option<String>,
        pub ewb_mode: Option<String>,
        pub customer: Option<String>,
        pub customer_name: Option<String>,
        pub orders: Vec<String>,
        pub order_no: Option<String>,
        pub yard: Option<String>,
        pub salesman: Option<String>,
        pub bill_to: Option<String>,
        pub ship_to: Option<String>,
        pub payment_term: Option<String>,
        pub place_of_supply: Option<String>,
        pub place_name: Option<String>,
        pub split: Option<String>,
        pub state_tax: Option<String>,
        pub seller: Option<Party>,
        pub buyer: Option<Party>,
        pub consignee: Option<Party>,
        pub dispatch_from: Option<String>,
        pub vehicle_no: Option<String>,
        pub slip_no: Option<String>,
        pub po_no: Option<String>,
        pub lines: Vec<InvoiceLine>,
        pub hsn_totals: Vec<HsnTotal>,
        pub shares: Vec<Share>,
        pub pcs: i64,
        pub weight_g: i64,
        pub goods_paise: i64,
        pub charges_paise: i64,
        pub taxable_paise: i64,
        pub cgst_paise: i64,
        pub sgst_paise: i64,
        pub igst_paise: i64,
        pub cess_paise: i64,
        pub tcs_bp: i64,
        pub tcs_paise: i64,
        pub total_paise: i64,
        pub round_off_paise: i64,
        pub payable_paise: i64,
        pub amount_in_words: Option<String>,
        pub due_date: Option<Day>,
        pub instalments: Vec<InvoiceInstalment>,
        pub interest_bp: Option<i64>,
        pub discount_bp: Option<i64>,
        pub discount_until: Option<Day>,
        pub ewb_needed: bool,
        pub irn_state: Option<String>,
        pub reverse_charge: bool,
        pub bank: Option<BankAccount>,
        pub terms: Option<String>,
        pub posted_at: Option<Instant>,
        pub posted_by: Option<String>,
        pub irn_at: Option<Instant>,
        pub ewb_at: Option<Instant>,
        pub part_b: Vec<InvoicePartB>,
        pub voucher: Option<u64>,
        pub cost_voucher: Option<u64>,
        pub cancelled_because: Option<String>,
    }
}

json_struct! { FILLED
    /// One line: what was loaded of one order line, in whatever batches and vehicles.
    pub struct InvoiceLine {
        pub order: String,
        pub order_line: i64,
        pub sku: String,
        pub name: String,
        pub hsn: String,
        pub uqc: String,
        /// Three decimals, as the portal takes it: of tonnes it is rounded.
        pub qty_milli: i64,
        /// What the rate multiplies, exactly; 0 on lines of a program before this.
        pub qty_micro: i64,
        pub pcs: i64,
        pub weight_g: i64,
        pub billed_g: i64,
        pub rate_paise: i64,
        pub rate_uom: Option<RateUom>,
        pub discount_bp: i64,
        pub amount_paise: i64,
        pub charges_paise: i64,
        pub taxable_paise: i64,
        pub gst_rate_bp: i64,
        pub cess_bp: i64,
        pub cgst_paise: i64,
        pub sgst_paise: i64,
        pub igst_paise: i64,
        pub cess_paise: i64,
        pub parts: Vec<Part>,
    }
}

json_struct! { FILLED
    /// The pieces of a line that one loading took from one batch.
    pub struct Part {
        pub loading: String,
        pub loading_line: i64,
        pub batch: String,
        pub pcs: i64,
        pub weight_g: i64,
        pub dump: Option<bool>,
        /// What they had cost when the invoice was posted; of goods of the dump, their value there.
        pub cost_paise: Option<i64>,
    }
}

json_struct! { FILLED
    /// A part of an invoice that is due on a day of its own, as it is frozen.
    pub struct InvoiceInstalment {
        pub due: Day,
        pub amount_paise: i64,
    }
}

json_struct! { FILLED
    /// An entry of Part B of the e-way bill.
    pub struct InvoicePartB {
        pub ewb_no: String,
        pub vehicle_no: String,
        pub valid_to: Option<Day>,
        pub at: Instant,
        pub by: String,
    }
}

json_struct! { FILLED
    /// The sums of the lines of one HSN and rate.
    pub struct HsnTotal {
        pub hsn: String,
        pub gst_rate_bp: i64,
        pub taxable_paise: i64,
        pub cgst_paise: i64,
        pub sgst_paise: i64,
        pub igst_paise: i64,
        pub cess_paise: i64,
    }
}

json_struct! { FILLED
    /// An order's share of the payable amount.
    pub struct Share {
        pub order: String,
        pub amount_paise: i64,
        /// How much of it the order had committed.
        pub committed_paise: i64,
    }
}

json_struct! { FILLED
    /// A party as it was when the invoice was posted.
    pub struct Party {
        pub name: Option<String>,
        pub gstin: Option<String>,
        pub pan: Option<String>,
        pub address: Option<String>,
        pub pin: Option<String>,
        pub state: Option<String>,
        pub state_code: Option<String>,
        pub mobile: Option<String>,
        pub gst_category: Option<String>,
    }
}

json_struct! { FILLED
    /// The company's bank account as it was when the invoice was posted.
    pub struct BankAccount {
        pub bank: Option<String>,
        pub branch: Option<String>,
        pub ifsc: Option<String>,
        pub account: Option<String>,
    }
}

impl Invoice {
    /// The invoice of a stored document.
    ///
    /// Errors: `Fault` when the record is not what the declaration promises.
    pub fn of(doc: &Doc) -> Result<Invoice, Halt> {
        let mut invoice = Invoice::default();
        match json::fill(&mut invoice, &doc.record) {
            Ok(()) => Ok(invoice),
            Err(why) => Err(Halt::Fault(format!("invoice {}: {why}", doc.id))),
        }
    }

    /// Puts the invoice back into its document, in declared order, without what is empty.
    pub fn write(&self, doc: &mut Doc) {
        doc.record = json::record(self);
    }
}
