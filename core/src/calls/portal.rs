//! The files for the portals of the GST, made in the browser of the documents at hand.

use serde_json::Value;

use super::preview::{AtHand, docs_of, wanting};
use super::{maybe, read, text, value};
use crate::declare::actor::Actor;
use crate::docs::portal::PortalFile;
use crate::json_answer;
use crate::query::portal::{PortalAsked, file_at_hand};
use crate::value::Instant;

json_answer! {
    /// A file for a portal, as the portal takes it.
    pub struct PortalText {
        pub text: String,
    }
}

/// [`PortalText`], [`super::Refusal`] or [`DocsWant`](super::preview::DocsWant).
pub fn portal_file(args: &Value) -> Result<Value, String> {
    let (actor, now): (Actor, Instant) = (read(args, "actor")?, read(args, "now")?);
    let file = text(args, "file")?;
    let asked = PortalAsked {
        file: PortalFile::parse(file).ok_or_else(|| format!("no file is named {file}"))?,
        doc_type: text(args, "doc_type")?.to_owned(),
        ids: read(args, "ids")?,
        from: maybe(args, "from")?,
        to: maybe(args, "to")?,
    };
    let docs = docs_of(args)?;
    match file_at_hand(&AtHand::of(&docs), &actor, now, &asked, &docs) {
        Ok(bytes) => {
            let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
            value(&PortalText { text })
        }
        Err(halt) => wanting(halt),
    }
}
