//! The calls of what a person worked on lately.

use godown_core::declare::grant::Verb;
use godown_core::docs::mails::NOTIFICATION;
use godown_core::query::desk::recent::{self, ProjectItem, RecentDoc};

use super::keeper_by;
use crate::api::audit::worked_on;
use crate::app::Work;
use crate::call::ask::Ask;
use crate::call::reply::{Answer, Problem};

/// So many documents the page shows.
const SHOWN: usize = 50;
/// And so many the template's list.
const LISTED: usize = 8;

/// The documents that the person worked on, the last first.
pub async fn docs(mut ask: Ask) -> Result<Answer<Vec<RecentDoc>>, Problem> {
    let person = keeper_by(&ask, &NOTIFICATION, Verb::View)?;
    ask.query(&[], &[])?;
    let (app, actor) = (ask.app.clone(), person.actor.clone());
    let work = move || -> Result<Answer<Vec<RecentDoc>>, Problem> {
        let worked = worked_on(&app, &actor.id)?;
        let mut found = app.view(|read, now| recent::recent(read, &actor, now, &worked))?;
        found.truncate(SHOWN);
        Ok(Answer::json(&found))
    };
    ask.app.blocking(Work::Read, &person.actor.id, work).await?
}

/// The same in the shape of the template.
pub async fn list(mut ask: Ask) -> Result<Answer<Vec<ProjectItem>>, Problem> {
    let person = keeper_by(&ask, &NOTIFICATION, Verb::View)?;
    ask.query(&[], &[])?;
    let (app, actor) = (ask.app.clone(), person.actor.clone());
    let work = move || -> Result<Answer<Vec<ProjectItem>>, Problem> {
        let worked = worked_on(&app, &actor.id)?;
        let mut found = app.view(|read, now| recent::projects(read, &actor, now, &worked))?;
        found.truncate(LISTED);
        Ok(Answer::json(&found))
    };
    ask.app.blocking(Work::Read, &person.actor.id, work).await?
}
