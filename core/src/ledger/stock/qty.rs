//! Pieces and grams, always side by side.

use std::ops::{Add, Neg, Sub};

use serde::{Deserialize, Serialize};

/// Pieces and grams; neither is derived from the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Qty {
    pub pcs: i64,
    pub g: i64,
}

impl Qty {
    pub fn new(pcs: i64, g: i64) -> Qty {
        Qty { pcs, g }
    }

    pub fn is_zero(self) -> bool {
        self == Qty::default()
    }

    pub fn any_negative(self) -> bool {
        self.pcs < 0 || self.g < 0
    }

    pub fn min(self, other: Qty) -> Qty {
        Qty { pcs: self.pcs.min(other.pcs), g: self.g.min(other.g) }
    }
}

impl Add for Qty {
    type Output = Qty;
    fn add(self, other: Qty) -> Qty {
        Qty { pcs: self.pcs.saturating_add(other.pcs), g: self.g.saturating_add(other.g) }
    }
}

impl Sub for Qty {
    type Output = Qty;
    fn sub(self, other: Qty) -> Qty {
        self + -other
    }
}

impl Neg for Qty {
    type Output = Qty;
    fn neg(self) -> Qty {
        Qty { pcs: self.pcs.saturating_neg(), g: self.g.saturating_neg() }
    }
}
