//! Files in and out, and many documents saved at once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use bytes::Bytes;
use godown_core::docs::accounts::{self, actor_of};
use godown_core::error::Code;
use godown_core::table::book::XLSX;
use godown_core::write::command::{Command, CommandKind};
use godown_server::failure::Failure;
use http_body_util::Full;
use serde_json::{Value, json};
use warp::http::Request;

use crate::harness::{Answer, Site, uuid};

const CSV: &str = "text/csv";

async fn import(site: &Site, token: &str, query: &str, file: impl Into<Bytes>) -> Answer {
    let path = format!("/api/import/country?{query}");
    site.call("POST", &path, token, CSV, file).await
}

async fn names(site: &Site, token: &str) -> Vec<String> {
    let page = site.get("/api/docs/country?limit=100", token).await.expect(200);
    let rows = page["rows"].as_array().unwrap();
    rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
}

async fn export(site: &Site, token: &str, path: &str, media: &str) -> Answer {
    let request = Request::builder()
        .method("GET")
        .uri(path)
        .header("host", "godown.test")
        .header("accept", media)
        .header("authorization", format!("Bearer {token}"));
    site.send(request.body(Full::new(Bytes::new())).unwrap()).await
}

const FILE: &str = "Name,ISO code,Dialling code\nNepal,NP,+977\nBhutan,BHU,\n,SL,\nChad,TD,235\n";

#[tokio::test]
async fn good_rows_are_stored_and_bad_ones_say_why_at_their_row_and_column() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let query = format!("command_id={}", uuid());
    let answer = import(&site, &token, &query, FILE).await.expect(200);
    assert_eq!(answer["state"], "done", "{answer}");
    assert_eq!(
        (&answer["total"], &answer["stored"], &answer["failed"]),
        (&json!(4), &json!(2), &json!(2))
    );
    let results = answer["results"].as_array().unwrap();
    let row = |at: usize| (&results[at]["row"], &results[at]["done"]);
    assert_eq!(row(0), (&json!(2), &json!(true)));
    assert_eq!(
        results[1]["errors"],
        json!([{ "row": 3, "column": "ISO code", "path": "iso2", "code": "input",
            "message": "ISO code must be 2 letters" }])
    );
    assert_eq!(results[2]["errors"][0]["message"], "Name is required");
    let all = names(&site, &token).await;
    assert!(all.contains(&"Nepal".to_owned()) && all.contains(&"Chad".to_owned()));
    let head = site.seq();
    let again = import(&site, &token, &query, FILE).await.expect(200);
    assert_eq!(again["results"], answer["results"]);
    assert_eq!(site.seq(), head, "a repeated import stores nothing");
    let id = &results[0]["id"];
    let view = site.get(&format!("/api/docs/country/{}", id.as_str().unwrap()), &token).await;
    assert_eq!(view.expect(200)["record"]["dial"], "+977");
}

#[tokio::test]
async fn a_dry_run_stores_nothing_and_a_whole_import_stores_all_or_nothing() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let head = site.seq();
    let dry = import(&site, &token, &format!("command_id={}&dry_run=true", uuid()), FILE).await;
    let dry = dry.expect(200);
    assert_eq!(
        (&dry["stored"], &dry["failed"], &dry["checked"]),
        (&json!(0), &json!(2), &json!(4))
    );
    assert_eq!(dry["results"][0]["done"], true);
    let whole = import(&site, &token, &format!("command_id={}&rows=all", uuid()), FILE).await;
    let whole = whole.expect(200);
    assert_eq!(whole["stored"], 0);
    assert_eq!(whole["results"][0]["done"], false);
    assert_eq!(site.seq(), head);
    let good = "Name,ISO code\nNepal,NP\nChad,TD\n";
    let whole = import(&site, &token, &format!("command_id={}&rows=all", uuid()), good).await;
    assert_eq!(whole.expect(200)["stored"], 2);
}

#[tokio::test]
async fn a_row_that_could_not_be_submitted_is_told_before_and_left_out_where_asked() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let send = async |query: String| {
        let path = format!("/api/import/customer?command_id={}&{query}", uuid());
        let file = "Firm name\nGanesh Fabricators\n";
        site.call("POST", &path, &token, CSV, file).await.expect(200)
    };
    let head = site.seq();
    let dry = send("dry_run=true".to_owned()).await;
    assert_eq!(dry["results"][0]["done"], true, "a draft may be unfinished");
    let warned = dry["results"][0]["warnings"].as_array().unwrap();
    let said = |issues: &[Value], words: &str| issues.iter().any(|one| one["message"] == words);
    assert!(said(warned, "Type is required"), "{warned:?}");
    assert!(warned.iter().all(|one| one["row"] == 2));
    let ready = send("rows=ready".to_owned()).await;
    assert_eq!((&ready["stored"], &ready["failed"]), (&json!(0), &json!(1)));
    let errors = ready["results"][0]["errors"].as_array().unwrap();
    assert!(said(errors, "Type is required"), "{errors:?}");
    assert_eq!(site.seq(), head);
    let drafts = send("rows=good".to_owned()).await;
    assert_eq!(drafts["stored"], 1, "stored as a draft where that is wished");
    let query = format!("command_id={}&rows=ready", uuid());
    let others = import(&site, &token, &query, "Name,ISO code\nNepal,NP\n").await.expect(200);
    assert_eq!(others["stored"], 1, "what needs no submitting is stored as before");
    let wrong = import(&site, &token, &format!("command_id={}&rows=some", uuid()), FILE).await;
    assert_eq!(wrong.refused(400), "malformed");
}

#[tokio::test]
async fn a_known_key_is_a_duplicate_or_a_change_as_the_import_says() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    site.country(&token, "Nepal", "NP").await;
    let file = "Name,ISO code,Dialling code\nNepal,NP,977\nChad,TD,235\n";
    let added = import(&site, &token, &format!("command_id={}", uuid()), file).await.expect(200);
    assert_eq!((&added["stored"], &added["failed"]), (&json!(1), &json!(1)));
    assert_eq!(added["results"][0]["errors"][0]["code"], "duplicate");
    assert_eq!(added["results"][0]["errors"][0]["column"], "Name");
    let query = format!("command_id={}&saving=update", uuid());
    let file = "ISO code,Dialling code\nnp,977\ntd,236\n";
    let changed = import(&site, &token, &query, file).await.expect(200);
    assert_eq!(changed["stored"], 2, "{changed}");
    assert_eq!(changed["results"][0]["version"], 2);
    let head = site.seq();
    let again = import(&site, &token, &query, file).await.expect(200);
    assert_eq!((&again["stored"], site.seq()), (&json!(2), head));
    let keyless =
        import(&site, &token, &query.replace(&query[11..47], &uuid()), "Dialling code\n1\n").await;
    assert_eq!(keyless.refused(422), "input");
}

#[tokio::test]
async fn who_may_not_write_may_not_import_and_others_do_not_see_it() {
    let site = Site::start().await;
    let (admin, sales) = (site.sign_in("ADMIN").await, site.sign_in("SALES").await);
    let id = uuid();
    let query = format!("command_id={id}");
    assert_eq!(import(&site, &sales, &query, FILE).await.refused(403), "forbidden");
    let nothing =
        site.call("POST", &format!("/api/import/nothing?{query}"), &admin, CSV, FILE).await;
    assert_eq!(nothing.refused(404), "not_found");
    import(&site, &admin, &query, FILE).await.expect(200);
    let progress = format!("/api/imports/{id}");
    assert_eq!(site.get(&progress, &admin).await.expect(200)["state"], "done");
    assert_eq!(site.get(&progress, &sales).await.refused(404), "not_found");
}

#[tokio::test]
async fn a_file_that_cannot_be_taken_is_refused_whole() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let query = || format!("command_id={}", uuid());
    let heads = import(&site, &token, &query(), "Name,Colour\nNepal,red\n").await;
    assert_eq!(heads.refused(422), "input");
    let told: Vec<Value> = heads.json()["errors"].as_array().unwrap().clone();
    assert_eq!(told[0]["message"], "Colour is not a column of countries");
    assert_eq!(told[1]["message"], "The column ISO code is missing");
    let large = vec![b'x'; 10 * 1024 * 1024 + 1];
    assert_eq!(import(&site, &token, &query(), large).await.refused(413), "too_large");
    for wrong in ["", "command_id=x", "command_id=x&color=red", &format!("{}&rows=some", query())] {
        assert_eq!(import(&site, &token, wrong, FILE).await.refused(400), "malformed", "{wrong}");
    }
}

#[tokio::test]
async fn a_list_leaves_as_csv_and_as_a_workbook_and_comes_back_the_same() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    site.country(&token, "=1+1", "NP").await;
    site.country(&token, "Chad", "TD").await;
    let csv = export(&site, &token, "/api/docs/country?sort=name", "text/csv").await;
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    assert!(csv.header("content-disposition").contains("countries.csv"));
    let text = String::from_utf8(csv.bytes.to_vec()).unwrap();
    assert!(text.contains("'=1+1,NP,,Active"), "{text}");
    let book = export(&site, &token, "/api/docs/country?sort=name", XLSX).await;
    assert_eq!(book.header("content-type"), XLSX);
    for file in [csv.bytes, book.bytes] {
        let query = format!("command_id={}&saving=update", uuid());
        let back = import(&site, &token, &query, file).await.expect(200);
        assert_eq!(back["failed"], 0, "{back}");
    }
    assert!(names(&site, &token).await.contains(&"=1+1".to_owned()));
    let filtered = export(&site, &token, "/api/docs/country?where=name:eq:chad", "text/csv").await;
    assert_eq!(String::from_utf8_lossy(&filtered.bytes).lines().count(), 2);
    let template = export(&site, &token, "/api/template/country", "text/csv").await;
    assert_eq!(
        String::from_utf8_lossy(&template.bytes).trim_start_matches('\u{feff}').trim(),
        "Name,ISO code,Dialling code"
    );
}

#[tokio::test]
async fn an_export_holds_what_the_person_sees_and_no_secret() {
    let site = Site::start().await;
    let (admin, logi) = (site.sign_in("ADMIN").await, site.sign_in("LOGI").await);
    let customer = |name: &str, mobile: &str| {
        json!({ "command_id": uuid(), "record": {
            "name": name, "mobile": mobile, "allowed_overdue_days": 30, "ratings": "late payer",
        } })
    };
    site.post("/api/docs/customer", &admin, &customer("Sharma", "9822012345")).await.expect(201);
    let read = |answer: Answer| String::from_utf8(answer.bytes.to_vec()).unwrap();
    let whole = read(export(&site, &admin, "/api/docs/customer", "text/csv").await);
    assert!(whole.contains("late payer") && whole.contains("Overdue days allowed"));
    let shut = export(&site, &logi, "/api/docs/customer", "text/csv").await;
    assert_eq!(shut.refused(403), "forbidden", "who reads a list does not yet take it away");
    let mut role = site.get("/api/docs/role/LOGI", &admin).await.expect(200);
    role["record"]["rights"] = json!([{ "page": "customer", "view": "all", "export": "all" }]);
    let body =
        json!({ "command_id": uuid(), "version": role["version"], "record": role["record"] });
    site.put("/api/docs/role/LOGI", &admin, &body).await.expect(200);
    let less = read(export(&site, &logi, "/api/docs/customer", "text/csv").await);
    assert!(less.contains("Sharma"));
    assert!(!less.contains("late payer") && !less.contains("Overdue days allowed"), "{less}");
    let people = read(export(&site, &admin, "/api/docs/employee", "text/csv").await);
    assert!(people.contains("Person SALES") && !people.to_lowercase().contains("password"));
}

#[tokio::test]
async fn rows_may_name_rows_of_the_same_file() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let head =
        ["emp_id", "name", "mobile", "roles", "designation", "joined_on", "branch", "reporting_to"];
    let file = format!(
        "{}\nE1,Asha,9820000091,Sales,Staff,01-04-2026,Pune,E2\nE2,Ravi,9820000092,Administrator,Head,01/04/2026,PUN,\n",
        head.join(",")
    );
    let path = format!("/api/import/employee?command_id={}", uuid());
    let answer = site.call("POST", &path, &token, CSV, file).await.expect(200);
    assert_eq!((&answer["stored"], &answer["failed"]), (&json!(2), &json!(0)), "{answer}");
}

#[tokio::test]
async fn names_lead_to_documents_that_the_person_sees() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let body = json!({ "names": ["maharashtra", "27", "Atlantis", "Maharastra"] });
    let found = site.post("/api/lookup/state", &token, &body).await.expect(200);
    let id = site.find("state", "gst_code:eq:27").await;
    let ids = json!({ "maharashtra": id, "27": id, "Atlantis": null, "Maharastra": null });
    assert_eq!(found["found"], ids);
    assert_eq!(found["near"], json!({ "Maharastra": "Maharashtra" }));
    let page = site.get("/api/records/state?limit=2", &token).await.expect(200);
    assert_eq!(page["rows"].as_array().unwrap().len(), 2);
    assert!(page["rows"][0]["record"]["gst_code"].is_string());
}

#[tokio::test]
async fn a_whole_column_of_names_that_lead_nowhere_is_not_compared_with_every_title() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    // The same slip in letters large and small.
    let slip = |at: u32| -> String {
        let large = |(place, letter): (u32, char)| match at >> place & 1 {
            1 => letter.to_ascii_uppercase(),
            _ => letter,
        };
        (0..).zip("maharastra".chars()).map(large).collect()
    };
    let mut names: Vec<String> = (0..30).map(slip).collect();
    let body = json!({ "names": names });
    let told = site.post("/api/lookup/state", &token, &body).await.expect(200);
    assert_eq!(told["near"].as_object().unwrap().len(), 20);
    names.truncate(1);
    names[0] += &"a".repeat(100);
    let body = json!({ "names": names });
    let told = site.post("/api/lookup/state", &token, &body).await.expect(200);
    assert_eq!(told["near"], json!({}));
}

#[tokio::test]
async fn many_documents_are_saved_at_once_and_the_good_ones_are_kept() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let nepal = site.country(&token, "Nepal", "NP").await;
    let body = json!({ "command_id": uuid(), "rows": [
        { "id": nepal["id"], "version": 1, "record": { "name": "Nepal", "iso2": "NP", "dial": "977" } },
        { "record": { "name": "Chad", "iso2": "TD" } },
        { "record": { "name": "", "iso2": "XX" } },
        { "id": nepal["id"], "version": 9, "record": { "name": "Nepal", "iso2": "NP" } },
    ] });
    let path = "/api/bulk/country/save";
    let saved = site.post(path, &token, &body).await.expect(200);
    let results = saved["results"].as_array().unwrap();
    assert_eq!(
        (&results[0]["version"], &results[0]["record"]["dial"]),
        (&json!(2), &json!("+977"))
    );
    assert_eq!(results[1]["done"], true);
    assert_eq!(results[2]["errors"][0]["message"], "Name is required");
    assert_eq!(results[3]["code"], "stale");
    let head = site.seq();
    let again = site.post(path, &token, &body).await.expect(200);
    assert_eq!((&again["results"][1]["id"], site.seq()), (&results[1]["id"], head));
    let sales = site.sign_in("SALES").await;
    assert_eq!(site.post(path, &sales, &body).await.refused(403), "forbidden");
}

/// A role of the site's own that may add regions; who holds it, and the role's id.
async fn desk(site: &Site) -> String {
    let rights = json!([{ "page": "region", "view": "all", "add": "all" }]);
    let record = json!({
        "code": "DESK", "name": "Desk", "acts_as": "SALES", "login_type": "sales", "home": "/order",
        "rights": rights,
    });
    let role = site.make("role", record).await;
    let admin = site.sign_in("ADMIN").await;
    give(site, &admin, &["DESK"]).await;
    role
}

/// Changes the roles of the salesman.
async fn give(site: &Site, admin: &str, roles: &[&str]) {
    let path = format!("/api/docs/employee/{}", site.people["SALES"]);
    let view = site.get(&path, admin).await.expect(200);
    let mut record = view["record"].clone();
    record["roles"] = json!(roles);
    let body = json!({ "command_id": uuid(), "version": view["version"], "record": record });
    site.put(&path, admin, &body).await.expect(200);
}

#[tokio::test]
async fn a_right_that_is_taken_away_during_an_import_ends_it_at_that_row_in_words() {
    const ROWS: usize = 10_000;
    let site = Site::start().await;
    desk(&site).await;
    let (admin, token) = (site.sign_in("ADMIN").await, site.sign_in("SALES").await);
    let mut file = "Name\n".to_owned();
    (0..ROWS).for_each(|at| file.push_str(&format!("Region {at}\n")));
    let id = uuid();
    let path = format!("/api/import/region?command_id={id}");
    let how = format!("/api/imports/{id}");
    let taking_away = async {
        let mut begun = false;
        while !begun {
            let now = site.get(&how, &token).await;
            begun = now.status == 200 && now.json()["stored"].as_u64().unwrap() > 0;
        }
        give(&site, &admin, &["SALES"]).await;
    };
    let started = site.call("POST", &path, &token, CSV, file);
    let ((), started) = tokio::join!(taking_away, started);
    started.expect(200);
    // The session ended with the rights; who signs in again is told how it went.
    let again = site.sign_in("SALES").await;
    let mut told = site.get(&how, &again).await.expect(200);
    while told["state"] == "storing" {
        told = site.get(&how, &again).await.expect(200);
    }
    assert_eq!(told["state"], "done", "{}", told["detail"]);
    let results = told["results"].as_array().unwrap();
    assert_eq!(results.len(), ROWS);
    let stored = results.iter().take_while(|row| row["done"] == true).count();
    assert!((1..ROWS).contains(&stored), "{stored}");
    for (at, row) in results.iter().enumerate().skip(stored) {
        assert_eq!((&row["row"], &row["done"]), (&json!(at + 2), &json!(false)));
        let message = &row["errors"][0]["message"];
        assert_eq!(message, "You do not have permission to add region");
    }
    assert_eq!((&told["stored"], &told["failed"]), (&json!(stored), &json!(ROWS - stored)));
    let page = site.get("/api/docs/region?limit=1", &admin).await.expect(200);
    assert_eq!(page["total"], stored);
}

#[tokio::test]
async fn who_waits_in_a_group_is_decided_by_the_rights_that_the_group_left() {
    let site = Site::start().await;
    desk(&site).await;
    let now = site.app.now();
    let actor = |emp_id: &str| {
        let account = site.app.view(|read, _| accounts::find(read, &site.people[emp_id])).unwrap();
        site.app.view(|read, _| actor_of(read, &account.unwrap(), now)).unwrap().unwrap()
    };
    let (sales, admin) = (actor("SALES"), actor("ADMIN"));
    let region = |name: &str| {
        let record = json!({ "name": name }).as_object().unwrap().clone();
        let deed = CommandKind::Create { doc_type: "region".to_owned(), record };
        site.app.carry_out(sales.clone(), Command { command_id: uuid(), deed })
    };
    let account = site.app.view(|read, _| accounts::find(read, &sales.id)).unwrap().unwrap();
    let closes = CommandKind::Act {
        doc_type: "employee".to_owned(),
        id: sales.id.clone(),
        version: account.version,
        action: "deactivate".to_owned(),
        inputs: Default::default(),
    };
    let closes = Command { command_id: uuid(), deed: closes };
    // All three are sent before any is decided.
    let closing = site.app.carry_out(admin, closes);
    let (before, closed, after) = tokio::join!(region("West"), closing, region("East"));
    before.unwrap();
    closed.unwrap();
    let refused = after.unwrap_err();
    let closed = Failure::refuse(Code::Forbidden, "Your account was closed");
    assert_eq!(refused, closed);
}
