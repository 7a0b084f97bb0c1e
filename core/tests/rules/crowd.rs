//! Whatever a crowd draws, the core in wasm decides it byte for byte, every invariant holds, every report says what
//! plain loops say, and nobody approves their own work.

mod books;
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
        books::are_right(memory, now);
        told::reports_are_right(memory, now, dice);
    }
}

/// What is carried out in every round of seeds: a deed of a type, the status to which it leads, and how often at least
/// in the financial year in which the seeds begin, and after it. In a proof each is carried out in the year after too.
const CARRIED_OUT: &[(&str, &str, &str, [usize; 2])] = &[
    ("invoice", "post", "Posted", [3, 2]),
    ("credit_note", "post", "Posted", [1, 1]),
    ("debit_note", "post", "Posted", [1, 1]),
    ("sales_return", "receive", "Received at Yard", [3, 3]),
    ("receipt", "bounce", "Bounced", [2, 0]),
    ("credit_limit_request", "approve", "Approved", [3, 1]),
    ("credit_limit_request", "expire", "Expired", [0, 1]),
    ("reversal", "execute", "Done", [3, 1]),
];

fn notes_returns_bounces_limits_and_reversals_were_carried_out(
    drawings: &Drawings,
    rounds: usize,
    proving: bool,
) {
    for (kind, deed, status, least) in CARRIED_OUT {
        let led = drawings.led(kind, deed, status);
        let enough = led.iter().zip(least).all(|(times, least)| *times >= least * rounds);
        assert!(enough && !(proving && led[1] == 0), "{kind} {deed}: {led:?} in {rounds} rounds");
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
    if proving {
        for ((kind, deed), [drawn, done]) in &drawings.deeds {
            eprintln!("drawn | {kind} | {deed} | {drawn} | {done}");
        }
        for ((kind, deed, status), [first, later]) in &drawings.led_to {
            eprintln!("led to | {kind} | {deed} | {status} | {first} | {later}");
        }
    }
    let all: BTreeSet<_> = drawn::all_deeds().map(|(def, deed)| (def.key, deed)).collect();
    let never: Vec<_> = all.iter().filter(|deed| !drawings.deeds.contains_key(*deed)).collect();
    assert!(never.is_empty(), "never drawn: {never:?}");
    let rounds = seeds.len() / ROUND;
    notes_returns_bounces_limits_and_reversals_were_carried_out(&drawings, rounds, proving);
    let figure = format!(
        "{} deeds of {} types, {} drawn, {} done, {calls} answers byte-equal; 0 violations",
        all.len(),
        godown_core::docs::ALL.len(),
        drawings.drawn(),
        drawings.done(),
    );
    proof::report("T17 crowd, seeds", seeds.len(), &figure, "0 violations, no deed never drawn");
}
