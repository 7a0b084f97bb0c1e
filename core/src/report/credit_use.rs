//! A filter by how much of their limits customers use. It follows from sums, so that it is made one of customers first.

use super::dimensions::dimension;
use super::measures::measure;
use super::table::ReportCell;
use super::{Ask, Fault, Frames, cube};

/// The filter's own dimension.
pub const KEY: &str = "credit_use";

/// How much of a limit is used; the last is more than all of it, be that nothing.
pub const CREDIT_USES: &[&str] =
    &["Up to 50 %", "Over 50 to 80 %", "Over 80 to 90 %", "Over 90 to 100 %", "Over the limit"];
/// Percent: what each but the first is more than.
const MORE_THAN: [i128; 4] = [50, 80, 90, 100];

/// The place among [`CREDIT_USES`] of what is used of limits, both in paise.
pub fn of(used: i64, limits: i64) -> usize {
    let parts = i128::from(used) * 100;
    let more = |percent: &&i128| used > 0 && parts > **percent * i128::from(limits);
    MORE_THAN.iter().take_while(more).count()
}

/// The question with the customers in place of what they use; as it is where it does not filter by that.
///
/// # Errors
/// `Param` for a value that is no place among [`CREDIT_USES`], and those of the cube.
pub(super) fn resolved(frames: &Frames, mut ask: Ask) -> Result<Ask, Fault> {
    let Some(at) = ask.filters.iter().position(|(by, _)| by.key == KEY) else { return Ok(ask) };
    let (_, wanted) = ask.filters.remove(at);
    let wrong = |_| Fault::Param(KEY.to_owned());
    let wanted: Vec<usize> =
        wanted.iter().map(|one| one.parse().map_err(wrong)).collect::<Result<_, _>>()?;
    let customer = dimension("customer").ok_or_else(|| Fault::Param(KEY.to_owned()))?;
    let figures = ["utilised", "limit", "temporary", "for_orders"];
    let by_customer = Ask {
        rows: vec![customer],
        columns: Vec::new(),
        measures: figures.into_iter().filter_map(measure).collect(),
        sort: None,
        top: None,
        ..ask.clone()
    };
    let made = cube::cube(frames, by_customer, &[])?;
    let number = |cell: &ReportCell| match cell {
        ReportCell::Number(number) => *number,
        _ => 0,
    };
    let mut ids = Vec::new();
    for line in made.rows(frames, 0..made.len()) {
        let sums: Vec<i64> = line.cells.iter().skip(1).map(number).collect();
        let [used, limits @ ..] = &sums[..] else { continue };
        let limits = limits.iter().copied().fold(0, i64::saturating_add);
        if wanted.contains(&of(*used, limits)) {
            ids.extend(line.steps.first().map(|step| step.value.clone()));
        }
    }
    ask.filters.push((customer, ids));
    Ok(ask)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_of_a_limit_falls_into_one_part_and_all_use_of_no_limit_is_over_it() {
        let cases = [(0, 0, 0), (-5, 100, 0), (50, 100, 0), (51, 100, 1), (80, 100, 1)];
        let more = [(81, 100, 2), (91, 100, 3), (100, 100, 3), (101, 100, 4), (1, 0, 4)];
        for (used, limits, place) in cases.into_iter().chain(more) {
            assert_eq!(of(used, limits), place, "{used} of {limits}");
        }
        assert_eq!(of(i64::MAX, i64::MAX), 3);
    }
}
