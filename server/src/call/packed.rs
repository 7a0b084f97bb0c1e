//! Which packing whoever asks takes, and answers of the API packed for them.

use flate2::Compression;
use warp::http::HeaderMap;
use warp::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, ETAG, VARY};

use super::header;
use super::reply::{Reply, Sent};
use crate::pack::gzip;

/// Below so many bytes an answer fits a packet or two as it is.
const LEAST: usize = 2_048;
/// Above so many, packing would hold up the thread that answers others.
const MOST: usize = 2_097_152;

/// Whether whoever asks takes an encoding.
pub fn takes(headers: &HeaderMap, name: &str) -> bool {
    let mut parts = header(headers, &ACCEPT_ENCODING).split(',').map(str::trim);
    parts.any(|part| part.split(';').next() == Some(name) && !part.ends_with("q=0"))
}

/// An answer of the API, packed where that saves a slow line its time. What has a tag of its own packs itself.
pub fn packed(headers: &HeaderMap, reply: Reply) -> Reply {
    let own = |reply: &Reply| {
        reply.headers.iter().any(|(name, _)| *name == CONTENT_ENCODING || *name == ETAG)
    };
    let Sent::Whole(bytes) = &reply.body else { return reply };
    let fits = (LEAST..=MOST).contains(&bytes.len());
    if !fits || !reply.content_type.contains("json") || own(&reply) {
        return reply;
    }
    if !takes(headers, "gzip") {
        return reply.with(VARY, "accept-encoding");
    }
    let body = Sent::Whole(gzip(bytes, Compression::fast()));
    Reply { body, ..reply }.with(CONTENT_ENCODING, "gzip").with(VARY, "accept-encoding")
}

#[cfg(test)]
mod tests {
    use super::*;
    use warp::http::HeaderValue;

    fn asks(encoding: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(encoding));
        headers
    }

    fn answer(bytes: usize) -> Reply {
        Reply::of(200, "application/json", vec![b'7'; bytes])
    }

    fn is_packed(reply: &Reply) -> bool {
        reply.headers.iter().any(|(name, _)| *name == CONTENT_ENCODING)
    }

    #[test]
    fn a_long_answer_is_packed_for_those_who_take_it() {
        for (encoding, bytes, packs) in [
            ("gzip, deflate, br", LEAST, true),
            ("br;q=1, gzip;q=0.5", LEAST, true),
            ("gzip", LEAST - 1, false),
            ("gzip", MOST + 1, false),
            ("gzip;q=0", LEAST, false),
            ("identity", LEAST, false),
            ("", LEAST, false),
        ] {
            let reply = packed(&asks(encoding), answer(bytes));
            assert_eq!(is_packed(&reply), packs, "{encoding} {bytes}");
        }
    }

    #[test]
    fn what_packs_itself_and_what_is_no_text_stays_as_it_is() {
        let tagged = packed(&asks("gzip"), answer(LEAST).with(ETAG, "\"one\""));
        let picture = Reply::of(200, "image/png", vec![7; LEAST]);
        assert!(!is_packed(&tagged) && !is_packed(&packed(&asks("gzip"), picture)));
    }
}
