//! The template's calls, as browsers and other clients send them.

mod auth;
mod chat;
mod kept;
mod pages;
mod scrum;
mod shop;

use serde_json::{Value, json};

use crate::harness::{Answer, Site};
use crate::world::World;

/// A form without names: how text goes out that nobody named a type for.
const BARE: &str = "application/x-www-form-urlencoded";

/// A server with a product in the shop, and people who may use it.
struct Desk {
    site: Site,
    sku: String,
    world: World,
}

impl Desk {
    async fn new() -> Desk {
        let mut world = World::new();
        let sku = world.sku.clone();
        world.site.make(
            "product",
            json!({ "sku": sku, "name": "Square tube", "brand": "Apollo", "rating": 4, "free_shipping": true }),
        );
        let site = Site::of(&world, &["ADMIN", "SALES", "SALES2", "BM", "AUDIT", "YARD"]).await;
        Desk { site, sku, world }
    }

    fn id(&self, who: &str) -> String {
        self.world.who(who).id
    }

    async fn get(&self, token: &str, path: &str) -> Answer {
        self.site.get(path, token).await
    }

    /// A GET with a body, as browsers do not send it.
    async fn get_with(&self, token: &str, path: &str, kind: &str, body: &str) -> Answer {
        self.site.call("GET", path, token, kind, body.to_owned()).await
    }

    async fn post(&self, token: &str, path: &str, body: Value) -> Answer {
        self.site.post(path, token, &body).await
    }
}

/// The keys of an object, in the order of the wire.
fn keys(value: &Value) -> Vec<&str> {
    value.as_object().map(|of| of.keys().map(String::as_str).collect()).unwrap_or_default()
}
