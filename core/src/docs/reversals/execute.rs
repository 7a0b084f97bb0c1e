//! The yard's word that goods are back, and the execution of a reversal: all of its plan, or nothing.

use serde_json::Value;

use super::plan::{self, ReversalBlocker, Reversing};
use super::*;
use crate::declare::case::Case;
use crate::docs::loadings;
use crate::error::{Code, Issue, Refused, done};
use crate::kept::doc::Record;
use crate::said;
use crate::said::Said;
use crate::value::grouped;

fn text<'r>(inputs: &'r Record, key: &str) -> Option<&'r str> {
    inputs.get(key).and_then(Value::as_str)
}

/// A loading is physically back: what was counted and weighed of it.
pub fn acknowledge(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let int = |key: &str| inputs.get(key).and_then(Value::as_i64).unwrap_or(0);
    let id = text(inputs, "loading").unwrap_or_default();
    let order = doc.text("order").unwrap_or_default().to_owned();
    let Some(loading) = loadings::posted(case, &order)?.into_iter().find(|one| one.id == id) else {
        let message = "Select a loading of this order that left the yard";
        return done(vec![Issue::new("loading", Code::Input, message)]).map(|()| "");
    };
    let out = plan::left_of(case, &loading)?;
    if int("pcs") != out.pcs {
        let message =
            said!("{pcs} pcs left the yard; all of them must come back", pcs = grouped(out.pcs));
        return done(vec![Issue::new("pcs", Code::Input, message)]).map(|()| "");
    }
    let whole = loading.int("weight_g").unwrap_or(0);
    let net = loading.int("net_g").unwrap_or(whole) - (whole - out.g);
    let mut issues = Vec::new();
    loadings::net_weight(case, net, int("weight_g"), "weight_g", &mut issues)?;
    done(issues)?;
    let mut rows = back_of(doc)?;
    rows.retain(|row| row.loading != id);
    rows.push(BackRow {
        loading: id.to_owned(),
        loading_no: loading.doc_no.clone().unwrap_or_default(),
        pcs: int("pcs"),
        weight_g: int("weight_g"),
        bucket: text(inputs, "bucket").map(str::to_owned),
        by: Some(case.actor.id.clone()),
        at: Some(case.now),
    });
    doc.set("back", rows.iter().map(BackRow::write).collect::<Vec<_>>());
    Ok("")
}

/// Carries the plan out in this commit, or fails without any effect and says why.
pub fn execute(case: &mut Case, doc: &mut Doc, inputs: &Record) -> Result<&'static str, Halt> {
    let no = doc.text("order_no").unwrap_or_default();
    if text(inputs, "order_no") != Some(no) {
        let message = said!("Type {no} to carry the reversal out", no);
        return done(vec![Issue::new("order_no", Code::Input, message)]).map(|()| "");
    }
    let reversing = Reversing::of(doc)?;
    let made = case.attempt(|case| {
        let made = plan::carry_out(case, &reversing)?;
        let said = |one: &ReversalBlocker| Said::again(one.message.clone(), one.said.clone());
        let against = made.blockers.iter().map(|one| Issue::whole(Code::Rule, said(one)));
        let issues: Vec<Issue> = against.collect();
        if issues.is_empty() { Ok(made) } else { Err(Halt::Refused(Refused { issues })) }
    })?;
    doc.record.remove("open_for");
    match made {
        Ok(made) => {
            doc.set("effects", made.effects.iter().map(ReversalEffect::write).collect::<Vec<_>>());
            doc.set("executed_at", case.now.0);
            doc.set("executed_by", case.actor.id.clone());
            Ok(DONE)
        }
        Err(refused) => {
            let why: Vec<String> = refused.issues.into_iter().map(|one| one.message).collect();
            doc.set("why", why.join("\n").chars().take(4_000).collect::<String>());
            Ok(FAILED)
        }
    }
}
