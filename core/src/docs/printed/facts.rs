//! What a paper tells beside its document's record: who sends the goods and who gets them, and how they are taxed.

use serde_json::Value;

use super::letter::PaperLetter;
use super::pick::PaperPick;
use crate::declare::case::Look;
use crate::declare::grant::Verb;
use crate::docs::customers::CUSTOMER;
use crate::docs::goods::{SKU, gst_rate_at, hsn_of};
use crate::docs::invoices::draft::{at_state, first_account};
use crate::docs::invoices::{BankAccount, Party};
use crate::docs::orders::facts::address;
use crate::docs::org::{BRANCH, COMPANY};
use crate::docs::places::{YARD, gst_code, yard_gst_code, yard_gstin};
use crate::docs::suppliers::{SUPPLIER, VENDOR};
use crate::docs::transfers::TRANSFER;
use crate::error::Halt;
use crate::json::json_struct;
use crate::kept::doc::Doc;
use crate::value::{Day, IST_MINUTES, Instant};

json_struct! { LEAN
    /// Goods as their law knows them: the HSN code, and the rate of GST in hundredths of a per cent.
    pub struct PaperGoods {
        pub sku: String,
        pub hsn: Option<String>,
        pub gst_rate_bp: Option<i64>,
    }
}

json_struct! { LEAN
    /// What goods are worth on the road, in paise: the taxable value, and the tax between two registrations.
    pub struct PaperWorth {
        pub value_paise: Option<i64>,
        pub cgst_paise: Option<i64>,
        pub sgst_paise: Option<i64>,
        pub igst_paise: Option<i64>,
    }
}

json_struct! { LEAN
    /// What a paper tells beside the record, for everybody who may view the document.
    pub struct PaperFacts {
        /// The company at the place that the document is made at, or that the goods leave.
        pub from: Option<Party>,
        pub to: Option<Party>,
        pub carrier: Option<Party>,
        pub goods: Vec<PaperGoods>,
        /// What the yard takes from where.
        pub picks: Vec<PaperPick>,
        pub worth: Option<PaperWorth>,
        /// Where money is paid to, and what is said below, as the company has them today.
        pub bank: Option<BankAccount>,
        pub terms: Option<String>,
        /// The file of the company's logo.
        pub logo: Option<String>,
        /// What is written to the party that it is sent to.
        pub letter: Option<PaperLetter>,
    }
}

/// Gathers what a document's paper tells beside its record.
pub type Beside = fn(&Look, &Doc) -> Result<PaperFacts, Halt>;

/// The file of the company's logo.
pub fn logo(case: &Look) -> Result<Option<String>, Halt> {
    Ok(own(case.single(&COMPANY)?.as_deref(), "logo").filter(|logo| !logo.is_empty()))
}

pub fn of_receipt(case: &Look, doc: &Doc) -> Result<PaperFacts, Halt> {
    let company = case.single(&COMPANY)?;
    let terms = own(company.as_deref(), "receipt_terms");
    Ok(PaperFacts { bank: company.as_ref().and_then(first_account), terms, ..between(case, doc)? })
}

/// The company and the party whose account is told.
pub fn of_party(case: &Look, doc: &Doc) -> Result<PaperFacts, Halt> {
    let company = case.single(&COMPANY)?;
    let from = match branch(case, doc.branch.as_deref())? {
        None => Some(registered(case)?),
        branch => branch,
    };
    let bank = company.as_ref().and_then(first_account);
    Ok(PaperFacts { from, to: Some(addressed(case, doc)?), bank, ..PaperFacts::default() })
}

/// The company and its customer.
fn between(case: &Look, doc: &Doc) -> Result<PaperFacts, Halt> {
    let (from, to) = (branch(case, doc.branch.as_deref())?, customer(case, doc)?);
    Ok(PaperFacts { from, to, ..PaperFacts::default() })
}

pub fn of_return(case: &Look, doc: &Doc) -> Result<PaperFacts, Halt> {
    let goods = goods(case, doc, &["lots"], doc.text("invoice_date").and_then(Day::parse))?;
    Ok(PaperFacts { goods, ..between(case, doc)? })
}

pub fn of_transfer(case: &Look, doc: &Doc) -> Result<PaperFacts, Halt> {
    let left = doc.int("out_at").map(|at| Instant(at).day_in(IST_MINUTES));
    Ok(PaperFacts {
        from: yard(case, doc.text("from_yard"))?,
        to: yard(case, doc.text("to_yard"))?,
        carrier: vendor(case, doc)?,
        goods: goods(case, doc, &["lines", "lots"], left)?,
        worth: left.filter(|_| case.actor.may(&TRANSFER, Verb::Print)).map(|_| worth(doc)),
        ..PaperFacts::default()
    })
}

/// A challan without its taxable value is none (CGST Rules 2017, rule 55(1)(vi)), so whoever prints it is told the sum,
/// also who does not see what each batch costs: DECISIONS 140.
fn worth(doc: &Doc) -> PaperWorth {
    PaperWorth {
        value_paise: doc.int("value_paise"),
        cgst_paise: doc.int("cgst_paise"),
        sgst_paise: doc.int("sgst_paise"),
        igst_paise: doc.int("igst_paise"),
    }
}

pub fn of_inward(case: &Look, doc: &Doc) -> Result<PaperFacts, Halt> {
    let from = yard(case, doc.text("yard"))?;
    let to = firm(case, SUPPLIER.key, doc.text("supplier"))?;
    let goods = goods(case, doc, &["lines"], doc.text("date").and_then(Day::parse))?;
    Ok(PaperFacts { from, to, goods, ..PaperFacts::default() })
}

/// The company and whom it pays.
pub fn of_payment(case: &Look, doc: &Doc) -> Result<PaperFacts, Halt> {
    let to = match firm(case, SUPPLIER.key, doc.text("supplier"))? {
        None => vendor(case, doc)?,
        supplier => supplier,
    };
    Ok(PaperFacts { from: branch(case, doc.branch.as_deref())?, to, ..PaperFacts::default() })
}

pub fn of_work(case: &Look, doc: &Doc) -> Result<PaperFacts, Halt> {
    let (from, carrier) = (yard(case, doc.text("yard"))?, vendor(case, doc)?);
    Ok(PaperFacts { from, carrier, ..PaperFacts::default() })
}

pub fn of_trip(case: &Look, doc: &Doc) -> Result<PaperFacts, Halt> {
    let stops = doc.get("stops").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut found = Vec::new();
    for stop in stops {
        add_goods(case, stop.get("goods"), None, &mut found)?;
    }
    let (from, carrier) = (branch(case, doc.branch.as_deref())?, vendor(case, doc)?);
    Ok(PaperFacts { from, carrier, goods: found, ..PaperFacts::default() })
}

fn own(doc: Option<&Doc>, key: &str) -> Option<String> {
    doc.and_then(|doc| doc.text(key)).map(str::to_owned)
}

/// The company, with what a place of it changes.
fn company(case: &Look, place: Party) -> Result<Party, Halt> {
    let company = case.single(&COMPANY)?;
    let of = |key: &str| own(company.as_deref(), key);
    Ok(Party {
        name: of("name"),
        pan: of("pan"),
        mobile: place.mobile.clone().or_else(|| of("mobile")),
        ..place
    })
}

/// The company where it is registered.
fn registered(case: &Look) -> Result<Party, Halt> {
    let address = own(case.single(&COMPANY)?.as_deref(), "address");
    company(case, Party { address, ..Party::default() })
}

fn branch(case: &Look, id: Option<&str>) -> Result<Option<Party>, Halt> {
    let branch = id.map(|id| case.find(BRANCH.key, id)).transpose()?.flatten();
    let Some(branch) = branch.as_deref() else { return Ok(None) };
    let of = |key: &str| own(Some(branch), key);
    let place = Party {
        gstin: of("gstin"),
        address: of("address"),
        pin: of("pin"),
        mobile: of("mobile"),
        ..at_state(&gst_code(case, branch.text("state"))?)
    };
    company(case, place).map(Some)
}

pub fn yard(case: &Look, id: Option<&str>) -> Result<Option<Party>, Halt> {
    let found = id.map(|id| case.find(YARD.key, id)).transpose()?.flatten();
    let Some(yard) = found.as_deref() else { return Ok(None) };
    let of = |key: &str| own(Some(yard), key);
    let address = [of("name"), of("address")].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let place = Party {
        gstin: Some(yard_gstin(case, &yard.id)?).filter(|gstin| !gstin.is_empty()),
        address: Some(address),
        pin: of("pin"),
        mobile: of("mobile"),
        ..at_state(&yard_gst_code(case, &yard.id)?)
    };
    company(case, place).map(Some)
}

fn customer(case: &Look, doc: &Doc) -> Result<Option<Party>, Halt> {
    firm(case, CUSTOMER.key, doc.text("customer"))
}

fn vendor(case: &Look, doc: &Doc) -> Result<Option<Party>, Halt> {
    firm(case, VENDOR.key, doc.text("vendor"))
}

fn firm(case: &Look, kind: &str, id: Option<&str>) -> Result<Option<Party>, Halt> {
    let firm = id.map(|id| case.find(kind, id)).transpose()?.flatten();
    firm.as_deref().map(|firm| addressed(case, firm)).transpose()
}

/// A firm as it is addressed.
fn addressed(case: &Look, firm: &Doc) -> Result<Party, Halt> {
    let of = |key: &str| own(Some(firm), key);
    let billing = firm.get("billing").and_then(Value::as_object);
    let state = billing.and_then(|billing| billing.get("state")).and_then(Value::as_str);
    Ok(Party {
        name: of("name"),
        gstin: of("gstin"),
        address: Some(address(case, billing)?).filter(|address| !address.is_empty()),
        ..at_state(&gst_code(case, state)?)
    })
}

fn goods(case: &Look, doc: &Doc, keys: &[&str], on: Option<Day>) -> Result<Vec<PaperGoods>, Halt> {
    let mut found = Vec::new();
    for key in keys {
        add_goods(case, doc.get(key), on, &mut found)?;
    }
    Ok(found)
}

/// The goods that some rows name, each once; taxed by the rates of that day, or of today.
fn add_goods(
    case: &Look,
    rows: Option<&Value>,
    on: Option<Day>,
    found: &mut Vec<PaperGoods>,
) -> Result<(), Halt> {
    for row in rows.and_then(Value::as_array).into_iter().flatten() {
        let Some(id) = row.get("sku").and_then(Value::as_str) else { continue };
        if found.iter().any(|one: &PaperGoods| one.sku == id) {
            continue;
        }
        let Some(sku) = case.find(SKU.key, id)? else { continue };
        found.push(PaperGoods {
            sku: id.to_owned(),
            hsn: hsn_of(case, &sku)?,
            gst_rate_bp: gst_rate_at(case, &sku, on.unwrap_or_else(|| case.today()))?,
        });
    }
    Ok(())
}
