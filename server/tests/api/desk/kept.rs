//! What people keep: to-dos, events, contacts, letters, proforma invoices and notifications.

use serde_json::{Value, json};

use super::{BARE, Desk, keys};

async fn sales(desk: &Desk) -> String {
    desk.site.sign_in("SALES").await
}

#[tokio::test]
async fn to_dos_are_added_changed_put_in_order_and_deleted() {
    let desk = Desk::new().await;
    let token = sales(&desk).await;
    let post = async |path: &str, body: Value| desk.post(&token, path, body).await;
    assert_eq!(desk.get(&token, "/api/todo/all").await.expect(200), json!([]));
    let tag = post("/api/todo/tag/add", json!({ "tag": { "id": 77, "name": "backend" } })).await;
    assert_eq!(tag.expect(200), json!({ "id": 1, "name": "backend" }));
    let todo = json!({ "todo": {
        "id": 5, "title": "Call Sharma", "note": "About the rate", "important": true, "starred": false,
        "done": false, "read": false, "selected": false, "startDate": "2026-11-20",
        "dueDate": "2026-11-21T10:00:00.000Z", "tag": [1],
    } });
    let all = post("/api/todo/add", todo).await.expect(200);
    let wanted = [
        "id",
        "title",
        "note",
        "important",
        "starred",
        "done",
        "read",
        "selected",
        "startDate",
        "dueDate",
        "tag",
    ];
    assert_eq!(keys(&all[0]), wanted);
    assert_eq!((&all[0]["id"], &all[0]["tag"]), (&json!(1), &json!([1])));
    post("/api/todo/add", json!({ "todo": { "title": "Second" } })).await.expect(200);
    let changed =
        post("/api/todo/update", json!({ "todo": { "id": 2, "title": "Two", "done": true } }))
            .await;
    let changed = changed.expect(200);
    assert_eq!((&changed["title"], &changed["done"]), (&json!("Two"), &json!(true)));
    let order = post("/api/todo/reorder", json!({ "todoList": [{ "id": 2 }, { "id": 1 }] }))
        .await
        .expect(200);
    assert_eq!((&order[0]["id"], &order[1]["id"]), (&json!(2), &json!(1)));
    assert_eq!(desk.get(&token, "/api/todo?id=2").await.expect(200), changed);
    assert_eq!(desk.get_with(&token, "/api/todo", BARE, "2").await.expect(200), changed);
    let before = desk.site.seq();
    for (path, body, status) in [
        ("/api/todo/update", json!({ "todo": { "id": 9, "title": "x" } }), 422),
        ("/api/todo/update", json!({ "todo": { "title": "x" } }), 400),
        ("/api/todo/delete", json!({ "todo": { "id": 9 } }), 422),
        ("/api/todo/reorder", json!({ "todoList": [{ "id": 2 }] }), 422),
        ("/api/todo/reorder", json!({ "todoList": [{ "id": 2 }, { "id": 2 }] }), 422),
        ("/api/todo/add", json!({ "todo": { "title": "x", "tag": [8] } }), 422),
        ("/api/todo/add", json!({ "todo": { "title": "x", "dueDate": "tomorrow" } }), 422),
        ("/api/todo/add", json!({ "todo": { "title": "" } }), 422),
        ("/api/todo/add", json!({ "todo": 1 }), 400),
        ("/api/todo/tag/add", json!({ "tag": { "name": "Backend" } }), 422),
        ("/api/todo/tag/delete", json!({ "tag": { "id": 5 } }), 422),
    ] {
        post(path, body.clone()).await.expect(status);
        assert_eq!(desk.site.seq(), before, "{path} {body}");
    }
    desk.get(&token, "/api/todo?id=9").await.expect(404);
    assert_eq!(
        post("/api/todo/tag/delete", json!({ "tag": { "id": 1 } })).await.expect(200),
        json!([])
    );
    let left = post("/api/todo/delete", json!({ "todo": { "id": 2 } })).await.expect(200);
    assert_eq!((left.as_array().unwrap().len(), &left[0]["tag"]), (1, &json!([])));
    let other = desk.site.sign_in("BM").await;
    assert_eq!(desk.get(&other, "/api/todo/all").await.expect(200), json!([]));
}

#[tokio::test]
async fn events_are_kept_and_dragged() {
    let desk = Desk::new().await;
    let token = sales(&desk).await;
    let event = json!({ "title": "Visit", "start": "2026-11-20T04:30:00.000Z", "end": "2026-11-20T05:30:00.000Z" });
    let all = desk.post(&token, "/api/calendar/events/add", event.clone()).await.expect(200);
    assert_eq!(keys(&all[0]), ["id", "title", "start", "end"]);
    assert_eq!((&all[0]["start"], &all[0]["end"]), (&event["start"], &event["end"]));
    let id = all[0]["id"].clone();
    let whole = json!({ "id": id, "title": "Visit", "location": "Pune", "note": "Bring samples" });
    let all = desk.post(&token, "/api/calendar/events/update", whole).await.expect(200);
    assert_eq!(keys(&all[0]), ["id", "title", "start", "end", "location", "note"]);
    let (start, end) = ("2026-11-21T04:30:00.000Z", "2026-11-21T05:30:00.000Z");
    let drag = json!({ "event": { "id": id }, "start": start, "end": end });
    let all = desk.post(&token, "/api/calendar/events/update", drag).await.expect(200);
    assert_eq!((&all[0]["start"], &all[0]["location"]), (&json!(start), &json!("Pune")));
    let other = desk.site.sign_in("BM").await;
    let before = desk.site.seq();
    for (token, body, status) in [
        (&token, json!({ "id": id, "end": "2026-11-20T05:30:00.000Z" }), 422),
        (&token, json!({ "id": id, "start": "soon" }), 422),
        (&token, json!({ "title": "x" }), 400),
        (&token, json!({ "id": "nothing" }), 404),
        (&other, json!({ "id": id, "title": "Mine" }), 404),
    ] {
        desk.post(token, "/api/calendar/events/update", body).await.expect(status);
    }
    desk.post(&other, "/api/calendar/events/delete", json!({ "id": id })).await.expect(404);
    assert_eq!(desk.site.seq(), before);
    assert_eq!(desk.get(&other, "/api/calendar/events/all").await.expect(200), json!([]));
    let gone =
        desk.post(&token, "/api/calendar/events/delete", json!({ "id": id, "title": "x" })).await;
    assert_eq!(gone.expect(200), json!([]));
}

#[tokio::test]
async fn letters_are_kept_without_anything_that_runs() {
    let desk = Desk::new().await;
    let token = sales(&desk).await;
    let letter = json!({
        "sender": { "name": "A. Sharma", "photo": "/a.jpg" }, "date": "2026-11-20T04:30:00.000Z",
        "selected": false, "subject": "Rates", "message": "<p onclick=x()>Hello<script>alert(1)</script></p>",
    });
    let all = desk.post(&token, "/api/inbox/add", letter).await.expect(200);
    assert_eq!(keys(&all[0]), ["id", "sender", "date", "selected", "subject", "message"]);
    assert_eq!(all[0]["message"], "<p>Hello</p>");
    assert_eq!(all[0]["sender"], json!({ "name": "A. Sharma", "photo": "/a.jpg" }));
    let id = all[0]["id"].as_str().unwrap().to_owned();
    let change = json!({ "id": id, "message": "<img src=x onerror=alert(1)>Bye" });
    assert_eq!(
        desk.post(&token, "/api/inbox/update", change).await.expect(200)[0]["message"],
        "Bye"
    );
    let one = desk.get_with(&token, "/api/inbox", BARE, &id).await.expect(200);
    assert_eq!(desk.get(&token, &format!("/api/inbox?id={id}")).await.expect(200), one);
    let other = desk.site.sign_in("BM").await;
    desk.get(&other, &format!("/api/inbox?id={id}")).await.expect(404);
    desk.get(&token, "/api/inbox").await.expect(404);
    assert_eq!(
        desk.post(&token, "/api/inbox/delete", json!({ "id": id })).await.expect(200),
        json!([])
    );
}

#[tokio::test]
async fn contacts_and_proforma_invoices_come_back_as_they_were_sent() {
    let desk = Desk::new().await;
    let token = sales(&desk).await;
    let contact = json!({
        "id": "made by a client", "index": 7, "guid": "g-1", "isActive": true, "balance": "₹ 2,838.08", "age": 40,
        "name": "Kapoor", "gender": "female", "company": "Kapoor Tubes", "email": "k@kapoor.test",
        "phone": "+91 98220 00000", "address": "Pune", "bd": "1986-01-01", "imgUrl": "/k.jpg",
    });
    let all = desk.post(&token, "/api/user/add", contact.clone()).await.expect(200);
    let mut wanted = contact.clone();
    (wanted["id"], wanted["index"]) = (all[0]["id"].clone(), json!(0));
    assert_eq!(all, json!([wanted]));
    let invoice = json!({
        "orderNo": "42", "status": "processing", "date": "2026-11-20T00:00:00.000Z", "currency": "INR", "vat": 18,
        "buyer": { "name": "Kapoor Tubes", "address": "Pune" }, "seller": { "name": "Us", "address": "Nagpur" },
        "item": [{ "name": "Tube", "unit": 3, "price": 589.43 }, { "name": "Angle", "unit": 1, "price": 100 }],
    });
    let all = desk.post(&token, "/api/invoices/add", invoice.clone()).await.expect(200);
    let mut wanted = invoice.clone();
    wanted["id"] = all[0]["id"].clone();
    assert_eq!(all, json!([wanted]));
    let before = desk.site.seq();
    let id = &all[0]["id"];
    for (path, body, status) in [
        ("/api/invoices/update", json!({ "id": id, "status": "lost" }), 422),
        ("/api/invoices/update", json!({ "id": id, "vat": 200 }), 422),
        (
            "/api/invoices/update",
            json!({ "id": id, "item": [{ "name": "x", "unit": 1, "price": 0.001 }] }),
            422,
        ),
        ("/api/invoices/update", json!({ "id": id, "item": [{ "unit": -1 }] }), 422),
        ("/api/user/add", json!({ "company": "No name" }), 422),
        ("/api/user/add", json!({ "name": "x", "age": "old" }), 400),
    ] {
        desk.post(&token, path, body.clone()).await.expect(status);
        assert_eq!(desk.site.seq(), before, "{path} {body}");
    }
    assert_eq!(desk.get(&token, "/api/list/all").await.expect(200), json!([]));
}

#[tokio::test]
async fn notifications_are_left_for_oneself_and_discarded() {
    let desk = Desk::new().await;
    let token = sales(&desk).await;
    let count =
        async || desk.get(&token, "/api/notification").await.expect(200).as_array().unwrap().len();
    let begun = count().await;
    let note = |title: &str, path: &str| {
        json!({ "notification": {
            "heading": "Message", "icon": { "name": "chat", "color": "error" }, "timestamp": 5,
            "title": title, "subtitle": "At noon", "path": path,
        } })
    };
    let all =
        desk.post(&token, "/api/notification/add", note("Call back", "order")).await.expect(200);
    let told =
        all.as_array().unwrap().iter().find(|one| one["title"] == "Call back").unwrap().clone();
    assert_eq!(keys(&told), ["id", "heading", "icon", "timestamp", "title", "subtitle", "path"]);
    assert_eq!(told["path"], "/order");
    assert_eq!(told["icon"]["color"], "error");
    assert_ne!(told["timestamp"], 5);
    assert_eq!(count().await, begun + 1);
    for path in ["https://x.test", "//x.test", "javascript:alert(1)"] {
        desk.post(&token, "/api/notification/add", note("x", path)).await.expect(422);
    }
    let other = desk.site.sign_in("BM").await;
    desk.post(&other, "/api/notification/delete", json!({ "id": told["id"] })).await.expect(404);
    desk.post(&token, "/api/notification/delete", json!({ "id": told["id"] })).await.expect(200);
    assert_eq!(count().await, begun);
    desk.post(&token, "/api/notification/add", note("Again", "/order")).await.expect(200);
    let all = desk.site.call("POST", "/api/notification/delete-all", &token, "", "").await;
    assert_eq!(all.expect(200), json!([]));
    let audit = desk.site.sign_in("AUDIT").await;
    desk.post(&audit, "/api/notification/add", note("x", "/")).await.expect(403);
}
