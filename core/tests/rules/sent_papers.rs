//! What people send: a document's paper by mail, and a report on the days it is due.

use godown_core::docs::orders::LOADED;
use godown_core::query;
use godown_core::value::{Day, Instant};
use serde_json::{Value, json};

use crate::site::messages;
use crate::support::telling::{all, quiet, sweep, told};
use crate::support::{DAY, World};

/// A world with a posted invoice.
fn invoiced() -> (World, String) {
    let mut world = quiet();
    let order = world.at(LOADED);
    let invoice = world.invoice(&order);
    (world, invoice)
}

fn mail(paper_type: &str, paper: &str) -> Value {
    json!({
        "to": "buyer@sharma.example", "subject": "Your invoice", "body": "It is attached.",
        "paper_type": paper_type, "paper": paper,
    })
}

fn send(
    world: &mut World,
    who: &str,
    value: Value,
) -> Result<Value, Vec<godown_core::error::Issue>> {
    let actor = world.who(who);
    world.site.create(&actor, "mail", value)
}

#[test]
fn an_invoice_goes_to_its_customer_with_a_letter_that_says_what_it_is() {
    let (mut world, invoice) = invoiced();
    let acc = world.who("ACC");
    let view = query::view(&world.site.memory, &acc, world.site.now, "invoice", &invoice).unwrap();
    let view = view.value().unwrap();
    let letter = &view["paper"]["letter"];
    let number = view["doc_no"].as_str().unwrap();
    let subject = letter["subject"].as_str().unwrap();
    assert!(subject.starts_with(&format!("Invoice {number}")), "{letter}");
    for part in [number, "₹", "due on", "is attached", "ACC"] {
        assert!(letter["body"].as_str().unwrap().contains(part), "{part}: {letter}");
    }
    let sent = send(&mut world, "ACC", mail("invoice", &invoice)).unwrap();
    assert_eq!(sent["status"], "Queued");
    assert_eq!(sent["record"]["paper_name"], format!("Invoice {number}"));
    // It stands in the outbox like any other, once.
    assert_eq!(all(&world, "mail").len(), 1);
}

#[test]
fn only_what_one_may_print_is_sent_and_the_sender_fills_nothing_in() {
    let (mut world, invoice) = invoiced();
    let of = |who: &str, value: Value, world: &mut World| messages(send(world, who, value));
    assert_eq!(
        of("ACC", mail("employee", "x"), &mut world),
        ["This type of document is not printed"]
    );
    assert_eq!(of("ACC", mail("invoice", "x"), &mut world), ["This document was not found"]);
    assert_eq!(of("PURCH", mail("invoice", &invoice), &mut world), ["This document was not found"]);
    let mut braces = mail("invoice", &invoice);
    braces["body"] = json!("Your code is {{code}}");
    assert_eq!(of("ACC", braces, &mut world), ["Leave out the two braces {{"]);
    let mut nothing = mail("invoice", &invoice);
    nothing.as_object_mut().unwrap().remove("paper_type");
    assert_eq!(of("ACC", nothing, &mut world), ["This type of document is not printed"]);
    assert_eq!(all(&world, "mail"), Vec::<Value>::new());
}

#[test]
fn whoever_sent_a_paper_learns_that_it_did_not_arrive() {
    let (mut world, invoice) = invoiced();
    let sent = send(&mut world, "ACC", mail("invoice", &invoice)).unwrap();
    let (id, system) = (sent["id"].as_str().unwrap(), godown_core::declare::actor::Actor::system());
    let error = json!({ "error": "550 nobody of that name" });
    let failed = world.site.act(&system, "mail", id, "fail", error).unwrap();
    assert_eq!(failed["status"], "Failed");
    let title = format!(
        "{} was not sent to buyer@sharma.example",
        sent["record"]["paper_name"].as_str().unwrap()
    );
    assert_eq!(told(&world), [("ACC".to_owned(), title)]);
}

fn scheduled(world: &mut World, every: &str) -> Result<Value, Vec<godown_core::error::Issue>> {
    let acc = world.who("ACC");
    let bm = world.who("BM").id;
    let view = json!({
        "name": "Sales by district", "report": "district_wise_report",
        "question": "from=2026-01-01&rows=district&to=2026-01-31&top=5", "mail_every": every, "mail_to": [bm],
    });
    world.site.create(&acc, "report_view", view)
}

fn reachable() -> World {
    let mut world = quiet();
    for who in ["ACC", "BM"] {
        let (id, admin) = (world.who(who).id, world.who("ADMIN"));
        let value = json!({ "email": format!("{}@godown.example", who.to_lowercase()) });
        world.site.edit(&admin, "employee", &id, value).unwrap();
    }
    world
}

#[test]
fn a_report_goes_out_on_its_days_to_each_recipient_and_tells_of_the_days_before() {
    for (every, due, days) in [("daily", 1, 1), ("weekly", 7, 7), ("monthly", 31, 31)] {
        let mut world = reachable();
        let view = scheduled(&mut world, every).unwrap();
        let next = Instant(view["record"]["next_mail_at"].as_i64().unwrap());
        let today = world.site.today();
        let day = next.day_in(330);
        assert!(day > today && day.days_since(today) <= due, "{every}: {day} after {today}");
        assert_eq!(next.minutes_of_day(330), 7 * 60);
        world.site.now = Instant(next.0 - 1);
        let early = sweep(&mut world);
        assert!(early.iter().all(|command| !command.starts_with("sys-mail-")), "{early:?}");
        world.site.now = next;
        sweep(&mut world);
        let mails = all(&world, "mail");
        let to: Vec<&str> =
            mails.iter().map(|mail| mail["record"]["to"].as_str().unwrap()).collect();
        assert_eq!(to, ["acc@godown.example", "bm@godown.example"], "{every}");
        let owners: Vec<&Value> = mails.iter().map(|mail| &mail["owner"]).collect();
        assert_eq!(owners, [&json!(world.who("ACC").id), &json!(world.who("BM").id)]);
        let question = mails[0]["record"]["question"].as_str().unwrap();
        let (rest, told) = question.split_once("&from=").unwrap();
        assert_eq!(rest, "rows=district&top=5");
        let (from, to) = told.split_once("&to=").unwrap();
        let [from, to] = [from, to].map(|day| Day::parse(day).unwrap());
        assert_eq!(to, day.plus(-1), "{every}");
        assert!(to.days_since(from) < days, "{every}: {from} to {to}");
        // The next one is planned, and the same one never goes out twice.
        sweep(&mut world);
        assert_eq!(all(&world, "mail").len(), 2);
        let again =
            &world.site.get("report_view", view["id"].as_str().unwrap())["record"]["next_mail_at"];
        assert!(again.as_i64().unwrap() > next.0, "{every}");
    }
}

#[test]
fn a_report_that_is_no_longer_wanted_by_mail_does_not_go_out() {
    let mut world = reachable();
    let view = scheduled(&mut world, "daily").unwrap();
    let (id, acc) = (view["id"].as_str().unwrap(), world.who("ACC"));
    let value = json!({ "mail_every": null, "mail_to": null });
    let saved = world.site.edit(&acc, "report_view", id, value).unwrap();
    assert_eq!(saved["record"].get("next_mail_at"), None);
    world.later(3 * DAY);
    sweep(&mut world);
    assert_eq!(all(&world, "mail"), Vec::<Value>::new());
}

#[test]
fn a_report_by_mail_needs_an_address() {
    let mut world = quiet();
    let refused = messages(scheduled(&mut world, "daily"));
    assert_eq!(refused, ["Enter your e-mail address in your profile first"]);
}
