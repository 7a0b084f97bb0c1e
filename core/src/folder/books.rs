//! The books of the folder's period: trial balance, ledgers and day book, from its vouchers and opening balances.

use std::collections::BTreeMap;

use super::index::FolderVoucher;
use super::page::{FolderColumn, FolderLine, FolderNames, FolderTable, FolderText, address};
use crate::docs;
use crate::ledger::books::{ACCOUNTS, CLASSES, PARTIES, class_of};
use crate::value::Day;

/// An account's sums, paise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FolderSum {
    /// Debit above zero.
    pub opening: i64,
    pub debit: i64,
    /// Above zero, too.
    pub credit: i64,
}

impl FolderSum {
    pub fn closing(self) -> i64 {
        self.opening.saturating_add(self.debit).saturating_sub(self.credit)
    }

    fn add(&mut self, other: FolderSum) {
        self.opening = self.opening.saturating_add(other.opening);
        self.debit = self.debit.saturating_add(other.debit);
        self.credit = self.credit.saturating_add(other.credit);
    }

    fn cells(self) -> Vec<FolderText> {
        [self.opening, self.debit, self.credit, self.closing()].map(FolderText::paise).to_vec()
    }
}

/// The books of a period.
#[derive(Clone, Debug, Default)]
pub struct FolderBooks {
    /// By account: what it stood at before the period.
    pub opening: BTreeMap<String, i64>,
    /// By number.
    pub vouchers: BTreeMap<u64, FolderVoucher>,
}

impl FolderBooks {
    /// Every account that stood at something or was booked to.
    pub fn sums(&self) -> BTreeMap<&str, FolderSum> {
        let mut sums: BTreeMap<&str, FolderSum> = BTreeMap::new();
        for (account, paise) in &self.opening {
            sums.entry(account).or_default().opening = *paise;
        }
        for (account, paise) in self.vouchers.values().flat_map(|one| &one.voucher.rows) {
            let sum = sums.entry(account).or_default();
            let side = if *paise > 0 { &mut sum.debit } else { &mut sum.credit };
            *side = side.saturating_add(paise.saturating_abs());
        }
        sums
    }

    /// Every account of our own, and those of the parties together.
    pub fn trial_balance(&self) -> FolderTable {
        let mut groups: Vec<Vec<(String, String, FolderSum)>> = vec![Vec::new(); CLASSES.len()];
        let sums = self.sums();
        for (kind, label, class) in PARTIES {
            let mut sum = FolderSum::default();
            let prefix = format!("{kind}:");
            sums.iter()
                .filter(|(own, _)| own.starts_with(&prefix))
                .for_each(|(_, own)| sum.add(*own));
            if sum != FolderSum::default() {
                groups[*class].push(((*label).to_owned(), format!("#parties/{kind}"), sum));
            }
        }
        for (account, label) in ACCOUNTS {
            if let Some(sum) = sums.get(account) {
                let to = format!("#ledger/{account}");
                groups[class_of(account)].push(((*label).to_owned(), to, *sum));
            }
        }
        let mut whole = FolderSum::default();
        let mut lines = Vec::new();
        for (class, group) in CLASSES.iter().zip(groups).filter(|(_, group)| !group.is_empty()) {
            let mut sum = FolderSum::default();
            group.iter().for_each(|(_, _, own)| sum.add(*own));
            whole.add(sum);
            lines.push(line(FolderText::plain(*class), sum, true));
            let own = group
                .into_iter()
                .map(|(label, to, sum)| line(FolderText::to(label, to), sum, false));
            lines.extend(own);
        }
        lines.push(line(FolderText::plain("Total"), whole, true));
        table("Trial balance", "Account", lines)
    }

    /// The accounts of the parties of a type.
    pub fn parties(&self, kind: &str, names: &FolderNames) -> FolderTable {
        let prefix = format!("{kind}:");
        let label =
            PARTIES.iter().find(|(own, ..)| *own == kind).map_or(kind, |(_, label, _)| label);
        let (mut whole, mut lines) = (FolderSum::default(), Vec::new());
        for (account, sum) in self.sums().into_iter().filter(|(own, _)| own.starts_with(&prefix)) {
            whole.add(sum);
            let to = format!("#ledger/{account}");
            lines.push(line(FolderText::to(account_name(account, names), to), sum, false));
        }
        lines.sort_by(|one, other| one.cells[0].text.cmp(&other.cells[0].text));
        lines.push(line(FolderText::plain("Total"), whole, true));
        table(label, "Account", lines)
    }

    /// The vouchers of an account in the order of their days, each with the balance behind it.
    pub fn ledger(&self, account: &str, names: &FolderNames) -> FolderTable {
        let mut balance = self.opening.get(account).copied().unwrap_or(0);
        let texts = |text: &str, balance: i64| FolderLine {
            cells: vec![
                FolderText::default(),
                FolderText::plain(text),
                FolderText::default(),
                FolderText::default(),
                FolderText::default(),
                FolderText::paise(balance),
            ],
            is_strong: true,
        };
        let mut lines = vec![texts("Opening balance", balance)];
        for one in self.in_order() {
            for (_, paise) in one.voucher.rows.iter().filter(|(own, _)| own == account) {
                balance = balance.saturating_add(*paise);
                let mut cells = head(one, names);
                let others = one.voucher.rows.iter().filter(|(own, _)| own != account);
                let others = others.map(|(own, _)| account_name(own, names)).collect::<Vec<_>>();
                cells.push(FolderText::plain(others.join(", ")));
                cells.extend(sides(*paise));
                cells.push(FolderText::paise(balance));
                lines.push(FolderLine { cells, is_strong: false });
            }
        }
        lines.push(texts("Closing balance", balance));
        let mut columns = vec![FolderColumn::text("Date"), FolderColumn::text("Document")];
        columns.push(FolderColumn::text("Against"));
        columns.extend(["Debit", "Credit", "Balance"].map(FolderColumn::number));
        FolderTable { title: account_name(account, names), columns, total: lines.len(), lines }
    }

    /// Every voucher of some days with its rows.
    pub fn day_book(&self, days: (Day, Day), names: &FolderNames) -> FolderTable {
        let mut lines = Vec::new();
        for one in self.in_order() {
            if !(days.0..=days.1).contains(&one.voucher.date) {
                continue;
            }
            for (at, (account, paise)) in one.voucher.rows.iter().enumerate() {
                let mut cells = match at {
                    0 => head(one, names),
                    _ => vec![FolderText::default(), FolderText::default()],
                };
                let to = format!("#ledger/{account}");
                cells.push(FolderText::to(account_name(account, names), to));
                cells.extend(sides(*paise));
                lines.push(FolderLine { cells, is_strong: false });
            }
        }
        let mut columns = vec![FolderColumn::text("Date"), FolderColumn::text("Document")];
        columns.push(FolderColumn::text("Account"));
        columns.extend(["Debit", "Credit"].map(FolderColumn::number));
        FolderTable { title: "Day book".to_owned(), columns, total: lines.len(), lines }
    }

    fn in_order(&self) -> Vec<&FolderVoucher> {
        let mut all: Vec<&FolderVoucher> = self.vouchers.values().collect();
        all.sort_by_key(|one| (one.voucher.date, one.number));
        all
    }
}

fn sides(paise: i64) -> [FolderText; 2] {
    [FolderText::paise(paise.max(0)), FolderText::paise(paise.min(0).saturating_neg())]
}

fn head(one: &FolderVoucher, names: &FolderNames) -> Vec<FolderText> {
    let (kind, id) = (&one.voucher.doc_type, &one.voucher.doc_id);
    let label = docs::find(kind).map_or(kind.as_str(), |def| def.label);
    let name = names.find(kind, id).unwrap_or("");
    let text = format!("{label} {name}");
    vec![
        FolderText::plain(one.voucher.date.shown()),
        FolderText::to(text.trim_end(), address(kind, id)),
    ]
}

/// The name of an account.
pub fn account_name(account: &str, names: &FolderNames) -> String {
    if let Some((kind, id)) = account.split_once(':') {
        return names.find(kind, id).unwrap_or(id).to_owned();
    }
    let known = ACCOUNTS.iter().find(|(key, _)| *key == account);
    known.map_or(account, |(_, label)| label).to_owned()
}

fn line(name: FolderText, sum: FolderSum, is_strong: bool) -> FolderLine {
    let mut cells = vec![name];
    cells.extend(sum.cells());
    FolderLine { cells, is_strong }
}

fn table(title: &str, of: &str, lines: Vec<FolderLine>) -> FolderTable {
    let mut columns = vec![FolderColumn::text(of)];
    columns.extend(["Opening", "Debit", "Credit", "Closing"].map(FolderColumn::number));
    FolderTable { title: title.to_owned(), columns, total: lines.len(), lines }
}
