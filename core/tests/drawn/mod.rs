//! Records and inputs as people might enter them, drawn from the declarations alone.

#![allow(dead_code, reason = "each test binary uses its own part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

pub mod eyes;
pub mod forms;

use godown_core::declare::actor::Actor;
use godown_core::docs;
use godown_core::docs::reasons;
use godown_core::error::Issue;
use godown_core::kept::doc::{Doc, Record};
use godown_core::kept::keys;
use godown_core::kept::read::{Memory, Range, Read, parse};
use godown_core::schema::{DocType, Field, Kind, Need};
use godown_core::value::Day;
use serde_json::{Value, json};

use crate::proof::dice::Dice;

/// How many documents of a type a link is chosen among.
const CHOICE: usize = 40;

/// A store, and the dice by which its people enter something.
pub struct Drawn<'a> {
    pub memory: &'a Memory,
    pub dice: &'a mut Dice,
    pub today: Day,
    /// Files that the person sent.
    pub files: &'a [String],
    /// How many of a hundred fields are filled that may stay empty.
    pub filled: u64,
    /// How many of a hundred values are such as nobody should enter.
    pub odd: u64,
}

/// The document of a type and id.
pub fn doc(memory: &Memory, kind: &str, id: &str) -> Option<Doc> {
    let key = keys::doc(kind, id);
    memory.get(&key).unwrap().map(|bytes| parse(&key, &bytes).unwrap())
}

/// The first and the last ids of a type.
pub fn ids(memory: &Memory, def: &DocType) -> Vec<String> {
    let range = Range::prefix(&keys::key(&["doc", def.key]));
    let mut found = memory.keys(&range, CHOICE / 2).unwrap();
    for key in memory.keys(&range.reversed(), CHOICE / 2).unwrap() {
        if !found.contains(&key) {
            found.push(key);
        }
    }
    found.iter().map(|key| keys::parts(key).last().unwrap().to_string()).collect()
}

fn may_enter(field: &Field) -> bool {
    !field.computed
}

/// Whoever types an account number a second time types the same.
fn twice(record: &mut Record) {
    if let Some(again) = record.get("account").cloned()
        && record.contains_key("account_again")
    {
        record.insert("account_again".to_owned(), again);
    }
}

impl Drawn<'_> {
    /// A record of these fields.
    pub fn record(&mut self, fields: &[Field]) -> Record {
        let mut record = Record::new();
        for field in fields.iter().filter(|field| may_enter(field)) {
            if field.need != Need::Never || self.dice.chance(self.filled) {
                record.insert(field.key.to_owned(), self.value(&field.kind));
            }
        }
        twice(&mut record);
        record
    }

    /// Changes one value of a record, or empties it.
    pub fn change(&mut self, record: &mut Record, fields: &'static [Field]) {
        let fields: Vec<&Field> = fields.iter().filter(|field| may_enter(field)).collect();
        let Some(field) = (!fields.is_empty()).then(|| *self.dice.one(&fields)) else { return };
        match (field.kind, record.get_mut(field.key)) {
            (Kind::Rows { fields, .. }, Some(Value::Array(rows))) if !rows.is_empty() => {
                let at = self.dice.below(rows.len());
                if let Value::Object(row) = &mut rows[at] {
                    self.change(row, fields);
                }
            }
            (Kind::Group(fields), Some(Value::Object(group))) => self.change(group, fields),
            _ if field.need == Need::Never && self.dice.chance(30) => {
                record.remove(field.key);
            }
            (kind, _) => {
                record.insert(field.key.to_owned(), self.value(&kind));
            }
        }
        twice(record);
    }

    /// Enters something else where a refusal points; whether it points at a field at all.
    pub fn mend(&mut self, record: &mut Record, fields: &'static [Field], issue: &Issue) -> bool {
        let steps: Vec<&str> = issue.path.split('.').collect();
        self.mend_at(record, fields, &steps)
    }

    fn mend_at(&mut self, record: &mut Record, fields: &'static [Field], path: &[&str]) -> bool {
        let Some((first, rest)) = path.split_first() else { return false };
        let Some(field) = fields.iter().find(|field| field.key == *first && may_enter(field))
        else {
            return false;
        };
        match (field.kind, record.get_mut(*first), rest.split_first()) {
            (Kind::Rows { fields, .. }, Some(Value::Array(rows)), Some((at, rest))) => {
                let row = at.parse().ok().and_then(|at: usize| rows.get_mut(at));
                match row.and_then(Value::as_object_mut) {
                    Some(row) => self.mend_at(row, fields, rest),
                    None => false,
                }
            }
            (Kind::Group(fields), Some(Value::Object(group)), Some(_)) => {
                self.mend_at(group, fields, rest)
            }
            _ => {
                // What is there and refused again is left out now and then.
                match field.need == Need::Never && record.remove(*first).is_some() {
                    true if self.dice.chance(40) => {}
                    _ => drop(record.insert((*first).to_owned(), self.value(&field.kind))),
                }
                twice(record);
                true
            }
        }
    }

    pub fn value(&mut self, kind: &Kind) -> Value {
        if self.dice.chance(self.odd) {
            return self.odd_value();
        }
        match *kind {
            Kind::Text { max } | Kind::Note { max } => json!(self.words(max as usize)),
            Kind::Code(format) => json!(forms::written(self.dice, format)),
            Kind::Int { min, max, .. } => json!(self.int(min, max)),
            Kind::Bool => json!(self.dice.chance(50)),
            Kind::Date => json!(self.day().to_string()),
            Kind::Time => json!(format!("{:02}:{:02}", self.dice.below(24), self.dice.below(60))),
            Kind::Instant => json!(1_790_000_000_000_i64 + self.dice.below(40_000) as i64),
            Kind::Choice(of) => json!(self.dice.one(of).0),
            Kind::Link(def) => self.link(def),
            Kind::Reason(kind) => self.reason(kind),
            Kind::Rows { fields, min, max } => {
                let most = max.min(min.max(1) + 2) - min;
                let rows = min as usize + self.dice.below(most as usize + 1);
                Value::Array((0..rows).map(|_| Value::Object(self.record(fields))).collect())
            }
            Kind::Group(fields) => Value::Object(self.record(fields)),
            Kind::Many(of) => {
                let mut all: Vec<Value> = Vec::new();
                for _ in 0..=self.dice.below(3) {
                    let one = self.value(of);
                    if !all.contains(&one) {
                        all.push(one);
                    }
                }
                Value::Array(all)
            }
            Kind::Secret => json!("quiet lorries at nine"),
            Kind::File => match self.files.is_empty() {
                true => json!("none"),
                false => json!(self.dice.one(self.files)),
            },
        }
    }

    fn odd_value(&mut self) -> Value {
        let odd = [json!(""), json!(" "), json!(-1), json!(i64::MAX), json!("'; --"), json!([])];
        self.dice.one(&odd).clone()
    }

    fn words(&mut self, max: usize) -> String {
        let words = ["Sharma", "Asha", "Tubes", "north", "12", "Pune", "बाज़ार", "É", "a-b", "x"];
        let mut text = String::new();
        for _ in 0..=self.dice.below(4) {
            let word = *self.dice.one(&words);
            if text.chars().count() + word.chars().count() < max {
                text = format!("{text} {word}");
            }
        }
        if self.dice.chance(60) && max > 8 {
            text = format!(
                "{} {}",
                text.chars().take(max - 5).collect::<String>(),
                self.dice.below(999)
            );
        }
        text.trim().to_owned()
    }

    fn int(&mut self, min: i64, max: i64) -> i64 {
        let small = self.dice.below(1_000) as i64;
        let large = self.dice.below(100_000_000) as i64;
        let pick = *self.dice.one(&[small, small, large, min, max, 0, 1, small * 1_000]);
        pick.clamp(min, max)
    }

    /// Mostly a day near today; else the edge of a month or of a financial year, or one far off.
    fn day(&mut self) -> Day {
        let (year, month, _) = self.today.civil();
        let near = self.today.plus(self.dice.below(15) as i32 - 4);
        let edges = [
            near,
            near,
            near,
            self.today,
            self.today.plus(1),
            self.today.plus(60),
            self.today.fy().first_day(),
            self.today.fy().first_day().plus(-1),
            Day::from_civil(year, month, 1).unwrap(),
            Day::from_civil(2024, 2, 29).unwrap(),
            Day::from_civil(2027, 3, 31).unwrap(),
            Day::from_civil(2027, 4, 1).unwrap(),
            Day::from_civil(2099, 12, 31).unwrap(),
        ];
        *self.dice.one(&edges)
    }

    fn link(&mut self, def: &DocType) -> Value {
        let ids = ids(self.memory, def);
        match ids.is_empty() {
            true => json!("nothing"),
            false => json!(self.dice.one(&ids)),
        }
    }

    fn reason(&mut self, kind: &str) -> Value {
        let all = ids_of_all(self.memory, &reasons::REASON);
        let code = |id: &String| {
            let doc = doc(self.memory, "reason", id)?;
            (doc.text("kind") == Some(kind)).then(|| doc.text("code").unwrap().to_owned())
        };
        let codes: Vec<String> = all.iter().filter_map(code).collect();
        json!(if codes.is_empty() { "NONE" } else { self.dice.one(&codes) })
    }
}

fn ids_of_all(memory: &Memory, def: &DocType) -> Vec<String> {
    let found = memory.keys(&Range::prefix(&keys::key(&["doc", def.key])), 1_000).unwrap();
    found.iter().map(|key| keys::parts(key).last().unwrap().to_string()).collect()
}

/// Who takes a step on a document: everybody of these who may.
pub fn takers<'a>(people: &'a [Actor], def: &DocType, doc: &Doc, action: &str) -> Vec<&'a Actor> {
    let rows = || def.flow.steps.iter().filter(|step| step.action == action);
    let here = |actor: &&Actor| {
        rows().any(|step| {
            step.from.contains(&doc.status.as_str()) && step.role_of(actor, def, doc).is_some()
        })
    };
    people.iter().filter(here).collect()
}

/// Every deed that a type knows: `create`, `update`, `delete` and the actions of its workflow.
pub fn deeds(def: &'static DocType) -> Vec<&'static str> {
    let mut all = vec!["create"];
    if !def.flow.editable.is_empty() {
        all.push("update");
    }
    if !def.flow.deletable.is_empty() {
        all.push("delete");
    }
    all.extend(def.flow.action_names());
    all
}

/// Every deed of every type.
pub fn all_deeds() -> impl Iterator<Item = (&'static DocType, &'static str)> {
    docs::ALL.iter().flat_map(|def| deeds(def).into_iter().map(|deed| (*def, deed)))
}
