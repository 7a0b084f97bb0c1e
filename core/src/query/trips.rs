//! What trips are planned from: goods that no trip takes along yet, and a trip as it stands in the form.

use super::Links;
use super::Titles;
use super::list::{self, Op, Query, Where};
use super::warnings::TypedRecord;
use crate::access::steps;
use crate::declare::actor::Actor;
use crate::declare::case::{Look, not_found};
use crate::declare::grant::Verb;
use crate::docs::customers::CUSTOMER;
use crate::docs::loadings::{self, LOADING};
use crate::docs::orders::facts::Places;
use crate::docs::orders::{ORDER, Order};
use crate::docs::places::{CITY, DISTRICT, REGION, YARD};
use crate::docs::transfers::{self, TRANSFER};
use crate::docs::trips::{self, TRIP, TripStop, claims};
use crate::docs::{self, DocKey};
use crate::error::{Code, Halt, Issue};
use crate::json_answer;
use crate::kept::doc::{Doc, Record};
use crate::kept::read::Read;
use crate::schema::DocType;
use crate::schema::check::{self, Strictness};
use crate::value::{Day, Instant};
use crate::write::save;

/// So many days back goods are offered that left the yard and that no trip took.
pub const DAYS: i32 = 30;
/// At most so many are offered.
pub const ROWS: usize = 500;

json_answer! {
    /// Goods that no trip takes along: a loading, or a transfer that was accepted.
    pub struct Untripped {
        pub doc_type as "type": DocKey,
        pub id: String,
        pub no: String,
        pub status: String,
        /// They left the yard.
        pub out: bool,
        pub vehicle_no: Option<String>,
        pub order: Option<String>,
        pub party: String,
        pub city: String,
        pub region: Option<String>,
        pub pin: Option<String>,
        pub yard: Option<String>,
        pub price_basis: Option<String>,
        pub deliver_by: Option<String>,
        pub pcs: i64,
        pub weight_g: i64,
        pub longest_mm: i64,
        pub ewb_needed: bool,
        pub ewb_no: Option<String>,
    }
}

json_answer! {
    pub struct UntrippedGoods {
        pub rows: Vec<Untripped>,
        /// There are more than are told.
        pub more: bool,
        /// The first day of the loadings that are told.
        pub since: Day,
        pub links: Titles,
    }
}

json_answer! {
    /// A trip as it stands in the form: worked out, with what would be refused and what to look at.
    pub struct TripReckoned {
        pub record: Record,
        pub issues: Vec<Issue>,
        pub warnings: Vec<Issue>,
        pub links: Titles,
    }
}

/// Which goods are asked for: of one order whenever they were loaded, else of the last days.
#[derive(Clone, Debug, Default)]
pub struct UntrippedAsked {
    pub order: String,
    pub since: Option<Day>,
}

fn planner(look: &Look) -> Result<(), Halt> {
    let plans = look.actor.may(&TRIP, Verb::Add) || look.actor.may(&TRIP, Verb::Edit);
    if plans { Ok(()) } else { Err(steps::forbidden(&TRIP, "plan")) }
}

fn is(field: &str, op: Op, value: impl Into<String>) -> Where {
    Where { field: field.to_owned(), op, value: value.into() }
}

/// The goods that a person may plan a trip of.
///
/// Errors: `Forbidden` for those who plan none.
pub fn untripped(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    asked: &UntrippedAsked,
) -> Result<UntrippedGoods, Halt> {
    let look = docs::look(read, actor, now);
    planner(&look)?;
    let since = asked.since.unwrap_or(look.today().plus(-DAYS));
    let mut of_loadings = vec![is("status", Op::In, [loadings::DRAFT, loadings::POSTED].join("|"))];
    of_loadings.push(match asked.order.as_str() {
        "" => is("date", Op::Ge, since.to_string()),
        order => is("order", Op::Eq, order),
    });
    let mut all = ids(&look, &LOADING, of_loadings)?;
    if asked.order.is_empty() && actor.may(&TRANSFER, Verb::View) {
        let ready = [transfers::ACCEPTED, transfers::ASSIGNED].join("|");
        all.extend(ids(&look, &TRANSFER, vec![is("status", Op::In, ready)])?);
    }
    let (mut rows, mut more, mut links) = (Vec::new(), false, Links::default());
    for (def, id) in all {
        if claims::trip_of(&look, def.key, &id)?.is_some() {
            continue;
        }
        if rows.len() == ROWS {
            more = true;
            break;
        }
        rows.extend(row(&look, def, &id)?);
    }
    for yard in rows.iter().filter_map(|row: &Untripped| row.yard.as_ref()) {
        links.want(YARD.key, yard);
    }
    Ok(UntrippedGoods { rows, more, since, links: links.titles(&look)? })
}

fn ids(
    look: &Look,
    def: &'static DocType,
    conditions: Vec<Where>,
) -> Result<Vec<(&'static DocType, String)>, Halt> {
    let found = list::ids(look, def, &Query { conditions, ..Query::default() })?;
    Ok(found.into_iter().map(|id| (def, id)).collect())
}

/// One of them as a stop would be; none where it cannot be one.
fn row(look: &Look, def: &'static DocType, id: &str) -> Result<Option<Untripped>, Halt> {
    let mut stop = TripStop::default();
    let of = if def.key == LOADING.key { &mut stop.loading } else { &mut stop.transfer };
    *of = Some(id.to_owned());
    if trips::describe(look, &mut stop)?.is_some() {
        return Ok(None);
    }
    let doc = look.doc(def, id)?;
    let (region, deliver_by) = wanted(look, &doc)?;
    Ok(Some(Untripped {
        doc_type: DocKey(def.key),
        id: id.to_owned(),
        no: stop.no,
        status: doc.status.clone(),
        out: stop.out,
        vehicle_no: stop.vehicle_no,
        order: stop.order,
        party: stop.party,
        city: stop.city,
        region,
        pin: stop.pin,
        yard: stop.yard,
        price_basis: stop.price_basis,
        deliver_by,
        pcs: stop.pcs,
        weight_g: stop.weight_g,
        longest_mm: stop.longest_mm,
        ewb_needed: stop.ewb_needed,
        ewb_no: stop.ewb_no,
    }))
}

/// The region that goods go to, and the day by which they are wanted there.
fn wanted(look: &Look, doc: &Doc) -> Result<(Option<String>, Option<String>), Halt> {
    let (city, by) = match doc.text("order").filter(|_| doc.kind == LOADING.key) {
        Some(order) => {
            let order = Order::of(&*look.doc(&ORDER, order)?)?;
            let customer = look.doc(&CUSTOMER, &order.customer)?;
            let places = Places::of(&customer, &order);
            let city = places.goes_to().and_then(|place| place.get("city")?.as_str());
            (city.map(str::to_owned), order.delivery_by.map(|day| day.to_string()))
        }
        None => {
            let yard = look.doc(&YARD, doc.text("to_yard").unwrap_or_default())?;
            (yard.text("city").map(str::to_owned), doc.text("need_by").map(str::to_owned))
        }
    };
    let next =
        |def: &'static DocType, id: Option<String>, key: &str| -> Result<Option<String>, Halt> {
            let found = id.map(|id| look.find(def.key, &id)).transpose()?.flatten();
            Ok(found.and_then(|doc| doc.text(key).map(str::to_owned)))
        };
    let district = next(&CITY, city, "district")?;
    let region = next(&DISTRICT, district, "region")?;
    Ok((next(&REGION, region, "name")?, by))
}

/// A trip being typed, as it would be saved.
///
/// Errors: `NotFound` for one out of scope; `Forbidden` for those who plan none.
pub fn reckoned(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    typed: &TypedRecord,
) -> Result<TripReckoned, Halt> {
    let look = docs::look(read, actor, now);
    planner(&look)?;
    let known = match typed.id.as_str() {
        "" => None,
        id => Some(look.seen(&TRIP, id)?.ok_or_else(|| not_found(&TRIP))?),
    };
    let before = known.as_ref().map(|doc| &doc.record);
    let checked = check::check(&TRIP, &typed.record, before, Strictness::Complete);
    // What is not entered yet is not told before it is sent.
    let mut issues = checked.issues;
    issues.retain(|issue| issue.code != Code::Required);
    let mut doc = match known {
        Some(doc) => Doc { record: checked.record, ..Doc::clone(&doc) },
        None => Doc { record: checked.record, ..save::blank(&look, &TRIP, String::new()) },
    };
    issues.extend(trips::reckon(&look, &mut doc)?);
    let warnings = super::warnings::of(&look, &TRIP, &doc)?;
    let mut links = Links::default();
    for (_, to, id) in check::links(TRIP.fields, &doc.record) {
        links.want(to.key, id);
    }
    let record = super::visible(TRIP.fields, &doc.record, actor);
    Ok(TripReckoned { record, issues, warnings, links: links.titles(&look)? })
}
