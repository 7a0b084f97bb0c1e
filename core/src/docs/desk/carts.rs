//! A person's cart in the shop, kept as the cart of the core says.

use serde_json::{Value, json};

use super::products::PRODUCT;
use super::{ACTIVE, BY_KEEPERS, PERSONAL, WHOSE, of_its_person};
use crate::cart::{Cart, CartLine, MAX_LINES, MAX_PCS};
use crate::declare::case::Look;
use crate::docs::skus::SKU;
use crate::error::{Code, Halt, Issue};
use crate::flow::{Flow, Step, acting, step};
use crate::kept::doc::{Doc, Record};
use crate::schema::*;

const SKU_IN: Field = link("sku", "Product", &PRODUCT).required();
const PCS: Field = int("pcs", "Pieces", 1, MAX_PCS);
/// The index of a line of a cart.
const fn place(key: &'static str, label: &'static str) -> Field {
    int(key, label, 0, MAX_LINES as i64 - 1).required()
}

/// One for each person, named by them.
pub static CART: DocType = DocType {
    key: "cart",
    label: "Cart",
    plural: "Carts",
    title: "person",
    fields: &[
        WHOSE,
        rows("lines", "Lines", &[SKU_IN, PCS.required()], MAX_LINES as u32).computed(),
    ],
    named_by: Some("person"),
    sorts: &["-updated_at"],
    flow: &CART_FLOW,
    on_save: deciding(of_its_person),
    waits: &[
        waits("create"),
        waits_again("add"),
        waits_again("remove"),
        waits_again("change"),
        waits_again("reorder"),
        waits_again("empty"),
    ],
    ..PERSONAL
};

static CART_FLOW: Flow = Flow {
    statuses: ACTIVE,
    rests: ACTIVE,
    editable: &[],
    deletable: ACTIVE,
    steps: &acting([
        Step {
            from: ACTIVE,
            by: BY_KEEPERS,
            inputs: &[SKU_IN],
            run: |case, doc, inputs| {
                for_sale(case, sku(inputs))?;
                keep(doc, of(doc).add(sku(inputs), None))
            },
            ..step("CT1", "add", "Add a piece")
        },
        Step {
            from: ACTIVE,
            by: BY_KEEPERS,
            inputs: &[SKU_IN],
            run: |_, doc, inputs| keep(doc, of(doc).remove(sku(inputs))),
            ..step("CT2", "remove", "Take out")
        },
        Step {
            from: ACTIVE,
            by: BY_KEEPERS,
            inputs: &[SKU_IN, PCS.required()],
            run: |_, doc, inputs| {
                let pcs = inputs.get("pcs").and_then(Value::as_i64).unwrap_or_default();
                keep(doc, of(doc).change(sku(inputs), pcs))
            },
            ..step("CT3", "change", "Change the pieces")
        },
        Step {
            from: ACTIVE,
            by: BY_KEEPERS,
            inputs: &[place("start", "From"), place("end", "To")],
            run: |_, doc, inputs| {
                let at = |key: &str| inputs.get(key).and_then(Value::as_u64).unwrap_or_default();
                keep(doc, of(doc).reorder(at("start") as usize, at("end") as usize))
            },
            ..step("CT4", "reorder", "Move a line")
        },
        Step {
            from: ACTIVE,
            by: BY_KEEPERS,
            inputs: &[],
            run: |_, doc, _| keep(doc, Ok(Cart::default())),
            ..step("CT5", "empty", "Empty the cart")
        },
    ]),
};

fn sku(inputs: &Record) -> &str {
    inputs.get("sku").and_then(Value::as_str).unwrap_or_default()
}

/// The lines of a cart.
pub fn of(doc: &Doc) -> Cart {
    let rows = doc.get("lines").and_then(Value::as_array).into_iter().flatten();
    let line = |row: &Value| {
        let (sku, pcs) = (row.get("sku")?.as_str()?.to_owned(), row.get("pcs")?.as_i64()?);
        Some(CartLine { sku, pcs, weight_g: None })
    };
    Cart { lines: rows.filter_map(line).collect() }
}

fn keep(doc: &mut Doc, cart: Result<Cart, Issue>) -> Result<&'static str, Halt> {
    let cart = cart.map_err(|issue| Halt::issues(vec![issue]))?;
    let row = |line: &CartLine| json!({ "sku": line.sku, "pcs": line.pcs });
    doc.set("lines", cart.lines.iter().map(row).collect::<Vec<Value>>());
    Ok("")
}

/// Refuses a product that is not offered now.
fn for_sale(case: &Look, id: &str) -> Result<(), Halt> {
    if offered(case, id)? {
        return Ok(());
    }
    Err(Halt::issues(vec![Issue::new("sku", Code::Input, "This product is not for sale")]))
}

/// Whether a product is offered, and its SKU is open for sale.
///
/// Errors: what the reader cannot answer.
pub fn offered(case: &Look, id: &str) -> Result<bool, Halt> {
    let product = case.find(PRODUCT.key, id)?.is_some_and(|product| product.is_active());
    let sku = case.find(SKU.key, id)?;
    let open = |sku: &Doc| !matches!(sku.text("sale_status"), Some("blocked" | "discontinued"));
    Ok(product && sku.is_some_and(|sku| sku.is_active() && open(&sku)))
}
