//! Dated prices: of an SKU or a product group, for a state, region or class of customers.

use serde::{Deserialize, Serialize};

use super::goods::{PRODUCT_GROUP, RATE_UOMS, SKU};
use super::places::{REGION, STATE};
use super::{MASTER, settings};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, Reach, Role, Verb};
use crate::error::{Code, Halt, Issue, done};
use crate::flow::{Flow, NO_RULES, Step, acting, by};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::said;
use crate::schema::*;
use crate::value::Day;

/// Classes of customers that prices and customers name.
pub const PRICE_CLASSES: &[Choice] =
    &[("A", "Class A"), ("B", "Class B"), ("C", "Class C"), ("D", "Class D")];

const BASES: &[Choice] = &[("ex_yard", "Ex-yard"), ("for", "FOR")];

const BM_KEEPS: &[Grant] = &[
    Grant {
        roles: &[
            Role::Admin,
            Role::Sales,
            Role::Bm,
            Role::Pct,
            Role::Credit,
            Role::Acc,
            Role::Purch,
            Role::Audit,
        ],
        verbs: &[Verb::View],
        reach: Reach::All,
    },
    Grant { roles: &[Role::Admin, Role::Bm], verbs: &[Verb::Add, Verb::Edit], reach: Reach::All },
];

pub static PRICE: DocType = DocType {
    key: "price",
    label: "Price",
    plural: "Prices",
    title: "name",
    fields: &[
        text("name", "Name", 300).computed().listed().searched(),
        link("sku", "SKU", &SKU).listed(),
        link("product_group", "Product group", &PRODUCT_GROUP).listed(),
        link("state", "State", &STATE).listed(),
        link("region", "Region", &REGION).listed(),
        choice("price_class", "Customer class", PRICE_CLASSES).listed(),
        choice("rate_uom", "Rate is", RATE_UOMS).required().listed(),
        rate("rate_paise", "Rate")
            .between(1, 9_999_999_999)
            .required()
            .listed()
            .guarded(Guarded::Rates),
        rate("floor_paise", "Floor rate").listed().guarded(Guarded::Rates),
        rate("rcp_paise", "Recommended consumer price").guarded(Guarded::Rates),
        choice("basis", "Basis", BASES).default("\"ex_yard\"").help(
            "A FOR price is delivered: it counts for FOR orders alone, before the ex-yard one",
        ),
        date("from", "From").required().today().listed(),
        date("to", "To").listed(),
    ],
    sorts: &["-from", "name"],
    filters: &["sku", "product_group", "state"],
    grants: BM_KEEPS,
    flow: &PRICE_FLOW,
    check: Some(price_check),
    on_save: deciding(price_rules),
    warn: warning(stale),
    after: &[&SKU],
    ..MASTER
};

static PRICE_FLOW: Flow = Flow {
    statuses: &["Active", "Inactive"],
    rests: &["Active", "Inactive"],
    editable: &["Active"],
    deletable: &[],
    steps: &acting([
        Step {
            id: "PR1",
            from: &["Active"],
            action: "deactivate",
            label: "Deactivate",
            to: &["Inactive"],
            by: &[by(Role::Admin), by(Role::Bm)],
            inputs: &[],
            guard: None,
            rules: NO_RULES,
            run: |case, doc, _| {
                unlist(case, doc)?;
                Ok("Inactive")
            },
        },
        Step {
            id: "PR2",
            from: &["Inactive"],
            action: "activate",
            label: "Activate",
            to: &["Active"],
            by: &[by(Role::Admin), by(Role::Bm)],
            inputs: &[],
            guard: None,
            rules: NO_RULES,
            run: |case, doc, _| {
                list(case, doc)?;
                Ok("Active")
            },
        },
    ]),
};

fn price_check(record: &Record, issues: &mut Vec<Issue>) {
    let text = |key: &str| record.get(key).and_then(|value| value.as_str());
    let int = |key: &str| record.get(key).and_then(|value| value.as_i64());
    if text("sku").is_some() == text("product_group").is_some() {
        let message = "Select either an SKU or a product group";
        issues.push(Issue::new("sku", Code::Input, message));
    }
    if text("state").is_some() && text("region").is_some() {
        let message = "Select either a state or a region";
        issues.push(Issue::new("region", Code::Input, message));
    }
    if int("floor_paise").zip(int("rate_paise")).is_some_and(|(floor, rate)| floor > rate) {
        let message = "Floor rate must not be above the rate";
        issues.push(Issue::new("floor_paise", Code::Input, message));
    }
    let day = |key: &str| text(key).and_then(Day::parse);
    if day("from").zip(day("to")).is_some_and(|(from, to)| to < from) {
        issues.push(Issue::new("to", Code::Input, "To must not be before From"));
    }
}

fn price_rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    if let Some(before) = before {
        unlist(case, before)?;
    }
    list(case, doc)?;
    let name = name_of(case, doc)?;
    doc.set("name", name);
    Ok(())
}

/// A rate in force for longer than the site's days is worth a look.
fn stale(case: &Look, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    let most = settings::int_of(case, "price_stale_days")?;
    let Some(from) = doc.text("from").and_then(Day::parse) else { return Ok(Vec::new()) };
    let age = case.today().days_since(from);
    let over = doc.text("to").and_then(Day::parse).is_some_and(|to| to < case.today());
    if !doc.is_active() || over || age <= most {
        return Ok(Vec::new());
    }
    let message = said!("This rate is {age} days old; is it still right?", age);
    Ok(vec![Issue::new("rate_paise", Code::Rule, message)])
}

fn name_of(case: &Look, doc: &Doc) -> Result<String, Halt> {
    let mut words = Vec::new();
    for (key, def) in
        [("sku", &SKU), ("product_group", &PRODUCT_GROUP), ("state", &STATE), ("region", &REGION)]
    {
        if let Some(id) = doc.text(key) {
            words.push(case.doc(def, id)?.title(def));
        }
    }
    words.extend(doc.text("price_class").map(|class| format!("class {class}")));
    Ok(words.join(", ").chars().take(300).collect())
}

/// A price in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceInForce {
    pub rate_paise: i64,
    pub rate_uom: String,
    pub floor_paise: Option<i64>,
    /// Since when it is in force: what a stale flag is reckoned from.
    pub from: Day,
    /// The price document.
    pub id: String,
}

/// One dated price among those of the same goods and customers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Dated {
    id: String,
    from: Day,
    to: Option<Day>,
    rate: i64,
    uom: String,
    floor: Option<i64>,
}

impl Dated {
    fn of(doc: &Doc) -> Dated {
        let day = |key: &str| doc.text(key).and_then(Day::parse);
        Dated {
            id: doc.id.clone(),
            from: day("from").unwrap_or_default(),
            to: day("to"),
            rate: doc.int("rate_paise").unwrap_or(0),
            uom: doc.text("rate_uom").unwrap_or_default().to_owned(),
            floor: doc.int("floor_paise"),
        }
    }

    fn holds(&self, on: Day) -> bool {
        self.from <= on && self.to.is_none_or(|to| on <= to)
    }

    fn overlaps(&self, other: &Dated) -> bool {
        let before = |end: Option<Day>, start: Day| end.is_some_and(|end| end < start);
        !before(self.to, other.from) && !before(other.to, self.from)
    }
}

/// Prices of the same goods for the same customers lie under one key, so that a price is a few
/// reads whatever the number of prices.
fn price_key(target: &str, place: &str, class: &str, delivered: bool) -> String {
    match delivered {
        true => keys::key(&["price", target, place, class, DELIVERED]),
        false => keys::key(&["price", target, place, class]),
    }
}

/// The basis of a price, and of an order, that holds the way to the customer.
pub const DELIVERED: &str = "for";

fn key_of(doc: &Doc) -> String {
    let target = doc.text("sku").or_else(|| doc.text("product_group")).unwrap_or("");
    let place = doc.text("state").or_else(|| doc.text("region")).unwrap_or("");
    let class = doc.text("price_class").unwrap_or("");
    price_key(target, place, class, doc.text("basis") == Some(DELIVERED))
}

fn unlist(case: &mut Case, doc: &Doc) -> Result<(), Halt> {
    let key = key_of(doc);
    let mut all: Vec<Dated> = case.value(&key)?.unwrap_or_default();
    all.retain(|one| one.id != doc.id);
    case.put(key, &all)
}

fn list(case: &mut Case, doc: &Doc) -> Result<(), Halt> {
    let key = key_of(doc);
    let mut all: Vec<Dated> = case.value(&key)?.unwrap_or_default();
    let new = Dated::of(doc);
    if let Some(other) = all.iter().find(|other| other.id != new.id && other.overlaps(&new)) {
        let message = said!("Overlaps with rate from {from}", from = other.from.shown());
        return done(vec![Issue::new("from", Code::Input, message)]);
    }
    all.push(new);
    all.sort_by_key(|one| one.from);
    case.put(key, &all)
}

/// For what and whom a price is asked; empty texts for what is not known.
#[derive(Clone, Copy, Debug, Default)]
pub struct PriceAsk<'a> {
    pub sku: &'a str,
    pub state: &'a str,
    pub region: &'a str,
    pub price_class: &'a str,
    /// For an order whose prices hold the way to the customer.
    pub delivered: bool,
}

/// The price in force on a day, the most specific first: the SKU's before its product group's, the
/// state's before the region's before everybody's, the class's before all classes'; of each the delivered one before
/// the ex-yard one where delivered prices are asked for.
pub fn price_for(case: &Look, ask: &PriceAsk, on: Day) -> Result<Option<PriceInForce>, Halt> {
    let Some(sku) = case.find(SKU.key, ask.sku)? else { return Ok(None) };
    let group = sku.text("product_group").unwrap_or("");
    for target in [ask.sku, group] {
        for place in [ask.state, ask.region, ""] {
            for class in [ask.price_class, ""] {
                for delivered in [true, false] {
                    if delivered && !ask.delivered {
                        continue;
                    }
                    let key = price_key(target, place, class, delivered);
                    if let Some(price) = listed(case, &key, on)? {
                        return Ok(Some(price));
                    }
                }
                if class.is_empty() {
                    break;
                }
            }
        }
    }
    Ok(None)
}

fn listed(case: &Look, key: &str, on: Day) -> Result<Option<PriceInForce>, Halt> {
    let all: Vec<Dated> = case.value(key)?.unwrap_or_default();
    let found = all.into_iter().rev().find(|one| one.holds(on));
    Ok(found.map(|one| PriceInForce {
        rate_paise: one.rate,
        rate_uom: one.uom,
        floor_paise: one.floor,
        from: one.from,
        id: one.id,
    }))
}

/// The price of an SKU in a state on a day.
pub fn price_at(
    case: &Look,
    sku: &str,
    state: &str,
    on: Day,
) -> Result<Option<PriceInForce>, Halt> {
    price_for(case, &PriceAsk { sku, state, ..PriceAsk::default() }, on)
}
