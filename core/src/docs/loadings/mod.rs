//! The loading: one vehicle's goods of one order, batch by batch, as the weighbridge weighed them.

use std::sync::Arc;

use serde_json::Value;

mod change;
mod post;
mod weigh;
pub mod worth;

pub use change::{correct, reverse, set_invoice};
pub use post::{WEIGHT_ROUND, begin, is_rounding, post};
pub use weigh::{
    net_weight, rule_of_lines, rule_of_net, rule_of_vehicle, rule_of_weighbridge, vehicle,
};

use super::batches::BATCH;
use super::fleet::{DRIVER, VEHICLE};
use super::formats::MOBILE;
use super::goods::SKU;
use super::orders::{self, ORDER, Order};
use super::people::EMPLOYEE;
use super::places::YARD;
use super::{KEEP, MASTER, customers::CUSTOMER, settings};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::error::{Code, Halt, Issue, done};
use crate::flow::Flow;
use crate::json::{Json, json_struct};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::ledger::stock::{Bucket, Qty, StockPlace};
use crate::said;
use crate::schema::*;

pub const DRAFT: &str = "Draft";
pub const POSTED: &str = "Posted";
pub const REVERSED: &str = "Reversed";

/// More vehicles than one order ever needs.
const MANY: usize = 1_000;
const FILE: Kind = Kind::File;

static LINE: &[Field] = &[
    int("order_line", "Line of the order", 0, 99).required(),
    link("batch", "Batch", &BATCH).required(),
    pieces("pcs", "Pieces"),
    grams("weight_g", "Weight").required(),
    text("reason", "Reason for the newer batch", 200),
    link("sku", "SKU", &SKU).computed(),
    yes_no("dump", "Out of the dump").computed(),
    paise("cost_paise", "Value in the dump").computed().guarded(Guarded::Cost),
    int("posting", "Posting", 0, i64::MAX).internal(),
];

const CORRECTION: &[Field] = &[
    instant("at", "At"),
    link("by", "By", &EMPLOYEE),
    text("reason", "Reason", 40),
    int("line", "Line", 0, 199),
    int("by_g", "Weight by", -999_999_999, 999_999_999),
    int("posting", "Posting", 0, i64::MAX),
];

/// Also what the order's `load` takes as a whole record.
pub static LOADING_FIELDS: &[Field] = &[
    link("order", "Order", &ORDER),
    text("order_no", "Order number", 40).computed().listed().searched(),
    int("seq", "Loading", 0, 1_000).computed(),
    link("customer", "Customer", &CUSTOMER).computed(),
    text("customer_name", "Customer", 100).computed().listed().searched(),
    text("city", "City", 100).computed().listed(),
    link("yard", "Yard", &YARD).computed().listed(),
    date("date", "Date").computed().listed(),
    link("vehicle", "Vehicle", &VEHICLE).on_submit(),
    text("vehicle_no", "Vehicle", 20).computed().listed().searched(),
    link("driver", "Driver", &DRIVER).on_submit(),
    code("mobile", "Driver's mobile", &MOBILE).on_submit(),
    text("slip_no", "Weighbridge slip", 20).on_submit().listed().searched(),
    text("weighbridge", "Weighbridge", 60).help("Where the yard has none of its own"),
    grams("tare_g", "Tare").on_submit(),
    grams("gross_g", "Gross").on_submit(),
    grams("net_g", "Net").computed().listed(),
    rows("lines", "Lines", LINE, 200).at_least(1),
    int("pcs", "Pieces", 0, 99_999_999).computed(),
    grams("weight_g", "Weight").computed().listed(),
    grams("ordered_g", "Ordered weight").computed().listed(),
    paise("value_paise", "Value").computed().listed().guarded(Guarded::Rates),
    paise("committed_paise", "Committed").computed().listed().guarded(Guarded::Rates),
    yes_no("ewb_needed", "E-way bill needed").computed().listed(),
    text("seal", "Seal", 40),
    instant("in_at", "Vehicle in"),
    instant("out_at", "Vehicle out").computed().listed(),
    text("gang", "Loaders", 100),
    many("photos", "Photos", &FILE),
    note("remarks", "Remarks", 500),
    rows("corrections", "Corrections", CORRECTION, 200).computed(),
    text("invoice", "Invoice id", 64).computed().listed(),
    text("invoice_no", "Invoice", 20).computed().listed().searched(),
    instant("reversed_at", "Reversed").computed(),
];

/// The order's steps post and reverse it, so that it has none of its own.
static FLOW: Flow = Flow {
    statuses: &[DRAFT, POSTED, REVERSED],
    rests: &[POSTED, REVERSED],
    steps: &[],
    editable: &[DRAFT],
    deletable: &[DRAFT],
};

pub static LOADING: DocType = DocType {
    key: "loading",
    label: "Loading",
    plural: "Loadings",
    title: "doc_no",
    fields: LOADING_FIELDS,
    sorts: &["-date", "doc_no", "since"],
    filters: &["yard", "order"],
    scopes: &[ScopeKind::Branch, ScopeKind::Yard, ScopeKind::Owner],
    grants: &[
        Grant { roles: &[Role::Sales], verbs: &[Verb::View], reach: Reach::Own },
        Grant {
            roles: &[Role::Bm, Role::Credit, Role::Logi, Role::Acc],
            verbs: &[Verb::View],
            reach: Reach::Branch,
        },
        Grant { roles: &[Role::Yard], verbs: KEEP, reach: Reach::Yard },
        Grant { roles: &[Role::Audit], verbs: &[Verb::View], reach: Reach::All },
        Grant { roles: &[Role::Admin], verbs: KEEP, reach: Reach::All },
    ],
    flow: &FLOW,
    check: Some(weights),
    on_save: deciding(on_save),
    waits: &[waits("create"), waits("update")],
    ..MASTER
};

json_struct! { LEAN
    /// One line of a loading.
    pub struct LoadingLine {
        pub order_line: i64,
        pub batch: String,
        pub pcs: i64,
        pub weight_g: i64,
        /// Why a batch goes although a much older one is left lying.
        pub reason: Option<String>,
        /// What the batch is of: of scrap not what it is sold as.
        pub sku: String,
        /// Whether it leaves the dump, and not the free stock.
        pub dump: bool,
        /// What goods of the dump were worth in the books.
        pub cost_paise: Option<i64>,
        pub posting: Option<u64>,
    }
}

impl LoadingLine {
    /// The place in a yard that it was taken from.
    pub fn place<'a>(&'a self, yard: &'a str) -> StockPlace<'a> {
        let bucket = if self.dump { Bucket::Dump } else { Bucket::Free };
        StockPlace::free(yard, &self.sku, &self.batch).to(bucket)
    }

    pub fn qty(&self) -> Qty {
        Qty::new(self.pcs, self.weight_g)
    }

    /// The pieces that a line of the order counts: of scrap none.
    fn counted(&self) -> i64 {
        if self.dump { 0 } else { self.pcs }
    }
}

/// The part of a loading's record that other documents need.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loading {
    pub order: String,
    pub vehicle_no: Option<String>,
    pub slip_no: Option<String>,
    pub lines: Vec<LoadingLine>,
}

impl Loading {
    pub fn of(doc: &Doc) -> Result<Loading, Halt> {
        let own = |key: &str| doc.text(key).map(str::to_owned);
        Ok(Loading {
            order: own("order").unwrap_or_default(),
            vehicle_no: own("vehicle_no"),
            slip_no: own("slip_no"),
            lines: rows_of(doc)?,
        })
    }
}

pub fn rows_of(loading: &Doc) -> Result<Vec<LoadingLine>, Halt> {
    match loading.get("lines") {
        None => Ok(Vec::new()),
        Some(rows) => Vec::read(rows)
            .map_err(|why| Halt::Fault(format!("loading {}: lines: {why}", loading.id))),
    }
}

fn write_rows(loading: &mut Doc, rows: &[LoadingLine]) {
    loading.set("lines", rows.iter().map(LoadingLine::write).collect::<Vec<_>>());
    loading.set("pcs", rows.iter().map(|row| row.pcs).sum::<i64>());
    loading.set("weight_g", rows.iter().map(|row| row.weight_g).sum::<i64>());
    sort_fields(loading);
}

/// A record lies in declared order, whatever was computed when.
fn sort_fields(loading: &mut Doc) {
    let mut sorted = Record::new();
    for field in LOADING_FIELDS {
        if let Some(value) = loading.record.remove(field.key) {
            sorted.insert(field.key.to_owned(), value);
        }
    }
    loading.record = sorted;
}

fn on_save(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let id = doc.text("order").unwrap_or_default().to_owned();
    if id.is_empty() {
        return done(vec![Issue::new("order", Code::Required, "Order is required")]);
    }
    if before.is_some_and(|before| before.text("order") != Some(&id)) {
        return done(vec![Issue::new("order", Code::Input, "Order cannot be changed")]);
    }
    let order = case.doc(&ORDER, &id)?;
    if !case.actor.covers(&ORDER, Verb::View, &order) {
        return done(vec![Issue::new("order", Code::Input, "Order was not found")]);
    }
    if order.status != orders::WAITING {
        let message = said!(
            "{order} is {status}; it is not loaded now",
            order = order.name(&ORDER),
            status = order.status
        );
        return Err(Halt::refuse(Code::BadState, message));
    }
    describe(case, &order, &Order::of(&order)?, doc)
}

/// What the weighbridge says of an empty and a loaded vehicle.
pub fn weights(record: &Record, issues: &mut Vec<Issue>) {
    let weight = |key: &str| record.get(key).and_then(Value::as_i64);
    if weight("tare_g").zip(weight("gross_g")).is_some_and(|(tare, gross)| tare >= gross) {
        let message = "Tare must be below the gross weight";
        issues.push(Issue::new("tare_g", Code::Input, message));
    }
}

fn set_net(loading: &mut Doc) {
    if let Some((tare, gross)) = loading.int("tare_g").zip(loading.int("gross_g")) {
        loading.set("net_g", gross - tare);
    }
}

/// The fields of a loading that come from its order and vehicle.
fn describe(case: &Look, order_doc: &Doc, order: &Order, doc: &mut Doc) -> Result<(), Halt> {
    doc.branch = order_doc.branch.clone();
    doc.yard = order_doc.yard.clone();
    doc.owner = order_doc.owner.clone();
    doc.set("order", order_doc.id.clone());
    doc.set("order_no", order_doc.doc_no.clone());
    doc.set("customer", order.customer.clone());
    doc.set("customer_name", order.customer_name.clone());
    if !order.city.is_empty() {
        doc.set("city", order.city.clone());
    }
    doc.set("yard", order.yard().to_owned());
    doc.set("date", case.today().to_string());
    if let Some(vehicle) = doc.text("vehicle").map(str::to_owned) {
        let vehicle = case.doc(&VEHICLE, &vehicle)?;
        doc.set("vehicle_no", vehicle.title(&VEHICLE));
    }
    set_net(doc);
    // Whoever begins a loading has the vehicle before them.
    if doc.get("in_at").is_none() {
        doc.set("in_at", case.now.0);
    }
    let mut rows = rows_of(doc)?;
    for row in &mut rows {
        let line = usize::try_from(row.order_line).ok().and_then(|at| order.lines.get(at));
        row.dump = line.is_some_and(|line| line.dump);
        row.sku = match row.dump {
            true => case.doc(&BATCH, &row.batch)?.text("sku").unwrap_or_default().to_owned(),
            false => line.map(|line| line.sku.clone()).unwrap_or_default(),
        };
    }
    write_rows(doc, &rows);
    Ok(())
}

/// By how much a loaded weight may differ, hundredths of a percent.
pub fn tolerance_bp(case: &Look, sku: &str) -> Result<i64, Halt> {
    let sku = case.find(SKU.key, sku)?;
    let group = sku.as_ref().and_then(|sku| sku.text("product_group"));
    let group = group.map(|id| case.find("product_group", id)).transpose()?.flatten();
    match group.and_then(|group| group.int("load_tolerance_bp")) {
        Some(own) => Ok(own),
        None => settings::int_of(case, "load_tolerance_bp"),
    }
}

fn listed_key(order: &str, seq: i64) -> String {
    keys::key(&["loads", order, &format!("{seq:06}")])
}

/// The order's loadings that left the yard and were not taken back, in their order.
pub fn posted(case: &Look, order: &str) -> Result<Vec<Arc<Doc>>, Halt> {
    let range = Range::prefix(&keys::key(&["loads", order]));
    let mut found = Vec::new();
    for (key, bytes) in case.scan(&range, MANY)? {
        let id: String = parse(&key, &bytes)?;
        found.extend(case.find(LOADING.key, &id)?.filter(|loading| loading.status == POSTED));
    }
    Ok(found)
}

/// The invoice a loading stands on.
pub fn invoice_of(loading: &Doc) -> Option<&str> {
    loading.text("invoice")
}

pub fn is_invoiced(loading: &Doc) -> bool {
    invoice_of(loading).is_some()
}
