//! The quote of an order: weights, amounts, taxes and objections, from plain facts.

use std::collections::BTreeMap;

mod stock;
mod whole;

use super::{Line, Order, replace};
use crate::error::{Code, Issue};
use crate::gst::{self, Parties, RoundOff, Split, Supply, TaxLine};
use crate::identify;
use crate::identify::Category;
use crate::json::{self, json_name, json_struct};
use crate::kept::doc::Record;
use crate::said;
use crate::said::{Phrase, Said};
use crate::value::{
    self, Day, Grams, Paise, RateUom, amount, div_half_away, line_amount, rupees_short,
};

json_struct! { LOOSE
    /// The facts that the rules need, gathered by whoever can read them.
    pub struct QuoteFacts {
        pub today: Day,
        pub customer: CustomerFacts,
        pub yard: YardFacts,
        /// A letter of undertaking is valid today.
        pub lut: bool,
        pub delivery_max_days: i64,
        pub skus: BTreeMap<String, SkuFacts>,
        pub credit: Option<CreditFacts>,
        pub truck: Option<TruckFacts>,
    }
}

json_struct! { LOOSE
    pub struct CustomerFacts {
        pub name: String,
        pub city: String,
        /// Empty for an active one, else why nothing is sold to it.
        pub barred: String,
        /// What that was made of.
        pub barred_said: Option<Phrase>,
        pub category: String,
        /// Two-digit GST codes.
        pub bill_state: String,
        pub ship_state: Option<String>,
        /// The payment terms on which it may buy; none where nobody said.
        pub terms: Vec<String>,
    }
}

json_struct! { LOOSE
    pub struct YardFacts {
        pub code: String,
        pub name: String,
        pub state: String,
    }
}

json_struct! { LOOSE
    pub struct SkuFacts {
        pub code: String,
        pub name: String,
        pub active: bool,
        /// `pcs_kg`, `pcs` or `kg`.
        pub stock_mode: String,
        /// Billed by theoretical weight, whatever was loaded.
        pub nominal: bool,
        /// Sold out of the dump; what is free of it is what lies there.
        pub dump: bool,
        pub length_mm: i64,
        pub theo_g_per_pc: i64,
        pub hsn: String,
        pub gst_rate_bp: Option<i64>,
        /// Compensation cess of its HSN; 0 for most goods.
        pub cess_bp: i64,
        pub rate_uom: Option<RateUom>,
        pub rate_paise: Option<i64>,
        pub floor_paise: Option<i64>,
        /// The rates at which an order may only sell it, which replaces returned goods.
        pub locked: Vec<RateLock>,
        pub tolerance_bp: i64,
        /// Cost of a tonne, for those who may see it.
        pub cost_paise: Option<i64>,
        pub stock: Option<StockFacts>,
    }
}

json_struct! { LOOSE
    /// A rate of an invoice, as it stands there.
    pub struct RateLock {
        pub rate_uom: Option<RateUom>,
        pub rate_paise: i64,
        pub discount_bp: i64,
    }
}

json_struct! { LOOSE
    /// The stock that is free at the yard and not promised to others.
    pub struct StockFacts {
        pub free_pcs: i64,
        pub free_g: i64,
        /// Promised to other orders, and to how many.
        pub reserved_pcs: i64,
        pub reserved_g: i64,
        pub orders: i64,
    }
}

json_struct! { LOOSE
    pub struct CreditFacts {
        pub limit_paise: i64,
        pub used_paise: i64,
        pub available_paise: i64,
        /// The credit that this order has committed already.
        pub own_paise: i64,
        pub overdue_days: i64,
        pub allowed_overdue_days: i64,
    }
}

json_struct! { LOOSE
    pub struct TruckFacts {
        pub name: String,
        pub capacity_g: i64,
    }
}

json_struct! { WHOLE
    /// An order worked out.
    pub struct Quote {
        pub lines: Vec<QuoteLine>,
        pub place_of_supply: String,
        /// Absent for a code that the GST does not know.
        pub place_name: Option<String>,
        pub split: Option<Split>,
        pub state_tax: &'static str,
        pub pcs: i64,
        pub weight_g: i64,
        pub taxable_paise: i64,
        pub cgst_paise: i64,
        pub sgst_paise: i64,
        pub igst_paise: i64,
        pub cess_paise: i64,
        pub total_paise: i64,
        /// Absent when the cost of a line is not known here.
        pub margin_paise: Option<i64>,
        /// How full the truck is.
        pub fill_bp: Option<i64>,
        pub credit_after_paise: Option<i64>,
        pub findings: Vec<Finding>,
    }
}

json_struct! { WHOLE
    /// One line worked out.
    pub struct QuoteLine {
        pub weight_g: i64,
        pub theo_g: i64,
        pub rate_uom: Option<RateUom>,
        pub rate_paise: i64,
        pub list_rate_paise: Option<i64>,
        pub floor_paise: Option<i64>,
        pub hsn: String,
        pub gst_rate_bp: i64,
        /// The goods after discount.
        pub amount_paise: i64,
        /// Freight and loading, taxed at the goods' rate.
        pub charges_paise: i64,
        pub cgst_paise: i64,
        pub sgst_paise: i64,
        pub igst_paise: i64,
        pub cess_paise: i64,
        pub margin_paise: Option<i64>,
    }
}

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Severity {
    /// The order cannot be submitted.
    #[default]
    Error,
    /// Somebody will have to decide about it.
    Warning,
    Info,
}

impl Severity {
    pub const ALL: &[Severity] = &[Severity::Error, Severity::Warning, Severity::Info];

    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        }
    }

    pub fn parse(name: &str) -> Option<Severity> {
        Severity::ALL.iter().copied().find(|severity| severity.name() == name)
    }
}

json_name!(Severity);

json_struct! { SPARE
    /// One thing to say about an order.
    #[derive(Eq)]
    pub struct Finding {
        pub path: String,
        pub severity: Severity,
        pub code: Code,
        pub message: String,
        /// What the message was made of, as of an issue.
        pub said: Option<Phrase>,
    }
}

impl Quote {
    /// The issues that keep the order from being submitted.
    pub fn errors(&self) -> Vec<Issue> {
        let errors = self.findings.iter().filter(|found| found.severity == Severity::Error);
        let said = |of: &Finding| Said::again(of.message.clone(), of.said.clone());
        errors.map(|found| Issue::new(&found.path, found.code, said(found))).collect()
    }

    fn find(&mut self, severity: Severity, path: String, code: Code, said: Said) {
        let (message, said) = said.parts();
        self.findings.push(Finding { path, severity, code, message, said });
    }
}

/// Works an order out. The same function under the form, on save and behind every guard.
///
/// A record or facts that cannot be read give an empty quote: their shape is `check`'s business.
pub fn quote(order: &Record, facts: &Record) -> Quote {
    let (mut own, mut known) = (Order::default(), QuoteFacts::default());
    match json::fill(&mut own, order).and_then(|()| json::fill(&mut known, facts)) {
        Ok(()) => of(&own, &known),
        Err(_) => Quote::default(),
    }
}

/// The most that one line comes to: a browser holds the sum of a hundred exactly.
const MOST_LINE_PAISE: i64 = 10_000_000_000_000;
const MOST_LINE_G: i64 = 1_000_000_000_000;

/// [`quote`] of what was read already.
pub fn of(order: &Order, facts: &QuoteFacts) -> Quote {
    let mut made = Quote::default();
    let supply = supply(order, facts);
    made.place_of_supply = supply.place_of_supply.clone();
    made.place_name = identify::state_name(&supply.place_of_supply);
    made.state_tax = gst::state_tax_label(&supply.place_of_supply);
    made.split = Some(supply.split);
    look_at_header(order, facts, &mut made);
    let mut taken: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    let mut taxed = Vec::with_capacity(order.lines.len());
    for (at, line) in order.lines.iter().enumerate() {
        let Some(sku) = facts.skus.get(&line.sku) else {
            made.lines.push(QuoteLine::default());
            continue;
        };
        let (worked, tax_line) = work_out(order, line, sku, supply.split);
        if worked.amount_paise > MOST_LINE_PAISE || worked.weight_g > MOST_LINE_G {
            let message = "The amount of a line is too large";
            made.find(Severity::Error, format!("lines.{at}.pcs"), Code::Input, message.into());
            made.lines.push(QuoteLine::default());
            continue;
        }
        look_at_line(at, line, sku, &worked, &mut made);
        if taken.contains_key(line.sku.as_str()) {
            let message = said!("{sku} is already on another line", sku = sku.name);
            made.find(Severity::Info, format!("lines.{at}.sku"), Code::Input, message);
        }
        stock::look_at_stock(at, line, sku, &worked, &facts.yard, &mut taken, &mut made);
        made.pcs += line.pcs.unwrap_or(0);
        made.weight_g += worked.weight_g;
        made.lines.push(worked);
        taxed.push(tax_line);
    }
    let totals = gst::totals(&taxed, supply.split, Paise(0), RoundOff::None);
    made.taxable_paise = totals.taxable.0;
    made.cgst_paise = totals.tax.cgst.0;
    made.sgst_paise = totals.tax.sgst.0;
    made.igst_paise = totals.tax.igst.0;
    made.cess_paise = totals.tax.cess.0;
    made.total_paise = totals.total.0;
    made.margin_paise = made.lines.iter().map(|line| line.margin_paise).sum();
    whole::look_at_whole(facts, &mut made);
    made
}

/// The place of supply and how the tax splits.
pub fn supply(order: &Order, facts: &QuoteFacts) -> Supply {
    let parties = Parties {
        supplier_state: &facts.yard.state,
        category: Category::parse(&facts.customer.category).unwrap_or(Category::Unregistered),
        bill_to_state: &facts.customer.bill_state,
        delivery_state: facts.customer.ship_state.as_deref(),
        lut: facts.lut,
    };
    match &order.place_override {
        Some(place) => Supply::at(place, &parties),
        None => Supply::of(&parties),
    }
}

fn work_out(order: &Order, line: &Line, sku: &SkuFacts, split: Split) -> (QuoteLine, TaxLine) {
    let pcs = line.pcs.unwrap_or(0);
    let theo_g = pcs.saturating_mul(sku.theo_g_per_pc);
    let mut worked = QuoteLine {
        weight_g: line.weight_g.unwrap_or(theo_g),
        theo_g,
        rate_uom: line.rate_uom.or(sku.rate_uom),
        rate_paise: line.rate_paise.or(sku.rate_paise).unwrap_or(0),
        list_rate_paise: sku.rate_paise,
        floor_paise: sku.floor_paise,
        hsn: sku.hsn.clone(),
        gst_rate_bp: sku.gst_rate_bp.unwrap_or(0),
        ..QuoteLine::default()
    };
    let price = Price {
        rate_uom: worked.rate_uom.unwrap_or(RateUom::Mt),
        rate_paise: worked.rate_paise,
        discount_bp: line.discount_bp.unwrap_or(0),
        length_mm: sku.length_mm,
        charges_per_tonne: order.charges_per_tonne(),
        gst_rate_bp: worked.gst_rate_bp,
        cess_bp: sku.cess_bp,
    };
    let worth = price.worth(pcs, worked.weight_g);
    let tax = worth.tax_line.tax(split);
    worked.amount_paise = worth.goods.0;
    worked.charges_paise = worth.charges.0;
    worked.cgst_paise = tax.cgst.0;
    worked.sgst_paise = tax.sgst.0;
    worked.igst_paise = tax.igst.0;
    worked.cess_paise = tax.cess.0;
    let cost = sku.cost_paise.and_then(|cost| amount(worked.weight_g, cost, 1_000_000));
    worked.margin_paise = cost.map(|cost| worked.amount_paise.saturating_sub(cost.0));
    (worked, worth.tax_line)
}

/// The price of one line's goods.
#[derive(Clone, Copy, Debug)]
pub struct Price {
    pub rate_uom: RateUom,
    pub rate_paise: i64,
    pub discount_bp: i64,
    pub length_mm: i64,
    /// Freight and loading per tonne.
    pub charges_per_tonne: i64,
    pub gst_rate_bp: i64,
    pub cess_bp: i64,
}

/// The value of some pieces and grams of a line.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    pub goods: Paise,
    pub charges: Paise,
    pub tax_line: TaxLine,
}

impl Price {
    pub fn worth(&self, pcs: i64, weight_g: i64) -> Worth {
        let gross = line_amount(self.rate_uom, self.rate_paise, pcs, weight_g, self.length_mm);
        let gross = gross.unwrap_or(Paise(0));
        let discount = div_half_away(i128::from(gross.0) * i128::from(self.discount_bp), 10_000);
        let goods = gross - Paise(discount as i64);
        let charges = amount(weight_g, self.charges_per_tonne, 1_000_000).unwrap_or(Paise(0));
        let (taxable, cess_bp) = (goods + charges, self.cess_bp);
        Worth { goods, charges, tax_line: TaxLine { taxable, rate_bp: self.gst_rate_bp, cess_bp } }
    }
}

fn look_at_header(order: &Order, facts: &QuoteFacts, made: &mut Quote) {
    use Severity::Error;
    if !facts.customer.barred.is_empty() {
        let customer = &facts.customer;
        let barred = Said::again(customer.barred.clone(), customer.barred_said.clone());
        let code = match customer.barred.starts_with("Customer is blocked") {
            true => Code::CustomerBlocked,
            false => Code::Rule,
        };
        made.find(Error, "customer".into(), code, barred);
    }
    let terms = &facts.customer.terms;
    if order.payment_term.as_ref().is_some_and(|term| !terms.is_empty() && !terms.contains(term)) {
        let message = "The customer has other payment terms";
        made.find(Severity::Warning, "payment_term".into(), Code::Rule, message.into());
    }
    for (at, line) in order.lines.iter().enumerate() {
        let first = order.lines[..at].iter().position(|one| one.sku == line.sku);
        if let Some(first) = first.filter(|_| !line.sku.is_empty()) {
            let message = said!("The same SKU is on line {line} too", line = first + 1);
            made.find(Severity::Warning, format!("lines.{at}.sku"), Code::Duplicate, message);
        }
    }
    if order.lines.is_empty() {
        made.find(Error, "lines".into(), Code::Required, "Add at least one line".into());
    }
    let (Some(by), Some(date)) = (order.delivery_by, order.date.or(Some(facts.today))) else {
        return;
    };
    let last =
        date.plus(if facts.delivery_max_days > 0 { facts.delivery_max_days as i32 } else { 90 });
    if by < date || by > last {
        let message = said!(
            "Delivery must be between {first} and {last}",
            first = date.shown(),
            last = last.shown()
        );
        made.find(Error, "delivery_by".into(), Code::Input, message);
    }
}

fn look_at_line(at: usize, line: &Line, sku: &SkuFacts, worked: &QuoteLine, made: &mut Quote) {
    use Severity::{Error, Warning};
    let path = |field: &str| format!("lines.{at}.{field}");
    if !sku.active {
        let message = said!("{sku} is no longer sold", sku = sku.name);
        made.find(Error, path("sku"), Code::Input, message);
    }
    if sku.stock_mode != "kg" && line.pcs.unwrap_or(0) == 0 {
        made.find(Error, path("pcs"), Code::Required, "Enter the pieces".into());
    }
    if sku.stock_mode != "pcs" && worked.weight_g == 0 {
        made.find(Error, path("weight_g"), Code::Required, "Enter the weight".into());
    }
    if let Some(message) = far_off(worked) {
        made.find(Warning, path("weight_g"), Code::Rule, message);
    }
    if worked.rate_paise == 0 {
        made.find(Error, path("rate_paise"), Code::Required, "Enter a rate above zero".into());
    }
    if sku.gst_rate_bp.is_none() {
        let message = said!("HSN {hsn} has no GST rate today", hsn = sku.hsn);
        made.find(Error, path("sku"), Code::Input, message);
    }
    if worked.rate_uom == Some(RateUom::Mtr) && sku.length_mm == 0 {
        let message = said!("{sku} has no length to be sold by the metre", sku = sku.name);
        made.find(Error, path("rate_uom"), Code::Input, message);
    }
    let lock = RateLock {
        rate_uom: worked.rate_uom,
        rate_paise: worked.rate_paise,
        discount_bp: line.discount_bp.unwrap_or(0),
    };
    if let Some(message) = replace::unlocked(sku, &lock) {
        made.find(Error, path("rate_paise"), Code::Rule, message);
    }
    if let Some(message) = below_floor(line, worked) {
        made.find(Warning, path("rate_paise"), Code::BelowFloor, message);
    }
}

/// A weight so many hundredths of a percent off what the pieces weigh in theory was most likely mistyped: rolling
/// tolerances are smaller.
const MISTYPED_BP: i64 = 1_500;

fn far_off(worked: &QuoteLine) -> Option<Said> {
    let (weight, theory) = (worked.weight_g, worked.theo_g);
    let off_bp = (weight - theory).abs().saturating_mul(10_000).checked_div(theory)?;
    (weight > 0 && off_bp > MISTYPED_BP).then(|| {
        let percent = format!("{}.{}", off_bp / 100, off_bp % 100 / 10);
        let (weight, theory) = (value::kg(Grams(weight)), value::kg(Grams(theory)));
        said!(
            "{weight} is {percent} % off {theory}, what the pieces weigh in theory",
            weight,
            percent,
            theory
        )
    })
}

/// The rate after discount against the floor.
fn below_floor(line: &Line, worked: &QuoteLine) -> Option<Said> {
    let floor = worked.floor_paise?;
    let rate = net_rate(worked.rate_paise, line.discount_bp.unwrap_or(0));
    if rate == 0 || rate >= floor {
        return None;
    }
    let uom = worked.rate_uom.map_or("MT", RateUom::name);
    Some(said!(
        "Rate {rate}/{uom} is below the floor {floor}. BM override needed.",
        rate = rupees_short(Paise(rate)),
        uom,
        floor = rupees_short(Paise(floor))
    ))
}

/// A rate after its discount.
pub fn net_rate(rate_paise: i64, discount_bp: i64) -> i64 {
    let kept = i128::from(rate_paise) * i128::from(10_000 - discount_bp);
    div_half_away(kept, 10_000) as i64
}
