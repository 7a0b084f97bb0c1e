//! Roles with their rights, and the menu.

use serde_json::Value;

use super::formats::{CODE, PAGE_URL};
use super::{ADMIN_KEEPS, MASTER, addresses};
use crate::access::pages::page;
use crate::access::rights;
use crate::declare::actor::{Departs, Figures, Right};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, Reach, Role, ScopeKind, Verb};
use crate::error::{Code, Halt, Issue, done};
use crate::flow::{Flow, NO_RULES, Step, acting, by};
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::schema::*;

/// The parts of the business that a role can play; a site's own roles play one of them.
pub const ROLES: &[Choice] = &[
    ("ADMIN", "Administrator"),
    ("SALES", "Sales"),
    ("BM", "Branch manager"),
    ("PCT", "Preliminary credit team"),
    ("CREDIT", "Credit manager"),
    ("YARD", "Yard"),
    ("LOGI", "Logistics"),
    ("ACC", "Accounts"),
    ("PURCH", "Purchase desk"),
    ("AUDIT", "Audit"),
    ("VENDOR", "Vendor user"),
    ("SUPPLIER", "Supplier user"),
];

const LOGIN_TYPES: &[Choice] = &[
    ("fromyard", "From yard"),
    ("toyard", "To yard"),
    ("logistic", "Logistics"),
    ("account", "Accounts"),
    ("admin", "Administrator"),
    ("bm", "Branch manager"),
    ("credit", "Credit"),
    ("sales", "Sales"),
    ("vendor", "Vendor"),
    ("supplier", "Supplier"),
];

const FIGURES: &[Choice] = &[
    ("none", "Pieces and weights"),
    ("rates", "Rates and amounts too"),
    ("all", "Cost, margin and credit too"),
];

const REACHES: &[Choice] = &[
    ("party", "Own firm"),
    ("own", "Own"),
    ("shared", "Own and shared"),
    ("yard", "Own yards"),
    ("branch", "Own branches"),
    ("all", "All"),
];

const RIGHT: &[Field] = &[
    text("page", "Page", 40).required().help("A type of document, or a report"),
    choice("view", "View", REACHES),
    choice("add", "Add", REACHES),
    choice("edit", "Edit", REACHES),
    choice("delete", "Delete", REACHES),
    choice("approve", "Take steps", REACHES),
    choice("export", "Export", REACHES),
    choice("print", "Print", REACHES),
];

const ADMIN_AND_AUDIT: &[Grant] = &[
    Grant { roles: &[Role::Audit], verbs: &[Verb::View], reach: Reach::All },
    Grant { roles: &[Role::Bm], verbs: &[Verb::View], reach: Reach::All },
    ADMIN_KEEPS[1],
];

pub static ROLE: DocType = DocType {
    key: "role",
    label: "Role",
    plural: "Roles",
    named_by: Some("code"),
    cuts: Some(ScopeKind::Role),
    fields: &[
        code("code", "Code", &CODE).required().unique().immutable().listed().searched(),
        called("name", "Name", 100).required().unique().listed().searched(),
        choice("acts_as", "Acts as", ROLES)
            .required()
            .immutable()
            .listed()
            .help("The role whose workflow steps it takes"),
        choice("login_type", "Sees pages as", LOGIN_TYPES).required().listed(),
        code("home", "Home page", &PAGE_URL).required().listed(),
        choice("figures", "Figures shown", FIGURES)
            .help("Leave blank for the default of the role that it acts as"),
        rows("rights", "Custom rights", RIGHT, 500)
            .help("For a type listed here, only its row applies"),
    ],
    grants: ADMIN_AND_AUDIT,
    flow: &ROLE_FLOW,
    check: Some(role_check),
    on_save: deciding(role_rules),
    ..MASTER
};

/// Roles are retired and never deleted: the history names them.
static ROLE_FLOW: Flow = Flow {
    statuses: &["Active", "Inactive"],
    rests: &["Active", "Inactive"],
    editable: &["Active", "Inactive"],
    deletable: &[],
    steps: &acting([
        Step {
            id: "R1",
            from: &["Active"],
            action: "deactivate",
            label: "Deactivate",
            to: &["Inactive"],
            by: &[by(Role::Admin)],
            inputs: &[],
            guard: Some(may_retire),
            rules: NO_RULES,
            run: |_, _, _| Ok("Inactive"),
        },
        Step {
            id: "R2",
            from: &["Inactive"],
            action: "activate",
            label: "Activate",
            to: &["Active"],
            by: &[by(Role::Admin)],
            inputs: &[],
            guard: None,
            rules: NO_RULES,
            run: |_, _, _| Ok("Active"),
        },
    ]),
};

fn may_retire(_: &Look, doc: &Doc) -> Result<(), Halt> {
    match doc.id == Role::Admin.name() {
        true => Err(Halt::refuse(Code::Rule, "The administrator's role cannot be deactivated")),
        false => Ok(()),
    }
}

/// The types that an administrator needs to administer: nobody takes them from the role.
const ADMINISTERS: &[&str] = &["role", "menu", "employee", "setting"];

fn role_check(record: &Record, issues: &mut Vec<Issue>) {
    let text = |key: &str| record.get(key).and_then(Value::as_str).unwrap_or_default();
    let (code, part) = (text("code"), text("acts_as"));
    let built_in = ROLES.iter().any(|(role, _)| *role == code);
    if built_in && !part.is_empty() && part != code {
        let message = said!("{code} is a built-in role; it acts as {code}", code);
        issues.push(Issue::new("acts_as", Code::Rule, message));
    }
    if !built_in && part == Role::Admin.name() {
        let message = "Only the role ADMIN can administer";
        issues.push(Issue::new("acts_as", Code::Rule, message));
    }
    let shown = text("figures");
    if code == Role::Admin.name() && !shown.is_empty() && shown != Figures::All.name() {
        issues.push(Issue::new("figures", Code::Rule, "The administrator sees all figures"));
    }
    let rows = record.get("rights").and_then(Value::as_array);
    let rows = rows.map(Vec::as_slice).unwrap_or_default();
    let mut seen: Vec<&str> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let page = row.get("page").and_then(Value::as_str).unwrap_or_default();
        if seen.contains(&page) {
            let message = said!("{page} has a row already", page);
            issues.push(Issue::new(format!("rights.{at}.page"), Code::Duplicate, message));
        }
        seen.push(page);
        if code == Role::Admin.name() && ADMINISTERS.contains(&page) {
            let message = "The administrator's own right to administer cannot be changed";
            issues.push(Issue::new(format!("rights.{at}.page"), Code::Rule, message));
        }
        right_check(&format!("rights.{at}"), page, row, issues);
    }
}

/// A row must name a declared type, reach no further than its documents can, and view what it
/// changes.
fn right_check(path: &str, page: &str, row: &Value, issues: &mut Vec<Issue>) {
    if self::page(page).is_some() {
        return page_check(path, row, issues);
    }
    let Some(def) = super::find(page).filter(|_| !page.is_empty()) else {
        if !page.is_empty() {
            let message = "This type of document does not exist";
            issues.push(Issue::new(format!("{path}.page"), Code::Input, message));
        }
        return;
    };
    let reach = |verb: Verb| row.get(verb.name()).and_then(Value::as_str).and_then(Reach::parse);
    let known = rights::reaches_of(def);
    for verb in Verb::ALL {
        let Some(reach) = reach(*verb) else { continue };
        let at = format!("{path}.{}", verb.name());
        if !known.contains(&reach) {
            let words = REACHES.iter().find(|one| one.0 == reach.name()).map_or("", |one| one.1);
            let message = said!("{plural} are not cut by \"{words}\"", plural = def.plural, words);
            issues.push(Issue::new(at, Code::Rule, message));
        } else if *verb != Verb::View && row.get("view").is_none() {
            let message = said!("Who may {verb} must be able to view", verb = verb.name());
            issues.push(Issue::new(at, Code::Rule, message));
        }
    }
}

/// A page that is no type's is seen, taken away and printed, whole or not at all.
fn page_check(path: &str, row: &Value, issues: &mut Vec<Issue>) {
    for verb in Verb::ALL {
        let Some(reach) = row.get(verb.name()).and_then(Value::as_str) else { continue };
        let at = format!("{path}.{}", verb.name());
        if !matches!(verb, Verb::View | Verb::Export | Verb::Print) {
            let message = said!("This page has no right to {verb}", verb = verb.name());
            issues.push(Issue::new(at, Code::Rule, message));
        } else if reach != Reach::All.name() {
            issues.push(Issue::new(at, Code::Rule, "This page can only be opened as a whole"));
        } else if *verb != Verb::View && row.get("view").is_none() {
            let message = said!("Who may {verb} must be able to view", verb = verb.name());
            issues.push(Issue::new(at, Code::Rule, message));
        }
    }
}

/// The departures of a role from the declared rights, as its document says.
pub fn departs(role: &Doc) -> Departs {
    let rows = role.get("rights").and_then(Value::as_array).map(Vec::as_slice);
    Departs {
        role: role.id.clone(),
        figures: role.text("figures").and_then(Figures::parse),
        rights: rows.unwrap_or_default().iter().filter_map(right).collect(),
    }
}

fn right(row: &Value) -> Option<Right> {
    let reach = |verb: Verb| row.get(verb.name()).and_then(Value::as_str).and_then(Reach::parse);
    Some(Right {
        page: row.get("page")?.as_str()?.to_owned(),
        view: reach(Verb::View),
        add: reach(Verb::Add),
        edit: reach(Verb::Edit),
        delete: reach(Verb::Delete),
        approve: reach(Verb::Approve),
        export: reach(Verb::Export),
        print: reach(Verb::Print),
    })
}

fn role_rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let changed = before.is_none_or(|before| {
        before.get("rights") != doc.get("rights") || before.get("figures") != doc.get("figures")
    });
    // Whoever may edit roles without administering would otherwise raise themselves.
    if changed && !case.actor.is_admin() && !case.actor.has(Role::Sys) {
        let message = "Only an administrator changes what a role may do";
        return Err(Halt::issues(vec![Issue::new("rights", Code::Rule, message)]));
    }
    Ok(())
}

const MENU_KINDS: &[Choice] =
    &[("page", "Page"), ("group", "Group"), ("label", "Heading"), ("link", "Outside page")];

/// The icons that a menu may have, all of which the app draws.
pub const MENU_ICONS: &[&str] = &[
    "dashboard",
    "assignment",
    "storefront",
    "event_note",
    "payments",
    "receipt_long",
    "receipt",
    "account_balance",
    "account_balance_wallet",
    "move_to_inbox",
    "inventory_2",
    "inventory",
    "swap_horiz",
    "shopping_cart",
    "precision_manufacturing",
    "local_shipping",
    "bar_chart",
    "tune",
    "settings",
    "group",
    "people",
    "badge",
    "category",
    "map",
    "place",
    "warehouse",
    "business",
];

pub static MENU: DocType = DocType {
    key: "menu",
    label: "Menu",
    plural: "Menus",
    title: "menu_name",
    fields: &[
        text("menu_name", "Name", 50).required().listed().searched(),
        choice("kind", "Kind", MENU_KINDS).required().listed().default("\"page\""),
        code("menu_page_url", "Page URL", &PAGE_URL).listed().searched(),
        text("icon", "Icon", 40).required().listed(),
        link("parent", "Parent", &MENU).listed(),
        int("sort", "Order", 0, 9_999).required().listed().default("0"),
        text("badge_source", "Badge counts", 40)
            .help("A type of document: the badge counts those waiting for the person"),
        text("needs", "Shown to those who may see", 40)
            .help("A type of document; leave blank for everyone"),
    ],
    unique_together: &[("name", &["parent", "menu_name"])],
    sorts: &["sort", "menu_name"],
    filters: &["parent", "kind"],
    grants: ADMIN_AND_AUDIT,
    on_save: deciding(menu_rules),
    ..MASTER
};

/// An icon and an address that are new are ones that lead somewhere.
fn shown_issues(before: Option<&Doc>, doc: &Doc) -> Vec<Issue> {
    let new = |key: &str| {
        let old = before.and_then(|before| before.text(key));
        doc.text(key).filter(|value| old != Some(*value))
    };
    let mut issues = Vec::new();
    if new("icon").is_some_and(|icon| !MENU_ICONS.contains(&icon)) {
        let message =
            said!("This icon does not exist. Select one of {icons}", icons = MENU_ICONS.join(", "));
        issues.push(Issue::new("icon", Code::Input, message));
    }
    let inside = |url: &str| url.starts_with('/') && !url.starts_with("//");
    let message = match (doc.text("kind"), new("menu_page_url")) {
        (Some("page"), Some(url)) if !inside(url) => "A page of the app begins with /",
        (Some("page"), Some(url)) if !addresses::leads_somewhere(url, super::find) => {
            "The app has no page of this address"
        }
        (Some("link"), Some(url)) if inside(url) => {
            "An outside page begins with http:// or https://"
        }
        _ => return issues,
    };
    issues.push(Issue::new("menu_page_url", Code::Input, message));
    issues
}

fn menu_rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let mut issues = shown_issues(before, doc);
    let leaf = matches!(doc.text("kind"), Some("page" | "link"));
    if leaf && doc.text("menu_page_url").is_none() {
        issues.push(Issue::new("menu_page_url", Code::Required, "Page URL is required"));
    }
    if let Some(parent) = doc.text("parent").map(str::to_owned) {
        let above = case.doc(&MENU, &parent)?;
        if parent == doc.id || above.text("parent").is_some() {
            let message = "A menu may have only one level of children";
            issues.push(Issue::new("parent", Code::Input, message));
        }
    }
    for key in ["badge_source", "needs"] {
        let known = |kind: &str| super::find(kind).is_some() || page(kind).is_some();
        if doc.text(key).is_some_and(|kind| !known(kind)) {
            issues.push(Issue::new(key, Code::Input, "This type of document does not exist"));
        }
    }
    done(issues)
}
