//! openapi.json, made from the route table and the declarations.

mod requests;
pub mod typescript;

use godown_core::docs;
use godown_core::query::list::HEADER;
use godown_core::report::REPORTS;
use godown_core::schema::typescript::pascal;
use godown_core::schema::{DocType, Field, direction, openapi};
use godown_core::shape::openapi::schema;
use godown_core::shape::{Shape, Shaped, named};
use godown_core::table::book;
use godown_core::write::index;
use serde_json::{Map, Value, json};

use self::requests::{closed, requests, version};
use crate::api::account::TemplateProblem;
use crate::api::changes::StreamProblem;
use crate::call::ask::Ask;
use crate::call::reply::{PROBLEM, Problem, ProblemDetails, Reply};
use crate::http::routes::{Access, Body, ROUTES, Route};

/// A day from 1900 to 2199, or nothing. A pattern cannot tell leap years: of February it tells 28 days.
const DAY_OR_NONE: &str = concat!(
    "^((19|20|21)[0-9]{2}-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])",
    "|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31))?$"
);

pub async fn answer(_: Ask) -> Result<Reply, Problem> {
    Ok(Reply::of(200, "application/json", text()))
}

/// The description as it is served and checked in.
pub fn text() -> String {
    let mut text = serde_json::to_string_pretty(&description()).unwrap_or_default();
    text.push('\n');
    text
}

fn description() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for route in ROUTES {
        for (address, def) in addresses(route) {
            let path = paths.entry(address).or_insert_with(|| json!({}));
            path[route.method.to_lowercase()] = operation(route, def);
        }
    }
    let mut schemas = openapi::schemas(&docs::REGISTER);
    schemas.extend(requests());
    let answers = named(shapes()).unwrap_or_default();
    schemas.extend(answers.iter().map(|(name, shape)| ((*name).to_owned(), schema(shape))));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Godown",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Amounts are integers whose key names the unit. Checks come in this \
                order: 401, 404, 403, 400, a known command_id (its first answer), 409, 422.",
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": refusals(),
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT" },
            },
        },
    })
}

/// The shapes of all that is answered in JSON: by routes, by refusals, and at a stream's end.
pub fn shapes() -> Vec<Shape> {
    let answers = ROUTES.iter().filter_map(|route| (route.handler.shape)());
    let refusals = [ProblemDetails::shape(), TemplateProblem::shape(), StreamProblem::shape()];
    answers.chain(refusals).collect()
}

/// A row of the table as the addresses that it is described under: one for each type where what is sent
/// or asked depends on the type, else its own.
fn addresses(route: &Route) -> Vec<(String, Option<&'static DocType>)> {
    match BY_TYPE.contains(&route.path) {
        false => vec![(route.path.to_owned(), None)],
        true => docs::ALL
            .iter()
            .map(|def| (route.path.replace("{type}", def.key), Some(*def)))
            .collect(),
    }
}

/// Calls whose record or question is the type's own.
const BY_TYPE: &[&str] = &["/api/docs/{type}", "/api/docs/{type}/{id}", "/api/records/{type}"];

fn operation(route: &Route, def: Option<&DocType>) -> Value {
    let mut operation = json!({
        "operationId": name(route, def),
        "summary": route.doc,
        "security": match route.access {
            Access::Open => json!([]),
            Access::Signed | Access::Fresh => json!([{ "bearer": [] }]),
        },
        "responses": responses(route, def),
    });
    let parameters: Vec<Value> = in_path(route, def).chain(in_query(route, def)).collect();
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    if let Some(content) = content(route, def) {
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    operation
}

/// `GET /api/docs/{type}` as `get_docs_country`.
fn name(route: &Route, def: Option<&DocType>) -> String {
    let path = def.map_or_else(|| route.path.into(), |def| route.path.replace("{type}", def.key));
    let path = path.trim_start_matches("/api").replace(['{', '}'], "").replace(['/', '.'], "_");
    format!("{}{path}", route.method.to_lowercase())
}

fn in_path(route: &Route, def: Option<&DocType>) -> impl Iterator<Item = Value> {
    let parts = route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let typed = def.is_some();
    parts.filter(move |name| !typed || *name != "type").map(|name| {
        let of = |keys: Vec<&str>| json!({ "type": "string", "enum": keys });
        let schema = match name {
            "type" => of(docs::ALL.iter().map(|def| def.key).collect()),
            "key" => of(REPORTS.iter().map(|report| report.key).collect()),
            _ => json!({ "type": "string", "minLength": 1 }),
        };
        json!({ "name": name, "in": "path", "required": true, "schema": schema })
    })
}

/// The pattern of a text in a query: no control characters.
const PLAIN: &str = r"^[^\x00-\x1f\x7f-\x9f]*$";

/// `type:id:field`; left empty it is as if it were left out.
const CHOSEN: &str = r"^([^:\x00-\x1f\x7f-\x9f]*(:[^:\x00-\x1f\x7f-\x9f]*){2})?$";

fn plain() -> Value {
    json!({ "type": "string", "pattern": PLAIN })
}

fn in_query(route: &Route, def: Option<&DocType>) -> impl Iterator<Item = Value> {
    route.query.iter().map(move |name| {
        let schema = match *name {
            "where" => json!({
                "type": "array",
                "items": { "type": "string", "pattern": condition(def) },
                "description": "field:op:value; all must hold; ops eq ne lt le gt ge in has during older",
            }),
            "for" => json!({ "type": "string", "pattern": CHOSEN }),
            "sort" if def.is_some() => json!({ "type": "string", "enum": sorts(def) }),
            "sku" if route.path == "/api/stock" => json!({ "type": "array", "items": plain() }),
            "offset" => json!({ "type": "integer", "minimum": 0, "maximum": 1_000_000 }),
            "limit" => json!({ "type": "integer", "minimum": 0, "maximum": 500 }),
            "since" | "before" => json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX }),
            "version" => json!({ "type": "integer", "minimum": 1, "maximum": u32::MAX }),
            "command_id" => uuid(),
            "dry_run" => one_of(&["false", "true"]),
            "saving" => one_of(&["add", "update"]),
            "rows" if route.path == "/api/import/{type}" => one_of(&["good", "all"]),
            "lies" => one_of(&["free", "hold", "dump", "transit", "wip", "rest"]),
            "bucket" => one_of(&["FREE", "HOLD", "DUMP", "TRANSIT", "WIP"]),
            "on" | "left_since" => json!({ "type": "string", "pattern": DAY_OR_NONE }),
            _ => plain(),
        };
        let required = route.method == "DELETE" || *name == "command_id";
        json!({ "name": name, "in": "query", "required": required, "schema": schema })
    })
}

/// One of these words; left empty it is as if it were left out.
fn one_of(words: &[&str]) -> Value {
    let words: Vec<&str> = words.iter().copied().chain([""]).collect();
    json!({ "type": "string", "enum": words })
}

/// A condition of a list: a field of its rows, how it is compared, with what.
fn condition(def: Option<&DocType>) -> String {
    let fields = HEADER.iter().copied().chain(def.into_iter().flat_map(filtered));
    let fields: Vec<&str> = fields.collect();
    let text = PLAIN.trim_start_matches('^');
    format!("^({}):(eq|ne|lt|le|gt|ge|in|has):{text}", fields.join("|"))
}

fn filtered(def: &DocType) -> impl Iterator<Item = &'static str> {
    let in_row = |field: &&Field| index::in_row(def, field);
    def.fields.iter().filter(in_row).map(|field| field.key).collect::<Vec<_>>().into_iter()
}

/// How a list can be sorted, each way; empty for its own.
fn sorts(def: Option<&DocType>) -> Vec<String> {
    let named = def.into_iter().flat_map(|def| def.sorts.iter().map(|sort| direction(sort).0));
    named.flat_map(|sort| [sort.to_owned(), format!("-{sort}")]).chain([String::new()]).collect()
}

/// A UUID of version 4 or 7 in its usual form.
fn uuid() -> Value {
    let pattern = "^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$";
    json!({ "type": "string", "format": "uuid", "pattern": pattern })
}

fn content(route: &Route, def: Option<&DocType>) -> Option<Value> {
    let record = || {
        let name = def.map(|def| pascal(def.key)).unwrap_or_default();
        reference(&format!("{name}Record"))
    };
    let schema = match route.request {
        "Create" => closed(&[("command_id", uuid()), ("record", record())]),
        "Update" => closed(&[("command_id", uuid()), ("version", version()), ("record", record())]),
        named => reference(named),
    };
    Some(match route.body {
        Body::None => return None,
        // A body of a GET is understood, and told to nobody: the address does as well.
        Body::Raw if route.method == "GET" => return None,
        Body::Raw => json!({
            "application/json": { "schema": schema },
            "application/x-www-form-urlencoded": { "schema": { "type": "string", "minLength": 1 } },
        }),
        Body::Json => json!({ "application/json": { "schema": schema } }),
        Body::Form => json!({ "application/x-www-form-urlencoded": { "schema": schema } }),
        Body::Bytes => json!({ "application/octet-stream": {} }),
        Body::Table => json!({ "text/csv": {}, book::XLSX: {} }),
    })
}

fn reference(schema: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{schema}") })
}

fn responses(route: &Route, def: Option<&DocType>) -> Value {
    let json = (route.handler.shape)().map(|shape| ("application/json", schema(&shape)));
    let files = route.files.iter().map(|media| (*media, json!({})));
    let content: Map<String, Value> = json
        .map(|(media, schema)| (media, json!({ "schema": schema })))
        .into_iter()
        .chain(files)
        .map(|(media, of)| (media.to_owned(), of))
        .collect();
    let makes = matches!(route.path, "/api/docs/{type}" | "/api/files") && route.method == "POST";
    let mut all = Map::new();
    let mut done = json!({ "description": "Done", "content": content });
    if let Some(def) = def.filter(|_| makes) {
        done["links"] = links(def);
    }
    if commits(route) {
        let schema = json!({ "type": "integer", "minimum": 1 });
        let description = "The entry that the command became; absent where nothing was written";
        done["headers"] = json!({ "Godown-Seq": { "description": description, "schema": schema } });
    }
    all.insert(if makes { "201" } else { "200" }.to_owned(), done);
    if route.path == "/api/frames" {
        all.insert("204".to_owned(), json!({ "description": "Nothing changed" }));
        let part = json!({ "description": "The part that Range names, of the same bytes as If-Range names" });
        all.insert("206".to_owned(), part);
        all.insert(
            "304".to_owned(),
            json!({ "description": "The bytes that If-None-Match names" }),
        );
    }
    let refused = match route.path.starts_with("/api/auth/") {
        true => "#/components/responses/TemplateRefused",
        false => "#/components/responses/Refused",
    };
    all.insert("4XX".to_owned(), json!({ "$ref": refused }));
    all.insert("5XX".to_owned(), json!({ "$ref": refused }));
    Value::Object(all)
}

/// Whether a call answers one command about one document.
fn commits(route: &Route) -> bool {
    route.path.starts_with("/api/docs/{type}") && route.method != "GET"
}

/// How a call says that it was not carried out; the template's calls have a form of their own.
fn refusals() -> Value {
    let problem = || json!({ "schema": schema(&ProblemDetails::shape()) });
    json!({
        "Refused": { "description": "Not carried out", "content": { PROBLEM: problem() } },
        "TemplateRefused": {
            "description": "Not carried out",
            "content": {
                PROBLEM: problem(),
                "application/json": { "schema": schema(&TemplateProblem::shape()) },
            },
        },
    })
}

/// Links from a new document to the calls that read, change and remove it.
fn links(def: &DocType) -> Value {
    let to = |method: &str| {
        json!({
            "operationId": format!("{method}_docs_{}_id", def.key),
            "parameters": { "id": "$response.body#/id" },
        })
    };
    json!({ "read": to("get"), "change": to("put"), "remove": to("delete") })
}
