//! TallyPrime's names of our accounts, and the files that it was given.

use super::MASTER;
use super::org::BRANCH;
use crate::declare::grant::{Grant, Reach, Role, Verb};
use crate::ledger::books::ACCOUNTS;
use crate::schema::*;

const KEEPERS: &[Grant] = &[
    Grant {
        roles: &[Role::Acc, Role::Admin],
        verbs: &[Verb::View, Verb::Add, Verb::Edit, Verb::Export],
        reach: Reach::All,
    },
    Grant { roles: &[Role::Audit], verbs: &[Verb::View, Verb::Export], reach: Reach::All },
];

pub static TALLY_LEDGER: DocType = DocType {
    key: "tally_ledger",
    label: "Tally ledger",
    plural: "Tally ledgers",
    fields: &[
        choice("account", "Account", ACCOUNTS).required().unique().immutable().listed(),
        text("name", "Ledger in Tally", 100)
            .required()
            .listed()
            .searched()
            .help("Exactly as in Tally"),
    ],
    sorts: &["name", "account"],
    grants: KEEPERS,
    ..MASTER
};

pub static TALLY_EXPORT: DocType = DocType {
    key: "tally_export",
    label: "Tally export",
    plural: "Tally exports",
    title: "file",
    fields: &[
        date("from", "From").required().immutable().listed(),
        date("to", "To").required().immutable().listed(),
        link("branch", "Branch", &BRANCH).immutable().listed().help("Leave blank for every branch"),
        text("file", "File", 100).required().immutable().listed().searched(),
        int("vouchers", "Vouchers", 1, 9_999_999).required().immutable().listed(),
        int("until", "Up to the books\u{2019} entry", 1, i64::MAX)
            .required()
            .immutable()
            .help("Vouchers booked later are new"),
        text("hash", "SHA-256 of the file", 64).required().immutable(),
    ],
    sorts: &["-updated_at", "from", "file"],
    grants: KEEPERS,
    ..MASTER
};
