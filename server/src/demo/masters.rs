//! The demo's company: places, branches, yards, people, fleet.

use std::collections::BTreeMap;

use godown_core::declare::actor::Actor;
use godown_core::docs::accounts::actor_of;
use godown_core::value::{Day, Fy, period};
use serde_json::{Value, json};

use super::site::Site;
use super::{Fault, Known, PASSWORD, Place, Yard, goods, names, seeds, vendors};

/// City, district, PIN, GST code of its state.
const CITIES: &[(&str, &str, &str, &str)] = &[
    ("Pune", "Pune", "411001", "27"),
    ("Chakan", "Pune", "410501", "27"),
    ("Pimpri", "Pune", "411018", "27"),
    ("Baramati", "Pune", "413102", "27"),
    ("Junnar", "Pune", "410502", "27"),
    ("Shirur", "Pune", "412210", "27"),
    ("Solapur", "Solapur", "413001", "27"),
    ("Satara", "Satara", "415001", "27"),
    ("Nashik", "Nashik", "422001", "27"),
    ("Latur", "Latur", "413512", "27"),
    ("Chiplun", "Ratnagiri", "415605", "27"),
    ("Jalna", "Jalna", "431203", "27"),
    ("Ahilyanagar", "Ahilyanagar", "414001", "27"),
    ("Sangli", "Sangli", "416416", "27"),
    ("Kolhapur", "Kolhapur", "416003", "27"),
    ("Vapi", "Valsad", "396191", "24"),
    ("Valsad", "Valsad", "396001", "24"),
    ("Bharuch", "Bharuch", "392001", "24"),
    ("Surat", "Surat", "395003", "24"),
    ("Navsari", "Navsari", "396445", "24"),
    ("Hyderabad", "Hyderabad", "500001", "36"),
    ("Patancheru", "Sangareddy", "502319", "36"),
    ("Sangareddy", "Sangareddy", "502001", "36"),
    ("Warangal", "Hanumakonda", "506002", "36"),
];

/// The company's PAN, of the published example GSTIN.
pub const PAN: &str = "AAPFU0939F";

pub fn make(
    site: &mut Site,
    known: &mut Known,
    (first, until): (Day, Day),
    hash: &dyn Fn(&str) -> String,
) -> Result<(), Fault> {
    let system = Actor::system();
    seeds::plant(site, known, &system)?;
    places(site, known, &system)?;
    organisation(site, known, &system)?;
    people(site, known, &system, first, hash)?;
    roles(site, &system)?;
    heads(site, known, &system, (first, until))?;
    goods::make(site, known, &system, first)?;
    vendors::make(site, known, hash)?;
    tally(site, &system)?;
    fleet(site, known, &system, first)
}

/// The districts and cities of the states that the company trades in; all of India's would make the
/// demo a third larger and show nothing more.
fn places(site: &mut Site, known: &mut Known, system: &Actor) -> Result<(), Fault> {
    let mut ids: BTreeMap<String, String> = BTreeMap::new();
    let states = known.states.clone();
    let mut id = |doc_type: &str, key: &str| match doc_type {
        "state" => states.get(key).cloned().unwrap_or_default(),
        _ => ids.entry(key.to_owned()).or_insert_with(|| site.new_id()).clone(),
    };
    let trades = |place: &crate::places::Place| CITIES.iter().any(|city| city.3 == place.state);
    let mut wanted = Vec::new();
    for place in crate::places::all(&mut id).filter(trades) {
        wanted.push(place);
    }
    for place in wanted {
        let id = ids.entry(place.key).or_insert_with(|| site.new_id()).clone();
        let made = site.create_as(system, place.doc_type, &id, Value::Object(place.record))?;
        let city = CITIES
            .iter()
            .find(|city| place.doc_type == "city" && (city.0, city.3) == (place.name, place.state));
        if let Some((name, _, pin, gst)) = city {
            let district = made.text("district").unwrap_or_default().to_owned();
            let state = made.text("state").unwrap_or_default().to_owned();
            known
                .cities
                .insert((*name).to_owned(), Place { city: made.id, district, state, pin, gst });
        }
    }
    for (city, district, pin, gst) in CITIES {
        if known.cities.contains_key(*city) {
            continue;
        }
        let missing = || Fault::text(format!("no district {district}"));
        let district = ids.get(&format!("{gst}/{district}")).cloned().ok_or_else(missing)?;
        let record = json!({ "name": city, "district": district, "pincodes": [pin] });
        let doc = site.create(system, "city", record)?;
        let state = states.get(*gst).cloned().unwrap_or_default();
        known.cities.insert((*city).to_owned(), Place { city: doc.id, district, state, pin, gst });
    }
    Ok(())
}

/// Grams that the branches are to sell a month, in their order.
const TARGETS_G: [i64; 3] = [90_000_000, 75_000_000, 80_000_000];

/// Code, name, city, series prefix.
const BRANCHES: &[(&str, &str, &str, &str)] = &[
    ("PUN", "Pune", "Chakan", "PN"),
    ("VAP", "Vapi", "Vapi", "VP"),
    ("HYD", "Hyderabad", "Patancheru", "HY"),
];

/// Code, name, branch, city, own weighbridge.
pub const YARDS: &[(&str, &str, usize, &str, bool)] = &[
    ("PUN1", "PUN1 Chakan", 0, "Chakan", true),
    ("PUN2", "PUN2 Pimpri", 0, "Pimpri", false),
    ("VAP1", "VAP1 Vapi", 1, "Vapi", true),
    ("HYD1", "HYD1 Patancheru", 2, "Patancheru", true),
    ("HYD2", "HYD2 Hyderabad", 2, "Hyderabad", true),
];

/// A GSTIN of a PAN in a state, with its check digit.
pub fn gstin(state: &str, pan: &str) -> String {
    let body = format!("{state}{pan}1Z");
    let digit = godown_core::identify::check_digit(&body).unwrap_or('0');
    format!("{body}{digit}")
}

/// The names that the accountant's Tally has for the accounts of the demo's business.
const TALLY: &[(&str, &str)] = &[
    ("sales", "Sales GST"),
    ("stock", "Purchase GST"),
    ("output_cgst", "Output CGST"),
    ("output_sgst", "Output SGST"),
    ("output_igst", "Output IGST"),
    ("output_cess", "Output Cess"),
    ("sales_return", "Sales Returns GST"),
    ("input_tax", "Input GST"),
    ("rcm_payable", "RCM GST Payable"),
    ("tcs", "TCS Payable"),
    ("freight", "Freight & Loading Charges"),
    ("freight_inward", "Freight Inward"),
    ("freight_outward", "Freight Outward"),
    ("charges_recovered", "Charges Recovered"),
    ("interest", "Interest Received"),
    ("round_off", "Round Off"),
    ("bank", "State Bank of India"),
    ("cash", "Cash"),
    ("goods_in_transit", "Goods in Transit"),
    ("stock_dump", "Stock (Dump)"),
    ("stock_difference", "Stock Difference"),
    ("work_in_progress", "Work in Progress"),
    ("process_cost", "Process Cost Recovered"),
    ("cheques_in_hand", "Cheques in Hand"),
    ("tds_receivable", "TDS Receivable"),
    ("discount_allowed", "Discount Allowed"),
    ("weighing_difference", "Weighing Gain and Loss"),
    ("cost_variance", "Cost Variance"),
    ("opening", "Opening Balances"),
    ("opening_stock", "Opening Stock"),
];

fn tally(site: &mut Site, system: &Actor) -> Result<(), Fault> {
    for (account, name) in TALLY {
        site.create(system, "tally_ledger", json!({ "account": account, "name": name }))?;
    }
    Ok(())
}

fn organisation(site: &mut Site, known: &mut Known, system: &Actor) -> Result<(), Fault> {
    site.create(system, "company", json!({
        "name": "Sahyadri Steel & Tubes Private Limited",
        "trade_name": "Sahyadri Steel & Tubes",
        "pan": PAN,
        "address": "Gat 214, Chakan MIDC, Pune 410501, Maharashtra",
        "aato_paise": 180_000_000_000_i64,
        "e_invoice_from": "2024-04-01",
        "bank_accounts": [{ "bank": "HDFC Bank", "branch": "Chakan", "ifsc": "HDFC0000412", "account": "041211800027" }],
        "invoice_terms": "Goods once loaded and weighed are checked by the driver. Interest 18 % a year after the due date. Subject to Pune jurisdiction.",
    }))?;
    for (code, name, city, prefix) in BRANCHES {
        let place = city_of(known, city)?;
        let doc = site.create(
            system,
            "branch",
            json!({
                "code": code,
                "name": name,
                "gstin": gstin(place.gst, PAN),
                "address": format!("Gat 214, MIDC, {city}"),
                "state": place.state,
                "pin": place.pin,
                "series_prefix": prefix,
            }),
        )?;
        known.branches.push(doc.id);
    }
    for (code, name, branch, city, weighbridge) in YARDS {
        let place = city_of(known, city)?;
        let doc = site.create(
            system,
            "yard",
            json!({
                "code": code,
                "name": name,
                "branch": known.branches[*branch],
                "address": format!("Godown road, {city}"),
                "location": city,
                "city": place.city,
                "state": place.state,
                "pin": place.pin,
                "has_weighbridge": weighbridge,
                "capacity_g": 900_000_000,
            }),
        )?;
        let mut zones = Vec::new();
        for zone in ["Rack A", "Rack B", "Rack C", "Bay 1", "Bay 2"] {
            zones.push(site.create(system, "zone", json!({ "yard": doc.id, "name": zone }))?.id);
        }
        known.yards.push(Yard { id: doc.id, branch: *branch, zones });
    }
    Ok(())
}

pub fn city_of(known: &Known, name: &str) -> Result<Place, Fault> {
    known.cities.get(name).cloned().ok_or_else(|| Fault::text(format!("no city {name}")))
}

fn people(
    site: &mut Site,
    known: &mut Known,
    system: &Actor,
    today: Day,
    hash: &dyn Fn(&str) -> String,
) -> Result<(), Fault> {
    for (at, (emp_id, name, roles, designation, branch)) in names::PEOPLE.iter().enumerate() {
        let everywhere = matches!(*emp_id, "PCT" | "CREDIT" | "LOGI" | "ACC" | "PURCH" | "AUDIT");
        let yards: Vec<&String> =
            known.yards.iter().filter(|yard| yard.branch == *branch).map(|yard| &yard.id).collect();
        let record = json!({
            "emp_id": emp_id,
            "name": name,
            "mobile": format!("98{:08}", 22_011_000 + at * 137),
            "email": format!("{}@sahyadri.example", emp_id.to_lowercase()),
            "roles": roles,
            "branch": known.branches[*branch],
            "branches": if everywhere { json!(known.branches) } else { Value::Null },
            "yards": if roles.contains(&"YARD") { json!(yards) } else { Value::Null },
            "designation": designation,
            "joined_on": today.plus(-800 + at as i32 * 20).to_string(),
            "approval_slab_paise": if roles.contains(&"BM") { json!(500_000_000_i64) } else { Value::Null },
            "password": hash(&format!("{PASSWORD}:{emp_id}")),
        });
        let doc = site.create(system, "employee", record)?;
        let actor = actor_of(&site.state, &doc, site.now).ok().flatten();
        let actor = actor.ok_or_else(|| Fault::text(format!("{emp_id} is no actor")))?;
        known.people.insert((*emp_id).to_owned(), actor);
    }
    Ok(())
}

/// A role of the site's own: a branch manager who looks into every branch and approves nothing.
fn roles(site: &mut Site, system: &Actor) -> Result<(), Fault> {
    let sees = |page: &str| json!({ "page": page, "view": "all", "export": "all", "print": "all" });
    let rights: Vec<Value> =
        ["order", "loading", "invoice", "receipt", "inward"].into_iter().map(sees).collect();
    let record = json!({
        "code": "REGIONAL",
        "name": "Regional manager",
        "acts_as": "BM",
        "login_type": "bm",
        "home": "/dashboard/default",
        "rights": rights,
    });
    site.create(system, "role", record).map(drop)
}

/// Reporting lines and duties of the people, and the series that number invoices.
fn heads(
    site: &mut Site,
    known: &Known,
    system: &Actor,
    (first, until): (Day, Day),
) -> Result<(), Fault> {
    let id = |emp_id: &str| known.people.get(emp_id).map(|actor| actor.id.clone());
    let managers = ["BM", "BM2", "BM3"];
    for (emp_id, _, roles, _, branch) in names::PEOPLE {
        let (Some(person), Some(head)) = (id(emp_id), id(managers[*branch])) else { continue };
        let above = if roles.contains(&"BM") { id("ADMIN").unwrap_or_default() } else { head };
        if *emp_id != "ADMIN" {
            site.edit(system, "employee", &person, json!({ "reporting_to": above }))?;
        }
    }
    for (at, branch) in known.branches.iter().enumerate() {
        let month = period::month_of(first).0;
        let year = period::month_of(month.plus(-334)).0;
        let leads = json!({
            "manager": id(managers[at]),
            "targets": [
                { "from": year.to_string(), "monthly_g": TARGETS_G[at] },
                { "from": month.to_string(), "monthly_g": TARGETS_G[at] * 11 / 10 },
            ],
        });
        site.edit(system, "branch", branch, leads)?;
        for year in first.fy().0..=until.fy().0 {
            let fy = Fy(year).to_string();
            let series = json!({ "doc_type": "invoice", "branch": branch, "fy": fy, "width": 6 });
            site.create(system, "number_series", series)?;
        }
    }
    for yard in &known.yards {
        let keeper = ["YARD", "YARD2", "YARD3"][yard.branch];
        site.edit(system, "yard", &yard.id, json!({ "in_charge": id(keeper) }))?;
    }
    let heads = [("West", "BM"), ("South Gujarat", "BM2"), ("Deccan", "BM3")];
    for (name, head) in heads {
        site.create(system, "region", json!({ "name": name, "head": id(head) }))?;
    }
    Ok(())
}

/// State letters, district number, carrier; the registration follows from the row's place.
fn fleet(site: &mut Site, known: &mut Known, system: &Actor, today: Day) -> Result<(), Fault> {
    let types = [
        ("Truck 10 wheels", 16_000_000_i64, 6_700_i64),
        ("Truck 12 wheels", 21_000_000, 7_300),
        ("Trailer 18 wheels", 28_000_000, 12_200),
        ("LCV 17 ft", 6_500_000, 5_200),
    ];
    let mut type_ids = Vec::new();
    for (name, max_g, length) in types {
        let id = known.seeded.get(&format!("truck_type {name}")).cloned();
        let id = id.ok_or_else(|| Fault::text(format!("no truck type {name}")))?;
        type_ids.push((id, max_g, length));
    }
    for (at, name) in names::DRIVERS.iter().enumerate() {
        let record = json!({
            "name": name,
            "mobile": format!("97{:08}", 40_551_000 + at * 211),
            "licence_no": format!("MH12201{:08}", 60_001_230 + at * 97),
            "licence_to": today.plus(900 + at as i32 * 30).to_string(),
        });
        let mobile = format!("97{:08}", 40_551_000 + at * 211);
        known.drivers.push((site.create(system, "driver", record)?.id, mobile));
    }
    for at in 0..25_usize {
        let (type_id, max_g, length) = type_ids[at % type_ids.len()].clone();
        let letters = ["MH12", "MH14", "GJ15", "TS09", "MH12"][at % 5];
        let expired = at == 24;
        let record = json!({
            "reg_no": format!("{letters}{}{}{:04}", (b'A' + (at % 20) as u8) as char, 'X', 1_000 + at * 173),
            "truck_type": type_id,
            "owned_by": if at % 5 == 0 { "own" } else { "vendor" },
            "vendor": if at % 5 == 0 { Value::Null } else { json!(carrier(known, at)) },
            "capacity_g": max_g,
            "body_length_mm": length,
            "rc_to": today.plus(2_000).to_string(),
            "insurance_to": today.plus(if expired { 20 } else { 500 }).to_string(),
            "fitness_to": today.plus(600).to_string(),
            "permit_to": today.plus(700).to_string(),
            "puc_to": today.plus(430).to_string(),
            "gps_id": if at % 5 == 0 { json!(format!("GPS-{:05}", 40_100 + at)) } else { Value::Null },
            "driver": known.drivers[at % known.drivers.len()].0,
        });
        known.vehicles.push(site.create(system, "vehicle", record)?.id);
    }
    Ok(())
}

/// The transporter of a vehicle: those with lorries, in turn.
fn carrier(known: &Known, at: usize) -> Option<String> {
    known.vendors.get(at % vendors::CARRIERS).cloned()
}
