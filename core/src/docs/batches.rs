//! The batch: one lot of a SKU as it came in, with its own weight, cost and papers.

use super::additional::ADDITIONAL_INWARD;
use super::inwards::INWARD;
use super::places::{YARD, ZONE};
use super::{MASTER, goods::SKU, suppliers::SUPPLIER};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, Reach, Role, Verb};
use crate::error::Halt;
use crate::flow::Flow;
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::ledger::stock::{self, Qty, Side, StockPlace};
use crate::ledger::{Source, books};
use crate::schema::*;
use crate::value::{self, Day};
use crate::write::{index, save};

pub const OPEN: &str = "Open";
pub const CLOSED: &str = "Closed";
/// What an open batch is called of which nothing lies any more; nobody has closed it yet.
pub const EMPTIED: &str = "Emptied";

static BATCHES: Kind = Kind::Link(&BATCH);

/// A batch moves between yards, so that it belongs to the company; what lies where is the ledger's.
pub static BATCH: DocType = DocType {
    key: "batch",
    label: "Batch",
    plural: "Batches",
    title: "batch_no",
    fields: &[
        text("batch_no", "Batch number", 40).computed().unique().listed().searched(),
        link("sku", "SKU", &SKU).computed().listed(),
        link("origin", "Yard of origin", &YARD).computed().listed(),
        link("inward", "Inward", &INWARD).computed().listed(),
        link("additional_inward", "Additional inward", &ADDITIONAL_INWARD).computed(),
        link("supplier", "Supplier", &SUPPLIER).computed().listed(),
        link("zone", "Zone", &ZONE).computed().listed(),
        text("rack", "Rack", 20).computed().listed().searched(),
        many("parents", "Made from", &BATCHES).computed(),
        text("make", "Make", 60).computed().listed(),
        text("heat_no", "Heat number", 40).computed().listed().searched(),
        text("coil_no", "Coil number", 40).computed().listed().searched(),
        date("mfg_date", "Made on").computed(),
        file("mtc_file", "Mill test certificate").computed(),
        date("inward_date", "Inward date").computed().listed(),
        pieces("in_pcs", "Pieces in").computed().listed(),
        grams("in_g", "Weight in").computed().listed(),
        paise("cost_paise", "Landed cost").computed().guarded(Guarded::Cost),
        rate("cost_paise_per_kg", "Cost per kg").computed().listed().guarded(Guarded::Cost),
        grams("gained_g", "Loaded beyond its books").computed(),
        text("closing", "Closing", 64).internal().guarded(Guarded::House),
        date("closed_on", "Closed on").computed(),
    ],
    sorts: &["-inward_date", "batch_no"],
    filters: &["sku", "origin", "supplier"],
    grants: &[Grant {
        roles: &[
            Role::Sales,
            Role::Bm,
            Role::Yard,
            Role::Logi,
            Role::Acc,
            Role::Purch,
            Role::Audit,
            Role::Admin,
        ],
        verbs: &[Verb::View],
        reach: Reach::All,
    }],
    flow: &BATCH_FLOW,
    ..MASTER
};

/// In which yards a person sees what lies there: the batches themselves belong to no place, since
/// what is moved or made of one lies elsewhere.
pub const STOCK: &[Grant] = &[
    Grant { roles: &[Role::Audit, Role::Admin], verbs: &[Verb::View], reach: Reach::All },
    Grant {
        roles: &[Role::Sales, Role::Bm, Role::Acc, Role::Purch],
        verbs: &[Verb::View],
        reach: Reach::Branch,
    },
    Grant {
        roles: &[Role::Sales, Role::Bm, Role::Yard, Role::Acc, Role::Purch],
        verbs: &[Verb::View],
        reach: Reach::Yard,
    },
];

/// Batches are opened and closed by other documents; what is on hold of one, the ledger says.
static BATCH_FLOW: Flow =
    Flow { statuses: &[OPEN, CLOSED], rests: &[], editable: &[], deletable: &[], steps: &[] };

/// The day a batch came in.
pub fn arrived_on(look: &Look, batch: &str) -> Result<Option<Day>, Halt> {
    let doc = look.find(BATCH.key, batch)?;
    Ok(doc.and_then(|doc| doc.text("inward_date").and_then(Day::parse)))
}

/// The day a batch was closed; none while it may move.
pub fn closed_on(look: &Look, batch: &str) -> Result<Option<Day>, Halt> {
    let doc = look.find(BATCH.key, batch)?.filter(|doc| doc.status == CLOSED);
    let on = |doc: &Doc| doc.text("closed_on").and_then(Day::parse);
    Ok(doc.map(|doc| on(&doc).unwrap_or_else(|| doc.since.day_in(value::IST_MINUTES))))
}

/// The properties of a new batch.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lot<'a> {
    pub sku: &'a str,
    pub yard: &'a str,
    pub day: Day,
    pub qty: Qty,
    /// The landed cost of all of it, with freight, paise.
    pub cost_paise: i64,
    /// The coil's or heat's number of the mill, when the batch shall carry it.
    pub mill_no: Option<&'a str>,
    /// Further fields as the line that brings it holds them.
    pub line: Option<&'a Record>,
    pub inward: Option<&'a str>,
    pub additional: Option<&'a str>,
    pub supplier: Option<&'a str>,
    /// The batches that it was made from.
    pub parents: &'a [String],
}

/// Fields that a line hands to its batch under the same name.
const HANDED: &[&str] = &["zone", "rack", "make", "heat_no", "coil_no", "mfg_date", "mtc_file"];

/// Opens a batch; answers its id.
pub fn open(case: &mut Case, lot: &Lot) -> Result<String, Halt> {
    let id = case.new_id();
    let mut doc = save::blank(case, &BATCH, id.clone());
    let yard = case.doc(&YARD, lot.yard)?;
    let no = free_number(case, &yard, lot)?;
    doc.branch = yard.text("branch").map(str::to_owned);
    doc.yard = Some(lot.yard.to_owned());
    doc.set("batch_no", no);
    doc.set("sku", lot.sku);
    doc.set("origin", lot.yard);
    doc.set("inward_date", lot.day.to_string());
    doc.set("in_pcs", lot.qty.pcs);
    doc.set("in_g", lot.qty.g);
    set_cost(&mut doc, lot.cost_paise);
    let papers =
        [("inward", lot.inward), ("additional_inward", lot.additional), ("supplier", lot.supplier)];
    for (key, id) in papers {
        if let Some(id) = id {
            doc.set(key, id);
        }
    }
    if !lot.parents.is_empty() {
        doc.set("parents", lot.parents.to_vec());
    }
    for key in HANDED {
        if let Some(value) = lot.line.and_then(|line| line.get(*key)) {
            doc.set(key, value.clone());
        }
    }
    save::finish(case, &BATCH, None, doc, "create", &Record::new(), None)?;
    Ok(id)
}

/// Brings the books up to a scale: the last pieces of a batch in a yard may weigh more than is left
/// of its weight, within the tolerance of what came in. Its closing says what that was worth.
pub fn weigh_up(
    case: &mut Case,
    place: &StockPlace,
    qty: Qty,
    tolerance_bp: i64,
    source: &Source,
) -> Result<(), Halt> {
    let has = stock::balance(case, place)?;
    let gain = Qty::new(0, qty.g - has.g);
    if gain.g <= 0 || has.pcs == 0 || qty.pcs != has.pcs {
        return Ok(());
    }
    let before = case.doc(&BATCH, place.batch)?;
    let gained = before.int("gained_g").unwrap_or(0) + gain.g;
    let most = value::part(before.int("in_g").unwrap_or(0), tolerance_bp, 10_000);
    if gained > most || before.status == CLOSED {
        return Ok(());
    }
    stock::post(case, Side::Gain, Side::Stock(*place), gain, source)?;
    let mut batch = Doc::clone(&before);
    batch.set("gained_g", gained);
    let none = Record::new();
    save::finish(case, &BATCH, Some(&before), batch, "weigh_up", &none, None).map(drop)
}

/// What a batch cost in all, and with it a kilogram.
fn set_cost(doc: &mut Doc, cost_paise: i64) {
    doc.set("cost_paise", cost_paise);
    if let Some(per_kg) = value::amount(cost_paise, 1_000, doc.int("in_g").unwrap_or(0)) {
        doc.set("cost_paise_per_kg", per_kg.0);
    }
}

/// A batch costs more from now on, or less where `by` is below zero.
pub fn add_cost(case: &mut Case, id: &str, by: i64, inputs: &Record) -> Result<(), Halt> {
    let before = case.doc(&BATCH, id)?;
    let mut doc = Doc::clone(&before);
    set_cost(&mut doc, before.int("cost_paise").unwrap_or(0) + by);
    save::finish(case, &BATCH, Some(&before), doc, "cost", inputs, None).map(drop)
}

/// Goods that come back into the stock account leave it at what their batch costs by then: what that is more than
/// they had cost comes out of the cost variance, where their part of a late cost went.
pub fn cost_again(case: &mut Case, source: &Source, day: Day, by: i64) -> Result<u64, Halt> {
    books::post(case, source, day, &[(books::STOCK, by), (books::COST_VARIANCE, -by)])
}

/// The part of a batch's landed cost that so much of it cost: by weight, of goods without weight by
/// pieces.
pub fn cost_of(batch: &Doc, qty: Qty) -> i64 {
    let whole = batch.int("cost_paise").unwrap_or(0);
    let part = |key: &str, taken: i64| value::part(whole, taken, batch.int(key).unwrap_or(0));
    match batch.int("in_g").unwrap_or(0) > 0 {
        true => part("in_g", qty.g),
        false => part("in_pcs", qty.pcs),
    }
}

/// The landed cost of a tonne of an SKU's free stock in these yards, over all its batches; `None`
/// where there is none.
pub fn cost_of_tonne<'y>(
    case: &Look,
    yards: impl IntoIterator<Item = &'y str>,
    sku: &str,
) -> Result<Option<i64>, Halt> {
    let (mut cost, mut weight) = (0, 0);
    for yard in yards {
        for lot in stock::batches(case, yard, sku)? {
            let batch = case.doc(&BATCH, &lot.batch)?;
            cost += i128::from(cost_of(&batch, lot.free));
            weight += i128::from(lot.free.g);
        }
    }
    let tonne = (weight > 0).then(|| value::div_half_away(cost * 1_000_000, weight));
    Ok(tonne.and_then(|tonne| i64::try_from(tonne).ok()))
}

/// The mill's own number while no other batch carries it, else the yard's next of the month.
fn free_number(case: &mut Case, yard: &Doc, lot: &Lot) -> Result<String, Halt> {
    if let Some(no) = lot.mill_no
        && !is_taken(case, no)?
    {
        return Ok(no.to_owned());
    }
    let (year, month, _) = lot.day.civil();
    let code = yard.text("code").unwrap_or_default();
    let head = format!("{code}{:02}{month:02}", year.rem_euclid(100));
    let counter = keys::next(BATCH.key, &head, "");
    let mut next: i64 = case.value(&counter)?.unwrap_or(1);
    loop {
        let no = format!("{head}-{next:03}");
        next += 1;
        if !is_taken(case, &no)? {
            case.put(counter, &next)?;
            return Ok(no);
        }
    }
}

fn is_taken(case: &Look, no: &str) -> Result<bool, Halt> {
    let key = keys::unique(BATCH.key, "batch_no", &index::unique_text(&no.into()));
    Ok(case.value::<String>(&key)?.is_some())
}
