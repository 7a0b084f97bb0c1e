//! The shape of a JSON value, told by the type that writes it: TypeScript and OpenAPI follow from it.

pub mod openapi;
#[cfg(feature = "decide")]
mod raw;
pub mod typescript;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::ser::SerializeStruct;
use serde_json::{Map, Value};

#[cfg(feature = "decide")]
pub use self::raw::RawJson;
use crate::value::{Day, Instant};

/// The values that a type can take in JSON.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Any value at all: a field of a record whose declaration alone knows it.
    Any,
    Text,
    Flag,
    Integer,
    /// A number with digits behind the point.
    Decimal,
    /// One of these texts.
    Words(Vec<&'static str>),
    List(Box<Shape>),
    /// A list of a fixed length, each place with its own shape.
    Tuple(Vec<Shape>),
    /// An object from any key.
    Table(Box<Shape>),
    /// An object with some of the keys that a named shape of words has.
    By(Box<Shape>, Box<Shape>),
    /// The shape, or null.
    Maybe(Box<Shape>),
    Object(Vec<Member>),
    /// An object with further keys than those told.
    Open(Vec<Member>),
    /// One of several.
    Either(Vec<Shape>),
    /// A shape that is told once, by its name.
    Named(&'static str, fn() -> Shape),
}

/// One key of an object.
#[derive(Clone, Debug)]
pub struct Member {
    pub key: &'static str,
    /// Whether the key may be missing.
    pub optional: bool,
    pub shape: Shape,
}

/// A type whose JSON has one shape.
pub trait Shaped {
    fn shape() -> Shape;
}

/// The keys of a struct that are written among those of another.
pub trait Entries {
    /// Errors: those of the writer.
    fn entries<M: SerializeStruct>(&self, into: &mut M) -> Result<(), M::Error>;
}

impl<T: Entries> Entries for Option<T> {
    fn entries<M: SerializeStruct>(&self, into: &mut M) -> Result<(), M::Error> {
        self.as_ref().map_or(Ok(()), |one| one.entries(into))
    }
}

impl Shape {
    pub fn list(of: Shape) -> Shape {
        Shape::List(Box::new(of))
    }

    pub fn table(of: Shape) -> Shape {
        Shape::Table(Box::new(of))
    }

    pub fn maybe(of: Shape) -> Shape {
        match of {
            // Null is a value like others.
            Shape::Any => Shape::Any,
            of => Shape::Maybe(Box::new(of)),
        }
    }

    /// The shape without null: that of a key that is left out in its place.
    pub fn present(self) -> Shape {
        match self {
            Shape::Maybe(of) => *of,
            of => of,
        }
    }

    /// The members of a struct's shape, all of them optional where the struct itself may be missing.
    pub fn members(self) -> Vec<Member> {
        match self {
            Shape::Named(_, of) => of().members(),
            Shape::Object(members) => members,
            Shape::Maybe(of) => {
                of.members().into_iter().map(|one| Member { optional: true, ..one }).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Every named shape that these lead to, by its name.
///
/// Errors: a name that two different shapes have.
pub fn named(from: Vec<Shape>) -> Result<BTreeMap<&'static str, Shape>, String> {
    let mut found: BTreeMap<&'static str, Shape> = BTreeMap::new();
    let mut next = from;
    while let Some(shape) = next.pop() {
        match shape {
            Shape::Named(name, of) => {
                let told = of();
                match found.get(name) {
                    // What a name tells is the same where its declaration reads the same.
                    Some(known) if declared(name, known) != declared(name, &told) => {
                        return Err(format!("two shapes are named {name}"));
                    }
                    Some(_) => {}
                    None => {
                        found.insert(name, told.clone());
                        next.push(told);
                    }
                }
            }
            Shape::List(of) | Shape::Table(of) | Shape::Maybe(of) => next.push(*of),
            Shape::By(key, of) => next.extend([*key, *of]),
            Shape::Tuple(of) | Shape::Either(of) => next.extend(of),
            Shape::Object(members) | Shape::Open(members) => {
                next.extend(members.into_iter().map(|one| one.shape))
            }
            Shape::Any
            | Shape::Text
            | Shape::Flag
            | Shape::Integer
            | Shape::Decimal
            | Shape::Words(_) => {}
        }
    }
    Ok(found)
}

fn declared(name: &str, shape: &Shape) -> String {
    let mut text = String::new();
    typescript::declaration(&mut text, name, shape);
    text
}

/// Declares a struct that serde reads and writes by the names of its fields, and tells its shape.
macro_rules! shaped_struct {
    ($($told:literal)? $(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$field_meta:meta])* $field_vis:vis $key:ident: $kind:ty),* $(,)?
    }) => {
        $(#[$meta])*
        $vis struct $name { $($(#[$field_meta])* $field_vis $key: $kind),* }

        impl $crate::shape::Shaped for $name {
            fn shape() -> $crate::shape::Shape {
                #[allow(unused_mut, unused_assignments, reason = "most have their own name")]
                let mut told = stringify!($name);
                $(told = $told;)?
                $crate::shape::Shape::Named(told, || {
                    $crate::shape::Shape::Object(vec![
                        $( $crate::shape::member::<$kind>(stringify!($key), false) ),*
                    ])
                })
            }
        }
    };
}

pub(crate) use shaped_struct;

/// Declares a struct that is only written: its JSON object, and the shape of it. A key that differs
/// from its field stands behind `as`; behind it `[optional]` leaves out what is `None`, and
/// `[among]` writes a struct's own keys among the others.
#[macro_export]
macro_rules! json_answer {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$field_meta:meta])* $field_vis:vis $key:ident $(as $wire:literal)? $([$mode:ident])?
            : $kind:ty),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        $vis struct $name { $($(#[$field_meta])* $field_vis $key: $kind),* }

        impl $crate::shape::Shaped for $name {
            fn shape() -> $crate::shape::Shape {
                $crate::shape::Shape::Named(stringify!($name), || {
                    let members = [$( $crate::answer_members!(
                        $crate::key_of!($key $(as $wire)?), $kind, $($mode)?
                    ) ),*];
                    $crate::shape::Shape::Object(members.concat())
                })
            }
        }

        impl $crate::shape::Entries for $name {
            fn entries<M: serde::ser::SerializeStruct>(
                &self,
                into: &mut M,
            ) -> Result<(), M::Error> {
                $( $crate::answer_entry!(
                    into, $crate::key_of!($key $(as $wire)?), &self.$key, $($mode)?
                ); )*
                Ok(())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                // A key of a struct is made once for all objects that cross to JavaScript, one of a
                // map each time.
                let keys = [$(stringify!($key)),*].len();
                let mut made = serde::Serializer::serialize_struct(out, stringify!($name), keys)?;
                $crate::shape::Entries::entries(self, &mut made)?;
                serde::ser::SerializeStruct::end(made)
            }
        }
    };
}

/// The key of a field on the wire.
#[doc(hidden)]
#[macro_export]
macro_rules! key_of {
    ($key:ident) => {
        stringify!($key)
    };
    ($key:ident as $wire:literal) => {
        $wire
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! answer_members {
    ($key:expr, $kind:ty,) => {
        vec![$crate::shape::member::<$kind>($key, false)]
    };
    ($key:expr, $kind:ty, optional) => {
        vec![$crate::shape::member::<$kind>($key, true)]
    };
    ($key:expr, $kind:ty, among) => {
        <$kind as $crate::shape::Shaped>::shape().members()
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! answer_entry {
    ($into:ident, $key:expr, $value:expr,) => {
        $into.serialize_field($key, $value)?
    };
    ($into:ident, $key:expr, $value:expr, optional) => {
        if let Some(value) = $value {
            $into.serialize_field($key, value)?;
        }
    };
    ($into:ident, $key:expr, $value:expr, among) => {
        $crate::shape::Entries::entries($value, $into)?
    };
}

/// A key of an object with the shape of its type.
pub fn member<T: Shaped>(key: &'static str, optional: bool) -> Member {
    let shape = T::shape();
    Member { key, optional, shape: if optional { shape.present() } else { shape } }
}

macro_rules! shaped {
    ($($shape:ident: $($kind:ty),*;)*) => {
        $($(
            impl Shaped for $kind {
                fn shape() -> Shape { Shape::$shape }
            }
        )*)*
    };
}

shaped! {
    Any: Value;
    Text: String, &'static str, Day;
    Flag: bool;
    Integer: i64, u64, u32, u16, usize, Instant;
}

impl Shaped for Map<String, Value> {
    fn shape() -> Shape {
        Shape::table(Shape::Any)
    }
}

impl<T: Shaped> Shaped for Option<T> {
    fn shape() -> Shape {
        Shape::maybe(T::shape())
    }
}

impl<T: Shaped> Shaped for Vec<T> {
    fn shape() -> Shape {
        Shape::list(T::shape())
    }
}

impl<T: Shaped> Shaped for BTreeMap<String, T> {
    fn shape() -> Shape {
        Shape::table(T::shape())
    }
}

impl<T: Shaped> Shaped for BTreeMap<&'static str, T> {
    fn shape() -> Shape {
        Shape::table(T::shape())
    }
}

impl<T: Shaped> Shaped for Arc<T> {
    fn shape() -> Shape {
        T::shape()
    }
}

impl<T: Shaped> Shaped for Box<T> {
    fn shape() -> Shape {
        T::shape()
    }
}

impl<A: Shaped, B: Shaped> Shaped for (A, B) {
    fn shape() -> Shape {
        Shape::Tuple(vec![A::shape(), B::shape()])
    }
}

impl<A: Shaped, B: Shaped, C: Shaped> Shaped for (A, B, C) {
    fn shape() -> Shape {
        Shape::Tuple(vec![A::shape(), B::shape(), C::shape()])
    }
}
