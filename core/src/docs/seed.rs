//! The rows that every site is given: states, units, truck types, terms, reasons, roles, menus.

pub mod plan;

use serde_json::{Value, json};

use super::seed_menu::MENUS;
pub use super::seed_menu::menu_names;
use super::{roles, seed_times, settings};
use crate::access::pages::page;
use crate::identify::STATES;
use crate::kept::doc::Record;

/// One document of the seed, to be made by the system in this order.
#[derive(Clone, Debug, PartialEq)]
pub struct Seed {
    pub doc_type: &'static str,
    /// Of the command that makes it.
    pub id: String,
    pub record: Record,
}

/// Type and key of every row that a program ever gave, a line each, in the order in which they
/// came. Lines are added and never taken out: sites know rows by these keys.
pub const PLANTED: &str = include_str!("seed/planted.txt");

/// Rows that are called otherwise than when they first came: type, today's key, the first. The
/// first stays the row's key, so that sites rename what they have and are given nothing twice.
const RENAMED: &[(&str, &str, &str)] = &[
    ("menu", "Stock/Count stock", "Stock/Audit plan"),
    ("trigger", "Work order under way for 5 days", "Work order under way for 3 days"),
];

/// Rows that earlier programs gave and this one does not: type and key.
const RETIRED: &[(&str, &str)] = &[];

/// The key that a row had when it first came.
fn first_key<'k>(doc_type: &str, key: &'k str) -> &'k str {
    let renamed = RENAMED.iter().find(|(kind, now, _)| *kind == doc_type && *now == key);
    renamed.map_or(key, |(_, _, first)| first)
}

/// The ids of the rows that earlier programs gave and this one does not.
pub fn retired(id: &mut dyn FnMut(&str, &str) -> String) -> Vec<(&'static str, String)> {
    RETIRED.iter().map(|(doc_type, key)| (*doc_type, id(doc_type, key))).collect()
}

/// Everything the program gives to a site, links first.
///
/// `id` names the document of a type with a natural key (`state`, `27`); the same arguments must
/// give the same id, since records name each other by it.
pub fn seed(id: &mut dyn FnMut(&str, &str) -> String) -> Vec<Seed> {
    let mut seeds = Seeds { all: Vec::new(), id };
    let defaults = settings::defaults(settings::SETTING.fields);
    seeds.all.push(Seed { doc_type: "setting", id: "setting".to_owned(), record: defaults });
    seeds.places();
    seeds.units();
    seeds.trucks();
    seeds.terms();
    seeds.reasons();
    seeds.times();
    seeds.roles();
    seeds.menus();
    seeds.all
}

struct Seeds<'a> {
    all: Vec<Seed>,
    id: &'a mut dyn FnMut(&str, &str) -> String,
}

impl Seeds<'_> {
    fn add(&mut self, doc_type: &'static str, key: &str, record: Value) {
        let id = (self.id)(doc_type, first_key(doc_type, key));
        let record = record.as_object().cloned().unwrap_or_default();
        self.all.push(Seed { doc_type, id, record });
    }

    fn places(&mut self) {
        self.add("country", "IN", json!({ "name": "India", "iso2": "IN", "dial": "+91" }));
        let country = (self.id)("country", "IN");
        for state in STATES.iter().filter(|state| state.code == state.current) {
            let mut record = json!({
                "name": state.name,
                "country": country,
                "gst_code": state.code,
                "alpha": state.alpha,
                "is_ut": state.is_ut,
                "ewb_thresholds": [{ "from": EWB_SINCE, "threshold_paise": state.ewb_intra_paise }],
            });
            if let Some((_, from)) = CODES_SINCE.iter().find(|(code, _)| *code == state.code) {
                record["code_from"] = (*from).into();
            }
            self.add("state", state.code, record);
        }
    }

    fn units(&mut self) {
        for (code, name, uqc, dimension, decimals, num) in UOMS {
            let record = json!({
                "code": code, "name": name, "uqc": uqc, "dimension": dimension,
                "decimals": decimals, "num": num, "den": 1,
            });
            self.add("uom", code, record);
        }
    }

    fn trucks(&mut self) {
        for (name, wheels, tonnes, metres, body) in TRUCKS {
            let record = json!({
                "name": name, "wheels": wheels, "max_g": tonnes * 100_000,
                "max_length_mm": metres * 100, "body": body,
            });
            self.add("truck_type", name, record);
        }
    }

    fn terms(&mut self) {
        for (code, name, kind, days, advance, checked) in TERMS {
            let record = json!({
                "code": code, "name": name, "kind": kind, "days": days, "basis": "invoice",
                "advance_bp": advance, "needs_credit_check": checked,
            });
            self.add("payment_term", code, record);
        }
    }

    fn reasons(&mut self) {
        for (kind, reasons) in REASONS {
            for (code, name) in *reasons {
                let mut record = json!({ "code": code, "name": name, "kind": kind });
                if *kind == "return" {
                    let usual = if REPLACED.contains(code) { "replace" } else { "credit_note" };
                    record["settlement"] = json!(usual);
                }
                self.add("reason", &format!("{kind}/{code}"), record);
            }
        }
    }

    fn times(&mut self) {
        for (name, record) in seed_times::rules() {
            self.add("time_rule", name, record);
        }
        for (name, record) in seed_times::triggers() {
            self.add("trigger", name, record);
        }
    }

    fn roles(&mut self) {
        for (code, name) in roles::ROLES {
            let (login_type, home) = match *code {
                "ADMIN" | "AUDIT" => ("admin", "/dashboard/default"),
                "BM" => ("bm", "/dashboard/BM"),
                "PCT" | "CREDIT" => ("credit", "/dashboard/credit"),
                "YARD" => ("fromyard", "/order?where=status:eq:Waiting%20for%20Loading"),
                "LOGI" => ("logistic", "/dashboard/logistics"),
                "VENDOR" => ("vendor", "/vendor-users"),
                "SUPPLIER" => ("supplier", "/supplier-users"),
                "ACC" => ("account", "/dashboard/accounts"),
                "PURCH" => ("account", "/dashboard/default"),
                _ => ("sales", "/dashboard/default"),
            };
            let record = json!({
                "code": code,
                "name": name,
                "acts_as": code,
                "login_type": login_type,
                "home": home,
            });
            self.add("role", code, record);
        }
    }

    /// Menus of types that are declared; a group stays only if one of its pages does.
    fn menus(&mut self) {
        for (at, group) in MENUS.iter().enumerate() {
            let there = |needs: &str| super::find(needs).is_some() || page(needs).is_some();
            // A page keeps its place when one before it comes with a later program.
            let pages = group.pages.iter().enumerate().filter(|(_, page)| there(page.needs));
            let pages: Vec<_> = pages.collect();
            if pages.is_empty() {
                continue;
            }
            let sort = (at + 1) * 10;
            self.add(
                "menu",
                group.name,
                json!({
                    "menu_name": group.name, "kind": "group", "icon": group.icon, "sort": sort,
                }),
            );
            let first = first_key("menu", group.name);
            let parent = (self.id)("menu", first);
            for (at, page) in pages {
                let mut record = json!({
                    "menu_name": page.name, "kind": "page", "menu_page_url": page.url,
                    "icon": group.icon, "parent": parent, "sort": at + 1, "needs": page.needs,
                });
                if page.badge {
                    record["badge_source"] = page.needs.into();
                }
                self.add("menu", &format!("{first}/{}", page.name), record);
            }
        }
    }
}

/// From when every state asked for e-way bills inside it; a state that changed its threshold since
/// gets a further row.
const EWB_SINCE: &str = "2018-06-16";

/// GST codes that came later than the GST itself: the merged union territory and Ladakh.
const CODES_SINCE: &[(&str, &str)] = &[("26", "2020-01-26"), ("38", "2019-10-31")];

/// Code, name, GST unit code, dimension, decimals, how many of the dimension's smallest unit.
const UOMS: &[(&str, &str, &str, &str, i64, i64)] = &[
    ("KG", "Kilogram", "KGS", "weight", 3, 1),
    ("MT", "Metric tonne", "MTS", "weight", 3, 1_000),
    ("QTL", "Quintal", "QTL", "weight", 3, 100),
    ("PCS", "Piece", "PCS", "count", 0, 1),
    ("NOS", "Number", "NOS", "count", 0, 1),
    ("BAG", "Bag", "BAG", "count", 0, 1),
    ("BDL", "Bundle", "BDL", "count", 0, 1),
    ("MTR", "Metre", "MTR", "length", 3, 1),
    ("SQM", "Square metre", "SQM", "area", 3, 1),
];

/// Name, wheels, largest load and longest piece in tenths of a tonne and of a metre, body.
const TRUCKS: &[(&str, i64, i64, i64, &str)] = &[
    ("Pickup", 4, 15, 27, "open"),
    ("LCV 14 ft", 6, 40, 43, "open"),
    ("LCV 17 ft", 6, 65, 52, "open"),
    ("Truck 10 wheels", 10, 160, 67, "open"),
    ("Truck 12 wheels", 12, 210, 73, "open"),
    ("Truck 14 wheels", 14, 250, 79, "open"),
    ("Trailer 18 wheels", 18, 280, 122, "open"),
    ("Trailer 22 wheels", 22, 350, 125, "open"),
    ("Container 32 ft", 10, 140, 98, "closed"),
];

/// Code, name, kind, days, advance in hundredths of a percent, whether the credit is checked.
const TERMS: &[(&str, &str, &str, i64, i64, bool)] = &[
    ("ADV", "100 % advance", "advance", 0, 10_000, false),
    ("ADV50", "50 % advance, rest on delivery", "advance", 0, 5_000, true),
    ("COD", "Cash on delivery", "cod", 0, 0, true),
    ("CR7", "Credit 7 days", "credit", 7, 0, true),
    ("CR15", "Credit 15 days", "credit", 15, 0, true),
    ("CR30", "Credit 30 days", "credit", 30, 0, true),
    ("CR45", "Credit 45 days", "credit", 45, 0, true),
    ("CR60", "Credit 60 days", "credit", 60, 0, true),
    ("LC90", "Letter of credit 90 days", "lc", 90, 0, true),
    ("PDC30", "Post-dated cheque 30 days", "pdc", 30, 0, true),
];

/// The reasons of returns whose goods the customer usually gets again; the others are credited.
const REPLACED: &[&str] = &["WRONG_SIZE", "QUALITY"];

/// Kind of reason, and its codes with their words.
type Reasons = (&'static str, &'static [(&'static str, &'static str)]);

const REASONS: &[Reasons] = &[
    (
        "bm_hold",
        &[
            ("RATE_CHECK", "Rate is being checked"),
            ("STOCK_AWAITED", "Stock is awaited"),
            ("CUSTOMER_CONFIRM", "Customer must confirm"),
            ("PAYMENT_AWAITED", "Payment is awaited"),
        ],
    ),
    (
        "bm_reject",
        &[
            ("RATE_LOW", "Rate is too low"),
            ("NO_STOCK", "No stock"),
            ("DUPLICATE", "Duplicate order"),
            ("WRONG_CUSTOMER", "Wrong customer"),
            ("CANCELLED_BY_CUSTOMER", "Cancelled by the customer"),
            ("CANCELLED_INTERNAL", "Cancelled by us"),
            ("REVERSED", "Reversed"),
        ],
    ),
    (
        "credit_reject",
        &[
            ("LIMIT", "Over the limit"),
            ("OVERDUE", "Overdue invoices"),
            ("CHEQUE_BOUNCE", "Bounced cheque"),
            ("KYC", "Papers incomplete"),
            ("GSTIN_CANCELLED", "GSTIN is cancelled"),
            ("DISPUTE", "Dispute"),
        ],
    ),
    (
        "yard_concern",
        &[
            ("SHORT", "Short stock"),
            ("QUALITY", "Quality"),
            ("WRONG_SKU", "Wrong SKU"),
            ("VEHICLE", "Vehicle issue"),
            ("WEIGHT", "Weight mismatch"),
            ("CUSTOMER_CHANGE", "Customer asked for a change"),
        ],
    ),
    (
        "account_concern",
        &[
            ("RATE", "Rate"),
            ("WEIGHT_SLIP", "Weight slip"),
            ("GST_DETAIL", "GSTIN or address"),
            ("TERMS", "Terms"),
            ("DOCUMENT", "Missing document"),
            ("EWB", "E-way bill"),
        ],
    ),
    (
        "short_close",
        &[
            ("NO_STOCK", "No stock"),
            ("CUSTOMER_OK", "Customer agrees"),
            ("VEHICLE_FULL", "Vehicle is full"),
            ("WEIGHT_ROUND", "Weight rounding"),
        ],
    ),
    (
        "return",
        &[
            ("RUST", "Rust"),
            ("BEND", "Bent"),
            ("WRONG_SIZE", "Wrong size"),
            ("EXCESS", "Excess"),
            ("QUALITY", "Quality"),
            ("RATE_DISPUTE", "Rate dispute"),
        ],
    ),
    (
        "bounce",
        &[
            ("FUNDS", "Funds insufficient"),
            ("SIGNATURE", "Signature differs"),
            ("STOP_PAYMENT", "Payment stopped"),
            ("STALE", "Cheque is stale"),
            ("OTHER", "Other"),
        ],
    ),
    (
        "work_order",
        &[("KERF", "Kerf"), ("END_CUT", "End cut"), ("DEFECT", "Defect"), ("WEIGHING", "Weighing")],
    ),
    (
        "reversal",
        &[
            ("WRONG_PARTY", "Wrong party"),
            ("WRONG_MATERIAL", "Wrong material"),
            ("REFUSED_AT_SITE", "Refused at the site"),
            ("VEHICLE_ACCIDENT", "Vehicle accident"),
            ("DATA_ERROR", "Data error"),
        ],
    ),
    (
        "dump",
        &[
            ("RUST", "Rust"),
            ("BEND", "Bent"),
            ("SHORT_LENGTH", "Short length"),
            ("CUSTOMER_REJECT", "Rejected by a customer"),
            ("END_CUT", "End cut"),
        ],
    ),
    (
        "batch_closing",
        &[
            ("WEIGHING_LOSS", "Weighing loss"),
            ("THEORETICAL", "Theoretical against actual"),
            ("PILFERAGE", "Pilferage"),
            ("COUNT_ERROR", "Count error"),
        ],
    ),
    (
        "stock",
        &[
            ("COUNT_ERROR", "Count error"),
            ("WEIGHING", "Weighing"),
            ("DAMAGE", "Damage"),
            ("QUALITY", "Quality check"),
            ("CORRECTION", "Correction"),
        ],
    ),
    (
        "additional_inward",
        &[
            ("LATE_RECEIPT", "More came with the same truck"),
            ("LATE_FREIGHT", "Freight became known late"),
            ("FOUND", "Found in the yard"),
            ("OPENING", "Stock when the books began"),
            ("WEIGHING", "Weighed wrongly"),
            ("COUNT_ERROR", "Count error"),
        ],
    ),
    (
        "transfer",
        &[
            ("NO_STOCK", "Not enough stock"),
            ("RESERVED", "Reserved for orders"),
            ("DAMAGE", "Damaged"),
            ("VEHICLE_FULL", "Vehicle is full"),
        ],
    ),
    (
        "trip_vehicle",
        &[
            ("BREAKDOWN", "Breakdown"),
            ("ACCIDENT", "Accident"),
            ("TRANSHIPMENT", "Transhipment"),
            ("PAPERS", "Papers have expired"),
        ],
    ),
    (
        "delivery",
        &[
            ("NOT_ORDERED", "Not ordered"),
            ("DAMAGED", "Damaged on the way"),
            ("CLOSED", "Nobody to receive it"),
            ("PAYMENT", "Payment is disputed"),
            ("LATE", "Came too late"),
        ],
    ),
    (
        "block",
        &[
            ("OVERDUE", "Overdue invoices"),
            ("CHEQUE_BOUNCE", "Bounced cheques"),
            ("DISPUTE", "Dispute"),
            ("GSTIN_CANCELLED", "GSTIN is cancelled"),
            ("FRAUD", "Suspected fraud"),
        ],
    ),
    (
        "credit_limit",
        &[
            ("MORE_BUSINESS", "Customer buys more"),
            ("SEASON", "Seasonal demand"),
            ("PROJECT", "One large order"),
            ("SECURITY", "Security was given"),
            ("SLOW_PAYMENT", "Customer pays late"),
            ("STOP_SUPPLY", "Supply is to stop"),
            ("REVIEW", "Yearly review"),
            ("OPENING", "Carried over at the start"),
        ],
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::decide::decide;
    use crate::declare::actor::Actor;
    use crate::kept::read::Memory;
    use crate::value::Instant;
    use crate::write::command::{Command, CommandKind};

    fn natural(doc_type: &str, key: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        format!("{doc_type}-{}", key.chars().map(plain).collect::<String>())
    }

    #[test]
    fn the_system_can_make_every_document_of_the_seed() {
        let mut memory = Memory::default();
        for one in seed(&mut natural) {
            let record = one.record.clone();
            let deed = CommandKind::Create { doc_type: one.doc_type.to_owned(), record };
            let command = Command { command_id: one.id.clone(), deed };
            match decide(&memory, &Actor::system(), Instant(1_790_000_000_000), &command) {
                Ok(changes) => memory.apply(&changes.writes),
                Err(halt) => panic!("{one:?}: {halt:?}"),
            }
        }
    }

    #[test]
    fn no_two_documents_of_the_seed_share_an_id() {
        let seeds = seed(&mut natural);
        let ids: BTreeSet<&str> = seeds.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids.len(), seeds.len());
    }

    #[test]
    fn every_kind_of_reason_has_reasons() {
        let kinds: Vec<&str> = REASONS.iter().map(|(kind, _)| *kind).collect();
        let declared: Vec<&str> =
            super::super::reasons::KINDS.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(kinds, declared);
    }
}
