//! The tiles of the accounts and logistics dashboards, and the registers behind them, found once more from documents.

use godown_core::docs;
use godown_core::docs::invoices::{Invoice, irn};
use godown_core::docs::trips::{TripStop, stops_of};
use godown_core::query::list::{self, Query, Where};
use godown_core::report::dashboard::{self, DashboardLead, DashboardTile};

use super::*;

fn board(key: &str) -> Vec<DashboardTile> {
    let mine = Cut::of(&who("ADMIN")).take(frames()).unwrap();
    dashboard::told(&mine, key, today()).unwrap().tiles
}

/// The figures of a tile.
fn told(tiles: &[DashboardTile], key: &str) -> Vec<i64> {
    let tile = tiles.iter().find(|tile| tile.key == key).unwrap();
    tile.figures.iter().map(|figure| figure.value.unwrap()).collect()
}

fn of_status(kind: &str, statuses: &[&str]) -> Vec<Doc> {
    let mut found = docs(kind);
    found.retain(|doc| statuses.contains(&doc.status.as_str()));
    found
}

fn sum(docs: &[Doc], field: &str) -> i64 {
    docs.iter().map(|doc| doc.int(field).unwrap_or(0)).sum()
}

/// Whether a day lies between today and so many days after it.
fn ahead(day: Option<Day>, days: i32) -> bool {
    day.is_some_and(|day| (today()..=today().plus(days)).contains(&day))
}

fn day_in(doc: &Doc, field: &str) -> Option<Day> {
    doc.text(field).and_then(Day::parse)
}

/// The stops of trips in some status.
fn stops(statuses: &[&str]) -> Vec<TripStop> {
    of_status("trip", statuses).iter().flat_map(|trip| stops_of(trip).unwrap()).collect()
}

#[test]
fn every_tile_of_accounts_is_what_a_loop_over_the_documents_counts() {
    let tiles = board("dashboard_accounts");
    for (key, statuses) in [
        ("to_confirm", &["Pending Confirmation"][..]),
        ("to_clear", &["Deposited", "Re-deposited"][..]),
    ] {
        let found = of_status("receipt", statuses);
        assert_eq!(told(&tiles, key), [found.len() as i64, sum(&found, "amount_paise")], "{key}");
    }
    let mut due = of_status("receipt", &["Received"]);
    due.retain(|doc| day_in(doc, "cheque_date").is_some_and(|day| day <= today()));
    assert_eq!(told(&tiles, "cheques_due"), [due.len() as i64, sum(&due, "amount_paise")]);
    for (key, kind, sign) in [("credit_notes", "credit_note", -1), ("debit_notes", "debit_note", 1)]
    {
        let found = of_status(kind, &["Draft"]);
        let total = sign * sum(&found, "payable_paise");
        assert_eq!(told(&tiles, key), [found.len() as i64, total], "{key}");
    }
    let closed = of_status("trip", &["Closed"]);
    let owed = sum(&closed, "total_paise") - sum(&closed, "advance_paid_paise");
    assert_eq!(told(&tiles, "to_settle"), [closed.len() as i64, owed]);
    let system = Actor::system();
    let look = docs::look(&story().state, &system, story().now);
    let reporter = irn::reporter(&look).unwrap();
    let posted = of_status("invoice", &["Posted"]);
    let posted: Vec<Invoice> = posted.iter().map(|doc| Invoice::of(doc).unwrap()).collect();
    let needed = posted.iter().filter(|one| one.irn_state.as_deref() == Some(irn::NEEDED));
    let late = needed.filter(|one| ahead(one.date.and_then(|day| reporter.last_day(day)), 7));
    assert_eq!(told(&tiles, "e_invoices"), [late.count() as i64]);
    let handed: BTreeSet<String> = stops(&["Dispatched", "Closed", "Freight Settled"])
        .into_iter()
        .filter(|stop| ["delivered", "partly"].contains(&stop.state.as_str()))
        .filter_map(|stop| stop.loading)
        .collect();
    let waited_for = |one: &&Invoice| {
        one.loadings.is_empty() || one.loadings.iter().any(|id| !handed.contains(id))
    };
    let bills = posted.iter().filter(waited_for).filter(|one| ahead(one.ewb_valid_to, 1));
    assert_eq!(told(&tiles, "eway_bills"), [bills.count() as i64]);
}

/// What is owed to suppliers and transporters: the day on which each bill is due, and what money on account leaves of
/// it; what no bill tells has no day.
fn owed() -> Vec<(Option<Day>, i64)> {
    let pairs = &story().state.pairs;
    let under = |parts: &[&str]| {
        let prefix = keys::key(parts);
        let rest = pairs.range(prefix.clone()..).take_while(|(key, _)| key.starts_with(&prefix));
        rest.map(|(key, text)| {
            let value: Value = serde_json::from_slice(text).unwrap();
            (keys::parts(key).last().copied().unwrap().to_owned(), value)
        })
        .collect::<Vec<_>>()
    };
    let mut found = Vec::new();
    for (account, balance) in under(&["bal", "books"]) {
        if !account.starts_with("supplier:") && !account.starts_with("vendor:") {
            continue;
        }
        let mut bills: Vec<(Day, String, i64)> = under(&["bal", "payable", &account])
            .into_iter()
            .map(|(id, bill)| {
                let due = Day::parse(bill["due"].as_str().unwrap()).unwrap();
                (due, id, bill["paise"].as_i64().unwrap())
            })
            .collect();
        bills.sort();
        let open: i64 = bills.iter().map(|(.., paise)| *paise).sum();
        let owed = -balance.as_i64().unwrap();
        let mut on_account = (open - owed).max(0);
        for (due, _, paise) in bills {
            let covered = on_account.min(paise);
            on_account -= covered;
            found.push((Some(due), paise - covered));
        }
        found.push((None, (owed - open).max(0)));
    }
    found
}

#[test]
fn what_is_to_be_paid_is_what_a_loop_over_bills_and_accounts_comes_to() {
    let all = owed();
    let sum = |counts: &dyn Fn(i32) -> bool| -> i64 {
        let late = |due: &Option<Day>| due.is_some_and(|due| counts(today().0 - due.0));
        all.iter().filter(|(due, _)| late(due)).map(|(_, paise)| *paise).sum()
    };
    let payable: i64 = all.iter().map(|(_, paise)| *paise).sum();
    assert!(payable > 0);
    let week = sum(&|late| (-7..=0).contains(&late));
    let tiles = board("dashboard_accounts");
    assert_eq!(told(&tiles, "payable"), [sum(&|late| late > 0), week, payable]);
    let mine = Cut::of(&who("ADMIN")).take(frames()).unwrap();
    let mut params = all_of("payable|payable_30|payable_60|payable_90|payable_more");
    params.insert("to".into(), UNTIL.into());
    let table = godown_core::report::run(&mine, "payables", &params, today()).unwrap();
    let ages = [(1, 30), (31, 60), (61, 90), (91, i32::MAX)]
        .map(|(least, most)| sum(&|late| (least..=most).contains(&late)));
    let wanted = [&[payable][..], &ages].concat();
    let cells: Vec<ReportCell> = wanted.into_iter().map(ReportCell::Number).collect();
    assert_eq!(table.total.unwrap(), cells);
}

/// All days, with these figures.
fn all_of(measures: &str) -> Params {
    let mut params = all();
    params.insert("measures".into(), measures.into());
    params
}

#[test]
fn every_tile_of_logistics_is_what_a_loop_over_the_documents_counts() {
    let tiles = board("dashboard_logistics");
    for (key, statuses) in [
        ("planned", &["Planned", "Vehicle Placed", "Loading"][..]),
        ("on_road", &["Dispatched"][..]),
    ] {
        let found = of_status("trip", statuses);
        assert_eq!(told(&tiles, key), [found.len() as i64, sum(&found, "weight_g")], "{key}");
    }
    let on_road: Vec<TripStop> = stops(&["Dispatched"]);
    let open = on_road.iter().filter(|stop| stop.is_open() && stop.transfer.is_none());
    let weight: i64 = open.clone().map(|stop| stop.weight_g).sum();
    assert_eq!(told(&tiles, "proofs"), [open.count() as i64, weight]);
    let bills = on_road.iter().filter(|stop| stop.is_open() && ahead(stop.ewb_to, 1));
    assert_eq!(told(&tiles, "eway_bills"), [bills.count() as i64]);
    let mut papers = 0;
    for (kind, fields) in [
        ("vehicle", &["rc_to", "insurance_to", "fitness_to", "permit_to", "puc_to"][..]),
        ("driver", &["licence_to"][..]),
    ] {
        for doc in of_status(kind, &["Active"]) {
            papers += fields.iter().filter(|field| ahead(day_in(&doc, field), 15)).count() as i64;
        }
    }
    assert_eq!(told(&tiles, "papers"), [papers]);
}

#[test]
fn a_tile_leads_to_as_many_lines_as_it_counts() {
    let actor = who("ADMIN");
    let mine = Cut::of(&actor).take(frames()).unwrap();
    for key in ["dashboard_accounts", "dashboard_logistics"] {
        for tile in board(key).iter().filter(|tile| !["overdue", "payable"].contains(&tile.key)) {
            let count = tile.figures[0].value.unwrap();
            let lines = match &tile.lead {
                DashboardLead::List(lead) => {
                    let conditions = lead.conditions.iter().map(|one| Where::parse(one).unwrap());
                    let query =
                        Query { conditions: conditions.collect(), limit: 1, ..Query::default() };
                    let (state, now) = (&story().state, story().now);
                    list::page(state, &actor, now, lead.list, &query).unwrap().total
                }
                DashboardLead::Report(lead) => {
                    let run = godown_core::report::run;
                    run(&mine, lead.report, &lead.params, today()).unwrap().lines.len() as i64
                }
            };
            assert_eq!(lines, count, "{key} {}", tile.key);
        }
    }
}

#[test]
fn receipts_by_mode_and_state_are_those_of_the_documents() {
    let mine = Cut::of(&who("ADMIN")).take(frames()).unwrap();
    let mut params = all();
    params.insert("measures".into(), "payments|payment_amount|arrived|unsettled".into());
    let table = godown_core::report::run(&mine, "receipt_register", &params, today()).unwrap();
    let mut groups: BTreeMap<(String, String), [i64; 4]> = BTreeMap::new();
    for doc in docs("receipt") {
        let int = |field: &str| doc.int(field).unwrap_or(0);
        let key = (doc.text("mode").unwrap().to_owned(), doc.status.clone());
        let sums = groups.entry(key).or_default();
        let came = ["Cleared", "Confirmed"].contains(&doc.status.as_str());
        let money = came && doc.text("mode") != Some("adjustment");
        sums[0] += 1;
        sums[1] += int("amount_paise");
        sums[2] += if money { int("amount_paise") } else { 0 };
        sums[3] += int("on_account_paise");
    }
    let inner: Vec<_> = table.lines.iter().filter(|line| line.level == 1).collect();
    assert_eq!(inner.len(), groups.len());
    for line in inner {
        let mode: usize = line.steps[0].value.parse().unwrap();
        let mode = docs::receipts::MODES[mode].0.to_owned();
        let sums = groups[&(mode, line.steps[1].value.clone())].map(ReportCell::Number);
        assert_eq!(line.cells[1..], sums, "{:?}", line.steps);
    }
}

#[test]
fn freight_is_the_sum_of_the_trips_by_their_transporters() {
    let mine = Cut::of(&who("ADMIN")).take(frames()).unwrap();
    let mut params = all();
    params.insert("to".into(), today().plus(60).to_string());
    params.insert("rows".into(), "party".into());
    let measures = "trips|trip_mt|trip_freight|trip_advance|trip_total|trip_rcm|trip_balance";
    params.insert("measures".into(), measures.into());
    let table = godown_core::report::run(&mine, "freight_register", &params, today()).unwrap();
    let mut groups: BTreeMap<String, [i64; 7]> = BTreeMap::new();
    for doc in docs("trip") {
        let sums = groups.entry(doc.text("vendor").unwrap_or_default().to_owned()).or_default();
        let fields =
            ["weight_g", "freight_paise", "advance_paid_paise", "total_paise", "", "balance_paise"];
        sums[0] += 1;
        for (sum, field) in sums[1..].iter_mut().zip(fields) {
            *sum += doc.int(field).unwrap_or(0);
        }
        if doc.text("freight_tax") == Some("rcm") {
            sums[5] += doc.int("tax_paise").unwrap_or(0);
        }
    }
    assert!(groups.len() > 2 && groups.values().any(|sums| sums[5] > 0), "{groups:?}");
    assert_eq!(table.lines.len(), groups.len());
    for line in &table.lines {
        let sums = groups[&line.steps[0].value].map(ReportCell::Number);
        assert_eq!(line.cells[1..], sums, "{:?}", line.steps);
    }
}

#[test]
fn deliveries_are_the_stops_of_trips_with_where_their_proof_stands() {
    let mine = Cut::of(&who("ADMIN")).take(frames()).unwrap();
    let mut params = all();
    params.insert("to".into(), today().plus(60).to_string());
    let run = |params: &Params| {
        godown_core::report::run(&mine, "delivery_register", params, today()).unwrap()
    };
    let told = |table: &godown_core::report::ReportTable, key: &str| {
        let at = table.heads.iter().position(|head| head.key == key).unwrap();
        table.total.as_ref().unwrap()[at - 1].clone()
    };
    let mut trips = docs("trip");
    trips.retain(|doc| doc.status != "Cancelled");
    let all: Vec<TripStop> = trips.iter().flat_map(|doc| stops_of(doc).unwrap()).collect();
    let table = run(&params);
    assert_eq!(table.lines.len(), all.len());
    let pcs = all.iter().map(|stop| stop.short_pcs.unwrap_or(0)).sum::<i64>();
    let g = all.iter().map(|stop| stop.short_g.unwrap_or(0)).sum::<i64>();
    assert!(pcs > 0 && g > 0);
    assert_eq!(told(&table, "short_pcs"), ReportCell::Number(pcs));
    assert_eq!(told(&table, "short_mt"), ReportCell::Number(g));
    params.insert("proof".into(), "2".into());
    let handed = |stop: &&TripStop| stop.done_at.is_some() && stop.received_by.is_some();
    let received = all.iter().filter(|stop| stop.loading.is_some()).filter(handed);
    assert_eq!(run(&params).lines.len(), received.count());
}

#[test]
fn notes_are_those_of_the_documents_whatever_their_status() {
    let mine = Cut::of(&who("ADMIN")).take(frames()).unwrap();
    let mut params = all();
    params.insert("rows".into(), "paper_kind".into());
    let table = godown_core::report::run(&mine, "note_register", &params, today()).unwrap();
    for (line, (kind, sign)) in table.lines.iter().zip([("credit_note", -1), ("debit_note", 1)]) {
        let found = docs(kind);
        let gst: i64 = ["cgst_paise", "sgst_paise", "igst_paise", "cess_paise"]
            .iter()
            .map(|field| sum(&found, field))
            .sum();
        let sums = [
            found.len() as i64,
            sign * sum(&found, "taxable_paise"),
            sign * gst,
            sign * sum(&found, "payable_paise"),
        ];
        assert_eq!(line.cells[1..], sums.map(ReportCell::Number), "{kind}");
    }
    assert_eq!(table.lines.len(), 2);
}
