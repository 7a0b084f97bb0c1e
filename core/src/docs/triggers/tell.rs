//! The recipients of a trigger, and how they are told: notifications and mails in the commit of
//! what set it off.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use super::TRIGGER;
use super::words::About;
use crate::declare::actor::Actor;
use crate::declare::case::{Case, Look};
use crate::declare::chain::MESSAGES;
use crate::declare::grant::{Role, Verb};
use crate::docs::accounts::{part_of, role_ids};
use crate::docs::mails::{self, Letter, Notice, SITE_WORD};
use crate::docs::messages::{self, Text};
use crate::docs::people::EMPLOYEE;
use crate::docs::profile;
use crate::docs::roles::ROLE;
use crate::docs::time_rules::minutes;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::Range;
use crate::schema::Guarded;
use crate::value::{IST_MINUTES, Instant};
use crate::write::save;

/// What the history calls the line that tells of the stop.
const STOP: &str = "stop_triggers";
/// At most so many people are told of one thing.
const TOLD: usize = 200;
/// More roles, and more people in one, than a business has.
const ROLES_LOOKED_AT: usize = 1_000;
const HOLDERS: usize = 10_000;

/// Whom a trigger tells.
struct Told {
    people: Vec<Arc<Doc>>,
    party: Option<Arc<Doc>>,
}

/// Tells everybody whom the trigger names, if its conditions hold. What a command sets off in all is
/// bounded: beyond it nobody is told any more, which the document's history and the administrators learn.
pub fn fire(case: &mut Case, trigger: &Doc, about: &About) -> Result<(), Halt> {
    if !case.chain.begin() {
        return Ok(());
    }
    let done = tell(case, trigger, about);
    let stopped = case.chain.end();
    done?;
    if stopped { tell_of_the_stop(case, trigger, about) } else { Ok(()) }
}

fn tell_of_the_stop(case: &mut Case, trigger: &Doc, about: &About) -> Result<(), Halt> {
    let name = trigger.text("name").unwrap_or_default();
    let said = format!("Triggers were stopped at \"{name}\": one change set off too many messages");
    save::note(case, about.def, &about.doc.id, STOP, &said)?;
    for id in holders(case, Some(Role::Admin), about)? {
        let notice = Notice {
            to: id,
            title: format!("Triggers were stopped at {name}"),
            body: format!(
                "{}: one change set off more than {MESSAGES} messages, or triggers that set each \
                 other off. The rest was not sent. Tell fewer people, or deactivate triggers.",
                about.doc.name(about.def)
            ),
            page: format!("/go/{}/{}", TRIGGER.key, trigger.id),
            about: about.doc.id.clone(),
            warning: true,
        };
        mails::notify(case, notice)?;
    }
    Ok(())
}

fn tell(case: &mut Case, trigger: &Doc, about: &About) -> Result<(), Halt> {
    let rows = |key: &str| match trigger.get(key) {
        Some(Value::Array(rows)) => rows.clone(),
        _ => Vec::new(),
    };
    if !about.holds(case, &rows("conditions"))? {
        return Ok(());
    }
    let told = told(case, &rows("recipients"), about)?;
    let by = |channel: &str| rows("channels").iter().any(|one| one == channel);
    let page = format!("/go/{}/{}", about.def.key, about.doc.id);
    let mut mobile = Vec::new();
    for (channel, _) in messages::CHANNELS.iter().filter(|(channel, _)| by(channel)) {
        if messages::is_served(case, channel)? {
            mobile.push(*channel);
        }
    }
    let message = Message { trigger, about, page, app: by("app"), mail: by("mail"), mobile };
    for person in &told.people {
        message.to_person(case, person)?;
    }
    told.party.map_or(Ok(()), |party| message.to_party(case, &party))
}

struct Message<'a> {
    trigger: &'a Doc,
    about: &'a About<'a>,
    page: String,
    app: bool,
    mail: bool,
    /// The channels to a mobile that the site has a service for.
    mobile: Vec<&'static str>,
}

impl Message<'_> {
    fn texts(&self, case: &Look, sees: &dyn Fn(Guarded) -> bool) -> Result<(String, String), Halt> {
        let text = |key: &str| self.trigger.text(key).unwrap_or_default();
        let title = self.about.fill(case, text("title"), sees)?;
        Ok((title, self.about.fill(case, text("body"), sees)?))
    }

    fn to_person(&self, case: &mut Case, person: &Doc) -> Result<(), Halt> {
        let Some(actor) = case.actor_of(person)? else { return Ok(()) };
        let (title, body) = self.texts(case, &|guarded| actor.sees(guarded))?;
        if self.app && profile::takes(person, "app") && case.chain.write() {
            mails::notify(
                case,
                Notice {
                    to: person.id.clone(),
                    title: title.clone(),
                    body: body.clone(),
                    page: self.page.clone(),
                    about: self.about.doc.id.clone(),
                    warning: self.trigger.flag("warning"),
                },
            )?;
        }
        for channel in self.mobile.iter().filter(|channel| profile::takes(person, channel)) {
            self.text(case, person, channel, format!("{title}\n{body}"))?;
        }
        match person.text("email") {
            Some(to) if self.mail && profile::takes(person, "mail") => {
                let name = person.text("name").unwrap_or_default();
                let body = format!("{name},\n\n{body}\n\n{SITE_WORD}{}\n", self.page);
                self.send(case, to.to_owned(), title, body)
            }
            _ => Ok(()),
        }
    }

    /// A party sees the amounts of its own papers, and nothing of ours.
    fn to_party(&self, case: &mut Case, party: &Doc) -> Result<(), Halt> {
        let (title, body) = self.texts(case, &|guarded| {
            matches!(guarded, Guarded::Open | Guarded::Rates | Guarded::Firm)
        })?;
        for channel in &self.mobile {
            if *channel != "whatsapp" || party.flag("whatsapp") {
                self.text(case, party, channel, format!("{title}\n{body}"))?;
            }
        }
        match party.text("email") {
            Some(to) if self.mail => {
                let name = party.text("name").unwrap_or_default();
                self.send(case, to.to_owned(), title, format!("{name},\n\n{body}\n"))
            }
            _ => Ok(()),
        }
    }

    /// To somebody's mobile, if it is known.
    fn text(
        &self,
        case: &mut Case,
        whom: &Doc,
        channel: &'static str,
        text: String,
    ) -> Result<(), Halt> {
        let Some(to) = whom.text("mobile").map(str::to_owned) else { return Ok(()) };
        if !case.chain.write() {
            return Ok(());
        }
        messages::post(case, Text { channel, to, text, not_before: self.awake(case.now) })
    }

    fn send(&self, case: &mut Case, to: String, subject: String, body: String) -> Result<(), Halt> {
        if !case.chain.write() {
            return Ok(());
        }
        let not_before = self.awake(case.now);
        let page = self.page.clone();
        mails::post(case, Letter { to, subject, body, page, not_before, ..Letter::default() })
            .map(drop)
    }

    /// Now, or the end of the quiet hours.
    fn awake(&self, now: Instant) -> Instant {
        let at = |key: &str| self.trigger.text(key).and_then(minutes);
        let (Some(from), Some(to)) = (at("quiet_from"), at("quiet_to")) else { return now };
        let minute = now.minutes_of_day(IST_MINUTES);
        let since = (minute - from).rem_euclid(1_440);
        let length = (to - from).rem_euclid(1_440);
        match since < length {
            true => Instant(now.0 + (length - since) * 60_000),
            false => now,
        }
    }
}

fn told(case: &Look, rows: &[Value], about: &About) -> Result<Told, Halt> {
    let mut ids: BTreeSet<String> = BTreeSet::new();
    let mut told = Told { people: Vec::new(), party: None };
    for row in rows {
        let text = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default();
        match text("kind") {
            "role" => ids.extend(holders(case, Role::parse(text("role")), about)?),
            "waiting" => ids.extend(holders(case, waiting(about.doc), about)?),
            "manager" => {
                for id in holders(case, waiting(about.doc), about)? {
                    let person = case.find(EMPLOYEE.key, &id)?;
                    ids.extend(person.and_then(|p| p.text("reporting_to").map(str::to_owned)));
                }
            }
            "owner" => ids.extend(owner(about)),
            "employee" => drop(ids.insert(text("employee").to_owned())),
            _ => told.party = party(case, about)?,
        }
    }
    for id in with_delegates(case, ids)?.into_iter().take(TOLD) {
        let Some(person) = case.find(EMPLOYEE.key, &id)? else { continue };
        // Nobody is told of a document that they may not see.
        if case.actor_of(&person)?.is_some_and(|actor| sees(&actor, about)) {
            told.people.push(person);
        }
    }
    Ok(told)
}

fn sees(actor: &Actor, about: &About) -> bool {
    actor.covers(about.def, Verb::View, about.doc)
}

fn waiting(doc: &Doc) -> Option<Role> {
    doc.text("waiting_for").and_then(Role::parse)
}

fn owner(about: &About) -> Option<String> {
    let key = if about.def.key == "customer" { "sales_owner" } else { "owner" };
    about.doc.text(key).map(str::to_owned).or_else(|| about.doc.owner.clone())
}

/// The employees whose roles play a part and let them see the document.
fn holders(case: &Look, part: Option<Role>, about: &About) -> Result<Vec<String>, Halt> {
    let Some(part) = part else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for key in case.keys(&Range::prefix(&keys::key(&["doc", ROLE.key])), ROLES_LOOKED_AT)? {
        let Some(role) = keys::parts(&key).last().copied() else { continue };
        if case.find(ROLE.key, role)?.as_deref().and_then(part_of) != Some(part) {
            continue;
        }
        for key in case.keys(&Range::prefix(&keys::key(&["holds", role])), HOLDERS)? {
            let Some(id) = keys::parts(&key).last().copied() else { continue };
            let Some(person) = case.find(EMPLOYEE.key, id)? else { continue };
            let actor = case.actor_of(&person)?.map(|actor| in_part(actor, part));
            if actor.is_some_and(|actor| sees(&actor, about)) {
                found.push(id.to_owned());
            }
            if found.len() >= TOLD {
                return Ok(found);
            }
        }
    }
    Ok(found)
}

/// The person in this part alone: a right to see a document through another of their roles does not
/// count.
fn in_part(actor: Actor, part: Role) -> Actor {
    let own = |at: &usize| actor.roles.get(*at) == Some(&part);
    let kept: Vec<usize> = (0..actor.roles.len()).filter(own).collect();
    let departs = kept.iter().filter_map(|at| actor.departs.get(*at).cloned()).collect();
    Actor { roles: vec![part; kept.len()], departs, ..actor }
}

/// People who are away are told, and so are their delegates.
fn with_delegates(case: &Look, ids: BTreeSet<String>) -> Result<BTreeSet<String>, Halt> {
    let mut all = ids.clone();
    for id in ids {
        let person = case.find(EMPLOYEE.key, &id)?;
        all.extend(person.and_then(|person| profile::delegate_on(&person, case.today())));
    }
    Ok(all)
}

fn party(case: &Look, about: &About) -> Result<Option<Arc<Doc>>, Halt> {
    for kind in ["customer", "supplier"] {
        if about.def.key == kind {
            return case.find(kind, &about.doc.id);
        }
        if let Some(id) = about.doc.text(kind) {
            return case.find(kind, id);
        }
    }
    Ok(None)
}

/// Keeps who holds which role, whatever changed the employee.
pub fn employee_changed(case: &mut Case, before: Option<&Doc>, after: &Doc) -> Result<(), Halt> {
    let roles = |doc: &Doc| if doc.is_active() { role_ids(doc) } else { Vec::new() };
    let (old, new) = (before.map(roles).unwrap_or_default(), roles(after));
    let key = |role: &String| keys::key(&["holds", role, &after.id]);
    for role in old.iter().filter(|role| !new.contains(role)) {
        case.remove(key(role));
    }
    for role in new.iter().filter(|role| !old.contains(role)) {
        case.put(key(role), &1)?;
    }
    Ok(())
}
