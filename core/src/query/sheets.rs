//! The counting sheet of an audit as its counters see it, and what a plan would put on it.

use super::{Links, Titles};
use crate::declare::actor::Actor;
use crate::declare::case::{Look, not_found};
use crate::declare::grant::Verb;
use crate::docs;
use crate::docs::STAFF_TYPE;
use crate::docs::audits::{self, STOCK_AUDIT, SheetCount, SheetLine, sheet};
use crate::docs::batches::BATCH;
use crate::docs::goods::SKU;
use crate::docs::places::ZONE;
use crate::error::Halt;
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::read::Read;
use crate::ledger::stock::{self, Bucket, Qty, StockPlace};
use crate::schema::Guarded;
use crate::value::Instant;

json_answer! {
    /// A count on a sheet; what was found only for who counted it.
    pub struct SheetEntry {
        pub by: String,
        pub at: Instant,
        pub place: String,
        /// The count itself, where it is the person's own.
        pub id: Option<String>,
        pub pcs: Option<i64>,
        pub g: Option<i64>,
    }
}

json_answer! {
    /// A batch to be counted.
    pub struct CountingRow {
        pub batch: String,
        pub batch_no: String,
        pub sku: String,
        pub zone: Option<String>,
        pub rack: Option<String>,
        /// It was found, and was not on the sheet.
        pub extra: bool,
        /// The person counted it before, so that another one counts it now.
        pub others: bool,
        /// Those of this count.
        pub counts: Vec<SheetEntry>,
        /// Where counters see the books.
        pub book_pcs [optional]: Option<i64>,
        pub book_g [optional]: Option<i64>,
    }
}

json_answer! {
    /// What is to be counted, in the order of the yard: by zone, rack and number.
    pub struct CountingSheet {
        pub status: String,
        /// The first count or the second.
        pub round: i64,
        pub rows: Vec<CountingRow>,
        /// How many of them are counted.
        pub counted: i64,
        pub links: Titles,
    }
}

/// The sheet of an audit; of one that was not started, what starting it now would put there.
///
/// Errors: `NotFound` as for the audit; a plan of more than a sheet holds.
pub fn of_audit(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    id: &str,
) -> Result<CountingSheet, Halt> {
    let case = docs::look(read, actor, now);
    let audit = case.find(STOCK_AUDIT.key, id)?;
    let audit = audit.filter(|doc| actor.covers(&STOCK_AUDIT, Verb::View, doc));
    let audit = audit.ok_or_else(|| not_found(&STOCK_AUDIT))?;
    let round = audits::round_of(&audit);
    let lines: Vec<(String, SheetLine)> = match audit.status.as_str() {
        audits::PLANNED => {
            let planned = audits::in_scope(&case, &audit)?.into_iter();
            planned.map(|(batch, sku)| (batch, SheetLine { sku, ..SheetLine::default() })).collect()
        }
        _ => sheet::lines(&case, id)?,
    };
    let open = !audit.flag("blind") || actor.sees(Guarded::Blind);
    let mut links = Links::default();
    let mut rows = Vec::new();
    for (batch, line) in lines.into_iter().filter(|(_, line)| line.is_due(round)) {
        let book = match open {
            true => Some(lies(&case, &audit, &line.sku, &batch)?),
            false => None,
        };
        rows.push(row(&case, (&batch, &line), round, book, &mut links)?);
    }
    let titles = links.titles(&case)?;
    let named = |kind: &str, id: &Option<String>| {
        let of = titles.get(kind).zip(id.as_ref());
        of.and_then(|(titles, id)| titles.get(id).cloned()).unwrap_or_default()
    };
    rows.sort_by_cached_key(|row| {
        (named(ZONE.key, &row.zone), row.rack.clone(), row.batch_no.clone())
    });
    Ok(CountingSheet {
        status: audit.status.clone(),
        round,
        counted: rows.iter().filter(|row| !row.counts.is_empty()).count() as i64,
        rows,
        links: titles,
    })
}

/// What the books say lies there, free and on hold.
fn lies(look: &Look, audit: &Doc, sku: &str, batch: &str) -> Result<Qty, Halt> {
    let free = StockPlace::free(audit.text("yard").unwrap_or_default(), sku, batch);
    Ok(stock::balance(look, &free)? + stock::balance(look, &free.to(Bucket::Hold))?)
}

fn row(
    look: &Look,
    (batch, line): (&str, &SheetLine),
    round: i64,
    book: Option<Qty>,
    links: &mut Links,
) -> Result<CountingRow, Halt> {
    let doc = look.doc(&BATCH, batch)?;
    let own = |one: &SheetCount| look.actor.is(&one.by);
    links.want(SKU.key, &line.sku);
    if let Some(zone) = doc.text("zone") {
        links.want(ZONE.key, zone);
    }
    let counts = line.of_round(round).map(|one| {
        links.want(STAFF_TYPE.key, &one.by);
        SheetEntry {
            by: one.by.clone(),
            at: one.at,
            place: one.place.clone(),
            id: own(one).then(|| one.id.clone()),
            pcs: own(one).then_some(one.pcs),
            g: one.g.filter(|_| own(one)),
        }
    });
    Ok(CountingRow {
        counts: counts.collect(),
        batch: batch.to_owned(),
        batch_no: doc.title(&BATCH),
        sku: line.sku.clone(),
        zone: doc.text("zone").map(str::to_owned),
        rack: doc.text("rack").map(str::to_owned),
        extra: line.extra,
        others: line.counts.iter().any(|one| one.round < round && own(one)),
        book_pcs: book.map(|qty| qty.pcs),
        book_g: book.map(|qty| qty.g),
    })
}
