//! The answer of a call: a reply, or a problem as `application/problem+json`.

use std::marker::PhantomData;

use bytes::Bytes;
use godown_core::error::{Code, Halt, Issue, Refused};
use godown_core::json_answer;
use godown_core::said::{Phrase, Said};
use godown_core::shape::{Shape, Shaped};
use serde::Serialize;
use tokio::sync::mpsc;
use warp::http::header::HeaderName;
use warp::http::{HeaderValue, StatusCode};

use crate::failure::Failure;
use crate::store::StoreError;

/// The bytes of an answer.
#[derive(Debug)]
pub enum Sent {
    Whole(Bytes),
    /// As they come, until whoever sends them is gone.
    Parts(mpsc::Receiver<String>),
}

/// An answer to a call that was carried out.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub body: Sent,
    pub content_type: &'static str,
    pub headers: Vec<(HeaderName, HeaderValue)>,
}

impl Reply {
    fn json(status: u16, value: &impl Serialize) -> Reply {
        let body = serde_json::to_vec(value).unwrap_or_default();
        Reply::of(status, "application/json", body)
    }

    pub fn text(body: String) -> Reply {
        Reply::of(200, "text/plain; charset=utf-8", body)
    }

    pub fn of(status: u16, content_type: &'static str, body: impl Into<Bytes>) -> Reply {
        Reply { status, body: Sent::Whole(body.into()), content_type, headers: Vec::new() }
    }

    pub fn stream(content_type: &'static str, parts: mpsc::Receiver<String>) -> Reply {
        Reply { body: Sent::Parts(parts), ..Reply::of(200, content_type, Bytes::new()) }
    }

    pub fn with(mut self, name: HeaderName, value: &str) -> Reply {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.push((name, value));
        }
        self
    }
}

/// A reply whose JSON is a `T`: the API's description follows from what its handler answers.
#[derive(Debug)]
pub struct Answer<T> {
    reply: Reply,
    of: PhantomData<fn() -> T>,
}

impl<T: Serialize + Shaped> Answer<T> {
    pub fn json(value: &T) -> Answer<T> {
        Answer::status(200, value)
    }

    pub fn status(status: u16, value: &T) -> Answer<T> {
        Answer::other(Reply::json(status, value))
    }

    /// A reply that is no JSON, a file or a stream, to whoever asked for one.
    pub fn other(reply: Reply) -> Answer<T> {
        Answer { reply, of: PhantomData }
    }

    pub fn with(self, name: HeaderName, value: &str) -> Answer<T> {
        Answer::other(self.reply.with(name, value))
    }
}

/// What a handler answers when a call was carried out.
pub trait Answers {
    /// The shape of its JSON; none where no JSON is answered.
    fn shape() -> Option<Shape>;

    fn reply(self) -> Reply;
}

impl Answers for Reply {
    fn shape() -> Option<Shape> {
        None
    }

    fn reply(self) -> Reply {
        self
    }
}

impl<T: Shaped> Answers for Answer<T> {
    fn shape() -> Option<Shape> {
        Some(T::shape())
    }

    fn reply(self) -> Reply {
        self.reply
    }
}

/// The media type of a problem.
pub const PROBLEM: &str = "application/problem+json";

json_answer! {
    /// A problem as it is sent (RFC 9457).
    pub struct ProblemDetails {
        about as "type": &'static str,
        title: &'static str,
        status: u16,
        code: &'static str,
        detail: String,
        /// What the detail was made of, where no issue among the errors says it.
        said [optional]: Option<Phrase>,
        errors: Vec<Issue>,
        /// Names the request in the log, when the server is at fault.
        reference [optional]: Option<String>,
    }
}

/// Why a call was not carried out.
#[derive(Debug)]
pub struct Problem {
    pub status: u16,
    pub code: &'static str,
    pub detail: String,
    /// What the detail was made of, where no issue among the errors says it.
    pub said: Option<Box<Phrase>>,
    pub errors: Vec<Issue>,
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// For the log only: never leaves the server.
    pub internal: Option<Box<str>>,
}

impl Problem {
    pub fn new(status: u16, code: &'static str, said: impl Into<Said>) -> Problem {
        let (detail, said) = said.into().parts();
        let (said, errors, headers) = (said.map(Box::new), Vec::new(), Vec::new());
        Problem { status, code, detail, said, errors, headers, internal: None }
    }

    /// A problem that the rules have a code for.
    pub fn of(code: Code, said: impl Into<Said>) -> Problem {
        Problem::refused(Refused::one(code, said))
    }

    /// The request cannot be read at one place.
    pub fn malformed(path: impl Into<String>, said: impl Into<Said>) -> Problem {
        let issue = Issue::new(path, Code::Malformed, said);
        Problem::refused(Refused { issues: vec![issue] })
    }

    pub fn refused(refused: Refused) -> Problem {
        Failure::Refused(refused).into()
    }

    pub fn not_found() -> Problem {
        Problem::new(404, "not_found", "There is nothing at this address")
    }

    /// The program or its data is at fault; `why` goes to the log.
    pub fn fault(why: impl Into<String>) -> Problem {
        Failure::Fault(why.into()).into()
    }

    pub fn unavailable(why: impl Into<String>) -> Problem {
        Failure::Unavailable(why.into()).into()
    }

    pub fn with(mut self, name: HeaderName, value: &str) -> Problem {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.push((name, value));
        }
        self
    }

    pub fn retry_after(self, seconds: i64) -> Problem {
        self.with(warp::http::header::RETRY_AFTER, &seconds.to_string())
    }

    /// `reference` names the request in the log.
    pub fn into_reply(self, reference: &str) -> Reply {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = ProblemDetails {
            about: "about:blank",
            title: status.canonical_reason().unwrap_or("Error"),
            status: self.status,
            code: self.code,
            detail: self.detail,
            said: self.said.map(|said| *said),
            errors: self.errors,
            reference: (self.status >= 500).then(|| reference.to_owned()),
        };
        let reply = Reply::json(self.status, &body);
        Reply { content_type: PROBLEM, headers: self.headers, ..reply }
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        let (status, code, retry_s) = match &failure {
            Failure::Refused(refused) => {
                let code = code_of(&refused.issues);
                let retry_s = (code == Code::RateLimit).then_some(1);
                (refused.status(), code.name(), retry_s)
            }
            Failure::Busy(_) | Failure::Unavailable(_) => (503, "unavailable", Some(1)),
            Failure::ReadOnly(_) => (503, "read_only", Some(60)),
            Failure::Unknown(_) => (503, "unknown", Some(60)),
            Failure::Full => (507, "full", None),
            Failure::Fault(_) => (500, "fault", None),
        };
        let mut problem = Problem::new(status, code, Said::finished(failure.detail()));
        problem.internal = failure.internal().map(Box::from);
        if let Failure::Refused(refused) = failure {
            problem.errors = refused.issues;
        }
        match retry_s {
            Some(seconds) => problem.retry_after(seconds),
            None => problem,
        }
    }
}

/// The code that all issues share, else that of input.
fn code_of(issues: &[Issue]) -> Code {
    let first = issues.first().map_or(Code::Rule, |issue| issue.code);
    if issues.iter().all(|issue| issue.code == first) { first } else { Code::Input }
}

impl From<Halt> for Problem {
    fn from(halt: Halt) -> Problem {
        Failure::from(halt).into()
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        Failure::from(error).into()
    }
}
