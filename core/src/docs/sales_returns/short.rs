//! A return that another document asks for: the draft of goods that their customer did not take.

use super::{ReturnLine, SALES_RETURN, save};
use crate::declare::case::Case;
use crate::error::Halt;
use crate::json::Json;
use crate::kept::doc::Record;
use crate::write::save::{blank, finish};

/// Opens the draft of a return of some lines of a posted invoice, by the system; its id.
///
/// Errors: those of a draft that a person makes.
pub fn open_for(
    case: &mut Case,
    invoice: &str,
    lines: &[ReturnLine],
    remarks: &str,
) -> Result<String, Halt> {
    case.as_system(|case| {
        let id = case.new_id();
        let mut doc = blank(case, &SALES_RETURN, id.clone());
        doc.set("invoice", invoice);
        doc.set("lines", lines.iter().map(ReturnLine::write).collect::<Vec<_>>());
        doc.set("remarks", remarks);
        save::rules(case, None, &mut doc)?;
        doc.record = SALES_RETURN.ordered(std::mem::take(&mut doc.record));
        finish(case, &SALES_RETURN, None, doc, "create", &Record::new(), None)?;
        Ok(id)
    })
}
