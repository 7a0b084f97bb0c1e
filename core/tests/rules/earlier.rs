//! Rows of an earlier system, decided: what is wrong with them, and what they leave.

use crate::support::World;
use godown_core::decide::decide;
use godown_core::declare::grant::Role;
use godown_core::error::{Halt, Issue};
use godown_core::kept::read::Writes;
use godown_core::write::command::{Command, CommandKind};
use godown_core::{earlier, invariant};
use serde_json::{Value, json};

fn bring(world: &mut World, who: Role, rows: &[Value]) -> Result<Writes, Vec<Issue>> {
    let rows = rows.iter().map(|row| row.as_array().unwrap().clone()).collect();
    let deed = CommandKind::BringIn { of: "receipt".to_owned(), rows };
    let command_id = format!("00000000-0000-4000-8000-{:012}", world.site.memory.pairs.len());
    let command = Command { command_id, deed };
    let actor = world.people.iter().find(|actor| actor.has(who)).unwrap();
    match decide(&world.site.memory, actor, world.site.now, &command) {
        Ok(changes) => {
            world.site.memory.apply(&changes.writes);
            Ok(changes.writes)
        }
        Err(Halt::Refused(refused)) => Err(refused.issues),
        Err(other) => panic!("{other:?}"),
    }
}

fn row(number: &str, customer: &str, paise: i64) -> Value {
    json!(["2019-04-30", number, customer, null, null, null, paise])
}

#[test]
fn only_an_administrator_brings_rows_in() {
    let mut world = World::new();
    let issues = bring(&mut world, Role::Acc, &[row("R1", "Mehta", 5)]).unwrap_err();
    assert_eq!(issues[0].message, "Only an administrator can import these records");
}

#[test]
fn every_bad_value_is_named_at_its_row() {
    let mut world = World::new();
    let rows = [row("R1", "Mehta", 5), json!(["2019-13-01", "R2", null, null, null, null, "many"])];
    let issues = bring(&mut world, Role::Admin, &rows).unwrap_err();
    let paths: Vec<&str> = issues.iter().map(|issue| issue.path.as_str()).collect();
    assert_eq!(paths, ["rows.1.date", "rows.1.customer", "rows.1.amount_paise"]);
    let issues = bring(&mut world, Role::Admin, &vec![json!([]); 5_001]).unwrap_err();
    assert_eq!(issues[0].message, "Send 1 to 5000 rows at once");
}

#[test]
fn rows_of_one_document_say_the_same_of_it() {
    let mut world = World::new();
    let rows = [row("R1", "Mehta", 5), row("R1", "Rao", 5)];
    let issues = bring(&mut world, Role::Admin, &rows).unwrap_err();
    assert_eq!(issues[0].path, "rows.1.customer");
    assert_eq!(issues[0].message, "Customer differs from the document's first row");
}

#[test]
fn many_rows_are_one_part_and_touch_no_balance() {
    let mut world = World::new();
    let rows: Vec<Value> = (0..1_000).map(|at| row(&format!("R{at}"), "Mehta", at)).collect();
    let before = world.site.memory.clone();
    let writes = bring(&mut world, Role::Admin, &rows).unwrap();
    let count = |word: &str| {
        let starts = |key: &&String| godown_core::kept::keys::parts(key)[0] == word;
        writes.keys().filter(starts).count()
    };
    let counts = ["earlier", "earlier_no", "earlier_name", "cmd"].map(count);
    assert_eq!((counts, writes.len()), ([1, 1_000, 1, 1], 1_003));
    assert!(before.pairs.iter().all(|(key, value)| world.site.memory.pairs[key] == *value));
    assert_eq!(invariant::check(&world.site.memory).unwrap(), []);
    assert!(earlier::KINDS.iter().all(|kind| kind.def.field("number").is_some()));
}

#[test]
fn a_name_of_a_master_leads_to_it() {
    let mut world = World::new();
    let id = world.customer.clone();
    let name = {
        let key = godown_core::kept::keys::doc("customer", &id);
        let doc: Value = serde_json::from_slice(&world.site.memory.pairs[&key]).unwrap();
        doc["record"]["name"].as_str().unwrap().to_owned()
    };
    let writes = bring(&mut world, Role::Admin, &[row("R1", &name, 5)]).unwrap();
    let part = writes.iter().find_map(|(key, value)| {
        let value = value.as_ref()?;
        (godown_core::kept::keys::parts(key)[0] == "earlier").then_some(value)
    });
    let part: earlier::EarlierPart = serde_json::from_slice(part.unwrap()).unwrap();
    assert_eq!(part.id(part.papers[0].party), id);
}

#[test]
fn what_an_entry_keeps_of_an_earlier_system_is_this_text_and_is_read_from_it() {
    const KEPT: &str = concat!(
        r#"{"ids":["~acme","sku-1"],"papers":[["A/17",20600,1,0,0,"#,
        "[[2,0,-4,-120000,[-700050,-126009,0,-650000,0]],[2,0,1,30000,[1,0,0,0,4294967296]]]]]}",
    );
    let part: earlier::EarlierPart = serde_json::from_str(KEPT).unwrap();
    let doc = &part.papers[0];
    assert_eq!((doc.number.as_str(), doc.day), ("A/17", 20_600));
    assert_eq!((part.id(doc.party), part.id(doc.salesman)), ("~acme", ""));
    let row = &doc.rows[0];
    assert_eq!((part.id(row.sku), row.pcs, row.weight_g), ("sku-1", -4, -120_000));
    assert_eq!(row.amounts, [-700_050, -126_009, 0, -650_000, 0]);
    assert_eq!(serde_json::to_string(&part).unwrap(), KEPT);
}
