//! What customers return of an invoice, by its line and batch: what is asked for and what is back.

use serde::{Deserialize, Serialize};

use super::stock::Qty;
use super::{balance_key, put_or_remove};
use crate::declare::case::{Case, Look};
use crate::error::Halt;
use crate::kept::read::Range;

/// What is returned of one batch of one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Returned {
    /// Asked for, and neither refused nor back yet.
    pub open: Qty,
    /// Back in the stock.
    pub back: Qty,
    /// What the goods that are back had cost.
    pub cost_paise: i64,
}

impl Returned {
    /// What nobody may ask for any more.
    pub fn taken(&self) -> Qty {
        self.open + self.back
    }

    pub fn plus(self, by: Returned) -> Returned {
        Returned {
            open: self.open + by.open,
            back: self.back + by.back,
            cost_paise: self.cost_paise.saturating_add(by.cost_paise),
        }
    }
}

fn key(invoice: &str, line: i64, batch: &str) -> String {
    balance_key("returned", &[invoice, &format!("{line:03}"), batch])
}

pub fn of(look: &Look, invoice: &str, line: i64, batch: &str) -> Result<Returned, Halt> {
    Ok(look.value(&key(invoice, line, batch))?.unwrap_or_default())
}

pub fn add(
    case: &mut Case,
    invoice: &str,
    line: i64,
    batch: &str,
    by: Returned,
) -> Result<(), Halt> {
    let sum = of(case, invoice, line, batch)?.plus(by);
    put_or_remove(case, key(invoice, line, batch), &sum)
}

/// Whether anything of an invoice is back, or asked for.
pub fn any(look: &Look, invoice: &str) -> Result<bool, Halt> {
    let range = Range::prefix(&balance_key("returned", &[invoice]));
    Ok(!look.keys(&range, 1)?.is_empty())
}
