//! The calls of the shop.

use godown_core::docs::desk::carts::CART;
use godown_core::kept::doc::Record;
use godown_core::query::desk::shop::{self, ShopCartItem, ShopCount, ShopProduct, ShopRating};
use serde_json::{Map, Value};

use super::{act_on_own, inputs, named, sent, text, whole};
use crate::api::own::asked;
use crate::auth::Person;
use crate::call::ask::Ask;
use crate::call::reply::{Answer, Problem};

pub const CART_QUERY: &[&str] = &["uid"];

pub async fn products(mut ask: Ask) -> Result<Answer<Vec<ShopProduct>>, Problem> {
    let nothing = ask.query(&[], &[]).map(|_| ());
    asked(&ask, nothing, |read, actor, now, ()| shop::products(read, actor, now)).await
}

pub async fn categories(mut ask: Ask) -> Result<Answer<Vec<ShopCount>>, Problem> {
    let nothing = ask.query(&[], &[]).map(|_| ());
    asked(&ask, nothing, |read, actor, now, ()| shop::categories(read, actor, now)).await
}

pub async fn brands(mut ask: Ask) -> Result<Answer<Vec<ShopCount>>, Problem> {
    let nothing = ask.query(&[], &[]).map(|_| ());
    asked(&ask, nothing, |read, actor, now, ()| shop::brands(read, actor, now)).await
}

pub async fn ratings(mut ask: Ask) -> Result<Answer<Vec<ShopRating>>, Problem> {
    let nothing = ask.query(&[], &[]).map(|_| ());
    asked(&ask, nothing, |read, actor, now, ()| shop::ratings(read, actor, now)).await
}

/// The cart of whoever asks. A parameter is not needed, and opens nobody else's.
// DECISIONS 211
pub async fn cart(mut ask: Ask) -> Result<Answer<Vec<ShopCartItem>>, Problem> {
    let person = ask.person()?;
    let own = named(&mut ask, CART_QUERY).and_then(|uid| own(&person, uid.as_deref()));
    asked(&ask, own, |read, actor, now, ()| shop::cart(read, actor, now)).await
}

/// Refuses whoever names somebody else as themselves.
fn own(person: &Person, uid: Option<&str>) -> Result<(), Problem> {
    match uid {
        Some(uid) if uid != person.actor.id => {
            Err(Problem::new(403, "forbidden", "This is another person's cart"))
        }
        _ => Ok(()),
    }
}

pub async fn add(mut ask: Ask) -> Result<Answer<Vec<ShopCartItem>>, Problem> {
    let (person, body) = sent(&mut ask, &CART, &["uid", "productId"])?;
    change(&ask, (&person, &body), "add", inputs([product(&body)?])).await
}

pub async fn remove(mut ask: Ask) -> Result<Answer<Vec<ShopCartItem>>, Problem> {
    let (person, body) = sent(&mut ask, &CART, &["uid", "productId"])?;
    change(&ask, (&person, &body), "remove", inputs([product(&body)?])).await
}

pub async fn update(mut ask: Ask) -> Result<Answer<Vec<ShopCartItem>>, Problem> {
    let (person, body) = sent(&mut ask, &CART, &["uid", "productId", "amount"])?;
    let pcs = whole(&body, "amount")?.into();
    change(&ask, (&person, &body), "change", inputs([product(&body)?, ("pcs", pcs)])).await
}

fn product(body: &Map<String, Value>) -> Result<(&'static str, Value), Problem> {
    Ok(("sku", text(body, "productId")?.into()))
}

async fn change(
    ask: &Ask,
    (person, body): (&Person, &Map<String, Value>),
    action: &str,
    inputs: Record,
) -> Result<Answer<Vec<ShopCartItem>>, Problem> {
    let uid = body.get("uid").filter(|uid| !uid.is_null());
    own(person, uid.map(|uid| uid.as_str().unwrap_or_default()))?;
    act_on_own(ask, &CART, action, inputs).await?;
    asked(ask, Ok(()), |read, actor, now, ()| shop::cart(read, actor, now)).await
}
