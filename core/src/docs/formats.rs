//! The written forms that fields are declared with: a name for the browser, a rule from `identify`.

use crate::formula;
use crate::identify;
use crate::identify::Category;
use crate::said;
use crate::said::Said;
use crate::schema::Format;
use crate::value::decimal::{decimal, decimal_shown};

macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident = $wire:literal $parse:expr;)*) => { $(
        $(#[$doc])*
        pub static $name: Format = Format { name: $wire, parse: $parse };
    )* };
}

formats! {
    PAN = "pan" identify::pan;
    TAN = "tan" identify::tan;
    CIN = "cin" identify::cin;
    UDYAM = "udyam" identify::udyam;
    PIN = "pin" identify::pin;
    MOBILE = "mobile" identify::mobile;
    EMAIL = "email" identify::email;
    HSN = "hsn" identify::hsn;
    IFSC = "ifsc" identify::ifsc;
    ACCOUNT = "account" identify::account;
    VEHICLE = "vehicle" identify::vehicle;
    LICENCE = "licence" identify::licence;
    EWB = "ewb" identify::ewb;
    IRN = "irn" identify::irn;
    ACK = "ack" identify::ack;
    UTR = "utr" identify::utr;
    CHEQUE = "cheque" identify::cheque;
    DOCNO = "docno" identify::docno;
    CODE = "code" identify::code;
    /// A reason's code; those the business came with are longer than other codes.
    REASON_CODE = "reason_code" reason_code;
    /// The GSTIN of a regular taxpayer.
    GSTIN = "gstin" identify::gstin;
    /// A GSTIN or UIN of any category; which one it must be is the party's own rule.
    GSTIN_ANY = "gstin_any" gstin_any;
    /// A short code of 2 to 4 letters and digits, as it stands in document numbers.
    PREFIX = "prefix" prefix;
    /// As it stands in statutory numbers, which have 16 characters: `PNC/26-27/00123`.
    SERIES_PREFIX = "series_prefix" series_prefix;
    EMPLOYEE_ID = "employee_id" employee_id;
    /// A decimal number with at most three places, `3.6`.
    DECIMAL = "decimal" decimal_text;
    GST_CODE = "gst_code" gst_code;
    FY = "fy" fy;
    /// The code of a property in formulas and templates.
    PROPERTY_CODE = "property_code" property_code;
    /// A page of the app or an outside address.
    PAGE_URL = "page_url" page_url;
    /// A country's two letters (ISO 3166-1).
    ISO2 = "iso2" iso2;
    DIAL = "dial" dial;
    /// A yard's code of 3 to 5 letters and digits, as it stands in batch numbers.
    YARD_CODE = "yard_code" yard_code;
    /// Degrees north of the equator, at most six decimals.
    LATITUDE = "latitude" latitude;
    /// Degrees east of Greenwich, at most six decimals.
    LONGITUDE = "longitude" longitude;
    /// A transporter's GSTIN, or the TRANSIN of one without GSTIN: 15 letters and digits.
    TRANSPORTER_ID = "transporter_id" transporter_id;
    /// The name of a declared type.
    DOC_TYPE = "doc_type" doc_type;
}

fn doc_type(text: &str) -> Result<String, Said> {
    let found = super::find(text.trim()).map(|def| def.key.to_owned());
    found.ok_or_else(|| "This type of document does not exist".into())
}

fn gstin_any(text: &str) -> Result<String, Said> {
    let any = Category::ALL.iter().find_map(|of| identify::gstin_for(*of, text).ok());
    any.map_or_else(|| identify::gstin(text), Ok)
}

fn reason_code(text: &str) -> Result<String, Said> {
    let text = text.trim().to_ascii_uppercase();
    let valid = (2..=30).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    valid.then_some(text).ok_or_else(|| "Code must be 2 to 30 characters: A-Z, 0-9 and _".into())
}

fn prefix(text: &str) -> Result<String, Said> {
    let text = text.trim().to_ascii_uppercase();
    let valid = (2..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric());
    valid.then_some(text).ok_or_else(|| "Use 2 to 4 letters and digits".into())
}

fn series_prefix(text: &str) -> Result<String, Said> {
    let text = prefix(text).ok().filter(|text| text.len() <= 3);
    text.ok_or_else(|| "Use 2 or 3 letters and digits".into())
}

fn employee_id(text: &str) -> Result<String, Said> {
    let text = text.trim().to_ascii_uppercase();
    let valid = (2..=12).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric());
    valid.then_some(text).ok_or_else(|| "Employee id must be 2 to 12 letters and digits".into())
}

fn gst_code(text: &str) -> Result<String, Said> {
    let text = text.trim().to_owned();
    let valid = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    valid.then_some(text).ok_or_else(|| "GST code must be 2 digits".into())
}

fn fy(text: &str) -> Result<String, Said> {
    let text = text.trim().to_owned();
    let years = text.split_once('-').and_then(|(first, next)| {
        let year = |part: &str| part.parse::<u8>().ok().filter(|_| part.len() == 2);
        Some((year(first)?, year(next)?))
    });
    match years {
        Some((first, next)) if (first + 1) % 100 == next => Ok(text),
        _ => Err("Financial year must look like 26-27".into()),
    }
}

fn property_code(text: &str) -> Result<String, Said> {
    let text = text.trim().to_ascii_uppercase();
    let word = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let begins = text.bytes().next().is_some_and(|byte| byte.is_ascii_uppercase());
    if !word || !begins || text.len() > 20 {
        return Err("Code must be 1 to 20 of A-Z, 0-9 and _, a letter first".into());
    }
    match formula::RESERVED.contains(&text.to_ascii_lowercase().as_str()) {
        true => Err(said!("{text} means something else in formulas", text)),
        false => Ok(text),
    }
}

fn page_url(text: &str) -> Result<String, Said> {
    let text = text.trim().to_owned();
    let valid = text.len() <= 200
        && (text.starts_with('/') || text.starts_with("https://") || text.starts_with("http://"));
    valid.then_some(text).ok_or_else(|| "Page must begin with / or http".into())
}

fn iso2(text: &str) -> Result<String, Said> {
    let text = text.trim().to_ascii_uppercase();
    let valid = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_uppercase());
    valid.then_some(text).ok_or_else(|| "ISO code must be 2 letters".into())
}

fn dial(text: &str) -> Result<String, Said> {
    let digits = text.trim().trim_start_matches('+');
    let valid = (1..=5).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    valid.then(|| format!("+{digits}")).ok_or_else(|| "Dialling code must look like +91".into())
}

fn yard_code(text: &str) -> Result<String, Said> {
    let text = text.trim().to_ascii_uppercase();
    let valid = (3..=5).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric());
    valid.then_some(text).ok_or_else(|| "Use 3 to 5 letters and digits".into())
}

fn latitude(text: &str) -> Result<String, Said> {
    degrees(text, 90).ok_or_else(|| "Latitude must be between -90 and 90, like 18.5204".into())
}

fn longitude(text: &str) -> Result<String, Said> {
    let wrong = || "Longitude must be between -180 and 180, like 73.8567".into();
    degrees(text, 180).ok_or_else(wrong)
}

/// Degrees up to `most`, without needless zeros; the browser's map takes them as they are.
fn degrees(text: &str, most: u32) -> Option<String> {
    let text = text.trim();
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !plain(whole) || !plain(part) || whole.len() > 3 || part.len() > 6 {
        return None;
    }
    let (whole, part) = (whole.parse::<u32>().ok()?, part.trim_end_matches('0'));
    if whole > most || (whole == most && !part.is_empty()) {
        return None;
    }
    Some(match part {
        "" => format!("{sign}{whole}"),
        part => format!("{sign}{whole}.{part}"),
    })
}

fn transporter_id(text: &str) -> Result<String, Said> {
    let text = text.trim().to_ascii_uppercase();
    let valid = text.len() == 15 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !valid {
        return Err("Transporter id must be 15 letters and digits: a GSTIN or TRANSIN".into());
    }
    // One that has the form of a GSTIN has its check digit, too.
    match text.as_bytes().get(13) {
        Some(b'Z') => identify::gstin(&text),
        _ => Ok(text),
    }
}

fn decimal_text(text: &str) -> Result<String, Said> {
    let text = text.trim();
    let wrong = || Said::from("Enter a number with at most 3 decimals");
    let thousandths = decimal(text).ok_or_else(wrong)?;
    Ok(decimal_shown(thousandths))
}

/// Hundredths of a percent as people write them: `1.5 %`.
pub fn percent_shown(bp: i64) -> String {
    format!("{} %", decimal_shown(bp * 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_is_shown_without_needless_zeros() {
        for (thousandths, want) in [(3_600, "3.6"), (-125, "-0.125"), (12_000, "12"), (0, "0")] {
            assert_eq!(decimal_shown(thousandths), want);
        }
        assert_eq!(percent_shown(150), "1.5 %");
    }

    #[test]
    fn a_place_on_the_map_is_kept_in_degrees() {
        let table = [
            ("18.520400", Some("18.5204")),
            ("-0.5", Some("-0.5")),
            ("90", Some("90")),
            ("90.1", None),
            ("18.1234567", None),
            ("north", None),
        ];
        for (text, want) in table {
            assert_eq!(latitude(text).ok().as_deref(), want, "{text}");
        }
        assert!(longitude("179.9").is_ok() && longitude("181").is_err());
    }

    #[test]
    fn a_transporter_is_known_by_a_gstin_or_a_transin() {
        assert!(
            transporter_id("27aapfu0939f1zv").is_ok() && transporter_id("88AAAAA0000A1T5").is_ok()
        );
        assert!(transporter_id("27AAPFU0939F1ZW").is_err() && transporter_id("88AAAA").is_err());
    }

    #[test]
    fn short_codes_have_their_form() {
        assert_eq!((iso2("in"), dial("0091").is_ok()), (Ok("IN".to_owned()), true));
        assert!(iso2("IND").is_err() && dial("+").is_err() && dial("+123456").is_err());
        assert!(
            yard_code("pun1").is_ok() && yard_code("PU").is_err() && yard_code("PUNE12").is_err()
        );
    }

    #[test]
    fn a_financial_year_is_two_years_that_follow() {
        assert!(fy("26-27").is_ok() && fy("99-00").is_ok());
        assert!(fy("26-28").is_err() && fy("2026-27").is_err());
    }

    #[test]
    fn a_page_is_of_the_app_or_begins_with_http() {
        assert!(page_url("/order").is_ok() && page_url("https://example.org").is_ok());
        assert!(page_url("javascript:alert(1)").is_err() && page_url("order").is_err());
    }
}
