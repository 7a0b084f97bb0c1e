//! The demo's credit limit requests: one in every status, one temporary limit in force and one that is over.

use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::docs::limit_requests as requests;
use godown_core::docs::limits;
use godown_core::docs::orders::{CREDIT_PENDING, ORDER};
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read, parse};
use godown_core::ledger::credit::Position;
use godown_core::value::Day;
use serde_json::{Value, json};

use super::parties::{manager, person};
use super::site::Site;
use super::{Customer, Fault, Known};

/// A request: its type, its amount in per cent of the limit in force, where it ends, its reason, words.
type Job = (&'static str, i64, &'static str, &'static str, &'static str);

const JOBS: &[Job] = &[
    ("permanent", 150, requests::DRAFT, "MORE_BUSINESS", "Two new sites from January"),
    ("permanent", 130, requests::BM_PENDING, "REVIEW", "Pays within its terms for a year"),
    ("temporary", 40, requests::BM_PENDING, "SEASON", "The rush before the monsoon"),
    ("permanent", 140, requests::CREDIT_PENDING, "SECURITY", "A bank guarantee was given"),
    ("temporary", 25, requests::CREDIT_PENDING, "PROJECT", "The flyover at the ring road"),
    ("permanent", 900, requests::MANAGEMENT_PENDING, "MORE_BUSINESS", "Rate contract for the year"),
    ("permanent", 200, requests::REJECTED, "MORE_BUSINESS", "Asks for twice as much"),
    ("temporary", 50, requests::APPROVED, "SEASON", "Until the festival is over"),
    ("permanent", 120, requests::APPROVED, "REVIEW", "Yearly review"),
    ("permanent", 110, requests::SUPERSEDED, "REVIEW", "Yearly review"),
];

/// The temporary limit that is over, and its days.
const OVER: Job = ("temporary", 30, requests::APPROVED, "PROJECT", "Two lorries more this week");
const OVER_DAYS: i32 = 4;

/// At the end of the story.
pub fn make(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    let mut firms = on_credit(site, known)?.into_iter().skip(1);
    for (at, job) in JOBS.iter().enumerate() {
        let Some((firm, position)) = firms.next() else { return Ok(()) };
        let request = asked(site, known, &firm, &position, (at, job, until.plus(20)))?;
        walk(site, known, &firm, request.clone(), job)?;
        if job.2 == requests::SUPERSEDED {
            let more = (job.0, 2 * job.1, requests::APPROVED, job.3, "More than the review gave");
            let request = asked(site, known, &firm, &position, (at, &more, until))?;
            walk(site, known, &firm, request, &more)?;
        }
    }
    one_order(site, known)?;
    stop_supply(site, known)
}

/// A temporary limit of some days, which ends before the story does.
pub fn past(site: &mut Site, known: &Known) -> Result<(), Fault> {
    let Some((firm, position)) = on_credit(site, known)?.into_iter().next() else { return Ok(()) };
    let to = site.today().plus(OVER_DAYS);
    let request = asked(site, known, &firm, &position, (0, &OVER, to))?;
    walk(site, known, &firm, request, &OVER)
}

/// What the timer of a site does.
pub fn end(site: &mut Site) -> Result<(), Fault> {
    let system = Actor::system();
    for request in all(site, requests::CREDIT_LIMIT_REQUEST.key)? {
        let due = request.int("ends_at").is_some_and(|at| at <= site.now.0);
        if request.status == requests::APPROVED && due {
            site.must(&system, &request, "expire", json!({}))?;
        }
    }
    Ok(())
}

fn all(site: &Site, kind: &str) -> Result<Vec<Doc>, Fault> {
    let found = site.state.scan(&Range::prefix(&keys::key(&["doc", kind])), usize::MAX)?;
    let docs = found.iter().map(|(key, text)| parse(key, text).map_err(Fault::from));
    docs.collect()
}

fn position(site: &Site, customer: &str) -> Result<Position, Fault> {
    let system = Actor::system();
    Ok(limits::position(&docs::look(&site.state, &system, site.now), customer)?)
}

/// The customers with a limit that covers what they use.
fn on_credit(site: &Site, known: &Known) -> Result<Vec<(Customer, Position)>, Fault> {
    let mut found = Vec::new();
    for firm in &known.customers {
        let at = position(site, &firm.id)?;
        if at.limit_paise > 0 && at.available_paise >= 0 {
            found.push((firm.clone(), at));
        }
    }
    Ok(found)
}

fn asked(
    site: &mut Site,
    known: &Known,
    firm: &Customer,
    position: &Position,
    (at, job, to): (usize, &Job, Day),
) -> Result<Doc, Fault> {
    let (kind, percent, _, reason, words) = *job;
    let seller = person(known, firm.sales)?.clone();
    let amount = position.limit_paise / 100 * percent;
    let mut record = json!({
        "customer": firm.id, "kind": kind, "amount_paise": amount, "reason": reason,
        "remarks": words, "monthly_paise": amount / 2, "turnover_paise": amount * 20,
    });
    if kind == "temporary" {
        record["to"] = json!(to.to_string());
    }
    if matches!(reason, "SECURITY" | "PROJECT") {
        let paper = site.photo(&seller, at)?;
        let security = if reason == "SECURITY" { "bg" } else { "pdc" };
        record["security"] = json!([{
            "kind": security, "amount_paise": amount / 2, "number": format!("{:06}", 402_118 + at),
            "bank": "Bank of Baroda, Pune", "valid_to": site.today().plus(300).to_string(),
            "file": paper,
        }]);
    }
    site.create(&seller, "credit_limit_request", record)
}

/// Takes the steps that lead to where a request ends.
fn walk(
    site: &mut Site,
    known: &Known,
    firm: &Customer,
    mut doc: Doc,
    (_, _, end, reason, _): &Job,
) -> Result<(), Fault> {
    let steps = match *end {
        requests::DRAFT => 0,
        requests::BM_PENDING => 1,
        requests::CREDIT_PENDING | requests::REJECTED => 2,
        _ => 3,
    };
    let road = [(firm.sales, "submit"), (manager(firm.branch), "approve"), ("CREDIT", "approve")];
    for (who, action) in &road[..steps] {
        doc = step(site, known, doc, who, (action, json!({})))?;
    }
    match *end {
        requests::REJECTED => {
            let remarks =
                json!({ "remarks": "Two invoices are overdue; ask again once they are paid" });
            step(site, known, doc, "CREDIT", ("reject", remarks)).map(drop)
        }
        requests::CREDIT_PENDING if *reason == "SECURITY" => {
            let said = json!({ "recommendation": "caution", "remarks": "The guarantee ends in ten months" });
            step(site, known, doc, "PCT", ("recommend", said)).map(drop)
        }
        _ => Ok(()),
    }
}

fn step(
    site: &mut Site,
    known: &Known,
    doc: Doc,
    who: &str,
    (action, inputs): (&str, Value),
) -> Result<Doc, Fault> {
    site.pass(60_000);
    let actor = person(known, who)?.clone();
    site.must(&actor, &doc, action, inputs)
}

/// A limit for an order that waits for its credit, and lacks some.
fn one_order(site: &mut Site, known: &Known) -> Result<(), Fault> {
    let Some((order, firm)) = lacking(site, known)? else { return Ok(()) };
    let seller = person(known, firm.sales)?.clone();
    let record = json!({
        "customer": firm.id, "kind": "order", "order": order.id, "reason": "PROJECT",
        "amount_paise": order.int("total_paise"),
        "remarks": "The site stands still without these goods",
    });
    let mut doc = site.create(&seller, "credit_limit_request", record)?;
    for (who, action) in [(firm.sales, "submit"), (manager(firm.branch), "approve")] {
        doc = step(site, known, doc, who, (action, json!({})))?;
    }
    Ok(())
}

/// An order before the credit manager whose customer has no open request: one that does not fit, if any.
fn lacking(site: &Site, known: &Known) -> Result<Option<(Doc, Customer)>, Fault> {
    let system = Actor::system();
    let look = docs::look(&site.state, &system, site.now);
    let mut found: Vec<(bool, Doc, Customer)> = Vec::new();
    for order in all(site, ORDER.key)?.into_iter().filter(|doc| doc.status == CREDIT_PENDING) {
        let customer = order.text("customer").unwrap_or_default();
        let firm = known.customers.iter().find(|firm| firm.id == customer);
        let Some(firm) = firm.filter(|_| matches!(requests::open_of(&look, customer), Ok(None)))
        else {
            continue;
        };
        let total = order.int("total_paise").unwrap_or(0);
        let fits = limits::shortage(&look, customer, &order.id, total)?.is_none();
        found.push((fits, order, firm.clone()));
    }
    found.sort_by_key(|(fits, ..)| *fits);
    Ok(found.into_iter().next().map(|(_, order, firm)| (order, firm)))
}

/// A limit below what a customer uses, so that nothing more is supplied until it is paid.
fn stop_supply(site: &mut Site, known: &Known) -> Result<(), Fault> {
    for firm in &known.customers {
        let at = position(site, &firm.id)?;
        let look = docs::look(&site.state, person(known, "CREDIT")?, site.now);
        if at.limit_paise == 0
            || at.available_paise >= 0
            || requests::open_of(&look, &firm.id)?.is_some()
        {
            continue;
        }
        let seller = person(known, firm.sales)?.clone();
        let record = json!({
            "customer": firm.id, "kind": "permanent", "amount_paise": at.limit_paise / 2,
            "stop_supply": true, "reason": "STOP_SUPPLY", "remarks": "Pays nothing since the summer",
        });
        let doc = site.create(&seller, "credit_limit_request", record)?;
        return step(site, known, doc, firm.sales, ("submit", json!({}))).map(drop);
    }
    Ok(())
}
