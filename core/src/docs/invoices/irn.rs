//! The e-invoice: whether an invoice needs an IRN, what the portal would refuse of it, and what waits for one.

use super::{DRAFT, Invoice, POSTED, Party};
use crate::declare::case::Look;
use crate::docs::customers::CUSTOMER;
use crate::docs::{org, parties, settings, tax};
use crate::error::{Code, Halt, Issue};
use crate::gst::e_invoice::Reporter;
use crate::identify;
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::said::Said;
use crate::schema::Choice;
use crate::value::{Day, Instant};

/// How an invoice stands towards the portal.
pub const STATES: &[Choice] =
    &[(NOT_NEEDED, "Not required"), (NEEDED, "IRN required"), (RECORDED, "IRN recorded")];

pub const NOT_NEEDED: &str = "not_needed";
pub const NEEDED: &str = "needed";
pub const RECORDED: &str = "recorded";

/// For how long an invoice without its IRN may be used where the site allows a day.
const GRACE_MS: i64 = 86_400_000;

/// The GST code of a place outside India.
const ABROAD: &str = "96";

/// What may be done with a posted invoice that has no IRN yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// None is needed, or it is recorded.
    Clear,
    /// One is needed, and the invoice may be used meanwhile.
    Due(Said),
    /// It is not printed as a tax invoice, and completes no order.
    Held(Said),
}

/// Whether this invoice is reported, by its day, its buyer and the company's turnover.
pub fn state(case: &Look, invoice: &Invoice) -> Result<&'static str, Halt> {
    if invoice.irn.is_some() {
        return Ok(RECORDED);
    }
    let registered = invoice.buyer.as_ref().is_some_and(|buyer| buyer.gstin.is_some());
    let export = invoice.place_of_supply.as_deref() == Some(ABROAD);
    let on = invoice.date.unwrap_or(case.today());
    Ok(match reporter(case)?.needs_irn(on, registered, export) {
        true => NEEDED,
        false => NOT_NEEDED,
    })
}

/// The company as far as e-invoices go by it.
pub fn reporter(case: &Look) -> Result<Reporter, Halt> {
    let company = case.single(&org::COMPANY)?;
    let since = company.as_ref().and_then(|doc| doc.text("e_invoice_from")).and_then(Day::parse);
    let lowered_paise = settings::value(case, "e_invoice_aato_paise")?.as_i64();
    Ok(Reporter { turnover_paise: org::turnover(case)?, since, lowered_paise })
}

/// What may be done with an invoice; one that a program before this posted is judged as of today.
pub fn standing(case: &Look, doc: &Doc, invoice: &Invoice) -> Result<Standing, Halt> {
    if doc.status != POSTED {
        return Ok(Standing::Clear);
    }
    let known = match invoice.irn_state.as_deref() {
        Some(known) => known,
        None => state(case, invoice)?,
    };
    if known != NEEDED || invoice.irn.is_some() {
        return Ok(Standing::Clear);
    }
    let rule = settings::text_of(case, "irn_missing")?;
    let until = Instant(invoice.posted_at.unwrap_or_default().0.saturating_add(GRACE_MS));
    Ok(match rule.as_str() {
        "warn" => Standing::Due(in_time(case, invoice.date)?),
        "day" if case.now <= until => {
            Standing::Due(said!("IRN is required. Record it by {until}", until = until.shown()))
        }
        _ => Standing::Held(
            "IRN is required: record it before the tax invoice is printed or its order completed"
                .into(),
        ),
    })
}

/// That an IRN is to be recorded, of a document of this day.
pub fn in_time(case: &Look, date: Option<Day>) -> Result<Said, Halt> {
    Ok(match reporter(case)?.last_day(date.unwrap_or(case.today())) {
        None => "IRN is required. Record it".into(),
        Some(day) => said!(
            "IRN is required. Record it. The portal accepts it until {day}",
            day = day.shown()
        ),
    })
}

/// Refuses what an invoice without its IRN holds up.
///
/// Errors: `IrnNeeded`.
pub fn check(case: &Look, doc: &Doc, invoice: &Invoice) -> Result<(), Halt> {
    match standing(case, doc, invoice)? {
        Standing::Held(why) => Err(Halt::issues(vec![Issue::new("irn", Code::IrnNeeded, why)])),
        Standing::Clear | Standing::Due(_) => Ok(()),
    }
}

/// For whoever reads the invoice: what the portal would refuse of a draft, and an IRN that is missing.
pub fn warn(case: &Look, doc: &Doc) -> Result<Vec<Issue>, Halt> {
    let invoice = Invoice::of(doc)?;
    if doc.status == DRAFT && invoice.seller.is_some() {
        return missing(case, &invoice);
    }
    Ok(match standing(case, doc, &invoice)? {
        Standing::Clear => Vec::new(),
        Standing::Due(said) => vec![Issue::new("irn", Code::IrnDue, said)],
        Standing::Held(said) => vec![Issue::new("irn", Code::IrnNeeded, said)],
    })
}

/// What the portal's schema (INV-01) would refuse of an invoice that is reported: each with the document to mend.
pub fn missing(case: &Look, invoice: &Invoice) -> Result<Vec<Issue>, Halt> {
    if state(case, invoice)? != NEEDED {
        return Ok(Vec::new());
    }
    let mut issues = Vec::new();
    seller(case, invoice, &mut issues)?;
    buyer(case, invoice, &mut issues)?;
    let digits = tax::hsn_digits(case)?;
    for (at, line) in invoice.lines.iter().enumerate() {
        let path = format!("lines.{at}.hsn");
        if line.hsn.is_empty() {
            let message = said!("SKU {name}: enter the HSN", name = line.name);
            issues.push(Issue::new(path, Code::Required, message));
        } else if let Err(message) = identify::hsn_for(&line.hsn, digits) {
            let message = said!("SKU {name}: {message}", name = line.name, message);
            issues.push(Issue::new(path, Code::Input, message));
        }
    }
    Ok(issues)
}

fn seller(case: &Look, invoice: &Invoice, issues: &mut Vec<Issue>) -> Result<(), Halt> {
    let name = org::branch_of_yard(case, invoice.yard.as_deref().unwrap_or_default())?;
    let of = format!("Branch {}", name.unwrap_or_default());
    let party = invoice.seller.clone().unwrap_or_default();
    if party.gstin.is_none() {
        issues.push(Issue::new("seller.gstin", Code::Required, said!("{of}: enter the GSTIN", of)));
    }
    located("seller", &of, &party, issues);
    Ok(())
}

fn buyer(case: &Look, invoice: &Invoice, issues: &mut Vec<Issue>) -> Result<(), Halt> {
    let customer = case.doc(&CUSTOMER, invoice.customer.as_deref().unwrap_or_default())?;
    let name = invoice.customer_name.as_deref().unwrap_or_default();
    let mut party = invoice.buyer.clone().unwrap_or_default();
    let line1 = |of: Option<&Record>| of.is_some_and(|of| of.contains_key("line1"));
    let branch = invoice.bill_to.as_deref();
    if !line1(parties::billed_at(&customer, branch)) {
        party.address = None;
    }
    if invoice.place_of_supply.as_deref() != Some(ABROAD) {
        let which = branch.map(|label| format!(" {label}")).unwrap_or_default();
        located("buyer", &format!("Customer {name}, billing address{which}"), &party, issues);
    }
    let Some(label) = invoice.ship_to.as_deref() else { return Ok(()) };
    let mut party = invoice.consignee.clone().unwrap_or_default();
    if !line1(parties::labelled(&customer, "ship_to", Some(label))) {
        party.address = None;
    }
    located("consignee", &format!("Customer {name}, delivery address {label}"), &party, issues);
    Ok(())
}

/// The address, PIN code and state of a party; `of` names the document they are entered in.
fn located(path: &str, of: &str, party: &Party, issues: &mut Vec<Issue>) {
    let parts = [
        ("address", "address", &party.address),
        ("pin", "PIN code", &party.pin),
        ("state_code", "state", &party.state_code),
    ];
    for (key, label, value) in parts {
        if value.is_none() {
            let message = said!("{of}: enter the {label}", of, label);
            issues.push(Issue::new(format!("{path}.{key}"), Code::Required, message));
        }
    }
}
