//! Delegates: an absent employee's delegate acts for them, in the roles that both hold.

use crate::declare::actor::{Actor, Departs};
use crate::declare::case::Case;
use crate::docs::{accounts, profile};
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Range, Read};
use crate::value::Day;

/// More people than anybody stands in for.
const PLACES: usize = 100;

/// The key of a delegation: `stands`, the delegate, the person who named them.
pub fn key(delegate: &str) -> String {
    keys::key(&["stands", delegate])
}

/// The places that a person takes on a day: the others' scope, their own name beside the others'.
pub(super) fn places(read: &dyn Read, actor: &Actor, day: Day) -> Result<Vec<Actor>, Halt> {
    let mut found = Vec::new();
    for kept in read.keys(&Range::prefix(&key(&actor.id)), PLACES)? {
        let Some(id) = keys::parts(&kept).last().copied() else { continue };
        let Some(away) = accounts::find(read, id)? else { continue };
        if profile::delegate_on(&away, day).as_ref() != Some(&actor.id) {
            continue;
        }
        let Some(mut place) = accounts::oneself(read, &away)? else { continue };
        place.name = format!("{} for {}", actor.name, place.name);
        place.acts_for = Some(std::mem::replace(&mut place.id, actor.id.clone()));
        place.show_less_section |= actor.show_less_section;
        share(&mut place, actor);
        if !place.roles.is_empty() {
            found.push(place);
        }
    }
    Ok(found)
}

/// Leaves a place the roles that the delegate holds, too. Roles are told apart by their documents:
/// several of a site's own may play the same part, each with other rights.
fn share(place: &mut Actor, delegate: &Actor) {
    let departs = std::mem::take(&mut place.departs);
    let held = |departs: &Departs| delegate.departs.iter().any(|own| own.role == departs.role);
    let all = std::mem::take(&mut place.roles).into_iter().zip(departs);
    (place.roles, place.departs) = all.filter(|(_, departs)| held(departs)).unzip();
}

/// Keeps who named whom, whatever changed the employee.
pub fn changed(case: &mut Case, before: Option<&Doc>, after: &Doc) -> Result<(), Halt> {
    let named = |doc: &Doc| doc.text("delegate").map(str::to_owned);
    let (old, new) = (before.and_then(named), named(after));
    if old == new {
        return Ok(());
    }
    let key = |delegate: &str| keys::key(&["stands", delegate, &after.id]);
    if let Some(old) = old {
        case.remove(key(&old));
    }
    match new {
        Some(new) => case.put(key(&new), &1),
        None => Ok(()),
    }
}
