//! The report kernel: what it tells equals a plain loop, and bytes and deltas are right or refused by name.

use crate::lines::{Line, World, asks, frames, kept, plain, replaced, small, told, worlds};
use godown_core::report::{
    Fault, Filter, FrameBuilder, FrameQuery, Frames, RowOrder, bytes, delta, kernel,
};
use proptest::prelude::*;

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
    let ids = frames.frame("customers").unwrap().column("id").unwrap();
    let last = ids.words().unwrap().find("C9").unwrap();
    assert_eq!((ids.len(), ids.at(5)), (6, i64::from(last)), "who is new comes last");
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
