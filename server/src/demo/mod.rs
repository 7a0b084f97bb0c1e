//! A business to try Godown with: the same bytes for the same date once it is over, every write a decided command.

mod additions;
mod aside;
mod counting;
mod desk;
mod goods;
mod groups;
mod kept;
mod leaving;
mod limits;
mod masters;
mod names;
mod notes;
mod orders;
mod parties;
mod pictures;
mod purchases;
mod receipts;
mod returns;
mod reversals;
mod scrap;
mod seeds;
mod shop;
mod site;
mod stock;
mod transfers;
mod trips;
mod vendors;
mod works;
mod yard_work;

use std::collections::BTreeMap;
use std::fmt;

use godown_core::declare::actor::Actor;
use godown_core::error::Halt;
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::value::{Day, Instant};
use serde_json::json;

use crate::store::{Store, StoreError};
pub use pictures::all as pictures;
pub use seeds::planting;
pub use site::Site as Told;
use site::Site;

/// The password of everybody in the demo; a real site has no such password.
pub const PASSWORD: &str = "godown-demo";

/// Whatever the last day of a story is, it is over by then.
pub const OVER: Instant = Instant(i64::MAX);

/// The key that tells a data directory made by `godown demo`.
pub fn mark() -> String {
    keys::key(&["demo"])
}

/// Why the demo could not be made: a fault of the program, told to whoever runs it.
#[derive(Debug)]
pub struct Fault(String);

impl Fault {
    fn new(what: &str, halt: &Halt) -> Fault {
        let what: String = what.chars().take(600).collect();
        Fault(format!("{what}: {halt:?}"))
    }

    fn text(text: String) -> Fault {
        Fault(text)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

impl From<Halt> for Fault {
    fn from(halt: Halt) -> Fault {
        Fault(format!("{halt:?}"))
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        Fault(error.to_string())
    }
}

/// The ids that later parts of the demo name.
#[derive(Default)]
pub struct Known {
    /// By GST code.
    pub states: BTreeMap<String, String>,
    /// By city name: city id, district id, state id, PIN, GST code of the state.
    pub cities: BTreeMap<String, Place>,
    pub branches: Vec<String>,
    pub yards: Vec<Yard>,
    /// Seeded documents: `type title` to id.
    pub seeded: BTreeMap<String, String>,
    pub people: BTreeMap<String, Actor>,
    pub skus: Vec<Sku>,
    /// Product groups: id, rate unit, paise per rate unit.
    pub groups: Vec<(String, String, i64)>,
    pub vehicles: Vec<String>,
    pub drivers: Vec<(String, String)>,
    pub suppliers: Vec<String>,
    /// The transporters first.
    pub vendors: Vec<String>,
    pub customers: Vec<Customer>,
    /// Customers that are still to be sent for approval, each with who sells to it.
    pub drafts: Vec<(Doc, Actor)>,
}

#[derive(Clone)]
pub struct Place {
    pub city: String,
    pub district: String,
    pub state: String,
    pub pin: &'static str,
    pub gst: &'static str,
}

pub struct Yard {
    pub id: String,
    pub branch: usize,
    pub zones: Vec<String>,
}

pub struct Sku {
    pub id: String,
    pub theo_g: i64,
    pub rate_paise: i64,
    /// How often it is sold, 1 to 3.
    pub weight: usize,
    pub rate_uom: &'static str,
}

#[derive(Clone)]
pub struct Customer {
    pub id: String,
    pub branch: usize,
    pub sales: &'static str,
    pub term: String,
    pub ship_to: &'static str,
    /// A branch that some of its orders are billed to.
    pub bill_to: Option<&'static str>,
}

/// How many commands are kept with one sync.
const GROUP: usize = 256;

/// Fills an empty store with a business that has been at work until a day, or on that day until now.
///
/// Errors: a fault when a rule refuses the story, or when the store cannot keep it.
pub fn fill(
    store: &dyn Store,
    until: Day,
    now: Instant,
    hash: &dyn Fn(&str) -> String,
) -> Result<usize, Fault> {
    let site = tell(until, now, hash)?;
    for group in site.entries.chunks(GROUP) {
        store.commit(group.to_vec(), store.head().seq)?;
    }
    Ok(site.entries.len())
}

/// The first day of the story: the former financial year is a part of it, by its last week or by some of the six months
/// that the business is at work.
fn first_day(until: Day) -> Day {
    let at_work = until.plus(-orders::AT_WORK);
    match Day::from_civil(until.fy().0, 3, 23) {
        Some(march) if at_work.fy() == until.fy() => march,
        _ => at_work.plus(-8),
    }
}

/// The whole story, in memory. Where its last day is not over yet, that day's business is done by now.
pub fn tell(until: Day, now: Instant, hash: &dyn Fn(&str) -> String) -> Result<Told, Fault> {
    let first = first_day(until);
    let mut site = Site::new(site::at(first, 8 * 60), until, now);
    site.begin()?;
    let mut known = Known::default();
    masters::make(&mut site, &mut known, (first, until), hash)?;
    parties::make(&mut site, &mut known, first, hash)?;
    orders::live(&mut site, &known, first, until)?;
    aside::make(&mut site, &known, until)?;
    leaving::dump(&mut site, &known)?;
    transfers::make(&mut site, &known, until)?;
    additions::make(&mut site, &known, until)?;
    works::make(&mut site, &known, until)?;
    returns::make(&mut site, &known, until)?;
    notes::make(&mut site, &known, until)?;
    counting::make(&mut site, &known, until)?;
    scrap::make(&mut site, &known, until)?;
    trips::make(&mut site, &known, until)?;
    limits::make(&mut site, &known, until)?;
    reversals::make(&mut site, &known)?;
    receipts::make(&mut site, &known, until)?;
    purchases::make(&mut site, &known, until)?;
    shop::make(&mut site, &known, until)?;
    kept::make(&mut site, &known, until)?;
    desk::make(&mut site, &known, until)?;
    site.forget_reminders(until);
    site.mark(mark(), &json!({ "until": until.to_string() }));
    Ok(site)
}
