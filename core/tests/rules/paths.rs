//! Every path to an approval, walked by one person in every role and every pair of roles, as ADMIN, and together
//! with a delegate: nobody approves alone what they asked for or entered, and wherever two people hold each role,
//! every document comes to its end.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use godown_core::access::steps::allowed_to;
use godown_core::decide::decide;
use godown_core::declare::actor::Actor;
use godown_core::declare::grant::{Role, Verb};
use godown_core::docs;
use godown_core::docs::invoices::INVOICE;
use godown_core::docs::orders;
use godown_core::docs::people::EMPLOYEE;
use godown_core::error::Halt;
use godown_core::kept::doc::{Doc, Record};
use godown_core::kept::keys;
use godown_core::kept::read::{Overlay, Read, Writes};
use godown_core::schema::{DocType, Field, Kind};
use godown_core::value::Instant;
use godown_core::write::command::{Command, CommandKind};
use godown_core::write::save;
use serde_json::Value;

use crate::deeds::{Deed, Ground, audits, beginning, deeds_at, posted, returns, sites};

use crate::drawn::eyes::{APPROVALS, Event, own_work};
use crate::proof;

/// The roles that have a part in an approval.
const PARTS: &[Role] = &[
    Role::Sales,
    Role::Bm,
    Role::Pct,
    Role::Credit,
    Role::Yard,
    Role::Logi,
    Role::Acc,
    Role::Purch,
    Role::Audit,
];

/// How the id of every document begins that a walk makes.
const MADE: &str = "20000000-0000-4000-8000-";
/// What is kept for people to read, and decides nothing that a path turns on.
const NOTED: &[&str] = &[
    "approved_by",
    "answered_by",
    "countersigned_by",
    "confirmed_by",
    "received_by",
    "inspected_by",
    "credit",
    "recommendation",
    "hold_until",
    "resume_at",
    "reservation_expires",
    "submitted_at",
    "revision",
];
/// The people of the yard who may be named as counters, beside those of a walk.
const COUNTERS: &[&str] = &["yard1", "yard2"];
/// The states of one walk at full size, the shortest ways first: longer ways repeat what shorter ones do.
const FAR: usize = 1_000;
/// The same of the usual run that looks for dead ends.
const NEAR: usize = 1_500;
/// More states than any workflow has.
const MOST: usize = 40_000;

/// A document on its path, over the store that the walk began with; none before it is created.
#[derive(Clone)]
struct State {
    writes: Writes,
    now: Instant,
    doc: Option<Arc<Doc>>,
    events: Vec<Event>,
}

impl State {
    /// The store as it is, before anything was done.
    fn at(now: Instant) -> State {
        State { writes: Writes::new(), now, doc: None, events: Vec::new() }
    }
}

/// The walk of one type by some people.
struct Walk<'a> {
    ground: &'a Ground,
    def: &'static DocType,
    people: Vec<Actor>,
    /// One person, and who acts in their place.
    one: BTreeSet<String>,
    sent: u32,
}

/// What was found: every state by its face, and which led to which.
#[derive(Default)]
struct Found {
    states: BTreeMap<String, Arc<Doc>>,
    ways: BTreeMap<String, BTreeSet<String>>,
    /// What was found and not walked on from.
    open: BTreeSet<String>,
    approvals: usize,
    own_work: Vec<String>,
}

/// What rules may look at, without amounts and moments: documents with the same face go the same ways.
fn face(def: &DocType, doc: &Doc) -> String {
    let computed = def.fields.iter().filter(|field| field.computed);
    let told: Vec<String> = computed
        .filter(|field| !NOTED.contains(&field.key))
        .filter_map(|field| Some(format!("{}={}", field.key, told(field, doc.get(field.key)?))))
        .collect();
    format!("{} by {}: {}", doc.status, doc.created_by, told.join(" "))
}

/// Two people of one role are alike: the one who stands first is the first of them.
fn with_first_first(mut face: String) -> String {
    for role in PARTS {
        let [first, second] = ["1", "2"].map(|n| format!("{}{n}", role.name().to_lowercase()));
        if face.find(&second).is_some_and(|at| !face[..at].contains(&first)) {
            face = face.replace(&first, "\u{1}").replace(&second, &first).replace('\u{1}', &second);
        }
    }
    face
}

/// Whoever is not the one person that is looked at is anybody.
fn with_anybody(mut face: String) -> String {
    for role in PARTS {
        let role = role.name().to_lowercase();
        face = face.replace(&format!("{role}1"), "-").replace(&format!("{role}2"), "-");
    }
    face.replace("\"-\", \"-\"", "\"-\"")
}

fn told(field: &Field, value: &Value) -> String {
    match (field.kind, value) {
        (Kind::Bool | Kind::Choice(_) | Kind::Link(_) | Kind::Text { .. }, _) => {
            let text = value.as_str().unwrap_or_default();
            let plain = field.key == "approved_hash" || field.key.ends_with("name");
            match plain || text.starts_with(MADE) || NOTED.contains(&field.key) {
                true => "is".to_owned(),
                false => value.to_string(),
            }
        }
        (Kind::Many(_), Value::Array(all)) => {
            let all: BTreeSet<String> = all.iter().map(Value::to_string).collect();
            format!("{all:?}")
        }
        (Kind::Group(fields), Value::Object(group)) => {
            let parts = fields.iter().filter_map(|one| Some(told(one, group.get(one.key)?)));
            parts.collect::<Vec<_>>().join(",")
        }
        (Kind::Int { .. }, _) => (value.as_i64() > Some(0)).to_string(),
        _ => "is".to_owned(),
    }
}

impl Walk<'_> {
    fn new<'a>(ground: &'a Ground, def: &'static DocType, people: Vec<Actor>) -> Walk<'a> {
        Walk { ground, def, people, one: BTreeSet::new(), sent: 0 }
    }

    /// By what states are told apart.
    fn face(&self, state: &State, doc: &Doc) -> String {
        let face = face(self.def, doc);
        if self.one.is_empty() {
            return with_first_first(face);
        }
        // What happened counts beside what the document remembers of it.
        let own = approvals_of(self.def).iter().map(|deed| {
            let people = self.one.iter().cloned().collect();
            let event = Event { people, deed: (*deed).to_owned(), entered: false, dropped: false };
            u8::from(own_work(self.def.key, &state.events, &event).is_some())
        });
        format!("{} {:?}", with_anybody(face), own.collect::<Vec<_>>())
    }

    /// Whether the person ever has the deed, in whatever place.
    fn ever(&self, actor: &Actor, deed: &Deed) -> bool {
        let mut actors = actor.stands_in.iter().chain([actor]);
        let rows = || self.def.flow.steps.iter().filter(|step| step.action == deed.name);
        match deed.name {
            "update" => actors.any(|actor| actor.may(self.def, Verb::Edit)),
            "invoice" => actors.any(|actor| actor.may(&INVOICE, Verb::Add)),
            _ => actors.any(|actor| rows().any(|step| step.ever_by(actor, self.def))),
        }
    }

    /// Carries a command out; its id and what stands in the store afterwards, nothing where it is refused.
    fn command(
        &mut self,
        state: &State,
        actor: &Actor,
        kind: &CommandKind,
    ) -> Option<(String, Writes)> {
        self.sent += 1;
        let command_id = format!("{MADE}{:012}", self.sent);
        let over = Overlay { base: &self.ground.world.site.memory, writes: &state.writes };
        let command = Command { command_id, deed: kind.clone() };
        match decide(&over, actor, state.now, &command) {
            Ok(decided) => {
                let mut writes = state.writes.clone();
                writes.extend(decided.writes);
                Some((command.command_id, writes))
            }
            Err(Halt::Refused(_)) => None,
            Err(other) => panic!("{command:?}: {other:?}"),
        }
    }

    fn send(&mut self, state: &State, actor: &Actor, deed: &Deed) -> Option<State> {
        let mut next = state.clone();
        if self.def.key == "stock_audit" && deed.name == "finish" {
            self.count(&mut next, actor);
        }
        let (made, writes) = self.command(&next, actor, &deed.kind)?;
        next.writes = writes;
        if deed.name == "invoice" {
            let (doc_type, action) = ("invoice".into(), "post".into());
            let inputs = Record::new();
            let post = CommandKind::Act { doc_type, id: made.clone(), version: 1, action, inputs };
            next.writes = self.command(&next, actor, &post)?.1;
        }
        let id = state.doc.as_ref().map_or(made, |doc| doc.id.clone());
        let over = Overlay { base: &self.ground.world.site.memory, writes: &next.writes };
        let doc = over.doc(&keys::doc(self.def.key, &id)).unwrap()?;
        let actor = self.as_whom(state, actor, deed.name);
        next.events.push(Event::of(self.def, &actor, deed.name, state.doc.as_deref(), &doc));
        next.doc = Some(doc);
        Some(next)
    }

    /// Whoever may counts what waits to be counted: who goes on with it before others.
    fn count(&mut self, state: &mut State, first: &Actor) {
        let Some(audit) = state.doc.clone() else { return };
        let over = Overlay { base: &self.ground.world.site.memory, writes: &state.writes };
        for open in audits::open(&over, state.now, &audit) {
            let record = audits::count(&audit, &open, -30);
            let kind = CommandKind::Create { doc_type: "stock_count".into(), record };
            let people: Vec<Actor> = [first].into_iter().chain(&self.people).cloned().collect();
            let done = people.iter().find_map(|actor| self.command(state, actor, &kind));
            if let Some((_, writes)) = done {
                state.writes = writes;
            }
        }
    }

    /// The person as themselves, or in the place in which they took a step.
    fn as_whom(&self, state: &State, actor: &Actor, deed: &str) -> Actor {
        let over = Overlay { base: &self.ground.world.site.memory, writes: &state.writes };
        let look = docs::look(&over, actor, state.now);
        let doc = state.doc.as_ref();
        let taken = doc.and_then(|doc| allowed_to(&look, self.def, doc, deed).ok());
        taken.map_or(actor, |(_, _, actor)| actor).clone()
    }

    /// Walks every way from every beginning until nothing new is found, or so many states are: the shortest ways
    /// first.
    fn walk(&mut self, most: usize) -> Found {
        let mut found = Found::default();
        let mut open: VecDeque<(String, State)> = VecDeque::new();
        for state in self.begin() {
            let Some(doc) = state.doc.clone() else { continue };
            let face = self.face(&state, &doc);
            if found.states.insert(face.clone(), doc).is_none() {
                open.push_back((face, state));
            }
        }
        while found.states.len() < most
            && let Some((from, state)) = open.pop_front()
        {
            for next in self.next(&state, &mut found) {
                let Some(doc) = next.doc.clone() else { continue };
                let to = self.face(&next, &doc);
                found.ways.entry(from.clone()).or_default().insert(to.clone());
                if found.states.insert(to.clone(), doc).is_none() {
                    assert!(
                        found.states.len() < MOST,
                        "{} has no end of states: {to}",
                        self.def.key
                    );
                    open.push_back((to, next));
                }
            }
        }
        found.open = open.into_iter().map(|(face, _)| face).collect();
        found
    }

    fn begin(&mut self) -> Vec<State> {
        let nothing = State::at(self.ground.world.site.now);
        let mut begun = Vec::new();
        let mut record = beginning(self.ground, self.def);
        if record.contains_key("counters") {
            record.insert("counters".to_owned(), COUNTERS.into());
        }
        for actor in self.people.clone() {
            let mut nothing = nothing.clone();
            if record.contains_key("photos") {
                let photo = CommandKind::SendFile { file: "file-1".into(), bytes: 1 };
                nothing.writes = self.command(&nothing, &actor, &photo).unwrap().1;
            }
            let kind =
                CommandKind::Create { doc_type: self.def.key.into(), record: record.clone() };
            begun.extend(self.send(&nothing, &actor, &Deed { name: "create", kind }));
        }
        begun
    }

    /// Every state that one deed of one person leads to.
    fn next(&mut self, state: &State, found: &mut Found) -> Vec<State> {
        let Some(doc) = state.doc.as_deref() else { return Vec::new() };
        let over = Overlay { base: &self.ground.world.site.memory, writes: &state.writes };
        let posted = posted(&over, state.now, doc);
        let mut all = Vec::new();
        for deed in deeds_at(self.ground, self.def, doc, &posted, self.sent) {
            for actor in self.people.clone() {
                if !self.ever(&actor, &deed) {
                    continue;
                }
                let Some(next) = self.send(state, &actor, &deed) else { continue };
                let (event, before) = next.events.split_last().unwrap();
                found.approvals +=
                    usize::from(approvals_of(self.def).contains(&event.deed.as_str()));
                if let Some(why) = own_work(self.def.key, before, event) {
                    let told = |one: &Event| {
                        format!(
                            "{} {}",
                            one.people.iter().rev().cloned().collect::<Vec<_>>().join(" for "),
                            one.deed
                        )
                    };
                    let path: Vec<String> = next.events.iter().map(told).collect();
                    found.own_work.push(format!("{}: {}: {why}", self.def.key, path.join(", ")));
                }
                all.push(next);
            }
        }
        all
    }
}

fn approvals_of(def: &DocType) -> &'static [&'static str] {
    APPROVALS.iter().find(|(kind, _)| *kind == def.key).map_or(&[], |(_, deeds)| deeds)
}

/// Every site and type: the preliminary stage is a matter of orders alone.
fn grounds() -> Vec<(Ground, Vec<&'static DocType>)> {
    let all: Vec<&DocType> = APPROVALS.iter().map(|(kind, _)| docs::find(kind).unwrap()).collect();
    let [mut with, without] = sites();
    returns::sold(&mut with);
    COUNTERS.iter().for_each(|id| employ(&mut with, id));
    vec![(with, all), (without, vec![&orders::ORDER])]
}

/// Somebody of the yard who is an employee of the site too.
fn employ(ground: &mut Ground, id: &str) {
    let record = serde_json::json!({
        "emp_id": format!("{id}-walk"), "name": id, "roles": ["YARD"],
        "branch": ground.world.branch, "yards": [ground.world.yard],
    });
    ground.world.system(|case| {
        let mut doc = save::blank(case, &EMPLOYEE, id.to_owned());
        doc.branch = record["branch"].as_str().map(str::to_owned);
        doc.record = record.as_object().cloned().unwrap();
        save::finish(case, &EMPLOYEE, None, doc, "create", &Record::new(), None)
    });
}

/// A person with these roles, working where the site works.
fn person(ground: &Ground, id: &str, roles: &[Role]) -> Actor {
    let mut actor = ground.world.who("YARD");
    // Somebody of both yards meets both sides of a transfer.
    match roles.contains(&Role::Yard) {
        true => actor.yards.push(ground.other_yard.clone()),
        false => actor.yards.clear(),
    }
    actor.id = id.to_owned();
    actor.name = id.to_owned();
    actor.roles = roles.to_vec();
    actor
}

/// One person for each part.
fn others(ground: &Ground, suffix: &str) -> Vec<Actor> {
    let one =
        |role: &Role| person(ground, &format!("{}{suffix}", role.name().to_lowercase()), &[*role]);
    PARTS.iter().map(one).collect()
}

/// Every set of roles that one person is tried with; the usual run tries those that most was found with.
fn sets() -> Vec<Vec<Role>> {
    use Role::{Acc, Admin, Bm, Credit, Sales};
    if proof::size(2, 1) == 1 {
        return vec![vec![Admin], vec![Bm, Credit], vec![Sales, Acc]];
    }
    let mut sets: Vec<Vec<Role>> = vec![vec![Admin]];
    for (at, first) in PARTS.iter().enumerate() {
        sets.push(vec![*first]);
        sets.extend(PARTS[at + 1..].iter().map(|second| vec![*first, *second]));
    }
    sets
}

/// The person, and somebody elsewhere with the same roles whom they named for the time of their absence.
fn delegate_of(person: &Actor) -> Actor {
    let mut place = person.clone();
    place.id = "delegate".to_owned();
    place.acts_for = Some(person.id.clone());
    let mut delegate = place.clone();
    delegate.acts_for = None;
    delegate.branch = "elsewhere".to_owned();
    delegate.branches = vec!["elsewhere".to_owned()];
    delegate.yards.clear();
    delegate.stands_in = vec![place];
    delegate
}

#[test]
fn nobody_approves_alone_what_they_asked_for_or_entered() {
    let (mut walks, mut states, mut approvals, mut own) = (0, 0, 0, Vec::new());
    for (ground, types) in grounds() {
        for (def, roles) in types.iter().flat_map(|def| sets().into_iter().map(|set| (*def, set))) {
            let one = person(&ground, "one", &roles);
            for together in [false, true] {
                let mut people = [others(&ground, "1"), others(&ground, "2")].concat();
                people.push(one.clone());
                if together {
                    people.push(delegate_of(&one));
                }
                let mut walk = Walk::new(&ground, def, people);
                walk.one = ["one", "delegate"].map(str::to_owned).into();
                let found = walk.walk(proof::size(FAR, 100));
                walks += 1;
                states += found.states.len();
                approvals += found.approvals;
                own.extend(found.own_work);
            }
        }
    }
    own.sort_by_key(String::len);
    own.truncate(20);
    assert!(own.is_empty(), "{}", own.join("\n"));
    let figure = format!("{states} states, {approvals} approvals; 0 own work");
    proof::report("T12 four eyes, walks", walks, &figure, "0 approvals of one's own work");
}

#[test]
fn where_two_people_hold_each_role_every_document_comes_to_its_end() {
    for (ground, types) in grounds().into_iter().take(proof::size(2, 1)) {
        for def in types {
            let people = [others(&ground, "1"), others(&ground, "2")].concat();
            let found = Walk::new(&ground, def, people).walk(proof::size(MOST, NEAR));
            let mut ends: BTreeSet<&String> = found
                .states
                .iter()
                .filter(|(_, doc)| def.flow.at_rest(&doc.status) || is_cancelled(doc))
                .map(|(face, _)| face)
                .chain(&found.open)
                .collect();
            assert!(!ends.is_empty(), "{} comes to no end", def.key);
            loop {
                let leads = |face: &&String| {
                    let ways = found.ways.get(*face);
                    !ends.contains(face)
                        && ways.is_some_and(|ways| ways.iter().any(|to| ends.contains(to)))
                };
                let more: Vec<&String> = found.states.keys().filter(leads).collect();
                if more.is_empty() {
                    break;
                }
                ends.extend(more);
            }
            let stuck: Vec<&String> =
                found.states.keys().filter(|face| !ends.contains(face)).collect();
            assert!(stuck.is_empty(), "{} of {}: {stuck:#?}", stuck.len(), found.states.len());
        }
    }
}

/// A cancelled order is not taken up again.
fn is_cancelled(doc: &Doc) -> bool {
    doc.kind == orders::ORDER.key
        && doc.text("rejection").is_some_and(|why| why.starts_with("CANCELLED_"))
}
