//! Stock held back for a while: from FREE to HOLD when it is written, and back when it ends.

use serde_json::Value;

use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::docs::MASTER;
use crate::docs::additional::ADDITIONAL_INWARD;
use crate::docs::batches::BATCH;
use crate::docs::customers::CUSTOMER;
use crate::docs::goods::SKU;
use crate::docs::inwards::INWARD;
use crate::docs::orders::ORDER;
use crate::docs::places::YARD;
use crate::docs::reasons::REMARKS;
use crate::docs::time_rules::{self, Of};
use crate::docs::transfers::TRANSFER;
use crate::error::{Code, Halt, Issue, done};
use crate::flow::{Flow, NO_RULES, Step, acting, by};
use crate::kept::doc::{Doc, Record};
use crate::ledger::Source;
use crate::ledger::stock::{self, Bucket, Qty, Side, StockPlace};
use crate::said;
use crate::schema::*;
use crate::value::{Day, IST_MINUTES, Instant};
use crate::write::index;

pub mod arrived;
pub mod promise;

static ORDERS: Kind = Kind::Link(&ORDER);

pub const ACTIVE: &str = "Active";
pub const RELEASED: &str = "Released";
pub const EXPIRED: &str = "Expired";
pub const CONSUMED: &str = "Consumed";

const KINDS: &[Choice] =
    &[("quality", "Quality"), ("promise", "Promised to a customer"), ("management", "Management")];

/// The quantity taken of each batch; the same goes back.
static LOTS: &[Field] = &[
    link("batch", "Batch", &BATCH).required(),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight"),
];

pub static STOCK_HOLD: DocType = DocType {
    key: "stock_hold",
    label: "Stock hold",
    plural: "Stock holds",
    title: "doc_no",
    fields: &[
        link("yard", "Yard", &YARD).required().immutable().listed(),
        link("sku", "SKU", &SKU).required().immutable().listed(),
        text("sku_name", "SKU", 120).computed().searched(),
        link("batch", "Batch", &BATCH)
            .immutable()
            .listed()
            .help("Leave blank for the oldest batches"),
        pieces("pcs", "Pieces").listed().help("Leave blank only for goods kept by weight"),
        grams("weight_g", "Weight").listed().help("Empty for what the pieces weigh in their batch"),
        choice("kind", "Type", KINDS).required().listed(),
        link("customer", "Promised to", &CUSTOMER).listed(),
        date("from", "From").computed().listed(),
        date("to", "To").required().listed(),
        reason("reason", "Reason", "stock").required().listed(),
        note("remarks", "Remarks", 500),
        rows("lots", "Held batches", LOTS, 100).computed(),
        pieces("used_pcs", "Pieces ordered").computed().listed(),
        grams("used_g", "Weight ordered").computed().listed(),
        many("orders", "Ordered by", &ORDERS).computed(),
        link("inward", "Came with", &INWARD).computed(),
        link("additional_inward", "Came with", &ADDITIONAL_INWARD).computed(),
        link("transfer", "Came by transfer", &TRANSFER).computed(),
        text("held_as", "Held by the role", 20).computed(),
        instant("ends_at", "Ends").computed(),
    ],
    sorts: &["to", "doc_no", "-updated_at"],
    filters: &["yard", "sku", "kind", "customer"],
    scopes: &[ScopeKind::Branch, ScopeKind::Yard],
    grants: &[
        Grant {
            roles: &[Role::Sales, Role::Bm, Role::Acc],
            verbs: &[Verb::View],
            reach: Reach::Branch,
        },
        Grant { roles: &[Role::Bm], verbs: &[Verb::Add], reach: Reach::Branch },
        Grant { roles: &[Role::Yard], verbs: &[Verb::View, Verb::Add], reach: Reach::Yard },
        Grant { roles: &[Role::Audit, Role::Admin], verbs: &[Verb::View], reach: Reach::All },
        Grant { roles: &[Role::Admin], verbs: &[Verb::Add], reach: Reach::All },
    ],
    flow: &HOLD_FLOW,
    series: Some(Series { word: "HLD", width: 6, suffix: "", plain: true }),
    check: Some(hold_check),
    on_save: deciding(hold),
    ..MASTER
};

const EXTEND: &[Field] = &[date("to", "To").required(), REMARKS];

static HOLD_FLOW: Flow = Flow {
    statuses: &[ACTIVE, CONSUMED, RELEASED, EXPIRED],
    rests: &[ACTIVE, CONSUMED, RELEASED, EXPIRED],
    editable: &[],
    deletable: &[],
    steps: &acting([
        Step {
            id: "H1",
            from: &[ACTIVE],
            action: "release",
            label: "Release",
            to: &[RELEASED],
            by: &[by(Role::Bm), by(Role::Yard)],
            inputs: &[REMARKS],
            guard: Some(own_role),
            rules: NO_RULES,
            run: |case, doc, _| {
                give_back(case, doc)?;
                Ok(RELEASED)
            },
        },
        Step {
            id: "H2",
            from: &[ACTIVE],
            action: "extend",
            label: "Hold longer",
            to: &[],
            by: &[by(Role::Bm), by(Role::Yard)],
            inputs: EXTEND,
            guard: Some(own_role),
            rules: NO_RULES,
            run: extend,
        },
        Step {
            id: "H3",
            from: &[ACTIVE],
            action: "expire",
            label: "End the hold",
            to: &[EXPIRED],
            by: &[by(Role::Sys)],
            inputs: &[],
            guard: Some(is_over),
            rules: NO_RULES,
            run: |case, doc, _| {
                give_back(case, doc)?;
                Ok(EXPIRED)
            },
        },
        Step {
            id: "H4",
            from: &[ACTIVE],
            action: "consume",
            label: "Ordered",
            to: &[CONSUMED],
            by: &[by(Role::Sys)],
            inputs: promise::ORDERED,
            guard: None,
            rules: NO_RULES,
            run: promise::consume,
        },
        Step {
            id: "H5",
            from: &[ACTIVE],
            action: "taken_back",
            label: "Went back with its document",
            to: &[RELEASED],
            by: &[by(Role::Sys)],
            inputs: &[],
            guard: Some(arrived::only_with_its_document),
            rules: NO_RULES,
            run: |_, _, _| Ok(RELEASED),
        },
    ]),
};

fn hold_check(record: &Record, issues: &mut Vec<Issue>) {
    let has = |key: &str| record.get(key).and_then(Value::as_i64).is_some_and(|n| n > 0);
    if !has("pcs") && !has("weight_g") {
        issues.push(Issue::new("pcs", Code::Required, "Enter pieces or weight"));
    }
    let promise = record.get("kind").and_then(Value::as_str) == Some("promise");
    if promise != record.get("customer").is_some() {
        let message = match promise {
            true => "Select the customer it is promised to",
            false => "Only a promise has a customer",
        };
        issues.push(Issue::new("customer", Code::Input, message));
    }
}

/// Takes the goods out of what is free, as the document is made.
fn hold(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let yard = case.doc(&YARD, doc.text("yard").unwrap_or_default())?;
    doc.yard = Some(yard.id.clone());
    doc.branch = yard.branch.clone();
    let sku = case.doc(&SKU, doc.text("sku").unwrap_or_default())?;
    doc.set("sku_name", sku.title(&SKU));
    doc.set("from", case.today().to_string());
    let role = [Role::Admin, Role::Bm, Role::Yard].into_iter().find(|role| case.actor.has(*role));
    doc.set("held_as", role.unwrap_or(Role::Admin).name());
    done(until_issue(case, doc.text("to"))?)?;
    let asked = Qty::new(doc.int("pcs").unwrap_or(0), doc.int("weight_g").unwrap_or(0));
    let lots = lots(case, doc, &sku, asked)?;
    let (mut rows, mut sum) = (Vec::new(), Qty::default());
    for (line, (batch, qty)) in lots.into_iter().enumerate() {
        let free = StockPlace::free(&yard.id, &sku.id, &batch);
        let source = Source::new(STOCK_HOLD.key, &doc.id, line as u32, case.today());
        stock::post(case, Side::Stock(free), Side::Stock(free.to(Bucket::Hold)), qty, &source)?;
        sum = sum + qty;
        rows.push(serde_json::json!({ "batch": batch, "pcs": qty.pcs, "weight_g": qty.g }));
    }
    doc.set("lots", rows);
    doc.set("pcs", sum.pcs);
    doc.set("weight_g", sum.g);
    promise::made(case, doc)?;
    arm(case, doc)
}

/// The batches that the goods are taken from: the named one, else the oldest first.
fn lots(case: &Look, doc: &Doc, sku: &Doc, asked: Qty) -> Result<Vec<(String, Qty)>, Halt> {
    let yard = doc.text("yard").unwrap_or_default();
    let position = stock::position(case, yard, &sku.id)?;
    let (free, by_weight) = (position.available(), asked.pcs == 0);
    // Weight alone would leave pieces that weigh nothing.
    if by_weight && position.free.pcs > 0 {
        let message = "Enter the pieces: this SKU is counted in pieces";
        return Err(Halt::issues(vec![Issue::new("pcs", Code::Required, message)]));
    }
    if asked.pcs > free.pcs || (by_weight && asked.g > free.g) {
        return Err(stock::short_of(case, yard, &sku.id)?);
    }
    let named = doc.text("batch");
    let mut open = asked;
    let mut found: Vec<(String, Qty)> = Vec::new();
    for lot in stock::batches(case, yard, &sku.id)? {
        if named.is_some_and(|batch| batch != lot.batch) {
            continue;
        }
        let take = match by_weight {
            true => Qty::new(0, open.g.min(lot.free.g)),
            false => {
                let pcs = open.pcs.min(lot.free.pcs);
                let all = pcs == asked.pcs && asked.g > 0;
                Qty::new(pcs, if all { asked.g } else { stock::issue_weight(lot.free, pcs) })
            }
        };
        if take.is_zero() {
            continue;
        }
        open = open - take;
        found.push((lot.batch, take));
        if (by_weight && open.g == 0) || (!by_weight && open.pcs == 0) {
            return Ok(found);
        }
    }
    let held = found.iter().fold(Qty::default(), |sum, (_, qty)| sum + *qty);
    let Qty { pcs, g: grams } = held;
    let message = match named {
        Some(_) => said!(
            "The batch does not have that much: only {pcs} pcs / {grams} g are free",
            pcs,
            grams
        ),
        None => said!(
            "The batches do not have that much: only {pcs} pcs / {grams} g are free",
            pcs,
            grams
        ),
    };
    done(vec![Issue::new(if by_weight { "weight_g" } else { "pcs" }, Code::StockShort, message)])
        .map(|()| found)
}

fn until_issue(case: &Look, to: Option<&str>) -> Result<Vec<Issue>, Halt> {
    let most = time_rules::hours_of(case, "hold", &Of::default())?.unwrap_or(0) / 24;
    let to = to.and_then(Day::parse).unwrap_or_default();
    Ok(match to.days_since(case.today()) {
        days if days < 0 => vec![Issue::new("to", Code::Input, "To must not be in the past")],
        days if days > most => {
            let message = said!("A hold lasts at most {most} days", most);
            vec![Issue::new("to", Code::Input, message)]
        }
        _ => Vec::new(),
    })
}

/// The hold ends with its last day, by the sweep.
fn arm(case: &mut Case, doc: &mut Doc) -> Result<(), Halt> {
    disarm(case, doc);
    let last = doc.text("to").and_then(Day::parse).unwrap_or_default();
    let at = Instant((i64::from(last.plus(1).0) * 1_440 - IST_MINUTES) * 60_000);
    doc.set("ends_at", at.0);
    index::set_due(case, at, doc, "expire")
}

fn disarm(case: &mut Case, doc: &mut Doc) {
    if let Some(at) = doc.int("ends_at") {
        index::clear_due(case, Instant(at), doc, "expire");
    }
    doc.record.remove("ends_at");
}

fn extend(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let to = inputs.get("to").and_then(Value::as_str).map(str::to_owned);
    done(until_issue(case, to.as_deref())?)?;
    doc.set("to", to.unwrap_or_default());
    arm(case, doc)?;
    Ok("")
}

/// Only the role that held the goods lets them go, or the administrator.
fn own_role(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let role = doc.text("held_as").and_then(Role::parse).unwrap_or(Role::Admin);
    if case.actor.is_admin() || case.actor.has(role) || case.actor.has(Role::Sys) {
        return Ok(());
    }
    let message =
        said!("{role} holds this stock; only that role or ADMIN ends it", role = role.label());
    Err(Halt::refuse(Code::Rule, message))
}

fn is_over(case: &Look, doc: &Doc) -> Result<(), Halt> {
    match doc.int("ends_at").is_some_and(|at| at <= case.now.0) {
        true => Ok(()),
        false => Err(Halt::refuse(Code::Rule, "The hold has not ended yet")),
    }
}

/// Moves every held lot from HOLD back to FREE.
fn give_back(case: &mut Case, doc: &mut Doc) -> Result<(), Halt> {
    disarm(case, doc);
    promise::over(case, doc);
    for (line, (batch, qty)) in held_lots(doc).into_iter().enumerate() {
        free(case, doc, line, &batch, qty)?;
    }
    Ok(())
}

/// Moves some of a held lot from HOLD back to FREE.
fn free(case: &mut Case, doc: &Doc, line: usize, batch: &str, qty: Qty) -> Result<(), Halt> {
    let (yard, sku) = (doc.text("yard").unwrap_or_default(), doc.text("sku").unwrap_or_default());
    let free = StockPlace::free(yard, sku, batch);
    let source = Source::new(STOCK_HOLD.key, &doc.id, line as u32, case.today());
    stock::post(case, Side::Stock(free.to(Bucket::Hold)), Side::Stock(free), qty, &source)?;
    Ok(())
}

/// The batches that a hold took its goods of, with how much of each.
pub fn held_lots(doc: &Doc) -> Vec<(String, Qty)> {
    let rows = doc.get("lots").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let int = |row: &Value, key: &str| row.get(key).and_then(Value::as_i64).unwrap_or(0);
    let lot = |row: &Value| {
        let batch = row.get("batch")?.as_str()?.to_owned();
        Some((batch, Qty::new(int(row, "pcs"), int(row, "weight_g"))))
    };
    rows.iter().filter_map(lot).collect()
}
