//! What the demo's owner keeps at the desk: messages, contacts, proforma invoices.

use godown_core::declare::actor::Actor;
use godown_core::value::Day;
use serde_json::{Value, json};

use super::names::{HYDERABAD, PUNE, SUPPLIERS, VAPI};
use super::parties::person;
use super::site::{self, Site};
use super::{Fault, Known};

/// Who writes to the owner, about what, and in which words.
const LETTERS: &[(&str, &str, &str)] = &[
    (
        "SALES",
        "Rate for Bhavani",
        "<p>They ask for <b>two percent</b> on tubes this week. May I?</p>",
    ),
    ("BM", "Count at PUN1", "<p>The count is done. Two batches are short by a bundle each.</p>"),
    ("CREDIT", "Limit of Ajanta Tubes", "<p>Their limit ends this month. Papers are complete.</p>"),
    ("YARD", "Crane on Saturday", "<p>The crane comes at nine. We load rebar first.</p>"),
    (
        "LOGI",
        "E-way bills",
        "<ul><li>Three end tonight</li><li>One truck stands at Satara</li></ul>",
    ),
    ("ACC", "GST return", "<p>The figures of the month are ready to be looked over.</p>"),
    (
        "PURCH",
        "Offer of Navkar",
        "<p>Tubes at ₹ 56,400 a tonne, delivered. Valid until Friday.</p>",
    ),
    ("SALES2", "Visit to Surat", "<p>Tapi wants to see samples. I am there on Tuesday.</p>"),
    ("BM2", "Leave", "<p>I am away for two days next week. Jignesh stands in.</p>"),
    ("SALES4", "Period lock", "<p>The quarter can be locked once the last receipts are in.</p>"),
    ("SALES3", "New dealer", "<p>A dealer in Junnar wants to open an account.</p>"),
    ("PCT", "Cheques", "<p>Two cheques fall due on Monday, one of them is of Omkar.</p>"),
];
/// So many of the last letters are still unread.
const UNREAD: usize = 3;

const FIRST: [&str; 17] = [
    "Aarti", "Bharat", "Chitra", "Deepak", "Esha", "Farida", "Girish", "Heena", "Ishaan", "Jyoti",
    "Kiran", "Lata", "Manoj", "Neha", "Om", "Pooja", "Rahul",
];
const LAST: [&str; 4] = ["Kale", "Shah", "Naidu", "Bose"];

/// The words of a proforma invoice, how far it is, and whose it is to be.
const PROFORMAS: &[(&str, &str, usize)] = &[
    ("PF-101", "pending", 0),
    ("PF-102", "processing", 3),
    ("PF-103", "delivered", 9),
    ("PF-104", "pending", 12),
];

pub fn make(site: &mut Site, known: &Known, until: Day) -> Result<(), Fault> {
    let owner = person(known, "ADMIN")?.clone();
    letters(site, known, &owner)?;
    contacts(site, &owner)?;
    proformas(site, &owner, until)
}

fn letters(site: &mut Site, known: &Known, owner: &Actor) -> Result<(), Fault> {
    for (at, (from, subject, message)) in LETTERS.iter().enumerate() {
        site.pass(1_000);
        let from = person(known, from)?.clone();
        let record = json!({ "to_person": owner.id, "subject": subject, "message": message });
        let sent = site.create(&from, "inbox_message", record)?;
        if at + UNREAD < LETTERS.len() {
            // A letter is the first that the sender's makes.
            let came = site.find("inbox_message", &format!("{}-1", sent.id))?;
            let none = || Fault::text(format!("{subject} did not arrive"));
            site.must(owner, &came.ok_or_else(none)?, "read", json!({}))?;
        }
    }
    Ok(())
}

fn contacts(site: &mut Site, owner: &Actor) -> Result<(), Fault> {
    let firms = [PUNE, VAPI, HYDERABAD].into_iter().flatten().map(|firm| (firm.name, firm.city));
    let mills = SUPPLIERS.iter().take(8).map(|(name, _, city)| (*name, *city));
    for (at, (firm, city)) in firms.chain(mills).enumerate() {
        let name = format!("{} {}", FIRST[at % FIRST.len()], LAST[at / FIRST.len() % LAST.len()]);
        let mailbox = name.to_lowercase().replace(' ', ".");
        let record = json!({
            "name": name, "company": firm, "email": format!("{mailbox}@example.com"),
            "phone": format!("98220{:05}", 10_000 + at * 37), "address": city, "active": at % 9 != 8,
        });
        site.create(owner, "contact", record)?;
    }
    Ok(())
}

fn proformas(site: &mut Site, owner: &Actor, until: Day) -> Result<(), Fault> {
    let skus = super::shop::offered(site)?;
    for (at, (number, progress, buyer)) in PROFORMAS.iter().enumerate() {
        let firm = &PUNE[*buyer];
        let item = |(nth, (sku, name)): (usize, &(String, String))| {
            let price_paise = 124_500 + nth * 31_000;
            let unit = 10 * (nth + 1);
            json!({ "sku": sku, "name": name, "unit": unit, "price_paise": price_paise })
        };
        let items: Vec<Value> =
            skus.iter().skip(at * 2).take(2 + at % 2).enumerate().map(item).collect();
        let dated_at = site::at(until.plus(-3 * at as i32), 600).0;
        let record = json!({
            "order_no": number, "progress": progress, "dated_at": dated_at,
            "currency": "INR", "vat_bp": 1_800,
            "buyer": { "name": firm.name, "address": firm.city },
            "seller": { "name": "Sahyadri Steel & Tubes Private Limited", "address": "Chakan, Pune" },
            "items": items,
        });
        site.create(owner, "proforma", record)?;
    }
    Ok(())
}
