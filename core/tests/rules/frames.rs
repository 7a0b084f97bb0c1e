//! The report kernel: what it tells equals a plain loop, and bytes and deltas are right or refused by name.

use std::collections::{BTreeMap, BTreeSet};

use godown_core::report::frame::Key;
use godown_core::report::{
    Fault, Filter, Frame, FrameBuilder, FrameQuery, Frames, RowOrder, bytes, delta, kernel,
};
use proptest::prelude::*;

/// One line as a plain loop sees it; the numbers of customer and district count from 1, and 0 is none.
#[derive(Clone, Debug)]
struct Line {
    order: u8,
    customer: usize,
    day: i64,
    kind: i64,
    status: i64,
    qty: i64,
    amount: i64,
    mark: &'static str,
}

#[derive(Clone, Debug)]
struct World {
    districts: Vec<usize>,
    lines: Vec<Line>,
}

const NAMES: [&str; 4] = ["Pune", "Agra", "Kota", "Surat"];

fn customers(districts: &[usize]) -> Frame {
    let mut builder = FrameBuilder::new("customers").key("id");
    let (id, district) = (builder.text("id"), builder.link("district", "districts"));
    for (at, to) in districts.iter().enumerate() {
        builder.put_text(id, &format!("C{at}"));
        builder.put(district, *to as i64);
        builder.end();
    }
    builder.build()
}

fn frames(world: &World) -> Frames {
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

fn district(world: &World, line: &Line) -> &'static str {
    match line.customer.checked_sub(1).map(|at| world.districts[at]) {
        None | Some(0) => "",
        Some(row) => NAMES[row - 1],
    }
}

fn worlds() -> impl Strategy<Value = World> {
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
struct Ask {
    from: i64,
    days: i64,
    statuses: Vec<i64>,
    names: Vec<&'static str>,
    inverted: bool,
    keys: Vec<usize>,
}

const KEYS: [&str; 7] =
    ["customer.district.name", "day", "kind", "mark", "status", "customer", "amount"];

fn asks() -> impl Strategy<Value = Ask> {
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

fn query(ask: &Ask) -> FrameQuery {
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
    query
        .count("n")
        .sum("qty", "qty")
        .sum_when("bought", "amount", Filter::is("kind", 1))
        .balance("stock", "qty", Filter::is("kind", 1))
        .distinct("orders", "order")
}

fn edges(ask: &Ask) -> FrameQuery {
    query(ask).min("least", "amount").max("most", "qty")
}

/// Summaries that hold some of what is asked.
fn kept(mut frames: Frames) -> Frames {
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
enum Cell {
    Number(i64),
    Text(String),
}

fn plain(world: &World, ask: &Ask) -> BTreeMap<Vec<Cell>, Vec<i64>> {
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

fn told(frames: &Frames, ask: &Ask) -> BTreeMap<Vec<Cell>, Vec<i64>> {
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

fn cells(frames: &Frames, ask: &Ask, query: &FrameQuery) -> BTreeMap<Vec<Cell>, Vec<i64>> {
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
fn replaced(world: &World, order: u8, with: &[Line]) -> (World, Frames) {
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_the_kernel_tells_equals_a_plain_loop(world in worlds(), ask in asks()) {
        prop_assert_eq!(told(&kept(frames(&world)), &ask), plain(&world, &ask));
    }

    #[test]
    fn frames_read_from_their_bytes_are_the_same(world in worlds()) {
        let frames = frames(&world);
        let written = bytes::write(&frames);
        let read = bytes::read(&written, 1).unwrap();
        prop_assert_eq!(bytes::write(&read), written);
        prop_assert_eq!(read, frames);
    }

    #[test]
    fn numbers_that_rise_in_steps_are_read_as_they_were_written(
        first in prop_oneof![0..300_i64, -1_i64 << 50..1_i64 << 50],
        step in prop_oneof![Just(1_i64), 0..70_000_i64, -1_i64 << 33..1_i64 << 33],
        each in 1..7_i64,
        rows in prop_oneof![0..40_i64, 1000..3000_i64],
    ) {
        let mut builder = FrameBuilder::new("line").key("id");
        let (id, at) = (builder.int("id"), builder.int("at"));
        for row in 0..rows {
            builder.put(id, row / each);
            builder.put(at, first + step * (row / each));
            builder.end();
        }
        let frames = Frames::new(1, 7, "").with(builder.build());
        prop_assert_eq!(bytes::read(&bytes::write(&frames), 1).unwrap(), frames);
    }

    #[test]
    fn a_delta_tells_what_frames_built_anew_tell(world in worlds(), ask in asks(), order in 1..10_u8, with in worlds()) {
        let (after, delta) = replaced(&world, order, &with.lines[..with.lines.len().min(9)]);
        let mut changed = kept(frames(&world));
        let delta = bytes::read(&bytes::write(&delta), 1).unwrap();
        delta::apply(&mut changed, &delta).unwrap();
        prop_assert_eq!(changed.seq, 8);
        prop_assert_eq!(told(&changed, &ask), plain(&after, &ask));
        let again = bytes::read(&bytes::write(&changed), 1).unwrap();
        prop_assert_eq!(told(&again, &ask), plain(&after, &ask));
    }

    #[test]
    fn damaged_bytes_are_refused_and_never_panic(world in worlds(), at in any::<prop::sample::Index>(), to in any::<u8>()) {
        let mut written = bytes::write(&frames(&world));
        let at = at.index(written.len());
        prop_assume!(written[at] != to && !(12..16).contains(&at) && !(48..64).contains(&at) && !(16..24).contains(&at));
        written[at] = to;
        prop_assert!(bytes::read(&written, 1).is_err());
        prop_assert!(bytes::read(&written[..at], 1).is_err());
    }
}

fn small() -> Frames {
    let line =
        Line { order: 1, customer: 1, day: 3, kind: 0, status: 1, qty: 5, amount: 10, mark: "" };
    frames(&World {
        districts: vec![1, 2, 3, 4, 0],
        lines: vec![line.clone(), Line { customer: 2, amount: 7, ..line }],
    })
}

#[test]
fn bytes_that_do_not_fit_are_refused_by_name() {
    let written = bytes::write(&small());
    let refused = |bytes: &[u8], wanted| bytes::read(bytes, wanted).unwrap_err();
    assert_eq!(refused(b"", 1), Fault::Foreign);
    assert_eq!(refused(&[b'{'; 200], 1), Fault::Foreign);
    assert_eq!(refused(&written[..40], 1), Fault::Truncated);
    assert_eq!(refused(&written[..written.len() - 1], 1), Fault::Truncated);
    assert_eq!(refused(&written, 2), Fault::Version { found: 1, wanted: 2 });
    let mut newer = written.clone();
    newer[4] = 9;
    assert_eq!(refused(&newer, 1), Fault::Format(9));
    let mut damaged = written.clone();
    damaged[100] ^= 1;
    assert_eq!(refused(&damaged, 1), Fault::Damaged);
    assert_eq!(bytes::heading(&written), Some((1, 7)));
}

#[test]
fn a_question_that_does_not_fit_the_frames_is_refused_by_name() {
    let frames = small();
    let refused = |query: FrameQuery| kernel::run(&frames, &query).unwrap_err();
    assert_eq!(refused(FrameQuery::of("trips")), Fault::NoFrame("trips".into()));
    assert_eq!(
        refused(FrameQuery::of("lines").sum("x", "cost")),
        Fault::NoColumn("lines.cost".into())
    );
    assert_eq!(refused(FrameQuery::of("lines").by("day.month")), Fault::Kind("day.month".into()));
    assert!(matches!(
        refused(FrameQuery::of("lines").filter(Filter::text("day", &["x"]))),
        Fault::Kind(_)
    ));
}

#[test]
fn a_delta_that_does_not_follow_is_refused_and_changes_nothing() {
    let mut frames = small();
    let before = frames.clone();
    let mut delta = Frames::new(1, 9, "all");
    delta.since = 8;
    assert_eq!(delta::apply(&mut frames, &delta), Err(Fault::Gap { loaded: 7, since: 8 }));
    assert_eq!(frames, before);
}

#[test]
fn frames_are_told_together_as_one_balance() {
    let line = |customer, qty| Line {
        order: 1,
        customer,
        day: 1,
        kind: 0,
        status: 1,
        qty,
        amount: 5,
        mark: "",
    };
    let mut receipts = FrameBuilder::new("receipts").key("id");
    let (customer, amount) = (receipts.link("customer", "customers"), receipts.int("amount"));
    receipts.text("id");
    for (of, value) in [(1, 4), (3, 9)] {
        receipts.put(customer, of);
        receipts.put(amount, value);
        receipts.end();
    }
    let frames = frames(&World { districts: vec![1; 5], lines: vec![line(1, 10), line(2, 3)] })
        .with(receipts.build());
    let query = FrameQuery::of("lines").by("customer").sum("due", "qty");
    let grid = kernel::run(
        &frames,
        &query.also(FrameQuery::of("receipts").by("customer").less("due", "amount")),
    )
    .unwrap();
    assert_eq!(grid.numbers("customer").unwrap(), [1, 2, 3]);
    assert_eq!(grid.numbers("due").unwrap(), [6, 3, -9]);
}

#[test]
fn a_changed_master_keeps_its_row_so_that_links_to_it_stay_right() {
    let mut frames = kept(small());
    let mut builder = FrameBuilder::new("customers").key("id");
    let (id, district) = (builder.text("id"), builder.text("district"));
    for (name, place) in [("C0", "Surat"), ("C9", "Kota")] {
        builder.put_text(id, name);
        builder.put_text(district, place);
        builder.end();
    }
    let mut delta = Frames::new(1, 8, "all").with(builder.build());
    delta.since = 7;
    delta::apply(&mut frames, &delta).unwrap();
    let grid = kernel::run(
        &frames,
        &FrameQuery::of("lines").by("customer.district.name").sum("amount", "amount"),
    )
    .unwrap();
    let names = grid.column("customer.district.name").unwrap();
    assert_eq!([names.text(0), names.text(1)], ["Agra", "Surat"]);
    assert_eq!(grid.numbers("amount").unwrap(), [7, 10]);
    assert_eq!(frames.frame("customers").unwrap().rows_by_key().unwrap()[&Key::from("C9")], 5);
}

#[test]
fn a_sum_beyond_64_bits_is_exact_inside_and_refused_where_it_cannot_be_told() {
    let mut builder = FrameBuilder::new("lines");
    let (side, amount) = (builder.int("side"), builder.int("amount"));
    for (at, value) in [(0, i64::MAX), (1, i64::MAX), (1, 5), (1, -9)] {
        builder.put(side, at);
        builder.put(amount, value);
        builder.end();
    }
    let frames = Frames::new(1, 1, "").with(builder.build());
    let by_side =
        kernel::run(&frames, &FrameQuery::of("lines").by("side").sum("amount", "amount")).unwrap();
    assert_eq!(by_side.numbers("amount").unwrap(), [i64::MAX, i64::MAX - 4]);
    let all = kernel::run(&frames, &FrameQuery::of("lines").sum("amount", "amount"));
    assert_eq!(all, Err(Fault::Overflow("amount".into())));
}

#[test]
fn a_grid_is_ordered_summed_and_turned() {
    let line = |customer, day, qty, amount| Line {
        order: 1,
        customer,
        day,
        kind: 0,
        status: 1,
        qty,
        amount,
        mark: "",
    };
    let lines = vec![line(1, 1, 2, 5), line(2, 1, -2, 5), line(1, 2, 4, 5), line(3, 2, 3, 7)];
    let frames = frames(&World { districts: vec![1, 2, 2, 0, 0], lines });
    let query = FrameQuery::of("lines")
        .by("day")
        .by("customer.district.name")
        .sum("qty", "qty")
        .sum("amount", "amount");
    let grid = kernel::run(&frames, &query).unwrap().rate("rate", "amount", "qty", 1).unwrap();
    assert_eq!(grid.numbers("qty").unwrap(), [-2, 2, 3, 4]);
    assert_eq!(grid.numbers("rate").unwrap(), [-3, 3, 2, 1], "half away from zero");
    assert_eq!(grid.totals(&["qty", "amount"]).unwrap(), [7, 22]);
    let by_day = grid.sums(&["day"], &["qty", "amount"]).unwrap();
    assert_eq!(by_day.numbers("qty").unwrap(), [0, 7]);
    let balance = grid.clone().running("balance", "qty", &["day"]).unwrap();
    assert_eq!(balance.numbers("balance").unwrap(), [-2, 0, 3, 7]);
    let top = grid.clone().top(2, &[RowOrder::Down("amount"), RowOrder::Up("qty")]).unwrap();
    assert_eq!(top.numbers("qty").unwrap(), [3, -2]);
    let (turned, heads) = grid.pivot(&["customer.district.name"], "day", "qty").unwrap();
    assert_eq!(heads.numbers("day").unwrap(), [1, 2]);
    assert_eq!(
        [turned.numbers("qty.0").unwrap(), turned.numbers("qty.1").unwrap()],
        [[-2, 2], [3, 4]]
    );
    let both = grid.clone().join(&grid).unwrap().sums(&["day"], &["qty"]).unwrap();
    assert_eq!(both.numbers("qty").unwrap(), [0, 14]);
    assert_eq!(grid.keep("qty", |qty| qty > 2).unwrap().rows(), 2);
}
