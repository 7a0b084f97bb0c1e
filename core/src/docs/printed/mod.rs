//! What stands on the papers of documents, by what a person is shown of them: the server and the browser make the same
//! bytes of it.

mod invoice;
mod loading;
mod note;

use serde_json::Value;

use super::invoices::INVOICE;
use super::loadings::LOADING;
use super::notes::{CREDIT_NOTE, DEBIT_NOTE};
use crate::kept::doc::Record;
use crate::paper::sheet::{self, PaperCell, PaperColumn, PaperParty, PaperSheet};
use crate::paper::{PaperPage, pdf};
use crate::value::{Day, Grams, Paise, grouped, kg, rupees};

/// At most so many documents go into one file.
pub const MOST: usize = 500;

/// The copies of a type's paper, by key and by what is printed on it; none for what is not printed.
pub fn copies(doc_type: &str) -> &'static [(&'static str, &'static str)] {
    match doc_type {
        key if key == INVOICE.key => invoice::COPIES,
        key if key == CREDIT_NOTE.key || key == DEBIT_NOTE.key => note::COPIES,
        key if key == LOADING.key => loading::COPIES,
        _ => &[],
    }
}

/// The copies of a type that are asked for by key, in their own order; none asked for are all.
///
/// # Errors
/// A text where there is no such copy.
pub fn chosen(doc_type: &str, asked: &str) -> Result<Vec<&'static str>, String> {
    let all = copies(doc_type).iter().map(|(key, _)| *key);
    if asked.is_empty() {
        return Ok(all.collect());
    }
    let asked: Vec<&str> = asked.split(',').collect();
    let unknown = asked.iter().find(|one| all.clone().all(|key| key != **one));
    match unknown {
        Some(unknown) => Err(format!("there is no copy {unknown}")),
        None => Ok(all.filter(|key| asked.contains(key)).collect()),
    }
}

/// The pages of a document, as its view tells of it.
pub fn pages(view: &Value, copies: &[&str]) -> Vec<PaperPage> {
    let Some(seen) = Seen::of(view) else { return Vec::new() };
    let sheets: Vec<PaperSheet> = match seen.doc_type {
        key if key == INVOICE.key => invoice::sheets(&seen, copies),
        key if key == CREDIT_NOTE.key || key == DEBIT_NOTE.key => vec![note::sheet(&seen)],
        key if key == LOADING.key => vec![loading::sheet(&seen)],
        _ => Vec::new(),
    };
    sheet::pages(&sheets)
}

/// Documents of one type as one file.
///
/// # Errors
/// A text for the developer where the type is not printed or there is no such copy.
pub fn file(doc_type: &str, views: &[Value], copies: &str) -> Result<Vec<u8>, String> {
    let copies = chosen(doc_type, copies)?;
    let all: Vec<PaperPage> = views.iter().flat_map(|view| pages(view, &copies)).collect();
    if all.is_empty() {
        return Err(format!("nothing of {doc_type} is printed"));
    }
    let one = views.first().and_then(|view| view.get("doc_no")).and_then(Value::as_str);
    let title = one.filter(|_| views.len() == 1).unwrap_or(doc_type);
    pdf::written(&all, title)
}

/// A document as a person is shown it.
struct Seen<'v> {
    doc_type: &'v str,
    status: &'v str,
    doc_no: &'v str,
    record: Part<'v>,
    view: &'v Value,
}

impl<'v> Seen<'v> {
    fn of(view: &'v Value) -> Option<Seen<'v>> {
        let word = |key: &str| view.get(key).and_then(Value::as_str);
        Some(Seen {
            doc_type: word("type")?,
            status: word("status")?,
            doc_no: word("doc_no").unwrap_or_default(),
            record: Part(view.get("record")?.as_object()),
            view,
        })
    }

    /// The name of what is linked, as far as the person is told it.
    fn title(&self, doc_type: &str, id: &str) -> &'v str {
        let names = self.view.get("links").and_then(|links| links.get(doc_type));
        names.and_then(|names| names.get(id)).and_then(Value::as_str).unwrap_or_default()
    }

    fn is_warned(&self, code: &str) -> bool {
        let warnings = self.view.get("warnings").and_then(Value::as_array);
        let of = |one: &Value| one.get("code").and_then(Value::as_str) == Some(code);
        warnings.is_some_and(|all| all.iter().any(of))
    }
}

/// A record or a group of it; what is hidden or missing reads as nothing.
#[derive(Clone, Copy)]
struct Part<'v>(Option<&'v Record>);

impl<'v> Part<'v> {
    fn get(self, key: &str) -> Option<&'v Value> {
        self.0.and_then(|record| record.get(key))
    }

    fn text(self, key: &str) -> &'v str {
        self.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    fn int(self, key: &str) -> Option<i64> {
        self.get(key).and_then(Value::as_i64)
    }

    /// As it is counted; nothing for none.
    fn pieces(self, key: &str) -> String {
        self.int(key).filter(|pcs| *pcs != 0).map(grouped).unwrap_or_default()
    }

    /// Kilograms without the word.
    fn kilograms(self, key: &str) -> String {
        self.int(key).map(|g| bare(&kg(Grams(g)))).unwrap_or_default()
    }

    /// Money without the sign.
    fn money(self, key: &str) -> String {
        self.int(key).map(money).unwrap_or_default()
    }

    fn day(self, key: &str) -> String {
        Day::parse(self.text(key)).map(Day::shown).unwrap_or_default()
    }

    fn group(self, key: &str) -> Part<'v> {
        Part(self.get(key).and_then(Value::as_object))
    }

    fn rows(self, key: &str) -> Vec<Part<'v>> {
        let rows = self.get(key).and_then(Value::as_array);
        rows.into_iter().flatten().map(|row| Part(row.as_object())).collect()
    }
}

fn bare(weight: &str) -> String {
    weight.trim_end_matches(" kg").to_owned()
}

fn money(paise: i64) -> String {
    rupees(Paise(paise)).replace('₹', "")
}

/// Hundredths of a per cent as they are said.
fn percent(bp: i64) -> String {
    let text = format!("{}.{:02}", bp / 100, (bp % 100).abs());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn joined<const N: usize>(parts: [String; N]) -> String {
    let said: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    said.join(" · ")
}

/// A word before a text that there may be none of.
fn with(word: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{word} {text}") }
}

fn fact(label: &str, value: impl Into<String>) -> (String, String) {
    (label.to_owned(), value.into())
}

fn left(head: &str) -> PaperColumn {
    PaperColumn { head: head.to_owned(), ..PaperColumn::default() }
}

fn right(head: &str) -> PaperColumn {
    PaperColumn { right: true, ..left(head) }
}

fn wide(head: &str) -> PaperColumn {
    PaperColumn { wide: true, ..left(head) }
}

fn cell(text: impl Into<String>) -> PaperCell {
    PaperCell { text: text.into(), ..PaperCell::default() }
}

fn strong(text: impl Into<String>) -> PaperCell {
    PaperCell { bold: true, ..cell(text) }
}

fn state_of(party: Part) -> String {
    let code = party.text("state_code");
    let code = if code.is_empty() { String::new() } else { format!(" ({code})") };
    if party.text("state").is_empty() { code } else { party.text("state").to_owned() + &code }
}

/// The lines below the seller's name.
fn seller_lines(seller: Part) -> Vec<String> {
    let (address, pin) = (seller.text("address"), seller.text("pin"));
    let pin = if address.contains(pin) { "" } else { pin };
    let told = joined([address.to_owned(), with("PIN", pin), state_of(seller)]);
    let [gstin, pan, mobile] = ["gstin", "pan", "mobile"].map(|key| seller.text(key));
    vec![told, joined([with("GSTIN", gstin), with("PAN", pan), mobile.to_owned()])]
}

fn party(label: &str, party: Part, last: String) -> PaperParty {
    let address = party.text("address").to_owned();
    let lines =
        [address, with("State", &state_of(party)), with("GSTIN", party.text("gstin")), last];
    PaperParty {
        label: label.to_owned(),
        name: party.text("name").to_owned(),
        lines: lines.into_iter().filter(|line| !line.is_empty()).collect(),
    }
}

fn place_of(record: Part) -> String {
    let place = [record.text("place_of_supply"), record.text("place_name")].join(" ");
    with("Place of supply", place.trim())
}

/// What the registration of an e-invoice is told by.
fn registered(record: Part) -> Vec<String> {
    if record.text("irn").is_empty() {
        return Vec::new();
    }
    let acknowledged = with("acknowledged on", &record.day("ack_date"));
    let number = with("Acknowledgement", record.text("ack_no"));
    let told = joined([number, acknowledged]);
    vec![with("IRN", record.text("irn")), told]
}

/// The text of the registration's QR code, once there is one.
fn signed_code(record: Part) -> Option<String> {
    let code = record.text("signed_qr");
    (!code.is_empty() && !record.text("irn").is_empty()).then(|| code.to_owned())
}

/// The sums above the total: what the taxes come to, each with its rate where all lines have the same.
fn sums(record: Part) -> Vec<(String, String)> {
    let rates: Vec<i64> =
        record.rows("lines").iter().filter_map(|line| line.int("gst_rate_bp")).collect();
    let one = rates.first().filter(|first| rates.iter().all(|rate| rate == *first));
    let rated = |name: &str, parts: i64| match one {
        Some(rate) => format!("{name} {} %", percent(rate / parts)),
        None => name.to_owned(),
    };
    let state = Some(record.text("state_tax")).filter(|name| !name.is_empty()).unwrap_or("SGST");
    let all = [
        ("Taxable".to_owned(), "taxable_paise"),
        (rated("CGST", 2), "cgst_paise"),
        (rated(state, 2), "sgst_paise"),
        (rated("IGST", 1), "igst_paise"),
        ("Cess".to_owned(), "cess_paise"),
        ("TCS".to_owned(), "tcs_paise"),
        ("Round off".to_owned(), "round_off_paise"),
    ];
    let worth = |(label, key): (String, &str)| {
        let amount = record.int(key)?;
        (amount != 0 || key == "taxable_paise").then(|| (label, money(amount)))
    };
    all.into_iter().filter_map(worth).collect()
}

fn total(record: Part) -> Option<(String, String)> {
    record.int("payable_paise").map(|amount| fact("Total ₹", money(amount)))
}
