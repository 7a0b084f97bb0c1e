//! The change feed in the person's scope.

use godown_core::kept::keys;
use godown_core::kept::read::Writes;
use godown_server::clock::reindex;
use godown_server::store::Entry;
use serde_json::json;

use crate::harness::{Site, uuid};

#[tokio::test]
async fn what_changed_behind_an_entry_is_told_once_with_its_version() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let since = site.seq();
    let id = site.country(&token, "Nepal", "NP").await["id"].clone();
    let path = format!("/api/docs/country/{}", id.as_str().unwrap());
    let body = json!({ "command_id": uuid(), "version": 1 });
    site.post(&format!("{path}/deactivate"), &token, &body).await.expect(200);
    let feed = site.get(&format!("/api/changes?since={since}"), &token).await.expect(200);
    let change = json!({
        "seq": since + 2, "type": "country", "id": id, "version": 2, "status": "Inactive",
    });
    assert_eq!(feed, json!({ "seq": since + 2, "more": false, "changes": [change] }));
    let page = site.get(&format!("/api/changes?since={since}&limit=1"), &token).await.expect(200);
    assert_eq!((&page["seq"], &page["more"]), (&json!(since + 1), &json!(true)));
}

#[tokio::test]
async fn who_sent_a_command_knows_its_entry_in_the_feed() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let since = site.seq();
    let record = json!({ "name": "Nepal", "iso2": "NP" });
    let body = json!({ "command_id": uuid(), "record": record });
    let made = site.post("/api/docs/country", &token, &body).await;
    assert_eq!(made.header("godown-seq"), (since + 1).to_string());
    let id = made.expect(201)["id"].as_str().unwrap().to_owned();
    // A command that is sent again makes no entry, and which it made before is not kept.
    let again = site.post("/api/docs/country", &token, &body).await;
    assert_eq!(again.header("godown-seq"), "");
    let path = format!("/api/docs/country/{id}");
    let body = json!({ "command_id": uuid(), "version": 1 });
    let acted = site.post(&format!("{path}/deactivate"), &token, &body).await;
    assert_eq!(acted.header("godown-seq"), (since + 2).to_string());
    let feed = site.get(&format!("/api/changes?since={since}"), &token).await.expect(200);
    assert_eq!(feed["changes"][0]["seq"], since + 2);
    assert_eq!(site.get(&path, &token).await.header("godown-seq"), "");
}

#[tokio::test]
async fn a_removed_document_is_gone_and_another_branchs_was_never_there() {
    let site = Site::start().await;
    let (admin, bm) = (site.sign_in("ADMIN").await, site.sign_in("BM").await);
    let since = site.seq();
    let id = site.country(&admin, "Nepal", "NP").await["id"].clone();
    let query = format!("?command_id={}&version=1", uuid());
    let path = format!("/api/docs/country/{}{query}", id.as_str().unwrap());
    site.call("DELETE", &path, &admin, "", "").await.expect(200);
    let theirs = format!("/api/docs/employee/{}", site.people["SALES2"]);
    let body = json!({ "command_id": uuid(), "version": 1 });
    site.post(&format!("{theirs}/deactivate"), &admin, &body).await.expect(200);
    let feed = site.get(&format!("/api/changes?since={since}"), &bm).await.expect(200);
    let gone = json!({ "seq": since + 2, "type": "country", "id": id, "gone": true });
    assert_eq!(feed["changes"], json!([gone]));
    assert_eq!(feed["seq"], since + 3);
}

#[tokio::test]
async fn whose_rights_changed_or_who_holds_nothing_of_ours_loads_anew() {
    let site = Site::start().await;
    let bm = site.sign_in("BM").await;
    let ahead = format!("/api/changes?since={}", site.seq() + 1);
    assert_eq!(site.get(&ahead, &bm).await.refused(410), "load_anew");
    assert_eq!(site.get("/api/changes?since=0", &bm).await.refused(410), "load_anew");
    let nothing = format!("/api/changes?since={}", site.seq());
    assert_eq!(site.get(&nothing, &bm).await.expect(200)["changes"], json!([]));
}

#[tokio::test]
async fn whoever_holds_lists_that_a_new_program_made_anew_loads_anew() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let since = format!("/api/changes?since={}", site.seq());
    reindex::run(&site.app).await.unwrap();
    assert_eq!(site.get(&since, &token).await.expect(200)["changes"], json!([]));
    let id = site.country(&token, "Nepal", "NP").await["id"].clone();
    let (store, since) = (&site.app.store, format!("/api/changes?since={}", site.seq()));
    let last = store.entries(site.seq() - 1).unwrap().next().unwrap().unwrap().entry;
    let another = [keys::row("country", id.as_str().unwrap()), keys::shape("country")];
    let entry = |key| Entry { writes: Writes::from([(key, None)]), ..last.clone() };
    store.commit(another.map(entry).into(), site.seq()).unwrap();
    assert_eq!(site.get(&since, &token).await.expect(200)["changes"][0]["id"], id);
    reindex::run(&site.app).await.unwrap();
    assert_eq!(site.get(&since, &token).await.refused(410), "load_anew");
}

#[tokio::test]
async fn a_stream_tells_a_change_as_it_is_kept_and_names_the_entry_to_go_on_from() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let since = site.seq();
    let mut stream = site.follow("", &token).await;
    assert_eq!(stream.next().await, ("", json!({ "seq": since, "more": false, "changes": [] })));
    let id = site.country(&token, "Nepal", "NP").await["id"].clone();
    let (name, told) = stream.next().await;
    assert_eq!((name, &told["changes"][0]["id"]), ("", &id));
    let mut again = site.follow(&format!("?since={since}"), &token).await;
    assert_eq!(again.next().await.1, told);
}

#[tokio::test]
async fn a_stream_ends_with_its_session_and_with_a_change_of_rights() {
    let site = Site::start().await;
    let (admin, bm) = (site.sign_in("ADMIN").await, site.sign_in("BM").await);
    let mut left = site.follow("", &bm).await;
    left.next().await;
    site.post("/api/logout", &bm, &json!({})).await;
    let (name, problem) = left.next().await;
    assert_eq!((name, &problem["status"]), ("problem", &json!(401)));
    assert!(left.ended().await);
    let bm = site.sign_in("BM").await;
    let mut changed = site.follow("", &bm).await;
    changed.next().await;
    let path = format!("/api/docs/employee/{}", site.people["BM"]);
    let employee = site.get(&path, &admin).await.expect(200);
    let mut record = employee["record"].clone();
    record["designation"] = "Manager".into();
    let body = json!({ "command_id": uuid(), "version": employee["version"], "record": record });
    site.put(&path, &admin, &body).await.expect(200);
    let (name, problem) = changed.next().await;
    assert_eq!((name, &problem["code"]), ("problem", &json!("load_anew")));
    assert!(changed.ended().await);
}

#[tokio::test]
async fn a_person_follows_with_so_many_browsers_and_no_more_and_a_stop_ends_them() {
    let mut site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let mut open = Vec::new();
    for _ in 0..8 {
        let mut stream = site.follow("", &token).await;
        stream.next().await;
        open.push(stream);
    }
    let one_more = site.ask_to_follow("", &token).await;
    assert_eq!(one_more.refused(429), "too_many_streams");
    site.stop().await;
    for stream in &mut open {
        assert!(stream.ended().await);
    }
}
