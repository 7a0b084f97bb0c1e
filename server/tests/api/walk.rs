//! Every route as every person, in and out of scope: what HTTP answers is what the core allows.

mod desk;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use godown_core::declare::actor::Actor;
use godown_core::declare::grant::{PORTAL, Verb};
use godown_core::docs;
use godown_core::docs::accounts::{self, actor_of};
use godown_core::kept::doc::Doc;
use godown_core::kept::keys;
use godown_core::kept::read::Range;
use godown_core::report::boards::DASHBOARDS;
use godown_core::report::facts::{FRAMES, Holds, PAPERS};
use godown_core::report::{Frame, Frames, REPORTS, VERSION, bytes};
use godown_core::schema::{DocType, Field, Kind};
use godown_server::http::routes::{Access, ROUTES};
use serde_json::Value;

use crate::harness::Site;
use crate::proof::report;

/// One person of every part, inside and outside, and those of the second branch.
pub const PEOPLE: &[&str] = &[
    "ADMIN", "SALES", "SALES2", "BM", "BM2", "PCT", "CREDIT", "YARD", "YARD2", "LOGI", "ACC",
    "PURCH", "AUDIT", "SUPPLIER", "VENDOR",
];

/// Somebody with a session, and what of each type they may and may not see.
pub struct Walker {
    emp_id: &'static str,
    pub actor: Actor,
    pub token: String,
    seen: BTreeMap<&'static str, Vec<String>>,
    unseen: BTreeMap<&'static str, Vec<String>>,
}

impl Walker {
    /// No column that they may not see was sent, and each line's document is one that they may see.
    fn frames_are_his(&self, frames: &Frames) {
        for def in FRAMES {
            let Ok(frame) = frames.frame(def.name) else { continue };
            for column in def.columns {
                // What a link leads to aside, they have where a report of theirs reads it.
                let sees = self.actor.sees(column.guarded)
                    && match column.holds {
                        Holds::Secondary(to) => frames.frame(to).is_ok(),
                        _ => true,
                    };
                assert_eq!(
                    frame.has(column.name),
                    sees,
                    "{} {}.{}",
                    self.emp_id,
                    def.name,
                    column.name
                );
            }
            assert!(!frame.has("seen"), "{} {}", self.emp_id, def.name);
        }
        for name in ["sold", "said", "price"] {
            let Ok(frame) = frames.frame(name) else { continue };
            for row in 0..frame.rows() {
                let id = ids_of(frame, row);
                let (document, _) = id.split_once('|').unwrap_or((&id, ""));
                let known = self.seen.values().flatten().any(|one| one == document);
                assert!(known, "{} has what {name} tells of {id}", self.emp_id);
            }
        }
        let Ok(papers) = frames.frame("paper") else { return };
        let (ids, kinds) = (papers.column("id").unwrap(), papers.column("kind").unwrap());
        for row in (0..papers.rows()).filter(|row| papers.is_live(*row)) {
            let kind = PAPERS[usize::try_from(kinds.at(row)).unwrap()];
            let seen = self.seen.get(kind).is_some_and(|ids| ids.contains(&ids_of(papers, row)));
            for told in ["customer", "supplier", "yard", "pcs", "g", "amount"] {
                let Ok(column) = papers.column(told) else { continue };
                assert!(seen || column.at(row) == 0, "{} is told {told} of a {kind}", self.emp_id);
            }
        }
        for name in ["line", "receipt", "entry", "bill", "item"] {
            let Ok(frame) = frames.frame(name) else { continue };
            let links = frame.column("paper").unwrap();
            for row in 0..frame.rows() {
                let paper = usize::try_from(links.at(row) - 1).unwrap();
                let kind = PAPERS[usize::try_from(kinds.at(paper)).unwrap()];
                let id = ids.text(paper);
                let known = self.seen.get(kind).is_some_and(|ids| ids.iter().any(|one| one == id));
                assert!(known, "{} has a {name} of the {kind} {id}", self.emp_id);
            }
        }
    }

    pub async fn new(site: &Site, emp_id: &'static str) -> Walker {
        let token = site.sign_in(emp_id).await;
        let mut walker = Walker {
            emp_id,
            actor: Actor::system(),
            token,
            seen: BTreeMap::new(),
            unseen: BTreeMap::new(),
        };
        let actor = site.app.view(|read, now| {
            let account = accounts::by_name(read, emp_id)?.unwrap();
            actor_of(read, &account, now)
        });
        walker.actor = actor.unwrap().unwrap();
        for def in docs::ALL {
            let kept = site
                .app
                .view(|read, _| read.scan(&Range::prefix(&keys::key(&["doc", def.key])), 100_000));
            for (_, bytes) in kept.unwrap() {
                let doc: Doc = serde_json::from_slice(&bytes).unwrap();
                let covered = walker.actor.covers(def, Verb::View, &doc);
                let into = if covered { &mut walker.seen } else { &mut walker.unseen };
                into.entry(def.key).or_default().push(doc.id);
            }
        }
        walker
    }

    /// A document that they may see, or one that they may not.
    pub fn one(&self, def: &DocType, within: bool) -> Option<&str> {
        let from = if within { &self.seen } else { &self.unseen };
        from.get(def.key).and_then(|ids| ids.first()).map(String::as_str)
    }
}

/// Whoever sees an invoice and may not print it is told so.
fn prints(who: &Actor, otherwise: u16) -> u16 {
    let barred = views(who, "invoice") && !may(who, "invoice", Verb::Print);
    if barred { 403 } else { otherwise }
}

/// What must come back: refused for the right's sake, or let through to the next check, which an
/// empty body does not pass.
fn through(allowed: bool, next: u16) -> u16 {
    if allowed { next } else { 403 }
}

#[derive(Default)]
struct Walk {
    visited: BTreeSet<(&'static str, &'static str)>,
    told: String,
    cells: usize,
}

impl Walk {
    /// Knocks once and holds the answer against what the core says.
    async fn knock(
        &mut self,
        site: &Site,
        who: &Walker,
        (method, pattern): (&'static str, &'static str),
        path: &str,
        wanted: u16,
    ) -> Value {
        self.visited.insert((method, pattern));
        self.cells += 1;
        let kind = if method == "GET" || method == "DELETE" { "" } else { "application/json" };
        let body = if kind.is_empty() { "" } else { "{}" };
        let answer = site.call(method, path, &who.token, kind, body).await;
        let text = String::from_utf8_lossy(&answer.bytes).into_owned();
        assert_eq!(answer.status, wanted, "{} {method} {path}: {text}", who.emp_id);
        answer.json()
    }

    async fn of_type(&mut self, site: &Site, who: &Walker, def: &'static DocType) {
        const LIST: (&str, &str) = ("GET", "/api/docs/{type}");
        const READ: (&str, &str) = ("GET", "/api/docs/{type}/{id}");
        let key = def.key;
        let may = |verb| who.actor.may(def, verb);
        let views = may(Verb::View);
        let list = format!("/api/docs/{key}?limit=500");
        let page = self.knock(site, who, LIST, &list, through(views, 200)).await;
        self.only_what_is_seen(who, def, &page);
        let make = ("POST", "/api/docs/{type}");
        let path = format!("/api/docs/{key}");
        self.knock(site, who, make, &path, through(may(Verb::Add), 400)).await;
        self.files_of_type(site, who, def).await;
        let mut line = format!("{:<9}{key:<19} ", who.emp_id);
        let letter = |on: bool, letter: char| if on { letter } else { '-' };
        let _ = write!(
            line,
            "{}{}{}{}{}{}{}",
            letter(views, 'V'),
            letter(may(Verb::Add), 'A'),
            letter(may(Verb::Edit), 'E'),
            letter(may(Verb::Delete), 'D'),
            letter(may(Verb::Approve), 'S'),
            letter(may(Verb::Export), 'X'),
            letter(may(Verb::Print), 'P'),
        );
        for within in [true, false] {
            let Some(id) = who.one(def, within) else { continue };
            let path = format!("/api/docs/{key}/{id}");
            let doc = self.knock(site, who, READ, &path, if within { 200 } else { 404 }).await;
            if within {
                self.nothing_hidden(who, def, &doc["record"]);
            }
            let or_gone = |wanted: u16| if within { wanted } else { 404 };
            let put = ("PUT", "/api/docs/{type}/{id}");
            self.knock(site, who, put, &path, or_gone(through(may(Verb::Edit), 400))).await;
            let delete = ("DELETE", "/api/docs/{type}/{id}");
            self.knock(site, who, delete, &path, or_gone(through(may(Verb::Delete), 400))).await;
            for action in def.flow.action_names() {
                let ever = takes(who, def, action);
                let act = ("POST", "/api/docs/{type}/{id}/{action}");
                let at = format!("{path}/{action}");
                self.knock(site, who, act, &at, or_gone(through(ever, 400))).await;
                if within && ever {
                    let _ = write!(line, " {action}");
                }
            }
        }
        let any = |of: &BTreeMap<&str, Vec<String>>| of.get(key).is_some_and(|ids| !ids.is_empty());
        let scope = match (any(&who.seen), any(&who.unseen)) {
            (true, true) => "some",
            (true, false) => "all",
            (false, true) => "none",
            (false, false) => "there are none",
        };
        let _ = writeln!(self.told, "{line} | {scope}");
    }

    /// Every report opens to whom its page does; the frames hold no column that the person may not
    /// see, and no row of a document outside their scope.
    async fn reports(&mut self, site: &Site, who: &Walker) {
        let mut line = format!("{:<9}{:<20}", who.emp_id, "reports");
        let mut any = DASHBOARDS.iter().any(|board| who.actor.opens(board.page()));
        for report in REPORTS {
            let opens = who.actor.opens(report.page());
            any |= opens;
            let call = ("GET", "/api/reports/{key}");
            let path = format!("/api/reports/{}?from=2024-01-01&to=2027-01-01", report.key);
            self.knock(site, who, call, &path, through(opens, 200)).await;
            let wanted = through(who.actor.exports(report.page()), 200);
            let answer = site.export(&path, &who.token).await;
            assert_eq!(answer.status, wanted, "{} exports {}", who.emp_id, report.key);
            self.cells += 1;
            if opens {
                let _ = write!(line, " {}", report.key);
            }
        }
        let _ = writeln!(self.told, "{line}");
        self.visited.insert(("GET", "/api/frames"));
        self.cells += 1;
        let answer = site.call("GET", "/api/frames", &who.token, "", "").await;
        assert_eq!(answer.status, through(any, 200), "{} /api/frames", who.emp_id);
        if any {
            who.frames_are_his(&bytes::read(&answer.bytes, VERSION).unwrap());
        }
    }

    /// Files of rows, and many rows at once: out by the right to export, in by those to add and edit.
    async fn files_of_type(&mut self, site: &Site, who: &Walker, def: &'static DocType) {
        let key = def.key;
        let may = |verb| who.actor.may(def, verb);
        let writes = may(Verb::Add) || may(Verb::Edit);
        for (method, pattern, wanted) in [
            ("GET", "/api/template/{type}", through(may(Verb::Add), 200)),
            ("GET", "/api/records/{type}", through(may(Verb::View), 200)),
            ("GET", "/api/groups/{type}", through(may(Verb::View), 422)),
            ("POST", "/api/check/{type}", through(writes, 400)),
            ("POST", "/api/bulk/{type}/save", through(writes, 400)),
            ("POST", "/api/import/{type}", through(writes, 400)),
            ("POST", "/api/lookup/{type}", through(may(Verb::View), 400)),
            ("GET", "/api/turn/{type}/{id}", 404),
        ] {
            let path = pattern.replace("{type}", key).replace("{id}", "nobody");
            self.knock(site, who, (method, pattern), &path, wanted).await;
        }
        let wanted = through(may(Verb::View) && may(Verb::Export), 200);
        let answer = site.export(&format!("/api/docs/{key}?limit=1"), &who.token).await;
        assert_eq!(answer.status, wanted, "{} exports {key}", who.emp_id);
        self.cells += 1;
    }

    /// A list holds nothing outside the person's scope, and counts what lies in it.
    fn only_what_is_seen(&self, who: &Walker, def: &DocType, page: &Value) {
        let Some(rows) = page["rows"].as_array() else { return };
        let none = Vec::new();
        let seen = who.seen.get(def.key).unwrap_or(&none);
        for row in rows {
            let id = row["id"].as_str().unwrap();
            assert!(seen.iter().any(|one| one == id), "{} {} {id}", who.emp_id, def.key);
            self.nothing_hidden(who, def, row);
        }
        assert_eq!(page["total"], seen.len(), "{} {}", who.emp_id, def.key);
    }

    fn nothing_hidden(&self, who: &Walker, def: &DocType, record: &Value) {
        hidden(def.fields, record, &who.actor, &format!("{} {}", who.emp_id, def.key));
    }
}

fn hidden(fields: &[Field], record: &Value, actor: &Actor, at: &str) {
    for field in fields {
        let Some(value) = record.get(field.key).filter(|value| !value.is_null()) else { continue };
        assert!(actor.sees(field.guarded), "{at}: {} is told", field.key);
        match (field.kind, value) {
            (Kind::Rows { fields, .. }, Value::Array(rows)) => {
                rows.iter().for_each(|row| hidden(fields, row, actor, at));
            }
            (Kind::Group(fields), group) => hidden(fields, group, actor, at),
            _ => {}
        }
    }
}

fn ids_of(papers: &Frame, row: usize) -> String {
    papers.column("id").unwrap().text(row).to_owned()
}

fn takes(who: &Walker, def: &DocType, action: &str) -> bool {
    let mut rows = def.flow.steps.iter().filter(|step| step.action == action);
    rows.any(|step| step.ever_by(&who.actor, def))
}

/// Method, pattern, an address that fits, and the status that a person must get.
pub type Beside = (&'static str, &'static str, &'static str, fn(&Actor) -> u16);

/// Calls beside documents: how each is knocked at, and what a person's rights make of it.
const BESIDE: &[Beside] = &[
    ("GET", "/api/menu", "/api/menu", |_| 200),
    ("GET", "/api/queue", "/api/queue", |_| 200),
    ("GET", "/api/search", "/api/search?q=a", |_| 200),
    ("GET", "/api/changes", "/api/changes?since=1000000", |_| 410),
    ("GET", "/api/catalogue", "/api/catalogue", |who| through(stocks(who), 200)),
    ("GET", "/api/stock", "/api/stock", |who| through(stocks(who), 200)),
    ("GET", "/api/stock/postings", "/api/stock/postings?bucket=FREE", |who| {
        through(stocks(who), 200)
    }),
    ("GET", "/api/stock/claims", "/api/stock/claims?sku=nothing", |who| through(stocks(who), 200)),
    ("GET", "/api/invoice/returnable/{id}", "/api/invoice/returnable/nothing", |_| 404),
    ("GET", "/api/reversal/plan", "/api/reversal/plan?order=nothing", |_| 404),
    ("GET", "/api/trip/untripped", "/api/trip/untripped", |who| through(plans(who), 200)),
    ("POST", "/api/trip/reckoned", "/api/trip/reckoned", |who| through(plans(who), 400)),
    ("GET", "/api/invoice/notable/{id}", "/api/invoice/notable/nothing", |_| 404),
    ("GET", "/api/print/{type}/{id}", "/api/print/invoice/nothing", |who| prints(who, 404)),
    ("POST", "/api/print/{type}", "/api/print/invoice", |who| prints(who, 400)),
    ("GET", "/api/portal/file/{file}", "/api/portal/file/inv01?id=nothing", |who| {
        through(may(who, "invoice", Verb::Export) && who.sees_rates(), 404)
    }),
    ("POST", "/api/portal/answers", "/api/portal/answers", |who| {
        through(views(who, "invoice"), 422)
    }),
    ("GET", "/api/stock/batch/{id}", "/api/stock/batch/nothing", |_| 404),
    ("GET", "/api/stock/audit/{id}/sheet", "/api/stock/audit/nothing/sheet", |_| 404),
    ("GET", "/api/labels/{type}/{id}", "/api/labels/batch/nothing", |_| 404),
    ("GET", "/api/credit/{customer}", "/api/credit/nobody", |_| 404),
    ("GET", "/api/receipt/open/{customer}", "/api/receipt/open/nobody", |_| 404),
    (
        "GET",
        "/api/supplier_payment/open/{kind}/{party}",
        "/api/supplier_payment/open/supplier/nobody",
        |_| 404,
    ),
    ("POST", "/api/receipt/statement", "/api/receipt/statement", |who| {
        through(views(who, "receipt"), 422)
    }),
    ("POST", "/api/order/facts", "/api/order/facts", |who| {
        through(who.may(docs::find("order").unwrap(), Verb::Add), 400)
    }),
    ("GET", "/api/access", "/api/access", |who| through(views(who, "role"), 200)),
    ("GET", "/api/access/{id}", "/api/access/nobody", |who| through(views(who, "role"), 404)),
    ("GET", "/api/files/{id}", "/api/files/nothing", |_| 404),
    ("GET", "/api/audit", "/api/audit", |who| through(who.is_admin(), 200)),
    ("GET", "/api/audit/titles", "/api/audit/titles", |who| through(who.is_admin(), 200)),
    ("GET", "/api/setup", "/api/setup", |who| through(who.is_admin(), 200)),
    ("GET", "/api/approvers/{type}", "/api/approvers/order?paise=1", |who| {
        through(views(who, "order") && views(who, "employee") && !outside(who), 200)
    }),
    ("POST", "/api/setup/set", "/api/setup/set", |who| through(who.is_admin(), 400)),
    ("POST", "/api/setup/year", "/api/setup/year", |who| through(who.is_admin(), 400)),
    ("GET", "/api/sku/kit/{group}", "/api/sku/kit/nothing", |who| through(views(who, "sku"), 404)),
    ("POST", "/api/sku/built", "/api/sku/built", |who| through(views(who, "sku"), 404)),
    ("GET", "/api/imports/{id}", "/api/imports/nothing", |_| 404),
    ("POST", "/api/bulk/{type}/{action}", "/api/bulk/country/deactivate", |_| 400),
];

/// Calls on nothing but the caller's own; session.rs, account.rs, files.rs and desk walk them.
const OWN: &[&str] = &[
    "/api/masters/allMasters/getEmployeeDetails",
    "/api/logout",
    "/api/auth/profile",
    "/api/notification/delete-all",
    "/api/session/password",
    "/api/sessions",
    "/api/sessions/end",
    "/api/files",
];

/// Stock is cut by yards, which a batch is not: beside the right to view batches it takes a part
/// that has to do with yards.
fn stocks(who: &Actor) -> bool {
    use godown_core::declare::grant::Role::{Acc, Admin, Audit, Bm, Purch, Sales, Yard};
    let parts = [Admin, Audit, Sales, Bm, Acc, Purch, Yard];
    views(who, "batch") && parts.iter().any(|part| who.has(*part))
}

fn outside(who: &Actor) -> bool {
    PORTAL.iter().any(|part| who.has(*part))
}

fn plans(who: &Actor) -> bool {
    may(who, "trip", Verb::Add) || may(who, "trip", Verb::Edit)
}

fn may(who: &Actor, kind: &str, verb: Verb) -> bool {
    who.may(docs::find(kind).unwrap(), verb)
}

fn views(who: &Actor, kind: &str) -> bool {
    may(who, kind, Verb::View)
}

#[tokio::test]
async fn every_route_answers_every_person_as_the_core_allows() {
    let site = Site::demo().await;
    let mut walk = Walk::default();
    let mut walkers = Vec::new();
    for emp_id in PEOPLE {
        walkers.push(Walker::new(&site, emp_id).await);
    }
    let before = site.seq();
    for who in &walkers {
        for def in docs::ALL {
            walk.of_type(&site, who, def).await;
        }
        walk.reports(&site, who).await;
        for (method, pattern, path, wanted) in BESIDE.iter().chain(desk::BESIDE) {
            walk.knock(&site, who, (method, pattern), path, wanted(&who.actor)).await;
        }
        for (kind, path) in desk::KEEPING {
            let wanted = through(may(&who.actor, kind, Verb::Edit), 400);
            walk.knock(&site, who, ("POST", path), path, wanted).await;
        }
        for (kind, path) in desk::MAKING {
            let wanted = through(may(&who.actor, kind, Verb::Edit), 422);
            walk.knock(&site, who, ("POST", path), path, wanted).await;
        }
    }
    assert_eq!(site.seq(), before, "a walk of refusals wrote something");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matrices/walk.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &walk.told).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == walk.told, "rights changed: npm run gen");
    let figure = format!(
        "{} routes, {} people, {} types, of each a document in and out of scope: as the core allows; 0 \
         unexpected, 0 foreign rows",
        walk.visited.len(),
        PEOPLE.len(),
        docs::ALL.len(),
    );
    report("T12 T13 person x call x document", walk.cells, &figure, "0 unexpected");
    for route in ROUTES.iter().filter(|route| route.access != Access::Open) {
        let known = walk.visited.contains(&(route.method, route.path)) || OWN.contains(&route.path);
        assert!(known, "{} {} has no row in the walk", route.method, route.path);
    }
}
