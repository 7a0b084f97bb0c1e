//! The audit: who did what when, and the chain that shows that nothing of it is missing or altered.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use godown_core::audit::Chain;
use serde_json::{Value, json};

use crate::harness::Site;

fn rows(page: &Value) -> &Vec<Value> {
    page["rows"].as_array().unwrap()
}

/// Every row that fits, page by page.
async fn all(site: &Site, token: &str, query: &str, limit: usize) -> Vec<Value> {
    let (mut found, mut before) = (Vec::new(), String::new());
    loop {
        let path = format!("/api/audit?limit={limit}{query}{before}");
        let page = site.get(&path, token).await.expect(200);
        found.extend(rows(&page).clone());
        match page["before"].as_u64() {
            Some(next) => before = format!("&before={next}"),
            None => return found,
        }
    }
}

#[tokio::test]
async fn every_entry_is_a_row_that_says_who_did_what_when_and_to_what() {
    let site = Site::start().await;
    let admin = site.sign_in("ADMIN").await;
    let made = site.country(&admin, "Nepal", "NP").await;
    let id = made["id"].as_str().unwrap();
    let record = json!({ "name": "Nepal", "iso2": "NP", "dial": "+977" });
    let body = json!({
        "command_id": "b0000000-0000-4000-8000-000000000009", "version": 1, "record": record,
    });
    site.put(&format!("/api/docs/country/{id}"), &admin, &body).await.expect(200);
    let found = all(&site, &admin, &format!("&type=country&id={id}"), 1).await;
    let told: Vec<_> = found.iter().map(|row| (&row["what"], &row["name"])).collect();
    let name = json!("Nepal");
    assert_eq!(told, [(&json!("Changed"), &name), (&json!("Made"), &name)]);
    assert_eq!(found[0]["actor_name"], json!("Person ADMIN"));
    assert_eq!(found[0]["type_label"], json!("Country"));
    let everything = all(&site, &admin, "", 500).await;
    let numbers: Vec<u64> = everything.iter().map(|row| row["seq"].as_u64().unwrap()).collect();
    let head = site.get("/api/audit", &admin).await.expect(200)["head"]["seq"].as_u64().unwrap();
    assert_eq!(numbers, (1..=head).rev().collect::<Vec<_>>());
    assert_eq!(all(&site, &admin, "", 7).await, everything);
    let (early, late) = ("&to=1999-01-01", "&from=2090-01-01");
    assert_eq!(
        (all(&site, &admin, early, 50).await, all(&site, &admin, late, 50).await),
        (vec![], vec![])
    );
    let refused = site.get("/api/audit?from=yesterday", &admin).await;
    assert_eq!(refused.refused(422), "input");
}

#[tokio::test]
async fn the_audit_leaves_as_a_file_with_a_row_for_each_entry() {
    let site = Site::start().await;
    let admin = site.sign_in("ADMIN").await;
    site.country(&admin, "Nepal", "NP").await;
    let file = site.export("/api/audit?type=country&deed=create", &admin).await;
    let text = String::from_utf8(file.bytes.to_vec()).unwrap();
    assert!(text.contains("Entry,When,Who,What,Type,Document"), "{text}");
    let count = all(&site, &admin, "&type=country&deed=create", 500).await.len();
    assert_eq!(text.lines().count(), count + 1);
}

#[tokio::test]
async fn the_titles_are_a_chain_to_the_head_and_hold_no_value_of_any_record() {
    let site = Site::start().await;
    let admin = site.sign_in("ADMIN").await;
    site.country(&admin, "Nepal", "NP").await;
    let text = |answer: crate::harness::Answer| String::from_utf8(answer.bytes.to_vec()).unwrap();
    let lines = text(site.get("/api/audit/titles?since=0", &admin).await);
    let chain = Chain::default().follow(&lines);
    let head = site.get("/api/audit?limit=1", &admin).await.expect(200)["head"].clone();
    assert_eq!((json!(chain.seq), json!(chain.hash)), (head["seq"].clone(), head["hash"].clone()));
    assert_eq!((chain.wrong.clone(), chain.told), (None, 0));
    for hidden in ["Nepal", "argon2", "\"hash\"", "\"record\""] {
        assert!(!lines.contains(hidden), "{hidden}");
    }
    let half = lines.lines().count() as u64 / 2;
    let rest = text(site.get(&format!("/api/audit/titles?since={half}"), &admin).await);
    let first: Vec<&str> = lines.lines().take(half as usize).collect();
    assert_eq!(Chain::default().follow(&first.join("\n")).follow(&rest), chain);
}
