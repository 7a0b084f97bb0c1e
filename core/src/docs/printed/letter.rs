//! The letter that goes with a paper to the party it is made out to: whom it is sent to, and what it says.

use crate::declare::case::Look;
use crate::declare::grant::Verb;
use crate::docs::org::COMPANY;
use crate::docs::parties;
use crate::error::Halt;
use crate::json::json_struct;
use crate::kept::doc::Doc;
use crate::schema::DocType;
use crate::value::{Day, Paise, rupees};

/// What a paper comes to, by the first of these that its document has.
const AMOUNTS: [&str; 2] = ["total_paise", "amount_paise"];

json_struct! { LEAN
    /// The letter that goes with a paper, for whoever may print it and see the party.
    pub struct PaperLetter {
        /// The party's mail address; none where it has none.
        pub email: Option<String>,
        /// The party's mobile, ten digits.
        pub mobile: Option<String>,
        pub subject: String,
        /// What the paper is, in a line or two.
        pub text: String,
        /// The same as a mail, with its greeting and who sends it.
        pub body: String,
    }
}

/// The letter that goes with a document's paper; none where it is made out to nobody, or the person may not print it or
/// see the party.
///
/// Errors: only what the reader cannot answer.
pub fn of(case: &Look, def: &'static DocType, doc: &Doc) -> Result<Option<PaperLetter>, Halt> {
    let Some((party_type, id)) = parties::made_out_to(def, doc) else { return Ok(None) };
    let party = case.find(party_type.key, &id)?;
    let party = party.filter(|party| case.actor.covers(party_type, Verb::View, party));
    let Some(party) = party.filter(|_| case.actor.may(def, Verb::Print)) else { return Ok(None) };
    let text = |key: &str| party.text(key).filter(|text| !text.is_empty()).map(str::to_owned);
    let company = case.single(&COMPANY)?;
    let company = company.as_ref().and_then(|company| company.text("name")).unwrap_or_default();
    let what =
        if def.key == party_type.key { "Statement of account".into() } else { doc.name(def) };
    let said = said(case, def, doc, &what);
    let from = [case.actor.name.as_str(), company].join("\n");
    Ok(Some(PaperLetter {
        email: text("email"),
        mobile: text("mobile"),
        subject: [what.as_str(), company].map(str::trim).join(", ").trim_end_matches(", ").into(),
        body: format!(
            "{},\n\n{said} is attached.\n\n{}\n",
            text("name").unwrap_or_default(),
            from.trim()
        ),
        text: format!("{}: {said}", text("name").unwrap_or_default()),
    }))
}

/// `Invoice 27/00012 of 26 Nov 2026 for ₹1,180.00, due on 26 Dec 2026`, as far as the person sees it.
fn said(case: &Look, def: &DocType, doc: &Doc, what: &str) -> String {
    let seen = |key: &&str| def.field(key).is_some_and(|field| case.actor.sees(field.guarded));
    let amount = AMOUNTS.iter().filter(|key| seen(key)).find_map(|key| doc.int(key));
    let day = |key: &str| doc.text(key).and_then(Day::parse).map(Day::shown);
    let mut said = what.to_owned();
    if let Some(day) = day("date") {
        said += &format!(" of {day}");
    }
    if let Some(amount) = amount {
        said += &format!(" for {}", rupees(Paise(amount)));
    }
    if let Some(due) = day("due_date") {
        said += &format!(", due on {due}");
    }
    said
}
