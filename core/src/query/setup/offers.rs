//! What one act would set up for a new site, and how it went: a starter set, the number series of a year.

use crate::declare::actor::Actor;
use crate::declare::case::Look;
use crate::docs::starter::{self, SetupPlan};
use crate::docs::{self, years};
use crate::error::Halt;
use crate::json_answer;
use crate::kept::keys;
use crate::kept::read::{Range, Read};
use crate::value::{Fy, Instant};

/// At most so many documents of a command are counted.
const COUNTED: usize = 10_000;

json_answer! {
    /// A starter set, and what giving it would make now.
    pub struct SetOffer {
        pub set: &'static str,
        pub label: &'static str,
        pub plan: SetupPlan,
    }
}

json_answer! {
    /// A financial year, and the series that opening it would make now.
    pub struct YearOffer {
        pub fy: String,
        /// The series of today's numbers are missing, not those of a year to come.
        pub current: bool,
        pub plan: SetupPlan,
    }
}

/// The same look anew, for a decision that is let go.
fn again<'a>(case: &Look<'a>) -> Look<'a> {
    docs::look(case.base, case.actor, case.now)
}

/// The sets that the site lacks something of.
pub(super) fn sets(case: &Look) -> Result<Vec<SetOffer>, Halt> {
    if starter::may_give(case.actor).is_err() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for (set, label) in starter::SETS {
        let plan = starter::planned(again(case))?;
        if plan.made > 0 {
            found.push(SetOffer { set, label, plan });
        }
    }
    Ok(found)
}

/// The years of which series are missing, once there is a branch.
pub(super) fn missing_years(case: &Look) -> Result<Vec<YearOffer>, Halt> {
    let (mut found, this) = (Vec::new(), case.today().fy());
    for year in years::due(case) {
        let plan = years::planned(again(case), year)?;
        if plan.made > 0 {
            found.push(YearOffer { fy: year.to_string(), current: year == this, plan });
        }
    }
    Ok(found)
}

/// What a command made of a starter set, and what was there before it.
///
/// Errors: what the reader cannot answer.
pub fn set_given(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    id: &str,
) -> Result<SetupPlan, Halt> {
    told(read, id, starter::planned(docs::look(read, actor, now))?)
}

/// What a command made of a year's series, and what was there before it.
///
/// Errors: what the reader cannot answer.
pub fn year_opened(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    id: &str,
    fy: &str,
) -> Result<SetupPlan, Halt> {
    let look = docs::look(read, actor, now);
    let year = Fy::parse(fy).unwrap_or(look.today().fy());
    told(read, id, years::planned(look, year)?)
}

/// A plan behind its commit: all of it is there by now, and some of it is the command's own.
fn told(read: &dyn Read, command_id: &str, mut given: SetupPlan) -> Result<SetupPlan, Halt> {
    for one in &mut given.types {
        let Some(def) = docs::ALL.iter().find(|def| def.plural == one.label) else { continue };
        let own = format!("{}{command_id}-", keys::key(&["doc", def.key]));
        let made = read.keys(&Range::prefix(&own), COUNTED)?.len();
        (one.made, one.there) = (made, one.there - made.min(one.there));
    }
    given.made = given.types.iter().map(|one| one.made).sum();
    given.there = given.types.iter().map(|one| one.there).sum();
    Ok(given)
}
