//! Every call the server answers: one row each, from which routing, access, OpenAPI and tests follow.

use std::future::Future;
use std::pin::Pin;

use crate::api::{
    account, audit, bulk, changes, docs, export, files, import, own, reports, session, system,
};
use crate::call::ask::Ask;
use crate::call::reply::{Problem, Reply};
use crate::openapi;

type Answer = Pin<Box<dyn Future<Output = Result<Reply, Problem>> + Send>>;

/// The session that a route asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Anybody.
    Open,
    /// Whoever has a session.
    Signed,
    /// The same, even before the first password was changed.
    Fresh,
}

/// The media type of a request's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    None,
    Json,
    Form,
    Bytes,
    /// A CSV or XLSX file of rows.
    Table,
}

pub struct Route {
    pub method: &'static str,
    pub path: &'static str,
    pub access: Access,
    pub body: Body,
    pub handler: fn(Ask) -> Answer,
    pub doc: &'static str,
    /// The schemas of the body and the answer, by their names in openapi.json; empty for none.
    pub request: &'static str,
    pub response: &'static str,
    /// The names of the query's values.
    pub query: &'static [&'static str],
}

impl Route {
    /// How large a body may be.
    pub fn limit(&self) -> usize {
        match self.body {
            Body::None => 64 * 1024,
            Body::Form => 16 * 1024,
            Body::Json => 1024 * 1024,
            Body::Bytes => crate::files::LARGEST,
            Body::Table => godown_core::table::MOST_BYTES,
        }
    }

    /// The methods of this row's path, as the `Allow` header says them.
    pub fn allowed(&self) -> &'static str {
        let on = |method| ROUTES.iter().any(|row| row.path == self.path && row.method == method);
        match (on("GET"), on("POST"), on("PUT"), on("DELETE")) {
            (true, true, _, _) => "GET, HEAD, POST",
            (true, _, true, true) => "GET, HEAD, PUT, DELETE",
            (true, ..) => "GET, HEAD",
            _ => "POST",
        }
    }
}

const fn get(path: &'static str, handler: fn(Ask) -> Answer, doc: &'static str) -> Route {
    Route {
        method: "GET",
        path,
        access: Access::Signed,
        body: Body::None,
        handler,
        doc,
        request: "",
        response: "",
        query: &[],
    }
}

const fn post(path: &'static str, handler: fn(Ask) -> Answer, doc: &'static str) -> Route {
    Route { method: "POST", body: Body::Json, ..get(path, handler, doc) }
}

const fn put(path: &'static str, handler: fn(Ask) -> Answer, doc: &'static str) -> Route {
    Route { method: "PUT", body: Body::Json, ..get(path, handler, doc) }
}

const fn delete(path: &'static str, handler: fn(Ask) -> Answer, doc: &'static str) -> Route {
    Route { method: "DELETE", ..get(path, handler, doc) }
}

impl Route {
    const fn open(mut self) -> Route {
        self.access = Access::Open;
        self
    }

    const fn fresh(mut self) -> Route {
        self.access = Access::Fresh;
        self
    }

    const fn body(mut self, body: Body) -> Route {
        self.body = body;
        self
    }

    const fn takes(mut self, schema: &'static str) -> Route {
        self.request = schema;
        self
    }

    const fn gives(mut self, schema: &'static str) -> Route {
        self.response = schema;
        self
    }

    const fn query(mut self, names: &'static [&'static str]) -> Route {
        self.query = names;
        self
    }
}

/// Written-out paths stand before those with parts to fill.
pub static ROUTES: &[Route] = &[
    post("/api/login/signIn", |ask| Box::pin(session::sign_in(ask)), "Begin a session")
        .open()
        .body(Body::Form)
        .takes("SignIn")
        .gives("SignedIn"),
    post(
        "/api/masters/allMasters/getEmployeeDetails",
        |ask| Box::pin(session::details(ask)),
        "The signed-in person, to restore a session",
    )
    .fresh()
    .body(Body::Form)
    .takes("EmployeeId")
    .gives("Details"),
    post("/api/logout", |ask| Box::pin(session::sign_out(ask)), "End the session")
        .fresh()
        .body(Body::None)
        .gives("Done"),
    post(
        "/api/session/password",
        |ask| Box::pin(session::change_password(ask)),
        "Change one's own password; other sessions end",
    )
    .fresh()
    .takes("PasswordChange")
    .gives("Done"),
    post("/api/auth/register", |ask| Box::pin(account::register(ask)), "Make oneself an account")
        .open()
        .takes("Registration")
        .gives("Registered"),
    get("/api/session", |ask| Box::pin(account::before(ask)), "What a site lets strangers do")
        .open()
        .gives("Site"),
    post(
        "/api/session/forgot",
        |ask| Box::pin(account::forgot(ask)),
        "Ask for a one-time code by mail; the answer is the same for every id",
    )
    .open()
    .takes("Forgotten")
    .gives("Told"),
    post(
        "/api/session/reset",
        |ask| Box::pin(account::reset(ask)),
        "Set a password with a one-time code; all sessions end",
    )
    .open()
    .takes("Reset")
    .gives("Told"),
    get("/api/sessions", |ask| Box::pin(account::sessions(ask)), "The person's sessions")
        .fresh()
        .query(account::SESSIONS_QUERY)
        .gives("Sessions"),
    post(
        "/api/sessions/end",
        |ask| Box::pin(account::end_sessions(ask)),
        "End one session, or all but this one",
    )
    .fresh()
    .takes("SessionsEnd")
    .gives("Done"),
    get("/api/menu", |ask| Box::pin(own::menu(ask)), "The pages that the person may open")
        .gives("Menu"),
    get("/api/queue", |ask| Box::pin(own::queue(ask)), "What waits for the person").gives("Queue"),
    get("/api/setup", |ask| Box::pin(own::setup(ask)), "What a new site still needs")
        .gives("Setup"),
    post(
        "/api/check/{type}",
        |ask| Box::pin(own::warnings(ask)),
        "What to look at in a record being typed; nothing is refused",
    )
    .takes("TypedRecord")
    .gives("Warnings"),
    get(
        "/api/catalogue",
        |ask| Box::pin(own::catalogue(ask)),
        "SKUs for sale with their stock and price",
    )
    .query(own::CATALOGUE_QUERY)
    .gives("Catalogue"),
    get("/api/stock", |ask| Box::pin(own::stock(ask)), "What lies where, batch by batch")
        .query(own::STOCK_QUERY)
        .gives("Stock"),
    post(
        "/api/order/facts",
        |ask| Box::pin(own::facts(ask)),
        "What an order being typed is quoted by",
    )
    .takes("TypedOrder")
    .gives("OrderFacts"),
    get(
        "/api/sku/kit/{group}",
        |ask| Box::pin(own::kit(ask)),
        "What the SKUs of a product group are built from, and those there are",
    )
    .gives("SkuKit"),
    post(
        "/api/sku/built",
        |ask| Box::pin(own::built(ask)),
        "What a record would be as an SKU, and the one that is the same already",
    )
    .takes("SkuTyped")
    .gives("SkuBuilt"),
    get("/api/credit/{customer}", |ask| Box::pin(own::credit(ask)), "A customer's credit")
        .query(own::CREDIT_QUERY)
        .gives("Credit"),
    get(
        "/api/access",
        |ask| Box::pin(own::access(ask)),
        "What every role may do, and what nobody reaches",
    )
    .gives("Access"),
    get(
        "/api/access/{id}",
        |ask| Box::pin(own::access_of(ask)),
        "What one person may do through which role, or why not",
    )
    .gives("PersonAccess"),
    get(
        "/api/docs/{type}",
        |ask| Box::pin(docs::list(ask)),
        "A page of rows that the person may see",
    )
    .query(docs::LIST_QUERY)
    .gives("Page"),
    post("/api/docs/{type}", |ask| Box::pin(docs::create(ask)), "Make a document")
        .takes("Create")
        .gives("DocView"),
    get(
        "/api/docs/{type}/{id}",
        |ask| Box::pin(docs::read(ask)),
        "One document with its actions and history",
    )
    .gives("DocView"),
    put("/api/docs/{type}/{id}", |ask| Box::pin(docs::update(ask)), "Change a document's record")
        .takes("Update")
        .gives("DocView"),
    delete(
        "/api/docs/{type}/{id}",
        |ask| Box::pin(docs::delete(ask)),
        "Remove a document that nothing names",
    )
    .query(docs::DELETE_QUERY)
    .gives("DocView"),
    post(
        "/api/docs/{type}/{id}/{action}",
        |ask| Box::pin(docs::act(ask)),
        "Take one step of a document's workflow",
    )
    .takes("Act")
    .gives("DocView"),
    post(
        "/api/bulk/{type}/save",
        |ask| Box::pin(import::save(ask)),
        "Save up to 500 documents, each its own command",
    )
    .takes("BulkSave")
    .gives("BulkSaved"),
    post(
        "/api/bulk/{type}/{action}",
        |ask| Box::pin(bulk::act(ask)),
        "Take the same step on up to 500 documents, each its own command",
    )
    .takes("Bulk")
    .gives("BulkResults"),
    get(
        "/api/records/{type}",
        |ask| Box::pin(import::records(ask)),
        "A page of whole records that the person may see",
    )
    .query(docs::PAGE_QUERY)
    .gives("RecordPage"),
    post(
        "/api/lookup/{type}",
        |ask| Box::pin(import::lookup(ask)),
        "What up to 500 written names of documents lead to",
    )
    .takes("Names")
    .gives("NamesFound"),
    get(
        "/api/template/{type}",
        |ask| Box::pin(export::template(ask)),
        "An empty file with the columns of a type",
    ),
    post(
        "/api/import/{type}",
        |ask| Box::pin(import::start(ask)),
        "Documents from a file, each row its own command",
    )
    .body(Body::Table)
    .query(import::IMPORT_QUERY)
    .gives("Import"),
    get(
        "/api/imports/{id}",
        |ask| Box::pin(import::progress(ask)),
        "How far an import of the person is, and its results once it ended",
    )
    .gives("Import"),
    get(
        "/api/search",
        |ask| Box::pin(own::search(ask)),
        "Documents of every type by number or name",
    )
    .query(&["q"])
    .gives("SearchHits"),
    get(
        "/api/changes",
        |ask| Box::pin(changes::since(ask)),
        "What changed in the person's scope behind an entry: a page, or a stream of events",
    )
    .query(&["since", "limit"])
    .gives("Changes"),
    get(
        "/api/audit",
        |ask| Box::pin(audit::rows(ask)),
        "Who did what when, newest first: a page, or all that fits as a file",
    )
    .query(audit::AUDIT_QUERY)
    .gives("Audit"),
    get(
        "/api/audit/titles",
        |ask| Box::pin(audit::titles(ask)),
        "The titles of the journal's entries, one a line: their hashes are a chain",
    )
    .query(audit::TITLES_QUERY),
    post("/api/files", |ask| Box::pin(files::upload(ask)), "Keep an attachment")
        .body(Body::Bytes)
        .query(&["name"])
        .gives("File"),
    get(
        "/api/frames",
        |ask| Box::pin(reports::frames(ask)),
        "What the person's reports read: a snapshot, or what changed since one",
    )
    .query(reports::FRAMES_QUERY),
    get(
        "/api/reports/{key}",
        |ask| Box::pin(reports::report(ask)),
        "A report over what the person may see",
    )
    .query(&reports::REPORT_QUERY)
    .gives("Report"),
    get("/api/files/{id}", |ask| Box::pin(files::download(ask)), "An attachment's bytes"),
    get("/api/openapi.json", |ask| Box::pin(openapi::answer(ask)), "This description").open(),
    get("/healthz", |ask| Box::pin(system::alive(ask)), "The process runs").open(),
    get("/readyz", |ask| Box::pin(system::ready(ask)), "The store answers").open(),
    get("/metrics", |ask| Box::pin(system::metrics(ask)), "Numbers for a monitor").open(),
];
