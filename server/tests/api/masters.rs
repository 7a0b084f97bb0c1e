//! Masters over HTTP: rows that others name, chains that loop, two people at one row, wrong states,
//! what is only warned of, and what a new site still needs.

use serde_json::{Value, json};

use crate::harness::{Site, uuid};

fn create(record: Value) -> Value {
    json!({ "command_id": uuid(), "record": record })
}

#[tokio::test]
async fn a_row_that_others_name_is_deactivated_not_deleted() {
    let site = Site::start().await;
    let admin = site.sign_in("ADMIN").await;
    let state = site.find("state", "gst_code:eq:27").await;
    let body = create(json!({ "name": "Pune", "state": state }));
    let district = site.post("/api/docs/district", &admin, &body).await.expect(201);
    let path = format!("/api/docs/district/{}", district["id"].as_str().unwrap());
    let body =
        create(json!({ "name": "Chakan", "district": district["id"], "pincodes": ["410501"] }));
    site.post("/api/docs/city", &admin, &body).await.expect(201);
    let delete = |version: u64| format!("{path}?command_id={}&version={version}", uuid());
    let refused = site.call("DELETE", &delete(1), &admin, "", "").await;
    assert_eq!(refused.refused(422), "referenced");
    assert_eq!(refused.json()["detail"], "1 city uses this district. Deactivate it instead");
    let body = json!({ "command_id": uuid(), "version": 1 });
    let gone = site.post(&format!("{path}/deactivate"), &admin, &body).await.expect(200);
    assert_eq!(gone["status"], "Inactive");
    let body = create(json!({ "name": "Talegaon", "district": district["id"] }));
    let refused = site.post("/api/docs/city", &admin, &body).await;
    assert_eq!(refused.expect(422)["errors"][0]["message"], "District Pune is inactive");
}

#[tokio::test]
async fn a_chain_of_managers_or_menus_never_loops() {
    let site = Site::start().await;
    let admin = site.sign_in("ADMIN").await;
    let (bm, sales) = (site.people["BM"].clone(), site.people["SALES"].clone());
    let put = async |id: &str, above: &str| {
        let path = format!("/api/docs/employee/{id}");
        let doc = site.get(&path, &admin).await.expect(200);
        let mut record = doc["record"].clone();
        record["reporting_to"] = above.into();
        let body = json!({ "command_id": uuid(), "version": doc["version"], "record": record });
        site.put(&path, &admin, &body).await
    };
    put(&sales, &bm).await.expect(200);
    let refused = put(&bm, &sales).await.expect(422);
    assert_eq!(refused["errors"][0]["path"], "reporting_to");
    assert_eq!(refused["errors"][0]["message"], "Reporting chain loops back to this employee");
    let group = site.find("menu", "kind:eq:group").await;
    let page = site.find("menu", "kind:eq:page").await;
    let path = format!("/api/docs/menu/{group}");
    let doc = site.get(&path, &admin).await.expect(200);
    let mut record = doc["record"].clone();
    record["parent"] = page.into();
    let body = json!({ "command_id": uuid(), "version": doc["version"], "record": record });
    let refused = site.put(&path, &admin, &body).await.expect(422);
    assert_eq!(refused["errors"][0]["path"], "parent");
}

#[tokio::test]
async fn the_second_of_two_people_at_one_row_is_told_who_was_first() {
    let site = Site::start().await;
    let (admin, logi) = (site.sign_in("ADMIN").await, site.sign_in("LOGI").await);
    let driver = json!({
        "name": "Ramesh", "mobile": "9822000001", "licence_no": "MH1220110012345",
        "licence_to": "2030-01-01",
    });
    let made = site.post("/api/docs/driver", &admin, &create(driver.clone())).await.expect(201);
    let path = format!("/api/docs/driver/{}", made["id"].as_str().unwrap());
    let change = |name: &str| {
        let mut record = driver.clone();
        record["name"] = name.into();
        json!({ "command_id": uuid(), "version": 1, "record": record })
    };
    site.put(&path, &logi, &change("Ramesh Pawar")).await.expect(200);
    let refused = site.put(&path, &admin, &change("R. Pawar")).await;
    assert_eq!(refused.refused(409), "stale");
    let said = refused.json()["detail"].as_str().unwrap().to_owned();
    assert!(said.starts_with("Driver was changed by Person LOGI at "), "{said}");
    assert_eq!(site.get(&path, &admin).await.expect(200)["record"]["name"], "Ramesh Pawar");
}

#[tokio::test]
async fn a_gstin_of_another_state_is_refused_and_a_near_name_is_only_told_of() {
    let site = Site::start().await;
    let sales = site.sign_in("SALES").await;
    let state = site.find("state", "gst_code:eq:24").await;
    let firm = json!({
        "name": "Ganesh Fabricators", "gst_category": "Regular", "gstin": "27AAPFU0939F1ZV",
        "billing": { "line1": "Ring Road", "state": state, "pin": "395003" },
    });
    let refused = site.post("/api/docs/customer", &sales, &create(firm)).await.expect(422);
    assert_eq!(refused["errors"][0]["path"], "gstin");
    assert_eq!(
        refused["errors"][0]["message"],
        "GSTIN starts with 27 (Maharashtra) but the state is Gujarat"
    );
    let body = create(json!({ "name": "Ganesh Fabricators" }));
    site.post("/api/docs/customer", &sales, &body).await.expect(201);
    let near = json!({ "id": "", "record": { "name": "Ganesh Fabricaters & Co" } });
    let before = site.seq();
    let found = site.post("/api/check/customer", &sales, &near).await.expect(200);
    assert_eq!(found["warnings"][0]["path"], "name");
    assert_eq!(site.seq(), before, "a question writes nothing");
    let made = site.post("/api/docs/customer", &sales, &create(near["record"].clone())).await;
    assert_eq!(made.expect(201)["warnings"][0]["path"], "name");
    let audit = site.sign_in("AUDIT").await;
    assert_eq!(site.post("/api/check/customer", &audit, &near).await.refused(403), "forbidden");
    assert_eq!(site.post("/api/check/nothing", &sales, &near).await.refused(404), "not_found");
    let torn = json!({ "record": {} });
    assert_eq!(site.post("/api/check/customer", &sales, &torn).await.refused(400), "malformed");
}

#[tokio::test]
async fn the_administrator_alone_is_told_what_the_site_still_needs() {
    let site = Site::start().await;
    let (admin, bm) = (site.sign_in("ADMIN").await, site.sign_in("BM").await);
    let found = site.get("/api/setup", &admin).await.expect(200);
    assert_eq!(found["complete"], false);
    let keys: Vec<&str> =
        found["steps"].as_array().unwrap().iter().filter_map(|step| step["key"].as_str()).collect();
    assert_eq!(
        keys,
        [
            "company",
            "branch",
            "gstin",
            "yard",
            "series",
            "people",
            "range",
            "goods",
            "parties",
            "fleet",
            "stock",
            "receivables"
        ]
    );
    assert_eq!(site.get("/api/setup", &bm).await.refused(403), "forbidden");
}
