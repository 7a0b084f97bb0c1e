//! What a trip is planned from: goods that none takes along yet, and a trip being typed, worked out.

use godown_core::declare::actor::Actor;
use godown_core::kept::read::Read;
use godown_core::query::trips::{self, TripReckoned, UntrippedAsked, UntrippedGoods};
use godown_core::query::warnings::TypedRecord;

use super::own::{asked, day_of, typed};
use crate::call::ask::Ask;
use crate::call::reply::{Answer, Problem};

pub const UNTRIPPED_QUERY: &[&str] = &["order", "left_since"];

pub async fn untripped(mut ask: Ask) -> Result<Answer<UntrippedGoods>, Problem> {
    let question = ask.query(UNTRIPPED_QUERY, &[]).and_then(|query| {
        let since = day_of(&query, "left_since")?;
        Ok(UntrippedAsked { order: query.text("order").to_owned(), since })
    });
    asked(&ask, question, trips::untripped).await
}

/// A question with a body: nothing is written.
pub async fn reckoned(mut ask: Ask) -> Result<Answer<TripReckoned>, Problem> {
    let typed = typed(&mut ask).map(|(id, record)| TypedRecord { id, record });
    let run = |read: &dyn Read, actor: &Actor, now, typed: &TypedRecord| {
        trips::reckoned(read, actor, now, typed)
    };
    asked(&ask, typed, run).await
}
