//! The recipe of a work: what an input becomes, and what is lost on the way.

use serde_json::Value;

use super::{TYPES, WorkOutput};
use crate::declare::case::Look;
use crate::docs::MASTER;
use crate::docs::goods::{PURCHASE_KEEPS, SKU};
use crate::error::{Code, Halt, Issue};
use crate::json::Json;
use crate::kept::doc::{Doc, Record};
use crate::ledger::stock::Qty;
use crate::said;
use crate::schema::*;
use crate::value;

const MAKES: &[Field] = &[
    link("sku", "SKU", &SKU).required(),
    int("pcs_per_pc", "Pieces of each piece", 0, 10_000),
    percent("share_bp", "Part of the weight").required(),
];

pub static WORK_RECIPE: DocType = DocType {
    key: "work_recipe",
    label: "Work recipe",
    plural: "Work recipes",
    fields: &[
        called("name", "Name", 100).required().unique().listed().searched(),
        choice("work", "Work", TYPES).required().listed(),
        link("sku", "Made from", &SKU).required().listed(),
        rows("makes", "Makes", MAKES, 20).at_least(1),
        percent("scrap_bp", "Scrap"),
        percent("loss_bp", "Loss"),
        millimetres("kerf_mm", "Width of a cut", 0, 50),
        rate("process_paise_per_kg", "Process cost per kg made").guarded(Guarded::Rates),
    ],
    filters: &["work", "sku"],
    grants: PURCHASE_KEEPS,
    check: Some(check),
    ..MASTER
};

/// What is made, scrapped and lost is all of what goes in.
fn check(record: &Record, issues: &mut Vec<Issue>) {
    let int = |record: &Record, key: &str| record.get(key).and_then(Value::as_i64).unwrap_or(0);
    let rows = record.get("makes").and_then(Value::as_array).map(Vec::as_slice);
    let makes = rows.unwrap_or_default().iter().filter_map(Value::as_object);
    let made: i64 = makes.map(|row| int(row, "share_bp")).sum();
    let all = made + int(record, "scrap_bp") + int(record, "loss_bp");
    if made > 0 && all != 10_000 {
        let message = said!(
            "Parts, scrap and loss come to {share} %; they must be 100 %",
            share = format!("{}.{:02}", all / 100, all % 100)
        );
        issues.push(Issue::new("makes", Code::Input, message));
    }
}

/// What a recipe makes of so much.
#[derive(Default)]
pub struct Made {
    pub outputs: Vec<Value>,
    pub scrap_g: i64,
    pub loss_g: i64,
}

/// A recipe's outputs of a quantity: parts of the weight, of which the last takes the rest.
pub fn makes(recipe: &Doc, of: Qty) -> Made {
    let int = |row: &Value, key: &str| row.get(key).and_then(Value::as_i64).unwrap_or(0);
    let rows = recipe.get("makes").and_then(Value::as_array).cloned().unwrap_or_default();
    let share = |bp: Option<i64>| value::part(of.g, bp.unwrap_or(0), 10_000);
    let (scrap_g, loss_g) = (share(recipe.int("scrap_bp")), share(recipe.int("loss_bp")));
    let (mut rest, mut bp) = (of.g - scrap_g - loss_g, 0);
    bp += rows.iter().map(|row| int(row, "share_bp")).sum::<i64>();
    let mut outputs = Vec::new();
    for row in &rows {
        let weight_g = value::part(rest, int(row, "share_bp"), bp);
        rest -= weight_g;
        bp -= int(row, "share_bp");
        let sku = row.get("sku").and_then(Value::as_str).unwrap_or_default().to_owned();
        let pcs = of.pcs.saturating_mul(int(row, "pcs_per_pc"));
        outputs.push(WorkOutput { sku, pcs, weight_g, length_mm: None }.write());
    }
    Made { outputs, scrap_g, loss_g }
}

/// The recipe that a work order names must be of its work and of its inputs' SKU.
pub fn issue(look: &Look, recipe: &Doc, doc: &Doc, skus: &[String]) -> Result<Option<Issue>, Halt> {
    let sku = recipe.text("sku").unwrap_or_default();
    let message = match () {
        () if !recipe.is_active() => {
            said!("{recipe} is inactive", recipe = recipe.title(&WORK_RECIPE))
        }
        () if recipe.text("work") != doc.text("work") => {
            "This recipe is of another kind of work".into()
        }
        () if skus.iter().any(|one| one != sku) => {
            let name = look.find(SKU.key, sku)?.map(|sku| sku.title(&SKU)).unwrap_or_default();
            said!("This recipe is made from {name}", name)
        }
        () => return Ok(None),
    };
    Ok(Some(Issue::new("recipe", Code::Input, message)))
}
