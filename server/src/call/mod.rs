//! One call between the wire and its handler: what is asked, and what is answered.

pub mod ask;
pub mod packed;
pub mod part;
pub mod reply;
pub mod strict;

use warp::http::HeaderMap;
use warp::http::header::HeaderName;

/// The value of a header, empty when it is missing or not text.
pub fn header<'a>(headers: &'a HeaderMap, name: &HeaderName) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}
