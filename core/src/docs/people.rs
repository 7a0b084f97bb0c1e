//! The people of the business: employees with their roles, scope and sign-in names.

use serde_json::Value;

use super::formats::{EMAIL, EMPLOYEE_ID, MOBILE, PAN};
use super::org::BRANCH;
use super::places::{CITY, COUNTRY, DISTRICT, STATE, YARD};
use super::profile::{self, PROFILE};
use super::roles::ROLE;
use super::{MASTER, handover};
use crate::declare::case::{Case, Look};
use crate::declare::grant::{Grant, PEOPLE, PORTAL, Reach, Role, ScopeKind, Verb};
use crate::docs::session;
use crate::error::{Code, Halt, Issue, done};
use crate::flow::{Flow, NO_RULES, Step, acting, by, own};
use crate::kept::doc::{Doc, Record};
use crate::kept::keys;
use crate::kept::read::Range;
use crate::said;
use crate::schema::*;
use crate::value::{Day, Instant};
use crate::write::index;

static YARDS: Kind = Kind::Link(&YARD);
static BRANCHES: Kind = Kind::Link(&BRANCH);
static EMPLOYEES: Kind = Kind::Link(&EMPLOYEE);
pub(super) static ROLE_KIND: Kind = Kind::Link(&ROLE);

const EMPLOYMENT: &[Choice] = &[("join", "Joined"), ("notice", "On notice"), ("left", "Left")];

/// One of the people of the house, in a list of them.
pub const PERSON: Kind = Kind::Link(&EMPLOYEE);

pub static EMPLOYEE: DocType = DocType {
    key: "employee",
    label: "Employee",
    plural: "Employees",
    fields: &[
        code("emp_id", "Employee id", &EMPLOYEE_ID)
            .required()
            .unique()
            .immutable()
            .listed()
            .searched(),
        called("name", "Full name", 100).required().listed().searched(),
        code("mobile", "Mobile", &MOBILE).required().unique().listed().searched(),
        code("email", "E-mail", &EMAIL).unique().listed().searched(),
        many("roles", "Roles", &ROLE_KIND).gives_rights().required().listed(),
        link("branch", "Branch", &BRANCH)
            .gives_rights()
            .listed()
            .help("Empty for an administrator of all branches"),
        many("branches", "Further branches", &BRANCHES).gives_rights(),
        many("reads_branches", "Branches to read only", &BRANCHES).gives_rights(),
        many("yards", "Yards", &YARDS).gives_rights(),
        many("reads_yards", "Yards to read only", &YARDS).gives_rights(),
        link("reporting_to", "Reports to", &EMPLOYEE).listed(),
        link("branch_manager", "Branch manager", &EMPLOYEE),
        many("sales_team", "Sales team", &EMPLOYEES),
        text("designation", "Designation", 60).required().listed(),
        text("department", "Department", 60),
        date("joined_on", "Joined on").required().listed(),
        date("born_on", "Date of birth"),
        choice("employment", "Employment", EMPLOYMENT).default("\"join\""),
        paise("approval_slab_paise", "Approves up to").help("Leave blank for no limit"),
        yes_no("show_less_section", "Hide cost, margin and credit"),
        code("pan", "PAN", &PAN),
        text("aadhaar_last4", "Last 4 digits of the Aadhaar", 4),
        note("address", "Address", 300),
        link("country", "Country", &COUNTRY),
        link("state", "State", &STATE),
        link("district", "District", &DISTRICT),
        link("city", "City", &CITY),
        file("photo", "Photo"),
        profile::LANGUAGE,
        profile::THEME,
        profile::REACHED,
        profile::delegate(&EMPLOYEE),
        profile::DELEGATE_FROM,
        profile::DELEGATE_TO,
        secret("password", "Password"),
        link("successor", "Work handed over to", &EMPLOYEE).computed(),
        instant("handing_over", "Work is being handed over").computed(),
    ],
    sorts: &["name", "emp_id", "joined_on"],
    filters: &["branch", "reporting_to"],
    scopes: &[ScopeKind::Branch, ScopeKind::Owner],
    cuts: Some(ScopeKind::Owner),
    grants: &[
        Grant { roles: PEOPLE, verbs: &[Verb::View], reach: Reach::Own },
        Grant { roles: &[Role::Bm], verbs: &[Verb::View], reach: Reach::Branch },
        Grant { roles: &[Role::Audit], verbs: &[Verb::View], reach: Reach::All },
        Grant {
            roles: &[Role::Admin],
            verbs: &[Verb::View, Verb::Add, Verb::Edit],
            reach: Reach::All,
        },
    ],
    flow: &EMPLOYEE_FLOW,
    account: Some(Account { names: &["emp_id", "email", "mobile"], email: "email", part: None }),
    check: Some(employee_check),
    on_save: deciding(employee_rules),
    after: &[&BRANCH],
    ..MASTER
};

/// Everybody on their own documents, administrators as is said.
const fn own_beside(admin: crate::flow::By) -> [crate::flow::By; 10] {
    [
        admin,
        own(Role::Sales),
        own(Role::Bm),
        own(Role::Pct),
        own(Role::Credit),
        own(Role::Yard),
        own(Role::Logi),
        own(Role::Acc),
        own(Role::Purch),
        own(Role::Audit),
    ]
}

/// Every person, on their own documents.
pub const ANYBODY_OWN: &[crate::flow::By] = &own_beside(own(Role::Admin));
/// An administrator also keeps the profiles of others.
const PROFILE_BY: &[crate::flow::By] = &own_beside(by(Role::Admin));

static EMPLOYEE_FLOW: Flow = Flow {
    statuses: &["Active", "Inactive"],
    rests: &["Active", "Inactive"],
    editable: &["Active", "Inactive"],
    deletable: &[],
    steps: &acting([
        Step {
            id: "E1",
            from: &["Active"],
            action: "deactivate",
            label: "Deactivate",
            to: &["Inactive"],
            by: &[by(Role::Admin)],
            inputs: &LEAVE,
            guard: Some(may_deactivate),
            rules: NO_RULES,
            run: deactivate,
        },
        Step {
            id: "E2",
            from: &["Inactive"],
            action: "activate",
            label: "Activate",
            to: &["Active"],
            by: &[by(Role::Admin)],
            inputs: &[],
            guard: None,
            rules: NO_RULES,
            run: |case, doc, _| {
                if administers(doc) {
                    case.put(admin_key(&doc.id), &1)?;
                }
                doc.record.remove("successor");
                Ok("Active")
            },
        },
        Step {
            id: "E4",
            from: &["Inactive"],
            action: "hand_over",
            label: "Hand over",
            to: &[],
            by: &[by(Role::Sys)],
            inputs: &[],
            guard: None,
            rules: NO_RULES,
            run: |case, doc, _| hand_over(case, doc),
        },
        Step {
            id: "E3",
            from: &["Active"],
            action: "profile",
            label: "Change my profile",
            to: &[],
            by: PROFILE_BY,
            inputs: &PROFILE,
            guard: None,
            rules: NO_RULES,
            run: profile::change,
        },
        Step {
            id: "E5",
            from: &["Active"],
            action: "invite",
            label: "Invite to sign in",
            to: &[],
            by: &[by(Role::Admin)],
            inputs: &[],
            guard: Some(session::may_invite),
            rules: NO_RULES,
            run: session::invited,
        },
    ]),
};

static LEAVE: [Field; 2] = [
    link("successor", "Successor", &EMPLOYEE)
        .help("Takes over the customers and open documents of the employee who leaves"),
    note("remarks", "Remarks", 500),
];

/// Ends the person's sessions and hands their work to the successor, who must be named if there is
/// any.
fn deactivate(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    case.remove(admin_key(&doc.id));
    session::end_all(case, &doc.id, None)?;
    match inputs.get("successor").and_then(Value::as_str) {
        Some(successor) => {
            done(handover::fits(case, doc, successor)?)?;
            doc.set("successor", successor);
            hand_over(case, doc)?;
        }
        None => {
            let held = handover::held(case, &doc.id)?;
            if !held.is_empty() {
                let message = said!("Select who takes over {held}", held);
                done(vec![Issue::new("successor", Code::Required, message)])?;
            }
        }
    }
    Ok("Inactive")
}

/// Hands over what fits into one command; the sweep does the rest at once.
fn hand_over(case: &mut Case, doc: &mut Doc) -> Result<&'static str, Halt> {
    let was = doc.int("handing_over");
    if let Some(at) = was {
        index::clear_due(case, Instant(at), doc, "hand_over");
    }
    doc.record.remove("handing_over");
    let Some(to) = doc.text("successor").map(str::to_owned) else { return Ok("") };
    if handover::hand_over(case, &doc.id, &to)? {
        // Due at once, and never twice at the same moment: the sweep's commands are named by it.
        let at = Instant(case.now.0.max(was.unwrap_or(0) + 1));
        index::set_due(case, at, doc, "hand_over")?;
        doc.set("handing_over", at.0);
    }
    Ok("")
}

fn employee_check(record: &Record, issues: &mut Vec<Issue>) {
    let has = |key: &str| record.get(key).is_some();
    let roles: Vec<&str> = record
        .get("roles")
        .and_then(Value::as_array)
        .map(|roles| roles.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    if let Some(role) = PORTAL.iter().find(|role| roles.contains(&role.name())) {
        let message = said!("{role} is for people from other firms", role = role.label());
        issues.push(Issue::new("roles", Code::Rule, message));
    }
    if roles.contains(&"YARD") && !has("yards") {
        issues.push(Issue::new("yards", Code::Required, "Yards are required for the yard role"));
    }
    if !has("branch") && !roles.contains(&"ADMIN") {
        issues.push(Issue::new("branch", Code::Required, "Branch is required"));
    }
    let last4 = record.get("aadhaar_last4").and_then(Value::as_str);
    if last4.is_some_and(|text| text.len() != 4 || !text.bytes().all(|b| b.is_ascii_digit())) {
        issues.push(Issue::new("aadhaar_last4", Code::Input, "Enter the last 4 digits only"));
    }
}

/// Whether an employee's record names the administrator's role.
fn administers(employee: &Doc) -> bool {
    let roles = employee.get("roles").and_then(Value::as_array);
    roles.is_some_and(|roles| roles.iter().any(|role| role == Role::Admin.name()))
}

fn employee_rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let mut issues = dates(case, doc);
    issues.extend(reporting_loop(case, doc)?);
    issues.extend(profile::delegate_issues(case, doc)?);
    issues.extend(raised(case, before, doc));
    let was_admin = before.is_some_and(|doc| doc.is_active() && administers(doc));
    let is_admin = doc.is_active() && administers(doc);
    if was_admin && !is_admin {
        if last_admin(case, &doc.id)? {
            issues.push(Issue::new(
                "roles",
                Code::Rule,
                "The last administrator cannot be removed",
            ));
        } else if case.actor.id == doc.id {
            let message = "You cannot take the administrator's role from yourself";
            issues.push(Issue::new("roles", Code::Rule, message));
        }
    }
    done(issues)?;
    match is_admin {
        true => case.put(admin_key(&doc.id), &1)?,
        false => case.remove(admin_key(&doc.id)),
    }
    doc.owner = Some(doc.id.clone());
    // An administrator of all branches lies in the scope of no branch.
    doc.branch = Some(doc.text("branch").unwrap_or_default().to_owned());
    take_password(case, doc)
}

/// Refuses a rise in rights: whoever was given the right to edit employees must not raise
/// themselves or another by it, neither by roles and scope, nor by a password, nor by the names
/// that an administrator signs in with.
fn raised(case: &Look, before: Option<&Doc>, doc: &Doc) -> Option<Issue> {
    if case.actor.is_admin() || case.actor.has(Role::Sys) {
        return None;
    }
    let refused = |path: &str, what: &str| {
        Some(Issue::new(path, Code::Rule, said!("Only an administrator changes {what}", what)))
    };
    if administers(doc) || before.is_some_and(administers) {
        return refused("roles", "an administrator");
    }
    if doc.record.contains_key("password") {
        return refused("password", "another's password");
    }
    let differs = |field: &&Field| before.and_then(|doc| doc.get(field.key)) != doc.get(field.key);
    let changed = EMPLOYEE.fields.iter().filter(|field| field.gives_rights).find(differs)?;
    refused(changed.key, "what a person may do")
}

/// The hash goes where passwords are kept, and never stays in the record.
fn take_password(case: &mut Case, doc: &mut Doc) -> Result<(), Halt> {
    let Some(Value::String(hash)) = doc.record.remove("password") else { return Ok(()) };
    // Who gives another a password knows it; the system's own are one-time where it says so.
    let must_change = case.actor.id != doc.id && !case.actor.has(Role::Sys);
    session::set_password(case, &doc.id, &hash, must_change)?;
    session::end_all(case, &doc.id, None)
}

fn dates(case: &Look, doc: &Doc) -> Vec<Issue> {
    let mut issues = Vec::new();
    let day = |key: &str| doc.text(key).and_then(Day::parse);
    let today = case.today();
    if day("joined_on").is_some_and(|day| day > today) {
        issues.push(Issue::new("joined_on", Code::Input, "Joined on is in the future"));
    }
    let (year, month, date) = today.civil();
    let adult = Day::from_civil(year - 18, month, date.min(28)).unwrap_or_default();
    if day("born_on").is_some_and(|born| born > adult) {
        issues.push(Issue::new("born_on", Code::Input, "Employee must be at least 18 years old"));
    }
    issues
}

fn reporting_loop(case: &Look, doc: &Doc) -> Result<Option<Issue>, Halt> {
    let mut next = doc.text("reporting_to").map(str::to_owned);
    for _ in 0..100 {
        let Some(id) = next else { return Ok(None) };
        if id == doc.id {
            break;
        }
        next = case
            .find(EMPLOYEE.key, &id)?
            .and_then(|doc| doc.text("reporting_to").map(str::to_owned));
    }
    let message = "Reporting chain loops back to this employee";
    Ok(Some(Issue::new("reporting_to", Code::Input, message)))
}

fn admin_key(id: &str) -> String {
    keys::key(&["admin", id])
}

/// Whether nobody else is an active administrator.
fn last_admin(case: &Look, id: &str) -> Result<bool, Halt> {
    let admins = case.scan(&Range::prefix(&keys::key(&["admin"])), 2)?;
    Ok(!admins.iter().any(|(key, _)| keys::parts(key).last() != Some(&id)))
}

fn may_deactivate(case: &Look, doc: &Doc) -> Result<(), Halt> {
    if case.actor.id == doc.id {
        return Err(Halt::refuse(Code::Rule, "You cannot deactivate yourself"));
    }
    if administers(doc) && last_admin(case, &doc.id)? {
        return Err(Halt::refuse(Code::Rule, "The last administrator cannot be deactivated"));
    }
    Ok(())
}
