//! Attachments over HTTP.

use godown_server::clock::scheduler;
use serde_json::json;

use crate::harness::{Site, uuid};

const PDF: &[u8] = b"%PDF-1.7 weigh slip";

#[tokio::test]
async fn a_file_is_kept_by_its_content_and_given_to_who_sent_it() {
    let site = Site::start().await;
    let (sales, bm) = (site.sign_in("SALES").await, site.sign_in("BM").await);
    let sent = site.call("POST", "/api/files?name=Slip%207.exe", &sales, "", PDF).await.expect(201);
    assert_eq!((sent["name"].as_str(), sent["type"].as_str()), (Some("Slip 7.pdf"), Some("pdf")));
    assert_eq!(sent["size"], PDF.len());
    let path = format!("/api/files/{}", sent["id"].as_str().unwrap());
    let got = site.get(&path, &sales).await;
    assert_eq!((got.status, &got.bytes[..]), (200, PDF));
    assert_eq!(got.header("content-type"), "application/pdf");
    assert_eq!(got.header("content-disposition"), "attachment; filename=\"Slip 7.pdf\"");
    assert_eq!(got.header("x-content-type-options"), "nosniff");
    assert_eq!(site.get(&path, &bm).await.refused(404), "not_found");
}

#[tokio::test]
async fn a_file_of_another_kind_or_too_large_is_refused() {
    let site = Site::start().await;
    let token = site.sign_in("SALES").await;
    for bytes in [&b""[..], b"<html><script>", b"MZ\x90\x00", b"PK\x03\x04 something else"] {
        let answer = site.call("POST", "/api/files", &token, "application/pdf", bytes).await;
        assert_eq!(answer.refused(415), "unsupported_media_type");
    }
    let large = [PDF, &vec![0; 5 * 1024 * 1024]].concat();
    let answer = site.call("POST", "/api/files", &token, "", large).await;
    assert_eq!(answer.refused(413), "too_large");
}

#[tokio::test]
async fn whoever_sees_a_document_that_names_a_file_sees_the_file() {
    let site = Site::start().await;
    let (sales, bm, other) =
        (site.sign_in("SALES").await, site.sign_in("BM").await, site.sign_in("SALES2").await);
    let sent = site.call("POST", "/api/files", &sales, "", PDF).await.expect(201);
    let file = format!("/api/files/{}", sent["id"].as_str().unwrap());
    let own = format!("/api/docs/employee/{}", site.people["SALES"]);
    let act = |version: u32, photo: serde_json::Value| {
        json!({
            "command_id": uuid(), "version": version,
            "inputs": { "mobile": "9820000001", "photo": photo },
        })
    };
    let named = act(1, sent["id"].clone());
    site.post(&format!("{own}/profile"), &sales, &named).await.expect(200);
    assert_eq!(site.get(&file, &bm).await.status, 200);
    assert_eq!(site.get(&file, &other).await.refused(404), "not_found");
    let dropped = act(2, serde_json::Value::Null);
    site.post(&format!("{own}/profile"), &sales, &dropped).await.expect(200);
    assert_eq!(site.get(&file, &bm).await.refused(404), "not_found");
}

#[tokio::test]
async fn only_a_file_that_was_sent_and_that_the_person_sees_can_be_named() {
    let site = Site::start().await;
    let (sales, other) = (site.sign_in("SALES").await, site.sign_in("SALES2").await);
    let sent = site.call("POST", "/api/files", &sales, "", PDF).await.expect(201);
    let before = site.seq();
    // Sent again it is the same file, and the journal does not grow.
    site.call("POST", "/api/files", &sales, "", PDF).await.expect(201);
    assert_eq!(site.seq(), before);
    let name = |who: &str, photo: serde_json::Value| {
        let path = format!("/api/docs/employee/{}/profile", site.people[who]);
        let inputs = json!({ "mobile": "9820000001", "photo": photo });
        (path, json!({ "command_id": uuid(), "version": 1, "inputs": inputs }))
    };
    for (who, token, photo) in
        [("SALES", &sales, json!("0".repeat(64))), ("SALES2", &other, sent["id"].clone())]
    {
        let (path, body) = name(who, photo);
        let answer = site.post(&path, token, &body).await;
        assert_eq!(answer.refused(422), "input");
        let issue = &answer.json()["errors"][0];
        assert_eq!(
            (&issue["path"], &issue["message"]),
            (&json!("photo"), &json!("File was not found"))
        );
    }
    let (path, body) = name("SALES", sent["id"].clone());
    site.post(&path, &sales, &body).await.expect(200);
}

const DAY: i64 = 24 * 3_600_000;

#[tokio::test]
async fn a_file_that_no_document_ever_named_is_removed_after_a_month_and_no_other() {
    let site = Site::start().await;
    let sales = site.sign_in("SALES").await;
    let mut ids = Vec::new();
    for content in ["named", "dropped", "unnamed", "sent again"] {
        let bytes = format!("%PDF-1.7 {content}");
        let sent = site.call("POST", "/api/files", &sales, "", bytes).await.expect(201);
        ids.push(sent["id"].as_str().unwrap().to_owned());
    }
    let own = format!("/api/docs/employee/{}", site.people["SALES"]);
    for (version, photo) in [(1, &ids[1]), (2, &ids[0])] {
        let inputs = json!({ "mobile": "9820000001", "photo": photo });
        let body = json!({ "command_id": uuid(), "version": version, "inputs": inputs });
        site.post(&format!("{own}/profile"), &sales, &body).await.expect(200);
    }
    let kept = || ids.iter().map(|id| site.app.files.about(id).unwrap().is_some());
    site.pass(20 * DAY);
    let sales = site.sign_in("SALES").await;
    let again = site.call("POST", "/api/files", &sales, "", "%PDF-1.7 sent again").await;
    again.expect(201);
    scheduler::once(&site.app).await.unwrap();
    assert!(kept().all(|kept| kept));
    site.pass(11 * DAY);
    scheduler::once(&site.app).await.unwrap();
    assert_eq!(kept().collect::<Vec<_>>(), [true, true, false, true]);
    // Its sender may not name it any more, and may send it anew.
    let sales = site.sign_in("SALES").await;
    let inputs = json!({ "mobile": "9820000001", "photo": ids[2] });
    let body = json!({ "command_id": uuid(), "version": 3, "inputs": inputs });
    site.post(&format!("{own}/profile"), &sales, &body).await.refused(422);
    site.call("POST", "/api/files", &sales, "", "%PDF-1.7 unnamed").await.expect(201);
    let body = json!({ "command_id": uuid(), "version": 3, "inputs": inputs });
    site.post(&format!("{own}/profile"), &sales, &body).await.expect(200);
    site.pass(40 * DAY);
    scheduler::once(&site.app).await.unwrap();
    assert_eq!(kept().collect::<Vec<_>>(), [true, true, true, false]);
}

#[tokio::test]
async fn somebody_of_another_firm_stores_no_more_than_their_part() {
    let site = Site::demo().await;
    let token = site.sign_in("SUPPLIER").await;
    let mut answers = Vec::new();
    for n in 0..22 {
        let bytes =
            [format!("%PDF-1.7 {n}").as_bytes(), &vec![b' '; 5 * 1024 * 1024 - 20]].concat();
        let answer = site.call("POST", "/api/files", &token, "", bytes).await;
        answers.push((answer.status, answer.json()["id"].as_str().map(str::to_owned)));
    }
    let statuses: Vec<u16> = answers.iter().map(|one| one.0).collect();
    assert_eq!(statuses, [[201; 20].as_slice(), &[422; 2]].concat());
    // What one sent before costs nothing, and what is refused is not kept.
    let bytes = [b"%PDF-1.7 0".as_slice(), &vec![b' '; 5 * 1024 * 1024 - 20]].concat();
    site.call("POST", "/api/files", &token, "", bytes).await.expect(201);
    site.pass(31 * DAY);
    scheduler::once(&site.app).await.unwrap();
    for (_, id) in answers {
        let about = id.map(|id| site.app.files.about(&id).unwrap());
        assert!(about.flatten().is_none());
    }
    let token = site.sign_in("SUPPLIER").await;
    site.call("POST", "/api/files", &token, "", PDF).await.expect(201);
}
