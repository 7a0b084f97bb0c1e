//! openapi.json, made from the route table and the declarations.

use godown_core::docs;
use godown_core::schema::{openapi, typescript};
use serde_json::{Map, Value, json};

use crate::api::reports;
use crate::http::routes::{Access, Body, ROUTES, Route};
use crate::sheet;

/// The description as it is served and checked in.
pub fn text() -> String {
    let mut text = serde_json::to_string_pretty(&description()).unwrap_or_default();
    text.push('\n');
    text
}

fn description() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for route in ROUTES {
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method.to_lowercase()] = operation(route);
    }
    let mut schemas = openapi::schemas();
    schemas.extend(envelopes());
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
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT" },
            },
        },
    })
}

fn operation(route: &Route) -> Value {
    let mut operation = json!({
        "operationId": name(route),
        "summary": route.doc,
        "security": match route.access {
            Access::Open => json!([]),
            Access::Signed | Access::Fresh => json!([{ "bearer": [] }]),
        },
        "responses": responses(route),
    });
    let parameters: Vec<Value> = in_path(route).chain(in_query(route)).collect();
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    if let Some(content) = content(route) {
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    operation
}

/// `GET /api/docs/{type}` as `get_docs_type`.
fn name(route: &Route) -> String {
    let path =
        route.path.trim_start_matches("/api").replace(['{', '}'], "").replace(['/', '.'], "_");
    format!("{}{path}", route.method.to_lowercase())
}

fn in_path(route: &Route) -> impl Iterator<Item = Value> {
    let parts = route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    parts.map(|name| {
        let schema = match name {
            "type" => json!({ "type": "string", "enum": types() }),
            _ => json!({ "type": "string", "minLength": 1 }),
        };
        json!({ "name": name, "in": "path", "required": true, "schema": schema })
    })
}

fn types() -> Vec<&'static str> {
    docs::ALL.iter().map(|def| def.key).collect()
}

fn in_query(route: &Route) -> impl Iterator<Item = Value> {
    route.query.iter().map(|name| {
        let schema = match *name {
            "where" => json!({
                "type": "array",
                "items": { "type": "string" },
                "description": "field:op:value; all must hold; ops eq ne lt le gt ge in has",
            }),
            "sku" => json!({ "type": "array", "items": { "type": "string" } }),
            "offset" => json!({ "type": "integer", "minimum": 0, "maximum": 1_000_000 }),
            "limit" => json!({ "type": "integer", "minimum": 0, "maximum": 500 }),
            "since" => json!({ "type": "integer", "minimum": 0 }),
            "version" => json!({ "type": "integer", "minimum": 1 }),
            "command_id" => json!({ "type": "string", "format": "uuid" }),
            "dry_run" => json!({ "type": "string", "enum": ["false", "true"] }),
            "saving" => json!({ "type": "string", "enum": ["add", "update"] }),
            "rows" => json!({ "type": "string", "enum": ["good", "all"] }),
            _ => json!({ "type": "string" }),
        };
        let required = route.method == "DELETE" || *name == "command_id";
        json!({ "name": name, "in": "query", "required": required, "schema": schema })
    })
}

fn content(route: &Route) -> Option<Value> {
    let schema = reference(route.request);
    Some(match route.body {
        Body::None => return None,
        Body::Json => json!({ "application/json": { "schema": schema } }),
        Body::Form => json!({ "application/x-www-form-urlencoded": { "schema": schema } }),
        Body::Bytes => json!({ "application/octet-stream": {} }),
        Body::Table => json!({ "text/csv": {}, sheet::XLSX: {} }),
    })
}

fn reference(schema: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{schema}") })
}

fn responses(route: &Route) -> Value {
    let content = match (route.response, route.path) {
        ("", "/metrics") => json!({ "text/plain": { "schema": { "type": "string" } } }),
        ("", "/api/files/{id}") => {
            json!({ "application/pdf": {}, "image/jpeg": {}, "image/png": {},
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {} })
        }
        ("", "/api/frames") => json!({ reports::FRAMES: {}, reports::CHANGES: {} }),
        ("Report", _) => json!({
            "application/json": { "schema": reference("Report") }, "text/csv": {}, sheet::XLSX: {},
        }),
        ("", "/api/template/{type}") => json!({ "text/csv": {}, sheet::XLSX: {} }),
        ("Page", _) => json!({
            "application/json": { "schema": reference("Page") }, "text/csv": {}, sheet::XLSX: {},
        }),
        ("", _) => json!({ "application/json": { "schema": { "type": "object" } } }),
        (schema, _) => json!({ "application/json": { "schema": reference(schema) } }),
    };
    let makes = matches!(route.path, "/api/docs/{type}" | "/api/files") && route.method == "POST";
    let mut all = Map::new();
    let done = json!({ "description": "Done", "content": content });
    all.insert(if makes { "201" } else { "200" }.to_owned(), done);
    let problem = json!({
        "description": "Not carried out",
        "content": { "application/problem+json": { "schema": reference("Problem") } },
    });
    all.insert("4XX".to_owned(), problem.clone());
    all.insert("5XX".to_owned(), problem);
    Value::Object(all)
}

/// What the calls send and answer beside documents.
fn envelopes() -> Map<String, Value> {
    let text = || json!({ "type": "string" });
    let id = || json!({ "type": "string", "format": "uuid" });
    let version = || json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX });
    let inputs = || json!({ "type": "object" });
    let records: Vec<Value> = docs::ALL
        .iter()
        .map(|def| reference(&format!("{}Record", typescript::pascal(def.key))))
        .collect();
    let record = || json!({ "anyOf": records });
    let user = json!({
        "type": "object",
        "required": ["id", "show_less_section", "name", "roles"],
        "properties": {
            "id": text(),
            "show_less_section": { "type": "boolean" },
            "name": text(),
            "roles": list(text()),
            "emp_id": { "type": ["string", "null"] },
            "branch": text(),
            "branches": list(text()),
            "yards": list(text()),
            "email": { "type": ["string", "null"] },
            "photo": { "type": ["string", "null"] },
            "theme": { "type": ["string", "null"] },
            "must_change_password": { "type": "boolean" },
            "home": { "type": ["string", "null"] },
        },
    });
    let code = || json!({ "type": "integer", "enum": [0, 1] });
    let rows = |of: Value| {
        json!({
            "type": "object", "required": ["rows"], "properties": { "rows": list(of) },
        })
    };
    let any = || json!({ "type": "object" });
    let of = [
        ("SignIn", closed(&[("emailId", text()), ("password", text())])),
        (
            "SignedIn",
            json!({
                "type": "object",
                "required": ["code", "message", "data"],
                "properties": {
                    "code": code(), "message": text(), "data": list(reference("User")),
                    "accesstoken": text(),
                },
            }),
        ),
        ("User", user),
        ("EmployeeId", closed(&[("id", text())])),
        (
            "Details",
            json!({
                "type": "object",
                "required": ["code", "data"],
                "properties": { "code": code(), "data": reference("User") },
            }),
        ),
        (
            "PasswordChange",
            closed(&[
                ("old", text()),
                ("new", json!({ "type": "string", "minLength": 8, "maxLength": 128 })),
            ]),
        ),
        ("Registration", closed(&[("email", text()), ("username", text()), ("password", text())])),
        (
            "Registered",
            json!({
                "type": "object",
                "required": ["accessToken", "user"],
                "properties": { "accessToken": text(), "user": any() },
            }),
        ),
        (
            "Site",
            json!({
                "type": "object",
                "required": ["registration"],
                "properties": { "registration": { "type": "boolean" } },
            }),
        ),
        ("Forgotten", closed(&[("id", text())])),
        ("Reset", closed(&[("id", text()), ("code", text()), ("password", text())])),
        (
            "Told",
            json!({
                "type": "object",
                "required": ["code", "message"],
                "properties": { "code": code(), "message": text() },
            }),
        ),
        (
            "Sessions",
            rows(json!({
                "type": "object",
                "required": ["id", "began", "expires", "agent", "current"],
                "properties": {
                    "id": text(), "began": { "type": "integer" }, "expires": { "type": "integer" },
                    "agent": text(), "current": { "type": "boolean" },
                },
            })),
        ),
        (
            "SessionsEnd",
            json!({
                "type": "object",
                "additionalProperties": false,
                "properties": { "session": text(), "employee": text() },
            }),
        ),
        ("Done", json!({ "type": "object", "properties": { "code": code() } })),
        ("Create", closed(&[("command_id", id()), ("record", record())])),
        ("Update", closed(&[("command_id", id()), ("version", version()), ("record", record())])),
        ("TypedOrder", closed(&[("id", text()), ("record", record())])),
        ("TypedRecord", closed(&[("id", text()), ("record", record())])),
        ("OrderFacts", any()),
        ("SkuTyped", closed(&[("record", record())])),
        ("SkuBuilt", any()),
        ("SkuKit", any()),
        ("Act", closed(&[("command_id", id()), ("version", version()), ("inputs", inputs())])),
        (
            "Bulk",
            closed(&[
                ("command_id", id()),
                (
                    "rows",
                    json!({
                        "type": "array", "minItems": 1, "maxItems": 500,
                        "items": closed(&[("id", text()), ("version", version())]),
                    }),
                ),
                ("inputs", inputs()),
            ]),
        ),
        (
            "BulkResults",
            json!({
                "type": "object",
                "required": ["results"],
                "properties": { "results": list(json!({
                    "type": "object",
                    "required": ["id", "done"],
                    "properties": {
                        "id": text(), "done": { "type": "boolean" }, "version": version(),
                        "status": text(), "code": text(), "detail": text(),
                        "errors": list(reference("Issue")),
                    },
                })) },
            }),
        ),
        (
            "BulkSave",
            closed(&[
                ("command_id", id()),
                (
                    "rows",
                    json!({
                        "type": "array", "minItems": 1, "maxItems": 500,
                        "items": {
                            "type": "object",
                            "required": ["record"],
                            "additionalProperties": false,
                            "properties": { "id": text(), "version": version(), "record": record() },
                        },
                    }),
                ),
            ]),
        ),
        ("BulkSaved", json!({ "type": "object", "required": ["results"] })),
        ("RecordPage", rows(any())),
        (
            "Names",
            closed(&[("names", json!({ "type": "array", "maxItems": 500, "items": text() }))]),
        ),
        ("NamesFound", json!({ "type": "object", "required": ["found"] })),
        (
            "Import",
            json!({
                "type": "object",
                "required": ["id", "type", "state", "total", "checked", "stored", "failed"],
                "properties": {
                    "id": id(), "type": text(), "dry_run": { "type": "boolean" },
                    "state": { "enum": ["checking", "storing", "done", "failed"] },
                    "total": { "type": "integer" }, "checked": { "type": "integer" },
                    "stored": { "type": "integer" }, "failed": { "type": "integer" },
                    "detail": text(), "results": list(any()),
                },
            }),
        ),
        (
            "Menu",
            list(json!({
                "type": "object",
                "required": ["menuName", "menu_page_url", "icon", "children"],
                "properties": {
                    "menuName": text(), "menu_page_url": text(), "icon": text(), "kind": text(),
                    "badge": { "type": ["integer", "null"] }, "children": list(any()),
                },
            })),
        ),
        ("SearchHits", rows(any())),
        ("Queue", rows(any())),
        ("Catalogue", rows(any())),
        ("Stock", rows(any())),
        ("Credit", any()),
        ("Access", any()),
        ("PersonAccess", any()),
        (
            "Report",
            json!({
                "type": "object",
                "required": ["columns", "rows", "totals", "as_of"],
                "properties": {
                    "columns": list(any()), "rows": list(any()),
                    "totals": { "type": ["array", "null"] }, "read": { "type": "integer" },
                    "as_of": any(),
                },
            }),
        ),
        ("Setup", any()),
        ("Warnings", any()),
        (
            "Changes",
            json!({
                "type": "object",
                "required": ["seq", "more", "changes"],
                "properties": {
                    "seq": { "type": "integer" }, "more": { "type": "boolean" },
                    "changes": list(json!({
                        "type": "object",
                        "required": ["seq", "type", "id"],
                        "properties": {
                            "seq": { "type": "integer" }, "type": text(), "id": text(),
                            "version": version(), "status": text(), "gone": { "type": "boolean" },
                        },
                    })),
                },
            }),
        ),
        (
            "File",
            closed(&[
                ("id", text()),
                ("name", text()),
                ("type", json!({ "type": "string", "enum": ["pdf", "jpg", "png", "xlsx"] })),
                ("size", json!({ "type": "integer" })),
            ]),
        ),
    ];
    of.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect()
}

fn list(of: Value) -> Value {
    json!({ "type": "array", "items": of })
}

/// An object with these keys and no others; `inputs` alone may be left out.
fn closed(fields: &[(&str, Value)]) -> Value {
    let properties: Map<String, Value> =
        fields.iter().map(|(key, schema)| ((*key).to_owned(), schema.clone())).collect();
    let required: Vec<&str> =
        fields.iter().map(|(key, _)| *key).filter(|key| *key != "inputs").collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}
