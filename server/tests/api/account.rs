//! A person's own account: sign-up, a forgotten password, sessions, and what failed sign-ins tell.

use godown_core::docs::session::{CODE_LIFE_MS, CODE_OVER, Reset};
use godown_core::kept::keys;
use godown_core::kept::read::{Docs, Writes};
use godown_core::write::command::Did;
use godown_server::auth::value;
use godown_server::store::Entry;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::harness::{Answer, PASSWORD, Site, uuid};

const SIGN_IN: &str = "/api/login/signIn";
const FORGOT: &str = "/api/session/forgot";
const RESET: &str = "/api/session/reset";
const REGISTER: &str = "/api/auth/register";
const NEW: &str = "six slow tugboats";

impl Site {
    /// Waits until something is true of the store: it looks again with every commit.
    async fn until(&self, mut is: impl FnMut(&Site) -> bool) {
        let mut head = self.app.writer.head();
        loop {
            head.borrow_and_update();
            if is(self) {
                return;
            }
            head.changed().await.unwrap();
        }
    }

    fn reset_of(&self, emp_id: &str) -> Option<Reset> {
        let key = keys::reset(&self.people[emp_id]);
        self.app.view(|read, _| value::<Reset>(read, &key)).unwrap()
    }

    async fn give_mail(&self, emp_id: &'static str) -> String {
        let token = self.sign_in(emp_id).await;
        let path = format!("/api/docs/employee/{}", self.people[emp_id]);
        let inputs = json!({
            "mobile": format!("98300000{:02}", emp_id.len()),
            "email": format!("{}@godown.test", emp_id.to_lowercase()),
        });
        let version = &self.get(&path, &token).await.expect(200)["version"];
        let body = json!({ "command_id": uuid(), "version": version, "inputs": inputs });
        self.post(&format!("{path}/profile"), &token, &body).await.expect(200);
        token
    }

    /// Asks for a code and waits for it; what the mail says it is.
    async fn code(&self, emp_id: &str) -> String {
        let before = self.reset_of(emp_id).map(|reset| reset.mail);
        self.post(FORGOT, "", &json!({ "id": emp_id })).await.expect(200);
        self.until(|site| site.reset_of(emp_id).map(|reset| reset.mail) != before).await;
        self.app.tokens.code(&self.reset_of(emp_id).unwrap().mail)
    }

    async fn reset(&self, id: &str, code: &str, password: &str) -> Answer {
        self.post(RESET, "", &json!({ "id": id, "code": code, "password": password })).await
    }

    async fn allow_registration(&self) {
        let admin = self.sign_in("ADMIN").await;
        let setting = self.get("/api/docs/setting/setting", &admin).await.expect(200);
        let mut record = setting["record"].clone();
        record["registration"] = true.into();
        let body = json!({ "command_id": uuid(), "version": setting["version"], "record": record });
        self.put("/api/docs/setting/setting", &admin, &body).await.expect(200);
    }

    async fn notifications(&self, token: &str) -> Vec<Value> {
        let page = self.get("/api/docs/notification?limit=500", token).await.expect(200);
        page["rows"].as_array().unwrap().clone()
    }
}

/// What of a refusal anybody can see.
fn seen(answer: &Answer) -> (u16, Vec<(String, String)>, Value) {
    let named = |(name, value): (&warp::http::HeaderName, &warp::http::HeaderValue)| {
        (name.to_string(), value.to_str().unwrap().to_owned())
    };
    let own = ["date", "x-request-id"];
    let headers = answer.headers.iter().map(named);
    let headers = headers.filter(|(name, _)| !own.contains(&name.as_str())).collect();
    (answer.status, headers, answer.json())
}

#[tokio::test]
async fn whether_an_id_exists_is_told_by_no_answer() {
    let site = Site::start().await;
    site.give_mail("SALES").await;
    let mut forgotten = Vec::new();
    let mut reset = Vec::new();
    // With a mail address, without one, unknown, and what is no id at all.
    for id in ["SALES", "BM", "NOBODY", "nobody@godown.test", "\u{7}"] {
        let answer = site.post(FORGOT, "", &json!({ "id": id })).await;
        assert_eq!(answer.expect(200)["message"], "If the id exists, a reset link was sent");
        forgotten.push(seen(&answer));
        reset.push(seen(&site.reset(id, "abcdefgh", NEW).await));
        // Nobody waits for an earlier try.
        site.pass(60_000);
    }
    site.until(|site| site.reset_of("SALES").is_some()).await;
    reset.push(seen(&site.reset("SALES", "abcdefgh", NEW).await));
    assert!(forgotten.iter().all(|one| one == &forgotten[0]), "{forgotten:?}");
    assert!(reset.iter().all(|one| one == &reset[0]), "{reset:?}");
    assert_eq!(
        reset[0].2["errors"][0],
        json!({ "path": "code", "code": "input", "message": CODE_OVER })
    );
}

#[tokio::test]
async fn a_code_sets_the_password_once_and_ends_every_session() {
    let site = Site::start().await;
    let token = site.give_mail("SALES").await;
    let code = site.code("SALES").await;
    assert_eq!(
        site.reset("SALES", &code, "password").await.json()["errors"][0]["path"],
        "password"
    );
    // As people type it.
    let typed = format!(" {}-{} ", code[..4].to_uppercase(), &code[4..]);
    site.reset("SALES@godown.test", &typed, NEW).await.expect(200);
    assert_eq!(site.get("/api/menu", &token).await.refused(401), "auth_expired");
    site.reset("SALES", &code, "seven slow tugboats").await.expect(422);
    let form = |password: &str| format!("emailId=SALES&password={}", password.replace(' ', "+"));
    assert_eq!(site.form(SIGN_IN, "", &form(PASSWORD)).await.expect(200)["code"], 0);
    assert_eq!(site.form(SIGN_IN, "", &form(NEW)).await.expect(200)["code"], 1);
}

#[tokio::test]
async fn a_code_of_ten_minutes_ago_and_a_code_of_another_are_of_no_use() {
    let site = Site::start().await;
    site.give_mail("SALES").await;
    site.give_mail("BM").await;
    let (sales, bm) = (site.code("SALES").await, site.code("BM").await);
    assert_ne!(sales, bm);
    site.reset("SALES", &bm, NEW).await.expect(422);
    site.pass(CODE_LIFE_MS);
    site.reset("SALES", &sales, NEW).await.expect(422);
    // A new one is good, the old one stays bad.
    let newer = site.code("SALES").await;
    site.reset("SALES", &sales, NEW).await.expect(422);
    site.reset("SALES", &newer, NEW).await.expect(200);
}

#[tokio::test]
async fn after_five_wrong_tries_a_code_is_over() {
    let site = Site::start().await;
    site.give_mail("SALES").await;
    let code = site.code("SALES").await;
    for _ in 0..5 {
        site.reset("SALES", "abcdefgh", NEW).await.expect(422);
    }
    assert_eq!(site.reset("SALES", &code, NEW).await.refused(429), "rate_limit");
    site.pass(60_000);
    site.reset("SALES", &code, NEW).await.expect(422);
}

#[tokio::test]
async fn a_password_is_judged_only_for_whoever_knows_the_code() {
    let site = Site::start().await;
    site.give_mail("SALES").await;
    let code = site.code("SALES").await;
    let id = "x".repeat(99);
    let accented = format!("{}é", "x".repeat(98));
    for password in [&accented, "password", "password", "short", &accented] {
        let answer = site.reset(&id, "abcdefgh", password).await.expect(422);
        assert_eq!(answer["errors"][0]["path"], "code");
    }
    assert_eq!(site.reset(&id, "abcdefgh", &accented).await.refused(429), "rate_limit");
    site.pass(60_000);
    let answer = site.reset("SALES", &code, "password").await.expect(422);
    assert_eq!(answer["errors"][0]["path"], "password");
    site.reset("SALES", &code, NEW).await.expect(200);
}

#[tokio::test]
async fn no_password_is_hashed_for_whoever_may_not_make_the_person() {
    let site = Site::start().await;
    let sales = site.sign_in("SALES").await;
    let record = json!({ "emp_id": "NEW", "name": "New Person", "password": "password" });
    let body = json!({ "command_id": uuid(), "record": record });
    assert_eq!(site.post("/api/docs/employee", &sales, &body).await.refused(403), "forbidden");
}

#[tokio::test]
async fn codes_are_asked_for_slowly_and_one_a_minute_is_sent() {
    let site = Site::start().await;
    site.give_mail("SALES").await;
    let admin = site.sign_in("ADMIN").await;
    site.code("SALES").await;
    for _ in 0..4 {
        site.post(FORGOT, "", &json!({ "id": "SALES" })).await.expect(200);
    }
    let answer = site.post(FORGOT, "", &json!({ "id": "SALES" })).await;
    assert_eq!(answer.refused(429), "rate_limit");
    // Another source is slowed by the id, another id by the source, a sign-in by neither.
    assert_eq!(site.post(FORGOT, "", &json!({ "id": "BM" })).await.status, 429);
    site.sign_in("SALES").await;
    site.pass(60_000);
    site.code("SALES").await;
    assert_eq!(site.get("/api/docs/mail", &admin).await.expect(200)["total"], 2);
}

#[tokio::test]
async fn nobody_makes_himself_an_account_where_the_site_does_not_allow_it() {
    let site = Site::start().await;
    let body = json!({ "email": "new@godown.test", "username": "New Person", "password": NEW });
    let before = site.seq();
    let answer = site.post(REGISTER, "", &body).await;
    assert_eq!(answer.status, 403);
    assert_eq!(answer.json()["message"], "Accounts are created by your administrator");
    assert_eq!(site.seq(), before);
}

#[tokio::test]
async fn a_new_account_sees_nothing_until_an_administrator_grants_rights() {
    let site = Site::start().await;
    site.allow_registration().await;
    let body = json!({ "email": "New@Godown.test", "username": "New Person", "password": NEW });
    let made = site.post(REGISTER, "", &body).await.expect(200);
    assert_eq!(made["user"]["role"], "GUEST");
    assert_eq!(made["user"]["email"], "new@godown.test");
    let (token, id) = (made["accessToken"].as_str().unwrap(), made["user"]["id"].as_str().unwrap());
    assert_eq!(site.get("/api/menu", token).await.expect(200), json!([]));
    for def in godown_core::docs::ALL {
        let answer = site.get(&format!("/api/docs/{}", def.key), token).await;
        assert_eq!(answer.refused(403), "forbidden", "{}", def.key);
    }
    for path in ["/api/stock", "/api/catalogue"] {
        assert_eq!(site.get(path, token).await.refused(403), "forbidden", "{path}");
    }
    assert_eq!(site.get("/api/search?q=p", token).await.expect(200), json!([]));
    // The administrators were told in the same commit; with rights it is an employee like any other.
    let admin = site.sign_in("ADMIN").await;
    let told = site.notifications(&admin).await;
    assert_eq!(told[0]["title"], "New Person asks for access");
    let path = format!("/api/docs/employee/{id}");
    let employee = site.get(&path, &admin).await.expect(200);
    let mut record = employee["record"].clone();
    for (key, value) in [
        ("emp_id", json!("NEW1")),
        ("mobile", json!("9830000099")),
        ("roles", json!(["SALES"])),
        ("designation", json!("Staff")),
        ("joined_on", json!("2026-11-01")),
        ("branch", json!(site.branches[0])),
    ] {
        record[key] = value;
    }
    let body = json!({ "command_id": uuid(), "version": employee["version"], "record": record });
    site.put(&path, &admin, &body).await.expect(200);
    assert_eq!(
        site.get("/api/menu", token).await.status,
        401,
        "rights have changed: sign in again"
    );
    let form = format!("emailId=NEW1&password={}", NEW.replace(' ', "+"));
    let signed = site.form(SIGN_IN, "", &form).await.expect(200);
    assert_eq!(signed["data"][0]["roles"], json!(["SALES"]));
}

#[tokio::test]
async fn an_account_that_exists_a_weak_password_and_a_false_address_are_refused() {
    let site = Site::start().await;
    site.allow_registration().await;
    let of = |email: &str, password: &str| json!({ "email": email, "username": "New Person", "password": password });
    site.post(REGISTER, "", &of("new@godown.test", NEW)).await.expect(200);
    for (body, status, message) in [
        (of("new@godown.test", NEW), 400, "User already exists!"),
        (of("other@godown.test", "short"), 422, "A password has 8 to 128 characters"),
        (of("other@godown", NEW), 422, "Enter a valid e-mail address"),
    ] {
        let answer = site.post(REGISTER, "", &body).await;
        assert_eq!(answer.status, status, "{}", answer.json());
        assert_eq!(answer.json()["message"], message);
    }
}

#[tokio::test]
async fn a_person_lists_and_ends_his_sessions_and_an_administrator_anothers() {
    let site = Site::start().await;
    let (one, two) = (site.sign_in("SALES").await, site.sign_in("SALES").await);
    let (bm, admin) = (site.sign_in("BM").await, site.sign_in("ADMIN").await);
    let rows = site.get("/api/sessions", &one).await.expect(200)["rows"].clone();
    assert_eq!(rows.as_array().unwrap().len(), 2);
    let current: Vec<&Value> =
        rows.as_array().unwrap().iter().filter(|row| row["current"] == true).collect();
    assert_eq!(current.len(), 1);
    let other = rows.as_array().unwrap().iter().find(|row| row["current"] == false).unwrap();
    let end = json!({ "session": other["id"] });
    // Another person neither sees nor ends them.
    let sales = &site.people["SALES"];
    let path = format!("/api/sessions?account={sales}");
    assert_eq!(site.get(&path, &bm).await.refused(403), "forbidden");
    assert_eq!(site.post("/api/sessions/end", &bm, &end).await.refused(403), "forbidden");
    let everywhere = json!({ "account": sales });
    assert_eq!(site.post("/api/sessions/end", &bm, &everywhere).await.refused(403), "forbidden");
    site.post("/api/sessions/end", &one, &end).await.expect(200);
    assert_eq!(site.get("/api/menu", &two).await.status, 401);
    let three = site.sign_in("SALES").await;
    site.post("/api/sessions/end", &one, &json!({})).await.expect(200);
    assert_eq!(site.get("/api/menu", &three).await.status, 401);
    site.get("/api/menu", &one).await.expect(200);
    assert_eq!(site.get(&path, &admin).await.expect(200)["rows"].as_array().unwrap().len(), 1);
    site.post("/api/sessions/end", &admin, &everywhere).await.expect(200);
    assert_eq!(site.get("/api/menu", &one).await.status, 401);
}

#[tokio::test]
async fn five_failed_sign_ins_of_one_account_are_told_to_the_administrators_once_an_hour() {
    let site = Site::start().await;
    let wrong = |id: &str| format!("emailId={id}&password=wrong");
    let fail = async |id: &str| {
        for _ in 0..5 {
            site.pass(16 * 60_000);
            site.form(SIGN_IN, "", &wrong(id)).await.expect(200);
        }
    };
    for round in 1..=2 {
        fail("SALES").await;
        site.until(|site| told(site) == round).await;
    }
    // An unknown name grows nothing.
    let before = site.seq();
    fail("NOBODY").await;
    assert_eq!(site.seq(), before);
    site.pass(16 * 60_000);
    let rows = site.notifications(&site.sign_in("ADMIN").await).await;
    assert_eq!(rows[0]["title"], "Five failed sign-ins for SALES");
    assert_eq!(rows[0]["severity"], "warning");
    assert_eq!(site.notifications(&site.sign_in("BM").await).await, [] as [Value; 0]);
}

/// How many notifications there are.
fn told(site: &Site) -> usize {
    let range = godown_core::kept::read::Range::prefix(&keys::key(&["doc", "notification"]));
    site.app.view(|read, _| Ok(read.keys(&range, 100)?.len())).unwrap()
}

#[tokio::test]
async fn a_sign_in_outside_the_hours_of_ones_role_is_refused_in_words() {
    let site = Site::start().await;
    let window = json!({
        "name": "Office hours", "kind": "sign_in", "role": "SALES", "from": "08:00", "to": "21:00",
    });
    site.make("time_rule", window).await;
    site.sign_in("SALES").await;
    site.pass(12 * 3_600_000);
    let form = format!("emailId=SALES&password={}", PASSWORD.replace(' ', "+"));
    let answer = site.form(SIGN_IN, "", &form).await.expect(200);
    assert_eq!(answer["code"], 0);
    assert_eq!(answer["message"], "Sign-in is allowed 08:00–21:00 for your role");
    site.sign_in("BM").await;
    site.sign_in("ADMIN").await;
}

/// Puts something in a document's place that no program wrote.
fn tear(site: &Site, kind: &str, id: &str) {
    let entry = Entry {
        time: site.app.store.head().time,
        company: keys::COMPANY.to_owned(),
        actor: String::new(),
        command_id: uuid(),
        did: Did::default(),
        command: RawValue::from_string("{}".to_owned()).unwrap(),
        writes: Writes::from([(keys::doc(kind, id), Some(b"\"torn\"".to_vec()))]),
        docs: Docs::new(),
    };
    let store = &site.app.store;
    store.commit(vec![entry], store.head().seq).unwrap();
}

#[tokio::test]
async fn what_breaks_within_is_an_internal_error_in_the_templates_words_and_tells_nothing_of_it() {
    let site = Site::start().await;
    let (token, bm) = (site.sign_in("SALES").await, site.sign_in("BM").await);
    site.get("/api/auth/profile", &token).await.expect(200);
    // Whether visitors may register cannot be read any more.
    tear(&site, "setting", "setting");
    let visitor = json!({ "email": "new@godown.test", "username": "New", "password": NEW });
    let registered = site.post(REGISTER, "", &visitor).await;
    tear(&site, "employee", &site.people["SALES"]);
    let profile = site.get("/api/auth/profile", &token).await;
    for answer in [registered, profile] {
        let told = answer.expect(500);
        assert_eq!(told["message"], "Internal server error");
        let text = String::from_utf8_lossy(&answer.bytes).to_lowercase();
        for inner in ["torn", "setting", "employee", "doc", "json", "expected"] {
            assert!(!text.contains(inner), "{text}");
        }
    }
    // Where the template has no say it is a problem as everywhere.
    let listed = site.get(&format!("/api/docs/employee/{}", site.people["SALES"]), &bm).await;
    assert_eq!(listed.refused(500), "fault");
}
