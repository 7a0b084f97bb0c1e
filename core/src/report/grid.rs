//! A report's answer: columns of cells, and what is done with them after the pass over the rows.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use super::column::{ColumnKind, Data, Words, each_width};
use super::fault::Fault;
use crate::value::div_half_away;

/// The meaning of a column's cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    Number,
    /// Days since 1970-01-01; 0 is no day.
    Day,
    /// Codes in these words.
    Text(Arc<Words>),
    /// Rows of the frame named, plus one; 0 is no row.
    Row(String),
}

impl Meaning {
    pub(super) fn of(kind: &ColumnKind) -> Meaning {
        match kind {
            ColumnKind::Int => Meaning::Number,
            ColumnKind::Day => Meaning::Day,
            ColumnKind::Text(words) => Meaning::Text(Arc::clone(words)),
            ColumnKind::Link(frame) => Meaning::Row(frame.clone()),
        }
    }
}

/// A column of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    pub name: String,
    pub meaning: Meaning,
    pub data: Data,
}

impl Cells {
    /// The number of a row; 0 for a row that is not there.
    pub fn at(&self, row: usize) -> i64 {
        each_width!(&self.data, raw => raw.get(row).map_or(0, |&v| i64::from(v)))
    }

    /// The text of a row of a text column; the empty text otherwise.
    pub fn text(&self, row: usize) -> &str {
        match &self.meaning {
            Meaning::Text(words) => words.get(self.at(row) as u32),
            _ => "",
        }
    }

    fn compare(&self, a: usize, b: usize) -> Ordering {
        match &self.meaning {
            Meaning::Text(words) => words.get(self.at(a) as u32).cmp(words.get(self.at(b) as u32)),
            _ => self.at(a).cmp(&self.at(b)),
        }
    }

    fn pick(&self, rows: &[u32]) -> Cells {
        let data = match &self.data {
            Data::U8(raw) => Data::U8(rows.iter().map(|&row| raw[row as usize]).collect()),
            Data::U16(raw) => Data::U16(rows.iter().map(|&row| raw[row as usize]).collect()),
            Data::U32(raw) => Data::U32(rows.iter().map(|&row| raw[row as usize]).collect()),
            Data::I64(raw) => Data::I64(rows.iter().map(|&row| raw[row as usize]).collect()),
        };
        Cells { name: self.name.clone(), meaning: self.meaning.clone(), data }
    }
}

/// How rows are ordered by a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowOrder<'a> {
    Up(&'a str),
    Down(&'a str),
}

/// Columns of equal length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    rows: usize,
    columns: Vec<Cells>,
}

impl Grid {
    pub fn new(rows: usize) -> Grid {
        Grid { rows, columns: Vec::new() }
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn columns(&self) -> &[Cells] {
        &self.columns
    }

    pub(super) fn into_columns(self) -> Vec<Cells> {
        self.columns
    }

    /// # Errors
    /// When there is none of this name.
    pub fn column(&self, name: &str) -> Result<&Cells, Fault> {
        self.columns
            .iter()
            .find(|cells| cells.name == name)
            .ok_or_else(|| Fault::NoColumn(name.to_owned()))
    }

    /// The numbers of a column.
    ///
    /// # Errors
    /// When there is none of this name.
    pub fn numbers(&self, name: &str) -> Result<Vec<i64>, Fault> {
        let cells = self.column(name)?;
        Ok((0..self.rows).map(|row| cells.at(row)).collect())
    }

    pub(super) fn push(&mut self, name: &str, meaning: Meaning, data: Data) {
        self.columns.push(Cells { name: name.to_owned(), meaning, data });
    }

    /// Gives the first columns these names.
    pub(super) fn rename(&mut self, names: &[String]) {
        self.columns.iter_mut().zip(names).for_each(|(cells, name)| cells.name.clone_from(name));
    }

    /// Adds a column of numbers, one per row.
    pub fn push_numbers(&mut self, name: &str, numbers: Vec<i64>) {
        self.push(name, Meaning::Number, Data::I64(numbers));
    }

    /// Adds `amount / quantity x per`, half away from zero; 0 where the quantity is.
    ///
    /// # Errors
    /// When a column is missing or a rate is too large.
    pub fn rate(
        mut self,
        name: &str,
        amount: &str,
        quantity: &str,
        per: i64,
    ) -> Result<Grid, Fault> {
        let (amounts, quantities) = (self.numbers(amount)?, self.numbers(quantity)?);
        let one = |(amount, quantity): (&i64, &i64)| match quantity {
            0 => Ok(0),
            _ => i64::try_from(div_half_away(
                i128::from(*amount) * i128::from(per),
                i128::from(*quantity),
            ))
            .map_err(|_| Fault::Overflow(name.to_owned())),
        };
        let rates = amounts.iter().zip(&quantities).map(one).collect::<Result<_, _>>()?;
        self.push_numbers(name, rates);
        Ok(self)
    }

    /// Adds a column made of others, row by row.
    ///
    /// # Errors
    /// When a column is missing.
    pub fn derive(
        mut self,
        name: &str,
        of: &[&str],
        make: impl Fn(&[i64]) -> i64,
    ) -> Result<Grid, Fault> {
        let from = of.iter().map(|name| self.numbers(name)).collect::<Result<Vec<_>, _>>()?;
        let mut row_values = vec![0; of.len()];
        let made = (0..self.rows).map(|row| {
            row_values.iter_mut().zip(&from).for_each(|(slot, column)| *slot = column[row]);
            make(&row_values)
        });
        let made = made.collect();
        self.push_numbers(name, made);
        Ok(self)
    }

    /// Adds the running balance of a column in row order, begun anew where a cell of `within` changes.
    ///
    /// # Errors
    /// When a column is missing or a balance is too large.
    pub fn running(mut self, name: &str, of: &str, within: &[&str]) -> Result<Grid, Fault> {
        let parts = within.iter().map(|name| self.column(name)).collect::<Result<Vec<_>, _>>()?;
        let column = self.column(of)?;
        let mut balance: i64 = 0;
        let mut balances = Vec::with_capacity(self.rows);
        for row in 0..self.rows {
            if row > 0 && parts.iter().any(|part| part.at(row) != part.at(row - 1)) {
                balance = 0;
            }
            balance = balance
                .checked_add(column.at(row))
                .ok_or_else(|| Fault::Overflow(name.to_owned()))?;
            balances.push(balance);
        }
        self.push_numbers(name, balances);
        Ok(self)
    }

    /// Only the rows whose number in a column passes.
    ///
    /// # Errors
    /// When a column is missing.
    pub fn keep(self, name: &str, test: impl Fn(i64) -> bool) -> Result<Grid, Fault> {
        let cells = self.column(name)?;
        let rows: Vec<u32> =
            (0..self.rows as u32).filter(|&row| test(cells.at(row as usize))).collect();
        Ok(self.pick(&rows))
    }

    /// The columns named, in this order.
    ///
    /// # Errors
    /// When a column is missing.
    pub fn select(&self, names: &[&str]) -> Result<Grid, Fault> {
        let columns =
            names.iter().map(|name| self.column(name).cloned()).collect::<Result<_, _>>()?;
        Ok(Grid { rows: self.rows, columns })
    }

    /// The rows in order; those that are equal stay as they stand. Texts go by their letters.
    ///
    /// # Errors
    /// When a column is missing.
    pub fn order(self, by: &[RowOrder<'_>]) -> Result<Grid, Fault> {
        let rows = self.rows;
        self.top(rows, by)
    }

    /// Some rows, each a list of cells: texts, and numbers for everything else.
    pub fn page(&self, from: usize, count: usize) -> Value {
        let cell = |cells: &Cells, row| match cells.meaning {
            Meaning::Text(_) => Value::from(cells.text(row)),
            _ => Value::from(cells.at(row)),
        };
        let rows = from.min(self.rows)..from.saturating_add(count).min(self.rows);
        rows.map(|row| self.columns.iter().map(|cells| cell(cells, row)).collect::<Value>())
            .collect()
    }

    /// The first so many rows in order.
    ///
    /// # Errors
    /// When a column is missing.
    pub fn top(self, count: usize, by: &[RowOrder<'_>]) -> Result<Grid, Fault> {
        let compare = self.comparison(by)?;
        // The first column decides most often: its numbers stand beside the rows.
        let first = self.leading(by.first())?;
        let mut rows: Vec<(i64, u32)> = first.into_iter().zip(0..).collect();
        let order =
            |a: &(i64, u32), b: &(i64, u32)| a.0.cmp(&b.0).then_with(|| compare(&a.1, &b.1));
        if count < rows.len() {
            rows.select_nth_unstable_by(count, order);
            rows.truncate(count);
        }
        rows.sort_unstable_by(order);
        let rows: Vec<u32> = rows.into_iter().map(|(_, row)| row).collect();
        drop(compare);
        Ok(self.pick(&rows))
    }

    /// Numbers that rise as the rows do by this column; all the same for texts.
    fn leading(&self, by: Option<&RowOrder<'_>>) -> Result<Vec<i64>, Fault> {
        let (name, down) = match by {
            None => return Ok(vec![0; self.rows]),
            Some(RowOrder::Up(name)) => (name, false),
            Some(RowOrder::Down(name)) => (name, true),
        };
        let cells = self.column(name)?;
        if let Meaning::Text(_) = cells.meaning {
            return Ok(vec![0; self.rows]);
        }
        let turn = if down { -1 } else { 0 };
        Ok(each_width!(&cells.data, raw => raw.iter().map(|&v| i64::from(v) ^ turn).collect()))
    }

    fn comparison(
        &self,
        by: &[RowOrder<'_>],
    ) -> Result<impl Fn(&u32, &u32) -> Ordering + '_, Fault> {
        let mut columns = Vec::with_capacity(by.len());
        for one in by {
            let (name, down) = match one {
                RowOrder::Up(name) => (name, false),
                RowOrder::Down(name) => (name, true),
            };
            columns.push((self.column(name)?, down));
        }
        Ok(move |a: &u32, b: &u32| {
            for (cells, down) in &columns {
                let found = cells.compare(*a as usize, *b as usize);
                if found != Ordering::Equal {
                    return if *down { found.reverse() } else { found };
                }
            }
            a.cmp(b)
        })
    }

    fn pick(&self, rows: &[u32]) -> Grid {
        Grid {
            rows: rows.len(),
            columns: self.columns.iter().map(|cells| cells.pick(rows)).collect(),
        }
    }

    /// The sum of each column named, over all rows.
    ///
    /// # Errors
    /// When a column is missing or a total is too large.
    pub fn totals(&self, of: &[&str]) -> Result<Vec<i64>, Fault> {
        let total = |name: &&str| {
            let cells = self.column(name)?;
            let sum: i128 = (0..self.rows).map(|row| i128::from(cells.at(row))).sum();
            i64::try_from(sum).map_err(|_| Fault::Overflow((*name).to_owned()))
        };
        of.iter().map(total).collect()
    }

    /// The sums of columns over rows of equal cells in `by`, in the order of their first rows. Sub-totals: `by` is
    /// the leading keys. Grids of two questions become one by `join` and this.
    ///
    /// # Errors
    /// When a column is missing or a sum is too large.
    pub fn sums(&self, by: &[&str], of: &[&str]) -> Result<Grid, Fault> {
        let keys = by.iter().map(|name| self.column(name)).collect::<Result<Vec<_>, _>>()?;
        let values = of.iter().map(|name| self.column(name)).collect::<Result<Vec<_>, _>>()?;
        let mut groups: HashMap<Vec<i64>, usize> = HashMap::new();
        let (mut first, mut sums) = (Vec::new(), Vec::new());
        for row in 0..self.rows {
            let key = keys.iter().map(|cells| cells.at(row)).collect();
            let group = *groups.entry(key).or_insert_with(|| {
                first.push(row as u32);
                sums.resize(sums.len() + of.len(), 0_i128);
                first.len() - 1
            });
            for (slot, cells) in sums[group * of.len()..].iter_mut().zip(&values) {
                *slot += i128::from(cells.at(row));
            }
        }
        let mut grid = self.select(by)?.pick(&first);
        for (at, name) in of.iter().enumerate() {
            let column = sums.iter().skip(at).step_by(of.len());
            let narrow =
                |sum: &i128| i64::try_from(*sum).map_err(|_| Fault::Overflow((*name).to_owned()));
            grid.push_numbers(name, column.map(narrow).collect::<Result<_, _>>()?);
        }
        Ok(grid)
    }

    /// The rows of both; columns are those of the first, and a number that the second lacks is 0.
    ///
    /// # Errors
    /// When a column that is no number is missing, or texts are of other words.
    pub fn join(mut self, other: &Grid) -> Result<Grid, Fault> {
        for cells in &mut self.columns {
            let more: Vec<i64> = match other.column(&cells.name) {
                Ok(theirs) if theirs.meaning == cells.meaning => {
                    (0..other.rows).map(|row| theirs.at(row)).collect()
                }
                Err(_) if cells.meaning == Meaning::Number => vec![0; other.rows],
                _ => return Err(Fault::Kind(cells.name.clone())),
            };
            let both = (0..self.rows).map(|row| cells.at(row)).chain(more).collect();
            cells.data = Data::I64(both);
        }
        self.rows += other.rows;
        Ok(self)
    }

    /// One column per value of `across`, with the sums of `of`, beside the columns `by`; and the values of `across`
    /// in the order of their letters or numbers, as a grid of one column.
    ///
    /// # Errors
    /// When a column is missing or a sum is too large.
    pub fn pivot(&self, by: &[&str], across: &str, of: &str) -> Result<(Grid, Grid), Fault> {
        let heads = self.sums(&[across], &[])?.order(&[RowOrder::Up(across)])?;
        let head = heads.column(across)?;
        let mut grid = self.sums(by, &[])?;
        let keys = by.iter().map(|name| self.column(name)).collect::<Result<Vec<_>, _>>()?;
        let made = by.iter().map(|name| grid.column(name)).collect::<Result<Vec<_>, _>>()?;
        let key =
            |cells: &[&Cells], row| cells.iter().map(|cells| cells.at(row)).collect::<Vec<_>>();
        let rows: HashMap<Vec<i64>, usize> =
            (0..grid.rows).map(|row| (key(&made, row), row)).collect();
        let places: HashMap<i64, usize> = (0..heads.rows).map(|at| (head.at(at), at)).collect();
        let (place, value) = (self.column(across)?, self.column(of)?);
        let mut sums = vec![vec![0_i64; grid.rows]; heads.rows];
        for row in 0..self.rows {
            let found = (places.get(&place.at(row)), rows.get(&key(&keys, row)));
            if let (Some(&at), Some(&to)) = found {
                let slot = &mut sums[at][to];
                *slot = slot
                    .checked_add(value.at(row))
                    .ok_or_else(|| Fault::Overflow(of.to_owned()))?;
            }
        }
        for (at, column) in sums.into_iter().enumerate() {
            grid.push_numbers(&format!("{of}.{at}"), column);
        }
        Ok((grid, heads))
    }
}
