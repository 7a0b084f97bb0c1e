//! The calls beside documents: what the shell and the order pages ask of the core's queries.

use godown_core::access::steps;
use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Verb;
use godown_core::docs;
use godown_core::docs::orders::quote::QuoteFacts;
use godown_core::docs::receipts::RECEIPT;
use godown_core::docs::reversals::plan::ReversalPlan;
use godown_core::docs::starter::SetupPlan;
use godown_core::error::{Code, Halt};
use godown_core::kept::doc::Record;
use godown_core::kept::read::Read;
use godown_core::labels::{LabelSize, layout};
use godown_core::menu::{self, MenuItem};
use godown_core::query;
use godown_core::query::access::{AccessMatrix, PersonAccess};
use godown_core::query::approvers::{Approvers, ApproversAsked};
use godown_core::query::credit::Credit;
use godown_core::query::facts::TypedOrder;
use godown_core::query::labels::{self, Labels, LabelsAsked};
use godown_core::query::life::{self, BatchLife, Claims, ClaimsAsked, Postings, PostingsAsked};
use godown_core::query::notable::{self, Notable};
use godown_core::query::open_items::{self, OpenAsked, OpenBills, OpenItems};
use godown_core::query::queue::Queue;
use godown_core::query::returnable::{self, Returnable};
use godown_core::query::reversal::{self, PlanAsked};
use godown_core::query::search::SearchHit;
use godown_core::query::setup::{Setup, offers};
use godown_core::query::sheets::{self, CountingSheet};
use godown_core::query::skus::{self, SkuBuilt, SkuKit};
use godown_core::query::statement::{self, Statement};
use godown_core::query::stock::{self, Asked, Catalogue, Stock, Wanted};
use godown_core::query::turn::Turn;
use godown_core::query::warnings::Warnings;
use godown_core::said;
use godown_core::shape::Shaped;
use godown_core::table;
use godown_core::table::statement::BankStatement;
use godown_core::value::{Day, Instant};
use godown_core::write::command::{Command, CommandKind};
use serde::Serialize;
use serde_json::Value;

use super::docs::command_id;
use crate::app::Work;
use crate::call::ask::{Ask, Query};
use crate::call::reply::{Answer, Problem};

/// The most hits that the palette shows.
const HITS: usize = 20;
const ROWS: usize = 50;
const DEEPEST: usize = 1_000_000;
/// The most that a receipt can be of.
const MOST_PAISE: u64 = 9_999_999_999_999;

/// Runs one of the core's queries. Who may not ask at all is told so before what is wrong with the
/// question.
pub async fn asked<Q, F, A>(ask: &Ask, of: Result<Q, Problem>, run: F) -> Result<Answer<A>, Problem>
where
    Q: Default + Send + 'static,
    F: Fn(&dyn Read, &Actor, Instant, &Q) -> Result<A, Halt> + Send + 'static,
    A: Serialize + Shaped + Send + 'static,
{
    let person = ask.person()?;
    let (question, wrong) = match of {
        Ok(question) => (question, None),
        Err(problem) => (Q::default(), Some(problem)),
    };
    let who = person.actor.id.clone();
    let work = move |read: &dyn Read, now| run(read, &person.actor, now, &question);
    let answer = ask.app.walk(Work::Read, &who, work);
    let answer = answer.await.map_err(Problem::from);
    match (answer, wrong) {
        (Err(earlier), Some(_)) if matches!(earlier.status, 403 | 404 | 500..) => Err(earlier),
        (_, Some(wrong)) => Err(wrong),
        (answer, None) => Ok(Answer::json(&answer?)),
    }
}

pub async fn menu(mut ask: Ask) -> Result<Answer<Vec<MenuItem>>, Problem> {
    let nothing = ask.query(&[], &[]).map(|_| ());
    asked(&ask, nothing, |read, actor, now, ()| menu::menu(read, actor, now)).await
}

pub async fn queue(mut ask: Ask) -> Result<Answer<Queue>, Problem> {
    let nothing = ask.query(&[], &[]).map(|_| ());
    asked(&ask, nothing, |read, actor, now, ()| query::queue::queue(read, actor, now)).await
}

pub async fn turn(mut ask: Ask) -> Result<Answer<Turn>, Problem> {
    let (doc_type, id) = (ask.param(0).to_owned(), ask.param(1).to_owned());
    let nothing = ask.query(&[], &[]).map(|_| ());
    let run = move |read: &dyn Read, actor: &Actor, now, (): &()| {
        query::turn::turn(read, actor, now, &doc_type, &id)
    };
    asked(&ask, nothing, run).await
}

pub const APPROVERS_QUERY: &[&str] = &["paise", "branch"];

pub async fn approvers(mut ask: Ask) -> Result<Answer<Approvers>, Problem> {
    let doc_type = ask.param(0).to_owned();
    let question = ask.query(APPROVERS_QUERY, &[]).and_then(|query| {
        let paise = match query.text("paise") {
            "" => None,
            _ => i64::try_from(query.number("paise", 0, MOST_PAISE)?).ok(),
        };
        Ok(ApproversAsked { doc_type, paise, branch: query.text("branch").to_owned() })
    });
    asked(&ask, question, query::approvers::approvers).await
}

pub async fn setup(mut ask: Ask) -> Result<Answer<Setup>, Problem> {
    let nothing = ask.query(&[], &[]).map(|_| ());
    asked(&ask, nothing, |read, actor, now, ()| query::setup::setup(read, actor, now)).await
}

/// Gives the site what it lacks of a starter set.
pub async fn give_set(mut ask: Ask) -> Result<Answer<SetupPlan>, Problem> {
    let (set, command_id) = act_of(&mut ask, "set")?;
    let person = ask.person()?;
    let deed = CommandKind::GiveSet { set };
    let command = Command { command_id: command_id.clone(), deed };
    ask.app.carry_out(person.actor.clone(), command).await?;
    let told = move |read: &dyn Read, actor: &Actor, now, (): &()| {
        offers::set_given(read, actor, now, &command_id)
    };
    asked(&ask, Ok(()), told).await
}

/// Makes the number series of a financial year that the branches lack.
pub async fn open_year(mut ask: Ask) -> Result<Answer<SetupPlan>, Problem> {
    let (fy, command_id) = act_of(&mut ask, "fy")?;
    let person = ask.person()?;
    let deed = CommandKind::OpenYear { fy: fy.clone() };
    let command = Command { command_id: command_id.clone(), deed };
    ask.app.carry_out(person.actor.clone(), command).await?;
    let told = move |read: &dyn Read, actor: &Actor, now, (): &()| {
        offers::year_opened(read, actor, now, &command_id, &fy)
    };
    asked(&ask, Ok(()), told).await
}

/// The one word of an act of setting up, and its command id. Who may not set up the site at all is told so first.
fn act_of(ask: &mut Ask, key: &'static str) -> Result<(String, String), Problem> {
    let read = ask.json(&["command_id", key]).and_then(|body| {
        let word = body.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        Ok((word, command_id(&body)?))
    });
    let person = ask.person()?;
    ask.app.view(|read, now| query::setup::may_set_up(&docs::look(read, &person.actor, now)))?;
    read
}

/// A question with a body: nothing is written.
pub async fn warnings(mut ask: Ask) -> Result<Answer<Warnings>, Problem> {
    let doc_type = ask.param(0).to_owned();
    let typed = typed(&mut ask).map(|(id, record)| query::warnings::TypedRecord { id, record });
    let run = move |read: &dyn Read, actor: &Actor, now, typed: &query::warnings::TypedRecord| {
        query::warnings::warnings(read, actor, now, &doc_type, typed)
    };
    asked(&ask, typed, run).await
}

pub async fn search(mut ask: Ask) -> Result<Answer<Vec<SearchHit>>, Problem> {
    let words = ask.query(&["q"], &[]).map(|query| query.text("q").to_owned());
    let run = |read: &dyn Read, actor: &Actor, now, words: &String| {
        query::search::search(read, actor, now, words, HITS)
    };
    asked(&ask, words, run).await
}

pub const STOCK_QUERY: &[&str] = &["yard", "sku", "q", "zone", "lies", "on", "offset", "limit"];

pub async fn stock(mut ask: Ask) -> Result<Answer<Stock>, Problem> {
    let question = ask.query(STOCK_QUERY, &["sku"]).and_then(|query| {
        let wrong =
            || Problem::malformed("lies", "lies must be free, hold, dump, transit, wip or rest");
        let lies = stock::Lies::parse(query.text("lies")).ok_or_else(wrong)?;
        let skus = query.all("sku").filter(|sku| !sku.is_empty());
        Ok(Asked {
            yard: query.text("yard").to_owned(),
            skus: skus.map(str::to_owned).collect(),
            q: query.text("q").to_owned(),
            zone: query.text("zone").to_owned(),
            lies,
            on: day_of(&query, "on")?,
            offset: query.rows("offset", 0, DEEPEST)?,
            limit: query.rows("limit", ROWS, stock::PAGE_ROWS)?,
        })
    });
    asked(&ask, question, stock::stock).await
}

/// The day that is asked for; none for now.
pub fn day_of(query: &Query, key: &str) -> Result<Option<Day>, Problem> {
    let text = query.text(key);
    let wrong = || Problem::malformed(key, said!("{key} must be a date, 2026-04-30", key));
    if text.is_empty() { Ok(None) } else { Day::parse(text).map(Some).ok_or_else(wrong) }
}

pub const POSTINGS_QUERY: &[&str] = &["yard", "batch", "bucket", "on"];

pub async fn postings(mut ask: Ask) -> Result<Answer<Postings>, Problem> {
    let question = ask.query(POSTINGS_QUERY, &[]).and_then(|query| {
        let text = |key: &str| query.text(key).to_owned();
        let [yard, batch, bucket] = ["yard", "batch", "bucket"].map(text);
        Ok(PostingsAsked { yard, batch, bucket, on: day_of(&query, "on")? })
    });
    asked(&ask, question, life::postings).await
}

pub const CLAIMS_QUERY: &[&str] = &["yard", "sku"];

pub async fn claims(mut ask: Ask) -> Result<Answer<Claims>, Problem> {
    let question = ask.query(CLAIMS_QUERY, &[]).map(|query| ClaimsAsked {
        yard: query.text("yard").to_owned(),
        sku: query.text("sku").to_owned(),
    });
    asked(&ask, question, life::claims).await
}

pub async fn batch(mut ask: Ask) -> Result<Answer<BatchLife>, Problem> {
    let id = ask.param(0).to_owned();
    let nothing = ask.query(&[], &[]).map(|_| ());
    let run =
        move |read: &dyn Read, actor: &Actor, now, (): &()| life::batch(read, actor, now, &id);
    asked(&ask, nothing, run).await
}

pub async fn returnable(mut ask: Ask) -> Result<Answer<Returnable>, Problem> {
    let id = ask.param(0).to_owned();
    let nothing = ask.query(&[], &[]).map(|_| ());
    let run = move |read: &dyn Read, actor: &Actor, now, (): &()| {
        returnable::returnable(read, actor, now, &id)
    };
    asked(&ask, nothing, run).await
}

pub const PLAN_QUERY: &[&str] = &["reversal", "order", "to"];

pub async fn reversal_plan(mut ask: Ask) -> Result<Answer<ReversalPlan>, Problem> {
    let question = ask.query(PLAN_QUERY, &[]).and_then(|query| {
        let [reversal, order, to] =
            ["reversal", "order", "to"].map(|key| query.text(key).to_owned());
        match to.as_str() {
            "" | "waiting" | "rejected" => Ok(PlanAsked { reversal, order, to }),
            _ => Err(Problem::malformed("to", "to must be waiting or rejected")),
        }
    });
    asked(&ask, question, reversal::planned).await
}

pub async fn notable(mut ask: Ask) -> Result<Answer<Notable>, Problem> {
    let id = ask.param(0).to_owned();
    let nothing = ask.query(&[], &[]).map(|_| ());
    let run =
        move |read: &dyn Read, actor: &Actor, now, (): &()| notable::notable(read, actor, now, &id);
    asked(&ask, nothing, run).await
}

pub async fn sheet(mut ask: Ask) -> Result<Answer<CountingSheet>, Problem> {
    let id = ask.param(0).to_owned();
    let nothing = ask.query(&[], &[]).map(|_| ());
    let run =
        move |read: &dyn Read, actor: &Actor, now, (): &()| sheets::of_audit(read, actor, now, &id);
    asked(&ask, nothing, run).await
}

pub const LABELS_QUERY: &[&str] = &["size", "copies", "bundles"];

pub async fn labels(mut ask: Ask) -> Result<Answer<Labels>, Problem> {
    let (doc_type, id) = (ask.param(0).to_owned(), ask.param(1).to_owned());
    let question = ask.query(LABELS_QUERY, &[]).and_then(|query| {
        let size = match query.text("size") {
            "" => Some(LabelSize::default()),
            name => LabelSize::parse(name),
        };
        let wrong = || Problem::malformed("size", "size must be a4, 100x50 or 50x25");
        let bundles = match query.text("bundles") {
            "" | "false" => false,
            "true" => true,
            _ => return Err(Problem::malformed("bundles", "bundles must be true or false")),
        };
        let copies = query.rows("copies", 1, layout::MOST)?;
        Ok((size.ok_or_else(wrong)?, copies, bundles))
    });
    let run = move |read: &dyn Read, actor: &Actor, now, asked: &(LabelSize, usize, bool)| {
        let (size, copies, bundles) = *asked;
        let (doc_type, id) = (doc_type.clone(), id.clone());
        let asked = LabelsAsked { doc_type, id, bundles, size, copies };
        labels::labels(read, actor, now, &asked)
    };
    asked(&ask, question, run).await
}

pub const CATALOGUE_QUERY: &[&str] = &["yard", "customer", "q", "group", "in_stock", "limit"];

pub async fn catalogue(mut ask: Ask) -> Result<Answer<Catalogue>, Problem> {
    let question = ask.query(CATALOGUE_QUERY, &[]).and_then(|query| {
        Ok(Wanted {
            yard: query.text("yard").to_owned(),
            customer: query.text("customer").to_owned(),
            q: query.text("q").to_owned(),
            group: query.text("group").to_owned(),
            in_stock: query.text("in_stock") == "true",
            limit: query.rows("limit", ROWS, stock::PAGE_ROWS)?,
        })
    });
    asked(&ask, question, stock::catalogue).await
}

pub const CREDIT_QUERY: &[&str] = &["order"];

pub async fn credit(mut ask: Ask) -> Result<Answer<Credit>, Problem> {
    let order = ask.query(CREDIT_QUERY, &[]).map(|query| query.text("order").to_owned());
    let customer = ask.param(0).to_owned();
    let run = move |read: &dyn Read, actor: &Actor, now, order: &String| {
        query::credit::credit(read, actor, now, &customer, order)
    };
    asked(&ask, order, run).await
}

pub const OPEN_QUERY: &[&str] = &["amount_paise", "mode", "date", "for_order"];

pub async fn open_items(mut ask: Ask) -> Result<Answer<OpenItems>, Problem> {
    let customer = ask.param(0).to_owned();
    let question = ask.query(OPEN_QUERY, &[]).and_then(|query| {
        let wrong = || Problem::malformed("date", "date must be a date, 2026-04-30");
        let date = match query.text("date") {
            "" => None,
            text => Some(Day::parse(text).ok_or_else(wrong)?),
        };
        let amount = query.number("amount_paise", 0, MOST_PAISE)?;
        let amount_paise = i64::try_from(amount).unwrap_or(0);
        let order = Some(query.text("for_order")).filter(|id| !id.is_empty()).map(str::to_owned);
        Ok(OpenAsked { amount_paise, mode: query.text("mode").to_owned(), date, order })
    });
    let run = move |read: &dyn Read, actor: &Actor, now, asked: &OpenAsked| {
        open_items::open_items(read, actor, now, &customer, asked)
    };
    asked(&ask, question, run).await
}

pub const OPEN_BILLS_QUERY: &[&str] = &["amount_paise"];

pub async fn open_bills(mut ask: Ask) -> Result<Answer<OpenBills>, Problem> {
    let party = (ask.param(0).to_owned(), ask.param(1).to_owned());
    let question = ask.query(OPEN_BILLS_QUERY, &[]).and_then(|query| {
        let amount = query.number("amount_paise", 0, MOST_PAISE)?;
        Ok(i64::try_from(amount).unwrap_or(0))
    });
    let run = move |read: &dyn Read, actor: &Actor, now, amount: &i64| {
        open_items::open_bills(read, actor, now, (&party.0, &party.1), *amount)
    };
    asked(&ask, question, run).await
}

/// A file with a question: its lines beside the receipts that the person sees. Nothing is written.
pub async fn statement(mut ask: Ask) -> Result<Answer<Statement>, Problem> {
    let person = ask.person()?;
    if !person.actor.may(&RECEIPT, Verb::View) {
        return Err(steps::forbidden(&RECEIPT, "view").into());
    }
    let bytes = ask.bytes()?;
    let read = move || table::statement::read(&bytes);
    let lines = ask.app.blocking(Work::Import, &person.actor.id, read).await?;
    let lines = lines.map_err(|why| Problem::from(Halt::refuse(Code::Input, why)));
    asked(&ask, lines, |read, actor, now, file: &BankStatement| {
        statement::matched(read, actor, now, file)
    })
    .await
}

pub async fn access(mut ask: Ask) -> Result<Answer<AccessMatrix>, Problem> {
    let nothing = ask.query(&[], &[]).map(|_| ());
    asked(&ask, nothing, |read, actor, now, ()| query::access::matrix(read, actor, now)).await
}

pub async fn access_of(mut ask: Ask) -> Result<Answer<PersonAccess>, Problem> {
    let nothing = ask.query(&[], &[]).map(|_| ());
    let id = ask.param(0).to_owned();
    let run = move |read: &dyn Read, actor: &Actor, now, (): &()| {
        query::access::person(read, actor, now, &id)
    };
    asked(&ask, nothing, run).await
}

/// A record that is being typed: the document's id, empty for a new one, and what stands in the form.
pub fn typed(ask: &mut Ask) -> Result<(String, Record), Problem> {
    let mut body = ask.json(&["id", "record"])?;
    match (body.remove("id"), body.remove("record")) {
        (Some(Value::String(id)), Some(Value::Object(record))) => Ok((id, record)),
        (Some(Value::String(_)), _) => {
            Err(Problem::malformed("record", "record must be an object"))
        }
        _ => Err(Problem::malformed("id", "id must be a text, empty for a new document")),
    }
}

/// A question with a body: nothing is written.
pub async fn facts(mut ask: Ask) -> Result<Answer<QuoteFacts>, Problem> {
    let typed = typed(&mut ask).map(|(id, record)| TypedOrder { id, record });
    asked(&ask, typed, query::facts::facts).await
}

pub async fn kit(mut ask: Ask) -> Result<Answer<SkuKit>, Problem> {
    let nothing = ask.query(&[], &[]).map(|_| ());
    let group = ask.param(0).to_owned();
    let run =
        move |read: &dyn Read, actor: &Actor, now, (): &()| skus::kit_of(read, actor, now, &group);
    asked(&ask, nothing, run).await
}

/// A question with a body: nothing is written.
pub async fn built(mut ask: Ask) -> Result<Answer<SkuBuilt>, Problem> {
    let record = ask.json(&["record"]).and_then(|mut body| match body.remove("record") {
        Some(Value::Object(record)) => Ok(record),
        _ => Err(Problem::malformed("record", "record must be an object")),
    });
    let run = |read: &dyn Read, actor: &Actor, now, record: &Record| {
        skus::built(read, actor, now, record)
    };
    asked(&ask, record, run).await
}
