//! Saved views: questions to reports, and lists as a person set them up.

use super::MASTER;
use super::people::ROLE_KIND;
use crate::declare::case::Case;
use crate::declare::grant::{Grant, KEEPERS, PEOPLE, Reach, ScopeKind, Verb};
use crate::error::{Code, Halt, Issue};
use crate::flow::Flow;
use crate::kept::doc::Doc;
use crate::schema::*;

static KEPT: Flow = Flow {
    statuses: &["Active"],
    rests: &["Active"],
    steps: &[],
    editable: &["Active"],
    deletable: &["Active"],
};

const NAME: Field = called("name", "Name", 60).required().listed().searched();
const SHARED: Field =
    many("roles", "Shared with", &ROLE_KIND).help("Leave blank to keep it private");

/// What is alike in all saved views: whose they are, and with whom they are shared.
const VIEW: DocType = DocType {
    scopes: &[ScopeKind::Owner],
    shared: Some("roles"),
    grants: &[
        Grant { roles: PEOPLE, verbs: &[Verb::View], reach: Reach::Shared },
        Grant { roles: KEEPERS, verbs: &[Verb::Add, Verb::Edit, Verb::Delete], reach: Reach::Own },
    ],
    flow: &KEPT,
    ..MASTER
};

pub static REPORT_VIEW: DocType = DocType {
    key: "report_view",
    label: "Saved view",
    plural: "Saved views",
    fields: &[
        NAME,
        text("report", "Report", 60).required().immutable().listed(),
        text("question", "Question", 2_000)
            .help("Dates, filters, rows, columns and figures, as in the address"),
        SHARED,
    ],
    sorts: &["name", "report"],
    filters: &["report"],
    ..VIEW
};

pub static LIST_VIEW: DocType = DocType {
    key: "list_view",
    label: "List view",
    plural: "List views",
    fields: &[
        NAME,
        text("list", "List", 60).required().immutable().listed(),
        text("question", "Question", 2_000)
            .help("Filters, sort, groups and columns with their widths, as in the address"),
        yes_no("opens", "Opens first").help("The list opens with this view"),
        SHARED,
    ],
    sorts: &["name", "list"],
    filters: &["list"],
    on_save: Some(of_a_list),
    ..VIEW
};

/// A view belongs to the list of a type that there is.
fn of_a_list(_: &mut Case, _: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    match doc.text("list").is_none_or(|list| super::find(list).is_some()) {
        true => Ok(()),
        false => Err(Halt::issues(vec![Issue::new("list", Code::Input, "There is no such list")])),
    }
}
