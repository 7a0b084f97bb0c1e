//! Random people take random steps at random times: every invariant holds after each of them, a
//! refused command writes nothing, a repeated one gets its first answer, and the core in wasm gives
//! every answer byte for byte.

use std::thread;

use crate::deeds::FORWARD;
use crate::mirror::{Mirror, Watched};
use crate::proof;
use crate::proof::dice::Dice;
use crate::support::site::record;
use crate::support::{HOUR, World, inputs};
use godown_core::decide::{Changes, decide, timed};
use godown_core::declare::actor::Actor;
use godown_core::docs::orders::{self, ORDER};
use godown_core::error::Halt;
use godown_core::invariant;
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read};
use godown_core::write::command::{Command, CommandKind};
use serde_json::{Value, json};

/// Steps of one seed, and how many seeds are played at once.
const STEPS: u32 = 40;
const WORKERS: usize = 2;

struct Play<'a> {
    world: World,
    mirror: &'a mut Mirror,
    dice: Dice,
    orders: Vec<String>,
    sent: u32,
    done: u32,
}

impl Play<'_> {
    /// Sends a command twice: the second answer must be the first one.
    fn send(&mut self, actor: &Actor, deed: CommandKind) -> Option<Value> {
        self.sent += 1;
        let id = format!("10000000-0000-4000-8000-{:012}", self.sent);
        let command = Command { command_id: id, deed };
        let site = &mut self.world.site;
        let before = site.memory.pairs.len();
        let watched = Watched::new(&site.memory);
        let decided = decide(&watched, actor, site.now, &command);
        let args = json!({
            "facts": watched.facts(), "actor": actor, "now": site.now, "command": command,
        });
        assert_eq!(self.mirror.call("decide", &args), told(&decided), "{command:?}");
        let decided = match decided {
            Ok(decided) => decided,
            Err(Halt::Refused(refused)) => {
                assert!(!refused.issues.is_empty(), "a refusal says why");
                assert_eq!(site.memory.pairs.len(), before);
                return None;
            }
            Err(other) => panic!("{command:?}: {other:?}"),
        };
        site.memory.apply(&decided.writes);
        let again = decide(&site.memory, actor, site.now, &command).unwrap();
        assert!(again.replayed && again.writes.is_empty());
        assert_eq!(again.answer, decided.answer);
        self.done += 1;
        Some(serde_json::to_value(decided.answer).unwrap())
    }

    fn order(&mut self) {
        let mut record_of = self.world.order_record();
        let pcs = 1 + self.dice.below(60) as i64;
        record_of["lines"][0]["pcs"] = json!(pcs);
        record_of["lines"][0]["weight_g"] = json!(pcs * 28_347);
        if self.dice.chance(30) {
            record_of["lines"][0]["rate_paise"] = json!(5_500_000 + self.dice.below(500_000));
        }
        let complete = self.dice.chance(50);
        let args = json!({ "doc_type": "order", "record": record_of, "complete": complete });
        self.mirror.call("check", &args);
        let writer = if self.dice.chance(80) { "SALES" } else { "BM" };
        let writer = self.world.who(writer);
        let deed = CommandKind::Create { doc_type: "order".into(), record: record(record_of) };
        let made = self.send(&writer, deed);
        self.orders.extend(made.and_then(|made| made["id"].as_str().map(str::to_owned)));
    }

    /// One step of one person on one order: mostly one that is theirs to take, mostly forward.
    fn step(&mut self) {
        let order = self.dice.one(&self.orders).clone();
        let people = self.world.people.clone();
        let doc = self.world.doc(&order);
        let mut own: Vec<(&Actor, &'static str)> = Vec::new();
        for step in ORDER.flow.steps.iter().filter(|s| s.from.contains(&doc.status.as_str())) {
            let fits = people.iter().filter(|actor| step.role_of(actor, &ORDER, &doc).is_some());
            own.extend(fits.map(|actor| (actor, step.action)));
        }
        if self.dice.chance(60) && own.iter().any(|(_, action)| FORWARD.contains(action)) {
            own.retain(|(_, action)| FORWARD.contains(action));
        }
        let actions = ORDER.flow.action_names();
        let (actor, action) = match own.is_empty() || self.dice.chance(10) {
            true => (self.dice.one(&people).clone(), *self.dice.one(&actions)),
            false => {
                let (actor, action) = *self.dice.one(&own);
                (actor.clone(), action)
            }
        };
        let inputs = self.inputs(&order, action);
        let stale = u32::from(self.dice.chance(5));
        let deed = CommandKind::Act {
            doc_type: "order".into(),
            id: order,
            version: doc.version.saturating_sub(stale),
            action: action.into(),
            inputs: record(inputs),
        };
        self.send(&actor, deed);
    }

    fn inputs(&mut self, order: &str, action: &str) -> Value {
        let mut inputs = inputs(&mut self.world, order, action);
        let line = self.world.order(order).lines[0].clone();
        let pcs = 1 + self.dice.below(line.open().0.max(1) as usize) as i64;
        let weighed = pcs * (27_900 + self.dice.below(900) as i64);
        match action {
            "load" => inputs["loading_record"] = self.world.loading(pcs, weighed),
            "cancel" | "reject" => {
                let codes = ["LIMIT", "NO_STOCK", "CANCELLED_BY_CUSTOMER"];
                inputs["reason"] = json!(self.dice.one(&codes));
            }
            "approve" if self.dice.chance(40) => {
                let rate = 5_500_000 + self.dice.below(600_000) as i64;
                inputs["changes"] = json!({ "lines": [{ "line": 0, "rate_paise": rate }] });
                inputs["remarks"] = json!("Rate as agreed");
                inputs["override_reason"] = json!("A large buyer");
            }
            "resolve" if self.dice.chance(40) => {
                inputs["changes"] =
                    json!({ "lines": [{ "line": 0, "pcs": line.loaded().0 + pcs }] });
            }
            "escalate" => {
                let more = line.pcs.unwrap_or(1) + self.dice.below(20) as i64;
                inputs["changes"] = json!({ "lines": [{ "line": 0, "pcs": more }] });
            }
            "answer" if self.dice.chance(50) => {
                let rate = 5_800_000 + self.dice.below(200_000) as i64;
                inputs["resolution"] = json!(self.dice.one(&["unload", "changed"]));
                inputs["changes"] = json!({ "lines": [{ "line": 0, "rate_paise": rate }] });
            }
            "unload" => {
                if let Some(loading) = self.world.loadings(order).first() {
                    inputs["pcs"] = json!(loading.int("pcs"));
                    inputs["weight_g"] = json!(loading.int("weight_g"));
                }
            }
            "correct_loading" => {
                if let Some(loading) = self.world.loadings(order).first() {
                    let right = loading.int("weight_g").unwrap_or(0) + self.dice.below(400) as i64;
                    inputs["lines"] = json!([{ "line": 0, "weight_g": right }]);
                    inputs["gross_g"] = json!(8_000_000 + right);
                }
            }
            "credit_approve" | "countersign" if self.dice.chance(20) => {
                inputs["override"] = json!(true);
                inputs["remarks"] = json!("On a temporary limit");
            }
            _ => {}
        }
        inputs
    }

    /// What the clock of the server does: every timer that is due.
    fn sweep(&mut self) {
        let range = Range::prefix(&keys::key(&["due"]));
        let due = self.world.site.memory.scan(&range, 1_000).unwrap();
        for (key, _) in due {
            let parts: Vec<String> = keys::parts(&key).into_iter().map(str::to_owned).collect();
            if parts[1] > keys::sortable(self.world.site.now.0) {
                continue;
            }
            let stored = self.world.site.memory.doc(&keys::doc(&parts[2], &parts[3])).unwrap();
            let command = timed::command_of(&key, stored.map_or(0, |doc| doc.version)).unwrap();
            let deed = command.deed;
            if !matches!(deed, CommandKind::Act { .. }) {
                // Recipients of what is not previewed.
                self.world.site.deed(&Actor::system(), deed).unwrap();
                continue;
            }
            let done = self.send(&Actor::system(), deed);
            assert!(done.is_some(), "a timer that is due is carried out: {parts:?}");
        }
    }

    fn invoice(&mut self) {
        let order = self.dice.one(&self.orders).clone();
        let open: Vec<String> = self
            .world
            .loadings(&order)
            .into_iter()
            .filter(|loading| !godown_core::docs::loadings::is_invoiced(loading))
            .map(|loading| loading.id.clone())
            .collect();
        let acc = self.world.who("ACC");
        let value = record(json!({ "loadings": open }));
        let made =
            self.send(&acc, CommandKind::Create { doc_type: "invoice".into(), record: value });
        let Some(made) = made else { return };
        let id = made["id"].as_str().unwrap().to_owned();
        let action = "post".to_owned();
        let inputs = record(json!({}));
        self.send(
            &acc,
            CommandKind::Act { doc_type: "invoice".into(), id, version: 1, action, inputs },
        );
    }

    fn check(&self, seed: u64) {
        let broken = invariant::check(&self.world.site.memory).unwrap();
        assert!(broken.is_empty(), "seed {seed}, after {} commands: {broken:?}", self.sent);
    }
}

/// What the browser is told of a decision.
pub fn told(decided: &Result<Changes, Halt>) -> Value {
    match decided {
        Ok(changes) => {
            let value = |bytes: &Vec<u8>| serde_json::from_slice::<Value>(bytes).unwrap();
            let writes = changes.writes.iter();
            let writes = writes.map(|(key, bytes)| (key.clone(), json!(bytes.as_ref().map(value))));
            let writes: serde_json::Map<String, Value> = writes.collect();
            json!({ "changes": { "writes": writes, "answer": changes.answer } })
        }
        Err(Halt::Refused(refused)) => json!({ "refused": refused.issues }),
        Err(other) => panic!("{other:?}"),
    }
}

/// Plays one seed. Every invariant is looked at after every `pace` steps, and at the end.
fn play(base: &World, mirror: &mut Mirror, seed: u64, pace: u32) -> (u32, u32) {
    let world = base.clone();
    let mut play = Play { world, mirror, dice: Dice(seed), orders: Vec::new(), sent: 0, done: 0 };
    play.order();
    for step in 1..=STEPS {
        match play.dice.below(20) {
            0 if play.orders.len() < 4 => play.order(),
            1 | 2 => play.invoice(),
            3 => {
                let hours = play.dice.below(60) as i64;
                play.world.later(hours * HOUR);
                play.sweep();
            }
            _ => play.step(),
        }
        if step % pace == 0 {
            play.check(seed);
        }
    }
    play.check(seed);
    let completed =
        play.orders.iter().filter(|id| play.world.doc(id).status == orders::COMPLETED).count();
    (play.done, completed as u32)
}

/// One worker's share of the seeds: commands carried out, orders completed, calls compared.
fn worker(base: &World, seeds: impl Iterator<Item = u64>) -> [usize; 3] {
    let mut mirror = Mirror::start();
    let mut sums = [0; 3];
    for seed in seeds {
        // A look takes longer than a step: one seed in twenty is looked at after each of them.
        let pace = if seed % 20 < 1 { 1 } else { 10 };
        let (done, completed) = play(base, &mut mirror, seed, pace);
        sums[0] += done as usize;
        sums[1] += completed as usize;
    }
    sums[2] = mirror.finish();
    sums
}

#[test]
fn whatever_people_do_every_invariant_holds_and_wasm_says_the_same() {
    let seeds = proof::seeds(10_000, 60);
    let mut base = World::new();
    // Little credit and few pieces, so that orders race for both.
    base.granted(json!({ "amount_paise": 12_000_000 }));
    let base = &base;
    let shares: Vec<[usize; 3]> = thread::scope(|scope| {
        let (begin, end) = (seeds.start as u64, seeds.end as u64);
        let share = move |first| (begin + first..end).step_by(WORKERS);
        let start = |first| scope.spawn(move || worker(base, share(first)));
        let workers: Vec<_> = (0..WORKERS as u64).map(start).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let [done, completed, calls]: [usize; 3] =
        [0, 1, 2].map(|at| shares.iter().map(|one| one[at]).sum());
    assert!(done > seeds.len() * 10, "{done} commands were carried out");
    assert!(completed > 0, "no order was ever completed");
    let figure = format!("{done} commands done, {completed} orders completed; 0 violations");
    proof::report("T17 random people, seeds", seeds.len(), &figure, "0 violations");
    let figure = format!("{calls} of {calls} answers byte-equal");
    proof::report("T17 native = wasm, seeds", seeds.len(), &figure, "all byte-equal");
}
