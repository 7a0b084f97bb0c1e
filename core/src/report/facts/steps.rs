//! What happened to documents: a row for each change of a document's status, and what moved with it.

use serde::Deserialize;

use super::dims::{AMOUNTS, PIECES, WEIGHTS};
use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, earlier, facts,
};
use crate::declare::case::Look;
use crate::docs;
use crate::docs::additional::{self, ADDITIONAL_INWARD};
use crate::docs::invoices::{self, INVOICE};
use crate::docs::inwards::{self, INWARD};
use crate::docs::loadings::{self, LOADING};
use crate::docs::notes::{self, CREDIT_NOTE, DEBIT_NOTE};
use crate::docs::receipts::{self, RECEIPT};
use crate::docs::sales_returns::{self, SALES_RETURN};
use crate::docs::supplier_bills::{self, SUPPLIER_BILL};
use crate::docs::supplier_notes::{self, SUPPLIER_NOTE};
use crate::docs::supplier_payments::{self, SUPPLIER_PAYMENT};
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::schema::Guarded;
use crate::value::{IST_MINUTES, Instant};

/// More changes than any document has.
const MANY: usize = 100_000;

facts! {
    /// A change of a document's status, on the day that it was made. What the document moves counts with the change by
    /// which it comes to stand, and less than nothing with the one by which it no longer does.
    STEP Step = "step" by "of" from &[
        FactSource { prefix: &["doc", "order"], rows: steps },
        FactSource { prefix: &["doc", "loading"], rows: steps },
        FactSource { prefix: &["doc", "invoice"], rows: steps },
        FactSource { prefix: &["doc", "inward"], rows: steps },
        FactSource { prefix: &["doc", "receipt"], rows: steps },
        FactSource { prefix: &["doc", "stock_hold"], rows: steps },
        FactSource { prefix: &["doc", "batch_closing"], rows: steps },
        FactSource { prefix: &["doc", "dump_stock"], rows: steps },
        FactSource { prefix: &["doc", "transfer"], rows: steps },
        FactSource { prefix: &["doc", "additional_inward"], rows: steps },
        FactSource { prefix: &["doc", "work_order"], rows: steps },
        FactSource { prefix: &["doc", "sales_return"], rows: steps },
        FactSource { prefix: &["doc", "stock_audit"], rows: steps },
        FactSource { prefix: &["doc", "trip"], rows: steps },
        FactSource { prefix: &["doc", "credit_note"], rows: steps },
        FactSource { prefix: &["doc", "debit_note"], rows: steps },
        FactSource { prefix: &["doc", "reversal"], rows: steps },
        FactSource { prefix: &["doc", "credit_limit_request"], rows: steps },
        FactSource { prefix: &["doc", "opening_bill"], rows: steps },
        FactSource { prefix: &["doc", "purchase_order"], rows: steps },
        FactSource { prefix: &["doc", "supplier_bill"], rows: steps },
        FactSource { prefix: &["doc", "supplier_note"], rows: steps },
        FactSource { prefix: &["doc", "supplier_payment"], rows: steps },
        FactSource { prefix: &["earlier", "sale"], rows: earlier::sale_steps },
        FactSource { prefix: &["earlier", "purchase"], rows: earlier::purchase_steps },
        FactSource { prefix: &["earlier", "receipt"], rows: earlier::receipt_steps },
    ];
    /// The document's id.
    of: Holds::Text;
    day: Holds::Day;
    /// None of what an earlier system knew.
    at: Holds::Int;
    version: Holds::Int;
    paper: Holds::Link("paper");
    by: Holds::Link("employee");
    before: Holds::Text;
    after: Holds::Text;
    remarks: Holds::Text;
    /// Goods that came of parties above zero, and that went to them below it; between yards nothing comes or goes.
    pcs: Holds::Int;
    g: Holds::Int;
    /// What parties owe us more above zero, and less, or we them, below it; paise.
    amount: Holds::Int, Rates;
    times: Holds::Int;
}

/// A line of a document's history, as far as the day book tells it.
#[derive(Deserialize)]
struct Told {
    at: Instant,
    by: String,
    from: String,
    to: String,
    remarks: Option<String>,
    reason: Option<String>,
    version: u32,
}

/// What a document moves while it stands, and the statuses in which it does.
#[derive(Default)]
struct Effect {
    stands: &'static [&'static str],
    goods: i64,
    money: i64,
}

impl Effect {
    fn of(doc: &Doc) -> Effect {
        // Goods are back once they were inspected.
        const RETURNED: &[&str] =
            &[sales_returns::INSPECTED, sales_returns::PENDING, sales_returns::COMPLETED];
        let kind = doc.kind.as_str();
        let (stands, goods, money): (&[&str], _, _) = match () {
            // Goods of an order are owed with their bill.
            () if kind == INWARD.key => {
                let owed = doc.get("purchase_order").is_none();
                (&[inwards::APPROVED], 1, -i64::from(owed))
            }
            () if kind == SUPPLIER_BILL.key => (&[supplier_bills::POSTED], 0, -1),
            () if kind == SUPPLIER_NOTE.key => (&[supplier_notes::POSTED], 0, 1),
            () if kind == SUPPLIER_PAYMENT.key => (&[supplier_payments::POSTED], 0, 1),
            () if kind == ADDITIONAL_INWARD.key => {
                let bought = additional::is_purchase(doc);
                (&[inwards::APPROVED], additional::brings(doc).into(), -i64::from(bought))
            }
            () if kind == LOADING.key => (&[loadings::POSTED], -1, 0),
            () if kind == INVOICE.key => (&[invoices::POSTED], 0, 1),
            () if kind == CREDIT_NOTE.key => (&[notes::POSTED], 0, -1),
            () if kind == DEBIT_NOTE.key => (&[notes::POSTED], 0, 1),
            () if kind == RECEIPT.key && receipts::is_money(doc) => (receipts::ARRIVED, 0, -1),
            () if kind == SALES_RETURN.key => (RETURNED, 1, 0),
            () => return Effect::default(),
        };
        Effect { stands, goods, money }
    }

    /// 1 where a change makes the document stand, -1 where it ends that, 0 of every other.
    fn turn(&self, from: &str, to: &str) -> i64 {
        let stands = |status: &str| i64::from(self.stands.contains(&status));
        stands(to) - stands(from)
    }
}

fn steps(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a document", text)?;
    let Some(def) = docs::find(&doc.kind) else { return Ok(()) };
    let effect = Effect::of(&doc);
    let sum = |fields: &[&str]| fields.iter().find_map(|field| doc.int(field)).unwrap_or(0);
    let range = Range::prefix(&keys::key(&["hist", &doc.kind, &doc.id]));
    for (key, bytes) in case.scan(&range, MANY)? {
        let told: Told = parse(&key, &bytes)?;
        if told.from == told.to {
            continue;
        }
        let turn = effect.turn(&told.from, &told.to);
        let moved = |sign: i64, sum: i64| FactCell::from(turn * sign * sum);
        let said = told.remarks.or(told.reason);
        let row = Step {
            of: doc.id.as_str().into(),
            day: i64::from(told.at.day_in(IST_MINUTES).0).into(),
            at: told.at.0.into(),
            version: i64::from(told.version).into(),
            paper: doc.id.as_str().into(),
            by: told.by.into(),
            before: told.from.into(),
            after: told.to.into(),
            remarks: said.unwrap_or_default().into(),
            pcs: moved(effect.goods, sum(PIECES)),
            g: moved(effect.goods, sum(WEIGHTS)),
            amount: moved(effect.money, sum(AMOUNTS)),
            times: 1.into(),
        };
        take(row.row(RowScope::of(&doc, def)));
    }
    Ok(())
}
