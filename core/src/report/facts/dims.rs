//! The frames that others link to: masters and parties, places, and the papers that lines stand on.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, code, day_at,
    day_of, earlier, facts,
    sizes::{self, BANDS},
};
use crate::declare::case::Look;
use crate::docs::opening_bills::OPENING_BILL;
use crate::docs::{self, goods::PRODUCT_GROUP, notes::CREDIT_NOTE};
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::read::parse;
use crate::schema::Guarded;
use crate::value::{Day, Instant};

/// The labels of papers.
pub const PAPER_LABELS: &[&str] = &[
    "Order",
    "Loading",
    "Invoice",
    "Inward",
    "Receipt",
    "Stock hold",
    "Batch closing",
    "Dump",
    "Transfer",
    "Additional inward",
    "Work order",
    "Sales return",
    "Stock audit",
    "Trip",
    "Credit note",
    "Debit note",
    "Reversal",
    "Credit limit request",
    "Opening bill",
    "Purchase order",
    "Supplier bill",
    "Supplier debit note",
    "Payment",
];
/// The kinds of papers.
pub const PAPERS: &[&str] = &[
    "order",
    "loading",
    "invoice",
    "inward",
    "receipt",
    "stock_hold",
    "batch_closing",
    "dump_stock",
    "transfer",
    "additional_inward",
    "work_order",
    "sales_return",
    "stock_audit",
    "trip",
    "credit_note",
    "debit_note",
    "reversal",
    "credit_limit_request",
    "opening_bill",
    "purchase_order",
    "supplier_bill",
    "supplier_note",
    "supplier_payment",
];
/// Whether a paper was made here or brought in from an earlier system.
pub const IMPORTED: &[&str] = &["Made here", "Imported"];

facts! {
    BRANCH Branch = "branch" by "id" from &[
        FactSource { prefix: &["doc", "branch"], rows: branch },
        FactSource { prefix: &["earlier_name", "branch"], rows: earlier::branch },
    ];
    id: Holds::Text;
    name: Holds::Text;
}

facts! {
    YARD Yard = "yard" by "id" from &[
        FactSource { prefix: &["doc", "yard"], rows: yard },
        FactSource { prefix: &["earlier_name", "yard"], rows: earlier::yard },
    ];
    id: Holds::Text;
    name: Holds::Text;
    code: Holds::Text;
    branch: Holds::Link("branch");
}

facts! {
    EMPLOYEE Employee = "employee" by "id" from &[
        FactSource { prefix: &["doc", "employee"], rows: employee },
        FactSource { prefix: &["earlier_name", "employee"], rows: earlier::employee },
    ];
    id: Holds::Text;
    name: Holds::Text;
}

facts! {
    REGION Region = "region" by "id" from &[FactSource { prefix: &["doc", "region"], rows: region }];
    id: Holds::Text;
    name: Holds::Text;
}

facts! {
    STATE State = "state" by "id" from &[
        FactSource { prefix: &["doc", "state"], rows: state },
        FactSource { prefix: &["earlier_name", "state"], rows: earlier::state },
    ];
    id: Holds::Text;
    name: Holds::Text;
    gst_code: Holds::Text;
}

facts! {
    DISTRICT District = "district" by "id" from &[
        FactSource { prefix: &["doc", "district"], rows: district },
        FactSource { prefix: &["earlier_name", "district"], rows: earlier::district },
    ];
    id: Holds::Text;
    name: Holds::Text;
    state: Holds::Link("state");
    region: Holds::Link("region");
}

facts! {
    GROUP Group = "product_group" by "id" from &[
        FactSource { prefix: &["doc", "product_group"], rows: group },
        FactSource { prefix: &["earlier_name", "product_group"], rows: earlier::group },
    ];
    id: Holds::Text;
    name: Holds::Text;
}

facts! {
    SKU Sku = "sku" by "id" from &[
        FactSource { prefix: &["doc", "sku"], rows: sku },
        FactSource { prefix: &["earlier_name", "sku"], rows: earlier::sku },
    ];
    id: Holds::Text;
    name: Holds::Text;
    product_group: Holds::Link("product_group");
    make: Holds::Text;
    grade: Holds::Text;
    size: Holds::Text;
    thickness: Holds::Text;
    band: Holds::Code(BANDS);
    length_mm: Holds::Int;
    theo_g: Holds::Int;
}

facts! {
    SUPPLIER Supplier = "supplier" by "id" from &[
        FactSource { prefix: &["doc", "supplier"], rows: supplier },
        FactSource { prefix: &["earlier_name", "supplier"], rows: earlier::supplier },
    ];
    id: Holds::Text;
    name: Holds::Text;
    state: Holds::Link("state");
}

facts! {
    CUSTOMER Customer = "customer" by "id" from &[
        FactSource { prefix: &["doc", "customer"], rows: customer },
        FactSource { prefix: &["earlier_name", "customer"], rows: earlier::customer },
    ];
    id: Holds::Text;
    name: Holds::Text;
    status: Holds::Text;
    kind: Holds::Text;
    price_class: Holds::Text;
    salesman: Holds::Link("employee");
    district: Holds::Link("district");
    state: Holds::Link("state");
    branch: Holds::Link("branch");
    since: Holds::Day;
    pan: Holds::Text;
    code: Holds::Text;
}

facts! {
    /// A destination of goods: one of a customer's delivery addresses, or the customer's own.
    PLACE Place = "place" by "id" from &[
        FactSource { prefix: &["doc", "customer"], rows: place },
        FactSource { prefix: &["earlier_name", "customer"], rows: earlier::place },
    ];
    id: Holds::Text;
    customer: Holds::Link("customer");
    district: Holds::Link("district");
    state: Holds::Link("state");
}

facts! {
    /// A document that lines stand on, as it is named.
    PAPER Paper = "paper" by "id" from &[
        FactSource { prefix: &["doc", "order"], rows: paper },
        FactSource { prefix: &["doc", "loading"], rows: paper },
        FactSource { prefix: &["doc", "invoice"], rows: paper },
        FactSource { prefix: &["doc", "inward"], rows: paper },
        FactSource { prefix: &["doc", "receipt"], rows: paper },
        FactSource { prefix: &["doc", "stock_hold"], rows: paper },
        FactSource { prefix: &["doc", "batch_closing"], rows: paper },
        FactSource { prefix: &["doc", "dump_stock"], rows: paper },
        FactSource { prefix: &["doc", "transfer"], rows: paper },
        FactSource { prefix: &["doc", "additional_inward"], rows: paper },
        FactSource { prefix: &["doc", "work_order"], rows: paper },
        FactSource { prefix: &["doc", "sales_return"], rows: paper },
        FactSource { prefix: &["doc", "stock_audit"], rows: paper },
        FactSource { prefix: &["doc", "trip"], rows: paper },
        FactSource { prefix: &["doc", "credit_note"], rows: paper },
        FactSource { prefix: &["doc", "debit_note"], rows: paper },
        FactSource { prefix: &["doc", "reversal"], rows: paper },
        FactSource { prefix: &["doc", "credit_limit_request"], rows: paper },
        FactSource { prefix: &["doc", "opening_bill"], rows: paper },
        FactSource { prefix: &["doc", "purchase_order"], rows: paper },
        FactSource { prefix: &["doc", "supplier_bill"], rows: paper },
        FactSource { prefix: &["doc", "supplier_note"], rows: paper },
        FactSource { prefix: &["doc", "supplier_payment"], rows: paper },
        FactSource { prefix: &["earlier", "sale"], rows: earlier::sale_papers },
        FactSource { prefix: &["earlier", "purchase"], rows: earlier::purchase_papers },
        FactSource { prefix: &["earlier", "receipt"], rows: earlier::receipt_papers },
    ];
    id: Holds::Text;
    name: Holds::Text;
    kind: Holds::Code(PAPERS);
    day: Holds::Day;
    status: Holds::Text;
    at: Holds::Int;
    by: Holds::Link("employee");
    customer: Holds::Link("customer");
    supplier: Holds::Link("supplier");
    yard: Holds::Link("yard");
    branch: Holds::Link("branch");
    pcs: Holds::Int;
    g: Holds::Int;
    amount: Holds::Int, Rates;
    imported: Holds::Code(IMPORTED);
    /// Of an order: when it was submitted, approved by the branch manager, forwarded and approved by credit.
    submitted: Holds::Day;
    approved: Holds::Day;
    forwarded: Holds::Day;
    credited: Holds::Day;
    /// Of an order: on what basis its prices are.
    basis: Holds::Code(PRICE_BASES);
    said: Holds::Secondary("said");
}

fn doc(text: &[u8]) -> Result<Doc, Halt> {
    parse("a document", text)
}

fn seen(doc: &Doc) -> RowScope<'_> {
    docs::find(&doc.kind).map(|def| RowScope::of(doc, def)).unwrap_or_default()
}

fn name_of(doc: &Doc) -> FactCell<'static> {
    docs::find(&doc.kind).map(|def| doc.title(def)).into()
}

fn branch(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc = doc(text)?;
    take(Branch { id: doc.id.as_str().into(), name: name_of(&doc) }.row(seen(&doc)));
    Ok(())
}

fn yard(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc = doc(text)?;
    let yard = Yard {
        id: doc.id.as_str().into(),
        name: doc.text("name").into(),
        code: doc.text("code").into(),
        branch: doc.branch.as_deref().into(),
    };
    take(yard.row(seen(&doc)));
    Ok(())
}

fn employee(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc = doc(text)?;
    take(Employee { id: doc.id.as_str().into(), name: doc.text("name").into() }.row(seen(&doc)));
    Ok(())
}

fn region(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc = doc(text)?;
    take(Region { id: doc.id.as_str().into(), name: doc.text("name").into() }.row(seen(&doc)));
    Ok(())
}

fn state(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc = doc(text)?;
    let state = State {
        id: doc.id.as_str().into(),
        name: doc.text("name").into(),
        gst_code: doc.text("gst_code").into(),
    };
    take(state.row(seen(&doc)));
    Ok(())
}

fn district(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc = doc(text)?;
    let district = District {
        id: doc.id.as_str().into(),
        name: doc.text("name").into(),
        state: doc.text("state").into(),
        region: doc.text("region").into(),
    };
    take(district.row(seen(&doc)));
    Ok(())
}

fn group(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc = doc(text)?;
    take(Group { id: doc.id.as_str().into(), name: doc.text("name").into() }.row(seen(&doc)));
    Ok(())
}

/// A SKU's values by the codes of their properties, in capitals.
fn values_of(case: &Look, sku: &Doc) -> Result<BTreeMap<String, String>, Halt> {
    let mut found = BTreeMap::new();
    let values = sku.get("values").and_then(Value::as_array);
    for value in values.into_iter().flatten() {
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        let (Some(property), Some(said)) = (text("property"), text("value")) else { continue };
        let property = case.find("sku_property", property)?;
        if let Some(code) = property.as_ref().and_then(|doc| doc.text("code")) {
            found.insert(code.to_uppercase(), said.to_owned());
        }
    }
    Ok(found)
}

/// The nominal size in the trade: the bore of a pipe, the sides of a tube, the diameter of a bar.
fn nominal_size(values: &BTreeMap<String, String>) -> String {
    let of = |code: &str| values.get(code);
    let (sides, sheet) = ((of("A"), of("B")), (of("L"), of("W")));
    match (of("NB"), sides, sheet) {
        (Some(bore), ..) => format!("{bore} NB"),
        (_, (Some(a), Some(b)), _) => format!("{a}x{b}"),
        (_, (Some(a), None), _) => format!("{a}x{a}"),
        (.., (Some(length), Some(width))) => format!("{length}x{width}"),
        _ => ["D", "H", "W", "OD", "GAUGE"].into_iter().find_map(of).cloned().unwrap_or_default(),
    }
}

fn sku(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc = doc(text)?;
    let values = values_of(case, &doc)?;
    // What is kept in pieces alone is never weighed, and differs from nothing.
    let group = doc.text("product_group").map(|id| case.find(PRODUCT_GROUP.key, id)).transpose()?;
    let is_weighed = group.flatten().is_none_or(|group| group.text("stock_mode") != Some("pcs"));
    let sku = Sku {
        id: doc.id.as_str().into(),
        name: doc.text("name").into(),
        product_group: doc.text("product_group").into(),
        make: doc.text("make").into(),
        grade: doc.text("grade").into(),
        size: nominal_size(&values).into(),
        thickness: values.get("THK").map(String::as_str).into(),
        band: sizes::band(values.get("THK").map(String::as_str)).into(),
        length_mm: doc.int("length_mm").into(),
        theo_g: doc.int("theo_g_per_pc").filter(|_| is_weighed).into(),
    };
    take(sku.row(seen(&doc)));
    Ok(())
}

fn supplier(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc = doc(text)?;
    let supplier = Supplier {
        id: doc.id.as_str().into(),
        name: doc.text("name").into(),
        state: doc.text("state").into(),
    };
    take(supplier.row(seen(&doc)));
    Ok(())
}

fn customer(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc = doc(text)?;
    let billed = doc.get("billing");
    let of = |key: &str| billed.and_then(|address| address.get(key)).and_then(Value::as_str);
    let customer = Customer {
        id: doc.id.as_str().into(),
        name: doc.text("name").into(),
        status: doc.status.as_str().into(),
        kind: doc.text("kind").into(),
        price_class: doc.text("price_class").into(),
        salesman: doc.text("sales_owner").into(),
        district: of("district").into(),
        state: doc.text("state").into(),
        branch: doc.branch.as_deref().into(),
        since: i64::from(doc.created_at.day_in(crate::value::IST_MINUTES).0).into(),
        pan: doc.text("pan").into(),
        code: doc.doc_no.as_deref().into(),
    };
    take(customer.row(seen(&doc)));
    Ok(())
}

/// The key of a place: the customer, and the label of the address unless it is their own.
pub fn place_id(customer: &str, label: Option<&str>) -> String {
    match label {
        Some(label) => format!("{customer}|{label}"),
        None => customer.to_owned(),
    }
}

fn place(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc = doc(text)?;
    let others = ["bill_to", "ship_to"].into_iter().filter_map(|list| doc.get(list)?.as_array());
    let addresses = doc.get("billing").into_iter().map(|own| (None, own));
    let others = others.flatten();
    let addresses =
        addresses.chain(others.filter_map(|one| Some((Some(one.get("label")?.as_str()?), one))));
    for (label, address) in addresses {
        let of = |key: &str| FactCell::from(address.get(key).and_then(Value::as_str));
        let place = Place {
            id: place_id(&doc.id, label).into(),
            customer: doc.id.as_str().into(),
            district: of("district"),
            state: of("state"),
        };
        take(place.row(seen(&doc)));
    }
    Ok(())
}

/// On what basis goods are sold, by the words of the order behind a first one for none.
pub const PRICE_BASES: &[&str] = &["Not from an order", "Ex-yard", "FOR destination"];
const PRICE_BASIS_KEYS: &[&str] = &["", "ex_yard", "for"];

/// The fields in which the types of papers keep their amount and weight.
pub(super) const AMOUNTS: &[&str] = &["payable_paise", "total_paise", "amount_paise"];
pub(super) const WEIGHTS: &[&str] = &["weight_g", "total_g", "net_g"];
pub(super) const PIECES: &[&str] = &["pcs", "total_pcs"];

fn paper(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc = doc(text)?;
    // What is credited is less than nothing.
    let sign = if doc.kind == CREDIT_NOTE.key { -1 } else { 1 };
    let of = |field: &&str| doc.int(field).map(|n| sign * n);
    let first = |fields: &[&str]| FactCell::from(fields.iter().find_map(of));
    let paper = Paper {
        id: doc.id.as_str().into(),
        name: name_of_paper(&doc),
        kind: code(PAPERS, &doc.kind),
        day: day_of(&doc, "date"),
        status: doc.status.as_str().into(),
        at: doc.since.0.into(),
        by: doc.updated_by.as_str().into(),
        customer: doc.text("customer").into(),
        supplier: doc.text("supplier").into(),
        yard: doc.yard.as_deref().or(doc.text("yard")).into(),
        branch: doc.branch.as_deref().into(),
        pcs: first(PIECES),
        g: first(WEIGHTS),
        amount: first(AMOUNTS),
        imported: FactCell::None,
        submitted: day_at(doc.int("submitted_at").map(Instant)),
        approved: day_at(doc.int("approved_at").map(Instant)),
        forwarded: day_at(doc.int("forwarded_at").map(Instant)),
        credited: day_at(doc.int("credit_approved_at").map(Instant)),
        basis: code(PRICE_BASIS_KEYS, doc.text("price_basis").unwrap_or_default()),
        said: doc.id.as_str().into(),
    };
    take(paper.row(seen(&doc)));
    Ok(())
}

/// The number of a document. A bill from before the books is known to its party by its own number and day.
fn name_of_paper(doc: &Doc) -> FactCell<'_> {
    let opened = (doc.kind == OPENING_BILL.key).then(|| (doc.text("bill_no"), &doc.doc_no));
    if let Some((Some(bill_no), Some(doc_no))) = opened {
        let day = doc.text("bill_date").and_then(Day::parse);
        let of = day.map(|day| format!(" of {}", day.shown())).unwrap_or_default();
        return format!("{bill_no}{of} ({doc_no})").into();
    }
    match doc.doc_no.as_deref() {
        Some(number) => number.into(),
        None => doc.status.as_str().into(),
    }
}
