//! What stands on a batch: where it lies, when it last moved, and which documents count on its goods.

use serde_json::Value;

use super::audits::{self, STOCK_AUDIT, sheet};
use super::batches::{self, BATCH};
use super::loadings::{self, LOADING};
use super::orders::ORDER;
use super::places::YARD;
use super::{org, settings};
use crate::declare::case::Look;
use crate::declare::grant::ScopeKind;
use crate::error::{Code, Halt, Issue};
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::Range;
use crate::ledger::stock::{self, Availability, Bucket, Qty, StockPlace};
use crate::said;
use crate::value::{Day, Paise, rupees_short};
use crate::write::within;

/// More yards, drafts or audits than one yard or company has.
const MANY: usize = 10_000;

/// A quantity of a batch in a yard.
pub struct Lying {
    pub yard: String,
    pub bucket: Bucket,
    pub qty: Qty,
}

/// A batch as it stands in the ledger.
pub struct Whereabouts {
    pub lies: Vec<Lying>,
    pub last_moved: Option<Day>,
}

impl Whereabouts {
    /// Everything of a batch, in every yard and bucket.
    pub fn of(look: &Look, batch: &Doc) -> Result<Whereabouts, Halt> {
        let sku = batch.text("sku").unwrap_or_default();
        let (mut lies, mut last_moved) = (Vec::new(), None);
        for key in look.keys(&Range::prefix(&keys::key(&["doc", YARD.key])), MANY)? {
            let yard = keys::parts(&key).last().copied().unwrap_or_default();
            for bucket in Bucket::ALL {
                let place = StockPlace::free(yard, sku, &batch.id).to(*bucket);
                last_moved = last_moved.max(stock::last_day(look, &place)?);
                let qty = stock::balance(look, &place)?;
                if !qty.is_zero() {
                    lies.push(Lying { yard: yard.to_owned(), bucket: *bucket, qty });
                }
            }
        }
        Ok(Whereabouts { lies, last_moved })
    }

    /// The quantity that is free in a yard.
    pub fn free(&self, yard: &str) -> Qty {
        let here = |one: &&Lying| one.yard == yard && one.bucket == Bucket::Free;
        self.lies.iter().find(here).map(|one| one.qty).unwrap_or_default()
    }
}

/// The part of what orders hold that no other batch of the SKU in the yard covers.
pub fn needed_of(free: Qty, position: &Availability) -> Qty {
    let rest = Availability { free: position.free - free, ..*position };
    match (rest.covers_holds(), position.held.pcs > 0) {
        (true, _) => Qty::default(),
        (false, true) => Qty::new(position.held.pcs - rest.free.pcs, 0),
        (false, false) => Qty::new(0, position.held.g - rest.free.g),
    }
}

/// Refuses goods that an order counts on, by that order's number.
pub fn reserved_issue(
    look: &Look,
    batch: &Doc,
    yard: &str,
    free: Qty,
) -> Result<Option<Issue>, Halt> {
    let sku = batch.text("sku").unwrap_or_default();
    if needed_of(free, &stock::position(look, yard, sku)?).is_zero() {
        return Ok(None);
    }
    let orders = stock::holders(look, yard, sku)?;
    let first = orders.first().map(|id| look.find(ORDER.key, id)).transpose()?.flatten();
    let number = first.as_ref().and_then(|doc| doc.doc_no.as_deref());
    let order = number.unwrap_or("an order");
    let no = batch.title(&BATCH);
    let message = match orders.len() {
        0 | 1 => said!("Batch {no} is reserved for {order}", no, order),
        2 => said!("Batch {no} is reserved for {order} and one more order", no, order),
        all => said!(
            "Batch {no} is reserved for {order} and {more} more orders",
            no,
            order,
            more = all - 1
        ),
    };
    Ok(Some(Issue::new("batch", Code::StockShort, message)))
}

/// Refuses a batch that a loading's draft is about to take from.
pub fn loading_issue(look: &Look, batch: &Doc, yard: &str) -> Result<Option<Issue>, Halt> {
    for id in within::ids_of(look, &LOADING, (ScopeKind::Yard, yard), "status", loadings::DRAFT)? {
        let Some(draft) = look.find(LOADING.key, &id)? else { continue };
        if loadings::rows_of(&draft)?.iter().any(|row| row.batch == batch.id) {
            let order = draft.text("order_no").unwrap_or("an order");
            let no = batch.title(&BATCH);
            let message =
                said!("Batch {no} is in a loading of {order} that is not posted yet", no, order);
            return Ok(Some(Issue::new("batch", Code::Rule, message)));
        }
    }
    Ok(None)
}

/// Refuses goods that are being counted, and a date before they were counted.
pub fn audit_issue(look: &Look, batch: &Doc, yard: &str, date: Day) -> Result<Option<Issue>, Halt> {
    let due = |audit: &Doc| {
        let on = audit.text("planned_on").and_then(Day::parse).unwrap_or_default();
        on <= look.today()
    };
    let under_way = [&[audits::PLANNED], audits::UNDER_WAY].concat();
    for status in under_way {
        for id in within::ids_of(look, &STOCK_AUDIT, (ScopeKind::Yard, yard), "status", status)? {
            let audit = look.doc(&STOCK_AUDIT, &id)?;
            let counts = match status {
                audits::PLANNED => due(&audit) && audits::counts_by_plan(look, &audit, batch)?,
                _ => sheet::line(look, &id, &batch.id)?.is_some(),
            };
            if counts {
                let (no, name) = (batch.title(&BATCH), sheet::name_of(&audit));
                let message = said!("Batch {no} is being counted in {name}", no, name);
                return Ok(Some(Issue::new("batch", Code::Rule, message)));
            }
        }
    }
    let counted = stock::counted_on(look, yard, &batch.id)?.filter(|counted| date < counted.on);
    let message = |counted| stock::before_count(&batch.title(&BATCH), &counted);
    Ok(counted.map(|counted| Issue::new("date", Code::Backdate, message(counted))))
}

/// The issues of a day on which goods of a batch are posted: the calendar's, and the counts' of it.
pub fn day_issues(
    look: &Look,
    kind: &str,
    doc: &Doc,
    batch: &Doc,
    yard: &str,
) -> Result<Vec<Issue>, Halt> {
    let date = day_of(look, doc);
    let branch = doc.branch.as_deref().unwrap_or_default();
    let mut issues = match org::check_posting_day(look, kind, branch, date, "date") {
        Err(Halt::Refused(refused)) => refused.issues,
        other => other.map(|()| Vec::new())?,
    };
    issues.extend(audit_issue(look, batch, yard, date)?);
    Ok(issues)
}

pub fn day_of(look: &Look, doc: &Doc) -> Day {
    doc.text("date").and_then(Day::parse).unwrap_or(look.today())
}

/// Refuses goods of a batch that was closed.
pub fn closed_issue(look: &Look, batch: &Doc) -> Result<Option<Issue>, Halt> {
    let on = batches::closed_on(look, &batch.id)?;
    let message =
        |on: Day| said!("Batch {no} was closed on {on}", no = batch.title(&BATCH), on = on.shown());
    Ok(on.map(|on| Issue::new("batch", Code::BatchClosed, message(on))))
}

/// The largest weight and value that a branch manager decides alone; a reason may set its own.
pub struct Slab {
    pub g: i64,
    pub paise: i64,
}

/// The settings by which a branch manager approves a type alone up to an amount, and what is approved.
const SITE_SLABS: &[(&str, &str, &str)] = &[
    ("dump_stock", "dump_bm_paise", "a dump"),
    ("stock_audit", "audit_bm_paise", "the differences of a stock audit"),
    ("work_order", "work_order_bm_paise", "a work order"),
    ("batch_closing", "closing_bm_paise", "a closing of this batch"),
];

/// What is approved of a type, in words.
pub fn approved(kind: &str) -> &'static str {
    SITE_SLABS.iter().find(|(of, ..)| *of == kind).map_or("this", |(_, _, what)| what)
}

/// The amount up to which a branch manager approves a type alone; no bound where the site sets none.
pub fn site_paise(look: &Look, kind: &str) -> Result<i64, Halt> {
    match SITE_SLABS.iter().find(|(of, ..)| *of == kind) {
        Some((_, key, _)) => site(look, key),
        None => Ok(i64::MAX),
    }
}

/// Refuses an approval of more than the person's own slab.
///
/// Errors: `ApprovalSlab`.
pub fn within_own(look: &Look, paise: i64) -> Result<(), Halt> {
    within(look.actor.approval_slab_paise, paise)
}

/// Refuses an approval of more than a slab; none has no bound.
///
/// Errors: `ApprovalSlab`.
pub fn within(slab: Option<i64>, paise: i64) -> Result<(), Halt> {
    let Some(slab) = slab.filter(|slab| paise > *slab) else { return Ok(()) };
    let most = rupees_short(Paise(slab));
    let message = said!("You approve up to {most}; another person must approve", most);
    Err(Halt::refuse(Code::ApprovalSlab, message))
}

/// Whether the person approves a type's documents of this amount, whatever else speaks against one of them.
///
/// Errors: `ApprovalSlab`.
#[cfg(feature = "decide")]
pub fn approves(look: &Look, kind: &str, paise: i64) -> Result<(), Halt> {
    match site_paise(look, kind)? {
        i64::MAX => within_own(look, paise),
        most => within_slab(look, &Slab { g: i64::MAX, paise: most }, 0, paise, approved(kind)),
    }
}

/// Refuses an approval above the slab to all but the administrator, and one above a person's own.
pub fn within_slab(look: &Look, slab: &Slab, g: i64, paise: i64, what: &str) -> Result<(), Halt> {
    let actor = look.actor;
    within_own(look, paise)?;
    if actor.is_admin() || (g <= slab.g && paise <= slab.paise) {
        return Ok(());
    }
    let kg = crate::value::kg(crate::value::Grams(slab.g));
    let most = rupees_short(Paise(slab.paise));
    let message = said!(
        "A branch manager approves {what} up to {kg} and {most}; the administrator must approve",
        what,
        kg,
        most
    );
    Err(Halt::refuse(Code::ApprovalSlab, message))
}

/// The field of a document's reason, else the site's.
pub fn slab_of(look: &Look, doc: &Doc, kind: &str, own: &str, site: i64) -> Result<i64, Halt> {
    let code = doc.text("reason").unwrap_or_default();
    let reason = super::reasons::find(look, kind, code)?;
    Ok(reason.and_then(|reason| reason.int(own)).unwrap_or(site))
}

pub fn has_photos(doc: &Doc) -> bool {
    doc.get("photos").and_then(Value::as_array).is_some_and(|photos| !photos.is_empty())
}

/// A setting in paise or grams.
pub fn site(look: &Look, key: &str) -> Result<i64, Halt> {
    settings::int_of(look, key)
}
