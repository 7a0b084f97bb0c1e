//! What a request would do: limit, used and free before and after, and what stands against it. The form asks
//! this while it is typed, the server when it is submitted and approved.

use serde_json::Value;

use crate::declare::case::Look;
use crate::docs::orders::{self, ORDER, Order};
use crate::docs::{limits, settings};
use crate::error::{Code, Halt, Issue};
use crate::json::json_struct;
use crate::kept::doc::Record;
use crate::ledger::credit;
use crate::said;
use crate::said::Said;
use crate::value::{Day, Paise, rupees};

json_struct! { WHOLE
    /// What a request is measured against, as it stands today.
    pub struct LimitFacts {
        pub today: Day,
        pub limit_paise: i64,
        pub temporary_paise: i64,
        pub temporary_until: Option<Day>,
        /// What orders use of limits of their own.
        pub for_orders_paise: i64,
        pub utilised_paise: i64,
        /// The part of cheques in hand that counts towards what is free.
        pub counted_paise: i64,
        /// The limit of its own that the named order has.
        pub own_paise: i64,
        /// What is left of that.
        pub room_paise: i64,
        /// The credit that the named order would take beyond what it holds.
        pub order_paise: i64,
        /// The largest limit that is granted without the management.
        pub credit_slab_paise: i64,
        /// How many days a temporary limit may last.
        pub most_days: i64,
    }
}

json_struct! { WHOLE
    /// What a request would do.
    pub struct LimitEffect {
        /// All limits that count for the customer, or for the order that is named.
        pub limit_before_paise: i64,
        pub limit_after_paise: i64,
        pub used_paise: i64,
        pub free_before_paise: i64,
        pub free_after_paise: i64,
        /// What the named order would still lack.
        pub short_paise: i64,
        /// Whether the management decides on it, too.
        pub management: bool,
        /// Whether it would leave less than is used.
        pub stops: bool,
        pub issues: Vec<Issue>,
    }
}

/// What a request asks for, as far as it is filled in.
struct Asked<'r> {
    kind: &'r str,
    amount: Option<i64>,
    from: Option<Day>,
    to: Option<Day>,
    stop_supply: bool,
}

impl Asked<'_> {
    fn of(record: &Record) -> Asked<'_> {
        let text = |key: &str| record.get(key).and_then(Value::as_str);
        Asked {
            kind: text("kind").unwrap_or("permanent"),
            amount: record.get("amount_paise").and_then(Value::as_i64),
            from: text("from").and_then(Day::parse),
            to: text("to").and_then(Day::parse),
            stop_supply: record.get("stop_supply").and_then(Value::as_bool).unwrap_or(false),
        }
    }

    /// What is in force today of what is asked for.
    fn current(&self, facts: &LimitFacts) -> i64 {
        match self.kind {
            "temporary" => facts.temporary_paise,
            "order" => facts.own_paise,
            _ => facts.limit_paise,
        }
    }
}

/// What is in force today of what a request asks for.
pub fn current_of(facts: &LimitFacts, record: &Record) -> i64 {
    Asked::of(record).current(facts)
}

/// What a request would do, and what is wrong with it at the field where it can be mended.
pub fn effect(facts: &LimitFacts, record: &Record) -> LimitEffect {
    let asked = Asked::of(record);
    let before = facts.limit_paise.saturating_add(facts.temporary_paise);
    let before = before.saturating_add(facts.for_orders_paise);
    let current = asked.current(facts);
    let more = asked.amount.unwrap_or(current).saturating_sub(current);
    let free = before.saturating_sub(facts.utilised_paise).saturating_add(facts.counted_paise);
    let mut made = LimitEffect {
        limit_before_paise: before,
        limit_after_paise: before.saturating_add(more),
        used_paise: facts.utilised_paise,
        free_before_paise: free,
        free_after_paise: free.saturating_add(more),
        ..LimitEffect::default()
    };
    if asked.kind == "order" {
        for_one_order(&mut made, facts, more);
    } else {
        // A higher temporary limit that is still too low stops nothing that was not stopped before.
        made.stops = made.free_after_paise < 0 && (asked.kind == "permanent" || more < 0);
    }
    made.management = more > 0 && made.limit_after_paise > facts.credit_slab_paise;
    made.issues = issues(&asked, facts, &made);
    made
}

/// The free credit is that of the order: what is left of its own limit, and of the customer's.
fn for_one_order(made: &mut LimitEffect, facts: &LimitFacts, more: i64) {
    let general = made.free_before_paise.max(0);
    let room = facts.room_paise.saturating_add(more).max(0);
    made.limit_before_paise = made.limit_before_paise.saturating_add(facts.room_paise);
    made.limit_after_paise = made.limit_before_paise.saturating_add(more);
    made.free_before_paise = general.saturating_add(facts.room_paise);
    made.free_after_paise = general.saturating_add(room);
    made.short_paise = facts.order_paise.saturating_sub(made.free_after_paise).max(0);
}

/// The limit of its own with which the named order fits, paise; none where it fits as it is.
pub fn needed_paise(facts: &LimitFacts) -> Option<i64> {
    let record = [("kind".to_owned(), "order".into())].into_iter().collect();
    let short = effect(facts, &record).short_paise;
    (short > 0).then(|| facts.own_paise.saturating_add(short))
}

fn issues(asked: &Asked, facts: &LimitFacts, made: &LimitEffect) -> Vec<Issue> {
    let mut found = Vec::new();
    let mut refuse = |path: &str, code: Code, message: Said| {
        found.push(Issue::new(path, code, message));
    };
    let money = |paise: i64| rupees(Paise(paise));
    if let Some(message) = asked.amount.and_then(|amount| same(asked, facts, amount)) {
        refuse("amount_paise", Code::Input, message);
    }
    let from = asked.from.unwrap_or(facts.today);
    if from < facts.today {
        refuse("from", Code::Input, "From must not be in the past".into());
    }
    if let Some(to) = asked.to.filter(|_| asked.kind == "temporary") {
        let lasts = to.days_since(from);
        if lasts < 0 {
            refuse("to", Code::Input, "To must not be before From".into());
        } else if lasts > facts.most_days {
            let most = facts.most_days;
            refuse("to", Code::Input, said!("A temporary limit lasts at most {most} days", most));
        }
    }
    if asked.amount.is_some() && made.stops && !asked.stop_supply {
        let (after, used) = (money(made.limit_after_paise), money(made.used_paise));
        let message = said!(
            "{after} is below the {used} used. Tick Stop supply, or ask for more",
            after,
            used
        );
        refuse("stop_supply", Code::Rule, message);
    }
    if asked.amount.is_some() && asked.stop_supply && !made.stops {
        let message = "This limit covers what is used: supply does not stop";
        refuse("stop_supply", Code::Input, message.into());
    }
    found
}

/// Why the amount changes nothing.
fn same(asked: &Asked, facts: &LimitFacts, amount: i64) -> Option<Said> {
    if amount != asked.current(facts) {
        return None;
    }
    let money = rupees(Paise(amount));
    match asked.kind {
        "temporary" if amount == 0 => Some("No temporary limit is in force".into()),
        // The same amount for longer is another limit.
        "temporary" if asked.to != facts.temporary_until => None,
        "temporary" => Some(said!("The temporary limit is {money} until that day already", money)),
        "order" if amount == 0 => Some("Enter what the order needs".into()),
        "order" => Some(said!("The limit for this order is {money} already", money)),
        _ => Some(said!("The credit limit is {money} already", money)),
    }
}

/// The facts of a customer today, and of an order of theirs where one is named.
pub fn facts_of(look: &Look, customer: &str, order: Option<&str>) -> Result<LimitFacts, Halt> {
    let at = limits::position(look, customer)?;
    let mut facts = LimitFacts {
        today: look.today(),
        limit_paise: at.limit_paise,
        temporary_paise: at.temporary_paise,
        temporary_until: at.temporary_until,
        for_orders_paise: at.for_orders_paise,
        utilised_paise: at.utilised_paise,
        counted_paise: at.counted_paise,
        credit_slab_paise: settings::int_of(look, "limit_credit_paise")?,
        most_days: settings::int_of(look, "temporary_limit_days")?,
        ..LimitFacts::default()
    };
    let doc = order.map(|id| look.find(ORDER.key, id)).transpose()?.flatten();
    if let Some(doc) = doc.filter(|doc| doc.text("customer") == Some(customer)) {
        let own = credit::order_limits(look, customer)?.into_iter().find(|(id, _)| *id == doc.id);
        facts.own_paise = own.map_or(0, |(_, amount)| amount);
        facts.room_paise = credit::order_room(look, customer, &doc.id)?;
        facts.order_paise = orders::credit::further(look, &doc, &Order::of(&doc)?)?.max(0);
    }
    Ok(facts)
}
