//! What is still to be paid to suppliers, transporters and job workers, bill by bill.

use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, facts,
};
use crate::declare::case::Look;
use crate::docs;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::read::parse;
use crate::ledger::{books, payables};
use crate::schema::Guarded;

facts! {
    /// Made of a party's account in the books: what was paid on account counts towards what is due first.
    OWED Owed = "owed" by "account"
        from &[FactSource { prefix: &["bal", "books"], rows: of_account }],
        told_by &[FactSource { prefix: &["bal", "payable"], rows: of_bill }];
    account: Holds::Text;
    ledger: Holds::Link("ledger");
    /// None of what no bill tells: work, or goods beside an inward.
    paper: Holds::Link("paper");
    /// When it is due; none once money on account covers it.
    day: Holds::Day;
    /// What is open of the bill.
    amount: Holds::Int, Cost;
    /// What money on account does not cover.
    unpaid: Holds::Int, Cost;
    /// What was paid beyond all bills.
    advance: Holds::Int, Cost;
}

fn of_account(case: &Look, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let [account] = parts else { return Ok(()) };
    owed(case, account, parse("a balance of the books", text)?, take)
}

/// A payment that was on account is set against a bill, which its books do not tell.
fn of_bill(case: &Look, parts: &[&str], _: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let [account, _] = parts else { return Ok(()) };
    owed(case, account, books::balance(case, account)?, take)
}

fn owed(case: &Look, account: &str, balance: i64, take: &mut TakeRow) -> Result<(), Halt> {
    let Some((kind, id)) = account.split_once(':').filter(|(kind, _)| *kind != "customer") else {
        return Ok(());
    };
    let Some(party) = case.find(kind, id)? else { return Ok(()) };
    let bills = payables::open(case, account)?;
    let open: i64 = bills.iter().map(|(_, bill)| bill.paise).sum();
    let owed = balance.saturating_neg();
    let mut on_account = open.saturating_sub(owed).max(0);
    let row = || Owed { account: account.into(), ledger: id.into(), ..Owed::default() };
    for (paper, bill) in &bills {
        let covered = on_account.min(bill.paise);
        on_account -= covered;
        let doc = case.find(&bill.kind, paper)?;
        let row = Owed {
            paper: paper.as_str().into(),
            day: (bill.paise > covered).then_some(i64::from(bill.due.0)).into(),
            amount: bill.paise.into(),
            unpaid: (bill.paise - covered).into(),
            ..row()
        };
        take(row.row(doc.as_deref().map_or_else(|| seen(&party), seen)));
    }
    let beyond = owed.saturating_sub(open).max(0);
    if beyond > 0 {
        let row = Owed { amount: beyond.into(), unpaid: beyond.into(), ..row() };
        take(row.row(seen(&party)));
    }
    if on_account > 0 {
        take(Owed { advance: on_account.into(), ..row() }.row(seen(&party)));
    }
    Ok(())
}

fn seen(doc: &Doc) -> RowScope<'_> {
    docs::find(&doc.kind).map(|def| RowScope::of(doc, def)).unwrap_or_default()
}
