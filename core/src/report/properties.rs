//! A filter by the properties of SKUs, whatever a site declares: it is made one of SKUs before the report is.

use std::collections::{BTreeMap, BTreeSet};

use super::dimensions::dimension;
use super::{Ask, Fault, Frames};

/// The filter's own dimension.
pub const KEY: &str = "property";

/// The question with the SKUs in place of their properties: of one property any of its values, and that of every
/// property that is named.
///
/// # Errors
/// Where the frame of properties was not sent.
pub(super) fn resolved(frames: &Frames, mut ask: Ask) -> Result<Ask, Fault> {
    let Some(at) = ask.filters.iter().position(|(by, _)| by.key == KEY) else { return Ok(ask) };
    let (_, wanted) = ask.filters.remove(at);
    let sku = dimension("sku").ok_or_else(|| Fault::Param(KEY.to_owned()))?;
    let (values, skus) = (frames.frame("sku_value")?, frames.frame("sku")?);
    let (of, says, ids) = (values.column("sku")?, values.column("says")?, skus.column("id")?);
    let mut found: BTreeMap<&str, BTreeSet<i64>> = BTreeMap::new();
    for one in &wanted {
        found.entry(property(one)).or_default();
    }
    for row in (0..values.rows()).filter(|row| values.is_live(*row)) {
        let said = says.text(row);
        if wanted.iter().any(|one| one == said) {
            found.entry(property(said)).or_default().insert(of.at(row));
        }
    }
    let all = found.into_values().reduce(|all, some| &all & &some).unwrap_or_default();
    // A link is the row's number and one.
    let id = |link: i64| Some(ids.text(usize::try_from(link - 1).ok()?).to_owned());
    ask.filters.push((sku, all.into_iter().filter_map(id).collect()));
    Ok(ask)
}

/// The label of the property that a value is of.
fn property(says: &str) -> &str {
    says.split_once(": ").map_or(says, |(label, _)| label)
}
