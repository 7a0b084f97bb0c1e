//! One step on many documents.

use serde_json::json;

use crate::harness::{Site, uuid};

const PATH: &str = "/api/bulk/country/deactivate";

#[tokio::test]
async fn good_rows_are_done_and_bad_ones_say_why() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let one = site.country(&token, "Nepal", "NP").await["id"].clone();
    let two = site.country(&token, "Bhutan", "BT").await["id"].clone();
    let body = json!({ "command_id": uuid(), "rows": [
        { "id": one, "version": 1 }, { "id": two, "version": 9 }, { "id": "nothing", "version": 1 },
    ] });
    let answer = site.post(PATH, &token, &body).await.expect(200);
    let results = answer["results"].as_array().unwrap();
    assert_eq!((&results[0]["done"], &results[0]["status"]), (&json!(true), &json!("Inactive")));
    assert_eq!((&results[1]["done"], &results[1]["code"]), (&json!(false), &json!("stale")));
    assert_eq!((&results[2]["done"], &results[2]["code"]), (&json!(false), &json!("not_found")));
    let before = site.seq();
    let again = site.post(PATH, &token, &body).await.expect(200);
    assert_eq!(again["results"][0], results[0]);
    assert_eq!(site.seq(), before);
}

#[tokio::test]
async fn a_role_without_the_step_is_refused_on_every_row() {
    let site = Site::start().await;
    let (admin, sales) = (site.sign_in("ADMIN").await, site.sign_in("SALES").await);
    let id = site.country(&admin, "Nepal", "NP").await["id"].clone();
    let body = json!({ "command_id": uuid(), "rows": [{ "id": id, "version": 1 }] });
    let answer = site.post(PATH, &sales, &body).await.expect(200);
    assert_eq!(answer["results"][0]["code"], "forbidden");
}

#[tokio::test]
async fn rows_of_another_form_or_too_many_are_refused_whole() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let row = json!({ "id": "x", "version": 1 });
    let many: Vec<_> = (0..501).map(|_| row.clone()).collect();
    for rows in [
        json!([]),
        json!(many),
        json!("x"),
        json!([{ "id": 1, "version": 1 }]),
        json!([{ "id": "x" }]),
    ] {
        let body = json!({ "command_id": uuid(), "rows": rows });
        assert_eq!(site.post(PATH, &token, &body).await.refused(400), "malformed");
    }
    let body = json!({ "command_id": uuid(), "rows": [row] });
    let answer = site.post("/api/bulk/nothing/x", &token, &body).await;
    assert_eq!(answer.refused(404), "not_found");
}

#[tokio::test]
async fn people_are_invited_in_bulk_and_whoever_has_no_mail_is_told() {
    let site = Site::start().await;
    let admin = site.sign_in("ADMIN").await;
    let path = |id: &str| format!("/api/docs/employee/{id}");
    let (with, without) = (&site.people["SALES"], &site.people["BM"]);
    let mut rows = Vec::new();
    for (id, email) in [(with, Some("sales@acme.example")), (without, None)] {
        let employee = site.get(&path(id), &admin).await.expect(200);
        let mut record = employee["record"].clone();
        record["email"] = json!(email);
        let body =
            json!({ "command_id": uuid(), "version": employee["version"], "record": record });
        let changed = site.put(&path(id), &admin, &body).await.expect(200);
        rows.push(json!({ "id": id, "version": changed["version"] }));
    }
    let body = json!({ "command_id": uuid(), "rows": rows });
    let answer = site.post("/api/bulk/employee/invite", &admin, &body).await.expect(200);
    let results = answer["results"].as_array().unwrap();
    assert_eq!(results[0]["done"], true, "{answer}");
    assert_eq!(results[1]["done"], false);
    assert_eq!(results[1]["detail"], "An invitation cannot be sent there");
    let mails = site.get("/api/docs/mail", &admin).await.expect(200);
    let to = |mail: &serde_json::Value| mail["to"] == "sales@acme.example";
    assert!(mails["rows"].as_array().unwrap().iter().any(to), "{mails}");
}
