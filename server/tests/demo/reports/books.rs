//! The trial balance and the ledgers of the demo, found once more from its vouchers.

use godown_core::ledger::books::{ACCOUNTS, Voucher};

use super::*;

const FROM: &str = "2026-07-01";

/// Every row of the books: day, account, paise.
fn booked() -> Vec<(Day, String, i64)> {
    let prefix = keys::key(&["post", "books"]);
    let pairs = story().state.pairs.range(prefix.clone()..);
    let ours = pairs.take_while(|(key, _)| key.starts_with(&prefix));
    let vouchers = ours.map(|(_, bytes)| serde_json::from_slice::<Voucher>(bytes).unwrap());
    let rows = vouchers.flat_map(|one| {
        let date = one.date;
        one.rows.into_iter().map(move |(account, paise)| (date, account, paise))
    });
    rows.collect()
}

fn asked(report: &str, more: &[(&str, &str)]) -> godown_core::report::ReportTable {
    let mine = Cut::of(&who("ACC")).take(frames()).unwrap();
    let mut params: Params =
        [("from", FROM), ("to", UNTIL)].map(|(k, v)| (k.to_owned(), v.to_owned())).into();
    params.extend(more.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())));
    godown_core::report::run(&mine, report, &params, today()).unwrap()
}

fn numbers(cells: &[ReportCell]) -> Vec<i64> {
    let number = |cell: &ReportCell| match cell {
        ReportCell::Number(number) => Some(*number),
        _ => None,
    };
    cells.iter().filter_map(number).collect()
}

/// The same of figures, of which one that says nothing is nothing.
fn figures(cells: &[ReportCell]) -> Vec<i64> {
    let figure = |cell: &ReportCell| match cell {
        ReportCell::Number(number) => *number,
        _ => 0,
    };
    cells.iter().map(figure).collect()
}

#[test]
fn the_trial_balance_is_the_sum_of_the_vouchers_account_by_account_and_comes_to_nothing() {
    let table = asked("trial_balance", &[("rows", "book_account")]);
    let from = Day::parse(FROM).unwrap();
    let mut sums: BTreeMap<String, [i64; 4]> = BTreeMap::new();
    for (day, account, paise) in booked() {
        let name = match account.split_once(':') {
            Some(("customer", _)) => "Customers".to_owned(),
            Some(("supplier", _)) => "Suppliers".to_owned(),
            Some(_) => "Transporters and job workers".to_owned(),
            None => ACCOUNTS.iter().find(|(key, _)| *key == account).unwrap().1.to_owned(),
        };
        let sum = sums.entry(name).or_default();
        sum[3] += paise;
        match (day < from, paise > 0) {
            (true, _) => sum[0] += paise,
            (false, true) => sum[1] += paise,
            (false, false) => sum[2] -= paise,
        }
    }
    let told: BTreeMap<String, Vec<i64>> = table
        .lines
        .iter()
        .map(|line| {
            let ReportCell::Text(name) = &line.cells[0] else { panic!("{:?}", line.cells) };
            (name.clone(), figures(&line.cells[1..]))
        })
        .collect();
    assert!(told.len() > 15, "{told:?}");
    assert_eq!(told, sums.into_iter().map(|(name, sum)| (name, sum.to_vec())).collect());
    let total = numbers(table.total.as_ref().unwrap());
    assert_eq!((total[0], total[3]), (0, 0), "opening and closing");
    assert_eq!(total[1], total[2], "debit and credit");
    assert!(total[1] > 0);
}

#[test]
fn a_ledger_begins_with_its_opening_and_ends_with_what_the_trial_balance_says() {
    let balance = asked("trial_balance", &[("rows", "book_account")]);
    for line in &balance.lines {
        let (name, sums) = (&line.cells[0], figures(&line.cells[1..]));
        let account = line.steps[0].value.as_str();
        let ledger = asked("ledger", &[("book_account", account)]);
        assert_eq!(numbers(&ledger.lines[0].cells), [sums[0]], "{name:?}");
        assert_eq!(numbers(ledger.total.as_ref().unwrap()), sums[1..], "{name:?}");
        let mut running = sums[0];
        for row in &ledger.lines[1..] {
            let own = numbers(&row.cells[4..]);
            let [amount, after] = own[..] else { panic!("{:?}", row.cells) };
            running += if row.cells[4] == ReportCell::None { -amount } else { amount };
            assert_eq!(running, after, "{name:?}");
        }
    }
}

#[test]
fn a_party_of_the_books_has_a_ledger_of_its_own() {
    let parties = asked("trial_balance", &[("rows", "party")]);
    let mut sums: BTreeMap<String, i64> = BTreeMap::new();
    for (_, account, paise) in booked() {
        let party = account.split_once(':').map_or("", |(_, id)| id);
        *sums.entry(party.to_owned()).or_default() += paise;
    }
    let told: BTreeMap<String, i64> = parties
        .lines
        .iter()
        .map(|line| (line.steps[0].value.clone(), figures(&line.cells[1..])[3]))
        .collect();
    assert_eq!(told, sums);
    assert!(told.len() > 30, "{told:?}");
}

#[test]
fn the_books_are_for_those_who_keep_them() {
    for (who_is, opens) in [("ACC", true), ("ADMIN", true), ("SALES", false), ("YARD", false)] {
        let actor = who(who_is);
        for key in ["trial_balance", "ledger"] {
            let report = godown_core::report::REPORTS.iter().find(|one| one.key == key).unwrap();
            assert_eq!(actor.opens(report.page()), opens, "{who_is} {key}");
        }
    }
}
