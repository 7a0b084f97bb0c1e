//! JSON text that is passed on as it is kept, with the type that it was written by.

use std::marker::PhantomData;

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use super::{Shape, Shaped};

/// The JSON text of a `T`.
#[derive(Debug)]
pub struct RawJson<T> {
    text: Box<RawValue>,
    of: PhantomData<fn() -> T>,
}

impl<T> RawJson<T> {
    /// Text that was written of a `T` before.
    ///
    /// Errors: when it is no JSON.
    pub fn kept(text: String) -> Result<RawJson<T>, serde_json::Error> {
        Ok(RawJson { text: RawValue::from_string(text)?, of: PhantomData })
    }

    /// Writes a value whose JSON is that of a `T`.
    ///
    /// Errors: those of the value.
    pub fn of(value: &impl Serialize) -> Result<RawJson<T>, serde_json::Error> {
        Ok(RawJson { text: to_raw_value(value)?, of: PhantomData })
    }

    pub fn get(&self) -> &str {
        self.text.get()
    }
}

impl<T> Clone for RawJson<T> {
    fn clone(&self) -> RawJson<T> {
        RawJson { text: self.text.clone(), of: PhantomData }
    }
}

impl<T> Serialize for RawJson<T> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(out)
    }
}

impl<T: Shaped> Shaped for RawJson<T> {
    fn shape() -> Shape {
        T::shape()
    }
}
