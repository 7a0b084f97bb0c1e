//! The vouchers of the books as Tally names things, with the ledgers, goods and godowns that they need.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::booked::{Account, Booked, booked};
use super::goods::Moved;
use super::{
    TallyBill, TallyBook, TallyEntry, TallyItem, TallyLedger, TallyStockItem, TallyUnmapped,
    TallyVoucher, VoucherKind,
};
use crate::ledger::books;
use crate::report::ask::{Ask, Params};
use crate::report::facts::{PAPERS, PARTIES, RATES};
use crate::report::register::report;
use crate::report::table::{CellPath, ReportCell};
use crate::report::{Fault, Frames, standard};
use crate::table::number::plain;
use crate::value::{Day, div_half_away};

/// The content of a file of these days and filters; whatever cannot be exported is named.
///
/// # Errors
/// When the person's frames lack the books, or a parameter is not of its form.
pub fn book(frames: &Frames, params: &Params, today: Day) -> Result<TallyBook, Fault> {
    let report =
        report("tally_report").ok_or_else(|| Fault::NoReport("tally_report".to_owned()))?;
    let ask = Ask::read(params, &standard(report, today))?;
    let all = booked(frames, &ask)?;
    let mut making = Making::of(frames)?;
    let mut made = Vec::with_capacity(all.len());
    for one in &all {
        made.push(making.voucher(one)?);
    }
    making.rest();
    let mut book = TallyBook {
        company: text(frames, "company", "name", 0),
        until: frames.frame("entry")?.column("seq")?.bounds().1,
        ..making.book
    };
    for voucher in made {
        match voucher.sum() {
            0 => book.vouchers.push(voucher),
            off => book.refused.push(format!(
                "{} {}: its amounts come to {} paise and not to nothing",
                voucher.kind.name(),
                voucher.number,
                off
            )),
        }
    }
    book.unmapped.sort();
    book.unmapped.dedup();
    Ok(book)
}

fn text(frames: &Frames, frame: &str, path: &str, row: usize) -> String {
    match CellPath::of(frames, frame, path).at(row) {
        ReportCell::Text(text) => text,
        _ => String::new(),
    }
}

fn int(frames: &Frames, frame: &str, path: &str, row: usize) -> i64 {
    match CellPath::of(frames, frame, path).at(row) {
        ReportCell::Number(number) => number,
        _ => 0,
    }
}

fn day(frames: &Frames, frame: &str, path: &str, row: usize) -> Option<Day> {
    let days = i32::try_from(int(frames, frame, path, row)).ok()?;
    (days != 0).then_some(Day(days))
}

/// A book under way.
struct Making<'f> {
    frames: &'f Frames,
    book: TallyBook,
    /// Names of ours in Tally, by account.
    names: HashMap<String, String>,
    /// Names of parties that several have.
    shared: BTreeSet<String>,
    bills: HashMap<usize, usize>,
    items: HashMap<usize, Vec<usize>>,
    /// What receipts say of bills.
    paid: HashMap<usize, Vec<usize>>,
    known: BTreeSet<String>,
    /// Goods of stock journals: other vouchers say more of them, where there are any.
    moved: BTreeMap<String, usize>,
    /// The number of the voucher that is made.
    number: String,
}

impl<'f> Making<'f> {
    fn of(frames: &'f Frames) -> Result<Making<'f>, Fault> {
        let mapped = frames.frame("tally_ledger")?;
        let (account, name) = (mapped.column("account")?, mapped.column("name")?);
        let rows = (0..mapped.rows()).filter(|row| mapped.is_live(*row));
        let names = rows.map(|row| (account.text(row).to_owned(), name.text(row).to_owned()));
        let ledgers = frames.frame("ledger")?;
        let called = ledgers.column("tally")?;
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        for row in (0..ledgers.rows()).filter(|row| ledgers.is_live(*row)) {
            *seen.entry(called.text(row)).or_insert(0) += 1;
        }
        let shared = seen.into_iter().filter(|(_, count)| *count > 1);
        Ok(Making {
            frames,
            names: names.collect(),
            shared: shared.map(|(name, _)| name.to_owned()).collect(),
            bills: by_paper(frames, "bill")?.into_iter().map(|(at, rows)| (at, rows[0])).collect(),
            items: by_paper(frames, "item")?,
            paid: by_paper(frames, "paid")?,
            known: BTreeSet::new(),
            moved: BTreeMap::new(),
            number: String::new(),
            book: TallyBook::default(),
        })
    }

    fn unmapped(&mut self, what: &str, name: String) {
        self.book.unmapped.push(TallyUnmapped { what: what.to_owned(), name });
    }

    /// Tally's name of an account of ours; one without a name is reported and keeps ours.
    fn own(&mut self, account: &str) -> String {
        // A party's account whose party is not here.
        if account.is_empty() {
            self.unmapped("party", self.number.clone());
            return String::new();
        }
        let name = self.names.get(account).cloned().unwrap_or_else(|| {
            let own = books::ACCOUNTS.iter().find(|(key, _)| *key == account);
            let own = own.map_or(account, |(_, label)| *label).to_owned();
            self.unmapped("account", own.clone());
            own
        });
        if self.known.insert(name.clone()) {
            let under = group_of(account).to_owned();
            self.book.ledgers.push(TallyLedger {
                name: name.clone(),
                under,
                ..TallyLedger::default()
            });
        }
        name
    }

    /// Two parties of one name are told apart by what names them to the state.
    fn party(&mut self, row: usize) -> String {
        let frames = self.frames;
        let of = |path: &str| text(frames, "ledger", path, row);
        let (plain, gstin) = (of("tally"), of("gstin"));
        if plain.is_empty() {
            self.unmapped("party", self.number.clone());
            return plain;
        }
        let name = match (self.shared.contains(&plain), gstin.is_empty()) {
            (false, _) => plain,
            (true, false) => format!("{plain} ({gstin})"),
            (true, true) => format!("{plain} ({})", of("id")),
        };
        if !self.known.contains(&name) {
            let kind = int(frames, "ledger", "kind", row) as usize;
            let ledger = TallyLedger {
                name: name.clone(),
                under: match PARTIES.get(kind) {
                    Some(&"supplier") => "Sundry Creditors".to_owned(),
                    _ => "Sundry Debtors".to_owned(),
                },
                gstin,
                registration: of("registration"),
                pan: of("pan"),
                address: of("address"),
                pin: of("pin"),
                state: of("state.name"),
                days: int(frames, "ledger", "days", row),
            };
            self.known.insert(name.clone());
            self.book.ledgers.push(ledger);
        }
        name
    }

    fn voucher(&mut self, one: &Booked) -> Result<TallyVoucher, Fault> {
        let frames = self.frames;
        let mut voucher = TallyVoucher {
            id: one.id(&text(frames, "paper", "id", one.paper)),
            kind: one.kind,
            number: one.numbered(&text(frames, "paper", "name", one.paper), "/"),
            day: Day(i32::try_from(one.day).unwrap_or(0)),
            alter: one.exported.is_some(),
            cancelled: one.cancelled(),
            ..TallyVoucher::default()
        };
        self.number.clone_from(&voucher.number);
        if let Some(&row) = self.bills.get(&one.paper) {
            let of = |path: &str| text(frames, "bill", path, row);
            voucher.supply = of("supply_name");
            (voucher.consignee, voucher.address) = (of("consignee"), of("address"));
            (voucher.vehicle, voucher.order) = (of("vehicle"), of("order"));
            (voucher.carrier, voucher.loading) = (of("carrier"), of("loading"));
            (voucher.reference, voucher.ewb) = (of("reference"), of("ewb"));
            (voucher.irn, voucher.ack_no) = (of("irn"), of("ack_no"));
            voucher.ack_day = day(frames, "bill", "ack_day", row);
            voucher.ewb_day = day(frames, "bill", "ewb_day", row);
        }
        if let Some((row, _)) = one.party() {
            voucher.party = self.party(row);
            voucher.gstin = text(frames, "ledger", "gstin", row);
            voucher.registration = text(frames, "ledger", "registration", row);
            voucher.state = text(frames, "ledger", "state.name", row);
        } else if one.own(books::GOODS_NOT_BILLED) != 0 {
            // Goods of an order whose bill is another voucher.
            voucher.party = self.own(books::GOODS_NOT_BILLED);
        }
        match one.kind {
            _ if voucher.cancelled => {}
            VoucherKind::StockJournal => {
                voucher.items = one.goods.iter().map(|moved| self.journal_item(moved)).collect();
            }
            _ => self.amounts(one, &mut voucher),
        }
        Ok(voucher)
    }

    /// Goods stand with their batches as far as they go; what an account holds beyond them stands plain.
    fn amounts(&mut self, one: &Booked, voucher: &mut TallyVoucher) {
        // Returned goods are less than nothing, so that their amount is a debit.
        let (goods, sign) = match one.kind {
            VoucherKind::Purchase => (books::STOCK, 1),
            VoucherKind::CreditNote => (books::SALES_RETURN, -1),
            _ => (books::SALES, -1),
        };
        let rows = self.items.get(&one.paper).cloned().unwrap_or_default();
        let mut allotted = 0;
        for row in rows {
            let item = self.item(row, goods, sign);
            allotted += item.paise;
            voucher.items.push(item);
        }
        // Stock when the books began was no purchase.
        let stock = match one.own(books::OPENING) {
            0 => books::STOCK,
            _ if self.names.contains_key(books::OPENING_STOCK) => books::OPENING_STOCK,
            _ => books::STOCK,
        };
        for (account, sum) in &one.sums {
            let (ledger, paise, bill) = match account {
                Account::Party(row) => {
                    let bill = self.bill(one, *row, voucher);
                    let ledger = self.party(*row);
                    let left = self.bills(one, *sum, &ledger, voucher);
                    (ledger, left, Some(bill))
                }
                Account::Own(own) if own == goods => (self.own(own), sum - allotted, None),
                Account::Own(own) if own == books::STOCK => (self.own(stock), *sum, None),
                Account::Own(own) => (self.own(own), *sum, None),
            };
            // Tally takes no rows of nothing.
            if paise != 0 {
                voucher.entries.push(TallyEntry { ledger, paise, bill });
            }
        }
    }

    /// The bills that a receipt's voucher names, each an entry of its own; what it leaves of the sum.
    fn bills(&self, one: &Booked, sum: i64, ledger: &str, voucher: &mut TallyVoucher) -> i64 {
        let frames = self.frames;
        let mut left = sum;
        for &row in self.paid.get(&one.paper).into_iter().flatten() {
            let number = |path: &str| int(frames, "paid", path, row);
            if number("line") != one.line || number("amount") == 0 {
                continue;
            }
            let paise = sum.signum() * number("amount");
            let kind = if number("new") == 1 { "New Ref" } else { "Agst Ref" };
            let name = text(frames, "paid", "name", row);
            let bill = Some(TallyBill { name, kind: kind.to_owned(), days: 0 });
            voucher.entries.push(TallyEntry { ledger: ledger.to_owned(), paise, bill });
            left -= paise;
        }
        left
    }

    /// The items of stock journals that no other voucher names.
    fn rest(&mut self) {
        for (name, row) in std::mem::take(&mut self.moved) {
            if self.known.insert(format!("item {name}")) {
                let under = text(self.frames, "move", "sku.product_group.name", row);
                self.book.items.push(TallyStockItem { name, under, hsn: String::new() });
            }
        }
    }

    /// The names of a row's goods and of the godown that they lie in.
    fn lies(&mut self, frame: &str, row: usize) -> (String, String) {
        let frames = self.frames;
        let of = |path: &str| text(frames, frame, path, row);
        let (name, godown) = (of("sku.name"), of("yard.name"));
        if name.is_empty() {
            self.unmapped("item", of("batch.name"));
        }
        if self.known.insert(format!("godown {godown}")) {
            self.book.godowns.push(godown.clone());
        }
        (name, godown)
    }

    /// Goods of a stock journal.
    fn journal_item(&mut self, moved: &Moved) -> TallyItem {
        let (name, godown) = self.lies("move", moved.row);
        self.moved.entry(name.clone()).or_insert(moved.row);
        TallyItem {
            name,
            pcs: moved.pcs.abs(),
            g: moved.g.abs(),
            rate: rate_of(moved),
            paise: moved.paise,
            godown,
            batch: text(self.frames, "move", "batch.name", moved.row),
            ledger: String::new(),
        }
    }

    fn bill(&self, one: &Booked, party: usize, voucher: &TallyVoucher) -> TallyBill {
        let of = int(self.frames, "paper", "kind", one.paper);
        let is = |kind: &str| PAPERS.get(of as usize) == Some(&kind);
        let of_receipt = is("receipt");
        let kind = match one.kind {
            _ if of_receipt => "On Account",
            VoucherKind::Payment => "On Account",
            VoucherKind::CreditNote => "Agst Ref",
            VoucherKind::DebitNote if is("supplier_note") && !voucher.reference.is_empty() => {
                "Agst Ref"
            }
            VoucherKind::DebitNote if is("supplier_note") => "On Account",
            _ => "New Ref",
        };
        let named = match one.kind {
            // A credit note settles the bill of its invoice.
            VoucherKind::Purchase | VoucherKind::CreditNote if !voucher.reference.is_empty() => {
                &voucher.reference
            }
            VoucherKind::DebitNote if kind == "Agst Ref" => &voucher.reference,
            // What was open when the books began keeps the number of its bill, as a supplier's does.
            VoucherKind::Journal if is("opening_bill") || is("supplier_bill") => &voucher.reference,
            _ => &voucher.number,
        };
        let due = self.bills.get(&one.paper).map(|row| int(self.frames, "bill", "due", *row));
        let days = match due.filter(|due| *due >= one.day) {
            Some(due) => due - one.day,
            None => int(self.frames, "ledger", "days", party),
        };
        let days = if kind == "New Ref" { days } else { 0 };
        TallyBill { name: named.clone(), kind: kind.to_owned(), days }
    }

    fn item(&mut self, row: usize, goods: &str, sign: i64) -> TallyItem {
        let frames = self.frames;
        let of = |path: &str| text(frames, "item", path, row);
        let number = |path: &str| int(frames, "item", path, row);
        let (name, godown) = self.lies("item", row);
        if self.known.insert(format!("item {name}")) {
            let under = of("sku.product_group.name");
            self.book.items.push(TallyStockItem { name: name.clone(), under, hsn: of("hsn") });
        }
        let per = RATES.get(number("per") as usize).map_or("", |per| *per);
        TallyItem {
            name,
            pcs: number("pcs").abs(),
            g: number("g").abs(),
            rate: rate(number("rate"), per),
            paise: sign * number("amount"),
            godown,
            batch: of("batch.name"),
            ledger: self.own(goods),
        }
    }
}

/// The rate of goods that are worth so much, by weight, or by pieces where they are not weighed.
fn rate_of(moved: &Moved) -> String {
    let per = |qty: i64, times: i128| {
        let paise = div_half_away(i128::from(moved.paise) * times, i128::from(qty));
        i64::try_from(paise.abs()).unwrap_or_default()
    };
    match (moved.g, moved.pcs) {
        (0, 0) => String::new(),
        (0, pcs) => rate(per(pcs, 1), "PCS"),
        (g, _) => rate(per(g, 1_000_000), "MT"),
    }
}

/// A rate as Tally writes it: of a tonne by the kilogram, to the paise of the tonne.
fn rate(paise: i64, per: &str) -> String {
    match per {
        "MT" => format!("{}/KGS", plain(paise, 5)),
        "KG" => format!("{}/KGS", plain(paise, 2)),
        "PCS" | "BAG" => format!("{}/PCS", plain(paise, 2)),
        _ => String::new(),
    }
}

/// The rows of a frame by the document that they are of.
pub(super) fn by_paper(frames: &Frames, name: &str) -> Result<HashMap<usize, Vec<usize>>, Fault> {
    let frame = frames.frame(name)?;
    let paper = frame.column("paper")?;
    let mut found: HashMap<usize, Vec<usize>> = HashMap::new();
    for row in (0..frame.rows()).filter(|row| frame.is_live(*row)) {
        if let Ok(at) = usize::try_from(paper.at(row) - 1) {
            found.entry(at).or_default().push(row);
        }
    }
    Ok(found)
}

/// The group of Tally's own that an account of ours stands under.
fn group_of(account: &str) -> &'static str {
    match account {
        books::SALES | books::SALES_RETURN => "Sales Accounts",
        books::STOCK => "Purchase Accounts",
        books::OPENING_STOCK | books::TDS_RECEIVABLE => "Current Assets",
        books::OUTPUT_CGST
        | books::OUTPUT_SGST
        | books::OUTPUT_IGST
        | books::OUTPUT_CESS
        | books::INPUT_TAX
        | books::RCM_PAYABLE
        | books::TCS => "Duties & Taxes",
        books::BANK => "Bank Accounts",
        books::CASH | books::CHEQUES_IN_HAND => "Cash-in-Hand",
        books::FREIGHT | books::CHARGES_RECOVERED | books::INTEREST => "Indirect Incomes",
        books::OPENING => "Capital Account",
        books::GOODS_NOT_BILLED => "Current Liabilities",
        books::FREIGHT_INWARD => "Direct Expenses",
        _ => "Indirect Expenses",
    }
}
