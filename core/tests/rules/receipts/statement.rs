//! A bank statement beside the receipts: what it proposes, and what it leaves to the person.

use godown_core::query::statement::{self, Statement};
use godown_core::table::statement::{self as file, BankStatement};
use serde_json::json;

use super::{confirmed, ground, step, write};
use crate::deeds::Ground;

const HEAD: &str = "Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.\n";

fn read(ground: &Ground, who: &str, lines: &str) -> Statement {
    let lines = file::read(format!("{HEAD}{lines}").as_bytes()).unwrap();
    let site = &ground.world.site;
    statement::matched(&site.memory, &ground.world.who(who), site.now, &lines).unwrap()
}

/// What is proposed of a line: the step, by what, and why not.
type Proposed = (Option<String>, String, Option<String>);

/// What each line proposes.
fn told(statement: &Statement) -> Vec<Vec<Proposed>> {
    let of = statement.rows.iter().map(|row| {
        let one = row.matches.iter();
        one.map(|one| (one.action.clone(), one.by.clone(), one.why.clone())).collect()
    });
    of.collect()
}

#[test]
fn a_line_proposes_the_step_of_the_receipt_that_it_names() {
    let mut ground = ground();
    let neft = json!({ "amount_paise": 1_000_000, "utr": "UTIBN52026112112" });
    let neft = write(&mut ground, "SALES", "neft", neft).unwrap();
    step(&mut ground, "SALES", &neft, "submit", json!({}));
    let cheque = confirmed(&mut ground, "cheque", json!({ "amount_paise": 500_000 }));
    let other = json!({ "amount_paise": 300_000, "cheque_no": "000777" });
    let other = confirmed(&mut ground, "cheque", other);
    step(&mut ground, "ACC", &cheque, "deposit", json!({}));
    step(&mut ground, "ACC", &other, "deposit", json!({}));
    let statement = read(
        &ground,
        "ACC",
        "21/11/26,NEFT CR-UTIBN52026112112-SHARMA TUBES,,,10000\n\
         21/11/26,CLG-HDFC,0000000000123456,,5000\n\
         21/11/26,CHQ RET 000777 FUNDS,,3000,\n\
         21/11/26,IMPS/632698765432/ASHA,,,77\n",
    );
    let said = |action: &str, by: &str| vec![(Some(action.to_owned()), by.to_owned(), None)];
    assert_eq!(
        told(&statement),
        [
            said("confirm", "UTR and amount"),
            said("clear", "Cheque number and amount"),
            said("bounce", "Cheque number and amount"),
            vec![],
        ]
    );
    assert_eq!(statement.rows[3].utr.as_deref(), Some("632698765432"), "for a receipt of its own");
    assert_eq!(statement.rows[0].matches[0].id, neft);
    // Each is confirmed as a step of its own; then the line says that it was.
    step(&mut ground, "ACC", &neft, "confirm", json!({}));
    let again = read(&ground, "ACC", "21/11/26,NEFT CR-UTIBN52026112112,,,10000\n");
    let done = (None, "UTR and amount".to_owned(), Some("Already confirmed".to_owned()));
    assert_eq!(told(&again), [vec![done]]);
}

#[test]
fn what_does_not_fit_is_told_with_why() {
    let mut ground = ground();
    let id = write(&mut ground, "ACC", "neft", json!({ "utr": "UTIBN52026112113" })).unwrap();
    step(&mut ground, "ACC", &id, "submit", json!({}));
    let pdc = json!({ "amount_paise": 500_000, "cheque_no": "000888" });
    confirmed(&mut ground, "pdc", pdc);
    let statement = read(
        &ground,
        "ACC",
        "21/11/26,NEFT UTIBN52026112113,,,1000\n\
         21/11/26,NEFT UTIBN52026112113,,,999\n\
         21/11/26,CLG 000888,,,5000\n\
         20/11/26,NEFT FROM SHARMA,,,1000\n\
         01/11/26,NEFT FROM SHARMA,,,1000\n",
    );
    let own = "You created this receipt; another person must confirm";
    let why: Vec<Vec<Option<String>>> = told(&statement)
        .into_iter()
        .map(|row| row.into_iter().map(|(_, _, why)| why).collect())
        .collect();
    let says = |text: &str| vec![Some(text.to_owned())];
    assert_eq!(
        why,
        [
            says(own),
            says("The amount differs"),
            says("The cheque is not deposited yet"),
            says(own),
            vec![],
        ]
    );
    assert_eq!(told(&statement)[3][0].1, "Amount and date");
    let yard = ground.world.who("YARD");
    let site = &ground.world.site;
    assert!(statement::matched(&site.memory, &yard, site.now, &BankStatement::default()).is_err());
}
