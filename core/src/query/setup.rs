//! The checklist of a new site before its first order, each step read off the documents themselves.

pub mod offers;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::access::pages::page;
use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::declare::grant::Role;
use crate::docs::goods::{PRODUCT_GROUP, SKU_MAPPING, SKU_PROPERTY};
use crate::docs::org::{BRANCH, COMPANY};
use crate::docs::people::EMPLOYEE;
use crate::docs::places::YARD;
use crate::docs::series::NUMBER_SERIES;
use crate::docs::skus::formulas::FORMULA;
use crate::docs::tax::HSN;
use crate::docs::{self, DocKey};
use crate::error::{Code, Halt};
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Range, Read, parse};
use crate::schema::DocType;
use crate::value::Instant;
use crate::write::index;
use crate::{identify, ledger};
use offers::{SetOffer, YearOffer};

/// At most so many documents of a small type are looked at.
const LOOKED_AT: usize = 2_000;

/// Parts without which an order cannot go its way.
const NEEDED: &[Role] =
    &[Role::Sales, Role::Bm, Role::Credit, Role::Yard, Role::Logi, Role::Acc, Role::Purch];

/// Parts that approve what others ask for.
const APPROVING: &[Role] = &[Role::Bm, Role::Credit, Role::Acc];

/// What the range is made of, in the order in which it is set up.
const RANGE: &[&DocType] = &[&SKU_PROPERTY, &HSN, &PRODUCT_GROUP, &SKU_MAPPING, &FORMULA];

json_answer! {
    /// The checklist of a new site.
    pub struct Setup {
        pub steps: Vec<SetupStep>,
        /// How many of the steps that a site needs are done.
        pub done: usize,
        /// How many there are.
        pub of: usize,
        pub complete: bool,
        /// Starter sets of which the site lacks something that this person may add.
        pub sets: Vec<SetOffer>,
        /// Financial years whose number series are to be there and are not.
        pub years: Vec<YearOffer>,
    }
}

json_answer! {
    /// One step: what is there or missing, and where to go.
    pub struct SetupStep {
        pub key: &'static str,
        pub title: &'static str,
        pub done: bool,
        pub says: String,
        /// What the step is for.
        pub why: &'static str,
        /// A site works without it.
        pub optional: bool,
        pub goes: Vec<SetupPage>,
    }
}

json_answer! {
    /// A page of a type where a step is done.
    pub struct SetupPage {
        pub label: &'static str,
        pub doc_type as "type": DocKey,
        /// `list`, `add`, `view` or `import`.
        pub page: &'static str,
        /// What a new document begins with there, as the address has it.
        pub given: &'static str,
    }
}

const fn to(label: &'static str, doc_type: &'static str, page: &'static str) -> SetupPage {
    SetupPage { label, doc_type: DocKey(doc_type), page, given: "" }
}

/// Requires a person to whom the page opens.
///
/// Errors: `Forbidden`.
pub fn may_set_up(case: &Look) -> Result<(), Halt> {
    match case.actor.has(Role::Sys) || page("setup").is_some_and(|page| case.actor.opens(page)) {
        true => Ok(()),
        false => {
            Err(Halt::refuse(Code::Forbidden, "You do not have permission to set up the site"))
        }
    }
}

/// The steps of a site with what is done of them.
///
/// Errors: `Forbidden` for whom the page does not open to.
pub fn setup(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Setup, Halt> {
    let case = docs::look(read, actor, now);
    may_set_up(&case)?;
    let branches = active(&case, &BRANCH)?;
    let (sets, years) = (offers::sets(&case)?, offers::missing_years(&case)?);
    let steps = vec![
        company(&case)?,
        branch(&branches),
        gstin(&case, &branches)?,
        yard(&case)?,
        series(&case, &branches)?,
        people(&case)?,
        range(&case)?,
        goods(&case)?,
        parties(&case)?,
        fleet(&case)?,
        stock(&case)?,
        receivables(&case)?,
    ];
    let needed: Vec<&SetupStep> = steps.iter().filter(|step| !step.optional).collect();
    let done = needed.iter().filter(|step| step.done).count();
    let complete = done == needed.len();
    let of = needed.len();
    Ok(Setup { steps, done, of, complete, sets, years })
}

/// The active documents of a type that has few.
fn active(case: &Look, def: &DocType) -> Result<Vec<Doc>, Halt> {
    let rows = case.scan(&Range::prefix(&keys::key(&["doc", def.key])), LOOKED_AT)?;
    let docs: Result<Vec<Doc>, Halt> = rows.iter().map(|(key, text)| parse(key, text)).collect();
    Ok(docs?.into_iter().filter(Doc::is_active).collect())
}

/// How many documents of a type of the whole company are active.
fn count(case: &Look, kind: &str) -> Result<i64, Halt> {
    Ok(case.value(&keys::count(kind, index::EVERYWHERE, "Active"))?.unwrap_or(0))
}

fn counted(count: i64, one: &str, many: &str) -> String {
    match count {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}

/// A name within a sentence: `SKU properties`, `formulas`.
fn lower(name: &str) -> String {
    let word = name.split(' ').next().unwrap_or_default();
    match word.chars().skip(1).any(char::is_uppercase) {
        true => name.to_owned(),
        false => name.to_lowercase(),
    }
}

/// `No branches yet`: the sentence of a step of which nothing is there.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}

fn company(case: &Look) -> Result<SetupStep, Halt> {
    let company: Option<Arc<Doc>> = case.single(&COMPANY)?;
    let lacks: Vec<&str> = [("address", "registered address"), ("bank_accounts", "bank account")]
        .into_iter()
        .filter(|(key, _)| company.as_ref().is_some_and(|doc| doc.get(key).is_none()))
        .map(|(_, words)| words)
        .collect();
    let says = match &company {
        None => "Name, PAN and turnover of the company".to_owned(),
        Some(doc) if lacks.is_empty() => doc.title(&COMPANY),
        Some(doc) => format!("{}; missing: {}", doc.title(&COMPANY), lacks.join(" and ")),
    };
    let page = if company.is_some() { "view" } else { "add" };
    Ok(SetupStep {
        key: "company",
        title: "Company",
        why: "Its PAN, turnover and bank stand on every invoice",
        done: company.is_some() && lacks.is_empty(),
        says,
        optional: false,
        goes: vec![to("Company", "company", page)],
    })
}

fn branch(branches: &[Doc]) -> SetupStep {
    let unled = branches.iter().filter(|doc| doc.text("manager").is_none()).count() as i64;
    let says = match (branches.len() as i64, unled) {
        (0, _) => "The first branch, whose prefix stands in document numbers".to_owned(),
        (n, 0) => sentence(&counted(n, "branch", "branches")),
        (n, unled) => {
            let n = counted(n, "branch", "branches");
            sentence(&format!("{n}, {unled} without a branch manager"))
        }
    };
    SetupStep {
        key: "branch",
        title: "Branches",
        why: "Orders, stock and numbers belong to a branch",
        done: !branches.is_empty() && unled == 0,
        says,
        optional: false,
        goes: vec![to("Branches", "branch", "list")],
    }
}

/// Every branch's GSTIN is of the company's PAN.
fn gstin(case: &Look, branches: &[Doc]) -> Result<SetupStep, Halt> {
    let pan = case.single(&COMPANY)?.and_then(|doc| doc.text("pan").map(str::to_owned));
    let of_pan = |branch: &&Doc| {
        let gstin = branch.text("gstin").unwrap_or_default();
        pan.as_deref().is_some_and(|pan| identify::gstin_matches_pan(gstin, pan).is_ok())
    };
    let right = branches.iter().filter(of_pan).count();
    let wrong: Vec<&str> =
        branches.iter().filter(|one| !of_pan(one)).filter_map(|one| one.text("name")).collect();
    let says = match (&pan, wrong.is_empty()) {
        (None, _) => "Needs the company's PAN first".to_owned(),
        (_, false) => format!("The GSTIN of {} is not of the company's PAN", wrong.join(", ")),
        (Some(pan), true) => format!("{right} of PAN {pan}"),
    };
    Ok(SetupStep {
        key: "gstin",
        title: "GST registrations",
        why: "Tax is charged by the state of the branch",
        done: right > 0 && wrong.is_empty(),
        says,
        optional: false,
        goes: vec![to("Branches", "branch", "list"), to("HSN codes", "hsn", "list")],
    })
}

fn yard(case: &Look) -> Result<SetupStep, Halt> {
    let yards = active(case, &YARD)?;
    let real: Vec<&Doc> = yards.iter().filter(|doc| doc.text("virtual_kind").is_none()).collect();
    let alone: Vec<&str> = real
        .iter()
        .filter(|doc| doc.text("in_charge").is_none())
        .filter_map(|doc| doc.text("name"))
        .collect();
    let yards = counted(real.len() as i64, "yard", "yards");
    let says = match (real.len(), alone.len()) {
        (0, _) => "The first yard, where the goods are stored".to_owned(),
        (_, 0) => sentence(&yards),
        _ => sentence(&format!("{yards}, no one in charge of {}", alone.join(", "))),
    };
    Ok(SetupStep {
        key: "yard",
        title: "Yards",
        why: "Stock lies in a yard and is loaded there",
        done: !real.is_empty() && alone.is_empty(),
        says,
        optional: false,
        goes: vec![to("Yards", "yard", "list"), to("Zones", "zone", "list")],
    })
}

/// Every branch has its series of invoices for this financial year.
fn series(case: &Look, branches: &[Doc]) -> Result<SetupStep, Halt> {
    let fy = case.today().fy().to_string();
    let all = active(case, &NUMBER_SERIES)?;
    let has = |branch: &Doc| {
        all.iter().any(|one| {
            one.text("doc_type") == Some("invoice")
                && one.text("fy") == Some(&fy)
                && one.text("branch") == Some(&branch.id)
        })
    };
    let without: Vec<&str> =
        branches.iter().filter(|one| !has(one)).filter_map(|one| one.text("name")).collect();
    let says = match (branches.is_empty(), without.is_empty()) {
        (true, _) => "Needs a branch first".to_owned(),
        (_, true) => format!("Invoices of {fy} are numbered in every branch"),
        _ => format!("No series for invoices of {fy} in {}", without.join(", ")),
    };
    Ok(SetupStep {
        key: "series",
        title: "Number series",
        why: "An invoice takes the next number of its branch and year",
        done: !branches.is_empty() && without.is_empty(),
        says,
        optional: false,
        goes: vec![to("Number series", "number_series", "list")],
    })
}

fn people(case: &Look) -> Result<SetupStep, Halt> {
    let staff = active(case, &EMPLOYEE)?;
    let mut held: BTreeMap<Role, usize> = BTreeMap::new();
    for employee in &staff {
        let actor = case.actor_of(employee)?;
        let roles: BTreeSet<Role> = actor.into_iter().flat_map(|actor| actor.roles).collect();
        for role in roles {
            *held.entry(role).or_default() += 1;
        }
    }
    let holders = |role: Role| held.get(&role).copied().unwrap_or(0);
    let missing: Vec<&str> =
        NEEDED.iter().filter(|role| holders(**role) == 0).map(|role| role.label()).collect();
    // What one of them asks for or changes, nobody else could approve.
    let single: Vec<&str> = APPROVING
        .iter()
        .filter(|role| holders(**role) == 1 && holders(Role::Admin) == 0)
        .map(|role| role.label())
        .collect();
    let people = counted(staff.len() as i64, "person", "people");
    let says = match (missing.is_empty(), single.is_empty()) {
        (false, _) => format!("{people}, no one yet for {}", missing.join(", ")),
        (_, false) => {
            let single = single.join(", ");
            format!("{people}, only one for {single}: nobody else approves what they ask for")
        }
        _ => format!("{people}, every role is filled"),
    };
    Ok(SetupStep {
        key: "people",
        title: "People",
        why: "Nobody approves what they asked for themselves",
        done: missing.is_empty(),
        says: sentence(&says),
        optional: false,
        goes: vec![
            to("Employees", "employee", "list"),
            to("Import employees", "employee", "import"),
            to("Roles", "role", "list"),
        ],
    })
}

/// What SKUs are built from: without it, none can be made.
fn range(case: &Look) -> Result<SetupStep, Halt> {
    let mut says = Vec::new();
    let mut done = true;
    for def in RANGE {
        let count = count(case, def.key)?;
        done &= count > 0;
        says.push(counted(count, &lower(def.label), &lower(def.plural)));
    }
    let goes = RANGE.iter().map(|def| to(def.plural, def.key, "list")).collect();
    Ok(SetupStep {
        key: "range",
        title: "Product groups",
        why: "The properties and the formula of a group name and weigh its SKUs",
        done,
        says: sentence(&says.join(", ")),
        optional: false,
        goes,
    })
}

fn goods(case: &Look) -> Result<SetupStep, Halt> {
    let (skus, prices) = (count(case, "sku")?, count(case, "price")?);
    let says = [counted(skus, "SKU", "SKUs"), counted(prices, "price", "prices")];
    Ok(SetupStep {
        key: "goods",
        title: "Goods and prices",
        why: "An order is made of SKUs at a price in force",
        done: skus > 0 && prices > 0,
        says: sentence(&says.join(", ")),
        optional: false,
        goes: vec![
            to("SKUs", "sku", "list"),
            to("Import SKUs", "sku", "import"),
            to("Prices", "price", "list"),
            to("Import prices", "price", "import"),
        ],
    })
}

fn parties(case: &Look) -> Result<SetupStep, Halt> {
    let (customers, suppliers) = (count(case, "customer")?, count(case, "supplier")?);
    let says = [
        counted(customers, "approved customer", "approved customers"),
        counted(suppliers, "approved supplier", "approved suppliers"),
    ];
    Ok(SetupStep {
        key: "parties",
        title: "Customers and suppliers",
        why: "Goods are bought of suppliers and sold to approved customers",
        done: customers > 0 && suppliers > 0,
        says: sentence(&says.join(", ")),
        optional: false,
        goes: vec![
            to("Customers", "customer", "list"),
            to("Import customers", "customer", "import"),
            to("Suppliers", "supplier", "list"),
            to("Import suppliers", "supplier", "import"),
        ],
    })
}

fn fleet(case: &Look) -> Result<SetupStep, Halt> {
    let (vehicles, drivers) = (count(case, "vehicle")?, count(case, "driver")?);
    let says = [counted(vehicles, "vehicle", "vehicles"), counted(drivers, "driver", "drivers")];
    Ok(SetupStep {
        key: "fleet",
        title: "Vehicles and drivers",
        why: "A loading names its vehicle and driver",
        done: vehicles > 0 && drivers > 0,
        says: sentence(&says.join(", ")),
        optional: false,
        goes: vec![
            to("Vehicles", "vehicle", "list"),
            to("Import vehicles", "vehicle", "import"),
            to("Drivers", "driver", "list"),
            to("Vendors", "vendor", "list"),
        ],
    })
}

fn stock(case: &Look) -> Result<SetupStep, Halt> {
    let postings: u64 = case.value(&ledger::next_key("stock"))?.unwrap_or(1) - 1;
    let says = match postings {
        0 => "What is in the yards today, as opening stock: nothing is bought by it".to_owned(),
        _ => "There is stock in the books".to_owned(),
    };
    Ok(SetupStep {
        key: "stock",
        title: "Opening stock",
        why: "What lies in the yards can be sold from the first day",
        done: postings > 0,
        says,
        optional: false,
        goes: vec![
            SetupPage {
                given: "kind=opening_stock",
                ..to("Enter opening stock", "additional_inward", "add")
            },
            to("Import opening stock", "additional_inward", "import"),
            to("Additional inwards", "additional_inward", "list"),
        ],
    })
}

fn receivables(case: &Look) -> Result<SetupStep, Halt> {
    let postings: u64 = case.value(&ledger::next_key("credit"))?.unwrap_or(1) - 1;
    let says = match postings {
        0 => "What customers owe and suppliers are owed today, bill by bill".to_owned(),
        _ => "There are amounts of customers and suppliers in the books".to_owned(),
    };
    Ok(SetupStep {
        key: "receivables",
        title: "Opening bills",
        why: "Old bills count in credit and ageing, and are paid like new ones",
        done: postings > 0,
        says,
        optional: true,
        goes: vec![
            to("Opening bills", "opening_bill", "list"),
            to("Import opening bills", "opening_bill", "import"),
        ],
    })
}
