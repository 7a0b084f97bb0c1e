//! Papers that are seen through: whoever may takes the next step of one, with inputs as they should be.

use super::Crowd;
use crate::deeds::FORWARD;
use crate::drawn;

/// The types of which a document is seen through, each as often as it stands here, and the steps that bring it on.
const ROADS: &[(&str, &[&str])] = &[
    ("order", FORWARD),
    ("order", FORWARD),
    ("order", FORWARD),
    ("invoice", &["post"]),
    ("invoice", &["post"]),
    ("credit_note", &["post"]),
    ("debit_note", &["post"]),
    (
        "sales_return",
        &["submit", "approve", "receive", "inspect", "decide_held", "hand_over", "complete"],
    ),
    ("receipt", &["submit", "confirm", "deposit", "clear", "bounce", "redeposit"]),
    ("credit_limit_request", &["submit", "approve"]),
    ("reversal", &["submit", "approve", "acknowledge", "execute"]),
    ("reversal", &["submit", "approve", "acknowledge", "execute"]),
];

/// So often somebody tries a step of it.
const TRIES: usize = 12;

impl Crowd<'_> {
    /// A document that is under way, or a new one, on its road as far as it goes.
    pub(super) fn through(&mut self) {
        let (kind, road) = *self.dice.one(ROADS);
        let def = godown_core::docs::find(kind).unwrap();
        self.sure = true;
        let under_way = if self.dice.chance(60) { self.some_doc(def, "") } else { None };
        let id = match under_way {
            Some(doc) => Some(doc.id),
            None => {
                self.last = None;
                self.deed(def, "create");
                self.last.as_ref().filter(|(made, ..)| made.key == kind).map(|(.., id)| id.clone())
            }
        };
        let memory = |crowd: &Self, id: &str| drawn::doc(&crowd.ground.world.site.memory, kind, id);
        for _ in 0..TRIES {
            let Some(doc) = id.as_ref().and_then(|id| memory(self, id)) else { break };
            let here =
                def.flow.steps.iter().filter(|step| step.from.contains(&doc.status.as_str()));
            let on: Vec<&'static str> =
                here.map(|step| step.action).filter(|action| road.contains(action)).collect();
            if on.is_empty() {
                break;
            }
            let action = *self.dice.one(&on);
            self.deed_to(def, action, Some(doc));
        }
        self.sure = false;
    }
}
