//! Whether a session's token is still good, read without its key: the browser asks before it restores a session.

use serde_json::Value;

/// The payload of a compact JWS (RFC 7515, section 7.1), unverified; `None` if it is not one.
pub fn claims(token: &str) -> Option<Value> {
    let mut parts = token.split('.');
    let (_, payload, _) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    serde_json::from_slice(&base64url(payload)?).ok()
}

/// A token is good when its `exp` (RFC 7519, seconds since 1970) lies in the future.
///
/// `now` is in milliseconds. A token that cannot be read has expired.
pub fn expired(token: &str, now: i64) -> bool {
    let expiry = claims(token).and_then(|claims| claims.get("exp").and_then(Value::as_i64));
    expiry.is_none_or(|seconds| seconds.saturating_mul(1_000) <= now)
}

/// RFC 4648, section 5, without padding.
fn base64url(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut held, mut bits) = (0_u32, 0_u32);
    for byte in text.bytes() {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            _ => return None,
        };
        held = (held << 6) | u32::from(six);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use crate::token::*;

    // {"alg":"HS256"} . {"id":"x","exp":1000} . (no signature)
    const TOKEN: &str = "eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IngiLCJleHAiOjEwMDB9.";

    #[test]
    fn a_token_is_good_until_its_expiry_and_not_at_it() {
        assert!(!expired(TOKEN, 999_999));
        assert!(expired(TOKEN, 1_000_000));
    }

    #[test]
    fn what_is_no_token_has_expired() {
        for text in ["", "a.b", "a.b.c.d", "..", "a.!!!.c", "e30.e30.e30"] {
            assert!(expired(text, 0), "{text}");
        }
    }
}
