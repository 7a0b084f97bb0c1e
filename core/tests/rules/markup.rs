//! Markup in a text is text: in whatever record it is typed, it is kept, listed and found again as it was typed.

use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Verb;
use godown_core::docs;
use godown_core::error::Issue;
use godown_core::kept::doc::Record;
use godown_core::query;
use godown_core::schema::{DocType, Field, Kind};
use godown_core::write::command::CommandKind;
use serde_json::{Value, json};

use crate::crowds::ground;
use crate::deeds::{Ground, beginning};
use crate::drawn::Drawn;
use crate::proof::dice::Dice;

/// Short, because some texts are; each opens what must never be opened.
const MARKUP: &[&str] =
    &["<b>&amp;\"'`", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>&lt;${x}{{x}}"];

const LETTER: &str = "message";

/// So often a record is mended until it is taken.
const MENDS: usize = 30;
/// So many records of a type are drawn for one that is taken.
const DRAWS: usize = 12;

/// Types whose records need what nobody types: a loading of goods that wait, rows that another step made.
fn begins(ground: &Ground, def: &'static DocType) -> Option<Record> {
    let known = [
        "order",
        "customer",
        "supplier",
        "vendor",
        "purchase_order",
        "inward",
        "additional_inward",
        "transfer",
        "work_order",
        "batch_closing",
        "dump_stock",
        "sales_return",
        "stock_audit",
        "receipt",
        "credit_limit_request",
    ];
    known.contains(&def.key).then(|| beginning(ground, def))
}

/// Every text that may be typed of a record, set to markup; the paths of those that were set.
fn mark(record: &mut Record, fields: &'static [Field], at: &str, spare: &[String]) -> Vec<String> {
    let mut set = Vec::new();
    for field in fields.iter().filter(|field| !field.computed) {
        let path = format!("{at}{}", field.key);
        // A letter is written in markup, of which the harmless part is kept.
        if path == LETTER {
            continue;
        }
        match (&field.kind, record.get_mut(field.key)) {
            (Kind::Text { max } | Kind::Note { max }, _) if !spare.contains(&path) => {
                let fits = MARKUP.iter().rev().find(|text| text.len() <= *max as usize);
                let Some(text) = fits else { continue };
                record.insert(field.key.to_owned(), json!(text));
                set.push(path);
            }
            (Kind::Rows { fields, .. }, Some(Value::Array(rows))) => {
                for (nth, row) in rows.iter_mut().enumerate() {
                    if let Value::Object(row) = row {
                        set.extend(mark(row, fields, &format!("{path}.{nth}."), spare));
                    }
                }
            }
            (Kind::Group(fields), Some(Value::Object(group))) => {
                set.extend(mark(group, fields, &format!("{path}."), spare));
            }
            _ => {}
        }
    }
    set
}

fn at<'v>(record: &'v Value, path: &str) -> &'v Value {
    path.split('.').fold(record, |value, key| match key.parse::<usize>() {
        Ok(nth) => &value[nth],
        Err(_) => &value[key],
    })
}

/// A record of the type that is taken as it is, and what it is taken as.
fn taken(
    ground: &mut Ground,
    actor: &Actor,
    def: &'static DocType,
    dice: &mut Dice,
) -> Option<Record> {
    for _ in 0..DRAWS {
        let (memory, today) = (ground.world.site.memory.clone(), ground.world.site.today());
        let files = ["file-1".to_owned()];
        let mut drawn =
            Drawn { memory: &memory, dice: &mut *dice, today, files: &files, filled: 60, odd: 0 };
        let mut record = begins(ground, def).unwrap_or_else(|| drawn.record(def.fields));
        for _ in 0..MENDS {
            let mut tried = ground.world.site.clone();
            match tried.create(actor, def.key, Value::Object(record.clone())) {
                Ok(_) => return Some(record),
                Err(issues) => {
                    let mended: Vec<bool> = issues
                        .iter()
                        .map(|issue: &Issue| drawn.mend(&mut record, def.fields, issue))
                        .collect();
                    if !mended.contains(&true) {
                        break;
                    }
                }
            }
        }
    }
    None
}

/// Written by the rules, whatever was typed there: a letter to others is signed with the name of whoever sends it, and
/// goods of a group with a template are named by it.
const WRITTEN: [(&str, &str); 2] = [("inbox_message", "sender_name"), ("sku", "name")];

#[test]
fn markup_in_any_text_of_any_record_comes_back_as_the_text_that_was_typed() {
    let mut ground = ground();
    let admin = ground.world.who("ADMIN");
    let sent = CommandKind::SendFile { file: "file-1".into(), bytes: 1_000 };
    ground.world.site.deed(&admin, sent).unwrap();
    let mut dice = Dice(20_261_121);
    let (mut types, mut texts, mut spared) = (0, 0, Vec::new());
    for def in docs::ALL.iter().copied().filter(|def| admin.may(def, Verb::Add) && !def.single) {
        let Some(plain) = taken(&mut ground, &admin, def, &mut dice) else { continue };
        // A text that has a form of its own is refused at its place, and then left as it was.
        let (mut spare, mut made) = (Vec::new(), None);
        for _ in 0..MENDS {
            let mut record = plain.clone();
            let set = mark(&mut record, def.fields, "", &spare);
            match ground.world.site.create(&admin, def.key, Value::Object(record)) {
                Ok(doc) => {
                    made = Some((doc["id"].as_str().unwrap().to_owned(), set));
                    break;
                }
                Err(issues) => spare.extend(issues.into_iter().map(|issue| issue.path)),
            }
        }
        let Some((id, set)) = made.filter(|(_, set)| !set.is_empty()) else { continue };
        let site = &ground.world.site;
        let view = query::view(&site.memory, &admin, site.now, def.key, &id).unwrap();
        let view = view.value().unwrap();
        for path in set.iter().filter(|path| !WRITTEN.contains(&(def.key, path.as_str()))) {
            let text = at(&view["record"], path).as_str().unwrap_or_default();
            assert!(MARKUP.contains(&text), "{} {path}: {}", def.key, view["record"]);
        }
        types += 1;
        texts += set.len();
        spared.extend(spare.into_iter().map(|path| format!("{}.{path}", def.key)));
    }
    assert!(types >= 50 && texts >= 140, "{texts} texts of {types} types; not {spared:?}");
}
