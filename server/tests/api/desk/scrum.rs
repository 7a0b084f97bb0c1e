//! The scrum board.

use serde_json::{Value, json};

use super::{BARE, Desk, keys};

const AT: &str = "/api/scrum-board";

/// Somebody at a board.
struct Seat {
    desk: Desk,
    token: String,
    board: String,
}

impl Seat {
    /// A board that SALES made.
    async fn new() -> Seat {
        let desk = Desk::new().await;
        let token = desk.site.sign_in("SALES").await;
        let made = desk
            .site
            .call("POST", &format!("{AT}/add-board"), &token, BARE, "My & board=1 %")
            .await;
        let made = made.expect(200);
        assert_eq!(made[0]["title"], "My & board=1 %");
        let board = made[0]["id"].as_str().unwrap().to_owned();
        Seat { desk, token, board }
    }

    async fn send(&self, call: &str, mut body: Value, status: u16) -> Value {
        body["boardId"] = self.board.as_str().into();
        self.desk.post(&self.token, &format!("{AT}/{call}"), body).await.expect(status)
    }

    /// What must be fine; the board that it answers, which is the board from then on.
    async fn done(&self, call: &str, body: Value) -> Value {
        let told = self.send(call, body, 200).await;
        assert_eq!(self.seen().await, told, "{call}");
        told
    }

    async fn seen(&self) -> Value {
        self.desk.get(&self.token, &format!("{AT}?id={}", self.board)).await.expect(200)
    }

    /// What must be refused, and touch nothing.
    async fn refused(&self, call: &str, body: Value, status: u16) {
        let (before, seq) = (self.seen().await, self.desk.site.seq());
        let answer = self.send(call, body.clone(), status).await;
        assert!(!answer["detail"].as_str().unwrap().is_empty(), "{call} {body}");
        assert_eq!((self.seen().await, self.desk.site.seq()), (before, seq), "{call} {body}");
    }

    async fn list(&self, title: &str) -> String {
        let told = self.done("add-column", json!({ "listTitle": title })).await;
        let lists = told["list"].as_array().unwrap();
        lists.last().unwrap()["id"].as_str().unwrap().to_owned()
    }

    async fn card(&self, list: &str, title: &str) -> Value {
        let told = self.done("add-card", json!({ "listId": list, "cardTitle": title })).await;
        let lists = told["list"].as_array().unwrap();
        let list = lists.iter().find(|one| one["id"] == list).unwrap();
        list["cardList"].as_array().unwrap().last().unwrap().clone()
    }
}

fn titles(of: &Value) -> Vec<&str> {
    of.as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn members_labels_and_a_new_board_are_as_the_template_has_them() {
    let seat = Seat::new().await;
    let (desk, token) = (&seat.desk, &seat.token);
    let members = desk.get(token, &format!("{AT}/all-member")).await.expect(200);
    assert_eq!(keys(&members[0]), ["id", "name", "avatar"]);
    assert!(members.as_array().unwrap().iter().any(|one| one["id"] == desk.id("BM")));
    let labels = desk.get(token, &format!("{AT}/all-label")).await.expect(200);
    assert_eq!(
        labels,
        json!([
            { "id": 1, "title": "Active", "color": "primary" },
            { "id": 2, "title": "Complete", "color": "green" },
            { "id": 3, "title": "Ready", "color": "secondary" },
            { "id": 4, "title": "High Priority", "color": "error" },
        ])
    );
    let wanted = json!({ "id": seat.board, "title": "My & board=1 %", "list": [], "members": [] });
    // As browsers send it, and as other clients do.
    for path in [AT.to_owned(), format!("{AT}?boardId={}", seat.board)] {
        assert_eq!(desk.get(token, &path).await.expect(200), wanted);
    }
    let id = json!({ "id": seat.board }).to_string();
    for (kind, body) in [(BARE, seat.board.as_str()), ("application/json", id.as_str())] {
        assert_eq!(desk.get_with(token, AT, kind, body).await.expect(200), wanted);
    }
    let more = desk.post(token, &format!("{AT}/add-board"), json!({ "title": "Second" })).await;
    assert_eq!(titles(&more.expect(200)), ["My & board=1 %", "Second"]);
    assert_eq!(titles(&desk.get(token, &format!("{AT}/all-board")).await.expect(200)).len(), 2);
    // The one that was touched last.
    desk.site.pass(1_000);
    seat.done("add-column", json!({ "listTitle": "To do" })).await;
    assert_eq!(desk.get(token, AT).await.expect(200)["id"], seat.board.as_str());
    for (kind, body) in [(BARE, ""), (BARE, "  "), ("application/json", "{}")] {
        desk.site.call("POST", &format!("{AT}/add-board"), token, kind, body).await.expect(400);
    }
}

#[tokio::test]
async fn lists_and_cards_move_as_they_are_told() {
    let seat = Seat::new().await;
    let (a, b) = (seat.list("A").await, seat.list("B").await);
    seat.list("C").await;
    let told = seat.done("reorder-list", json!({ "startIndex": 2, "endIndex": 0 })).await;
    assert_eq!(titles(&told["list"]), ["C", "A", "B"]);
    let told = seat.done("rename-column", json!({ "listId": b, "listTitle": "Beta" })).await;
    assert_eq!(titles(&told["list"]), ["C", "A", "Beta"]);
    let card = seat.card(&a, "one").await;
    assert_eq!(
        card,
        json!({
            "id": card["id"], "title": "one", "members": [], "labels": [], "attachments": [], "comments": [],
        })
    );
    seat.card(&a, "two").await;
    seat.card(&a, "three").await;
    let order = json!({ "listId": a, "startIndex": 0, "endIndex": 2 });
    let told = seat.done("reorder-card", order).await;
    assert_eq!(titles(&told["list"][1]["cardList"]), ["two", "three", "one"]);
    let end = |list: &str, index: i64| json!({ "droppableId": list, "index": index });
    let told = seat
        .done("move-card", json!({
            "sourcelistId": a, "destinationlistId": b, "source": end(&a, 1), "destination": end(&b, 0),
        }))
        .await;
    assert_eq!(titles(&told["list"][1]["cardList"]), ["two", "one"]);
    assert_eq!(titles(&told["list"][2]["cardList"]), ["three"]);
    let told = seat.done("delete-column", json!({ "listId": b })).await;
    assert_eq!(titles(&told["list"]), ["C", "A"]);
}

#[tokio::test]
async fn a_card_is_replaced_and_comments_are_in_the_writers_name() {
    let seat = Seat::new().await;
    let (list, bm) = (seat.list("A").await, seat.desk.id("BM"));
    let card = seat.card(&list, "one").await;
    seat.done("add-member", json!({ "memberId": bm })).await;
    let sent = json!({
        "id": card["id"], "title": "One", "coverImage": "/assets/one.jpg", "members": [bm],
        "labels": [1, 4], "description": "Load first", "attachments": [
            { "name": "slip.pdf", "size": 120, "url": "/api/files/slip" },
        ],
        "comments": [{ "id": "c1", "uid": seat.desk.id("SALES"), "text": "Today", "time": "2020-01-01" }],
    });
    let told = seat.done("update-card", json!({ "listId": list, "card": sent })).await;
    let kept = &told["list"][0]["cardList"][0];
    assert_eq!((&kept["labels"], &kept["members"]), (&json!([1, 4]), &json!([bm])));
    assert_eq!(
        (&kept["coverImage"], &kept["description"]),
        (&json!("/assets/one.jpg"), &json!("Load first"))
    );
    assert_eq!(kept["comments"][0]["uid"], seat.desk.id("SALES"));
    assert!(kept["comments"][0]["time"].as_str().unwrap().starts_with("2026-"));
    let with = |key: &str, value: Value| {
        let mut card = kept.clone();
        card[key] = value;
        json!({ "listId": list, "card": card })
    };
    let foreign = json!([{ "id": "c2", "uid": bm, "text": "I agree" }]);
    seat.refused("update-card", with("comments", foreign), 422).await;
    seat.refused("update-card", with("labels", json!([9])), 422).await;
    seat.refused("update-card", with("members", json!([seat.desk.id("SALES2")])), 422).await;
    seat.refused("update-card", with("members", json!(["nobody"])), 422).await;
    seat.refused("update-card", with("id", json!("nothing")), 422).await;
    seat.refused("update-card", with("coverImage", json!("javascript:alert(1)")), 422).await;
    for elsewhere in [
        "https://example.com/a.png",
        "//example.com/a.png",
        "/\\\\example.com/a.png",
        "data:image/png;base64,AA",
    ] {
        seat.refused("update-card", with("coverImage", json!(elsewhere)), 422).await;
    }
    seat.refused("update-card", with("title", json!("")), 422).await;
    // Another's comment stays, whatever was sent.
    let other = Seat { token: seat.desk.site.sign_in("BM").await, ..seat };
    let told = other
        .done(
            "update-card",
            json!({ "listId": list, "card": {
        "id": card["id"], "title": "One", "comments": [{ "text": "Gone?" }],
    } }),
        )
        .await;
    let texts: Vec<&str> = told["list"][0]["cardList"][0]["comments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["text"].as_str().unwrap())
        .collect();
    assert_eq!(texts, ["Today", "Gone?"]);
}

#[tokio::test]
async fn what_is_not_there_is_refused_and_nothing_moves() {
    let seat = Seat::new().await;
    let list = seat.list("A").await;
    seat.card(&list, "one").await;
    for call in ["rename-column", "add-card", "delete-column"] {
        let mut body = json!({ "listId": "nothing" });
        match call {
            "rename-column" => body["listTitle"] = "B".into(),
            "add-card" => body["cardTitle"] = "B".into(),
            _ => {}
        }
        seat.refused(call, body, 422).await;
    }
    for (start, end) in [(0, 1), (1, 0), (-1, 0), (0, 1_000_000_000)] {
        let places = json!({ "startIndex": start, "endIndex": end });
        seat.refused("reorder-list", places.clone(), 422).await;
        let mut places = places;
        places["listId"] = list.as_str().into();
        seat.refused("reorder-card", places, 422).await;
    }
    let end = |index: i64| json!({ "droppableId": list, "index": index });
    for (from, to, start, at) in
        [("nothing", list.as_str(), 0, 0), (list.as_str(), "nothing", 0, 0), (&list, &list, 0, 1)]
    {
        let body = json!({
            "sourcelistId": from, "destinationlistId": to, "source": end(start), "destination": end(at),
        });
        seat.refused("move-card", body, 422).await;
    }
    seat.refused("add-member", json!({ "memberId": "nobody" }), 422).await;
    seat.refused("delete-member", json!({ "memberId": seat.desk.id("BM") }), 422).await;
    seat.refused("add-column", json!({ "listTitle": "" }), 400).await;
    seat.refused("add-column", json!({ "listTitle": "x".repeat(101) }), 422).await;
    seat.refused("add-column", json!({ "listTitle": "B", "more": 1 }), 400).await;
}

#[tokio::test]
async fn a_board_is_seen_by_its_members_and_its_maker_alone() {
    let seat = Seat::new().await;
    let bm = seat.desk.id("BM");
    for who in ["ADMIN", "BM", "SALES2", "AUDIT"] {
        let token = seat.desk.site.sign_in(who).await;
        seat.desk.get(&token, &format!("{AT}?id={}", seat.board)).await.expect(404);
        assert_eq!(seat.desk.get(&token, &format!("{AT}/all-board")).await.expect(200), json!([]));
        let body = json!({ "boardId": seat.board, "listTitle": "Mine" });
        let wanted = if who == "AUDIT" { 403 } else { 404 };
        seat.desk.post(&token, &format!("{AT}/add-column"), body).await.expect(wanted);
    }
    let told = seat.done("add-member", json!({ "memberId": bm })).await;
    assert_eq!(told["members"][0]["id"], bm.as_str());
    let token = seat.desk.site.sign_in("BM").await;
    seat.desk.get(&token, &format!("{AT}?id={}", seat.board)).await.expect(200);
    // Whoever leaves is still shown what they left.
    let body = json!({ "boardId": seat.board, "memberId": bm });
    let left = seat.desk.post(&token, &format!("{AT}/delete-member"), body).await.expect(200);
    assert_eq!(left["members"], json!([]));
    seat.desk.get(&token, &format!("{AT}?id={}", seat.board)).await.expect(404);
}
