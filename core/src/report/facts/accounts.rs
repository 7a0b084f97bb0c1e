//! The accounts of the books by name: the parties' together, then the site's own.

use crate::kept::doc::Doc;
use crate::ledger::books::{self, ACCOUNTS};

/// The parties whose accounts stand in the books under their own names.
pub const PARTIES: &[&str] = &[books::PARTIES[0].0, books::PARTIES[1].0, books::PARTIES[2].0];
/// The classes of the parties' accounts.
pub(super) const PARTY_CLASSES: [usize; PARTIES.len()] =
    [books::PARTIES[0].2, books::PARTIES[1].2, books::PARTIES[2].2];
/// Every account by its name: first the parties' together, then our own in their order.
pub const BOOK_ACCOUNTS: &[&str] = &NAMES;
const NAMES: [&str; PARTIES.len() + ACCOUNTS.len()] = {
    let mut names = [""; PARTIES.len() + ACCOUNTS.len()];
    (names[0], names[1], names[2]) =
        (books::PARTIES[0].1, books::PARTIES[1].1, books::PARTIES[2].1);
    let mut at = 0;
    while at < ACCOUNTS.len() {
        names[PARTIES.len() + at] = ACCOUNTS[at].1;
        at += 1;
    }
    names
};

/// Tally's word for how a party is registered under GST; a walk-in customer without a GSTIN is a consumer.
pub(super) fn registration(doc: &Doc) -> &'static str {
    match doc.text("gst_category") {
        Some("Composition") => "Composition",
        Some("SEZ") => "Regular-SEZ",
        _ if doc.text("gstin").is_some() => "Regular",
        _ if doc.text("kind") == Some("Walk-in") => "Consumer",
        _ => "Unregistered",
    }
}
