//! What is to be ordered anew: SKUs whose available pieces in a yard are down to its level, and how many bring them up.

use std::collections::BTreeMap;

use super::bases::Window;
use super::facts::BUCKETS;
use super::measures::FigureKind;
use super::table::{CellFormat, ReportCell, ReportColumn, ReportLine, ReportTable};
use super::{Ask, Fault, Filter, Frame, Frames, kernel};

/// A yard's SKU, by their rows.
type Spot = (i64, i64);

/// The levels of an SKU in a yard, and its pieces there.
struct Stand {
    least: i64,
    at: i64,
    most: i64,
    free: i64,
    reserved: i64,
    coming: i64,
}

impl Stand {
    fn available(&self) -> i64 {
        self.free - self.reserved
    }

    /// Down to the level at which it is ordered; where none was given, below the minimum.
    fn is_due(&self) -> bool {
        match self.at {
            0 => self.available() < self.least,
            at => self.available() <= at,
        }
    }

    /// Pieces up to the maximum, or to the highest level that was given, beside those that are to come.
    fn to_order(&self) -> i64 {
        let up_to = self.most.max(self.at).max(self.least);
        (up_to - self.available() - self.coming).max(0)
    }
}

/// Every SKU that is due in a yard, what is missing most first.
///
/// # Errors
/// When the person's frames lack levels or stock, or a filter is not of its form.
pub fn table(frames: &Frames, ask: &Ask) -> Result<ReportTable, Fault> {
    let levels = frames.frame("reorder")?;
    let mut table =
        ReportTable { heads: heads(), read: levels.rows() as u64, ..ReportTable::default() };
    let free = pieces(frames, ask, "move", "pcs", Some(Filter::is("bucket", place_of("free"))))?;
    let reserved = pieces(frames, ask, "reserved", "pcs", None)?;
    let coming = pieces(frames, ask, "ordered", "open_pcs", None)?;
    let (sku, yard) = (levels.column("sku")?, levels.column("yard")?);
    let level = |name: &str| levels.column(name);
    let (least, at, most) = (level("least")?, level("at")?, level("most")?);
    let Some(filters) = ask.filters_of(frames, "reorder", Window::Now)? else {
        return Ok(table);
    };
    let of = |all: &BTreeMap<Spot, i64>, spot| all.get(&spot).copied().unwrap_or(0);
    let mut due = Vec::new();
    for row in kernel::rows(frames, "reorder", &filters)? {
        let spot = (yard.at(row), sku.at(row));
        let stand = Stand {
            least: least.at(row),
            at: at.at(row),
            most: most.at(row),
            free: of(&free, spot),
            reserved: of(&reserved, spot),
            coming: of(&coming, spot),
        };
        if stand.is_due() {
            due.push((spot, stand));
        }
    }
    due.sort_by_key(|(spot, stand)| (-stand.to_order(), *spot));
    let (skus, yards) = (frames.frame("sku")?, frames.frame("yard")?);
    let mut sums = [0_i64; 3];
    for ((yard, sku), stand) in due {
        let figures =
            [stand.free, stand.reserved, stand.available(), stand.least, stand.at, stand.most];
        let last = [stand.coming, stand.to_order()];
        let mut cells = vec![named(skus, sku)?, named(yards, yard)?];
        cells.extend(figures.into_iter().chain(last).map(ReportCell::Number));
        sums = [sums[0] + stand.available(), sums[1] + stand.coming, sums[2] + stand.to_order()];
        let id = usize::try_from(sku - 1).ok().map(|row| skus.column("id").map(|id| id.text(row)));
        let opens = id.transpose()?.map(|id| ("sku".to_owned(), id.to_owned()));
        table.lines.push(ReportLine { cells, opens, ..ReportLine::default() });
    }
    Ok(table)
}

/// The name of a linked row.
fn named(frame: &Frame, link: i64) -> Result<ReportCell, Fault> {
    let Ok(row) = usize::try_from(link - 1) else { return Ok(ReportCell::None) };
    Ok(ReportCell::Text(frame.column("name")?.text(row).to_owned()))
}

fn place_of(bucket: &str) -> i64 {
    BUCKETS.iter().position(|one| *one == bucket).map_or(-1, |at| at as i64)
}

/// A frame's pieces by yard and SKU, of the yards and SKUs that are asked for.
fn pieces(
    frames: &Frames,
    ask: &Ask,
    name: &str,
    column: &str,
    only: Option<Filter>,
) -> Result<BTreeMap<Spot, i64>, Fault> {
    let frame = frames.frame(name)?;
    let (yard, sku, pcs) = (frame.column("yard")?, frame.column("sku")?, frame.column(column)?);
    let mut all = BTreeMap::new();
    let Some(mut filters) = ask.filters_of(frames, name, Window::Now)? else { return Ok(all) };
    filters.extend(only);
    for row in kernel::rows(frames, name, &filters)? {
        *all.entry((yard.at(row), sku.at(row))).or_default() += pcs.at(row);
    }
    Ok(all)
}

fn heads() -> Vec<ReportColumn> {
    let text = ReportColumn::text;
    let count = |key: &str, label: &str, says| ReportColumn {
        shown: CellFormat::Figure(FigureKind::Pieces),
        says,
        ..text(key, label)
    };
    vec![
        text("sku", "SKU"),
        text("yard", "Yard"),
        count("free", "Free pcs", None),
        count("reserved", "Reserved pcs", None),
        count("available", "Available pcs", None),
        count("least", "Minimum", None),
        count("at", "Reorder at", None),
        count("most", "Maximum", None),
        count("coming", "To come pcs", Some("Of approved purchase orders")),
        count(
            "to_order",
            "To order pcs",
            Some("Up to the maximum, less what is available and what is to come"),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stand(least: i64, at: i64, most: i64, free: i64, coming: i64) -> Stand {
        Stand { least, at, most, free, reserved: 10, coming }
    }

    #[test]
    fn goods_are_due_at_their_level_and_brought_up_to_the_maximum() {
        let cases = [
            (stand(20, 50, 200, 60, 0), true, 150),
            (stand(20, 50, 200, 61, 0), false, 149),
            (stand(20, 50, 200, 60, 100), true, 50),
            (stand(20, 50, 200, 60, 900), true, 0),
            (stand(20, 0, 0, 29, 0), true, 1),
            (stand(20, 0, 0, 30, 0), false, 0),
            (stand(0, 50, 0, 0, 0), true, 60),
        ];
        for (at, (stand, is_due, to_order)) in cases.into_iter().enumerate() {
            assert_eq!((stand.is_due(), stand.to_order()), (is_due, to_order), "{at}");
        }
    }
}
