//! The Formula master: versioned weights of a product group's SKUs, active once their tests pass.

use std::sync::Arc;

use serde_json::Value;

use super::kit::{Kit, kit_for};
use crate::declare::case::{Case, Look};
use crate::declare::grant::Role;
use crate::docs::MASTER;
use crate::docs::formats::CODE;
use crate::docs::goods::{PRODUCT_GROUP, PURCHASE_KEEPS, SKU_MAPPING};
use crate::error::{Code, Halt, Issue, done};
use crate::flow::{Flow, NO_RULES, Step, acting, by};
use crate::formula::{self, Formula, Given, Per, Variable};
use crate::json::json_struct;
use crate::kept::doc::{Doc, Record};
use crate::said;
use crate::said::Said;
use crate::schema::check::{self, Strictness};
use crate::schema::*;
use crate::value::{Day, Grams, kg};
use crate::write::index;

const PER: &[Choice] = &[("pc", "kg per piece"), ("m", "kg per metre")];

const TESTS: &[Field] = &[
    text("inputs", "Values", 200).required(),
    grams("expected_g", "Expected weight").between(1, formula::HEAVIEST_G).required(),
    grams("tolerance_g", "Tolerance").default("0"),
];

pub static FORMULA: DocType = DocType {
    key: "formula",
    label: "Formula",
    plural: "Formulas",
    title: "title",
    fields: &[
        text("title", "Version", 120).computed().listed(),
        code("code", "Code", &CODE).required().immutable().listed().searched(),
        called("name", "Name", 100).required().listed().searched(),
        link("product_group", "Product group", &PRODUCT_GROUP).required().immutable().listed(),
        choice("per", "Gives", PER).required().listed(),
        date("from", "From").required().today().listed(),
        note("expression", "Expression", 500)
            .required()
            .listed()
            .help("Numbers, the codes of the group's properties, + − × ÷ ( ), min, max, round, π"),
        rows("tests", "Test rows", TESTS, 40)
            .on_submit()
            .at_least(2)
            .missing("At least two test rows are needed")
            .help("Values as od = 60.3, thk = 3.6. All rows must pass before it can be activated"),
        int("edition", "Number of the version", 1, 9_999).computed().listed(),
    ],
    unique_together: &[("edition", &["code", "edition"])],
    sorts: &["-from", "title"],
    filters: &["product_group", "code"],
    grants: PURCHASE_KEEPS,
    flow: &FORMULA_FLOW,
    check: Some(formula_check),
    on_save: deciding(formula_rules),
    after: &[&PRODUCT_GROUP, &SKU_MAPPING],
    ..MASTER
};

/// A version that was active is never changed: the next one takes over from its day.
static FORMULA_FLOW: Flow = Flow {
    statuses: &["Draft", "Active", "Inactive"],
    rests: &["Active", "Inactive"],
    editable: &["Draft"],
    deletable: &["Draft"],
    steps: &acting([
        Step {
            id: "FM1",
            from: &["Draft", "Inactive"],
            action: "activate",
            label: "Activate",
            to: &["Active"],
            by: &[by(Role::Admin), by(Role::Purch)],
            inputs: &[],
            guard: Some(passes),
            rules: NO_RULES,
            run: |_, _, _| Ok("Active"),
        },
        Step {
            id: "FM2",
            from: &["Active"],
            action: "deactivate",
            label: "Deactivate",
            to: &["Inactive"],
            by: &[by(Role::Admin), by(Role::Purch)],
            inputs: &[],
            guard: None,
            rules: NO_RULES,
            run: |_, _, _| Ok("Inactive"),
        },
    ]),
};

/// Checks of a formula that need not know its product group.
fn formula_check(record: &Record, issues: &mut Vec<Issue>) {
    let expression = record.get("expression").and_then(Value::as_str).unwrap_or_default();
    if let Err(message) = Formula::parse(expression) {
        issues.push(Issue::new("expression", Code::Input, message));
    }
    for (at, row) in tests(record).iter().enumerate() {
        if let Err(message) = formula::inputs(said(row, "inputs")) {
            issues.push(Issue::new(format!("tests.{at}.inputs"), Code::Input, message));
        }
    }
}

fn tests(record: &Record) -> &[Value] {
    record.get("tests").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn said<'r>(row: &'r Value, key: &str) -> &'r str {
    row.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn formula_rules(case: &mut Case, before: Option<&Doc>, doc: &mut Doc) -> Result<(), Halt> {
    let kit = kit_of(case, doc)?;
    done(record_issues(&kit, &doc.record))?;
    let edition = match before.and_then(|before| before.int("edition")) {
        Some(edition) => edition,
        None => next_edition(case, doc)?,
    };
    let name = doc.text("name").unwrap_or_default().to_owned();
    doc.set("edition", edition);
    doc.set("title", format!("{name}, version {edition}"));
    Ok(())
}

fn kit_of(case: &Look, doc: &Doc) -> Result<Kit, Halt> {
    kit_for(case, doc.text("product_group").unwrap_or_default(), case.today())
}

/// One more than the highest version of the code, which belongs to one product group.
fn next_edition(case: &Look, doc: &Doc) -> Result<i64, Halt> {
    let code = doc.text("code").unwrap_or_default();
    let mut last = 0;
    for id in index::ids_where(case, &FORMULA, "code", code)? {
        let Some(other) = case.find(FORMULA.key, &id)? else { continue };
        if other.get("product_group") != doc.get("product_group") {
            let message = said!("{code} already exists for another product group", code);
            return Err(Halt::issues(vec![Issue::new("code", Code::Duplicate, message)]));
        }
        last = last.max(other.int("edition").unwrap_or(0));
    }
    Ok(last + 1)
}

/// The issues of a formula for its group: names, units, a division by zero.
pub fn record_issues(kit: &Kit, record: &Record) -> Vec<Issue> {
    let mut issues = Vec::new();
    formula_check(record, &mut issues);
    let said = |key: &str| record.get(key).and_then(Value::as_str).unwrap_or_default();
    let parsed = Formula::parse(said("expression"));
    if let Some((formula, per)) = parsed.ok().zip(Per::parse(said("per")))
        && let Some(message) = formula.issue(&kit.variables(), per)
    {
        issues.push(Issue::new("expression", Code::Input, message));
    }
    issues
}

json_struct! { WHOLE
    /// How a test row came out.
    pub struct Outcome {
        /// Grams that the formula gives.
        pub g: Option<i64>,
        pub ok: bool,
        /// The result and the expected one, or why there is no result.
        pub message: String,
    }
}

/// Every test row by the formula, in order.
pub fn outcomes(kit: &Kit, record: &Record) -> Vec<Outcome> {
    let text = record.get("expression").and_then(Value::as_str).unwrap_or_default();
    let Ok(formula) = Formula::parse(text) else {
        return vec![Outcome::default(); tests(record).len()];
    };
    let variables = kit.variables();
    tests(record).iter().map(|row| outcome(&formula, &variables, row)).collect()
}

fn outcome(formula: &Formula, variables: &[Variable], row: &Value) -> Outcome {
    let failed = |said: Said| Outcome { g: None, ok: false, message: said.to_string() };
    let inputs = match formula::inputs(said(row, "inputs")) {
        Ok(inputs) => inputs,
        Err(message) => return failed(message),
    };
    let find = |name: &str| variables.iter().find(|variable| variable.name == name);
    if let Some((name, _)) = inputs.iter().find(|(name, _)| find(name).is_none()) {
        return failed(said!("{name} is not a number of this product group", name));
    }
    let given: Vec<Given> =
        inputs.iter().filter_map(|(name, value)| Some((find(name)?, *value))).collect();
    let g = match formula.grams(&given) {
        Ok(g) => g,
        Err(why) => return failed(why.says()),
    };
    let number = |key: &str| row.get(key).and_then(Value::as_i64);
    let (Some(expected), tolerance) = (number("expected_g"), number("tolerance_g").unwrap_or(0))
    else {
        return Outcome { g: Some(g), ok: false, message: format!("gives {}", shown(g)) };
    };
    let ok = (g - expected).abs() <= tolerance;
    let message = match (ok, tolerance) {
        (true, _) => format!("gives {}", shown(g)),
        (false, 0) => format!("gives {}, expected {}", shown(g), shown(expected)),
        (false, tolerance) => {
            format!("gives {}, expected {} ± {}", shown(g), shown(expected), shown(tolerance))
        }
    };
    Outcome { g: Some(g), ok, message }
}

fn shown(g: i64) -> String {
    kg(Grams(g))
}

/// A formula is activated when it is whole, right for its group, and every test row comes out.
fn passes(case: &Look, doc: &Doc) -> Result<(), Halt> {
    let whole = check::check(&FORMULA, &doc.record, Some(&doc.record), Strictness::Complete);
    done(whole.issues)?;
    let kit = kit_of(case, doc)?;
    done(record_issues(&kit, &doc.record))?;
    let mut issues = Vec::new();
    for (at, outcome) in outcomes(&kit, &doc.record).into_iter().enumerate() {
        if !outcome.ok {
            let message =
                said!("Test row {line} {message}", line = at + 1, message = outcome.message);
            issues.push(Issue::new(format!("tests.{at}.expected_g"), Code::Rule, message));
        }
    }
    done(issues)?;
    let group = doc.text("product_group").unwrap_or_default();
    for other in active(case, group)? {
        if other.id != doc.id && other.get("from") == doc.get("from") {
            let message =
                said!("{formula} is active from the same day", formula = other.title(&FORMULA));
            return Err(Halt::issues(vec![Issue::new("from", Code::Rule, message)]));
        }
    }
    Ok(())
}

fn active(case: &Look, group: &str) -> Result<Vec<Arc<Doc>>, Halt> {
    let ids = index::ids_where(case, &FORMULA, "product_group", group)?;
    let docs = ids.iter().map(|id| case.find(FORMULA.key, id)).collect::<Result<Vec<_>, Halt>>()?;
    Ok(docs.into_iter().flatten().filter(|doc| doc.is_active()).collect())
}

/// The formula that weighs a group's SKUs on a day: the active one of the latest day up to it.
pub fn in_force(case: &Look, group: &str, on: Day) -> Result<Option<Arc<Doc>>, Halt> {
    let from = |doc: &Arc<Doc>| doc.text("from").and_then(Day::parse);
    let begun =
        active(case, group)?.into_iter().filter(|doc| from(doc).is_some_and(|day| day <= on));
    Ok(begun.max_by_key(from))
}
