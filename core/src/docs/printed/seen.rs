//! A document as a person is shown it, and the words that papers say of it.

use std::cell::OnceCell;
use std::sync::Arc;

use serde_json::Value;

use crate::docs;
use crate::kept::doc::Record;
use crate::paper::qr::Qr;
use crate::paper::sheet::{PaperCell, PaperColumn, PaperParty, PaperSheet};
use crate::schema::{Kind, check};
use crate::value::{Day, Grams, Instant, Paise, grouped, kg, rupees};

/// A document as a person is shown it.
pub(super) struct Seen<'v> {
    pub doc_type: &'v str,
    pub status: &'v str,
    pub doc_no: &'v str,
    pub record: Part<'v>,
    pub view: &'v Value,
    code: OnceCell<Option<Arc<Qr>>>,
}

impl<'v> Seen<'v> {
    #[cfg_attr(not(feature = "print"), expect(dead_code, reason = "only a layout asks"))]
    pub fn of(view: &'v Value) -> Option<Seen<'v>> {
        let word = |key: &str| view.get(key).and_then(Value::as_str);
        Some(Seen {
            doc_type: word("type")?,
            status: word("status")?,
            doc_no: word("doc_no").unwrap_or_default(),
            record: Part(view.get("record")?.as_object()),
            view,
            code: OnceCell::new(),
        })
    }

    /// The registration's QR code, once there is one.
    pub fn code(&self) -> Option<Arc<Qr>> {
        let made = || {
            let signed = self.record.text("signed_qr");
            let is_registered = !signed.is_empty() && !self.record.text("irn").is_empty();
            is_registered.then(|| Qr::dense(signed)).flatten().map(Arc::new)
        };
        self.code.get_or_init(made).clone()
    }

    /// The name of what is linked, as far as the person is told it.
    pub fn title(&self, doc_type: &str, id: &str) -> &'v str {
        let names = self.view.get("links").and_then(|links| links.get(doc_type));
        names.and_then(|names| names.get(id)).and_then(Value::as_str).unwrap_or_default()
    }

    /// The number that the document goes by.
    pub fn number(&self) -> &'v str {
        if self.doc_no.is_empty() { "Draft" } else { self.doc_no }
    }

    /// One of those that the paper tells of beside the record.
    pub fn beside(&self, key: &str) -> Part<'v> {
        Part(self.view.get("paper").and_then(|paper| paper.get(key)).and_then(Value::as_object))
    }

    /// Rows that the paper tells of beside the record.
    pub fn rows_beside(&self, key: &str) -> Vec<Part<'v>> {
        Part(self.view.get("paper").and_then(Value::as_object)).rows(key)
    }

    /// A text that the paper tells beside the record.
    pub fn told(&self, key: &str) -> &'v str {
        let told = self.view.get("paper").and_then(|paper| paper.get(key));
        told.and_then(Value::as_str).unwrap_or_default()
    }

    /// The account of a party, as its report tells it; none where it is not told.
    pub fn account(&self) -> Option<Part<'v>> {
        self.view.get("account").map(|account| Part(account.as_object()))
    }

    /// Goods as their law knows them.
    pub fn goods(&self, sku: &str) -> Part<'v> {
        let all = self.view.get("paper").and_then(|paper| paper.get("goods"));
        let mut all = all.and_then(Value::as_array).into_iter().flatten();
        let found = all.find(|one| one.get("sku").and_then(Value::as_str) == Some(sku));
        Part(found.and_then(Value::as_object))
    }

    /// What a choice of the record, or of a row of it, is called.
    pub fn said(&self, path: &str, part: Part<'v>) -> &'static str {
        let def = docs::find(self.doc_type);
        let field = def.and_then(|def| check::along(def.fields, path).last().flatten());
        let Some(Kind::Choice(choices)) = field.map(|field| field.kind) else { return "" };
        let key = path.rsplit('.').next().unwrap_or(path);
        let found = choices.iter().find(|(choice, _)| *choice == part.text(key));
        found.map_or("", |(_, label)| *label)
    }

    pub fn is_warned(&self, code: &str) -> bool {
        let warnings = self.view.get("warnings").and_then(Value::as_array);
        let of = |one: &Value| one.get("code").and_then(Value::as_str) == Some(code);
        warnings.is_some_and(|all| all.iter().any(of))
    }
}

/// A record or a group of it; what is hidden or missing reads as nothing.
#[derive(Clone, Copy)]
pub(super) struct Part<'v>(Option<&'v Record>);

impl<'v> Part<'v> {
    pub fn get(self, key: &str) -> Option<&'v Value> {
        self.0.and_then(|record| record.get(key))
    }

    pub fn text(self, key: &str) -> &'v str {
        self.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    pub fn int(self, key: &str) -> Option<i64> {
        self.get(key).and_then(Value::as_i64)
    }

    /// As it is counted; nothing for none.
    pub fn pieces(self, key: &str) -> String {
        self.int(key).filter(|pcs| *pcs != 0).map(grouped).unwrap_or_default()
    }

    /// Kilograms without the word.
    pub fn kilograms(self, key: &str) -> String {
        self.int(key).map(|g| bare(&kg(Grams(g)))).unwrap_or_default()
    }

    /// Money without the sign.
    pub fn money(self, key: &str) -> String {
        self.int(key).map(money).unwrap_or_default()
    }

    /// A weight with its unit; nothing for none.
    pub fn weight(self, key: &str) -> String {
        self.int(key).filter(|g| *g != 0).map(|g| kg(Grams(g))).unwrap_or_default()
    }

    pub fn moment(self, key: &str) -> String {
        self.int(key).map(|at| Instant(at).shown()).unwrap_or_default()
    }

    pub fn day(self, key: &str) -> String {
        Day::parse(self.text(key)).map(Day::shown).unwrap_or_default()
    }

    pub fn group(self, key: &str) -> Part<'v> {
        Part(self.get(key).and_then(Value::as_object))
    }

    pub fn rows(self, key: &str) -> Vec<Part<'v>> {
        let rows = self.get(key).and_then(Value::as_array);
        rows.into_iter().flatten().map(|row| Part(row.as_object())).collect()
    }
}

pub fn bare(weight: &str) -> String {
    weight.trim_end_matches(" kg").to_owned()
}

pub fn money(paise: i64) -> String {
    rupees(Paise(paise)).replace('₹', "")
}

/// Hundredths of a per cent as they are said.
pub fn percent(bp: i64) -> String {
    let text = format!("{}.{:02}", bp / 100, (bp % 100).abs());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub fn joined<const N: usize>(parts: [String; N]) -> String {
    let said: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    said.join(" · ")
}

/// A word before a text that there may be none of.
pub fn with(word: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{word} {text}") }
}

/// Pieces with their word; nothing for none.
pub fn counted(pieces: String) -> String {
    if pieces.is_empty() { pieces } else { format!("{pieces} pieces") }
}

pub fn fact(label: &str, value: impl Into<String>) -> (String, String) {
    (label.to_owned(), value.into())
}

pub fn left(head: &str) -> PaperColumn {
    PaperColumn { head: head.to_owned(), ..PaperColumn::default() }
}

pub fn right(head: &str) -> PaperColumn {
    PaperColumn { right: true, ..left(head) }
}

pub fn wide(head: &str) -> PaperColumn {
    PaperColumn { wide: true, ..left(head) }
}

pub fn cell(text: impl Into<String>) -> PaperCell {
    PaperCell { text: text.into(), ..PaperCell::default() }
}

pub fn strong(text: impl Into<String>) -> PaperCell {
    PaperCell { bold: true, ..cell(text) }
}

pub fn state_of(party: Part) -> String {
    let code = party.text("state_code");
    let code = if code.is_empty() { String::new() } else { format!(" ({code})") };
    if party.text("state").is_empty() { code } else { party.text("state").to_owned() + &code }
}

impl Seen<'_> {
    /// A sheet with its head alone: what it is, whose copy, its number, and whose paper it is.
    pub fn sheet(&self, title: &str, copy: &str, seller: Part) -> PaperSheet {
        PaperSheet {
            title: title.to_owned(),
            copy: copy.to_owned(),
            number: self.number().to_owned(),
            is_ours: true,
            seller: seller.text("name").to_owned(),
            seller_lines: seller_lines(seller),
            ..PaperSheet::default()
        }
    }
}

/// The lines below the seller's name.
fn seller_lines(seller: Part) -> Vec<String> {
    let (address, pin) = (seller.text("address"), seller.text("pin"));
    let pin = if address.contains(pin) { "" } else { pin };
    let told = joined([address.to_owned(), with("PIN", pin), state_of(seller)]);
    let [gstin, pan, mobile] = ["gstin", "pan", "mobile"].map(|key| seller.text(key));
    vec![told, joined([with("GSTIN", gstin), with("PAN", pan), mobile.to_owned()])]
}

pub fn party(label: &str, party: Part, last: String) -> PaperParty {
    let address = party.text("address").to_owned();
    let lines =
        [address, with("State", &state_of(party)), with("GSTIN", party.text("gstin")), last];
    PaperParty {
        label: label.to_owned(),
        name: party.text("name").to_owned(),
        lines: lines.into_iter().filter(|line| !line.is_empty()).collect(),
    }
}

pub fn place_of(record: Part) -> String {
    let place = [record.text("place_of_supply"), record.text("place_name")].join(" ");
    with("Place of supply", place.trim())
}

/// The account that is paid to.
pub fn pay_to(bank: Part) -> String {
    let at = [bank.text("bank"), bank.text("branch")];
    let at: Vec<&str> = at.into_iter().filter(|part| !part.is_empty()).collect();
    joined([at.join(", "), with("account", bank.text("account")), with("IFSC", bank.text("ifsc"))])
}

/// What the registration of an e-invoice is told by.
pub fn registered(record: Part) -> Vec<String> {
    if record.text("irn").is_empty() {
        return Vec::new();
    }
    let acknowledged = with("acknowledged on", &record.day("ack_date"));
    let number = with("Acknowledgement", record.text("ack_no"));
    let told = joined([number, acknowledged]);
    vec![with("IRN", record.text("irn")), told]
}

/// The sums above the total: what the taxes come to, each with its rate where all lines have the same.
pub fn sums(record: Part) -> Vec<(String, String)> {
    let rates: Vec<i64> =
        record.rows("lines").iter().filter_map(|line| line.int("gst_rate_bp")).collect();
    taxed(record, "taxable_paise", &rates)
}

/// The same where the taxable value has another name, and the rates are told beside.
pub fn taxed(record: Part, taxable: &str, rates: &[i64]) -> Vec<(String, String)> {
    let one = rates.first().filter(|first| rates.iter().all(|rate| rate == *first));
    let rated = |name: &str, parts: i64| match one {
        Some(rate) => format!("{name} {} %", percent(rate / parts)),
        None => name.to_owned(),
    };
    let state = Some(record.text("state_tax")).filter(|name| !name.is_empty()).unwrap_or("SGST");
    let all = [
        ("Taxable".to_owned(), taxable),
        (rated("CGST", 2), "cgst_paise"),
        (rated(state, 2), "sgst_paise"),
        (rated("IGST", 1), "igst_paise"),
        ("Cess".to_owned(), "cess_paise"),
        ("TCS".to_owned(), "tcs_paise"),
        ("Round off".to_owned(), "round_off_paise"),
    ];
    let worth = |(label, key): (String, &str)| {
        let amount = record.int(key)?;
        (amount != 0 || key == taxable).then(|| (label, money(amount)))
    };
    all.into_iter().filter_map(worth).collect()
}

pub fn total(record: Part) -> Option<(String, String)> {
    record.int("payable_paise").map(|amount| fact("Total ₹", money(amount)))
}
