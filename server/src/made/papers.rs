//! Papers of documents as PDF: for whoever asks for them, and for whoever sends them.

use std::sync::Arc;

use godown_core::declare::actor::Actor;
use godown_core::docs::printed::{self, PaperWish};
use godown_core::error::Code;
use godown_core::kept::read::Read;
use godown_core::query;
use godown_core::report::cut::Cut;
use godown_core::report::{self, Params};
use godown_core::schema::ReportLink;
use godown_core::value::IST_MINUTES;
use serde_json::Value;

use crate::app::{App, Work};
use crate::failure::Failure;
use crate::made::reports;

/// The name and the bytes of one document's paper with all its copies, as the person may print it now.
///
/// Errors: they may not, or the document is gone.
pub async fn whole(
    app: &Arc<App>,
    actor: &Actor,
    doc_type: &str,
    id: &str,
) -> Result<(String, Vec<u8>), Failure> {
    let (kind, ids, who) = (doc_type.to_owned(), vec![id.to_owned()], actor.clone());
    let read = move |read: &dyn Read, now| query::printed::views(read, &who, now, &kind, &ids);
    let views = app.walk(Work::Upkeep, &actor.id, read).await?;
    file_of(app, actor, doc_type.to_owned(), views, PaperWish::default(), Params::new()).await
}

/// The name and the bytes of the file of some documents that the person was shown.
pub async fn file_of(
    app: &Arc<App>,
    actor: &Actor,
    doc_type: String,
    views: Vec<Value>,
    mut wish: PaperWish,
    days: Params,
) -> Result<(String, Vec<u8>), Failure> {
    let views = match printed::report(&doc_type) {
        Some(report) => with_accounts(app, actor, report, views, days).await?,
        None => views,
    };
    let name = match &views[..] {
        [one] => file_name(printed::name(one)),
        _ => doc_type.clone(),
    };
    let files = app.clone();
    let work = move || {
        for id in printed::named_pictures(&views) {
            // A paper goes without a logo that is lost or broken.
            let about = files.files.about(&id).ok().flatten();
            if let Some(bytes) = about.and_then(|about| files.files.bytes(&about).ok()) {
                wish.add_picture(id, &bytes);
            }
        }
        printed::file(&doc_type, &views, &wish).map_err(Failure::Fault)
    };
    Ok((name, app.blocking(Work::Export, &actor.id, work).await??))
}

/// Letters and digits of a name that every system takes in a file's name.
fn file_name(name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    let name: String = name.chars().map(plain).collect();
    if name.is_empty() { "draft".to_owned() } else { name }
}

/// The views with what the report of each tells: its account, as the person's frames have it.
async fn with_accounts(
    app: &Arc<App>,
    actor: &Actor,
    link: &'static ReportLink,
    mut views: Vec<Value>,
    days: Params,
) -> Result<Vec<Value>, Failure> {
    let report = report::report(link.report)
        .ok_or_else(|| Failure::Fault(format!("no report {}", link.report)))?;
    if !actor.opens(report.page()) {
        return Err(Failure::refuse(Code::Forbidden, "Your roles do not open this report"));
    }
    let (reader, person) = (app.clone(), actor.clone());
    let work = move || -> Result<Vec<Value>, Failure> {
        let today = reader.now().day_in(IST_MINUTES);
        let snapshot = reader.frames.snapshot(&*reader.store, &Cut::of(&person))?;
        for view in &mut views {
            let id = view.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
            let params = Params::from([(link.filter.to_owned(), id)]);
            let params = params.into_iter().chain(days.clone()).collect();
            let answer = report::answer(&snapshot.frames, report.key, &params, today);
            let table = answer.map_err(reports::failed)?.table(&snapshot.frames);
            if let Some(view) = view.as_object_mut() {
                let table = serde_json::to_value(&table);
                view.insert(
                    "account".to_owned(),
                    table.map_err(|why| Failure::Fault(why.to_string()))?,
                );
            }
        }
        Ok(views)
    };
    app.blocking(Work::Report, &actor.id, work).await?
}
