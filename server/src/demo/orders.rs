//! The demo's months: inwards come, orders are written, decided, loaded, invoiced and paid, day by day.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use godown_core::declare::actor::Actor;
use godown_core::error::Halt;
use godown_core::kept::doc::Doc;
use godown_core::value::{Day, Instant};
use serde_json::{Value, json};

use super::parties::{manager, person};
use super::site::{self, Site};
use super::{Fault, Known, aside, leaving, limits, receipts, stock, yard_work};

/// How long a cheque lies before it goes to the bank; there it takes twice as long.
const TO_BANK_MS: i64 = 22 * 3_600_000;

/// The status in which an order's story ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Draft,
    BmPending,
    Hold,
    BmRejected,
    Preliminary,
    CreditPending,
    CreditRejected,
    Waiting,
    /// Waiting, with a first loading gone.
    PartLoaded,
    YardConcern(&'static str),
    Loaded,
    AccountConcern(&'static str),
    Completed,
    /// Completed by way of a concern of the yard.
    AfterYardConcern,
    /// Completed by way of a concern of accounts.
    AfterAccountConcern,
    /// Completed over two loadings.
    TwoLoadings,
    /// Completed after the rest was short-closed.
    ShortClosed,
}

/// One order's story so far.
pub struct Story {
    pub doc: Doc,
    pub end: End,
    pub yard: usize,
    pub branch: usize,
    pub customer: usize,
    /// How many of the detours were taken.
    pub turns: usize,
}

enum What {
    Inward(usize),
    /// A yard closes the batches that are finished.
    Close(usize),
    Write(End),
    Step(usize),
    Pay {
        customer: usize,
        amount: i64,
    },
    /// The next step of a cheque.
    Cheque(String),
    /// A customer that waits for its approval at the end.
    SendCustomer(usize),
    /// Stock is held that is free again before the end.
    Hold(usize),
    /// The holds whose day is over end.
    EndHolds,
    /// A customer is given a temporary limit.
    Limit,
    /// The temporary limits whose day is over end.
    EndLimits,
}

/// The steps still to come, soonest first; ties in the order in which they were planned.
pub struct Plan {
    queue: BinaryHeap<Reverse<(i64, usize)>>,
    deeds: Vec<Option<What>>,
}

impl Plan {
    fn add(&mut self, at: Instant, what: What) {
        self.queue.push(Reverse((at.0, self.deeds.len())));
        self.deeds.push(Some(what));
    }
}

/// How many days the business is at work before the last one: six months.
pub const AT_WORK: i32 = 183;

/// The first week, and six months until the last day.
pub fn live(site: &mut Site, known: &Known, first: Day, until: Day) -> Result<(), Fault> {
    let mut plan = Plan { queue: BinaryHeap::new(), deeds: Vec::new() };
    let from = until.plus(-AT_WORK);
    stock::plan(site, known, first, from, until, &mut |at, yard| plan.add(at, What::Inward(yard)));
    leaving::plan(known.yards.len(), from, until, &mut |at, yard| plan.add(at, What::Close(yard)));
    for n in 0..14 {
        let at = site::at(first.plus(2 + n / 2), 600 + i64::from(n % 2) * 180);
        plan.add(at, What::Write(End::Completed));
    }
    let mut day = from;
    while day <= until {
        let recent = until.days_since(day);
        // Counted from the end, so that the demo is the same business on whichever weekday it is made.
        let day_off = recent.rem_euclid(7) == 6;
        let count = if day_off { 0 } else { site.between(3, 5) };
        for _ in 0..count {
            let minutes = site.between(9 * 60 + 20, 17 * 60);
            let end = old_end(site);
            if recent > 6 {
                plan.add(site::at(day, minutes), What::Write(end));
            }
        }
        day = day.plus(1);
    }
    recent(&mut plan, until);
    for at in 0..known.drafts.len() {
        plan.add(site::at(until.plus(-1), 16 * 60 + at as i64 * 35), What::SendCustomer(at));
    }
    for at in 0..aside::PAST {
        plan.add(site::at(until.plus(-12), 10 * 60 + at as i64 * 25), What::Hold(at));
    }
    plan.add(site::at(until.plus(-9), 10), What::EndHolds);
    plan.add(site::at(until.plus(-12), 13 * 60), What::Limit);
    plan.add(site::at(until.plus(-7), 10), What::EndLimits);
    run(site, known, &mut plan, until)
}

/// How an order of the past ended.
fn old_end(site: &mut Site) -> End {
    match site.pick(100) {
        0..=4 => End::BmRejected,
        5..=7 => End::CreditRejected,
        8..=12 => End::TwoLoadings,
        13..=15 => End::ShortClosed,
        16..=18 => End::AfterYardConcern,
        19..=21 => End::AfterAccountConcern,
        _ => End::Completed,
    }
}

/// The last week: every status, every kind of concern.
fn recent(plan: &mut Plan, until: Day) {
    use End::*;
    let yard = ["SHORT", "QUALITY", "WRONG_SKU", "VEHICLE", "WEIGHT", "CUSTOMER_CHANGE"];
    let account = ["RATE", "WEIGHT_SLIP", "GST_DETAIL", "TERMS", "DOCUMENT", "EWB"];
    let mut ends: Vec<End> = Vec::new();
    ends.extend([Draft; 8]);
    ends.extend([BmPending; 13]);
    ends.extend([Hold; 5]);
    ends.extend([BmRejected; 4]);
    ends.extend([Preliminary; 8]);
    ends.extend([CreditPending; 9]);
    ends.extend([CreditRejected; 4]);
    ends.extend([Waiting; 14]);
    ends.extend([PartLoaded; 4]);
    ends.extend(yard.map(YardConcern));
    ends.extend([Loaded; 9]);
    ends.extend(account.map(AccountConcern));
    ends.extend([Completed; 10]);
    // A stride that is prime to the count spreads every status over the week.
    let count = ends.len();
    for n in 0..count {
        let end = ends[(n * 37) % count];
        let far = matches!(end, Completed | Loaded | AccountConcern(_) | PartLoaded);
        let back = if far { 2 + (n % 4) as i32 } else { (n % 4) as i32 };
        let day = until.plus(-back);
        let at = site::at(day, 9 * 60 + 30 + (n as i64 * 23) % 300);
        plan.add(at, What::Write(end));
    }
    plan.add(site::at(until, 9 * 60 + 5), What::Write(BmPending));
}

fn run(site: &mut Site, known: &Known, plan: &mut Plan, until: Day) -> Result<(), Fault> {
    let last = site::at(until, 18 * 60);
    let mut stories: Vec<Story> = Vec::new();
    while let Some(Reverse((at, index))) = plan.queue.pop() {
        if at > last.0 {
            break;
        }
        site.turn_to(Instant(at));
        match plan.deeds[index].take() {
            Some(What::Inward(yard)) => stock::inward(site, known, yard)?,
            Some(What::Close(yard)) => leaving::close(site, known, yard, until)?,
            Some(What::Write(end)) => {
                if let Some(story) = write(site, known, end)? {
                    stories.push(story);
                    plan.add(later(site, 4, 40), What::Step(stories.len() - 1));
                }
            }
            Some(What::Step(at)) => {
                let story = &mut stories[at];
                if advance(site, known, story, plan)? {
                    plan.add(later(site, 15, 150), What::Step(at));
                }
            }
            Some(What::SendCustomer(at)) => {
                let (doc, seller) = &known.drafts[at];
                site.must(seller, doc, "submit", json!({}))?;
            }
            Some(What::Hold(at)) => aside::past(site, known, at)?,
            Some(What::EndHolds) => aside::end(site)?,
            Some(What::Limit) => limits::past(site, known)?,
            Some(What::EndLimits) => limits::end(site)?,
            Some(What::Pay { customer, amount }) => {
                if let Some(cheque) = receipts::pay(site, known, customer, amount)? {
                    plan.add(site.hence(TO_BANK_MS), What::Cheque(cheque.id));
                }
            }
            Some(What::Cheque(id)) => {
                let goes_on = receipts::follow(site, known, &id)?;
                if goes_on {
                    plan.add(site.hence(2 * TO_BANK_MS), What::Cheque(id));
                }
            }
            None => {}
        }
    }
    Ok(())
}

fn later(site: &mut Site, low: i64, high: i64) -> Instant {
    let minutes = site.between(low, high);
    site.hence(minutes * 60_000)
}

/// A draft that a salesperson writes; `None` when nothing suitable lies in stock.
fn write(site: &mut Site, known: &Known, end: End) -> Result<Option<Story>, Fault> {
    let customer = site.pick(known.customers.len());
    let firm = &known.customers[customer];
    let yards: Vec<usize> =
        (0..known.yards.len()).filter(|at| known.yards[*at].branch == firm.branch).collect();
    let yard = yards[site.pick(yards.len())];
    let lines = stock::lines(site, known, yard)?;
    if lines.is_empty() {
        return Ok(None);
    }
    let actor = person(known, firm.sales)?.clone();
    let delivery = site.today().plus(2 + (customer % 3) as i32).to_string();
    let po = site.between(100, 9_999);
    let source = ["desk", "phone", "whatsapp"][customer % 3];
    let doc = site.create(
        &actor,
        "order",
        json!({
            "customer": firm.id,
            "bill_to": firm.bill_to.filter(|_| po % 2 == 0),
            "ship_to": firm.ship_to,
            "yard": known.yards[yard].id,
            "payment_term": firm.term,
            "price_basis": if customer.is_multiple_of(3) { "for" } else { "ex_yard" },
            "delivery_by": delivery,
            "po_no": format!("PO/{po}"),
            "source": source,
            "lines": lines,
        }),
    )?;
    Ok(Some(Story { doc, end, yard, branch: firm.branch, customer, turns: 0 }))
}

/// Takes the next step of a story; whether there may be another one.
fn advance(
    site: &mut Site,
    known: &Known,
    story: &mut Story,
    plan: &mut Plan,
) -> Result<bool, Fault> {
    let Some(doc) = site.find("order", &story.doc.id)? else { return Ok(false) };
    story.doc = doc;
    let status = story.doc.status.clone();
    let answered = match status.as_str() {
        "Draft" => submit(site, known, story)?,
        "BM Approval Pending" => decide(site, known, story)?,
        "Preliminary Credit Team" => preliminary(site, known, story)?,
        "Credit Approval Pending" => credit(site, known, story)?,
        "Waiting for Loading" => yard_work::waiting(site, known, story)?,
        "Raise Concern From Yard" => yard_work::concern(site, known, story)?,
        "Order Loaded" => yard_work::loaded(site, known, story)?,
        "Raise Concern By Account" => yard_work::account_concern(site, known, story)?,
        _ => return Ok(false),
    };
    let left = site.find("order", &story.doc.id)?;
    if let Some(doc) = left.filter(|doc| answered && doc.status == "Order Completed") {
        let amount = doc.int("invoiced_paise").or(doc.int("total_paise")).unwrap_or(0);
        let days = site.between(12, 34);
        let at = site.hence(days * 86_400_000);
        plan.add(at, What::Pay { customer: story.customer, amount });
    }
    Ok(answered)
}

/// Whether the step was taken; a refusal ends the story where it stands.
pub fn taken(result: Result<Doc, Halt>) -> Result<bool, Fault> {
    match result {
        Ok(_) => Ok(true),
        Err(Halt::Refused(_)) => Ok(false),
        Err(other) => Err(other.into()),
    }
}

/// A refusal that the demo must not meet.
pub fn act(
    site: &mut Site,
    actor: &Actor,
    doc: &Doc,
    action: &str,
    inputs: Value,
) -> Result<bool, Fault> {
    let result = site.act(actor, doc, action, inputs);
    if let Err(Halt::Refused(refused)) = &result {
        let words =
            refused.issues.first().map(|issue| format!("{}: {}", issue.path, issue.message));
        site.refusals.push(format!("{action} {}", words.unwrap_or_default()));
    }
    taken(result)
}

fn submit(site: &mut Site, known: &Known, story: &Story) -> Result<bool, Fault> {
    if story.end == End::Draft {
        return Ok(false);
    }
    let actor = person(known, known.customers[story.customer].sales)?.clone();
    act(site, &actor, &story.doc, "submit", json!({}))
}

fn decide(site: &mut Site, known: &Known, story: &Story) -> Result<bool, Fault> {
    let actor = person(known, manager(story.branch))?.clone();
    // Behind the story's end, or some would be resumed as it ends.
    let until = site.today().plus(7).to_string();
    match story.end {
        End::BmPending => Ok(false),
        End::Hold => {
            let inputs = json!({ "reason": "PAYMENT_AWAITED", "remarks": "Part payment promised this week", "hold_until": until });
            act(site, &actor, &story.doc, "hold", inputs)?;
            Ok(false)
        }
        End::BmRejected => {
            let inputs =
                json!({ "reason": "RATE_LOW", "remarks": "Rate does not cover the freight" });
            act(site, &actor, &story.doc, "reject", inputs)?;
            Ok(false)
        }
        _ => {
            let below = json!({ "override_reason": "Repeat buyer, matched an offer" });
            match act(site, &actor, &story.doc, "approve", json!({}))? {
                true => Ok(true),
                false => act(site, &actor, &story.doc, "approve", below),
            }
        }
    }
}

fn preliminary(site: &mut Site, known: &Known, story: &Story) -> Result<bool, Fault> {
    if story.end == End::Preliminary {
        return Ok(false);
    }
    let actor = person(known, "PCT")?.clone();
    let advice = if story.customer.is_multiple_of(7) {
        json!({ "recommendation": "caution", "remarks": "Pays late, but pays" })
    } else {
        json!({ "recommendation": "approve" })
    };
    act(site, &actor, &story.doc, "forward", advice)
}

fn credit(site: &mut Site, known: &Known, story: &Story) -> Result<bool, Fault> {
    let actor = person(known, "CREDIT")?.clone();
    match story.end {
        End::CreditPending => Ok(false),
        End::CreditRejected => {
            let inputs = json!({ "reason": "LIMIT", "remarks": "Limit is used up this month" });
            act(site, &actor, &story.doc, "credit_reject", inputs)?;
            Ok(false)
        }
        _ => {
            if act(site, &actor, &story.doc, "credit_approve", json!({}))? {
                return Ok(true);
            }
            let inputs = json!({ "override": true, "remarks": "Payment advice seen" });
            act(site, &actor, &story.doc, "credit_approve", inputs)
        }
    }
}
