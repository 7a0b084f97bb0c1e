//! The last purchase rate of each SKU, against which the next one is judged.

use serde::{Deserialize, Serialize};

use super::balance_key;
use crate::declare::case::{Case, Look};
use crate::error::Halt;
use crate::value::Day;

/// How far a rate may lie from the last one without remarks: ±10 %.
pub const RATE_TOLERANCE_BP: i64 = 1_000;

/// The last purchase of a SKU, in the rate unit of its product group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purchase {
    pub rate_paise: i64,
    pub on: Day,
}

pub fn last(case: &Look, sku: &str) -> Result<Option<Purchase>, Halt> {
    case.value(&balance_key("purchase", &[sku]))
}

/// Notes a purchase, unless a later one is known.
pub fn note(case: &mut Case, sku: &str, rate_paise: i64, on: Day) -> Result<(), Halt> {
    if last(case, sku)?.is_some_and(|last| last.on > on) || rate_paise <= 0 {
        return Ok(());
    }
    case.put(balance_key("purchase", &[sku]), &Purchase { rate_paise, on })
}
