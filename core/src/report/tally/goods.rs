//! Stock journals: goods that went from one godown to another, and goods that work made of others.

use std::collections::BTreeMap;

use super::VoucherKind;
use super::booked::Booked;
use crate::report::column::Column;
use crate::report::facts::{BILLIONTHS, PAPERS, SIDES};
use crate::report::{Fault, Frames};
use crate::value::{div_half_away, part};

/// The documents whose goods go as a stock journal, and the other side of their movements.
const JOURNALS: &[(&str, &str)] = &[("transfer", "transfer"), ("work_order", "work")];

/// What came into a yard of a batch; less than nothing where it went out.
#[derive(Clone, Debug, Default)]
pub(super) struct Moved {
    /// A row of the movements, which names the goods.
    pub row: usize,
    pub pcs: i64,
    pub g: i64,
    pub paise: i64,
}

/// A document whose goods are looked for.
struct Wanted {
    side: &'static str,
    /// The days and places of its entries in the books.
    entries: Vec<(i64, i64)>,
    day: i64,
    goods: BTreeMap<(i64, i64), Moved>,
}

/// The stock journals of the documents of which these entries of the books tell. Whoever sees no costs is given none.
pub(super) fn journals(frames: &Frames, entries: &[usize]) -> Result<Vec<Booked>, Fault> {
    let batches = frames.frame("batch")?;
    let (Ok(per_g), Ok(per_pc)) = (batches.column("cost_g"), batches.column("cost_pc")) else {
        return Ok(Vec::new());
    };
    let mut found = wanted(frames, entries)?;
    let frame = frames.frame("move")?;
    let column = |name: &str| frame.column(name);
    let (day, paper, side) = (column("day")?, column("paper")?, column("side")?);
    let (yard, batch, pcs, g) = (column("yard")?, column("batch")?, column("pcs")?, column("g")?);
    for row in (0..frame.rows()).filter(|row| frame.is_live(*row)) {
        let at = usize::try_from(paper.at(row) - 1).ok();
        let Some(one) = at.and_then(|at| found.get_mut(&at)) else { continue };
        let own = usize::try_from(side.at(row)).ok().and_then(|at| SIDES.get(at));
        if own != Some(&one.side) {
            continue;
        }
        one.day = one.day.min(day.at(row));
        let goods = one.goods.entry((yard.at(row), batch.at(row)));
        let moved = goods.or_insert(Moved { row, ..Moved::default() });
        (moved.pcs, moved.g) = (moved.pcs + pcs.at(row), moved.g + g.at(row));
    }
    found.retain(|_, one| !one.goods.is_empty());
    let made = found.into_iter().map(|(paper, one)| {
        let mut goods: Vec<Moved> = Vec::with_capacity(one.goods.len());
        for ((_, batch), mut moved) in one.goods {
            moved.paise = worth(&moved, batch, per_g, per_pc);
            goods.push(moved);
        }
        goods.retain(|moved| moved.paise != 0);
        // What came in stands first, as it does in Tally's files.
        goods.sort_by_key(|moved| moved.paise < 0);
        even(&mut goods);
        goods.retain(|moved| moved.paise != 0);
        let seqs = || one.entries.iter().map(|(_, seq)| *seq);
        let last = seqs().max().unwrap_or_default();
        let since = one.entries.iter().filter(|(day, _)| *day >= one.day).map(|(_, seq)| *seq);
        Booked {
            paper,
            kind: VoucherKind::StockJournal,
            day: one.day,
            first: since.min().unwrap_or(last),
            last,
            goods,
            ..Booked::default()
        }
    });
    Ok(made.collect())
}

fn wanted(frames: &Frames, entries: &[usize]) -> Result<BTreeMap<usize, Wanted>, Fault> {
    let frame = frames.frame("entry")?;
    let (seq, day, paper) = (frame.column("seq")?, frame.column("day")?, frame.column("paper")?);
    let kinds = frames.frame("paper")?.column("kind")?;
    let mut found: BTreeMap<usize, Wanted> = BTreeMap::new();
    for &row in entries {
        let Ok(at) = usize::try_from(paper.at(row) - 1) else { continue };
        let kind = usize::try_from(kinds.at(at)).ok().and_then(|kind| PAPERS.get(kind));
        let Some((_, side)) = JOURNALS.iter().find(|(of, _)| Some(of) == kind) else { continue };
        let one = found.entry(at).or_insert_with(|| Wanted {
            side,
            entries: Vec::new(),
            day: i64::MAX,
            goods: BTreeMap::new(),
        });
        one.entries.push((day.at(row), seq.at(row)));
    }
    Ok(found)
}

/// What goods of a batch had cost.
fn worth(moved: &Moved, batch: i64, per_g: &Column, per_pc: &Column) -> i64 {
    let Ok(row) = usize::try_from(batch - 1) else { return 0 };
    let of = |qty: i64, per: &Column| i128::from(qty) * i128::from(per.at(row));
    let whole = of(moved.g, per_g) + of(moved.pcs, per_pc);
    i64::try_from(div_half_away(whole, i128::from(BILLIONTHS))).unwrap_or_default()
}

/// Goods that were made are worth what went into them, shared out by their own costs: what the work itself cost stands
/// in the books' journal beside it. The last one takes what rounding leaves.
// DECISIONS 244
fn even(goods: &mut [Moved]) {
    let mut left: i64 = goods.iter().filter(|one| one.paise < 0).map(|one| -one.paise).sum();
    let mut of: i64 = goods.iter().filter(|one| one.paise > 0).map(|one| one.paise).sum();
    if left == 0 {
        return;
    }
    for one in goods.iter_mut().filter(|one| one.paise > 0) {
        let share = part(left, one.paise, of);
        (left, of) = (left - share, of - one.paise);
        one.paise = share;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goods_in_are_worth_what_went_out_to_the_paisa() {
        let moved = |paise| Moved { paise, ..Moved::default() };
        for (goods, wanted) in [
            (vec![700, 300, -900], vec![630, 270, -900]),
            (vec![1, 1, 1, -100], vec![33, 34, 33, -100]),
            (vec![500, -500], vec![500, -500]),
            (vec![500], vec![500]),
        ] {
            let mut goods: Vec<Moved> = goods.into_iter().map(moved).collect();
            even(&mut goods);
            let found: Vec<i64> = goods.iter().map(|one| one.paise).collect();
            assert_eq!(found, wanted);
        }
    }
}
