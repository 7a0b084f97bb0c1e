//! The demo's customers with their credit, and its suppliers.

use godown_core::declare::actor::Actor;
use godown_core::value::Day;
use serde_json::{Value, json};

use super::masters::{city_of, gstin};
use super::names::{self, Firm};
use super::site::Site;
use super::{Customer, Fault, Known, PASSWORD};

pub fn make(
    site: &mut Site,
    known: &mut Known,
    today: Day,
    hash: &dyn Fn(&str) -> String,
) -> Result<(), Fault> {
    suppliers(site, known, hash)?;
    let lists = [names::PUNE, names::VAPI, names::HYDERABAD];
    let mut number = 0;
    for (branch, list) in lists.into_iter().enumerate() {
        for (at, firm) in list.iter().enumerate() {
            number += 1;
            customer(site, known, today, firm, Turn { branch, at, number })?;
        }
    }
    Ok(())
}

/// A firm's place among those of its branch, and among all.
struct Turn {
    branch: usize,
    at: usize,
    number: usize,
}

pub fn person<'k>(known: &'k Known, emp_id: &str) -> Result<&'k Actor, Fault> {
    known.people.get(emp_id).ok_or_else(|| Fault::text(format!("no employee {emp_id}")))
}

/// A PAN by the position of a firm; the fourth letter tells what kind of holder it is.
pub fn pan(number: usize, holder: char) -> String {
    let letter = |n: usize| (b'A' + (n % 26) as u8) as char;
    format!(
        "{}{}{}{holder}{}{:04}{}",
        'A',
        letter(number / 26),
        letter(number),
        letter(number * 7),
        1_000 + number * 37 % 9_000,
        letter(number * 11)
    )
}

/// A salesperson of a branch.
fn seller(branch: usize, at: usize) -> &'static str {
    match (branch, at % 3) {
        (0, 0) => "SALES3",
        (0, _) => "SALES",
        (1, _) => "SALES2",
        _ => "SALES4",
    }
}

pub fn manager(branch: usize) -> &'static str {
    ["BM", "BM2", "BM3"][branch]
}

/// The firms that are out of the ordinary, by their number among all.
const UNREGISTERED: &[usize] = &[9, 35, 50];
const SEZ: usize = 60;
const COMPOSITION: usize = 16;
const BLOCKED: usize = 20;
const OVER_LIMIT: usize = 5;
const SAME_PAN: (usize, usize) = (30, 44);
const PENDING: &[usize] = &[24, 42];
const ON_ADVANCE: &[usize] = &[9, 22, 35, 50];

fn customer(
    site: &mut Site,
    known: &mut Known,
    today: Day,
    firm: &Firm,
    turn: Turn,
) -> Result<(), Fault> {
    let number = turn.number;
    let place = city_of(known, firm.city)?;
    let registered = !UNREGISTERED.contains(&number);
    let kin = if number == SAME_PAN.1 { SAME_PAN.0 } else { number };
    let pan = pan(kin, if number.is_multiple_of(3) { 'F' } else { 'C' });
    let category = match number {
        n if UNREGISTERED.contains(&n) => "Unregistered",
        SEZ => "SEZ",
        COMPOSITION => "Composition",
        _ => "Regular",
    };
    let term =
        if ON_ADVANCE.contains(&number) { "ADV" } else { ["CR30", "CR15", "CR45"][number % 3] };
    let term_id = known.seeded.get(&format!("payment_term {term}")).cloned().unwrap_or_default();
    let sales = seller(turn.branch, turn.at);
    let actor = person(known, sales)?.clone();
    let line = |n: usize| format!("Plot {}, Phase II, MIDC", 10 + n * 7);
    let yards: Vec<Value> = known
        .yards
        .iter()
        .filter(|yard| yard.branch == turn.branch)
        .enumerate()
        .map(|(at, yard)| json!({ "yard": yard.id, "distance_km": 12 + number * 3 + at * 9 }))
        .collect();
    let class = ["A", "B", "C"][number % 3];
    let head_office = number.is_multiple_of(8).then_some("Head office");
    let branches = head_office.map(|label| {
        json!([{
            "label": label, "line1": line(number + 5), "city": place.city,
            "district": place.district, "state": place.state, "pin": place.pin,
        }])
    });
    let site_name = if number.is_multiple_of(2) { "Works" } else { "Site office" };
    let doc = site.create(&actor, "customer", json!({
        "name": firm.name,
        "kind": firm.kind,
        "gst_category": category,
        "gstin": if registered { json!(gstin(place.gst, &pan)) } else { Value::Null },
        "pan": pan,
        "contact_person": CONTACTS[number % CONTACTS.len()],
        "mobile": format!("93{:08}", 25_110_000 + number * 9_173),
        "whatsapp": !number.is_multiple_of(3),
        "billing": { "line1": line(number), "city": place.city, "district": place.district, "state": place.state, "pin": place.pin },
        "bill_to": branches,
        "ship_to": [{
            "label": site_name,
            "line1": line(number + 3),
            "city": place.city,
            "district": place.district,
            "state": place.state,
            "pin": place.pin,
            "contact": CONTACTS[(number + 4) % CONTACTS.len()],
            "mobile": format!("93{:08}", 25_990_000 + number * 71),
            "distances": yards,
        }],
        "sales_owner": actor.id,
        "price_class": class,
        "payment_term": term_id,
        "tally_name": format!("{} {}", firm.name, firm.city),
    }))?;
    if PENDING.contains(&number) {
        known.drafts.push((doc, actor));
        return Ok(());
    }
    let doc = site.must(&actor, &doc, "submit", json!({}))?;
    site.must(&person(known, manager(turn.branch))?.clone(), &doc, "approve", json!({}))?;
    let credit = person(known, "CREDIT")?.clone();
    let limit = match number {
        OVER_LIMIT => 40_000_000_i64,
        _ if term == "ADV" => 0,
        _ => [150_000_000, 250_000_000, 400_000_000, 600_000_000][number % 4],
    };
    if limit > 0 {
        site.must(&credit, &doc, "set_credit", json!({
            "limit_paise": limit,
            "from": today.to_string(),
            "opening_receivable_paise": if number.is_multiple_of(5) { json!(limit / 20) } else { Value::Null },
            "due": if number.is_multiple_of(5) { json!(today.plus(240).to_string()) } else { Value::Null },
            "reason": "OPENING", "remarks": "Limit carried over at the start",
        }))?;
    }
    if number == BLOCKED {
        let reason = json!({ "reason": "CHEQUE_BOUNCE", "remarks": "Two cheques bounced" });
        site.must(&credit, &doc, "block", reason)?;
        return Ok(());
    }
    known.customers.push(Customer {
        id: doc.id,
        branch: turn.branch,
        sales,
        term: term_id,
        ship_to: site_name,
        bill_to: head_office,
    });
    Ok(())
}

pub const CONTACTS: &[&str] = &[
    "Suresh Patil",
    "Kiran Shah",
    "Mohan Reddy",
    "Deepak Jain",
    "Ashok Kulkarni",
    "Nilesh Desai",
    "Arvind Rao",
    "Pooja Mehta",
    "Rahul Chavan",
    "Sameer Sheikh",
    "Gopal Naidu",
    "Vijay Bhosale",
];

/// The first of them signs in as `SUPPLIER`; others were invited and did not answer yet.
fn suppliers(
    site: &mut Site,
    known: &mut Known,
    hash: &dyn Fn(&str) -> String,
) -> Result<(), Fault> {
    let buyer = person(known, "PURCH")?.clone();
    let accounts = person(known, "ACC")?.clone();
    for (at, (name, kind, city)) in names::SUPPLIERS.iter().enumerate() {
        let place = city_of(known, city)?;
        let pan = pan(200 + at, 'C');
        let account = format!("3{:010}", 1_200_345 + at * 977);
        let doc = site.create(&buyer, "supplier", json!({
            "name": name,
            "kind": kind,
            "gst_category": "Regular",
            "gstin": gstin(place.gst, &pan),
            "pan": pan,
            "contact_person": CONTACTS[at % CONTACTS.len()],
            "mobile": format!("92{:08}", 33_440_000 + at * 611),
            "billing": { "line1": format!("Unit {}, Industrial Estate", at + 3), "city": place.city, "district": place.district, "state": place.state, "pin": place.pin },
            "bank": { "bank": "State Bank of India", "ifsc": "SBIN0001234", "account": account, "account_again": account, "holder": name },
            "lead_days": 7 + at % 5,
            "tds_section": "194Q",
            "tds_rate_bp": 10,
            "portal": at % 4 == 0,
            "portal_id": if at == 0 { json!("SUPPLIER") } else { Value::Null },
            "portal_email": if at % 4 == 0 { json!(format!("sales{at}@mill.example")) } else { Value::Null },
            "portal_mobile": if at % 4 == 0 { json!(format!("92{:08}", 55_100_000 + at * 77)) } else { Value::Null },
            "agreement_to": (site.today().plus(400 + at as i32 * 11)).to_string(),
        }))?;
        if at == 0 {
            site.password(&doc.id, hash(&format!("{PASSWORD}:SUPPLIER")))?;
        }
        let doc = site.must(&buyer, &doc, "submit", json!({}))?;
        known.suppliers.push(site.must(&accounts, &doc, "approve", json!({}))?.id);
    }
    Ok(())
}
