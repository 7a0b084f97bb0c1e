//! The day book, the sales lines and the use of credit, found once more from documents and their history.

use godown_core::docs::trips::{self, TripStop};
use godown_core::kept::doc::Event;
use godown_core::ledger::stock::{KeptSide, StockPosting};
use godown_core::report::credit_use;
use godown_core::report::facts::PAPERS;
use godown_core::value::{IST_MINUTES, Instant};

use super::*;

fn asked(report: &str, more: &[(&str, &str)]) -> godown_core::report::ReportTable {
    let mine = Cut::of(&who("ADMIN")).take(frames()).unwrap();
    let mut params = all();
    params.extend(more.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())));
    godown_core::report::run(&mine, report, &params, today()).unwrap()
}

fn at(table: &godown_core::report::ReportTable, key: &str) -> usize {
    table.heads.iter().position(|head| head.key == key).unwrap()
}

fn number(cell: &ReportCell) -> i64 {
    match cell {
        ReportCell::Number(number) => *number,
        _ => 0,
    }
}

fn text(cell: &ReportCell) -> String {
    match cell {
        ReportCell::Text(text) => text.clone(),
        _ => String::new(),
    }
}

/// What stands under keys that begin so.
fn kept<T: serde::de::DeserializeOwned>(prefix: &[&str]) -> Vec<T> {
    let prefix = keys::key(prefix);
    let pairs = story().state.pairs.range(prefix.clone()..);
    let ours = pairs.take_while(|(key, _)| key.starts_with(&prefix));
    ours.map(|(_, bytes)| serde_json::from_slice(bytes).unwrap()).collect()
}

fn day(at: Instant) -> i64 {
    i64::from(at.day_in(IST_MINUTES).0)
}

#[test]
fn the_day_book_has_every_change_of_a_status_by_type_and_person() {
    let mut wanted: BTreeMap<(String, String), i64> = BTreeMap::new();
    let mut count = 0;
    for kind in PAPERS {
        for event in kept::<Event>(&["hist", kind]).into_iter().filter(|one| one.from != one.to) {
            *wanted.entry(((*kind).to_owned(), event.by)).or_default() += 1;
            count += 1;
        }
    }
    let book = asked("transaction_report", &[]);
    assert_eq!(book.lines.len(), count);
    let counts = asked("day_book_counts", &[("measures", "steps")]);
    let mut told: BTreeMap<(String, String), i64> = BTreeMap::new();
    for line in counts.lines.iter().filter(|line| line.level == 1) {
        let kind = PAPERS[line.steps[0].value.parse::<usize>().unwrap()].to_owned();
        told.insert((kind, line.steps[1].value.clone()), number(&line.cells[1]));
    }
    // Nobody's row of employees is the system's own.
    let people: BTreeSet<String> = docs("employee").into_iter().map(|doc| doc.id).collect();
    let mut named: BTreeMap<(String, String), i64> = BTreeMap::new();
    for ((kind, by), times) in wanted {
        let by = if people.contains(&by) { by } else { String::new() };
        *named.entry((kind, by)).or_default() += times;
    }
    assert!(named.len() > 30, "{named:?}");
    assert_eq!(told, named);
}

#[test]
fn what_the_day_book_says_came_and_went_is_what_was_posted_to_stock() {
    let counts =
        asked("day_book_counts", &[("rows", "paper_kind"), ("measures", "step_pcs|step_mt")]);
    for kind in ["inward", "loading", "sales_return"] {
        let mut posted = [0_i64; 2];
        for one in
            kept::<StockPosting>(&["post", "stock"]).iter().filter(|one| one.doc_type == kind)
        {
            let outside = |side: &KeptSide| matches!(side, KeptSide::Supplier | KeptSide::Customer);
            let sign = i64::from(outside(&one.from)) - i64::from(outside(&one.to));
            posted[0] += sign * one.qty.pcs;
            posted[1] += sign * one.qty.g;
        }
        let place = PAPERS.iter().position(|one| *one == kind).unwrap().to_string();
        let line = counts.lines.iter().find(|line| line.steps[0].value == place).unwrap();
        let told = [number(&line.cells[1]), number(&line.cells[2])];
        assert!(posted[1] != 0, "{kind}");
        assert_eq!(told, posted, "{kind}");
    }
}

#[test]
fn each_sales_line_tells_who_took_its_goods_and_what_of_them_was_short() {
    let mut stops: BTreeMap<String, TripStop> = BTreeMap::new();
    for trip in docs("trip") {
        for stop in trips::stops_of(&trip).unwrap() {
            let handed = ["delivered", "partly"].contains(&stop.state.as_str());
            if let (Some(loading), true) = (stop.loading.clone(), handed) {
                stops.insert(loading, stop);
            }
        }
    }
    type Row = (String, i64, String, i64, i64);
    let mut wanted: Vec<Row> = Vec::new();
    for invoice in docs("invoice").iter().filter(|doc| doc.status == "Posted") {
        for line in invoice.get("lines").unwrap().as_array().unwrap() {
            let parts = line["parts"].as_array().unwrap();
            let of = |part: &Value| stops.get(part["loading"].as_str().unwrap());
            let (mut short, mut names) = ([0; 2], Vec::new());
            for part in parts {
                let Some(stop) = of(part) else { continue };
                let place = usize::try_from(part["loading_line"].as_i64().unwrap()).unwrap();
                short[0] += stop.goods[place].short_pcs;
                short[1] += stop.goods[place].short_g;
                let name = stop.received_by.clone().unwrap_or_default();
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            let all = parts.iter().all(|part| of(part).is_some());
            let days = parts.iter().filter_map(|part| of(part)?.done_at).map(day);
            let last = days.max().filter(|_| all).unwrap_or(0);
            let no = invoice.doc_no.clone().unwrap();
            wanted.push((no, last, names.join(", "), short[0], short[1]));
        }
    }
    let sold = asked("sales_export", &[]);
    let columns = ["invoice", "delivered", "received_by", "short_pcs", "short_mt", "type"];
    let [no, delivered, by, pcs, g, kind] = columns.map(|key| at(&sold, key));
    let lines = sold.lines.iter().filter(|line| text(&line.cells[kind]) == "Invoice");
    let told = lines.map(|line| {
        let cell = |place: usize| &line.cells[place];
        let short = (number(cell(pcs)), number(cell(g)));
        (text(cell(no)), number(cell(delivered)), text(cell(by)), short.0, short.1)
    });
    let mut told: Vec<Row> = told.collect();
    told.sort();
    wanted.sort();
    assert_eq!(told, wanted);
    assert!(told.iter().any(|row| row.1 > 0) && told.iter().any(|row| row.3 > 0));
}

#[test]
fn sales_lines_tell_when_credit_approved_their_order() {
    let mut approved: BTreeMap<String, i64> = BTreeMap::new();
    for order in docs("order") {
        let Some(no) = order.doc_no.clone() else { continue };
        for event in kept::<Event>(&["hist", "order", &order.id]) {
            if event.action == "credit_approve" {
                approved.insert(no.clone(), day(event.at));
            }
        }
    }
    let sold = asked("sales_export", &[]);
    let (order, credited) = (at(&sold, "order"), at(&sold, "credited"));
    let mut seen = 0;
    for line in sold.lines.iter().filter(|line| !text(&line.cells[order]).is_empty()) {
        let no = text(&line.cells[order]);
        assert_eq!(number(&line.cells[credited]), approved.get(&no).copied().unwrap_or(0), "{no}");
        seen += 1;
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn customers_over_their_limit_are_those_whose_own_lines_say_so() {
    let params = [("rows", "customer"), ("measures", "utilised|limit|temporary|for_orders")];
    let everybody = asked("utilized_amount", &params);
    let mut wanted: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for line in &everybody.lines {
        let figures: Vec<i64> = line.cells.iter().rev().take(4).map(number).collect();
        let [for_orders, temporary, limit, used] = figures[..] else { panic!() };
        let limits = limit + temporary + for_orders;
        let place = match () {
            () if used <= 0 || used * 2 <= limits => 0,
            () if used * 10 <= limits * 8 => 1,
            () if used * 10 <= limits * 9 => 2,
            () if used <= limits => 3,
            () => 4,
        };
        wanted.entry(place).or_default().insert(line.steps[0].value.clone());
    }
    assert!(wanted.len() > 1, "{wanted:?}");
    for place in 0..credit_use::CREDIT_USES.len() {
        let asked_for = place.to_string();
        let more = [params[0], params[1], (credit_use::KEY, asked_for.as_str())];
        let table = asked("utilized_amount", &more);
        let told: BTreeSet<String> =
            table.lines.iter().map(|line| line.steps[0].value.clone()).collect();
        assert_eq!(told, wanted.get(&place).cloned().unwrap_or_default(), "{place}");
        let column = |cells: &[ReportCell]| number(&cells[cells.len() - 4]);
        let sum: i64 = table.lines.iter().map(|line| column(&line.cells)).sum();
        assert_eq!(table.total.map_or(0, |total| column(&total)), sum, "{place}");
    }
}

#[test]
fn freight_that_goods_cost_stands_under_expenses_and_what_customers_pay_for_it_under_income() {
    let table = asked("trial_balance", &[]);
    let mut classes: BTreeMap<String, String> = BTreeMap::new();
    let mut class = String::new();
    for line in &table.lines {
        match line.level {
            0 => class = text(&line.cells[0]),
            _ => drop(classes.insert(text(&line.cells[0]), class.clone())),
        }
    }
    let of = |account: &str| classes.get(account).map(String::as_str);
    assert_eq!(of("Freight inward"), Some("Expenses"), "{classes:?}");
    assert_eq!(of("Freight outward"), Some("Expenses"));
    assert_eq!(of("Freight and loading charged"), Some("Income"));
}

#[test]
fn vouchers_of_each_type_are_all_vouchers_and_tell_who_carried_the_goods() {
    let whole = asked("tally_report", &[]);
    let kind = at(&whole, "kind");
    let vouchers = |table: &godown_core::report::ReportTable| {
        table.lines.iter().filter(|line| line.level == 1).count()
    };
    let mut sum = 0;
    for (place, name) in godown_core::report::tally::KINDS.iter().enumerate() {
        let own = asked("tally_report", &[("voucher_kind", &place.to_string())]);
        let mut lines = own.lines.iter().filter(|line| line.level == 1);
        assert!(lines.all(|line| text(&line.cells[kind]) == *name), "{name}");
        sum += vouchers(&own);
    }
    assert_eq!(sum, vouchers(&whole));
    let book = godown_core::report::tally::book(frames(), &all(), today()).unwrap();
    let file = godown_core::report::tally::file(&book, false, "xml").unwrap();
    let file = String::from_utf8(file).unwrap();
    let carried = book.vouchers.iter().filter(|one| !one.carrier.is_empty()).count();
    assert_eq!(file.matches("<BASICSHIPPEDBY>").count(), carried);
    let sales = book.vouchers.iter().filter(|one| one.kind.name() == "Sales" && !one.cancelled);
    assert!(sales.clone().count() > 100 && sales.into_iter().all(|one| !one.loading.is_empty()));
}
