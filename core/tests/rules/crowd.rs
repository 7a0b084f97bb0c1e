//! Whatever a crowd draws, the core in wasm decides it byte for byte, every invariant holds, every report says what
//! plain loops say, and nobody approves their own work.

mod told;

use std::collections::BTreeSet;

use godown_core::decide::{Changes, decide};
use godown_core::error::Halt;
use godown_core::kept::read::Memory;
use godown_core::value::Instant;
use godown_core::write::command::CommandKind;
use serde_json::json;

use crate::crowds::{Beside, Drawings, Given, ROUND, ground, play};
use crate::drawn;
use crate::mirror::{Mirror, Watched};
use crate::proof;
use crate::proof::dice::Dice;
use crate::properties::told as as_told;

impl Beside for Mirror {
    fn decided(&mut self, given: &Given, decided: &Result<Changes, Halt>) {
        use CommandKind::{Act, Create, Delete, Update};
        // What the browser decides beforehand.
        if !matches!(given.command.deed, Create { .. } | Update { .. } | Delete { .. } | Act { .. })
        {
            return;
        }
        let watched = Watched::new(given.memory);
        let seen = decide(&watched, given.actor, given.now, given.command);
        assert_eq!(as_told(&seen), as_told(decided), "decided twice alike: {:?}", given.command);
        let args = json!({
            "facts": watched.facts(), "actor": given.actor, "now": given.now, "command": given.command,
        });
        assert_eq!(self.call("decide", &args), as_told(decided), "{:?}", given.command);
    }

    fn look(&mut self, memory: &Memory, now: Instant, dice: &mut Dice) {
        told::reports_are_right(memory, now, dice);
    }
}

#[test]
fn whatever_is_drawn_of_every_type_the_books_agree_and_nobody_approves_their_own_work() {
    let seeds = proof::seeds(10_000, ROUND);
    let base = ground();
    let proving = seeds.len() >= 100;
    let (mut drawings, mut mirror) = (Drawings::default(), Mirror::start());
    for seed in seeds.clone().map(|seed| seed as u64) {
        // A look takes longer than a step: after each in one seed of twenty, else after ten, and at every seed's end.
        let pace = if seed % 20 == 0 { 1 } else { 10 };
        play(&base, &mut mirror, &mut drawings, seed, pace);
    }
    let calls = mirror.finish();
    let all: BTreeSet<_> = drawn::all_deeds().map(|(def, deed)| (def.key, deed)).collect();
    let never: Vec<_> = all.iter().filter(|deed| !drawings.0.contains_key(*deed)).collect();
    assert!(never.is_empty(), "never drawn: {never:?}");
    if proving {
        for ((kind, deed), [drawn, done]) in &drawings.0 {
            eprintln!("drawn | {kind} | {deed} | {drawn} | {done}");
        }
    }
    let figure = format!(
        "{} deeds of {} types, {} drawn, {} done, {calls} answers byte-equal; 0 violations",
        all.len(),
        godown_core::docs::ALL.len(),
        drawings.drawn(),
        drawings.done(),
    );
    proof::report("T17 crowd, seeds", seeds.len(), &figure, "0 violations, no deed never drawn");
}
