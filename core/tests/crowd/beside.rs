//! What is counted of a crowd, and what is done beside it.

use std::collections::BTreeMap;

use godown_core::decide::Changes;
use godown_core::declare::actor::Actor;
use godown_core::error::Halt;
use godown_core::kept::read::Memory;
use godown_core::value::Instant;
use godown_core::write::command::Command;

use crate::proof::dice::Dice;

/// The types whose documents go on mostly, each as often as it stands here.
pub const GOING_ON: &[&str] = &[
    "order",
    "order",
    "order",
    "order",
    "customer",
    "supplier",
    "vendor",
    "inward",
    "additional_inward",
    "receipt",
    "receipt",
    "credit_limit_request",
    "credit_limit_request",
    "reversal",
    "reversal",
    "reversal",
    "stock_hold",
    "batch_closing",
    "dump_stock",
    "transfer",
    "transfer",
    "work_order",
    "work_order",
    "sales_return",
    "sales_return",
    "credit_note",
    "debit_note",
    "stock_audit",
    "stock_audit",
    "stock_count",
    "stock_count",
    "trip",
    "trip",
];

/// What was drawn of every type and what came of it.
#[derive(Default)]
pub struct Drawings {
    /// How often each deed of each type was drawn, and how often it was done.
    pub deeds: BTreeMap<(&'static str, &'static str), [usize; 2]>,
    /// How often a deed of a type led to a status, in the first financial year and after it.
    pub led_to: BTreeMap<(&'static str, &'static str, String), [usize; 2]>,
}

impl Drawings {
    pub fn drawn(&self) -> usize {
        self.deeds.values().map(|[drawn, _]| drawn).sum()
    }

    pub fn done(&self) -> usize {
        self.deeds.values().map(|[_, done]| done).sum()
    }

    /// How often a deed led to a status, in the first financial year and after it.
    pub fn led(&self, kind: &'static str, deed: &'static str, status: &str) -> [usize; 2] {
        self.led_to.get(&(kind, deed, status.to_owned())).copied().unwrap_or_default()
    }
}

/// A command as the crowd gives it.
pub struct Given<'a> {
    pub memory: &'a Memory,
    pub actor: &'a Actor,
    pub now: Instant,
    pub command: &'a Command,
}

/// What is done beside the crowd, over the same site.
pub trait Beside {
    /// A site begins anew.
    fn begin(&mut self, _memory: &Memory) {}
    /// A command was decided, over the site of before it.
    fn decided(&mut self, _given: &Given, _decided: &Result<Changes, Halt>) {}
    /// Now and then, and when a seed is played.
    fn look(&mut self, _memory: &Memory, _now: Instant, _dice: &mut Dice) {}
}
