//! openapi.json, made from the route table and the declarations.

/// The description as it is served and checked in.
pub fn text() -> String {
    String::from("{}")
}
