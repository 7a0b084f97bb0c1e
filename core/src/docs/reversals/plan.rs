//! The plan of a reversal: the commands themselves, run in their order over the state as it is. Whoever only looks
//! throws away what they wrote; an execution keeps it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{BackRow, REVERSAL, ReversalEffect, back_of};
use crate::declare::case::{Case, Look};
use crate::declare::grant::ScopeKind;
use crate::docs::invoices::{self, INVOICE, Invoice};
use crate::docs::loadings::{self, LOADING};
use crate::docs::orders::{self, ORDER};
use crate::docs::receipts::{self, RECEIPT};
use crate::docs::sales_returns::{self, SALES_RETURN, sold_of};
use crate::docs::trips::{self, TRIP};
use crate::docs::{notes, payments};
use crate::error::{Code, Halt, Refused};
use crate::json::json_struct;
use crate::kept::doc::{Doc, Record};
use crate::ledger::credit::{self, CreditAccount};
use crate::ledger::stock::Qty;
use crate::said;
use crate::said::{Phrase, Said};
use crate::write::{act, within};

/// The statuses in which an order of which goods left can be reversed.
pub const ELIGIBLE: &[&str] = &[orders::WAITING, orders::LOADED, orders::COMPLETED];

json_struct! { LEAN
    /// What stands against a reversal, and what to do about it.
    pub struct ReversalBlocker {
        pub kind: String,
        pub paper_id: String,
        pub no: String,
        pub message: String,
        /// What the message was made of, as of an issue.
        pub said: Option<Phrase>,
    }
}

json_struct! { WHOLE
    /// What a reversal does, in the order in which it does it, and what stands against it.
    pub struct ReversalPlan {
        pub effects: Vec<ReversalEffect>,
        pub blockers: Vec<ReversalBlocker>,
        pub committed_before_paise: i64,
        pub receivable_before_paise: i64,
        pub account_before_paise: i64,
        pub committed_after_paise: i64,
        pub receivable_after_paise: i64,
        pub account_after_paise: i64,
        pub pcs: i64,
        pub weight_g: i64,
        /// The order's status once it is done.
        pub status: String,
        /// What the yard has still to count: a row for each loading, with what left.
        pub waits: Vec<BackRow>,
    }
}

/// What is to be reversed, and what was counted of it so far.
#[derive(Clone, Debug, Default)]
pub struct Reversing {
    /// The reversal's own id: its vouchers are booked by that.
    pub id: String,
    pub order: String,
    /// One of [`orders::ENDS`].
    pub to: String,
    /// What the history of every touched document says.
    pub said: String,
    pub back: Vec<BackRow>,
}

impl Reversing {
    pub fn of(doc: &Doc) -> Result<Reversing, Halt> {
        let own = |key: &str| doc.text(key).unwrap_or_default().to_owned();
        let no = doc.doc_no.as_deref().unwrap_or(REVERSAL.label);
        Ok(Reversing {
            id: doc.id.clone(),
            order: own("order"),
            to: own("to"),
            said: format!("{no}: {}", own("remarks")),
            back: back_of(doc)?,
        })
    }
}

/// The plan of a reversal over the state as it is; nothing is written.
pub fn plan(look: &Look, reversing: &Reversing) -> Result<ReversalPlan, Halt> {
    let scratch = look.over();
    let over = Look::new(look.register, &scratch, look.actor, look.now);
    carry_out(&mut Case::new(over, "plan"), reversing)
}

/// Does all of it, leaving out what is refused: that stands among the blockers.
pub fn carry_out(case: &mut Case, reversing: &Reversing) -> Result<ReversalPlan, Halt> {
    let order = case.doc(&ORDER, &reversing.order)?;
    let customer = order.text("customer").unwrap_or_default().to_owned();
    let before = credit::account(case, &customer)?;
    let end = if reversing.to == "rejected" { orders::BM_REJECTED } else { orders::WAITING };
    let mut made = Making {
        reversing,
        customer,
        plan: ReversalPlan {
            committed_before_paise: before.committed,
            receivable_before_paise: before.receivable,
            account_before_paise: before.on_account,
            status: end.to_owned(),
            ..ReversalPlan::default()
        },
        line: 0,
    };
    made.drafts(case, &order)?;
    let out = loadings::posted(case, &order.id)?;
    let mut gone = BTreeMap::new();
    for loading in &out {
        gone.insert(loading.id.clone(), gone_of(case, loading)?);
    }
    let mut billed: Vec<String> = Vec::new();
    for id in out.iter().filter_map(|loading| loadings::invoice_of(loading)) {
        if !billed.iter().any(|known| known == id) {
            billed.push(id.to_owned());
        }
    }
    let mut standing = Vec::new();
    for invoice in &billed {
        if !made.invoice(case, invoice, &gone)? {
            standing.push(invoice.as_str());
        }
    }
    for loading in &out {
        // Why its invoice stands is told already.
        let billed = loadings::invoice_of(loading).is_some_and(|id| standing.contains(&id));
        made.loading(case, loading, gone.get(&loading.id).map_or(&[], Vec::as_slice), billed)?;
    }
    let to = json!({ "to": reversing.to, "remarks": reversing.said });
    let effect = ReversalEffect { effect: reversing.to.clone(), ..named(&order, &ORDER) };
    // The loadings that stay are told already.
    if loadings::posted(case, &order.id)?.is_empty() || made.plan.blockers.is_empty() {
        made.step(case, effect, |case, _| {
            let order = case.doc(&ORDER, &order.id)?;
            act::by_system(case, &ORDER, &order, "reverse", &record(to)).map(drop)
        })?;
    }
    let after = credit::account(case, &made.customer)?;
    let mut plan = made.plan;
    plan.committed_after_paise = after.committed;
    plan.receivable_after_paise = after.receivable;
    plan.account_after_paise = after.on_account;
    Ok(plan)
}

fn record(of: Value) -> Record {
    match of {
        Value::Object(record) => record,
        _ => Record::new(),
    }
}

fn named(doc: &Doc, def: &crate::schema::DocType) -> ReversalEffect {
    ReversalEffect {
        kind: doc.kind.clone(),
        paper_id: doc.id.clone(),
        no: doc.doc_no.clone().unwrap_or_else(|| doc.title(def)),
        ..ReversalEffect::default()
    }
}

/// What returns brought back of each row of a loading: of a line's batch in the order in which it was loaded.
fn gone_of(look: &Look, loading: &Doc) -> Result<Vec<Qty>, Halt> {
    let mut gone = vec![Qty::default(); loadings::rows_of(loading)?.len()];
    let Some(id) = loadings::invoice_of(loading) else { return Ok(gone) };
    let invoice = Invoice::of(&*look.doc(&INVOICE, id)?)?;
    for lot in sold_of(look, id, &invoice)? {
        let mut left = lot.returned.back;
        let line = usize::try_from(lot.line).ok().and_then(|at| invoice.lines.get(at));
        for part in line.into_iter().flat_map(|line| &line.parts) {
            if part.batch != lot.batch || left.is_zero() {
                continue;
            }
            let taken = left.min(Qty::new(part.pcs, part.weight_g));
            left = left - taken;
            let at = usize::try_from(part.loading_line).ok();
            let slot = at.filter(|_| part.loading == loading.id).and_then(|at| gone.get_mut(at));
            if let Some(slot) = slot {
                *slot = *slot + taken;
            }
        }
    }
    Ok(gone)
}

/// What of a loading is still out: what left, less what returns brought back.
pub fn left_of(look: &Look, loading: &Doc) -> Result<Qty, Halt> {
    let gone = gone_of(look, loading)?;
    let rows = loadings::rows_of(loading)?;
    let left = rows.iter().zip(gone).map(|(row, gone)| row.qty() - gone);
    Ok(left.fold(Qty::default(), |sum, one| sum + one))
}

/// What returns brought back, by loading and row.
type Gone = BTreeMap<String, Vec<Qty>>;

/// A plan in the making.
struct Making<'r> {
    reversing: &'r Reversing,
    customer: String,
    plan: ReversalPlan,
    /// The next line of the reversal's own vouchers.
    line: u32,
}

impl Making<'_> {
    /// One command: its effect with what it moved of the customer's credit, or why it is refused.
    fn step(
        &mut self,
        case: &mut Case,
        mut effect: ReversalEffect,
        work: impl FnOnce(&mut Case, &mut ReversalEffect) -> Result<(), Halt>,
    ) -> Result<bool, Halt> {
        let before = credit::account(case, &self.customer)?;
        match case.attempt(|case| work(case, &mut effect))? {
            Ok(()) => {
                let after = credit::account(case, &self.customer)?;
                let by = moved(&before, &after);
                effect.committed_paise = by.committed;
                effect.receivable_paise = by.receivable;
                effect.account_paise = by.on_account;
                self.plan.pcs += effect.pcs;
                self.plan.weight_g += effect.weight_g;
                self.plan.effects.push(effect);
                Ok(true)
            }
            Err(refused) => {
                self.refused(&effect, refused);
                Ok(false)
            }
        }
    }

    fn refused(&mut self, of: &ReversalEffect, refused: Refused) {
        for issue in refused.issues {
            self.against(of, issue.into_said());
        }
    }

    fn against(&mut self, of: &ReversalEffect, said: Said) {
        let ReversalEffect { kind, paper_id, no, .. } = of.clone();
        let (message, said) = said.parts();
        self.plan.blockers.push(ReversalBlocker { kind, paper_id, no, message, said });
    }

    /// A draft invoice would bill goods that are back.
    fn drafts(&mut self, case: &Case, order: &Doc) -> Result<(), Halt> {
        let scope = (ScopeKind::Branch, order.branch.as_deref().unwrap_or_default());
        for id in within::ids_of(case, &INVOICE, scope, "status", invoices::DRAFT)? {
            let Some(draft) = case.find(INVOICE.key, &id)? else { continue };
            if Invoice::of(&draft)?.orders.contains(&order.id) {
                let customer = draft.title(&INVOICE);
                let message = said!(
                    "A draft invoice of {customer} bills this order. Delete it first",
                    customer
                );
                self.against(&named(&draft, &INVOICE), message);
            }
        }
        Ok(())
    }

    /// An invoice: its money goes back on account, and it is cancelled or credited. Whether it could be.
    fn invoice(&mut self, case: &mut Case, id: &str, gone: &Gone) -> Result<bool, Halt> {
        let doc = case.doc(&INVOICE, id)?;
        let invoice = Invoice::of(&doc)?;
        let own = named(&doc, &INVOICE);
        let blocked = self.plan.blockers.len();
        self.returns(case, &doc)?;
        let alone = invoice.orders.len() < 2;
        if alone {
            self.receipts(case, id)?;
        }
        if self.plan.blockers.len() > blocked {
            return Ok(false);
        }
        let said = self.reversing.said.clone();
        let why = match alone {
            false => Refused::one(Code::Rule, "It bills other orders too"),
            true => {
                let effect = ReversalEffect {
                    effect: "cancel".to_owned(),
                    amount_paise: invoice.payable_paise,
                    until: [invoice.irn_until(), invoice.ewb_until()].into_iter().flatten().min(),
                    ..own.clone()
                };
                let inputs = record(json!({ "remarks": said.clone() }));
                let cancel =
                    |case: &mut Case| act::by_system(case, &INVOICE, &doc, "cancel", &inputs);
                let before = credit::account(case, &self.customer)?;
                match case.attempt(cancel)? {
                    Ok(_) => {
                        let by = moved(&before, &credit::account(case, &self.customer)?);
                        self.plan.effects.push(ReversalEffect {
                            committed_paise: by.committed,
                            receivable_paise: by.receivable,
                            account_paise: by.on_account,
                            ..effect
                        });
                        return Ok(true);
                    }
                    Err(refused) => refused,
                }
            }
        };
        let says = why.issues.into_iter().map(|issue| issue.message).next();
        self.credit(case, &invoice, ReversalEffect { says, ..own }, gone)
    }

    /// The credit note of what an invoice may not be cancelled for any more.
    fn credit(
        &mut self,
        case: &mut Case,
        invoice: &Invoice,
        own: ReversalEffect,
        gone: &Gone,
    ) -> Result<bool, Halt> {
        let (reversing, line) = (self.reversing, self.line);
        self.line += 2;
        let effect = ReversalEffect { effect: "credit".to_owned(), ..own };
        self.step(case, effect, |case, effect| {
            case.as_system(|case| {
                let id = effect.paper_id.clone();
                let note = notes::of_reversal(case, &id, &reversing.order, &reversing.said)?;
                let by = note.as_ref().and_then(|note| note.int("payable_paise")).unwrap_or(0);
                effect.amount_paise = by;
                effect.note = note.as_ref().map(|note| note.id.clone());
                effect.note_no = note.as_ref().and_then(|note| note.doc_no.clone());
                let back = |loading: &str, row: i64| {
                    let rows = gone.get(loading).zip(usize::try_from(row).ok());
                    rows.and_then(|(rows, at)| rows.get(at)).copied().unwrap_or_default()
                };
                let own = (reversing.id.as_str(), line);
                invoices::cancel::cost_back(case, own, invoice, &reversing.order, &back)?;
                for (order, loading, amount) in invoices::post::by_loading(invoice) {
                    if order == reversing.order {
                        orders::loads::on_uninvoiced(case, order, loading, amount)?;
                    }
                }
                Ok(())
            })
        })
    }

    /// Returns that are under way are finished first.
    fn returns(&mut self, case: &Case, invoice: &Doc) -> Result<(), Halt> {
        let scope = (ScopeKind::Branch, invoice.branch.as_deref().unwrap_or_default());
        for id in within::ids_of(case, &SALES_RETURN, scope, "invoice", &invoice.id)? {
            let Some(back) = case.find(SALES_RETURN.key, &id)? else { continue };
            if sales_returns::FLOW.is_under_way(&back.status) {
                let (name, no) = (back.name(&SALES_RETURN), invoice.name(&INVOICE));
                let message = said!(
                    "{name} of {no} is {status}. Finish or withdraw it first",
                    name,
                    no,
                    status = back.status
                );
                self.against(&named(&back, &SALES_RETURN), message);
            }
        }
        Ok(())
    }

    /// What was paid of an invoice stands on account again.
    fn receipts(&mut self, case: &mut Case, invoice: &str) -> Result<(), Halt> {
        let customer = self.customer.clone();
        for receipt in payments::of_customer(case, &RECEIPT, &customer, None)? {
            let settled = receipts::settled_of(&receipt)?;
            let own = settled.iter().filter(|row| row.invoice.as_deref() == Some(invoice));
            let Some(paid) = own.map(|row| row.amount_paise).reduce(|sum, one| sum + one) else {
                continue;
            };
            let effect = ReversalEffect {
                effect: "unallocate".to_owned(),
                amount_paise: paid,
                invoice: Some(invoice.to_owned()),
                ..named(&receipt, &RECEIPT)
            };
            let inputs = record(json!({ "invoice": invoice, "remarks": self.reversing.said }));
            self.step(case, effect, |case, _| {
                act::by_system(case, &RECEIPT, &receipt, "unallocate", &inputs).map(drop)
            })?;
        }
        Ok(())
    }

    /// A loading comes back as the yard counted it; until then as it left.
    fn loading(
        &mut self,
        case: &mut Case,
        loading: &Doc,
        gone: &[Qty],
        billed: bool,
    ) -> Result<(), Halt> {
        let own = named(loading, &LOADING);
        let rows = loadings::rows_of(loading)?;
        let left = rows.iter().enumerate().fold(Qty::default(), |sum, (at, row)| {
            sum + row.qty() - gone.get(at).copied().unwrap_or_default()
        });
        let counted = self.reversing.back.iter().find(|row| row.loading == loading.id);
        let assumed = || BackRow {
            loading: loading.id.clone(),
            loading_no: own.no.clone(),
            pcs: left.pcs,
            weight_g: left.g,
            ..BackRow::default()
        };
        let back = counted.cloned().unwrap_or_else(assumed);
        if counted.is_none() {
            self.plan.waits.push(back.clone());
            let message = said!("The yard has not counted {no} back yet", no = own.no);
            self.against(&own, message);
        }
        if billed {
            return Ok(());
        }
        let stop = trips::on_trip(case, LOADING.key, &loading.id)?;
        let before = stop.as_ref().map(|stop| stop.trip.version);
        let effect = ReversalEffect {
            effect: "bring_back".to_owned(),
            pcs: left.pcs,
            weight_g: left.g,
            ..own
        };
        let gone: Vec<Value> = (0_i64..)
            .zip(gone)
            .filter(|(_, gone)| !gone.is_zero())
            .map(|(line, gone)| json!({ "line": line, "pcs": gone.pcs, "weight_g": gone.g }))
            .collect();
        let mut inputs = record(json!({
            "loading": loading.id, "pcs": back.pcs, "weight_g": back.weight_g, "gone": gone,
            "remarks": self.reversing.said,
        }));
        if let Some(bucket) = back.bucket {
            inputs.insert("bucket".to_owned(), bucket.into());
        }
        let id = self.reversing.order.clone();
        let done = self.step(case, effect, |case, _| {
            let order = case.doc(&ORDER, &id)?;
            act::by_system(case, &ORDER, &order, "bring_back", &inputs).map(drop)
        })?;
        let Some(stop) = stop.filter(|_| done) else { return Ok(()) };
        let trip = case.doc(&TRIP, &stop.trip.id)?;
        if before != Some(trip.version) {
            let effect = "drop_stop".to_owned();
            self.plan.effects.push(ReversalEffect { effect, ..named(&trip, &TRIP) });
        }
        Ok(())
    }
}

fn moved(before: &CreditAccount, after: &CreditAccount) -> CreditAccount {
    CreditAccount {
        committed: after.committed - before.committed,
        receivable: after.receivable - before.receivable,
        on_account: after.on_account - before.on_account,
        ..CreditAccount::default()
    }
}
