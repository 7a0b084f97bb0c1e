//! Who may do what, as one table that a change of rights must change; `UPDATE=1` writes it anew.

use std::fmt::Write;
use std::path::Path;

use godown_core::declare::actor::Actor;
use godown_core::declare::grant::{PARTS, PORTAL, Reach, Role, Verb};
use godown_core::docs;
use godown_core::error::{Code, Halt};
use godown_core::flow::Step;
use godown_core::kept::read::Memory;
use godown_core::query::list::{self, Query, Where};
use godown_core::schema::DocType;
use godown_core::value::Instant;
use godown_core::write::index;

const VERBS: [(Verb, char); 4] =
    [(Verb::View, 'V'), (Verb::Add, 'A'), (Verb::Edit, 'E'), (Verb::Delete, 'D')];

fn person(role: Role) -> Actor {
    Actor { id: "somebody".into(), roles: vec![role], ..Actor::system() }
}

/// The widest reach of each verb: `V` everywhere, `Vb` branch, `Vy` yard, `Vs` own and
/// shared, `Vo` own, `Vf` own firm.
fn cell(def: &DocType, actor: &Actor) -> String {
    let mut cell = String::new();
    for (verb, letter) in VERBS {
        let Some(reach) = actor.reaches(def, verb).pop() else { continue };
        let _ = write!(cell, "{letter}");
        cell.push_str(match reach {
            Reach::All => "",
            Reach::Branch => "b",
            Reach::Yard => "y",
            Reach::Shared => "s",
            Reach::Own => "o",
            Reach::Party => "f",
        });
    }
    if cell.is_empty() { "-".into() } else { cell }
}

/// The role if it has the action, `(own)` behind it if on its own documents only.
fn taker(def: &DocType, action: &str, role: Role) -> Option<String> {
    let rows = def.flow.steps.iter().filter(|step| step.action == action);
    let mut by = rows.flat_map(|step| step.by).filter(|by| by.role == role).peekable();
    by.peek()?;
    Some(if by.all(|by| by.own) { format!("{}(own)", role.name()) } else { role.name().into() })
}

fn matrix() -> String {
    let mut out = format!("{:<20}", "");
    for role in PARTS {
        let _ = write!(out, "{:<10}", role.name());
    }
    out = format!("{}\n", out.trim_end());
    for def in docs::ALL {
        let mut line = format!("{:<19} ", def.key);
        for role in PARTS {
            let _ = write!(line, "{:<10}", cell(def, &person(*role)));
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out.push_str("\nactions\n");
    for def in docs::ALL {
        for action in def.flow.action_names() {
            let roles: Vec<String> =
                Role::ALL.iter().filter_map(|role| taker(def, action, *role)).collect();
            let _ = writeln!(out, "{:<19} {:<20}{}", def.key, action, roles.join(" "));
        }
    }
    out
}

#[test]
fn the_rights_are_those_of_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matrices/access.txt");
    let wanted = matrix();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "rights changed: npm run gen");
}

#[test]
fn nobody_without_a_role_may_do_anything() {
    let nobody = Actor { roles: Vec::new(), ..person(Role::Sales) };
    for def in docs::ALL {
        assert_eq!(cell(def, &nobody), "-", "{}", def.key);
    }
}

#[test]
fn audit_changes_nothing_but_what_it_audits() {
    let audit = person(Role::Audit);
    for def in docs::ALL.iter().filter(|def| !["stock_audit", "stock_count"].contains(&def.key)) {
        for verb in [Verb::Add, Verb::Edit, Verb::Delete] {
            assert!(!audit.may(def, verb), "{}", def.key);
        }
    }
}

#[test]
fn the_yard_never_sees_a_rate() {
    assert!(!person(Role::Yard).sees_rates());
    assert!(!person(Role::Logi).sees_rates());
    assert!(person(Role::Sales).sees_rates());
}

#[test]
fn people_of_other_firms_see_and_do_what_is_about_their_firm_alone() {
    for role in PORTAL {
        let outside = person(*role);
        for def in docs::ALL {
            for verb in Verb::ALL.iter().filter(|verb| outside.may(def, **verb)) {
                let harmless = matches!(verb, Verb::View | Verb::Print | Verb::Approve);
                assert!(harmless, "{role:?} {} {verb:?}", def.key);
                assert_eq!(outside.reaches(def, *verb), [Reach::Party], "{role:?} {}", def.key);
            }
        }
        let own = |step: &Step, role| step.by.iter().all(|by| by.own || by.role != role);
        let steps = docs::ALL.iter().flat_map(|def| def.flow.steps);
        let theirs = steps.filter(|step| step.by.iter().any(|by| by.role == *role));
        let theirs: Vec<(&str, bool)> =
            theirs.map(|step| (step.action, own(step, *role))).collect();
        // Whoever carries goods also tells what became of them.
        let carries = ["reach", "deliver", "refuse"].map(|action| (action, true));
        let carries = if *role == Role::Vendor { &carries[..] } else { &[] };
        assert_eq!(theirs, [&[("profile", true)], carries].concat(), "{role:?}");
        assert!(!outside.sees_cost() && !outside.sees_all());
    }
}

#[test]
fn a_list_is_neither_narrowed_nor_sorted_by_what_the_person_is_not_shown() {
    let read = Memory::default();
    let mut refused = 0;
    for role in PARTS {
        let actor = person(*role);
        for def in docs::ALL.iter().filter(|def| actor.may(def, Verb::View)) {
            let hidden = |key: &str| def.field(key).is_some_and(|one| !actor.sees(one.guarded));
            let listed = def.fields.iter().filter(|one| hidden(one.key));
            let listed = listed.filter(|one| index::in_row(def, one));
            let narrowed = listed.map(|one| Query {
                conditions: vec![Where::parse(&format!("{}:ge:1", one.key)).unwrap()],
                ..Query::default()
            });
            let sorts = def.sorts.iter().filter(|sort| hidden(sort.trim_start_matches('-')));
            let sorted = sorts.map(|sort| Query { sort: (*sort).to_owned(), ..Query::default() });
            for query in narrowed.chain(sorted) {
                let Err(Halt::Refused(found)) =
                    list::page(&read, &actor, Instant(0), def.key, &query)
                else {
                    panic!("{role:?} {}: {query:?}", def.key);
                };
                assert_eq!(found.issues[0].code, Code::Forbidden, "{role:?} {}", def.key);
                refused += 1;
            }
        }
    }
    assert!(refused > 0);
}
