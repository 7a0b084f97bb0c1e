//! Opening bills: what each party owed, or was owed, on the day on which the books began, bill by bill.

use serde_json::Value;

use super::customers::CUSTOMER;
use super::parties::step;
use super::people::{EMPLOYEE, PERSON};
use super::reasons::REMARKS;
use super::receipts::DRAFT;
use super::suppliers::due_day;
use super::suppliers::{SUPPLIER, VENDOR};
use super::{KEEP, MASTER, four_eyes, org};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, Reach, Role, Verb};
use crate::error::{Code, Halt, Issue};
use crate::flow::{Flow, acting, by};
use crate::kept::doc::{Doc, Record};
use crate::ledger::payables::{self, Payable};
use crate::ledger::{Source, books, credit};
use crate::said;
use crate::schema::*;
use crate::value::Day;
use crate::write::save;

pub const POSTED: &str = "Posted";
pub const REVERSED: &str = "Reversed";

/// Whose bill it is: the type of the party, which is the field that names it.
const PARTIES: &[Choice] =
    &[("customer", "Customer"), ("supplier", "Supplier"), ("vendor", "Transporter or job worker")];

const KINDS: &[Choice] = &[("bill", "Bill"), ("advance", "Advance")];

pub static OPENING_BILL: DocType =
    DocType {
        key: "opening_bill",
        label: "Opening bill",
        plural: "Opening bills",
        title: "doc_no",
        fields: &[
            choice("party_kind", "Bill of", PARTIES).required().listed().default("\"customer\""),
            link("customer", "Customer", &CUSTOMER).only("party_kind", &["customer"]),
            link("supplier", "Supplier", &SUPPLIER).only("party_kind", &["supplier"]),
            link("vendor", "Transporter or job worker", &VENDOR).only("party_kind", &["vendor"]),
            text("party_name", "Party", 100).computed().listed().searched(),
            choice("kind", "Type", KINDS).required().listed().default("\"bill\"").help(
                "An advance is money that was paid before the books began and is not used yet",
            ),
            text("bill_no", "Bill number", 30)
                .required()
                .listed()
                .searched()
                .help("As on the bill itself, which may be of the earlier system"),
            date("bill_date", "Bill date").listed(),
            date("due_date", "Due").listed().help(
                "Leave blank to give it the days of the party’s payment term from the bill date",
            ),
            date("date", "As of")
                .required()
                .listed()
                .help("The last day before the books began, 31 March for a new financial year"),
            paise("amount_paise", "Amount still open")
                .between(1, 9_999_999_999_999)
                .required()
                .listed()
                .guarded(Guarded::Cost),
            note("remarks", "Remarks", 500),
            yes_no("carried", "Carried over as one sum").computed(),
            link("submitted_by", "Posted by", &EMPLOYEE).computed(),
            many("changed_by", "Changed since by", &PERSON).internal(),
            int("voucher", "Voucher", 0, i64::MAX).internal(),
        ],
        unique_together: &[
            ("bill", &["customer", "bill_no", "kind"]),
            ("supplier bill", &["supplier", "bill_no", "kind"]),
            ("vendor bill", &["vendor", "bill_no", "kind"]),
        ],
        sorts: &["-date", "doc_no", "due_date", "amount_paise"],
        filters: &["party_kind", "kind", "customer", "supplier", "vendor"],
        grants: &[
            Grant { roles: &[Role::Credit, Role::Audit], verbs: &[Verb::View], reach: Reach::All },
            Grant { roles: &[Role::Acc, Role::Admin], verbs: KEEP, reach: Reach::All },
        ],
        flow: &FLOW,
        series: Some(Series { word: "OPB", width: 6, suffix: "", plain: true }),
        check: Some(check),
        on_save: deciding(rules),
        ..MASTER
    };

static FLOW: Flow = Flow {
    statuses: &[DRAFT, POSTED, REVERSED],
    rests: &[POSTED, REVERSED],
    editable: &[DRAFT],
    deletable: &[DRAFT],
    steps: &acting([
        step!("OB1" "post" "Post": &[DRAFT] => &[POSTED];
            &[by(Role::Acc)]; &[]; Some(may_post); post),
        step!("OB2" "reverse" "Reverse": &[POSTED] => &[REVERSED];
            &[by(Role::Acc)]; &[REMARKS]; Some(may_reverse); reverse),
    ]),
};

/// The type and the id of the party.
fn party(doc: &Doc) -> (&str, &str) {
    let kind = doc.text("party_kind").unwrap_or_default();
    (kind, doc.text(kind).unwrap_or_default())
}

fn day(doc: &Doc, key: &str) -> Option<Day> {
    doc.text(key).and_then(Day::parse)
}

/// A bill is owed to us by a customer and by us to everybody else; an advance the other way round.
fn signed(doc: &Doc) -> i64 {
    let amount = doc.int("amount_paise").unwrap_or(0);
    let owed_to_us = doc.text("party_kind") == Some("customer");
    let is_bill = doc.text("kind") == Some("bill");
    if owed_to_us == is_bill { amount } else { -amount }
}

fn check(record: &Record, issues: &mut Vec<Issue>) {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    if let Some((key, label)) = PARTIES.iter().find(|(key, _)| Some(*key) == text("party_kind"))
        && text(key).is_none()
    {
        issues.push(Issue::new(*key, Code::Required, said!("{label} is required", label)));
    }
    let day = |key: &str| text(key).and_then(Day::parse);
    if let (Some(billed), Some(as_of)) = (day("bill_date"), day("date"))
        && billed > as_of
    {
        let message =
            "A bill dated after that day is not an opening bill. Enter it as a separate bill";
        issues.push(Issue::new("bill_date", Code::Input, message));
    }
    if let (Some(billed), Some(due)) = (day("bill_date"), day("due_date"))
        && due < billed
    {
        issues.push(Issue::new("due_date", Code::Input, "Due must not be before the bill date"));
    }
}

fn rules(case: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    if let Some(as_of) = day(doc, "date") {
        org::check_opening_day(case, as_of, "date")?;
    }
    let (kind, id) = party(doc);
    if let Some(found) = case.find(kind, id)? {
        doc.set("party_name", found.text("name").unwrap_or_default());
        if doc.text("due_date").is_none()
            && let Some(from) = day(doc, "bill_date").or(day(doc, "date"))
        {
            doc.set(
                "due_date",
                due_day(case, Some(&found), found.text("payment_term"), from)?.to_string(),
            );
        }
    }
    four_eyes::changed(case, doc);
    Ok(())
}

/// An advance gives a customer room to buy, so that nobody enters and posts one alone.
fn may_post(case: &Look, doc: &Doc) -> Result<(), Halt> {
    match party(doc) {
        ("customer", _) if doc.text("kind") == Some("advance") => {
            four_eyes::another_person(case, doc, "opening_bill_post", "post it")
        }
        _ => Ok(()),
    }
}

fn post(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let as_of = day(doc, "date").unwrap_or(case.today());
    org::check_opening_day(case, as_of, "date")?;
    let due = day(doc, "due_date").unwrap_or(as_of);
    if let ("customer", customer) = party(doc) {
        let (amount, of) = (signed(doc), (doc.kind.as_str(), doc.id.as_str()));
        if amount > 0 {
            credit::charge(case, customer, of, amount, due)?;
        } else {
            credit::advance(case, customer, of, -amount)?;
        }
    }
    if let Some(party) = payee(doc) {
        let paise = doc.int("amount_paise").unwrap_or(0);
        let (kind, bill_no) =
            (doc.kind.clone(), doc.text("bill_no").unwrap_or_default().to_owned());
        let bill = Payable { paise, of_paise: paise, due, kind, bill_no };
        payables::charge(case, &party, &doc.id, &bill)?;
    }
    let voucher = book(case, doc, signed(doc), as_of)?;
    doc.set("voucher", voucher);
    doc.set("submitted_by", case.actor.id.clone());
    Ok(POSTED)
}

/// The account of whom we owe the bill; none of a customer's, or of an advance.
fn payee(doc: &Doc) -> Option<String> {
    let (kind, id) = party(doc);
    let owed = kind != "customer" && doc.text("kind") == Some("bill");
    owed.then(|| books::party(kind, id))
}

/// Books an amount that is owed to us, below zero by us, against the opening account.
fn book(case: &mut Case, doc: &Doc, amount: i64, as_of: Day) -> Result<u64, Halt> {
    let (kind, id) = party(doc);
    let account = books::party(kind, id);
    let source = Source::new(&doc.kind, &doc.id, 0, as_of);
    books::post(case, &source, as_of, &[(&account, amount), (books::OPENING, -amount)])
}

fn may_reverse(case: &Look, doc: &Doc) -> Result<(), Halt> {
    if doc.get("carried").is_some() {
        let message =
            "This sum was carried over; set the opening credit of the customer to correct it";
        return Err(Halt::refuse(Code::Rule, message));
    }
    org::check_opening_day(case, case.today(), "")?;
    match party(doc) {
        ("customer", customer) if signed(doc) > 0 => credit::untouched(case, customer, &doc.id),
        ("customer", customer) => credit::unused(case, customer, -signed(doc)),
        _ => payee(doc).map_or(Ok(()), |party| payables::untouched(case, &party, &doc.id)),
    }
}

fn reverse(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    let today = case.today();
    if let ("customer", customer) = party(doc) {
        let of = (doc.kind.as_str(), doc.id.as_str());
        match signed(doc) {
            1.. => credit::uncharge(case, customer, of)?,
            below => credit::unadvance(case, customer, of, -below)?,
        }
    }
    if let Some(party) = payee(doc) {
        payables::uncharge(case, &party, &doc.id)?;
    }
    let voucher = doc.get("voucher").and_then(Value::as_u64).unwrap_or(0);
    let source = Source::new(&doc.kind, &doc.id, 0, today);
    books::reverse(case, voucher, &source, today)?;
    Ok(REVERSED)
}

/// What an open item of this id was before anything was paid on it.
pub fn item_of(case: &Look, id: &str) -> Result<Option<credit::Open>, Halt> {
    let Some(doc) = case.find(OPENING_BILL.key, id)? else { return Ok(None) };
    let amount_paise = doc.int("amount_paise").unwrap_or(0);
    let due = day(&doc, "due_date").or(day(&doc, "date")).unwrap_or(case.today());
    Ok(Some(credit::Open { amount_paise, due, ..credit::Open::default() }))
}

/// The books take over what a customer's opening balance is: one bill of the whole sum, which the credit ledger
/// keeps as its opening item. A sum that was corrected is booked by the difference.
pub fn carry(case: &mut Case, customer: &mut Doc, as_of: Day) -> Result<(), Halt> {
    let amount = customer.int("opening_paise").unwrap_or(0);
    let before = match customer.text("opening_bill") {
        Some(id) => Some(case.doc(&OPENING_BILL, id)?),
        None if amount == 0 => return Ok(()),
        None => None,
    };
    let booked = before.as_deref().map_or(0, signed);
    let mut doc = match &before {
        Some(doc) => Doc::clone(doc),
        None => first_bill(case, customer, as_of)?,
    };
    doc.set("kind", if amount < 0 { "advance" } else { "bill" });
    doc.set("amount_paise", amount.abs());
    if let Some(due) = customer.text("opening_due") {
        doc.set("due_date", due);
    }
    let voucher = book(case, &doc, amount - booked, as_of)?;
    if voucher > 0 {
        doc.set("voucher", voucher);
    }
    customer.set("opening_bill", doc.id.clone());
    let deed = if before.is_some() { "corrected" } else { "carried" };
    save::finish(case, &OPENING_BILL, before.as_deref(), doc, deed, &Record::new(), None).map(drop)
}

fn first_bill(case: &mut Case, customer: &Doc, as_of: Day) -> Result<Doc, Halt> {
    let id = case.new_id();
    let mut doc = save::blank(case, &OPENING_BILL, id);
    doc.status = POSTED.to_owned();
    if let Some(series) = &OPENING_BILL.series {
        doc.doc_no = Some(case.number(&OPENING_BILL, series, "", as_of)?);
    }
    doc.set("party_kind", "customer");
    doc.set("customer", customer.id.clone());
    doc.set("party_name", customer.text("name").unwrap_or_default());
    doc.set("bill_no", "Opening balance");
    doc.set("date", as_of.to_string());
    doc.set("carried", true);
    Ok(doc)
}

/// The opening balance of a customer that an older program kept outside the books, below zero an advance.
pub fn unbooked(customer: &Doc) -> Option<i64> {
    let amount = customer.int("opening_paise").filter(|amount| *amount != 0);
    amount.filter(|_| customer.text("opening_bill").is_none())
}

/// Refuses to book an opening balance that is in the books already, or that there is not.
pub fn may_carry(_: &Look, doc: &Doc) -> Result<(), Halt> {
    let message = match (unbooked(doc), doc.text("opening_bill")) {
        (Some(_), _) => return Ok(()),
        (None, Some(_)) => "The opening balance is in the books",
        (None, None) => "This customer has no opening balance",
    };
    Err(Halt::refuse(Code::BadState, message))
}

/// Books the opening balance that a site of an older program had outside its books.
pub fn carry_over(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let as_of = inputs.get("as_of").and_then(Value::as_str).and_then(Day::parse);
    let as_of = as_of.unwrap_or(case.today());
    org::check_opening_day(case, as_of, "as_of")?;
    carry(case, doc, as_of)?;
    Ok("")
}
