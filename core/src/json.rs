//! Typed values from JSON and back: one trait, and one macro that declares a struct and its keys at once.
//!
//! A struct hands out its fields by number, so that all structs share one reader and one writer: a
//! derived reader of each would be the largest part of what the browser downloads.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::shape::{self, Member, Shaped};

/// A type that a record can hold.
pub trait Json: Sized {
    /// Errors: a text for the developer, beginning with where.
    fn read(from: &Value) -> Result<Self, String>;

    fn write(&self) -> Value;

    fn says(&self) -> Says {
        Says::Something
    }

    /// The least that a value of the type can say.
    fn least() -> Says {
        Says::Something
    }

    /// Whether a struct may come without it even where nothing else may be missing.
    fn is_optional() -> bool {
        false
    }
}

/// How much a value says; a record may leave out what says little.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Says {
    /// `null` and the empty list.
    Nothing,
    /// The empty text and `false`.
    Little,
    Something,
}

/// How strictly a struct is read and how fully written.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// Keys that the struct does not have are refused.
    pub closed: bool,
    /// Whether a missing value is refused, and not taken for its default.
    pub whole: bool,
    /// The least value that is still written; one that says less is left out.
    pub least: Says,
}

impl Form {
    /// Whether anything may be missing and more may be there.
    fn loose(self) -> bool {
        !self.closed && !self.whole
    }
}

/// Plain data: all of it is there, and more may be.
pub const WHOLE: Form = Form { closed: false, whole: true, least: Says::Nothing };
/// Plain data, written without what is null.
pub const SPARE: Form = Form { closed: false, whole: true, least: Says::Little };
/// The form of structs that another program wrote: keys may be missing or unknown.
pub const LOOSE: Form = Form { closed: false, whole: false, least: Says::Nothing };
/// A record whose lists and texts may be empty.
pub const FILLED: Form = Form { closed: true, whole: false, least: Says::Little };
/// A record that holds only what says something.
pub const LEAN: Form = Form { closed: true, whole: false, least: Says::Something };

/// [`Json`] of a field in its place.
pub trait Slot {
    fn fill(&mut self, from: &Value) -> Result<(), String>;
    fn value(&self, least: Says) -> Option<Value>;
    fn optional(&self) -> bool;
}

impl<T: Json> Slot for T {
    fn fill(&mut self, from: &Value) -> Result<(), String> {
        *self = T::read(from)?;
        Ok(())
    }

    fn value(&self, least: Says) -> Option<Value> {
        (self.says() >= least).then(|| self.write())
    }

    fn optional(&self) -> bool {
        T::is_optional()
    }
}

/// A struct by its fields, in declared order.
pub trait Fields {
    fn form(&self) -> Form;
    fn keys(&self) -> &'static [&'static str];
    fn slot(&self, at: usize) -> Option<&dyn Slot>;
    fn slot_mut(&mut self, at: usize) -> Option<&mut dyn Slot>;
}

/// Reads a record into a struct of defaults.
pub fn fill(into: &mut dyn Fields, from: &Map<String, Value>) -> Result<(), String> {
    let (keys, form) = (into.keys(), into.form());
    let (mut at, mut found) = (0, 0);
    for (key, value) in from {
        // Records lie in declared order, so that the next key is mostly the next field or soon after.
        let after = keys.iter().skip(at).position(|one| one == key).map(|ahead| at + ahead);
        match after.or_else(|| keys.iter().position(|one| one == key)) {
            // What a browser does not know of is null where it crosses as a value.
            Some(field) if value.is_null() && form.loose() => at = field + 1,
            Some(field) => {
                if let Some(slot) = into.slot_mut(field) {
                    slot.fill(value).map_err(|why| format!("{key}: {why}"))?;
                }
                at = field + 1;
                found += 1;
            }
            None if form.closed => return Err(format!("unknown field `{key}`")),
            None => {}
        }
    }
    if form.whole && found < keys.len() {
        return missing(into, from);
    }
    Ok(())
}

fn missing(into: &dyn Fields, from: &Map<String, Value>) -> Result<(), String> {
    for (at, key) in into.keys().iter().enumerate() {
        let optional = into.slot(at).is_none_or(Slot::optional);
        if !optional && !from.contains_key(*key) {
            return Err(format!("missing field `{key}`"));
        }
    }
    Ok(())
}

/// A struct as a record, in declared order.
pub fn record(of: &dyn Fields) -> Map<String, Value> {
    let (keys, form) = (of.keys(), of.form());
    let mut made = Map::with_capacity(keys.len());
    for (at, key) in keys.iter().enumerate() {
        if let Some(value) = of.slot(at).and_then(|slot| slot.value(form.least)) {
            made.insert((*key).to_owned(), value);
        }
    }
    made
}

/// The record under a value.
pub fn object(from: &Value) -> Result<&Map<String, Value>, String> {
    from.as_object().ok_or_else(|| wrong("an object"))
}

/// The message for a value of another type.
pub fn wrong(wanted: &str) -> String {
    format!("not {wanted}")
}

/// Declares a struct that stands in JSON as an object of its fields, in one of the [`Form`]s.
macro_rules! json_struct {
    ($form:ident $(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$field_meta:meta])* $field_vis:vis $key:ident: $kind:ty),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq)]
        $vis struct $name { $($(#[$field_meta])* $field_vis $key: $kind),* }

        impl $name {
            /// The keys in order.
            pub const KEYS: &'static [&'static str] = &[$(stringify!($key)),*];
        }

        #[allow(unused_assignments, reason = "the count of the last field is not read")]
        impl $crate::json::Fields for $name {
            fn form(&self) -> $crate::json::Form { $crate::json::$form }

            fn keys(&self) -> &'static [&'static str] { $name::KEYS }

            fn slot(&self, at: usize) -> Option<&dyn $crate::json::Slot> {
                let mut next = 0;
                $( if at == next { return Some(&self.$key); } next += 1; )*
                None
            }

            fn slot_mut(&mut self, at: usize) -> Option<&mut dyn $crate::json::Slot> {
                let mut next = 0;
                $( if at == next { return Some(&mut self.$key); } next += 1; )*
                None
            }
        }

        impl $crate::json::Json for $name {
            fn read(from: &serde_json::Value) -> Result<$name, String> {
                let mut made = $name::default();
                $crate::json::fill(&mut made, $crate::json::object(from)?)?;
                Ok(made)
            }

            fn write(&self) -> serde_json::Value {
                serde_json::Value::Object($crate::json::record(self))
            }
        }

        impl $crate::shape::Shaped for $name {
            fn shape() -> $crate::shape::Shape {
                $crate::shape::Shape::Named(stringify!($name), || {
                    let form = $crate::json::$form;
                    let members = vec![$( $crate::json::member::<$kind>(stringify!($key), form) ),*];
                    $crate::shape::Shape::Object(members)
                })
            }
        }

        $crate::json::by_value!($name);
    };
}

/// A field's place in a struct's shape: optional where the form leaves out what the type may say.
pub fn member<T: Json + Shaped>(key: &'static str, form: Form) -> Member {
    shape::member::<T>(key, T::least() < form.least)
}

/// An enum whose variants have a `name` and are found by `parse`.
macro_rules! json_name {
    ($name:ty) => {
        impl $crate::shape::Shaped for $name {
            fn shape() -> $crate::shape::Shape {
                $crate::shape::Shape::Named(stringify!($name), || {
                    let words = <$name>::ALL.iter().map(|one| one.name());
                    $crate::shape::Shape::Words(words.collect())
                })
            }
        }

        impl $crate::json::Json for $name {
            fn read(from: &serde_json::Value) -> Result<$name, String> {
                let named = from.as_str().and_then(<$name>::parse);
                named.ok_or_else(|| $crate::json::wrong(stringify!($name)))
            }

            fn write(&self) -> serde_json::Value {
                self.name().into()
            }
        }
    };
}

/// serde's traits for what is [`Json`]: through a value.
macro_rules! by_value {
    ($name:ty) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                $crate::json::Json::write(self).serialize(out)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<$name, D::Error> {
                let value = serde_json::Value::deserialize(input)?;
                $crate::json::Json::read(&value).map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use {by_value, json_name, json_struct};

impl Json for String {
    fn read(from: &Value) -> Result<String, String> {
        from.as_str().map(str::to_owned).ok_or_else(|| wrong("a text"))
    }

    fn write(&self) -> Value {
        Value::String(self.clone())
    }

    fn says(&self) -> Says {
        if self.is_empty() { Says::Little } else { Says::Something }
    }

    fn least() -> Says {
        Says::Little
    }
}

impl Json for &'static str {
    fn read(_: &Value) -> Result<&'static str, String> {
        Err(wrong("to be read"))
    }

    fn write(&self) -> Value {
        (*self).into()
    }
}

impl Json for bool {
    fn read(from: &Value) -> Result<bool, String> {
        from.as_bool().ok_or_else(|| wrong("yes or no"))
    }

    fn write(&self) -> Value {
        Value::Bool(*self)
    }

    fn says(&self) -> Says {
        if *self { Says::Something } else { Says::Little }
    }

    fn least() -> Says {
        Says::Little
    }
}

macro_rules! integers {
    ($($kind:ty),*) => { $(
        impl Json for $kind {
            fn read(from: &Value) -> Result<$kind, String> {
                let number = from.as_i64().and_then(|number| <$kind>::try_from(number).ok());
                number.ok_or_else(|| wrong("an integer"))
            }

            fn write(&self) -> Value {
                (*self).into()
            }
        }
    )* };
}

integers!(i64, u32);

impl Json for u64 {
    fn read(from: &Value) -> Result<u64, String> {
        from.as_u64().ok_or_else(|| wrong("an integer"))
    }

    fn write(&self) -> Value {
        (*self).into()
    }
}

impl Json for Value {
    fn read(from: &Value) -> Result<Value, String> {
        Ok(from.clone())
    }

    fn write(&self) -> Value {
        self.clone()
    }
}

impl Json for Map<String, Value> {
    fn read(from: &Value) -> Result<Map<String, Value>, String> {
        object(from).cloned()
    }

    fn write(&self) -> Value {
        Value::Object(self.clone())
    }
}

impl<T: Json> Json for Option<T> {
    fn read(from: &Value) -> Result<Option<T>, String> {
        match from {
            Value::Null => Ok(None),
            value => T::read(value).map(Some),
        }
    }

    fn write(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::write)
    }

    fn says(&self) -> Says {
        if self.is_none() { Says::Nothing } else { Says::Something }
    }

    fn least() -> Says {
        Says::Nothing
    }

    fn is_optional() -> bool {
        true
    }
}

impl<T: Json> Json for Vec<T> {
    fn read(from: &Value) -> Result<Vec<T>, String> {
        let rows = from.as_array().ok_or_else(|| wrong("a list"))?;
        let mut made = Vec::with_capacity(rows.len());
        for (at, row) in rows.iter().enumerate() {
            made.push(T::read(row).map_err(|why| format!("{at}: {why}"))?);
        }
        Ok(made)
    }

    fn write(&self) -> Value {
        Value::Array(self.iter().map(T::write).collect())
    }

    fn says(&self) -> Says {
        if self.is_empty() { Says::Nothing } else { Says::Something }
    }

    fn least() -> Says {
        Says::Nothing
    }
}

impl<T: Json> Json for BTreeMap<String, T> {
    fn read(from: &Value) -> Result<BTreeMap<String, T>, String> {
        let mut made = BTreeMap::new();
        for (key, value) in object(from)? {
            let value = T::read(value).map_err(|why| format!("{key}: {why}"))?;
            made.insert(key.clone(), value);
        }
        Ok(made)
    }

    fn write(&self) -> Value {
        Value::Object(self.iter().map(|(key, value)| (key.clone(), value.write())).collect())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    json_struct! { LEAN
        /// Two keys.
        struct Lean { name: String, rows: Vec<Whole> }
    }

    json_struct! { WHOLE
        /// Two keys, one of which may be missing.
        struct Whole { pcs: i64, note: Option<String> }
    }

    #[test]
    fn a_struct_is_written_in_declared_order_and_read_in_any() {
        let value = json!({ "rows": [{ "note": "x", "pcs": 1 }], "name": "a" });
        let read = Lean::read(&value).unwrap();
        assert_eq!(read.write().to_string(), r#"{"name":"a","rows":[{"pcs":1,"note":"x"}]}"#);
        assert_eq!(Lean::default().write(), json!({}));
        assert_eq!(Whole::default().write(), json!({ "pcs": 0, "note": null }));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let wrong = |value: Value| Lean::read(&value).unwrap_err();
        assert_eq!(wrong(json!({ "colour": 1 })), "unknown field `colour`");
        assert_eq!(wrong(json!({ "rows": [{ "pcs": 1.5 }] })), "rows: 0: pcs: not an integer");
        assert_eq!(wrong(json!({ "rows": [{}] })), "rows: 0: missing field `pcs`");
        assert_eq!(wrong(json!([])), "not an object");
    }
}
