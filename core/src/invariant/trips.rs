//! The invariants of trips: what each takes along is on no other, and is kept for it.

use std::collections::BTreeMap;

use super::{Found, account, each, table};
use crate::docs::trips::{TRIP, claims, stops_of};
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::read::{Read, parse};

/// TR1.
pub(super) fn rules(read: &dyn Read, found: &mut Found) -> Result<(), Halt> {
    let mut carried: BTreeMap<String, String> = BTreeMap::new();
    let mut at_work: BTreeMap<String, i64> = BTreeMap::new();
    each(read, &["doc", TRIP.key], |key, bytes| {
        let doc: Doc = parse(key, bytes)?;
        for (kind, id) in claims::held(&doc.status, &stops_of(&doc)?) {
            if let Some(other) = carried.insert(account(&[kind, &id]), doc.id.clone()) {
                found.add("TR1", key, format!("{kind} {id} is on {other} as well"));
            }
        }
        if let Some(vehicle) = claims::vehicle_at_work(&doc.status, &doc) {
            at_work.insert(account(&[vehicle, &doc.id]), 1);
        }
        Ok(())
    })?;
    found.equal("TR1", &table(read, &["carried"])?, &carried);
    found.equal("TR1", &table(read, &["at_work"])?, &at_work);
    Ok(())
}
