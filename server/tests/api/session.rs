//! Sign-in, tokens, sign-out and passwords.

use serde_json::json;

use crate::harness::{PASSWORD, Site, uuid};

const BAD: &str = "Employee id or password is incorrect";
const SIGN_IN: &str = "/api/login/signIn";
const DETAILS: &str = "/api/masters/allMasters/getEmployeeDetails";

#[tokio::test]
async fn a_good_password_begins_a_session_with_what_the_specification_names() {
    let site = Site::start().await;
    let answer = site.form(SIGN_IN, "", "emailId=sales&password=nine+quiet+lorries").await;
    let answer = answer.expect(200);
    let user = &answer["data"][0];
    assert_eq!(answer["code"], 1);
    assert_eq!(user["id"], site.people["SALES"].as_str());
    assert_eq!(user["show_less_section"], false);
    assert_eq!(user["roles"], json!(["SALES"]));
    assert_eq!(user["emp_id"], "SALES");
    assert_eq!(user["branches"], json!([site.branches[0]]));
    assert_eq!(user["must_change_password"], false);
    let token = answer["accesstoken"].as_str().unwrap();
    let id = format!("id={}", site.people["SALES"]);
    let details = site.form(DETAILS, token, &id).await.expect(200);
    assert_eq!(details["code"], 1);
    assert_eq!(&details["data"], user);
}

#[tokio::test]
async fn a_bad_sign_in_says_one_thing_whoever_it_was() {
    let site = Site::start().await;
    let before = site.seq();
    for body in ["emailId=SALES&password=wrong", "emailId=NOBODY&password=wrong"] {
        let answer = site.form(SIGN_IN, "", body).await.expect(200);
        assert_eq!(answer, json!({ "code": 0, "message": BAD, "data": [] }));
    }
    for (body, message) in [
        ("", "Employee id is required"),
        ("emailId=&password=x", "Employee id is required"),
        ("password=x", "Employee id is required"),
        ("emailId=SALES&password=", "Password is required"),
        ("emailId=SALES", "Password is required"),
    ] {
        let answer = site.form(SIGN_IN, "", body).await.expect(200);
        assert_eq!((&answer["code"], &answer["message"]), (&json!(0), &json!(message)), "{body}");
    }
    assert_eq!(site.seq(), before);
}

#[tokio::test]
async fn a_mobile_number_signs_in_too() {
    let site = Site::start().await;
    let body = format!("emailId=9820000001&password={}", PASSWORD.replace(' ', "%20"));
    assert_eq!(site.form(SIGN_IN, "", &body).await.expect(200)["data"][0]["emp_id"], "SALES");
}

#[tokio::test]
async fn a_password_with_reserved_characters_may_arrive_escaped_or_raw() {
    let site = Site::start().await;
    let password = "a&b=c+d%zz e";
    site.set_password(&site.people["BM"], password, false).await;
    let escaped = "emailId=BM&password=a%26b%3Dc%2Bd%25zz+e";
    for body in [escaped.to_owned(), format!("emailId=BM&password={password}")] {
        assert_eq!(site.form(SIGN_IN, "", &body).await.expect(200)["code"], 1, "{body}");
    }
}

#[tokio::test]
async fn the_fifth_failure_is_followed_by_a_wait_that_grows() {
    let site = Site::start().await;
    for _ in 0..5 {
        site.form(SIGN_IN, "", "emailId=SALES&password=wrong").await.expect(200);
    }
    let good = "emailId=SALES&password=nine+quiet+lorries";
    let answer = site.form(SIGN_IN, "", good).await;
    assert_eq!(answer.refused(429), "rate_limit");
    assert_eq!(answer.header("retry-after"), "1");
    assert_eq!(answer.json()["detail"], "Too many attempts. Try again in 1 s");
    site.pass(1_000);
    site.form(SIGN_IN, "", "emailId=SALES&password=wrong").await.expect(200);
    assert_eq!(site.form(SIGN_IN, "", good).await.header("retry-after"), "2");
    site.pass(2_000);
    assert_eq!(site.form(SIGN_IN, "", good).await.expect(200)["code"], 1);
}

#[tokio::test]
async fn of_many_wrong_passwords_at_once_five_are_looked_at() {
    let site = Site::start().await;
    let tries = (0..120).map(|n| {
        let body = format!("emailId=SALES&password=wrong{n}");
        let site = &site;
        async move { site.form(SIGN_IN, "", &body).await.status }
    });
    let answers = futures_util::future::join_all(tries).await;
    let of = |status: u16| answers.iter().filter(|answer| **answer == status).count();
    assert_eq!((of(200), of(429)), (5, 115));
}

#[tokio::test]
async fn id_mobile_and_mail_of_one_person_are_one_account_to_a_guesser() {
    let site = Site::start().await;
    for name in ["SALES", "sales", "9820000001", " SALES ", "9820000001"] {
        let body = format!("emailId={name}&password=wrong");
        site.form(SIGN_IN, "", &body).await.expect(200);
    }
    let good = "emailId=SALES&password=nine+quiet+lorries";
    assert_eq!(site.form_from("10.0.0.9", "", good).await.refused(429), "rate_limit");
}

#[tokio::test]
async fn anothers_guesses_slow_nobody_down_who_signed_in_there_before() {
    let site = Site::start().await;
    let good = "emailId=SALES&password=nine+quiet+lorries";
    let first = site.form_from("10.0.0.1", "", good).await;
    let cookie = first.header("set-cookie").to_owned();
    let device = cookie.split(';').next().unwrap();
    assert!(device.starts_with("godown_device="), "{cookie}");
    assert!(cookie.ends_with("HttpOnly; SameSite=Strict"), "{cookie}");
    for n in 0..12 {
        let body = format!("emailId=SALES&password=wrong{n}");
        site.form_from("10.0.0.2", "", &body).await;
    }
    let stranger = site.form_from("10.0.0.3", "", good).await;
    assert_eq!(stranger.refused(429), "rate_limit");
    // The known address, and the known device wherever it is, even beside the guesser.
    for (from, cookie) in [("10.0.0.1", ""), ("10.0.0.2", device), ("10.0.0.3", device)] {
        let answer = site.form_from(from, cookie, good).await.expect(200);
        assert_eq!(answer["code"], 1, "{from} {cookie}");
    }
    // Whoever holds the device but not the password is slowed down there as anywhere.
    for n in 0..5 {
        let body = format!("emailId=SALES&password=wrong{n}");
        site.form_from("10.0.0.7", device, &body).await.expect(200);
    }
    assert_eq!(site.form_from("10.0.0.7", device, good).await.refused(429), "rate_limit");
}

#[tokio::test]
async fn a_signed_out_session_is_over_at_once_and_others_stand() {
    let site = Site::start().await;
    let (one, two) = (site.sign_in("SALES").await, site.sign_in("SALES").await);
    site.call("POST", "/api/logout", &one, "", "").await.expect(200);
    assert_eq!(site.get("/api/menu", &one).await.refused(401), "auth_expired");
    site.get("/api/menu", &two).await.expect(200);
}

#[tokio::test]
async fn a_token_ends_with_its_time() {
    let site = Site::start().await;
    let token = site.sign_in("SALES").await;
    site.pass((12 * 3_600 - 1) * 1_000);
    site.get("/api/menu", &token).await.expect(200);
    site.pass(1_000);
    let answer = site.get("/api/menu", &token).await;
    assert_eq!(answer.refused(401), "auth_expired");
    assert_eq!(answer.json()["detail"], "Your session has expired. Sign in again");
}

#[tokio::test]
async fn a_deactivated_employee_is_out_at_once_and_told_so_only_with_his_password() {
    let site = Site::start().await;
    let (admin, sales) = (site.sign_in("ADMIN").await, site.sign_in("SALES").await);
    let path = format!("/api/docs/employee/{}", site.people["SALES"]);
    let version = &site.get(&path, &admin).await.expect(200)["version"];
    let body = json!({ "command_id": uuid(), "version": version });
    site.post(&format!("{path}/deactivate"), &admin, &body).await.expect(200);
    assert_eq!(site.get("/api/menu", &sales).await.refused(401), "auth_expired");
    let good = site.form(SIGN_IN, "", "emailId=SALES&password=nine+quiet+lorries").await;
    let message = &good.expect(200)["message"];
    assert_eq!(message, "Your account is inactive. Contact admin");
    let bad = site.form(SIGN_IN, "", "emailId=SALES&password=wrong").await;
    assert_eq!(bad.expect(200)["message"], BAD);
}

#[tokio::test]
async fn anothers_details_are_for_administrators() {
    let site = Site::start().await;
    let (admin, sales) = (site.sign_in("ADMIN").await, site.sign_in("SALES").await);
    let of = |id: &str| format!("id={id}");
    let bm = of(&site.people["BM"]);
    assert_eq!(site.form(DETAILS, &sales, &bm).await.refused(403), "forbidden");
    assert_eq!(site.form(DETAILS, &sales, "id=nobody").await.refused(403), "forbidden");
    assert_eq!(site.form(DETAILS, &admin, &bm).await.expect(200)["data"]["emp_id"], "BM");
    assert_eq!(site.form(DETAILS, &admin, "id=nobody").await.refused(404), "not_found");
    assert_eq!(site.form(DETAILS, &sales, "").await.refused(400), "malformed");
}

#[tokio::test]
async fn a_changed_password_ends_the_other_sessions() {
    let site = Site::start().await;
    let (one, two) = (site.sign_in("BM").await, site.sign_in("BM").await);
    let body = json!({ "old": PASSWORD, "new": "four slow barges" });
    site.post("/api/session/password", &one, &body).await.expect(200);
    site.get("/api/menu", &one).await.expect(200);
    assert_eq!(site.get("/api/menu", &two).await.refused(401), "auth_expired");
    let old = site.form(SIGN_IN, "", "emailId=BM&password=nine+quiet+lorries").await.expect(200);
    assert_eq!(old["code"], 0);
    let new = site.form(SIGN_IN, "", "emailId=BM&password=four+slow+barges").await.expect(200);
    assert_eq!(new["code"], 1);
}

#[tokio::test]
async fn a_weak_new_password_and_a_wrong_old_one_are_refused_at_their_fields() {
    let site = Site::start().await;
    let token = site.sign_in("BM").await;
    let before = site.seq();
    for (old, new, field) in [
        ("wrong", "four slow barges", "old"),
        (PASSWORD, "short", "new"),
        (PASSWORD, "password1", "new"),
        (PASSWORD, PASSWORD, "new"),
    ] {
        let body = json!({ "old": old, "new": new });
        let answer = site.post("/api/session/password", &token, &body).await;
        answer.expect(422);
        assert_eq!(answer.json()["errors"][0]["path"], field, "{old} {new}");
    }
    assert_eq!(site.seq(), before);
}

#[tokio::test]
async fn a_first_password_must_be_changed_before_anything_else() {
    let site = Site::start().await;
    site.set_password(&site.people["BM"], PASSWORD, true).await;
    let token = site.sign_in("BM").await;
    assert_eq!(site.get("/api/menu", &token).await.refused(403), "password_change");
    let body = json!({ "old": PASSWORD, "new": "four slow barges" });
    site.post("/api/session/password", &token, &body).await.expect(200);
    site.get("/api/menu", &token).await.expect(200);
}

#[tokio::test]
async fn a_password_given_by_an_administrator_is_never_shown_and_must_be_changed() {
    let site = Site::start().await;
    let admin = site.sign_in("ADMIN").await;
    let record = json!({
        "emp_id": "NEW1", "name": "New Person", "mobile": "9820000099", "roles": ["SALES"],
        "designation": "Staff", "joined_on": "2026-04-01", "branch": site.branches[0],
        "password": "six warm anvils",
    });
    let body = json!({ "command_id": uuid(), "record": record });
    let made = site.post("/api/docs/employee", &admin, &body).await;
    made.expect(201);
    assert!(!String::from_utf8_lossy(&made.bytes).contains("argon2"));
    assert!(made.json()["record"].get("password").is_none());
    // The same command again is the same command, although its secret was hashed again.
    site.post("/api/docs/employee", &admin, &body).await.expect(201);
    let signed = site.form(SIGN_IN, "", "emailId=NEW1&password=six+warm+anvils").await.expect(200);
    assert_eq!(signed["data"][0]["must_change_password"], true);
}

#[tokio::test]
async fn a_sign_in_lasts_as_long_as_the_settings_say_and_those_before_keep_their_time() {
    let site = Site::start().await;
    let (admin, before) = (site.sign_in("ADMIN").await, site.sign_in("SALES").await);
    let setting = site.get("/api/docs/setting/setting", &admin).await.expect(200);
    let mut record = setting["record"].clone();
    record["session_hours"] = json!(2);
    let body = json!({ "command_id": uuid(), "version": setting["version"], "record": record });
    site.put("/api/docs/setting/setting", &admin, &body).await.expect(200);
    let after = site.sign_in("SALES").await;
    site.pass(2 * 3_600 * 1_000 - 1_000);
    site.get("/api/menu", &after).await.expect(200);
    site.pass(1_000);
    assert_eq!(site.get("/api/menu", &after).await.refused(401), "auth_expired");
    site.get("/api/menu", &before).await.expect(200);
    record["session_hours"] = json!(0);
    let body = json!({ "command_id": uuid(), "version": 2, "record": record });
    let refused = site.put("/api/docs/setting/setting", &admin, &body).await.expect(422);
    assert_eq!(refused["errors"][0]["path"], "session_hours");
}
