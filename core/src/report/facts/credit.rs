//! Credit: customers' accounts, their outstanding invoices, and their limits.

use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, facts,
};
use crate::declare::case::Look;
use crate::docs::customers::CUSTOMER;
use crate::error::Halt;
use crate::kept::read::parse;
use crate::ledger::credit::{CreditAccount as Sums, Limit as Bound, Open as Unpaid};
use crate::schema::Guarded;

facts! {
    ACCOUNT Account = "account" by "customer"
        from &[FactSource { prefix: &["bal", "credit"], rows: account }];
    customer: Holds::Link("customer");
    committed: Holds::Int, Cost;
    receivable: Holds::Int, Cost;
    on_account: Holds::Int, Cost;
}

facts! {
    OPEN Open = "open" by "id" from &[FactSource { prefix: &["bal", "open"], rows: open }];
    id: Holds::Text;
    customer: Holds::Link("customer");
    paper: Holds::Link("paper");
    due: Holds::Day;
    amount: Holds::Int, Cost;
    balance: Holds::Int, Cost;
}

facts! {
    LIMIT Limit = "limit" by "id" from &[FactSource { prefix: &["bal", "limit"], rows: limit }];
    id: Holds::Text;
    customer: Holds::Link("customer");
    from: Holds::Day;
    /// None of a lasting limit.
    to: Holds::Day;
    amount: Holds::Int, Cost;
}

/// Credit is seen where its customer is.
fn seen(case: &Look, customer: &str) -> Result<RowScope<'static>, Halt> {
    let doc = case.find(CUSTOMER.key, customer)?;
    Ok(doc.map(|doc| RowScope::of(&doc, &CUSTOMER).into_owned()).unwrap_or_default())
}

fn account(case: &Look, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let [customer] = parts else { return Ok(()) };
    let sums: Sums = parse("a credit account", text)?;
    let account = Account {
        customer: (*customer).into(),
        committed: sums.committed.into(),
        receivable: sums.receivable.into(),
        on_account: sums.on_account.into(),
    };
    take(account.row(seen(case, customer)?));
    Ok(())
}

fn open(case: &Look, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let [customer, invoice] = parts else { return Ok(()) };
    let unpaid: Unpaid = parse("an open invoice", text)?;
    let open = Open {
        id: parts.join("|").into(),
        customer: (*customer).into(),
        paper: (*invoice).into(),
        due: i64::from(unpaid.due.0).into(),
        amount: unpaid.amount_paise.into(),
        balance: unpaid.balance_paise.into(),
    };
    take(open.row(seen(case, customer)?));
    Ok(())
}

fn limit(case: &Look, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let [customer, _] = parts else { return Ok(()) };
    let bound: Bound = parse("a credit limit", text)?;
    let limit = Limit {
        id: parts.join("|").into(),
        customer: (*customer).into(),
        from: i64::from(bound.from.0).into(),
        to: bound.to.map(|day| i64::from(day.0)).into(),
        amount: bound.amount_paise.into(),
    };
    take(limit.row(seen(case, customer)?));
    Ok(())
}
