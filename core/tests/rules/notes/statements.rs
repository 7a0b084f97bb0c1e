//! The statement of an account: its balance is the ledger's and what is owed, on any day.

use std::collections::BTreeMap;

use godown_core::declare::actor::Actor;
use godown_core::report::cut::Cut;
use godown_core::report::table::{ReportCell, ReportTable};
use godown_core::report::{self, build};
use godown_core::value::Day;

use super::*;

pub fn statement(sold: &Sold, to: Day, party: bool) -> ReportTable {
    statement_for(sold, &sold.world.actor(Role::Acc), to, party)
}

fn statement_for(sold: &Sold, reader: &Actor, to: Day, party: bool) -> ReportTable {
    let frames = build::whole(&sold.world.site.memory, 1).unwrap();
    let mine = Cut::of(reader).take(&frames).unwrap();
    let mut params: BTreeMap<String, String> =
        [("from", "2026-04-01".to_owned()), ("to", to.to_string())]
            .map(|(key, value)| (key.to_owned(), value))
            .into();
    if party {
        params.insert("party".to_owned(), sold.customer.clone());
    }
    report::run(&mine, "customer_statement", &params, to).unwrap()
}

pub fn number(cell: &ReportCell) -> i64 {
    match cell {
        ReportCell::Number(number) => *number,
        _ => 0,
    }
}

#[test]
fn a_statement_closes_with_the_ledger_and_with_what_is_owed_on_every_day() {
    let mut sold = Sold::new();
    let mut days = Vec::new();
    for step in 0..4 {
        match step {
            1 => drop(sold.pay(1_000_000)),
            2 => {
                let correction = json!([{ "line": 0, "discount_bp": 100 }]);
                drop(sold.note(CREDIT, "discount", correction));
            }
            3 => drop(sold.note(
                DEBIT,
                "rate_difference",
                json!([{ "line": 0, "rate_paise": 50_000 }]),
            )),
            _ => {}
        }
        let account = sold.account();
        let owed = account.receivable - account.on_account;
        assert_eq!(owed, sold.book(&books::customer(&sold.customer)));
        days.push((sold.world.site.today(), owed));
        sold.later(20 * DAY);
    }
    assert!(days.windows(2).all(|two| two[0].1 != two[1].1), "{days:?}");
    for (day, owed) in days {
        let table = statement(&sold, day, true);
        assert_eq!(number(&table.total.as_ref().unwrap()[5 - 1]), owed, "{day}");
        let mut running = number(&table.lines[0].cells[5]);
        let moved: Vec<_> = table.lines.iter().filter(|line| line.opens.is_some()).collect();
        assert!(!moved.is_empty());
        for line in moved {
            running += number(&line.cells[3]) - number(&line.cells[4]);
            assert_eq!(running, number(&line.cells[5]));
        }
        let ages = &table.lines[table.lines.len() - 5..];
        assert_eq!(ages.iter().map(|line| number(&line.cells[5])).sum::<i64>(), owed);
        let all = statement(&sold, day, false);
        assert_eq!(all.lines.len(), 1);
        let sums: Vec<i64> = all.lines[0].cells[1..].iter().map(number).collect();
        assert_eq!(sums[0] + sums[1] - sums[2], sums[3]);
        assert_eq!((sums[3], sums[4..].iter().sum::<i64>()), (owed, owed));
    }
    // 60 days after the sale, what is not paid of it is 31 to 60 days late at most: it was due after 30.
    let table = statement(&sold, sold.world.site.today(), false);
    let ages: Vec<i64> = table.lines[0].cells[5..].iter().map(number).collect();
    assert!(ages[2] > 0 && ages[3] == 0 && ages[4] == 0, "{ages:?}");
}

#[test]
fn who_sees_no_credit_figures_reads_what_moved_and_no_balance() {
    let mut sold = Sold::new();
    sold.pay(1_000_000);
    let acc = sold.world.actor(Role::Acc);
    let blind = Actor { show_less_section: true, ..acc.clone() };
    let today = sold.world.site.today();
    for (party, all, told) in [
        (true, 6, vec!["paper", "day", "due", "debit", "credit"]),
        (false, 10, vec!["party", "debit", "credit"]),
    ] {
        let whole = statement_for(&sold, &acc, today, party);
        assert_eq!(whole.heads.len(), all);
        let table = statement_for(&sold, &blind, today, party);
        let heads: Vec<&str> = table.heads.iter().map(|head| head.key.as_str()).collect();
        assert_eq!(heads, told);
        assert!(table.lines.iter().all(|line| line.cells.len() == told.len()));
        assert_eq!(table.total.map(|total| total.len()), Some(told.len() - 1));
        let [debit, credit] = ["debit", "credit"].map(|key| {
            let at =
                |table: &ReportTable| table.heads.iter().position(|head| head.key == key).unwrap();
            let sum = |table: &ReportTable, at: usize| {
                table.lines.iter().map(|line| number(&line.cells[at])).sum::<i64>()
            };
            let table = statement_for(&sold, &blind, today, party);
            (sum(&whole, at(&whole)), sum(&table, at(&table)))
        });
        assert_eq!((debit.0, credit.0), (debit.1, credit.1));
        assert!(debit.0 > 0 && credit.0 > 0);
    }
}
