//! One call as its handler sees it: who asks, for what, with what body.

use std::net::IpAddr;
use std::sync::Arc;

use bytes::Bytes;
use serde_json::{Map, Value};
use warp::http::HeaderMap;
use warp::http::header::CONTENT_TYPE;

use super::reply::Problem;
use super::{header, strict};
use crate::app::App;
use crate::auth::Person;
use godown_core::said;

pub struct Ask {
    pub app: Arc<App>,
    /// The values of the path's `{...}` parts, in order.
    pub params: Vec<String>,
    pub query: Result<Vec<(String, String)>, Problem>,
    pub headers: HeaderMap,
    /// A refused body is told of after the rights are checked: strangers learn nothing about it.
    pub body: Result<Bytes, Problem>,
    pub person: Option<Arc<Person>>,
    pub peer: IpAddr,
}

impl Ask {
    pub fn param(&self, at: usize) -> &str {
        self.params.get(at).map(String::as_str).unwrap_or_default()
    }

    /// The address that asks, by which those without a session take turns.
    pub fn source(&self) -> String {
        self.peer.to_canonical().to_string()
    }

    /// The person of the session. Routes that are open have none.
    pub fn person(&self) -> Result<Arc<Person>, Problem> {
        self.person.clone().ok_or_else(|| Problem::fault("a route without access asks who calls"))
    }

    /// The query's values under names that are known and, unless they may repeat, stand once.
    pub fn query(&mut self, known: &[&str], repeated: &[&str]) -> Result<Query, Problem> {
        let empty = Ok(Vec::new());
        let pairs = std::mem::replace(&mut self.query, empty)?;
        for (at, (name, _)) in pairs.iter().enumerate() {
            let name = name.as_str();
            if !known.contains(&name) && !repeated.contains(&name) {
                return Err(Problem::malformed(name, said!("{name} is not known here", name)));
            }
            let before = pairs.iter().take(at).any(|(other, _)| other == name);
            if before && !repeated.contains(&name) {
                return Err(Problem::malformed(name, said!("{name} appears twice", name)));
            }
        }
        Ok(Query { pairs })
    }

    fn typed(&self, wanted: &str) -> Result<(), Problem> {
        let sent = header(&self.headers, &CONTENT_TYPE);
        let sent = sent.split(';').next().unwrap_or_default().trim();
        if sent.eq_ignore_ascii_case(wanted) {
            return Ok(());
        }
        let message = said!("The Content-Type must be {wanted}", wanted);
        Err(Problem::new(415, "unsupported_media_type", message))
    }

    fn take_body(&mut self) -> Result<Bytes, Problem> {
        std::mem::replace(&mut self.body, Ok(Bytes::new()))
    }

    /// The body as one JSON object with no other keys than the known ones.
    pub fn json(&mut self, known: &[&str]) -> Result<Map<String, Value>, Problem> {
        let body = self.take_body()?;
        self.typed("application/json")?;
        match strict::json(&body) {
            Ok(Value::Object(object)) => match object.keys().find(|k| !known.contains(&k.as_str()))
            {
                None => Ok(object),
                Some(key) => {
                    Err(Problem::malformed(key.as_str(), said!("{key} is not known here", key)))
                }
            },
            Ok(_) => Err(Problem::malformed("", "The body must be a JSON object")),
            Err(why) => Err(Problem::malformed("", said!("The body is not JSON: {why}", why))),
        }
    }

    /// The body's text as a form, unread: how it is escaped is for the reader to judge.
    pub fn form_text(&mut self) -> Result<String, Problem> {
        let body = self.take_body()?;
        self.typed("application/x-www-form-urlencoded")?;
        let text = String::from_utf8(body.into());
        text.map_err(|_| Problem::malformed("", "The body is not UTF-8"))
    }

    /// The body as it came, for what is not text.
    pub fn bytes(&mut self) -> Result<Bytes, Problem> {
        self.take_body()
    }
}

/// A query's names and values, each name known.
pub struct Query {
    pairs: Vec<(String, String)>,
}

impl Query {
    pub fn text(&self, name: &str) -> &str {
        self.pairs.iter().find(|pair| pair.0 == name).map_or("", |pair| pair.1.as_str())
    }

    pub fn all<'a, 'n>(&'a self, name: &'n str) -> impl Iterator<Item = &'a str> + use<'a, 'n> {
        self.pairs.iter().filter(move |pair| pair.0 == name).map(|pair| pair.1.as_str())
    }

    /// A whole number within bounds, or what it is when it was left out.
    pub fn number(&self, name: &str, absent: u64, max: u64) -> Result<u64, Problem> {
        let Some(text) = self.all(name).next() else { return Ok(absent) };
        match text.parse::<u64>() {
            Ok(number) if number <= max && text.bytes().all(|b| b.is_ascii_digit()) => Ok(number),
            _ => Err(Problem::malformed(
                name,
                said!("{name} must be a number up to {max}", name, max),
            )),
        }
    }

    /// The same as a count of rows.
    pub fn rows(&self, name: &str, absent: usize, max: usize) -> Result<usize, Problem> {
        let number = self.number(name, absent as u64, max as u64)?;
        usize::try_from(number).map_err(|_| Problem::malformed(name, "the number is too large"))
    }
}
