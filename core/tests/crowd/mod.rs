//! People who do whatever their screens and the wire let them do: every deed of every type, drawn from the
//! declarations, twice, in odd orders, corrected, cancelled, by whoever may and by some who may not, across the end
//! of a financial year. Every invariant holds, and nobody approves their own work; whoever looks on beside decides the
//! same, reads the same or keeps the same.

#![allow(dead_code, reason = "each test binary uses its own part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod begun;
mod beside;
mod ground;
mod through;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use godown_core::decide::{decide, timed};
use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Verb;
use godown_core::docs::accounts;
use godown_core::error::{Halt, Issue};
use godown_core::invariant::{self, Violation};
use godown_core::kept::doc::{Doc, Record};
use godown_core::kept::keys;
use godown_core::kept::read::{Range, Read};
use godown_core::schema::{DocType, Field};
use godown_core::value::Fy;
use godown_core::write::command::{Command, CommandKind};
use serde_json::json;

use crate::deeds::{FORWARD, Ground, inputs, posted};
use crate::drawn::eyes::{Event, own_work};
use crate::drawn::{self, Drawn};
use crate::proof::dice::Dice;
use crate::support::{DAY, HOUR};
use beside::GOING_ON;
pub use beside::{Beside, Drawings, Given};
pub use ground::ground;

/// Steps of one seed.
const STEPS: u32 = 150;
/// How often a refused record is mended and sent again.
const MENDS: usize = 6;
/// So many seeds draw every deed at least once.
pub const ROUND: usize = 16;
/// After so many steps those beside look at the whole site.
const LOOK_EVERY: u32 = 50;

struct Crowd<'a> {
    ground: Ground,
    beside: &'a mut dyn Beside,
    dice: Dice,
    accounts: Vec<String>,
    events: BTreeMap<String, Vec<Event>>,
    drawings: &'a mut Drawings,
    sent: u32,
    seed: u64,
    /// The types of which anything was written since the invariants were looked at.
    written: BTreeSet<String>,
    /// Whether people do what they should, as far as anybody may.
    sure: bool,
    /// The financial year in which the seed begins.
    begun: Fy,
    /// What was done last, and to which document.
    last: Option<(&'static DocType, &'static str, String)>,
}

impl Crowd<'_> {
    /// Sends a command, and a done one again; the refusal's issues otherwise.
    fn send(&mut self, actor: &Actor, kind: &CommandKind) -> Result<Option<Doc>, Vec<Issue>> {
        self.sent += 1;
        let command_id = format!("30000000-0000-4000-8000-{:012}", self.sent);
        let command = Command { command_id, deed: kind.clone() };
        let site = &mut self.ground.world.site;
        let decided = decide(&site.memory, actor, site.now, &command);
        let given = Given { memory: &site.memory, actor, now: site.now, command: &command };
        self.beside.decided(&given, &decided);
        match decided {
            Ok(decided) => {
                site.memory.apply(&decided.writes);
                let kinds =
                    decided.writes.keys().filter_map(|key| keys::parts(key).into_iter().nth(1));
                self.written.extend(kinds.map(str::to_owned));
                let again = decide(&site.memory, actor, site.now, &command).unwrap();
                assert!(
                    again.replayed && again.writes.is_empty(),
                    "seed {}: {command:?}",
                    self.seed
                );
                Ok(serde_json::to_value(decided.answer)
                    .ok()
                    .and_then(|doc| serde_json::from_value(doc).ok()))
            }
            Err(Halt::Refused(refused)) => {
                assert!(!refused.issues.is_empty(), "a refusal says why: {command:?}");
                Err(refused.issues)
            }
            Err(other) => panic!("seed {}: {command:?}: {other:?}", self.seed),
        }
    }

    fn person(&self, id: &str) -> Option<Actor> {
        let memory = &self.ground.world.site.memory;
        let account = accounts::find(memory, id).unwrap()?;
        accounts::actor_of(memory, &account, self.ground.world.site.now).unwrap()
    }

    /// Somebody who may, or now and then anybody.
    fn somebody(&mut self, may: impl Fn(&Actor) -> bool) -> Option<Actor> {
        let all: Vec<Actor> = self.accounts.iter().filter_map(|id| self.person(id)).collect();
        let fit: Vec<&Actor> = all.iter().filter(|actor| may(actor)).collect();
        match fit.is_empty() || (!self.sure && self.dice.chance(5)) {
            true if all.is_empty() => None,
            true => Some(self.dice.one(&all).clone()),
            false => Some((*self.dice.one(&fit)).clone()),
        }
    }

    /// The dice over the store as it is, for somebody who sent a file.
    fn draw<T>(&mut self, actor: &Actor, work: impl FnOnce(&mut Drawn) -> T) -> T {
        let file = format!("file-{}", actor.id);
        let sent = CommandKind::SendFile { file: file.clone(), bytes: 1_000 };
        let _ = self.send(actor, &sent);
        let site = &self.ground.world.site;
        let filled = *self.dice.one(&[0, 20, 70]);
        let odd = *self.dice.one(&[0, 0, 3]);
        let (memory, today, files) = (&site.memory, site.today(), &[file][..]);
        work(&mut Drawn { memory, dice: &mut self.dice, today, files, filled, odd })
    }

    /// Sends a record, and mends it where it is refused, as a person would.
    fn enter(
        &mut self,
        actor: &Actor,
        mut record: Record,
        fields: &'static [Field],
        kind: impl Fn(Record) -> CommandKind,
    ) -> Option<Doc> {
        for _ in 0..MENDS {
            let issues = match self.send(actor, &kind(record.clone())) {
                Ok(doc) => return doc,
                Err(issues) => issues,
            };
            let mended = self.draw(actor, |drawn| {
                issues.iter().filter(|issue| drawn.mend(&mut record, fields, issue)).count()
            });
            if mended == 0 {
                return None;
            }
        }
        None
    }

    /// One deed of one type, by somebody.
    fn deed(&mut self, def: &'static DocType, deed: &'static str) {
        let before = match deed {
            "create" => None,
            _ => self.some_doc(def, deed),
        };
        self.deed_to(def, deed, before);
    }

    /// What was done last once more, with other inputs: corrected, or by mistake.
    fn again(&mut self) {
        let Some((def, deed, id)) = self.last.clone() else { return };
        let before = drawn::doc(&self.ground.world.site.memory, def.key, &id);
        if deed != "create" && before.is_some() {
            self.deed_to(def, deed, before);
        }
    }

    fn deed_to(&mut self, def: &'static DocType, deed: &'static str, before: Option<Doc>) {
        self.drawings.deeds.entry((def.key, deed)).or_default()[0] += 1;
        let Some((actor, after)) = (match (deed, &before) {
            ("create", _) => self.create(def),
            ("update", Some(doc)) => self.update(def, doc),
            ("delete", Some(doc)) => self.delete(def, doc),
            (_, Some(doc)) => self.act(def, doc, deed),
            _ => None,
        }) else {
            return;
        };
        self.drawings.deeds.entry((def.key, deed)).or_default()[1] += 1;
        self.led_to(def, deed, &after);
        self.last = Some((def, deed, after.id.clone()));
        let event = Event::of(def, &actor, deed, before.as_ref(), &after);
        let events = self.events.entry(format!("{} {}", def.key, after.id)).or_default();
        let own = own_work(def.key, events, &event);
        events.push(event);
        let events = events.clone();
        if let Some(why) = own {
            let setting = drawn::doc(&self.ground.world.site.memory, "setting", "setting").unwrap();
            let excepted = setting.get("allow_self_approval").is_some();
            assert!(excepted, "seed {}: {} {}: {why}: {events:#?}", self.seed, def.key, after.id);
        }
    }

    fn led_to(&mut self, def: &'static DocType, deed: &'static str, after: &Doc) {
        let later = usize::from(self.ground.world.site.today().fy() != self.begun);
        let led = self.drawings.led_to.entry((def.key, deed, after.status.clone()));
        led.or_default()[later] += 1;
    }

    /// Something that the status of a document under way offers.
    fn go_on(&mut self) {
        let kind: &str = self.dice.one::<&str>(GOING_ON);
        let def = godown_core::docs::find(kind).unwrap();
        let settled = self.dice.chance(15);
        let Some(doc) =
            self.some_doc(def, if settled { "any" } else { "" }).filter(|_| self.dice.chance(90))
        else {
            return self.deed(def, "create");
        };
        let here = def.flow.steps.iter().filter(|step| step.from.contains(&doc.status.as_str()));
        let mut deeds: Vec<&'static str> = here.map(|step| step.action).collect();
        deeds.retain(|deed| !["comment", "attach"].contains(deed));
        deeds.extend(def.flow.editable.contains(&doc.status.as_str()).then_some("update"));
        // Mostly forward, or hardly an order would ever be loaded.
        if def.key == "order"
            && self.dice.chance(70)
            && deeds.iter().any(|one| FORWARD.contains(one))
        {
            deeds.retain(|one| FORWARD.contains(one));
        }
        if !deeds.is_empty() {
            let deed = *self.dice.one(&deeds);
            self.deed(def, deed);
        }
    }

    /// A document on which the deed can be done, if there is one.
    fn some_doc(&mut self, def: &'static DocType, deed: &str) -> Option<Doc> {
        let memory = &self.ground.world.site.memory;
        let ids = drawn::ids(memory, def);
        let docs: Vec<Doc> = ids.iter().filter_map(|id| drawn::doc(memory, def.key, id)).collect();
        let here = |doc: &&Doc| {
            let status = doc.status.as_str();
            let mut rows = def.flow.steps.iter().filter(|step| step.action == deed);
            match deed {
                "update" => def.flow.editable.contains(&status),
                "delete" => def.flow.deletable.contains(&status),
                "" => !def.flow.at_rest(status),
                "any" => true,
                _ => rows.any(|step| step.from.contains(&status)),
            }
        };
        let fit: Vec<&Doc> = docs.iter().filter(here).collect();
        match fit.is_empty() {
            true => None,
            // Mostly the newest: the rest of it lies still.
            false if self.dice.chance(60) => {
                fit.iter().max_by_key(|doc| doc.updated_at.0).map(|doc| (*doc).clone())
            }
            false => Some((*self.dice.one(&fit)).clone()),
        }
    }

    fn create(&mut self, def: &'static DocType) -> Option<(Actor, Doc)> {
        let actor = self.somebody(|actor| actor.may(def, Verb::Add))?;
        let record = self.begin(def, &actor);
        let kind = |record| CommandKind::Create { doc_type: def.key.into(), record };
        let doc = self.enter(&actor, record, def.fields, kind)?;
        Some((actor, doc))
    }

    fn posted(&self, order: &Doc) -> Vec<Arc<Doc>> {
        posted(&self.ground.world.site.memory, self.ground.world.site.now, order)
    }

    fn update(&mut self, def: &'static DocType, doc: &Doc) -> Option<(Actor, Doc)> {
        let actor = self.somebody(|actor| actor.covers(def, Verb::Edit, doc))?;
        let mut record = doc.record.clone();
        record.retain(|key, _| def.fields.iter().any(|field| field.key == key && !field.computed));
        self.draw(&actor, |drawn| {
            for _ in 0..=drawn.dice.below(2) {
                drawn.change(&mut record, def.fields);
            }
        });
        let (id, version) = (doc.id.clone(), self.version(doc));
        let kind = |record| {
            let (doc_type, id) = (def.key.into(), id.clone());
            CommandKind::Update { doc_type, id, version, record }
        };
        let doc = self.enter(&actor, record, def.fields, kind)?;
        Some((actor, doc))
    }

    /// Now and then what somebody looked at is not the newest.
    fn version(&mut self, doc: &Doc) -> u32 {
        doc.version.saturating_sub(u32::from(!self.sure && self.dice.chance(5)))
    }

    fn delete(&mut self, def: &'static DocType, doc: &Doc) -> Option<(Actor, Doc)> {
        let actor = self.somebody(|actor| actor.covers(def, Verb::Delete, doc))?;
        let (doc_type, id, version) = (def.key.into(), doc.id.clone(), self.version(doc));
        self.send(&actor, &CommandKind::Delete { doc_type, id, version }).ok()?;
        Some((actor, doc.clone()))
    }

    fn act(
        &mut self,
        def: &'static DocType,
        doc: &Doc,
        action: &'static str,
    ) -> Option<(Actor, Doc)> {
        let rows = || def.flow.steps.iter().filter(|step| step.action == action);
        let step = rows().find(|step| step.from.contains(&doc.status.as_str()))?;
        let takes = |actor: &Actor| rows().any(|step| step.role_of(actor, def, doc).is_some());
        let actor = match step.by.iter().all(|by| by.role == godown_core::declare::grant::Role::Sys)
        {
            true => Actor::system(),
            false => self.somebody(takes)?,
        };
        let known = match self.sure || self.dice.chance(70) {
            true => inputs(&self.ground, doc, action, &self.posted(doc), self.sent),
            false => Vec::new(),
        };
        let record = match known.is_empty() {
            true => self.draw(&actor, |drawn| drawn.record(step.inputs)),
            false => self.dice.one(&known).as_object().cloned().unwrap_or_default(),
        };
        let (id, version) = (doc.id.clone(), self.version(doc));
        let kind = |inputs| CommandKind::Act {
            doc_type: def.key.into(),
            id: id.clone(),
            version,
            action: action.into(),
            inputs,
        };
        let doc = self.enter(&actor, record, step.inputs, kind)?;
        Some((actor, doc))
    }

    /// Time goes on: hours, days, or to the last minutes of the financial year; then every timer is due.
    fn later(&mut self) {
        let site = &self.ground.world.site;
        let end = site.today().fy().last_day();
        // Ten minutes before midnight in India.
        let minutes_before = (i64::from(end.0) + 1) * DAY - 330 * 60_000 - 10 * 60_000;
        let by = match self.dice.below(12) {
            0 if minutes_before > site.now.0 => minutes_before - site.now.0,
            1 => 20 * 60_000,
            2..5 => self.dice.below(20) as i64 * DAY,
            _ => self.dice.below(60) as i64 * HOUR,
        };
        self.pass(by);
    }

    /// Where a seed is still in the year in which it began, the year ends.
    fn over_the_year(&mut self) {
        let site = &self.ground.world.site;
        let (today, end) = (site.today(), self.begun.last_day());
        if today.fy() == self.begun {
            self.pass((i64::from(end.0) + 1) * DAY - 330 * 60_000 - site.now.0);
        }
    }

    /// Time goes on by so much, and every timer that is due then is carried out.
    fn pass(&mut self, by: i64) {
        self.ground.world.later(by);
        let range = Range::prefix(&keys::key(&["due"]));
        let due = self.ground.world.site.memory.scan(&range, 1_000).unwrap();
        for (key, _) in due {
            let parts: Vec<String> = keys::parts(&key).into_iter().map(str::to_owned).collect();
            if parts[1] > keys::sortable(self.ground.world.site.now.0) {
                continue;
            }
            let memory = &self.ground.world.site.memory;
            // A limit that ends as another begins has two timers of one moment: the first takes the second out.
            if memory.get(&key).unwrap().is_none() {
                continue;
            }
            let stored = memory.doc(&keys::doc(&parts[2], &parts[3])).unwrap();
            let command = timed::command_of(&key, stored.map_or(0, |doc| doc.version)).unwrap();
            let mut timed = None;
            if let CommandKind::Act { doc_type, action, .. } = &command.deed {
                let def = godown_core::docs::find(doc_type).unwrap();
                if let Some(action) = drawn::deeds(def).into_iter().find(|one| one == action) {
                    let drawn = self.drawings.deeds.entry((def.key, action)).or_default();
                    *drawn = [drawn[0] + 1, drawn[1] + 1];
                    timed = Some((def, action));
                }
            }
            let done = self.send(&Actor::system(), &command.deed);
            let carried_out = "a timer that is due is carried out";
            assert!(done.is_ok(), "seed {}: {carried_out}: {parts:?}: {done:?}", self.seed);
            if let (Some((def, action)), Ok(Some(after))) = (timed, done) {
                self.led_to(def, action, &after);
            }
        }
    }

    fn look(&mut self) {
        let site = &self.ground.world.site;
        self.beside.look(&site.memory, site.now, &mut self.dice);
    }

    fn check_all(&self) {
        self.none_of(&invariant::check(&self.ground.world.site.memory).unwrap());
    }

    /// Where nothing was written, what held before holds; so do the lists of a type, which rest on it alone.
    fn check(&mut self) {
        let written = std::mem::take(&mut self.written);
        if written.is_empty() {
            return;
        }
        let same = godown_core::docs::ALL.iter().copied();
        let same: Vec<&DocType> = same.filter(|def| !written.contains(def.key)).collect();
        let broken = invariant::check_beside(&self.ground.world.site.memory, &same).unwrap();
        self.none_of(&broken);
    }

    fn none_of(&self, broken: &[Violation]) {
        assert!(broken.is_empty(), "seed {}, after {} commands: {broken:?}", self.seed, self.sent);
    }
}

/// Plays one seed over a site of its own; the invariants are looked at after so many steps each.
pub fn play(base: &Ground, beside: &mut dyn Beside, drawings: &mut Drawings, seed: u64, pace: u32) {
    let _named = ground::Named(seed);
    let mut world = base.world.clone();
    if seed.is_multiple_of(2) {
        // Or in the second year hardly anybody would sell to who still owes for the first.
        let (admin, customer) = (world.who("ADMIN"), world.customer.clone());
        let late = json!({ "block_on_overdue": false });
        world.site.edit(&admin, "customer", &customer, late).unwrap();
    }
    let accounts = world.people.iter().map(|actor| actor.id.clone()).collect();
    let ground = Ground { world, ..base.clone() };
    beside.begin(&ground.world.site.memory);
    let (dice, events) = (Dice(seed), BTreeMap::new());
    let (sent, written, last) = (0, BTreeSet::new(), None);
    let begun = ground.world.site.today().fy();
    let mut crowd = Crowd {
        ground,
        beside,
        dice,
        accounts,
        events,
        drawings,
        sent,
        seed,
        written,
        sure: false,
        begun,
        last,
    };
    // In turn, each seed where the one before still draws, so that no deed is never drawn.
    let deeds: Vec<_> = drawn::all_deeds().collect();
    let mut turn = seed as usize * deeds.len().div_ceil(ROUND);
    for step in 1..=STEPS {
        if step == STEPS * 2 / 3 {
            crowd.over_the_year();
        }
        match crowd.dice.below(14) {
            0 => crowd.later(),
            12.. => crowd.again(),
            1..5 => crowd.go_on(),
            5..7 => crowd.through(),
            _ => {
                turn += 1;
                let (def, deed) = deeds[turn % deeds.len()];
                crowd.deed(def, deed);
                // What was just entered is what is corrected.
                if crowd.dice.chance(40) {
                    crowd.again();
                }
            }
        }
        if step % pace == 0 {
            crowd.check();
        }
        if step % LOOK_EVERY.max(pace) == 0 {
            crowd.look();
        }
    }
    crowd.check_all();
    crowd.look();
}
