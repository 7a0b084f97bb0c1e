//! The shop and the cart.

use serde_json::{Value, json};

use super::{BARE, Desk, keys};

const CART: &str = "/api/ecommerce/get-cart-list";
const ADD: &str = "/api/ecommerce/add-to-cart";
const REMOVE: &str = "/api/ecommerce/delete-from-cart";
const UPDATE: &str = "/api/ecommerce/update-cart-amount";

const PRODUCT_KEYS: [&str; 10] = [
    "id",
    "imgUrl",
    "price",
    "totalUnit",
    "title",
    "category",
    "brand",
    "rating",
    "freeShipping",
    "description",
];

fn sorted<'k>(keys: &[&'k str]) -> Vec<&'k str> {
    let mut keys = keys.to_vec();
    keys.sort_unstable();
    keys
}

#[tokio::test]
async fn the_shop_shows_skus_with_their_real_price_and_stock() {
    let desk = Desk::new().await;
    let token = desk.site.sign_in("SALES").await;
    let all = desk.get(&token, "/api/ecommerce/get-product-list").await.expect(200);
    let product = &all[0];
    assert_eq!(sorted(&keys(product)), sorted(&PRODUCT_KEYS));
    assert_eq!(product["id"], desk.sku.as_str());
    assert_eq!(product["totalUnit"], 100);
    assert_eq!((&product["rating"], &product["brand"]), (&json!(4), &json!("Apollo")));
    assert_eq!(product["freeShipping"], true);
    // 58,750 a tonne for the weight of a piece.
    let sku = desk.world.site.get("sku", &desk.sku)["record"]["theo_g_per_pc"].as_i64().unwrap();
    let paise = (sku * 5_875_000 + 500_000) / 1_000_000;
    assert_eq!(product["price"].to_string(), format!("{}.{:02}", paise / 100, paise % 100));
    let category = desk.get(&token, "/api/ecommerce/get-category-list").await.expect(200);
    assert_eq!(category, json!([{ "title": product["category"], "product": 1 }]));
    let brand = desk.get(&token, "/api/ecommerce/get-brand-list").await.expect(200);
    assert_eq!(brand, json!([{ "title": "Apollo", "product": 1 }]));
    let rating = desk.get(&token, "/api/ecommerce/get-rating-list").await.expect(200);
    let rating: Vec<(i64, i64)> = rating
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["rate"].as_i64().unwrap(), one["product"].as_i64().unwrap()))
        .collect();
    assert_eq!(rating, [(5, 0), (4, 1), (3, 0), (2, 0), (1, 0)]);
    let yard = desk.site.sign_in("YARD").await;
    let seen = desk.get(&yard, "/api/ecommerce/get-product-list").await.expect(200);
    assert_eq!(seen[0]["price"], Value::Null);
}

#[tokio::test]
async fn a_cart_is_filled_changed_and_emptied_and_each_answer_is_the_cart() {
    let desk = Desk::new().await;
    let token = desk.site.sign_in("SALES").await;
    let product = json!({ "productId": desk.sku, "uid": desk.id("SALES") });
    assert_eq!(desk.get(&token, CART).await.expect(200), json!([]));
    let cart = desk.post(&token, ADD, product.clone()).await.expect(200);
    assert_eq!(sorted(&keys(&cart[0])), sorted(&[&PRODUCT_KEYS[..], &["amount"]].concat()));
    assert_eq!((&cart[0]["amount"], &cart[0]["id"]), (&json!(1), &json!(desk.sku)));
    let text = desk.get(&token, CART).await;
    assert!(text.bytes.starts_with(b"[{\"amount\":1,"));
    assert_eq!(desk.post(&token, ADD, product.clone()).await.expect(200)[0]["amount"], 2);
    let amount = json!({ "productId": desk.sku, "uid": desk.id("SALES"), "amount": 7 });
    assert_eq!(desk.post(&token, UPDATE, amount).await.expect(200)[0]["amount"], 7);
    // With a parameter and without, in the address and as a body.
    let uid = desk.id("SALES");
    let cart = desk.get(&token, CART).await.expect(200);
    for path in [format!("{CART}?uid={uid}"), CART.to_owned()] {
        assert_eq!(desk.get(&token, &path).await.expect(200), cart);
    }
    for (kind, body) in
        [(BARE, uid.clone()), ("application/json", json!({ "uid": uid }).to_string())]
    {
        assert_eq!(desk.get_with(&token, CART, kind, &body).await.expect(200), cart);
    }
    let other = desk.site.sign_in("SALES2").await;
    assert_eq!(desk.get(&other, CART).await.expect(200), json!([]));
    assert_eq!(desk.post(&token, REMOVE, product).await.expect(200), json!([]));
}

#[tokio::test]
async fn what_is_wrong_is_refused_with_a_message_and_touches_nothing() {
    let desk = Desk::new().await;
    let token = desk.site.sign_in("SALES").await;
    let own = desk.id("SALES");
    let body = |product: &str, uid: &str, amount: Value| json!({ "productId": product, "uid": uid, "amount": amount });
    let before = desk.site.seq();
    let unknown = json!({ "productId": "nothing", "uid": own });
    desk.post(&token, ADD, unknown.clone()).await.expect(422);
    assert_eq!(desk.site.seq(), before, "a refusal made a cart");
    desk.post(&token, ADD, json!({ "productId": desk.sku, "uid": own })).await.expect(200);
    let cart = desk.get(&token, CART).await.expect(200);
    let before = desk.site.seq();
    for (amount, status) in [
        (json!(0), 422),
        (json!(-1), 422),
        (json!(1_000_000_000), 422),
        (json!(1.5), 400),
        (json!("2"), 400),
        (Value::Null, 400),
    ] {
        let answer = desk.post(&token, UPDATE, body(&desk.sku, &own, amount.clone())).await;
        assert!(!answer.expect(status)["detail"].as_str().unwrap().is_empty(), "{amount}");
    }
    desk.post(&token, UPDATE, body("nothing", &own, json!(2))).await.expect(422);
    desk.post(&token, REMOVE, unknown).await.expect(422);
    let foreign = desk.id("SALES2");
    desk.post(&token, UPDATE, body(&desk.sku, &foreign, json!(2))).await.expect(403);
    desk.post(&token, ADD, json!({ "productId": desk.sku, "uid": foreign })).await.expect(403);
    desk.get(&token, &format!("{CART}?uid={foreign}")).await.expect(403);
    desk.get_with(&token, CART, BARE, &foreign).await.expect(403);
    assert_eq!(desk.site.seq(), before);
    assert_eq!(desk.get(&token, CART).await.expect(200), cart);
    for path in [ADD, REMOVE, UPDATE] {
        desk.post("", path, json!({})).await.expect(401);
    }
    let audit = desk.site.sign_in("AUDIT").await;
    desk.post(&audit, ADD, json!({ "productId": desk.sku })).await.expect(403);
}

#[tokio::test]
async fn two_tabs_that_add_at_once_add_twice() {
    let desk = Desk::new().await;
    let token = desk.site.sign_in("SALES").await;
    let add = || desk.post(&token, ADD, json!({ "productId": desk.sku }));
    let (one, two) = tokio::join!(add(), add());
    one.expect(200);
    two.expect(200);
    assert_eq!(desk.get(&token, CART).await.expect(200)[0]["amount"], 2);
}
