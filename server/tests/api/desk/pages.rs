//! What the pages of the desk do: steps by the ids of what they change, and events of a branch.

use serde_json::{Value, json};
use uuid::Uuid;

use super::Desk;

/// Takes a step of a document that was seen in its first version, as a page does that was open for long.
async fn step(
    desk: &Desk,
    token: &str,
    (doc, action): (&Value, &str),
    inputs: Value,
    status: u16,
) -> Value {
    let body = json!({ "command_id": Uuid::new_v4().to_string(), "version": 1, "inputs": inputs });
    let (kind, id) = (doc["type"].as_str().unwrap(), doc["id"].as_str().unwrap());
    desk.post(token, &format!("/api/docs/{kind}/{id}/{action}"), body).await.expect(status)
}

async fn create(desk: &Desk, token: &str, kind: &str, record: Value, status: u16) -> Value {
    let body = json!({ "command_id": Uuid::new_v4().to_string(), "record": record });
    let mut made = desk.post(token, &format!("/api/docs/{kind}"), body).await.expect(status);
    made["type"] = kind.into();
    made
}

fn cards(doc: &Value, list: usize) -> Vec<&str> {
    let cards = doc["record"]["lists"][list]["cards"].as_array();
    cards.into_iter().flatten().map(|card| card["card_id"].as_str().unwrap()).collect()
}

/// The ids of a board's two lists and of the cards of the first.
async fn begun(desk: &Desk, token: &str) -> (Value, [String; 2], Vec<String>) {
    let board = create(desk, token, "board", json!({ "title": "Work" }), 201).await;
    for title in ["Open", "Done"] {
        step(desk, token, (&board, "add_list"), json!({ "title": title }), 200).await;
    }
    let now = desk.get(token, &format!("/api/docs/board/{}", board["id"].as_str().unwrap())).await;
    let now = now.expect(200);
    let list = |at: usize| now["record"]["lists"][at]["list_id"].as_str().unwrap().to_owned();
    let lists = [list(0), list(1)];
    let mut left = now;
    for title in ["One", "Two", "<script>alert(1)</script>"] {
        let inputs = json!({ "list": lists[0], "title": title });
        left = step(desk, token, (&board, "add_card"), inputs, 200).await;
    }
    let ids = cards(&left, 0).into_iter().map(str::to_owned).collect();
    (board, lists, ids)
}

#[tokio::test]
async fn of_two_who_drag_one_card_the_later_is_refused_and_who_drags_another_is_not() {
    let desk = Desk::new().await;
    let (sales, bm) = (desk.site.sign_in("SALES").await, desk.site.sign_in("BM").await);
    let (board, [open, done], ids) = begun(&desk, &sales).await;
    let member = json!({ "member": desk.id("BM") });
    let seen =
        desk.get(&sales, &format!("/api/docs/board/{}", board["id"].as_str().unwrap())).await;
    let version = seen.expect(200)["version"].clone();
    let body =
        json!({ "command_id": Uuid::new_v4().to_string(), "version": version, "inputs": member });
    let path = format!("/api/docs/board/{}/add_member", board["id"].as_str().unwrap());
    desk.post(&sales, &path, body).await.expect(200);
    let drag = |card: &str| json!({ "card": card, "from": open, "to": done, "end": 0 });
    step(&desk, &bm, (&board, "place_card"), drag(&ids[0]), 200).await;
    let refused = step(&desk, &sales, (&board, "place_card"), drag(&ids[0]), 422).await;
    assert_eq!(refused["errors"][0]["message"], "Somebody moved this card to Done meanwhile");
    let left = step(&desk, &sales, (&board, "place_card"), drag(&ids[1]), 200).await;
    assert_eq!(cards(&left, 1), [&ids[1], &ids[0]]);
    assert_eq!(left["record"]["lists"][0]["cards"][0]["title"], "<script>alert(1)</script>");
    // What each changes of one card stays.
    let title = json!({ "card": ids[0], "fields": ["title"], "title": "Renamed" });
    step(&desk, &sales, (&board, "edit_card"), title, 200).await;
    let words = json!({ "card": ids[0], "fields": ["description"], "description": "By nine" });
    step(&desk, &bm, (&board, "edit_card"), words, 200).await;
    let said = json!({ "card": ids[0], "text": "Seen" });
    let left = step(&desk, &bm, (&board, "comment_card"), said, 200).await;
    let card = &left["record"]["lists"][1]["cards"][1];
    assert_eq!((&card["title"], &card["description"]), (&json!("Renamed"), &json!("By nine")));
    assert_eq!(card["comments"][0]["uid"], desk.id("BM"));
    let own = json!({ "card": ids[0], "comment_id": card["comments"][0]["comment_id"] });
    step(&desk, &sales, (&board, "remove_comment"), own.clone(), 422).await;
    step(&desk, &bm, (&board, "remove_comment"), own, 200).await;
    // A step that names a place and no card is still refused where the board has changed.
    step(&desk, &sales, (&board, "reorder_list"), json!({ "start": 0, "end": 1 }), 409).await;
    // Another's board is not there.
    let other = desk.site.sign_in("SALES2").await;
    step(&desk, &other, (&board, "place_card"), drag(&ids[1]), 404).await;
}

#[tokio::test]
async fn a_card_and_a_to_do_link_a_document_that_whoever_links_it_sees() {
    let desk = Desk::new().await;
    let sales = desk.site.sign_in("SALES").await;
    let (board, _, ids) = begun(&desk, &sales).await;
    let link = |kind: &str, id: &str| {
        let about = ["about"];
        json!({ "card": ids[0], "fields": about, "about_type": kind, "about_id": id })
    };
    let left = step(&desk, &sales, (&board, "edit_card"), link("sku", &desk.sku), 200).await;
    assert_eq!(left["record"]["lists"][0]["cards"][0]["about_id"], desk.sku.as_str());
    for (kind, id) in [("sku", "nothing"), ("nothing", "1"), ("journal", "1")] {
        let refused = step(&desk, &sales, (&board, "edit_card"), link(kind, id), 422).await;
        let message = "Document not found or you cannot see it";
        assert_eq!(refused["errors"][0]["message"], message, "{kind}");
    }
    let list = json!({ "person": desk.id("SALES") });
    let list = create(&desk, &sales, "todo_list", list, 201).await;
    let todo = json!({ "title": "Ask", "about_type": "sku", "about_id": desk.sku });
    let left = step(&desk, &sales, (&list, "add"), todo, 200).await;
    assert_eq!(left["record"]["todos"][0]["about_id"], desk.sku.as_str());
    let lost = json!({ "title": "Ask", "about_type": "board", "about_id": "nothing" });
    step(&desk, &sales, (&list, "add"), lost, 422).await;
}

#[tokio::test]
async fn an_event_is_its_makers_alone_or_that_of_a_branch_in_which_they_work() {
    let desk = Desk::new().await;
    let (sales, bm) = (desk.site.sign_in("SALES").await, desk.site.sign_in("BM").await);
    let branch = desk.world.who("SALES").branch;
    let event = |audience: &str| {
        let times = json!({ "title": "Count", "starts_at": 1_000, "ends_at": 2_000 });
        let mut event = times;
        event["audience"] = audience.into();
        if audience == "branch" {
            event["branch"] = branch.as_str().into();
        }
        event
    };
    create(&desk, &sales, "calendar_event", event("me"), 201).await;
    let shared = create(&desk, &sales, "calendar_event", event("branch"), 201).await;
    let rows = desk.get(&bm, "/api/docs/calendar_event").await.expect(200);
    assert_eq!(
        (rows["rows"].as_array().unwrap().len(), &rows["rows"][0]["id"]),
        (1, &shared["id"])
    );
    let path = format!("/api/docs/calendar_event/{}", shared["id"].as_str().unwrap());
    let change = json!({
        "command_id": Uuid::new_v4().to_string(), "version": 1, "record": event("branch"),
    });
    assert_eq!(desk.site.put(&path, &bm, &change).await.refused(422), "scope");
    let mut nowhere = event("branch");
    nowhere["branch"] = Value::Null;
    create(&desk, &sales, "calendar_event", nowhere, 422).await;
    let mut backwards = event("me");
    backwards["ends_at"] = json!(500);
    let refused = create(&desk, &sales, "calendar_event", backwards, 422).await;
    assert_eq!(refused["errors"][0]["path"], "ends_at");
}

#[tokio::test]
async fn the_layers_of_a_calendar_are_the_days_of_documents_that_one_sees() {
    let desk = Desk::new().await;
    let sales = desk.site.sign_in("SALES").await;
    let path = "/api/calendar/layers?from=2026-11-01&to=2026-11-30";
    let told = desk.get(&sales, path).await.expect(200);
    let layers = told["layers"].as_array().unwrap();
    assert!(layers.iter().any(|layer| layer["key"] == "deliveries"), "{layers:?}");
    for wrong in
        ["from=2026-11-01", "from=2026-11-30&to=2026-11-01", "from=2026-11-01&to=2027-11-01"]
    {
        desk.get(&sales, &format!("/api/calendar/layers?{wrong}")).await.expect(422);
    }
}
