//! Credit and debit notes: what a posted invoice is lowered or raised by. Their declarations, which are one but for
//! their reasons and numbers, and the record as a type.

use super::batches::BATCH;
use super::customers::CUSTOMER;
use super::formats::{ACK, IRN};
use super::goods::{RATE_UOMS, SKU};
use super::invoices::{HSN_TOTAL, HsnTotal, INVOICE, PARTY, Party, SPLITS, irn, no_rates};
use super::orders::ORDER;
use super::people::EMPLOYEE;
use super::places::YARD;
use super::sales_returns::SALES_RETURN;
use super::{KEEP, MASTER};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::error::Halt;
use crate::flow::{Flow, Step, acting, by, step};
use crate::json::{self, json_struct};
use crate::kept::doc::Doc;
use crate::schema::*;
use crate::value::{Day, Instant, RateUom};

mod by_terms;
mod correction;
mod issued;
mod papers;
mod post;
mod returned;
mod reversed;
mod save;

pub use by_terms::{Reckoned, earned_on, follows_from_terms, late_days, proposed};
pub use papers::state as irn_state;
pub use returned::{Goods, of_return};
pub use reversed::of_reversal;
pub use save::of_invoice_issue;

pub const DRAFT: &str = "Draft";
pub const POSTED: &str = "Posted";

/// Goods came back: such a note is made by their sales return alone.
pub const RETURN: &str = "return";
/// Its order was reversed: such a note is made by that reversal alone.
pub const REVERSAL: &str = "reversal";
pub const RATE: &str = "rate_difference";
pub const QUANTITY: &str = "quantity_difference";
pub const DISCOUNT: &str = "discount";
/// Money came within the days of the terms' discount.
pub const CASH_DISCOUNT: &str = "cash_discount";
/// Money came after the due date, or has not come.
pub const INTEREST: &str = "interest";

const CREDIT_REASONS: &[Choice] = &[
    (RETURN, "Return"),
    (REVERSAL, "Order reversed"),
    (RATE, "Rate difference"),
    (QUANTITY, "Quantity or weight difference"),
    (DISCOUNT, "Discount"),
    (CASH_DISCOUNT, "Cash discount"),
];
const DEBIT_REASONS: &[Choice] = &[
    (RATE, "Rate difference"),
    (QUANTITY, "Quantity or weight difference"),
    (INTEREST, "Interest after the due date"),
];

const WITH: &str = "with";
const WITHOUT: &str = "without";
const EFFECTS: &[Choice] = &[(WITH, "With GST"), (WITHOUT, "Commercial, without GST")];

static ORDERS: Kind = Kind::Link(&ORDER);

/// By what a line of the invoice is to be another: what the note's reason has, so that no rate and no amount is
/// another than the invoice's.
const CORRECTION: &[Field] = &[
    int("line", "Invoice line", 0, 499).required(),
    pieces("pcs", "Pieces").only("reason", &[RATE, QUANTITY]),
    grams("weight_g", "Weight").between(0, 99_999_999_999).only("reason", &[RATE, QUANTITY]),
    rate("rate_paise", "Difference in the rate")
        .guarded(Guarded::Rates)
        .only("reason", &[RATE])
        .help("For the unit of the invoice's rate; leave the quantity blank for all of the line"),
    percent("discount_bp", "Discount").guarded(Guarded::Rates).only("reason", &[DISCOUNT]),
    paise("amount_paise", "Amount without tax").guarded(Guarded::Rates).only("reason", &[DISCOUNT]),
];

/// The goods of a line that came back, batch by batch.
static PART: &[Field] = &[
    link("batch", "Batch", &BATCH),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight"),
    paise("cost_paise", "Cost").guarded(Guarded::Cost),
];

static LINE: &[Field] = &[
    int("line", "Invoice line", 0, 499),
    link("order", "Order", &ORDER),
    link("sku", "SKU", &SKU),
    text("name", "Name", 120),
    text("hsn", "HSN", 8),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight").between(0, 99_999_999_999),
    rate("rate_paise", "Rate").guarded(Guarded::Rates),
    choice("rate_uom", "Rate unit", RATE_UOMS),
    paise("amount_paise", "Amount").guarded(Guarded::Rates),
    paise("charges_paise", "Freight and loading").guarded(Guarded::Rates),
    paise("taxable_paise", "Taxable").guarded(Guarded::Rates),
    percent("gst_rate_bp", "GST rate"),
    percent("cess_bp", "Cess rate"),
    paise("cgst_paise", "CGST").guarded(Guarded::Rates),
    paise("sgst_paise", "SGST").guarded(Guarded::Rates),
    paise("igst_paise", "IGST").guarded(Guarded::Rates),
    paise("cess_paise", "Cess").guarded(Guarded::Rates),
    rows("parts", "Returned", PART, 200),
];

/// So much of a line as the note takes of it, its taxes too where it is a credit note without GST.
const MIRROR: &[Field] = &[
    int("line", "Invoice line", 0, 499),
    int("pcs", "Pieces", 0, 999_999),
    int("g", "Weight", 0, 99_999_999_999),
    int("amount", "Amount", 0, i64::MAX),
    int("charges", "Freight and loading", 0, i64::MAX),
    int("cgst", "CGST", 0, i64::MAX),
    int("sgst", "SGST", 0, i64::MAX),
    int("igst", "IGST", 0, i64::MAX),
    int("cess", "Cess", 0, i64::MAX),
    int("tcs", "TCS", 0, i64::MAX),
    int("round_off", "Round off", -50, 50),
    int("back_pcs", "Pieces back", 0, 999_999),
    int("back_g", "Weight back", 0, 99_999_999_999),
];

/// The fields of both; their reasons differ.
const fn fields(reasons: &'static [Choice]) -> [Field; 53] {
    [
        link("invoice", "Invoice", &INVOICE).required().immutable(),
        date("date", "Date").listed().help("Leave blank to use the posting date"),
        choice("reason", "Reason", reasons).required().listed(),
        choice("gst", "GST", EFFECTS).required().default("\"with\""),
        rows("corrections", "Corrections", CORRECTION, 200),
        note("remarks", "Remarks", 500),
        code("irn", "IRN", &IRN).searched().unique().computed(),
        code("ack_no", "Acknowledgement", &ACK).computed(),
        date("ack_date", "Acknowledged on").computed(),
        note("signed_qr", "Text of the signed QR code", 2_000).computed(),
        link("customer", "Customer", &CUSTOMER).computed(),
        text("customer_name", "Customer", 100).computed().listed().searched(),
        text("invoice_no", "Invoice", 20).computed().listed().searched(),
        date("invoice_date", "Invoice date").computed(),
        date("gst_until", "GST can be adjusted until").computed(),
        link("sales_return", "Sales return", &SALES_RETURN).computed(),
        text("return_no", "Sales return", 20).computed().listed().searched(),
        many("orders", "Orders", &ORDERS).computed(),
        text("order_no", "Order", 200).computed().searched(),
        link("yard", "Yard", &YARD).computed().listed(),
        link("salesman", "Salesman", &EMPLOYEE).computed(),
        text("bill_to", "Bill to", 100).computed(),
        text("ship_to", "Ship to", 100).computed(),
        text("place_of_supply", "Place of supply", 2).computed(),
        text("place_name", "Place of supply, name", 100).computed(),
        choice("split", "Tax", SPLITS).computed(),
        text("state_tax", "State's tax", 5).computed(),
        group("seller", "Seller", PARTY).computed(),
        group("buyer", "Buyer", PARTY).computed(),
        rows("lines", "Lines", LINE, 500).computed(),
        rows("hsn_totals", "By HSN", HSN_TOTAL, 100).computed(),
        rows("reckoned", "Calculated lines", by_terms::RECKONED, 500).computed(),
        int("pcs", "Pieces", 0, 99_999_999).computed(),
        grams("weight_g", "Weight").between(0, 99_999_999_999).computed(),
        no_rates(paise("goods_paise", "Goods")),
        no_rates(paise("charges_paise", "Freight and loading")),
        no_rates(paise("taxable_paise", "Taxable")).listed(),
        no_rates(paise("cgst_paise", "CGST")),
        no_rates(paise("sgst_paise", "SGST")),
        no_rates(paise("igst_paise", "IGST")),
        no_rates(paise("cess_paise", "Cess")),
        no_rates(paise("tcs_paise", "TCS")),
        no_rates(paise("round_off_paise", "Round off").between(-50, 50)),
        no_rates(paise("payable_paise", "Total")).listed(),
        no_rates(text("amount_in_words", "In words", 300)),
        no_rates(paise("set_off_paise", "Set against the invoice")),
        no_rates(paise("on_account_paise", "On account")),
        date("due_date", "Due date").computed(),
        choice("irn_state", "E-invoice", irn::STATES).computed(),
        instant("posted_at", "Posted").computed(),
        link("posted_by", "Posted by", &EMPLOYEE).computed(),
        rows("mirror", "Mirror", MIRROR, 500).internal().guarded(Guarded::Cost),
        int("voucher", "Voucher", 0, i64::MAX).internal().guarded(Guarded::Cost),
    ]
}

const NOTE: DocType = DocType {
    title: "doc_no",
    sorts: &["-date", "doc_no", "payable_paise"],
    filters: &["invoice", "customer", "orders", "sales_return", "yard", "reason"],
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
    check: Some(correction::alone),
    on_save: deciding(save::on_save),
    warn: warning(save::warn),
    ..MASTER
};

/// Lowers what a posted invoice's customer owes.
pub static CREDIT_NOTE: DocType = DocType {
    key: "credit_note",
    label: "Credit note",
    plural: "Credit notes",
    fields: &fields(CREDIT_REASONS),
    series: Some(Series { word: "", width: 5, suffix: "C", plain: false }),
    ..NOTE
};

/// Raises it.
pub static DEBIT_NOTE: DocType = DocType {
    key: "debit_note",
    label: "Debit note",
    plural: "Debit notes",
    fields: &fields(DEBIT_REASONS),
    series: Some(Series { word: "", width: 5, suffix: "D", plain: false }),
    ..NOTE
};

/// What the portal answered after the number was known.
const PAPERS: &[Field] = &[
    code("irn", "IRN", &IRN).required(),
    code("ack_no", "Acknowledgement", &ACK).required(),
    date("ack_date", "Acknowledged on").required(),
    note("signed_qr", "Text of the signed QR code", 2_000).required(),
];

static FLOW: Flow = Flow {
    statuses: &[DRAFT, POSTED],
    rests: &[POSTED],
    editable: &[DRAFT],
    deletable: &[DRAFT],
    steps: &acting([
        Step {
            from: &[DRAFT],
            to: &[POSTED],
            by: &[by(Role::Acc)],
            guard: Some(post::may_post),
            run: post::post,
            ..step("N1", "post", "Post")
        },
        Step {
            from: &[POSTED],
            by: &[by(Role::Acc)],
            inputs: PAPERS,
            guard: Some(papers::may_record),
            run: papers::record,
            ..step("N2", "record", "Record IRN")
        },
    ]),
};

json_struct! { FILLED
    /// A note's record.
    pub struct Note {
        pub invoice: String,
        pub date: Option<Day>,
        pub reason: String,
        pub gst: String,
        pub corrections: Vec<Correction>,
        pub remarks: Option<String>,
        pub irn: Option<String>,
        pub ack_no: Option<String>,
        pub ack_date: Option<Day>,
        pub signed_qr: Option<String>,
        pub customer: String,
        pub customer_name: String,
        pub invoice_no: Option<String>,
        pub invoice_date: Option<Day>,
        pub gst_until: Option<Day>,
        pub sales_return: Option<String>,
        pub return_no: Option<String>,
        pub orders: Vec<String>,
        pub order_no: Option<String>,
        pub yard: Option<String>,
        pub salesman: Option<String>,
        pub bill_to: Option<String>,
        pub ship_to: Option<String>,
        pub place_of_supply: Option<String>,
        pub place_name: Option<String>,
        pub split: Option<String>,
        pub state_tax: Option<String>,
        pub seller: Option<Party>,
        pub buyer: Option<Party>,
        pub lines: Vec<NoteLine>,
        pub hsn_totals: Vec<HsnTotal>,
        pub reckoned: Vec<Reckoned>,
        pub pcs: i64,
        pub weight_g: i64,
        pub goods_paise: i64,
        pub charges_paise: i64,
        pub taxable_paise: i64,
        pub cgst_paise: i64,
        pub sgst_paise: i64,
        pub igst_paise: i64,
        pub cess_paise: i64,
        pub tcs_paise: i64,
        pub round_off_paise: i64,
        pub payable_paise: i64,
        pub amount_in_words: Option<String>,
        pub set_off_paise: Option<i64>,
        pub on_account_paise: Option<i64>,
        pub due_date: Option<Day>,
        pub irn_state: Option<String>,
        pub posted_at: Option<Instant>,
        pub posted_by: Option<String>,
        pub mirror: Vec<Mirrored>,
        pub voucher: Option<u64>,
    }
}

json_struct! { LEAN
    /// One correction, as it was entered.
    pub struct Correction {
        pub line: i64,
        pub pcs: Option<i64>,
        pub weight_g: Option<i64>,
        pub rate_paise: Option<i64>,
        pub discount_bp: Option<i64>,
        pub amount_paise: Option<i64>,
    }
}

json_struct! { FILLED
    /// One line of a note.
    pub struct NoteLine {
        pub line: i64,
        pub order: String,
        pub sku: String,
        pub name: String,
        pub hsn: String,
        pub pcs: i64,
        pub weight_g: i64,
        /// The invoice's rate; of a rate difference, the difference.
        pub rate_paise: i64,
        pub rate_uom: Option<RateUom>,
        pub amount_paise: i64,
        pub charges_paise: i64,
        pub taxable_paise: i64,
        pub gst_rate_bp: i64,
        pub cess_bp: i64,
        pub cgst_paise: i64,
        pub sgst_paise: i64,
        pub igst_paise: i64,
        pub cess_paise: i64,
        pub parts: Vec<NotePart>,
    }
}

json_struct! { FILLED
    /// The goods of one batch that came back.
    pub struct NotePart {
        pub batch: String,
        pub pcs: i64,
        pub weight_g: i64,
        pub cost_paise: i64,
    }
}

json_struct! { FILLED
    /// What a posted note took of one line of its invoice.
    pub struct Mirrored {
        pub line: i64,
        pub pcs: i64,
        pub g: i64,
        pub amount: i64,
        pub charges: i64,
        pub cgst: i64,
        pub sgst: i64,
        pub igst: i64,
        pub cess: i64,
        pub tcs: i64,
        pub round_off: i64,
        pub back_pcs: i64,
        pub back_g: i64,
    }
}

impl Note {
    /// The note of a stored document.
    ///
    /// Errors: `Fault` when the record is not what the declaration promises.
    pub fn of(doc: &Doc) -> Result<Note, Halt> {
        let mut note = Note::default();
        match json::fill(&mut note, &doc.record) {
            Ok(()) => Ok(note),
            Err(why) => Err(Halt::Fault(format!("{} {}: {why}", doc.kind, doc.id))),
        }
    }

    /// Puts the note back into its document, in declared order, without what is empty.
    pub fn write(&self, doc: &mut Doc) {
        doc.record = json::record(self);
    }

    /// Its quantities left the customer again, or never came to them.
    pub fn moves_goods(&self) -> bool {
        [RETURN, REVERSAL, QUANTITY].contains(&self.reason.as_str())
    }

    /// It lowers or raises the tax too.
    pub fn has_gst(&self) -> bool {
        self.gst == WITH
    }
}

impl NoteLine {
    /// All taxes of the line.
    pub fn tax_paise(&self) -> i64 {
        self.cgst_paise + self.sgst_paise + self.igst_paise + self.cess_paise
    }
}

/// The words of a note's reason.
pub fn reason_words(reason: &str) -> &'static str {
    let found = CREDIT_REASONS.iter().chain(DEBIT_REASONS).find(|(key, _)| *key == reason);
    found.map_or("", |(_, words)| *words)
}

/// Which way a note's amounts count among sales: below nothing where it lowers them.
pub fn sign(doc: &Doc) -> i64 {
    if is_debit(doc) { 1 } else { -1 }
}

/// Whether a document is a note that raises what is owed.
pub fn is_debit(doc: &Doc) -> bool {
    doc.kind == DEBIT_NOTE.key
}

/// The declaration of a note.
pub fn def_of(doc: &Doc) -> &'static DocType {
    if is_debit(doc) { &DEBIT_NOTE } else { &CREDIT_NOTE }
}
