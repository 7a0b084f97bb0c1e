//! What the list of a type offers beside its columns: days that it is cut by, groups, and totals.

use super::{DocType, Field, Guarded, Kind, Unit, direction};
use crate::declare::grant::ScopeKind;

/// The day of a document's last change, in a list whose records tell of no day.
const CHANGED: &str = "updated_at";

impl DocType {
    /// A row holds what the list shows, and what it is filtered and sorted by.
    pub fn in_row(&self, field: &Field) -> bool {
        let sorts = || self.sorts.iter().any(|sort| direction(sort).0 == field.key);
        field.listed || self.filters.contains(&field.key) || sorts()
    }

    /// The field by whose days a list is cut: that of its order, else its first date, else the last change.
    pub fn dated(&self) -> &'static str {
        let is_day = |field: &&Field| matches!(field.kind, Kind::Date | Kind::Instant);
        let open = |field: &&Field| field.guarded == Guarded::Open;
        let sort = direction(self.sorts.first().copied().unwrap_or_default()).0;
        let sorted = self.fields.iter().filter(|field| field.key == sort);
        let rows = self.fields.iter().filter(|field| self.in_row(field));
        sorted.chain(rows).filter(open).find(is_day).map_or(CHANGED, |field| field.key)
    }

    /// The fields that are added over a list: amounts, and what documents with a number weigh and count.
    pub fn totalled(&self) -> impl Iterator<Item = &'static Field> {
        let numbered = self.series.is_some();
        let adds = move |field: &&Field| match field.kind {
            Kind::Int { unit: Unit::Paise, .. } => true,
            Kind::Int { unit: Unit::Grams | Unit::Pieces, .. } => numbered,
            _ => false,
        };
        self.fields.iter().filter(|field| field.listed).filter(adds)
    }

    /// What a list can be grouped by, with its words: a value that several documents share.
    pub fn grouped(&self) -> Vec<(&'static str, &'static str)> {
        let fields = self.fields.iter().filter(|field| self.in_row(field));
        let mut all: Vec<_> = fields
            .filter(|field| self.is_grouping(field))
            .map(|field| (field.key, field.label))
            .collect();
        let beside = ScopeKind::BESIDE.into_iter().filter(|kind| self.scopes.contains(kind));
        for (key, label) in beside.map(|kind| (kind.field(), place_label(kind))) {
            if self.field(key).is_none() {
                all.push((key, label));
            }
        }
        if self.flow.statuses.len() > 1 {
            all.insert(0, ("status", "Status"));
        }
        all
    }

    fn is_grouping(&self, field: &Field) -> bool {
        match field.kind {
            Kind::Choice(_) | Kind::Link(_) | Kind::Bool | Kind::Date | Kind::Reason(_) => true,
            Kind::Text { .. } | Kind::Code(_) => self.filters.contains(&field.key) && !field.unique,
            _ => false,
        }
    }
}

fn place_label(kind: ScopeKind) -> &'static str {
    match kind {
        ScopeKind::Branch => "Branch",
        ScopeKind::Yard => "Yard",
        ScopeKind::Owner | ScopeKind::Party | ScopeKind::Role => "Owner",
    }
}
