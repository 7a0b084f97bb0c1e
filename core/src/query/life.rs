//! The life of a batch as a person may see it, and the postings that a figure of the stock comes to.

use std::collections::BTreeSet;

use super::yards::{yards_asked, yards_seen};
use super::{Links, Titles};
use crate::declare::actor::Actor;
use crate::declare::case::{Look, not_found};
use crate::declare::grant::{ScopeKind, Verb};
use crate::docs;
use crate::docs::batches::{self, BATCH};
use crate::docs::goods::SKU;
use crate::docs::holds::{self, STOCK_HOLD};
use crate::docs::orders::ORDER;
use crate::docs::places::YARD;
use crate::error::{Code, Halt, Issue};
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::read::Read;
use crate::ledger::stock::life::{self, LifeKind, LifeRow};
use crate::ledger::stock::{self, Bucket, KeptSide, Qty, StockPosting};
use crate::value::{Day, Instant, div_half_away};
use crate::write::within;

const WHOLE_BP: i128 = 10_000;
/// A batch is looked at that lies so far from its theoretical weight, hundredths of a percent.
const FAR_BP: i64 = 300;

json_answer! {
    /// A movement of a batch.
    pub struct LedgerRow {
        pub seq: u64,
        pub at: Instant,
        pub day: Day,
        /// What it did: `received`, `sold`, `moved` and the like.
        pub kind: &'static str,
        /// Whose step posted it; without id and number where the person does not see it.
        pub doc_type: String,
        pub doc_label: String,
        pub id: Option<String>,
        pub doc_no: Option<String>,
        /// From where, and to where: a yard, empty for the world outside, and the bucket.
        pub from_yard: Option<String>,
        pub from_bucket: Option<&'static str>,
        pub to_yard: Option<String>,
        pub to_bucket: Option<&'static str>,
        /// Another batch of which it was made, or which was made of it.
        pub other: Option<String>,
        pub reverses: Option<u64>,
        pub pcs: i64,
        pub g: i64,
        pub left_pcs: i64,
        pub left_g: i64,
    }
}

json_answer! {
    /// The postings of one bucket of a batch in a yard.
    pub struct Postings {
        pub rows: Vec<LedgerRow>,
        /// What they come to.
        pub pcs: i64,
        pub g: i64,
        pub links: Titles,
    }
}

json_answer! {
    /// An order that holds some of an SKU in a yard.
    pub struct ClaimRow {
        pub id: Option<String>,
        pub doc_no: Option<String>,
        pub line: u32,
        pub pcs: i64,
        pub g: i64,
        /// When the system gives it up; none where it is firm.
        pub expires: Option<Instant>,
    }
}

json_answer! {
    /// What is reserved of an SKU in a yard, order by order.
    pub struct Claims {
        pub rows: Vec<ClaimRow>,
        pub pcs: i64,
        pub g: i64,
    }
}

json_answer! {
    pub struct LifeSum {
        pub kind: &'static str,
        pub pcs: i64,
        pub g: i64,
    }
}

json_answer! {
    pub struct LifePlace {
        pub yard: String,
        pub bucket: &'static str,
        pub pcs: i64,
        pub g: i64,
    }
}

json_answer! {
    /// A batch that this one was made of, or that was made of it.
    pub struct KinBatch {
        pub id: String,
        pub batch_no: String,
        pub name: Option<String>,
        pub status: String,
        pub in_pcs: i64,
        pub in_g: i64,
    }
}

json_answer! {
    /// A hold that has something of the batch.
    pub struct BatchHold {
        pub id: String,
        pub doc_no: Option<String>,
        pub kind: String,
        pub to: Option<String>,
        pub pcs: i64,
        pub g: i64,
    }
}

json_answer! {
    pub struct BatchCost {
        pub cost_paise: i64,
        pub cost_paise_per_kg: Option<i64>,
        /// What is left of it is worth.
        pub left_paise: i64,
    }
}

json_answer! {
    /// A batch in the yards that the person sees: where it lies, how it came there, what became of it.
    pub struct BatchLife {
        pub rows: Vec<LedgerRow>,
        pub sums: Vec<LifeSum>,
        pub left_pcs: i64,
        pub left_g: i64,
        pub places: Vec<LifePlace>,
        pub age_days: Option<i64>,
        pub theo_g_per_pc: Option<i64>,
        /// As it came in.
        pub actual_g_per_pc: Option<i64>,
        /// How far it lies from the theoretical weight, hundredths of a percent.
        pub off_bp: Option<i64>,
        /// That is so far that somebody should look at it.
        pub far: bool,
        pub parents: Vec<KinBatch>,
        pub children: Vec<KinBatch>,
        pub holds: Vec<BatchHold>,
        /// Only for those who see cost.
        pub cost [optional]: Option<BatchCost>,
        pub links: Titles,
    }
}

/// The life of a batch.
///
/// Errors: `NotFound`; `Forbidden` for roles without stock.
pub fn batch(read: &dyn Read, actor: &Actor, now: Instant, id: &str) -> Result<BatchLife, Halt> {
    let case = docs::look(read, actor, now);
    let doc = case.seen(&BATCH, id)?.ok_or_else(|| not_found(&BATCH))?;
    let seen: BTreeSet<String> = yards_seen(&case)?.into_iter().map(|yard| yard.id).collect();
    let life = life::life(&case, id, &|yard| seen.contains(yard))?;
    let mut links = Links::default();
    let rows = life.rows.iter().map(|row| ledger_row(&case, id, row, &seen, &mut links));
    let rows = rows.collect::<Result<Vec<_>, Halt>>()?;
    let places = life.places.iter().map(|((yard, bucket), qty)| {
        links.want(YARD.key, yard);
        LifePlace { yard: yard.clone(), bucket: bucket.name(), pcs: qty.pcs, g: qty.g }
    });
    let places = places.collect();
    let kinds = LifeKind::ALL.iter().filter_map(|kind| Some((kind, life.sums.get(kind)?)));
    let sums = kinds.filter(|(_, qty)| !qty.is_zero());
    let sums =
        sums.map(|(kind, qty)| LifeSum { kind: kind.name(), pcs: qty.pcs, g: qty.g }).collect();
    let sku = case.find(SKU.key, doc.text("sku").unwrap_or_default())?;
    let theo = sku.as_ref().and_then(|sku| sku.int("theo_g_per_pc"));
    let came = Qty::new(doc.int("in_pcs").unwrap_or(0), doc.int("in_g").unwrap_or(0));
    let actual = (came.pcs > 0 && came.g > 0)
        .then(|| div_half_away(i128::from(came.g), i128::from(came.pcs)) as i64);
    let by_theory = theo.map(|theo| i128::from(theo) * i128::from(came.pcs));
    let off = by_theory.filter(|of| *of > 0 && came.g > 0);
    let off = off.map(|of| div_half_away((i128::from(came.g) - of) * WHOLE_BP, of) as i64);
    let cost = actor.sees_cost().then(|| BatchCost {
        cost_paise: doc.int("cost_paise").unwrap_or(0),
        cost_paise_per_kg: doc.int("cost_paise_per_kg"),
        left_paise: batches::cost_of(&doc, life.residue),
    });
    let arrived = batches::arrived_on(&case, id)?;
    Ok(BatchLife {
        rows,
        sums,
        left_pcs: life.residue.pcs,
        left_g: life.residue.g,
        places,
        age_days: arrived.map(|day| case.today().days_since(day)),
        theo_g_per_pc: theo,
        actual_g_per_pc: actual,
        off_bp: off,
        far: off.is_some_and(|off| off.abs() > FAR_BP),
        parents: parents(&case, &doc)?,
        children: children(&case, id)?,
        holds: holds_of(&case, &doc)?,
        cost,
        links: links.titles(&case)?,
    })
}

fn ledger_row(
    case: &Look,
    batch: &str,
    row: &LifeRow,
    seen: &BTreeSet<String>,
    links: &mut Links,
) -> Result<LedgerRow, Halt> {
    let one = &row.posting;
    let place = |side: &KeptSide| match side {
        KeptSide::Stock { yard, bucket, .. } if seen.contains(yard) => {
            (Some(yard.clone()), Some(bucket.name()))
        }
        KeptSide::Stock { bucket, .. } => (None, Some(bucket.name())),
        _ => (None, None),
    };
    let (from, to) = (place(&one.from), place(&one.to));
    for yard in [&from.0, &to.0].into_iter().flatten() {
        links.want(YARD.key, yard);
    }
    let other = life::batches_of(one).into_iter().find(|of| *of != batch).map(str::to_owned);
    if let Some(other) = &other {
        links.want(BATCH.key, other);
    }
    let def = docs::find(&one.doc_type);
    let by = def.map(|def| case.seen(def, &one.doc_id)).transpose()?.flatten();
    Ok(LedgerRow {
        seq: row.seq,
        at: one.at,
        day: one.posting_date,
        kind: row.kind.name(),
        doc_type: one.doc_type.clone(),
        doc_label: def.map_or_else(|| one.doc_type.clone(), |def| def.label.to_owned()),
        id: by.as_ref().map(|doc| doc.id.clone()),
        doc_no: by.and_then(|doc| doc.doc_no.clone()),
        from_yard: from.0,
        from_bucket: from.1,
        to_yard: to.0,
        to_bucket: to.1,
        other,
        reverses: one.reverses,
        pcs: row.by.pcs,
        g: row.by.g,
        left_pcs: row.left.pcs,
        left_g: row.left.g,
    })
}

fn kin(case: &Look, id: &str) -> Result<Option<KinBatch>, Halt> {
    let Some(doc) = case.seen(&BATCH, id)? else { return Ok(None) };
    let sku = case.find(SKU.key, doc.text("sku").unwrap_or_default())?;
    Ok(Some(KinBatch {
        id: doc.id.clone(),
        batch_no: doc.title(&BATCH),
        name: sku.and_then(|sku| sku.text("name").map(str::to_owned)),
        status: doc.status.clone(),
        in_pcs: doc.int("in_pcs").unwrap_or(0),
        in_g: doc.int("in_g").unwrap_or(0),
    }))
}

fn parents(case: &Look, doc: &Doc) -> Result<Vec<KinBatch>, Halt> {
    let mut found = Vec::new();
    for id in doc.get("parents").and_then(|ids| ids.as_array()).into_iter().flatten() {
        found.extend(id.as_str().map(|id| kin(case, id)).transpose()?.flatten());
    }
    Ok(found)
}

/// What was made of it, in whatever yard.
fn children(case: &Look, id: &str) -> Result<Vec<KinBatch>, Halt> {
    let life = life::life(case, id, &|_| true)?;
    let used = life.rows.iter().filter(|row| row.kind == LifeKind::Used);
    let others: BTreeSet<&str> =
        used.flat_map(|row| life::batches_of(&row.posting)).filter(|of| *of != id).collect();
    let mut found = Vec::new();
    for id in others {
        found.extend(kin(case, id)?);
    }
    Ok(found)
}

fn holds_of(case: &Look, batch: &Doc) -> Result<Vec<BatchHold>, Halt> {
    let mut found = Vec::new();
    for yard in yards_seen(case)? {
        let of = (ScopeKind::Yard, yard.id.as_str());
        for id in within::ids_of(case, &STOCK_HOLD, of, "status", holds::ACTIVE)? {
            let Some(doc) = case.seen(&STOCK_HOLD, &id)? else { continue };
            let lots = holds::held_lots(&doc).into_iter().filter(|(of, _)| *of == batch.id);
            let qty = lots.fold(Qty::default(), |sum, (_, qty)| sum + qty);
            if qty.is_zero() {
                continue;
            }
            found.push(BatchHold {
                id,
                doc_no: doc.doc_no.clone(),
                kind: doc.text("kind").unwrap_or_default().to_owned(),
                to: doc.text("to").map(str::to_owned),
                pcs: qty.pcs,
                g: qty.g,
            });
        }
    }
    Ok(found)
}

/// The question for postings: a batch in one bucket of a yard, up to a day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PostingsAsked {
    pub yard: String,
    pub batch: String,
    pub bucket: String,
    pub on: Option<Day>,
}

/// The postings that a figure of the stock comes to.
///
/// Errors: `Forbidden`, `Scope` as for the stock itself; `Input` for a bucket that is none.
pub fn postings(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    asked: &PostingsAsked,
) -> Result<Postings, Halt> {
    let case = docs::look(read, actor, now);
    let yards = yards_asked(&case, &asked.yard)?;
    let bucket = Bucket::parse(&asked.bucket.to_uppercase()).ok_or_else(|| {
        let message = "Select FREE, HOLD, DUMP, TRANSIT or WIP";
        Halt::issues(vec![Issue::new("bucket", Code::Input, message)])
    })?;
    let seen: BTreeSet<String> = yards.into_iter().collect();
    let life = life::life(&case, &asked.batch, &|yard| seen.contains(yard))?;
    let mut links = Links::default();
    let (mut rows, mut sum) = (Vec::new(), Qty::default());
    for row in life.rows {
        let by = into(&row.posting, &asked.batch, bucket, &seen);
        if by.is_zero() || asked.on.is_some_and(|on| row.posting.posting_date > on) {
            continue;
        }
        sum = sum + by;
        let row = LifeRow { by, left: sum, ..row };
        rows.push(ledger_row(&case, &asked.batch, &row, &seen, &mut links)?);
    }
    Ok(Postings { rows, pcs: sum.pcs, g: sum.g, links: links.titles(&case)? })
}

/// What a posting brought into a bucket, below zero where it took out of it.
fn into(one: &StockPosting, batch: &str, bucket: Bucket, seen: &BTreeSet<String>) -> Qty {
    let here = |side: &KeptSide| {
        matches!(side, KeptSide::Stock { yard, batch: of, bucket: into, .. }
            if of == batch && *into == bucket && seen.contains(yard))
    };
    match (here(&one.from), here(&one.to)) {
        (true, false) => -one.qty,
        (false, true) => one.qty,
        _ => Qty::default(),
    }
}

/// The question for reservations: an SKU in a yard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClaimsAsked {
    pub yard: String,
    pub sku: String,
}

/// Who holds what of an SKU in a yard.
///
/// Errors: `Forbidden`, `Scope` as for the stock itself.
pub fn claims(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    asked: &ClaimsAsked,
) -> Result<Claims, Halt> {
    let case = docs::look(read, actor, now);
    let (mut rows, mut sum) = (Vec::new(), Qty::default());
    for yard in yards_asked(&case, &asked.yard)? {
        for order in stock::holders(&case, &yard, &asked.sku)? {
            let doc = match actor.may(&ORDER, Verb::View) {
                true => case.seen(&ORDER, &order)?,
                false => None,
            };
            for held in stock::reservations(&case, &order)? {
                if held.yard != yard || held.sku != asked.sku {
                    continue;
                }
                sum = sum + held.qty;
                rows.push(ClaimRow {
                    id: doc.as_ref().map(|doc| doc.id.clone()),
                    doc_no: doc.as_ref().and_then(|doc| doc.doc_no.clone()),
                    line: held.line,
                    pcs: held.qty.pcs,
                    g: held.qty.g,
                    expires: held.expires,
                });
            }
        }
    }
    Ok(Claims { rows, pcs: sum.pcs, g: sum.g })
}
