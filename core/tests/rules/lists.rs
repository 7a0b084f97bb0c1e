//! Pages of a list say the same as a plain search through all documents, whatever is asked and in what order.

use std::sync::Arc;

use crate::support::World;
use crate::support::site::NOW;
use godown_core::declare::actor::Actor;
use godown_core::declare::case::Case;
use godown_core::declare::grant::Verb;
use godown_core::docs;
use godown_core::docs::orders::ORDER;
use godown_core::kept::doc::Doc;
use godown_core::kept::read::{Memory, Overlay, Read, Writes};
use godown_core::query::groups::{GroupQuery, groups};
use godown_core::query::list::{Query, Where, page};
use godown_core::write::index::{key_text, sort_value};

const ORDERS: usize = 180;
const CUSTOMERS: usize = 4;
const OWNERS: usize = 3;

/// Orders that differ where lists sort and filter, half of them written last.
struct Orders {
    world: World,
    docs: Vec<Doc>,
    early: Memory,
    late: Writes,
}

impl Orders {
    fn new() -> Orders {
        let mut world = World::new();
        let id = world.at("Waiting for Loading");
        let pattern = world.doc(&id);
        let system = Actor::system();
        let mut early = world.site.memory.clone();
        let mut docs = vec![pattern.clone()];
        let mut late = Writes::new();
        for number in 0..ORDERS {
            let doc = order(&pattern, number, &world);
            let state = Overlay { base: &early, writes: &late };
            let mut case = Case::new(docs::look(&state, &system, NOW), "");
            case.store(Arc::new(doc.clone())).unwrap();
            let (writes, _) = case.into_writes();
            docs.push(doc);
            match number < ORDERS / 2 {
                true => early.apply(&writes),
                false => late.extend(writes),
            }
        }
        Orders { world, docs, early, late }
    }

    /// The ids of the page and the total, by the index and by looking at every document.
    fn both(&self, actor: &Actor, query: &Query) -> [(Vec<String>, i64); 2] {
        let read = Overlay { base: &self.early, writes: &self.late };
        let found = page(&read as &dyn Read, actor, NOW, "order", query).unwrap();
        let ids = found
            .records()
            .unwrap()
            .iter()
            .map(|row| row["id"].as_str().unwrap().to_owned())
            .collect();
        assert!(!found.more);
        [(ids, found.total), self.searched(actor, query)]
    }

    fn searched(&self, actor: &Actor, query: &Query) -> (Vec<String>, i64) {
        let sort = query.sort.trim_start_matches('-');
        let mut all: Vec<(String, &String)> = self
            .docs
            .iter()
            .filter(|doc| actor.covers(&ORDER, Verb::View, doc))
            .filter(|doc| query.conditions.iter().all(|one| holds(doc, one)))
            .map(|doc| (sort_value(doc, sort), &doc.id))
            .collect();
        all.sort();
        if query.sort.starts_with('-') {
            all.reverse();
        }
        let shown = all.iter().skip(query.offset).take(query.limit);
        (shown.map(|(_, id)| (*id).clone()).collect(), all.len() as i64)
    }
}

fn order(pattern: &Doc, number: usize, world: &World) -> Doc {
    let mut doc = pattern.clone();
    let spread = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    doc.id = format!("{:08x}-0000-4000-8000-{number:012x}", spread >> 32);
    doc.status = ORDER.flow.statuses[number * 7 % ORDER.flow.statuses.len()].to_owned();
    let owner = format!("owner {}", number % OWNERS);
    doc.owner = Some(if number.is_multiple_of(OWNERS) { world.who("SALES").id } else { owner });
    doc.doc_no = Some(format!("SO/PN/26-27/{number:06}"));
    doc.set("date", NOW.day_in(330).plus(-((number % 20) as i32)).to_string());
    doc.set("customer", format!("customer {}", number % CUSTOMERS));
    doc.set("total_paise", (spread >> 52) as i64);
    doc
}

fn holds(doc: &Doc, one: &Where) -> bool {
    let wanted = match one.field.as_str() {
        "total_paise" => key_text(&one.value.parse::<i64>().unwrap().into()),
        _ => one.value.to_lowercase(),
    };
    let is = match one.field.as_str() {
        "status" => doc.status.to_lowercase(),
        field => sort_value(doc, field).to_lowercase(),
    };
    let today = NOW.day_in(330);
    match format!("{:?}", one.op).as_str() {
        "During" if wanted == "this_month" => is.get(..7) == today.to_string().get(..7),
        "During" => wanted.split_once('|').is_some_and(|(from, to)| from <= &*is && &*is <= to),
        "Older" => is <= today.plus(-wanted.parse::<i32>().unwrap()).to_string(),
        "Eq" => is == wanted,
        "Ne" => is != wanted,
        "Lt" => is < wanted,
        "Le" => is <= wanted,
        "Gt" => is > wanted,
        "Ge" => is >= wanted,
        "In" => one.value.split('|').any(|value| value.to_lowercase() == is),
        "Has" => is.contains(&wanted),
        other => panic!("no comparison {other}"),
    }
}

const CONDITIONS: &[&[&str]] = &[
    &[],
    &["status:eq:Order Loaded"],
    &["status:in:Draft|Order Loaded|Order Completed"],
    &["status:ne:Draft"],
    &["customer:eq:customer 1"],
    &["customer:eq:customer 1", "status:eq:Order Loaded"],
    &["customer:in:customer 1|customer 2", "date:ge:2026-11-12"],
    &["customer:eq:nobody"],
    &["date:ge:2026-11-12"],
    &["date:gt:2026-11-12"],
    &["date:le:2026-11-12"],
    &["date:lt:2026-11-12", "date:ge:2026-11-05"],
    &["date:during:this_month"],
    &["date:during:2026-11-05|2026-11-12", "customer:eq:customer 1"],
    &["date:older:7", "status:eq:Draft"],
    &["total_paise:gt:2000"],
    &["total_paise:le:2000", "status:eq:Draft"],
    &["doc_no:has:0001"],
];

#[test]
fn a_page_by_index_is_the_page_of_a_search_through_everything() {
    let orders = Orders::new();
    let people = [orders.world.who("ADMIN"), orders.world.who("SALES"), orders.world.who("YARD")];
    let sorts = ["-date", "date", "-total_paise", "total_paise", "doc_no", "-since", "since"];
    let mut asked = 0;
    for actor in &people {
        for conditions in CONDITIONS {
            let conditions: Vec<Where> =
                conditions.iter().map(|text| Where::parse(text).unwrap()).collect();
            // What they are not shown is refused, see `access.rs`.
            let shown =
                |field: &str| ORDER.field(field).is_none_or(|field| actor.sees(field.guarded));
            if !conditions.iter().all(|one| shown(&one.field)) {
                continue;
            }
            for sort in sorts.into_iter().filter(|sort| shown(sort.trim_start_matches('-'))) {
                for (offset, limit) in [(0, 7), (5, 50), (150, 50)] {
                    let query = Query {
                        conditions: conditions.clone(),
                        sort: sort.to_owned(),
                        offset,
                        limit,
                        ..Query::default()
                    };
                    let [found, wanted] = orders.both(actor, &query);
                    assert_eq!(found, wanted, "{} {query:?}", actor.name);
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 500);
}

#[test]
fn words_are_found_only_among_what_the_person_sees() {
    let orders = Orders::new();
    for (who, q) in [("ADMIN", "so/pn"), ("SALES", "so/pn"), ("SALES", "000012"), ("BM", "42")] {
        let actor = orders.world.who(who);
        let query =
            Query { q: q.to_owned(), sort: "doc_no".to_owned(), limit: 500, ..Query::default() };
        let read = Overlay { base: &orders.early, writes: &orders.late };
        let found = page(&read, &actor, NOW, "order", &query).unwrap();
        let named = |doc: &&Doc| {
            let number = doc.doc_no.clone().unwrap_or_default().to_lowercase();
            let last = number.rsplit('/').next().unwrap_or("").to_owned();
            let short = last.get(last.len().saturating_sub(4)..).unwrap_or("").to_owned();
            let short = [short.trim_start_matches('0').to_owned(), short];
            q == "so/pn" && number.starts_with(q)
                || q != "so/pn" && (last.starts_with(q) || short.iter().any(|s| s.starts_with(q)))
        };
        let seen = orders.docs.iter().filter(|doc| actor.covers(&ORDER, Verb::View, doc));
        let wanted = seen.filter(named).count() as i64;
        assert_eq!(found.total, wanted, "{who} {q}");
        assert!(wanted > 0, "{who} {q}");
    }
}

#[test]
fn a_group_is_what_its_condition_finds_and_the_groups_are_the_list() {
    let orders = Orders::new();
    let read = Overlay { base: &orders.early, writes: &orders.late };
    for (who, filter) in [("ADMIN", ""), ("SALES", ""), ("ADMIN", "status:ne:Draft")] {
        let actor = orders.world.who(who);
        let conditions: Vec<Where> = Where::parse(filter).into_iter().collect();
        for by in ["status", "customer", "date", "owner"] {
            let of = Query { conditions: conditions.clone(), limit: 500, ..Query::default() };
            let asked = GroupQuery { by: by.to_owned(), of: of.clone() };
            let found = groups(&read, &actor, NOW, "order", &asked).unwrap();
            let list = page(&read, &actor, NOW, "order", &of).unwrap();
            assert_eq!(found.rows, list.total, "{who} {by}");
            assert!(found.groups.len() > 1 || by == "date" || who == "SALES", "{who} {by}");
            let mut sum = 0;
            for group in &found.groups {
                let mut within = of.clone();
                within.conditions.push(Where::parse(&group.condition).unwrap());
                let rows = page(&read, &actor, NOW, "order", &within).unwrap();
                assert_eq!(group.rows, rows.total, "{who} {}", group.condition);
                let records = rows.records().unwrap();
                let total: i64 = records.iter().filter_map(|row| row["total_paise"].as_i64()).sum();
                assert_eq!(group.totals.get("total_paise").copied().unwrap_or(0), total);
                sum += total;
            }
            assert_eq!(found.totals.get("total_paise").copied().unwrap_or(0), sum, "{who} {by}");
        }
    }
}

#[test]
fn a_group_tells_nothing_that_its_reader_is_not_shown() {
    let orders = Orders::new();
    let yard = orders.world.who("YARD");
    let asked = GroupQuery { by: "status".to_owned(), ..GroupQuery::default() };
    let found = groups(&orders.early, &yard, NOW, "order", &asked).unwrap();
    assert!(found.rows > 0);
    assert_eq!(found.totals.get("total_paise"), None);
    let odd = GroupQuery { by: "doc_no".to_owned(), ..GroupQuery::default() };
    let refused = groups(&orders.early, &yard, NOW, "order", &odd).unwrap_err();
    assert!(format!("{refused:?}").contains("does not group this list"), "{refused:?}");
}

#[test]
fn every_list_is_cut_by_days_that_its_rows_tell() {
    for def in docs::REGISTER.types {
        let key = def.dated();
        let told = def.field(key).is_none_or(|field| def.in_row(field));
        assert!(told, "{} has no {key} in its rows", def.key);
        for (by, _) in def.grouped() {
            assert!(def.field(by).is_none_or(|field| def.in_row(field)), "{} {by}", def.key);
        }
    }
}
