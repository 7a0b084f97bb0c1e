//! Signing in by the template's calls.

use godown_server::auth::token::LONG_LIFE_SECONDS;
use serde_json::{Value, json};

use super::keys;
use crate::harness::{PASSWORD, Site};

const LOGIN: &str = "/api/auth/login";
const PROFILE: &str = "/api/auth/profile";

async fn login(site: &Site, email: &str, password: &str) -> Value {
    let body = json!({ "email": email, "password": password });
    site.post(LOGIN, "", &body).await.expect(200)
}

fn claims(token: &str) -> Value {
    use base64::Engine;
    let part = token.split('.').nth(1).unwrap();
    let bytes = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(part).unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

#[tokio::test]
async fn a_good_password_begins_a_session_of_seven_days_in_the_templates_shape() {
    let site = Site::start().await;
    let answer = login(&site, "SALES", PASSWORD).await;
    assert_eq!(keys(&answer), ["accessToken", "user"]);
    assert_eq!(keys(&answer["user"]), ["id", "avatar", "email", "name", "role"]);
    assert_eq!(answer["user"]["id"], site.people["SALES"].as_str());
    assert_eq!(answer["user"]["role"], "SALES");
    assert_eq!(login(&site, "ADMIN", PASSWORD).await["user"]["role"], "SA");
    let token = answer["accessToken"].as_str().unwrap();
    let told = claims(token);
    assert_eq!((&told["id"], &told["userId"]), (&answer["user"]["id"], &answer["user"]["id"]));
    assert_eq!(told["exp"].as_i64().unwrap() - told["iat"].as_i64().unwrap(), LONG_LIFE_SECONDS);
    let profile = site.get(PROFILE, token).await.expect(200);
    assert_eq!(profile, json!({ "user": answer["user"] }));
    site.get("/api/menu", token).await.expect(200);
    site.pass(LONG_LIFE_SECONDS * 1000);
    site.get(PROFILE, token).await.expect(401);
}

#[tokio::test]
async fn whoever_is_not_let_in_is_told_one_thing() {
    let site = Site::start().await;
    let before = site.seq();
    for body in [
        json!({ "email": "SALES", "password": "wrong" }),
        json!({ "email": "nobody@godown.test", "password": PASSWORD }),
        json!({ "email": "SALES" }),
        json!({ "email": 1, "password": [] }),
        json!([]),
    ] {
        let answer = site.post(LOGIN, "", &body).await;
        assert_eq!(answer.expect(400)["message"], "Invalid email or password", "{body}");
        assert_eq!(answer.header("content-type"), "application/json");
    }
    for (kind, body) in [("", ""), ("text/plain", "SALES"), ("application/json", "{")] {
        let answer = site.call("POST", LOGIN, "", kind, body).await;
        assert_eq!(answer.expect(400)["message"], "Invalid email or password");
    }
    assert_eq!(site.seq(), before);
}

#[tokio::test]
async fn tries_are_counted_with_those_of_the_other_way_in() {
    let site = Site::start().await;
    let mut last = 0;
    for _ in 0..12 {
        let body = json!({ "email": "SALES", "password": "wrong" });
        last = site.post(LOGIN, "", &body).await.status;
    }
    assert_eq!(last, 429);
    let form = format!("emailId=SALES&password={}", PASSWORD.replace(' ', "+"));
    site.form("/api/login/signIn", "", &form).await.expect(429);
}

#[tokio::test]
async fn without_a_token_that_holds_the_profile_is_refused_in_the_specifications_words() {
    let site = Site::start().await;
    let token = login(&site, "SALES", PASSWORD).await["accessToken"].as_str().unwrap().to_owned();
    site.post("/api/logout", &token, &json!({})).await.expect(200);
    for token in ["", "nonsense", token.as_str()] {
        let answer = site.get(PROFILE, token).await;
        assert_eq!(answer.expect(401)["message"], "Invalid Authorization token");
    }
}

#[tokio::test]
async fn a_changed_password_ends_the_templates_sessions_too() {
    let site = Site::start().await;
    let token = login(&site, "SALES", PASSWORD).await["accessToken"].as_str().unwrap().to_owned();
    let other = site.sign_in("SALES").await;
    let body = json!({ "old": PASSWORD, "new": "six slow tugboats" });
    site.post("/api/session/password", &other, &body).await.expect(200);
    site.get(PROFILE, &token).await.expect(401);
}
