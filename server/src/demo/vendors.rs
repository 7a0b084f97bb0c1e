//! The demo's vendors: who carries, cuts, lifts and weighs for the company.

use serde_json::{Value, json};

use super::masters::{city_of, gstin};
use super::parties::{CONTACTS, pan, person};
use super::site::Site;
use super::{Fault, Known, PASSWORD};

/// How many of the first vendors have lorries.
pub const CARRIERS: usize = 10;

/// Name, category, city; the last two still wait.
const VENDORS: &[(&str, &str, &str)] = &[
    ("Shree Transport", "Transporter", "Chakan"),
    ("Balaji Roadlines", "Transporter", "Pune"),
    ("Maruti Carriers", "Transporter", "Vapi"),
    ("Deccan Logistics", "Transporter", "Hyderabad"),
    ("Sahyadri Freight Movers", "Transporter", "Nashik"),
    ("Konkan Cargo Lines", "Transporter", "Chiplun"),
    ("Gujarat Bulk Carriers", "Transporter", "Surat"),
    ("Kakatiya Transport Company", "Transporter", "Warangal"),
    ("Godavari Trailers", "Transporter", "Patancheru"),
    ("Anmol Tempo Service", "Transporter", "Pimpri"),
    ("Precision Slitting Works", "Job-worker", "Chakan"),
    ("Om Galvanizers", "Job-worker", "Vapi"),
    ("Bharat Crane Service", "Crane", "Pune"),
    ("Sri Lakshmi Hydra Cranes", "Crane", "Patancheru"),
    ("Chakan Dharam Kanta", "Weighbridge", "Chakan"),
    ("Navjeevan Weigh Bridge", "Weighbridge", "Pimpri"),
    ("Rajdhani Express Cargo", "Transporter", "Solapur"),
    ("Telangana Bending Works", "Job-worker", "Sangareddy"),
];

/// The second of them signs in as `VENDOR`.
pub fn make(
    site: &mut Site,
    known: &mut Known,
    hash: &dyn Fn(&str) -> String,
) -> Result<(), Fault> {
    let desk = person(known, "LOGI")?.clone();
    let accounts = person(known, "ACC")?.clone();
    for (at, (name, kind, city)) in VENDORS.iter().enumerate() {
        let place = city_of(known, city)?;
        let pan = pan(300 + at, if at % 3 == 0 { 'F' } else { 'C' });
        let number = gstin(place.gst, &pan);
        let account = format!("4{:010}", 2_100_345 + at * 1_313);
        let carries = *kind == "Transporter";
        let portal = carries && at < 3;
        let doc = site.create(&desk, "vendor", json!({
            "name": name,
            "kind": kind,
            "gst_category": "Regular",
            "gstin": number,
            "pan": pan,
            "transporter_id": if carries { json!(number) } else { Value::Null },
            "contact_person": CONTACTS[(at + 3) % CONTACTS.len()],
            "mobile": format!("91{:08}", 44_120_000 + at * 733),
            "billing": { "line1": format!("Shed {}, Transport Nagar", at + 5), "city": place.city, "district": place.district, "state": place.state, "pin": place.pin },
            "bank": { "bank": "Bank of Baroda", "ifsc": "BARB0CHAKAN", "account": account, "account_again": account, "holder": name },
            "tds_section": if carries { "194C" } else { "194J" },
            "tds_rate_bp": if carries { 100 } else { 200 },
            "portal": portal,
            "portal_id": if at == 1 { json!("VENDOR") } else { Value::Null },
            "portal_email": if portal { json!(format!("desk{at}@carrier.example")) } else { Value::Null },
            "portal_mobile": if portal { json!(format!("91{:08}", 45_700_000 + at * 91)) } else { Value::Null },
            "agreement_to": (site.today().plus(380 + at as i32 * 9)).to_string(),
        }))?;
        if at == 1 {
            site.password(&doc.id, hash(&format!("{PASSWORD}:VENDOR")))?;
        }
        let doc = match at + 2 >= VENDORS.len() {
            // One is a draft, the other waits for accounts.
            true if at + 1 == VENDORS.len() => continue,
            _ => site.must(&desk, &doc, "submit", json!({}))?,
        };
        if at + 2 < VENDORS.len() {
            known.vendors.push(site.must(&accounts, &doc, "approve", json!({}))?.id);
        }
    }
    Ok(())
}
