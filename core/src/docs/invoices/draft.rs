//! Amounts of an invoice: everything on it is computed from its loadings and their orders.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::{
    BankAccount, HsnTotal, Invoice, InvoiceInstalment, InvoiceLine, Part, Party, Share, eway, irn,
};
use crate::declare::case::{Case, Look};
use crate::docs::loadings::{self, LOADING, LoadingLine};
use crate::docs::orders::facts::Places;
use crate::docs::orders::{self, ORDER, Order, loads};
use crate::docs::{customers, goods, org, parties, places, settings, tax, terms};
use crate::error::{Code, Halt, Issue, done};
use crate::gst::{self, RoundOff, Split, Tax, TaxLine};
use crate::identify;
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::said::Said;
use crate::value::{Day, Grams, Paise, Pieces, RateUom, part};

/// A loading with the order it belongs to.
struct Load {
    doc: Arc<Doc>,
    rows: Vec<LoadingLine>,
    order_doc: Arc<Doc>,
    order: Order,
}

pub fn on_save(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let mut invoice = Invoice::of(doc)?;
    if invoice.date.is_some_and(|date| date > case.today()) {
        return done(vec![Issue::new("date", Code::Input, "Date is in the future")]);
    }
    let was = before.map(Invoice::of).transpose()?.unwrap_or_default();
    eway::stamp(case, &was, &mut invoice);
    reckon(case, doc, &mut invoice)?;
    invoice.write(doc);
    Ok(())
}

/// Works the whole invoice out anew and says where it belongs.
///
/// Errors: every loading that cannot be invoiced, or not on one invoice with the first.
pub fn reckon(case: &Look, doc: &mut Doc, invoice: &mut Invoice) -> Result<(), Halt> {
    let loads = gather(case, &doc.id, &invoice.loadings)?;
    let Some(first) = loads.first() else {
        return Err(Halt::issues(vec![Issue::new("loadings", Code::Required, "Select a loading")]));
    };
    let split = first.order.tax_split();
    invoice.lines = lines(case, &loads, split)?;
    head(invoice, &loads, first);
    name_parties(case, invoice, first)?;
    totals(case, invoice, split)?;
    invoice.shares = shares(invoice);
    let date = invoice.date.unwrap_or(case.today());
    agree(case, invoice, date)?;
    invoice.ewb_needed = eway::needed(case, invoice)?.is_some();
    invoice.irn_state = Some(irn::state(case, invoice)?.to_owned());
    // Goods that a registered seller sells are under no reverse charge (CGST Act, s. 9(3); metal scrap is where
    // the seller is unregistered).
    invoice.reverse_charge = false;
    let yard = case.doc(&places::YARD, first.order.yard())?;
    doc.branch = yard.text("branch").map(str::to_owned);
    doc.yard = Some(yard.id.clone());
    doc.owner = first.order_doc.owner.clone();
    Ok(())
}

/// The terms of payment as they are today, frozen with the invoice.
fn agree(case: &Look, invoice: &mut Invoice, date: Day) -> Result<(), Halt> {
    let term = invoice.payment_term.as_deref();
    let agreed = terms::agreed(case, term, date, invoice.payable_paise)?;
    invoice.due_date = Some(agreed.due);
    let part = |(due, amount_paise): (Day, i64)| InvoiceInstalment { due, amount_paise };
    invoice.instalments = agreed.parts.into_iter().map(part).collect();
    invoice.interest_bp = agreed.interest_bp;
    invoice.discount_bp = agreed.discount.map(|(bp, _)| bp);
    invoice.discount_until = agreed.discount.map(|(_, until)| until);
    Ok(())
}

/// The loadings, each fit to be invoiced, and all fit to stand together.
fn gather(case: &Look, invoice: &str, ids: &[String]) -> Result<Vec<Load>, Halt> {
    let mut loads: Vec<Load> = Vec::with_capacity(ids.len());
    let mut issues = Vec::new();
    for (at, id) in ids.iter().enumerate() {
        let load = load(case, id)?;
        let wrong = match unfit(case, invoice, &load)? {
            Some((code, message)) => Some((code, message)),
            None => loads
                .first()
                .and_then(|first| differs(first, &load))
                .map(|message| (Code::Rule, message)),
        };
        if let Some((code, message)) = wrong {
            issues.push(Issue::new(format!("loadings.{at}"), code, message));
        }
        loads.push(load);
    }
    done(issues)?;
    Ok(loads)
}

fn load(case: &Look, id: &str) -> Result<Load, Halt> {
    let doc = case.doc(&LOADING, id)?;
    let rows = loadings::rows_of(&doc)?;
    let order_doc = case.doc(&ORDER, doc.text("order").unwrap_or_default())?;
    let order = Order::of(&order_doc)?;
    Ok(Load { doc, rows, order_doc, order })
}

/// Why a loading cannot be invoiced by this invoice.
fn unfit(case: &Look, invoice: &str, load: &Load) -> Result<Option<(Code, Said)>, Halt> {
    let name = load.doc.name(&LOADING);
    if load.doc.status != loadings::POSTED {
        let message = said!(
            "{name} is {status}; only a posted one is invoiced",
            name,
            status = load.doc.status
        );
        return Ok(Some((Code::BadState, message)));
    }
    if let Some(other) = load.doc.text("invoice").filter(|other| *other != invoice) {
        let no = case.seen(&super::INVOICE, other)?.and_then(|doc| doc.doc_no.clone());
        let message = said!(
            "{name} already exists in {no}",
            name,
            no = no.as_deref().unwrap_or("an invoice")
        );
        return Ok(Some((Code::Duplicate, message)));
    }
    match loads::may_invoice(case, &load.order_doc.id, &load.doc.id) {
        Ok(()) => Ok(None),
        Err(Halt::Refused(refused)) => {
            Ok(refused.issues.into_iter().next().map(|issue| (issue.code, issue.into_said())))
        }
        Err(other) => Err(other),
    }
}

/// Why two loadings cannot stand on one invoice.
fn differs(first: &Load, other: &Load) -> Option<Said> {
    let (a, b) = (&first.order, &other.order);
    let what = match () {
        () if a.customer != b.customer => "customer",
        () if a.bill_to != b.bill_to => "billing address",
        () if a.ship_to != b.ship_to => "delivery address",
        () if (&a.place_of_supply, &a.split) != (&b.place_of_supply, &b.split) => "place of supply",
        () if a.payment_term != b.payment_term => "payment terms",
        () if a.yard != b.yard => "yard",
        () if first.doc.id == other.doc.id => {
            return Some("This loading is listed twice".into());
        }
        () => return None,
    };
    Some(said!("The {what} differs from the first loading's; create a second invoice", what))
}

/// One line for each order line, whatever batches and vehicles it left in, so that it is priced
/// and taxed once.
fn lines(case: &Look, loads: &[Load], split: Split) -> Result<Vec<InvoiceLine>, Halt> {
    let mut lines: Vec<InvoiceLine> = Vec::new();
    for load in loads {
        for (at, row) in load.rows.iter().enumerate() {
            let same = |line: &&mut InvoiceLine| {
                line.order == load.order_doc.id && line.order_line == row.order_line
            };
            let line = match lines.iter_mut().find(same) {
                Some(line) => line,
                None => {
                    lines.push(InvoiceLine {
                        order: load.order_doc.id.clone(),
                        order_line: row.order_line,
                        ..InvoiceLine::default()
                    });
                    let Some(line) = lines.last_mut() else { continue };
                    line
                }
            };
            // Nobody counts the pieces of scrap.
            line.pcs += if row.dump { 0 } else { row.pcs };
            line.weight_g += row.weight_g;
            line.parts.push(Part {
                loading: load.doc.id.clone(),
                loading_line: at as i64,
                batch: row.batch.clone(),
                pcs: row.pcs,
                weight_g: row.weight_g,
                dump: row.dump.then_some(true),
                cost_paise: row.cost_paise,
            });
        }
    }
    let order_of: BTreeMap<&str, &Order> =
        loads.iter().map(|load| (load.order_doc.id.as_str(), &load.order)).collect();
    for line in &mut lines {
        let order = order_of.get(line.order.as_str());
        let from = order.and_then(|order| order.lines.get(usize::try_from(line.order_line).ok()?));
        let (Some(order), Some(from)) = (order, from) else {
            return Err(Halt::Fault(format!("loading of a line that {} has not", line.order)));
        };
        price(case, line, order, from, split)?;
    }
    Ok(lines)
}

fn price(
    case: &Look,
    line: &mut InvoiceLine,
    order: &Order,
    from: &orders::Line,
    split: Split,
) -> Result<(), Halt> {
    let sku = case.doc(&goods::SKU, &from.sku)?;
    line.sku = from.sku.clone();
    line.name = sku.title(&goods::SKU);
    line.hsn = hsn(case, &sku, &from.hsn)?;
    line.rate_paise = from.rate_paise.unwrap_or(0);
    line.rate_uom = from.rate_uom;
    line.discount_bp = from.discount_bp.unwrap_or(0);
    line.gst_rate_bp = from.gst_rate_bp.unwrap_or(0);
    line.billed_g = from.billed_g(line.pcs, line.weight_g);
    let price = from.price(order);
    let worth = price.worth(line.pcs, line.billed_g);
    let tax = worth.tax_line.tax(split);
    line.amount_paise = worth.goods.0;
    line.charges_paise = worth.charges.0;
    line.taxable_paise = worth.tax_line.taxable.0;
    line.cess_bp = price.cess_bp;
    (line.cgst_paise, line.sgst_paise, line.igst_paise) = (tax.cgst.0, tax.sgst.0, tax.igst.0);
    line.cess_paise = tax.cess.0;
    (line.uqc, line.qty_micro) = quantity(price.rate_uom, line, price.length_mm);
    line.qty_milli = part(line.qty_micro, 1, 1_000);
    Ok(())
}

/// The code as ordered; where it has too few digits by now, the SKU's of today.
fn hsn(case: &Look, sku: &Doc, ordered: &str) -> Result<String, Halt> {
    if identify::hsn_for(ordered, tax::hsn_digits(case)?).is_ok() {
        return Ok(ordered.to_owned());
    }
    Ok(tax::hsn_of(case, sku)?.unwrap_or_else(|| ordered.to_owned()))
}

/// The quantity that the rate multiplies, in the unit that is returned, millionths: a gram of a tonne.
fn quantity(rate_uom: RateUom, line: &InvoiceLine, length_mm: i64) -> (String, i64) {
    let (uqc, micro) = match rate_uom {
        RateUom::Mt => ("MTS", line.billed_g),
        RateUom::Kg => ("KGS", line.billed_g.saturating_mul(1_000)),
        RateUom::Pcs => ("PCS", line.pcs.saturating_mul(1_000_000)),
        RateUom::Bag => ("BAG", line.pcs.saturating_mul(1_000_000)),
        RateUom::Mtr => ("MTR", line.pcs.saturating_mul(length_mm).saturating_mul(1_000)),
    };
    (uqc.to_owned(), micro)
}

/// The header of the invoice, from the loadings and orders.
fn head(invoice: &mut Invoice, loads: &[Load], first: &Load) {
    let order = &first.order;
    invoice.customer = Some(order.customer.clone());
    invoice.customer_name = Some(order.customer_name.clone());
    invoice.bill_to = order.bill_to.clone();
    invoice.ship_to = order.ship_to.clone();
    invoice.yard = order.yard.clone();
    invoice.salesman = order.salesman.clone();
    invoice.payment_term = order.payment_term.clone();
    invoice.place_of_supply = Some(order.place_of_supply.clone());
    invoice.place_name = identify::state_name(&order.place_of_supply);
    invoice.split = order.split.clone();
    invoice.state_tax = Some(gst::state_tax_label(&order.place_of_supply).to_owned());
    invoice.orders.clear();
    let (mut numbers, mut vehicles, mut slips, mut asked) = (vec![], vec![], vec![], vec![]);
    let once = |list: &mut Vec<String>, text: Option<String>| {
        if let Some(text) = text.filter(|text| !text.is_empty() && !list.contains(text)) {
            list.push(text);
        }
    };
    for load in loads {
        once(&mut invoice.orders, Some(load.order_doc.id.clone()));
        once(&mut numbers, load.order_doc.doc_no.clone());
        once(&mut vehicles, load.doc.text("vehicle_no").map(str::to_owned));
        once(&mut slips, load.doc.text("slip_no").map(str::to_owned));
        once(&mut asked, load.order.po_no.clone());
    }
    let joined = |list: Vec<String>, most: usize| {
        (!list.is_empty()).then(|| list.join(", ").chars().take(most).collect::<String>())
    };
    invoice.order_no = joined(numbers, 200);
    invoice.vehicle_no = joined(vehicles, 40);
    invoice.slip_no = joined(slips, 60);
    invoice.po_no = joined(asked, 100);
}

/// Seller, buyer and receiver as they are today; frozen by posting.
fn name_parties(case: &Look, invoice: &mut Invoice, first: &Load) -> Result<(), Halt> {
    let order = &first.order;
    let yard = case.doc(&places::YARD, order.yard())?;
    let branch =
        yard.text("branch").map(|id| case.find(org::BRANCH.key, id)).transpose()?.flatten();
    let company = case.single(&org::COMPANY)?;
    let of = |doc: &Option<Arc<Doc>>, key: &str| {
        doc.as_ref().and_then(|doc| doc.text(key)).map(str::to_owned)
    };
    invoice.terms = of(&company, "invoice_terms");
    invoice.seller = Some(Party {
        name: of(&company, "name"),
        gstin: Some(places::yard_gstin(case, &yard.id)?).filter(|gstin| !gstin.is_empty()),
        pan: of(&company, "pan"),
        address: of(&branch, "address"),
        pin: of(&branch, "pin"),
        mobile: of(&branch, "mobile").or(of(&company, "mobile")),
        ..at_state(&places::yard_gst_code(case, &yard.id)?)
    });
    invoice.bank = company.as_ref().and_then(first_account);
    invoice.dispatch_from = Some(
        [yard.text("name"), yard.text("address")]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(", "),
    );
    let customer = case.doc(&customers::CUSTOMER, &order.customer)?;
    let bill = parties::billed_at(&customer, order.bill_to.as_deref());
    let ship = parties::labelled(&customer, "ship_to", order.ship_to.as_deref());
    let text = |of: Option<&Record>, key: &str| {
        of.and_then(|of| of.get(key)).and_then(Value::as_str).map(str::to_owned)
    };
    let (bill_address, ship_address) = addresses(case, &customer, order, [bill, ship])?;
    let buyer = Party {
        name: customer.text("name").map(str::to_owned),
        gstin: text(bill, "gstin").or(customer.text("gstin").map(str::to_owned)),
        pan: customer.text("pan").map(str::to_owned),
        address: Some(bill_address).filter(|address| !address.is_empty()),
        pin: text(bill, "pin"),
        mobile: customer.text("mobile").map(str::to_owned),
        gst_category: customer.text("gst_category").map(str::to_owned),
        ..at_state(&places::gst_code(case, text(bill, "state").as_deref())?)
    };
    invoice.consignee = Some(match ship {
        None => buyer.clone(),
        Some(_) => Party {
            name: buyer.name.clone(),
            gstin: text(ship, "gstin").or(buyer.gstin.clone()),
            pan: None,
            address: Some(ship_address).filter(|address| !address.is_empty()),
            pin: text(ship, "pin"),
            mobile: text(ship, "mobile").or(buyer.mobile.clone()),
            ..at_state(&places::gst_code(case, text(ship, "state").as_deref())?)
        },
    });
    invoice.buyer = Some(buyer);
    Ok(())
}

/// The first of the company's bank accounts, which its invoices and receipts name.
pub fn first_account(company: &Arc<Doc>) -> Option<BankAccount> {
    let row = company.get("bank_accounts")?.as_array()?.first()?;
    let of = |key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
    Some(BankAccount {
        bank: of("bank"),
        branch: of("branch"),
        ifsc: of("ifsc"),
        account: of("account"),
    })
}

/// The addresses as ordered; one that was completed since, as it is today.
fn addresses(
    case: &Look,
    customer: &Doc,
    order: &Order,
    [bill, ship]: [Option<&Record>; 2],
) -> Result<(String, String), Halt> {
    let (bill_now, ship_now) = Places::of(customer, order).shown(case)?;
    let pick = |ordered: &str, now: String, of: Option<&Record>| {
        let pin = of.and_then(|of| of.get("pin")).and_then(Value::as_str);
        if pin.is_some_and(|pin| !ordered.contains(pin)) { now } else { ordered.to_owned() }
    };
    Ok((pick(&order.bill_address, bill_now, bill), pick(&order.ship_address, ship_now, ship)))
}

/// A party in a state, by its GST code.
pub fn at_state(code: &str) -> Party {
    Party {
        state: identify::state_name(code),
        state_code: Some(code.to_owned()).filter(|code| !code.is_empty()),
        ..Party::default()
    }
}

/// The sums of the lines, the tax collected at source, and the round-off.
fn totals(case: &Look, invoice: &mut Invoice, split: Split) -> Result<(), Halt> {
    let taxed: Vec<TaxLine> = invoice
        .lines
        .iter()
        .map(|line| TaxLine {
            taxable: Paise(line.taxable_paise),
            rate_bp: line.gst_rate_bp,
            cess_bp: line.cess_bp,
        })
        .collect();
    let before = gst::totals(&taxed, split, Paise(0), RoundOff::None);
    invoice.tcs_bp = tcs_rate(case, invoice)?;
    invoice.tcs_paise = part(before.total.0, invoice.tcs_bp, 10_000);
    let to = match settings::text_of(case, "round_off")?.as_str() {
        "none" => RoundOff::None,
        _ => RoundOff::Rupee,
    };
    let sums = gst::totals(&taxed, split, Paise(invoice.tcs_paise), to);
    let sum = |of: fn(&InvoiceLine) -> i64| invoice.lines.iter().map(of).sum::<i64>();
    invoice.pcs = invoice.lines.iter().map(|line| Pieces(line.pcs)).sum::<Pieces>().0;
    invoice.weight_g = invoice.lines.iter().map(|line| Grams(line.weight_g)).sum::<Grams>().0;
    invoice.goods_paise = sum(|line| line.amount_paise);
    invoice.charges_paise = sum(|line| line.charges_paise);
    invoice.taxable_paise = sums.taxable.0;
    let Tax { cgst, sgst, igst, cess } = sums.tax;
    (invoice.cgst_paise, invoice.sgst_paise, invoice.igst_paise) = (cgst.0, sgst.0, igst.0);
    invoice.cess_paise = cess.0;
    invoice.total_paise = sums.total.0;
    invoice.round_off_paise = sums.round_off.0;
    invoice.payable_paise = sums.payable.0;
    invoice.hsn_totals = hsn_totals(&invoice.lines);
    Ok(())
}

/// The rate of the chosen section on the day of the invoice.
fn tcs_rate(case: &Look, invoice: &Invoice) -> Result<i64, Halt> {
    let Some(section) = invoice.tcs_section.as_deref() else { return Ok(0) };
    let on = invoice.date.unwrap_or(case.today());
    let company = case.single(&org::COMPANY)?;
    let rules = company.as_ref().and_then(|doc| doc.get("tcs_rules")).and_then(Value::as_array);
    let rule = |row: &Value| {
        let from = row.get("from").and_then(Value::as_str).and_then(Day::parse)?;
        let named = row.get("section").and_then(Value::as_str) == Some(section);
        (named && from <= on).then_some((from, row.get("rate_bp").and_then(Value::as_i64)?))
    };
    let rules = rules.map(Vec::as_slice).unwrap_or_default();
    match rules.iter().filter_map(rule).max() {
        Some((_, rate_bp)) => Ok(rate_bp),
        None => {
            let message = "The company has no such rule on this day";
            Err(Halt::issues(vec![Issue::new("tcs_section", Code::Input, message)]))
        }
    }
}

fn hsn_totals(lines: &[InvoiceLine]) -> Vec<HsnTotal> {
    let mut totals: BTreeMap<(&str, i64), HsnTotal> = BTreeMap::new();
    for line in lines {
        let total = totals.entry((&line.hsn, line.gst_rate_bp)).or_insert_with(|| HsnTotal {
            hsn: line.hsn.clone(),
            gst_rate_bp: line.gst_rate_bp,
            ..HsnTotal::default()
        });
        total.taxable_paise += line.taxable_paise;
        total.cgst_paise += line.cgst_paise;
        total.sgst_paise += line.sgst_paise;
        total.igst_paise += line.igst_paise;
        total.cess_paise += line.cess_paise;
    }
    totals.into_values().collect()
}

/// The payable amount by order; the first takes what is not a line's.
fn shares(invoice: &Invoice) -> Vec<Share> {
    let mut shares: Vec<Share> = Vec::new();
    for order in &invoice.orders {
        let own = invoice.lines.iter().filter(|line| line.order == *order);
        let amount_paise = own.map(|line| line.taxable_paise + line.tax_paise()).sum();
        shares.push(Share { order: order.clone(), amount_paise, committed_paise: 0 });
    }
    let rest: i64 = invoice.payable_paise - shares.iter().map(|s| s.amount_paise).sum::<i64>();
    if let Some(first) = shares.first_mut() {
        first.amount_paise += rest;
    }
    shares
}
