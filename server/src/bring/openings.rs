//! Books the opening balances that a site of an older program kept outside its books: each once, as the system.

use std::sync::Arc;

use godown_core::declare::actor::Actor;
use godown_core::docs::customers::CUSTOMER;
use godown_core::docs::opening_bills;
use godown_core::error::Halt;
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read, parse};
use godown_core::value::{Day, Paise, rupees};
use godown_core::write::command::{Command, CommandKind};
use serde_json::json;

use crate::app::App;
use crate::failure::Failure;

/// How many customers are read at a time.
const BATCH: usize = 500;

/// What was booked.
#[derive(Debug, Default)]
pub struct Booked {
    pub customers: usize,
    pub paise: i64,
    /// One line for each that was refused.
    pub refused: Vec<String>,
}

impl Booked {
    pub fn line(&self) -> String {
        let (count, sum) = (self.customers, rupees(Paise(self.paise)));
        format!("{count} opening balances booked, {sum} in all; {} refused", self.refused.len())
    }
}

/// Books every opening balance that is not in the books; run again, it finds none.
///
/// # Errors
/// Those of the store; what a rule refuses stands in the answer.
pub async fn book(app: &Arc<App>, as_of: Day) -> Result<Booked, Failure> {
    let mut booked = Booked::default();
    let mut from = keys::key(&["doc", CUSTOMER.key]);
    loop {
        let (waiting, last) = app.view(|read, _| waiting(read, &from))?;
        for doc in waiting {
            let deed = CommandKind::Act {
                doc_type: CUSTOMER.key.to_owned(),
                id: doc.id.clone(),
                version: doc.version,
                action: "book_opening".to_owned(),
                inputs: json!({ "as_of": as_of }).as_object().cloned().unwrap_or_default(),
            };
            // One customer is booked once, whoever runs it how often.
            let command_id = format!("sys-opening-{}", doc.id);
            match app.carry_out(Actor::system(), Command { command_id, deed }).await {
                Ok(_) => {
                    booked.customers += 1;
                    booked.paise += opening_bills::unbooked(&doc).unwrap_or(0);
                }
                Err(failure) if failure.is_of_the_store() => return Err(failure),
                Err(refused) => booked.refused.push(format!("{}: {refused}", doc.title(&CUSTOMER))),
            }
        }
        match last {
            Some(last) => from = format!("{last}\0"),
            None => return Ok(booked),
        }
    }
}

/// The customers from a key on whose opening balance is not in the books, and the last key that was looked at.
fn waiting(read: &dyn Read, from: &str) -> Result<(Vec<Doc>, Option<String>), Halt> {
    let all = Range::prefix(&keys::key(&["doc", CUSTOMER.key]));
    let found = read.scan(&Range { from: from.to_owned().max(all.from), ..all }, BATCH)?;
    let last = found.last().map(|(key, _)| key.clone());
    let docs = found.iter().map(|(key, text)| parse::<Doc>(key, text));
    let docs: Vec<Doc> = docs.collect::<Result<_, _>>()?;
    Ok((docs.into_iter().filter(|doc| opening_bills::unbooked(doc).is_some()).collect(), last))
}
