//! Four eyes, told from what happened to a document and from nothing that the program keeps about it.

use godown_core::declare::actor::Actor;
use godown_core::kept::doc::{Doc, Record};
use godown_core::schema::{DocType, Field, Kind};

/// The approvals of each type.
pub const APPROVALS: &[(&str, &[&str])] = &[
    ("order", &["approve", "forward", "credit_approve", "countersign"]),
    ("customer", &["approve"]),
    ("supplier", &["approve"]),
    ("vendor", &["approve"]),
    ("purchase_order", &["approve"]),
    ("inward", &["approve"]),
    ("additional_inward", &["approve"]),
    ("receipt", &["confirm"]),
    ("batch_closing", &["approve"]),
    ("dump_stock", &["approve"]),
    ("transfer", &["accept"]),
    ("work_order", &["approve"]),
    ("sales_return", &["approve"]),
    ("stock_audit", &["approve"]),
];

/// The deeds by which an approval is asked for.
const ASKS: &[(&str, &[&str])] = &[
    ("order", &["submit", "represent", "escalate"]),
    ("customer", &["submit", "activate"]),
    ("supplier", &["submit", "activate"]),
    ("vendor", &["submit", "activate"]),
    ("purchase_order", &["submit"]),
    ("inward", &["submit"]),
    ("additional_inward", &["submit"]),
    ("receipt", &["submit"]),
    ("batch_closing", &["submit"]),
    ("dump_stock", &["submit"]),
    ("transfer", &["request"]),
    ("work_order", &["submit"]),
    ("sales_return", &["submit"]),
    ("stock_audit", &["create", "finish"]),
];

/// What an order's approval is about: rate, quantity, party and terms.
const TERMS: &[&str] = &[
    "customer",
    "yard",
    "payment_term",
    "price_basis",
    "freight_rate_paise",
    "loading_rate_paise",
    "lines",
];

/// What somebody did to a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// In whose place it was done, if in anybody's; last of all who did it.
    pub people: Vec<String>,
    pub deed: String,
    /// They entered what the approval is about.
    pub entered: bool,
    /// What waited for an approval was refused and is gone.
    pub dropped: bool,
}

fn is_of(table: &[(&str, &[&str])], kind: &str, deed: &str) -> bool {
    table.iter().any(|(of, deeds)| *of == kind && deeds.contains(&deed))
}

/// What people enter: all that the rules do not compute, and for an approved party the changes that wait.
fn entered(def: &DocType, doc: &Doc) -> Record {
    let of_people = |key: &str| def.fields.iter().any(|field| field.key == key && !field.computed);
    let waits = ["Active", "Blocked", "Inactive"].contains(&doc.status.as_str());
    let party = def.fields.iter().any(|field| field.key == "proposed");
    let counts = |key: &str| match () {
        () if party && waits => key == "proposed",
        () if def.key == "order" => TERMS.contains(&key),
        () => of_people(key),
    };
    let mut record = doc.record.clone();
    record.retain(|key, _| counts(key));
    drop_computed(def.fields, &mut record);
    record
}

/// Takes out of the rows what the rules compute in them.
fn drop_computed(fields: &[Field], record: &mut Record) {
    for field in fields {
        if let Kind::Rows { fields, .. } = field.kind
            && let Some(rows) = record.get_mut(field.key).and_then(|rows| rows.as_array_mut())
        {
            for row in rows.iter_mut().filter_map(|row| row.as_object_mut()) {
                let people = |key: &str| fields.iter().any(|one| one.key == key && !one.computed);
                row.retain(|key, _| people(key) && !["remark", "alt_ok"].contains(&key.as_str()));
            }
        }
    }
}

impl Event {
    pub fn of(
        def: &DocType,
        actor: &Actor,
        deed: &str,
        before: Option<&Doc>,
        after: &Doc,
    ) -> Event {
        let was = before.map(|doc| entered(def, doc)).unwrap_or_default();
        let is = entered(def, after);
        // An approval that brings in what waited enters nothing, nor does a submission that the rules price anew.
        let nothing = is_of(APPROVALS, def.key, deed) || deed == "submit";
        let entered = !nothing && was != is && !is.is_empty()
            || def.key == "order" && deed == "approve" && was != is;
        let dropped = deed == "reject" && was.contains_key("proposed") && is.is_empty();
        let people = actor.acts_for.iter().chain([&actor.id]).cloned().collect();
        Event { people, deed: deed.to_owned(), entered, dropped }
    }

    fn approves(&self, kind: &str) -> bool {
        is_of(APPROVALS, kind, &self.deed)
    }

    /// It asks for an approval.
    fn asks(&self, kind: &str) -> bool {
        let proposes = self.entered && kind != "order" && self.deed == "update";
        is_of(ASKS, kind, &self.deed) || proposes
    }

    /// All approvals before it are to be given again.
    fn begins(&self, kind: &str) -> bool {
        self.asks(kind) && self.deed != "represent"
    }
}

/// Why an approval is a person's own work, which they alone looked at.
pub fn own_work(kind: &str, before: &[Event], event: &Event) -> Option<String> {
    let system = |one: &Event| one.people.iter().any(|id| id == "SYS");
    if !event.approves(kind) || system(event) {
        return None;
    }
    // Of changes that were refused nothing is left to approve.
    let before = before.rsplit(|one| one.dropped).next().unwrap_or_default();
    // What somebody did in another's place was seen by them, and not by the other.
    let own = |one: &&Event| one.people.last().is_some_and(|id| event.people.contains(id));
    let people = || before.iter().rev().filter(|one| !system(one));
    // Asked back, somebody decides again as they did: that is still one decision.
    let again = |one: &&Event| own(one) && one.deed == event.deed;
    let since = || people().take_while(|one| !one.begins(kind));
    let approved = since().find(|one| one.approves(kind) && !again(one)).filter(own);
    let unseen = || people().take_while(|one| own(one) || !one.approves(kind));
    let asked = unseen().find(|one| one.asks(kind)).filter(own);
    if let Some(last) = approved.or(asked).filter(|_| event.deed != "countersign") {
        return Some(format!("took {} before", last.deed));
    }
    let changed = unseen().filter(|one| own(one) && one.entered && one.deed != event.deed).last();
    changed.map(|one| format!("changed it by {}", one.deed))
}
