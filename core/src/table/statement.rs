//! A bank statement: its lines, whatever the bank calls its columns and wherever its heading stands.

use super::cell::date;
use super::import::table;
use super::number;
use crate::said::Said;
use crate::schema::Unit;
use crate::value::Day;

/// A heading stands among so many rows at the top: banks write the account above it.
const HEADING_WITHIN: usize = 40;
/// The most lines that one statement may have.
pub const MOST_LINES: usize = 5_000;

/// One line of a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatementLine {
    /// Its number as a spreadsheet shows it.
    pub number: u32,
    pub date: Option<Day>,
    pub text: String,
    /// The bank's own reference, a cheque number among others.
    pub reference: String,
    /// Money that came, below zero money that went.
    pub amount_paise: i64,
}

/// What a file of a bank holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BankStatement {
    pub lines: Vec<StatementLine>,
    /// The numbers of rows that look like lines, whose date or amount cannot be read.
    pub unread: Vec<u32>,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Date,
    Text,
    Reference,
    Came,
    Went,
    /// One column for both, told apart by the next.
    Amount,
    Direction,
}

/// The words of banks' headings, the more telling first; compared in small letters and digits alone.
const HEADINGS: &[(&str, Column)] = &[
    ("transactiondate", Column::Date),
    ("txndate", Column::Date),
    ("trandate", Column::Date),
    ("postingdate", Column::Date),
    ("valuedate", Column::Date),
    ("date", Column::Date),
    ("narration", Column::Text),
    ("description", Column::Text),
    ("particulars", Column::Text),
    ("transactionremarks", Column::Text),
    ("remarks", Column::Text),
    ("details", Column::Text),
    ("chqrefno", Column::Reference),
    ("chqrefnumber", Column::Reference),
    ("refnochequeno", Column::Reference),
    ("chequenumber", Column::Reference),
    ("chequeno", Column::Reference),
    ("chqno", Column::Reference),
    ("referencenumber", Column::Reference),
    ("referenceno", Column::Reference),
    ("refno", Column::Reference),
    ("utr", Column::Reference),
    ("reference", Column::Reference),
    ("depositamt", Column::Came),
    ("depositamount", Column::Came),
    ("creditamount", Column::Came),
    ("deposits", Column::Came),
    ("deposit", Column::Came),
    ("credit", Column::Came),
    ("cramount", Column::Came),
    ("cr", Column::Came),
    ("withdrawalamt", Column::Went),
    ("withdrawalamount", Column::Went),
    ("debitamount", Column::Went),
    ("withdrawals", Column::Went),
    ("withdrawal", Column::Went),
    ("debit", Column::Went),
    ("dramount", Column::Went),
    ("dr", Column::Went),
    ("transactionamount", Column::Amount),
    ("amount", Column::Amount),
    ("drcr", Column::Direction),
    ("crdr", Column::Direction),
    ("type", Column::Direction),
];

fn bare(text: &str) -> String {
    let whole = text.to_lowercase();
    // The currency stands in brackets: `Deposit Amt (INR)`.
    let head = whole.split(['(', '[']).next().unwrap_or_default();
    let bare = head.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    bare.strip_suffix("inr").map(str::to_owned).unwrap_or(bare)
}

/// The columns of a heading: each at most once, by the most telling word.
fn columns(cells: &[String]) -> Option<Vec<(Column, usize)>> {
    let cells: Vec<String> = cells.iter().map(|cell| bare(cell)).collect();
    let mut found: Vec<(Column, usize)> = Vec::new();
    for (word, column) in HEADINGS {
        let at = cells.iter().position(|cell| cell == word);
        if let Some(at) = at.filter(|_| !found.iter().any(|(known, _)| known == column)) {
            found.push((*column, at));
        }
    }
    let has = |column| found.iter().any(|(known, _)| *known == column);
    let amounts = has(Column::Came) || (has(Column::Amount) && has(Column::Direction));
    (has(Column::Date) && amounts).then_some(found)
}

/// Reads a statement as the bank's site gives it, CSV or XLSX.
///
/// Errors: a sentence about the whole file.
pub fn read(bytes: &[u8]) -> Result<BankStatement, Said> {
    let table = table(bytes)?;
    let head = std::iter::once((0, table.head.as_slice()));
    let rows = table.rows.iter().take(HEADING_WITHIN).enumerate();
    let mut tops = head.chain(rows.map(|(at, row)| (at + 1, row.cells.as_slice())));
    let found = tops.find_map(|(at, cells)| Some((at, columns(cells)?)));
    let (begins, columns) = found
        .ok_or("This is no bank statement: no row has headings for the date and the amounts")?;
    let mut read = BankStatement::default();
    for row in table.rows.into_iter().skip(begins) {
        match line(row.number, &row.cells, &columns) {
            Some(line) => read.lines.push(line),
            None if looks_like_line(&row.cells, &columns) => read.unread.push(row.number),
            None => {}
        }
    }
    match read.lines.len() {
        0 if read.unread.is_empty() => Err("The statement has no lines".into()),
        many if many > MOST_LINES => Err("The statement has more than 5,000 lines".into()),
        _ => Ok(read),
    }
}

/// A row with something like a date, and an amount or a date that cannot be read; sums and titles have neither.
fn looks_like_line(cells: &[String], columns: &[(Column, usize)]) -> bool {
    let said = |(_, at): &(Column, usize)| cells.get(*at).map_or("", |cell| cell.trim());
    let (dates, rest): (Vec<_>, Vec<_>) = columns.iter().partition(|(of, _)| *of == Column::Date);
    let has_date = dates.iter().any(|one| said(one).contains(|c: char| c.is_ascii_digit()));
    let is_dated = dates.iter().any(|one| day(said(one)).is_some());
    let amounts = [Column::Came, Column::Went, Column::Amount];
    let amounts = rest.iter().filter(|(of, _)| amounts.contains(of)).map(said);
    let given: Vec<&str> = amounts.filter(|text| !text.is_empty()).collect();
    let is_number = |text: &&str| number::read(text, Unit::Paise).is_some();
    has_date && !given.is_empty() && !(is_dated && given.iter().all(is_number))
}

/// The day of a cell, with or without a time behind it.
fn day(text: &str) -> Option<Day> {
    date(text.split(' ').next().unwrap_or_default()).or_else(|| date(text))
}

/// A row with a date and an amount; whatever else a bank writes is none.
fn line(number: u32, cells: &[String], columns: &[(Column, usize)]) -> Option<StatementLine> {
    let of = |column: Column| {
        let at = columns.iter().find(|(known, _)| *known == column).map(|(_, at)| *at);
        at.and_then(|at| cells.get(at)).map(|cell| cell.trim()).unwrap_or_default()
    };
    let paise = |column| number::read(of(column), Unit::Paise).unwrap_or(0);
    let date = day(of(Column::Date));
    let plain = match (paise(Column::Came), paise(Column::Went)) {
        (0, 0) => {
            let amount = paise(Column::Amount);
            let went = of(Column::Direction).to_lowercase().starts_with('d');
            if went { -amount.abs() } else { amount }
        }
        (came, went) => came.abs() - went.abs(),
    };
    (date.is_some() && plain != 0).then(|| StatementLine {
        number,
        date,
        text: of(Column::Text).to_owned(),
        reference: of(Column::Reference).to_owned(),
        amount_paise: plain,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<(Option<String>, String, String, i64)> {
        let all = read(text.as_bytes()).unwrap_or_default().lines.into_iter();
        let shown = |line: StatementLine| {
            (line.date.map(|day| day.to_string()), line.text, line.reference, line.amount_paise)
        };
        all.map(shown).collect()
    }

    #[test]
    fn a_statement_is_read_below_the_lines_that_the_bank_writes_above_it() {
        let text = "Account,50100012345678,,,,,\n,,,,,,\n\
            Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\n\
            ********,,,,,,\n\
            21/11/26,NEFT CR-UTIB0000123-SHARMA,UTIBN52026112112345,21/11/26,,\"1,23,456.50\",1\n\
            22/11/26,CHQ RETURN 123456,0000000000123456,22/11/26,5000.00,,1\n\
            STATEMENT SUMMARY,,,,,,\n";
        let day = |day: &str| Some(day.to_owned());
        let neft = "NEFT CR-UTIB0000123-SHARMA".to_owned();
        assert_eq!(
            lines(text),
            [
                (day("2026-11-21"), neft, "UTIBN52026112112345".to_owned(), 12_345_650),
                (
                    day("2026-11-22"),
                    "CHQ RETURN 123456".to_owned(),
                    "0000000000123456".to_owned(),
                    -500_000
                ),
            ]
        );
    }

    #[test]
    fn a_row_whose_date_or_amount_cannot_be_read_is_told_and_a_sum_is_none() {
        let text = "Date,Narration,Withdrawal,Deposit\n21/11/26,NEFT,,500.00\n32/11/26,NEFT,,700\n\
            22/11/26,CHQ,abc,\n33/11/26,X,abc,\n,TOTAL,0,1200\n23/11/26,OPENING,0,0\nTotal,,,1200\n";
        let read = read(text.as_bytes()).unwrap_or_default();
        assert_eq!((read.lines.len(), read.unread), (1, vec![3, 4, 5]));
    }

    #[test]
    fn one_column_of_amounts_goes_by_its_direction() {
        let text = "Txn Date;Description;Amount (INR);Dr/Cr\n\
            21-11-2026 10:15;UPI/632612345678/SHARMA;2,500;CR\n21-11-2026;CHARGES;59;DR\n";
        let amounts: Vec<i64> = lines(text).into_iter().map(|line| line.3).collect();
        assert_eq!(amounts, [250_000, -5_900]);
    }

    #[test]
    fn a_file_without_dates_and_amounts_is_no_statement() {
        assert!(
            read(b"Name,City\nAsha,Pune\n")
                .is_err_and(|why| why.message().contains("no bank statement"))
        );
        assert!(
            read(b"Date,Credit\n").is_err_and(|why| why.message() == "The statement has no lines")
        );
    }
}
