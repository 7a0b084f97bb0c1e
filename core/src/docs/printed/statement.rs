//! The statement that a party gets of its account: every document with the balance after it, and how late what is
//! owed is. Its lines are those of the report of it, which stand beside the record as `account`.

use serde_json::Value;

use super::seen::{Part, Seen, cell, fact, left, money, party, pay_to, right, strong, wide};
use crate::paper::sheet::{PaperCell, PaperColumn, PaperSheet};
use crate::schema::Choice;
use crate::value::{Day, Paise};
use crate::words::amount_in_words;

pub const COPIES: &[Choice] = &[("statement", "Statement of account")];

/// The column of what a line is.
const NAME: &str = "paper";
/// The column of the balance after a line; who does not see credit figures is not told it.
const BALANCE: &str = "balance";

pub fn sheets(seen: &Seen, _copies: &[&str]) -> Vec<PaperSheet> {
    seen.account().map(|account| Account(account).sheet(seen)).into_iter().collect()
}

/// A party's account: the table of its report.
struct Account<'v>(Part<'v>);

impl<'v> Account<'v> {
    fn sheet(&self, seen: &Seen) -> PaperSheet {
        let (from, heads) = (seen.beside("from"), self.0.rows("columns"));
        let [first, last] = self.days();
        let (moved, ages) = self.lines();
        let is_empty = moved.is_empty();
        let closing = self.total(&heads, BALANCE);
        let owed = closing.filter(|paise| *paise > 0);
        PaperSheet {
            facts: vec![fact("Code", seen.doc_no), fact("PAN", seen.record.text("pan"))],
            parties: vec![party("Account of", seen.beside("to"), String::new())],
            notes: is_empty
                .then(|| format!("Nothing is booked until {last}."))
                .into_iter()
                .collect(),
            columns: heads.iter().filter(|_| !is_empty).map(column).collect(),
            rows: moved.iter().map(|line| row(&heads, *line)).chain(self.sum(&heads)).collect(),
            said: vec![
                fact(
                    "Balance in words",
                    closing.map(|paise| amount_in_words(Paise(paise.abs()))).unwrap_or_default(),
                ),
                fact(
                    "Our bank account",
                    owed.map(|_| pay_to(seen.beside("bank"))).unwrap_or_default(),
                ),
            ],
            sums: ages.iter().filter_map(|line| aged(&heads, *line)).collect(),
            total: closing.map(|paise| fact("Balance ₹", sided(paise))),
            signatory: Some(from.text("name").to_owned()),
            ..seen.sheet("STATEMENT OF ACCOUNT", &format!("{first} to {last}"), from)
        }
    }

    fn days(&self) -> [String; 2] {
        let days = self.0.get("days").and_then(Value::as_array);
        let at = |at: usize| days.and_then(|days| days.get(at)).and_then(Value::as_str);
        [0, 1].map(|place| at(place).and_then(Day::parse).map(Day::shown).unwrap_or_default())
    }

    /// The lines of what moved, and those of how late the balance is: they follow the second line without a level.
    fn lines(&self) -> (Vec<Part<'v>>, Vec<Part<'v>>) {
        let mut moved = self.0.rows("rows");
        let is_head = |line: &Part| line.int("level") == Some(0);
        let ages = moved.iter().skip(1).position(is_head).map_or(moved.len(), |at| at + 1);
        let ages = moved.split_off(ages);
        (moved, ages.into_iter().skip(1).collect())
    }

    /// The totals of the columns behind the first.
    fn total(&self, heads: &[Part], key: &str) -> Option<i64> {
        let at = heads.iter().skip(1).position(|head| head.text("key") == key)?;
        self.0.get("totals")?.as_array()?.get(at)?.as_i64()
    }

    fn sum(&self, heads: &[Part]) -> Option<Vec<PaperCell>> {
        self.0.get("totals")?.as_array()?;
        let of = |head: &Part| match head.text("key") {
            NAME => strong("Total"),
            key => {
                strong(shown(*head, &self.total(heads, key).map(Value::from).unwrap_or_default()))
            }
        };
        Some(heads.iter().map(of).collect())
    }
}

fn column(head: &Part) -> PaperColumn {
    let label = head.text("label");
    match (head.text("key"), head.text("shown")) {
        (NAME, _) => wide(label),
        (_, "paise") => right(label),
        _ => left(label),
    }
}

fn cells<'v>(line: Part<'v>) -> impl Iterator<Item = &'v Value> {
    line.get("cells").and_then(Value::as_array).into_iter().flatten()
}

fn row(heads: &[Part], line: Part) -> Vec<PaperCell> {
    let is_document = line.int("level") != Some(0);
    let of = |(head, value): (&Part, &Value)| match shown(*head, value) {
        text if is_document && head.text("key") != NAME => cell(text),
        text => strong(text),
    };
    heads.iter().zip(cells(line)).map(of).collect()
}

/// How late a part of the balance is; nothing where no part is.
fn aged(heads: &[Part], line: Part) -> Option<(String, String)> {
    let mut all = heads.iter().zip(cells(line));
    let label = all.next().and_then(|(_, value)| value.as_str())?;
    let (_, amount) = all.find(|(head, _)| head.text("key") == BALANCE)?;
    let amount = amount.as_i64().filter(|amount| *amount != 0)?;
    Some(fact(label, sided(amount)))
}

fn shown(head: Part, value: &Value) -> String {
    let number = value.as_i64();
    match (head.text("key"), head.text("shown")) {
        (BALANCE, _) => number.map(sided).unwrap_or_default(),
        (_, "paise") => number.filter(|paise| *paise != 0).map(money).unwrap_or_default(),
        (_, "day") => number
            .and_then(|day| i32::try_from(day).ok())
            .map(|day| Day(day).shown())
            .unwrap_or_default(),
        _ => value.as_str().unwrap_or_default().to_owned(),
    }
}

/// An amount of an account by its side: debit is what the party owes.
fn sided(paise: i64) -> String {
    match paise {
        0 => money(0),
        1.. => format!("{} Dr", money(paise)),
        _ => format!("{} Cr", money(paise.saturating_neg())),
    }
}
