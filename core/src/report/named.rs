//! Enums that stand in JSON by the names of their variants.

/// Writes an enum with `ALL` and `name` as its name, and tells all of them as its shape.
macro_rules! json_word {
    ($kind:ident) => {
        impl $crate::shape::Shaped for $kind {
            fn shape() -> $crate::shape::Shape {
                $crate::shape::Shape::Named(stringify!($kind), || {
                    $crate::shape::Shape::Words($kind::ALL.iter().map(|one| one.name()).collect())
                })
            }
        }

        impl serde::Serialize for $kind {
            fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                out.serialize_unit_variant(stringify!($kind), 0, self.name())
            }
        }
    };
}

pub(super) use json_word;
