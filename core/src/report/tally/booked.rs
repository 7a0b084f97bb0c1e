//! The vouchers of the books in the days asked, and those of them that were exported already.

use std::collections::BTreeMap;

use super::book::by_paper as rows_by_paper;
use super::goods::{Moved, journals};
use super::{STATES, VoucherKind};
use crate::ledger::books;
use crate::report::ask::Ask;
use crate::report::bases::Window;
use crate::report::facts::{PAPERS, own_account};
use crate::report::measures::FigureKind;
use crate::report::table::{
    CellFormat, CellPath, ReportCell, ReportColumn, ReportLine, ReportTable,
};
use crate::report::{Fault, Frames, kernel};

/// A document's vouchers as one: what it booked, less what it took back. Of a receipt and of a trip each is apart: they
/// are of their own days and of several parties.
#[derive(Clone, Debug, Default)]
pub(super) struct Booked {
    pub paper: usize,
    /// Which voucher of a receipt or a trip; 0 of everything else.
    pub line: i64,
    pub kind: VoucherKind,
    pub day: i64,
    /// Its first and its last entry of the books.
    pub first: i64,
    pub last: i64,
    /// By account; a party's under its place among the ledgers.
    pub sums: BTreeMap<Account, i64>,
    /// Of a stock journal, which has no accounts.
    pub goods: Vec<Moved>,
    /// When Tally last took it, and who gave it.
    pub exported: Option<(i64, usize)>,
    pub changed: bool,
    /// Tally's log of the last file names it.
    pub refused: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Account {
    Party(usize),
    Own(String),
}

impl Booked {
    pub fn cancelled(&self) -> bool {
        self.goods.is_empty() && self.sums.values().all(|sum| *sum == 0)
    }

    /// The amount on an account of our own, debit above zero.
    pub fn own(&self, account: &str) -> i64 {
        self.sums.get(&Account::Own(account.to_owned())).copied().unwrap_or(0)
    }

    pub fn party(&self) -> Option<(usize, i64)> {
        self.sums.iter().find_map(|(account, sum)| match account {
            Account::Party(row) => Some((*row, *sum)),
            Account::Own(_) => None,
        })
    }

    /// Its place among [`STATES`].
    // DECISIONS 41
    pub fn state(&self) -> usize {
        match (self.exported, self.changed) {
            _ if self.refused => 3,
            (None, _) => 0,
            (Some(_), false) => 1,
            (Some(_), true) => 2,
        }
    }

    /// The id of its document as this voucher alone has it.
    pub fn id(&self, id: &str) -> String {
        match self.kind {
            VoucherKind::StockJournal => format!("{id}-goods"),
            _ => self.numbered(id, "-"),
        }
    }

    /// A name of the document that this voucher alone has among those of its type: the first one's is the document's
    /// own.
    pub fn numbered(&self, name: &str, by: &str) -> String {
        match self.line {
            0 => name.to_owned(),
            line => format!("{name}{by}{}", line + 1),
        }
    }

    /// Its amounts: of goods what they are worth.
    fn amounts(&self) -> impl Iterator<Item = i64> + '_ {
        self.sums.values().copied().chain(self.goods.iter().map(|one| one.paise))
    }

    fn debit(&self) -> i64 {
        self.amounts().filter(|sum| *sum > 0).sum()
    }

    fn credit(&self) -> i64 {
        self.amounts().filter(|sum| *sum < 0).map(|sum| -sum).sum()
    }
}

/// An export that was recorded.
struct Run {
    from: i64,
    to: i64,
    /// As a link: 0 for every branch.
    branch: i64,
    until: i64,
    at: i64,
    by: usize,
    /// What Tally's log says of it.
    errors: Vec<String>,
}

impl Run {
    /// Whether a line of the log names a voucher.
    fn refused(&self, number: &str) -> bool {
        self.errors.iter().any(|line| names(line, number))
    }
}

/// Whether a number stands in a line as a word of its own, and not as part of a longer one.
fn names(line: &str, number: &str) -> bool {
    let longer = |c: char| c.is_alphanumeric() || matches!(c, '/' | '-');
    let mut found = line.match_indices(number);
    !number.is_empty()
        && found.any(|(at, _)| {
            let after = &line[at + number.len()..];
            !line[..at].ends_with(longer) && !after.starts_with(longer)
        })
}

fn runs(frames: &Frames) -> Result<Vec<Run>, Fault> {
    let frame = frames.frame("tally_export")?;
    let column = |name: &str| frame.column(name);
    let (from, to, until) = (column("from")?, column("to")?, column("until")?);
    let (branch, at, by) = (column("branch")?, column("at")?, column("by")?);
    let id = column("id")?;
    let told = frames.frame("tally_error")?;
    let (export, line) = (told.column("export")?, told.column("line")?);
    let mut errors: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for row in (0..told.rows()).filter(|row| told.is_live(*row)) {
        errors.entry(export.text(row)).or_default().push(line.text(row).to_owned());
    }
    let rows = (0..frame.rows()).filter(|row| frame.is_live(*row));
    let run = |row| Run {
        from: from.at(row),
        to: to.at(row),
        branch: branch.at(row),
        until: until.at(row),
        at: at.at(row),
        by: by.at(row) as usize,
        errors: errors.get(id.text(row)).cloned().unwrap_or_default(),
    };
    Ok(rows.map(run).collect())
}

/// The vouchers of the days asked, by day and number of the document.
pub(super) fn booked(frames: &Frames, ask: &Ask) -> Result<Vec<Booked>, Fault> {
    let mut plain = ask.clone();
    // No column of a row: whether it was given away follows from the exports, its type from all of its rows.
    let mut taken = |key: &str| {
        let at = plain.filters.iter().position(|(one, _)| one.key == key);
        at.map(|at| plain.filters.remove(at).1)
    };
    let (wanted, kinds) = (taken("tally_state"), taken("voucher_kind"));
    let Some(filters) = plain.filters_of(frames, "entry", Window::Now)? else {
        return Ok(Vec::new());
    };
    let rows = kernel::rows(frames, "entry", &filters)?;
    let mut all = by_paper(frames, &rows)?;
    all.extend(journals(frames, &rows)?);
    all.retain(|one| (ask.from..=ask.to).contains(&one.day));
    if let Some(kinds) = kinds {
        all.retain(|one| kinds.contains(&(one.kind as usize).to_string()));
    }
    let runs = runs(frames)?;
    let paper = frames.frame("paper")?;
    let (name, branch) = (paper.column("name")?, paper.column("branch")?);
    for one in &mut all {
        let given = |run: &&Run| {
            (run.from..=run.to).contains(&one.day)
                && one.first <= run.until
                && [0, branch.at(one.paper)].contains(&run.branch)
        };
        let number = one.numbered(name.text(one.paper), "/");
        let mut given: Vec<&Run> = runs.iter().filter(given).collect();
        given.sort_by_key(|run| (run.until, run.at));
        one.refused = given.last().is_some_and(|run| run.refused(&number));
        let taken = given.iter().rev().find(|run| !run.refused(&number));
        one.exported = taken.map(|run| (run.at, run.by));
        one.changed = taken.is_some_and(|run| run.until < one.last);
    }
    if let Some(wanted) = wanted {
        all.retain(|one| wanted.contains(&one.state().to_string()));
    }
    all.sort_by_key(|one| (one.day, one.kind, name.text(one.paper).to_owned(), one.line));
    Ok(all)
}

fn by_paper(frames: &Frames, rows: &[usize]) -> Result<Vec<Booked>, Fault> {
    let frame = frames.frame("entry")?;
    let column = |name: &str| frame.column(name);
    let (seq, day, paper) = (column("seq")?, column("day")?, column("paper")?);
    let lines = column("line")?;
    let (account, ledger) = (column("account")?, column("ledger")?);
    let amount = column("amount")?;
    let kinds = frames.frame("paper")?.column("kind")?;
    let mut found: BTreeMap<(usize, i64), Booked> = BTreeMap::new();
    // What sold goods had cost has no amount here: it is not for other books.
    for &row in rows.iter().filter(|row| amount.at(**row) != 0) {
        let Ok(at) = usize::try_from(paper.at(row) - 1) else { continue };
        let number = seq.at(row);
        let kind = kind_of(kinds.at(at));
        let line = if apart(kinds.at(at)) { lines.at(row) } else { 0 };
        let one = found.entry((at, line)).or_insert_with(|| Booked {
            paper: at,
            line,
            kind,
            day: day.at(row),
            first: number,
            last: number,
            ..Booked::default()
        });
        if number < one.first {
            (one.first, one.day) = (number, day.at(row));
        }
        one.last = one.last.max(number);
        let whose = match usize::try_from(ledger.at(row) - 1) {
            Ok(party) => Account::Party(party),
            Err(_) => Account::Own(own_account(account.at(row)).unwrap_or_default().to_owned()),
        };
        let sum = one.sums.entry(whose).or_insert(0);
        let total = sum.checked_add(amount.at(row));
        *sum = total.ok_or_else(|| Fault::Overflow("amount".to_owned()))?;
    }
    // What came in addition to an inward is a purchase where a supplier is owed for it.
    for one in found.values_mut().filter(|one| one.kind == VoucherKind::Journal) {
        if paper_of(kinds.at(one.paper)) == Some(&"additional_inward") && one.party().is_some() {
            one.kind = VoucherKind::Purchase;
        }
    }
    for one in found.values_mut() {
        match paper_of(kinds.at(one.paper)) {
            Some(&"receipt") => one.kind = kind_of_event(one),
            Some(&"trip") if moves_money(one) => one.kind = VoucherKind::Payment,
            _ => {}
        }
    }
    for (paper, line, after) in paid_later(frames)? {
        if let Some(one) = found.get_mut(&(paper, line)) {
            one.last = one.last.max(after);
        }
    }
    Ok(found.into_values().collect())
}

/// What an event of a receipt is in books that know no cheques in hand: money of a customer is a receipt, money that
/// goes to the bank from our own hands a contra, all else a journal.
fn kind_of_event(one: &Booked) -> VoucherKind {
    match one.party() {
        None => VoucherKind::Contra,
        Some((_, owed)) if moves_money(one) && owed <= 0 => VoucherKind::Receipt,
        Some(_) => VoucherKind::Journal,
    }
}

fn moves_money(one: &Booked) -> bool {
    let moves = |account: &str| one.sums.contains_key(&Account::Own(account.to_owned()));
    [books::BANK, books::CASH, books::CHEQUES_IN_HAND].into_iter().any(moves)
}

/// What receipts were set against after they were booked: the voucher, and the books' next entry then.
fn paid_later(frames: &Frames) -> Result<Vec<(usize, i64, i64)>, Fault> {
    let frame = frames.frame("paid")?;
    let (paper, line, after) =
        (frame.column("paper")?, frame.column("line")?, frame.column("after")?);
    let rows = (0..frame.rows()).filter(|row| frame.is_live(*row));
    let of = |row| Some((usize::try_from(paper.at(row) - 1).ok()?, line.at(row), after.at(row)));
    Ok(rows.filter_map(of).collect())
}

fn paper_of(kind: i64) -> Option<&'static &'static str> {
    usize::try_from(kind).ok().and_then(|at| PAPERS.get(at))
}

fn apart(kind: i64) -> bool {
    matches!(paper_of(kind), Some(&"receipt" | &"trip"))
}

fn kind_of(paper: i64) -> VoucherKind {
    match paper_of(paper) {
        Some(&"invoice") => VoucherKind::Sales,
        Some(&"inward") => VoucherKind::Purchase,
        Some(&"receipt") => VoucherKind::Receipt,
        Some(&"credit_note") => VoucherKind::CreditNote,
        Some(&"debit_note" | &"supplier_note") => VoucherKind::DebitNote,
        Some(&"supplier_payment") => VoucherKind::Payment,
        _ => VoucherKind::Journal,
    }
}

/// The columns before those of amounts.
const BEFORE: usize = 6;

/// The columns of amounts: what each is called, and what of a voucher it tells.
type Figure = (&'static str, &'static str, fn(&Booked) -> i64);

const FIGURES: &[Figure] = &[
    ("taxable", "Taxable", |one| {
        let goods = [books::SALES, books::SALES_RETURN, books::STOCK];
        let freight = [books::FREIGHT, books::FREIGHT_INWARD, books::FREIGHT_OUTWARD];
        goods.iter().chain(&freight).map(|account| one.own(account)).sum::<i64>().abs()
    }),
    ("cgst", "CGST", |one| one.own(books::OUTPUT_CGST).abs()),
    ("sgst", "SGST", |one| one.own(books::OUTPUT_SGST).abs()),
    ("igst", "IGST", |one| one.own(books::OUTPUT_IGST).abs()),
    ("cess", "Cess", |one| one.own(books::OUTPUT_CESS).abs()),
    ("input_tax", "Input tax", |one| one.own(books::INPUT_TAX)),
    ("tcs", "TCS", |one| one.own(books::TCS).abs()),
    ("round_off", "Round off", |one| -one.own(books::ROUND_OFF)),
    ("total", "Total", |one| one.party().map_or(0, |(_, sum)| sum.abs())),
    ("debit", "Debit", Booked::debit),
    ("credit", "Credit", Booked::credit),
];

/// The vouchers by type, with how many they are, and the proof that debit equals credit.
///
/// # Errors
/// When the person's frames lack the books, or a filter is not of its form.
pub fn table(frames: &Frames, ask: &Ask) -> Result<ReportTable, Fault> {
    let all = booked(frames, ask)?;
    let bills = rows_by_paper(frames, "bill")?;
    let mut table = ReportTable { heads: heads(), ..ReportTable::default() };
    table.read = frames.frame("entry")?.rows() as u64;
    let mut total = vec![0_i64; FIGURES.len()];
    let blank = |count: usize| std::iter::repeat_n(ReportCell::None, count);
    for kind in VoucherKind::ALL {
        let of: Vec<&Booked> = all.iter().filter(|one| one.kind == *kind).collect();
        if of.is_empty() {
            continue;
        }
        let at = table.lines.len();
        let mut sums = vec![0_i64; FIGURES.len()];
        for one in &of {
            for (sum, (_, _, figure)) in sums.iter_mut().zip(FIGURES) {
                *sum = sum.saturating_add(figure(one));
            }
            table.lines.push(line(frames, one, bills.get(&one.paper).map(|rows| rows[0])));
        }
        let called = ReportCell::Text(format!("{}, {}", kind.name(), counted(of.len())));
        let mut cells: Vec<ReportCell> = std::iter::once(called).chain(blank(BEFORE - 1)).collect();
        cells.extend(sums.iter().map(|sum| ReportCell::Number(*sum)));
        cells.extend([ReportCell::None, ReportCell::None, ReportCell::None]);
        table.lines.insert(at, ReportLine { cells, ..ReportLine::default() });
        total.iter_mut().zip(&sums).for_each(|(all, sum)| *all = all.saturating_add(*sum));
    }
    let total = blank(BEFORE - 1).chain(total.into_iter().map(ReportCell::Number)).chain(blank(3));
    table.total = Some(total.collect());
    Ok(table)
}

fn counted(vouchers: usize) -> String {
    match vouchers {
        1 => "1 voucher".to_owned(),
        more => format!("{more} vouchers"),
    }
}

fn heads() -> Vec<ReportColumn> {
    let shown =
        |key: &str, label: &str, shown| ReportColumn { shown, ..ReportColumn::text(key, label) };
    let mut heads = vec![
        ReportColumn::text("number", "Voucher"),
        shown("day", "Date", CellFormat::Day),
        ReportColumn::text("kind", "Type"),
        ReportColumn::text("party", "Party"),
        ReportColumn::text("gstin", "GSTIN"),
        ReportColumn::text("supply", "Place of supply"),
    ];
    let figure =
        |(key, label, _): &Figure| shown(key, label, CellFormat::Figure(FigureKind::Paise));
    heads.extend(FIGURES.iter().map(figure));
    heads.push(shown("exported", "Exported", CellFormat::Instant));
    heads.push(ReportColumn::text("by", "By"));
    heads.push(ReportColumn::text("state", "State"));
    heads
}

fn line(frames: &Frames, one: &Booked, bill: Option<usize>) -> ReportLine {
    let text = |frame: &str, path: &str, row: usize| CellPath::of(frames, frame, path).at(row);
    let party = one.party().map(|(row, _)| row);
    let of_party = |path: &str| party.map_or(ReportCell::None, |row| text("ledger", path, row));
    // Where its bill names none, its party's state is the place.
    let supply = match bill.map(|row| text("bill", "supply_name", row)) {
        Some(ReportCell::Text(name)) => ReportCell::Text(name),
        _ => of_party("state.name"),
    };
    let number = match text("paper", "name", one.paper) {
        ReportCell::Text(name) => ReportCell::Text(one.numbered(&name, "/")),
        other => other,
    };
    let mut cells = vec![
        number,
        ReportCell::Number(one.day),
        ReportCell::Text(one.kind.name().to_owned()),
        of_party("name"),
        of_party("gstin"),
        supply,
    ];
    cells.extend(FIGURES.iter().map(|(_, _, figure)| ReportCell::Number(figure(one))));
    let (at, by) = one.exported.map_or((ReportCell::None, ReportCell::None), |(at, by)| {
        let by = by.checked_sub(1).map_or(ReportCell::None, |row| text("employee", "name", row));
        (ReportCell::Number(at), by)
    });
    let state = match one.cancelled() {
        true => format!("Cancelled, {}", STATES[one.state()].to_lowercase()),
        false => STATES[one.state()].to_owned(),
    };
    cells.extend([at, by, ReportCell::Text(state)]);
    let kind = match text("paper", "kind", one.paper) {
        ReportCell::Number(kind) => usize::try_from(kind).ok().and_then(|at| PAPERS.get(at)),
        _ => None,
    };
    let id = match text("paper", "id", one.paper) {
        ReportCell::Text(id) => Some(id),
        _ => None,
    };
    let opens = kind.zip(id).map(|(kind, id)| ((*kind).to_owned(), id));
    ReportLine { level: 1, cells, steps: Vec::new(), opens }
}
