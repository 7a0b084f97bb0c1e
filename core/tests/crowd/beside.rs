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

/// How often each deed of each type was drawn, and how often it was done.
#[derive(Default)]
pub struct Drawings(pub BTreeMap<(&'static str, &'static str), [usize; 2]>);

impl Drawings {
    pub fn drawn(&self) -> usize {
        self.0.values().map(|[drawn, _]| drawn).sum()
    }

    pub fn done(&self) -> usize {
        self.0.values().map(|[_, done]| done).sum()
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
