//! What branches are to sell: a row for each target, with the days in which it counts.

use serde_json::Value;

use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, facts,
};
use crate::declare::case::Look;
use crate::docs::invoices::INVOICE;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::read::parse;
use crate::schema::Guarded;
use crate::value::Day;

facts! {
    TARGET Target = "target" by "branch" from &[
        FactSource { prefix: &["doc", "branch"], rows: target },
    ];
    branch: Holds::Link("branch");
    from: Holds::Day;
    /// The last day; none while no other target has taken its place.
    to: Holds::Day;
    /// Grams a month.
    g: Holds::Int;
}

fn target(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a document", text)?;
    let one = |row: &Value| {
        let from = row.get("from").and_then(Value::as_str).and_then(Day::parse)?;
        Some((i64::from(from.0), row.get("monthly_g").and_then(Value::as_i64)?))
    };
    let rows = doc.get("targets").and_then(Value::as_array);
    let mut rows: Vec<(i64, i64)> = rows.into_iter().flatten().filter_map(one).collect();
    rows.sort_unstable();
    let next = rows.iter().skip(1).map(|(from, _)| Some(from - 1)).chain([None]);
    let next: Vec<Option<i64>> = next.collect();
    for ((from, g), to) in rows.into_iter().zip(next) {
        let target = Target {
            branch: doc.id.as_str().into(),
            from: from.into(),
            to: to.into(),
            g: g.into(),
        };
        // Whoever sees what the branch invoices sees what it is to sell.
        let seen = RowScope {
            of: INVOICE.key,
            branch: Some(doc.id.as_str().into()),
            ..RowScope::default()
        };
        take(target.row(seen));
    }
    Ok(())
}
