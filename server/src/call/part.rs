//! Bytes that somebody has already, or a part of which is missing to them: `If-None-Match`, `Range` and `If-Range`.

use std::ops::Range;

use bytes::Bytes;
use warp::http::HeaderMap;
use warp::http::header::{ACCEPT_RANGES, CONTENT_RANGE, ETAG, IF_NONE_MATCH, IF_RANGE, RANGE};

use super::header;
use super::reply::Reply;

/// The part of some bytes that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it: no part was asked for, or of other bytes than these.
    Whole,
    Of(Range<usize>),
    /// One that begins behind the end.
    Beyond,
}

/// Whether whoever asks has the bytes of this tag.
pub fn has(headers: &HeaderMap, tag: &str) -> bool {
    let same = |one: &str| one == "*" || one.trim_start_matches("W/") == tag;
    header(headers, &IF_NONE_MATCH).split(',').map(str::trim).any(same)
}

/// Whether a part is asked for, of whichever bytes.
pub fn is_asked(headers: &HeaderMap) -> bool {
    headers.contains_key(RANGE)
}

/// The part that is asked for of so many bytes with this tag. Several parts, and what is no part, are the whole.
pub fn asked(headers: &HeaderMap, tag: &str, length: usize) -> Part {
    let on = header(headers, &IF_RANGE);
    if !on.is_empty() && on != tag {
        return Part::Whole;
    }
    let range = header(headers, &RANGE).strip_prefix("bytes=");
    let Some((from, to)) = range.and_then(|range| range.trim().split_once('-')) else {
        return Part::Whole;
    };
    let number = |text: &str| text.parse::<usize>().ok();
    let part = match (from, number(from), to, number(to)) {
        (_, Some(from), _, Some(to)) if from <= to => from..to.saturating_add(1).min(length),
        (_, Some(from), "", None) => from..length,
        ("", None, _, Some(last)) => length.saturating_sub(last)..length,
        _ => return Part::Whole,
    };
    if part.start < part.end { Part::Of(part) } else { Part::Beyond }
}

/// The answer with bytes of this tag: 304 where they are there already, 206 with the part that is missing, 416 where
/// that is behind the end.
pub fn answered(headers: &HeaderMap, tag: &str, media: &'static str, bytes: &[u8]) -> Reply {
    let tagged = |reply: Reply| reply.with(ETAG, tag).with(ACCEPT_RANGES, "bytes");
    if has(headers, tag) {
        return tagged(Reply::of(304, media, Bytes::new()));
    }
    let length = bytes.len();
    let placed = |reply: Reply, place: &str| -> Reply {
        tagged(reply).with(CONTENT_RANGE, &format!("bytes {place}/{length}"))
    };
    match asked(headers, tag, length) {
        Part::Whole => tagged(Reply::of(200, media, bytes.to_vec())),
        Part::Beyond => placed(Reply::of(416, media, Bytes::new()), "*"),
        Part::Of(part) => {
            let place = format!("{}-{}", part.start, part.end - 1);
            placed(Reply::of(206, media, bytes.get(part).unwrap_or_default().to_vec()), &place)
        }
    }
}

#[cfg(test)]
mod tests {
    use warp::http::header::HeaderName;

    use super::*;

    fn headers(all: &[(HeaderName, &str)]) -> HeaderMap {
        all.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn a_part_is_within_the_bytes_and_what_is_no_part_is_the_whole() {
        for (range, part) in [
            ("bytes=0-0", Part::Of(0..1)),
            ("bytes=3-", Part::Of(3..10)),
            ("bytes=3-99", Part::Of(3..10)),
            ("bytes=-4", Part::Of(6..10)),
            ("bytes=-40", Part::Of(0..10)),
            ("bytes=10-", Part::Beyond),
            ("bytes=10-12", Part::Beyond),
            ("bytes=-0", Part::Beyond),
            ("bytes=5-3", Part::Whole),
            ("bytes=1-2,4-5", Part::Whole),
            ("bytes=a-", Part::Whole),
            ("bytes=-", Part::Whole),
            ("lines=1-2", Part::Whole),
        ] {
            assert_eq!(asked(&headers(&[(RANGE, range)]), "\"t\"", 10), part, "{range}");
        }
        assert_eq!(asked(&headers(&[(RANGE, "bytes=-4")]), "\"t\"", 0), Part::Beyond);
    }

    #[test]
    fn a_part_of_other_bytes_is_not_given() {
        let on = |tag: &str| headers(&[(RANGE, "bytes=3-"), (IF_RANGE, tag)]);
        assert_eq!(asked(&on("\"t\""), "\"t\"", 10), Part::Of(3..10));
        for other in ["\"s\"", "W/\"t\"", "Fri, 27 Nov 2026 10:00:00 GMT"] {
            assert_eq!(asked(&on(other), "\"t\"", 10), Part::Whole, "{other}");
        }
    }

    #[test]
    fn what_is_there_already_is_known_by_one_of_its_tags() {
        for (known, there) in
            [("\"t\"", true), ("\"s\", W/\"t\"", true), ("*", true), ("\"s\"", false)]
        {
            assert_eq!(has(&headers(&[(IF_NONE_MATCH, known)]), "\"t\""), there, "{known}");
        }
        assert!(!has(&HeaderMap::new(), "\"t\""));
    }
}
