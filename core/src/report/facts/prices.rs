//! List prices of goods, and the customers that they are for.

use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, day_of, facts,
};
use crate::declare::case::Look;
use crate::docs::goods::SKU;
use crate::docs::prices::PRICE as PRICE_DOC;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::read::parse;
use crate::schema::Guarded;
use crate::value;

facts! {
    /// A dated price of a SKU or a whole product group, where it can be told by weight.
    PRICE Price = "price" by "id" from &[FactSource { prefix: &["doc", "price"], rows: price }];
    id: Holds::Text;
    sku: Holds::Link("sku");
    product_group: Holds::Link("product_group");
    /// None: every state.
    state: Holds::Link("state");
    from: Holds::Day;
    /// None of one that has no end yet.
    to: Holds::Day;
    /// Paise per tonne.
    rate: Holds::Int, Rates;
    floor: Holds::Int, Rates;
}

fn price(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a price", text)?;
    if !doc.is_active() {
        return Ok(());
    }
    let sku = doc.text("sku").map(|id| case.find(SKU.key, id)).transpose()?.flatten();
    let weight = sku.as_ref().and_then(|sku| sku.int("theo_g_per_pc")).unwrap_or(0);
    let per_tonne = |paise: i64| match doc.text("rate_uom") {
        Some("MT") => Some(paise),
        Some("KG") => Some(paise.saturating_mul(1_000)),
        Some("PCS") if weight > 0 => Some(value::part(paise, 1_000_000, weight)),
        _ => None,
    };
    let Some(rate) = doc.int("rate_paise").and_then(per_tonne) else { return Ok(()) };
    let group = sku.as_ref().and_then(|sku| sku.text("product_group"));
    let row = Price {
        id: doc.id.as_str().into(),
        sku: doc.text("sku").into(),
        product_group: group.or(doc.text("product_group")).into(),
        state: doc.text("state").into(),
        from: day_of(&doc, "from"),
        to: day_of(&doc, "to"),
        rate: rate.into(),
        floor: doc.int("floor_paise").and_then(per_tonne).into(),
    };
    take(row.row(RowScope::of(&doc, &PRICE_DOC)));
    Ok(())
}
