//! The register: every document type, one word each.

pub mod places;

use crate::access::{Grant, PEOPLE, Reach, Role, Verb};
use crate::flow;
use crate::schema::DocType;

/// Every declared type, in the order of the documentation.
pub static ALL: &[&DocType] = &[&places::COUNTRY, &places::STATE, &places::DISTRICT, &places::CITY];

/// The declaration of a type.
pub fn find(key: &str) -> Option<&'static DocType> {
    ALL.iter().copied().find(|def| def.key == key)
}

/// What a master is unless it says otherwise: everybody reads it, ADMIN keeps it.
pub const MASTER: DocType = DocType {
    key: "",
    label: "",
    plural: "",
    title: "name",
    fields: &[],
    unique_together: &[],
    sorts: &["name"],
    filters: &[],
    scopes: &[],
    grants: ADMIN_KEEPS,
    flow: &flow::MASTER,
    series: None,
    single: false,
    check: None,
    on_save: None,
    follow: None,
};

/// Every verb.
pub const KEEP: &[Verb] = &[Verb::View, Verb::Add, Verb::Edit, Verb::Delete];

pub const ADMIN_KEEPS: &[Grant] = &[
    Grant { roles: PEOPLE, verbs: &[Verb::View], reach: Reach::All },
    Grant { roles: &[Role::Admin], verbs: KEEP, reach: Reach::All },
];
