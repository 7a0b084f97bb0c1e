//! The demo's reversals: an order sold to the wrong firm that was taken back whole, one that waits for the yard, and
//! one that something stands against.

use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::docs::loadings;
use godown_core::docs::orders::ORDER;
use godown_core::docs::reversals::plan::{Reversing, plan};
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read, parse};
use serde_json::{Value, json};

use super::parties::{manager, person};
use super::site::Site;
use super::{Fault, Known};

/// The end of the order, the reason, whether it is carried out, and the words that go with it.
type Job = (&'static str, &'static str, bool, &'static str);

const JOBS: &[Job] = &[
    ("rejected", "WRONG_PARTY", true, "Sold to the sister firm's account by mistake"),
    (
        "waiting",
        "REFUSED_AT_SITE",
        false,
        "The site refused the lengths, the lorry is on its way back",
    ),
];

const BLOCKED: Job =
    ("rejected", "DATA_ERROR", false, "Entered twice, the goods came back with another order");
/// Of so many of the newest orders the plan is looked at.
const LOOKED_AT: usize = 120;

pub fn make(site: &mut Site, known: &Known) -> Result<(), Fault> {
    let (orders, blocked) = fit(site)?;
    for (job, order) in JOBS.iter().zip(orders) {
        one(site, known, job, &order)?;
    }
    blocked.map_or(Ok(()), |order| ask(site, known, &BLOCKED, &order).map(drop))
}

/// Orders against whose reversal nothing stands but the yard's count, the newest first, and one that more stands
/// against.
fn fit(site: &Site) -> Result<(Vec<Doc>, Option<Doc>), Fault> {
    let system = Actor::system();
    let mut found: Vec<Doc> = Vec::new();
    for (key, text) in
        site.state.scan(&Range::prefix(&keys::key(&["doc", ORDER.key])), usize::MAX)?
    {
        let doc: Doc = parse(&key, &text)?;
        // The scrap that was sold stays sold: the dump that it left is shown so.
        let lines = doc.get("lines").and_then(Value::as_array).into_iter().flatten();
        let scrap = lines.filter_map(|line| line.get("dump")?.as_bool()).any(|dump| dump);
        if !scrap && matches!(doc.status.as_str(), "Order Completed" | "Order Loaded") {
            found.push(doc);
        }
    }
    found.sort_by(|a, b| (b.since, &b.doc_no).cmp(&(a.since, &a.doc_no)));
    let look = docs::look(&site.state, &system, site.now);
    let (mut fit, mut blocked) = (Vec::new(), None);
    for order in found.into_iter().take(LOOKED_AT) {
        if fit.len() == JOBS.len() && blocked.is_some() {
            break;
        }
        let reversing = Reversing {
            order: order.id.clone(),
            to: "rejected".to_owned(),
            said: "Order reversal".to_owned(),
            ..Reversing::default()
        };
        let made = plan(&look, &reversing)?;
        match made.blockers.len() == made.waits.len() {
            true if fit.len() < JOBS.len() && !made.waits.is_empty() => fit.push(order),
            false => blocked = blocked.or(Some(order)),
            true => {}
        }
    }
    Ok((fit, blocked))
}

/// The request, on its way to the branch manager.
fn ask(
    site: &mut Site,
    known: &Known,
    (to, reason, _, words): &Job,
    order: &Doc,
) -> Result<Doc, Fault> {
    site.pass(60_000);
    let admin = person(known, "ADMIN")?;
    let record = json!({ "order": order.id, "to": to, "reason": reason, "remarks": words });
    let owner = known.people.values().find(|one| order.owner.as_ref() == Some(&one.id));
    let seller = owner.unwrap_or(admin).clone();
    let asked = site.create(&seller, "reversal", record)?;
    site.must(&seller, &asked, "submit", json!({}))
}

fn one(site: &mut Site, known: &Known, job: &Job, order: &Doc) -> Result<(), Fault> {
    let asked = ask(site, known, job, order)?;
    let branch = known.branches.iter().position(|id| order.branch.as_ref() == Some(id));
    let branch = branch.unwrap_or(0);
    let head = person(known, manager(branch))?.clone();
    let keeper = person(known, ["YARD", "YARD2", "YARD3"][branch])?.clone();
    let (accounts, admin) = (person(known, "ACC")?.clone(), person(known, "ADMIN")?.clone());
    let asked = site.must(&head, &asked, "approve", json!({}))?;
    let mut doc = site.must(&accounts, &asked, "approve", json!({}))?;
    if !job.2 {
        return Ok(());
    }
    let system = Actor::system();
    let out = loadings::posted(&docs::look(&site.state, &system, site.now), &order.id)?;
    for loading in out {
        let counted = json!({
            "loading": loading.id, "pcs": loading.int("pcs"), "weight_g": loading.int("weight_g"),
        });
        doc = site.must(&keeper, &doc, "acknowledge", counted)?;
    }
    let confirm = json!({ "order_no": order.doc_no });
    site.must(&admin, &doc, "execute", confirm).map(drop)
}
