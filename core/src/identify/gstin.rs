//! Goods and services tax identification number (CGST Rules 2017, rule 10; the check digit as the
//! GST Network publishes it).

use super::{fits, is_pan, state, upper};
use crate::identify::Category;
use crate::said;
use crate::said::Said;

/// The GSTIN of a regular taxpayer: state code, PAN, number of the registration, `Z`, check digit.
pub fn gstin(text: &str) -> Result<String, Said> {
    gstin_for(Category::Regular, text)
}

/// The GSTIN or UIN of a party of this category: UN bodies and embassies, tax deductors and
/// foreign suppliers have patterns of their own beside the regular one.
pub fn gstin_for(category: Category, text: &str) -> Result<String, Said> {
    let text = upper(text);
    if text.chars().count() != 15 {
        return Err("GSTIN must be 15 characters".into());
    }
    if !has_form(category, &text) {
        return Err("GSTIN must look like 29ABCPE1234F1Z7".into());
    }
    if check_digit(&text[..14]) != text.chars().last() {
        return Err("GSTIN check digit is wrong; did you mistype a character?".into());
    }
    if state(&text[..2]).is_none() {
        return Err(said!(
            "GSTIN starts with {code}, which is no GST state code",
            code = &text[..2]
        ));
    }
    Ok(text)
}

fn has_form(category: Category, text: &str) -> bool {
    if fits(text, "ddaaaaaddddanZx") {
        return is_pan(&text[2..12]);
    }
    let others: &[&str] = match category {
        Category::Uin => &["ddddaaadddddUNx", "ddddaaadddddONx"],
        // A deductor may be registered by their TAN, whose fifth character is a digit; so are
        // government departments, with the Z of a regular taxpayer.
        Category::TaxDeductor => &["ddaaaaxddddanDx", "ddaaaadddddanZx"],
        Category::Overseas => &["ddddaaadddddNRx", "99ddaaadddddOSx"],
        _ => &[],
    };
    others.iter().any(|shape| fits(text, shape))
}

/// The check character of the first 14 characters, modulo 36 with weights 1 and 2 alternating from
/// the left; `None` unless they are 14 capital letters and digits.
pub fn check_digit(body: &str) -> Option<char> {
    let mut sum = 0;
    for (index, c) in body.chars().enumerate() {
        if c.is_ascii_lowercase() {
            return None;
        }
        let product = c.to_digit(36)? * (1 + index as u32 % 2);
        sum += product / 36 + product % 36;
    }
    let digit = char::from_digit((36 - sum % 36) % 36, 36)?;
    (body.len() == 14).then(|| digit.to_ascii_uppercase())
}

/// The two digits of the state; `None` when the text is too short or does not begin with digits.
pub fn gstin_state(gstin: &str) -> Option<&str> {
    gstin.get(..2).filter(|code| fits(code, "dd"))
}

/// The PAN of the holder, characters 3 to 12; `None` where the pattern holds no PAN (UIN, TAN).
pub fn gstin_pan(gstin: &str) -> Option<&str> {
    gstin.get(2..12).filter(|pan| is_pan(pan))
}

/// Refuses a GSTIN of another state than the address's; old and present codes are one state.
/// A text without a state code is left to [`gstin`].
pub fn gstin_matches_state(gstin: &str, state_code: &str) -> Result<(), Said> {
    let Some(code) = gstin_state(gstin) else { return Ok(()) };
    if super::current_code(code) == super::current_code(state_code) {
        return Ok(());
    }
    let name = |code| state(code).map_or(code, |state| state.name);
    Err(said!(
        "GSTIN starts with {code} ({its_state}) but the state is {state}",
        code,
        its_state = name(code),
        state = name(state_code)
    ))
}

/// Refuses a PAN that is not the GSTIN's; a GSTIN without one matches any.
pub fn gstin_matches_pan(gstin: &str, pan: &str) -> Result<(), Said> {
    match gstin_pan(gstin) {
        Some(inside) if inside != pan => Err("PAN inside GSTIN differs from PAN".into()),
        _ => Ok(()),
    }
}
