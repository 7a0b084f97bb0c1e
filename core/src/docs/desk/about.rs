//! The document of the business that a card or a to-do is about.

use crate::declare::case::Look;
use crate::error::Halt;
use crate::schema::*;

use super::refuse;

pub const ABOUT_TYPE: Field = text("about_type", "Type of the document", 40);
pub const ABOUT_ID: Field = text("about_id", "Document", 64);

/// Refuses a document that is not there, or that whoever links it does not see: nobody learns by a link what there is.
///
/// Errors: the refusal; what the reader cannot answer.
pub fn seen(look: &Look, kind: Option<&str>, id: Option<&str>) -> Result<(), Halt> {
    let missing = || refuse("about_id", "Document not found or you cannot see it");
    let (kind, id) = match (kind, id) {
        (None, None) => return Ok(()),
        (Some(kind), Some(id)) => (kind, id),
        _ => return Err(missing()),
    };
    let def = look.register.find(kind).ok_or_else(missing)?;
    look.seen(def, id)?.map(drop).ok_or_else(missing)
}
