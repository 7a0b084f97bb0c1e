//! Work that blocks: so much at once, so much that waits, in turn for each who asks, and whoever comes then
//! is told to come back.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use godown_core::error::Code;
use tokio::sync::oneshot;

use crate::failure::Failure;

/// How much a pool takes.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub at_once: usize,
    /// How much of it is one person's at the most: less than all, where others are to find a place.
    pub each: usize,
    pub waiting: usize,
    pub each_waiting: usize,
    pub behind: Behind,
}

/// When the work of a pool stands back for all other threads that want the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    Never,
    /// Where its person has more of it, or more people wait than find a place: a crowd stands
    /// back, one alone does not.
    InACrowd,
    Always,
    /// Once the work says so, by [`stand_back`].
    ByItself,
}

#[derive(Clone)]
pub struct Pool {
    size: Size,
    line: Arc<Mutex<Line>>,
}

/// Those at work and those that wait, by who asked.
#[derive(Default)]
struct Line {
    running: usize,
    waiting: usize,
    people: HashMap<String, Own>,
    /// Those of whom something waits, in the order of their turns.
    turns: VecDeque<String>,
}

#[derive(Default)]
struct Own {
    running: usize,
    waiting: VecDeque<oneshot::Sender<Turn>>,
}

/// A place at work, given back when it is dropped.
pub struct Turn {
    pool: Pool,
    who: String,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut line = self.pool.line();
        line.running -= 1;
        if let Some(own) = line.people.get_mut(&self.who) {
            own.running -= 1;
        }
        line.forget(&self.who);
        drop(line);
        self.pool.go_on();
    }
}

impl Line {
    /// Whose turn it is: the first of those that wait who has not as much at work as one may have.
    fn next(&mut self, size: &Size) -> Option<(String, oneshot::Sender<Turn>)> {
        if self.running >= size.at_once {
            return None;
        }
        for _ in 0..self.turns.len() {
            let who = self.turns.pop_front()?;
            let Some(own) = self.people.get_mut(&who) else { continue };
            let waited = own.waiting.len();
            // Whoever went away needs no turn.
            own.waiting.retain(|one| !one.is_closed());
            self.waiting -= waited - own.waiting.len();
            let next = if own.running < size.each { own.waiting.pop_front() } else { None };
            let more = !own.waiting.is_empty();
            if next.is_some() {
                own.running += 1;
                self.running += 1;
                self.waiting -= 1;
            }
            if more {
                self.turns.push_back(who.clone());
            }
            match next {
                Some(next) => return Some((who, next)),
                None => self.forget(&who),
            }
        }
        None
    }

    fn forget(&mut self, who: &str) {
        if self.people.get(who).is_some_and(|own| own.running == 0 && own.waiting.is_empty()) {
            self.people.remove(who);
        }
    }
}

impl Pool {
    pub fn new(size: Size) -> Pool {
        Pool { size, line: Arc::default() }
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives turns as long as there are some to give.
    fn go_on(&self) {
        loop {
            let next = self.line().next(&self.size);
            let Some((who, told)) = next else { return };
            // Whoever went away in between drops the turn, and the next one has it.
            drop(told.send(Turn { pool: self.clone(), who }));
        }
    }

    /// A place in the line.
    ///
    /// Errors: 429 beyond what one may have waiting, 503 beyond what all may.
    fn stand(&self, who: &str) -> Result<oneshot::Receiver<Turn>, Failure> {
        let (told, turn) = oneshot::channel();
        let Size { at_once, each, waiting, each_waiting, .. } = self.size;
        let mut line = self.line();
        let (own_running, own_waiting) =
            line.people.get(who).map_or((0, 0), |own| (own.running, own.waiting.len()));
        if own_waiting >= each_waiting + each.saturating_sub(own_running) {
            let message = "Too many of your requests are waiting. Try again in a moment";
            return Err(Failure::refuse(Code::RateLimit, message));
        }
        if line.waiting >= waiting + at_once.saturating_sub(line.running) {
            return Err(Failure::Busy("too many wait for the pool"));
        }
        let own = line.people.entry(who.to_owned()).or_default();
        own.waiting.push_back(told);
        let first = own.waiting.len() == 1;
        line.waiting += 1;
        if first {
            line.turns.push_back(who.to_owned());
        }
        drop(line);
        self.go_on();
        Ok(turn)
    }

    /// Whether work that begins now has a thread of its own, which may stand back.
    // DECISIONS 92
    fn is_behind(&self, who: &str) -> bool {
        match self.size.behind {
            Behind::Never => false,
            Behind::InACrowd => {
                let line = self.line();
                let more = |own: &Own| own.running > 1 || !own.waiting.is_empty();
                line.people.get(who).is_some_and(more) || line.turns.len() >= self.size.at_once
            }
            Behind::Always | Behind::ByItself => true,
        }
    }

    /// Waits for a place, for work that is done elsewhere.
    ///
    /// Errors: those of too many that wait.
    pub async fn turn(&self, who: &str) -> Result<Turn, Failure> {
        received(self.stand(who)?).await
    }

    /// Does the work when it is its turn. Work that was begun goes on if nobody waits for it any more.
    pub async fn run<T: Send + 'static>(
        &self,
        who: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let turn = self.stand(who)?;
        self.at_turn(turn, work).await
    }

    async fn at_turn<T: Send + 'static>(
        &self,
        turn: oneshot::Receiver<Turn>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let turn = received(turn).await?;
        let behind = self.is_behind(&turn.who);
        let work = move || {
            let done = work();
            drop(turn);
            done
        };
        if !behind {
            let done = tokio::task::spawn_blocking(work);
            return done.await.map_err(|error| Failure::Fault(error.to_string()));
        }
        // A thread that has stood back may not come forward again, so that it serves this work alone.
        let (told, done) = oneshot::channel();
        let at_once = self.size.behind != Behind::ByItself;
        let thread = std::thread::Builder::new().name("behind".to_owned()).spawn(move || {
            if at_once {
                stand_back();
            }
            // Whoever asked may be gone.
            let _ = told.send(work());
        });
        thread.map_err(|error| Failure::Unavailable(format!("no thread: {error}")))?;
        done.await.map_err(|error| Failure::Fault(error.to_string()))
    }
}

/// Lets this thread stand back, which serves the work of one turn alone.
pub fn stand_back() {
    if let Err(error) = rustix::process::nice(BACK) {
        tracing::debug!(%error, "work goes on at full priority");
    }
}

async fn received(turn: oneshot::Receiver<Turn>) -> Result<Turn, Failure> {
    turn.await.map_err(|_| Failure::Unavailable("the pool is closed".to_owned()))
}

/// How far work stands back, of 19: a quarter of the processor where others want it.
const BACK: i32 = 5;

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
    use tokio::task::JoinHandle;

    use super::*;

    /// The work behind it ends when it is dropped.
    type Gate = mpsc::Sender<()>;

    const SMALL: Size =
        Size { at_once: 2, each: 1, waiting: 4, each_waiting: 2, behind: Behind::Never };

    /// Work that is done once the gate is opened; it is told of when it begins.
    struct Gates {
        pool: Pool,
        begun: UnboundedSender<&'static str>,
        told: UnboundedReceiver<&'static str>,
    }

    impl Gates {
        fn new(size: Size) -> Gates {
            let (begun, told) = unbounded_channel();
            Gates { pool: Pool::new(size), begun, told }
        }

        /// Stands in the line at once; the work ends when the sender is dropped.
        fn send(&self, who: &'static str) -> (Gate, JoinHandle<Result<(), Failure>>) {
            let (open, gate) = mpsc::channel::<()>();
            let (pool, begun) = (self.pool.clone(), self.begun.clone());
            let work = move || {
                begun.send(who).unwrap();
                let _ = gate.recv();
            };
            let turn = pool.stand(who).unwrap();
            (open, tokio::spawn(async move { pool.at_turn(turn, work).await }))
        }

        async fn begun(&mut self) -> &'static str {
            self.told.recv().await.unwrap()
        }
    }

    #[tokio::test]
    async fn one_person_never_has_every_place_and_those_that_wait_have_turns() {
        let mut gates = Gates::new(SMALL);
        let first = gates.send("a");
        let second = gates.send("a");
        let third = gates.send("a");
        assert_eq!(gates.begun().await, "a");
        // There is a place for another, though two of the first one's wait.
        let other = gates.send("b");
        assert_eq!(gates.begun().await, "b");
        let last = gates.send("c");
        drop(first.0);
        first.1.await.unwrap().unwrap();
        assert_eq!(gates.begun().await, "a");
        drop(second.0);
        second.1.await.unwrap().unwrap();
        // Whoever has waited for a turn has it before the next of somebody who had two.
        assert_eq!(gates.begun().await, "c");
        for (open, done) in [other, last, third] {
            drop(open);
            done.await.unwrap().unwrap();
        }
        assert!(gates.pool.line().people.is_empty());
    }

    #[tokio::test]
    async fn whoever_finds_no_place_is_told_to_come_back_and_the_others_are_served() {
        let gates = Gates::new(SMALL);
        let mut sent = Vec::new();
        for who in ["a", "a", "a", "b", "b", "b"] {
            sent.push(gates.send(who));
        }
        let own = gates.pool.run("a", || ()).await.unwrap_err();
        assert!(own.detail().starts_with("Too many of your requests"), "{own}");
        let all = gates.pool.run("c", || ()).await.unwrap_err();
        assert_eq!(all, Failure::Busy("too many wait for the pool"));
        for (open, done) in sent {
            drop(open);
            done.await.unwrap().unwrap();
        }
        gates.pool.run("c", || ()).await.unwrap();
        let line = gates.pool.line();
        assert_eq!((line.running, line.waiting), (0, 0));
    }

    #[tokio::test]
    async fn one_alone_goes_at_full_priority_and_a_crowd_stands_back() {
        let mut gates = Gates::new(Size { at_once: 3, each: 2, behind: Behind::InACrowd, ..SMALL });
        let mut sent = vec![gates.send("a")];
        assert!(!gates.pool.is_behind("a"));
        sent.extend(["a", "a", "b"].map(|who| gates.send(who)));
        for _ in 0..3 {
            gates.begun().await;
        }
        // Whoever sends much at once stands back, and nobody else.
        assert_eq!(["a", "b"].map(|who| gates.pool.is_behind(who)), [true, false]);
        sent.extend(["c", "d"].map(|who| gates.send(who)));
        assert!(gates.pool.is_behind("b"));
        for (open, done) in sent {
            drop(open);
            done.await.unwrap().unwrap();
        }
        assert!(!gates.pool.is_behind("a"));
    }

    #[tokio::test]
    async fn whoever_goes_away_while_waiting_leaves_the_place_to_the_next() {
        let mut gates = Gates::new(Size { at_once: 1, ..SMALL });
        let first = gates.send("a");
        let gone = gates.send("b");
        let next = gates.send("c");
        gone.1.abort();
        assert!(gone.1.await.is_err());
        drop(first.0);
        assert_eq!([gates.begun().await, gates.begun().await], ["a", "c"]);
        drop(next.0);
        next.1.await.unwrap().unwrap();
        assert!(gates.pool.line().people.is_empty());
    }
}
