//! A customer's credit as a decision needs it: position, ageing, what is open, how they pay, and firms of the
//! same owner.

use std::sync::Arc;

use super::list::{self, Op, Query, Where};
use super::paying::{self, CreditMonth, PromisesKept};
use super::{Links, Titles};
use crate::declare::actor::Actor;
use crate::declare::case::{Look, not_found};
use crate::declare::grant::Verb;
use crate::docs;
use crate::docs::customers::CUSTOMER;
use crate::docs::limit_requests::effect::{LimitFacts, facts_of, needed_paise};
use crate::docs::limit_requests::{CREDIT_LIMIT_REQUEST, needs_credit, open_of};
use crate::docs::limits;
use crate::docs::orders::{self, ORDER, Order};
use crate::docs::payments::{self, Cheque};
use crate::docs::receipts::{self, RECEIPT};
use crate::error::{Code, Halt};
use crate::json_answer;
use crate::kept::doc::{Doc, Record};
use crate::kept::read::Read;
use crate::ledger::credit::{self, Open, Position};
use crate::said::{Phrase, Said};
use crate::value::{Day, Instant};

const LAST_RECEIPTS: usize = 10;

json_answer! {
    /// A customer's credit, as much of it as the person sees.
    pub struct Credit {
        pub position [among]: Position,
        pub customer: String,
        pub name: String,
        pub status: String,
        pub order [optional]: Option<CreditOfOrder>,
        /// What a request for another limit is measured against.
        pub facts: LimitFacts,
        /// The request that waits for a decision, where the person sees it.
        pub request [optional]: Option<String>,
        /// Only for those who see all figures.
        pub behind [among]: Option<CreditBehind>,
    }
}

json_answer! {
    /// The credit that an order takes further, and the refusal that would meet it now.
    pub struct CreditOfOrder {
        pub id: String,
        pub further_paise: i64,
        /// Whether its status lets a limit of its own be asked for.
        pub takes_request: bool,
        /// The amount that such a request would need; none where the order fits as it is.
        pub needed_paise: Option<i64>,
        pub short: Option<String>,
        /// What `short` was made of, as of an issue.
        pub short_said [optional]: Option<Phrase>,
    }
}

json_answer! {
    /// The figures behind a position.
    pub struct CreditBehind {
        pub ageing: Ageing,
        /// Open ones, the oldest due first.
        pub invoices: Vec<OpenInvoice>,
        /// Those that hold credit and are not invoiced.
        pub orders: Vec<Commitment>,
        /// When each limit is in force, the last one first.
        pub limits: Vec<LimitInForce>,
        /// The last ones that the person may see, newest first: rows of their list.
        pub receipts: Vec<Record>,
        /// Other firms with the same PAN.
        pub group: Vec<CreditOfFirm>,
        /// The last 12 months, the oldest first.
        pub months: Vec<CreditMonth>,
        pub promises: PromisesKept,
        pub cheques: Vec<Cheque>,
        /// Cheques that came back unpaid, whatever became of them.
        pub bounced: Vec<Cheque>,
        pub links: Titles,
    }
}

json_answer! {
    /// The days on which a limit is in force; one of an order serves that order alone.
    pub struct LimitInForce {
        pub amount_paise: i64,
        pub from: Option<Day>,
        pub until: Option<Day>,
        pub temporary: bool,
        pub order: Option<String>,
    }
}

json_answer! {
    /// What is outstanding by how many days it is late, paise.
    #[derive(Default)]
    pub struct Ageing {
        pub not_due_paise: i64,
        pub days_1_30_paise: i64,
        pub days_31_60_paise: i64,
        pub days_61_90_paise: i64,
        pub days_over_90_paise: i64,
    }
}

json_answer! {
    pub struct OpenInvoice {
        pub id: String,
        /// The number of an invoice; else what is owed.
        pub name: String,
        pub doc_no: Option<String>,
        pub date: Option<String>,
        pub due: Day,
        pub amount_paise: i64,
        pub balance_paise: i64,
        /// The part of the balance that money on account does not cover.
        pub outstanding_paise: i64,
        pub overdue_days: i64,
    }
}

json_answer! {
    /// An order that holds credit.
    pub struct Commitment {
        pub id: String,
        pub doc_no: Option<String>,
        pub status: Option<String>,
        pub committed_paise: i64,
    }
}

json_answer! {
    pub struct CreditOfFirm {
        pub position [among]: Position,
        pub customer: String,
        pub name: String,
        pub status: String,
    }
}

/// The position with the names of the contract, and for those who see all figures what stands
/// behind it. Where an `order` is named: what it takes further, and why that does not fit.
///
/// Errors: `NotFound` for a customer or an order out of scope; `Forbidden` for those who see none of
/// its credit.
pub fn credit(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    customer: &str,
    order: &str,
) -> Result<Credit, Halt> {
    let case = docs::look(read, actor, now);
    let doc = case.find(CUSTOMER.key, customer)?;
    let doc = doc.filter(|doc| actor.covers(&CUSTOMER, Verb::View, doc));
    let doc = doc.ok_or_else(|| not_found(&CUSTOMER))?;
    if !actor.sees_credit(&doc) {
        let message = "You do not have permission to view credit";
        return Err(Halt::refuse(Code::Forbidden, message));
    }
    let facts = facts_of(&case, customer, Some(order).filter(|order| !order.is_empty()))?;
    let order = match order {
        "" => None,
        order => Some(for_order(&case, customer, order, &facts)?),
    };
    let request = open_of(&case, customer)?;
    let request = request.map(|id| case.find(CREDIT_LIMIT_REQUEST.key, &id)).transpose()?.flatten();
    let seen = |doc: &Doc| actor.covers(&CREDIT_LIMIT_REQUEST, Verb::View, doc);
    let behind = match actor.sees_cost() {
        true => Some(behind(read, &case, &doc)?),
        false => None,
    };
    Ok(Credit {
        position: limits::position(&case, customer)?,
        customer: customer.to_owned(),
        name: doc.title(&CUSTOMER),
        status: doc.status.clone(),
        order,
        facts,
        request: request.filter(|doc| seen(doc)).map(|doc| doc.id.clone()),
        behind,
    })
}

fn behind(read: &dyn Read, case: &Look, customer: &Doc) -> Result<CreditBehind, Halt> {
    let id = customer.id.as_str();
    let on_account = credit::account(case, id)?.on_account;
    let open = credit::outstanding(credit::open_invoices(case, id)?, on_account);
    let mut links = Links::default();
    links.want(CUSTOMER.key, id);
    let limits = limits_in_force(case, id)?;
    limits
        .iter()
        .filter_map(|limit| limit.order.as_deref())
        .for_each(|id| links.want(ORDER.key, id));
    let (months, promises) = paying::paying(case, id)?;
    Ok(CreditBehind {
        ageing: ageing(&open, case.today()),
        invoices: invoices(case, open)?,
        orders: orders(case, id)?,
        limits,
        receipts: receipts(read, case, id)?,
        group: group(case, customer)?,
        months,
        promises,
        cheques: payments::cheques_in_hand(case, id)?,
        bounced: payments::bounced(case, id)?,
        links: links.titles(case)?,
    })
}

/// The credit that an order takes beyond what it holds, and the refusal that would meet it now.
fn for_order(
    case: &Look,
    customer: &str,
    id: &str,
    facts: &LimitFacts,
) -> Result<CreditOfOrder, Halt> {
    let doc = case.find(ORDER.key, id)?;
    let doc = doc.filter(|doc| case.actor.covers(&ORDER, Verb::View, doc));
    let doc = doc.filter(|doc| doc.text("customer") == Some(customer));
    let doc = doc.ok_or_else(|| not_found(&ORDER))?;
    let further = orders::credit::further(case, &doc, &Order::of(&doc)?)?.max(0);
    let short = limits::shortage(case, customer, id, further)?;
    let (short, short_said) = short.map(Said::parts).unzip();
    let short_said = short_said.flatten();
    Ok(CreditOfOrder {
        id: id.to_owned(),
        further_paise: further,
        takes_request: needs_credit(&doc.status),
        needed_paise: needed_paise(facts),
        short,
        short_said,
    })
}

fn ageing(open: &[(String, Open, i64)], today: Day) -> Ageing {
    let mut sums = Ageing::default();
    for (_, one, unpaid) in open {
        let sum = match today.days_since(one.due) {
            ..=0 => &mut sums.not_due_paise,
            1..=30 => &mut sums.days_1_30_paise,
            31..=60 => &mut sums.days_31_60_paise,
            61..=90 => &mut sums.days_61_90_paise,
            _ => &mut sums.days_over_90_paise,
        };
        *sum = sum.saturating_add(*unpaid);
    }
    sums
}

fn invoices(case: &Look, open: Vec<(String, Open, i64)>) -> Result<Vec<OpenInvoice>, Halt> {
    let row = |(id, one, outstanding_paise): (String, Open, i64)| {
        let doc = case.find("invoice", &id)?;
        let doc = doc.as_ref();
        let late = outstanding_paise > 0;
        Ok(OpenInvoice {
            name: receipts::name_of_item(case, &id)?,
            doc_no: doc.and_then(|doc| doc.doc_no.clone()),
            date: doc.and_then(|doc| doc.text("date")).map(str::to_owned),
            due: one.due,
            amount_paise: one.amount_paise,
            balance_paise: one.balance_paise,
            outstanding_paise,
            overdue_days: if late { case.today().days_since(one.due).max(0) } else { 0 },
            id,
        })
    };
    open.into_iter().map(row).collect()
}

fn orders(case: &Look, customer: &str) -> Result<Vec<Commitment>, Halt> {
    let row = |(id, committed_paise): (String, i64)| {
        let doc = case.find(ORDER.key, &id)?;
        let doc = doc.as_ref();
        let doc_no = doc.and_then(|doc| doc.doc_no.clone());
        let status = doc.map(|doc| doc.status.clone());
        Ok(Commitment { id, doc_no, status, committed_paise })
    };
    credit::commitments(case, customer)?.into_iter().map(row).collect()
}

fn receipts(read: &dyn Read, case: &Look, customer: &str) -> Result<Vec<Record>, Halt> {
    if !case.actor.may(&RECEIPT, Verb::View) {
        return Ok(Vec::new());
    }
    let is = |field: &str, op, value: &str| Where {
        field: field.to_owned(),
        op,
        value: value.to_owned(),
    };
    let arrived = receipts::ARRIVED.join("|");
    let conditions = vec![is("customer", Op::Eq, customer), is("status", Op::In, &arrived)];
    let query = Query { conditions, limit: LAST_RECEIPTS, ..Query::default() };
    list::page(read, case.actor, case.now, RECEIPT.key, &query)?.records()
}

fn group(case: &Look, customer: &Doc) -> Result<Vec<CreditOfFirm>, Halt> {
    let firm = |firm: Arc<Doc>| {
        Ok(CreditOfFirm {
            position: limits::position(case, &firm.id)?,
            customer: firm.id.clone(),
            name: firm.title(&CUSTOMER),
            status: firm.status.clone(),
        })
    };
    limits::kin(case, customer)?.into_iter().map(firm).collect()
}

/// What ended without ever counting for anything is left out.
fn limits_in_force(case: &Look, customer: &str) -> Result<Vec<LimitInForce>, Halt> {
    let mut found: Vec<LimitInForce> = credit::order_limits(case, customer)?
        .into_iter()
        .map(|(order, amount_paise)| LimitInForce {
            amount_paise,
            from: None,
            until: None,
            temporary: false,
            order: Some(order),
        })
        .collect();
    let mut terms = credit::terms(case, customer)?;
    terms.retain(|term| !term.temporary || term.amount_paise > 0);
    terms.sort_by_key(|term| std::cmp::Reverse((term.from, term.place)));
    found.extend(terms.into_iter().map(|term| LimitInForce {
        amount_paise: term.amount_paise,
        from: Some(term.from),
        until: term.until.into_iter().chain(term.granted_to).min(),
        temporary: term.temporary,
        order: None,
    }));
    Ok(found)
}
