//! Credit: customers' accounts, their outstanding invoices, and their limits.

use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, code, day_of,
    facts,
};
use crate::declare::case::Look;
use crate::docs::customers::CUSTOMER;
use crate::docs::receipts::{self, RECEIPT};
use crate::docs::settings;
use crate::error::Halt;
use crate::kept::doc::Doc;
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
    cheques: Holds::Int, Cost;
    /// What cheques in hand count towards what is available.
    counted: Holds::Int, Cost;
}

/// What became of a cheque that is no money: it lies here or at the bank, or came back unpaid.
pub const CHEQUE_STATES: &[&str] = &["received", "deposited", "bounced"];

facts! {
    /// Cheques in hand, and each time that one came back unpaid.
    CHEQUE Cheque = "cheque" by "paper"
        from &[FactSource { prefix: &["doc", "receipt"], rows: cheque }];
    paper: Holds::Link("paper");
    customer: Holds::Link("customer");
    branch: Holds::Link("branch");
    state: Holds::Code(CHEQUE_STATES);
    /// Of a cheque in hand its date, else when it came back.
    day: Holds::Day;
    amount: Holds::Int, Rates;
    times: Holds::Int;
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
    /// The last day that a temporary limit was granted for; it counts until the system ends it.
    granted_to: Holds::Day;
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
        cheques: sums.cheques.into(),
        counted: credit::counted(sums.cheques, settings::int_of(case, "pdc_counts_bp")?).into(),
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

fn cheque(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a receipt", text)?;
    let row = |state: &str, day: FactCell<'static>| Cheque {
        paper: doc.id.as_str().into(),
        customer: doc.text("customer").into(),
        branch: doc.branch.as_deref().into(),
        state: code(CHEQUE_STATES, state),
        day,
        amount: doc.int("amount_paise").into(),
        times: 1.into(),
    };
    if receipts::in_hand(&doc) {
        let here = doc.status == receipts::RECEIVED;
        let state = if here { "received" } else { "deposited" };
        take(row(state, day_of(&doc, "cheque_date")).row(RowScope::of(&doc, &RECEIPT)));
    }
    for event in receipts::events_of(&doc)?.iter().filter(|one| one.event == "bounced") {
        let day = event.date.map(|day| i64::from(day.0)).into();
        take(row("bounced", day).row(RowScope::of(&doc, &RECEIPT)));
    }
    Ok(())
}

fn limit(case: &Look, parts: &[&str], _: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let [customer, place] = parts else { return Ok(()) };
    let terms = credit::terms(case, customer)?;
    let own = terms.iter().find(|term| place.parse() == Ok(term.place));
    let Some(term) = own else { return Ok(()) };
    let gives = term.temporary && term.amount_paise > 0;
    let granted_to = term.granted_to.filter(|_| gives);
    let limit = Limit {
        id: parts.join("|").into(),
        customer: (*customer).into(),
        kind: i64::from(term.temporary).into(),
        from: i64::from(term.from.0).into(),
        to: term.until.map(|day| i64::from(day.0)).into(),
        amount: term.amount_paise.into(),
        granted_to: granted_to.map(|day| i64::from(day.0)).into(),
    };
    take(limit.row(seen(case, customer)?));
    Ok(())
}
