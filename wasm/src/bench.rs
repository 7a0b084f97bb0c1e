//! The bench's trade data, of the shape and counts of TPC-H at scale 1, and its seven questions, which frames of
//! the same trade answer, too, that came in by `godown import --history`.

use godown_core::report::column::Data;
use godown_core::report::{
    Cells, Fault, Filter, Frame, FrameBuilder, FrameQuery, Frames, Grid, Meaning, RowOrder,
    VERSION, bytes, kernel,
};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::report::{Snapshot, fault};

const SKUS: u64 = 200_000;
const CUSTOMERS: u64 = 100_000;
const DAYS: u64 = 2_406;
const FIRST_DAY: i64 = 8_035;

/// Splitmix: the same numbers on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % end
    }
}

/// A snapshot of so many order lines, as its bytes.
#[wasm_bindgen]
pub fn trade(lines: u32) -> Vec<u8> {
    let mut dice = Dice(1);
    let orders = u64::from(lines) * 24_993 / 100_000;
    let frames = Frames::new(VERSION, 1, "bench")
        .with(master("branch", 7, None, &mut dice))
        .with(master("yard", 20, None, &mut dice))
        .with(master("district", 25, None, &mut dice))
        .with(master("product_group", 25, None, &mut dice))
        .with(master("customer", CUSTOMERS, Some("district"), &mut dice))
        .with(master("sku", SKUS, Some("product_group"), &mut dice))
        .with(receipts(u64::from(lines) * 136_413 / 1_000_000, &mut dice))
        .with(order_lines(0, orders, u64::from(lines), &mut dice));
    bytes::write(&frames)
}

/// A delta of so many changed and as many new orders.
#[wasm_bindgen]
pub fn trade_delta(lines: u32, changes: u32) -> Vec<u8> {
    let mut dice = Dice(2);
    let orders = u64::from(lines) * 24_993 / 100_000;
    let mut builder = Lines::new();
    for at in 0..u64::from(changes) {
        let order = if at % 2 == 0 { dice.below(orders) } else { orders + at };
        builder.order(order, order.min(orders - 1) * DAYS / orders, 1 + dice.below(7), &mut dice);
    }
    let mut delta = Frames::new(VERSION, 2, "bench").with(builder.0.build());
    delta.since = 1;
    bytes::write(&delta)
}

fn master(name: &str, rows: u64, link: Option<&str>, dice: &mut Dice) -> Frame {
    let mut builder = FrameBuilder::new(name).key("id");
    let id = builder.int("id");
    let link = link.map(|to| builder.link(to, to));
    for row in 1..=rows {
        builder.put(id, row as i64);
        if let Some(slot) = link {
            builder.put(slot, dice.below(25) as i64 + 1);
        }
        builder.end();
    }
    builder.build()
}

fn receipts(rows: u64, dice: &mut Dice) -> Frame {
    let mut builder = FrameBuilder::new("receipt").key("id");
    let (id, day) = (builder.int("id"), builder.day("day"));
    let (customer, amount) = (builder.link("customer", "customer"), builder.int("amount"));
    for row in 0..rows {
        builder.put(id, row as i64);
        builder.put(day, FIRST_DAY + (row * DAYS / rows) as i64);
        builder.put(customer, dice.below(CUSTOMERS) as i64 + 1);
        builder.put(amount, dice.below(40_000_000) as i64);
        builder.end();
    }
    builder.build()
}

/// Builds order lines; the columns are given in the order of the struct.
struct Lines(FrameBuilder, [godown_core::report::frame::ColumnSlot; 9]);

impl Lines {
    fn new() -> Lines {
        let mut builder = FrameBuilder::new("line").key("paper");
        let slots = [
            builder.int("paper"),
            builder.link("customer", "customer"),
            builder.day("day"),
            builder.int("kind"),
            builder.link("branch", "branch"),
            builder.link("sku", "sku"),
            builder.link("yard", "yard"),
            builder.int("g"),
            builder.int("amount"),
        ];
        Lines(builder, slots)
    }

    fn order(&mut self, order: u64, day: u64, lines: u64, dice: &mut Dice) {
        let (customer, kind) = (dice.below(CUSTOMERS) + 1, u64::from(dice.below(5) == 0));
        for _ in 0..lines {
            let (sku, supplier) = (dice.below(SKUS) + 1, dice.below(4));
            let godown = (sku + supplier * (2_500 + (sku - 1) / 10_000)) % 10_000 % 20;
            let pieces = 1 + dice.below(50);
            let price = 90_000 + sku / 10 % 20_001 + 100 * (sku % 1_000);
            let amount = (pieces * price * (100 - dice.below(11)) + 50) / 100;
            let row = [
                order,
                customer,
                day + FIRST_DAY as u64,
                kind,
                dice.below(7) + 1,
                sku,
                godown + 1,
                pieces * 1_000,
                amount,
            ];
            for (slot, value) in self.1.iter().zip(row) {
                self.0.put(*slot, value as i64);
            }
            self.0.end();
        }
    }
}

fn order_lines(first: u64, orders: u64, lines: u64, dice: &mut Dice) -> Frame {
    let mut builder = Lines::new();
    for order in first..first + orders {
        let left = lines - builder.0.row() as u64;
        let count = if order + 1 == first + orders { left } else { (1 + dice.below(7)).min(left) };
        builder.order(order, order * DAYS / orders, count, dice);
    }
    builder.0.build()
}

/// A branch stands for what TPC-H calls a status; that of the fourth does not count.
const LEFT_OUT: i64 = 4;

fn sales() -> FrameQuery {
    FrameQuery::of("line").filter(Filter::is("kind", 0)).filter(Filter::not("branch", LEFT_OUT))
}

fn kept() -> [FrameQuery; 3] {
    [
        sales()
            .by("day")
            .by("sku.product_group")
            .sum("g", "g")
            .sum("amount", "amount")
            .distinct("orders", "paper"),
        FrameQuery::of("line")
            .filter(Filter::not("branch", LEFT_OUT))
            .by("sku")
            .by("yard")
            .by("kind")
            .sum("g", "g")
            .sum("amount", "amount"),
        sales().by("customer").sum("amount", "amount"),
    ]
}

/// Keeps the summaries that a trading site keeps.
///
/// # Errors
/// When the snapshot is another one.
#[wasm_bindgen]
pub fn keep(snapshot: &mut Snapshot) -> Result<(), JsError> {
    kept().iter().try_for_each(|query| snapshot.frames.keep(query)).map_err(fault)
}

/// One of the seven questions.
///
/// # Errors
/// When the snapshot is another one.
#[wasm_bindgen]
pub fn ask(snapshot: &Snapshot, number: u32) -> Result<Answer, JsError> {
    answer(&snapshot.frames, number).map(Answer).map_err(fault)
}

fn answer(frames: &Frames, number: u32) -> Result<Grid, Fault> {
    let sums = |query: FrameQuery| query.sum("g", "g").sum("amount", "amount");
    match number {
        1 => {
            kernel::run(frames, &sums(sales().by("sku.product_group")).distinct("orders", "paper"))
        }
        2 => kernel::run(frames, &sums(sales().by("sku"))),
        3 => {
            let year = sales().filter(Filter::between("day", 9587, 9951));
            kernel::run(frames, &sums(year.by("customer.district")).count("n"))
        }
        4 => kernel::run(frames, &sums(sales().by("day").by("sku.product_group"))),
        5 => {
            let moves = FrameQuery::of("line").filter(Filter::not("branch", LEFT_OUT));
            let moves = moves.by("sku").by("yard");
            kernel::run(frames, &moves.balance("stock", "g", Filter::is("kind", 1)))
        }
        6 => {
            let paid = FrameQuery::of("receipt").by("customer").less("outstanding", "amount");
            let due = sales().by("customer").sum("outstanding", "amount").also(paid);
            kernel::run(frames, &due)?
                .top(50, &[RowOrder::Down("outstanding"), RowOrder::Up("customer")])
        }
        _ => {
            let chosen = FrameQuery::of("line")
                .filter(Filter::between("day", 9221, 10316))
                .filter(Filter::is("kind", 0))
                .filter(Filter::within("branch", &[2, 3]))
                .filter(Filter::within("customer.district", &[2, 3, 7, 8, 12, 18, 19, 24]));
            let grid = kernel::run(
                frames,
                &sums(chosen.by("customer.district").by("sku.product_group")).count("n"),
            )?;
            grid.order(&[
                RowOrder::Down("amount"),
                RowOrder::Up("customer.district"),
                RowOrder::Up("sku.product_group"),
            ])
        }
    }
}

/// A column of a frame as it is stored, for the engines beside this one: address, count, bytes of each.
///
/// # Errors
/// When there is no such column.
#[wasm_bindgen]
pub fn stored(snapshot: &Snapshot, frame: &str, column: &str) -> Result<Vec<u32>, JsError> {
    let column =
        snapshot.frames.frame(frame).and_then(|frame| frame.column(column)).map_err(fault)?;
    Ok(lies(&column.data))
}

/// The names of a frame's rows in their order, as JSON text.
///
/// # Errors
/// When there is no such frame or it has no names.
#[wasm_bindgen]
pub fn names(snapshot: &Snapshot, frame: &str) -> Result<String, JsError> {
    let frame = snapshot.frames.frame(frame).map_err(fault)?;
    let column = frame.column("name").map_err(fault)?;
    let names: Vec<&str> = (0..frame.rows()).map(|row| column.text(row)).collect();
    Ok(json!(names).to_string())
}

/// A report's table.
#[wasm_bindgen]
pub struct Answer(pub(crate) Grid);

#[wasm_bindgen]
impl Answer {
    pub fn rows(&self) -> usize {
        self.0.rows()
    }

    /// The columns' names, as JSON text.
    pub fn columns(&self) -> String {
        let names: Vec<_> = self.0.columns().iter().map(|cells| cells.name.as_str()).collect();
        json!(names).to_string()
    }

    /// Some rows as JSON text: a list of rows, each a list of cells.
    pub fn page(&self, from: usize, count: usize) -> String {
        let rows = from.min(self.0.rows())..from.saturating_add(count).min(self.0.rows());
        let page = rows
            .map(|row| self.0.columns().iter().map(|cells| cell(cells, row)).collect::<Vec<_>>());
        json!(page.collect::<Vec<_>>()).to_string()
    }

    /// The sums of the columns named in a JSON list, as JSON text.
    ///
    /// # Errors
    /// When there is no such column or a total is too large.
    pub fn totals(&self, names: &str) -> Result<String, JsError> {
        let names: Vec<&str> = serde_json::from_str(names).map_err(fault)?;
        Ok(json!(self.0.totals(&names).map_err(fault)?).to_string())
    }

    /// A column's numbers or codes where they lie: their address, their count, and the bytes of each. They are read
    /// before the next call.
    ///
    /// # Errors
    /// When there is no such column.
    pub fn place(&self, name: &str) -> Result<Vec<u32>, JsError> {
        Ok(lies(&self.0.column(name).map_err(fault)?.data))
    }
}

pub(crate) fn lies(data: &Data) -> Vec<u32> {
    let (at, count, width) = match data {
        Data::U8(raw) => (raw.as_ptr() as usize, raw.len(), 1),
        Data::U16(raw) => (raw.as_ptr() as usize, raw.len(), 2),
        Data::U32(raw) => (raw.as_ptr() as usize, raw.len(), 4),
        Data::I64(raw) => (raw.as_ptr() as usize, raw.len(), 8),
    };
    vec![at as u32, count as u32, width]
}

fn cell(cells: &Cells, row: usize) -> Value {
    match cells.meaning {
        Meaning::Text(_) => json!(cells.text(row)),
        _ => json!(cells.at(row)),
    }
}
