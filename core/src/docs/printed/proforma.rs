//! The proforma invoice on paper, as the buyer gets it.

use super::seen::{Part, Seen, cell, fact, left, money, party, percent, right, strong, wide};
use crate::paper::sheet::PaperSheet;
use crate::schema::Choice;

const BUYER: &str = "buyer";

pub const COPIES: &[Choice] = &[(BUYER, "Proforma invoice")];

pub fn sheets(seen: &Seen, copies: &[&str]) -> Vec<PaperSheet> {
    COPIES.iter().filter(|(key, _)| copies.contains(key)).map(|_| sheet(seen)).collect()
}

fn sheet(seen: &Seen) -> PaperSheet {
    let record = seen.record;
    let items = record.rows("items");
    let row = |(at, item): (usize, &Part)| {
        let of = |key: &str| i128::from(item.int(key).unwrap_or_default());
        let amount = i64::try_from(of("unit") * of("price_paise")).map(money);
        vec![
            cell((at + 1).to_string()),
            strong(item.text("name")),
            cell(item.pieces("unit")),
            cell(item.money("price_paise")),
            cell(amount.unwrap_or_default()),
        ]
    };
    let vat = record.int("vat_bp").filter(|vat| *vat != 0).map(percent);
    let vat_label = vat.map_or("VAT".to_owned(), |vat| format!("VAT {vat}%"));
    let date = record.moment("dated_at");
    PaperSheet {
        number: record.text("order_no").to_owned(),
        facts: vec![
            fact("Number", record.text("order_no")),
            fact("Date", date.split(' ').next().unwrap_or_default()),
            fact("Currency", record.text("currency")),
        ],
        parties: vec![party("Buyer", record.group("buyer"), String::new())],
        columns: vec![
            left("#"),
            wide("Item"),
            right("Units"),
            right("Price of a unit"),
            right("Amount"),
        ],
        rows: items.iter().enumerate().map(row).collect(),
        said: vec![("Note".to_owned(), "Not a tax invoice".to_owned())],
        sums: [("Amount".to_owned(), "net_paise"), (vat_label, "vat_paise")]
            .into_iter()
            .map(|(label, key)| (label, record.money(key)))
            .filter(|(_, sum)| !sum.is_empty())
            .collect(),
        total: record.int("total_paise").map(|paise| fact("Total", money(paise))),
        ..seen.sheet("PROFORMA INVOICE", "For the buyer", record.group("seller"))
    }
}
