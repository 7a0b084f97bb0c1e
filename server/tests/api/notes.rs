//! Notes by the terms of payment over HTTP: interest and the cash discount, once each, by accounts alone.

use std::sync::atomic::Ordering;

use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::ledger::{books, credit};
use godown_core::value::{IST_MINUTES, Instant};
use serde_json::{Value, json};

use crate::harness::{Answer, Site, uuid};
use crate::world::site::seeded;
use crate::world::{DAY, World};

const INTEREST: (&str, &str) = ("debit_note", "interest");
const DISCOUNT: (&str, &str) = ("credit_note", "cash_discount");

/// A server whose one posted invoice has interest and a cash discount.
struct Sold {
    site: Site,
    customer: String,
    invoice: String,
    payable: i64,
}

impl Sold {
    async fn new() -> Sold {
        let mut world = World::new();
        let terms =
            json!({ "interest_bp": 1_800, "discount_bp": 200, "discount_days": 10, "days": 30 });
        let (admin, term) = (world.who("ADMIN"), seeded("payment_term", "CR30"));
        world.site.edit(&admin, "payment_term", &term, terms).unwrap();
        let order = world.at(docs::orders::LOADED);
        let invoice = world.invoice(&order);
        let payable = world.site.get("invoice", &invoice)["record"]["payable_paise"].as_i64();
        let site = Site::of(&world, &["ACC", "SALES", "BM", "AUDIT"]).await;
        Sold { site, customer: world.customer, invoice, payable: payable.unwrap() }
    }

    /// The draft of a note by terms.
    async fn draft(&self, who: &str, (kind, reason): (&str, &str)) -> Answer {
        let record = json!({ "invoice": self.invoice, "reason": reason, "gst": "without" });
        self.send(who, kind, record).await
    }

    async fn send(&self, who: &str, kind: &str, record: Value) -> Answer {
        let token = self.site.sign_in(who).await;
        let body = json!({ "command_id": uuid(), "record": record });
        self.site.post(&format!("/api/docs/{kind}"), &token, &body).await
    }

    /// A step of a document that was answered.
    async fn step(&self, who: &str, kind: &str, doc: &Value, action: &str) -> Answer {
        let token = self.site.sign_in(who).await;
        let path = format!("/api/docs/{kind}/{}/{action}", doc["id"].as_str().unwrap());
        let body = json!({ "command_id": uuid(), "version": doc["version"], "inputs": {} });
        self.site.post(&path, &token, &body).await
    }

    /// Money that came today and pays what is due first.
    async fn pays(&self, amount: i64) {
        let today = Instant(self.site.now.load(Ordering::SeqCst)).day_in(IST_MINUTES);
        let record = json!({
            "date": today.to_string(), "customer": self.customer, "mode": "neft",
            "amount_paise": amount, "utr": "HDFC123456789012", "spread": "due",
        });
        let made = self.send("SALES", "receipt", record).await.expect(201);
        let sent = self.step("SALES", "receipt", &made, "submit").await.expect(200);
        self.step("ACC", "receipt", &sent, "confirm").await.expect(200);
    }

    /// The last figure of a report's total.
    async fn closing(&self, report: &str, more: &str) -> i64 {
        let token = self.site.sign_in("ACC").await;
        let path = format!("/api/reports/{report}?from=2026-04-01&to=2027-03-31{more}");
        let answer = self.site.get(&path, &token).await.expect(200);
        answer["totals"].as_array().unwrap().last().unwrap().as_i64().unwrap()
    }

    /// What the customer owes, where the account, the ledger and the statement agree.
    async fn owed(&self) -> i64 {
        let (owed, ledger) = self
            .site
            .app
            .view(|read, now| {
                let system = Actor::system();
                let look = docs::look(read, &system, now);
                let account = credit::account(&look, &self.customer)?;
                let ledger = books::balance(&look, &books::customer(&self.customer))?;
                Ok((account.receivable - account.on_account, ledger))
            })
            .unwrap();
        let party = format!("&party={}", self.customer);
        assert_eq!(ledger, owed);
        assert_eq!(self.closing("customer_statement", &party).await, owed);
        assert_eq!(self.closing("trial_balance", &party).await, owed);
        assert_eq!(self.closing("trial_balance", "").await, 0);
        owed
    }
}

/// The message of a refusal, at the field that it is about.
#[track_caller]
fn refused(answer: &Answer, path: &str) -> String {
    let issue = &answer.expect(422)["errors"][0];
    assert_eq!(issue["path"], path, "{issue}");
    issue["message"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn interest_is_charged_once_whoever_posts_it_twice() {
    let sold = Sold::new().await;
    let early = refused(&sold.draft("ACC", INTEREST).await, "reason");
    assert!(early.starts_with("Nothing of this invoice was paid late until"), "{early}");
    sold.site.pass(40 * DAY);
    let made = [
        sold.draft("ACC", INTEREST).await.expect(201),
        sold.draft("ACC", INTEREST).await.expect(201),
    ];
    assert_eq!(sold.owed().await, sold.payable);
    let sent = made.each_ref().map(|doc| sold.step("ACC", INTEREST.0, doc, "post"));
    let [one, two] = sent;
    let (one, two) = tokio::join!(one, two);
    let (posted, other) = if one.status == 200 { (one, two) } else { (two, one) };
    let again = refused(&other, "reason");
    assert!(again.starts_with("Interest is charged until"), "{again}");
    let posted = posted.expect(200);
    // Ten days late at 18 % a year.
    let interest = (2 * sold.payable * 10 * 18 + 36_500) / 73_000;
    assert_eq!(posted["status"], "Posted");
    assert_eq!(posted["record"]["payable_paise"], interest);
    assert_eq!(sold.owed().await, sold.payable + interest);
    let again = refused(&sold.draft("ACC", INTEREST).await, "reason");
    assert!(again.starts_with("Interest is charged until"), "{again}");
}

#[tokio::test]
async fn a_cash_discount_is_given_once_and_closes_the_account() {
    let sold = Sold::new().await;
    sold.site.pass(5 * DAY);
    let unpaid = refused(&sold.draft("ACC", DISCOUNT).await, "reason");
    assert!(unpaid.starts_with("Nothing of this invoice was paid until"), "{unpaid}");
    let discount = (2 * sold.payable * 2 + 100) / 200;
    sold.pays(sold.payable - discount).await;
    assert_eq!(sold.owed().await, discount);
    let made = sold.draft("ACC", DISCOUNT).await.expect(201);
    assert_eq!(made["record"]["payable_paise"], discount);
    let token = sold.site.sign_in("ACC").await;
    let path = format!("/api/docs/{}/{}/post", DISCOUNT.0, made["id"].as_str().unwrap());
    let body = json!({ "command_id": uuid(), "version": made["version"], "inputs": {} });
    let first = sold.site.post(&path, &token, &body).await.expect(200);
    // The same command again is its first answer; another one finds the note posted.
    let second = sold.site.post(&path, &token, &body).await.expect(200);
    assert_eq!((&first["version"], &first["doc_no"]), (&second["version"], &second["doc_no"]));
    let other = json!({ "command_id": uuid(), "version": first["version"], "inputs": {} });
    assert_eq!(sold.site.post(&path, &token, &other).await.refused(422), "bad_state");
    assert_eq!(sold.owed().await, 0);
    let again = refused(&sold.draft("ACC", DISCOUNT).await, "reason");
    assert!(again.starts_with("The cash discount of this invoice is given already"), "{again}");
}

#[tokio::test]
async fn only_accounts_make_notes_by_terms_and_nobody_enters_their_amount() {
    let sold = Sold::new().await;
    sold.site.pass(40 * DAY);
    let before = sold.owed().await;
    for who in ["SALES", "BM", "AUDIT"] {
        assert_eq!(sold.draft(who, INTEREST).await.refused(403), "forbidden", "{who}");
    }
    let made = sold.draft("ACC", INTEREST).await.expect(201);
    for who in ["SALES", "BM", "AUDIT"] {
        let answer = sold.step(who, INTEREST.0, &made, "post").await;
        assert_eq!(answer.refused(403), "forbidden", "{who}");
    }
    let wrong = |invoice: &str, reason: &str, corrections: Value| {
        let mut record = json!({ "invoice": invoice, "reason": reason, "gst": "without" });
        record["corrections"] = corrections;
        record
    };
    let line = json!([{ "line": 0, "discount_bp": 100 }]);
    let nowhere = uuid();
    for (record, path) in [
        (wrong(&sold.invoice, "interest", line), "corrections"),
        (wrong(&sold.invoice, "cash_discount", json!([])), "reason"),
        (wrong(&sold.invoice, "usury", json!([])), "reason"),
        (wrong(&nowhere, "interest", json!([])), "invoice"),
    ] {
        refused(&sold.send("ACC", INTEREST.0, record).await, path);
    }
    assert_eq!(sold.owed().await, before);
}
