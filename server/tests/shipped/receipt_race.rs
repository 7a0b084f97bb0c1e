//! Many people of accounts clear one cheque, set money against the last open rupee, or book money on a day that is just
//! being locked, at the same moment: the money comes once, nothing is paid twice or behind a lock.

use std::sync::Barrier;
use std::thread;

use godown_core::kept::keys;
use godown_core::ledger::balance_key;
use godown_core::ledger::books::Voucher;
use godown_core::ledger::credit::{CreditAccount, Open};
use godown_server::store::walk;
use serde_json::{Value, json};

use crate::shop::{Plan, Shop, today};
use crate::site::{Client, Site, verify};

const PEOPLE: usize = 32;
/// Which of them locks the day.
const LOCKER: usize = PEOPLE / 2;

/// A person at their own connection.
struct Clerk<'a> {
    shop: &'a Shop,
    client: Client,
    number: usize,
    made: usize,
}

/// A receipt at the version that its holder knows.
#[derive(Clone)]
struct Paper {
    id: String,
    version: u64,
}

impl<'a> Clerk<'a> {
    fn new(shop: &'a Shop, site: &Site, number: usize) -> Clerk<'a> {
        Clerk { shop, client: site.client(), number, made: 0 }
    }

    fn call(&mut self, who: &str, path: &str, mut body: Value) -> (u16, Value) {
        self.made += 1;
        let (clerk, made) = (self.number, self.made);
        if !body.is_null() {
            body["command_id"] = json!(format!("f0000000-0000-4000-8000-{clerk:04x}{made:08x}"));
        }
        self.shop.call(&mut self.client, who, path, &body).unwrap()
    }

    fn step(&mut self, who: &str, paper: &Paper, action: &str, inputs: Value) -> (u16, Value) {
        let path = format!("/api/docs/receipt/{}/{action}", paper.id);
        self.call(who, &path, json!({ "version": paper.version, "inputs": inputs }))
    }

    /// Steps that must be fine, from a new receipt on.
    fn walked(&mut self, record: Value, steps: &[(&str, &str)]) -> Paper {
        let (status, made) = self.call("SALES", "/api/docs/receipt", json!({ "record": record }));
        assert_eq!(status, 201, "{made}");
        let id = made["id"].as_str().unwrap().to_owned();
        let mut paper = Paper { id, version: 1 };
        for (who, action) in steps {
            let (status, done) = self.step(who, &paper, action, json!({}));
            assert_eq!(status, 200, "{action}: {done}");
            paper.version = done["version"].as_u64().unwrap();
        }
        paper
    }
}

fn shop() -> Shop {
    Shop::furnish(&Plan {
        crowd: &[("ACC", PEOPLE)],
        customers: 1,
        limit_paise: 900_000_000_000,
        skus: 1,
        pcs: 1_000,
    })
}

/// All of them at once; what each was told.
fn at_once(
    clerks: &mut [Clerk],
    work: impl Fn(usize, &mut Clerk) -> (u16, Value) + Sync,
) -> Vec<(u16, Value)> {
    let start = Barrier::new(clerks.len());
    thread::scope(|scope| {
        let all: Vec<_> = clerks
            .iter_mut()
            .enumerate()
            .map(|(number, clerk)| {
                let (start, work) = (&start, &work);
                scope.spawn(move || {
                    start.wait();
                    work(number, clerk)
                })
            })
            .collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

#[test]
fn of_many_who_clear_one_cheque_one_does_and_the_money_comes_once() {
    let shop = shop();
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    let mut clerks: Vec<Clerk> = (0..PEOPLE).map(|at| Clerk::new(&shop, &site, at)).collect();
    let record = json!({
        "date": today(), "customer": shop.customers[0], "mode": "cheque", "amount_paise": 500_000,
        "cheque_no": "123456", "cheque_date": today(), "drawn_on": "HDFC Bank",
        "ifsc": "HDFC0001234", "spread": "due",
    });
    let road = [("SALES", "submit"), ("ACC", "confirm"), ("ACC", "deposit")];
    let cheque = clerks[0].walked(record, &road);
    let answers = at_once(&mut clerks, |number, clerk| {
        let who = format!("ACC{number:02}");
        match number % 2 {
            0 => clerk.step(&who, &cheque, "clear", json!({})),
            _ => clerk.step(&who, &cheque, "bounce", json!({ "reason": "FUNDS" })),
        }
    });
    let won = answers.iter().filter(|(status, _)| *status == 200).count();
    let stale = answers.iter().filter(|(_, answer)| answer["code"] == "stale").count();
    assert_eq!((won, stale), (1, PEOPLE - 1), "{answers:?}");
    site.stop();
    let key = balance_key("credit", &[&shop.customers[0]]);
    let walked = walk(&data.path().join("journal"), |kept| {
        if let Some(Some(value)) = kept.entry.writes.get(&key) {
            let account: CreditAccount = serde_json::from_slice(value).unwrap();
            assert!(account.on_account + account.cheques <= 500_000, "{account:?}");
        }
    });
    assert_eq!(walked.damage, None);
    let (well, text) = verify(data.path());
    assert!(well, "{text}");
}

#[test]
fn of_many_who_pay_the_last_open_rupee_one_does() {
    let shop = shop();
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    let mut clerks: Vec<Clerk> = (0..PEOPLE).map(|at| Clerk::new(&shop, &site, at)).collect();
    let customer = format!("/api/docs/customer/{}", shop.customers[0]);
    let (_, party) = clerks[0].call("CREDIT", &customer, Value::Null);
    let opening = json!({ "opening_receivable_paise": 100, "reason": "OPENING", "remarks": "From the old books" });
    let body = json!({ "version": party["version"], "inputs": opening });
    let (status, told) = clerks[0].call("CREDIT", &format!("{customer}/set_credit"), body);
    assert_eq!(status, 200, "{told}");
    let receipts: Vec<Paper> = clerks
        .iter_mut()
        .map(|clerk| {
            let record = json!({
                "date": today(), "customer": shop.customers[0], "mode": "upi",
                "amount_paise": 100, "utr": format!("6326{:08}", clerk.number), "spread": "none",
            });
            clerk.walked(record, &[("SALES", "submit"), ("ACC", "confirm")])
        })
        .collect();
    let row = json!({ "allocations": [{ "item": "opening", "amount_paise": 100 }] });
    let answers = at_once(&mut clerks, |number, clerk| {
        clerk.step(&format!("ACC{number:02}"), &receipts[number], "allocate", row.clone())
    });
    let won = answers.iter().filter(|(status, _)| *status == 200).count();
    let refused = answers.iter().filter(|(status, answer)| {
        let why = &answer["errors"][0]["message"];
        *status == 422 && why == "Only ₹0.00 of Opening balance is open"
    });
    assert_eq!((won, refused.count()), (1, PEOPLE - 1), "{answers:?}");
    site.stop();
    let key = balance_key("open", &[&shop.customers[0], "opening"]);
    let mut paid = 0;
    walk(&data.path().join("journal"), |kept| match kept.entry.writes.get(&key) {
        Some(None) => paid += 1,
        Some(Some(value)) => {
            let open: Open = serde_json::from_slice(value).unwrap();
            assert!(open.balance_paise > 0, "{open:?}");
        }
        None => {}
    });
    assert_eq!(paid, 1);
    let (well, text) = verify(data.path());
    assert!(well, "{text}");
}

#[test]
fn of_many_who_book_money_while_its_day_is_locked_none_does_behind_the_lock() {
    let shop = Shop::furnish(&Plan {
        crowd: &[("ACC", PEOPLE), ("ADMIN", 1)],
        customers: 1,
        limit_paise: 900_000_000_000,
        skus: 1,
        pcs: 1_000,
    });
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    let mut clerks: Vec<Clerk> = (0..PEOPLE).map(|at| Clerk::new(&shop, &site, at)).collect();
    let (_, yard) =
        clerks[0].call("ADMIN00", &format!("/api/docs/yard/{}", shop.yard), Value::Null);
    let receipts: Vec<Paper> = clerks
        .iter_mut()
        .map(|clerk| {
            let record = json!({
                "date": today(), "customer": shop.customers[0], "mode": "upi",
                "amount_paise": 100, "utr": format!("6327{:08}", clerk.number), "spread": "none",
            });
            clerk.walked(record, &[("SALES", "submit")])
        })
        .collect();
    let lock = json!({ "record": { "branch": yard["record"]["branch"], "locked_to": today() } });
    let answers = at_once(&mut clerks, |number, clerk| match number {
        LOCKER => clerk.call("ADMIN00", "/api/docs/period_lock", lock.clone()),
        _ => clerk.step(&format!("ACC{number:02}"), &receipts[number], "confirm", json!({})),
    });
    let (locked, told) = &answers[LOCKER];
    assert_eq!(*locked, 201, "{told}");
    let booked = answers.iter().filter(|(status, _)| *status == 200).count();
    let refused = answers
        .iter()
        .filter(|(status, why)| *status == 422 && why["errors"][0]["code"] == "period_locked");
    assert_eq!(booked + refused.count(), PEOPLE - 1, "{answers:?}");
    site.stop();
    let (mut behind, mut vouchers) = (false, 0);
    let posted = keys::key(&["post", "books"]);
    walk(&data.path().join("journal"), |kept| {
        let writes = &kept.entry.writes;
        for (_, value) in writes.iter().filter(|(key, _)| key.starts_with(&posted)) {
            let voucher: Voucher = serde_json::from_slice(value.as_ref().unwrap()).unwrap();
            assert!(!behind || voucher.date > today(), "entry {}: {voucher:?}", kept.seq);
            vouchers += usize::from(voucher.doc_type == "receipt");
        }
        behind |= writes.keys().any(|key| key.starts_with(&keys::key(&["doc", "period_lock"])));
    });
    assert!(behind, "the lock is in the journal");
    assert_eq!(vouchers, booked);
    let (well, text) = verify(data.path());
    assert!(well, "{text}");
}
