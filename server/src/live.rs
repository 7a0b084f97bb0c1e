//! Streams that stay open: how many each person has, and the stop that ends them all.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

/// How many streams a person may have at once: each of their browsers needs one.
const EACH: usize = 8;

pub struct Live {
    open: Arc<Mutex<BTreeMap<String, usize>>>,
    stop: watch::Sender<bool>,
}

impl Default for Live {
    fn default() -> Live {
        Live { open: Arc::default(), stop: watch::Sender::new(false) }
    }
}

impl Live {
    /// A place for one more stream of a person, if they have one left; it is free again once
    /// dropped.
    pub fn enter(&self, person: &str) -> Option<Place> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(person.to_owned()).or_default();
        if *count >= EACH {
            return None;
        }
        *count += 1;
        Some(Place { open: self.open.clone(), person: person.to_owned() })
    }

    /// Who has a stream open now.
    pub fn present(&self) -> BTreeSet<String> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// Changes once, when the server stops.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }

    /// Ends every stream.
    pub fn end(&self) {
        self.stop.send_replace(true);
    }
}

pub struct Place {
    open: Arc<Mutex<BTreeMap<String, usize>>>,
    person: String,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let left = open.get_mut(&self.person).map_or(0, |count| {
            *count = count.saturating_sub(1);
            *count
        });
        if left == 0 {
            open.remove(&self.person);
        }
    }
}
