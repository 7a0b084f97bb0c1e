//! The bulk file of the e-way bill portal, as its own preparation tool writes it (version 1.0.0621).

use super::inv01::slashed;
use super::paper::{PaperLine, PortalPaper};
use super::pen::{Pen, taken};
use super::place::{self, LINE, TOWN};
use crate::docs::invoices::{Invoice, Party};

pub const VERSION: &str = "1.0.0621";

/// How the goods go, in the portal's numbers.
const MODES: &[(&str, i64)] = &[("road", 1), ("rail", 2), ("air", 3), ("ship", 4)];

/// A bill to one and a delivery to another address.
const SHIPPED: i64 = 2;
const REGULAR: i64 = 1;

/// Writes one bill of the list.
pub fn write(pen: &mut Pen, paper: &PortalPaper, invoice: &Invoice) {
    let to = paper.consignee.as_ref().unwrap_or(&paper.buyer);
    pen.object("", |pen| {
        pen.text("userGstin", paper.seller.gstin.as_deref().unwrap_or_default(), 15);
        pen.text("supplyType", "O", 1);
        pen.int("subSupplyType", if paper.supply.starts_with("EXP") { 3 } else { 1 });
        pen.text("subSupplyDesc", "", 20);
        pen.text("docType", "INV", 3);
        pen.text("docNo", &paper.number, 16);
        pen.text("docDate", &slashed(paper.date), 10);
        pen.int("transType", if paper.consignee.is_some() { SHIPPED } else { REGULAR });
        side(pen, "from", "From", &paper.seller, &paper.seller);
        side(pen, "to", "To", &paper.buyer, to);
        pen.hundredths("totalValue", paper.taxable_paise);
        pen.hundredths("cgstValue", paper.cgst_paise);
        pen.hundredths("sgstValue", paper.sgst_paise);
        pen.hundredths("igstValue", paper.igst_paise);
        pen.hundredths("cessValue", paper.cess_paise);
        pen.hundredths("TotNonAdvolVal", 0);
        pen.hundredths("OthValue", paper.other_paise + paper.round_off_paise);
        pen.hundredths("totInvValue", paper.payable_paise);
        road(pen, invoice);
        pen.int("mainHsnCode", main_hsn(&paper.lines));
        pen.list("itemList", |pen| {
            for (at, line) in (1..).zip(&paper.lines) {
                pen.object("", |pen| item(pen, at, line));
            }
        });
    });
}

/// One end of the way: whose it is, and where the goods are.
fn side(pen: &mut Pen, end: &str, word: &str, party: &Party, at: &Party) {
    let told = place::of(at);
    let state =
        |party: &Party| party.state_code.as_deref().and_then(|code| code.parse().ok()).unwrap_or(0);
    pen.text(&format!("{end}Gstin"), party.gstin.as_deref().unwrap_or("URP"), 15);
    pen.text(&format!("{end}TrdName"), party.name.as_deref().unwrap_or_default(), LINE);
    pen.text(&format!("{end}Addr1"), &told.line1, LINE);
    pen.text(&format!("{end}Addr2"), &told.line2, LINE);
    pen.text(&format!("{end}Place"), &told.town, TOWN);
    pen.int(&format!("{end}Pincode"), told.pin);
    pen.int(&format!("{end}StateCode"), state(party));
    pen.int(&format!("actual{word}StateCode"), state(at));
}

/// Part B as far as it is known; a vehicle is entered at the portal where several carry the goods.
fn road(pen: &mut Pen, invoice: &Invoice) {
    let mode = invoice.ewb_mode.as_deref().unwrap_or("road");
    let mode = MODES.iter().find(|(word, _)| *word == mode).map_or(1, |(_, number)| *number);
    let vehicle = invoice.vehicle_no.as_deref().unwrap_or_default();
    let plain: String = vehicle.chars().filter(char::is_ascii_alphanumeric).collect();
    let one = !vehicle.contains(',') && (7..=15).contains(&plain.len());
    pen.int("transMode", mode);
    // 0 asks the portal for the distance between the PIN codes.
    pen.int("transDistance", invoice.distance_km.unwrap_or(0));
    pen.text("transporterName", &taken(invoice.transporter.as_deref().unwrap_or(""), LINE), LINE);
    pen.text("transporterId", "", 15);
    pen.text("transDocNo", "", 15);
    pen.text("transDocDate", "", 10);
    pen.text("vehicleNo", if one { &plain } else { "" }, 15);
    pen.text("vehicleType", if one { "R" } else { "" }, 1);
}

fn item(pen: &mut Pen, at: i64, line: &PaperLine) {
    let (halves, whole) = match line.igst_paise {
        0 if line.cgst_paise > 0 => (line.gst_rate_bp * 5, 0),
        0 => (0, 0),
        _ => (0, line.gst_rate_bp * 10),
    };
    pen.int("itemNo", at);
    pen.text("productName", &line.name, LINE);
    pen.text("productDesc", &line.name, LINE);
    pen.int("hsnCode", line.hsn.parse().unwrap_or(0));
    pen.thousandths("quantity", line.qty_milli);
    pen.text("qtyUnit", &line.uqc, 3);
    pen.hundredths("taxableAmount", line.taxable_paise);
    pen.thousandths("sgstRate", halves);
    pen.thousandths("cgstRate", halves);
    pen.thousandths("igstRate", whole);
    pen.thousandths("cessRate", line.cess_bp * 10);
    pen.hundredths("cessNonAdvol", 0);
}

/// The HSN of the line of the greatest value.
fn main_hsn(lines: &[PaperLine]) -> i64 {
    let most = lines.iter().rev().max_by_key(|line| line.taxable_paise);
    most.and_then(|line| line.hsn.parse().ok()).unwrap_or(0)
}
