//! Rows of an earlier system as facts: its documents, their lines and payments, and its names.

use super::dims::{
    BRANCH, CUSTOMER, DISTRICT, EMPLOYEE, GROUP, IMPORTED, PAPERS, PLACE, Paper, SKU, STATE,
    SUPPLIER, YARD,
};
use super::steps::Step;
use super::trade::{LINE_KINDS, Line, Receipt, costed};
use std::borrow::Cow;

use super::{FactCell, FactRow, FrameSpec, RowScope, TakeRow, code};
use crate::declare::case::Look;
use crate::earlier::{self, EarlierKind, EarlierLine, EarlierPart, Name};
use crate::error::Halt;
use crate::kept::read::parse;

fn part(text: &[u8]) -> Result<EarlierPart, Halt> {
    parse("rows of an earlier system", text)
}

/// The key of a document: its part, and its place there.
fn paper_id(part: &str, at: usize) -> String {
    format!("{part}|{at:04}")
}

/// The scope of a row: whoever sees such documents of its branch, yard or salesperson.
fn seen<'p>(
    kind: &EarlierKind,
    part: &'p EarlierPart,
    branch: u32,
    yard: u32,
    salesman: u32,
) -> RowScope<'p> {
    let id = |place: u32| Some(part.id(place)).filter(|id| !id.is_empty()).map(Cow::Borrowed);
    RowScope {
        of: kind.like,
        branch: id(branch),
        yard: id(yard),
        owner: id(salesman),
        ..RowScope::default()
    }
}

pub fn papers(of: &str, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let ([id], Some(kind)) = (parts, earlier::kind(of)) else { return Ok(()) };
    let part = part(text)?;
    for (at, doc) in part.papers.iter().enumerate() {
        let yard = doc.rows.first().map_or(0, |row| row.yard);
        let sum = |of: fn(&EarlierLine) -> i64| doc.rows.iter().map(of).sum::<i64>();
        let with = |role: &str| {
            if kind.party == role { part.id(doc.party).into() } else { FactCell::None }
        };
        let paper = Paper {
            id: paper_id(id, at).into(),
            name: doc.number.as_str().into(),
            kind: code(PAPERS, kind.like),
            day: i64::from(doc.day).into(),
            customer: with("customer"),
            supplier: with("supplier"),
            yard: part.id(yard).into(),
            branch: part.id(doc.branch).into(),
            pcs: sum(|row| row.pcs).into(),
            g: sum(|row| row.weight_g).into(),
            amount: sum(|row| row.amounts[..3].iter().sum()).into(),
            imported: code(IMPORTED, "Imported"),
            ..Paper::default()
        };
        take(paper.row(seen(kind, &part, doc.branch, yard, doc.salesman)));
    }
    Ok(())
}

/// What documents moved when they were made: nothing else is known of what became of them.
fn steps(of: &str, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let ([id], Some(kind)) = (parts, earlier::kind(of)) else { return Ok(()) };
    let (goods, money) = match of {
        "sale" => (-1, 1),
        "purchase" => (1, -1),
        _ => (0, -1),
    };
    let part = part(text)?;
    for (at, doc) in part.papers.iter().enumerate() {
        let yard = doc.rows.first().map_or(0, |row| row.yard);
        let sum = |of: fn(&EarlierLine) -> i64| doc.rows.iter().map(of).sum::<i64>();
        let id = paper_id(id, at);
        let step = Step {
            of: id.clone().into(),
            day: i64::from(doc.day).into(),
            paper: id.into(),
            after: "Imported".into(),
            pcs: (goods * sum(|row| row.pcs)).into(),
            g: (goods * sum(|row| row.weight_g)).into(),
            amount: (money * sum(|row| row.amounts[..3].iter().sum())).into(),
            times: 1.into(),
            ..Step::default()
        };
        take(step.row(seen(kind, &part, doc.branch, yard, doc.salesman)));
    }
    Ok(())
}

pub fn sales(_: &Look, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    lines("sale", parts, text, take)
}

pub fn purchases(_: &Look, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    lines("purchase", parts, text, take)
}

fn lines(of: &str, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let ([id], Some(kind)) = (parts, earlier::kind(of)) else { return Ok(()) };
    let part = part(text)?;
    for (at, doc) in part.papers.iter().enumerate() {
        let paper = paper_id(id, at);
        let with = |role: &str| {
            if kind.party == role { part.id(doc.party).into() } else { FactCell::None }
        };
        for row in &doc.rows {
            let [amount, gst, freight, cost, other_g] = row.amounts;
            let line = Line {
                day: i64::from(doc.day).into(),
                kind: code(LINE_KINDS, of),
                paper: paper.as_str().into(),
                customer: with("customer"),
                place: with("customer"),
                supplier: with("supplier"),
                sku: part.id(row.sku).into(),
                yard: part.id(row.yard).into(),
                branch: part.id(doc.branch).into(),
                salesman: part.id(doc.salesman).into(),
                pcs: row.pcs.into(),
                g: row.weight_g.into(),
                amount: amount.into(),
                gst: gst.into(),
                freight: freight.into(),
                cost: cost.into(),
                costed: costed(cost != 0),
                other_g: other_g.into(),
                ..Line::default()
            };
            take(line.row(seen(kind, &part, doc.branch, row.yard, doc.salesman)));
        }
    }
    Ok(())
}

pub fn receipts(_: &Look, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let ([id], Some(kind)) = (parts, earlier::kind("receipt")) else { return Ok(()) };
    let part = part(text)?;
    for (at, doc) in part.papers.iter().enumerate() {
        for row in &doc.rows {
            let [amount, ..] = row.amounts;
            let receipt = Receipt {
                day: i64::from(doc.day).into(),
                paper: paper_id(id, at).into(),
                customer: part.id(doc.party).into(),
                branch: part.id(doc.branch).into(),
                amount: amount.into(),
            };
            take(receipt.row(seen(kind, &part, doc.branch, 0, doc.salesman)));
        }
    }
    Ok(())
}

/// A name as a row of its frame: seen where a line names it.
fn named(frame: &FrameSpec, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let [id] = parts else { return Ok(()) };
    let name: Name = parse("a name of an earlier system", text)?;
    let cell = |column: &str| match column {
        "id" => (*id).into(),
        "name" => name.name.as_str().into(),
        // A customer's own place bears their name.
        "customer" => (*id).into(),
        other => name.of.get(other).map(String::as_str).into(),
    };
    let cells = frame.columns.iter().map(|column| cell(column.name)).collect();
    take(FactRow { cells, seen: RowScope::default() });
    Ok(())
}

/// The makers of the names' rows, and of the documents' by kind.
macro_rules! makers {
    (
        $($maker:ident: $frame:ident),* ; $($paper:ident: $kind:literal),* ;
        $($step:ident: $stepped:literal),*
    ) => {
        $(pub fn $maker(_: &Look, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
            named(&$frame, parts, text, take)
        })*
        $(pub fn $paper(_: &Look, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
            papers($kind, parts, text, take)
        })*
        $(pub fn $step(_: &Look, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
            steps($stepped, parts, text, take)
        })*
    };
}

makers! {
    branch: BRANCH, yard: YARD, employee: EMPLOYEE, state: STATE, district: DISTRICT, group: GROUP,
    sku: SKU, supplier: SUPPLIER, customer: CUSTOMER, place: PLACE;
    sale_papers: "sale", purchase_papers: "purchase", receipt_papers: "receipt";
    sale_steps: "sale", purchase_steps: "purchase", receipt_steps: "receipt"
}
