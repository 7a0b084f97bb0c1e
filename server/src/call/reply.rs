//! The answer of a call: a reply, or a problem as `application/problem+json`.

use bytes::Bytes;
use godown_core::error::{Code, Halt, Issue, Refused};
use serde::Serialize;
use serde_json::json;
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
    pub fn json(value: &impl Serialize) -> Reply {
        Reply::status(200, value)
    }

    pub fn status(status: u16, value: &impl Serialize) -> Reply {
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

/// Why a call was not carried out.
#[derive(Debug)]
pub struct Problem {
    pub status: u16,
    pub code: &'static str,
    pub detail: String,
    pub errors: Vec<Issue>,
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// For the log only: never leaves the server.
    pub internal: Option<String>,
}

impl Problem {
    pub fn new(status: u16, code: &'static str, detail: impl Into<String>) -> Problem {
        let detail = detail.into();
        Problem { status, code, detail, errors: Vec::new(), headers: Vec::new(), internal: None }
    }

    /// A problem that the rules have a code for.
    pub fn of(code: Code, detail: impl Into<String>) -> Problem {
        Problem::refused(Refused::one(code, detail))
    }

    /// The request cannot be read at one place.
    pub fn malformed(path: impl Into<String>, message: impl Into<String>) -> Problem {
        let issue = Issue::new(path, Code::Malformed, message);
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
        let mut body = json!({
            "type": "about:blank",
            "title": status.canonical_reason().unwrap_or("Error"),
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
            "errors": self.errors,
        });
        if self.status >= 500 {
            body["reference"] = reference.into();
        }
        let body = serde_json::to_vec(&body).unwrap_or_default();
        let mut reply = Reply::of(self.status, "application/problem+json", body);
        reply.headers = self.headers;
        reply
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        let (status, code, retry_s) = match &failure {
            Failure::Refused(refused) => (refused.status(), code_of(&refused.issues).name(), None),
            Failure::Busy(_) | Failure::Unavailable(_) => (503, "unavailable", Some(1)),
            Failure::ReadOnly(_) => (503, "read_only", Some(60)),
            Failure::Unknown(_) => (503, "unknown", Some(60)),
            Failure::Full => (507, "full", None),
            Failure::Fault(_) => (500, "fault", None),
        };
        let mut problem = Problem::new(status, code, failure.detail());
        problem.internal = failure.internal().map(str::to_owned);
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
