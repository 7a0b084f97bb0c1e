//! India's identifiers: each function returns the normalised text, or the message for its field.

use crate::said;
use crate::said::Said;
mod category;
mod gstin;
mod state;

pub use category::Category;
pub use gstin::{check_digit, gstin, gstin_for, gstin_matches_pan, gstin_matches_state};
pub use gstin::{gstin_pan, gstin_state};
pub use state::{
    STATES, State, current_code, pin_matches_state, pin_state, state, state_by_alpha, state_name,
};

/// One line of plain text: trimmed, inner spaces collapsed to one. Control characters (line ends
/// and tabs too), characters that turn the direction of writing, and code points that are no
/// characters are refused.
pub fn clean(text: &str) -> Result<String, Said> {
    if text.chars().any(is_hidden) {
        return Err("Remove the control characters".into());
    }
    Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Text of several lines: each line as [`clean`] leaves it, empty lines at both ends dropped.
pub fn clean_lines(text: &str) -> Result<String, Said> {
    let lines: Result<Vec<String>, Said> = text.lines().map(clean).collect();
    Ok(lines?.join("\n").trim_matches('\n').to_owned())
}

fn is_hidden(c: char) -> bool {
    let point = u32::from(c);
    c.is_control()
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
        // The last two of every plane, and a block of Arabic presentation forms, are noncharacters.
        || point & 0xfffe == 0xfffe
        || (0xfdd0..=0xfdef).contains(&point)
}

/// Permanent account number, 10 characters (Income-tax Rules, rule 114): three letters, the kind of
/// holder, a letter, four digits, a letter.
pub fn pan(text: &str) -> Result<String, Said> {
    let text = upper(text);
    check(is_pan(&text), text, "PAN must look like ABCPE1234F")
}

/// Whether an upper-case text is a PAN; its fourth letter names the kind of holder: association,
/// body of individuals, company, firm, government, Hindu family, artificial person, local
/// authority, person, trust.
fn is_pan(text: &str) -> bool {
    fits(text, "aaaaadddda") && text.chars().nth(3).is_some_and(|c| "ABCFGHJLPT".contains(c))
}

/// Tax deduction account number, 10 characters (Income-tax Rules, rule 114A).
pub fn tan(text: &str) -> Result<String, Said> {
    let text = upper(text);
    check(fits(&text, "aaaaddddda"), text, "TAN is not valid")
}

/// Corporate identity number, 21 characters (Ministry of Corporate Affairs): listed or not,
/// industry, state, year, ownership, registration number.
pub fn cin(text: &str) -> Result<String, Said> {
    let text = upper(text);
    let valid = fits(&text, "adddddaaddddaaadddddd") && text.starts_with(['L', 'U']);
    check(valid, text, "CIN is not valid")
}

/// Udyam registration of a small enterprise, `UDYAM-MH-26-0001234` (notification S.O. 2119(E) of
/// 2020, Ministry of MSME).
pub fn udyam(text: &str) -> Result<String, Said> {
    let text = upper(text);
    check(fits(&text, "UDYAM-aa-dd-ddddddd"), text, "Udyam number is not valid")
}

/// Postal index number, 6 digits, the first not 0 (India Post). Spaces inside are dropped.
pub fn pin(text: &str) -> Result<String, Said> {
    let text = squeezed(text);
    let valid = fits(&text, "dddddd") && !text.starts_with('0');
    check(valid, text, "PIN code must be 6 digits")
}

/// Mobile number, 10 digits from 6-9 (National Numbering Plan 2003, Department of
/// Telecommunications). Spaces, hyphens, and a leading `+91`, `91` or `0` are dropped.
pub fn mobile(text: &str) -> Result<String, Said> {
    let text = squeezed(text);
    let number = match text.strip_prefix("+91").or_else(|| text.strip_prefix('0')) {
        Some(rest) => rest,
        None if text.len() == 12 => text.strip_prefix("91").unwrap_or(&text),
        None => &text,
    };
    let valid = fits(number, "dddddddddd") && number.starts_with(['6', '7', '8', '9']);
    check(valid, number.to_owned(), "Enter a 10-digit mobile number starting with 6–9")
}

/// E-mail address of at most 254 characters (RFC 5321): one `@`, a domain with a dot. In lower
/// case, because people type the same address in both.
pub fn email(text: &str) -> Result<String, Said> {
    let text = text.trim().to_ascii_lowercase();
    let valid = text.len() <= 254
        && text.split_once('@').is_some_and(|(local, domain)| is_local(local) && is_domain(domain));
    check(valid, text, "Enter a valid e-mail address")
}

fn is_local(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    (1..=64).contains(&text.len())
        && text.chars().all(plain)
        && text.split('.').all(|word| !word.is_empty())
}

fn is_domain(text: &str) -> bool {
    let label = |word: &str| {
        (1..=63).contains(&word.len())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            && !word.starts_with('-')
            && !word.ends_with('-')
    };
    text.contains('.')
        && text.split('.').all(label)
        && text
            .rsplit('.')
            .next()
            .is_some_and(|top| top.len() >= 2 && top.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Harmonised system code of 4, 6 or 8 digits (Customs Tariff Act 1975; how many a tax invoice
/// needs: notification 78/2020, central tax).
pub fn hsn(text: &str) -> Result<String, Said> {
    let text = squeezed(text);
    let valid = matches!(text.len(), 4 | 6 | 8) && all_digits(&text);
    check(valid, text, "HSN must have 4, 6 or 8 digits")
}

/// As [`hsn`], with at least `min_digits` of them: 4 up to a yearly turnover of ₹5 crore, 6 above.
pub fn hsn_for(text: &str, min_digits: usize) -> Result<String, Said> {
    let text = hsn(text)?;
    let message = said!("HSN must have at least {min_digits} digits for this company", min_digits);
    check(text.len() >= min_digits, text, message)
}

/// Branch code of a bank, 11 characters (Indian Financial System Code, Reserve Bank of India).
pub fn ifsc(text: &str) -> Result<String, Said> {
    let text = upper(text);
    check(fits(&text, "aaaa0xxxxxx"), text, "IFSC must look like HDFC0001234")
}

/// Bank account number of 9 to 18 digits (practice of Indian banks; no common standard).
pub fn account(text: &str) -> Result<String, Said> {
    let text = squeezed(text);
    let valid = (9..=18).contains(&text.len()) && all_digits(&text);
    check(valid, text, "Account number must be 9 to 18 digits")
}

/// Vehicle number without spaces and hyphens: of a state (Motor Vehicles Act 1988, s.41(6)), of the
/// Bharat series (G.S.R. 594(E) of 2021), or temporary (`TR...`, as the e-way bill takes it).
pub fn vehicle(text: &str) -> Result<String, Said> {
    let text = squeezed(text).to_ascii_uppercase();
    let valid = is_state_vehicle(&text)
        || fits(&text, "ddBHdddda")
        || fits(&text, "ddBHddddaa")
        || is_temporary_vehicle(&text);
    check(valid, text, "Vehicle number must look like MH12AB1234 or 22BH1234AA")
}

/// Letters that begin a vehicle number. Telangana uses TS and TG, Odisha and Uttarakhand have
/// changed theirs, and both territories joined into one in 2020 keep their own.
const VEHICLE_STATES: &str = "AN AP AR AS BR CG CH DD DL DN GA GJ HP HR JH JK KA KL LA LD MH ML MN \
                              MP MZ NL OD OR PB PY RJ SK TG TN TR TS UA UK UP WB";

fn is_state_vehicle(text: &str) -> bool {
    let shaped = ["d", "dd"].iter().any(|district| {
        ["", "a", "aa", "aaa"]
            .iter()
            .any(|letters| fits(text, &format!("aa{district}{letters}dddd")))
    });
    shaped && VEHICLE_STATES.split(' ').any(|prefix| text.starts_with(prefix))
}

fn is_temporary_vehicle(text: &str) -> bool {
    (7..=15).contains(&text.len())
        && text.starts_with("TR")
        && text.chars().all(|c| c.is_ascii_alphanumeric())
        && text.chars().any(|c| c.is_ascii_digit())
}

/// Driving licence number of 15 or 16 letters and digits (Central Motor Vehicles Rules 1989, form
/// 7). Spaces and hyphens are dropped.
pub fn licence(text: &str) -> Result<String, Said> {
    let text = squeezed(text).to_ascii_uppercase();
    check(alnum(&text, 15, 16), text, "Driving licence is not valid")
}

/// E-way bill number, 12 digits (CGST Rules 2017, rule 138).
pub fn ewb(text: &str) -> Result<String, Said> {
    let text = squeezed(text);
    check(fits(&text, "dddddddddddd"), text, "E-way bill number is not valid: it has 12 digits")
}

/// Invoice reference number, 64 hexadecimal digits in lower case (CGST Rules 2017, rule 48(4)).
pub fn irn(text: &str) -> Result<String, Said> {
    let text = text.trim().to_ascii_lowercase();
    let valid = text.len() == 64 && text.chars().all(|c| c.is_ascii_hexdigit());
    check(valid, text, "IRN is not valid: it has 64 characters, each 0-9 or a-f")
}

/// Acknowledgement number of the invoice registration portal, 15 digits (National Informatics Centre).
pub fn ack(text: &str) -> Result<String, Said> {
    let text = squeezed(text);
    let wrong = "Acknowledgement number is not valid: it has 15 digits";
    check(fits(&text, "ddddddddddddddd"), text, wrong)
}

/// Reference of a bank transfer, 12 to 22 letters and digits (NEFT and RTGS, Reserve Bank of India;
/// IMPS and UPI, National Payments Corporation).
pub fn utr(text: &str) -> Result<String, Said> {
    let text = squeezed(text).to_ascii_uppercase();
    check(alnum(&text, 12, 22), text, "UTR is not valid: it has 12 to 22 letters and digits")
}

/// Cheque number, 6 digits (CTS-2010, Reserve Bank of India).
pub fn cheque(text: &str) -> Result<String, Said> {
    let text = squeezed(text);
    check(fits(&text, "dddddd"), text, "Cheque number is not valid: it has 6 digits")
}

/// Number of a tax invoice or credit note: 1 to 16 letters, digits, hyphens and slashes, not
/// beginning with 0, a hyphen or a slash (CGST Rules 2017, rule 46(b); the e-invoice schema). The
/// case stands as typed; uniqueness ignores it.
pub fn docno(text: &str) -> Result<String, Said> {
    let text = text.trim().to_owned();
    let valid = (1..=16).contains(&text.len())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '/')
        && !text.starts_with(['0', '-', '/']);
    let message = "Invoice number may have at most 16 characters (letters, digits, - and /)";
    check(valid, text, message)
}

/// Code of a master, 2 to 20 characters in upper case (house rule).
pub fn code(text: &str) -> Result<String, Said> {
    let text = upper(text);
    let valid = (2..=20).contains(&text.len())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    check(valid, text, "Code must be 2 to 20 characters: A-Z, 0-9, _ and -")
}

fn check(valid: bool, text: String, message: impl Into<Said>) -> Result<String, Said> {
    if valid { Ok(text) } else { Err(message.into()) }
}

fn upper(text: &str) -> String {
    text.trim().to_ascii_uppercase()
}

/// Without the spaces and hyphens that people put into numbers to read them.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, ' ' | '-' | '\u{a0}')).collect()
}

fn all_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn alnum(text: &str, least: usize, most: usize) -> bool {
    (least..=most).contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Whether a text has a shape, one character for one: `a` a capital letter, `d` a digit, `x`
/// either, `n` either but 0, anything else itself.
fn fits(text: &str, shape: &str) -> bool {
    let one = |(byte, kind): (u8, u8)| match kind {
        b'a' => byte.is_ascii_uppercase(),
        b'd' => byte.is_ascii_digit(),
        b'x' => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
        b'n' => byte.is_ascii_uppercase() || (byte.is_ascii_digit() && byte != b'0'),
        literal => byte == literal,
    };
    text.len() == shape.len() && text.bytes().zip(shape.bytes()).all(one)
}

#[cfg(test)]
mod tests;
