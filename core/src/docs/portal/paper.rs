//! What the portals are told of a posted invoice or note: its frozen copy, the same for every file.

use crate::declare::case::Look;
use crate::docs::customers::CUSTOMER;
use crate::docs::invoices::{self, INVOICE, Invoice, Party, irn};
use crate::docs::notes::{self, DEBIT_NOTE, Note};
use crate::error::{Code, Halt};
use crate::identify::Category;
use crate::kept::doc::Doc;
use crate::said;
use crate::schema::DocType;
use crate::value::{Day, div_half_away, part};

/// The GST code of a place outside India.
pub const ABROAD: &str = "96";

/// A posted document as the portals know it; amounts in paise.
#[derive(Clone, Debug, Default)]
pub struct PortalPaper {
    /// `INV`, `CRN` or `DBN`.
    pub kind: &'static str,
    /// `B2B`, `SEZWP`, `SEZWOP`, `EXPWP`, `EXPWOP` or `DEXP`.
    pub supply: &'static str,
    pub number: String,
    pub date: Day,
    pub seller: Party,
    pub buyer: Party,
    /// Where the goods go, when that is not where the bill goes.
    pub consignee: Option<Party>,
    /// GST code of the place of supply.
    pub place: String,
    /// Integrated tax inside one state.
    pub igst_on_intra: bool,
    pub reverse_charge: bool,
    pub lines: Vec<PaperLine>,
    pub taxable_paise: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
    pub igst_paise: i64,
    pub cess_paise: i64,
    /// Tax collected at source.
    pub other_paise: i64,
    pub round_off_paise: i64,
    pub payable_paise: i64,
    /// Number and date of the invoice that a note belongs to.
    pub preceding: Option<(String, Day)>,
}

/// One line of it. Freight and loading are part of its price: gross less discount is what is taxed.
#[derive(Clone, Debug, Default)]
pub struct PaperLine {
    pub name: String,
    pub hsn: String,
    /// Unit quantity code of the GST.
    pub uqc: String,
    pub qty_milli: i64,
    /// Thousandths of a rupee for one unit.
    pub price_milli: i64,
    pub gross_paise: i64,
    pub discount_paise: i64,
    pub taxable_paise: i64,
    pub gst_rate_bp: i64,
    pub cess_bp: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
    pub igst_paise: i64,
    pub cess_paise: i64,
}

impl PaperLine {
    /// All of the line, taxes too.
    pub fn total_paise(&self) -> i64 {
        let taxes = self.cgst_paise + self.sgst_paise + self.igst_paise + self.cess_paise;
        self.taxable_paise + taxes
    }
}

/// Refuses what has no number yet, or none any more.
///
/// Errors: `BadState`.
pub fn posted(def: &DocType, doc: &Doc) -> Result<(), Halt> {
    if doc.status == invoices::POSTED {
        return Ok(());
    }
    let message = said!(
        "{name} is {status}; only a posted one is reported",
        name = doc.name(def),
        status = doc.status
    );
    Err(Halt::refuse(Code::BadState, message))
}

/// What the portals are told of an invoice.
///
/// Errors: `Fault` of a record that is not what its declaration promises.
pub fn of_invoice(look: &Look, doc: &Doc, invoice: &Invoice) -> Result<PortalPaper, Halt> {
    let (seller, buyer) = parties(invoice.seller.as_ref(), invoice.buyer.as_ref());
    let place = invoice.place_of_supply.clone().unwrap_or_default();
    let split = invoice.split.as_deref().unwrap_or_default();
    let consignee = invoice.consignee.clone();
    Ok(PortalPaper {
        kind: "INV",
        supply: supply(look, &buyer, invoice.customer.as_deref(), split, &place)?,
        number: doc.doc_no.clone().unwrap_or_default(),
        date: invoice.date.unwrap_or(look.today()),
        consignee: consignee.filter(|to| (&to.address, &to.pin) != (&buyer.address, &buyer.pin)),
        igst_on_intra: is_inside(&seller, &place, split),
        reverse_charge: invoice.reverse_charge,
        lines: invoice.lines.iter().map(line).collect(),
        taxable_paise: invoice.taxable_paise,
        cgst_paise: invoice.cgst_paise,
        sgst_paise: invoice.sgst_paise,
        igst_paise: invoice.igst_paise,
        cess_paise: invoice.cess_paise,
        other_paise: invoice.tcs_paise,
        round_off_paise: invoice.round_off_paise,
        payable_paise: invoice.payable_paise,
        preceding: None,
        seller,
        buyer,
        place,
    })
}

/// The same of a note, whose quantities are told in the units of its invoice.
///
/// Errors: `Fault` of a record that is not what its declaration promises.
pub fn of_note(look: &Look, doc: &Doc, note: &Note) -> Result<PortalPaper, Halt> {
    let invoice = Invoice::of(&*look.doc(&INVOICE, &note.invoice)?)?;
    let (seller, buyer) = parties(note.seller.as_ref(), note.buyer.as_ref());
    let place = note.place_of_supply.clone().unwrap_or_default();
    let split = note.split.as_deref().unwrap_or_default();
    let preceding = note.invoice_no.clone().zip(note.invoice_date);
    let mut lines = Vec::new();
    for row in &note.lines {
        let of = usize::try_from(row.line).ok().and_then(|at| invoice.lines.get(at));
        let of = of.ok_or_else(|| Halt::Fault(format!("note {}: no line {}", doc.id, row.line)))?;
        let (taken, all) = match of.by_piece() {
            true => (row.pcs, of.pcs),
            false => (row.weight_g, of.sold_g()),
        };
        let micro = if of.qty_micro > 0 { of.qty_micro } else { of.qty_milli * 1_000 };
        let qty_milli = part(part(micro, taken, all), 1, 1_000);
        lines.push(PaperLine {
            name: row.name.clone(),
            hsn: row.hsn.clone(),
            uqc: of.uqc.clone(),
            qty_milli,
            price_milli: each(row.taxable_paise, qty_milli),
            gross_paise: row.taxable_paise,
            discount_paise: 0,
            taxable_paise: row.taxable_paise,
            gst_rate_bp: row.gst_rate_bp,
            cess_bp: row.cess_bp,
            cgst_paise: row.cgst_paise,
            sgst_paise: row.sgst_paise,
            igst_paise: row.igst_paise,
            cess_paise: row.cess_paise,
        });
    }
    Ok(PortalPaper {
        kind: if doc.kind == DEBIT_NOTE.key { "DBN" } else { "CRN" },
        supply: supply(look, &buyer, Some(&note.customer), split, &place)?,
        number: doc.doc_no.clone().unwrap_or_default(),
        date: note.date.unwrap_or(look.today()),
        consignee: None,
        igst_on_intra: is_inside(&seller, &place, split),
        reverse_charge: false,
        lines,
        taxable_paise: note.taxable_paise,
        cgst_paise: note.cgst_paise,
        sgst_paise: note.sgst_paise,
        igst_paise: note.igst_paise,
        cess_paise: note.cess_paise,
        other_paise: note.tcs_paise,
        round_off_paise: note.round_off_paise,
        payable_paise: note.payable_paise,
        preceding,
        seller,
        buyer,
        place,
    })
}

fn parties(seller: Option<&Party>, buyer: Option<&Party>) -> (Party, Party) {
    (seller.cloned().unwrap_or_default(), buyer.cloned().unwrap_or_default())
}

/// Integrated tax although the seller's state is the place of supply: to a special economic zone.
fn is_inside(seller: &Party, place: &str, split: &str) -> bool {
    split == "inter" && seller.state_code.as_deref() == Some(place)
}

/// The portal's word for whom the supply is to; of a document that an older program froze without the buyer's category,
/// by the customer of today.
fn supply(
    look: &Look,
    buyer: &Party,
    customer: Option<&str>,
    split: &str,
    place: &str,
) -> Result<&'static str, Halt> {
    let category = match &buyer.gst_category {
        Some(frozen) => Some(frozen.clone()),
        None => {
            let customer = look.find(CUSTOMER.key, customer.unwrap_or_default())?;
            customer.and_then(|doc| doc.text("gst_category").map(str::to_owned))
        }
    };
    let taxed = split != "zero_rated";
    Ok(match category.as_deref().and_then(Category::parse) {
        _ if place == ABROAD => {
            if taxed {
                "EXPWP"
            } else {
                "EXPWOP"
            }
        }
        Some(Category::DeemedExport) => "DEXP",
        Some(Category::Sez) if taxed => "SEZWP",
        _ if !taxed => "SEZWOP",
        _ => "B2B",
    })
}

fn line(row: &invoices::InvoiceLine) -> PaperLine {
    let micro = if row.qty_micro > 0 { row.qty_micro } else { row.qty_milli * 1_000 };
    let gross = div_half_away(i128::from(row.rate_paise) * i128::from(micro), 1_000_000);
    let gross = i64::try_from(gross).unwrap_or(i64::MAX).max(row.amount_paise);
    let discount = if row.discount_bp > 0 { gross - row.amount_paise } else { 0 };
    let gross = row.taxable_paise + discount;
    let price = match row.charges_paise {
        0 => row.rate_paise.saturating_mul(10),
        _ => each(gross, row.qty_milli),
    };
    PaperLine {
        name: row.name.clone(),
        hsn: row.hsn.clone(),
        uqc: row.uqc.clone(),
        qty_milli: row.qty_milli,
        price_milli: price,
        gross_paise: gross,
        discount_paise: discount,
        taxable_paise: row.taxable_paise,
        gst_rate_bp: row.gst_rate_bp,
        cess_bp: row.cess_bp,
        cgst_paise: row.cgst_paise,
        sgst_paise: row.sgst_paise,
        igst_paise: row.igst_paise,
        cess_paise: row.cess_paise,
    }
}

/// What one unit comes to, in thousandths of a rupee; of no quantity, the whole.
fn each(paise: i64, qty_milli: i64) -> i64 {
    match qty_milli {
        0 => paise.saturating_mul(10),
        milli => part(paise.saturating_mul(10), 1_000, milli),
    }
}

/// Why the invoice portal is told nothing of a document, where it is not.
///
/// Errors: `Rule`.
pub fn reported(
    look: &Look,
    def: &DocType,
    doc: &Doc,
    buyer: &Party,
    state: &str,
) -> Result<(), Halt> {
    let name = doc.name(def);
    let message = match state {
        irn::RECORDED => said!("{name} has its IRN already", name),
        irn::NEEDED => return Ok(()),
        _ if doc.text("gst") == Some("without") => said!("{name} is a note without GST", name),
        _ if buyer.gstin.is_none() => {
            said!("{name} needs no IRN: the buyer has no GSTIN", name)
        }
        _ => {
            let on = doc.text("date").and_then(Day::parse).unwrap_or(look.today());
            said!(
                "{name} needs no IRN: by the turnover none was required on {on}",
                name,
                on = on.shown()
            )
        }
    };
    Err(Halt::refuse(Code::Rule, message))
}

/// How a posted document stands towards the invoice portal: as it was posted; of an older program, as of today.
///
/// Errors: `Fault`.
pub fn stands(look: &Look, doc: &Doc) -> Result<String, Halt> {
    if let Some(known) = doc.text("irn_state") {
        return Ok(known.to_owned());
    }
    match doc.kind == INVOICE.key {
        true => Ok(irn::state(look, &Invoice::of(doc)?)?.to_owned()),
        false => Ok(notes::irn_state(look, &Note::of(doc)?)?.to_owned()),
    }
}
