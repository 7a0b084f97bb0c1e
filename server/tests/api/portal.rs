//! People of other firms: invited, signed in by the one mechanism of accounts, and shown their own firm alone.

use godown_core::docs::session::Reset;
use godown_core::kept::keys;
use godown_server::auth::value;
use serde_json::{Value, json};

use crate::harness::{Site, uuid};

const NEW: &str = "six slow tugboats";
const HOUR_MS: i64 = 3_600_000;

impl Site {
    /// Takes a step of a document; its answer.
    async fn step(&self, token: &str, path: &str, action: &str, inputs: Value) -> Value {
        let version = &self.get(path, token).await.expect(200)["version"];
        let body = json!({ "command_id": uuid(), "version": version, "inputs": inputs });
        self.post(&format!("{path}/{action}"), token, &body).await.expect(200)
    }

    fn invited(&self, account: &str) -> Option<Reset> {
        self.app.view(|read, _| value::<Reset>(read, &keys::reset(account))).unwrap()
    }

    async fn says(&self, name: &str, password: &str) -> Value {
        let body = format!("emailId={name}&password={}", password.replace(' ', "+"));
        self.form("/api/login/signIn", "", &body).await.expect(200)
    }
}

async fn urls(site: &Site, token: &str) -> Vec<String> {
    let menu = site.get("/api/menu", token).await.expect(200);
    let groups = menu.as_array().unwrap().iter();
    let pages = groups.flat_map(|group| group["children"].as_array().unwrap().clone());
    pages.map(|page| page["menu_page_url"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_firm_that_is_approved_is_invited_and_signs_in_by_its_e_mail_with_a_password_of_its_own()
{
    let site = Site::demo().await;
    let desk = site.sign_in("PURCH").await;
    let bare = site.find("supplier", "portal:eq:false").await;
    let path = format!("/api/docs/supplier/{bare}");
    assert!(site.invited(&bare).is_none());
    let before = site.get(&path, &desk).await.expect(200);
    let mut record = before["record"].clone();
    for (key, value) in [
        ("portal", json!(true)),
        ("portal_email", json!("dispatch@newmill.example")),
        ("portal_mobile", json!("9250007001")),
    ] {
        record[key] = value;
    }
    for computed in ["state", "submitted_by"] {
        record.as_object_mut().unwrap().remove(computed);
    }
    let body = json!({ "command_id": uuid(), "version": before["version"], "record": record });
    site.put(&path, &desk, &body).await.expect(200);
    let first = site.invited(&bare).expect("who is let in is invited");
    let text = site.find("mail", "to:eq:dispatch@newmill.example").await;
    assert_eq!(text, first.mail);

    // An invitation waits longer than a code for a forgotten password, and can be sent again.
    site.pass(HOUR_MS);
    site.step(&desk, &path, "invite", json!({})).await;
    let second = site.invited(&bare).unwrap();
    assert_ne!(second.mail, first.mail);
    site.pass(48 * HOUR_MS);
    let (old, code) = (site.app.tokens.code(&first.mail), site.app.tokens.code(&second.mail));
    let reset =
        |code: &str| json!({ "id": "Dispatch@newmill.example", "code": code, "password": NEW });
    site.post("/api/session/reset", "", &reset(&old)).await.expect(422);
    site.post("/api/session/reset", "", &reset(&code)).await.expect(200);

    let answer = site.says("dispatch@newmill.example", NEW).await;
    assert_eq!(answer["code"], 1, "{answer}");
    assert_eq!(answer["data"][0]["roles"], json!(["SUPPLIER"]));
    assert_eq!(answer["data"][0]["account"], "supplier");
    let token = answer["accesstoken"].as_str().unwrap().to_owned();
    assert_eq!(site.get(&path, &token).await.expect(200)["id"], bare);

    // Blocked: the session ends at once, and no other begins.
    let why = json!({ "remarks": "Delivered short three times" });
    let accounts = site.sign_in("ACC").await;
    site.step(&accounts, &path, "block", why.clone()).await;
    assert_eq!(site.get("/api/menu", &token).await.refused(401), "auth_expired");
    assert_eq!(
        site.says("9250007001", NEW).await["message"],
        "Your account is inactive. Contact admin"
    );
    site.step(&accounts, &path, "unblock", why).await;
    assert_eq!(site.get("/api/menu", &token).await.refused(401), "auth_expired");
    assert_eq!(site.says("9250007001", NEW).await["code"], 1);
}

#[tokio::test]
async fn a_person_of_another_firm_sees_and_changes_what_is_his_own_and_nothing_of_the_house() {
    let site = Site::demo().await;
    let token = site.sign_in("SUPPLIER").await;
    let me = site.says("SUPPLIER", crate::harness::PASSWORD).await["data"][0].clone();
    let own = me["id"].as_str().unwrap().to_owned();
    assert_eq!(urls(&site, &token).await, ["/stockinward", "/supplier-users"]);
    let rows = site.get("/api/docs/inward?limit=500", &token).await.expect(200);
    assert!(rows["total"].as_i64().unwrap() > 3, "{}", rows["total"]);
    for row in rows["rows"].as_array().unwrap() {
        assert_eq!(row["supplier"], own.as_str());
    }
    let inward = rows["rows"][0]["id"].as_str().unwrap();
    let seen = site.get(&format!("/api/docs/inward/{inward}"), &token).await.expect(200);
    for hidden in ["submitted_by", "note"] {
        assert!(seen["record"].get(hidden).is_none(), "{hidden}");
    }
    assert!(seen["record"]["lines"][0].get("cost_paise").is_none());
    assert!(seen["record"]["lines"][0]["sku"].is_string());

    let path = format!("/api/docs/supplier/{own}");
    let inputs = json!({
        "portal_mobile": "9250007002", "portal_email": "Night@mill.example", "theme": "red",
    });
    let after = site.step(&token, &path, "profile", inputs).await;
    assert_eq!(after["record"]["theme"], "red");
    assert!(after["record"].get("submitted_by").is_none());
    for name in ["9250007002", "night@mill.example", "supplier"] {
        assert_eq!(site.says(name, crate::harness::PASSWORD).await["code"], 1, "{name}");
    }

    // The name of an employee is nobody else's.
    let sales = site.find("employee", "emp_id:eq:SALES").await;
    let admin = site.sign_in("ADMIN").await;
    let sales = site.get(&format!("/api/docs/employee/{sales}"), &admin).await.expect(200);
    let version = &after["version"];
    let inputs = json!({
        "portal_mobile": sales["record"]["mobile"], "portal_email": "night@mill.example",
    });
    let body = json!({ "command_id": uuid(), "version": version, "inputs": inputs });
    let refused = site.post(&format!("{path}/profile"), &token, &body).await;
    assert_eq!(refused.json()["errors"][0]["path"], "portal_mobile");
    assert_eq!(refused.json()["errors"][0]["code"], "duplicate");
    let taken = sales["record"]["mobile"].as_str().unwrap();
    let told = refused.json()["errors"][0]["message"].clone();
    assert_eq!(told, format!("Portal mobile {taken} already exists"));

    // His own sessions and password, as for everybody.
    let sessions = site.get("/api/sessions", &token).await.expect(200);
    assert!(sessions["rows"].as_array().unwrap().iter().any(|row| row["current"] == true));
    let body = json!({ "old": crate::harness::PASSWORD, "new": NEW });
    site.post("/api/session/password", &token, &body).await.expect(200);
    assert_eq!(site.says("SUPPLIER", NEW).await["code"], 1);

    // What they changed stands under the firm's name for the house.
    let desk = site.sign_in("PURCH").await;
    let told = site.get(&path, &desk).await.expect(200);
    assert_eq!(told["links"]["employee"][&own], told["record"]["name"]);
    assert_eq!(told["history"][0]["by_name"], told["record"]["name"]);
}
