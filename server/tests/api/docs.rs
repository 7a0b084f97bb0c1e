//! Documents over HTTP: the order of the checks, repeated commands, stale versions, lists.

use godown_core::declare::actor::Actor;
use godown_core::write::command::{Command, CommandKind};
use serde_json::{Value, json};

use crate::harness::{Site, uuid};

const COUNTRIES: &str = "/api/docs/country";

#[tokio::test]
async fn a_document_is_made_read_changed_stepped_and_removed() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let made = site.country(&token, "Nepal", "NP").await;
    let path = format!("{COUNTRIES}/{}", made["id"].as_str().unwrap());
    assert_eq!((&made["version"], &made["status"]), (&json!(1), &json!("Active")));
    assert_eq!(site.get(&path, &token).await.expect(200), made);
    let record = json!({ "name": "Nepal", "iso2": "NP", "dial": "+977" });
    let body = json!({ "command_id": uuid(), "version": 1, "record": record });
    let changed = site.put(&path, &token, &body).await.expect(200);
    assert_eq!((&changed["version"], &changed["record"]["dial"]), (&json!(2), &json!("+977")));
    assert_eq!(changed["history"][0]["diff"][0]["path"], "dial");
    let body = json!({ "command_id": uuid(), "version": 2 });
    let stepped = site.post(&format!("{path}/deactivate"), &token, &body).await.expect(200);
    assert_eq!(stepped["status"], "Inactive");
    let query = format!("?command_id={}&version=3", uuid());
    site.call("DELETE", &format!("{path}{query}"), &token, "", "").await.expect(200);
    assert_eq!(site.get(&path, &token).await.refused(404), "not_found");
}

/// One request that breaks every rule at once, mended step by step: each answer is the next check's.
#[tokio::test]
async fn the_checks_come_in_the_order_of_the_contract() {
    let site = Site::start().await;
    let (admin, sales) = (site.sign_in("ADMIN").await, site.sign_in("SALES").await);
    let made = site.country(&admin, "Nepal", "NP").await;
    site.country(&admin, "Bhutan", "BT").await;
    let nowhere = format!("{COUNTRIES}/{}", uuid());
    let path = format!("{COUNTRIES}/{}", made["id"].as_str().unwrap());
    let used = uuid();
    let record = json!({ "name": "Nepal", "iso2": "NP", "dial": "+977" });
    let first = json!({ "command_id": used, "version": 1, "record": record });
    site.put(&path, &admin, &first).await.expect(200);
    let before = site.seq();

    let put = |path: String, token: String, body: String| {
        let site = &site;
        async move { site.call("PUT", &path, &token, "application/json", body).await }
    };
    let broken = || "{".to_owned();
    let of = |body: Value| body.to_string();
    let none = String::new();
    assert_eq!(put(nowhere.clone(), none, broken()).await.refused(401), "auth_bad");
    assert_eq!(put(nowhere, sales.clone(), broken()).await.refused(404), "not_found");
    assert_eq!(put(path.clone(), sales, broken()).await.refused(403), "forbidden");
    assert_eq!(put(path.clone(), admin.clone(), broken()).await.refused(400), "malformed");
    let unknown = json!({ "command_id": used, "version": 1, "record": { "nme": "x" } });
    assert_eq!(put(path.clone(), admin.clone(), of(unknown)).await.refused(400), "malformed");
    // The same command again: its first answer, although its version is stale by now.
    put(path.clone(), admin.clone(), of(first)).await.expect(200);
    let reused =
        json!({ "command_id": used, "version": 1, "record": { "name": "Xx", "iso2": "XX" } });
    let answer = put(path.clone(), admin.clone(), of(reused)).await;
    assert_eq!(answer.refused(422), "command_id_reused");
    let stale =
        json!({ "command_id": uuid(), "version": 1, "record": { "name": "", "iso2": "BT" } });
    assert_eq!(put(path.clone(), admin.clone(), of(stale)).await.refused(409), "stale");
    let empty = json!({ "command_id": uuid(), "version": 2, "record": { "iso2": "BT" } });
    assert_eq!(put(path.clone(), admin.clone(), of(empty)).await.refused(422), "required");
    let twice =
        json!({ "command_id": uuid(), "version": 2, "record": { "name": "Bhutan", "iso2": "BT" } });
    let answer = put(path, admin, of(twice)).await;
    assert_eq!(answer.refused(409), "duplicate");
    assert_eq!(answer.json()["errors"].as_array().unwrap().len(), 2);
    assert_eq!(site.seq(), before);
}

#[tokio::test]
async fn a_body_of_the_wrong_form_is_told_only_to_those_who_may_send_it() {
    let site = Site::start().await;
    let (admin, sales) = (site.sign_in("ADMIN").await, site.sign_in("SALES").await);
    let text = |token: &str, path: &str| {
        let (site, token, path) = (&site, token.to_owned(), path.to_owned());
        async move { site.call("POST", &path, &token, "text/plain", "x").await }
    };
    assert_eq!(text(&sales, "/api/docs/nothing").await.refused(404), "not_found");
    assert_eq!(text(&sales, COUNTRIES).await.refused(403), "forbidden");
    assert_eq!(text(&admin, COUNTRIES).await.refused(415), "unsupported_media_type");
}

#[tokio::test]
async fn a_repeated_command_returns_its_first_answer_and_changes_nothing() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let body = json!({ "command_id": uuid(), "record": { "name": "Nepal", "iso2": "NP" } });
    let first = site.post(COUNTRIES, &token, &body).await.expect(201);
    let before = site.seq();
    let again = site.post(COUNTRIES, &token, &body).await.expect(201);
    assert_eq!(again, first);
    assert_eq!(site.seq(), before);
    assert_eq!(first["id"], body["command_id"]);
    let bm = site.sign_in("BM").await;
    assert_eq!(site.post(COUNTRIES, &bm, &body).await.refused(403), "forbidden");
}

#[tokio::test]
async fn two_who_change_the_same_version_are_told_apart_by_name() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let made = site.country(&token, "Nepal", "NP").await;
    let path = format!("{COUNTRIES}/{}", made["id"].as_str().unwrap());
    let body = |name: &str| {
        let record = json!({ "name": name, "iso2": "NP" });
        json!({ "command_id": uuid(), "version": 1, "record": record })
    };
    let (one, two) = (body("One"), body("Two"));
    let (one, two) = tokio::join!(site.put(&path, &token, &one), site.put(&path, &token, &two));
    let mut statuses = [one.status, two.status];
    statuses.sort();
    assert_eq!(statuses, [200, 409]);
    let lost = if one.status == 409 { one } else { two };
    let detail = lost.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.starts_with("Country was changed by Person ADMIN at "), "{detail}");
}

#[tokio::test]
async fn what_the_server_writes_cannot_be_sent() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    for key in ["status", "created_by", "version", "id", "doc_no", "owner"] {
        let mut record = json!({ "name": "Nepal", "iso2": "NP" });
        record[key] = "x".into();
        let body = json!({ "command_id": uuid(), "record": record });
        assert_eq!(site.post(COUNTRIES, &token, &body).await.refused(400), "malformed", "{key}");
        let mut body = json!({ "command_id": uuid(), "record": { "name": "Nepal", "iso2": "NP" } });
        body[key] = "x".into();
        assert_eq!(site.post(COUNTRIES, &token, &body).await.refused(400), "malformed", "{key}");
    }
}

#[tokio::test]
async fn a_command_id_is_a_uuid_of_version_4_or_7_in_its_usual_form() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let upper = uuid().to_uppercase();
    let v1 = "c232ab00-9414-11ec-b3c8-9f6bdeced846";
    for id in ["", "x", upper.as_str(), v1, "sys-seed-1"] {
        let body = json!({ "command_id": id, "record": { "name": "Nepal", "iso2": "NP" } });
        let answer = site.post(COUNTRIES, &token, &body).await;
        assert_eq!(answer.refused(400), "malformed", "{id}");
        assert_eq!(answer.json()["errors"][0]["path"], "command_id");
    }
}

#[tokio::test]
async fn a_list_is_filtered_sorted_paged_and_counted() {
    let site = Site::start().await;
    let token = site.sign_in("SALES").await;
    let page = site.get("/api/docs/state?limit=2&offset=1", &token).await.expect(200);
    assert_eq!(page["rows"].as_array().unwrap().len(), 2);
    assert_eq!(page["total"], page["counts"]["Active"]);
    let down = site.get("/api/docs/state?sort=-name&limit=1", &token).await.expect(200);
    assert_eq!(down["rows"][0]["name"], "West Bengal");
    let found = site.get("/api/docs/state?q=maha", &token).await.expect(200);
    assert_eq!(found["rows"][0]["gst_code"], "27");
    let path = "/api/docs/state?where=gst_code:in:27%7C24&where=is_ut:eq:false";
    assert_eq!(site.get(path, &token).await.expect(200)["total"], 2);
}

#[tokio::test]
async fn a_list_query_that_means_nothing_is_refused() {
    let site = Site::start().await;
    let token = site.sign_in("SALES").await;
    for query in [
        "limit=501",
        "limit=-1",
        "limit=x",
        "limit=1e2",
        "offset=99999999999999999999",
        "colour=red",
        "where=name",
        "where=name:like:x",
        "where=secret:eq:x",
        "sort=colour",
        "limit=1&limit=2",
        "q=%zz",
        "q=%ff",
        "q=%00",
        "where=name:eq:%1f",
    ] {
        let answer = site.get(&format!("/api/docs/state?{query}"), &token).await;
        assert_eq!(answer.refused(400), "malformed", "{query}");
    }
}

#[tokio::test]
async fn stock_is_asked_for_several_skus_at_once() {
    let site = Site::start().await;
    let token = site.sign_in("BM").await;
    let none = site.get("/api/stock?sku=a&sku=b&limit=1", &token).await.expect(200);
    assert_eq!((&none["total"], &none["rows"]), (&json!(0), &json!([])));
    let twice = site.get("/api/stock?yard=a&yard=b", &token).await;
    assert_eq!(twice.refused(400), "malformed");
}

#[tokio::test]
async fn another_branchs_people_are_not_found() {
    let site = Site::start().await;
    let bm = site.sign_in("BM").await;
    let path = |id: &str| format!("/api/docs/employee/{id}");
    site.get(&path(&site.people["SALES"]), &bm).await.expect(200);
    let theirs = site.get(&path(&site.people["SALES2"]), &bm).await;
    let nobody = site.get(&path(&uuid()), &bm).await;
    assert_eq!(theirs.refused(404), "not_found");
    assert_eq!(theirs.bytes, nobody.bytes);
}

#[tokio::test]
async fn labels_come_as_pages_and_for_a_printer_to_whoever_views_what_they_are_of() {
    let site = Site::demo().await;
    let yard = site.sign_in("YARD").await;
    let batch = site.find("batch", "status:eq:Open").await;
    let path = format!("/api/labels/batch/{batch}");
    let made = site.get(&format!("{path}?size=50x25&copies=3"), &yard).await.expect(200);
    assert_eq!(
        (made["count"].as_u64(), made["pages"].as_array().map(Vec::len)),
        (Some(3), Some(3))
    );
    let page = made["pages"][0].as_str().unwrap();
    assert!(
        page.starts_with("<svg xmlns") && page.contains("width=\"50mm\" height=\"25mm\""),
        "{page}"
    );
    assert!(made["zpl"].as_str().unwrap().contains("^PQ3"));
    for (query, field) in
        [("size=a5", "size"), ("copies=501", "copies"), ("bundles=maybe", "bundles")]
    {
        let refused = site.get(&format!("{path}?{query}"), &yard).await.expect(400);
        assert!(refused["detail"].as_str().unwrap().contains(field), "{refused}");
    }
    let pct = site.sign_in("PCT").await;
    assert_eq!(site.get(&path, &pct).await.refused(404), "not_found");
    assert_eq!(site.get("/api/labels/nothing/x", &yard).await.refused(404), "not_found");
}

/// So often a document is saved that is changed every hour of a working year, and then some.
const VERSIONS: u32 = 10_000;

#[tokio::test]
async fn a_document_of_ten_thousand_versions_is_read_listed_audited_and_saved_as_any_other() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let id = site.country(&token, "Nepal", "NP").await["id"].as_str().unwrap().to_owned();
    for version in 1..VERSIONS {
        let record = json!({ "name": "Nepal", "iso2": "NP", "dial": format!("+{version}") });
        let deed = CommandKind::Update {
            doc_type: "country".to_owned(),
            id: id.clone(),
            version,
            record: record.as_object().cloned().unwrap(),
        };
        let command = Command { command_id: uuid(), deed };
        site.app.carry_out(Actor::system(), command).await.unwrap();
    }
    let path = format!("{COUNTRIES}/{id}");
    let read = site.get(&path, &token).await.expect(200);
    assert_eq!(read["version"], VERSIONS);
    let history = read["history"].as_array().unwrap();
    let newest = |line: &Value| (line["version"].clone(), line["diff"][0]["after"].clone());
    assert_eq!(newest(&history[0]), (json!(VERSIONS), json!(format!("+{}", VERSIONS - 1))));
    assert!((50..1_000).contains(&history.len()), "a page of it: {}", history.len());
    assert!(history.windows(2).all(|two| {
        let [newer, older] = [0, 1].map(|at| two[at]["version"].as_u64().unwrap());
        newer == older + 1
    }));
    let record = json!({ "name": "Nepal", "iso2": "NP", "dial": "+977" });
    let body = json!({ "command_id": uuid(), "version": VERSIONS, "record": record });
    let saved = site.put(&path, &token, &body).await.expect(200);
    assert_eq!(saved["version"], VERSIONS + 1);
    let late = json!({ "command_id": uuid(), "version": VERSIONS, "record": record });
    assert_eq!(site.put(&path, &token, &late).await.refused(409), "stale");
    let rows = site.get(&format!("{COUNTRIES}?where=name:eq:nepal"), &token).await.expect(200);
    assert_eq!(rows["rows"][0]["version"], VERSIONS + 1);
    let told = site.get("/api/audit?limit=20", &token).await.expect(200);
    assert_eq!(told["rows"].as_array().map(Vec::len), Some(20), "{told}");
}
