//! The answer of a call: a reply, or a problem as `application/problem+json`.

use std::convert::Infallible;

use bytes::Bytes;
use futures_util::stream::poll_fn;
use godown_core::error::{Code, Halt, Issue, Refused};
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc;
use warp::Reply as _;
use warp::http::header::{CONTENT_TYPE, HeaderName};
use warp::http::{HeaderValue, StatusCode};
use warp::reply::Response;

use crate::store::StoreError;
use crate::writer::WriteError;

/// The specification's text for a fault that nobody can mend.
pub const WENT_WRONG: &str = "Something went wrong!";

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

    pub fn into_response(self) -> Response {
        let mut response = match self.body {
            Sent::Whole(bytes) => Response::new(bytes.into()),
            Sent::Parts(mut parts) => {
                let next = poll_fn(move |context| {
                    parts.poll_recv(context).map(|part| part.map(Ok::<_, Infallible>))
                });
                warp::reply::stream(next).into_response()
            }
        };
        *response.status_mut() =
            StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        for (name, value) in self.headers {
            response.headers_mut().insert(name, value);
        }
        response
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
        let status = refused.status();
        let first = refused.issues.first();
        let code = first.map_or(Code::Rule, |issue| issue.code);
        let one = refused.issues.iter().all(|issue| issue.code == code);
        let detail = match (first, refused.issues.len()) {
            (None, _) => String::new(),
            (Some(issue), 1) => issue.message.clone(),
            (Some(issue), more) => format!("{} (and {} more)", issue.message, more - 1),
        };
        let code = if one { code } else { Code::Input };
        Problem { errors: refused.issues, ..Problem::new(status, code.name(), detail) }
    }

    pub fn not_found() -> Problem {
        Problem::new(404, "not_found", "There is nothing at this address")
    }

    /// The program or its data is at fault; `why` goes to the log.
    pub fn fault(why: impl Into<String>) -> Problem {
        Problem { internal: Some(why.into()), ..Problem::new(500, "fault", WENT_WRONG) }
    }

    pub fn unavailable(why: impl Into<String>) -> Problem {
        let detail = "The server cannot do this now. Try again in a moment";
        let problem = Problem::new(503, "unavailable", detail).retry_after(1);
        Problem { internal: Some(why.into()), ..problem }
    }

    /// The disk failed earlier, so nothing is kept.
    pub fn read_only(why: impl Into<String>) -> Problem {
        let detail = "The server only reads, because its disk failed. Nothing was changed";
        let problem = Problem::new(503, "read_only", detail).retry_after(60);
        Problem { internal: Some(why.into()), ..problem }
    }

    /// The disk failed under this very command.
    pub fn unknown(why: impl Into<String>) -> Problem {
        let detail = "It is not known whether this was kept, because the disk failed. Send it again \
                      with the same command_id once the server has restarted: nothing is done twice";
        let problem = Problem::new(503, "unknown", detail).retry_after(60);
        Problem { internal: Some(why.into()), ..problem }
    }

    pub fn full() -> Problem {
        Problem::new(507, "full", "No space is left on the server. Nothing was changed")
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

impl From<Halt> for Problem {
    fn from(halt: Halt) -> Problem {
        match halt {
            Halt::Refused(refused) => Problem::refused(refused),
            Halt::Need(keys) => Problem::fault(format!("a full store was asked for {keys:?}")),
            Halt::Fault(why) => Problem::fault(why),
        }
    }
}

impl From<WriteError> for Problem {
    fn from(error: WriteError) -> Problem {
        match error {
            WriteError::Refused(refused) => Problem::refused(refused),
            WriteError::Busy => Problem::unavailable("too many commands wait"),
            WriteError::Full => Problem::full(),
            WriteError::Unavailable(why) => Problem::unavailable(why),
            WriteError::ReadOnly(why) => Problem::read_only(why),
            WriteError::Unknown(why) => Problem::unknown(why),
            WriteError::Fault(why) => Problem::fault(why),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::Full => Problem::full(),
            StoreError::Damaged(why) => Problem::fault(why),
            StoreError::ReadOnly(why) => Problem::read_only(why),
            StoreError::Unknown(why) => Problem::unknown(why),
            other => Problem::unavailable(other.to_string()),
        }
    }
}
