//! The e-invoice that the invoice registration portal takes: form INV-01, schema 1.1.

use super::paper::{ABROAD, PaperLine, PortalPaper};
use super::pen::Pen;
use super::place::{self, LINE, PortalPlace, TOWN};
use crate::docs::invoices::Party;
use crate::value::Day;

/// The PIN code that the portal takes for a place abroad.
const NO_PIN: i64 = 999_999;

/// Writes one document; the file that is uploaded is a list of them.
pub fn write(pen: &mut Pen, paper: &PortalPaper) {
    pen.object("", |pen| {
        pen.text("Version", "1.1", 6);
        pen.object("TranDtls", |pen| {
            pen.text("TaxSch", "GST", 10);
            pen.text("SupTyp", paper.supply, 10);
            pen.text("RegRev", yes(paper.reverse_charge), 1);
            pen.text("IgstOnIntra", yes(paper.igst_on_intra), 1);
        });
        pen.object("DocDtls", |pen| {
            pen.text("Typ", paper.kind, 3);
            pen.text("No", &paper.number, 16);
            pen.text("Dt", &slashed(paper.date), 10);
        });
        pen.object("SellerDtls", |pen| party(pen, &paper.seller, None));
        pen.object("BuyerDtls", |pen| party(pen, &paper.buyer, Some(&paper.place)));
        if let Some(to) = &paper.consignee {
            pen.object("ShipDtls", |pen| shipped(pen, to));
        }
        pen.list("ItemList", |pen| {
            for (at, line) in (1..).zip(&paper.lines) {
                pen.object("", |pen| item(pen, at, line));
            }
        });
        pen.object("ValDtls", |pen| {
            pen.hundredths("AssVal", paper.taxable_paise);
            pen.hundredths("CgstVal", paper.cgst_paise);
            pen.hundredths("SgstVal", paper.sgst_paise);
            pen.hundredths("IgstVal", paper.igst_paise);
            pen.hundredths("CesVal", paper.cess_paise);
            pen.hundredths("OthChrg", paper.other_paise);
            pen.hundredths("RndOffAmt", paper.round_off_paise);
            pen.hundredths("TotInvVal", paper.payable_paise);
        });
        if let Some((number, date)) = &paper.preceding {
            pen.object("RefDtls", |pen| {
                pen.list("PrecDocDtls", |pen| {
                    pen.object("", |pen| {
                        pen.text("InvNo", number, 16);
                        pen.text("InvDt", &slashed(*date), 10);
                    });
                });
            });
        }
    });
}

/// A day as both portals write it: `21/11/2026`.
pub fn slashed(day: Day) -> String {
    day.shown().replace('-', "/")
}

fn yes(it_is: bool) -> &'static str {
    if it_is { "Y" } else { "N" }
}

/// Seller and buyer; the buyer's has the place of supply.
fn party(pen: &mut Pen, party: &Party, place: Option<&String>) {
    let abroad = place.is_some_and(|place| place == ABROAD);
    pen.text("Gstin", party.gstin.as_deref().unwrap_or("URP"), 15);
    pen.text("LglNm", party.name.as_deref().unwrap_or_default(), LINE);
    if let Some(place) = place {
        pen.text("Pos", place, 2);
    }
    located(pen, party, abroad);
    let phone: String =
        party.mobile.iter().flat_map(|text| text.chars()).filter(char::is_ascii_digit).collect();
    if (6..=12).contains(&phone.len()) {
        pen.text("Ph", &phone, 12);
    }
}

fn shipped(pen: &mut Pen, party: &Party) {
    if let Some(gstin) = &party.gstin {
        pen.text("Gstin", gstin, 15);
    }
    pen.text("LglNm", party.name.as_deref().unwrap_or_default(), LINE);
    located(pen, party, party.state_code.as_deref() == Some(ABROAD));
}

fn located(pen: &mut Pen, party: &Party, abroad: bool) {
    let PortalPlace { line1, line2, town, pin } = place::of(party);
    pen.text("Addr1", &line1, LINE);
    if !line2.is_empty() {
        pen.text("Addr2", &line2, LINE);
    }
    pen.text("Loc", &town, TOWN);
    pen.int("Pin", if abroad { NO_PIN } else { pin });
    pen.text("Stcd", if abroad { ABROAD } else { party.state_code.as_deref().unwrap_or("") }, 2);
}

fn item(pen: &mut Pen, at: usize, line: &PaperLine) {
    pen.text("SlNo", &at.to_string(), 6);
    pen.text("PrdDesc", &line.name, 300);
    pen.text("IsServc", "N", 1);
    pen.text("HsnCd", &line.hsn, 8);
    pen.thousandths("Qty", line.qty_milli);
    pen.text("Unit", &line.uqc, 8);
    pen.thousandths("UnitPrice", line.price_milli);
    pen.hundredths("TotAmt", line.gross_paise);
    pen.hundredths("Discount", line.discount_paise);
    pen.hundredths("AssAmt", line.taxable_paise);
    pen.hundredths("GstRt", line.gst_rate_bp);
    pen.hundredths("IgstAmt", line.igst_paise);
    pen.hundredths("CgstAmt", line.cgst_paise);
    pen.hundredths("SgstAmt", line.sgst_paise);
    pen.hundredths("CesRt", line.cess_bp);
    pen.hundredths("CesAmt", line.cess_paise);
    pen.hundredths("TotItemVal", line.total_paise());
}
