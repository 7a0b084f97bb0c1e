//! Reports as workbooks, and why one was not made.

use std::sync::Arc;

use godown_core::declare::actor::Actor;
use godown_core::error::{Code, Issue, Refused};
use godown_core::report::cut::Cut;
use godown_core::report::file::FileFault;
use godown_core::report::{self, Fault, Params, fault, file};
use godown_core::said;
use godown_core::said::Said;
use godown_core::table::book::XLSX;
use godown_core::value::IST_MINUTES;

use crate::app::{App, Work};
use crate::call::strict;
use crate::failure::Failure;

/// The name and the bytes of one report over a person's frames, as a workbook. `question` is as in its address.
///
/// Errors: a report that there is not or that the person may not export, and a question of another form.
pub async fn workbook(
    app: &Arc<App>,
    actor: &Actor,
    key: &str,
    question: &str,
) -> Result<(String, Vec<u8>), Failure> {
    let report = report::report(key).ok_or_else(|| failed(Fault::NoReport(key.to_owned())))?;
    if !actor.opens(report.page()) || !actor.exports(report.page()) {
        return Err(Failure::refuse(Code::Forbidden, "Your roles do not allow exports"));
    }
    let asked = strict::form(question)
        .map_err(|why| Failure::malformed("question", Said::finished(why)))?;
    let params: Params = asked.into_iter().filter(|(_, text)| !text.is_empty()).collect();
    let (reader, person) = (app.clone(), actor.clone());
    let work = move || -> Result<(String, Vec<u8>), Failure> {
        let snapshot = reader.frames.snapshot(&*reader.store, &Cut::of(&person))?;
        let today = reader.now().day_in(IST_MINUTES);
        let frames = &snapshot.frames;
        let answer = report::answer(frames, report.key, &params, today).map_err(failed)?;
        let label = report.page().label;
        let bytes = file::write(frames, &answer, label, XLSX).map_err(|why| match why {
            FileFault::TooLarge(message) => Failure::refuse(Code::Rule, message),
            FileFault::Broken(why) => Failure::Fault(why),
        })?;
        Ok((label.to_owned(), bytes))
    };
    app.blocking(Work::Report, &actor.id, work).await?
}

/// Why a report was not answered.
pub fn failed(why: Fault) -> Failure {
    match why {
        Fault::Param(name) => {
            let message = said!("{name} does not have the right format for the report", name);
            let issue = Issue::new(name, Code::Input, message);
            Failure::Refused(Refused { issues: vec![issue] })
        }
        Fault::NoReport(_) => Failure::refuse(Code::NotFound, "There is no such report"),
        other => match too_large(&other) {
            Some(said) => Failure::refuse(Code::Rule, said),
            None => Failure::Fault(format!("report: {other}")),
        },
    }
}

/// What is said of a report that would be too large to be worked out; none for another fault.
pub fn too_large(why: &Fault) -> Option<Said> {
    match why {
        Fault::TooLarge => Some(fault::TOO_LARGE.into()),
        Fault::Overflow(name) => Some(said!("The total of {name} is too large", name)),
        _ => None,
    }
}
