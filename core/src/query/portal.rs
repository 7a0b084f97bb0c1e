//! The files for the portals of the GST, and what the portals answered: read, matched, and shown before it is noted.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::list::{self, Op, Query, Where};
use super::named::named;
use crate::access::steps;
use crate::declare::actor::Actor;
use crate::declare::case::{Look, not_found};
use crate::declare::grant::Verb;
use crate::docs;
use crate::docs::invoices::INVOICE;
use crate::docs::notes::{CREDIT_NOTE, DEBIT_NOTE};
use crate::docs::portal::{self, PortalFile, PortalPen};
use crate::error::{Code, Halt, Issue};
use crate::json_answer;
use crate::kept::doc::Doc;
use crate::kept::read::Read;
use crate::said;
use crate::said::{Phrase, Said};
use crate::schema::{DocType, Kind};
use crate::token;
use crate::value::decimal::decimal;
use crate::value::{Day, Instant};

/// The types that a portal is told of.
static TOLD: [&DocType; 3] = [&INVOICE, &CREDIT_NOTE, &DEBIT_NOTE];

/// At most so many documents in one file.
pub const FILE_DOCS: usize = 10_000;
/// At most so many answers are read at once.
pub const ANSWERS: usize = 5_000;

/// Which documents a file is asked of.
#[derive(Clone, Debug, Default)]
pub struct PortalAsked {
    pub file: PortalFile,
    /// A type's key; empty for an invoice.
    pub doc_type: String,
    /// These documents; none to take all that wait in the period.
    pub ids: Vec<String>,
    pub from: Option<Day>,
    pub to: Option<Day>,
}

/// The bytes that the portal takes: of the documents named, or of all of the period that still wait for it.
///
/// Errors: `Forbidden` without the right to export, or without the rates; `NotFound`; whatever a document is refused
/// for, each under its name.
pub fn file(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    asked: &PortalAsked,
) -> Result<Vec<u8>, Halt> {
    let look = docs::look(read, actor, now);
    let def = exported(actor, asked)?;
    match asked.ids.is_empty() {
        true => written(&look, def, asked.file, &of_period(&look, def, asked)?, true),
        false => written(&look, def, asked.file, &asked.ids, false),
    }
}

/// The same without the server, which knows all documents of a period: of those at hand.
///
/// Errors: as `file`; `Need` of what is not at hand.
pub fn file_at_hand(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    asked: &PortalAsked,
    at_hand: &[Arc<Doc>],
) -> Result<Vec<u8>, Halt> {
    let look = docs::look(read, actor, now);
    let def = exported(actor, asked)?;
    if !asked.ids.is_empty() {
        return written(&look, def, asked.file, &asked.ids, false);
    }
    let within = |doc: &&Arc<Doc>| {
        let day = doc.text("date").and_then(Day::parse);
        let after = asked.from.is_none_or(|from| day >= Some(from));
        doc.kind == def.key && after && asked.to.is_none_or(|to| day <= Some(to))
    };
    let mut known: Vec<&Arc<Doc>> = at_hand.iter().filter(within).collect();
    known.sort_by(|a, b| (&a.doc_no, &a.id).cmp(&(&b.doc_no, &b.id)));
    let ids: Vec<String> = known.into_iter().map(|doc| doc.id.clone()).collect();
    written(&look, def, asked.file, &ids, true)
}

/// The type that is asked of, for who may take it out of the house.
fn exported(actor: &Actor, asked: &PortalAsked) -> Result<&'static DocType, Halt> {
    let key = if asked.doc_type.is_empty() { INVOICE.key } else { &asked.doc_type };
    let def = TOLD.into_iter().find(|def| def.key == key);
    let def = def.ok_or_else(|| {
        Halt::refuse(Code::NotFound, "This type of document is not reported to a portal")
    })?;
    if !actor.may(def, Verb::Export) || !actor.sees_rates() {
        return Err(steps::forbidden(def, "export"));
    }
    Ok(def)
}

/// The file of documents by id, or of those among them that still wait for the portal.
fn written(
    look: &Look,
    def: &'static DocType,
    file: PortalFile,
    ids: &[String],
    waiting: bool,
) -> Result<Vec<u8>, Halt> {
    let mut pen = PortalPen::begin(file);
    let (mut issues, mut written) = (Vec::new(), 0);
    for id in ids {
        let doc = look.seen(def, id)?.ok_or_else(|| not_found(def))?;
        if waiting && !portal::waits(look, file, &doc)? {
            continue;
        }
        written += 1;
        if written > FILE_DOCS {
            let message =
                "At most 10,000 documents are written into one file. Select a shorter period";
            return Err(Halt::refuse(Code::Rule, message));
        }
        match pen.add(look, def, &doc) {
            Ok(()) => {}
            Err(Halt::Refused(refused)) => issues.extend(refused.issues),
            Err(other) => return Err(other),
        }
    }
    if written == 0 {
        let message = "No document of this period waits for the portal";
        return Err(Halt::refuse(Code::Rule, message));
    }
    crate::error::done(issues)?;
    Ok(pen.finish())
}

fn of_period(look: &Look, def: &'static DocType, asked: &PortalAsked) -> Result<Vec<String>, Halt> {
    let bound = |op: Op, day: Option<Day>| {
        day.map(|day| Where { field: "date".to_owned(), op, value: day.to_string() })
    };
    let conditions = [bound(Op::Ge, asked.from), bound(Op::Le, asked.to)];
    let conditions = conditions.into_iter().flatten().collect();
    list::ids(look, def, &Query { conditions, sort: "doc_no".to_owned(), ..Query::default() })
}

json_answer! {
    /// What a portal's answer has for one field of a document.
    pub struct PortalNoted {
        pub key: String,
        pub label: String,
        /// As the document's step takes it.
        pub value: String,
        /// As people read it.
        pub shown: String,
    }
}

json_answer! {
    /// One answer of a portal, beside the document that it is of.
    pub struct PortalAnswer {
        /// The number of the document as the answer names it; empty where it names none.
        pub number: String,
        pub doc_type: Option<String>,
        pub id: Option<String>,
        pub version: i64,
        pub customer_name: String,
        pub noted: Vec<PortalNoted>,
        /// Why nothing of it can be noted.
        pub why: Option<String>,
        /// What `why` was made of, as of an issue.
        pub why_said [optional]: Option<Phrase>,
    }
}

json_answer! {
    /// The answers of one file.
    pub struct PortalAnswers {
        pub rows: Vec<PortalAnswer>,
    }
}

/// Reads a portal's answers; nothing is written, and what the answers do not say is not made up.
///
/// Errors: `Forbidden` for who sees no invoice; `Input` for what is no answer of a portal.
pub fn answers(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    answer: &Value,
) -> Result<PortalAnswers, Halt> {
    let look = docs::look(read, actor, now);
    if !actor.may(&INVOICE, Verb::View) {
        return Err(steps::forbidden(&INVOICE, "view"));
    }
    let mut found = Vec::new();
    gather(answer, "", &mut found);
    let wrong =
        |message: &'static str| Halt::issues(vec![Issue::new("answer", Code::Input, message)]);
    if found.is_empty() {
        return Err(wrong("This is no answer of the e-invoice or the e-way bill portal"));
    }
    if found.len() > ANSWERS {
        return Err(wrong("At most 5,000 answers are read at once"));
    }
    let rows = found.iter().map(|said| row(&look, said)).collect::<Result<_, Halt>>()?;
    Ok(PortalAnswers { rows })
}

/// One answer as it was found in the file.
#[derive(Debug, Default)]
struct Answered {
    number: String,
    irn: Option<String>,
    ack_no: Option<String>,
    ack_date: Option<String>,
    signed_qr: Option<String>,
    ewb_no: Option<String>,
    ewb_date: Option<String>,
    ewb_valid_to: Option<String>,
    refusals: Vec<String>,
}

const NUMBER: &[&str] = &["docno", "documentno", "documentnumber", "invoiceno", "doc_no"];
/// What wraps answers, as an object, a list, or as text.
const WRAPS: &[&str] = &["data", "result", "results", "response", "govtresponse", "govt_response"];
const REFUSALS: &[&str] =
    &["errordetails", "error", "errors", "errormessage", "errormsg", "message", "error_message"];

/// The answers in a file, whatever they are wrapped in; `number` is what the wrapping names.
fn gather(value: &Value, number: &str, found: &mut Vec<Answered>) {
    match value {
        Value::Array(list) => list.iter().for_each(|one| gather(one, number, found)),
        Value::Object(map) => {
            let own = text_of(map, NUMBER).unwrap_or_else(|| number.to_owned());
            let wrapped =
                WRAPS.iter().filter_map(|key| get(map, key)).find_map(|inner| match inner {
                    Value::String(text) => serde_json::from_str(text).ok(),
                    Value::Object(_) | Value::Array(_) => Some(inner.clone()),
                    _ => None,
                });
            match wrapped {
                Some(inner) => gather(&inner, &own, found),
                None => found.extend(said(map, own)),
            }
        }
        _ => {}
    }
}

fn said(map: &Map<String, Value>, number: String) -> Option<Answered> {
    let of = |keys: &[&str]| text_of(map, keys);
    let mut said = Answered {
        irn: of(&["irn"]),
        ack_no: of(&["ackno"]),
        ack_date: of(&["ackdt", "ackdate"]),
        signed_qr: of(&["signedqrcode"]),
        ewb_no: of(&["ewaybillno", "ewbno"]),
        ewb_date: of(&["ewaybilldate", "ewbdt", "ewbdate"]),
        ewb_valid_to: of(&["validupto", "ewbvalidtill"]),
        refusals: Vec::new(),
        number,
    };
    if said.irn.is_none() && said.ewb_no.is_none() {
        REFUSALS
            .iter()
            .filter_map(|key| get(map, key))
            .for_each(|one| told(one, &mut said.refusals));
        if said.refusals.is_empty() {
            return None;
        }
    }
    if said.number.is_empty() {
        said.number = said.code().and_then(|code| text_of(&code, &["docno"])).unwrap_or_default();
    }
    Some(said)
}

/// The refusals of a portal, with their codes as it writes them.
fn told(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::String(text) if !text.trim().is_empty() => into.push(text.trim().to_owned()),
        Value::Array(list) => list.iter().for_each(|one| told(one, into)),
        Value::Object(map) => {
            let code = text_of(map, &["errorcode", "error_code", "errorcodes"]);
            let message = text_of(map, &["errormessage", "error_message", "message", "errormsg"]);
            let words: Vec<String> = code.into_iter().chain(message).collect();
            into.extend((!words.is_empty()).then(|| words.join(": ")));
        }
        _ => {}
    }
}

impl Answered {
    /// What the signed QR code says, without the proof of its signature.
    fn code(&self) -> Option<Map<String, Value>> {
        let claims = token::claims(self.signed_qr.as_deref()?)?;
        match claims.get("data")? {
            Value::String(text) => serde_json::from_str(text).ok(),
            Value::Object(map) => Some(map.clone()),
            _ => None,
        }
    }
}

/// The value of a key, whose letters the portals write now large, now small.
fn get<'a>(map: &'a Map<String, Value>, key: &str) -> Option<&'a Value> {
    map.iter().find(|(own, _)| own.eq_ignore_ascii_case(key)).map(|(_, value)| value)
}

fn text_of(map: &Map<String, Value>, keys: &[&str]) -> Option<String> {
    keys.iter().filter_map(|key| get(map, key)).find_map(|value| match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

/// A day as the portals write it, with the time of day or without.
fn day_of(text: &str) -> Option<Day> {
    let first = text.split_whitespace().next()?;
    if let Some(day) = Day::parse(first) {
        return Some(day);
    }
    let mut parts = first.split(['/', '-']).map(|part| part.parse::<u32>().ok());
    let (day, month, year) = (parts.next()??, parts.next()??, parts.next()??);
    Day::from_civil(i32::try_from(year).ok()?, month, day)
}

fn row(look: &Look, said: &Answered) -> Result<PortalAnswer, Halt> {
    let found = holder(look, &said.number)?;
    let mut row = PortalAnswer {
        number: said.number.clone(),
        doc_type: None,
        id: None,
        version: 0,
        customer_name: String::new(),
        noted: Vec::new(),
        why: None,
        why_said: None,
    };
    let Some((def, doc)) = found else {
        let why = match (said.refusals.is_empty(), said.number.is_empty()) {
            (false, _) => {
                said!("The portal refused it: {refusals}", refusals = said.refusals.join("; "))
            }
            (_, true) => "The answer does not say of which document it is".into(),
            _ => "No document of this number was found".into(),
        };
        (row.why, row.why_said) = Said::parts_of(Some(why));
        return Ok(row);
    };
    row.doc_type = Some(def.key.to_owned());
    row.id = Some(doc.id.clone());
    row.version = i64::from(doc.version);
    row.customer_name = doc.text("customer_name").unwrap_or_default().to_owned();
    match noted(look, def, &doc, said) {
        Ok(noted) => row.noted = noted,
        Err(Halt::Refused(refused)) if refused.issues.len() == 1 => {
            (row.why, row.why_said) = Said::parts_of(refused.first());
        }
        Err(Halt::Refused(refused)) => {
            row.why =
                Some(refused.issues.iter().map(|one| &*one.message).collect::<Vec<_>>().join("; "));
        }
        Err(other) => return Err(other),
    }
    Ok(row)
}

fn holder(look: &Look, number: &str) -> Result<Option<(&'static DocType, Arc<Doc>)>, Halt> {
    if number.is_empty() || number.len() > 40 || number.chars().any(char::is_control) {
        return Ok(None);
    }
    for def in TOLD.into_iter().filter(|def| look.actor.may(def, Verb::View)) {
        let same = |doc: &Arc<Doc>| {
            doc.doc_no.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(number))
        };
        if let Some(doc) = named(look, def, number)?.into_iter().find(same) {
            return Ok(Some((def, doc)));
        }
    }
    Ok(None)
}

/// What of an answer is new to its document.
fn noted(look: &Look, def: &DocType, doc: &Doc, said: &Answered) -> Result<Vec<PortalNoted>, Halt> {
    let refuse = |message: Said| Err(Halt::refuse(Code::Rule, message));
    if !said.refusals.is_empty() {
        return refuse(said!(
            "The portal refused it: {refusals}",
            refusals = said.refusals.join("; ")
        ));
    }
    same_paper(doc, said)?;
    let texts = [
        ("irn", &said.irn),
        ("ack_no", &said.ack_no),
        ("signed_qr", &said.signed_qr),
        ("ewb_no", &said.ewb_no),
    ];
    let days = [
        ("ack_date", &said.ack_date),
        ("ewb_date", &said.ewb_date),
        ("ewb_valid_to", &said.ewb_valid_to),
    ];
    let mut new = Vec::new();
    for (key, text) in texts {
        let Some(text) = text else { continue };
        let value = match def.field(key).map(|field| &field.kind) {
            Some(Kind::Code(format)) => {
                (format.parse)(text).map_err(|why| Halt::refuse(Code::Input, why))?
            }
            Some(_) => text.clone(),
            None => continue,
        };
        new.push((key, value.clone(), value));
    }
    for (key, text) in days {
        let Some(text) = text.as_ref().filter(|_| def.field(key).is_some()) else { continue };
        let Some(day) = day_of(text) else {
            return refuse(said!("The date {text} cannot be read", text));
        };
        new.push((key, day.to_string(), day.shown()));
    }
    for (key, message) in [
        ("irn", "Another IRN is recorded already"),
        ("ewb_no", "Another e-way bill is recorded already"),
    ] {
        let own = doc.text(key);
        let other = |(of, value, _): &(&str, String, String)| *of == key && own != Some(value);
        if own.is_some() && new.iter().any(other) {
            return refuse(message.into());
        }
    }
    new.retain(|(key, value, _)| doc.text(key) != Some(value));
    if new.is_empty() {
        return refuse("All of it is recorded already".into());
    }
    steps::allowed_to(look, def, doc, "record")?;
    let label = |key: &str| def.field(key).map_or("", |field| field.label).to_owned();
    let told = |(key, value, shown): (&str, String, String)| PortalNoted {
        key: key.to_owned(),
        label: label(key),
        value,
        shown,
    };
    Ok(new.into_iter().map(told).collect())
}

/// Refuses a QR code that is of another paper than the document: number, day, parties, amount or IRN.
fn same_paper(doc: &Doc, said: &Answered) -> Result<(), Halt> {
    let Some(code) = said.code() else { return Ok(()) };
    let party = |of: &str| {
        doc.get(of).and_then(|party| party.get("gstin")).and_then(Value::as_str).unwrap_or("URP")
    };
    let payable = doc.int("payable_paise").unwrap_or(0);
    let day = |text: &str| day_of(text).map(|day| day.to_string());
    let own_day = doc.text("date").map(str::to_owned);
    let of = |key: &str| text_of(&code, &[key]);
    let checks = [
        ("number", of("docno").is_none_or(|own| Some(own.as_str()) == doc.doc_no.as_deref())),
        ("date", of("docdt").is_none_or(|text| day(&text) == own_day)),
        ("seller", of("sellergstin").is_none_or(|own| own == party("seller"))),
        ("buyer", of("buyergstin").is_none_or(|own| own == party("buyer"))),
        ("amount", of("totinvval").is_none_or(|text| decimal(&text) == Some(payable * 10))),
        ("IRN", of("irn").is_none_or(|own| Some(own) == said.irn)),
    ];
    match checks.into_iter().find(|(_, same)| !same) {
        Some((what, _)) => {
            Err(Halt::refuse(Code::Rule, said!("The QR code has another {what}", what)))
        }
        None => Ok(()),
    }
}
