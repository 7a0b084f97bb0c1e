//! A bank statement beside the receipts that wait for the bank: which line may be which receipt. Nothing is posted:
//! each match is confirmed as a step of its own.

use serde_json::Value;

use super::list::{self, Op, Query, Where};
use crate::access::steps;
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::Verb;
use crate::docs;
use crate::docs::receipts::{self, RECEIPT};
use crate::error::Halt;
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::read::Read;
use crate::said;
use crate::said::{Phrase, Said};
use crate::table::statement::{BankStatement, StatementLine};
use crate::value::{Day, Instant};

/// At most so many receipts are looked at, the newest first.
const RECEIPTS: usize = 2_000;
/// At most so many receipts are proposed for a line.
const PROPOSED: usize = 5;
/// An amount alone says something for so many days.
const DAYS: i64 = 5;

json_answer! {
    /// A receipt that a line of a statement may be.
    pub struct StatementMatch {
        pub id: String,
        pub version: i64,
        pub doc_no: Option<String>,
        pub customer_name: String,
        pub mode: String,
        pub status: String,
        pub amount_paise: i64,
        /// What they have in common, in words.
        pub by: String,
        /// The step that the line confirms; none where it was taken already.
        pub action: Option<String>,
        pub label: Option<String>,
        /// Why the step cannot be taken now.
        pub why: Option<String>,
        /// What `why` was made of, as of an issue.
        pub why_said [optional]: Option<Phrase>,
    }
}

json_answer! {
    /// A line of a statement with the receipts that it may be, the likeliest first.
    pub struct StatementRow {
        pub number: i64,
        pub date: Option<Day>,
        pub text: String,
        pub reference: String,
        pub amount_paise: i64,
        /// A number in it that looks like a UTR.
        pub utr: Option<String>,
        pub matches: Vec<StatementMatch>,
    }
}

json_answer! {
    /// A statement that was read.
    pub struct Statement {
        pub rows: Vec<StatementRow>,
        /// The numbers of rows of the file whose date or amount cannot be read.
        pub unread: Vec<i64>,
    }
}

/// How sure a match is: the first are the surest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sure {
    Number,
    NumberAlone,
    Amount,
}

/// The lines of a statement, each with the receipts that it may be.
///
/// Errors: `Forbidden` for those who see no receipts.
pub fn matched(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    file: &BankStatement,
) -> Result<Statement, Halt> {
    if !actor.may(&RECEIPT, Verb::View) {
        return Err(steps::forbidden(&RECEIPT, "view"));
    }
    let look = docs::look(read, actor, now);
    let known = known(read, &look)?;
    let mut rows = Vec::with_capacity(file.lines.len());
    for line in &file.lines {
        let mut fits: Vec<(Sure, &Doc)> =
            known.iter().filter_map(|doc| Some((sure(line, doc)?, doc))).collect();
        fits.sort_by_key(|(sure, doc)| (*sure, doc.id.clone()));
        // An amount alone says nothing beside a number.
        let numbered = fits.iter().any(|(sure, _)| *sure < Sure::Amount);
        fits.retain(|(sure, _)| !numbered || *sure < Sure::Amount);
        fits.truncate(PROPOSED);
        let matches: Result<Vec<StatementMatch>, Halt> =
            fits.into_iter().map(|(sure, doc)| proposed(&look, line, doc, sure)).collect();
        rows.push(StatementRow {
            number: i64::from(line.number),
            date: line.date,
            text: line.text.clone(),
            reference: line.reference.clone(),
            amount_paise: line.amount_paise,
            utr: words(line).find(|word| looks_like_utr(word)),
            matches: matches?,
        });
    }
    let unread = file.unread.iter().map(|number| i64::from(*number)).collect();
    Ok(Statement { rows, unread })
}

/// The receipts that a bank knows of: those that wait, and those that it paid or returned, the newest first.
fn known(read: &dyn Read, look: &Look) -> Result<Vec<Doc>, Halt> {
    let statuses = [
        receipts::PENDING,
        receipts::RECEIVED,
        receipts::DEPOSITED,
        receipts::REDEPOSITED,
        receipts::CONFIRMED,
        receipts::CLEARED,
        receipts::BOUNCED,
    ];
    let of = Where { field: "status".to_owned(), op: Op::In, value: statuses.join("|") };
    let mut found = Vec::new();
    while found.len() < RECEIPTS {
        let (conditions, offset) = (vec![of.clone()], found.len());
        let query = Query { conditions, offset, limit: list::PAGE_ROWS, ..Query::default() };
        let page = list::page(read, look.actor, look.now, RECEIPT.key, &query)?.records()?;
        for id in page.iter().filter_map(|row| row.get("id").and_then(Value::as_str)) {
            found.extend(look.find(RECEIPT.key, id)?.map(|doc| Doc::clone(&doc)));
        }
        if page.len() < list::PAGE_ROWS {
            break;
        }
    }
    Ok(found)
}

/// The words of a line: letters and digits in capitals.
fn words(line: &StatementLine) -> impl Iterator<Item = String> + use<'_> {
    let all = [line.reference.as_str(), line.text.as_str()];
    all.into_iter()
        .flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric()))
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_uppercase)
}

fn looks_like_utr(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    (12..=22).contains(&word.len()) && digits >= 8 && word.parse::<u128>().ok() != Some(0)
}

/// Whether a cheque's six digits stand in a line; banks fill them up with zeros.
fn names_cheque(line: &StatementLine, cheque: &str) -> bool {
    words(line).any(|word| {
        let filled = word.strip_suffix(cheque);
        filled.is_some_and(|zeros| zeros.bytes().all(|byte| byte == b'0'))
    })
}

/// How sure it is that a line is of a receipt; none where nothing speaks for it.
fn sure(line: &StatementLine, doc: &Doc) -> Option<Sure> {
    let same = doc.int("amount_paise") == Some(line.amount_paise.abs());
    let came = line.amount_paise > 0;
    let waits = doc.status == receipts::PENDING;
    if let Some(utr) = doc.text("utr") {
        return match words(line).any(|word| word == utr) {
            true if came && same => Some(Sure::Number),
            true if came => Some(Sure::NumberAlone),
            _ => (came && same && waits && near(line, doc, "date")).then_some(Sure::Amount),
        };
    }
    let cheque = doc.text("cheque_no")?;
    let at_bank = [receipts::DEPOSITED, receipts::REDEPOSITED].contains(&doc.status.as_str());
    match names_cheque(line, cheque) {
        true if same => Some(Sure::Number),
        _ => (same && at_bank && near(line, doc, "deposited_on")).then_some(Sure::Amount),
    }
}

fn near(line: &StatementLine, doc: &Doc, key: &str) -> bool {
    let day = doc.text(key).and_then(Day::parse);
    day.zip(line.date).is_some_and(|(own, line)| line.days_since(own).abs() <= DAYS)
}

/// The step that a line confirms of a receipt as it stands.
fn step_of(line: &StatementLine, doc: &Doc) -> Option<&'static str> {
    match (doc.status.as_str(), line.amount_paise > 0) {
        (receipts::PENDING, true) if !receipts::is_cheque(doc) => Some("confirm"),
        (receipts::DEPOSITED | receipts::REDEPOSITED, true) => Some("clear"),
        (receipts::DEPOSITED | receipts::REDEPOSITED, false) => Some("bounce"),
        _ => None,
    }
}

fn proposed(
    look: &Look,
    line: &StatementLine,
    doc: &Doc,
    sure: Sure,
) -> Result<StatementMatch, Halt> {
    let differs = sure == Sure::NumberAlone;
    let action = step_of(line, doc).filter(|_| !differs);
    let label = action.and_then(|action| RECEIPT.flow.row(&doc.status, action));
    let refused = action.map(|action| steps::allowed_to(look, &RECEIPT, doc, action));
    let why = match refused {
        Some(Err(Halt::Refused(refused))) => refused.first(),
        Some(Err(other)) => return Err(other),
        _ if differs => Some("The amount differs".into()),
        Some(Ok(_)) => None,
        None => Some(match doc.status.as_str() {
            receipts::RECEIVED => "The cheque is not deposited yet".into(),
            receipts::PENDING => "The cheque is not confirmed yet".into(),
            status => said!("Already {status}", status = status.to_lowercase()),
        }),
    };
    let (why, why_said) = Said::parts_of(why);
    let number = if doc.text("utr").is_some() { "UTR" } else { "Cheque number" };
    let text = |key: &str| doc.text(key).unwrap_or_default().to_owned();
    Ok(StatementMatch {
        id: doc.id.clone(),
        version: i64::from(doc.version),
        doc_no: doc.doc_no.clone(),
        customer_name: text("customer_name"),
        mode: text("mode"),
        status: doc.status.clone(),
        amount_paise: doc.int("amount_paise").unwrap_or(0),
        by: match sure {
            Sure::Number => format!("{number} and amount"),
            Sure::NumberAlone => number.to_owned(),
            Sure::Amount => "Amount and date".to_owned(),
        },
        action: action.map(str::to_owned),
        label: label.map(|step| step.label.to_owned()),
        why,
        why_said,
    })
}
