//! The chat.

use serde_json::json;

use super::{BARE, Desk, keys};
use crate::harness::uuid;

#[tokio::test]
async fn two_colleagues_talk_and_nobody_else_hears_them() {
    let desk = Desk::new().await;
    let (sales, bm) = (desk.site.sign_in("SALES").await, desk.site.sign_in("BM").await);
    let (from, to) = (desk.id("SALES"), desk.id("BM"));
    let stream = desk.site.app.live.enter(&to);
    let contacts = desk.get(&sales, "/api/chat/contacts/all").await.expect(200);
    assert_eq!(keys(&contacts[0]), ["id", "name", "avatar", "status", "mood"]);
    let status = |id: &str| {
        let found = contacts.as_array().unwrap().iter().find(|one| one["id"] == id);
        found.map(|one| one["status"].as_str().unwrap().to_owned())
    };
    assert_eq!(status(&from), None);
    assert_eq!(status(&to).as_deref(), Some("online"));
    assert_eq!(status(&desk.id("PCT")).as_deref(), Some("offline"));
    drop(stream);
    let one = desk.get(&sales, &format!("/api/chat/contacts?id={to}")).await.expect(200);
    assert_eq!(one["id"], to.as_str());
    let room = desk.get(&sales, &format!("/api/chat/chat-room?contactId={to}")).await.expect(200);
    assert_eq!(keys(&room), ["chatId", "messageList", "recentListUpdated"]);
    assert_eq!(room["messageList"], json!([]));
    let body = json!({ "currentUser": from, "contactId": to }).to_string();
    let same = desk.get_with(&sales, "/api/chat/chat-room", "application/json", &body).await;
    assert_eq!(same.expect(200), room);
    let chat = room["chatId"].as_str().unwrap();
    let say = json!({ "chatId": chat, "text": "Is the lorry there?", "contactId": from, "time": "2020-01-01" });
    let told = desk.post(&sales, "/api/chat/add", say.clone()).await.expect(200);
    assert_eq!(
        keys(&told[0]),
        ["contactId", "text", "time", "id", "name", "avatar", "status", "mood"]
    );
    assert_eq!((&told[0]["contactId"], &told[0]["id"]), (&json!(from), &json!(from)));
    assert!(told[0]["time"].as_str().unwrap().starts_with("2026-"));
    assert_eq!(
        desk.get_with(&bm, "/api/chat", BARE, chat).await.expect(200)[0]["text"],
        "Is the lorry there?"
    );
    let recent = desk.get(&bm, "/api/chat/contacts/recent").await.expect(200);
    assert_eq!((&recent[0]["contactId"], &recent[0]["unread"]), (&json!(from), &json!(1)));
    desk.site.pass(1_000);
    let answer = json!({ "chatId": chat, "text": "Not yet", "contactId": to });
    let told = desk.post(&bm, "/api/chat/add", answer).await.expect(200);
    assert_eq!((&told[0]["contactId"], &told[1]["contactId"]), (&json!(from), &json!(to)));
    assert_eq!(desk.get(&bm, "/api/chat/contacts/recent").await.expect(200)[0]["unread"], 0);
    let before = desk.site.sign_in("ADMIN").await;
    let seq = desk.site.seq();
    desk.get(&before, &format!("/api/chat?chatId={chat}")).await.expect(404);
    desk.post(&before, "/api/chat/add", say).await.expect(404);
    assert_eq!(desk.get(&before, "/api/chat/contacts/recent").await.expect(200), json!([]));
    desk.get(&before, &format!("/api/chat/contacts/recent?userId={from}")).await.expect(403);
    let foreign = json!({ "chatId": chat, "text": "x", "contactId": desk.id("ADMIN") });
    desk.post(&sales, "/api/chat/add", foreign).await.expect(403);
    desk.get(&sales, "/api/chat/chat-room?contactId=nobody").await.expect(404);
    desk.post(&sales, "/api/chat/add", json!({ "chatId": chat, "text": " " })).await.expect(422);
    assert_eq!(desk.site.seq(), seq);
}

#[tokio::test]
async fn a_conversation_of_several_stands_among_the_recent_ones_as_its_own_contact() {
    let desk = Desk::new().await;
    let (sales, bm) = (desk.site.sign_in("SALES").await, desk.site.sign_in("BM").await);
    let record = json!({ "name": "Today", "members": [desk.id("BM"), desk.id("YARD")] });
    let room = json!({ "command_id": uuid(), "record": record });
    let room = desk.post(&sales, "/api/docs/chat_room", room).await.expect(201);
    let id = room["id"].as_str().unwrap();
    let say = json!({ "chatId": id, "text": "The crane comes at nine", "contactId": id });
    let lines = desk.post(&sales, "/api/chat/add", say.clone()).await.expect(200);
    assert_eq!(
        (&lines[0]["text"], &lines[0]["contactId"]),
        (&say["text"], &json!(desk.id("SALES")))
    );
    let recent = desk.get(&bm, "/api/chat/contacts/recent").await.expect(200);
    let recent_keys =
        ["id", "name", "avatar", "status", "mood", "chatId", "contactId", "unread", "lastChatTime"];
    assert_eq!(keys(&recent[0]), recent_keys);
    let told = ["name", "chatId", "contactId", "unread"].map(|key| recent[0][key].clone());
    assert_eq!(told, [json!("Today"), json!(id), json!(id), json!(1)]);
    let talks = desk.get(&bm, "/api/chat/talks").await.expect(200);
    assert_eq!((&talks[0]["name"], &talks[0]["with"]), (&json!("Today"), &json!("")));
    let people = talks[0]["people"].as_array().unwrap();
    assert_eq!(
        (people.len(), &talks[0]["own"], &talks[0]["unread"]),
        (2, &json!(false), &json!(1))
    );
    let outside = desk.site.sign_in("ADMIN").await;
    desk.get(&outside, &format!("/api/chat?chatId={id}")).await.expect(404);
    desk.post(&outside, "/api/chat/add", say).await.expect(404);
    let path = format!("/api/docs/chat_message?where=room:eq:{id}");
    assert_eq!(desk.get(&outside, &path).await.expect(200)["rows"], json!([]));
    assert_eq!(desk.get(&bm, &path).await.expect(200)["total"], 1);
}
