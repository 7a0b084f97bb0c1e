//! Exact numbers: fractions of two 128-bit integers, and `None` instead of an overflow.

/// A fraction in lowest terms; the lower part is above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    above: i128,
    below: i128,
}

impl Exact {
    pub const ZERO: Exact = Exact { above: 0, below: 1 };
    pub const ONE: Exact = Exact { above: 1, below: 1 };

    /// `None` for a lower part of zero, or for numbers that do not fit.
    pub fn new(above: i128, below: i128) -> Option<Exact> {
        if below == 0 {
            return None;
        }
        let common = common(above, below);
        let (above, below) = (above.checked_div(common)?, below.checked_div(common)?);
        match below < 0 {
            true => Some(Exact { above: above.checked_neg()?, below: below.checked_neg()? }),
            false => Some(Exact { above, below }),
        }
    }

    pub fn whole(number: i64) -> Exact {
        Exact { above: number.into(), below: 1 }
    }

    /// A decimal of 15 digits before the point and 15 behind it at most, without sign or exponent.
    pub fn decimal(text: &str) -> Option<Exact> {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let plain = |text: &str| text.len() <= 15 && text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || part.is_empty() || !plain(whole) || !plain(part) {
            return None;
        }
        let below = 10_i128.checked_pow(u32::try_from(part.len()).ok()?)?;
        let above = whole.parse::<i128>().ok()?.checked_mul(below)?;
        Exact::new(above.checked_add(part.parse::<i128>().ok()?)?, below)
    }

    pub fn is_zero(self) -> bool {
        self.above == 0
    }

    pub fn is_whole(self) -> bool {
        self.below == 1
    }

    pub fn negative(self) -> Option<Exact> {
        Some(Exact { above: self.above.checked_neg()?, ..self })
    }

    pub fn plus(self, other: Exact) -> Option<Exact> {
        let shared = common(self.below, other.below);
        let (left, right) = (other.below / shared, self.below / shared);
        let above = self.above.checked_mul(left)?.checked_add(other.above.checked_mul(right)?)?;
        Exact::new(above, self.below.checked_mul(left)?)
    }

    pub fn minus(self, other: Exact) -> Option<Exact> {
        self.plus(other.negative()?)
    }

    pub fn times(self, other: Exact) -> Option<Exact> {
        // Shortened crosswise first, so that only what is too large in lowest terms overflows.
        let (one, two) = (common(self.above, other.below), common(other.above, self.below));
        let above = (self.above / one).checked_mul(other.above / two)?;
        Exact::new(above, (self.below / two).checked_mul(other.below / one)?)
    }

    /// `None` for an overflow; the caller has looked for a zero below the line.
    pub fn over(self, other: Exact) -> Option<Exact> {
        self.times(Exact::new(other.below, other.above)?)
    }

    pub fn smaller(self, other: Exact) -> Option<Exact> {
        Some(if self.minus(other)?.above <= 0 { self } else { other })
    }

    pub fn larger(self, other: Exact) -> Option<Exact> {
        Some(if self.minus(other)?.above >= 0 { self } else { other })
    }

    /// Rounded to so many decimals, half away from zero.
    pub fn rounded(self, places: u32) -> Option<Exact> {
        let scale = 10_i128.checked_pow(places)?;
        Exact::new(self.scaled(scale)?, scale)
    }

    /// The nearest integer of `scale` times this, half away from zero.
    pub fn scaled(self, scale: i128) -> Option<i128> {
        let above = self.above.checked_mul(scale)?;
        let (size, half) = (above.unsigned_abs(), self.below.unsigned_abs());
        let nearest = size.checked_mul(2)?.checked_add(half)? / half.checked_mul(2)?;
        let nearest = i128::try_from(nearest).ok()?;
        Some(if above < 0 { -nearest } else { nearest })
    }
}

/// The greatest common divisor, at least 1. Of the least integer it is 1, which shortens nothing.
fn common(one: i128, two: i128) -> i128 {
    let (mut one, mut two) = (one.unsigned_abs(), two.unsigned_abs());
    while two != 0 {
        (one, two) = (two, one % two);
    }
    i128::try_from(one).unwrap_or(1).max(1)
}
