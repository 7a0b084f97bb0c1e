//! What people keep for themselves as the template's calls send and tell it.

use serde_json::{Map, Number, Value, json};

use super::shop::Rupees;
use super::viewer;
use crate::declare::actor::Actor;
use crate::declare::case::not_found;
use crate::docs;
use crate::docs::desk::kept::{CALENDAR_EVENT, CONTACT};
use crate::docs::desk::letters::INBOX_MESSAGE;
use crate::docs::desk::proforma::PROFORMA;
use crate::docs::desk::{iso, moment, wrong};
use crate::error::{Code, Halt, Issue};
use crate::json_answer;
use crate::kept::doc::{Doc, Record};
use crate::kept::read::Read;
use crate::query::list::{self, PAGE_ROWS, Query};
use crate::schema::DocType;
use crate::shape::Shaped;
use crate::value::Instant;
use crate::value::decimal::decimal;

/// A document as a call of the template tells it.
pub trait Item: Shaped + serde::Serialize + Send + 'static {
    /// The type of the document.
    fn def() -> &'static DocType;

    /// The document, which is the one at this place of the list.
    fn told(doc: &Doc, at: usize) -> Self;

    /// The fields of a record that were sent; what was not sent is left out.
    ///
    /// Errors: the first value that cannot be read.
    fn sent(body: &Map<String, Value>) -> Result<Record, Issue>;
}

/// All of them that a person keeps.
///
/// Errors: `Forbidden` for people outside the house and accounts without rights.
pub fn all<T: Item>(read: &dyn Read, actor: &Actor, now: Instant) -> Result<Vec<T>, Halt> {
    let look = docs::look(read, actor, now);
    let mut items = Vec::new();
    loop {
        let query = Query { offset: items.len(), limit: PAGE_ROWS, ..Query::default() };
        let rows = list::page(read, actor, now, T::def().key, &query)?.records()?;
        for row in &rows {
            let id = row.get("id").and_then(Value::as_str).unwrap_or_default();
            items.push(T::told(&*look.doc(T::def(), id)?, items.len()));
        }
        if rows.len() < PAGE_ROWS {
            return Ok(items);
        }
    }
}

/// One of them.
///
/// Errors: not found where there is none, or it is another's.
pub fn one<T: Item>(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    id: Option<&str>,
) -> Result<T, Halt> {
    viewer(actor, T::def())?;
    let look = docs::look(read, actor, now);
    let found = id.map(|id| look.seen(T::def(), id)).transpose()?.flatten();
    found.map(|doc| T::told(&doc, 0)).ok_or_else(|| not_found(T::def()))
}

fn text(doc: &Doc, key: &str) -> String {
    doc.text(key).unwrap_or_default().to_owned()
}

fn time(doc: &Doc, key: &str) -> String {
    iso(Instant(doc.int(key).unwrap_or_default()))
}

fn part<'d>(doc: &'d Doc, group: &str, key: &str) -> &'d str {
    doc.get(group).and_then(|group| group.get(key)?.as_str()).unwrap_or_default()
}

/// What was sent under one name goes to a field of another.
#[derive(Clone, Copy)]
enum As {
    Same,
    /// A text of ISO 8601.
    Moment,
    /// A number with up to two digits behind the point, in hundredths.
    Hundredths,
}

/// The values under these names, where they were sent.
fn read(body: &Map<String, Value>, names: &[(&str, &str, As)]) -> Result<Record, Issue> {
    let mut record = Record::new();
    for (name, key, how) in names {
        let Some(value) = body.get(*name) else { continue };
        record.insert((*key).to_owned(), value_as(name, value, *how)?);
    }
    Ok(record)
}

fn value_as(name: &str, value: &Value, how: As) -> Result<Value, Issue> {
    let bad = |message: &'static str| Issue::new(name, Code::Malformed, message);
    match (how, value) {
        (As::Same, value) => Ok(value.clone()),
        (_, Value::Null) => Ok(Value::Null),
        (As::Moment, Value::String(text)) => {
            let at = moment(text).ok_or_else(|| wrong(name, "Enter a date"))?;
            Ok(at.0.into())
        }
        (As::Hundredths, Value::Number(number)) => {
            let all = hundredths(number);
            all.map(Value::from)
                .ok_or_else(|| wrong(name, "Enter a number with up to two decimals"))
        }
        (As::Moment, _) => Err(bad("must be a text")),
        (As::Hundredths, _) => Err(bad("must be a number")),
    }
}

fn hundredths(number: &Number) -> Option<i64> {
    let thousandths = decimal(&number.to_string())?;
    (thousandths % 10 == 0).then_some(thousandths / 10)
}

json_answer! {
    /// An event of a calendar.
    pub struct CalendarItem {
        pub id: String,
        pub title: String,
        pub start: String,
        pub end: String,
        pub location [optional]: Option<String>,
        pub note [optional]: Option<String>,
    }
}

impl Item for CalendarItem {
    fn def() -> &'static DocType {
        &CALENDAR_EVENT
    }

    fn told(doc: &Doc, _: usize) -> CalendarItem {
        CalendarItem {
            id: doc.id.clone(),
            title: text(doc, "title"),
            start: time(doc, "starts_at"),
            end: time(doc, "ends_at"),
            location: doc.text("location").map(str::to_owned),
            note: doc.text("note").map(str::to_owned),
        }
    }

    fn sent(body: &Map<String, Value>) -> Result<Record, Issue> {
        read(
            body,
            &[
                ("title", "title", As::Same),
                ("start", "starts_at", As::Moment),
                ("end", "ends_at", As::Moment),
                ("location", "location", As::Same),
                ("note", "note", As::Same),
            ],
        )
    }
}

json_answer! {
    /// A contact.
    pub struct ContactItem {
        pub id: String,
        /// Its place in the list.
        pub index: usize,
        pub guid: String,
        pub is_active as "isActive": bool,
        pub balance: String,
        pub age: Option<i64>,
        pub name: String,
        pub gender: String,
        pub company: String,
        pub email: String,
        pub phone: String,
        pub address: String,
        pub bd: String,
        pub img_url as "imgUrl": String,
    }
}

impl Item for ContactItem {
    fn def() -> &'static DocType {
        &CONTACT
    }

    fn told(doc: &Doc, at: usize) -> ContactItem {
        ContactItem {
            id: doc.id.clone(),
            index: at,
            guid: text(doc, "guid"),
            is_active: doc.flag("active"),
            balance: text(doc, "balance"),
            age: doc.int("age"),
            name: text(doc, "name"),
            gender: text(doc, "gender"),
            company: text(doc, "company"),
            email: text(doc, "email"),
            phone: text(doc, "phone"),
            address: text(doc, "address"),
            bd: text(doc, "born_on"),
            img_url: text(doc, "img_url"),
        }
    }

    fn sent(body: &Map<String, Value>) -> Result<Record, Issue> {
        read(
            body,
            &[
                ("name", "name", As::Same),
                ("company", "company", As::Same),
                ("email", "email", As::Same),
                ("phone", "phone", As::Same),
                ("address", "address", As::Same),
                ("gender", "gender", As::Same),
                ("age", "age", As::Same),
                ("bd", "born_on", As::Same),
                ("balance", "balance", As::Same),
                ("guid", "guid", As::Same),
                ("imgUrl", "img_url", As::Same),
                ("isActive", "active", As::Same),
            ],
        )
    }
}

json_answer! {
    /// A letter of an inbox; its text is HTML of plain tags.
    pub struct InboxItem {
        pub id: String,
        pub sender: InboxSender,
        pub date: String,
        pub selected: bool,
        pub subject: String,
        pub message: String,
    }
}

json_answer! {
    /// Who sent a letter.
    pub struct InboxSender {
        pub name: String,
        pub photo: String,
    }
}

impl Item for InboxItem {
    fn def() -> &'static DocType {
        &INBOX_MESSAGE
    }

    fn told(doc: &Doc, _: usize) -> InboxItem {
        InboxItem {
            id: doc.id.clone(),
            sender: InboxSender {
                name: text(doc, "sender_name"),
                photo: text(doc, "sender_photo"),
            },
            date: time(doc, "sent_at"),
            selected: doc.flag("selected"),
            subject: text(doc, "subject"),
            message: text(doc, "message"),
        }
    }

    fn sent(body: &Map<String, Value>) -> Result<Record, Issue> {
        let mut record = read(
            body,
            &[
                ("date", "sent_at", As::Moment),
                ("subject", "subject", As::Same),
                ("message", "message", As::Same),
                ("selected", "selected", As::Same),
            ],
        )?;
        if let Some(Value::Object(sender)) = body.get("sender") {
            let names = [("name", "sender_name", As::Same), ("photo", "sender_photo", As::Same)];
            record.extend(read(sender, &names)?);
        }
        Ok(record)
    }
}

json_answer! {
    /// A proforma invoice.
    pub struct ProformaItem {
        pub id: String,
        pub order_no as "orderNo": String,
        /// `pending`, `processing` or `delivered`.
        pub status: String,
        pub date: String,
        pub currency: String,
        /// In per cent.
        pub vat: Rupees,
        pub buyer: ProformaFirm,
        pub seller: ProformaFirm,
        pub item: Vec<ProformaLine>,
    }
}

json_answer! {
    /// A party of a proforma invoice.
    pub struct ProformaFirm {
        pub name: String,
        pub address: String,
    }
}

json_answer! {
    /// A line of a proforma invoice.
    pub struct ProformaLine {
        pub name: String,
        pub unit: i64,
        pub price: Rupees,
    }
}

impl Item for ProformaItem {
    fn def() -> &'static DocType {
        &PROFORMA
    }

    fn told(doc: &Doc, _: usize) -> ProformaItem {
        let firm = |group: &str| ProformaFirm {
            name: part(doc, group, "name").to_owned(),
            address: part(doc, group, "address").to_owned(),
        };
        let whole =
            |row: &Value, key: &str| row.get(key).and_then(Value::as_i64).unwrap_or_default();
        let line = |row: &Value| ProformaLine {
            name: row.get("name").and_then(Value::as_str).unwrap_or_default().to_owned(),
            unit: whole(row, "unit"),
            price: Rupees(whole(row, "price_paise")),
        };
        let rows = doc.get("items").and_then(Value::as_array).into_iter().flatten();
        ProformaItem {
            id: doc.id.clone(),
            order_no: text(doc, "order_no"),
            status: text(doc, "progress"),
            date: time(doc, "dated_at"),
            currency: text(doc, "currency"),
            vat: Rupees(doc.int("vat_bp").unwrap_or_default()),
            buyer: firm("buyer"),
            seller: firm("seller"),
            item: rows.map(line).collect(),
        }
    }

    fn sent(body: &Map<String, Value>) -> Result<Record, Issue> {
        let mut record = read(
            body,
            &[
                ("orderNo", "order_no", As::Same),
                ("status", "progress", As::Same),
                ("date", "dated_at", As::Moment),
                ("currency", "currency", As::Same),
                ("vat", "vat_bp", As::Hundredths),
                ("buyer", "buyer", As::Same),
                ("seller", "seller", As::Same),
            ],
        )?;
        if let Some(Value::Array(lines)) = body.get("item") {
            let names = [
                ("name", "name", As::Same),
                ("unit", "unit", As::Same),
                ("price", "price_paise", As::Hundredths),
            ];
            let none = Map::new();
            let line = |line: &Value| read(line.as_object().unwrap_or(&none), &names);
            let lines = lines.iter().map(line).collect::<Result<Vec<Record>, Issue>>()?;
            record.insert("items".to_owned(), json!(lines));
        }
        Ok(record)
    }
}
