//! Credit: customers' accounts, their outstanding invoices, and their limits.

use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, facts,
};
use crate::declare::case::Look;
use crate::docs::customers::CUSTOMER;
use crate::error::Halt;
use crate::kept::read::parse;
use crate::ledger::credit::{self, CreditAccount as Sums};
use crate::schema::Guarded;

facts! {
    ACCOUNT Account = "account" by "customer"
        from &[FactSource { prefix: &["bal", "credit"], rows: account }];
    customer: Holds::Link("customer");
    committed: Holds::Int, Cost;
    receivable: Holds::Int, Cost;
    on_account: Holds::Int, Cost;
    /// What orders use of limits of their own.
    for_orders: Holds::Int, Cost;
}

facts! {
    /// Made of a customer's account, which changes with every open item: what is on account is counted
    /// towards all of them together.
    OPEN Open = "open" by "customer" from &[FactSource { prefix: &["bal", "credit"], rows: open }];
    customer: Holds::Link("customer");
    paper: Holds::Link("paper");
    due: Holds::Day;
    amount: Holds::Int, Cost;
    /// What money on account does not cover.
    unpaid: Holds::Int, Cost;
}

/// The kinds of limits.
pub const LIMIT_KINDS: &[&str] = &["lasting", "temporary"];

facts! {
    LIMIT Limit = "limit" by "id" from &[FactSource { prefix: &["bal", "limit"], rows: limit }];
    id: Holds::Text;
    customer: Holds::Link("customer");
    kind: Holds::Code(LIMIT_KINDS);
    from: Holds::Day;
    /// The last day; none while nothing has taken its place.
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
        for_orders: credit::used_by_orders(case, customer)?.into(),
    };
    take(account.row(seen(case, customer)?));
    Ok(())
}

fn open(case: &Look, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let [customer] = parts else { return Ok(()) };
    let sums: Sums = parse("a credit account", text)?;
    let seen = seen(case, customer)?;
    let open = credit::open_invoices(case, customer)?;
    for (item, open, unpaid) in credit::outstanding(open, sums.on_account) {
        let open = Open {
            customer: (*customer).into(),
            paper: item.into(),
            due: i64::from(open.due.0).into(),
            amount: open.amount_paise.into(),
            unpaid: unpaid.into(),
        };
        take(open.row(seen.clone()));
    }
    Ok(())
}

fn limit(case: &Look, parts: &[&str], _: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let [customer, place] = parts else { return Ok(()) };
    let terms = credit::terms(case, customer)?;
    let own = terms.iter().find(|term| place.parse() == Ok(term.place));
    let Some(term) = own else { return Ok(()) };
    let limit = Limit {
        id: parts.join("|").into(),
        customer: (*customer).into(),
        kind: i64::from(term.temporary).into(),
        from: i64::from(term.from.0).into(),
        to: term.until.map(|day| i64::from(day.0)).into(),
        amount: term.amount_paise.into(),
    };
    take(limit.row(seen(case, customer)?));
    Ok(())
}
