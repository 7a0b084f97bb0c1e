//! Conversations: who is in one, who reads what is said in it, what is unread, and what nobody may do.

use godown_core::query::desk::chats::{self, ChatTalk, Online};
use serde_json::{Value, json};

use crate::support::World;
use crate::support::telling::{all, told};

const MINUTE_MS: i64 = 60_000;

fn create(world: &mut World, who: &str, kind: &str, record: Value) -> Result<String, Vec<String>> {
    let actor = world.who(who);
    let made = world.site.create(&actor, kind, record);
    let said = |issues: Vec<godown_core::error::Issue>| -> Vec<String> {
        issues.into_iter().map(|issue| format!("{}: {}", issue.path, issue.message)).collect()
    };
    made.map(|doc| doc["id"].as_str().unwrap_or_default().to_owned()).map_err(said)
}

fn say(world: &mut World, who: &str, record: Value) -> Result<String, Vec<String>> {
    world.site.now.0 += MINUTE_MS;
    create(world, who, "chat_message", record)
}

fn talks(world: &World, who: &str) -> Vec<ChatTalk> {
    let actor = world.who(who);
    chats::talks(&world.site.memory, &actor, world.site.now, &Online::new()).unwrap()
}

fn act(
    world: &mut World,
    who: &str,
    (kind, id): (&str, &str),
    action: &str,
    inputs: Value,
) -> Vec<String> {
    let actor = world.who(who);
    let done = world.site.act(&actor, kind, id, action, inputs);
    done.err().unwrap_or_default().into_iter().map(|issue| issue.message).collect()
}

/// A conversation of SALES, BM and YARD that SALES began.
fn room(world: &mut World) -> String {
    let (bm, yard) = (world.who("BM").id, world.who("YARD").id);
    let record = json!({ "name": "Today", "members": [bm, yard] });
    create(world, "SALES", "chat_room", record).unwrap()
}

#[test]
fn two_who_write_to_each_other_are_in_one_conversation_that_nobody_else_sees() {
    let mut world = World::new();
    let (sales, bm) = (world.who("SALES"), world.who("BM"));
    say(&mut world, "SALES", json!({ "to": bm.id, "text": "Is it loaded?" })).unwrap();
    say(&mut world, "BM", json!({ "to": sales.id, "text": "Since ten" })).unwrap();
    assert_eq!(all(&world, "chat_room").len(), 1);
    for (who, other) in [("SALES", &bm), ("BM", &sales)] {
        let [talk] = &talks(&world, who)[..] else { panic!("one conversation") };
        assert_eq!((&talk.with, &talk.name), (&other.id, &other.name));
        assert_eq!((talk.last_text.as_str(), &talk.last_from), ("Since ten", &bm.id));
    }
    assert!(talks(&world, "ADMIN").is_empty());
    let [mine, theirs] = ["SALES", "BM"].map(|who| talks(&world, who)[0].unread);
    assert_eq!((mine, theirs), (1, 0));
}

#[test]
fn what_is_read_is_unread_no_more_and_a_mark_never_moves_back() {
    let mut world = World::new();
    let room = room(&mut world);
    for text in ["One", "Two", "Three"] {
        say(&mut world, "SALES", json!({ "room": room, "text": text })).unwrap();
    }
    let bm = world.who("BM").id;
    create(&mut world, "BM", "chat_marks", json!({ "person": bm })).unwrap();
    let unread = |world: &World| talks(world, "BM")[0].unread;
    assert_eq!(unread(&world), 3);
    let last = talks(&world, "BM")[0].last_at;
    for (until, left) in
        [(last - MINUTE_MS, 1), (last - 2 * MINUTE_MS, 1), (last + 9 * MINUTE_MS, 0)]
    {
        let mark = json!({ "room": room, "until": until });
        assert!(act(&mut world, "BM", ("chat_marks", &bm), "read", mark).is_empty());
        assert_eq!(unread(&world), left, "{until}");
    }
    // What comes later than the mark of a clock that is ahead is unread all the same.
    say(&mut world, "YARD", json!({ "room": room, "text": "Four" })).unwrap();
    assert_eq!(unread(&world), 1);
    let foreign = json!({ "room": "nothing", "until": last });
    let refused = act(&mut world, "BM", ("chat_marks", &bm), "read", foreign);
    assert_eq!(refused, ["Conversation was not found"]);
    let other = json!({ "room": room, "until": last });
    assert!(!act(&mut world, "YARD", ("chat_marks", &bm), "read", other).is_empty());
}

#[test]
fn who_joins_reads_what_is_said_from_then_on_and_who_leaves_what_was_said_before() {
    let mut world = World::new();
    let room = room(&mut world);
    say(&mut world, "SALES", json!({ "room": room, "text": "Before" })).unwrap();
    let logi = world.who("LOGI");
    assert!(talks(&world, "LOGI").is_empty());
    let added = json!({ "members": [logi.id] });
    assert!(act(&mut world, "BM", ("chat_room", &room), "add_members", added).is_empty());
    assert_eq!(talks(&world, "LOGI")[0].last_text, "");
    let name = world.who("BM").name;
    let telling = (logi.name, format!("{name} added you to a conversation"));
    assert!(told(&world).contains(&telling));
    say(&mut world, "YARD", json!({ "room": room, "text": "After" })).unwrap();
    assert_eq!(
        (talks(&world, "LOGI")[0].last_text.as_str(), talks(&world, "LOGI")[0].unread),
        ("After", 1)
    );
    assert!(act(&mut world, "YARD", ("chat_room", &room), "leave", json!({})).is_empty());
    assert!(talks(&world, "YARD").is_empty());
    let said = say(&mut world, "YARD", json!({ "room": room, "text": "Still here?" }));
    assert_eq!(said.unwrap_err(), ["room: Conversation was not found"]);
    say(&mut world, "BM", json!({ "room": room, "text": "Without the yard" })).unwrap();
    let yard = world.who("YARD").id;
    let reads =
        |message: &Value| message["record"]["readers"].as_array().unwrap().contains(&json!(yard));
    let seen = all(&world, "chat_message").into_iter().filter(reads);
    let mut seen: Vec<Value> = seen.map(|message| message["record"]["text"].clone()).collect();
    seen.sort_by_key(Value::to_string);
    assert_eq!(seen, ["After", "Before"]);
}

#[test]
fn whoever_keeps_a_conversation_removes_others_and_hands_it_on_as_they_leave() {
    let mut world = World::new();
    let room = room(&mut world);
    let (sales, yard) = (world.who("SALES").id, world.who("YARD").id);
    let member = |id: &str| json!({ "member": id });
    let refused = act(&mut world, "BM", ("chat_room", &room), "remove_member", member(&yard));
    assert_eq!(refused, ["Whoever keeps the conversation removes members"]);
    let refused = act(&mut world, "SALES", ("chat_room", &room), "remove_member", member(&sales));
    assert_eq!(refused, ["Select another member of the conversation"]);
    assert!(act(&mut world, "SALES", ("chat_room", &room), "leave", json!({})).is_empty());
    assert!(act(&mut world, "BM", ("chat_room", &room), "remove_member", member(&yard)).is_empty());
    assert!(
        act(&mut world, "BM", ("chat_room", &room), "rename", json!({ "name": "Later" }))
            .is_empty()
    );
    let [talk] = &talks(&world, "BM")[..] else { panic!("one conversation") };
    assert_eq!((talk.name.as_str(), talk.people.len(), talk.own), ("Later", 0, true));
    let refused = act(&mut world, "BM", ("chat_room", &room), "leave", json!({}));
    assert_eq!(refused, ["Nobody else is in this conversation"]);
}

#[test]
fn a_conversation_of_two_stays_between_them() {
    let mut world = World::new();
    let (bm, yard) = (world.who("BM").id, world.who("YARD").id);
    say(&mut world, "SALES", json!({ "to": bm, "text": "Between us" })).unwrap();
    let room = talks(&world, "SALES")[0].id.clone();
    for (action, inputs) in [
        ("add_members", json!({ "members": [yard] })),
        ("remove_member", json!({ "member": bm })),
        ("rename", json!({ "name": "Ours" })),
        ("leave", json!({})),
    ] {
        let refused = act(&mut world, "SALES", ("chat_room", &room), action, inputs);
        assert_eq!(refused, ["A conversation between two stays between them"], "{action}");
    }
}

#[test]
fn a_mention_tells_whom_it_names_and_nobody_is_mentioned_who_does_not_read_it() {
    let mut world = World::new();
    let room = room(&mut world);
    let (bm, logi) = (world.who("BM"), world.who("LOGI"));
    let text = json!({ "room": room, "text": "@BM please look", "mentions": [bm.id] });
    say(&mut world, "SALES", text).unwrap();
    let name = world.who("SALES").name;
    assert!(told(&world).contains(&(bm.name.clone(), format!("{name} mentioned you"))));
    let before = told(&world).len();
    let stranger = json!({ "room": room, "text": "@LOGI", "mentions": [logi.id] });
    let refused = say(&mut world, "SALES", stranger).unwrap_err();
    assert_eq!(refused, ["mentions: Mention members of the conversation only"]);
    let oneself = json!({ "room": room, "text": "@BM", "mentions": [bm.id] });
    say(&mut world, "BM", oneself).unwrap();
    assert_eq!(told(&world).len(), before);
}

#[test]
fn what_cannot_be_said_is_refused_in_words_and_leaves_nothing() {
    let mut world = World::new();
    let room = room(&mut world);
    let (bm, sales) = (world.who("BM").id, world.who("SALES").id);
    let nobody = "00000000-0000-4000-8000-000000000000";
    let before = all(&world, "chat_message").len();
    for (who, record, refusal) in [
        ("ADMIN", json!({ "room": room, "text": "x" }), "room: Conversation was not found"),
        ("SALES", json!({ "room": nobody, "text": "x" }), "room: Conversation was not found"),
        ("SALES", json!({ "to": sales, "text": "x" }), "to: Select an active colleague"),
        ("SALES", json!({ "to": nobody, "text": "x" }), "to: Employee was not found"),
        ("SALES", json!({ "text": "x" }), "to: Select a colleague or a conversation"),
        (
            "SALES",
            json!({ "to": bm, "room": room, "text": "x" }),
            "to: Select a colleague or a conversation",
        ),
        ("SALES", json!({ "to": bm, "text": "  " }), "text: Text is required"),
        (
            "SALES",
            json!({ "to": bm, "text": "x", "about_type": "order", "about_id": nobody }),
            "about_id: Document not found or you cannot see it",
        ),
    ] {
        let refused = say(&mut world, who, record.clone()).unwrap_err();
        assert_eq!(refused, [refusal], "{record}");
    }
    assert_eq!(all(&world, "chat_message").len(), before);
    for (record, refusal) in [
        (json!({ "name": "Alone", "members": [] }), "members"),
        (json!({ "name": "Alone", "members": [sales] }), "members: Select at least one colleague"),
        (json!({ "name": "Strange", "members": [nobody] }), "members"),
        (json!({ "name": " ", "members": [bm] }), "name: Name is required"),
    ] {
        let refused = create(&mut world, "SALES", "chat_room", record.clone()).unwrap_err();
        assert!(refused[0].starts_with(refusal), "{record} {refused:?}");
    }
}

#[test]
fn who_is_deactivated_is_written_to_no_more() {
    let mut world = World::new();
    let bm = world.who("BM").id;
    say(&mut world, "SALES", json!({ "to": bm, "text": "Are you there?" })).unwrap();
    let talk = talks(&world, "SALES")[0].id.clone();
    let admin = world.who("ADMIN");
    let logi = world.who("LOGI").id;
    say(&mut world, "SALES", json!({ "to": logi, "text": "And you?" })).unwrap();
    world.site.act(&admin, "employee", &logi, "deactivate", json!({})).unwrap();
    let refused = say(&mut world, "SALES", json!({ "to": logi, "text": "Hello?" })).unwrap_err();
    assert_eq!(refused, ["to: Employee LOGI is inactive"]);
    let rooms = talks(&world, "SALES");
    let left = rooms.iter().find(|one| one.with == logi).map(|one| one.last_text.as_str());
    assert_eq!(left, Some("And you?"));
    say(&mut world, "SALES", json!({ "room": talk, "text": "Good" })).unwrap();
}

#[test]
fn a_flood_is_stopped_and_ends_by_itself() {
    let mut world = World::new();
    let bm = world.who("BM").id;
    let write = |world: &mut World, after_ms: i64| {
        world.site.now.0 += after_ms;
        create(world, "SALES", "chat_message", json!({ "to": bm, "text": "x" }))
    };
    for _ in 0..20 {
        write(&mut world, 10).unwrap();
    }
    let refused = write(&mut world, 10).unwrap_err();
    assert_eq!(
        refused,
        ["text: Too many messages at once. Wait a few seconds and send this one again"]
    );
    let sales = world.who("SALES").id;
    create(&mut world, "BM", "chat_message", json!({ "to": sales, "text": "Stop" })).unwrap();
    write(&mut world, 10_000).unwrap();
}

#[test]
fn a_comment_on_a_card_mentions_members_of_its_board_and_nobody_else() {
    let mut world = World::new();
    let board = create(&mut world, "SALES", "board", json!({ "title": "Today" })).unwrap();
    let (bm, logi) = (world.who("BM"), world.who("LOGI"));
    let lists = |world: &World| all(world, "board")[0]["record"]["lists"].clone();
    let step = |world: &mut World, action: &str, inputs: Value| {
        act(world, "SALES", ("board", &board), action, inputs)
    };
    assert!(step(&mut world, "add_member", json!({ "member": bm.id })).is_empty());
    assert!(step(&mut world, "add_list", json!({ "title": "Open" })).is_empty());
    let list = lists(&world)[0]["list_id"].clone();
    assert!(step(&mut world, "add_card", json!({ "list": list, "title": "Lorry" })).is_empty());
    let card = lists(&world)[0]["cards"][0]["card_id"].clone();
    let said = |who: &str| json!({ "card": card, "text": "Please look", "mentions": [who] });
    let before = told(&world).len();
    let refused = step(&mut world, "comment_card", said(&logi.id));
    assert_eq!(refused, ["Mention members of the board only"]);
    assert_eq!(lists(&world)[0]["cards"][0]["comments"].as_array().map_or(0, Vec::len), 0);
    assert!(step(&mut world, "comment_card", said(&bm.id)).is_empty());
    let name = world.who("SALES").name;
    assert!(told(&world).contains(&(bm.name, format!("{name} mentioned you"))));
    assert_eq!(told(&world).len(), before + 1);
}
