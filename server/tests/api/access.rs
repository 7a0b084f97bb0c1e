//! Every route of the table: who gets in, and which methods it takes.

use godown_server::http::routes::{Access, Body, ROUTES};
use serde_json::{Value, json};

use crate::harness::{Answer, Site, uuid};

fn path(pattern: &str) -> String {
    pattern.replace("{type}", "country").replace("{action}", "deactivate").replace(
        ["{id}", "{customer}"][usize::from(pattern.contains("{customer}"))],
        "b6ad6d43-6c52-4b9a-8a51-0a1cf6f2d1a1",
    )
}

async fn knock(site: &Site, method: &str, pattern: &str, token: &str, body: Body) -> Answer {
    let kind = match body {
        Body::Json => "application/json",
        Body::Form => "application/x-www-form-urlencoded",
        _ => "",
    };
    site.call(method, &path(pattern), token, kind, "").await
}

#[tokio::test]
async fn every_route_but_the_open_ones_refuses_a_missing_and_a_false_token() {
    let site = Site::start().await;
    let good = site.sign_in("ADMIN").await;
    let (head, rest) = good.split_once('.').unwrap();
    let none = "eyJ0eXAiOiJhdCtqd3QiLCJhbGciOiJub25lIn0";
    let forged = [
        String::new(),
        "x".to_owned(),
        format!("{none}.{rest}"),
        format!("{none}.{}.", rest.split('.').next().unwrap()),
        format!("{head}.{}", rest.replacen('e', "f", 1)),
        format!("{good}x"),
    ];
    let before = site.seq();
    for route in ROUTES.iter().filter(|route| route.access != Access::Open) {
        for token in &forged {
            let answer = knock(&site, route.method, route.path, token, route.body).await;
            // The template's calls have words of their own, and the same code.
            let told = answer.expect(401);
            let code = told["code"].as_str().unwrap_or_default();
            assert!(code.starts_with("auth_"), "{} {}", route.method, route.path);
            assert_eq!(answer.header("www-authenticate"), "Bearer");
        }
    }
    assert_eq!(site.seq(), before);
}

#[tokio::test]
async fn an_open_route_answers_anybody() {
    let site = Site::start().await;
    for route in ROUTES.iter().filter(|route| route.access == Access::Open) {
        let answer = knock(&site, route.method, route.path, "", route.body).await;
        // Whoever sends nothing is told what is missing, and is not sent away.
        assert!(matches!(answer.status, 200 | 400), "{} {}", route.path, answer.status);
    }
}

#[tokio::test]
async fn a_method_that_a_path_does_not_take_is_refused_with_those_it_takes() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    for path in ["/", "/orders", "/index.html"] {
        for method in ["POST", "PUT", "DELETE", "PATCH", "TRACE", "OPTIONS"] {
            let answer = site.call(method, path, "", "", "").await;
            assert_eq!(answer.refused(405), "method_not_allowed", "{method} {path}");
            assert_eq!(answer.header("allow"), "GET, HEAD");
        }
    }
    for route in ROUTES {
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "TRACE", "OPTIONS"] {
            let taken = ROUTES.iter().any(|row| row.path == route.path && row.method == method);
            if !taken {
                let answer = site.call(method, &path(route.path), &token, "", "").await;
                assert_eq!(answer.refused(405), "method_not_allowed", "{method} {}", route.path);
                let allowed = answer.header("allow");
                assert!(allowed.contains(route.method), "{method} {}: {allowed}", route.path);
                assert!(!allowed.contains(method), "{method} {}: {allowed}", route.path);
            }
        }
    }
}

#[tokio::test]
async fn an_unknown_address_of_the_api_is_a_problem_and_never_the_app() {
    let site = Site::start().await;
    for path in ["/api", "/api/", "/api/nothing", "/api/docs", "/api/docs//x", "/api/docs/a/b/c/d"]
    {
        for method in ["GET", "POST"] {
            let answer = site.call(method, path, "", "", "").await;
            assert_eq!(answer.refused(404), "not_found", "{method} {path}");
        }
    }
}

#[tokio::test]
async fn a_head_request_is_answered_like_get_without_a_body() {
    let site = Site::start().await;
    let (get, head) =
        (site.get("/healthz", "").await, site.call("HEAD", "/healthz", "", "", "").await);
    assert_eq!(head.status, 200);
    assert!(head.bytes.is_empty());
    assert_eq!(head.header("content-length"), get.header("content-length"));
}

/// The names of the saved views that a person's list holds.
async fn views(site: &Site, token: &str) -> Vec<String> {
    let page = site.get("/api/docs/report_view?limit=50", token).await.expect(200);
    let rows = page["rows"].as_array().cloned().unwrap_or_default();
    assert_eq!(page["total"], json!(rows.len()));
    rows.iter().filter_map(|row| row["name"].as_str().map(str::to_owned)).collect()
}

#[tokio::test]
async fn a_saved_view_is_its_owners_and_of_those_whose_role_it_is_shared_with() {
    let site = Site::start().await;
    let token = async |who: &str| site.sign_in(who).await;
    let (owner, same, other) = (token("SALES").await, token("SALES2").await, token("BM").await);
    let (admin, audit) = (token("ADMIN").await, token("AUDIT").await);
    let kept =
        |name: &str, roles: &[&str]| json!({ "name": name, "report": "sales", "roles": roles });
    let keep = async |record: Value| {
        let body = json!({ "command_id": uuid(), "record": record });
        let made = site.post("/api/docs/report_view", &owner, &body).await.expect(201);
        format!("/api/docs/report_view/{}", made["id"].as_str().unwrap())
    };
    let alone = keep(json!({ "name": "Alone", "report": "sales" })).await;
    let shared = keep(kept("Shared", &["SALES", "AUDIT"])).await;
    let since = site.seq();

    for (who, sees) in [
        (&owner, &["Alone", "Shared"][..]),
        (&same, &["Shared"]),
        (&audit, &["Shared"]),
        (&other, &[]),
        (&admin, &[]),
    ] {
        assert_eq!(views(&site, who).await, sees);
        for (path, name) in [(&alone, "Alone"), (&shared, "Shared")] {
            let status = if sees.contains(&name) { 200 } else { 404 };
            assert_eq!(site.get(path, who).await.status, status, "{name}");
        }
    }

    // Whom it is shared with reads it; whoever does not see it is not told that it exists.
    let changed = json!({ "command_id": uuid(), "version": 1, "record": kept("Mine", &["SALES"]) });
    let drop = format!("{shared}?command_id={}&version=1", uuid());
    for (who, status) in [(&same, 422), (&audit, 403), (&other, 404), (&admin, 404)] {
        site.put(&shared, who, &changed).await.refused(status);
        site.call("DELETE", &drop, who, "", "").await.refused(status);
    }

    // Taking it back is a document gone for those it was shared with.
    let back = json!({ "command_id": uuid(), "version": 1, "record": kept("Shared", &["AUDIT"]) });
    site.put(&shared, &owner, &back).await.expect(200);
    let feed = async |who: &str| {
        let feed = site.get(&format!("/api/changes?since={since}"), who).await.expect(200);
        let told = feed["changes"].as_array().unwrap().iter();
        told.map(|one| one["gone"] == true).collect::<Vec<_>>()
    };
    let told = [feed(&same).await, feed(&audit).await, feed(&other).await];
    assert_eq!(told, [vec![true], vec![false], vec![]]);
    assert_eq!(views(&site, &same).await, [] as [&str; 0]);
    assert_eq!(views(&site, &audit).await, ["Shared"]);

    let gone = format!("{shared}?command_id={}&version=2", uuid());
    site.call("DELETE", &gone, &owner, "", "").await.expect(200);
    assert_eq!(views(&site, &audit).await, [] as [&str; 0]);
}
