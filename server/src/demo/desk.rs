//! The demo's desk: a board that sales and the administrator share, what both have to do, and their events.

use godown_core::declare::actor::Actor;
use godown_core::docs::desk::boards::BOARD;
use godown_core::docs::desk::chats::{CHAT_MESSAGE, CHAT_ROOM};
use godown_core::docs::desk::kept::CALENDAR_EVENT;
use godown_core::docs::desk::todos::TODO_LIST;
use godown_core::docs::orders::{ORDER, WAITING};
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::value::Day;
use serde_json::{Value, json};

use super::parties::person;
use super::site::{self, Site};
use super::{Fault, Known};

/// At the end of the story.
pub fn make(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    let order = waiting(site, &person(known, "SALES")?.id)?;
    board(site, known, &order)?;
    for who in ["ADMIN", "SALES"] {
        let actor = person(known, who)?.clone();
        todos(site, &actor, until, &order)?;
        events(site, &actor, until)?;
    }
    branch_event(site, known, until)?;
    chats(site, known, &order)
}

/// The first order of somebody that waits to be loaded, as links name it.
fn waiting(site: &Site, owner: &str) -> Result<Value, Fault> {
    let of = keys::key(&["doc", ORDER.key]);
    let orders = site.state.pairs.range(of.clone()..).take_while(|(key, _)| key.starts_with(&of));
    for (_, bytes) in orders {
        let doc: Doc = serde_json::from_slice(bytes).map_err(|why| Fault::text(why.to_string()))?;
        if doc.status == WAITING && doc.owner.as_deref() == Some(owner) {
            return Ok(json!({ "about_type": ORDER.key, "about_id": doc.id }));
        }
    }
    Ok(json!({}))
}

/// A list and its cards: title, labels, members.
type Column =
    (&'static str, &'static [(&'static str, &'static [&'static str], &'static [&'static str])]);

const COLUMNS: &[Column] = &[
    (
        "To do",
        &[
            ("Weigh the returned pipes again", &["4"], &["YARD"]),
            ("New rates for the district", &[], &["SALES"]),
            ("Ask the mill about white rust", &[], &["PURCH"]),
        ],
    ),
    (
        "In progress",
        &[
            ("Lorry for the flyover site", &["1", "4"], &["SALES", "LOGI"]),
            ("Credit papers of the new customer", &["1"], &["SALES"]),
        ],
    ),
    ("Waiting", &[("Purchase order from the builder", &["3"], &["SALES"])]),
    ("Done", &[("Racks in the north bay are marked", &["2"], &["YARD"])]),
];

fn board(site: &mut Site, known: &Known, order: &Value) -> Result<(), Fault> {
    let maker = person(known, "SALES")?.clone();
    let mut doc = site.create(&maker, BOARD.key, json!({ "title": "Branch work" }))?;
    for member in ["ADMIN", "BM", "YARD", "LOGI", "PURCH"] {
        let member = json!({ "member": person(known, member)?.id });
        doc = site.must(&maker, &doc, "add_member", member)?;
    }
    let mut linked = order.as_object().is_some_and(|order| !order.is_empty());
    for (title, cards) in COLUMNS {
        doc = site.must(&maker, &doc, "add_list", json!({ "title": title }))?;
        let list = last(&doc, "/lists", "list_id")?;
        for (at, (title, labels, members)) in cards.iter().enumerate() {
            doc = site.must(&maker, &doc, "add_card", json!({ "list": list, "title": title }))?;
            let lists = doc.get("lists").and_then(Value::as_array).map_or(0, Vec::len);
            let card = last(&doc, &format!("/lists/{}/cards", lists.saturating_sub(1)), "card_id")?;
            let members: Result<Vec<&str>, Fault> =
                members.iter().map(|who| Ok(person(known, who)?.id.as_str())).collect();
            let mut edit = json!({
                "card": card, "fields": ["labels", "members"], "labels": labels, "members": members?,
            });
            if linked && at == 0 && *title == "Lorry for the flyover site" {
                linked = false;
                edit["fields"] = json!(["labels", "members", "about", "description"]);
                edit["description"] = json!("The site opens at 7. Two men to unload.");
                edit["about_type"] = order["about_type"].clone();
                edit["about_id"] = order["about_id"].clone();
            }
            doc = site.must(&maker, &doc, "edit_card", edit)?;
        }
    }
    let card = doc.get("lists").and_then(|lists| lists.pointer("/1/cards/0/card_id")).cloned();
    let said = json!({ "card": card, "text": "The driver has the gate pass." });
    site.must(&maker, &doc, "comment_card", said).map(drop)
}

/// The id of the last row.
fn last(doc: &Doc, path: &str, key: &str) -> Result<String, Fault> {
    let record = Value::Object(doc.record.clone());
    let row = record.pointer(path).and_then(Value::as_array).and_then(|rows| rows.last());
    let id = row.and_then(|row| row.get(key)?.as_str());
    id.map(str::to_owned).ok_or_else(|| Fault::text(format!("no {key} at {path}")))
}

const TAGS: [&str; 5] = ["Orders", "Credit", "Stock", "Issue", "Calls"];

/// What is to be done: title, tags, days from today until it is due, important, starred, done.
type Job = (&'static str, &'static [&'static str], Option<i32>, bool, bool, bool);

const JOBS: &[Job] = &[
    ("Call the builder about the lorry", &["1", "5"], Some(0), true, true, false),
    ("Send the price list to new customers", &["1"], Some(2), false, false, false),
    ("Check the cheques of the week", &["2"], Some(1), true, false, false),
    ("Stock of the thin sizes", &["3"], Some(5), false, true, false),
    ("Ask why the slip was torn", &["4"], Some(-1), false, false, false),
    ("Visit the site at the ring road", &["5"], None, false, false, false),
    ("Papers of the new customer", &["2"], Some(-2), false, false, true),
];

fn todos(site: &mut Site, actor: &Actor, until: Day, order: &Value) -> Result<(), Fault> {
    let mut doc = site.create(actor, TODO_LIST.key, json!({ "person": actor.id }))?;
    for tag in TAGS {
        doc = site.must(actor, &doc, "add_tag", json!({ "name": tag }))?;
    }
    for (at, (title, tags, due, important, starred, finished)) in JOBS.iter().enumerate() {
        let mut job = json!({
            "title": title, "tags": tags, "important": important, "starred": starred,
            "finished": finished,
        });
        if let Some(days) = due {
            job["due_date"] = json!(until.plus(*days).to_string());
        }
        if let (0, Some(order)) = (at, order.as_object()) {
            for (key, value) in order {
                job[key.as_str()] = value.clone();
            }
        }
        doc = site.must(actor, &doc, "add", job)?;
    }
    Ok(())
}

/// An event: title, days from today, minutes of the day when it begins and how many it lasts, place.
type Meeting = (&'static str, i32, i64, i64, &'static str);

const MEETINGS: &[Meeting] = &[
    ("Loading plan of the day", 0, 9 * 60, 30, "Yard office"),
    ("Call with the mill", 1, 11 * 60 + 30, 45, ""),
    ("Site visit", 3, 14 * 60, 120, "Ring road"),
    ("Review of open credit", -2, 16 * 60, 60, "Meeting room"),
];

fn events(site: &mut Site, actor: &Actor, until: Day) -> Result<(), Fault> {
    for (title, days, begins, minutes, place) in MEETINGS {
        let starts = site::at(until.plus(*days), *begins).0;
        let mut event =
            json!({ "title": title, "starts_at": starts, "ends_at": starts + minutes * 60_000 });
        if !place.is_empty() {
            event["location"] = json!(place);
        }
        site.create(actor, CALENDAR_EVENT.key, event)?;
    }
    Ok(())
}

/// What concerns a whole branch.
fn branch_event(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    let manager = person(known, "BM")?.clone();
    let Some(branch) = known.branches.first() else { return Ok(()) };
    let starts = site::at(until.plus(4), 10 * 60).0;
    let event = json!({
        "title": "Stock count of the branch", "starts_at": starts,
        "ends_at": starts + 3 * 3_600_000, "audience": "branch", "branch": branch,
    });
    site.create(&manager, CALENDAR_EVENT.key, event).map(drop)
}

/// Who begins to write to whom, and what is said: by whoever began, or by the other.
type Talk = (&'static str, &'static str, &'static [(bool, &'static str)]);

const TALKS: &[Talk] = &[
    (
        "SALES",
        "BM",
        &[
            (true, "Bhavani asks for a lorry tomorrow morning. May I promise it?"),
            (false, "If credit is through by six, yes."),
            (true, "It waits for credit now."),
        ],
    ),
    ("ADMIN", "SALES", &[(false, "The price list is live since ten."), (true, "Thank you.")]),
    ("ACC", "LOGI", &[(true, "The e-way bill of the flyover site ends tonight.")]),
];
/// What is said in the conversation of the branch.
const TOLD: &[(&str, &str)] = &[
    ("BM", "The crane comes on Saturday at nine. Who is in?"),
    ("YARD", "Two of us. We load rebar first."),
    ("LOGI", "Then I book the trailer for eleven."),
    ("SALES", "The flyover site wants theirs before noon."),
];

/// Conversations of two, and one of the branch, in which an order is shown.
fn chats(site: &mut Site, known: &Known, order: &Value) -> Result<(), Fault> {
    let later = |site: &mut Site| site.pass(1_000);
    for (one, other, said) in TALKS {
        let (one, other) = (person(known, one)?.clone(), person(known, other)?.clone());
        for (first, text) in *said {
            later(site);
            let (from, to) = if *first { (&one, &other) } else { (&other, &one) };
            site.create(from, CHAT_MESSAGE.key, json!({ "to": to.id, "text": text }))?;
        }
    }
    let maker = person(known, "BM")?.clone();
    let members: Result<Vec<String>, Fault> = ["SALES", "YARD", "LOGI", "ADMIN"]
        .iter()
        .map(|who| Ok(person(known, who)?.id.clone()))
        .collect();
    let room = json!({ "name": "Branch today", "members": members? });
    let room = site.create(&maker, CHAT_ROOM.key, room)?;
    for (from, text) in TOLD {
        later(site);
        let from = person(known, from)?.clone();
        let mut message = json!({ "room": room.id, "text": text });
        if from.id == person(known, "SALES")?.id {
            for key in ["about_type", "about_id"] {
                message[key] = order.get(key).cloned().unwrap_or_default();
            }
        }
        site.create(&from, CHAT_MESSAGE.key, message)?;
    }
    Ok(())
}
