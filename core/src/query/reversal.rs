//! What a reversal would do now, for whoever asks for it, decides on it or counts its goods.

use crate::declare::actor::Actor;
use crate::declare::case::{Look, not_found};
use crate::declare::grant::Verb;
use crate::docs;
use crate::docs::orders::ORDER;
use crate::docs::reversals::plan::{ReversalPlan, Reversing, plan};
use crate::docs::reversals::{DONE, REVERSAL, effects_of};
use crate::error::Halt;
use crate::kept::read::Read;
use crate::value::Instant;

/// Which reversal: one that was asked for, or that of an order with the end that it would have.
#[derive(Clone, Debug, Default)]
pub struct PlanAsked {
    pub reversal: String,
    pub order: String,
    pub to: String,
}

/// The plan as things stand now; of a reversal that is done, what was done.
///
/// Errors: `NotFound` for what the person does not see.
pub fn planned(
    read: &dyn Read,
    actor: &Actor,
    now: Instant,
    asked: &PlanAsked,
) -> Result<ReversalPlan, Halt> {
    let look = docs::look(read, actor, now);
    let mut made = match asked.reversal.is_empty() {
        false => of_reversal(&look, &asked.reversal)?,
        true if !actor.may(&REVERSAL, Verb::View) => return Err(not_found(&ORDER)),
        true => {
            let order = look.seen(&ORDER, &asked.order)?.ok_or_else(|| not_found(&ORDER))?;
            let to = if asked.to.is_empty() { "waiting" } else { &asked.to };
            let (order, to) = (order.id.clone(), to.to_owned());
            let said = REVERSAL.label.to_owned();
            plan(&look, &Reversing { order, to, said, ..Reversing::default() })?
        }
    };
    if !actor.sees_rates() {
        without_amounts(&mut made);
    }
    Ok(made)
}

fn of_reversal(look: &Look, id: &str) -> Result<ReversalPlan, Halt> {
    let doc = look.seen(&REVERSAL, id)?.ok_or_else(|| not_found(&REVERSAL))?;
    if doc.status == DONE {
        let effects = effects_of(&doc)?;
        let (pcs, weight_g) =
            effects.iter().fold((0, 0), |sum, one| (sum.0 + one.pcs, sum.1 + one.weight_g));
        return Ok(ReversalPlan { effects, pcs, weight_g, ..ReversalPlan::default() });
    }
    plan(look, &Reversing::of(&doc)?)
}

/// A yard sees pieces and weights alone.
fn without_amounts(plan: &mut ReversalPlan) {
    for one in &mut plan.effects {
        one.amount_paise = 0;
        (one.committed_paise, one.receivable_paise, one.account_paise) = (0, 0, 0);
    }
    (plan.committed_before_paise, plan.committed_after_paise) = (0, 0);
    (plan.receivable_before_paise, plan.receivable_after_paise) = (0, 0);
    (plan.account_before_paise, plan.account_after_paise) = (0, 0);
}
