//! Saved questions to reports.

use super::MASTER;
use super::people::ROLE_KIND;
use crate::declare::grant::{Grant, PEOPLE, Reach, Role, ScopeKind, Verb};
use crate::flow::Flow;
use crate::schema::*;

static KEPT: Flow = Flow {
    statuses: &["Active"],
    rests: &["Active"],
    steps: &[],
    editable: &["Active"],
    deletable: &["Active"],
};

/// Everybody but who audits, and changes nothing.
const KEEPERS: &[Role] = &[
    Role::Admin,
    Role::Sales,
    Role::Bm,
    Role::Pct,
    Role::Credit,
    Role::Yard,
    Role::Logi,
    Role::Acc,
    Role::Purch,
];

pub static REPORT_VIEW: DocType = DocType {
    key: "report_view",
    label: "Saved view",
    plural: "Saved views",
    fields: &[
        text("name", "Name", 60).required().listed().searched(),
        text("report", "Report", 60).required().immutable().listed(),
        text("question", "Question", 2_000)
            .help("Dates, filters, rows, columns and figures, as in the address"),
        many("roles", "Shared with", &ROLE_KIND).help("Leave blank to keep it private"),
    ],
    sorts: &["name", "report"],
    filters: &["report"],
    scopes: &[ScopeKind::Owner],
    shared: Some("roles"),
    grants: &[
        Grant { roles: PEOPLE, verbs: &[Verb::View], reach: Reach::Shared },
        Grant { roles: KEEPERS, verbs: &[Verb::Add, Verb::Edit, Verb::Delete], reach: Reach::Own },
    ],
    flow: &KEPT,
    ..MASTER
};
