//! Named invariants of a whole store, for tests, `verify` and the simulator.
//!
//! | Name | Rule |
//! |---|---|
//! | ST1 | stock balances equal their postings |
//! | ST2 | no place holds less than nothing, today or on any day |
//! | ST3 | FREE of a yard and SKU, and a yard's DUMP, cover their reservations, which are not negative |
//! | ST4 | reservation rows sum to the reserved total |
//! | ST5 | what active holds, accepted transfers and approved work orders took lies in HOLD |
//! | ST6 | a closed batch lies nowhere but in DUMP |
//! | ST7 | DUMP holds what approved dumps took |
//! | ST8 | a transfer's own goods lie in TRANSIT as it says, and none of a completed one |
//! | ST9 | every stock posting is found by the batches that it moves |
//! | ST10 | a work order's own goods lie in WIP as it says, and what it used is made, scrapped or lost |
//! | ST12 | returns claim and took back what they say, never more than an invoice's line sold of a batch |
//! | NT1 | posted notes take of an invoice's lines what they say, together never more than was billed |
//! | ST11 | an approved audit posted its differences, and no other audit posted anything |
//! | TR1 | a loading or a transfer is on one live trip at most, and it and its vehicle are kept for that one |
//! | CR1 | committed, receivable and on account equal their postings and their rows |
//! | CR2 | none of them is negative |
//! | CR3 | less the opening balance, a customer owes by their account what their vouchers come to |
//! | PY1 | a bill that is to be paid is what its vouchers owe, less what payments and notes are set against |
//! | BK1 | every voucher sums to zero, and account balances equal the vouchers |
//! | IX1 | list rows, counts, unique values and words are what the documents make |
//! | NO1 | numbers are unique and without gaps, of documents and of postings |

mod goods;
mod moved;
mod noted;
mod payable;
mod trips;
mod yards;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::declare::actor::Actor;
use crate::declare::case::Case;
use crate::docs;
use crate::docs::customers::CUSTOMER;
use crate::docs::series::OwnSeries;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Memory, Range, Read, parse};
use crate::ledger::stock::{self, Availability, Balance, Bucket, Qty, Reservation};
use crate::ledger::{balance_key, books, credit};
use crate::schema::DocType;
use crate::value::Instant;
use crate::write::index;

/// One place where a rule does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Violation {
    pub name: &'static str,
    pub key: String,
    pub message: String,
}

/// Every violation in a store; an empty list is what it must be.
///
/// Errors: what the reader cannot answer, or a value that cannot be read at all.
pub fn check(read: &dyn Read) -> Result<Vec<Violation>, Halt> {
    check_beside(read, &[])
}

/// The same beside IX1 of some types: those whose keys follow another program's declaration.
///
/// Errors: those of [`check`].
pub fn check_beside(read: &dyn Read, stale: &[&DocType]) -> Result<Vec<Violation>, Halt> {
    let mut found = Found::default();
    let moved = goods::rules(read, &mut found)?;
    reservation_rules(read, &mut found)?;
    yards::hold_rules(read, &mut found)?;
    yards::closing_rules(read, &mut found)?;
    yards::transfer_rules(read, &moved, &mut found)?;
    yards::work_rules(read, &moved, &mut found)?;
    yards::return_rules(read, &moved, &mut found)?;
    yards::audit_rules(read, &moved, &mut found)?;
    trips::rules(read, &mut found)?;
    credit_rules(read, &mut found)?;
    noted::rules(read, &mut found)?;
    payable::rules(read, &mut found)?;
    book_rules(read, &mut found)?;
    for def in docs::ALL {
        if stale.iter().all(|one| one.key != def.key) {
            index_rules(read, def, &mut found)?;
        }
        number_rules(read, def, &mut found)?;
    }
    Ok(found.violations)
}

/// Those of the stock ledger alone, recomputed from its postings: ST1, ST2 and ST9.
///
/// Errors: those of [`check`].
pub fn stock(read: &dyn Read) -> Result<Vec<Violation>, Halt> {
    let mut found = Found::default();
    goods::rules(read, &mut found)?;
    Ok(found.violations)
}

#[derive(Default)]
struct Found {
    violations: Vec<Violation>,
}

impl Found {
    fn add(&mut self, name: &'static str, key: &str, message: impl Into<String>) {
        let key = key.replace(keys::SEPARATOR, " ");
        self.violations.push(Violation { name, key, message: message.into() });
    }

    /// Every account must stand at what its postings come to; one that is absent stands at nothing.
    fn equal<T: PartialEq + Default + std::fmt::Debug>(
        &mut self,
        name: &'static str,
        stored: &BTreeMap<String, T>,
        wanted: &BTreeMap<String, T>,
    ) {
        let nothing = T::default();
        let every: BTreeSet<&String> = stored.keys().chain(wanted.keys()).collect();
        for key in every {
            let (is, should) =
                (stored.get(key).unwrap_or(&nothing), wanted.get(key).unwrap_or(&nothing));
            if is != should {
                self.add(name, key, format!("is {is:?}, its postings come to {should:?}"));
            }
        }
    }
}

const PAGE: usize = 4_096;

/// Reads a range in pages, so that no reader must hold it whole.
fn each(
    read: &dyn Read,
    parts: &[&str],
    mut see: impl FnMut(&str, &[u8]) -> Result<(), Halt>,
) -> Result<(), Halt> {
    let mut range = Range::prefix(&keys::key(parts));
    loop {
        let page = read.scan(&range, PAGE)?;
        for (key, bytes) in &page {
            see(key, bytes)?;
        }
        match page.last() {
            Some((last, _)) if page.len() == PAGE => range.from = format!("{last}\0"),
            _ => return Ok(()),
        }
    }
}

/// The same without the values.
fn each_key(
    read: &dyn Read,
    parts: &[&str],
    mut see: impl FnMut(&str) -> Result<(), Halt>,
) -> Result<(), Halt> {
    let mut range = Range::prefix(&keys::key(parts));
    loop {
        let page = read.keys(&range, PAGE)?;
        for key in &page {
            see(key)?;
        }
        match page.last() {
            Some(last) if page.len() == PAGE => range.from = format!("{last}\0"),
            _ => return Ok(()),
        }
    }
}

/// All values of a range by the account in their key.
fn table<T: DeserializeOwned>(
    read: &dyn Read,
    parts: &[&str],
) -> Result<BTreeMap<String, T>, Halt> {
    let mut all = BTreeMap::new();
    each(read, parts, |key, bytes| {
        all.insert(account(&keys::parts(key)[parts.len()..]), parse(key, bytes)?);
        Ok(())
    })?;
    Ok(all)
}

/// What stands between the parts of an account.
const SEPARATED: &str = "\u{1f}";

fn account(parts: &[&str]) -> String {
    parts.join(SEPARATED)
}

/// The number in which the key of a posting, or of what finds it, ends.
fn seq_of(key: &str) -> Option<u64> {
    let digits = key.strip_suffix(keys::SEPARATOR)?.rsplit(keys::SEPARATOR).next()?;
    u64::from_str_radix(digits, 16).ok()
}

/// The postings of a ledger in order; a gap in their numbers breaks NO1.
fn postings(
    read: &dyn Read,
    ledger: &str,
    found: &mut Found,
    mut see: impl FnMut(u64, &str, &[u8], &mut Found) -> Result<(), Halt>,
) -> Result<(), Halt> {
    let mut next: u64 = 1;
    each(read, &["post", ledger], |key, bytes| {
        if key != crate::ledger::posting_key(ledger, next) {
            found.add("NO1", key, format!("posting {next} is missing before it"));
        }
        let seq = seq_of(key).unwrap_or(next);
        next = seq + 1;
        see(seq, key, bytes, found)
    })?;
    let key = crate::ledger::next_key(ledger);
    let counter = match read.get(&key)? {
        Some(bytes) => parse(&key, &bytes)?,
        None => 1_u64,
    };
    if counter != next {
        found.add("NO1", &key, format!("the next posting is {next}, not {counter}"));
    }
    Ok(())
}

fn reservation_rules(read: &dyn Read, found: &mut Found) -> Result<(), Halt> {
    let mut sums: BTreeMap<String, Qty> = BTreeMap::new();
    let mut holds: BTreeMap<String, i64> = BTreeMap::new();
    each(read, &["bal", "reserved"], |key, bytes| {
        let held: Reservation = parse(key, bytes)?;
        if held.qty.any_negative() || held.qty.is_zero() {
            found.add("ST3", key, format!("holds {:?}", held.qty));
        }
        let sum = sums.entry(account(&[&held.yard, &held.sku])).or_default();
        *sum = *sum + held.qty;
        if let [_, _, order, line] = keys::parts(key)[..] {
            holds.insert(account(&[&held.yard, &held.sku, order, line]), 1);
        }
        Ok(())
    })?;
    let positions: BTreeMap<String, Availability> = table(read, &["bal", "position"])?;
    for (key, kept) in &positions {
        let position = &match key.split_once(keys::SEPARATOR) {
            Some((yard, stock::DUMPED)) => Availability { free: dumped(read, yard)?, ..*kept },
            _ => *kept,
        };
        if !position.covers_holds() || position.held.any_negative() {
            found.add("ST3", key, format!("{position:?}"));
        }
    }
    let held = positions.into_iter().map(|(key, position)| (key, position.held)).collect();
    found.equal("ST4", &held, &sums);
    found.equal("ST4", &table(read, &["bal", "holds"])?, &holds);
    Ok(())
}

/// What lies in a yard's dump, of whatever SKU.
fn dumped(read: &dyn Read, yard: &str) -> Result<Qty, Halt> {
    let mut sum = Qty::default();
    each(read, &["bal", "stock", yard], |key, bytes| {
        if keys::parts(key).get(4) == Some(&Bucket::Dump.name()) {
            sum = sum + parse::<Balance>(key, bytes)?.qty;
        }
        Ok(())
    })?;
    Ok(sum)
}

fn credit_rules(read: &dyn Read, found: &mut Found) -> Result<(), Halt> {
    let mut wanted: BTreeMap<String, credit::CreditAccount> = BTreeMap::new();
    postings(read, "credit", found, |_, key, bytes, _| {
        let one: credit::CreditPosting = parse(key, bytes)?;
        let account = wanted.entry(one.customer.clone()).or_default();
        *account = account.plus(&one.by_amount);
        Ok(())
    })?;
    let accounts: BTreeMap<String, credit::CreditAccount> = table(read, &["bal", "credit"])?;
    found.equal("CR1", &accounts, &wanted);
    for (key, account) in accounts.iter().filter(|(_, account)| account.any_negative()) {
        found.add("CR2", key, format!("{account:?}"));
    }
    let mut committed: BTreeMap<String, i64> = BTreeMap::new();
    for (key, paise) in table::<i64>(read, &["bal", "commit"])? {
        *committed.entry(customer_of(&key)).or_default() += paise;
    }
    let mut receivable: BTreeMap<String, i64> = BTreeMap::new();
    for (key, open) in table::<credit::Open>(read, &["bal", "open"])? {
        *receivable.entry(customer_of(&key)).or_default() += open.balance_paise;
    }
    let by = |take: fn(&credit::CreditAccount) -> i64| -> BTreeMap<String, i64> {
        accounts.iter().map(|(key, account)| (key.clone(), take(account))).collect()
    };
    found.equal("CR1", &by(|account| account.committed), &committed);
    found.equal("CR1", &by(|account| account.receivable), &receivable);
    let mut advances: BTreeMap<String, i64> = BTreeMap::new();
    for (key, paise) in table::<i64>(read, &["bal", "advance"])? {
        *advances.entry(customer_of(&key)).or_default() += paise;
    }
    for (key, paise) in advances {
        let on_account = accounts.get(&key).map_or(0, |account| account.on_account);
        if paise > on_account {
            found.add("CR4", &key, format!("{paise} of receipts, {on_account} on account"));
        }
    }
    vouchers_agree(read, &accounts, found)
}

/// What each customer owes by their account, without an opening balance that is not in the books and what their cheques
/// in hand are to pay, is what their vouchers say.
fn vouchers_agree(
    read: &dyn Read,
    accounts: &BTreeMap<String, credit::CreditAccount>,
    found: &mut Found,
) -> Result<(), Halt> {
    let openings: BTreeMap<String, i64> = table(read, &["bal", credit::OPENING])?;
    let vouchers: BTreeMap<String, i64> = table(read, &["bal", "books"])?;
    each(read, &["doc", CUSTOMER.key], |key, bytes| {
        let doc: Doc = parse(key, bytes)?;
        let id = keys::parts(key).last().copied().unwrap_or_default().to_owned();
        let owed = accounts.get(&id).copied().unwrap_or_default();
        let opening = match openings.get(&id) {
            _ if doc.text("opening_bill").is_some() => 0,
            Some(opening) => *opening,
            // An older program kept the open item alone.
            None => opening_item(read, &id)?,
        };
        let account = owed.receivable - owed.on_account - owed.cheques - opening;
        let voucher = vouchers.get(&books::customer(&id)).copied().unwrap_or_default();
        if account != voucher {
            found.add("CR3", &id, format!("owes {account}, their vouchers come to {voucher}"));
        }
        Ok(())
    })
}

fn opening_item(read: &dyn Read, customer: &str) -> Result<i64, Halt> {
    let key = balance_key("open", &[customer, credit::OPENING]);
    let open: Option<credit::Open> = read.get(&key)?.map(|text| parse(&key, &text)).transpose()?;
    Ok(open.unwrap_or_default().amount_paise)
}

fn customer_of(key: &str) -> String {
    key.split(keys::SEPARATOR).next().unwrap_or_default().to_owned()
}

fn book_rules(read: &dyn Read, found: &mut Found) -> Result<(), Halt> {
    let mut wanted: BTreeMap<String, i64> = BTreeMap::new();
    postings(read, "books", found, |_, key, bytes, found| {
        let one: books::Voucher = parse(key, bytes)?;
        let sum: i128 = one.rows.iter().map(|(_, paise)| i128::from(*paise)).sum();
        if sum != 0 {
            found.add("BK1", key, format!("the voucher is off by {sum}"));
        }
        for (account, paise) in one.rows {
            *wanted.entry(account).or_default() += paise;
        }
        Ok(())
    })?;
    found.equal("BK1", &table(read, &["bal", "books"])?, &wanted);
    Ok(())
}

/// Indexes every document of a type anew, over nothing, and compares.
fn index_rules(read: &dyn Read, def: &'static DocType, found: &mut Found) -> Result<(), Halt> {
    let (nothing, system) = (Memory::default(), Actor::system());
    let mut case = Case::new(docs::look(&nothing, &system, Instant(0)), "");
    each(read, &["doc", def.key], |key, bytes| {
        let doc: Doc = parse(key, bytes)?;
        index::write_anew(&mut case, def, &doc)
    })?;
    let (mut wanted, _) = case.into_writes();
    for family in ["row", "idx", "word", "uniq", "twice", "count"] {
        each(read, &[family, def.key], |key, bytes| {
            let should = wanted.remove(key).flatten();
            let zero = family == "count" && should.is_none() && bytes == b"0";
            if !zero && should.as_deref() != Some(bytes) {
                found.add("IX1", key, "is not what the documents make");
            }
            Ok(())
        })?;
    }
    for key in wanted.keys() {
        found.add("IX1", key, "is missing");
    }
    Ok(())
}

/// The numbers of a type that takes them from a series by branch and year.
fn number_rules(read: &dyn Read, def: &'static DocType, found: &mut Found) -> Result<(), Halt> {
    let Some(series) = def.series.filter(|series| !series.plain) else { return Ok(()) };
    let mut issued: BTreeMap<(String, String), BTreeSet<i64>> = BTreeMap::new();
    each(read, &["doc", def.key], |key, bytes| {
        let doc: Doc = parse(key, bytes)?;
        let Some(no) = doc.doc_no.as_deref() else { return Ok(()) };
        let mut parts = no.rsplit('/');
        let (number, fy, prefix) = (parts.next(), parts.next(), parts.next());
        let number = number.and_then(|number| number.parse::<i64>().ok());
        let (Some(number), Some(fy), Some(prefix)) = (number, fy, prefix) else {
            found.add("NO1", key, format!("{no} is not a number of the series"));
            return Ok(());
        };
        // An older program gave some types numbers with a word before, and no suffix.
        let suffix = if parts.next().is_none() { series.suffix } else { "" };
        let prefix = prefix.strip_suffix(suffix).unwrap_or(prefix);
        if !issued.entry((prefix.to_owned(), fy.to_owned())).or_default().insert(number) {
            found.add("NO1", key, format!("{no} was given twice"));
        }
        Ok(())
    })?;
    let starts = own_starts(read, def)?;
    for ((prefix, fy), numbers) in issued {
        let key = keys::next(def.key, &prefix, &fy);
        let next: i64 = match read.get(&key)? {
            Some(bytes) => parse(&key, &bytes)?,
            None => 1,
        };
        if numbers.last().is_some_and(|last| *last >= next) {
            found.add("NO1", &key, format!("the next number is {next}, but it was given"));
        }
        let start = starts.get(&(prefix, fy)).copied().unwrap_or(1);
        let gaps = (start..next).filter(|number| !numbers.contains(number)).count();
        if gaps > 0 {
            found.add("NO1", &key, format!("{gaps} numbers below {next} are missing"));
        }
    }
    Ok(())
}

/// The number at which a site let each series begin: those below are another system's.
fn own_starts(read: &dyn Read, def: &DocType) -> Result<BTreeMap<(String, String), i64>, Halt> {
    let mut starts = BTreeMap::new();
    each(read, &["doc", "number_series"], |key, bytes| {
        let doc: Doc = parse(key, bytes)?;
        if doc.text("doc_type") != Some(def.key) {
            return Ok(());
        }
        let mut parts = doc.text("pattern").unwrap_or_default().rsplit('/').skip(1);
        if let (Some(fy), Some(prefix)) = (parts.next(), parts.next()) {
            let suffix = def.series.filter(|_| parts.next().is_none());
            let suffix = suffix.map_or("", |series| series.suffix);
            let prefix = prefix.strip_suffix(suffix).unwrap_or(prefix);
            let start = doc.int("next").unwrap_or(1);
            starts.insert((prefix.to_owned(), fy.to_owned()), start);
        }
        Ok(())
    })?;
    each(read, &["series", def.key], |key, bytes| {
        let own: OwnSeries = parse(key, bytes)?;
        if let [branch, fy] = &keys::parts(key)[2..] {
            let prefix = own.prefix.unwrap_or_else(|| (*branch).to_owned());
            let all = own.before.into_iter().chain(std::iter::once((prefix, own.start)));
            let begun = all.filter(|(_, start)| *start > 0);
            starts.extend(begun.map(|(prefix, start)| ((prefix, (*fy).to_owned()), start)));
        }
        Ok(())
    })?;
    Ok(starts)
}
