//! The ledgers of stock, credit and books: postings that are never edited, and their balances.
//!
//! ```text
//! bal  stock    <yard> <sku> <bucket> <batch>   -> Row: pieces, grams, since when
//! bal  day      <yard> <sku> <bucket> <batch> <day> -> Qty: what that day's postings came to
//! bal  position <yard> <sku>                    -> Position: FREE over all batches, and what is held of it
//! bal  moved    <batch> <seq>                   -> 1, to find the postings of a batch
//! bal  moved_from                               -> the first posting that is found so
//! bal  last_count <yard> <batch>                -> the day of its last approved count, and that audit
//! bal  reserved <order> <line>                  -> Reservation
//! bal  holds    <yard> <sku> <order> <line>     -> 1, to find who holds goods
//! bal  credit   <customer>                      -> Account: committed, receivable, on account, cheques in hand
//! bal  commit   <customer> <order>              -> paise
//! bal  open     <customer> <invoice>            -> Open: what is still to be paid, and by when
//! bal  advance  <customer> <receipt>            -> paise of the receipt that are on account
//! bal  bounced  <customer> <day> <receipt> <n>  -> paise of a cheque that came back unpaid
//! bal  limit    <customer> <n>                  -> Limit, dated
//! bal  order_limit <customer> <order> <n>       -> Limit, dated: of one order alone
//! bal  books    <account>                       -> paise, signed
//! bal  payable  <party> <document>           -> Payable: a bill of a supplier or transporter, and what is open of it
//! bal  purchase <sku>                           -> the last purchase's rate
//! bal  returned <invoice> <line> <batch>        -> Returned: what is asked for and what is back
//! bal  noted    <invoice> <line>                -> Noted: what notes credited and debited
//! post stock|credit|books <seq>                 -> one posting, from 1 without gaps
//! ```
//! A balance of zero is removed, so that a scan meets only what counts.

use serde::Serialize;

use crate::declare::case::{Case, Look};
use crate::error::Halt;
use crate::kept::keys;
use crate::value::Day;

pub mod books;
pub mod credit;
pub mod notes;
pub mod payables;
pub mod purchases;
pub mod returns;
pub mod stock;

/// More rows than one decision may walk; beyond it the data is wrong, not large.
const MANY: usize = 100_000;

/// The document line that a posting comes from.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    pub doc_type: &'a str,
    pub id: &'a str,
    pub line: u32,
    pub posting_date: Day,
    /// The posting that this one takes back.
    pub reverses: Option<u64>,
}

impl<'a> Source<'a> {
    pub fn new(doc_type: &'a str, id: &'a str, line: u32, posting_date: Day) -> Source<'a> {
        Source { doc_type, id, line, posting_date, reverses: None }
    }

    pub fn reversing(self, seq: u64) -> Source<'a> {
        Source { reverses: Some(seq), ..self }
    }
}

/// The key of a balance.
pub fn balance_key(ledger: &str, account: &[&str]) -> String {
    let mut parts = vec!["bal", ledger];
    parts.extend(account);
    keys::key(&parts)
}

/// The key of a posting.
pub fn posting_key(ledger: &str, seq: u64) -> String {
    keys::key(&["post", ledger, &format!("{seq:016x}")])
}

/// The key of the next posting's number.
pub fn next_key(ledger: &str) -> String {
    keys::next("post", ledger, "")
}

/// Appends a posting and answers its number.
fn append<T: Serialize>(case: &mut Case, ledger: &str, posting: &T) -> Result<u64, Halt> {
    let key = next_key(ledger);
    let seq: u64 = case.value(&key)?.unwrap_or(1);
    case.put(key, &(seq + 1))?;
    case.put(posting_key(ledger, seq), posting)?;
    Ok(seq)
}

/// Writes a balance, or removes it when it came to nothing.
fn put_or_remove<T: Serialize + Default + PartialEq>(
    case: &mut Case,
    key: String,
    value: &T,
) -> Result<(), Halt> {
    if *value == T::default() {
        case.remove(key);
        return Ok(());
    }
    case.put(key, value)
}

/// The name of a document as people know it, its id when it is unknown.
fn name_of(case: &Look, kind: &str, id: &str) -> Result<String, Halt> {
    let Some(doc) = case.find(kind, id)? else { return Ok(id.to_owned()) };
    Ok(doc.title(case.def_of(&doc)?))
}
