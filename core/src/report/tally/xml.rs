//! The two files that Tally imports: vouchers, and the masters that they need before them.

use std::io;

use quick_xml::Writer;
use quick_xml::events::BytesText;

use super::{
    TallyBook, TallyEntry, TallyItem, TallyLedger, TallyStockItem, TallyVoucher, VoucherKind,
};
use crate::table::number::plain;
use crate::value::Day;

type Out = Writer<Vec<u8>>;
type Made = io::Result<()>;

/// The vouchers of a book as a file for Tally's import; what was refused is not among them.
///
/// # Errors
/// A text for the log.
pub(super) fn vouchers(book: &TallyBook) -> Result<Vec<u8>, String> {
    envelope(book, "Vouchers", |out| {
        book.vouchers.iter().try_for_each(|one| message(out, |out| voucher(out, one)))
    })
}

/// Its ledgers, units, groups, goods and godowns: they must stand in Tally before the vouchers.
///
/// # Errors
/// A text for the log.
pub(super) fn masters(book: &TallyBook) -> Result<Vec<u8>, String> {
    envelope(book, "All Masters", |out| {
        for (unit, name, places) in UNITS {
            message(out, |out| {
                inside(out, "UNIT", &[("NAME", unit), ("ACTION", "Create")], |out| {
                    leaf(out, "NAME", unit)?;
                    leaf(out, "ORIGINALNAME", name)?;
                    leaf(out, "DECIMALPLACES", places)?;
                    leaf(out, "ISSIMPLEUNIT", "Yes")
                })
            })?;
        }
        for kind in VoucherKind::ALL {
            message(out, |out| {
                inside(out, "VOUCHERTYPE", &named(kind.name()), |out| {
                    leaf(out, "PARENT", kind.name())?;
                    leaf(out, "NUMBERINGMETHOD", "Manual")?;
                    leaf(out, "PREVENTDUPLICATES", "Yes")
                })
            })?;
        }
        let mut groups: Vec<&str> = book.items.iter().map(|item| item.under.as_str()).collect();
        groups.sort_unstable();
        groups.dedup();
        for group in groups.into_iter().filter(|group| !group.is_empty()) {
            message(out, |out| inside(out, "STOCKGROUP", &named(group), |_| Ok(())))?;
        }
        for godown in &book.godowns {
            message(out, |out| inside(out, "GODOWN", &named(godown), |_| Ok(())))?;
        }
        book.ledgers.iter().try_for_each(|one| message(out, |out| ledger(out, one)))?;
        book.items.iter().try_for_each(|one| message(out, |out| stock_item(out, one)))
    })
}

/// Units of weight and count, with their names and decimals.
const UNITS: &[(&str, &str, &str)] = &[("KGS", "Kilograms", "3"), ("PCS", "Pieces", "0")];

fn named(name: &str) -> [(&str, &str); 2] {
    [("NAME", name), ("ACTION", "Create")]
}

fn envelope(
    book: &TallyBook,
    report: &str,
    messages: impl FnOnce(&mut Out) -> Made,
) -> Result<Vec<u8>, String> {
    let mut out = Writer::new_with_indent(Vec::new(), b' ', 1);
    let made = inside(&mut out, "ENVELOPE", &[], |out| {
        inside(out, "HEADER", &[], |out| leaf(out, "TALLYREQUEST", "Import Data"))?;
        inside(out, "BODY", &[], |out| {
            inside(out, "IMPORTDATA", &[], |out| {
                inside(out, "REQUESTDESC", &[], |out| {
                    leaf(out, "REPORTNAME", report)?;
                    inside(out, "STATICVARIABLES", &[], |out| {
                        leaf(out, "SVCURRENTCOMPANY", &book.company)
                    })
                })?;
                inside(out, "REQUESTDATA", &[], messages)
            })
        })
    });
    made.map_err(|error| error.to_string())?;
    Ok(out.into_inner())
}

fn message(out: &mut Out, inner: impl FnOnce(&mut Out) -> Made) -> Made {
    inside(out, "TALLYMESSAGE", &[("xmlns:UDF", "TallyUDF")], inner)
}

fn inside(
    out: &mut Out,
    name: &str,
    attributes: &[(&str, &str)],
    inner: impl FnOnce(&mut Out) -> Made,
) -> Made {
    let element = out.create_element(name).with_attributes(attributes.iter().copied());
    element.write_inner_content(inner)?;
    Ok(())
}

/// One value; an empty one is left out.
fn leaf(out: &mut Out, name: &str, text: &str) -> Made {
    if !text.is_empty() {
        out.create_element(name).write_text_content(BytesText::new(text))?;
    }
    Ok(())
}

fn voucher(out: &mut Out, one: &TallyVoucher) -> Made {
    let action = if one.alter { "Alter" } else { "Create" };
    let of_goods = one.kind == VoucherKind::StockJournal;
    let view = match one.items.is_empty() {
        _ if of_goods => "Consumption Voucher View",
        true => "Accounting Voucher View",
        false => "Invoice Voucher View",
    };
    let attributes = [
        ("REMOTEID", one.id.as_str()),
        ("VCHTYPE", one.kind.name()),
        ("ACTION", action),
        ("OBJVIEW", view),
    ];
    inside(out, "VOUCHER", &attributes, |out| {
        leaf(out, "DATE", &compact(one.day))?;
        leaf(out, "EFFECTIVEDATE", &compact(one.day))?;
        leaf(out, "GUID", &one.id)?;
        leaf(out, "VOUCHERTYPENAME", one.kind.name())?;
        leaf(out, "VOUCHERNUMBER", &one.number)?;
        leaf(out, "REFERENCE", &one.reference)?;
        leaf(out, "PARTYLEDGERNAME", &one.party)?;
        leaf(out, "PARTYGSTIN", &one.gstin)?;
        leaf(out, "GSTREGISTRATIONTYPE", &one.registration)?;
        leaf(out, "STATENAME", &one.state)?;
        leaf(out, "PLACEOFSUPPLY", &one.supply)?;
        leaf(out, "BASICBUYERNAME", &one.consignee)?;
        if !one.address.is_empty() {
            inside(out, "BASICBUYERADDRESS.LIST", &[], |out| {
                leaf(out, "BASICBUYERADDRESS", &one.address)
            })?;
        }
        leaf(out, "BASICSHIPPEDBY", &one.carrier)?;
        leaf(out, "BASICSHIPDOCUMENTNO", &one.loading)?;
        leaf(out, "BASICSHIPVEHICLENO", &one.vehicle)?;
        leaf(out, "BASICPURCHASEORDERNO", &one.order)?;
        leaf(out, "IRN", &one.irn)?;
        leaf(out, "IRNACKNO", &one.ack_no)?;
        leaf(out, "IRNACKDATE", &one.ack_day.map(compact).unwrap_or_default())?;
        leaf(out, "TEMPGSTEWAYBILLNUMBER", &one.ewb)?;
        leaf(out, "TEMPGSTEWAYBILLDATE", &one.ewb_day.map(compact).unwrap_or_default())?;
        leaf(out, "PERSISTEDVIEW", view)?;
        leaf(out, "ISINVOICE", yes(!one.items.is_empty() && !of_goods))?;
        leaf(out, "ISCANCELLED", yes(one.cancelled))?;
        leaf(out, "NARRATION", &narration(one))?;
        one.entries.iter().try_for_each(|entry| ledger_entry(out, entry))?;
        one.items.iter().try_for_each(|item| match of_goods {
            true => moved_entry(out, item),
            false => inventory_entry(out, item),
        })
    })
}

/// The narration: the document that the voucher comes from, its order and its loadings.
pub(super) fn narration(one: &TallyVoucher) -> String {
    let mut told = one.number.clone();
    for (what, name) in [("order", &one.order), ("loading", &one.loading)] {
        if !name.is_empty() {
            told.push_str(&format!(", {what} {name}"));
        }
    }
    told
}

fn ledger_entry(out: &mut Out, entry: &TallyEntry) -> Made {
    inside(out, "ALLLEDGERENTRIES.LIST", &[], |out| {
        leaf(out, "LEDGERNAME", &entry.ledger)?;
        leaf(out, "ISDEEMEDPOSITIVE", yes(entry.paise > 0))?;
        leaf(out, "ISPARTYLEDGER", yes(entry.bill.is_some()))?;
        leaf(out, "AMOUNT", &amount(entry.paise))?;
        let Some(bill) = &entry.bill else { return Ok(()) };
        inside(out, "BILLALLOCATIONS.LIST", &[], |out| {
            leaf(out, "NAME", &bill.name)?;
            leaf(out, "BILLTYPE", &bill.kind)?;
            if bill.days > 0 {
                leaf(out, "BILLCREDITPERIOD", &format!("{} Days", bill.days))?;
            }
            leaf(out, "AMOUNT", &amount(entry.paise))
        })
    })
}

/// What goes into a godown, or out of it.
pub(super) const IN: &str = "INVENTORYENTRIESIN.LIST";
pub(super) const OUT: &str = "INVENTORYENTRIESOUT.LIST";

fn moved_entry(out: &mut Out, item: &TallyItem) -> Made {
    inside(out, if item.paise > 0 { IN } else { OUT }, &[], |out| goods(out, item))
}

fn goods(out: &mut Out, item: &TallyItem) -> Made {
    let quantity = format!("{} KGS = {} PCS", plain(item.g, 3), item.pcs);
    leaf(out, "STOCKITEMNAME", &item.name)?;
    leaf(out, "ISDEEMEDPOSITIVE", yes(item.paise > 0))?;
    leaf(out, "RATE", &item.rate)?;
    leaf(out, "AMOUNT", &amount(item.paise))?;
    leaf(out, "ACTUALQTY", &quantity)?;
    leaf(out, "BILLEDQTY", &quantity)?;
    inside(out, "BATCHALLOCATIONS.LIST", &[], |out| {
        leaf(out, "GODOWNNAME", &item.godown)?;
        leaf(out, "BATCHNAME", &item.batch)?;
        leaf(out, "AMOUNT", &amount(item.paise))?;
        leaf(out, "ACTUALQTY", &quantity)?;
        leaf(out, "BILLEDQTY", &quantity)
    })
}

fn inventory_entry(out: &mut Out, item: &TallyItem) -> Made {
    inside(out, "ALLINVENTORYENTRIES.LIST", &[], |out| {
        goods(out, item)?;
        inside(out, "ACCOUNTINGALLOCATIONS.LIST", &[], |out| {
            leaf(out, "LEDGERNAME", &item.ledger)?;
            leaf(out, "ISDEEMEDPOSITIVE", yes(item.paise > 0))?;
            leaf(out, "AMOUNT", &amount(item.paise))
        })
    })
}

fn ledger(out: &mut Out, one: &TallyLedger) -> Made {
    inside(out, "LEDGER", &named(&one.name), |out| {
        leaf(out, "PARENT", &one.under)?;
        let party = one.under.starts_with("Sundry");
        leaf(out, "ISBILLWISEON", yes(party))?;
        if !one.address.is_empty() {
            inside(out, "ADDRESS.LIST", &[], |out| leaf(out, "ADDRESS", &one.address))?;
        }
        leaf(out, "LEDSTATENAME", &one.state)?;
        leaf(out, "PINCODE", &one.pin)?;
        leaf(out, "INCOMETAXNUMBER", &one.pan)?;
        leaf(out, "GSTREGISTRATIONTYPE", &one.registration)?;
        leaf(out, "PARTYGSTIN", &one.gstin)?;
        if one.days > 0 {
            leaf(out, "BILLCREDITPERIOD", &format!("{} Days", one.days))?;
        }
        Ok(())
    })
}

fn stock_item(out: &mut Out, one: &TallyStockItem) -> Made {
    inside(out, "STOCKITEM", &named(&one.name), |out| {
        leaf(out, "PARENT", &one.under)?;
        leaf(out, "BASEUNITS", "KGS")?;
        leaf(out, "ADDITIONALUNITS", "PCS")?;
        leaf(out, "ISBATCHWISEON", "Yes")?;
        if one.hsn.is_empty() {
            return Ok(());
        }
        inside(out, "HSNDETAILS.LIST", &[], |out| leaf(out, "HSNCODE", &one.hsn))
    })
}

fn yes(is: bool) -> &'static str {
    if is { "Yes" } else { "No" }
}

/// Tally writes a debit below zero.
fn amount(paise: i64) -> String {
    plain(paise.saturating_neg(), 2)
}

fn compact(day: Day) -> String {
    day.to_string().replace('-', "")
}
