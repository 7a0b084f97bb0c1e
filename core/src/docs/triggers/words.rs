//! The words that a trigger's text may hold in double braces, and what they come to for one reader.

use serde_json::Value;

use crate::declare::case::Look;
use crate::docs::formats::percent_shown;
use crate::docs::orders::{ACCOUNT_CONCERN, ORDER};
use crate::docs::{parties, reasons};
use crate::error::Halt;
use crate::kept::doc::{Doc, Record};
use crate::ledger::credit;
use crate::schema::{DocType, Field, Guarded, Kind, Unit};
use crate::value::{Day, Grams, IST_MINUTES, Instant, Paise, grouped, kg, rupees};

/// Words that every document has.
const COMMON: &[&str] = &["doc_no", "title", "type", "status", "age_h", "party", "today"];
/// The amount of an invoice beside its fields: its balance, by the credit ledger.
const BALANCE: &str = "balance_paise";
/// The order of an invoice about which accounts raised a concern that is not settled yet.
const OPEN_CONCERN: &str = "open_concern";

/// The words in double braces of a text.
pub fn of(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once("{{") {
        let Some((word, after)) = behind.split_once("}}") else { break };
        found.push(word.trim());
        rest = after;
    }
    found
}

/// Whether a document of the type has the word.
pub fn known(def: &DocType, word: &str) -> bool {
    available(def).contains(&word)
}

/// Every word of a type.
pub fn available(def: &DocType) -> Vec<&'static str> {
    let one_value = |field: &&'static Field| {
        !matches!(
            field.kind,
            Kind::Rows { .. } | Kind::Group(_) | Kind::Many(_) | Kind::Secret | Kind::File
        )
    };
    let mut words = COMMON.to_vec();
    words.extend(def.fields.iter().filter(one_value).map(|field| field.key));
    match def.key {
        "invoice" => words.extend([BALANCE, OPEN_CONCERN]),
        "sku" => words.extend(["yard", "free"]),
        "customer" => words.push("used_bp"),
        "employee" => words.push("source"),
        _ => {}
    }
    words.dedup();
    words
}

/// The subject of a message.
pub struct About<'a> {
    pub def: &'static DocType,
    pub doc: &'a Doc,
    /// Words that the event brings, as they are shown.
    pub extra: Record,
}

impl About<'_> {
    /// A word's value as it is kept, to be compared.
    pub fn value(&self, case: &Look, word: &str) -> Result<Value, Halt> {
        let doc = self.doc;
        if let Some(value) = self.extra.get(word) {
            return Ok(value.clone());
        }
        Ok(match word {
            "doc_no" => doc.doc_no.clone().into(),
            "title" => doc.title(self.def).into(),
            "type" => self.def.label.into(),
            "status" => doc.status.as_str().into(),
            "age_h" => ((case.now.0 - doc.since.0) / 3_600_000).into(),
            "party" => parties::named(case, self.def, &doc.record)?.into(),
            "today" => case.today().to_string().into(),
            BALANCE if self.def.key == "invoice" => {
                let customer = doc.text("customer").unwrap_or_default();
                credit::open_invoice(case, customer, &doc.id)?.balance_paise.into()
            }
            OPEN_CONCERN if self.def.key == "invoice" => open_concern(case, doc)?.into(),
            _ => doc.get(word).cloned().unwrap_or(Value::Null),
        })
    }

    /// A text with its words filled in, as one reader may see them.
    pub fn fill(
        &self,
        case: &Look,
        text: &str,
        sees: &dyn Fn(Guarded) -> bool,
    ) -> Result<String, Halt> {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once("{{") {
            let Some((word, after)) = behind.split_once("}}") else { break };
            filled.push_str(before);
            filled.push_str(&self.shown(case, word.trim(), sees)?);
            rest = after;
        }
        filled.push_str(rest);
        Ok(filled)
    }

    fn shown(
        &self,
        case: &Look,
        word: &str,
        sees: &dyn Fn(Guarded) -> bool,
    ) -> Result<String, Halt> {
        let value = self.value(case, word)?;
        if let Some(text) = self.extra.get(word).and_then(Value::as_str) {
            return Ok(text.to_owned());
        }
        let guarded = match word {
            BALANCE | "used_bp" => Guarded::Rates,
            _ => self.def.field(word).map_or(Guarded::Open, |field| field.guarded),
        };
        if !sees(guarded) {
            return Ok("—".to_owned());
        }
        if let (BALANCE, Some(paise)) = (word, value.as_i64()) {
            return Ok(rupees(Paise(paise)));
        }
        match self.def.field(word) {
            Some(field) => in_words(case, field, &value),
            None => Ok(plain(&value)),
        }
    }

    /// Whether every condition of a trigger holds.
    pub fn holds(&self, case: &Look, conditions: &[Value]) -> Result<bool, Halt> {
        for row in conditions {
            let text = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default();
            let value = self.value(case, text("field"))?;
            if !compare(&value, text("op"), text("value")) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The number of the first order of an invoice that stands in a concern of accounts.
fn open_concern(case: &Look, invoice: &Doc) -> Result<Option<String>, Halt> {
    let orders = invoice.get("orders").and_then(Value::as_array);
    for id in orders.into_iter().flatten().filter_map(Value::as_str) {
        let order = case.find(ORDER.key, id)?;
        if let Some(order) = order.filter(|order| order.status == ACCOUNT_CONCERN) {
            return Ok(order.doc_no.clone());
        }
    }
    Ok(None)
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => match Day::parse(text) {
            Some(day) => day.shown(),
            None => text.clone(),
        },
        other => other.to_string(),
    }
}

fn compare(value: &Value, op: &str, with: &str) -> bool {
    let empty = matches!(value, Value::Null) || value.as_str() == Some("");
    let order = match (value.as_i64(), with.parse::<i64>()) {
        (Some(is), Ok(with)) => is.cmp(&with),
        _ => plain_key(value).cmp(&with.to_lowercase()),
    };
    match op {
        "filled" => !empty,
        "empty" => empty,
        "ne" => order.is_ne(),
        "gt" => !empty && order.is_gt(),
        "lt" => !empty && order.is_lt(),
        _ => order.is_eq(),
    }
}

fn plain_key(value: &Value) -> String {
    match value {
        Value::String(text) => text.to_lowercase(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// A field's value as people read it.
fn in_words(case: &Look, field: &Field, value: &Value) -> Result<String, Halt> {
    Ok(match (field.kind, value) {
        (_, Value::Null) => String::new(),
        (Kind::Link(to), Value::String(id)) => match case.find(to.key, id)? {
            Some(doc) => doc.title(to),
            None => String::new(),
        },
        (Kind::Choice(of), Value::String(key)) => {
            let found = of.iter().find(|(own, _)| own == key);
            found.map_or_else(|| key.clone(), |(_, label)| (*label).to_owned())
        }
        (Kind::Reason(kind), Value::String(code)) => reasons::words(case, kind, code)?,
        (Kind::Bool, Value::Bool(flag)) => if *flag { "Yes" } else { "No" }.to_owned(),
        (Kind::Instant, value) => {
            let at = Instant(value.as_i64().unwrap_or(0));
            match at.minutes_of_day(IST_MINUTES) {
                0 => at.day_in(IST_MINUTES).shown(),
                _ => at.shown(),
            }
        }
        (Kind::Int { unit, .. }, value) => amount(unit, value.as_i64().unwrap_or(0)),
        (_, value) => plain(value),
    })
}

fn amount(unit: Unit, value: i64) -> String {
    match unit {
        Unit::Paise | Unit::Rate => rupees(Paise(value)),
        Unit::Grams => kg(Grams(value)),
        Unit::Bp => percent_shown(value),
        _ => grouped(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_text_stand_between_double_braces() {
        assert_eq!(of("Order {{doc_no}} of {{ party }} waits"), ["doc_no", "party"]);
        assert_eq!(of("{{open"), [""; 0]);
        assert_eq!(of("no words } { here"), [""; 0]);
    }

    #[test]
    fn values_are_compared_as_what_they_are() {
        for (value, op, with, holds) in [
            (Value::from(20), "gt", "9", true),
            (Value::from(20), "lt", "100", true),
            (Value::from("Posted"), "eq", "posted", true),
            (Value::from("Posted"), "ne", "posted", false),
            (Value::Null, "empty", "", true),
            (Value::Null, "lt", "5", false),
            (Value::from("x"), "filled", "", true),
        ] {
            assert_eq!(compare(&value, op, with), holds, "{value} {op} {with}");
        }
    }
}
