//! Every identifier with texts it takes, normalises and refuses.

use proptest::prelude::*;

use super::*;
use crate::identify::Category;
use crate::said::Said;

type Rule = fn(&str) -> Result<String, Said>;

#[test]
fn a_valid_identifier_comes_back_normalised() {
    let table: &[(Rule, &str, &str)] = &[
        (gstin, "27AAPFU0939F1ZV", "27AAPFU0939F1ZV"),
        (gstin, "29AAGCB7383J1Z4", "29AAGCB7383J1Z4"),
        (gstin, "24AAACC1206D1ZM", "24AAACC1206D1ZM"),
        (gstin, "09AAACH7409R1ZZ", "09AAACH7409R1ZZ"),
        (gstin, "29ABCPE1234F1Z7", "29ABCPE1234F1Z7"),
        (gstin, "27AABFT1234K1Z9", "27AABFT1234K1Z9"),
        (gstin, "33AAECS5678L1ZU", "33AAECS5678L1ZU"),
        (gstin, " 36abcpe1234f2zb ", "36ABCPE1234F2ZB"),
        (pan, " abcpe1234f", "ABCPE1234F"),
        (tan, "pnea12345b", "PNEA12345B"),
        (cin, "l17110mh1973plc019786", "L17110MH1973PLC019786"),
        (udyam, "udyam-mh-26-0001234", "UDYAM-MH-26-0001234"),
        (pin, "411 001", "411001"),
        (mobile, "+91 98765-43210", "9876543210"),
        (mobile, "09876543210", "9876543210"),
        (mobile, "919876543210", "9876543210"),
        (mobile, "9198765432", "9198765432"),
        (email, " Asha.Rao@Example.CO.in ", "asha.rao@example.co.in"),
        (hsn, "7306", "7306"),
        (hsn, "73 06 30 90", "73063090"),
        (ifsc, "hdfc0001234", "HDFC0001234"),
        (account, "123456789", "123456789"),
        (vehicle, "mh 12 ab 1234", "MH12AB1234"),
        (vehicle, "MH-12-1234", "MH121234"),
        (vehicle, "DL1CAB1234", "DL1CAB1234"),
        (vehicle, "22BH1234AA", "22BH1234AA"),
        (vehicle, "TS09EA1234", "TS09EA1234"),
        (vehicle, "TG09EA1234", "TG09EA1234"),
        (vehicle, "TR123456", "TR123456"),
        (licence, "mh14 20110062821", "MH1420110062821"),
        (ewb, "3910 0012 3456", "391000123456"),
        (utr, "hdfcr52026112100123456", "HDFCR52026112100123456"),
        (cheque, "000123", "000123"),
        (docno, "PN/26-27/000123", "PN/26-27/000123"),
        (code, "pipe_60-3", "PIPE_60-3"),
        (clean, "  Shree   Ram \u{a0} Steel ", "Shree Ram Steel"),
        (clean, "श्री राम", "श्री राम"),
        (clean_lines, "\n one \r\n  two  2 \n\n", "one\ntwo 2"),
    ];
    for (rule, text, want) in table {
        assert_eq!(rule(text).as_deref(), Ok(*want), "{text}");
    }
}

#[test]
fn a_bad_identifier_is_refused_with_the_message_of_its_field() {
    let form = "GSTIN must look like 29ABCPE1234F1Z7";
    let wrong = "GSTIN check digit is wrong; did you mistype a character?";
    let number = "Vehicle number must look like MH12AB1234 or 22BH1234AA";
    let mail = "Enter a valid e-mail address";
    let phone = "Enter a 10-digit mobile number starting with 6–9";
    let long = "Invoice number may have at most 16 characters (letters, digits, - and /)";
    let table: &[(Rule, &str, &str)] = &[
        (gstin, "27AAPFU0939F1ZW", wrong),
        (gstin, "29ABCDE1234F1ZW", form),
        (gstin, "27AAPFU0939F1Z", "GSTIN must be 15 characters"),
        (gstin, "", "GSTIN must be 15 characters"),
        (gstin, "27AAPFU0939F0ZV", form),
        (gstin, "२7AAPFU0939F1ZV", form),
        (gstin, "39AAPFU0939F1ZQ", "GSTIN starts with 39, which is no GST state code"),
        (pan, "ABCDE1234F", "PAN must look like ABCPE1234F"),
        (pan, "ABCPE12345", "PAN must look like ABCPE1234F"),
        (tan, "PNE123456B", "TAN is not valid"),
        (cin, "X17110MH1973PLC019786", "CIN is not valid"),
        (udyam, "UDYAM-MH-26-123", "Udyam number is not valid"),
        (pin, "011001", "PIN code must be 6 digits"),
        (pin, "41100", "PIN code must be 6 digits"),
        (mobile, "5876543210", phone),
        (mobile, "987654321", phone),
        (mobile, "+9109876543210", phone),
        (email, "asha@example", mail),
        (email, "asha@@example.com", mail),
        (email, "@example.com", mail),
        (email, "a sha@example.com", mail),
        (email, "asha@-example.com", mail),
        (email, "asha@example..com", mail),
        (email, "asha@1.2.3.4", mail),
        (hsn, "730", "HSN must have 4, 6 or 8 digits"),
        (hsn, "73o6", "HSN must have 4, 6 or 8 digits"),
        (ifsc, "HDFC1001234", "IFSC must look like HDFC0001234"),
        (account, "12345678", "Account number must be 9 to 18 digits"),
        (vehicle, "XX12AB1234", number),
        (vehicle, "MH12ABCD1234", number),
        (vehicle, "MH12AB123", number),
        (vehicle, "22BH1234AAA", number),
        (licence, "MH14", "Driving licence is not valid"),
        (ewb, "39100012345", "E-way bill number is not valid: it has 12 digits"),
        (irn, "abc", "IRN is not valid: it has 64 characters, each 0-9 or a-f"),
        (ack, "1120", "Acknowledgement number is not valid: it has 15 digits"),
        (utr, "HDFC_5202611", "UTR is not valid: it has 12 to 22 letters and digits"),
        (cheque, "12345", "Cheque number is not valid: it has 6 digits"),
        (docno, "PN/26-27/0001234X", long),
        (docno, "0123", long),
        (docno, "/123", long),
        (docno, "-123", long),
        (docno, "A 1", long),
        (docno, "", long),
        (code, "A", "Code must be 2 to 20 characters: A-Z, 0-9, _ and -"),
        (code, "A B", "Code must be 2 to 20 characters: A-Z, 0-9, _ and -"),
        (clean, "a\tb", "Remove the control characters"),
        (clean, "a\nb", "Remove the control characters"),
        (clean, "a\u{202e}b", "Remove the control characters"),
        (clean, "a\u{10ffff}", "Remove the control characters"),
        (clean_lines, "a\nb\u{0}", "Remove the control characters"),
    ];
    for (rule, text, want) in table {
        assert_eq!(rule(text).unwrap_err().message(), *want, "{text:?}");
    }
}

#[test]
fn an_irn_is_64_hexadecimal_digits_in_lower_case() {
    assert_eq!(irn(&"AB".repeat(32)), Ok("ab".repeat(32)));
    assert!(irn(&"g".repeat(64)).is_err());
}

#[test]
fn a_company_above_five_crore_needs_six_digits_of_hsn() {
    assert_eq!(hsn_for("730630", 6), Ok("730630".to_owned()));
    assert_eq!(hsn_for("7306", 4), Ok("7306".to_owned()));
    assert_eq!(
        hsn_for("7306", 6).unwrap_err().message(),
        "HSN must have at least 6 digits for this company"
    );
}

#[test]
fn special_patterns_are_taken_only_from_their_category() {
    for (category, body) in [
        (Category::Uin, "0717USA00001UN"),
        (Category::TaxDeductor, "07DELA01234A1D"),
        (Category::TaxDeductor, "07DELA01234A1Z"),
        (Category::Overseas, "9917USA29001OS"),
        (Category::Overseas, "2717USA29001NR"),
    ] {
        let digit = check_digit(body).unwrap();
        let text = format!("{body}{digit}");
        assert_eq!(gstin_for(category, &text), Ok(text.clone()));
        assert!(gstin(&text).is_err(), "{text}");
    }
    assert!(gstin_for(Category::Uin, "27AAPFU0939F1ZV").is_ok());
}

#[test]
fn a_gstin_agrees_with_its_state_and_pan() {
    let text = "27AAPFU0939F1ZV";
    assert_eq!(gstin_state(text), Some("27"));
    assert_eq!(gstin_pan(text), Some("AAPFU0939F"));
    assert_eq!(gstin_matches_state(text, "27"), Ok(()));
    assert_eq!(gstin_matches_state("25AAPFU0939F1ZX", "26"), Ok(()));
    assert_eq!(
        gstin_matches_state(text, "24").unwrap_err().message(),
        "GSTIN starts with 27 (Maharashtra) but the state is Gujarat"
    );
    assert_eq!(gstin_matches_pan(text, "AAPFU0939F"), Ok(()));
    assert_eq!(
        gstin_matches_pan(text, "AAPFU0939G").unwrap_err().message(),
        "PAN inside GSTIN differs from PAN"
    );
}

#[test]
fn a_pin_code_names_the_states_it_may_lie_in() {
    assert_eq!(pin_state("411001"), Some(&["27"][..]));
    assert_eq!(pin_state("403001"), Some(&["30"][..]));
    assert_eq!(pin_state("605001"), Some(&["33", "34"][..]));
    assert_eq!(pin_state("900056"), None);
    assert_eq!(pin_state("1"), None);
    assert_eq!(pin_matches_state("396210", "25"), Ok(()));
    assert_eq!(pin_matches_state("900056", "27"), Ok(()));
    assert_eq!(
        pin_matches_state("411001", "24").unwrap_err().message(),
        "PIN 411001 belongs to Maharashtra"
    );
}

#[test]
fn the_tables_of_states_and_pin_codes_hold_together() {
    for pair in STATES.windows(2) {
        assert!(pair[0].code < pair[1].code);
    }
    for place in STATES {
        assert_eq!(state_by_alpha(place.alpha), Some(place), "{}", place.alpha);
        assert!(state(place.current).is_some_and(|now| now.current == now.code));
    }
    for code in 110..=999 {
        let codes = pin_state(&format!("{code}001")).unwrap_or_default();
        assert!(codes.iter().all(|code| state(code).is_some_and(|state| state.current == *code)));
    }
    let reached = |code: &str| {
        (110..=999)
            .any(|prefix| pin_state(&prefix.to_string()).is_some_and(|codes| codes.contains(&code)))
    };
    let real = STATES.iter().filter(|state| state.current == state.code && state.code < "96");
    assert!(real.into_iter().all(|state| reached(state.code)));
}

proptest! {
    #[test]
    fn any_single_mistyped_character_of_a_gstin_is_caught(
        body in "(0[1-9]|[12][0-47-9])[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z][1-9A-Z]Z",
        at in 0..15_usize,
        typed in "[0-9A-Z]",
    ) {
        let text = format!("{body}{}", check_digit(&body).unwrap());
        prop_assert_eq!(gstin(&text), Ok(text.clone()));
        let mut changed = text.clone();
        changed.replace_range(at..=at, &typed);
        prop_assert_eq!(gstin(&changed).is_ok(), changed == text);
    }

    #[test]
    fn no_text_breaks_a_rule_and_every_result_is_stable(text in "\\PC{0,20}|[0-9A-Z/ +-]{0,20}") {
        let rules: &[Rule] = &[
            gstin, pan, tan, cin, udyam, pin, mobile, email, hsn, ifsc, account, vehicle, licence,
            ewb, irn, utr, cheque, docno, code, clean, clean_lines,
        ];
        for rule in rules {
            if let Ok(once) = rule(&text) {
                prop_assert_eq!(rule(&once), Ok(once.clone()));
            }
        }
        let _ = (gstin_state(&text), gstin_pan(&text), pin_state(&text));
    }
}
