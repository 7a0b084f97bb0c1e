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
        called("name", "Ledger in Tally", 100)
            .required()
            .listed()
            .searched()
            .help("Exactly as in Tally"),
    ],
    sorts: &["name", "account"],
    grants: KEEPERS,
    ..MASTER
};

/// Lines of an import log that are kept.
const MOST_TOLD: u32 = 200;
/// A voucher whose number stands in a line was refused by Tally.
const ERRORS_TOLD: &[Field] = &[text("line", "Line of the log", 300).required()];

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
        int("created", "Created in Tally", 0, 9_999_999)
            .listed()
            .help("By Tally\u{2019}s import log"),
        int("altered", "Altered in Tally", 0, 9_999_999).listed(),
        int("ignored", "Ignored by Tally", 0, 9_999_999),
        int("errors", "Errors in Tally", 0, 9_999_999).listed(),
        rows("errors_told", "Errors by Tally\u{2019}s import log", ERRORS_TOLD, MOST_TOLD),
    ],
    sorts: &["-updated_at", "from", "file"],
    grants: KEEPERS,
    ..MASTER
};
