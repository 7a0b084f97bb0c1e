//! What Tally says of a file that it imported: how much it took, and why not the rest.
//!
//! Source: TallyPrime's response to an import, `IMPORTRESULT` in XML and `import_result` in JSON, and the counts that
//! `tally.imp` ends with.

use serde_json::Value;

use super::node::Node;
use crate::shape::shaped_struct;
use crate::table::csv;

/// A log is not longer: of one voucher in error Tally says a line.
const MOST_BYTES: usize = 5 * 1024 * 1024;
/// The most lines that are kept, and the most characters of each.
pub const MOST_TOLD: usize = 200;
const MOST_OF_A_LINE: usize = 300;
const NO_LOG: &str = "This is not Tally's log of an import: \
    it tells neither how many vouchers were created nor altered";

shaped_struct! {
    /// Tally's counts of an import, and its lines of what went wrong.
    #[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
    pub struct TallyLog {
        pub created: i64,
        pub altered: i64,
        /// What Tally had already, or left out.
        pub ignored: i64,
        /// Errors and exceptions.
        pub errors: i64,
        pub lines: Vec<String>,
    }
}

/// Reads a log, as XML, JSON or plain text.
///
/// # Errors
/// A sentence when it is larger than 5 MB or no such log.
pub fn log(bytes: &[u8]) -> Result<TallyLog, String> {
    if bytes.len() > MOST_BYTES {
        return Err("The log is larger than 5 MB".to_owned());
    }
    let text = csv::plain_text(bytes);
    let start = text.trim_start();
    let mut found = match start.chars().next() {
        Some('<') => of_xml(start.as_bytes()),
        Some('{') => of_json(start),
        _ => of_text(start),
    }
    .ok_or(NO_LOG)?;
    found.lines.truncate(MOST_TOLD);
    for line in &mut found.lines {
        *line = line.trim().chars().take(MOST_OF_A_LINE).collect();
    }
    found.lines.retain(|line| !line.is_empty());
    Ok(found)
}

fn of_xml(bytes: &[u8]) -> Option<TallyLog> {
    let root = Node::read(bytes).ok()?;
    let all = |name: &str| {
        let mut found = Vec::new();
        root.find(name, &mut found);
        found
    };
    let count = |name: &str| {
        let of = |node: &&Node| node.text.trim().parse::<i64>().ok().filter(|n| *n >= 0);
        all(name).iter().map(of).sum::<Option<i64>>()
    };
    if all("CREATED").is_empty() && all("ALTERED").is_empty() {
        return None;
    }
    Some(TallyLog {
        created: count("CREATED")?,
        altered: count("ALTERED")?,
        ignored: count("IGNORED")?,
        errors: count("ERRORS")?.checked_add(count("EXCEPTIONS")?)?,
        lines: all("LINEERROR").iter().map(|node| node.text.clone()).collect(),
    })
}

fn of_json(text: &str) -> Option<TallyLog> {
    let whole: Value = serde_json::from_str(text).ok()?;
    let result = whole.pointer("/data/import_result").or_else(|| whole.get("import_result"))?;
    let count = |name: &str| match result.get(name) {
        None => Some(0),
        Some(Value::String(text)) => text.trim().parse().ok(),
        Some(value) => value.as_i64(),
    };
    let lines = ["line_errors", "lineerror", "line_error", "description"];
    let lines = lines.iter().find_map(|name| result.get(*name));
    Some(TallyLog {
        created: count("created")?,
        altered: count("altered")?,
        ignored: count("ignored")?,
        errors: count("errors")?.checked_add(count("exceptions")?)?,
        lines: match lines {
            Some(Value::Array(all)) => {
                all.iter().filter_map(Value::as_str).map(str::to_owned).collect()
            }
            Some(Value::String(one)) => vec![one.clone()],
            _ => Vec::new(),
        },
    })
}

/// Counts stand as `Created : 12`; what tells of an error says so.
fn of_text(text: &str) -> Option<TallyLog> {
    let mut found = TallyLog::default();
    let mut counted = false;
    for line in text.lines() {
        let told = line.split_once([':', '=']).and_then(|(name, count)| {
            let count = count.trim().parse::<i64>().ok().filter(|count| *count >= 0)?;
            Some((name.trim().to_lowercase(), count))
        });
        let Some((name, count)) = told else {
            let lower = line.to_lowercase();
            if ["error", "does not exist", "could not", "not imported"]
                .iter()
                .any(|sign| lower.contains(sign))
            {
                found.lines.push(line.to_owned());
            }
            continue;
        };
        let of = match name.as_str() {
            "created" => &mut found.created,
            "altered" => &mut found.altered,
            "ignored" => &mut found.ignored,
            "errors" | "exceptions" => &mut found.errors,
            _ => continue,
        };
        counted |= matches!(name.as_str(), "created" | "altered");
        *of = of.checked_add(count)?;
    }
    counted.then_some(found)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn told() -> TallyLog {
        TallyLog {
            created: 12,
            altered: 3,
            ignored: 1,
            errors: 2,
            lines: vec!["Voucher INV/2: Ledger 'A & B' does not exist!".to_owned()],
        }
    }

    #[test]
    fn a_log_says_the_same_as_xml_as_json_and_as_text() {
        let xml = "<ENVELOPE><BODY><DATA><IMPORTRESULT><CREATED>12</CREATED><ALTERED>3</ALTERED>\
            <IGNORED>1</IGNORED><ERRORS>1</ERRORS><EXCEPTIONS>1</EXCEPTIONS>\
            <LINEERROR>Voucher INV/2: Ledger 'A &amp; B' does not exist!</LINEERROR>\
            </IMPORTRESULT></DATA></BODY></ENVELOPE>";
        let json = r#"{"status":"1","data":{"import_result":{"created":12,"altered":"3","ignored":1,"errors":1,
            "exceptions":1,"line_errors":["Voucher INV/2: Ledger 'A & B' does not exist!"]}}}"#;
        let text = "Voucher INV/2: Ledger 'A & B' does not exist!\n\
            Created : 12\nAltered : 3\nIgnored : 1\nErrors : 2\n";
        for log_text in [xml, json, text] {
            assert_eq!(log(log_text.as_bytes()), Ok(told()), "{log_text}");
        }
        let older = xml.replace("ENVELOPE", "RESPONSE").replace("<BODY><DATA><IMPORTRESULT>", "");
        let older = older.replace("</IMPORTRESULT></DATA></BODY>", "");
        assert_eq!(log(older.as_bytes()), Ok(told()));
    }

    #[test]
    fn what_is_no_log_is_refused_in_words() {
        let more = "<ENVELOPE><CREATED>many</CREATED></ENVELOPE>";
        for text in
            ["", "hello", "{}", "<A/>", "{\"data\":{}}", more, "Created : -4", "PK\u{3}\u{4}"]
        {
            assert_eq!(log(text.as_bytes()).unwrap_err(), NO_LOG, "{text}");
        }
        assert!(log(&vec![b' '; MOST_BYTES + 1]).unwrap_err().contains("5 MB"));
    }

    #[test]
    fn a_long_log_is_kept_in_part() {
        let line = format!("<LINEERROR>{}</LINEERROR>", "x".repeat(2_000));
        let text = format!("<RESPONSE><CREATED>1</CREATED>{}</RESPONSE>", line.repeat(500));
        let found = log(text.as_bytes()).unwrap();
        assert_eq!((found.lines.len(), found.lines[0].len()), (MOST_TOLD, MOST_OF_A_LINE));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = log(&bytes);
        }
    }
}
