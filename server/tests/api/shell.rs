//! What surrounds the API: headers, the app's page, health, metrics, the menu, a stop.

use tokio::net::TcpStream;

use crate::harness::Site;

#[tokio::test]
async fn every_answer_tells_the_browser_what_it_must_not_do() {
    let site = Site::start().await;
    let token = site.sign_in("SALES").await;
    for path in ["/api/menu", "/api/nothing", "/healthz", "/nothing.png"] {
        let answer = site.get(path, &token).await;
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cache-control", "no-store"),
            ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
        ] {
            assert_eq!(answer.header(name), value, "{path}");
        }
        assert!(answer.header("permissions-policy").contains("camera=(self)"));
        assert!(answer.header("strict-transport-security").starts_with("max-age=31536000"));
        assert!(!answer.header("x-request-id").is_empty());
        assert_eq!(answer.header("server"), "");
        assert_eq!(answer.header("access-control-allow-origin"), "");
    }
}

#[tokio::test]
async fn health_is_told_to_anybody() {
    let site = Site::start().await;
    assert_eq!(site.get("/healthz", "").await.expect(200)["status"], "ok");
    assert_eq!(site.get("/readyz", "").await.expect(200)["seq"], site.seq());
    site.sign_in("SALES").await;
    let metrics = site.get("/metrics", "").await;
    let text = String::from_utf8(metrics.bytes.to_vec()).unwrap();
    assert!(text.contains("\ngodown_sessions 1\n"), "{text}");
    assert!(text.contains(&format!("\ngodown_commands_total {}\n", site.seq())), "{text}");
}

#[tokio::test]
async fn the_menu_is_the_persons_own() {
    let site = Site::start().await;
    let (admin, logi) = (site.sign_in("ADMIN").await, site.sign_in("LOGI").await);
    let menu = site.get("/api/menu", &admin).await.expect(200);
    let first = &menu[0];
    for key in ["menuName", "menu_page_url", "icon", "children"] {
        assert!(first.get(key).is_some(), "{key}");
    }
    assert_ne!(site.get("/api/menu", &logi).await.expect(200), menu);
}

#[tokio::test]
async fn the_palette_and_the_queue_answer_in_the_persons_scope() {
    let site = Site::start().await;
    let (one, two) = (site.sign_in("BM").await, site.sign_in("SALES2").await);
    let found = site.get("/api/search?q=person", &one).await.expect(200).to_string();
    assert!(found.contains("Person SALES") && !found.contains("Person SALES2"), "{found}");
    let found = site.get("/api/search?q=person", &two).await.expect(200).to_string();
    assert!(found.contains("Person SALES2"), "{found}");
    site.get("/api/queue", &one).await.expect(200);
}

#[tokio::test]
async fn a_stop_ends_idle_connections_and_refuses_new_ones() {
    let mut site = Site::start().await;
    let idle = TcpStream::connect(site.address).await.unwrap();
    site.get("/healthz", "").await.expect(200);
    site.stop().await;
    assert!(TcpStream::connect(site.address).await.is_err());
    drop(idle);
}
