//! Documents on paper: one as a PDF, or many in one.

use godown_core::declare::actor::Actor;
use godown_core::docs::printed::{self, PaperWish};
use godown_core::error::{Code, Issue, Refused};
use godown_core::kept::read::Read;
use godown_core::query;
use godown_core::report::cut::Cut;
use godown_core::report::{self, Params};
use godown_core::schema::ReportLink;
use godown_core::value::IST_MINUTES;
use serde_json::Value;
use warp::http::header::CONTENT_DISPOSITION;

use super::reports;
use crate::app::Work;
use crate::call::ask::Ask;
use crate::call::reply::{Problem, Reply};
use crate::failure::Failure;

pub const PDF: &str = "application/pdf";
pub const MEDIA: &[&str] = &[PDF];
pub const PRINT_QUERY: &[&str] = &["copies", "size", "from", "to"];

/// How documents are wanted on paper, and the days that a statement tells of.
#[derive(Default)]
struct Wanted {
    ids: Vec<String>,
    wish: PaperWish,
    days: Params,
}

impl Wanted {
    fn new(ids: Vec<String>, told: impl Fn(&str) -> String) -> Wanted {
        let wish = PaperWish { copies: told("copies"), size: told("size"), ..PaperWish::default() };
        let days = ["from", "to"].map(|key| (key.to_owned(), told(key)));
        let days = days.into_iter().filter(|(_, day)| !day.is_empty()).collect();
        Wanted { ids, wish, days }
    }
}

pub async fn one(mut ask: Ask) -> Result<Reply, Problem> {
    let (doc_type, id) = (ask.param(0).to_owned(), ask.param(1).to_owned());
    let asked = ask.query(PRINT_QUERY, &[]);
    let wanted = asked.map(|query| Wanted::new(vec![id], |key| query.text(key).to_owned()));
    made(&ask, doc_type, wanted).await
}

pub async fn many(mut ask: Ask) -> Result<Reply, Problem> {
    let doc_type = ask.param(0).to_owned();
    let asked = ask.json(&["ids", "copies", "size", "from", "to"]).and_then(|mut body| {
        let ids: Option<Vec<String>> =
            body.remove("ids").and_then(|ids| serde_json::from_value(ids).ok());
        let ids = ids.filter(|ids| (1..=printed::MOST).contains(&ids.len()));
        let ids = ids.ok_or_else(|| {
            Problem::malformed("ids", format!("ids must be 1 to {} texts", printed::MOST))
        })?;
        let word = |key: &str| body.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        Ok(Wanted::new(ids, word))
    });
    made(&ask, doc_type, asked).await
}

/// The file of some documents; who may not see them is told so before they are told what is wrong with the question.
async fn made(
    ask: &Ask,
    doc_type: String,
    asked: Result<Wanted, Problem>,
) -> Result<Reply, Problem> {
    let person = ask.person()?;
    let of = asked.and_then(|wanted| known(&doc_type, &wanted.wish).map(|()| wanted));
    let (Wanted { ids, mut wish, days }, wrong) = match of {
        Ok(wanted) => (wanted, None),
        Err(problem) => (Wanted::default(), Some(problem)),
    };
    let (kind, actor): (String, Actor) = (doc_type.clone(), person.actor.clone());
    let read = move |read: &dyn Read, now| query::printed::views(read, &actor, now, &kind, &ids);
    let views = ask.app.walk(Work::Read, &person.actor.id, read).await.map_err(Problem::from);
    let views = match (views, wrong) {
        (Err(earlier), Some(_)) if matches!(earlier.status, 403 | 404 | 500..) => {
            return Err(earlier);
        }
        (_, Some(wrong)) => return Err(wrong),
        (views, None) => views?,
    };
    let views = match printed::report(&doc_type) {
        Some(report) => with_accounts(ask, report, views, days).await?,
        None => views,
    };
    let name = match &views[..] {
        [one] => file_name(printed::name(one)),
        _ => doc_type.clone(),
    };
    let app = ask.app.clone();
    let work = move || {
        for id in printed::named_pictures(&views) {
            // A paper goes without a logo that is lost or broken.
            let about = app.files.about(&id).ok().flatten();
            if let Some(bytes) = about.and_then(|about| app.files.bytes(&about).ok()) {
                wish.add_picture(id, &bytes);
            }
        }
        printed::file(&doc_type, &views, &wish).map_err(Failure::Fault)
    };
    let bytes = ask.app.blocking(Work::Export, &person.actor.id, work).await??;
    let disposition = format!("inline; filename=\"{name}.pdf\"");
    Ok(Reply::of(200, PDF, bytes).with(CONTENT_DISPOSITION, &disposition))
}

/// Letters and digits of a name that every system takes in a file's name.
fn file_name(name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    let name: String = name.chars().map(plain).collect();
    if name.is_empty() { "draft".to_owned() } else { name }
}

/// The views with what the report of each tells: its account, as the person's frames have it.
async fn with_accounts(
    ask: &Ask,
    link: &'static ReportLink,
    mut views: Vec<Value>,
    days: Params,
) -> Result<Vec<Value>, Problem> {
    let person = ask.person()?;
    let report = report::report(link.report).ok_or_else(Problem::not_found)?;
    if !person.actor.opens(report.page()) {
        return Err(Problem::new(403, "forbidden", "Your roles do not open this report"));
    }
    let (app, actor) = (ask.app.clone(), person.actor.clone());
    let work = move || -> Result<Vec<Value>, Problem> {
        let today = app.now().day_in(IST_MINUTES);
        let snapshot = app.frames.snapshot(&*app.store, &Cut::of(&actor))?;
        for view in &mut views {
            let id = view.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
            let params = Params::from([(link.filter.to_owned(), id)]);
            let params = params.into_iter().chain(days.clone()).collect();
            let answer = report::answer(&snapshot.frames, report.key, &params, today);
            let table = answer.map_err(reports::told)?.table(&snapshot.frames);
            if let Some(view) = view.as_object_mut() {
                let table = serde_json::to_value(&table);
                view.insert(
                    "account".to_owned(),
                    table.map_err(|why| Problem::fault(why.to_string()))?,
                );
            }
        }
        Ok(views)
    };
    ask.app.blocking(Work::Report, &person.actor.id, work).await?
}

/// Errors: where the type has a paper, but no such copy or no such size.
fn known(doc_type: &str, wish: &PaperWish) -> Result<(), Problem> {
    let is_printed = !printed::copies(doc_type).is_empty();
    let mut issues = Vec::new();
    if is_printed && printed::chosen(doc_type, &wish.copies).is_err() {
        issues.push(Issue::new("copies", Code::Input, "Select copies that this paper has"));
    }
    if is_printed && wish.form(doc_type).is_err() {
        issues.push(Issue::new("size", Code::Input, "Select a size that this paper has"));
    }
    match issues.is_empty() {
        true => Ok(()),
        false => Err(Problem::from(Failure::Refused(Refused { issues }))),
    }
}
