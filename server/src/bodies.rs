//! The room for bodies that are being read and worked on: so many bytes of one person, so many of all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use godown_core::error::Code;

use crate::failure::Failure;

/// The bytes of all bodies together.
const ALL: usize = 256 << 20;
/// Those of one person, or of one address without a session.
const EACH: usize = 64 << 20;

#[derive(Clone, Default)]
pub struct Bodies(Arc<Mutex<Taken>>);

#[derive(Default)]
struct Taken {
    all: usize,
    people: HashMap<String, usize>,
}

/// The room of one body, given back when it is dropped.
pub struct Room {
    bodies: Bodies,
    who: String,
    bytes: usize,
}

impl Bodies {
    /// Takes room before the first byte is read.
    ///
    /// Errors: 429 beyond one person's part, 503 beyond all.
    pub fn take(&self, who: &str, bytes: usize) -> Result<Room, Failure> {
        let mut taken = self.taken();
        let own = taken.people.get(who).copied().unwrap_or(0);
        if own + bytes > EACH {
            let message = "You are sending too much at once. Try again in a moment";
            return Err(Failure::refuse(Code::RateLimit, message));
        }
        if taken.all + bytes > ALL {
            return Err(Failure::Busy("too much is being sent"));
        }
        taken.all += bytes;
        taken.people.insert(who.to_owned(), own + bytes);
        Ok(Room { bodies: self.clone(), who: who.to_owned(), bytes })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let mut taken = self.bodies.taken();
        taken.all -= self.bytes;
        let Some(own) = taken.people.get_mut(&self.who) else { return };
        *own -= self.bytes;
        if *own == 0 {
            taken.people.remove(&self.who);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_person_takes_a_part_of_the_room_and_all_together_no_more_than_there_is() {
        let bodies = Bodies::default();
        let code = |taken: Result<Room, Failure>| {
            taken.err().map(|failure| match failure {
                Failure::Busy(_) => 503,
                _ => 429,
            })
        };
        let first = bodies.take("a", EACH).unwrap();
        assert_eq!(code(bodies.take("a", 1)), Some(429));
        let others: Vec<Room> =
            (1..ALL / EACH).map(|n| bodies.take(&n.to_string(), EACH).unwrap()).collect();
        assert_eq!(code(bodies.take("b", 1)), Some(503));
        drop(first);
        drop(bodies.take("b", EACH).unwrap());
        drop(others);
        let taken = bodies.taken();
        assert_eq!((taken.all, taken.people.len()), (0, 0));
    }
}
