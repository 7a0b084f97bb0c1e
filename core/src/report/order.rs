//! One sort for every list but the kernel's own: a download holds a sort for each type that is sorted.

use std::cmp::Ordering;

/// Things in an order; of equals the first stays first.
pub(super) fn sorted<T>(things: Vec<T>, order: &mut dyn FnMut(&T, &T) -> Ordering) -> Vec<T> {
    let places = places(things.len(), &mut |a, b| order(&things[a], &things[b]));
    let mut slots: Vec<Option<T>> = things.into_iter().map(Some).collect();
    places.into_iter().filter_map(|at| slots[at].take()).collect()
}

fn places(count: usize, order: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|a, b| order(*a, *b));
    places
}
