//! The table of the purchase order's workflow, who approves how much, and how its statuses are shown.

use serde_json::Value;

use super::{APPROVED, CANCELLED, CLOSED, DRAFT, PART_RECEIVED, PENDING, RECEIVED, received, save};
use crate::declare::case::{Case, Look};
use crate::declare::grant::Role;
use crate::docs::inwards::approve::{acts_here, day_of, rates_are_there};
use crate::docs::reasons::{MAY_REMARK, REMARKS};
use crate::docs::{four_eyes, settings, standing};
use crate::error::Halt;
use crate::flow::{By, Flow, Step, acting, by, step};
use crate::kept::doc::{Doc, Record};
use crate::schema::status::StatusFill::Tint;
use crate::schema::status::StatusIcon::{Check, Dot, People};
use crate::schema::status::StatusInk::{Amber, Blue, Olive};
use crate::schema::status::{Looks, shown};
use crate::schema::*;
use crate::value::Day;

pub const LOOKS: Looks = &[
    (PENDING, shown(People, Blue, Tint)),
    (PART_RECEIVED, shown(Dot, Amber, Tint)),
    (RECEIVED, shown(Check, Olive, Tint)),
];

const SHORT_CLOSE: &[Field] = &[reason("reason", "Reason", "short_close").required(), MAY_REMARK];

const DESK: &[By] = &[by(Role::Purch)];

pub static FLOW: Flow = Flow {
    statuses: &[DRAFT, PENDING, APPROVED, PART_RECEIVED, RECEIVED, CLOSED, CANCELLED],
    rests: &[RECEIVED, CLOSED, CANCELLED],
    editable: &[DRAFT],
    deletable: &[DRAFT],
    steps: STEPS,
};

static STEPS: &[Step] = &acting([
    Step {
        from: &[DRAFT],
        to: &[PENDING],
        by: DESK,
        inputs: &[MAY_REMARK],
        guard: Some(acts_here),
        run: save::submit,
        ..step("PO1", "submit", "Send for approval")
    },
    Step {
        from: &[PENDING],
        to: &[APPROVED],
        by: &[by(Role::Bm)],
        inputs: &[MAY_REMARK],
        guard: Some(may_approve),
        run: approve,
        ..step("PO2", "approve", "Approve")
    },
    Step {
        from: &[PENDING],
        to: &[DRAFT],
        by: &[by(Role::Bm)],
        inputs: &[REMARKS],
        guard: Some(acts_here),
        run: |_, _, _| Ok(DRAFT),
        ..step("PO3", "query", "Send back")
    },
    Step {
        from: &[PENDING],
        to: &[DRAFT],
        by: DESK,
        inputs: &[MAY_REMARK],
        guard: Some(acts_here),
        run: |_, _, _| Ok(DRAFT),
        ..step("PO4", "withdraw", "Back to draft")
    },
    Step {
        from: &[DRAFT, PENDING, APPROVED],
        to: &[CANCELLED],
        by: DESK,
        inputs: &[REMARKS],
        guard: Some(acts_here),
        run: |_, _, _| Ok(CANCELLED),
        ..step("PO5", "cancel", "Cancel order")
    },
    Step {
        from: &[APPROVED, PART_RECEIVED],
        to: &[CLOSED],
        by: &[by(Role::Purch), by(Role::Bm)],
        inputs: SHORT_CLOSE,
        guard: Some(acts_here),
        run: |_, _, _| Ok(CLOSED),
        ..step("PO6", "short_close", "Short-close")
    },
    Step {
        from: &[APPROVED, PART_RECEIVED, RECEIVED],
        to: &[APPROVED, PART_RECEIVED, RECEIVED],
        by: &[by(Role::Sys)],
        run: received::stand,
        ..step("PO7", "receive", "Goods came in")
    },
]);

/// Another person approves, up to what they may.
fn may_approve(case: &Look, doc: &Doc) -> Result<(), Halt> {
    acts_here(case, doc)?;
    four_eyes::another_person(case, doc, "purchase_order_approve", "approve")?;
    rates_are_there(doc)?;
    if case.actor.has(Role::Sys) {
        return Ok(());
    }
    let total = doc.int("total_paise").unwrap_or(0);
    let site = site_slab(case, day_of(doc))?.filter(|_| !case.actor.has(Role::Admin));
    let own = case.actor.approval_slab_paise;
    standing::within(own.into_iter().chain(site).min(), total)
}

/// Up to which total branch managers approve an order of a day.
fn site_slab(case: &Look, on: Day) -> Result<Option<i64>, Halt> {
    let rows = settings::value(case, "purchase_slabs")?;
    let rows = rows.as_array().map(Vec::as_slice).unwrap_or_default().iter();
    let dated = rows.filter_map(|row| {
        let from = row.get("from").and_then(Value::as_str).and_then(Day::parse)?;
        Some((from, row.get("up_to_paise").and_then(Value::as_i64)?))
    });
    Ok(dated.filter(|(from, _)| *from <= on).max_by_key(|(from, _)| *from).map(|(_, most)| most))
}

fn approve(case: &mut Case, doc: &mut Doc, _: &Record) -> Result<&'static str, Halt> {
    four_eyes::seen(doc);
    doc.set("approved_by", case.actor.id.clone());
    Ok(APPROVED)
}
