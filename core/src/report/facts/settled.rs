//! Money as it is written down, whether it came or not: receipts by their mode and state, and notes against invoices.

use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, code, day_at,
    day_of, facts,
};
use crate::declare::case::Look;
use crate::docs::notes::{self, Note};
use crate::docs::receipts::{self, RECEIPT};
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::read::parse;
use crate::schema::Guarded;

/// The modes of receipts by their keys, as a receipt keeps them.
const MODE_KEYS: [&str; receipts::MODES.len()] = words_of(false);
/// The labels of the modes, in the same order.
pub const MODES: &[&str] = &words_of(true);

const fn words_of(labels: bool) -> [&'static str; receipts::MODES.len()] {
    let mut words = [""; receipts::MODES.len()];
    let mut at = 0;
    while at < words.len() {
        words[at] = if labels { receipts::MODES[at].1 } else { receipts::MODES[at].0 };
        at += 1;
    }
    words
}

/// The reasons of notes by their keys.
const REASON_KEYS: &[&str] = &[
    notes::RETURN,
    notes::REVERSAL,
    notes::RATE,
    notes::QUANTITY,
    notes::DISCOUNT,
    notes::CASH_DISCOUNT,
    notes::INTEREST,
];
/// The labels of the reasons, in the same order.
pub const NOTE_REASONS: &[&str] = &[
    "Return",
    "Order reversed",
    "Rate difference",
    "Quantity or weight difference",
    "Discount",
    "Cash discount",
    "Interest after the due date",
];

facts! {
    /// A receipt in whatever state, on the day that it was written for.
    PAYMENT Payment = "payment" by "paper"
        from &[FactSource { prefix: &["doc", "receipt"], rows: payment }];
    paper: Holds::Link("paper");
    customer: Holds::Link("customer");
    branch: Holds::Link("branch");
    mode: Holds::Code(MODES);
    day: Holds::Day;
    /// Of a cheque its date.
    due: Holds::Day;
    /// The day on which the money came; none while it has not.
    came: Holds::Day;
    amount: Holds::Int, Rates;
    /// What of it is money that came.
    arrived: Holds::Int, Rates;
    /// What of it paid open items, and what the customer did not pay in money.
    settled: Holds::Int, Rates;
    deducted: Holds::Int, Rates;
    on_account: Holds::Int, Rates;
    charges: Holds::Int, Rates;
}

facts! {
    /// A credit or debit note in whatever state; what is credited is less than nothing.
    NOTE NoteRow = "note" by "paper" from &[
        FactSource { prefix: &["doc", "credit_note"], rows: noted },
        FactSource { prefix: &["doc", "debit_note"], rows: noted },
    ];
    paper: Holds::Link("paper");
    customer: Holds::Link("customer");
    branch: Holds::Link("branch");
    salesman: Holds::Link("employee");
    reason: Holds::Code(NOTE_REASONS);
    /// Of a draft without a date the day on which it was last changed.
    day: Holds::Day;
    taxable: Holds::Int, Rates;
    gst: Holds::Int, Rates;
    total: Holds::Int, Rates;
}

fn payment(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a receipt", text)?;
    let came = receipts::has_arrived(&doc);
    let amount = doc.int("amount_paise").unwrap_or(0);
    let paid = receipts::settled_of(&doc)?;
    let sum = |of: fn(&receipts::ReceiptSettlement) -> i64| paid.iter().map(of).sum::<i64>();
    let row = Payment {
        paper: doc.id.as_str().into(),
        customer: doc.text("customer").into(),
        branch: doc.branch.as_deref().into(),
        mode: code(&MODE_KEYS, doc.text("mode").unwrap_or_default()),
        day: day_of(&doc, "date"),
        due: day_of(&doc, "cheque_date"),
        came: came.then(|| i64::from(receipts::arrived_on(&doc).0)).into(),
        amount: amount.into(),
        arrived: if came && receipts::is_money(&doc) { amount.into() } else { FactCell::None },
        settled: sum(|row| row.amount_paise).into(),
        deducted: sum(|row| row.tds_paise + row.discount_paise).into(),
        on_account: doc.int("on_account_paise").into(),
        charges: doc.int("charges_paise").into(),
    };
    take(row.row(RowScope::of(&doc, &RECEIPT)));
    Ok(())
}

fn noted(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a note", text)?;
    let (note, sign) = (Note::of(&doc)?, notes::sign(&doc));
    let gst = note.cgst_paise + note.sgst_paise + note.igst_paise + note.cess_paise;
    let row = NoteRow {
        paper: doc.id.as_str().into(),
        customer: note.customer.as_str().into(),
        branch: doc.branch.as_deref().into(),
        salesman: note.salesman.as_deref().into(),
        reason: code(REASON_KEYS, doc.text("reason").unwrap_or_default()),
        day: match day_of(&doc, "date") {
            FactCell::None => day_at(Some(doc.updated_at)),
            day => day,
        },
        taxable: (sign * note.taxable_paise).into(),
        gst: (sign * gst).into(),
        total: (sign * note.payable_paise).into(),
    };
    take(row.row(RowScope::of(&doc, notes::def_of(&doc))));
    Ok(())
}
