//! Lines of trade as frames, and what a plain loop over them tells.

use std::collections::{BTreeMap, BTreeSet};

use godown_core::report::query::{Aggregate, Fold};
use godown_core::report::{Filter, Frame, FrameBuilder, FrameQuery, Frames, kernel};
use proptest::prelude::*;

/// One line as a plain loop sees it; the numbers of customer and district count from 1, and 0 is none.
#[derive(Clone, Debug)]
pub struct Line {
    pub order: u8,
    pub customer: usize,
    pub day: i64,
    pub kind: i64,
    pub status: i64,
    pub qty: i64,
    pub amount: i64,
    pub mark: &'static str,
}

#[derive(Clone, Debug)]
pub struct World {
    pub districts: Vec<usize>,
    pub lines: Vec<Line>,
}

pub const NAMES: [&str; 4] = ["Pune", "Agra", "Kota", "Surat"];

pub fn customers(districts: &[usize]) -> Frame {
    let mut builder = FrameBuilder::new("customers").key("id");
    let (id, district) = (builder.text("id"), builder.link("district", "districts"));
    for (at, to) in districts.iter().enumerate() {
        builder.put_text(id, &format!("C{at}"));
        builder.put(district, *to as i64);
        builder.end();
    }
    builder.build()
}

pub fn frames(world: &World) -> Frames {
    let mut districts = FrameBuilder::new("districts").key("name");
    let name = districts.text("name");
    for text in NAMES {
        districts.put_text(name, text);
        districts.end();
    }
    let mut lines = FrameBuilder::new("lines").key("order");
    let (order, customer) = (lines.text("order"), lines.link("customer", "customers"));
    let (day, mark) = (lines.day("day"), lines.text("mark"));
    let numbers = ["kind", "status", "qty", "amount"].map(|name| lines.int(name));
    for line in &world.lines {
        lines.put_text(order, &format!("O{}", line.order));
        lines.put(customer, line.customer as i64);
        lines.put(day, line.day);
        lines.put_text(mark, line.mark);
        for (slot, value) in numbers.iter().zip([line.kind, line.status, line.qty, line.amount]) {
            lines.put(*slot, value);
        }
        lines.end();
    }
    Frames::new(1, 7, "all")
        .with(districts.build())
        .with(customers(&world.districts))
        .with(lines.build())
}

pub fn district(world: &World, line: &Line) -> &'static str {
    match line.customer.checked_sub(1).map(|at| world.districts[at]) {
        None | Some(0) => "",
        Some(row) => NAMES[row - 1],
    }
}

pub fn worlds() -> impl Strategy<Value = World> {
    let line = (
        1..9_u8,
        0..6_usize,
        0..400_i64,
        0..2_i64,
        0..5_i64,
        prop_oneof![-5..90_i64, Just(70_000), any::<i32>().prop_map(i64::from)],
        any::<i32>(),
    )
        .prop_map(|(order, customer, day, kind, status, qty, amount)| Line {
            order,
            customer,
            day,
            kind,
            status,
            qty,
            amount: i64::from(amount) * 40,
            mark: ["", "urgent", "late"][(order % 3) as usize],
        });
    (
        prop::collection::vec(0..5_usize, 5),
        prop_oneof![
            prop::collection::vec(line.clone(), 0..60),
            prop::collection::vec(line, 2000..5000),
        ],
    )
        .prop_flat_map(|(districts, lines)| (Just(districts), Just(lines), any::<(bool, bool)>()))
        .prop_map(|(districts, mut lines, (together, steady))| {
            if together {
                lines.sort_by_key(|line| line.order);
            }
            for line in lines.iter_mut().filter(|_| steady) {
                line.day = i64::from(line.order) * 20;
            }
            World { districts, lines }
        })
}

#[derive(Clone, Debug)]
pub struct Ask {
    pub from: i64,
    pub days: i64,
    pub statuses: Vec<i64>,
    pub names: Vec<&'static str>,
    pub inverted: bool,
    pub keys: Vec<usize>,
}

pub const KEYS: [&str; 7] =
    ["customer.district.name", "day", "kind", "mark", "status", "customer", "amount"];

pub fn asks() -> impl Strategy<Value = Ask> {
    let statuses = prop::collection::vec(0..6_i64, 0..4);
    let names = prop::collection::vec(prop::sample::select(vec!["Pune", "Agra", "Goa", ""]), 0..4);
    let keys =
        prop::collection::btree_set(0..7_usize, 0..4).prop_map(|keys| keys.into_iter().collect());
    (-5..300_i64, 0..400_i64, statuses, names, any::<bool>(), keys).prop_map(
        |(from, days, statuses, names, inverted, keys)| Ask {
            from,
            days,
            statuses,
            names,
            inverted,
            keys,
        },
    )
}

pub fn query(ask: &Ask) -> FrameQuery {
    let either = Filter::Any(vec![
        Filter::within("status", &ask.statuses),
        Filter::text("customer.district.name", &ask.names),
    ]);
    let either = if ask.inverted { Filter::Not(Box::new(either)) } else { either };
    let mut query = FrameQuery::of("lines")
        .filter(Filter::between("day", ask.from, ask.from + ask.days))
        .filter(either);
    for &key in &ask.keys {
        query = query.by(KEYS[key]);
    }
    let mut query = query.count("n").sum("qty", "qty");
    query.measures.push(Aggregate {
        name: "bought".to_owned(),
        op: Fold::Sum,
        of: "amount".to_owned(),
        when: Some(Filter::is("kind", 1)),
        signed: false,
        times: None,
    });
    query.balance("stock", "qty", Filter::is("kind", 1)).distinct("orders", "order")
}

pub fn edges(ask: &Ask) -> FrameQuery {
    query(ask).min("least", "amount").max("most", "qty")
}

/// Summaries that hold some of what is asked.
pub fn kept(mut frames: Frames) -> Frames {
    let of = |keys: &[&str]| keys.iter().fold(FrameQuery::of("lines"), |query, key| query.by(key));
    let all = of(&["customer", "day", "kind", "status", "mark", "amount"])
        .sum("q", "qty")
        .sum("a", "amount");
    let few =
        of(&["customer.district", "day", "kind", "status"]).sum("a", "amount").sum("q", "qty");
    for query in [all, few.clone(), few.filter(Filter::is("kind", 0))] {
        // Orders are counted only where the lines of an order stand together.
        let counted = frames.keep(&query.clone().distinct("o", "order"));
        counted.or_else(|_| frames.keep(&query)).unwrap();
    }
    frames
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Clone)]
pub enum Cell {
    Number(i64),
    Text(String),
}

pub fn plain(world: &World, ask: &Ask) -> BTreeMap<Vec<Cell>, Vec<i64>> {
    let mut groups: BTreeMap<Vec<Cell>, Vec<&Line>> = BTreeMap::new();
    for line in &world.lines {
        let place = district(world, line);
        let either = ask.statuses.contains(&line.status) || ask.names.contains(&place);
        if !(ask.from..=ask.from + ask.days).contains(&line.day) || either == ask.inverted {
            continue;
        }
        let cell = |key: &usize| match key {
            0 => Cell::Text(place.to_owned()),
            1 => Cell::Number(line.day),
            2 => Cell::Number(line.kind),
            3 => Cell::Text(line.mark.to_owned()),
            4 => Cell::Number(line.status),
            5 => Cell::Number(line.customer as i64),
            _ => Cell::Number(line.amount),
        };
        groups.entry(ask.keys.iter().map(cell).collect()).or_default().push(line);
    }
    let told = |lines: Vec<&Line>| {
        let sum = |of: &dyn Fn(&Line) -> i64| lines.iter().map(|line| of(line)).sum::<i64>();
        vec![
            lines.len() as i64,
            sum(&|line| line.qty),
            sum(&|line| if line.kind == 1 { line.amount } else { 0 }),
            sum(&|line| if line.kind == 1 { line.qty } else { -line.qty }),
            lines.iter().map(|line| line.order).collect::<BTreeSet<_>>().len() as i64,
            lines.iter().map(|line| line.amount).min().unwrap_or(0),
            lines.iter().map(|line| line.qty).max().unwrap_or(0),
        ]
    };
    groups.into_iter().map(|(key, lines)| (key, told(lines))).collect()
}

pub fn told(frames: &Frames, ask: &Ask) -> BTreeMap<Vec<Cell>, Vec<i64>> {
    let all = cells(frames, ask, &edges(ask));
    let summed = all
        .iter()
        .map(|(key, measures)| (key.clone(), measures[..5].to_vec()))
        .collect::<BTreeMap<_, _>>();
    assert_eq!(
        cells(frames, ask, &query(ask)),
        summed,
        "summaries tell something else than the rows"
    );
    all
}

pub fn cells(frames: &Frames, ask: &Ask, query: &FrameQuery) -> BTreeMap<Vec<Cell>, Vec<i64>> {
    let grid = kernel::run(frames, query).unwrap();
    let cells = |row| {
        let key = |at: &usize| {
            let cells = grid.column(KEYS[*at]).unwrap();
            if [0, 3].contains(at) {
                Cell::Text(cells.text(row).to_owned())
            } else {
                Cell::Number(cells.at(row))
            }
        };
        let measures = grid.columns()[ask.keys.len()..].iter().map(|cells| cells.at(row)).collect();
        (ask.keys.iter().map(key).collect::<Vec<_>>(), measures)
    };
    let map: BTreeMap<_, _> = (0..grid.rows()).map(cells).collect();
    assert_eq!(map.len(), grid.rows(), "a group stands twice");
    map
}

/// The lines of an order are replaced by others, as a delta and as a plain loop does it.
pub fn replaced(world: &World, order: u8, with: &[Line]) -> (World, Frames) {
    let mut after = world.clone();
    after.lines.retain(|line| line.order != order);
    let with: Vec<Line> = with.iter().map(|line| Line { order, ..line.clone() }).collect();
    after.lines.extend(with.iter().cloned());
    let mut lines = FrameBuilder::new("lines").key("order");
    let (number, customer) = (lines.text("order"), lines.text("customer"));
    let (day, mark) = (lines.day("day"), lines.text("mark"));
    let numbers = ["kind", "status", "qty", "amount"].map(|name| lines.int(name));
    for line in &with {
        lines.put_text(number, &format!("O{order}"));
        lines.put(day, line.day);
        lines.put_text(mark, line.mark);
        if let Some(at) = line.customer.checked_sub(1) {
            lines.put_text(customer, &format!("C{at}"));
        }
        for (slot, value) in numbers.iter().zip([line.kind, line.status, line.qty, line.amount]) {
            lines.put(*slot, value);
        }
        lines.end();
    }
    if with.is_empty() {
        lines.put_text(number, &format!("O{order}"));
        lines.end_gone();
    }
    let mut delta = Frames::new(1, 8, "all").with(lines.build());
    delta.since = 7;
    (after, delta)
}

pub fn small() -> Frames {
    let line =
        Line { order: 1, customer: 1, day: 3, kind: 0, status: 1, qty: 5, amount: 10, mark: "" };
    frames(&World {
        districts: vec![1, 2, 3, 4, 0],
        lines: vec![line.clone(), Line { customer: 2, amount: 7, ..line }],
    })
}
