//! The shipped binary sends what waits in its outbox: killed before, during and after a delivery, no
//! mail is lost, and one that goes out twice is the same mail.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::proof::{report, seeds};
use crate::site::{Client, Site, preload};
use crate::smtp::{Mail, Mood, PATIENCE, Smtp};
use godown_server::http::routes::ROUTES;
use godown_server::store::walk;
use serde_json::{Value, json};
use tempfile::TempDir;

/// How many holidays, each of which sets one trigger off, are made before a kill.
const FIRED: usize = 4;

/// A site whose administrator gets a mail for every new holiday.
struct Office {
    data: TempDir,
    smtp: Smtp,
    token: String,
    made: usize,
}

fn uuid(number: usize) -> String {
    format!("a0000000-0000-4000-8000-{number:012x}")
}

impl Office {
    fn furnish(mood: Mood) -> Office {
        let data = tempfile::tempdir().unwrap();
        let site = Site::start(data.path(), &[]);
        let mut admin = site.client();
        admin.settle(site.first_password.as_deref().unwrap());
        let (_, page) = admin.get("/api/docs/employee?where=emp_id:eq:ADMIN").unwrap();
        let id = page["rows"][0]["id"].as_str().unwrap().to_owned();
        let inputs = json!({ "mobile": "9822012345", "email": "admin@godown.test" });
        let version = &page["rows"][0]["version"];
        let body = json!({ "command_id": uuid(1), "version": version, "inputs": inputs });
        let done = admin.send("POST", &format!("/api/docs/employee/{id}/profile"), &body).unwrap();
        assert_eq!(done.0, 200, "{}", done.1);
        let record = json!({
            "name": "A new holiday", "event": "status", "doc_type": "holiday",
            "in_status": "Active", "recipients": [{ "kind": "role", "role": "ADMIN" }],
            "channels": ["app", "mail"], "title": "Holiday {{name}}", "body": "On {{date}}.",
        });
        let body = json!({ "command_id": uuid(2), "record": record });
        let done = admin.send("POST", "/api/docs/trigger", &body).unwrap();
        assert_eq!(done.0, 201, "{}", done.1);
        let token = admin.token.clone();
        site.stop();
        Office { data, smtp: Smtp::start(mood), token, made: 0 }
    }

    fn open(&self) -> (Site, Client) {
        self.open_with(&[])
    }

    fn open_with(&self, more: &[(&str, &str)]) -> (Site, Client) {
        let environment = [
            ("GODOWN_SMTP_URL", self.smtp.url()),
            ("GODOWN_MAIL_FROM", "Godown <godown@godown.test>".to_owned()),
            ("GODOWN_URL", "https://godown.test/".to_owned()),
        ];
        let environment: Vec<(&str, &str)> =
            environment.iter().map(|(key, value)| (*key, value.as_str())).collect();
        let environment = [&environment, more].concat();
        let site = Site::start(self.data.path(), &environment);
        let client = site.client().with_token(&self.token);
        (site, client)
    }

    /// Makes holidays; each is acknowledged, and with it the mail that it causes.
    fn fire(&mut self, client: &mut Client) {
        for _ in 0..FIRED {
            self.made += 1;
            let day = format!(
                "20{:02}-{:02}-{:02}",
                27 + self.made / 336,
                1 + self.made / 28 % 12,
                1 + self.made % 28
            );
            let record = json!({ "date": day, "name": format!("number {}.", self.made) });
            let body = json!({ "command_id": uuid(1_000 + self.made), "record": record });
            let done = client.send("POST", "/api/docs/holiday", &body).unwrap();
            assert_eq!(done.0, 201, "{}", done.1);
        }
    }

    /// The text of every mail by its Message-ID, and how many came.
    fn by_id(&self) -> (BTreeMap<String, Mail>, usize) {
        let mut by_id: BTreeMap<String, Mail> = BTreeMap::new();
        let mails = self.smtp.mails();
        for mail in &mails {
            let id = mail.header("Message-ID");
            let first = by_id.entry(id).or_insert_with(|| mail.clone());
            assert_eq!(first, mail, "a repeat is the same to the letter");
        }
        (by_id, mails.len())
    }

    /// Waits until every mail has come and is marked.
    fn finish(&self, client: &mut Client) {
        while self.by_id().0.len() < self.made {
            self.smtp.wait();
        }
        let asked = std::time::Instant::now();
        loop {
            let (_, page) = client.get("/api/docs/mail?where=status:eq:Sent&limit=1").unwrap();
            if page["total"] == self.made {
                return;
            }
            assert!(asked.elapsed() < PATIENCE, "{page}");
        }
    }
}

/// How often a text stands in the journal.
fn in_journal(data: &Path, text: &str) -> usize {
    let mut found = 0;
    walk(&data.join("journal"), |kept| {
        let writes = kept.entry.writes.values().flatten();
        let all = writes.map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let all = all.chain([kept.entry.command.get().to_owned()]);
        found += all.filter(|one| one.contains(text)).count();
    });
    found
}

#[test]
fn no_mail_is_lost_when_the_process_is_killed_before_during_and_after_its_delivery() {
    let rounds = seeds(60, 6);
    let mut office = Office::furnish(Mood::Refuses);
    for round in rounds.clone() {
        let mood = [Mood::Refuses, Mood::FallsSilent, Mood::TakesAndTells][round % 3];
        office.smtp.become_(mood);
        office.smtp.settle();
        let (site, mut client) = office.open();
        office.fire(&mut client);
        if mood != Mood::Refuses {
            office.smtp.wait();
        }
        site.kill();
    }
    office.smtp.become_(Mood::Takes);
    office.smtp.settle();
    let (site, mut client) = office.open();
    office.finish(&mut client);
    let (by_id, came) = office.by_id();
    let subjects: BTreeSet<String> = by_id.values().map(|mail| mail.header("Subject")).collect();
    let wanted: BTreeSet<String> =
        (1..=office.made).map(|number| format!("Holiday number {number}.")).collect();
    assert_eq!(subjects, wanted);
    assert_eq!(by_id.len(), office.made);
    site.stop();
    let figure = format!(
        "{} triggers fired, {} distinct Message-IDs, {} repeats; 0 lost",
        office.made,
        by_id.len(),
        came - by_id.len()
    );
    report(
        "T1 mail, kill -9 around its delivery",
        rounds.len(),
        &figure,
        "0 lost, ids = triggers fired",
    );
}

#[test]
fn a_mail_says_where_the_app_is_and_leads_to_its_page() {
    let mut office = Office::furnish(Mood::Takes);
    let (site, mut client) = office.open();
    office.fire(&mut client);
    office.finish(&mut client);
    let mails = office.smtp.mails();
    let mail = mails.iter().find(|mail| mail.header("Subject") == "Holiday number 1.").unwrap();
    let holiday = uuid(1_001);
    assert!(mail.body().contains(&format!("https://godown.test/go/holiday/{holiday}")), "{mail:?}");
    assert_eq!(mail.header("Auto-Submitted"), "auto-generated");
    assert_eq!(mail.header("From"), "Godown <godown@godown.test>");
    site.stop();
}

#[test]
fn the_server_connects_to_nothing_but_the_mail_server_it_is_given() {
    let place = tempfile::tempdir().unwrap();
    let library = preload(place.path(), "connects");
    let told = place.path().join("told");
    let paths = [library.as_path(), &told].map(|path| path.to_str().unwrap());
    let mut office = Office::furnish(Mood::Takes);
    let watch = [("LD_PRELOAD", paths[0]), ("CONNECTS_TOLD", paths[1])];
    let (site, mut client) = office.open_with(&watch);
    office.fire(&mut client);
    office.finish(&mut client);
    let own = client.token.clone();
    client.sign_in("ADMIN", "a+wrong+one").unwrap();
    client.token = own;
    let mut reads = 0;
    for route in ROUTES.iter().filter(|route| route.method == "GET") {
        let path = route.path.replace("{type}", "holiday").replace("{key}", "product_wise_report");
        let path = path.replace("{id}", &uuid(1_001)).replace("{", "").replace("}", "");
        client.text(&path).unwrap();
        reads += 1;
    }
    let forgot = json!({ "id": "ADMIN" });
    assert_eq!(client.send("POST", "/api/session/forgot", &forgot).unwrap().0, 200);
    office.smtp.wait();
    site.stop();
    let told = std::fs::read_to_string(&told).unwrap();
    let reached: BTreeSet<&str> = told.lines().collect();
    let wanted = format!("connect {}", office.smtp.address);
    assert_eq!(reached, BTreeSet::from([wanted.as_str()]));
    let figure = format!("{} connects, all to its mail server; 0 others", told.lines().count());
    report("T20 no egress, every read and mails", reads, &figure, "0 but to the mail server");
}

/// The status of the newest mail, once it is what it must become.
fn newest(client: &mut Client, wanted: &str) -> Value {
    let asked = std::time::Instant::now();
    loop {
        let (_, page) = client.get("/api/docs/mail?limit=500").unwrap();
        let rows = page["rows"].as_array().unwrap();
        if rows.iter().all(|row| row["status"] == wanted && row["last_error"] != Value::Null) {
            return rows[0].clone();
        }
        assert!(asked.elapsed() < PATIENCE, "{page}");
    }
}

#[test]
fn what_a_server_says_of_a_mail_stands_in_the_outbox_and_the_administrator_sends_it_again() {
    for (mood, status, said) in [
        (Mood::Unknown, "Failed", "nobody of that name"),
        (Mood::Busy, "Queued", "no room just now"),
    ] {
        let mut office = Office::furnish(mood);
        let (site, mut client) = office.open();
        office.fire(&mut client);
        let mail = newest(&mut client, status);
        assert!(mail["last_error"].as_str().unwrap().contains(said), "{mail}");
        assert_eq!(mail["tries"], 1);
        office.smtp.become_(Mood::Takes);
        let (_, page) = client.get("/api/docs/mail?limit=500").unwrap();
        for (at, mail) in page["rows"].as_array().unwrap().iter().enumerate() {
            let path = format!("/api/docs/mail/{}/retry", mail["id"].as_str().unwrap());
            let body = json!({ "command_id": uuid(9_000 + at), "version": mail["version"] });
            assert_eq!(client.send("POST", &path, &body).unwrap().0, 200);
        }
        office.finish(&mut client);
        site.stop();
    }
}

/// A customer with nothing but what a draft needs, whose statement can be printed.
fn customer(client: &mut Client) -> String {
    let record = json!({ "name": "Sharma Tubes" });
    let body = json!({ "command_id": uuid(8_001), "record": record });
    let done = client.send("POST", "/api/docs/customer", &body).unwrap();
    assert_eq!(done.0, 201, "{}", done.1);
    done.1["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_paper_that_somebody_sends_is_attached_and_stays_the_same_when_it_goes_twice() {
    let office = Office::furnish(Mood::Takes);
    let (site, mut client) = office.open();
    let paper = customer(&mut client);
    let record = json!({
        "to": "buyer@sharma.example", "subject": "Statement of account", "body": "It is attached.",
        "paper_type": "customer", "paper": paper,
    });
    let body = json!({ "command_id": uuid(8_002), "record": record });
    let done = client.send("POST", "/api/docs/mail", &body).unwrap();
    assert_eq!(done.0, 201, "{}", done.1);
    office.smtp.wait();
    let mails = office.smtp.mails();
    let mail =
        mails.iter().find(|mail| mail.header("To").contains("buyer@sharma.example")).unwrap();
    assert!(mail.header("Content-Type").starts_with("multipart/mixed"), "{mail:?}");
    for part in ["It is attached.", "Content-Type: application/pdf", "JVBERi0"] {
        assert!(mail.body().contains(part), "{part}: {mail:?}");
    }
    site.stop();
}

#[test]
fn a_code_reaches_the_mail_and_never_the_journal() {
    let office = Office::furnish(Mood::Takes);
    let (site, mut client) = office.open();
    let asked = client.send("POST", "/api/session/forgot", &json!({ "id": "ADMIN" })).unwrap();
    assert_eq!(asked.1["message"], "If the id exists, a reset link was sent");
    office.smtp.wait();
    let mail = office.smtp.mails()[0].clone();
    assert_eq!(mail.header("To"), "admin@godown.test");
    let (_, behind) = mail.body().split_once("set a new password is ").unwrap();
    let code = behind.lines().next().unwrap().trim().to_owned();
    let new = "six slow tugboats";
    let body = json!({ "id": "ADMIN", "code": code, "password": new });
    let done = client.send("POST", "/api/session/reset", &body).unwrap();
    assert_eq!(done.0, 200, "{}", done.1);
    assert_eq!(client.send("POST", "/api/session/reset", &body).unwrap().0, 422, "it works once");
    assert_eq!(client.get("/api/menu").unwrap().0, 401, "the other sessions ended");
    client.sign_in("ADMIN", "six+slow+tugboats").unwrap();
    assert_eq!(client.get("/api/menu").unwrap().0, 200);
    site.stop();
    assert_eq!(in_journal(office.data.path(), &code), 0);
    assert_eq!(in_journal(office.data.path(), new), 0);
    assert!(in_journal(office.data.path(), "{{code}}") > 0);
}
