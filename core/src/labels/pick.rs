//! From which batches a line is loaded: the oldest first, or those whose pieces are nearest to its own length.

use std::collections::BTreeMap;

use crate::json::{by_value, json_name, json_struct};
use crate::value::Day;

/// A batch may be this much younger than one that is left lying before somebody says why.
pub const LATE_DAYS: i64 = 30;

/// The order in which batches are offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PickOrder {
    #[default]
    Oldest,
    Nearest,
}

impl PickOrder {
    pub const ALL: [PickOrder; 2] = [PickOrder::Oldest, PickOrder::Nearest];

    pub fn name(self) -> &'static str {
        match self {
            PickOrder::Oldest => "oldest",
            PickOrder::Nearest => "nearest",
        }
    }

    pub fn parse(name: &str) -> Option<PickOrder> {
        PickOrder::ALL.into_iter().find(|one| one.name() == name)
    }
}

json_name!(PickOrder);
by_value!(PickOrder);

json_struct! { LOOSE
    /// A batch with something free, as a page of the stock tells of it.
    #[derive(Eq)]
    pub struct PickLot {
        pub batch: String,
        pub batch_no: String,
        pub sku: String,
        pub inward_date: String,
        pub free_pcs: i64,
        pub free_g: i64,
    }
}

json_struct! { LOOSE
    /// What a line still needs.
    #[derive(Eq)]
    pub struct PickLine {
        pub sku: String,
        /// In pieces, of goods by weight in grams.
        pub open: i64,
        pub by_weight: bool,
        /// What one of its pieces is to weigh: for a section that is its length.
        pub g_per_pc: Option<i64>,
    }
}

json_struct! { WHOLE
    /// How much of a batch a line takes.
    #[derive(Eq)]
    pub struct Picked {
        pub batch: String,
        pub amount: i64,
        /// An older batch that would have served is left lying.
        pub late: bool,
    }
}

json_struct! { WHOLE
    /// A batch that is taken although a much older one is left lying.
    #[derive(Eq)]
    pub struct Newer {
        pub batch: String,
        pub older: String,
        pub older_no: String,
        /// How many days the older one has been there longer.
        pub days: i64,
    }
}

/// What lies free in a yard, by SKU, so that a line is answered without a look at all the others.
#[derive(Clone, Debug, Default)]
pub struct Picking {
    by_sku: BTreeMap<String, Vec<PickLot>>,
}

impl Picking {
    pub fn new(lots: Vec<PickLot>) -> Picking {
        let mut by_sku: BTreeMap<String, Vec<PickLot>> = BTreeMap::new();
        for lot in lots.into_iter().filter(|lot| lot.free_pcs > 0 || lot.free_g > 0) {
            match by_sku.get_mut(&lot.sku) {
                Some(known) => known.push(lot),
                None => drop(by_sku.insert(lot.sku.clone(), vec![lot])),
            }
        }
        for lots in by_sku.values_mut() {
            lots.sort_by(|a, b| (&a.inward_date, &a.batch_no).cmp(&(&b.inward_date, &b.batch_no)));
        }
        Picking { by_sku }
    }

    /// The batches of a line in the order in which they are offered.
    pub fn ranked(&self, line: &PickLine, order: PickOrder) -> Vec<&PickLot> {
        let lots = self.lots(line);
        places(lots, line, order).into_iter().map(|at| &lots[at]).collect()
    }

    /// What each line takes of which batches; lines of one SKU share what there is.
    pub fn suggest(&self, lines: &[PickLine], order: PickOrder) -> Vec<Vec<Picked>> {
        let mut left: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
        let taken = |line| {
            let lots = self.lots(line);
            let whole = || lots.iter().map(|lot| free(lot, line.by_weight)).collect();
            taken(lots, line, order, left.entry(&line.sku).or_insert_with(whole))
        };
        lines.iter().map(taken).collect()
    }

    /// Of what is taken of a SKU, by batch, whatever is so much newer than a batch left lying that a reason is asked.
    pub fn newer(&self, line: &PickLine, taken: &BTreeMap<String, i64>) -> Vec<Newer> {
        let lots = self.lots(line);
        let of = |lot: &PickLot| taken.get(&lot.batch).copied().unwrap_or(0);
        let lying = lots.iter().find(|lot| free(lot, line.by_weight) > of(lot));
        let Some(oldest) = lying else { return Vec::new() };
        let row = |lot: &PickLot| Newer {
            batch: lot.batch.clone(),
            older: oldest.batch.clone(),
            older_no: oldest.batch_no.clone(),
            days: days_later(lot, oldest),
        };
        let late = |lot: &&PickLot| of(lot) > 0 && days_later(lot, oldest) > LATE_DAYS;
        lots.iter().filter(late).map(row).collect()
    }

    /// Those of a line's SKU by age: the first with something left is the oldest that is left lying.
    fn lots(&self, line: &PickLine) -> &[PickLot] {
        self.by_sku.get(&line.sku).map_or(&[], Vec::as_slice)
    }
}

/// Where the batches of a line lie among those of its SKU, in the order in which they are offered.
fn places(lots: &[PickLot], line: &PickLine, order: PickOrder) -> Vec<usize> {
    // Grams without pieces are left to a closing: a line of pieces takes nothing there.
    let gives = |at: &usize| free(&lots[*at], line.by_weight) > 0;
    let mut places: Vec<usize> = (0..lots.len()).filter(gives).collect();
    if order == PickOrder::Nearest {
        // Sorted by age before, so that the older one stands first of two that are as near.
        places.sort_by_cached_key(|at| distance(&lots[*at], line));
    }
    places
}

/// What a line takes of what is left of each batch.
fn taken(lots: &[PickLot], line: &PickLine, order: PickOrder, left: &mut [i64]) -> Vec<Picked> {
    let mut open = line.open;
    let mut picked: Vec<(&PickLot, i64)> = Vec::new();
    for at in places(lots, line, order) {
        if open <= 0 {
            break;
        }
        let amount = open.min(left[at]);
        if amount > 0 {
            left[at] -= amount;
            open -= amount;
            picked.push((&lots[at], amount));
        }
    }
    let oldest = left.iter().position(|left| *left > 0).map(|at| &lots[at]);
    let row = |(lot, amount): (&PickLot, i64)| Picked {
        batch: lot.batch.clone(),
        amount,
        late: oldest.is_some_and(|oldest| days_later(lot, oldest) > LATE_DAYS),
    };
    picked.into_iter().map(row).collect()
}

fn free(lot: &PickLot, by_weight: bool) -> i64 {
    if by_weight { lot.free_g } else { lot.free_pcs }
}

/// How far a batch is from what a line wants: by the weight of a piece, and of goods by weight by what there is.
fn distance(lot: &PickLot, line: &PickLine) -> u64 {
    match line.g_per_pc.filter(|_| !line.by_weight && lot.free_pcs > 0) {
        // To the thousandth of a gram.
        Some(wanted) => {
            let own = lot.free_g.saturating_mul(1_000) / lot.free_pcs;
            own.abs_diff(wanted.saturating_mul(1_000))
        }
        None => free(lot, line.by_weight).abs_diff(line.open),
    }
}

/// By how many days a batch came in after another; none where a day is not known.
fn days_later(lot: &PickLot, older: &PickLot) -> i64 {
    let days = Day::parse(&lot.inward_date).zip(Day::parse(&older.inward_date));
    days.map_or(0, |(day, oldest)| day.days_since(oldest))
}
