//! Boards: what becomes of lists and cards, row by row.

use godown_core::docs::desk::board::{
    BoardCard, BoardComment, BoardList, BoardLists, MAX_BINNED, MAX_CARDS, MAX_LISTS, comments,
};

/// `a: 1 2 | b: 3` is a list `a` with two cards and a list `b` with one.
fn board(text: &str) -> BoardLists {
    let list = |part: &str| {
        let (id, cards) = part.split_once(':').unwrap();
        let card = |id: &str| BoardCard { id: id.into(), title: id.into(), ..BoardCard::default() };
        BoardList {
            id: id.trim().into(),
            title: id.trim().into(),
            cards: cards.split_whitespace().map(card).collect(),
        }
    };
    BoardLists { lists: text.split('|').map(list).collect(), ..BoardLists::default() }
}

fn shown(board: &BoardLists) -> String {
    let list = |list: &BoardList| {
        let cards: Vec<&str> = list.cards.iter().map(|card| card.id.as_str()).collect();
        format!("{}: {}", list.id, cards.join(" ")).trim().to_owned()
    };
    board.lists.iter().map(list).collect::<Vec<_>>().join(" | ")
}

const BEFORE: &str = "a: 1 2 3 | b: 4 | c:";

#[test]
fn a_list_goes_from_one_place_to_another() {
    for (start, end, after) in [
        (0, 0, Some("a: 1 2 3 | b: 4 | c:")),
        (0, 2, Some("b: 4 | c: | a: 1 2 3")),
        (2, 0, Some("c: | a: 1 2 3 | b: 4")),
        (1, 2, Some("a: 1 2 3 | c: | b: 4")),
        (0, 3, None),
        (3, 0, None),
        (-1, 0, None),
        (0, -1, None),
        (i64::MAX, 0, None),
        (0, i64::MIN, None),
    ] {
        let next = board(BEFORE).reorder_list(start, end);
        assert_eq!(next.ok().map(|next| shown(&next)).as_deref(), after, "{start} to {end}");
    }
}

#[test]
fn a_card_goes_from_one_place_of_its_list_to_another() {
    for (list, start, end, after) in [
        ("a", 0, 2, Some("a: 2 3 1 | b: 4 | c:")),
        ("a", 2, 0, Some("a: 3 1 2 | b: 4 | c:")),
        ("b", 0, 0, Some(BEFORE)),
        ("a", 0, 3, None),
        ("a", 3, 0, None),
        ("c", 0, 0, None),
        ("d", 0, 0, None),
        ("a", -1, 1, None),
    ] {
        let next = board(BEFORE).reorder_card(list, start, end);
        assert_eq!(next.ok().map(|next| shown(&next)).as_deref(), after, "{list} {start} to {end}");
    }
}

#[test]
fn a_card_leaves_one_list_and_enters_another_at_its_index() {
    for (from, to, after) in [
        (("a", 0), ("b", 0), Some("a: 2 3 | b: 1 4 | c:")),
        (("a", 1), ("b", 1), Some("a: 1 3 | b: 4 2 | c:")),
        (("b", 0), ("c", 0), Some("a: 1 2 3 | b: | c: 4")),
        (("a", 0), ("a", 2), Some("a: 2 3 1 | b: 4 | c:")),
        (("a", 0), ("a", 3), None),
        (("a", 0), ("b", 2), None),
        (("a", 3), ("b", 0), None),
        (("c", 0), ("b", 0), None),
        (("a", -1), ("b", 0), None),
        (("a", 0), ("b", -1), None),
        (("d", 0), ("b", 0), None),
        (("a", 0), ("d", 0), None),
    ] {
        let next = board(BEFORE).move_card(from, to);
        assert_eq!(next.ok().map(|next| shown(&next)).as_deref(), after, "{from:?} to {to:?}");
    }
}

#[test]
fn only_a_list_that_is_there_is_renamed_deleted_or_given_a_card() {
    let before = board(BEFORE);
    assert_eq!(shown(&before.delete_list("b").unwrap()), "a: 1 2 3 | c:");
    assert_eq!(before.rename_list("b", "B").unwrap().lists[1].title, "B");
    assert_eq!(shown(&before.add_card("c", "5".into(), "5").unwrap()), "a: 1 2 3 | b: 4 | c: 5");
    assert_eq!(shown(&before.add_list("d".into(), "D").unwrap()), "a: 1 2 3 | b: 4 | c: | d:");
    for refused in [
        before.delete_list("d"),
        before.rename_list("d", "D"),
        before.add_card("d", "5".into(), "5"),
        before.replace_card("a", BoardCard { id: "4".into(), ..BoardCard::default() }),
        before.replace_card("d", BoardCard { id: "1".into(), ..BoardCard::default() }),
    ] {
        refused.unwrap_err();
    }
    assert_eq!(shown(&before), BEFORE);
}

#[test]
fn a_board_holds_so_many_lists_and_a_list_so_many_cards() {
    let mut full = BoardLists::default();
    for at in 0..MAX_LISTS {
        full = full.add_list(at.to_string(), "list").unwrap();
    }
    full.add_list("more".into(), "list").unwrap_err();
    for at in 0..MAX_CARDS {
        full = full.add_card("0", at.to_string(), "card").unwrap();
    }
    full.add_card("0", "more".into(), "card").unwrap_err();
    let with = full.add_card("1", "more".into(), "card").unwrap();
    with.move_card(("1", 0), ("0", 0)).unwrap_err();
    with.reorder_card("0", 0, 199).unwrap();
}

fn comment(id: &str, uid: &str, text: &str, at: i64) -> BoardComment {
    BoardComment { id: id.into(), uid: uid.into(), text: text.into(), at }
}

#[test]
fn comments_are_in_the_name_of_whoever_wrote_them_and_stay_theirs() {
    let before = [comment("1", "ann", "first", 5), comment("2", "bob", "second", 6)];
    let kept = |sent: &[BoardComment]| comments(&before, sent, "ann", (9, "new"));
    // Their own changed, another's left out, a new one without a name.
    let sent = [comment("1", "ann", "changed", 0), comment("", "", "third", 0)];
    let wanted = [
        comment("1", "ann", "changed", 5),
        comment("2", "bob", "second", 6),
        comment("new-1", "ann", "third", 9),
    ];
    assert_eq!(kept(&sent).unwrap(), wanted);
    assert_eq!(kept(&[]).unwrap(), [comment("2", "bob", "second", 6)]);
    for refused in [
        comment("2", "bob", "other words", 6),
        comment("2", "ann", "second", 6),
        comment("1", "bob", "first", 5),
        comment("3", "bob", "in his name", 0),
    ] {
        kept(std::slice::from_ref(&refused)).unwrap_err();
    }
    kept(&[comment("3", "", "x", 0), comment("3", "", "y", 0)]).unwrap_err();
}

#[test]
fn a_card_is_put_where_it_is_dragged_from_wherever_its_list_has_it_meanwhile() {
    for (card, from, to, end, after) in [
        ("1", "a", "b", 0, Ok("a: 2 3 | b: 1 4 | c:")),
        ("3", "a", "a", 0, Ok("a: 3 1 2 | b: 4 | c:")),
        ("1", "a", "b", 9, Ok("a: 2 3 | b: 4 1 | c:")),
        ("1", "b", "c", 0, Err("Somebody moved this card to a meanwhile")),
        ("9", "a", "b", 0, Err("This card is not on the board any more")),
        ("1", "a", "d", 0, Err("There is no such list on this board")),
        ("1", "a", "b", -1, Err("There is nothing at this place")),
    ] {
        let next = board(BEFORE).place_card(card, from, (to, end));
        let told = next.map(|next| shown(&next)).map_err(|issue| issue.message);
        assert_eq!(
            told,
            after.map(str::to_owned).map_err(str::to_owned),
            "{card} {from} {to} {end}"
        );
    }
    let lists = |list: &str, end: i64| board(BEFORE).place_list(list, end).map(|next| shown(&next));
    assert_eq!(lists("c", 0).unwrap(), "c: | a: 1 2 3 | b: 4");
    assert_eq!(lists("a", 9).unwrap(), "b: 4 | c: | a: 1 2 3");
    lists("d", 0).unwrap_err();
    lists("a", -1).unwrap_err();
}

#[test]
fn what_was_deleted_comes_back_to_where_it_stood() {
    let before = board(BEFORE);
    let without = before.delete_card("2").unwrap();
    assert_eq!(shown(&without), "a: 1 3 | b: 4 | c:");
    assert_eq!(shown(&without.restore("2").unwrap()), BEFORE);
    without.delete_list("a").unwrap().restore("2").unwrap_err();
    let without = before.delete_list("a").unwrap();
    assert_eq!(shown(&without), "b: 4 | c:");
    assert_eq!(without.restore("a").unwrap(), BoardLists { bin: Vec::new(), ..before.clone() });
    before.restore("a").unwrap_err();
    before.delete_card("9").unwrap_err();
    let mut all = before;
    for at in 0..MAX_BINNED + 1 {
        all = all.add_list(format!("x{at}"), "list").unwrap();
        all = all.delete_list(&format!("x{at}")).unwrap();
    }
    assert_eq!(all.bin.len(), MAX_BINNED);
    all.restore("x0").unwrap_err();
    all.restore("x1").unwrap();
}
