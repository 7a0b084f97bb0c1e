//! Frames for the browser's reports, and the same reports run here.

use godown_core::error::Code;
use godown_core::json_answer;
use godown_core::report::ask::PARAMS;
use godown_core::report::cut::Cut;
use godown_core::report::dimensions::DIMENSIONS;
use godown_core::report::file::FileFault;
use godown_core::report::table::ReportTable;
use godown_core::report::tally::TallyBook;
use godown_core::report::{self, Fault, Frames, Params, file, tally};
use godown_core::said;
use godown_core::table::book::XLSX;
use godown_core::value::{Day, IST_MINUTES, Instant};
use warp::http::HeaderMap;
use warp::http::header::{CONTENT_DISPOSITION, CONTENT_ENCODING, VARY};

use super::export;
use crate::app::Work;
use crate::call::ask::Ask;
use crate::call::packed::takes;
use crate::call::part;
use crate::call::reply::{Answer, Problem, Reply};
use crate::frames::{Fresh, Snapshot};
use crate::made::reports;

/// A snapshot, and what brings one up to date.
pub const FRAMES: &str = "application/vnd.godown.frames";
pub const CHANGES: &str = "application/vnd.godown.changes";

/// Vouchers for Tally.
pub const XML: &str = "application/xml";
const JSON: &str = "application/json";

pub const FRAMES_QUERY: &[&str] = &["since", "scope"];

/// Of a file for Tally: its masters in place of its vouchers.
const MASTERS: &str = "masters";
/// Of a file for Tally: its form, one of [`tally::FORMS`].
const FORM: &str = "tally_form";
const ASKED: usize = PARAMS.len() + DIMENSIONS.len() + 2;

/// What a report can be asked: what the core reads of it, and a filter by each dimension.
pub static REPORT_QUERY: [&str; ASKED] = {
    let mut names = [MASTERS; ASKED];
    names[ASKED - 1] = FORM;
    let mut at = 0;
    while at < PARAMS.len() {
        names[at] = PARAMS[at];
        at += 1;
    }
    while at < PARAMS.len() + DIMENSIONS.len() {
        names[at] = DIMENSIONS[at - PARAMS.len()].key;
        at += 1;
    }
    names
};

/// The person's frames, or what changed in them since an entry.
pub async fn frames(mut ask: Ask) -> Result<Reply, Problem> {
    let person = ask.person()?;
    let query = ask.query(FRAMES_QUERY, &[])?;
    let since = query.number("since", 0, u64::MAX)?;
    let scope = query.text("scope").to_owned();
    let cut = Cut::of(&person.actor);
    if cut.is_empty() {
        return Err(Problem::new(403, "forbidden", "Your roles open no report"));
    }
    let headers = ask.headers.clone();
    let (app, who) = (ask.app.clone(), person.actor.id.clone());
    let work = move || -> Result<Reply, Problem> {
        let known = (!scope.is_empty()).then_some((scope.as_str(), since));
        Ok(match app.frames.fresh(&*app.store, &cut, known)? {
            Fresh::Current => Reply::of(204, CHANGES, Vec::new()),
            Fresh::Changes(bytes) => Reply::of(200, CHANGES, bytes),
            Fresh::Whole(snapshot) => whole(&headers, &snapshot),
        })
    };
    ask.app.blocking(Work::Report, &who, work).await?
}

/// A snapshot to whoever does not have it. A part of it is one of its plain bytes: so a download that broke off goes on
/// behind what came, however that was packed.
fn whole(headers: &HeaderMap, snapshot: &Snapshot) -> Reply {
    let packs = takes(headers, "br") && !part::is_asked(headers);
    let reply = match packs {
        true => {
            let tag = format!("\"{}-br\"", snapshot.tag());
            let reply = part::answered(headers, &tag, FRAMES, snapshot.packed());
            if reply.status == 304 { reply } else { reply.with(CONTENT_ENCODING, "br") }
        }
        false => {
            part::answered(headers, &format!("\"{}\"", snapshot.tag()), FRAMES, &snapshot.bytes)
        }
    };
    reply.with(VARY, "accept-encoding, range")
}

json_answer! {
    /// A report, and what it was read from.
    pub struct ReportAnswer {
        table [among]: ReportTable,
        as_of: AsOf,
    }
}

json_answer! {
    /// The last entry that was read, and when.
    pub struct AsOf {
        seq: u64,
        at: Instant,
    }
}

/// One report over the person's frames: its table, or that as a file.
pub async fn report(mut ask: Ask) -> Result<Answer<ReportAnswer>, Problem> {
    let person = ask.person()?;
    let report = report::report(ask.param(0)).ok_or_else(Problem::not_found)?;
    if !person.actor.opens(report.page()) {
        return Err(Problem::new(403, "forbidden", "Your roles do not open this report"));
    }
    let media = export::wanted(&ask);
    let query = ask.query(&REPORT_QUERY, &[])?;
    let form = match query.text(FORM) {
        "" if export::accepts(&ask, XML) => "xml",
        form => form,
    };
    let given = (report.key == "tally_report" && !form.is_empty())
        .then(|| TallyFile { masters: query.text(MASTERS) == "yes", form: form.to_owned() });
    if (given.is_some() || media.is_some()) && !person.actor.exports(report.page()) {
        return Err(Problem::new(403, "forbidden", "Your roles do not allow exports"));
    }
    let asked = REPORT_QUERY
        .iter()
        .filter(|name| ![MASTERS, FORM].contains(name))
        .map(|name| ((*name).to_owned(), query.text(name).to_owned()));
    let params: Params = asked.filter(|(_, text)| !text.is_empty()).collect();
    let (app, who) = (ask.app.clone(), person.actor.id.clone());
    let work = move || -> Result<Answer<ReportAnswer>, Problem> {
        let now = app.now();
        let cut = Cut::of(&person.actor);
        let snapshot = app.frames.snapshot(&*app.store, &cut)?;
        let today = now.day_in(IST_MINUTES);
        if let Some(given) = given {
            return given.made(&snapshot.frames, &params, today).map(Answer::other);
        }
        let frames = &snapshot.frames;
        let answer = report::answer(frames, report.key, &params, today).map_err(told)?;
        if let Some(media) = media {
            let bytes = file::write(frames, &answer, report.page().label, media);
            let bytes = bytes.map_err(not_made)?;
            return Ok(Answer::other(export::named(report.page().label, media, bytes)));
        }
        let table = answer.table(frames);
        let as_of = AsOf { seq: snapshot.frames.seq, at: now };
        Ok(Answer::json(&ReportAnswer { table, as_of }))
    };
    ask.app.blocking(Work::Report, &who, work).await?
}

/// A file for Tally that was asked for: vouchers, or the masters that they need.
struct TallyFile {
    masters: bool,
    form: String,
}

impl TallyFile {
    fn made(&self, frames: &Frames, params: &Params, today: Day) -> Result<Reply, Problem> {
        let media = match self.form.as_str() {
            "xml" => XML,
            "json" => JSON,
            "xlsx" if !self.masters => XLSX,
            _ => return Err(told(Fault::Param(FORM.to_owned()))),
        };
        let book = tally::book(frames, params, today).map_err(told)?;
        if !book.unmapped.is_empty() {
            return Err(unmapped(&book));
        }
        let made = tally::file(&book, self.masters, &self.form).map_err(Problem::fault)?;
        let what = if self.masters { "masters" } else { "vouchers" };
        let named = format!("attachment; filename=\"tally-{what}.{}\"", self.form);
        Ok(Reply::of(200, media, made).with(CONTENT_DISPOSITION, &named))
    }
}

/// What of a book has no name in Tally, by how many and which.
fn unmapped(book: &TallyBook) -> Problem {
    let named = book.unmapped.iter().map(|one| match one.what.as_str() {
        "party" => format!("the party of {}", one.name),
        "item" => format!("the goods of batch {}", one.name),
        _ => one.name.clone(),
    });
    let (n, list) = (book.unmapped.len(), named.collect::<Vec<_>>().join(", "));
    let message = said!("{n} ledgers or items are not mapped to Tally: {list}", n, list);
    Problem::new(Code::Unmapped.status(), Code::Unmapped.name(), message)
}

fn not_made(why: FileFault) -> Problem {
    match why {
        FileFault::TooLarge(message) => Problem::new(422, "too_large", message),
        FileFault::Broken(why) => Problem::fault(why),
    }
}

/// Why a report was not answered.
fn told(why: Fault) -> Problem {
    match (reports::too_large(&why), why) {
        (Some(said), _) => Problem::new(422, "too_large", said),
        (None, Fault::NoReport(_)) => Problem::not_found(),
        (None, other) => reports::failed(other).into(),
    }
}
