//! Attachments over HTTP.

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
