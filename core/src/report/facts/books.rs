//! The books as reports read them: rows of vouchers, whose ledger they stand in, and what their documents add.

use serde_json::Value;

pub use super::accounts::{BOOK_ACCOUNTS, PARTIES};
use super::accounts::{PARTY_CLASSES, registration};
use super::trade::purchase;
use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, carried, code,
    day_of, facts,
};
use crate::declare::case::Look;
use crate::docs;
use crate::docs::invoices::{self, INVOICE, Invoice};
use crate::docs::inwards;
use crate::docs::loadings::LOADING;
use crate::docs::notes::{self, Note};
use crate::docs::opening_bills;
use crate::docs::receipts::{self, RECEIPT};
use crate::docs::supplier_bills;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::read::parse;
use crate::ledger::books::{ACCOUNTS, CLASSES, COST_OF_SALES, Voucher, class_of};
use crate::schema::Guarded;
use crate::value::part;

/// The unit that a rate is for.
pub const RATES: &[&str] = &["MT", "KG", "PCS", "MTR", "BAG"];

facts! {
    COMPANY Company = "company" by "id" from &[FactSource { prefix: &["doc", "company"], rows: company }];
    id: Holds::Text;
    name: Holds::Text;
}

facts! {
    /// A party as the books know it.
    LEDGER Ledger = "ledger" by "id" from &[
        FactSource { prefix: &["doc", "customer"], rows: ledger },
        FactSource { prefix: &["doc", "supplier"], rows: ledger },
        FactSource { prefix: &["doc", "vendor"], rows: ledger },
    ];
    id: Holds::Text;
    name: Holds::Text;
    /// Its name in Tally.
    tally: Holds::Text;
    kind: Holds::Code(PARTIES);
    gstin: Holds::Text;
    /// Tally's word for how it is registered.
    registration: Holds::Text;
    pan: Holds::Text;
    address: Holds::Text;
    pin: Holds::Text;
    state: Holds::Link("state");
    days: Holds::Int;
}

facts! {
    /// What a customer owed before the books began where the books do not tell it, and when that was due.
    BROUGHT Brought = "brought" by "ledger" from &[FactSource { prefix: &["doc", "customer"], rows: brought }];
    ledger: Holds::Link("ledger");
    amount: Holds::Int, Cost;
    due: Holds::Day;
}

facts! {
    /// A row of a voucher, debit above zero.
    ENTRY Entry = "entry" by "seq" from &[FactSource { prefix: &["post", "books"], rows: booked }];
    seq: Holds::Int;
    day: Holds::Day;
    paper: Holds::Link("paper");
    /// Which of its document's vouchers it stands in.
    line: Holds::Int;
    account: Holds::Code(BOOK_ACCOUNTS);
    class: Holds::Code(CLASSES);
    /// None for an account of our own.
    ledger: Holds::Link("ledger");
    /// None in a voucher of what sold goods had cost.
    amount: Holds::Int, Rates;
    /// Its amount in such a voucher.
    cost: Holds::Int, Cost;
}

facts! {
    /// A voucher's document without its amounts.
    BILL Bill = "bill" by "paper" from &[
        FactSource { prefix: &["doc", "invoice"], rows: invoiced },
        FactSource { prefix: &["doc", "inward"], rows: received },
        FactSource { prefix: &["doc", "additional_inward"], rows: received },
        FactSource { prefix: &["doc", "receipt"], rows: paid },
        FactSource { prefix: &["doc", "credit_note"], rows: noted },
        FactSource { prefix: &["doc", "debit_note"], rows: noted },
        FactSource { prefix: &["doc", "opening_bill"], rows: opened },
        FactSource { prefix: &["doc", "supplier_bill"], rows: billed },
        FactSource { prefix: &["doc", "supplier_note"], rows: claimed },
        FactSource { prefix: &["doc", "supplier_payment"], rows: paid_out },
    ], told_by &[FactSource { prefix: &["doc", "trip"], rows: carried }];
    paper: Holds::Link("paper");
    reference: Holds::Text;
    order: Holds::Text;
    vehicle: Holds::Text;
    /// Who carried the goods, and the numbers of their loadings.
    carrier: Holds::Text;
    loading: Holds::Text;
    /// The place of supply: a GST state code, and its name.
    supply: Holds::Text;
    supply_name: Holds::Text;
    consignee: Holds::Text;
    address: Holds::Text;
    irn: Holds::Text;
    ack_no: Holds::Text;
    ack_day: Holds::Day;
    ewb: Holds::Text;
    ewb_day: Holds::Day;
    due: Holds::Day;
}

facts! {
    /// What is due of an invoice on each of several days; an invoice that is due on one day has no row.
    INSTALMENT Instalment = "instalment" by "paper"
        from &[FactSource { prefix: &["doc", "invoice"], rows: instalments }];
    paper: Holds::Link("paper");
    due: Holds::Day;
    amount: Holds::Int, Rates;
}

facts! {
    /// The goods of a voucher's document, batch by batch; returned ones are less than nothing.
    ITEM Item = "item" by "paper" from &[
        FactSource { prefix: &["doc", "invoice"], rows: sold },
        FactSource { prefix: &["doc", "inward"], rows: bought },
        FactSource { prefix: &["doc", "additional_inward"], rows: bought },
        FactSource { prefix: &["doc", "credit_note"], rows: returned },
    ];
    day: Holds::Day;
    paper: Holds::Link("paper");
    sku: Holds::Link("sku");
    yard: Holds::Link("yard");
    batch: Holds::Link("batch");
    hsn: Holds::Text;
    pcs: Holds::Int;
    g: Holds::Int;
    rate: Holds::Int, Rates;
    per: Holds::Code(RATES);
    amount: Holds::Int, Rates;
}

fn seen(doc: &Doc) -> RowScope<'_> {
    docs::find(&doc.kind).map(|def| RowScope::of(doc, def)).unwrap_or_default()
}

fn company(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a company", text)?;
    take(Company { id: doc.id.as_str().into(), name: doc.text("name").into() }.row(seen(&doc)));
    Ok(())
}

fn ledger(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a party", text)?;
    let of =
        |key: &str| doc.get("billing").and_then(|billing| billing.get(key)).and_then(Value::as_str);
    let lines: Vec<&str> = ["line1", "line2"].into_iter().filter_map(of).collect();
    let term = doc.text("payment_term").map(|id| case.find("payment_term", id)).transpose()?;
    let ledger = Ledger {
        id: doc.id.as_str().into(),
        name: doc.text("name").into(),
        tally: doc.text("tally_name").or(doc.text("name")).into(),
        kind: code(PARTIES, &doc.kind),
        gstin: doc.text("gstin").into(),
        registration: registration(&doc).into(),
        pan: doc.text("pan").into(),
        address: lines.join(", ").into(),
        pin: of("pin").into(),
        state: of("state").into(),
        days: term.flatten().and_then(|term| term.int("days")).into(),
    };
    take(ledger.row(seen(&doc)));
    Ok(())
}

fn brought(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a customer", text)?;
    let Some(amount) = opening_bills::unbooked(&doc) else { return Ok(()) };
    let due = day_of(&doc, "opening_due");
    take(Brought { ledger: doc.id.as_str().into(), amount: amount.into(), due }.row(seen(&doc)));
    Ok(())
}

fn booked(case: &Look, parts: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let [seq] = parts else { return Ok(()) };
    let Ok(seq) = i64::from_str_radix(seq, 16) else { return Ok(()) };
    let voucher: Voucher = parse("a voucher", text)?;
    let of_cost = voucher.rows.iter().any(|(account, _)| account == COST_OF_SALES);
    let Some(doc) = case.find(&voucher.doc_type, &voucher.doc_id)? else { return Ok(()) };
    for (account, amount) in &voucher.rows {
        let (place, class, party) = placed(account)?;
        let row = Entry {
            seq: seq.into(),
            day: i64::from(voucher.date.0).into(),
            paper: voucher.doc_id.as_str().into(),
            line: i64::from(voucher.line).into(),
            account: (place as i64).into(),
            class: (class as i64).into(),
            ledger: party.into(),
            amount: (!of_cost).then_some(*amount).into(),
            cost: of_cost.then_some(*amount).into(),
        };
        take(row.row(seen(&doc)));
    }
    Ok(())
}

/// An account's place among [`BOOK_ACCOUNTS`], that of its class, and the party whose it is.
fn placed(account: &str) -> Result<(usize, usize, Option<&str>), Halt> {
    let unknown = || Halt::Fault(format!("the books have no account {account}"));
    if let Some((kind, id)) = account.split_once(':') {
        let at = PARTIES.iter().position(|one| *one == kind).ok_or_else(unknown)?;
        return Ok((at, PARTY_CLASSES[at], Some(id)));
    }
    let at = ACCOUNTS.iter().position(|(key, _)| *key == account).ok_or_else(unknown)?;
    Ok((PARTIES.len() + at, class_of(account), None))
}

/// The key of an account of our own, by its place among [`BOOK_ACCOUNTS`].
pub fn own_account(place: i64) -> Option<&'static str> {
    let at = usize::try_from(place).ok()?.checked_sub(PARTIES.len())?;
    ACCOUNTS.get(at).map(|(key, _)| *key)
}

fn invoiced(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("an invoice", text)?;
    bill_of(case, &doc, take)
}

/// The invoices of a trip's goods, which name its carrier.
fn carried(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    carried::each(case, text, |_| true, &mut |doc| bill_of(case, doc, take))
}

fn bill_of(case: &Look, doc: &Doc, take: &mut TakeRow) -> Result<(), Halt> {
    if doc.status == invoices::DRAFT {
        return Ok(());
    }
    let invoice = Invoice::of(doc)?;
    let carrier = carried::carrier_of(case, &invoice)?;
    let shipped = invoice.consignee.as_ref();
    let mut loadings = Vec::with_capacity(invoice.loadings.len());
    for id in &invoice.loadings {
        loadings.extend(case.find(LOADING.key, id)?.and_then(|doc| doc.doc_no.clone()));
    }
    let row = Bill {
        paper: doc.id.as_str().into(),
        reference: invoice.po_no.as_deref().into(),
        order: invoice.order_no.as_deref().into(),
        vehicle: invoice.vehicle_no.as_deref().into(),
        carrier: carrier.as_deref().into(),
        loading: loadings.join(", ").into(),
        supply: invoice.place_of_supply.as_deref().into(),
        supply_name: invoice.place_name.as_deref().into(),
        consignee: shipped.and_then(|party| party.name.as_deref()).into(),
        address: shipped.and_then(|party| party.address.as_deref()).into(),
        irn: invoice.irn.as_deref().into(),
        ack_no: invoice.ack_no.as_deref().into(),
        ack_day: day_of(doc, "ack_date"),
        ewb: invoice.ewb_no.as_deref().into(),
        ewb_day: day_of(doc, "ewb_date"),
        due: day_of(doc, "due_date"),
    };
    take(row.row(RowScope::of(doc, &INVOICE)));
    Ok(())
}

fn instalments(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("an invoice", text)?;
    if doc.status == invoices::DRAFT {
        return Ok(());
    }
    for (due, amount) in Invoice::of(&doc)?.due_parts() {
        let paper = doc.id.as_str().into();
        let row = Instalment { paper, due: i64::from(due.0).into(), amount: amount.into() };
        take(row.row(RowScope::of(&doc, &INVOICE)));
    }
    Ok(())
}

fn received(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("an inward", text)?;
    let booked = [inwards::APPROVED, inwards::REVERSED].contains(&doc.status.as_str());
    let Some(def) = purchase(&doc).filter(|_| booked) else { return Ok(()) };
    let row = Bill {
        paper: doc.id.as_str().into(),
        reference: doc.text("supplier_invoice_no").into(),
        order: doc.text("po_no").into(),
        vehicle: doc.text("vehicle_no").into(),
        ewb: doc.text("ewb_no").into(),
        ..Bill::default()
    };
    take(row.row(RowScope::of(&doc, def)));
    Ok(())
}

fn paid(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a receipt", text)?;
    if [receipts::DRAFT, receipts::PENDING].contains(&doc.status.as_str()) {
        return Ok(());
    }
    let number = ["utr", "cheque_no", "void_no"].into_iter().find_map(|key| doc.text(key));
    let row = Bill { paper: doc.id.as_str().into(), reference: number.into(), ..Bill::default() };
    take(row.row(RowScope::of(&doc, &RECEIPT)));
    Ok(())
}

/// A note by its invoice, which is the bill that it settles.
fn noted(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a note", text)?;
    if doc.status != notes::POSTED {
        return Ok(());
    }
    let note = Note::of(&doc)?;
    let row = Bill {
        paper: doc.id.as_str().into(),
        reference: note.invoice_no.as_deref().into(),
        order: note.order_no.as_deref().into(),
        supply: note.place_of_supply.as_deref().into(),
        supply_name: note.place_name.as_deref().into(),
        irn: note.irn.as_deref().into(),
        ack_no: note.ack_no.as_deref().into(),
        ack_day: day_of(&doc, "ack_date"),
        due: day_of(&doc, "due_date"),
        ..Bill::default()
    };
    take(row.row(RowScope::of(&doc, notes::def_of(&doc))));
    Ok(())
}

fn opened(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("an opening bill", text)?;
    if doc.status == opening_bills::POSTED {
        let row = Bill {
            paper: doc.id.as_str().into(),
            reference: doc.text("bill_no").into(),
            due: day_of(&doc, "due_date"),
            ..Bill::default()
        };
        take(row.row(seen(&doc)));
    }
    Ok(())
}

/// A supplier's bill by the number that the supplier gave it.
fn billed(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a supplier's bill", text)?;
    if [supplier_bills::POSTED, supplier_bills::REVERSED].contains(&doc.status.as_str()) {
        let row = Bill {
            paper: doc.id.as_str().into(),
            reference: doc.text("bill_no").into(),
            due: day_of(&doc, "due_date"),
            ..Bill::default()
        };
        take(row.row(seen(&doc)));
    }
    Ok(())
}

/// A supplier's debit note by its bill.
fn claimed(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a supplier's debit note", text)?;
    let bill = doc.text("supplier_bill").map(|id| case.find("supplier_bill", id)).transpose()?;
    let bill_no = bill.flatten().and_then(|bill| bill.text("bill_no").map(str::to_owned));
    let row = Bill {
        paper: doc.id.as_str().into(),
        reference: bill_no.unwrap_or_default().into(),
        vehicle: doc.text("vehicle_no").into(),
        ..Bill::default()
    };
    take(row.row(seen(&doc)));
    Ok(())
}

/// A payment by the number that the bank knows it by.
fn paid_out(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a payment", text)?;
    let number = ["utr", "cheque_no"].into_iter().find_map(|key| doc.text(key));
    let row = Bill { paper: doc.id.as_str().into(), reference: number.into(), ..Bill::default() };
    take(row.row(seen(&doc)));
    Ok(())
}

/// The goods of a credit note that came back.
fn returned(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a note", text)?;
    if doc.status != notes::POSTED {
        return Ok(());
    }
    let note = Note::of(&doc)?;
    for line in &note.lines {
        let (mut left, mut of) = (line.amount_paise, line.weight_g);
        for back in &line.parts {
            let amount = part(left, back.weight_g, of.max(1));
            left -= amount;
            of -= back.weight_g;
            let row = Item {
                day: day_of(&doc, "date"),
                paper: doc.id.as_str().into(),
                sku: line.sku.as_str().into(),
                yard: note.yard.as_deref().into(),
                batch: back.batch.as_str().into(),
                hsn: line.hsn.as_str().into(),
                pcs: (-back.pcs).into(),
                g: (-back.weight_g).into(),
                rate: line.rate_paise.into(),
                per: line.rate_uom.map_or(FactCell::None, |uom| code(RATES, uom.name())),
                amount: (-amount).into(),
            };
            take(row.row(RowScope::of(&doc, notes::def_of(&doc))));
        }
    }
    Ok(())
}

/// A line's goods by batch; the last one takes what rounding leaves of the amount.
fn sold(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("an invoice", text)?;
    if doc.status != invoices::POSTED {
        return Ok(());
    }
    let invoice = Invoice::of(&doc)?;
    for line in &invoice.lines {
        let (mut left, mut of) = (line.amount_paise, line.weight_g);
        for loaded in &line.parts {
            let amount = part(left, loaded.weight_g, of.max(1));
            left -= amount;
            of -= loaded.weight_g;
            let row = Item {
                day: day_of(&doc, "date"),
                paper: doc.id.as_str().into(),
                sku: line.sku.as_str().into(),
                yard: invoice.yard.as_deref().into(),
                batch: loaded.batch.as_str().into(),
                hsn: line.hsn.as_str().into(),
                pcs: loaded.pcs.into(),
                g: loaded.weight_g.into(),
                rate: line.rate_paise.into(),
                per: line.rate_uom.map_or(FactCell::None, |uom| code(RATES, uom.name())),
                amount: amount.into(),
            };
            take(row.row(RowScope::of(&doc, &INVOICE)));
        }
    }
    Ok(())
}

fn bought(case: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("an inward", text)?;
    let Some(def) = purchase(&doc).filter(|_| doc.status == inwards::APPROVED) else {
        return Ok(());
    };
    for line in doc.get("lines").and_then(Value::as_array).into_iter().flatten() {
        let int = |key: &str| line.get(key).and_then(Value::as_i64);
        let text = |key: &str| line.get(key).and_then(Value::as_str);
        let sku = text("sku").map(|id| case.find("sku", id)).transpose()?.flatten();
        let row = Item {
            day: day_of(&doc, "date"),
            paper: doc.id.as_str().into(),
            sku: text("sku").into(),
            yard: doc.text("yard").into(),
            batch: text("batch").into(),
            hsn: sku.as_ref().map(|sku| hsn(case, sku)).transpose()?.flatten().into(),
            pcs: int("pcs").into(),
            g: int("weight_g").into(),
            rate: int("rate_paise").into(),
            per: text("rate_uom").map_or(FactCell::None, |uom| code(RATES, uom)),
            amount: int("amount_paise").into(),
        };
        take(row.row(RowScope::of(&doc, def)));
    }
    Ok(())
}

fn hsn(case: &Look, sku: &Doc) -> Result<Option<String>, Halt> {
    let group = sku.text("product_group").map(|id| case.find("product_group", id)).transpose()?;
    let id = sku
        .text("hsn")
        .map(str::to_owned)
        .or_else(|| group.flatten().and_then(|group| group.text("hsn").map(str::to_owned)));
    let found = id.map(|id| case.find("hsn", &id)).transpose()?.flatten();
    Ok(found.and_then(|doc| doc.text("code").map(str::to_owned)))
}
