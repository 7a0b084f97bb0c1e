//! Statements of account: of one party every document with the balance after it and how late what is owed is; of
//! all of them one line each. As of any day, from the books alone.

use std::collections::BTreeMap;

use super::ask::Ask;
use super::bases::Window;
use super::facts::{PAPERS, PARTIES};
use super::measures::FigureKind;
use super::table::{
    CellFormat, CellPath, DrillStep, ReportCell, ReportColumn, ReportLine, ReportTable,
};
use super::words::OPENING_BALANCE;
use super::{Fault, Frames, kernel};

/// The places of these parties among the books' accounts.
const CUSTOMERS: i64 = 0;
const SUPPLIERS: i64 = 1;
const TRANSPORTERS: i64 = 2;

/// What is owed by how late it is: the first day late of each, and what it is called.
const AGES: [(i64, &str, &str); 5] = [
    (i64::MIN, "not_due", "Not due ₹"),
    (1, "days_1_30", "1–30 days ₹"),
    (31, "days_31_60", "31–60 days ₹"),
    (61, "days_61_90", "61–90 days ₹"),
    (91, "days_over_90", "Over 90 days ₹"),
];

/// One row of a party's account.
struct Moved {
    seq: i64,
    day: i64,
    /// One more than the place of its document.
    paper: i64,
    amount: i64,
}

/// A party's account until the last day asked.
#[derive(Default)]
struct PartyAccount {
    /// What stood in it before the books began, and the day on which that was due.
    brought: i64,
    brought_due: i64,
    rows: Vec<Moved>,
}

/// Statements of customers, debit above zero.
pub fn of_customers(frames: &Frames, ask: &Ask) -> Result<ReportTable, Fault> {
    table(frames, ask, CUSTOMERS)
}

/// Statements of suppliers of material.
pub fn of_suppliers(frames: &Frames, ask: &Ask) -> Result<ReportTable, Fault> {
    table(frames, ask, SUPPLIERS)
}

/// Statements of transporters and job workers.
pub fn of_transporters(frames: &Frames, ask: &Ask) -> Result<ReportTable, Fault> {
    table(frames, ask, TRANSPORTERS)
}

fn table(frames: &Frames, ask: &Ask, account: i64) -> Result<ReportTable, Fault> {
    let accounts = accounts(frames, ask, account)?;
    let one = ask.filters.iter().any(|(by, ids)| by.key == "party" && ids.len() == 1);
    let dues = Dues::of(frames)?;
    let mut table = match accounts.iter().next() {
        Some((_, only)) if one => statement(frames, ask, only, &dues),
        _ if one => ReportTable { heads: statement_heads(), ..ReportTable::default() },
        _ => overview(frames, ask, (PARTIES[account as usize], &accounts), &dues),
    };
    table.read = frames.frame("entry")?.rows() as u64;
    if account == CUSTOMERS && frames.frame("brought")?.column("amount").is_err() {
        without_balances(&mut table);
    }
    Ok(table)
}

/// What rests on an opening balance is for those who see credit figures; others are told what moved.
fn without_balances(table: &mut ReportTable) {
    const TOLD: &[&str] = &["paper", "party", "day", "due", "debit", "credit"];
    let is_told: Vec<bool> =
        table.heads.iter().map(|head| TOLD.contains(&head.key.as_str())).collect();
    // Lines of nothing but a balance: the first one, and those of how late the last is.
    table.lines.retain(|line| {
        let told = line.cells.iter().zip(&is_told).skip(1);
        told.into_iter().any(|(cell, is_told)| *is_told && *cell != ReportCell::None)
    });
    let kept = |cells: &mut Vec<ReportCell>, from: usize| {
        let mut is_told = is_told.iter().skip(from);
        cells.retain(|_| is_told.next().copied().unwrap_or(false));
    };
    table.lines.iter_mut().for_each(|line| kept(&mut line.cells, 0));
    // A total has no cell for the first column.
    if let Some(total) = &mut table.total {
        kept(total, 1);
    }
    let mut is_told = is_told.iter();
    table.heads.retain(|_| is_told.next().copied().unwrap_or(false));
}

/// The accounts by the places of their parties.
fn accounts(
    frames: &Frames,
    ask: &Ask,
    wanted: i64,
) -> Result<BTreeMap<usize, PartyAccount>, Fault> {
    let mut found: BTreeMap<usize, PartyAccount> = BTreeMap::new();
    let frame = frames.frame("entry")?;
    let column = |name: &str| frame.column(name);
    let (seq, day, paper) = (column("seq")?, column("day")?, column("paper")?);
    let (account, ledger, amount) = (column("account")?, column("ledger")?, column("amount")?);
    if let Some(filters) = ask.filters_of(frames, "entry", Window::Now)? {
        for row in kernel::rows(frames, "entry", &filters)? {
            let Ok(party) = usize::try_from(ledger.at(row) - 1) else { continue };
            if account.at(row) != wanted || amount.at(row) == 0 || day.at(row) > ask.to {
                continue;
            }
            let (seq, day, paper) = (seq.at(row), day.at(row), paper.at(row));
            let moved = Moved { seq, day, paper, amount: amount.at(row) };
            found.entry(party).or_default().rows.push(moved);
        }
    }
    brought(frames, ask, wanted, &mut found)?;
    for one in found.values_mut() {
        one.rows.sort_by_key(|row| (row.day, row.seq));
    }
    Ok(found)
}

/// Adds what customers owed before the books began. It is of no branch.
fn brought(
    frames: &Frames,
    ask: &Ask,
    wanted: i64,
    found: &mut BTreeMap<usize, PartyAccount>,
) -> Result<(), Fault> {
    if wanted != CUSTOMERS || ask.filters.iter().any(|(by, _)| by.key != "party") {
        return Ok(());
    }
    let id = frames.frame("ledger")?.column("id")?;
    let frame = frames.frame("brought")?;
    let Ok(opening) = frame.column("amount") else { return Ok(()) };
    let (of, due) = (frame.column("ledger")?, frame.column("due")?);
    let chosen = ask.filters.iter().find(|(by, _)| by.key == "party").map(|(_, ids)| ids);
    for row in (0..frame.rows()).filter(|row| frame.is_live(*row)) {
        let Ok(party) = usize::try_from(of.at(row) - 1) else { continue };
        if chosen.is_none_or(|ids| ids.iter().any(|one| one == id.text(party))) {
            let account = found.entry(party).or_default();
            (account.brought, account.brought_due) = (opening.at(row), due.at(row));
        }
    }
    Ok(())
}

/// When documents are to be paid, by one more than their places.
struct Dues {
    /// The last day of each.
    last: BTreeMap<i64, i64>,
    /// The instalments of those that have them: days and amounts, the last first.
    parts: BTreeMap<i64, Vec<(i64, i64)>>,
}

impl Dues {
    fn of(frames: &Frames) -> Result<Dues, Fault> {
        let frame = frames.frame("bill")?;
        let (paper, due) = (frame.column("paper")?, frame.column("due")?);
        let rows = (0..frame.rows()).filter(|row| frame.is_live(*row) && due.at(*row) > 0);
        let last = rows.map(|row| (paper.at(row), due.at(row))).collect();
        let mut parts: BTreeMap<i64, Vec<(i64, i64)>> = BTreeMap::new();
        let frame = frames.frame("instalment")?;
        // Amounts come to those who see rates; to others all of a bill is due on its last day.
        if let Ok(amount) = frame.column("amount") {
            let (paper, due) = (frame.column("paper")?, frame.column("due")?);
            for row in (0..frame.rows()).filter(|row| frame.is_live(*row)) {
                parts.entry(paper.at(row)).or_default().push((due.at(row), amount.at(row)));
            }
        }
        parts.values_mut().for_each(|parts| parts.sort_unstable_by_key(|(due, _)| -*due));
        Ok(Dues { last, parts })
    }

    /// A document's amount by the days on which it is due; one that is to be paid on no day was due when it was made.
    ///
    /// Where less than all instalments is left, the first of them are gone.
    fn split(&self, paper: i64, day: i64, amount: i64, bills: &mut Vec<(i64, i64)>) {
        let mut left = amount;
        if amount > 0 {
            for (due, part) in self.parts.get(&paper).into_iter().flatten() {
                let part = left.min(*part);
                bills.push((*due, part));
                left -= part;
            }
        }
        if left != 0 {
            bills.push((self.last.get(&paper).copied().unwrap_or(day), left));
        }
    }
}

impl PartyAccount {
    fn sum(&self, from: i64, to: i64) -> [i64; 2] {
        let rows = self.rows.iter().filter(|row| (from..=to).contains(&row.day));
        rows.fold([0; 2], |[debit, credit], row| match row.amount {
            above @ 1.. => [debit.saturating_add(above), credit],
            below => [debit, credit.saturating_sub(below)],
        })
    }

    fn opening(&self, ask: &Ask) -> i64 {
        let [debit, credit] = self.sum(i64::MIN, ask.from - 1);
        self.brought.saturating_add(debit).saturating_sub(credit)
    }

    /// The balance on the last day by how late it is: what was paid settled what was due first.
    fn ages(&self, balance: i64, today: i64, dues: &Dues) -> [i64; AGES.len()] {
        let mut by_paper: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
        for row in &self.rows {
            by_paper.entry(row.paper).or_insert((row.day, 0)).1 += row.amount;
        }
        let mut bills: Vec<(i64, i64)> = Vec::with_capacity(by_paper.len() + 1);
        for (paper, (day, amount)) in by_paper {
            dues.split(paper, day, amount, &mut bills);
        }
        bills.push((self.brought_due, self.brought));
        bills.retain(|(_, amount)| amount.signum() == balance.signum());
        bills.sort_unstable_by_key(|(due, _)| std::cmp::Reverse(*due));
        let (mut left, mut ages) = (balance.abs(), [0; AGES.len()]);
        for (due, amount) in bills {
            let open = left.min(amount.abs());
            left -= open;
            let late = today - due;
            let age = AGES.iter().rposition(|(first, ..)| *first <= late).unwrap_or(0);
            ages[age] += open * balance.signum();
        }
        // What no document explains was owed from the beginning.
        ages[AGES.len() - 1] += left * balance.signum();
        ages
    }
}

fn head(key: &str, label: &str, shown: CellFormat) -> ReportColumn {
    ReportColumn { shown, ..ReportColumn::text(key, label) }
}

const PAISE: CellFormat = CellFormat::Figure(FigureKind::Paise);

fn statement_heads() -> Vec<ReportColumn> {
    vec![
        ReportColumn::text("paper", "Document"),
        head("day", "Date", CellFormat::Day),
        head("due", "Due", CellFormat::Day),
        head("debit", "Debit ₹", PAISE),
        head("credit", "Credit ₹", PAISE),
        head("balance", "Balance ₹", PAISE),
    ]
}

fn statement(frames: &Frames, ask: &Ask, one: &PartyAccount, dues: &Dues) -> ReportTable {
    let mut table = ReportTable { heads: statement_heads(), ..ReportTable::default() };
    let mut balance = one.opening(ask);
    let plain = |called: &str, sums: [ReportCell; 3]| {
        let [debit, credit, balance] = sums;
        let called = ReportCell::Text(called.to_owned());
        let cells = vec![called, ReportCell::None, ReportCell::None, debit, credit, balance];
        ReportLine { cells, ..ReportLine::default() }
    };
    let none = || ReportCell::None;
    let number = ReportCell::Number;
    table.lines.push(plain(OPENING_BALANCE, [none(), none(), number(balance)]));
    let at = |path: &str, paper: i64| match usize::try_from(paper - 1) {
        Ok(row) => CellPath::of(frames, "paper", path).at(row),
        Err(_) => ReportCell::None,
    };
    for row in one.rows.iter().filter(|row| row.day >= ask.from) {
        balance = balance.saturating_add(row.amount);
        let kind = match at("kind", row.paper) {
            ReportCell::Number(kind) => usize::try_from(kind).ok().and_then(|at| PAPERS.get(at)),
            _ => None,
        };
        let id = match at("id", row.paper) {
            ReportCell::Text(id) => Some(id),
            _ => None,
        };
        let due = dues.last.get(&row.paper).filter(|_| row.amount > 0);
        table.lines.push(ReportLine {
            level: 1,
            cells: vec![
                at("name", row.paper),
                number(row.day),
                due.map_or(ReportCell::None, |due| number(*due)),
                if row.amount > 0 { number(row.amount) } else { none() },
                if row.amount < 0 { number(-row.amount) } else { none() },
                number(balance),
            ],
            steps: Vec::new(),
            opens: kind.zip(id).map(|(kind, id)| ((*kind).to_owned(), id)),
        });
    }
    let ages = one.ages(balance, ask.to, dues);
    table.lines.push(plain("Closing balance by how late it is", [none(), none(), none()]));
    for ((_, _, label), age) in AGES.iter().zip(ages) {
        let label = label.trim_end_matches(" ₹");
        let line = plain(label, [none(), none(), number(age)]);
        table.lines.push(ReportLine { level: 1, ..line });
    }
    let [debit, credit] = one.sum(ask.from, ask.to);
    let total = [debit, credit, balance].map(number);
    table.total = Some([none(), none()].into_iter().chain(total).collect());
    table
}

fn overview(
    frames: &Frames,
    ask: &Ask,
    (kind, accounts): (&str, &BTreeMap<usize, PartyAccount>),
    dues: &Dues,
) -> ReportTable {
    let mut heads = vec![
        ReportColumn::text("party", "Party"),
        head("opening", "Opening ₹", PAISE),
        head("debit", "Debit ₹", PAISE),
        head("credit", "Credit ₹", PAISE),
        head("closing", "Closing ₹", PAISE),
    ];
    heads.extend(AGES.iter().map(|(_, key, label)| head(key, label, PAISE)));
    let mut table = ReportTable { heads, ..ReportTable::default() };
    let mut total = vec![0_i64; 4 + AGES.len()];
    let at = |path: &str, party: usize| match CellPath::of(frames, "ledger", path).at(party) {
        ReportCell::Text(text) => text,
        _ => String::new(),
    };
    let mut lines: Vec<(String, usize, Vec<i64>)> = Vec::new();
    for (party, one) in accounts {
        let opening = one.opening(ask);
        let [debit, credit] = one.sum(ask.from, ask.to);
        let closing = opening.saturating_add(debit).saturating_sub(credit);
        if [opening, debit, credit].iter().all(|sum| *sum == 0) {
            continue;
        }
        let mut sums = vec![opening, debit, credit, closing];
        sums.extend(one.ages(closing, ask.to, dues));
        total.iter_mut().zip(&sums).for_each(|(all, sum)| *all = all.saturating_add(*sum));
        lines.push((at("name", *party), *party, sums));
    }
    lines.sort();
    table.lines = lines
        .into_iter()
        .map(|(called, party, sums)| {
            let cells = std::iter::once(ReportCell::Text(called));
            let cells = cells.chain(sums.into_iter().map(ReportCell::Number)).collect();
            let id = at("id", party);
            // A figure leads to the party's own statement, its name to the party.
            let steps = vec![DrillStep { dimension: "party", value: id.clone() }];
            ReportLine { level: 0, cells, steps, opens: Some((kind.to_owned(), id)) }
        })
        .collect();
    table.total = Some(total.into_iter().map(ReportCell::Number).collect());
    table
}
