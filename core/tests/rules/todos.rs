//! To-dos: what becomes of a list and its tags, row by row.

use godown_core::docs::desk::chats::{pair, partner};
use godown_core::docs::desk::todo::{MAX_TODOS, Todo, Todos};

fn todo(title: &str, tags: &[&str]) -> Todo {
    let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
    Todo { title: title.into(), tags, ..Todo::default() }
}

fn three() -> Todos {
    let begun = Todos::default().add_tag("API").unwrap();
    begun.add(todo("a", &["1"])).unwrap().add(todo("b", &[])).unwrap().add(todo("c", &[])).unwrap()
}

fn numbers(todos: &Todos) -> Vec<i64> {
    todos.todos.iter().map(|todo| todo.no).collect()
}

#[test]
fn a_number_is_given_once() {
    let less = three().delete(3).unwrap();
    assert_eq!(numbers(&less), [1, 2]);
    assert_eq!(numbers(&less.add(todo("d", &[])).unwrap()), [1, 2, 4]);
    three().delete(4).unwrap_err();
    three().update(Todo { no: 4, ..todo("d", &[]) }).unwrap_err();
    let changed = three().update(Todo { no: 2, done: true, ..todo("B", &[]) }).unwrap();
    assert_eq!((changed.todos[1].title.as_str(), changed.todos[1].done), ("B", true));
}

#[test]
fn an_order_names_every_to_do_once() {
    for (order, after) in [
        (&[3, 1, 2][..], Some(vec![3, 1, 2])),
        (&[1, 2, 3], Some(vec![1, 2, 3])),
        (&[1, 2], None),
        (&[1, 2, 2], None),
        (&[1, 2, 4], None),
        (&[], None),
    ] {
        assert_eq!(three().reorder(order).ok().map(|next| numbers(&next)), after, "{order:?}");
    }
}

#[test]
fn a_tag_has_a_name_of_its_own_and_leaves_with_its_marks() {
    three().add_tag("api").unwrap_err();
    three().delete_tag(2).unwrap_err();
    three().add(todo("d", &["2"])).unwrap_err();
    let less = three().delete_tag(1).unwrap();
    assert!(less.todos[0].tags.is_empty());
    assert_eq!(less.add_tag("API").unwrap().tags[0].no, 2);
}

#[test]
fn a_day_is_a_day_and_a_list_has_an_end() {
    for (day, fits) in [
        ("2026-11-20", true),
        ("2026-11-20T10:00:00Z", true),
        ("2026-02-30", false),
        ("soon", false),
    ] {
        let with = Todo { due_date: Some(day.into()), ..todo("d", &[]) };
        assert_eq!(three().add(with).is_ok(), fits, "{day}");
    }
    let mut full = Todos::default();
    for _ in 0..MAX_TODOS {
        full = full.add(todo("a", &[])).unwrap();
    }
    full.add(todo("a", &[])).unwrap_err();
}

#[test]
fn a_conversation_is_of_two_whoever_begins_and_of_nobody_else() {
    assert_eq!(pair("ann", "bob"), pair("bob", "ann"));
    for (chat, own, other) in [
        ("ann~bob", "ann", Some("bob")),
        ("ann~bob", "bob", Some("ann")),
        ("ann~bob", "carl", None),
        ("ann~ann", "ann", None),
        ("ann", "ann", None),
        ("", "", None),
    ] {
        assert_eq!(partner(chat, own), other, "{chat} {own}");
    }
}

#[test]
fn a_to_do_is_put_at_a_place_and_comes_back_to_where_it_stood() {
    assert_eq!(numbers(&three().place(3, 0).unwrap()), [3, 1, 2]);
    assert_eq!(numbers(&three().place(1, 9).unwrap()), [2, 3, 1]);
    three().place(9, 0).unwrap_err();
    three().place(1, -1).unwrap_err();
    let back = three().delete(2).unwrap().add_at(todo("b", &[]), 1).unwrap();
    assert_eq!(numbers(&back), [1, 4, 3]);
}

#[test]
fn a_to_do_is_not_due_before_it_starts_and_stays_about_its_document() {
    let days = |start: &str, due: &str| Todo {
        start_date: Some(start.into()),
        due_date: Some(due.into()),
        ..todo("d", &[])
    };
    let issue = three().add(days("2026-11-20", "2026-11-19")).unwrap_err();
    assert_eq!(
        (issue.path.as_str(), issue.message.as_str()),
        ("due_date", "Due must not be before Start")
    );
    let about = Todo {
        about_type: Some("order".into()),
        about_id: Some("1".into()),
        ..days("2026-11-20", "2026-11-20T08:00:00.000Z")
    };
    let with = three().add(about.clone()).unwrap();
    let changed = with.update(Todo { no: 4, ..todo("changed", &[]) }).unwrap();
    assert_eq!(
        (&changed.todos[3].about_id, changed.todos[3].title.as_str()),
        (&about.about_id, "changed")
    );
}
