//! The switches of a site: one document, every value with the default it has without it.

use serde_json::Value;

use super::org::BOOKS_VIEW;
use super::tax::GST_RATES;
use super::{MASTER, SINGLE, messages};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, Reach, Role, Verb};
use crate::error::{Code, Halt, Issue};
use crate::kept::doc::{Doc, Record};
use crate::ledger::credit;
use crate::schema::*;

const RESERVE_AT: &[Choice] = &[
    ("submit", "When the order is submitted"),
    ("bm_approval", "When the branch manager approves"),
    ("credit_approval", "When the credit is approved"),
];

const ROUND_OFF: &[Choice] = &[("none", "Not at all"), ("rupee", "To the rupee")];

const IRN_MISSING: &[Choice] = &[
    ("block", "Is not printed as a tax invoice, and its order not completed"),
    ("day", "May be used for 24 hours from posting"),
    ("warn", "May be used, with a warning"),
];

/// Steps that a person may be allowed to take after their own on the same document.
const SELF_STEPS: Kind = Kind::Choice(&[
    ("approve", "Branch manager's approval of an order"),
    ("forward", "Preliminary credit team's recommendation"),
    ("credit_approve", "Credit approval"),
    ("countersign", "Countersign of an order whose value went up"),
    ("customer_approve", "Approval of a customer"),
    ("supplier_approve", "Approval of a supplier"),
    ("vendor_approve", "Approval of a vendor"),
    ("inward_approve", "Approval of an inward"),
    ("purchase_order_approve", "Approval of a purchase order"),
    ("supplier_bill_approve", "Acceptance of a supplier bill that differs"),
    ("supplier_note_approve", "Approval of a supplier debit note"),
    ("supplier_payment_approve", "Approval of a payment"),
    ("additional_inward_approve", "Approval of an additional inward"),
    ("receipt_confirm", "Confirmation of a receipt"),
    ("batch_closing_approve", "Approval of a batch closing"),
    ("dump_approve", "Approval of a dump"),
    ("transfer_accept", "Acceptance of a transfer"),
    ("work_order_approve", "Approval of a work order"),
    ("sales_return_approve", "Approval of a sales return"),
    ("stock_audit_approve", "Approval of a stock audit"),
    ("transfer_settle", "Decision on goods missing in a transfer"),
    ("trip_settle", "Settlement of a trip's freight"),
    ("credit_limit_approve", "Approval of a credit limit request"),
    ("reversal_approve", "Approval and execution of an order reversal"),
]);

const CASH_LIMIT: &[Field] = &[
    date("from", "From").required(),
    paise("below_paise", "Below").required(),
    text("law", "Law", 100).required(),
];

/// Two lakh rupees since Finance Act 2017; the Income-tax Act 2025 has the rule in its section 186.
const CASH_LIMITS: &str = r#"[
    { "from": "2017-04-01", "below_paise": 20000000, "law": "Income-tax Act, s.269ST" },
    { "from": "2026-04-01", "below_paise": 20000000, "law": "Income-tax Act 2025, s.186" }
]"#;

const PURCHASE_SLAB: &[Field] =
    &[date("from", "From").required(), paise("up_to_paise", "Up to").required()];

/// Fifty lakh rupees.
const PURCHASE_SLABS: &str = r#"[{ "from": "2017-07-01", "up_to_paise": 500000000 }]"#;

const DUMP_VALUES: &[Choice] =
    &[("cost", "What they cost, until they are disposed of"), ("scrap", "The scrap rate")];

/// A week.
const MOST_SESSION_HOURS: i64 = 168;

static MESSAGE_CHANNEL: Kind = Kind::Choice(messages::CHANNELS);

pub static SETTING: DocType = DocType {
    key: "setting",
    label: "Settings",
    plural: "Settings",
    title: "reserve_at",
    fields: &[
        yes_no("preliminary_stage", "Preliminary credit stage")
            .default("true")
            .listed()
            .help("Without it an order that the branch manager approved goes to credit at once"),
        yes_no("pct_may_reject", "Preliminary credit team may reject")
            .default("true")
            .help("Otherwise it advises, and credit decides"),
        yes_no("auto_credit_pass", "Approve good orders without a credit decision")
            .default("false")
            .help("Those within the limit of a customer who owes nothing overdue"),
        paise("auto_credit_slab_paise", "Largest order approved this way")
            .default("0")
            .guarded(Guarded::Rates)
            .help("A larger one waits for the credit manager, however good it is"),
        choice("reserve_at", "Stock is reserved", RESERVE_AT)
            .default("\"bm_approval\"")
            .listed()
            .help("From then on the pieces are promised to nobody else"),
        many("allow_self_approval", "People may approve their own steps", &SELF_STEPS)
            .help("Otherwise somebody else takes these steps"),
        percent("discount_slab_bp", "Discount without a reason, up to")
            .default("500")
            .guarded(Guarded::Rates)
            .help("Above it the branch manager gives a reason, as for a rate below the floor"),
        percent("load_tolerance_bp", "Tolerance of a loading")
            .default("300")
            .listed()
            .help("Of weighed against ordered weight, where a product group has none of its own"),
        percent("inward_tolerance_bp", "Tolerance of an inward").default("50").help(
            "Of weighed against the supplier’s weight, where a product group has none of its own",
        ),
        rows("purchase_slabs", "Branch manager approves purchase orders", PURCHASE_SLAB, 20)
            .default(PURCHASE_SLABS)
            .guarded(Guarded::Rates)
            .help("Above it an administrator approves"),
        percent("purchase_tolerance_bp", "Tolerance of a purchase order’s quantity")
            .default("300")
            .help("More than it is refused; within it below an order is received"),
        percent("bill_rate_tolerance_bp", "Tolerance of a supplier bill’s rate")
            .default("0")
            .help("A bill further off the order’s rate needs another person’s word"),
        percent("bill_quantity_tolerance_bp", "Tolerance of a supplier bill’s quantity")
            .default("50")
            .help("A bill for still more than came in needs another person’s word"),
        yes_no("inward_slip_photo", "An inward needs a photo of the weighbridge slip")
            .default("false")
            .help("Before it is submitted"),
        percent("net_weight_tolerance_bp", "Lines against the net weight")
            .default("30")
            .help("How far the lines of a weighing may be off what the weighbridge showed"),
        percent("closing_bm_bp", "Branch manager closes a batch up to (part of its inward weight)")
            .default("50")
            .help("An administrator approves more; a reason may set its own weight"),
        paise("closing_bm_paise", "Branch manager closes a batch up to (value)")
            .default("1000000")
            .guarded(Guarded::Rates)
            .help("An administrator approves more; a reason may set its own value"),
        grams("closing_photo_g", "A batch closing needs a photo above")
            .default("50000")
            .help("With a larger difference it is not sent for approval without one"),
        grams("dump_bm_g", "Branch manager dumps stock up to (weight)")
            .default("2000000")
            .help("An administrator approves more; a reason may set its own weight"),
        paise("dump_bm_paise", "Branch manager dumps stock up to (value)")
            .default("10000000")
            .guarded(Guarded::Rates)
            .help("An administrator approves more; a reason may set its own value"),
        percent("work_order_tolerance_bp", "Weight into a work order against the weight out")
            .default("50")
            .help("Outputs, scrap and loss that are further off what goes in are refused"),
        grams("work_order_yard_g", "A yard's own work order is approved up to")
            .default("500000")
            .help("Of what goes in; a heavier one waits for the branch manager"),
        grams("work_order_bm_g", "Branch manager approves a work order up to (weight)")
            .default("10000000")
            .help("Of what goes in; an administrator approves more"),
        paise("work_order_bm_paise", "Branch manager approves a work order up to (value)")
            .default("100000000")
            .guarded(Guarded::Rates)
            .help("Of what goes in, at cost; an administrator approves more"),
        days("return_days", "Sold goods are taken back within", 365).default("30").help(
            "Counted from the invoice; later only where the branch manager makes an exception",
        ),
        percent("audit_variance_bp", "A count is repeated when it is off by more than")
            .default("200")
            .help("In pieces or in weight, and then by another person"),
        paise("audit_variance_paise", "A count is repeated when it is off by more than (value)")
            .default("2500000")
            .guarded(Guarded::Rates)
            .help("At what the goods cost, and then by another person"),
        grams("audit_bm_g", "Branch manager approves a stock audit up to (weight)")
            .default("2000000")
            .help("Of all differences together; an administrator approves more"),
        paise("audit_bm_paise", "Branch manager approves a stock audit up to (value)")
            .default("20000000")
            .guarded(Guarded::Rates)
            .help("Of all differences together, at cost; an administrator approves more"),
        choice("dump_value", "Dumped goods are worth", DUMP_VALUES)
            .default("\"cost\"")
            .help("What they are worth less than they cost is booked as a loss at once"),
        rate("scrap_paise_per_kg", "Scrap rate per kg")
            .default("3500")
            .guarded(Guarded::Rates)
            .help("Dumped goods are valued by it where they are worth the scrap rate"),
        days("price_stale_days", "A price is stale after", 365)
            .default("7")
            .guarded(Guarded::Rates)
            .help("It is shown as one to look at; orders still take it"),
        yes_no("block_on_overdue", "Overdue invoices block")
            .default("true")
            .help("Where a customer has no rule of their own"),
        days("allowed_overdue_days", "Overdue days allowed", 180)
            .default("0")
            .help("A later invoice blocks; where a customer has no days of their own"),
        paise("allowed_overdue_paise", "Overdue amount allowed")
            .default("0")
            .guarded(Guarded::Rates)
            .help("A larger sum blocks however few days it is late; 0 for no such sum"),
        paise("limit_credit_paise", "Credit manager approves a credit limit up to")
            .default("1000000000")
            .guarded(Guarded::Rates)
            .help("Above it the management decides, too"),
        days("temporary_limit_days", "A temporary limit lasts at most", 365)
            .default("90")
            .help("A request for longer is not sent for approval"),
        yes_no("group_bound", "Firms of one PAN are bound together")
            .default("false")
            .help("Further credit must also fit what all of them may use together"),
        percent("pdc_counts_bp", "Part of cheques in hand that counts as credit")
            .default("0")
            .help("Only money that has cleared counts otherwise"),
        int("bounces_block", "Bounced cheques that block a customer", 0, 20)
            .default("2")
            .help("0 for never"),
        days("bounces_within_days", "Bounced cheques are counted for", 365)
            .default("90")
            .help("Those of longer ago neither block a customer nor show among their bounces"),
        days("draft_archive_days", "Drafts are archived after", 365)
            .default("30")
            .help("Those that were never submitted"),
        days("represent_days", "An approval may be used again for", 90)
            .default("7")
            .help("By sending a rejected order straight back to credit, unchanged"),
        int(
            "duplicate_minutes",
            "Minutes within which a repeated order needs confirmation",
            0,
            1_440,
        )
        .default("10")
        .help("The same goods for the same customer count as repeated; 0 for never"),
        days("delivery_max_days", "Delivery at most after", 365)
            .default("90")
            .help("An order that is to be delivered later is not submitted"),
        choice("round_off", "Invoices are rounded", ROUND_OFF)
            .default("\"rupee\"")
            .listed()
            .help("With the difference as a line of its own"),
        days("vehicle_warn_days", "Vehicle papers warn before", 90)
            .default("15")
            .help("Those of drivers too; papers that have expired stop a loading and a trip"),
        percent("trip_warn_bp", "A trip's load warns above")
            .default("9500")
            .help("Of what the vehicle carries; more than all of it is refused"),
        percent("freight_advance_bp", "Advance on freight at most")
            .default("8000")
            .help("Of the freight agreed; a larger advance is refused"),
        rows("freight_gst_rates", "GST on goods transport under reverse charge", GST_RATES, 20)
            .default("[{\"rate_bp\":500,\"from\":\"2017-07-01\"}]")
            .help("Owed by the company where a transporter charges none; each from its day"),
        yes_no("recover_ex_yard", "Customers are charged the freight of Ex-yard orders")
            .default("true")
            .help("At what it cost, when the freight of the trip is settled"),
        paise("ewb_threshold_paise", "E-way bill threshold between states")
            .default("5000000")
            .guarded(Guarded::Rates)
            .help("Of an invoice, and of goods that come in; within a state its own counts"),
        yes_no("ewb_at_post", "E-way bill needed before an invoice is posted")
            .default("false")
            .help("Otherwise before the order is completed"),
        paise("e_invoice_aato_paise", "E-invoices above a turnover of")
            .default("5000000000")
            .guarded(Guarded::Rates)
            .help("Where a notification lowers the ₹5 crore of today"),
        choice("irn_missing", "An invoice that has no IRN yet", IRN_MISSING)
            .default("\"block\"")
            .listed()
            .help("Where one is required; posting is never held"),
        rows("cash_limits", "Cash from one person a day, and for one invoice", CASH_LIMIT, 20)
            .default(CASH_LIMITS)
            .guarded(Guarded::Rates)
            .help("A receipt that reaches it is refused; each limit counts from its day"),
        paise("pan_required_paise", "PAN is needed from a sale of")
            .default("20000000")
            .guarded(Guarded::Rates)
            .help("An order of a customer without GSTIN and PAN goes no further from there on"),
        yes_no("gst_certificate", "A GSTIN needs its certificate").default("false").help(
            "Before a customer, supplier or vendor is sent for approval; otherwise a warning",
        ),
        paise("papers_from_paise", "GST certificate is needed from an order of")
            .guarded(Guarded::Rates)
            .help("Before the order goes to credit; leave blank for no order"),
        days("gstin_check_days", "GSTIN was found active within", 365)
            .default("0")
            .help("Asked of the preliminary credit team; 0 for never"),
        many(messages::SERVED, "Messages go out by", &MESSAGE_CHANNEL)
            .help("Sent by the site's message service, whose address is set on the server"),
        hours("session_hours", "A sign-in lasts", MOST_SESSION_HOURS)
            .between(1, MOST_SESSION_HOURS)
            .default("12")
            .help("From then on; whoever is signed in keeps the time that they were given"),
        yes_no("registration", "Anyone may create an account")
            .default("false")
            .help("Without rights until an administrator grants them"),
    ],
    sorts: &["reserve_at"],
    grants: GRANTS,
    flow: &SINGLE,
    single: true,
    check: Some(limits_differ),
    on_save: deciding(cheques_count),
    ..MASTER
};

/// Of limits of one kind one begins on a day.
fn limits_differ(record: &Record, issues: &mut Vec<Issue>) {
    for key in ["cash_limits", "purchase_slabs"] {
        let rows = record.get(key).and_then(Value::as_array).map(Vec::as_slice);
        let rows = rows.unwrap_or_default();
        for (at, row) in rows.iter().enumerate() {
            if rows[..at].iter().any(|other| other.get("from") == row.get("from")) {
                let message = "Another limit begins on this day too";
                issues.push(Issue::new(format!("{key}.{at}.from"), Code::Input, message));
            }
        }
    }
}

/// What cheques in hand count for is known at once wherever accounts are reported.
fn cheques_count(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    match before.and_then(|before| before.get("pdc_counts_bp")) == doc.get("pdc_counts_bp") {
        true => Ok(()),
        false => credit::touch_cheques(case),
    }
}

/// Beside those who keep books the yard, whose weighbridge goes by a tolerance.
const GRANTS: &[Grant] = &[
    BOOKS_VIEW[0],
    Grant { roles: &[Role::Yard], verbs: &[Verb::View], reach: Reach::All },
    BOOKS_VIEW[1],
];

/// The defaults of a new document of these fields.
pub fn defaults(fields: &[Field]) -> Record {
    let started = fields.iter().filter(|field| !field.default.is_empty());
    let value = |field: &Field| serde_json::from_str::<Value>(field.default).ok();
    started.filter_map(|field| Some((field.key.to_owned(), value(field)?))).collect()
}

/// The value of a switch: as it was set, else its default.
pub fn value(case: &Look, key: &str) -> Result<Value, Halt> {
    if let Some(set) = case.single(&SETTING)?.and_then(|doc| doc.get(key).cloned()) {
        return Ok(set);
    }
    let default = SETTING.field(key).map_or("", |field| field.default);
    Ok(serde_json::from_str(default).unwrap_or(Value::Null))
}

pub fn int_of(case: &Look, key: &str) -> Result<i64, Halt> {
    Ok(value(case, key)?.as_i64().unwrap_or(0))
}

pub fn flag(case: &Look, key: &str) -> Result<bool, Halt> {
    Ok(value(case, key)?.as_bool().unwrap_or(false))
}

pub fn text_of(case: &Look, key: &str) -> Result<String, Halt> {
    Ok(value(case, key)?.as_str().unwrap_or("").to_owned())
}

/// Whether a person may take this step right after their own on the same document.
pub fn allows_self(case: &Look, step: &str) -> Result<bool, Halt> {
    let steps = value(case, "allow_self_approval")?;
    Ok(steps.as_array().is_some_and(|steps| steps.iter().any(|one| one == step)))
}
