//! Every call the server answers: one row each, from which routing, access, OpenAPI and tests follow.

mod desk;

use std::future::Future;
use std::pin::Pin;

use godown_core::shape::Shape;
use godown_core::table::book;

use crate::api::{
    account, audit, bulk, changes, docs, export, files, import, own, portal, print, reports,
    session, system, trips,
};
use crate::call::ask::Ask;
use crate::call::reply::{Answers, Problem, Reply};
use crate::files::FileType;
use crate::openapi;

type Replied = Pin<Box<dyn Future<Output = Result<Reply, Problem>> + Send>>;

/// A handler by what it answers.
#[derive(Clone, Copy)]
pub struct Handler {
    pub run: fn(Ask) -> Replied,
    /// The shape of the JSON that it answers; none where it answers none.
    pub shape: fn() -> Option<Shape>,
}

/// The handler of a row: a row cannot tell another answer than its handler has.
macro_rules! by {
    ($handler:path) => {
        Handler { run: |ask| Box::pin(replied($handler(ask))), shape: shape_of($handler) }
    };
}
use by;

async fn replied<A: Answers>(
    answer: impl Future<Output = Result<A, Problem>> + Send,
) -> Result<Reply, Problem> {
    answer.await.map(A::reply)
}

const fn shape_of<A: Answers, F: Future<Output = Result<A, Problem>>>(
    _: fn(Ask) -> F,
) -> fn() -> Option<Shape> {
    A::shape
}

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
    /// Bare text or JSON, also of a GET: some clients of the template send a body with one.
    Raw,
}

#[derive(Clone, Copy)]
pub struct Route {
    pub method: &'static str,
    pub path: &'static str,
    pub access: Access,
    pub body: Body,
    pub handler: Handler,
    pub doc: &'static str,
    /// The schema of the body, by its name in openapi.json; empty for none.
    pub request: &'static str,
    /// The media types of what it answers beside JSON.
    pub files: &'static [&'static str],
    /// The names of the query's values.
    pub query: &'static [&'static str],
}

impl Route {
    /// How large a body may be.
    pub fn limit(&self) -> usize {
        match self.body {
            Body::None | Body::Raw => 64 * 1024,
            Body::Form => 16 * 1024,
            Body::Json if self.access == Access::Open => 16 * 1024,
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

const fn get(path: &'static str, handler: Handler, doc: &'static str) -> Route {
    Route {
        method: "GET",
        path,
        access: Access::Signed,
        body: Body::None,
        handler,
        doc,
        request: "",
        files: &[],
        query: &[],
    }
}

const fn post(path: &'static str, handler: Handler, doc: &'static str) -> Route {
    Route { method: "POST", body: Body::Json, ..get(path, handler, doc) }
}

const fn put(path: &'static str, handler: Handler, doc: &'static str) -> Route {
    Route { method: "PUT", body: Body::Json, ..get(path, handler, doc) }
}

const fn delete(path: &'static str, handler: Handler, doc: &'static str) -> Route {
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

    const fn files(mut self, media: &'static [&'static str]) -> Route {
        self.files = media;
        self
    }

    const fn query(mut self, names: &'static [&'static str]) -> Route {
        self.query = names;
        self
    }
}

/// The table.
pub static ROUTES: &[Route] = &joined::<{ BUSINESS.len() + desk::ROWS.len() }>();

const fn joined<const N: usize>() -> [Route; N] {
    let mut all = [BUSINESS[0]; N];
    let mut at = 0;
    while at < N {
        all[at] = match at < BUSINESS.len() {
            true => BUSINESS[at],
            false => desk::ROWS[at - BUSINESS.len()],
        };
        at += 1;
    }
    all
}

/// Written-out paths stand before those with parts to fill.
const BUSINESS: &[Route] = &[
    post("/api/login/signIn", by!(session::sign_in), "Begin a session")
        .open()
        .body(Body::Form)
        .takes("SignIn"),
    post(
        "/api/masters/allMasters/getEmployeeDetails",
        by!(session::details),
        "The signed-in person, to restore a session",
    )
    .fresh()
    .body(Body::Form)
    .takes("EmployeeId"),
    post("/api/logout", by!(session::sign_out), "End the session").fresh().body(Body::None),
    post(
        "/api/session/password",
        by!(session::change_password),
        "Change one's own password; other sessions end",
    )
    .fresh()
    .takes("PasswordChange"),
    post("/api/auth/register", by!(account::register), "Make oneself an account")
        .open()
        .takes("Registration"),
    get("/api/session", by!(account::before), "What a site lets strangers do").open(),
    post(
        "/api/session/forgot",
        by!(account::forgot),
        "Ask for a one-time code by mail; the answer is the same for every id",
    )
    .open()
    .takes("Forgotten"),
    post(
        "/api/session/reset",
        by!(account::reset),
        "Set a password with a one-time code; all sessions end",
    )
    .open()
    .takes("Reset"),
    get("/api/sessions", by!(account::sessions), "The person's sessions")
        .fresh()
        .query(account::SESSIONS_QUERY),
    post("/api/sessions/end", by!(account::end_sessions), "End one session, or all but this one")
        .fresh()
        .takes("SessionsEnd"),
    get("/api/menu", by!(own::menu), "The pages that the person may open"),
    get("/api/queue", by!(own::queue), "What waits for the person"),
    get("/api/turn/{type}/{id}", by!(own::turn), "Who may carry a waiting document on"),
    get(
        "/api/approvers/{type}",
        by!(own::approvers),
        "Who may approve documents of a type, of an amount, in a branch",
    )
    .query(own::APPROVERS_QUERY),
    get("/api/setup", by!(own::setup), "What a new site still needs"),
    post(
        "/api/setup/set",
        by!(own::give_set),
        "Give the site what it lacks of a starter set, in one commit",
    )
    .takes("GiveSet"),
    post(
        "/api/setup/year",
        by!(own::open_year),
        "Make the number series of a financial year that the branches lack, in one commit",
    )
    .takes("OpenYear"),
    post(
        "/api/check/{type}",
        by!(own::warnings),
        "What to look at in a record being typed; nothing is refused",
    )
    .takes("TypedRecord"),
    get("/api/catalogue", by!(own::catalogue), "SKUs for sale with their stock and price")
        .query(own::CATALOGUE_QUERY),
    get("/api/stock", by!(own::stock), "What lies where, batch by batch").query(own::STOCK_QUERY),
    get(
        "/api/stock/postings",
        by!(own::postings),
        "The postings that a figure of the stock comes to",
    )
    .query(own::POSTINGS_QUERY),
    get("/api/stock/claims", by!(own::claims), "Who holds what of an SKU in a yard")
        .query(own::CLAIMS_QUERY),
    get(
        "/api/invoice/returnable/{id}",
        by!(own::returnable),
        "What of an invoice can still be returned",
    ),
    get(
        "/api/reversal/plan",
        by!(own::reversal_plan),
        "What a reversal would do now, and what blocks it",
    )
    .query(own::PLAN_QUERY),
    get("/api/trip/untripped", by!(trips::untripped), "Goods that no trip takes along yet")
        .query(trips::UNTRIPPED_QUERY),
    post(
        "/api/trip/reckoned",
        by!(trips::reckoned),
        "What a trip being typed comes to, and what would be refused of it",
    )
    .takes("TypedRecord"),
    get(
        "/api/invoice/notable/{id}",
        by!(own::notable),
        "What of an invoice can still be credited and debited",
    ),
    get(
        "/api/portal/file/{file}",
        by!(portal::file),
        "The file that a portal of the GST takes: of documents named, or of all that wait in a period",
    )
    .query(portal::FILE_QUERY)
    .files(&[portal::JSON]),
    post(
        "/api/portal/answers",
        by!(portal::answers),
        "A portal's answers beside their documents, and what of them will be noted",
    )
    .body(Body::Bytes),
    get("/api/stock/batch/{id}", by!(own::batch), "A batch: where it lies and what became of it"),
    get("/api/stock/audit/{id}/sheet", by!(own::sheet), "The batches that an audit counts"),
    get(
        "/api/labels/{type}/{id}",
        by!(own::labels),
        "The labels of a batch, of an inward's or a work's batches, of a zone or of a loading",
    )
    .query(own::LABELS_QUERY),
    get(
        "/api/print/{type}/{id}",
        by!(print::one),
        "A document as it is printed: the copies asked for, else all, on the size asked for",
    )
    .query(print::PRINT_QUERY)
    .files(print::MEDIA),
    post("/api/print/{type}", by!(print::many), "Up to 500 documents of a type as one file")
        .takes("Papers")
        .files(print::MEDIA),
    post("/api/order/facts", by!(own::facts), "What an order being typed is quoted by")
        .takes("TypedOrder"),
    get(
        "/api/sku/kit/{group}",
        by!(own::kit),
        "What the SKUs of a product group are built from, and those there are",
    ),
    post(
        "/api/sku/built",
        by!(own::built),
        "What a record would be as an SKU, and the one that is the same already",
    )
    .takes("SkuTyped"),
    get("/api/credit/{customer}", by!(own::credit), "A customer's credit").query(own::CREDIT_QUERY),
    get(
        "/api/receipt/open/{customer}",
        by!(own::open_items),
        "What a customer has to pay, and what an amount would pay of it",
    )
    .query(own::OPEN_QUERY),
    get(
        "/api/supplier_payment/open/{kind}/{party}",
        by!(own::open_bills),
        "What is to be paid to a supplier or a transporter, and what an amount would pay of it",
    )
    .query(own::OPEN_BILLS_QUERY),
    post(
        "/api/receipt/statement",
        by!(own::statement),
        "The lines of a bank statement, each with the receipts that it may be",
    )
    .body(Body::Table),
    get("/api/access", by!(own::access), "What every role may do, and what nobody reaches"),
    get(
        "/api/access/{id}",
        by!(own::access_of),
        "What one person may do through which role, or why not",
    ),
    get("/api/docs/{type}", by!(docs::list), "A page of rows that the person may see")
        .query(docs::LIST_QUERY)
        .files(book::MEDIA),
    get(
        "/api/groups/{type}",
        by!(docs::groups),
        "The rows of a list in groups by one of its fields, with their totals",
    )
    .query(docs::GROUP_QUERY),
    post("/api/docs/{type}", by!(docs::create), "Make a document").takes("Create"),
    get("/api/docs/{type}/{id}", by!(docs::read), "One document with its actions and history"),
    put("/api/docs/{type}/{id}", by!(docs::update), "Change a document's record").takes("Update"),
    delete("/api/docs/{type}/{id}", by!(docs::delete), "Remove a document that nothing names")
        .query(docs::DELETE_QUERY),
    post(
        "/api/docs/{type}/{id}/{action}",
        by!(docs::act),
        "Take one step of a document's workflow",
    )
    .takes("Act"),
    post(
        "/api/bulk/{type}/save",
        by!(import::save),
        "Save up to 500 documents, each its own command",
    )
    .takes("BulkSave"),
    post(
        "/api/bulk/{type}/{action}",
        by!(bulk::act),
        "Take the same step on up to 500 documents, each its own command",
    )
    .takes("Bulk"),
    get(
        "/api/records/{type}",
        by!(import::records),
        "A page of whole records that the person may see",
    )
    .query(docs::PAGE_QUERY),
    post(
        "/api/lookup/{type}",
        by!(import::lookup),
        "What up to 500 written names of documents lead to",
    )
    .takes("Names"),
    get("/api/template/{type}", by!(export::template), "An empty file with the columns of a type")
        .files(book::MEDIA),
    post(
        "/api/import/{type}",
        by!(import::start),
        "Documents from a file, each row its own command",
    )
    .body(Body::Table)
    .query(import::IMPORT_QUERY),
    get(
        "/api/imports/{id}",
        by!(import::progress),
        "How far an import of the person is, and its results once it ended",
    ),
    get("/api/search", by!(own::search), "Documents of every type by number or name").query(&["q"]),
    get(
        "/api/changes",
        by!(changes::since),
        "What changed in the person's scope behind an entry: a page, or a stream of events",
    )
    .query(&["since", "limit"]),
    get(
        "/api/audit",
        by!(audit::rows),
        "Who did what when, newest first: a page, or all that fits as a file",
    )
    .query(audit::AUDIT_QUERY)
    .files(book::MEDIA),
    get(
        "/api/audit/titles",
        by!(audit::titles),
        "The titles of the journal's entries, one a line: their hashes are a chain",
    )
    .query(audit::TITLES_QUERY)
    .files(&[audit::LINES]),
    post("/api/files", by!(files::upload), "Keep an attachment").body(Body::Bytes).query(&["name"]),
    get(
        "/api/frames",
        by!(reports::frames),
        "What the person's reports read: a snapshot, or what changed since one",
    )
    .query(reports::FRAMES_QUERY)
    .files(&[reports::FRAMES, reports::CHANGES]),
    get("/api/reports/{key}", by!(reports::report), "A report over what the person may see")
        .query(&reports::REPORT_QUERY)
        .files(&[book::CSV, book::XLSX, reports::XML]),
    get("/api/files/{id}", by!(files::download), "An attachment's bytes").files(FileType::MEDIA),
    get("/api/openapi.json", by!(openapi::answer), "This description")
        .open()
        .files(&["application/json"]),
    get("/healthz", by!(system::alive), "The process runs").open(),
    get("/readyz", by!(system::ready), "The store answers").open(),
    get("/metrics", by!(system::metrics), "Numbers for a monitor")
        .open()
        .files(&["application/openmetrics-text"]),
];
