//! A filter by how long goods have not been sold. It follows from the last sale, so that it is made one of SKUs first.

use super::dimensions::dimension;
use super::measures::measure;
use super::table::ReportCell;
use super::{Ask, Fault, Frames, cube};

/// The filter's own dimension.
pub const KEY: &str = "unsold_for";

/// How long ago the last sale of goods in stock was; the last have never been sold.
pub const UNSOLD_FOR: &[&str] = &[
    "Up to 30 days",
    "31 to 60 days",
    "61 to 90 days",
    "91 to 180 days",
    "More than 180 days",
    "Never sold",
];
/// Days: what each but the first is more than.
const MORE_THAN: [i64; 4] = [30, 60, 90, 180];

/// The place among [`UNSOLD_FOR`] of so many days since the last sale.
pub fn of(days: Option<i64>) -> usize {
    let more = |days: i64| MORE_THAN.iter().take_while(|least| days > **least).count();
    days.map_or(UNSOLD_FOR.len() - 1, more)
}

/// The question with the SKUs in place of how long they have not been sold; as it is where it does not filter by that.
///
/// # Errors
/// `Param` for a value that is no place among [`UNSOLD_FOR`], and those of the cube.
pub(super) fn resolved(frames: &Frames, mut ask: Ask) -> Result<Ask, Fault> {
    let Some(at) = ask.filters.iter().position(|(by, _)| by.key == KEY) else { return Ok(ask) };
    let (_, wanted) = ask.filters.remove(at);
    let wrong = |_| Fault::Param(KEY.to_owned());
    let wanted: Vec<usize> =
        wanted.iter().map(|one| one.parse().map_err(wrong)).collect::<Result<_, _>>()?;
    let sku = dimension("sku").ok_or_else(|| Fault::Param(KEY.to_owned()))?;
    let by_sku = Ask {
        rows: vec![sku],
        columns: Vec::new(),
        measures: ["closing_pcs", "closing_mt", "unsold"].into_iter().filter_map(measure).collect(),
        sort: None,
        top: None,
        ..ask.clone()
    };
    let made = cube::cube(frames, by_sku, &[])?;
    let mut ids = Vec::new();
    for line in made.rows(frames, 0..made.len()) {
        let [_, pcs, grams, days] = &line.cells[..] else { continue };
        let lies = [pcs, grams].iter().any(|cell| matches!(cell, ReportCell::Number(1..)));
        let days = match days {
            ReportCell::Number(days) => Some(*days),
            _ => None,
        };
        if lies && wanted.contains(&of(days)) {
            ids.extend(line.steps.first().map(|step| step.value.clone()));
        }
    }
    ask.filters.push((sku, ids));
    Ok(ask)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_since_a_sale_fall_into_one_part_and_goods_without_a_sale_into_the_last() {
        let cases = [(0, 0), (30, 0), (31, 1), (60, 1), (61, 2), (91, 3), (180, 3), (181, 4)];
        for (days, place) in cases {
            assert_eq!(of(Some(days)), place, "{days}");
        }
        assert_eq!(UNSOLD_FOR[of(None)], "Never sold");
    }
}
