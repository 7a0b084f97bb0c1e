//! Bodies read strictly: what two readers could understand differently is refused.

use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// How deep a body may nest: documents need five.
const DEPTH: u8 = 32;
/// How many keys an object may have: each that is not known would be answered with an issue.
const KEYS: usize = 1000;

/// Up to here a floating-point number stands for one whole number alone.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// JSON text as a value: no key twice in one object, no number out of range, nothing behind it.
pub fn json(bytes: &[u8]) -> Result<Value, String> {
    let mut from = serde_json::Deserializer::from_slice(bytes);
    let value =
        Strict { depth: DEPTH }.deserialize(&mut from).map_err(|error| error.to_string())?;
    from.end().map_err(|error| error.to_string())?;
    Ok(value)
}

struct Strict {
    depth: u8,
}

impl Strict {
    fn inner<E: de::Error>(&self) -> Result<Strict, E> {
        let depth = self.depth.checked_sub(1).ok_or_else(|| E::custom("nested too deep"))?;
        Ok(Strict { depth })
    }
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    /// `7.0` is the number 7, as JSON Schema and JavaScript have it.
    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        if value.fract() == 0.0 && value.abs() <= EXACT {
            #[expect(clippy::cast_possible_truncation, reason = "whole and within 53 bits")]
            return Ok((value as i64).into());
        }
        let number = Number::from_f64(value).ok_or_else(|| E::custom("not a finite number"))?;
        Ok(Value::Number(number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(self.inner()?)? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            let value = map.next_value_seed(self.inner()?)?;
            if object.contains_key(&key) {
                return Err(de::Error::custom(format!("the key {key:?} appears twice")));
            }
            object.insert(key, value);
            if object.len() > KEYS {
                return Err(de::Error::custom(format!("more than {KEYS} keys in one object")));
            }
        }
        Ok(Value::Object(object))
    }
}

/// A form or query as names and values in order; a broken escape is refused, not mended.
pub fn form(text: &str) -> Result<Vec<(String, String)>, String> {
    text.split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((unescape(&name.replace('+', " "))?, unescape(&value.replace('+', " "))?))
        })
        .collect()
}

/// Percent-escapes decoded once; UTF-8 without control characters.
pub fn unescape(text: &str) -> Result<String, String> {
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let hex = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_hexdigit);
        if *byte == b'%' && !(hex(at + 1) && hex(at + 2)) {
            return Err("a % must be followed by two hexadecimal digits".to_owned());
        }
    }
    let decoded = percent_encoding::percent_decode_str(text);
    let decoded = decoded.decode_utf8().map_err(|_| "it is not UTF-8".to_owned())?;
    match decoded.chars().any(char::is_control) {
        true => Err("it holds control characters".to_owned()),
        false => Ok(decoded.into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_stands_twice_is_refused_at_any_depth() {
        assert!(json(br#"{"a":1,"a":2}"#).is_err());
        assert!(json(br#"{"a":[{"b":1,"b":1}]}"#).is_err());
        assert!(json(br#"{"a":{"b":1},"b":1}"#).is_ok());
    }

    #[test]
    fn nesting_and_numbers_are_bounded() {
        let deep = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
        assert!(json(deep(32).as_bytes()).is_ok());
        assert!(json(deep(33).as_bytes()).is_err());
        assert!(json(b"1e400").is_err());
        assert_eq!(json(b"[7.0,-0.0,7.5]").unwrap(), serde_json::json!([7, 0, 7.5]));
        assert!(json(b"1 2").is_err());
    }

    #[test]
    fn a_broken_escape_is_refused() {
        assert_eq!(form("a=1&b=x+y%26").unwrap()[1].1, "x y&");
        assert!(form("a=100%").is_err());
        assert!(form("a=%ff").is_err());
        assert!(form("a=%00").is_err());
    }
}
