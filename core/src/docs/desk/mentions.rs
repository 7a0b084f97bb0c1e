//! People whom a message or a comment names: they are told, where they may read it.

use super::refuse;
use crate::declare::case::Case;
use crate::docs::mails::{Notice, notify};
use crate::error::Halt;
use crate::said;

/// What names people, and where it is read.
pub struct Naming<'n> {
    pub text: &'n str,
    pub page: String,
    /// The id of the document that it stands in.
    pub about: &'n str,
    /// What those who read it are members of, as a refusal names it.
    pub of: &'static str,
}

/// Tells those who are named, but for whoever names them.
///
/// Errors: the refusal of somebody who does not read it.
pub fn tell(
    case: &mut Case,
    named: Vec<String>,
    reads: impl Fn(&str) -> bool,
    naming: &Naming,
) -> Result<(), Halt> {
    if !named.iter().all(|one| reads(one)) {
        let message = said!("Mention members of the {of} only", of = naming.of);
        return Err(refuse("mentions", message));
    }
    let own = case.actor.id.clone();
    for to in named.into_iter().filter(|to| *to != own) {
        let title = format!("{} mentioned you", case.actor.name);
        let (body, page) = (naming.text.to_owned(), naming.page.clone());
        notify(
            case,
            Notice { to, title, body, page, about: naming.about.to_owned(), warning: false },
        )?;
    }
    Ok(())
}
